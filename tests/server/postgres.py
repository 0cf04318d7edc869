"""A PostgreSQL of our own, on a socket in a temporary folder."""

import getpass
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

_numbers = itertools.count(1)


def program(name: str) -> str:
    """The path of a program of PostgreSQL; Debian keeps them apart from the others."""
    kept_apart = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or (str(kept_apart[-1]) if kept_apart else None)
    assert found, f"PostgreSQL is missing ({name}): scripts/setup installs it"
    return found


@contextmanager
def cluster() -> Iterator[Path]:
    """The folder of the socket of a PostgreSQL that runs meanwhile."""
    folder = Path(tempfile.mkdtemp(prefix="bottega-pg-"))
    user = "postgres" if os.getuid() == 0 else getpass.getuser()  # it refuses to run as root
    data = folder / "data"
    shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)

    def run(*words: str) -> None:
        whose = user if os.getuid() == 0 else None
        subprocess.run(words, user=whose, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)

    run(program("initdb"), "-D", str(data), "--auth=trust", "--username=bottega", "--encoding=UTF8", "--locale=C", "--no-sync")
    settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    run(program("pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", settings, "start")
    try:
        yield folder
    finally:
        run(program("pg_ctl"), "-D", str(data), "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder)


def new_database(folder: Path) -> str:
    """The address of a new, empty database of the cluster."""
    name = f"empty{next(_numbers)}"
    with psycopg.connect(f"postgresql://bottega@/postgres?host={folder}", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql+psycopg://bottega@/{name}?host={folder}"

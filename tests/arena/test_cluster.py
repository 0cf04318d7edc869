"""The same games on a Ray cluster of two nodes, on this machine and reachable from it alone."""

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import child_environment

from bottega.arena import play_task, schedule
from bottega.arena.worker import load_modules
from bottega.games import spec

pytest.importorskip("ray")

#: In a process of its own: Ray leaves threads behind. Of the loopback addresses Ray takes 127.0.0.1 for that of the network.
SCRIPT = """
import sys
from bottega.arena import run_arena
from ray.cluster_utils import Cluster

settings = {"games": 6, "seed": 5, "is_quiet": True, "modules": ["peculiar"]}
loopback = {"node_ip_address": "127.0.0.2", "num_cpus": 1}
cluster = Cluster(initialize_head=True, head_node_args={**loopback, "include_dashboard": False})
try:
    cluster.add_node(**loopback)
    cluster.wait_for_nodes()
    run = run_arena("toscana", ["random", "DiesOnce"], folder=sys.argv[1], ray=cluster.address, **settings)
    assert (len(run.outcomes), run.lost) == (6, [])
finally:
    cluster.shutdown()
"""


def test_a_cluster_plays_the_same_games_even_if_a_process_dies(peculiar: str, tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as scratch:  # a short path: sockets need that
        environment = child_environment(HOME=str(tmp_path), RAY_USAGE_STATS_ENABLED="0", RAY_TMPDIR=scratch)
        child = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(tmp_path / "run")],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _nothing = child.communicate(timeout=120)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)  # the cluster, if it did not end
            child.wait()
    assert child.returncode == 0, output
    assert (tmp_path / "died").exists()
    load_modules((), [peculiar])
    tasks = schedule(spec("toscana"), {}, ["random", "DiesOnce"], 6, 5)
    found = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "run" / "games").iterdir()}
    assert found == {task.file_name: play_task(task).record for task in tasks}

# One command for each chore. `make play` and `make test` set up everything they need on a fresh machine.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint bench format lock clean

play: .venv/ready  ## a game in the terminal, for now by typing moves
	@$(BIN)/bottega play

test: .venv/ready lint  ## everything that CI checks
	$(BIN)/pytest -n 2 --dist loadgroup

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready  ## the figures of the README and docs, measured on this machine
	$(BIN)/python bench/playouts.py

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: .venv/ready  ## after a change of dependencies in pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --extra dev --generate-hashes --no-emit-index-url \
		--no-emit-find-links --no-header --no-annotate --upgrade --output-file requirements.lock pyproject.toml

.venv/ready: requirements.lock pyproject.toml
	@scripts/setup $(PYTHON)
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

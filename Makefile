# One command for each chore. `make play` and `make test` set up everything they need on a fresh machine.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test test-all checked compile lint bench format lock pictures goldens locales types clean

play: .venv/can-play  ## the table in the browser; `bottega play` is the one in the terminal
	@$(BIN)/bottega serve

test: .venv/can-test checked  ## everything that CI checks
	$(BIN)/pytest -n 2 --dist loadgroup -m "not long"

test-all: .venv/can-test checked  ## the same with every page in real browsers: some minutes more
	$(BIN)/pytest -n 2 --dist loadgroup

checked: .venv/can-test  ## both at once: neither keeps two cores busy
	@echo "Checking the code and compiling the rules, at once: on a fresh machine two minutes ..."
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint compile

compile: .venv/can-test
	$(BIN)/python scripts/compile.py

lint: .venv/can-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/can-test  ## the figures of the README and docs, measured on this machine
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/drawing.py

pictures: .venv/can-test  ## the pictures of README and docs
	$(BIN)/python scripts/pictures.py

goldens: .venv/can-test  ## after a change of drawings: the pictures that tests compare with; look at build/goldens.html
	PYTHONPATH=tests $(BIN)/python -m drawing.goldens

locales: .venv/can-test  ## after a change of words: gathers them into the catalogues of the languages; says what is to be translated
	$(BIN)/python scripts/locales.py

types:  ## the types of the browser's scripts; needs Node, which nothing else here does
	npx --yes --package typescript@5.9 tsc -p jsconfig.json

format: .venv/can-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: .venv/can-test  ## after a change of dependencies in pyproject.toml
	$(BIN)/uv $(COMPILE) --extra build --extra play --output-file requirements.lock pyproject.toml
	$(BIN)/uv $(COMPILE) --extra dev --output-file requirements-dev.lock pyproject.toml

# Lock files name packages, versions and hashes, and nothing else.
COMPILE := pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	--no-emit-index-url --no-emit-find-links --no-header --no-annotate

.venv/can-play: requirements.lock pyproject.toml
	@scripts/setup $(PYTHON) requirements.lock
	@touch $@

.venv/can-test: requirements-dev.lock pyproject.toml
	@scripts/setup $(PYTHON) requirements-dev.lock
	@touch $@ .venv/can-play

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

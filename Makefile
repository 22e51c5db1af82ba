# Two commands: `make demo` shows the main job, `make test` proves the house.  Each sets up what it needs.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test lint format controls bench clean

demo: $(VENV)/.ready  ## a real offline memory between a perfect and an empty one, on six of the 30 trajectories
	$(BIN)/memassay run --memory oracle --memory reference --memory null --limit 6

test: lint  ## every check and every test
	$(BIN)/python -m pytest

lint: $(VENV)/.ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.ready-to-test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

controls: $(VENV)/.ready-to-test  ## write docs/controls.md anew
	$(BIN)/python scripts/controls.py

bench: $(VENV)/.ready-to-test  ## processor time and memory of the main job and of the reference memory
	$(BIN)/python bench/main_job.py
	$(BIN)/python bench/reference_memory.py
	$(BIN)/python bench/memory_search.py

clean:
	rm -rf $(VENV) runs

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	touch $@

$(VENV)/.ready-to-test: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable ".[dev]"
	touch $@ $(VENV)/.ready

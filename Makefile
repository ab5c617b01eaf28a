# Sanitarian: everything a developer or a county needs to start. `make help` explains.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
export UV_PYTHON_DOWNLOADS := never

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint format bench clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(VENV)/.installed: requirements-dev.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps -e .
	@touch $@

setup: $(VENV)/.installed  ## install everything into .venv and fetch the design system
	@$(BIN)/python scripts/vendor.py

demo: setup  ## set up (once) and serve the demo county; PORT=8001 chooses another port
	@PORT=$(PORT) $(BIN)/sanitarian demo

test: setup lint  ## the whole test suite, on SQLite or on SANITARIAN_DATABASE_URL
	@$(BIN)/pytest -q -n auto

lint: $(VENV)/.installed  ## ruff, mypy and the floors between the rooms
	@$(BIN)/ruff check src tests benchmarks scripts
	@$(BIN)/ruff format --check src tests benchmarks scripts
	@$(BIN)/lint-imports --no-cache >$(VENV)/lint-imports.log || (cat $(VENV)/lint-imports.log; exit 1)
	@$(BIN)/mypy

format: $(VENV)/.installed  ## format the code
	@$(BIN)/ruff check --fix --quiet src tests benchmarks scripts || true
	@$(BIN)/ruff format src tests benchmarks scripts

bench: setup  ## measure what the project promises; prints figures beside their bars
	@$(BIN)/sanitarian demo load
	@set -e; for bench in benchmarks/bench_*.py; do echo "== $$bench"; $(BIN)/python $$bench; done

clean:  ## remove the demo's data and everything that was built
	rm -rf var build .mypy_cache .ruff_cache .pytest_cache

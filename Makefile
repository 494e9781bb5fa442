# make run · make test · make check · make bench. Needs Python 3.11 or newer (with venv) and make, nothing else.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
STAMP := .venv/.stamp
DEV_STAMP := .venv/.stamp-dev
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --require-hashes
export REQUIRE

.PHONY: run test check bench .venv clean

run: $(STAMP)
	@exec $(BIN)/python manage.py up --port $(PORT)

test: $(DEV_STAMP)
	@$(BIN)/python -m pytest $(ARGS)

bench: $(STAMP)
	@$(BIN)/python manage.py bench

check: export PYTHONPATH := .:platform
check: $(DEV_STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py translations
	$(BIN)/python -m pytest -q tests/test_layout.py

.venv: $(STAMP)

# The locks hold every dependency of every dependency, with hashes: pip need not, and may not, look for others.
$(STAMP): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name it: make run PYTHON=python3.12")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing what Anamnesis needs into .venv (once) …"
	@$(INSTALL) -r requirements.lock
	@touch $@

$(DEV_STAMP): requirements-dev.lock $(STAMP)
	@echo "Installing what the tests need into .venv (once) …"
	@$(INSTALL) -r requirements-dev.lock
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

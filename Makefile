# Everything a developer or a CI machine runs. Needs Python 3.11 or later, a C compiler and make; the rest is
# installed into .venv. PYTHON chooses the interpreter: make test PYTHON=python3.12

PYTHON ?= $(firstword $(foreach python,python3 python3.13 python3.12 python3.11,$(shell \
	$(python) -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $(python))))
VENV := .venv
BIN := $(VENV)/bin
PIP := python -m pip --disable-pip-version-check install -q
NATIVE := $(shell find cext engines bots -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.h')

# What the sanitizers watch: everything compiled, through the suites that drive it hardest.
ASAN_TESTS ?= tests/cext tests/engines tests/bots tests/conformance tests/fuzz

.PHONY: help demo test test-slow packaging asan lint format types wheel pythons bench clean

help:
	@echo 'make demo       a tournament at Veracruz between all bots'
	@echo 'make test       the quick tests; make test-slow runs the others, packaging included'
	@echo 'make asan       tests of the native code under the address and undefined-behaviour sanitizers'
	@echo 'make lint       ruff; make format corrects what it can'
	@echo 'make types      mypy --strict on the installed package'
	@echo 'make wheel      dist/: the sdist, and the wheel built from it'
	@echo 'make packaging  sdist and wheel, installed alone in empty environments'
	@echo 'make pythons    the sdist, built and tried with every Python 3.11 to 3.13 found here'
	@echo 'make bench      the benchmark suite'
	@echo 'make clean      removes everything that was built, .venv included'

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo 'No Python 3.11 or later with venv was found; name one: make ... PYTHON=...'; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Editable: Python sources count at once, and a change of a native source compiles again.
$(VENV)/.installed: pyproject.toml setup.py $(NATIVE) | $(BIN)/python
	$(BIN)/$(PIP) -e .
	@touch $@

$(VENV)/.tools: pyproject.toml setup.py $(NATIVE) | $(BIN)/python
	$(BIN)/$(PIP) -e '.[test,lint,openspiel]'
	@touch $(VENV)/.installed $@

demo: $(VENV)/.installed
	$(BIN)/caravela tournament veracruz

test: $(VENV)/.tools
	$(BIN)/pytest -n auto -m 'not slow and not alone'
	$(BIN)/pytest -m 'not slow and alone'

test-slow: $(VENV)/.tools
	$(BIN)/pytest -n auto -m 'slow and not alone'
	$(BIN)/pytest -m 'slow and alone'

packaging: $(VENV)/.tools
	$(BIN)/pytest -m slow tests/packaging

bench: $(VENV)/.tools
	$(BIN)/pytest benchmarks -m ''

lint: $(VENV)/.tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: $(VENV)/.tools
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# mypy reads the package as a user has it: installed, and from a folder where the sources are out of sight.
TYPES := build/types
MYPY = cd $(TYPES) && $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml --python-executable bin/python

types: $(VENV)/.tools
	test -x $(TYPES)/bin/python || $(BIN)/python -m venv $(TYPES)
	$(TYPES)/bin/$(PIP) .
	$(MYPY) -p caravela
	$(MYPY) $(CURDIR)/tests/typing

# Instrumented code in an environment of its own. Leaks are not looked for: the interpreter keeps much of its
# memory until the end. Reports go to the real stderr, past pytest's capture.
ASAN := build/asan
RUNTIME = $$(realpath $$($(CC) -print-file-name=$(1).so))

ASAN_PYTEST = LD_PRELOAD="$(call RUNTIME,libasan) $(call RUNTIME,libubsan)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	$(ASAN)/bin/python -m pytest --capture=sys -p no:cacheprovider

asan: $(BIN)/python
	test -x $(ASAN)/bin/python || $(BIN)/python -m venv $(ASAN)
	CARAVELA_SANITIZE=1 $(ASAN)/bin/$(PIP) '.[test]'
	@for module in $$(find $(ASAN)/lib/python*/site-packages/caravela -name '*.so'); do \
		nm -D $$module | grep -q __asan_init || { echo "$$module is not instrumented"; exit 1; }; done
	$(ASAN_PYTEST) -n auto -m 'not slow and not alone' $(ASAN_TESTS)
	$(ASAN_PYTEST) -m 'not slow and alone' $(ASAN_TESTS)

wheel: $(VENV)/.tools
	rm -rf dist
	$(BIN)/python -m build -q

pythons: $(VENV)/.tools
	rm -rf build/sdist
	$(BIN)/python -m build -q --sdist --outdir build/sdist
	.ci/pythons build/sdist/*.tar.gz

clean:
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find cext engines bots \( -name '*.so' -o -name '*.pyd' \) -delete
	find . -name __pycache__ -prune -exec rm -rf {} +

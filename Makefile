# Two commands for newcomers: `make play` opens the local table, `make test` runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PLAYABLE := $(VENV)/playable
BUILD := build
LOCKED := --require-hashes --requirement requirements
LOCKER := $(VENV)/lock
# Pins that still fit stay; `make lock UPGRADE=--upgrade` takes the newest of everything.
LOCK = $(LOCKER)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(UPGRADE)
TABLES := start rules pictures scale results front taps load farming swiss opponents strength offers digests

# Every worker and every bot that a test starts would compile all sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check format snapshots bench compiled faults fuzz lock audit sbom clean

play: $(if $(wildcard $(READY)),$(READY),$(PLAYABLE))
	$(BIN)/python -m bot table

# Without its cache mypy takes one core for most of a minute, so it works beside the tests. What it
# says comes behind theirs, where it is not lost between them. `make test DURATIONS=1` prints what
# the rooms of the tests and the dearest of them cost.
test: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy > $(VENV)/types.txt 2>&1 & types=$$!; \
		$(BIN)/pytest --numprocesses auto --dist worksteal $(if $(DURATIONS),-p tests.costs); \
		tests=$$?; \
		wait $$types; types=$$?; cat $(VENV)/types.txt; exit $$((tests | types))

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# What the bot says now, in the snapshots of the tests: to be read as a diff before it is committed.
snapshots: $(READY)
	BUMPBOT_RENEW_SNAPSHOTS=1 $(BIN)/pytest --numprocesses auto --dist loadfile $(or $(OF),tests/front)

bench: $(READY)
	$(BIN)/pip install --quiet $(LOCKED)/bench.txt
	for table in $(TABLES); do $(BIN)/python -m bench.$$table || exit 1; done

# A copy of the checkout with its search compiled, which wants a compiler of C and Python's headers.
# There `python -m bot` and `python -m bench.strength` are the compiled ones.
compiled: $(READY)
	rm -rf $(BUILD)/compiled
	BUMPBOT_COMPILE=require $(BIN)/pip install --quiet --no-deps --no-build-isolation \
		--disable-pip-version-check --target $(BUILD)/compiled .
	cp -R bench $(BUILD)/compiled/

# 10,000 faults for one bot on a file: half an hour. Then two processes on one PostgreSQL while
# everything goes wrong: some ten minutes.
faults: $(READY)
	$(BIN)/python -m tests.faults --faults 10000
	$(BIN)/python -m tests.discord.two_processes --matches 300 --kills 100

# Ten million inputs for everything that reads what comes from outside: some half an hour.
fuzz: $(READY)
	$(BIN)/pip install --quiet $(LOCKED)/fuzz.txt
	$(BIN)/python -m tests.fuzz

# What is installed, to the last hash, for every system and Python that pyproject.toml allows.
# The whole comes first, so that its parts agree.
lock:
	test -x $(LOCKER)/bin/python || $(PYTHON) -m venv $(LOCKER)
	$(LOCKER)/bin/pip install --quiet $(LOCKED)/lock.txt
	$(LOCK) --extra table --extra postgres --group dev pyproject.toml \
		--output-file requirements/development.txt
	$(LOCK) --extra postgres pyproject.toml --constraint requirements/development.txt \
		--output-file requirements/runtime.txt
	$(LOCK) --extra table pyproject.toml --constraint requirements/development.txt \
		--output-file requirements/table.txt
	for group in build compile bench fuzz lock; do \
		$(LOCK) --group $$group --constraint requirements/development.txt \
			--output-file requirements/$$group.txt || exit 1; \
	done

# Known vulnerabilities of what is locked; said aloud where the database can't be asked.
audit: $(READY)
	$(BIN)/python -m tests.supply.audit

# What the image holds and under which licenses, in CycloneDX's form, which its test validates.
sbom: $(READY)
	$(PYTHON) -m venv --clear --without-pip $(BUILD)/environment
	$(BIN)/pip --python $(BUILD)/environment/bin/python install --quiet --no-compile \
		$(LOCKED)/runtime.txt
	$(BIN)/cyclonedx-py environment --no-validate --pyproject pyproject.toml \
		--output-reproducible --output-file $(BUILD)/bumpbot.cdx.json $(BUILD)/environment/bin/python

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache

# What playing needs and no more; the checkout itself needs no installing. What is not imported is
# not compiled either.
$(PLAYABLE): requirements/table.txt
	@echo "Setting up what the table needs in $(VENV): about a minute, once."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --no-compile --disable-pip-version-check $(LOCKED)/table.txt
	@touch $@

# Development installs the checkout itself, so an edit is live. What is imported is compiled then.
$(READY): pyproject.toml requirements/development.txt
	@echo "Setting up everything for the tests in $(VENV): one to three minutes, once."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --no-compile $(LOCKED)/development.txt
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

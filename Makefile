# Two commands for newcomers: `make play` opens the local table, `make test` runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TABLES := rules clock calendars notices running pictures memory store million scale moving profiles \
	invitations lanes front inbox load table

.PHONY: play test check format bench faults fuzz clean

play: $(READY)
	$(BIN)/bumpbot table

test: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses auto --dist worksteal

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)
	$(BIN)/pip install --quiet --group bench
	for table in $(TABLES); do $(BIN)/python -m bench.$$table || exit 1; done

# Two processes of the bot on one PostgreSQL while everything goes wrong: some ten minutes.
faults: $(READY)
	$(BIN)/python -m tests.discord.two_processes --matches 300 --kills 100

# Ten million inputs for everything that reads what comes from outside: some half an hour.
fuzz: $(READY)
	$(BIN)/pip install --quiet --group fuzz
	$(BIN)/python -m tests.fuzz

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache

# Development installs the checkout itself, so an edit is live.
$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/pip install --quiet --editable '.[table]' --group dev
	touch $@

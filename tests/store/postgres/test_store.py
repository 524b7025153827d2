"""The store in PostgreSQL does what every store does."""

from tests.store.every_contract import EveryContract


class TestPostgres(EveryContract):
    """The whole contract, on a server."""

"""The catalog with one small game, as in the tests of the service."""

from tests.service.conftest import pile_is_on_offer

__all__ = ["pile_is_on_offer"]

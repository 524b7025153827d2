"""The store in memory keeps the contract, so tests above it can lean on it."""

import pytest

from tests.store.contract import StoreContract
from tests.store.contract_notices import NoticesContract
from tests.store.contract_places import PlacesContract
from tests.store.contract_stretches import StretchesContract
from tests.store.following_contract import FollowingContract
from tests.store.invitation_contract import InvitationContract
from tests.store.limits_contract import LimitsContract
from tests.store.memory import MemoryStore
from tests.store.privacy_contract import PrivacyContract


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


class TestMemoryStore(StoreContract):
    """The contract, on the store in memory."""


class TestMemoryNotices(NoticesContract):
    """The same for what people are told."""


class TestMemoryInvitations(InvitationContract):
    """What it keeps about invitations."""


class TestMemoryFollowing(FollowingContract):
    """What it keeps about those who follow matches, and private notes."""


class TestMemoryPlaces(PlacesContract):
    """The same for where matches are posted."""


class TestMemoryLimits(LimitsContract):
    """What it keeps for limits."""


class TestMemoryStretches(StretchesContract):
    """The same for fast stretches."""


class TestMemoryPrivacy(PrivacyContract):
    """The same for forgetting people and servers."""

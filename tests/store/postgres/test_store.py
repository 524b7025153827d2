"""The store in PostgreSQL: the contract, and what several writers add to it."""

from tests.store.contract import StoreContract
from tests.store.contract_notices import NoticesContract
from tests.store.contract_places import PlacesContract
from tests.store.contract_stretches import StretchesContract
from tests.store.following_contract import FollowingContract
from tests.store.invitation_contract import InvitationContract
from tests.store.limits_contract import LimitsContract
from tests.store.privacy_contract import PrivacyContract


class TestPostgresStore(StoreContract):
    """The contract, on the store on disk."""


class TestPostgresNotices(NoticesContract):
    """The same for what people are told."""


class TestPostgresInvitations(InvitationContract):
    """What it keeps about invitations."""


class TestPostgresFollowing(FollowingContract):
    """What it keeps about those who follow matches, and private notes."""


class TestPostgresPlaces(PlacesContract):
    """The same for where matches are posted."""


class TestPostgresLimits(LimitsContract):
    """What it keeps for limits."""


class TestPostgresStretches(StretchesContract):
    """The same for fast stretches."""


class TestPostgresPrivacy(PrivacyContract):
    """The same for forgetting people and servers."""

"""All that every store must do. A store's own test file subclasses this, unchanged."""

from tests.store.contracts.competitions import CompetitionsContract
from tests.store.contracts.exercises import AttemptsContract, DailiesContract
from tests.store.contracts.invitation import InvitationContract
from tests.store.contracts.limits import FollowingContract, LimitsContract
from tests.store.contracts.living_posts import LivingPostsContract
from tests.store.contracts.matches import MatchesContract
from tests.store.contracts.notices import NoticesContract
from tests.store.contracts.outbox import OutboxContract
from tests.store.contracts.personal import PersonalContract
from tests.store.contracts.places import PlacesContract, StretchesContract
from tests.store.contracts.privacy import PrivacyContract
from tests.store.contracts.ratings import LeaderRolesContract, RatingsContract, ResultsContract
from tests.store.contracts.studies import StudiesContract


class EveryContract(
    MatchesContract,
    OutboxContract,
    PersonalContract,
    NoticesContract,
    InvitationContract,
    FollowingContract,
    PlacesContract,
    LimitsContract,
    AttemptsContract,
    DailiesContract,
    LeaderRolesContract,
    CompetitionsContract,
    LivingPostsContract,
    ResultsContract,
    RatingsContract,
    StretchesContract,
    StudiesContract,
    PrivacyContract,
):
    """The whole contract. `store` is an empty store."""

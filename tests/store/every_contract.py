"""All that every store must do."""

from tests.store.competitions_contract import CompetitionsContract
from tests.store.contract import StoreContract
from tests.store.exercises_contract import AttemptsContract, DailiesContract
from tests.store.invitation_contract import InvitationContract
from tests.store.limits_contract import FollowingContract, LimitsContract
from tests.store.notices_contract import NoticesContract
from tests.store.places_contract import PlacesContract, StretchesContract
from tests.store.privacy_contract import PrivacyContract
from tests.store.ratings_contract import LeaderRolesContract, RatingsContract, ResultsContract


class EveryContract(
    StoreContract,
    NoticesContract,
    InvitationContract,
    FollowingContract,
    PlacesContract,
    LimitsContract,
    AttemptsContract,
    DailiesContract,
    LeaderRolesContract,
    CompetitionsContract,
    ResultsContract,
    RatingsContract,
    StretchesContract,
    PrivacyContract,
):
    """The whole contract. `store` is an empty store."""

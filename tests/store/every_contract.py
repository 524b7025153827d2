"""All that every store must do."""

from tests.store.competitions_contract import CompetitionsContract
from tests.store.contract import StoreContract
from tests.store.contract_notices import NoticesContract
from tests.store.contract_places import PlacesContract
from tests.store.contract_stretches import StretchesContract
from tests.store.exercises_contract import AttemptsContract, DailiesContract
from tests.store.following_contract import FollowingContract
from tests.store.invitation_contract import InvitationContract
from tests.store.leader_roles_contract import LeaderRolesContract
from tests.store.limits_contract import LimitsContract
from tests.store.privacy_contract import PrivacyContract
from tests.store.ratings_contract import RatingsContract, ResultsContract


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

"""All tables of a store, whatever database they stand in; some bring others along."""

from bot.store.competitions.competitions import CompetitionTables
from bot.store.histories import HistoryTables, PositionTable
from bot.store.invitations.blocks import BlockTable
from bot.store.matches import MatchTables
from bot.store.notices import NoticeTables
from bot.store.outbox import OutboxTables
from bot.store.personal.attempts import AttemptTable
from bot.store.personal.dailies import DailyTables
from bot.store.personal.followers import FollowingTables
from bot.store.personal.leader_roles import LeaderRoleTable
from bot.store.personal.limits import LimitTables
from bot.store.personal.of_match import OfMatchTables
from bot.store.personal.preferences import PreferenceTable
from bot.store.privacy.exports import ExportTables
from bot.store.privacy.servers import ServerTable
from bot.store.results.ratings import RatingTables
from bot.store.results.results import ResultTables
from bot.store.stretches import StretchTable


class Tables(
    MatchTables,
    OutboxTables,
    NoticeTables,
    OfMatchTables,
    AttemptTable,
    DailyTables,
    LeaderRoleTable,
    CompetitionTables,
    ResultTables,
    RatingTables,
    HistoryTables,
    PositionTable,
    PreferenceTable,
    BlockTable,
    FollowingTables,
    StretchTable,
    LimitTables,
    ServerTable,
    ExportTables,
):
    """A Store, but for the database itself."""

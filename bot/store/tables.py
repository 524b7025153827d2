"""All tables of a store, for any database; some include others."""

from bot.store.competitions import CompetitionTables
from bot.store.invitations import BlockTable
from bot.store.lists import HistoryTables, PositionTable, ResultTables
from bot.store.matches import MatchTables
from bot.store.notices import FollowingTables, NoticeTables
from bot.store.outbox import OutboxTables
from bot.store.personal.exercises import AttemptTable, DailyTables
from bot.store.personal.of_match import OfMatchTables
from bot.store.personal.privacy import ServerTable
from bot.store.places import StretchTable
from bot.store.ratings import LeaderRoleTable, RatingTables


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
    BlockTable,
    FollowingTables,
    StretchTable,
    ServerTable,
):
    """A Store, except for the database itself."""

"""All tables of a store, whatever database they stand in."""

from bot.store.following import FollowingTables, PrivateNoteTable
from bot.store.histories import HistoryTables
from bot.store.invitations import InvitationTables
from bot.store.matches import MatchTables
from bot.store.notices import NoticeTables
from bot.store.outbox import OutboxTables
from bot.store.personal.calendars import CalendarTable
from bot.store.personal.drafts import DraftTable
from bot.store.personal.limits import LimitTables
from bot.store.personal.preferences import PreferenceTable
from bot.store.personal.premoves import PremoveTables
from bot.store.personal.visits import VisitTable
from bot.store.positions import PositionTable
from bot.store.privacy import PrivacyTables
from bot.store.stretches import StretchTable


class Tables(
    MatchTables,
    OutboxTables,
    NoticeTables,
    DraftTable,
    HistoryTables,
    PositionTable,
    PreferenceTable,
    PremoveTables,
    VisitTable,
    CalendarTable,
    InvitationTables,
    FollowingTables,
    PrivateNoteTable,
    StretchTable,
    LimitTables,
    PrivacyTables,
):
    """A Store, but for the database itself."""

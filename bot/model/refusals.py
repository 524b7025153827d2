"""What the matches and their store refuse, and why."""

from enum import Enum, auto

from bot.games.core import PlayerError


class Reason(Enum):
    """Why something was refused, so that the front can say what to do instead."""

    OTHER = auto()
    """The sentence says everything."""
    NO_SUCH_MATCH = auto()
    STALE = auto()
    """The match has gone on since the person looked at it."""
    NO_SEAT = auto()
    """The person does not play in the match, or is not invited to it."""
    NOT_RUNNING = auto()
    OVER = auto()
    NOT_YOUR_TURN = auto()
    YOUR_TURN = auto()
    NO_DRAW_OFFER = auto()
    NO_TIME_REQUEST = auto()
    NO_HINTS = auto()
    """The match allows no help from the bot."""
    ON_LADDER = auto()
    """The match counts on the ladder, where there is less help."""
    NOT_OVER = auto()
    NO_CLAIMS = auto()
    """It was not agreed that a proven win may be claimed."""
    NOTHING_PROVEN = auto()
    """No win is proven that could be claimed."""
    NO_MUSTER = auto()
    """Nobody has to say that they are ready."""
    NO_TAKEBACK = auto()
    """Nobody asks to take a move back."""
    NO_REPLACEMENT = auto()
    """Nobody has asked for a replacement."""
    MANY_CHALLENGES = auto()
    MANY_MATCHES = auto()
    MANY_PRACTICE = auto()
    MANY_DRAFTS = auto()
    MANY_STUDIES = auto()
    FULL_SERVER = auto()
    """The server has as many open challenges or matches as allowed."""
    TOO_OFTEN = auto()
    """The sentence says when to try again."""
    STALE_CALENDAR = auto()
    WANTED = auto()
    """The person does not meet what a challenge asks for."""
    NEWCOMER = auto()
    """The person has as many matches as newcomers may have in the server."""
    UNWELCOME = auto()
    """The other does not take challenges from the person, who is not told why."""
    BLOCKED = auto()
    """The person has blocked the other."""
    MANY_STANDING = auto()
    """The person has as many standing challenges in the channel as allowed."""


class Refused(PlayerError):
    """A refusal by the matches: a sentence, and its reason."""

    def __init__(self, sentence: str, reason: Reason = Reason.OTHER) -> None:
        super().__init__(sentence)
        self.reason = reason


class OtherRuns(Refused):
    """It waits for the `other` match of a pair, by number, which still runs."""

    def __init__(self, sentence: str, other: int) -> None:
        super().__init__(sentence)
        self.other = other


class NoSuchMatch(Refused):
    """The store has no match of that number."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, Reason.NO_SUCH_MATCH)


class StaleMatch(Refused):
    """The match has gone on since the caller looked at it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, Reason.STALE)


class RewrittenMatch(StaleMatch):
    """A name was taken out of the match's events, or they were digested, since the caller read
    them. Nothing else has changed, so the same can be done to the current match."""


class TimeSpent(Refused):
    """The plain bank of the player to move is spent, and the clock has not ended the match yet."""


class StaleCalendar(Refused):
    """The person's calendar was changed since the caller looked at it."""

    def __init__(self) -> None:
        super().__init__(
            "Your calendar was changed meanwhile, so nothing is changed now. "
            "Look at it again, then try again.",
            Reason.STALE_CALENDAR,
        )


class StaleNotice(Exception):
    """A person's notices changed since the caller looked; nothing was written."""


class StalePlace(Exception):
    """The place of a match changed since the caller looked; nothing was written."""


ASK_OWNER = "Tell the person who runs the bot."
"""What players do about damage."""


def for_owner(text: str) -> str:
    """The sentences about damage, said to the person who runs the bot."""
    return text.replace(ASK_OWNER, "Restore a backup from before that.")


class BrokenMatch(PlayerError):
    """The recorded events of a match can't be replayed."""


class StoreTrouble(PlayerError):
    """The database could not be read or written; nothing was changed."""


class DamagedRow(StoreTrouble):
    """A single row is invalid; the database itself works."""

"""The building blocks of all posts' texts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.catalog import entry
from bot.front.discord.markdown import bold, mention, message_link
from bot.front.ui.base import Address
from bot.games.core import Names
from bot.games.phrases import comma_list
from bot.model.competitions.competition import Competition
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import Delivered, MatchSummary, PersonId, Seat, Status
from bot.service.invitations.levels import level_name, level_played


@dataclass(frozen=True, slots=True)
class PostContent:
    """A message before it is sent: its text, whom it may ping, its buttons, and whether it shows
    the board, with the effects of its last `turns`. `views` are matches of others, each with a
    button that shows its board privately."""

    text: str
    pings: tuple[PersonId, ...] = ()
    buttons: tuple[str, ...] = ()
    board: bool = False
    turns: int = 1
    views: tuple[Address, ...] = ()

    def __post_init__(self) -> None:
        """Deleted people are never pinged."""
        object.__setattr__(self, "pings", tuple(each for each in self.pings if each >= 0))


T = TypeVar("T")


class Absent(Exception):
    """What a post is about no longer exists in the match as it is shown."""


def present(value: T | None) -> T:
    """The value of something that a post is about. Raises Absent if there is none."""
    if value is None:
        raise Absent
    return value


def challenge_buttons(match: Match) -> tuple[str, ...]:
    """The buttons below a challenge: with more than two seats the host may begin earlier. A person
    who is not asked by name has nothing to decline."""
    decline = ("decline",) if any(match.invited) else ()
    begin = ("begin",) if len(match.invited) > 1 else ()
    return ("accept", *decline, *begin, "withdraw", "howto")


def bold_names(match: Match) -> Names:
    """The players' names by seat, safe and bold, for sentences in the channel."""
    return {seat: bold(person) for seat, person in enumerate(match.seats, 1)}


def plain_names(match: Match) -> Names:
    """The players' bare names by seat, for pictures and alt text, which have no styling."""
    return {seat: player.name for seat, player in enumerate(match.seats, 1)}


def competition_name(competition: Competition) -> str:
    """The name of a season or tournament, as plain text: `Winter: season 2`."""
    season = f": season {competition.season}" if competition.season else ""
    return f"{competition.name}{season}"


def match_title(match: Match) -> str:
    title = f"{entry(match.game).name} · match {match.id}"
    return f"{title}{level_note(match)}{_pair_note(match)}"


def _pair_note(match: Match) -> str:
    # A challenge shows it in its terms.
    return " · of a pair" if match.terms.pair and match.status is not Status.INVITED else ""


def level_note(match: Match) -> str:
    """What follows the number of a match: the bot's level, or that the match was read from a
    file."""
    if match.terms.imported:
        return " · imported"
    if match.level is None:
        return ""
    kind = "ladder" if match.terms.ladder else "practice" if match.terms.practice else "level"
    return f" · {kind}: {_level_words(match, match.level)}"


def _level_words(match: Match, agreed: int) -> str:
    # The operator may have changed since what it is made of.
    played = level_played(agreed)
    if played == agreed or match.status is not Status.RUNNING:
        return level_name(agreed)
    return f"{level_name(agreed)} (at the moment as {level_name(played)})"


def above_small_print(content: PostContent, line: str) -> PostContent:
    """The same with a line more, if there is one, above the small print."""
    first, *small = content.text.rsplit("\n-# ", 1)
    above = f"{first}\n{line}" if line else first
    return replace(content, text="\n-# ".join([above, *small]))


def titled(
    match: Match,
    text: str,
    pings: Iterable[Person] = (),
    buttons: tuple[str, ...] = (),
    small: str = "",
) -> PostContent:
    """A post that pings those people, with the title of the match in small print and more small
    print."""
    called = tuple(person.id for person in pings)
    return PostContent(f"{text}\n-# {match_title(match)}{small}", called, buttons)


def goes_on(match: Match) -> PostContent:
    return titled(match, "The match goes on.")


def mentions(people: Iterable[Person]) -> str:
    return comma_list([mention(person.id) for person in people])


def in_bold(people: Iterable[Person]) -> str:
    return comma_list([bold(person) for person in people])


def others(match: Match, seat: Seat | None) -> list[Person]:
    """Those who still play, except who sits there."""
    return [match.person(each) for each in match.playing if each != seat]


def others_of(match: Match, person: PersonId) -> str:
    """The same of a person, by their names."""
    return in_bold(others(match, match.seat_of(person)))


def board_way(row: MatchSummary, board: Delivered | None) -> str:
    """The link to the newest board of a match, or if it has none to the match's channel; of
    practice, that it is private."""
    if row.is_practice:
        return "practice, seen by you alone"
    if board is None:
        return f"<#{row.channel}>"
    return f"[board]({message_link(row.guild, board.channel, board.message)})"


def may_claim(match: Match) -> bool:
    """Whether the player to move is out of time or has left the server, so that the others may
    claim the win, perhaps only later."""
    return match.overdue or match.gone is not None


def claim_button(match: Match) -> str:
    """The button that a late player's opponents have: only in a match of two it claims the win."""
    return "claim" if len(match.playing) == 2 else "without"

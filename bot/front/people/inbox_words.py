"""The inbox's texts: for each match a line that identifies it, and one on what is new and until
when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.catalog import entry
from bot.front.discord.markdown import bold, clip, inline_code, one_line, relative_time
from bot.front.text.clock_text import stopped_until
from bot.front.text.parts import board_way, level_note
from bot.front.text.turns import LEFT
from bot.games.phrases import comma_list, counted
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import Delivered, MatchId, MatchSummary, PersonId, Status
from bot.service.inbox import InboxPage, Kind, is_alone, is_awaited
from bot.service.personal.recap import NO_CHANGES, Changes

BEGIN = "`/challenge` begins one; leave the opponent out and anyone may accept."

# The text of a page without matches.
NO_MATCH = {
    Kind.WAITING: "Nothing waits for you.",
    Kind.MINE: f"You have no match going on. {BEGIN}",
    Kind.HERE: f"No match is going on in this channel. {BEGIN}",
    Kind.FINISHED: "None of your matches has ended yet.",
}

ASKS = {
    "draw": "a draw",
    "takeback": "a move back",
    "time": "more time",
    "replacement": "a successor",
}

# Characters of a name: as many as Discord allows, or few enough that any nine matches fit.
NAME, SHORT_NAME = 32, 10

# Most players of a match in which a turn waits for one of them alone, without saying so.
PAIR = 2

# People of a match that are named; of more, one and the number of the others.
NAMED = 2

# Characters of a move that is named.
MOVE = 32


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """A match on a page: its number in the whole list, and what is known of it. For a match that
    could not be read (`match` is None) only its summary is known. `emoji` is a piece of the
    reader's, or of the game, to put before it. `other` is the number of the other match of its
    pair. `ends` is when its competition's round ends, if it has no deadline. `unserved` says that
    the player to move is excluded, if they are."""

    number: int
    row: MatchSummary
    match: Match | None = None
    changes: Changes = NO_CHANGES
    board: Delivered | None = None
    emoji: str = ""
    other: MatchId | None = None
    ends: datetime | None = None
    unserved: str = ""


def entry_text(shown: InboxEntry, reader: PersonId, name: int = NAME) -> str:
    """The two lines of a match, with names of at most that many characters."""
    row = shown.row
    people = _people_text(row.people, reader, name)
    title = f"{shown.emoji}**{shown.number}. {entry(row.game).name}**"
    head = f"{title} {people} · {board_way(row, shown.board)}"
    return f"{head}\n-# {' · '.join([*_state_parts(shown, reader, name), _number_text(shown)])}"


def _number_text(shown: InboxEntry) -> str:
    level = level_note(shown.match) if shown.match else ""
    pair = f" · pair with match {shown.other}" if shown.other else ""
    return f"match {shown.row.match}{level}{pair}"


def _people_text(people: Sequence[Person], reader: PersonId, name: int) -> str:
    others = [short_name(person, name) for person in people if person.id != reader]
    if len(others) > NAMED:
        others = [others[0], f"{len(others) - 1} others"]
    if len(others) < len(people) and any(person.id == reader for person in people):
        return f"with {comma_list(others) or 'anyone'}"
    return f"between {comma_list(others if len(others) > 1 else [*others, 'anyone'])}"


def short_name(person: Person, most: int) -> str:
    return bold(replace(person, name=clip(person.name, most)))


def _state_parts(shown: InboxEntry, reader: PersonId, name: int) -> Iterator[str]:
    if shown.row.status is Status.ENDED:
        yield from ["**new**"] if shown.changes.new else []
        yield _result_text(shown.match, reader)
        yield f"ended {relative_time(shown.row.updated)}"
        return
    yield from _news_parts(shown, name)
    yield waiting_text(shown, reader, name)
    yield _deadline_text(shown, reader)
    yield from [shown.unserved] if shown.unserved else []


def _news_parts(shown: InboxEntry, name: int) -> Iterator[str]:
    changes, match = shown.changes, shown.match
    if changes.new:
        yield "**new**"
    if match is not None and changes.missed:
        yield _missed_text(match, changes, name)
    if changes.threat:
        yield f"**{changes.threat}**"
    if changes.asks:
        yield f"**they ask for {comma_list([ASKS[what] for what in changes.asks])}**"


def _missed_text(match: Match, changes: Changes, name: int) -> str:
    lost = f", you lost {counted(changes.lost, 'piece')}" if changes.lost else ""
    if len(changes.missed) > 1:
        return f"**{len(changes.missed)} turns** since you looked{lost}"
    [ply] = changes.missed
    two = len(match.seats) == 2
    who = "they" if two else short_name(match.person(ply.seat), name)
    if ply.text in LEFT:
        return f"{who} {LEFT[ply.text]}{lost}"
    return f"{who} played {inline_code(clip(one_line(ply.text), MOVE))}{lost}"


def is_mustering(shown: InboxEntry) -> bool:
    """Whether all are in, and have to say that they are ready before the match begins."""
    return shown.match is not None and bool(shown.match.awaited)


def waiting_text(shown: InboxEntry, reader: PersonId, name: int) -> str:
    """Whom the match waits for, for the reader alone or for others too, and what they are to do if
    that is to say that they are ready."""
    row, to_do = shown.row, " to press **I'm ready**" if is_mustering(shown) else ""
    if row.turn == reader and len(row.people) == PAIR and is_alone(row, reader):
        return "your turn"
    if is_alone(row, reader):
        return f"waits only for you{to_do}"
    if is_awaited(row, reader):
        return f"waits for you and {counted(len(row.awaited) - 1, 'other')}{to_do}"
    if row.status is Status.INVITED and not to_do:
        return "a challenge, not answered yet"
    awaited = row.awaited if to_do else (row.turn,)
    named = [short_name(person, name) for person in row.people if person.id in awaited]
    if len(named) > NAMED:
        named = [named[0], f"{len(named) - 1} others"]
    return f"waits for {comma_list(named) or 'others'}{to_do}"


def _deadline_text(shown: InboxEntry, reader: PersonId) -> str:
    row = shown.row
    if shown.match is not None and shown.match.overdue:
        return "the time has run out"
    if shown.match is not None and shown.match.gone and row.turn != reader:
        return "they have left the server"
    if row.deadline is None:
        return f"the round ends {relative_time(shown.ends)}" if shown.ends else "no deadline"
    ends = row.status is Status.INVITED and not is_mustering(shown)
    until = f"{'ends' if ends else 'runs out'} {relative_time(row.deadline)}"
    if shown.match is None or shown.match.halt is None:
        return until
    whose = "your" if row.turn == reader else "their"
    return f"{until}, {whose} {stopped_until(shown.match.halt)}"


def _result_text(match: Match | None, reader: PersonId) -> str:
    if match is None or match.outcome is None:
        return "over"
    if not match.outcome.winners:
        return "called off" if match.outcome.reason == "called_off" else "a draw"
    return "**you won**" if match.seat_of(reader) in match.outcome.winners else "you lost"


# A page


def page_heading(page: InboxPage) -> str:
    title = f"### {_page_title(page)}"
    waits = _waiting(page) if page.rows and page.kind is Kind.MINE else ""
    several = page.more or page.number > 0
    number = f"page {page.number + 1}{f' of {page.pages}' if page.pages else ''}" if several else ""
    small = " · ".join(filter(None, [waits, number]))
    return f"{title}\n-# {small}" if small else title


def _waiting(page: InboxPage) -> str:
    few = {0: "none of them waits for you", 1: "one of them waits for you"}
    if page.total == 1:
        return "it waits for you" if page.waiting else "it waits for others"
    return few.get(page.waiting, f"{page.waiting} of them wait for you")


def _page_title(page: InboxPage) -> str:
    if not page.rows:
        return NO_MATCH[page.kind]
    total = page.total or 0
    match page.kind:
        case Kind.WAITING:
            return "One match waits for you" if total == 1 else f"{total} matches wait for you"
        case Kind.MINE:
            return "Your open match" if total == 1 else f"Your {total} open matches"
        case Kind.HERE:
            return "The open matches of this channel"
        case Kind.FINISHED:
            return "Your finished matches, the newest first"

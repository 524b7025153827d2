"""Everything stored about a person as a page of text (Markdown), for people to read. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.catalog import catalog
from bot.model.privacy.leaving import people_in
from bot.model.privacy.records import ExportedEvent
from bot.model.records import PersonId

Tables = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows as they are shown, by table."""

ReadEvents = Sequence[tuple[ExportedEvent, Mapping[str, Any]]]
"""The events of a match in order, each with its JSON read."""

HEAD = """# What this bot stores about you

Everything that this bot stores about you, to read. `about-you.json` beside this has it for \
programs, with every event of each match. Other people appear here by the name that the match \
shows. Times are UTC.

"""
EMPTY = "Nothing is stored under: {titles}.\n\n"

TITLES: Mapping[str, str] = {
    "preferences": "Settings",
    "calendars": "Calendar",
    "drafts": "Unfinished moves",
    "premoves": "Prepared answers",
    "studies": "Studies",
    "waiting_notes": "What you are still to be told",
    "visits": "Boards you have seen",
    "private_notes": "Notes",
    "notices": "Calls and reminders",
    "mentions": "Calls that wait",
    "followers": "Matches you follow",
    "followers_notified": "When you were told of matches you follow",
    "allowances": "How much you have asked for lately",
    "rungs": "Levels of the bot that you have beaten",
    "attempts": "Lessons and puzzles",
    "day_entries": "Puzzles of the day that you took part in",
    "leader_roles": "Roles that you have for leading a game",
    "members": "Leagues that you are signed up for",
    "entrants": "Seasons and tournaments that you took part in",
    "leagues": "Leagues that you founded",
    "competitions": "Seasons and tournaments that you announced",
    "results": "Results of your matches",
    "ratings": "Ratings",
    "rating_points": "Ratings after each result",
    "contest_people": "Rated results",
    "rated_guilds": "Servers that you were rated in",
    "blocks": "People you block",
    "standing_challenges": "Standing challenges",
    "outbox": "Messages to you",
    "stretches": "Fast stretches you began",
    "absences": "Matches in which you lost your seat before they began",
    "departures": "Matches in which somebody plays on for you",
    "involvements": "Matches of others that you had a part in",
    "exclusions": "That you are not served any more",
    "deletions": "That you asked to be deleted",
}
"""The heading of each table."""

WORDS: Mapping[str, str] = {
    **dict.fromkeys(("scope", "settings", "calendar", "text", "name", "kind", "at", "day"), ""),
    "match_id": "match",
    "seq": "event",
    "board_seq": "board of event",
    "keys": "chosen so far:",
    "offers": "offered:",
    "line": "moves:",
    "wrong": "last wrong try:",
    "reason": "for it you were told:",
    "tries": "wrong tries",
    "hints": "hints shown",
    "helped": "had a hint",
    "done": "first reached",
    "called": "as",
    "guild": "server",
    "plies": "turn",
    "when_played": "if they play",
    "answer": "you answer",
    "called_at": "called",
    "last_at": "last called or reminded",
    "next_at": "next",
    "retry_at": "next try",
    "due_at": "due",
    "asked_at": "asked",
    "study": "from",
    "full_at": "none of it counts any more after",
}
"""The label of a column's value; else its own name."""

FLAGS = ("late", "rated", "warned", "muted", "direct", "reached", "helped", "solution_shown")
"""The columns that say yes or no."""

NEVER_BEGUN: Mapping[str, str] = {
    "declined": "It was declined.",
    "withdrawn": "It was taken back.",
    "expired": "Nobody took it up in time.",
}
"""What became of a challenge, by the last event of the match."""

IN_WAIT = "It has not begun."

WHY: Mapping[str, str] = {
    "resigned": "somebody resigned",
    "agreed": "the players agreed on a draw",
    "time": "time had run out, and the win was claimed",
    "time_lost": "time had run out",
    "did_not_come": "a player did not come",
    "gone": "a player had left the server",
    "less_time": "the season or round was over, by the time left",
    "cut_short": "the season or round was over, and the bot had been away in it",
    "last": "one player was left",
    "abandoned": "nobody had moved for 60 days",
    "adjudicated": "the season or round was over",
    "called_off": "a manager of the server called it off",
    "unfinished": "the record goes no further",
    "unstated": "the record does not say why",
}
"""Reasons for which a match can end in any game; the games' data files have their own."""

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
MARKS = re.compile(r"[\\`*_\[\]<>#|~]")


def page(lines: Iterator[str], tables: Tables) -> Iterator[str]:
    """The page in parts: the tables, then the lines of each match."""
    yield HEAD
    yield from _tables(tables)
    yield "## Your matches\n"
    for each in lines:
        yield f"\n{each}\n"


def _tables(tables: Tables) -> Iterator[str]:
    for name, rows in tables.items():
        if rows:
            text = "".join(f"- {_row(row)}\n" for row in rows)
            yield f"## {TITLES[name]}\n\n{text}\n"
    if empty := [TITLES[name].lower() for name, rows in tables.items() if not rows]:
        yield EMPTY.format(titles="; ".join(empty))


def _row(row: Mapping[str, Any]) -> str:
    text = ((WORDS.get(name, name.replace("_", " ")), shown(name, row[name])) for name in row)
    return ", ".join(f"{word} {value}".strip() for word, value in text if value)


def shown(name: str, value: Any) -> str:
    """The value of a column, as people read it; nothing if there is none."""
    if name == "study":
        return _study(value)
    if isinstance(value, dict):
        held = ((plain(key.replace("_", " ")), shown("", each)) for key, each in value.items())
        return ", ".join(f"{key}: {each}" for key, each in held if each)
    if isinstance(value, list):
        return " ".join(filter(None, (shown("", each) for each in value)))
    if isinstance(value, bool) or name in FLAGS:
        return "yes" if value else "no"
    if name == "full_at":
        # Stored in millionths of a second.
        return f"{datetime.fromtimestamp(value / 1_000_000, UTC):%Y-%m-%d %H:%M}"
    text = "" if value is None else str(value)
    return text[:16].replace("T", " ") if TIME.match(text) else plain(text)


def _study(tree: Mapping[str, Any]) -> str:
    # Each move with its number, what it follows, its name and its note.
    game, options, players, position = tree["start"]
    start = ", ".join(filter(None, (game, shown("", options), f"{players} players", position)))
    nodes = (
        f"{number} after {before}: {shown('', [move, *words])}"
        for number, before, move, *words, _ in tree["nodes"]
        if number or any(words)
    )
    return "; ".join((plain(start), *nodes))


def plain(text: str) -> str:
    """The text on one line, with nothing in it that Markdown would style."""
    return MARKS.sub(r"\\\g<0>", " ".join(text.split()))


def match_lines(match: int, events: ReadEvents, person: PersonId) -> str:
    """A match for people to read: who, when, the person's own moves and how it ended."""
    first, asked = events[0]
    seats: list[Mapping[str, Any]] = []
    moves: list[str] = []
    for event, fields in events:
        if event.kind == "started":
            seats = list(fields["seats"])
        elif event.kind == "replaced":
            seats[fields["seat"] - 1] = fields["person"]
        elif event.kind == "played" and seats[fields["seat"] - 1]["id"] == person:
            moves.append(f"{plain(fields['text'])} ({event.at:%Y-%m-%d %H:%M})")
    game = asked["game"]
    title = catalog()[game].name if game in catalog() else game
    host = "you" if asked["host"]["id"] == person else plain(asked["host"]["name"])
    lines = [
        f"### Match {match}: {title}\n",
        f"- Asked for by {host} on {first.at:%Y-%m-%d %H:%M}.",
        f"- Players: {_named(seats)}." if seats else f"- {_unbegun(events)}",
    ]
    lines += [f"- Your moves: {'; '.join(moves)}."] if moves else []
    lines += [
        _ending(event, fields, seats, game) for event, fields in events if event.kind == "ended"
    ]
    return "\n".join(lines)


def _unbegun(events: ReadEvents) -> str:
    # What became of a challenge. One of many stays open while anybody is in, or may still be.
    asked = events[0][1]["invited"]
    may_answer = set(people_in([each for each in asked if each]))
    for event, fields in events:
        if event.kind in ("accepted", "declined"):
            answer = may_answer.add if event.kind == "accepted" else may_answer.discard
            answer(*people_in(fields["person"]))
    is_open = None in asked or may_answer
    last = events[-1][0].kind
    return IN_WAIT if last == "declined" and is_open else NEVER_BEGUN.get(last, IN_WAIT)


def _named(seats: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(plain(seat["name"]) for seat in seats)


def _ending(
    event: ExportedEvent, fields: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], game: str
) -> str:
    won = _named([seats[seat - 1] for seat in fields["winners"]]) if seats else ""
    lost = _named([s for seat, s in enumerate(seats, 1) if seat not in fields["winners"]])
    own = catalog()[game].reasons if game in catalog() else {}
    why = {**own, **WHY}.get(fields["reason"], plain(fields["reason"]))
    text = why.format(winner=won, loser=lost)
    return f"- Ended on {event.at:%Y-%m-%d %H:%M}: {text}. Won by {won or 'nobody'}."

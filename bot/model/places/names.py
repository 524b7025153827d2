"""What the thread of a match is called."""

from collections.abc import Iterable

from bot.catalog import entry
from bot.model.match import Match
from bot.model.records import Status

BETWEEN = " \N{EN DASH} "
"""Stands between the players."""

LONGEST = 100
"""Characters of a thread's name at most."""


def thread_name(match: Match) -> str:
    """The game, the number, who plays, and how it ended: `Bump 12 · Ada, Grace · Ada wins`,
    with a dash between the players."""
    head = name_head(match)
    result = f" · {result_words(match)}" if match.outcome else ""
    result = _clipped(result, LONGEST // 2)
    room = LONGEST - len(head) - len(result)
    return f"{head}{_joined((p.name for p in match.people), room)}{result}"


def name_head(match: Match) -> str:
    """What the names of a match's threads begin with, and those of no other match."""
    return f"{entry(match.game).name} {match.id} · "


def tag_names(match: Match) -> tuple[str, str]:
    """What tags say about a match: its game, and how it stands."""
    running = match.status is Status.RUNNING
    return entry(match.game).name, "running" if running else "finished"


def result_words(match: Match) -> str:
    winners = match.outcome.winners if match.outcome else ()
    if not winners:
        return "nobody wins"
    names = " and ".join(_plain(match.names[seat]) for seat in sorted(winners))
    return f"{names} {'wins' if len(winners) == 1 else 'win'}"


def _joined(names: Iterable[str], room: int) -> str:
    # The names within that many characters; each has its share where they are too long.
    plain = [_plain(name) for name in names]
    joined = BETWEEN.join(plain)
    if len(joined) <= room:
        return joined
    share = max(1, (room - len(BETWEEN) * (len(plain) - 1)) // len(plain))
    return BETWEEN.join(_clipped(name, share) for name in plain)


def _plain(name: str) -> str:
    return "".join(c for c in " ".join(name.split()) if c.isprintable()) or "?"


def _clipped(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"

"""What is said of a tournament before it begins: on what terms, when, and who is in."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from bot.front.competitions.items import TOURNAMENT, competition_buttons
from bot.front.competitions.words import (
    fixture_terms,
    known_person,
    people_text,
    season_title,
)
from bot.front.discord.markdown import full_time, join_lines, relative_time
from bot.front.ui.base import GuardedItem
from bot.games.phrases import counted
from bot.model.clock.time_control import HOUR, long_text
from bot.model.competitions.competition import Competition, Format, Phase
from bot.model.competitions.divisions import FEWEST
from bot.model.competitions.lineup import USUAL_ROUND
from bot.service.competitions.book import MOST_ENTRANTS
from bot.service.competitions.changing import CompetitionView

FORMATS = {
    Format.ROUND_ROBIN: "Round robin: everybody meets everybody, round by round.",
    Format.SWISS: "Swiss: each round brings together people on equal points who have not met yet.",
}

RESTING = {
    Format.ROUND_ROBIN: "With an odd number one rests each round.",
    Format.SWISS: "With an odd number one has a bye each round, which counts as a win.",
}

LEAVING = "Press **Withdraw** whenever you can't; once it runs, `/tournament leave` does."

NOBODY = "Nobody has entered yet."


def announcement(view: CompetitionView) -> tuple[str, Sequence[GuardedItem[Any]]]:
    """The words of the post, and what is to press below it: nothing once nobody can enter."""
    of = view.competition
    names = ("enter", "leave") if is_announced(of) else ()
    buttons = competition_buttons(TOURNAMENT, of.number, *names)
    return announcement_text(view), buttons


def announcement_text(view: CompetitionView) -> str:
    """The post with which a tournament is announced, as it stands now."""
    of = view.competition
    lines = [
        f"{season_title(of)}: a tournament",
        fixture_terms(of.terms),
        f"{FORMATS[of.format]}{_rounds(of)}",
        f"{round_text(of)} {RESTING[of.format]}",
        beginning_text(of),
        entered_text(view),
        f"-# It takes {FEWEST} people, and at most {MOST_ENTRANTS[of.format]} can enter. {LEAVING}",
    ]
    return join_lines(lines)


def _rounds(of: Competition) -> str:
    return f" {counted(of.rounds, 'round')}." if of.format is Format.SWISS and of.rounds else ""


def round_text(of: Competition) -> str:
    """When a round ends, and what becomes of what is not finished by then."""
    longest = length_text(of.round_time or USUAL_ROUND)
    return (
        f"A round ends when all its matches are done, after {longest} at the latest. What runs "
        "then is adjudicated: a win that I can prove counts, anything else is shared."
    )


def beginning_text(of: Competition) -> str:
    return f"It begins {full_time(of.begins)} ({relative_time(of.begins)}), by itself."


def entered_text(view: CompetitionView) -> str:
    """Who is in, by name as far as there is room."""
    if not view.entrants:
        return NOBODY
    return people_text(map(known_person, view.entrants), "entered")


def called_off_text(view: CompetitionView) -> str:
    """What stands in the place of the announcement of what never began."""
    return join_lines([f"{season_title(view.competition)} is called off.", *_why(view)])


def _why(view: CompetitionView) -> Iterator[str]:
    if view.competition.round:
        yield "Matches that run go on as any other; the tables count for nobody."
    elif len(view.entrants) < FEWEST:
        yield f"It takes {FEWEST} people, and {len(view.entrants)} had entered."


def is_announced(of: Competition) -> bool:
    """Whether it is a tournament that can still be entered."""
    return of.format is not Format.SEASON and of.phase is Phase.SIGN_UP


def length_text(length: timedelta) -> str:
    """A length of time in full words: `45 minutes`, `2 hours`, `3 days`."""
    if length % HOUR:
        return counted(length // timedelta(minutes=1), "minute")
    return long_text(length)

"""A person as a player, in words: one line about them, or everything."""

import logging
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.catalog import catalog
from bot.exercises.lessons import lesson
from bot.front.discord.context import Client
from bot.front.discord.markdown import bold
from bot.front.text.challenges import invited_post
from bot.front.text.parts import PostContent
from bot.games.core import PlayerError
from bot.games.phrases import comma_list, counted
from bot.model.events import Person
from bot.model.exercises.attempt import Solving
from bot.model.match import Match
from bot.model.profiles.ladder import Rung, highest
from bot.model.profiles.profile import Profile
from bot.model.records import PersonId, Status
from bot.model.terms import pace_text
from bot.service.invitations.levels import level_name

log = logging.getLogger(__name__)

T = TypeVar("T")

SOURCE = (
    "-# Counts the last 50 finished matches against people, and the last 100 answers. Resigning is "
    "finishing."
)


def _profile_line(person: Person, profile: Profile) -> str:
    if profile.is_newcomer:
        return _newcomer(bold(person), profile)
    parts = [f"finished {profile.finished} of {_matches(profile.ended)}"]
    if profile.median is not None:
        parts.insert(0, f"usually answers {pace_text(profile.median)}")
    # The clock is not mentioned of a player who has always kept it, or never had one.
    if profile.kept < profile.timed:
        parts.append(f"kept the clock in {profile.kept} of {profile.timed}")
    return f"{bold(person)} {comma_list(parts)}."


def _newcomer(who: str, profile: Profile) -> str:
    if not profile.ended:
        return f"{who} hasn't finished a match against a person yet."
    pace = (
        f" They usually answer {pace_text(profile.median)}." if profile.median is not None else ""
    )
    return f"{who} is new here: {_matches(profile.ended)} against people so far.{pace}"


def solved_text(solved: Solving) -> str:
    """What a person has solved: `12 puzzles solved, on 3 days in a row`."""
    row = f", on {solved.days} days in a row" if solved.days > 1 else ""
    return f"{counted(solved.number, 'puzzle')} solved{row}"


def profile_page(
    person: Person,
    profile: Profile,
    here: int,
    rungs: Sequence[Rung] = (),
    *,
    own: bool = False,
    solved: Solving | None = None,
) -> str:
    """Everything about a person; `here` are the running matches of the current place, `rungs` what
    they have reached on the ladder, and `solved` the puzzles, if the reader may know."""
    who, verb = ("You", "") if own else (bold(person), "s")
    running = f"{profile.running} running" + (f", {here} of them here" if profile.running else "")
    lines = ["**How you are known as a player**" if own else f"{bold(person)} as a player"]
    if profile.is_newcomer:
        lines.append(_newness(who, profile, own=own))
    if profile.median is not None:
        basis = "1 answer so far"
        if profile.answers > 1:
            basis = f"the middle of {profile.answers} answers"
        lines.append(f"- {who} usually answer{verb} {pace_text(profile.median)} ({basis}).")
    lines += [f"- {each}" for each in _record(profile)]
    lines.append(f"- Matches now: {running}.")
    lines += [f"- Played lately: {_games(profile)}."] if profile.games else []
    climbed = [f"{game.name} {top}" for key, game in catalog().items() if (top := _top(key, rungs))]
    lines += [f"- On the ladder: {comma_list(climbed)}."] if climbed else []
    lines += [f"- {solved_text(solved)}."] if solved and solved.number else []
    return "\n".join([*lines, SOURCE])


def _top(game: str, rungs: Iterable[Rung]) -> str:
    # The highest level that they have beaten from both seats, or else from one.
    steps = [rung.step for rung in rungs if rung.game == game]
    if whole := highest(steps):
        return level_name(whole)
    top = max(steps, default=None)
    return f"{level_name(top.level)} (from one side)" if top else ""


def _newness(who: str, profile: Profile, *, own: bool) -> str:
    if not profile.ended:
        have = "haven't" if own else "hasn't"
        return f"{who} {have} finished a match against a person yet. Everybody starts like this."
    be, played = "are" if own else "is", _matches(profile.ended)
    return f"{who} {be} new here: {played} against people so far. Everybody starts like this."


def _record(profile: Profile) -> Iterator[str]:
    if profile.ended:
        yield f"Finished {profile.finished} of {_matches(profile.ended)}."
    if profile.timed:
        yield f"Kept the clock in {profile.kept} of {_matches(profile.timed)} with a time limit."


def _games(profile: Profile) -> str:
    offered = catalog()
    return comma_list(
        [f"{offered[key].name} {n}" for key, n in profile.games.items() if key in offered]
    )


def _matches(number: int) -> str:
    return f"{number} match{'es' * (number != 1)}"


async def _if_read(reading: Awaitable[T], what: str) -> T | None:
    # What is read; None, and a log entry, if it can't be read.
    try:
        return await reading
    except PlayerError as error:
        log.warning("%s not read: %s", what, error)
        return None


async def known_line(client: Client, person: Person) -> str:
    """The line about a person; empty if it can't be read."""
    found = await _if_read(client.service.profiles.profile(person.id), "profile")
    return _profile_line(person, found) if found else ""


async def guest_lines(client: Client, match: Match) -> list[str]:
    """A line about each person who is asked by name and has not answered."""
    if match.status is not Status.INVITED:
        return []
    asked = [p for p in match.invited if p and p not in match.accepted]
    return [line for person in asked if (line := await known_line(client, person))]


async def about_challenge(client: Client, match: Match) -> str:
    """The lines about a challenge; without what can't be read."""
    lines = [await known_line(client, match.host), await _renewal_line(client, match)]
    return "\n".join(filter(None, lines))


RENEWED = "Is renewed each time somebody takes it"


async def _renewal_line(client: Client, match: Match) -> str:
    if not match.open:
        return ""
    reading = client.service.standing.until(match.id)
    until = await _if_read(reading, f"match {match.id}: standing challenge")
    # When it ends is shown below, as in every challenge.
    return f"{RENEWED}." if until else ""


# Lessons next to Accept

ACCEPT, LEARN = "accept", "learnfirst"


async def invited_content(client: Client, match: Match, reader: PersonId) -> PostContent:
    """The text of a match that has not begun, for the reader alone."""
    content = invited_post(match, reader, await about_challenge(client, match))
    return await with_lesson(client, match, content, reader)


async def with_lesson(
    client: Client, match: Match, content: PostContent, reader: PersonId | None = None
) -> PostContent:
    """The challenge with the button to the lesson, if one of those asked by name never played the
    game; to a `reader`, if they never did. If that can't be read, without it."""
    if ACCEPT not in content.buttons or not lesson(match.game).stages:
        return content
    asked = [p.id for p in match.invited if p and p not in match.accepted]
    people = asked if reader is None else [reader]
    if not await _any_new(client, people, match.game):
        return content
    at = content.buttons.index(ACCEPT) + 1
    return replace(content, buttons=(*content.buttons[:at], LEARN, *content.buttons[at:]))


async def _any_new(client: Client, people: list[PersonId], game: str) -> bool:
    reading = (client.service.profiles.is_new_to(each, game) for each in people)
    return any([await _if_read(each, "matches of a game") for each in reading])

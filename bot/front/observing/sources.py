"""The bot's metrics: what was done, and the state of the gateway and the store."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import discord

from bot.exercises.exercise import Exercise
from bot.exercises.puzzles import Puzzle
from bot.exercises.stages import Stage
from bot.front.clock import utcnow
from bot.front.discord.private_api import Parse, around_interactions
from bot.front.observing.writing import WriteWatch
from bot.front.ui.dispatch import action_of, parsed_id
from bot.model.events import Event
from bot.model.exercises.attempt import Milestone, first_matches, span
from bot.model.ports import Appended, Store
from bot.model.records import Post
from bot.telemetry.condition import Load
from bot.telemetry.interactions import Asked, handle
from bot.telemetry.metrics import EVENTS, EXERCISES, MOVES, POSTS
from bot.telemetry.timing import observed

KINDS = {
    discord.InteractionType.application_command.value: "command",
    discord.InteractionType.component.value: "button",
    discord.InteractionType.autocomplete.value: "completion",
    discord.InteractionType.modal_submit.value: "form",
}

# The label for unknown names: a label must not take arbitrary values.
OTHER = "other"

BELOW = (1, 2)  # Discord's types of options that are subcommands.


def read_asked(sent: Mapping[str, Any], commands: Iterable[str]) -> Asked:
    """What was asked for. `commands` are the names of all commands. Raises nothing."""
    kind, data = KINDS.get(sent.get("type", 0), OTHER), sent.get("data") or {}
    try:
        if kind in ("command", "completion"):
            return _of_command(kind, data, commands)
        return _of_custom_id(kind, str(data.get("custom_id", "")))
    except (AttributeError, LookupError, TypeError, ValueError):
        return Asked(kind, OTHER)


def _of_command(kind: str, data: Mapping[str, Any], commands: Iterable[str]) -> Asked:
    words, options = [data["name"]], data.get("options") or ()
    while options and options[0].get("type") in BELOW:
        words.append(options[0]["name"])
        options = options[0].get("options") or ()
    name = " ".join(words)
    match = next((each.get("value") for each in options if each["name"] == "match"), None)
    return Asked(kind, name if name in commands else OTHER, _number(match))


def _of_custom_id(kind: str, custom_id: str) -> Asked:
    # Named by its first word: what follows may take any value.
    at = parsed_id(custom_id)
    if action_of(at, is_form=kind == "form") is None:
        return Asked(kind, OTHER)
    return Asked(kind, custom_id.split(":")[0], getattr(at, "match", None))


def _number(value: object) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


MOVE = "played"  # The kind of the event that is a move.


def observe_store(store: Store, watch: WriteWatch) -> Store:
    """The store, timed and counted, with its failures reported to the watch."""
    return observed(
        store,
        {
            "create": _note_created,
            "append": _note_appended,
            "delivered": _note_delivered,
            "failed": _note_failed,
        },
        watch,
    )


def _note_created(events: Sequence[Event], *_: Any, **__: Any) -> None:
    game = getattr(events[0], "game", "")
    EVENTS.labels(game).inc(len(events))


def _note_appended(appended: Appended, *_: Any) -> None:
    game, events = appended.after.game, appended.events
    EVENTS.labels(game).inc(len(events))
    if moves := sum(each.kind == MOVE for each in events):
        MOVES.labels(game).inc(moves)


def _note_delivered(*_: Any, **__: Any) -> None:
    POSTS.labels("delivered").inc()


def _note_failed(post: Post, error: str, retry_at: datetime | None, **_: Any) -> None:
    outcome = "refused" if post.refused else "put off" if retry_at else "given up"
    POSTS.labels(outcome).inc()


def note_milestone(exercise: Exercise, milestone: Milestone) -> None:
    """Count what a person has done in an exercise, by what it is about."""
    kind, game, _ = exercise.id
    counters = {each: EXERCISES.labels(kind, game, _about(exercise), each) for each in Milestone}
    # The others start at 0 now: a rate needs the number before.
    counters[milestone].inc()


def _about(exercise: Exercise) -> str:
    # Few values: no label may grow with the puzzles.
    match exercise:
        case Stage():
            return exercise.id.name
        case Puzzle():
            return exercise.theme
    return "other"


def observe_interactions(client: discord.Client, commands: Callable[[], set[str]]) -> None:
    """Handle every interaction as one unit: every task that one leads to is begun inside it."""

    def observed(parse: Parse) -> Parse:
        return lambda data: handle(read_asked(data, commands()), lambda: parse(data))

    around_interactions(client, observed)


def count_waiting_posts(store: Store) -> Callable[[], Awaitable[int]]:
    """Counts the pending posts. Raises StoreTrouble when it is called."""

    async def count() -> int:
        return (await store.waiting_posts()).waiting

    return count


async def workload_of(store: Store) -> Load:
    """What is pending and what is open. Raises StoreTrouble."""
    posts, matches = await store.waiting_posts(), await store.open_matches()
    age = (utcnow() - posts.since).total_seconds() if posts.since else None
    counts = {(game, str(status)): count for (game, status), count in matches.items()}
    now = utcnow()
    upcoming = await store.upcoming(now)
    overdue = {str(kind): max(0.0, (now - at).total_seconds()) for kind, at in upcoming.items()}
    return Load(posts.waiting, posts.refused, age and max(0.0, age), counts, overdue)


async def newcomers_of(store: Store, now: datetime) -> Mapping[str, int]:
    """Of those who began to learn in the week that ended a week ago, how many first played when.
    Raises StoreTrouble."""
    found = first_matches(await store.newcomers(*span(now)))
    return {str(kind): count for kind, count in found.items()}

"""The terms, times and channel of a league or tournament, as people give them in a command."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from discord.app_commands import Choice

from bot.catalog import Entry, Option, catalog, entry
from bot.front import ids
from bot.front.clock import utcnow
from bot.front.competitions.length_words import length_text
from bot.front.discord import permissions
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import inline_code
from bot.front.text.typed_times import typed_instant, typed_length
from bot.front.ui.choices import LONGEST, to_choose
from bot.games.core import PlayerError
from bot.games.phrases import comma_list
from bot.model.clock.running import calendar_at
from bot.model.clock.units import DAY, HOUR, MINUTE, WEEK
from bot.model.competitions.competition import FixtureTerms
from bot.model.competitions.lengths import round_of_an_evening, round_of_days
from bot.model.competitions.phases import HOUR_OF_SEASONS, next_monday
from bot.model.records import ChannelId

GAME = "Which game"
OPTIONS = "Options of the game, like size: 8 by 8; the usual ones for the rest"
PAIRS = "Pairs of matches with seats swapped, one result (usually yes)"
RATED = "Counts for ratings (usually yes)"
PREPARING = "Players may prepare answers to moves (usually yes); studying always is allowed"


def games_for_two() -> list[tuple[str, str]]:
    """The games that can be chosen: their names, and their keys."""
    return [(game.name, game.key) for game in catalog().values() if 2 in game.players]


def terms_of(
    game: str,
    options: str | None = None,
    *,
    pairs: bool = True,
    rated: bool = True,
    preparing: bool = True,
) -> FixtureTerms:
    """The terms given in a command. Raises PrivateReply for options that can't be read."""
    of = entry(game)
    usual = {option.name: _usual(option) for option in _asked(of)}
    values = {name: value for name, value in usual.items() if value is not None}
    chosen = {**values, **dict(_read(of, options or ""))}
    return FixtureTerms(game, chosen, rated=rated, pair=pairs, banks=True, unprepared=not preparing)


def changed_terms(given: Mapping[str, Any], before: FixtureTerms) -> FixtureTerms:
    """The former terms with what is given of `game`, `options`, `pairs`, `rated` and `preparing`.
    Another game has its own options; everything not given stays. Raises PrivateReply."""
    game = given["game"] or before.game
    asked = terms_of(game, given["options"])
    keeps_options = game == before.game and given["options"] is None
    return replace(
        asked,
        options=before.options if keeps_options else asked.options,
        pair=before.pair if given["pairs"] is None else given["pairs"],
        rated=before.rated if given["rated"] is None else given["rated"],
        unprepared=before.unprepared if given["preparing"] is None else not given["preparing"],
    )


async def options_offered(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The options of the game that is chosen already: one more option after those typed."""
    key = getattr(interaction.namespace, "game", None)
    game = catalog().get(key) if isinstance(key, str) else None
    return to_choose(completions(game, typed))


def completions(game: Entry | None, typed: str) -> list[str]:
    """The typed text with each further option of the game that continues it."""
    if game is None:
        return []
    *before, last = (part.strip() for part in typed.split(","))
    named = {part.partition(":")[0].strip().casefold() for part in before}
    found = (
        ", ".join([*before, f"{option.name}: {label}"])
        for option in _asked(game)
        if option.name not in named
        for label, value in _values(option).items()
        if not game.why_solved({option.name: value})
        if last.casefold() in f"{option.name}: {label}".casefold()
    )
    return [text for text in found if len(text) <= LONGEST]


def _asked(game: Entry) -> Iterator[Option]:
    return (option for option in game.options if option.kind != "drawn")


def _usual(option: Option) -> Any:
    per_seat = option.kind == "per_seat" and option.default is not None
    return [option.default] * 2 if per_seat else option.default


def _values(option: Option) -> Mapping[str, Any]:
    # What can be chosen, by its label. Values per seat are the same for both.
    if option.kind == "choice":
        return dict(option.choices)
    numbers = range(option.minimum or 0, (option.maximum or 0) + 1)
    return {str(n): [n, n] if option.kind == "per_seat" else n for n in numbers}


def _read(game: Entry, text: str) -> Iterator[tuple[str, Any]]:
    for part in filter(str.strip, text.split(",")):
        name, _, label = (each.strip().casefold() for each in part.partition(":"))
        option = next((each for each in _asked(game) if each.name == name), None)
        labels = (
            {known.casefold(): value for known, value in _values(option).items()} if option else {}
        )
        if option is None or label not in labels:
            raise PrivateReply(_unknown(game, option, part.strip()))
        yield option.name, labels[label]


def _unknown(game: Entry, option: Option | None, part: str) -> str:
    if option is not None:
        known = comma_list([inline_code(label) for label in _values(option)])
        return f"`{option.name}` of {game.name} can be {known}. Choose one of them."
    known = comma_list([inline_code(each.name) for each in _asked(game)])
    there_are = f"It has {known}" if known else "It has no options: leave them out"
    return f"I don't know {inline_code(part[:60])} of {game.name}. {there_are}."


ROUNDS = (20 * MINUTE, 30 * MINUTE, 45 * MINUTE, HOUR, 2 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
BEGINNINGS = (30 * MINUTE, HOUR, 3 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""Lengths that are suggested while a person types."""

NO_LENGTH = "I can't read {text} as a length of time. Write `45 minutes`, `2 hours` or `7 days`."
NO_BEGINNING = (
    "I can't read {text} as a time. Write `in 2 hours`, `20:00`, `tomorrow 20:00` or "
    "`24 Dec 18:00`, in your time zone of `/calendar`: UTC until you choose one."
)


async def beginning(interaction: Interaction, text: str) -> datetime:
    """When it begins: after some time, or at an instant by the person's own clock. Raises
    PrivateReply."""
    now = utcnow()
    length = _length(re.sub(r"^\s*in\s+", "", text, flags=re.IGNORECASE))
    if length is not None:
        return now + length
    history = await interaction.client.service.calendars.history(ids.user(interaction))
    zone = calendar_at(now, history).zone
    try:
        return typed_instant(text, zone, now)
    except PrivateReply:
        raise PrivateReply(NO_BEGINNING.format(text=inline_code(text[:40]))) from None


def round_length(text: str) -> timedelta:
    """How long a round may last. Raises PrivateReply."""
    length = _length(text)
    if length is None:
        raise PrivateReply(NO_LENGTH.format(text=inline_code(text[:40])))
    return length


def _length(text: str) -> timedelta | None:
    found = re.fullmatch(
        r"\s*(\d{1,3}) ?(?:m|min|mins|minutes?)\s*", text, re.ASCII | re.IGNORECASE
    )
    return int(found[1]) * MINUTE if found else typed_length(text)


async def times_offered(_: Interaction, typed: str) -> list[Choice[str]]:
    """Some times after which it may begin; a date can be typed as well."""
    return to_choose([f"in {length_text(each)}" for each in BEGINNINGS], typed)


async def rounds_offered(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Some lengths of rounds, first those that suit the game that is chosen already."""
    key = getattr(interaction.namespace, "game", None)
    fitting: list[timedelta | None] = []
    with suppress(PlayerError, PrivateReply):
        terms = terms_of(str(key), getattr(interaction.namespace, "options", None))
        fitting = [round_of_an_evening(terms), round_of_days(terms)]
    return to_choose(map(length_text, dict.fromkeys(filter(None, [*fitting, *ROUNDS]))), typed)


# The first day of a season

NO_DAY = (
    "I can't read {text} as a day. Pick one of those that Discord offers while you type, or write "
    "it like `2026-12-28`."
)

MONDAYS = 12
"""Beginnings that are offered."""

TO_SIGN_UP = timedelta(days=3)
"""How long people have at least to sign up for the first season, unless its day is chosen."""


async def beginnings_offered(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Autocomplete for the day on which a season begins."""
    first = next_monday(utcnow())
    mondays = [first + number * WEEK for number in range(MONDAYS)]
    labels = [f"Monday {each.day} {each:%B %Y, %H:%M} UTC" for each in mondays]
    days = [f"{each:%Y-%m-%d}" for each in mondays]
    return to_choose(zip(labels, days, strict=True), typed)


def usual_beginning() -> datetime:
    """When the first season of a new league begins."""
    return next_monday(utcnow() + TO_SIGN_UP)


def typed_beginning(text: str) -> datetime:
    """The beginning of a season on that day, which may be no Monday. Raises PrivateReply."""
    try:
        return datetime.combine(date.fromisoformat(text.strip()), HOUR_OF_SEASONS, UTC)
    except ValueError:
        raise PrivateReply(NO_DAY.format(text=inline_code(text[:40]))) from None


UNSEEN = (
    "⚠️ I don't see its channel any more, so nothing is posted: `{change}` with `channel` gives it "
    "another."
)


async def require_channel(interaction: Interaction, channel: ChannelId) -> None:
    """Refuse a channel that the person may not choose, or in which the bot may not post."""
    permissions.require_host(interaction, channel)
    await permissions.require_place(interaction, channel, ids.guild(interaction))
    permissions.require_postable(interaction, channel)


def channel_trouble(interaction: Interaction, channel: ChannelId, change: str) -> str | None:
    """What managers are told about a channel in which nothing can be posted any more, and that this
    command changes it; None for all others."""
    if not permissions.may_host(interaction, channel):
        return None
    if permissions.permissions_in(interaction.client, channel) is None:
        return UNSEEN.format(change=change)
    return permissions.why_silent(interaction.client, channel)

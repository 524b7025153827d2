"""What people type and are called: times, zones, calendars, names, custom ids, safe texts."""

import re
import sys
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any, TypeVar

from bot.front.discord import markdown
from bot.front.discord.context import PrivateReply
from bot.front.meant import _labeled, bold_match_label, match_label
from bot.front.people.calendar import FORMS
from bot.front.text.clock_text import calendar_text
from bot.front.text.typed_times import typed_instant, typed_length, typed_time
from bot.front.ui.base import CustomId, parsed_number
from bot.games.phrases import NOBODY, brief_name
from bot.model.clock.calendar import is_zone, zone_named, zones, zones_like
from bot.model.events import Person
from bot.model.records import MatchId, PersonId, Status
from bot.model.refusals import Refused
from bot.service.personal.calendars import CalendarBook
from renderers.drawing.theme import fitting, text_width
from tests.fuzz.forged import runner
from tests.fuzz.target import Target, check, check_sentence, picked, text_of
from tests.helpers.people import ADA
from tests.store.contracts.matches import row_of
from tests.store.memory import MemoryStore

NOW = datetime(2026, 3, 28, 21, 30, tzinfo=UTC)
"""The night before clocks go forward in Europe."""

T = TypeVar("T")

PLACES = ("UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu")


# Times


def read_time(data: bytes) -> None:
    """Times, instants and lengths are read or refused in words; a time's text is read as that
    time."""
    which, rest = picked(data, 2 * len(PLACES))
    text, zone = text_of(rest), PLACES[which // 2]
    try:
        found = typed_time(text)
        check(typed_time(f"{found:%H:%M}") == found)
    except PrivateReply as error:
        check_safe(str(error), text)
    try:
        instant = typed_instant(text, zone, NOW, through=bool(which % 2))
        check(instant.utcoffset() == timedelta(0))
        markdown.full_time(instant)
    except PrivateReply as error:
        check_safe(str(error), text)
    length = typed_length(text)
    check(length is None or length >= timedelta(0))


def change_calendar(data: bytes) -> None:
    """A form of the calendar changes it, or is refused in words and changes nothing.

    What is changed is written, read back equal, and shown.
    """
    which, rest = picked(data, len(FORMS))
    name = sorted(FORMS)[which]
    first, _, second = text_of(rest).partition("\n")
    written = {"zone": first, "from": first, "to": second}
    book = CalendarBook(MemoryStore(), lambda: NOW, lambda: None)
    try:
        history = _run(FORMS[name].apply(book, ADA.id, written))
    except (Refused, PrivateReply) as error:
        check(str(error))
        return
    for segment in history:
        check(type(segment.calendar).of(segment.calendar.values()) == segment.calendar)
    check(len(calendar_text(history, NOW)) <= markdown.LIMIT)


def _run(work: Awaitable[T]) -> T:
    async def done() -> T:
        return await work

    return runner().run(done())


def find_zone(data: bytes) -> None:
    """A zone is found, or what was typed is given back; all that is offered are zones."""
    text = text_of(data)
    named = zone_named(text)
    check(named in zones() or named == text.strip())
    check(is_zone(named) or named not in zones())
    offered = zones_like(text, 25)
    check(len(offered) <= 25 and set(offered) <= set(zones()))


# Texts

LIVE = re.compile(r"@(?!\u200b)|<(?!\u200b)|://")
"""What Discord would make a mention, an emoji or a link of."""

STYLED = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`]")
"""A character that styles the text around it."""


def check_safe(said: str, typed: str) -> None:
    """A sentence that quotes what was typed has it in code or made safe, and is not long."""
    check(len(said) < 700)
    outside = "".join(re.split(r"``.*?``|`[^`]*`", said))
    check(not LIVE.search(outside), said)
    check("```" not in said, typed)


def show_text(data: bytes) -> None:
    """No typed text can ping, link or style anything."""
    text = text_of(data)
    escaped = markdown.escape(text)
    check(not LIVE.search(escaped), escaped)
    check(not STYLED.search(escaped), escaped)
    name = markdown.bold(Person(PersonId(7), text))
    check("\n" not in name and not LIVE.search(name) and len(name) > 4, name)
    check(not STYLED.search(name[2:-2]), name)
    code = markdown.inline_code(text)
    check("\n" not in code and "```" not in code and len(code) > 2, code)
    check("```" not in markdown.code_block(text)[3:-3], text)
    markdown.with_local_times(escaped)
    lines = text.split("\n")
    check(all(len(each) <= 40 for each in markdown.lines_in_messages(lines, 40)))
    check(len(markdown.join_lines(lines, 40)) <= 40)


def draw_text(data: bytes) -> None:
    """Any name fits the width that there is for it, on pictures and on text boards."""
    text = text_of(data)
    check(text_width(fitting(text, "name", 120.0), "name") <= 121)
    check(len(brief_name(1, {1: text})) <= 16)
    check(brief_name(1, NOBODY))


# Custom ids


@cache
def kinds() -> list[type[CustomId]]:
    """Every kind there is."""
    import bot.front.client  # noqa: F401 # every kind is defined by now

    # A class with slots is made twice; the first make of it goes by no name.
    modules = {kind: sys.modules[kind.__module__] for kind in CustomId.__subclasses__()}
    return [kind for kind, module in modules.items() if getattr(module, kind.__name__) is kind]


def read_custom_id(data: bytes) -> None:
    """A custom id is of one kind at most, and is printed as it came."""
    text = text_of(data)
    found = [parsed for kind in kinds() if (parsed := kind.parse(text))]
    check(len(found) <= 1, found)
    check(all(str(parsed) == text for parsed in found), text)
    try:
        check(str(parsed_number(text)) == text)
    except PrivateReply as error:
        check_sentence(error)


TIMES = (
    *("22:30", "10:30 pm", " am", "2026-12-24", "24.12.", "24 Dec", "february", "today"),
    *("tomorrow",),
    *("now", "9999", "0001", "31.12.9999", "5 days", "36 h", "weeks", " at ", "t", "\n", "999"),
)
ZONES = ("Europe/", "Berlin", "new york", "Etc/GMT+12", "../", "posixrules", "America/", "_", "\n")
MARKS = ("@everyone", "<@1>", "<t:0:R>", "https://", "[x](y)", "```", "# ", "-# ", "> ", "\\", "**")
IDS = (
    *("move:1:2", "pick:", "do:", "look:", ":point", "reel:", ":film:", "page:", "wish:me:"),
    *("typed:",),
    *("panel:server:pages", "calendar:", "notices:", "lobby:", "lobbypage:", "unblock:", "ask:"),
    *("inbox:", ":usual:", ":0", "menu", "999999999999999"),
)


STATES = (Status.INVITED, Status.RUNNING, Status.ENDED)


def find_label(data: bytes) -> None:
    """What is typed finds the matches whose labels have it; a label is short and safe to show.

    The first line is what is typed, the others are names; each match has some of the people.
    """
    which, rest = picked(data, len(STATES) * 4)
    typed, *names = text_of(rest).split("\n")
    people = [Person(PersonId(number), name) for number, name in enumerate(names[:8], 1)]
    rows = [
        row_of(
            MatchId(number),
            1,
            people=tuple(people[: number % 5]),
            status=STATES[which % len(STATES)],
            turn=which // len(STATES),
        )
        for number in range(1, 31)
    ]
    reader: Any = SimpleNamespace(user=SimpleNamespace(id=which // len(STATES)))
    choices = _labeled(reader, rows, typed)
    check(len(choices) <= 25)
    check(all(0 < len(each.name) <= 100 for each in choices), choices)
    check(all(typed.casefold() in each.name.casefold() for each in choices), choices)
    if len(typed) == 0:
        check([each.value for each in choices] == list(range(1, 26)))
    for row in rows[:5]:
        check("\n" not in bold_match_label(row, reader.user.id))
        check(not LIVE.search(bold_match_label(row, reader.user.id)))
        check(match_label(row, reader.user.id).startswith(f"{row.match} · "))


IN_LABELS = (
    *("Bump", "with", "between", "your turn", "a challenge", " · ", "\n", "anyone", "ß", "İ", "@"),
)
TARGETS = (
    Target("typed_times", read_time, 60, TIMES, 80),
    Target("calendars", change_calendar, 10, (*TIMES, *ZONES), 140),
    Target("zones", find_zone, 3, ZONES, 70),
    Target("markdown", show_text, 60, MARKS),
    Target("names", draw_text, 20, MARKS, 120),
    Target("custom_ids", read_custom_id, 60, IDS, 110),
    Target("labels", find_label, 20, IN_LABELS, 300),
)

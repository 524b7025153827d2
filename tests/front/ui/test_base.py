"""Custom ids: what is printed is read again, and nothing else is."""

import logging
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.exercises.exercise import ExerciseId
from bot.front.board.private_view import HintId
from bot.front.board.replay import ReplayId
from bot.front.competitions.items import CompetitionId
from bot.front.competitions.showing import TablesId
from bot.front.discord.errors import OUTDATED
from bot.front.exercises.rules_pages import RulesPageId
from bot.front.exercises.views import TryId
from bot.front.invitations.challenge_form import ChallengeFormId
from bot.front.invitations.ladder_panel import LadderId
from bot.front.invitations.lobby import LobbyId, LobbyPageId
from bot.front.people.blocks import UnblockId
from bot.front.people.calendar import CalendarId
from bot.front.people.inbox import InboxId
from bot.front.people.notices import NoticeId
from bot.front.people.privacy import PrivacyId
from bot.front.picker.components import PickerId
from bot.front.picker.typed_moves import TypedId
from bot.front.ui.base import ACTIONS, FORM, ButtonId, CustomId, LearnId
from bot.front.ui.dispatch import parsed_id
from bot.front.ui.settings import SettingId, SettingsPagesId
from bot.model.records import MatchId, PersonId, Seq
from tests.front.conftest import World
from tests.helpers.people import SECOND

ONE, MOST = MatchId(1), MatchId(10**15 - 1)

FIRST_BUMP = ExerciseId("stage", "bump", "first-bump")
LONGEST = ExerciseId("k" * 6, "g" * 12, "n" * 40)

# As they stand in messages that were posted long ago.
POSTED: dict[str, CustomId] = {
    "move:1:2": ButtonId("move", ONE, Seq(2)),
    "pick:1:2:3:d0": PickerId("pick", ONE, Seq(2), 3, "d0"),
    "do:1:2:3:page4": PickerId("do", ONE, Seq(2), 3, "page4"),
    "look:1:2:point": HintId(ONE, Seq(2)),
    "reel:1:2:film:0": ReplayId(ONE, 2, None, 0),
    "reel:1:0:9999:4": ReplayId(ONE, 0, 9999, 4),
    "page:bump:1": RulesPageId("bump", 1),
    "learn:playme:bump": LearnId("playme", "bump"),
    "wish:me:large:on": SettingId("me", "large", "on"),
    "wish:server:theme:chosen": SettingId("server", "theme", "chosen"),
    "calendar:weekend:0": CalendarId("weekend"),
    "calendar:end:1767225600": CalendarId("end", 1767225600),
    "notices:cadence:48": NoticeId("cadence", "48"),
    "lobby:accept:12": LobbyId("accept", MatchId(12)),
    "lobbypage:3": LobbyPageId(3),
    "climb:bump:3:2": LadderId("bump", 3, SECOND),
    "unblock:80351110224678912": UnblockId(PersonId(80351110224678912)),
    "ask:80351110224678912": ChallengeFormId(PersonId(80351110224678912)),
    "inbox:waiting:0": InboxId("waiting", 0),
    "inbox:menu:0": InboxId("menu"),
    "typed:1:usual:02,03(04)": TypedId(ONE, "usual", "02,03(04)"),
    "privacy:delete": PrivacyId("delete"),
    "league:join:12": CompetitionId("league", "join", 12),
    "tournament:enter:12": CompetitionId("tournament", "enter", 12),
    "tables:12:p0": TablesId(12, 0),
    "panel:server:pages": SettingsPagesId("server"),
    "try:stage.bump.first-bump:3:@03": TryId("try", FIRST_BUMP, 3, "@03"),
    "act:stage.bump.first-bump:0:page4": TryId("act", FIRST_BUMP, 0, "page4"),
    # The longest of each part.
    f"do:{MOST}:{MOST}:999999999:{'x' * 40}": PickerId(
        "do", MOST, Seq(MOST), 999_999_999, "x" * 40
    ),
    f"{'a' * 20}:{MOST}:{MOST}": ButtonId("a" * 20, MOST, Seq(MOST)),
    f"reel:{MOST}:999999:9999:9": ReplayId(MOST, 999_999, 9999, 9),
    f"page:{'a' * 40}:999": RulesPageId("a" * 40, 999),
    f"wish:me:{'a' * 20}:{'b' * 20}": SettingId("me", "a" * 20, "b" * 20),
    f"calendar:end:{MOST}": CalendarId("end", MOST),
    f"unblock:{'9' * 20}": UnblockId(PersonId(10**20 - 1)),
    f"typed:{MOST}:compare:{'x' * 70}": TypedId(MOST, "compare", "x" * TypedId.LONGEST),
    f"try:{LONGEST}:999999:{'x' * 25}": TryId("try", LONGEST, 999_999, "x" * 25),
    "inbox:finished:999": InboxId("finished", 999),
    "lobbypage:999": LobbyPageId(999),
}

KINDS: list[type[CustomId]] = sorted({kind for kind, _ in ACTIONS}, key=str)

# Every text that fits the pattern of a kind, as it may be pressed; all that is printed fits one.
ids = st.one_of([st.from_regex(kind.template(), fullmatch=True).map(kind.parse) for kind in KINDS])


@pytest.mark.parametrize(("text", "said"), POSTED.items())
def test_posted_custom_ids_are_read_and_printed_as_ever(text: str, said: CustomId) -> None:
    assert type(said).parse(text) == said
    assert str(said) == text


@given(ids)
def test_what_is_printed_fits_is_read_again_and_by_its_own_kind_alone(printed: CustomId) -> None:
    text = str(printed)
    assert len(text) <= 100
    assert [found for kind in KINDS if (found := kind.parse(text))] == [printed]
    assert parsed_id(text) == printed


@pytest.mark.parametrize(
    "number", ["", "-1", "+1", "1_0", " 1", "1 ", "01", "\u0661", "²", "1" * 16]
)
def test_numbers_are_short_and_in_plain_digits(number: str) -> None:
    assert ButtonId.parse(f"move:{number}:1") is None
    assert ButtonId.parse(f"move:1:{number}") is None
    assert PickerId.parse(f"pick:1:1:{number}:x") is None
    assert ReplayId.parse(f"reel:1:1:{number}:1") is None
    assert RulesPageId.parse(f"page:bump:{number}") is None


@pytest.mark.parametrize("text", ["move:1:2\n", "move:1", "move:1:2:3", "Move:1:2", ":1:2"])
def test_nothing_else_is_a_button(text: str) -> None:
    assert ButtonId.parse(text) is None


def test_a_scope_that_is_none_is_no_menu_of_pages() -> None:
    assert SettingsPagesId.parse("panel:other:pages") is None


def test_something_is_done_about_every_kind_of_custom_id() -> None:
    assert sorted(CustomId.__subclasses__(), key=str) == KINDS


def test_no_custom_id_that_is_pressed_names_a_form() -> None:
    assert not any(each.name_of_action == FORM for each in POSTED.values())
    assert ButtonId.parse(f"{FORM}:1:2") is None


def test_the_client_loads_every_room_whose_buttons_do_something() -> None:
    loading = (
        "import pkgutil, sys, bot.front.client;"
        "found = pkgutil.walk_packages(bot.front.__path__, 'bot.front.');"
        "print(sorted({each.name for each in found} - {*sys.modules}))"
    )
    told = subprocess.run(
        [sys.executable, "-c", loading], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "[]"


# Options of commands


RUN, COMPLETE = 2, 4
STRING, INTEGER, USER = 3, 4, 6


def option(name: str, kind: int, value: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "value": value, **more}


async def send(world: World, kind: int, command: str, *options: dict[str, Any]) -> None:
    """A command with options that no Discord would send."""
    name, *below = command.split()
    given = list(options)
    for each in reversed(below):
        given = [{"name": each, "type": 1, "options": given}]
    await world.send(world.ada, kind, {"id": "1", "name": name, "type": 1, "options": given})


async def test_options_of_another_version_are_refused_in_words(world: World) -> None:
    for command, options in (
        ("challenge bump", [option("time", STRING, "a time of long ago")]),
        ("challenge bump", [option("opponent", USER, "12345")]),
        ("challenge bump", [option("opponent", STRING, "Grace")]),
        ("board", [option("match", INTEGER, 0)]),
        ("board", [option("match", INTEGER, 2**60)]),
        ("board", [option("match", INTEGER, True)]),
        ("board", [option("match", INTEGER, 1), option("match", INTEGER, 2)]),
        ("board", [option("color", STRING, "blue")]),
        ("move", [option("move", STRING, None)]),
    ):
        before = len(world.private_texts())
        await send(world, RUN, command, *options)
        assert world.private_texts()[before:] == [OUTDATED], options


async def test_what_is_half_typed_is_completed_next_to_any_text(short: World) -> None:
    for options in (
        [option("match", INTEGER, 1)],
        [option("move", STRING, 7, focused=True)],
        [option("match", INTEGER, 1), option("move", USER, "12345", focused=True)],
        [option("preview", 5, "", focused=True)],
        [option("gone", STRING, "1", focused=True)],
    ):
        await send(short, COMPLETE, "move", *options)
        assert [each for each in short.log.records if each.levelno >= logging.ERROR] == [], options

    assert await short.ada.autocomplete(short.channel, "move", "move", "1", match=1)
    beside = option("match", INTEGER, "the last one")
    await send(short, COMPLETE, "move", beside, option("move", STRING, "1", focused=True))
    asked = list(short.env.backend.interactions.values())[-1]
    assert asked.autocomplete_choices

    typed = option("match", INTEGER, "", focused=True)
    for who in (str(short.grace.id), "Gra", "", None):
        # What it raises would fail the test behind its end.
        await send(short, COMPLETE, "replace", option("by", USER, who), typed)
        asked = list(short.env.backend.interactions.values())[-1]
        assert bool(asked.autocomplete_choices) == (who == str(short.grace.id))

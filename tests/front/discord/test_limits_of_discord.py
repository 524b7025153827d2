"""Commands, buttons, forms, texts and the fullest inbox stay inside what Discord takes.

A command that breaks a limit keeps all of them from being registered.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.components import validate_components, walk_components

from bot.catalog import catalog
from bot.front.board.pictures import ALT_LIMIT
from bot.front.board.private_view import PrivateView, view_buttons
from bot.front.board.replay import ReplayFrame, ReplayPosition, replay_buttons
from bot.front.client import Bumpbot
from bot.front.competitions.items import CompetitionId
from bot.front.exercises import rules_pages
from bot.front.match.play import move_form
from bot.front.people.inbox import InboxId, draw_tiles, inbox_layout
from bot.front.people.inbox_words import InboxEntry
from bot.front.people.settings_pages import (
    MOST_CHANNELS,
    play_controls,
    setting_controls,
)
from bot.front.picker.components import PickerId, picker_view
from bot.front.picker.controls import TYPE, Control, offers
from bot.front.picker.layout import page_of
from bot.front.picker.screen import Screen
from bot.front.ui.base import ACTIONS, FORM, Address, ButtonId, button_row, match_button
from bot.front.ui.dispatch import action_of
from bot.front.ui.settings import page_view
from bot.games.guide import Choice, Step
from bot.model.clock.calendar import Calendar, Vacation
from bot.model.clock.running import Segment
from bot.model.commands import Play
from bot.model.events import Person
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, Delivered, Draft, MatchId, MessageId, PersonId, Post, Seq
from bot.model.requests import DRAW, TAKEBACK, TIME
from bot.service.inbox import PAGE, InboxPage, Kind
from bot.service.personal.preferences import USUAL
from bot.service.personal.recap import Changes
from tests.front.conftest import World, no_store
from tests.helpers.people import ADA
from tests.helpers.playing import known
from tests.helpers.random_play import games

NAME = re.compile(r"[-_\w]{1,32}")
FAR = Address(MatchId(10**15 - 1), Seq(10**15 - 1))


@pytest.fixture
async def commands() -> list[dict[str, Any]]:
    client = Bumpbot(no_store)
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def _parts(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", ()):
        yield from _parts(option)


def _weight(command: dict[str, Any]) -> int:
    """The characters that Discord counts."""
    own = len(command["name"]) + len(command.get("description", ""))
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in command.get("choices", ()))
    return own + choices + sum(map(_weight, command.get("options", ())))


async def test_every_command_and_option_fits(commands: list[dict[str, Any]]) -> None:
    assert len(commands) <= 100
    assert len({c["name"] for c in commands}) == len(commands)
    for part in (p for c in commands for p in _parts(c)):
        if part["type"] == discord.AppCommandType.user.value and "description" not in part:
            assert 1 <= len(part["name"]) <= 32
            continue
        assert NAME.fullmatch(part["name"]), part
        assert part["name"] == part["name"].lower()
        assert 1 <= len(part["description"]) <= 100, part
        assert len(part.get("options", ())) <= 25
        assert len(part.get("choices", ())) <= 25
        assert not (part.get("choices") and part.get("autocomplete"))
        assert all(1 <= len(c["name"]) <= 100 for c in part.get("choices", ()))
        needed = [o.get("required", False) for o in part.get("options", ()) if o["type"] > 2]
        assert needed == sorted(needed, reverse=True), "required options come first"


async def test_no_command_is_longer_than_8000_characters(commands: list[dict[str, Any]]) -> None:
    weights = {c["name"]: _weight(_without_games_of_tests(c)) for c in commands}
    too_long = {name: weight for name, weight in weights.items() if weight > 8000}
    assert too_long == {}, (
        "shorten descriptions of options: in data/games/*.toml those of a game, in "
        "bot/front/commands/invite.py those of all"
    )


def _without_games_of_tests(command: dict[str, Any]) -> dict[str, Any]:
    ours = {game.key for game in games()}
    of_tests = {key for key in catalog() if key not in ours}
    options = [each for each in command.get("options", ()) if each["name"] not in of_tests]
    return {**command, "options": options}


async def test_every_command_says_where_it_can_be_used(commands: list[dict[str, Any]]) -> None:
    for command in commands:
        managers = command["name"] in ("calloff", "records")
        in_servers = managers or command["name"] == "replace"
        assert command["contexts"] == ([0] if in_servers else [0, 1, 2])
        assert command["integration_types"] == ([0] if in_servers else [0, 1])
        assert bool(command["default_member_permissions"]) == managers


BUTTONS = {name: each.label for (kind, name), each in ACTIONS.items() if kind is ButtonId}


@pytest.mark.parametrize("action", sorted(BUTTONS.keys() - {FORM}))
async def test_every_button_fits_and_is_found_by_its_address(action: str) -> None:
    press = match_button(action, FAR)
    assert len(known(press.custom_id)) <= 100
    assert ButtonId.parse(known(press.custom_id)) == ButtonId(action, FAR.match, FAR.seq)
    assert 1 <= len(BUTTONS[action]) <= 38, "longer labels are cut on a phone"


def test_every_button_of_competitions_fits_and_is_known() -> None:
    found = {name: each for (kind, name), each in ACTIONS.items() if kind is CompetitionId}
    assert found
    for name, each in found.items():
        assert 1 <= len(each.label) <= 38
        subject, _, done = name.partition(" ")
        assert action_of(CompetitionId(subject, done, 10**15 - 1)) is each


CROWD = ("accept", "learnfirst", "decline", "begin", "withdraw", "howto")
"""The buttons below a challenge to several people."""


async def test_no_message_has_more_than_five_rows_of_five() -> None:
    for actions in (CROWD, ("draw", "askresign", "asktime", "claim", "rules", "record")):
        view = known(button_row(actions, FAR))
        assert _rows(view)
        assert view.timeout is None
    assert button_row((), FAR) is None


def _rows(view: discord.ui.View) -> list[dict[str, Any]]:
    rows: list[Any] = view.to_components()
    assert len(rows) <= 5
    for row_ in rows:
        items = row_["components"]
        assert len(items) <= (1 if "options" in items[0] else 5)
        for item in items:
            assert len(item["custom_id"]) <= 100
            assert len(item.get("label") or "") <= 38
            assert len(item.get("options", ())) <= 25
            assert all(len(o["label"]) <= 100 for o in item.get("options", ()))
    ids = [item["custom_id"] for row_ in rows for item in row_["components"]]
    assert len(set(ids)) == len(ids), "Discord takes each address once in a message"
    return rows


async def test_the_settings_fit() -> None:
    everywhere = tuple(map(ChannelId, range(10**17, 10**17 + MOST_CHANNELS)))
    assert [len(_rows(setting_controls(scope, USUAL))) for scope in ("me", "server")] == [5, 4]
    assert len(_rows(play_controls(USUAL, everywhere))) == 5
    assert len(_rows(page_view("server", "posts", USUAL))) == 5


async def test_the_buttons_of_a_board_and_a_replay_fit_and_differ(short: World) -> None:
    await short.move(short.ada, "1")
    match = replace(await short.match(), id=FAR.match)
    for at in (
        ReplayPosition(FAR.match, 0, 0),
        ReplayPosition(FAR.match, 1, 1),
        ReplayPosition(FAR.match, 1),
    ):
        assert len(_rows(replay_buttons(match, ReplayFrame(at, 1, b"", "")))) == 1
        for close in (True, False):
            frame = ReplayFrame(at, 1, b"", "", close, whole=not close)
            assert len(_rows(replay_buttons(match, frame))) <= 2
    # However much can be pointed out.
    view = PrivateView(match, short.grace.id, USUAL, FAR.seq)
    titles = [f"{number} {'x' * 120}" for number in range(40)]
    assert len(_rows(view_buttons(view, titles, 3))) == 2


async def test_the_pages_of_the_rules_fit_into_a_message() -> None:
    # A forged number shows some page.
    assert "Page" in rules_pages.rules_texts(catalog()["heap"], 999)[-1]
    for game in catalog().values():
        for page in range(len(game.rules)):
            texts = rules_pages.rules_texts(game, page)
            assert sum(map(len, texts)) <= 4000, (game.key, page)
            leaves = rules_pages.page_buttons(game, page)
            assert all(len(b.custom_id) <= 100 for b in leaves.children)  # type: ignore[attr-defined]


async def test_every_button_of_a_half_made_move_fits_and_is_found_by_its_address() -> None:
    choices = tuple(Choice("k" * 23 + chr(97 + n), "A choice", angle=45.0 * n) for n in range(8))
    others = tuple(Choice("o" * 22 + str(n), "Another choice") for n in range(30, 60))
    shown = page_of(Step("Which?", (*choices, *others), "x", ("c4",)))
    below = (Control("Confirm", "confirm"), Control("Back", "back"), Control("▶", "page999"))
    offered = tuple(offers([f"a move of many words, number {n}" for n in range(9)]))
    draft = Draft(ADA.id, FAR.match, FAR.seq, changes=10**9 - 1)
    for screen in (
        Screen("", (), shown.rows, (*below[:2], TYPE, Control("Cancel", "cancel"))),
        Screen("", (), (), below, offers=offered),
    ):
        rows = picker_view(screen, PickerId.of(draft)).to_components()
        assert len(rows) <= 5
        parts = [part for row in rows for part in row["components"]]
        assert len({part["custom_id"] for part in parts}) == len(parts)
        for part in parts:
            assert len(part["custom_id"]) <= 100
            assert PickerId.parse(part["custom_id"]) or ButtonId.parse(part["custom_id"])
            assert 1 <= len(part.get("label") or part["placeholder"]) <= 80
        assert all(len(row["components"]) <= 5 for row in rows)


async def test_menus_below_each_other_fit_and_have_addresses_of_their_own() -> None:
    choices = tuple(
        Choice(
            f"{'k' * 20}{n:03}", "x" * 60, f"s{n}", note="y" * 100, group=f"{n // 20} steps away"
        )
        for n in range(200)
    )
    step: Step[str] = Step("Where?", choices, listed=True)
    draft = Draft(ADA.id, FAR.match, FAR.seq, changes=10**9 - 1)
    controls = (
        *(Control("Confirm", "confirm"), Control("Back", "back")),
        *(Control("Zoom out", "whole999"), Control("▶", "page999"), Control("Cancel", "cancel")),
    )
    for number in range(page_of(step).pages):
        view = picker_view(Screen("", (), page_of(step, number).rows, controls), PickerId.of(draft))
        *menus, above, below = _rows(view)
        assert 1 <= len(menus) <= 3
        assert len(above["components"]) + len(below["components"]) == 5
        lines = [line for row in menus for line in row["components"][0]["options"]]
        assert all(len(line.get("description") or "") <= 100 for line in lines)
        assert all(PickerId.parse(row["components"][0]["custom_id"]) for row in menus)


async def test_the_form_for_a_move_fits(world: World) -> None:
    for number, game in enumerate(catalog(), 1):
        await world.ada.slash(world.channel, f"challenge {game}", opponent=world.grace, first="me")
        await world.grace.click(world.last, label="Accept")
        match = await world.match(number)
        form = move_form(match, ButtonId("type", FAR.match, FAR.seq), "x" * 200)
        assert len(form.title) <= 45
        assert len(form.custom_id) <= 100
        assert len(form.children) <= 5
        label = form.children[1]
        assert isinstance(label, discord.ui.Label)
        assert len(label.text) <= 45
        field = label.component
        assert isinstance(field, discord.ui.TextInput)
        assert len(field.placeholder or "") <= 100
        form.stop()


LARGE = 10**18 - 1
NAMES = ("*" * 32, "@" * 32, "://" * 10, "<" * 400)
V2 = 1 << 15


async def worst(world: World) -> tuple[InboxPage, list[InboxEntry]]:
    """A page of nine matches, of every game, with names, numbers and news as long as they get."""
    keys = [*catalog(), *catalog(), *catalog()][:PAGE]
    for key in keys:
        await world.ada.slash(world.channel, f"challenge {key}", opponent=world.grace, first="me")
        await world.grace.click(world.public()[-1], label="Accept")
    found = await world.client.service.inbox.page(world.ada.id, Kind.MINE, 0, world.channel.id)
    page = found._replace(number=1, total=100, more=True, waiting=99)
    return page, [await _at_worst(world, n, row) for n, row in enumerate(page.rows, 1)]


async def _at_worst(world: World, number: int, row: Any) -> InboxEntry:
    match = await world.client.matches.match(row.match)
    people = (
        Person(world.ada.id, "Ada"),
        *(Person(PersonId(n), name) for n, name in enumerate(NAMES, 1)),
    )
    for _ in range(2):
        mover = known(match.turn_person)
        text = match.rules.format(match.position, next(iter(match.rules.moves(match.position))))
        match = await world.client.matches.do(match.id, Play(mover.id, text))
    now = world.env.now()
    away = Segment(now, Calendar(vacations=(Vacation(now, now + timedelta(days=9)),)))
    match = replace(match, id=FAR.match, seats=people[:3]).timed((away,), now)
    assert match.halt
    far = replace(
        row,
        match=MatchId(FAR.match - number),
        people=people[: 2 + number % 4],
        awaited=(world.ada.id, *range(1, 20)),
        guild=LARGE,
        channel=LARGE,
    )
    changes = Changes(match.plies[-1:], 99, True, (DRAW, TAKEBACK, TIME))
    board = Delivered(Post(FAR.match, Seq(1), PostKind.TURN), ChannelId(LARGE), MessageId(LARGE))
    return InboxEntry(number, far, match, changes, board, f"<:{'b' * 32}:{LARGE}> ", FAR.match)


async def test_nine_matches_at_their_worst_fit_into_a_message(world: World) -> None:
    whole, shown = await worst(world)
    pictures = await draw_tiles(shown, USUAL, world.ada.id)
    assert len({file.filename for file in pictures}) == PAGE
    assert sum(len(file.fp.read()) for file in pictures) < 1_000_000

    for kind in Kind:
        page = whole._replace(kind=kind)
        layout = inbox_layout(page, shown, world.ada.id, pictures[1:])

        sent: list[dict[str, Any]] = layout.to_components()  # type: ignore[no-untyped-call] # by discord.py
        validate_components(sent, flags=V2)
        found = list(walk_components(sent))
        assert len(found) <= 40
        texts = [part["content"] for part in found if part["type"] == 10]
        assert sum(map(len, texts)) == layout.content_length() <= 4000
        assert kind is Kind.FINISHED or "(on vacation)" in texts[1]
        [gallery] = [part for part in found if part["type"] == 12]
        assert len(gallery["items"]) == PAGE - 1
        assert all(0 < len(item["description"]) <= ALT_LIMIT for item in gallery["items"])
        ids = [part["custom_id"] for part in found if "custom_id" in part]
        assert len(set(ids)) == len(ids) == PAGE + 4
        assert all(len(each) <= 100 for each in ids)
        assert all(ButtonId.parse(each) or InboxId.parse(each) for each in ids)
        # Only so short do they fit.
        assert f"{'*' * 32}".replace("*", r"\*") not in "".join(texts)
        [menu] = [part for part in found if part["type"] == 3]
        assert [line["value"] for line in menu["options"] if line.get("default")] == [kind]
        assert all(len(line["description"]) <= 100 for line in menu["options"])
        assert layout.timeout is None

    # Names are cut only where the whole would be too long.
    alone = inbox_layout(whole._replace(rows=whole.rows[:1]), shown[:1], world.ada.id, [])
    words = [part for part in alone.walk_children() if isinstance(part, discord.ui.TextDisplay)]
    assert any(r"\*" * 32 in part.content for part in words)

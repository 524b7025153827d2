"""Commands, buttons, forms and texts stay inside what Discord takes.

A command that breaks a limit keeps all of them from being registered.
"""

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.catalog import catalog
from bot.front import rulebook
from bot.front.buttons import ADDRESS, FACES, Address, Press, row
from bot.front.client import build
from bot.front.messages import CROWD_BUTTONS
from bot.front.presses import MoveForm
from bot.matches.events import MatchId
from bot.settings import Settings
from tests.front.conftest import World

NAME = re.compile(r"[-_\w]{1,32}")
FAR = Address(MatchId(10**15 - 1), 10**15 - 1)


@pytest.fixture
async def commands() -> list[dict[str, Any]]:
    client = build(Settings())
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def _parts(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The command, its subcommands and all their options."""
    yield command
    for option in command.get("options", ()):
        yield from _parts(option)


def _weight(command: dict[str, Any]) -> int:
    """The characters that Discord counts."""
    own = len(command["name"]) + len(command["description"])
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in command.get("choices", ()))
    return own + choices + sum(map(_weight, command.get("options", ())))


async def test_every_command_and_option_fits(commands: list[dict[str, Any]]) -> None:
    assert len(commands) <= 100
    assert len({c["name"] for c in commands}) == len(commands)
    for part in (p for c in commands for p in _parts(c)):
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
    assert all(_weight(command) <= 8000 for command in commands)


async def test_every_command_says_where_it_can_be_used(commands: list[dict[str, Any]]) -> None:
    for command in commands:
        managers = command["name"] == "calloff"
        assert command["contexts"] == ([0] if managers else [0, 1, 2])
        assert command["integration_types"] == ([0] if managers else [0, 1])
        assert bool(command["default_member_permissions"]) == managers


def test_every_game_has_its_own_challenge_and_rules() -> None:
    assert {"bump", "heap"} <= set(catalog())


@pytest.mark.parametrize("action", sorted(FACES))
async def test_every_button_fits_and_is_found_by_its_address(action: str) -> None:
    press = Press(action, FAR)
    assert len(press.item.custom_id or "") <= 100
    assert re.fullmatch(ADDRESS, press.item.custom_id or "")
    assert 1 <= len(press.item.label or "") <= 38, "longer labels are cut on a phone"


async def test_no_message_has_more_than_five_rows_of_five() -> None:
    for actions in (CROWD_BUTTONS, ("draw", "askresign", "claim", "rules", "record")):
        view = row(actions, FAR)
        assert view is not None
        rows = view.to_components()
        assert len(rows) <= 5
        assert all(len(r["components"]) <= 5 for r in rows)
        assert view.timeout is None


def test_a_message_without_buttons_has_no_view() -> None:
    assert row((), FAR) is None


async def test_the_pages_of_the_rules_fit_into_a_message() -> None:
    for game in catalog().values():
        for page in range(len(game.rules)):
            assert not rulebook.text(game, page).endswith("…"), (game.key, page)
            leaves = rulebook.leaves(game, page)
            assert all(len(b.custom_id) <= 100 for b in leaves.children)  # type: ignore[attr-defined]


async def test_a_forged_page_number_shows_some_page() -> None:
    game = catalog()["heap"]
    assert "Page" in rulebook.text(game, 999)


async def test_the_form_for_a_move_fits(world: World) -> None:
    for number, game in enumerate(catalog(), 1):
        await world.ada.slash(world.channel, f"challenge {game}", opponent=world.grace, first="me")
        await world.grace.click(world.last, label="Accept")
        match = await world.client.matches.match(MatchId(number))
        form = MoveForm(match, FAR)
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

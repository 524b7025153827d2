"""No name is more than a name in anything that the bot sends: a walk over all commands."""

import re
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any
from zipfile import ZipFile, is_zipfile

import pytest
from discord import app_commands
from simcord.backend.errors import BackendError, SetupError
from simcord.components import walk_components

from bot.front.commands import commands
from bot.front.competitions.words import END, ISOLATE
from bot.games.names import NOT_IN_NAMES
from bot.store.schema import TABLES
from tests.front.competitions.seasons import found, to_start
from tests.front.conftest import World

HOSTILE = {
    "ada": "\u202eAda\u200b **x** [y](https://z.zz)",
    "grace": "\u200b",
    "linus": "<@1> @everyone `l` ||s||",
    "manager": f"# M\u2028\n- {30 * chr(0x301)}{30 * chr(0x2067)}🏆",
}
LEAGUE, CUP = "\u202eWinter\u200b <@1> **b**", "C\u2066up\n# @everyone"

OWN = re.compile(
    f"(?<=[@<`])\u200b|(?<=[:\\]])\u200b(?=//|\\()|\u2060[\u200c\u200d]+$|{ISOLATE}|{END}",
    re.MULTILINE,
)
"""What the bot itself puts next to a character so that it styles nothing, and a post's mark."""

LIVE = re.compile(
    r"<@1>|@everyone|(?<!\\)\*\*[xb]\*|\]\(https://z|\|\|s|^# |^- \u0301", re.MULTILINE
)
"""Names that would be read as markdown, or would call somebody."""

LAST = ("resign", "calloff", "privacy delete", "league close", "tournament call-off")
GIVEN = {"game": "heap", "space": "1", "length": 24, "mode": "thread", "begins": "in 3 hours"}
GIVEN |= {"text": "Hello", "move": "1", "options": "size: small", "match": 2}


def all_commands() -> list[app_commands.Command[Any, ..., Any]]:
    """Those that end something are the last."""
    listed = [each for root in commands() for each in _leaves(root)]
    return sorted(listed, key=lambda each: each.qualified_name in LAST)


def _leaves(root: Any) -> Iterator[app_commands.Command[Any, ..., Any]]:
    if isinstance(root, app_commands.Group):
        for each in root.commands:
            yield from _leaves(each)
    elif isinstance(root, app_commands.Command):
        yield root


def people(world: World) -> list[Any]:
    return [world.ada, world.grace, world.linus, world.manager]


async def something_of_everything(world: World) -> None:
    """A match that is over, one that runs, an open challenge, a season and two tournaments."""
    await world.start(rated=True)
    await world.resign(world.ada)
    await world.start()
    await world.grace.slash(world.channel, "challenge heap")
    await world.ada.slash(world.channel, "block", person=world.linus)
    await world.manager.slash(world.channel, "follow", match=2)
    await found(world, name=LEAGUE)
    for who in people(world):
        await who.slash(world.channel, "league join")
    await to_start(world)
    for begins in ("in 30 minutes", "in 3 days"):
        cup = GIVEN | {"name": f"{CUP} {begins}", "begins": begins}
        asked = {each: cup[each] for each in ("name", "game", "options", "begins")}
        await world.manager.slash(world.channel, "tournament announce", **asked)
        for who in people(world):
            await who.click(world.last, label="Enter")
    await world.env.advance_time(3600)


def as_before(world: World) -> None:
    """What versions that cleaned no names have stored, in every text with a name."""
    for table in TABLES:
        for column in table.columns:
            for name in ("Ada", "Winter", "Cup"):
                world.sql(
                    f"UPDATE {table.name} SET {column} = replace({column}, ?, ?)"
                    f" WHERE typeof({column}) = 'text' AND instr({column}, ?)",
                    *(f"{name} ", f"\u202e{name}\u200b ", f"{name} "),
                )


async def walk(world: World, who: Any, command: app_commands.Command[Any, ..., Any]) -> None:
    """Ask for all suggestions of a command, give it, and press each button of its answer."""
    name = command.qualified_name
    others = {"opponent": world.linus, "person": world.grace, "player": world.grace}
    given = GIVEN | others | {"by": world.linus, "name": f"{LEAGUE} {name}"}
    for each in command.parameters:
        if each.autocomplete:
            await who.autocomplete(world.channel, name, each.display_name, "")
    asked = {
        each.display_name: given[each.display_name]
        for each in command.parameters
        if each.required or each.display_name in (*others, "match")
    }
    answer = await who.slash(world.channel, name, **asked)
    for message in filter(None, (answer.response, *answer.followups)):
        for part in walk_components(message.components):
            # Another button may have changed the message.
            with suppress(BackendError, SetupError):
                await use(who, message, part)


async def use(who: Any, message: Any, part: dict[str, Any]) -> None:
    """Press a button, or choose the first line of a menu. What asks twice is left."""
    if values := [each["value"] for each in part.get("options", ())]:
        await who.select(message, values[:1], custom_id=part["custom_id"])
    elif "custom_id" in part and not part.get("label", "").startswith("Yes"):
        await who.click(message, custom_id=part["custom_id"])


def texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text in the body of a request, with what it is called there."""
    if isinstance(value, str):
        yield key, value
    for name, each in value.items() if isinstance(value, dict) else ():
        yield from texts(each, name)
    for each in value if isinstance(value, list | tuple) else ():
        yield from texts(each, key)


def files(world: World) -> Iterator[tuple[str, str]]:
    """The files of words that the bot has sent."""
    for data in world.env.backend.cdn._blobs.values():
        if is_zipfile(BytesIO(data)):
            with ZipFile(BytesIO(data)) as packed:
                yield from ((name, packed.read(name).decode()) for name in packed.namelist())
        elif not data.startswith((b"\x89PNG", b"GIF8", b"RIFF")):
            yield "file", data.decode()


def sent(world: World) -> Iterator[tuple[str, str]]:
    for request in world.env.http_requests:
        yield from texts(request.json)
        yield "reason", request.reason or ""
    yield from files(world)


@pytest.mark.long
async def test_no_name_is_more_than_a_name_in_what_any_command_answers(world: World) -> None:
    for name, hostile in HOSTILE.items():
        world.env.backend.users[getattr(world, name).id].global_name = hostile
    await something_of_everything(world)
    as_before(world)
    await world.restart()
    await world.ada.context_menu(world.channel, "Challenge to a game", world.linus)
    for command in all_commands():
        for who in (world.ada, world.manager):
            if command.qualified_name.split()[0] in who.available_commands(world.channel):
                await walk(world, who, command)
    for key, text in sent(world):
        assert not NOT_IN_NAMES.search(OWN.sub("", text)), (key, text)
        assert key != "content" or not LIVE.search(text), text

"""Forged presses: buttons, menus and forms that the real bot never made, sent to the real bot."""

import asyncio
import logging
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tests.fuzz.target import Target, check, picked, text_of
from tests.fuzz.targets.texts import IDS

KINDS = ("button", "menu", "form")
PEOPLE = ("ada", "grace", "linus", "manager")


class Faults(logging.Handler):
    """Notes what the bot or its library logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note a line."""
        self.found.append(record)


@cache
def runner() -> asyncio.Runner:
    """The loop on which the bot lives for as long as the process does."""
    return asyncio.Runner()


@cache
def faults() -> Faults:
    """What went wrong so far."""
    handler = Faults()
    for name in ("bot", "discord"):
        logging.getLogger(name).addHandler(handler)
    return handler


@cache
def world() -> Any:
    """A server with people in it, a challenge, a match of Clump and one of Bi-Pod."""
    return runner().run(_world())


async def _world() -> Any:
    from tests.front.conftest import PatientEnv, World, make_client

    holder: dict[str, Any] = {}
    database = Path(tempfile.mkdtemp(prefix="bumpbot-fuzz-")) / "matches.sqlite3"
    bot = make_client(database, holder)
    env = holder["env"] = PatientEnv(bot, settle_timeout=180.0)
    guild = env.create_guild()
    channel = guild.create_text_channel("games")
    ada, grace, linus, manager = (
        guild.add_member(env.create_user(name.title())) for name in PEOPLE
    )
    await env.start()
    made = World(env, database, guild, channel, ada, grace, linus, manager, lambda: bot)
    await made.begin("clump")
    await made.begin("bipod")
    await made.ada.slash(channel, "challenge bounce", opponent=made.grace)
    return made


def close() -> None:
    """Close the bot's database: its threads would keep the process from ending."""
    for name in ("bot", "discord") if faults.cache_info().currsize else ():
        logging.getLogger(name).removeHandler(faults())
    if world.cache_info().currsize:
        runner().run(world().client.store.close())
        shutil.rmtree(world().database.parent)


def press(data: bytes) -> None:
    """A press is answered in words; it is no error, and takes no part of the bot down.

    The first byte says who presses what; then come the custom id and, in lines of their own, what
    was chosen in the menu or written into the form.
    """
    which, rest = picked(data, len(KINDS) * len(PEOPLE))
    custom_id, *values = text_of(rest).split("\n")
    if not 0 < len(custom_id) <= 100:
        return
    here, noted = world(), faults()
    noted.found.clear()
    who = getattr(here, PEOPLE[which // len(KINDS)])
    runner().run(_send(here, who, KINDS[which % len(KINDS)], custom_id, values[:25]))
    check(not noted.found, [_told(record) for record in noted.found])
    check(not any("noted it as error" in text for text in here.private_texts()[-3:]))


def _told(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return f"{record.getMessage()}: {error!r}"


async def _send(here: Any, who: Any, kind: str, custom_id: str, values: list[str]) -> None:
    if kind == "form":
        fields = [
            {"type": 18, "component": {"type": 4, "custom_id": name, "value": value}}
            for name, value in zip(("move", "from", "to", "zone", "game"), values, strict=False)
        ]
        await here.send(who, 5, {"custom_id": custom_id, "components": fields})
        return
    stored = here.env.backend.get_message(here.channel.id, here.public()[0].id)
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}
    options = [{"label": each or "-", "value": each or "-"} for each in values or ["0"]]
    menu = {"type": 3, "custom_id": custom_id, "options": options}
    stored.components[:] = [{"type": 1, "components": [menu if kind == "menu" else button]}]
    sent: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if kind == "menu":
        sent |= {"component_type": 3, "values": [each or "-" for each in values]}
    await here.send(who, 3, sent, stored.id)


ACTIONS = (
    "accept",
    "resign",
    "draw",
    "view",
    "since",
    "replay",
    "more",
    "record",
    "rematch",
    "rules",
)
TARGETS = (Target("presses", press, 1, (*IDS, *(f"{name}:1:4" for name in ACTIONS)), 160),)

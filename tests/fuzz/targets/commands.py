"""Forged commands and presses, which Discord would let nobody send, through discord.py itself."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.fuzz.forged import PEOPLE, Forge, forge, runner
from tests.fuzz.target import Target, check, picked, text_of
from tests.fuzz.targets.texts import IDS

Option = dict[str, Any]

MOST_OPTIONS = 30


@cache
def leaves() -> list[tuple[tuple[str, ...], list[Option]]]:
    """Every command with the way to it and the options that it has, in order."""
    client = forge().env.bot
    commands = [each.to_dict(client.tree) for each in client.tree.get_commands()]
    return sorted((leaf for each in commands for leaf in _leaves(each, ())), key=lambda x: x[0])


def _leaves(
    command: Any, before: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], list[Option]]]:
    way, options = (*before, command["name"]), command.get("options") or []
    below = [each for each in options if each["type"] in (1, 2)]
    for each in below:
        yield from _leaves(each, way)
    if not below:
        yield way, options


def run_command(data: bytes) -> None:
    """A command is answered in words whatever its options are; it is no error.

    The first byte says which command it is, the second who sends it; then come the options, a line
    each: `name:type=value`, where the name may be the number of an option that the command has, the
    type may be left out, and a value is JSON or a text. A line `>name` begins a subcommand.
    """
    way, data_of = _asked(data)
    asked = runner().run(forge().send(data_of.pop("who"), 2, data_of))
    check(asked.responded, way)


def complete_option(data: bytes) -> None:
    """What is half typed is completed, with choices as Discord takes them, or with none.

    Its lines are those of commands; the last option is the one that is being typed.
    """
    way, data_of = _asked(data)
    last = _last(data_of)
    if last is not None:
        last["focused"] = True
    asked = runner().run(forge().send(data_of.pop("who"), 4, data_of))
    choices = asked.autocomplete_choices or []
    check(len(choices) <= 25, way)
    check(all(0 < len(each["name"]) <= 100 for each in choices), choices)


def _asked(data: bytes) -> tuple[tuple[str, ...], dict[str, Any]]:
    which, rest = picked(data, 256)
    who, rest = picked(rest, len(PEOPLE))
    way, known = leaves()[which % len(leaves())]
    options = list(_options(text_of(rest).split("\n")[:MOST_OPTIONS], known))
    for name in reversed(way[1:]):
        options = [{"name": name, "type": 1, "options": options}]
    if len(way) > 2:
        options[0]["type"] = 2
    users = {str(each.id): _user(each) for each in forge().people}
    members = {number: {"roles": [], "permissions": "0", "flags": 0} for number in users}
    resolved = {"users": users, "members": members}
    asked = {"id": "1", "name": way[0], "type": 1, "options": options, "resolved": resolved}
    return way, {**asked, "who": who}


def _user(person: Any) -> dict[str, Any]:
    return {
        "id": str(person.id),
        "username": "someone",
        "discriminator": "0",
        "avatar": None,
        "global_name": None,
    }


def _options(lines: list[str], known: list[Option]) -> Iterator[Option]:
    for number, line in enumerate(lines):
        if line.startswith(">"):
            below = list(_options(lines[number + 1 :], known))
            yield {"name": line[1:], "type": 1, "options": below}
            return
        head, mark, said = line.partition("=")
        if mark:
            yield _option(head, said, known)


def _option(head: str, said: str, known: list[Option]) -> Option:
    name, _, kind = head.partition(":")
    declared = 3
    if name.isascii() and name.isdigit() and known:
        option = known[int(name[-4:]) % len(known)]
        name, declared = option["name"], option["type"]
    number = int(kind[-4:]) if kind.isascii() and kind.isdigit() else declared
    return {"name": name, "type": number, "value": _value(said)}


def _value(said: str) -> Any:
    people = forge().people
    if said[:1] == "@":
        return str(people[len(said) % len(people)].id)
    try:
        return json.loads(said)
    except (ValueError, RecursionError):
        return said


def _last(asked: dict[str, Any]) -> Option | None:
    options = asked["options"]
    while options and "options" in options[-1]:
        options = options[-1]["options"]
    return options[-1] if options else None


WORDS = (
    *("\n0=", "\n1=", "\n2=", "\n3=", "=@", "=@@", "=null", "=true", "=1e999", "=-1", "=[]", "={}"),
    *("match=", "move=", "opponent=", ":6=@", ":4=", ":10=", ":11=", "\n>", "99999999999999999999"),
    *("=0.5", '="', "\\ud800", "=NaN", ":3=", ":1=", "days=", "=" + "9" * 30, "first=", "=me"),
)


KINDS = ("button", "menu", "form")


def press(data: bytes) -> None:
    """A press is answered in words; it is no error, and takes no part of the bot down.

    The first byte says who presses what; then come the custom id and, in lines of their own, what
    was chosen in the menu or written into the form.
    """
    which, rest = picked(data, len(KINDS) * len(PEOPLE))
    custom_id, *values = text_of(rest).split("\n")
    if not 0 < len(custom_id) <= 100:
        return
    who, kind = divmod(which, len(KINDS))
    asked = runner().run(_send(forge(), who, KINDS[kind], custom_id, values[:25]))
    check(asked.responded, custom_id)


async def _send(here: Forge, who: int, kind: str, custom_id: str, values: list[str]) -> Any:
    if kind == "form":
        fields = [
            {"type": 18, "component": {"type": 4, "custom_id": name, "value": value}}
            for name, value in zip(("move", "from", "to", "zone", "game"), values, strict=False)
        ]
        return await here.send(who, 5, {"custom_id": custom_id, "components": fields})
    stored = here.board
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}
    options = [{"label": each or "-", "value": each or "-"} for each in values or ["0"]]
    menu = {"type": 3, "custom_id": custom_id, "options": options}
    stored.components[:] = [{"type": 1, "components": [menu if kind == "menu" else button]}]
    sent: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if kind == "menu":
        sent |= {"component_type": 3, "values": [each or "-" for each in values]}
    return await here.send(who, 3, sent, stored)


ACTIONS = (
    *("accept", "resign", "draw", "view", "since", "replay", "more", "record", "rematch", "rules"),
)

TARGETS = (
    Target("commands", run_command, 3, WORDS, 400),
    Target("completions", complete_option, 4, WORDS, 300),
    Target("presses", press, 3, (*IDS, *(f"{name}:1:4" for name in ACTIONS)), 160),
)

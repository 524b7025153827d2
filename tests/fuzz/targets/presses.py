"""Forged presses: buttons, menus and forms that the real bot never made, sent to the real bot."""

from typing import Any

from tests.fuzz.forged import PEOPLE, Forge, forge, runner
from tests.fuzz.target import Target, check, picked, text_of
from tests.fuzz.targets.texts import IDS

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
TARGETS = (Target("presses", press, 3, (*IDS, *(f"{name}:1:4" for name in ACTIONS)), 160),)

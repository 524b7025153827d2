"""What both forms of a record have in common when they are read: the head, and single deeds."""

from collections.abc import Mapping
from random import Random
from typing import Any

from bot.catalog import Entry, catalog
from bot.games.core import BadOptions
from bot.games.phrases import quoted
from bot.model.game_records.parts import Part
from bot.model.game_records.record import LONGEST_TEXT, VERSION, Deed, RecordItem

MOST_DEEDS = 20_000
"""Deeds of a record at most, wherever it is read: many times those of the longest match."""

MOST_TAKEN_BACK = 10
"""Moves that one takeback undoes at most. There are as many as players, and five of those."""

REASON = 40
"""Characters of the reason of an end."""


def read_version(part: Part) -> None:
    """Refuse what was written for readers to come."""
    if part.number(1) > VERSION:
        raise part.bad(
            f"This record is of version {part.value}, and I read those up to {VERSION}. "
            "It was written by a newer version of the bot."
        )


def read_game(part: Part) -> Entry:
    """The game of that key, or of that name."""
    name = part.called()
    for key, each in catalog().items():
        if name.casefold() in (key, each.name.casefold()):
            return each
    names = ", ".join(each.name for each in catalog().values())
    raise part.bad(f"I know no game {quoted(name)}. Those I know are {names}.")


def read_options(part: Part, game: Entry, seats: int) -> Mapping[str, Any]:
    """The options of a game of so many players as it begins: with what chance decided in it."""
    part.maybe("")  # refuses what is no object
    try:
        game.game.start(part.value)
    except BadOptions as error:
        raise part.bad(f"The options don't fit {game.name}: {error}") from error
    if game.game.prepare(part.value, seats, Random(0)) != part.value:
        raise part.bad(f"The options are not all that {game.name} of {seats} players begins with.")
    return dict(part.value)


def read_reason(part: Part) -> str:
    """The word for why a match ended. It is shown, so it is a plain word."""
    reason = part.text(REASON)
    if not reason.replace("_", "").isalpha() or not reason.isascii() or not reason.islower():
        raise part.bad(f"{part.name} has to be a word like resigned.")
    return reason


def read_level(part: Part | None) -> int | None:
    return part.number(1, 99) if part else None


def read_deed(part: Part, seats: int) -> RecordItem:
    """One deed of the log, of its fields in JSON."""
    word = part.part("do")
    deed = next((each for each in Deed if each == word.value), None)
    if deed is None:
        raise word.bad(f"“do” has to be one of {', '.join(Deed)}.")
    return RecordItem(
        deed,
        0 if deed is Deed.COMMENT else part.part("seat").number(1, seats),
        _text(part, deed),
        part.part("count").number(1, MOST_TAKEN_BACK) if deed is Deed.TAKEBACK else 0,
        at.instant() if (at := part.maybe("at")) else None,
    )


def _text(part: Part, deed: Deed) -> str:
    if deed is Deed.REPLACE:
        return part.part("text").called()
    if deed is Deed.COMMENT:
        return part.part("text").text(LONGEST_TEXT)
    if deed is Deed.MOVE:
        return read_moves(part.part("text"))
    return read_moves(said) if deed is Deed.CLAIM and (said := part.maybe("text")) else ""


def read_moves(part: Part) -> str:
    """The text of a move or of several, of which the rules decide."""
    text = " ".join(part.text(LONGEST_TEXT).split())
    if not text or "@" in text:
        raise part.bad("Here the text of a move has to stand.")
    return text

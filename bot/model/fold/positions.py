"""Positions of long matches, kept beside the events so that opening one replays only its end.

A cache and nothing more: whatever is missing, of another version or unreadable is played anew.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from bot.games.core import Position
from bot.games.guide import Game
from bot.model.match import Match

EVERY = 50
"""A position is kept after so many turns."""


def encode_position(position: Position) -> str:
    """The position's fields as JSON; its text would leave out what only the rules remember.

    Raises TypeError for a position that holds other things than numbers, texts, bytes and tuples.
    """
    values = [getattr(position, each.name) for each in fields(position)]  # type: ignore[arg-type]
    return json.dumps(list(map(_plain, values)), separators=(",", ":"))


def decode_position(text: str, kind: type[Any]) -> Any:
    """The position of that class. An unreadable one raises TypeError, ValueError or KeyError."""
    return kind(*map(_whole, json.loads(text)))


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, tuple):
        return list(map(_plain, value))
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"a position holds a {type(value).__name__}, which can't be kept")


def _whole(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_whole, value))
    if isinstance(value, float):
        raise TypeError("no position holds a fraction")
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def readable_positions(kept: Mapping[int, str], opening: Position) -> dict[int, Position]:
    """The positions by event, without those that can't be read."""
    found = {}
    for seq, text in kept.items():
        try:
            found[seq] = decode_position(text, type(opening))
        except (TypeError, ValueError, KeyError, RecursionError):
            continue
    return found


def positions_to_keep(match: Match, kept: Mapping[int, str]) -> dict[int, str]:
    """The positions of the match that are worth keeping and are not kept yet, by event."""
    worth = (ply for ply in match.plies[EVERY - 1 :: EVERY] if ply.seq not in kept)
    return {ply.seq: encode_position(ply.after) for ply in worth}


def rules_version(rules: Game[Any, Any]) -> str:
    """A word that changes whenever the source of the game's rules does."""
    return _digest(rules.start.__module__.rpartition(".")[0])


@cache
def _digest(package: str) -> str:
    digest = sha256()
    for folder in ("bot.games", package):
        found = sorted((f.name, f) for f in files(folder).iterdir() if f.name.endswith(".py"))
        for name, file in found:
            digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]

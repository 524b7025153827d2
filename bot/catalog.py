"""The available games: pairs `data/games/<key>.toml` with `bot/games/<key>.py`.

Everything in both folders under one name is a game; nothing else lists them.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Self

from bot.games.core import BadDataFile, PlayerError
from bot.games.guide import Game


class UnknownGame(PlayerError):
    """No game goes by that name."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to agree on before a match.

    `kind` is `choice` (one of `choices`), `integer` (`minimum` to `maximum`), `per_seat` (such an
    integer for every player, in order of play) or `drawn` (left to chance, never asked).
    """

    name: str
    kind: str
    description: str
    default: Any = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Self:
        choices = tuple((c["label"], c["value"]) for c in table.get("choices", ()))
        return cls(**{**table, "choices": choices})


@dataclass(frozen=True, slots=True)
class Example:
    """A drawn example: `move` played in the position of that text, or the position alone.

    With a `legend`, a few words to be drawn below it, it belongs to How to play, with a picture of
    the part of the board around the spaces `seen`, if any, and what the move did. Without one, it
    is of the part around those in the rules too.
    """

    position: str
    caption: str
    move: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    legend: str = ""
    seen: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page of a game's rules: a title, a text in our own words, and drawn examples."""

    title: str
    text: str
    examples: tuple[Example, ...] = ()

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Self:
        examples = tuple(Example(**e) for e in table.get("examples", ()))
        return cls(table["title"], table["text"].strip(), examples)


@dataclass(frozen=True, slots=True)
class SeatNote:
    """What is known of the first seat with these `options`; with them the game may be `solved`: a
    search has proven who wins whatever the other does. It is `even` if beginning is worth nothing,
    so that there is nothing to even out."""

    text: str
    options: Mapping[str, Any] = field(default_factory=dict)
    solved: bool = False
    even: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A game as it is offered: its rules engine and its words.

    `goal` is how it is won, `turn` what one does in a turn, `weight` how long a first reading takes
    and how heavy it is.
    `first_seat` is what is known of the advantage of beginning, `loss` what counts as a lost piece,
    where that needs a sentence.
    """

    key: str
    game: Game[Any, Any]
    order: int
    name: str
    author: str
    source: str
    blurb: str
    goal: str
    turn: str
    weight: str
    notation: str
    sides: tuple[str, ...]
    options: tuple[Option, ...]
    reasons: Mapping[str, str]
    rules: tuple[RulesPage, ...]
    first_seat: tuple[SeatNote, ...] = ()
    loss: str = ""

    @property
    def players(self) -> range:
        return self.game.players

    @property
    def usual(self) -> Mapping[str, Any]:
        """The default options of a challenge; those per seat are left out."""
        asked = (option for option in self.options if option.kind in ("choice", "integer"))
        return {option.name: option.default for option in asked if option.default is not None}

    def about_first_seat(self, options: Mapping[str, Any], remedy: str = "") -> str:
        """What is known of the first seat with these options, and behind it what evens that out;
        empty if nothing is known."""
        note = next(self._notes(options), None)
        return f"{note.text} {'' if note.even else remedy}".strip() if note else ""

    def why_solved(self, options: Mapping[str, Any]) -> str:
        """Who wins for certain with these options, in a sentence; empty if nobody knows."""
        return next((note.text for note in self._notes(options) if note.solved), "")

    def _notes(self, options: Mapping[str, Any]) -> Iterator[SeatNote]:
        return (note for note in self.first_seat if note.options.items() <= options.items())


@cache
def catalog() -> Mapping[str, Entry]:
    """Every game by key: the main game first, then by name."""
    keys = (f.name.removesuffix(".toml") for f in _folder().iterdir() if f.name.endswith(".toml"))
    entries = [read_entry((_folder() / f"{key}.toml").read_bytes(), key) for key in keys]
    entries.sort(key=lambda e: (e.order, e.name))
    return MappingProxyType({e.key: e for e in entries})


def entry(key: str) -> Entry:
    """The game of that key. Raises UnknownGame, naming the existing ones."""
    try:
        return catalog()[key]
    except KeyError:
        message = f"There is no game “{key}”. The games are: {', '.join(catalog())}."
        raise UnknownGame(message) from None


def _folder() -> Traversable:
    return files("data") / "games"


def read_entry(data: bytes, key: str) -> Entry:
    """The game from its data file's bytes. Raises BadDataFile."""
    try:
        return _entry_of(tomllib.loads(data.decode("utf-8")), key)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadDataFile(
            f"The game {key}.toml can't be read ({type(error).__name__}: {error}). Reinstall "
            "the bot, or mend the file."
        ) from error


WORDS = ("name", "author", "source", "blurb", "goal", "turn", "weight", "notation")


def _entry_of(table: Mapping[str, Any], key: str) -> Entry:
    return Entry(
        key=key,
        game=import_module(f"bot.games.{key}").GAME,
        order=table.get("order", 1),
        **{name: table[name] for name in WORDS},
        sides=tuple(table["sides"]),
        options=tuple(map(Option.of, table.get("options", ()))),
        reasons=MappingProxyType(table["reasons"]),
        rules=tuple(map(RulesPage.of, table["rules"])),
        first_seat=tuple(SeatNote(**note) for note in table.get("first_seat", ())),
        loss=table.get("loss", ""),
    )

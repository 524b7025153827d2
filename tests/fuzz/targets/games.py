"""What players type into a game: moves, positions, searches, unfinished moves, spaces."""

import json
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from bot.catalog import entry
from bot.games.core import IllegalMove, NotationError, Options
from bot.games.guide import Game, Step
from tests.fuzz.target import Target, check, check_sentence, picked, text_of

POSITIONS: dict[str, list[tuple[Options, str]]] = json.loads(
    Path(__file__).with_name("positions.json").read_text("utf-8")
)
"""Of every game some positions with their options, from the first to the last of a match."""

NAMES = {1: "Ada", 2: "Grace"}

WORDS = {
    "bipod": ("adopt", " o", " O", ",", "`", "=", "-", "'", ";", "@", "Q", "/", "........"),
    "bounce": ("pass", "x", "-", "a1", "h8", ":PP", ":Y", ";P", ";Y", " "),
    "bump": ("pass", "R,", "(C)", "(X0)", "-1", ",", "C1", "C2", "011", ";1;0,0;-", ";2;1,2;12"),
    "clump": ("-", "x", "a1", "b1", "BRBR/", "RBRB/", ";R", ";B"),
    "urchins": ("enter ", "steal", "-home", "^", "v", "up", "down", "A:3", "=1", "|", ";", ",-"),
}


FEW_PIECES: dict[str, list[tuple[Options, str]]] = {
    "bump": [
        ({}, "012-0 014-1;01-4;2;0,0;-"),
        ({}, "214-0;212-1 321-0;1;0,0;-"),
        ({}, "08-5;082-2;1;0,0;-"),
        ({}, "314-4 391-2 394-0;361-4;2;0,0;-"),
        ({}, "271-4 282-5;114-0;2;0,0;12"),
        POSITIONS["bump"][9],
    ]
}
"""Of games with very many moves, positions with fewer to search: the same code in less time."""


@cache
def searched(key: str) -> list[tuple[Game[Any, Any], Any]]:
    """The positions in which moves are searched, read."""
    game = entry(key).game
    known = FEW_PIECES.get(key, POSITIONS[key])
    return [(game, game.read(text, options)) for options, text in known]


@cache
def some_positions(key: str) -> list[tuple[Game[Any, Any], Options, Any]]:
    """The positions of a game, read."""
    game = entry(key).game
    return [(game, options, game.read(text, options)) for options, text in POSITIONS[key]]


def parse_move(key: str, data: bytes) -> None:
    """A move is read or refused in words, and what is read is played or refused in words.

    A legal move has one text, which means that move only.
    """
    which, rest = picked(data, len(POSITIONS[key]))
    game, options, position = some_positions(key)[which]
    try:
        move = game.parse(position, text_of(rest))
    except NotationError as error:
        check_sentence(error)
        return
    written = game.format(position, move)
    again = game.parse(position, written)
    try:
        turn = game.play(position, move)
    except IllegalMove as error:
        check_sentence(error)
        check(all(isinstance(cell, str) for cell in error.cells))
        return
    check(again == move, (written, move, again))
    check_position(game, options, turn.position)
    check(len(game.tell(turn.effects, NAMES)) > 0)
    json.dumps([effect.record() for effect in turn.effects])


def read_position(key: str, data: bytes) -> None:
    """A position is read or refused in words; what is read is written, told and played."""
    which, rest = picked(data, len(POSITIONS[key]))
    game, options, _ = some_positions(key)[which]
    try:
        position = game.read(text_of(rest), options)
    except NotationError as error:
        check_sentence(error)
        return
    check_position(game, options, position)
    check_step(game, position, game.steps(position, ()) if not game.outcome(position) else None)


def check_position(game: Game[Any, Any], options: Options, position: Any) -> None:
    """What holds for every position there is."""
    text = game.write(position)
    check("\n" not in text)
    check(game.write(game.read(text, options)) == text, text)
    check(0 < len(game.describe(position, NAMES)) < 700, text)
    check(max(map(len, game.text_board(position, NAMES).split("\n"))) <= 32, text)
    first = list(islice(game.moves(position), 3))
    check(bool(first) == (game.outcome(position) is None), text)
    check_moves(game, position, first)


def check_moves(game: Game[Any, Any], position: Any, moves: Iterable[Any]) -> None:
    """Legal moves can be played, and each has a text that means it."""
    for move in moves:
        check(game.parse(position, game.format(position, move)) == move, move)
        check(game.play(position, move).effects, move)


def search_moves(key: str, data: bytes) -> None:
    """What is offered for a text is legal, no more than asked for, and nothing twice."""
    which, rest = picked(data, len(searched(key)))
    game, position = searched(key)[which]
    text = text_of(rest)
    for found, most in ((game.complete(position, text), 25), (game.nearest(position, text), 3)):
        check(len(set(found)) == len(found) <= most)
        check_moves(game, position, found[:3])


def make_move(key: str, data: bytes) -> None:
    """A move of any keys, complete or not, has a next step or a refusal in words."""
    which, rest = picked(data, len(POSITIONS[key]))
    game, _, position = some_positions(key)[which]
    keys = tuple(text_of(rest).split("\n"))[:12] if rest else ()
    for ask in filter(None, (game.steps, game.compass)):
        try:
            step = ask(position, keys)
        except IllegalMove as error:
            check_sentence(error)
        else:
            check_step(game, position, step)


def check_step(game: Game[Any, Any], position: Any, step: Step[Any] | None) -> None:
    """A step has choices that can be told apart, or a move."""
    if step is None:
        return
    keys = [choice.key for choice in step.choices]
    check(len(set(keys)) == len(keys))
    check(all(0 < len(key) <= 40 and ":" not in key for key in keys), keys)
    check(keys or step.move is not None)
    check_moves(game, position, () if step.move is None else (step.move,))


def describe_space(data: bytes) -> None:
    """A space is described with the moves there, or refused in words."""
    which, rest = picked(data, len(POSITIONS))
    game, _, position = some_positions(sorted(POSITIONS)[which])[0]
    try:
        check(game.describe_cell(position, text_of(rest), NAMES))
        listed = game.moves_by_effect(position, text_of(rest), NAMES)
        check(all(effect and texts for effect, texts in listed.items()), listed)
    except NotationError as error:
        check_sentence(error)


Run = Callable[[str, bytes], None]
RUNS: dict[str, tuple[Run, dict[str, int]]] = {
    "moves": (parse_move, {"bump": 20, "bipod": 60, "bounce": 40, "clump": 30, "urchins": 60}),
    "positions": (
        read_position,
        {"bump": 40, "bipod": 40, "bounce": 60, "clump": 30, "urchins": 60},
    ),
    "search": (search_moves, {"bump": 3, "bipod": 3, "bounce": 8, "clump": 4, "urchins": 16}),
    "steps": (make_move, {"bump": 4, "bipod": 8, "bounce": 16, "clump": 6, "urchins": 30}),
}
"""What is done with each game, and how often."""

TARGETS = (
    *(
        Target(f"{name}_{key}", partial(run, key), share, WORDS[key])
        for name, (run, shares) in RUNS.items()
        for key, share in shares.items()
    ),
    Target("spaces", describe_space, 40, ("a1", "C1", "011", "home")),
)

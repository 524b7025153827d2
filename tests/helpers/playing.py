"""Games played by the texts of their moves, tables of sentences, and what may be missing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import pytest

from bot.games.core import IllegalMove, M, NotationError, Options, P, Turn
from bot.games.guide import (
    Branches,
    Choice,
    Game,
    Moves,
    MoveSearch,
    MoveText,
    Ranking,
    Step,
    continuations,
    move_tree,
)
from bot.model.match import Match
from bot.opponents.ranking import ranked

T = TypeVar("T")


def ranking(game: Game[Any, Any]) -> Ranking[Any]:
    """How the bot ranks the game's moves for people."""
    return partial(ranked, game.key)


def suggested(game: Game[P, Any], position: P, limit: int = 25) -> list[str]:
    """The moves that are suggested first."""
    return [*game.suggested(position, ranked(game.key, position))[:limit]]


def known(found: T | None) -> T:
    """The value. A test fails where there is none."""
    assert found is not None
    return found


def sentences(columns: str, rows: Mapping[str, Sequence[object]]) -> pytest.MarkDecorator:
    """One test for each sentence, with the values of its row."""
    return pytest.mark.parametrize(columns.split(), list(rows.values()), ids=list(rows))


def first_legal(match: Match) -> str:
    """The first legal move of a match in the order of the rules, whatever is suggested."""
    return match.rules.format(match.position, next(match.rules.moves(match.position)))


class Player(Generic[P, M]):
    """Plays one game by its texts."""

    def __init__(self, game: Game[P, M]) -> None:
        self.game = game

    def play(self, position: P, *texts: str) -> Turn[P]:
        """The last of these moves, played one after the other."""
        for text in texts:
            turn = self.game.play(position, self.game.parse(position, text))
            position = turn.position
        return turn

    def after(self, position: P, *texts: str) -> P:
        return self.play(position, *texts).position if texts else position

    def refused(self, position: P, text: str) -> str:
        """The sentence with which the rules refuse a move."""
        with pytest.raises(IllegalMove) as refusal:
            self.game.play(position, self.game.parse(position, text))
        return str(refusal.value)

    def unread(self, position: P, text: str) -> str:
        """What is said of a text that is no move."""
        with pytest.raises(NotationError) as refusal:
            self.game.parse(position, text)
        return str(refusal.value)

    def unreadable(self, text: str, options: Options | None = None) -> str:
        """What is said of a text that is no position."""
        with pytest.raises(NotationError) as refusal:
            self.game.read(text, options or {})
        return str(refusal.value)

    def obstacle(self, position: P, text: str) -> tuple[str, ...]:
        """The spaces that are in the way of a move."""
        return self.game.explain(position, self.game.parse(position, text)).cells

    def written(self, position: P, moves: Iterable[M]) -> list[str]:
        return [self.game.format(position, move) for move in moves]

    def legal(self, position: P, beginning: str = "") -> list[str]:
        """The legal moves as they are written, or those that begin so."""
        texts = self.written(position, self.game.moves(position))
        return [text for text in texts if text.startswith(beginning)]

    def offered(self, position: P, typed: str = "", limit: int = 25) -> list[str]:
        """What is offered to go on with what was typed, or to begin with."""
        if not typed:
            return suggested(self.game, position, limit)
        return self.written(position, self.game.complete(position, typed, limit))

    def near(self, position: P, text: str, limit: int = 3) -> list[str]:
        """What is offered in place of a move that was refused."""
        return self.written(position, self.game.nearest(position, text, limit))

    def step(self, position: P, *keys: str) -> Step[M]:
        """The question after these choices."""
        return self.game.steps(position, keys)

    def ended(self, position: P) -> tuple[tuple[int, ...], str] | None:
        outcome = self.game.outcome(position)
        return (outcome.winners, outcome.reason) if outcome else None


def keys(step: Step[Any]) -> list[str]:
    return [choice.key for choice in step.choices]


def labels(step: Step[Any]) -> list[str]:
    return [choice.label for choice in step.choices]


def choice(step: Step[Any], key: str) -> Choice:
    return next(choice for choice in step.choices if choice.key == key)


Keys = tuple[str, ...]


def walk(game: Game[P, M], position: P, keys: Keys = ()) -> Iterator[tuple[Keys, Step[M]]]:
    """Every step that can be come to, depth first."""
    step = game.steps(position, keys)
    yield keys, step
    for each in step.choices:
        yield from walk(game, position, (*keys, each.key))


def kinds(turn: Turn[Any]) -> list[str]:
    """What happened in a turn, in short."""
    return [effect.kind for effect in turn.effects]


def side_by_side(drawings: str) -> dict[str, str]:
    """Boards drawn next to each other, at least two blanks apart, each below its name."""
    found: dict[str, str] = {}
    for band in drawings.strip("\n").split("\n\n"):
        names, *rows = (line.split("  ") for line in band.splitlines())
        columns = [[cell.strip() for cell in line if cell.strip()] for line in (names, *rows)]
        for name, *board in zip(*columns, strict=True):
            found[name] = "\n".join(board)
    return found


# What a toy game of few moves offers


def matching(moves: Moves[P, M], text_of: MoveText[P, M]) -> MoveSearch[P, M]:
    """All moves whose text has in it what was typed."""

    def complete(position: P, typed: str, /, limit: int = 25) -> list[M]:
        return continuations(position, typed, moves, text_of)[:limit]

    return complete


def one_question(
    moves: Moves[P, M], text_of: MoveText[P, M]
) -> Callable[[P, Sequence[str]], Step[M]]:
    """One choice among the texts of all moves."""

    def question(branches: Branches[M]) -> Step[M]:
        return Step("Which move?", tuple(Choice(text, text) for text in branches))

    def steps(position: P, so_far: Sequence[str]) -> Step[M]:
        return move_tree(moves(position), lambda move: (text_of(position, move),), so_far, question)

    return steps

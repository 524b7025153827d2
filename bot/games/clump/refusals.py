"""Why a swap of Clump is refused: the stones or the group that prevent it, and what to do
instead."""

from bot.games.clump.board import PLAYERS, Position, named, numbers, winning_path
from bot.games.clump.moves import Move, Swap, Verdict, judged, outcome, squares_of, swaps_of
from bot.games.clump.narration import COLORS
from bot.games.clump.notation import example, write_move
from bot.games.core import Refusal, opponent
from bot.games.phrases import comma_list


def explain(position: Position, move: Move) -> Refusal:
    if outcome(position):
        paths = [winning_path(position, player) for player in PLAYERS]
        won = tuple(position.grid.name(number) for path in paths for number in path)
        return Refusal("The game is over. A rematch begins a new one.", won)
    squares = squares_of(position, move)
    if squares is None:
        return _wrong_pair(position, move)
    return _wrong_sizes(position, move, *squares)


# Two stones that are no pair


def _wrong_pair(position: Position, move: Move) -> Refusal:
    owners: list[int] = []
    for text in (move.source, move.target):
        square = named(text, position.size)
        if square is None:
            return Refusal(f"The board has no square {text}. {example(position)}")
        owners.append(position.owner(position.grid.number(square)))
    if owners[0] != position.turn:
        why = f"The stone on {move.source} is your opponent's. {_own_first(position, move)}"
        return Refusal(why, (move.source,))
    if move.source == move.target:
        why = f"A stone can't swap with itself. {_instead(position, move)}"
        return Refusal(why, (move.source,))
    if owners[0] == owners[1]:
        why = f"Both stones are yours. A swap needs one of each color. {_instead(position, move)}"
        return Refusal(why, (move.target,))
    return Refusal(
        f"{move.source} and {move.target} are not side by side; stones swap with a neighbor to "
        f"the left, right, top or bottom. {_instead(position, move)}",
        (move.source, move.target),
    )


def _own_first(position: Position, move: Move) -> str:
    turned = Swap(move.target, move.source)
    if squares_of(position, turned) is None:
        return example(position)
    return f"Your own stone comes first: write {write_move(position, turned)}."


# Sizes that don't fit


def _wrong_sizes(position: Position, move: Move, source: int, target: int) -> Refusal:
    verdict, instead = judged(position, source, target), _instead(position, move)
    if not verdict.formed:
        sizes = f"{_from_to(verdict, 0)} for yours and {_from_to(verdict, 1)} for the other"
        return Refusal(
            f"{write_move(position, move)} brings neither stone into a larger group: {sizes}. "
            f"At least one has to grow. {instead}",
            (move.source, move.target),
        )
    worst = max((0, 1), key=lambda k: verdict.before[k] if verdict.diminishes[k] else 0)
    color = COLORS[(position.turn, opponent(position.turn))[worst]]
    return Refusal(
        f"{write_move(position, move)} forms a group of {verdict.formed}, but breaks up a {color} "
        f"group of {verdict.before[worst]}. The group formed has to be larger than any broken up. "
        f"{instead}",
        _broken(position, (source, target)[worst]),
    )


def _from_to(verdict: Verdict, stone: int) -> str:
    return f"{verdict.before[stone]} to {verdict.after[stone]}"


def _broken(position: Position, number: int) -> tuple[str, ...]:
    around = position.group(number) & position.grid.around[number]
    return tuple(map(position.grid.name, (number, *numbers(around))))


def _instead(position: Position, move: Move) -> str:
    square = named(move.source, position.size)
    number = position.grid.number(square) if square else 0
    texts = [write_move(position, swap) for swap in swaps_of(position, number)]
    if not texts:
        return f"The stone on {move.source} has no swap now. {example(position)}"
    return f"From {move.source} you can play {comma_list(texts, 'or')}."

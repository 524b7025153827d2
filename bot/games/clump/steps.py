"""A swap of Clump step by step: the own stone, then the neighbor that it changes places with."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby, pairwise

from bot.games.clump import moves
from bot.games.clump.board import Position, named
from bot.games.clump.narration import group_in_words
from bot.games.clump.notation import parse_move, write_move
from bot.games.core import IllegalMove
from bot.games.guide import GAME_OVER, OUT_OF_STEP, WHOLE_MOVE, Choice, Ranking, Step, unranked
from bot.games.phrases import counted
from bot.games.shortening import ROOM, joined, narrow, shortened, whole_moves
from bot.games.squares import Square, name

WHICH_PART = "Which part of the board is your stone in?"

ACROSS = 4
"""Parts of the board from left to right."""

DOWN, PART = 3, "="
"""Parts from top to bottom, and what begins the key of one."""

PARTS = {PART: DOWN, "@": 4}
"""Also those of buttons from before, by what begins their keys."""

LIKELY = 5
"""Swaps that are offered below the parts."""

AT_ONCE = 15
"""Most stones on one page; files are joined up to it."""

ANGLES = {(1, 0): 0.0, (0, -1): 90.0, (-1, 0): 180.0, (0, 1): 270.0}
"""The angle of each step, by files and ranks."""


def steps(position: Position, so_far: Sequence[str]) -> Step[moves.Move]:
    """The next question after these keys: the stone's square, and the square it goes to.

    Raises IllegalMove if they do not fit the position.
    """
    if moves.outcome(position):
        raise IllegalMove(GAME_OVER)
    if not so_far:
        return Step("Which of your stones?", _stones(position))
    source, *targets = so_far
    swaps = {swap.target: swap for swap in _swaps(position, source)}
    match targets:
        case [] if swaps:
            choices = tuple(_neighbor(position, swap) for swap in swaps.values())
            return Step("Swap it with which neighbor?", choices, chosen=(source,))
        case [target] if target in swaps:
            return Step(WHOLE_MOVE, (), swaps[target], (source, target))
    raise IllegalMove(OUT_OF_STEP)


def short(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[moves.Move]:
    """The same by parts of the board if there are many stones, and with whole swaps if there is
    room. The key of a part is `=` with its row and column."""
    if so_far and so_far[0][:1] == FILE:
        return pad(position, so_far, ranked)
    if so_far and so_far[0][:1] in PARTS:
        part, *made = so_far
        step = steps(position, made)
        if not made:
            there = tuple(c for c in step.choices if _part(position, c.key, part[0]) == part)
            if not there:
                raise IllegalMove(OUT_OF_STEP)
            step = replace(step, choices=there)
        asked = "Which swap?"
        return shortened(steps, position, made, step, write_move, asked, ranked(position))
    step = steps(position, so_far)
    if not so_far and len(step.choices) > ROOM:
        best = _best(position, ranked, LIKELY)
        extra = (_whole_swap(position, swap) for swap in best)
        return Step(WHICH_PART, tuple(_parts(position, step.choices)), extra=tuple(extra))
    return shortened(steps, position, so_far, step, write_move, "Which swap?")


FILE = "/"
"""Begins the key of a file of the board."""

SHOWN = 12
"""Swaps that have buttons on a phone."""


def pad(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[moves.Move]:
    """Whole swaps while they fit one screen: all, or else those of one file. The key of a file is
    `/` with its letter."""
    if so_far and so_far[0][:1] in PARTS:
        return short(position, so_far, ranked)
    file, *made = so_far if so_far and so_far[0][:1] == FILE else ("", *so_far)
    step = steps(position, made)
    if made:
        return step
    stones = tuple(c for c in step.choices if c.key[0] == file[1:] or not file)
    if not stones:
        raise IllegalMove(OUT_OF_STEP)
    step = replace(step, choices=stones, lettered=False)
    best = _best(position, ranked, SHOWN)
    if found := whole_moves(steps, position, (), step, write_move, "Other swaps", best):
        return replace(step, prompt="Which swap?", choices=narrow(found))
    if file:
        return step
    extra = (_whole_swap(position, swap) for swap in best)
    choices = tuple(_files(stones))
    prompt = "In which file is your stone?"
    return replace(step, prompt=prompt, choices=choices, extra=narrow(tuple(extra)))


def _best(position: Position, ranked: Ranking[Position], count: int) -> list[moves.Move]:
    # In the order of the board, so that it is no advice which of them comes first.
    best = (parse_move(position, text) for text in ranked(position)[:count])
    return sorted(best, key=partial(_place, position))


def _files(stones: Sequence[Choice]) -> Iterator[Choice]:
    for file, members in Counter(stone.key[0] for stone in stones).items():
        note = counted(members, "stone")
        yield Choice(
            joined(FILE + file),
            f"File {file}",
            note=note,
            brief=file,
            group="Any other, by its file",
        )


def _part(position: Position, square: str, kind: str = PART) -> str:
    file, rank = named(square, position.size) or (0, 0)
    down = PARTS[kind]
    row = down - 1 - rank * down // position.size
    return f"{kind}{row}{file * ACROSS // position.size}"


def _parts(position: Position, stones: Sequence[Choice]) -> Iterator[Choice]:
    files, ranks = _ends(position.size, ACROSS), _ends(position.size, DOWN)
    for part in sorted({_part(position, stone.key) for stone in stones}):
        row, column = int(part[1]), int(part[2])
        across = "-".join(dict.fromkeys(name((file, 0))[0] for file in files[column]))
        down = "-".join(dict.fromkeys(str(rank + 1) for rank in ranks[DOWN - 1 - row]))
        yield Choice(joined(part), f"{across} {down}", spot=(row, column))


def _ends(size: int, parts: int) -> list[Square]:
    # The first and the last line of each part, from 0.
    edges = [-(-part * size // parts) for part in range(parts + 1)]
    return [(first, beyond - 1) for first, beyond in pairwise(edges)]


def _whole_swap(position: Position, swap: moves.Move) -> Choice:
    # Without its way: on a map of parts no swap is a direction.
    text = write_move(position, swap)
    key, note = joined(swap.source, swap.target), _result(position, swap)
    return Choice(key, text, note=note, brief=text)


def _place(position: Position, swap: moves.Move) -> tuple[Square, Square]:
    source, target = (named(text, position.size) or (0, 0) for text in (swap.source, swap.target))
    return source, target


def _swaps(position: Position, source: str) -> Iterator[moves.Move]:
    square = named(source, position.size)
    if square and position.owner(position.grid.number(square)) == position.turn:
        yield from moves.swaps_of(position, position.grid.number(square))


# Stones


@lru_cache(256)
def _stones(position: Position) -> tuple[Choice, ...]:
    grid, numbers = position.grid, list(moves.swappers(position))
    bands = _bands([grid.square(number)[0] for number in numbers])
    return tuple(
        Choice(
            grid.name(number),
            f"{grid.name(number)}, {group_in_words(position, number)}",
            cell=grid.name(number),
            group=bands[grid.square(number)[0]],
        )
        for number in numbers
    )


def _bands(files: Sequence[int]) -> dict[int, str]:
    # For each file the label of its part and the files in it: `Files a to c`.
    bands: list[tuple[list[int], int]] = []
    for file, members in groupby(files):
        count = len(list(members))
        if bands and bands[-1][1] + count <= AT_ONCE:
            bands[-1] = ([*bands[-1][0], file], bands[-1][1] + count)
        else:
            bands.append(([file], count))
    return {file: _band(band) for band, _ in bands for file in band}


def _band(files: Sequence[int]) -> str:
    first, last = (name((file, 0))[0] for file in (files[0], files[-1]))
    return f"File {first}" if first == last else f"Files {first} to {last}"


# Neighbors


def _neighbor(position: Position, swap: moves.Move) -> Choice:
    return Choice(
        swap.target,
        f"Swap with {swap.target}",
        cell=swap.target,
        angle=ANGLES[_way(position, swap)],
        note=_result(position, swap),
    )


def _way(position: Position, swap: moves.Move) -> Square:
    source, target = _place(position, swap)
    return target[0] - source[0], target[1] - source[1]


def _result(position: Position, swap: moves.Move) -> str:
    # What a swap does: `your stone's group 4 (was 1); breaks up their 5`.
    squares, turn = moves.squares_of(position, swap), moves.resolve(position, swap)
    if squares is None or turn is None:
        return ""
    verdict = moves.judged(position, *squares)
    sizes = zip(("your stone's group", "theirs"), verdict.before, verdict.after, strict=True)
    grown = [f"{whose} {after} (was {before})" for whose, before, after in sizes if after > before]
    losses = zip(("your", "their"), verdict.before, verdict.diminishes, strict=True)
    # A group of one is gone whenever its stone moves, so that is not worth a word.
    lost = [f"{whose} {before}" for whose, before, has in losses if has and before > 1]
    joined = {
        effect.player == position.turn
        for effect in turn.effects
        if isinstance(effect, moves.Joined)
    }
    parts = ["wins" if mine else "lets them win" for mine in joined]
    parts += [", ".join(grown), f"breaks up {', '.join(lost)}" if lost else ""]
    return "; ".join(filter(None, parts))

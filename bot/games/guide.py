"""What every game offers to players: sentences, completion, steps, hints, the text board.

The functions below the classes are shared by several games.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache, wraps
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

from bot.games.core import (
    Effect,
    IllegalMove,
    M,
    Names,
    NotationError,
    Outcome,
    P,
    Position,
    Refusal,
    Rules,
    Turn,
)
from bot.games.phrases import normalized
from bot.games.story import Story


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a player can choose next while making a move.

    `key` is what the steps so far remember: short, stable in its position, unique in its step.
    `cell` is the space it stands for, which pictures letter; `angle`, in degrees clockwise from
    east, makes it a direction of the compass. Choices of one `group` are listed together. `facing`,
    in degrees as well, is the way the piece of this choice looks; an arrow shows it. `piece` is
    that piece, as its player's number or by the name in the game's pictures. `brief` is what its
    button says, such as a whole move in few characters; `spot`, row and column, is its place among
    others that are laid out like the board. If not all have buttons, the `likely` come first.
    Labels and notes must be true for a turned board, so they don't speak of east or west.
    """

    key: str
    label: str
    cell: str | None = None
    angle: float | None = None
    note: str = ""
    group: str = ""
    facing: float | None = None
    piece: str = ""
    brief: str = ""
    spot: tuple[int, int] | None = None
    likely: bool = False


@dataclass(frozen=True, slots=True)
class Step(Generic[M]):
    """A question on the way to a move: what to choose from, and the move made so far.

    `move` is set when the choices already make a legal move. A step without choices is the last,
    and always has a move. `chosen` are the spaces chosen so far, in order. `listed` choices are
    many or need their notes: of those with long labels a menu shows more than buttons. Spaces are
    not `lettered` if every choice names its own, and no letter is one of `named`, which name spaces
    of the board. `extra` are whole moves that are probably meant, next to the choices that also
    lead to them. `left` are the points that a piece has left.
    """

    prompt: str
    choices: tuple[Choice, ...]
    move: M | None = None
    chosen: tuple[str, ...] = ()
    listed: bool = False
    lettered: bool = True
    extra: tuple[Choice, ...] = ()
    left: int | None = None
    named: str = ""

    @property
    def offered(self) -> tuple[Choice, ...]:
        return (*self.choices, *self.extra)

    def impartial(self) -> "Step[M]":
        """The step without a sign of what is probably meant."""
        choices = tuple(replace(choice, likely=False) for choice in self.choices)
        return replace(self, choices=choices, extra=())

    def untold(self) -> "Step[M]":
        """The same without what its choices lead to, either."""
        choices = tuple(replace(choice, note="") for choice in self.choices)
        return replace(self, choices=choices).impartial()

    @property
    def cells(self) -> tuple[str, ...]:
        """The spaces chosen so far, and those that can be chosen next."""
        return (*self.chosen, *(choice.cell for choice in self.choices if choice.cell))


@dataclass(frozen=True, slots=True)
class Hint:
    """Something to point out on the board: a space, or the way from it to another."""

    at: str
    towards: str | None = None


P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class MoveSearch(Protocol[P_contra, M]):
    """Searches legal moves by a text; `limit` is the most to return."""

    def __call__(self, position: P_contra, text: str, /, limit: int = ...) -> list[M]:
        """The moves found, best first."""


Ranking = Callable[[P], Sequence[str]]
"""The texts of a position's legal moves, those first after which it looks best for their mover."""


def unranked(position: Position) -> Sequence[str]:
    """The ranking where nothing may be pointed out: it names no move."""
    return ()


def as_ranked(position: Position, ranked: Sequence[str]) -> Sequence[str]:
    """What a game suggests that has no pieces to choose from."""
    return ranked


class RankedSteps(Protocol[P, M]):
    """Steps with what is probably meant next to the choices, as far as the ranking tells it."""

    def __call__(self, position: P, so_far: Sequence[str], /, ranked: Ranking[P] = ...) -> Step[M]:
        """The next question after these keys. Raises IllegalMove."""


class TextBoard(Protocol[P_contra]):
    """Draws a board in plain characters."""

    def __call__(self, position: P_contra, names: Names = ..., /, *, over: bool = ...) -> str:
        """The lines of the board; players without a name are called by number.

        `over`: nobody is to move any more, even if the rules would let them play on.
        """


class Description(Protocol[P_contra]):
    """Describes a position in words."""

    def __call__(self, position: P_contra, names: Names, /, *, over: bool = ...) -> str:
        """The sentences. `over`: nobody is to move any more, whatever the rules say."""


def always_even(position: Position, player: int) -> float:
    return 0.0


def no_hints(position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
    return {}


def none_occupied(position: Position) -> Mapping[str, str]:
    return {}


def no_part(position: Position, player: int) -> str:
    """What a game answers whose players have no parts."""
    return ""


def no_cells(position: Position, cell: str, names: Names) -> str:
    """Used by a game that does not describe its spaces."""
    raise NotationError(f"There is no space “{cell}” on this board.")


MovesByEffect = Mapping[str, Sequence[str]]
"""Move texts by what the moves do, in the order of the rules; nothing tells a strong one."""


def nothing_listed(position: Position, cell: str, names: Names) -> MovesByEffect:
    """Used by a game that lists no moves by their effects."""
    return {}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Guide(Generic[P, M]):
    """Everything that a game offers to players besides its rules."""

    story: Callable[[Sequence[Effect], Names], Story]
    """What happened in a turn, in the game's own words."""

    describe: Description[P]
    """The position in words, for someone who can't see the picture; under 700 characters."""

    text_board: TextBoard[P]
    """The board in plain characters, for a fixed-width font; lines of at most 32."""

    complete: MoveSearch[P, M]
    """Legal moves that continue what was typed; all of them continue an empty text."""

    suggested: Callable[[P, Sequence[str]], Sequence[str]] = as_ranked
    """Of a position's ranked move texts those to suggest, the first ones first: each piece's best
    before the second best of any."""

    nearest: MoveSearch[P, M]
    """The legal moves most like a refused one."""

    steps: Callable[[P, Sequence[str]], Step[M]]
    """The next question after the keys chosen so far. Every legal move is reachable.

    Raises IllegalMove if the keys do not fit the position.
    """

    compass: Callable[[P, Sequence[str]], Step[M]] | None = None
    """Another way through the steps, in single directions, for those who prefer it.

    Both ways have their own first step; `steps` understands the keys of either.
    """

    short: RankedSteps[P, M] | None = None
    """The steps with whole moves instead of choices if there is room: see `shortening`.

    Its keys are expanded for `steps`, which it understands too.
    """

    pad: RankedSteps[P, M] | None = None
    """The steps for one screen of a phone: few choices of few letters, directions where there are
    any, and what is probably meant. It understands the keys of all other ways, too.
    """

    evaluate: Callable[[P, int], float] = always_even
    """How good the position looks to the player: 0 is even, more is better."""

    hints: Callable[[P, int], Mapping[str, tuple[Hint, ...]]] = no_hints
    """What may be shown to a player who asks for help, by title."""

    describe_cell: Callable[[P, str, Names], str] = no_cells
    """One space in words: who is on it, and what is next to it. Raises NotationError."""

    moves_by_effect: Callable[[P, str, Names], MovesByEffect] = nothing_listed
    """What the player to move can do with their piece on a space, to a piece of somebody else, or
    by placing one there; empty once the game is over. Raises NotationError."""

    part: Callable[[P, int], str] = no_part
    """The part that a player has taken in the game, such as `the Runner`; empty without one."""

    has_ends: bool = False
    """Whether each of two players has an end of the board, from which they may see it. Elsewhere
    two people who speak of a space look at the same place."""

    occupied: Callable[[P], Mapping[str, str]] = none_occupied
    """What is on every cell that is not empty: a player's number, or a stone's letter."""

    def tell(self, effects: Sequence[Effect], names: Names) -> str:
        """All that happened in a turn, in sentences."""
        return self.story(effects, names).whole


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(Rules[P, M], Guide[P, M]):
    """One game: its rules and its guide. Each package of `bot.games` has one, named `GAME`."""


HOMES: Mapping[str, Mapping[str, str]] = {
    "board": {
        "players": "COUNTS",
        "start": "start",
        "prepare": "prepare",
        "occupied": "occupied",
        "has_ends": "HAS_ENDS",
    },
    "moves": {"moves": "moves", "resolve": "resolve", "outcome": "outcome", "leave": "leave"},
    "refusals": {"explain": "explain"},
    "notation": {
        "parse": "parse_move",
        "format": "write_move",
        "read": "read_position",
        "write": "write_position",
    },
    "narration": {
        "story": "story",
        "describe": "describe",
        "part": "part",
    },
    "text_board": {"text_board": "text_board"},
    "spaces": {"describe_cell": "describe_cell", "moves_by_effect": "moves_by_effect"},
    "evaluation": {
        "evaluate": "evaluate",
        "complete": "complete",
        "suggested": "suggested",
        "nearest": "nearest",
        "hints": "hints",
    },
    "steps": {"steps": "steps", "compass": "compass", "short": "short", "pad": "pad"},
}
"""What each module of a game's package has to offer, by the field of the game."""


def assembled(package: str) -> Game[Any, Any]:
    """The game of a package: what its modules offer, and defaults for the rest."""
    parts: dict[str, Any] = {"key": package.rpartition(".")[2]}
    for home, offers in HOMES.items():
        module = import_module(f"{package}.{home}")
        parts |= {part: getattr(module, n) for part, n in offers.items() if hasattr(module, n)}
    return Game(**parts)


# Moves by what they do


def by_effect(
    position: P,
    some: Iterable[M],
    resolve: Callable[[P, M], Turn[P] | None],
    text_of: Callable[[P, M], str],
    effect: Callable[[Sequence[Effect]], str],
) -> MovesByEffect:
    """The legal ones of these moves by their effect in words; without the words, not at all.

    Moves that do nothing in particular, whose words begin with `NOTHING`, are the most and come
    last.
    """
    found: dict[str, list[str]] = {}
    for move in some:
        if (turn := resolve(position, move)) and (words := effect(turn.effects)):
            found.setdefault(words, []).append(text_of(position, move))
    return dict(sorted(found.items(), key=lambda group: group[0].startswith(NOTHING)))


NOTHING = "no "
"""Begins what is said of a move without an effect: `no bump`."""


# The cost of a turn


def losses(effects: Iterable[Effect], player: int) -> int:
    """How many of the player's own pieces leave the board in a turn with these effects.

    A stack of Bounce that its own player covers stays theirs, so it is no loss.
    """
    return sum(effect.removes and effect.player == player for effect in effects)


# How good a position looks, and which moves to offer first

WIN = 1000.0
"""What a game is worth to its winner: more than any position before."""


def worth_of_end(end: Outcome, player: int) -> float:
    """What a finished game is worth to the player; a draw is worth nothing."""
    return (WIN if player in end.winners else -WIN) if end.winners else 0.0


def understood(position: P, text: str, parse: Callable[[P, str], M]) -> M | None:
    """The move of a text, None if it can't be read."""
    try:
        return parse(position, text)
    except NotationError:
        return None


Moves = Callable[[P], Iterator[M]]
MoveText = Callable[[P, M], str]


BEGINNING = re.compile("[A-Za-z]*[0-9]*")
"""What a move text says first: a space, a piece by its letter, or a word."""


def by_rounds(position: Position, ranked: Sequence[str]) -> Sequence[str]:
    """Each piece's first move in this order, then each one's second, and so on. A text begins with
    what it moves: `01` in `01,02-3`, `a1` in `a1xb2-c3`, `enter` in `enter A`."""
    made: Counter[str] = Counter()
    rounds: list[tuple[int, str]] = []
    for text in ranked:
        piece = "".join(BEGINNING.findall(text)[:1])
        made[piece] += 1
        rounds.append((made[piece], text))
    return [text for _, text in sorted(rounds, key=lambda pair: pair[0])]


def continuations(
    position: P,
    typed: str,
    moves: Moves[P, M],
    text_of: MoveText[P, M],
) -> list[M]:
    """The moves whose text contains what was typed, in the order of the board: that very one, then
    those that begin with it.

    Of these, texts that go on with more digits of a number come last: `a1` is not `a10`.
    """
    wanted = normalized(typed)
    texts = {move: text_of(position, move) for move in moves(position)}
    plain = {move: text.replace(" ", "").casefold() for move, text in texts.items()}
    fitting = [move for move, text in plain.items() if wanted in text]

    def closeness(move: M) -> tuple[bool, bool, bool]:
        text = plain[move]
        onward = text[len(wanted) :]
        splits_number = wanted[-1:].isdigit() and onward[:1].isdigit()
        return text != wanted, not text.startswith(wanted), splits_number

    return sorted(fitting, key=closeness)


LONGEST_TYPED = 80
"""Characters of a typed text that are looked at for what it may mean."""


def leniently(
    moves: Moves[P, M], text_of: MoveText[P, M], between: str
) -> Callable[[Callable[[P, str], M]], Callable[[P, str], M]]:
    """Makes `parse` also read a text with other signs `between` its parts than the rules want,
    where a single legal move has these parts: `01-02` or `01 02` for `01,02`."""

    def parts_of(text: str) -> tuple[str, ...]:
        return tuple(re.split(between, text.strip().rstrip(")").casefold()))

    @lru_cache(maxsize=4)
    def by_parts(position: P) -> Mapping[tuple[str, ...], list[M]]:
        found: dict[tuple[str, ...], list[M]] = {}
        for move in moves(position):
            found.setdefault(parts_of(text_of(position, move)), []).append(move)
        return found

    def reading(parse: Callable[[P, str], M]) -> Callable[[P, str], M]:
        @wraps(parse)
        def read(position: P, text: str) -> M:
            try:
                return parse(position, text)
            except NotationError:
                parts = parts_of(text[:LONGEST_TYPED])
                meant = by_parts(position).get(parts, ()) if len(parts) > 1 else ()
                if len(meant) != 1:
                    raise
                return meant[0]

        return read

    return reading


def exactly(
    position: P, typed: str, parse: Callable[[P, str], M], resolve: Callable[[P, M], Turn[P] | None]
) -> list[M]:
    """The move of a text that is not written in the usual way, if it is legal."""
    move = understood(position, typed, parse)
    return [move] if move and resolve(position, move) else []


def look_alike(moves: Moves[P, M], text_of: MoveText[P, M]) -> MoveSearch[P, M]:
    """The `nearest` of a game with few moves: those whose texts are most similar to the refused
    one."""

    def nearest(position: P, text: str, /, limit: int = 3) -> list[M]:
        by_text = {text_of(position, move): move for move in moves(position)}
        return [by_text[t] for t in get_close_matches(text[:40], by_text, limit, cutoff=0.4)]

    return nearest


# Steps

WHOLE_MOVE = "This move"

GAME_OVER = "The game is over, so there is no move to make."

OUT_OF_STEP = "This unfinished move no longer fits the board. Start it again."

Keys = tuple[str, ...]
Branches = Mapping[str, Sequence[M]]
"""The moves that go on from the choices so far, by the key of the next choice."""


def move_tree(
    moves: Iterable[M],
    keys_of: Callable[[M], Keys],
    so_far: Sequence[str],
    question: Callable[[Branches[M]], Step[M]],
) -> Step[M]:
    """The next step of a game with few moves, by the keys that make each of them.

    `question` asks which of the branches it is. Raises IllegalMove if there is none.
    """
    made = tuple(so_far)
    branches: dict[str, list[M]] = {}
    for move in moves:
        keys = keys_of(move)
        if keys == made:
            return Step(WHOLE_MOVE, (), move)
        if keys[: len(made)] == made:
            branches.setdefault(keys[len(made)], []).append(move)
    if not branches:
        raise IllegalMove(OUT_OF_STEP if made else GAME_OVER)
    return question(branches)


# Refusals


def first_refusal(checks: Iterable[Refusal | None]) -> Refusal | None:
    """The first fault found; later checks are not made."""
    return next(filter(None, checks), None)

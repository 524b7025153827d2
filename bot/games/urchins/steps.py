"""A move of Urchins step by step: an urchin and its target, or where to enter; then up or down."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.games.core import Bumped
from bot.games.guide import Branches, Choice, Keys, Ranking, Step, move_tree, unranked
from bot.games.phrases import SHAPES, comma_list, counted
from bot.games.shortening import joined, shortened, whole_moves
from bot.games.urchins.board import CUBES, DOWN, LOCATIONS, SIGN, START, UP, Position, name
from bot.games.urchins.evaluation import suggested
from bot.games.urchins.moves import Enter, Fell, Move, Movement, Steal, Stepped, moves, resolve
from bot.games.urchins.notation import parse_move, write_move

END = {UP: "top", DOWN: "bottom"}
WORD = {UP: "Up", DOWN: "Down"}

MOVING, ENTERING, STEALING = "Move an urchin", "Enter", "Steal"
PROMPT = {
    MOVING: "move an urchin",
    ENTERING: "enter an urchin from your hand",
    STEALING: "steal cubes",
}


def steps(position: Position, so_far: Sequence[str]) -> Step[Move]:
    """The urchin and its target, a location to enter, or stealing; then up or down."""
    made = tuple(so_far)
    step = move_tree(moves(position), keys, made, lambda found: _question(position, made, found))
    return replace(step, chosen=_chosen(step.move)) if step.move else step


def short(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[Move]:
    return shortened(steps, position, so_far, steps(position, so_far), _in_brief)


LIKELY = 9
"""Moves that have buttons on a phone."""


def pad(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[Move]:
    """Whole moves while they fit one screen: all, or else those of one urchin."""
    step = steps(position, so_far)
    if len(so_far) > 1 or step.move:
        return step
    best = [parse_move(position, each) for each in suggested(position, ranked(position))[:LIKELY]]
    if found := whole_moves(steps, position, so_far, step, _in_signs, "Other moves", best):
        return replace(step, prompt=_asked(step, so_far, found), choices=found, lettered=False)
    if so_far:
        return step
    order = list(moves(position))
    extra = (_whole(position, move) for move in sorted(best, key=order.index))
    return replace(step, extra=tuple(extra), lettered=False)


def _asked(step: Step[Move], so_far: Sequence[str], found: Sequence[Choice]) -> str:
    cubes = step.prompt.partition("? ")[2].replace("Your cubes", "Cubes")
    prompt = step.prompt if so_far else f"Which move? {cubes}".strip()
    signed = any(choice.label.endswith(tuple(SHOWN.values())) for choice in found)
    return f"{prompt} ↑↓: where it bumps." if signed else prompt


def _whole(position: Position, move: Move) -> Choice:
    text = _in_signs(position, move)
    return Choice(joined(*keys(move)), text, brief=text)


SHOWN = {UP: "↑", DOWN: "↓"}


def _in_signs(position: Position, move: Move) -> str:
    if isinstance(move, Movement) and move.is_home:
        return f"{name(move.location, move.source)} home"
    if isinstance(move, Steal):
        return f"Steal {counted(sum(c.count(position.turn) for c in position.columns), 'cube')}"
    text = _capital(write_move(position, replace(move, way=0)))
    return f"{text} {SHOWN[move.way]}" if move.way else text


def _in_brief(position: Position, move: Move) -> str:
    if isinstance(move, Movement) and move.is_home:
        return f"{name(move.location, move.source)} home, {END[move.heading]}"
    text = _capital(write_move(position, move))
    if isinstance(move, Steal) or not move.way:
        return text
    text, way = text.removesuffix(SIGN[move.way]), WORD[move.way].lower()
    space = START if isinstance(move, Enter) else move.target
    is_met = position.constables[move.location] == space
    return f"{text}, step {way}" if is_met else f"{text}, bump {way}"


def keys(move: Move) -> Keys:
    """The choices that make a move: `A5`, `A3` or `home^`, `^`; `enter A`, `^`; or `steal`."""
    match move:
        case Steal():
            return ("steal",)
        case Enter(location, way):
            start, target, sign = f"enter {LOCATIONS[location]}", "", SIGN[way]
        case Movement(location, source, _, way):
            target = f"home{SIGN[move.heading]}" if move.is_home else move.target_name
            start, sign = name(location, source), SIGN[way]
    return tuple(filter(None, (start, target, sign)))


def _chosen(move: Move) -> Keys:
    match move:
        case Enter(location):
            return (name(location, START),)
        case Movement(location, source):
            return (name(location, source), move.target_name)
    return ()


# What the steps say


def _question(position: Position, made: Keys, branches: Branches[Move]) -> Step[Move]:
    move = next(iter(branches.values()))[0]
    chosen = _chosen(move)[: len(made)]
    if not made:
        first = [_beginning(position, key, branch) for key, branch in branches.items()]
        groups = [group for group in PROMPT if any(choice.group == group for choice in first)]
        first.sort(key=lambda choice: groups.index(choice.group))
        asked = _capital(comma_list([_prompt(group, groups) for group in groups], "or"))
        held = f" Your cubes: {_held(position)}." if MOVING in groups else ""
        return Step(f"{asked}?{held}", tuple(first))
    if isinstance(move, Movement) and len(made) == 1:
        choices = tuple(_targets(position, branches))
        return Step(_where_to(position, move), choices, chosen=chosen)
    return Step(_which_way(position, move), tuple(_ways(position, branches)), chosen=chosen)


def _prompt(group: str, groups: Sequence[str]) -> str:
    return "enter another" if group == ENTERING and MOVING in groups else PROMPT[group]


def _held(position: Position) -> str:
    # Close-ups show no cards, and what can be paid decides where an urchin can go.
    cubes = zip(LOCATIONS, position.cubes[position.turn - 1], strict=False)
    return ", ".join(f"{number} {letter}" for letter, number in cubes)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _beginning(position: Position, key: str, branch: Sequence[Move]) -> Choice:
    match branch[0]:
        case Steal():
            takes = [column.count(position.turn) for column in position.columns]
            each = [f"{number} {LOCATIONS[n]}" for n, number in enumerate(takes) if number]
            return Choice(
                key, f"Steal {counted(sum(takes), 'cube')}", note=comma_list(each), group=STEALING
            )
        case Enter(location):
            note, label = _landing(position, location, START), f"Enter {LOCATIONS[location]}"
            return Choice(key, label, note=note, group=ENTERING, piece=str(position.turn))
    farthest = max(move.spaces for move in branch if isinstance(move, Movement))
    is_near = any(move.is_home for move in branch if isinstance(move, Movement))
    note = f"up to {counted(farthest, 'space')}{', home in reach' * is_near}"
    return Choice(key, f"Urchin on {key}", cell=key, note=note, group=MOVING)


def _where_to(position: Position, move: Movement) -> str:
    letter, cubes = LOCATIONS[move.location], position.cubes[position.turn - 1][move.location]
    called = name(move.location, move.source)
    return f"{called}: where to? You have {cubes} {letter} cubes, and {CUBES} pay for a space."


def _targets(position: Position, branches: Branches[Move]) -> Iterator[Choice]:
    for key, (move, *_) in branches.items():
        assert isinstance(move, Movement)
        way, price = move.heading, f"{CUBES * move.spaces} cubes"
        if move.is_home:
            yield Choice(key, f"Home off the {END[way]}", note=price, group=WORD[way])
            continue
        taken = _landing(position, move.location, move.target)
        note = "; ".join(filter(None, (price, taken)))
        met = _met(position, move.location, move.target)
        yield Choice(key, f"To {key}", cell=key, note=note, group=WORD[way], piece=met)


def _landing(position: Position, location: int, space: int) -> str:
    if position.constables[location] == space:
        return "onto the constable: step on up or down"
    return "onto an urchin: bump it up or down" if position.columns[location][space] else ""


def _met(position: Position, location: int, space: int) -> str:
    """Who is there, by the names of the pictures."""
    if position.constables[location] == space:
        return "keeper"
    return str(position.columns[location][space] or "")


def _which_way(position: Position, move: Move) -> str:
    assert not isinstance(move, Steal)
    space = START if isinstance(move, Enter) else move.target
    called = name(move.location, space)
    if position.constables[move.location] == space:
        return f"The constable is on {called}: which way does your urchin step on?"
    return f"An urchin is on {called}: which way is it bumped?"


# Up and down are words, not directions of a compass: the board is never shown turned.


def _ways(position: Position, branches: Branches[Move]) -> Iterator[Choice]:
    for key, (move, *_) in branches.items():
        assert not isinstance(move, Steal)
        turn = resolve(position, move)
        met = [e for e in turn.effects if isinstance(e, Stepped | Bumped | Fell)] if turn else []
        links = [effect for effect in met if not isinstance(effect, Stepped)]
        label = f"{WORD[move.way]}: {_first(met[0])}"
        yield Choice(key, label, note=_result(position.turn, links))


def _first(effect: Stepped | Bumped | Fell) -> str:
    match effect:
        case Stepped(_, _, target):
            return f"step on to {target}"
        case Bumped(_, source, target):
            return f"{source} goes to {target}"
        case Fell(_, at, direction):
            return f"{at} falls off the {END[direction]}"


def _result(mover: int, links: Sequence[Bumped | Fell]) -> str:
    # What the landing sets off, a loss first: `a diamond falls off, bumps 3`.
    if not links:
        return "bumps nobody"
    fallen = [link.player for link in links if isinstance(link, Fell)]
    # Only the last link of a chain can fall, so there is never more than one.
    whose = ["your own" if player == mover else f"a {SHAPES[player]}" for player in fallen]
    return ", ".join((*(f"{each} falls off" for each in whose), f"bumps {len(links)}"))

"""A move in fewer presses: if everything that follows a choice has room, it is offered instead.

Keys of several choices at once are written as one, with a sign between them; so is every key of
this way, which distinguishes a draft that began this way from a step-by-step one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, NamedTuple

from bot.games.core import M, P
from bot.games.guide import Choice, Keys, Step

SIGN = "|"

ROOM = 20
"""Choices that have room without a second page."""

MENU, BESIDE_MENU = 25, 15
"""Choices that a menu takes, and those that have buttons of their own above it."""

MOST = BESIDE_MENU + MENU

AT_ONCE = 33
"""Whole moves that one screen of a phone has room for: eight with buttons, the rest in a menu."""

Steps = Callable[[P, Sequence[str]], Step[M]]


def joined(*keys: str) -> str:
    """The keys of several choices as one."""
    return SIGN.join(keys) if len(keys) > 1 else f"{keys[0]}{SIGN}"


def spread(keys: Sequence[str]) -> Keys:
    return tuple(part for key in keys for part in key.split(SIGN) if part or SIGN not in key)


def is_short(keys: Sequence[str]) -> bool:
    """Whether choices were offered in this way."""
    return any(SIGN in key for key in keys)


def marked(step: Step[M]) -> Step[M]:
    """The step with its keys written for this way."""
    choices, extra = (
        tuple(replace(choice, key=joined(choice.key)) for choice in each)
        for each in (step.choices, step.extra)
    )
    return replace(step, choices=choices, extra=extra)


class _End(NamedTuple):
    keys: Keys
    choice: Choice
    move: Any


def shortened(
    steps: Steps[P, M],
    position: P,
    so_far: Sequence[str],
    step: Step[M],
    text: Callable[[P, M], str],
    asked: str = "",
    likely: Sequence[str] | None = None,
) -> Step[M]:
    """The step after these keys with whole moves instead of choices, those with the fewest first,
    while all have room. `text` is the label of a move, and `asked` the first question if everything
    offered is whole moves. With `likely`, the labels of all by how probably they are meant, or none
    where nothing is ranked, a menu is room as well."""
    ends = {c.key: list(_ends(steps, position, so_far, c)) for c in step.choices}
    if all(end.keys == (key,) for key, found in ends.items() for end in found):
        return marked(step)
    in_menu = likely is not None and ROOM < sum(map(len, ends.values())) <= MOST
    spelled = set(ends) if in_menu else _with_room(ends)
    if not spelled:
        return marked(step)
    choices: list[Choice] = []
    for choice in step.choices:
        if choice.key in spelled:
            choices += (
                _to_the_end(choice, end, text(position, end.move)) for end in ends[choice.key]
            )
        else:
            # Next to whole moves a direction is one choice among others.
            choices.append(replace(choice, key=joined(choice.key), angle=None))
    is_mixed = len(spelled) < len(ends)
    prompt = step.prompt if so_far or is_mixed else asked or step.prompt
    if in_menu:
        briefs = {choice.brief for choice in choices}
        first = [brief for brief in likely or () if brief in briefs]
        choices = [replace(c, likely=c.brief in first[:BESIDE_MENU]) for c in choices]
    return replace(
        step,
        prompt=prompt,
        choices=tuple(choices),
        lettered=is_mixed,
        listed=step.listed or in_menu,
    )


def whole_moves(
    steps: Steps[P, M],
    position: P,
    so_far: Sequence[str],
    step: Step[M],
    text: Callable[[P, M], str],
    group: str,
    likely: Sequence[M] = (),
) -> tuple[Choice, ...]:
    """All that the step after these keys leads to, each as one choice; none if they are too many
    for one screen."""
    if len(step.choices) > AT_ONCE:
        return ()
    found = [_all_ends(steps, position, so_far, (choice,)) for choice in step.choices]
    ends = list(islice(chain.from_iterable(found), AT_ONCE + 1))
    if len(ends) > AT_ONCE:
        return ()
    return tuple(
        Choice(
            joined(*end.keys),
            (called := text(position, end.move)),
            note=end.choice.note,
            group=group,
            brief=called,
            likely=end.move in likely,
        )
        for end in ends
    )


def narrow(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The same without the hyphen on buttons: one more has room in a row."""
    return tuple(replace(choice, brief=choice.brief.replace("-", "")) for choice in choices)


def _ends(steps: Steps[P, M], position: P, so_far: Sequence[str], first: Choice) -> Iterator[_End]:
    # At most one more than there is room for: that many are not offered at once.
    return islice(_all_ends(steps, position, so_far, (first,)), MOST + 1)


def _all_ends(
    steps: Steps[P, M], position: P, so_far: Sequence[str], made: tuple[Choice, ...]
) -> Iterator[_End]:
    keys = tuple(choice.key for choice in made)
    step = steps(position, (*so_far, *keys))
    if step.move is not None:
        yield _End(keys, made[-1], step.move)
    for choice in step.choices:
        yield from _all_ends(steps, position, so_far, (*made, choice))


def _with_room(ends: dict[str, list[_End]]) -> set[str]:
    spelled, left = set[str](), ROOM - len(ends)
    for key in sorted(ends, key=lambda key: len(ends[key])):
        left -= len(ends[key]) - 1
        if left < 0:
            break
        spelled.add(key)
    return spelled


def _to_the_end(first: Choice, end: _End, text: str) -> Choice:
    if end.choice is first:
        # A piece with only one move is offered as that move, next to those of the others.
        brief = replace(first, brief=text, note="") if first.cell else first
        return replace(brief, key=joined(first.key))
    label = f"{first.label}: {end.choice.label}"
    return replace(first, key=joined(*end.keys), label=label, angle=None, note="", brief=text)

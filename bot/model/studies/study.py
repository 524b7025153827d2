"""A study: a tree of moves to think on, with names and notes. Pure; the rules are asked elsewhere.

Every move is a node with a number that it keeps, so that whatever points at one still means it
after weeks. Nothing that is deleted gives its number to another.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from bot.model.game_records.record import plain_node_name, plain_note
from bot.model.refusals import Reason, Refused

MovePath = tuple[str, ...]
"""The moves from the start of a study to one of its nodes."""

START = 0
"""The number of the node without a move, from which all others come."""

MOST_NODES = 500
"""Most moves that people put into a study. Those of the match it follows don't count."""

FULL = (
    f"This study has {MOST_NODES} moves of your own, and that is all that one holds. "
    "Delete a branch that you don't need, or begin another study."
)
GONE = "That move is not in this study any more. Open the study again."
OF_THE_MATCH = "The match itself came that way, so this move stays. Delete what branches off it."
NO_START = "A study keeps its start. Delete one of the moves that follow it."


@dataclass(frozen=True, slots=True)
class StudyStart:
    """Where a study begins: the start of a game with its options, or the position of that text."""

    game: str
    options: Mapping[str, Any]
    players: int
    position: str = ""


class Node(NamedTuple):
    """A move after that of the `parent`, by its text; the start has none.

    `played` by the match which the study follows, and not by anybody in the study before.
    """

    parent: int
    move: str
    name: str = ""
    note: str = ""
    played: bool = False


BEGINNING: Mapping[int, Node] = {START: Node(START, "")}


@dataclass(frozen=True)
class Study:
    """A tree of moves from where it begins.

    >>> study = Study(StudyStart("bump", {}, 2)).play("01,03").play("09,07").go(1).play("09,08")
    >>> study.path()
    ('01,03', '09,08')
    >>> [study.path(number) for number in study.branches(1)]
    [('01,03', '09,07'), ('01,03', '09,08')]
    """

    start: StudyStart
    nodes: Mapping[int, Node] = field(default_factory=lambda: BEGINNING)
    """The moves by number, parents first."""
    place: int = START
    """Where its owner stands."""
    trunk: int = START
    """The last move of the match that it follows; the start if it follows none."""
    made: int = 0
    """How many nodes there ever were: the highest number given."""

    def __getitem__(self, number: int) -> Node:
        """The node of that number. Raises Refused if it was deleted."""
        try:
            return self.nodes[number]
        except KeyError:
            raise Refused(GONE, Reason.STALE) from None

    # What is where

    @cached_property
    def _after(self) -> Mapping[int, Mapping[str, int]]:
        # The numbers of what follows each node, by move, in the order in which they were made.
        after: dict[int, dict[str, int]] = {number: {} for number in self.nodes}
        for number, node in self.nodes.items():
            if number != START:
                after[node.parent][node.move] = number
        return after

    @cached_property
    def trunk_line(self) -> tuple[int, ...]:
        """The numbers of the match's own moves, in order."""
        return self.line(self.trunk)

    @cached_property
    def _on_trunk(self) -> frozenset[int]:
        return frozenset(self.trunk_line)

    def line(self, number: int | None = None) -> tuple[int, ...]:
        """The numbers of the moves that lead to a node, usually to the place, it included."""
        at, line = self.place if number is None else number, []
        while at != START:
            line.append(at)
            at = self[at].parent
        return tuple(reversed(line))

    def path(self, number: int | None = None) -> MovePath:
        """The moves that lead to a node, usually to the place."""
        return tuple(self.nodes[each].move for each in self.line(number))

    def next(self, number: int, move: str) -> int | None:
        """The node of that move after another, if it is there."""
        self[number]
        return self._after[number].get(move)

    def find(self, path: Sequence[str]) -> int | None:
        """The node to which these moves lead, if it is there."""
        at: int | None = START
        for move in path:
            at = None if at is None else self.next(at, move)
        return at

    def branches(self, number: int | None = None) -> tuple[int, ...]:
        """What follows a node, usually the place: the move of the match first, then the others in
        the order in which they were made."""
        at = self.place if number is None else number
        self[at]
        return tuple(sorted(self._after[at].values(), key=lambda n: n not in self._on_trunk))

    def walk(self, number: int = START) -> Iterator[tuple[int, int]]:
        """The node and all that come from it, each with how many moves lead to it from there: each
        move before its branches, and all of its first branch before the next."""
        waiting = [(0, number)]
        while waiting:
            depth, at = waiting.pop()
            yield depth, at
            waiting += [(depth + 1, each) for each in reversed(self.branches(at))]

    def main_line(self) -> tuple[int, ...]:
        """The numbers of the first branches, from the start to where they end; with a match that it
        follows, of the match's own moves."""
        if self.trunk:
            return self.trunk_line
        line, after = [], self.branches(START)
        while after:
            line.append(after[0])
            after = self.branches(after[0])
        return tuple(line)

    @property
    def own(self) -> int:
        """How many moves people have put into it."""
        return sum(not node.played for node in self.nodes.values()) - 1

    # What its owner does

    def go(self, number: int) -> "Study":
        """The study with its owner at that node."""
        self[number]
        return replace(self, place=number)

    def back(self) -> "Study":
        """One move back, at most to the start."""
        return self.go(self[self.place].parent)

    def on(self) -> "Study":
        """On to the first branch, if there is one."""
        after = self.branches()
        return self.go(after[0]) if after else self

    def to_match(self) -> "Study":
        """To where the match is, or the start."""
        return self.go(self.trunk)

    def play(self, move: str, at: int | None = None) -> "Study":
        """The study with that move after a node, usually the place, and its owner there.

        The text must be the rules' canonical one of a legal move: see `StudyBoard.play`. Raises
        Refused if the study is full.
        """
        at = self.place if at is None else at
        known = self.next(at, move)
        if known is None and self.own >= MOST_NODES:
            raise Refused(FULL)
        return self.grown(at, [move]) if known is None else self.go(known)

    def play_line(self, at: int, moves: Sequence[str]) -> "Study":
        """The same for moves one after the other, the first after that node."""
        study = self.go(at)
        for move in moves:
            study = study.play(move)
        return study

    def grown(self, at: int, moves: Sequence[str], played: bool = False) -> "Study":
        """With these moves after a node, one after the other, and its owner at the last. Nodes that
        are there are used again."""
        nodes, made = dict(self.nodes), self.made
        for move in moves:
            known = self.next(at, move) if at in self.nodes else None
            if known is None:
                known = made = made + 1
                nodes[made] = Node(at, move, played=played)
            at = known
        return replace(self, nodes=nodes, made=made, place=at)

    def delete(self, number: int) -> "Study":
        """Without the node and all that come from it. Raises Refused for the match's own moves."""
        parent = self[number].parent
        if number == START:
            raise Refused(NO_START)
        if number in self._on_trunk:
            raise Refused(OF_THE_MATCH)
        gone = {each for _, each in self.walk(number)}
        nodes = {each: node for each, node in self.nodes.items() if each not in gone}
        return replace(self, nodes=nodes, place=parent if self.place in gone else self.place)

    def rename(self, number: int, name: str) -> "Study":
        """With that name for the node, in the form of names; empty for none."""
        return self._with_node(number, self[number]._replace(name=plain_node_name(name)))

    def annotate(self, number: int, note: str) -> "Study":
        """With that note on the node, in the form of notes; empty for none."""
        return self._with_node(number, self[number]._replace(note=plain_note(note)))

    def _with_node(self, number: int, node: Node) -> "Study":
        return replace(self, nodes={**self.nodes, number: node})

    def outline(self) -> tuple[object, ...]:
        """All of it but its numbers and its owner's place: equal for studies that say the same."""
        moves = (
            (depth, *self[number][1:4], number in self._on_trunk) for depth, number in self.walk()
        )
        return (self.start, *moves)

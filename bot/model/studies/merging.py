"""Two studies from the same start become one, with the nodes of both."""

from dataclasses import replace

from bot.model.refusals import Refused
from bot.model.studies.study import FULL, MOST_NODES, START, Node, Study

OTHER_START = "These two studies begin differently, so they can't become one."


def merged(study: Study, other: Study) -> Study:
    """The study with what only the other has: nodes, and names and notes where it has none.

    Its own nodes keep their numbers, its owner stays, and it follows the match as far as it did.
    Raises Refused if together they have more moves than a study holds.
    """
    if study.start != other.start:
        raise Refused(OTHER_START)
    numbers, found = {START: START}, dict(study.nodes)
    made = study.made
    for number, node in other.nodes.items():
        parent = numbers[node.parent]
        known = START if number == START else _known(study, parent, node.move)
        if known is None:
            known = made = made + 1
        numbers[number] = known
        found[known] = _both(found.get(known, node), node)._replace(parent=parent)
    whole = replace(study, nodes=found, made=made, trunk=study.trunk or numbers[other.trunk])
    if whole.own > max(MOST_NODES, study.own, other.own):
        raise Refused(FULL)
    return whole


def _known(study: Study, parent: int, move: str) -> int | None:
    return study.next(parent, move) if parent in study.nodes else None


def _both(first: Node, second: Node) -> Node:
    return first._replace(
        name=first.name or second.name,
        note=first.note or second.note,
        played=first.played and second.played,
    )

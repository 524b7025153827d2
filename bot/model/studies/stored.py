"""A study as a text, to be stored."""

import json

from bot.model.studies.study import Node, Study, StudyStart


def packed_study(study: Study) -> str:
    """The study as JSON, each node as a list of its number and its fields."""
    start = study.start
    values = {
        "start": [start.game, start.options, start.players, start.position],
        "nodes": [[number, *node] for number, node in study.nodes.items()],
        "at": [study.place, study.trunk, study.made],
    }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def unpacked_study(text: str) -> Study:
    """The study of such a text."""
    values = json.loads(text)
    nodes = {number: Node(*fields) for number, *fields in values["nodes"]}
    place, trunk, made = values["at"]
    return Study(StudyStart(*values["start"]), nodes, place, trunk, made)

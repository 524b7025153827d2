"""The variations of a study as lines of the text form of its record."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.model.game_records.parts import MOST_DEEDS, BadPart, Part, read_json
from bot.model.game_records.record import STUDY_VERSION, VERSION, BadRecord, Variation

MOVE = re.compile(r"> ([0-9]{1,6})\.(?: (.+))?")
NAME = re.compile(r"= (.+)")
NOTE = re.compile(r'~ (".*")')

NO_VARIATION = (
    "This is no line of a variation. A move of one reads `> 3. 03,05`, the start `> 0.`, a name "
    '`= Quiet`, and a note `~ "in double quotes"`.'
)
NOT_STUDIED = (
    f"Only a record of version {STUDY_VERSION}, which begins with [Record {STUDY_VERSION}], has "
    "variations."
)
NAMES_NOTHING = "A name or a note stands below its move, and there is none above this."


def variation_lines(variations: Sequence[Variation]) -> Iterator[str]:
    """A line for each move, followed by those of its name and its note."""
    for each in variations:
        yield f"> {each.ply}. {each.move}".rstrip()
        if each.name:
            yield f"= {each.name}"
        if each.note:
            yield f"~ {json.dumps(each.note, ensure_ascii=False)}"


def is_of_variation(line: str) -> bool:
    """Whether a line belongs to a variation, by how it begins."""
    return line.startswith((">", "=", "~"))


def require_studied(tags: Mapping[str, tuple[Part, int]], number: int) -> None:
    """Refuse variations on that line of a record of the first version."""
    if "Record" in tags and tags["Record"][0].value == VERSION:
        raise BadRecord(number, NOT_STUDIED)


def add_variation(variations: list[Variation], line: str, number: int) -> None:
    """Read a line of a variation: a move more, or the name or note of the last. Raises
    BadRecord."""
    try:
        if found := MOVE.fullmatch(line):
            variations.append(_move(found, number))
        elif found := NAME.fullmatch(line) or NOTE.fullmatch(line):
            variations.append(_with_word(variations, found, number))
        else:
            raise BadRecord(number, NO_VARIATION)
    except BadPart as error:
        raise BadRecord(number, str(error)) from error
    if len(variations) > MOST_DEEDS:
        raise BadRecord(number, f"A record has {MOST_DEEDS} moves in variations at most.")


def _move(found: re.Match[str], number: int) -> Variation:
    ply, move = int(found[1]), found[2]
    if bool(ply) != bool(move):
        raise BadRecord(number, NO_VARIATION)
    return replace(Part({"ply": ply, "move": move}).variation(), line=number)


def _with_word(variations: list[Variation], found: re.Match[str], number: int) -> Variation:
    if not variations:
        raise BadRecord(number, NAMES_NOTHING)
    last = variations.pop()
    values = {"ply": last.ply, "move": last.move, "name": last.name, "note": last.note}
    if found.re is NAME:
        return replace(Part(values | {"name": found[1]}).variation(), line=last.line)
    try:
        note = read_json(found[1])
    except ValueError as error:
        raise BadRecord(number, NO_VARIATION) from error
    return replace(Part(values | {"note": note}).variation(), line=last.line)

"""Records as text: a head of tags, then a line for each deed. docs/records.md describes them."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.catalog import Entry
from bot.games.core import Outcome
from bot.games.phrases import counted
from bot.model.game_records.as_json import compared, record_digest
from bot.model.game_records.parts import MOST_DEEDS, BadPart, Part, read_json
from bot.model.game_records.record import (
    FIRST_ROUND,
    SITE,
    VERSION,
    BadRecord,
    Deed,
    GameRecord,
    RecordItem,
    RecordPlayer,
    Variation,
    time_word,
)
from bot.model.game_records.variations import (
    add_variation,
    is_of_variation,
    require_studied,
    variation_lines,
)

TAG = re.compile(r"\[([A-Za-z0-9]{1,40}) (.*)\]")
MOVE = re.compile(r"([0-9]{1,6})\. \(([0-9]{1,2})\) (.+?)(?: @ (\S+))?")
OTHER = re.compile(r"\* \(([0-9]{1,2})\) ([a-z]+)(?: (.+?))??(?: @ (\S+))?")
COMMENT = re.compile(r"\{(.*)\}(?: @ (\S+))?")

LONGEST_LINE = 4000

MOST_SEATS = 9
"""More than any game has: the real players are known once everything is read."""

NOT_OVER, DRAWN = "*", "none"
"""The results of a match that was not over, and of one that nobody has won."""


TOO_LATE = "Here variations have begun, so nothing more of the match follows."


def record_text(record: GameRecord) -> str:
    tags = (f"[{name} {_json(value)}]" for name, value in _tags(record))
    variations = ["", *variation_lines(record.variations)] if record.variations else []
    return "\n".join([*tags, "", *_body(record), *variations, ""])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _tags(record: GameRecord) -> Iterator[tuple[str, Any]]:
    yield from {"Record": record.version, "Site": SITE, "Game": record.game}.items()
    if record.study:
        yield "Study", record.study
    optional = {
        "Number": record.number,
        "Event": record.event,
        "Round": record.round,
        "Time": record.time,
        "Ended": record.ended and time_word(record.ended),
    }
    yield "Options", record.options
    if record.position:
        yield "Position", record.position
    yield "Rated", record.rated
    yield "Started", time_word(record.started)
    yield from ((name, value) for name, value in optional.items() if value)
    yield "Made", time_word(record.made)
    for seat, player in enumerate(record.players, 1):
        yield f"Player{seat}", player.name
    if robots := [seat for seat, player in enumerate(record.players, 1) if player.robot]:
        yield "Robots", robots
    if record.level is not None:
        yield "Level", record.level
    yield "Result", _result(record.outcome)
    if record.outcome and record.outcome.reason:
        yield "Reason", record.outcome.reason
    if record.stored:
        yield "Stored", record.stored
    yield "Digest", record_digest(record)


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return NOT_OVER
    return " ".join(map(str, outcome.winners)) or DRAWN


def _body(record: GameRecord) -> Iterator[str]:
    made = 0
    for item in record.items:
        when = f" @ {time_word(item.at)}" if item.at else ""
        if item.deed is Deed.MOVE:
            made += 1
            yield f"{made}. ({item.seat}) {item.text}{when}"
        elif item.deed is Deed.COMMENT:
            yield f"{{{item.text}}}{when}"
        else:
            yield f"* ({item.seat}) {_said_of(item)}{when}"
        made -= item.count


def _said_of(item: RecordItem) -> str:
    text = _json(item.text) if item.deed is Deed.REPLACE else item.text
    return " ".join(filter(None, [item.deed, text or str(item.count or "")]))


def read_text(text: str) -> GameRecord:
    """The record of a text. Raises BadRecord."""
    tags: dict[str, tuple[Part, int]] = {}
    items: list[RecordItem] = []
    variations: list[Variation] = []
    made = 0
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = raw.strip()
        if len(line) > LONGEST_LINE:
            raise BadRecord(number, f"A line of a record has {LONGEST_LINE} characters at most.")
        if not line or line.startswith(";"):
            continue
        if tag := TAG.fullmatch(line):
            tags[tag[1]] = _tag(tag, number, known=tags, begun=bool(items or variations))
            continue
        if is_of_variation(line):
            require_studied(tags, number)
            add_variation(variations, line, number)
            continue
        if variations:
            raise BadRecord(number, TOO_LATE)
        item = _deed(line, number, made)
        made += (item.deed is Deed.MOVE) - item.count
        if len(items) == MOST_DEEDS:
            raise BadRecord(number, f"A record has {MOST_DEEDS} lines of deeds at most.")
        items.append(item)
    try:
        record = replace(_record_of(tags, tuple(items)), variations=tuple(variations))
        return compared(record, tags["Digest"][0] if "Digest" in tags else None)
    except BadPart as error:
        raise BadRecord(_line(tags, error), str(error)) from error


def _line(tags: Mapping[str, tuple[Part, int]], error: BadPart) -> int:
    # The line of the wrong tag. A missing one counts as at the beginning.
    name = str(error.path[0]) if error.path else ""
    return tags[name][1] if name in tags else 1


def _tag(
    tag: re.Match[str], number: int, *, known: Mapping[str, Any], begun: bool
) -> tuple[Part, int]:
    if begun or tag[1] in known:
        why = "comes after deeds" if begun else "appears twice"
        raise BadRecord(
            number, f"The tag “{tag[1]}” {why}. Every tag appears once, at the beginning."
        )
    try:
        return Part(read_json(tag[2]), (tag[1],)), number
    except ValueError as error:
        why = f"What follows “{tag[1]}” is no JSON. A text needs double quotes."
        raise BadRecord(number, why) from error


def _seats(tags: Mapping[str, tuple[Part, int]]) -> int:
    # How many players the tags name, one after the other.
    return next(seat for seat in range(len(tags) + 1) if f"Player{seat + 1}" not in tags)


NO_DEED = (
    "This is no line of a record. A move reads `1. (1) 03,05`, other deeds `* (1) resign`, "
    "a comment {stands in braces}, and a remark begins with `;`."
)


def _deed(line: str, number: int, made: int) -> RecordItem:
    if found := MOVE.fullmatch(line):
        if int(found[1]) != made + 1:
            raise BadRecord(number, f"Move {made + 1} is expected here, not move {found[1]}.")
        values = {"do": Deed.MOVE, "seat": int(found[2]), "text": found[3], "at": found[4]}
    elif found := OTHER.fullmatch(line):
        values = {"do": found[2], "seat": int(found[1]), **_more(found[2], found[3])}
        values["at"] = found[4]
    elif found := COMMENT.fullmatch(line):
        values = {"do": Deed.COMMENT, "text": found[1], "at": found[2]}
    else:
        raise BadRecord(number, NO_DEED)
    given = Part({name: value for name, value in values.items() if value is not None})
    try:
        item = given.deed(MOST_SEATS)
    except BadPart as error:
        raise BadRecord(number, str(error)) from error
    if item.count > made:
        raise BadRecord(number, f"{counted(item.count, 'move')} can't be taken back here.")
    return replace(item, line=number)


def _more(word: str, text: str | None) -> dict[str, Any]:
    if word == Deed.TAKEBACK:
        return {"count": int(text) if text and re.fullmatch("[0-9]{1,3}", text) else text}
    if word == Deed.REPLACE and text:
        try:
            return {"text": read_json(text)}
        except ValueError:
            return {"text": text}
    return {"text": text}


def _record_of(tags: Mapping[str, tuple[Part, int]], items: tuple[RecordItem, ...]) -> GameRecord:
    head = Part({name: part.value for name, (part, _) in tags.items()})
    is_study = head.part("Record").version() > VERSION
    game = head.part("Game").game()
    players = read_players(head, game, _seats(tags))
    for item in items:
        if item.seat > len(players):
            raise BadRecord(item.line, f"There is no player {item.seat} in this match.")
    started, written = head.part("Started").instant(), head.maybe("Made")
    made = written.instant() if written else started
    number, event, outcome = (
        head.maybe("Number"),
        head.called_in("Event"),
        _outcome(head, len(players)),
    )
    options = head.part("Options").options(game, len(players))
    position = head.maybe("Position") if is_study else None
    return GameRecord(
        game=game.key,
        options=options,
        players=players,
        items=items,
        outcome=outcome,
        started=started,
        ended=_end(head, made) if outcome else None,
        made=made,
        number=number.number(1) if number else None,
        rated=head.flag_in("Rated"),
        level=head.level_in("Level"),
        time=head.called_in("Time"),
        event=event,
        round=(head.called_in("Round") or FIRST_ROUND) if event else "",
        position=position.position(game, options) if position else "",
        study=head.part("Study").study() if is_study else None,
        stored=head.called_in("Stored"),
    )


def _end(head: Part, made: datetime) -> datetime:
    # People who write by hand need not know when the match ended.
    return found.instant() if (found := head.maybe("Ended")) else made


def read_players(head: Part, game: Entry, seats: int) -> tuple[RecordPlayer, ...]:
    (head.maybe("Player1") or head).require_players(game, seats)
    robots = head.maybe("Robots")
    which = robots.numbers(1, seats) if robots else ()
    names = (head.part(f"Player{seat}").called() for seat in range(1, seats + 1))
    return tuple(RecordPlayer(name, seat in which) for seat, name in enumerate(names, 1))


def _outcome(head: Part, seats: int) -> Outcome | None:
    result = head.part("Result")
    given = result.text(40)
    if given == NOT_OVER:
        return None
    reason = head.maybe("Reason")
    winners: tuple[int, ...] = ()
    if given != DRAWN:
        words = [int(word) if re.fullmatch("[0-9]{1,2}", word) else 0 for word in given.split()]
        winners = Part(words, result.path).numbers(1, seats)
    return Outcome(winners, reason.reason() if reason else "")

"""Records as JSON: what other sites read, and everything else under `bumpbot` in the header.

The form is that of Abstract Play's recranks schema (gamerecord 1-0-0), with our own names added
where it allows them; docs/records.md describes both.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.catalog import Entry, entry
from bot.games.core import Outcome
from bot.model.events.digests import digest_of, digest_text
from bot.model.game_records.parts import MOST_DEEDS, BadPart, Part, line_of, read_json
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
from bot.model.records import by_seat

EXTRAS = "bumpbot"
"""Where in the header everything is that the schema has no word for."""

LISTS = ("log", "nodes")
"""What has a line for each of its parts there, and comes last."""


def record_values(record: GameRecord) -> dict[str, Any]:
    header, moves = _header(record), _rounds(record)
    text = json.dumps([header, moves], sort_keys=True)
    header[EXTRAS]["digest"] = digest_text(digest_of(text))
    return {"header": header, "moves": moves}


def record_digest(record: GameRecord) -> str:
    """The digest of everything that both forms of the record say, as they show it."""
    digest: str = record_values(record)["header"][EXTRAS]["digest"]
    return digest


def compared(record: GameRecord, digest: Part | None) -> GameRecord:
    """The record, which knows whether it is what its digest was made of, if it came with one."""
    return replace(record, changed=digest is not None and digest.value != record_digest(record))


def record_json(record: GameRecord) -> str:
    """The record as JSON, with a line for each deed and each round."""
    values = record_values(record)
    extras = values["header"][EXTRAS]
    lists = {name: extras.pop(name) for name in LISTS if name in extras}
    header = json.dumps(values["header"], ensure_ascii=False, indent=1)
    head = header.removesuffix("\n }\n}")
    inside = ",\n".join(f'  "{name}": {_lines(each)}' for name, each in lists.items())
    return f'{{"header": {head},\n{inside}}}}},\n"moves": {_lines(values["moves"])}}}\n'


def _lines(values: list[Any]) -> str:
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in values) + "\n]"


def _header(record: GameRecord) -> dict[str, Any]:
    game = entry(record.game)
    numbered = {"gameid": record.number} if record.number else {}
    event = {"event": record.event, "round": record.round or FIRST_ROUND} if record.event else {}
    return {
        "game": {"name": game.name, "variants": list(_variants(game, record.options))},
        **event,
        "site": {"name": SITE, **numbered},
        "date-start": time_word(record.started),
        "date-end": time_word(record.ended or record.made),
        "date-generated": time_word(record.made),
        "unrated": not record.rated or record.outcome is None,
        "players": list(_players(record)),
        "startingPosition": record.position or game.game.write(game.game.start(record.options)),
        EXTRAS: _extras(record),
    }


def _variants(game: Entry, options: Mapping[str, Any]) -> Iterator[str]:
    # The choices that differ from the default, by their names.
    for option in game.options:
        if option.choices and options.get(option.name) not in (None, option.default):
            yield f"{option.name}: {json.dumps(options[option.name], ensure_ascii=False)}"


def _players(record: GameRecord) -> Iterator[dict[str, Any]]:
    winners = record.outcome.winners if record.outcome else ()
    for seat, player in enumerate(record.players, 1):
        robot = {"is_ai": True} if player.robot else {}
        yield {"name": player.name, "result": int(seat in winners), "seat": seat, **robot}


def _extras(record: GameRecord) -> dict[str, Any]:
    outcome = record.outcome
    end = {"winners": list(outcome.winners), "reason": outcome.reason} if outcome else {}
    extras = {"level": record.level, "time": record.time, "stored": record.stored}
    return {
        "record": record.version,
        "game": record.game,
        "options": record.options,
        "rated": record.rated,
        "finished": outcome is not None,
        **end,
        **{name: value for name, value in extras.items() if value},
        **({"study": record.study} if record.study else {}),
        **({"position": record.position} if record.position else {}),
        "log": [_logged(item) for item in record.items],
        **({"nodes": [_node(each) for each in record.variations]} if record.study else {}),
    }


def _node(each: Variation) -> dict[str, Any]:
    texts = {"move": each.move, "name": each.name, "note": each.note}
    return {"ply": each.ply, **{name: text for name, text in texts.items() if text}}


def _logged(item: RecordItem) -> dict[str, Any]:
    values = {
        "seat": item.seat,
        "text": item.text,
        "count": item.count,
        "at": item.at and time_word(item.at),
    }
    given = {name: value for name, value in values.items() if value}
    return {"do": item.deed, **({"text": ""} if item.deed is Deed.COMMENT else {}), **given}


def _rounds(record: GameRecord) -> list[list[str | None]]:
    # The moves not taken back, a list for each round in the order of the seats.
    rounds: list[list[str | None]] = []
    last = len(record.players) + 1
    for item in record.main_line:
        if item.seat <= last:
            rounds.append([None] * len(record.players))
        rounds[-1][item.seat - 1] = item.text
        last = item.seat
    return rounds


CUT = "The file ends before its record does, so it was cut short. Get it whole once more."


def read_record_json(text: str) -> GameRecord:
    """The record of a JSON text. Raises BadRecord."""
    try:
        whole = Part(read_json(text))
    except json.JSONDecodeError as error:
        is_cut = not (text.rstrip().endswith("}") or error.msg.startswith("Extra"))
        why = CUT if is_cut else f"From character {error.colno} on this is no JSON."
        raise BadRecord(error.lineno, why) from error
    except ValueError as error:
        raise BadRecord(1, f"This is no JSON that I read: {error}.") from error
    try:
        return _record_of(whole, text)
    except BadPart as error:
        raise BadRecord(line_of(text, error.path), str(error)) from error


def _record_of(whole: Part, text: str) -> GameRecord:
    header = whole.part("header")
    extras = header.maybe(EXTRAS)
    if extras is None:
        return _foreign(whole, header)
    is_study = extras.part("record").version() > VERSION
    game = extras.part("game").game()
    players = _read_players(header.part("players"), game)
    finished = extras.part("finished").flag()
    log = extras.part("log").each(MOST_DEEDS)
    lines = _lines_of_list(text, log)
    options = extras.part("options").options(game, len(players))
    record = GameRecord(
        **_common(header),
        **(_read_study(extras, game, options, text) if is_study else {}),
        game=game.key,
        options=options,
        players=players,
        items=tuple(
            replace(each.deed(len(players)), line=line)
            for each, line in zip(log, lines, strict=True)
        ),
        outcome=_read_outcome(extras, len(players)) if finished else None,
        ended=header.part("date-end").instant() if finished else None,
        rated=extras.part("rated").flag(),
        level=extras.level_in("level"),
        time=extras.called_in("time"),
        stored=extras.called_in("stored"),
    )
    _require_agreement(record, whole)
    return compared(record, extras.maybe("digest"))


def _read_study(extras: Part, game: Entry, options: Mapping[str, Any], text: str) -> dict[str, Any]:
    nodes = extras.part("nodes").each(MOST_DEEDS)
    lines = _lines_of_list(text, nodes)
    position = extras.maybe("position")
    return {
        "study": extras.part("study").study(),
        "position": position.position(game, options) if position else "",
        "variations": tuple(
            replace(each.variation(), line=line) for each, line in zip(nodes, lines, strict=True)
        ),
    }


def _lines_of_list(text: str, values: list[Part]) -> list[int]:
    # Usually each value has its own line after the one before; otherwise they have the first one's.
    if not values:
        return []
    first, last = line_of(text, values[0].path), line_of(text, values[-1].path)
    if last - first == len(values) - 1:
        return list(range(first, last + 1))
    return [first] * len(values)


def _common(header: Part) -> dict[str, Any]:
    event = header.called_in("event")
    number = header.part("site").maybe("gameid")
    started = header.part("date-start").instant()
    made = header.maybe("date-generated")
    is_ours = number is not None and isinstance(number.value, int)
    return {
        "started": started,
        "made": made.instant() if made else started,
        "number": number.number(1) if number and is_ours else None,
        "event": event,
        "round": (header.called_in("round") or FIRST_ROUND) if event else "",
    }


def _read_players(players: Part, game: Entry) -> tuple[RecordPlayer, ...]:
    found = players.each(max(game.players))
    players.require_players(game, len(found))
    return tuple(RecordPlayer(each.part("name").called(), each.flag_in("is_ai")) for each in found)


def _read_outcome(extras: Part, seats: int) -> Outcome:
    winners = extras.part("winners").numbers(1, seats)
    reason = extras.part("reason")
    return Outcome(winners, reason.reason() if reason.value else "")


def _require_agreement(record: GameRecord, whole: Part) -> None:
    # What other sites read has to be what we read.
    ours, written = record_values(record), whole.part("moves")
    if written.value != ours["moves"]:
        raise written.bad("“moves” and the “log” of the header don't tell the same moves.")
    header, again = whole.part("header"), ours["header"]
    start = header.maybe("startingPosition")
    if start and start.value != again["startingPosition"]:
        raise start.bad("“startingPosition” is not where these options begin.")
    for each, known in zip(header.part("players").each(99), again["players"], strict=True):
        if (result := each.part("result")).value != known["result"]:
            raise result.bad("“result” is 1 for who has won and 0 for all others.")


# Records of other sites


def _foreign(whole: Part, header: Part) -> GameRecord:
    # A record of another site. The rules decide later whether its moves fit.
    game = header.part("game").part("name").game()
    players = _read_players(header.part("players"), game)
    options = Part(dict(game.usual), header.path).options(game, len(players))
    start = header.maybe("startingPosition")
    if start and start.value != game.game.write(game.game.start(options)):
        raise start.bad("This is not how a match begins here as usual, and no options are named.")
    return GameRecord(
        **_common(header),
        game=game.key,
        options=options,
        players=players,
        items=tuple(_foreign_moves(whole.part("moves"), len(players))),
        outcome=_foreign_outcome(header.part("players")),
        ended=header.part("date-end").instant(),
    )


def _foreign_moves(moves: Part, seats: int) -> Iterator[RecordItem]:
    for turns in moves.each(MOST_DEEDS):
        for seat, each in by_seat(turns.each(seats)):
            if each.value is not None:
                move = each.part("move") if isinstance(each.value, dict) else each
                yield RecordItem(Deed.MOVE, seat, move.moves())


def _foreign_outcome(players: Part) -> Outcome:
    results = [each.part("result").number(-(10**9), 10**9) for each in players.each(99)]
    best = max(results)
    winners = tuple(seat for seat, each in enumerate(results, 1) if each == best)
    return Outcome(winners if len(winners) < len(results) else (), "")

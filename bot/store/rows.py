"""The rows of the tables, to and from the values of the model."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, is_dataclass
from datetime import UTC, date, datetime, timedelta
from enum import Enum, StrEnum
from functools import lru_cache, wraps
from typing import (
    Any,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from bot.model.clock.units import MICROSECOND
from bot.model.competitions.competition import FixtureTerms
from bot.model.events import Person, Recorded, event
from bot.model.post_kinds import PostKind
from bot.model.ratings.rating import Rating
from bot.model.records import Delivered, MatchId, MatchSummary, NoticeItem, Post, Seq
from bot.model.refusals import ASK_OWNER, BrokenMatch, DamagedRow
from bot.model.studies.stored import packed_study, unpacked_study
from bot.model.studies.study import Study

P = ParamSpec("P")
T = TypeVar("T")

EMPTY = (None, "", "[]")
"""How an empty list is written in a column."""


class ColumnKind(Enum):
    """What a column holds. To SQLite everything but numbers is text."""

    NUMBER = "number"
    TEXT = "text"
    JSON = "json"
    TIME = "time"


CASTS = {
    ColumnKind.NUMBER: "bigint",
    ColumnKind.TEXT: "text",
    ColumnKind.TIME: "timestamptz",
    ColumnKind.JSON: "jsonb",
}
"""The casts that PostgreSQL needs for a value that is in no column."""


def legible(what: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A function that reads columns, and raises DamagedRow for invalid ones."""

    def guarding(read: Callable[P, T]) -> Callable[P, T]:
        @wraps(read)
        def guarded(*columns: P.args, **named: P.kwargs) -> T:
            try:
                return read(*columns, **named)
            except Exception as error:
                # For any error: no reader handles a damaged row.
                raise DamagedRow(
                    f"The stored data of {what} can't be read: it is damaged, or of a newer "
                    f"version. {ASK_OWNER}"
                ) from error

        return guarded

    return guarding


class Rows(Generic[T]):
    """Maps values of a type to rows: a column for each field, by the type of the field.

    `columns` have the names of the fields, except those `named` otherwise; the fields `without` are
    not stored. Their values are `places` of a statement, or `elements` of a JSON list. `of` makes a
    value from a row, and raises DamagedRow for one that can't be read.
    """

    def __init__(self, kind: type[T], what: str, without: str = "", **named: str) -> None:
        hints = {n: hint for n, hint in get_type_hints(kind).items() if n != without}
        named = {"match": "match_id", **named}
        self.kind = kind
        self._named = {name: named.get(name, name) for name in hints}
        self.columns = {self._named[name]: _kind(hint) for name, hint in hints.items()}
        self.listed = ", ".join(self.columns)
        casts = [f"/*::{CASTS[kind]}*/" for kind in self.columns.values()]
        self.places = ", ".join(f"?{at}{cast}" for at, cast in enumerate(casts, 1))
        self.elements = ", ".join(f"(value ->> {at}){cast}" for at, cast in enumerate(casts))
        self._readers = tuple(
            (at, read, _plain(hint) is not hint)
            for at, hint in enumerate(hints.values())
            if (read := _reader(hint))
        )
        self._has_all_fields = not without
        self.of: Callable[..., T] = legible(what)(self._of)

    def column(self, field: str) -> str:
        return self._named[field]

    def of_table(self, name: str) -> str:
        """The columns, if a statement reads other tables, too."""
        return ", ".join(f"{name}.{column}" for column in self.columns)

    def joined(self, row: Iterable[Any]) -> T | None:
        """The value of columns that a LEFT JOIN found, or found nothing for."""
        columns = tuple(row)
        return None if columns[0] is None else self.of(*columns)

    def values(self, value: T) -> list[Any]:
        return [column_of(getattr(value, name)) for name in self._named]

    def by_column(self, value: T, without: str = "") -> dict[str, Any]:
        """The same by the names of the columns, except the one `without`."""
        named = dict(zip(self.columns, self.values(value), strict=True))
        return {name: each for name, each in named.items() if name != without}

    def _of(self, *row: Any) -> T:
        values = list(row)
        for at, read, may_lack in self._readers:
            if not may_lack or values[at] is not None:
                values[at] = read(values[at])
        if self._has_all_fields and len(values) == len(self._named):
            return self.kind(*values)
        return self.kind(**dict(zip(self._named, values, strict=True)))


class Codec(NamedTuple):
    """Maps values of a type to a column."""

    kind: ColumnKind
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def column_of(value: Any) -> Any:
    if codec := CODECS.get(type(value)):
        return codec.write(value)
    if isinstance(value, tuple):
        is_of_people = bool(value) and isinstance(value[0], Person)
        return _people_text(value) if is_of_people else _list_text(value)
    return value.value if isinstance(value, Enum) else value


def _list_text(value: tuple[Any, ...]) -> str:
    plain = [asdict(each) if is_dataclass(each) else each for each in value]  # type: ignore[arg-type]
    return json.dumps(plain, ensure_ascii=False)


# The people of a match are read and written with each turn, and stay the same.
_people_text = lru_cache(maxsize=256)(_list_text)


def _kind(hint: Any) -> ColumnKind:
    plain = _plain(hint)
    if get_origin(plain) is tuple:
        return ColumnKind.JSON
    if plain in CODECS:
        return CODECS[plain].kind
    is_text = isinstance(plain, type) and issubclass(plain, str)
    return ColumnKind.TEXT if is_text else ColumnKind.NUMBER


def _plain(hint: Any) -> Any:
    return next((each for each in get_args(hint) if type(None) in get_args(hint)), hint)


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    # What makes a value from a column; None if the column holds it unchanged.
    plain = _plain(hint)
    if get_origin(plain) is tuple:
        element = ELEMENTS.get(get_args(plain)[0])
        read = lambda text: () if text in EMPTY else tuple(_elements(text, element))  # noqa: E731
        return lru_cache(maxsize=256)(read) if get_args(plain)[0] is Person else read
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return plain
    return CODECS[plain].read if plain in CODECS else None


def _elements(text: str, read: Callable[[Any], Any] | None) -> list[Any]:
    found = json.loads(text)
    if not isinstance(found, list):
        raise TypeError("a list is kept as a list")
    return [read(each) for each in found] if read else found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a list of texts holds texts")
    return value


def _item(value: tuple[MatchId, Seq, str]) -> NoticeItem:
    match, seq, kind = value
    return NoticeItem(match, seq, PostKind(kind))


ELEMENTS: dict[Any, Callable[[Any], Any]] = {
    str: _text,
    Person: lambda value: Person(**value),
    NoticeItem: _item,
}
"""What is made from the elements of a list."""


def time_text(at: datetime | None) -> str | None:
    """A time as text that sorts: UTC, always with microseconds."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="microseconds")


def time_from(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def microseconds(length: timedelta) -> int:
    return length // MICROSECOND


CODECS: dict[Any, Codec] = {
    datetime: Codec(ColumnKind.TIME, time_text, datetime.fromisoformat),
    timedelta: Codec(ColumnKind.NUMBER, microseconds, lambda value: value * MICROSECOND),
    date: Codec(ColumnKind.TEXT, date.isoformat, date.fromisoformat),
    bool: Codec(ColumnKind.NUMBER, int, bool),
    float: Codec(ColumnKind.JSON, json.dumps, json.loads),
    Rating: Codec(
        ColumnKind.JSON,
        lambda of: json.dumps([of.rating, of.deviation, of.volatility]),
        lambda text: Rating(*json.loads(text)),
    ),
    FixtureTerms: Codec(
        ColumnKind.JSON,
        lambda terms: json.dumps(terms.values(), ensure_ascii=False),
        lambda text: FixtureTerms.of(json.loads(text)),
    ),
    Study: Codec(ColumnKind.JSON, packed_study, unpacked_study),
}

SUMMARIES = Rows(MatchSummary, "a match", match="id")
POSTS = Rows(Post, "a post", without="delay")

summary_from, post_from = SUMMARIES.of, POSTS.of


class Columns(NamedTuple):
    """Columns that are `listed` in statements, and what makes a value `of` them."""

    listed: str
    of: Callable[..., Any]


def _delivered(*columns: Any) -> Delivered:
    *post, channel, message, laid_out = columns
    return Delivered(post_from(*post), channel, message, bool(laid_out))


POSTED = Columns(f"{POSTS.listed}, channel, message, laid_out", _delivered)


def summary_columns(summary: MatchSummary) -> dict[str, Any]:
    """A summary's values by column. Nobody awaited is NULL, which no index holds."""
    values = dict(zip(SUMMARIES.columns, SUMMARIES.values(summary), strict=True))
    return values if summary.awaited else {**values, "awaited": None}


def recorded_from(
    match: MatchId, seq: Seq, kind: str, payload: str, at: str, digest: int | None = None
) -> Recorded:
    """The event from its columns. Raises BrokenMatch if it can't be read."""
    try:
        return Recorded(seq, event(kind, payload), datetime.fromisoformat(at), digest)
    except Exception as error:
        raise BrokenMatch(
            f"Match {match} can't be read: its event {seq} ({kind}) is damaged, or of a newer "
            f"version. {ASK_OWNER}"
        ) from error


@legible("a notice")
def items_from(about: str | None) -> tuple[NoticeItem, ...]:
    return tuple(map(_item, json.loads(about or "[]")))

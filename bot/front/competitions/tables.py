"""The tables of a competition as pages: pictures, the same in characters and in words.

A page holds as many lines of a division as a phone shows in one picture. A small division has a
column for everybody in it, a large one counts fixtures won, shared and lost.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.front.board.pictures import Picture
from bot.front.competitions.words import bold_name, table_text
from bot.front.discord.markdown import clip, one_line
from bot.front.text.parts import competition_name
from bot.games.phrases import counted
from bot.model.competitions.competition import Entrant, Presence, Settlement, TableRow
from bot.model.records import PersonId
from bot.service.competitions.changing import CompetitionView, FixtureView
from renderers import ChartLine, ChartTable, Figure, Sign, Tone, View, draw_table, writable

SMALL_DIVISION = 6
"""Most people with a column each: with more there is no room left for names."""

LINES = 12
"""Lines of a page, which a picture takes."""

SELF, OPEN, ANNULLED = "", "•", "-"
COUNTS = ("P", "W", "S", "L", "Pts")


@dataclass(frozen=True, slots=True)
class TablePage:
    """Lines of the table of a division, from 1, to be drawn; `rows` are the same as computed, and
    `fixtures` those of the division that have no result yet."""

    division: int
    chart: ChartTable
    rows: tuple[TableRow, ...]
    fixtures: tuple[FixtureView, ...]
    alt: str

    def file(self, view: View) -> discord.File:
        """The picture, with its alt text. Computes."""
        return Picture(draw_table(self.chart, view), self.alt).file(f"table-{self.division}.png")

    def undrawn(self, entrants: Mapping[int, Entrant]) -> str:
        """Who is only a number in the picture; empty if all names can be drawn."""
        those = [entrants[row.entrant] for row in self.rows]
        names = (f"{drawn_name(e)} is {bold_name(e)}" for e in those if not writable(e.called))
        return "; ".join(names)

    def in_characters(self, entrants: Mapping[int, Entrant]) -> str:
        """The table in characters, if pictures are refused."""
        title = one_line(self.chart.title).replace("`", "'")
        return f"{clip(title, 60)}\n{table_text(self.rows, entrants)}"


def by_number(view: CompetitionView) -> dict[int, Entrant]:
    return {each.number: each for each in view.entrants}


def table_pages(view: CompetitionView, reader: PersonId | None = None) -> list[TablePage]:
    """All tables, one division after the other; the reader's line is highlighted. None before it
    begins. Computes."""
    return [
        page
        for division, table in enumerate(view.tables, 1)
        for page in _division_pages(view, division, table, reader)
    ]


def page_of_reader(view: CompetitionView, pages: Sequence[TablePage], reader: PersonId) -> int:
    """The reader's page, from 1; the first if they are on none."""
    own = {each.number for each in view.entrants if each.person == reader}
    found = (n for n, page in enumerate(pages, 1) if any(row.entrant in own for row in page.rows))
    return next(found, 1)


def _division_pages(
    view: CompetitionView, division: int, table: Sequence[TableRow], reader: PersonId | None
) -> Iterator[TablePage]:
    table_of = _Division(view, division, table, reader)
    for at in range(0, len(table), LINES):
        rows = tuple(table[at : at + LINES])
        yield TablePage(division, table_of.chart(rows), rows, table_of.open, table_of.alt(rows))


class _Division:
    # A division with everything that its lines need to know of each other.
    def __init__(
        self,
        view: CompetitionView,
        division: int,
        table: Sequence[TableRow],
        reader: PersonId | None,
    ) -> None:
        self.view, self.division, self.table, self.reader = view, division, table, reader
        self.entrants = by_number(view)
        self.fixtures = [f for f in view.fixtures if f.fixture.division == division]
        self.is_small = len(table) <= SMALL_DIVISION
        self.cells = dict(self._met())

    @property
    def open(self) -> tuple[FixtureView, ...]:
        # Those of the reader come first.
        last = self.view.competition.round
        found = [f for f in self.fixtures if f.fixture.settlement is None]
        begun = [each for each in found if each.fixture.round <= last]
        return tuple(sorted(begun, key=lambda each: not self._is_own(each)))

    def _is_own(self, each: FixtureView) -> bool:
        both = (each.fixture.first, each.fixture.second)
        people = (self.entrants[number].person for number in both if number is not None)
        return self.reader is not None and self.reader in people

    def chart(self, rows: Sequence[TableRow]) -> ChartTable:
        heads = (*(f"{row.rank}" for row in self.table), "Pts") if self.is_small else COUNTS
        return ChartTable(self._title(rows), heads, tuple(map(self._line, rows)), self._note())

    def alt(self, rows: Sequence[TableRow]) -> str:
        lines = "; ".join(map(self._line_in_words, rows))
        return f"{self._title(rows)}. {lines}."

    def _title(self, rows: Sequence[TableRow]) -> str:
        name = competition_name(self.view.competition)
        if len(self.view.tables) > 1:
            return f"Division {self.division} · {name}"
        if len(rows) < len(self.table):
            return f"{rows[0].rank} to {rows[-1].rank} · {name}"
        return name

    def _note(self) -> str:
        if not self.is_small:
            return "Played, won, shared, lost; points: 2 a win"
        still = f"; {OPEN} is still open" if self.open else ""
        return f"Points against each of them{still}"

    def _line(self, row: TableRow) -> ChartLine:
        entrant = self.entrants[row.entrant]
        own = self.reader is not None and entrant.person == self.reader
        figures = self._small(row) if self.is_small else self._counts(row)
        return ChartLine(f"{row.rank}", drawn_name(entrant), tuple(figures), self.sign(row), own)

    def _small(self, row: TableRow) -> Iterator[Figure]:
        for other in self.table:
            yield self.cells.get((row.entrant, other.entrant), _unmet(row, other))
        yield Figure(f"{row.points}")

    def _counts(self, row: TableRow) -> Iterator[Figure]:
        for count in (row.played, row.won, row.shared, row.lost):
            yield Figure(f"{count}", Tone.PLAIN if count else Tone.MUTED)
        yield Figure(f"{row.points}")

    def _met(self) -> Iterator[tuple[tuple[int, int], Figure]]:
        for each in self.fixtures:
            fixture = each.fixture
            if fixture.second is None:
                continue
            one, other = fixture.points or (None, None)
            is_void = fixture.settlement is Settlement.ANNULLED
            yield (fixture.first, fixture.second), _cell(one, other, is_void=is_void)
            yield (fixture.second, fixture.first), _cell(other, one, is_void=is_void)

    def sign(self, row: TableRow) -> Sign:
        """Where the line leads by the current table; nowhere while nobody has a result."""
        if self.entrants[row.entrant].presence is not Presence.IN:
            return Sign.OUT
        if not any(each.played for each in self.table):
            return Sign.NONE
        up, down = self.view.moving.get(self.division, (0, 0))
        if row.rank <= up:
            return Sign.UP
        return Sign.DOWN if row.rank > len(self.table) - down else Sign.NONE

    def _line_in_words(self, row: TableRow) -> str:
        entrant = self.entrants[row.entrant]
        counts = f"{row.won} won, {row.shared} shared, {row.lost} lost"
        points = counted(row.points, "point")
        leads = LEADS[self.sign(row)]
        return f"{row.rank}. {entrant.called}: {points} ({counts}{leads})"


LEADS = {Sign.NONE: "", Sign.UP: ", going up", Sign.DOWN: ", going down", Sign.OUT: ", out"}


def _cell(mine: int | None, others: int | None, *, is_void: bool) -> Figure:
    if mine is None or others is None:
        return Figure(ANNULLED if is_void else OPEN, Tone.MUTED)
    if mine == others:
        return Figure(f"{mine}")
    return Figure(f"{mine}", Tone.GOOD if mine > others else Tone.BAD)


def _unmet(row: TableRow, other: TableRow) -> Figure:
    return Figure(SELF if row is other else OPEN, Tone.MUTED)


def drawn_name(entrant: Entrant) -> str:
    """The name as drawn; a number if the fonts lack its letters."""
    return entrant.called if writable(entrant.called) else f"Player {entrant.number}"

"""The tables of competitions as pages: drawn, in characters, in words."""

from dataclasses import replace

from bot.front.competitions.table_posts import final_post, living_post
from bot.front.competitions.table_words import (
    bye_lines,
    ended_lines,
    head_text,
    running_lines,
    settled_lines,
)
from bot.front.competitions.tables import LINES, OPEN, by_number, page_of_reader, table_pages
from bot.front.discord.markdown import join_lines, mention
from bot.model.competitions.competition import Fixture, Phase, Presence, Settlement
from renderers import Sign, Tone, View
from tests.front.competitions.boards import season_view, shown, tournament_view, with_one_gone

NAMES = [f"P{n}" for n in range(1, 31)]


def test_everybody_of_a_small_division_has_a_column_with_the_points_against_them() -> None:
    first, second = table_pages(season_view(NAMES[:10], played=4))
    assert (first.division, second.division) == (1, 2)
    assert first.chart.heads == ("1", "2", "3", "4", "5", "Pts")
    for at, line in enumerate(first.chart.lines):
        assert line.figures[at].text == ""
    one = first.chart.lines[0].figures[1]
    other = first.chart.lines[1].figures[0]
    assert int(one.text) + int(other.text) == 4
    assert {one.tone, other.tone} in ({Tone.GOOD, Tone.BAD}, {Tone.PLAIN})
    assert "open" not in first.chart.note


def test_what_is_still_played_has_a_mark_that_is_explained() -> None:
    [page] = table_pages(season_view(NAMES[:4], played=0))
    cells = [line.figures[at].text for at, line in enumerate(page.chart.lines, 1) if at < 4]
    assert cells == [OPEN] * 3
    assert page.chart.note.endswith(f"{OPEN} is still open")
    assert len(page.fixtures) == 6


def test_signs_say_who_goes_up_and_down_and_who_is_out() -> None:
    view = season_view(NAMES[:15])
    pages = table_pages(with_one_gone(view, view.tables[1][0].entrant))
    signs = [[line.sign for line in page.chart.lines] for page in pages]
    assert signs[0] == [Sign.NONE] * 4 + [Sign.DOWN]
    assert signs[1] == [Sign.UP, *[Sign.NONE] * 3, Sign.OUT]
    assert signs[2] == [Sign.UP] + [Sign.NONE] * 4
    assert "going up" in pages[2].alt
    assert "out" in pages[1].alt


def test_nobody_goes_up_or_down_before_anything_is_decided() -> None:
    pages = table_pages(season_view(NAMES[:10], played=0))
    assert {line.sign for page in pages for line in page.chart.lines} == {Sign.NONE}


def test_the_fixtures_of_whoever_reads_come_first() -> None:
    [page] = table_pages(season_view(NAMES[:5], played=0), reader=14)
    own = [4 in (each.fixture.first, each.fixture.second) for each in page.fixtures]
    assert own == [True] * 4 + [False] * 6


def test_a_long_table_takes_several_pages_and_a_reader_gets_their_own() -> None:
    view = tournament_view(NAMES)
    pages = table_pages(view, reader=13)
    assert [len(page.chart.lines) for page in pages] == [LINES, LINES, 6]
    assert [line.place for page in pages for line in page.chart.lines] == [
        str(place) for place in range(1, 31)
    ]
    own = page_of_reader(view, pages, 13)
    assert [line.name for line in pages[own - 1].chart.lines if line.own] == ["P3"]
    assert page_of_reader(view, pages, 999) == 1


def test_a_name_that_letters_lack_is_a_number_in_the_picture_and_told_below() -> None:
    view = season_view(["🎲🔥", "Ada", "محمد"])
    [page] = table_pages(view)
    assert {line.name for line in page.chart.lines} == {"Player 1", "Ada", "Player 3"}
    told = page.undrawn(by_number(view))
    assert "Player 1 is **🎲🔥**" in told
    assert "Player 3 is **محمد**" in told
    assert "🎲🔥" in page.alt
    [plain] = table_pages(season_view(NAMES[:3]))
    assert plain.undrawn(by_number(season_view(NAMES[:3]))) == ""


def test_a_page_is_drawn_with_words_for_those_who_do_not_see_it() -> None:
    [page] = table_pages(season_view(["`" * 40, *NAMES[:3]]))
    file = page.file(View())
    assert file.fp.read(4) == b"\x89PNG"
    assert file.description == page.alt


def test_running_fixtures_are_told_with_links_to_those_matches_that_still_run() -> None:
    view = season_view(["*Ada*", "Grace", "Linus"], played=0)
    [page] = table_pages(view)
    first = page.fixtures[0]
    half = replace(first, running=frozenset(first.matches[1:]))
    head, line, *others = running_lines(view, [half, *page.fixtures[1:]], {half.matches[1]: "URL"})
    assert head == "**Still playing**"
    assert line.endswith(f": [match {half.matches[1]}](URL)")
    assert any(r"\*Ada\*" in each for each in (line, *others))
    assert [*running_lines(view, [], {})] == []


def test_what_was_not_played_to_the_end_is_told_with_how_it_was_settled() -> None:
    view = season_view(NAMES[:3], played=4)
    ways = (Settlement.SHARED, Settlement.ANNULLED, Settlement.PLAYED)
    fixtures = [
        replace(each.fixture, settlement=way, points=None if way is Settlement.ANNULLED else (2, 2))
        for each, way in zip(view.fixtures, ways, strict=True)
    ]
    ended = shown(replace(view.competition, phase=Phase.ENDED), view.entrants, fixtures)
    told = [*settled_lines(ended)]
    assert len(told) == 3
    assert told[1].endswith("2:2, shared, as neither side is proven to win")
    assert told[2].endswith(", counts for nobody")


def test_who_had_a_bye_is_told_as_its_points_stand_in_no_column() -> None:
    view = season_view(NAMES[:3])
    assert [*bye_lines(view)] == []
    byes = [Fixture(1, n, 5, 1, n, None, points=(4, 0), settlement=Settlement.BYE) for n in (1, 2)]
    with_byes = shown(view.competition, view.entrants, [*(e.fixture for e in view.fixtures), *byes])
    line = "Byes, which count as wins: P1 in round 1 and P2 in round 2."
    assert [*bye_lines(with_byes)] == [line]
    assert line in living_post(with_byes, {}).text
    assert line in final_post(with_byes, None).text


def test_each_phase_has_words_above_its_tables() -> None:
    view = tournament_view(NAMES[:3])
    for phase, words in {
        Phase.SIGN_UP: "3 players entered",
        Phase.RUNNING: "It ends",
        Phase.ENDED: "has ended",
        Phase.CALLED_OFF: "is called off",
    }.items():
        assert words in head_text(replace(view, competition=replace(view.competition, phase=phase)))


def test_whoever_won_is_named_at_the_end_unless_they_have_withdrawn() -> None:
    view = tournament_view(NAMES[:3])
    over = replace(view, competition=replace(view.competition, phase=Phase.ENDED))
    winner = over.entrant(over.tables[0][0].entrant)
    assert head_text(over).endswith(f"👑 {mention(winner.person or 0)}.")
    gone = tuple(replace(each, presence=Presence.WITHDRAWN) for each in over.entrants)
    assert "👑" not in head_text(replace(over, entrants=gone))


def test_an_announcement_has_room_for_all_but_the_names_of_very_many() -> None:
    view = tournament_view(["*" * 32] * 100)
    asked = replace(view, competition=replace(view.competition, phase=Phase.SIGN_UP))
    told = head_text(asked)
    assert len(told) <= 2000
    assert "100 players entered: **" in told
    assert "Press **Withdraw** whenever you can't" in told


def test_the_end_of_a_season_of_very_many_divisions_says_when_the_next_one_begins() -> None:
    view = season_view([f"P{n}" for n in range(1, 201)])
    assert len(view.tables) == 40
    told = join_lines(ended_lines(view, None))
    assert "No other season is planned." in told
    assert "Division 1: " in told

"""What is said of leagues and competitions, and their tables: drawn, in characters, in words."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.catalog import catalog
from bot.front.competitions.asked_terms import completions, games_for_two, terms_of
from bot.front.competitions.post_words import (
    bye_lines,
    ended_lines,
    head_text,
    running_lines,
    settled_lines,
)
from bot.front.competitions.table_posts import final_post, living_post
from bot.front.competitions.tables import LINES, OPEN, by_number, page_of_reader, table_pages
from bot.front.competitions.words import (
    END,
    ISOLATE,
    fixture_terms,
    in_columns,
    league_text,
    running_text,
    season_title,
    table_text,
)
from bot.front.discord.context import PrivateReply
from bot.front.discord.markdown import join_lines, mention
from bot.front.text.parts import competition_name
from bot.model.clock.time_control import days_a_move
from bot.model.competitions.competition import (
    USUAL_ROUND,
    Entrant,
    Fixture,
    FixtureTerms,
    Format,
    League,
    Member,
    Phase,
    Presence,
    Settlement,
    TableRow,
    require_terms,
)
from bot.model.records import PersonId
from renderers import Sign, Tone, View
from tests.front.competitions.boards import (
    MONDAY,
    SEASON,
    TERMS,
    season_view,
    shown,
    tournament_view,
    with_one_gone,
)
from tests.front.snapshot import snapshot
from tests.helpers.people import CHANNEL, GUILD
from tests.helpers.playing import known

BANK = timedelta(days=13, hours=12)
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
    snapshot(pages[2].alt)
    assert "out" in pages[1].alt


def test_nobody_goes_up_or_down_before_anything_is_decided() -> None:
    pages = table_pages(season_view(NAMES[:10], played=0))
    assert {line.sign for page in pages for line in page.chart.lines} == {Sign.NONE}


def test_the_fixtures_of_the_reader_come_first() -> None:
    [page] = table_pages(season_view(NAMES[:5], played=0), reader=PersonId(14))
    own = [4 in (each.fixture.first, each.fixture.second) for each in page.fixtures]
    assert own == [True] * 4 + [False] * 6


def test_a_long_table_takes_several_pages_and_a_reader_gets_their_own() -> None:
    view = tournament_view(NAMES)
    pages = table_pages(view, reader=PersonId(13))
    assert [len(page.chart.lines) for page in pages] == [LINES, LINES, 6]
    assert [line.place for page in pages for line in page.chart.lines] == [
        str(place) for place in range(1, 31)
    ]
    own = page_of_reader(view, pages, PersonId(13))
    assert [line.name for line in pages[own - 1].chart.lines if line.own] == ["P3"]
    assert page_of_reader(view, pages, PersonId(999)) == 1


def test_a_name_that_letters_lack_is_a_number_in_the_picture_and_told_below() -> None:
    view = season_view(["🎲🔥", "Ada", "محمد"])
    [page] = table_pages(view)
    assert {line.name for line in page.chart.lines} == {"Player 1", "Ada", "Player 3"}
    snapshot(page.undrawn(by_number(view)))
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
    snapshot(head)
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
    snapshot(told[1])
    snapshot(told[2])


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


def test_the_table_names_who_rests_in_a_round() -> None:
    snapshot(head_text(tournament_view(NAMES[:3])))
    snapshot(head_text(tournament_view(NAMES[:4])))
    snapshot(head_text(with_one_gone(tournament_view(NAMES[:3]), 2)))


def test_a_tournament_that_ended_before_its_last_round_says_why() -> None:
    view = tournament_view(NAMES[:4])
    of = view.competition
    over = replace(of, phase=Phase.ENDED, format=Format.SWISS, rounds=of.round + 2)
    early = replace(view, competition=replace(over, ends=of.begins))
    snapshot(head_text(early))
    snapshot(head_text(replace(early, ends_by_seats=True)))
    snapshot(head_text(with_one_gone(with_one_gone(with_one_gone(early, 2), 3), 4)))
    # At its date after an absence of the bot, rounds were left, too.
    late = replace(over, ends=of.begins + over.rounds * USUAL_ROUND)
    assert "after" not in head_text(replace(view, competition=late))


def test_the_winner_is_named_at_the_end_unless_they_have_withdrawn() -> None:
    view = tournament_view(NAMES[:3])
    over = replace(view, competition=replace(view.competition, phase=Phase.ENDED))
    winner = over.entrant(over.tables[0][0].entrant)
    assert head_text(over).endswith(f"👑 {mention(known(winner.person))}.")
    gone = tuple(replace(each, presence=Presence.WITHDRAWN) for each in over.entrants)
    assert "👑" not in head_text(replace(over, entrants=gone))


def test_nobody_has_won_a_table_in_which_nothing_was_decided() -> None:
    view = tournament_view(NAMES[:3])
    of = replace(view.competition, phase=Phase.ENDED)
    level = tuple(replace(row, won=0, lost=0, shared=2) for row in view.tables[0])
    text = head_text(replace(view, competition=of, tables=(level,)))
    assert text.endswith("Nobody has won: no match was decided.")


def test_an_announcement_has_room_for_all_but_the_names_of_very_many() -> None:
    view = tournament_view(["*" * 32] * 100)
    asked = replace(view, competition=replace(view.competition, phase=Phase.SIGN_UP))
    told = head_text(asked)
    assert len(told) <= 2000
    snapshot(told)


def test_an_end_that_is_posted_late_is_true_then() -> None:
    view = season_view(NAMES[:4])
    season = replace(view.competition, phase=Phase.ENDED)
    over = replace(view, competition=season, moving={1: (1, 1)})
    last = over.entrant(over.tables[0][-1].entrant).person
    assert last
    since = replace(LEAGUE, season=season.season + 1, begins=MONDAY)
    snapshot("\n".join(ended_lines(over, since, [])))
    snapshot("\n".join(ended_lines(over, replace(since, season=season.season), [last])))


def test_the_post_of_a_changed_league_says_what_the_running_season_is_played_with() -> None:
    season = replace(season_view(NAMES[:3]).competition, phase=Phase.RUNNING)
    terms = replace(season.terms, rated=not season.terms.rated)
    changed = replace(LEAGUE, terms=terms, season=season.season)
    snapshot(league_text(changed, [], season))


def test_the_end_of_a_season_of_very_many_divisions_says_when_the_next_one_begins() -> None:
    view = season_view([f"P{n}" for n in range(1, 201)])
    assert len(view.tables) == 40
    snapshot(join_lines(ended_lines(view, None)))


LEAGUE = League(1, GUILD, CHANNEL, "Winter *cup*", TERMS, 4, 5, PersonId(1), begins=MONDAY)
ADA, GRACE = (
    Entrant(1, 1, PersonId(11), "Ada"),
    Entrant(1, 2, PersonId(12), "Grace `the` Admirable @everyone"),
)
ENTRANTS = {each.number: each for each in (ADA, GRACE)}
TABLE = (TableRow(1, 2, 1, 1, 0, 0, 2, 4, 0, 0), TableRow(2, 1, 1, 0, 0, 1, 0, 0, 0, 0))


def member(number: int) -> Member:
    return Member(1, PersonId(number), f"P{number}", MONDAY)


def test_the_terms_name_what_is_not_as_usual() -> None:
    snapshot(fixture_terms(replace(TERMS, control=days_a_move(3)), None))
    snapshot(fixture_terms(TERMS, BANK))
    plain = FixtureTerms("clump", {"size": 12}, None, rated=False, pair=False)
    snapshot(fixture_terms(plain, BANK))


def test_a_league_says_when_its_season_begins_and_who_is_in() -> None:
    snapshot(league_text(LEAGUE, [member(n) for n in range(1, 4)]))
    snapshot(league_text(LEAGUE, [member(1)]))
    snapshot(league_text(LEAGUE, []))
    snapshot(league_text(replace(LEAGUE, begins=None), []))


def test_a_league_of_many_with_long_names_fits_into_a_message() -> None:
    many = [replace(member(n), called="*" * 32) for n in range(1, 200)]
    told = league_text(LEAGUE, many)
    assert len(told) <= 2000
    snapshot(told)
    told = league_text(LEAGUE, [member(n) for n in range(1, 200)])
    snapshot(told)
    assert told.count("**P") + int(told.split(", and ")[1].split()[0]) == 199


def test_a_league_names_the_season_that_runs() -> None:
    snapshot(league_text(LEAGUE, [], SEASON))


def test_a_tournament_says_its_round_and_a_season_none() -> None:
    snapshot(running_text(SEASON))
    assert "Round" not in running_text(SEASON)
    snapshot(running_text(replace(SEASON, season=0, rounds=5, round=2)))


def test_a_table_in_characters_is_as_wide_as_a_phone_and_says_who_is_out() -> None:
    gone = {**ENTRANTS, 1: replace(ADA, presence=Presence.WITHDRAWN)}
    lines = table_text(TABLE, gone).splitlines()[1:-1]
    assert lines == [
        "                   P  W  S  L Pts",
        " 1 Grace `the` A…  1  1  0  0   2",
        " 2 Ada             1  0  0  1   0 out",
    ]


def test_a_person_who_has_left_does_not_go_down() -> None:
    view = season_view([f"P{n}" for n in range(1, 9)], 4)
    down = view.tables[0][-1].entrant
    _, _, upper, lower = ended_lines(view, None)
    assert f"down <@{10 + down}>" in upper
    _, _, upper, lower = ended_lines(with_one_gone(view, down), None)
    assert "down" not in upper
    snapshot(lower)


def test_a_season_has_one_name_wherever_it_is_named() -> None:
    season = replace(SEASON, name="Win*ter\n2")
    snapshot(competition_name(season))
    assert season_title(season) == "**Win\\*ter 2: season 2**"
    snapshot(competition_name(replace(season, season=0)))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada     "),
        ("Margaret", "Margaret"),
        ("Margarete", "Margare…"),
        ("中村太郎", "中村太郎"),
        ("中村太郎さん", "中村太…"),
        ("🎲🔥", "🎲🔥    "),
        ("Ame\u0301lie", "Ame\u0301lie  "),
        ("محمد", f"{ISOLATE}محمد{END}    "),
    ],
)
def test_a_name_has_as_many_columns_as_any_other(text: str, shown: str) -> None:
    # Where the next letter would have two columns, one stays empty.
    assert in_columns(text, 8).rstrip() == shown.rstrip()


# Terms as commands give them


@pytest.mark.parametrize("game", [key for _, key in games_for_two()])
def test_the_usual_terms_of_every_game_can_be_played_and_name_nothing(game: str) -> None:
    terms = terms_of(game)
    require_terms(terms)
    snapshot(fixture_terms(terms, BANK))


@pytest.mark.parametrize("game", list(catalog()))
def test_whatever_is_offered_can_be_read_and_is_named(game: str) -> None:
    for text in completions(catalog()[game], ""):
        terms = terms_of(game, text.upper())
        require_terms(terms)
        is_usual = terms == terms_of(game)
        assert is_usual or text.partition(":")[0] in fixture_terms(terms, BANK)


def test_what_is_typed_is_completed_option_by_option() -> None:
    bounce = catalog()["bipod"]
    first, *_ = completions(bounce, "blocks: one or")
    snapshot(first)
    assert f"{first}, adopt: to run" in completions(bounce, f"{first}, ")
    assert not any("blocks" in each[18:] for each in completions(bounce, f"{first}, "))
    assert terms_of("bipod", f"{first}, adopt: to run").options == {"blocks": 2, "adopt": "running"}


def test_an_option_for_each_seat_is_the_same_for_both() -> None:
    assert terms_of("bump", "reserve: 2").options["reserve"] == [2, 2]
    snapshot(fixture_terms(terms_of("bump", "reserve: 2"), BANK))


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("clump", "sice: 8 by 8", "I don't know `sice: 8 by 8` of Clump. It has `size`"),
        ("clump", "size: 9 by 9", "`size` of Clump can be `4 by 4`, "),
        ("clump", "8 by 8", "I don't know `8 by 8` of Clump"),
        ("urchins", "size: 8", "It has no options: leave them out."),
    ],
)
def test_an_unreadable_option_is_answered_with_all_options(
    game: str, options: str, told: str
) -> None:
    with pytest.raises(PrivateReply) as refused:
        terms_of(game, options)
    assert told in str(refused.value)

"""What a rated match changes, and what is said of ratings and results."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from bot.front.board.private_view import hints_for
from bot.front.people.ratings import reader_line
from bot.front.text.ratings import (
    game_line,
    ranked_lines,
    rated_line,
    rating_text,
    tally_text,
)
from bot.model.commands import Accept
from bot.model.events import Person
from bot.model.ratings.port import LeaderRole
from bot.model.ratings.rating import (
    Contest,
    Eligibility,
    RatedContest,
    Rating,
    RatingPoint,
    Ruling,
)
from bot.model.records import MatchId, PersonId
from bot.model.results import Tally
from bot.model.terms import Terms
from bot.service.personal.preferences import SERVER
from tests.front.conftest import World, play
from tests.front.snapshot import snapshot
from tests.helpers.people import ADA, GRACE, GUILD


async def begin_rated(world: World, *, rated: bool = True) -> None:
    """A rated match of the small game between Ada, who begins, and Grace."""
    ada, grace = (Person(each.id, each.name) for each in (world.ada, world.grace))
    with world.env.time_context():
        match = await world.client.matches.challenge(
            game="heap",
            options={"size": 5, "spare": 9},
            host=ada,
            invited=(grace,),
            channel=world.channel.id,
            guild=world.guild.id,
            first="host",
            terms=Terms(rated=rated),
        )
        await world.client.matches.do(match.id, Accept(grace))
    await world.env.advance_time(1)


async def test_a_rated_match_that_does_not_count_says_why(world: World) -> None:
    await begin_rated(world)
    await world.resign(world.grace)
    snapshot(world.words)
    await begin_rated(world, rated=False)
    await world.resign(world.grace)
    assert "ated:" not in world.words


async def test_the_end_and_a_profile_tell_ratings_and_results(world: World) -> None:
    await begin_rated(world)
    await play(world, "3", "3", "3", "3")
    await world.resign(world.grace)
    snapshot(world.words)
    await world.env.advance_time(60)
    told = await world.ask(world.linus, "profile", person=world.ada)
    snapshot(told)
    snapshot(await world.ask(world.ada, "leaderboard", game="heap"))
    snapshot(told)
    snapshot(await world.ask(world.grace, "profile", game="heap"))
    theirs = await world.ask(world.grace, "profile", game="heap", person=world.ada)
    snapshot(theirs)
    assert "Grace" not in theirs
    stranger = await world.ask(world.linus, "profile", game="heap", person=world.ada)
    assert "gainst" not in stranger
    snapshot(await world.ask(world.ada, "profile", game="bump"))


async def test_nobody_is_ranked_before_their_rating_is_settled(world: World) -> None:
    snapshot(await world.ask(world.ada, "leaderboard", game="heap"))
    snapshot(await world.ask(world.ada, "leaderboard", game="heap", everywhere=True))


async def test_the_leaderboard_leaves_out_who_wants_no_name_there(world: World) -> None:
    for who, rating in ((world.ada, 1600), (world.grace, 1700), (world.linus, 1650)):
        rank(world, who, rating)
    told = await world.ask(world.ada, "leaderboard", game="heap")
    assert [line.split(" · ")[0] for line in told.split("\n") if line.startswith("`")] == [
        "` 1` **Grace** 1700 ±120",
        "` 2` **Linus** 1650 ±120",
        "` 3` **Ada** 1600 ±120",
    ]
    settings = await world.grace.slash(world.channel, "settings")
    await world.grace.click(settings.response, label="Named in lists: on")
    assert "Grace" not in await world.ask(world.ada, "leaderboard", game="heap")
    role = LeaderRole(1, world.guild.id, "heap", world.channel.id)
    with world.env.time_context():
        leaders = await world.client.service.leader_roles.leaders(role)
    assert leaders == [world.linus.id, world.ada.id]


def rank(world: World, who: Any, rating: int) -> None:
    """Somebody has that rating of the small game, of contests in the server."""
    at, later = world.env.now().isoformat(), (world.env.now() + timedelta(days=99)).isoformat()
    world.sql(
        "INSERT INTO ratings (person, pool, called, rating, contests, at, certain_until, points, "
        "number, best) VALUES (?, 'heap', ?, ?, 12, ?, ?, ?, 1, '1500.0')",
        *(who.id, who.name, f"[{rating}, 60.0, 0.06]", at, later, rating * 1_000_000),
    )
    world.sql(
        "INSERT INTO rated_guilds VALUES (?, ?, 'heap', ?, ?, ?)",
        *(who.id, world.guild.id, at, rating * 1_000_000, later),
    )


async def test_a_challenge_is_rated_by_its_own_word_or_by_the_servers(world: World) -> None:
    await world.challenge("heap", world.grace, rated=True)
    assert (await world.match()).terms.rated
    snapshot(world.last.content)
    book = world.client.service.preferences
    await book.change(SERVER, world.guild.id, partial(replace, rated=True))
    await world.challenge("clump", world.grace)
    assert (await world.match(2)).terms.rated
    await world.challenge("clump", world.linus, rated=False)
    assert not (await world.match(3)).terms.rated
    # What is usual among people asks nothing of a match with the bot.
    await world.challenge("clump", world.robot)
    assert not (await world.match(4)).terms.rated


async def test_a_rated_match_with_the_bot_is_refused(world: World) -> None:
    snapshot(await world.ask(world.ada, "challenge heap", opponent=world.robot, rated=True))
    assert world.public() == []


async def test_no_hints_are_given_in_a_rated_match(world: World) -> None:
    await world.challenge("bounce", world.grace, rated=True)
    await world.grace.click(world.last, label="Accept")
    match = await world.match()
    assert hints_for(replace(match, terms=Terms()), 1)
    assert hints_for(match, 1) == {}


async def test_a_profile_draws_the_curve_of_two_days_and_more(world: World) -> None:
    await begin_rated(world)
    await play(world, "3", "3", "3", "3")
    await world.resign(world.grace)
    await world.env.advance_time(60)
    one_day = await world.ada.slash(world.channel, "profile", game="heap")
    snapshot(one_day.response)
    await world.env.advance_time(timedelta(weeks=1).total_seconds())
    await begin_rated(world)
    await play(world, "3", "3", "3", "3")
    await world.resign(world.grace)
    await world.env.advance_time(60)
    shown = (await world.ada.slash(world.channel, "profile", game="heap")).response
    assert [each.filename for each in shown.attachments] == ["rating.png"]
    snapshot(shown.attachments[0].description or "")
    snapshot(shown.content)


NOW = datetime(2026, 3, 2, tzinfo=UTC)
KNOWN, NEW = Rating(1512.4, 60.0), Rating(1490.0, 200.0)


def point(person: int, rating: Rating, best: float | None = 1490.0) -> RatingPoint:
    return RatingPoint(PersonId(person), "heap", MatchId(7), NOW, rating, 12, best)


RULING = Ruling(Eligibility.COUNTED, (KNOWN, NEW), (1.0, 1.0))
CONTEST = Contest(MatchId(7), "heap", GUILD, NOW, (ADA.id, GRACE.id), (1, 2), ruling=RULING)
RATED = RatedContest(
    CONTEST,
    (point(1, KNOWN), point(2, NEW)),
    (point(1, Rating(1534.0, 59.0)), point(2, Rating(1471.2, 190.0))),
)


NAMES = {ADA.id: "**Ada**", GRACE.id: "**Grace**"}


def test_the_end_of_a_contest_tells_what_it_did_to_each_rating() -> None:
    snapshot(rated_line(RATED, {ADA.id: "**Ada**", GRACE.id: "**Grace**"}))


def test_the_end_of_a_contest_tells_listed_ratings() -> None:
    after = (point(1, Rating(1934.0, 59.0)), point(2, Rating(1571.2, 190.0), best=None))
    snapshot(rated_line(replace(RATED, last=(None, None), after=after), NAMES))


def test_of_a_result_that_counts_little_that_is_said() -> None:
    ruling = replace(RULING, weights=(0.001, 0.001))
    little = replace(RATED, contest=replace(CONTEST, ruling=ruling), after=RATED.last)
    snapshot(rated_line(little, NAMES))


def test_of_somebody_who_was_away_the_rating_stands() -> None:
    snapshot(rated_line(replace(RATED, after=(RATED.after[0], None)), NAMES))


def test_of_somebody_who_was_deleted_no_rating_is_told() -> None:
    left = replace(CONTEST, people=(ADA.id, PersonId(-2)))
    gone = replace(RATED, contest=left, after=(RATED.after[0], None))
    snapshot(rated_line(gone, {ADA.id: "**Ada**", PersonId(-2): "Deleted player"}))
    nobody = replace(CONTEST, people=(PersonId(-1), PersonId(-2)))
    both = replace(gone, contest=nobody, after=(None, None))
    assert rated_line(both, dict.fromkeys(nobody.people, "Deleted player")) == ""


@pytest.mark.parametrize("why", [each for each in Eligibility if each != Eligibility.COUNTED])
def test_a_contest_that_does_not_count_says_why(why: Eligibility) -> None:
    barred = replace(CONTEST, ruling=replace(RULING, eligibility=why))
    snapshot(rated_line(replace(RATED, contest=barred), NAMES))


def test_a_rating_tells_how_sure_it_is() -> None:
    snapshot(rating_text(KNOWN))
    snapshot(rating_text(NEW))


def test_results_of_a_game_stand_on_a_line_behind_the_rating() -> None:
    snapshot(game_line("Heap", Tally(12, 0, 8), KNOWN, 14))
    snapshot(game_line("Heap", Tally(0, 1, 0), None))
    snapshot(game_line("Heap", None, NEW, 1))
    assert tally_text(Tally()) == "none"


def test_equal_ratings_share_a_place() -> None:
    rows = [("Ada", KNOWN, 9), ("Grace", replace(KNOWN, rating=1511.6), 3), ("Linus", NEW, 1)]
    assert list(ranked_lines(rows)) == [
        "` 1` Ada 1512 ±120 · 9 results",
        "` 1` Grace 1512 ±120 · 3 results",
        "` 3` Linus 1490 ±400, provisional · 1 result",
    ]


def test_a_person_who_is_not_on_a_leaderboard_hears_why() -> None:
    def told(rating: Rating, last: float | None = None, *, listed: bool = True) -> str:
        bottom = Rating(last) if last else None
        where = {"where": "in this server", "months": "12 months"}
        return reader_line(point(1, rating), listed=listed, last=bottom, **where)

    snapshot(told(NEW))
    snapshot(told(KNOWN, listed=False))
    snapshot(told(KNOWN, 1513.0))
    for last in (None, 1500.0):
        snapshot(told(KNOWN, last))

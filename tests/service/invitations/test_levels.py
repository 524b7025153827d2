"""At which level the bot plays, and what somebody reaches on the ladder."""

import pytest

from bot.model.commands import Play, Resign
from bot.model.match import Match
from bot.model.profiles.ladder import Step
from bot.model.refusals import Refused
from bot.model.terms import Terms
from bot.opponents import levels
from bot.opponents.levels import BEFORE_LEVELS, DEEP, USUAL
from bot.service.invitations.levels import level_name, offered_levels
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import Club

COMPILED = range(1, DEEP + 1)


@pytest.fixture
def club() -> Club:
    return Club()


async def test_the_bot_plays_at_the_level_that_was_asked_for_or_the_usual_one(club: Club) -> None:
    assert (await club.ask(ROBOT)).level == USUAL
    for level in offered_levels():
        assert (await club.ask(ROBOT, terms=Terms(level))).level == level
    # Among several it has its level, too.
    assert (await club.ask(ROBOT, GRACE, terms=Terms(4))).level == 4
    assert (await club.ask(GRACE, None, terms=Terms(claims=True))).terms == Terms(claims=True)


async def test_a_level_and_the_ladder_are_refused_where_the_bot_has_no_seat(club: Club) -> None:
    for terms, sentence in (
        (Terms(3), "The level says how strong I play, and I have no seat in this match"),
        (Terms(ladder=True), "The ladder is climbed against me alone"),
    ):
        with pytest.raises(Refused, match=sentence):
            await club.ask(GRACE, terms=terms)
    assert await club.matches.of_person(ADA.id) == []


async def test_a_match_with_the_bot_is_never_rated(club: Club) -> None:
    with pytest.raises(Refused, match="A match with me counts for no ratings"):
        await club.ask(ROBOT, terms=Terms(rated=True))
    assert await club.matches.of_person(ADA.id) == []
    assert (await club.ask(GRACE, terms=Terms(rated=True))).terms == Terms(rated=True)


async def test_deep_is_for_compiled_code_at_the_moment_it_is_asked_for(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "is_compiled", lambda: False)
    with pytest.raises(Refused, match=r"level Deep just now.* the strongest is Master\."):
        await club.ask(ROBOT, terms=Terms(DEEP))
    with pytest.raises(Refused, match=r"no level 9\. Choose one of First evening, Beginner"):
        await club.ask(ROBOT, terms=Terms(9))
    monkeypatch.setattr(levels, "is_compiled", lambda: True)
    assert [*offered_levels()] == [*COMPILED]
    match = await club.resigned(ROBOT, terms=Terms(DEEP))
    # The same match may be asked for again on a process that has no compiled code.
    monkeypatch.setattr(levels, "is_compiled", lambda: False)
    with pytest.raises(Refused, match="level Deep just now"):
        await club.matches.rematch(match.id, ADA)


async def test_a_rematch_keeps_the_level_and_an_old_one_the_bots_way(club: Club) -> None:
    over = await club.resigned(ROBOT, terms=Terms(4, ladder=True))
    again = await club.matches.rematch(over.id, ADA)
    assert (again.terms, again.seats) == (Terms(4, ladder=True), (ROBOT, ADA))

    old = await club.resigned(ROBOT, guild=None, channel=8)
    payload = "UPDATE events SET payload = json_remove(payload, '$.terms') WHERE match_id = ?"
    club.store.connection.execute(payload, (old.id,))
    anew = club.anew()
    assert (await anew.match(old.id)).level is None
    assert (await anew.matches.rematch(old.id, ADA)).level == BEFORE_LEVELS


async def won(club: Club, match: Match) -> Match:
    """The match once Ada has taken the last stone."""
    while mover := match.turn_person:
        stones: int = match.position.stones  # type: ignore[union-attr] # a heap of Pile
        takes = stones if mover == ADA and stones <= 3 else 1
        match = await club.do(match.id, Play(mover.id, str(takes)))
    return match


async def test_a_win_on_the_ladder_is_reached_with_the_end_of_the_match(club: Club) -> None:
    profiles = club.service.profiles
    match = await won(club, await club.begin(ROBOT, terms=Terms(1, ladder=True)))
    assert match.outcome
    assert match.outcome.winners == (1,)
    [rung] = await profiles.rungs(ADA.id)
    assert (rung.game, rung.step, rung.at) == ("pile", Step(1, 1), club.clock.now)

    await won(club, await club.matches.rematch(match.id, ADA))
    assert [rung.step for rung in await profiles.rungs(ADA.id)] == [Step(1, 1), Step(1, 2)]
    # Neither counts: it was not on the ladder, or not won on the board.
    await won(club, await club.begin(ROBOT, terms=Terms(2)))
    given_up = await club.begin(ROBOT, terms=Terms(3, ladder=True))
    await club.do(given_up.id, Resign(ROBOT.id))
    assert len(await profiles.rungs(ADA.id)) == 2
    assert await profiles.rungs(LINUS.id) == []


def test_levels_have_names() -> None:
    assert [level_name(number) for number in COMPILED] == [
        *("First evening", "Beginner", "Regular", "Strong", "Master", "Deep"),
    ]

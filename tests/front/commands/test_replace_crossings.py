"""A player is replaced while somebody is on vacation, where the bot may only answer, or before a
rematch; and somebody of a request is deleted."""

from datetime import timedelta
from typing import Any

import pytest

from bot.model.clock.calendar import Calendar
from bot.model.clock.vacation import Vacation
from bot.model.records import Status
from tests.front.commands.test_privacy import delete
from tests.front.commands.test_replace import ask, hand_over, seats
from tests.front.conftest import World, labels, said
from tests.front.posting.places.spots import KINDS, away, begin, gone
from tests.helpers.posting import direct

DAY = 24 * 3600.0
USUAL = ["Move", "My view", "Replay", "More…"]


async def days_left(world: World) -> float:
    """How many days there are until the time of the turn runs out."""
    match = await world.match()
    assert match.deadline
    return (match.deadline - world.env.now()) / timedelta(days=1)


async def on_vacation(world: World, who: Any, days: int) -> None:
    """Let somebody be on vacation from now on, and the others lose rather than be."""
    for other in (world.ada, world.grace, world.linus):
        now = world.env.now()
        spent = (Vacation(now, now + timedelta(days=days)),) if other is who else ()
        await world.keep(other, Calendar(automatic_vacation=False, vacations=spent))


# Vacation


async def test_the_one_who_leaves_is_on_vacation_and_the_successors_clock_runs(
    world: World,
) -> None:
    await world.start(spare=9)
    await world.env.advance_time(DAY)
    await on_vacation(world, world.ada, 10)
    await world.env.advance_time(DAY)
    assert await days_left(world) == 15
    pings = len(world.pings())

    await ask(world, world.grace)
    request = world.last
    assert labels(request) == ["Take over", "Agree", "No", "Withdraw"]
    # Whoever is on vacation is not called, and may answer all the same.
    assert world.pings()[pings:] == [[world.linus.id]]
    await world.ada.click(request, label="Agree")
    await world.linus.click(world.shown(request), label="Take over")

    assert await seats(world) == ["Linus", "Grace"]
    assert f"<@{world.linus.id}>, it is your turn. Your time runs out" in world.last.content
    assert "on vacation" not in world.last.content
    assert world.pings()[-1] == [world.linus.id]
    assert await days_left(world) == 7
    await world.env.advance_time(7 * DAY + 60)
    assert f"<@{world.linus.id}>, your time is over, and your grace" in world.last.content


async def test_the_opponent_is_on_vacation_and_stays_so(world: World) -> None:
    await world.start(spare=9)
    await on_vacation(world, world.grace, 10)
    await world.env.advance_time(DAY)
    pings = len(world.pings())
    await ask(world, world.ada)
    request = world.last
    assert world.pings()[pings:] == [[world.linus.id]]
    assert "**Grace**, do you agree?" in request.content
    await world.linus.click(request, label="Take over")
    await world.grace.click(world.shown(request), label="Agree")
    assert await seats(world) == ["Linus", "Grace"]
    assert await days_left(world) == 7
    await world.move(world.linus, "1")
    assert "**Grace**, it is your turn." in world.last.content
    assert "Your clock stands until" in world.last.content
    assert world.pings()[-1] == []
    assert await days_left(world) == 16


async def test_the_opponent_to_move_is_on_vacation_as_the_other_is_replaced(world: World) -> None:
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await on_vacation(world, world.grace, 10)
    await world.env.advance_time(DAY)
    before = await days_left(world)
    await hand_over(world)
    assert await days_left(world) == before == 16
    assert "**Linus** plays on for **Ada**.\n**Grace**, it is your turn." in world.last.content
    assert "Your clock stands until" in world.last.content
    assert world.pings()[-1] == []
    await world.env.advance_time(9 * DAY + 60)
    assert await days_left(world) < 7


async def test_the_successor_is_on_vacation_and_begins_behind_it(world: World) -> None:
    await world.start(spare=9)
    await on_vacation(world, world.linus, 10)
    await world.env.advance_time(DAY)
    pings = len(world.pings())
    await ask(world, world.manager)
    assert "**Linus**, will you take over?" in world.last.content
    assert not any(world.linus.id in each for each in world.pings()[pings:])
    assert "You take over the seat" in await world.tap(world.linus, "Take over")
    assert await seats(world) == ["Linus", "Grace"]
    assert await days_left(world) == 16
    assert "**Linus**, it is your turn." in world.last.content
    assert "Your clock stands until" in world.last.content
    assert world.pings()[-1] == []
    listed = said(await world.linus.slash(world.channel, "games"))
    assert "your clock stands until" in listed
    await world.env.advance_time(9 * DAY + 60)
    # Back from it she is called to the turn that waits.
    assert world.pings()[-1] == [world.linus.id]
    await world.move(world.linus, "1")
    assert world.pings()[-1] == [world.grace.id]


# Where the bot may only answer


@KINDS
async def test_nobody_is_asked_to_take_over_where_the_bot_may_only_answer(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Discord offers the command in servers that have the bot alone, and there every match of
    one's own is found by its number."""
    spot = await away(world, monkeypatch, kind)
    await begin(world, spot)
    await world.env.advance_time(20 * 60)
    posts, seq = len(world.public(spot.channel)), (await world.match()).seq
    people = {"player": world.ada, "by": world.linus, "match": 1}
    refused = await world.ada.slash(world.channel, "replace", **people)
    assert "Match 1 is played where I can only answer" in said(refused)
    assert "name me as the successor" in said(refused)
    assert (await world.match()).seq == seq
    assert len(world.public(spot.channel)) == posts
    assert (direct(world.linus), direct(world.grace)) == ([], [])


@KINDS
async def test_the_bot_takes_over_where_it_may_only_answer(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    spot = await away(world, monkeypatch, kind)
    await begin(world, spot)
    await world.env.advance_time(20 * 60)
    asked = await world.ada.slash(
        world.channel, "replace", player=world.ada, by=world.robot, match=1
    )
    assert "It waits for the word of **Grace**" in said(asked)
    assert "do you agree?" in direct(world.grace)[-1].content
    answer = await world.grace.user.click(direct(world.grace)[-1], label="Answer…")
    assert labels(answer.response) == ["Agree", "No", "My view"]
    await world.grace.user.click(answer.response, label="Agree")
    await world.env.advance_time(60)
    match = await world.match()
    assert [p.name for p in match.seats] == ["TestBot", "Grace"]
    # It has moved at once, and Grace is called to her turn.
    assert match.turn_person == match.person(2)
    assert direct(world.grace)[-1].content.startswith("It is your turn:")
    assert labels(direct(world.grace)[-1])[0] == "Move"


async def test_nobody_is_asked_in_a_server_that_the_bot_has_left(world: World) -> None:
    await world.start(spare=9)
    other = world.env.create_guild("Elsewhere")
    channel = other.create_text_channel("talk")
    ada, linus = (other.add_member(each.user) for each in (world.ada, world.linus))
    await world.env.settle()
    gone(world, world.guild, world.channel)
    await world.env.settle()
    refused = await ada.slash(channel, "replace", player=ada, by=linus, match=1)
    assert "Match 1 is played where I can only answer" in said(refused)
    assert (await world.match()).replacing.asked is None


# Rematch


async def test_a_rematch_asks_the_successor_and_not_the_one_who_left(world: World) -> None:
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    await hand_over(world)
    await world.resign(world.grace)
    end = world.last
    assert "🏆 **Linus** wins!" in end.content
    assert world.pings()[-1] == [world.linus.id]

    refused = await world.ada.click(end, label="Rematch")
    assert "Only those who played match 1 can ask for a rematch." in said(refused)
    sent = await world.grace.click(end, label="Rematch")
    assert "Your challenge for a rematch is match 2." in said(sent)
    challenge = world.last
    assert challenge.content.startswith(f"<@{world.linus.id}>: **Grace** challenges you")
    assert "**Grace** begins" in challenge.content
    assert world.pings()[-1] == [world.linus.id]
    assert "This challenge is for Linus." in await world.tap(world.ada, "Accept", challenge)
    await world.linus.click(end, label="Rematch")
    again = await world.match(2)
    assert (again.status, [p.name for p in again.seats]) == (Status.RUNNING, ["Grace", "Linus"])
    assert labels(world.shown(challenge)) == []
    assert world.pings()[-1] == [world.grace.id]


async def test_a_successor_asks_for_the_rematch(world: World) -> None:
    await world.start(spare=9)
    await hand_over(world)
    await world.resign(world.linus)
    await world.linus.click(world.last, label="Rematch")
    assert world.last.content.startswith(f"<@{world.grace.id}>: **Linus** challenges you")
    assert world.pings()[-1] == [world.grace.id]
    await world.grace.click(world.last, label="Accept")
    assert [p.name for p in (await world.match(2)).seats] == ["Grace", "Linus"]
    assert await world.client.matches.of_person(world.ada.id) == []


# Deletion


async def test_who_asked_is_deleted_and_then_the_successor_and_the_match_goes_on(
    world: World,
) -> None:
    await world.start(spare=9)
    await ask(world, world.manager)
    request = world.last
    await delete(world, world.manager)
    assert "Nobody asks any more that **Linus** plays on for **Ada**." in world.last.content
    assert labels(world.shown(request)) == []
    assert (await world.match()).status is Status.RUNNING
    await world.move(world.ada, "1")
    assert world.pings()[-1] == [world.grace.id]

    await ask(world, world.ada)
    request = world.last
    await delete(world, world.linus)
    assert "does not take over from **Ada**. The match goes on" in world.last.content
    assert labels(world.shown(request)) == []
    match = await world.match()
    assert (match.status, match.replacing.asked) == (Status.RUNNING, None)
    assert await seats(world) == ["Ada", "Grace"]
    again = await ask(world, world.ada, by=world.manager)
    assert "It waits for the word of **Margaret** and **Grace**" in said(again)
    await world.grace.click(world.last, label="Agree")
    await world.manager.click(world.last, label="Take over")
    assert await seats(world) == ["Margaret", "Grace"]


@pytest.mark.parametrize(
    ("who", "said_of_it"),
    [
        ("ada", "Nobody asks any more that **Linus** plays on"),
        ("grace", "**Deleted player** does not agree that **Linus** plays on"),
    ],
)
async def test_a_player_is_deleted_while_a_request_waits_and_the_match_ends(
    world: World, who: str, said_of_it: str
) -> None:
    await world.start(spare=9)
    await ask(world, world.ada)
    request = world.last
    await delete(world, getattr(world, who))
    off, end = world.public()[-2:]
    assert said_of_it in off.content
    assert "resigned. 🏆" in end.content
    assert labels(world.shown(request)) == []
    match = await world.match()
    assert (match.status, match.replacing.asked) == (Status.ENDED, None)
    assert "Match 1 is over" in await world.forge(world.linus, "takeover:1:4")
    assert await world.client.service.inbox.waiting(world.linus.id) == []


async def test_one_who_left_is_deleted_and_the_match_goes_on_without_a_trace(world: World) -> None:
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await hand_over(world)
    await delete(world, world.ada)
    match = await world.match()
    assert (match.status, await seats(world)) == (Status.RUNNING, ["Linus", "Grace"])
    assert match.successions[-1].former.is_deleted
    await world.move(world.grace, "1")
    await world.move(world.linus, "1")
    assert "Ada" not in await world.ask(world.grace, "replay", match=1)


async def test_somebody_on_vacation_is_deleted_and_the_others_clocks_go_on(world: World) -> None:
    await world.begin_three(world.grace, world.linus, game="heap", spare=9)
    await on_vacation(world, world.ada, 10)
    await world.env.advance_time(DAY)
    assert await days_left(world) == 16
    await delete(world, world.ada)
    match = await world.match()
    assert match.turn_person
    assert (match.status, match.turn_person.name) == (Status.RUNNING, "Grace")
    assert "Your clock stands" not in world.last.content
    assert world.pings()[-2] == [world.grace.id]
    assert 6.9 < await days_left(world) <= 7
    await world.env.advance_time(7 * DAY)
    assert f"<@{world.grace.id}>, your time is over, and your grace" in world.last.content


async def test_who_is_left_on_vacation_learns_of_the_end_behind_it(world: World) -> None:
    await world.start(spare=9)
    await on_vacation(world, world.ada, 5)
    await world.env.advance_time(60)
    pings = len(world.pings())
    await delete(world, world.grace)
    assert "🏆 **Ada** wins!" in world.last.content
    assert not any(world.pings()[pings:])
    await world.env.advance_time(5 * DAY)
    assert "**Deleted player** resigned. 🏆 **Ada** wins!" in world.last.content
    assert world.pings()[-1] == [world.ada.id]

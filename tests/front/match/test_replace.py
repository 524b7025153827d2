"""A player who leaves is replaced: the command, the buttons, the channel, the lists."""

from typing import Any

from simcord.components import walk_components

from bot.front.discord.markdown import post_number
from bot.model.notices.notice_settings import Destination
from bot.model.records import Premove
from tests.front.conftest import World, labels, said
from tests.front.match.replacing import ask, hand_over, seats
from tests.front.snapshot import snapshot
from tests.helpers.posting import DAY, FIRST, choose, direct


def numbered(message: Any) -> int | None:
    return post_number(message.content)


async def test_a_player_leaves_by_consent_of_all(begun: World) -> None:
    board = begun.last

    snapshot(said(await ask(begun, begun.ada)))
    request = begun.last
    snapshot(request)
    assert sorted(begun.pings()[-1]) == sorted([begun.linus.id, begun.grace.id])
    # Nothing but the request is new: play goes on, on the board of before.
    assert labels(begun.shown(board))[0] == "Move"

    snapshot(await begun.tap(begun.grace, "Agree", request))
    snapshot(begun.shown(request))
    assert numbered(begun.shown(request)) == numbered(request) == 3
    taken = await begun.linus.click(begun.shown(request), label="Take over")

    snapshot(said(taken))
    assert labels(taken.followups[-1] if taken.followups else taken.response)[0] == "Move"
    assert await seats(begun) == ["Linus", "Grace"]
    snapshot(begun.last)
    answered = begun.shown(request)
    assert (labels(answered), answered.attachments) == ([], [])
    snapshot(answered.content)
    assert labels(begun.shown(board)) == []


async def test_the_successor_has_the_match_and_who_left_nothing_of_it(begun: World) -> None:
    await begun.move(begun.ada, "1")
    await begun.ada.slash(begun.channel, "premove", then="1")
    await hand_over(begun)
    assert await begun.client.store.find(Premove, person=begun.ada.id, match=FIRST) == []
    # Grace is to move, was called before, and has the same turn: nobody is pinged again.
    assert begun.pings()[-1] == []
    await begun.move(begun.grace, "1")
    assert len((await begun.match()).plies) == 2
    assert begun.pings()[-1] == [begun.linus.id]

    snapshot(await begun.tap(begun.ada, "Move"))
    snapshot(said(await begun.move(begun.ada, "1", match=1)))
    assert await begun.client.matches.of_person(begun.ada.id) == []
    inbox = await begun.client.service.inbox.waiting(begun.linus.id)
    assert [row.match for row in inbox] == [FIRST]
    snapshot(await begun.ask(begun.linus, "profile"))
    snapshot(await begun.ask(begun.ada, "profile"))
    await begun.move(begun.linus, "1")
    snapshot(begun.last.content)


async def test_the_bot_plays_on_at_a_level_that_the_answer_names(begun: World) -> None:
    snapshot(said(await ask(begun, begun.ada, by=begun.robot)))
    await begun.ada.click(begun.last, label="Withdraw")
    snapshot(said(await ask(begun, begun.ada, by=begun.robot, level=5)))
    snapshot(begun.last.content)
    await begun.grace.click(begun.last, label="Agree")
    await begun.env.advance_time(60)
    snapshot(begun.last.content)
    snapshot(said(await ask(begun, begun.grace, player=begun.grace, level=2)))


async def test_a_manager_replaces_a_player_who_vanished(begun: World) -> None:
    await begun.spend_no_vacation()
    await begun.env.advance_time(7 * DAY + 60)
    await begun.env.advance_time(DAY + 60)
    assert (await begun.match()).overdue

    # Who let the time run out is not asked, whoever asks.
    snapshot(said(await ask(begun, begun.grace)))
    await begun.grace.click(begun.last, label="Withdraw")
    snapshot(said(await ask(begun, begun.manager)))
    snapshot(begun.last)
    await begun.linus.click(begun.last, label="Take over")
    match = await begun.match()
    assert (match.overdue, match.turn_person and match.turn_person.name) == (False, "Linus")
    assert match.deadline
    assert (match.deadline - begun.env.now()).total_seconds() > 6.9 * DAY


async def test_who_is_no_longer_in_the_server_is_not_asked(begun: World) -> None:
    begun.guild.remove_member(begun.ada)

    snapshot(said(await ask(begun, begun.grace, player=begun.ada.user)))
    await begun.linus.click(begun.last, label="Take over")
    assert await seats(begun) == ["Linus", "Grace"]


async def test_of_several_matches_the_one_meant_is_pressed_and_people_are_in_no_custom_id(
    begun: World,
) -> None:
    await begun.start()
    asked = (await ask(begun, begun.ada, by=begun.robot, level=5)).response
    snapshot(asked)
    buttons = [each for each in walk_components(asked.components) if "custom_id" in each]
    assert not [each for each in buttons if str(begun.ada.id) in each["custom_id"]]
    await begun.restart()
    snapshot(said(await begun.ada.click(asked, label=labels(asked)[1])))
    match = await begun.match(1)
    asked_for = match.requests.replacement
    assert asked_for
    assert (asked_for.person.id, asked_for.level) == (begun.robot.id, 5)
    assert match.seats[asked_for.seat - 1].name == "Ada"
    # A press names nobody whom the message does not name.
    snapshot(await begun.forge(begun.ada, 'which:1:/replace {"player":1,"by":2}'))
    snapshot(await begun.forge(begun.ada, "which:1:/replace {}"))


async def test_a_no_of_anybody_ends_it(begun: World) -> None:
    await ask(begun, begun.grace)
    request = begun.last
    snapshot(request.content)
    snapshot(await begun.tap(begun.linus, "No", request))
    reply = f"<@{begun.grace.id}>, **Linus** declined to take over from **Ada**. The match goes on"
    assert begun.words.startswith(reply)
    assert begun.pings()[-1] == [begun.grace.id]
    assert labels(begun.shown(request)) == []
    snapshot(said(await ask(begun, begun.grace)))
    await begun.move(begun.ada, "1")
    await ask(begun, begun.grace)
    await begun.ada.click(begun.last, label="No")
    snapshot(begun.last.content)
    await begun.move(begun.grace, "1")
    await ask(begun, begun.ada)
    await begun.grace.click(begun.last, label="No")
    snapshot(begun.last)
    assert await seats(begun) == ["Ada", "Grace"]


async def test_a_manager_who_asked_is_called_to_the_answer_too(begun: World) -> None:
    await ask(begun, begun.manager)
    await begun.linus.click(begun.last, label="No")
    snapshot(begun.last)


async def test_the_asker_and_a_manager_withdraw_it_and_nobody_else(begun: World) -> None:
    for who in (begun.ada, begun.manager):
        await ask(begun, begun.ada)
        request = begun.last
        snapshot(await begun.tap(begun.grace, "Withdraw", request))
        snapshot(await begun.tap(who, "Withdraw", request))
        snapshot(begun.last.content)
        # The one who takes back what they asked for knows of it.
        assert begun.pings()[-1] == ([] if who is begun.ada else [begun.ada.id])
        assert labels(begun.shown(request)) == []
    # A manager who wants to play on asks like all others.
    snapshot(said(await ask(begun, begun.manager, by=begun.manager, match=1)))
    snapshot(begun.last.content)


async def test_outsiders_and_the_wrong_buttons_change_nothing(begun: World) -> None:
    snapshot(said(await ask(begun, begun.ada, by=begun.grace)))
    other = begun.guild.add_member(begun.env.create_user("Robby", bot=True))
    snapshot(said(await ask(begun, begun.ada, by=other)))
    await begun.manager.slash(begun.channel, "block", person=begun.grace)
    snapshot(said(await ask(begun, begun.ada, by=begun.manager)))
    snapshot(said(await ask(begun, begun.linus, match=1)))
    await ask(begun, begun.ada)
    request = begun.last
    for label in ("Agree", "No"):
        snapshot(said(await begun.manager.click(request, label=label)))
    snapshot(await begun.tap(begun.grace, "Take over", request))
    snapshot(await begun.tap(begun.linus, "Agree", request))
    await begun.linus.click(request, label="Take over")
    snapshot(await begun.tap(begun.linus, "Agree", request))
    snapshot(await begun.tap(begun.ada, "Agree", request))
    assert labels(begun.shown(request)) == ["Agree", "No", "Withdraw"]


async def test_it_outlasts_moves_and_a_restart_and_ends_by_itself(begun: World) -> None:
    await ask(begun, begun.ada)
    request = begun.last
    await begun.move(begun.ada, "1")
    assert labels(begun.shown(request)) == ["Take over", "Agree", "No", "Withdraw"]
    await begun.restart()
    await begun.grace.click(begun.shown(request), label="Agree")
    assert (await begun.match()).requests.replacement

    await begun.env.advance_time(3 * DAY + 60)

    reply = f"<@{begun.ada.id}>, not everybody agreed in time that **Linus** plays on"
    assert begun.words.startswith(reply)
    assert begun.pings()[-1] == [begun.ada.id]
    assert labels(begun.shown(request)) == []
    assert await seats(begun) == ["Ada", "Grace"]


async def test_a_press_on_a_request_that_is_gone_says_so(begun: World) -> None:
    await ask(begun, begun.ada)
    await begun.ada.click(begun.last, label="Withdraw")
    await begun.move(begun.ada, "1")
    snapshot(await begun.forge(begun.linus, "takeover:1:4"))
    await ask(begun, begun.ada)
    snapshot(await begun.forge(begun.linus, "takeover:1:4"))


async def test_players_are_asked_in_their_inbox_too(begun: World) -> None:
    await ask(begun, begun.ada)
    waiting = await begun.client.service.inbox.waiting(begun.grace.id)
    assert [row.match for row in waiting] == [FIRST]
    games = await begun.grace.slash(begun.channel, "games")
    snapshot(said(games))
    asked = await begun.grace.click(games.response or games.followups[0], label="Answer…")
    snapshot(asked)
    await begun.grace.click(asked.response, label="Agree")
    assert await begun.client.service.inbox.waiting(begun.grace.id) == []


async def test_who_wants_direct_messages_is_asked_there_too(world: World) -> None:
    await choose(world, world.linus, destination=Destination.DIRECT)
    await world.start(spare=9)
    await ask(world, world.ada)
    snapshot(world.last.content)
    snapshot(direct(world.linus)[-1].content)
    assert world.pings()[-2:].count([world.grace.id]) == 1
    reply = direct(world.linus)[-1]
    assert labels(reply) == ["Answer…"]
    asked = await world.linus.user.click(reply, label="Answer…")
    snapshot(asked)
    snapshot(said(await world.linus.user.click(asked.response, label="Take over")))
    snapshot(said(await world.linus.user.click(reply, label="Answer…")))


async def test_who_leaves_unasked_is_told_directly_without_a_question(world: World) -> None:
    await choose(world, world.ada, destination=Destination.DIRECT)
    await world.start(spare=9)
    await ask(world, world.manager)
    snapshot(direct(world.ada)[-1])


async def test_in_a_thread_the_successor_is_let_in(world: World) -> None:
    await world.server_wishes(posting="thread")
    await world.start(spare=9)
    (thread,) = world.channel.threads
    assert world.linus.id not in thread._channel.thread_members
    await world.manager.slash(thread, "replace", player=world.grace, by=world.linus)
    request = world.public(thread)[-1]
    snapshot(request.content)
    await world.linus.click(request, label="Take over")
    assert await seats(world) == ["Ada", "Linus"]
    assert world.linus.id in thread._channel.thread_members
    snapshot(world.public(thread)[-1].content)

"""A player who leaves is replaced: the command, the buttons, the channel, the lists."""

from typing import Any

from bot.model.notices.notice_settings import Destination
from bot.model.records import MatchId
from tests.front.conftest import World, labels, said
from tests.helpers.posting import choose, direct

ONE = MatchId(1)
DAY = 24 * 3600.0
GO_ON = "<@{}>, it is your turn."


async def seats(world: World) -> list[str]:
    return [person.name for person in (await world.match()).seats]


async def ask(world: World, who: Any, **given: Any) -> Any:
    """Propose that Linus plays on for Ada, unless somebody else is named."""
    people = {"player": world.ada, "by": world.linus} | given
    return await who.slash(world.channel, "replace", **people)


def stamped(message: Any) -> str:
    """The number of a post, as its small print has it."""
    return str(message.content.rpartition(" · ")[2])


async def test_a_player_leaves_by_consent_of_all(world: World) -> None:
    await world.start(spare=9)
    board = world.last

    asked = await ask(world, world.ada)

    assert "You ask that **Linus** plays on for you in match 1." in said(asked)
    assert "It waits for the word of **Linus** and **Grace**" in said(asked)
    request = world.last
    assert request.content.startswith(
        "**Ada** asks that **Linus** plays on for them.\n"
        f"<@{world.linus.id}>, will you take over? <@{world.grace.id}>, do you agree?\n"
    )
    assert "The seat (dot) is taken over as it stands, with the whole time" in request.content
    assert "from then on (7 days a move)" in request.content
    assert request.attachments
    assert labels(request) == ["Take over", "Agree", "No", "Withdraw"]
    assert sorted(world.pings()[-1]) == sorted([world.linus.id, world.grace.id])
    # Nothing but the request is new: play goes on, on the board of before.
    assert labels(world.shown(board))[0] == "Move"

    agreed = await world.grace.click(request, label="Agree")
    assert "You agree. It still waits for **Linus**." in said(agreed)
    assert labels(world.shown(request)) == ["Take over", "No", "Withdraw"]
    assert "do you agree" not in world.shown(request).content
    assert stamped(world.shown(request)) == stamped(request) == "post 3"
    taken = await world.linus.click(world.shown(request), label="Take over")

    assert "You take over the seat in match 1." in said(taken)
    assert labels(taken.followups[-1] if taken.followups else taken.response)[0] == "Move"
    assert await seats(world) == ["Linus", "Grace"]
    assert world.last.content.startswith(
        f"**Linus** plays on for **Ada**.\n{GO_ON.format(world.linus.id)}"
    )
    assert world.last.attachments
    assert world.pings()[-1] == [world.linus.id]
    answered = world.shown(request)
    assert (labels(answered), answered.attachments) == ([], [])
    assert answered.content == (
        "**Ada** asked that **Linus** plays on for them. It was agreed.\n"
        f"-# Heap · match 1 · {stamped(request)}"
    )
    assert labels(world.shown(board)) == []


async def test_the_one_who_left_has_nothing_of_the_match_and_the_successor_has_it(
    world: World,
) -> None:
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "premove", then="1")
    await hand_over(world)
    assert await world.client.store.premoves(world.ada.id, ONE) == []
    # Grace is to move, was called before, and has the same turn: nobody is pinged anew.
    assert world.pings()[-1] == []
    await world.move(world.grace, "1")
    assert len((await world.match()).plies) == 2
    assert world.pings()[-1] == [world.linus.id]

    gone = await world.ada.click(world.last, label="Move")
    assert "You do not play in match 1: it is between Linus and Grace." in said(gone)
    assert "don't play in match 1" in said(await world.move(world.ada, "1", match=1))
    assert await world.client.matches.of_person(world.ada.id) == []
    inbox = await world.client.service.inbox.waiting(world.linus.id)
    assert [row.match for row in inbox] == [ONE]
    assert "1 running, 1 of them here" in await world.ask(world.linus, "profile")
    theirs = await world.ask(world.ada, "profile")
    assert "0 running" in theirs
    assert "usually answer within an hour (1 answer so far)" in theirs
    await world.move(world.linus, "1")
    assert world.last.content.startswith("**Linus** takes 1. `` 1`* ``")


async def hand_over(world: World) -> None:
    """Linus plays on for Ada."""
    await ask(world, world.manager)
    await world.linus.click(world.last, label="Take over")
    assert await seats(world) == ["Linus", "Grace"]


async def test_a_manager_replaces_a_player_who_vanished(world: World) -> None:
    await world.start(spare=9)
    await world.spend_no_vacation()
    await world.env.advance_time(7 * DAY + 60)
    await world.env.advance_time(DAY + 60)
    assert (await world.match()).overdue

    # Who let the time run out is not asked, whoever asks.
    assert "It waits for the word of **Linus**, until" in said(await ask(world, world.grace))
    await world.grace.click(world.last, label="Withdraw")
    assert "It waits for the word of **Linus**, until" in said(await ask(world, world.manager))
    assert "do you agree" not in world.last.content
    assert f"<@{world.ada.id}>, a move of yours ends this." in world.last.content
    assert labels(world.last) == ["Take over", "No", "Withdraw"]
    await world.linus.click(world.last, label="Take over")
    match = await world.match()
    assert (match.overdue, match.turn_person and match.turn_person.name) == (False, "Linus")
    assert match.deadline
    assert (match.deadline - world.env.now()).total_seconds() > 6.9 * DAY


async def test_who_is_no_longer_in_the_server_is_not_asked(world: World) -> None:
    await world.start(spare=9)
    world.guild.remove_member(world.ada)

    asked = await ask(world, world.grace, player=world.ada.user)

    assert "It waits for the word of **Linus**, until" in said(asked)
    await world.linus.click(world.last, label="Take over")
    assert await seats(world) == ["Linus", "Grace"]


async def test_a_no_of_anybody_ends_it(world: World) -> None:
    await world.start(spare=9)
    await ask(world, world.grace)
    request = world.last
    assert "**Grace** asks that **Linus** plays on for **Ada**." in request.content
    assert "You say no; nothing is changed." in await world.tap(world.linus, "No", request)
    assert world.last.content.startswith(
        "**Linus** does not take over from **Ada**. The match goes on"
    )
    assert labels(world.shown(request)) == []
    assert "was declined in this turn already" in said(await ask(world, world.grace))
    await world.move(world.ada, "1")
    await ask(world, world.grace)
    await world.ada.click(world.last, label="No")
    assert "**Ada** keeps the seat. The match goes on as before." in world.last.content
    await world.move(world.grace, "1")
    await ask(world, world.ada)
    await world.grace.click(world.last, label="No")
    assert "**Grace** does not agree that **Linus** plays on for **Ada**." in world.last.content
    assert await seats(world) == ["Ada", "Grace"]


async def test_the_asker_and_a_manager_withdraw_it_and_nobody_else(world: World) -> None:
    await world.start(spare=9)
    for who in (world.ada, world.manager):
        await ask(world, world.ada)
        request = world.last
        other = await world.grace.click(request, label="Withdraw")
        assert "Only Ada, who asked for that, can take it back." in said(other)
        assert "The request is taken back." in await world.tap(who, "Withdraw", request)
        assert "Nobody asks any more that **Linus** plays on for **Ada**" in world.last.content
        assert labels(world.shown(request)) == []
    # A manager who wants to play on asks like all others.
    asked = await ask(world, world.manager, by=world.manager, match=1)
    assert "You ask to play on for **Ada** in match 1." in said(asked)
    assert world.last.content.startswith("**Margaret** asks to play on for **Ada**.\n")


async def test_outsiders_and_the_wrong_buttons_change_nothing(world: World) -> None:
    await world.start(spare=9)
    seated = await ask(world, world.ada, by=world.grace)
    assert "Grace has a seat in match 1 already" in said(seated)
    other = world.guild.add_member(world.env.create_user("Robby", bot=True))
    bot = await ask(world, world.ada, by=other)
    assert "**Robby** is a bot and can't play. I can: name me as the successor." in said(bot)
    await world.manager.slash(world.channel, "block", person=world.grace)
    blocked = await ask(world, world.ada, by=world.manager)
    assert "Margaret can't take that seat at the moment. Name somebody else." in said(blocked)
    outside = await ask(world, world.linus, match=1)
    assert "Only those who play match 1 (Ada and Grace), and managers" in said(outside)
    await ask(world, world.ada)
    request = world.last
    for label in ("Agree", "No"):
        stranger = await world.manager.click(request, label=label)
        assert "This is asked of Linus and Grace, not of you." in said(stranger)
    wrong = await world.grace.click(request, label="Take over")
    assert "**Take over** is for **Linus** alone" in said(wrong)
    assert "press **Take over**" in await world.tap(world.linus, "Agree", request)
    await world.linus.click(request, label="Take over")
    done = await world.linus.click(request, label="Agree")
    assert "Nothing more is asked of you. It waits for Grace." in said(done)
    own = await world.ada.click(request, label="Agree")
    assert "The request is your own. It waits for Grace." in said(own)
    assert labels(world.shown(request)) == ["Agree", "No", "Withdraw"]


async def test_it_outlasts_moves_and_a_restart_and_ends_by_itself(world: World) -> None:
    await world.start(spare=9)
    await ask(world, world.ada)
    request = world.last
    await world.move(world.ada, "1")
    assert labels(world.shown(request)) == ["Take over", "Agree", "No", "Withdraw"]
    await world.restart()
    await world.grace.click(world.shown(request), label="Agree")
    assert (await world.match()).replacing.asked

    await world.env.advance_time(3 * DAY + 60)

    assert "Not everybody agreed in time that **Linus** plays on" in world.last.content
    assert labels(world.shown(request)) == []
    assert await seats(world) == ["Ada", "Grace"]


async def test_a_press_on_a_request_that_is_gone_says_so(world: World) -> None:
    await world.start(spare=9)
    await ask(world, world.ada)
    await world.ada.click(world.last, label="Withdraw")
    await world.move(world.ada, "1")
    assert "Nobody asks for a replacement now" in await world.forge(world.linus, "takeover:1:4")
    await ask(world, world.ada)
    assert "somebody has asked anew since" in await world.forge(world.linus, "takeover:1:4")


async def test_the_bot_takes_a_seat_over_and_moves(world: World) -> None:
    await world.start(spare=9)

    asked = await ask(world, world.manager, by=world.robot)
    assert "plays on for **Ada** in match 1 from now on." in said(asked)
    await world.env.advance_time(30)

    match = await world.match()
    assert match.turn_person
    assert match.turn_person.name == "Grace"
    assert any("plays on for **Ada**." in m.content for m in world.public())


async def test_among_three_all_others_agree(world: World) -> None:
    await world.begin_three(world.grace, world.manager)
    assert await seats(world) == ["Ada", "Grace", "Margaret"]
    await ask(world, world.ada)
    request = world.last
    await world.linus.click(request, label="Take over")
    await world.grace.click(request, label="Agree")
    assert await seats(world) == ["Ada", "Grace", "Margaret"]
    await world.manager.click(request, label="Agree")
    assert await seats(world) == ["Linus", "Grace", "Margaret"]
    assert world.last.content.startswith("**Linus** plays on for **Ada**.")


async def test_players_are_asked_in_their_inbox_too(world: World) -> None:
    await world.start(spare=9)
    await ask(world, world.ada)
    waiting = await world.client.service.inbox.waiting(world.grace.id)
    assert [row.match for row in waiting] == [ONE]
    games = await world.grace.slash(world.channel, "games")
    assert "they ask for a successor" in said(games)
    asked = await world.grace.click(games.response or games.followups[0], label="Answer…")
    assert "**Ada** asks that **Linus** plays on for them. Do you agree?" in said(asked)
    assert labels(asked.response) == ["Agree", "No", "My view"]
    await world.grace.click(asked.response, label="Agree")
    assert await world.client.service.inbox.waiting(world.grace.id) == []


async def test_who_wants_direct_messages_is_asked_there_too(world: World) -> None:
    await choose(world, world.linus, destination=Destination.DIRECT)
    await world.start(spare=9)
    await ask(world, world.ada)
    assert "**Linus**, will you take over?" in world.last.content
    assert "**Linus**, will you take over?" in direct(world.linus)[-1].content
    assert world.pings()[-2:].count([world.grace.id]) == 1
    reply = direct(world.linus)[-1]
    assert labels(reply) == ["Answer…"]
    asked = await world.linus.user.click(reply, label="Answer…")
    assert said(asked).startswith(
        "**Ada** asks that **Linus** plays on for them. Will you take over?\n"
    )
    assert labels(asked.response) == ["Take over", "No", "My view"]
    taken = await world.linus.user.click(asked.response, label="Take over")
    assert "You take over the seat in match 1. It still waits for **Grace**." in said(taken)
    again = await world.linus.user.click(reply, label="Answer…")
    assert "Will you take over" not in said(again)
    assert "It is **Ada**'s turn." in said(again)


async def test_who_leaves_and_is_not_asked_is_told_directly_without_a_question(
    world: World,
) -> None:
    await choose(world, world.ada, destination=Destination.DIRECT)
    await world.start(spare=9)
    await ask(world, world.manager)
    assert "it is your seat" in direct(world.ada)[-1].content
    assert labels(direct(world.ada)[-1]) == []


async def test_in_a_thread_the_successor_is_let_in(world: World) -> None:
    await world.client.store.change_preferences(
        "guild", world.guild.id, lambda _: {"posting": "thread"}
    )
    await world.start(spare=9)
    (thread,) = world.channel.threads
    assert world.linus.id not in thread._channel.thread_members
    await world.manager.slash(thread, "replace", player=world.grace, by=world.linus)
    request = world.public(thread)[-1]
    assert "**Margaret** asks that **Linus** plays on for **Grace**." in request.content
    await world.linus.click(request, label="Take over")
    assert await seats(world) == ["Ada", "Linus"]
    assert world.linus.id in thread._channel.thread_members
    assert world.public(thread)[-1].content.startswith("**Linus** plays on for **Grace**.")

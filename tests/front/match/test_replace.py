"""A player who leaves is replaced: the command, the buttons, the channel, the lists."""

from typing import Any

from bot.front.discord.markdown import post_mark, post_number
from bot.model.notices.notice_settings import Destination
from bot.model.records import Premove
from tests.front.conftest import World, labels, said
from tests.front.match.replacing import ask, hand_over, seats
from tests.helpers.posting import DAY, FIRST, choose, direct

GO_ON = "<@{}>, it is your turn."


def numbered(message: Any) -> int | None:
    return post_number(message.content)


async def test_a_player_leaves_by_consent_of_all(begun: World) -> None:
    board = begun.last

    asked = await ask(begun, begun.ada)

    assert "You asked for **Linus** to play on for you in match 1, open until" in said(asked)
    assert "for the word of **Linus** and **Grace**" in said(asked)
    request = begun.last
    assert request.content.startswith(
        "**Ada** asks that **Linus** plays on for them.\n"
        f"<@{begun.linus.id}>, will you take over? <@{begun.grace.id}>, do you agree?\n"
    )
    assert "The seat (dot) is taken over as it is, with the whole time" in request.content
    assert "from then on (7 days a move)" in request.content
    assert request.attachments
    assert labels(request) == ["Take over", "Agree", "No", "Withdraw"]
    assert sorted(begun.pings()[-1]) == sorted([begun.linus.id, begun.grace.id])
    # Nothing but the request is new: play goes on, on the board of before.
    assert labels(begun.shown(board))[0] == "Move"

    agreed = await begun.grace.click(request, label="Agree")
    assert "You agree. **Linus** still had to agree." in said(agreed)
    assert labels(begun.shown(request)) == ["Take over", "No", "Withdraw"]
    assert "do you agree" not in begun.shown(request).content
    assert numbered(begun.shown(request)) == numbered(request) == 3
    taken = await begun.linus.click(begun.shown(request), label="Take over")

    assert "You take over the seat in match 1." in said(taken)
    assert labels(taken.followups[-1] if taken.followups else taken.response)[0] == "Move"
    assert await seats(begun) == ["Linus", "Grace"]
    assert begun.last.content.startswith(
        f"**Linus** plays on for **Ada**.\n{GO_ON.format(begun.linus.id)}"
    )
    assert begun.last.attachments
    assert begun.pings()[-1] == [begun.linus.id]
    answered = begun.shown(request)
    assert (labels(answered), answered.attachments) == ([], [])
    assert answered.content == (
        "**Ada** asked that **Linus** plays on for them. It was agreed.\n"
        f"-# Heap · match 1{post_mark(3)}"
    )
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

    gone = await begun.ada.click(begun.last, label="Move")
    assert "You do not play in match 1: it is between Linus and Grace." in said(gone)
    assert "don't play in match 1" in said(await begun.move(begun.ada, "1", match=1))
    assert await begun.client.matches.of_person(begun.ada.id) == []
    inbox = await begun.client.service.inbox.waiting(begun.linus.id)
    assert [row.match for row in inbox] == [FIRST]
    assert "1 running, 1 of them here" in await begun.ask(begun.linus, "profile")
    theirs = await begun.ask(begun.ada, "profile")
    assert "0 running" in theirs
    assert "usually answer within an hour (1 answer so far)" in theirs
    await begun.move(begun.linus, "1")
    assert begun.last.content.startswith("**Linus** takes 1. `` 1`* ``")


async def test_the_bot_plays_on_at_a_level_that_the_answer_names(begun: World) -> None:
    asked = await ask(begun, begun.ada, by=begun.robot)
    assert said(asked).endswith(
        "\n-# I play on at level Regular; `level` of `/replace` asks for another."
    )
    await begun.ada.click(begun.last, label="Withdraw")
    asked = await ask(begun, begun.ada, by=begun.robot, level=5)
    assert "I play on" not in said(asked)
    assert "from then on (7 days a move). I play on at level Master.\n" in begun.last.content
    await begun.grace.click(begun.last, label="Agree")
    await begun.env.advance_time(60)
    assert "\n-# Heap · match 1 · level: Master · turn 2" in begun.last.content
    refused = await ask(begun, begun.grace, player=begun.grace, level=2)
    assert said(refused).startswith("The level says how strong I play, and it is not I who")


async def test_a_manager_replaces_a_player_who_vanished(begun: World) -> None:
    await begun.spend_no_vacation()
    await begun.env.advance_time(7 * DAY + 60)
    await begun.env.advance_time(DAY + 60)
    assert (await begun.match()).overdue

    # Who let the time run out is not asked, whoever asks.
    assert "for the word of **Linus**. Play goes on" in said(await ask(begun, begun.grace))
    await begun.grace.click(begun.last, label="Withdraw")
    assert "for the word of **Linus**. Play goes on" in said(await ask(begun, begun.manager))
    assert "do you agree" not in begun.last.content
    assert f"<@{begun.ada.id}>, a move by you ends this." in begun.last.content
    assert labels(begun.last) == ["Take over", "No", "Withdraw"]
    await begun.linus.click(begun.last, label="Take over")
    match = await begun.match()
    assert (match.overdue, match.turn_person and match.turn_person.name) == (False, "Linus")
    assert match.deadline
    assert (match.deadline - begun.env.now()).total_seconds() > 6.9 * DAY


async def test_who_is_no_longer_in_the_server_is_not_asked(begun: World) -> None:
    begun.guild.remove_member(begun.ada)

    asked = await ask(begun, begun.grace, player=begun.ada.user)

    assert "for the word of **Linus**. Play goes on" in said(asked)
    await begun.linus.click(begun.last, label="Take over")
    assert await seats(begun) == ["Linus", "Grace"]


async def test_a_no_of_anybody_ends_it(begun: World) -> None:
    await ask(begun, begun.grace)
    request = begun.last
    assert "**Grace** asks that **Linus** plays on for **Ada**." in request.content
    assert "You say no; nothing is changed." in await begun.tap(begun.linus, "No", request)
    reply = f"<@{begun.grace.id}>, **Linus** does not take over from **Ada**. The match goes on"
    assert begun.words.startswith(reply)
    assert begun.pings()[-1] == [begun.grace.id]
    assert labels(begun.shown(request)) == []
    assert "was declined in this turn already" in said(await ask(begun, begun.grace))
    await begun.move(begun.ada, "1")
    await ask(begun, begun.grace)
    await begun.ada.click(begun.last, label="No")
    assert "**Ada** keeps the seat. The match goes on as before." in begun.last.content
    await begun.move(begun.grace, "1")
    await ask(begun, begun.ada)
    await begun.grace.click(begun.last, label="No")
    assert "**Grace** does not agree that **Linus** plays on for **Ada**." in begun.last.content
    assert begun.pings()[-1] == [begun.ada.id]
    assert await seats(begun) == ["Ada", "Grace"]


async def test_a_manager_who_asked_is_called_to_the_answer_too(begun: World) -> None:
    await ask(begun, begun.manager)
    await begun.linus.click(begun.last, label="No")
    assert begun.words.startswith(f"<@{begun.manager.id}>, **Linus** does not take over")
    assert begun.pings()[-1] == [begun.manager.id]


async def test_the_asker_and_a_manager_withdraw_it_and_nobody_else(begun: World) -> None:
    for who in (begun.ada, begun.manager):
        await ask(begun, begun.ada)
        request = begun.last
        other = await begun.grace.click(request, label="Withdraw")
        assert "Only Ada, who asked for that, can take it back." in said(other)
        assert "The request is taken back." in await begun.tap(who, "Withdraw", request)
        assert "obody asks any more that **Linus** plays on for **Ada**" in begun.last.content
        # The one who takes back what they asked for knows of it.
        assert begun.pings()[-1] == ([] if who is begun.ada else [begun.ada.id])
        assert labels(begun.shown(request)) == []
    # A manager who wants to play on asks like all others.
    asked = await ask(begun, begun.manager, by=begun.manager, match=1)
    assert "You asked to play on for **Ada** in match 1, open" in said(asked)
    assert begun.last.content.startswith("**Margaret** asks to play on for **Ada**.\n")


async def test_outsiders_and_the_wrong_buttons_change_nothing(begun: World) -> None:
    seated = await ask(begun, begun.ada, by=begun.grace)
    assert "Grace has a seat in match 1 already" in said(seated)
    other = begun.guild.add_member(begun.env.create_user("Robby", bot=True))
    bot = await ask(begun, begun.ada, by=other)
    assert "**Robby** is a bot and can't play. I can: name me as the successor." in said(bot)
    await begun.manager.slash(begun.channel, "block", person=begun.grace)
    blocked = await ask(begun, begun.ada, by=begun.manager)
    assert "Margaret can't take that seat at the moment. Name somebody else." in said(blocked)
    outside = await ask(begun, begun.linus, match=1)
    assert "Only those who play match 1 (Ada and Grace), and managers" in said(outside)
    await ask(begun, begun.ada)
    request = begun.last
    for label in ("Agree", "No"):
        stranger = await begun.manager.click(request, label=label)
        assert "This is asked of Linus and Grace, not of you." in said(stranger)
    wrong = await begun.grace.click(request, label="Take over")
    assert "**Take over** is for **Linus** alone" in said(wrong)
    assert "press **Take over**" in await begun.tap(begun.linus, "Agree", request)
    await begun.linus.click(request, label="Take over")
    done = await begun.linus.click(request, label="Agree")
    assert "Nothing more is asked of you. It waits for Grace." in said(done)
    own = await begun.ada.click(request, label="Agree")
    assert "The request is your own. It waits for Grace." in said(own)
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
    assert "Nobody asks for a replacement now" in await begun.forge(begun.linus, "takeover:1:4")
    await ask(begun, begun.ada)
    assert "somebody has asked again since" in await begun.forge(begun.linus, "takeover:1:4")


async def test_players_are_asked_in_their_inbox_too(begun: World) -> None:
    await ask(begun, begun.ada)
    waiting = await begun.client.service.inbox.waiting(begun.grace.id)
    assert [row.match for row in waiting] == [FIRST]
    games = await begun.grace.slash(begun.channel, "games")
    assert "they ask for a successor" in said(games)
    asked = await begun.grace.click(games.response or games.followups[0], label="Answer…")
    assert "**Ada** asks that **Linus** plays on for them. Do you agree?" in said(asked)
    assert labels(asked.response) == ["Agree", "No", "My view"]
    await begun.grace.click(asked.response, label="Agree")
    assert await begun.client.service.inbox.waiting(begun.grace.id) == []


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
    assert "You take over the seat in match 1. **Grace** still had to agree." in said(taken)
    again = await world.linus.user.click(reply, label="Answer…")
    assert "Will you take over" not in said(again)
    assert "It is **Ada**'s turn." in said(again)


async def test_who_leaves_unasked_is_told_directly_without_a_question(world: World) -> None:
    await choose(world, world.ada, destination=Destination.DIRECT)
    await world.start(spare=9)
    await ask(world, world.manager)
    assert "it is your seat" in direct(world.ada)[-1].content
    assert labels(direct(world.ada)[-1]) == []


async def test_in_a_thread_the_successor_is_let_in(world: World) -> None:
    await world.server_wishes(posting="thread")
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

"""Time that is asked for and given, readiness for long matches, and matches nobody plays on."""

from bot.model.records import Status
from tests.front.conftest import World, labels, said

HOUR = 3600.0
DAY = 24 * HOUR
LONG = "14 days a move"


def _with_buttons(world: World) -> list[list[str]]:
    return [found for m in world.public() if (found := labels(m))]


# Time


async def test_time_is_asked_for_with_buttons_and_given_with_one(short: World) -> None:
    board = short.last
    more = await short.ada.click(board, label="More…")
    choice = await short.ada.click(more.response, label="Ask for time…")
    assert said(choice) == "How much more time do you ask **Grace** for?"
    assert labels(choice.response) == ["24 hours", "3 days", "7 days"]
    answer = await short.ada.click(choice.response, label="3 days")
    assert "You asked **Grace** for 3 days more." in said(answer)
    request = short.last
    assert request.content.startswith(f"<@{short.grace.id}>: **Ada** asks for 3 days more.")
    assert labels(request) == ["Give it", "Not now"]
    assert short.pings()[-1] == [short.grace.id]

    assert "The request is your own." in await short.tap(short.ada, "Give it", request)
    assert "You do not play in match 1" in await short.tap(short.linus, "Give it", request)
    assert labels(short.last) == ["Give it", "Not now"]
    await short.grace.click(request, label="Give it")

    until = int(board.created_at.timestamp() + 10 * DAY)
    reply = f"<@{short.ada.id}>, **Grace** gives you 3 days more. The time runs out <t:{until}:R>."
    assert short.last.content.startswith(reply)
    assert short.pings()[-1] == [short.ada.id]
    assert f"<t:{until}:R>" in said(await short.ada.slash(short.channel, "board"))
    # The board stands as it was, and the request is answered.
    assert _with_buttons(short) == [["Move", "My view", "How to play", "More…"]]


async def test_a_request_that_was_declined_or_has_passed_gives_nothing(begun: World) -> None:
    await begun.ada.slash(begun.channel, "time ask", length=24)
    grant = begun.last.components[0].children[0].custom_id  # type: ignore[union-attr]
    request = begun.last
    await begun.grace.click(request, label="Not now")
    # The request says its answer, and one post calls the person who waits for it.
    answered = begun.shown(request).content
    assert answered.startswith("**Ada** asked for 24 hours more; **Grace** could not give it.")
    assert begun.words.startswith(f"<@{begun.ada.id}>, **Grace** can't give you 24 hours now.")
    assert begun.pings()[-1] == [begun.ada.id]
    again = await begun.ask(begun.ada, "time ask", length=24)
    assert "Grace has said no to 24 hours in this turn already." in again
    assert ["Give it", "Not now"] not in _with_buttons(begun)
    await begun.ada.slash(begun.channel, "time ask", length=168)
    assert "no longer open" in await begun.forge(begun.grace, str(grant))
    assert (await begun.match()).requests.time is not None

    await begun.move(begun.ada, "1")
    assert _with_buttons(begun) == [["Move", "My view", "Replay", "More…"]]
    assert "has gone on since that board" in await begun.forge(begun.grace, str(grant))
    assert (await begun.match()).gift is None


async def test_time_given_unasked_takes_back_the_right_to_claim(world: World) -> None:
    await world.spend_no_vacation()
    await world.start(time="1 day a move")
    await world.env.advance_time(2 * DAY + 120)
    assert labels(world.last) == ["Claim the win"]
    overdue = world.last
    more = await world.grace.click(world.public()[1], label="More…")
    choice = await world.grace.click(more.response, label="Give time…")
    assert said(choice) == "How much more time do you give **Ada**?"
    given = await world.grace.click(choice.response, label="24 hours")
    assert "You gave **Ada** 24 hours more." in said(given)
    assert labels(world.shown(overdue)) == []
    await world.env.advance_time(DAY - 600)
    assert "Ada still has time." in said(await world.grace.slash(world.channel, "claim"))
    await world.env.advance_time(900)
    assert "**Ada** has run out of time." in world.last.content


async def test_the_command_gives_too_and_says_why_it_does_not(short: World) -> None:
    assert "You gave **Ada** 24 hours more." in await short.ask(short.grace, "time give", length=24)
    assert "It is your own turn" in await short.ask(short.ada, "time give", length=24)
    assert "It is not your turn." in await short.ask(short.grace, "time ask", length=24)
    for _ in range(7):
        await short.grace.slash(short.channel, "time give", length=168)
    full = await short.grace.slash(short.channel, "time give", length=168)
    assert "Nobody can have more than 60 days for a turn. Give less." in said(full)


# Readiness


async def _ask(world: World, **options: object) -> None:
    wanted = {"opponent": world.grace, "first": "me", "size": "small", "time": LONG} | options
    await world.ada.slash(world.channel, "challenge heap", **wanted)


async def test_a_long_match_waits_for_who_asked_a_while_ago(world: World) -> None:
    await _ask(world)
    challenge = world.last
    assert "press **I'm ready** within 48 hours" in challenge.content
    await world.env.advance_time(3 * HOUR)
    await world.grace.click(challenge, label="Accept")
    asked = world.last
    assert asked.content.startswith(f"<@{world.ada.id}>: all are in")
    assert "Ready so far: **Grace**." in asked.content
    assert world.pings()[-1] == [world.ada.id]
    assert _with_buttons(world) == [["I'm ready", "Decline", "Withdraw"]]
    mine, theirs = [await who.slash(world.channel, "games") for who in (world.ada, world.grace)]
    until = int(asked.created_at.timestamp()) + 48 * 3600
    assert f"waits only for you to press **I'm ready** · runs out <t:{until}:R>" in said(mine)
    assert "I'm ready" in labels(mine.response)
    assert f"messages/{asked.id}" in said(mine) or str(asked.id) in said(mine)
    assert f"waits for **Ada** to press **I'm ready** · runs out <t:{until}:R>" in said(theirs)
    assert "I'm ready" not in labels(theirs.response)
    shown = await world.ada.slash(world.channel, "board", match=1)
    assert labels(shown.response) == ["I'm ready", "Withdraw"]
    theirs = await world.grace.slash(world.channel, "board", match=1)
    assert labels(theirs.response) == ["Decline"]

    again = await world.grace.click(asked, label="I'm ready")
    assert "You have said already that you are ready." in said(again)
    assert "It waits for Ada to say “I'm ready”." in said(again)
    assert "You have no seat in match 1." in await world.tap(world.linus, "I'm ready", asked)
    await world.restart()
    await world.ada.click(asked, label="I'm ready")
    assert f"<@{world.ada.id}>, it is your turn." in world.last.content
    assert _with_buttons(world) == [["Move", "My view", "How to play", "More…"]]


async def test_a_host_who_is_not_ready_ends_it_and_is_told_when_too_late(world: World) -> None:
    await _ask(world, time="no time limit")
    await world.env.advance_time(3 * HOUR)
    await world.grace.click(world.last, label="Accept")
    await world.env.advance_time(48 * HOUR - 120)
    assert "all are in" in world.last.content
    await world.env.advance_time(240)
    assert world.last.content.startswith(
        f"<@{world.grace.id}>, the match does not begin: **Ada** was not ready in time."
    )
    assert world.pings()[-1] == [world.grace.id]
    assert _with_buttons(world) == []
    assert (await world.match()).status is Status.EXPIRED

    await _ask(world)
    await world.env.advance_time(3 * HOUR)
    await world.grace.click(world.last, label="Accept")
    await world.grace.click(world.last, label="Decline")
    assert "your challenge was declined" in world.last.content
    assert _with_buttons(world) == []
    # Their Discord may still show the button.
    await _ask(world)
    assert "was declined" in await world.forge(world.ada, "ready:2:4")
    assert labels(world.last) == []


async def test_a_guest_who_is_not_ready_loses_the_seat_to_somebody_else(world: World) -> None:
    await world.challenge("urchins", world.grace, world.linus, time="no time limit")
    await world.grace.click(world.last, label="Accept")
    await world.env.advance_time(3 * HOUR)
    await world.linus.click(world.public()[0], label="Accept")
    asked = world.last
    await world.ada.click(asked, label="I'm ready")
    shown = world.shown(asked)
    assert "Ready so far: **Ada** and **Linus**." in shown.content
    await world.env.advance_time(48 * HOUR + 60)
    assert world.last.content.startswith(
        "**Grace** was not ready in time. A seat is free again, for anyone."
    )
    assert _with_buttons(world) == [["Accept", "Decline", "Begin", "Withdraw", "How to play"]]
    # The host begins without them; again it takes that all who are in are there.
    await world.ada.click(world.last, label="Begin")
    assert world.last.content.startswith(f"<@{world.linus.id}>: all are in")
    assert "You have no seat in match 1." in await world.forge(world.grace, "ready:1:5")
    await world.linus.click(world.last, label="I'm ready")
    assert "play **Urchins**" in world.last.content


# Matches that nobody plays on


async def test_a_match_without_a_limit_is_closed_after_a_warning(world: World) -> None:
    await world.start(time="no time limit", spare=9)
    board = world.last
    for who in (world.ada, world.grace):
        more = await who.click(board, label="More…")
        assert "time…" not in " ".join(labels(more.response))
    await world.env.advance_time(53 * DAY + 60)
    warning = world.last
    until = int((board.created_at.timestamp() + 60 * DAY) // 1)
    assert warning.content.startswith(f"<@{world.ada.id}> and <@{world.grace.id}>: nobody has")
    assert f"<t:{until}:R> unless somebody moves." in warning.content
    assert sorted(world.pings()[-1]) == sorted([world.ada.id, world.grace.id])
    assert labels(warning) == ["Move"]
    await world.restart()
    await world.env.advance_time(7 * DAY + 60)
    assert world.last.content.startswith(
        "Nobody has moved for 60 days, so the match is closed. Nobody wins."
    )
    assert _with_buttons(world) == [["Rematch", "Replay"]]


async def test_a_move_from_the_warning_goes_on_with_the_match(world: World) -> None:
    await world.start(time="no time limit", spare=9)
    await world.env.advance_time(53 * DAY + 60)
    form = await world.form(world.ada, world.last)
    await world.confirm(world.ada, await world.ada.submit_modal(form, {"move": "1"}))
    assert _with_buttons(world) == [["Move", "My view", "Replay", "More…"]]
    await world.env.advance_time(52 * DAY)
    assert sum("Nobody had moved for long." in post.content for post in world.public()) == 1
    assert not any("nobody has moved for long" in post.content for post in world.public())
    await world.env.advance_time(2 * DAY)
    assert "nobody has moved for long" in world.last.content


# Questions


async def test_a_question_answered_too_late_says_so_and_loses_its_buttons(short: World) -> None:
    drawing = await short.grace.slash(short.channel, "draw")
    resigning = await short.grace.slash(short.channel, "resign")
    ending = await short.manager.slash(short.channel, "calloff", match=1)
    await short.offer_draw(short.grace)
    assert ["Agree to the draw", "Play on"] in _with_buttons(short)
    await short.move(short.ada, "1")
    assert _with_buttons(short) == [["Move", "My view", "Replay", "More…"]]
    for asked, label in ((drawing, "Yes, offer a draw"), (resigning, "Yes, resign")):
        assert "has gone on since that board" in await short.tap(short.grace, label, asked.response)
    assert short.private_texts().count("This question no longer holds.") == 2
    assert (await short.match()).status is Status.RUNNING
    await short.move(short.grace, "2")
    late = await short.tap(short.manager, "Yes, end it", ending.response)
    assert "Match 1 is over: Grace won." in late
    assert short.private_texts().count("This question no longer holds.") == 3

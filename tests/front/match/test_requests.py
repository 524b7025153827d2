"""Time that is asked for and given, readiness for long matches, and matches nobody plays on."""

from bot.model.records import Status
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot

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
    snapshot(choice)
    snapshot(await short.tap(short.ada, "3 days", choice.response))
    request = short.last
    snapshot(request)
    assert short.pings()[-1] == [short.grace.id]

    snapshot(await short.tap(short.ada, "Give it", request))
    snapshot(await short.tap(short.linus, "Give it", request))
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
    snapshot(begun.shown(request).content)
    snapshot(begun.last)
    snapshot(await begun.ask(begun.ada, "time ask", length=24))
    assert ["Give it", "Not now"] not in _with_buttons(begun)
    await begun.ada.slash(begun.channel, "time ask", length=168)
    snapshot(await begun.forge(begun.grace, str(grant)))
    assert (await begun.match()).requests.time is not None

    await begun.move(begun.ada, "1")
    assert _with_buttons(begun) == [["Move", "My view", "Study", "Replay", "More…"]]
    snapshot(await begun.forge(begun.grace, str(grant)))
    assert (await begun.match()).gift is None


async def test_time_given_unasked_takes_back_the_right_to_claim(world: World) -> None:
    await world.spend_no_vacation()
    await world.start(time="1 day a move")
    await world.env.advance_time(2 * DAY + 120)
    assert labels(world.last) == ["Claim the win"]
    overdue = world.last
    more = await world.grace.click(world.public()[1], label="More…")
    choice = await world.grace.click(more.response, label="Give time…")
    snapshot(said(choice))
    snapshot(await world.tap(world.grace, "24 hours", choice.response))
    assert labels(world.shown(overdue)) == []
    await world.env.advance_time(DAY - 600)
    snapshot(said(await world.grace.slash(world.channel, "claim")))
    await world.env.advance_time(900)
    snapshot(world.last.content)


async def test_the_command_gives_too_and_says_why_it_does_not(short: World) -> None:
    snapshot(await short.ask(short.grace, "time give", length=24))
    snapshot(await short.ask(short.ada, "time give", length=24))
    snapshot(await short.ask(short.grace, "time ask", length=24))
    for _ in range(7):
        await short.grace.slash(short.channel, "time give", length=168)
    snapshot(await short.ask(short.grace, "time give", length=168))


# Readiness


async def _ask(world: World, **options: object) -> None:
    wanted = {"opponent": world.grace, "first": "me", "size": "small", "time": LONG} | options
    await world.ada.slash(world.channel, "challenge heap", **wanted)


async def test_a_long_match_waits_for_who_asked_a_while_ago(world: World) -> None:
    await _ask(world)
    challenge = world.last
    snapshot(challenge.content)
    await world.env.advance_time(3 * HOUR)
    await world.grace.click(challenge, label="Accept")
    asked = world.last
    snapshot(asked.content)
    assert world.pings()[-1] == [world.ada.id]
    assert _with_buttons(world) == [["I'm ready", "Decline", "Withdraw"]]
    mine, theirs = [await who.slash(world.channel, "games") for who in (world.ada, world.grace)]
    snapshot(mine)
    assert f"messages/{asked.id}" in said(mine) or str(asked.id) in said(mine)
    snapshot(theirs)
    shown = await world.ada.slash(world.channel, "board", match=1)
    assert labels(shown.response) == ["I'm ready", "Withdraw"]
    theirs = await world.grace.slash(world.channel, "board", match=1)
    assert labels(theirs.response) == ["Decline"]

    snapshot(await world.tap(world.grace, "I'm ready", asked))
    snapshot(await world.tap(world.linus, "I'm ready", asked))
    await world.restart()
    await world.ada.click(asked, label="I'm ready")
    snapshot(world.last.content)
    assert _with_buttons(world) == [["Move", "My view", "How to play", "More…"]]


async def test_a_guest_who_is_not_ready_loses_the_seat_to_somebody_else(world: World) -> None:
    await world.challenge("urchins", world.grace, world.linus, time="no time limit")
    await world.grace.click(world.last, label="Accept")
    await world.env.advance_time(3 * HOUR)
    await world.linus.click(world.public()[0], label="Accept")
    asked = world.last
    await world.ada.click(asked, label="I'm ready")
    shown = world.shown(asked)
    snapshot(shown.content)
    await world.env.advance_time(48 * HOUR + 60)
    snapshot(world.last.content)
    assert _with_buttons(world) == [["Accept", "Decline", "Begin", "Withdraw", "How to play"]]
    # The host begins without them; again it takes that all who are in are there.
    await world.ada.click(world.last, label="Begin")
    snapshot(world.last.content)
    snapshot(await world.forge(world.grace, "ready:1:5"))
    await world.linus.click(world.last, label="I'm ready")
    snapshot(world.last.content)


# Matches that nobody plays on


async def test_a_move_from_the_warning_goes_on_with_the_match(world: World) -> None:
    await world.start(time="no time limit", spare=9)
    await world.env.advance_time(53 * DAY + 60)
    form = await world.form(world.ada, world.last)
    await world.confirm(world.ada, await world.ada.submit_modal(form, {"move": "1"}))
    assert _with_buttons(world) == [["Move", "My view", "Study", "Replay", "More…"]]
    await world.env.advance_time(52 * DAY)
    assert sum("Nobody had moved for long." in post.content for post in world.public()) == 1
    assert not any("nobody has moved for long" in post.content for post in world.public())
    await world.env.advance_time(2 * DAY)
    snapshot(world.last.content)


# Questions


async def test_a_question_answered_too_late_says_so_and_loses_its_buttons(short: World) -> None:
    drawing = await short.grace.slash(short.channel, "draw")
    resigning = await short.grace.slash(short.channel, "resign")
    ending = await short.manager.slash(short.channel, "calloff", match=1)
    await short.offer_draw(short.grace)
    assert ["Agree to the draw", "Play on"] in _with_buttons(short)
    await short.move(short.ada, "1")
    assert _with_buttons(short) == [["Move", "My view", "Study", "Replay", "More…"]]
    for asked, label in ((drawing, "Yes, offer a draw"), (resigning, "Yes, resign")):
        snapshot(await short.tap(short.grace, label, asked.response))
    assert short.private_texts().count("This question no longer holds.") == 2
    assert (await short.match()).status is Status.RUNNING
    await short.move(short.grace, "2")
    snapshot(await short.tap(short.manager, "Yes, end it", ending.response))
    assert short.private_texts().count("This question no longer holds.") == 3

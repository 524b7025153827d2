"""Where and when people are called and reminded, on the simulated Discord, over days."""

import pytest

from bot.front.discord.layouts import words_of
from bot.front.discord.markdown import post_number
from bot.model.notices.notice_settings import Destination
from bot.model.records import MatchId, MessageId
from tests.front.conftest import World, labels
from tests.front.snapshot import snapshot
from tests.helpers.posting import (
    DAY,
    HOUR,
    NIGHT,
    calls,
    choose,
    close_direct,
    direct,
    reminders,
    restart_unmarked,
    until,
)

# Where


async def test_who_wants_direct_messages_answers_and_moves_from_there(world: World) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, first="me")
    (challenge,) = direct(world.grace)
    snapshot(challenge)
    shown = await world.grace.user.click(challenge, label="Answer…")
    assert labels(shown.response) == ["Accept", "Decline", "How to play"]
    await world.grace.user.click(shown.response, label="Accept")
    snapshot(world.last.content)
    await world.offer_draw(world.ada)
    offer = direct(world.grace)[-1]
    snapshot(offer.content)
    shown = await world.grace.user.click(offer, label="Answer…")
    await world.grace.user.click(shown.response, label="Play on")
    assert not (await world.match()).requests.draw
    await world.move(world.ada, "1")
    snapshot(world.last.content)
    assert world.pings()[-2:] == [[], []]
    call = direct(world.grace)[-1]
    snapshot(call)
    assert str(world.last.id) in call.content
    assert "Type it…" in labels((await world.grace.user.click(call, label="Move")).response)
    await world.move(world.grace, "1")
    await world.env.advance_time(120)
    assert labels(direct(world.grace)[-1]) == []


async def test_who_wants_both_is_called_in_both_places_once(world: World) -> None:
    await choose(world, world.grace, destination=Destination.BOTH)
    await world.start(spare=9)
    before = len(direct(world.grace))
    await world.move(world.ada, "1")
    snapshot(world.last.content)
    assert len(direct(world.grace)) == before + 1
    await world.restart()
    await world.env.advance_time(DAY)
    assert len(direct(world.grace)) == before + 1


async def test_who_wants_no_calls_gets_none_and_no_reminders(world: World) -> None:
    await choose(world, world.ada, destination=Destination.NONE)
    await world.start(time="7 days a move")
    await world.env.advance_time(6.9 * DAY)
    assert len(world.public()) == 2
    snapshot(world.last.content)
    assert calls(world, world.ada) == []


async def test_where_direct_messages_are_closed_the_channel_is_notified_once(world: World) -> None:
    await choose(world, world.ada, destination=Destination.DIRECT)
    close_direct(world, world.ada)
    await world.start(spare=9)
    snapshot(world.last.content)
    await world.restart()
    await world.env.advance_time(DAY)
    assert len(calls(world, world.ada)) == 1


@pytest.mark.parametrize("destination", [Destination.DIRECT, Destination.BOTH])
async def test_an_answer_is_told_once_if_the_person_who_asked_is_called(
    short: World, destination: Destination
) -> None:
    await choose(short, short.ada, destination=destination)
    await short.offer_draw(short.ada)
    await short.grace.slash(short.channel, "draw", answer="play on")
    snapshot(direct(short.ada)[-1].content)
    await short.ada.slash(short.channel, "time ask", length=24)
    await short.grace.click(short.last, label="Not now")
    snapshot(direct(short.ada)[-1])
    assert len(direct(short.ada)) == 2
    snapshot(short.words)
    await short.grace.slash(short.channel, "time give", length=24)
    snapshot(direct(short.ada)[-1].content)
    assert len(direct(short.ada)) == 3
    snapshot(short.words)


async def test_a_no_by_night_is_told_in_the_morning_unless_the_turn_has_passed(
    short: World,
) -> None:
    await until(short, 23)
    await choose(short, short.ada, **NIGHT)
    for moves in (True, False):
        await short.ada.slash(short.channel, "time ask", length=24)
        await short.grace.click(short.last, label="Not now")
        snapshot(short.words)
        if moves:
            await short.move(short.ada, "1")
            await short.move(short.grace, "1")
    await until(short, 8)
    snapshot(short.last)
    assert short.words.count("can't give you") == 1


# When


async def test_calls_of_quiet_hours_are_one_message_a_channel(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await until(world, 23)
    await choose(world, world.ada, **NIGHT)
    for _ in range(3):
        await world.begin("heap")
    await world.ada.slash(elsewhere, "challenge heap", opponent=world.grace, first="me")
    await world.grace.click(world.public(elsewhere)[-1], label="Accept")
    assert calls(world, world.ada) == []
    await until(world, 8)
    snapshot(world.last)
    assert world.last.content.count("[board](") == 3
    assert len(calls(world, world.ada)) == 1
    # No channel learns of matches in another.
    snapshot(world.public(elsewhere)[-1].content)
    assert world.public(elsewhere)[-1].content.count("[board](") == 1
    # What comes up by day is told at once.
    await world.move(world.ada, "1", match=1)
    await world.move(world.grace, "1", match=1)
    snapshot(world.last.content)


async def test_what_direct_messages_do_not_take_each_channel_tells_of_its_own(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await until(world, 23)
    await choose(world, world.ada, destination=Destination.DIRECT, **NIGHT)
    close_direct(world, world.ada)
    for _ in range(2):
        await world.begin("heap")
    await world.ada.slash(elsewhere, "challenge heap", opponent=world.grace, first="me")
    await world.grace.click(world.public(elsewhere)[-1], label="Accept")
    await until(world, 8)
    here, there = calls(world, world.ada), words_of(world.public(elsewhere)[-1])
    assert [each.count("[board](") for each in here] == [2]
    snapshot(there)
    assert there.count("[board](") == 1


async def test_other_mentions_wait_for_the_end_of_the_quiet_too(short: World) -> None:
    await until(short, 23)
    await choose(short, short.grace, **NIGHT)
    await short.offer_draw(short.ada)
    snapshot(short.last)
    await short.grace.slash(short.channel, "draw", answer="play on")
    posts = len(short.public())
    await until(short, 9)
    assert len(short.public()) == posts
    await short.move(short.ada, "1")
    await short.move(short.grace, "1")
    await until(short, 23)
    await short.offer_draw(short.ada)
    await until(short, 8)
    snapshot(short.last)


async def test_quiet_follows_the_zone_and_the_sleep_of_the_calendar(world: World) -> None:
    await world.ada.slash(world.channel, "calendar", zone="Asia/Tokyo")
    await choose(world, world.ada, **NIGHT)
    # Noon in London is nine in the evening in Tokyo; the night begins an hour later.
    await until(world, 13)
    await world.start()
    assert calls(world, world.ada) == []
    await until(world, 23)
    assert len(calls(world, world.ada)) == 1


# Reminders


async def test_reminders_come_at_the_chosen_pace_and_the_fifth_is_last(world: World) -> None:
    await choose(world, world.ada, cadence=12)
    await world.start(time="no time limit")
    for number in range(1, 6):
        await world.env.advance_time(12 * HOUR - 60)
        assert len(reminders(world)) == number - 1
        await world.env.advance_time(60)
        assert len(reminders(world)) == number
    assert ["this is the last reminder" in m.content for m in reminders(world)] == [False] * 4 + [
        True
    ]
    await world.env.advance_time(9 * DAY)
    assert len(reminders(world)) == 5


async def test_reminders_are_turned_off_for_a_turn_and_warnings_not(world: World) -> None:
    await choose(world, world.ada, cadence=12)
    await world.start(time="3 days a move", spare=9)
    await world.env.advance_time(12 * HOUR)
    assert labels(world.last) == ["Move", "Off for this turn"]
    snapshot(await world.tap(world.grace, "Off for this turn"))
    snapshot(await world.tap(world.ada, "Off for this turn"))
    await world.env.advance_time(2 * DAY)
    assert len(reminders(world)) == 1
    snapshot(world.last.content)
    await world.move(world.ada, "1")
    assert reminders(world) == []
    await world.move(world.grace, "1")
    await world.env.advance_time(12 * HOUR)
    assert len(reminders(world)) == 1


async def test_several_reminders_are_one_message_and_go_off_together(world: World) -> None:
    await choose(world, world.ada, cadence=12)
    for _ in range(3):
        await world.begin("heap")
        await world.env.advance_time(600)
    await world.env.advance_time(12 * HOUR)
    (reminder,) = reminders(world)
    assert reminder.content.count("[board](") == 3
    snapshot(await world.tap(world.ada, "Off for these turns", reminder))
    await world.env.advance_time(2 * DAY)
    assert len(reminders(world)) == 1


async def test_who_looked_within_the_hour_is_not_reminded_yet(world: World) -> None:
    await choose(world, world.ada, cadence=12)
    await world.start(time="no time limit")
    await world.env.advance_time(11.5 * HOUR)
    await world.ada.slash(world.channel, "board")
    await world.env.advance_time(HOUR - 60)
    assert reminders(world) == []
    await world.env.advance_time(120)
    assert len(reminders(world)) == 1


async def test_without_reminders_there_is_the_warning_unless_it_is_off_too(world: World) -> None:
    await choose(world, world.ada, cadence=0)
    await world.start(time="7 days a move")
    await choose(world, world.grace, cadence=0, warning=False)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, first="them")
    await world.grace.click(world.last, label="Accept")
    await world.env.advance_time(6.9 * DAY)
    news = [m.content for m in world.public()[4:]]
    assert len(news) == 1
    snapshot(news[0])


# Whatever goes wrong between


async def killed(world: World, kind: str) -> None:
    """The process died between saying the newest post of a kind and marking it."""
    ((post,),) = world.sql("SELECT id FROM outbox WHERE kind = ? ORDER BY id DESC LIMIT 1", kind)
    if kind == "turn":
        # Whatever followed from it was in the transaction of the mark.
        world.sql("DELETE FROM outbox WHERE id > ?", post)
        world.sql("UPDATE notices SET called_at = NULL, last_at = NULL, next_at = NULL")
    await restart_unmarked(world, f"id = {post}")
    await world.env.advance_time(60)


@pytest.mark.parametrize("destination", list(Destination))
async def test_a_kill_between_saying_and_marking_calls_nobody_twice(
    begun: World, destination: Destination
) -> None:
    await choose(begun, begun.grace, destination=destination)
    await begun.move(begun.ada, "1")
    before, posts = len(calls(begun, begun.grace)), len(begun.public())
    await killed(begun, "turn")
    assert len(begun.public()) == posts
    # The direct message is in the same transaction as the mark, so it was not made before the kill.
    extra = 1 if destination.in_person else 0
    assert len(calls(begun, begun.grace)) == before + extra
    turn = (await begun.client.store.for_posts(1)).turn  # type: ignore[arg-type]
    assert turn is not None
    assert turn.called_at is not None


async def test_a_lost_direct_message_is_made_once(world: World) -> None:
    await choose(world, world.ada, destination=Destination.DIRECT)
    path = f"/channels/{world.ada.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=502, times=2)
    await world.start()
    assert direct(world.ada) == []
    await world.env.advance_time(60)
    (call,) = direct(world.ada)
    await killed(world, "personal")
    assert [m.id for m in direct(world.ada)] == [call.id]
    assert post_number(call.content)


# Turns that are taken back


async def test_a_held_call_goes_with_the_move_that_is_taken_back(begun: World) -> None:
    before = len(calls(begun, begun.ada))
    await until(begun, 23)
    await choose(begun, begun.grace, **NIGHT)
    await begun.move(begun.ada, "1")
    await begun.ada.slash(begun.channel, "takeback")
    await until(begun, 9)
    snapshot(begun.last.content)
    assert calls(begun, begun.grace)[1:] == []
    # Her own call went with the turn that she played, and nothing calls her again.
    assert len(calls(begun, begun.ada)) == before - 1
    await begun.move(begun.ada, "2")
    snapshot(begun.last.content)


async def test_the_turn_that_comes_again_is_called_to_once_directly(world: World) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    await world.start(spare=9)
    before = len(direct(world.grace))
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "takeback")
    await world.env.advance_time(120)
    assert len(direct(world.grace)) == before + 1
    assert labels(direct(world.grace)[-1]) == []
    await world.move(world.ada, "2")
    assert len(direct(world.grace)) == before + 2
    assert labels(direct(world.grace)[-1]) == ["Move", "My view"]
    await world.restart()
    await world.env.advance_time(DAY)
    assert len(direct(world.grace)) == before + 2


async def test_an_undone_call_is_not_made_up_for(world: World) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    await world.start(spare=9)
    close_direct(world, world.grace)
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "takeback")
    posts = len(world.public())
    await world.env.advance_time(DAY)
    assert len(world.public()) == posts


async def test_who_took_a_move_back_is_reminded_and_warned_like_anybody(world: World) -> None:
    await choose(world, world.ada, cadence=12)
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "takeback")
    posts = len(reminders(world))
    await world.env.advance_time(12 * HOUR + 60)
    assert len(reminders(world)) == posts + 1
    assert f"<@{world.ada.id}>" in world.last.content


async def test_a_reminder_of_an_undone_turn_turns_nothing_off(world: World) -> None:
    await choose(world, world.grace, cadence=12)
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.env.advance_time(12 * HOUR + 60)
    reminder = world.last
    assert "Off for this turn" in labels(reminder)
    undone = (await world.match()).turn_seq
    await world.ada.slash(world.channel, "takeback")
    await world.move(world.ada, "2")
    assert labels(next(m for m in world.public() if m.id == reminder.id)) == []

    # A press that was on its way already.
    book = world.client.service.notices
    assert await book.mute(world.grace.id, MatchId(1), undone, MessageId(reminder.id)) == 0

    await world.env.advance_time(12 * HOUR + 60)
    snapshot(world.last.content)


@pytest.mark.parametrize("place", [Destination.CHANNEL, Destination.DIRECT])
async def test_a_request_of_the_quiet_is_told_at_its_end(begun: World, place: Destination) -> None:
    await begun.move(begun.ada, "1")
    await begun.grace.slash(begun.channel, "board")
    await until(begun, 23)
    await choose(begun, begun.grace, destination=place, **NIGHT)
    await begun.ada.slash(begun.channel, "takeback")
    snapshot(begun.last)
    heard = len(calls(begun, begun.grace))
    await until(begun, 8)
    assert len(calls(begun, begun.grace)) == heard + 1
    snapshot(calls(begun, begun.grace)[-1])


async def test_who_asked_is_called_once_the_other_has_agreed(world: World) -> None:
    await choose(world, world.ada, destination=Destination.DIRECT)
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    before = len(direct(world.ada))
    await world.grace.click(world.last, label="Let them take it back")
    assert len(direct(world.ada)) == before + 1
    snapshot(direct(world.ada)[-1].content)

"""Practice: a match of one person and the bot that nobody else sees, in one private message."""

import asyncio
from typing import Any

import pytest

from bot.model.limits import MOST_PRACTICE
from bot.model.projection import IDLE, LAST_CALL
from bot.model.records import NOWHERE, Status
from bot.opponents.workers import SearchFailed
from tests.front.conftest import World, labels, pressed, said
from tests.front.exercises.learning import opened
from tests.front.panels import delete
from tests.front.snapshot import snapshot
from tests.helpers.playing import known
from tests.helpers.spots import FOREIGN, spot_of

EASY = ("1`*", "Confirm")
"""The buttons that take one stone."""


async def begun(world: World, game: str = "heap", **options: Any) -> Any:
    """Ada's message with the board of a match for practice."""
    return await opened(world, "practice", game=game, **options)


async def played_out(world: World, board: Any) -> Any:
    """The message at the end, of which Ada is to move: she takes what leaves four, else one."""
    while "Confirm" not in labels(board) and "Hint" in labels(board):
        match = await world.match(len(await numbers(world)))
        heap: Any = match.position
        stones = heap.stones % 4 or 1
        board = await pressed(world.ada, board, f"{stones}`*", "Confirm")
    return board


async def numbers(world: World) -> list[int]:
    rows = await world.client.matches.of_person(world.ada.id, open_only=False)
    return [row.match for row in rows]


async def test_a_match_is_played_to_its_end_in_one_private_message(world: World) -> None:
    board = await begun(world)
    snapshot(board)
    after = await pressed(world.ada, board, *EASY)
    assert after.id == board.id
    snapshot(after)
    end = await played_out(world, after)
    assert end.id == board.id
    snapshot(end)
    assert len(end.attachments) == 1
    assert (await world.match()).status is Status.ENDED
    await world.env.advance_time(3600)
    assert not world.public()
    assert not world.pings()
    for table in ("outbox", "notices", "results"):
        assert not world.sql(f"SELECT * FROM {table}"), table
    assert "Heap" not in await world.ask(world.grace, "profile", person=world.ada)


async def test_after_a_win_the_next_level_comes_and_the_other_begins(world: World) -> None:
    end = await played_out(world, await begun(world))
    assert "Play Beginner" in labels(end), labels(end)
    again = await pressed(world.ada, end, "Again")
    match = await world.match(2)
    assert (match.level, match.plies[0].seat, match.seat_of(world.ada.id)) == (1, 1, 2)
    snapshot(again.content)
    await played_out(world, again)
    await begun(world)
    third = await world.match(3)
    won = known((await world.match(2)).outcome).winners == (2,)
    assert (third.level, third.seat_of(world.ada.id)) == (2 if won else 1, 1)


async def test_nobody_else_sees_it(world: World) -> None:
    await begun(world)
    assert (await world.match()).channel == NOWHERE
    for command, options in (
        ("board", {"match": 1}),
        ("replay", {"match": 1}),
        ("record", {"match": 1}),
        ("follow", {"match": 1}),
        ("describe", {"match": 1, "space": "heap"}),
    ):
        assert "There is no match 1" in await world.ask(world.grace, command, **options), command
    for command in ("games", "lobby"):
        assert "Heap" not in await world.ask(world.grace, command), command
    mine = await world.ask(world.ada, "games")
    snapshot(mine)
    refused = {"match": 1, "player": world.ada, "by": world.robot}
    assert "Practice is for one" in await world.ask(world.ada, "replace", **refused)
    assert "only answer" in await world.ask(world.ada, "quiet", match=1, mode="thread")
    assert not world.public()


async def test_a_hint_is_played_by_a_press(world: World) -> None:
    board = await begun(world)
    hint = await pressed(world.ada, board, "Hint")
    assert hint.id == board.id
    snapshot(hint)
    preview = await pressed(world.ada, hint, "Play it")
    assert "Confirm" in labels(preview)
    await pressed(world.ada, preview, "Confirm")
    assert len((await world.match()).plies) == 2
    # A match of the channel comes first; without one a command is about practice.
    asked = await world.ada.slash(world.channel, "hint")
    assert "Play it" in labels(asked.response)


async def test_a_double_press_plays_once_and_ends_on_the_board(world: World) -> None:
    preview = await pressed(world.ada, await begun(world), "1`*")
    await world.press_twice(world.ada, preview, "confirm")
    assert len((await world.match()).plies) == 2
    [message] = list(world.env.backend.messages[world.channel.id].values())
    assert "Which move?" in message.content
    assert message.id == preview.id


async def test_a_command_finds_it_where_only_a_challenge_is_open(world: World) -> None:
    await begun(world)
    await world.challenge("heap", world.grace)
    asked = await world.ada.slash(world.channel, "hint")
    assert "Play it" in labels(asked.response)


async def test_it_goes_on_where_it_was_left(world: World) -> None:
    await pressed(world.ada, await begun(world), *EASY)
    plies = len((await world.match()).plies)
    await world.restart()
    for command, options in (("practice", {}), ("play", {}), ("practice", {"game": "heap"})):
        board = await opened(world, command, **options)
        assert "Hint" in labels(board), command
    assert len((await world.match()).plies) == plies


async def test_it_is_resigned_below_its_board(world: World) -> None:
    more = await world.ada.click(await begun(world), label="More…")
    asked = await world.ada.click(more.followups[-1], label="Resign…")
    resigned = await world.ada.click(asked.response or asked.followups[-1], label="Yes, resign")
    snapshot(resigned.followups[-1])
    assert not world.public()


async def test_a_person_has_three_at_most_and_is_shown_them(world: World) -> None:
    for _ in range(MOST_PRACTICE):
        await pressed(world.ada, await begun(world, level=1), *EASY)
    assert len(await numbers(world)) == MOST_PRACTICE
    full = await begun(world, level=2)
    snapshot(full)
    assert len(await numbers(world)) == MOST_PRACTICE
    board = await pressed(world.ada, full, labels(full)[0])
    assert "Hint" in labels(board)


async def test_one_without_a_move_is_not_begun_twice(world: World) -> None:
    for _ in range(2):
        await begun(world, level=3)
    assert len(await numbers(world)) == 1


async def unanswered(world: World) -> Any:
    """The message after Ada's first move, to which the search found no answer."""

    async def failing(*_: object, **__: object) -> None:
        raise SearchFailed("off the board")

    board = await begun(world)
    with world.patch.context() as patch:
        patch.setattr(world.client.service.thinking, "ask", failing)
        return await pressed(world.ada, board, *EASY)


async def test_a_move_that_nobody_waits_for_is_made_by_the_clock(world: World) -> None:
    waiting = await unanswered(world)
    snapshot(waiting)
    await world.env.advance_time(30)
    assert len((await world.match()).plies) == 2
    assert "Hint" in labels(await pressed(world.ada, waiting, "Go on"))


async def test_two_who_answer_at_once_make_one_move(world: World) -> None:
    await unanswered(world)
    match, book = await world.match(), world.client.service.practice
    one, other = await asyncio.gather(book.answered(match), book.answered(match))
    assert one.plies == other.plies == (await world.match()).plies
    assert len(one.plies) == 2


async def test_one_left_alone_for_weeks_ends_without_a_word(world: World) -> None:
    await begun(world)
    await world.env.advance_time((IDLE + LAST_CALL).total_seconds() - 3600)
    assert (await world.match()).status is Status.RUNNING
    await world.env.advance_time(7200)
    match = await world.match()
    assert known(match.outcome).reason == "abandoned"
    assert not world.public()
    assert not world.pings()


async def test_it_is_exported_and_deleted_with_its_person(world: World) -> None:
    await pressed(world.ada, await begun(world), *EASY)
    asked = await world.ada.slash(world.channel, "privacy export")
    assert b"practice" in await asked.response.attachments[0].read()
    await delete(world, world.ada)
    assert str(world.ada.id) not in world.everything
    assert not world.public()


@pytest.mark.parametrize("name", ["server", "friends", "group", "direct messages"])
async def test_it_works_wherever_the_bot_answers(world: World, name: str) -> None:
    if name in FOREIGN:
        spot = await spot_of(world, name)
        ada, answer = spot.ada, await spot.ada.slash(spot.channel, "practice", game="heap")
    else:
        ada, answer = world.ada.user, await world.ada.user.slash("practice", game="heap")
    board = answer.followups[-1] if answer.followups else answer.response
    end = await pressed(ada, board, *EASY)
    assert end.id == board.id
    assert len((await world.match()).plies) >= 2


async def test_play_me_below_the_rules_is_practice(world: World) -> None:
    shown = await world.ada.slash(world.channel, "help")
    board = await world.ada.click(shown.response or shown.followups[-1], label="Play now")
    assert (await world.match()).terms.practice
    assert not world.public()
    assert said(board)


async def test_without_a_game_it_asks_which_and_goes_on_in_the_same_words(world: World) -> None:
    asked = await opened(world, "practice")
    snapshot(asked)
    chosen = (await world.ada.select(asked, ["bump"], custom_id="learn:which:any")).response
    assert chosen.content.splitlines()[0] == asked.content.splitlines()[0]
    await world.ada.click(chosen, label="Play now")
    assert (await world.match()).game == "bump"

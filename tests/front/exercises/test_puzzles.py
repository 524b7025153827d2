"""Puzzles: what they ask for, hints, what refutes a wrong answer, and the next one."""

import re
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.catalog import catalog
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import Puzzle, puzzle, puzzles
from bot.front.exercises.lesson_panel import OF_ALL
from bot.front.exercises.on_exercise import open_exercise
from bot.front.exercises.views import TryId
from bot.front.exercises.words import GOALS, LEARNED, clues_of
from bot.front.picker import phone
from bot.front.ui.base import ACTIONS, CustomId, LearnId
from bot.model.records import Status
from tests.front.conftest import World, labels, pressed
from tests.front.exercises.learning import opened, typed
from tests.front.panels import parts
from tests.front.snapshot import snapshot
from tests.helpers.long_runs import some
from tests.helpers.playing import known
from tests.helpers.posting import NIGHT, choose, until
from tests.helpers.taps import own_moves

PUZZLED = [key for key in catalog() if puzzles(key)]


def puzzle_of(message: Any) -> Puzzle:
    at = next(filter(None, (TryId.parse(part.get("custom_id", "")) for part in parts(message))))
    return known(puzzle(at.exercise))


def wrong_move(found: Puzzle) -> str:
    """A legal move after which the puzzle is not solved."""
    rules = catalog()[found.id.game].game
    texts = (rules.format(found.position, move) for move in rules.moves(found.position))
    return next(text for text in texts if found.judged([text]).result == "wrong")


async def test_a_puzzle_says_what_it_asks_for_and_how_hard_it_is(world: World) -> None:
    shown = await opened(world, "puzzle", game="bump")
    assert shown.ephemeral
    found = puzzle_of(shown)
    assert f"### A puzzle of Bump\n{GOALS[found.theme]}" in shown.content
    assert "★" * found.difficulty in shown.content
    assert "Compare" not in labels(shown)
    help_ = await pressed(world.ada, shown, "More…")
    assert {"Solution", "Another", "Describe"} <= set(labels(help_))
    any_game = await opened(world, "puzzle")
    assert puzzle_of(any_game).id != found.id


async def test_a_puzzle_is_solved_and_the_next_one_drawn(world: World) -> None:
    shown = await opened(world, "puzzle", game="bump")
    found = puzzle_of(shown)
    for _, move in own_moves(found):
        shown = await typed(world, shown, move)
    assert LEARNED[found.theme] in shown.content
    assert {"Again", "Another"} <= set(labels(shown))
    assert "Next" not in labels(shown)
    after = await pressed(world.ada, shown, "Another")
    assert after.id == shown.id
    assert puzzle_of(after).id != found.id
    attempt = await world.client.service.exercises.attempt(world.ada.id, found.id)
    assert attempt.done


async def test_a_wrong_answer_is_refuted_and_the_solution_drawn(world: World) -> None:
    shown = await opened(world, "puzzle", game="bump")
    found = puzzle_of(shown)
    move = wrong_move(found)
    wrong = await typed(world, shown, move)
    snapshot(wrong.content)
    assert f"`{move}`" in wrong.content
    reply = found.judged([move]).reply
    assert all(f"`{text}`" in wrong.content for text in reply)
    assert len(wrong.attachments) == 1
    image = Image.open(BytesIO(await wrong.attachments[0].read()))
    row = phone.labeled_row(labels(wrong))
    # Both moves, the wrong one and its answer.
    assert phone.message_height(wrong.content, [image.size], [row]) <= phone.HEIGHT
    solved = await pressed(world.ada, wrong, "Solution")
    for text in found.solution:
        assert f"`{text}`" in solved.content
        assert len(solved.attachments) == 1
        solved = await pressed(world.ada, solved, "▶") if "▶" in labels(solved) else solved
    again = await pressed(world.ada, solved, "Do it myself")
    assert GOALS[found.theme] in again.content


async def test_the_first_hint_points_at_the_piece_and_the_second_says_more(world: World) -> None:
    shown = await opened(world, "puzzle", game="bump")
    clues = clues_of(puzzle_of(shown))
    assert len(clues) == 2
    shown = await pressed(world.ada, shown, "Hint")
    assert clues[0].text in shown.content
    assert "Marked:" in shown.attachments[0].description
    shown = await pressed(world.ada, shown, "Hint")
    assert shown.content.count("💡") == 2
    assert "Hint" not in labels(shown)


async def test_another_puzzle_is_drawn_once_by_a_double_press(world: World) -> None:
    shown = await pressed(world.ada, await opened(world, "puzzle", game="bump"), "More…")
    first = puzzle_of(shown)
    await world.press_twice(world.ada, shown, ":another")
    book = world.client.service.exercises
    begun = [await book.attempt(world.ada.id, each.id) for each in puzzles("bump").values()]
    assert sum(attempt.changes > 0 for attempt in begun) == 2
    assert (await book.attempt(world.ada.id, first.id)).changes > 0


async def test_any_exercise_is_opened_by_its_id(world: World) -> None:
    first = next(iter(puzzles("bump").values()))
    hints: tuple[type[CustomId], str] = (LearnId, "hints")
    opens = ACTIONS[hints]._replace(act=lambda at, _: open_exercise(at, first.id))
    world.patch.setitem(ACTIONS, hints, opens)
    help_ = await opened(world, "help")
    answer = await world.ada.click(help_, label="Good to know")
    assert GOALS[first.theme] in answer.response.content


@pytest.mark.parametrize("game", PUZZLED)
def test_the_hints_of_a_puzzle_leave_several_moves(game: str) -> None:
    for found in some(list(puzzles(game).values()), 5):
        first, second = clues_of(found)
        assert first.text != second.text
        assert len(re.split(", | or ", second.text)) > 1
        assert len(second.marks) != 1


# Puzzles out of ones own matches


NO_MORE = "No puzzles from my matches"


async def with_missed_win(world: World, **options: Any) -> str:
    """A match that runs, in which Ada has let a win in two go; the move that would have won."""
    await world.begin("clump", size="4 by 4", **options)
    match = await world.match()
    proof = await world.client.service.analysis.proof(match, 3, 1_000_000, world.ada.id)
    legal = [match.rules.format(match.position, m) for m in match.rules.moves(match.position)]
    # All that win in two are among the moves of no more plies.
    missed = next(text for text in reversed(legal) if text not in proof.winning)
    await world.move(world.ada, missed)
    return proof.winning[0]


async def test_the_end_of_a_match_offers_what_was_missed_as_a_puzzle(world: World) -> None:
    right = await with_missed_win(world)
    await world.resign(world.ada)
    assert "Puzzle" in labels(world.last)
    shown = (await world.ada.click(world.last, label="Puzzle")).response
    assert shown.ephemeral
    snapshot(shown.content)
    form = await world.ada.click(shown, label="Type it…")
    preview = (await world.ada.submit_modal(form, {"move": right})).response
    went_on = await pressed(world.ada, preview, "Try it")
    snapshot(went_on.content)
    attempt = await world.client.service.exercises.attempt(
        world.ada.id, next(iter((await offered(world)).values()))
    )
    assert len(attempt.line) == 2


async def offered(world: World) -> Any:
    return await world.client.service.own_puzzles.offered(await world.match())


async def test_one_press_ends_it_for_a_person_who_wants_none(world: World) -> None:
    await with_missed_win(world)
    await world.resign(world.ada)
    shown = (await world.ada.click(world.last, label="Puzzle")).response
    solution = await pressed(world.ada, shown, "More…", "Solution")
    off = await pressed(world.ada, solution, NO_MORE)
    assert "Puzzles from my matches: off" in labels(off)
    assert await offered(world) == {}


async def test_a_match_in_which_nothing_was_missed_offers_nothing(world: World) -> None:
    await world.begin("clump")
    await world.move(world.ada, "a1-b1")
    await world.resign(world.ada)
    assert (await world.match()).status is Status.ENDED
    assert "Puzzle" not in labels(world.last)


async def test_what_waited_for_the_morning_tells_of_the_puzzle(world: World) -> None:
    await choose(world, world.ada, **NIGHT)
    await with_missed_win(world)
    await until(world, 23)
    await world.resign(world.grace)
    await until(world, 8)
    snapshot(world.last.content)


async def test_any_puzzle_is_of_a_game_learned_or_played(world: World) -> None:
    drawn = await opened(world, "puzzle")
    snapshot(drawn.content.splitlines()[0])
    await world.begin("clump")
    for _ in range(4):
        drawn = await opened(world, "puzzle")
        assert puzzle_of(drawn).id.game == "clump"
    assert OF_ALL not in drawn.content
    # The one who only learns gets what is learned.
    book, first = world.client.service.exercises, lesson("bounce").stages[0]
    attempt = await book.attempt(world.linus.id, first.id)
    assert await book.save(attempt.at_end(first.solution, attempt.begun))
    answer = await world.linus.slash(world.channel, "puzzle")
    assert puzzle_of(answer.response or answer.followups[-1]).id.game == "bounce"


async def test_its_end_and_the_own_profile_count_what_is_solved(world: World) -> None:
    for _ in range(2):
        shown = await opened(world, "puzzle", game="clump")
        for _, move in own_moves(puzzle_of(shown)):
            shown = await typed(world, shown, move)
        snapshot(next(line for line in shown.content.splitlines() if "So far" in line))
        await world.env.advance_time(24 * 3600)
    for who, seen in ((world.ada, True), (world.grace, False)):
        profile = await world.ask(who, "profile", person=world.ada)
        assert ("2 puzzles solved, on 2 days in a row" in profile) is seen

"""Lessons: the list of stages, tries with buttons and typed, hints, and newcomers who finish."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from simcord.components import walk_components

from bot.catalog import catalog
from bot.exercises.exercise import Exercise
from bot.exercises.lessons import lesson
from bot.exercises.stages import Stage
from bot.front.exercises.actions import ALL_GIVEN
from bot.front.exercises.lesson_panel import ALL_DONE, NONE_YET
from bot.front.exercises.on_exercise import GONE
from bot.front.exercises.outcomes import LAST
from bot.front.picker import phone
from bot.front.picker.controller import OLDER
from bot.front.text.profiles import LEARN
from bot.front.ui.base import ACTIONS, ButtonId
from bot.model.events import Person
from bot.model.exercises.attempt import Attempt
from bot.service.exercises.book import board_of
from renderers import explained, stacked
from tests.front.conftest import World, labels, pressed, said
from tests.front.exercises.learning import begun, opened, trying, typed
from tests.front.snapshot import snapshot
from tests.helpers.taps import Tap, own_moves, taps_to

FIRST, SECOND, *_ = lesson("bump").stages
LEARN_FIRST = ACTIONS[ButtonId, LEARN].label


async def kept(world: World) -> Attempt:
    """What is kept of Ada and the first stage of Bump."""
    return await world.client.service.exercises.attempt(world.ada.id, FIRST.id)


async def test_a_stage_is_done_with_the_buttons_of_a_match_in_one_message(world: World) -> None:
    menu = await opened(world)
    assert menu.ephemeral
    snapshot(menu.content)
    stages = await pressed(world.ada, menu, "Bump")
    assert f"→ 1 · **{FIRST.title}**" in stages.content
    shown = await pressed(world.ada, stages, "Begin")
    assert shown.content.startswith(f"### {FIRST.title}\n{FIRST.goal}")
    assert f"stage 1 of {len(lesson('bump').stages)} · you are Dot" in shown.content
    snapshot(shown.attachments[0].description)

    reached = await pressed(world.ada, shown, "01|d0", "d0", "t1", "Try it")
    assert reached.id == menu.id
    assert FIRST.learned in reached.content
    assert "`01,03-1`" in reached.content
    assert len(reached.attachments) == 1
    assert (await kept(world)).done
    after = await pressed(world.ada, reached, "Next")
    assert after.content.startswith(f"### {SECOND.title}")
    listed = await opened(world, game="bump")
    assert f"✓ 1 · {FIRST.title}\n→ 2 · **{SECOND.title}**" in listed.content
    assert "Go on" in labels(listed)
    assert not world.public()


async def test_a_wrong_try_is_drawn_and_told_and_the_same_board_comes_again(world: World) -> None:
    shown = await begun(world)
    wrong = await pressed(world.ada, shown, "Pass", "Try it")
    assert wrong.id == shown.id
    snapshot(wrong.content)
    assert len(wrong.attachments) == 1
    again = await pressed(world.ada, wrong, "Again")
    assert again.id == shown.id
    snapshot(again.content)
    assert (await kept(world)).tries == 1


async def test_the_picture_of_a_wrong_try_shows_what_was_pointed_out(world: World) -> None:
    wrong = await pressed(world.ada, await begun(world), "Pass", "Try it")
    room = phone.left_for_picture(wrong.content, [phone.labeled_row(labels(wrong))])
    cells = ("03", "031", "01", "09")
    near = explained("bump", FIRST.position, [], "Ada: pass", cells=cells, tallest=room)
    assert await wrong.attachments[0].read() == stacked([near])


async def test_the_answer_to_a_wrong_try_fits_a_phone(world: World) -> None:
    wrong = await typed(world, await begun(world), "01,521-5")
    image = Image.open(BytesIO(await wrong.attachments[0].read()))
    high = phone.message_height(wrong.content, [image.size], [phone.labeled_row(labels(wrong))])
    # A smaller picture would leave room unused.
    assert phone.HEIGHT - 10 < high <= phone.HEIGHT


async def test_a_typed_try_replaces_the_board_or_is_refused_with_why(world: World) -> None:
    shown = await begun(world)
    form = await world.ada.click(shown, label="Type it…")
    refused = (await world.ada.submit_modal(form, {"move": "01,09"})).response
    assert refused.content.startswith(f"### {FIRST.title}\n{FIRST.goal}")
    assert "`/move`" not in refused.content
    assert refused.id == shown.id
    snapshot(refused.content)
    back = await pressed(world.ada, refused, "Pick with buttons")
    assert FIRST.goal in back.content
    reached = await typed(world, back, "01,03-1")
    assert reached.id == shown.id
    assert FIRST.learned in reached.content


async def test_hints_come_one_by_one_and_the_solution_move_by_move(world: World) -> None:
    shown = await begun(world)
    for number, hint in enumerate(FIRST.hints, 1):
        shown = await pressed(world.ada, shown, "Hint")
        assert 1 <= shown.content.count("💡") <= number
        assert hint in shown.content
    assert "Hint" not in labels(shown)
    help_ = await pressed(world.ada, shown, "More…")
    assert "Hint" not in labels(help_)
    solved = await pressed(world.ada, help_, "Solution")
    assert f"`{FIRST.solution[0]}`" in solved.content
    assert len(solved.attachments) == len(FIRST.solution)
    assert not (await kept(world)).done
    assert (await kept(world)).solution_shown
    assert FIRST.goal in (await pressed(world.ada, solved, "Do it myself")).content
    # A forged press asks for one hint too many.
    assert ALL_GIVEN in (await pressed(world.ada, await hint_forged(world), "Hint")).content


async def hint_forged(world: World) -> object:
    """The board as it stands, with a button for a hint that is not there any more."""
    board = await pressed(world.ada, await opened(world, game="bump"), "Begin")
    stored = world.env.backend.get_message(world.channel.id, board.id)
    part = stored.components[-1]["components"][0]
    at = f"act:{FIRST.id}:{(await kept(world)).changes}:hint"
    part |= {"custom_id": at, "label": "Hint"}
    return board


async def test_the_board_and_its_spaces_are_told_in_words(world: World) -> None:
    words = await pressed(world.ada, await begun(world), "More…", "Describe")
    snapshot(words.content)
    form = await world.ada.click(words, label="A space…")
    told = (await world.ada.submit_modal(form, {"space": "03"})).response
    assert told.id == words.id
    assert "03" in told.content.split(FIRST.goal)[1]
    # A piece's moves are listed, but not what they do.
    form = await world.ada.click(told, label="A space…")
    told = (await world.ada.submit_modal(form, {"space": "01"})).response
    assert "can play here, each beginning with `01,`:\n- 01-1, 01-2, " in told.content
    assert "bump:" not in told.content
    form = await world.ada.click(told, label="A space…")
    snapshot(said(await world.ada.submit_modal(form, {"space": "999"})))
    snapshot((await pressed(world.ada, told, "To the board")).content)


async def test_who_wants_the_text_board_gets_it_with_every_step(world: World) -> None:
    await world.wishes(world.ada, text=True)
    shown = await begun(world)
    assert "```" in shown.content
    assert "```" in (await pressed(world.ada, shown, "Pass", "Try it")).content


async def test_a_press_on_an_older_picture_only_shows_how_it_stands(world: World) -> None:
    first = await begun(world)
    other = await pressed(world.ada, await opened(world, game="bump"), "Begin")
    wrong = await pressed(world.ada, first, "Pass", "Try it")
    late = await pressed(world.ada, other, "Pass")
    assert OLDER in late.content
    snapshot(late.content)
    assert (await kept(world)).tries == 1
    snapshot(wrong.content)


async def test_a_try_that_is_pressed_twice_counts_once(world: World) -> None:
    whole = await pressed(world.ada, await begun(world), "Pass")
    await world.press_twice(world.ada, whole, ":confirm")
    assert (await kept(world)).tries == 1
    snapshot((await pressed(world.ada, await opened(world, game="bump"), "Begin")).content)


async def test_a_half_made_try_is_gone_on_with_after_a_restart(world: World) -> None:
    half = await pressed(world.ada, await begun(world), "01|d0")
    await world.restart()
    step = await pressed(world.ada, half, "d0")
    snapshot(step.content)
    again = await pressed(world.ada, await opened(world, game="bump"), "Begin")
    snapshot(again.content)


async def test_a_stage_that_is_no_more_is_answered_kindly(world: World) -> None:
    shown = await begun(world)
    stored = world.env.backend.get_message(world.channel.id, shown.id)
    for gone, answer in {
        "try:stage.bump.gone:0:01": GONE,
        "act:own.bump.1-2:0:hint": "There is no match 1",
        "act:stage.chess.a:0:again": GONE,
    }.items():
        stored.components[0]["components"][0]["custom_id"] = gone
        assert answer in said(await world.ada.click(shown, custom_id=gone))


async def test_a_stage_of_several_moves_counts_them_and_can_be_restarted(world: World) -> None:
    shown = await pressed(world.ada, await opened(world, game="bipod"), "Begin")
    several = next(stage for stage in lesson("bipod").stages if stage.moves > 1)
    shown = await chosen(world, several.id.name, await opened(world, game="bipod"))
    assert f"move 1 of {several.moves}" in shown.content
    shown = await typed(world, shown, several.solution[0])
    assert f"move 2 of {several.moves}" in shown.content
    assert f"`{several.solution[1]}`" in shown.content
    restarted = await pressed(world.ada, shown, "More…", "From the beginning")
    assert f"move 1 of {several.moves}" in restarted.content


async def chosen(world: World, stage: str, listed: Any) -> Any:
    return (await world.ada.select(listed, [stage], custom_id="learn:stage:bipod")).response


async def test_after_the_last_stage_comes_the_first_match(world: World) -> None:
    book, stages = world.client.service.exercises, lesson("bump").stages
    for stage in stages[:-1]:
        attempt = await book.attempt(world.ada.id, stage.id)
        assert await book.save(attempt.at_end(stage.solution, attempt.begun))
    shown = await pressed(world.ada, await opened(world, game="bump"), "Go on")
    last = stages[-1]
    for move in last.solution[::2]:
        shown = await typed(world, shown, move)
    assert LAST in shown.content
    assert {"Play your first match", "A puzzle"} <= set(labels(shown))
    assert "Next" not in labels(shown)
    answer = await world.ada.click(shown, label="Play your first match")
    assert "practice" in said(answer)
    match = await world.match()
    assert match.terms.practice
    assert match.level == 1
    listed = await opened(world, game="bump")
    assert ALL_DONE in listed.content
    assert "Play your first match" in labels(listed)


async def test_a_game_without_a_lesson_says_so(world: World) -> None:
    page = await opened(world, game="heap")
    assert page.content == NONE_YET
    assert labels(page) == ["How to play"]


async def test_help_and_rules_lead_to_the_lessons(world: World) -> None:
    help_ = await opened(world, "help")
    help_ = (await world.ada.select(help_, ["clump"], custom_id="learn:which:any")).response
    snapshot(await world.tap(world.ada, "Learn", help_))
    steps = (await world.ada.click(help_, label="First steps")).response
    snapshot(await world.tap(world.ada, "Learn by doing", steps))
    how = (await world.ada.click(steps, label="How to play")).response
    snapshot(await world.tap(world.ada, "Learn by doing", how))


async def test_a_challenge_offers_its_lesson_to_who_never_played_the_game(world: World) -> None:
    await world.ada.slash(world.channel, "challenge bump", opponent=world.grace, first="me")
    post = world.last
    assert labels(post)[:2] == ["Accept", LEARN_FIRST]
    before = post.content
    snapshot(await world.tap(world.grace, LEARN_FIRST, post))
    assert post.content == before
    await world.grace.click(post, label="Accept")
    await world.resign(world.grace)
    await world.ada.slash(world.channel, "challenge bump", opponent=world.grace, first="me")
    assert LEARN_FIRST not in labels(world.last)
    # Of another game it is offered, and of one without a lesson never.
    await world.ada.slash(world.channel, "challenge clump", opponent=world.grace, first="me")
    assert LEARN_FIRST in labels(world.last)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.linus, first="me")
    assert LEARN_FIRST not in labels(world.last)
    # A person who has played that many of other games needs no lesson.
    world.patch.setattr("bot.service.profiles.SEARCHED", 1)
    await world.ada.slash(world.channel, "challenge bounce", opponent=world.grace, first="me")
    assert LEARN_FIRST not in labels(world.last)


async def test_the_form_for_a_move_gives_no_answer_away(world: World) -> None:
    form = await world.ada.click(await begun(world), label="Type it…")
    assert form.modal is not None
    (field,) = (each for each in walk_components(form.modal["components"]) if each["type"] == 4)
    assert not field.get("placeholder")


TAUGHT = [key for key in catalog() if lesson(key).stages]


async def first_of(world: World, game: str) -> Any:
    """The first stage, from the list of all games on."""
    menu = await opened(world)
    return await pressed(world.ada, menu, catalog()[game].name, "Begin")


async def tapped(world: World, message: Any, tap: Tap) -> Any:
    """The message after a button was pressed, or the line of a menu chosen, by what stands on
    it."""
    if tap.at:
        row, column = tap.at
        custom_id = message.components[row]["components"][column]["custom_id"]
        return (await world.ada.click(message, custom_id=custom_id)).response
    if not tap.in_menu:
        return (await world.ada.click(message, label=tap.label)).response
    (menu, value) = next(
        (part, option["value"])
        for row in message.components
        for part in row["components"]
        for option in part.get("options", ())
        if option["label"] == tap.label
    )
    return (await world.ada.select(message, [value], custom_id=menu["custom_id"])).response


async def by_buttons(world: World, message: Any, exercise: Exercise, attempt: Attempt) -> Any:
    """The message after the next move of the solution was made with buttons, and tried."""
    board = board_of(exercise, attempt, Person(world.ada.id, "Ada"))
    text = next(text for place, text in own_moves(exercise) if place == len(attempt.line))
    for tap in taps_to(board, text, world.ada.id):
        message = await tapped(world, message, tap)
    return await pressed(world.ada, message, trying(message))


def require_stage(message: Any, stage: Stage) -> None:
    """The screen says what it is and what is to be reached."""
    assert stage.title in message.content
    assert stage.goal in message.content


@pytest.mark.long
@pytest.mark.parametrize("game", TAUGHT)
async def test_every_stage_is_finished_with_buttons_alone(world: World, game: str) -> None:
    shown, book, stages = await first_of(world, game), world.client.service.exercises, lesson(game)
    for stage in stages.stages:
        require_stage(shown, stage)
        while not (attempt := await book.attempt(world.ada.id, stage.id)).reached:
            shown = await by_buttons(world, shown, stage, attempt)
            assert len(shown.attachments) >= 1
        assert stage.learned in shown.content
        shown = await pressed(world.ada, shown, "Next") if "Next" in labels(shown) else shown
    assert LAST in shown.content


@pytest.mark.long
@pytest.mark.parametrize("game", TAUGHT)
async def test_every_stage_is_finished_by_words_and_typed_moves(world: World, game: str) -> None:
    await world.wishes(world.ada, text=True)
    shown, book, stages = await first_of(world, game), world.client.service.exercises, lesson(game)
    for stage in stages.stages:
        require_stage(shown, stage)
        assert "```" in shown.content or any(a.filename == "board.txt" for a in shown.attachments)
        words = await pressed(world.ada, shown, "More…", "Describe")
        assert catalog()[game].name in words.content
        shown = await pressed(world.ada, words, "To the board")
        for place, move in own_moves(stage):
            attempt = await book.attempt(world.ada.id, stage.id)
            assert len(attempt.line) == place
            shown = await typed(world, shown, move)
        assert stage.learned in shown.content
        shown = await pressed(world.ada, shown, "Next") if "Next" in labels(shown) else shown
    assert LAST in shown.content

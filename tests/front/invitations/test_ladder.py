"""How strong the bot plays: asked for, shown, kept for a rematch; and the ladder of its levels."""

from datetime import UTC, datetime
from typing import Any

import simcord
from simcord.components import walk_components

from bot.catalog import catalog
from bot.front.invitations.ladder_panel import LadderId, ladder_layout, rung_marks
from bot.model.profiles.ladder import SEATS, Rung, Step
from bot.model.records import PersonId, Seat, Status
from bot.model.terms import Terms
from bot.opponents import levels
from bot.opponents.levels import DEEP, USUAL
from tests.front.conftest import World, said
from tests.front.snapshot import snapshot
from tests.helpers.people import ADA, FIRST, SECOND

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def rung(level: int, seat: Seat, game: str = "heap", person: PersonId = ADA.id) -> Rung:
    return Rung(person, game, level, seat, NOW)


async def climb(world: World, *steps: tuple[int, int], game: str = "heap") -> None:
    for level, seat in steps:
        row = (world.ada.id, game, level, seat, NOW.isoformat())
        world.sql("INSERT INTO rungs VALUES (?, ?, ?, ?, ?)", *row)


async def begin(world: World, **given: Any) -> str:
    return await world.ask(world.ada, "challenge heap", opponent=world.robot, **given)


def robot(world: World) -> simcord.MemberActor:
    """The bot, as people find it among the members."""
    return simcord.MemberActor(world.env, world.guild, world.robot)


async def ways_on(world: World) -> Any:
    """How to play, with its buttons."""
    shown = (await world.ada.slash(world.channel, "help")).response
    shown = (await world.ada.click(shown, label="First steps")).response
    return (await world.ada.click(shown, label="How to play")).response


async def play_it(world: World, level: int, seat: Seat) -> str:
    """What the button for that step says, below the ladder as it stands."""
    ladder = (await world.ada.slash(world.channel, "ladder")).response
    button = str(LadderId("heap", level, seat))
    return said(await world.ada.click(ladder, custom_id=button))


# The level


async def test_the_bot_plays_at_the_level_asked_for_and_all_says_so(world: World) -> None:
    snapshot(await begin(world, level=4, first="me"))
    assert (await world.match()).level == 4
    snapshot(world.last.content)
    snapshot(said(await world.ada.slash(world.channel, "games")))
    await world.resign(world.ada)
    snapshot(world.last.content)
    snapshot(await world.tap(world.ada, "Rematch"))
    assert (await world.match(2)).terms == Terms(4)


async def test_by_default_it_is_the_usual_one_and_the_answer_says_so(world: World) -> None:
    usual = "-# I play at level Beginner, as usual. `/challenge heap` has others, and `/ladder` "
    assert usual in await begin(world, first="me")
    assert (await world.match()).level == USUAL
    shown = await world.ada.click(await ways_on(world), label="Challenge…")
    snapshot(shown.modal["components"][0]["description"])
    values = {"game": ["heap"], "time": ["7 days a move"], "first": "me"}
    sent = await world.ada.submit_modal(shown, {"opponent": [robot(world)], **values})
    assert usual in said(sent)
    assert (await world.match(2)).level == USUAL


async def test_the_levels_are_offered_by_name_with_a_line_about_each(world: World) -> None:
    async def offered(typed: str) -> list[Any]:
        found = await world.ada.autocomplete(world.channel, "challenge heap", "level", typed)
        return [each["value"] for each in found]

    world.patch.setattr(levels, "is_compiled", lambda: False)
    found = await world.ada.autocomplete(world.channel, "challenge bump", "level", "")
    names = [each["name"].partition(": ")[0] for each in found]
    assert names == ["First evening", "Beginner", "Regular", "Strong", "Master"]
    assert all(": " in each["name"] and len(each["name"]) <= 100 for each in found)
    assert [await offered(typed) for typed in ("strong", "2", "deep")] == [[4], [2], []]
    world.patch.setattr(levels, "is_compiled", lambda: True)
    assert await offered("deep") == [DEEP]


async def test_the_form_for_the_bot_asks_for_its_level(world: World) -> None:
    shown = await world.ada.context_menu(world.channel, "Challenge to a game", robot(world))
    parts = [each["component"] for each in shown.modal["components"]]
    assert [each["custom_id"] for each in parts] == ["game", "level", "time", "first", "more"]
    [usual] = [each for each in parts[1]["options"] if each.get("default")]
    assert (usual["label"], usual["value"]) == ("Beginner", "2")
    values = {"game": ["heap"], "level": ["5"], "time": ["7 days a move"], "first": "me"}
    snapshot(said(await world.ada.submit_modal(shown, values)))
    assert (await world.match()).level == 5


async def test_a_level_is_refused_where_only_people_play(world: World) -> None:
    snapshot(await world.ask(world.ada, "challenge heap", opponent=world.grace, level=3))
    snapshot(await world.ask(world.ada, "challenge heap", opponent=world.grace, ladder=True))
    assert world.public() == []


async def test_among_several_a_challenge_says_level_and_claims(world: World) -> None:
    three = (world.robot, world.grace)
    await world.challenge("urchins", *three, level=5, claims=True, first="me")
    snapshot(world.last.content)
    await world.grace.click(world.last, label="Accept")
    match = await world.match()
    assert (match.status, match.terms) == (Status.RUNNING, Terms(5, claims=True))
    assert "play **Urchins**. A proven win may be claimed.\n" in world.public()[-1].content


async def test_deep_is_offered_and_taken_only_where_the_code_is_compiled(world: World) -> None:
    await climb(world, *((level, seat) for level in levels.LEVELS for seat in SEATS))
    world.patch.setattr(levels, "is_compiled", lambda: True)
    ladder = await world.ada.slash(world.channel, "ladder")
    snapshot(said(ladder))
    button = str(LadderId("heap", DEEP, FIRST))
    world.patch.setattr(levels, "is_compiled", lambda: False)
    snapshot(said(await world.ada.click(ladder.response, custom_id=button)))
    assert world.public() == []
    world.patch.setattr(levels, "is_compiled", lambda: True)
    await world.ada.click(ladder.response, custom_id=button)
    assert (await world.match()).terms == Terms(DEEP, ladder=True)


async def test_a_match_at_deep_says_where_it_is_played_with_less(world: World) -> None:
    world.patch.setattr(levels, "is_compiled", lambda: True)
    await begin(world, level=DEEP, first="me")
    snapshot(world.last.content)
    world.patch.setattr(levels, "is_compiled", lambda: False)
    await world.move(world.ada, "1")
    snapshot(world.words)
    await world.resign(world.ada)
    snapshot(world.last.content)


# The ladder


def test_a_level_is_marked_by_the_seats_from_which_it_was_beaten() -> None:
    steps = {Step(1, FIRST), Step(1, SECOND), Step(2, FIRST), Step(3, SECOND)}
    assert rung_marks(steps, range(1, 6)) == "●◐◑○○"
    assert rung_marks({Step(DEEP, FIRST)}, range(1, 6)) == "○○○○○◐"


async def test_the_ladder_shows_what_is_beaten_and_what_comes_next(world: World) -> None:
    await climb(world, (1, 1), (1, 2), (3, 2))
    await climb(world, *((level, seat) for level in levels.LEVELS for seat in SEATS), game="bump")
    shown = await world.ada.slash(world.channel, "ladder")
    assert shown.response.ephemeral
    snapshot(said(shown))
    snapshot(said(await world.grace.slash(world.channel, "ladder")))


async def test_play_it_begins_the_next_match_without_takebacks(world: World) -> None:
    snapshot(await play_it(world, 1, FIRST))
    match = await world.match()
    assert (match.terms, match.seats[0].name) == (Terms(1, ladder=True), "Ada")
    board = next(each for each in world.public() if "match 1" in each.content)
    snapshot(board.content)
    await world.move(world.ada, "1")
    snapshot(await world.ask(world.ada, "takeback"))


async def test_on_the_ladder_nothing_is_pointed_out(world: World) -> None:
    ladder = (await world.ada.slash(world.channel, "ladder")).response
    await world.ada.click(ladder, custom_id=str(LadderId("clump", 1, FIRST)))
    await world.ask(world.ada, "challenge clump", opponent=world.robot, level=1, first="me")
    for number, is_offered in ((1, False), (2, True)):
        shown = (await world.ada.slash(world.channel, "board", match=number)).response
        ids = [each.get("custom_id", "") for each in walk_components(shown.components)]
        assert any(each.endswith(":point") for each in ids) is is_offered
    snapshot(await world.ask(world.ada, "hint", match=1))


async def test_every_game_can_be_climbed_by_two(world: World) -> None:
    ladder = (await world.ada.slash(world.channel, "ladder")).response
    for number, key in enumerate(catalog(), 1):
        button = str(LadderId(key, 1, FIRST))
        assert f"Match {number} begins" in said(await world.ada.click(ladder, custom_id=button))
        match = await world.match(number)
        assert (match.game, len(match.seats), match.turn) == (key, 2, 1)


async def test_play_it_begins_no_second_match_of_the_same_kind(world: World) -> None:
    await play_it(world, 1, FIRST)
    snapshot(await play_it(world, 1, FIRST))
    await world.resign(world.ada)
    snapshot(await play_it(world, 1, FIRST))
    await world.ask(world.ada, "challenge heap", ladder=True, level=1, first="them")
    assert (await world.match(3)).status is Status.RUNNING


async def test_the_option_takes_the_next_rung_unless_something_else_is_said(world: World) -> None:
    await climb(world, (1, 1), (2, 1))
    for given, level, first in (
        ({}, 1, "guest"),
        ({"level": 2}, 2, "guest"),
        ({"level": 3}, 3, "host"),
        ({"first": "me"}, 1, "host"),
    ):
        await world.ask(world.ada, "challenge heap", ladder=True, **given)
        newest = max(row[0] for row in world.sql("SELECT id FROM matches"))
        match = await world.match(newest)
        assert (match.terms, match.first) == (Terms(level, ladder=True), first)
    snapshot(await world.ask(world.ada, "challenge heap", ladder=True, size="small"))
    snapshot(await world.ask(world.ada, "challenge heap", ladder=True, claims=True))


async def test_a_win_is_on_the_ladder_and_in_the_profile(world: World) -> None:
    await climb(world, (1, 2))
    await play_it(world, 1, FIRST)
    match = await world.match()
    while mover := match.turn_person:
        assert mover.name == "Ada"
        stones = match.position.stones  # type: ignore[union-attr] # a heap
        await world.move(world.ada, str(stones if stones <= 3 else stones % 4 or 1))
        match = await world.match()
    assert match.outcome
    assert match.outcome.winners == (1,)
    snapshot(world.last.content)
    assert "Your ladder" in await world.tap(world.ada, "The ladder")
    snapshot(said(await world.ada.slash(world.channel, "ladder")))
    snapshot(await world.ask(world.grace, "profile", person=world.ada))
    await climb(world, (3, 1), game="bump")
    snapshot(await world.ask(world.ada, "profile"))


async def test_old_ladders_go_on_working_after_a_restart(world: World) -> None:
    shown = await world.ada.slash(world.channel, "ladder")
    await world.restart()
    await world.ada.click(shown.response, custom_id="climb:bump:1:1")
    assert (await world.match()).terms.ladder


def test_a_ladder_fits_a_message_however_far_somebody_has_come() -> None:
    for rungs in ([], [rung(level, FIRST) for level in range(1, DEEP + 1)]):
        layout = ladder_layout(rungs, range(1, DEEP + 1))
        assert layout.content_length() <= 4000
        assert layout.total_children_count <= 40

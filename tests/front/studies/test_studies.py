"""Studies with buttons: a board of one's own on which to think, next to the match."""

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.front.discord.errors import sentence
from bot.front.invitations.ladder_panel import LadderId
from bot.front.picker import phone
from bot.front.studies.sharing import COUNTS
from bot.model.events import Person
from bot.model.game_records.record import CHANGED
from bot.model.profiles.ladder import SEATS
from bot.model.records import MatchSummary
from bot.model.refusals import Reason, Refused
from tests.front.competitions.seasons import TERMS
from tests.front.competitions.seasons import begun as in_season
from tests.front.conftest import World, labels, play, pressed, said
from tests.front.panels import menus
from tests.front.snapshot import snapshot
from tests.helpers.spots import begun_away, last

FIRST, SECOND = ("011", "d2", "t3"), ("11", "d2", "d3", "t2")
"""Two moves of Ada in Bump, by the keys of their choices."""

ONE, TWO = "1`*", "2`*"
"""Moves of the small game, as they are chosen."""


async def begun(world: World, who: Any, **options: Any) -> Any:
    """Somebody's study, by the command."""
    answer = await who.slash(world.channel, "study", **options)
    return answer.followups[-1] if answer.followups else answer.response


async def moved(who: Any, study: Any, *keys: str) -> Any:
    return await pressed(who, study, "Move", *keys)


async def branched(who: Any, study: Any, number: int) -> Any:
    """The study after the branch of that place in the list, from 1."""
    listed = await pressed(who, study, next(x for x in labels(study) if x.startswith("Branches")))
    (menu,) = menus(listed)
    return await pressed(who, listed, menu["options"][number - 1]["value"])


async def test_three_exchanges_are_planned_with_two_branches_and_both_come_true(
    bumps: World,
) -> None:
    ada, grace = bumps.ada, bumps.grace
    opened = (await ada.click(bumps.last, label="Move")).response
    study = await pressed(ada, opened, *FIRST, "Study")
    snapshot(study)
    study = await moved(ada, study, "Pass")
    study = await moved(ada, study, *SECOND)
    study = await moved(ada, study, "Pass")
    study = await moved(ada, study, "25", "d1", "d2", "d2")
    study = await moved(ada, study, "Pass")
    snapshot(study.content)
    # What if she answers the first move, and what if the second.
    study = await pressed(ada, study, "Back", "Back", "Back")
    snapshot(study)
    study = await moved(ada, study, "09", "d3", "t4")
    study = await pressed(ada, study, "Back", "Back", "Back")
    study = await moved(ada, study, "09", "d3", "t4")
    snapshot(study.content)
    study = await pressed(ada, study, "Back")
    image = Image.open(BytesIO(await study.attachments[0].read()))
    row = phone.labeled_row(labels(study))
    assert phone.message_height(study.content, [image.size], [row]) <= phone.HEIGHT
    snapshot(await pressed(ada, study, "Branches (2)"))

    # It is on no board but hers, and **Play this** leads to the match's own Confirm.
    posts = len(bumps.public())
    study = await begun(bumps, ada, match=1)
    preview = await pressed(ada, study, "Play this")
    snapshot(preview)
    await pressed(ada, preview, "Confirm")
    assert len(bumps.public()) == posts + 1
    study = await begun(bumps, ada, match=1)
    snapshot(study.content)
    await play(bumps, "pass", "11,22-2")
    study = await begun(bumps, ada, match=1)
    snapshot(study.content)
    await play(bumps, "09,08-4")
    study = await begun(bumps, ada, match=1)
    snapshot(study.content)
    # It is told once.
    assert "Came true" not in (await begun(bumps, ada, match=1)).content
    study = await pressed(ada, study, "Back", "Back", "Back")
    snapshot(await pressed(ada, study, "Branches (2)"))
    assert said(await grace.slash(bumps.channel, "study")).startswith("You have no study yet")


async def test_a_move_that_may_end_or_go_on_is_studied_as_it_stands(bumps: World) -> None:
    opened = (await bumps.ada.click(bumps.last, label="Move")).response
    step = await pressed(bumps.ada, opened, "011", "d2")
    assert "If it ends here" in step.content
    study = await pressed(bumps.ada, step, "Study")
    assert study.content.endswith("1 move ahead")


async def test_two_devices_lose_no_move_and_an_older_picture_shows_the_study_as_it_is(
    world: World,
) -> None:
    await world.start()
    first = await begun(world, world.ada, match=1)
    snapshot(first)
    other = await begun(world, world.ada, match=1)
    one = await moved(world.ada, first, ONE)
    stale = await pressed(world.ada, other, "Move")
    snapshot(stale)
    again = await pressed(world.ada, stale, "Back")
    await moved(world.ada, again, TWO)
    # The same place, on both devices, and what is deleted on one of them.
    older = await pressed(world.ada, one, "Back")
    assert "older picture" in older.content
    await world.restart()
    both = await pressed(world.ada, await begun(world, world.ada, match=1), "Back")
    snapshot(both)
    gone = await branched(world.ada, both, 1)
    asked = await pressed(world.ada, gone, "More…", "Delete…")
    snapshot(asked)
    asked = await pressed(world.ada, asked, "Yes, delete it")
    snapshot(asked)
    # Grace has nothing of it, whatever she presses.
    found = [each["custom_id"] for row in asked.components for each in row["components"]]
    assert all(each.startswith("study:do:1:") for each in found)
    await world.press(world.grace, asked, found[0])
    await world.env.settle()
    assert "takes" not in world.private_texts()[-1]


async def test_names_notes_words_and_files_of_a_study(world: World) -> None:
    await world.start()
    study = await moved(world.ada, await begun(world, world.ada, match=1), ONE)
    more = await pressed(world.ada, study, "More…")
    snapshot(more)
    form = await world.ada.click(more, label="Name, note…")
    named = (await world.ada.submit_modal(form, {"name": "*Best*", "note": "Two\nlines"})).response
    snapshot(named)
    words = await pressed(world.ada, named, "More…", "Describe")
    snapshot(words)
    named = await pressed(world.ada, words, "To the board")
    form = await world.ada.click(await pressed(world.ada, named, "More…"), label="Type it…")
    refused = (await world.ada.submit_modal(form, {"move": "9"})).response
    snapshot(refused)
    named = await pressed(world.ada, refused, "Pick with buttons", "Cancel")
    form = await world.ada.click(await pressed(world.ada, named, "More…"), label="Type it…")
    typed = (await world.ada.submit_modal(form, {"move": "2"})).response
    snapshot(typed)
    more = await pressed(world.ada, typed, "More…")
    seen = await world.ada.click(more, label="Replay")
    snapshot(seen.followups[-1])
    snapshot(await pressed(world.ada, seen.followups[-1], "◀ Turn"))
    files = (await world.ada.click(more, label="File")).followups[-1]
    snapshot(files)
    assert "Two" in (await files.attachments[0].read()).decode()
    snapshot(await pressed(world.ada, more, "All studies"))


async def test_a_line_is_posted_for_all_and_anybody_studies_it(world: World) -> None:
    await world.start()
    study = await moved(world.ada, await begun(world, world.ada, match=1), ONE)
    study = await moved(world.ada, study, TWO)
    await world.ada.click(await pressed(world.ada, study, "More…"), label="Post this line")
    snapshot(world.last)
    assert not world.last.mentions
    posted = world.last
    copied = await world.grace.click(posted, label="Study it")
    snapshot(copied.response or copied.followups[-1])
    # What has come true is for its owner to hear of, whoever looks at the line meanwhile.
    await world.ask(world.ada, "move", preview=False, move="1")
    await world.linus.click(posted, label="Study it")
    assert "Came true" in (await begun(world, world.ada, match=1)).content
    # Another study of the match, with nodes of the same numbers, is nobody else's affair.
    await world.client.service.studies.delete(world.ada.id, 1)
    study = await moved(world.ada, await begun(world, world.ada, match=1), ONE)
    await moved(world.ada, study, ONE)
    assert "not there any more" in said(await world.linus.click(posted, label="Study it"))
    # Nobody is advised where it counts, and nothing is posted where not everybody may see it.
    await world.begin("heap", size="small", rated=True)
    snapshot(await refused_line(world, 2))
    ladder = (await world.ada.slash(world.channel, "ladder")).response
    await world.ada.click(ladder, custom_id=str(LadderId("heap", 1, SEATS[0])))
    assert await refused_line(world, 3) == COUNTS
    await world.start()
    other = world.guild.create_text_channel("other")
    snapshot(await refused_line(world, 4, other))
    practice = await world.client.service.practice.begin(
        Person(world.ada.id, "Ada"), "heap", {"stones": 20}
    )
    snapshot(await refused_line(world, practice.id))
    assert len(world.public(other)) == 0


async def refused_line(world: World, match: int, channel: Any = None) -> str:
    """What Ada is answered who posts a line of her study of a match; no message is new."""
    study = await world.ada.slash(channel or world.channel, "study", match=match)
    study = await moved(world.ada, study.followups[-1] if study.followups else study.response, ONE)
    posts, more = len(world.public()), await pressed(world.ada, study, "More…")
    answer = await world.tap(world.ada, "Post this line", more)
    assert len(world.public()) == posts
    return answer.splitlines()[-1]


async def test_no_line_of_a_match_of_a_competition_is_posted_while_it_runs(world: World) -> None:
    await in_season(world, terms=replace(TERMS, rated=False, unprepared=True))
    await world.env.advance_time(60)
    rows = await world.client.store.find(MatchSummary, competition=1)
    own = next(row for row in rows if world.ada.id in {each.id for each in row.people})
    assert await refused_line(world, own.match) == COUNTS
    # What is forbidden there is not offered.
    more = await pressed(world.ada, await begun(world, world.ada, match=own.match), "More…")
    assert "Prepare…" not in labels(more)


@pytest.mark.parametrize("kind", ["server", "group"])
async def test_a_line_is_posted_where_the_bot_may_only_answer(world: World, kind: str) -> None:
    spot = await begun_away(world, kind)
    study = await spot.ada.slash(spot.channel, "study", match=1)
    study = await moved(spot.ada, study.followups[-1] if study.followups else study.response, ONE)
    posts = len(world.public(spot.channel))
    await spot.ada.click(await pressed(spot.ada, study, "More…"), label="Post this line")
    assert len(world.public(spot.channel)) == posts + 1
    copied = await spot.grace.click(last(world, spot.channel), label="Study it")
    assert "Study" in (copied.response or copied.followups[-1]).content


async def test_studies_of_positions_puzzles_and_ended_matches(world: World) -> None:
    start = await begun(world, world.ada, game="heap", position="3;2")
    snapshot(start)
    over = await moved(world.ada, start, "3`*")
    snapshot(over)
    files = await world.ada.click(await pressed(world.ada, over, "More…"), label="File")
    text, json = files.followups[-1].attachments
    assert [text.filename, json.filename] == ["heap-study.txt", "heap-study.json"]
    content = await text.read()
    taken_in = (await world.linus.slash(world.channel, "import", file=("a.txt", content))).response
    snapshot(taken_in)
    assert CHANGED not in taken_in.content
    other = content.replace(b"Player 1", b"Somebody")
    asked = await world.linus.slash(world.channel, "import", file=("a.txt", other))
    assert CHANGED in asked.response.content
    snapshot(await pressed(world.linus, taken_in, "Open as a study", "Back"))
    snapshot(await world.ask(world.ada, "study", position="3;2"))
    snapshot(await world.ask(world.ada, "study", game="bump", position="x"))
    await world.start()
    await play(world, "1")
    await world.resign(world.grace)
    ended = (await world.ada.click(world.last, label="Study")).response
    snapshot(await moved(world.ada, ended, ONE))
    listed = await begun(world, world.ada)
    snapshot(listed)
    (menu,) = menus(listed)
    assert "Match 1 · Heap with Grace" in {each["label"] for each in menu["options"]}
    snapshot(await pressed(world.ada, listed, menu["options"][-1]["value"]))


async def test_a_puzzle_is_studied_by_the_command_once_it_is_finished(world: World) -> None:
    async def offered() -> list[Any]:
        return list(await world.ada.autocomplete(world.channel, "study", "puzzle", "bump"))

    shown = (await world.ada.slash(world.channel, "puzzle", game="bump")).response
    assert await offered() == []
    shown = await pressed(world.ada, shown, "More…", "Solution")
    (only,) = await offered()
    assert only["name"] == f"Bump: puzzle {only['value'].split('.')[2]}, 2026-01-01"
    study = await begun(world, world.ada, puzzle=only["value"])
    assert {"On", "Move", "More…"} <= set(labels(study))
    # Grace has not finished it, and what is no puzzle is said.
    snapshot(await world.ask(world.grace, "study", puzzle=only["value"]))
    for wrong in ("stage.bump.1", "puzzle.bump.0", "x"):
        snapshot(await world.ask(world.ada, "study", puzzle=wrong))


def test_who_has_too_many_studies_reads_what_to_press() -> None:
    snapshot(sentence(Refused("You have 100 studies.", Reason.MANY_STUDIES)))


async def test_what_is_studied_is_prepared_line_by_line_or_all_from_here(world: World) -> None:
    await world.start()
    grace, study = world.grace, await begun(world, world.grace, match=1)
    study = await moved(grace, study, ONE)
    study = await moved(grace, study, TWO)
    asked = await pressed(grace, study, "More…", "Prepare…")
    snapshot(asked)
    snapshot(await pressed(grace, asked, "Prepare this line"))
    study = await begun(world, grace, match=1)
    snapshot(await pressed(grace, study, "More…", "Prepare…", "My move against anything"))
    study = await pressed(grace, await begun(world, grace, match=1), "Back", "Back")
    study = await moved(grace, study, TWO)
    await moved(grace, study, ONE)
    study = await pressed(grace, await begun(world, grace, match=1), "Back", "Back")
    asked = await pressed(grace, study, "More…", "Prepare…")
    snapshot(asked)
    snapshot(await pressed(grace, asked, "Prepare all from here"))
    # Nobody else is told anything.
    assert "repared" not in said(await world.ada.slash(world.channel, "premove", match=1))[:9]
    await play(world, ONE.replace("`*", ""))
    await world.env.advance_time(121)
    assert [ply.prepared for ply in (await world.match()).plies] == [False, True]
    study = await begun(world, grace, match=1)
    # The match is over by then.
    assert "Prepare…" not in labels(await pressed(grace, study, "More…"))

"""Typed moves: shown before they count, compared side by side, and refused with the reason."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from bot.front.picker.typed_moves import split_moves
from bot.front.ui.next_button import NONE_WAITS
from bot.model.match import Match
from bot.model.records import MatchId
from bot.service.personal import drafts
from tests.front import heap
from tests.front.conftest import World, labels, said


async def plies(world: World) -> int:
    return len((await world.client.matches.match(MatchId(1))).plies)


# /move


async def test_a_typed_move_is_shown_before_it_counts(world: World) -> None:
    await world.begin("bump")
    asked = await world.ada.slash(world.channel, "move", move="011,12-3")
    assert "**Play this?**\n`011,12-3` **Ada** moves 011 to 12" in said(asked)
    assert len(asked.response.attachments) == 1
    assert await plies(world) == 0
    done = await world.ada.click(asked.response, label="Confirm")
    assert done.response.content == f"`011,12-3` is played.\n-# {NONE_WAITS}"
    assert await plies(world) == 1


async def test_a_typed_move_can_be_changed_with_buttons(world: World) -> None:
    await world.begin("bump")
    asked = await world.ada.slash(world.channel, "move", move="01,02")
    changed = await world.ada.click(asked.response, label="Change")
    assert "**Which piece?**" in changed.response.content


@pytest.mark.parametrize(("always", "asked", "plays"), [
    (True, None, False),
    (True, False, True),
    (False, None, True),
    (False, True, False),
])  # fmt: skip
async def test_a_typed_move_is_played_at_once_for_those_who_want_it_so(
    world: World, always: bool, asked: bool | None, plays: bool
) -> None:
    await world.begin("bump")
    await world.client.store.change_preferences(
        "person", world.ada.id, lambda _: {"confirm": always}
    )
    options = {} if asked is None else {"preview": asked}
    answer = await world.ada.slash(world.channel, "move", move="01,02", **options)
    assert ("`01,02` is played." in said(answer)) == plays
    assert await plies(world) == plays


async def test_a_typed_move_is_shown_only_to_those_whose_turn_it_is(world: World) -> None:
    await world.begin("bump")
    early = await world.grace.slash(world.channel, "move", move="09,08")
    assert "It is not your turn." in said(early)
    assert not labels(early.response)


# Why not?


async def test_a_refused_move_is_shown_with_what_stands_in_its_way(world: World) -> None:
    await world.begin("bump")
    refused = await world.ada.slash(world.channel, "move", move="01,11")
    assert "11" in said(refused).split("\n")[0]
    assert refused.response.ephemeral
    (picture,) = refused.response.attachments
    assert picture.description.startswith("In the way: 11.")
    plain = await world.ada.slash(world.channel, "board")
    assert await picture.read() != await plain.response.attachments[0].read()


async def test_the_nearest_legal_moves_are_a_press_away(world: World) -> None:
    await world.begin("bump")
    refused = await world.ada.slash(world.channel, "move", move="01,11")
    near = [label for label in labels(refused.response) if " · " in label]
    assert 1 <= len(near) <= 3
    shown = await world.ada.click(refused.response, label=near[0])
    text = near[0].partition(" · ")[2]
    assert f"**Play this?**\n`{text}`" in shown.response.content
    await world.ada.click(shown.response, label="Confirm")
    assert world.last.content.startswith(f"`{text}` ")


async def test_from_a_refusal_the_picker_is_a_press_away(world: World) -> None:
    await world.begin("bump")
    refused = await world.ada.slash(world.channel, "move", move="01,11")
    opened = await world.ada.click(refused.response, label="Pick with buttons")
    assert "**Which piece?**" in opened.response.content


async def test_what_is_no_move_at_all_is_refused_without_a_picture(world: World) -> None:
    await world.begin("meadow")
    refused = await world.ada.slash(world.channel, "move", move="?!")
    assert said(refused).startswith("That is no move. Write one like c4")
    assert not refused.response.attachments
    tree = await world.ada.slash(world.channel, "move", move="d5-e")
    assert said(tree).startswith("There is a tree on e5. Go around it.")
    assert tree.response.attachments[0].description.startswith("In the way: e5.")


async def test_a_refused_move_leaves_the_half_made_one_as_it_was(world: World) -> None:
    await world.begin("bump")
    opened = await world.ada.click(world.last, label="Move")
    await world.ada.click(opened.response, label="B · 011 ↘️")
    await world.ada.slash(world.channel, "move", move="01,11")
    assert "011: where to" in await world.ask(world.ada, "play")


# /compare


async def test_the_moves_typed_are_shown_side_by_side(world: World) -> None:
    await world.begin("bump")
    shown = await world.ada.slash(world.channel, "compare", moves="01,03; 011,12-3 ;pass;")
    assert shown.response.ephemeral
    assert "**1.** `01,03` **Ada** moves 01 to 03." in said(shown)
    assert labels(shown.response)[:3] == ["1 · 01,03", "2 · 011,12-3", "3 · pass"]
    assert [a.description[:8] for a in shown.response.attachments] == [
        "1. 01,03", "2. 011,1", "3. pass ",
    ]  # fmt: skip
    assert await plies(world) == 0


async def test_one_of_the_moves_compared_is_chosen_and_confirmed(world: World) -> None:
    await world.begin("bump")
    shown = await world.ada.slash(world.channel, "compare", moves="01,03; 011,12-3; pass")
    await world.restart()
    chosen = await world.ada.click(shown.response, label="2 · 011,12-3")
    assert "**Play this?**\n`011,12-3`" in chosen.response.content
    assert len(chosen.response.attachments) == 1
    await world.ada.click(chosen.response, label="Confirm")
    assert world.last.content.startswith("`011,12-3` ")


async def test_without_moves_the_most_promising_are_compared(world: World) -> None:
    await world.begin("bump")
    shown = await world.ada.slash(world.channel, "compare")
    assert len(shown.response.attachments) == 9
    assert len(shown.response.components) <= 5


async def test_the_picker_compares_what_can_come_of_the_piece_chosen(world: World) -> None:
    await world.begin("bump")
    opened = await world.ada.click(world.last, label="Move")
    piece = await world.ada.click(opened.response, label="B · 011 ↘️")
    shown = await world.ada.click(piece.response, label="Compare")
    offered = [label for label in labels(shown.response) if " · " in label]
    assert len(offered) == 9
    assert all(label.partition(" · ")[2].startswith("011,") for label in offered)
    back = await world.ada.click(shown.response, label="Back")
    assert "011: where to" in back.response.content
    chosen = await world.ada.click((await world.ada.click(back.response, label="Compare")).response,
                                   label=offered[0])  # fmt: skip
    changed = await world.ada.click(chosen.response, label="Change")
    assert "011: where to" in changed.response.content


async def test_ten_moves_or_an_illegal_one_are_not_compared(world: World) -> None:
    await world.begin("bump")
    many = await world.ada.slash(world.channel, "compare", moves=";".join(["pass"] * 10))
    assert "Those are 10 moves; up to 9 fit side by side." in said(many)
    illegal = await world.ada.slash(world.channel, "compare", moves="01,11")
    assert illegal.response.attachments[0].description.startswith("In the way: 11.")
    assert "It is not your turn." in await world.ask(world.grace, "compare", moves="pass")


async def test_of_moves_typed_the_right_ones_are_compared_and_the_wrong_ones_explained(
    world: World,
) -> None:
    await world.begin("bump")
    shown = await world.ada.slash(world.channel, "compare", moves="01,02; 01,11; nonsense; pass")

    assert labels(shown.response)[:2] == ["1 · 01,02", "2 · pass"]
    assert len(shown.response.attachments) == 2
    assert "Left out: `01,11`. On 11 stands your own piece." in said(shown)
    assert "Left out: `nonsense`. “nonsense” is no move" in said(shown)


async def typed_for_two(world: World, **given: Any) -> Any:
    """Ada types a move while she is to move in two matches here."""
    await world.begin("bump")
    await world.begin("heap")
    return await world.ada.slash(world.channel, "move", **given)


async def test_a_move_typed_with_several_matches_goes_on_in_the_one_chosen(world: World) -> None:
    asked = await typed_for_two(world, move="01,02")
    assert "You have several matches here. Which one is `01,02` for?" in said(asked)
    assert sorted(labels(asked.response)) == [
        "1 · Bump with Grace · your turn",
        "2 · Heap with Grace · your turn",
    ]
    await world.restart()
    chosen = await world.ada.click(asked.response, label="1 · Bump with Grace · your turn")
    assert "**Play this?**\n`01,02`" in chosen.response.content
    await world.ada.click(chosen.response, label="Confirm")
    assert await plies(world) == 1


async def test_a_move_to_be_played_at_once_is_played_in_the_match_chosen(world: World) -> None:
    asked = await typed_for_two(world, move="1", preview=False)
    await world.ada.click(asked.response, label="2 · Heap with Grace · your turn")
    match = await world.client.matches.match(MatchId(2))
    assert [ply.text for ply in match.plies] == ["1`*"]


async def test_moves_to_compare_go_on_in_the_match_chosen(world: World) -> None:
    await typed_for_two(world, move="1")
    asked = await world.ada.slash(world.channel, "compare", moves="01,02; pass")
    shown = await world.ada.click(asked.response, label="1 · Bump with Grace · your turn")
    assert labels(shown.response)[:2] == ["1 · 01,02", "2 · pass"]


async def test_a_move_too_long_for_a_button_is_asked_for_in_words(world: World) -> None:
    asked = await typed_for_two(world, move="1" * 71)
    assert "Name one with the option `match`." in said(asked)
    assert not asked.response.components


async def test_a_column_named_semicolon_does_not_part_a_move(world: World) -> None:
    await world.begin("bipod")
    for listed, texts in [
        ("e1; f2", ["e1", "f2"]),
        ("e1;f2", ["e1", "f2"]),
        (";1; e1", [";1", "e1"]),
        ("e1;;1", ["e1", ";1"]),
        ("e1; ;1 ;adopt;", ["e1", ";1", "adopt"]),
        ("e1,;1,f2; g1", ["e1,;1,f2", "g1"]),
        ("e1; nonsense; f2", ["e1", "nonsense", "f2"]),
        ("", []),
        (" ; ;", []),
    ]:
        assert split_moves(await world.client.matches.match(MatchId(1)), listed) == texts


async def test_a_cell_of_the_column_semicolon_is_completed_when_comparing(world: World) -> None:
    await world.begin("bipod")
    more = await world.ada.autocomplete(world.channel, "compare", "moves", "e1; ;1")
    assert "e1; ;1" in [choice["value"] for choice in more]


async def test_the_last_of_the_moves_typed_is_completed(world: World) -> None:
    await world.begin("bump")
    first = await world.ada.autocomplete(world.channel, "compare", "moves", "")
    assert 0 < len(first) <= 25
    more = await world.ada.autocomplete(world.channel, "compare", "moves", "pass; 01,0")
    values = [choice["value"] for choice in more]
    assert "pass; 01,02" in values
    assert all(value.startswith("pass; 01,0") for value in values)
    early = await world.grace.autocomplete(world.channel, "compare", "moves", "pass; ", match=1)
    assert "It is not your turn in match 1" in early[0]["name"]


# What it costs


async def test_moves_are_sought_beside_the_event_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete, threads = heap.GAME.complete, []

    def noticed(*arguments: Any) -> Sequence[int]:
        threads.append(threading.current_thread())
        return complete(*arguments)

    await world.begin("heap")
    monkeypatch.setitem(vars(heap.GAME), "complete", noticed)
    await world.ada.slash(world.channel, "compare")
    await world.ada.autocomplete(world.channel, "move", "move", "")
    await world.ada.autocomplete(world.channel, "compare", "moves", "")
    await world.grace.autocomplete(world.channel, "premove", "if", "")
    await world.form(world.ada)
    assert len(threads) == 5
    assert threading.main_thread() not in threads


async def test_a_preview_is_computed_beside_the_event_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed, threads = drafts.match_after, []

    def noticed(*arguments: Any) -> Match:
        threads.append(threading.current_thread())
        return computed(*arguments)

    await world.begin("bump")
    monkeypatch.setattr(drafts, "match_after", noticed)
    typed = await world.ada.slash(world.channel, "move", move="01,02", preview=True)
    assert "Play this?" in said(typed)
    await world.ada.click(typed.response, label="Whole board")
    assert len(threads) >= 2
    assert threading.main_thread() not in threads


async def test_preferences_are_read_once_for_an_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, reads = world.client.store, list[str]()
    one, both = store.preferences, store.preferences_there

    async def counted(scope: str, owner: int) -> dict[str, Any]:
        reads.append(scope)
        return await one(scope, owner)

    async def counted_both(person: int, guild: int) -> tuple[dict[str, Any], dict[str, Any]]:
        reads.extend(("person", "guild"))
        return await both(person, guild)

    await world.begin("heap")
    monkeypatch.setattr(store, "preferences", counted)
    monkeypatch.setattr(store, "preferences_there", counted_both)
    shown = await world.ada.slash(world.channel, "settings")
    assert sorted(reads) == ["guild", "person"]
    reads.clear()
    await world.ada.click(shown.response, label="Coordinates: on")
    # Her own come with the change.
    assert reads == ["guild"]
    for text in ("9", "1"):
        reads.clear()
        asked = await world.ada.slash(world.channel, "move", move=text)
        assert sorted(reads) == ["guild", "person"]
    await world.ada.click(asked.response, label="Confirm")
    reads.clear()
    await world.ada.slash(world.channel, "replay", share=True)
    assert reads == ["guild"]

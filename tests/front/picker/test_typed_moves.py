"""Typed moves: shown before they count, compared side by side, and refused with the reason."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import bot.catalog
from bot.front.picker.typed_moves import split_moves
from bot.model import turns
from bot.model.records import GuildId, PersonId
from tests.front import heap
from tests.front.conftest import World, labels, pressed, said
from tests.front.snapshot import snapshot


async def plies(world: World) -> int:
    return len((await world.match()).plies)


# /move


async def test_a_typed_move_is_shown_before_it_counts(bumps: World) -> None:
    asked = await bumps.ada.slash(bumps.channel, "move", move="011,12-3")
    snapshot(said(asked))
    assert len(asked.response.attachments) == 1
    changed = await bumps.ada.click(asked.response, label="Change")
    snapshot(changed.response.content)
    assert await plies(bumps) == 0
    # Only to those whose turn it is.
    early = await bumps.grace.slash(bumps.channel, "move", move="09,08")
    snapshot(said(early))
    assert not labels(early.response)

    asked = await bumps.ada.slash(bumps.channel, "move", move="011,12-3")
    done = await bumps.ada.click(asked.response, label="Confirm")
    snapshot(done.response.content)
    assert await plies(bumps) == 1


async def test_a_typed_move_is_played_at_once_for_those_who_want_it_so(bumps: World) -> None:
    for turn, (always, asked, plays) in enumerate(
        [(True, None, False), (False, True, False), (True, False, True), (False, None, True)]
    ):
        await bumps.wishes(bumps.ada, confirm=always)
        options = {} if asked is None else {"preview": asked}
        answer = await bumps.ada.slash(bumps.channel, "move", move="pass", **options)
        assert ("`pass` is played." in said(answer)) == plays
        made = max(turn - 2, 0) * 2 + plays
        assert await plies(bumps) == made
        if plays:
            await bumps.move(bumps.grace, "pass")


# Why not?


async def test_a_refused_move_shows_its_obstacle_and_what_is_near(bumps: World) -> None:
    refused = await bumps.ada.slash(bumps.channel, "move", move="01,11")
    first, near, last = said(refused).split("\n")
    assert "11" in first
    snapshot(near)
    snapshot(last)
    assert refused.response.ephemeral
    (picture,) = refused.response.attachments
    snapshot(picture.description)
    plain = await bumps.ada.slash(bumps.channel, "board")
    assert await picture.read() != await plain.response.attachments[0].read()
    opened = await bumps.ada.click(refused.response, label="Pick with buttons")
    snapshot(opened.response.content)

    # An unfinished move stays as it was, until one of the nearest legal ones is pressed.
    await pressed(bumps.ada, opened.response, "011")
    await bumps.ada.slash(bumps.channel, "move", move="01,11")
    snapshot(await bumps.ask(bumps.ada, "play"))
    refused = await bumps.ada.slash(bumps.channel, "move", move="01,11")
    offered = [label for label in labels(refused.response) if " · " in label]
    assert 1 <= len(offered) <= 3
    shown = await bumps.ada.click(refused.response, label=offered[0])
    text = offered[0].partition(" · ")[2]
    snapshot(shown.response.content)
    await bumps.ada.click(shown.response, label="Confirm")
    assert f" `{text}`\n" in bumps.words


async def test_what_is_no_move_at_all_is_refused_without_a_picture(world: World) -> None:
    await world.begin("meadow")
    snapshot(await world.ada.slash(world.channel, "move", move="?!"))
    tree = await world.ada.slash(world.channel, "move", move="d5-e")
    snapshot(said(tree))
    snapshot(tree.response.attachments[0].description)


# /compare


async def test_moves_are_compared_side_by_side_and_one_is_chosen(bumps: World) -> None:
    promising = await bumps.ada.slash(bumps.channel, "compare")
    assert len(promising.response.attachments) == 1
    assert len([label for label in labels(promising.response) if " · " in label]) == 6
    assert len(promising.response.components) <= 5
    snapshot(await bumps.ask(bumps.ada, "compare", moves=";".join(["pass"] * 7)))
    illegal = await bumps.ada.slash(bumps.channel, "compare", moves="01,11")
    snapshot(illegal.response.attachments[0].description)
    snapshot(await bumps.ask(bumps.grace, "compare", moves="pass"))

    shown = await bumps.ada.slash(bumps.channel, "compare", moves="01,02; 01,11; nonsense; pass")
    assert labels(shown.response)[:2] == ["1 · 01,02", "2 · pass"]
    assert len(shown.response.attachments) == 1
    snapshot(said(shown))
    assert said(shown).count("nonsense") == 1

    first = await bumps.ada.autocomplete(bumps.channel, "compare", "moves", "")
    assert 0 < len(first) <= 25
    more = await bumps.ada.autocomplete(bumps.channel, "compare", "moves", "pass; 01,0")
    values = [choice["value"] for choice in more]
    assert "pass; 01,02" in values
    assert all(value.startswith("pass; 01,0") for value in values)
    assert not await bumps.grace.autocomplete(bumps.channel, "compare", "moves", "pass; ", match=1)

    shown = await pressed(bumps.ada, bumps.last, "Move", "011", "d2", "Compare")
    offered = [label for label in labels(shown) if " · " in label]
    assert len(offered) == 6
    assert all(label.partition(" · ")[2].startswith("011,") for label in offered)
    back = await pressed(bumps.ada, shown, "Back")
    snapshot(back.content)
    changed = await pressed(bumps.ada, back, "Compare", offered[0], "Change")
    snapshot(changed.content)

    shown = await bumps.ada.slash(bumps.channel, "compare", moves="01,03; 011,12-3 ;pass;")
    assert shown.response.ephemeral
    snapshot(said(shown))
    assert labels(shown.response)[:3] == ["1 · 01,03", "2 · 011,12-3", "3 · pass"]
    (picture,) = shown.response.attachments
    moves = ("1. Ada moves 01 to 03.", " 2. Ada moves 011 to 12, facing", " 3. Ada passes.")
    assert all(told in picture.description for told in moves)
    assert await plies(bumps) == 0
    await bumps.restart()
    chosen = await bumps.ada.click(shown.response, label="2 · 011,12-3")
    assert "**Play this?**\n**Ada** moves 011 to 12" in chosen.response.content
    assert len(chosen.response.attachments) == 1
    await bumps.ada.click(chosen.response, label="Confirm")
    assert " `011,12-3`\n" in bumps.words


async def test_a_move_typed_with_several_matches_goes_on_in_the_one_chosen(world: World) -> None:
    bump, heap = "1 · Bump with Grace · your turn", "2 · Heap with Grace · your turn"
    await world.begin("bump")
    await world.begin("heap")
    long = await world.ada.slash(world.channel, "move", move="1" * 71)
    snapshot(said(long))
    assert not long.response.components, "too long for a button"

    asked = await world.ada.slash(world.channel, "compare", moves="01,02; pass")
    compared = await world.ada.click(asked.response, label=bump)
    assert labels(compared.response)[:2] == ["1 · 01,02", "2 · pass"]

    at_once = await world.ada.slash(world.channel, "move", move="1", preview=False)
    asked = await world.ada.slash(world.channel, "move", move="01,02")
    snapshot(said(asked))
    assert sorted(labels(asked.response)) == [bump, heap]
    await world.restart()
    chosen = await world.ada.click(asked.response, label=bump)
    assert "**Play this?**\n**Ada** moves 01 to 02. `01,02`" in chosen.response.content
    await world.ada.click(chosen.response, label="Confirm")
    assert await plies(world) == 1
    await world.ada.click(at_once.response, label=heap)
    match = await world.match(2)
    assert [ply.text for ply in match.plies] == ["1`*"]


async def test_moves_of_all_waiting_matches_are_suggested_each_with_its_match(world: World) -> None:
    async def offered(command: str, option: str, typed: str, **given: Any) -> dict[str, str]:
        found = await world.ada.autocomplete(world.channel, command, option, typed, **given)
        return {choice["value"]: choice["name"] for choice in found}

    await world.begin("bump")
    await world.begin("heap")
    found = await offered("move", "move", "")
    assert len(found) == 25
    snapshot(found["match 2: 1`*"])
    bump = [name for name in found.values() if name.endswith(" · 1 · Bump with Grace")]
    assert len(bump) == 22
    # What is typed is sought in all of them, and behind the name of one only there.
    only = await offered("move", "move", "01,03")
    assert all(text.startswith("match 1: 01,03") for text in only)
    assert set(await offered("move", "move", "match 2: 3")) == {"match 2: 3`*"}
    assert "011,12-3" in await offered("move", "move", "", match=1)

    snapshot(await world.ask(world.ada, "move", move="match 1: 01,03"))
    listed = await offered("compare", "moves", "01,02; 01,03")
    snapshot(listed["match 1: 01,02; 01,03"])
    more = await offered("compare", "moves", "match 1: 01,02; 01,03")
    assert list(more) == list(listed)
    compared = await world.ada.slash(world.channel, "compare", moves=next(iter(listed)))
    assert labels(compared.response)[:2] == ["1 · 01,02", "2 · 01,03"]

    for number, text in ((1, "01,03"), (2, "1")):
        await world.ada.slash(world.channel, "move", move=text, preview=False, match=number)
    assert not await offered("move", "move", "")
    snapshot(await world.ask(world.ada, "play"))


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
        assert split_moves(await world.match(), listed) == texts
    more = await world.ada.autocomplete(world.channel, "compare", "moves", "e1; ;1")
    assert "e1; ;1" in [choice["value"] for choice in more]


# What it costs


async def test_preferences_are_read_once_for_an_answer(world: World) -> None:
    store, reads = world.client.store, list[str]()
    one, there = store.preferences, store.preferences_there

    async def counted(scope: str, owner: int) -> dict[str, Any]:
        reads.append(scope)
        return await one(scope, owner)

    async def counted_there(people: Sequence[PersonId], guild: GuildId | None) -> Any:
        reads.append("there")
        return await there(people, guild)

    await world.begin("heap")
    world.patch.setattr(store, "preferences", counted)
    world.patch.setattr(store, "preferences_there", counted_there)
    shown = await world.ada.slash(world.channel, "settings")
    assert sorted(reads) == ["guild", "person"]
    reads.clear()
    await world.ada.click(shown.response, label="Coordinates: on")
    # Her own come with the change.
    assert reads == ["guild"]
    for text in ("9", "1"):
        reads.clear()
        asked = await world.ada.slash(world.channel, "move", move=text)
        assert reads == ["there"]
    await world.ada.click(asked.response, label="Confirm")
    reads.clear()
    await world.ada.slash(world.channel, "replay", share=True)
    # What all see names the empty spaces where anybody who plays asks for it.
    assert reads == ["there"]


# How often the rules are asked


ONCE = {"parse": 1, "play": 1}


class Counting:
    """The heap game, which counts how often it parses and plays."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.asked: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.game, name)
        if name not in ONCE:
            return value

        def counted(*arguments: Any) -> Any:
            self.asked[name] += 1
            return value(*arguments)

        return counted


@pytest.fixture
def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Counting:
    counting = Counting(heap.GAME)
    monkeypatch.setattr(heap, "GAME", counting)
    bot.catalog.catalog.cache_clear()
    return counting


async def test_a_typed_move_is_parsed_and_played_once(world: World, game: Counting) -> None:
    # The end of a match is looked through for what was missed, so this one goes on.
    short = world
    await short.start(spare=9)
    game.asked.clear()
    shown = await short.ada.slash(short.channel, "move", move="take 1")
    assert "Confirm" in labels(shown.response)
    assert game.asked == ONCE
    await short.ada.click(shown.response, label="Confirm")
    snapshot(short.last.content)
    assert game.asked == ONCE, "from preview to post"

    shown = await short.grace.slash(short.channel, "move", move="take 1")
    game.asked.clear()
    turns._resolved.clear()
    played = await short.grace.click(shown.response, label="Confirm")
    snapshot(played.response.content)
    assert game.asked == ONCE, "in a new process that confirms it"

    game.asked.clear()
    snapshot(await short.ask(short.ada, "move", move="take 1", preview=False))
    assert game.asked == ONCE, "of a move that counts at once"

"""Nine matches at their worst stay inside what Discord takes of one message."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
from simcord.components import validate_components, walk_components

from bot.catalog import catalog
from bot.front.board.pictures import ALT_LIMIT
from bot.front.inbox.entries import draw_tiles
from bot.front.inbox.panel import inbox_layout
from bot.front.inbox.words import InboxEntry
from bot.front.ui.base import ButtonId, InboxId
from bot.model.clock.calendar import Calendar, Vacation
from bot.model.clock.running import Segment
from bot.model.commands import Play
from bot.model.events import Person
from bot.model.inbox.pages import PAGE, InboxPage, Kind
from bot.model.post_kinds import PostKind
from bot.model.records import Delivered, MatchId, Post
from bot.service.personal.preferences import USUAL
from bot.service.personal.recap import Changes
from tests.front.conftest import World

LARGE = 10**18 - 1
FAR = MatchId(10**15 - 1)
NAMES = ("*" * 32, "@" * 32, "://" * 10, "<" * 400)
V2 = 1 << 15


async def worst(world: World) -> tuple[InboxPage, list[InboxEntry]]:
    """A page of nine matches, of every game, with names, numbers and news as long as they get."""
    keys = [*catalog(), *catalog(), *catalog()][:PAGE]
    for key in keys:
        await world.ada.slash(world.channel, f"challenge {key}", opponent=world.grace, first="me")
        await world.grace.click(world.public()[-1], label="Accept")
    found = await world.client.service.inbox.page(world.ada.id, Kind.MINE, 0, world.channel.id)
    page = replace(found, number=1, total=100, more=True, waiting=99)
    return page, [await _at_worst(world, n, row) for n, row in enumerate(page.rows, 1)]


async def _at_worst(world: World, number: int, row: Any) -> InboxEntry:
    match = await world.client.matches.match(row.match)
    people = (Person(world.ada.id, "Ada"), *(Person(n, name) for n, name in enumerate(NAMES, 1)))
    for _ in range(2):
        mover = match.turn_person
        assert mover
        text = match.rules.format(match.position, next(iter(match.rules.moves(match.position))))
        match = await world.client.matches.do(match.id, Play(mover.id, text))
    now = world.env.now()
    away = Segment(now, Calendar(vacations=(Vacation(now, now + timedelta(days=9)),)))
    match = replace(match, id=FAR, seats=people[:3]).timed((away,), now)
    assert match.halt
    far = replace(
        row,
        match=MatchId(FAR - number),
        people=people[: 2 + number % 4],
        awaited=(world.ada.id, *range(1, 20)),
        guild=LARGE,
        channel=LARGE,
    )
    changes = Changes(match.plies[-1:], 99, True, ("draw", "takeback", "time"))
    board = Delivered(Post(FAR, 1, PostKind.TURN), LARGE, LARGE)
    return InboxEntry(number, far, match, changes, board, f"<:{'b' * 32}:{LARGE}> ", FAR)


async def test_nine_matches_at_their_worst_fit_into_a_message(world: World) -> None:
    whole, shown = await worst(world)
    pictures = await draw_tiles(shown, USUAL, world.ada.id)
    assert len({file.filename for file in pictures}) == PAGE
    assert sum(len(file.fp.read()) for file in pictures) < 1_000_000

    for kind in Kind:
        page = replace(whole, kind=kind)
        layout = inbox_layout(page, shown, world.ada.id, pictures[1:])

        sent: list[dict[str, Any]] = layout.to_components()  # type: ignore[no-untyped-call] # by discord.py
        validate_components(sent, flags=V2)
        found = list(walk_components(sent))
        assert len(found) <= 40
        texts = [part["content"] for part in found if part["type"] == 10]
        assert sum(map(len, texts)) == layout.content_length() <= 4000
        assert kind is Kind.FINISHED or "(on vacation)" in texts[1]
        [gallery] = [part for part in found if part["type"] == 12]
        assert len(gallery["items"]) == PAGE - 1
        assert all(0 < len(item["description"]) <= ALT_LIMIT for item in gallery["items"])
        ids = [part["custom_id"] for part in found if "custom_id" in part]
        assert len(set(ids)) == len(ids) == PAGE + 4
        assert all(len(each) <= 100 for each in ids)
        assert all(ButtonId.parse(each) or InboxId.parse(each) for each in ids)
        # Only so short do they fit.
        assert f"{'*' * 32}".replace("*", r"\*") not in "".join(texts)
        [menu] = [part for part in found if part["type"] == 3]
        assert [line["value"] for line in menu["options"] if line.get("default")] == [kind]
        assert all(len(line["description"]) <= 100 for line in menu["options"])
        assert layout.timeout is None

    # Names are cut only where the whole would be too long.
    alone = inbox_layout(replace(whole, rows=whole.rows[:1]), shown[:1], world.ada.id, [])
    words = [part for part in alone.walk_children() if isinstance(part, discord.ui.TextDisplay)]
    assert any(r"\*" * 32 in part.content for part in words)

"""One id is not taken for another: mypy refuses each swap."""

import re
import sys
from pathlib import Path

from tests.helpers.commands import output_of

HEAD = """
from datetime import datetime
from bot.front.discord import markdown, permissions
from bot.front.discord.context import Client
from bot.front.meant import match_label
from bot.model.commands import Play
from bot.model.events import Person, Played, Recorded, Resigned
from bot.model.match import Match
from bot.model.places import Place, where
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import (
    ChannelId,
    Delivered,
    Draft,
    GuildId,
    MatchSummary,
    MessageId,
    PersonId,
    Post,
    Seat,
    Seq,
)
from bot.service.matches import Matches
async def calls(
    match: Match, event: Resigned, place: Place, row: MatchSummary, post: Post, now: datetime,
    store: Store, matches: Matches, client: Client, person: PersonId, guild: GuildId,
    channel: ChannelId, message: MessageId, seat: Seat, seq: Seq,
) -> None:
"""
SWAPS = """
    match.person(seat|person)
    match.seat_of(person|seat)
    match.is_playing(person|seq)
    Resigned(seat|person)
    Played(seat|seq, "a1")
    Recorded(seq|seat, event, now)
    Person(person|guild, "Ada")
    Play(person|seat, "a1")
    Post(match.id, seq|seat, PostKind.TURN)
    Draft(person|channel, match.id, seq)
    Delivered(post, channel|message, message)
    where(place, channel|guild)
    await matches.of_channel(channel|guild)
    await matches.of_person(person|seat)
    await matches.earlier(match, seq|seat)
    await store.visit(person|seat, match.id, seq, now)
    await store.end_stretch(match.id, seq|seat, now, [])
    await store.delivered(post, channel, message|channel)
    await store.calendar_history(person|seat)
    markdown.mention(person|seat)
    markdown.message_link(guild|channel, channel, message)
    match_label(row, person|guild)
    permissions.may_attach(client, channel|guild)
"""
"""Calls with the right id, and beside it one of another kind."""


def test_mypy_refuses_one_id_for_another(tmp_path: Path) -> None:
    asked = SWAPS.strip("\n").splitlines()
    right, swapped = ([re.sub(r"(\w+)\|(\w+)", kept, a) for a in asked] for kept in (r"\1", r"\2"))
    lines = (HEAD + "\n".join([*right, *swapped])).splitlines()
    (program := tmp_path / "calls.py").write_text("\n".join(lines))
    found = output_of([sys.executable, "-m", "mypy", program], cwd=Path(__file__).parents[1])
    errors = re.findall(r"calls.py:(\d+): error: .*\[arg-type\]$", found.stdout, re.M)
    assert [lines[int(line) - 1] for line in errors] == swapped, found.stdout + found.stderr

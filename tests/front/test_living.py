"""Posts that follow something, of every kind: made once, edited when there is something new."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from bot.front.discord.layouts import is_laid_out
from bot.front.discord.refusals import LOCKED
from bot.front.living import REFUSED, state_of
from bot.model.places import LivingKind, PostState
from tests.front.competitions.seasons import GIVEN
from tests.front.conftest import ON_FILE, World, labels
from tests.front.exercises.learning import switch_on, to_next
from tests.front.panels import lists, text_of
from tests.front.refusing import refuse
from tests.helpers.long_runs import mostly_long
from tests.helpers.playing import known
from tests.helpers.posting import DAY, EDITS, POSTS, forbid, kill_at_note, refuse_here, spoken

LATER = timedelta(minutes=10).total_seconds()
"""Long enough for a retry and for what is left alone after an edit."""

ONCE_MORE = REFUSED.total_seconds() + LATER
CUP = {"name": "Cup", "game": "heap", "begins": "in 2 days"}


@dataclass(frozen=True)
class Kind:
    """What begins one in the channel and what changes it, with a sign that it shows the change."""

    of: LivingKind
    begin: Callable[[World], Awaitable[object]]
    change: Callable[[World], Awaitable[object]] | None = None
    sign: str = ""

    async def state(self, world: World) -> PostState:
        numbers = {LivingKind.DAILY: world.guild.id, LivingKind.LOBBY: world.channel.id}
        return known(await state_of(world.client, self.of, numbers.get(self.of, 1)))

    async def changed(self, world: World) -> None:
        assert self.change
        await self.change(world)
        await world.env.advance_time(LATER)


async def daily(world: World) -> None:
    await switch_on(world)
    await to_next(world)


LEAGUE = Kind(
    LivingKind.LEAGUE,
    lambda world: world.manager.slash(world.channel, "league found", **GIVEN),
    lambda world: world.ada.slash(world.channel, "league join"),
    "**Ada**",
)
TOURNAMENT = Kind(
    LivingKind.COMPETITION,
    lambda world: world.manager.slash(world.channel, "tournament announce", **CUP),
    lambda world: world.ada.slash(world.channel, "tournament enter"),
    "**Ada**",
)
LOBBY = Kind(
    LivingKind.LOBBY,
    lambda world: world.manager.slash(world.channel, "lobby", post=True),
    lambda world: world.ada.slash(world.channel, "challenge heap"),
    "match 1",
)
DAILY = Kind(LivingKind.DAILY, daily)
MADE = pytest.mark.parametrize("kind", [LEAGUE, TOURNAMENT, DAILY], ids=lambda kind: kind.of)
"""Those that the worker makes; a command makes the first list."""
EDITED = pytest.mark.parametrize("kind", [LEAGUE, TOURNAMENT, LOBBY], ids=lambda kind: kind.of)


def posts(world: World, kind: Kind) -> list[Any]:
    """Those of that kind in the channel; all others are of challenges."""
    return lists(world) if kind is LOBBY else spoken(world)


def text(world: World, kind: Kind) -> str:
    [post] = posts(world, kind)
    return text_of(post) if kind is LOBBY else post.content


def edits(world: World) -> int:
    asked = ((r.method, r.path) for r in world.env.http_requests)
    here = f"/channels/{world.channel.id}/messages/"
    return sum(method == "PATCH" and path.startswith(here) for method, path in asked)


@MADE
async def test_killed_between_posting_and_noting_it_is_not_posted_twice(
    world: World, kind: Kind
) -> None:
    await kind.begin(world)
    [post] = spoken(world)
    before = await kind.state(world)
    # As it is noted before it is posted.
    begun = (world.env.now() - timedelta(seconds=10)).isoformat(timespec="microseconds")
    await world.client.store.close()
    world.sql(
        "UPDATE living_posts SET message = NULL, shown = -1, posted = posted || '?', due_at = ?",
        begun,
    )
    await world.env.restart_bot(world.make())
    await world.env.advance_time(LATER)
    assert [each.id for each in spoken(world)] == [post.id]
    after = await kind.state(world)
    assert (after.message, after.posted) == (before.message, before.posted)


@ON_FILE
@MADE
@pytest.mark.parametrize("behind", [False, True])
@pytest.mark.parametrize("notes", mostly_long([1, 2, 3], 2))
async def test_wherever_the_process_is_killed_there_is_one(
    world: World, kind: Kind, notes: int, behind: bool
) -> None:
    kill_at_note(world, notes, behind=behind)
    await kind.begin(world)
    await world.restart()
    await world.env.advance_time(LATER)
    [post] = spoken(world)
    state = await kind.state(world)
    assert not state.posted.endswith("?")
    assert state.message in (post.id, None)
    if kind.change:
        await kind.changed(world)
        assert kind.sign in text(world, kind)


@MADE
async def test_what_gets_lost_on_the_way_is_tried_again_and_is_there_once(
    world: World, kind: Kind
) -> None:
    world.env.inject_error("POST", POSTS, status=503, times=2)
    await kind.begin(world)
    assert spoken(world) == []
    await world.env.advance_time(LATER)
    assert len(spoken(world)) == 1


@pytest.mark.parametrize("kind", [LEAGUE, TOURNAMENT, LOBBY, DAILY], ids=lambda kind: kind.of)
async def test_what_discord_refuses_is_posted_and_changed_in_words(
    world: World, kind: Kind
) -> None:
    refuse(world, "layout", "files")
    await kind.begin(world)
    [post] = spoken(world)
    if kind.change:
        await kind.changed(world)
        [post] = [each for each in spoken(world) if each.id == post.id]
        assert kind.sign in post.content
    assert labels(post)
    assert not is_laid_out(post)


async def test_for_a_page_that_discord_takes_no_more_there_is_one_in_words(
    world: World,
) -> None:
    await LOBBY.begin(world)
    refuse(world, "layout")
    await LOBBY.changed(world)
    *_, post = spoken(world)
    assert LOBBY.sign in post.content
    assert labels(post) == ["Accept"]
    assert lists(world) == []
    assert (await LOBBY.state(world)).message == post.id
    # The plain one loses its buttons with its last challenge, too.
    challenge = next(each for each in spoken(world) if "Withdraw" in labels(each))
    await world.ada.click(challenge, label="Withdraw")
    await world.env.advance_time(LATER)
    assert labels(next(each for each in spoken(world) if each.id == post.id)) == []


async def test_a_page_that_discord_refuses_for_another_reason_is_kept(world: World) -> None:
    await LOBBY.begin(world)
    [post] = lists(world)
    world.env.inject_error("PATCH", EDITS, status=400, code=LOCKED, times=None)
    await LOBBY.changed(world)
    world.env.backend.faults.clear()
    await world.env.advance_time(ONCE_MORE)
    assert [each.id for each in lists(world)] == [post.id]
    assert LOBBY.sign in text(world, LOBBY)


async def test_a_page_stays_in_charge_until_there_is_another_one(world: World) -> None:
    await LOBBY.begin(world)
    [post] = lists(world)
    refuse(world, "layout")
    world.env.inject_error("POST", POSTS, status=403, code=50013, times=None)
    await world.ada.slash(world.channel, "challenge heap")
    await world.env.advance_time(LATER)
    assert (await LOBBY.state(world)).message == post.id


async def test_a_page_is_not_replaced_while_nothing_can_be_noted(world: World) -> None:
    await LOBBY.begin(world)
    refuse(world, "layout")
    kill_at_note(world, 1, behind=False)
    before = len(spoken(world))
    await LOBBY.changed(world)
    # The challenge alone, whose post is no living one.
    assert len(spoken(world)) == before + 1


@EDITED
async def test_an_edit_that_gets_lost_is_tried_again(world: World, kind: Kind) -> None:
    await kind.begin(world)
    await world.env.advance_time(LATER)
    world.env.inject_error("PATCH", EDITS, status=503, times=2)
    await kind.changed(world)
    assert kind.sign in text(world, kind)


@pytest.mark.parametrize("is_known", [True, False])
@MADE
async def test_without_the_right_to_post_it_is_made_later(
    world: World, kind: Kind, is_known: bool
) -> None:
    # With a picture, and in characters.
    refuse_here(world, times=2 if kind.of is LivingKind.DAILY else 1)
    await kind.begin(world)
    if is_known:
        forbid(world, send_messages=False)
        await world.env.advance_time(ONCE_MORE)
    assert spoken(world) == []
    forbid(world, send_messages=True)
    # The puzzle of a day waits for the next one.
    wait = timedelta(days=1) if kind.of is LivingKind.DAILY else REFUSED
    await world.env.advance_time(wait.total_seconds() + LATER)
    assert len(spoken(world)) == 1


@EDITED
async def test_where_it_may_not_be_edited_it_is_tried_again_later(world: World, kind: Kind) -> None:
    await kind.begin(world)
    await world.env.advance_time(LATER)
    world.env.inject_error("PATCH", EDITS, status=403, code=50001, times=None)
    await kind.changed(world)
    assert kind.sign not in text(world, kind)
    world.env.backend.faults.clear()
    await world.env.advance_time(LATER)
    assert kind.sign not in text(world, kind)
    await world.env.advance_time(ONCE_MORE)
    assert kind.sign in text(world, kind)


@EDITED
async def test_all_that_comes_within_its_calm_is_one_edit(world: World, kind: Kind) -> None:
    await kind.begin(world)
    await world.env.advance_time(LATER)
    before = edits(world)
    assert kind.change
    for _ in range(3):
        await kind.change(world)
    await world.env.advance_time(LATER)
    assert edits(world) - before <= 2
    assert kind.sign in text(world, kind)
    done = edits(world)
    await world.env.advance_time(timedelta(hours=3).total_seconds())
    assert edits(world) == done
    assert (await kind.state(world)).is_current


@pytest.mark.parametrize(
    "kind", [LEAGUE, TOURNAMENT, LOBBY, Kind(LivingKind.DAILY, daily)], ids=lambda kind: kind.of
)
async def test_a_channel_that_is_gone_is_not_asked_for_ever(world: World, kind: Kind) -> None:
    home, world.channel = world.channel, world.guild.create_text_channel("elsewhere")
    await kind.begin(world)
    await world.env.advance_time(LATER)
    gone, world.channel = world.channel, home
    world.env.backend.delete_channel(gone.id)
    number = {LivingKind.DAILY: world.guild.id, LivingKind.LOBBY: gone.id}.get(kind.of, 1)
    world.sql("UPDATE living_posts SET changes = changes + 1, due_at = '2000-01-01T00:00:00+00:00'")
    world.client.service.queue.wake()
    await world.env.advance_time(DAY + LATER)
    before = len(world.env.http_requests)
    await world.env.advance_time(2 * ONCE_MORE)
    later = world.env.http_requests[before:]
    assert [r for r in later if r.method in ("POST", "PATCH") and str(gone.id) in r.path] == []
    state = await state_of(world.client, kind.of, number)
    assert state is None or state.is_current

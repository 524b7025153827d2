"""What Discord refuses of a message, it gets in a simpler form: of every message and every edit."""

import ast
import io
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image

import bot.front
from bot.front.discord import context
from bot.front.discord.context import Interaction, change_pressed, defer_private, defer_update
from bot.front.discord.layouts import is_laid_out, laid_out, words_of
from bot.front.posting.at_discord import edit_silently, leave_note, post_silently
from bot.front.posting.sending import NOT_TAKEN
from bot.front.ui.base import ACTIONS, Acknowledge, Address, ButtonId, match_button, message_view
from bot.model.events import Challenged, Event
from bot.model.fold import fold, record_events
from bot.model.post_kinds import PostKind
from bot.model.projection import summary_of
from bot.model.records import (
    NO_EVENT,
    ChannelId,
    GuildId,
    MatchId,
    MatchSummary,
    MessageId,
    Post,
    Seq,
)
from tests.front.conftest import World, labels
from tests.front.panels import parts, text_of
from tests.front.refusing import refuse
from tests.front.text.stories import STORIES

FRONT = Path(bot.front.__file__).parent
METHODS = {"send", "send_message", "edit", "edit_message", "edit_original_response"}

WEEK = timedelta(days=7)
WORDS, SMALL, ALT = "Look at this.", "-# Heap", "A heap of five."
TEXT = f"{WORDS}\n{SMALL}"


def calls() -> Iterator[tuple[str, ast.Call]]:
    """All calls in front, each with the name of the innermost function that has it."""

    def within(node: ast.AST, name: str) -> Iterator[tuple[str, ast.Call]]:
        name = getattr(node, "name", name)
        if isinstance(node, ast.Call):
            yield name, node
        for each in ast.iter_child_nodes(node):
            yield from within(each, name)

    for file in sorted(FRONT.rglob("*.py")):
        yield from within(ast.parse(file.read_text("utf-8")), file.name)


def test_no_message_is_sent_or_edited_in_another_way() -> None:
    found = set()
    for name, call in calls():
        if isinstance(call.func, ast.Attribute) and call.func.attr in METHODS:
            of_self = ast.unparse(call.func.value).startswith("self")
            of_thread = "archived" in {each.arg for each in call.keywords}
            # Those are what `deliver` is given.
            if not (of_self or of_thread or name in ("say", "send")):
                found.add(f"{name}: {ast.unparse(call)}")
    assert found == set()


DELIVERING = {name for name, call in calls() if ast.unparse(call.func) == "deliver"}
"""The functions that send or edit messages."""


def pictures() -> list[discord.File]:
    drawn = io.BytesIO()
    Image.new("1", (1, 1)).save(drawn, "png")
    names = ("board", "close")
    return [discord.File(io.BytesIO(drawn.getvalue()), f"{n}.png", description=ALT) for n in names]


def body(is_page: bool) -> dict[str, Any]:
    """A message with two pictures and a button, laid out or plain."""
    shown, below = pictures(), message_view([match_button("view", Address(MatchId(1), Seq(1)))])
    if is_page:
        return {"view": laid_out(TEXT, shown, below, None), "files": shown}
    return {"content": TEXT, "view": below, "files": shown}


def edited(given: dict[str, Any]) -> dict[str, Any]:
    return {"attachments" if key == "files" else key: value for key, value in given.items()}


@dataclass
class Spot:
    """Where the messages are sent: what was posted there, which is pressed and edited."""

    world: World
    posts: dict[bool, MessageId]

    async def press(self, is_page: bool, acknowledge: Acknowledge, act: Any) -> None:
        """Somebody presses the button of a post, which does that."""
        world = self.world
        (post,) = [each for each in world.public() if each.id == self.posts[is_page]]
        actions: dict[Any, Any] = ACTIONS
        done = ACTIONS[ButtonId, "view"]._replace(act=act, acknowledge=acknowledge)
        with world.patch.context() as patch:
            patch.setitem(actions, (ButtonId, "view"), done)
            await world.grace.click(post, label="My view")

    @property
    def place(self) -> tuple[Any, ChannelId]:
        return self.world.client, ChannelId(self.world.channel.id)


async def sent(spot: Spot, is_page: bool) -> None:
    with spot.world.env.time_context():
        await post_silently(*spot.place, **body(is_page))


async def changed(spot: Spot, is_page: bool) -> None:
    with spot.world.env.time_context():
        await edit_silently(*spot.place, spot.posts[is_page], **edited(body(is_page)))


async def turned(spot: Spot, _: bool) -> None:
    await spot.world.move(spot.world.ada, "111,12")


def answer(name: str) -> Callable[[Spot, bool], Awaitable[None]]:
    async def answered(spot: Spot, is_page: bool) -> None:
        async def act(interaction: Interaction, _: ButtonId) -> None:
            given = body(is_page)
            text = () if is_page else (TEXT,)
            parts = (given["view"], given["files"]) if is_page else (given["files"], given["view"])
            if name == "reply_public":
                await context.reply_private(interaction, "Here it is.")
            await getattr(context, name)(interaction, *text, *parts)

        is_new = name.startswith("reply")
        await spot.press(is_page, defer_private if is_new else defer_update, act)

    return answered


async def pressed(spot: Spot, is_page: bool) -> None:
    async def act(interaction: Interaction, _: ButtonId) -> None:
        await change_pressed(interaction, **edited(body(is_page)))

    await spot.press(is_page, defer_update, act)


PLAIN, PAGE = False, True
HOW: Mapping[str, tuple[Callable[[Spot, bool], Awaitable[None]], Sequence[bool]]] = {
    "post_silently": (sent, [PLAIN, PAGE]),
    "edit_silently": (changed, [PLAIN]),
    "change_pressed": (pressed, [PLAIN]),
    "reply_private": (answer("reply_private"), [PLAIN]),
    "reply_public": (answer("reply_public"), [PLAIN]),
    "reply_layout": (answer("reply_layout"), [PAGE]),
    "replace_private": (answer("replace_private"), [PLAIN]),
    "replace_layout": (answer("replace_layout"), [PAGE]),
    "_send_in_turn": (turned, [PAGE]),
}
"""How each of them comes to send a message, in which forms."""

CHANGING = {"edit_silently", "change_pressed", "replace_private", "replace_layout"}
"""Those that change a message, if Discord lets them."""

WORDS_ALONE = {"send_feedback", "tell_deleted"}
"""What has neither files nor a layout."""


def test_every_way_to_send_a_message_is_refused_below() -> None:
    assert HOW.keys() | WORDS_ALONE == DELIVERING


def shown(message: discord.Message) -> int:
    """How many pictures it shows."""
    return len(parts(message, 12)) if is_laid_out(message) else len(message.attachments)


@pytest.mark.parametrize("refused", ["gallery", "files", "layout files"])
async def test_whatever_discord_refuses_the_words_and_if_it_can_be_the_pictures_arrive(
    bumps: World, refused: str
) -> None:
    with bumps.env.time_context():
        place = (bumps.client, ChannelId(bumps.channel.id))
        posts = {is_page: await post_silently(*place, **body(is_page)) for is_page in (False, True)}
    refuse(bumps, *refused.split())
    for name, (say, forms) in HOW.items():
        for is_page in forms:
            before = [each.id for each in bumps.channel.history(viewer=bumps.grace)]
            await say(Spot(bumps, posts), is_page)
            history = bumps.channel.history(viewer=bumps.grace)
            new = [each for each in history if each.id not in before]
            assert bool(new) == (name not in CHANGING or (is_page and refused != "files")), name
            message = [*[each for each in history if each.id == posts[is_page]], *new][-1]
            words, keeps = words_of(message), refused == "gallery"
            assert shown(message) == 2 * keeps, name
            assert "layout" not in refused or not is_laid_out(message), name
            assert "My view" in labels(message), name
            if name != "_send_in_turn":
                assert (words.splitlines()[0], SMALL in words) == (WORDS, True), name
            assert ("did not take the picture" in words) == (not keeps), name


async def test_a_note_stays_in_place_of_a_post_in_either_form(world: World) -> None:
    place = (world.client, ChannelId(world.channel.id))
    for is_page in (PLAIN, PAGE):
        with world.env.time_context():
            post = await post_silently(*place, **body(is_page))
            await leave_note(*place, post, "It goes on elsewhere.")
        assert (world.last.content or text_of(world.last)) == "It goes on elsewhere."
        assert labels(world.last) == []


async def write(world: World, kind: PostKind, events: Sequence[Event]) -> MatchId:
    """A match with those events, of the last of which such a post is to be made."""
    now, (asked, *others) = world.env.now(), events
    assert isinstance(asked, Challenged)
    channel, guild = ChannelId(world.channel.id), GuildId(world.guild.id)
    there = [replace(asked, channel=channel, guild=guild, expires=now + WEEK), *others]

    def summarize(number: MatchId) -> tuple[MatchSummary, list[Post]]:
        match = fold(record_events(there, NO_EVENT, now), number).timed((), now)
        return summary_of(match), [Post(number, match.seq, kind)]

    return await world.client.store.create(there, now, summarize)


WITH_BOARD = {
    *(PostKind.TURN, PostKind.THINKING, PostKind.END),
    *(PostKind.TAKEBACK, PostKind.REPLACEMENT),
}
"""The kinds of posts that show the board."""

DELIVERED = "SELECT message FROM outbox WHERE match_id = ? AND kind = ? AND message IS NOT NULL"


@pytest.mark.parametrize("refused", ["gallery", "layout files"])
async def test_every_kind_of_post_arrives_if_discord_refuses_that(
    world: World, refused: str
) -> None:
    refuse(world, *refused.split())
    first = {PostKind(kind): next(iter(each.values())) for kind, each in STORIES.items()}
    with world.env.time_context():
        written = {kind: await write(world, kind, first[kind]) for kind in first}
        world.client.service.queue.wake()
    await world.env.settle()
    posts = {each.id: each for each in world.public()}
    pictured = set()
    for kind, match in written.items():
        ((message,),) = world.sql(DELIVERED, match, kind)
        post = posts[message]
        assert not is_laid_out(post)
        if post.attachments if refused == "gallery" else NOT_TAKEN in post.content:
            pictured.add(kind)
        assert bool(post.attachments) + (NOT_TAKEN in post.content) == (kind in pictured)
    assert pictured == WITH_BOARD
    chain = posts[MessageId(world.sql(DELIVERED, written[PostKind.TURN], "turn")[0][0])]
    assert len(chain.attachments) == 2 * (refused == "gallery")

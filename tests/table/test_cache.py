"""The table computes what it shows of a message once, and shows what simcord's page would."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from markdown_it import MarkdownIt
from simcord.backend.models import Message

from bot.table import cache
from bot.table.env import concerns_messages
from bot.table.page import Page
from tests.table.window import Window, begin, challenge, on_turn


class Work:
    """How often simcord's page parsed a text, built a parser, and made a window's view."""

    def __init__(self) -> None:
        self.built = 0
        self.texts: list[str] = []
        self.views: list[str] = []


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    counted = Work()
    build, parse, publish = MarkdownIt.__init__, MarkdownIt.parse, Page._publish

    def building(self: Any, *args: Any, **kwargs: Any) -> None:
        counted.built += 1
        build(self, *args, **kwargs)

    def parsing(self: Any, text: str, *args: Any) -> Any:
        counted.texts.append(text)
        return parse(self, text, *args)

    def publishing(self: Any, page: Any, **kwargs: Any) -> None:
        counted.views.append(page.id)
        publish(self, page, **kwargs)

    monkeypatch.setattr(MarkdownIt, "__init__", building)
    monkeypatch.setattr(MarkdownIt, "parse", parsing)
    monkeypatch.setattr(Page, "_publish", publishing)
    cache.parser.cache_clear()
    cache.tokens.cache_clear()
    return counted


def say(page: Page, content: str, **details: Any) -> Message:
    bot = page.env.backend.bot_user.id
    return page.env.backend.create_message(page.channel.id, bot, content, **details)


async def quiet(page: Page) -> None:
    """Wait until every window shows all that has happened."""
    for _ in range(500):
        if all(page.is_current(each) for each in page._pages.values() if each is not page._python):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the windows never came up to date")


async def test_messages_are_parsed_once_by_one_parser(page: Page, work: Work) -> None:
    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        for number in range(30):
            say(page, f"**{number}**")
            page.publish()
            await asyncio.gather(ada.look(), grace.look())
        said = [text for text in work.texts if text.startswith("**")]
        assert sorted(said) == sorted(f"**{number}**" for number in range(30))
        assert work.built == 1


async def test_a_burst_is_one_view_and_nothing_is_none(page: Page, work: Work) -> None:
    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        await quiet(page)
        work.views.clear()
        page.publish()
        assert work.views == []
        for number in range(20):
            say(page, f"**{number}**")
        await ada.see("**19**")
        await grace.see("**19**")
        await quiet(page)
        assert sorted(work.views) == sorted(w.shown["context"]["id"] for w in (ada, grace))


@pytest.fixture
def stock(page: Page) -> Iterator[Any]:
    """What simcord itself would show in a window, all computed again."""

    def payload(window: Window) -> Any:
        shown = page._pages[window.shown["context"]["id"]]
        cache.uninstall()
        try:
            page._publish(shown, reason="refresh")
            return page._page_payload(shown)
        finally:
            cache.install()

    yield payload
    cache.install()


# What simcord makes again for each view, whatever is in it.
EPHEMERAL = ("publication", "publishedRevision", "profile")


def lasting(shown: Any) -> dict[str, Any]:
    return {key: part for key, part in shown.items() if key not in EPHEMERAL}


async def both_views(page: Page, window: Window, stock: Any) -> tuple[Any, Any]:
    """What a window shows and what simcord would show, with nothing happening between."""
    while True:
        await quiet(page)
        entries = page._ledger.entries
        await window.look()
        shown, wanted = window.shown, stock(window)
        if page._ledger.entries == entries:
            return shown, wanted


async def test_the_table_shows_what_simcord_would(page: Page, stock: Any) -> None:
    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        board = await begin(page, ada, grace)
        assert len(board["attachments"]) == 1
        mover = await on_turn(ada, grace, board)
        await mover.press(await mover.see("it is your turn"), "Move")
        await mover.type("rules", game="bump")
        said = say(
            page, "_one_ <t:1700000000:R> https://example.com ||hidden||\n> quoted\n-# small"
        )
        for _ in range(2):
            for window in (ada, grace):
                shown, wanted = await both_views(page, window, stock)
                assert lasting(shown) == lasting(wanted)
            page.env.backend.edit_message(page.channel.id, said.id, {"content": "`two` <@1>"})
        # A message and its picture change together.
        change = {"content": "over", "attachments": []}
        page.env.backend.edit_message(page.channel.id, int(board["id"]), change)
        [seen] = [message for message in await ada.look() if message["id"] == board["id"]]
        assert (seen["content"], seen["attachments"]) == ("over", [])


async def test_what_a_window_shows_of_a_message_is_kept_for_the_next_look(page: Page) -> None:
    async with Window.open(page, "Ada") as ada:
        await challenge(page, ada, "Grace")
        asked = int((await ada.see("challenges you"))["id"])
        await ada.see("Your challenge")
        await quiet(page)
        window = ada.shown["context"]["id"]
        handed_out = page.state(window)
        assert handed_out is not None
        assert json.loads(handed_out) == page._page_payload(page._pages[window])

        kept = page.caches[window]
        shown, listed = kept.shown[asked], kept.listed[asked]
        say(page, "another")
        await ada.see("another")
        assert kept.shown[asked] is shown
        assert kept.listed[asked] is listed
        # Another person in the same window sees what is theirs.
        await ada.act("viewer", viewer_id=str(page.viewers[1].id))
        assert not [m for m in await ada.look() if "Your challenge" in m["content"]]


async def test_a_picture_that_a_window_has_let_go_is_fetched_again(page: Page, stock: Any) -> None:
    async with Window.open(page, "Ada") as ada, Window.open(page, "Grace") as grace:
        board = await begin(page, ada, grace)
        await quiet(page)
        shown = page._pages[ada.shown["context"]["id"]]
        gone = set(page.caches[shown.id].shown[int(board["id"])].assets)
        assert gone
        for asset in gone:
            shown.assets.pop(asset)
        say(page, "another")
        await ada.see("another")
        assert page.caches[shown.id].shown[int(board["id"])].assets <= shown.assets.keys()


async def test_a_message_is_shown_as_it_is_and_let_go_once_unseen(page: Page) -> None:
    backend, ada_id = page.env.backend, page.viewers[0].id
    async with Window.open(page, "Ada") as ada:
        said = say(page, "before")
        await ada.see("before")
        backend.edit_message(page.channel.id, said.id, {"content": "after"})
        assert (await ada.see("after"))["id"] == str(said.id)

        reaction = (page.channel.id, said.id, "👍", backend.bot_user.id)
        react = (backend.add_reaction, backend.remove_reaction)
        for count, act in ((1, react[0]), (0, react[1]), (1, react[0])):
            act(*reaction)
            await quiet(page)
            assert len((await ada.see("after"))["reactions"]) == count

        say(page, f"welcome <@{ada_id}>")
        assert list((await ada.see("welcome"))["mention_names"].values()) == ["Ada"]
        assert page.channel.guild is not None
        backend.edit_member(page.channel.guild.id, ada_id, {"nick": "Countess"})
        await quiet(page)
        assert list((await ada.see("welcome"))["mention_names"].values()) == ["Countess"]

        # Times are told from when the view was made.
        page.capture_time = page.capture_time.replace(year=2020)
        say(page, "later")
        await ada.see("later")
        assert not ada.shown["profile"]["presentationTime"].startswith("2020")

    async with Window.open(page, "Ada") as ada:
        for number in range(200):
            say(page, f"**{number}**")
        await ada.see("**199**")
        messages = page.env.backend.messages[page.channel.id]
        for _ in range(500):
            if len(messages) < 100:
                break
            await asyncio.sleep(0.02)
        await quiet(page)
        kept = page.caches[ada.shown["context"]["id"]]
        assert len(kept.shown) <= 50
        assert len(kept.listed) <= len(messages) < 100
        assert kept.before == ({}, {})


@pytest.mark.parametrize(
    ("entry", "about_messages"),
    [
        (("HTTP", "POST /channels/1/messages", {}), True),
        (("HTTP", "PATCH /webhooks/1/token/messages/@original", {}), True),
        (("HTTP", "POST /interactions/1/token/callback", {}), True),
        (("HTTP", "GET /guilds/1", None), True),
        (("HTTP", "PUT /applications/1/commands", []), False),
        (("HTTP", "PATCH /channels/1", {}), False),
        (("GATEWAY", "MESSAGE_UPDATE", {}), True),
        (("GATEWAY", "INTERACTION_CREATE", {}), True),
        (("GATEWAY", "GUILD_MEMBER_UPDATE", {}), False),
        (("GATEWAY", "THREAD_CREATE", {}), False),
    ],
)
def test_what_changes_more_than_messages_is_told_apart(
    entry: tuple[Any, ...], about_messages: bool
) -> None:
    assert concerns_messages(entry) is about_messages

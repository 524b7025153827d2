"""What simcord computed of a message, cached while the message stays the same.

simcord's preview parses and copies every message of the channel again for every window whenever
anything happens, and builds a parser for each text. That is right for tests, whose channels are
short. Here three of its functions are replaced, only for the table:

* `_markdown._markdown_parser`, which builds a parser, by parsers that stay, with what they parsed;
* `_snapshot._message_projection`, which makes what a window shows of a message, and
* `_queries._message_summary_parts`, which makes its line in the list of messages,

by ones that do so once for each state of a message. tests/table/test_cache.py compares what comes
out with simcord's own.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from operator import is_
from typing import Any

from simcord.backend.models import Message
from simcord.preview import _markdown, _queries, _snapshot

# Texts whose parsed form is kept; every window shows the same ones.
TEXTS = 256

State = tuple[Any, ...]


@dataclass
class Entry:
    """The result for one message in one state, and which assets of the window it shows."""

    state: State
    value: dict[str, Any]
    assets: frozenset[str] = frozenset()

    @cached_property
    def text(self) -> str:
        return json.dumps(self.value)

    def is_unchanged(self, state: State) -> bool:
        """Whether the message is unchanged. simcord edits one by giving it new objects."""
        return all(map(is_, self.state, state))


Entries = dict[int, Entry]


@dataclass
class WindowCache:
    """What one window shows of its messages; what it no longer shows is dropped."""

    shown: Entries = field(default_factory=dict)
    listed: Entries = field(default_factory=dict)
    world: int = -1
    before: tuple[Entries, Entries] = ({}, {})

    def begin(self, world: int) -> None:
        """Begin a new view, in which only what the old one showed can be taken over.

        `world` counts the changes to anything but messages, such as names and permissions.
        """
        self.before = (self.shown, self.listed) if world == self.world else ({}, {})
        self.shown, self.listed, self.world = {}, {}, world

    def end(self) -> None:
        """Drop what the new view did not take over."""
        self.before = ({}, {})

    def text(self, key: str, value: dict[str, Any]) -> str:
        """What the window shows of a message, as JSON."""
        entry = self.shown.get(int(key))
        return entry.text if entry is not None and entry.value is value else json.dumps(value)

    def projection(
        self, page: Any, message: Message, compact: bool, make: Callable[[], Any]
    ) -> Any:
        return self._kept(self.shown, self.before[0], page, message, make, compact, page.layout)

    def summary(self, page: Any, message: Message, make: Callable[[], Any]) -> Any:
        return self._kept(self.listed, self.before[1], page, message, make)

    def _kept(
        self,
        now: Entries,
        before: Entries,
        page: Any,
        message: Message,
        make: Callable[[], Any],
        *how: Any,
    ) -> Any:
        entry = before.get(message.id)
        state = (*how, page.viewer.id, *vars(message).values())
        if entry is None or not entry.is_unchanged(state) or not page.assets.keys() >= entry.assets:
            entry = _projected(page, state, make)
        now[message.id] = entry
        # The page has to know which assets it needs.
        page.referenced_assets |= entry.assets
        return entry.value


def _projected(page: Any, state: State, make: Callable[[], Any]) -> Entry:
    others, page.referenced_assets = page.referenced_assets, set()
    try:
        value = make()
        return Entry(state, value, frozenset(page.referenced_assets))
    finally:
        page.referenced_assets |= others


def is_plain(backend: Any, message: Message) -> bool:
    """Whether a message shows nothing that can change without its values being replaced.

    Reactions and polls are counted in place; replies, forwards and threads show other things.
    """
    others = (message.reactions, message.poll, message.reference, message.snapshots)
    return not any(others) and not message.stickers and message.id not in backend.channels


Policy = tuple[tuple[str, bool | str], ...]


@lru_cache(maxsize=16)
def parser(policy: Policy) -> tuple[Any, dict[str, Any]]:
    """The parser of a kind of text, of which simcord has ten, and what it may mention, which is to
    be filled in for each text."""
    context: dict[str, Any] = {}
    return build_parser(dict(policy), context), context


@lru_cache(maxsize=TEXTS)
def tokens(policy: Policy, context: str, text: str, inline: bool) -> Any:
    """The tokens of a text, for reading; the context is what it may mention, as JSON."""
    kept, mentions = parser(policy)
    mentions.clear()
    mentions.update(json.loads(context))
    return kept.parseInline(text, {}) if inline else kept.parse(text, {})


@dataclass(frozen=True)
class KeptParser:
    """Used where simcord would build a parser for one text and use it once."""

    policy: Policy
    context: str

    def parse(self, text: str, _: Any) -> Any:
        return tokens(self.policy, self.context, text, False)

    def parseInline(self, text: str, _: Any) -> Any:  # noqa: N802 - simcord calls it so
        return tokens(self.policy, self.context, text, True)


build_parser: Callable[..., Any] = _markdown._markdown_parser
project: Callable[..., Any] = vars(_snapshot)["_message_projection"]
summarize: Callable[..., Any] = _queries._message_summary_parts


def _parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
    return KeptParser(tuple(sorted(policy.items())), json.dumps(context, sort_keys=True))


def _projection(preview: Any, page: Any, message: Message, *, compact: bool, channel: Any) -> Any:
    make = partial(project, preview, page, message, compact=compact, channel=channel)
    cache = cache_for(preview, page, message)
    return cache.projection(page, message, compact, make) if cache else make()


def _summary(preview: Any, page: Any, message: Message, channel: Any, **details: Any) -> Any:
    make = partial(summarize, preview, page, message, channel, **details)
    cache = cache_for(preview, page, message)
    return cache.summary(page, message, make) if cache else make()


def cache_for(preview: Any, page: Any, message: Message) -> WindowCache | None:
    """The cache of a window of the table, if the message may be cached; simcord's own have none."""
    caches: dict[str, WindowCache] = getattr(preview, "caches", {})
    return caches.get(page.id) if is_plain(preview.env.backend, message) else None


def install() -> None:
    """Replace simcord's functions by these three."""
    _replace(_parser, _projection, _summary)


def uninstall() -> None:
    """Restore simcord's own, to compare with them."""
    _replace(build_parser, project, summarize)


def _replace(parser: Any, projection: Any, summary: Any) -> None:
    vars(_markdown)["_markdown_parser"] = parser
    vars(_snapshot)["_message_projection"] = projection
    vars(_queries)["_message_summary_parts"] = summary

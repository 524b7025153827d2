"""The commands with which the owner excludes people and servers, and announces something. They work
beside the running bot, which notices within ten seconds."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeVar

from bot.games.core import PlayerError
from bot.games.phrases import counted
from bot.model.ports import Store
from bot.model.privacy.owner import Excluded, Exclusion
from bot.service.owner import OwnerBook
from bot.store.auditing import open_beside
from bot.upkeep.commands import read_settings

T = TypeVar("T")

LONGEST = 1500
"""Most characters of a reason or an announcement: a message has room for 2,000."""


def exclude_or_list(words: argparse.Namespace) -> None:
    if words.kind is None:
        print("\n".join(asyncio.run(_with_store(_listed))))
        return
    scope, number = Excluded(words.kind), words.number
    if number is None or not 0 < number < 2**63:
        raise PlayerError(f"Name the {scope} by its number: Copy ID in Discord's Developer Mode.")
    if words.end:
        if not asyncio.run(_with_book(lambda book: book.readmit(scope, number))):
            raise PlayerError(f"The {scope} {number} is not excluded, so nothing is changed.")
        print(f"The {scope} {number} is served again.")
        return
    if not (words.reason or "").strip():
        raise PlayerError("Give a --reason: it is what they are told.")
    reason = _fitting(words.reason)
    asyncio.run(_with_book(lambda book: book.exclude(scope, number, reason)))
    print(f"The {scope} {number} is excluded. A running bot heeds it within ten seconds.")


def announce_or_withdraw(words: argparse.Namespace) -> None:
    if words.end:
        if not asyncio.run(_with_book(OwnerBook.withdraw)):
            raise PlayerError("Nothing is announced, so nothing is changed.")
        print("It is posted nowhere any more. What was posted stays.")
        return
    if not (words.text or "").strip():
        raise PlayerError(
            "Say what to announce, such as: bumpbot announce 'I restart at 20:00 UTC'"
        )
    text = _fitting(words.text)
    many = asyncio.run(_with_book(lambda book: book.announce(text)))
    print(f"It is posted in {counted(many, 'server')}, where their newest match is played.")


def _fitting(text: str) -> str:
    if len(text) > LONGEST:
        raise PlayerError(f"A message has room for {LONGEST} characters, and this is {len(text)}.")
    return text.strip()


async def _listed(store: Store) -> list[str]:
    found = await store.find(Exclusion)
    return [
        f"{each.scope} {each.owner}, since {each.since:%Y-%m-%d %H:%M} UTC: {each.reason}"
        for each in found
    ] or ["Nobody is excluded."]


async def _with_book(do: Callable[[OwnerBook], Awaitable[T]]) -> T:
    return await _with_store(lambda store: do(OwnerBook.beside(store, lambda: datetime.now(UTC))))


async def _with_store(do: Callable[[Store], Awaitable[T]]) -> T:
    store = await open_beside(read_settings().database)
    try:
        return await do(store)
    finally:
        await store.close()

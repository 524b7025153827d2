"""Who is notified of what: settings, decisions when posts are made, and what falls due."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.model.competitions.competition import Competition, Format
from bot.model.match import Match
from bot.model.notices.notice_settings import NoticeSettings
from bot.model.notices.planning import (
    WITH_BOARD,
    Reader,
    both_plans,
    due_turns,
    fallback,
    gathered,
    notified,
    plan,
    plan_followed,
    route,
)
from bot.model.notices.records import (
    FollowerNotified,
    HeldMention,
    NoticePlan,
    Notified,
    TurnNotice,
    personal_post,
)
from bot.model.ports import ForPosts, Store
from bot.model.post_kinds import PostKind
from bot.model.records import (
    ChannelId,
    DueKind,
    MatchId,
    MessageId,
    NoticeItem,
    PersonId,
    Post,
    Seq,
)
from bot.model.refusals import StaleNotice
from bot.service.notices.absences import Absences
from bot.service.queue import DueSource

log = logging.getLogger(__name__)

NOTICES = "notices"
"""The key of notice settings among the stored preferences."""


@dataclass(frozen=True, slots=True)
class Called:
    """Whom a post pings, the turn it calls them to, and what was read about them.

    `gathers`: it pings nobody, since this call is gathered with those of other matches.
    """

    pinged: frozenset[PersonId]
    turn: TurnNotice | None
    readers: Mapping[PersonId, Reader]
    gathers: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class NoticeBook(DueSource[PersonId]):
    """What people chose about notices, and what they are notified of.

    `wake` is called when there is something to do. Without `absences` everybody is called.
    """

    kind = DueKind.PERSON

    _store: Store
    _clock: Callable[[], datetime]
    _wake: Callable[[], None]
    _absences: Absences | None = None

    # Settings

    async def settings(self, person: PersonId) -> NoticeSettings:
        return NoticeSettings.of(await self._store.preferences(NOTICES, person))

    async def change(
        self, person: PersonId, change: Callable[[NoticeSettings], NoticeSettings]
    ) -> NoticeSettings:
        """Change settings, also for running turns; concurrent changes are both kept."""
        stored = await self._store.change_preferences(
            NOTICES, person, lambda before: change(NoticeSettings.of(before)).values()
        )
        await self.replan(person)
        return NoticeSettings.of(stored)

    async def replan(self, person: PersonId) -> None:
        """Plan again after a change that affects when the person is notified of running turns."""
        await self._store.replan(person, self._clock())
        self._wake()

    async def mute(self, person: PersonId, match: MatchId, seq: Seq, message: MessageId) -> int:
        """Stop reminders of the turns that a message is about. Returns how many of them still
        run."""
        about = [*await self._store.about(match, message), NoticeItem(match, seq, PostKind.TURN)]
        turns = sorted({(item.match, item.seq) for item in about})
        muted = await self._store.mute(person, turns, self._clock())
        self._wake()
        return muted

    # When a post is made

    async def called_by(
        self,
        kind: PostKind,
        people: Collection[PersonId],
        found: ForPosts,
        match: Match | None = None,
    ) -> Called:
        """Whom of those people a post of that kind pings, in the match as it was just read, with
        what was `found` about it."""
        now, turn = self._clock(), None
        if kind is PostKind.TURN:
            turn = found.turn
            is_called = turn and turn.called_at is None and turn.person in people
            people = [turn.person] if turn and is_called else []
        readers = {person: await self.reader(person, found) for person in people}
        if turn and readers and match and await self._is_called_later(turn, match):
            return Called(frozenset(), turn, readers, gathers=True)
        return Called(await asyncio.to_thread(_pinged, readers, now), turn, readers)

    async def _is_called_later(self, turn: TurnNotice, match: Match) -> bool:
        # Perhaps not at all, if they have left the server or never come.
        if await self._begins_with_others(match):
            return True
        return await self._may_be_silent(turn, match)

    async def _may_be_silent(self, turn: TurnNotice, match: Match) -> bool:
        absences = self._absences
        return absences is not None and await absences.may_be_silent(match, turn.person)

    async def _begins_with_others(self, match: Match) -> bool:
        # A season begins all matches at once: all of a person's are gathered in one call.
        number = match.terms.competition
        if number is None or match.plies:
            return False
        competition = await self._store.find_one(Competition, number=number)
        return competition is not None and competition.format is Format.SEASON

    async def notifications(
        self, item: NoticeItem, pinged: Iterable[PersonId], called: Called
    ) -> tuple[Notified, ...]:
        """How the notifications of a post that pinged some of them change."""
        now, pinged, turn = self._clock(), set(pinged), called.turn
        about = turn.item if turn else item

        def work() -> tuple[Notified, ...]:
            if called.gathers and turn:
                return tuple(gathered(turn, reader, now) for reader in called.readers.values())
            return tuple(
                notified(about, person, reader, now, pinged=person in pinged, turn=turn)
                for person, reader in called.readers.items()
            )

        return await asyncio.to_thread(work)

    async def fallback_notifications(
        self, found: ForPosts, match: Match | None = None
    ) -> tuple[Notified, ...]:
        """What becomes of the call to the turn of a match whose board Discord does not take."""
        turn = found.turn
        if turn is None or turn.called_at is not None:
            return ()
        reader = await self.reader(turn.person, found)
        is_later = match is not None and await self._may_be_silent(turn, match)
        how = gathered if is_later else fallback
        return (await asyncio.to_thread(how, turn, reader, self._clock()),)

    async def instead_of(self, post: Post) -> tuple[Post, ...]:
        """What is posted instead of a refused post for one person: in the channels, or directly."""
        if post.kind is not PostKind.PERSONAL or post.person is None:
            return ()
        now = self._clock()
        if not post.direct:
            return (personal_post(PostKind.FALLBACK, post.person, post.about, now, direct=True),)
        channels: dict[ChannelId, list[NoticeItem]] = {}
        for item in post.about:
            summary = await self._store.summary(item.match)
            channels.setdefault(summary.channel, []).append(item)
        return tuple(
            personal_post(PostKind.FALLBACK, post.person, about, now, direct=False)
            for about in channels.values()
        )

    # What falls due

    async def do(self, item: PersonId) -> None:
        try:
            await self._tell(item)
        except StaleNotice:
            log.info("notices changed meanwhile; planning again")

    async def _tell(self, person: PersonId) -> None:
        now, turns = self._clock(), await self._store.turn_notices(person)
        mentions = await self._store.held_mentions(person)
        # Read last: a later wish changes the turns, so that they are planned again.
        reader = await self.reader(person)
        own = [each for each in mentions if each.item.kind is not PostKind.FOLLOWED]
        boards = await self._boards_due(turns, now)
        planned = await asyncio.to_thread(plan, person, reader, turns, own, now, boards)
        if silent := await self._silent(person, planned):
            turns = await self._store.turn_notices(person)
            planned = await asyncio.to_thread(plan, person, reader, turns, own, now, boards, silent)
        if len(own) < len(mentions):
            followed = [each for each in mentions if each.item.kind is PostKind.FOLLOWED]
            planned = both_plans(planned, await self._of_followed(person, reader, followed, now))
        await self._store.write_notices(planned)

    async def _silent(
        self, person: PersonId, planned: NoticePlan
    ) -> Mapping[MatchId, datetime | None]:
        # Those are looked for to whom something would be posted.
        told = {i.match for each in planned.posts for i in each.about if i.kind.traits.of_turn}
        if not told or self._absences is None:
            return {}
        turns = [before for before, _ in planned.turns if before.match in told]
        return await self._absences.silent(person, turns)

    async def _boards_due(self, turns: Sequence[TurnNotice], now: datetime) -> frozenset[MatchId]:
        held = [turn.match for turn in due_turns(turns, now) if turn.called_at is None]
        return await self._store.boards_due(held, now + WITH_BOARD) if held else frozenset()

    async def _of_followed(
        self, person: PersonId, reader: Reader, mentions: list[HeldMention], now: datetime
    ) -> NoticePlan:
        last = await self._store.find_one(FollowerNotified, person=person)
        return await asyncio.to_thread(
            plan_followed, person, reader, mentions, last and last.at, now
        )

    async def reader(self, person: PersonId, found: ForPosts | None = None) -> Reader:
        """The person's settings and calendar, as far as they were not `found` with a match: the
        calendar if they are to move in it, the settings if they are one of its people."""
        is_mover = found is not None and found.summary.turn == person
        settings = _settings_in(found, person) if found else None
        if settings is None:
            settings = await self.settings(person)
        if found and is_mover:
            return Reader(settings, found.history)
        return Reader(settings, await self._store.calendar_history(person))


def _settings_in(found: ForPosts, person: PersonId) -> NoticeSettings | None:
    if person not in {each.id for each in found.summary.people}:
        return None
    return NoticeSettings.of(found.stored.get((NOTICES, person), {}))


def _pinged(readers: Mapping[PersonId, Reader], now: datetime) -> frozenset[PersonId]:
    return frozenset(person for person, reader in readers.items() if route(reader, now).channel)

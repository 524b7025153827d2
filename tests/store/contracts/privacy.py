"""What every store must keep about forgetting people and servers."""

import json
from datetime import datetime
from typing import Any

import pytest

from bot.model.clock.units import DAY
from bot.model.events import (
    Accepted,
    Challenged,
    Declined,
    Event,
    Person,
    Replaced,
    ReplacementAsked,
    Started,
    Withdrawn,
)
from bot.model.events.base import DELETED
from bot.model.invitations import BlockedPerson
from bot.model.notices.records import FollowedMatch, Notified
from bot.model.places import LivingKind, PostState
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.privacy.records import Deletion, KnownServer, ServerLeft
from bot.model.records import (
    ChannelId,
    DueKind,
    GuildId,
    MatchId,
    MessageId,
    NoticeItem,
    PersonId,
    Post,
    PrivateNote,
    Seq,
    Status,
    WaitingNote,
)
from bot.model.refusals import NoSuchMatch, RewrittenMatch, StaleMatch
from tests.helpers.people import CHANNEL, FIRST, GUILD
from tests.store.contracts.matches import LATER, NOW, append, new_match
from tests.store.contracts.rows import blocked, followed, private_note, taken_note, visited

ADA, GRACE, LINUS = (
    Person(PersonId(101), "Ada"),
    Person(PersonId(102), "Grace"),
    Person(PersonId(103), "Linus"),
)
ROBOT = PersonId(900)


def asked(host: Person = ADA, *invited: Person | None) -> Challenged:
    return Challenged(
        "bump", {}, host, invited or (GRACE,), CHANNEL, GUILD, "random", 7, expires=LATER
    )


async def played(store: Store, *people: Person, **row: Any) -> MatchId:
    events: list[Event] = [asked(people[0], *people[1:]), *map(Accepted, people[1:])]
    events.append(Started(tuple(people), {}))
    return await new_match(store, events, people=people, **({"status": Status.ENDED} | row))


async def names(store: Store, match: MatchId) -> str:
    """All that the events and the row say."""
    payloads = [each.event.payload() for each in await store.events(match)]
    return json.dumps([payloads, repr(await store.summary(match))])


async def known_servers(store: Store) -> dict[int, datetime | None]:
    return {each.guild: each.left for each in await store.find(KnownServer)}


class PrivacyContract:
    async def test_a_request_is_kept_once_until_it_is_done(self, store: Store) -> None:
        assert await store.add(Deletion(ADA.id, NOW))
        assert not await store.add(Deletion(ADA.id, LATER))
        await store.add(Deletion(GRACE.id, LATER))
        both = [Deletion(ADA.id, NOW), Deletion(GRACE.id, LATER)]
        assert await store.find(Deletion) == both
        assert await store.due(DueKind.DELETION, LATER, 5) == both
        await store.finish_deletion(ADA.id)
        assert await store.find(Deletion) == both[1:]
        assert await store.wipe()

    async def test_matches_are_found_by_everybody_whom_they_name(self, store: Store) -> None:
        host = await new_match(store, people=(ADA, GRACE))
        seated = await played(store, GRACE, ADA)
        await played(store, GRACE, LINUS)
        declined = await new_match(store, [asked(GRACE, ADA, LINUS)], people=(GRACE, ADA, LINUS))
        await append(store, declined, 1, Declined(ADA.id), people=(GRACE, LINUS))
        withdrawn = await new_match(store, [asked(GRACE, LINUS)], people=(GRACE, LINUS))
        row: dict[str, Any] = {"people": (GRACE, LINUS), "status": Status.WITHDRAWN}
        await append(store, withdrawn, 1, Withdrawn(ADA.id), **row)
        wanted = await played(store, GRACE, LINUS, status=Status.RUNNING)
        request = ReplacementAsked(FIRST, ADA, LINUS, LATER, (ADA.id,))
        await append(store, wanted, 3, request, people=(GRACE, LINUS))
        everywhere = [host, seated, declined, withdrawn, wanted]
        assert await store.matches_naming(ADA.id, 0, 50) == everywhere
        assert await store.matches_naming(ADA.id, seated, 2) == [declined, withdrawn]
        assert await store.open_matches_naming(ADA.id) == [declined, wanted]

    async def test_a_person_is_taken_out_of_every_event_and_list(self, store: Store) -> None:
        match = await played(store, ADA, GRACE, LINUS, turn=ADA.id, awaited=(ADA.id, GRACE.id))
        request = ReplacementAsked(FIRST, LINUS, ADA, LATER, (ADA.id, GRACE.id))
        row: dict[str, Any] = {"people": (ADA, GRACE, LINUS), "awaited": (ADA.id, GRACE.id)}
        await append(store, match, 4, request, Replaced(FIRST, LINUS, ADA, ADA), turn=ADA.id, **row)
        await store.anonymize(ADA.id, [match], ROBOT)
        said = await names(store, match)
        assert str(ADA.id) not in said
        assert ADA.name not in said
        gone = Person(PersonId(-1), DELETED)
        after = await store.summary(match)
        assert after.people == (gone, GRACE, LINUS)
        assert after.turn == -1
        assert after.awaited == (-1, GRACE.id)
        assert after.edition == 1
        recorded = [each.event for each in await store.events(match)]
        assert recorded[0] == asked(gone, GRACE, LINUS)
        assert recorded[-1] == Replaced(FIRST, LINUS, gone, gone)
        assert await store.matches_naming(ADA.id, 0, 5) == []
        assert await store.summaries(person=ADA.id) == []

    async def test_a_person_still_to_leave_is_taken_out_and_found(self, store: Store) -> None:
        robot = Person(ROBOT, "Bumpbot")
        alone = await played(store, ADA, robot, status=Status.RUNNING)
        both = await played(store, ADA, GRACE, status=Status.RUNNING)
        asked_for = await new_match(store, [asked(GRACE, ADA)], people=(GRACE, ADA))
        every = [alone, both, asked_for]
        for _ in range(2):
            await store.anonymize(ADA.id, every, ROBOT, leaving=True)
            for match in every:
                assert str(ADA.id) not in await names(store, match)
                assert ADA.name not in await names(store, match)
                assert (await store.summary(match)).edition == 1
            assert await store.summaries(person=ADA.id) == []
            assert await store.open_matches_naming(ADA.id) == every
            assert await store.matches_naming(ADA.id, alone, 5) == every[1:]
        await store.anonymize(ADA.id, every, ROBOT)
        assert await store.matches_naming(ADA.id, 0, 5) == []
        assert (await store.summary(both)).people == (Person(PersonId(-1), DELETED), GRACE)
        with pytest.raises(NoSuchMatch):
            await store.summary(alone)

    async def test_two_deleted_people_of_one_match_are_told_apart(self, store: Store) -> None:
        match = await played(store, ADA, GRACE, LINUS)
        await store.anonymize(GRACE.id, [match], ROBOT)
        await store.anonymize(ADA.id, [match], ROBOT)
        row = await store.summary(match)
        assert row.people == (Person(PersonId(-2), DELETED), Person(PersonId(-1), DELETED), LINUS)
        assert row.edition == 2

    async def test_a_match_of_nobody_else_is_deleted_whole(self, store: Store) -> None:
        robot = Person(ROBOT, "Bumpbot")
        alone = await played(store, ADA, robot)
        both = await played(store, ADA, GRACE)
        await store.visit(LINUS.id, alone, Seq(1), NOW)
        await store.put(WaitingNote(LINUS.id, alone, "so"))
        await store.anonymize(GRACE.id, [both], ROBOT)
        await store.anonymize(ADA.id, [alone, both], ROBOT)
        for match in (alone, both):
            with pytest.raises(NoSuchMatch):
                await store.summary(match)
        assert await visited(store, LINUS.id, alone) is None
        # No number is used again.
        assert await played(store, GRACE, LINUS) == both + 1

    async def test_posts_on_their_way_write_nothing_about_the_deleted(self, store: Store) -> None:
        match = await played(store, ADA, GRACE, LINUS)
        item = NoticeItem(match, Seq(1), PostKind.END)
        about = Post(match, Seq(1), PostKind.PERSONAL, person=ADA.id, about=(item,), written=NOW)
        to_all = Post(match, Seq(1), PostKind.END)
        row: dict[str, Any] = {"people": (ADA, GRACE, LINUS), "status": Status.ENDED}
        await append(store, match, 4, posts=[to_all], **row)
        (first,) = await store.pending(LATER)
        await store.failed(first, "no", None, instead=[about])
        (own,) = await store.pending(LATER)
        await append(store, match, 5, posts=[to_all, about], **row)
        posts = [each for each in await store.pending(LATER) if each.person is None]

        await store.forget(ADA.id, 100)
        await store.anonymize(ADA.id, [match], ROBOT)
        held = Notified(ADA.id, item, NOW, settled=False, next_at=LATER)
        direct = Notified(ADA.id, item, NOW, settled=True, direct=PostKind.PERSONAL)
        others = Notified(GRACE.id, item, NOW, settled=False, next_at=LATER)
        await store.delivered(posts[0], CHANNEL, MessageId(70), notified=[held, direct, others])
        await store.failed(own, "no", None, instead=[about])
        await store.delivered(own, CHANNEL, MessageId(71))
        assert await store.forget(ADA.id, 100)
        assert await store.held_mentions(ADA.id) == []
        assert len(await store.held_mentions(GRACE.id)) == 1

    async def test_a_post_on_its_way_of_a_deleted_match_is_let_go(self, store: Store) -> None:
        alone = await played(store, ADA, Person(ROBOT, "Bumpbot"))
        end = Post(alone, Seq(4), PostKind.END)
        await append(store, alone, 3, posts=[end], people=(ADA,), status=Status.ENDED)
        (post,) = await store.pending(LATER)
        await store.anonymize(ADA.id, [alone], ROBOT)
        notified = Notified(
            ADA.id, NoticeItem(alone, Seq(4), PostKind.END), NOW, settled=False, next_at=LATER
        )
        assert (
            await store.delivered(
                post, CHANNEL, MessageId(70), outdates=[PostKind.TURN], notified=[notified]
            )
            == []
        )
        await store.failed(post, "no", LATER, notified=[notified])
        assert await store.pending(LATER) == []

    async def test_what_was_decided_on_an_older_edition_is_not_written(self, store: Store) -> None:
        match = await played(store, ADA, GRACE, LINUS, status=Status.RUNNING)
        await store.anonymize(ADA.id, [match], ROBOT)
        with pytest.raises(RewrittenMatch):
            await append(store, match, 4, people=(ADA, GRACE, LINUS))
        await append(store, match, 4, people=(GRACE, LINUS), edition=1)
        with pytest.raises(StaleMatch) as refused:
            await append(store, match, 4, people=(ADA, GRACE, LINUS))
        assert not isinstance(refused.value, RewrittenMatch)
        assert str(ADA.id) not in await names(store, match)

    async def test_what_is_about_one_person_names_nobody_by_number(self, store: Store) -> None:
        match = await played(store, ADA, GRACE)
        await store.put(PrivateNote(ADA.id, match, "mine"))
        await store.put(BlockedPerson(ADA.id, GRACE.id, GRACE.name))
        await store.put(BlockedPerson(GRACE.id, ADA.id, ADA.name))
        rows = await store.rows_about(ADA.id)
        assert rows["private_notes"] == [{"match_id": match, "text": "mine"}]
        assert rows["blocks"] == [{"name": "Grace"}]
        notified = await store.events_of([match])
        assert [(each.seq, each.kind) for each in notified] == [
            (1, "challenged"),
            (2, "accepted"),
            (3, "started"),
        ]
        for person, other in ((ADA, GRACE), (GRACE, LINUS)):
            await store.change_preferences("person", person.id, lambda _: {"a": 1})
            await store.change_preferences("notices", person.id, lambda _: {"a": 1})
            await store.visit(person.id, match, Seq(1), NOW)
            await store.put(WaitingNote(person.id, match, "so"))
            await store.put(PrivateNote(person.id, match, "mine"))
            await store.put(FollowedMatch(match, person.id))
            await store.put(BlockedPerson(person.id, other.id, other.name))
        await store.put(BlockedPerson(LINUS.id, ADA.id, ADA.name))
        assert not await store.forget(ADA.id, 100)
        assert await store.forget(ADA.id, 100)
        for person, stays in ((ADA, False), (GRACE, True)):
            assert bool(await store.preferences("person", person.id)) is stays
            assert bool(await store.preferences("notices", person.id)) is stays
            assert (await visited(store, person.id, match) is not None) is stays
            assert bool(await private_note(store, person.id, match)) is stays
            assert bool(await followed(store, person.id)) is stays
            assert bool(await blocked(store, person.id)) is stays
            assert bool(await taken_note(store, person.id, match)) is stays
        assert await blocked(store, LINUS.id) == []
        assert (await store.summary(match)).people == (ADA, GRACE)

    async def test_servers_come_and_go(self, store: Store) -> None:
        await store.note_servers([GuildId(1), GuildId(2)], [], NOW, LATER)
        assert await known_servers(store) == {1: None, 2: None}
        assert (await store.upcoming(NOW)).get("server") is None
        await store.note_servers([], [GuildId(2), GuildId(3)], NOW, LATER)
        await store.note_servers([], [GuildId(2)], LATER, LATER + DAY)
        assert await known_servers(store) == {1: None, 2: NOW, 3: NOW}
        assert (await store.upcoming(NOW)).get("server") == LATER
        assert await store.due(DueKind.SERVER, NOW, 5) == []
        assert sorted(await store.due(DueKind.SERVER, LATER, 5)) == [
            ServerLeft(GuildId(2), NOW),
            ServerLeft(GuildId(3), NOW),
        ]
        await store.note_servers([GuildId(2)], [], LATER, LATER)
        assert await store.due(DueKind.SERVER, LATER, 5) == [ServerLeft(GuildId(3), NOW)]

    async def test_what_belongs_to_a_server_goes_and_other_places_stay(self, store: Store) -> None:
        old = await played(store, ADA, GRACE)
        living = await played(store, ADA, GRACE, status=Status.RUNNING)
        other = await played(store, ADA, GRACE, guild=71)
        late = NOW + 2 * DAY
        await append(store, living, 3, at=late, people=(ADA, GRACE))
        for guild in (70, 71):
            await store.change_preferences("guild", guild, lambda _: {"a": 1})
            await store.put_post(
                PostState(
                    LivingKind.LOBBY, guild, GuildId(guild), ChannelId(guild), message=MessageId(5)
                )
            )
        await store.note_servers([], [GUILD], NOW, LATER)
        assert await store.delete_matches_of(GUILD, NOW + DAY, 5) == 1
        assert await store.delete_matches_of(GUILD, NOW + DAY, 5) == 0
        await store.forget_server(GUILD, late)
        with pytest.raises(NoSuchMatch):
            await store.summary(old)
        assert await store.events(living)
        assert await store.preferences("guild", 70) == {}
        assert await store.find_one(PostState, guild=70) is None
        assert (await store.upcoming(NOW)).get("server") == late
        assert await store.delete_matches_of(GUILD, late, 5) == 1
        await store.forget_server(GUILD, late)
        assert await known_servers(store) == {}
        assert await store.events(other)
        assert await store.preferences("guild", 71)
        assert await store.find_one(PostState, guild=71)

    async def test_where_the_bot_is_again_nothing_is_deleted(self, store: Store) -> None:
        match = await played(store, ADA, GRACE)
        await store.change_preferences("guild", 70, lambda _: {"a": 1})
        await store.note_servers([], [GUILD], NOW, LATER)
        await store.note_servers([GUILD], [], NOW, LATER)
        assert await store.delete_matches_of(GUILD, LATER, 5) == 0
        await store.forget_server(GUILD, LATER)
        assert await store.events(match)
        assert await store.preferences("guild", 70)
        assert await known_servers(store) == {70: None}

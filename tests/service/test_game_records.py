"""Records that are read, made into matches and packed, over a real store."""

from contextlib import aclosing
from datetime import timedelta

import pytest

from bot.model.commands import Accept
from bot.model.competitions.competition import Competition, FixtureTerms, Format, Phase
from bot.model.events import Commented, Person
from bot.model.game_records.as_text import record_text
from bot.model.game_records.record import BadRecord
from bot.model.limits import IMPORTS
from bot.model.records import ChannelId, MatchId, PersonId, Status
from bot.model.refusals import Reason, Refused
from bot.model.terms import Terms
from bot.opponents.replays import Misfit, ReplayQuestion, ReplayStep
from bot.opponents.workers import Workers
from bot.service.game_records import MOST_BYTES, MOST_ITEMS, ServerExport
from tests.helpers.people import ADA, CHANNEL, GUILD, LINUS
from tests.service.conftest import START, Club

BUMP = b"""[Record 1]
[Game "bump"]
[Options {"reserve": [0, 0]}]
[Started "2020-01-01T00:00:00Z"]
[Player1 "Ada"]
[Player2 "Grace"]
[Result "*"]
{before all}
"""


async def everybody(channel: ChannelId) -> bool:
    return True


async def test_a_record_is_played_in_another_process_and_keeps_comments(club: Club) -> None:
    workers = Workers(1)
    try:
        other = Club(club.store, club.clock, thinking=workers)
        match, *_ = await other.service.game_records.import_record(BUMP, LINUS, CHANNEL, GUILD)
    finally:
        await workers.close()
    assert match.status is Status.ENDED
    assert await club.match(match.id) == match
    assert [each.name for each in match.seats] == ["Ada", "Grace"]
    events = [each.event for each in await club.store.events(match.id)]
    assert Commented("before all") in events
    again = record_text(await club.service.game_records.record(match.id))
    assert "{before all}" in again
    assert '[Result "*"]' in again


async def test_a_match_of_a_competition_is_recorded_with_its_event_and_round(club: Club) -> None:
    terms, later = FixtureTerms("pile"), START + timedelta(days=7)
    evening = (
        0,
        Format.SWISS,
        GUILD,
        CHANNEL,
        "Summer",
        terms,
        ADA.id,
        Phase.SIGN_UP,
        START,
        later,
    )
    number = await club.store.announce(Competition(*evening))
    match = await club.begin(moves="1", terms=Terms(competition=number))
    record = await club.service.game_records.record(match.id)

    assert (record.event, record.round) == ("Summer", "1")
    gone = await club.begin(moves="1", terms=Terms(competition=99))
    assert (await club.service.game_records.record(gone.id)).event == ""


async def test_a_record_that_is_too_long_is_refused(club: Club) -> None:
    book = club.service.game_records
    with pytest.raises(Refused, match=f"{MOST_ITEMS} moves and other deeds"):
        await book.import_record(BUMP + b"{again}\n" * MOST_ITEMS, LINUS, CHANNEL, GUILD)
    with pytest.raises(Refused, match="512 KB at most"):
        await book.import_record(BUMP.ljust(MOST_BYTES + 1), LINUS, CHANNEL, GUILD)
    with pytest.raises(BadRecord, match=r"^Line 9: "):
        await book.import_record(BUMP + b"1. (1) 99,99\n", LINUS, CHANNEL, GUILD)
    assert await club.store.summaries() == []


def test_a_record_that_takes_too_long_to_play_is_given_up() -> None:
    steps = [ReplayStep(1, "a1-a2")]
    found = ReplayQuestion("clump", {"size": 4}, 2, steps, seconds=-1).answer()

    assert isinstance(found, Misfit)
    assert found.step == 0
    assert "all I have for one record" in found.why


async def test_all_matches_of_a_server_are_packed_in_order_but_hidden_ones(club: Club) -> None:
    await club.begin(moves="1")
    await club.ask()
    await club.begin(channel=8)
    await club.begin(guild=71)
    last = await club.resigned()

    async def only_seven(channel: ChannelId) -> bool:
        return channel == 7

    export = ServerExport(GUILD, MatchId(0))
    async with aclosing(club.service.game_records.archives(export, only_seven)) as archives:
        assert [archive.count async for archive in archives] == [2]
    assert (export.hidden, export.broken, export.more) == (1, 0, False)
    assert export.last == last.id


async def test_a_server_is_packed_once_at_a_time(club: Club) -> None:
    await club.begin(moves="1")
    book = club.service.game_records
    first = book.archives(ServerExport(GUILD, MatchId(0)), everybody)
    async with aclosing(first):
        await anext(first)
        second = book.archives(ServerExport(GUILD, MatchId(0)), everybody)
        with pytest.raises(Refused, match="being packed already"):
            await anext(second)
    third = book.archives(ServerExport(GUILD, MatchId(0)), everybody)
    assert [archive.count async for archive in third] == [1]


async def test_a_damaged_match_is_left_out(club: Club) -> None:
    await club.begin(moves="1")
    await club.begin(moves="1")
    club.store.sql("UPDATE events SET payload = '{}' WHERE match_id = 1 AND kind = 'played'")
    export = ServerExport(GUILD, MatchId(0))
    found = [a.count async for a in club.service.game_records.archives(export, everybody)]

    assert (found, export.broken) == ([1], 1)


async def test_a_refused_import_leaves_the_allowance_as_it_was(club: Club) -> None:
    book = club.service.game_records
    for _ in range(IMPORTS.person.burst + 1):
        with pytest.raises(BadRecord):
            await book.import_record(b"{", ADA, CHANNEL, GUILD)
    for _ in range(IMPORTS.person.burst):
        await book.import_record(BUMP, ADA, CHANNEL, GUILD)
    with pytest.raises(Refused) as refused:
        await book.import_record(BUMP, ADA, CHANNEL, GUILD)
    assert refused.value.reason is Reason.TOO_OFTEN


async def test_an_imported_match_takes_no_rematch_and_calls_nobody(club: Club) -> None:
    match, *_ = await club.service.game_records.import_record(BUMP, ADA, CHANNEL, GUILD)

    assert await club.deliver() == []
    assert await club.matches.of_person(ADA.id, open_only=False) == []
    with pytest.raises(Refused):
        await club.matches.rematch(match.id, ADA)
    with pytest.raises(Refused):
        await club.do(match.id, Accept(Person(PersonId(7), "Somebody")))
    while await club.tick():
        pass
    assert (await club.match(match.id)).seq == match.seq

"""`/record` and `/import`: a match in a file, and a match made of one."""

import io
import json
import zipfile
from typing import Any

import discord
import pytest

from bot.model.events.base import DELETED
from bot.model.records import Status
from bot.service.game_records import MOST_BYTES
from tests.front.conftest import World, labels, said
from tests.front.panels import delete
from tests.front.snapshot import snapshot


async def recorded(world: World, who: Any = None, number: int = 1) -> dict[str, bytes]:
    """The files of a match's record, by their endings."""
    answer = await (who or world.ada).slash(world.channel, "record", match=number)
    return {
        each.filename.rpartition(".")[2]: await each.read() for each in answer.response.attachments
    }


async def bring(world: World, content: bytes, who: Any = None, channel: Any = None) -> Any:
    person = who or world.linus
    return await person.slash(channel or world.channel, "import", file=("a.txt", content))


@pytest.fixture
async def world(world: World) -> World:
    """A server in which a short match of Clump was played."""
    await world.begin("clump", size="4 by 4")
    await world.move(world.ada, "a1-a2")
    await world.move(world.grace, "d1-d2")
    await world.resign(world.ada)
    return world


async def test_a_match_is_handed_out_in_both_forms_without_numbers(world: World) -> None:
    files = await recorded(world, world.linus)
    told = json.loads(files["json"])

    assert told["moves"] == [["a1-a2", "d1-d2"]]
    assert [each["name"] for each in told["header"]["players"]] == ["Ada", "Grace"]
    assert b"1. (1) a1-a2 @ " in files["txt"]
    for person in (world.ada, world.grace, world.guild, world.channel):
        assert not any(str(person.id).encode() in content for content in files.values())


async def test_a_record_becomes_a_match_that_can_be_replayed_and_reviewed(world: World) -> None:
    for content in (await recorded(world)).values():
        posts = len(world.public())
        answer = await bring(world, content)
        snapshot(answer)
        assert len(world.public()) == posts
        replay = await world.grace.slash(world.channel, "replay", match=2)
        assert replay.response.attachments
        snapshot(await world.tap(world.linus, "Review", answer.response))

    first, copy = await world.match(), await world.match(3)
    assert [ply.text for ply in copy.plies] == [ply.text for ply in first.plies]
    assert copy.outcome == first.outcome
    assert copy.status is Status.ENDED


async def test_without_a_file_what_somebody_brought_is_listed(world: World) -> None:
    snapshot(await world.ask(world.linus, "import"))
    content = (await recorded(world))["txt"]
    for who in (world.linus, world.linus, world.grace):
        await bring(world, content, who)
    listed = await world.ask(world.linus, "import")
    assert [line for line in listed.splitlines() if line.startswith("- ")] == [
        "- match 3 · Clump · **Ada** and **Grace**",
        "- match 2 · Clump · **Ada** and **Grace**",
    ]
    snapshot(await world.ask(world.grace, "import"))
    snapshot(await world.ask(world.ada, "import"))


async def test_an_imported_match_is_listed_and_counts_for_nobody(world: World) -> None:
    before = [await world.ask(who, "profile") for who in (world.ada, world.grace, world.linus)]
    await bring(world, (await recorded(world))["txt"])

    after = [await world.ask(who, "profile") for who in (world.ada, world.grace, world.linus)]
    assert after == before
    for who in (world.ada, world.grace, world.linus):
        rows = await world.client.matches.of_person(who.id, open_only=False)
        assert 2 not in [row.match for row in rows]
    assert all(person.id < 0 for person in (await world.match(2)).seats)


async def test_a_broken_record_is_refused_with_its_line_and_makes_no_match(world: World) -> None:
    wrong = (await recorded(world))["txt"].replace(b"a1-a2", b"a1-a9")
    line = wrong[: wrong.index(b"a1-a9")].count(b"\n") + 1

    assert f"Line {line}: The board has no square a9." in said(await bring(world, wrong))
    snapshot(said(await bring(world, b"{" * 100_000)))
    snapshot(said(await bring(world, b" " * (MOST_BYTES + 1))))
    assert world.sql("SELECT count(*) FROM matches") == [(1,)]


async def test_names_of_a_file_neither_ping_nor_style_anything(world: World) -> None:
    content = (await recorded(world))["txt"].decode()
    content = content.replace('"Ada"', f'"<@{world.grace.id}> **x** @everyone {{0}}"')
    told = said(await bring(world, content.encode()))

    assert f"<@{world.grace.id}>" not in told
    assert "@everyone" not in told.replace("@\u200b", "")
    assert "\\*\\*x\\*\\*" in told
    assert world.pings()


async def test_an_import_is_seen_where_it_was_and_by_its_bringer(world: World) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    own = world.guild.create_text_channel("private", overwrites={world.linus: hidden})
    await bring(world, (await recorded(world))["txt"], world.grace, own)

    snapshot(await world.ask(world.linus, "record", match=2))
    assert (await recorded(world, world.grace, 2)).keys() == {"txt", "json"}
    snapshot(said(await world.ada.slash(own, "record", match=2)))


async def test_what_has_not_begun_has_no_record(world: World) -> None:
    await world.challenge("clump", opponent=world.grace)
    snapshot(await world.ask(world.ada, "record", match=2))


async def test_with_the_person_who_imported_a_record_its_match_goes(world: World) -> None:
    await bring(world, (await recorded(world))["txt"], world.linus)
    await delete(world, world.linus)

    assert world.sql("SELECT id FROM matches") == [(1,)]


async def test_a_deleted_player_is_named_in_no_record_from_then_on(world: World) -> None:
    await delete(world, world.ada)
    files = await recorded(world, world.grace)

    for content in files.values():
        assert b"Ada" not in content
        assert DELETED.encode() in content


async def test_managers_get_the_records_of_all_matches_that_they_can_see(world: World) -> None:
    await world.challenge("clump", opponent=world.grace)
    own = world.guild.create_text_channel(
        "own", overwrites={world.manager: discord.PermissionOverwrite(view_channel=False)}
    )
    await bring(world, (await recorded(world))["txt"], world.linus, own)
    await bring(world, (await recorded(world))["txt"], world.linus)
    answer = await world.manager.slash(world.channel, "records")

    with zipfile.ZipFile(io.BytesIO(await answer.response.attachments[0].read())) as archive:
        assert archive.testzip() is None
        names = ["clump-1.json", "clump-1.txt", "clump-4.json", "clump-4.txt"]
        assert sorted(archive.namelist()) == names
        assert archive.read("clump-1.txt").startswith(b"[Record 1]")
    snapshot(said(answer))
    snapshot(await world.ask(world.manager, "records", after=1))


async def test_who_does_not_manage_the_server_gets_no_records_of_all(world: World) -> None:
    data = {"id": "1", "name": "records", "type": 1}
    command = next(c for c in world.client.tree.get_commands() if c.name == "records")
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    # A server may let others use the command, which does not let them read everything.
    told = await world.send(world.linus, 2, data)
    snapshot("".join(told))


async def test_of_a_study_the_match_is_imported_and_the_whole_is_a_study(world: World) -> None:
    content = (await recorded(world))["txt"].decode()
    studied = content.replace("[Record 1]", '[Record 2]\n[Study "match"]')

    whole = await bring(world, studied.encode())
    assert "Open as a study" in labels(whole.response)
    assert "Open as a study" not in labels((await bring(world, content.encode())).response)
    told = said(await bring(world, f'{studied}> 1. a1-b1\n~ "Or so?"\n'.encode()))
    snapshot(told.splitlines()[-1])
    assert (await world.match(4)).plies == (await world.match(2)).plies


async def test_a_study_of_a_position_makes_no_match(world: World) -> None:
    content = (await recorded(world))["txt"].decode()
    position = content.replace(
        "[Record 1]", '[Record 2]\n[Study "own"]\n[Position "RBRB/BRBR/RBRB/BRBR;R"]'
    )

    snapshot(said(await bring(world, position.encode())))
    assert world.sql("SELECT count(*) FROM matches") == [(1,)]

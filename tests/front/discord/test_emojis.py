"""Pieces as emojis: kept in step with the drawings, shown where there are words, never needed."""

import base64
import re
from datetime import timedelta
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.front.discord.emojis import DrawnPiece, every_piece, piece_of
from bot.front.posting.emoji_worker import emoji_names
from tests.front.conftest import World, labels, pressed
from tests.front.panels import parts, text_of

AT_ONCE = timedelta(0)

SECOND = ((1,), 2)
"""The other of two shards."""

HOUR = 3601


@cache
def wanted() -> frozenset[str]:
    return frozenset(emoji_names([*every_piece()]))


def names(world: World) -> list[str]:
    return [each.name for each in world.env.backend.application_emojis.values()]


def give(world: World, *given: str, by: int | None = None) -> None:
    """Give the application emojis, as the bot did, or somebody else."""
    for name in given:
        emoji = world.env.backend.create_application_emoji(name)
        emoji.user_id = by or emoji.user_id


def requests(world: World, method: str) -> list[Any]:
    """What was asked about emojis, but for lists."""
    found = [r for r in world.env.http_requests if "/emojis" in r.path]
    return [r for r in found if r.method == method]


def shown(message: Any) -> list[str]:
    """The pieces on the buttons and menus of a message."""
    faces = [face for part in parts(message) for face in part.get("options", [part])]
    return [face["emoji"]["name"] for face in faces if face.get("emoji", {}).get("id")]


def face_of(message: Any, label: str) -> DrawnPiece | None:
    [button] = [part for part in parts(message) if part.get("label") == label]
    return piece_of(button["emoji"]["name"])


def drawn(text: str) -> list[DrawnPiece | None]:
    """The pieces among words."""
    return [piece_of(name) for name in re.findall(r"<:(\w+):\d+>", text)]


async def restart(world: World, **how: Any) -> None:
    """Start the bot again, with emojis."""
    await world.restart(emojis=AT_ONCE, **how)
    await world.env.settle()


@pytest.mark.long
async def test_pieces_are_kept_in_step_with_their_drawings(world: World) -> None:
    old, theirs = "bb_bump_1_classic_00000", "bb_bump_2_classic_00000"
    give(world, old, "logo")
    give(world, theirs, by=world.ada.id)
    have, *lacking = sorted(wanted())
    give(world, have)
    await restart(world)
    assert sorted(names(world)) == sorted([have, *lacking, "logo", theirs])
    sent = [request.json for request in requests(world, "POST")]
    assert {each["name"] for each in sent} == {*lacking}
    for each in sent:
        head, _, body = each["image"].partition(",")
        assert head == "data:image/png;base64"
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", each["name"])
        file = base64.b64decode(body)
        assert len(file) <= 256 << 10
        with Image.open(BytesIO(file)) as picture:
            assert picture.size == (128, 128)
            assert picture.getchannel("A").getextrema() == (0, 255)
    # What people see most comes first, and nothing goes before the rest has come.
    assert (piece_of(sent[0]["name"]) or sent)[2] == "classic"
    ways = [r.method for r in world.env.http_requests if "/emojis" in r.path]
    assert ways.index("DELETE") > len(ways) - 1 - ways[::-1].index("POST")

    world.env.http_requests.clear()
    await restart(world)
    assert not requests(world, "POST")
    assert not requests(world, "DELETE")


async def test_they_stand_in_the_picker_and_before_the_names_of_games(world: World) -> None:
    give(world, *wanted())
    await restart(world)
    await world.begin("bump")
    opened: Any = (await world.ada.click(world.last, label="Move")).response
    assert "B" in labels(opened)
    assert len(shown(opened)) == 12
    assert face_of(opened, "B") == DrawnPiece("bump", "1_60", "classic")
    facing = await pressed(world.ada, opened, "011", "d2")
    assert {piece_of(name) for name in shown(facing)} == {
        DrawnPiece("bump", f"1_{angle}", "classic") for angle in (0, 120, 180, 300)
    }
    # The second player sees the board from their own side, and what is on it.
    await pressed(world.ada, facing, "Confirm")
    theirs: Any = (await world.grace.click(world.last, label="Move")).response
    assert face_of(theirs, "A") == DrawnPiece("bump", "2_0", "classic")

    await world.linus.slash(world.channel, "challenge bounce")
    for command, game, options in (
        ("games", "bump", {}),
        ("lobby", "bounce", {}),
        ("rules", "urchins", {"game": "urchins"}),
    ):
        answer: Any = (await world.ada.slash(world.channel, command, **options)).response
        text = f"{answer.content}\n{text_of(answer)}"
        assert DrawnPiece(game, "1", "classic") in drawn(text), command


async def test_a_person_sees_their_own_theme_once_it_is_there(world: World) -> None:
    give(world, *(name for name in wanted() if "_meadow_" not in name))
    world.env.inject_error("POST", "/applications/*/emojis", status=403, times=None)
    await restart(world)
    await world.begin("bump")
    for theme, seen in (("ink", "ink"), ("meadow", "classic")):
        await world.wishes(world.ada, theme=theme)
        opened: Any = (await world.ada.click(world.last, label="Move")).response
        assert {piece.theme for name in shown(opened) if (piece := piece_of(name))} == {seen}


async def test_of_several_processes_one_uploads_and_all_others_read(world: World) -> None:
    have = sorted(wanted())[:50]
    give(world, *have, "bb_bump_1_classic_00000")
    await restart(world, shards=SECOND)
    assert len(names(world)) == 51
    assert DrawnPiece("bipod", "1", "classic") in world.client.emoji_book
    give(world, *(wanted() - {*have}))
    await world.env.advance_time(HOUR)
    assert all(piece in world.client.emoji_book for piece in every_piece())
    assert not requests(world, "POST")
    assert not requests(world, "DELETE")


async def test_what_discord_refuses_is_said_in_words_and_tried_again_in_an_hour(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    lacking, *have = sorted(wanted())
    give(world, *have)
    full = "Maximum number of emojis reached (2000)"
    world.env.inject_error(
        "POST", "/applications/*/emojis", status=400, code=30008, message=full, times=None
    )
    await restart(world)
    await world.env.advance_time(HOUR - 60)
    assert len(requests(world, "POST")) == 1
    [line] = [r for r in caplog.records if "people read words" in r.getMessage()]
    assert full in line.getMessage()
    world.env.backend.faults.clear()
    await world.env.advance_time(120)
    assert lacking in names(world)


async def test_without_any_all_is_in_words(world: World) -> None:
    world.env.inject_error("GET", "/applications/*/emojis", status=403, times=None)
    await restart(world)
    await world.begin("bump")
    opened: Any = (await world.ada.click(world.last, label="Move")).response
    assert "B ↘️" in labels(opened)
    assert not shown(opened)


async def test_a_message_whose_emoji_is_gone_is_sent_in_words(world: World) -> None:
    give(world, *wanted())
    await restart(world)
    await world.begin("bump")
    gone = "components.0.emoji.id: Invalid emoji"
    world.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035, message=gone)
    opened: Any = (await world.ada.click(world.last, label="Move")).response
    assert "B" in labels(opened)
    assert not shown(opened)
    assert opened.attachments
    await world.env.advance_time(61)
    facing = await pressed(world.ada, opened, "011", "d2")
    assert shown(facing)

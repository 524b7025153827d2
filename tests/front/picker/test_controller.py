"""Making moves with buttons: step by step, back and forth, and safe against whatever happens."""

from io import BytesIO
from typing import Any

from PIL import Image

from bot.front.discord.layouts import words_of
from bot.front.ui.answers import NONE_WAITS
from bot.model.records import Draft, MatchId, Seq
from tests.front.conftest import World, labels, pressed, said
from tests.front.snapshot import TO_TURN, snapshot

ADAS_MOVES = (
    ("011", "d2", "t3"),
    ("11", "d2", "d3", "t2"),
    ("25", "d1", "d2", "d2"),
    ("281", "d2"),
    ("291", "d2", "d3"),
)
"""Ada's way to the other center while Grace passes: the keys of each choice."""


async def picker(world: World, *names: str) -> Any:
    """Ada's picker after these presses."""
    opened = (await world.ada.click(world.last, label="Move")).response
    return await pressed(world.ada, opened, *names)


async def move_by(world: World, *ways: str) -> None:
    """Press the setting until Ada moves in the last of these ways."""
    panel = (await world.ada.slash(world.channel, "settings")).response
    for before in ("on one screen", *ways[:-1]):
        panel = await pressed(world.ada, panel, f"Moving: {before}")


def ids(message: Any) -> list[str]:
    return [part["custom_id"] for row in message.components for part in row["components"]]


async def plies(world: World) -> int:
    return len((await world.match()).plies)


async def test_a_whole_game_is_played_with_buttons_alone(bumps: World) -> None:
    for choices in ADAS_MOVES:
        whole = await picker(bumps, *choices)
        assert whole.ephemeral
        assert len(whole.attachments) == 1
        await pressed(bumps.ada, whole, "Confirm")
        opened = (await bumps.grace.click(bumps.last, label="Move")).response
        await pressed(bumps.grace, opened, "Pass", "Confirm")
    snapshot(bumps.words)
    assert len(bumps.pings()) == len(ADAS_MOVES) * 2 + 2


async def test_an_ordinary_move_takes_three_presses_and_one_with_a_turn_four(bumps: World) -> None:
    await pressed(bumps.ada, await picker(bumps), "011", "d5", "Confirm")
    snapshot(bumps.words)
    # The second player sees arrows as their own board has them.
    opened = (await bumps.grace.click(bumps.last, label="Move")).response
    facing = await pressed(bumps.grace, opened, "09", "d3")
    await pressed(bumps.grace, facing, "t4", "Confirm")
    snapshot(bumps.words)


async def test_a_move_is_made_step_by_step_changed_at_will_and_counts_once(bumps: World) -> None:
    for options in ({}, {"match": 1}):
        snapshot(await bumps.ask(bumps.ada, "play", **options))
    snapshot(await bumps.ask(bumps.grace, "play", match=1))
    snapshot(await bumps.ask(bumps.linus, "play", match=1))

    other = await picker(bumps)
    whole = await picker(bumps, *ADAS_MOVES[0])
    changed = await pressed(bumps.ada, whole, "Change")
    snapshot(changed.content)
    first = await pressed(bumps.ada, changed, "Back", "Back")
    snapshot(first)
    dropped = await pressed(bumps.ada, first, "211", "Cancel")
    snapshot(dropped)
    assert not dropped.components
    # A picker from before is known for old.
    late = await pressed(bumps.ada, other, "01")
    snapshot(late.content)
    snapshot((await picker(bumps)).content)
    assert await plies(bumps) == 0

    opened = await picker(bumps)
    posts = len(bumps.public())
    snapshot(opened.attachments[0].description)
    pictures, texts, whole = [await opened.attachments[0].read()], [], opened
    for name in ADAS_MOVES[0]:
        whole = await pressed(bumps.ada, whole, name)
        assert whole.id == opened.id
        assert whole.ephemeral
        pictures.append(await whole.attachments[0].read())
        texts.append(whole.content)
    assert len(set(pictures)) == 4
    snapshot(texts[1])
    snapshot(whole)
    assert len(bumps.public()) == posts
    assert await plies(bumps) == 0

    for who, answer in [
        (bumps.grace, "It is not your turn."),
        (bumps.linus, "You do not play in match 1"),
    ]:
        for key in ids(whole):
            # Discord shows it to nobody else; a forged press is refused all the same.
            await bumps.press(who, whole, key)
            await bumps.env.settle()
            assert answer in bumps.private_texts()[-1]
    assert await plies(bumps) == 0

    await bumps.press_twice(bumps.ada, whole, ":confirm")
    assert await plies(bumps) == 1
    assert bumps.private_texts().count(f"`011,12-3` is played.\n-# {NONE_WAITS}") == 1
    assert len(bumps.public()) == 3
    assert sum(TO_TURN in words_of(m) for m in bumps.public()) == 1


# Whatever happens in between


async def test_a_half_made_move_survives_restarts_and_the_end_of_its_message(bumps: World) -> None:
    half = await picker(bumps, "011")
    await bumps.env.advance_time(16 * 60)
    # The token of the message has run out, and its buttons still work.
    half = await pressed(bumps.ada, half, "d2")
    snapshot(half.content)
    await bumps.env.advance_time(16 * 60)
    snapshot(await bumps.ask(bumps.ada, "play"))
    await bumps.restart()
    half = await picker(bumps)
    snapshot(half.content)
    await bumps.restart()
    whole = await pressed(bumps.ada, half, "t3")
    snapshot(whole.content)
    await bumps.restart()
    played = await pressed(bumps.ada, whole, "Confirm")
    snapshot(played.content)


async def test_an_older_picture_leads_to_where_the_move_stands(bumps: World) -> None:
    first, other = await picker(bumps), await picker(bumps)
    pieces = [key for key in ids(first) if key.startswith("pick:")][:2]
    with bumps.env.time_context():
        for piece in pieces:
            await bumps.press(bumps.ada, first, piece)
    await bumps.env.settle()
    draft = await bumps.client.store.find_one(Draft, person=bumps.ada.id, match=MatchId(1))
    assert draft
    assert draft.changes == 1
    chosen = f"**{draft.keys[0]}: blue steps"
    assert chosen in first.content
    late = await pressed(bumps.ada, other, "011")
    snapshot(late.content)
    assert chosen in late.content


async def test_a_move_made_elsewhere_meanwhile_is_shown(bumps: World) -> None:
    half = await picker(bumps, "011")
    await bumps.move(bumps.ada, "01,02", preview=False)
    reply = await pressed(bumps.ada, half, "d2")
    snapshot(reply.content)


async def test_a_move_starts_over_when_somebody_else_left_the_table(world: World) -> None:
    await world.begin_three(world.grace, world.linus, game="heap")
    half = await picker(world)
    await world.resign(world.linus)
    reply = await pressed(world.ada, half, "1`*")
    snapshot(reply)
    whole = await pressed(world.ada, reply, "Start over", "2`*")
    await pressed(world.ada, whole, "Confirm")
    assert await plies(world) == 2


async def test_a_draw_offer_leaves_a_half_made_move_alone_and_the_end_ends_it(bumps: World) -> None:
    half = await picker(bumps, "011")
    await bumps.offer_draw(bumps.grace)
    half = await pressed(bumps.ada, half, "d2")
    snapshot(half.content)
    snapshot(said(await bumps.ada.slash(bumps.channel, "play")))
    await bumps.resign(bumps.ada)
    snapshot(await pressed(bumps.ada, half, "t3"))


async def test_neither_forged_choices_nor_a_failing_disk_harm_a_move(bumps: World) -> None:
    half = await picker(bumps, "011", "d2")
    stored = bumps.env.backend.get_message(bumps.channel.id, half.id)
    forged = next(
        n for n, part in enumerate(stored.components[0]["components"]) if not part["disabled"]
    )
    unfit, gone = "no longer fits the board", "This button no longer does anything."
    for custom_id, answer in (
        *((f"pick:1:3:2:{key}", unfit) for key in ("d9", "x", "*", "confirm", "a" * 40)),
        *((f"do:1:3:0:{key}", gone) for key in ("dance", "A-1")),
    ):
        stored.components[0]["components"][forged]["custom_id"] = custom_id
        assert answer in said(await bumps.ada.click(half, custom_id=custom_id))
        assert await plies(bumps) == 0

    half = await picker(bumps)
    bumps.sql("PRAGMA query_only = 1")
    turn = next(each for each in ids(half) if each.endswith(":t3"))
    snapshot(said(await bumps.ada.click(half, custom_id=turn)))
    bumps.sql("PRAGMA query_only = 0")
    bumps.env.inject_error("PATCH", "/webhooks/*", status=404)
    after = await bumps.ada.click(half, custom_id=turn)
    snapshot(said(after))
    assert "Confirm" in labels(after.followups[-1])


async def test_a_draft_that_no_longer_fits_begins_again(bumps: World) -> None:
    await bumps.client.store.save_draft(
        Draft(bumps.ada.id, MatchId(1), Seq(3), ("C1", "d7"), changes=1)
    )
    opened = await picker(bumps)
    snapshot(opened.content)

    bumps.patch.setattr("bot.front.picker.screen.close_up", _broken)
    snapshot(await picker(bumps))
    assert "draft not drawn" in bumps.log.text


def _broken(*_: object, **__: object) -> bytes:
    raise OSError("no paint")


# More than fits


async def test_what_does_not_fit_is_turned_over_page_by_page(world: World) -> None:
    await world.begin("meadow")
    await move_by(world, "destinations")
    message = await picker(world)
    cells: list[str] = []

    async def turned_to(page: int) -> Any:
        (menu,) = [i for i in ids(message) if i.endswith(":page")]
        return (await world.ada.select(message, [str(page)], custom_id=menu)).response

    for number in range(9):
        message = await turned_to(number)
        assert len(message.components) <= 5
        cells += [key.split(":")[4] for key in ids(message) if key.startswith("pick:")]
    assert len(cells) == len(set(cells)) == 80

    # Pages follow the groups, and letters the pages.
    third = await turned_to(2)
    assert labels(third)[:2] == ["S · a3", "T · b3"]
    snapshot(third.components[0]["components"][0]["placeholder"])
    snapshot(third.attachments[0].description)
    half = await pressed(world.ada, third, "S · a3")
    compass = [[b["label"] for b in row["components"]] for row in half.components[:3]]
    assert compass == [["·", "⬆️ a4", "↗️ b4"], ["·", "a3", "➡️ b3"], ["·", "⬇️ a2", "↘️ b2"]]
    snapshot(half.content)
    await pressed(world.ada, half, "↗️ b4", "Confirm")
    snapshot(world.words)


async def test_a_move_that_ends_the_match_says_so_before_it_counts(short: World) -> None:
    snapshot((await picker(short, "3`*")).content)
    snapshot(short.words)


# The compass


async def test_who_likes_the_compass_moves_in_single_steps(bumps: World) -> None:
    await move_by(bumps, "destinations", "compass")
    half = await picker(bumps, "B · 011 ↘️")
    snapshot(half.content)
    whole = await pressed(bumps.ada, half, "↙️ 12", "🔄 ⬅️")
    await pressed(bumps.ada, whole, "Confirm")
    assert " `011,12-3`\n" in bumps.words


async def test_a_move_begun_with_the_compass_of_an_older_version_goes_on(bumps: World) -> None:
    await move_by(bumps, "destinations")
    opened = await picker(bumps)
    stored = bumps.env.backend.get_message(bumps.channel.id, opened.id)
    stored.components[0]["components"][1]["custom_id"] = "pick:1:3:0:011"
    half = (await bumps.ada.click(opened, custom_id="pick:1:3:0:011")).response
    snapshot(half.content)

    begun = Draft(bumps.ada.id, MatchId(1), Seq(3), ("011", "d2"), changes=2)
    await bumps.client.store.save_draft(begun)
    half = await picker(bumps)
    snapshot(half.content)
    back = await pressed(bumps.ada, half, "Back")
    snapshot(back.content)
    snapshot((await pressed(bumps.ada, back, "Back", "B · 011 ↘️")).content)


# Close-ups


async def test_a_half_made_move_is_shown_close_up_or_on_the_whole_board(bumps: World) -> None:
    opened = await picker(bumps)
    far = []
    for name in ("011", "d2", "t3"):
        opened = await pressed(bumps.ada, opened, name)
        near, buttons = await opened.attachments[0].read(), labels(opened)
        whole = await pressed(bumps.ada, opened, "Zoom out")
        far.append(await whole.attachments[0].read())
        assert far[-1] != near
        assert labels(whole) == ["Zoom in" if b == "Zoom out" else b for b in buttons]
        opened = await pressed(bumps.ada, whole, "Zoom in")
        assert await opened.attachments[0].read() == near
    # Who wants no close-ups sees whole boards.
    panel = (await bumps.ada.slash(bumps.channel, "settings")).response
    await pressed(bumps.ada, panel, "Close-ups: on")
    opened = await pressed(bumps.ada, opened, "Change", "Back")
    assert "Zoom out" not in labels(opened)
    assert await opened.attachments[0].read() == far[0]


async def test_the_page_stays_where_the_whole_board_is_shown_and_close_up_again(
    world: World,
) -> None:
    await world.begin("clump", size="12 by 12")
    await move_by(world, "destinations", "compass")
    opened = await picker(world)
    (menu,) = [i for i in ids(opened) if i.endswith(":page")]
    opened = (await world.ada.select(opened, ["1"], custom_id=menu)).response
    first = labels(opened)[0]
    for name in ("Zoom out", "Zoom in"):
        opened = await pressed(world.ada, opened, name)
        assert labels(opened)[0] == first


async def test_a_choice_without_spaces_has_the_whole_board_without_cards(world: World) -> None:
    await world.begin("urchins")
    opened = await picker(world)
    snapshot(opened.content)
    near = Image.open(BytesIO(await opened.attachments[0].read()))
    private = (await world.ada.slash(world.channel, "board")).response
    whole = Image.open(BytesIO(await private.attachments[0].read()))
    assert near.width / near.height < 0.8 < whole.width / whole.height


# Losses


async def test_confirm_warns_of_a_move_that_loses_a_piece(bumps: World) -> None:
    whole = await picker(bumps, "01", "t2")
    (button,) = [
        b for b in whole.components[0]["components"] if b["custom_id"].endswith(":confirm")
    ]
    assert (button["label"], button["style"]) == ("Confirm: lose 1", 4)
    await pressed(bumps.ada, whole, "Confirm: lose 1")
    assert await plies(bumps) == 1

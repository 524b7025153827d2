"""Making moves with buttons: step by step, back and forth, and safe against whatever happens."""

from typing import Any

import pytest

from bot.front.discord.layouts import words_of
from bot.front.ui.next_button import NONE_WAITS
from bot.model.records import Draft, MatchId
from tests.front.conftest import World, labels, pressed, said

ADAS_MOVES = (
    ("B · 011 ↘️", "12", "🔄 ⬅️"),
    ("B · 11 ↘️", "22", "🔄 ↙️"),
    ("F · 25 ↙️", "281"),
    ("F · 281 ↙️", "291"),
    ("F · 291 ↙️", "C2"),
)
"""Ada's way to the other center while Grace passes, choice by choice."""


async def picker(world: World, *names: str) -> Any:
    """Ada's picker after these presses."""
    opened = (await world.ada.click(world.last, label="Move")).response
    return await pressed(world.ada, opened, *names)


def ids(message: Any) -> list[str]:
    """The custom ids of a message's buttons and menus."""
    return [part["custom_id"] for row in message.components for part in row["components"]]


async def plies(world: World) -> int:
    return len((await world.client.matches.match(MatchId(1))).plies)


async def test_a_whole_game_is_played_with_buttons_alone(world: World) -> None:
    await world.begin("bump")
    for choices in ADAS_MOVES:
        whole = await picker(world, *choices)
        assert whole.ephemeral
        assert len(whole.attachments) == 1
        await pressed(world.ada, whole, "Confirm")
        opened = (await world.grace.click(world.last, label="Move")).response
        await pressed(world.grace, opened, "Pass", "Confirm")
    assert "🏆 **Ada** wins!" in world.words
    assert len(world.pings()) == len(ADAS_MOVES) * 2 + 2


async def test_an_ordinary_move_takes_three_presses_and_one_with_a_turn_four(world: World) -> None:
    await world.begin("bump")
    await pressed(world.ada, await picker(world), "B · 011 ↘️", "02", "Confirm")
    assert world.words.startswith("**Ada** moves 011 to 02")
    # The second player sees arrows as their own board has them.
    opened = (await world.grace.click(world.last, label="Move")).response
    facing = await pressed(world.grace, opened, "A · 09 ➡️", "08")
    assert {"🔄 ↗️", "🔄 ↘️"} <= set(labels(facing))
    await pressed(world.grace, facing, "🔄 ↘️", "Confirm")
    assert world.words.startswith("**Grace** moves 09 to 08")


async def test_every_step_is_drawn_in_the_same_private_message_before_the_move_counts(
    world: World,
) -> None:
    await world.begin("bump")
    opened = await picker(world)
    posts = len(world.public())
    alt = opened.attachments[0].description
    assert alt.startswith("A: 01, facing 02; B: 011, facing 012;")
    assert "Ada's pieces" in alt
    pictures, texts, whole = [await opened.attachments[0].read()], [], opened
    for name in ADAS_MOVES[0]:
        whole = await pressed(world.ada, whole, name)
        assert whole.id == opened.id
        assert whole.ephemeral
        pictures.append(await whole.attachments[0].read())
        texts.append(whole.content)
    assert len(set(pictures)) == 4
    assert "If it ends here: **Ada** moves 011 to 12. It is bumped to 13. `011,12`" in texts[1]
    assert "**Play this?**\n**Ada** moves 011 to 12" in whole.content
    assert "It bumps their own piece from 111 to 22 and on to 23" in whole.content
    assert labels(whole) == ["Confirm", "Change", "Whole board", "Cancel"]
    assert len(world.public()) == posts
    assert await plies(world) == 0


async def test_a_move_can_be_changed_taken_back_and_dropped(world: World) -> None:
    await world.begin("bump")
    other = await picker(world)
    whole = await picker(world, *ADAS_MOVES[0])
    changed = await pressed(world.ada, whole, "Change")
    assert "12: stop there" in changed.content
    first = await pressed(world.ada, changed, "Back", "Back")
    assert "**Which piece?**" in first.content
    assert "Back" not in labels(first)
    dropped = await pressed(world.ada, first, "F · 211 ⬅️", "Cancel")
    assert "Nothing is played." in dropped.content
    assert not dropped.components
    assert not dropped.attachments
    # A picker from before is known for old.
    late = await pressed(world.ada, other, "A · 01 ➡️")
    assert "That button was of an older picture." in late.content
    assert "**Which piece?**" in late.content
    assert "**Which piece?**" in (await picker(world)).content
    assert await plies(world) == 0


async def test_play_opens_the_only_match_that_waits_or_the_one_named(world: World) -> None:
    await world.begin("bump")
    for options in ({}, {"match": 1}):
        assert "**Which piece?**" in await world.ask(world.ada, "play", **options)
    assert "It is not your turn." in await world.ask(world.grace, "play", match=1)
    assert "You don't play in match 1." in await world.ask(world.linus, "play", match=1)


# Whatever happens in between


async def test_a_half_made_move_survives_restarts_and_the_end_of_its_message(
    world: World,
) -> None:
    await world.begin("bump")
    half = await picker(world, "B · 011 ↘️")
    await world.env.advance_time(16 * 60)
    # The token of the message has run out, and its buttons still work.
    half = await pressed(world.ada, half, "12")
    assert "12: stop there" in half.content
    await world.env.advance_time(16 * 60)
    assert "12: stop there" in await world.ask(world.ada, "play")
    await world.restart()
    half = await picker(world)
    assert "12: stop there" in half.content
    await world.restart()
    whole = await pressed(world.ada, half, "🔄 ⬅️")
    assert "Play this?" in whole.content
    await world.restart()
    played = await pressed(world.ada, whole, "Confirm")
    assert played.content == f"`011,12-3` is played.\n-# {NONE_WAITS}"


async def test_a_confirmed_move_counts_once(world: World) -> None:
    await world.begin("bump")
    whole = await picker(world, *ADAS_MOVES[0])
    (confirm,) = [key for key in ids(whole) if key.endswith(":confirm")]
    with world.env.time_context():
        await world.press(world.ada, whole, confirm)
        await world.press(world.ada, whole, confirm)
    await world.env.settle()
    assert await plies(world) == 1
    assert world.private_texts()[-1] == f"`011,12-3` is played.\n-# {NONE_WAITS}"
    assert len(world.public()) == 3
    assert sum("it is your turn" in words_of(m) for m in world.public()) == 1


async def test_an_older_picture_leads_to_where_the_move_stands(world: World) -> None:
    await world.begin("bump")
    first, other = await picker(world), await picker(world)
    pieces = [key for key in ids(first) if key.startswith("pick:")][:2]
    with world.env.time_context():
        for piece in pieces:
            await world.press(world.ada, first, piece)
    await world.env.settle()
    draft = await world.client.store.draft(world.ada.id, MatchId(1))
    assert draft
    assert draft.changes == 1
    chosen = f"**{draft.keys[0].removeprefix('@')}: where to"
    assert chosen in first.content
    late = await pressed(world.ada, other, "B · 011 ↘️")
    assert "That button was of an older picture." in late.content
    assert chosen in late.content


async def test_a_move_made_elsewhere_meanwhile_is_told(world: World) -> None:
    await world.begin("bump")
    half = await picker(world, "B · 011 ↘️")
    await world.move(world.ada, "01,02", preview=False)
    reply = await pressed(world.ada, half, "12")
    assert reply.content == f"`01,02` is played.\n-# {NONE_WAITS}"


async def test_a_move_is_begun_anew_when_somebody_else_left_the_table(world: World) -> None:
    await world.ada.slash(
        world.channel, "challenge heap", players=3, opponent=world.grace, first="me"
    )
    post = world.last
    for who in (world.grace, world.linus):
        await who.click(post, label="Accept")
    half = await picker(world)
    sure = await world.linus.slash(world.channel, "resign")
    await world.linus.click(sure.response, label="Yes, resign")
    reply = await pressed(world.ada, half, "1`*")
    assert "**The board has changed since you began this move**" in reply.content
    assert labels(reply) == ["Begin anew"]
    whole = await pressed(world.ada, reply, "Begin anew", "2`*")
    await pressed(world.ada, whole, "Confirm")
    assert await plies(world) == 2


async def test_a_draw_offer_leaves_a_half_made_move_alone_and_the_end_ends_it(
    world: World,
) -> None:
    await world.begin("bump")
    half = await picker(world, "B · 011 ↘️")
    await world.offer_draw(world.grace)
    half = await pressed(world.ada, half, "12")
    assert "12: stop there" in half.content
    assert "12: stop there" in said(await world.ada.slash(world.channel, "play"))
    sure = await world.ada.slash(world.channel, "resign")
    await world.ada.click(sure.response, label="Yes, resign")
    reply = await pressed(world.ada, half, "🔄 ⬅️")
    assert "🏆 **Grace** wins!" in reply.content
    assert labels(reply) == []


async def test_nobody_else_can_press_a_persons_choices(world: World) -> None:
    await world.begin("bump")
    whole = await picker(world, *ADAS_MOVES[0])
    for who, answer in [
        (world.grace, "It is not your turn."),
        (world.linus, "You do not play in match 1"),
    ]:
        for key in ids(whole):
            # Discord shows it to nobody else; a forged press is refused all the same.
            await world.press(who, whole, key)
            await world.env.settle()
            assert answer in world.private_texts()[-1]
    assert await plies(world) == 0


async def test_forged_choices_and_buttons_of_versions_long_gone_are_refused(world: World) -> None:
    await world.begin("bump")
    half = await picker(world, "B · 011 ↘️", "12")
    stored = world.env.backend.get_message(world.channel.id, half.id)
    unfit, gone = "no longer fits the board", "I no longer have what this button did."
    for custom_id, answer in (
        *((f"pick:1:3:2:{key}", unfit) for key in ("d9", "x", "*", "confirm", "a" * 40)),
        *((f"do:1:3:0:{key}", gone) for key in ("dance", "A-1")),
    ):
        stored.components[0]["components"][2]["custom_id"] = custom_id
        assert answer in said(await world.ada.click(half, custom_id=custom_id))
        assert await plies(world) == 0


async def test_a_draft_that_no_longer_fits_begins_again(world: World) -> None:
    await world.begin("bump")
    await world.client.store.save_draft(Draft(world.ada.id, MatchId(1), 3, ("C1", "d7"), changes=1))
    opened = await picker(world)
    assert "no longer fits the board; this is the beginning again" in opened.content
    assert "**Which piece?**" in opened.content


def _broken(*_: object, **__: object) -> bytes:
    raise OSError("no paint")


async def test_a_picture_that_can_not_be_drawn_leaves_the_choices(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.begin("bump")
    monkeypatch.setattr("bot.front.picker.screen.close_up", _broken)
    opened = await picker(world)
    assert "could not be drawn" in opened.content
    assert not opened.attachments
    assert "B · 011 ↘️" in labels(opened)
    assert "draft not drawn" in caplog.text


async def test_a_disk_or_a_message_that_takes_nothing_keeps_the_move_as_it_stood(
    world: World,
) -> None:
    await world.begin("bump")
    half = await picker(world, "B · 011 ↘️", "12")
    world.sql("PRAGMA query_only = 1")
    assert "That could not be saved" in await world.tap(world.ada, "🔄 ⬅️", half)
    world.sql("PRAGMA query_only = 0")
    world.env.inject_error("PATCH", "/webhooks/*", status=404)
    after = await world.ada.click(half, label="🔄 ⬅️")
    assert "**Play this?**" in said(after)
    assert "Confirm" in labels(after.followups[-1])


# More than fits


async def test_what_does_not_fit_is_turned_over_page_by_page(world: World) -> None:
    await world.begin("meadow")
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
    assert third.components[0]["components"][0]["placeholder"] == (
        "Page 3 of 9 · Rank 3: S · a3 to AA · i3"
    )
    assert "S: a3; T: b3" in third.attachments[0].description
    half = await pressed(world.ada, third, "S · a3")
    compass = [[b["label"] for b in row["components"]] for row in half.components[:3]]
    assert compass == [["·", "⬆️ a4", "↗️ b4"], ["·", "a3", "➡️ b3"], ["·", "⬇️ a2", "↘️ b2"]]
    assert "If it ends here: **Ada** sits on a3. `a3`" in half.content
    await pressed(world.ada, half, "↗️ b4", "Confirm")
    assert world.words.startswith("**Ada** sits on b4. `a3-ne`\n")


async def test_a_move_that_ends_the_match_says_so_before_it_counts(world: World) -> None:
    await world.start()
    assert "🏆 **Ada** wins!" in (await picker(world, "3`*")).content
    assert world.words.startswith("**Ada** (dot) and **Grace** (diamond)")


# The compass


async def test_who_likes_the_compass_moves_in_single_steps(world: World) -> None:
    await world.begin("bump")
    panel = (await world.ada.slash(world.channel, "settings")).response
    await pressed(world.ada, panel, "Moving: destinations")
    half = await picker(world, "B · 011 ↘️")
    assert "011: where to, or facing which way? 3 points." in half.content
    whole = await pressed(world.ada, half, "↙️ 12", "🔄 ⬅️")
    await pressed(world.ada, whole, "Confirm")
    assert " `011,12-3`\n" in world.words


async def test_a_move_begun_with_the_compass_of_an_older_version_goes_on(world: World) -> None:
    await world.begin("bump")
    opened = await picker(world)
    stored = world.env.backend.get_message(world.channel.id, opened.id)
    stored.components[0]["components"][1]["custom_id"] = "pick:1:3:0:011"
    half = (await world.ada.click(opened, custom_id="pick:1:3:0:011")).response
    assert "011: where to, or facing which way?" in half.content

    begun = Draft(world.ada.id, MatchId(1), 3, ("011", "d2"), changes=2)
    await world.client.store.save_draft(begun)
    half = await picker(world)
    assert "12, 2 points left: go on, turn, or stop there?" in half.content
    back = await pressed(world.ada, half, "Back")
    assert "011: where to, or facing which way?" in back.content
    assert "**011: where to?**" in (await pressed(world.ada, back, "Back", "B · 011 ↘️")).content


# Close-ups


async def test_a_half_made_move_is_shown_close_up_with_the_whole_board_behind_one_press(
    world: World,
) -> None:
    await world.begin("bump")
    opened = await picker(world)
    assert "Whole board" in labels(opened)
    far = []
    for name in ("B · 011 ↘️", "12", "🔄 ⬅️"):
        opened = await pressed(world.ada, opened, name)
        near, buttons = await opened.attachments[0].read(), labels(opened)
        whole = await pressed(world.ada, opened, "Whole board")
        far.append(await whole.attachments[0].read())
        assert far[-1] != near
        assert labels(whole) == ["Close-up" if b == "Whole board" else b for b in buttons]
        opened = await pressed(world.ada, whole, "Close-up")
        assert await opened.attachments[0].read() == near
    # Who wants no close-ups sees whole boards.
    panel = (await world.ada.slash(world.channel, "settings")).response
    await pressed(world.ada, panel, "Close-ups: on")
    opened = await pressed(world.ada, opened, "Change", "Back")
    assert "Whole board" not in labels(opened)
    assert await opened.attachments[0].read() == far[0]


# Losses


async def test_confirm_warns_of_a_move_that_loses_a_piece(world: World) -> None:
    await world.begin("bump")
    whole = await picker(world, "A · 01 ➡️", "01", "🔄 ↙️")
    (button,) = [
        b for b in whole.components[0]["components"] if b["custom_id"].endswith(":confirm")
    ]
    assert (button["label"], button["style"]) == ("Confirm: loses 1 piece", 4)
    await pressed(world.ada, whole, "Confirm: loses 1 piece")
    assert await plies(world) == 1

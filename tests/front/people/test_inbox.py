"""The inbox over the simulated Discord: what it shows to whom, and the way to the next game."""

from typing import Any

import discord

from bot.front.board import pictures
from bot.front.discord import lanes
from bot.front.people import inbox
from bot.front.ui.answers import NONE_WAITS
from bot.model.records import MatchId, PersonId, Status
from bot.model.refusals import StoreTrouble
from bot.service.inbox import PAGE, InboxBook
from tests.front.conftest import World, labels, said, shown_text
from tests.front.panels import games, parts, rows
from tests.front.snapshot import snapshot

GALLERY = 12


def boards(message: Any) -> list[dict[str, Any]]:
    return [item for gallery in parts(message, GALLERY) for item in gallery["items"]]


async def chosen(who: Any, page: Any, kind: str) -> Any:
    """The page after a line of its menu was chosen."""
    return (await who.select(page, [kind], custom_id="inbox:menu:0")).response


async def elsewhere(world: World) -> tuple[Any, Any, Any]:
    """A channel of another server, in which Ada and a stranger are."""
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("club")
    eve = guild.add_member(world.env.create_user("Eve"))
    return channel, guild.add_member(world.ada.user), eve


async def ten_matches(world: World) -> Any:
    """Ten matches in which it is Ada's turn: three in a channel, four in a private one of the same
    server, three in another server, whose channel it returns."""
    club, ada, eve = await elsewhere(world)
    hidden = discord.PermissionOverwrite(view_channel=False)
    private = world.guild.create_text_channel("private", overwrites={world.linus: hidden})
    for where, me, friend, number in (
        (world.channel, world.ada, world.grace, 3),
        (private, world.ada, world.grace, 4),
        (club, ada, eve, 3),
    ):
        for _ in range(number):
            await me.slash(where, "challenge meadow", opponent=friend, first="me")
            await friend.click(world.public(where)[-1], label="Accept")
    return private, club, ada, eve


# What is shown


async def test_the_alt_texts_of_small_boards_have_the_whole_of_them(bumps: World) -> None:
    await bumps.begin("bounce")
    await bumps.move(bumps.ada, "011,12-3", match=1)
    told = [item["description"] for item in boards(await games(bumps, bumps.ada, here=True))]
    told.sort(key=lambda text: "Bounce" in text)
    for text, number in zip(told, (1, 2), strict=True):
        match = await bumps.match(number)
        assert text.endswith(match.rules.describe(match.position, {1: "Ada", 2: "Grace"}))
    snapshot(told[0])
    # Where that is too much, it is not the board that is cut.
    long = pictures.with_board("It bumps. " * 200, told[0])
    assert len(long) == pictures.ALT_LIMIT
    snapshot(long)


async def test_ten_matches_are_two_pages_of_which_each_sees_their_own(world: World) -> None:
    private, club, _, eve = await ten_matches(world)
    opened, drawn = [], []
    match, run = world.client.matches.match, lanes.VIEWS.run_for

    async def noting(number: MatchId) -> Any:
        opened.append(number)
        return await match(number)

    async def lane(person: PersonId, work: Any, *args: Any, counts: int = 1) -> Any:
        drawn.append((person, counts))
        return await run(person, work, *args, counts=counts)

    with world.patch.context() as patch:
        patch.setattr(world.client.matches, "match", noting)
        patch.setattr(lanes.VIEWS, "run_for", lane)
        page = await games(world, world.ada)
    # Only the matches of the page are opened.
    assert len(opened) == PAGE
    # One piece of work for what is new, and one that counts as so many boards.
    assert drawn == [(world.ada.id, 1), (world.ada.id, PAGE)]

    snapshot(shown_text(page))
    assert all("your turn · runs out <t:" in row for row in rows(page))
    assert labels(page).count("Move") == PAGE
    assert f"https://discord.com/channels/{club.guild.id}/" in shown_text(page)
    numbered(page, range(1, PAGE + 1))
    await world.restart()
    second = (await world.ada.click(page, label="Next")).response
    assert second.id == page.id
    assert [row[:7] for row in rows(second)] == ["**10. M"]
    assert "with **Eve**" in rows(second)[0]
    numbered(second, range(10, 11))
    snapshot(await world.tap(world.ada, "Move", second))
    back = (await world.ada.click(second, label="Back")).response
    assert len(boards(back)) == PAGE

    for who, where in ((world.linus, world.channel), (eve, club)):
        page = await games(world, who, where)
        for kind in ("waiting", "mine", "here", "finished"):
            page = await chosen(who, page, kind)
            text = shown_text(page)
            assert str(private.id) not in text
            if who is eve:
                assert "Grace" not in text
                assert str(world.guild.id) not in text
            else:
                assert "Eve" not in text
                assert len(rows(page)) == (3 if kind == "here" else 0)
    onlooker = await games(world, world.linus, here=True)
    assert "between **Ada** and **Grace**" in rows(onlooker)[0]
    assert labels(onlooker) == ["Board", "Board", "Board", "Refresh"]


def numbered(page: Any, numbers: range) -> None:
    """Numbers go on through all pages, in words and in pictures."""
    alts = [item["description"] for item in boards(page)]
    names = [item["media"]["url"].rpartition("/")[2] for item in boards(page)]
    wanted = [f"{number}." for number in numbers]
    assert [row[2:].partition(" ")[0] for row in rows(page)] == wanted
    assert [alt.partition(" ")[0] for alt in alts] == wanted
    assert [f"{name.partition('-')[0]}." for name in names] == wanted


async def test_a_match_or_a_board_that_is_lost_leaves_the_page_right(short: World) -> None:
    [board] = boards(await games(short, short.ada))
    snapshot(board["description"])
    assert board["description"].count("Heap. ") == 1, "one that is alone is drawn whole"
    await short.start()

    async def broken(number: MatchId) -> Any:
        if number == 1:
            raise ValueError("damaged")
        return await whole(number)

    whole = short.client.matches.match
    with short.patch.context() as patch:
        patch.setattr(short.client.matches, "match", broken)
        page = await games(short, short.ada)
    assert len(rows(page)) == 2
    assert len(boards(page)) == 1
    assert "your turn" in rows(page)[0]
    assert "match 1: listed without board" in short.log.text

    short.patch.setattr(inbox, "thumbnail", None)
    page = await games(short, short.ada)
    assert boards(page) == []
    assert len(rows(page)) == 2
    assert inbox.UNDRAWN in shown_text(page)
    assert "tile not drawn" in short.log.text


async def test_the_boards_are_as_the_person_likes_them(bumps: World) -> None:
    await bumps.begin("bump")
    pictures = []
    for who in (bumps.ada, bumps.grace):
        page = await chosen(who, await games(bumps, who), "mine")
        pictures.append(await page.attachments[0].read())
    assert pictures[0] != pictures[1]
    await bumps.ada.click(
        (await bumps.ada.slash(bumps.channel, "settings")).response, custom_id="wish:me:text:on"
    )
    plain = await games(bumps, bumps.ada)
    assert boards(plain) == []
    assert inbox.UNDRAWN not in shown_text(plain)
    assert len(rows(plain)) == 2


# The kinds of pages


async def test_where_nothing_waits_all_matches_are_shown(world: World) -> None:
    none = await games(world, world.ada)
    snapshot(shown_text(none))
    await world.start(first="them")
    page = await games(world, world.ada)
    snapshot(shown_text(page))
    assert "waits for **Grace**" in rows(page)[0]
    snapshot(shown_text(await chosen(world.ada, page, "waiting")))
    other = world.guild.create_text_channel("other")
    snapshot(said(await world.ada.slash(other, "games", here=True)))


async def test_that_somebody_left_is_told_in_words(world: World) -> None:
    await world.start(opponent2=world.linus)
    await world.linus.click(world.public()[0], label="Accept")
    await world.resign(world.ada)
    [left] = rows(await games(world, world.grace))
    assert "**Ada** resigned · your turn" in left or "**Ada** resigned · waits only for you" in left


async def test_what_has_changed_since_the_last_look_is_told(begun: World) -> None:
    await begun.move(begun.ada, "1")
    [new] = rows(await games(begun, begun.grace))
    snapshot(new)
    await begun.grace.slash(begun.channel, "board")
    [seen] = rows(await games(begun, begun.grace))
    assert "played" not in seen
    await begun.offer_draw(begun.ada)
    page = await games(begun, begun.grace)
    assert "**they ask for a draw** · waits for you and 1 other" in rows(page)[0] or (
        "**they ask for a draw** · your turn" in rows(page)[0]
    )
    asked = await begun.grace.click(page, label="Answer…")
    snapshot(said(asked))
    assert NONE_WAITS in await begun.tap(begun.grace, "Agree to the draw", asked.response)
    over = await chosen(begun.grace, page, "finished")
    assert "-# a draw · ended <t:" in rows(over)[0]


async def test_a_challenge_is_answered_from_the_inbox(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    page = await games(world, world.grace)
    assert "waits only for you · ends <t:" in rows(page)[0]
    assert boards(page) == []
    shown = await world.grace.click(page, label="Answer…")
    accepted = await world.grace.click(shown.response, label="Accept")
    assert (await world.match()).status is Status.RUNNING
    snapshot(said(accepted))
    assert rows(await games(world, world.ada))[0].startswith("**1. Heap** with **Grace**")


async def test_an_inbox_that_is_gone_is_sent_again(short: World) -> None:
    page = await games(short, short.ada)
    snapshot(shown_text(page))
    short.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008)
    again = await short.ada.click(page, label="Refresh")
    assert [rows(answer) for answer in again.followups] == [rows(page)]


# The next game


async def test_every_move_leads_to_the_next_game_in_place_until_nothing_waits(world: World) -> None:
    for _ in range(3):
        await world.begin("meadow")
    page = await games(world, world.ada)
    picker = await world.ada.click(page, custom_id="move:1:3")
    assert picker.response.id != page.id
    for cell, left in (("a1", "Next game (2 wait)"), ("b1", "Next game (1 waits)")):
        await world.move(world.ada, cell, match=1 if cell == "a1" else 2, preview=False)
        # Whatever is pressed in it, the picker shows that the move is made, and leads on.
        played = await world.ada.click(picker.response, label="Cancel")
        assert labels(played.response) == [left, "Take back"]
        picker = await world.ada.click(played.response, label=left)
        assert picker.response.id == played.response.id
        snapshot(picker.response.content)
    last = await world.move(world.ada, "c1", match=3)
    assert last.response.content.endswith(NONE_WAITS)
    assert labels(last.response) == ["Take back"]


async def test_the_next_game_may_be_a_question_which_can_be_passed_over(world: World) -> None:
    await world.begin("meadow")
    await world.begin("meadow")
    await world.grace.slash(world.channel, "challenge heap", opponent=world.ada)
    await world.start(first="them")
    await world.offer_draw(world.grace, match=4)
    done = await world.move(world.ada, "a1", match=1)
    assert labels(done.response) == ["Next game (3 wait)", "Take back"]
    turn = await world.ada.click(done.response, label="Next game (3 wait)")
    snapshot(turn.response.content)
    done = await world.move(world.ada, "b1", match=2)
    challenge = await world.ada.click(done.response, label="Next game (2 wait)")
    snapshot(challenge.response.content)
    assert labels(challenge.response)[-1] == "Next game (1 waits)"
    offer = await world.ada.click(challenge.response, label="Next game (1 waits)")
    snapshot(offer.response.content)
    around = await world.ada.click(offer.response, label="Next game (1 waits)")
    snapshot(around.response.content)


async def test_a_next_game_that_is_gone_or_can_not_be_told_is_none(world: World) -> None:
    async def failing(*_: object) -> Any:
        raise StoreTrouble("The disk is gone.")

    for _ in range(3):
        await world.begin("meadow")
    done = await world.move(world.ada, "a1", match=1)
    await world.move(world.ada, "a1", match=2)
    with world.patch.context() as patch:
        patch.setattr(InboxBook, "waiting", failing)
        unknown = await world.move(world.ada, "a1", match=3)
    snapshot(unknown.response.content)
    none = await world.ada.click(done.response, label="Next game (2 wait)")
    assert none.response.content == NONE_WAITS
    assert labels(none.response) == []


# What a match asks beside a move


async def test_a_request_for_time_is_answered_from_the_inbox(begun: World) -> None:
    await begun.begin("meadow")
    await begun.move(begun.ada, "a1", match=2)
    await begun.ada.slash(begun.channel, "time ask", length=72, match=1)
    page = await games(begun, begun.grace)
    snapshot("".join(rows(page)))
    asked = await begun.grace.click(page, custom_id="answer:1:4")
    snapshot(asked)
    given = await begun.grace.click(asked.response, label="Give it")
    snapshot(said(given))
    [answer] = given.followups
    assert labels(answer) == ["Next game (1 waits)"]
    await begun.grace.click(answer, label="Next game (1 waits)")
    assert (await begun.match()).gift
    late = await begun.grace.click(page, custom_id="answer:1:4")
    snapshot(said(late))


async def test_a_takeback_is_answered_from_the_inbox_though_it_is_their_turn(begun: World) -> None:
    await begun.move(begun.ada, "1")
    await begun.grace.slash(begun.channel, "board")
    await begun.ada.slash(begun.channel, "takeback")
    page = await games(begun, begun.grace)
    assert "**they ask for a move back** · your turn" in rows(page)[0]
    asked = await begun.grace.click(page, label="Answer…")
    snapshot(asked)
    kept = await begun.grace.click(asked.response, label="No")
    snapshot(said(kept))
    # It is still their turn.
    [answer] = kept.followups
    assert labels(answer) == ["Move"]


async def test_two_questions_of_a_match_come_one_after_the_other(begun: World) -> None:
    await begun.offer_draw(begun.ada)
    await begun.ada.slash(begun.channel, "time ask", length=24)
    page = await games(begun, begun.grace)
    draw = await begun.grace.click(page, label="Answer…")
    snapshot(said(draw))
    refused = await begun.grace.click(draw.response, label="Play on")
    [answer] = refused.followups
    assert labels(answer) == ["Answer…"]
    snapshot(await begun.tap(begun.grace, "Answer…", answer))


async def test_who_is_awaited_says_so_from_the_inbox_which_stays(world: World) -> None:
    await world.challenge("heap", world.grace, first="me", time="no time limit")
    challenge = world.last
    await world.env.advance_time(3 * 3600)
    await world.grace.click(challenge, label="Accept")
    page = await games(world, world.ada)
    assert "waits only for you to press **I'm ready** · runs out <t:" in rows(page)[0]
    ready = await world.ada.click(page, label="I'm ready")
    snapshot(said(ready))
    [answer] = ready.followups
    assert labels(answer) == ["Move"]
    assert labels(page) == ["I'm ready", "Refresh"]
    snapshot(await world.tap(world.ada, "I'm ready", page))
    assert labels(page) == ["I'm ready", "Refresh"]
    assert labels((await world.ada.click(page, label="Refresh")).response) == ["Move", "Refresh"]


async def test_several_who_are_awaited_are_named(world: World) -> None:
    await world.challenge("urchins", world.grace, world.linus, time="no time limit")
    challenge = world.last
    await world.grace.click(challenge, label="Accept")
    await world.env.advance_time(3 * 3600)
    await world.linus.click(challenge, label="Accept")
    snapshot(rows(await games(world, world.linus))[0])
    snapshot(rows(await games(world, world.ada))[0])
    # Asked in the list of the channel, somebody who only looks on has nothing to press.
    assert labels(await games(world, world.manager, here=True)) == ["Board", "Refresh"]

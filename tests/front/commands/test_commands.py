"""Every command, and what it says to whom."""

from typing import Any

import discord
import pytest

from bot.front.discord.command_sync import same_commands
from bot.front.discord.markdown import LIMIT
from bot.model.records import Status
from tests.front.conftest import World, labels, said


async def test_help_is_five_lines_and_three_buttons_with_the_rest_behind_them(
    world: World,
) -> None:
    answer = await world.ada.slash(world.channel, "help")
    first = answer.response
    assert len(first.content.splitlines()) == 5
    assert "They press **Accept**" in first.content
    assert labels(first) == ["How to play", "Good to know", "All commands"]
    assert "## How to play Bump" in await world.tap(world.ada, "How to play", first)
    assert "`/privacy` says what I store" in await world.tap(world.ada, "Good to know", first)
    commands = await world.ada.click(first, label="All commands")
    text = said(commands)
    assert len(commands.followups) < -(-len(text) // LIMIT) + 1
    for command in world.client.tree.get_commands():
        assert command.name in text
    assert f"</move:{world.client.command_ids['move']}>" in text


async def test_the_rules_are_turned_page_by_page_with_their_pictures(world: World) -> None:
    first = await world.ada.slash(world.channel, "rules", game="heap")
    assert said(first).startswith("## Heap: The aim")
    assert "Nobody in particular" in said(first)
    assert labels(first.response) == ["Next"]
    second = await world.ada.click(first.response, label="Next")
    assert second.response.content.startswith("## Heap: Your turn")
    assert second.response.attachments[0].description == "Five are left."
    assert labels(second.response) == ["Back", "Play me", "Challenge…"]
    assert not (await world.ada.click(second.response, label="Back")).response.attachments


async def test_an_example_that_can_not_be_drawn_leaves_the_words(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from bot.front.board import pictures

    monkeypatch.setattr(pictures, "draw", None)
    shown = await world.ada.slash(world.channel, "rules", game="bump")
    assert "## Bump" in said(shown)
    assert not shown.response.attachments
    assert "not drawn" in caplog.text


async def test_a_board_is_private_seen_from_ones_own_side_and_says_whose_match_it_is(
    world: World,
) -> None:
    await world.begin("bump")
    pictures = []
    for who in (world.ada, world.grace, world.linus):
        shown = await who.slash(world.channel, "board")
        assert shown.response.ephemeral
        assert ("It is your turn." if who is world.ada else "It is **Ada**'s turn.") in said(shown)
        pictures.append(await shown.response.attachments[0].read())
    assert pictures[0] == pictures[2] != pictures[1]
    for told in (
        await world.ask(world.linus, "board"),
        await world.ask(world.linus, "describe", space="01"),
        await world.tap(world.linus, "More…"),
    ):
        assert "Bump · match 1 · **Ada** and **Grace**" in told
        assert "It is **Ada**'s turn." in told
    assert (await world.ask(world.grace, "board")).endswith("-# Bump · match 1 · 7 days a move")


async def test_a_challenge_is_shown_again_with_buttons_that_work(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    shown = await world.grace.slash(world.channel, "board")
    assert labels(shown.response) == ["Accept", "Decline", "How to play"]
    own = (await world.ada.slash(world.channel, "board")).response
    assert labels(own) == ["Withdraw", "How to play"]
    others = (await world.linus.slash(world.channel, "board")).response
    assert labels(others) == ["How to play"]
    await world.grace.click(shown.response, label="Accept")
    assert "play **Heap**" in world.last.content


async def test_more_offers_what_one_may_do_the_rules_and_every_move(world: World) -> None:
    await world.start(spare=9)
    more = await world.linus.click(world.last, label="More…")
    assert labels(more.response) == ["Rules", "Moves so far", "Follow"]
    assert "No move has been made yet." in await world.tap(
        world.linus, "Moves so far", more.response
    )
    assert "## Heap" in await world.tap(world.linus, "Rules", more.response)
    own = await world.ada.click(world.last, label="More…")
    assert labels(own.response) == ["Draw…", "Resign…", "Ask for time…", "Rules", "Moves so far"]
    for told in (
        said(own),
        await world.ask(world.ada, "board"),
        await world.ask(world.ada, "board", since=True),
        await world.tap(world.ada, "My view"),
    ):
        assert "It is your turn. Your time runs out" in told
    assert "It is **Ada**'s turn. The time runs out" in await world.ask(world.grace, "board")
    asked = await world.ada.click(own.response, label="Draw…")
    assert "Offer **Grace** a draw in match 1? It stands until the next move." in said(asked)
    assert "You offer" in await world.tap(world.ada, "Yes, offer a draw", asked.response)
    await world.move(world.ada, "1")
    assert "1. `` 1`* ``" in await world.tap(world.linus, "Moves so far", more.response)


async def test_a_draw_that_was_declined_is_not_even_asked_about_again_in_its_turn(
    world: World,
) -> None:
    await world.start(spare=9)
    await world.offer_draw(world.ada)
    await world.grace.slash(world.channel, "draw", answer="play on")
    pings = world.pings()
    assert "Grace has said no to a draw in this turn already" in await world.ask(world.ada, "draw")
    assert world.pings() == pings


async def test_a_draw_is_offered_when_it_is_confirmed_and_not_before(world: World) -> None:
    await world.start(spare=9)
    posts = len(world.public())
    asked = await world.ada.slash(world.channel, "draw")
    kept = await world.ada.click(asked.response, label="No, play on")
    assert "The match goes on." in str([kept.response.content, world.private_texts()])
    late = await world.ada.slash(world.channel, "draw")
    assert len(world.public()) == posts
    await world.move(world.ada, "1")
    refused = await world.ada.click(late.response, label="Yes, offer a draw")
    assert "has gone on since that board" in said(refused)
    assert (await world.match()).draw.offer is None


async def test_the_buttons_of_an_offer_that_no_longer_stands_say_so_and_go(world: World) -> None:
    await world.start(spare=9)
    await world.offer_draw(world.grace)
    offer = world.last
    agree = offer.components[0].children[0].custom_id  # type: ignore[union-attr]
    assert "You do not play in match 1" in await world.tap(world.linus, "Agree to the draw", offer)
    assert labels(world.last) == ["Agree to the draw", "Play on"]
    await world.move(world.ada, "1")
    await world.offer_draw(world.grace)
    assert "has gone on since that board" in await world.forge(world.ada, str(agree))
    assert labels(world.shown(offer)) == []
    assert (await world.match()).status is Status.RUNNING


async def test_a_manager_is_asked_before_a_match_ends_or_a_challenge_is_taken_back(
    world: World,
) -> None:
    await world.start()
    posts = len(world.public())
    asked = await world.manager.slash(world.channel, "calloff", match=1)
    assert "End match 1 between **Ada** and **Grace** without a result?" in said(asked)
    assert labels(asked.response) == ["Yes, end it", "No, leave it"]
    await world.manager.click(asked.response, label="No, leave it")
    assert len(world.public()) == posts
    assert "**Manage Messages**" in await world.forge(world.linus, "calloff:1:3")
    assert (await world.match()).status is Status.RUNNING
    await _call_off(world, 1)
    assert "A manager of this server called the match off. Nobody wins." in world.last.content
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    await _call_off(world, 2)
    assert "was taken back" in world.last.content
    assert "Match 1 is over" in await world.ask(world.manager, "calloff", match=1)


async def _call_off(world: World, match: int) -> None:
    asked = await world.manager.slash(world.channel, "calloff", match=match)
    await world.manager.click(asked.response, label="Yes, end it")


async def test_a_challenge_that_began_meanwhile_is_not_called_off(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, spare=9)
    asked = await world.manager.slash(world.channel, "calloff", match=1)
    assert "Take back challenge 1 of **Ada**?" in said(asked)
    await world.grace.click(world.last, label="Accept")
    refused = await world.manager.click(asked.response, label="Yes, end it")
    assert "has gone on since that board" in said(refused)
    assert (await world.match()).status is Status.RUNNING


async def test_only_managers_of_the_same_server_call_off(world: World) -> None:
    await world.start()
    assert "calloff" not in world.ada.available_commands(world.channel)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("other")
    keepers = elsewhere.create_role(
        "keepers", permissions=discord.Permissions(manage_messages=True)
    )
    manager = elsewhere.add_member(world.env.create_user("Eve"), roles=[keepers])
    assert "There is no match 1 here." in said(await manager.slash(channel, "calloff", match=1))
    ada = elsewhere.add_member(world.ada.user, roles=[keepers])
    refused = await ada.slash(channel, "calloff", match=1)
    assert "Match 1 is not played in this server." in said(refused)


async def test_what_is_offered_as_one_types_are_legal_moves_and_matches_one_may_see(
    world: World,
) -> None:
    async def offered(who: Any, command: str, option: str, typed: str, **given: Any) -> list[Any]:
        shown = await who.autocomplete(world.channel, command, option, typed, **given)
        return [(each["name"], each["value"]) for each in shown]

    [(none, value)] = await offered(world.ada, "move", "move", "3")
    assert none.startswith("You have no match running here.")
    assert value == "3"
    await world.start()
    assert [v for _, v in await offered(world.ada, "move", "move", "")] == ["1`*", "2`*", "3`*"]
    assert [v for _, v in await offered(world.ada, "move", "move", "2")] == ["2`*"]
    assert len(await offered(world.ada, "move", "move", "", match=1)) == 3
    assert await offered(world.ada, "move", "move", "x" * 6000) == []
    # Where there are no moves it says why.
    [(stranger, _)] = await offered(world.linus, "move", "move", "", match=1)
    assert stranger.startswith("You don't play in match 1.")
    [(nowhere, _)] = await offered(world.ada, "move", "move", "", match=77)
    assert nowhere.startswith("There is no match 77")
    [(waiting, value)] = await offered(world.grace, "move", "move", "y" * 6000)
    assert waiting == "It is not your turn in match 1, but that of Ada."
    assert len(value) <= 100

    await world.ada.slash(world.channel, "challenge heap")
    assert await offered(world.ada, "board", "match", "") == [
        ("1 · Heap with Grace · your turn", 1),
        ("2 · Heap with anyone · a challenge", 2),
    ]
    assert [v for _, v in await offered(world.ada, "resign", "match", "grace")] == [1]
    for command in ("board", "describe"):
        assert await offered(world.linus, command, "match", "") == [
            ("2 · Heap between Ada and anyone · a challenge", 2),
            ("1 · Heap between Ada and Grace", 1),
        ]
    assert await offered(world.linus, "move", "match", "") == []


async def test_every_command_is_sent_to_discord_once_and_not_again(world: World) -> None:
    def puts() -> int:
        return sum(r.method == "PUT" for r in world.env.http_requests)

    before = puts()
    world.env.backend.commands[None].popitem()
    await world.restart()
    assert puts() == before + 1
    await world.restart()
    assert puts() == before + 1
    world.env.backend.commands.clear()
    await world.restart()
    assert puts() == before + 2


def test_what_discord_adds_to_a_command_makes_no_difference() -> None:
    ours = {"name": "move", "type": 1, "options": [{"name": "x", "type": 3, "required": False}]}
    theirs = {
        "id": "5",
        "version": "9",
        "name": "move",
        "type": 1,
        "dm_permission": True,
        "options": [{"name": "x", "type": 3, "name_localizations": None}],
    }
    assert same_commands([theirs], [ours])
    assert not same_commands([{**theirs, "name": "board"}], [ours])
    assert not same_commands([{**theirs, "description": "Make it"}], [ours])
    board = {"name": "board", "type": 1, "default_member_permissions": 8}
    assert same_commands([{**board, "default_member_permissions": "8"}, theirs], [ours, board])


async def test_commands_that_discord_will_not_take_do_not_keep_the_bot_away(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.backend.commands[None].popitem()
    world.env.inject_error("PUT", "/applications/*", status=403, code=50001)
    await world.restart()
    assert "Discord did not take the commands" in caplog.text
    await world.start()
    assert "play **Heap**" in world.last.content
    # They are offered again, until Discord takes them.
    assert "calloff" not in world.client.command_ids
    await world.env.advance_time(3700)
    assert "calloff" in world.client.command_ids


async def test_boards_of_a_channel_are_for_those_who_can_read_it(world: World) -> None:
    other = world.channel
    hidden = discord.PermissionOverwrite(view_channel=False)
    world.channel = world.guild.create_text_channel("private", overwrites={world.linus: hidden})
    await world.start()
    for command, options in (("board", {}), ("describe", {"space": "1"}), ("replay", {})):
        refused = await world.linus.slash(other, command, match=1, **options)
        assert "There is no match 1 here." in said(refused)
    for reader in (world.grace, world.manager):
        assert "It is **Ada**'s turn" in said(await reader.slash(other, "board", match=1))


# Onlookers


async def test_an_onlooker_is_asked_which_of_several_matches_of_others(world: World) -> None:
    assert (await world.ask(world.linus, "board")).startswith("No match is going on here.")
    await world.start()
    await world.start()
    asked = await world.linus.slash(world.channel, "board")
    assert said(asked).startswith("Several matches are going on here: ")
    assert "1 (Heap between **Ada** and **Grace**)" in said(asked)

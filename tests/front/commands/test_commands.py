"""Every command, and what it says to whom."""

from typing import Any

import discord

from bot.front.commands.sync import same_commands
from bot.front.discord.markdown import LIMIT
from bot.model.records import Status
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.playing import known


async def test_help_is_short_and_the_rules_are_turned_page_by_page(world: World) -> None:
    answer = await world.ada.slash(world.channel, "help")
    first = answer.response
    snapshot(first)
    snapshot(first.attachments[0].description)
    chosen = (await world.ada.select(first, ["clump"], custom_id="learn:which:any")).response
    assert chosen.id == first.id
    snapshot(chosen)
    steps = (await world.ada.click(first, label="First steps")).response
    assert len(steps.content.splitlines()) == 5
    snapshot(steps)
    snapshot(await world.tap(world.ada, "How to play", steps))
    more = await world.ada.click(first, label="Good to know")
    snapshot(said(more))
    commands = await world.ada.click(more.followups[-1], label="All commands")
    text = said(commands)
    assert len(commands.followups) < -(-len(text) // LIMIT) + 1
    for command in world.client.tree.get_commands():
        assert command.name in text
    assert f"</move:{world.client.command_ids['move']}>" in text

    first = await world.ada.slash(world.channel, "rules", game="heap")
    snapshot(first)
    second = await world.ada.click(first.response, label="Next")
    assert second.response.id == first.response.id
    snapshot(said(second))
    snapshot(second.response.attachments[0].description)
    # Each caption stands above its picture.
    kinds = [part["type"] for part in second.response.components]
    assert kinds == [10, 10, 12, 10, 1]
    snapshot(second)
    assert not (await world.ada.click(second.response, label="Back")).response.attachments

    from bot.front.board import pictures

    world.patch.setattr(pictures, "draw", None)
    shown = await world.ada.slash(world.channel, "rules", game="bump")
    snapshot(said(shown))
    assert len(shown.response.attachments) == 1, "only the close-up is drawn another way"
    assert "not drawn" in world.log.text


async def test_a_board_is_private_from_ones_own_side_and_says_whose_it_is(bumps: World) -> None:
    pictures = []
    for who in (bumps.ada, bumps.grace, bumps.linus):
        shown = await who.slash(bumps.channel, "board")
        assert shown.response.ephemeral
        snapshot(said(shown))
        pictures.append(await shown.response.attachments[0].read())
    assert pictures[0] == pictures[2] != pictures[1]
    for told in (
        await bumps.ask(bumps.linus, "board"),
        await bumps.ask(bumps.linus, "describe", space="01"),
        await bumps.tap(bumps.linus, "More…"),
    ):
        snapshot(told)
    snapshot(await bumps.ask(bumps.grace, "board"))


async def test_a_challenge_is_shown_again_with_buttons_that_work(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    shown = await world.grace.slash(world.channel, "board")
    assert labels(shown.response) == ["Accept", "Decline", "How to play"]
    own = (await world.ada.slash(world.channel, "board")).response
    assert labels(own) == ["Withdraw", "How to play"]
    others = (await world.linus.slash(world.channel, "board")).response
    assert labels(others) == ["How to play"]
    await world.grace.click(shown.response, label="Accept")
    snapshot(world.last.content)


async def test_more_offers_what_one_may_do_the_rules_and_every_move(begun: World) -> None:
    more = await begun.linus.click(begun.last, label="More…")
    assert labels(more.response) == ["Rules", "Moves so far", "Follow"]
    snapshot(await begun.tap(begun.linus, "Moves so far", more.response))
    snapshot(await begun.tap(begun.linus, "Rules", more.response))
    own = await begun.ada.click(begun.last, label="More…")
    assert labels(own.response) == ["Draw…", "Resign…", "Ask for time…", "Rules", "Moves so far"]
    for told in (
        said(own),
        await begun.ask(begun.ada, "board"),
        await begun.ask(begun.ada, "board", since=True),
        await begun.tap(begun.ada, "My view"),
    ):
        snapshot(told)
    snapshot(await begun.ask(begun.grace, "board"))
    asked = await begun.ada.click(own.response, label="Draw…")
    snapshot(said(asked))
    offered = await begun.tap(begun.ada, "Yes, offer a draw", asked.response)
    # What is said in private can't be changed later, so it must stay true.
    assert "You offered **Grace** a draw. Unless it is answered, it lapses with their" in offered
    snapshot(said(own))
    await begun.move(begun.ada, "1")
    assert known((await begun.match()).requests.draw).seat == 1
    # An older panel answers what is so now.
    snapshot(await begun.tap(begun.linus, "Moves so far", more.response))
    snapshot(await begun.tap(begun.ada, "Ask for time…", own.response))
    theirs = await begun.ada.click(begun.last, label="More…")
    await begun.move(begun.grace, "1")
    assert (await begun.match()).requests.draw is None
    snapshot(await begun.tap(begun.ada, "Give time…", theirs.response))


async def test_a_declined_draw_is_not_asked_about_again_in_its_turn(begun: World) -> None:
    await begun.offer_draw(begun.ada)
    await begun.grace.slash(begun.channel, "draw", answer="play on")
    pings = begun.pings()
    snapshot(await begun.ask(begun.ada, "draw"))
    assert begun.pings() == pings


async def test_the_button_of_one_offer_does_not_answer_the_next(begun: World) -> None:
    await begun.offer_draw(begun.ada)
    old = f"agree:1:{(await begun.match()).seq}"
    await begun.grace.slash(begun.channel, "draw", answer="play on")
    await begun.offer_draw(begun.grace)

    snapshot(await begun.forge(begun.ada, old))
    assert (await begun.match()).requests.draw


async def test_a_draw_is_offered_once_confirmed_until_the_next_move(begun: World) -> None:
    posts = len(begun.public())
    asked = await begun.ada.slash(begun.channel, "draw")
    kept = await begun.ada.click(asked.response, label="No, play on")
    snapshot(str([kept.response.content, begun.private_texts()]))
    late = await begun.ada.slash(begun.channel, "draw")
    assert len(begun.public()) == posts
    await begun.move(begun.ada, "1")
    refused = await begun.ada.click(late.response, label="Yes, offer a draw")
    snapshot(said(refused))
    assert (await begun.match()).requests.draw is None

    await begun.move(begun.grace, "1")
    await begun.offer_draw(begun.grace)
    offer = begun.last
    agree = offer.components[0].children[0].custom_id  # type: ignore[union-attr]
    snapshot(await begun.tap(begun.linus, "Agree to the draw", offer))
    assert labels(begun.last) == ["Agree to the draw", "Play on"]
    await begun.move(begun.ada, "1")
    await begun.offer_draw(begun.grace)
    snapshot(await begun.forge(begun.ada, str(agree)))
    assert labels(begun.shown(offer)) == []
    assert (await begun.match()).status is Status.RUNNING


async def test_a_manager_is_asked_before_anything_is_called_off(short: World) -> None:
    posts = len(short.public())
    asked = await short.manager.slash(short.channel, "calloff", match=1)
    snapshot(asked)
    await short.manager.click(asked.response, label="No, leave it")
    assert len(short.public()) == posts
    snapshot(await short.forge(short.linus, "calloff:1:3"))
    assert (await short.match()).status is Status.RUNNING
    await short.call_off(1)
    snapshot(short.last.content)
    await short.ada.slash(short.channel, "challenge heap", opponent=short.grace)
    await short.call_off(2)
    snapshot(short.last.content)
    snapshot(await short.ask(short.manager, "calloff", match=1))

    await short.ada.slash(short.channel, "challenge heap", opponent=short.grace, spare=9)
    asked = await short.manager.slash(short.channel, "calloff", match=3)
    snapshot(said(asked))
    await short.grace.click(short.last, label="Accept")
    snapshot(await short.tap(short.manager, "Yes, end it", asked.response))
    assert (await short.match(3)).status is Status.RUNNING


async def test_only_managers_of_the_same_server_call_off(short: World) -> None:
    assert "calloff" not in short.ada.available_commands(short.channel)
    elsewhere = short.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("other")
    keepers = elsewhere.create_role(
        "keepers", permissions=discord.Permissions(manage_messages=True)
    )
    manager = elsewhere.add_member(short.env.create_user("Eve"), roles=[keepers])
    snapshot(said(await manager.slash(channel, "calloff", match=1)))
    ada = elsewhere.add_member(short.ada.user, roles=[keepers])
    snapshot(said(await ada.slash(channel, "calloff", match=1)))


async def test_legal_moves_and_matches_one_may_see_are_offered(world: World) -> None:
    async def offered(who: Any, command: str, option: str, typed: str, **given: Any) -> list[Any]:
        shown = await who.autocomplete(world.channel, command, option, typed, **given)
        return [(each["name"], each["value"]) for each in shown]

    assert not await offered(world.ada, "move", "move", "3")
    await world.start()
    lines = await offered(world.ada, "move", "move", "")
    assert lines == [(f"{n}`* · takes {n}.", f"{n}`*") for n in (3, 1, 2)]
    assert [v for _, v in await offered(world.ada, "move", "move", "2")] == ["2`*"]
    assert len(await offered(world.ada, "move", "move", "", match=1)) == 3
    assert await offered(world.ada, "move", "move", "x" * 6000) == []
    # Only for a match that waits for the person, and never a line that is no move.
    assert not await offered(world.linus, "move", "move", "", match=1)
    assert not await offered(world.ada, "move", "move", "", match=77)
    assert not await offered(world.grace, "move", "move", "y" * 6000)
    assert not await offered(world.grace, "move", "move", "", match=1)

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


async def test_every_command_is_sent_once_and_again_where_not_taken(world: World) -> None:
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

    world.env.backend.commands[None].popitem()
    why = "Invalid Form Body: 0.integration_types: not supported"
    world.env.inject_error("PUT", "/applications/*", status=400, code=50035, message=why)
    await world.restart()
    assert "Discord did not take the commands" in world.log.text
    assert "Switch on Guild Install or User Install and save" in world.log.text
    await world.start()
    snapshot(world.last.content)
    # They are offered again, until Discord takes them.
    assert "calloff" not in world.client.command_ids
    await world.env.advance_time(3700)
    assert "calloff" in world.client.command_ids


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


async def test_boards_of_a_channel_are_for_those_who_can_read_it(world: World) -> None:
    other = world.channel
    hidden = discord.PermissionOverwrite(view_channel=False)
    world.channel = world.guild.create_text_channel("private", overwrites={world.linus: hidden})
    await world.start()
    for command, options in (("board", {}), ("describe", {"space": "1"}), ("replay", {})):
        snapshot(said(await world.linus.slash(other, command, match=1, **options)))
    for reader in (world.grace, world.manager):
        snapshot(said(await reader.slash(other, "board", match=1)))


# Onlookers


async def test_an_onlooker_is_asked_which_of_several_matches_of_others(world: World) -> None:
    snapshot(await world.ask(world.linus, "board"))
    await world.start()
    await world.start()
    snapshot(await world.ask(world.linus, "board"))


async def test_in_a_rated_match_moves_come_in_the_order_of_the_board(world: World) -> None:
    async def offered(typed: str, number: int) -> list[str]:
        found = await world.ada.autocomplete(world.channel, "move", "move", typed, match=number)
        return [each["value"] for each in found]

    await world.begin("bump", rated=True)
    await world.begin("bump")
    rules, start = (await world.match()).rules, (await world.match()).position
    board = [rules.format(start, move) for move in rules.moves(start)]
    assert await offered("", 1) == board[:25]
    assert await offered("", 2) != board[:25]
    for number in (1, 2):
        begin = [text for text in board if text.startswith("01,")]
        within = [text for text in board if "01," in text and text not in begin]
        assert await offered("01,", number) == (begin + within)[:25]


async def test_a_command_that_could_mean_several_matches_has_a_button_for_each(
    world: World,
) -> None:
    for _ in range(2):
        await world.start()
    asked = await world.ada.slash(world.channel, "board", text=True)
    snapshot(asked)
    board = await world.ada.click(asked.response, label=labels(asked.response)[1])
    assert "match 1" in said(board)
    assert "```" in said(board)
    asked = await world.grace.slash(world.channel, "time give", length=24)
    given = await world.grace.click(asked.response, label=labels(asked.response)[0])
    snapshot(said(given))
    # What is too long for a button is typed again.
    assert "option `match`" in await world.ask(world.ada, "note", text="mind " * 30)

"""`/lobby`: who looks for a game in a channel, privately and as a post that is kept up to date."""

import signal
from typing import Any

import discord

from bot.front.invitations.lobby import LobbyId
from bot.front.living import state_of
from bot.model.commands import Withdraw
from bot.model.events import Person
from bot.model.places import LivingKind
from bot.model.records import MatchId, Status
from bot.model.terms import Wanted
from bot.service.invitations.open_challenges import ON_PAGE
from tests.front.conftest import ON_FILE, World, labels, said
from tests.front.panels import lists, parts, text_of
from tests.front.snapshot import snapshot
from tests.helpers.posting import DAY, killed_at

CALM = 11.0


def accepts(message: Any) -> list[str]:
    return [p["custom_id"] for p in parts(message) if p.get("label") == "Accept"]


async def post(world: World, who: Any = None) -> Any:
    return await (who or world.manager).slash(world.channel, "lobby", post=True)


async def test_it_lists_open_challenges_with_terms_and_host(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    await world.challenge("heap", size="small", time="3 days a move", standing=True)
    standing = world.last
    await world.grace.slash(world.channel, "challenge bump", first="me")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.linus.slash(elsewhere, "challenge heap")

    shown = await world.linus.slash(world.channel, "lobby")

    assert shown.response.ephemeral
    text = text_of(shown.response)
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{standing.id}"
    assert f"**[Heap · match 2]({link})**\n3 days a move · chance decides who begins" in text
    snapshot(text)
    host = "-# **Ada** hasn't finished a match against a person yet."
    assert f"{host} Is renewed each time somebody takes it; ends <t:" in text
    snapshot(text)
    assert text.index("match 3") < text.index("match 2")
    assert accepts(shown.response) == ["lobby:accept:3", "lobby:accept:2"]


async def test_a_seat_is_taken_from_the_list(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap")
    await world.ada.slash(world.channel, "challenge heap", players=3)
    shown = await world.linus.slash(world.channel, "lobby")
    snapshot(text_of(shown.response))

    snapshot(said(await world.linus.click(shown.response, custom_id="lobby:accept:1")))
    assert (await world.match()).status is Status.RUNNING
    assert accepts(shown.response) == ["lobby:accept:2"]
    snapshot(said(await world.linus.click(shown.response, custom_id="lobby:accept:2")))
    snapshot(text_of(shown.response))
    snapshot(said(await world.linus.click(shown.response, custom_id="lobby:accept:2")))


async def test_a_challenge_of_ones_own_is_taken_back_in_the_list(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap")
    await world.grace.slash(world.channel, "challenge bump")
    await world.ada.slash(world.channel, "challenge heap", standing=True)
    shown = await world.ada.slash(world.channel, "lobby")
    assert accepts(shown.response) == ["lobby:accept:2"]
    assert labels_of(shown.response) == ["Withdraw", "Withdraw"]
    # Everybody else is offered the seats, in their own list and in that of all.
    assert len(accepts((await world.linus.slash(world.channel, "lobby")).response)) == 3
    await post(world)
    assert len(accepts(lists(world)[0])) == 3

    snapshot(said(await world.ada.click(shown.response, custom_id="lobby:withdraw:3")))
    assert labels_of(shown.response) == ["Withdraw"]
    await world.ada.click(shown.response, custom_id="lobby:withdraw:1")
    assert (labels_of(shown.response), accepts(shown.response)) == ([], ["lobby:accept:2"])
    statuses = [(await world.match(n)).status for n in (1, 2, 3)]
    assert statuses == [Status.WITHDRAWN, Status.INVITED, Status.WITHDRAWN]


async def test_an_old_list_refuses_a_seat_that_is_gone(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap")
    shown = await world.linus.slash(world.channel, "lobby")
    await world.grace.click(world.last, label="Accept")
    await world.restart()
    late = await world.linus.click(shown.response, custom_id="lobby:accept:1")
    [refusal] = late.followups
    snapshot(refusal.content)
    assert (await world.match()).seat_of(world.linus.id) is None


# The post


async def test_the_post_is_kept_up_to_date_by_edits_that_call_nobody(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap")
    snapshot(said(await post(world)))
    (listed,) = lists(world)
    assert listed.flags.silent
    assert accepts(listed) == ["lobby:accept:1"]
    snapshot(text_of(listed))
    await world.env.advance_time(CALM)
    edits = _edits(world, listed)

    await world.grace.slash(world.channel, "challenge bump")
    await world.linus.slash(world.channel, "challenge heap")
    await world.env.advance_time(CALM)
    assert accepts(lists(world)[0]) == ["lobby:accept:3", "lobby:accept:2", "lobby:accept:1"]
    await world.linus.click(lists(world)[0], custom_id="lobby:accept:1")
    await world.env.advance_time(CALM)
    await world.env.advance_time(CALM)

    assert accepts(lists(world)[0]) == ["lobby:accept:3", "lobby:accept:2"]
    assert _edits(world, listed) - edits <= 3
    bodies = [
        r.json
        for r in world.env.http_requests
        if r.path.endswith(f"/{listed.id}") and isinstance(r.json, dict)
    ]
    assert bodies
    assert all(body["allowed_mentions"]["parse"] == [] for body in bodies)
    assert lists(world)[0].id == listed.id


def _edits(world: World, message: discord.Message) -> int:
    requests = world.env.http_requests
    return sum(r.method == "PATCH" and r.path.endswith(f"/{message.id}") for r in requests)


async def test_moves_do_not_touch_it_and_missed_changes_are_shown(short: World) -> None:
    await short.ada.slash(short.channel, "challenge heap", standing=True)
    await post(short)
    await short.env.advance_time(CALM)
    edits = _edits(short, lists(short)[0])
    await short.move(short.ada, "1")
    await short.env.advance_time(CALM)
    assert _edits(short, lists(short)[0]) == edits

    await short.client.matches.do(MatchId(2), Withdraw(Person(short.ada.id, "Ada")))
    await short.restart()
    await short.env.advance_time(CALM)
    assert accepts(lists(short)[0]) == []
    snapshot(text_of(lists(short)[0]))


async def test_posted_again_it_moves_to_the_end_and_deleted_it_is_forgotten(world: World) -> None:
    await post(world)
    (first,) = lists(world)
    await world.ada.slash(world.channel, "challenge heap")
    await post(world)
    (second,) = lists(world)
    assert second.id != first.id
    assert world.last.id == second.id
    assert accepts(second) == ["lobby:accept:1"]

    await second.delete()
    await world.ada.slash(world.channel, "challenge heap")
    await world.env.advance_time(CALM)
    assert await state_of(world.client, LivingKind.LOBBY, world.channel.id) is None
    assert lists(world) == []
    await post(world)
    assert len(lists(world)) == 1


async def test_only_managers_post_it_and_a_forged_button_does_nothing(world: World) -> None:
    snapshot(said(await post(world, world.ada)))
    snapshot(said(await world.ada.user.slash("lobby", post=True)))
    silence = {world.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    silent = world.guild.create_text_channel("silent", overwrites=silence)
    snapshot(said(await world.manager.slash(silent, "lobby", post=True)))
    assert lists(world) == []
    keeping = discord.PermissionOverwrite(manage_channels=True)
    own = world.guild.create_text_channel("own", overwrites={world.ada: keeping})
    snapshot(said(await world.ada.slash(own, "lobby", post=True)))

    await world.ada.slash(world.channel, "challenge heap")
    for custom_id, answer in (
        ("lobby:accept:99", "There is no match 99"),
        ("lobby:dance:1", "This button no longer"),
        ("lobby:withdraw:1", "Only Ada can take this challenge back."),
    ):
        assert LobbyId.parse(custom_id)
        assert answer in await world.forge(world.linus, custom_id)
    assert (await world.match()).status is Status.INVITED


async def many(world: World, count: int) -> None:
    """So many challenges to anyone, with as much to tell of each as there may be."""
    for number in range(count):
        await world.client.matches.challenge(
            game="heap",
            options={"lucky": 1, "players": 4},
            host=Person(world.ada.id + 1000 + number, "*" * 32),
            invited=(None, None, None),
            channel=world.channel.id,
            guild=world.guild.id,
            first="host",
            wanted=Wanted(90, 24),
            standing=True,
        )


def labels_of(message: Any) -> list[str]:
    """The labels of the buttons that turn pages."""
    found = [p.get("label", "") for p in parts(message)]
    return [label for label in found if label and label != "Accept"]


def sizes(message: Any) -> tuple[int, int]:
    """The components of a message and the characters of its texts."""
    return len(parts(message)), len(text_of(message))


async def test_all_of_many_challenges_are_reached_page_by_page(world: World) -> None:
    await many(world, 35)
    shown = await world.linus.slash(world.channel, "lobby")
    seen = []
    for page, buttons in enumerate((["Next"], *[["Back", "Next"]] * 2, ["Back"]), 1):
        message = shown.response
        assert labels_of(message) == buttons
        assert f"-# Page {page} of 4 · 35 challenges, newest first" in text_of(message)
        assert sizes(message) <= (40, 4000)
        assert sizes(message)[1] <= 4000
        seen += accepts(message)
        if page < 4:
            await world.linus.click(message, label="Next")
    assert seen == [f"lobby:accept:{number}" for number in range(35, 0, -1)]
    assert shown.response.ephemeral

    await world.linus.click(shown.response, label="Back")
    await world.linus.click(shown.response, custom_id="lobby:accept:10")
    snapshot(text_of(shown.response))

    # The post leads to all of them, for each person alone.
    await post(world)
    (listed,) = lists(world)
    assert labels_of(listed) == ["Show all"]
    snapshot(text_of(listed))
    assert len(accepts(listed)) == ON_PAGE
    assert sizes(listed)[0] <= 40
    assert sizes(listed)[1] <= 4000
    await world.restart()
    message = (await world.linus.click(listed, label="Show all")).response
    assert message.ephemeral
    snapshot(text_of(message))
    await world.linus.click(message, label="Next")
    snapshot(text_of(message))
    assert labels_of(lists(world)[0]) == ["Show all"]


# Standing challenges


async def waiting(world: World) -> list[int]:
    """The challenges that wait in the channel."""
    rows = await world.client.matches.of_channel(world.channel.id)
    return [int(row.match) for row in rows if row.status is Status.INVITED]


async def test_one_that_is_taken_is_posted_again(world: World) -> None:
    snapshot(await world.ask(world.ada, "challenge heap", standing=True, size="small"))
    snapshot(world.last.content)
    assert world.last.content.count("<t:") == 1
    first = world.last
    terms = [line for line in first.content.splitlines() if "days a move" in line]
    await world.grace.click(first, label="Accept")

    assert await waiting(world) == [2]
    assert labels(world.public()[0]) == []
    challenge = next(m for m in world.public()[1:] if "looks for an opponent" in m.content)
    assert terms == [line for line in challenge.content.splitlines() if "days a move" in line]
    snapshot(challenge)
    snapshot(world.public()[0].content)
    assert (await world.match()).status is Status.RUNNING

    await world.ada.click(challenge, label="Withdraw")
    assert await waiting(world) == []


async def test_three_stand_in_a_channel_for_thirty_days_and_name_nobody(world: World) -> None:
    snapshot(await world.ask(world.ada, "challenge heap", opponent=world.grace, standing=True))
    assert world.public() == []
    for _ in range(3):
        await world.ada.slash(world.channel, "challenge heap", standing=True)
    snapshot(await world.ask(world.ada, "challenge heap", standing=True))
    await world.env.advance_time(30 * DAY - 60)
    assert sorted(await waiting(world)) == [1, 2, 3]
    await world.env.advance_time(120)
    assert await waiting(world) == []
    # The three lapse together, so that any of their posts may be the last.
    lapsed = sorted(message.content for message in world.public()[-3:])
    snapshot(lapsed[-1])


@ON_FILE
async def test_killed_between_answer_and_next_challenge_it_is_there_once(world: World) -> None:
    await world.challenge("bump", standing=True, your_reserve=0, their_reserve=0)
    await world.client.store.close()
    assert killed_at(world, "accept", world.grace.id) == -signal.SIGKILL
    await world.env.restart_bot(world.make())
    await world.env.settle()
    assert await waiting(world) == [2]
    await world.restart()
    await world.env.advance_time(DAY)
    assert await waiting(world) == [2]
    assert len([m for m in world.public() if "**Ada** look" in m.content]) == 2


async def test_it_is_not_renewed_if_no_more_matches_may_begin(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", standing=True, first="them")
    other = world.guild.create_text_channel("other")
    await world.env.settle()
    await world.server_wishes(channels=[other.id])
    await world.grace.click(world.last, label="Accept")
    assert await waiting(world) == []
    assert (await world.match()).status is Status.RUNNING
    await world.move(world.grace, "1")
    snapshot(said(await world.move(world.ada, "1")))


async def test_it_is_renewed_in_a_thread_of_a_channel_that_the_server_names(world: World) -> None:
    made = world.env.backend.create_thread(world.channel.id, "talk", world.ada.id)
    await world.env.settle()
    (thread,) = [each for each in world.channel.threads if each.id == made.id]
    await world.server_wishes(channels=[world.channel.id])
    await world.ada.slash(thread, "challenge heap", standing=True)
    await world.grace.click(world.public(thread)[-1], label="Accept")
    rows = await world.client.matches.of_channel(thread.id)
    assert sorted(row.status for row in rows) == sorted([Status.INVITED, Status.RUNNING])

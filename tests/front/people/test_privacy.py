"""`/privacy` and `/profile`: what is stored and told of people, handed out and deleted."""

import json

from bot.front.discord.context import LEAVING
from bot.front.people.privacy import DONE, TYPED_WRONG
from bot.model.events.base import DELETED
from bot.model.records import Status
from bot.model.refusals import StoreTrouble
from tests.front.conftest import World, labels, said
from tests.front.panels import SETTLED, ask_deletion, delete, menus
from tests.front.snapshot import snapshot


async def test_what_is_stored_is_told_and_deleted(world: World) -> None:
    told = await world.ask(world.ada, "privacy about")
    snapshot(told)
    assert "http" not in told
    asked = await world.ada.slash(world.channel, "privacy delete")
    # Who has no open match is warned of none.
    snapshot(said(asked))
    form = await world.ada.click(asked.response, label="Delete my data…")
    await world.ada.submit_modal(form, {"word": "delete"})
    assert LEAVING in await world.ask(world.ada, "games")
    assert LEAVING in await world.tap(world.ada, "Delete my data…", asked.response)
    await world.env.advance_time(SETTLED)
    await world.env.settle()
    assert LEAVING not in await world.ask(world.ada, "games")


async def test_nobody_who_is_being_deleted_is_asked_to_play(short: World) -> None:
    await ask_deletion(short, short.linus)
    posts = len(short.public())
    await short.ask(short.grace, "challenge heap", opponent=short.linus)
    await short.ask(short.ada, "replace", player=short.ada, by=short.linus)
    await short.env.settle()
    assert len(short.public()) == posts
    assert not (await short.match()).requests.replacement
    assert len(await short.client.matches.of_person(short.grace.id)) == 1


async def test_who_types_another_word_stays_and_the_export_is_two_files(short: World) -> None:
    asked = await short.ada.slash(short.channel, "privacy delete")
    snapshot(asked)
    form = await short.ada.click(asked.response, label="Delete my data…")
    assert TYPED_WRONG in said(await short.ada.submit_modal(form, {"word": "no"}))
    assert (await short.match()).status is Status.RUNNING

    await short.move(short.ada, "1")
    answer = await short.ada.slash(short.channel, "privacy export")
    record, text = [await each.read() for each in answer.response.attachments]
    reply = json.loads(record)
    assert reply["person"] == str(short.ada.id)
    assert [each["kind"] for each in reply["matches"][0]["events"]][-1] == "played"
    assert str(short.grace.id) not in record.decode()
    assert "Grace" in record.decode()
    snapshot(text.decode())


async def test_a_deleted_person_leaves_no_trace_and_the_match_stays(short: World) -> None:
    await short.move(short.ada, "1")
    await short.move(short.grace, "1")
    await short.ada.slash(short.channel, "settings")
    await delete(short, short.ada)
    match = await short.match()
    assert match.status is Status.ENDED
    assert {person.name for person in match.seats} == {DELETED, "Grace"}
    kept = short.everything
    assert str(short.ada.id) not in kept
    assert "Ada" not in kept
    for command, options in (
        ("games", {}),
        ("profile", {}),
        ("board", {"match": 1}),
        ("replay", {"match": 1}),
        ("describe", {"match": 1, "space": "1"}),
    ):
        answer = await short.grace.slash(short.channel, command, **options)
        snapshot(said(answer))
        assert "<@-1>" not in said(answer)
    reply = [message.content for message in short.ada.user.dm_channel.history()]
    assert DONE in reply


async def test_nobody_plays_again_with_or_calls_somebody_deleted(short: World) -> None:
    await short.resign(short.ada)
    end = short.last
    assert "Rematch" in labels(end)
    await short.begin("bump")
    await delete(short, short.ada)
    snapshot(await short.tap(short.grace, "Rematch", end))
    assert all("<@-" not in message.content for message in short.public())
    short.pings()
    # Who was deleted may begin again like anybody.
    await short.start()
    assert (await short.match(3)).status is Status.RUNNING


DAY = 24 * 3600.0


async def lose_on_time(world: World, times: int = 3) -> None:
    """Ada loses so many matches on time against Grace."""
    with world.env.time_context():
        await world.client.service.calendars.set_automatic(world.ada.id, False)
    for _ in range(times):
        await world.start(time="1 day a move", ending="hard")
    for _ in range(2):
        await world.env.advance_time(DAY + 60)


async def test_a_newcomer_is_told_so_kindly_and_bots_have_no_profile(world: World) -> None:
    mine = await world.ada.slash(world.channel, "profile")
    assert mine.response.ephemeral
    snapshot(said(mine))
    snapshot(await world.ask(world.ada, "profile", person=world.grace))

    snapshot(await world.ask(world.ada, "profile", person=world.robot))
    beep = world.env.create_user("Beep", bot=True)
    snapshot(await world.ask(world.ada, "profile", person=beep))


async def test_a_profile_says_how_fast_and_how_faithful_somebody_is(world: World) -> None:
    await lose_on_time(world)
    await world.start()
    await world.env.advance_time(3.5 * 3600)
    await world.move(world.ada, "1", match=4)
    await world.resign(world.grace, match=4)
    await world.start()

    snapshot((await world.ask(world.grace, "profile", person=world.ada)).split("\n-# ")[0])
    snapshot(await world.ask(world.ada, "profile"))


async def test_of_places_out_of_sight_it_shows_totals_only(world: World) -> None:
    other = world.env.create_guild()
    ada, grace = (other.add_member(each.user) for each in (world.ada, world.grace))
    hidden = other.create_text_channel("secret-plans")
    await ada.slash(hidden, "challenge heap", opponent=grace, first="me", size="small")
    await grace.click(world.public(hidden)[-1], label="Accept")

    shown = await world.linus.slash(world.channel, "profile", person=world.ada)

    snapshot(said(shown))
    assert not any(
        word in said(shown) for word in ("secret-plans", str(hidden.id), "Grace", "match 1")
    )


async def test_a_challenge_tells_of_both_and_keeps_what_it_asks_for(world: World) -> None:
    await lose_on_time(world)
    asked = await world.grace.slash(world.channel, "challenge heap", opponent=world.ada)
    snapshot(world.last.content)
    snapshot(said(asked))
    snapshot(await world.ask(world.ada, "board", match=4))
    open_one = await world.linus.slash(world.channel, "challenge heap")
    snapshot(world.words)
    assert len(said(open_one).splitlines()) == 1
    await world.linus.slash(world.channel, "challenge heap", size="small", finishes=90, answers=24)
    terms = "asks for at least 90 % of matches finished, answers within a day\n"
    assert terms in world.last.content
    challenge = world.last

    snapshot(await world.tap(world.ada, "Accept", challenge))
    assert "Accept" in labels(challenge)
    await world.grace.click(challenge, label="Accept")
    assert (await world.match(6)).status is Status.RUNNING
    await world.resign(world.grace, match=6)
    await world.linus.click(world.last, label="Rematch")
    assert terms in world.last.content


async def test_the_line_about_the_host_stays_when_seats_are_taken(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", players=3)
    line = "\n**Ada** hasn't finished a match against a person yet.\n"
    assert line in world.last.content
    challenge = world.last
    await world.grace.click(challenge, label="Accept")
    assert line in world.public()[0].content
    snapshot(world.public()[0].content)


# The server's word about newcomers


async def test_a_manager_alone_says_how_much_newcomers_play(world: World) -> None:
    panel = await world.manager.slash(world.channel, "settings", server=True)
    panel = await world.manager.select(panel.response, ["play"], custom_id="panel:server:pages")
    newcomers = menus(panel.response)[2]
    assert [o["label"] for o in newcomers["options"] if o.get("default")] == [
        "Newcomers play as much as they like"
    ]
    changed = await world.manager.select(
        panel.response, ["1"], custom_id="wish:server:newcomers:chosen"
    )
    newcomers = menus(changed.response)[2]
    assert [o["label"] for o in newcomers["options"] if o.get("default")] == [
        "Newcomers play 1 match at a time"
    ]

    await world.start()
    snapshot(await world.ask(world.ada, "challenge heap", opponent=world.linus))
    await world.linus.slash(world.channel, "challenge heap", opponent=world.grace)
    snapshot(await world.tap(world.grace, "Accept"))
    assert "begins" in await world.ask(world.ada, "challenge heap", opponent=world.robot)

    for custom_id in ("wish:me:newcomers:five", "wish:server:newcomers:four"):
        snapshot(await world.forge(world.manager, custom_id))


async def test_a_challenge_is_posted_without_a_line_that_fails(world: World) -> None:
    async def broken(*_: object) -> None:
        raise StoreTrouble("The matches can't be read just now.")

    world.patch.setattr(type(world.client.service.profiles), "profile", broken)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    snapshot(world.last.content)
    assert "**Ada**" not in world.last.content.partition("\n")[2]

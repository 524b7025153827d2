"""Whom the owner excludes, what they announce, and who they are."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.front.contact import Contact
from bot.front.living import state_of
from bot.front.people.owner import heed_once
from bot.model.clock.calendar import Calendar, Vacation
from bot.model.limits import FEEDBACK
from bot.model.places import LivingKind
from bot.model.privacy.owner import Excluded
from bot.model.records import GuildId
from bot.model.refusals import StoreTrouble
from bot.service.inbox import InboxBook
from bot.service.owner import OwnerBook
from bot.store.database import NEXT
from tests.front.conftest import World, said
from tests.front.snapshot import snapshot
from tests.helpers.playing import known
from tests.helpers.posting import DAY, forbid

EDSGER = Contact(
    support="https://example.org/help", contact="Edsger", terms="https://example.org/terms"
)


async def exclude(world: World, scope: Excluded, number: int) -> None:
    # As the command does, in a process of its own.
    owner = OwnerBook.beside(world.client.store, world.env.now)
    await owner.exclude(scope, number, "several accounts against one person")
    await heed_once(world.client)


async def test_an_excluded_person_gets_one_sentence_and_the_others_win_on_time(
    begun: World,
) -> None:
    now = begun.env.now()
    await begun.keep(begun.ada, Calendar(vacations=(Vacation(now, now + timedelta(days=9)),)))
    await begun.ask(begun.ada, "challenge heap", opponent=begun.linus)
    asked = begun.last
    before = len(begun.public())
    await exclude(begun, Excluded.PERSON, begun.ada.id)
    sentence = await begun.ask(begun.ada, "games")
    snapshot(sentence)
    begun.client.contact = EDSGER
    snapshot(await begun.ask(begun.ada, "settings"))
    assert await begun.tap(begun.ada, "Withdraw", asked) == await begun.ask(begun.ada, "games")
    snapshot(await begun.tap(begun.linus, "Accept", asked))
    snapshot(await begun.ask(begun.grace, "challenge heap", opponent=begun.ada))
    assert len(begun.public()) == before
    for each in ("games", "board"):
        snapshot(await begun.ask(begun.grace, each))

    # Nobody is called who can't play: neither reminded, nor told that time is out. Neither grace
    # nor vacation keeps the other waiting.
    assert (await begun.match()).deadline == known((await begun.match()).since) + timedelta(days=7)
    await begun.env.advance_time(7 * DAY + 60)
    assert begun.ada.id not in {p for pings in begun.pings()[before:] for p in pings}
    await begun.grace.slash(begun.channel, "claim", match=1)
    assert (await begun.match()).outcome

    await begun.client.service.owner.readmit(Excluded.PERSON, begun.ada.id)
    await heed_once(begun.client)
    assert await begun.ask(begun.ada, "games") != sentence
    [left] = (await begun.client.service.calendars.history(begun.ada.id))[-1].calendar.vacations
    assert left.end == now + timedelta(days=9)


async def test_vacation_that_is_spent_instead_of_losing_ends_at_once_with_an_exclusion(
    begun: World,
) -> None:
    # After the time and the grace.
    await begun.env.advance_time(8 * DAY + 60)
    match = await begun.match()
    assert match.vacation_used
    assert not match.overdue
    await exclude(begun, Excluded.PERSON, begun.ada.id)
    await begun.env.settle()
    assert (await begun.match()).overdue


async def test_excluded_people_get_and_delete_their_data_and_stay_excluded(world: World) -> None:
    await exclude(world, Excluded.PERSON, world.ada.id)
    sentence = await world.ask(world.ada, "games")
    assert "What I store about you" in await world.ask(world.ada, "privacy about")
    assert "all that I store about you" in await world.ask(world.ada, "privacy export")
    asked = await world.ada.slash(world.channel, "privacy delete")
    form = await world.ada.click(asked.response, label="Delete my data…")
    await world.ada.submit_modal(form, {"word": "delete"})
    await world.env.advance_time(DAY)
    assert not world.client.service.privacy.leaving
    await heed_once(world.client)
    assert await world.ask(world.ada, "games") == sentence


async def test_an_excluded_server_is_left_and_gets_the_sentence(begun: World) -> None:
    begun.client.contact = EDSGER
    owner = begun.client.service.owner
    await owner.exclude(Excluded.SERVER, begun.guild.id, "floods")
    await owner.look()
    snapshot(await begun.ask(begun.grace, "games"))
    await heed_once(begun.client)
    await begun.env.settle()
    assert not begun.client.guilds


async def test_an_announcement_is_posted_once_a_server_and_calls_nobody(begun: World) -> None:
    owner = begun.client.service.owner

    async def told() -> list[str]:
        await heed_once(begun.client)
        await begun.env.settle()
        return [each.content for each in begun.public() if "From the person" in each.content]

    assert await owner.announce("I restart at 20:00 UTC.") == 1
    [first] = await told()
    snapshot(first)
    assert begun.pings()[-1] == []
    assert begun.last.flags.suppress_notifications
    assert await told() == [first]
    assert await owner.announce("It takes longer.") == 1
    assert len(await told()) == 2
    assert await owner.withdraw()
    assert not await owner.withdraw()
    assert len(await told()) == 2


async def test_no_other_post_is_taken_for_an_announcement_after_a_crash(begun: World) -> None:
    owner, guild = begun.client.service.owner, GuildId(begun.guild.id)
    await begun.client.get_partial_messageable(begun.channel.id).send("Not an announcement")
    await owner.announce("I restart at 20:00 UTC.")
    found = await owner.announcement()
    assert found
    before = await state_of(begun.client, LivingKind.ANNOUNCEMENT, guild)
    assert before
    # As it was before the post was made.
    posted = f"{found.at.isoformat()}?"
    await begun.client.service.living_posts.note_post(before, replace(before, posted=posted))

    await heed_once(begun.client)
    await begun.env.settle()
    assert sum("From the person" in each.content for each in begun.public()) == 1


async def test_where_nothing_can_be_posted_an_announcement_is_given_up(begun: World) -> None:
    forbid(begun, send_messages=False)
    await begun.client.service.owner.announce("I restart at 20:00 UTC.")
    await heed_once(begun.client)
    await begun.env.settle()
    found = await state_of(begun.client, LivingKind.ANNOUNCEMENT, GuildId(begun.guild.id))
    assert found is None


async def test_feedback_reaches_a_channel_of_the_owner_and_is_limited(world: World) -> None:
    snapshot(await world.ask(world.ada, "feedback", text="Nice bot"))
    desk = world.guild.create_text_channel("desk")
    world.client.contact = EDSGER._replace(feedback=desk.id)
    snapshot(await world.ask(world.ada, "feedback", text="**Nice** bot, <@1> @everyone"))
    [there] = world.public(desk)
    assert "\\*\\*Nice" in there.content
    assert f"`{world.ada.id}`" in there.content
    assert there.mentions == []
    answers = [await world.ask(world.ada, "feedback", text="More") for _ in range(3)]
    assert len(world.public(desk)) == FEEDBACK.person.burst
    snapshot(answers[-1])
    world.client.contact = EDSGER._replace(feedback=1)
    snapshot(await world.ask(world.grace, "feedback", text="Hello"))


async def test_help_and_errors_name_whom_to_turn_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "example.org" not in await world.ask(world.ada, "help")
    world.client.contact = EDSGER
    assert (await world.ask(world.ada, "help")).endswith(EDSGER.lines)

    async def broken(*_: Any) -> None:
        raise StoreTrouble(NEXT)

    monkeypatch.setattr(InboxBook, "page", broken)
    snapshot(said(await world.ada.slash(world.channel, "games")))

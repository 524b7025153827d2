"""`/tournament`: announced by managers, entered and left by everybody, refused in sentences."""

from datetime import timedelta
from typing import Any

import pytest

from bot.front.competitions.asked_terms import round_length
from bot.front.competitions.finding import PLAYED_IN_SERVERS
from bot.model.competitions.competition import (
    Competition,
    FixtureTerms,
    Format,
    Phase,
    Presence,
)
from bot.model.competitions.lengths import round_of_an_evening, round_of_days
from bot.model.events import Person
from bot.model.records import PersonId
from bot.service.competitions.changing import CompetitionView
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.posting import forbid, lock
from tests.helpers.spots import away

CUP = {"name": "Cup", "game": "heap", "begins": "in 2 hours"}


async def announced(world: World, **other: Any) -> str:
    """What the manager is answered who announces one."""
    return await world.ask(world.manager, "tournament announce", **(CUP | other))


async def seen(world: World, number: int = 1) -> CompetitionView:
    return await world.client.service.competitions.view(number)


async def found(world: World, number: int = 1) -> Competition:
    return (await seen(world, number)).competition


async def entered(world: World, *people: Any, number: int = 1) -> None:
    for who in people:
        snapshot(await world.ask(who, "tournament enter", tournament=number))


async def test_a_manager_announces_what_is_usual(world: World) -> None:
    answer = await announced(world)
    snapshot(answer)
    assert f"<#{world.channel.id}>" in answer
    cup = await found(world)
    assert cup.begins == world.env.now() + timedelta(hours=2)
    assert (cup.format, cup.round_time) == (Format.ROUND_ROBIN, timedelta(days=7))
    assert cup.terms.banks
    assert (cup.terms.pair, cup.terms.rated) == (True, True)


async def test_rounds_last_as_long_as_the_game_takes_and_say_what_that_asks(world: World) -> None:
    snapshot(await announced(world, game="bump"))
    cup = await found(world)
    assert cup.round_time == round_of_days(cup.terms)
    snapshot(await world.ask(world.ada, "tournament show"))
    snapshot(await announced(world, name="Fast", game="bump", round="30 minutes"))
    snapshot(await announced(world, name="Week", game="bump", round="7 days"))


async def test_rounds_that_suit_the_game_are_offered_first(world: World) -> None:
    given = {"name": "Cup", "game": "clump", "options": "size: 8 by 8"}
    offered = await world.manager.autocomplete(
        world.channel, "tournament announce", "round", "", **given
    )
    terms = FixtureTerms("clump", {"size": 8})
    fitting = [round_of_an_evening(terms), round_of_days(terms)]
    assert [round_length(each["value"]) for each in offered][:2] == fitting


async def test_an_evening_has_short_rounds(world: World) -> None:
    await announced(
        world, format="swiss", round="30 min", rounds=4, options="size: small", pairs=False
    )
    cup = await found(world)
    assert (cup.format, cup.rounds, cup.round_time) == (Format.SWISS, 4, timedelta(minutes=30))
    assert cup.terms.options["size"] == 3
    snapshot(await world.ask(world.ada, "tournament show"))


async def test_single_matches_with_a_known_first_seat_have_a_hint(world: World) -> None:
    single: dict[str, Any] = {"game": "clump", "options": "size: 8 by 8", "pairs": False}
    snapshot(await announced(world, **single))
    unknown = {"game": "bounce", "options": "variant: Ten: two more cups each in the third row"}
    others: list[dict[str, Any]] = [{"pairs": True}, unknown]
    for number, other in enumerate(others):
        snapshot(await announced(world, name=f"{number}", **single | other))


async def test_what_no_tournament_can_be_is_refused_and_nothing_is_announced(world: World) -> None:
    refused: dict[str, dict[str, Any]] = {
        "I can't read `yesterday evening` as a time.": {"begins": "yesterday evening"},
        "It has to begin later than now": {"begins": "2001-01-01"},
        "It has to begin later": {"begins": "0 minutes"},
        "It has to begin within 90 days": {"begins": "2400-01-01"},
        "I can't read `a while` as a length of time.": {"round": "a while"},
        "A round lasts 15 minutes to 60 days.": {"round": "5 minutes"},
        "In a round robin everybody meets everybody": {"rounds": 3},
        "`size` of Heap can be `small` and `middle`.": {"options": "size: huge"},
        "A name has 1 to 60 visible characters.": {"name": " "},
    }
    for told, asked in refused.items():
        assert told in await announced(world, **asked)
    assert await world.client.service.competitions.tournaments_of(world.guild.id) == []


async def test_only_managers_announce_begin_and_call_off(world: World) -> None:
    refused = "That takes the permission **Manage Messages** or **Manage Channels**"
    assert refused in await world.ask(world.ada, "tournament announce", **CUP)
    assert await world.client.service.competitions.tournaments_of(world.guild.id) == []
    await announced(world)
    await entered(world, world.ada, world.grace, world.linus)
    for command in ("begin", "call-off"):
        assert refused in await world.ask(world.ada, f"tournament {command}")
    assert (await found(world)).phase is Phase.SIGN_UP


async def test_nothing_is_announced_where_i_may_not_post_or_nobody_may_play(world: World) -> None:
    forbid(world, send_messages=False)
    snapshot(await announced(world))
    forbid(world, send_messages=True)
    other = world.guild.create_text_channel("elsewhere")
    await world.server_wishes(channels=[other.id])
    snapshot(await announced(world))
    assert f"<#{other.id}>" in await announced(world, channel=other)
    assert (await found(world)).channel == other.id


async def test_outside_of_servers_it_is_said_where_tournaments_are(world: World) -> None:
    for command in ("list", "show", "enter", "leave"):
        answer = said(await world.ada.user.slash(f"tournament {command}"))
        assert answer == PLAYED_IN_SERVERS
    spot = await away(world, "server")
    assert (
        said(await spot.ada.slash(spot.channel, "tournament announce", **CUP)) == PLAYED_IN_SERVERS
    )


async def test_everybody_enters_once_and_leaves_until_it_begins(world: World) -> None:
    await announced(world)
    snapshot(await world.ask(world.ada, "tournament enter"))
    snapshot(await world.ask(world.ada, "tournament enter"))
    assert [each.person for each in (await seen(world)).entrants] == [world.ada.id]
    snapshot(await world.ask(world.ada, "tournament leave"))
    assert (await seen(world)).entrants == ()


async def test_what_is_shown_has_the_buttons_to_enter_and_to_withdraw(world: World) -> None:
    await announced(world)
    shown = await world.ada.slash(world.channel, "tournament show")
    snapshot(shown)
    for label, told in (("Withdraw", "You don't take part"), ("Enter", "You are in:")):
        assert told in said(await world.ada.click(shown.response, label=label))
    snapshot(await world.ask(world.grace, "tournament show"))
    snapshot(said(await world.ada.click(shown.response, label="Withdraw")))


async def test_a_manager_begins_it_early_once_three_are_in(world: World) -> None:
    await announced(world)
    await entered(world, world.ada, world.grace)
    snapshot(await world.ask(world.manager, "tournament begin"))
    assert (await found(world)).phase is Phase.SIGN_UP
    await entered(world, world.linus)
    snapshot(await world.ask(world.manager, "tournament begin"))
    assert len((await seen(world)).fixtures) == 3
    snapshot(await world.ask(world.manager, "tournament enter", tournament=1))
    assert len((await seen(world)).entrants) == 3


async def test_a_person_who_leaves_a_running_one_is_asked_first_and_resigns(world: World) -> None:
    await announced(world)
    await entered(world, world.ada, world.grace, world.linus)
    await world.ask(world.manager, "tournament begin")
    twice = await world.grace.slash(world.channel, "tournament leave")
    for label in ("No, leave it", "Yes, withdraw"):
        assert all(each.presence is Presence.IN for each in (await seen(world)).entrants)
        asked = await world.grace.slash(world.channel, "tournament leave")
        snapshot(said(asked))
        pressed = await world.grace.click(asked.response, label=label)
    snapshot(pressed.response.content)
    snapshot(await world.ask(world.grace, "tournament leave"))
    out = [e.person for e in (await seen(world)).entrants if e.presence is Presence.WITHDRAWN]
    assert out == [world.grace.id]
    snapshot(await world.tap(world.grace, "Yes, withdraw", twice.response))


async def test_calling_off_is_asked_first_and_ends_it_for_good(world: World) -> None:
    await announced(world)
    await entered(world, world.ada)
    asked = await world.manager.slash(world.channel, "tournament call-off")
    snapshot(said(asked))
    kept = await world.manager.click(asked.response, label="No, leave it")
    snapshot(kept.response.content)
    asked = await world.manager.slash(world.channel, "tournament call-off")
    gone = await world.manager.click(asked.response, label="Yes, call it off")
    snapshot(gone.response.content)
    assert (await found(world)).phase is Phase.CALLED_OFF
    snapshot(await world.ask(world.manager, "tournament call-off", tournament=1))
    snapshot(await world.ask(world.ada, "tournament show", tournament=1))


async def test_a_forged_button_does_nothing_that_its_presser_may_not(world: World) -> None:
    await announced(world)
    shown = await world.ada.slash(world.channel, "tournament show")
    stored = world.env.backend.get_message(world.channel.id, shown.response.id)
    for custom_id, told in (
        ("tournament:calloff:1", "That takes the permission"),
        ("tournament:enter:9", "There is no season or tournament 9."),
        ("tournament:fly:1", "This button no longer does anything."),
    ):
        stored.components[0]["components"][0]["custom_id"] = custom_id
        sent = {"custom_id": custom_id, "component_type": 2}
        assert told in "\n".join(await world.send(world.ada, 3, sent, shown.response.id))
    assert (await found(world)).phase is Phase.SIGN_UP
    assert (await seen(world)).entrants == ()


async def test_only_those_who_can_read_its_channel_learn_of_a_tournament(world: World) -> None:
    await announced(world)
    lock(world, world.grace)
    hall = world.guild.create_text_channel("hall")
    assert "**Cup**" in said(await world.ada.slash(hall, "tournament list"))
    snapshot(said(await world.grace.slash(hall, "tournament list")))
    for command in ("show", "enter", "leave"):
        snapshot(said(await world.grace.slash(hall, f"tournament {command}", tournament=1)))
    assert await world.grace.autocomplete(hall, "tournament enter", "tournament", "") == []
    assert (await seen(world)).entrants == ()


async def test_a_manager_ends_what_was_played_in_a_channel_that_is_gone(world: World) -> None:
    hall = world.guild.create_text_channel("hall")
    await announced(world, channel=hall)
    world.env.backend.delete_channel(hall.id)
    await world.env.settle()
    snapshot(await world.ask(world.ada, "tournament list"))
    asked = await world.manager.slash(world.channel, "tournament call-off")
    await world.manager.click(asked.response, label="Yes, call it off")
    assert (await found(world)).phase is Phase.CALLED_OFF


async def change(world: World, who: Any = None, **given: Any) -> str:
    return await world.ask(who or world.manager, "tournament change", **given)


async def test_until_it_begins_only_what_is_named_changes(world: World) -> None:
    await announced(world, options="size: small")
    await entered(world, world.ada, world.grace, world.linus)
    before = await found(world)
    snapshot(await change(world, name=" Night ", begins="in 5 hours", format="swiss", rounds=2))
    after = await found(world)
    assert (after.name, after.format, after.rounds) == ("Night", Format.SWISS, 2)
    assert after.begins == after.due == world.env.now() + timedelta(hours=5)
    assert after.ends == after.begins + 2 * timedelta(days=7)
    assert after.terms == before.terms
    await change(world, round="30 minutes", pairs=False, rated=False)
    terms = (await found(world)).terms
    assert (terms.control, terms.pair, terms.rated) == (None, False, False)
    assert terms.options == before.terms.options
    await change(world, game="clump", format="round_robin")
    last = await found(world)
    assert (last.terms.game, last.rounds) == ("clump", 0)
    assert last.terms.banks
    await world.env.advance_time(60)
    snapshot(world.last.content)
    assert len((await seen(world)).entrants) == 3
    assert world.pings() == [[]]


async def test_what_can_not_be_changed_says_why_and_stays(world: World) -> None:
    await announced(world)
    await announced(world, name="Other")
    await entered(world, world.ada, world.grace, world.linus)
    before = await found(world)
    for given, told in (
        ({"name": "other"}, "That name is taken in this server"),
        ({"begins": "2001-01-01"}, "It has to begin later than now"),
        ({"round": "5 minutes"}, "A round lasts 15 minutes to 60 days."),
        ({"rounds": 3}, "In a round robin everybody meets everybody"),
        ({"options": "size: huge"}, "`size` of Heap can be"),
    ):
        assert told in await change(world, tournament=1, **given), given
    snapshot(await change(world, world.ada, tournament=1, name="Ada"))
    assert await found(world) == before
    await world.ask(world.manager, "tournament begin", tournament=1)
    begun = "Once it has begun nothing but its channel can be changed."
    assert await change(world, tournament=1, name="Late") == begun
    assert (await found(world)).name == "Cup"


async def test_seventeen_in_a_swiss_tournament_can_not_become_a_round_robin(world: World) -> None:
    await announced(world, format="swiss")
    book = world.client.service.competitions
    for number in range(17):
        await book.enter(1, Person(PersonId(1000 + number), f"P{number}"))
    snapshot(await change(world, format="round_robin"))


@pytest.mark.parametrize("runs", [False, True])
async def test_one_whose_channel_is_gone_is_shown_and_moved(world: World, runs: bool) -> None:
    hall = world.guild.create_text_channel("hall")
    await announced(world, channel=hall)
    for who in (world.ada, world.grace, world.linus):
        await who.slash(hall, "tournament enter")
    if runs:
        await world.manager.slash(hall, "tournament begin")
    world.env.backend.delete_channel(hall.id)
    await world.env.settle()
    gone = "⚠️ I don't see its channel any more, so nothing is posted: `/tournament change`"
    assert gone in await world.ask(world.manager, "tournament list")
    told = await change(world, channel=world.channel)
    assert f"<#{world.channel.id}>" in told
    await world.env.advance_time(600)
    assert gone not in await world.ask(world.manager, "tournament list")
    [post] = [m for m in world.public() if m.content.startswith("**Cup**")]
    assert labels(post) == (["Tables"] if runs else ["Enter", "Withdraw"])


async def test_a_note_stays_where_an_announcement_was_moved_from(world: World) -> None:
    await announced(world)
    post, hall = world.last, world.guild.create_text_channel("hall")
    await change(world, channel=hall)
    await world.env.advance_time(60)
    snapshot(world.shown(post))
    [moved] = world.public(hall)
    snapshot(said(await world.ada.click(moved, label="Enter")))


@pytest.mark.parametrize("runs", [False, True])
async def test_one_can_withdraw_from_a_channel_one_lost(world: World, runs: bool) -> None:
    await announced(world)
    await entered(world, world.ada, world.grace, world.linus)
    if runs:
        await world.ask(world.manager, "tournament begin")
    lock(world, world.ada, world.manager)
    hall = world.guild.create_text_channel("hall")
    offered = await world.ada.autocomplete(hall, "tournament leave", "tournament", "")
    assert [each["value"] for each in offered] == [1]
    asked = await world.ada.slash(hall, "tournament leave")
    if runs:
        asked = await world.ada.click(asked.response, label="Yes, withdraw")
    snapshot(said(asked))
    snapshot(said(await world.ada.slash(hall, "tournament show", tournament=1)))


async def test_where_several_fit_one_has_to_be_named_and_all_are_suggested(world: World) -> None:
    snapshot(await world.ask(world.ada, "tournament enter"))
    await announced(world)
    await announced(world, name="*Night*", game="clump")
    snapshot(await world.ask(world.ada, "tournament enter"))
    offered = await world.ada.autocomplete(world.channel, "tournament enter", "tournament", "")
    assert [(each["name"], each["value"]) for each in offered] == [
        ("2 · *Night* · Clump · can be entered", 2),
        ("1 · Cup · Heap · can be entered", 1),
    ]
    offered = await world.ada.autocomplete(world.channel, "tournament show", "tournament", "cup")
    assert [each["value"] for each in offered] == [1]


async def test_of_several_somebody_leaves_the_only_one_they_are_in(world: World) -> None:
    await announced(world)
    await announced(world, name="Night")
    snapshot(await world.ask(world.ada, "tournament leave"))
    await entered(world, world.ada, number=1)
    snapshot(await world.ask(world.ada, "tournament leave"))
    for number in (1, 2):
        await entered(world, world.ada, number=number)
    snapshot(await world.ask(world.ada, "tournament leave"))


async def test_the_list_has_what_is_open_and_on_request_what_is_over(world: World) -> None:
    snapshot(await world.ask(world.ada, "tournament list"))
    assert "`ended`" not in await world.ask(world.ada, "tournament list", ended=True)
    await announced(world)
    await world.client.service.competitions.call_off(1)
    await announced(world, name="Second")
    listed = await world.ask(world.ada, "tournament list")
    assert "Second" in listed
    snapshot(listed)
    assert "Cup" not in listed
    await entered(world, world.ada, number=2)
    snapshot(await world.ask(world.ada, "tournament list"))
    await world.client.service.competitions.call_off(2)
    snapshot(await world.ask(world.ada, "tournament list", ended=True))


async def test_what_is_typed_is_completed(world: World) -> None:
    async def offered(option: str, typed: str, **given: Any) -> list[Any]:
        found = await world.ada.autocomplete(
            world.channel, "tournament announce", option, typed, **given
        )
        return [each["value"] for each in found]

    assert "in 2 days" in await offered("begins", "")
    assert await offered("round", "45") == ["45 minutes"]
    assert await offered("options", "small", game="heap") == ["size: small"]
    assert await offered("options", "") == []

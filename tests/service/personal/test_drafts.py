"""Moves in the making, answers prepared, what was missed of a match, and whose word holds."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.games.core import Captured, IllegalMove, NotationError, PlayerError, Turn
from bot.games.guide import Choice, Step
from bot.games.urchins.moves import Fell
from bot.model.commands import Accept, OfferDraw, Play, Resign
from bot.model.decide.challenge import challenge_event
from bot.model.decide.requirements import is_current
from bot.model.fold import fold, record_events
from bot.model.match import Match
from bot.model.ports import Appended, Stored
from bot.model.records import NO_EVENT, Draft, MatchId, Premove, Status, T
from bot.model.refusals import StoreTrouble
from bot.model.studies.prepared import MOST
from bot.service.matches import WEEK
from bot.service.personal import drafts, recap
from bot.service.personal.preferences import USUAL, Preferences
from tests.helpers import pile
from tests.helpers.matches import after, begun, play_all
from tests.helpers.people import ADA, CHANNEL, GRACE, GUILD, LINUS
from tests.helpers.playing import known
from tests.service.conftest import START, Club
from tests.store.contracts.rows import taken_note, with_premoves
from tests.store.memory import MemoryStore


def bump() -> Match:
    """A match of Bump in which Ada is to make the first move."""
    asked = challenge_event("bump", {}, ADA, (GRACE,), CHANNEL, GUILD, "host", WEEK, START)
    return after(fold(record_events([asked], NO_EVENT, START), MatchId(12)), Accept(GRACE))


def made(match: Match, *keys: str) -> Draft:
    draft = drafts.new_draft(match, ADA.id)
    for key in keys:
        draft = drafts.with_choice(match, draft, key)
    return draft


def test_choices_lead_to_a_whole_move_and_back_to_the_beginning_and_every_change_is_counted() -> (
    None
):
    match = bump()
    assert drafts.whole_move(match, made(match)) is None
    half = made(match, "011", "d2")
    assert half.move is None
    assert drafts.whole_move(match, half) == "011,12"
    further = drafts.with_choice(match, half, "t3")
    assert further.move == "011,12-3"
    assert [d.changes for d in (made(match), half, further)] == [0, 2, 3]
    # The draft before it stays.
    assert half.keys == ("011", "d2")
    draft = made(match, "011", "d1", "d2", "t2")
    seen = []
    while draft.keys:
        draft = drafts.without_last_choice(match, draft)
        seen.append(draft.keys)
    assert seen == [("011", "d1", "d2"), ("011", "d1"), ("011",), ()]
    assert draft.move is None
    assert drafts.without_last_choice(match, draft).keys == ()


@pytest.mark.parametrize("keys", [("C1",), ("011", "d4"), ("011", "t1"), ("pass", "pass")])
def test_what_is_not_offered_can_not_be_chosen(keys: Sequence[str]) -> None:
    with pytest.raises(IllegalMove, match="no longer fits the board"):
        made(bump(), *keys)


def test_a_written_move_must_be_legal_and_in_turn_and_is_let_go_whole() -> None:
    match = bump()
    draft = drafts.with_typed_move(match, made(match, "011"), " 01 , 02 ", START)
    assert draft.move == "01,02"
    assert drafts.whole_move(match, draft) == "01,02"
    back = drafts.without_last_choice(match, draft)
    assert (back.keys, back.move) == (("011",), None)
    for text, error in [("01,11", IllegalMove), ("?!", NotationError)]:
        with pytest.raises(error):
            drafts.with_typed_move(match, drafts.new_draft(match, ADA.id), text, START)
    with pytest.raises(PlayerError, match="not your turn"):
        drafts.with_typed_move(match, drafts.new_draft(match, GRACE.id), "09,08", START)


def forked(position: object, so_far: Sequence[str]) -> Step[int]:
    """Stones with a fork before and a step behind it that leaves no choice."""
    match list(so_far):
        case []:
            return Step("Which hand?", (Choice("left", "Left"), Choice("right", "Right")))
        case [_]:
            return Step("No choice", (Choice("only", "Only this"),))
        case [_, _]:
            return Step("How many?", (Choice("1", "One"), Choice("2", "Two")))
    return Step("", (), int(so_far[-1]))


def test_steps_without_a_choice_are_taken_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(pile.GAME), "steps", forked)
    match = begun()
    half = made(match, "left")
    assert half.keys == ("left", "only")
    whole = drafts.with_choice(match, half, "2")
    assert whole.move == "2"
    assert drafts.without_last_choice(match, whole).keys == ("left", "only")
    assert drafts.without_last_choice(match, half).keys == ()


def test_a_draft_belongs_to_one_board_and_looking_ahead_changes_nothing() -> None:
    match = bump()
    draft = made(match, "011")
    assert is_current(match, draft.seq)
    assert is_current(after(match, OfferDraw(GRACE.id)), draft.seq)
    assert not is_current(after(match, Play(ADA.id, "pass")), draft.seq)
    later = drafts.match_after(match, ADA.id, "011,12-3", START)
    assert later.plies[-1].text == "011,12-3"
    assert later.turn_person == GRACE
    assert match.plies == ()
    won = drafts.match_after(play_all(begun(), "3 3 3"), GRACE.id, "2", START)
    assert won.status is Status.ENDED
    assert won.outcome


def test_the_move_made_on_a_board_is_known_for_its_makers_own() -> None:
    match = bump()
    seq = match.board_seq
    assert drafts.move_made_since(match, seq, ADA.id) is None
    moved = after(match, Play(ADA.id, "01,02"), Play(GRACE.id, "pass"))
    assert known(drafts.move_made_since(moved, seq, ADA.id)).text == "01,02"
    assert drafts.move_made_since(moved, seq, GRACE.id) is None


def test_what_promises_most_goes_on_from_the_draft_and_is_legal() -> None:
    match = bump()
    first = drafts.promising(match, made(match), 9)
    assert len(set(first)) == 9
    onward = drafts.promising(match, made(match, "011"), 9)
    assert len(set(onward)) == 9
    assert all(text.startswith("011,") for text in onward)
    for text in first + onward:
        assert drafts.match_after(match, ADA.id, text, START).plies
    assert drafts.promising(match, made(match, "pass"), 9) == ["pass"]


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_chosen_can_be_played_and_taken_back(seed: int) -> None:
    chance = random.Random(seed)
    match: Any = bump()
    for _ in range(6):
        draft = drafts.new_draft(match, match.turn_person.id)
        while draft.move is None:
            choices = drafts.next_step(match, draft).choices
            longer = drafts.with_choice(match, draft, chance.choice(choices).key)
            assert drafts.without_last_choice(match, longer).keys == draft.keys
            draft = longer
        match = drafts.match_after(match, draft.person, draft.move, START)


# Answers prepared for the other's move: kept private, played at once when they fit


def texts(match: Match) -> Sequence[str]:
    return [ply.text for ply in match.plies]


@pytest.mark.parametrize(
    ("prepared", "move", "made"),
    [
        ([("1", "2")], "1", ["1", "2"]),
        ([("1", "2")], "3", ["3"]),
        ([("", "1"), ("2", "3")], "2", ["2", "3"]),
        ([("", "1")], "3", ["3", "1"]),
        ([("", "nonsense")], "3", ["3"]),
    ],
    ids=["fits", "does not fit", "that very move first", "any move", "not legal"],
)
async def test_an_answer_is_played_as_soon_as_it_fits_or_else_dropped_with_a_note(
    club: Club, prepared: Sequence[tuple[str, str]], move: str, made: Sequence[str]
) -> None:
    match = await club.begin()
    await club.answer_at_once(GRACE)
    for when, then in prepared:
        await club.service.premoves.prepare(match.id, GRACE.id, when, then)
    before = club.store.said

    after = await club.do(match.id, Play(ADA.id, move))

    assert texts(after) == made
    assert after.turn_person == (ADA if len(made) == 2 else GRACE)
    # Every turn has a post of its own.
    assert club.store.said == [*before, *["turn"] * len(made)]
    await club.tick()
    assert await club.store.find(Premove) == []
    note = await taken_note(club.service.people, GRACE.id, match.id) or ""
    assert ("does not fit 3" in note) == (len(made) == 1)
    assert await taken_note(club.service.people, ADA.id, match.id) is None


@pytest.mark.parametrize(("when", "then"), [("9", "1"), ("1", "9"), ("", ""), ("", "x" * 81)])
async def test_what_can_not_be_played_is_refused_at_once(club: Club, when: str, then: str) -> None:
    match = await club.begin()

    with pytest.raises(PlayerError):
        await club.service.premoves.prepare(match.id, GRACE.id, when, then)

    assert await club.service.premoves.current(match.id, GRACE.id) == []


async def test_a_person_who_is_not_awaited_prepares_nothing(club: Club) -> None:
    match = await club.begin()
    three = await club.begin(GRACE, LINUS)
    prepare = club.service.premoves.prepare
    with pytest.raises(PlayerError, match="It is your turn"):
        await prepare(match.id, ADA.id, "1", "1")
    with pytest.raises(PlayerError, match="You do not play"):
        await prepare(match.id, LINUS.id, "1", "1")
    with pytest.raises(PlayerError, match="only in matches of two"):
        await prepare(three.id, GRACE.id, "1", "1")
    await club.do(match.id, Resign(ADA.id))
    with pytest.raises(PlayerError, match="is over"):
        await prepare(match.id, GRACE.id, "1", "1")


async def test_prepared_answers_can_be_cleared(club: Club) -> None:
    match = await club.begin()
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    await club.service.people.drop(Premove, person=GRACE.id, match=match.id)

    assert texts(await club.do(match.id, Play(ADA.id, "1"))) == ["1"]
    assert await taken_note(club.service.people, GRACE.id, match.id) is None


async def test_an_answer_that_a_crash_came_before_is_played_at_the_start(club: Club) -> None:
    match = await club.begin()
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    await club.do(match.id, Play(ADA.id, "1"))
    assert texts(await club.match(match.id)) == ["1"]

    club = club.restarted()
    await club.tick()
    await club.later(minutes=2)

    assert texts(await club.match(match.id)) == ["1", "2"]
    assert await with_premoves(club.store) == []


async def test_an_answer_from_an_earlier_turn_is_forgotten_quietly(club: Club) -> None:
    match = await club.begin()
    await club.answer_at_once(GRACE)
    premove = await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    await club.do(match.id, Play(ADA.id, "1"))
    await club.store.put(premove)

    after = await club.do(match.id, Play(ADA.id, "1"))

    assert texts(after) == ["1", "2", "1"]
    assert await taken_note(club.service.people, GRACE.id, match.id) is None
    assert after.status is Status.RUNNING


async def test_there_is_a_most_of_answers(club: Club) -> None:
    match = await club.begin()
    for number in range(MOST):
        premove = await club.service.premoves.prepare(match.id, GRACE.id, "", "1")
        await club.store.put(replace(premove, when=f"made up {number}"))

    with pytest.raises(PlayerError, match="are the most"):
        await club.service.premoves.prepare(match.id, GRACE.id, "1", "1")


class Moody(MemoryStore):
    """A store that can't be asked for prepared answers while it is `moody`."""

    moody = False

    async def find(self, kind: type[T], /, **having: Any) -> list[T]:
        if self.moody and kind is Premove:
            raise StoreTrouble("That could not be saved, so nothing has changed.")
        return await super().find(kind, **having)


async def test_trouble_with_an_answer_never_reaches_who_made_the_move() -> None:
    club = Club(Moody())
    match = await club.begin()
    await club.answer_at_once(GRACE)
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    club.store.moody = True

    after = await club.do(match.id, Play(ADA.id, "1"))

    assert texts(after) == ["1"]
    club.store.moody = False
    await club.tick()
    assert texts(await club.match(match.id)) == ["1", "2"]


async def test_answers_in_a_match_that_has_ended_are_forgotten(club: Club) -> None:
    match = await club.begin()
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    await club.do(match.id, Resign(ADA.id))

    await club.tick()

    assert await with_premoves(club.store) == []


class Elsewhere(MemoryStore):
    """A store in which another process prepares an answer as soon as Grace's own is played."""

    async def append(self, appended: Appended, *rest: Any) -> Stored:
        stored = await super().append(appended, *rest)
        match, seq = appended.after.match, appended.after.seq
        recorded = await self.events(match)
        if len([each for each in recorded if each.event.kind == "played"]) == 2:
            await self.put(Premove(GRACE.id, match, 2, "", "1", seq))
        return stored


async def test_what_another_process_prepares_on_the_new_board_is_not_dropped() -> None:
    club = Club(Elsewhere())
    match = await club.begin()
    await club.answer_at_once(GRACE)
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")

    await club.do(match.id, Play(ADA.id, "1"))

    (kept,) = await club.service.premoves.current(match.id, GRACE.id)
    assert kept.then == "1"


async def test_the_later_of_a_look_and_a_move_of_ones_own_is_what_was_seen(club: Club) -> None:
    match = await club.begin(moves="1 1 1")
    first, second, third = (ply.seq for ply in match.plies)

    assert recap.last_seen(match, LINUS.id, None) == 0
    assert recap.last_move(match, LINUS.id) is None
    assert recap.plies_after(match, NO_EVENT) == match.plies
    assert (
        recap.last_seen(match, GRACE.id, None) == recap.last_seen(match, GRACE.id, first) == second
    )
    assert recap.plies_after(match, second) == match.plies[2:]
    assert recap.last_seen(match, ADA.id, None) == third
    assert recap.last_seen(match, GRACE.id, third) == third
    assert recap.plies_after(match, third) == ()


async def test_losses_of_any_kind_are_counted_by_who_lost_them(club: Club) -> None:
    match = await club.begin(moves="1 1")
    mine, theirs = match.plies
    lost = [Captured(2, "a"), Fell(1, "A1", 0)]
    plies = (
        replace(mine, play=lambda board: Turn(board, (lost[0], lost[1]))),
        replace(theirs, play=lambda board: Turn(board, (lost[0],))),
    )
    assert recap.losses_by_seat(match, plies) == {1: 1, 2: 2}
    assert recap.losses_by_seat(match, (mine,)) == {}


def test_a_persons_word_holds_over_the_servers_and_that_over_the_usual() -> None:
    own, server = Preferences(theme="ink"), Preferences(theme="night", large=True)

    assert own.over(server.over(USUAL)) == replace(USUAL, theme="ink", large=True)
    # No is a word, too.
    assert Preferences(confirm=False).over(USUAL).confirm is False


def test_what_another_version_saved_is_passed_over() -> None:
    assert Preferences.of({"theme": "ink", "sound": True}) == Preferences(theme="ink")

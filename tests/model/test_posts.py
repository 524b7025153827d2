"""What every kind of post agrees on, and where a match is posted: modes, and names of threads."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.games.core import Outcome
from bot.model import places
from bot.model.events import Person, Recorded
from bot.model.fold import fold
from bot.model.match import Match
from bot.model.places import LONGEST, MANY, Mode, Place, State, thread_name
from bot.model.post_kinds import BEFORE_PLAY, PostKind
from bot.model.records import ChannelId, MatchId, MessageId, PersonId, Seq, Status
from tests.store.contracts.matches import ASKED


@pytest.mark.parametrize("kind", PostKind)
def test_a_kind_agrees_with_itself(kind: PostKind) -> None:
    has = kind.traits
    assert PostKind(kind.value) is kind
    assert json.loads(json.dumps([kind])) == [kind.value]
    assert has.buttons or not (has.board or has.before_play or has.thread)
    assert has.board or not (has.before_play or has.thread)
    assert all(old.traits.buttons for old in kind.outdates)
    assert kind.call.call is kind.call
    if has.board and not has.before_play:
        assert {PostKind.TURN, PostKind.THINKING, PostKind.PAUSE} <= set(kind.outdates)
    if has.before_play and kind is not PostKind.CHALLENGE:
        assert set(kind.outdates) == set(BEFORE_PLAY)


def test_a_kind_that_nobody_knows_is_none() -> None:
    with pytest.raises(ValueError, match="applause"):
        PostKind("applause")


NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)
NEW = Place(MatchId(1))
MAKING = places.begun(NEW, MessageId(9), NOW)
OPEN = places.opened(MAKING, ChannelId(9))


def mode(place: Place, server: Mode, running: int = 1, *, allowed: bool = True) -> Mode:
    return places.mode_of(place, server, running, allowed=allowed)


def test_what_was_chosen_for_a_match_holds_before_what_the_server_says() -> None:
    for server in Mode:
        for chosen in (Mode.LIVING, Mode.POSTS, Mode.THREAD):
            assert mode(replace(NEW, mode=chosen), server, 9) is chosen
        # A match stays in its thread whatever the server says later.
        for there in (MAKING, OPEN):
            assert mode(there, server, 1, allowed=False) is Mode.THREAD
    # Usually there are threads once many matches run, where they can be had.
    assert mode(NEW, Mode.AUTO, MANY) is Mode.POSTS
    assert mode(NEW, Mode.AUTO, MANY + 1) is Mode.THREAD
    assert mode(NEW, Mode.AUTO, MANY + 1, allowed=False) is Mode.POSTS
    assert mode(replace(NEW, mode=Mode.AUTO), Mode.LIVING, 1) is Mode.POSTS


def test_a_choice_of_a_version_to_come_is_passed_over() -> None:
    assert places.chosen_mode(NEW, "living") is Mode.LIVING
    assert places.chosen_mode(NEW, "holograms") is Mode.AUTO


def test_posts_go_to_the_thread_only_while_it_is_open() -> None:
    ends = [places.lost(OPEN, "", NOW), places.ended(OPEN, NOW), places.refused(MAKING, "")]
    assert places.where(OPEN, ChannelId(5)) == 9
    assert [places.where(each, ChannelId(5)) for each in (NEW, MAKING, *ends)] == [5] * 5


def test_a_lost_thread_is_not_made_again_unless_somebody_says_so() -> None:
    lost = places.lost(OPEN, "gone", LATER)
    assert (lost.state, lost.note, lost.due) == (State.LOST, "gone", LATER)
    assert mode(lost, Mode.THREAD, 9) is Mode.POSTS
    again = places.choose(lost, Mode.THREAD, "", NOW)
    assert (again.may_begin, again.due, mode(again, Mode.POSTS)) == (True, None, Mode.THREAD)


def test_the_end_closes_a_thread_once_and_what_is_over_can_not_be_lost() -> None:
    closing = places.ended(OPEN, LATER)
    assert (closing.state, closing.due) == (State.CLOSING, LATER)
    assert places.put_off(closing, NOW) == replace(closing, due=NOW, tries=1)
    closed = places.finished(closing)
    assert (closed.state, closed.due, closed.thread) == (State.CLOSED, None, 9)
    assert places.ended(NEW, LATER) == NEW
    for place in (NEW, closing, closed):
        assert places.lost(place, "gone", NOW) == place


def test_players_leave_a_thread_for_the_channel_and_come_back() -> None:
    left = places.choose(OPEN, Mode.LIVING, "here", NOW)
    assert (left.state, left.note, left.due) == (State.LEFT, "here", NOW)
    assert mode(left, Mode.THREAD, 9) is Mode.LIVING
    assert places.choose(left, Mode.THREAD, "", NOW).state is State.NONE
    assert places.choose(OPEN, Mode.THREAD, "", NOW).state is State.OPEN
    assert places.choose(NEW, Mode.POSTS, "here", NOW) == replace(NEW, mode=Mode.POSTS)


def match_of(*names: str, outcome: Outcome | None = None) -> Match:
    people = tuple(Person(PersonId(number), name) for number, name in enumerate(names, 1))
    asked = fold([Recorded(Seq(1), ASKED, NOW)], MatchId(12))
    status = Status.ENDED if outcome else Status.RUNNING
    return replace(asked, seats=people, status=status, outcome=outcome)


def test_a_thread_is_named_for_its_match_and_later_for_its_result() -> None:
    name = "Bump 12 · Ada \N{EN DASH} Grace"
    assert thread_name(match_of("Ada", "Grace")) == name
    won, drawn = Outcome((1,), "resigned"), Outcome((), "agreed")
    assert thread_name(match_of("Ada", "Grace", outcome=won)) == f"{name} · Ada wins"
    assert thread_name(match_of("Ada", "Grace", outcome=drawn)) == f"{name} · nobody wins"


def test_names_are_plain_and_never_too_long() -> None:
    assert thread_name(match_of("A\nd\u202ea\t ", "")) == "Bump 12 · A da \N{EN DASH} ?"
    for count in (2, 5):
        people = ["x" * 90] * count
        for outcome in (None, Outcome(tuple(range(1, count + 1)), "last")):
            name = thread_name(match_of(*people, outcome=outcome))
            assert len(name) <= LONGEST
            assert name.count("\N{EN DASH}") == count - 1

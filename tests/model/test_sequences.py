"""Whatever is asked in whatever order: the record, the match, the row and the lists agree."""

import random
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import PlayerError
from bot.model.commands import (
    Accept,
    AnswerRequest,
    AskReplacement,
    AskTime,
    Begin,
    Claim,
    Command,
    Decline,
    GiveTime,
    OfferDraw,
    Play,
    Resign,
    SayReady,
    TakeBack,
    Tick,
    Withdraw,
    WithdrawReplacement,
)
from bot.model.decide import decide
from bot.model.decide.consent import LEFT
from bot.model.events import Recorded, event
from bot.model.fold import evolve, fold, record_events
from bot.model.match import OPEN, Match
from bot.model.projection import due_at, posts_for, summary_of
from bot.model.records import Status
from bot.model.requests import DRAW, REPLACEMENT, TAKEBACK, TIME
from tests.helpers.long_runs import examples
from tests.helpers.matches import Recording, after, answers, asked, asked_of, challenge, kinds
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS
from tests.service.conftest import START

PEOPLE = st.sampled_from([ADA, GRACE, LINUS, EDSGER])
IDS = PEOPLE.map(lambda person: person.id)
GIFTS = st.sampled_from([24, 72, 168])
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Play, IDS, st.sampled_from(["1", "2", "half", "x"])),
    st.builds(Accept, PEOPLE),
    st.builds(Accept, PEOPLE),
    st.builds(Decline, PEOPLE),
    st.builds(Withdraw, PEOPLE, st.just(False)),
    st.builds(Begin, PEOPLE),
    st.builds(Resign, IDS),
    st.builds(OfferDraw, IDS),
    st.builds(AnswerRequest, st.just(DRAW), IDS, st.booleans()),
    st.builds(Claim, IDS),
    st.builds(SayReady, IDS),
    st.builds(AskTime, IDS, GIFTS),
    st.builds(AnswerRequest, st.just(TIME), IDS, st.booleans()),
    st.builds(GiveTime, IDS, GIFTS),
    st.builds(TakeBack, IDS, st.booleans()),
    st.builds(AnswerRequest, st.just(TAKEBACK), IDS, st.booleans()),
    st.builds(AskReplacement, PEOPLE, PEOPLE, PEOPLE, st.booleans(), st.booleans()),
    st.builds(AskReplacement, PEOPLE, PEOPLE, PEOPLE, st.booleans(), st.booleans()),
    st.builds(AnswerRequest, st.just(REPLACEMENT), IDS, st.sampled_from([True, True, False])),
    st.builds(WithdrawReplacement, IDS, st.booleans()),
    st.builds(Tick),
)
TURNS = st.sampled_from(["1", "1", "2", "3", "half"])
"""Moves by the player to move."""

HOURS = st.sampled_from([0, 0, 1, 30, 24 * 5, 24 * 30])
DAYS = st.sampled_from([7, 14, None])
INVITED = st.lists(st.sampled_from([GRACE, LINUS, EDSGER, None]), min_size=1, max_size=3).filter(
    lambda people: len([p for p in people if p]) == len({p for p in people if p})
)


TAKEBACKS = st.sampled_from(["undo", "ask", "let"])
"""Moves taken back by the one who made the last one, and the answer where that was asked for."""

HANDOVERS = st.sampled_from(["leave", "agree", "agree"])
"""The player to move proposes who plays on for them, and those who are asked agree in turn."""

STEPS = COMMANDS | TURNS | TAKEBACKS | HANDOVERS


def check(match: Match, recorded: list[Recorded]) -> None:
    """What always holds of a match and what stands beside it."""
    read_back = [
        Recorded(each.seq, event(each.event.kind, each.event.payload()), each.at)
        for each in recorded
    ]
    assert fold(read_back, match.id) == match
    assert [each.seq for each in recorded] == list(range(1, match.seq + 1))
    summary = summary_of(match)
    assert (summary.seq, summary.status) == (match.seq, match.status)
    gone = {match.person(seat) for seat in match.out} if match.status is Status.RUNNING else set()
    assert summary.people == tuple(p for p in match.people if p not in gone)
    assert (match.status is Status.RUNNING) == (summary.turn is not None)
    assert (match.status is Status.ENDED) == (match.outcome is not None)
    assert match.status in OPEN or summary.due is None
    assert match.status is not Status.INVITED or summary.due is not None
    assert (match.muster.until is not None) == bool(match.awaited)
    assert not match.awaited or match.status is not Status.RUNNING
    if match.turn is not None:
        assert match.turn in match.playing
        assert len(match.playing) >= 2
    check_line(match)


def check_line(match: Match) -> None:
    """The board is what the moves that stand lead to, whatever was taken back among them."""
    position = match.opening
    for ply in match.plies:
        assert ply.before == position
        left = ply.text in LEFT
        turn = match.rules.leave(position, ply.seat) if left else None
        turn = turn or match.rules.play(position, match.rules.parse(position, ply.text))
        position = turn.position
        assert (ply.after, ply.effects) == (position, turn.effects)
    assert match.position == position
    seqs = [ply.seq for ply in match.plies]
    assert seqs == sorted(seqs)
    gone = {ply.seq for undone in match.undone for ply in undone.plies}
    assert not gone & set(seqs)
    if match.requests.takeback:
        assert len(match.playing) == 2
        assert match.plies[-match.requests.takeback.amount].seat == match.requests.takeback.seat


def check_clock(match: Match, now: datetime, dice: random.Random) -> None:
    """The clock comes to rest, or it would ask for ever: two things may be due at an instant."""
    for expected in ("grace_used", "overdue", "abandon_warned"):
        late = decide(match, Tick(), now, dice)
        if kinds(late) != [expected]:
            continue
        match = reduce(evolve, record_events(late, match.seq, now), match)
    assert decide(match, Tick(), now, dice) == []
    at = due_at(match)
    assert at is None or at > now


SILENT: list[list[str]] = [[], ["ready"], ["replacement_agreed"]]


@settings(max_examples=examples(150))
@given(INVITED, DAYS, st.lists(st.tuples(STEPS, HOURS), max_size=40), st.integers(0, 9))
def test_any_sequence_of_commands_keeps_everything_in_step(
    invited: list[Any], days: int | None, script: list[tuple[Command | str, int]], seed: int
) -> None:
    made = Recording(challenge(*invited, first="random", days=days))
    dice, now = random.Random(seed), START
    for step, hours in script:
        now += timedelta(hours=hours)
        before = made.match
        events = made.do(asked_of(before, step), dice, now)
        check(made.match, made.recorded)
        # Who is ready while others are not is shown where they said so.
        assert len(posts_for(before, made.match, events)) == (kinds(events) not in SILENT)
        if isinstance(step, Tick):
            check_clock(made.match, now, dice)


@given(INVITED, st.lists(STEPS, max_size=25), COMMANDS)
def test_a_refusal_is_a_sentence_and_changes_nothing(
    invited: list[Any], script: list[Command | str], last: Command
) -> None:
    match = asked(*invited)
    for step in script:
        with suppress(PlayerError):
            match = after(match, asked_of(match, step))
    copy = replace(match)
    try:
        answers(match, last)
    except PlayerError as error:
        sentence = str(error)
    else:
        return

    assert match == copy
    assert sentence[0].isupper() or sentence[0] == "“"
    assert sentence.endswith(".")

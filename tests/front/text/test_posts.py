"""What the posts say, without Discord: a match in, the content of a post out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.front.text.challenges import answered_text, challenge_post
from bot.front.text.clock_text import private_terms
from bot.front.text.notices import NoticeLine, personal_post_content
from bot.front.text.parts import PostContent
from bot.front.text.posts import CONTENTS, OF_MOVES, past_post, post_content
from bot.front.text.posts import PAST as WORDED
from bot.front.text.stretches import content_in_stretch
from bot.front.text.turns import past_board, status_line
from bot.games.phrases import counted
from bot.model.clock.clock_state import TurnTime
from bot.model.clock.running import Cause, Halt
from bot.model.decide.requirements import waits_sentence
from bot.model.events import Ended, Event, Played
from bot.model.fold import fold, record_events
from bot.model.match import Match
from bot.model.places import FastStretch
from bot.model.post_kinds import PostKind
from bot.model.records import NO_EVENT, MatchId, PersonId, Post, Seq
from tests.front import snapshot
from tests.front.snapshot import snapshot_of_words
from tests.front.text.stories import ASKED, BEGUN, NOW, PAST, STORIES
from tests.helpers.people import ADA, FIRST, GRACE, SECOND

NAMES = {1: "Ada", 2: "Grace", 3: "Linus", 9: "Edsger"}


@pytest.fixture(autouse=True)
def _names() -> None:
    snapshot.name(NAMES)


def match_after(events: Sequence[Event]) -> Match:
    return fold(record_events(events, NO_EVENT, NOW), MatchId(8)).timed((), NOW)


def shown(content: PostContent) -> str:
    """A post whole: its words, then its buttons, what it draws and whom it pings."""
    below = {
        "buttons": " ".join(content.buttons),
        "board": f"of {counted(content.turns, 'turn')}" if content.board else "",
        "pings": " ".join(NAMES[person] for person in content.pings),
    }
    lines = [f"{what}: {text}" for what, text in below.items() if text]
    return "\n".join([content.text, *lines])


def cases(table: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    return [
        pytest.param(PostKind(kind), story, id=f"{kind}: {title}")
        for kind, stories in table.items()
        for title, story in stories.items()
    ]


@pytest.mark.parametrize(("kind", "events"), cases(STORIES))
def test_a_post_says_what_has_happened(kind: PostKind, events: Sequence[Event]) -> None:
    match = match_after(events)
    snapshot_of_words(shown(post_content(Post(match.id, match.seq, kind), match)))


@pytest.mark.parametrize(("kind", "story"), cases(PAST))
def test_a_post_that_has_passed_says_what_became_of_it(
    kind: PostKind, story: tuple[Sequence[Event], Sequence[Event]]
) -> None:
    before, since = story
    then, now = match_after(before), match_after([*before, *since])
    if kind.traits.before_play:
        past: str | None = answered_text(kind, now)
    elif kind is PostKind.TURN:
        past = past_board(now, then.seq, False, now)
    else:
        past = past_post(kind, then, now)
    assert past
    assert "<@" not in past
    snapshot_of_words(past)


def test_of_a_challenge_its_host_may_be_told_of() -> None:
    snapshot_of_words(challenge_post(match_after([ASKED]), "**Ada** is new here.").text)


def test_terse_boards_show_the_moves_alone() -> None:
    match = match_after([*BEGUN, Played(FIRST, "2")])
    snapshot_of_words(
        post_content(Post(match.id, match.seq, PostKind.TURN), match, None, "", True).text
    )


def test_who_is_not_called_is_named_and_at_the_end_not_even_that() -> None:
    for kind, events in ((PostKind.TURN, BEGUN), (PostKind.END, [*BEGUN, Ended((), "agreed")])):
        match = match_after(events)
        snapshot_of_words(shown(post_content(Post(match.id, match.seq, kind), match, {GRACE.id})))


STRETCH = FastStretch(MatchId(8), Seq(4), ADA.id, NOW, None)
FAST = (*BEGUN, Played(FIRST, "1"), Played(SECOND, "1"), Played(FIRST, "1"))


@pytest.mark.parametrize("kind", ["turn", "pause", "stretch", "end"])
def test_a_post_in_a_stretch_sums_it_up(kind: str) -> None:
    events = (*FAST, Ended((SECOND,), "resigned")) if kind in ("end", "stretch") else FAST
    match = match_after(events)
    stretch = STRETCH if kind == "turn" else replace(STRETCH, ended=match.seq, due=None)
    post = Post(match.id, match.seq, PostKind(kind))
    snapshot_of_words(shown(content_in_stretch(post, match, stretch)))


LINE = NoticeLine(
    PostKind.TURN, MatchId(8), "Heap with **Grace**", "[board](…)", NOW + timedelta(1)
)
HELD = replace(LINE, kind=PostKind.NOTICE, text="**Grace**: **Grace** offers a draw.", asks=True)
PERSONAL: Mapping[str, tuple[str, bool, Sequence[NoticeLine]]] = {
    "a call": ("personal", True, [LINE]),
    "a call in the channel": ("copy", False, [LINE]),
    "no direct messages": ("fallback", False, [LINE]),
    "no channel": ("fallback", True, [LINE]),
    "a reminder": ("personal", True, [replace(LINE, kind=PostKind.REMINDER)]),
    "the last one": ("personal", True, [replace(LINE, kind=PostKind.LAST_REMINDER)]),
    "a warning": ("personal", True, [replace(LINE, kind=PostKind.WARNING)]),
    "time is over": ("personal", True, [replace(LINE, kind=PostKind.WARNING, deadline=NOW)]),
    "what was held": ("personal", True, [HELD]),
    "several": ("copy", False, [LINE, replace(LINE, of_pair=True, deadline=None), HELD]),
    "several reminders": ("personal", True, [replace(LINE, kind=PostKind.REMINDER)] * 2),
    "very many": ("personal", True, [LINE] * 11),
}


@pytest.mark.parametrize(("kind", "direct", "lines"), PERSONAL.values(), ids=PERSONAL)
def test_a_post_to_one_person_lists_what_waits_for_them(
    kind: str, direct: bool, lines: Sequence[NoticeLine]
) -> None:
    post = Post(MatchId(8), Seq(3), PostKind(kind), person=ADA.id, direct=direct)
    snapshot_of_words(shown(personal_post_content(post, ADA.id, lines, NOW)))


@pytest.mark.parametrize("cause", Cause)
def test_a_board_says_until_when_the_clock_is_stopped_and_why(cause: Cause) -> None:
    match = match_after(BEGUN)
    standing = Halt(cause, NOW + timedelta(hours=8))
    stopped = replace(match, time=TurnTime(NOW + timedelta(days=9), standing, timedelta(hours=30)))
    post = Post(match.id, match.seq, PostKind.TURN)
    said = [post_content(post, stopped).text, private_terms(stopped), waits_sentence(stopped)]
    said += [status_line(stopped, PersonId(reader)) for reader in (1, 2)]
    snapshot_of_words("\n".join(said))


def test_each_post_has_its_words_and_its_snapshot() -> None:
    of_stretches = {PostKind.PAUSE, PostKind.STRETCH}
    to_one = {PostKind(kind) for kind, *_ in PERSONAL.values()}
    to_one |= {line.kind for *_, lines in PERSONAL.values() for line in lines}
    to_one |= {PostKind.FOLLOWED}  # Its words are in the snapshots of test_following.
    assert {PostKind.CHALLENGE, *OF_MOVES, *CONTENTS} == set(map(PostKind, STORIES))
    assert {*map(PostKind, STORIES), *of_stretches, *to_one} == set(PostKind)
    assert set(WORDED) <= set(map(PostKind, PAST))


def test_things_are_counted_in_english() -> None:
    assert [counted(n, "seat") for n in (0, 1, 2)] == ["0 seats", "1 seat", "2 seats"]

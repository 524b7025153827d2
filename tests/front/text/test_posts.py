"""What the posts say, without Discord: a match in, the content of a post out."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.front.text.challenges import answered_text, challenge_post
from bot.front.text.clock_text import private_terms
from bot.front.text.parts import PostContent
from bot.front.text.posts import CONTENTS, OF_MOVES, past_post, post_content
from bot.front.text.turns import status_line
from bot.games.phrases import counted
from bot.model.clock.clock_state import TurnTime
from bot.model.clock.running import Cause, Halt
from bot.model.decide.requirements import waits_sentence
from bot.model.events import (
    AbandonWarned,
    Accepted,
    Claimed,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Expired,
    GraceUsed,
    Overdue,
    Person,
    Played,
    Ready,
    Reminded,
    Replaced,
    ReplacementAsked,
    ReplacementDeclined,
    ReplacementExpired,
    ReplacementWithdrawn,
    Resigned,
    Started,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    TimeAsked,
    TimeDeclined,
    TimeGiven,
    VacationUsed,
    Withdrawn,
)
from bot.model.fold import fold, record_events
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, Post
from tests.front.text.stories import ADA, ASKED, BEGUN, GATHERED, GRACE, NOW, OF_THREE, THREE


def posted(kind: str, *events: Event) -> PostContent:
    """What is posted of the last of the events."""
    match = fold(record_events(events, 0, NOW), MatchId(8)).timed((), NOW)
    return post_content(Post(MatchId(8), match.seq, PostKind(kind)), match)


def content_of(kind: str, *events: Event) -> PostContent:
    """The same, where the mentioned people are pinged, once each, and nobody else."""
    content = posted(kind, *events)
    assert sorted(content.pings) == sorted(map(int, re.findall(r"<@(\d+)>", content.text)))
    return content


def test_a_challenge_that_was_answered_keeps_its_terms_and_says_what_became_of_it() -> None:
    terms = "**Ada** challenged **Grace** to **Heap**.\n7 days a move"
    for events, became, begins in (
        (BEGUN[1:], "accepted", " · **Ada** begins"),
        # Who would have begun matters no more.
        ((Accepted(GRACE), Withdrawn(1)), "taken back", ""),
    ):
        match = fold(record_events((ASKED, *events), 0, NOW), MatchId(8))
        answered = f"{terms}{begins}\n-# Match 8 · {became}"
        assert answered_text(PostKind.CHALLENGE, match) == answered
        assert answered_text(PostKind.MUSTER, match) == (
            f"In: **Ada** and **Grace**.\n-# Heap · match 8 · {became}"
        )


def test_a_challenge_that_was_accepted_gives_everybody_their_own_reserve() -> None:
    asked = replace(ASKED, game="bump", options={"reserve": [2, 0]}, first="guest")
    started = Started((GRACE, ADA), {"reserve": [0, 2]})
    match = fold(record_events((asked, Accepted(GRACE), started), 0, NOW), MatchId(8))
    assert (
        "· reserve: **Ada** 2, **Grace** 0\n"
        "-# Reserve: extra pieces to place on free starting spaces later, each instead of a move.\n"
    ) in content_of("challenge", asked).text
    text = answered_text(PostKind.CHALLENGE, match)
    assert "\n7 days a move · **Grace** begins · reserve: **Grace** 0, **Ada** 2\n" in text


def test_a_challenge_names_the_game_and_the_terms_and_mentions_who_is_asked() -> None:
    said = content_of("challenge", ASKED)
    assert said.text.splitlines() == [
        "<@2>: **Ada** challenges you to **Heap**.",
        "> Take one, two or three. Whoever takes the last wins.",
        "> -# Light: rules in a minute.",
        "7 days a move · **Ada** begins",
        "-# Match 8 · the invitation ends <t:1767830400:R>",
    ]
    assert not said.board
    assert said.buttons == ("accept", "decline", "withdraw", "howto")
    many = content_of("challenge", OF_THREE)
    assert many.text.startswith(
        "<@2>: **Ada** challenges you to **Heap**. Anyone may take a seat that is free."
    )
    many = posted("challenge", OF_THREE, Accepted(GRACE))
    assert many.text.startswith(
        "**Ada** looks for one more opponent at **Heap**. Anyone may accept."
    )
    assert "Joined so far: **Ada** and **Grace**." in many.text
    assert "\n3 players · 7 days a move · " in many.text
    assert many.buttons == ("accept", "decline", "begin", "withdraw", "howto")
    anyones = content_of("challenge", replace(OF_THREE, invited=(None, None)))
    assert anyones.buttons == ("accept", "begin", "withdraw", "howto")
    long = content_of("challenge", replace(ASKED, days=14))
    assert "press **I'm ready** within 48 hours" in long.text


def test_a_rematch_is_asked_for_in_few_words() -> None:
    again = replace(ASKED, rematch_of=7)
    match = fold(record_events((again,), 0, NOW), MatchId(8))
    about = "**Ada** is new to these matches."
    assert challenge_post(match, about).text.splitlines() == [
        "<@2>: **Ada** asks you for a rematch at **Heap**.",
        "7 days a move · **Ada** begins",
        "-# Match 8 · the invitation ends <t:1767830400:R>",
    ]
    withdrawn = fold(record_events((again, Withdrawn(1)), 0, NOW), MatchId(8))
    assert answered_text(PostKind.CHALLENGE, withdrawn).startswith(
        "**Ada** asked **Grace** for a rematch at **Heap**.\n7 days a move\n"
    )


def test_a_turn_says_what_happened_and_mentions_the_next_player_once() -> None:
    first = content_of("turn", *BEGUN)
    assert first.text.splitlines() == [
        "**Ada** (dot) and **Grace** (diamond) play **Heap**.",
        "<@1>, it is your turn. Your time runs out <t:1767830400:R>.",
        "-# Heap · match 8 · turn 1 · 7 days a move",
    ]
    assert first.board
    said = content_of("turn", *BEGUN, Played(1, "2"))
    assert said.text.startswith("**Ada** takes 2. `2`\n<@2>, it is your turn.")
    left = content_of("turn", *THREE, Resigned(1))
    assert left.text.startswith("**Ada** resigned.\n<@2>, it is your turn.")
    assert r"**\_Linus\_** (triangle)" in content_of("turn", *THREE).text, "names style nothing"


ENDS: dict[str, Sequence[Event]] = {
    "**Grace** takes 2. `2`\n**Grace** took the last one. 🏆 **Grace** wins! <@1>": (
        *(Played(1, "3"), Played(2, "2"), Ended((2,), "last_taken")),
    ),
    "**Ada** resigned. 🏆 **Grace** wins! <@2>": (Resigned(1), Ended((2,), "resigned")),
    "**Ada** ran out of time, and **Grace** claimed the win. 🏆 **Grace** wins! <@1>": (
        *(Overdue(1), Claimed(2), Ended((2,), "time")),
    ),
    "**Ada** ran out of time. 🏆 **Grace** wins! <@1> <@2>": (
        *(GraceUsed(1), Ended((2,), "time_lost")),
    ),
    "The players agreed on a draw. Nobody wins. <@1> <@2>": (Ended((), "agreed"),),
    "The players agreed on a draw. Nobody wins. <@1>": (DrawOffered(1), Ended((), "agreed")),
    "A manager of this server called the match off. Nobody wins. <@1> <@2>": (
        Ended((), "called_off"),
    ),
}


@pytest.mark.parametrize(("text", "events"), ENDS.items())
def test_the_end_says_who_won_and_tells_who_did_not_act(text: str, events: Sequence[Event]) -> None:
    said = content_of("end", *BEGUN, *events)
    assert said.text.startswith(f"{text}\n-# Heap · match 8 · ")
    review = ("review",) if isinstance(events[0], Played) else ()
    assert said.buttons == ("rematch", "replay", *review)


def test_the_end_adds_only_the_names_of_those_it_calls() -> None:
    match = fold(record_events((*BEGUN, Ended((), "agreed")), 0, NOW), MatchId(8)).timed((), NOW)
    said = post_content(Post(MatchId(8), match.seq, PostKind.END), match, {1})
    assert said.text.startswith("The players agreed on a draw. Nobody wins. <@1>\n-# Heap")
    assert said.pings == (1,)


def test_of_three_one_wins_or_several() -> None:
    last = content_of("end", *THREE, Resigned(1), Resigned(2), Ended((3,), "last"))
    assert r"**\_Linus\_** is the last one left. 🏆 **\_Linus\_** wins! <@3>" in last.text
    several = content_of("end", *THREE, Ended((1, 3), "last_taken"))
    assert r"**Ada** and **\_Linus\_** win!" in several.text


def test_vacation_that_is_spent_names_its_end_and_what_is_left_to_both_sides() -> None:
    spent = VacationUsed(1, NOW, NOW + timedelta(days=1), left=455)
    said = content_of("vacation", *BEGUN, GraceUsed(1), spent)
    assert said.text.splitlines() == [
        "<@1>, your time is over, and 24 h of your vacation are spent instead of losing: your "
        "clock is stopped until <t:1767312000:f>. Vacation left: **Ada** 18 d 23 h. "
        "Your time runs out <t:1767916800:R>.",
        "<@2>, the match waits for **Ada** meanwhile.",
        "-# Heap · match 8",
    ]
    assert said.buttons == ()
    last = content_of("vacation", *BEGUN, replace(spent, left=0))
    assert "Vacation left: **Ada** none." in last.text
    # Of a turn that has gone by meanwhile.
    assert content_of("vacation", *BEGUN, spent, Played(1, "2")).pings == ()


@pytest.mark.parametrize(
    ("cause", "why"), list(zip(Cause, ["on vacation", "weekend", "asleep"], strict=True))
)
def test_a_board_says_until_when_the_clock_is_stopped_and_why(cause: Cause, why: str) -> None:
    match = fold(record_events(BEGUN, 0, NOW), MatchId(8))
    standing = Halt(cause, NOW + timedelta(hours=8))
    asleep = replace(match, time=TurnTime(NOW + timedelta(days=9), standing, timedelta(hours=30)))

    until = f"clock is stopped until <t:1767254400:f> ({why})."
    assert f"Your {until}" in post_content(Post(MatchId(8), match.seq, PostKind.TURN), asleep).text
    assert status_line(asleep, reader=2).endswith(f"**Ada**'s {until}")
    assert status_line(asleep, reader=1).endswith(f"Your {until}")
    assert private_terms(asleep) == "7 days a move · vacation left: **Ada** 1 d 6 h"
    assert f"Their clock is stopped until 2026-01-01 08:00 UTC ({why})." in waits_sentence(asleep)
    free = fold(record_events([replace(ASKED, days=None), *BEGUN[1:]], 0, NOW), MatchId(8))
    assert private_terms(free.timed((), NOW)) == "no time limit"


def test_a_request_names_and_draws_every_move_that_would_be_undone() -> None:
    moves = (Played(1, "1"), Played(2, "2"))
    one = content_of("takeback", *BEGUN, *moves, TakebackAsked(2, 1))
    assert one.text.splitlines() == [
        "<@1>: **Grace** asks to take back `2`. It would be **Grace**'s turn again.",
        "-# Heap · match 8 · the request is open until the next move",
    ]
    assert (one.board, one.turns) == (True, 1)
    both = content_of("takeback", *BEGUN, *moves, TakebackAsked(1, 2))
    assert "**Ada** asks to take back `1`, and your answer `2` goes with it." in both.text
    assert both.text.startswith("<@2>: ")
    assert both.turns == 2


def test_a_board_after_a_takeback_tells_of_it_and_calls_only_who_does_not_know() -> None:
    moves = (Played(1, "1"), Played(2, "2"))
    own = content_of("turn", *BEGUN, *moves, TakenBack(2, 1, free=True))
    assert own.text.startswith("**Grace** took back `2`.\nIt is **Grace**'s turn.")
    assert own.pings == ()
    let = content_of("turn", *BEGUN, *moves, TakebackAsked(1, 2), TakenBack(1, 2))
    assert let.text.startswith(
        "**Grace** let **Ada** take back `1`, and **Grace**'s answer `2` went with it.\n<@1>, it is"
    )
    again = content_of("turn", *BEGUN, *moves, TakenBack(2, 1, free=True), Played(2, "1"))
    assert again.text.startswith("**Grace** takes 1. `1`\n<@1>, it is your turn.")


def test_a_challenge_that_came_to_nothing_is_told_to_the_host() -> None:
    declined = fold(record_events((ASKED, Declined(2)), 0, NOW), MatchId(8))
    assert answered_text(PostKind.CHALLENGE, declined).startswith(
        "**Ada** challenged **Grace** to **Heap**.\n"
    )
    closed = content_of("closed", ASKED, Declined(2))
    assert closed.text.startswith("<@1>, your challenge was declined")
    assert content_of("closed", ASKED, Expired()).pings == (1,)
    assert posted("closed", ASKED, Withdrawn(1)).pings == ()


HANDED_ON = ReplacementAsked(1, Person(9, "Edsger"), GRACE, NOW + timedelta(days=3), (9, 1))
ASKED_BACK = (*BEGUN, Played(1, "1"), TakebackAsked(1, 1))

SAID: dict[str, tuple[str, Sequence[Event], str]] = {
    "<@2>: **Ada** offers a draw.": ("notice", (*BEGUN, DrawOffered(1)), "agree refuse"),
    "<@1>, no draw: **Grace** plays on.": (
        *("notice", (*BEGUN, DrawOffered(1), DrawDeclined(2)), ""),
    ),
    "<@1>, your move is awaited. Your time runs out <t:": (
        *("reminder", (*BEGUN, Reminded(1)), ""),
    ),
    "<@1>, your time has run out. You have 24 hours of grace, once in a match. Your grace runs out "
    "<t:1767916805:R>.\n-# Heap · match 8": (
        *("grace", (*BEGUN, GraceUsed(1, late=5_000_000)), ""),
    ),
    "**Ada** has run out of time. <@2>, you may claim the win": (
        *("overdue", (*BEGUN, Overdue(1)), "claim"),
    ),
    "<@2>: **Ada** asks for 3 days more.": (
        *("ask_time", (*BEGUN, TimeAsked(1, 72)), "grant notnow"),
    ),
    "<@1>, **Grace** gives you 24 hours more. The time runs out <t:1767916800:R>.": (
        *("time_given", (*BEGUN, TimeGiven(1, 2, 24)), ""),
    ),
    "<@1>, **Grace** can't give you 7 days now.\n": (
        *("time_declined", (*BEGUN, TimeAsked(1, 168), TimeDeclined(2)), ""),
    ),
    "**Ada** asks for 7 days more.": ("thinking", (*BEGUN, TimeAsked(1, 168)), ""),
    "<@1> and <@2>: all are in, and the match begins when you say that you are ready.\n"
    "Ready so far: **\\_Linus\\_**.\n"
    "-# Heap · match 8 · who is not ready loses the seat <t:1767398400:R>": (
        *("muster", GATHERED, "ready decline withdraw"),
    ),
    "A seat is free again, for anyone.\nJoined so far: **Ada** and **\\_Linus\\_**.": (
        *("reopened", (*GATHERED, Ready(1), Declined(2)), "accept decline begin withdraw howto"),
    ),
    "<@2> and <@3>, the match does not begin: **Ada** was not ready in time.": (
        *("closed", (*GATHERED, Ready(2), Expired()), ""),
    ),
    "<@1> and <@2>: nobody has moved for long. The match ends without a winner in 7 days unless "
    "somebody moves.": ("abandon", (*BEGUN, AbandonWarned()), "move"),
    "<@1> and <@2>: nobody has moved for long. The match ends without a winner <t:1767830400:R> "
    "unless somebody moves or claims the win.": (
        *("abandon", (*BEGUN, Overdue(1), AbandonWarned()), "move claim"),
    ),
    "<@1>, your move stands: **Grace**": ("takeback", (*ASKED_BACK, TakebackDeclined(2)), ""),
    "The players agreed": ("result", (*BEGUN, Ended((), "agreed")), "rematch replay"),
    "**Grace** asks that **Edsger** plays on for **Ada**.": (
        *("replacement", (*BEGUN, HANDED_ON), "takeover letreplace noreplace endreplace"),
    ),
    "**Grace** asks that **Edsger** plays on for **Ada**.\n<@9>, will you take over? <@1>, a": (
        "replacement",
        (*BEGUN, replace(HANDED_ON, awaited=(9,), gone=True)),
        "takeover noreplace endreplace",
    ),
    "<@2>, **Edsger** does not": (
        "replacement_off",
        (*BEGUN, HANDED_ON, ReplacementDeclined(9)),
        "",
    ),
    "Nobody asks any": ("replacement_off", (*BEGUN, HANDED_ON, ReplacementWithdrawn(2)), ""),
    "<@2>, not everybody": ("replacement_off", (*BEGUN, HANDED_ON, ReplacementExpired()), ""),
}
"""What is said, by a kind of post, of the last of these events; and the buttons below it."""


@pytest.mark.parametrize(("text", "said"), SAID.items())
def test_a_post_says_who_wants_what_of_whom(
    text: str, said: tuple[str, Sequence[Event], str]
) -> None:
    kind, events, buttons = said
    content = content_of(kind, *events)
    assert content.text.startswith(text)
    assert content.buttons == tuple(buttons.split())


def test_each_post_to_all_has_its_words() -> None:
    of_stretches = {PostKind.PAUSE, PostKind.STRETCH}
    to_one = {PostKind.PERSONAL, PostKind.COPY, PostKind.FALLBACK, PostKind.FOLLOWED}
    to_one |= {PostKind.LAST_REMINDER, PostKind.WARNING}
    reply = {PostKind.CHALLENGE, *OF_MOVES, *CONTENTS}
    assert reply == set(PostKind) - of_stretches - to_one


def test_things_are_counted_in_english() -> None:
    assert [counted(n, "seat") for n in (0, 1, 2)] == ["0 seats", "1 seat", "2 seats"]


def test_what_is_left_of_a_request_says_how_it_was_answered_whatever_came_after() -> None:
    offered = (*BEGUN, DrawOffered(1))
    then = fold(record_events(offered, 0, NOW), MatchId(8))
    moves = (Played(1, "1"), Played(2, "1"))
    for came, answer in (
        ((DrawDeclined(2),), "; **Grace** declined."),
        ((DrawDeclined(2), *moves), "; **Grace** declined."),
        ((DrawDeclined(2), Replaced(1, Person(9, "Linus"), ADA, ADA)), "; **Grace** declined."),
        ((Ended((), "agreed"),), ", and **Grace** agreed."),
        (moves, "."),
    ):
        now = fold(record_events((*offered, *came), 0, NOW), MatchId(8))
        left = past_post(PostKind.NOTICE, then, now)
        assert left == f"**Ada** offered a draw{answer}\n-# Heap · match 8"

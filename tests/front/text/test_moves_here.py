"""The moves on a space by effect, as they are said: whole, cut, and without what they do."""

import re
from dataclasses import replace

import pytest

from bot.front.text.moves_here import moves_here
from bot.model.events import Accepted, Ended, Event, Started
from bot.model.fold import fold, record_events
from bot.model.match import Match
from bot.model.records import NO_EVENT, MatchId
from tests.front.text.stories import ADA, ASKED, GRACE, NOW

ROOM = 2000
BEGIN = "01,"


def bump(*events: Event) -> Match:
    begun = (replace(ASKED, game="bump"), Accepted(GRACE), Started((ADA, GRACE), {}))
    recorded = record_events([*begun, *events], NO_EVENT, NOW)
    return fold(recorded, MatchId(8))


def listed(text: str) -> list[str]:
    """The moves of a list."""
    return [
        BEGIN + move
        for line in text.splitlines()
        if line.startswith("- ")
        for move in line.rpartition(": ")[2].removeprefix("- ").split(", ")
    ]


def legal(match: Match) -> list[str]:
    rules, position = match.rules, match.position
    texts = (rules.format(position, move) for move in rules.moves(position))
    return sorted(text for text in texts if text.startswith(BEGIN))


def test_all_moves_of_a_piece_are_said_with_their_common_beginning_once() -> None:
    match = bump()
    text = moves_here(match, "01", ROOM)
    assert text.startswith("**Ada** can play here, each beginning with `01,`:\n- bumps own 011")
    assert sorted(listed(text)) == legal(match)


@pytest.mark.parametrize("room", [150, 250, 350])
def test_what_has_no_room_is_counted(room: int) -> None:
    match = bump()
    text = moves_here(match, "01", room)
    assert len(text) <= room
    left = re.fullmatch("… and ([0-9]+) more", text.splitlines()[-1])
    assert left
    assert len(listed(text)) + int(left[1]) == len(legal(match))


def test_without_effects_the_order_tells_nothing() -> None:
    match = bump()
    found = listed(moves_here(match, "01", ROOM, effects=False))
    assert found == sorted(found) == legal(match)


def test_a_match_that_is_over_and_a_space_without_a_move_have_no_list() -> None:
    assert moves_here(bump(Ended((), "agreed")), "01", ROOM) == ""
    assert moves_here(bump(), "05", ROOM) == ""

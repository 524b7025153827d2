"""What somebody has missed of a match."""

from dataclasses import replace

from bot.games.core import Turn
from bot.games.effects import Captured
from bot.games.urchins.moves import Fell
from bot.service.personal import recap
from tests.helpers.people import ADA, GRACE, LINUS
from tests.service.conftest import Club


async def test_the_later_of_a_look_and_a_move_of_ones_own_is_what_was_seen(club: Club) -> None:
    match = await club.begin(moves="1 1 1")
    first, second, third = (ply.seq for ply in match.plies)

    assert recap.last_seen(match, LINUS.id, None) == 0
    assert recap.last_move(match, LINUS.id) is None
    assert recap.plies_after(match, 0) == match.plies
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

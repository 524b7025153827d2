"""How many of their own pieces a turn costs the player who makes it."""

import pytest

from bot.catalog import entry
from bot.games.guide import losses
from tests.games.urchins.columns import drawn, play


@pytest.mark.parametrize(
    ("game", "position", "text", "lost"),
    [
        ("bump", "01-0 03-0 12-0;09-3;1;0,0;-", "12,02-1", (1, 0)),
        ("bump", "01-0 03-0 12-0;09-3;1;0,0;-", "12,02", (0, 0)),
        ("bump", "07-2 072-0 094-4 14-2 18-3;061-0 083-1;2;0,0;-", "083,082-2", (0, 1)),
        ("bounce", "c3:PP d4:P h8:Y;P", "c3xd4-e5", (0, 0)),
        ("clump", "BRBRBR/RBRBRB/BRBRBR/RBRBRB/BRBRBR/RBRBRB;R", "c3-d3", (0, 0)),
    ],
)
def test_only_pieces_that_leave_the_board_are_lost(
    game: str, position: str, text: str, lost: tuple[int, int]
) -> None:
    rules = entry(game).game
    before = rules.read(position, {})
    effects = rules.play(before, rules.parse(before, text)).effects

    assert tuple(losses(effects, player) for player in (1, 2)) == lost


def test_an_urchin_bumped_off_an_end_is_lost() -> None:
    before = drawn("1 1 . . . . . . . # .")

    assert losses(play(before, "A1-0^").effects, 1) == 1
    assert losses(play(before, "A1-2").effects, 1) == 0

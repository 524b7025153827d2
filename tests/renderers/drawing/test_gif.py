"""Moving pictures."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

import renderers
from bot.games.core import Effect
from renderers import View
from renderers.bump.board import SIZE
from renderers.drawing import gif
from renderers.drawing.canvas import NEAR
from tests.helpers.painting import NAMES
from tests.renderers.boards import CHAIN, START, frames, game, links, picture, position, same, shot


def test_a_game_has_a_frame_for_every_turn_each_like_its_still_picture() -> None:
    shots = game(8)
    shown = frames(renderers.animate("bump", shots, names=NAMES))
    assert len(shown) == 8
    for (frame, _), played in zip(shown, shots, strict=True):
        assert same(frame, picture(*played))


def test_a_single_turn_is_told_link_by_link() -> None:
    after = shot(*CHAIN)
    shown = frames(renderers.animate("bump", [(position(CHAIN[0]), ()), after], names=NAMES))
    assert len(shown) == links(after[1]) + 2
    assert same(shown[0][0], picture(position(CHAIN[0])))
    assert same(shown[-1][0], picture(*after))
    assert not any(same(one, other) for (one, _), (other, _) in pairwise(shown))


def test_the_last_frame_stays_longest() -> None:
    shown = frames(renderers.animate("bump", game(4), names=NAMES))
    assert [stay for _, stay in shown] == [gif.PAUSE, gif.PAUSE, gif.PAUSE, gif.REST]
    with Image.open(BytesIO(renderers.animate("bump", game(3)))) as animation:
        assert (animation.info["loop"], animation.size) == (0, SIZE)


def test_a_frame_in_which_nothing_changes_still_takes_its_time() -> None:
    shots: list[tuple[object, tuple[Effect, ...]]] = [(START, ())] * 3
    shown = frames(renderers.animate("bump", shots))  # type: ignore[arg-type]
    assert len(shown) == 3
    assert same(shown[0][0], shown[2][0])


def test_frames_whose_boards_differ_are_in_the_colors_of_their_pictures() -> None:
    shots = [(position(f"01-0 02-1;-;1;{left},0;-"), ()) for left in (1, 0)]
    shown = frames(renderers.animate("bump", shots, view=View("contrast"), names=NAMES))
    for (frame, _), played in zip(shown, shots, strict=True):
        difference = ImageChops.difference(frame, picture(*played, theme="contrast"))
        # The colors are those of the first board: near the second's, and never others'.
        assert max(most for _, most in difference.getextrema()) <= 3 * NEAR  # type: ignore[misc]


def test_forty_frames_stay_small() -> None:
    assert len(renderers.animate("bump", game(40), names=NAMES)) <= 400_000


@pytest.mark.parametrize("theme", ["night", "ink"])
def test_animations_follow_the_view(theme: str) -> None:
    view = View(theme=theme, turned=True)
    shots = game(3)
    shown = frames(renderers.animate("bump", shots, view=view, names=NAMES))
    assert same(shown[-1][0], picture(*shots[-1], theme=theme, turned=True))

"""The bytes of pictures, as other programs read them, and what is kept of them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from itertools import pairwise
from random import Random
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

import renderers
from bot.catalog import entry
from bot.games.core import Effect
from renderers import View, close_up, draw, stacked
from renderers.bump import scenes as bump
from renderers.bump.board import SIZE
from renderers.drawing import canvas, gif
from renderers.drawing.cache import ByteCache, PackedCache, image_bytes, made_once
from renderers.drawing.canvas import NEAR
from renderers.drawing.png import encode_png
from renderers.drawing.style import style_for
from tests.renderers.boards import (
    CHAIN,
    START,
    frames,
    game,
    links,
    long_shots,
    picture,
    position,
    same,
    scene,
    shot,
)
from tests.renderers.painting import NAMES, opened


def pillows_png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", compress_level=6)
    return out.getvalue()


def pixels(data: bytes) -> tuple[tuple[int, int], bytes]:
    picture = opened(data).convert("RGB")
    return picture.size, picture.tobytes()


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_each_pixel_is_read_as_it_was_written(width: int, height: int, data: st.DataObject) -> None:
    colors = data.draw(st.binary(min_size=3 * 5, max_size=3 * 5))
    indexes = data.draw(
        st.lists(st.integers(0, 4), min_size=width * height, max_size=width * height)
    )
    picture = Image.frombytes("P", (width, height), bytes(indexes))
    picture.putpalette(colors)
    assert pixels(encode_png(picture)) == ((width, height), picture.convert("RGB").tobytes())


@pytest.mark.parametrize("number", range(len(long_shots())))
def test_a_turn_is_the_same_picture_as_pillow_writes_and_hardly_larger(number: int) -> None:
    shown = scene(*long_shots()[number])
    colors = canvas.Colors(shown.ground, style_for(shown.ground, View()), bump.samples(View()))
    picture = canvas.indexed(shown, colors)
    own, pillows = encode_png(picture), pillows_png(picture)
    assert pixels(own) == pixels(pillows)
    assert len(own) < 1.02 * len(pillows)


def test_what_several_turns_changed_is_no_large_file_though_the_fullest_picture() -> None:
    played = game(40)
    for k in range(0, 30, 3):
        effects = [effect for _, turn in played[k + 1 : k + 10] for effect in turn]
        net = renderers.changes("bump", played[k][0], played[k + 9][0], effects, names=NAMES)
        assert len(net) <= 45_000


# Moving pictures


def test_a_game_has_a_frame_for_every_turn_each_like_its_still_picture() -> None:
    shots = game(8)
    shown = frames(renderers.animate("bump", shots, names=NAMES))
    assert len(shown) == 8
    for (frame, _), played in zip(shown, shots, strict=True):
        assert same(frame, picture(*played))


def test_a_single_turn_is_animated_link_by_link() -> None:
    after = shot(*CHAIN)
    shown = frames(renderers.animate("bump", [(position(CHAIN[0]), ()), after], names=NAMES))
    assert len(shown) == links(after[1]) + 2
    assert same(shown[0][0], picture(position(CHAIN[0])))
    assert same(shown[-1][0], picture(*after))
    assert not any(same(one, other) for (one, _), (other, _) in pairwise(shown))


def test_the_last_frame_stays_longest() -> None:
    shown = frames(renderers.animate("bump", game(4), names=NAMES))
    assert [stay for _, stay in shown] == [gif.PAUSE, gif.PAUSE, gif.PAUSE, gif.REST]
    with opened(renderers.animate("bump", game(3))) as animation:
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


# Several in one, as a phone shows them


@pytest.mark.parametrize("theme", ["night", "ink"])
def test_animations_follow_the_view(theme: str) -> None:
    view = View(theme=theme, turned=True)
    shots = game(3)
    shown = frames(renderers.animate("bump", shots, view=view, names=NAMES))
    assert same(shown[-1][0], picture(*shots[-1], theme=theme, turned=True))


def test_pictures_stand_below_each_other_as_wide_as_the_narrowest() -> None:
    game = entry("bump")
    start = game.game.start(dict(game.usual))
    near, whole = close_up("bump", start, cells=("01",)), draw("bump", start)
    assert opened(near).width < opened(whole).width
    both = opened(stacked([near, whole]))
    assert both.width == opened(near).width
    assert both.height > opened(near).height + 200
    top = both.convert("RGB").crop((0, 0, *opened(near).size))
    assert top.tobytes() == opened(near).convert("RGB").tobytes()


def test_results_stand_in_two_columns_each_with_words_that_are_read_on_a_phone() -> None:
    game = entry("bump")
    start = game.game.start(dict(game.usual))
    plain, *worded = (
        close_up("bump", start, cells=("01",), legend=words, letters_across=11)
        for words in ("", "1. 01,02", "2. 01,02", "3. pass")
    )
    three = opened(stacked(worded, 2)).convert("RGB")
    phone = three.resize((300, round(three.height * 300 / three.width)))
    scale = 144 / opened(plain).width
    board, each = opened(plain).height * scale, opened(worded[0]).height * scale
    assert abs(phone.height - 2 * each) < 14
    words = phone.crop((0, round(board) + 2, 144, round(each)))
    is_dark = words.convert("L").point(lambda light: 255 * (light < 130))
    _, top, _, bottom = is_dark.getbbox() or (0, 0, 0, 0)
    assert bottom - top >= 9
    corner = phone.crop((160, phone.height // 2 + 4, 300, phone.height))
    assert len(corner.getcolors() or ()) == 1, "nothing beside the last of an odd number"


def text_cache(limit: int) -> ByteCache[int, str]:
    return ByteCache(limit, len)


def test_nothing_is_kept_beyond_the_limit() -> None:
    cache = text_cache(100)
    for key in range(50):
        cache.get(key, lambda: 10 * "x")
        assert cache.bytes <= 100
    assert cache.bytes == 100


def test_the_least_recently_used_value_goes_first() -> None:
    cache, made = text_cache(30), list[int]()

    def use(key: int) -> None:
        def make() -> str:
            made.append(key)
            return 10 * "x"

        cache.get(key, make)

    for key in (1, 2, 3, 1, 4, 1, 3, 2):
        use(key)
    assert made == [1, 2, 3, 4, 2]


def test_a_value_larger_than_the_limit_is_given_all_the_same_and_clearing_forgets_everything() -> (
    None
):
    cache = text_cache(10)
    cache.get(1, lambda: "x")
    assert cache.get(2, lambda: 99 * "y") == 99 * "y"
    cache.get(3, lambda: "z")
    assert cache.bytes <= 10
    cache.get(1, lambda: "old")
    cache.clear()
    assert cache.bytes == 0
    assert cache.get(1, lambda: "new") == "new"


def test_a_value_that_is_forgotten_is_unpacked_until_its_own_limit() -> None:
    made = list[int]()
    cache = PackedCache(10, len, ByteCache[int, str](30, len), str.upper, str.lower)

    def use(key: int) -> str:
        def make() -> str:
            made.append(key)
            return 10 * "abc"[key - 1]

        return cache.get(key, make)

    assert [use(key)[0] for key in (1, 2, 3, 1, 2)] == ["a", "b", "c", "a", "b"]
    assert made == [1, 2, 3]
    assert (cache.bytes, cache.packed.bytes) == (10, 30)
    cache.clear()
    assert cache.packed.bytes == 0


def test_threads_that_share_it_each_get_the_value_of_their_key() -> None:
    cache = text_cache(200)

    def use(seed: int) -> bool:
        chance = Random(seed)
        keys = [chance.randrange(60) for _ in range(2000)]
        return all(cache.get(key, partial("{:08}".format, key)) == f"{key:08}" for key in keys)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(use, range(8)))
    assert cache.bytes <= 200


def in_two_threads(use: Callable[[], object]) -> list[object]:
    """What both get, the second asking while the first still makes it."""
    with ThreadPoolExecutor(2) as pool:
        return [one.result() for one in [pool.submit(use), pool.submit(use)]]


def test_two_threads_never_make_one_value_twice() -> None:
    cache, made = text_cache(10), list[object]()

    def slowly() -> str:
        made.append(None)
        sleep(0.05)
        return "x"

    assert in_two_threads(lambda: cache.get(1, slowly)) == ["x", "x"]
    assert (len(made), cache.misses, cache.bytes) == (1, 1, 1)
    kept = made_once()(lambda: [slowly()])
    one, other = in_two_threads(kept)
    assert one is other


def test_what_fails_is_made_again_for_the_next_who_asks() -> None:
    cache = text_cache(10)
    with pytest.raises(KeyError):
        cache.get(1, lambda: dict[str, str]()["none"])
    assert cache.get(1, lambda: "x") == "x"


def test_a_new_value_is_packed_but_not_unpacked() -> None:
    packed = ByteCache[int, str](30, len)
    cache = PackedCache(30, len, packed, str.upper, "unpacked {}".format)
    assert cache.get(1, lambda: "new") == "new"
    assert packed.bytes == 3
    ByteCache.clear(cache)
    assert cache.get(1, lambda: "never") == "unpacked NEW"


def test_pixels_of_one_band_take_a_byte_and_others_four() -> None:
    sizes = [image_bytes(Image.new(mode, (10, 5))) for mode in ("L", "P", "RGB", "RGBA")]
    assert sizes == [50, 50, 200, 200]

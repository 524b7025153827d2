"""What is kept of pictures: a value is made once, and all values have room within a limit."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

from PIL import Image

from renderers.drawing.cache import ByteCache, PackedCache, image_bytes


def text_cache(limit: int) -> ByteCache[int, str]:
    return ByteCache(limit, len)


def test_a_value_is_made_once() -> None:
    cache, made = text_cache(100), list[int]()

    def make() -> str:
        made.append(1)
        return "one"

    for _ in range(3):
        assert cache.get(1, make) == "one"
    assert made == [1]
    assert cache.misses == 1


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


def test_pixels_of_one_band_take_a_byte_and_others_four() -> None:
    sizes = [image_bytes(Image.new(mode, (10, 5))) for mode in ("L", "P", "RGB", "RGBA")]
    assert sizes == [50, 50, 200, 200]

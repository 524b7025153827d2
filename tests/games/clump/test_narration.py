"""What Clump reads, writes, offers and says: notation, refusals, turns and positions."""

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import SIZES
from bot.games.core import NotationError
from tests.games.clump.stones import PLAYER, drawn, play, refused
from tests.helpers.playing import sentences

NAMES = {1: "Ada", 2: "Grace"}
START = GAME.start({})
LARGEST = GAME.start({"size": SIZES[-1]})
CHECKERS = GAME.write(START).partition(";")[0].replace("/", "\n")
WON = drawn("red won")


# Notation


@pytest.mark.parametrize(
    "typed",
    ["c3-d3", "C3-D3", " c3 - d3 ", "c3 d3", "c3d3", "c3,d3", "c3xd3", "c3–d3", "c3−d3"],  # noqa: RUF001
)
def test_a_move_is_read_leniently_and_written_canonically(typed: str) -> None:
    assert GAME.format(START, GAME.parse(START, typed)) == "c3-d3"
    assert GAME.format(LARGEST, GAME.parse(LARGEST, "p16o16")) == "p16-o16"
    assert GAME.format(LARGEST, GAME.parse(LARGEST, "a10a11")) == "a10-a11"


@pytest.mark.parametrize(
    "typed", ["", "c3", "c3-", "-d3", "c3-d3-e3", "c3--d3", "33-34", "c٣-d3", "swap c3 with d3"]
)
def test_a_text_that_is_no_move_is_refused_with_a_legal_example(typed: str) -> None:
    with pytest.raises(NotationError, match=r"is no move of Clump.* like a1-b1\."):
        GAME.parse(START, typed)


@pytest.mark.parametrize(
    ("typed", "square"), [("i1-h1", "i1"), ("a8-a9", "a9"), ("a0-a1", "a0"), ("a01-b1", "a01")]
)
def test_a_square_the_board_lacks_is_named(typed: str, square: str) -> None:
    assert f"no square {square}." in PLAYER.unread(START, typed)
    assert "The game is over." in PLAYER.unread(WON, "hello")


# Positions


def test_a_position_is_read_leniently_and_written_canonically() -> None:
    text = "BRBR/RBRB/BRBR/RBRB;R"
    assert GAME.write(GAME.read(" brbr / RBRB /brbr/ rbrb ; r ", {})) == text
    assert GAME.read(text, {"size": 8}).size == 4, "a position brings its own size"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("BRBR/RBRB/BRBR/RBRB", "reads like"),
        ("BRBR/RBRB/BRBR/RBRB;G", "reads like"),
        ("BRBR/R.RB/BRBR/RBRB;R", "reads like"),
        (";R", "reads like"),
        ("BR/RB;R", "even number of ranks, 4 to 16"),
        ("BRB/RBR/BRB;R", "even number of ranks"),
        ("BRBR/RBRB/BRBR/RBR;R", "even number of ranks"),
        ("/".join(["BR" * 9] * 18) + ";R", "even number of ranks"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    assert reason in PLAYER.unreadable(text)


# Refusals


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("d3-c3", "The stone on d3 is your opponent's. Your own stone comes first: write c3-d3."),
        ("d3-h8", "The stone on d3 is your opponent's. Write your stone"),
        ("c3-e3", "Both stones are yours. A swap needs one of each color. From c3 you can play"),
        ("c3-f3", "c3 and f3 are not side by side"),
        ("c3-d5", "c3 and d5 are not side by side"),
        ("c3-c3", "A stone can't swap with itself. From c3 you can play"),
    ],
)
def test_a_refusal_names_what_is_wrong_and_what_to_do(text: str, reason: str) -> None:
    assert refused(START, text).startswith(reason)
    assert refused(START, "c3-c5").endswith("From c3 you can play c3-d3, c3-b3, c3-c4 or c3-c2.")


# Sentences


@sentences(
    "board turn move sentence",
    {
        "a turn is told with the groups it forms": (
            *(CHECKERS, "R", "c3-d3"),
            "Ada swaps c3 with d3, forms a red group of 4 on d3 and a blue group of 4 on c3.",
        ),
        "and with the groups it diminishes": (
            *("lone red", "R", "c3-d3"),
            "Ada swaps c3 with d3, forms a red group of 6 on d3, and diminishes a blue group of 4.",
        ),
        "the end is told with the sides that are joined": (
            *("rivals path", "B", "b5-c5"), "A red path joins bottom and top."
        ),
    },
)  # fmt: skip
def test_a_turn_is_told(board: str, turn: str, move: str, sentence: str) -> None:
    assert GAME.tell(play(drawn(board, turn), move).effects, NAMES).endswith(sentence)


def test_a_position_in_words_has_colors_ways_largest_groups_and_every_stone() -> None:
    position = play(GAME.start({"size": 4}), "b2-c2").position
    assert GAME.describe(position, NAMES) == (
        "Clump. Ada (red, from bottom to top) has a largest group of 4. "
        "Grace (blue, from left to right) has a largest group of 4. Grace is to move. "
        "Ranks from the top, R red and B blue: 4: BRBR, 3: RBRB, 2: BBRR, 1: RBRB."
    )
    assert "Ada has won." in GAME.describe(WON, NAMES)
    assert len(GAME.describe(LARGEST, {1: "A" * 40, 2: "B" * 40})) < 700


# Offers


def test_an_empty_box_offers_a_winning_swap_first_and_no_losing_one() -> None:
    for board, turn, winners in (("winning", "R", (1,)), ("rivals path", "B", None)):
        before = drawn(board, turn)
        outcome = GAME.outcome(play(before, PLAYER.offered(before)[0]).position)
        assert (outcome and outcome.winners) == winners


def test_what_was_typed_is_gone_on_from_its_very_square_first() -> None:
    offered = PLAYER.offered(LARGEST, "a1", 100)
    assert set(offered[:2]) == {"a1-a2", "a1-b1"}
    assert all("a1" in text for text in offered)


@pytest.mark.parametrize(("typed", "found"), [("c3 d3", ["c3-d3"]), ("C3x", []), ("nonsense", [])])
def test_a_text_with_other_signs_still_finds_its_swap(typed: str, found: list[str]) -> None:
    assert PLAYER.offered(START, typed) == found


@pytest.mark.parametrize(
    ("text", "first", "stone"),
    [("c3-e3", "c3-d3", "c3"), ("please swap c3 and d4", "c3-", "c3"), ("d3-c3", "c3-d3", "")],
)
def test_the_nearest_swaps_are_of_that_pair_and_then_of_that_stone(
    text: str, first: str, stone: str
) -> None:
    found = PLAYER.near(START, text)
    assert found[0].startswith(first)
    assert all(near.startswith(stone) for near in found)
    assert PLAYER.near(START, "hello") == []


@pytest.mark.parametrize("typed", ["", "a", "h8", "c3-", "1"])
def test_what_is_typed_on_the_largest_board_is_answered(typed: str) -> None:
    assert len(GAME.complete(LARGEST, typed)) > 0
    assert GAME.nearest(LARGEST, "c3-e3")


# Ratings


def test_a_shorter_way_to_the_other_side_rates_better_and_a_win_above_all() -> None:
    assert GAME.evaluate(START, 1) == GAME.evaluate(START, 2) == 0
    assert GAME.evaluate(drawn("ahead"), 1) > 0 > GAME.evaluate(drawn("ahead"), 2)
    assert GAME.evaluate(WON, 1) == -GAME.evaluate(WON, 2) >= 1000

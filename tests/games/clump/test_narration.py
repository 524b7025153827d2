"""What Clump reads, writes, offers and says: notation, refusals, turns and positions."""

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import SIZES, Position
from bot.games.core import NotationError
from tests.games.clump.stones import drawn, play, refused

NAMES = {1: "Ada", 2: "Grace"}
START = GAME.start({})
LARGEST = GAME.start({"size": SIZES[-1]})


def texts(position: Position, typed: str, limit: int = 25) -> list[str]:
    return [GAME.format(position, move) for move in GAME.complete(position, typed, limit)]


# Notation


@pytest.mark.parametrize(
    "typed",
    ["c3-d3", "C3-D3", " c3 - d3 ", "c3 d3", "c3d3", "c3,d3", "c3xd3", "c3–d3", "c3−d3"],  # noqa: RUF001
)
def test_a_move_is_read_leniently_and_written_canonically(typed: str) -> None:
    assert GAME.format(START, GAME.parse(START, typed)) == "c3-d3"


def test_squares_with_two_digits_are_read_apart() -> None:
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
    with pytest.raises(NotationError, match=f"no square {square}\\."):
        GAME.parse(START, typed)


def test_after_the_end_there_is_no_example() -> None:
    won = drawn("""
        BRBB
        BRRB
        RBRB
        RBRB
    """)
    with pytest.raises(NotationError, match=r"The game is over\."):
        GAME.parse(won, "hello")


# Positions


def test_a_position_is_read_leniently_and_written_canonically() -> None:
    text = "BRBR/RBRB/BRBR/RBRB;R"
    assert GAME.write(GAME.read(" brbr / RBRB /brbr/ rbrb ; r ", {})) == text


def test_a_position_brings_its_own_size() -> None:
    assert GAME.read("BRBR/RBRB/BRBR/RBRB;B", {"size": 8}).size == 4


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
    with pytest.raises(NotationError, match=reason):
        GAME.read(text, {})


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


def test_a_refusal_lists_what_that_stone_can_do() -> None:
    assert refused(START, "c3-c5").endswith("From c3 you can play c3-d3, c3-b3, c3-c4 or c3-c2.")


# Sentences


def test_a_turn_is_told_with_the_groups_it_forms() -> None:
    turn = play(START, "c3-d3")
    assert GAME.tell(turn.effects, NAMES) == (
        "Ada swaps c3 with d3, forms a red group of 4 on d3 and a blue group of 4 on c3."
    )


def test_a_turn_is_told_with_the_groups_it_diminishes() -> None:
    before = drawn("""
        BRBBBR
        RBRRRB
        BRBRBR
        RBRBBR
        BRBRBR
        RBRBRB
    """)
    assert GAME.tell(play(before, "c3-d3").effects, NAMES) == (
        "Ada swaps c3 with d3, forms a red group of 6 on d3, and diminishes a blue group of 4."
    )


def test_the_end_is_told_with_the_sides_that_are_joined() -> None:
    before = drawn(
        """
        BRBRBR
        RBRBRB
        BRBRBR
        BRBBRB
        RRBRBR
        BRRBRB
        """,
        turn="B",
    )
    told = GAME.tell(play(before, "b5-c5").effects, NAMES)
    assert told.endswith("A red path joins bottom and top.")


def test_a_position_in_words_has_colors_ways_largest_groups_and_every_stone() -> None:
    position = play(GAME.start({"size": 4}), "b2-c2").position
    assert GAME.describe(position, NAMES) == (
        "Clump. Ada (red, from bottom to top) has a largest group of 4. "
        "Grace (blue, from left to right) has a largest group of 4. Grace is to move. "
        "Ranks from the top, R red and B blue: 4: BRBR, 3: RBRB, 2: BBRR, 1: RBRB."
    )


def test_a_position_in_words_names_the_winner() -> None:
    won = drawn("""
        BRBB
        BRRB
        RBRB
        RBRB
    """)
    assert "Ada has won." in GAME.describe(won, NAMES)


def test_the_largest_board_fits_its_words() -> None:
    long = {1: "A" * 40, 2: "B" * 40}
    assert len(GAME.describe(LARGEST, long)) < 700


# Offers


def test_an_empty_box_offers_a_winning_swap_first() -> None:
    before = drawn("""
        BRBR
        RBRR
        BRBB
        RRRB
    """)
    first = GAME.complete(before, "")[0]
    outcome = GAME.outcome(GAME.play(before, first).position)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_an_empty_box_never_offers_first_what_completes_the_rivals_path() -> None:
    before = drawn(
        """
        BRBRBR
        RBRBRB
        BRBRBR
        BRBBRB
        RRBRBR
        BRRBRB
        """,
        turn="B",
    )
    assert GAME.outcome(GAME.play(before, GAME.complete(before, "")[0]).position) is None


def test_what_was_typed_is_gone_on_from_its_very_square_first() -> None:
    offered = texts(LARGEST, "a1", 100)
    assert set(offered[:2]) == {"a1-a2", "a1-b1"}
    assert all("a1" in text for text in offered)


def test_a_text_with_other_signs_still_finds_its_swap() -> None:
    assert texts(START, "c3 d3") == ["c3-d3"]
    assert texts(START, "C3x") == []
    assert texts(START, "nonsense") == []


@pytest.mark.parametrize(
    ("text", "first", "stone"),
    [("c3-e3", "c3-d3", "c3"), ("please swap c3 and d4", "c3-", "c3"), ("d3-c3", "c3-d3", "")],
)
def test_the_nearest_swaps_are_of_that_pair_and_then_of_that_stone(
    text: str, first: str, stone: str
) -> None:
    found = [GAME.format(START, move) for move in GAME.nearest(START, text)]
    assert found[0].startswith(first)
    assert all(near.startswith(stone) for near in found)


def test_nothing_is_near_a_text_without_squares() -> None:
    assert GAME.nearest(START, "hello") == []


@pytest.mark.parametrize("typed", ["", "a", "h8", "c3-", "1"])
def test_what_is_typed_on_the_largest_board_is_answered(typed: str) -> None:
    assert len(GAME.complete(LARGEST, typed)) > 0
    assert GAME.nearest(LARGEST, "c3-e3")


# Ratings


def test_the_start_is_even() -> None:
    assert GAME.evaluate(START, 1) == GAME.evaluate(START, 2) == 0


def test_a_shorter_way_to_the_other_side_rates_better() -> None:
    ahead = drawn("""
        BRBRBR
        RRBRBR
        BRBBRB
        RRRBRB
        BRBRBR
        BBRBRB
    """)
    assert GAME.evaluate(ahead, 1) > 0 > GAME.evaluate(ahead, 2)


def test_a_win_rates_above_all_and_a_loss_below() -> None:
    won = drawn("""
        BRBB
        BRRB
        RBRB
        RBRB
    """)
    assert GAME.evaluate(won, 1) == -GAME.evaluate(won, 2) >= 1000

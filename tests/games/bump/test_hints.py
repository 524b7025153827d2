"""What Bump points out and offers, how it rates positions, and what told.toml does not hold."""

from dataclasses import replace

from bot.games.bump import GAME
from bot.games.bump.board import SPACES, STARTS, Position, shown
from bot.games.bump.evaluation import IN_DANGER, TURNING
from bot.games.bump.moves import Movement
from bot.games.core import Bumped, Captured, Moved
from bot.games.phrases import BOARD_WIDTH
from tests.games.bump.boards import drawn, links, play
from tests.helpers.playing import Player, suggested

obstacle = Player(GAME).obstacle

# Hints


def arrows(position: Position, player: int) -> set[tuple[str, str | None]]:
    return {(hint.at, hint.towards) for hint in GAME.hints(position, player)[TURNING]}


def in_danger(position: Position) -> set[str]:
    return {hint.at for hint in GAME.hints(position, position.turn)[IN_DANGER]}


def test_turning_bumps_neighbors_but_not_one_that_faces_back() -> None:
    before = drawn("A→  B←  B→  04")
    assert arrows(before, 1) == set()
    assert arrows(before, 2) == {("02", "03"), ("03", "02")}
    # Only the own pieces are shown turning.
    turned = drawn("01  A↘  B→  .")
    assert (arrows(turned, 1), arrows(turned, 2)) == ({("02", "03")}, {("03", "02")})
    assert arrows(drawn("A→  02  .   B←"), 1) == set()


def test_turning_bumps_friend_and_foe_on_every_side() -> None:
    before = drawn("""
          A↗  B→
        .   A↘  03
          B↙  .
    """)
    assert {bumped for piece, bumped in arrows(before, 1) if piece == "02"} == {"512", "511", "011"}


# The text board


def test_both_sides_are_warned_whoever_is_to_move() -> None:
    before = drawn("""
          04  .   06
    A→  .   B↘  .
    """)
    theirs = GAME.read(GAME.write(before).replace(";1;", ";2;"), {})
    assert in_danger(theirs) == in_danger(before) == {"041"}
    assert in_danger(drawn("A→  02  B→  .   .")) == set()
    assert in_danger(GAME.read("C2-0;08-3;1;0,0;1", {})) <= {"C2"}


def test_a_piece_captured_at_the_end_of_a_chain_is_marked_where_it_stands_now() -> None:
    before = drawn("""
                  B↗
    A→  02  B→  .   05
              A↗  A↖
    """)
    assert "03" in in_danger(before)
    assert not in_danger(before) & {"04", "05"}


def test_a_piece_on_a_gate_stands_in_both_areas_of_the_text_board() -> None:
    board = GAME.text_board(drawn("02  .   .   A↘"))
    rows = [line for line in board.splitlines() if "05A1" in line]
    assert rows[0].split()[-2:] == ["03", "05A1"]
    assert rows[1].split()[:2] == ["05A1", "07"]


def test_every_space_of_the_text_board_has_its_name_and_pieces_behind_it() -> None:
    position = GAME.start({})
    words = GAME.text_board(position).split()
    for space in SPACES:
        piece = position.piece(space)
        mark = f"{'AB'[piece[0] - 1]}{piece[1]}" if piece else ""
        assert f"{shown(space)}{mark}" in words
        assert not piece or f"{space}-{piece[1]}" in words


def test_the_text_board_is_no_wider_than_a_phone() -> None:
    position = replace(GAME.start({"reserve": [3, 3]}), turn=2)
    board = GAME.text_board(position, {1: "Christopher Robin", 2: "Wilhelmina Murray"})
    assert "-- B, Wilhelmina Murr…\n(diamond), to move, 3 in reserve\n" in board
    assert max(map(len, board.splitlines())) == BOARD_WIDTH


# Which moves Bump offers first, what it takes for meant, and how it rates positions


START = GAME.start({})

# Offers


def test_an_empty_box_offers_the_center_first_and_then_every_piece() -> None:
    before = drawn("08  A→  .   39  38  37  A→  35")
    offered = suggested(GAME, before)
    assert offered[0] == "09,C"
    assert offered[1].startswith("36,")
    # A capture comes before quiet moves.
    before = drawn("      04  .   06\nA→  .   B↘  .")
    best = GAME.parse(before, suggested(GAME, before)[0])
    assert links(GAME.play(before, best)) == ["B 041 captured"]


def test_an_empty_box_offers_each_piece_before_any_piece_again() -> None:
    offered = suggested(GAME, START)
    pieces = [text.partition(",")[0] for text in offered if text != "pass"]
    assert set(pieces[:12]) == {space for space, _ in STARTS[1]}
    assert len(offered) == 25


def test_what_was_typed_is_gone_on_from_its_very_space_first() -> None:
    offered = [GAME.format(START, move) for move in GAME.complete(START, "01", limit=100)]
    assert all(text.startswith("01,") for text in offered[:26])
    assert offered[26].startswith("011,")


def test_an_unneeded_facing_still_finds_its_move() -> None:
    assert GAME.complete(START, "01,02-0") == [Movement("01", "02")]
    assert GAME.complete(START, "nonsense") == []
    assert GAME.complete(START, "09,08-3") == []


# Rating


def test_an_even_start_rates_0_and_a_captured_piece_counts() -> None:
    assert GAME.evaluate(START, 1) == GAME.evaluate(START, 2) == 0
    ahead = GAME.read(GAME.write(START).replace("59-2 ", ""), {})
    assert GAME.evaluate(ahead, 1) == -GAME.evaluate(ahead, 2) > 5
    # So does a step towards the opposing center.
    far, near = (play(START, text).position for text in ("01,02", "01,04"))
    assert GAME.evaluate(near, 1) > GAME.evaluate(far, 1)


NAMES = {1: "Ada", 2: "Grace"}


def test_a_capture_is_told_at_its_link() -> None:
    effects = (
        Moved(1, "01", "02", ("01", "02")),
        Bumped(2, "03", "04", 0),
        Captured(2, "04", 0),
        Captured(1, "02", 3),
    )
    sentence = GAME.tell(effects, NAMES)
    bumps, *captures = sentence.split(", ")
    assert bumps.endswith("1 bumps Grace's 03 to 04")
    assert captures == [
        "2 captures it against 05 (by 03)",
        "3 captures Ada's 02 against 01 (by 03).",
    ]

"""What Bump reads, writes and says: notation, refusals, turns and positions in sentences."""

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import SPACES, Position
from bot.games.core import NotationError
from bot.games.effects import Bumped, Captured, Moved
from tests.games.bump.boards import PLAYER, drawn, links, play, refused
from tests.helpers.playing import sentences

NAMES = {1: "Ada", 2: "Grace"}
START = GAME.start({})

# Notation


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("01,02", "01,02"),
        (" 01 , 02 - 1 ", "01,02-1"),
        ("01,02-0", "01,02"),
        ("PASS", "pass"),
        ("Pass ", "pass"),
        ("r,01-3", "R,01-3"),
        ("06,08 (c)", "06,08(C)"),
        ("06,08(C2)(x2)", "06,08(C)(X2)"),
        ("09,c2", "09,C"),
        ("09,C", "09,C"),
        ("09,C1", "09,C"),
    ],
)
def test_a_move_is_read_leniently_and_written_canonically(typed: str, canonical: str) -> None:
    assert GAME.format(START, GAME.parse(START, typed)) == canonical


@pytest.mark.parametrize(
    "typed", ["", "01", "01-02", "01,02-", "R,01", "R,01-1(02)", "01,02(", "0 1,02"]
)
def test_a_text_that_is_no_move_is_refused_with_a_legal_example(typed: str) -> None:
    message = PLAYER.unread(START, typed)
    assert "01,02" in message or "R,01-" in message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("01-0;09-3;1;0,0", "A position of Bump reads like"),
        ("01-6;09-3;1;0,0;-", "“01-6” is no piece"),
        ("01;09-3;1;0,0;-", "“01” is no piece"),
        ("C1-0;09-3;1;0,0;-", "can't stand on its own center"),
        ("01-0;01-3;1;0,0;-", "01 holds two pieces"),
        (" ".join(f"{s}-0" for s in SPACES[2:18]) + ";-;1;0,0;-", "can't have more than 15"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    assert reason in PLAYER.unreadable(text)


def test_a_position_is_read_leniently_and_written_canonically() -> None:
    typed = " c2-1 01 -0 ; 09-3 ; 2 ; 0 , 3 ; 12 "
    assert GAME.write(GAME.read(typed, {})) == "C2-1 01-0;09-3;2;0,3;12"


# Refusals say what is in the way, and what to do


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("08,07", "No piece stands on 08. Write a move like 01,02, or pass."),
        ("09,08", "The piece on 09 is your opponent's. Write a move like 01,02, or pass."),
        ("01,11", "On 11 stands your own piece. Step to an empty space."),
        ("01,09", "On 09 stands your opponent's piece. Step to an empty space."),
        ("01,C1", "C is your own center, which your pieces never enter. Go around it."),
        ("01,06", "From 01 to 06 is 5 steps; a turn has three points."),
        ("01,04-1", "That takes 4 points: 3 to step to 04 and 1 to turn from 0 to 1."),
        ("R,01-1", "You have no reinforcement left. Write a move like 01,02, or pass."),
        ("01,02(03)", "No further bump is left to choose. Write 01,02."),
    ],
)
def test_a_refusal_names_what_is_wrong_at_the_start(text: str, reason: str) -> None:
    assert refused(START, text).startswith(reason)


BELOW_A_WALL = """
          04  .   06
        .   .   .
      A→  .
"""
SHUT_IN = """
    03  A↖  A→  .
      A↙  A→  .
        A↙
"""


@sentences(
    "before text said",
    {
        "the piece in the way": (
            *(drawn("A↘  B→  .   04"), "01,04"),
            "Between 01 and 04 stands your opponent's piece on 02. "
            "Around it takes 4 points; a turn has three.",
        ),
        "the wall": (
            *(drawn(BELOW_A_WALL), "022,594"),
            "Between 022 and 594 stands a wall. Around it takes 4 points; a turn has three.",
        ),
        "the own center": (
            *(drawn("A←  C1  01  02"), "31,02"),
            "Between 31 and 02 lies your own center. Around it takes 4 points; a turn has three.",
        ),
        "the center that is closed": (
            *(drawn("08  A→  C2  39  38", held=(1,)), "09,38"),
            "Between 09 and 38 lies the opposing center, closed this turn. "
            "Around it takes 4 points; a turn has three.",
        ),
        "that there is no way around": (
            *(drawn(SHUT_IN), "041,03"),
            "Between 041 and 03 stands your own piece on 031. There is no way around.",
        ),
        "how a reinforcement may stand": (
            *(drawn("C1  01  B←  A→", reserves=(1, 0)), "R,01-1"),
            "On 01 facing 1, a reinforcement would lead to a bump. Let it face 0.",
        ),
        "where it may come": (
            *(drawn("C1  01  B←  A→", reserves=(1, 0)), "R,02-1"),
            "02 is no starting space of yours. Yours are 01,",
        ),
        "who stands there": (
            *(drawn("C1  A→  02", reserves=(1, 0)), "R,01-1"),
            "On 01 stands your own piece. Place it on an empty starting space of yours.",
        ),
    },
)
def test_a_refusal_names(before: Position, text: str, said: str) -> None:
    assert refused(before, text).startswith(said)


def test_a_refusal_offers_the_choices_there_are() -> None:
    before = drawn("""
      A↘  .   .
    A→  02  .   A←
          A↘  .
    """)
    assert refused(before, "021,02") == (
        "Several pieces bump the same one: choose where it goes. Write 021,02(03) or 021,02(021)."
    )
    assert refused(before, "021,02(04)") == (
        "(04) is not among the bumps to choose from. Write 021,02(03) or 021,02(021)."
    )
    assert refused(before, "021,02(03)").endswith("Write 021,02(03)(03) or 021,02(03)(021).")
    assert refused(before, "021,02(021)(03)") == (
        "No further bump is left to choose. Write 021,02(021)."
    )


def test_once_the_game_is_over_every_move_is_refused() -> None:
    won = drawn("09  A→")
    assert refused(won, "pass") == "The game is over: a piece has held the opposing center."
    with pytest.raises(NotationError, match="The game is over"):
        GAME.parse(won, "hello")


# Telling


@pytest.mark.parametrize(
    ("picture", "text", "sentence"),
    [
        ("A→  02  .   .", "pass", "Ada passes."),
        ("A→  02  .   .", "01,01-2", "Ada turns 01 to face 2."),
        ("A→  02  .   .", "01,02-1", "Ada moves 01 to 02 and turns it to face 1."),
        ("04  .   .   A←", "07,04", "Ada moves 07 to 04 through gate 0."),
        (
            "A→  02  B→  .   B→  .   07",
            "01,02",
            "Ada moves 01 to 02. It bumps Grace's piece from 03 to 04, which bumps another from "
            "05 to 06.",
        ),
        (
            "A→  02  A→  .   B→  .   07",
            "01,02",
            "Ada moves 01 to 02. It bumps their own piece from 03 to 04, which bumps Grace's piece "
            "from 05 to 06.",
        ),
        ("C1  .   A↗  03  B←", "02,03-0", "Ada moves 02 to 03 and turns it to face 0."),
        ("C1  .   A↗  03  B←", "02,03", "Ada moves 02 to 03. It is bumped to 02."),
        (
            "A→  02  B↗  A↘",
            "01,02",
            "Ada moves 01 to 02. Grace loses the piece on 03: 02 bumps it against the piece on 04.",
        ),
    ],
)
def test_a_turn_is_told_in_a_sentence(picture: str, text: str, sentence: str) -> None:
    assert GAME.tell(play(drawn(picture), text).effects, NAMES) == sentence


def test_stasis_is_told_as_the_end_of_its_piece_and_a_reinforcement_with_its_facing() -> None:
    turn = play(drawn("C1  01", reserves=(1, 0)), "R,01-2")
    assert GAME.tell(turn.effects, NAMES) == "Ada places a reinforcement on 01, facing 2."
    before = drawn("""
    A→  02  .   B←
          A↘  .
    """)
    assert GAME.tell(play(before, "021,02").effects, NAMES) == (
        "Ada moves 021 to 02. Ada loses the piece on 02 in stasis: 01 would bump it the same way a "
        "third time. Ada's piece on 02 is bumped to and fro twice between 02 and 03; "
        "it is captured (stasis)."
    )


def test_of_a_long_chain_the_first_links_are_told_and_the_others_counted() -> None:
    before = drawn("""
    A→  .   A→  .   A→  .   A→  .   A→  041
          A→  .
    """)
    turn = play(before, "222,213")
    assert len(links(turn)) == 9
    assert GAME.tell(turn.effects, NAMES) == (
        "Ada moves 222 to 213. Ada loses the piece on 041: 031 bumps it against a wall. "
        "Ada's piece on 213 bumps another from 212 to 211, which bumps another from 21 to 11, "
        "which bumps another from 011 to 021, which bumps another from 031 to 041; then 4 more "
        "bumps follow."
    )


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (drawn("C1  A↗  .   B←", turn=2), "03,02", "02 bumps it against its own center."),
        (drawn("A→  08  A↗  C2", held=(1,)), "07,08", "08 bumps it against the opposing center."),
        (
            GAME.read("01-0 03-0 12-0;09-3;1;0,0;-", {}),
            "12,02-1",
            "Ada loses the piece on 02: 01 bumps it against the piece on 03.",
        ),
        (
            GAME.read("07-2 072-0 094-4 14-2 18-3;061-0 083-1;2;0,0;-", {}),
            "083,082-2",
            "Grace loses the piece on 082 in stasis: 07",
        ),
    ],
)
def test_every_loss_is_told_with_its_reason(position: Position, text: str, reason: str) -> None:
    assert reason in GAME.tell(play(position, text).effects, NAMES)


def test_losses_come_first_and_the_players_own_before_the_others() -> None:
    effects = (
        Moved(1, "01", "02", ("01", "02")),
        Bumped(2, "03", "04", 0),
        Captured(2, "04", 0),
        Captured(1, "02", 3),
    )
    sentence = GAME.tell(effects, NAMES)

    places = [
        sentence.index(part) for part in ("Ada loses", "Grace loses", "Ada's piece on 02 bumps")
    ]
    assert places == sorted(places)


def test_a_position_is_described_with_every_piece_and_both_centers() -> None:
    position = drawn("07  A→  B↖  .   39", turn=2, reserves=(0, 2), held=(1,))
    assert GAME.describe(position, NAMES) == (
        "Bump. Grace is to move. Ada's pieces, each with its facing: 08-0. "
        "Grace's pieces, each with its facing, 2 more in reserve: 09-4."
    )
    invaded = drawn("08  .   A↗  .   38", turn=2, held=(1,))
    assert GAME.describe(invaded, NAMES) == (
        "Bump. Grace is to move. Ada's pieces, each with its facing, one on the opposing center: "
        "C-5. Grace's pieces, each with its facing: none."
    )
    won = drawn("08  .   A↗  .   38")
    assert GAME.describe(won, NAMES).startswith("Bump. Ada has won.")

"""What Urchins reads, writes and says: notation, refusals, turns and positions in sentences."""

from random import Random

import pytest

from bot.games.urchins import GAME
from bot.games.urchins.board import Position
from bot.model.robot import choose_move
from tests.games.urchins.columns import EMPTY, PLAYER, drawn, play

NAMES = {1: "Ada", 2: "Grace", 3: "Linus", 4: "Margaret", 5: "Edsger"}
CROWDED = drawn(". 2 . 1 # 3 . . . . .", ". . . . . . . . . # 1", players=3, cubes=9)

# Notation


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("steal", "steal"),
        (" Steal ", "steal"),
        ("enter a", "enter A"),
        ("ENTERA^", "enter A^"),
        ("enter a down", "enter Av"),
        ("Enter B V", "enter Bv"),
        ("a3-1", "A3-1"),
        ("A3 - A1 ^", "A3-1^"),
        ("A3-10V", "A3-10v"),
        ("a3-1↑", "A3-1^"),
        ("B10-homev", "B10-homev"),
        ("b10 - HOME down", "B10-homev"),
        ("A3-home ^", "A3-home^"),
    ],
)
def test_a_move_is_read_leniently_and_written_canonically(typed: str, canonical: str) -> None:
    assert GAME.format(CROWDED, GAME.parse(CROWDED, typed)) == canonical


@pytest.mark.parametrize("typed", ["", "enter", "A3", "A3-", "A3-11", "A11-3", "G1-2", "steal A"])
def test_a_text_that_is_no_move_is_refused_with_a_legal_example(typed: str) -> None:
    assert "Write a move like B10-homev or enter A" in PLAYER.unread(CROWDED, typed)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("A3-B3", "from A it can't go to B"),
        ("enter F", "no location F in this game: they run from A to D"),
        ("A3-home", "A3-home^ to go off the top, or A3-homev"),
    ],
)
def test_a_text_that_can_not_be_meant_is_refused_with_the_reason(typed: str, reason: str) -> None:
    assert reason in PLAYER.unread(CROWDED, typed)
    assert len(PLAYER.unread(CROWDED, typed * 1000)) < 250


GOOD = "A:3 4=2 5=1|B:7|C:2;4,4;0,0;2/2/2,2/2/2;1;2"


def test_a_position_text_is_read_with_blanks_and_in_any_order() -> None:
    loose = " a:3 5=1 4=2 | b:7|C : 2 ; 4, 4;0,0 ;2/2/2, 2 / 2/2;1;2 "
    assert GAME.write(GAME.read(loose, {})) == GOOD


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (";1;2", ";1", "six fields"),
        (";1;2", ";3;2", "Player 3 does not play"),
        ("|C:2", "", "2 players and 2 locations"),
        ("|C:2", "|D:2", "comes C"),
        ("A:3", "A:0", "no place for a constable"),
        ("A:3", "A:4", "A4 is taken twice"),
        ("4=2", "5=2", "A5 is taken twice"),
        ("4=2", "11=2", "no space A11"),
        ("4=2", "4=3", "Player 2 has 4 urchins in hand, 0 on the board"),
        ("4,4", "5,4", "Together they have to be 5"),
        ("4,4", "4,4,4", "no value for each of the 3 players"),
        ("4,4", "4,x", "“x” is not the number"),
        ("0,0", "4,0", "have to be 5"),
        ("2/2/2,", "2/2,", "Player 1 needs a number of cubes for each location"),
        ("2/2/2,2/2/2", "2/2/2", "no cubes for each of the 2 players"),
        (";4,4;0,0", ";-,4;-,0", "is not the number"),
        ("A:3 4=2 5=1|B:7|C:2;4,4;0,0", "A:3|B:7|C:2;1,5;4,0", "with 3 home at most"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(
    old: str, new: str, reason: str
) -> None:
    assert reason in PLAYER.unreadable(GOOD.replace(old, new))


# Refusals


POOR, FULL = "1 . . . . . . . . # .", ("1 1 . . . . . . . # .",) * 2


@pytest.mark.parametrize(
    ("before", "text", "reason"),
    [
        (drawn(POOR, cubes=1), "A0-1", "and you have 1. Steal to get more."),
        (drawn(EMPTY), "A0-1", "You have none on the board: enter one."),
        (drawn(EMPTY), "steal", "Enter one first, like enter A."),
        (drawn(FULL[0]), "enter A", "You have 2 urchins in A already"),
        (drawn(*FULL, POOR), "enter C", "no urchin left in hand"),
    ],
)
def test_a_refusal_says_what_is_lacking(before: Position, text: str, reason: str) -> None:
    assert reason in PLAYER.refused(before, text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("enter A", "On A5 stands an urchin: choose which way it is bumped"),
        ("enter A", "Write enter A^ or enter Av."),
        ("enter C^", "C5 is free, so there is no way to choose. Write enter C."),
        ("A3-1", "On A1 stands an urchin"),
        ("A3-1", "Write A3-1^ or A3-1v."),
        ("A3-4", "On A4 stands the constable: choose where to step on"),
        ("A3-2v", "A2 is free, so there is no way to choose. Write A3-2."),
        ("A3-3", "at least one space"),
        ("A1-2", "On A1 stands a rival's urchin. Yours are on A3 and B10."),
        ("A2-1^", "On A2 stands no urchin. Yours are on A3 and B10."),
        ("A4-3", "On A4 stands the constable."),
        ("A3-8", "That takes 10 A cubes, 2 a space, and you have 9. Move less far, or steal"),
        ("A3-homev", "The way home, the step off the end counted, takes 16 A cubes"),
    ],
)
def test_a_refusal_names_what_is_in_the_way_and_what_to_do(text: str, reason: str) -> None:
    assert reason in PLAYER.refused(CROWDED, text)


# A turn


@pytest.mark.parametrize(
    ("picture", "text", "sentence"),
    [
        (EMPTY, "enter A", "Ada enters an urchin on A5."),
        (". . . # 1 . . . . . .", "A4-6", "Ada pays 4 A cubes and moves A4 to A6."),
        (
            ". . . # 1 . . . . . .",
            "A4-3^",
            "Ada pays 2 A cubes and moves A4 to A3, meets the constable on A3 and steps up to A2.",
        ),
        (
            ". . . . . # 2 . . . .",
            "enter Av",
            "Ada enters an urchin on A5, meets the constable on A5 and steps down to A6. "
            "It bumps Grace's urchin from A6 to A7.",
        ),
        (
            ". . . . # 2 1 . . . .",
            "A6-5^",
            "Ada pays 2 A cubes and moves A6 to A5. "
            "It bumps Grace's urchin from A5 past the constable to A3.",
        ),
        (
            "2 1 . . . . . . . # .",
            "A1-0^",
            "Ada pays 2 A cubes and moves A1 to A0. "
            "It bumps Grace's urchin on A0 off the top, back to its owner's hand.",
        ),
        (
            ". . . . . . . . # . 1",
            "A10-homev",
            "Ada pays 2 A cubes and brings A10 home off the bottom: 1 home now.",
        ),
        ("1 1 . . . . . . . # .", "steal", "Ada steals 2 A cubes."),
        ("1 . . . . . . . . # .", "steal", "Ada steals 1 A cube."),
    ],
)
def test_a_turn_is_told_in_the_words_of_the_game(picture: str, text: str, sentence: str) -> None:
    assert GAME.tell(play(drawn(picture), text).effects, NAMES) == sentence


def test_a_third_urchin_home_announces_the_last_round() -> None:
    turn = play(drawn("1 . . . . . . . . # .", homes=(2, 0)), "A0-home^")
    assert GAME.tell(turn.effects, NAMES).endswith("3 home now. This is the last round!")


def test_a_long_chain_is_told_by_its_beginning_its_number_and_its_end() -> None:
    turn = play(drawn("1 2 2 3 3 4 4 # 5 5 1", players=5), "A0-1v")
    sentence = GAME.tell(turn.effects, NAMES)
    assert "which bumps 5 more in turn, which bumps Ada's urchin on A10 off the bottom" in sentence
    assert sentence.count("which bumps") == 4
    whole = play(drawn("1 2 2 3 3 4 . # . . .", players=5), "A0-1v")
    assert "more in turn" not in GAME.tell(whole.effects, NAMES)


# A position


def test_the_position_is_told_to_who_can_not_see_it() -> None:
    sentence = GAME.describe(drawn("2 1 . . . . . . . # .", homes=(0, 1), cubes=3), NAMES)
    assert sentence == (
        "Urchins. Ada is to move. Constables: A9 B9 C9. "
        "Ada: on A1; 4 in hand, 0 home; cubes A3 B3 C3. "
        "Grace: on A0; 3 in hand, 1 home; cubes A3 B3 C3."
    )
    assert "Ada and Grace won." in GAME.describe(drawn(EMPTY, homes=(3, 3)), NAMES)


def test_a_full_board_of_five_with_long_names_is_told_in_under_700_characters() -> None:
    chance = Random(5)
    position = GAME.start(GAME.prepare({}, 5, chance))
    for _ in range(80):
        entering = [m for m in GAME.moves(position) if GAME.format(position, m)[0] == "e"]
        moves = entering or list(GAME.moves(position))
        position = GAME.play(position, chance.choice(moves)).position
    names = dict.fromkeys(range(1, 6), "**Maximiliane von Hohenstein-Übe**")
    assert sum(position.hands) < 5
    assert len(GAME.describe(position, names)) < 700


# Offers


def test_an_empty_box_offers_the_way_home_first_and_something_of_every_kind() -> None:
    first = PLAYER.offered(CROWDED)[:4]
    kinds = {text.split("-")[0] if "-" in text else text.split()[0] for text in first}
    assert first[0] == "B10-homev"
    assert kinds == {"A3", "B10", "enter", "steal"}


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        *(("B10", "B10-homev"), ("enter b", "enter B"), ("st", "steal"), ("a3-1", "A3-1")),
        ("A3-A1 up", "A3-1^"),  # in other words
    ],
)
def test_what_is_typed_is_gone_on_with(typed: str, first: str) -> None:
    assert PLAYER.offered(CROWDED, typed)[0].startswith(first)
    assert PLAYER.offered(CROWDED, "xyz") == []


@pytest.mark.parametrize(
    ("text", "near"),
    [("A3-1", "A3-1^"), ("A3-9", "A3-7"), ("enter A", "enter A^"), ("B9-8", "B10-8")],
)
def test_the_nearest_moves_are_those_of_the_same_urchin(text: str, near: str) -> None:
    assert near in PLAYER.near(CROWDED, text)
    # What can't be read finds what looks like it.
    assert PLAYER.near(CROWDED, "stel") == ["steal"]


# Worth


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (drawn(EMPTY, homes=(1, 0)), drawn("1 . . . . . . . . # .")),
        (drawn("1 . . . . . . . . # ."), drawn(". . . . 1 . . . . # .")),
        (drawn("1 . . . . . . . . # ."), drawn(EMPTY)),
        (drawn("1 . . . . . . . . # ."), drawn("1 2 . . . . . . . # .")),
        (drawn(EMPTY, homes=(3, 2)), drawn(EMPTY, homes=(2, 0))),
    ],
)
def test_what_brings_urchins_home_is_worth_more(better: Position, worse: Position) -> None:
    assert GAME.evaluate(better, 1) > GAME.evaluate(worse, 1)
    assert GAME.evaluate(GAME.start({"players": 4}), 2) == 0


def test_a_player_who_thinks_a_little_beats_one_who_does_not() -> None:
    chance = Random(7)
    position = GAME.start(GAME.prepare({}, 2, chance))
    while not (outcome := GAME.outcome(position)):
        moves = list(GAME.moves(position))
        move = chance.choice(moves)
        if position.turn == 2:
            move = choose_move(GAME, position, chance, lambda: 0.0)
        position = GAME.play(position, move).position
    assert outcome.winners == (2,)

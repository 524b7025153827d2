"""How a try goes through a stage: reached, going on, or wrong, and what the others play."""

import pytest

from bot.exercises.exercise import Judgment, Result
from bot.exercises.lessons import read_lesson
from bot.exercises.stages import Stage
from bot.games.core import IllegalMove, PlayerError

LEARNED = "That was it."


def stage(head: str, *wrong: str) -> Stage:
    """A stage of Bump: its own lines, and those of its answers before the last."""
    answers = "\n".join(f"[[stages.wrong]]\n{each}" for each in (*wrong, LAST))
    text = f'[[stages]]\nid = "one"\ntitle = "One"\ngoal = "Do it."\nlearned = "{LEARNED}"\n'
    return read_lesson(f"{text}{head}\n{answers}".encode(), "bump").stages[0]


LAST = 'reason = "other"\ntext = "Not so: {captures}, {losses}."'

TWO_MOVES = """
position = "01-0;032-4 09-3;1;0,0;-"
moves = 2
reached = { captures = 1 }
reply = { "01,012*" = ["09,07"], "*" = ["032,C", "09,08"] }
solution = ["01,012", "09,07", "012,022"]
"""

GONE = 'reason = "gone"\nat_once = true\nwhen = { stands = { 032 = "empty" } }\ntext = "Gone."'


def test_a_stage_of_several_moves_goes_on_with_the_reply_that_fits_the_move() -> None:
    two = stage(TWO_MOVES)
    assert two.judged(["01,012"]) == Judgment(Result.GOES_ON, ("09,07",))
    # The first move that is listed is not legal, so the second is made.
    assert two.judged(["01,02"]) == Judgment(Result.GOES_ON, ("09,08",))
    assert two.judged(["01,012", "09,07", "012,022"]) == Judgment(Result.REACHED, text=LEARNED)


def test_out_of_moves_is_wrong_and_no_reply_is_made_then() -> None:
    judgment = stage(TWO_MOVES).judged(["01,012", "09,07", "012,12"])
    assert judgment == Judgment(Result.WRONG, (), "other", "Not so: 0 captures, 0 pieces.")


def test_a_move_that_nobody_listed_is_answered_all_the_same() -> None:
    judgment = stage(TWO_MOVES.replace('"032,C", "09,08"', '"032,C"')).judged(["01,02"])
    assert judgment == Judgment(Result.GOES_ON, ("pass",))


def test_what_can_no_longer_be_reached_is_wrong_at_once() -> None:
    pushed = ["01,03"]
    head = TWO_MOVES.replace("032-4 09-3", "04-1 09-3").replace("012,022", "012,02")
    head = head.replace("captures = 1", 'stands = { 02 = "own", 04 = "rival" }')
    answer = GONE.replace("032", "04")
    judgment = stage(head, answer).judged(pushed)
    assert (judgment.result, judgment.reason, judgment.reply) == (Result.WRONG, "gone", ())
    assert stage(head, answer.replace("at_once = true\n", "")).judged(pushed).result is (
        Result.GOES_ON
    )


def test_a_reply_that_makes_it_impossible_is_shown_as_what_punishes_it() -> None:
    head = TWO_MOVES.replace('["032,C", "09,08"]', '["032,013"]')
    judgment = stage(head, GONE).judged(["01,02"])
    assert judgment == Judgment(Result.WRONG, ("032,013",), "gone", "Gone.")


CENTER = """
position = "08-0;43-2;1;0,0;-"
reached = { ends = "won" }
reply = ["43,42"]
solution = ["08,C", "43,42"]
"""

LOST = 'reason = "lost"\nwhen = { ends = "lost" }\ntext = "Lost."'


def test_a_win_that_comes_in_the_others_turn_is_reached_with_their_reply() -> None:
    assert stage(CENTER).judged(["08,C"]) == Judgment(Result.REACHED, ("43,42",), text=LEARNED)


def test_a_game_that_is_lost_is_wrong_however_many_moves_are_left() -> None:
    head = CENTER.replace('["43,42"]', '["43,C"]').replace("reached", "moves = 5\nreached")
    lost = stage(head, LOST)
    assert lost.judged(["pass"]) == Judgment(Result.GOES_ON, ("43,C",))
    judgment = lost.judged(["pass", "43,C", "pass"])
    assert (judgment.result, judgment.reason) == (Result.WRONG, "lost")


def test_a_searched_reply_is_always_the_same() -> None:
    head = CENTER.replace('["43,42"]', "{ level = 1, seed = 3 }").replace(
        "reached", "moves = 9\nreached", 1
    )
    judgments = {stage(head, LOST).judged(["pass"]) for _ in range(3)}
    assert len(judgments) == 1
    assert len(judgments.pop().reply) == 1


def test_with_several_players_all_others_reply_until_it_is_the_persons_turn() -> None:
    text = """
[[stages]]
id = "three"
title = "Three"
goal = "Bring one home."
learned = "Home."
options = { players = 3 }
position = "A:3 1=1|B:7|C:2|D:8;4,5,5;0,0,0;9/2/2/2,2/2/2/2,2/2/2/2;1;0"
moves = 2
reached = { effects = { kind = "home" } }
reply = ["enter B", "enter C"]
solution = ["A1-home^"]

[[stages.wrong]]
reason = "other"
text = "Not yet."
"""
    three = read_lesson(text.encode(), "urchins").stages[0]
    judgment = three.judged(["A1-0"])
    assert judgment == Judgment(Result.GOES_ON, ("enter B", "enter C"))
    assert three.judged(["A1-0", *judgment.reply, "A0-home^"]).result is Result.REACHED


@pytest.mark.parametrize("line", [[], ["08,C", "43,42"]])
def test_a_line_that_does_not_end_with_the_persons_move_is_refused(line: list[str]) -> None:
    with pytest.raises(PlayerError, match="isn't your turn"):
        stage(CENTER).judged(line)


def test_a_line_that_cant_be_played_is_refused() -> None:
    with pytest.raises(IllegalMove):
        stage(CENTER).judged(["08,28"])

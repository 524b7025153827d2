"""What Bounce points out and offers, and what told.toml does not hold of its words."""

from itertools import count
from random import Random

from bench.robot import choose_move
from bot.games.bounce import GAME
from bot.games.bounce.moves import Run
from tests.games.bounce.boards import PLAYER, board, refused
from tests.helpers.playing import sentences

NAMES = {1: "Ada", 2: "Grace"}


# Bounce in writing and in sentences, and which moves it offers
MIDDLE = board("b2:PPP c3:Y d4:P c1:P f2:P g7:Y")


# Refusals


def test_a_move_made_elsewhere_with_unknown_squares_is_refused_too() -> None:
    shut_in = refused(board("a1:P b2:Y c3:Y e1:P"), "a1-c3")
    assert "e1-" in shut_in
    assert "no square a2" in GAME.explain(MIDDLE, Run("a2", (), "b2")).why
    assert "no square z9" in GAME.explain(MIDDLE, Run("b2", (), "z9")).why


# Sentences


def test_many_captures_stay_readable() -> None:
    position = board("a1:P b2:Y d4:Y f6:Y h8:Y g1:P", variant="accelerating")
    longest = max(GAME.moves(position), key=lambda m: len(m.covered) if isinstance(m, Run) else 0)
    assert isinstance(longest, Run)
    assert len(longest.covered) == 4
    sentence = GAME.tell(GAME.play(position, longest).effects, NAMES)
    assert "and 1 more: a stack of 5" in sentence
    assert len(sentence) < 200
    bouncing = board("b2:PPPPPPPPPPPPPPPPPPPPPPPPPP d8:Y")
    turns = [GAME.play(bouncing, move) for move in GAME.moves(bouncing)]
    assert "bouncing " in GAME.tell(max(turns, key=lambda t: len(t.effects)).effects, NAMES)


# Advice


def test_every_stack_is_offered_before_any_comes_twice() -> None:
    assert len({text[:2] for text in PLAYER.offered(MIDDLE)[:4]}) == 4
    best = PLAYER.offered(board("c3:P d4:Y b2:P f2:P h8:Y"))[0]
    assert best == "c3xd4-e5", "the best capture comes first"


# The robot


@sentences(
    "stacks move",
    {
        "takes a win": ("d6:P e7:Y a1:P", "d6xe7-f8"),
        "takes what it gets for nothing": ("c3:P d4:Y a1:P g1:P h8:Y a7:Y", "c3xd4-e5"),
        # On e3 it would be jumped from f4, and Purple would have nothing left.
        "does not step beside a stack that would cover its last": ("d2:P h2:Y f4:YY", "d2-c3"),
    },
)
def test_the_robot(stacks: str, move: str) -> None:
    position = board(stacks)
    found = choose_move(GAME, position, Random(1), count().__next__, 5000)
    assert GAME.format(position, found) == move

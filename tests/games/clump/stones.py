"""Clump boards drawn rank by rank, from the top: R and B, blanks as you like."""

from bot.games.clump import GAME
from bot.games.clump.board import Position
from bot.games.clump.moves import Diminished, Formed
from bot.games.core import Turn
from tests.helpers.playing import Player, side_by_side

PLAYER = Player(GAME)
play, refused = PLAYER.play, PLAYER.refused
BOARDS = side_by_side("""
red won  blue won  corners  red to win  hardly  walled  falling apart  losing
BRBB     RRBR      BRBB     RBRB        BRRR    RRRR    RBBR           RBRB
BRRB     BBBR      BRBB     RBBR        RBBB    RRBB    BRRB           BBRB
RBRB     RRBB      RBRR     BRBR        RRBR    RBBR    BRBR           BRBB
RBRB     RBRB      RBRB     RRRB        RRBB    BRBR    RRBB           RBRR

path  missing one  no choice  losing some  moving on  one left  winning  pairs
RRBR  BRBB         RBRB       BRBR         RBRB       BRBR      BRBR     RRBB
RBRR  BBRB         BRBR       RRRB         BRBR       RBRB      RBRR     BBRR
RRRB  RRBR         RRRB       BBBR         RBBR       BBRR      BRBB     RRBB
BRBR  BRBB         RRRR       BRRB         BRBR       RBRB      RRRB     BBRR

ladder  own groups  three to one  enemy grows  lone red  lone red joined  thirteen
BBBBBB  BRBRRR      BRBRBR        BRBRBR       BRBBBR    BRBBBR           BRBRRR
BRRRRB  RBRBBB      RBRBRB        RBRBBB       RBRRRB    RBRRRB           RBRRBB
BRBBRB  BRRRBR      BRBRRB        BRBRRR       BRBRBR    BRBRBR           RBBBBR
BRBBRB  RBBBRB      RBRBRB        RBRBRB       RBRBBR    RBBRBR           RBRBRB
BRRRBB  BRBRBR      BRBRBR        BRBRBB       BRBRBR    BRBRBR           RBBRBR
BBBBBB  RBRBRB      RBRBRB        RBRBRR       RBRBRB    RBRBRB           RRBBRB

five  four and six  rivals path  ahead   winding
BRRBBR  BRBRBR      BRBRBR       BRBRBR  BBBRBB
RBBBRB  RBRRBB      RBRBRB       RRBRBR  BRRRBB
BRRRBR  BRBRBR      BRBRBR       BRBBRB  BBBBRB
RBRBRB  RBRBRB      BRBBRB       RRRBRB  BBRRBB
BRBRBR  BRBRRR      RRBRBR       BRBRBR  BBRBBB
RBRBRB  RBRBBB      BRRBRB       BBRBRB  BRRBBB
""")


def drawn(picture: str, turn: str = "R") -> Position:
    """The position of a drawing, or of one of the boards above by its name."""
    lines = BOARDS.get(picture, picture).split("\n")
    return GAME.read("/".join(line for line in lines if line.strip()) + f";{turn}", {})


def formed(turn: Turn[Position]) -> list[tuple[str, int, int]]:
    """The groups formed: color, size before and after."""
    return [("?RB"[e.player], e.before, e.after) for e in turn.effects if isinstance(e, Formed)]


def diminished(turn: Turn[Position]) -> list[tuple[str, int]]:
    """The groups diminished: color and old size."""
    return [("?RB"[e.player], e.size) for e in turn.effects if isinstance(e, Diminished)]

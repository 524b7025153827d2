"""The texts of turns: what happened, the state of the match, and the boards that show it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bot.catalog import entry
from bot.front.discord.markdown import LIMIT, bold, clip, escape, inline_code, mention
from bot.front.text import requests
from bot.front.text.clock_text import time_left, time_terms
from bot.front.text.parts import PostContent, bold_names, match_title, plain_names, titled
from bot.front.text.results import result_line
from bot.games.core import Names
from bot.games.phrases import comma_list
from bot.model.match import Match, Ply
from bot.model.records import PersonId, Seq
from bot.model.requests import DRAW, TIME

TURN_BUTTONS = ("move", "view", "study", "replay", "more")
FIRST_BUTTONS = ("move", "view", "howto", "more")


def title_for(match: Match, reader: PersonId) -> str:
    """The game and the number of the match; for an onlooker also who plays it."""
    if match.seat_of(reader) is not None:
        return match_title(match)
    return f"{match_title(match)} · {comma_list(list(bold_names(match).values()))}"


def turn_post(match: Match, terse: bool = False) -> PostContent:
    player = match.turn_person
    known = match.turn_known
    whose = status_line(match) if known else _whose_turn(match)
    lines = [_latest_news(match, terse, REPLAY), whose, _board_footer(match)]
    pings = (player.id,) if player and not known else ()
    buttons = TURN_BUTTONS if match.plies else FIRST_BUTTONS
    return PostContent("\n".join(filter(None, lines)), pings, buttons, board=True)


def past_board(match: Match, seen: Seq, terse: bool, now: Match) -> str:
    """What stays of a board that has moved on: what happened since event `seen`, in words, and
    nobody is called. It says which of that was taken back, as the match is `now`."""
    plies = [] if match.last_undone else [ply for ply in match.plies if ply.seq > seen]
    undone = {ply.seq for each in now.undone for ply in each.plies}
    lines = [
        f"{move_line(ply, match, terse, '')}{' It was taken back.' * (ply.seq in undone)}"
        for ply in plies[-MOST_PAST:]
    ]
    small = f"-# {match_title(match)} · turn {len(match.plies) + 1}"
    text = "\n".join(lines or [_latest_news(match, terse, "")])
    return f"{clip(text, LIMIT - len(small) - 50)}\n{small}"


# Most moves that an old board lists.
MOST_PAST = 3


def thinking_post(match: Match, terse: bool = False) -> PostContent:
    """A board that waits for the robot, posted only if its answer takes long."""
    for asked in reversed(match.requests.open):
        if asked.kind in (DRAW, TIME):
            return titled(match, requests.asks(match, asked.kind))
    whose = status_line(replace(match, time=None))
    lines = [_latest_news(match, terse, REPLAY), whose, _board_footer(match)]
    return PostContent("\n".join(filter(None, lines)), (), TURN_BUTTONS[1:], board=True)


def _latest_news(match: Match, terse: bool = False, where: str | None = None) -> str:
    if line := succession_line(match):
        return line
    if match.last_undone:
        return requests.taken_back_line(match, match.last_undone)
    return move_line(match.plies[-1], match, terse, where) if match.plies else opening_line(match)


def move_line(ply: Ply, match: Match, terse: bool = False, where: str | None = None) -> str:
    """What a move did, followed by the move; for a player who left only that. A `terse` one is the
    move alone. With a `where`, empty or `REPLAY`, a long chain has two lines, and the rest is seen
    there."""
    if terse and ply.text not in LEFT:
        return f"{bold_names(match)[ply.seat]}: {_move(ply)}"
    story = "" if terse else _story(ply, match, where)
    story = clip(story, LONGEST_STORY)
    if ply.text in LEFT:
        return f"{bold_names(match)[ply.seat]} {LEFT[ply.text]}. {story}".strip()
    return f"{story} {_move(ply)}"


def _move(ply: Ply) -> str:
    return f"{inline_code(ply.text)}{' *(prepared)*' * ply.prepared}"


def _story(ply: Ply, match: Match, where: str | None) -> str:
    story = partial(match.rules.story, ply.effects)
    if where is None:
        return with_bold_names(match, partial(match.rules.tell, ply.effects))
    links = story(plain_names(match)).fitting(TWO_LINES, where and "Replay")
    sign = where and chr(STAND_IN)
    return with_bold_names(match, lambda names: story(names).shortened(links, sign))


# Characters of two lines on a phone.
TWO_LINES = 90

# Where the rest of a long chain is seen: a button below the same post.
REPLAY = "**Replay**"


def with_bold_names(match: Match, tell: Callable[[Names], str]) -> str:
    """A game's own sentence with bold names, and every other character escaped."""
    return with_names(match, tell(stand_ins(match)))


def stand_ins(match: Match) -> Names:
    """What stands for the players in a game's words until `with_names` names them."""
    return {seat: chr(STAND_IN + seat) for seat in plain_names(match)}


def with_names(match: Match, words: str) -> str:
    """A game's words with bold names and buttons, and every other character escaped."""
    said = {0: REPLAY, **bold_names(match)}
    return escape(words).translate({STAND_IN + seat: name for seat, name in said.items()})


# A character that nobody writes. It stands for the button, and with a seat added for a name, until
# everything is escaped.
STAND_IN = 0xE000

# Characters for what a turn did, so that the mention and the deadline always have room.
LONGEST_STORY = 1200

# The texts of turns in which a player left while others play on, in words.
LEFT = {"resign": "resigned", "late": "ran out of time and is out"}


def opening_line(match: Match) -> str:
    game = entry(match.game)
    players = [
        f"{name} ({side.lower()})"
        for name, side in zip(bold_names(match).values(), game.sides, strict=False)
    ]
    ladder = " It is on the ladder: no takebacks and no hints." if match.terms.ladder else ""
    claims = " A proven win may be claimed." if match.terms.claims else ""
    return f"{comma_list(players)} play **{game.name}**.{ladder}{claims}"


def state_lines(match: Match, reader: PersonId | None = None) -> str:
    """The last move, or what was taken back, and whose turn it is or how the match ended."""
    last = [_latest_news(match)] if match.plies or match.last_undone else []
    return "\n".join([*last, status_line(match, reader)])


def status_line(match: Match, reader: PersonId | None = None) -> str:
    """Whose turn it is, for the reader as `your turn`, or how the match ended."""
    if match.outcome:
        return result_line(match, match.outcome)
    if match.turn_person is None:
        return "The match is over."
    mine = match.turn_person.id == reader
    whose = "your" if mine else f"{bold(match.turn_person)}'s"
    if match.overdue:
        return f"It is {whose} turn and the time has run out."
    if match.gone and not mine:
        return f"It is {whose} turn, and they have left the server."
    return f"It is {whose} turn.{time_left(match, 'Your' if mine else 'The')}"


def _whose_turn(match: Match) -> str:
    player = match.turn_person
    if player is None:
        return ""
    return f"{mention(player.id)}, it is your turn.{time_left(match, 'Your')}"


def _board_footer(match: Match) -> str:
    return f"-# {match_title(match)} · turn {len(match.plies) + 1} · {time_terms(match)}"


def succession_line(match: Match) -> str:
    """Who plays on for whom, while no move has been made since; else empty."""
    newest = match.successions[-1] if match.successions else None
    if newest is None or any(ply.seq > newest.seq for ply in match.plies[-1:]):
        return ""
    return successions_after(match, Seq(newest.seq - 1))[0]


def successions_after(match: Match, seq: Seq) -> list[str]:
    """Who has begun to play on for whom after an event, a line each."""
    found = [each for each in match.successions if each.seq > seq]
    return [f"{bold(match.person(each.seat))} plays on for {bold(each.former)}." for each in found]


def record_lines(match: Match) -> list[str]:
    """Every move in the order it was made; those that were taken back are struck through."""
    stands = [(ply.seq, f"{n}. {inline_code(ply.text)}") for n, ply in enumerate(match.plies, 1)]
    gone = [
        (ply.seq, f"~~{n}. {inline_code(ply.text)}~~ taken back")
        for undone in match.undone
        for n, ply in enumerate(undone.plies, undone.made + 1)
    ]
    return [line for _, line in sorted(stands + gone)]

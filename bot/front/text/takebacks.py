"""What is said about moves that are taken back, or shall be."""

from collections.abc import Sequence

from bot.front.discord.markdown import bold, inline_code
from bot.front.text.parts import in_bold, mentions, others
from bot.games.phrases import comma_list
from bot.model.clock.time_control import left_text
from bot.model.decide.consent import forgiven
from bot.model.match import Match, Ply, Undone


def request_line(match: Match) -> str:
    """Who asks whom to take what back; it names every move that would be undone."""
    asked = match.takeback.asked
    if asked is None:
        return "Nobody asks to take a move back any more."
    turn = _time_again(match) or f"It would be {bold(match.person(asked.seat))}'s turn again."
    return f"{mentions(others(match, asked.seat))}: {asking_line(match, 'your')} {turn}"


def asking_line(match: Match, whose: str) -> str:
    """Who asks to take what back; `whose` is the answer that would be undone with it."""
    asked = match.takeback.asked
    assert asked is not None, "somebody asks to take a move back"
    undone = match.plies[-asked.plies :]
    return f"{bold(match.person(asked.seat))} asks to take back {named(undone, whose)}."


def past_takeback(then: Match, now: Match) -> str:
    """What stays of a request to take a move back that nobody can answer any more."""
    asked = then.takeback.asked
    if asked is None:
        return ""
    made = len(then.plies) - asked.plies
    for undone in now.undone:
        if undone.seq > then.seq and (undone.seat, undone.made) == (asked.seat, made):
            return taken_back_line(then, undone)
    said = (
        f"{bold(then.person(asked.seat))} asked to take back {inline_code(then.plies[made].text)}"
    )
    no = now.takeback.declined
    return f"{said}; {bold(now.person(no))} did not agree." if no else f"{said}; the move stands."


def takeback_question(match: Match) -> str:
    parts = (asking_line(match, "your"), _time_again(match), "Do you let them?")
    return " ".join(filter(None, parts))


def _time_again(match: Match) -> str:
    # What time whoever asks would have again, where what they have used would not count.
    time = forgiven(match)
    if time is None or match.turn_person is None:
        return ""
    left = left_text(time.left) or "less than 1 h"
    grace = " and their grace of 24 h" if time.grace else ""
    return (
        f"It would be {bold(match.turn_person)}'s turn again, with {left}: the "
        f"{left_text(time.used)} they have used in this one{grace} would not count."
    )


def named(undone: Sequence[Ply], whose: str, goes: str = "goes") -> str:
    """The moves that are undone: the one that is taken back, and the answer that `goes` with it."""
    first, *answers = (inline_code(ply.text) for ply in undone)
    return f"{first}, and {whose} answer {comma_list(answers)} {goes} with it" if answers else first


def taken_back_line(match: Match, undone: Undone) -> str:
    taker = bold(match.person(undone.seat))
    rest = others(match, undone.seat)
    whose = f"{bold(rest[0])}'s" if rest else "the"
    what = named(undone.plies, whose, "went")
    if undone.free or not rest:
        return f"{taker} took back {what}."
    return f"{bold(rest[0])} let {taker} take back {what}."


def declined_line(match: Match) -> str:
    no = match.takeback.declined
    if no is None:
        return "The move stands; the match goes on."
    who, asker = bold(match.person(no)), in_bold(others(match, no))
    return f"{who} does not let {asker} take the move back; the match goes on."


def record_lines(match: Match) -> list[str]:
    """Every move in the order it was made; those that were taken back are struck through."""
    stands = [(ply.seq, f"{n}. {inline_code(ply.text)}") for n, ply in enumerate(match.plies, 1)]
    gone = [
        (ply.seq, f"~~{n}. {inline_code(ply.text)}~~ taken back")
        for undone in match.undone
        for n, ply in enumerate(undone.plies, undone.made + 1)
    ]
    return [line for _, line in sorted(stands + gone)]

"""The texts of the posts about a match, one for each kind of post."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial

from bot.front.discord.markdown import bold, mention, relative_time
from bot.front.text import requests
from bot.front.text.challenges import (
    challenge_post,
    closed_post,
    gathering_post,
    muster_post,
    reopened_post,
)
from bot.front.text.clock_text import runs_out, spent_text, time_left
from bot.front.text.parts import (
    Absent,
    PostContent,
    claim_button,
    goes_on,
    in_bold,
    may_claim,
    mentions,
    others,
    present,
    titled,
)
from bot.front.text.results import losers, result_line, winners
from bot.front.text.turns import REPLAY, move_line, thinking_post, turn_post
from bot.games.phrases import counted
from bot.model.clock.units import HOUR
from bot.model.match import Match
from bot.model.notices.holding import REQUESTS
from bot.model.post_kinds import PostKind
from bot.model.projection import abandoned_at
from bot.model.records import PersonId, Post, Seat, Status
from bot.model.requests import DRAW, TIME, Ending
from bot.model.results import DID_NOT_COME, GONE

END_BUTTONS = ("rematch", "replay", "review", "study")


def post_content(
    post: Post,
    match: Match,
    called: Collection[PersonId] | None = None,
    about: str = "",
    terse: bool = False,
) -> PostContent:
    """The text of a post about the match after the post's event.

    It pings only those `called`, if given; the others appear with their bold name, or at the end of
    a match not at all, so that the message itself shows whom it pinged. `about` is what a challenge
    says about its host. A `terse` one shows moves without their effects.
    """
    try:
        if post.kind is PostKind.CHALLENGE:
            content = challenge_post(match, about)
        elif post.kind in OF_MOVES:
            content = OF_MOVES[post.kind](match, terse)
        else:
            content = CONTENTS[post.kind](match)
    except Absent:
        content = goes_on(match)
    return content if called is None else calling_only(content, post.kind, match, called)


def calling_only(
    content: PostContent, kind: PostKind, match: Match, called: Collection[PersonId]
) -> PostContent:
    text = content.text
    request, off = match.requests.replacement, match.called_off
    besides = (*([request.person] if request else []), *([off.request.by] if off else []))
    for person in (*match.participants, *besides):
        if person.id not in called and not person.is_deleted:
            # The end has named everybody in its sentence: the mentions after it only call.
            text = text.replace(f" {mention(person.id)}", "") if kind is PostKind.END else text
            text = text.replace(mention(person.id), bold(person))
    return replace(content, text=text, pings=tuple(p for p in content.pings if p in called))


def end_buttons(match: Match) -> tuple[str, ...]:
    """The buttons below the end: nobody plays again with a deleted player."""
    again = not any(person.is_deleted for person in match.seats)
    made = bool(match.plies)
    offered = {"rematch": again, "replay": True, "review": made, "study": made}
    proof = ("showproof",) if match.proof else ()
    ladder = ("ladder",) if match.terms.ladder else ()
    return (*proof, *(button for button in END_BUTTONS if offered[button]), *ladder)


def _end_post(match: Match, terse: bool = False) -> PostContent:
    if match.outcome is None:
        return titled(match, "The match is over.")
    last = match.plies[-1] if match.plies else None
    by_a_move = last is not None and last.seq == match.seq - 1
    knew = ACTED.get(match.outcome.reason)
    acted = {last.seat} if last and by_a_move else knew(match) if knew else set()
    called = [match.person(seat) for seat in match.playing if seat not in acted]
    pings = [person for person in called if not person.is_deleted]
    calls = " ".join(mention(person.id) for person in pings)
    lines = [
        move_line(last, match, terse, REPLAY) if last and by_a_move else "",
        f"{result_line(match, match.outcome)} {calls}".strip(),
    ]
    text, small = "\n".join(filter(None, lines)), f" · {counted(len(match.plies), 'turn')}"
    small += " · `/ladder` shows what comes next" if match.terms.ladder else ""
    return replace(titled(match, text, pings, end_buttons(match), small), board=True)


def _result_post(match: Match) -> PostContent:
    text = result_line(match, match.outcome) if match.outcome else "The match is over."
    return titled(match, text, (), end_buttons(match))


def _agreed(match: Match) -> set[Seat]:
    # Those who have agreed to the draw that another offered.
    offer = match.requests.last(DRAW)
    agreed = offer is not None and offer.how is Ending.AGREED
    return set(match.playing) - {offer.request.seat} if offer and agreed else set[Seat]()


# The player who brought the end about knows of it; only the others are mentioned. At the end of a
# season many matches end at once, and its table calls nobody.
ACTED: Mapping[str, Callable[[Match], set[Seat]]] = {
    "resigned": losers,
    "agreed": _agreed,
    "last": losers,
    "time": winners,
    # Who did not come is not called for it again: they hear once that they are withdrawn.
    DID_NOT_COME: losers,
    GONE: losers,
    "adjudicated": lambda match: set(match.playing),
}


HAS_LEFT = (
    "You have left the server, so you are withdrawn from this round or season, and signed out of "
    "its league. You can enter or sign up again if you come back."
)
NOT_COME = (
    "You made no move in any of your matches of this round or season, so you are withdrawn from "
    "it, and signed out of its league. You can enter or sign up again whenever you have time."
)


def _notice_post(match: Match) -> PostContent:
    # Between two boards: an answer to a challenge of many, a draw offered or declined.
    if match.status is Status.INVITED:
        return gathering_post(match)
    return requests.request_post(match, DRAW)


def _reminder_post(match: Match) -> PostContent:
    return _to_player(match, "your move is awaited.")


def _grace_post(match: Match) -> PostContent:
    text = "your time has run out. You have 24 hours of grace, once in a match."
    return _to_player(match, text)


def _to_player(match: Match, text: str) -> PostContent:
    player = present(match.turn_person)
    return titled(match, f"{mention(player.id)}, {text}{time_left(match, 'Your')}", [player])


def _vacation_post(match: Match) -> PostContent:
    player, spent = present(match.turn_person), present(match.vacation_used)
    text = f"{mention(player.id)}, {spent_text(player, spent)}{runs_out(match, 'Your')}"
    if len(match.vacations_used) > 1:
        return titled(match, text, [player])
    # The others hear of it once in a turn.
    rest = others(match, match.turn)
    text += f"\n{mentions(rest)}, the match waits for {bold(player)} meanwhile."
    return titled(match, text, [player, *rest])


def _overdue_post(match: Match) -> PostContent:
    late, button = match.turn_person, claim_button(match)
    may = "play on without them" if button == "without" else "claim the win"
    rest = others(match, match.turn)
    text = (
        f"{bold(late) if late else 'Somebody'} has run out of time. "
        f"{mentions(rest)}, you may {may}, or go on waiting."
    )
    return titled(match, text, rest, (button,))


def _gone_post(match: Match) -> PostContent:
    gone, button = present(match.turn_person), claim_button(match)
    may = "play on without them" if button == "without" else "claim the win"
    rest, since = others(match, match.turn), relative_time(present(match.claimable_from))
    text = (
        f"{bold(gone)} has left the server. {mentions(rest)}, unless they come back you may {may} "
        f"{since}, or let somebody take over with `/replace`."
    )
    return titled(match, text, rest, (button,))


def _withdrawn_post(match: Match) -> PostContent:
    has_left = match.outcome is not None and match.outcome.reason == GONE
    return titled(match, HAS_LEFT if has_left else NOT_COME)


def _abandon_post(match: Match) -> PostContent:
    playing = others(match, None)
    at, unless = abandoned_at(match), "somebody moves"
    if may_claim(match):
        unless += (
            " or claims the win" if len(playing) == 2 else " or plays on without the late player"
        )
    text = (
        f"{mentions(playing)}: nobody has moved for long. The match ends without a winner "
        f"{relative_time(at) if at else 'in 7 days'} unless {unless}."
    )
    buttons = ("move", claim_button(match)) if may_claim(match) else ("move",)
    return titled(match, text, playing, buttons)


def past_post(kind: PostKind, then: Match, now: Match) -> str | None:
    """What stays of a post, from when the match was `then`, that has no working buttons left: what
    happened. Nobody is called. None if it stays as it is."""
    try:
        return titled(then, PAST[kind](then, now)).text if kind in PAST else None
    except Absent:
        return None


def _past_notice(then: Match, now: Match) -> str:
    # What stays of a draw offer, or of the list of who was in before the match began.
    if then.status is Status.INVITED:
        return f"In by then: {in_bold(then.gathered)}."
    return requests.past_request(DRAW, then, now)


def _past_grace(then: Match, now: Match) -> str:
    return f"{bold(present(then.turn_person))} ran out of time, and had 24 hours of grace."


def _past_vacation(then: Match, now: Match) -> str:
    late, spent = present(then.turn_person), present(then.vacation_used)
    hours = (spent.end - spent.start) // HOUR
    return f"{bold(late)} ran out of time, and {hours} h of vacation were spent."


def _past_lateness(then: Match, now: Match) -> str:
    return f"{bold(present(then.turn_person))} ran out of time."


def _past_absence(then: Match, now: Match) -> str:
    return f"{bold(present(then.turn_person))} had left the server."


def _past_abandon(then: Match, now: Match) -> str:
    """What stays of the warning that a match is about to end, after somebody has acted."""
    return "Nobody had moved for long."


PAST: Mapping[PostKind, Callable[[Match, Match], str]] = {
    **{said: partial(requests.past_request, kind) for said, kind in REQUESTS.items()},
    PostKind.NOTICE: _past_notice,
    PostKind.GRACE: _past_grace,
    PostKind.VACATION: _past_vacation,
    PostKind.OVERDUE: _past_lateness,
    PostKind.GONE: _past_absence,
    PostKind.ABANDON: _past_abandon,
}

# The texts of posts about moves, terse or not.
OF_MOVES: Mapping[PostKind, Callable[[Match, bool], PostContent]] = {
    PostKind.TURN: turn_post,
    PostKind.THINKING: thinking_post,
    PostKind.END: _end_post,
}

# The texts of all others, except challenges and summaries of stretches.
CONTENTS: Mapping[PostKind, Callable[[Match], PostContent]] = {
    PostKind.RESULT: _result_post,
    PostKind.NOTICE: _notice_post,
    PostKind.CLOSED: closed_post,
    PostKind.MUSTER: muster_post,
    PostKind.REOPENED: reopened_post,
    PostKind.TAKEBACK: requests.takeback_post,
    PostKind.ASK_TIME: partial(requests.request_post, kind=TIME),
    PostKind.TIME_GIVEN: requests.time_given_post,
    PostKind.TIME_DECLINED: partial(requests.request_post, kind=TIME),
    PostKind.REPLACEMENT: requests.replacement_post,
    PostKind.REPLACEMENT_OFF: requests.replacement_off_post,
    PostKind.REMINDER: _reminder_post,
    PostKind.GRACE: _grace_post,
    PostKind.VACATION: _vacation_post,
    PostKind.OVERDUE: _overdue_post,
    PostKind.GONE: _gone_post,
    PostKind.ABANDON: _abandon_post,
    PostKind.NOT_COME: _withdrawn_post,
}

"""The texts of the posts about a match, one for each kind of post."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from bot.front.discord.markdown import bold, mention
from bot.front.text import requests, takebacks
from bot.front.text.challenges import challenge_post, closed_post, gathering_post
from bot.front.text.clock_text import runs_out, spent_text, time_left
from bot.front.text.parts import PostContent, bold_names, claim_button, match_title
from bot.front.text.replacing import replacement_off_post, replacement_post
from bot.front.text.results import losers, result_line, winners
from bot.front.text.turns import move_line, thinking_post, turn_post
from bot.games.phrases import comma_list, counted
from bot.model.match import Match
from bot.model.post_kinds import PostKind
from bot.model.records import Post, Status

END_BUTTONS = ("rematch", "replay")


def post_content(
    post: Post,
    match: Match,
    called: Collection[int] | None = None,
    about: str = "",
    quiet: bool = False,
) -> PostContent:
    """What a post says about the match as it stood after the post's event.

    It pings only those `called`, where they are given; of the others it has the bold name, or at
    the end of a match nothing, so that the message itself tells whom it pinged. `about` is what a
    challenge tells of its host. A `quiet` one shows moves without what they did.
    """
    if post.kind is PostKind.CHALLENGE:
        content = challenge_post(match, about)
    elif post.kind in OF_MOVES:
        content = OF_MOVES[post.kind](match, quiet)
    else:
        content = CONTENTS[post.kind](match)
    return content if called is None else calling_only(content, post.kind, match, called)


def calling_only(
    content: PostContent, kind: PostKind, match: Match, called: Collection[int]
) -> PostContent:
    """The content of a post of that kind, which pings only those `called`."""
    text = content.text
    successor = (match.replacing.asked.person,) if match.replacing.asked else ()
    for person in (*match.participants, *successor):
        if person.id not in called and not person.is_deleted:
            # The end has named everybody in its sentence: the mentions behind it only call.
            text = text.replace(f" {mention(person.id)}", "") if kind is PostKind.END else text
            text = text.replace(mention(person.id), bold(person))
    return replace(content, text=text, pings=tuple(p for p in content.pings if p in called))


def end_buttons(match: Match) -> tuple[str, ...]:
    """The buttons below the end: nobody plays again with somebody who was deleted."""
    again = not any(person.is_deleted for person in match.seats)
    return END_BUTTONS if again else tuple(b for b in END_BUTTONS if b != "rematch")


def _end_post(match: Match, quiet: bool = False) -> PostContent:
    if match.outcome is None:
        return PostContent(f"The match is over.\n-# {match_title(match)}")
    last = match.plies[-1] if match.plies else None
    by_a_move = last is not None and last.seq == match.seq - 1
    acted = {last.seat} if last and by_a_move else ACTED.get(match.outcome.reason, nobody)(match)
    called = [match.person(seat) for seat in match.playing if seat not in acted]
    pings = tuple(person.id for person in called if not person.is_deleted)
    lines = [
        move_line(last, match, quiet) if last and by_a_move else "",
        f"{result_line(match, match.outcome)} {' '.join(map(mention, pings))}".strip(),
        f"-# {match_title(match)} · {counted(len(match.plies), 'turn')}",
    ]
    return PostContent("\n".join(filter(None, lines)), pings, end_buttons(match), board=True)


def _result_post(match: Match) -> PostContent:
    text = result_line(match, match.outcome) if match.outcome else "The match is over."
    return PostContent(f"{text}\n-# {match_title(match)}", (), end_buttons(match))


def nobody(match: Match) -> set[int]:
    """No seat at all."""
    return set()


# Whoever brought the end about knows of it; only the others are mentioned.
ACTED = {"resigned": losers, "last": losers, "time": winners}


def _notice_post(match: Match) -> PostContent:
    if match.status is Status.INVITED:
        return gathering_post(match)
    if match.draw.offer is None:
        return PostContent(f"{draw_declined(match)}\n-# {match_title(match)}")
    asked = [match.person(s) for s in match.playing if s != match.draw.offer]
    whom = comma_list([mention(p.id) for p in asked])
    text = f"{whom}: {bold(match.person(match.draw.offer))} offers a draw.\n-# {match_title(match)}"
    return PostContent(text, tuple(p.id for p in asked), requests.DRAW_BUTTONS)


def draw_declined(match: Match) -> str:
    """Who said no to whose offer of a draw."""
    names, no = bold_names(match), match.draw.declined
    if no is None:
        return "The draw is declined; the match goes on."
    offered = comma_list([names[seat] for seat in match.playing if seat != no])
    return f"{names[no]} declines the draw that {offered} offered; the match goes on."


def _takeback_post(match: Match) -> PostContent:
    asked = match.takeback.asked
    if asked is None:
        return PostContent(f"{takebacks.declined_line(match)}\n-# {match_title(match)}")
    whom = tuple(match.person(seat).id for seat in match.playing if seat != asked.seat)
    text = (
        f"{takebacks.request_line(match)}\n"
        f"-# {match_title(match)} · the request stands until the next move"
    )
    return PostContent(text, whom, TAKEBACK_BUTTONS, board=True, turns=asked.plies)


TAKEBACK_BUTTONS = ("lettake", "keeptake")


def _reminder_post(match: Match) -> PostContent:
    player = match.turn_person
    if player is None:
        return PostContent(f"The match goes on.\n-# {match_title(match)}")
    text = f"{mention(player.id)}, your move is awaited.{time_left(match, 'Your')}"
    return PostContent(f"{text}\n-# {match_title(match)}", (player.id,))


def _grace_post(match: Match) -> PostContent:
    player = match.turn_person
    if player is None:
        return PostContent(f"The match goes on.\n-# {match_title(match)}")
    text = (
        f"{mention(player.id)}, your time is over, and your grace has begun: 24 hours, once in a "
        f"match.{time_left(match, 'Your')}"
    )
    return PostContent(f"{text}\n-# {match_title(match)}", (player.id,))


def _vacation_post(match: Match) -> PostContent:
    player, spent = match.turn_person, match.vacation_used
    if player is None or spent is None:
        return PostContent(f"The match goes on.\n-# {match_title(match)}")
    others = [match.person(seat).id for seat in match.playing if seat != match.turn]
    lines = [
        f"{mention(player.id)}, {spent_text(player, spent)}{runs_out(match, 'Your')}",
        f"{comma_list(list(map(mention, others)))}, the match waits for {bold(player)} meanwhile.",
        f"-# {match_title(match)}",
    ]
    return PostContent("\n".join(lines), (player.id, *others))


def _overdue_post(match: Match) -> PostContent:
    late = match.turn_person
    button = claim_button(match)
    may = "play on without them" if button == "without" else "claim the win"
    others = [match.person(seat) for seat in match.playing if seat != match.turn]
    text = (
        f"{bold(late) if late else 'Somebody'} has run out of time. "
        f"{comma_list([mention(p.id) for p in others])}, you may {may}, or go on waiting.\n"
        f"-# {match_title(match)}"
    )
    return PostContent(text, tuple(p.id for p in others), (button,))


OF_MOVES: Mapping[PostKind, Callable[[Match, bool], PostContent]] = {
    PostKind.TURN: turn_post,
    PostKind.THINKING: thinking_post,
    PostKind.END: _end_post,
}
"""What posts say that tell of moves, quietly or not."""

CONTENTS: Mapping[PostKind, Callable[[Match], PostContent]] = {
    PostKind.RESULT: _result_post,
    PostKind.NOTICE: _notice_post,
    PostKind.CLOSED: closed_post,
    PostKind.MUSTER: requests.muster_post,
    PostKind.REOPENED: requests.reopened_post,
    PostKind.TAKEBACK: _takeback_post,
    PostKind.ASK_TIME: requests.ask_time_post,
    PostKind.TIME_GIVEN: requests.time_given_post,
    PostKind.TIME_DECLINED: requests.time_declined_post,
    PostKind.REPLACEMENT: replacement_post,
    PostKind.REPLACEMENT_OFF: replacement_off_post,
    PostKind.REMINDER: _reminder_post,
    PostKind.GRACE: _grace_post,
    PostKind.VACATION: _vacation_post,
    PostKind.OVERDUE: _overdue_post,
    PostKind.ABANDON: requests.abandon_post,
}
"""What all others say but a challenge, and what sums up a stretch."""

"""The texts of the posts about a match, one for each kind of post."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from bot.catalog import entry
from bot.front.text import takebacks
from bot.front.text.clock_text import runs_out, spent_text, time_left, time_terms
from bot.front.text.markdown import (
    LIMIT,
    bold,
    clip,
    escape,
    inline_code,
    mention,
    relative_time,
)
from bot.front.text.parts import (
    PostContent,
    bold_names,
    challenge_buttons,
    claim_button,
    match_title,
)
from bot.front.text.replacing import succession_line
from bot.front.text.requests import (
    DRAW_BUTTONS,
    REQUESTS,
    amount_text,
    long_terms,
    muster_post,
    not_ready_post,
)
from bot.front.text.results import losers, result_line, winners
from bot.front.text.terms import terms_line
from bot.games.core import Names
from bot.games.phrases import comma_list, counted
from bot.matches.match import Match, Ply
from bot.matches.records import Post, Status

TURN_BUTTONS = ("move", "view", "replay", "more")

END_BUTTONS = ("rematch", "replay")

BEFORE_PLAY = ("challenge", "muster", "reopened")
"""Kinds of posts that stand before there is a board."""


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
    told: dict[str, object] = {"quiet": quiet} if post.kind in ("turn", "thinking", "end") else {}
    content = CONTENTS[post.kind](match, **({"about": about} if post.kind == "challenge" else told))
    return content if called is None else calling_only(content, post.kind, match, called)


def calling_only(
    content: PostContent, kind: str, match: Match, called: Collection[int]
) -> PostContent:
    """The content of a post of that kind, which pings only those `called`."""
    text = content.text
    successor = (match.replacement.person,) if match.replacement else ()
    for person in (*match.participants, *successor):
        if person.id not in called:
            # The end has named everybody in its sentence: the mentions behind it only call.
            text = text.replace(f" {mention(person.id)}", "") if kind == "end" else text
            text = text.replace(mention(person.id), bold(person))
    return replace(content, text=text, pings=tuple(p for p in content.pings if p in called))


def title_for(match: Match, reader: int) -> str:
    """The game and the number of the match; to an onlooker also who plays it."""
    if match.seat_of(reader) is not None:
        return match_title(match)
    return f"{match_title(match)} · {comma_list(list(bold_names(match).values()))}"


def challenge_post(match: Match, about: str = "") -> PostContent:
    """The invitation, with everything that is agreed on by accepting it, and a line about the
    host."""
    game = entry(match.game)
    lines = [
        call_line(match),
        f"> {game.blurb}",
        terms_line(match, game),
        *([about] if about else []),
        *accepted_line(match),
        *long_terms(match),
        f"-# Match {match.id} · the invitation ends {relative_time(match.expires)}",
    ]
    asked = tuple(person.id for person in match.invited if person is not None)
    return PostContent("\n".join(lines), asked, challenge_buttons(match))


def call_line(match: Match) -> str:
    """Whom a challenge asks to play what."""
    whom = comma_list([mention(person.id) for person in match.invited if person is not None])
    if None in match.invited:
        whom = f"{whom} and anyone who likes" if whom else "Anyone who likes"
    return f"{whom}: {bold(match.host)} challenges you to **{entry(match.game).name}**."


def answered_text(kind: str, match: Match) -> str:
    """What stays of a post from before a match once that has begun, or never will: what was agreed
    on, and what became of it. How long there was for an answer matters no more."""
    became = ANSWERED.get(match.status, "accepted")
    if kind != "challenge":
        people = comma_list([bold(person) for person in match.gathered])
        return f"In: {people}.\n-# {match_title(match)} · {became}"
    terms = terms_line(match, entry(match.game))
    return f"{call_line(match)}\n{terms}\n-# Match {match.id} · {became}"


ANSWERED = {
    Status.DECLINED: "declined",
    Status.WITHDRAWN: "taken back",
    Status.EXPIRED: "not taken up in time",
}
"""What became of a challenge that was not accepted."""


def invited_post(match: Match, about: str = "") -> PostContent:
    """What stands for a match that has not begun: the challenge, or who is awaited."""
    return muster_post(match) if match.awaited else challenge_post(match, about)


def accepted_line(match: Match) -> Iterator[str]:
    """Who has taken a seat, where more than one can."""
    if match.accepted:
        yield f"In so far: {comma_list([bold(match.host), *map(bold, match.accepted)])}."


def turn_post(match: Match, quiet: bool = False) -> PostContent:
    """A board: what happened, whose turn it is and until when."""
    player = match.turn_person
    known = match.turn_known
    whose = standing_line(match) if known else whose_turn(match)
    lines = [latest_news(match, quiet), whose, board_footer(match)]
    pings = (player.id,) if player and not known else ()
    return PostContent("\n".join(filter(None, lines)), pings, TURN_BUTTONS, board=True)


def past_board(match: Match, seen: int, quiet: bool = False) -> str:
    """What stays of a board that has moved on: what happened since the event `seen`, in words, and
    nobody is called."""
    plies = [] if match.last_undone else [ply for ply in match.plies if ply.seq > seen]
    lines = [move_line(ply, match, quiet) for ply in plies[-MOST_PAST:]]
    small = f"-# {match_title(match)} · turn {len(match.plies) + 1}"
    told = "\n".join(lines or [latest_news(match, quiet)])
    return f"{clip(told, LIMIT - len(small) - 50)}\n{small}"


MOST_PAST = 3
"""Moves that an old board tells of at most."""


def thinking_post(match: Match, quiet: bool = False) -> PostContent:
    """A board that waits for the robot, said only when its answer takes long."""
    if match.time_asked is not None:
        asked = match.time_asked
        text = f"{bold(match.person(asked.seat))} asks for {amount_text(asked.hours)} more."
        return PostContent(f"{text}\n-# {match_title(match)}")
    if match.draw_offer is not None:
        text = f"{bold(match.person(match.draw_offer))} offers a draw."
        return PostContent(f"{text}\n-# {match_title(match)}")
    whose = standing_line(replace(match, time=None))
    lines = [latest_news(match, quiet), whose, board_footer(match)]
    return PostContent("\n".join(filter(None, lines)), (), TURN_BUTTONS[1:], board=True)


def latest_news(match: Match, quiet: bool = False) -> str:
    """What just happened, in words."""
    if line := succession_line(match):
        return line
    if match.last_undone:
        return takebacks.taken_back_line(match, match.last_undone)
    return move_line(match.plies[-1], match, quiet) if match.plies else opening_line(match)


def move_line(ply: Ply, match: Match, quiet: bool = False) -> str:
    """A move and what it did, of somebody who left only that; a `quiet` one is the move alone."""
    if quiet and ply.text not in LEFT:
        return f"{bold_names(match)[ply.seat]}: {inline_code(ply.text)}"
    story = "" if quiet else clip(narrate(ply, match), LONGEST_STORY)
    if ply.text in LEFT:
        return f"{bold_names(match)[ply.seat]} {LEFT[ply.text]}. {story}".strip()
    return f"{inline_code(ply.text)} {story}"


def narrate(ply: Ply, match: Match) -> str:
    """What a move did, with bold names, and every other character shown as it is."""
    return with_bold_names(match, lambda names: match.rules.tell(ply.effects, names))


def with_bold_names(match: Match, tell: Callable[[Names], str]) -> str:
    """A game's own sentence with bold names, and every other character shown as it is."""
    names = bold_names(match)
    escaped = escape(tell({seat: chr(STAND_IN + seat) for seat in names}))
    return escaped.translate({STAND_IN + seat: name for seat, name in names.items()})


STAND_IN = 0xE000
"""A character that nobody writes. With a seat added it stands for a name until all is escaped."""

LONGEST_STORY = 1200
"""Characters for what a turn did, so that the mention and the deadline always have room."""

LEFT = {"resign": "resigned", "late": "ran out of time and is out"}
"""The texts of turns in which a player left while others play on, in words."""


def opening_line(match: Match) -> str:
    """Who plays which side, in order of play."""
    game = entry(match.game)
    players = [
        f"{name} ({side.lower()})"
        for name, side in zip(bold_names(match).values(), game.sides, strict=False)
    ]
    return f"{comma_list(players)} play **{game.name}**."


def state_lines(match: Match, reader: int | None = None) -> str:
    """The last move, or what was taken back, and whose turn it is or how the match ended."""
    last = [latest_news(match)] if match.plies or match.last_undone else []
    return "\n".join([*last, standing_line(match, reader)])


def standing_line(match: Match, reader: int | None = None) -> str:
    """Whose turn it is, said to the reader as `your turn`, or how the match ended."""
    if match.outcome:
        return result_line(match, match.outcome)
    if match.turn_person is None:
        return "The match is over."
    mine = match.turn_person.id == reader
    whose = "your" if mine else f"{bold(match.turn_person)}'s"
    if match.overdue:
        return f"It is {whose} turn and the time has run out."
    return f"It is {whose} turn.{time_left(match, 'Your' if mine else 'The')}"


def whose_turn(match: Match) -> str:
    """The one mention of a turn, and its deadline."""
    player = match.turn_person
    if player is None:
        return ""
    return f"{mention(player.id)}, it is your turn.{time_left(match, 'Your')}"


def board_footer(match: Match) -> str:
    """The small print under a board."""
    return f"-# {match_title(match)} · turn {len(match.plies) + 1} · {time_terms(match)}"


def end_post(match: Match, quiet: bool = False) -> PostContent:
    """The result, why, and the way to another match."""
    if match.outcome is None:
        return PostContent(f"The match is over.\n-# {match_title(match)}")
    last = match.plies[-1] if match.plies else None
    by_a_move = last is not None and last.seq == match.seq - 1
    acted = {last.seat} if last and by_a_move else ACTED.get(match.outcome.reason, nobody)(match)
    pings = tuple(match.person(seat).id for seat in match.playing if seat not in acted)
    lines = [
        move_line(last, match, quiet) if last and by_a_move else "",
        f"{result_line(match, match.outcome)} {' '.join(map(mention, pings))}".strip(),
        f"-# {match_title(match)} · {counted(len(match.plies), 'turn')}",
    ]
    return PostContent("\n".join(filter(None, lines)), pings, END_BUTTONS, board=True)


def result_post(match: Match) -> PostContent:
    """The line in the channel at the end of a match that was played in a thread."""
    told = result_line(match, match.outcome) if match.outcome else "The match is over."
    return PostContent(f"{told}\n-# {match_title(match)}", (), END_BUTTONS)


def nobody(match: Match) -> set[int]:
    """No seat at all."""
    return set()


# Whoever brought the end about knows of it; only the others are mentioned.
ACTED = {"resigned": losers, "last": losers, "time": winners}


def notice_post(match: Match) -> PostContent:
    """A post between two boards: an answer to a challenge of many, a draw offered or declined."""
    if match.status is Status.INVITED:
        return gathering_post(match)
    if match.draw_offer is None:
        return PostContent(f"{draw_declined(match)}\n-# {match_title(match)}")
    asked = [match.person(s) for s in match.playing if s != match.draw_offer]
    whom = comma_list([mention(p.id) for p in asked])
    text = f"{whom}: {bold(match.person(match.draw_offer))} offers a draw.\n-# {match_title(match)}"
    return PostContent(text, tuple(p.id for p in asked), DRAW_BUTTONS)


def draw_declined(match: Match) -> str:
    """Who said no to whose offer of a draw."""
    names, no = bold_names(match), match.declined_draw
    if no is None:
        return "The draw is declined; the match goes on."
    offered = comma_list([names[seat] for seat in match.playing if seat != no])
    return f"{names[no]} declines the draw that {offered} offered; the match goes on."


def takeback_post(match: Match) -> PostContent:
    """The request to take a move back, with the turns that would be undone; or the no to it."""
    asked = match.takeback_asked
    if asked is None:
        return PostContent(f"{takebacks.declined_line(match)}\n-# {match_title(match)}")
    whom = tuple(match.person(seat).id for seat in match.playing if seat != asked.seat)
    text = (
        f"{takebacks.request_line(match)}\n"
        f"-# {match_title(match)} · the request stands until the next move"
    )
    return PostContent(text, whom, TAKEBACK_BUTTONS, board=True, turns=asked.plies)


TAKEBACK_BUTTONS = ("lettake", "keeptake")


def gathering_post(match: Match) -> PostContent:
    """Who is in by now, and how many seats are left."""
    players = comma_list([bold(match.host), *map(bold, match.accepted)])
    left = len(match.invited) - len(match.accepted)
    return PostContent(
        f"In so far: {players}. {counted(left, 'seat')} still open.\n-# {match_title(match)}"
    )


def reminder_post(match: Match) -> PostContent:
    """A reminder that a third of the time is left."""
    player = match.turn_person
    if player is None:
        return PostContent(f"The match goes on.\n-# {match_title(match)}")
    text = f"{mention(player.id)}, your move is awaited.{time_left(match, 'Your')}"
    return PostContent(f"{text}\n-# {match_title(match)}", (player.id,))


def grace_post(match: Match) -> PostContent:
    """The time is over, and the grace that each player has once in a match runs."""
    player = match.turn_person
    if player is None:
        return PostContent(f"The match goes on.\n-# {match_title(match)}")
    text = (
        f"{mention(player.id)}, your time is over, and your grace has begun: 24 hours, once in a "
        f"match.{time_left(match, 'Your')}"
    )
    return PostContent(f"{text}\n-# {match_title(match)}", (player.id,))


def vacation_post(match: Match) -> PostContent:
    """The time is over, and vacation is spent by itself: a notice to both sides."""
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


def overdue_post(match: Match) -> PostContent:
    """The time is over, and the others may claim the win (many: go on without them), or wait."""
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


def closed_post(match: Match) -> PostContent:
    """A challenge that came to nothing."""
    if match.status is Status.EXPIRED and match.awaited:
        return not_ready_post(match)
    who = "not everybody" if match.accepted else "nobody"
    text = CLOSED[match.status].format(host=mention(match.host.id), who=who)
    pings = () if match.status is Status.WITHDRAWN else (match.host.id,)
    return PostContent(f"{text}\n-# {match_title(match)}", pings)


CLOSED = {
    Status.DECLINED: "{host}, your challenge was declined.",
    Status.WITHDRAWN: "The challenge of {host} was taken back.",
    Status.EXPIRED: "{host}, {who} took up your challenge in time.",
}

CONTENTS: dict[str, Callable[..., PostContent]] = {
    "challenge": challenge_post,
    "turn": turn_post,
    "thinking": thinking_post,
    "end": end_post,
    "result": result_post,
    "notice": notice_post,
    "takeback": takeback_post,
    "reminder": reminder_post,
    "grace": grace_post,
    "vacation": vacation_post,
    "overdue": overdue_post,
    "closed": closed_post,
    **REQUESTS,
}

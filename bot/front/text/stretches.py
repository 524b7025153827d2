"""The texts of stretches: the board that changes in place, and the post that sums it up."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.front.discord.markdown import bold, inline_code
from bot.front.text.parts import PostContent, above_small_print, bold_names, match_title
from bot.front.text.posts import post_content
from bot.front.text.turns import LEFT, TURN_BUTTONS, succession_line, successions_after, turn_post
from bot.games.phrases import comma_list, counted
from bot.model.match import Match, Ply
from bot.model.places import PAUSE, FastStretch, plies_of, was_played
from bot.model.post_kinds import PostKind
from bot.model.records import Post

IN_PLACE_BUTTONS = (*TURN_BUTTONS, "onepost")

PLAYING_ON = (
    "*⏩ Playing on now: this board changes in place and calls nobody, until "
    f"{PAUSE // timedelta(minutes=1)} minutes pass without a turn.*"
)

# Characters of the listed moves of a stretch.
LONGEST_MOVES = 900


def content_in_stretch(
    post: Post,
    match: Match,
    stretch: FastStretch | None,
    about: str = "",
    terse: bool = False,
) -> PostContent:
    """The text of a post, like `post_content`. In a stretch it calls nobody."""
    if post.kind in (PostKind.PAUSE, PostKind.STRETCH):
        return _summed_up(post, match, stretch, terse)
    in_play = post.kind is PostKind.TURN and stretch and stretch.covers(post.seq)
    content = post_content(post, match, () if in_play else None, about, terse)
    if post.kind is PostKind.END and stretch:
        line = _stretch_line(match, plies_of(stretch, match))
        return above_small_print(content, f"⏩ {line}")
    if post.kind is PostKind.TURN and stretch and stretch.is_open:
        return replace(content, text=with_line(content.text), buttons=IN_PLACE_BUTTONS)
    return content


def with_line(text: str) -> str:
    """The text of a board that changes in place, with the line that says so above the small
    print."""
    body, _, small = text.rpartition("\n")
    return text if PLAYING_ON in body else f"{body}\n{PLAYING_ON}\n{small}"


def without_line(text: str) -> str:
    return text.replace(f"{PLAYING_ON}\n", "")


def _summed_up(post: Post, match: Match, stretch: FastStretch | None, terse: bool) -> PostContent:
    plies = plies_of(stretch, match) if stretch and stretch.ended else ()
    text = f"⏸️ {_stretch_line(match, plies)}\n" if was_played(plies) else ""
    if post.kind is PostKind.STRETCH:
        return PostContent(f"{text}-# {match_title(match)}", board=True)
    current = turn_post(match, terse)
    if stretch and not succession_line(match):
        text = "\n".join([*successions_after(match, stretch.began), text])
    return replace(current, text=f"{text}{current.text}")


def past_pause(post: Post, match: Match, stretch: FastStretch | None) -> str:
    """What stays of a post that summed up a stretch, in which turns were played and nobody is
    called; empty if that stretch is not known any more."""
    plies = plies_of(stretch, match) if stretch and stretch.ended == post.seq else ()
    summed = f"⏸️ {_stretch_line(match, plies)}" if was_played(plies) else ""
    return f"{summed}\n-# {match_title(match)}" if summed else ""


def _stretch_line(match: Match, plies: Sequence[Ply]) -> str:
    first, last = turn_numbers(match, plies)
    seats = sorted({ply.seat for ply in plies if ply.text not in LEFT})
    who = comma_list([bold(match.person(seat)) for seat in seats])
    which = f"**Turn {last}**"
    if first < last:
        # From the first of them on: a stretch may begin on a board that waited for days.
        minutes = max(1, round((plies[-1].at - plies[0].at) / timedelta(minutes=1)))
        which = f"**Turns {first} to {last}** in {counted(minutes, 'minute')}"
    return f"{which}, played on at once by {who}:\n{_moves_line(match, plies)}"


def turn_numbers(match: Match, plies: Sequence[Ply]) -> tuple[int, int]:
    first = next(n for n, ply in enumerate(match.plies, 1) if ply.seq == plies[0].seq)
    return first, first + len(plies) - 1


def _moves_line(match: Match, plies: Sequence[Ply]) -> str:
    names = bold_names(match)
    shown: list[str] = []
    for ply in reversed(plies):
        move = LEFT.get(ply.text) or inline_code(ply.text)
        each = f"{names[ply.seat]} {move}"
        if sum(map(len, shown)) + len(each) > LONGEST_MOVES:
            return " · ".join([f"… {len(plies) - len(shown)} more", *reversed(shown)])
        shown.append(each)
    return " · ".join(reversed(shown))

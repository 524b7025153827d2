"""The texts of challenges, open and answered."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from bot.catalog import Entry, Option, entry
from bot.front.discord.markdown import bold, mention, relative_time
from bot.front.text.parts import (
    PostContent,
    challenge_buttons,
    in_bold,
    match_title,
    mentions,
    titled,
)
from bot.games.phrases import comma_list, counted
from bot.model.clock.time_control import HARD, terms_text
from bot.model.decide.muster import TERM, is_long
from bot.model.events import Person
from bot.model.match import Match
from bot.model.post_kinds import PostKind
from bot.model.records import PersonId, Status
from bot.model.terms import wanted_text
from bot.service.invitations.levels import level_name

IN_A_PAIR = "In a pair each of you begins once."
TO_A_PAIR = "`pair` in `/challenge` asks for two matches with seats swapped."


def terms_line(match: Match, game: Entry) -> str:
    """Time, first player, unusual options and what is asked for, on one line; before a match of
    more than two begins, how many are to play."""
    time = terms_text(match.control)
    if match.control and match.control.hard:
        time = f"{time.removesuffix(f', {HARD}')}: who runs out of time loses"
    # What chance draws is no term: nobody asks for it, and it is known only once a match begins.
    asked = [o for o in game.options if o.kind != "drawn"]
    options = [option_terms(o, match) for o in asked if match.options.get(o.name) is not None]
    asks = f"asks for {wanted_text(match.wanted)}" if match.wanted else ""
    several = f"{len(match.invited) + 1} players" if len(match.invited) > 1 else ""
    terms = [several * (not match.seats), time, _begins(match), *options, asks, *_besides(match)]
    text = " · ".join(filter(None, terms))
    return text[0].upper() + text[1:]


def _besides(match: Match) -> Iterator[str]:
    if match.level is not None:
        yield f"I play at level {level_name(match.level)}"
    if match.terms.claims:
        yield "a proven win may be claimed"
    if match.terms.pair:
        yield "a pair: two matches, seats swapped, one result"
    if match.terms.rated:
        yield "rated"
    if match.terms.ladder:
        yield "on the ladder: no takebacks, no hints"


def option_lines(match: Match, game: Entry) -> Iterator[str]:
    """An option that everybody has, if it is unusual."""
    for option in game.options:
        known = match.options.get(option.name) is not None
        if known and option.kind == "per_seat" and option_terms(option, match):
            about = option.description[0].lower() + option.description[1:]
            yield f"-# {option.name.capitalize()}: {about}."


def _begins(match: Match) -> str:
    # For a match that never began, who would have begun is left out.
    if match.status in ANSWERED:
        return ""
    if match.terms.pair and not match.seats:
        return "each of the two begins once"
    if match.seats:
        return f"{bold(match.seats[0])} begins"
    first = {"host": f"{bold(match.host)} begins", "guest": "you begin"}
    return first.get(match.first, "chance decides who begins")


def option_terms(option: Option, match: Match) -> str:
    """One option as it is asked for: `reserve: Ada 1, Grace 0`; empty for its default."""
    value = match.options[option.name]
    if option.kind == "per_seat":
        asked = (match.host, *match.invited)
        people = [bold(p) if p else "anyone" for p in match.seats or asked]
        each = ", ".join(f"{who} {own}" for who, own in zip(people, value, strict=True))
        return f"{option.name}: {each}" if any(own != option.default for own in value) else ""
    labels = {chosen: label for label, chosen in option.choices}
    return "" if value == option.default else f"{option.name}: {labels.get(value, value)}"


def challenge_post(match: Match, about: str = "") -> PostContent:
    """The invitation, with everything that accepting it agrees to, and a line about the host."""
    game = entry(match.game)
    # Players who just played it need no introduction to the game and to each other.
    is_new = match.rematch_of is None
    lines = [
        _call_line(match),
        *(_introduction(match, game) if is_new else ()),
        terms_line(match, game),
        *option_lines(match, game),
        *([about] if about and is_new else []),
        *accepted_line(match),
        *long_terms(match),
        f"-# Match {match.id} · the invitation ends {relative_time(match.expires)}",
    ]
    asked = tuple(person.id for person in match.invited if person is not None)
    return PostContent("\n".join(lines), asked, challenge_buttons(match))


def _introduction(match: Match, game: Entry) -> Iterator[str]:
    # What the game is, what it is worth to begin, and what evens that out.
    yield f"> {game.blurb}"
    yield f"> -# {game.weight}."
    known = game.about_first_seat(match.options, IN_A_PAIR if match.terms.pair else TO_A_PAIR)
    if known and (match.terms.pair or not match.terms.ladder):
        yield f"> -# {known}"


def _call_line(match: Match) -> str:
    game, asked = entry(match.game).name, [p for p in _asked(match) if p not in match.accepted]
    if not asked:
        joined = match.accepted and match.invited.count(None) == 1
        sought = "one more opponent" if joined else _sought(match)
        return f"{bold(match.host)} looks for {sought} at **{game}**. Anyone may accept."
    rest = " Anyone may take a seat that is free." if None in match.invited else ""
    whom = comma_list([mention(person.id) for person in asked])
    if match.rematch_of:
        return f"{whom}: {bold(match.host)} asks you for a rematch at **{game}**."
    return f"{whom}: {bold(match.host)} challenges you to **{game}**.{rest}"


def _asked(match: Match) -> list[Person]:
    # Those asked by name, without people who have taken an open seat.
    return [person for person in match.invited if person and match.open < len(match.invited)]


def _sought(match: Match) -> str:
    return "opponents" if len(match.invited) > 1 else "an opponent"


def _past_line(match: Match) -> str:
    # Whom the host asked; of a declined challenge, who declined it.
    game, whom = entry(match.game).name, [bold(person) for person in _asked(match)]
    if match.status is Status.DECLINED:
        whom = [bold(person) for person in match.declined]
    if not whom:
        return f"{bold(match.host)} looked for {_sought(match)} at **{game}**."
    if match.rematch_of:
        return f"{bold(match.host)} asked {comma_list(whom)} for a rematch at **{game}**."
    return f"{bold(match.host)} challenged {comma_list(whom)} to **{game}**."


def answered_text(kind: PostKind, match: Match) -> str:
    """What stays of a post from before a match once that has begun, or never will: the terms, and
    what became of it. The time to answer is left out."""
    became = ANSWERED.get(match.status, "accepted")
    if kind is not PostKind.CHALLENGE:
        return f"In: {in_bold(match.gathered)}.\n-# {match_title(match)} · {became}"
    terms = terms_line(match, entry(match.game))
    return f"{_past_line(match)}\n{terms}\n-# Match {match.id} · {became}"


ANSWERED = {
    Status.DECLINED: "declined",
    Status.WITHDRAWN: "taken back",
    Status.EXPIRED: "not taken up in time",
}


def invited_post(match: Match, reader: PersonId, about: str = "") -> PostContent:
    """The text of a match that has not begun, with the reader's own buttons: the challenge, or who
    is awaited."""
    content = muster_post(match) if match.awaited else challenge_post(match, about)
    return replace(content, buttons=tuple(b for b in content.buttons if _is_for(b, match, reader)))


def _is_for(button: str, match: Match, reader: PersonId) -> bool:
    if button == "howto":
        return True
    if button in ("begin", "withdraw"):
        return reader == match.host.id
    if button == "ready":
        return reader in {person.id for person in match.awaited}
    if reader == match.host.id:
        return False
    asked = reader in {person.id for person in match.invited if person}
    if button == "accept" and reader in {person.id for person in match.gathered}:
        return False
    return asked or (button == "accept" and None in match.invited)


def accepted_line(match: Match) -> Iterator[str]:
    """Who has taken a seat, if more than one can."""
    if match.accepted:
        yield f"Joined so far: {in_bold((match.host, *match.accepted))}."


def gathering_post(match: Match) -> PostContent:
    players = in_bold((match.host, *match.accepted))
    out = f" Not playing: {in_bold(match.declined)}." if match.declined else ""
    left = len(match.invited) - len(match.accepted)
    return titled(match, f"Joined so far: {players}.{out} {counted(left, 'seat')} still open.")


def closed_post(match: Match) -> PostContent:
    if match.status is Status.EXPIRED and match.awaited:
        return not_ready_post(match)
    who = "not everybody" if match.accepted else "nobody"
    text = CLOSED[match.status].format(host=mention(match.host.id), who=who)
    return titled(match, text, () if match.status is Status.WITHDRAWN else (match.host,))


CLOSED = {
    Status.DECLINED: "{host}, your challenge was declined.",
    Status.WITHDRAWN: "{host}'s challenge was taken back.",
    Status.EXPIRED: "{host}, {who} took up your challenge in time.",
}


# Readiness


def long_terms(match: Match) -> Iterator[str]:
    """The additional terms of a challenge to a long match."""
    if is_long(match.control):
        hours = TERM // timedelta(hours=1)
        yield (
            f"-# Turns may be long here: if you joined over an hour before the last player, press "
            f"**I'm ready** within {hours} hours."
        )


def muster_post(match: Match) -> PostContent:
    awaited = match.awaited
    text = f"{mentions(awaited)}: all are in, and the match begins when you say that you are ready."
    if ready := in_bold(p for p in match.gathered if p not in awaited):
        text += f"\nReady so far: {ready}."
    until = relative_time(match.muster.until) if match.muster.until else "soon"
    small = f" · who is not ready loses the seat {until}"
    return titled(match, text, awaited, ("ready", "decline", "withdraw"), small)


def reopened_post(match: Match) -> PostContent:
    absent = match.muster.absent
    why = f"{in_bold(absent)} {_was(absent)} not ready in time. " if absent else ""
    left = len(match.invited) - len(match.accepted)
    free = "A seat is" if left == 1 else f"{left} seats are"
    text = f"{why}{free} free again, for anyone.\nJoined so far: {in_bold(match.gathered)}."
    small = f" · the invitation ends {relative_time(match.expires)}"
    return titled(match, text, (), challenge_buttons(match), small)


def not_ready_post(match: Match) -> PostContent:
    present = [person for person in match.gathered if person not in match.awaited]
    the = f"{mentions(present)}, the" if present else "The"
    late = f"{in_bold(match.awaited)} {_was(match.awaited)}"
    return titled(match, f"{the} match does not begin: {late} not ready in time.", present)


def _was(people: Sequence[Person]) -> str:
    return "was" if len(people) == 1 else "were"

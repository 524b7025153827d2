"""The terms of a challenge, as they are agreed on by accepting it."""

from collections.abc import Iterator

from bot.catalog import Entry, Option
from bot.front.discord.markdown import bold
from bot.model.clock.time_control import terms_text
from bot.model.match import Match
from bot.model.wanted import wanted_text
from bot.service.invitations.levels import level_name


def terms_line(match: Match, game: Entry) -> str:
    """Time, first player, what is unusual in the options and what is asked for, on one line."""
    time = terms_text(match.control)
    if match.control and match.control.hard:
        time = f"{time}: who runs out of time loses"
    begins = _begins(match)
    # What chance draws is no term: nobody asks for it, and it is known once a match begins only.
    asked = [o for o in game.options if o.kind != "drawn"]
    options = [option_terms(o, match) for o in asked if match.options.get(o.name) is not None]
    asks = f"asks for {wanted_text(match.wanted)}" if match.wanted else ""
    text = " · ".join([time, begins, *filter(None, [*options, asks]), *_besides(match)])
    return text[0].upper() + text[1:]


def _besides(match: Match) -> Iterator[str]:
    if match.level is not None:
        yield f"I play at level {level_name(match.level)}"
    if match.claims:
        yield "a proven win may be claimed"
    if match.terms.pair:
        yield "a pair: two matches, seats swapped, one result"
    if match.terms.rated:
        yield "rated"
    if match.terms.ladder:
        yield "on the ladder: no takebacks, no hints"


def option_lines(match: Match, game: Entry) -> Iterator[str]:
    """What everybody is to have of an option, where that is unusual."""
    for option in game.options:
        known = match.options.get(option.name) is not None
        if known and option.kind == "per_seat" and option_terms(option, match):
            about = option.description[0].lower() + option.description[1:]
            yield f"-# {option.name.capitalize()}: {about}."


def _begins(match: Match) -> str:
    if match.terms.pair and not match.seats:
        return "each of the two begins once"
    if match.seats:
        return f"{bold(match.seats[0])} begins"
    first = {"host": f"{bold(match.host)} begins", "guest": "you begin"}
    return first.get(match.first, "chance decides who begins")


def option_terms(option: Option, match: Match) -> str:
    """One option as it is asked for: `reserve: Ada 1, Grace 0`; nothing when it is the usual."""
    value = match.options[option.name]
    if option.kind == "per_seat":
        asked = (match.host, *match.invited)
        people = [bold(p) if p else "anyone" for p in match.seats or asked]
        each = ", ".join(f"{who} {own}" for who, own in zip(people, value, strict=True))
        return f"{option.name}: {each}" if any(own != option.default for own in value) else ""
    labels = {chosen: label for label, chosen in option.choices}
    return "" if value == option.default else f"{option.name}: {labels.get(value, value)}"

"""The texts about leagues, seasons and tournaments, in posts and private answers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import accumulate, takewhile
from unicodedata import bidirectional, category, east_asian_width

from bot.catalog import Entry, entry
from bot.front.competitions.length_words import season_pace
from bot.front.discord.markdown import (
    bold,
    code_block,
    escape,
    full_time,
    join_lines,
    relative_time,
)
from bot.front.text.parts import competition_name
from bot.games.phrases import counted
from bot.model.clock.time_control import HARD, bank_text, terms_text
from bot.model.competitions.competition import (
    Competition,
    Entrant,
    FixtureTerms,
    League,
    Member,
    Presence,
    TableRow,
)
from bot.model.competitions.divisions import FEWEST
from bot.model.competitions.phases import round_bank, season_bank
from bot.model.events import Person
from bot.model.records import PersonId

# Characters of the names of those who are in; the others are counted.
NAMED = 1200

# Characters of a name in a table, which is then as wide as a phone shows in one line.
BRIEF = 14

ISOLATE, END = "\u2068", "\u2069"
"""Characters without width. Text between them does not change the direction of its surroundings."""

SIGN_UP_LASTS = (
    "Your sign-up lasts, season after season, until you withdraw or let a whole one pass."
)
BANK = "{time} each for all moves of a match: who runs out of it loses"
BANK_RUNS = (
    "Your time runs in all your turns, day and night: no sleep, weekend or vacation of your "
    "`/calendar` stops it, and there is no grace. Make your first move within a quarter of it, or "
    "you lose the match; who never comes is withdrawn."
)
NOBODY_YET = "Nobody is signed up yet."


def fixture_terms(terms: FixtureTerms, bank: timedelta | None) -> str:
    """What every match agrees on, on one line. `bank` is what each player has for it; None by the
    earlier rules."""
    game = entry(terms.game)
    pair = "pairs of matches with seats swapped" if terms.pair else "single matches"
    rated = "rated" if terms.rated else "not rated"
    time = BANK.format(time=bank_text(bank)) if bank else terms_text(terms.control)
    if bank is None and terms.control and terms.control.hard:
        time = f"{time.removesuffix(f', {HARD}')}: who runs out of time loses"
    parts = [game.name, *_chosen(game, terms.options), time, pair, rated]
    parts += ["no prepared answers"] * terms.unprepared
    return " · ".join(parts)


def league_terms(league: League) -> str:
    """What every match of its next season agrees on."""
    return fixture_terms(league.terms, season_bank(league.weeks))


def competition_terms(competition: Competition) -> str:
    """What every match of the season or tournament agrees on."""
    return fixture_terms(competition.terms, round_bank(competition))


def _chosen(game: Entry, options: Mapping[str, object]) -> Iterator[str]:
    for option in game.options:
        value = options.get(option.name, option.default)
        # Values per seat are the same for both.
        value = value[0] if option.kind == "per_seat" and isinstance(value, list) else value
        if option.kind != "drawn" and value != option.default:
            labels = {chosen: label for label, chosen in option.choices}
            yield f"{option.name}: {labels.get(value, value)}"


def first_seat_note(terms: FixtureTerms, remedy: str) -> str:
    """What is known of the first seat in single matches, and what evens it out; else empty."""
    known = "" if terms.pair else entry(terms.game).about_first_seat(terms.options, remedy)
    return f"\n-# {known}" if known else ""


def league_text(
    league: League, members: Sequence[Member], season: Competition | None = None
) -> str:
    """The current post for signing up, with the running season."""
    signed_up = [Person(each.person, each.called) for each in members]
    lines = [
        f"**League: {escape(league.name)}**",
        _next_terms(league, season),
        f"A season lasts {league.weeks} weeks, in divisions of {league.size}: after each the best "
        "go up and the last go down. Newcomers start at the bottom.",
        *filter(None, [season_pace(league.terms, league.weeks)]),
        *([_running(league, season)] if season else []),
        next_season(league, len(members)),
        people_text(signed_up, "signed up") if signed_up else NOBODY_YET,
        f"-# {BANK_RUNS}",
        f"-# {SIGN_UP_LASTS}",
    ]
    return join_lines(lines)


def _next_terms(league: League, season: Competition | None) -> str:
    terms = league_terms(league)
    is_changed = season is not None and competition_terms(season) != terms
    return f"From season {league.season + 1} on: {terms}" if is_changed else terms


def _running(league: League, season: Competition) -> str:
    lasts = f"Season {season.season} lasts until {full_time(season.ends)}"
    # The running season stays as it began.
    terms = competition_terms(season)
    return f"{lasts}: {terms}" if terms != league_terms(league) else f"{lasts}."


def next_season(league: League, members: int) -> str:
    """When the next season begins, and how many people it lacks."""
    if league.begins is None:
        return "The league rests: no season is planned."
    begins = f"Season {league.season + 1} begins {full_time(league.begins)}"
    if members < FEWEST:
        lacking = FEWEST - members
        sign = "signs" if lacking == 1 else "sign"
        return f"{begins} if {lacking} more {sign} up by then, else it is put off by a week."
    return f"{begins} ({relative_time(league.begins)})."


def people_text(people: Iterable[Person], done: str) -> str:
    """Who has done that, by name as far as there is room: `2 players signed up: Ada, Grace.`"""
    names = [bold(each) for each in people]
    lengths = accumulate(len(name) + 2 for name in names)
    named = names[: sum(length <= NAMED for length in lengths)]
    more = [f"and {len(names) - len(named)} more"] if len(names) > len(named) else []
    return f"{counted(len(names), 'player')} {done}: {', '.join([*named, *more])}."


def season_title(competition: Competition) -> str:
    return f"**{escape(competition_name(competition))}**"


def running_text(competition: Competition) -> str:
    """The text above the living table."""
    lines = [season_title(competition), competition_terms(competition)]
    if competition.rounds > 1:
        ends = f", until {full_time(competition.round_ends)}" if competition.round_ends else ""
        lines.append(f"Round {competition.round} of {competition.rounds}{ends}.")
    sooner = "" if competition.season else " at the latest"
    ends = f"{full_time(competition.ends)} ({relative_time(competition.ends)})"
    lines.append(f"It ends {ends}{sooner}.")
    return join_lines(lines)


def bold_name(entrant: Entrant) -> str:
    return bold(known_person(entrant))


def known_person(entrant: Entrant) -> Person:
    """The entrant by the name they had; a deleted one has the id 0."""
    return Person(entrant.person or PersonId(0), entrant.called)


def table_text(table: Sequence[TableRow], entrants: Mapping[int, Entrant]) -> str:
    """A table in characters, if pictures are refused."""
    head = f"{'':>2} {'':{BRIEF}} {'P':>2} {'W':>2} {'S':>2} {'L':>2} {'Pts':>3}"
    rows = (_row(each, entrants[each.entrant]) for each in table)
    return code_block("\n".join([head, *rows]))


def _row(row: TableRow, entrant: Entrant) -> str:
    counts = f"{row.played:>2} {row.won:>2} {row.shared:>2} {row.lost:>2} {row.points:>3}"
    gone = "" if entrant.presence is Presence.IN else " out"
    return f"{row.rank:>2} {in_columns(entrant.called, BRIEF)} {counts}{gone}"


def in_columns(text: str, columns: int) -> str:
    """The text cut or filled to that many columns, from the left in any script."""
    wide = sum(map(_columns, text))
    if wide > columns:
        kept = takewhile(lambda upto: upto < columns, accumulate(map(_columns, text)))
        text = f"{text[: len(list(kept))]}…"
        wide = sum(map(_columns, text))
    filled = " " * (columns - wide)
    is_turned = any(bidirectional(each) in {"R", "AL"} for each in text)
    return f"{ISOLATE}{text}{END}{filled}" if is_turned else f"{text}{filled}"


def _columns(character: str) -> int:
    # Letters of East Asia and emoji have two; a mark above another letter has none.
    if category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1

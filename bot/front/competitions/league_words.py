"""Private texts about leagues: to those who sign up, and to managers."""

from collections.abc import Iterator, Sequence

from bot.front.competitions.length_words import season_pace
from bot.front.competitions.words import (
    BANK_RUNS,
    first_seat_note,
    league_terms,
    next_season,
    season_title,
)
from bot.front.discord.markdown import escape, full_time, join_lines
from bot.games.phrases import counted
from bot.model.competitions.competition import Competition, League, Member
from bot.model.records import PersonId

UNTIL_WITHDRAWN = (
    "-# Your sign-up lasts, season after season, until you press **Withdraw** or use "
    f"`/league leave`. {BANK_RUNS}"
)
IN_ALREADY = "You are signed up for {name} already, so nothing has changed."
RESTS = "The league rests: you are in as soon as its managers resume it."
NOT_IN = "You are not signed up for {name}, so nothing has changed."
SIGNED_OUT = "You are signed out of {name}: no further season will include you."
SIGNED_SOMEBODY_OUT = (
    "{who} is signed out of {name}: no further season will include them. Their matches in a "
    "running season go on; `/replace` lets somebody play on for them."
)
NO_MEMBER = "Nobody called {text} is signed up for {name}. `/league show` names those who are."
PLAYS_IN = "**Leagues here:** {names}"
STILL_PLAYING = (
    "Your matches of {season} go on until it ends {ends}. If you can't play them to their end, "
    "**Give up the season** resigns those that run and forfeits the others. That can't be undone."
)
GIVEN_UP = (
    "You have given up {season}. Your matches that run are resigned within a minute or two, and "
    "the others are forfeited; you are signed out of the league, too. `/league join` signs you up "
    "for the season after it."
)
NOT_PLAYING = "You no longer play in that season, so nothing has changed."
FOUNDED = (
    "League {number} is founded: {name}. Its post appears in a moment in <#{channel}>, where "
    "people sign up. {next}"
)
PAIRS_HELP = (
    "In pairs each of two begins once, and these are single matches: `/league change` with `pairs` "
    "makes pairs of them."
)
CHANGED = (
    "{name} has been changed: {terms}; seasons of {weeks} weeks, divisions of {size}, in "
    "<#{channel}>. {next}"
)
CHANGE = "/league change"
MOVED = "{name} is in <#{channel}> now: people sign up there."
SEASON_STAYS = (
    "-# The season that runs stays as it is: what has changed holds from the next one on."
)
RESTING = "{name} rests: no new season begins. {season}`/league resume` starts seasons again."
SEASON_ENDS = "The one that runs is played to its end. "
RESUMED = "{name} goes on. {next}"
ASK_TO_CLOSE = (
    "Close {name}? {people} signed up, which ends with it. {season}"
    "That can't be undone. `/league rest` only begins no more seasons."
)
CALLED_OFF = (
    "Its season that runs is called off without a result; its matches go on like any others. "
)
CLOSED = "{name} is closed."
CLOSED_POST = "{name} is closed. Nobody can sign up any more."
NO_LEAGUES = "There is no league here. A manager of the channel can found one with `/league found`."


def name_of(league: League) -> str:
    return f"**{escape(league.name)}**"


def joined_text(league: League, members: int, *, is_new: bool) -> str:
    """The text to a new member: what comes next, and how to withdraw."""
    lines = [f"You are signed up for {name_of(league)}.", _comes_next(league, members)]
    lines.append(
        "You then play everybody of your division, all at once, and are called for each turn: "
        f"{league_terms(league)}."
    )
    if league.season and is_new:
        lines.append("Newcomers start in the last division.")
    return join_lines([*lines, UNTIL_WITHDRAWN])


def in_already_text(league: League, members: int) -> str:
    """The text to a member who signs up again: that they are in, and what comes next."""
    known = IN_ALREADY.format(name=name_of(league))
    return join_lines([known, _comes_next(league, members), UNTIL_WITHDRAWN])


def _comes_next(league: League, members: int) -> str:
    return next_season(league, members) if league.begins else RESTS


def withdrawn_text(league: League, season: Competition | None, *, was_in: bool) -> str:
    """The text to a member who withdraws, with the season that they still play in."""
    text = (SIGNED_OUT if was_in else NOT_IN).format(name=name_of(league))
    if season is None:
        return text
    still = STILL_PLAYING.format(season=season_title(season), ends=full_time(season.ends))
    return f"{text}\n{still}"


def close_question(league: League, members: int, *, is_running: bool) -> str:
    people = f"{counted(members, 'player')} {'is' if members == 1 else 'are'}"
    season = CALLED_OFF if is_running else ""
    return ASK_TO_CLOSE.format(name=name_of(league), people=people, season=season)


def changed_text(league: League, members: int, *, is_running: bool) -> str:
    """The text to a manager who has changed a league."""
    text = CHANGED.format(
        name=name_of(league),
        terms=league_terms(league),
        weeks=league.weeks,
        size=league.size,
        channel=league.channel,
        next=next_season(league, members),
    )
    text = join_lines(filter(None, [text, season_pace(league.terms, league.weeks)]))
    text += first_seat_note(league.terms, PAIRS_HELP)
    return f"{text}\n{SEASON_STAYS}" if is_running else text


def list_lines(
    leagues: Sequence[tuple[League, Sequence[Member]]], person: PersonId
) -> Iterator[str]:
    """A line for each league: what is played, where, when, and who has signed up."""
    for league, members in leagues:
        is_in = any(each.person == person for each in members)
        own = ", you too" if is_in else ""
        yield (
            f"**{league.number}** {name_of(league)} in <#{league.channel}>: "
            f"{league_terms(league)}. "
            f"{counted(len(members), 'player')} signed up{own}. "
            f"{next_season(league, len(members))}"
        )

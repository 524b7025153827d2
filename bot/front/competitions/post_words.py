"""The texts of a competition's posts: of a tournament before it begins, and next to the tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial

from bot.front.competitions import words
from bot.front.competitions.items import TOURNAMENT, competition_buttons
from bot.front.competitions.length_words import length_text, round_pace
from bot.front.discord.context import Client
from bot.front.discord.markdown import (
    escape,
    full_time,
    join_lines,
    mention,
    message_link,
    relative_time,
)
from bot.front.ui.base import Button
from bot.games.phrases import comma_list, counted
from bot.model.competitions.competition import (
    USUAL_ROUND,
    Competition,
    Entrant,
    Format,
    League,
    Phase,
    Presence,
    Settlement,
    TableRow,
)
from bot.model.competitions.divisions import FEWEST
from bot.model.competitions.standings import is_decided
from bot.model.records import MatchId, PersonId
from bot.service.competitions.book import MOST_ENTRANTS
from bot.service.competitions.changing import CompetitionView, FixtureView

FORMATS = {
    Format.ROUND_ROBIN: "Round robin: everybody meets everybody, round by round.",
    Format.SWISS: "Swiss: each round brings together people on equal points who have not met yet.",
}

RESTING = {
    Format.ROUND_ROBIN: "With an odd number one rests each round.",
    Format.SWISS: "With an odd number one has a bye each round, which counts as a win.",
}

LEAVING = "Press **Withdraw** if you can't play; once it runs, `/tournament leave` does."

NOBODY = "Nobody has entered yet."


def announcement(view: CompetitionView) -> tuple[str, Sequence[Button]]:
    """The text of the post, and its buttons: none once nobody can enter."""
    of = view.competition
    names = ("enter", "leave") if is_announced(of) else ()
    buttons = competition_buttons(TOURNAMENT, of.number, *names)
    return announcement_text(view), buttons


def announcement_text(view: CompetitionView) -> str:
    """The current announcement of a tournament."""
    of = view.competition
    lines = [
        f"{words.season_title(of)}: a tournament",
        words.competition_terms(of),
        f"{FORMATS[of.format]}{_rounds(of)}",
        f"{round_text(of)} {RESTING[of.format]}",
        *filter(None, [round_pace(of.terms, of.round_time or USUAL_ROUND)]),
        beginning_text(of),
        entered_text(view),
        f"-# {words.BANK_RUNS}",
        f"-# It takes {FEWEST} people, and at most {MOST_ENTRANTS[of.format]} can enter. {LEAVING}",
    ]
    return join_lines(lines)


def _rounds(of: Competition) -> str:
    return f" {counted(of.rounds, 'round')}." if of.format is Format.SWISS and of.rounds else ""


def round_text(of: Competition) -> str:
    """When a round ends."""
    longest = length_text(of.round_time or USUAL_ROUND)
    return (
        f"A round ends when all its matches are done, after {longest} at the latest: by then one "
        "of both has run out of time."
    )


def beginning_text(of: Competition) -> str:
    return f"It begins {full_time(of.begins)} ({relative_time(of.begins)}), automatically."


def entered_text(view: CompetitionView) -> str:
    """Who is in, by name as far as there is room."""
    if not view.entrants:
        return NOBODY
    return words.people_text(map(words.known_person, view.entrants), "entered")


def called_off_text(view: CompetitionView) -> str:
    """The text that replaces the announcement of what never began."""
    return join_lines([f"{words.season_title(view.competition)} is called off.", *_why(view)])


def _why(view: CompetitionView) -> Iterator[str]:
    if view.competition.round:
        yield "Running matches go on like any others; the tables no longer count."
    elif len(view.entrants) < FEWEST:
        yield f"It takes {FEWEST} people, and {len(view.entrants)} had entered."


def is_announced(of: Competition) -> bool:
    """Whether it is a tournament that can still be entered."""
    return of.format is not Format.SEASON and of.phase is Phase.SIGN_UP


LINKED = 20
"""Matches whose boards are looked up: more would not fit into a message."""


async def board_links(
    client: Client, competition: Competition, fixtures: Iterable[FixtureView]
) -> dict[MatchId, str]:
    """Links to the newest boards of running matches, of the first ones."""
    running = [number for each in fixtures for number in each.matches if number in each.running]
    found = dict[MatchId, str]()
    for number in running[:LINKED]:
        if board := await client.service.posts.last_board(number):
            found[number] = message_link(competition.guild, board.channel, board.message)
    return found


Describe = Callable[[CompetitionView, int, Sequence[TableRow]], Iterable[str]]
"""The description of a division, by number, and its table."""

CALLED = "Whose turn it is, is called where the match is played."

UNDECIDED = "Nobody has won: no match was decided"

NAMED = 20
"""Fixtures that are listed one by one; the others are counted."""

TOO_FEW_LEFT = "fewer than two were left."

NOBODY_NEW = "those who were left could not all meet somebody new."

UNEVEN = (
    "those who were left could all meet somebody new, but not without one having had the same seat "
    "three times more often than the other."
)

SIGNED_OUT = (
    "Without a move in the whole season, and so not signed up any more: {who}. **Sign up** brings "
    "you back."
)

SETTLED: Mapping[Settlement, str] = {
    Settlement.PROVEN: "with a proven win",
    Settlement.SHARED: "shared, as time was up",
    Settlement.ABSENT: "as somebody did not come",
    Settlement.FORFEITED: "forfeited",
    Settlement.ANNULLED: "counts for nobody",
}


def head_text(view: CompetitionView) -> str:
    """Its state, above its tables."""
    competition = view.competition
    match competition.phase:
        case Phase.SIGN_UP:
            return announcement_text(view)
        case Phase.RUNNING:
            return join_lines([words.running_text(competition), *_resting(view)])
        case Phase.ENDED:
            return join_lines([_over(view), *_by_division(view, _winner)])
        case Phase.CALLED_OFF:
            return called_off_text(view)


def _resting(view: CompetitionView) -> Iterator[str]:
    # Otherwise nothing tells them why no board of theirs comes.
    of = view.competition
    met = [each.fixture for each in view.fixtures if each.fixture.round == of.round]
    busy = {number for each in met for number in (each.first, each.second)}
    for each in view.entrants if of.format is Format.ROUND_ROBIN else ():
        if each.presence is Presence.IN and each.number not in busy:
            yield f"{words.bold_name(each)} rests this round."


def played_line(view: CompetitionView) -> str:
    """How many of the known fixtures have a result."""
    done = sum(each.fixture.settlement is not None for each in view.fixtures)
    return f"{done} of {counted(len(view.fixtures), 'fixture')} decided. {CALLED}"


def ended_lines(
    view: CompetitionView,
    league: League | None,
    silent: Sequence[int] = (),
    now: datetime | None = None,
) -> Iterator[str]:
    """Who won, who goes up and down, and when the next season begins, or that its date has passed
    by `now`. Those who were `silent` are signed out instead."""
    yield _over(view)
    if view.competition.league is not None:
        # First: of very many divisions the last have no room.
        yield _next_season(view.competition, league, now)
    yield from _by_division(view, partial(_ended, silent))


def _over(view: CompetitionView) -> str:
    of = view.competition
    return join_lines([f"{words.season_title(of)} has ended.", *_cut_short(view)])


def _cut_short(view: CompetitionView) -> Iterator[str]:
    of, left = view.competition, sum(each.presence is Presence.IN for each in view.entrants)
    if of.is_cut_short:
        why = UNEVEN if view.ends_by_seats else NOBODY_NEW if left > 1 else TOO_FEW_LEFT
        yield f"It ended after {counted(of.round, 'round')} of {of.rounds}: {why}"


def _by_division(view: CompetitionView, describe: Describe) -> Iterator[str]:
    for division, table in enumerate(view.tables, 1):
        where = f"Division {division}: " if len(view.tables) > 1 else ""
        if text := "; ".join(describe(view, division, table)):
            yield f"{where}{text}."


def _winner(view: CompetitionView, _: int, table: Sequence[TableRow]) -> Iterator[str]:
    first = [view.entrant(row.entrant) for row in table[:1]]
    if not is_decided(table):
        yield UNDECIDED
    elif first and first[0].presence is Presence.IN:
        yield f"👑 {_mentioned(first)}"


def _ended(
    silent: Sequence[int], view: CompetitionView, division: int, table: Sequence[TableRow]
) -> Iterator[str]:
    yield from _winner(view, division, table)
    up, down = view.moving.get(division, (0, 0))
    in_order = [view.entrant(row.entrant) for row in table]
    for name, some in (("up", in_order[:up]), ("down", in_order[len(in_order) - down :])):
        # One who has left is replaced by another instead.
        stay = [each for each in some if each.presence is Presence.IN]
        if there := [each for each in stay if each.person not in silent]:
            yield f"{name} {_mentioned(there)}"


def _mentioned(entrants: Sequence[Entrant]) -> str:
    # By mentions, which ping nobody where the message allows none.
    return comma_list([mention(e.person) if e.person else words.bold_name(e) for e in entrants])


def signed_out_line(people: Sequence[PersonId]) -> str:
    """Who was signed out because they did nothing in the whole season."""
    named = [mention(each) for each in people[:NAMED]]
    more = [f"{len(people) - NAMED} more"] if len(people) > NAMED else []
    return SIGNED_OUT.format(who=comma_list([*named, *more]))


def _next_season(ended: Competition, league: League | None, now: datetime | None) -> str:
    if league and league.season > ended.season:
        # It is posted late, such as after an absence of the bot.
        return f"Season {ended.season + 1} has begun."
    if league is None or league.begins is None:
        return "No other season is planned."
    # It waits until this is posted.
    is_late = now is not None and league.begins < now
    begins = "in some minutes" if is_late else full_time(league.begins)
    return f"Season {league.season + 1} begins {begins}, for all who are signed up then."


def bye_lines(view: CompetitionView) -> Iterator[str]:
    """Who had a bye, whose points are in no column of a table."""
    byes = [each for each in view.fixtures if each.fixture.settlement is Settlement.BYE]
    if byes:
        rested = [f"{_names(view, each)} in round {each.fixture.round}" for each in byes]
        yield f"Byes, which count as wins: {comma_list(rested)}."


def running_lines(
    view: CompetitionView, fixtures: Sequence[FixtureView], links: Mapping[MatchId, str]
) -> Iterator[str]:
    """The fixtures that are still played, with links to those of their matches that have one."""
    playing = [each for each in fixtures if each.running]
    if not playing:
        return
    yield "**Still playing**"
    for each in playing[:NAMED]:
        yield f"- {_names(view, each)}: {', '.join(_running(each, links))}"
    if len(playing) > NAMED:
        yield f"… and {len(playing) - NAMED} more."


def _running(each: FixtureView, links: Mapping[MatchId, str]) -> Iterator[str]:
    for number in each.matches:
        if number in each.running:
            link = links.get(number)
            yield f"[match {number}]({link})" if link else f"match {number}"


def settled_lines(view: CompetitionView) -> Iterator[str]:
    """How the fixtures that were not played to the end came to their results."""
    settled = [each for each in view.fixtures if each.fixture.settlement in SETTLED]
    if settled:
        yield "**Not played to the end**"
    yield from (f"- {_settled(view, each)}" for each in settled[:NAMED])
    if len(settled) > NAMED:
        yield f"… and {len(settled) - NAMED} more."


def _settled(view: CompetitionView, each: FixtureView) -> str:
    fixture = each.fixture
    assert fixture.settlement is not None, "it was settled"
    points = f" {fixture.points[0]}:{fixture.points[1]}" if fixture.points else ""
    how = SETTLED[fixture.settlement]
    if fixture.settlement is Settlement.PROVEN:
        how = f"{how}{_whose(view, each)}"
    return f"{_names(view, each)}{points}, {how}"


def _whose(view: CompetitionView, each: FixtureView) -> str:
    # Whose proven win it was, and where, if the points tell.
    fixture, (mine, theirs) = each.fixture, each.fixture.points or (0, 0)
    winner = fixture.first if mine > theirs else fixture.second
    if winner is None or mine == theirs:
        return ""
    where = f" in match {each.matches[0]}" if len(each.matches) == 1 else ""
    return f" of {_plain(view.entrant(winner))}{where}"


def _names(view: CompetitionView, each: FixtureView) -> str:
    both = (each.fixture.first, each.fixture.second)
    return " - ".join(_plain(view.entrant(number)) for number in both if number is not None)


def _plain(entrant: Entrant) -> str:
    return escape(entrant.called)

"""What stands beside the tables of a competition: who still plays whom, and how it was settled."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from bot.front.competitions.announcement import announcement_text, called_off_text
from bot.front.competitions.words import bold_name, running_text, season_title
from bot.front.discord.context import Client
from bot.front.discord.markdown import (
    escape,
    full_time,
    join_lines,
    mention,
    message_link,
    one_line,
)
from bot.games.phrases import comma_list, counted
from bot.model.competitions.competition import (
    Competition,
    Entrant,
    League,
    Phase,
    Presence,
    Settlement,
    TableRow,
)
from bot.model.records import MatchId
from bot.service.competitions.changing import CompetitionView, FixtureView

LINKED = 20
"""Matches whose boards are looked for: more would not fit into a message."""


async def board_links(
    client: Client, competition: Competition, fixtures: Iterable[FixtureView]
) -> dict[MatchId, str]:
    """Where the newest board of each match stands that still runs, of the first ones."""
    running = [number for each in fixtures for number in each.matches if number in each.running]
    found = dict[MatchId, str]()
    for number in running[:LINKED]:
        if board := await client.service.posts.last_board(number):
            found[number] = message_link(competition.guild, board.channel, board.message)
    return found


Describe: TypeAlias = Callable[[CompetitionView, int, Sequence[TableRow]], Iterable[str]]
"""What is said of a division, by number, and its table."""

CALLED = "Whose turn it is, is called where the match is played."

NAMED = 20
"""Fixtures that are listed one by one; the others are counted."""

SIGNED_OUT = (
    "Without a move in the whole season, and so not signed up any more: {who}. **Sign up** brings "
    "you back."
)

SETTLED: Mapping[Settlement, str] = {
    Settlement.PROVEN: "with a win by the engine's proof",
    Settlement.SHARED: "shared, as neither side is proven to win",
    Settlement.FORFEITED: "forfeited",
    Settlement.ANNULLED: "counts for nobody",
}


def head_text(view: CompetitionView) -> str:
    """How it stands, above its tables."""
    competition = view.competition
    match competition.phase:
        case Phase.SIGN_UP:
            return announcement_text(view)
        case Phase.RUNNING:
            return running_text(competition)
        case Phase.ENDED:
            return join_lines([_over(view), *_by_division(view, _winner)])
        case Phase.CALLED_OFF:
            return called_off_text(view)


def played_line(view: CompetitionView) -> str:
    """How many fixtures of those that are known have a result."""
    done = sum(each.fixture.settlement is not None for each in view.fixtures)
    return f"{done} of {counted(len(view.fixtures), 'fixture')} decided. {CALLED}"


def ended_lines(view: CompetitionView, league: League | None) -> Iterator[str]:
    """Who won, who goes up and down, and when the next season begins."""
    yield _over(view)
    if view.competition.league is not None:
        # First: of very many divisions the last find no room.
        yield _next_season(league)
    yield from _by_division(view, _ended)


def _over(view: CompetitionView) -> str:
    return f"{season_title(view.competition)} has ended."


def _by_division(view: CompetitionView, describe: Describe) -> Iterator[str]:
    for division, table in enumerate(view.tables, 1):
        where = f"Division {division}: " if len(view.tables) > 1 else ""
        if text := "; ".join(describe(view, division, table)):
            yield f"{where}{text}."


def _winner(view: CompetitionView, _: int, table: Sequence[TableRow]) -> Iterator[str]:
    first = [view.entrant(row.entrant) for row in table[:1]]
    if first and first[0].presence is Presence.IN:
        yield f"👑 {_mentioned(first)}"


def _ended(view: CompetitionView, division: int, table: Sequence[TableRow]) -> Iterator[str]:
    yield from _winner(view, division, table)
    up, down = view.moving.get(division, (0, 0))
    in_order = [view.entrant(row.entrant) for row in table]
    for name, some in (("up", in_order[:up]), ("down", in_order[len(in_order) - down :])):
        # Whoever has left makes room instead.
        if there := [each for each in some if each.presence is Presence.IN]:
            yield f"{name} {_mentioned(there)}"


def _mentioned(entrants: Sequence[Entrant]) -> str:
    # By mentions, which ping nobody where the message allows none.
    return comma_list([mention(e.person) if e.person else bold_name(e) for e in entrants])


def signed_out_line(people: Sequence[int]) -> str:
    """Who is not signed up any more, as they did nothing in the whole season."""
    named = [mention(each) for each in people[:NAMED]]
    more = [f"{len(people) - NAMED} more"] if len(people) > NAMED else []
    return SIGNED_OUT.format(who=comma_list([*named, *more]))


def _next_season(league: League | None) -> str:
    if league is None or league.begins is None:
        return "No other season is planned."
    begins = full_time(league.begins)
    return f"Season {league.season + 1} begins {begins}, for all who are signed up then."


def bye_lines(view: CompetitionView) -> Iterator[str]:
    """Who had a bye, whose points stand in no column of a table."""
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
    """How those fixtures came to their results that were not played to the end."""
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
    return f"{_names(view, each)}{points}, {SETTLED[fixture.settlement]}"


def _names(view: CompetitionView, each: FixtureView) -> str:
    both = (each.fixture.first, each.fixture.second)
    return " - ".join(_plain(view.entrant(number)) for number in both if number is not None)


def _plain(entrant: Entrant) -> str:
    return escape(one_line(entrant.called))

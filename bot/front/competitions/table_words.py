"""What is said beside the tables of a competition: who still plays whom, and how it was settled."""

from collections.abc import Iterator, Mapping, Sequence

from bot.front.competitions.announcement import announcement_text, called_off_text
from bot.front.competitions.words import ended_text, running_text
from bot.front.discord.markdown import escape, one_line
from bot.model.competitions.competition import Entrant, Phase, Settlement
from bot.model.records import MatchId
from bot.service.competitions.views import CompetitionView, FixtureView

NAMED = 20
"""Fixtures that are told one by one; the others are counted."""

SETTLED: Mapping[Settlement, str] = {
    Settlement.PROVEN: "won by the engine's proof",
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
            entrants = {each.number: each for each in view.entrants}
            return ended_text(competition, entrants, view.tables)
        case Phase.CALLED_OFF:
            return called_off_text(view)


def running_lines(
    view: CompetitionView, fixtures: Sequence[FixtureView], links: Mapping[MatchId, str]
) -> Iterator[str]:
    """The fixtures that are still played, with links to those of their matches that have one."""
    playing = [each for each in fixtures if each.matches]
    if not playing:
        return
    yield "**Still playing**"
    for each in playing[:NAMED]:
        yield f"- {_names(view, each)}: {', '.join(_match(n, links) for n in _running(each))}"
    if len(playing) > NAMED:
        yield f"… and {len(playing) - NAMED} more."


def _running(each: FixtureView) -> list[MatchId]:
    return [number for number in each.matches if number in each.running]


def _match(number: MatchId, links: Mapping[MatchId, str]) -> str:
    return f"[match {number}]({links[number]})" if number in links else f"match {number}"


def settled_lines(view: CompetitionView) -> Iterator[str]:
    """How those fixtures came to their results that were not played to the end."""
    told = [each for each in view.fixtures if each.fixture.settlement in SETTLED]
    if told:
        yield "**Not played to the end**"
    yield from (f"- {_settled(view, each)}" for each in told[:NAMED])
    if len(told) > NAMED:
        yield f"… and {len(told) - NAMED} more."


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

"""What fixtures come to: of the ends of their matches, or without any. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.games.core import Outcome
from bot.model.competitions.competition import Fixture, FixtureTerms, Presence, Settlement
from bot.model.results import WITHOUT_RESULT, match_points

CALLED_OFF = "called_off"
"""The reason of an end that counts for nobody."""

ADJUDICATED = "adjudicated"
"""The reason of an end by the date of a season or round: with a winner by proof, else shared."""


def settled_by_matches(
    fixture: Fixture, outcomes: Sequence[Outcome | None], terms: FixtureTerms
) -> Fixture | None:
    """The fixture with the result of its matches, of which the first one comes first; None while
    one of them runs, or has not begun. A match that was called off or abandoned counts for nobody;
    of a pair the other one counts alone."""
    if len(outcomes) < (2 if terms.pair else 1):
        return None
    ended = [each for each in outcomes if each]
    if len(ended) < len(outcomes):
        return None
    points = [
        match_points(outcome, first_seat)
        for first_seat, outcome in enumerate(ended, 1)
        if outcome.reason not in WITHOUT_RESULT
    ]
    if not points:
        return replace(fixture, settlement=Settlement.ANNULLED)
    first, second = map(sum, zip(*points, strict=True))
    return replace(fixture, points=(first, second), settlement=_settlement(ended))


def _settlement(ended: Sequence[Outcome]) -> Settlement:
    adjudicated = [each for each in ended if each.reason == ADJUDICATED]
    if not adjudicated:
        return Settlement.PLAYED
    is_proven = any(each.winners for each in adjudicated)
    return Settlement.PROVEN if is_proven else Settlement.SHARED


def forfeited(
    fixture: Fixture, presences: Mapping[int, Presence], terms: FixtureTerms
) -> Fixture | None:
    """The fixture, which has not begun, with the result it has because somebody is not in any
    more, by number; None where both are in. Where both are out it counts for nobody."""
    first, second = (
        presences[each] is Presence.IN for each in (fixture.first, fixture.second or fixture.first)
    )
    if first and second:
        return None
    if not first and not second:
        return replace(fixture, settlement=Settlement.ANNULLED)
    points = (terms.all_points, 0) if first else (0, terms.all_points)
    return replace(fixture, points=points, settlement=Settlement.FORFEITED)


def shared_unplayed(fixture: Fixture, terms: FixtureTerms) -> Fixture:
    """The fixture, which has not begun by the end of its round, with both having half of all."""
    half = terms.all_points // 2
    return replace(fixture, points=(half, half), settlement=Settlement.SHARED)

"""What leagues and tournaments may be."""

from collections.abc import Iterable
from random import Random

from bot.catalog import entry
from bot.games.phrases import comma_list
from bot.model.competitions.competition import FixtureTerms
from bot.model.refusals import Refused

LONGEST_NAME = 60
"""Characters of the name of a league or tournament."""


def require_name(name: str) -> None:
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(f"A name has 1 to {LONGEST_NAME} characters. Choose another.")


def require_new_name(name: str, taken: Iterable[str]) -> None:
    """Refuse a name that another one of the server has, as people choose by names."""
    if name.casefold() in (each.casefold() for each in taken):
        raise Refused(
            "That name is taken in this server, and with two of a name nobody could tell which is "
            "meant. Choose another name."
        )


def require_terms(terms: FixtureTerms) -> None:
    """Refuse what no two can play, or what does not end by itself."""
    offered = entry(terms.game)
    if 2 not in offered.players:
        raise Refused(f"{offered.name} is not for two, who meet here. Choose another game.")
    known = {option.name for option in offered.options}
    if unknown := sorted(set(terms.options) - known):
        raise Refused(f"{offered.name} has no {comma_list(unknown)}. Choose again.")
    # The dice of this trial are thrown away.
    offered.game.start(offered.game.prepare(dict(terms.options), 2, Random(0)))

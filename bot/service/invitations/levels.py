"""The bot's level in a match: what a challenge may ask for here, and what is agreed on."""

from collections.abc import Mapping
from dataclasses import replace

from bot.games.phrases import comma_list
from bot.model.commands import AskReplacement
from bot.model.events import Challenged
from bot.model.records import PersonId
from bot.model.refusals import Refused
from bot.model.terms import USUAL_TERMS
from bot.opponents.levels import DEEP as DEEP
from bot.opponents.levels import STANDING_IN, LevelWords, level_words, offered
from bot.opponents.levels import USUAL as USUAL


def offered_levels() -> Mapping[int, LevelWords]:
    """The levels that can be asked for in this process, by number, weakest first."""
    return {number: level_words(number) for number in offered()}


def level_name(number: int) -> str:
    """The name of a level, also of one that is not offered here."""
    return level_words(number).name


def level_played(agreed: int) -> int:
    """The level that the bot plays in this process when this one was agreed on: its strongest if
    that one is not offered here."""
    return min(agreed, offered()[-1])


def require_levels(asked: Challenged, robot: PersonId) -> None:
    """Refuse options for the bot if it has no seat, unknown levels, and ratings if the bot
    plays."""
    terms = asked.terms or USUAL_TERMS
    if terms.level is not None and terms.level not in offered():
        raise Refused(_not_offered(terms.level))
    if _has_seat(asked, robot):
        if terms.rated:
            raise Refused(
                "A match with me counts for no ratings. Ask for one that is not rated, or "
                "challenge somebody else."
            )
        return
    if terms.ladder:
        raise Refused("The ladder is climbed against me alone. Challenge me, or leave it out.")
    if terms.level is not None:
        raise Refused(
            "The level says how strong I play, and I have no seat in this match. Leave it out, or "
            "challenge me."
        )


def with_level(asked: Challenged, robot: PersonId, usual: int) -> Challenged:
    """The challenge with the `usual` level if the bot is asked and no level was given, and without
    a level if the bot is not asked."""
    terms = asked.terms or USUAL_TERMS
    if not _has_seat(asked, robot):
        terms = replace(terms, level=None, ladder=False)
    else:
        terms = replace(terms, level=usual if terms.level is None else terms.level)
    return replace(asked, terms=terms or None)


def level_after(asked: AskReplacement, robot: PersonId) -> int | None:
    """The level of the match after the replacement: see `Replaced`. Refuses one if the bot takes no
    seat over, and unknown levels."""
    if asked.successor.id == robot:
        level = STANDING_IN if asked.level is None else asked.level
        if level not in offered():
            raise Refused(_not_offered(level))
        return level
    if asked.level:
        raise Refused(
            "The level says how strong I play, and it is not I who takes that seat over. Leave it "
            "out, or name me as the successor."
        )
    return 0 if asked.leaving.id == robot else None


def _not_offered(level: int) -> str:
    names = [words.name for words in offered_levels().values()]
    if level != DEEP:
        return f"There is no level {level}. Choose one of {comma_list(names, 'or')}."
    return (
        f"I can't play at the level {level_name(level)} just now: it needs me to run as compiled "
        f"code, and here I don't. Choose another; the strongest is {names[-1]}."
    )


def _has_seat(asked: Challenged, robot: PersonId) -> bool:
    return robot in {person.id for person in asked.invited if person}

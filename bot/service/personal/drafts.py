"""A draft: the choices so far, what can be chosen next, and the result.

A draft belongs to one board; once the match has gone on it is obsolete.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from itertools import islice
from random import Random
from typing import Any

from bot.games.core import IllegalMove
from bot.games.guide import OUT_OF_STEP, Ranking, Step, unranked
from bot.games.shortening import is_short, spread
from bot.model.commands import Play
from bot.model.decide import decide
from bot.model.decide.requirements import is_current
from bot.model.exercises.attempt import NO_MATCH
from bot.model.fold import evolve, record_events
from bot.model.match import Match, Ply
from bot.model.ports import People
from bot.model.records import Draft, PersonId, Seq
from bot.service.limits import LimitBook
from bot.service.locks import change
from bot.service.personal.suggestions import legal_texts, ranking_for

LOOKED_AT = 240
"""Most steps that are searched for the moves that continue a draft."""


def new_draft(match: Match, person: PersonId) -> Draft:
    return Draft(person, match.id, match.board_seq)


PAD, COMPASS, DESTINATIONS = "pad", "compass", "destinations"
"""The ways to move: on a pad, in single directions, or straight to a destination."""


def next_step(match: Match, draft: Draft, moving: str = PAD) -> Step[Any]:
    """The next question of the draft. Raises IllegalMove if its keys do not fit the board.

    `moving` is the way to move, where the game has it. A draft that began in single directions or
    with a destination continues so.
    """
    return _fair(match, _asked(match, draft.keys, moving, ranking_for(match)))


def _asked(
    match: Match, keys: Sequence[str], moving: str = PAD, ranked: Ranking[Any] = unranked
) -> Step[Any]:
    rules = match.rules
    if moving == PAD and rules.pad:
        return rules.pad(match.position, spread(keys), ranked)
    if moving == COMPASS and not keys:
        return (rules.compass or rules.steps)(match.position, ())
    # The keys tell which way it is, where single directions have keys of their own.
    if rules.short and (is_short(keys) or not keys or rules.compass):
        return rules.short(match.position, spread(keys), ranked)
    return rules.steps(match.position, spread(keys))


def _fair(match: Match, step: Step[Any]) -> Step[Any]:
    # What a choice leads to gives exercises away; what is probably meant does, too, and is help
    # where hints are refused.
    if match.id == NO_MATCH:
        return step.untold()
    return step.impartial() if match.terms.counts else step


def whole_move(match: Match, draft: Draft) -> str | None:
    """The text of the move that the draft amounts to; None while it is incomplete."""
    if draft.move is not None:
        return draft.move
    return move_text(match, _asked(match, draft.keys))


def move_text(match: Match, step: Step[Any]) -> str | None:
    """The text of the move that the choices before a step make; None while there is none."""
    return None if step.move is None else match.rules.format(match.position, step.move)


def with_choice(match: Match, draft: Draft, key: str) -> Draft:
    """The draft with one more choice, and with any forced choices after it.

    When nothing is left to choose, the move is whole. Raises IllegalMove for a key that leads
    nowhere; those of buttons that were offered in another way before lead on.
    """
    if not spread([key]):
        raise IllegalMove(OUT_OF_STEP)
    longer = replace(draft, keys=(*draft.keys, key), move=None)
    step = _asked(match, longer.keys)
    while _is_forced(step):
        longer = replace(longer, keys=(*longer.keys, step.choices[0].key))
        step = _asked(match, longer.keys)
    move = None if step.choices else move_text(match, step)
    return _changed(longer, move=move, offers=())


def without_last_choice(match: Match, draft: Draft) -> Draft:
    """The draft without its last choice. A move that was not chosen step by step is dropped
    whole."""
    keys = draft.keys
    if keys and (draft.move is None or draft.move == move_text(match, _asked(match, keys))):
        keys = keys[:-1]
        while keys and _is_forced(_asked(match, keys)):
            keys = keys[:-1]
    return _changed(draft, keys=keys, move=None, offers=())


def with_typed_move(match: Match, draft: Draft, text: str, now: datetime) -> Draft:
    """The draft with a whole typed move. Raises PlayerError if it can't be played."""
    return with_whole_move(draft, match_after(match, draft.person, text, now).plies[-1].text)


def with_whole_move(draft: Draft, text: str) -> Draft:
    """The draft with the text of a move that is known to be legal."""
    return _changed(draft, move=text, offers=())


def with_offers(draft: Draft, offers: Sequence[str]) -> Draft:
    """The draft with these suggested moves to choose from."""
    return _changed(draft, move=None, offers=tuple(offers))


def cleared(draft: Draft) -> Draft:
    return _changed(draft, keys=(), move=None, offers=())


def match_after(match: Match, person: PersonId, text: str, now: datetime) -> Match:
    """The match after the person makes that move. Raises PlayerError if they can't."""
    # A move involves no chance; the service passes its dice to every command alike.
    events = decide(match, Play(person, text), now, Random(0))
    return reduce(evolve, record_events(events, match.seq, now), match)


def move_made_since(match: Match, seq: Seq, person: PersonId) -> Ply | None:
    """The move that the person made on the board of that event, if any."""
    made = next((ply for ply in match.plies if ply.seq > seq), None)
    if made is None or any(seq < undone.seq < made.seq for undone in match.undone):
        return None
    return made if match.mover_of(made).id == person else None


def promising(match: Match, draft: Draft, limit: int) -> list[str]:
    """Moves worth a look: those that continue the draft, the best for the mover first. Where the
    result counts they are the first in the order of the board."""
    ranked = ranking_for(match)
    if not draft.keys and ranked is not unranked:
        return legal_texts(match, "", limit)
    order = {text: place for place, text in enumerate(ranked(match.position))}
    texts: Iterable[str] = _going_on(match, draft.keys)
    if order:
        texts = sorted(texts, key=lambda text: order.get(text, len(order)))
    return [*islice(texts, limit)]


def _going_on(match: Match, keys: Sequence[str]) -> Iterator[str]:
    # The texts of the moves that continue the choices, each once.
    waiting, found = [tuple(keys)], set[str]()
    for place in range(LOOKED_AT):
        if place >= len(waiting):
            return
        step = _asked(match, waiting[place])
        text = move_text(match, step)
        if text is not None and text not in found:
            found.add(text)
            yield text
        waiting += [(*waiting[place], choice.key) for choice in step.choices]


def _is_forced(step: Step[Any]) -> bool:
    return step.move is None and len(step.choices) == 1


def _changed(draft: Draft, **changes: Any) -> Draft:
    return replace(draft, changes=draft.changes + 1, **changes)


@dataclass(frozen=True, slots=True, eq=False)
class DraftBook:
    """The drafts of all people: one for each person and match."""

    _store: People
    _limits: LimitBook

    async def current(self, match: Match, person: PersonId) -> Draft:
        """The person's draft on this board, or an empty one."""
        stored = await self._store.find_one(Draft, person=person, match=match.id)
        return stored if stored and is_current(match, stored.seq) else new_draft(match, person)

    async def change(self, match: Match, person: PersonId, step: Callable[[Draft], Draft]) -> Draft:
        """Change the person's draft, even if they change it meanwhile."""
        return await change(
            lambda: self.current(match, person), step, lambda after, _: self.save(after)
        )

    async def save(self, draft: Draft) -> bool:
        """Store the draft instead of the one it follows; False if another came first.

        Raises Refused if this one is new and the person has very many.
        """
        if draft.changes == 1:
            await self._limits.require_draft(draft.person)
        return await self._store.save_draft(draft)

"""Whoever does nothing in a whole season is signed out of its league at its end."""

from bot.model.competitions.competition import Competition
from bot.model.competitions.silence import did_nothing, was_away
from bot.model.ports import Store


async def silent_people(store: Store, season: Competition) -> list[int]:
    """Those who did nothing in it and were not on vacation, but for who has signed up since."""
    if season.league is None:
        return []
    members = {each.person: each for each in await store.members(season.league)}
    quiet = did_nothing(await store.results_in(season.number))
    return [
        person
        for person in sorted(quiet)
        if (member := members.get(person)) is None or member.since <= season.begins
        if not await _was_away(store, person, season)
    ]


async def _was_away(store: Store, person: int, season: Competition) -> bool:
    history = await store.calendar_history(person)
    return was_away(history, season.begins, season.ends)

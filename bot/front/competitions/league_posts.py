"""The post of each league in which people sign up."""

from dataclasses import replace
from datetime import timedelta

from bot.front.clock import utcnow
from bot.front.competitions.items import LEAGUE, CompetitionId
from bot.front.competitions.leagues import post_buttons, running_season
from bot.front.competitions.words import league_text
from bot.front.living import POSTED, LivingPost, Showing, in_words
from bot.model.places import LivingKind, PostState
from bot.service.competitions.leagues import NoSuchLeague

# How long a post is left alone after a change: all that comes meanwhile is one more.
CALM = timedelta(minutes=2)

# How long one that was deleted is left alone if no season is planned.
GONE = timedelta(days=30)


class LeaguePost(LivingPost):
    """The post of a league, until that is closed."""

    kind = LivingKind.LEAGUE

    async def show(self, state: PostState) -> Showing | None:
        book = self._client.service.leagues
        try:
            league = await book.league(state.subject)
        except NoSuchLeague:
            return None
        members = await book.members(league.number)
        text = league_text(league, members, await running_season(self._client, league))
        button = str(CompetitionId(LEAGUE, "join", league.number))
        content = in_words(button, content=text, view=post_buttons(league))
        return Showing(POSTED, content, calm=CALM)

    async def gone(self, state: PostState) -> PostState | None:
        # Deleting it may have had a reason: it comes back with the next season, or when a manager
        # changes the league.
        league = await self._client.service.leagues.league(state.subject)
        due = league.begins or utcnow() + GONE
        return replace(state, message=None, posted="", shown=-1, due=due)

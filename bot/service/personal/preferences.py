"""How people want to see and make moves: their own setting, the server's, then the default."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from bot.model.clock.time_control import control_key, days_a_move
from bot.model.ports import ForPosts, People
from bot.model.records import ChannelId, GuildId, PersonId
from bot.model.shape import fits, shapes


@dataclass(frozen=True, slots=True)
class Preferences:
    """The value of each setting; None if not set.

    `side` is whose side the board is seen from in private: `own` or `first`. `large` is large text,
    `coordinates` the names of the spaces. `confirm` asks before a typed move counts. `text` adds
    the board in plain characters to every private answer. `moving` is how a move is made with
    buttons: on the `pad`, which fits a phone, or in the ways from before, straight to
    `destinations` or by the `compass`. `closeups` draws drafts
    and the steps of a replay close up. `newcomers` is how many matches a newcomer may have in a
    server at once, 0 for any number; only servers set it. `challenges` says who may challenge the
    person: `all`, those they have `played`, or `nobody`; only people set it. So do they `puzzles`:
    whether what they missed in a match that is over is offered to them as one; and when their
    `prepared` answers are played: after a minute or two, `later`, or `at_once`.

    `spaces` are those that posted boards name: the `taken` ones, or `all`. A server sets it for all
    of its boards, and players for those of their matches.

    `listed` says whether the person is named in lists that servers see: of those who solved a
    puzzle of the day, and on leaderboards; only people set it.

    The rest is set by servers alone. `rated` says whether a challenge that does not say is rated.
    `channels` are those in which matches may begin, all if there are none. `time` is the key of the
    time control of challenges that ask for none. `verbosity` is how much of a move its posts tell:
    `all`, or `quiet`, the bare move. `posting` is how a server's matches are posted, as `Mode` of
    the places names it. `pictures` is how many they show of a turn with a chain: the board and a
    `close` one, or `one`.
    """

    theme: str | None = None
    side: str | None = None
    large: bool | None = None
    coordinates: bool | None = None
    confirm: bool | None = None
    text: bool | None = None
    moving: str | None = None
    closeups: bool | None = None
    newcomers: int | None = None
    challenges: str | None = None
    puzzles: bool | None = None
    channels: tuple[ChannelId, ...] | None = None
    time: str | None = None
    verbosity: str | None = None
    posting: str | None = None
    pictures: str | None = None
    spaces: str | None = None
    listed: bool | None = None
    rated: bool | None = None
    prepared: str | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The saved preferences; what this version does not know is ignored."""
        read: dict[str, Any] = {
            n: tuple(v) if isinstance(v, list) else v for n, v in values.items()
        }
        known = {shape.name: shape for shape in shapes(Preferences)}
        return cls(**{n: v for n, v in read.items() if n in known and fits(v, known[n])})

    def values(self) -> dict[str, Any]:
        every = ((each.name, getattr(self, each.name)) for each in fields(self))
        return {name: value for name, value in every if value is not None}

    def over(self, others: "Preferences") -> "Preferences":
        """These, with the others' values if not set here."""
        return replace(others, **self.values())


USUAL = Preferences(
    theme="classic",
    side="own",
    large=False,
    coordinates=True,
    confirm=True,
    text=False,
    moving="pad",
    closeups=True,
    newcomers=0,
    challenges="all",
    puzzles=True,
    channels=(),
    time=control_key(days_a_move(7)),
    verbosity="all",
    posting="auto",
    pictures="close",
    spaces="taken",
    listed=True,
    rated=False,
    prepared="later",
)
"""The defaults, if neither the person nor the server has set anything."""

PERSON, SERVER = "person", "guild"
"""The owners of stored preferences."""


def for_boards(common: Mapping[str, Any], own: Iterable[Mapping[str, Any]]) -> Preferences:
    """The effective preferences for posted boards, from those that are stored of their server and
    of each of their players."""
    asked = any(Preferences.of(each).spaces == "all" for each in own)
    found = Preferences.of(common).over(USUAL)
    return replace(found, spaces="all") if asked else found


def posted_preferences(found: ForPosts, players: Iterable[PersonId]) -> Preferences:
    """The same, as they were found with a match between these players."""
    stored, server = found.stored, found.summary.guild
    own = [stored.get((PERSON, each), {}) for each in players]
    return for_boards(stored.get((SERVER, server), {}) if server else {}, own)


@dataclass(frozen=True, slots=True, eq=False)
class PreferenceBook:
    """The saved preferences of people and servers."""

    _store: People

    async def of_person(self, person: PersonId, server: GuildId | None) -> Preferences:
        """The effective preferences of a person in a server, or in no server."""
        if server is None:
            return (await self.stored(PERSON, person)).over(USUAL)
        own, common = await self._store.preferences_there([person], server)
        mine = Preferences.of(own.get(person, {}))
        return mine.over(Preferences.of(common).over(USUAL))

    async def of_server(self, server: GuildId | None) -> Preferences:
        """The effective preferences in a server of people who have set nothing."""
        return (await self.stored(SERVER, server) if server else Preferences()).over(USUAL)

    async def of_posts(self, server: GuildId | None, players: Iterable[PersonId]) -> Preferences:
        """The effective preferences for the boards posted in a server of a match between these
        people."""
        own, common = await self._store.preferences_there(list(players), server)
        return for_boards(common, own.values())

    async def stored(self, scope: str, owner: int) -> Preferences:
        """What the person or server itself has set."""
        return Preferences.of(await self._store.preferences(scope, owner))

    async def change(
        self, scope: str, owner: int, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Change settings of the person or server; concurrent changes are both kept."""
        stored = await self._store.change_preferences(
            scope, owner, lambda before: change(Preferences.of(before)).values()
        )
        return Preferences.of(stored)

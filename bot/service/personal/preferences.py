"""How somebody likes to see and make moves: their own word, the server's, then the usual."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from bot.model.clock.time_control import control_key, days_a_move
from bot.model.ports import People
from bot.model.shape import fits, shapes


@dataclass(frozen=True, slots=True)
class Preferences:
    """What was said about each matter; None where nothing was.

    `side` is whose side the board is seen from in private: `own` or `first`. `large` is large
    text, `coordinates` the names of the spaces. `confirm` asks before a typed move counts. `text`
    adds the board in plain characters to every private answer. `moving` is how a piece is moved
    with buttons, where a game offers both: to `destinations`, or by the `compass`. `closeups` draws
    moves in the making and the steps of a replay close up. `newcomers` is how many matches a
    newcomer may have in a server at once, 0 for any number; no person's own word counts for it.
    `challenges` says who may challenge the person: `all`, those they have `played`, or `nobody`; no
    server's word counts for it. So it is with `puzzles`: whether what they missed in a match that
    is over is offered to them as one.

    `spaces` are those that posted boards name: the `taken` ones, or `all`. The server says so for
    all of its boards, and whoever plays for those of their matches.

    `listed` says whether the person is named in lists that servers see: of those who solved a
    puzzle of the day, and on leaderboards; no server's word counts for it.

    The rest is a server's word alone. `rated` says whether what comes of a challenge counts for the
    ratings where it says nothing itself. `channels` are those in which matches may be begun, all
    where there are none. `time` is the key of the time control of challenges that ask for none.
    `verbosity` is how much of a move its posts tell: `all`, or `quiet`, the bare move.
    `posting` is how a server's matches are posted, as `Mode` of the places names it; likewise.
    `pictures` is how many they show of a turn with a chain: the board and a `close` one, or `one`.
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
    channels: tuple[int, ...] | None = None
    time: str | None = None
    verbosity: str | None = None
    posting: str | None = None
    pictures: str | None = None
    spaces: str | None = None
    listed: bool | None = None
    rated: bool | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The preferences that were saved; what this version can't know is passed over."""
        read: dict[str, Any] = {
            n: tuple(v) if isinstance(v, list) else v for n, v in values.items()
        }
        known = {shape.name: shape for shape in shapes(Preferences)}
        return cls(**{n: v for n, v in read.items() if n in known and fits(v, known[n])})

    def values(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value is not None}

    def over(self, others: "Preferences") -> "Preferences":
        """These, and the others' where these say nothing."""
        return replace(others, **self.values())


USUAL = Preferences(
    theme="classic",
    side="own",
    large=False,
    coordinates=True,
    confirm=True,
    text=False,
    moving="destinations",
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
)
"""What holds where neither the person nor the server said anything."""

PERSON, SERVER = "person", "guild"
"""Whose word preferences are, as the store keeps them."""


@dataclass(frozen=True, slots=True, eq=False)
class PreferenceBook:
    """The preferences of people and servers, as they were saved."""

    _store: People

    async def of_person(self, person: int, server: int | None) -> Preferences:
        """What holds for somebody in a server, or in no server."""
        if server is None:
            return (await self.stored(PERSON, person)).over(USUAL)
        said, common = await self._store.preferences_there([person], server)
        own = Preferences.of(said.get(person, {}))
        return own.over(Preferences.of(common).over(USUAL))

    async def of_server(self, server: int | None) -> Preferences:
        """What holds for everybody in a server who has said nothing."""
        return (await self.stored(SERVER, server) if server else Preferences()).over(USUAL)

    async def of_posts(self, server: int | None, players: Iterable[int]) -> Preferences:
        """What holds for the boards that are posted in a server of a match between these people."""
        said, common = await self._store.preferences_there(list(players), server)
        found = Preferences.of(common).over(USUAL)
        asked = any(Preferences.of(each).spaces == "all" for each in said.values())
        return replace(found, spaces="all") if asked else found

    async def stored(self, scope: str, owner: int) -> Preferences:
        """What the person or server itself said."""
        return Preferences.of(await self._store.preferences(scope, owner))

    async def change(
        self, scope: str, owner: int, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Change what the person or server said; of two changes at once neither is lost."""
        stored = await self._store.change_preferences(
            scope, owner, lambda before: change(Preferences.of(before)).values()
        )
        return Preferences.of(stored)

"""A failing database: its own words for the operator, a sentence for the player."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bot.model.refusals import StoreTrouble
from bot.store.database import NEXT


@dataclass(frozen=True, slots=True)
class Troubles:
    """What one kind of database raises, and how it is told.

    `failures` come while players are served, `openings` also while a database is opened or kept.
    `describe` says what went wrong and what to do about it, `name` which database it is; neither
    tells a password.
    """

    failures: tuple[type[Exception], ...]
    openings: tuple[type[Exception], ...]
    describe: Callable[[BaseException], str]
    name: Callable[[Any], str] = str

    @contextmanager
    def for_player(self, sentence: str | Callable[[], str]) -> Iterator[None]:
        """Turn a failure into StoreTrouble for the player, whose cause is the failure.

        The sentence may depend on what happens meanwhile.
        """
        try:
            yield
        except self.failures as error:
            message = sentence if isinstance(sentence, str) else sentence()
            raise StoreTrouble(f"{message} {NEXT}") from error

    @contextmanager
    def for_operator(self, place: object) -> Iterator[None]:
        """Turn an error while opening or keeping a database into StoreTrouble that names it."""
        try:
            yield
        except self.openings as error:
            # What a malformed address is refused with may quote its password.
            cause = None if isinstance(error, ValueError) else error
            raise StoreTrouble(f"{self.name(place)}: {self.describe(error)}") from cause

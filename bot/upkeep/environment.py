"""The settings as the commands read them: what is wrong with one is told by its name."""

from pydantic import ValidationError

from bot.games.core import PlayerError
from bot.settings import Settings


def read_settings(**given: str) -> Settings:
    """What the environment says, and `given` in place of it. Raises PlayerError that names a
    variable it can't read."""
    try:
        return Settings(**given)  # type: ignore[arg-type] # texts, as the environment has them
    except ValidationError as error:
        faults = (
            f"BUMPBOT_{str(e['loc'][0]).upper()}: {e['msg'].removeprefix('Value error, ')}."
            for e in error.errors()
        )
        raise PlayerError("\n".join(faults)) from error

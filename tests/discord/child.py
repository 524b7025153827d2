"""The real bot in a process of its own, at the fake Discord.

`python -m bot`, but for what tests must have shorter or wrong, from the environment:
`FAKE_CLOCK` is by how many seconds its clock is wrong, `FAKE_LEASE` after how many a silent process
counts as dead, `FAKE_RETRY` how long a post rests whose try got lost, `FAKE_LOOK` how often it
looks whether another has its token, `FAKE_CALM` how long an outage lasts after its last trouble,
and until what failed is tried again. `FAKE_BASE` is where Discord itself is, while
`BUMPBOT_DISCORD_BASE` is a proxy that keeps its limits.
"""

import os
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

import discord


def _seconds(name: str) -> float | None:
    said = os.environ.get(name)
    return None if said is None else float(said)


def shift_clock(by: timedelta) -> None:
    """Make the clock wrong. Before anything of the bot is imported, which takes it by name."""
    from bot.telemetry import clock

    right: Callable[[], datetime] = discord.utils.utcnow
    discord.utils.utcnow = clock.system_time = lambda: right() + by


def shorten_lease(seconds: float) -> None:
    """Let a silent process count as dead sooner, and let it speak and look more often."""
    from bot.store.postgres import claims

    pace = claims.Pace(beat=seconds / 4, lease=seconds, poll=seconds / 2)
    claims.Pace = lambda: pace  # type: ignore[assignment, misc]
    import_module("bot.front.discord.sharding").LOOK = seconds  # type: ignore[attr-defined]


def shorten_retries(seconds: float) -> None:
    """Try again sooner what got lost, and rest less after trouble."""
    refusals: Any = import_module("bot.front.discord.refusals")
    old_buttons: Any = import_module("bot.front.posting.old_buttons")
    queue: Any = import_module("bot.service.queue")
    refusals.FIRST_WAIT = old_buttons.FIRST_WAIT = queue.REST = timedelta(seconds=seconds)


def look_more_often(seconds: float) -> None:
    import_module("bot.front.observing.other_bots").LOOK = seconds  # type: ignore[attr-defined]


def shorten_calm(seconds: float) -> None:
    """Let an outage be over sooner, and find out sooner whether what failed works again."""
    import_module("bot.telemetry.outages").CALM = seconds  # type: ignore[attr-defined]
    import_module("bot.front.observing.writing").BETWEEN = seconds  # type: ignore[attr-defined]
    import_module("bot.front.discord.request_budget").ASK_AGAIN = seconds  # type: ignore[attr-defined]


def prepare() -> None:
    if "bot.front.client" in sys.modules and {"FAKE_CLOCK", "FAKE_LEASE"} & os.environ.keys():
        # What takes these by name must not have been imported yet.
        os.execv(sys.executable, [sys.executable, "-m", "tests.discord.child", *sys.argv[1:]])
    if base := os.environ.get("FAKE_BASE"):
        import_module("bot.front.discord.sharding").use_base(base)
    for name, change in (
        ("FAKE_CLOCK", lambda seconds: shift_clock(timedelta(seconds=seconds))),
        ("FAKE_LEASE", shorten_lease),
        ("FAKE_RETRY", shorten_retries),
        ("FAKE_LOOK", look_more_often),
        ("FAKE_CALM", shorten_calm),
    ):
        seconds = _seconds(name)
        if seconds is not None:
            change(seconds)


if __name__ == "__main__":
    prepare()
    from bot.__main__ import main

    sys.exit(main())

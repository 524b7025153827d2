"""What is due, done step by step and not all at once."""

from datetime import datetime
from typing import Any

from bot.service.queue import DueSource


async def do_once(source: DueSource[Any], now: datetime) -> datetime | None:
    """Do once each that is due of a source. When there may be more; None where nothing was due."""
    times = [await source.do(each) or now for each in await source.due(now, 50)]
    return min(times, default=None)

"""Asks a running bot for its health."""

import json
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

PATIENCE = 10.0
"""Seconds to wait for an answer."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
"""The address to ask if a bot listens at every address of its machine."""


class Health(NamedTuple):
    """Whether the bot is well, and the sentence about it."""

    is_ok: bool
    sentence: str


def ask(host: str, port: int) -> Health:
    """The health of the bot that listens there."""
    host = EVERYWHERE.get(host, host)
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        with closing(HTTPConnection(host, port, timeout=PATIENCE)) as asked:
            asked.request("GET", "/health")
            answer = asked.getresponse()
            status, body = answer.status, answer.read()
    except (OSError, HTTPException) as error:
        return Health(False, f"No bot answers at {place} ({error}).")
    try:
        return gist(json.loads(body))
    except ValueError:
        return Health(False, f"What answers at {place} is no bot of this kind ({status}).")


WRONG = 5.0
"""Seconds from which on a clock is wrong."""

STALE = 48 * 3600.0
"""Seconds after which a backup every night has failed."""


def _backup(age: float | None) -> str:
    if age is None:
        return "there is no backup yet"
    text = f"the newest backup is {age / 3600:.0f} h old"
    return f"{text}: look into the log for “nightly backup”" if age > STALE else text


def gist(health: dict[str, Any]) -> Health:
    """The meaning of the answer. Raises ValueError if it is none."""
    try:
        status, gateway, store = str(health["status"]), health["gateway"], health["store"]
        oldest, shards = health["oldest_post_seconds"], health["shards"]
        up = sum(each["connected"] for each in shards)
    except (KeyError, TypeError) as error:
        raise ValueError("no answer of a bot") from error
    why = f" ({health['reason']})" if health.get("reason") else ""
    parts = [f"gateway {gateway} ({up} of {len(shards)} shards)", f"store {store}{why}"]
    if oldest and oldest >= 1:
        parts.append(f"the oldest post waits {oldest:.0f} s")
    if refused := health.get("commands_refused"):
        parts.append(f"Discord did not take the commands ({refused})")
    if another := health.get("another_bot"):
        parts.append(another)
    if refused := health.get("emojis_refused"):
        parts.append(f"Discord did not take the drawn pieces ({refused})")
    ahead = float(health.get("clock_ahead_seconds") or 0.0)
    if abs(ahead) >= WRONG:
        way = "ahead of" if ahead > 0 else "behind"
        parts.append(f"this machine's clock is {abs(ahead):.0f} s {way} Discord's")
    if health.get("backups_made"):
        parts.append(_backup(health.get("backup_age_seconds")))
    if failed := health.get("backup_failed"):
        parts.append(f"the last backup failed ({failed})")
    return Health(status == "ok", f"{status}: {', '.join(parts)}.")

"""The bot's metrics, under the names that dashboards and alerts use.

No label has an unbounded set of values: kinds, games, lanes, shards and statuses, never ids.
"""

import math

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

REGISTRY = CollectorRegistry()
"""All metrics."""

for _collector in (ProcessCollector, PlatformCollector, GCCollector):
    _collector(registry=REGISTRY)

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds: what happens inside a machine."""

WAITED = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0, 30.0)
"""Seconds: what people wait for. Discord waits three for an acknowledgement."""


def _counter(name: str, meaning: str, *labels: str) -> Counter:
    return Counter(f"bumpbot_{name}", meaning, labels, registry=REGISTRY)


def _gauge(name: str, meaning: str, *labels: str) -> Gauge:
    return Gauge(f"bumpbot_{name}", meaning, labels, registry=REGISTRY)


def _seconds(
    name: str, meaning: str, *labels: str, buckets: tuple[float, ...] = QUICK
) -> Histogram:
    return Histogram(f"bumpbot_{name}_seconds", meaning, labels, buckets=buckets, registry=REGISTRY)


INTERACTIONS = _counter("interactions", "Interactions that came", "kind", "action")
ACKNOWLEDGED = _seconds(
    "acknowledgement", "From an interaction to its acknowledgement", "kind", buckets=WAITED
)
ANSWERED = _seconds("answer", "From an interaction to its answer", "kind", buckets=WAITED)
ERRORS = _counter("errors", "Interactions that ended otherwise than asked for", "kind")
LOG_LINES = _counter("log_lines", "Lines written to the log", "level")

POSTS = _counter("posts", "Tries to post, by what became of them", "outcome")
POSTS_WAITING = _gauge("posts_waiting", "Posts that wait to be made, all processes together")
POSTS_REFUSED = _gauge("posts_refused", "Posts that wait because Discord refused them")
OLDEST_POST = _gauge("oldest_post_seconds", "How long the oldest post waits that is not refused")

PICTURES = _seconds("picture", "Drawing one picture", "game", "lane")
LANE_WAITING = _gauge("lane_waiting", "Work that waits for a thread", "lane")
LANE_WAITED = _seconds("lane_wait", "From asking for work to its beginning", "lane")
LANE_WORKED = _seconds("lane_work", "Work in a thread", "lane")

REQUESTS = _counter("discord_requests", "Requests to Discord", "route", "status")
REQUEST_TIME = _seconds("discord_request", "One request to Discord", "route", buckets=WAITED)
LIMITED = _counter("discord_limited", "Requests of which Discord said 429", "scope")
INVALID = _gauge("discord_invalid_requests", "Answers 401, 403 and 429 in the last ten minutes")

GATEWAY_READY = _gauge("gateway_connected", "Whether a shard is connected", "shard")
GATEWAY_LATENCY = _gauge("gateway_latency_seconds", "From a heartbeat to its answer", "shard")
SESSIONS_LEFT = _gauge("sessions_left", "Sessions that Discord lets the bot begin until the reset")
SESSIONS_LEFT.set(math.nan)  # Until Discord says how many.
GATEWAY_EVENTS = _counter("gateway_events", "Connections made, resumed and lost", "shard", "event")

STORE_CALLS = _seconds("store_call", "One call of the store, from asking to answer", "call")
STORE_FAILURES = _counter("store_failures", "Calls of the store that failed", "call", "error")
STORE_UP = _gauge("store_up", "Whether the store can be read and written, by the last tries")
CLOCK_AHEAD = _gauge("clock_ahead_seconds", "How far this machine's clock is ahead of Discord's")

OVERDUE = _gauge("overdue_seconds", "How long the oldest work of a kind is due", "kind")
OTHER_BOT = _gauge("other_bot", "Whether another bot with this token is at work")
BACKUP_AGE = _gauge("backup_age_seconds", "How old the newest backup is, infinity for none")

MATCHES = _gauge("matches", "Open matches, all processes together", "game", "status")
EVENTS = _counter("events_appended", "Events written", "game")
MOVES = _counter("moves_played", "Moves played", "game")

EXERCISES = _counter(
    *("exercises", "What was done in exercises, up to when each was first reached"),
    *("kind", "game", "about", "milestone"),
)
NEWCOMERS = _gauge(
    *("newcomers", "Those who began a lesson a week or two ago, by when they first played"),
    "first_match",
)

LOOP_LAG = _seconds("event_loop_lag", "How late the event loop comes to what is due")

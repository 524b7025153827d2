"""What `/health` says, and that the board for Grafana asks for what the bot tells."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from math import inf
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yaml
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.model.refusals import StoreTrouble
from bot.telemetry import condition
from bot.telemetry.asking import ask, gist
from bot.telemetry.clock import DiscordClock
from bot.telemetry.condition import Backups, Gateway, Load, Monitor, Newcomers, Sources
from bot.telemetry.metrics import REGISTRY
from bot.telemetry.server import application, serving
from bot.telemetry.timing import observed, watch
from tests.helpers.playing import known

LOAD = Load(
    3, 1, 4.5, {("bump", "running"): 2, ("bounce", "invited"): 1}, {"league": 90.0, "match": 0.0}
)


async def load() -> Load:
    return LOAD


async def trouble() -> Load:
    raise StoreTrouble("the database is away")


def ready() -> Gateway:
    gateway = Gateway()
    gateway.note(0, "connected")
    gateway.note_ready()
    return gateway


def monitor(
    gateway: Gateway, workload: Callable[[], Awaitable[Load] | None] = load, fresh: float = 0.0
) -> Monitor:
    return Monitor(Sources(gateway, lambda: [(0, 0.04)], workload, lambda: 7), fresh)


def value(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"bumpbot_{name}", labels)


async def test_a_bot_that_does_its_work_is_ok() -> None:
    found = await monitor(ready()).condition()
    assert (found.status, found.gateway, found.store) == ("ok", "ready", "ok")
    assert found.oldest_post_seconds == 4.5
    assert json.loads(json.dumps(found.as_json()))["shards"] == [
        {"id": 0, "connected": True, "latency_seconds": 0.04}
    ]
    assert value("posts_waiting") == 3
    assert value("posts_refused") == 1
    assert value("matches", game="bounce", status="invited") == 1
    assert value("discord_invalid_requests") == 7
    assert value("gateway_latency_seconds", shard="0") == 0.04
    assert value("overdue_seconds", kind="league") == 90
    assert value("other_bot") == 0


async def test_another_bot_shows_in_the_metrics() -> None:
    sources = Sources(ready(), list, load, another_bot=lambda: "another bot is at work")
    await Monitor(sources).condition()
    assert value("other_bot") == 1


@pytest.mark.parametrize(
    ("age", "said"),
    [
        (None, None),
        (inf, "there is no backup yet"),
        (10 * 3600.0, "the newest backup is 10 h old"),
        (50 * 3600.0, "50 h old: look into the log"),
    ],
)
async def test_the_age_of_the_newest_backup_is_known(age: float | None, said: str | None) -> None:
    failed = "the disk is full" if age == inf else None
    look = None if age is None else lambda: Backups(age or 0.0, failed)
    sources = Sources(ready(), lambda: [(0, 0.04)], load, backups=look)
    found = (await Monitor(sources).condition()).as_json()
    sentence = gist(json.loads(json.dumps(found, allow_nan=False))).sentence
    assert (said or "store ok") in sentence
    assert said or "backup" not in sentence
    assert ("the last backup failed (the disk is full)" in sentence) == bool(failed)
    if age is not None:
        assert value("backup_age_seconds") == age


@pytest.mark.parametrize(
    ("wrong", "said"), [(3600, "3600 s ahead of Discord's"), (-9, "9 s behind Discord's"), (3, "")]
)
async def test_a_wrong_clock_is_known(wrong: int, said: str) -> None:
    clock = DiscordClock(lambda: datetime.now(UTC) + timedelta(seconds=wrong))
    sources = Sources(ready(), lambda: [(0, 0.04)], load, clock=clock)
    assert (await Monitor(sources).condition()).clock_ahead_seconds is None
    clock.note(format_datetime(datetime.now(UTC), usegmt=True))
    found = await Monitor(sources).condition()
    assert found.clock_ahead_seconds == pytest.approx(wrong, abs=1)
    assert value("clock_ahead_seconds") == pytest.approx(wrong, abs=1)
    sentence = gist(found.as_json()).sentence
    assert ("this machine's clock" in sentence) == bool(said)
    assert said[2:] in sentence


async def test_without_a_store_it_is_starting() -> None:
    found = await monitor(Gateway(), lambda: None).condition()
    assert (found.status, found.gateway, found.store) == ("starting", "connecting", "not open")
    connected = Gateway()
    connected.note(0, "connected")
    assert (await monitor(connected).condition()).status == "starting"


async def test_health_follows_a_store_that_fails_and_recovers() -> None:
    answers = [trouble, load]
    watched = monitor(ready(), lambda: answers.pop(0)())
    found = await watched.condition()
    assert (found.status, found.store, value("store_up")) == ("failing", "failing", 0)
    found = await watched.condition()
    assert (found.status, found.store, value("store_up")) == ("ok", "ok", 1)


async def test_a_store_that_never_answers_is_failing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stuck() -> Load:
        await asyncio.Event().wait()
        return LOAD

    monkeypatch.setattr(condition, "PATIENCE", 0.0)
    assert (await monitor(ready(), stuck).condition()).store == "failing"


async def test_a_lost_shard_may_be_away_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(condition, "monotonic", lambda: now[0])
    gateway = ready()
    gateway.note(0, "lost")
    watched = monitor(gateway)
    found = await watched.condition()
    assert (found.status, found.gateway) == ("ok", "lost")
    now[0] += condition.GRACE + 1
    gateway.note(0, "lost")  # Tried in vain meanwhile.
    assert (await watched.condition()).status == "failing"
    gateway.note(0, "resumed")
    found = await watched.condition()
    assert (found.status, found.gateway) == ("ok", "ready")


async def test_the_store_is_asked_only_now_and_then() -> None:
    asked: list[int] = []

    async def counted() -> Load:
        asked.append(1)
        return LOAD

    watched = monitor(ready(), counted, fresh=3600)
    await asyncio.gather(*(watched.condition() for _ in range(5)))
    assert asked == [1]


async def test_a_game_without_open_matches_is_told_of_no_more() -> None:
    await monitor(ready()).condition()

    async def fewer() -> Load:
        return Load(0, 0, None, {})

    await monitor(ready(), fewer).condition()
    assert value("matches", game="bump", status="running") is None
    assert value("overdue_seconds", kind="league") is None
    assert value("oldest_post_seconds") == 0


@pytest.mark.parametrize(("workload", "ok"), [(load, True), (trouble, False)])
async def test_the_answer_over_http_is_read_into_a_sentence(
    workload: Callable[[], Awaitable[Load]], ok: bool
) -> None:
    async with TestServer(application(monitor(ready(), workload))) as server:
        found = await asyncio.to_thread(ask, "127.0.0.1", known(server.port))
    assert found.is_ok is ok
    said = "ok: gateway ready (1 of 1 shards), store ok, the oldest post waits 4 s."
    assert found.sentence == said if ok else found.sentence.startswith("failing: ")


@pytest.mark.parametrize("body", ["", "[]", '{"status": "ok"}', "<html>"])
@pytest.mark.parametrize("status", [200, 404])
async def test_another_server_is_no_bot(body: str, status: int) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(text=body, status=status)

    app = web.Application()
    app.add_routes([web.get("/health", answer)])
    async with TestServer(app) as server:
        found = await asyncio.to_thread(ask, "127.0.0.1", known(server.port))
    assert not found.is_ok
    assert found.sentence.endswith(".")


async def test_nothing_is_served_unless_it_is_asked_for() -> None:
    async with serving(None, Sources(Gateway(), list, lambda: None)):
        assert len(asyncio.all_tasks()) == 1


async def test_requests_are_counted_by_what_they_are_for() -> None:
    async def limited(_: web.Request) -> web.Response:
        return web.Response(status=429, headers={"X-RateLimit-Scope": "shared"})

    app = web.Application()
    app.add_routes([web.get("/{any:.*}", limited)])
    before = value("discord_limited_total", scope="shared") or 0
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[watch(aiohttp.TraceConfig())]) as session,
    ):
        for path in (
            *("/api/v10/channels/123/messages/456", "/api/v10/webhooks/1/token/messages/@original"),
            *("/attachments/secret.png", "/?v=10&encoding=json", "/api/v10/unheard-of/1"),
        ):
            await (await session.get(server.make_url(path))).read()
        nowhere = server.make_url("/api/v10/guilds/5")
        await server.close()
        with pytest.raises(aiohttp.ClientError):
            await session.get(nowhere)
    counted = {
        route: value("discord_requests_total", route=route, status="429")
        for route in ("channels/messages", "webhooks/messages", "files", "gateway", "other")
    }
    assert counted == dict.fromkeys(counted, 1)
    assert value("discord_requests_total", route="guilds", status="none") == 1
    assert value("discord_limited_total", scope="shared") == before + 5


class SomeStore:
    def __init__(self) -> None:
        self.path = "a"

    async def append(self, number: int, *, fails: bool = False) -> int:
        if fails:
            raise StoreTrouble("no")
        return number + 1

    async def close(self) -> None:
        self.path = "closed"


async def test_a_store_is_timed_and_looked_at_after_what_was_done() -> None:
    inner, seen = SomeStore(), list[int]()
    store = observed(inner, {"append": lambda number, **_: seen.append(number)})
    before = value("store_call_seconds_count", call="append") or 0
    assert await store.append(1) == 2
    with pytest.raises(StoreTrouble):
        await store.append(5, fails=True)
    assert seen == [1]
    assert value("store_call_seconds_count", call="append") == before + 2
    assert value("store_failures_total", call="append", error="StoreTrouble") == 1
    await store.close()
    assert (inner.path, store.path) == ("closed", "closed")


# Newcomers


class Asked:
    """Answers with these counts, one after another, or raises them."""

    def __init__(self, *answers: int | Exception) -> None:
        self.answers = [*answers]

    async def __call__(self) -> Mapping[str, int]:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return {"before": answer}


async def test_scrapes_ask_once_and_health_never() -> None:
    asked = Asked(5, 6)
    sources = Sources(Gateway(), list, lambda: None, newcomers=asked)
    async with (
        TestServer(application(Monitor(sources))) as server,
        aiohttp.ClientSession() as session,
    ):
        await session.get(server.make_url("/health"))
        assert len(asked.answers) == 2
        for _ in range(3):
            answer = await session.get(server.make_url("/metrics"))
            assert 'bumpbot_newcomers{first_match="before"} 5.0' in await answer.text()
    assert asked.answers == [6]


async def test_where_the_store_fails_the_number_before_stands() -> None:
    often = Newcomers(Asked(3, StoreTrouble("away"), 4), every=0)
    for expected in (3, 3, 4):
        await often.tell()
        assert value("newcomers", first_match="before") == expected


async def test_nobody_waits_for_a_store_that_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stuck() -> Mapping[str, int]:
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr(condition, "PATIENCE", 0.0)
    await Newcomers(stuck).tell()


async def test_before_a_store_is_open_nothing_is_lost() -> None:
    asked = Asked(8)
    is_open = [False, True]
    seldom = Newcomers(lambda: asked() if is_open.pop(0) else None)
    await seldom.tell()
    await seldom.tell()
    assert value("newcomers", first_match="before") == 8


DOCS = Path(__file__).parents[2] / "docs"
BOARD: dict[str, Any] = json.loads((DOCS / "grafana.json").read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = [each for each in BOARD["panels"] if each["type"] != "row"]
EXPRESSIONS = [target["expr"] for panel in PANELS for target in panel["targets"]]
ALERTS = yaml.safe_load((DOCS / "alerts.yaml").read_text(encoding="utf-8"))["groups"][0]["rules"]
RULES = [rule["expr"] for rule in ALERTS if rule["alert"] != "Gone"]
"""What alerts ask for; whether a bot is there is known by Prometheus itself."""


NAME = re.compile(r"\b(?:bumpbot|process|python)_\w+")
FUNCTIONS = {
    "abs",
    "count",
    "histogram_quantile",
    "increase",
    "max",
    "min",
    "rate",
    "sum",
    "topk",
    "vector",
}
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
BESIDE = {"process_resident_memory_bytes", "process_cpu_seconds_total"}
"""What the board shows of that which every Python program tells."""


def metrics() -> dict[str, tuple[str, ...]]:
    """Every series that may be asked for, and its labels."""
    return {
        f"{metric.name}{suffix}": tuple(getattr(collector, "_labelnames", ()))
        for collector in REGISTRY._collector_to_names
        for metric in collector.collect()
        for suffix in SUFFIXES.get(metric.type, ("",))
    }


def bare(names: Iterable[str]) -> set[str]:
    """Names of series without what Prometheus adds to them."""
    return {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in names}


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *RULES])
def test_the_board_asks_for_what_is_told(expression: str) -> None:
    series = metrics()
    names = NAME.findall(expression)
    assert names
    assert not [name for name in names if name not in series]
    labels = {"instance", "le", *(label for name in names for label in series[name])}
    grouped = re.findall(r"by \(([^)]*)\)", expression)
    matched = re.findall(r'(\w+)(?:=~|=|!~|!=)"', expression)
    asked = {part.strip() for group in grouped for part in group.split(",")} | set(matched)
    assert asked <= labels, asked - labels


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *RULES])
def test_the_questions_are_well_formed(expression: str) -> None:
    for opening, closing in ("()", "{}", "[]"):
        assert expression.count(opening) == expression.count(closing)
    assert {*re.findall(r"(\w+)(?: by \([^)]*\))? ?\(", expression)} - {"by"} <= FUNCTIONS
    # A counter only means something by how fast it grows.
    for counter in re.findall(r"\b\w+_(?:total|bucket|sum|count)\b(?=\{|\[|\))", expression):
        assert re.search(rf"(?:rate|increase)\({counter}", expression), counter


def test_everything_of_the_bot_is_on_the_board() -> None:
    asked = {name for expression in EXPRESSIONS for name in NAME.findall(expression)}
    ours = {name for name in bare(metrics()) if "bumpbot" in name}
    assert ours - bare(asked) == set()
    assert asked >= BESIDE


def test_every_legend_names_a_label_that_is_there() -> None:
    for panel in PANELS:
        for target in panel["targets"]:
            for label in re.findall(r"{{(\w+)}}", target["legendFormat"]):
                names = NAME.findall(target["expr"])
                assert label == "instance" or any(label in metrics()[name] for name in names), panel


def test_the_board_is_one_that_grafana_takes() -> None:
    assert BOARD["schemaVersion"] >= 39
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
    assert {each["name"] for each in BOARD["templating"]["list"]} == {"datasource", "instance"}
    for panel in PANELS:
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        assert panel["title"]
        assert panel["fieldConfig"]["defaults"]["unit"]
        place = panel["gridPos"]
        assert 0 <= place["x"] <= place["x"] + place["w"] <= 24
    spots = [(p["gridPos"]["x"], p["gridPos"]["y"]) for p in BOARD["panels"]]
    assert len(set(spots)) == len(spots)


def test_every_number_is_explained() -> None:
    page = (DOCS / "watching.md").read_text(encoding="utf-8")
    explained = bare(NAME.findall(page))
    ours = {name for name in bare(metrics()) if "bumpbot" in name}
    assert explained >= ours
    unknown = {n for n in explained if n.startswith("bumpbot_")} - ours
    assert not unknown

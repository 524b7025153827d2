"""The HTTP server of the bot's state: `/metrics` for Prometheus and `/health`."""

import asyncio
import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.telemetry.condition import Monitor, Sources
from bot.telemetry.metrics import LOOP_LAG, REGISTRY

if TYPE_CHECKING:
    from aiohttp import web

INTERVAL = 0.5
"""Seconds between two looks at how late the event loop is."""


@asynccontextmanager
async def serving(address: tuple[str, int] | None, sources: Sources) -> AsyncIterator[None]:
    """Serve at that address meanwhile; without one, nothing. Raises OSError that names it."""
    if address is None:
        yield
        return
    # Here: a bot without an address needs no server.
    from aiohttp import web

    runner = web.AppRunner(application(Monitor(sources)), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    watching = asyncio.create_task(watch_loop())
    try:
        await _listen(runner, *address)
        yield
    finally:
        watching.cancel()
        await runner.cleanup()


async def _listen(runner: "web.AppRunner", host: str, port: int) -> None:
    from aiohttp import web

    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        is_taken = error.errno == errno.EADDRINUSE
        why = "another program has that port" if is_taken else error.strerror or str(error)
        next_ = "choose another port" if is_taken else "name an address of this machine, or a port"
        message = (
            f"BUMPBOT_METRICS: {host}:{port} can't be listened at ({why}); {next_}, or leave it out"
        )
        raise OSError(error.errno, message) from error


def application(monitor: Monitor) -> "web.Application":
    """The application with the two routes."""
    from aiohttp import web

    async def tell_metrics(_: web.Request) -> web.Response:
        await monitor.tell_all()
        body = await asyncio.to_thread(generate_latest, REGISTRY)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def tell_health(_: web.Request) -> web.Response:
        found = await monitor.condition()
        status = 200 if found.status == "ok" else 503
        return web.json_response(found.as_json(), status=status)

    app = web.Application()
    app.add_routes([web.get("/metrics", tell_metrics), web.get("/health", tell_health)])
    return app


async def watch_loop() -> None:
    """Measure how late the event loop runs due work, forever."""
    with suppress(asyncio.CancelledError):
        while True:
            due = perf_counter() + INTERVAL
            await asyncio.sleep(INTERVAL)
            LOOP_LAG.observe(max(0.0, perf_counter() - due))

"""A way to a PostgreSQL server on which things get lost."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit


class Lost(Enum):
    """What gets lost of a request; the connection is cut with it."""

    REQUEST = "the request itself"
    ANSWER = "the answer, when the server has done it"
    LATE = "the answer, and the request reaches the server late"


@dataclass
class Proxy:
    """Passes everything on until told not to."""

    server: str
    cut: int = 0
    """Connections that were cut because of what was to get lost."""

    _upstream: tuple[str, int] = ("", 0)
    _listening: asyncio.Server | None = None
    _port: int = 0
    _wanted: list[tuple[bytes, Lost]] = field(default_factory=list)
    _open: set[asyncio.StreamWriter] = field(default_factory=set)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    async def start(self) -> Self:
        """Take connections, at the same port as before if there was one."""
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        self._port = self._listening.sockets[0].getsockname()[1]
        return self

    async def stop(self) -> None:
        """Cut everything, and take no connections any more."""
        assert self._listening
        self._listening.close()
        self.cut_all()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._listening.wait_closed()

    @property
    def address(self) -> str:
        query = re.sub(r"host=[^&]*&?", "", urlsplit(self.server).query)
        return f"postgresql://postgres@127.0.0.1:{self._port}/postgres?sslmode=disable&{query}"

    def lose(self, what: Lost, where: bytes) -> None:
        """That gets lost of the next request with these bytes in it."""
        self._wanted.append((where, what))

    def cut_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._open.add(writer)
        there: asyncio.StreamWriter | None = None
        try:
            answers, there = await self._connect()
            passing = asyncio.create_task(self._pass_back(answers, writer))
            try:
                await self._pass_on(reader, there, passing, writer)
            finally:
                passing.cancel()
                await asyncio.gather(passing, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass  # Cut from one side or the other.
        finally:
            self._open.discard(writer)
            for each in filter(None, (writer, there)):
                each.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        parts = urlsplit(self.server)
        folder = parse_qs(parts.query).get("host", [""])[0]
        if folder:
            return await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.5432")
        return await asyncio.open_connection(parts.hostname, parts.port)

    async def _pass_on(
        self,
        reader: asyncio.StreamReader,
        there: asyncio.StreamWriter,
        passing: "asyncio.Task[None]",
        writer: asyncio.StreamWriter,
    ) -> None:
        while request := await reader.read(1 << 20):
            what = self._of(request)
            if what is None:
                there.write(request)
                continue
            self.cut += 1
            passing.cancel()
            if what is Lost.ANSWER:
                there.write(request)
                await there.drain()
                await asyncio.sleep(0.2)
            writer.transport.abort()
            if what is Lost.LATE:
                await asyncio.sleep(0.4)
                there.write(request)
                await there.drain()
                await asyncio.sleep(0.2)
            return

    def _of(self, request: bytes) -> Lost | None:
        for each in self._wanted:
            where, what = each
            if where in request:
                self._wanted.remove(each)
                return what
        return None

    async def _pass_back(self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while answer := await answers.read(1 << 20):
            writer.write(answer)
        writer.transport.abort()


@asynccontextmanager
async def proxy_to(server: str) -> AsyncIterator[Proxy]:
    started = await Proxy(server).start()
    try:
        yield started
    finally:
        await started.stop()

"""A line to the database that can be cut, and a database that can be restarted."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

PIECE = 1 << 16


class Line:
    """Passes on what is said between the bots and the database, until it is cut."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        query = parse_qs(parts.query)
        self._socket = query["host"][0] if "host" in query else None
        self._to = (parts.hostname or "127.0.0.1", parts.port or 5432)
        self._open: set[asyncio.StreamWriter] = set()
        self.port = 0

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._socket:
            path = Path(self._socket) / f".s.PGSQL.{self._to[1]}"
            return await asyncio.open_unix_connection(str(path))
        return await asyncio.open_connection(*self._to)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from its beginning to its end."""
        try:
            there, back = await self._connect()
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, back}
        try:
            await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
        finally:
            self._open -= {writer, back}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                writer.write(piece)
                await writer.drain()
        writer.close()

    def cut(self) -> None:
        """Break every connection, whatever is under way on it."""
        for writer in list(self._open):
            writer.transport.abort()


@asynccontextmanager
async def line_to(address: str) -> AsyncIterator[tuple[Line, str]]:
    """A line to the database of that address, and the address at its near end."""
    line = Line(address)
    server = await asyncio.start_server(line.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    parts = urlsplit(address)
    kept = "&".join(each for each in parts.query.split("&") if not each.startswith("host="))
    user = parts.netloc.rpartition("@")[0]
    try:
        yield line, f"postgresql://{user}@127.0.0.1:{port}{parts.path}?{kept}"
    finally:
        server.close()
        line.cut()


def kill_backend(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)

"""The fake Discord's gateway: sessions with shards, heartbeats, and what was missed given again."""

import json
import secrets
import zlib
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.model.records import GuildId
from tests.discord.fake.records import Guild, User, guild_body, user_body

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, BEATEN = 0, 1, 2, 6, 7, 9, 10, 11

AUTHENTICATION_FAILED, INVALID_SHARD = 4004, 4010
"""Codes with which the gateway closes for good."""


class Connection:
    """One WebSocket, compressed as the client asked."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self._socket = socket
        self._zlib = zlib.compressobj() if compressed else None

    @property
    def is_open(self) -> bool:
        return not self._socket.closed

    async def send(self, op: int, data: Any = None, **more: Any) -> None:
        """Send a message, if anybody is still there."""
        text = json.dumps({"op": op, "d": data, "s": None, "t": None} | more)
        try:
            if self._zlib is None:
                await self._socket.send_str(text)
                return
            packed = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
            await self._socket.send_bytes(packed)
        except (ConnectionError, RuntimeError):
            return

    async def close(self, code: int) -> None:
        await self._socket.close(code=code)

    def abort(self) -> None:
        """End it as a broken line does, without a word."""
        transport = self._socket._req.transport if self._socket._req else None
        if transport is not None:
            transport.abort()


@dataclass(eq=False)
class Session:
    """A shard of a process, over one connection after another."""

    id: str
    token: str
    shard: int
    shards: int
    connection: Connection | None = None
    number: int = 0
    sent: list[tuple[str, Any]] = field(default_factory=list)
    was_cut: bool = False
    """Whether the fake itself ended the connection, so that the process will resume."""

    def serves(self, guild: GuildId | None) -> bool:
        """Whether what happens in that server, or in direct messages, goes to it."""
        return (0 if guild is None else (guild >> 22) % self.shards) == self.shard

    async def dispatch(self, event: str, data: Any) -> None:
        """Tell it what happened; kept for when it resumes."""
        self.sent.append((event, data))
        await self._send(len(self.sent))

    async def repeat_after(self, number: int) -> None:
        """Tell again what came after that number."""
        for each in range(number + 1, len(self.sent) + 1):
            await self._send(each)

    async def _send(self, number: int) -> None:
        event, data = self.sent[number - 1]
        if self.connection is not None:
            await self.connection.send(DISPATCH, data, s=number, t=event)


class Gateway:
    """All sessions."""

    def __init__(self, bot: User, guilds: dict[int, Guild]) -> None:
        self.sessions: dict[str, Session] = {}
        self.address = ""
        self.refused_tokens: set[str] = set()
        self._bot, self._guilds = bot, guilds

    @property
    def live(self) -> list[Session]:
        """The sessions that somebody listens to, or will once their line is mended."""
        return [each for each in self.sessions.values() if each.connection or each.was_cut]

    def serving(self, guild: GuildId | None) -> list[Session]:
        """The sessions that hear of what happens in that server, or in direct messages."""
        return [each for each in self.live if each.serves(guild)]

    async def tell(self, guild: GuildId | None, event: str, data: Any) -> None:
        """Tell all whom it concerns."""
        for session in self.serving(guild):
            await session.dispatch(event, data)

    async def cut(self, session: Session) -> None:
        if session.connection is not None:
            session.was_cut = True
            session.connection.abort()

    async def ask_to_reconnect(self, session: Session) -> None:
        """Ask a session to connect again, as Discord does before it restarts a gateway."""
        if session.connection is not None:
            session.was_cut = True
            await session.connection.send(RECONNECT)

    async def invalidate(self, session: Session, *, resumable: bool = False) -> None:
        """Tell a session that it is none any more."""
        if session.connection is not None:
            await session.connection.send(INVALID, resumable)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One connection, from its greeting to its end."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=0)
        await socket.prepare(request)
        compressed = request.query.get("compress") == "zlib-stream"
        connection = Connection(socket, compressed=compressed)
        await connection.send(HELLO, {"heartbeat_interval": 41250})
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    session = await self._heard(connection, session, json.loads(message.data))
        finally:
            if session is not None and session.connection is connection:
                session.connection = None
        return socket

    async def _heard(
        self, connection: Connection, session: Session | None, said: dict[str, Any]
    ) -> Session | None:
        if said["op"] == HEARTBEAT:
            await connection.send(BEATEN)
        elif said["op"] == IDENTIFY:
            return await self._identify(connection, said["d"])
        elif said["op"] == RESUME:
            return await self._resume(connection, said["d"])
        return session

    async def _identify(self, connection: Connection, said: dict[str, Any]) -> Session | None:
        token, (shard, shards) = said["token"], said.get("shard") or (0, 1)
        if token in self.refused_tokens:
            await connection.close(AUTHENTICATION_FAILED)
            return None
        if not 0 <= shard < shards:
            await connection.close(INVALID_SHARD)
            return None
        session = Session(secrets.token_hex(8), token, shard, shards, connection)
        self.sessions[session.id] = session
        mine = [each for each in self._guilds.values() if session.serves(GuildId(each.id))]
        await session.dispatch("READY", self._ready(session, mine))
        for guild in mine:
            await session.dispatch("GUILD_CREATE", guild_body(guild, self._bot))
        return session

    def _ready(self, session: Session, mine: list[Guild]) -> dict[str, Any]:
        return {
            "v": 10,
            "user": user_body(self._bot) | {"verified": True, "mfa_enabled": True, "flags": 0},
            "guilds": [{"id": str(each.id), "unavailable": True} for each in mine],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "shard": [session.shard, session.shards],
            "application": {"id": str(self._bot.id), "flags": 0},
        }

    async def _resume(self, connection: Connection, said: dict[str, Any]) -> Session | None:
        session = self.sessions.get(said["session_id"])
        if session is None or session.token != said["token"]:
            await connection.send(INVALID, False)
            return None
        session.connection, session.was_cut = connection, False
        await session.repeat_after(said["seq"])
        await session.dispatch("RESUMED", {})
        return session

"""The fake Discord's REST interface: as much of it as the bot uses."""

import re
import time
from base64 import b64decode
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from aiohttp import web
from aiohttp.multipart import BodyPartReader

from tests.discord.fake.faults import refusal
from tests.discord.fake.interactions import InteractionRoutes
from tests.discord.fake.records import (
    LAID_OUT,
    THREAD,
    Channel,
    Message,
    channel_body,
    guild_body,
    member_body,
    now_text,
    snowflake,
    user_body,
)
from tests.discord.fake.world import FakeDiscord

API = "/api/v10"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_MESSAGE = 10003, 10004, 10007, 10008
UNKNOWN_EMOJI = 10014

MOST_EMOJIS, LARGEST_EMOJI = 2000, 256 << 10
"""How many an application has at most, and how many bytes each."""


LOCALIZED = ("name_localizations", "description_localizations")
"""What Discord tells of a command only where it is asked for."""


class Missing(Exception):
    """What was asked for is not there."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


async def read_sent(fake: FakeDiscord, request: web.Request) -> dict[str, Any]:
    """The JSON of a request; files that came with it are kept and stand in it as addresses."""
    if not request.content_type.startswith("multipart/"):
        found: dict[str, Any] = await request.json() if request.body_exists else {}
        return found
    sent: dict[str, Any] = {}
    files: list[dict[str, Any]] = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            sent = await part.json() or {}
            continue
        files.append(_kept(fake, part.filename or "file", await part.read()))
    inner = sent["data"] if isinstance(sent.get("data"), dict) else sent
    described = inner.get("attachments") or []
    kept = [each for each in described if int(each["id"]) >= len(files)]
    new = [each for each in described if int(each["id"]) < len(files)]
    for given in new:
        files[int(given["id"])]["description"] = given.get("description")
    inner["attachments"] = [*kept, *files]
    if (inner.get("flags") or 0) & LAID_OUT:
        named = {f"attachment://{each['filename']}": _address(each) for each in files}
        for media in _media(inner["components"]):
            media |= named.get(media["url"], {})
        inner["attachments"] = []
    return sent


def _media(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in components:
        yield from (item["media"] for item in each.get("items", ()))
        yield from _media(each.get("components", []))


def _address(file: dict[str, Any]) -> dict[str, Any]:
    known = {name: file[name] for name in ("id", "url", "proxy_url")}
    return known | {"attachment_id": file["id"]}


def _kept(fake: FakeDiscord, name: str, content: bytes) -> dict[str, Any]:
    identity = str(snowflake())
    fake.files[f"{identity}/{name}"] = content
    address = f"{fake.base}/files/{identity}/{name}"
    sizes = {"size": len(content), "width": 100, "height": 100}
    return {"id": identity, "filename": name, "url": address, "proxy_url": address, **sizes}


class Rest:
    """One handler for each kind of request."""

    def __init__(self, fake: FakeDiscord) -> None:
        self.fake = fake

    def table(self) -> Iterable[tuple[str, str, Handler]]:
        channel, one = "/channels/{channel}", "/channels/{channel}/messages/{message}"
        app = "/applications/{application}"
        yield from (
            ("GET", "/gateway/bot", self.gateway),
            ("GET", "/gateway", self.gateway),
            ("GET", "/users/@me", self.me),
            ("POST", "/users/@me/channels", self.open_direct),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/applications/@me", self.application),
            ("GET", f"{app}/commands", self.commands),
            ("PUT", f"{app}/commands", self.set_commands),
            ("GET", app + "/guilds/{guild}/commands", self.commands),
            ("PUT", app + "/guilds/{guild}/commands", self.set_commands),
            ("GET", f"{app}/emojis", self.emojis),
            ("POST", f"{app}/emojis", self.add_emoji),
            ("GET", app + "/emojis/{emoji}", self.emoji),
            ("DELETE", app + "/emojis/{emoji}", self.delete_emoji),
            ("GET", "/guilds/{guild}", self.guild),
            ("GET", "/guilds/{guild}/members/{user}", self.member),
            ("GET", channel, self.channel),
            ("PATCH", channel, self.channel),
            ("GET", f"{channel}/messages", self.history),
            ("POST", f"{channel}/messages", self.send),
            ("POST", f"{channel}/typing", self.typing),
            ("GET", one, self.message),
            ("PATCH", one, self.edit),
            ("DELETE", one, self.delete),
            ("POST", f"{one}/threads", self.thread),
            ("POST", f"{channel}/threads", self.thread),
            ("GET", channel + "/thread-members/{user}", self.thread_member),
            ("PUT", channel + "/thread-members/{user}", self.thread_member),
        )

    async def gateway(self, _: web.Request) -> web.Response:
        start = {"total": 1000, "remaining": 999, "reset_after": 80_000_000, "max_concurrency": 16}
        return web.json_response(
            {
                "url": self.fake.gateway.address,
                "shards": self.fake.shards,
                "session_start_limit": start,
            }
        )

    async def me(self, _: web.Request) -> web.Response:
        return web.json_response(user_body(self.fake.bot))

    async def application(self, _: web.Request) -> web.Response:
        owner = user_body(self.fake.bot)
        body: dict[str, Any] = {"id": str(self.fake.bot.id), "name": "Bumpbot", "owner": owner}
        body |= {"description": "", "icon": None, "summary": "", "verify_key": "0" * 64, "flags": 0}
        body |= {"bot_public": True, "bot_require_code_grant": False, "team": None}
        return web.json_response(body | self.fake.application)

    async def commands(self, request: web.Request) -> web.Response:
        known = self.fake.commands.get(_guild(request), [])
        if request.query.get("with_localizations") != "true":
            known = [{k: v for k, v in each.items() if k not in LOCALIZED} for each in known]
        return web.json_response(known)

    async def set_commands(self, request: web.Request) -> web.Response:
        guild = _guild(request)
        known = {each["name"]: each["id"] for each in self.fake.commands.get(guild, [])}
        given = await request.json()
        kept = {each["id"] for each in self.fake.commands.get(guild, []) if each["type"] == 4}
        if not kept <= {each.get("id") for each in given}:
            body = {"code": 50240, "message": "You cannot remove this app's Entry Point command"}
            return web.json_response(body, status=400)
        ways = {int(way) for way in self.fake.application["integration_types_config"]}
        if any(not ways >= set(each.get("integration_types", ())) for each in given):
            return refusal(400, 50035, "Invalid Form Body: integration_types")
        extra = {"application_id": str(self.fake.bot.id), "version": str(snowflake())}
        self.fake.commands[guild] = [
            {"description": ""} | each | extra | {"id": known.get(each["name"], str(snowflake()))}
            for each in given
        ]
        self.fake.registered += 1
        return web.json_response(self.fake.commands[guild])

    async def emojis(self, _: web.Request) -> web.Response:
        return web.json_response({"items": [self._emoji(each) for each in self.fake.emojis]})

    async def add_emoji(self, request: web.Request) -> web.Response:
        sent = await request.json()
        name, image = sent["name"], b64decode(sent["image"].partition("base64,")[2])
        if len(self.fake.emojis) == MOST_EMOJIS:
            return refusal(400, 30008, "Maximum number of emojis reached (2000)")
        fits = re.fullmatch(r"\w{2,32}", name) and 0 < len(image) <= LARGEST_EMOJI
        if not fits or name in self.fake.emojis.values():
            return refusal(400, 50035, "Invalid Form Body")
        identity = snowflake()
        self.fake.emojis[identity] = name
        return web.json_response(self._emoji(identity), status=201)

    async def emoji(self, request: web.Request) -> web.Response:
        return web.json_response(self._emoji(int(request.match_info["emoji"])))

    async def delete_emoji(self, request: web.Request) -> web.Response:
        if self.fake.emojis.pop(int(request.match_info["emoji"]), None) is None:
            raise Missing(UNKNOWN_EMOJI)
        return web.Response(status=204)

    def _emoji(self, identity: int) -> dict[str, Any]:
        if identity not in self.fake.emojis:
            raise Missing(UNKNOWN_EMOJI)
        name, maker = self.fake.emojis[identity], user_body(self.fake.bot)
        return {"id": str(identity), "name": name, "roles": [], "user": maker, "animated": False}

    async def guild(self, request: web.Request) -> web.Response:
        guild = self.fake.guilds.get(int(request.match_info["guild"]))
        if guild is None:
            raise Missing(UNKNOWN_GUILD)
        hidden = ("channels", "threads", "members")
        body = guild_body(guild, self.fake.bot)
        return web.json_response({key: each for key, each in body.items() if key not in hidden})

    async def member(self, request: web.Request) -> web.Response:
        guild = self.fake.guilds.get(int(request.match_info["guild"]))
        known = guild.members | {self.fake.bot.id: self.fake.bot} if guild else {}
        user = known.get(int(request.match_info["user"]))
        if user is None:
            raise Missing(UNKNOWN_MEMBER)
        return web.json_response(member_body(user))

    async def open_direct(self, request: web.Request) -> web.Response:
        user = self.fake.users[int((await request.json())["recipient_id"])]
        return web.json_response(channel_body(self.fake.direct_with(user)))

    async def channel(self, request: web.Request) -> web.Response:
        return web.json_response(channel_body(self._channel(request)))

    async def history(self, request: web.Request) -> web.Response:
        """Newest first, as Discord gives them; with `after` alone those right after it."""
        found = [m for m in self._channel(request).messages.values() if not m.is_private]
        limit, query = int(request.query.get("limit", "50")), request.query
        if "before" in query:
            found = [m for m in found if m.id < int(query["before"])]
        if "after" in query:
            found = [m for m in found if m.id > int(query["after"])]
        found.sort(key=lambda message: message.id)
        after_only = "after" in query and "before" not in query
        page = found[:limit] if after_only else found[-limit:]
        return web.json_response([m.body for m in reversed(page)])

    async def send(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        sent = await read_sent(self.fake, request)
        if len(sent.get("content") or "") > 2000:
            return refusal(400, 50035, "Invalid Form Body")
        return web.json_response(self.fake.say(channel, self.fake.bot, sent).body)

    async def typing(self, request: web.Request) -> web.Response:
        self._channel(request)
        return web.Response(status=204)

    async def message(self, request: web.Request) -> web.Response:
        return web.json_response(self._message(request).body)

    async def edit(self, request: web.Request) -> web.Response:
        message, sent = self._message(request), await read_sent(self.fake, request)
        if message.body["flags"] & LAID_OUT and not self._fits(sent):
            return refusal(400, 50035, "Invalid Form Body")
        self.fake.edit(message, sent)
        return web.json_response(message.body)

    def _fits(self, sent: dict[str, Any]) -> bool:
        return not sent.get("content") and bool(sent.get("components", True))

    async def delete(self, request: web.Request) -> web.Response:
        message = self._message(request)
        message.deleted = True
        del self.fake.channels[message.channel].messages[message.id]
        return web.Response(status=204)

    async def thread(self, request: web.Request) -> web.Response:
        """A thread; one that begins at a message has the message's id."""
        parent = self._channel(request)
        identity = int(request.match_info.get("message", 0)) or snowflake()
        if identity in self.fake.channels:
            return refusal(400, 160004, "A thread has already been created for this message")
        name, bot = (await request.json())["name"], self.fake.bot.id
        made = Channel(identity, THREAD, name, parent.guild, parent.id, owner=bot)
        body = channel_body(self.fake.add_channel(made))
        await self.fake.gateway.tell(parent.guild, "THREAD_CREATE", body | {"newly_created": True})
        return web.json_response(body, status=201)

    async def thread_member(self, request: web.Request) -> web.Response:
        self._channel(request)
        if request.method == "PUT":
            return web.Response(status=204)
        user = request.match_info["user"]
        ids = {"id": request.match_info["channel"], "user_id": user}
        return web.json_response(ids | {"join_timestamp": now_text(), "flags": 0})

    async def unknown(self, request: web.Request) -> web.Response:
        """What this Discord can't do is no answer of Discord's, so that it is noted."""
        self.fake.unknown.add(f"{request.method} {request.path}")
        return refusal(404, 0, "404: Not Found")

    async def file(self, request: web.Request) -> web.Response:
        return web.Response(body=self.fake.files[request.match_info["path"]])

    def _channel(self, request: web.Request) -> Channel:
        found = self.fake.channels.get(int(request.match_info["channel"]))
        if found is None:
            raise Missing(UNKNOWN_CHANNEL)
        return found

    def _message(self, request: web.Request) -> Message:
        found = self._channel(request).messages.get(int(request.match_info["message"]))
        if found is None:
            raise Missing(UNKNOWN_MESSAGE)
        return found


def _guild(request: web.Request) -> int | None:
    return int(request.match_info["guild"]) if "guild" in request.match_info else None


def answering(fake: FakeDiscord, kind: str, handler: Handler) -> Handler:
    """The handler with what every answer of Discord's has: the state of its rate limit."""

    @wraps(handler)
    async def answer(request: web.Request) -> web.StreamResponse:
        fake.requests[kind] += 1
        if "/interactions/" not in kind and "/webhooks/" not in kind:
            fake.counted.append(time.monotonic())
        try:
            response = await handler(request)
        except Missing as error:
            response = refusal(404, error.code, "Unknown")
        limit = {"Limit": "100", "Remaining": "99", "Reset-After": "1.000", "Bucket": kind}
        response.headers.update({f"X-RateLimit-{name}": text for name, text in limit.items()})
        return response

    return answer


def routes(fake: FakeDiscord) -> list[web.RouteDef]:
    rest = Rest(fake)
    table = [*rest.table(), *InteractionRoutes(fake, read_sent).table()]
    found = [
        web.route(method, f"{API}{path}", answering(fake, f"{method} {path}", handler))
        for method, path, handler in table
    ]
    return [
        *found,
        web.get("/gateway", fake.gateway.handle),
        web.get("/gateway/", fake.gateway.handle),
        web.get("/files/{path:.+}", rest.file),
        web.route("*", "/{path:.*}", rest.unknown),
    ]

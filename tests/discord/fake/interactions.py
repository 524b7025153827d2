"""How the bot answers interactions at the fake Discord: first answers, and messages behind them."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from aiohttp import web

from tests.discord.fake.faults import refusal
from tests.discord.fake.records import EPHEMERAL, Interaction, Message
from tests.discord.fake.world import FakeDiscord

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
"""Types of first answers."""

UNKNOWN_INTERACTION, ACKNOWLEDGED, UNKNOWN_WEBHOOK, UNKNOWN_MESSAGE = 10062, 40060, 10015, 10008

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Read = Callable[[FakeDiscord, web.Request], Awaitable[dict[str, Any]]]


class InteractionRoutes:
    """One handler for each kind of answer."""

    def __init__(self, fake: FakeDiscord, read: Read) -> None:
        self.fake, self._read = fake, read

    def table(self) -> Iterable[tuple[str, str, Handler]]:
        hook = "/webhooks/{application}/{token}"
        yield "POST", "/interactions/{interaction}/{token}/callback", self.first
        yield "POST", hook, self.follow_up
        for method, handler in (("GET", self.get), ("PATCH", self.edit), ("DELETE", self.delete)):
            yield method, f"{hook}/messages/{{message}}", handler

    async def first(self, request: web.Request) -> web.Response:
        found = self.fake.interactions.get(request.match_info["token"])
        if found is None:
            return refusal(404, UNKNOWN_INTERACTION, "Unknown interaction")
        said = await self._read(self.fake, request)
        if found.first is not None:
            self.fake.requests["acknowledged before"] += 1
            return refusal(400, ACKNOWLEDGED, "Interaction has already been acknowledged.")
        found.first = said["type"]
        message = self._take(found, said.get("data") or {})
        if request.query.get("with_response") not in ("1", "true", "True"):
            return web.Response(status=204)
        resource = {"type": found.first} | ({"message": message.body} if message else {})
        named = {"id": str(found.id), "type": found.type}
        if message:
            named |= {"response_message_id": str(message.id)}
        return web.json_response({"interaction": named, "resource": resource})

    def _take(self, found: Interaction, data: dict[str, Any]) -> Message | None:
        """Do what a first answer says. The message that it makes or changes."""
        if found.first in (MESSAGE, DEFER):
            found.original = self._say(found, data)
            if found.first == MESSAGE:
                self._note(found, found.original)
        elif found.first == UPDATE and found.original:
            self.fake.edit(found.original, data)
            self._note(found, found.original)
        elif found.first == CHOICES:
            found.choices = data["choices"]
            found.done.set()
        elif found.first == FORM:
            found.form = data
            found.done.set()
        return found.original

    async def follow_up(self, request: web.Request) -> web.Response:
        """A further answer. Behind one that was put off it takes that one's place."""
        found = self._found(request)
        if found is None or found.first is None:
            return refusal(404, UNKNOWN_WEBHOOK, "Unknown Webhook")
        sent = await self._read(self.fake, request)
        waiting = found.first == DEFER and not found.texts and found.original
        if waiting and found.original:
            kept = found.original.body["flags"] & EPHEMERAL
            self.fake.edit(found.original, sent | {"flags": (sent.get("flags") or 0) | kept})
            message = found.original
        else:
            message = self._say(found, sent)
        self._note(found, message)
        return web.json_response(message.body)

    async def get(self, request: web.Request) -> web.Response:
        message = self._message(request)
        return web.json_response(message.body) if message else _unknown()

    async def edit(self, request: web.Request) -> web.Response:
        found, message = self._found(request), self._message(request)
        sent = await self._read(self.fake, request)
        if found is None or message is None:
            return _unknown()
        self.fake.edit(message, sent)
        self._note(found, message)
        return web.json_response(message.body)

    async def delete(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message is None:
            return _unknown()
        message.deleted = True
        self.fake.channels[message.channel].messages.pop(message.id, None)
        return web.Response(status=204)

    def _say(self, found: Interaction, data: dict[str, Any]) -> Message:
        message = self.fake.say(found.channel, self.fake.bot, data)
        user = {"id": str(found.user.id), "username": found.user.name}
        message.body["application_id"] = message.body["webhook_id"] = str(self.fake.bot.id)
        message.body["interaction_metadata"] = {
            "id": str(found.id),
            "type": found.type,
            "user": user | {"discriminator": "0", "avatar": None, "global_name": found.user.name},
            "authorizing_integration_owners": {},
        }
        return message

    def _note(self, found: Interaction, message: Message) -> None:
        """Remember what the person reads now."""
        found.texts.append(message.content)
        found.done.set()
        self.fake.note_change()

    def _found(self, request: web.Request) -> Interaction | None:
        return self.fake.interactions.get(request.match_info["token"])

    def _message(self, request: web.Request) -> Message | None:
        found, name = self._found(request), request.match_info["message"]
        if found is None:
            return None
        if name == "@original":
            return found.original
        return found.channel.messages.get(int(name))


def _unknown() -> web.Response:
    return refusal(404, UNKNOWN_MESSAGE, "Unknown Message")

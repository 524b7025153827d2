"""A Discord that takes no galleries, no layouts or no files."""

from collections.abc import Iterator
from typing import Any

from simcord.backend.errors import BackendError
from simcord.components import walk_components
from simcord.http import router

from tests.front.conftest import World

LAID_OUT, GALLERY = 1 << 15, 12


def refuse(world: World, *what: str) -> None:
    """From now on Discord refuses each message with a `gallery`, a `layout` or `files`, as it is
    said."""
    whole = router._check_faults

    def check(backend: Any, method: str, path: str) -> None:
        sent = backend.http_requests[-1].json
        if isinstance(sent, dict) and {*what} & {*_within(sent.get("data") or sent)}:
            raise BackendError(400, 50035, "Invalid Form Body")
        whole(backend, method, path)

    world.patch.setattr(router, "_check_faults", check)


def _within(body: dict[str, Any]) -> Iterator[str]:
    if (body.get("flags") or 0) & LAID_OUT:
        yield "layout"
    if any(part["type"] == GALLERY for part in walk_components(body.get("components") or [])):
        yield "gallery"
    # A file that is new is counted from 0; one that stays has its own number.
    if any(int(each["id"]) < 10 for each in body.get("attachments") or []):
        yield "files"

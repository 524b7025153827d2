"""Pictures of the application's emojis, which simcord takes and throws away.

Its route for a new emoji is replaced by one that keeps the picture where the page looks for it.
tests/table/test_pieces.py notices when simcord's own changes.
"""

import base64
from typing import Any

from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.http import router
from simcord.http.routes.application import create_application_emoji

ROUTE = ["applications", "{application_id}", "emojis"]


def picture_of(emoji: int) -> str:
    """The address of an emoji's picture."""
    return f"{CDN_BASE}/emojis/{emoji}.png"


def pictures_of(backend: Backend) -> set[str]:
    """The addresses of all that there are."""
    return set(map(picture_of, backend.application_emojis))


def keep_emojis() -> None:
    """Put the route in the place of simcord's."""
    posts = router._ROUTES["POST"]
    posts[posts.index((ROUTE, create_application_emoji))] = (ROUTE, _created)


def forget_emojis() -> None:
    """Put simcord's own back."""
    posts = router._ROUTES["POST"]
    posts[posts.index((ROUTE, _created))] = (ROUTE, create_application_emoji)


def _created(ctx: router.RequestContext) -> Any:
    made = create_application_emoji(ctx)
    _, _, picture = ctx.body()["image"].partition(",")
    ctx.backend.cdn._blobs[picture_of(int(made["id"]))] = base64.b64decode(picture)
    return made

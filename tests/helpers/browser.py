"""The browser of this machine."""

import importlib.util
import os
import shutil
from typing import NoReturn

import pytest

QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

IMAGES = "img.attachment-image, img.gallery-image"
"""Pictures of messages in either form."""


def lacking(what: str) -> NoReturn:
    """Skip the test, or fail it where a browser is required."""
    if os.environ.get("BUMPBOT_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{what} is missing, and BUMPBOT_REQUIRE_BROWSER is set")
    pytest.skip(f"{what} is missing")


def program() -> str:
    """The browser of this machine; Playwright's own would have to be downloaded."""
    if importlib.util.find_spec("playwright") is None:
        lacking("The package playwright")
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return found or lacking("Chromium")

"""The image whose search is compiled, as its builder asks for it."""

from pathlib import Path

import pytest

from bot.opponents.levels import DEEP, LEVELS
from tests.image import private_root
from tests.image.build import build
from tests.image.dockerfile import ROOT, stages
from tests.image.private_root import PrivateRoot

pytestmark = pytest.mark.long

OFFERED = "from bot.opponents.levels import offered; print(*offered())"


def test_the_deep_level_is_in_the_image_whose_builder_asked_for_it(tmp_path: Path) -> None:
    if why := private_root.missing():
        pytest.fail(why)
    text = (ROOT / "Dockerfile").read_text("utf-8")
    asking = text.replace("ARG BUMPBOT_COMPILE=skip", "ARG BUMPBOT_COMPILE=require")
    made = build(stages(asking)[:1], tmp_path)
    told = PrivateRoot(made.files).command(
        ["/opt/bumpbot/bin/python", "-c", OFFERED], made.variables
    )
    assert told.stdout.split() == [str(level) for level in (*LEVELS, DEEP)], told.stderr

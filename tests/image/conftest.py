"""The image as the steps of its Dockerfile make it, and what runs in it."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.image import made, private_root
from tests.image.dockerfile import ROOT, Image, command, stages
from tests.image.private_root import PrivateRoot

FINAL = stages((ROOT / "Dockerfile").read_text("utf-8"))[-1]
VOLUME = FINAL.last("VOLUME")


@dataclass(frozen=True)
class Container:
    """The image with its own volume, as `docker run --read-only --tmpfs /tmp` starts it."""

    image: Image
    volume: Path

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """The image's command with these words, until it ends."""
        return self.call(*command(FINAL.last("ENTRYPOINT")), *words, **variables)

    def call(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Any program in the image, as its user, until it ends."""
        said = self.image.variables | variables
        return self._root.command(words, said, "/srv", self.image.user, read_only=True)

    def entering(self, *words: str, **variables: str) -> list[str]:
        """The same as a command of this machine, whose network it sees."""
        said = self.image.variables | variables
        return self._root.entering(words, said, "/srv", self.image.user, read_only=True)

    @property
    def _root(self) -> PrivateRoot:
        return PrivateRoot(self.image.files, {self.volume: VOLUME})


@pytest.fixture(scope="session")
def image(shared_folder: Path) -> Image:
    if why := private_root.missing():
        pytest.fail(why)
    return made.image(shared_folder)


@pytest.fixture
def container(image: Image, tmp_path: Path) -> Container:
    assert image.user is not None
    volume = tmp_path / "volume"
    volume.mkdir()
    os.chown(volume, image.user.uid, image.user.gid)
    return Container(image, volume)

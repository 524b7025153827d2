"""The image of a real container engine, started as the README says, at the fake Discord.

Not part of an ordinary run: it is for the one who changes the Dockerfile, and takes a minute.
"""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.discord.fake.world import FakeDiscord, running
from tests.discord.processes import free_port
from tests.image import engine
from tests.image.conftest import VOLUME
from tests.image.engine import HANGS

pytestmark = pytest.mark.skipif(
    not engine.NAMED, reason="BUMPBOT_ENGINE names no container engine, such as docker or podman"
)


@dataclass
class Engine:
    """An image of this engine, and what is made of it at one fake Discord."""

    image: str
    fake: FakeDiscord
    made: list[str] = field(default_factory=list)

    async def start(self, volume: str) -> str:
        """A container as the README starts it, by its name."""
        name = f"bumpbot-{uuid.uuid4().hex}"
        settings = {
            "BUMPBOT_DISCORD_BASE": self.fake.base,
            "BUMPBOT_METRICS": f"127.0.0.1:{free_port()}",
        }
        words = engine.of_readme(self.image, name, volume, settings)
        # A bot that ends is not to come back, and its end is looked at.
        words[words.index("--restart") + 1] = "no"
        self.made.append(name)
        await self.call(*words, DISCORD_TOKEN="fake.a", **settings)
        return name

    async def call(self, *words: str, **variables: str) -> str:
        """What the engine says. AssertionError where it fails."""
        ran = await asyncio.to_thread(engine.call, *words, **variables)
        assert ran.returncode == 0, ran.stdout
        return ran.stdout

    async def is_well(self, name: str) -> None:
        """Wait until the health check finds the bot well. AssertionError where it ends."""
        async with asyncio.timeout(HANGS):
            while True:
                asked = await asyncio.to_thread(engine.call, "exec", name, "bumpbot", "health")
                if asked.returncode == 0:
                    return
                state = await self.call("inspect", "--format", "{{.State.Running}}", name)
                assert "true" in state, await self.call("logs", name)
                await asyncio.sleep(0.2)

    async def end(self, name: str) -> tuple[int, str]:
        """The exit status of a container that ends by itself, and all that it said."""
        async with asyncio.timeout(HANGS):
            status = await self.call("wait", name)
        return int(status), await self.call("logs", name)


@pytest.fixture(scope="module")
def image() -> Iterator[str]:
    name = f"bumpbot-{uuid.uuid4().hex}"
    engine.build(name)
    yield name
    engine.call("rmi", name)


@pytest.fixture
def volume() -> Iterator[str]:
    name = f"bumpbot-{uuid.uuid4().hex}"
    yield name
    engine.call("volume", "rm", name)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """One that everybody may read, and nothing is written to."""
    tmp_path.chmod(0o755)
    yield tmp_path
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
async def made(image: str, volume: str) -> AsyncIterator[Engine]:
    """Its containers are gone before the volume, which none uses then."""
    async with running(FakeDiscord()) as fake:
        found = Engine(image, fake)
        yield found
        for name in found.made:
            await asyncio.to_thread(engine.call, "rm", "--force", "--volumes", name)


async def test_a_second_bot_on_the_volume_is_refused(made: Engine, volume: str) -> None:
    await made.is_well(await made.start(volume))
    status, said = await made.end(await made.start(volume))
    assert (status, "only one process may work on a file" in said) == (2, True), said


async def test_a_folder_of_somebody_else_is_refused(made: Engine, folder: Path) -> None:
    status, said = await made.end(await made.start(str(folder)))
    assert (status, "give the folder to that user" in said) == (2, True), said


async def test_the_bot_is_well_and_writes_to_its_volume_alone(made: Engine, volume: str) -> None:
    name = await made.start(volume)
    status = await made.call("exec", name, "cat", "/proc/1/status")
    said = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert said["Uid"].split() == said["Gid"].split() == ["10001"] * 4
    assert {said[each] for each in ("CapPrm", "CapEff", "CapBnd", "CapInh")} == {"0" * 16}
    assert said["NoNewPrivs"] == "1"
    for place in ("/etc", "/opt/bumpbot", "/var/lib", "/root"):
        refused = await asyncio.to_thread(engine.call, "exec", name, "touch", f"{place}/file")
        assert refused.returncode == 1, place
    await made.call("exec", name, "touch", f"{VOLUME}/file", "/tmp/file")
    await made.is_well(name)
    assert made.fake.gateway.sessions
    await made.call("stop", name)
    ended, told = await made.end(name)
    assert ended == 0, told
    assert "stopped; all that was acknowledged is saved" in told


async def test_the_engine_knows_how_to_ask_after_the_bot(made: Engine) -> None:
    said = await made.call("image", "inspect", made.image)
    (found,) = json.loads(said[said.index("[") :])
    check = found["Config"].get("Healthcheck") or found["Healthcheck"]  # Podman's own place.
    assert check["Test"] == ["CMD", "bumpbot", "health"]

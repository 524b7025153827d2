"""Every step of the Dockerfile in a clean folder, and the bot that comes of it: run as the image
says, with a root that can't be written, without a network, at the fake Discord, and stopped."""

import asyncio
import importlib.util
import os
import signal
import stat
import subprocess
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.opponents.levels import DEEP, LEVELS
from tests.discord.fake.world import FakeDiscord, running
from tests.discord.processes import free_port
from tests.image import made, private_root
from tests.image.conftest import FINAL, VOLUME, Container
from tests.image.dockerfile import WHEELS, Image, Step, carry_out, command
from tests.image.engine import HANGS
from tests.image.private_root import PrivateRoot

pytestmark = pytest.mark.long

PACKAGES = "lib/python*/site-packages"


def test_the_bot_draws_and_counts(container: Container) -> None:
    assert container.run("perft", "bump", "1").stdout == "505\n"
    drawn = container.run("draw", "bump", "-m", "01,03", "-o", f"{VOLUME}/board.png")
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert (container.volume / "board.png").read_bytes().startswith(b"\x89PNG")
    shown = container.run("draw", "bump", "-o", "/tmp/board.gif", "--animate")
    assert (shown.returncode, shown.stderr) == (0, "")


def test_nothing_but_the_volume_and_tmp_can_be_written(container: Container) -> None:
    for place in ("/", "/etc", "/opt/bumpbot", "/usr", "/srv", "/var/lib"):
        refused = container.call("touch", f"{place}/file")
        assert "Read-only file system" in refused.stderr, place
    refused = container.run("draw", "bump", "-o", "board.png")
    assert (refused.returncode, refused.stderr) == (2, "board.png: Read-only file system.\n")


def test_it_would_be_refused_the_rest_if_the_root_could_be_written(image: Image) -> None:
    # The one who forgets `--read-only` has a user without rights all the same.
    root = PrivateRoot(image.files)
    for place in ("/etc/file", "/opt/bumpbot/file", f"/opt/bumpbot/{image.user}"):
        refused = root.command(["touch", place], image.variables, user=image.user)
        assert "Permission denied" in refused.stderr


def test_nothing_in_the_image_belongs_to_its_user_but_the_volume(image: Image) -> None:
    assert image.user is not None
    own = [
        path.relative_to(image.files)
        for path in image.files.rglob("*")
        if path.lstat().st_uid == image.user.uid
    ]
    assert own == [Path(VOLUME[1:])]
    loose = [
        path
        for path in (image.files / "opt").rglob("*")
        if not path.is_symlink() and path.stat().st_mode & (stat.S_IWOTH | stat.S_ISUID)
    ]
    assert loose == []


def test_it_runs_as_nobody_in_particular(container: Container) -> None:
    status = container.call("cat", "/proc/self/status").stdout
    said = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert said["Uid"].split() == ["10001"] * 4
    assert {said[name] for name in ("CapPrm", "CapEff", "CapBnd", "CapInh")} == {"0" * 16}
    assert said["NoNewPrivs"] == "1"


def test_the_doctor_finds_no_file_and_says_so(container: Container) -> None:
    asked = container.run("doctor")
    assert asked.returncode == 1
    assert f"{VOLUME}/bumpbot.sqlite3" in asked.stdout
    assert list(container.volume.iterdir()) == []


def test_without_a_network_it_says_what_is_wrong(container: Container) -> None:
    ended = container.run("serve", DISCORD_TOKEN="a.b.c")
    assert ended.returncode == 2
    assert "Discord can't be reached" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_health_check_fails_in_words_while_no_bot_runs(container: Container) -> None:
    asked = container.call(*command(FINAL.last("HEALTHCHECK")))
    assert asked.returncode == 1
    assert asked.stdout + asked.stderr
    assert "Traceback" not in asked.stderr


def test_the_image_holds_what_is_locked_with_its_bytecode_and_no_tool(image: Image) -> None:
    (packages,) = (image.files / "opt/bumpbot").glob(PACKAGES)
    found = {path.name.partition("-")[0] for path in packages.glob("*.dist-info")}
    assert {"bumpbot", "discord_py", "asyncpg"} <= found
    assert not {"pip", "setuptools", "wheel", "hatchling", "pytest", "simcord"} & found
    assert not list(image.files.glob("base/lib/python*/site-packages/pip"))
    assert not [name for name in ("src", "wheels", "root/.cache") if (image.files / name).exists()]
    assert not list((image.files / "tmp").iterdir())
    modules = list(packages.rglob("*.py"))
    without = [
        path for path in modules if not Path(importlib.util.cache_from_source(path)).exists()
    ]
    assert without == []
    # Not checked against the times of the files, which some builders change.
    for path in modules:
        flags = Path(importlib.util.cache_from_source(path)).read_bytes()[4:8]
        assert int.from_bytes(flags, "little") == 1


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Step("RUN", "echo why >&2; exit 3"), "why"),
        (Step("ADD", "a b"), "carries out ADD"),
        (Step("COPY", "tests/house.py /srv/"), "No such file"),  # It does not go to the builder.
        (Step("COPY", "--chmod=777 LICENSE /srv/"), "chmod"),
    ],
)
def test_a_step_that_fails_or_is_unknown_is_noticed(
    image: Image, shared_folder: Path, tmp_path: Path, step: Step, said: str
) -> None:
    private_root.make(tmp_path / "root")
    empty = Image(tmp_path / "root", {"PATH": "/usr/bin"})
    with pytest.raises((AssertionError, OSError), match=said):
        carry_out(empty, step, made.ground(shared_folder) / WHEELS)


# The compiled search


OFFERED = "from bot.opponents.levels import offered; print(*offered())"


def test_the_deep_level_is_in_the_image_whose_builder_asked_for_it(shared_folder: Path) -> None:
    if why := private_root.missing():
        pytest.fail(why)
    asked = made.compiling(shared_folder)
    told = PrivateRoot(asked.files).command(
        ["/opt/bumpbot/bin/python", "-c", OFFERED], asked.variables
    )
    assert told.stdout.split() == [str(level) for level in (*LEVELS, DEEP)], told.stderr


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with running(FakeDiscord()) as made:
        yield made


async def test_it_is_welcome_healthy_and_stops_when_asked(
    fake: FakeDiscord, container: Container, tmp_path: Path
) -> None:
    variables = {
        "DISCORD_TOKEN": "fake.a",
        "BUMPBOT_DISCORD_BASE": fake.base,
        "BUMPBOT_METRICS": f"127.0.0.1:{free_port()}",
    }
    entrypoint = command(FINAL.last("ENTRYPOINT"))
    with (tmp_path / "log").open("wb") as log:
        bot = await asyncio.create_subprocess_exec(
            *container.entering(*entrypoint, **variables), stdout=log, stderr=log
        )
    try:
        async with asyncio.timeout(HANGS):
            assert await healthy(bot, container, variables), (tmp_path / "log").read_text()
            assert fake.gateway.sessions
            assert (container.volume / "bumpbot.sqlite3").is_file()
            os.kill(first_process(bot.pid), signal.Signals[FINAL.last("STOPSIGNAL")])
            assert await bot.wait() == 0, (tmp_path / "log").read_text()
    finally:
        with suppress(ProcessLookupError):
            bot.kill()
        await bot.wait()


async def healthy(
    bot: asyncio.subprocess.Process, container: Container, variables: dict[str, str]
) -> bool:
    """Whether the health check finds the bot well before it gives up."""
    check = container.entering(*command(FINAL.last("HEALTHCHECK")), **variables)
    while bot.returncode is None:
        asked = await asyncio.to_thread(subprocess.run, check, capture_output=True, check=False)
        if asked.returncode == 0:
            return True
        assert asked.returncode == 1, asked.stderr
        await asyncio.sleep(0.2)
    return False


def first_process(outside: int) -> int:
    """The first process of the container, by its number out here."""
    children = Path(f"/proc/{outside}/task/{outside}/children").read_text("utf-8").split()
    return int(children[0])

"""A folder as the root of the processes in it, the way a container has it: the system's programs
are shown read-only, there is no network, and nothing of it outlives the command."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""What is a link into /usr on most systems."""

SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "login.defs", "nsswitch.conf", "localtime")

PYTHON = Path(sysconfig.get_config_var("BINDIR")) / Path(sys.executable).resolve().name
"""The interpreter that no virtual environment is part of."""

ENTER = """
set -eu
root=$1 read_only=$2; shift 2
mount --bind "$root" "$root"
for shown in $SHOWN; do
    mount --bind "$shown" "$root$shown"
    mount -o remount,bind,ro "$root$shown"
done
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
for pair in $VOLUMES; do mount --bind "${pair%%:*}" "$root${pair#*:}"; done
if [ "$read_only" = yes ]; then
    mount -o remount,bind,ro "$root"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
fi
exec chroot "$root" "$@"
"""


def missing() -> str:
    """Why this machine can't give a folder its own root; empty if it can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "only root on Linux can give a process another root"
    tools = ("unshare", "chroot", "setpriv", "mount", "useradd")
    absent = [tool for tool in tools if shutil.which(tool) is None]
    if absent:
        return f"there is no {', no '.join(absent)}"
    tried = subprocess.run(
        ["unshare", "--mount", "--net", "--pid", "--fork", "true"], capture_output=True, check=False
    )
    return tried.stderr.decode().strip() if tried.returncode else ""


@dataclass(frozen=True)
class User:
    """Who runs a command, in numbers."""

    uid: int
    gid: int

    def words(self) -> list[str]:
        """The command in front of that user's: no right of root's is left, nor can one be had."""
        ids = [f"--reuid={self.uid}", f"--regid={self.gid}", "--clear-groups"]
        return ["setpriv", *ids, "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]


@dataclass(frozen=True)
class PrivateRoot:
    """A folder that is made a root. What is mounted is mounted for one command alone."""

    path: Path
    volumes: Mapping[Path, str] = field(default_factory=dict)

    def command(self, *asked: Any, **how: Any) -> subprocess.CompletedProcess[str]:
        """Enter it without a network and wait for the command's end. It sees no other variables."""
        words = ["unshare", "--net", *self.entering(*asked, **how)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def entering(
        self,
        words: Sequence[str],
        variables: Mapping[str, str],
        folder: str = "/",
        user: User | None = None,
        read_only: bool = False,
    ) -> list[str]:
        """The command as this machine starts it: the first process of its own space."""
        said = [f"{name}={value}" for name, value in variables.items()]
        volumes = [f"{outside}:{place}" for outside, place in self.volumes.items()]
        return [
            *("env", f"SHOWN={' '.join(shown())}", f"VOLUMES={' '.join(volumes)}"),
            *("unshare", "--mount", "--pid", "--fork", "--kill-child"),
            *("sh", "-c", ENTER, "enter", str(self.path), "yes" if read_only else "no"),
            *(user.words() if user else ()),
            *("env", "-i", f"--chdir={folder}", *said, *words),
        ]


def shown() -> list[str]:
    """The folders of this system that every root sees, and can't change."""
    real = [f"/{name}" for name in SYSTEM if Path("/", name).is_dir()]
    own = [str(PYTHON.parent.parent)] if not PYTHON.is_relative_to("/usr") else []
    return ["/usr", *(name for name in real if not Path(name).is_symlink()), *own]


def make(path: Path) -> None:
    """A root with nothing in it but the folders and settings that every system has."""
    for name in ("proc", "dev", "etc", "opt", "srv", "tmp", "var/lib", "root"):
        (path / name).mkdir(parents=True)
    (path / "tmp").chmod(0o1777)
    for name in shown():
        (path / name[1:]).mkdir(parents=True, exist_ok=True)
    for name in SYSTEM:
        if Path("/", name).is_symlink():
            (path / name).symlink_to(Path("/", name).readlink())
    for name in SETTINGS:
        subprocess.run(["cp", "-a", f"/etc/{name}", path / "etc"], check=False, capture_output=True)
    for name, line in (("passwd", "root:x:0:0::/root:/bin/sh"), ("group", "root:x:0:")):
        (path / "etc" / name).write_text(f"{line}\n", encoding="utf-8")
    path.chmod(0o755)

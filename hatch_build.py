"""Names the version. Compiles the search and its kernels while a wheel is made, if BUMPBOT_COMPILE
asks for it.

`skip`, the default: the wheel is plain Python. `require`: the build fails if it can't compile.
`optional`: it then says so and makes the plain wheel. The sources are the same and always in the
wheel; the `.pxd` next to them say which variables become numbers of C.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEXT = "0.3.0.dev0"
"""What is built without a tag: it comes before that release."""

TAG = re.compile(r"v(\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)")

MODES = ("skip", "optional", "require")

SEARCH = ("longs", "kernel", "sides", "proofs", "search")

FOLDER = Path("bot", "opponents")

DIRECTIVES = {
    "language_level": 3,
    # The sources' annotations are for readers: their `int` has no limited size.
    "annotation_typing": False,
    # Without the checks of indexes, which the plain kernels' tests make, it is a tenth faster.
    "boundscheck": False,
    "initializedcheck": False,
}


class CompiledSearch(BuildHookInterface[Any]):
    """Called by hatchling while it makes a wheel."""

    def dependencies(self) -> list[str]:
        """What has to be installed for the build: the group `compile`, if anything is compiled."""
        groups = self.metadata.config["dependency-groups"]
        return [] if _mode() == "skip" else list(groups["compile"])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the compiled modules next to their sources into the wheel."""
        # In a checkout a compiled module would hide the source that a developer edits.
        if _mode() == "skip" or version == "editable":
            return
        self.work = TemporaryDirectory(prefix="bumpbot-")
        try:
            made = compiled(Path(self.root), Path(self.work.name))
        except _failures() as error:
            if _mode() == "require":
                raise
            self.app.display_warning(f"Nothing is compiled: {error}")
            return
        build_data["force_include"] |= made
        build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up, once the compiled files are in the wheel."""
        if hasattr(self, "work"):
            self.work.cleanup()


def version(root: Path = Path(__file__).parent) -> str:
    """The version of the checkout: that of `BUMPBOT_VERSION`, for builders that see no tags, such
    as an image's; else that of a tag `v1.2.3` on the commit itself; else the next one. A copy
    without git, or a clone without tags, is built all the same."""
    given = os.environ.get("BUMPBOT_VERSION", "").strip()
    if given:
        if not (found := TAG.fullmatch(f"v{given.removeprefix('v')}")):
            raise ValueError(f"BUMPBOT_VERSION: {given} is no version such as 1.2.3")
        return found[1]
    tags = [found[1] for each in _tags(root) if (found := TAG.fullmatch(each))]
    return tags[-1] if tags else NEXT


def _tags(root: Path) -> list[str]:
    # Those of the commit that is checked out there, in order; none without git.
    if not (root / ".git").exists():
        return []
    asked = ["git", "-C", str(root), "tag", "--points-at", "HEAD", "--sort", "version:refname"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.split()


def compiled(root: Path, work: Path) -> dict[str, str]:
    """The files of the compiled modules, in the folder `work`, and where each belongs."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    # Those of the environment come last, so that they win.
    said = ["-O3", "-g0", *shlex.split(os.environ.get("CFLAGS", ""))]
    flags = [] if sys.platform == "win32" else said
    wanted = [
        Extension(".".join(path.with_suffix("").parts), [str(path)], extra_compile_args=flags)
        for path in sources(root)
    ]
    before = Path.cwd()
    os.chdir(root)
    try:
        extensions = cythonize(
            wanted, build_dir=str(work), compiler_directives=DIRECTIVES, quiet=True
        )
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib = command.build_temp = str(work)
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    return {each: str(Path(each).relative_to(work)) for each in command.get_outputs()}


def sources(root: Path) -> list[Path]:
    """The modules that are compiled, from the root of the checkout. Where there is a `.pyx` it is
    made for C and takes the place of the `.py` beside it."""
    kernels = sorted((root / FOLDER / "kernels").glob("[!_]*.py"))
    found = [*(root / FOLDER / f"{name}.py" for name in SEARCH), *kernels]
    made_for_c = [path.with_suffix(".pyx") for path in found]
    return [
        (made if made.exists() else path).relative_to(root)
        for path, made in zip(found, made_for_c, strict=True)
    ]


def _mode() -> str:
    said = os.environ.get("BUMPBOT_COMPILE", "") or "skip"
    if said not in MODES:
        raise ValueError(f"BUMPBOT_COMPILE is “{said}”. It can be {', '.join(MODES)}.")
    return said


def _failures() -> tuple[type[Exception], ...]:
    # The errors if there is no compiler, or it finds no headers.
    try:
        from Cython.Compiler.Errors import CompileError
        from setuptools.errors import BaseError, CCompilerError
    except ImportError as error:
        return (type(error),)
    return (CompileError, BaseError, CCompilerError, OSError)

"""Commands that are given on a terminal."""

import contextlib
import os
import struct

from tests.helpers.commands import run


def on_a_terminal(*words: str, **environment: str) -> str:
    """What a command writes to standard error where that is a terminal."""
    import fcntl
    import termios

    ours, its = os.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    done = run("bot", words, os.environ | environment, terminal=its)
    assert done.returncode == 0
    os.close(its)
    shown = b""
    # A terminal whose other end is closed ends with an error, not with nothing.
    with contextlib.suppress(OSError):
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    return shown.decode()

"""The hosts of an address, each perhaps with its port, and the address of the bot's own server."""

import re
from typing import NamedTuple

HOST = re.compile(r"(\[[^]]*\]|[^:\[\]]*)(?::(\d{0,9}))?", re.ASCII)
"""A host, one of IPv6 in brackets, perhaps with its port."""

LAST_PORT = 65535


class Listening(NamedTuple):
    """Where to listen."""

    host: str
    port: int


def listening(value: str) -> Listening:
    """`9464` on this machine alone, or `0.0.0.0:9464` for others, too. Raises ValueError."""
    host, colon, port = value.rpartition(":")
    if not port.isascii() or not port.isdigit() or not 0 < int(port) <= LAST_PORT:
        raise ValueError("write it as a port, such as 9464, or as host:port")
    if (":" in host and not re.fullmatch(r"\[[0-9A-Fa-f:.]+\]", host)) or (colon and not host):
        raise ValueError("write it as a port, such as 9464, or as host:port")
    return Listening(host.strip("[]") or "127.0.0.1", int(port))


def hosts_in(part: str) -> list[tuple[str, int | None]]:
    """The hosts, with their ports, between `//` and the path of an address, without anything before
    an @. Raises ValueError if it can't be read; its text repeats nothing."""
    found = [HOST.fullmatch(each) for each in part.rpartition("@")[2].split(",")]
    return [_host(each) for each in found]


def _host(found: re.Match[str] | None) -> tuple[str, int | None]:
    if found is None:
        raise ValueError("no host and port")
    host, port = found.groups()
    return host, int(port) if port else None

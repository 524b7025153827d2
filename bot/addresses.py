"""The hosts of an address, each perhaps with its port."""

import re

HOST = re.compile(r"(\[[^]]*\]|[^:\[\]]*)(?::(\d{0,9}))?", re.ASCII)
"""A host, one of IPv6 in brackets, perhaps with its port."""

LAST_PORT = 65535


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

"""What a log may contain: no secret, and nothing that a person has typed or is called.

Known secrets are cut out of the finished line. What people type reaches a log in only two ways, as
a value of a line's arguments and as the text of an exception, so both are allowed by kind: numbers,
words of the code, and the texts of exceptions that quote nobody.
"""

import asyncio
import logging
import re
import sqlite3
import traceback
from collections.abc import Iterable
from datetime import date, time, timedelta
from enum import Enum
from pathlib import PurePath
from typing import Any

from structlog.typing import EventDict

HIDDEN = "[hidden]"
WITHHELD = "(text withheld)"

PASSWORDS = ("password", "PASSWORD", "Password", "passwd", "passphrase")
"""What the names of passwords end with, such as PGPASSWORD."""

IS_SET_TO = r"""\\*["']?\s*[=:]\s*"""

VALUE = r"""(?:'(?:[^'\\]|\\+.)*'|\\*"[^"\\]*\\*"|(?:[^&\s"',;)\\]|\\+[^\s"'\\])+)"""
"""A value in quotes, or up to where one without them ends; in a line of JSON there are backslashes
before quotes and other backslashes."""

SECRETS: tuple[tuple[str, re.Pattern[str], str], ...] = (
    # The token of an interaction, or of a webhook, follows an id in an address.
    ("s/", re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?\"'\\)>]+"), rf"\1{HIDDEN}"),
    # The same alone: Discord encodes "interaction:" at its beginning.
    ("aW50", re.compile(r"aW50ZXJhY3Rpb246[\w=-]+"), HIDDEN),
    # A bot's token: its id, a time and a signature.
    (".", re.compile(r"\b[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}"), HIDDEN),
    ("Bot ", re.compile(r"(\bBot )[\w.=-]{16,}"), rf"\1{HIDDEN}"),
    # Before the host of any address; PostgreSQL's may have several hosts, and slashes unescaped.
    ("postgres", re.compile(r"(\bpostgres(?:ql)?://[^\s:/@\"]*:)[^\s\"]+@"), rf"\1{HIDDEN}@"),
    (
        "://",
        re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s:/@?#\"']*:)[^\s/?#\"']+@", re.I),
        rf"\1{HIDDEN}@",
    ),
    *((word, re.compile(rf"({word}{IS_SET_TO}){VALUE}"), rf"\1{HIDDEN}") for word in PASSWORDS),
)
"""What every text with such a secret contains, what it looks like, and its replacement."""

SHORTEST = 4
"""Characters of a secret that is searched for alone; a shorter one would be found everywhere."""

QUOTES_NOBODY: tuple[type[BaseException], ...] = (
    *(ArithmeticError, AssertionError, AttributeError, ImportError, IndexError, MemoryError),
    *(NameError, NotImplementedError, OSError, RecursionError, TypeError),
    *(asyncio.CancelledError, asyncio.InvalidStateError, asyncio.QueueEmpty, sqlite3.Error),
)
"""Exceptions whose text is only about the code or the machine."""

QUIET_MODULES = ("discord.errors", "aiohttp", "asyncpg", "aiosqlite")
"""Packages whose exceptions are so too, in the first line of their text."""

QUOTES_VALUES = "DataError"
"""The base of those exceptions of asyncpg whose text has a value in it."""

LONGEST = 300
"""Most characters of an exception's text."""

PLAIN = (int, float, str, type(None), timedelta, date, time, Enum, PurePath, range)
"""Values allowed as a line's arguments. A text is one that the code chose."""

FRAMES = 40
"""The innermost calls of a traceback that are shown."""


class Redactor:
    """Cuts secrets out of finished lines: these, and all that look like one."""

    def __init__(self, secrets: Iterable[str | None] = ()) -> None:
        known = {each for each in secrets if each and len(each) >= SHORTEST}
        self._known = sorted(known, key=len, reverse=True)

    def __call__(self, _: object, __: str, line: EventDict | str) -> str:
        """The last step before a line is written."""
        return self.clean(str(line))

    def clean(self, text: str) -> str:
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        for part, pattern, instead in SECRETS:
            if part in text:
                text = pattern.sub(instead, text)
        return text


class Describer:
    """Describes an exception or a value, as far as a log may contain it, including the texts of
    `trusted` exceptions."""

    def __init__(self, trusted: Iterable[type[BaseException]] = ()) -> None:
        self._trusted = (*QUOTES_NOBODY, *trusted)

    def error(self, error: BaseException) -> str:
        """The exception's class, and its text unless it may quote a person."""
        name = type(error).__name__
        if isinstance(error, KeyError) and _is_in_code(error):
            return f"{name}: {error.args[0]}"
        if not self._quotes_nobody(error):
            return f"{name} {WITHHELD}"
        first = str(error).partition("\n")[0][:LONGEST]
        return f"{name}: {first}" if first else name

    def value(self, value: object) -> Any:
        """The value itself, or its type."""
        if isinstance(value, BaseException):
            return self.error(value)
        if isinstance(value, PLAIN):
            return value
        if isinstance(value, (tuple, list)):
            return type(value)(map(self.value, value)) if type(value) in (tuple, list) else "<…>"
        if type(value).__module__.partition(".")[0] == "yarl":
            return str(value)
        return f"<{type(value).__name__}>"

    def record(self, record: logging.LogRecord) -> logging.LogRecord:
        """A copy of the record, with only what a log may contain."""
        copied = logging.makeLogRecord(record.__dict__)
        if isinstance(copied.args, dict):
            copied.args = {name: self.value(value) for name, value in copied.args.items()}
        elif copied.args:
            copied.args = tuple(map(self.value, copied.args))
        if not isinstance(copied.msg, str):
            copied.msg, copied.args = str(self.value(copied.msg)), ()
        elif copied.name == "asyncio":
            # After its first line it shows tasks with what they raised.
            copied.msg = copied.msg.partition("\n")[0]
        return copied

    def traceback(self, error: BaseException, seen: frozenset[int] = frozenset()) -> str:
        """Where it was raised, after its causes. Values are not shown."""
        if id(error) in seen:
            return self.error(error)
        seen |= {id(error)}
        before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        parts = [self.traceback(before, seen), "which led to:"] if before else []
        calls = traceback.extract_tb(error.__traceback__, limit=-FRAMES)
        parts += ["Traceback (most recent call last):", *map(str.rstrip, calls.format())]
        parts.append(self.error(error))
        for each in getattr(error, "exceptions", ()):
            parts += [f"  | {line}" for line in self.traceback(each, seen).splitlines()]
        return "\n".join(parts)

    def _quotes_nobody(self, error: BaseException) -> bool:
        if isinstance(error, self._trusted):
            return not isinstance(error, UnicodeError)
        module = type(error).__module__
        if not any(module == each or module.startswith(f"{each}.") for each in QUIET_MODULES):
            return False
        return all(kind.__name__ != QUOTES_VALUES for kind in type(error).__mro__)


def _is_in_code(error: KeyError) -> bool:
    # Whether the key is no text, or one that the code at the place of the error contains.
    key = error.args[0] if len(error.args) == 1 else ""
    calls = traceback.walk_tb(error.__traceback__)
    named = (name for frame, _ in calls for name in frame.f_code.co_consts)
    return isinstance(key, (int, Enum)) if not isinstance(key, str) else key in named

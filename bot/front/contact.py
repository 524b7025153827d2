"""Whom people can turn to: what the person who runs the bot has said about themselves."""

import re
from typing import NamedTuple

OWNER = re.compile(r"\b[Tt]he person who runs (the bot|me)\b")
NOBODY_NAMED = "the person who runs me; my profile in Discord names them"


class Contact(NamedTuple):
    """`support` and `terms` are addresses in the web, `contact` is a name or an address of any
    kind, `privacy` one for questions about data; `feedback` is the channel for `/feedback`."""

    support: str | None = None
    contact: str | None = None
    terms: str | None = None
    privacy: str | None = None
    feedback: int | None = None

    @property
    def whom(self) -> str:
        """Whom to turn to, in a sentence."""
        return " or ".join(filter(None, (self.contact, self.support))) or NOBODY_NAMED

    @property
    def lines(self) -> str:
        """All of it in small print, on one line; empty if nothing is known."""
        parts = {"Ask": self.contact, "support": self.support}
        parts |= {"your data": self.privacy, "terms": self.terms}
        known = [f"{name}: {value}" for name, value in parts.items() if value]
        text = " · ".join(known)
        return f"-# {text[0].upper()}{text[1:]}" if text else ""

    def named_in(self, text: str) -> str:
        """The text, with whom to turn to wherever it speaks of the person who runs the bot."""
        if not (self.contact or self.support):
            return text
        return OWNER.sub(lambda found: f"{found[0]} ({self.whom})", text)

    def excluded_text(self, who: str, reason: str) -> str:
        """What somebody is told who is not served; `who` is "You are" or "This server is"."""
        asked = " or ".join(filter(None, (self.contact, self.support, self.privacy)))
        return (
            f"{who} excluded from this bot. The reason: {reason}\nIf that is wrong, turn to "
            f"{asked or NOBODY_NAMED}. `/privacy` still hands out and deletes what is stored about "
            "you."
        )

"""Matches of Heap for the posts: their people and the events with which they begin."""

from datetime import UTC, datetime, timedelta

from bot.model.events import Accepted, Challenged, Mustered, Person, Ready, Started

NOW = datetime(2026, 1, 1, tzinfo=UTC)


ADA, GRACE, LINUS = Person(1, "Ada"), Person(2, "Grace"), Person(3, "_Linus_")


ASKED = Challenged("heap", {}, ADA, (GRACE,), 10, 20, "host", 7, NOW + timedelta(days=7))


OF_THREE = Challenged("heap", {}, ADA, (GRACE, None), 10, 20, "host", 7, NOW + timedelta(days=7))


BEGUN = (ASKED, Accepted(GRACE), Started((ADA, GRACE), {"size": 5}))


THREE = (OF_THREE, Started((ADA, GRACE, LINUS), {"size": 5, "players": 3}))


GATHERED = (OF_THREE, Accepted(GRACE), Accepted(LINUS), Mustered(NOW + timedelta(2)), Ready(3))


QUICK_WIN = [
    "011,12-3",
    "pass",
    "11,22-2",
    "pass",
    "25,281",
    "pass",
    "281,291",
    "pass",
    "291,C",
    "pass",
]

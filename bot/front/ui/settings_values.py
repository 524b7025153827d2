"""What can be set with `/settings`: the pages, and the values of each setting. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.front.discord.context import PrivateReply
from bot.front.ui.base import spelled
from bot.model.clock.time_control import OFFERED_BY_KEY, control_text
from bot.service.personal.preferences import Preferences
from renderers import themes

GONE = "There is no such setting any more. `/settings` shows those there are."

PAGES: Mapping[str, Mapping[str, str]] = {
    "me": {
        "boards": "Boards and moves",
        "notices": "Notices",
        "calendar": "Calendar",
        "challenges": "Challenges and blocks",
    },
    "server": {
        "boards": "Boards",
        "play": "Play",
        "posts": "Posts",
        "ratings": "Ratings",
        "daily": "Puzzle of the day",
    },
}


def _switch(name: str) -> Mapping[Any, str]:
    return {True: f"{name}: on", False: f"{name}: off"}


# What the buttons change, by the label for each value. A button names the value to be set, so
# pressing one twice does no more.
SETTINGS: Mapping[str, Mapping[Any, str]] = {
    "side": {"own": "Seen from: my side", "first": "Seen from: first side"},
    "large": _switch("Large text"),
    "coordinates": _switch("Coordinates"),
    "text": _switch("Text board"),
    "confirm": _switch("Always confirm"),
    "moving": {"destinations": "Moving: destinations", "compass": "Moving: compass"},
    "closeups": _switch("Close-ups"),
}


# What the buttons change. Each names the value to be set, so pressing one twice does no more.
MENUS: Mapping[str, Mapping[str, Mapping[Any, str]]] = {
    "me": {
        "challenges": {
            "all": "Challenges: from anybody",
            "played": "Challenges: from people I have played",
            "nobody": "Challenges: from nobody",
        },
        "spaces": {
            "taken": "Empty spaces on posts: unnamed",
            "all": "Empty spaces on posts: named",
        },
        "puzzles": _switch("Puzzles from my matches"),
        "listed": _switch("Named in lists"),
    },
    "server": {
        "newcomers": {
            0: "Newcomers play as much as they like",
            1: "Newcomers play 1 match at a time",
            **{n: f"Newcomers play {n} matches at a time" for n in (2, 3, 5)},
        },
        "time": {key: f"Usual time: {control_text(each)}" for key, each in OFFERED_BY_KEY.items()},
        "posting": {
            "auto": "Boards: in threads where more than 3 matches run",
            "thread": "Boards: in a thread for each match",
            "living": "Boards: only the newest keeps its picture",
            "posts": "Boards: post after post in the channel",
        },
        "verbosity": {"all": "Posts tell what each move did", "quiet": "Posts show the move alone"},
        "pictures": {
            "close": "A turn that bumps or captures: a close-up too",
            "one": "One picture a turn",
        },
        "spaces": {
            "taken": "Posted boards name the spaces of pieces",
            "all": "Posted boards name every space",
        },
        "rated": {
            False: "Challenges: rated only where they say so",
            True: "Challenges: rated unless they say otherwise",
        },
    },
}


PAGE_OF: Mapping[str, str] = {
    **dict.fromkeys(("theme", "puzzles", "listed", *SETTINGS), "boards"),
    "challenges": "challenges",
    **dict.fromkeys(("channels", "time", "newcomers"), "play"),
    **dict.fromkeys(("posting", "verbosity", "pictures", "spaces"), "posts"),
    "rated": "ratings",
}

# What a button resets that is of no single page.
EVERYTHING = "all"


def page_with(scope: str, name: str, value: str) -> str:
    """The page that is shown after a setting was changed, or a page was reset."""
    page = value if name == "reset" else PAGE_OF.get(name, "boards")
    return page if page in PAGES[scope] else "boards"


def with_preference(stored: Preferences, name: str, value: str, scope: str = "me") -> Preferences:
    """What is said once this is set too. Raises PrivateReply for what can't be set."""
    if name == "reset":
        return without_page(stored, value, scope)
    found = value_of(_allowed(name, scope), value, GONE)
    return Preferences.of({name: found}).over(stored)


def value_of(allowed: Iterable[Any], text: str, gone: str) -> Any:
    """The value that is spelled so. Raises PrivateReply where it is none of those allowed."""
    for each in allowed:
        if spelled(each) == text:
            return each
    raise PrivateReply(gone)


def without_page(stored: Preferences, page: str, scope: str = "me") -> Preferences:
    """Preferences after resetting a page, or all."""
    if page not in (EVERYTHING, *PAGE_OF.values()):
        raise PrivateReply(GONE)
    mine = {"spaces": "boards"} if scope == "me" else {}
    reset = [name for name, of in {**PAGE_OF, **mine}.items() if page in (EVERYTHING, of)]
    return replace(stored, **dict.fromkeys(reset))


def _allowed(name: str, scope: str) -> Iterable[Any]:
    if name == "theme":
        return themes()
    return SETTINGS[name] if name in SETTINGS else MENUS[scope].get(name, ())

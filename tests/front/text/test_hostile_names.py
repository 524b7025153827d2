"""No name turns the text around it, whatever somebody calls themselves or what they host."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from bot.front.competitions.post_words import head_text
from bot.front.competitions.table_posts import final_post, living_post
from bot.front.competitions.words import END, ISOLATE, league_text
from bot.front.discord.markdown import bold, escape, inline_code, one_line
from bot.front.text.posts import post_content
from bot.games.names import NOT_IN_NAMES
from bot.model.competitions.competition import FixtureTerms, League, Member, Phase
from bot.model.fold import fold, record_events
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, Person, PersonId, Post, Seq
from tests.front.competitions.boards import tournament_view
from tests.front.text.stories import NOW, STORIES
from tests.helpers.people import ADA, CHANNEL, GUILD

HOSTILE = ["\u202eevil", "a\u200bb", "\u2066x", "\u200b", "\u2067\u200f"]
"""What Discord or an older version may give as a name."""


def renamed(value: Any, name: str) -> Any:
    """The value with that name for every person in it."""
    if isinstance(value, Person):
        return Person(value.id, name)
    if isinstance(value, tuple):
        return tuple(renamed(each, name) for each in value)
    if isinstance(value, list):
        return [renamed(each, name) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        changed = {each.name: renamed(getattr(value, each.name), name) for each in fields(value)}
        return replace(value, **{k: v for k, v in changed.items() if v is not getattr(value, k)})
    return value


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_of_names_has_them(name: str) -> None:
    shown = [bold(Person(PersonId(7), name)), escape(name), one_line(name), inline_code(name)]
    # What breaks a mention is an own character of the escaped text.
    assert not any(NOT_IN_NAMES.search(each) for each in shown), shown
    assert Person(PersonId(7), name).name


def posts(name: str) -> Iterator[str]:
    """The words of a post of each kind, in a match of people of that name."""
    for kind, stories in STORIES.items():
        for events in stories.values():
            match = fold(record_events(renamed(events, name), Seq(0), NOW), MatchId(8)).timed(
                (), NOW
            )
            yield post_content(Post(match.id, match.seq, PostKind(kind)), match).text


@pytest.mark.parametrize("name", HOSTILE)
def test_no_post_of_a_match_has_them(name: str) -> None:
    for text in posts(name):
        assert not NOT_IN_NAMES.search(text), text


@pytest.mark.parametrize("name", HOSTILE)
def test_no_post_or_table_of_a_competition_has_them(name: str) -> None:
    view = tournament_view([name, f"{name}2", f"3{name}", "Ada"])
    named = replace(view.competition, name=f"Cup {name}")
    for phase in Phase:
        shown = replace(view, competition=replace(named, phase=phase))
        texts = [head_text(shown)]
        for post in (living_post(shown, {}), final_post(shown, None)):
            texts += [post.words, post.characters, *(page.alt for page in post.pages)]
        for text in texts:
            assert not NOT_IN_NAMES.search(text.replace(ISOLATE, "").replace(END, "")), text


@pytest.mark.parametrize("name", HOSTILE)
def test_no_post_of_a_league_has_them(name: str) -> None:
    league = League(1, GUILD, CHANNEL, f"Winter {name}", FixtureTerms("bump"), 4, 4, ADA.id)
    members = [Member(1, ADA.id, name, NOW)]
    assert not NOT_IN_NAMES.search(league_text(league, members))

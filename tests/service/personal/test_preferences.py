"""Whose word holds where several have spoken."""

import json
from dataclasses import replace

import pytest

from bot.service.personal.preferences import USUAL, Preferences


def test_the_usual_says_something_about_everything() -> None:
    assert len(USUAL.values()) == len(Preferences.__dataclass_fields__)


def test_a_persons_word_holds_over_the_servers_and_that_over_the_usual() -> None:
    own, server = Preferences(theme="ink"), Preferences(theme="night", large=True)

    assert own.over(server.over(USUAL)) == replace(USUAL, theme="ink", large=True)
    # No is a word, too.
    assert Preferences(confirm=False).over(USUAL).confirm is False


@pytest.mark.parametrize(
    "said", [Preferences(), USUAL, Preferences(theme="night", coordinates=False, channels=(7, 8))]
)
def test_what_was_saved_comes_back(said: Preferences) -> None:
    assert Preferences.of(json.loads(json.dumps(said.values()))) == said


def test_what_another_version_saved_is_passed_over() -> None:
    assert Preferences.of({"theme": "ink", "sound": True}) == Preferences(theme="ink")

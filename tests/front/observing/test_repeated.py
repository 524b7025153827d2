"""Interactions that come twice are handled once."""

from bot.front.discord.repeated import SeenBefore


def test_an_interaction_is_known_again() -> None:
    seen = SeenBefore()
    assert [seen.note(each) for each in ("1", "2", "1", "2", "3")] == [
        *(False, False, True, True, False)
    ]


def test_only_the_newest_are_remembered() -> None:
    seen = SeenBefore(2)
    assert not any(seen.note(each) for each in ("1", "2", "3"))
    assert [seen.note(each) for each in ("2", "3", "1")] == [True, True, False]

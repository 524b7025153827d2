"""What every kind of post has to agree on."""

import json

import pytest

from bot.model.post_kinds import BEFORE_PLAY, PostKind


@pytest.mark.parametrize("kind", PostKind)
def test_a_kind_agrees_with_itself(kind: PostKind) -> None:
    has = kind.traits
    assert PostKind(kind.value) is kind
    assert json.loads(json.dumps([kind])) == [kind.value]
    assert has.buttons or not (has.board or has.before_play or has.thread)
    assert has.board or not (has.before_play or has.thread)
    assert all(old.traits.buttons for old in kind.outdates)
    assert kind.call.call is kind.call
    if has.board and not has.before_play:
        assert {PostKind.TURN, PostKind.THINKING, PostKind.PAUSE} <= set(kind.outdates)
    if has.before_play and kind is not PostKind.CHALLENGE:
        assert set(kind.outdates) == set(BEFORE_PLAY)


def test_a_kind_that_nobody_knows_is_none() -> None:
    with pytest.raises(ValueError, match="applause"):
        PostKind("applause")

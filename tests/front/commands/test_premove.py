"""Answers prepared in the channel: private, played at once, dropped with a word when unfit."""

from tests.front.conftest import World, said


async def test_an_answer_is_prepared_in_private_and_played_at_once(short: World) -> None:
    before, pings = len(short.public()), len(short.pings())
    answer = await short.ask(short.grace, "premove", **{"if": "1", "then": "1"})
    assert "If **Ada** plays `` 1`* ``, you play `` 1`* ``." in answer
    assert len(short.public()) == before
    await short.ada.slash(short.channel, "move", move="1", preview=False)
    first, second = [message.content for message in short.public()[before:]]
    assert "**Ada** takes 1." in first
    assert "**Grace** takes 1." in second
    # Nobody is pinged for a turn that was played already.
    assert short.pings()[pings:] == [[], [short.ada.id]]


async def test_it_lists_refuses_in_private_and_clears_by_command_or_button(short: World) -> None:
    assert "Nothing is prepared in match 1." in await short.ask(short.grace, "premove")
    alone = await short.grace.slash(short.channel, "premove", then="1")
    assert said(alone).startswith("- Whatever **Ada** plays, you play")
    both = await short.grace.slash(short.channel, "premove", **{"if": "2", "then": "1"})
    special, general = said(both).splitlines()[:2]
    assert special.startswith("- If **Ada** plays `` 2`* ``, you play")
    assert general.startswith("- If **Ada** plays anything else, you play")
    assert "Nothing is prepared in match 1." in await short.ask(short.grace, "premove", clear=True)

    assert "It is your turn" in await short.ask(short.ada, "premove", **{"if": "1", "then": "1"})
    assert await short.ask(short.grace, "premove", **{"if": "@everyone", "then": "1"})
    assert await short.ask(short.grace, "premove", **{"if": "1", "then": "3"})
    assert "Nothing is prepared" in said(await short.grace.slash(short.channel, "premove"))
    assert all(users == [] for users in short.pings()[2:])

    shown = await short.grace.slash(short.channel, "premove", then="1")
    await short.restart()
    cleared = await short.grace.click(shown.response, label="Clear")

    assert "Nothing is prepared in match 1." in cleared.response.content
    assert not cleared.response.components
    await short.ada.slash(short.channel, "move", move="1", preview=False)
    match = await short.match()
    assert [ply.seat for ply in match.plies] == [1]


async def test_autocomplete_follows_the_move_named(short: World) -> None:
    theirs = await short.grace.autocomplete(short.channel, "premove", "if", "")
    assert [c["value"] for c in theirs] == ["1`*", "2`*", "3`*"]
    mine = await short.grace.autocomplete(short.channel, "premove", "then", "", **{"if": "1"})
    assert [c["value"] for c in mine] == ["1`*", "2`*"]
    unnamed = await short.grace.autocomplete(short.channel, "premove", "then", "2")
    assert [c["value"] for c in unnamed] == ["2"]
    [early] = await short.ada.autocomplete(short.channel, "premove", "if", "")
    assert early["name"].startswith("It is your turn")

    # Of several matches it is the one in which the other is to move, unless there are more.
    await short.start(first="them")
    assert await short.grace.autocomplete(short.channel, "premove", "if", "") == theirs
    answer = await short.ask(short.grace, "premove", **{"if": "1", "then": "1"})
    assert answer.endswith("Match 1 · played at once when it fits, else dropped")
    await short.start()
    [several] = await short.grace.autocomplete(short.channel, "premove", "if", "")
    assert several["name"] == "You have several matches here. Name one with the option match first."

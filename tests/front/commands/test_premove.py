"""Answers prepared in the channel: private, played at once, dropped with a word when unfit."""

from tests.front.conftest import World, said


async def test_an_answer_is_prepared_in_private_and_played_at_once(world: World) -> None:
    await world.start()
    before, pings = len(world.public()), len(world.pings())
    answer = await world.ask(world.grace, "premove", **{"if": "1", "then": "1"})
    assert "If **Ada** plays `` 1`* ``, you play `` 1`* ``." in answer
    assert len(world.public()) == before
    await world.ada.slash(world.channel, "move", move="1", preview=False)
    first, second = [message.content for message in world.public()[before:]]
    assert "**Ada** takes 1." in first
    assert "**Grace** takes 1." in second
    # Nobody is pinged for a turn that was played already.
    assert world.pings()[pings:] == [[], [world.ada.id]]


async def test_an_unfit_answer_is_dropped_with_a_word(world: World) -> None:
    await world.start(size="middle")
    await world.grace.slash(world.channel, "premove", **{"if": "1", "then": "1"})
    await world.ada.slash(world.channel, "move", move="2", preview=False)

    assert "Your prepared answer" in await world.ask(world.grace, "board")
    assert "Your prepared answer" not in await world.ask(world.grace, "board")


async def test_it_lists_and_clears(world: World) -> None:
    await world.start()
    assert "Nothing is prepared in match 1." in await world.ask(world.grace, "premove")
    alone = await world.grace.slash(world.channel, "premove", then="1")
    assert said(alone).startswith("- Whatever **Ada** plays, you play")
    both = await world.grace.slash(world.channel, "premove", **{"if": "2", "then": "1"})
    special, general = said(both).splitlines()[:2]
    assert special.startswith("- If **Ada** plays `` 2`* ``, you play")
    assert general.startswith("- If **Ada** plays anything else, you play")
    assert "Nothing is prepared in match 1." in await world.ask(world.grace, "premove", clear=True)


async def test_a_button_clears_what_is_prepared(world: World) -> None:
    await world.start()
    shown = await world.grace.slash(world.channel, "premove", then="1")
    await world.restart()
    cleared = await world.grace.click(shown.response, label="Clear")

    assert "Nothing is prepared in match 1." in cleared.response.content
    assert not cleared.response.components
    await world.ada.slash(world.channel, "move", move="1", preview=False)
    match = await world.match()
    assert [ply.seat for ply in match.plies] == [1]


async def test_refusals_are_private_and_keep_nothing(world: World) -> None:
    await world.start()
    assert "It is your turn" in await world.ask(world.ada, "premove", **{"if": "1", "then": "1"})
    assert await world.ask(world.grace, "premove", **{"if": "@everyone", "then": "1"})
    assert await world.ask(world.grace, "premove", **{"if": "1", "then": "3"})
    assert "Nothing is prepared" in said(await world.grace.slash(world.channel, "premove"))
    assert all(users == [] for users in world.pings()[2:])


async def test_autocomplete_follows_the_move_named(world: World) -> None:
    await world.start()
    theirs = await world.grace.autocomplete(world.channel, "premove", "if", "")
    assert [c["value"] for c in theirs] == ["1`*", "2`*", "3`*"]
    mine = await world.grace.autocomplete(world.channel, "premove", "then", "", **{"if": "1"})
    assert [c["value"] for c in mine] == ["1`*", "2`*"]
    unnamed = await world.grace.autocomplete(world.channel, "premove", "then", "2")
    assert [c["value"] for c in unnamed] == ["2"]
    [early] = await world.ada.autocomplete(world.channel, "premove", "if", "")
    assert early["name"].startswith("It is your turn")

    # Of several matches it is the one in which the other is to move, unless there are more.
    await world.start(first="them")
    assert await world.grace.autocomplete(world.channel, "premove", "if", "") == theirs
    answer = await world.ask(world.grace, "premove", **{"if": "1", "then": "1"})
    assert answer.endswith("Match 1 · played at once when it fits, else dropped")
    await world.start()
    [several] = await world.grace.autocomplete(world.channel, "premove", "if", "")
    assert several["name"] == "You have several matches here. Name one with the option match first."

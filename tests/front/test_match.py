"""Whole matches, from the challenge to the end, as people play them."""

from tests.front.conftest import World, labels, said


async def test_two_people_play_a_whole_match_with_commands(world: World) -> None:
    sent = await world.ada.slash(
        world.channel, "challenge heap", opponent=world.grace, first="me", size="small"
    )
    assert "Your challenge is match 1" in said(sent)
    assert f"<@{world.grace.id}>: **Ada** challenges you to **Heap**" in world.last.content
    assert labels(world.last) == ["Accept", "Decline", "Withdraw"]

    await world.grace.click(world.last, label="Accept")
    assert labels(world.public()[0]) == []
    assert f"<@{world.ada.id}>, it is your turn." in world.last.content
    assert world.last.attachments[0].description == "A heap of 3; Ada is to move."
    assert labels(world.last) == ["Move", "My view", "More…"]

    played = await world.ada.slash(world.channel, "move", move="1")
    assert "`` 1`* `` is played. **Ada** takes 1." in said(played)
    assert labels(world.public()[1]) == []
    assert world.last.content.startswith("`` 1`* `` **Ada** takes 1.")

    await world.grace.slash(world.channel, "move", move="2")
    assert "**Grace** took the last one. 🏆 **Grace** wins!" in world.last.content
    assert labels(world.last) == ["Rematch"]
    assert world.pings() == [[world.grace.id], [world.ada.id], [world.grace.id], [world.ada.id]]

"""How to play, in one private message, and what follows the last page of the rules."""

from io import BytesIO

import pytest
from PIL import Image

from bot.catalog import catalog, entry
from bot.front.board.pictures import example_position
from bot.front.pages.rules_pages import page_text
from bot.model.records import Status
from renderers import close_up, explained
from tests.front.conftest import World, labels


async def test_a_challenge_says_how_heavy_the_game_is_and_how_it_is_played(world: World) -> None:
    await world.ada.slash(world.channel, "challenge bump", opponent=world.grace, first="me")
    assert f"> -# {entry('bump').weight}." in world.last.content
    for who in (world.grace, world.ada, world.linus):
        shown = (await who.click(world.last, label="How to play")).response
        assert shown.ephemeral
        assert shown.content.splitlines()[:2] == [
            "## How to play Bump",
            f"**{entry('bump').goal}**",
        ]
        assert len(shown.attachments) == 3
        assert "Bar: its bumper" in shown.attachments[0].description
        assert labels(shown) == ["All rules", "Learn by doing", "Play me", "Challenge…"]
    await world.grace.click(world.last, label="Accept")
    assert labels(world.last) == ["Move", "My view", "How to play", "More…"]
    assert "How to play Bump" in await world.tap(world.grace, "How to play")
    await world.move(world.ada, "01,03")
    assert labels(world.last) == ["Move", "My view", "Replay", "More…"]


async def test_whoever_has_read_the_rules_plays_the_bot_at_one_press(world: World) -> None:
    shown = (await world.ada.slash(world.channel, "rules", game="clump")).response
    while "Next" in labels(shown):
        assert "Play me" not in labels(shown)
        shown = (await world.ada.click(shown, label="Next")).response
    await world.tap(world.ada, "Play me", shown)
    match = await world.match()
    assert (match.game, match.status) == ("clump", Status.RUNNING)
    assert {person.name for person in match.seats} == {"Ada", "TestBot"}


@pytest.mark.parametrize("key", catalog())
def test_how_to_play_shows_three_pictures_with_their_legend(key: str) -> None:
    game = entry(key)
    shown = [e for page in game.rules for e in page.examples if e.legend]
    assert len(shown) == 3
    for example in shown:
        position, effects = example_position(game, example)
        plain = close_up(key, position, effects, cells=())
        picture = Image.open(BytesIO(explained(key, position, effects, example.legend)))
        assert picture.size != Image.open(BytesIO(plain)).size
        strip = picture.convert("L").crop((0, picture.height - 40, picture.width, picture.height))
        shades = strip.tobytes()
        assert max(shades) - min(shades) > 100, "its words stand out"


def test_an_unknown_author_is_said_once_and_a_known_one_on_every_page() -> None:
    for game in catalog().values():
        pages = [page_text(game, number) for number in range(len(game.rules))]
        if game.key == "bump":
            assert [("uthor unknown" in page) for page in pages] == [False] * 3 + [True]
        else:
            assert all(game.author in page for page in pages)

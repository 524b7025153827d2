"""The drawn pieces on buttons and menus of the table."""

from datetime import timedelta
from pathlib import Path

from bot.front.emojis import DrawnPiece
from bot.table.memory import forget
from bot.table.pieces import picture_of
from bot.table.serve import table
from renderers import icon
from tests.helpers.table import begin, bot_of, on_turn
from tests.table.window import Window, buttons, until

PAUSE = timedelta(milliseconds=5)
"""Between two pieces."""

FACING_RIGHT = DrawnPiece("bump", "1_0", "classic")


async def test_a_button_shows_the_piece_that_the_bot_has_drawn(tmp_path: Path) -> None:
    async with (
        table(tmp_path / "games.sqlite3", 0, PAUSE) as page,
        Window.open(page, "Ada") as ada,
        Window.open(page, "Grace") as grace,
    ):
        board = await begin(page, ada, grace)
        book = bot_of(page).emoji_book
        await until(lambda: DrawnPiece("bump", "2_300", "classic") in book)
        mover = await on_turn(ada, grace, board)
        await mover.press(await mover.see("it is your turn"), "Move")
        asked = await mover.see("Which piece?")
        drawn = [part["emoji"] for part in buttons(asked) if part.get("emoji")]
        assert drawn
        assert all(each["available"] for each in drawn)
        # What nobody looks at any more is forgotten, but for these.
        backend = page.env.backend
        forget(backend, keep=0)
        emoji = backend.application_emojis[int(drawn[0]["id"])]
        assert emoji.name.startswith("bb_bump_")
        kept = {
            backend.cdn.get(picture_of(each.id))
            for each in backend.application_emojis.values()
            if each.name.startswith("bb_bump_1_0_classic_")
        }
        assert kept == {icon(*FACING_RIGHT).png()}

"""The commands of somebody who is new here."""

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.catalog import catalog, entry
from bot.front.discord.context import Interaction, reply_private
from bot.front.discord.markdown import lines_in_messages
from bot.front.pages import rules_pages
from bot.games.phrases import comma_list

FIRST_STEPS = (
    "**I host slow games of push and shove: {games}.** Move when it suits you, days apart.",
    "1. `/rules` shows how a game is played.",
    "2. `/challenge` a friend, or me. They press **Accept**, and the board appears. `/lobby` shows "
    "who looks for a game.",
    "3. On your turn you are called once, where and when `/notices` says. Press **Move** below the "
    "board, or type `/play`; `/games` has all that waits, and **Next game** leads on.",
    "4. The small print says how long you may think; `/calendar` stops your clock while you sleep "
    "or are away. When time is over, 24 hours of grace begin by themselves, once in a match; after "
    "them the other side may claim the win or wait, and where the time is *hard* it is lost. "
    "**More…** below the board asks for time, or gives it.",
    "5. **Take back** undoes a slip: at once until they have seen it, later if they agree.",
    "6. **Replay** shows a turn again, and `/settings` is for colors, large text, text boards, and "
    "all your other settings. Managers say with its `server` where new matches are allowed.",
    "7. In a busy channel each match gets a thread of its own; `/quiet` says where for one.",
    "8. When you both answer within minutes, **Play on now** lets the board change in place "
    "without a call for every turn.",
    "9. `/privacy` says what I store about you, hands it out and deletes it.",
)


def rules() -> app_commands.Command[Any, ..., Any]:
    async def run(interaction: Interaction, game: str) -> None:
        await rules_pages.show_rules(interaction, entry(game), 0)

    choices = [Choice(name=game.name, value=game.key) for game in catalog().values()]
    app_commands.describe(game="Which game")(run)
    app_commands.choices(game=choices)(run)
    return app_commands.Command(
        name="rules", description="How a game is played, with pictures", callback=run
    )


@app_commands.command(name="help", description="First steps, and every command")
async def help_(interaction: Interaction) -> None:
    games = comma_list([game.name for game in catalog().values()])
    steps = [step.format(games=games) for step in FIRST_STEPS]
    for text in lines_in_messages([*steps, "", *command_lines(interaction)]):
        await reply_private(interaction, text)


def command_lines(interaction: Interaction) -> Iterator[str]:
    """Every command of the tree on a line; those without subcommands can be clicked."""
    for command in interaction.client.tree.get_commands():
        if isinstance(command, app_commands.ContextMenu):
            yield f"**{command.name}**: in the menu of a person, below Apps"
            continue
        number = interaction.client.command_ids.get(command.name)
        clickable = number and not isinstance(command, app_commands.Group)
        shown = f"</{command.name}:{number}>" if clickable else f"`/{command.name}`"
        yield f"{shown}: {command.description}"

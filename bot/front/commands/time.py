"""`/time`: asking the other side for more time, and giving it."""

from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.front import find_match, requests
from bot.front.commands.play import WHICH
from bot.front.discord.context import Interaction
from bot.front.text.requests import AMOUNTS

time = app_commands.Group(name="time", description="Ask for more time, or give it")

LENGTHS = [Choice(name=label, value=hours) for hours, label in AMOUNTS.items()]


@time.command(name="ask", description="Ask your opponent for more time, when it is your turn")
@app_commands.describe(length="How much more", match=WHICH)
@app_commands.choices(length=LENGTHS)
async def ask(interaction: Interaction, length: int, match: Range[int, 1] | None = None) -> None:
    chosen = await find_match.find_running(interaction, match)
    await requests.ask_time(interaction, chosen, hours=length)


@time.command(name="give", description="Give your opponent more time, when it is their turn")
@app_commands.describe(length="How much more", match=WHICH)
@app_commands.choices(length=LENGTHS)
async def give(interaction: Interaction, length: int, match: Range[int, 1] | None = None) -> None:
    chosen = await find_match.find_running(interaction, match)
    await requests.grant_time(interaction, chosen, hours=length)


command: app_commands.Command[Any, ..., Any]
for command in (ask, give):
    command.autocomplete("match")(find_match.open_matches)

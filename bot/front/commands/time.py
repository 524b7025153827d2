"""`/time`: asking the other side for more time, and giving it."""

from discord import app_commands
from discord.app_commands import Choice

from bot.front import requests
from bot.front.commands.of_match import of_match
from bot.front.discord.context import Interaction
from bot.front.text.requests import AMOUNTS
from bot.model.match import Match

time = app_commands.Group(name="time", description="Ask for more time, or give it")

LENGTHS = [Choice(name=label, value=hours) for hours, label in AMOUNTS.items()]


@of_match("ask", "Ask your opponent for more time, when it is your turn", group=time)
@app_commands.describe(length="How much more")
@app_commands.choices(length=LENGTHS)
async def ask(interaction: Interaction, length: int, match: Match) -> None:
    await requests.ask_time(interaction, match, hours=length)


@of_match("give", "Give your opponent more time, when it is their turn", group=time)
@app_commands.describe(length="How much more")
@app_commands.choices(length=LENGTHS)
async def give(interaction: Interaction, length: int, match: Match) -> None:
    await requests.grant_time(interaction, match, hours=length)

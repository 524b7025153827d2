"""The buttons of leagues and tournaments: below posts and private answers, as the commands do."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.front.discord.context import Interaction, acknowledge_press, replace_private
from bot.front.ui.base import BLUE, GRAY, GREEN, RED, CustomId, GuardedItem, refuse_unknown

LEAGUE, TOURNAMENT = SUBJECTS = ("league", "tournament")

# Their labels. What they do is the client's table `competition_buttons`.
FACES: Mapping[tuple[str, str], tuple[str, ButtonStyle]] = {
    (LEAGUE, "join"): ("Sign up", GREEN),
    (LEAGUE, "leave"): ("Withdraw", GRAY),
    (LEAGUE, "giveup"): ("Give up the season", RED),
    (LEAGUE, "close"): ("Yes, close it", RED),
    (LEAGUE, "keep"): ("No, leave it", GRAY),
    (TOURNAMENT, "enter"): ("Enter", GREEN),
    (TOURNAMENT, "leave"): ("Withdraw", GRAY),
    (TOURNAMENT, "resign"): ("Yes, withdraw", RED),
    (TOURNAMENT, "calloff"): ("Yes, call it off", RED),
    (TOURNAMENT, "keep"): ("No, leave it", BLUE),
}


class CompetitionId(CustomId, written="{subject}:{name}:{number}"):
    """What is done with the league or tournament of that number; `giveup` has that of a season."""

    subject: str
    name: str
    number: int


class CompetitionButton(GuardedItem[CompetitionId], kind=CompetitionId):
    async def press(self, interaction: Interaction) -> None:
        await acknowledge_press(interaction)
        deed = (self.parsed.subject, self.parsed.name)
        act = interaction.client.competition_buttons.get(deed, refuse_unknown)
        await act(interaction, self.parsed.number)


async def keep_as_it_is(interaction: Interaction, _: int) -> None:
    await replace_private(interaction, "Good. Nothing has changed.")


def competition_button(subject: str, name: str, number: int) -> CompetitionButton:
    label, style = FACES[subject, name]
    return CompetitionButton.button(CompetitionId(subject, name, number), label, style)


def competition_buttons(subject: str, number: int, *names: str) -> list[CompetitionButton]:
    return [competition_button(subject, name, number) for name in names]

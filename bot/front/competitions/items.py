"""The buttons of leagues and tournaments: below posts and private answers, as the commands do."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from discord import ButtonStyle

from bot.front.discord.context import Interaction, acknowledge_press, replace_private
from bot.front.ui.base import BLUE, GRAY, Button, CustomId, action, button

LEAGUE, TOURNAMENT = SUBJECTS = ("league", "tournament")


class CompetitionId(CustomId, written="{subject}:{name}:{number}", action="{subject} {name}"):
    """What is done with the league or tournament of that number; `giveup` has that of a season."""

    subject: str
    name: str
    number: int


ActOfNumber = TypeVar("ActOfNumber", bound=Callable[[Interaction, int], Awaitable[None]])


def competition_action(
    subject: str, name: str, label: str, style: ButtonStyle = GRAY
) -> Callable[[ActOfNumber], ActOfNumber]:
    """Makes a function of a number the act of that button of all leagues, or tournaments."""

    def add(act: ActOfNumber) -> ActOfNumber:
        @action(CompetitionId, f"{subject} {name}", label, style, acknowledge_press)
        async def pressed(interaction: Interaction, at: CompetitionId) -> None:
            await act(interaction, at.number)

        return act

    return add


@competition_action(LEAGUE, "keep", "No, leave it")
@competition_action(TOURNAMENT, "keep", "No, leave it", BLUE)
async def keep_as_it_is(interaction: Interaction, _: int) -> None:
    await replace_private(interaction, "Good. Nothing has changed.")


def competition_button(subject: str, name: str, number: int) -> Button:
    return button(CompetitionId(subject, name, number))


def competition_buttons(subject: str, number: int, *names: str) -> list[Button]:
    return [competition_button(subject, name, number) for name in names]

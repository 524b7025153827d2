"""The commands for newcomers, learning and solving."""

from collections.abc import Iterator

from discord import app_commands

from bot.catalog import entry
from bot.front.commands.invite import levels_offered
from bot.front.commands.options import REQUIRED, Command, Field, command_of, game_field
from bot.front.discord.context import Interaction, defer_private, reply_private
from bot.front.discord.markdown import lines_in_messages
from bot.front.exercises import rules_pages
from bot.front.exercises.lesson_panel import show_lessons, show_puzzle
from bot.front.exercises.which_game import HEAD, games_message
from bot.front.match.practice import practice
from bot.front.people.feedback import MOST, send_feedback
from bot.front.picker.controller import redraw_screen
from bot.front.ui.base import BLUE, LearnId, action, learn_button, message_view
from bot.service.invitations.levels import DEEP

WHICH = "Which game; leave it out for all of them"

FIRST_STEPS = (
    "**First steps**",
    "1. `/challenge` a friend, or me. They press **Accept**, and the board appears.",
    "2. On your turn you are called once. Press **Move** below the board, or type `/play`. Letters "
    "on buttons stand in the picture; blue arrows go there, gray ones turn.",
    "3. `/games` shows all that waits for you; `/lobby`, who looks for a game.",
    "4. Out of time? You get one extra day, once a match. Then your opponent may claim the win; "
    "if the small print says *lost on time*, you have lost.",
)

GOOD_TO_KNOW = (
    "**Good to know**",
    "- `/rules` shows every game with pictures; **How to play** below a challenge and a first "
    "board is the short form.",
    "- The small print says how long you may think; `/calendar` stops your clock while you sleep "
    "or are away. **More…** below the board asks for time, or gives it. *Lost on time* means "
    "that a match is lost when the extra day is over.",
    "- **Take back** undoes a slip: at once until they have seen it, later if they agree. "
    "**Replay** shows a turn again.",
    "- I play at several levels: `level` of `/challenge` says which; `/ladder` shows those that "
    "you have beaten, and the next.",
    "- Is it an advantage to begin? With `pair` a challenge is for two matches, seats swapped.",
    "- If a match is rated, its end says what it changed; `/profile` shows ratings and results, "
    "`/leaderboard` who leads. A rating is provisional for its first fifteen results or so.",
    "- `/league list` shows the leagues of a server: sign up once, and seasons in small divisions "
    "begin and end by themselves.",
    "- `/tournament` shows tournaments of a server, which go on round by round by themselves: "
    "press **Enter** below the announcement of one, or announce one for an evening or a month.",
    "- **Study** below a board, or `/study`, is a board of your own on which you make moves for "
    "both sides. It follows its match, and says what came true.",
    "- `/record` gives you a match in a file, and `/import` makes a match from one.",
    "- `/learn` teaches a game in short stages, and `/puzzle` gives you something to find.",
    "- `/notices` says where and when you are called; **Next game** leads on.",
    "- `/describe 01` says what stands there and lists what can be played with it, by effect; "
    "with the text board every game can be played by ear.",
    "- `/settings` is for colors, large text, text boards, and all your other settings. Managers "
    "say with its `server` where new matches are allowed.",
    "- In a busy channel each match gets its own thread; `/quiet` changes that for one.",
    "- When you both answer within minutes, **Play on now** lets the board change in place "
    "without a call for every turn.",
    "- `/privacy` says what I store about you, exports it and deletes it; `/feedback` reaches the "
    "person who runs me.",
)


def learn_command() -> Command:
    about = "Learn a game by doing, step by step, in private"
    return command_of("learn", about, [game_field(WHICH)], show_lessons)


def puzzle_command() -> Command:
    about = "A puzzle at your strength, in private"
    return command_of("puzzle", about, [game_field(WHICH)], show_puzzle)


def rules() -> Command:
    async def run(interaction: Interaction, game: str) -> None:
        await rules_pages.show_rules(interaction, entry(game), 0)

    about = "How a game is played, with pictures"
    return command_of("rules", about, [game_field("Which game", REQUIRED)], run)


def practice_command() -> Command:
    about = "Play me for yourself: nobody sees it, and I answer at once"
    levels = app_commands.Range[int, 1, DEEP]
    level = Field("level", levels, "How strong I play", offer=levels_offered)
    return command_of("practice", about, [game_field(WHICH), level], practice)


async def _show_help(interaction: Interaction) -> None:
    await redraw_screen(interaction, *await games_message(interaction, HEAD))


help_ = command_of("help", "Which game to try, first steps, and every command", (), _show_help)

SAID = Field("text", app_commands.Range[str, 1, MOST], "What they should know", default=REQUIRED)
TO_OWNER = "Tell the person who runs me what you think, or what is wrong"
feedback = command_of("feedback", TO_OWNER, [SAID], send_feedback)


@action(LearnId, "steps", "First steps", acknowledge=defer_private)
async def show_steps(interaction: Interaction, at: LearnId) -> None:
    buttons = (learn_button(name, at.game) for name in ("learn", "how", "hints"))
    await reply_private(interaction, "\n".join(FIRST_STEPS), view=message_view(buttons))


@action(LearnId, "how", "How to play", BLUE, defer_private)
async def how_to_play(interaction: Interaction, at: LearnId) -> None:
    await rules_pages.show_how(interaction, entry(at.game))


@action(LearnId, "hints", "Good to know", acknowledge=defer_private)
async def show_hints(interaction: Interaction, at: LearnId) -> None:
    *parts, last = lines_in_messages(GOOD_TO_KNOW)
    for part in parts:
        await reply_private(interaction, part)
    rest = message_view([learn_button("commands", at.game)])
    await reply_private(interaction, last, view=rest)


@action(LearnId, "commands", "All commands", acknowledge=defer_private)
async def show_commands(interaction: Interaction, _: LearnId) -> None:
    for text in lines_in_messages(command_lines(interaction)):
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

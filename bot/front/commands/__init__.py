"""The slash commands. This list is all of them; Discord, `/help` and the tests read it."""

from functools import cache
from typing import Any

from discord import app_commands

from bot.front.commands import (
    invite,
    league,
    learn,
    manage,
    play,
    premove,
    records,
    see,
    study,
    tournament,
)

Root = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
ANYHOW = app_commands.AppInstallationType(guild=True, user=True)


@cache
def commands() -> tuple[Root, ...]:
    """Every command, in the order in which a newcomer needs them."""
    roots: list[Root] = [
        invite.challenge(),
        invite.challenge_menu(),
        invite.lobby,
        play.play,
        play.move,
        play.compare,
        premove.premove,
        play.board,
        study.study_command(),
        play.hint,
        see.replay,
        see.review,
        records.record,
        records.import_,
        see.describe,
        see.follow,
        see.note,
        see.games,
        see.profile_command(),
        see.leaderboard_command(),
        tournament.tournament(),
        see.ladder,
        league.league_command(),
        learn.learn_command(),
        learn.puzzle_command(),
        learn.practice_command(),
        play.takeback,
        play.draw,
        play.resign,
        play.claim,
        play.replace,
        play.time,
        learn.rules(),
        learn.help_,
        learn.feedback,
        see.settings,
        see.calendar,
        see.notices,
        manage.quiet,
        invite.block,
        invite.unblock,
        see.privacy,
        manage.calloff,
        records.records,
    ]
    for root in roots:
        root.allowed_contexts = root.allowed_contexts or EVERYWHERE
        root.allowed_installs = root.allowed_installs or ANYHOW
    return tuple(roots)

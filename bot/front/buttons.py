"""Every button and menu, and what it does. Custom ids that are not listed here are unknown."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.front import actions, match_buttons, replacing
from bot.front.actions import answer_request, one_post_a_turn, play_on_now
from bot.front.board.private_view import HintSelect, show_board
from bot.front.board.replay import ReplayButton, replay_turn
from bot.front.commands.learn import how_to_play, show_commands, show_hints
from bot.front.commands.premove import clear_prepared
from bot.front.competitions import leagues, tournaments
from bot.front.competitions.items import LEAGUE, TOURNAMENT, CompetitionButton, keep_as_it_is
from bot.front.competitions.showing import TablesButton
from bot.front.discord.context import Callback, SettingsPage
from bot.front.exercises import deeds, lesson_panel
from bot.front.exercises.daily import SolveButton
from bot.front.exercises.on_exercise import on_exercise
from bot.front.exercises.rules_pages import RulesPageButton
from bot.front.exercises.views import TryId, TryItem
from bot.front.invitations import challenge_form
from bot.front.invitations.ladder_panel import LadderButton
from bot.front.invitations.lobby import LobbyButton, LobbyPageButton
from bot.front.match import analysis
from bot.front.match.follow import follow_match, unfollow_match
from bot.front.match_buttons import answers, left_alone, once, privately, while_current
from bot.front.people.blocks import UnblockButton, challenges_page
from bot.front.people.calendar import (
    CalendarButton,
    CalendarId,
    answer_calendar_form,
    calendar_page,
)
from bot.front.people.daily_puzzle import DailyMenu, daily_page
from bot.front.people.inbox import InboxItem
from bot.front.people.leaders import LeaderGameMenu, LeaderRoleMenu, ratings_page
from bot.front.people.next_game import open_next, open_question
from bot.front.people.notices import NoticeButton, mute_reminders, notices_page
from bot.front.people.privacy import DeleteButton, PrivacyId, answer_privacy_form
from bot.front.people.settings_pages import boards_page, play_page, posts_page
from bot.front.picker import controller
from bot.front.picker.components import PickerItem
from bot.front.picker.controller import DraftAction
from bot.front.picker.on_match import on_match
from bot.front.picker.typed_moves import MatchChoiceButton
from bot.front.ui.base import ButtonId, CustomId, GuardedItem, LearnButton, MatchButton
from bot.front.ui.forms import FormAnswer
from bot.front.ui.settings import PagesMenu, SettingButton
from bot.model import commands

# The kinds of items, each with its own custom ids.
ITEMS: tuple[type[GuardedItem[Any]], ...] = (
    MatchButton,
    PickerItem,
    HintSelect,
    ReplayButton,
    RulesPageButton,
    LearnButton,
    SettingButton,
    PagesMenu,
    CalendarButton,
    NoticeButton,
    MatchChoiceButton,
    LobbyButton,
    LobbyPageButton,
    LadderButton,
    UnblockButton,
    InboxItem,
    DeleteButton,
    SolveButton,
    DailyMenu,
    LeaderGameMenu,
    LeaderRoleMenu,
    CompetitionButton,
    TryItem,
    TablesButton,
)


def is_known(custom_id: str) -> bool:
    """Whether a custom id is of one of those kinds."""
    return any(item.kind.parse(custom_id) for item in ITEMS)


# What the buttons about a match do, by action. Their labels are `base.FACES`.
BUTTONS: Mapping[str, Callback] = {
    "accept": answers(commands.Accept),
    "learnfirst": privately(match_buttons.learn_first),
    "decline": answers(commands.Decline),
    "withdraw": answers(commands.Withdraw),
    "begin": answers(commands.Begin),
    "move": match_buttons.move,
    "again": match_buttons.again,
    "type": match_buttons.type_it,
    "view": privately(show_board),
    "since": match_buttons.since,
    "replay": replay_turn,
    "more": privately(match_buttons.more),
    "draw": privately(actions.ask_to_draw),
    "offerdraw": while_current(actions.offer_draw),
    "agree": while_current(partial(answer_request, to=commands.AnswerDraw, yes=True)),
    "refuse": while_current(partial(answer_request, to=commands.AnswerDraw, yes=False)),
    "asktime": privately(actions.choose_to_ask),
    **{n: while_current(partial(actions.ask_time, hours=h)) for n, h in actions.ASKS.items()},
    "givetime": privately(actions.choose_to_give),
    **{n: while_current(partial(actions.grant_time, hours=h)) for n, h in actions.GIVES.items()},
    "grant": while_current(
        partial(answer_request, to=commands.AnswerTime, yes=True), actions.require_asked
    ),
    "notnow": while_current(
        partial(answer_request, to=commands.AnswerTime, yes=False), actions.require_asked
    ),
    "takeover": replacing.take_over,
    "letreplace": replacing.agree,
    "noreplace": replacing.decline,
    "endreplace": replacing.withdraw,
    "ready": match_buttons.ready,
    "takeback": match_buttons.take_back,
    "lettake": while_current(partial(answer_request, to=commands.AnswerTakeback, yes=True)),
    "keeptake": while_current(partial(answer_request, to=commands.AnswerTakeback, yes=False)),
    "askresign": privately(actions.ask_to_resign),
    "resign": while_current(actions.resign_match),
    "keep": left_alone("Good. The match goes on."),
    "calloff": match_buttons.call_off,
    "leave": left_alone("Good. Nothing has changed."),
    "claim": once(actions.claim_win),
    "without": once(actions.claim_win),
    "ownpuzzle": privately(match_buttons.show_own_puzzle),
    "showproof": privately(analysis.show_proof),
    "review": privately(analysis.show_review),
    "missed": analysis.show_mistake,
    "lastmissed": privately(analysis.show_last_missed),
    "rules": privately(match_buttons.rules),
    "howto": privately(match_buttons.how_to_play),
    "record": privately(match_buttons.record),
    "rematch": match_buttons.rematch,
    "unprepare": clear_prepared,
    "mute": mute_reminders,
    "muteall": mute_reminders,
    "next": open_next,
    "answer": open_question,
    "follow": privately(follow_match),
    "unfollow": privately(unfollow_match),
    "playon": play_on_now,
    "onepost": one_post_a_turn,
}

# What the buttons for newcomers do, by name. Their labels are `base.LESSONS`.
LESSONS: Mapping[str, Callback] = {
    "how": how_to_play,
    "learn": lesson_panel.open_games,
    "lessons": lesson_panel.open_stages,
    "courses": lesson_panel.turn_to_games,
    "stages": lesson_panel.turn_to_stages,
    "stage": lesson_panel.open_stage,
    "goon": lesson_panel.go_on,
    "puzzle": lesson_panel.draw_puzzle,
    "firstmatch": challenge_form.play_first,
    "playme": challenge_form.play_me,
    "challenge": challenge_form.open_game_form,
    "hints": show_hints,
    "commands": show_commands,
}

# What the buttons of a draft do on any board, by name. `pick` takes any choice of a step.
ON_ANY_BOARD: Mapping[str, DraftAction] = {
    "pick": controller.choose_key,
    "back": controller.step_back,
    "page": controller.turn_page,
    "whole": controller.show_whole,
    "close": controller.turn_page,
    "offer": controller.choose_offer,
    "confirm": controller.confirm_move,
}

# What they do in a match.
PICKER_BUTTONS: Mapping[str, Callback] = {
    **{name: on_match(act) for name, act in ON_ANY_BOARD.items()},
    "compare": on_match(controller.compare_moves),
    "cancel": on_match(controller.cancel_draft),
}

# What the buttons of an exercise do, by name.
TRY_BUTTONS: Mapping[str, Callback] = {
    **{name: on_exercise(act) for name, act in ON_ANY_BOARD.items()},
    "board": deeds.return_to_board,
    "again": deeds.begin_again,
    "hint": deeds.give_hint,
    "more": deeds.offer_help,
    "describe": deeds.describe_board,
    "solution": deeds.give_solution,
    "next": deeds.open_next_stage,
    "another": deeds.draw_another,
    "type": deeds.open_move_form,
    "space": deeds.open_space_form,
}

# What the buttons of leagues and tournaments do. Their labels are `competitions.items.FACES`.
COMPETITION_BUTTONS: Mapping[tuple[str, str], Callback] = {
    (LEAGUE, "join"): leagues.join_league,
    (LEAGUE, "leave"): leagues.leave_league,
    (LEAGUE, "giveup"): leagues.give_up_season,
    (LEAGUE, "close"): leagues.close_league,
    (LEAGUE, "keep"): keep_as_it_is,
    (TOURNAMENT, "enter"): tournaments.enter_tournament,
    (TOURNAMENT, "leave"): tournaments.leave_tournament,
    (TOURNAMENT, "resign"): tournaments.resign_tournament,
    (TOURNAMENT, "calloff"): tournaments.call_tournament_off,
    (TOURNAMENT, "keep"): keep_as_it_is,
}

# Who answers a form that was sent, by the kind of its custom id.
FORMS: Mapping[type[CustomId], FormAnswer] = {
    ButtonId: match_buttons.play_form,
    CalendarId: answer_calendar_form,
    challenge_form.ChallengeFormId: challenge_form.answer_challenge_form,
    PrivacyId: answer_privacy_form,
    TryId: deeds.answer_try_form,
}

# What makes each page of the settings, by scope and name. Their titles are `settings_values.PAGES`.
SETTINGS_PAGES: Mapping[tuple[str, str], SettingsPage] = {
    ("me", "boards"): boards_page("me"),
    ("me", "notices"): notices_page,
    ("me", "calendar"): calendar_page,
    ("me", "challenges"): challenges_page,
    ("server", "boards"): boards_page("server"),
    ("server", "play"): play_page,
    ("server", "posts"): posts_page,
    ("server", "ratings"): ratings_page,
    ("server", "daily"): daily_page,
}

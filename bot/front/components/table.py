"""Every button and menu there is, and what it does. A button that is not listed here is none."""

from collections.abc import Mapping
from typing import Any

from bot.front.board.private_view import HintSelect
from bot.front.board.replay import ReplayButton, replay_turn
from bot.front.components import match_buttons
from bot.front.components.base import GuardedItem, MatchButton
from bot.front.context import Callback
from bot.front.pages.rules_pages import RulesPageButton
from bot.front.pages.settings_panel import SettingButton
from bot.front.picker import controller
from bot.front.picker.components import PickerItem

ITEMS: tuple[type[GuardedItem[Any]], ...] = (
    MatchButton,
    PickerItem,
    HintSelect,
    ReplayButton,
    RulesPageButton,
    SettingButton,
)
"""The kinds of items, each with custom ids of its own."""

BUTTONS: Mapping[str, Callback] = {
    "accept": match_buttons.accept,
    "decline": match_buttons.decline,
    "withdraw": match_buttons.withdraw,
    "begin": match_buttons.begin,
    "move": match_buttons.move,
    "again": match_buttons.again,
    "type": match_buttons.type_it,
    "view": match_buttons.view,
    "since": match_buttons.since,
    "replay": replay_turn,
    "more": match_buttons.more,
    "draw": match_buttons.draw,
    "agree": match_buttons.agree,
    "refuse": match_buttons.refuse,
    "askresign": match_buttons.ask_to_resign,
    "resign": match_buttons.resign,
    "keep": match_buttons.keep,
    "claim": match_buttons.claim,
    "without": match_buttons.claim,
    "rules": match_buttons.rules,
    "record": match_buttons.record,
    "rematch": match_buttons.rematch,
}
"""What the buttons about a match do, by action. Their labels are `base.FACES`."""

PICKER_BUTTONS: Mapping[str, Callback] = {
    "pick": controller.choose_key,
    "back": controller.step_back,
    "page": controller.turn_page,
    "compare": controller.compare_moves,
    "offer": controller.choose_offer,
    "cancel": controller.cancel_draft,
    "confirm": controller.confirm_move,
}
"""What the buttons of a half-made move do, by name. `pick` takes any choice of a step."""

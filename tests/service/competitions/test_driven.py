"""Whatever people and the bot do, a season or an evening comes to what the rules say."""

import asyncio

import pytest

from bot.model.competitions.competition import Format
from tests.helpers.long_runs import LONG
from tests.helpers.rounds import without_threads
from tests.service.competitions.driven import Driven

SEEDS = 30 if LONG else 4


@pytest.mark.parametrize("form", Format)
async def test_each_comes_to_what_an_arbiter_reckons_from_what_was_done(form: Format) -> None:
    without_threads(asyncio.get_running_loop())
    for seed in range(SEEDS):
        await Driven(seed, form).run()

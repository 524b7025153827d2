"""The open challenges of a channel."""

from datetime import timedelta

from bot.matches.commands import Accept, Decline, Withdraw
from bot.matches.service import Matches
from tests.matches.conftest import START
from tests.matches.people import ADA, GRACE, LINUS
from tests.matches.profiles.test_book import begun, kept
from tests.matches.test_service import ask

__all__ = ["kept"]


async def listed(matches: Matches, channel: int = 7) -> list[int]:
    """The numbers of the open challenges."""
    return [each.match.id for each in await matches.lobby.open_challenges(channel)]


async def test_those_with_a_seat_for_anyone_are_listed_newest_first(kept: Matches) -> None:
    one = await ask(kept, None)
    await ask(kept, GRACE)
    await begun(kept, LINUS)
    two = await ask(kept, None, host=GRACE)
    await ask(kept, None, channel=8)
    assert await listed(kept) == [two.id, one.id]
    await kept.do(two.id, Withdraw(GRACE))
    await kept.do(one.id, Accept(LINUS))
    assert await listed(kept) == []
    assert await listed(kept, 9) == []


async def test_a_seat_that_came_free_is_anyones(kept: Matches) -> None:
    match = await ask(kept, GRACE, LINUS)
    assert await listed(kept) == []
    await kept.do(match.id, Decline(GRACE))
    assert await listed(kept) == [match.id]


async def test_a_standing_one_says_how_long(kept: Matches) -> None:
    await ask(kept, None, standing=True)
    await ask(kept, None, host=GRACE)
    found = await kept.lobby.open_challenges(7)
    assert [each.until for each in found] == [None, START + timedelta(days=30)]
    assert found[1].match == await kept.match(found[1].match.id)
    assert found[1].match.host == ADA

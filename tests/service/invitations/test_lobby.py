"""The open challenges of a channel."""

from datetime import timedelta

from bot.model.commands import Accept, Decline, Withdraw
from bot.model.events import Person
from bot.service.build import Service
from tests.helpers.people import ADA, GRACE, LINUS
from tests.service.conftest import START
from tests.service.test_matches import ask
from tests.service.test_profiles import begun, kept

__all__ = ["kept"]


async def listed(service: Service, channel: int = 7) -> list[int]:
    """The numbers of the open challenges."""
    return [each.match.id for each in (await service.lobby.page(channel)).shown]


async def test_those_with_a_seat_for_anyone_are_listed_newest_first(kept: Service) -> None:
    one = await ask(kept.matches, None)
    await ask(kept.matches, GRACE)
    await begun(kept.matches, LINUS)
    two = await ask(kept.matches, None, host=GRACE)
    await ask(kept.matches, None, channel=8)
    assert await listed(kept) == [two.id, one.id]
    await kept.matches.do(two.id, Withdraw(GRACE))
    await kept.matches.do(one.id, Accept(LINUS))
    assert await listed(kept) == []
    assert await listed(kept, 9) == []


async def test_a_seat_that_came_free_is_anyones(kept: Service) -> None:
    match = await ask(kept.matches, GRACE, LINUS)
    assert await listed(kept) == []
    await kept.matches.do(match.id, Decline(GRACE))
    assert await listed(kept) == [match.id]


async def test_a_standing_one_says_how_long(kept: Service) -> None:
    await ask(kept.matches, None, standing=True)
    await ask(kept.matches, None, host=GRACE)
    found = (await kept.lobby.page(7)).shown
    assert [each.until for each in found] == [None, START + timedelta(days=30)]
    assert found[1].match == await kept.matches.match(found[1].match.id)
    assert found[1].match.host == ADA


async def test_a_long_list_has_pages_and_each_challenge_stands_on_one(kept: Service) -> None:
    numbers = [(await ask(kept.matches, None, host=Person(100 + n, "Ada"))).id for n in range(23)]
    pages = [await kept.lobby.page(7, number) for number in range(3)]
    newest_first = [each.match.id for page in pages for each in page.shown]
    assert newest_first == sorted(numbers, reverse=True)
    assert [(page.number, page.pages, page.behind) for page in pages] == [
        (0, 3, 13),
        (1, 3, 3),
        (2, 3, 0),
    ]
    assert (await kept.lobby.page(7, 999)).number == 2
    for number in numbers:
        around = await kept.lobby.page_around(7, number)
        assert number in [each.match.id for each in around.shown]
    nowhere = await kept.lobby.page(9)
    assert (nowhere.number, nowhere.pages, nowhere.total, list(nowhere.shown)) == (0, 1, 0, [])


async def test_where_the_last_of_a_page_is_taken_the_page_before_is_shown(kept: Service) -> None:
    numbers = [(await ask(kept.matches, None, host=Person(100 + n, "Ada"))).id for n in range(11)]
    await kept.matches.do(numbers[0], Accept(LINUS))
    assert (await kept.lobby.page_around(7, numbers[0])).number == 0

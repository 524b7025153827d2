"""The open challenges of a channel."""

from datetime import timedelta

from bot.model.commands import Accept, Decline, Withdraw
from bot.model.events import Person
from tests.helpers.people import ADA, GRACE, LINUS
from tests.service.conftest import START, Club


async def listed(club: Club, channel: int = 7) -> list[int]:
    """The numbers of the open challenges."""
    return [each.match.id for each in (await club.service.lobby.page(channel)).shown]


async def test_those_with_a_seat_for_anyone_are_listed_newest_first(club: Club) -> None:
    one = await club.ask(None)
    await club.ask(GRACE)
    await club.begin(LINUS)
    two = await club.ask(None, host=GRACE)
    await club.ask(None, channel=8)
    assert await listed(club) == [two.id, one.id]
    await club.do(two.id, Withdraw(GRACE))
    await club.do(one.id, Accept(LINUS))
    assert await listed(club) == []
    assert await listed(club, 9) == []


async def test_a_seat_that_came_free_is_anyones(club: Club) -> None:
    match = await club.ask(GRACE, LINUS)
    assert await listed(club) == []
    await club.do(match.id, Decline(GRACE))
    assert await listed(club) == [match.id]


async def test_a_standing_one_says_how_long(club: Club) -> None:
    await club.ask(None, standing=True)
    await club.ask(None, host=GRACE)
    found = (await club.service.lobby.page(7)).shown
    assert [each.until for each in found] == [None, START + timedelta(days=30)]
    assert found[1].match == await club.match(found[1].match.id)
    assert found[1].match.host == ADA


async def test_a_long_list_has_pages_and_each_challenge_stands_on_one(club: Club) -> None:
    numbers = [(await club.ask(None, host=Person(100 + n, "Ada"))).id for n in range(23)]
    pages = [await club.service.lobby.page(7, number) for number in range(3)]
    newest_first = [each.match.id for page in pages for each in page.shown]
    assert newest_first == sorted(numbers, reverse=True)
    assert [(page.number, page.pages, page.behind) for page in pages] == [
        (0, 3, 13),
        (1, 3, 3),
        (2, 3, 0),
    ]
    assert (await club.service.lobby.page(7, 999)).number == 2
    for number in numbers:
        around = await club.service.lobby.page_around(7, number)
        assert number in [each.match.id for each in around.shown]
    nowhere = await club.service.lobby.page(9)
    assert (nowhere.number, nowhere.pages, nowhere.total, list(nowhere.shown)) == (0, 1, 0, [])


async def test_where_the_last_of_a_page_is_taken_the_page_before_is_shown(club: Club) -> None:
    numbers = [(await club.ask(None, host=Person(100 + n, "Ada"))).id for n in range(11)]
    await club.do(numbers[0], Accept(LINUS))
    assert (await club.service.lobby.page_around(7, numbers[0])).number == 0

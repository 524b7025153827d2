"""Finding one's time zone by name."""

from bot.model.clock.calendar import is_zone
from bot.model.clock.zones import FAMILIAR, zone_named, zones, zones_like


def test_every_zone_on_offer_can_be_kept() -> None:
    assert len(zones()) > 400
    assert all(map(is_zone, zones()))
    assert set(FAMILIAR) <= set(zones())


def test_any_part_of_a_name_is_found_the_cities_that_begin_with_it_first() -> None:
    assert zones_like("new y", 25) == zones_like("NEW_Y", 25) == ["America/New_York"]
    assert zones_like("ber", 25)[:2] == ["Atlantic/Bermuda", "Europe/Berlin"]
    assert "Atlantic/Bermuda" not in zones_like("berlin", 25)
    assert zones_like("ber", 25)[-1] == "Australia/Canberra"
    assert zones_like("no such place", 25) == []
    assert len(zones_like("", 25)) == len(zones_like("a", 25)) == 25


def test_a_zone_is_named_by_its_city_too() -> None:
    assert zone_named(" berlin ") == zone_named("europe/BERLIN") == "Europe/Berlin"
    assert zone_named("new york") == "America/New_York"
    assert zone_named("utc") == "UTC"


def test_what_names_no_zone_or_several_stays_as_it_was_typed() -> None:
    assert zone_named(" Atlantis ") == "Atlantis"
    louisvilles = [name for name in zones() if name.endswith("/Louisville")]
    assert len(louisvilles) == 2
    assert zone_named("Louisville") == "Louisville"

"""Text that people typed: it pings, links and styles nothing, and times are read off it."""

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.front.discord.context import PrivateReply
from bot.front.discord.markdown import (
    bold,
    clip,
    code_block,
    escape,
    inline_code,
    join_lines,
    lines_in_messages,
    message_link,
    one_line,
    relative_time,
    with_local_times,
)
from bot.front.text.typed_times import typed_instant, typed_length, typed_time
from bot.games.phrases import comma_list
from bot.model.events import Person
from bot.model.records import ChannelId, GuildId, MessageId, PersonId
from tests.front.snapshot import snapshot
from tests.helpers.long_runs import LONG
from tests.helpers.people import ADA


def test_mentions_links_and_styles_are_shown_as_typed() -> None:
    snapshot(escape("@everyone <@1> <#2> <t:3>"))
    assert "://" not in escape("https://example.com")
    snapshot(escape("**bold** _i_ ~~s~~ ||spoiler|| `code`"))
    assert escape("[x](**b**)") == "[x]\u200b(\\*\\*b\\*\\*)"
    assert escape("[text](https://a.b)") == "[text]\u200b(https:\u200b//a.b)"
    assert escape("# heading").startswith("\\#")


def test_a_name_is_bold_on_one_line_whatever_it_holds() -> None:
    assert bold(Person(ADA.id, "Ada")) == "**Ada**"
    assert bold(Person(ADA.id, "A**d**a")) == r"**A\*\*d\*\*a**"
    snapshot(bold(Person(ADA.id, "A\nd\na")))
    assert bold(Person(PersonId(7), " ")) == "**7**"


@settings(max_examples=100 if LONG else 25)
@given(st.text())
def test_no_text_can_mention_anybody(text: str) -> None:
    shown = escape(text)
    assert "<@" not in shown
    assert "@everyone" not in shown
    assert "@here" not in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("03,05", "`03,05`"),
        ("a`b", "`` a`b ``"),
        ("`", "`` ` ``"),
        ("``", "`` `\u200b` ``"),
        ("a\nb", "`a b`"),
        ("", "` `"),
    ],
)
def test_code_shows_backticks_too(text: str, shown: str) -> None:
    assert inline_code(text) == shown


@given(st.text(alphabet="`a\n"))
def test_nothing_gets_out_of_a_block(text: str) -> None:
    shown = code_block(text)
    assert shown.startswith("```\n")
    assert shown.endswith("\n```")
    assert "``" not in shown[3:-3]
    assert shown[4:-4].replace("\u200b", "") == text


@given(st.text())
def test_nothing_gets_out_of_code(text: str) -> None:
    shown = inline_code(text)
    fence = "``" if shown.startswith("``") else "`"
    assert fence not in shown[len(fence) : -len(fence)]
    assert "```" not in shown
    assert "\n" not in shown


def test_listings_read_like_english() -> None:
    assert comma_list([]) == ""
    assert comma_list(["a"]) == "a"
    snapshot(comma_list(["a", "b"]))
    snapshot(comma_list(["a", "b", "c"], "or"))


def test_long_texts_are_cut_with_an_ellipsis() -> None:
    assert clip("abc", 3) == "abc"
    assert clip("abcd", 3) == "ab…"


def test_a_long_list_says_how_much_is_left_out() -> None:
    snapshot(join_lines(["aaaa", "bbbb", "cccc"], 30))
    assert join_lines(["a" * 10, "b" * 10, "c" * 10], 30) == f"{'a' * 10}\n… and 2 more."
    assert len(join_lines(["a" * 3000])) <= 2000


def test_lines_go_into_as_few_messages_as_they_take() -> None:
    assert lines_in_messages(["aaaa", "bbbb", "cccc"], 30) == ["aaaa\nbbbb\ncccc"]
    assert lines_in_messages(["aaaa", "bbbb", "cccc"], 9) == ["aaaa\nbbbb", "cccc"]
    assert lines_in_messages(["a" * 30, "b"], 10) == ["a" * 9 + "…", "b"]
    assert lines_in_messages([]) == []


def test_instants_and_addresses_are_written_as_discord_reads_them() -> None:
    assert relative_time(datetime(2026, 1, 1, tzinfo=UTC)) == "<t:1767225600:R>"
    assert (
        message_link(GuildId(1), ChannelId(2), MessageId(3)) == "https://discord.com/channels/1/2/3"
    )
    assert message_link(None, ChannelId(2), MessageId(3)) == "https://discord.com/channels/@me/2/3"
    snapshot(one_line(" a \n b "))


def test_instants_in_sentences_are_shown_in_the_time_of_the_reader() -> None:
    said = "Match 8 waits for Ada until 2026-01-01 00:00 UTC."
    snapshot(with_local_times(said))
    typed = "on 2026-02-31 10:00 UTC, at 10:00 UTC"
    assert with_local_times(typed) == typed


SUNDAY = datetime(2026, 11, 22, 0, 40, tzinfo=UTC)
"""In Berlin it is 01:40."""


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("now", "2026-11-22T00:40"),
        ("2026-12-24", "2026-12-23T23:00"),
        ("2026-12-24 18:00", "2026-12-24T17:00"),
        ("2026-12-24T18:00", "2026-12-24T17:00"),
        ("24.12.2026 18:00", "2026-12-24T17:00"),
        ("24.12. 18:00", "2026-12-24T17:00"),
        ("1.2.", "2027-01-31T23:00"),
        ("22.11.", "2026-11-21T23:00"),
        ("24 Dec", "2026-12-23T23:00"),
        ("24. December 2027, 6pm", "2027-12-24T17:00"),
        ("Dec 24, 2027 at 6 p.m.", "2027-12-24T17:00"),
        ("1 July 12 am", "2027-06-30T22:00"),
        ("  Tomorrow   9 AM ", "2026-11-23T08:00"),
        ("today 18:30", "2026-11-22T17:30"),
        ("18:00", "2026-11-22T17:00"),
        ("1:40", "2026-11-23T00:40"),
    ],
)
def test_an_instant_is_meant_by_the_clock_on_the_wall(text: str, at: str) -> None:
    meant = datetime.fromisoformat(at).replace(tzinfo=UTC)
    assert typed_instant(text, "Europe/Berlin", SUNDAY) == meant


def test_a_day_is_meant_from_its_beginning_or_through_to_its_end() -> None:
    first = typed_instant("2026-12-24", "Asia/Tokyo", SUNDAY)
    last = typed_instant("2026-12-24", "Asia/Tokyo", SUNDAY, through=True)
    timed = typed_instant("2026-12-24 09:00", "Asia/Tokyo", SUNDAY, through=True)
    assert (last - first, timed - first) == (timedelta(days=1), timedelta(hours=9))


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "18", "31.11.2026", "12/24/2026", "24 brr", "2026-12-24 25:00", "13:00 pm"),
        *("0001-01-01", "9999-12-31 23:59", "now 18:00", "29.2.", "²²:00"),
    ],
)
def test_what_is_no_instant_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(PrivateReply, match=r"can't read .* Write `now`, `2026-12-24`"):
        typed_instant(text, "Asia/Tokyo" if text.startswith("0001") else "Etc/GMT+12", SUNDAY)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("22:30", time(22, 30)),
        ("7", time(7)),
        ("07:05", time(7, 5)),
        ("10:30 PM", time(22, 30)),
        ("12am", time(0)),
        ("12 p.m.", time(12)),
    ],
)
def test_times_of_day(text: str, at: time) -> None:
    assert typed_time(text) == at


@pytest.mark.parametrize("text", ["", "24:00", "7:5", "0 am", "13 pm", "noon", "`7`" * 50])
def test_what_is_no_time_of_day_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(PrivateReply, match="Write it like `22:30`"):
        typed_time(text)


def test_lengths_are_days_unless_said() -> None:
    assert typed_length("5") == typed_length("5 days") == typed_length("5D") == timedelta(days=5)
    assert typed_length("36 h") == timedelta(hours=36)
    assert typed_length("1 week") == timedelta(days=7)
    assert [typed_length(text) for text in ("", "x", "5.12.", "2026", "-3")] == [None] * 5

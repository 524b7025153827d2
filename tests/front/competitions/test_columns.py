"""Text of a width, in letters of equal width."""

import pytest

from bot.front.competitions.columns import END, ISOLATE, in_columns


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada     "),
        ("Margaret", "Margaret"),
        ("Margarete", "Margare…"),
        ("中村太郎", "中村太郎"),
        ("中村太郎さん", "中村太…"),
        ("🎲🔥", "🎲🔥    "),
        ("Ame\u0301lie", "Ame\u0301lie  "),
        ("محمد", f"{ISOLATE}محمد{END}    "),
    ],
)
def test_a_name_has_as_many_columns_as_any_other(text: str, shown: str) -> None:
    # Where the next letter would have two columns, one stays empty.
    assert in_columns(text, 8).rstrip() == shown.rstrip()

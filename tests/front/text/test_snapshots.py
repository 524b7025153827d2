"""The snapshots: a look that differs is found, and none is left of a test that is gone."""

import os
from pathlib import Path

import pytest

from tests.front import snapshot

FRONT = Path(__file__).parents[1]
FILES = sorted(FRONT.rglob("snapshots/*.txt"))


@pytest.mark.skipif(snapshot.RENEW in os.environ, reason="it is renewed just now")
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FRONT)))
def test_every_block_has_its_test(file: Path) -> None:
    module = file.parent.parent / f"test_{file.stem}.py"
    tests = snapshot.names_of_tests(module)
    assert [name for name in snapshot.read(file) if snapshot.name_of(name) not in tests] == []


def test_what_was_renewed_is_found_again_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "test_calls.py"
    module.write_text("def test_one(): ...\nasync def test_two(): ...\n")
    snapshot.write(snapshot.path_of(module), {"test_gone": ["old"], "test_two": ["old"]})
    said = {"test_two": ["**Ada** begins.\n\n-# Heap", "[Move]"], "test_one": ["It is over."]}
    monkeypatch.setenv(snapshot.RENEW, "1")
    for test, texts in said.items():
        look(module, test, *texts)
    assert list(snapshot.read(snapshot.path_of(module)).items()) == sorted(said.items())
    monkeypatch.delenv(snapshot.RENEW)
    for test, texts in said.items():
        look(module, test, *texts)
        for others in (texts[:-1], [*texts, "more"], ["else", *texts[1:]]):
            with pytest.raises(AssertionError, match="make snapshots"):
                look(module, test, *others)


def look(module: Path, test: str, *texts: str) -> None:
    looks = snapshot.Looks(module, test)
    for text in texts:
        looks.look(text)
    looks.end()


def test_ids_instants_and_words_of_calls_are_left_out() -> None:
    snapshot.name({17: "Ada"})
    link = "https://discord.com/channels/1/2/3"
    snapshot.snapshot(f"<@17>, {snapshot.TO_TURN}. Your time runs out <t:99:R>. </move:5> {link}")
    snapshot.snapshot_of_words(f"<@17>, {snapshot.TO_TURN}.\n-# Heap, until <t:99:f>\u2060\u200c")

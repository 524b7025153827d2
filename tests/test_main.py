"""The command line as a stranger uses it: a process of its own, texts in, texts out."""

import asyncio
import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version
from PIL import Image

from bot.store.sqlite import SqliteStore
from hatch_build import NEXT
from tests.helpers.commands import bumpbot, on_a_terminal, output_of
from tests.helpers.stores import opened, running_match

ROOT = Path(__file__).parents[1]
VECTORS = json.loads((Path(__file__).parent / "vectors" / "bump.json").read_text())


def replay(*jobs: dict[str, Any]) -> list[dict[str, Any]]:
    done = bumpbot("replay", typed="".join(json.dumps(job) + "\n" for job in jobs))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_replay_answers_a_job_to_the_letter() -> None:
    [answer] = replay(
        {"game": "bump", "options": {}, "position": None, "moves": [], "count": False}
    )
    assert answer == {
        "turns": [],
        "position": VECTORS["start"],
        "legal": None,
        "outcome": None,
        "error": None,
    }


def test_replay_goes_on_after_a_line_that_is_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "replay"],
        input=b'\xff\n{"game": "clump"}\n',
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    wrong, right = map(json.loads, done.stdout.splitlines())
    assert wrong["error"]["ply"] == 0
    assert right["error"] is None


def test_replay_tells_every_turn_of_a_game() -> None:
    game = VECTORS["games"][0]
    moves = [step["move"] for step in game["steps"]]
    [answer] = replay({"game": "bump", "options": game["options"], "moves": moves})
    assert answer["position"] == game["final"]
    assert [turn["move"] for turn in answer["turns"]] == moves
    for turn, step in zip(answer["turns"], game["steps"], strict=True):
        message = [e for e in turn["effects"] if e["kind"] in {"bump", "capture", "stasis"}]
        assert message == step["events"]


def test_replay_counts_names_the_winner_and_keeps_the_turns_before_a_refused_move() -> None:
    won = next(p for p in VECTORS["positions"] if p["winner"])
    counted, refused, over = replay(
        {"game": "bump", "moves": ["01,02"], "count": True},
        {"game": "bump", "moves": ["01,02", "01,03", "pass"]},
        {"game": "bump", "position": won["before"], "moves": [won["move"]]},
    )
    assert counted["turns"][0]["legal_before"] == 505
    assert counted["legal"] > 0
    assert [turn["move"] for turn in refused["turns"]] == ["01,02"]
    assert refused["error"]["ply"] == 2
    assert refused["error"]["message"].endswith(".")
    assert refused["position"] is not None
    assert over["outcome"] == {"winners": [won["winner"]], "reason": "center"}


def test_jobs_are_answered_line_by_line_and_a_bad_one_harms_no_other() -> None:
    good = {"game": "bump", "moves": ["01,02"]}
    lines = ["nonsense", "[]", "{}", '{"game": "chess"}', json.dumps(good), "", "7"]
    lines += [
        json.dumps({"game": "bump", "moves": [3]}),
        json.dumps({"game": "bump", "options": 5}),
    ]
    lines += [json.dumps({"game": "bump", "position": "?!"}), '{"game": "bump", "moves": 4}']
    done = bumpbot("replay", typed="\n".join(lines) + "\n")
    assert done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines) - 1
    assert [bool(a["error"]) for a in answers].count(False) == 1
    assert all(a["error"]["message"] for a in answers if a["error"])


def test_moves_are_printed_a_line_each_after_some_moves_or_none() -> None:
    before = bumpbot("moves", "bump", "--position", VECTORS["start"])
    after = bumpbot("moves", "bump", "-m", "01,02", "-m", "pass")
    assert sorted(before.stdout.splitlines()) == sorted(VECTORS["legal_at_start"])
    assert bumpbot("moves", "bump").stdout == before.stdout
    assert "01,02" not in after.stdout.splitlines()


def test_perft_stands_alone_on_the_last_line() -> None:
    assert bumpbot("perft", "bump", "1").stdout.splitlines()[-1] == "505"
    assert bumpbot("perft", "bump", "0").stdout.splitlines()[-1] == "1"


def test_options_are_json_or_plain_words() -> None:
    done = bumpbot("moves", "bump", "--option", "reserve=[1, 0]", "-m", "01,02", "-m", "pass")
    assert any(line.startswith("R,") for line in done.stdout.splitlines())
    refused = bumpbot("moves", "bump", "--option", "reserve=many")
    assert refused.returncode == 2
    assert "reserve" in refused.stderr


def test_draw_makes_a_picture_of_the_last_turn(tmp_path: Path) -> None:
    quiet, moved = tmp_path / "start.png", tmp_path / "moved.png"
    assert bumpbot("draw", "bump", "-o", str(quiet)).returncode == 0
    assert bumpbot("draw", "bump", "-m", "01,03", "-o", str(moved)).returncode == 0
    with Image.open(quiet) as picture:
        assert picture.format == "PNG"
        assert picture.width >= 1000
    assert quiet.read_bytes() != moved.read_bytes()


def test_draw_animates_a_sequence(tmp_path: Path) -> None:
    animation = tmp_path / "animation.gif"
    done = bumpbot("draw", "bump", "-m", "01,03", "-m", "pass", "--animate", "-o", str(animation))
    assert done.returncode == 0, done.stderr
    with Image.open(animation) as picture:
        assert picture.format == "GIF"
        assert getattr(picture, "n_frames", 1) >= 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["moves", "chess"], "chess"),
        (["moves", "bump", "-m", "zz"], "zz"),
        (["moves", "bump", "--option", "reserve"], "NAME=VALUE"),
        (["moves", "bump", "--position", "nonsense"], "position"),
        (["perft", "bump", "-1"], "0 moves or more"),
        (["draw", "bump", "-o", "no/such/folder/x.png"], "no/such/folder/x.png"),
        (["draw", "bump", "-o", "."], "directory"),
    ],
)
def test_a_refusal_is_a_sentence_not_a_traceback(words: list[str], message: str) -> None:
    done = bumpbot(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_setting_is_refused_with_its_variable_and_what_to_write() -> None:
    done = bumpbot("doctor", BUMPBOT_LOG_LEVEL="loud", BUMPBOT_TABLE_PORT="many")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "BUMPBOT_LOG_LEVEL: write DEBUG, INFO, WARNING or ERROR.",
        "BUMPBOT_TABLE_PORT: write a port from 0 to 65535, such as 8765.",
    ]


def test_what_is_not_released_calls_itself_no_release() -> None:
    message = NEXT
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = next(line for line in changes.splitlines() if line.startswith("## "))
    if newest == "## Unreleased":
        assert Version(message).is_devrelease
        released = re.findall(r"^## \[?v?(\d[\w.]*)", changes, re.MULTILINE)
        assert all(Version(message) > Version(each) for each in released)
    else:
        assert Version(message).base_version in newest


def test_the_version_is_printed() -> None:
    done = bumpbot("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Bumpbot {version('bumpbot')}\n"


def test_without_token_and_table_it_is_said_what_plays_on_discord() -> None:
    without = "import sys; sys.modules['simcord'] = None; from bot.__main__ import main; "
    done = output_of(
        [sys.executable, "-c", f"{without}sys.exit(main(['serve']))"],
        env={name: each for name, each in os.environ.items() if name != "DISCORD_TOKEN"},
    )
    assert done.returncode == 2
    assert "set DISCORD_TOKEN to the bot's token" in done.stderr


async def an_empty_store(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


def test_a_match_is_recorded_and_its_record_replayed(tmp_path: Path) -> None:
    database, file = tmp_path / "games.sqlite3", tmp_path / "match.json"
    here = {"BUMPBOT_DATABASE": str(database)}
    asyncio.run(a_stored_match(database))
    text, as_json = bumpbot("record", "1", **here), bumpbot("record", "1", "--json", **here)
    assert (text.returncode, as_json.returncode) == (0, 0), text.stderr + as_json.stderr
    file.write_text(as_json.stdout)
    told = [bumpbot("replay", typed=text.stdout), bumpbot("replay", str(file))]
    first, second = (json.loads(done.stdout) for done in told)
    assert first == second
    assert [turn["move"] for turn in first["turns"]] == ["a1-a2"]
    missing = bumpbot("record", "2", **here)
    assert missing.returncode == 2
    assert missing.stderr == "There is no match 2 in this database.\n"


def test_a_broken_record_is_refused_with_its_line() -> None:
    done = bumpbot("replay", typed='[Record 1]\n[Game "chess"]\n[Result "*"]\n')
    assert done.returncode == 2
    assert done.stderr.startswith("Line 2: I know no game “chess”.")
    assert done.stdout == ""


async def a_stored_match(path: Path) -> None:
    async with opened(SqliteStore.open(path)) as store:
        await running_match(store)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_long_work_shows_a_bar_on_a_terminal_and_none_in_a_pipe(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    asyncio.run(an_empty_store(database))
    for words in (["doctor"], ["backup", str(tmp_path / "copy")]):
        shown = on_a_terminal(*words, BUMPBOT_DATABASE=str(database))
        assert ("checking the file" if words == ["doctor"] else "copying") in shown
    assert bumpbot("doctor", BUMPBOT_DATABASE=str(database)).stderr == ""


def test_a_database_is_checked_backed_up_and_restored(tmp_path: Path) -> None:
    database, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    here = {"BUMPBOT_DATABASE": str(database)}
    asyncio.run(an_empty_store(database))
    for words in (["migrate"], ["doctor"], ["backup", str(copy)]):
        done = bumpbot(*words, **here)
        assert done.returncode == 0, done.stderr
        assert done.stdout
    assert copy.exists()
    refused = bumpbot("restore", str(copy), **here)
    assert refused.returncode == 2
    assert "--overwrite" in refused.stderr
    assert bumpbot("restore", str(copy), "--overwrite", **here).returncode == 0
    assert bumpbot("doctor", **here).returncode == 0


def test_a_database_is_copied_to_a_new_file_and_never_over_another(tmp_path: Path) -> None:
    database, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    here = {"BUMPBOT_DATABASE": str(database)}
    asyncio.run(an_empty_store(database))
    done = bumpbot("migrate", "--to", str(copy), **here)
    assert done.returncode == 0, done.stderr
    assert "To use it" in done.stdout
    assert "moving" in on_a_terminal("migrate", "--to", f"{copy}-2", **here)
    for target, why in (
        (str(database), "in use already"),
        ("mysql://h/d", "--to: mysql: is no kind"),
    ):
        refused = bumpbot("migrate", "--to", target, **here)
        assert refused.returncode == 2
        assert why in refused.stderr
        assert "Traceback" not in refused.stderr


def test_the_local_table_keeps_to_a_file() -> None:
    done = bumpbot("table", BUMPBOT_DATABASE="postgresql://bump:secret@127.0.0.1:9/bump")
    assert done.returncode == 2
    assert "keeps its matches in a file" in done.stderr
    assert "secret" not in done.stderr


def started(database: Path, *how: str, **own: str) -> "subprocess.CompletedProcess[str]":
    """The bot where nobody listens for it, which stands for a network that is down."""
    kept = {k: v for k, v in os.environ.items() if "proxy" not in k.lower()}
    own |= {"DISCORD_TOKEN": "a.b.c", "BUMPBOT_DISCORD_BASE": "http://127.0.0.1:9"}
    return output_of(
        [sys.executable, *(how or ("-m", "bot"))],
        env=kept | own | {"BUMPBOT_DATABASE": str(database)},
        timeout=300,
    )


def test_without_network_the_start_ends_in_a_sentence(tmp_path: Path) -> None:
    database = tmp_path / "m.sqlite3"
    done = started(database, BUMPBOT_BACKUP="/backups")
    assert done.returncode == 2
    assert f"backups in {database}.backups at 03:00" in done.stderr
    assert "BUMPBOT_BACKUP is no setting of Bumpbot and does nothing. Is BUMPBOT_BACKUPS" in (
        done.stderr
    )
    assert f"{database}: a new, empty database. " in done.stderr
    assert "Discord can't be reached" in done.stderr
    assert "then start the bot again" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_nothing_is_looked_through_for_garbage_while_the_bot_is_imported(tmp_path: Path) -> None:
    watched = """
import gc, sys
from bot.__main__ import main
looks = []
def look(phase, _):
    client = sys.modules.get("bot.front.client")
    looks.extend([phase] if client and not hasattr(client, "Bumpbot") else [])
gc.callbacks.append(look)
main()
print(looks, gc.isenabled(), gc.get_freeze_count() > 0)
"""
    done = started(tmp_path / "m.sqlite3", "-c", watched)
    assert done.stdout == "[] True True\n"


def test_a_database_that_can_not_be_used_is_told_where_discord_is_out(tmp_path: Path) -> None:
    database = tmp_path / "m.sqlite3"
    database.write_text("no database")
    done = started(database)
    assert done.returncode == 2
    assert f"{database}: it is not a database" in done.stderr
    assert "Discord can't be reached" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_for_backups_that_can_not_be_used_ends_the_start(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    own = {"BUMPBOT_BACKUPS": str(taken), "DISCORD_TOKEN": "a.b.c"}
    done = bumpbot("serve", BUMPBOT_DATABASE=str(tmp_path / "m.sqlite3"), **own)
    assert done.returncode == 2
    assert f"the folder of the backups, {taken}, can't be made or written" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "m.sqlite3").exists()


def test_an_address_of_another_kind_makes_no_file() -> None:
    address = "mysql://bump:secret@host/games"
    done = bumpbot("serve", BUMPBOT_DATABASE=address, DISCORD_TOKEN="a.b.c")
    assert done.returncode == 2
    assert done.stderr.startswith("BUMPBOT_DATABASE: mysql: is no kind of database")
    assert "secret" not in done.stderr
    assert not (ROOT / "mysql:").exists()


STUDY = """[Record 2]
[Study "match"]
[Game "clump"]
[Options {"size": 4}]
[Started "2026-11-23T09:45:56Z"]
[Player1 "Ada"]
[Player2 "Grace"]
[Result "*"]

1. (1) a1-a2
2. (2) d1-d2

> 2. d3-d4
= Quiet
~ "Better?"
"""


def test_a_study_is_printed_move_by_move(tmp_path: Path) -> None:
    file = tmp_path / "study.txt"
    file.write_text(STUDY)
    nodes = [json.loads(line) for line in bumpbot("study", str(file)).stdout.splitlines()]
    lines = [["a1-a2", "d1-d2"], ["a1-a2", "d3-d4"]]

    assert [node["path"] for node in nodes] == [[], ["a1-a2"], *lines]
    assert [node["note"] for node in nodes] == ["", "", "", "Better?"]
    assert [node.get("name") for node in nodes] == [None, None, None, "Quiet"]
    for line, node in zip(lines, nodes[2:], strict=True):
        [answer] = replay({"game": "clump", "options": {"size": 4}, "moves": line})
        assert node["position"] == answer["position"]
        assert node["effects"] == answer["turns"][-1]["effects"]


def test_the_main_line_of_a_study_is_replayed(tmp_path: Path) -> None:
    done = bumpbot("replay", typed=STUDY)

    assert [turn["move"] for turn in json.loads(done.stdout)["turns"]] == ["a1-a2", "d1-d2"]


def test_a_study_of_a_position_is_replayed_from_there() -> None:
    [start] = replay({"game": "clump", "options": {"size": 4}, "moves": ["a1-a2"]})
    place = f'[Study "own"]\n[Position "{start["position"]}"]'
    moved = STUDY.replace('[Study "match"]', place).replace("1. (1) a1-a2", "; nothing")
    done = bumpbot("replay", typed=moved.replace("2. (2)", "1. (2)").replace("> 2.", "> 1."))
    [there] = replay({"game": "clump", "options": {"size": 4}, "moves": ["a1-a2", "d1-d2"]})

    assert json.loads(done.stdout)["position"] == there["position"], done.stderr


def test_a_study_is_proven_to_be_kept_and_a_broken_one_refused(tmp_path: Path) -> None:
    file = tmp_path / "study.txt"
    file.write_text(STUDY)
    found = json.loads(bumpbot("study", "--check", str(file)).stdout)
    assert found == {"moves": 3, "notes": 1, "text": True, "json": True}

    file.write_text(STUDY.replace("> 2. d3-d4", "> 2. d3-d9"))
    for words in (["study"], ["study", "--check"]):
        done = bumpbot(*words, str(file))
        assert done.returncode == 2
        assert done.stderr.startswith("Line 13: The board has no square d9.")
        assert done.stdout == ""
    missing = bumpbot("study", str(tmp_path / "none"))
    assert (missing.returncode, missing.stdout) == (2, "")

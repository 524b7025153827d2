"""One id for all that is handled at once, and for nothing else."""

import asyncio
import threading

from prometheus_client import generate_latest

from bot.telemetry.interactions import (
    Asked,
    current_id,
    handle,
    handling,
    note_deferred,
    note_response,
)
from bot.telemetry.metrics import REGISTRY
from bot.telemetry.timing import waiting_in


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"bumpbot_{name}", labels) or 0.0


async def test_tasks_have_the_id_of_what_began_them_and_no_other_does() -> None:
    seen: list[str | None] = []

    async def work() -> None:
        await asyncio.sleep(0)
        seen.append(current_id())

    def begin() -> None:
        tasks.extend(asyncio.ensure_future(work()) for _ in range(2))

    tasks: list[asyncio.Future[None]] = []
    handle(Asked("command", "move", 5), begin)
    handle(Asked("button", "view"), begin)
    assert current_id() is None
    await asyncio.gather(*tasks)
    assert seen[0] is not None
    assert seen[0] == seen[1] != seen[2] == seen[3]


def test_each_thing_that_is_handled_has_an_id_of_its_own() -> None:
    seen: list[str | None] = []

    for number in (1, 2):
        with handling("clock", match=number, nothing=None):
            seen.append(current_id())
    assert len({*seen, None}) == 3
    assert current_id() is None


async def test_a_thread_of_a_lane_has_the_id_too() -> None:
    with handling("command"), waiting_in("some lane") as waiting:
        assert value("lane_waiting", lane="some lane") == 1
        inside = await asyncio.get_running_loop().run_in_executor(None, waiting.run, current_id)
        assert inside == current_id() is not None
    assert value("lane_waiting", lane="some lane") == 0
    assert value("lane_work_seconds_count", lane="some lane") == 1


def test_work_that_is_given_up_waits_no_longer_whoever_says_so_first() -> None:
    with waiting_in("a lane") as waiting:
        pass
    thread = threading.Thread(target=waiting.run, args=(int,))
    thread.start()
    thread.join()
    assert value("lane_waiting", lane="a lane") == 0


def test_an_answer_that_is_put_off_is_no_acknowledgement() -> None:
    def work() -> None:
        note_response("/api/v10/channels/5/messages")
        note_deferred()
        note_response("/api/v10/interactions/1/t/callback")
        note_response("/api/v10/interactions/1/t/callback")
        assert value("answer_seconds_count", kind="test put off") == 0
        note_response("/api/v10/webhooks/1/t")
        note_response("/api/v10/webhooks/1/t")

    handle(Asked("test put off", "move"), work)
    assert value("acknowledgement_seconds_count", kind="test put off") == 1
    assert value("answer_seconds_count", kind="test put off") == 1
    assert value("interactions_total", kind="test put off", action="move") == 1


def test_a_first_answer_is_both() -> None:
    handle(Asked("test at once", "move"), lambda: note_response("/interactions/1/t/callback"))
    assert value("acknowledgement_seconds_count", kind="test at once") == 1
    assert value("answer_seconds_count", kind="test at once") == 1


def test_outside_of_an_interaction_nothing_is_noted() -> None:
    before = generate_latest(REGISTRY).count(b"bumpbot_answer_seconds_count")
    note_deferred()
    note_response("/interactions/1/t/callback")
    assert generate_latest(REGISTRY).count(b"bumpbot_answer_seconds_count") == before

"""The rules of Urchins, one sentence each, with the position it is about."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import BadOptions, Bumped, Moved
from bot.games.urchins import GAME
from bot.games.urchins.board import Position
from bot.games.urchins.moves import CameHome, Fell, Paid, Stole
from tests.games.urchins.columns import EMPTY, PLAYER, drawn, links, picture, play, texts
from tests.helpers.long_runs import examples
from tests.helpers.random_play import wandered

# The start


@pytest.mark.parametrize("players", GAME.players)
def test_there_is_a_location_more_than_players_and_a_constable_for_each(players: int) -> None:
    drawn_now, drawn_then = (GAME.prepare({}, players, Random(seed)) for seed in (1, 2))
    start = GAME.start(drawn_now)
    assert len(start.columns) == len(start.constables) == players + 1
    assert set(start.constables) <= set(range(1, 10))
    assert drawn_now != drawn_then
    assert drawn_now == GAME.prepare({}, players, Random(1))
    # The match says how many play, whatever was said before.
    assert GAME.prepare({"players": 5}, players, Random(1))["players"] == players


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 1}, "2 to 5 players"),
        ({"players": 6}, "2 to 5 players"),
        ({"players": "3"}, "2 to 5 players"),
        ({"players": True}, "2 to 5 players"),
        ({"players": 2.0}, "2 to 5 players"),
        ({"constables": [1, 2]}, "each of the 3 locations"),
        ({"constables": [1, 2, 10]}, "1 to 9"),
        ({"constables": [0, 2, 3]}, "1 to 9"),
        ({"constables": [1, True, 3]}, "1 to 9"),
        ({"constables": "123"}, "1 to 9"),
        ({"constables": None}, "1 to 9"),
        ({"players": 3, "constables": [1, 2, 3]}, "each of the 4 locations"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        GAME.start(options)


# Moving


def test_nobody_enters_a_third_urchin_into_a_location() -> None:
    before = drawn("1 . . . . . . 1 . # .", "1 . . . . 2 . . . # .")
    assert [text for text in texts(before) if text.startswith("enter")] == [
        "enter B^",
        "enter Bv",
        "enter C",
    ]


def test_an_urchin_passes_over_others_and_the_constable_for_two_cubes_a_space() -> None:
    turn = play(drawn(". 1 2 # 2 . . . . . ."), "A1-6")
    assert picture(turn.position) == ". . 2 # 2 . 1 . . . ."
    assert turn.position.cubes[0] == (10, 20, 20)
    path = ("A1", "A2", "A3", "A4", "A5", "A6")
    assert turn.effects == (Paid(1, "A", 10), Moved(1, "A1", "A6", path))


# Bumping: the two examples in words of the rules, the skip past a constable, and further

CHAINS = """
stepping up from the constable on 1 bumps the one on 0 off the top
    2 # . 1 . . . . . . .  A3-1^  1 # . . . . . . . . .  1 A1>A0, 2 A0 off
stepping down from the constable on 1 comes to the empty 2
    2 # . 1 . . . . . . .  A3-1v  2 # 1 . . . . . . . .  1 A1>A2
landing on 6 and choosing up moves 6 and 5 to 5 and 4
    . . . . . 2 2 . 1 # .  A8-6^  . . . . 2 2 1 . . # .  2 A6-5, 2 A5-4
landing on 6 and choosing down moves it to the empty 7
    . . . . . 2 2 . 1 # .  A8-6v  . . . . . 2 1 2 . # .  2 A6-7
an urchin bumped onto the constable goes past him to the next space
    . . . . # 2 1 . . . .  A6-5^  . . . 2 # 1 . . . . .  2 A5-3
past the constable it bumps as it goes
    . . 1 2 # 2 1 . . . .  A6-5^  . 1 2 2 # 1 . . . . .  2 A5-3, 2 A3-2, 1 A2-1
who enters bumps up whoever stands on the start space
    . . . . 2 1 2 . . # .  enter A^  . . . 2 1 1 2 . . # .  1 A5-4, 2 A4-3
who enters bumps down whoever stands on the start space
    . . . . 2 1 2 . . # .  enter Av  . . . . 2 1 1 2 . # .  1 A5-6, 2 A6-7
who enters onto the constable steps on
    . . . . . # 2 . . . .  enter Av  . . . . . # 1 2 . . .  1 A5>A6, 2 A6-7
the space a moving urchin left is empty by then for the one bumped up
    . . . . 1 2 2 . . # .  A4-6^  . . . . 2 2 1 . . # .  2 A6-5, 2 A5-4
the space a moving urchin left is empty by then for the one bumped down
    . . . . 1 2 2 . . # .  A4-6v  . . . . . 2 1 2 . # .  2 A6-7
a player may bump their own urchin
    1 . 1 . . . . . . # .  A2-0^  1 . . . . . . . . # .  1 A0 off
a chain can end off the bottom
    . . . . . . 1 . # 2 2  A6-9v  . . . . . . . . # 1 2  2 A9-10, 2 A10 off
an urchin may step from the constable back to where it came from
    . . . # 1 . . . . . .  A4-3v  . . . # 1 . . . . . .  1 A3>A4
""".strip().splitlines()


@pytest.mark.parametrize(
    ("cubes", "reached"), [(1, []), (2, ["B4-3", "B4-5"]), (5, ["B4-3", "B4-2", "B4-5", "B4-6"])]
)
def test_an_urchin_goes_only_as_far_as_its_player_can_pay(cubes: int, reached: list[str]) -> None:
    before = drawn(EMPTY, ". . . . 1 . . . . # .", cubes=cubes)
    assert [text for text in texts(before) if text.startswith("B4")] == reached


def test_coming_home_is_told_with_its_way_and_its_number() -> None:
    turn = play(drawn(". 1 . . . . . . . # .", homes=(1, 0)), "A1-home^")
    assert turn.effects[-1] == CameHome(1, "A1", ("A1", "A0"), -1, 2)
    after = turn.position
    assert (after.homes[0], after.hands[0], list(after.urchins(1))) == (2, 3, [])


def test_somebody_without_cubes_or_hand_can_always_steal() -> None:
    full = ("1 . 1 . . . . . . # .", "1 . 1 . . . . . . # .", "1 . . . . . . . . # .")
    assert texts(drawn(*full, cubes=0)) == ["steal"]
    # But with no urchin out there is nothing to steal with.
    assert "steal" not in texts(drawn("2 . . . . . . . . # ."))


@pytest.mark.parametrize("chain", CHAINS[1::2], ids=CHAINS[::2])
def test_a_chain_comes_out_as_drawn(chain: str) -> None:
    before, text, after, told = chain.strip().split("  ")
    turn = play(drawn(before), text)
    assert picture(turn.position) == after
    assert links(turn) == told.split(", ")


# The end

ended = PLAYER.ended


def test_a_whole_column_moves_on_when_its_end_is_pushed() -> None:
    turn = play(drawn("1 2 2 3 3 4 4 # 5 5 1", players=5), "A0-1v")
    assert picture(turn.position) == ". 1 2 2 3 3 4 # 4 5 5"
    assert links(turn)[-3:] == ["5 A8-9", "5 A9-10", "1 A10 off"]


def test_who_falls_comes_back_to_its_owners_hand_and_not_home() -> None:
    fallen = play(drawn("2 # . 1 . . . . . . ."), "A3-1^").position
    assert (fallen.hands[1], fallen.homes) == (5, (0, 0))
    assert play(drawn("1 . 1 . . . . . . # ."), "A2-0^").position.hands[0] == 4


def test_the_round_is_finished_when_somebody_has_three_home() -> None:
    before = drawn("1 . . . . . . . . # .", "2 . . . . . . . . # .", homes=(2, 2))
    third = play(before, "A0-home^").position
    assert ended(third) is None
    assert ended(play(third, "B0-home^").position) == ((1, 2), "home_level")
    assert ended(play(third, "steal").position) == ((1,), "home")
    # With equally many home cubes decide.
    behind = drawn("1 . . . . . . . . # .", "2 2 . . . . . . . # .", homes=(2, 2))
    assert ended(play(behind, "A0-home^", "B1-home^").position) == ((1,), "home_cubes")


def test_twenty_rounds_without_an_urchin_coming_home_end_the_game() -> None:
    before = drawn("1 2 . . . . . . . # .", quiet=38, cubes=0)
    assert ended(play(before, "steal").position) is None
    assert ended(play(before, "steal", "steal").position) == ((1, 2), "quiet_level")
    assert ended(play(before, "steal", "enter B").position) == ((1,), "quiet_cubes")
    ahead = drawn("1 2 . . . . . . . # .", quiet=38, homes=(0, 1))
    assert ended(play(ahead, "steal", "steal").position) == ((2,), "quiet")
    # A round is finished.
    middle = drawn("1 2 . . . . . . . # .", quiet=40, turn=2)
    assert ended(middle) is None
    assert ended(play(middle, "steal").position) is not None


# Legality


def test_the_quiet_turns_begin_again_when_an_urchin_comes_home() -> None:
    before = drawn("1 2 . . . . . . . # .", quiet=38)
    home = play(before, "A0-home^")
    assert home.position.quiet == 0
    assert play(home.position, "steal").position.quiet == 1
    assert ended(play(home.position, "steal").position) is None


def randomly(seed: int, plies: int = 60) -> tuple[Position, Position]:
    chance = Random(seed)
    first = GAME.start(GAME.prepare({}, chance.choice(GAME.players), chance))
    return first, wandered(GAME, chance, plies, first)


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 200))
def test_no_urchin_is_ever_lost_and_none_is_on_another_or_on_a_constable(seed: int) -> None:
    first, position = randomly(seed, 120)
    assert position.constables == first.constables
    for player in position.players:
        out = len(list(position.urchins(player)))
        assert position.hands[player - 1] + position.homes[player - 1] + out == 5
    for column, constable in zip(position.columns, position.constables, strict=True):
        assert column[constable] == 0
    assert GAME.read(GAME.write(position), {}) == position


def test_effects_are_recorded_with_their_short_names() -> None:
    turn = play(drawn("2 # . 1 . . . . . . ."), "A3-1^")
    kinds = [effect.record()["kind"] for effect in turn.effects]
    assert kinds == ["pay", "move", "step", "fall"]
    assert turn.effects[2].record() == {
        "kind": "step",
        "player": 1,
        "from": "A1",
        "to": "A0",
        "direction": -1,
    }
    assert Fell(2, "A0", -1).record() == {"kind": "fall", "player": 2, "at": "A0", "direction": -1}
    assert Bumped(2, "A5", "A3", -1) in play(drawn(". . . . # 2 1 . . . ."), "A6-5^").effects


# The same chains, thought out another way: without the constable's space a column is a row of
# ten, and landing on somebody shoves everyone up to the first gap one place on.


def shoved(line: list[int], place: int, way: int, player: int) -> tuple[list[int], int]:
    """The row after a landing on a place, and who was shoved off its end (0 for nobody)."""
    row, arriving = list(line), player
    while 0 <= place < len(row) and arriving:
        row[place], arriving = arriving, row[place]
        place += way
    return row, arriving


@settings(max_examples=examples(300))
@given(
    line=st.lists(st.integers(0, 3), min_size=10, max_size=10),
    constable=st.integers(1, 9),
    target=st.integers(0, 10),
    way=st.sampled_from([-1, 1]),
)
def test_a_chain_shoves_everyone_up_to_the_first_gap_past_the_constable(
    line: list[int], constable: int, target: int, way: int
) -> None:
    line = [0 if player == 1 else player for player in line]
    for player in (2, 3):
        while line.count(player) > 5:
            line[line.index(player)] = 0
    source = next((n for n, player in enumerate(line) if not player), None)
    if source is None:
        return
    line[source] = 1
    tokens = [str(player) if player else "." for player in line]
    before = drawn(" ".join([*tokens[:constable], "#", *tokens[constable:]]), players=3, cubes=99)
    from_space = source + (source >= constable)
    if from_space == target:
        return
    line[source] = 0
    # On the constable's space the urchin steps on, the way it is told to.
    place = target - (target > constable) if target != constable else constable - (way < 0)
    row, off = shoved(line, place, way, 1)
    taken = target == constable or line[place]
    text = f"A{from_space}-{target}{('^' if way < 0 else 'v') if taken else ''}"
    turn = play(before, text)
    assert picture(turn.position) == " ".join(
        ["." if n == 0 else str(n) for n in row[:constable]]
        + ["#"]
        + ["." if n == 0 else str(n) for n in row[constable:]]
    )
    assert [e.player for e in turn.effects if isinstance(e, Fell)] == ([off] if off else [])


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 200), plies=st.integers(0, 80))
def test_a_turn_changes_one_location_and_cubes_as_it_tells(seed: int, plies: int) -> None:
    _, before = randomly(seed, plies)
    for move in GAME.moves(before):
        turn = GAME.play(before, move)
        held = [list(cubes) for cubes in before.cubes]
        mine = held[before.turn - 1]
        for effect in turn.effects:
            if isinstance(effect, Paid):
                mine["ABCDEF".index(effect.location)] -= effect.cubes
            elif isinstance(effect, Stole):
                mine[:] = [a + b for a, b in zip(mine, effect.cubes, strict=True)]
        assert [list(cubes) for cubes in turn.position.cubes] == held
        assert all(number >= 0 for number in mine)
    for move in GAME.moves(before):
        after = GAME.play(before, move).position
        pairs = zip(before.columns, after.columns, strict=True)
        assert sum(one != other for one, other in pairs) <= 1
        assert after.turn == before.following(before.turn)

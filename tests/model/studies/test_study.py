"""A study beside the plainest model of one: a dict of paths."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

import pytest

from bot.catalog import catalog, entry
from bot.games.core import IllegalMove, NotationError
from bot.model.refusals import Reason, Refused
from bot.model.studies.board import OVER, StudyBoard
from bot.model.studies.following import follow
from bot.model.studies.merging import merged
from bot.model.studies.stored import packed_study, unpacked_study
from bot.model.studies.study import FULL, MOST_NODES, START, MovePath, Study, StudyStart
from tests.helpers.long_runs import LONG

OPERATIONS = 5000 if LONG else 1500
GAMES = sorted(catalog())
LETTERS = "abcd"
WORDS = ("", "Quiet", "03 is  lost", "a\u202eb", "x" * 2000, "one\ntwo\n")


def begun(game: str = "bump") -> Study:
    of_game = entry(game)
    count = min(of_game.players)
    return Study(StudyStart(game, of_game.game.prepare(of_game.usual, count, Random(1)), count))


def paths(study: Study) -> dict[MovePath, tuple[str, str]]:
    return {study.path(n): (study[n].name, study[n].note) for n in study.nodes}


@dataclass
class PlainStudy:
    """What each path is called and what is noted there, and the path of the match."""

    nodes: dict[MovePath, tuple[str, str]] = field(default_factory=lambda: {(): ("", "")})
    trunk: MovePath = ()

    def add(self, path: MovePath) -> None:
        for end in range(len(path) + 1):
            self.nodes.setdefault(path[:end], ("", ""))

    def delete(self, path: MovePath) -> None:
        self.nodes = {
            each: words for each, words in self.nodes.items() if each[: len(path)] != path
        }

    def merge(self, other: "PlainStudy") -> None:
        self.trunk = self.trunk or other.trunk
        for path, (name, note) in other.nodes.items():
            ours = self.nodes.get(path, ("", ""))
            self.nodes[path] = ours[0] or name, ours[1] or note


def changed(study: Study, plain: PlainStudy, chance: Random) -> Study:
    """The study after a random operation, which the plain one undergoes, too."""
    number = chance.choice(list(study.nodes))
    path = study.path(number)
    match chance.choice(("play",) * 8 + ("delete", "name", "note", "follow", "place", "pack")):
        case "play":
            move = chance.choice(LETTERS)
            plain.add((*path, move))
            return study.play(move, number)
        case "delete" if path != plain.trunk[: len(path)]:
            plain.delete(path)
            return study.delete(number)
        case "name":
            study = study.rename(number, chance.choice(WORDS))
            plain.nodes[path] = study[number].name, plain.nodes[path][1]
        case "note":
            study = study.annotate(number, chance.choice(WORDS))
            plain.nodes[path] = plain.nodes[path][0], study[number].note
        case "follow":
            kept = plain.trunk[: chance.randint(0, len(plain.trunk))]
            plain.trunk = (*kept, *chance.choices(LETTERS, k=chance.randint(0, 3)))
            plain.add(plain.trunk)
            return follow(study, plain.trunk).study
        case "place":
            return chance.choice((study.go(number), study.back(), study.on(), study.to_match()))
        case "pack":
            return unpacked_study(packed_study(study))
    return study


def require_sound(study: Study, plain: PlainStudy) -> None:
    assert paths(study) == plain.nodes
    assert study.path(study.trunk) == plain.trunk
    assert all(study.find(study.path(number)) == number for number in study.nodes)
    assert all(len(study.path(n)) == depth for depth, n in study.walk())
    assert sorted(n for _, n in study.walk()) == sorted(study.nodes)
    assert study.place in study.nodes
    assert max(study.nodes) <= study.made


def test_random_operations_do_to_a_study_what_they_do_to_a_dict_of_paths() -> None:
    chance = Random(7)
    study, plain = begun(), PlainStudy()
    for step in range(OPERATIONS):
        if study.own > MOST_NODES - 10 or step % 500 == 499:
            study, plain = begun(), PlainStudy()
        study = changed(study, plain, chance)
        require_sound(study, plain)


def test_two_devices_lose_no_node_when_their_studies_are_merged() -> None:
    chance = Random(11)
    for _ in range(OPERATIONS // 50):
        study, plain = begun(), PlainStudy()
        for _ in range(15):
            study = changed(study, plain, chance)
        first, second = study, study
        ones, others = replace(plain, nodes=dict(plain.nodes)), replace(plain)
        for _ in range(15):
            first, second = changed(first, ones, chance), changed(second, others, chance)
        both = merged(first, second)
        ones.merge(others)

        require_sound(both, ones)
        assert all(both[n][:2] == first[n][:2] for n in first.nodes)
        assert set(paths(merged(second, first))) == set(paths(both))
        assert merged(both, second).outline() == both.outline()


def test_a_number_is_given_once() -> None:
    study = begun().play("a").play("b")
    again = study.delete(2).play("c")

    assert again.path() == ("a", "c")
    assert again.place == 3
    with pytest.raises(Refused) as refusal:
        again.go(2)
    assert refusal.value.reason is Reason.STALE


def test_moves_that_are_there_are_used_again_and_stand_in_order() -> None:
    study = begun().play("a").go(START).play("b").go(START).play("a")

    assert study.place == 1
    assert [study.path(n) for n in study.branches(START)] == [("a",), ("b",)]
    assert [study.path(n) for n in follow(study, ["b"]).study.branches(START)] == [("b",), ("a",)]


def test_names_and_notes_are_cleaned_and_cut() -> None:
    study = begun().rename(START, " A \u202e plan\n" + "x" * 99).annotate(START, "\n 1 \r\n\n2 ")

    assert study[START].name == "A plan " + "x" * 53
    assert study[START].note == "1\n\n2"


def test_a_full_study_refuses_another_move_and_keeps_all() -> None:
    study = begun()
    for number in range(MOST_NODES):
        study = study.play(str(number), START)

    assert study.play("7", START).path() == ("7",)
    with pytest.raises(Refused) as refusal:
        study.play("more", START)
    assert str(refusal.value) == FULL
    with pytest.raises(Refused):
        merged(study, begun().play("more"))
    # What the match plays does not count.
    assert follow(study, ["m"] * 300).study.own == MOST_NODES
    assert study.delete(3).play("more", START).own == MOST_NODES


def test_the_start_and_the_moves_of_the_match_are_not_deleted() -> None:
    study = follow(begun(), ["a", "b"]).study

    for number in study.nodes:
        with pytest.raises(Refused):
            study.delete(number)


def test_studies_that_begin_differently_are_not_merged() -> None:
    with pytest.raises(Refused, match="begin differently"):
        merged(begun("bump"), begun("clump"))


# Following


def followed(study: Study, moves: Sequence[str], place: MovePath) -> tuple[int, int, MovePath]:
    at = study.find(place)
    assert at is not None
    study, new, deep = follow(study.go(at), moves)
    assert follow(study, moves) == (study, 0, deep)
    return new, deep, study.path()


@pytest.fixture
def planned() -> Study:
    """A match after two moves, with a plan of three more, and another of one."""
    study = follow(begun(), ["a", "b"]).study
    return study.play("c", 2).play("d").play("e").play("x", 2)


@pytest.mark.parametrize(
    ("moves", "place", "found"),
    [
        # The match takes a branch, one turn and three.
        ("abc", "ab", (1, 1, "abc")),
        ("abcde", "ab", (3, 3, "abcde")),
        # ... and goes another way later: what is left stays as what might have been.
        ("abcz", "ab", (1, 0, "abcz")),
        # Whoever stands ahead stays if the match comes closer.
        ("abc", "abcde", (1, 1, "abcde")),
        # ... and is taken along if it leaves their branch.
        ("abx", "abcde", (1, 1, "abx")),
        # Whoever looks back stays.
        ("abc", "a", (1, 1, "a")),
        # A takeback, and another move after it.
        ("a", "ab", (0, 0, "a")),
        ("a", "abcd", (0, 0, "abcd")),
        ("ay", "abcd", (0, 0, "ay")),
        # Nothing has happened: a replacement, or the end by resignation.
        ("ab", "abcd", (0, 0, "abcd")),
        ("ab", "ab", (0, 0, "ab")),
    ],
)
def test_a_study_follows_its_match(
    planned: Study, moves: str, place: str, found: tuple[int, int, str]
) -> None:
    before = set(paths(planned))
    new, deep, at = followed(planned, moves, tuple(place))

    assert (new, deep, "".join(at)) == found
    assert before <= set(paths(follow(planned, moves).study))


def test_how_deep_a_branch_came_true_counts_the_turns_before(planned: Study) -> None:
    once = follow(planned, "abc")
    twice = follow(once.study, "abcd")

    assert [(each.new, each.deep) for each in (once, twice)] == [(1, 1), (1, 2)]


def test_a_move_that_is_taken_back_and_made_again_did_not_come_true(planned: Study) -> None:
    back = follow(planned, "a").study
    again = follow(back, "ab")

    assert (again.new, again.deep) == (0, 0)
    # What was planned after it still can.
    assert follow(back, "abc")[1:] == (1, 1)


# By the rules


@pytest.mark.parametrize("game", GAMES)
def test_a_board_of_a_study_plays_by_the_rules_of_every_game(game: str) -> None:
    study = begun(game)
    rules, board, chance = entry(game).game, StudyBoard(study), Random(3)
    for _ in range(60):
        at = chance.choice(list(study.nodes))
        legal = list(islice(rules.moves(board.position(study, at)), 20))
        if not legal:
            continue
        move = chance.choice(legal)
        study = board.play(study, rules.format(board.position(study, at), move), at)
        assert board.turn(study, study.place) == rules.play(board.position(study, at), move)
    again = StudyBoard(study)

    assert len(study.nodes) > 30
    assert all(again.position(study, n) == board.position(study, n) for n in study.nodes)


def test_a_board_reads_what_people_type_and_refuses_what_the_rules_do() -> None:
    study = begun()
    board = StudyBoard(study)

    assert board.play(study, " 01 , 03 ").path() == ("01,03",)
    with pytest.raises(IllegalMove):
        board.play(study, "09,07")
    with pytest.raises(NotationError):
        board.play(study, "home")


def test_nothing_follows_the_end() -> None:
    start = StudyStart("clump", {"size": 4}, 2)
    study, board, chance = Study(start), StudyBoard(Study(start)), Random(5)
    while legal := list(board.game.moves(board.position(study))):
        position = board.position(study)
        study = board.play(study, board.game.format(position, chance.choice(legal)))

    with pytest.raises(Refused, match="over here"):
        board.play(study, "a1-a2")
    assert OVER.startswith("The game is over here")


def test_a_board_begins_with_positions_that_are_known() -> None:
    study = follow(begun(), ["01,03", "09,07"]).study
    known = StudyBoard(study).position(study)
    # The moves before are not played: they could not be.
    lost = replace(study, nodes={**study.nodes, 1: study[1]._replace(move="nowhere")})

    assert StudyBoard(lost, {study.trunk: known}).position(lost) == known

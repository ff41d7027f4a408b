"""What the computer player of Mini-Nap 2 judges by: chances, worths, terms."""

from __future__ import annotations

from dataclasses import replace
from math import fsum, isclose

import pytest

from hexwar.systems.mininap.battle import Objective
from hexwar.systems.mininap.player.aims import Aim, aims_of
from hexwar.systems.mininap.player.chances import Party, again, fought, mean, odds, passing
from hexwar.systems.mininap.player.outlook import Outlook
from hexwar.systems.mininap.player.terms import PRESSING, TERMS, WAITING
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import UnitId
from tests.systems.mininap.players import glance, judge, term
from tests.systems.mininap.positions import FRENCH, RUSSIAN, ids, position, rectangle

FAR = "R9 I line 5 line 110 75 180 R-9"
"""An enemy out of everybody's way."""

# -- chances


@pytest.mark.parametrize(
    ("dice", "most", "expected"),
    [
        (0, 2, (1.0,)),
        (1, 2, (4 / 6, 2 / 6)),
        (2, 3, (1 / 4, 1 / 2, 1 / 4)),
        (2, 6, (0.0, 0.0, 1.0)),
    ],
)
def test_hits_are_binomial(dice: int, most: int, expected: tuple[float, ...]) -> None:
    assert all(isclose(a, b) for a, b in zip(odds(dice, most), expected, strict=True))


def test_a_throw_is_made_again_below_its_mean() -> None:
    """One die that hits on 3: a miss is thrown again, so a quarter of all misses stays."""
    assert again(odds(1, 3)) == (0.25, 0.75)
    assert mean(again(odds(4, 3))) > 2


@pytest.mark.parametrize(
    ("needed", "twice", "expected"), [(None, False, 1.0), (3, False, 1 / 2), (3, True, 3 / 4)]
)
def test_a_test_comes_off_by_its_number(needed: int | None, twice: bool, expected: float) -> None:
    assert passing(needed, twice=twice) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Party(5, 0), Party(4, 0), (4, 3)),  # nobody hits: a marker each (M12.2)
        (Party(2, 0), Party(4, 0), (0, 3)),  # the last SP in contact (M13.4)
        (Party(2, 0), Party(2, 0), (0, 0)),  # both together
        (Party(2, 0, frail=False), Party(4, 0), (1, 3)),  # a square or a commander
        (Party(2, 6), Party(3, 0), (1, 0)),  # who loses its enemy keeps its last SP (M13.3)
        (Party(2, 6, each=2), Party(4, 0), (1, 0)),  # two dice for each SP (M12.13)
        (Party(3, 0, helped=3, help_value=6), Party(4, 0), (2, 0)),  # friends strike too
    ],
)
def test_a_phase_of_combat_ends_as_the_rules_say(
    one: Party, other: Party, expected: tuple[int, int]
) -> None:
    assert fought(one, other, 1) == ((*expected, 1.0),)


def test_two_phases_go_on_from_what_the_first_has_left() -> None:
    found = fought(Party(5, 3), Party(5, 3), 2)
    assert isclose(fsum(p for _, _, p in found), 1.0)
    longer = fsum(p for a, b, p in found if not (a and b))
    shorter = fsum(p for a, b, p in fought(Party(5, 3), Party(5, 3), 1) if not (a and b))
    assert longer > shorter


# -- worths


def test_a_unit_counts_more_the_nearer_its_army_is_to_break() -> None:
    lines = [f"F{n} I line 5 line {10 * n} 20 0 F-1" for n in range(1, 6)]
    whole = position(*lines, FAR, break_at={FRENCH: 3})
    lost = position(*lines[:-1], "F5 I line 5 line 50 20 0 F-1", FAR, break_at={FRENCH: 3})
    for unit in ids("F4 F5"):
        lost.put(replace(lost.units[unit], pose=None))
    first = Outlook(whole, FRENCH).worth.whole(UnitId("F1"))
    assert Outlook(lost, FRENCH).worth.whole(UnitId("F1")) > first > 5


def test_hits_of_fire_count_less_where_a_marker_comes_off_again() -> None:
    """M13.1: of two markers one comes off, so one more hit only stops that."""
    state = position("F1 I line 5 line 20 20 0 F-1", "R1 I line 5 line 20 26 180 R-1 hits:2")
    worth = Outlook(state, FRENCH).worth
    fresh = worth.shot(UnitId("R1"), 0, (0.0, 1.0))
    assert isclose(fresh, worth.left(UnitId("R1"), 5) - worth.left(UnitId("R1"), 4))
    assert isclose(worth.shot(UnitId("R1"), 0, (0.0, 0.0, 1.0)), fresh)  # the second comes off
    assert worth.shot(UnitId("R1"), 2, (1.0,)) == 0


# -- terms


AIM = Aim((40.0, 60.0), "", 5, holds=False)


def test_every_term_has_a_name_and_a_sentence() -> None:
    state = position("F1 I line 5 line 20 20 0 F-1", "R1 I line 5 line 20 30 180 R-1")
    found = judge(state, AIM)
    weighed = found.weigh(found.glance.bodies[UnitId("F1")])
    assert set(weighed) == set(TERMS)
    assert all(one.name and one.sentence.endswith(".") for one in TERMS.values())


@pytest.mark.parametrize(
    ("name", "unit", "better", "worse"),
    [
        ("way", "F1", ["F1 I line 5 line 40 40 0 F-1", FAR], ["F1 I line 5 line 40 20 0 F-1", FAR]),
        (  # a column is quicker
            "way",
            "F1",
            ["F1 I line 5 col 40 20 0 F-1", FAR],
            ["F1 I line 5 line 40 20 0 F-1", FAR],
        ),
        (  # in reach before its front, or behind it
            "fire",
            "F1",
            ["F1 I line 5 line 40 20 0 F-1", "R1 I line 5 line 40 27 180 R-1"],
            ["F1 I line 5 line 40 20 180 F-1", "R1 I line 5 line 40 27 180 R-1"],
        ),
        (  # a column fires with half
            "fire",
            "F1",
            ["F1 I line 5 line 40 20 0 F-1", "R1 I line 5 line 40 27 180 R-1"],
            ["F1 I line 5 col 40 20 0 F-1", "R1 I line 5 line 40 27 180 R-1"],
        ),
        (  # nobody fires through friends
            "fire",
            "F1",
            ["F1 A medium-foot 4 unlimbered 40 20 0 F-1", "R1 I line 5 line 40 40 180 R-1"],
            [
                "F1 A medium-foot 4 unlimbered 40 20 0 F-1",
                "F2 I line 5 line 40 30 0 F-1",
                "R1 I line 5 line 40 40 180 R-1",
            ],
        ),
        (  # guns that must unlimber first
            "fire",
            "F1",
            ["F1 A medium-foot 4 unlimbered 40 20 0 F-1", "R1 I line 5 line 40 40 180 R-1"],
            ["F1 A medium-foot 4 limbered 40 20 0 F-1", "R1 I line 5 line 40 40 180 R-1"],
        ),
        (  # a column is the better target
            "danger",
            "F1",
            ["F1 I light 5 skir 40 20 0 F-1", "R1 A medium-foot 4 unlimbered 40 35 180 R-1"],
            ["F1 I light 5 col 40 20 0 F-1", "R1 A medium-foot 4 unlimbered 40 35 180 R-1"],
        ),
        (  # beside the guns, or before them
            "danger",
            "F1",
            ["F1 I line 5 line 70 33 0 F-1", "R1 A medium-foot 4 unlimbered 40 35 180 R-1"],
            ["F1 I line 5 line 40 20 0 F-1", "R1 A medium-foot 4 unlimbered 40 35 180 R-1"],
        ),
        (  # cavalry rides for guns, not for a square
            "charge",
            "F1",
            ["F1 C heavy 5 line 40 20 0 F-1", "R1 A medium-foot 4 unlimbered 40 33 0 R-1"],
            ["F1 C heavy 5 line 40 20 0 F-1", "R1 I line 5 square 40 33 180 R-1"],
        ),
        (  # out of reach
            "charge",
            "F1",
            ["F1 C heavy 5 line 40 20 0 F-1", "R1 A medium-foot 4 unlimbered 40 33 0 R-1"],
            ["F1 C heavy 5 line 40 20 0 F-1", "R1 A medium-foot 4 unlimbered 40 79 0 R-1"],
        ),
        (  # horse near: a square is safer
            "threat",
            "F1",
            ["F1 I line 5 square 40 20 0 F-1", "R1 C heavy 5 line 40 35 180 R-1"],
            ["F1 I line 5 line 40 20 0 F-1", "R1 C heavy 5 line 40 35 180 R-1"],
        ),
        (  # cavalry behind infantry
            "threat",
            "F1",
            [
                "F1 A medium-foot 4 unlimbered 40 20 0 F-1",
                "F2 I line 5 line 40 25 0 F-1",
                "R1 C heavy 5 line 40 35 180 R-1",
            ],
            ["F1 A medium-foot 4 unlimbered 40 20 0 F-1", "R1 C heavy 5 line 40 35 180 R-1"],
        ),
        (  # struck in front, or from behind
            "threat",
            "F1",
            ["F1 I line 5 line 40 20 0 F-1", "R1 C medium 5 line 40 32 180 R-1"],
            ["F1 I line 5 line 40 20 180 F-1", "R1 C medium 5 line 40 32 180 R-1"],
        ),
        (
            "flanks",
            "F1",
            ["F1 I line 5 line 40 20 0 F-1", "R1 I line 5 line 40 30 180 R-1"],
            ["F1 I line 5 line 40 20 0 F-1", "R1 I line 5 line 40 10 0 R-1"],
        ),
        (
            "front",
            "F1",
            ["F1 I line 5 line 40 20 0 F-1", "R1 I line 5 line 40 30 180 R-1"],
            ["F1 I line 5 line 40 20 90 F-1", "R1 I line 5 line 40 30 180 R-1"],
        ),
        (
            "friends",
            "F1",
            [
                "F1 I line 5 line 40 20 0 F-1",
                "F2 I line 5 line 46 20 0 F-1",
                "R1 I line 5 line 40 30 180 R-1",
            ],
            [
                "F1 I line 5 line 40 20 0 F-1",
                "F2 I line 5 line 60 20 0 F-1",
                "R1 I line 5 line 40 30 180 R-1",
            ],
        ),
        (
            "command",
            "F1",
            [
                "F1 I line 5 line 40 20 0 F-1",
                "FB G brigade 2 - 40 17.5 0 F-1",
                "R1 I line 5 line 40 30 180 R-1",
            ],
            [
                "F1 I line 5 line 40 20 0 F-1",
                "FB G brigade 2 - 40 15 0 F-1",
                "R1 I line 5 line 40 30 180 R-1",
            ],
        ),
    ],
)
def test_a_term_tells_the_better_place(
    name: str, unit: str, better: list[str], worse: list[str]
) -> None:
    first, second = position(*better), position(*worse)
    assert term(first, unit, name, AIM) > term(second, unit, name, AIM)


def _farm(*lines: str, holder: object = RUSSIAN) -> MiniState:
    farm = rectangle("farm", "village", 35, 30, 45, 40)
    objective = Objective("farm", "farm", 6, holder)  # type: ignore[arg-type]
    return position(*lines, FAR, pieces=(farm,), objectives=(objective,))


def test_ground_that_counts_is_worth_standing_in() -> None:
    """M23.5: alone in it one takes it; with a friend there already it is worth little."""
    alone = term(_farm("F1 I line 5 col 40 35 0 F-1"), "F1", "ground")
    two = _farm("F1 I line 5 col 40 35 0 F-1", "F2 I line 5 col 43 35 0 F-1")
    assert alone > 3
    assert 0 < term(two, "F1", "ground") < alone / 3
    assert term(_farm("F1 I line 5 col 50 35 0 F-1"), "F1", "ground") == 0
    guns = _farm("F1 A light-foot 3 unlimbered 40 35 0 F-1")
    assert term(guns, "F1", "ground") == 0


def test_who_is_ahead_presses_less() -> None:
    assert WAITING.take < PRESSING.take
    assert WAITING.danger > PRESSING.danger


# -- the plan


def test_the_nearest_go_for_an_objective_and_the_rest_follow() -> None:
    state = _farm(
        "F1 I line 6 col 40 20 0 F-1",
        "F2 I line 6 col 46 20 0 F-1",
        "F3 A medium-foot 4 limbered 40 12 0 F-1",
    )
    found = aims_of(glance(state), {})
    assert {unit: aim.objective for unit, aim in found.items()} == dict.fromkeys(
        ids("F1 F2 F3"), "farm"
    )
    assert not found[UnitId("F1")].holds
    assert found[UnitId("F1")].at[0] < found[UnitId("F2")].at[0]  # side by side, as they come


def test_nobody_guards_what_no_enemy_can_reach() -> None:
    state = _farm("F1 I line 6 col 40 20 0 F-1", holder=FRENCH)
    assert aims_of(glance(state), {}) == {}


def test_cavalry_rides_for_guns_that_stand_alone() -> None:
    state = _farm(
        "F1 C heavy 5 line 80 20 0 F-1",
        "R1 A medium-foot 4 unlimbered 80 50 180 R-1",
    )
    aim = aims_of(glance(state), {})[UnitId("F1")]
    assert aim.at == (80.0, 50.0)
    assert not aim.objective


def test_an_objective_counts_as_nearer_for_who_was_sent_there() -> None:
    pieces = (
        rectangle("west", "village", 10, 40, 16, 46),
        rectangle("east", "village", 64, 40, 70, 46),
    )
    objectives = Objective("west", "west", 6, RUSSIAN), Objective("east", "east", 6, RUSSIAN)
    lines = "F1 I line 10 col 39 20 0 F-1", "F2 I line 10 col 41 20 0 F-1"
    looks = glance(position(*lines, FAR, pieces=pieces, objectives=objectives))
    assert aims_of(looks, {})[UnitId("F1")].objective == "west"
    last = {"F1": "east", "F2": "west"}
    assert aims_of(looks, last)[UnitId("F1")].objective == "east"

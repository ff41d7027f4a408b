"""The ways of a charge (N10.11, N10.14)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.charge_paths import (
    approach_paths,
    charge_distance,
    charge_path_refusal,
    charge_paths,
    may_cross,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from tests.systems.nlc.charges import A1, F1, FAR, TARGET, of
from tests.systems.nlc.positions import OPEN, hexes, position

START = Hex("0406")


def column(*letters: str) -> str:
    """A map of one column, from 0101 down: there is one way only."""
    return "\n".join(letters)


def ways(state: GameState, start: str = "0104", target: str = "0101", longest: int = 3) -> Any:
    return charge_paths(state, Hex(start), Hex(target), longest)


def reason(state: GameState, path: str, longest: int = 3) -> Refusal:
    found = charge_path_refusal(state, hexes(path), longest)
    assert found is not None
    return found


# -- distance


@pytest.mark.rule("N10.11", "N10.14")
def test_a_charge_is_three_hexes_long_at_most() -> None:
    state = position(OPEN, F1, A1)
    assert charge_distance(state) == 3
    assert charge_paths(state, START, TARGET, 3) == [FAR]
    assert charge_path_refusal(state, FAR, 3) is None
    assert charge_paths(state, Hex("0407"), TARGET, 3) == []
    too_far = reason(state, "0407 0406 0405 0404 0403")
    assert too_far == Refusal("A charge is at most 3 hexes long.", "N10.14")


@pytest.mark.rule("N10.14")
def test_every_way_that_crosses_two_hexes_at_most_is_legal_the_shortest_first() -> None:
    state = position(OPEN, "F1 heavy 6-3 0405", A1)
    found = charge_paths(state, Hex("0405"), TARGET, 3)
    assert found[0] == hexes("0405 0404 0403")
    assert set(found) == {
        hexes("0405 0404 0403"),
        hexes("0405 0305 0304 0403"),
        hexes("0405 0305 0404 0403"),
        hexes("0405 0404 0304 0403"),
        hexes("0405 0404 0504 0403"),
        hexes("0405 0505 0404 0403"),
        hexes("0405 0505 0504 0403"),
    }
    assert all(charge_path_refusal(state, path, 3) is None for path in found)
    adjacent = charge_paths(state, Hex("0404"), TARGET, 3)
    assert adjacent[0] == hexes("0404 0403")
    assert {path[-2] for path in adjacent} == set(hexes("0404 0304 0504 0303 0503"))


@pytest.mark.rule("N10.11", "N10.15", "N17.4")
@pytest.mark.parametrize(
    ("weather", "kind", "hexes_"),
    [
        ("fair", TurnKind.DAY, 3),
        ("frost", TurnKind.DAY, 3),
        ("rain", TurnKind.DAY, 2),
        ("fog", TurnKind.DAY, 2),
        ("snow", TurnKind.DAY, 2),
        ("snowstorm", TurnKind.DAY, 2),
        ("fair", TurnKind.NIGHT_PM, 2),
        ("mud", TurnKind.DAY, 0),
    ],
)
def test_who_sees_only_the_next_hex_charges_over_two(
    weather: str, kind: TurnKind, hexes_: int
) -> None:
    assert charge_distance(position(OPEN, F1, A1, weather=weather, kind=kind)) == hexes_


@pytest.mark.rule("N10.11", "N18")
def test_nobody_charges_in_the_mud() -> None:
    state = position(OPEN, F1, A1, weather="mud")
    assert charge_paths(state, Hex("0404"), TARGET, charge_distance(state)) == []
    assert reason(state, "0404 0403", 0) == Refusal("Cavalry cannot charge in mud.", "N10.11")


@pytest.mark.rule("N10.15")
def test_at_night_a_charge_of_two_hexes_needs_no_more_light() -> None:
    state = position(OPEN, F1, A1, kind=TurnKind.NIGHT_PM)
    assert charge_paths(state, Hex("0405"), TARGET, charge_distance(state)) == [
        hexes("0405 0404 0403")
    ]


# -- what lies on the way


@pytest.mark.rule("N10.14")
@pytest.mark.parametrize(("letter", "crossed"), [(".", 1), ("w", 0), ("m", 0), ("t", 0), ("c", 0)])
def test_only_clear_hexes_are_crossed(letter: str, crossed: int) -> None:
    state = position(column(".", letter, "."))
    way = [hexes("0103 0102 0101")] if crossed else []
    assert approach_paths(state, Hex("0103"), Hex("0101"), 3) == way


@pytest.mark.rule("N10.14")
def test_the_reason_names_the_ground() -> None:
    state = position(column(".", ".", "m", "."))
    assert reason(state, "0104 0103 0102 0101") == Refusal(
        "A charge does not go through the marsh in 0103.", "N10.14"
    )


@pytest.mark.rule("N10.14")
@pytest.mark.parametrize(("words", "legal"), [("roads", True), ("trails", False)])
def test_a_town_is_crossed_where_it_lies_on_a_road(words: str, legal: bool) -> None:
    more: Any = {words: ["0103 0102 0101"]}
    state = position(column(".", "t", "."), **more)
    assert may_cross(state, Hex("0103"), Hex("0102")) is legal


@pytest.mark.rule("N10.14")
@pytest.mark.parametrize(
    ("water", "first", "last"),
    [
        ("rivers", False, False),
        ("bridges", False, False),
        ("fords", False, False),
        ("pontoons", False, False),
        ("streams", False, True),
        ("trestles", True, True),
    ],
)
def test_water_on_the_way_and_before_the_target(water: str, first: bool, last: bool) -> None:
    more: Any = {water: ["0103-0102"]}
    on_the_way = position(column(".", ".", "."), **more)
    assert bool(ways(on_the_way, "0103")) is first
    more = {water: ["0102-0101"]}
    at_the_end = position(column(".", ".", "."), **more)
    assert bool(ways(at_the_end, "0103")) is last
    assert (charge_path_refusal(at_the_end, hexes("0103 0102 0101"), 3) is None) is last


@pytest.mark.rule("N8.51", "N10.11")
def test_no_charge_over_a_bridge_and_the_reason_says_so() -> None:
    state = position(column(".", "."), bridges=["0102-0101"])
    assert reason(state, "0102 0101") == Refusal(
        "A charge does not hit over the bridge from 0102 to 0101.", "N8.51"
    )
    behind = position(column(".", ".", "."), bridges=["0103-0102"])
    assert reason(behind, "0103 0102 0101") == Refusal(
        "A charge does not cross the bridge from 0103 to 0102.", "N10.14"
    )


@pytest.mark.rule("N5.71", "N10.14")
def test_a_damaged_trestle_is_a_mere_stream() -> None:
    state = position(column(".", ".", "."), trestles=["0103-0102"], damaged=["0103-0102"])
    assert ways(state, "0103") == []


@pytest.mark.rule("N10.11", "N10.14")
@pytest.mark.parametrize("who", ["F2 infantry 1-3 0102", "A2 infantry 1-3 0102"])
def test_units_of_either_side_bar_the_way(who: str) -> None:
    state = position(column(".", ".", "."), who)
    assert ways(state, "0103") == []
    assert reason(state, "0103 0102 0101") == Refusal(
        "A charge does not go through 0102: units stand there.", "N10.14"
    )


@pytest.mark.rule("N10.14")
def test_a_tail_bars_the_way_and_trains_and_leaders_do_not() -> None:
    tailed = position(". .\n. .\n. .", "A2 infantry 9-3 0202 tail:0102")
    assert not may_cross(tailed, Hex("0103"), Hex("0102"))
    free = position(column(".", ".", "."), "A2 train 0102", "A3 leader 0102")
    assert may_cross(free, Hex("0103"), Hex("0102"))


@pytest.mark.rule("N10.14")
def test_an_enemy_zone_does_not_stop_a_charge() -> None:
    state = position(OPEN, F1, A1, "A2 infantry 5-3 0505", "A3 infantry 5-3 0305")
    assert charge_paths(state, START, TARGET, 3) == [FAR]


# -- the target


@pytest.mark.rule("N10.11")
def test_no_charge_into_a_chateau() -> None:
    state = position(column("c", "."))
    assert ways(state, "0102") == []
    assert reason(state, "0102 0101") == Refusal(
        "Cavalry cannot charge into the chateau in 0101.", "N10.11"
    )


@pytest.mark.rule("N10.11")
def test_no_charge_on_an_improved_position() -> None:
    state = position(column(".", "."), positions=["0101"])
    assert ways(state, "0102") == []
    assert reason(state, "0102 0101") == Refusal(
        "Cavalry cannot charge the improved position in 0101.", "N10.11"
    )


@pytest.mark.rule("N10.14", "N19.2")
def test_the_chargers_must_see_their_target() -> None:
    rows = ". . .\n. . .\n. w .\n. . .\n. . ."
    state = position(rows)
    assert charge_paths(state, Hex("0204"), Hex("0202"), 3) == []
    assert approach_paths(state, Hex("0204"), Hex("0202"), 3)
    assert reason(state, "0204 0104 0103 0202") == Refusal(
        "There is no line of sight from 0204 to 0202.", "N10.14"
    )


@pytest.mark.rule("N10.14")
@pytest.mark.parametrize("path", ["0403", "0404 0404", "0404 0405 0404 0403", "0404 9999"])
def test_a_path_goes_from_hex_to_hex_each_once(path: str) -> None:
    assert reason(position(OPEN), path).rule == "N10.14"


@pytest.mark.rule("N10.14")
def test_a_path_has_no_gaps() -> None:
    state = position(OPEN)
    assert reason(state, "0406 0404 0403").sentence == "0404 is not next to 0406."
    assert reason(state, "0406 0405 0403").sentence == "0403 is not next to 0405."


@pytest.mark.rule("N10.14")
def test_there_is_no_way_from_a_hex_to_itself() -> None:
    assert approach_paths(position(OPEN), TARGET, TARGET, 3) == []


def test_a_charge_knows_its_start_and_the_hex_that_it_hits_from() -> None:
    assert (of().start, of().last, of().target) == ("0406", "0404", "0403")
    assert of(path=hexes("0404 0403")).last == "0404"

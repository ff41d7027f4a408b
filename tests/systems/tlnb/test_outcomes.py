"""How likely each end of a fight is, by the flows that resolve it (T10.15, T12.3, T13.5)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.combat.outcomes import (
    End,
    ends_of_attack,
    ends_of_charge,
    ends_of_shot,
)
from hexwar.systems.tlnb.state import Blow, Ride, Shot
from tests.systems.tlnb.cases import OPEN, position, units

BASE = ["french:0101", "allied:0707"]


def told(ends: Sequence[End]) -> list[tuple[str, int, tuple[int, int], bool]]:
    return [(end.result, end.faces, end.lost, end.is_won) for end in ends]


@pytest.mark.rule("T10.15", "T35.1")
def test_each_result_of_an_attack_has_its_faces_and_losses() -> None:
    lines = ("F1 infantry 5-3 0304", "F2 infantry 4-3 0403", "A1 infantry 5-3 0404")
    state = position(OPEN, *lines, streams=["0304-0404", "0403-0404"], bases=BASE)
    found = told(ends_of_attack(state, Blow(units("F1 F2"), Hex("0404"))))
    assert found == [
        ("Dr2", 1, (0, 0), True),
        ("Dr", 2, (0, 0), True),
        ("1R", 1, (2, 2), False),
        ("Ar", 1, (0, 0), False),
        ("Ar2", 1, (0, 0), False),
    ]
    assert sorted(state.combat_units_in(Hex("0404"))) == ["A1"]  # the table is as it was


@pytest.mark.rule("T11.52")
def test_who_has_no_way_to_retreat_is_lost_by_any_retreat() -> None:
    ring = ("F2 infantry 2-3 0504", "F3 infantry 2-3 0405", "F4 infantry 2-3 0403")
    lines = ("F1 infantry 9-3 0304", *ring, "A1 infantry 3-3 0404")
    state = position(OPEN, *lines, bases=BASE)
    ends = ends_of_attack(state, Blow(units("F1"), Hex("0404")))
    driven = [end for end in ends if end.result.startswith("D")]
    assert driven
    assert all(end.lost == (0, 3) for end in driven)


@pytest.mark.rule("T12.3")
def test_a_bombardment_ends_in_nothing_a_retreat_or_a_step() -> None:
    lines = ("F1 battery 5-3 0303", "A1 infantry 5-3 0503")
    state = position(OPEN, *lines, bases=BASE)
    found = told(ends_of_shot(state, Shot(units("F1"), Hex("0503"))))
    assert sum(faces for _, faces, _, _ in found) == 6
    assert ("Dr", 2, (0, 0), True) in found
    assert any(lost == (0, 2) for _, _, lost, _ in found)


@pytest.mark.rule("T13.5", "T35.5")
def test_a_charge_overruns_or_costs_a_step() -> None:
    lines = ("F1 heavy 6-4 0304", "A1 infantry 5-3 0504", "A2 battery 2-3 0504")
    state = position(OPEN, *lines, bases=BASE)
    ride = Ride(units("F1"), Hex("0504"), (Hex("0304"), Hex("0404")))
    found = told(ends_of_charge(state, ride))
    overrun = next(row for row in found if row[0] == "OR")
    assert overrun[2:] == ((0, 7), True)
    failed = [row for row in found if row[0].startswith("Ae")]
    assert all(row[2] == (3, 0) for row in failed)

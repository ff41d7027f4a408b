"""Whom the defender fires at, and what is a flank attack (N8.6-N8.71)."""

from __future__ import annotations

import pytest

from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at
from hexwar.systems.nlc.state import GameState
from tests.systems.nlc.assaults import A1, face, terrain
from tests.systems.nlc.positions import OPEN, hexes, position, units

# -- whom the defender fires at, and flanks

OPPOSITE = [("0402", "0404"), ("0503", "0304"), ("0504", "0303")]
AROUND = ["0402", "0503", "0504", "0404", "0304", "0303"]


def ring(*places: str, target: str = A1, rows: str = OPEN) -> GameState:
    """French units F1, F2, ... on hexes round the Allied one in 0403."""
    lines = [f"F{n} infantry 4-3 {hex_}" for n, hex_ in enumerate(places, start=1)]
    return position(rows, *lines, target)


@pytest.mark.rule("N8.71")
@pytest.mark.parametrize("a", AROUND)
@pytest.mark.parametrize("b", AROUND)
def test_only_opposite_hexes_make_a_flank_attack(a: str, b: str) -> None:
    state = ring(a, b)
    opposite = (a, b) in OPPOSITE or (b, a) in OPPOSITE
    assert face(state, "F1 F2").flank is opposite


@pytest.mark.rule("N8.71")
def test_a_unit_that_stands_opposite_without_attacking_makes_none() -> None:
    assert not face(ring("0402", "0404"), "F1").flank


@pytest.mark.rule("N8.71")
def test_a_disrupted_attacker_makes_none() -> None:
    state = position(OPEN, "F1 infantry 4-3 0402", "F2 infantry 4-3 0404 disrupted", A1)
    assert not face(state, "F1 F2").flank


@pytest.mark.rule("N8.71")
@pytest.mark.parametrize(("letter", "flank"), [("t", False), ("c", False), ("w", True)])
def test_a_town_or_chateau_has_no_flank(letter: str, flank: bool) -> None:
    assert face(ring("0402", "0404", rows=terrain(letter)), "F1 F2").flank is flank


@pytest.mark.rule("N8.7")
def test_an_assault_on_road_column_is_a_flank_attack() -> None:
    assert face(ring("0404", target=f"{A1} column")).flank
    assert not face(ring("0404", target=f"{A1} column", rows=terrain("t"))).flank


@pytest.mark.rule("N8.6")
def test_infantry_must_be_fired_at_before_artillery_alone() -> None:
    lines = ("F1 battery 4-3 0404", "F2 infantry 4-3 0304", "F3 light 4-3 0504", A1)
    state = position(OPEN, *lines)
    assert hexes_to_fire_at(state, units("F1 F2 F3")) == hexes("0304 0504")
    assert hexes_to_fire_at(state, units("F1 F3")) == hexes("0404 0504")


@pytest.mark.rule("N8.6")
def test_a_battery_with_infantry_beside_it_may_be_fired_at() -> None:
    lines = ("F1 battery 4-3 0404", "F2 infantry 4-3 0404", "F3 infantry 4-3 0304", A1)
    state = position(OPEN, *lines)
    assert hexes_to_fire_at(state, units("F1 F3")) == hexes("0304 0404")

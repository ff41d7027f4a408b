"""What the staff begins, where the numbers leave no doubt."""

from __future__ import annotations

from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.screening import AttackVedettes
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.ai.asking import staff_answer
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.positions import FRENCH, OPEN, position, units

FI = FormationId("FI")


def acting(segment: Segment, *lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """FI in a segment of its activation, in a long game."""
    return position(rows, *lines, active="FI", segment=segment, length=8, **more)


def test_it_assaults_whom_it_can_drive_off_with_all_it_has() -> None:
    # 18 SP on 3 Disrupted in the open; 3 SP on 9 in a chateau
    strong = ("F1 infantry 9-4 0404", "F2 infantry 9-4 0303", "A1 infantry 3-2 0403 disrupted")
    chosen = staff_answer(acting(Segment.ASSAULT, *strong), DeclareAssault(FRENCH, FI))
    assert chosen is not None
    assert set(chosen.units) == set(units("F1 F2"))
    weak = ("F1 infantry 3-2 0404", "A1 infantry 9-5 0403")
    state = acting(Segment.ASSAULT, *weak, rows=terrain("c"))
    assert staff_answer(state, DeclareAssault(FRENCH, FI)) is None


def test_it_rides_down_guns_and_leaves_squares_alone() -> None:
    guns = acting(Segment.CHARGE, "F1 heavy 8-4 0303", "A1 battery 3-3 0305")
    chosen = staff_answer(guns, DeclareCharge(FRENCH, FI))
    assert chosen is not None
    assert chosen.target == Hex("0305")
    square = acting(Segment.CHARGE, "F1 heavy 4-3 0303", "A1 infantry 9-5 0305 square")
    assert staff_answer(square, DeclareCharge(FRENCH, FI)) is None


def test_cavalry_drives_vedettes_off() -> None:
    lines = ("A1 light 4-4 spread vedettes:2", "A1-v1 vedette 0304", "A1-v2 vedette 0304")
    state = acting(Segment.ASSAULT, "F1 heavy 8-4 0305", *lines, "A2 infantry 3-3 0707")
    chosen = staff_answer(state, AttackVedettes(FRENCH, FI))
    assert chosen is not None
    assert chosen.target == "0304"

"""What the staff makes of a fight's end, where the numbers leave no doubt."""

from __future__ import annotations

from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit, Riders
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, RestoreStep
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure
from hexwar.systems.nlc.rules.movement.works import BuildImprovedPosition
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.ai.asking import staff_answer
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units


def fought(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """FI in its Assault Segment, in a long game."""
    return position(rows, *lines, active="FI", segment=Segment.ASSAULT, length=8, **more)


def test_the_step_falls_where_it_costs_least() -> None:
    # 1 SP of the one against 3 of the other
    lines = ("F1 infantry 6/5-3 0404", "F2 infantry 6/3-3 0404", "A1 infantry 5-3 0707")
    state = fought(*lines)
    assert staff_answer(state, ChooseStepLoss(FRENCH, units("F2 F1"), "fire")) == unit("F1")
    # 2 SP that break FI cost 4.8 VP and 0.4; 3 SP of FII cost 0.6
    lines = ("F1 infantry 4/2-3 0404", "F2 infantry 6/3-3 0404 of:FII", "A1 infantry 5-3 0707")
    state = fought(*lines, formations={"FI": {"demoralization_sp": 2}})
    assert staff_answer(state, ChooseStepLoss(FRENCH, units("F1 F2"), "fire")) == unit("F2")


def test_who_takes_a_hex_can_hold_it() -> None:
    asked = ChooseAdvance(FRENCH, units("F1"), Hex("0403"))
    town = {"vp_hexes": {Hex("0403"): 3}, "control": {Hex("0403"): ALLIED}}
    state = fought("F1 infantry 8-4 0404", "A1 infantry 5-3 0401", rows=terrain("t"), **town)
    assert staff_answer(state, asked) == units("F1")  # 3 VP, and nobody is next to it
    around = [f"A{n} infantry 9-4 {hex_}" for n, hex_ in enumerate(("0402", "0303", "0503"))]
    state = fought("F1 infantry 3-4 0404", *around)
    assert staff_answer(state, asked) is None  # 3 SP would have 27 next to them
    state = fought("F1 battery 3-4 0404", "A1 infantry 4-3 0402")
    assert staff_answer(state, asked) is None


def test_fugitives_are_pursued_but_not_into_the_arms_of_the_fresh() -> None:
    state = fought("F1 heavy 5-4 0303", "A1 infantry 3-2 0305 disrupted", orders="FI: attack 0305")
    asked = DeclarePursuit(FRENCH, (Riders(units("F1"), Hex("0303")),), units("A1"))
    assert staff_answer(state, asked).units == units("F1")
    fresh = [f"A{n} infantry 9-5 {hex_}" for n, hex_ in enumerate(("0204", "0404"), 2)]
    lines = ("F1 heavy 2-4 0303", "A1 infantry 3-2 0305 disrupted", *fresh)
    assert staff_answer(fought(*lines, orders="FI: attack 0305"), asked) is None


def test_a_way_back_leads_to_the_commander_and_away_from_cavalry() -> None:
    lines = ("F1 infantry 6-4 0404", "A1 infantry 4-3 0403")
    asked = ChooseRetreatPath(ALLIED, units("A1"), 2, hexes("0404"))
    state = fought(*lines, "A9 leader 0702")
    ends = {path[-1] for path in asked.options(state)}
    assert ends == set(hexes("0202 0302 0401 0502 0602"))
    assert staff_answer(state, asked)[-1] != "0202"  # 5 hexes from him
    state = fought(*lines, "A9 leader 0401", "F2 heavy 6-4 0104 of:FII")
    assert staff_answer(state, asked)[-1] == "0602"  # 5 hexes from the cavalry, the others less


def test_who_makes_room_is_not_given_up() -> None:
    full = ("F1 infantry 9-3 0303", "F2 infantry 8-3 0303", "A1 infantry 5-3 0707")
    move = staff_answer(fought(*full), ChooseOverstackCure(FRENCH, Hex("0303")))
    assert move.hex is not None


def test_the_strongest_comes_back_first_and_the_step_that_counts_most_is_regained() -> None:
    foe, resting, corps = "A1 infantry 5-3 0707", "FI: reserve 0303", FormationId("FI")
    lines = ("F1 infantry 3-3 0303", "F2 infantry 4-3 uar", "F3 infantry 7-3 uar")
    state = position(OPEN, *lines, "F9 leader 0303", foe, orders=resting)
    assert staff_answer(state, ChooseRecovery(FRENCH, corps)).unit == unit("F3")
    worn = ("F1 infantry 6/5-3 0303 reduced", "F2 infantry 6/2-3 0303 reduced")
    state = position(OPEN, *worn, foe, orders=resting, kind=TurnKind.NIGHT_AM)
    assert staff_answer(state, RestoreStep(FRENCH, corps)) == unit("F2")


def test_it_digs_where_most_is_to_be_held() -> None:
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0505", "A1 infantry 5-3 0507")
    asked = BuildImprovedPosition(FRENCH, hexes("0101 0505"))
    assert staff_answer(fought(*lines), asked) == "0505"

"""What the greedy player does out of turn, and in the night: reactions, leaders, recovery."""

from __future__ import annotations

from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, Reaction
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.rules.losses.pursuit import DeclarePursuit, Riders
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, Recovery, RestoreStep
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure
from hexwar.systems.nlc.rules.movement.works import BuildImprovedPosition
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.ai.asking import answer
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

FI = FormationId("FI")


def charged(*lines: str, **more: Any) -> GameState:
    """FI in its Charge Segment."""
    return position(OPEN, *lines, active="FI", segment=Segment.CHARGE, **more)


CHARGE = Charge(units("F1"), Hex("0305"), hexes("0303 0304 0305"))


def test_charges_and_comers_are_met_where_the_chances_are_good() -> None:
    for riders, rides in (("A2 heavy 9-5 0505", True), ("A2 light 1-2 0505", False)):
        state = charged("F1 heavy 3-3 0303", "A1 infantry 5-3 0305", riders)
        asked = ChooseReactionCharge(ALLIED, Hex("0304"), units("F1"), CHARGE)
        assert len(asked.options(state)) > 1
        assert (answer(state, asked) is not None) is rides
    for comer, rides in (("F1 battery 2-3 0304", True), ("F1 infantry 9-5 0304", False)):
        state = charged(comer, "A2 heavy 5-4 0306")
        asked = ChooseReactionCharge(ALLIED, Hex("0304"), units("F1"))
        assert isinstance(answer(state, asked), Reaction) is rides
    for led, leads in (("F1 infantry 8-4 0303", True), ("F1 infantry 2-4 0303", False)):
        state = charged(led, "F9 overall 0303 of:FHQ napoleon", "A1 infantry 5-3 0304")
        bonus = ChooseLeaderBonus(FRENCH, LeaderId("F9"), Hex("0303"))
        assert answer(state, bonus) is leads


def test_fugitives_are_pursued_but_not_into_the_arms_of_the_fresh() -> None:
    state = charged("F1 heavy 5-4 0303", "A1 infantry 3-2 0305 disrupted", orders="FI: attack 0305")
    asked = DeclarePursuit(FRENCH, (Riders(units("F1"), Hex("0303")),), units("A1"))
    assert len(asked.options(state)) > 1
    assert answer(state, asked).units == units("F1")
    fresh = [f"A{n} infantry 9-5 {hex_}" for n, hex_ in enumerate(("0204", "0404"), 2)]
    lines = ("F1 heavy 2-4 0303", "A1 infantry 3-2 0305 disrupted", *fresh)
    state = charged(*lines, orders="FI: attack 0305")
    assert len(asked.options(state)) > 1
    assert answer(state, asked) is None


def test_where_a_position_is_dug_and_who_makes_room() -> None:
    state = charged("F1 infantry 5-3 0101", "F2 infantry 5-3 0505", "A1 infantry 5-3 0507")
    asked = BuildImprovedPosition(FRENCH, hexes("0101 0505"))
    assert answer(state, asked) == "0505"
    full = ("F1 infantry 9-3 0303", "F2 infantry 8-3 0303", "A1 infantry 5-3 0707")
    state = charged(*full, orders="FI: defend 0303")
    move = answer(state, ChooseOverstackCure(FRENCH, Hex("0303")))
    assert move.hex is not None
    assert move.unit in units("F1 F2")


def test_the_strongest_comes_back_first_and_the_step_that_counts_most_is_regained() -> None:
    foe, resting = "A1 infantry 5-3 0707", "FI: reserve 0303"
    lines = ("F1 infantry 3-3 0303", "F2 infantry 4-3 uar", "F3 infantry 7-3 uar")
    state = position(OPEN, *lines, "F9 leader 0303", foe, orders=resting)
    found = answer(state, ChooseRecovery(FRENCH, FI))
    assert isinstance(found, Recovery)
    assert found.unit == unit("F3")
    worn = ("F1 infantry 6/5-3 0303 reduced", "F2 infantry 6/2-3 0303 reduced")
    state = position(OPEN, *worn, foe, orders=resting, kind=TurnKind.NIGHT_AM)
    assert len(RestoreStep(FRENCH, FI).options(state)) > 1
    assert answer(state, RestoreStep(FRENCH, FI)) == unit("F2")

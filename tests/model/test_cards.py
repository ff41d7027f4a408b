"""What is printed: arms, counters, formations, turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.hexes import Hex
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import Arm, FormationId, FormationKind, LeaderId, Role, UnitId
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, battle_of, board

ARMS = [
    # arm, cavalry, artillery, mounted, train
    (Arm.INFANTRY, False, False, False, False),
    (Arm.LIGHT_CAVALRY, True, False, True, False),
    (Arm.HEAVY_CAVALRY, True, False, True, False),
    (Arm.FOOT_ARTILLERY, False, True, False, False),
    (Arm.HORSE_ARTILLERY, False, True, True, False),
    (Arm.BAGGAGE_TRAIN, False, False, False, True),
    (Arm.PONTOON_TRAIN, False, False, False, True),
    (Arm.VEDETTE, False, False, False, False),
]


@pytest.mark.rule("N2.1", "N4.44")
def test_what_arms_ratings_hours_and_chits_are() -> None:
    for arm, cavalry, artillery, mounted, train in ARMS:
        assert (arm.is_cavalry, arm.is_artillery) == (cavalry, artillery)
        assert (arm.is_mounted, arm.is_train) == (mounted, train)
    for card, shown in (
        (LEADER, "(3)"),
        (replace(LEADER, role=Role.DIVISION), "(3)"),
        (replace(LEADER, role=Role.OVERALL), "[3]"),
        (replace(LEADER, role=Role.WING, ratings=(("attack", 3), ("other", 1))), "[3/1]"),
        (replace(LEADER, ratings=(("march", 3), ("attack", 3), ("other", 1))), "(3/1)"),
    ):
        assert card.shown_rating == shown
    for hour, shown in ((12, "12:00"), (9, "09:00"), (0, "00:00")):
        assert TurnCard(1, 29, hour, TurnKind.DAY).time == shown
    for kind, has_chit in (
        (FormationKind.CORPS, True),
        (FormationKind.DIVISION, True),
        (FormationKind.WING, False),
        (FormationKind.HEADQUARTERS, False),
    ):
        corps = replace(BATTLE.formations[FormationId("FI")], kind=kind)
        assert corps.has_chit is has_chit


LINES = ("F1 infantry 5-3 0101", "F2 train 0102", "F8 leader 0101 rating:3", "A1 light 3-4 0707")
BATTLE, _ = battle_of(board(OPEN), *LINES)
LEADER = BATTLE.leaders[LeaderId("F8")]


@pytest.mark.rule("N16.4", "N2.1")
def test_sides_turns_and_combat_units_of_a_battle_that_may_be_a_key() -> None:
    assert BATTLE.first_player == FRENCH
    assert BATTLE.enemy(FRENCH) == ALLIED
    assert BATTLE.enemy(ALLIED) == FRENCH
    assert BATTLE.formation_of[UnitId("A1")].id == "AI"
    assert BATTLE.turn(1).number == 1
    assert BATTLE.turn(2).hour == 13
    assert BATTLE.units[UnitId("F1")].is_combat_unit
    assert not BATTLE.units[UnitId("F2")].is_combat_unit
    other, _ = battle_of(board(OPEN), *LINES)
    assert len({BATTLE, other}) == 2
    assert BATTLE.unit_hexes[UnitId("F1")] == Hex("0101")
    assert [arm for arm, *_ in ARMS] == list(Arm)

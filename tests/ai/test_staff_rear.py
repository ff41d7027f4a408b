"""Where the staff sends headquarters, commanders and trains: not alone into the enemy's reach."""

from __future__ import annotations

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut
from hexwar.systems.nlc.rules.losses.retreat import ChooseLeaderStay
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.staff.raids import raids, risk_alone
from hexwar.systems.nlc.staff.rear import AT_HAND, PARTED, Rear
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.ai.asking import staff_answer
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, units

WIDE = "\n".join([".  " * 12] * 12)
"""Twelve by twelve clear hexes."""


def test_cavalry_reaches_six_hexes_and_later_twelve() -> None:
    state = position(WIDE, "A1 light 4-3 0106", "F1 infantry 5-3 1212")
    known = raids(state, FRENCH)
    assert known[Hex("0706")] == pytest.approx(0.3)  # 6 clear hexes, 1 MP each
    assert known[Hex("0806")] == pytest.approx(0.09)  # in a second march
    assert risk_alone(state, FRENCH, Hex("1212")) > 0  # by the hexes round those who hold it
    assert raids(state, ALLIED)[Hex("1112")] == pytest.approx(0.1)  # by foot


def test_a_zone_stops_foot_and_no_cavalry() -> None:
    lines = ("F1 infantry 5-3 0405", "F2 infantry 5-3 0407", "F3 infantry 5-3 0403")
    foot = raids(position(OPEN, *lines, "A1 infantry 5-3 0205"), FRENCH)
    horse = raids(position(OPEN, *lines, "A1 light 5-3-4 0205"), FRENCH)
    assert Hex("0505") not in foot
    assert Hex("0504") in horse


def test_a_commander_goes_to_his_troops_out_of_reach_of_cavalry() -> None:
    troops = ("F1 infantry 9-4 1010", "F2 infantry 9-4 1110", "A1 light 6-4 0404")
    state = position(WIDE, *troops, "F9 overall 0707 of:FHQ napoleon", length=8)
    ride = staff_answer(state, MoveCommand(FRENCH))
    assert ride is not None
    assert ride.hexes[-1] in {"1010", "1110"}


def test_guns_without_other_troops_guard_nobody() -> None:
    guns, foot = "F1 battery 4-3 1010", "F2 infantry 5-4 1010"
    found = []
    for guard in ((), (guns,), (guns, foot)):
        lines = (*guard, "A1 light 6-4 0707", "F9 overall 1010 of:FHQ napoleon")
        state = position(WIDE, *lines, length=8)
        rear = Rear(Outlook(state, FRENCH), Ledger(state, FRENCH))
        found.append((rear.risk("F9", Hex("1010")), rear.left_behind(Hex("1010"), ())))
    alone, with_guns, with_foot = found
    assert with_guns == alone
    assert with_foot[0] < alone[0]
    assert with_foot[1] < alone[1]


def test_a_train_gets_away_from_cavalry_or_under_guard() -> None:
    lines = ("F1 infantry 9-4 0909", "F9 leader 0909", "A1 light 6-4 0303")
    roads = ["0606 0707 0808 0909 1010 1111"]
    state = position(
        WIDE,
        *lines,
        "F8 train 0707",
        active="FI",
        segment=Segment.CONSOLIDATION,
        roads=roads,
        length=8,
    )
    ride = staff_answer(state, MoveLeaderOrTrain(FRENCH, FormationId("FI")))
    assert ride is not None
    assert ride.piece == "F8"
    risks = {risk_alone(state, FRENCH, hex_) for hex_ in (ride.hexes[0], Hex("0606"))}
    assert ride.hexes[-1] == "0909" or risk_alone(state, FRENCH, ride.hexes[-1]) < min(risks)


def test_a_headquarters_leaves_the_zone_and_a_leader_goes_with_his_troops() -> None:
    lines = ("A1 infantry 6-4 0404", "F1 infantry 9-4 0607", "F8 hq 0405 of:FHQ")
    state = position(OPEN, *lines, "F9 overall 0607 of:FHQ", length=8)
    way = staff_answer(state, MoveHqOut(FRENCH, LeaderId("F8")))
    assert way is not None
    lines = ("F1 infantry 6-4 0404", "A1 infantry 6-4 0403", "F9 leader 0404")
    state = position(OPEN, *lines, active="AI", length=8)
    assert staff_answer(state, ChooseLeaderStay(FRENCH, LeaderId("F9"), units("F1"), False))


def test_a_commander_parts_from_his_headquarters_for_no_small_risk() -> None:
    lines = ("F1 infantry 9-4 0404", "F9 overall 0404 of:FHQ", "F8 hq 0404 of:FHQ")
    state = position(WIDE, *lines, length=8)
    rear = Rear(Outlook(state, FRENCH), Ledger(state, FRENCH))
    near, far = (rear._with_staff(LeaderId("F9"), Hex(hex_), 2) for hex_ in ("0604", "1004"))
    assert near == AT_HAND  # N12.43: all his orders, not one
    assert far == pytest.approx(-PARTED * (6 - 2))

"""What a player is warned of: who would be left alone in reach, and what gap would open."""

from __future__ import annotations

from typing import Any

from hexwar.systems.nlc.blunders import blunders
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.peril import Peril
from hexwar.table.pieces import Segment
from tests.systems.nlc.moves import moving
from tests.systems.nlc.positions import FRENCH, hexes, position, units

WIDE = "\n".join([".  " * 12] * 12)
CORPS = FormationId("FI")


def by_march(state: GameState, who: str, path: str) -> list[tuple[Peril, str]]:
    """What is told of a march."""
    answers: list[Any] = [(ActivateUnit, units(who)), (ChoosePath, Route(hexes(path)))]
    return told(blunders(state, ActivateUnit(FRENCH, CORPS), answers))


def told(found: Any) -> list[tuple[Peril, str]]:
    return [(one.peril, hex_) for one in found for hex_ in one.hexes]


def test_who_marches_off_from_a_train_or_a_commander_is_warned_where_cavalry_is_near() -> None:
    for piece, peril in (("F8 train", Peril.TRAIN), ("F9 leader", Peril.COMMANDER)):
        lines = ("F1 infantry 6-4 0606", "F2 infantry 6-4 0706", f"{piece} 0606 of:FII")
        near = moving(WIDE, *lines, "A1 light 6-4 0602")
        assert by_march(near, "F1", "0606 0607") == [(peril, "0606")], piece
        far = moving(WIDE, *lines, "A1 infantry 6-3 1212")
        assert by_march(far, "F1", "0606 0607") == [], piece
        assert by_march(near, "F2", "0706 0707") == [], piece
        guarded = moving(WIDE, *lines, "F3 infantry 3-4 0606", "A1 light 6-4 0602")
        assert by_march(guarded, "F1", "0606 0607") == [], piece


def test_who_can_follow_in_the_same_activation_is_not_left_alone() -> None:
    lines = ("F1 infantry 6-4 0606", "F9 leader 0606", "A1 light 6-4 0602")
    assert by_march(moving(WIDE, *lines), "F1", "0606 0607") == []


def test_who_was_alone_before_is_no_news() -> None:
    lines = ("F1 infantry 6-4 0606", "F8 train 0404", "A1 light 6-4 0602")
    assert by_march(moving(WIDE, *lines), "F1", "0606 0706") == []


def test_a_line_that_holds_its_ground_is_not_opened_without_a_word() -> None:
    lines = ("F1 infantry 6-4 0306", "F2 infantry 6-4 0506", "F3 infantry 6-4 0706")
    foe = "A1 infantry 6-4 0502"
    holds = moving(WIDE, *lines, foe, orders="FI: defend 0506")
    assert (Peril.GAP, "0506") in by_march(holds, "F2", "0506 0507 0508 0509")
    attacks = moving(WIDE, *lines, foe, orders="FI: attack 0502")
    assert by_march(attacks, "F2", "0506 0507 0508 0509") == []


def consolidating(*lines: str) -> GameState:
    roads = ["0606 0707 0808 0909 1010 1111"]
    return position(WIDE, *lines, active="FI", segment=Segment.CONSOLIDATION, roads=roads, length=8)


def test_a_train_that_could_get_away_is_not_left_and_none_rides_into_reach() -> None:
    state = consolidating(
        "F1 infantry 9-4 0909", "F9 leader 0909", "A1 light 6-4 0303", "F8 train 0707"
    )
    asked = MoveLeaderOrTrain(FRENCH, CORPS)
    kind = MoveLeaderOrTrain
    assert told(blunders(state, asked, [(kind, None)])) == [(Peril.TRAIN, "0707")]
    home = [(kind, Journey("F8", hexes("0707 0808 0909")))]
    assert told(blunders(state, asked, home)) == []
    state = consolidating(
        "F1 infantry 9-4 0909", "F9 leader 0909", "A1 light 6-4 0303", "F8 train 0909"
    )
    assert told(blunders(state, asked, [(kind, None)])) == []
    out = [(kind, Journey("F8", hexes("0909 0808 0707")))]
    assert told(blunders(state, asked, out)) == [(Peril.TRAIN, "0707")]

"""Overstacked hexes at the end of a segment (N5.10, N6.2)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.leaders import LeaderCaptured
from hexwar.systems.nlc.events.movement import OverstackCured, UnitMoved
from hexwar.systems.nlc.events.turn import HexControlled, SegmentEnded
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment
from hexwar.systems.nlc.rules.movement.stacks import (
    ChooseOverstackCure,
    Displacement,
    cure_overstacks,
    overstacked_hexes,
)
from hexwar.systems.nlc.rules.supply.trains import train_ends
from hexwar.systems.nlc.rules.turn.consolidation import (
    Journey,
    MoveLeaderOrTrain,
    consolidation_segment,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Box, Segment
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, play, position, unit

CROWD = ("F1 infantry 7-3 0303", "F2 infantry 6-3 0303")
AROUND = hexes("0302 0402 0403 0304 0203 0202")  # round 0303, clockwise from north


def cure(state: GameState, *choices: Displacement, dice: Any = ()) -> Any:
    async def end(table: Table[GameState]) -> None:
        await cure_overstacks(table, FRENCH)

    return play(state, end, dice, {ChooseOverstackCure: list(choices)} if choices else None)


def offered(state: GameState, hex_: str = "0303") -> dict[str, list[str | None]]:
    """Each unit that may leave a hex, with where it may go."""
    found: dict[str, list[str | None]] = {}
    for option in ChooseOverstackCure(FRENCH, Hex(hex_)).options(state):
        found.setdefault(option.unit, []).append(option.hex)
    return found


@pytest.mark.rule("N5.10")
def test_stacks_within_the_limit_are_left_alone() -> None:
    fits = position(OPEN, "F1 infantry 6-3 0303", "F2 infantry 6-3 0303")
    assert overstacked_hexes(fits, FRENCH) == []
    assert cure(fits).events == []


@pytest.mark.rule("N5.10")
def test_the_owner_displaces_any_unit_of_the_hex_by_one_hex() -> None:
    state = position(OPEN, *CROWD)
    assert overstacked_hexes(state, FRENCH) == ["0303"]
    assert overstacked_hexes(state, ALLIED) == []
    assert offered(state) == {"F1": list(AROUND), "F2": list(AROUND)}
    played = cure(state, Displacement(unit("F2"), Hex("0402")))
    assert played.questions(ChooseOverstackCure)[0].side == FRENCH
    assert played.events == [OverstackCured(unit("F2"), Hex("0402"))]
    assert played.state.units[unit("F2")].hex == "0402"


@pytest.mark.rule("N5.10")
def test_units_are_displaced_until_the_rest_fits() -> None:
    state = position(OPEN, *CROWD, "F3 infantry 5-3 0303", "F4 infantry 3-3 0303")
    played = cure(
        state, Displacement(unit("F1"), Hex("0302")), Displacement(unit("F2"), Hex("0304"))
    )
    assert [e.unit for e in played.of(OverstackCured)] == ["F1", "F2"]
    assert overstacked_hexes(played.state, FRENCH) == []


@pytest.mark.rule("N5.10")
def test_crowded_hexes_are_cleared_in_the_order_of_their_ids() -> None:
    state = position(
        OPEN, *CROWD, "F3 infantry 7-3 0101", "F4 infantry 6-3 0101", "A1 infantry 9-3 0505"
    )
    assert overstacked_hexes(state, FRENCH) == ["0101", "0303"]
    assert [q.hex for q in cure(state).questions(ChooseOverstackCure)] == ["0101", "0303"]


@pytest.mark.rule("N5.10")
def test_a_unit_is_displaced_out_of_enemy_zones_and_away_from_enemies() -> None:
    state = position(OPEN, *CROWD, "A1 light 2-3 0305", "A2 train 0302")
    assert offered(state)["F1"] == list(hexes("0402 0403 0203 0202"))


@pytest.mark.rule("N5.10")
def test_a_displaced_unit_needs_room_and_a_way() -> None:
    state = position(
        OPEN,
        *CROWD,
        "F3 infantry 6-3 0302",
        "F4 train 0402",
        rivers=["0303-0403"],
        streams=["0303-0304"],
    )
    assert offered(state) == {
        "F1": list(hexes("0304 0203 0202")),
        "F2": list(hexes("0302 0304 0203 0202")),
    }


@pytest.mark.rule("N16.4")
def test_a_train_is_displaced_only_where_a_train_can_go() -> None:
    lines = ("F1 train 0303", "F2 infantry 6-3 0303")
    state = position(OPEN, *lines, streams=["0303-0304"], slopes=["0303-0302"])
    assert offered(state) == {
        "F1": list(hexes("0402 0403 0203 0202")),
        "F2": list(AROUND),
    }


ISLAND: dict[str, Any] = {"rivers": [f"0303-{hex_}" for hex_ in AROUND]}


@pytest.mark.rule("N5.10")
def test_a_unit_that_can_go_nowhere_is_lost_to_the_uar_box() -> None:
    state = position(OPEN, *CROWD, **ISLAND)
    assert offered(state) == {"F1": [None], "F2": [None]}
    played = cure(state, Displacement(unit("F2"), None))
    assert played.state.units[unit("F2")].box is Box.UAR
    assert played.state.units[unit("F2")].hex is None
    assert played.state.units[unit("F1")].hex == "0303"


@pytest.mark.rule("N5.10")
def test_nobody_is_lost_while_a_unit_of_the_hex_can_go() -> None:
    state = position(OPEN, "F1 train 0303", "F2 infantry 6-3 0303", streams=ISLAND["rivers"])
    assert offered(state) == {"F2": list(AROUND)}  # the train cannot cross the stream
    refusal = ChooseOverstackCure(FRENCH, Hex("0303")).refusal(
        state, Displacement(unit("F2"), None)
    )
    assert refusal is not None
    assert refusal.rule == "N5.10"


@pytest.mark.rule("N22.2")
def test_a_displaced_unit_takes_the_hex_that_it_enters() -> None:
    town = Hex("0402")
    more: dict[str, Any] = {"control": MappingProxyType({town: ALLIED})}
    played = cure(position(OPEN, *CROWD, **more), Displacement(unit("F1"), town))
    assert played.of(HexControlled) == [HexControlled(town, FRENCH, unit("F1"))]
    train = position(OPEN, "F1 train 0303", "F2 infantry 6-3 0303", **more)
    assert cure(train, Displacement(unit("F1"), town)).of(HexControlled) == []


@pytest.mark.rule("N6.10")
def test_a_displaced_unit_that_meets_a_lone_leader_may_capture_him() -> None:
    state = position(OPEN, *CROWD, "A8 leader 0402", "A1 infantry 5-3 0707")
    played = cure(state, Displacement(unit("F1"), Hex("0402")), dice=[2])
    assert [e.leader for e in played.of(LeaderCaptured)] == ["A8"]
    train = position(OPEN, "F1 train 0303", "F2 infantry 6-3 0303", "A8 leader 0402")
    assert cure(train, Displacement(unit("F1"), Hex("0402"))).of(LeaderCaptured) == []


@pytest.mark.rule("N6.2")
def test_the_limit_binds_at_the_end_of_the_movement_segment() -> None:
    state = position(OPEN, *CROWD, active="FI", segment=Segment.MOVEMENT)
    played = play(
        state,
        movement_segment,
        answers={
            ActivateUnit: [None],
            ChooseOverstackCure: [Displacement(unit("F2"), Hex("0302"))],
        },
    )
    assert played.events == [
        OverstackCured(unit("F2"), Hex("0302")),
        SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT),
    ]


@pytest.mark.rule("N6.2")
def test_the_limit_binds_at_the_end_of_the_activation() -> None:
    lines = ("F1 train 0301", "F2 infantry 6-3 0303")
    state = position(OPEN, *lines, active="FI", segment=Segment.CONSOLIDATION)
    asked = MoveLeaderOrTrain(FRENCH, state.formation_of(unit("F1")).id)
    onto_friends = Journey("F1", hexes("0301 0302 0303"))
    assert asked.refusal(state, onto_friends) is None
    moved = play(state, consolidation_segment, answers={MoveLeaderOrTrain: [onto_friends]})
    assert moved.of(UnitMoved)
    ended = play(
        moved.state,
        consolidation_segment,
        answers={ChooseOverstackCure: [Displacement(unit("F1"), Hex("0302"))]},
    )
    assert ended.story == ["OverstackCured", "ActivationEnded"]


@pytest.mark.rule("N6.2")
def test_at_the_end_of_the_activation_nobody_can_make_room_by_moving_off() -> None:
    lines = ("F1 train 0301", "F2 infantry 6-3 0302")
    ending = position(OPEN, *lines, active="FI", segment=Segment.CONSOLIDATION)
    assert "0302" not in train_ends(ending, unit("F1"))
    assert "0303" in train_ends(ending, unit("F1"))

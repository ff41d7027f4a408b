"""Work at spans: who pays when, one after the other, and how it is asked (N5.72, T18.21)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Refusal, Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import SpanDamaged, UnitMoved
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.preview import left_undone, price
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment, unmoved
from hexwar.systems.nlc.rules.movement.works import DamageOrRepairSpan, Labour
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment
from hexwar.table.spans import Crossing, crossing
from tests.systems.nlc.games import NOBODY_BEFORE_THE_CHITS, game_of
from tests.systems.nlc.positions import FRENCH, OPEN, battle_of, board, hexes, play, unit, units
from tests.systems.nlc.works import (
    BRIDGE,
    FI,
    TRESTLE,
    damage,
    moving,
    repair,
    side,
    tasks,
    walk,
    why_no_labour,
    why_not,
    work,
)

# -- MP, and one after the other


@pytest.mark.rule("N5.72")
@pytest.mark.parametrize(("mp", "spans"), [(0, []), (1, [TRESTLE]), (2, [TRESTLE, BRIDGE])])
def test_the_mp_must_be_there(mp: int, spans: list[str]) -> None:
    state = moving(f"F1 infantry 5-3-{mp} 0303")
    assert tasks(state) == [damage(text) for text in spans]
    if mp == 1:
        assert why_not(state, damage(BRIDGE)) == (
            "N5.72",
            "The work costs 2 MP; F1 has 1 left.",
        )


@pytest.mark.rule("N5.72")
def test_work_before_the_move_leaves_fewer_mp_for_it() -> None:
    after = work(moving("F1 infantry 5-3-4 0303"), damage(BRIDGE)).state
    assert units("F1") in list(ActivateUnit(FRENCH, FI).options(after))
    ends = {route.hexes[-1] for route in ChoosePath(FRENCH, units("F1")).options(after)[1:]}
    assert "0301" not in ends  # 2 MP are left: the first step over the trestle costs 2
    assert "0302" in ends
    assert "0503" in ends
    assert "0603" not in ends


@pytest.mark.rule("N5.4")
def test_who_has_worked_has_no_right_to_one_hex_beyond_his_mp() -> None:
    after = work(moving("F1 infantry 5-3-2 0303"), damage(BRIDGE)).state
    assert list(ActivateUnit(FRENCH, FI).options(after)) == [None]
    refusal = ChoosePath(FRENCH, units("F1")).refusal(after, Route(hexes("0303 0403")))
    assert refusal is not None


@pytest.mark.rule("N5.72")
def test_work_after_the_move_is_paid_from_what_is_left() -> None:
    state = moving("F1 infantry 5-3-4 0503", bridges=[BRIDGE], trestles=["0402-0302", TRESTLE])
    after = walk(state, "F1", "0503 0403 0303")
    assert after.units[unit("F1")].spent == 4
    assert tasks(after) == [damage(TRESTLE), damage(BRIDGE)]
    later = work(after, damage(BRIDGE)).state
    assert later.units[unit("F1")].spent == 8
    assert tasks(later) == []

    far = walk(moving("F1 infantry 5-3-3 0503"), "F1", "0503 0403 0303")
    assert tasks(far) == [damage(TRESTLE)]
    dear = walk(moving("F1 infantry 5-3-1 0304", damaged=[BRIDGE]), "F1", "0304 0303")
    assert dear.units[unit("F1")].spent == 6  # the one hex of N5.4
    assert why_no_labour(dear) == ("N5.72", "The work costs 1 MP; F1 has 0 left.")


@pytest.mark.rule("N5.72")
def test_a_span_has_one_try_in_an_activation_whoever_makes_it() -> None:
    state = moving("F1 infantry 5-3 0303", "F2 infantry 5-3 0304", damaged=[BRIDGE])
    failed = work(state, repair(BRIDGE), 6).state
    assert tasks(failed) == [damage(TRESTLE)]
    assert why_not(failed, repair(BRIDGE))[0] == "N5.72"
    assert tasks(failed, "F2") == []
    repaired = work(state, repair(BRIDGE), 2).state
    assert damage(BRIDGE) not in tasks(repaired)
    broken = work(moving("F1 infantry 5-3 0303"), damage(BRIDGE)).state
    assert repair(BRIDGE) not in tasks(broken)


@pytest.mark.rule("N5.72")
def test_a_unit_works_at_several_spans_while_it_has_mp() -> None:
    once = work(moving("F1 infantry 5-3 0303"), damage(BRIDGE)).state
    twice = work(once, damage(TRESTLE)).state
    assert twice.spans.damaged == {side(BRIDGE), side(TRESTLE)}
    assert twice.units[unit("F1")].spent == 6


@pytest.mark.rule("N4.52")
def test_one_finishes_before_the_next() -> None:
    lines = ("F1 infantry 5-3 0303", "F2 infantry 5-3 0504")
    worked = work(moving(*lines), damage(TRESTLE)).state
    assert units("F1") in list(ActivateUnit(FRENCH, FI).options(worked))

    passed = walk(worked, "F2", "0504 0505")
    assert list(ActivateUnit(FRENCH, FI).options(passed)) == [None]
    assert why_no_labour(passed)[0] == "N4.52"
    refusal = ActivateUnit(FRENCH, FI).refusal(passed, units("F1"))
    assert refusal is not None
    assert refusal.rule == "N4.52"

    moved = walk(moving("F1 infantry 5-3 0403", lines[1]), "F1", "0403 0303")
    assert Labour(unit("F1")) in list(ActivateUnit(FRENCH, FI).options(moved))
    late = walk(moved, "F2", "0504 0505")
    assert Labour(unit("F1")) not in list(ActivateUnit(FRENCH, FI).options(late))


@pytest.mark.rule("N4.52")
def test_of_those_who_moved_together_each_may_work() -> None:
    state = moving("F1 infantry 3-3 0403", "F2 infantry 3-3 0403")
    moved = walk(state, "F1 F2", "0403 0303")
    first = work(moved, damage(BRIDGE)).state
    second = work(first, damage(TRESTLE), who="F2").state
    assert second.spans.damaged == {side(BRIDGE), side(TRESTLE)}


@pytest.mark.rule("N5.4")
def test_who_stays_may_still_work_until_another_acts() -> None:
    stay: dict[Any, list[Any]] = {ActivateUnit: [units("F1")], ChoosePath: [Route()]}
    state = moving("F1 infantry 5-3 0303", "F2 infantry 5-3 0504")
    stayed = play(state, movement_segment, answers=stay).state
    assert tasks(stayed) == [damage(TRESTLE), damage(BRIDGE)]
    assert why_no_labour(walk(stayed, "F2", "0504 0505"))[0] == "N4.52"


@pytest.mark.rule("N4.53")
def test_a_unit_in_road_column_works_at_no_span() -> None:
    state = moving("F1 infantry 5-3 0503", roads=["0503 0403 0303"])
    marched = walk(state, "F1", "0503 0403 0303", column=True)
    assert marched.units[unit("F1")].spent < 8
    assert tasks(marched) == []
    assert why_no_labour(marched)[0] == "N4.53"


@pytest.mark.rule("N4.43")
def test_only_units_of_the_formation_work() -> None:
    state = moving("F1 infantry 5-3 0505", "F2 infantry 5-3 0303 of:FII", "F3 infantry 5-3 due")
    assert why_no_labour(state, "F2")[0] == "N4.43"
    assert why_no_labour(state, "F3")[0] == "N5.72"
    assert tasks(state, "F3") == []


# -- how it is asked


@pytest.mark.rule("N5.72")
def test_work_is_listed_beside_the_moves() -> None:
    state = moving("F1 infantry 5-3 0303", "F2 infantry 5-3 0505")
    asked = ActivateUnit(FRENCH, FI)
    assert list(asked.options(state)) == [units("F1"), units("F2"), Labour(unit("F1")), None]
    assert asked.kind(Labour(unit("F1"))) == "work"
    assert DamageOrRepairSpan(FRENCH, unit("F1")).kind(repair(BRIDGE)) == "repair"


@pytest.mark.rule("N5.72")
def test_work_left_undone_is_no_reason_to_ask_back() -> None:
    state = walk(moving("F1 infantry 5-3 0403"), "F1", "0403 0303")
    assert tasks(state)
    assert list(unmoved(state, FI)) == []
    assert left_undone(state, ActivateUnit(FRENCH, FI)) == []
    ended = play(state, movement_segment, answers={ActivateUnit: [None]})
    assert ended.events == [SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT)]


@pytest.mark.rule("N5.72")
def test_a_stack_is_offered_only_if_it_has_mp_for_a_step_together() -> None:
    lines = ("F1 infantry 3-3-3 0303", "F2 infantry 3-3-3 0303")
    state = work(moving(*lines), damage(BRIDGE)).state
    tired = work(state, damage(TRESTLE)).state
    options = list(ActivateUnit(FRENCH, FI).options(tired))
    assert options == [units("F2"), None]


def one_bridge(*trestles: str) -> Session[GameState]:
    """A game in which F1 may move first and stands at a bridge, and at trestles if wanted."""
    battle, _ = battle_of(
        board(OPEN, bridges=[BRIDGE], trestles=trestles),
        "F1 infantry 5-3 0303",
        "A1 infantry 5-3 0707",
    )
    return game_of(battle, [1, *NOBODY_BEFORE_THE_CHITS, 5])


@pytest.mark.rule("N5.72")
def test_the_only_work_there_is_needs_no_second_answer_and_undo_takes_it_back_whole() -> None:
    session = one_bridge()
    session.answer(Labour(unit("F1")))
    assert session.state.spans.damaged == {side(BRIDGE)}
    assert isinstance(session.pending, ActivateUnit)
    session.undo()
    assert session.state.spans.damaged == frozenset()
    assert session.state.units[unit("F1")].spent == 0


@pytest.mark.rule("N5.72")
def test_undo_takes_the_unit_and_its_work_back_together() -> None:
    session = one_bridge(TRESTLE)
    session.answer(Labour(unit("F1")))
    session.answer(damage(TRESTLE))
    assert session.state.spans.damaged == {side(TRESTLE)}
    session.undo()
    assert isinstance(session.pending, ActivateUnit)


@pytest.mark.rule("N4.46")
def test_the_next_activation_begins_with_all_mp_and_another_try() -> None:
    session = one_bridge()
    session.answer(Labour(unit("F1")))
    while session.state.turn == 1:
        assert session.pending is not None
        session.answer(session.options[-1])
    while session.state.activation is None or session.state.activation.formation != FI:
        assert session.pending is not None
        session.answer(session.options[-1])
    assert session.state.units[unit("F1")].spent == 0
    assert session.state.spans.damaged == {side(BRIDGE)}
    assert tasks(session.state) == [repair(BRIDGE)]


# -- pontoon bridges


@pytest.mark.rule("T18.21")
def test_damage_destroys_a_pontoon_bridge_with_its_train() -> None:
    state = moving(
        "F1 infantry 5-3 0304",
        "A1 pontoon 0303 bridging:0303-0304",
        pontoons=[BRIDGE],
        bridges=[],
        trestles=[],
    )
    played = work(state, damage(BRIDGE))
    assert played.events == [
        SpanDamaged(unit("F1"), side(BRIDGE), 4),
        TrainDestroyed(unit("A1"), FRENCH),
    ]
    after = played.state
    assert after.spans.pontoons == after.spans.damaged == frozenset()
    assert after.units[unit("A1")].hex is None
    assert after.units[unit("A1")].bridging is None
    field = after.battle.battlefield
    assert crossing(field, after.spans, Hex("0303"), Hex("0304")) is Crossing.RIVER


@pytest.mark.rule("T18.21")
def test_only_infantry_destroys_a_pontoon_bridge() -> None:
    state = moving(
        "F1 light 5-3 0304",
        "F2 infantry 5-3 0303",
        "F3 pontoon 0303 bridging:0303-0304",
        pontoons=[BRIDGE],
        bridges=[],
        trestles=[],
    )
    assert why_not(state, damage(BRIDGE))[0] == "T7.62"
    assert tasks(state, "F2") == [damage(BRIDGE)]  # one's own, before the enemy has it


@pytest.mark.rule("N5.9")
def test_the_mp_of_a_group_are_those_of_who_has_worked() -> None:
    state = moving("F1 infantry 3-3-4 0303", "F2 infantry 3-3-4 0303")
    worked = work(state, damage(BRIDGE)).state
    together = price(worked, units("F1 F2"), None, Route(hexes("0303 0403 0503 0603")))
    assert isinstance(together, Refusal)
    played = play(
        worked,
        movement_segment,
        answers={ActivateUnit: [units("F1 F2")], ChoosePath: [Route(hexes("0303 0403"))]},
    )
    assert played.of(UnitMoved) == [UnitMoved(units("F1 F2"), hexes("0303 0403"), 2, column=False)]

"""Spans and fords: damage, repair, who crosses (N5.7, T7, T18.3)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import CHANCE, Refusal, Roll, Session
from hexwar.ground.movement import can_step, movers, path_refusal
from hexwar.ground.zones import contact_hexes, is_in_contact, zone
from hexwar.hexes import Grid, Hex
from hexwar.systems.nlc.events import movement
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import DieRolled, SegmentEnded
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.command.leaders import leader_ends, leader_path_refusal
from hexwar.systems.nlc.rules.losses.retreat import Withdrawal, retreat_paths
from hexwar.systems.nlc.rules.movement import works
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, quote_route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment, unmoved
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.pieces import Segment
from hexwar.table.spans import Crossing, Spans, crossing
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.games import NOBODY_BEFORE_THE_CHITS, game_of
from tests.systems.nlc.moves import moving as on_the_move
from tests.systems.nlc.moves import price as costs
from tests.systems.nlc.moves import quoted, reached, refused
from tests.systems.nlc.orders import ATTACK, MARCH
from tests.systems.nlc.plays import Answers, play
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    battle_of,
    board,
    hexes,
    position,
    unit,
    units,
)
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

# -- damage to bridges and trestles, and their repair (N5.7, N5.71, T7.6)


ASKED = ActivateUnit(FRENCH, FI)
PIER, ENEMY = "F1 infantry 5-3 0303", "A1 infantry 4-3 0403"
BOATS_ONLY: dict[str, Any] = {"pontoons": [BRIDGE], "bridges": [], "trestles": []}


@pytest.mark.rule("T7.61", "T7.62")
def test_infantry_damages_a_bridge_or_a_trestle_at_once_at_either_end() -> None:
    state = moving(PIER)
    assert tasks(state) == [damage(TRESTLE), damage(BRIDGE)]
    for span, halves in ((BRIDGE, 4), (TRESTLE, 2)):
        done = work(state, damage(span))
        assert done.events == [movement.SpanDamaged(unit("F1"), side(span), halves)]
        assert done.state.spans.damaged == {side(span)}
        assert done.state.units[unit("F1")].spent == halves
    assert tasks(moving("F1 infantry 5-3 0304")) == [damage(BRIDGE)]


@pytest.mark.rule("T7.62", "N5.7", "N11.81", "T7.64")
@each(
    "lines damaged left task rule",
    *(
        (f"F1 {arm} 5-3 0303", "", TRESTLE, damage(BRIDGE), "T7.62")
        for arm in ("light", "heavy", "battery", "horse")
    ),
    ("F1 infantry 5-3 0403", "", "", damage(BRIDGE), "T7.62"),  # at no end
    ("F1 train 0303", "", "", damage(BRIDGE), "T7.62"),
    ("F1 pontoon 0304", "", "", damage(BRIDGE), "T7.62"),
    # in an enemy zone nobody damages a span, not even cavalry, nor with it over the bridge
    (f"{PIER}; {ENEMY}", "", "", damage(TRESTLE), "N5.7"),
    (f"F1 light 5-3 0303; {ENEMY}", "", "", damage(TRESTLE), "N5.7"),
    (f"{PIER}; A1 infantry 4-3 0304", "", "", damage(BRIDGE), "N5.7"),
    (f"{PIER} disrupted", TRESTLE, "", damage(BRIDGE), "N11.81"),
    (f"{PIER} disrupted", TRESTLE, "", repair(TRESTLE), "N11.81"),
    *(
        (f"F1 {arm} 5-3 0303", f"{TRESTLE} {BRIDGE}", "", repair(TRESTLE), "T7.64")
        for arm in ("light", "battery", "horse")
    ),
)
def test_who_may_not_work(
    lines: str, damaged: str, left: str, task: works.SpanTask, rule: str
) -> None:
    state = moving(*lines.split("; "), damaged=damaged.split())
    assert tasks(state) == [damage(text) for text in left.split()]
    assert why_not(state, task)[0] == rule
    if not left and rule != "N5.7":
        assert why_no_labour(state)[0] == rule


@pytest.mark.rule("T7.62", "N5.7", "N5.71")
def test_the_reasons_what_leaves_a_zone_without_force_and_no_second_damage() -> None:
    said = ("T7.62", "Only infantry can damage a bridge; F1 is not.")
    assert why_not(moving("F1 light 5-3 0303"), damage(BRIDGE)) == said
    aside = moving("F1 infantry 5-3 0403")
    assert why_no_labour(aside) == ("T7.62", "F1 stands at no end of a span.")
    for arm in ("infantry", "light"):
        shaken = moving(f"F1 {arm} 5-3 0303", f"{ENEMY} disrupted")
        dug_in = moving(f"F1 {arm} 5-3 0303", ENEMY, positions=["0303"])
        assert damage(TRESTLE) in tasks(shaken)
        assert damage(TRESTLE) in tasks(dug_in)
    state = moving("F1 infantry 5-3 0303", damaged=[BRIDGE, TRESTLE])
    assert tasks(state) == [repair(TRESTLE), repair(BRIDGE)]
    assert why_not(state, damage(BRIDGE)) == ("N5.71", "The bridge is damaged already.")
    said = ("N5.71", "The trestle is not damaged.")
    assert why_not(moving(PIER), repair(TRESTLE)) == said


@pytest.mark.rule("N5.71", "N5.9")
def test_after_damage_the_ground_is_another_at_once_also_for_a_group() -> None:
    state = moving(PIER, "F2 infantry 5-3 0303", "A1 infantry 4-3 0305")
    after = work(state, damage(BRIDGE)).state
    field = after.battle.battlefield
    assert crossing(field, after.spans, Hex("0303"), Hex("0304")) is Crossing.DAMAGED_BRIDGE
    quoted = quote_route(after, units("F2"), None, Route(hexes("0303 0304")))
    assert not isinstance(quoted, Refusal)
    assert quoted.steps[0].parts == (("clear", 2), ("damaged bridge", 4))

    trestle = work(state, damage(TRESTLE)).state
    assert crossing(field, trestle.spans, Hex("0303"), Hex("0302")) is Crossing.STREAM
    state = moving("F1 infantry 3-3-4 0303", "F2 infantry 3-3-4 0303")
    worked = work(state, damage(BRIDGE)).state
    far = Route(hexes("0303 0403 0503 0603"))
    assert ChoosePath(FRENCH, units("F1 F2")).refusal(worked, far) is not None
    route = Route(hexes("0303 0403"))
    answers: Answers = {"ActivateUnit": [units("F1 F2")], "ChoosePath": [route]}
    played = play(worked, movement_segment, answers=answers)
    assert played.of("UnitMoved") == [
        movement.UnitMoved(units("F1 F2"), route.hexes, 2, column=False)
    ]


@pytest.mark.rule("T7.64")
@each("span halves", (BRIDGE, 4), (TRESTLE, 2))
@each("die repaired", (1, True), (4, True), (5, False), (6, False))
def test_a_die_of_four_or_less_repairs(span: str, halves: int, die: int, repaired: bool) -> None:
    state = moving("F1 infantry 5-3 0303", damaged=[span])
    played = work(state, repair(span), die)
    name = "bridge" if span == BRIDGE else "trestle"
    assert played.questions("Roll") == [Roll(CHANCE, f"repair of the {name}")]
    assert played.of("DieRolled") == [DieRolled(f"repair of the {name}", die, 0, die)]
    if repaired:
        assert played.events[1:] == [movement.SpanRepaired(unit("F1"), side(span), halves)]
    else:
        assert played.events[1:] == [movement.SpanRepairFailed(unit("F1"), side(span), halves, die)]
    assert (side(span) in played.state.spans.damaged) is not repaired
    assert played.state.units[unit("F1")].spent == halves


@pytest.mark.rule("T7.64")
@each(
    "enemies limit",
    ((), 4),
    (("A1 infantry 4-3 0403",), 3),  # next to the near end
    (("A1 infantry 4-3 0305",), 3),  # next to the far end
    (("A1 infantry 4-3 0304",), 2),  # on the far end
    (("A1 infantry 4-3 0304", "A2 infantry 4-3 0403"), 2),  # the worse governs
    (("A1 infantry 4-3 0304 disrupted",), 2),  # it holds the hex all the same
    (("A1 infantry 4-3 0305 disrupted",), 4),  # it has no zone
    (("A1 train 0304",), 4),  # trains hold nothing
)
def test_enemies_at_the_ends_make_repair_harder(enemies: tuple[str, ...], limit: int) -> None:
    state = moving("F1 infantry 5-3 0303", *enemies, damaged=[BRIDGE])
    assert works.repair_limit(state, FRENCH, side(BRIDGE)) == limit
    assert work(state, repair(BRIDGE), limit).of("SpanRepaired")
    assert work(state, repair(BRIDGE), limit + 1).of("SpanRepairFailed")


@pytest.mark.rule("N5.72")
@each("enemy may", ("0304", False), ("0403", False), ("0305", True), ("0505", True))
def test_an_order_that_shuns_contact_forbids_repair_beside_the_enemy(
    enemy: str, may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = moving("F1 infantry 5-3 0303", f"A1 infantry 4-3 {enemy}", damaged=[BRIDGE])
    assert repair(BRIDGE) in tasks(state)
    monkeypatch.setattr(works, "permissions", lambda *_: MARCH)
    assert (repair(BRIDGE) in tasks(state)) is may
    if not may:
        assert why_not(state, repair(BRIDGE))[0] == "N5.72"


@pytest.mark.rule("N5.72", "N5.5")
def test_the_mp_must_be_there_and_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for mp, spans in ((0, []), (1, [TRESTLE]), (2, [TRESTLE, BRIDGE])):
        state = moving(f"F1 infantry 5-3-{mp} 0303")
        assert tasks(state) == [damage(text) for text in spans]
        if mp == 1:
            said = ("N5.72", "The work costs 2 MP; F1 has 1 left.")
            assert why_not(state, damage(BRIDGE)) == said
    state = moving("F1 infantry 5-3 0303")
    monkeypatch.setattr(works, "is_in_command", lambda *_: False)
    assert tasks(state) == []
    assert why_not(state, damage(BRIDGE))[0] == "N5.5"


@pytest.mark.rule("N5.72", "N5.4")
def test_work_is_paid_from_what_is_left_before_the_move_and_after() -> None:
    after = work(moving("F1 infantry 5-3-4 0303"), damage(BRIDGE)).state
    assert units("F1") in list(ASKED.options(after))
    ends = {route.hexes[-1] for route in ChoosePath(FRENCH, units("F1")).options(after)[1:]}
    # 2 MP are left: the first step over the trestle costs 2
    assert ends & {"0301", "0302", "0503", "0603"} == {"0302", "0503"}
    # who has worked has no right to one hex beyond his MP
    after = work(moving("F1 infantry 5-3-2 0303"), damage(BRIDGE)).state
    assert list(ASKED.options(after)) == [None]
    refusal = ChoosePath(FRENCH, units("F1")).refusal(after, Route(hexes("0303 0403")))
    assert refusal is not None
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


@pytest.mark.rule("N5.72", "N4.52")
def test_a_span_has_one_try_in_an_activation_and_a_unit_works_while_it_has_mp() -> None:
    state = moving("F1 infantry 5-3 0303", "F2 infantry 5-3 0304", damaged=[BRIDGE])
    failed = work(state, repair(BRIDGE), 6).state
    assert tasks(failed) == [damage(TRESTLE)]
    assert why_not(failed, repair(BRIDGE))[0] == "N5.72"
    assert tasks(failed, "F2") == []
    repaired = work(state, repair(BRIDGE), 2).state
    assert damage(BRIDGE) not in tasks(repaired)
    broken = work(moving("F1 infantry 5-3 0303"), damage(BRIDGE)).state
    assert repair(BRIDGE) not in tasks(broken)
    once = work(moving(PIER), damage(BRIDGE)).state
    twice = work(once, damage(TRESTLE)).state
    assert twice.spans.damaged == {side(BRIDGE), side(TRESTLE)}
    assert twice.units[unit("F1")].spent == 6
    moved = walk(moving("F1 infantry 3-3 0403", "F2 infantry 3-3 0403"), "F1 F2", "0403 0303")
    second = work(work(moved, damage(BRIDGE)).state, damage(TRESTLE), who="F2").state
    assert second.spans.damaged == {side(BRIDGE), side(TRESTLE)}


@pytest.mark.rule("N4.52", "N5.4", "N4.53", "N4.43")
def test_one_finishes_before_the_next_and_neither_columns_nor_others_work() -> None:
    other = "F2 infantry 5-3 0504"
    worked = work(moving(PIER, other), damage(TRESTLE)).state
    assert units("F1") in list(ASKED.options(worked))
    passed = walk(worked, "F2", "0504 0505")
    assert list(ASKED.options(passed)) == [None]
    assert why_no_labour(passed)[0] == "N4.52"
    assert rule_of(ASKED.refusal(passed, units("F1"))) == "N4.52"

    moved = walk(moving("F1 infantry 5-3 0403", other), "F1", "0403 0303")
    assert works.Labour(unit("F1")) in list(ASKED.options(moved))
    late = walk(moved, "F2", "0504 0505")
    assert works.Labour(unit("F1")) not in list(ASKED.options(late))
    # who stays may still work until another acts
    stay: Answers = {"ActivateUnit": [units("F1")], "ChoosePath": [Route()]}
    stayed = play(moving(PIER, other), movement_segment, answers=stay).state
    assert tasks(stayed) == [damage(TRESTLE), damage(BRIDGE)]
    assert why_no_labour(walk(stayed, "F2", "0504 0505"))[0] == "N4.52"
    state = moving("F1 infantry 5-3 0503", roads=["0503 0403 0303"])
    marched = walk(state, "F1", "0503 0403 0303", column=True)
    assert marched.units[unit("F1")].spent < 8
    assert tasks(marched) == []
    assert why_no_labour(marched)[0] == "N4.53"
    state = moving("F1 infantry 5-3 0505", "F2 infantry 5-3 0303 of:FII", "F3 infantry 5-3 due")
    assert [why_no_labour(state, name)[0] for name in ("F2", "F3")] == ["N4.43", "N5.72"]
    assert tasks(state, "F3") == []


@pytest.mark.rule("N5.72")
def test_work_is_listed_beside_the_moves_and_is_no_reason_to_ask_back() -> None:
    state = moving(PIER, "F2 infantry 5-3 0505")
    assert list(ASKED.options(state)) == [units("F1"), units("F2"), works.Labour(unit("F1")), None]
    assert ASKED.kind(works.Labour(unit("F1"))) == "work"
    assert works.DamageOrRepairSpan(FRENCH, unit("F1")).kind(repair(BRIDGE)) == "repair"
    # a stack is offered only if it has MP for a step together
    lines = ("F1 infantry 3-3-3 0303", "F2 infantry 3-3-3 0303")
    tired = work(work(moving(*lines), damage(BRIDGE)).state, damage(TRESTLE)).state
    assert list(ASKED.options(tired)) == [units("F2"), None]
    state = walk(moving("F1 infantry 5-3 0403"), "F1", "0403 0303")
    assert tasks(state)
    assert list(unmoved(state, FI)) == []
    (left,) = left_undone(state, ASKED)
    assert left.words == "F1 in 0303 may still work at a span"
    ended = play(state, movement_segment, answers={"ActivateUnit": [None]})
    assert ended.events == [SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT)]


def one_bridge(*trestles: str) -> Session[GameState]:
    """A game in which F1 may move first and stands at a bridge, and at trestles if wanted."""
    sheet = board(OPEN, bridges=[BRIDGE], trestles=trestles)
    battle, _ = battle_of(sheet, PIER, "A1 infantry 5-3 0707")
    return game_of(battle, [1, *NOBODY_BEFORE_THE_CHITS, 5])


@pytest.mark.rule("N5.72", "N4.46")
def test_work_is_asked_for_once_undone_whole_and_has_another_try_next_time() -> None:
    session = one_bridge()
    session.answer(works.Labour(unit("F1")))
    assert session.state.spans.damaged == {side(BRIDGE)}
    assert isinstance(session.pending, ActivateUnit)
    session.undo()
    assert session.state.spans.damaged == frozenset()
    assert session.state.units[unit("F1")].spent == 0
    session = one_bridge(TRESTLE)  # undo takes the unit and its work back together
    session.answer(works.Labour(unit("F1")))
    session.answer(damage(TRESTLE))
    assert session.state.spans.damaged == {side(TRESTLE)}
    session.undo()
    assert isinstance(session.pending, ActivateUnit)
    session = one_bridge()
    session.answer(works.Labour(unit("F1")))
    while session.state.turn == 1:
        assert session.pending is not None
        session.answer(session.options[-1])
    while session.state.activation is None or session.state.activation.formation != FI:
        assert session.pending is not None
        session.answer(session.options[-1])
    assert session.state.units[unit("F1")].spent == 0
    assert session.state.spans.damaged == {side(BRIDGE)}
    assert tasks(session.state) == [repair(BRIDGE)]


@pytest.mark.rule("T18.21")
def test_damage_destroys_a_pontoon_bridge_with_its_train_by_infantry_only() -> None:
    state = moving("F1 infantry 5-3 0304", "A1 pontoon 0303 bridging:0303-0304", **BOATS_ONLY)
    played = work(state, damage(BRIDGE))
    destroyed = TrainDestroyed(unit("A1"), FRENCH)
    assert played.events == [movement.SpanDamaged(unit("F1"), side(BRIDGE), 4), destroyed]
    after = played.state
    assert after.spans.pontoons == after.spans.damaged == frozenset()
    train = after.units[unit("A1")]
    assert (train.hex, train.bridging) == (None, None)
    field = after.battle.battlefield
    assert crossing(field, after.spans, Hex("0303"), Hex("0304")) is Crossing.RIVER
    lines = ("F1 light 5-3 0304", "F2 infantry 5-3 0303", "F3 pontoon 0303 bridging:0303-0304")
    state = moving(*lines, **BOATS_ONLY)
    assert why_not(state, damage(BRIDGE))[0] == "T7.62"
    assert tasks(state, "F2") == [damage(BRIDGE)]  # one's own, before the enemy has it


# -- damaged bridges and trestles and pontoon bridges: who crosses, and what does not (N5.71)


SPAN = "0303-0304"
WHOLE: dict[str, Any] = {"bridges": [SPAN]}
DOWN: dict[str, Any] = {"bridges": [SPAN], "damaged": [SPAN]}
BOATS: dict[str, Any] = {"pontoons": [SPAN]}
PLANKS: dict[str, Any] = {"trestles": [SPAN]}
FALLEN: dict[str, Any] = {"trestles": [SPAN], "damaged": [SPAN]}
RIVER: dict[str, Any] = {"rivers": [SPAN]}
FORD: dict[str, Any] = {"fords": [SPAN]}
STREAM: dict[str, Any] = {"streams": [SPAN]}
ROAD: dict[str, Any] = {"roads": ["0302 0303 0304 0305"]}
A, B = Hex("0303"), Hex("0304")
AROUND = frozenset(hexes("0303 0403 0404 0305 0204 0203"))  # round 0304
JOINED: list[dict[str, Any]] = [{}, STREAM, PLANKS, FALLEN, WHOLE, BOATS, DOWN | BOATS]
PARTED = [RIVER, FORD, DOWN]


@pytest.mark.rule("N5.71", "T18.21")
@each(
    "what met",
    ({}, Crossing.OPEN),
    (STREAM, Crossing.STREAM),
    (PLANKS, Crossing.TRESTLE),
    (FALLEN, Crossing.STREAM),
    (WHOLE, Crossing.BRIDGE),
    (DOWN, Crossing.DAMAGED_BRIDGE),
    (BOATS, Crossing.PONTOON),
    (DOWN | BOATS, Crossing.PONTOON),
    (FORD, Crossing.FORD),
    (FORD | BOATS, Crossing.PONTOON),
    (RIVER, Crossing.RIVER),
)
def test_what_is_met_on_a_hexside(what: dict[str, Any], met: Crossing) -> None:
    state = position(OPEN, "F1 infantry 1-1 0101", **what)
    field = state.battle.battlefield
    assert crossing(field, state.spans, A, B) is crossing(field, state.spans, B, A) is met
    if what == WHOLE:  # with no span touched the map tells
        assert crossing(field, Spans(), A, B) is met


@pytest.mark.rule("N5.71", "N16.4", "T18.21")
@each(
    "what baggage pontoons",
    (WHOLE, None, None),
    (DOWN, "N5.71", None),
    (BOATS, "N5.71", None),
    (PLANKS, None, None),
    (FALLEN, "N16.4", "T18.1"),
    (RIVER, "N5.1", "N5.1"),
    (FORD, "T18.32", "T18.32"),
    (STREAM, "N16.4", "T18.1"),
)
def test_trains_cross_by_whole_spans(
    what: dict[str, Any], baggage: str | None, pontoons: str | None
) -> None:
    state = on_the_move(OPEN, "F1 train 0303", "F2 pontoon 0303", **ROAD, **what)
    assert refused(state, "F1", "0303 0304") == baggage
    assert refused(state, "F2", "0303 0304") == pontoons


@pytest.mark.rule("T18.1", "N5.1", "N5.71", "N14.5")
def test_trains_keep_to_roads_nothing_crosses_a_river_and_units_cross_by_the_road() -> None:
    state = on_the_move(OPEN, "F1 pontoon 0302", roads=["0302 0303"], trails=["0303 0304"])
    assert reached(state) == {"0303", "0304"}
    assert refused(state, "F1", "0302 0402") == "T18.1"
    state = on_the_move(OPEN, PIER, **ROAD, **RIVER)
    for column in (False, True):
        assert refused(state, "F1", "0303 0304", column=column) == "N5.1"
    for what, plain, marched in (
        (WHOLE, 2, 0.5),
        (DOWN, 3, 0.5),
        (BOATS, 3, 0.5),
        (PLANKS, 1, 0.5),
        (FALLEN, 2, 1.5),
    ):
        state = on_the_move(OPEN, "F1 infantry 3-3 0303", **ROAD, **what)
        assert costs(state, "F1", "0303 0304") == plain
        assert costs(state, "F1", "0303 0304", column=True) == marched
        assert refused(state, "F1", "0303 0304", column=True) is None
    for what in (WHOLE, DOWN, BOATS):
        state = position(OPEN, "F8 leader 0303", **ROAD, **what)
        assert leader_path_refusal(state, LeaderId("F8"), (A, B)) is None


@pytest.mark.rule("N5.71", "N6.3", "N3.7", "N11.13")
@each("what", *JOINED, *PARTED)
def test_how_far_zones_contact_assaults_and_retreats_reach(what: dict[str, Any]) -> None:
    joined = what in JOINED
    state = position(OPEN, PIER, "A1 infantry 5-3 0304", active="FI", **what)
    assert zone(state, ALLIED) == (AROUND if joined else AROUND - {"0303"})
    assert is_in_contact(state, UnitId("F1")) is joined
    assert (B in contact_hexes(state, A)) is joined
    refusal = DeclareAssault(FRENCH, FI).refusal(state, Assault(B, units("F1")))
    assert rule_of(refusal) == (None if joined else "N3.7")
    group = Withdrawal(FRENCH, units("F1"), 1, hexes("0302"))
    paths = retreat_paths(position(OPEN, PIER, **what), group)
    assert ("0304" in {path[-1] for path in paths}) is joined


@pytest.mark.rule("N5.71", "N6.3")
def test_zones_change_with_spans_and_positions_and_a_damaged_bridge_leads_into_one() -> None:
    state = position(OPEN, "A1 infantry 5-3 0304", **WHOLE)
    assert zone(state, ALLIED) == AROUND
    side = state.battle.battlefield.spans[0].hexside
    state.put_spans(Spans(damaged=frozenset({side})))
    assert zone(state, ALLIED) == AROUND - {"0303"}
    state.put_spans(Spans(damaged=frozenset({side}), pontoons=frozenset({side})))
    assert zone(state, ALLIED) == AROUND
    state.positions = frozenset({A})
    state.forget()
    assert zone(state, ALLIED) == AROUND - {A}
    # The zone of an enemy beyond does not cover this end, and what crosses stops at the other.
    state = on_the_move(OPEN, "F1 infantry 5-3 0303", "A1 infantry 5-3 0305", **DOWN)
    assert refused(state, "F1", "0303 0304") is None
    assert refused(state, "F1", "0303 0304 0204") == "N6.5"


# -- fords (T18.31-T18.33): a river along the fourth row, with one ford from 0303 to 0304


FORD_OF_FORDS = "0303-0304"
GRID = Grid(7, 7)
SOUTH = {hex_ for hex_ in GRID.hexes if hex_[2:] >= "04"}


BANK = [
    f"{a}-{b}"
    for a in GRID.hexes
    for b in GRID.neighbours[a]
    if (a[2:], b[2:]) == ("03", "04") and f"{a}-{b}" != FORD_OF_FORDS
]


def by_the_river(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    return on_the_move(rows, *lines, rivers=BANK, fords=[FORD_OF_FORDS], **more)


def law(state: GameState, path: str, who: str = "F1", *, column: bool = False) -> str | None:
    return refused(state, who, path, column=column)


def wades_to(state: GameState, who: str = "F1") -> set[str]:
    """The hexes beyond the river where units can end."""
    return reached(state, who) & SOUTH


@pytest.mark.rule("T18.31", "T18.32")
def test_who_wades_alone_and_unstacked() -> None:
    for piece, rule in (
        *((f"{arm} 3-3-3", None) for arm in ("infantry", "light", "heavy")),
        *((piece, "T18.32") for piece in ("battery 3-3", "horse 3-3", "train", "pontoon")),
    ):
        state = by_the_river(f"F1 {piece} 0303")
        assert law(state, "0303 0304") == rule
        assert wades_to(state) == (set() if rule else {"0304"})
    for friend, rule in (
        ("F2 infantry 1-3 0303", "T18.32"),
        ("F2 infantry 1-3 0303 of:FII moved", "T18.32"),
        ("F2 train 0303", "T18.32"),
        ("F2 infantry 8-3 0302 tail:0303", "T18.32"),  # it takes up room here too
        ("F2 leader 0303", None),
        ("F2 pontoon 0303 bridging:0203-0204", None),  # a bridge stacks for nothing
        ("F2 infantry 1-3 0302", None),
    ):
        state = by_the_river("F1 infantry 3-3 0303", friend)
        assert law(state, "0303 0304") == rule
        assert ("0304" in wades_to(state)) == (rule is None)


@pytest.mark.rule("T18.31", "N5.4", "T18.33")
def test_leaders_and_slow_units_wade_but_nobody_in_a_snowstorm() -> None:
    state = by_the_river("F1 infantry 3-3 0303", "F8 leader 0303")
    leader = LeaderId("F8")
    assert leader_path_refusal(state, leader, hexes("0303 0304")) is None
    assert set(leader_ends(state, leader)) & SOUTH
    late = leader_path_refusal(state, leader, hexes("0302 0303 0304"))
    assert late is not None
    afar = by_the_river("F8 leader 0302")
    assert not set(leader_ends(afar, leader)) & SOUTH
    assert leader_path_refusal(afar, leader, hexes("0302 0303 0304")) is not None
    state = by_the_river("F1 infantry 3-3-2 0303")
    assert law(state, "0303 0304") is None
    assert wades_to(state) == {"0304"}
    worked = by_the_river("F1 infantry 3-3-4 0303 spent:4")
    assert law(worked, "0303 0304") == "N5.4"
    assert not wades_to(worked)
    state = by_the_river("F1 infantry 3-3 0303", "F8 leader 0303", weather="snowstorm")
    assert law(state, "0303 0304") == "T18.31"
    assert not wades_to(state)
    assert leader_path_refusal(state, LeaderId("F8"), hexes("0303 0304")) is not None


@pytest.mark.rule("T18.32")
def test_neither_a_group_wades_nor_who_is_not_next_to_the_ford_nor_marches_nor_arrives() -> None:
    state = by_the_river("F1 infantry 3-3 0303", "F2 infantry 3-3 0303")
    assert law(state, "0303 0304", "F1 F2") == "T18.32"
    assert not wades_to(state, "F1 F2")
    state = by_the_river("F1 light 3-3-6 0302")
    assert law(state, "0302 0303 0304") == "T18.32"
    assert not wades_to(state)
    state = by_the_river("F1 infantry 3-3 0303", roads=["0302 0303 0304"])
    assert law(state, "0303 0304", column=True) == "T18.32"
    assert reached(state, column=True) == {"0302"}
    state = by_the_river("F1 infantry 3-3 due", roads=["0303 0302"])
    group = movers(state, units("F1"), Hex("0303"))
    refusal = path_refusal(state, group, ATTACK, hexes("0303 0304"), column=False)
    assert rule_of(refusal) == "T18.32"
    state = by_the_river("F1 infantry 3-3 0303", "F2 infantry 3-3 0303", "F3 battery 3-3 0302")
    for name, path, words in (
        ("F1", "0303 0304", "Only a unit alone in its hex wades"),
        (
            "F3",
            "0302 0303 0304",
            "Artillery and trains do not wade the ford between 0303 and 0304.",
        ),
    ):
        group = movers(state, units(name))
        found = path_refusal(state, group, ATTACK, hexes(path), column=False)
        assert found is not None
        assert found.sentence.startswith(words)


@pytest.mark.rule("T18.33")
def test_a_ford_costs_two_more_and_the_unit_may_go_on() -> None:
    state = by_the_river("F1 light 3-3-6 0303")
    assert costs(state, "F1", "0303 0304") == 3
    assert costs(state, "F1", "0303 0304 0305 0306 0307") == 6
    assert law(state, "0303 0304 0305 0306 0307") is None
    assert law(state, "0303 0304 0305 0306 0307 0207") == "N5.4"
    assert "0307" in wades_to(state)
    foot = by_the_river("F1 infantry 3-3-4 0303")
    assert wades_to(foot) == set(hexes("0304 0204 0305 0404"))
    for weather, text in (
        ("fair", "1 clear + 2 ford = 3"),
        ("rain", "1 clear + 2 ford + 1 high water = 4"),
    ):
        state = by_the_river("F1 infantry 3-3-4 0303", weather=weather)
        assert [step.text for step in quoted(state, "F1", "0303 0304").steps] == [text]


@pytest.mark.rule("T18.33", "N5.1")
def test_the_hex_beyond_is_paid_as_well_and_high_water_costs_all() -> None:
    for arm, letter, mp in (
        ("infantry", "w", 4),
        ("light", "w", 6),
        ("infantry", "c", 4),
        ("light", "t", 3),
    ):
        lines = OPEN.splitlines()
        lines[3] = f".  .  {letter}  .  .  .  ."
        state = by_the_river(f"F1 {arm} 3-3-6 0303", rows="\n".join(lines))
        assert costs(state, "F1", "0303 0304") == mp
        hill = by_the_river("F1 infantry 3-3 0303", slopes=["0303-0304"])
        assert costs(hill, "F1", "0303 0304") == 4
    for weather in ("rain", "mud"):
        state = by_the_river("F1 light 3-3-6 0303", weather=weather)
        assert costs(state, "F1", "0303 0304") == 6
        assert wades_to(state) == {"0304"}
        assert law(state, "0303 0304 0305") == "N5.4"
        weary = by_the_river("F1 light 3-3-6 0303 disrupted", weather=weather)
        assert costs(weary, "F1", "0303 0304") == 3
        assert wades_to(weary) == {"0304"}


@pytest.mark.rule("N6.3", "N3.7", "T18.32", "N6.5", "T18.31", "N6.6")
def test_neither_zones_nor_contact_reach_over_a_ford_which_may_be_the_only_way_out() -> None:
    state = by_the_river("F1 infantry 5-3 0303", "A1 infantry 5-3 0304")
    assert zone(state, ALLIED) == set(hexes("0204 0305 0404"))
    assert not is_in_contact(state, UnitId("F1"))
    assert not set(contact_hexes(state, Hex("0303"))) & SOUTH
    state = by_the_river("F1 infantry 5-3-6 0303", "A1 infantry 5-3 0305")
    assert law(state, "0303 0304") is None
    assert law(state, "0303 0304 0204") == "N6.5"
    assert wades_to(state) == {"0304"}
    rivers = [f"0303-{near}" for near in ("0302", "0202", "0203", "0402", "0403")]
    for lines, may in (((PIER,), True), ((PIER, "F2 light 1-3 0303"), False)):
        state = position(OPEN, *lines, rivers=rivers, fords=[FORD_OF_FORDS])
        assert can_step(state, movers(state, units("F1")), ATTACK) is may

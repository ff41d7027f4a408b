"""Leaving the map (N5.6, N5.61), General Retreat (N12.29)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.arrivals import UnitExited
from hexwar.systems.nlc.events.losses import FormationDemoralized
from hexwar.systems.nlc.orders import Line, LineId, Verb
from hexwar.systems.nlc.rules.arrivals.departures import can_exit
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.losses.demoralization import lost_by, lost_of
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import movement_segment
from hexwar.systems.nlc.rules.orders.forms import filled, nearest_exit, steps_refusal
from hexwar.systems.nlc.rules.orders.local_decision import wish_refusal
from hexwar.systems.nlc.rules.orders.pad import capacity_refusal
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper, paper_refusal
from hexwar.systems.nlc.rules.turn import consolidation
from hexwar.systems.nlc.rules.victory.victory import score_lines
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, OrderStep
from hexwar.table.pieces import Box, Phase, Segment, Writing
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.orders import steps
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

FI, CORPS = LineId("FI"), FormationId("FI")
OUT = {Hex("0101"): FRENCH, Hex("0107"): FRENCH, Hex("0704"): ALLIED}
"""Where each side may leave in these tests: 0101 and 0107 are corners of the map."""


def leaving(*lines: str, orders: str = "FI: march 0101", **more: Any) -> GameState:
    """The French corps moves; it may leave by 0101 and 0107."""
    exits = more.pop("exits", OUT)
    segment = more.pop("segment", Segment.MOVEMENT)
    return position(OPEN, *lines, active="FI", segment=segment, orders=orders, exits=exits, **more)


def go(
    state: GameState, who: str, route: str, exits: list[bool] | None = None, leaders: str = ""
) -> Played[None]:
    """Some units walk, and answer whether they leave; the others have not moved yet."""
    walk = Route(hexes(route), leaders=tuple(LeaderId(x) for x in leaders.split()))
    answers: Answers = {"ActivateUnit": [units(who)], "ChoosePath": [walk]}
    more: Answers = {} if exits is None else {"ExitMap": exits}
    return play(state, movement_segment, answers={**answers, **more})


def arrived(state: GameState) -> GameState:
    """The March has turned into Defend when half of the corps was there (N12.21)."""
    line = replace(state.pad.lines[FI], stepped=1)
    state.pad = replace(state.pad, lines={**state.pad.lines, FI: line})
    return state


def goes_out(played: Played[Any]) -> list[str]:
    return [e.unit for e in played.of(UnitExited)] + [e.leader for e in played.of("LeaderExited")]


@pytest.mark.rule("N5.6", "N5.61")
def test_who_marches_to_an_exit_may_leave_there_for_one_mp_or_stay() -> None:
    played = go(leaving("F1 infantry 5-3 0301"), "F1", "0301 0201 0101", [True])
    assert played.of(UnitExited) == [UnitExited(unit("F1"), Hex("0101"), supplied=True)]
    record = played.state.units[unit("F1")]
    assert (record.hex, record.box) == (None, Box.EXITED)
    played = go(leaving("F1 infantry 5-3 0301"), "F1", "0301 0201 0101")
    (asked,) = played.questions("ExitMap")
    assert (asked.side, asked.pieces, asked.hex) == (FRENCH, units("F1"), "0101")
    assert list(asked.options(played.state)) == [False, True]
    assert [asked.kind(answer) for answer in (False, True)] == ["stay", "exit"]
    assert played.state.units[unit("F1")].hex == "0101"
    for path, may_leave in (("0401 0301 0201 0101", True), ("0501 0401 0301 0201 0101", False)):
        # Infantry has 4 MP, and open hexes cost one each.
        played = go(leaving(f"F1 infantry 5-3 {path[:4]}"), "F1", path)
        assert bool(played.questions("ExitMap")) is may_leave


@pytest.mark.rule("N5.6", "N5.61")
@each(
    "line order may_leave",
    ("F1 infantry 5-3 0101", "march 0101", True),
    ("F1 infantry 5-3 0101", "march 0201", False),  # the goal is another hex
    ("F1 infantry 5-3 0101", "march 0107", False),
    ("F1 infantry 5-3 0101", "attack 0101", False),
    ("F1 infantry 5-3 0101", "defend 0101", False),
    ("F1 infantry 5-3 0101", "fall back 0101", False),
    ("F1 infantry 5-3 0101", "march 0704", False),  # where the enemy leaves
    ("F1 infantry 5-3 0704", "march 0704", False),
    ("F1 infantry 5-3 0401", "march 0401", False),  # no exit
)
def test_only_a_march_to_the_exit_leads_off_the_map(line: str, order: str, may_leave: bool) -> None:
    assert can_exit(leaving(line, orders=f"FI: {order}"), unit("F1")) is may_leave


@pytest.mark.rule("N5.61")
@each(
    "enemies order may_leave",
    ((), "defend 0101", True),
    (("A1 infantry 5-3 0102",), "march 0101", True),
    (("A1 infantry 5-3 0102",), "defend 0101", False),  # out of a zone one needs leave to go
)
def test_who_has_arrived_may_leave(enemies: tuple[str, ...], order: str, may_leave: bool) -> None:
    state = arrived(leaving("F1 infantry 5-3 0101", *enemies, orders=f"FI: {order}"))
    assert can_exit(state, unit("F1")) is may_leave


@pytest.mark.rule("N5.61")
def test_a_stack_leaves_together_with_its_commander_also_from_the_exit() -> None:
    state = leaving("F1 infantry 5-3 0201", "F2 infantry 4-3 0201", "F9 leader 0201")
    played = go(state, "F1 F2", "0201 0101", [True], leaders="F9")
    assert goes_out(played) == ["F1", "F2", "F9"]
    assert played.state.leaders[LeaderId("F9")].box is Box.EXITED
    assert commander_of(played.state, FI) is None  # out of play, and without points
    assert score_lines(played.state) == []
    # A leader whose own order leads elsewhere stays.
    orders = "FI: march 0101; FHQ: defend 0201"
    state = leaving("F1 infantry 5-3 0201", "F8 overall 0201 of:FHQ", orders=orders)
    played = go(state, "F1", "0201 0101", [True], leaders="F8")
    assert goes_out(played) == ["F1"]
    assert played.state.leaders[LeaderId("F8")].hex == "0101"
    places = enumerate(("0201", "0201", "0102", "0102"), 2)
    full = [f"F{n} infantry 6-3 {hex_}" for n, hex_ in places]
    assert goes_out(go(leaving("F1 infantry 5-3 0101", *full), "F1", "", [True])) == ["F1"]


@pytest.mark.rule("N5.6", "N15.1", "N15.3")
@each("supplied", True, False)
def test_who_leaves_out_of_supply_counts_as_lost(supplied: bool) -> None:
    places = enumerate(("0706", "0606", "0607"), 1)
    words: dict[str, Any] = {
        "supply_sources": {Hex("0101" if supplied else "0707"): FRENCH},
        "formations": {"FI": {"demoralization_sp": 5}},
        "options": {"demoralization": "at_once"},
    }
    blocks = [f"A{n} infantry 9-3 {hex_}" for n, hex_ in places]
    state = leaving("F1 infantry 5/2-3 0201", "F2 infantry 7-3 0201", *blocks, **words)
    played = go(state, "F1", "0201 0101", [True])
    assert played.of(UnitExited) == [UnitExited(unit("F1"), Hex("0101"), supplied=supplied)]
    lost = 0 if supplied else 5
    assert played.state.losses.exited_unsupplied == (() if supplied else units("F1"))
    assert lost_by(played.state, unit("F1")) == lost_of(played.state, CORPS) == lost
    demoralized = [] if supplied else [FormationDemoralized(CORPS, 5, 5)]
    assert played.of(FormationDemoralized) == demoralized


def consolidate(state: GameState, **answers: list[Any]) -> Played[None]:
    given_: Answers = {
        "MoveLeaderOrTrain": answers.get("moves", []),
        "ExitMap": answers.get("exits", []),
    }
    return play(state, consolidation.consolidation_segment, answers=given_)


@pytest.mark.rule("N5.61")
def test_trains_and_leaders_leave_with_what_mp_they_have_left() -> None:
    state = leaving("F1 train 0201", segment=Segment.CONSOLIDATION, roads=["0101 0201 0301"])
    played = consolidate(
        state, moves=[consolidation.Journey("F1", hexes("0201 0101"))], exits=[True]
    )
    assert goes_out(played) == ["F1"]
    state = leaving("F1 train 0101", "F9 leader 0101", segment=Segment.CONSOLIDATION)
    played = consolidate(state, moves=[None], exits=[True, False])
    assert [asked.pieces for asked in played.questions("ExitMap")] == [("F1",), ("F9",)]
    assert goes_out(played) == ["F1"]
    state = leaving("F8 overall 0101 of:FHQ", "F9 hq 0101 of:FHQ", orders="FHQ: march 0101")
    answers: Answers = {"MoveCommand": [None], "ExitMap": [True, True]}
    played = play(state, consolidation.command_moves, answers=answers)
    assert goes_out(played) == ["F8", "F9"]
    for start, may_leave in (("0807", True), ("0907", False)):
        rows = "\n".join([".  .  .  .  .  .  .  .  ."] * 8)
        way = hexes(" ".join(f"{n:02d}07" for n in range(int(start[:2]), 0, -1)))
        words: dict[str, Any] = {"active": "FI", "segment": Segment.CONSOLIDATION, "exits": OUT}
        lines = (f"F9 leader {start}", "F1 infantry 5-3 0107")
        state = position(rows, *lines, orders="FI: march 0107", **words)
        played = consolidate(state, moves=[consolidation.Journey("F9", way)])
        assert bool(played.questions("ExitMap")) is may_leave


def retreating(*lines: str, orders: str = "FI: general retreat 0101", **more: Any) -> GameState:
    state = leaving(*lines, orders=orders, **more)
    state.pad = replace(state.pad, retreating=(FRENCH,))
    return state


WISH = steps("general retreat 0101")
ANYWHERE = (OrderStep(Verb.GENERAL_RETREAT),)
PATH = ChoosePath(FRENCH, units("F1"))


def writing(state: GameState, what: Writing) -> GameState:
    state.phase, state.activation = Phase.ORDERS, None
    state.pad = replace(state.pad, writing=what)
    return state


@pytest.mark.rule("N12.29")
def test_a_general_retreat_is_written_after_its_card_to_the_nearest_exit() -> None:
    state = leaving("F1 infantry 5-3 0301")
    for sides, rule in (((), "N12.29"), ((ALLIED,), "N12.29"), ((FRENCH,), None)):
        state.pad = replace(state.pad, retreating=sides)
        assert rule_of(steps_refusal(state, FI, WISH)) == rule
    for goal in ("0301", "0704"):  # it leads to a hex by which the own side leaves
        refusal = steps_refusal(state, FI, steps(f"general retreat {goal}"))
        assert rule_of(refusal) == "N12.29"
    nowhere = retreating("F1 infantry 5-3 0206", exits={})
    assert steps_refusal(nowhere, FI, ANYWHERE) is not None
    assert nearest_exit(nowhere, FI) is None
    lines = ("F1 infantry 5-3 0301", "F9 overall 0301 of:FHQ", "F8 hq 0301 of:FHQ")
    state = writing(retreating(*lines, orders="FI: march 0404"), Writing.ORDERS)
    paper = Paper(FI, ANYWHERE)
    assert paper_refusal(state, FRENCH, paper) is None
    assert capacity_refusal(state, LeaderId("F9"), Verb.GENERAL_RETREAT) is None
    assert paper in IssueOrder(FRENCH).options(state)
    assert paper_refusal(state, FRENCH, Paper(LineId("FHQ"), ANYWHERE)) is None
    for place, goal in (("0302", "0101"), ("0206", "0107"), ("due", "0101")):
        state = retreating(f"F1 infantry 5-3 {place}")
        assert nearest_exit(state, FI) == goal
        if place != "due":
            assert filled(state, FI, ANYWHERE) == (OrderStep(Verb.GENERAL_RETREAT, Hex(goal)),)


@pytest.mark.rule("N12.29")
def test_units_in_it_make_for_the_very_exit_however_far() -> None:
    """Half of 4 MP on the way, or to be there; two hexes off is not there."""
    state = retreating("F1 infantry 5-3 0301")
    assert PATH.refusal(state, Route()) is not None
    assert rule_of(PATH.refusal(state, Route(hexes("0301 0201")))) == "N12.29"
    assert PATH.refusal(state, Route(hexes("0301 0201 0101"))) is None
    played = go(state, "F1", "0301 0201 0101")
    assert played.questions("ExitMap") == []
    assert goes_out(played) == ["F1"]
    # Units that walk are moved before they leave.
    assert played.story.index("UnitMoved") < played.story.index("UnitExited")
    state = retreating("F1 infantry 5-3 0303", "A1 infantry 5-3 0503")
    assert PATH.refusal(state, Route(hexes("0303 0302 0201"))) is None
    assert PATH.refusal(state, Route(hexes("0303 0402"))) is not None
    assert not any(Hex("0402") in route.hexes[-1:] for route in PATH.options(state))
    rows = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 4)
    lines = ("F1 infantry 5-3 1602", "F9 leader 1602")
    state = position(rows, *lines, orders="FI: defend 1602", exits=OUT)
    state.pad = replace(state.pad, retreating=(FRENCH,))
    assert wish_refusal(state, FI, WISH) is None
    assert rule_of(wish_refusal(state, FI, steps("march 0101"))) == "N12.62"


@pytest.mark.rule("N12.29", "N5.61")
def test_who_stands_on_the_exit_leaves_at_the_end_of_its_move() -> None:
    state = retreating("F1 infantry 5-3 0101", "F2 train 0101")
    assert rule_of(PATH.refusal(state, Route(hexes("0101 0201")))) == "N12.29"
    played = play(state, movement_segment, answers={"ActivateUnit": [None]})
    assert goes_out(played) == ["F1"]  # trains leave in step f, if their side wants it
    state = retreating("F1 infantry 5-3 0101", out="F1")
    played = play(state, movement_segment, answers={"ActivateUnit": [None]})
    assert played.of(UnitExited) == []
    lines = ("F1 infantry 5-3 0301", "F2 light 4-3 0301", "A1 infantry 5-3 0102")
    state = leaving(*lines, orders="FI: general retreat 0101")
    for who in units("F1 F2"):
        state.put_unit(replace(state.units[who], hex=Hex("0101"), spent=4))
    assert [can_exit(state, who) for who in units("F1 F2")] == [False, True]


@pytest.mark.rule("N12.29", "N12.66")
@each(
    "own staff line may_try",
    ("leader", "F8 overall 0303 of:FHQ", "FI", False),  # the OC orders it
    ("leader", "F7 wing 0303 of:FW", "FI", False),  # his WC decides
    ("leader", "F7 wing due of:FW", "FI", True),
    ("leader", "F7 wing 0303 of:FW", "FW", True),
    ("wing", "F7 wing 0303 of:FW", "FI", True),  # a WC need not ask another
)
def test_who_may_take_it_for_himself(own: str, staff: str, line: str, may_try: bool) -> None:
    """Without an OC a WC may, without either a corps commander; however far the exit is."""
    lines = ("F1 infantry 5-3 0703", f"F9 {own} 0703", staff)
    state = writing(retreating(*lines, orders="FI: march 0704"), Writing.LOCAL)
    orders = {**state.pad.lines, LineId("FW"): Line(steps("march 0704"))}
    wings = {CORPS: FormationId("FW")} if "of:FW" in staff else {}
    state.pad = replace(state.pad, wings=wings, lines=orders)
    assert rule_of(wish_refusal(state, LineId(line), WISH)) == (None if may_try else "N12.29")

"""Reinforcements: arrivals, their calendar and dice, notice of them (N5.8, T20)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.series.battle import Alternate, Arrival
from hexwar.systems.nlc.events.arrivals import (
    AlternateCalled,
    ArrivalDelayed,
    ArrivalVaried,
    UnitEntered,
)
from hexwar.systems.nlc.events.leaders import LeaderEntered
from hexwar.systems.nlc.events.orders import OrderDelivered, OrderDropped, OrderInForce
from hexwar.systems.nlc.events.turn import HexControlled, PhaseBegan
from hexwar.systems.nlc.orders import Dispatch, LineId, Verb
from hexwar.systems.nlc.rules.arrivals.arrivals import (
    call_alternate,
    callable_alternates,
    due_units,
    entry_hexes,
    place_headquarters,
    schedule,
    vary_arrivals,
)
from hexwar.systems.nlc.rules.arrivals.calendar import Coming, calendar
from hexwar.systems.nlc.rules.losses.demoralization import levelled
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, movement_segment
from hexwar.systems.nlc.rules.orders.pad import hours_between, line_refusal
from hexwar.systems.nlc.rules.orders.phase import orders_phase
from hexwar.systems.nlc.rules.orders.writing import (
    IssueOrder,
    Paper,
    courier,
    paper_refusal,
    recipients,
)
from hexwar.systems.nlc.rules.turn.actions import has_chit
from hexwar.systems.nlc.rules.turn.sequence import card_phase
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId, OrderStep
from hexwar.table.pieces import Activation, Box, Phase, Segment, Writing
from tests.systems.nlc.cases import each, ints, rule_of
from tests.systems.nlc.orders import MARCH, steps
from tests.systems.nlc.plays import Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

# -- reinforcements (N5.8-N5.83)


ROAD: dict[str, Any] = {"roads": ["0401 0402 0403 0404 0405"], "trails": ["0101 0102", "0701 0702"]}
FI = FormationId("FI")


TWO = ("F1 infantry 5-3 due", "F2 infantry 4-3 due", "F8 leader due")
ONE, OC = unit("F1"), LeaderId("F9")
ASK = ActivateUnit(FRENCH, FI)


def group(who: str, turn: int = 1, entry: str = "0401", shift: int = 0, staff: str = "") -> Arrival:
    formations = tuple(FormationId(word) for word in staff.split())
    return Arrival(turn, Hex(entry), units(who), formations, shift=shift, rolled=bool(shift))


BOTH = group("F1 F2")


def arriving(*lines: str, group: Arrival = BOTH, **more: Any) -> GameState:
    ready: dict[str, Any] = {"active": "FI", "segment": Segment.MOVEMENT, "arrivals": (group,)}
    return position(OPEN, *lines, **(ready | ROAD | more))


def opened(*lines: str, group: Arrival = BOTH, **more: Any) -> tuple[Hex, ...]:
    """The hexes where F1 may enter."""
    return entry_hexes(arriving(*lines, group=group, **more), ONE)


def enter(state: GameState, who: str, path: str, entry: str = "", *, column: bool = False) -> Any:
    answers: dict[Any, list[Any]] = {
        ActivateUnit: [units(who)],
        ChoosePath: [Route(hexes(path), column=column)],
    }
    return play(
        state, movement_segment, answers=answers | ({"ChooseEntryHex": [entry]} if entry else {})
    )


@pytest.mark.rule("N5.8", "N5.81")
def test_units_are_due_from_their_turn_on_enter_one_by_one_and_pay() -> None:
    state = arriving(*TWO, group=group("F1 F2", 2))
    assert due_units(state, FI) == ()
    for state.turn in (2, 3):
        assert due_units(state, FI) == units("F1 F2")
    assert due_units(arriving("F3 infantry 5-3 reserve"), FI) == ()  # never, not in the schedule
    state = arriving(*TWO)
    assert list(ASK.options(state)) == [units("F1"), units("F2"), None]
    assert ASK.refusal(state, units("F1 F2")) is not None
    waited = play(state, movement_segment, answers={ActivateUnit: [None]})
    assert waited.of(ArrivalDelayed) == [ArrivalDelayed(units("F1 F2"))]
    assert waited.state.units[ONE].box is Box.DUE
    assert due_units(waited.state, FI) == units("F1 F2")
    # One that stays out is not asked again this activation.
    out = enter(state, "F1", "").state
    assert out.units[ONE].box is Box.DUE
    assert list(ASK.options(out)) == [units("F2"), None]
    played = enter(arriving(*TWO), "F1", "0401 0402 0403 0404", column=True)
    assert played.of(UnitEntered) == [UnitEntered(ONE, Hex("0401"))]
    assert played.of("UnitMoved")[0].halves == 4  # four half points
    assert played.of("ColumnFormed")
    walked = enter(arriving(*TWO), "F1", "0401 0402 0403 0404")
    assert walked.of("UnitMoved")[0].halves == 8  # one point each
    state = enter(arriving(*TWO), "F1", "0401").state
    assert (state.units[ONE].hex, state.units[ONE].moved) == ("0401", True)
    assert state.leaders[LeaderId("F8")].hex == "0401"


@pytest.mark.rule("N4.55", "N5.81")
def test_a_battery_that_may_still_enter_keeps_its_segment_open_and_is_named() -> None:
    lines = ("F1 battery 4-3 due", "F2 infantry 5-3 0101 moved", "F8 leader due")
    state = arriving(*lines, group=group("F1"))
    assert list(ASK.options(state)) == [units("F1"), None]
    assert not ASK.is_forced(state, ASK.options(state))
    left = next(left_undone(state, ASK))
    assert left.words == "F1 may still enter at 0401"
    assert left.is_now
    assert left.has_weight  # so that an end asks first
    waited = play(state, movement_segment, answers={ActivateUnit: [None]})
    assert waited.of(ArrivalDelayed) == [ArrivalDelayed(units("F1"))]
    entered = enter(state, "F1", "0401 0402")
    assert entered.of(UnitEntered) == [UnitEntered(ONE, Hex("0401"))]


@pytest.mark.rule("N5.81")
def test_of_leaders_only_the_commander_comes_and_with_the_first_unit() -> None:
    played = enter(arriving(*TWO), "F1", "0401 0402")
    assert played.of(LeaderEntered) == [LeaderEntered(LeaderId("F8"), Hex("0401"))]
    assert played.of("LeaderMoved")[0].path == hexes("0401 0402")
    second = enter(played.state, "F2", "0401")
    assert not second.of(LeaderEntered)
    assert second.state.leaders[LeaderId("F8")].hex == "0402"
    # One who is taken before he rides does not come twice.
    state = arriving(*TWO)
    state.put_leader(replace(state.leaders[LeaderId("F8")], box=Box.CAPTURED))
    assert not enter(state, "F1", "0401").of(LeaderEntered)
    asked = ChoosePath(FRENCH, units("F1"), Hex("0401"))
    route = Route(hexes("0401 0402"), leaders=(LeaderId("F7"),))
    assert rule_of(asked.refusal(arriving(*TWO, "F7 leader 0401"), route)) == "N5.9"


ENEMY = "A1 infantry 5-3"


@pytest.mark.rule("N5.82")
@each(
    "others open_hexes",
    ((), "0401"),  # the only one
    ((f"{ENEMY} 0402",), "0401"),  # an enemy zone, under attack
    ((f"{ENEMY} 0401",), "0101 0701"),  # held: the nearest ways of the edge, three hexes off
    (("F3 infantry 7-3 0401",), "0401"),  # 5 SP more are 12
    (("F3 infantry 8-3 0401",), "0101 0701"),
    (("F3 infantry 1-3 0401", "F4 infantry 1-3 0401"), "0101 0701"),
    (("F3 train 0401",), "0101 0701"),
    (("F3 infantry 8-3 0401", "F4 train 0701"), "0101"),
    (("F3 leader 0401",), "0401"),
)
def test_where_a_unit_may_enter(others: tuple[str, ...], open_hexes: str) -> None:
    assert opened(*TWO, *others) == hexes(open_hexes)


@pytest.mark.rule("N5.82", "N16.4")
def test_what_closes_an_entry_hex_also_to_a_train_and_what_it_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    near = arriving(*TWO, f"{ENEMY} 0402")
    ends = {route.hexes for route in ChoosePath(FRENCH, units("F1"), Hex("0401")).options(near)}
    assert ends == {(), hexes("0401")}  # infantry stops in the zone
    held = arriving(*TWO, f"{ENEMY} 0401")
    assert enter(held, "F1", "0701", "0701").state.units[ONE].hex == "0701"
    closed = arriving(*TWO, f"{ENEMY} 0401", "A2 infantry 5-3 0101", "A3 infantry 5-3 0701")
    assert entry_hexes(closed, ONE) == ()
    assert list(ASK.options(closed)) == [None]
    assert rule_of(ASK.refusal(closed, units("F1"))) == "N5.82"
    monkeypatch.setattr("hexwar.systems.nlc.rules.arrivals.arrivals.permissions", lambda *_: MARCH)
    assert opened(*TWO) == hexes("0401")
    assert opened(*TWO, f"{ENEMY} 0402") == hexes("0101 0701")
    for enemy, open_hexes in (
        (f"{ENEMY} 0402", "0101 0701"),
        ("A1 train 0401", "0101 0701"),
        ("A1 leader 0401", "0401"),
    ):
        assert opened("F1 train due", enemy, group=group("F1")) == hexes(open_hexes)


EDGES = ["0106 0206", "0706 0606", "0404 0405"]


@pytest.mark.rule("N5.82")
@each(
    "entry trails expected",
    ("0101", EDGES, "0106"),  # on the north and the west edge: 0601 is too far, 0106 is not
    ("0701", EDGES, "0706"),
    ("0107", EDGES, "0106"),  # on the south and the west edge
    ("0606", EDGES, ""),  # on no edge
    ("0401", ["0201 0202", "0101 0102", "0701 0702"], "0201"),  # only the nearest
    ("0101", ["0601 0602"], "0601"),  # five hexes off
    ("0101", ["0701 0702"], ""),  # six
)
def test_another_way_in_is_the_nearest_within_five_on_an_edge_of_the_listed_hex(
    entry: str, trails: list[str], expected: str
) -> None:
    lines = ("F1 infantry 5-3 due", f"{ENEMY} {entry}")
    found = opened(*lines, group=group("F1", entry=entry), trails=trails, roads=[])
    assert found == hexes(expected)


@pytest.mark.rule("N6.10", "N22.2")
def test_who_enters_destroys_trains_and_takes_sources() -> None:
    state = arriving(*TWO, "A1 train 0401", "A2 train 0402", "A3 train 0403")
    played = enter(state, "F1", "0401 0402")
    destroyed = [(e.train, e.by) for e in played.of("TrainDestroyed")]
    assert destroyed == [("A1", FRENCH), ("A2", FRENCH)]
    assert played.state.units[unit("A3")].hex == "0403"
    held: dict[str, Any] = {
        "supply_sources": {Hex("0401"): FRENCH},
        "control": {Hex("0401"): ALLIED},
    }
    taken = enter(arriving(*TWO, **held), "F1", "0401 0402").of(HexControlled)
    assert taken == [HexControlled(Hex("0401"), FRENCH, ONE)]
    train = arriving("F1 train due", group=group("F1"), **held)
    assert enter(train, "F1", "0401").of(HexControlled) == []


STAFFS = ("F8 overall due of:FHQ", "F9 hq due of:FHQ", "F7 wing due of:FW")


@pytest.mark.rule("N5.83")
def test_a_commander_in_chief_and_his_hq_stand_on_the_entry_hex_in_the_orders_phase() -> None:
    arrivals = (group("", 2, staff="FHQ"),)
    state = position(OPEN, *STAFFS[:2], "F7 leader due", arrivals=arrivals)
    assert play(state, place_headquarters).events == []
    state.turn = 2
    played = play(state, place_headquarters)
    assert played.of(LeaderEntered) == [
        LeaderEntered(LeaderId(name), Hex("0401")) for name in ("F8", "F9")
    ]
    assert play(played.state, place_headquarters).events == []
    state = position(OPEN, "F8 leader due", "F7 wing due", arrivals=(group("", staff="FI"),))
    assert [e.leader for e in play(state, place_headquarters).of(LeaderEntered)] == ["F7"]


@pytest.mark.rule("N5.83", "N6.8")
@each(
    "others where",
    ((), "0401 0401 0401"),  # the wing commander too
    ((f"{ENEMY} 0401",), "0101 0101 0101"),
    (("A1 train 0401",), "0101 0101 0101"),
    ((f"{ENEMY} 0401", "A2 infantry 5-3 0101", "A3 infantry 5-3 0701"), ""),  # they wait
    ((f"{ENEMY} 0402",), "0101 0101 0101"),
    ((f"{ENEMY} 0402", "F1 infantry 5-3 0401"), "0401 0101 0401"),  # the HQ in no zone
)
def test_where_an_oc_his_hq_and_a_wing_commander_enter(others: tuple[str, ...], where: str) -> None:
    state = position(OPEN, *STAFFS, *others, arrivals=(group("", staff="FHQ FW"),), **ROAD)
    found = {e.leader: e.hex for e in play(state, place_headquarters).of(LeaderEntered)}
    assert [found[LeaderId(name)] for name in ("F8", "F9", "F7") if found] == where.split()


# -- arrivals by die (T20.4) and alternate forces (T20.5, N24.2)


VARIED = {"arrivals": "varied"}
TURNS = tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY) for n in range(1, 11))


def varying(*groups: Arrival, turn: int = 1, **more: Any) -> GameState:
    """Four corps of one unit each, and an enemy, are due; the option is on."""
    lines = [f"F{n} infantry 5-3 due of:F{'I' * n}" for n in range(1, 5)]
    words = {"options": VARIED, "turns": TURNS} | more
    state = position(OPEN, *lines, f"{ENEMY} due", arrivals=groups, **words)
    state.turn = turn
    return state


def varied(state: GameState, *dice: int) -> Played[None]:
    return play(state, vary_arrivals, dice)


@pytest.mark.rule("T20.4")
@each("die shift", *ints("1 -2, 2 -1, 3 0, 4 0, 5 1, 6 2"))
def test_the_die_says_when_a_group_comes(die: int, shift: int) -> None:
    played = varied(varying(group("F1", 6), turn=4), die)
    assert played.of(ArrivalVaried) == [ArrivalVaried(0, die, 0, shift)]
    (now,) = played.state.schedule.arrivals
    assert (now.turn, now.shift, now.rolled) == (6 + shift, shift, True)
    assert schedule(played.state)[ONE].turn == 6 + shift


@pytest.mark.rule("T20.4", "N20.4", "N3.8")
def test_a_modified_die_stays_within_one_and_six_and_once_thrown_is_not_again() -> None:
    groups = (group("F1", 3), group("F2", 3, "0101"), group("F3", 4))
    assert varied(varying(*groups, turn=2), 3).of(ArrivalVaried) == [ArrivalVaried(2, 3, 0, 0)]
    both = varied(varying(*groups), 3, 4)
    assert [e.group for e in both.of(ArrivalVaried)] == [0, 1]
    assert varied(both.state).events == []
    for options in ({}, {"arrivals": "fixed"}):  # without the option nobody rolls
        assert varied(varying(group("F1", 3), options=options)).events == []
    played = play(varying(group("F1", 3)), card_phase, [1])
    assert [type(e) for e in played.events][:2] == [ArrivalVaried, PhaseBegan]
    assert due_units(played.state, FI) == units("F1")  # two turns early: now
    state = varying(group("F1", 6), group("F2", 7, shift=2), turn=4)  # F2 was listed for turn 5
    played = varied(state, 5 - 1)  # modifier -1: 3, on time
    assert played.of(ArrivalVaried) == [ArrivalVaried(0, 4, -1, 1)]
    assert played.state.schedule.arrivals[0].turn == 7
    for late, die, shift in ((True, 1, -2), (False, 6, 2)):
        other = group("F2", 3, "0101", 1 if late else -1)
        (event,) = varied(varying(group("F1", 6), other, turn=4), die).of(ArrivalVaried)
        assert event.shift == shift


@pytest.mark.rule("T20.4")
@each(
    "shifts modifier",
    ((1,), -1),
    ((-2,), 1),
    ((1, -1), 0),
    ((1, 1, -1), -1),
    ((-1, -1, 2), 1),
    ((2,), -1),
)
def test_the_die_is_pulled_against_what_came_often(shifts: tuple[int, ...], modifier: int) -> None:
    """However long the delays were; the enemy's do not count."""
    before = [group(f"F{n}", 3 + s, f"0{n}01", s) for n, s in enumerate(shifts, 2)]
    before.append(group("A1", 3, "0701", 1))
    played = varied(varying(group("F1", 6), *before, turn=4), 3)
    (event,) = played.of(ArrivalVaried)
    assert event.modifier == modifier
    assert event.shift == {-1: -1, 0: 0, 1: 0}[modifier]


@pytest.mark.rule("T20.4")
@each(
    "first entry die turn",
    (5, "0401", 1, 5),  # due earlier on the same road: not before it
    (5, "0101", 1, 4),  # on another road
    (6, "0401", 1, 4),  # due together
    (7, "0401", 1, 4),  # due later
    (5, "0401", 2, 5),
)
def test_a_group_passes_none_that_is_due_before(
    first: int, entry: str, die: int, turn: int
) -> None:
    other = replace(group("F2", first, entry), rolled=True)
    state = varying(group("F1", 6), other, turn=4)
    assert varied(state, die).state.schedule.arrivals[0].turn == turn


def listed(*alternates: Alternate, **more: Any) -> GameState:
    """Two corps that come only when they are called, set up as a scenario is."""
    state = position(
        OPEN,
        "F1 infantry 5-3 0404",
        "F2 infantry 6-3 0404 of:FII",
        "F3 train 0404 of:FII",
        "F9 leader 0404 of:FII",
        "F4 light 4-3 0404 of:FIII",
        "A1 infantry 5-3 0704",
        formations={
            "FII": {"presence": "alternate", "start_order": (OrderStep(Verb.DEFEND),)},
            "FIII": {"presence": "alternate"},
        },
        alternates=alternates or (SECOND, FIRST),
        turns=TURNS,
        roads=["0401 0402 0403"],
        unit_hexes={"F1": Hex("0404"), "A1": Hex("0704")},
        leader_hexes={},
        **more,
    )
    made = set_up(state.battle)
    made.turn = 2
    return made


FIRST = Alternate(FRENCH, 1, Hex("0401"), units("F2 F3"), (FormationId("FII"),), "by road")
SECOND = Alternate(FRENCH, 2, Hex("0101"), units("F4"), (FormationId("FIII"),))


def called(state: GameState, die: int, alternate: Alternate | None = None) -> Played[None]:
    if alternate is None:
        (alternate,) = callable_alternates(state, FRENCH)
    return play(state, lambda table: call_alternate(table, FRENCH, alternate), [die])


@pytest.mark.rule("T20.5", "N24.4")
def test_alternates_come_in_list_order_after_half_the_die() -> None:
    once = called(listed(), 1)
    twice = called(once.state, 1)
    assert [e.number for e in (*once.of(AlternateCalled), *twice.of(AlternateCalled))] == [1, 2]
    assert callable_alternates(twice.state, FRENCH) == ()
    assert callable_alternates(listed(), ALLIED) == ()
    state = listed(has_cumulative_alternates=True)
    assert callable_alternates(state, FRENCH) == (FIRST, SECOND)
    done = called(state, 1, SECOND).state
    assert [now.units for now in done.schedule.arrivals] == [units("F4")]
    assert callable_alternates(done, FRENCH) == (FIRST,)
    # Who was called by one list is not called by another.
    again = replace(FIRST, number=3, entry=Hex("0101"))
    state = listed(FIRST, SECOND, again, has_cumulative_alternates=True)
    assert callable_alternates(called(state, 1, again).state, FRENCH) == (SECOND,)
    for die, turns in ints("1 1, 2 1, 3 2, 4 2, 5 3, 6 3"):
        played = called(listed(), die)
        assert played.of(AlternateCalled) == [AlternateCalled(FRENCH, 1, die, 2 + turns)]
        (now,) = played.state.schedule.arrivals
        assert (now.turn, now.entry, now.units) == (2 + turns, "0401", units("F2 F3"))


@pytest.mark.rule("N24.2", "T20.4", "T20.5")
def test_called_they_have_chit_commander_and_orders() -> None:
    second = FormationId("FII")
    before = listed()
    assert before.units[unit("F2")].box is Box.RESERVE
    assert not has_chit(before, second)
    assert second not in levelled(before)
    state = called(before, 1).state
    assert not has_chit(state, second)
    assert second in levelled(state)
    assert varied(state).events == []  # nobody rolls for them again
    state.turn = 3
    assert due_units(state, second) == units("F2 F3")
    assert has_chit(state, second)
    assert state.leaders[OC].box is Box.DUE
    assert state.pad.lines[LineId("FII")].steps == (OrderStep(Verb.DEFEND, Hex("0401")),)
    state.activation = Activation(second, FRENCH, Segment.MOVEMENT, had_contact=False)
    entered = enter(state, "F2", "0401")
    assert entered.of(UnitEntered) == [UnitEntered(unit("F2"), Hex("0401"))]
    assert entered.state.leaders[OC].hex == "0401"


# -- the calendar of reinforcements (N5.8, N5.82, T20.4, T20.5)


LATER = replace(group("F1", 4), note="by the great road")
SOONER, STAFF = group("F2", 2, "0101"), group("", 3, staff="FHQ")


def coming(*groups: Arrival, turn: int = 1, enemy: str = "0707", **more: Any) -> GameState:
    lines = ("F1 infantry 5-3 due", "F2 infantry 4-3 due of:FII", "F9 overall due of:FHQ")
    words = {"arrivals": groups, "turns": TURNS[:6], "trails": ["0101 0102"]}
    state = position(OPEN, *lines, f"{ENEMY} {enemy}", **(words | more))
    state.turn = turn
    return state


@pytest.mark.rule("N5.8", "T20.5")
def test_groups_and_called_alternates_are_listed_by_turn() -> None:
    entries = calendar(coming(LATER, SOONER, STAFF))
    assert [(e.turn, e.entry, e.units, e.leaders, e.formations) for e in entries] == [
        (2, "0101", units("F2"), (), ("FII",)),
        (3, "0401", (), ("F9",), ("FHQ",)),
        (4, "0401", units("F1"), (), ("FI",)),
    ]
    assert {(e.side, e.coming, e.reason, e.rule) for e in entries} == {
        (FRENCH, Coming.LATER, "", "")
    }
    assert entries[2].note == "by the great road"
    alternate = Alternate(FRENCH, 1, Hex("0101"), units("F2"), (FormationId("FII"),))
    state = coming(LATER, alternates=(alternate,))
    state.put_unit(replace(state.units[unit("F2")], box=Box.RESERVE))
    AlternateCalled(FRENCH, 1, 3, 3).apply(state)
    called, listed = calendar(state)
    assert (called.turn, called.units, called.rule) == (3, units("F2"), "T20.5")
    assert called.reason == "Alternate forces that were called."
    assert listed.rule == ""


@pytest.mark.rule("N5.81", "T20.4", "N5.82")
def test_how_far_a_group_has_come_and_why_its_entry_is_closed() -> None:
    for turn, found, rule in (
        (1, Coming.LATER, ""),
        (2, Coming.DUE, ""),
        (3, Coming.WAITING, "N5.81"),
    ):
        (entry,) = calendar(coming(SOONER, turn=turn))
        assert (entry.coming, entry.rule) == (found, rule)
    state = coming(SOONER, STAFF, turn=3)
    state.put_unit(replace(state.units[unit("F2")], hex=Hex("0202"), box=None))
    state.put_leader(replace(state.leaders[OC], hex=Hex("0202"), box=None))
    entries = calendar(state)  # who has entered stays listed
    assert [(e.coming, e.units) for e in entries] == [
        (Coming.ENTERED, units("F2")),
        (Coming.ENTERED, ()),
    ]
    # After the last turn nobody comes.
    (entry,) = calendar(coming(replace(LATER, turn=7, shift=1, rolled=True)))
    assert entry.coming is Coming.NEVER
    for hex_, why in (
        ("0401", ": it may enter at 0101."),
        ("0701", ", and no other within reach: it waits."),
    ):
        (shut,) = calendar(coming(replace(SOONER, entry=Hex(hex_)), turn=2, enemy=hex_))
        assert (shut.reason, shut.rule) == (f"Its entry hex is closed{why}", "N5.82")


@pytest.mark.rule("T20.4")
def test_the_die_is_the_reason_for_another_turn_or_still_open() -> None:
    late = replace(LATER, turn=5, shift=1, rolled=True)
    early = replace(SOONER, turn=2, shift=-2, rolled=True)
    entries = calendar(coming(late, early, replace(STAFF, rolled=True)))
    assert [(e.turn, e.listed, e.shift) for e in entries] == [(2, 4, -2), (3, 3, 0), (5, 4, 1)]
    assert [e.reason for e in entries] == [
        "Listed for 15:00, brought forward by the die.",
        "The die brings it on time.",
        "Listed for 15:00, held up by the die or by those before it on its road.",
    ]
    assert {e.rule for e in entries} == {"T20.4"}
    soon, later = calendar(coming(LATER, SOONER, options=VARIED))
    assert soon.reason == ""  # due on turn 2: too early for its die
    assert later.reason == "Not certain yet: a die is thrown for it at 13:00."
    assert later.rule == "T20.4"
    (now,) = calendar(coming(LATER, turn=2, options=VARIED))
    assert now.reason == ""  # its die falls now


# -- orders to forces on their way to the map (N5.8)


LINE = LineId("FI")
TURNS_OF_NOTICE = tuple(
    TurnCard(number, day, hour, TurnKind.NIGHT_AM if number in (3, 4) else TurnKind.DAY)
    for number, (day, hour) in enumerate(
        ints("31 16, 31 17, 1 2, 1 5, 1 6, 1 7, 1 9, 1 11"), start=1
    )
)
"""Two days of a campaign, the last of a month and the first of the next."""


def notice(turn: int, now: int, writing: Writing = Writing.ORDERS, **more: Any) -> GameState:
    """A corps comes on a turn; its commander in chief is on the map."""
    state = position(
        OPEN,
        *("F1 infantry 5-3 due", "F8 leader due", "F9 overall 0404 of:FHQ", "F7 hq 0404 of:FHQ"),
        arrivals=(group("F1", turn),),
        turns=TURNS_OF_NOTICE,
        orders="FI: march 0407; FHQ: defend 0404",
        roads=["0401 0402 0403"],
        **more,
    )
    state.turn, state.phase = now, Phase.ORDERS
    state.pad = replace(state.pad, writing=writing)
    if writing is Writing.DELIVERY:
        sent = Dispatch(steps("defend 0404"), OC, 3, 5)
        state.pad = replace(state.pad, dispatches={LINE: sent})
    return state


@pytest.mark.rule("N5.8", "N12.41")
@each(
    "turn now rule",
    (7, 1, None),
    (7, 4, None),  # 05:00 for 09:00: four hours, and before the first day turn
    (7, 5, "N5.8"),  # the first day turn itself
    (6, 4, "N5.8"),  # two hours
    (6, 3, None),  # 02:00 for 07:00
    (2, 1, "N5.8"),  # the same day
    (8, 5, "N5.8"),  # five hours, but the first day turn itself
    (9, 1, "N12.41"),  # they never come
)
def test_an_order_needs_four_hours_and_must_be_sent_before_the_day_of_arrival_dawns(
    turn: int, now: int, rule: str | None
) -> None:
    assert rule_of(line_refusal(notice(turn, now), FRENCH, LINE)) == rule


@pytest.mark.rule("N5.8", "N12.16")
def test_the_order_may_be_written_hours_ahead_and_meets_them_in_time() -> None:
    state, late = notice(7, 3), notice(7, 5)
    paper = Paper(LINE, steps("attack 0404"))
    assert paper_refusal(state, FRENCH, paper) is None
    assert LINE in recipients(state, FRENCH)
    assert any(p is not None and p.line == LINE for p in IssueOrder(FRENCH).options(state))
    assert LINE not in recipients(late, FRENCH)
    assert rule_of(paper_refusal(late, FRENCH, paper)) == "N5.8"
    papers = [Paper(LINE, (OrderStep(Verb.DEFEND),))]
    played = play(notice(7, 3), orders_phase, answers={IssueOrder: papers})
    assert played.state.pad.dispatches[LINE].steps == (OrderStep(Verb.DEFEND, Hex("0401")),)
    battle = notice(7, 1).battle
    assert [hours_between(battle, 1, turn) for turn in range(1, 8)] == [0, 1, 10, 13, 14, 15, 17]
    for turn, now, due in ints("7 3 5, 7 4 7, 6 2 3, 6 3 5"):
        assert courier(notice(turn, now), OC, LINE).due == due


@pytest.mark.rule("N5.8")
def test_it_is_delivered_and_obeyed_on_their_way_and_void_to_nobody() -> None:
    state = notice(7, 5, Writing.DELIVERY, formations={"FHQ": {"kind": "headquarters"}})
    played = play(state, orders_phase)
    assert played.of(OrderDelivered) == [OrderDelivered(FRENCH, LINE)]
    obeyed = play(played.state, orders_phase, [1])
    assert obeyed.of(OrderInForce) == [OrderInForce(FRENCH, LINE, steps("defend 0404"), 0)]
    state = notice(7, 5, Writing.DELIVERY)
    state.schedule = replace(state.schedule, arrivals=())
    assert play(state, orders_phase).of(OrderDropped) == [OrderDropped(FRENCH, LINE)]

"""Reinforcements: arrivals, their calendar and dice, notice of them (N5.8, T20)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Alternate, Arrival
from hexwar.systems.nlc.events.arrivals import (
    AlternateCalled,
    ArrivalDelayed,
    ArrivalVaried,
    UnitEntered,
)
from hexwar.systems.nlc.events.leaders import LeaderEntered, LeaderMoved
from hexwar.systems.nlc.events.movement import ColumnFormed, UnitMoved
from hexwar.systems.nlc.events.orders import OrderDelivered, OrderDropped, OrderInForce
from hexwar.systems.nlc.events.supply import TrainDestroyed
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
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex, movement_segment
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
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, LeaderId, OrderStep
from hexwar.table.pieces import Activation, Box, Phase, Segment, Writing
from tests.systems.nlc.orders import MARCH, steps
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

# -- reinforcements (N5.8-N5.83)


ROAD: dict[str, Any] = {"roads": ["0401 0402 0403 0404 0405"], "trails": ["0101 0102", "0701 0702"]}
FI = FormationId("FI")


def arriving(*lines: str, turn: int = 1, **more: Any) -> GameState:
    arrivals = more.pop("arrivals", (Arrival(turn, Hex("0401"), units("F1 F2")),))
    return position(
        OPEN,
        *lines,
        active="FI",
        segment=Segment.MOVEMENT,
        arrivals=arrivals,
        **ROAD,
        **more,
    )


TWO = ("F1 infantry 5-3 due", "F2 infantry 4-3 due", "F8 leader due")


def enter(state: GameState, who: str, route: Route, **more: Any) -> Any:
    answers: dict[Any, list[Any]] = {ActivateUnit: [units(who)], ChoosePath: [route]}
    return play(state, movement_segment, answers=answers | more)


@pytest.mark.rule("N5.8")
def test_units_are_due_from_their_turn_on() -> None:
    state = arriving(*TWO, turn=2)
    assert due_units(state, FI) == ()
    state.turn = 2
    assert due_units(state, FI) == units("F1 F2")
    state.turn = 3
    assert due_units(state, FI) == units("F1 F2")


@pytest.mark.rule("N5.8")
def test_units_not_in_the_schedule_never_come() -> None:
    assert due_units(arriving("F3 infantry 5-3 reserve"), FI) == ()


@pytest.mark.rule("N5.81")
def test_a_unit_enters_at_its_hex_and_pays_road_cost_for_it() -> None:
    played = enter(arriving(*TWO), "F1", Route(hexes("0401 0402 0403 0404"), column=True))
    assert played.of(UnitEntered) == [UnitEntered(unit("F1"), Hex("0401"))]
    assert played.of(UnitMoved)[0].halves == 4  # four half points
    assert played.of(ColumnFormed)
    walked = enter(arriving(*TWO), "F1", Route(hexes("0401 0402 0403 0404")))
    assert walked.of(UnitMoved)[0].halves == 8  # one point each


@pytest.mark.rule("N5.81")
def test_the_commander_comes_with_the_first_unit() -> None:
    played = enter(arriving(*TWO), "F1", Route(hexes("0401 0402")))
    assert played.of(LeaderEntered) == [LeaderEntered(LeaderId("F8"), Hex("0401"))]
    assert played.of(LeaderMoved)[0].path == hexes("0401 0402")
    second = enter(played.state, "F2", Route(hexes("0401")))
    assert not second.of(LeaderEntered)
    assert second.state.leaders[LeaderId("F8")].hex == "0402"


@pytest.mark.rule("N5.81")
def test_a_unit_may_stop_on_its_entry_hex() -> None:
    played = enter(arriving(*TWO), "F1", Route(hexes("0401")))
    assert played.state.units[unit("F1")].hex == "0401"
    assert played.state.units[unit("F1")].moved
    assert played.state.leaders[LeaderId("F8")].hex == "0401"


@pytest.mark.rule("N5.81")
def test_due_units_may_wait_a_turn() -> None:
    played = play(arriving(*TWO), movement_segment, answers={ActivateUnit: [None]})
    assert played.of(ArrivalDelayed) == [ArrivalDelayed(units("F1 F2"))]
    assert played.state.units[unit("F1")].box is Box.DUE
    assert due_units(played.state, FI) == units("F1 F2")


@pytest.mark.rule("N5.81")
def test_units_enter_one_by_one() -> None:
    asked = ActivateUnit(FRENCH, FI)
    state = arriving(*TWO)
    assert list(asked.options(state)) == [units("F1"), units("F2"), None]
    assert asked.refusal(state, units("F1 F2")) is not None


@pytest.mark.rule("N5.81")
def test_an_arrival_that_stays_out_is_not_asked_again_this_activation() -> None:
    played = enter(arriving(*TWO), "F1", Route())
    assert played.state.units[unit("F1")].box is Box.DUE
    assert list(ActivateUnit(FRENCH, FI).options(played.state)) == [units("F2"), None]


@pytest.mark.rule("N5.82")
def test_an_open_entry_hex_is_the_only_one() -> None:
    assert entry_hexes(arriving(*TWO), unit("F1")) == hexes("0401")


@pytest.mark.rule("N5.82")
def test_an_entry_hex_in_an_enemy_zone_is_open_under_attack() -> None:
    state = arriving(*TWO, "A1 infantry 5-3 0402")
    assert entry_hexes(state, unit("F1")) == hexes("0401")
    ends = {route.hexes for route in ChoosePath(FRENCH, units("F1"), Hex("0401")).options(state)}
    assert ends == {(), hexes("0401")}  # infantry stops there


@pytest.mark.rule("N5.82")
def test_a_held_entry_hex_sends_units_to_the_nearest_way_of_the_same_edge() -> None:
    state = arriving(*TWO, "A1 infantry 5-3 0401")
    assert entry_hexes(state, unit("F1")) == hexes("0101 0701")  # both three hexes off
    chosen = play(
        state,
        movement_segment,
        answers={
            ActivateUnit: [units("F1")],
            ChooseEntryHex: [Hex("0701")],
            ChoosePath: [Route(hexes("0701"))],
        },
    )
    assert chosen.state.units[unit("F1")].hex == "0701"


@pytest.mark.rule("N5.82")
def test_without_an_open_hex_within_five_the_unit_waits() -> None:
    state = arriving(*TWO, "A1 infantry 5-3 0401", "A2 infantry 5-3 0101", "A3 infantry 5-3 0701")
    assert entry_hexes(state, unit("F1")) == ()
    asked = ActivateUnit(FRENCH, FI)
    assert list(asked.options(state)) == [None]
    refusal = asked.refusal(state, units("F1"))
    assert refusal is not None
    assert refusal.rule == "N5.82"


@pytest.mark.rule("N5.82")
def test_a_train_does_not_enter_in_an_enemy_zone() -> None:
    arrivals = (Arrival(1, Hex("0401"), units("F1")),)
    state = arriving("F1 train due", "A1 infantry 5-3 0402", arrivals=arrivals)
    assert entry_hexes(state, unit("F1")) == hexes("0101 0701")


@pytest.mark.rule("N5.82")
@pytest.mark.parametrize(
    ("friends", "open_hexes"),
    [
        (("F3 infantry 7-3 0401",), "0401"),  # 5 SP more are 12
        (("F3 infantry 8-3 0401",), "0101 0701"),
        (("F3 infantry 1-3 0401", "F4 infantry 1-3 0401"), "0101 0701"),
        (("F3 train 0401",), "0101 0701"),
        (("F3 infantry 8-3 0401", "F4 train 0701"), "0101"),
        (("F3 leader 0401",), "0401"),
    ],
)
def test_an_entry_hex_that_friends_fill_is_closed(
    friends: tuple[str, ...], open_hexes: str
) -> None:
    assert entry_hexes(arriving(*TWO, *friends), unit("F1")) == hexes(open_hexes)


@pytest.mark.rule("N5.82")
@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("0101", "0106"),  # on the north and the west edge: 0601 is too far, 0106 is not
        ("0701", "0706"),
        ("0107", "0106"),  # on the south and the west edge
        ("0606", ""),  # on no edge
    ],
)
def test_another_way_in_lies_on_an_edge_of_the_listed_hex(entry: str, expected: str) -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        f"A1 infantry 5-3 {entry}",
        arrivals=(Arrival(1, Hex(entry), units("F1")),),
        trails=["0106 0206", "0706 0606", "0404 0405"],
    )
    assert entry_hexes(state, unit("F1")) == hexes(expected)


@pytest.mark.rule("N5.82")
def test_only_the_nearest_other_way_in_is_open() -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "A1 infantry 5-3 0401",
        arrivals=(Arrival(1, Hex("0401"), units("F1")),),
        trails=["0201 0202", "0101 0102", "0701 0702"],
    )
    assert entry_hexes(state, unit("F1")) == hexes("0201")


@pytest.mark.rule("N5.82")
def test_an_order_may_close_an_entry_hex_in_an_enemy_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwar.systems.nlc.rules.arrivals.arrivals.permissions", lambda *_: MARCH)
    assert entry_hexes(arriving(*TWO), unit("F1")) == hexes("0401")
    met = arriving(*TWO, "A1 infantry 5-3 0402")
    assert entry_hexes(met, unit("F1")) == hexes("0101 0701")


@pytest.mark.rule("N5.82")
@pytest.mark.parametrize(("way", "expected"), [("0601", "0601"), ("0701", "")])
def test_another_way_in_lies_within_five_hexes(way: str, expected: str) -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "A1 infantry 5-3 0101",
        arrivals=(Arrival(1, Hex("0101"), units("F1")),),
        trails=[f"{way} {way[:2]}02"],
    )
    distance = state.battle.battlefield.grid.distance
    assert distance(Hex("0101"), Hex(way)) == int(way[:2]) - 1
    assert entry_hexes(state, unit("F1")) == hexes(expected)


@pytest.mark.rule("N16.4")
@pytest.mark.parametrize(("enemy", "open_hexes"), [("train", "0101 0701"), ("leader", "0401")])
def test_a_train_does_not_enter_where_an_enemy_train_stands(enemy: str, open_hexes: str) -> None:
    arrivals = (Arrival(1, Hex("0401"), units("F1")),)
    state = arriving("F1 train due", f"A1 {enemy} 0401", arrivals=arrivals)
    assert entry_hexes(state, unit("F1")) == hexes(open_hexes)


@pytest.mark.rule("N6.10")
def test_a_unit_that_enters_where_an_enemy_train_stands_destroys_it() -> None:
    state = arriving(*TWO, "A1 train 0401", "A2 train 0402", "A3 train 0403")
    played = enter(state, "F1", Route(hexes("0401 0402")))
    assert [(e.train, e.by) for e in played.of(TrainDestroyed)] == [
        (unit("A1"), FRENCH),
        (unit("A2"), FRENCH),
    ]
    assert played.state.units[unit("A3")].hex == "0403"


@pytest.mark.rule("N22.2")
def test_a_train_that_enters_takes_nothing() -> None:
    state = arriving(
        "F1 train due",
        arrivals=(Arrival(1, Hex("0401"), units("F1")),),
        supply_sources=MappingProxyType({Hex("0401"): FRENCH}),
        control=MappingProxyType({Hex("0401"): ALLIED}),
    )
    assert enter(state, "F1", Route(hexes("0401"))).of(HexControlled) == []


@pytest.mark.rule("N5.81")
def test_leaders_do_not_go_along_with_arrivals_but_for_the_commander() -> None:
    asked = ChoosePath(FRENCH, units("F1"), Hex("0401"))
    state = arriving(*TWO, "F7 leader 0401")
    refusal = asked.refusal(state, Route(hexes("0401 0402"), leaders=(LeaderId("F7"),)))
    assert refusal is not None
    assert refusal.rule == "N5.9"


@pytest.mark.rule("N22.2")
def test_entering_over_a_supply_source_takes_it() -> None:
    sources = MappingProxyType({Hex("0401"): FRENCH})
    state = arriving(
        *TWO, supply_sources=sources, control=MappingProxyType({Hex("0401"): "allied"})
    )
    played = enter(state, "F1", Route(hexes("0401 0402")))
    assert played.of(HexControlled) == [HexControlled(Hex("0401"), FRENCH, unit("F1"))]


@pytest.mark.rule("N5.83")
def test_a_commander_in_chief_and_his_hq_stand_on_the_entry_hex_in_the_orders_phase() -> None:
    arrivals = (Arrival(2, Hex("0401"), (), (FormationId("FHQ"),)),)
    state = position(
        OPEN, "F8 overall due of:FHQ", "F9 hq due of:FHQ", "F7 leader due", arrivals=arrivals
    )
    assert play(state, place_headquarters).events == []
    state.turn = 2
    played = play(state, place_headquarters)
    assert played.of(LeaderEntered) == [
        LeaderEntered(LeaderId("F8"), Hex("0401")),
        LeaderEntered(LeaderId("F9"), Hex("0401")),
    ]

    async def again(table: Table[GameState]) -> None:
        await place_headquarters(table)

    assert play(played.state, again).events == []


def placed(*lines: str, entry: str = "0401") -> dict[str, str]:
    """Where commanders-in-chief, their HQs and wing commanders who are due are set down."""
    arrivals = (Arrival(1, Hex(entry), (), (FormationId("FHQ"), FormationId("FW"))),)
    state = position(
        OPEN,
        "F8 overall due of:FHQ",
        "F9 hq due of:FHQ",
        "F7 wing due of:FW",
        *lines,
        arrivals=arrivals,
        **ROAD,
    )
    return {e.leader: e.hex for e in play(state, place_headquarters).of(LeaderEntered)}


@pytest.mark.rule("N5.83")
def test_a_wing_commander_who_is_due_is_placed_too() -> None:
    assert placed() == {"F8": "0401", "F9": "0401", "F7": "0401"}


@pytest.mark.rule("N5.83")
def test_a_commander_in_chief_is_not_set_down_among_enemies() -> None:
    assert placed("A1 infantry 5-3 0401") == dict.fromkeys(("F8", "F9", "F7"), Hex("0101"))
    assert placed("A1 train 0401") == dict.fromkeys(("F8", "F9", "F7"), Hex("0101"))


@pytest.mark.rule("N5.83")
def test_a_commander_in_chief_waits_where_every_way_in_is_closed() -> None:
    enemies = ("A1 infantry 5-3 0401", "A2 infantry 5-3 0101", "A3 infantry 5-3 0701")
    assert placed(*enemies) == {}


@pytest.mark.rule("N6.8")
def test_in_an_enemy_zone_a_commander_enters_with_friends_only_and_the_hq_never() -> None:
    near = "A1 infantry 5-3 0402"
    assert placed(near) == dict.fromkeys(("F8", "F9", "F7"), Hex("0101"))
    escorted = placed(near, "F1 infantry 5-3 0401")
    assert escorted == {"F8": "0401", "F9": "0101", "F7": "0401"}


@pytest.mark.rule("N5.83")
def test_corps_commanders_do_not_come_with_the_headquarters() -> None:
    arrivals = (Arrival(1, Hex("0401"), (), (FI,)),)
    state = position(OPEN, "F8 leader due", "F7 wing due", arrivals=arrivals)
    assert [e.leader for e in play(state, place_headquarters).of(LeaderEntered)] == ["F7"]


@pytest.mark.rule("N5.81")
def test_a_leader_who_is_taken_before_he_rides_does_not_come_twice() -> None:
    state = arriving(*TWO)
    state.put_leader(replace(state.leaders[LeaderId("F8")], box=Box.CAPTURED))
    assert not enter(state, "F1", Route(hexes("0401"))).of(LeaderEntered)


# -- arrivals by die (T20.4) and alternate forces (T20.5, N24.2)


VARIED = MappingProxyType({"arrivals": "varied"})
TURNS = tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY) for n in range(1, 11))


def varying(*groups: Arrival, turn: int = 1, **more: Any) -> GameState:
    """Four corps of one unit each are due; the option is on."""
    lines = [f"F{n} infantry 5-3 due of:F{'I' * n}" for n in range(1, 5)]
    options = more.pop("options", VARIED)
    state = position(OPEN, *lines, arrivals=groups, options=options, turns=TURNS, **more)
    state.turn = turn
    return state


def group(who: str, turn: int, entry: str = "0401", shift: int = 0) -> Arrival:
    return Arrival(turn, Hex(entry), units(who), shift=shift, rolled=bool(shift))


def varied(state: GameState, *dice: int) -> Played[None]:
    return play(state, vary_arrivals, dice)


@pytest.mark.rule("T20.4")
@pytest.mark.parametrize(("die", "shift"), [(1, -2), (2, -1), (3, 0), (4, 0), (5, 1), (6, 2)])
def test_the_die_says_when_a_group_comes(die: int, shift: int) -> None:
    played = varied(varying(group("F1", 6), turn=4), die)
    assert played.of(ArrivalVaried) == [ArrivalVaried(0, die, 0, shift)]
    (now,) = played.state.schedule.arrivals
    assert (now.turn, now.shift, now.rolled) == (6 + shift, shift, True)
    assert schedule(played.state)[unit("F1")].turn == 6 + shift


@pytest.mark.rule("T20.4")
def test_it_is_thrown_two_turns_ahead_once_for_each_group() -> None:
    groups = (group("F1", 3), group("F2", 3, "0101"), group("F3", 4))
    assert varied(varying(*groups, turn=2), 3).of(ArrivalVaried) == [ArrivalVaried(2, 3, 0, 0)]
    both = varied(varying(*groups), 3, 4)
    assert [e.group for e in both.of(ArrivalVaried)] == [0, 1]
    assert varied(both.state).events == []


@pytest.mark.rule("T20.4")
def test_without_the_option_nobody_rolls() -> None:
    assert varied(varying(group("F1", 3), options=MappingProxyType({}))).events == []
    fixed = MappingProxyType({"arrivals": "fixed"})
    assert varied(varying(group("F1", 3), options=fixed)).events == []


@pytest.mark.rule("T20.4")
@pytest.mark.parametrize(
    ("shifts", "modifier"),
    [((1,), -1), ((-2,), 1), ((1, -1), 0), ((1, 1, -1), -1), ((-1, -1, 2), 1), ((2,), -1)],
)
def test_the_die_is_pulled_against_what_came_more_often(
    shifts: tuple[int, ...], modifier: int
) -> None:
    """However long the delays were."""
    before = [group(f"F{n}", 3 + s, f"0{n}01", s) for n, s in enumerate(shifts, 2)]
    played = varied(varying(group("F1", 6), *before, turn=4), 3)
    (event,) = played.of(ArrivalVaried)
    assert event.modifier == modifier
    assert event.shift == {-1: -1, 0: 0, 1: 0}[modifier]


@pytest.mark.rule("T20.4")
@pytest.mark.parametrize(("late", "die", "shift"), [(True, 1, -2), (False, 6, 2)])
def test_a_modified_die_stays_within_one_and_six(late: bool, die: int, shift: int) -> None:
    other = group("F2", 3, "0101", 1 if late else -1)
    (event,) = varied(varying(group("F1", 6), other, turn=4), die).of(ArrivalVaried)
    assert event.shift == shift


@pytest.mark.rule("T20.4")
def test_the_enemys_arrivals_do_not_pull_the_die() -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "A1 infantry 5-3 due",
        arrivals=(group("F1", 6), group("A1", 3, "0701", 1)),
        options=VARIED,
        turns=TURNS,
    )
    state.turn = 4
    (event,) = varied(state, 3).of(ArrivalVaried)
    assert event.modifier == 0


@pytest.mark.rule("T20.4")
@pytest.mark.parametrize(
    ("first", "entry", "die", "turn"),
    [
        (5, "0401", 1, 5),  # due earlier on the same road: not before it
        (5, "0101", 1, 4),  # on another road
        (6, "0401", 1, 4),  # due together
        (7, "0401", 1, 4),  # due later
        (5, "0401", 2, 5),
    ],
)
def test_a_group_does_not_pass_one_that_is_due_before_it(
    first: int, entry: str, die: int, turn: int
) -> None:
    other = replace(group("F2", first, entry), rolled=True)
    state = varying(group("F1", 6), other, turn=4)
    assert varied(state, die).state.schedule.arrivals[0].turn == turn


@pytest.mark.rule("T20.4")
def test_a_group_that_is_on_time_waits_behind_a_late_one() -> None:
    state = varying(group("F1", 6), group("F2", 7, shift=2), turn=4)  # F2 was listed for turn 5
    played = varied(state, 5 - 1)  # modifier -1: 3, on time
    assert played.of(ArrivalVaried) == [ArrivalVaried(0, 4, -1, 1)]
    assert played.state.schedule.arrivals[0].turn == 7


@pytest.mark.rule("T20.4")
def test_the_dice_fall_before_the_orders_of_the_turn() -> None:
    played = play(varying(group("F1", 3)), card_phase, [1])
    assert [type(e) for e in played.events][:2] == [ArrivalVaried, PhaseBegan]
    assert due_units(played.state, FormationId("FI")) == units("F1")  # two turns early: now


# -- alternates


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


def called(state: GameState, *dice: int) -> Played[None]:
    (group_,) = callable_alternates(state, FRENCH)
    return play(state, lambda table: call_alternate(table, FRENCH, group_), dice)


@pytest.mark.rule("T20.5")
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_alternates_come_after_half_the_die_rounded_up(die: int, turns: int) -> None:
    played = called(listed(), die)
    assert played.of(AlternateCalled) == [AlternateCalled(FRENCH, 1, die, 2 + turns)]
    (group_,) = played.state.schedule.arrivals
    assert (group_.turn, group_.entry, group_.units) == (2 + turns, "0401", units("F2 F3"))


@pytest.mark.rule("T20.5")
def test_they_come_in_list_order_one_at_a_call() -> None:
    once = called(listed(), 1)
    twice = called(once.state, 1)
    assert [e.number for e in (*once.of(AlternateCalled), *twice.of(AlternateCalled))] == [1, 2]
    assert callable_alternates(twice.state, FRENCH) == ()
    assert callable_alternates(listed(), ALLIED) == ()


@pytest.mark.rule("T20.5", "N24.4")
def test_where_lists_add_up_any_that_is_open_may_be_called() -> None:
    state = listed(has_cumulative_alternates=True)
    assert callable_alternates(state, FRENCH) == (FIRST, SECOND)
    done = play(state, lambda table: call_alternate(table, FRENCH, SECOND), [1]).state
    assert [group_.units for group_ in done.schedule.arrivals] == [units("F4")]
    assert callable_alternates(done, FRENCH) == (FIRST,)


@pytest.mark.rule("T20.5")
def test_who_was_called_by_one_list_is_not_called_by_another() -> None:
    again = replace(FIRST, number=3, entry=Hex("0101"))
    state = listed(FIRST, SECOND, again, has_cumulative_alternates=True)
    done = play(state, lambda table: call_alternate(table, FRENCH, again), [1]).state
    assert callable_alternates(done, FRENCH) == (SECOND,)


@pytest.mark.rule("N24.2")
def test_before_they_are_called_they_are_not_in_play() -> None:
    state = listed()
    assert state.units[unit("F2")].box is Box.RESERVE
    assert not has_chit(state, FormationId("FII"))
    assert FormationId("FII") not in levelled(state)


@pytest.mark.rule("N24.2", "T20.5")
def test_called_they_have_chit_commander_and_orders() -> None:
    state = called(listed(), 1).state
    second = FormationId("FII")
    assert not has_chit(state, second)
    assert second in levelled(state)
    state.turn = 3
    assert due_units(state, second) == units("F2 F3")
    assert has_chit(state, second)
    assert state.leaders[LeaderId("F9")].box is Box.DUE
    assert state.pad.lines[LineId("FII")].steps == (OrderStep(Verb.DEFEND, Hex("0401")),)
    state.activation = Activation(second, FRENCH, Segment.MOVEMENT, had_contact=False)
    entered = play(
        state,
        movement_segment,
        answers={ActivateUnit: [units("F2")], ChoosePath: [Route(hexes("0401"))]},
    )
    assert entered.of(UnitEntered) == [UnitEntered(unit("F2"), Hex("0401"))]
    assert entered.state.leaders[LeaderId("F9")].hex == "0401"


@pytest.mark.rule("T20.4", "T20.5")
def test_nobody_rolls_for_called_alternates_again() -> None:
    state = called(listed(), 3).state
    state.turn = 2
    assert varied(state).events == []


# -- the calendar of reinforcements (N5.8, N5.82, T20.4, T20.5)


TURNS_OF_CALENDAR = tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY) for n in range(1, 7))
LINES = (
    "F1 infantry 5-3 due",
    "F2 infantry 4-3 due of:FII",
    "F9 overall due of:FHQ",
    "A1 infantry 5-3 0707",
)
FIRST_OF_CALENDAR = Arrival(4, Hex("0401"), units("F1"), note="by the great road")
SECOND_OF_CALENDAR = Arrival(2, Hex("0101"), units("F2"))
STAFF = Arrival(3, Hex("0401"), (), (FormationId("FHQ"),))


def coming(*groups: Arrival, turn: int = 1, **more: Any) -> GameState:
    state = position(
        OPEN, *LINES, arrivals=groups, turns=TURNS_OF_CALENDAR, trails=["0101 0102"], **more
    )
    state.turn = turn
    return state


@pytest.mark.rule("N5.8")
def test_groups_are_listed_by_turn_with_who_and_where() -> None:
    entries = calendar(coming(FIRST_OF_CALENDAR, SECOND_OF_CALENDAR, STAFF))
    assert [(e.turn, e.entry, e.units, e.leaders) for e in entries] == [
        (2, "0101", units("F2"), ()),
        (3, "0401", (), (LeaderId("F9"),)),
        (4, "0401", units("F1"), ()),
    ]
    assert [e.formations for e in entries] == [("FII",), ("FHQ",), ("FI",)]
    assert {e.side for e in entries} == {FRENCH}
    assert {e.coming for e in entries} == {Coming.LATER}
    assert [(e.reason, e.rule) for e in entries] == [("", "")] * 3
    assert entries[2].note == "by the great road"


@pytest.mark.rule("N5.81")
@pytest.mark.parametrize(
    ("turn", "found"), [(1, Coming.LATER), (2, Coming.DUE), (3, Coming.WAITING)]
)
def test_how_far_a_group_has_come(turn: int, found: Coming) -> None:
    (entry,) = calendar(coming(SECOND_OF_CALENDAR, turn=turn))
    assert entry.coming is found
    assert entry.rule == ("N5.81" if found is Coming.WAITING else "")


def test_who_has_entered_stays_listed() -> None:
    state = coming(SECOND_OF_CALENDAR, turn=3)
    state.put_unit(replace(state.units[unit("F2")], hex=Hex("0202"), box=None))
    (entry,) = calendar(state)
    assert (entry.coming, entry.units) == (Coming.ENTERED, units("F2"))
    state = coming(STAFF, turn=3)
    state.put_leader(replace(state.leaders[LeaderId("F9")], hex=Hex("0202"), box=None))
    assert calendar(state)[0].coming is Coming.ENTERED


@pytest.mark.rule("N5.82")
def test_a_closed_entry_hex_is_the_reason() -> None:
    state = coming(replace(SECOND_OF_CALENDAR, entry=Hex("0401")), turn=2)
    state.put_unit(replace(state.units[unit("A1")], hex=Hex("0401")))
    (entry,) = calendar(state)
    assert (entry.reason, entry.rule) == (
        "Its entry hex is closed: it may enter at 0101.",
        "N5.82",
    )
    state = coming(replace(SECOND_OF_CALENDAR, entry=Hex("0701")), turn=2)
    state.put_unit(replace(state.units[unit("A1")], hex=Hex("0701")))
    (entry,) = calendar(state)
    assert entry.reason == "Its entry hex is closed, and no other within reach: it waits."


@pytest.mark.rule("T20.4")
def test_the_die_is_the_reason_for_another_turn() -> None:
    late = replace(FIRST_OF_CALENDAR, turn=5, shift=1, rolled=True)
    early = replace(SECOND_OF_CALENDAR, turn=2, shift=-2, rolled=True)
    on_time = replace(STAFF, rolled=True)
    entries = calendar(coming(late, early, on_time))
    assert [(e.turn, e.listed, e.shift) for e in entries] == [(2, 4, -2), (3, 3, 0), (5, 4, 1)]
    assert [e.reason for e in entries] == [
        "Listed for 15:00, brought forward by the die.",
        "The die brings it on time.",
        "Listed for 15:00, held up by the die or by those before it on its road.",
    ]
    assert {e.rule for e in entries} == {"T20.4"}


@pytest.mark.rule("T20.4")
def test_what_is_still_open_is_said() -> None:
    varied = MappingProxyType({"arrivals": "varied"})
    soon, later = calendar(coming(FIRST_OF_CALENDAR, SECOND_OF_CALENDAR, options=varied))
    assert soon.reason == ""  # due on turn 2: too early for its die
    assert later.reason == "Not certain yet: a die is thrown for it at 13:00."
    assert later.rule == "T20.4"
    assert (
        calendar(coming(FIRST_OF_CALENDAR, turn=2, options=varied))[0].reason == ""
    )  # its die falls now


@pytest.mark.rule("T20.4")
def test_after_the_last_turn_nobody_comes() -> None:
    (entry,) = calendar(coming(replace(FIRST_OF_CALENDAR, turn=7, shift=1, rolled=True)))
    assert entry.coming is Coming.NEVER


@pytest.mark.rule("T20.5")
def test_called_alternates_are_listed_with_their_reason() -> None:
    alternate = Alternate(FRENCH, 1, Hex("0101"), units("F2"), (FormationId("FII"),))
    state = coming(FIRST_OF_CALENDAR, alternates=(alternate,))
    state.put_unit(replace(state.units[unit("F2")], box=Box.RESERVE))
    AlternateCalled(FRENCH, 1, 3, 3).apply(state)
    called, listed = calendar(state)
    assert (called.turn, called.units, called.rule) == (3, units("F2"), "T20.5")
    assert called.reason == "Alternate forces that were called."
    assert listed.rule == ""


# -- orders to forces on their way to the map (N5.8)


FI_OF_NOTICE = LineId("FI")
OC = LeaderId("F9")
NIGHT, DAY = TurnKind.NIGHT_AM, TurnKind.DAY
TURNS_OF_NOTICE = (
    TurnCard(1, 31, 16, DAY),
    TurnCard(2, 31, 17, DAY),
    TurnCard(3, 1, 2, NIGHT),
    TurnCard(4, 1, 5, NIGHT),
    TurnCard(5, 1, 6, DAY),
    TurnCard(6, 1, 7, DAY),
    TurnCard(7, 1, 9, DAY),
    TurnCard(8, 1, 11, DAY),
)
"""Two days of a campaign, the last of a month and the first of the next."""


def coming_notice(turn: int, now: int, **more: Any) -> GameState:
    """A corps comes on a turn; its commander in chief is on the map."""
    state = position(
        OPEN,
        "F1 infantry 5-3 due",
        "F8 leader due",
        "F9 overall 0404 of:FHQ",
        "F7 hq 0404 of:FHQ",
        arrivals=(Arrival(turn, Hex("0401"), units("F1")),),
        turns=TURNS_OF_NOTICE,
        orders="FI: march 0407; FHQ: defend 0404",
        roads=["0401 0402 0403"],
        **more,
    )
    state.turn = now
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.ORDERS)
    return state


@pytest.mark.rule("N5.8")
@pytest.mark.parametrize(
    ("turn", "now", "is_open"),
    [
        (7, 1, True),
        (7, 4, True),  # 05:00 for 09:00: four hours, and before the first day turn
        (7, 5, False),  # the first day turn itself
        (6, 4, False),  # two hours
        (6, 3, True),  # 02:00 for 07:00
        (2, 1, False),  # the same day
        (8, 5, False),  # five hours, but the first day turn itself
    ],
)
def test_an_order_needs_four_hours_and_must_be_sent_before_the_day_of_arrival_dawns(
    turn: int,
    now: int,
    is_open: bool,
) -> None:
    refusal = line_refusal(coming_notice(turn, now), FRENCH, FI_OF_NOTICE)
    assert (refusal is None) is is_open
    assert refusal is None or refusal.rule == "N5.8"


@pytest.mark.rule("N5.8")
def test_hours_are_counted_over_the_night_and_the_end_of_a_month() -> None:
    battle = coming_notice(7, 1).battle
    assert [hours_between(battle, 1, turn) for turn in range(1, 8)] == [0, 1, 10, 13, 14, 15, 17]


@pytest.mark.rule("N5.8")
def test_the_courier_meets_them_four_hours_later_at_the_latest_when_they_arrive() -> None:
    assert courier(coming_notice(7, 3), OC, FI_OF_NOTICE).due == 5  # 02:00, then 06:00
    assert courier(coming_notice(7, 4), OC, FI_OF_NOTICE).due == 7
    assert courier(coming_notice(6, 2), OC, FI_OF_NOTICE).due == 3
    assert courier(coming_notice(6, 3), OC, FI_OF_NOTICE).due == 5  # the turn before they arrive


@pytest.mark.rule("N5.8")
def test_the_order_is_one_of_those_that_the_commander_may_write() -> None:
    state = coming_notice(7, 3)
    paper = Paper(FI_OF_NOTICE, steps("attack 0404"))
    assert paper_refusal(state, FRENCH, paper) is None
    assert FI_OF_NOTICE in recipients(state, FRENCH)
    assert any(p is not None and p.line == FI_OF_NOTICE for p in IssueOrder(FRENCH).options(state))
    late = coming_notice(7, 5)
    assert FI_OF_NOTICE not in recipients(late, FRENCH)
    refusal = paper_refusal(late, FRENCH, paper)
    assert refusal is not None
    assert refusal.rule == "N5.8"


@pytest.mark.rule("N5.8")
def test_it_is_delivered_and_obeyed_on_their_way() -> None:
    state = coming_notice(7, 5, formations={"FHQ": {"kind": "headquarters"}})
    state.pad = replace(state.pad, writing=Writing.DELIVERY)
    state.pad = replace(
        state.pad,
        dispatches={**state.pad.dispatches, FI_OF_NOTICE: Dispatch(steps("defend 0404"), OC, 3, 5)},
    )

    played = play(state, orders_phase)
    assert played.of(OrderDelivered) == [OrderDelivered(FRENCH, FI_OF_NOTICE)]
    obeyed = play(played.state, orders_phase, [1])
    assert obeyed.of(OrderInForce) == [OrderInForce(FRENCH, FI_OF_NOTICE, steps("defend 0404"), 0)]


@pytest.mark.rule("N5.8")
def test_an_order_to_nobody_is_void() -> None:
    state = coming_notice(7, 5)
    state.schedule = replace(state.schedule, arrivals=())
    state.pad = replace(state.pad, writing=Writing.DELIVERY)
    state.pad = replace(
        state.pad,
        dispatches={**state.pad.dispatches, FI_OF_NOTICE: Dispatch(steps("defend 0404"), OC, 3, 5)},
    )
    assert play(state, orders_phase).of(OrderDropped) == [OrderDropped(FRENCH, FI_OF_NOTICE)]


@pytest.mark.rule("N5.8", "N12.16")
def test_an_order_without_objective_means_where_they_enter() -> None:
    state = coming_notice(7, 3)
    answers = {IssueOrder: [Paper(FI_OF_NOTICE, (OrderStep(Verb.DEFEND),)), None]}
    played = play(state, orders_phase, answers={IssueOrder: answers[IssueOrder][:1]})
    assert played.state.pad.dispatches[FI_OF_NOTICE].steps == (OrderStep(Verb.DEFEND, Hex("0401")),)


@pytest.mark.rule("N12.41")
def test_forces_that_never_come_cannot_be_written_to() -> None:
    refusal = line_refusal(coming_notice(9, 1), FRENCH, FI_OF_NOTICE)
    assert refusal is not None
    assert refusal.rule == "N12.41"

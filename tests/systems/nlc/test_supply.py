"""Supply: lines, trains, checks (N16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import Refusal
from hexwar.hexes import Hex, hexside
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events.losses import UnitEliminated, UnitReturned
from hexwar.systems.nlc.events.supply import SupplyChanged, TrainAssigned
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.confidence import confidence_report
from hexwar.systems.nlc.rules.losses.demoralization import weariness
from hexwar.systems.nlc.rules.losses.morale import morale_report
from hexwar.systems.nlc.rules.movement.exhaustion import may_force
from hexwar.systems.nlc.rules.movement.works import building_hexes
from hexwar.systems.nlc.rules.orders.compliance import compliance_report
from hexwar.systems.nlc.rules.supply.check import AssignTrain, check_all_supply, check_supply
from hexwar.systems.nlc.rules.supply.lines import (
    borrowers,
    march_columns,
    own_field,
    side_supply,
    supply_field,
    supply_line,
    why_supply,
)
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.rules.turn.weather import weather_phase
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.pieces import Box
from hexwar.table.reports import PointKind
from hexwar.table.spans import Spans
from tests.systems.nlc.cases import each
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    battle_of,
    board,
    position,
    unit,
    units,
)
from tests.systems.nlc.slow_traces import SlowSupply
from tests.systems.nlc.staffs import on_its_way
from tests.systems.nlc.supplies import FI, FII, LONG, ROAD, WEST, is_supplied, laid
from tests.systems.nlc.test_properties import Position, sheets

FAR = ("F1 infantry 3-3 1801", "F9 train 1701")
"""A unit next to its train, whose road is long."""

GAP, RIVER = ["0901-1001"], ["0801-0901", "0801-0902", "0802-0902"]
"""A hexside on the road, and a river from north to south between the columns 08 and 09."""

DOWN: dict[str, Any] = {"bridges": GAP, "damaged": GAP}


def f1(hex_: str) -> tuple[str, ...]:
    return (f"F1 infantry 3-3 {hex_}",)


@pytest.mark.rule("N16.2", "N16.6")
@each(
    "lines words supplied",
    (f1("1501"), {}, True),  # fourteen hexes from the source; the road does not shorten it
    (f1("1502"), {}, True),
    (f1("1601"), {}, False),
    ((*f1("1901"), "F9 train 0501"), {}, True),  # from the own train
    ((*f1("2001"), "F9 train 0501"), {}, False),
    (f1("0401"), {"numbers": {"trace.supply": 3}}, True),  # a scenario may say how many
    (f1("0501"), {"numbers": {"trace.supply": 3}}, False),
    (f1("1101"), {"streams": RIVER}, True),
    ((*f1("0501"), "A1 light 2-3 0301"), {}, True),  # there is another way round
)
def test_how_long_a_line_may_be(
    lines: tuple[str, ...], words: dict[str, Any], supplied: bool
) -> None:
    assert is_supplied(laid(*lines, **words), "F1") is supplied


@pytest.mark.rule("N16.2", "N16.6")
def test_the_line_from_the_own_train_its_road_and_the_field() -> None:
    line = supply_line(laid(*f1("1901"), "F9 train 0501"), unit("F1"))
    assert line.point is not None
    assert (line.point.kind, line.point.hex, line.point.train) == (PointKind.TRAIN, "0501", "F9")
    assert line.distance == 14
    assert (line.line[0], line.line[-1], len(line.line)) == ("1901", "0501", 15)
    assert line.road == ("0501", "0401", "0301", "0201", "0101")
    assert line.reason == "14 hexes from the baggage train in 0501, whose road to 0101 is open."
    assert line.rule == "N16.2"
    field = supply_field(laid("F9 train 1801", *f1("2001")), FI)
    distances = {h: field.distance(Hex(h)) for h in ("1801", "1901", "0101", "0902", "1001")}
    assert distances == {"1801": 0, "1901": 1, "0101": 0, "0902": 8, "1001": 8}
    assert field.line(Hex("1902")) == ("1902", "1801")
    point = field.point(Hex("0501"))
    assert point is not None
    assert (point.kind, point.hex) == (PointKind.SOURCE, "0101")
    assert field.distances()[Hex("2001")] == 2
    assert list(field.distances().values()) == sorted(field.distances().values())
    # A hex out of supply has neither distance nor line.
    field, out = supply_field(laid(*f1("2001")), FI), Hex("2001")
    assert (field.distance(out), field.line(out), field.point(out)) == (None, (), None)
    assert out not in field.distances()
    state = laid(*f1("2001"), "F9 train 1901", roads=[], trails=[ROAD])
    line = supply_line(state, unit("F1"))
    assert line.in_supply
    assert len(line.road) == 19
    sources = {Hex("0101"): FRENCH, Hex("2001"): FRENCH}
    lines = (*f1("1502"), "F9 train 1401", "A1 light 2-3 0901")
    line = supply_line(laid(*lines, supply_sources=sources), unit("F1"))
    assert line.in_supply
    assert line.road[-1] == "2001"


@pytest.mark.rule("N16.2", "N16.6", "N5.71")
@each(
    "lines words told",
    (
        f1("0501"),
        {"supply_sources": {Hex("0101"): ALLIED}},
        "N16.2: There is no friendly supply source and no baggage train to use.",
    ),
    (
        (*f1("1801"), "F9 train 1702"),
        {},
        "N16.2 1702: The baggage train in 1702 is on no road or trail.",
    ),
    (  # a train that is too far to matter
        (*f1("0401"), "F9 train 2002", "A1 light 2-3 0201", "A2 light 2-3 0202"),
        {},
        "N16.6 0201: The enemy in 0201 cuts the line to the supply source in 0101.",
    ),
    (
        FAR,
        {"roads": ["1701 1801", "0101 0201"]},
        "N16.2 1701: No road leads from the baggage train in 1701 to a friendly source.",
    ),
    (  # A plain line round him would do for the unit, not for its train.
        (*FAR, "A1 light 2-3 0901"),
        {},
        "N16.6 0901: The enemy in 0901 cuts the road of the baggage train in 1701.",
    ),
    (
        FAR,
        DOWN,
        "N5.71 1001 0901: The damaged bridge between 1001 and 0901 cuts the road of the baggage "
        "train in 1701.",
    ),
    (
        (*f1("0301"), "F9 train 0201", "A1 light 2-3 0101 disrupted"),
        {},
        "N16.6 0101: The enemy in 0101 cuts the road of the baggage train in 0201.",
    ),
    (  # enemies cut the line and their zones do not
        (*f1("0501"), "A1 light 2-3 0301", "A2 light 2-3 0302 disrupted"),
        {},
        "N16.6 0302: The enemy in 0302 cuts the line to the supply source in 0101.",
    ),
    (
        f1("0901"),
        {"rivers": RIVER},
        "N16.6 0901 0801: The river between 0901 and 0801 cuts the line to the supply source in "
        "0101.",
    ),
    (
        f1("1601"),
        {},
        "N16.6: 15 hexes from the supply source in 0101, and a supply line has 14 at most.",
    ),
)
def test_why_a_unit_is_out_of_supply(
    lines: tuple[str, ...], words: dict[str, Any], told: str
) -> None:
    state = laid(*lines, **words)
    assert not is_supplied(state, "F1")
    line = supply_line(state, unit("F1"))
    assert f"{' '.join((line.rule, *line.blocked_at))}: {line.reason}" == told


@pytest.mark.rule("N16.6", "N5.71")
@each(
    "enemies water supplied",
    (("A1 infantry 9-3 0902 tail:0901",), {}, False),
    (("A1 light 2-3 0902",), {}, True),  # only a zone
    (("A1 train 0901",), {}, True),
    (("A1 leader 0901",), {}, True),
    ((), {"rivers": GAP}, False),
    ((), DOWN, False),
    *(((), {word: GAP}, True) for word in ("bridges", "fords", "streams", "trestles")),
    ((), {"pontoons": GAP}, False),
    ((), {"pontoons": GAP, "fords": GAP}, True),
    ((), {"trestles": GAP, "damaged": GAP}, True),
)
def test_what_cuts_the_road(
    enemies: tuple[str, ...], water: dict[str, Any], supplied: bool
) -> None:
    assert is_supplied(laid(*FAR, *enemies, **water), "F1") is supplied


@pytest.mark.rule("N16.6", "N5.71")
@each(
    "water supplied",
    ({"rivers": RIVER[2:]}, False),
    ({"bridges": RIVER[2:], "damaged": RIVER[2:]}, False),
    *(({word: RIVER[2:]}, True) for word in ("bridges", "fords")),
    ({"pontoons": RIVER[2:]}, False),
    ({"pontoons": RIVER[2:], "fords": RIVER[2:]}, True),  # by the ford
)
def test_the_line_crosses_a_river_at_a_whole_bridge_or_ford_only(
    water: dict[str, Any], supplied: bool
) -> None:
    """37.3.1: what bars trains bars lines, at a damaged bridge and at a pontoon bridge."""
    words = {"rivers": RIVER[:2] + water.get("rivers", [])}
    assert is_supplied(laid(*f1("1101"), **(water | words)), "F1") is supplied


@pytest.mark.rule("N16.6", "N5.71")
def test_the_answer_follows_bridges_and_pieces() -> None:
    state = laid(*f1("1101"), rivers=RIVER[1:], bridges=RIVER[:1])
    after = state.copy()
    after.put_spans(Spans(damaged=frozenset({hexside(Hex("0801"), Hex("0901"))})))
    assert is_supplied(state, "F1")
    assert not is_supplied(after, "F1")
    assert supply_line(after, unit("F1")).rule == "N5.71"
    line = supply_line(laid(*f1("1101"), rivers=RIVER[1:], pontoons=RIVER[:1]), unit("F1"))
    words = "The pontoon bridge between 0901 and 0801 cuts the line to the supply source in 0101."
    assert (line.reason, line.rule) == (words, "N5.71")
    assert is_supplied(state, "F1")  # the game itself has not changed
    state = laid(*f1("0501"), "A1 light 2-3 0301", "A2 light 2-3 0702")
    assert is_supplied(state, "F1")
    state.put_unit(replace(state.units[unit("A2")], hex=Hex("0302")))
    assert not is_supplied(state, "F1")


@pytest.mark.rule("N16.2")
def test_why_a_hex_would_be_in_supply_and_who_is_not_asked() -> None:
    state = laid(*f1("0501"), "F9 train 0301")
    there = why_supply(state, FI, Hex("0301"))
    assert there.reason == "At the baggage train in 0301, whose road to 0101 is open."
    out = why_supply(state, FI, Hex("1901"))
    assert (out.in_supply, out.distance, out.point) == (False, None, None)
    words = "16 hexes from the baggage train in 0301, and a supply line has 14 at most."
    assert out.reason == words
    away = laid(*f1("due"))
    with pytest.raises(ValueError, match="F1 is not on the map"):
        supply_line(away, unit("F1"))
    assert side_supply(away, FRENCH) == {}
    state = laid(*f1("0501"), "F9 train 0301", "A1 light 2-3 1801")
    assert list(side_supply(state, FRENCH)) == ["F1"]
    assert supply_line(state, unit("F9")) == why_supply(state, FI, Hex("0301"))
    assert side_supply(state, ALLIED) == {unit("A1"): False}
    for side in (FRENCH, ALLIED):  # a view gives the same answers
        assert side_supply(view(state, side), FRENCH) == side_supply(state, FRENCH)
    state = position(OPEN, "F1 infantry 3-3 0505", "F9 train 0404", supply_sources=WEST)
    assert is_supplied(state, "F1")
    assert supply_line(state, unit("F1")).rule == "N16.2"


# -- checks of supply: when, whose train feeds whom, and what being out of supply means


FAR_AND_NEAR = ("F1 infantry 3-3 2001", "F2 infantry 3-3 0301")
"""One unit 19 hexes from the source, and one two hexes from it."""


def checked(state: GameState, *answers: Any, side: Side = FRENCH) -> Played[None]:
    given_: Answers = {"AssignTrain": answers} if answers else {}
    return play(state, lambda table: check_supply(table, side), answers=given_)


@pytest.mark.rule("N16.1", "N18.2", "N24.1", "N16.5")
def test_supply_is_checked_at_first_and_on_weather_turns_and_holds_in_between() -> None:
    state = laid(*FAR_AND_NEAR, weather_turns=(1,))
    played = play(state, weather_phase, [3])
    assert played.story == ["WeatherRolled", "SupplyChanged", "PhaseBegan"]
    assert played.of("SupplyChanged") == [SupplyChanged(FRENCH, units("F1"), ())]
    assert played.state.supply.unsupplied == {"F1"}
    other = play(laid(*FAR_AND_NEAR, weather_turns=(2,)), weather_phase)
    assert other.story == ["PhaseBegan"]
    known = laid(*FAR_AND_NEAR, weather_turns=(1,), options={"weather": "historical"})
    assert play(known, weather_phase).story == ["SupplyChanged", "PhaseBegan"]
    sources = WEST | {Hex("0102"): ALLIED}
    state = laid(FAR_AND_NEAR[0], "A1 infantry 3-3 2002", supply_sources=sources)
    played = play(state, check_all_supply)
    assert [event.side for event in played.of("SupplyChanged")] == [FRENCH, ALLIED]
    assert play(position(LONG, *FAR_AND_NEAR, roads=[ROAD]), check_all_supply).events == []
    battle, _ = battle_of(board(LONG, roads=[ROAD]), *FAR_AND_NEAR, supply_sources=WEST)
    assert set_up(battle).supply.unsupplied == {"F1"}
    out = checked(laid(*FAR_AND_NEAR)).state
    assert checked(out).events == []  # a check that changes nothing is not told
    gone = out.copy()
    UnitEliminated(unit("F1"), Box.UAR, 3, "fire").apply(gone)
    assert gone.supply.unsupplied == frozenset()
    UnitReturned(unit("F1"), Hex("2001")).apply(gone)
    assert gone.supply.unsupplied == frozenset()
    out.put_unit(replace(out.units[unit("F1")], hex=Hex("0201")))
    assert out.supply.unsupplied == {"F1"}
    assert checked(out).events == [SupplyChanged(FRENCH, (), units("F1"))]
    assert checked(out).state.supply.unsupplied == frozenset()


GUESTS = (
    "F1 infantry 3-3 2001 of:FII",
    "F2 infantry 3-3 1801 of:FII",
    "F3 infantry 3-3 1901 of:FII",
)
LENDER = "F9 train 1701"


@pytest.mark.rule("N16.3")
def test_the_owner_names_whom_a_train_feeds_until_it_is_assigned_anew() -> None:
    state = laid(*GUESTS, LENDER)
    played = checked(state)
    asked = AssignTrain(FRENCH, unit("F9"), units("F2 F3 F1"))
    assert played.questions(AssignTrain) == [asked]
    assert list(asked.options(state)) == [units("F2 F3"), units("F2 F1"), units("F3 F1")]
    assert played.events == [
        TrainAssigned(units("F2 F3"), unit("F9")),
        SupplyChanged(FRENCH, units("F1"), ()),
    ]
    assert asked.kind(units("F2 F3")) == "assign"
    first = checked(laid(*GUESTS, LENDER), units("F1 F3"))
    assert first.state.supply.unsupplied == {"F2"}
    assert set(borrowers(first.state, FRENCH)) == {"F1", "F3"}
    again = checked(first.state, units("F2 F1"))
    assert again.state.supply.trains_of == {"F2": "F9", "F1": "F9"}
    assert again.events[1] == SupplyChanged(FRENCH, units("F3"), units("F2"))


@pytest.mark.rule("N16.3")
def test_a_train_feeds_two_who_live_on_no_other_and_have_no_line() -> None:
    state = laid(*GUESTS, LENDER, "F4 infantry 3-3 0201")
    asked = AssignTrain(FRENCH, unit("F9"), units("F2 F3 F1"))
    no = Refusal("Name 2 of the units that the train can feed.", "N16.3")
    for answer in ("F1", "F1 F1", "F1 F2 F3", "F1 F4", ""):
        assert asked.refusal(state, units(answer)) == no
    assert asked.refusal(state, units("F1 F2")) is None
    # Nobody is asked where there is room.
    played = checked(laid(*GUESTS[:2], LENDER))
    assert played.questions("AssignTrain") == []
    assert played.events == [TrainAssigned(units("F2 F1"), unit("F9"))]
    assert checked(played.state).events == []
    # F2 would fit on either: the second train has room for the two that only it can feed.
    lines = (f"F{n} infantry 3-3 {hex_} of:FII" for n, hex_ in ((2, 1701), (3, 1801), (4, 1901)))
    played = checked(laid(*lines, "F8 train 0301", "F9 train 1601 of:FIII"))
    assert played.of("TrainAssigned") == [
        TrainAssigned(units("F2"), unit("F8")),
        TrainAssigned(units("F3 F4"), unit("F9")),
    ]
    assert played.state.supply.unsupplied == frozenset()
    own = (*GUESTS, LENDER, "F8 train 0102 of:FII")
    assert checked(laid(*own)).questions(AssignTrain) == []
    near = laid("F1 infantry 3-3 0301 of:FII", "F2 infantry 3-3 0401 of:FII", GUESTS[2], LENDER)
    assert checked(near).of(TrainAssigned) == [TrainAssigned(units("F3"), unit("F9"))]


def starving(*lines: str, out: str, **more: Any) -> GameState:
    state = position(OPEN, *lines, **more)
    state.supply = replace(state.supply, unsupplied=frozenset(units(out)))
    return state


@pytest.mark.rule("N15.5", "N15.2")
def test_it_costs_morale_marches_and_positions_and_half_of_its_units_shake_a_corps() -> None:
    line = "F1 infantry 5-3 0404"
    well, out = starving(line, out=""), starving(line, out="F1")
    assert morale_report(well, units("F1")).value - morale_report(out, units("F1")).value == 1
    out.spirit = replace(out.spirit, demoralized=(FI,))
    report = morale_report(out, units("F1"))
    assert [row for row in report.modifiers if row[1] < 0] == [("demoralized", -1, "N15.2")]
    lines = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0404")
    marching = {"active": "FI", "orders": "FI: march 0101"}
    assert may_force(starving(*lines, out="", **marching), FI)
    assert not may_force(starving(*lines, out="F1", **marching), FI)
    digging = {"active": "FI", "orders": "FI: defend 0404"}
    assert building_hexes(starving(*lines, out="", **digging), FI) == ("0404",)
    assert building_hexes(starving(*lines, out="F1", **digging), FI) == ()
    corps = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0405", "F3 infantry 5-3 0406")
    others = ("F4 infantry 5-3 uar", "FT train 0401", "A1 infantry 5-3 0707")
    for who, word in (("", None), ("F1", None), ("F1 F2", "out of supply"), ("A1", None)):
        state = starving(*corps, *others, out=who)
        assert weariness(state, FI) == word
        state.spirit = replace(state.spirit, exhausted=(FI,))
        assert weariness(state, FI) == (word or "exhausted")
        state.spirit = replace(state.spirit, demoralized=(FI,))
        assert weariness(state, FI) == "demoralized"


@pytest.mark.rule("N15.5", "N12.51", "N8.31")
def test_it_shifts_compliance_and_lowers_the_confidence_of_who_attacks() -> None:
    for verb, shift in (("defend", 1), ("attack", -1), ("reserve", None)):
        lines = ("F1 infantry 5-3 0404", "F5 leader 0404", "FOC overall 0101 of:FHQ")
        state = starving(*lines, out="F1", orders="FI: march 0101; FHQ: defend 0101")
        on_its_way(state, "FI", f"{verb} 0505")
        shifts = {reason: by for reason, by, _ in compliance_report(state, LineId("FI")).shifts}
        assert shifts.get("out of supply") == shift
    for out, counts in (("F1 F2", True), ("F2", True), ("F3", False)):
        lines = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0404", "F3 infantry 5-3 0101")
        state = starving(
            *lines, "A1 infantry 5-3 0403", out=out, active="FI", orders="FI: attack 0403"
        )
        report = confidence_report(state, Hex("0403"), units("F1 F2"))
        rows = [row for row in report.lines if row[0] == "out of supply"]
        assert rows == ([("out of supply", -2, "N15.5")] if counts else [])


@pytest.mark.rule("N16.7")
def test_a_formation_under_march_is_a_column_but_who_of_it_does_not_march() -> None:
    """37.7: it is units under March orders that are in supply by their column."""
    for order, supplied in (("march 0101", True), ("defend 1501", False)):
        for shape in ("", " column"):  # who is in road column by another order is none
            three = [f"F{n} infantry 3-3 {h}{shape}" for n, h in ((1, 1901), (2, 1701), (3, 1501))]
            found = checked(laid(*three, orders=f"FI: {order}")).state.supply.unsupplied
            assert found == (frozenset() if supplied else {"F1", "F2"})
    lines = ("F1 infantry 3-3 1901 division:1", "F2 infantry 3-3 1701", "F3 infantry 3-3 1501")
    orders = "FI: march 0101; FI/1: defend 1901"
    assert checked(laid(*lines, orders=orders)).state.supply.unsupplied == {"F1"}
    assert FII not in laid(*lines).battle.formations


@pytest.mark.rule("N16.3", "N16.6")
def test_without_a_train_at_hand_a_source_a_borrowed_one_or_its_entry_hex_serves() -> None:
    line = supply_line(laid(*f1("0201")), unit("F1"))
    assert (line.in_supply, line.rule) == (True, "N16.2")
    assert line.reason == "1 hex from the supply source in 0101."
    state = laid(*GUESTS, LENDER)
    assert [is_supplied(state, name) for name in ("F1", "F2", "F3")] == [False, True, True]
    line = supply_line(state, unit("F3"))
    assert line.point is not None
    assert (line.point.kind, line.point.train, line.rule) == (PointKind.BORROWED, "F9", "N16.3")
    assert line.reason == (
        "2 hexes from the baggage train of FI Corps in 1701, whose road to 0101 is open."
    )
    left = supply_line(state, unit("F1"))
    assert left.rule == "N16.3"
    assert left.reason == "Each train within reach already supplies 2 units of other formations."
    state = laid("F1 infantry 3-3 1901 of:FII", "F9 train 1701")
    assert supply_field(state, FII).distance(Hex("1901")) == 2
    assert own_field(state, FII).distance(Hex("1901")) is None
    assert why_supply(state, FII, Hex("2001")).rule == "N16.3"
    arrivals = (Arrival(turn=5, entry=Hex("2001"), units=(unit("F9"),)),)
    lines = (*f1("1801"), "F9 train due")
    line = supply_line(laid(*lines, arrivals=arrivals), unit("F1"))
    assert (line.in_supply, line.rule, line.road) == (True, "N16.3", ())
    assert line.reason == "2 hexes from 2001, where the baggage train will enter."
    assert not is_supplied(laid(*lines), "F1")  # no schedule brings that train
    assert not is_supplied(laid(*lines, "A1 light 2-3 2001", arrivals=arrivals), "F1")


def guests(*numbers: int, hex_: str = "1801", of: str = "FII") -> tuple[str, ...]:
    return tuple(f"F{number} infantry 3-3 {hex_} of:{of}" for number in numbers)


@pytest.mark.rule("N16.3")
@each(
    "lines found supplied",
    ((*GUESTS, LENDER), "F2:F9 F3:F9", "F2 F3"),  # the nearest first
    ((*guests(1, hex_="1901"), "F8 train 1601", "F9 train 1801 of:FIII"), "F1:F9", "F1"),
    ((*guests(3, 2, 1), LENDER), "F1:F9 F2:F9", "F1 F2"),  # by their ids
    (  # no room: the next
        (*guests(1, 2, 3), "F8 train 1701", "F9 train 1601 of:FIII"),
        "F1:F8 F2:F8 F3:F9",
        "F1 F2 F3",
    ),
    # own units take no room and need no loan
    ((*guests(1, 2, 3, of="FI"), *guests(4, hex_="2001"), LENDER), "F4:F9", "F1 F2 F3 F4"),
    # its own one is off the road and supplies nobody
    ((*guests(1, hex_="1901"), "F8 train 1702 of:FII", LENDER), "", ""),
    ((*guests(1, hex_="1901"), LENDER, "A1 light 2-3 0501"), "", ""),  # its road is cut
)
def test_whom_a_train_supplies(lines: tuple[str, ...], found: str, supplied: str) -> None:
    state = laid(*lines)
    lent = {f"{guest}:{point.train}" for guest, point in borrowers(state, FRENCH).items()}
    assert lent == set(found.split())
    fed = [name for name, is_fed in side_supply(state, FRENCH).items() if is_fed]
    assert sorted(fed) == supplied.split()


TRAIN = "F9 train 0301"
"""Fourteen hexes from 1701."""


def column(*places: str) -> tuple[str, ...]:
    """Units on the march, and their train in 0301."""
    return (*(f"F{n} infantry 3-3 {hex_}" for n, hex_ in enumerate(places, 1)), TRAIN)


def on_march(*lines: str, **more: Any) -> GameState:
    """A position in which I Corps marches."""
    return laid(*lines, **{"orders": "FI: march 0101"} | more)


@pytest.mark.rule("N16.7")
def test_a_march_column_of_one_formation_is_in_supply_with_its_last_unit() -> None:
    assert not is_supplied(on_march(*column("2001", "1801")), "F1")  # 15 hexes even from the last
    state = on_march(*column("2001", "1801", "1701"))
    assert all(is_supplied(state, name) for name in ("F1", "F2", "F3"))
    line = supply_line(state, unit("F1"))
    assert (line.rule, line.line[0], line.distance) == ("N16.7", "1701", 14)
    assert line.reason == (
        "In a march column with F3: "
        "14 hexes from the baggage train in 0301, whose road to 0101 is open."
    )
    # The line begins at its nearest unit.
    line = supply_line(on_march(*column("1801", "1701", "1601")), unit("F1"))
    assert (line.line[0], line.distance) == ("1601", 13)
    halted = "FI: march 0101; FI/1: defend 1701"
    other = "FI: march 0101; FII: march 0101"
    for second, orders in (
        ("F2 infantry 3-3 1701 division:1", halted),
        ("F2 infantry 3-3 1701 of:FII", other),
        ("F2 leader 1701", "FI: march 0101"),
    ):
        state = on_march("F1 infantry 3-3 1801", second, TRAIN, orders=orders)
        assert not is_supplied(state, "F1")


@pytest.mark.rule("N16.7", "N5.33")
@each(
    "lines words is_one",
    (column("2001", "1701"), {}, False),  # a gap of two hexes
    (column("1802", "1602"), {}, False),  # on the lower row, which has no road
    (column("1702", "1602"), {}, True),
    (column("1901", "1701"), {}, True),
    ((*column("1901", "1701"), "A1 light 2-3 1801"), {}, False),
    (column("1901", "1701"), {"rivers": ["1701-1801"]}, False),
    (("F1 infantry 3-3 2001", "F2 infantry 9-3 1701 tail:1801", TRAIN), {}, True),
)
def test_what_keeps_a_march_column_together(
    lines: tuple[str, ...], words: dict[str, Any], is_one: bool
) -> None:
    parts = (units("F1 F2"),) if is_one else (units("F1"), units("F2"))
    state = on_march(*lines, **words)
    assert march_columns(state, FI) == parts
    if lines[1] == "F2 infantry 9-3 1701 tail:1801":
        assert is_supplied(state, "F1") is is_one


@st.composite
def supplies(draw: st.DrawFn) -> tuple[Position, GameState, int, list[str]]:
    """A map with a way through it, and corps with trains, columns and enemies about it.

    With the limit of a line and the corps that march.
    """
    sheet = draw(sheets(least=3, most=6))
    lines = []
    for number in range(1, 1 + draw(st.integers(1, 5))):
        words = f"of:{draw(st.sampled_from(('FI', 'FII')))}"
        mark = draw(st.sampled_from(("", " column", " disrupted")))
        lines.append(f"F{number} infantry 3-3 {draw(st.sampled_from(sheet.hexes))} {words}{mark}")
    for number, corps in ((8, "FI"), (9, "FIII")):
        place = draw(st.sampled_from((*sheet.hexes, "due")))
        lines.append(f"F{number} train {place} of:{corps}")
    ours = {word for line in lines for word in line.split()}
    free = [hex_ for hex_ in sheet.hexes if hex_ not in ours]
    enemies = draw(st.lists(st.sampled_from(free), max_size=3)) if free else []
    lines += [f"A{number} infantry 3-3 {hex_}" for number, hex_ in enumerate(enemies)]
    sources = draw(st.lists(st.sampled_from(sheet.hexes), max_size=2))
    entry = Hex(draw(st.sampled_from(sheet.hexes)))
    limit = draw(st.integers(0, 5))
    there = sorted({w[3:] for w in ours if w in ("of:FI", "of:FII")})
    march = [one for one in there if draw(st.booleans())]
    state = position(
        sheet.text(),
        *lines,
        **sheet.features(),
        supply_sources={Hex(hex_): FRENCH for hex_ in sources},
        arrivals=(Arrival(turn=3, entry=entry, units=(unit("F8"),)),),
        numbers={"trace.supply": limit},
        orders="; ".join(f"{one}: march {entry}" for one in march),
    )
    return Position(sheet, tuple(lines)), state, limit, march


@pytest.mark.rule("N16.2", "N16.3", "N16.6", "N16.7", "N5.71")
@given(supplies())
def test_supply_and_its_lines_are_those_of_the_slow_rules(
    drawn: tuple[Position, GameState, int, list[str]],
) -> None:
    position_, state, limit, march = drawn
    slow = SlowSupply(position_.sheet, state, FRENCH, limit, march)
    assert side_supply(state, FRENCH) == slow.supplied()
    for name, supplied in side_supply(state, FRENCH).items():
        line = supply_line(state, name)
        assert line.in_supply is supplied
        assert line.reason.endswith(".")
        if line.point is None:
            assert (line.line, line.road, line.distance) == ((), (), None)
            continue
        assert (line.line[-1], line.distance) == (line.point.hex, len(line.line) - 1)
        assert line.distance == slow.distance(str(line.line[0]), [str(line.line[-1])]) <= limit
        if line.road:
            ends = (str(line.road[0]), [str(line.road[-1])])
            assert len(line.road) - 1 == slow.walk(*ends, position_.sheet.ways)
            assert str(line.road[-1]) in slow.sources()

"""Work after a move, pontoons and fords (T7.67, T18)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.systems.tlnb.events.turn import MarksCleared
from hexwar.systems.tlnb.rules.command.command import settled
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader, rides
from hexwar.systems.tlnb.rules.movement.reach import ends, quote
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    Labour,
    March,
    MoveUnits,
    WorkAtSpan,
    movable_stacks,
    movement_segment,
)
from hexwar.systems.tlnb.rules.movement.works import Act, Work, pontoon_works, span_works
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.rules.turn.status import status_segment
from hexwar.systems.tlnb.state import Command, Marks, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.names import MapNames
from hexwar.table.state import Sky
from hexwar.table.story import Story
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, Played, play, position, units

SIDE: Hexside = hexside(Hex("0304"), Hex("0404"))
FAR = "A1 infantry 5-3 0707"
F1, FT = UnitId("F1"), UnitId("FT")

BANK = [f"03{a:02}-04{b:02}" for a in range(1, 8) for b in (a - 1, a) if b > 0]
"""The hexsides between the third column and the fourth."""


def at(*lines: str, **more: Any) -> TlnbState:
    return position(OPEN, *lines, **{"step": Step.MOVEMENT, "length": 9, **more})


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(Hex(word) for word in text.split())


def go(state: TlnbState, who: str, march: March, dice: list[int], **more: Any) -> Played:
    answers = {"MoveUnits": [units(who)], "ChoosePath": [march], **more}
    return play(state, movement_segment, dice, answers)


def refused(found: object) -> str:
    return found.rule if isinstance(found, Refusal) else ""


# -- work after a move (T7.67)


@pytest.mark.rule("T7.67", "T7.62")
def test_a_unit_works_at_a_span_where_its_move_has_led_it() -> None:
    state = at("F1 infantry 4-3 0302", FAR, bridges=["0304-0404"], allowances=(4, 6))
    work = Labour(F1, Work(Act.DAMAGE, SIDE))
    march = March(hexes("0302 0303 0304"))
    done = go(state, "F1", march, [], WorkAtSpan=[work])
    assert done.state.spans.damaged == {SIDE}
    assert done.state.units[F1].spent == 4 + 4  # 2 MP for the way, 2 for the work
    idle = go(state, "F1", march, [], WorkAtSpan=[None])
    assert idle.state.spans.damaged == frozenset()


@pytest.mark.rule("T7.67", "T7.64")
@each(
    "mp tried command",
    ((4, 6), False, True),
    ((3, 6), False, False),  # 1 MP is left of 3
    ((4, 6), True, False),  # one try a span and Player-Turn
)
def test_work_after_a_move_needs_mp_and_a_span_not_tried(
    mp: tuple[int, int], tried: bool, command: bool
) -> None:
    state = at("F1 infantry 4-3 0302", FAR, bridges=["0304-0404"], allowances=mp)
    state.marks = Marks(tried=(SIDE,) if tried else ())
    done = go(state, "F1", March(hexes("0302 0303 0304")), [])
    assert bool(done.questions(WorkAtSpan)) is command


@pytest.mark.rule("T7.67")
def test_repair_is_possible_in_an_enemy_zone_and_damage_is_not() -> None:
    lines = "F1 infantry 4-3 0304", "A1 infantry 5-3 0305"
    assert span_works(at(*lines, bridges=["0304-0404"]), F1) == ()
    mend = at(*lines, bridges=["0304-0404"], damaged=["0304-0404"])
    assert span_works(mend, F1) == (Work(Act.REPAIR, SIDE),)


@pytest.mark.rule("T7.67")
def test_of_units_that_moved_together_one_works() -> None:
    lines = "F1 battery 4-3 0303", "F2 infantry 3-3 0303", FAR
    state = at(*lines, bridges=["0304-0404"])
    work = Labour(UnitId("F2"), Work(Act.DAMAGE, SIDE))
    done = go(state, "F1 F2", March(hexes("0303 0304")), [], WorkAtSpan=[work])
    assert done.state.spans.damaged == {SIDE}
    guns = WorkAtSpan(FRENCH, units("F1 F2")).refusal(state, Labour(F1, work.work))
    assert refused(guns) == "T7.67"


# -- pontoons (T18.1, T18.2, T18.21, T18.22)

RIVER: dict[str, Any] = {"rivers": ["0304-0404"]}
LAY, LIFT = Work(Act.LAY, SIDE), Work(Act.TAKE_UP, SIDE)


@pytest.mark.rule("T18.2", "T18.22")
def test_a_train_that_has_rested_lays_a_bridge() -> None:
    state = at("FT pontoon 0304", FAR, **RIVER)
    assert pontoon_works(state, FT) == (LAY,)
    done = go(state, "FT", March(hexes("0304"), work=LAY), [])
    assert done.state.spans.pontoons == {SIDE}
    assert done.state.units[FT].bridging == SIDE
    for marks in (Marks(stirred=units_set("FT")), Marks(stirred_before=units_set("FT"))):
        state.marks = marks  # it moved in its owner's last Player-Turn, or in this one
        assert pontoon_works(state, FT) == ()


def units_set(text: str) -> frozenset[UnitId]:
    return frozenset(units(text))


@pytest.mark.rule("T18.2", "T18.22", "T22.5", "T8.8")
@each(
    "lines more works",
    ([FAR], {"weather": "frost"}, ()),
    ([FAR], {"weather": "snow"}, ()),
    ([FAR], {"weather": "rain"}, (LAY,)),
    ([FAR], {"kind": TurnKind.NIGHT_PM}, (LAY,)),  # at night as by day
    (["A1 infantry 5-3 0404"], {}, ()),  # the enemy holds the other bank
    (["A1 infantry 5-3 0303"], {}, ()),  # in an enemy zone
    ([FAR], {"command": "F9"}, ()),
    ([FAR], {"rivers": [], "streams": ["0304-0404"]}, ()),
    ([FAR], {"rivers": [], "bridges": ["0304-0404"]}, ()),
)
def test_where_a_bridge_is_laid(
    lines: list[str], more: dict[str, Any], works: tuple[Work, ...]
) -> None:
    state = at("FT pontoon 0304", *lines, **{**RIVER, **more})
    assert pontoon_works(state, FT) == works


@pytest.mark.rule("T18.2")
def test_taking_up_takes_the_whole_turn_and_the_bridge_is_gone_at_once() -> None:
    lines = "FT pontoon 0304 bridging:0304-0404", FAR
    state = at(*lines, pontoons=["0304-0404"], roads=["0304 0303"])
    state.put_spans(replace(state.spans, pontoons=frozenset({SIDE})))
    assert ends(state, units("FT")) == {}
    assert refused(quote(state, units("FT"), hexes("0304 0303"), column=False)) == "T18.2"
    asked = ChoosePath(FRENCH, units("FT"))
    assert [o.work for o in asked.options(state)] == [None, LIFT]
    done = go(state, "FT", March(hexes("0304"), work=LIFT), [])
    assert done.state.spans.pontoons == frozenset()
    assert done.state.units[FT].bridging is None
    assert refused(MoveUnits(FRENCH).refusal(done.state, units("FT"))) == "T7.1"
    held = at("FT pontoon 0304 bridging:0304-0404", "A1 infantry 5-3 0303", **RIVER)
    held.put_spans(replace(held.spans, pontoons=frozenset({SIDE})))
    assert movable_stacks(held, FRENCH) == ()
    assert refused(MoveUnits(FRENCH).refusal(held, units("FT"))) == "T18.2"


@pytest.mark.rule("T18.1")
@each(
    "officer order moves",
    ("FL leader 0302 rating:3", False, True),  # in command within 4 of it
    ("FL leader 0601 rating:3", False, False),
    ("FL leader 0601 rating:3", True, True),  # under a March Order
)
def test_a_pontoon_train_moves_near_its_officer_or_by_order(
    officer: str, order: bool, moves: bool
) -> None:
    from tests.systems.tlnb.test_marches import ordered

    state = at("FT pontoon 0306", officer, FAR, roads=["0306 0305 0304 0303 0302"])
    state.command = Command(officers=frozenset({LeaderId("FL")}))
    if order:
        ordered(state, "0302", "0306 0305 0304 0303 0302")
    state.command = replace(state.command, units=settled(state, FRENCH))
    assert refused(MoveUnits(FRENCH).refusal(state, units("FT"))) == ("" if moves else "T18.1")


@pytest.mark.rule("T18.1", "T7.3")
def test_a_pontoon_train_keeps_to_roads() -> None:
    state = at("FT pontoon 0306", FAR, roads=["0306 0305 0304"], allowances=(4, 6))
    assert set(ends(state, units("FT"))) == {"0305", "0304"}


@pytest.mark.rule("T18.21", "T7.3")
@each("column cost", (True, 1), (False, 6))
def test_a_pontoon_bridge_costs_two_or_nothing_in_road_march(column: bool, cost: int) -> None:
    state = at("F1 infantry 4-3 0304", FAR, roads=["0304 0404"], **RIVER)
    state.put_spans(replace(state.spans, pontoons=frozenset({SIDE})))
    found = quote(state, units("F1"), hexes("0304 0404"), column=column)
    assert not isinstance(found, Refusal)
    assert found.halves == cost


@pytest.mark.rule("T18.21")
@each("die words", (1, "captured"), (3, "captured"), (4, "destroyed"), (6, "destroyed"))
def test_who_enters_a_pontoon_trains_hex_takes_it(die: int, words: str) -> None:
    lines = "F1 infantry 4-3 0303", "AT pontoon 0304 bridging:0304-0404", FAR
    state = at(*lines, rivers=BANK)
    state.put_spans(replace(state.spans, pontoons=frozenset({SIDE})))
    done = go(state, "F1", March(hexes("0303 0304")), [die])
    (lost,) = done.of("PontoonLost")
    story = Story(MapNames(state.battle))
    story.follow(done.found.events)
    told = [story.text(index).plain for index in range(len(story.entries))]
    assert any(f"was {words}" in sentence and f"die {die}" in sentence for sentence in told)
    assert lost.train == "AT"
    assert done.state.spans.pontoons == frozenset()
    assert done.state.units[UnitId("AT")].hex is None
    assert done.state.losses.trains == ()
    over = quote(state, units("F1"), hexes("0303 0304 0404"), column=False)
    assert refused(over) == "T18.21"  # the bridge goes with its train
    assert Hex("0404") not in ends(state, units("F1"))


@pytest.mark.rule("T18.21")
def test_a_pontoon_train_is_not_lost_to_who_stands_next_to_it() -> None:
    lines = "AT pontoon 0304", "AB train 0306", "F1 infantry 4-3 0305", FAR
    state = at(*lines, step=Step.STATUS, bases=("french:0101", "allied:0707"))
    state.marks = Marks(ended=units_set("F1"))
    done = play(state, status_segment)
    assert [e.unit for e in done.of("TrainCaptured")] == ["AB"]


@pytest.mark.rule("T18.21", "T7.62")
@each("arm works", ("infantry", True), ("light", False))
def test_infantry_breaks_a_pontoon_bridge_and_its_train_is_lost(arm: str, works: bool) -> None:
    state = at(f"F1 {arm} 4-3 0404", "AT pontoon 0304 bridging:0304-0404", FAR, **RIVER)
    state.put_spans(replace(state.spans, pontoons=frozenset({SIDE})))
    work = Work(Act.DAMAGE, SIDE)
    assert span_works(state, F1) == ((work,) if works else ())
    if works:
        done = go(state, "F1", March(hexes("0404"), work=work), [])
        assert done.state.spans.pontoons == done.state.spans.damaged == frozenset()
        assert done.state.units[UnitId("AT")].hex is None
        assert done.state.units[F1].spent == 4


# -- fords (T18.31-T18.35)

FORD: dict[str, Any] = {"fords": ["0304-0404"], "rivers": [s for s in BANK if s != "0304-0404"]}
"""A river from north to south with one ford."""


@pytest.mark.rule("T18.31", "T18.32")
@each("arm wades", ("infantry", True), ("light", True), ("battery", False), ("horse", False))
def test_foot_and_horse_wade_guns_do_not(arm: str, wades: bool) -> None:
    state = at(f"F1 {arm} 4-3 0304", FAR, **FORD)
    found = quote(state, units("F1"), hexes("0304 0404"), column=False)
    assert isinstance(found, Refusal) is not wades
    assert (Hex("0404") in ends(state, units("F1"))) is wades
    storm = at(f"F1 {arm} 4-3 0304", FAR, weather="snowstorm", **FORD)
    assert isinstance(quote(storm, units("F1"), hexes("0304 0404"), column=False), Refusal)


@pytest.mark.rule("T18.32")
def test_who_began_the_player_turn_stacked_does_not_wade() -> None:
    lines = "F1 infantry 4-3 0304", "F2 infantry 4-3 0304", "F3 infantry 4-3 0303", FAR
    state = at(*lines, **FORD)
    MarksCleared(FRENCH).apply(state)
    assert state.marks.stacked == {"F1", "F2"}
    state.command = Command(units=frozenset(units("F1 F2 F3")))
    left = go(state, "F2", March(hexes("0304 0203")), []).state
    assert isinstance(quote(left, units("F1"), hexes("0304 0404"), column=False), Refusal)
    alone = at("F1 infantry 4-3 0304", "F3 infantry 4-3 0303", FAR, **FORD)
    MarksCleared(FRENCH).apply(alone)
    alone.command = Command(units=frozenset(units("F1 F3")))
    joined = go(alone, "F3", March(hexes("0303 0304")), []).state
    assert not isinstance(quote(joined, units("F1"), hexes("0304 0404"), column=False), Refusal)


@pytest.mark.rule("T18.33")
@each("weather was_wet cost", ("fair", False, 6), ("fair", True, 8), ("mud", False, 8))
def test_a_ford_costs_two_more_or_all(weather: str, was_wet: bool, cost: int) -> None:
    state = at("F1 infantry 4-3 0304", FAR, weather=weather, **FORD)
    state.sky = Sky(weather, is_wet=was_wet)
    found = quote(state, units("F1"), hexes("0304 0404"), column=False)
    assert not isinstance(found, Refusal)
    assert found.halves == cost


@pytest.mark.rule("T18.35")
def test_a_ford_is_a_first_step_and_no_road_march() -> None:
    state = at("F1 infantry 4-3 0303", FAR, roads=["0303 0304 0404"], **FORD)
    assert isinstance(quote(state, units("F1"), hexes("0303 0304 0404"), column=False), Refusal)
    near = at("F1 infantry 4-3 0304", FAR, roads=["0304 0404"], **FORD)
    assert isinstance(quote(near, units("F1"), hexes("0304 0404"), column=True), Refusal)


@pytest.mark.rule("T18.31", "T18.35")
@each("weather halves", ("fair", 6), ("snowstorm", None))
def test_a_leader_wades_with_his_first_step(weather: str, halves: int | None) -> None:
    state = at("FL leader 0304 rating:3", FAR, step=Step.LEADERS, weather=weather, **FORD)
    index = state.battle.battlefield.grid.index
    assert rides(state, LeaderId("FL")).cost.get(index[Hex("0404")]) == halves
    over = MoveLeader(FRENCH).refusal(state, LeaderMove(LeaderId("FL"), hexes("0304 0404")))
    assert (over is None) is (halves is not None)
    late = LeaderMove(LeaderId("FL"), hexes("0303 0304 0404"))  # no first step
    moved = at("FL leader 0303 rating:3", FAR, step=Step.LEADERS, **FORD)
    assert refused(MoveLeader(FRENCH).refusal(moved, late)) == "T5.17"


@pytest.mark.rule("T18.33", "T19.2")
def test_supply_passes_a_ford() -> None:
    dry = at("F1 infantry 4-3 0404", FAR, rivers=BANK, bases=["french:0101"])
    assert not is_supplied(dry, F1)
    wet = at("F1 infantry 4-3 0404", FAR, bases=["french:0101"], **FORD)
    assert is_supplied(wet, F1)

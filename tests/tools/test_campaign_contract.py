"""Each promise of the campaign's contract is broken here once, to show that its check can fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any

import pytest

from hexwar.app.games import new_game
from hexwar.cards.records import CardId
from hexwar.engine import Event, SeededChance
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival, ArrivalChange
from hexwar.systems.nlc.events.arrivals import ArrivalChanged, ArrivalVaried, UnitExited
from hexwar.systems.nlc.events.movement import PositionBuilt, PositionFailed
from hexwar.systems.nlc.events.supply import SupplyChanged, TrainAssigned
from hexwar.systems.nlc.events.turn import PhaseBegan, WeatherRolled
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Box, Phase
from tests.systems.nlc.cases import each
from tests.systems.nlc.chapters import put
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit, units
from tools.trials import campaign_contract as contract
from tools.trials.contract import BrokenContractError

GROUP = Arrival(3, Hex("0107"), units("F2"))
LATE = ArrivalChange(CardId("delay"), 1, 6, Hex("0107"), shift=3, die=5)
HELD_UP = replace(GROUP, turn=6, shift=3, history=(LATE,))
RAIN = WeatherRolled(die=4, was="cloudy", weather="rain", is_wet=True)


def table(**marks: Any) -> GameState:
    state = position(OPEN, "F1 infantry 5-3 0101", "F2 infantry 5-3 0202", "A1 infantry 5-3 0303")
    state.put_unit(replace(state.units[unit("F2")], hex=None, box=Box.DUE))
    state.schedule = replace(state.schedule, arrivals=(GROUP,))
    put(state, **marks)
    return state


def broken(check: Callable[..., None], *things: Any, sentence: str) -> None:
    with pytest.raises(BrokenContractError, match=sentence):
        check(*things)


def changed(event: Event, **marks: Any) -> tuple[GameState, dict[str, object], Event]:
    """A table on which fields have changed, what they were, and the event that is blamed."""
    state = table()
    before = {name: attrgetter(name)(state) for name in (*contract.CHANGERS, contract.UNSUPPLIED)}
    put(state, **marks)
    return state, before, event


@each(
    "event marks",
    (RAIN, {"weather": "rain", "is_dark_dawn": True}),
    (PositionBuilt(Hex("0101"), 1), {"positions": frozenset({Hex("0101")})}),
    (SupplyChanged(FRENCH, units("F1"), ()), {"unsupplied": frozenset(units("F1"))}),
    (TrainAssigned(units("F1"), unit("F9")), {"trains_of": {unit("F1"): unit("F9")}}),
    (ArrivalVaried(0, 5, 0, 1), {"arrivals": (replace(GROUP, turn=4, shift=1),)}),
    (ArrivalChanged(FRENCH, "F2", LATE), {"arrivals": (HELD_UP,)}),
)
def test_what_changes_by_its_own_event_is_in_order(event: Event, marks: dict[str, Any]) -> None:
    contract.check_changes(*changed(event, **marks))
    other = PositionFailed(Hex("0101"), 2)
    broken(contract.check_changes, *changed(other, **marks), sentence="PositionFailed changed")


def test_who_leaves_the_map_is_out_of_supply_no_more() -> None:
    state, before, event = changed(UnitExited(unit("F1"), Hex("0101"), supplied=False))
    before[contract.UNSUPPLIED] = frozenset(units("F1"))
    broken(contract.check_changes, state, before, event, sentence="who is out of supply")
    state.put_unit(replace(state.units[unit("F1")], hex=None, box=Box.EXITED))
    contract.check_changes(state, before, event)


@each("event", RAIN, SupplyChanged(FRENCH, units("F1"), ()))
def test_weather_and_supply_have_their_time(event: Event) -> None:
    state = table(battle=replace(table().battle, weather_turns=(2,)), turn=2, phase=Phase.WEATHER)
    contract.check_moment(state, event)
    state.turn = 1
    broken(contract.check_moment, state, event, sentence="on turn 1, weather")
    state.turn, state.phase = 2, Phase.CHITS
    broken(contract.check_moment, state, event, sentence="on turn 2, chit pull")


@pytest.mark.rule("N23.9")
def test_cards_have_supply_checked_in_the_card_phase_and_others_have_no_time() -> None:
    event = SupplyChanged(FRENCH, units("F1"), ())
    with_cards = replace(table().battle, options={"cards": "full"})
    contract.check_moment(table(battle=with_cards, phase=Phase.CARDS), event)
    broken(contract.check_moment, table(phase=Phase.CARDS), event, sentence="on turn 1, cards")
    state = table(battle=with_cards, phase=Phase.CARDS)
    broken(contract.check_moment, state, RAIN, sentence="WeatherRolled on turn 1, cards")

    contract.check_moment(table(phase=Phase.CHITS), PhaseBegan(Phase.CHITS))


@each("names", "F2", "A1")
def test_only_own_units_on_the_map_are_checked_for_supply(names: str) -> None:
    state = table(battle=replace(table().battle, weather_turns=(1,)), phase=Phase.WEATHER)
    event = SupplyChanged(FRENCH, units(names), ())
    broken(contract.check_moment, state, event, sentence=f"{names} was checked for supply")


@each(
    "arrivals sentence",
    ((GROUP, GROUP), "twice"),
    ((replace(GROUP, turn=7, shift=4, rolled=True),), "too far"),
    ((replace(GROUP, turn=4, shift=1),), "without a die"),
    ((replace(HELD_UP, shift=5),), "without a card"),
    ((replace(HELD_UP, turn=7),), "not come as its last card has it"),
    ((replace(HELD_UP, entry=Hex("0701")),), "not come as its last card has it"),
)
def test_a_schedule_with_a_fault(arrivals: tuple[Arrival, ...], sentence: str) -> None:
    contract.check_schedule(table())
    contract.check_schedule(table(arrivals=(HELD_UP,)))
    broken(contract.check_schedule, table(arrivals=arrivals), sentence=sentence)


def test_a_group_moved_into_the_past_and_a_unit_that_is_late() -> None:
    early = replace(GROUP, turn=1, shift=-2, rolled=True)
    contract.check_moved(table(), early)
    broken(contract.check_moved, table(turn=2), early, sentence="in the past")

    state = table(turn=3, acted=(table().formation_of(unit("F2")).id,))
    contract.check_late(state, {unit("F2")})
    broken(contract.check_late, state, set(), sentence="F2 is late for no reason")
    state.chits = replace(state.chits, acted=())
    contract.check_late(state, set())


def test_a_hex_with_the_wrong_master() -> None:
    hex_ = Hex("0101")
    state = table(control={hex_: FRENCH})
    contract.check_control(state)
    state.holding = replace(state.holding, control={hex_: ALLIED})
    broken(contract.check_control, state, sentence="the enemy stands in it")
    state.holding = replace(state.holding, control={hex_: FRENCH}, last_in={hex_: unit("A1")})
    broken(contract.check_control, state, sentence="an enemy won 0101")


def exited() -> GameState:
    state = table()
    state.put_unit(replace(state.units[unit("F1")], hex=None, box=Box.EXITED))
    return state


def test_boxes_of_those_who_left() -> None:
    gone = {unit("F1"): Box.EXITED}
    contract.check_boxes(exited(), gone)
    broken(contract.check_boxes, exited(), {}, sentence="not those that left")
    broken(contract.check_boxes, table(), gone, sentence="not those that left")
    broken(contract.check_boxes, exited(), {unit("F1"): Box.PEU}, sentence="another box")
    never = table(exited_unsupplied=units("F1"))
    broken(contract.check_boxes, never, {}, sentence="never left")
    fed = table(trains_of=dict.fromkeys(units("F1 F2 A1"), unit("F9")))
    broken(contract.check_boxes, fed, {}, sentence="F9 feeds 3 units")


def test_a_game_that_was_tampered_with() -> None:
    session = new_game("proving-ground", SeededChance("3"))
    contract.check_campaign(session)
    twin = session.fork()
    gone = next(twin.state.on_map())
    assert gone.hex is not None
    twin.events.append(UnitExited(gone.id, Hex("9999"), supplied=True))
    broken(contract.check_campaign, twin, sentence="which is no way out")
    twin.events[-1] = replace(RAIN, weather="mud")
    broken(contract.check_campaign, twin, sentence="WeatherRolled on turn 1")

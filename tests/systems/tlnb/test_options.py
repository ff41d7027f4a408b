"""What each value of an option changes (T25.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex, hexside
from hexwar.series.battle import Season
from hexwar.systems.tlnb.options import FLAGS
from hexwar.systems.tlnb.rules.cards.segment import card_segment
from hexwar.systems.tlnb.rules.combat.bombardment import bombard
from hexwar.systems.tlnb.rules.combat.bombardment import report as barrage
from hexwar.systems.tlnb.rules.combat.charge import charge, ride_refusal
from hexwar.systems.tlnb.rules.combat.charge import report as onset
from hexwar.systems.tlnb.rules.combat.combat import attack
from hexwar.systems.tlnb.rules.combat.duties import list_duties
from hexwar.systems.tlnb.rules.combat.odds import odds_of, shock_result
from hexwar.systems.tlnb.rules.movement.reach import allowance, quote
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    movement_segment,
)
from hexwar.systems.tlnb.rules.movement.works import Act, Work, span_works
from hexwar.systems.tlnb.rules.turn.steps import is_played
from hexwar.systems.tlnb.rules.turn.weather import weather_segment
from hexwar.systems.tlnb.state import Blow, Ride, Shot, Step
from hexwar.table.battle import TurnKind
from hexwar.table.forces import UnitId
from hexwar.table.pieces import Box
from hexwar.table.spans import Crossing, crossing
from hexwar.table.state import Sky
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import OPEN, play, position, units
from tests.systems.tlnb.hands import dealt

Flags = Mapping[str, str]
F1, A1 = UnitId("F1"), UnitId("A1")
WAY = (Hex("0302"), Hex("0303"), Hex("0304"))
RIDE = Ride(units("F1"), Hex("0305"), WAY)
TOWN_ROWS = OPEN.split("\n")
IN_TOWN = "\n".join((*TOWN_ROWS[:3], ".  .  .  t  .  .  .", *TOWN_ROWS[4:]))
AMBUSH = [
    "A1 infantry 5-3 0505",
    "F1 infantry 4-3 0504",
    "F2 infantry 4-3 0404",
    "F3 infantry 4-3 0406",
    "F4 infantry 4-3 0706",
]


def charts(flags: Flags) -> object:
    state = position(OPEN, "F1 heavy 6-4 0302", "A1 infantry 5-3 0305", flags=flags)
    return onset(state, RIDE).results


def charging(rider: str, target: str) -> Callable[[Flags], object]:
    def probe(flags: Flags) -> object:
        state = position(OPEN, f"F1 {rider} 6-4 0302", f"A1 {target} 5-3 0305", flags=flags)
        return ride_refusal(state, RIDE) is None

    return probe


def failed_charge(flags: Flags) -> object:
    state = position(OPEN, "F1 heavy 6-4 0302", "A1 infantry 9-3 0305", flags=flags)
    return play(state, lambda table: charge(table, RIDE), [6]).state.units[F1].box


def overrun(flags: Flags) -> object:
    state = position(OPEN, "F1 heavy 6-4 0302", "A1 infantry 5-3 0305", flags=flags)
    found = play(state, lambda table: charge(table, RIDE), [1]).state.units[A1]
    away = state.battle.battlefield.grid.distance
    return found.box or (found.reduced, away(Hex("0305"), found.hex or Hex("0305")))


def diagonal(flags: Flags) -> object:
    return shock_result(position(OPEN, "F1 infantry 5-3 0304", flags=flags), 3, 3)


def gun_hit(flags: Flags) -> object:
    lines = "F1 battery 9-3 0302", "A1 infantry 5-3 0304"
    state, shot = position(OPEN, *lines, flags=flags), Shot(units("F1"), Hex("0304"))
    found = play(state, lambda table: bombard(table, shot), [5])
    return barrage(state, shot).results[4], found.state.units[A1].box is None


def riding_out(flags: Flags) -> object:
    state = position(OPEN, "F1 light 4-3 0404", "A1 infantry 3-3 0405", flags=flags)
    state.step = Step.MOVEMENT
    path = Hex("0404"), Hex("0403")
    return not isinstance(quote(state, units("F1"), path, column=False), Refusal)


def duties(flags: Flags) -> object:
    async def flow(table: Any) -> None:
        list_duties(table)

    state = position(OPEN, "F1 infantry 4-3 0404", "A1 infantry 3-3 0405", flags=flags)
    return sorted(play(state, flow).state.fights.duty_hexes)


def friend(flags: Flags) -> object:
    state = position(OPEN, *AMBUSH, "A2 infantry 4-3 0506", flags=flags)
    blow = Blow(units("F1 F2"), Hex("0505"))
    found = play(state, lambda table: attack(table, blow), [4], {"Advance": [()]})
    unit = found.state.units[A1]
    return unit.hex or unit.box


def blocked(flags: Flags) -> object:
    state = position(OPEN, *AMBUSH, flags=flags)
    blow = Blow(units("F1 F2"), Hex("0505"))
    found = play(state, lambda table: attack(table, blow), [4], {"Advance": [()]})
    unit = found.state.units[A1]
    return unit.box or ("reduced" if unit.reduced else "whole")


def town(flags: Flags) -> object:
    state = position(IN_TOWN, "F1 infantry 6-3 0304", "A1 infantry 6-3 0404", flags=flags)
    return str(odds_of(state, units("F1"), Hex("0404")).attack)


def by_night(flags: Flags) -> object:
    state = position(OPEN, "F1 infantry 4-3 0304", kind=TurnKind.NIGHT_PM, flags=flags)
    return [step for step in (Step.DECLARATION, Step.CHARGE, Step.COMBAT) if is_played(state, step)]


def works(flags: Flags) -> object:
    more: dict[str, Any] = {"bridges": ["0304-0404"], "damaged": ["0304-0404"]}
    state = position(OPEN, "F1 infantry 4-3 0304", step=Step.MOVEMENT, flags=flags, **more)
    return [work.act.value for work in span_works(state, F1)]


def moving(flags: Flags) -> object:
    """Printed 4 MP, 3 by the card in hand, 2 by a die of 1."""
    state = dealt("F1 infantry 4-3 0304", french="probe", flags=flags)
    dice = [1] if flags["allowance"] == "roll" else []
    return allowance(play(state, card_segment, dice).state, F1) // 2


def sky(flags: Flags) -> object:
    more: dict[str, Any] = {"weather_turns": (1,), "weather_historical": "snow"}
    lines = "F1 infantry 4-3 0304", "A1 infantry 4-3 0707"
    state = position(OPEN, *lines, step=Step.WEATHER, season=Season.WINTER, flags=flags, **more)
    dice = [1] if flags["weather"] == "rolled" else []
    return play(state, weather_segment, dice).state.sky.weather


HEAVY, LIGHT = ("OR", "OR", "OR", "Sk", "Sk", "Ae/0"), ("OR", "OR", "OR", "OR", "Ae", "Ae/0")
ROWS: list[tuple[str, Callable[[Flags], object], dict[str, object]]] = [
    ("charts", charts, {"4lb5": HEAVY, "rev8": LIGHT}),
    (
        "charge_who",
        charging("light", "infantry"),
        {"by_charts": False, "heavy": False, "all": True},
    ),
    (
        "charge_target",
        charging("heavy", "light"),
        {"by_charts": False, "no_cavalry": False, "any": True},
    ),
    ("charge_ae", failed_charge, {"step": None, "eliminate": Box.PEU}),
    ("overrun", overrun, {"eliminate": Box.PEU, "step": (True, 3)}),
    ("shock_diagonal", diagonal, {"1R": "1R", "exchange": "Ex"}),
    ("bombard_loss", gun_hit, {"1R": ("1R", True), "1E": ("1E", False)}),
    ("zoc_exit", riding_out, {"cavalry": True, "none": False}),
    ("mandatory", duties, {"on": ["0405"], "off": []}),
    ("friend_cancels_zone", friend, {"on": "0506", "off": Box.PEU}),
    ("retreat_blocked", blocked, {"eliminate": Box.PEU, "step": "reduced"}),
    ("town_defence", town, {"none": "6", "third": "4"}),
    ("night_attack", by_night, {"off": [], "on": [Step.DECLARATION, Step.COMBAT]}),
    ("span_destroy", works, {"off": ["repair"], "on": ["repair", "destroy"]}),
    ("allowance", moving, {"cards": 3, "roll": 2, "printed": 4}),
    ("weather", sky, {"rolled": "fair", "historical": "snow"}),
]


@pytest.mark.rule("T25.1")
@each("name probe", *[(name, probe) for name, probe, _ in ROWS])
def test_each_value_makes_its_difference(name: str, probe: Callable[[Flags], object]) -> None:
    expected = next(values for key, _, values in ROWS if key == name)
    assert {value: probe({name: value}) for value in FLAGS[name]} == expected


def test_all_options_are_proved_here_or_elsewhere() -> None:
    elsewhere = {"sequence", "hidden", "declare", "cards", "arrivals"}
    assert {name for name, _, _ in ROWS} | elsewhere == set(FLAGS)


@pytest.mark.rule("T2.9", "T25.1")
@each("turn weather", (1, "frost"), (2, "fair"), (3, "snow"))
def test_the_weather_as_it_was_goes_by_the_turn_where_it_is_listed(turn: int, weather: str) -> None:
    """Else it is that of the day; on a turn that is no weather turn it stays."""
    more: dict[str, Any] = {"weather_turns": (1, 3), "weather_historical": "snow", "length": 4}
    state = position(OPEN, step=Step.WEATHER, flags={"weather": "historical"}, **more)
    state.battle = replace(state.battle, weather_by_turn={1: "frost"})
    state.turn = turn
    assert play(state, weather_segment).state.sky.weather == weather


# -- a bridge that is destroyed (T7.63)

SIDE = hexside(Hex("0304"), Hex("0404"))
ENDS = Hex("0304"), Hex("0404")
RUIN: dict[str, Any] = {
    "bridges": ["0304-0404"],
    "damaged": ["0304-0404"],
    "flags": {"span_destroy": "on"},
    "step": Step.MOVEMENT,
}


@pytest.mark.rule("T7.63")
def test_a_bridge_that_is_damaged_twice_is_gone_for_good() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "F2 infantry 4-3 0305", **RUIN)
    assert not isinstance(quote(state, units("F1"), ENDS, column=False), Refusal)
    answer = March((Hex("0304"),), work=Work(Act.DESTROY, SIDE))
    done = play(state, movement_segment, (), {MoveUnits: [units("F1")], ChoosePath: [answer]}).state
    assert done.spans.destroyed == {SIDE}
    assert done.units[F1].spent == 4
    assert crossing(done.battle.battlefield, done.spans, *ENDS) is Crossing.RIVER
    done.marks = replace(done.marks, tried=())
    assert span_works(done, F1) == ()


@pytest.mark.rule("T7.63", "T7.62")
@each(
    "line more acts",
    ("F1 light 4-3 0304", {}, []),
    ("F1 infantry 4-3 0304", {"allowances": (1, 4)}, []),
    ("F1 infantry 4-3 0304", {"bridges": [], "trestles": ["0304-0404"]}, ["repair"]),
)
def test_only_infantry_destroys_and_no_trestle(
    line: str, more: dict[str, Any], acts: list[str]
) -> None:
    state = position(OPEN, line, **(RUIN | more))
    assert [work.act.value for work in span_works(state, F1)] == acts
    held = position(OPEN, "F1 infantry 4-3 0304", "A1 infantry 4-3 0305", **RUIN)
    assert [work.act.value for work in span_works(held, F1)] == ["repair"]


@pytest.mark.rule("T7.47", "T2.10")
@each("more mp", ({}, 5), ({"kind": TurnKind.NIGHT_PM}, 3), ({"dark": True}, 2))
def test_printed_allowances_are_halved_by_night_and_capped_at_a_dark_dawn(
    more: dict[str, Any], mp: int
) -> None:
    flags, is_dark = {"allowance": "printed"}, more.pop("dark", False)
    state = position(OPEN, "F1 infantry 4-3 0304", flags=flags, **more)
    cards = {**state.battle.units, F1: replace(state.card(F1), movement=5)}
    state.battle = replace(state.battle, units=cards)
    state.sky = Sky("fog", is_dark_dawn=is_dark)
    assert allowance(state, F1) == 2 * mp

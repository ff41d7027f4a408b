"""What a report tells before the die is what the die brings (T10.15)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.tlnb.rules.combat.bombardment import bombard, effect_of
from hexwar.systems.tlnb.rules.combat.bombardment import report as barrage
from hexwar.systems.tlnb.rules.combat.charge import charge
from hexwar.systems.tlnb.rules.combat.charge import report as onset
from hexwar.systems.tlnb.rules.combat.combat import attack
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.battle import TurnKind
from tests.systems.nlc.cases import case
from tests.systems.tlnb.cases import OPEN, Played, play, position, units

FACES = range(1, 7)
BASE = ("french:0101", "allied:0707")


def rows(letter: str) -> str:
    """The open map with a terrain in 0404."""
    lines = OPEN.split("\n")
    lines[3] = f".  .  .  {letter}  .  .  ."
    return "\n".join(lines)


def fields(*lines: str, on: str = ".", **more: Any) -> TlnbState:
    return position(rows(on), *lines, bases=BASE, **more)


F1, F2 = "F1 infantry 6-3 0304", "F2 light 3-4 0403"
A1, A2 = "A1 infantry 5-3 0404", "A2 battery 3-3 0404"
LEADERS = ("FL leader 0304", "AL leader 0404")
SITUATIONS = [
    case("even odds in the open", fields(F1, A1)),
    case("two to one", fields(F1, F2, "A1 infantry 4-2 0404")),
    case("six to one", fields("F1 infantry 12-4 0304", "A1 infantry 2-2 0404")),
    case("one to five", fields("F1 infantry 1-2 0304", "A1 infantry 9-4 0404")),
    case("into woods", fields(F1, F2, A1, on="w")),
    case("into a town", fields(F1, A1, on="t")),
    case("into a town by thirds", fields(F1, A1, on="t", flags={"town_defence": "third"})),
    case("into a marsh", fields(F1, F2, A1, on="m")),
    case("against a chateau", fields(F1, F2, A1, on="c")),
    case("over a stream", fields(F1, A1, streams=["0304-0404"])),
    case("over a bridge", fields(F1, A1, bridges=["0304-0404"])),
    case("over a ruin", fields(F1, A1, bridges=["0304-0404"], damaged=["0304-0404"])),
    case("up a slope", fields(F1, A1, slopes=["0304-0404"], elevation=".")),
    case("against a position", fields(F1, A1, positions=["0404"])),
    case("three arms", fields(F1, F2, "F3 battery 3-3 0304", A1, A2)),
    case("in the rain", fields(F1, "A1 light 4-3 0404", weather="rain")),
    case("in a snowstorm", fields(F1, A1, weather="snowstorm")),
    case("the Guard", fields("F1 infantry 6-5 0304 old_guard", *LEADERS, A1)),
    case("by exchange", fields(F1, A1, flags={"shock_diagonal": "exchange"})),
    case("at night", fields(F1, A1, kind=TurnKind.NIGHT_PM, flags={"night_attack": "on"})),
]


@pytest.mark.rule("T10.15", "T10.9")
@pytest.mark.parametrize("state", SITUATIONS)
def test_each_face_of_an_attack_is_what_was_told(state: TlnbState) -> None:
    who = tuple(u.id for u in state.on_map(state.phasing))
    blow = Blow(who, Hex("0404"))
    night = state.battle.flag("night_attack") == "on"
    for die in FACES:
        told = odds_of(state, who, Hex("0404")).faces[die - 1]
        done = play(state, lambda table: attack(table, blow), [*([1] if night else []), die])
        found = done.of("CombatResolved")
        assert [(e.die, e.result, e.effect) for e in found] == [(die, told.result, told.effect)]
        check(state, done, told.effect, who)


@pytest.mark.rule("T10.18")
def test_horse_and_guns_alone_leave_a_chateau_before_the_die() -> None:
    state = fields(F1, "A1 light 4-3 0404", on="c")
    done = play(state, lambda table: attack(table, Blow(units("F1"), Hex("0404"))))
    assert [e.hexes for e in done.of("RetreatBegan")] == [1]
    assert done.state.units[units("F1")[0]].hex == "0404"


def check(state: TlnbState, done: Played, effect: str, who: tuple[str, ...]) -> None:
    """The table shows what the effect says."""
    there = state.combat_units_in(Hex("0404"), state.waiting)
    gone = {e.unit for e in done.of("UnitEliminated")}
    if effect == "De":
        assert set(there) <= gone
    if effect == "Ae":
        assert set(who) <= gone
    if effect == "1R":
        hit = gone | {e.unit for e in done.of("StepLost")}
        assert hit & set(there)
        assert hit & set(who)
    if effect[:2] in ("Ar", "Dr"):
        begun = done.of("RetreatBegan")
        assert {e.hexes for e in begun} == {int(effect[2:] or 1)}
        assert {u for e in begun for u in e.units} == set(there if effect[0] == "D" else who)


@pytest.mark.rule("T12.8", "T12.11")
@pytest.mark.parametrize("charts", ["4lb5", "rev8"])
def test_each_face_of_a_bombardment_is_what_was_told(charts: str) -> None:
    lines = ("F1 battery 5-3 0402", "F2 horse 4-3 0403", A1)
    state = fields(*lines, flags={"charts": charts})
    shot = Shot(units("F1 F2"), Hex("0404"))
    for die in FACES:
        printed = barrage(state, shot).results[die - 1]
        done = play(state, lambda table: bombard(table, shot), [die])
        (found,) = done.of("BombardmentResolved")
        assert found.result == effect_of(state, shot, printed)
        if found.result == "Dr":
            assert done.state.combat_units_in(Hex("0404")) == ()
        if found.result == "-":
            assert [type(e).__name__ for e in done.found.events] == ["BombardmentResolved"]


@pytest.mark.rule("T13.5", "T28.2")
@pytest.mark.parametrize("charts", ["4lb5", "rev8"])
def test_each_face_of_a_charge_is_what_was_told(charts: str) -> None:
    state = fields("F1 heavy 6-4 0401", A1, flags={"charts": charts})
    ride = Ride(units("F1"), Hex("0404"), (Hex("0401"), Hex("0402"), Hex("0403")))
    for die in FACES:
        told = onset(state, ride).results[die - 1]
        done = play(state, lambda table: charge(table, ride), [die])
        (found,) = done.of("ChargeResolved")
        assert found.result == told
        where = done.state.units[units("F1")[0]].hex
        if told == "OR":
            assert where == "0404"
        if told.startswith("Ae"):
            assert where == "0401"

"""What the staff says of a fight: strengths, ground, chances and VP, as it has weighed them.

Each sentence tells the same facts whichever way the staff decides, so it is true of both.
"""

from __future__ import annotations

from math import fsum
from typing import Any

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.player.fights import WON
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.fight import foes_in
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.combat.impact import ChargeOutcome
from hexwar.systems.nlc.rules.combat.previews import charge_report, combat_report
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId
from hexwar.table.words import hex_name

BEATEN = frozenset(end for end in ChargeOutcome if end.name.startswith("TARGET"))
"""The ends of a charge that are the chargers' victory."""


def percent(share: float) -> int:
    """A share from 0 to 1 as so many times in 100."""
    return round(100 * share)


def on_faces(share: float) -> int:
    """A chance of one die as so many of its faces."""
    return round(share * len(FACES))


def chance_to_win(
    state: GameState, declared: Assault, hit_hex: Hex, bonus: tuple[LeaderId, ...] = ()
) -> float:
    """How likely it is that an assault that comes to its dice wins the hex, 0 to 1."""
    report = combat_report(state, declared, hit_hex, bonus=bonus)
    return fsum(chance for end, chance in report.outcomes if end in WON)


def assault_words(desk: Desk[Any, Any], declared: Assault, hit_hex: Hex) -> str:
    """The odds of an assault: `9 SP against 4 SP in cover of 25 %, won 61 times in 100`."""
    outlook, target = desk.outlook, declared.target
    state = outlook.state
    return say(
        "{own} SP against {foe} SP{ground}, won {n} times in 100{prize}",
        own=_sp(outlook, declared.units),
        foe=_sp(outlook, foes_in(state, target, declared.units)),
        ground=ground_words(outlook, target),
        n=percent(chance_to_win(state, declared, hit_hex)),
        prize=prize_words(outlook, target),
    )


def charge_words(desk: Desk[Any, Any], charge: Charge) -> str:
    """The odds of a charge: `6 SP against 3 SP, which is beaten 70 times in 100`."""
    state = desk.state
    outcomes = charge_report(state, charge).outcomes
    return say(
        "{own} SP against {foe} SP, beaten {n} times in 100",
        own=_sp(desk.outlook, charge.units),
        foe=_sp(desk.outlook, foes_in(state, charge.target, charge.units)),
        n=percent(fsum(chance for end, chance in outcomes if end in BEATEN)),
    )


def ground_words(outlook: Outlook, hex_: Hex) -> str:
    """What the ground takes from an assault on a hex, to follow a strength; nothing in the open."""
    cover = percent(outlook.shelter(hex_))
    return say(" in cover of {n} %", n=cover) if cover else ""


def prize_words(outlook: Outlook, hex_: Hex) -> str:
    """The VP that hang on a hex, to follow what happens there; nothing where none do."""
    vp = outlook.prizes.get(hex_, 0)
    return say("; {vp} VP hang on the hex", vp=vp) if vp else ""


def place_words(outlook: Outlook, hex_: Hex) -> str:
    """Who of the enemy could attack a hex, or how far he is, and its cover; begins a sentence."""
    where, cover = hex_name(outlook.state, hex_), percent(outlook.shelter(hex_))
    ground = say(", which gives cover of {n} %", n=cover) if cover else ""
    if pressed := outlook.pressure.get(hex_, 0.0):
        sp = _whole(pressed)
        return say(
            "{sp} SP of the enemy's could attack {hex}{ground}", sp=sp, hex=where, ground=ground
        )
    away = outlook.enemy_distance(hex_)
    return say("The enemy is {n} hexes from {hex}{ground}", n=away, hex=where, ground=ground)


def _sp(outlook: Outlook, units: tuple[Any, ...]) -> str:
    return _whole(outlook.sum_of(units))


def _whole(sp: float) -> str:
    """SP, with a half where somebody Disrupted counts half."""
    return f"{sp:g}"

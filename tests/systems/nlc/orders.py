"""Orders for tests of the rules: a pad in text, and rows of the table as values (N12.2).

    "FI: march 0505 via 0303 0404, attack 0707 within 2; FI/1st: defend 0202; AI: support AII"

A line for each formation, parted by ``;``. ``FI/1st`` is a detached division: its units are those
of FI whose line says ``division:1st``. Steps are parted by ``,``. A step is a verb and, in any
order, an objective (a hex or a formation), ``via`` with hexes, ``within`` with hexes, ``fixed``.
"""

from __future__ import annotations

from dataclasses import replace

from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.numbers import OrderRow
from hexwar.systems.nlc.orders import Line, LineId, formation_of_line
from hexwar.systems.nlc.rules.orders.permissions import Permissions
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, OrderStep, UnitId

VERBS = (
    *("general retreat", "fall back", "march", "attack", "probe"),
    *("defend", "delay", "reserve", "support"),
)


def steps(text: str) -> tuple[OrderStep, ...]:
    """The steps of an order.

    >>> [step.verb for step in steps("march 0505, fall back 0101")]
    ['march', 'fall back']
    """
    return tuple(step(part.strip()) for part in text.split(","))


def step(text: str) -> OrderStep:
    """One step of an order.

    Raises:
        StopIteration: The text begins with no verb.
    """
    verb = next(verb for verb in VERBS if text.startswith(verb))
    target, formation, zone = None, None, None
    route: list[Hex] = []
    words = text.removeprefix(verb).split()
    on_route = False
    while words:
        word = words.pop(0)
        if word == "via":
            on_route = True
        elif word == "within":
            zone = int(words.pop(0))
        elif word.isdigit() and on_route:
            route.append(Hex(word))
        elif word.isdigit():
            target = Hex(word)
        elif word != "fixed":
            formation = FormationId(word)
    return OrderStep(verb, target, tuple(route), formation, zone, "fixed" in text.split())


def put_orders(state: GameState, text: str) -> None:
    """Write a pad into a position, as if held since the start of the game."""
    for part in text.split(";"):
        name, _, order = part.partition(":")
        line = LineId(name.strip())
        members = _division(state.battle, line)
        own = Line(steps(order.strip()), units=members)
        detached = {**state.pad.detached, **dict.fromkeys(members, line)}
        lines = {**state.pad.lines, line: own}
        state.pad = replace(state.pad, lines=lines, detached=detached)


def _division(battle: NlcBattle, line: LineId) -> tuple[UnitId, ...]:
    """The units of a detached division; none for a formation's own line."""
    division = line.partition("/")[2]
    members = battle.formations[formation_of_line(line)].units
    found = tuple(u for u in members if division and battle.units[u].division == division)
    assert found or not division, f"no unit is of the division {line}"
    return found


def row(
    verb: str,
    enter: str = "no",
    leave: str = "yes",
    assault: str = "no",
    *,
    road: str = "no",
    more: tuple[str, str, str, str, str] = ("no", "yes", "no", "no", "no"),
) -> Permissions:
    """Permissions of a row; `more` are charge, react, bombard, pull back and pursue."""
    charge, react, bombard, pull_back, pursue = more
    return Permissions(
        OrderRow(
            name=verb.title(),
            enter_zone=enter,
            leave_zone=leave,
            assault=assault,
            charge=charge,
            react=react,
            bombard=bombard,
            road=road,
            pull_back=pull_back,
            pursue=pursue,
        ),
        OrderStep(verb),
    )


ATTACK = row(
    "attack",
    "yes",
    "to zone",
    "must",
    road="before contact",
    more=("may", "yes", "yes", "no", "may"),
)
PROBE = row(
    "probe",
    "yes",
    "cavalry",
    "may",
    road="before contact",
    more=("may", "yes", "yes", "yes", "may"),
)
MARCH = row("march", road="yes")
DELAY = row("delay", more=("light or lone", "yes", "yes", "yes", "no"))
FALL_BACK = row("fall back", road="yes", more=("no", "yes", "no", "yes", "no"))

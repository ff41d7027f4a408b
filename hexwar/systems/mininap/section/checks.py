"""What can be wrong with the files of a battle, before anybody stands on the table (M24.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hexwar.messages import mark, say
from hexwar.scenario.checks.case import TableCase
from hexwar.scenario.checks.forces import check_known_side
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.systems.mininap.battle import Arm, Kind
from hexwar.systems.mininap.numbers import PRINTED, Numbers
from hexwar.systems.mininap.options import FLAGS
from hexwar.systems.mininap.points import brigade_sizes, cost_of_side, share_of_infantry
from hexwar.systems.mininap.section.build import FORMATIONS, card_of
from hexwar.systems.mininap.section.schema import MiniForces, MiniScenario, MiniUnitRecord
from hexwar.tabletop.ground import Ground

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "infantry": ("line", "light"),
    "cavalry": ("light", "medium", "heavy"),
    "artillery": ("light", "medium", "heavy"),
    "command": ("brigade", "division", "corps"),
}
"""The types of each arm (M2.5)."""

LINES: Final = ("wall", "hedge")
"""Ground that is a line; a road may be one, or an area."""

PLAIN_GROUND: Final = ("open", "road", "hill", "bridge", "ford")
"""Ground that costs nothing (M22.2)."""


@dataclass(frozen=True)
class MiniCase(TableCase):
    """A scenario of this game with its forces, as the checks look at it."""

    scenario: MiniScenario
    forces: MiniForces

    @cached_property
    def units(self) -> dict[str, MiniUnitRecord]:
        """The units by id."""
        return {unit.id: unit for unit in self.forces.units}

    @cached_property
    def numbers(self) -> Numbers:
        """The numbers of the rules with the scenario's own, as far as these are sound."""
        return PRINTED.with_own(PRINTED.sound(self.scenario.numbers))


# -- the forces alone: M2, M3, M5


def check_forces(forces: MiniForces, pen: Pen) -> None:
    """Reports units that there cannot be, and brigades and divisions without a commander."""
    seen: set[str] = set()
    for i, unit in enumerate(forces.units):
        place: Place = ("units", i)
        if unit.id in seen:
            pen.error((*place, "id"), "the id {text} is listed twice", text=quoted(unit.id))
        seen.add(unit.id)
        check_known_side(unit.side, forces, (*place, "side"), pen)
        _check_type(unit, place, pen)
        _check_strength(unit, place, pen)
        if unit.source is not None and unit.source not in forces.sources:
            words = mark("there is no source {id}")
            pen.error((*place, "source"), words, unit.source, forces.sources, id=unit.source)
    for side in forces.side_names:
        if not any(u.side == side and u.arm != "command" for u in forces.units):
            pen.error(("units",), "{side} has no unit", side=quoted(side))
    check_order_of_battle(forces, pen)


def _check_type(unit: MiniUnitRecord, place: Place, pen: Pen) -> None:
    """Type and marks go with the arm (M2.5 to M2.8)."""
    kinds = KINDS[unit.arm]
    if unit.kind not in kinds:
        words = mark("{arm} is none of {kind}: it is one of {kinds} (M2.5)")
        told = {"arm": say(Arm(unit.arm)), "kind": say(Kind(unit.kind))}
        pen.error((*place, "kind"), words, **told, kinds=", ".join(kinds))
    if unit.horse and unit.arm != "artillery":
        pen.error((*place, "horse"), "only artillery is horse artillery (M2.7)")
    if unit.horse and unit.kind == "heavy":
        pen.error((*place, "kind"), "there is no heavy horse artillery (M2.5)")
    if unit.lancer and (unit.arm, unit.kind) != ("cavalry", "light"):
        pen.error((*place, "lancer"), "only light cavalry are lancers (M2.8)")
    if unit.commands and unit.arm != "command":
        pen.error((*place, "commands"), "only a commander commands brigades")
    if unit.brigade is not None and unit.arm == "command":
        pen.error((*place, "brigade"), "a commander's brigades stand in `commands`")


def _check_strength(unit: MiniUnitRecord, place: Place, pen: Pen) -> None:
    """The SP are those that the rules allow (M3.2 to M3.4), and fit what is told behind them."""
    least, most = _bounds(unit.arm)
    if not least <= unit.sp <= most:
        words = mark("{arm} has {least} SP at the start (M3.4)")
        if least != most:
            words = mark("{arm} has from {least} to {most} SP at the start (M3.2, M3.3)")
        told = {"arm": say(Arm(unit.arm)), "least": least, "most": most}
        pen.error((*place, "sp"), words, **told)
    made = 0
    if unit.arm in ("infantry", "cavalry") and unit.men:
        made = max(least, (unit.men + 50) // 100)
    elif unit.arm == "artillery" and unit.guns:
        made = min(most, max(least, unit.guns // 2))
    if made not in (0, unit.sp):
        pen.warning((*place, "sp"), "men and guns would make it {n} SP (M3.7)", n=made)


def _bounds(arm: str) -> tuple[int, int]:
    return {"command": (2, 2), "artillery": (2, 4)}.get(arm, (2, 99))


def check_order_of_battle(forces: MiniForces, pen: Pen) -> None:
    """Each brigade and division is of one side and has one commander (M5.1, M5.2)."""
    commanders: dict[str, dict[str, int]] = {"brigade": {}, "division": {}}
    corps = Counter(u.side for u in forces.units if (u.arm, u.kind) == ("command", "corps"))
    sides: dict[str, str] = {}
    for place, unit, body, rank in _named(forces):
        if sides.setdefault(body, unit.side) != unit.side:
            pen.error(place, "{id} is of the other side", id=quoted(body))
        if unit.arm == "command" and rank == unit.kind:
            if body in commanders[rank]:
                pen.error(place, "{id} has a commander already (M5.1)", id=quoted(body))
            commanders[rank][body] = 1
    _check_commanded(forces, commanders, pen)
    for side in forces.side_names:
        divisions = [body for body in commanders["division"] if sides.get(body) == side]
        if len(divisions) > 1 and not corps[side]:
            words = mark("{side} has more than one division, and no corps commander (M5.1)")
            pen.error(("units",), words, side=quoted(side))
        if corps[side] > 1:
            pen.error(("units",), "{side} has more than one corps commander", side=quoted(side))


def _named(forces: MiniForces) -> Iterator[tuple[Place, MiniUnitRecord, str, str]]:
    """Each brigade and division that a unit names: its place, the unit, its id and its rank."""
    for i, unit in enumerate(forces.units):
        if unit.brigade is not None:
            yield ("units", i, "brigade"), unit, unit.brigade, "brigade"
        if unit.division is not None:
            yield ("units", i, "division"), unit, unit.division, "division"
        for j, body in enumerate(unit.commands):
            yield ("units", i, "commands", j), unit, body, "brigade"


def _check_commanded(
    forces: MiniForces, commanders: Mapping[str, Mapping[str, int]], pen: Pen
) -> None:
    """Whoever is in a brigade or division has a commander, and a commander somebody (M5.1)."""
    for i, unit in enumerate(forces.units):
        place: Place = ("units", i)
        if unit.arm != "command":
            _check_unit_commanded(unit, place, commanders, pen)
        elif unit.kind == "brigade" and len(unit.commands) != 1:
            pen.error((*place, "commands"), "a brigade commander commands one brigade (M5.1)")
        elif unit.kind == "division" and not (unit.commands and unit.division):
            words = mark("a division commander names his `division` and its brigades (M5.1)")
            pen.error(place, words)
        elif unit.kind == "division":
            for j, body in enumerate(unit.commands):
                if body not in commanders["brigade"]:
                    words = mark("the brigade {id} has no commander (M5.1)")
                    pen.error((*place, "commands", j), words, id=quoted(body))


def _check_unit_commanded(
    unit: MiniUnitRecord, place: Place, commanders: Mapping[str, Mapping[str, int]], pen: Pen
) -> None:
    if (unit.brigade is None) == (unit.division is None):
        pen.error(place, "a unit is in one brigade, or in a division directly (M5.2)")
        return
    rank, body = ("brigade", unit.brigade) if unit.brigade else ("division", unit.division or "")
    if body not in commanders[rank]:
        words = mark("the {rank} {id} has no commander (M5.1)")
        known = commanders[rank]
        told = {"rank": say(Kind(rank)), "id": quoted(body)}
        pen.error((*place, rank), words, body or "", known, **told)


# -- the scenario alone


def check_alone(scenario: MiniScenario, ground: Ground | None, pen: Pen) -> None:
    """Options and numbers are those of the rules, and so is the ground."""
    for name, value in scenario.options.items():
        values, place = FLAGS.get(name), ("options", name)
        if values is None:
            pen.error(place, "the rules have no such option", name, FLAGS)
        elif value not in values:
            pen.error(place, "the option should be one of {values}", values=", ".join(values))
    for key, number in scenario.numbers.items():
        place = ("numbers", key)
        if key not in PRINTED.known:
            pen.error(place, "the rules have no number of this name", key, PRINTED.known)
        elif fault := PRINTED.fault(key, number):
            pen.error(place, fault)
    if ground is not None:
        check_ground(ground, pen)


def check_ground(ground: Ground, pen: Pen) -> None:
    """Each piece of ground is of a kind that the rules know, in the shape of that kind (M22)."""
    known = {*PLAIN_GROUND, *(row.kind for row in PRINTED.with_own({}).terrain.rows)}
    for piece in ground.pieces:
        told = {"piece": quoted(piece.id), "kind": quoted(piece.kind)}
        if piece.kind not in known:
            words = mark("the rules know no ground {kind}, which {piece} is (M22.2)")
            pen.error(("map",), words, piece.kind, known, **told)
        elif piece.is_line != (piece.kind in LINES) and piece.kind != "road":
            words = mark("{piece} is {kind}: that is an area, not a line")
            if not piece.is_line:
                words = mark("{piece} is {kind}: that is a line, not an area")
            pen.error(("map",), words, **told)
        elif piece.kind in ("bridge", "ford") and not ground.met(ground.shape(piece), ("stream",)):
            words = mark("{piece} is {kind}, and lies on no stream (M22.2)")
            pen.warning(("map",), words, **told)


# -- the scenario with its forces


def check_together(case: MiniCase) -> None:
    """Who is named is there, in a formation that he may take; a free game is fair."""
    check_setup(case)
    check_breaking(case)
    check_free_game(case)


def check_setup(case: MiniCase) -> None:
    """Every unit stands somewhere, once, in a formation that it may take (M4.1)."""
    seen: set[str] = set()
    for i, record in enumerate(case.scenario.setup):
        place: Place = ("setup", i)
        unit = case.units.get(record.unit)
        if record.unit in seen:
            case.pen.error((*place, "unit"), "{id} is placed twice", id=quoted(record.unit))
        seen.add(record.unit)
        if unit is None:
            if record.unit not in case.lost:
                words, known = mark("there is no unit {id}"), case.units
                told = quoted(record.unit)
                case.pen.error((*place, "unit"), words, record.unit, known, id=told)
            continue
        if not card_of(unit).may_form(FORMATIONS[record.formation]):
            words = mark("{unit} cannot be in {formation} (M4.1)")
            formation = say(FORMATIONS[record.formation])
            told_of = {"unit": quoted(unit.name), "formation": formation}
            case.pen.error((*place, "formation"), words, **told_of)
        if record.limbered and unit.arm != "artillery":
            case.pen.error((*place, "limbered"), "only guns are limbered (M4.8)")
    for unit in case.forces.units:
        if unit.id not in seen and unit.id not in case.lost:
            case.pen.error(("setup",), "{id} stands nowhere", id=quoted(unit.id))


def check_breaking(case: MiniCase) -> None:
    """An army that breaks at a number of units has as many (M23.4)."""
    for side, number in case.scenario.break_at.items():
        place: Place = ("break_at", side)
        check_known_side(side, case.forces, place, case.pen)
        has = sum(u.side == side and u.arm != "command" for u in case.forces.units)
        if number > has:
            words = mark("it would never break: it has {n} units")
            case.pen.warning(place, words, n=has)


UNEQUAL: Final = 10
"""From which difference of points on, per cent, a free game is called unequal."""


def check_free_game(case: MiniCase) -> None:
    """A game that players set up is fair: equal points, fit brigades, infantry enough (M24.2)."""
    if case.scenario.options.get("setup") != "free":
        return
    place: Place = ("options", "setup")
    numbers = case.numbers.setup
    units = [card_of(unit) for unit in case.forces.units]
    costs = {one: cost_of_side(units, one, case.numbers) for one in case.forces.side_names}
    (first, low), (second, high) = sorted(costs.items(), key=lambda item: item[1])
    if 100 * (high - low) > UNEQUAL * high:
        words = mark("{first} costs {low} points, {second} {high} (M24.1): a free game is of equal")
        told = {"first": quoted(first), "low": low, "second": quoted(second), "high": high}
        case.pen.warning(place, words, **told)
    for brigade, size in brigade_sizes(units).items():
        if not numbers.brigade_least <= size <= numbers.brigade_most:
            words = mark("{id} has {n} units: a brigade of a free game has 3 to 6 (M24.2)")
            case.pen.warning(place, words, id=quoted(brigade), n=size)
    for side in case.forces.side_names:
        if 2 * share_of_infantry(units, side) < 1:
            words = mark("less than half of the SP of {side} are infantry (M24.2)")
            case.pen.warning(place, words, side=quoted(side))

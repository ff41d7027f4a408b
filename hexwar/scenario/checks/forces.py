"""The forces by themselves: ids and references between formations, and each counter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hexwar.messages import listed, mark, say
from hexwar.scenario.checks.hexes import check_estimates
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import AnyForces, ForcesFile, FormationRecord, UnitRecord
from hexwar.table.forces import Arm, FormationId, FormationKind, Role

_ROLES = {
    FormationKind.HEADQUARTERS: (Role.OVERALL, Role.HQ),
    FormationKind.WING: (Role.WING,),
    FormationKind.CORPS: (Role.CORPS, Role.DIVISION),
    FormationKind.DIVISION: (Role.CORPS, Role.DIVISION),
}


def check_forces(forces: ForcesFile, pen: Pen, lost: frozenset[str]) -> None:
    """Reports what the forces say that cannot be, or does not fit together.

    `lost` holds ids of parts that could not be read; what refers to them is not at fault.
    """
    check_ids(forces, pen)
    check_circles(forces, pen)
    for i, formation in enumerate(forces.formations):
        place: Place = ("formations", i)
        check_known_side(formation.side, forces, (*place, "side"), pen)
        check_references(formation, place, forces, pen, lost)
        check_commanders(formation, place, pen, lost)
        for j, unit in enumerate(formation.units):
            check_counter(unit, (*place, "units", j), forces.sources, pen)
    check_estimates(forces.estimates, pen)


def check_ids(forces: ForcesFile, pen: Pen) -> None:
    """No two formations, leaders or units have the same id, no two units the same slug."""
    seen: set[tuple[str, str]] = set()
    for place, text in _names(forces):
        key = (str(place[-1]), text)
        if key in seen and place[-1] == "id":
            pen.error(place, "the id {text} is listed twice", text=quoted(text))
        elif key in seen:
            pen.warning(place, "the slug {text} is listed twice", text=quoted(text))
        seen.add(key)


def _names(forces: ForcesFile) -> Iterator[tuple[Place, str]]:
    for i, formation in enumerate(forces.formations):
        yield ("formations", i, "id"), formation.id
        for j, leader in enumerate(formation.leaders):
            yield ("formations", i, "leaders", j, "id"), leader.id
        for j, unit in enumerate(formation.units):
            yield ("formations", i, "units", j, "id"), unit.id
            yield ("formations", i, "units", j, "slug"), unit.slug
    for i, other in enumerate(forces.off_map):
        yield ("off_map", i, "id"), other.id


def check_known_side(side: str, forces: AnyForces, place: Place, pen: Pen) -> None:
    """A side that a file names is one of the two of the forces."""
    if side not in forces.side_names:
        words = mark("there is no side {side}; the sides are {sides}")
        pen.error(place, words, side=quoted(side), sides=listed(forces.side_names))


def check_references(
    formation: FormationRecord, place: Place, forces: ForcesFile, pen: Pen, lost: frozenset[str]
) -> None:
    """Every formation that one refers to exists and is on its side."""
    sides = {f.id: f.side for f in forces.off_map} | {f.id: f.side for f in forces.formations}
    for where, id_ in _references(formation):
        if id_ in lost:
            continue
        if id_ not in sides:
            pen.error((*place, *where), "there is no formation {id}", id_, sides, id=quoted(id_))
        elif sides[id_] != formation.side:
            pen.error((*place, *where), "{id} is on the other side", id=id_)
    wing, wings = formation.assigned_to, FormationKind.WING
    if wing in sides and all(f.id != wing for f in forces.formations if f.kind is wings):
        pen.error((*place, "assigned_to"), "{wing} is no wing", wing=wing)


def _references(formation: FormationRecord) -> Iterator[tuple[Place, FormationId]]:
    for name in ("assigned_to", "division_of"):
        if (id_ := getattr(formation, name)) is not None:
            yield (name,), id_
    for i, id_ in enumerate(formation.may_order):
        yield ("may_order", i), id_
    for i, unit in enumerate(formation.units):
        if unit.attached_from is not None:
            yield ("units", i, "attached_from"), unit.attached_from


def check_circles(forces: ForcesFile, pen: Pen) -> None:
    """No formation is under itself, nor under one that is under it."""
    for field in ("assigned_to", "division_of"):
        next_above: dict[str, str | None] = {f.id: getattr(f, field) for f in forces.formations}
        for i, formation in enumerate(forces.formations):
            way = _way_up(formation.id, next_above)
            if len(way) > 1 and way[-1] == formation.id:
                by_way = say(" by way of {other}", other=way[1]) if len(way) > 2 else ""
                words = mark("{id} is under itself{by_way}")
                pen.error(("formations", i, field), words, id=formation.id, by_way=by_way)


def _way_up(id_: str, next_above: Mapping[str, str | None]) -> list[str]:
    """A formation and who is above it, one after the other, to the top or to one met again."""
    way = [id_]
    while (above := next_above.get(way[-1])) is not None:
        way.append(above)
        if above in way[:-1]:
            break
    return way


def check_commanders(
    formation: FormationRecord, place: Place, pen: Pen, lost: frozenset[str]
) -> None:
    """Each kind of formation has the leaders that the rules look for (N3.2, N14.1)."""
    allowed = _ROLES[formation.kind]
    if formation.is_staff and formation.units:
        pen.error((*place, "units"), "a formation of kind {kind} has no units", kind=formation.kind)
    for j, leader in enumerate(formation.leaders):
        if leader.role not in allowed:
            words = mark("a formation of kind {kind} has no leader of role {role}")
            where = (*place, "leaders", j, "role")
            pen.error(where, words, kind=formation.kind, role=leader.role)
    if any(id_.startswith(f"{formation.id}-") for id_ in lost):
        return
    roles = [leader.role for leader in formation.leaders]
    if formation.is_staff:
        for role in allowed:
            if roles.count(role) != 1:
                words = mark("there are {n} leaders of role {role}, not one")
                pen.error((*place, "leaders"), words, n=roles.count(role), role=role)
    elif formation.kind is FormationKind.CORPS and not roles:
        pen.warning((*place, "leaders"), "the corps has no commander")


FLAGS: Final = (
    *("guard", "young_guard", "old_guard", "grenadier"),
    *("cossack", "conscripts", "landwehr", "untrained"),
)
"""The words that a unit's `flags` may hold."""


def check_counter(unit: UnitRecord, place: Place, sources: Mapping[str, str], pen: Pen) -> None:
    """Reports a unit whose numbers do not fit together, and words that are not known."""
    check_steps(unit, place, pen)
    if unit.movement == 0:
        pen.error((*place, "movement"), "the unit cannot move: its movement allowance is 0")
    if unit.arm is Arm.VEDETTE:
        pen.error((*place, "arm"), "vedettes are a number of their unit, no unit (N20.31)")
        return
    if not unit.arm.is_train and unit.initiative is None:
        pen.error((*place, "initiative"), "a combat unit needs an initiative (N2.1)")
    for i, flag in enumerate(unit.flags):
        if flag not in FLAGS:
            words, where = mark("the flag {flag} is not known"), (*place, "flags", i)
            pen.warning(where, words, flag, FLAGS, flag=quoted(flag))
    if unit.source is not None and unit.source not in sources:
        words = mark("{source} is not listed in `sources`")
        pen.warning((*place, "source"), words, source=quoted(unit.source))


def check_steps(unit: UnitRecord, place: Place, pen: Pen) -> None:
    """Strength and steps agree (N2.2, N2.22): a train has neither."""
    if unit.arm.is_train:
        if unit.sp or unit.steps:
            pen.error((*place, "sp"), "a train has no strength and no steps (N2.22)")
        return
    if unit.sp == 0 or unit.steps == 0:
        pen.error((*place, "sp"), "a combat unit needs strength and at least one step (N2.2)")
    elif unit.steps == 1 and unit.reduced_sp:
        pen.error((*place, "reduced_sp"), "a unit of one step has no reduced strength (N2.22)")
    elif unit.steps == 2 and not 1 <= unit.reduced_sp <= unit.sp:
        words = mark("the reduced strength should be 1 to {unit.sp} SP, not {unit.reduced_sp}")
        pen.error((*place, "reduced_sp"), words, unit=unit)

"""The forces by themselves: ids and references between formations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwar.messages import listed, say
from hexwar.scenario.checks.counters import check_counter
from hexwar.scenario.checks.estimates import check_estimates
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import ForcesFile
from hexwar.scenario.schema.forces import FormationRecord
from hexwar.table.forces import FormationId, FormationKind, Role

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
        check_side(formation, place, forces, pen)
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


def check_side(formation: FormationRecord, place: Place, forces: ForcesFile, pen: Pen) -> None:
    """A formation is of one of the two sides."""
    check_known_side(formation.side, forces, (*place, "side"), pen)


def check_known_side(side: str, forces: ForcesFile, place: Place, pen: Pen) -> None:
    """A side that a file names is one of the two of the forces."""
    if side not in forces.side_names:
        sides = listed(forces.side_names)
        sentence = say(
            "there is no side {side}; the sides are {sides}", side=quoted(side), sides=sides
        )
        pen.error(place, sentence)


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
    wings = {f.id for f in forces.formations if f.kind is FormationKind.WING}
    wing = formation.assigned_to
    if wing in sides and wing not in wings:
        pen.error((*place, "assigned_to"), "{wing} is no wing", wing=wing)


def _references(formation: FormationRecord) -> Iterator[tuple[Place, FormationId]]:
    if formation.assigned_to is not None:
        yield ("assigned_to",), formation.assigned_to
    if formation.division_of is not None:
        yield ("division_of",), formation.division_of
    for i, id_ in enumerate(formation.may_order):
        yield ("may_order", i), id_
    for i, unit in enumerate(formation.units):
        if unit.attached_from is not None:
            yield ("units", i, "attached_from"), unit.attached_from


def check_circles(forces: ForcesFile, pen: Pen) -> None:
    """No formation is under itself, nor under one that is under it."""
    above: dict[str, dict[str, str | None]] = {
        "assigned_to": {f.id: f.assigned_to for f in forces.formations},
        "division_of": {f.id: f.division_of for f in forces.formations},
    }
    for field, next_above in above.items():
        for i, formation in enumerate(forces.formations):
            way = _way_up(formation.id, next_above)
            if len(way) > 1 and way[-1] == formation.id:
                by_way = say(" by way of {other}", other=way[1]) if len(way) > 2 else ""
                sentence = say("{id} is under itself{by_way}", id=formation.id, by_way=by_way)
                pen.error(("formations", i, field), sentence)


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
            sentence = say(
                "a formation of kind {kind} has no leader of role {leader.role}",
                kind=formation.kind,
                leader=leader,
            )
            pen.error((*place, "leaders", j, "role"), sentence)
    if any(id_.startswith(f"{formation.id}-") for id_ in lost):
        return
    roles = [leader.role for leader in formation.leaders]
    if formation.is_staff:
        for role in allowed:
            if roles.count(role) != 1:
                n = roles.count(role)
                sentence = say("there are {n} leaders of role {role}, not one", n=n, role=role)
                pen.error((*place, "leaders"), sentence)
    elif formation.kind is FormationKind.CORPS and not roles:
        pen.warning((*place, "leaders"), "the corps has no commander")

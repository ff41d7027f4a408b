"""Who comes, by schedule and by card: each group is somebody, of one side, and still to come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from hexwar.scenario.checks.case import Case
from hexwar.scenario.errors import Place
from hexwar.scenario.schema.forces import FormationRecord
from hexwar.scenario.schema.scenario import AlternateRecord, ArrivalRecord
from hexwar.table.forces import Side

Group: TypeAlias = "ArrivalRecord | AlternateRecord"


def check_coming(case: Case) -> None:
    """Reports groups of the schedule and lists of alternates that cannot come."""
    check_somebody(case)
    for i, arrival in enumerate(case.scenario.arrivals):
        check_one_side(case, arrival, ("arrivals", i))
        check_staffs(case, arrival, ("arrivals", i))
    for i, alternate in enumerate(case.scenario.alternates):
        check_own(case, alternate, ("alternates", i))
        check_called(case, alternate, ("alternates", i))
    check_lists(case)


def check_somebody(case: Case) -> None:
    """No group is empty; one whose names could not be read is not at fault once more."""
    unread = case.pen.written_within(3)
    for place, group in _groups(case):
        if group.units or group.formations:
            continue
        names = (case.pen.original((*place, name)) for name in ("units", "formations"))
        if unread.isdisjoint(names):
            case.pen.error(place, "this names neither units nor formations")


def check_one_side(case: Case, arrival: ArrivalRecord, place: Place) -> None:
    """Who arrives together is of one side."""
    first: FormationRecord | None = None
    for where, id_, formation in _members(case, arrival, place):
        first = first or formation
        if formation.side != first.side:
            sentence = f"{id_} is not on the side of {first.id}: they cannot arrive together"
            case.pen.error(where, sentence)


def check_staffs(case: Case, arrival: ArrivalRecord, place: Place) -> None:
    """Only headquarters and wings come as formations, and only if they are not there yet."""
    for j, id_ in enumerate(arrival.formations):
        formation = case.formations.get(id_)
        if formation is None:
            continue
        where = (*place, "formations", j)
        if not formation.is_staff:
            sentence = f"{id_} is a {formation.kind}: name its units, each in `units`"
            case.pen.error(where, sentence)
        else:
            _check_awaited(case, formation, where)


def check_own(case: Case, alternate: AlternateRecord, place: Place) -> None:
    """A side calls its own forces."""
    if alternate.side not in case.forces.side_names:
        return
    for where, id_, formation in _members(case, alternate, place):
        if formation.side != alternate.side:
            case.pen.error(where, f"{id_} is on the other side")


def check_called(case: Case, alternate: AlternateRecord, place: Place) -> None:
    """Who is on a list is there once, and not on the map from the start."""
    seen: set[str] = set()
    for where, id_, formation in _members(case, alternate, place):
        is_formation = where[2] == "formations"
        if id_ in seen or (not is_formation and formation.id in alternate.formations):
            case.pen.error(where, f"{id_} is twice on this list")
        elif is_formation:
            _check_awaited(case, formation, where)
        seen.add(id_)


def check_lists(case: Case) -> None:
    """Each list of a side has a number of its own (N24.2)."""
    seen: set[tuple[Side, int]] = set()
    for i, alternate in enumerate(case.scenario.alternates):
        key = alternate.side, alternate.list
        if key in seen:
            sentence = f"the side {alternate.side} has a list {alternate.list} already"
            case.pen.error(("alternates", i, "list"), sentence)
        seen.add(key)


def _check_awaited(case: Case, formation: FormationRecord, place: Place) -> None:
    """Reports a formation of which anybody is set up; what is not in play is not set up."""
    if not formation.is_in_play:
        return
    pieces: list[str] = [unit.id for unit in formation.units]
    pieces += [leader.id for leader in formation.leaders]
    hex_ = next((case.hex_of[piece] for piece in pieces if piece in case.hex_of), None)
    if hex_ is not None:
        sentence = f"{formation.id} is on the map from the start, at {hex_}: it cannot come"
        case.pen.error(place, sentence)


def _groups(case: Case) -> Iterator[tuple[Place, Group]]:
    for i, arrival in enumerate(case.scenario.arrivals):
        yield ("arrivals", i), arrival
    for i, alternate in enumerate(case.scenario.alternates):
        yield ("alternates", i), alternate


def _members(
    case: Case, group: Group, place: Place
) -> Iterator[tuple[Place, str, FormationRecord]]:
    """Each unit and formation of a group that the forces have, with its place and formation."""
    for j, id_ in enumerate(group.units):
        if id_ in case.units:
            yield (*place, "units", j), id_, case.formation_of[id_]
    for j, name in enumerate(group.formations):
        if name in case.formations:
            yield (*place, "formations", j), name, case.formations[name]

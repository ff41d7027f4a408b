"""Every unit and leader is in exactly one place, and that place fits when its formation comes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from hexwar.messages import listed, mark, say
from hexwar.scenario.checks.case import Case
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema.forces import FormationRecord
from hexwar.table.forces import Presence, Role


def check_pieces(case: Case) -> None:
    """Reports pieces in no place or in two, and names that no piece has."""
    check_names(case)
    check_single(case)
    for i, formation in enumerate(case.forces.formations):
        check_units(case, i, formation)
        check_leaders(case, i, formation)


def check_names(case: Case) -> None:
    """Set-up and arrivals name pieces that the forces have."""
    for place, id_, _ in (*case.placements(), *case.arrivals()):
        check_known(case, str(place[2]), id_, place)
    for place, id_ in case.called():
        check_known(case, str(place[2]), id_, place)


_NONE: Final = {
    "units": mark("there is no unit {id}"),
    "leaders": mark("there is no leader {id}"),
    "formations": mark("there is no formation {id}"),
}


def check_known(case: Case, kind: str, id_: str, place: Place) -> None:
    """A unit, leader or formation that the scenario names exists. `kind` is the plural word."""
    known: dict[str, Collection[str]] = {
        "units": case.units,
        "leaders": case.leaders,
        "formations": case.formations,
    }
    if id_ not in known[kind] and id_ not in case.lost:
        case.pen.error(place, _NONE[kind], id_, known[kind], id=quoted(id_))


def check_single(case: Case) -> None:
    """No piece stands in two hexes, arrives twice, or does both."""
    seen: dict[str, str] = {}
    for place, id_, where in _whereabouts(case):
        if id_ in seen:
            both = listed((seen[id_], where))
            case.pen.error(place, "{id} is in two places: {both}", id=id_, both=both)
        seen.setdefault(id_, where)


def _whereabouts(case: Case) -> Iterator[tuple[Place, str, str]]:
    for place, id_, hex_ in case.placements():
        yield place, id_, say("hex {hex}", hex=hex_)
    for place, id_, turn in case.arrivals():
        yield place, id_, say("the arrivals of turn {turn}", turn=turn)
    for place, id_ in case.called():
        if place[2] == "units":
            yield place, id_, say("the alternates")


def check_units(case: Case, i: int, formation: FormationRecord) -> None:
    """Units of a formation in play stand somewhere or are due; alternates do neither."""
    for j, unit in enumerate(formation.units):
        if unit.id in case.lost:
            continue
        place: Place = ("formations", i, "units", j)
        is_placed = unit.id in case.hex_of or unit.id in case.turn_of
        _check_presence(formation, unit.id, place, case.forces_pen, is_placed=is_placed)


def check_leaders(case: Case, i: int, formation: FormationRecord) -> None:
    """A commander has a hex, or comes with his formation; OC and HQ start together (N24.2)."""
    hexes = {x.role: case.hex_of.get(x.id) for x in formation.leaders}
    if Role.HQ in hexes and hexes[Role.HQ] != hexes.get(Role.OVERALL):
        sentence = say(
            "the HQ counter of {id} does not start with its commander (N24.2)", id=formation.id
        )
        case.pen.warning(("setup",), sentence)
    for j, leader in enumerate(formation.leaders):
        if leader.id in case.lost or formation.id in case.lost:
            continue
        place: Place = ("formations", i, "leaders", j)
        is_placed = leader.id in case.hex_of or _comes_with_formation(case, formation)
        _check_presence(formation, leader.id, place, case.forces_pen, is_placed=is_placed)


def _comes_with_formation(case: Case, formation: FormationRecord) -> bool:
    """Whether a commander without a hex comes with his first unit, or as his formation is due."""
    if formation.is_staff:
        return formation.id in case.turn_of
    is_due = any(unit.id in case.turn_of or unit.id in case.lost for unit in formation.units)
    return is_due and not any(unit.id in case.hex_of for unit in formation.units)


def _check_presence(
    formation: FormationRecord, id_: str, place: Place, pen: Pen, *, is_placed: bool
) -> None:
    if formation.is_in_play and not is_placed:
        sentence = say(
            "{id} is nowhere: {formation.id} is in play, but has no hex and no turn for it",
            id=id_,
            formation=formation,
        )
        pen.error(place, sentence)
    elif formation.presence is Presence.ALTERNATE and is_placed:
        sentence = say(
            "{id} has a place, but {formation.id} comes only by card", id=id_, formation=formation
        )
        pen.error(place, sentence)

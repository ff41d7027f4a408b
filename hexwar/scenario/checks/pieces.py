"""A scenario with its forces: every piece in one place that fits it, and what is worth points."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from hexwar.hexes import Hex
from hexwar.messages import listed, mark, say
from hexwar.scenario.checks.case import Case
from hexwar.scenario.errors import Place, quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import FormationRecord
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import Presence, Role


def check_pieces(case: Case) -> None:
    """Reports pieces in no place or in two, and names that no piece has."""
    placed = ((place, id_) for place, id_, _ in (*case.placements(), *case.arrivals()))
    for place, id_ in (*placed, *case.called()):
        check_known(case, str(place[2]), id_, place)
    check_single(case)
    for i, formation in enumerate(case.forces.formations):
        check_units(case, i, formation)
        check_leaders(case, i, formation)


_NONE: Final = {
    "units": mark("there is no unit {id}"),
    "leaders": mark("there is no leader {id}"),
    "formations": mark("there is no formation {id}"),
}


def check_known(case: Case, kind: str, id_: str, place: Place) -> None:
    """A unit, leader or formation that the scenario names exists. `kind` is the plural word."""
    known: Collection[str] = getattr(case, kind)
    if id_ not in known and id_ not in case.lost:
        case.pen.error(place, _NONE[kind], id_, known, id=quoted(id_))


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
        words = mark("the HQ counter of {id} does not start with its commander (N24.2)")
        case.pen.warning(("setup",), words, id=formation.id)
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
        words = mark("{id} is nowhere: {of} is in play, but has no hex and no turn for it")
        pen.error(place, words, id=id_, of=formation.id)
    elif formation.presence is Presence.ALTERNATE and is_placed:
        words = mark("{id} has a place, but {of} comes only by card")
        pen.error(place, words, id=id_, of=formation.id)


def check_enemies(case: Case) -> None:
    """Reports hexes in which pieces of both sides are set up."""
    sides: dict[Hex, str] = {}
    for place, id_, hex_ in case.placements():
        formation = case.formation_of.get(id_)
        if formation and sides.setdefault(hex_, formation.side) != formation.side:
            case.pen.error(place, "{id} stands in {hex} with an enemy", id=id_, hex=hex_)


def check_shut_in(case: Case, field: Battlefield) -> None:
    """Reports units set up where rivers on every side let nobody out."""
    for place, id_, hex_ in case.placements():
        if hex_ in field.grid and id_ in case.units and not field.crossable_neighbours[hex_]:
            words = mark("{id} cannot leave {hex}: rivers are on every side")
            case.pen.error(place, words, id=id_, hex=hex_)


def check_victory(case: Case) -> None:
    """Every victory hex has a holder at the start (N22.2)."""
    victory = [vp.hex for vp in case.scenario.victory.hexes]
    held = [holder.hex for holder in case.scenario.control]
    sources = case.held()
    check_repeats(case, ("control",), held)
    check_repeats(case, ("victory", "hexes"), victory)
    for i, hex_ in enumerate(victory):
        if hex_ not in held and hex_ not in sources and hex_ not in case.lost:
            words = mark("nobody holds {hex} at the start: it is not in `control`")
            case.pen.warning(("victory", "hexes", i, "hex"), words, hex=hex_)
    for i, hex_ in enumerate(held):
        if hex_ not in victory and hex_ not in sources and hex_ not in case.lost:
            words = mark("{hex} is neither a victory hex nor a supply source")
            case.pen.warning(("control", i, "hex"), words, hex=hex_)


def check_repeats(case: Case, place: Place, hexes: list[Hex]) -> None:
    """No hex of a list is there twice."""
    for i, hex_ in enumerate(hexes):
        if hex_ in hexes[:i]:
            case.pen.error((*place, i, "hex"), "{hex} is listed twice", hex=hex_)

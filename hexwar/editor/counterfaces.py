"""The counters of a draft as they will look, whatever faults its records have."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from hexwar.editor.army import LEADERS, UNITS, Path, at, formations, inside, text
from hexwar.editor.document import Json
from hexwar.messages import mark, say
from hexwar.scenario.build import OTHER_ORDERS
from hexwar.scenario.form import fields_of
from hexwar.scenario.schema import Record
from hexwar.table.forces import (
    Arm,
    FormationCard,
    FormationId,
    FormationKind,
    LeaderCard,
    Presence,
    Role,
    Side,
    UnitCard,
)
from hexwar.table.pieces import Leader, Unit
from hexwar.widgets.counters.faces import (
    Face,
    FormationMark,
    face_of,
    formation_marks,
    leader_face,
)

NAMELESS: Final = mark("Without a name")


def faces_at(forces: Json, place: Path) -> tuple[Face, ...]:
    """The counter of a unit, full and reduced, or of a leader; nothing where neither is."""
    record, formation = at(forces, place), at(forces, place[:2])
    if not (isinstance(record, dict) and isinstance(formation, dict) and len(place) == 4):
        return ()
    index = place[1]
    mark_ = _marks(forces).get(index, FormationMark(0, "")) if isinstance(index, int) else None
    if mark_ is None:
        return ()
    if place[2] == LEADERS.field:
        leader = leader_card(record, formation)
        return (leader_face(leader, Leader(leader.id), mark_),)
    card = unit_card(record, formation)
    full = face_of(card, Unit(card.id), mark_)
    has_other = card.steps == 2 and card.reduced_sp > 0
    return (full, face_of(card, Unit(card.id, reduced=True), mark_)) if has_other else (full,)


def _marks(forces: Json) -> dict[int, FormationMark]:
    """The marks of the formations by their places."""
    known = formations(forces)
    cards = [_formation_card(i, one) for i, one in known]
    marks = formation_marks(cards)
    return {i: marks[card.id] for (i, _), card in zip(known, cards, strict=True)}


def _told(record: Json, form: type[Record]) -> dict[str, Any]:
    """The fields of a record that may stand in a file, and what counts for those left out."""
    told: dict[str, Any] = {}
    for field in fields_of(form):
        value = record.get(field.name)
        is_good = value is not None and not field.refusal(value)
        told[field.name] = value if is_good else field.usual
    return told


def _printed(formation: Json) -> dict[str, Any]:
    """What a formation prints on its counters."""
    names = {"side": Side(text(formation, "side")), "nation": text(formation, "nation")}
    return {**names, "formation": FormationId(text(formation, "id"))}


def unit_card(unit: Json, formation: Json) -> UnitCard:
    """A unit as printed; what is wrong or missing counts as nothing, its arm as infantry."""
    told = _told(unit, UNITS.record)
    told["arm"] = Arm(told["arm"] or Arm.INFANTRY)
    told["flags"] = tuple(told["flags"])
    told |= {name: told[name] or 0 for name in ("sp", "initiative", "movement", "steps")}
    told |= {name: told[name] or "" for name in ("id", "source", "note")}
    told["name"] = told["name"] or say(NAMELESS)
    names = {one.name for one in fields(UnitCard)}
    shared = {name: value for name, value in told.items() if name in names}
    own = {"nation": shared["nation"]} if shared["nation"] else {}
    return UnitCard(**{**shared, **_printed(formation), **own})


def leader_card(leader: Json, formation: Json) -> LeaderCard:
    """A leader as printed; what is wrong or missing counts as nothing, his role as of a corps."""
    told = _told(leader, LEADERS.record)
    told["role"] = Role(told["role"] or Role.CORPS)
    split = tuple(told["ratings"].items())
    rating = told["rating"] or 0
    told["ratings"] = (*split, (OTHER_ORDERS, rating)) if split else ()
    told |= {"rating": rating, "movement": told["movement"] or 0, "id": told["id"] or ""}
    told["name"] = told["name"] or say(NAMELESS)
    told["special"] = tuple(told["special"])
    names = {one.name for one in fields(LeaderCard)}
    shared = {name: value for name, value in told.items() if name in names}
    return LeaderCard(**shared, **_printed(formation))


def _formation_card(index: int, formation: Json) -> FormationCard:
    """A formation as marks know it; its place makes its id its own, also where two are alike."""
    kind, name = text(formation, "kind"), text(formation, "name")
    return FormationCard(
        id=FormationId(str(index)),
        name=name if name.strip() else say(NAMELESS),
        side=Side(text(formation, "side")),
        nation=text(formation, "nation"),
        kind=FormationKind(kind) if kind in set(FormationKind) else FormationKind.CORPS,
        presence=Presence.START,
        units=(),
        leaders=tuple(inside(formation, "leaders")[:0]),
    )

"""What can be switched on and off in a hex of the set-up, as the section of the game has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexwar.editor.desk import Desk
from hexwar.editor.document import Json
from hexwar.editor.placing import held, holder_of, listed, texts
from hexwar.editor.port import editing_of
from hexwar.editor.table_top import TableTop
from hexwar.hexes import Hex
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.form import Kind, field_of
from hexwar.table.forces import FormationId, UnitId
from hexwar.widgets.words import capital

CONTROL: Final = "control"
SET_UP: Final = "setup"
REDUCED: Final = "reduced"

_KINDS: Final = (Kind.UNIT, Kind.LEADER, Kind.FORMATION, Kind.HEX, Kind.HEXSIDE)


@dataclass(frozen=True, slots=True)
class Toggle:
    """Something that is on or off, and the scenario in which it is the other way round."""

    group: str  # the heading that it stands under
    words: str
    is_on: bool
    scenario: Json
    step: str  # what the step is called


def covered(kit: Kit[Any]) -> tuple[str, ...]:
    """The fields of the game's section that the set-up lays out."""
    return tuple(editing_of(kit).fields.get(SET_UP, ()))


def toggles_at(top: TableTop, desk: Desk, hex_: Hex, pieces: Sequence[str]) -> list[Toggle]:
    """What can be switched in a hex: of some of its pieces, of the hex, and of its hexsides."""
    kit = desk.kit
    names = editing_of(kit).words
    found: list[Toggle] = []
    for name in covered(kit):
        field = field_of(kit.form.schema, name)
        item = None if field is None else field.shape.item
        if item is not None and item.kind in _KINDS:
            group = capital(say(names.get(name, name.replace("_", " "))))
            values = dict(_values(top, item.kind, name, hex_, pieces))
            found += _of_list(desk, name, group, values)
    return [*found, *_of_control(top, desk, hex_)]


def _values(
    top: TableTop, kind: Kind, name: str, hex_: Hex, pieces: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """What a list of a kind could name here, each with its words."""
    units = [top.battle.units[UnitId(p)] for p in pieces if p in top.battle.units]
    field = top.battle.battlefield
    if kind is Kind.UNIT:
        yield from ((u.id, u.name) for u in units if name != REDUCED or u.steps > 1)
    elif kind is Kind.LEADER:
        yield from ((p, top.card(p).name) for p in pieces if p in top.battle.leaders)
    elif kind is Kind.FORMATION:
        ids = dict.fromkeys(top.formation(piece).id for piece in pieces)
        yield from ((id_, top.battle.formations[FormationId(id_)].name) for id_ in ids)
    elif kind is Kind.HEX:
        yield hex_, field.name_of(hex_)
    else:
        for side in field.span_at:
            if hex_ in side:
                words = mark("{span}, {a} to {b}")
                told = say(words, span=field.span_name(side), a=side[0], b=side[1])
                yield f"{side[0]}-{side[1]}", told


def _of_list(desk: Desk, name: str, group: str, values: Mapping[str, str]) -> Iterator[Toggle]:
    scenario, order = desk.draft.scenario, desk.order("scenario")
    known = set(texts(scenario, name))
    for value, words in values.items():
        is_on = value in known
        after = listed(scenario, order, name, [value], is_on=not is_on)
        step = say("{what}: {words}", what=group, words=words)
        yield Toggle(group, words, is_on, after, step)


def _of_control(top: TableTop, desk: Desk, hex_: Hex) -> Iterator[Toggle]:
    """Who holds the hex at the start: a victory hex, or one that has a holder already."""
    scenario, order = desk.draft.scenario, desk.order("scenario")
    holder = holder_of(scenario, hex_)
    if not holder and hex_ not in top.battle.vp_hexes:
        return
    group = say("Held at the start by")
    for side, name in top.battle.side_names.items():
        is_on = side == holder
        after = held(scenario, order, hex_, None if is_on else side)
        step = say("{hex} is held by {side}", hex=hex_, side=name)
        yield Toggle(group, name, is_on, after, step)

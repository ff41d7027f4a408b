"""Whether the units can stand where a scenario places them: the rules are asked (M24.4)."""

from __future__ import annotations

from dataclasses import replace

from hexwar.messages import mark
from hexwar.scenario.errors import Place, quoted
from hexwar.systems.mininap.battle import Formation
from hexwar.systems.mininap.rules.ground import barring, may_square
from hexwar.systems.mininap.rules.standing import contacts, firm, footprint, index
from hexwar.systems.mininap.section.build import battle_of
from hexwar.systems.mininap.section.checks import MiniCase
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.mininap.system import set_up
from hexwar.table.forces import UnitId
from hexwar.tabletop.ground import Ground


def check_standing(case: MiniCase, ground: Ground) -> None:
    """Nobody is off the table, in another unit, in contact, or where he may not be."""
    files = (case.pen.file, case.forces_pen.file)
    if any(one.is_error and one.file in files for one in case.pen.findings):
        return
    battle = battle_of(case.scenario, case.forces, ground)
    state = set_up(replace(battle, options={**battle.options, "setup": "placed"}))
    for i, record in enumerate(case.scenario.setup):
        _check_unit(case, state, UnitId(record.unit), ("setup", i))


def _check_unit(case: MiniCase, state: MiniState, id_: UnitId, place: Place) -> None:
    unit, ground, pen = state.units[id_], state.battle.ground, case.pen
    told = {"unit": quoted(state.card(id_).name)}
    if not ground.holds(footprint(state, unit)):
        over = ground.overhang(footprint(state, unit))
        words = mark("{unit} reaches over the edge of the table by {over:g} cm")
        pen.error((*place, "at"), words, **told, over=over)
    rank = list(state.units).index
    for other in index(state).overlapped(firm(state, unit), (id_,)):
        if rank(other) > rank(id_):
            words = mark("{unit} overlaps {other} (M6.11)")
            pen.error((*place, "at"), words, **told, other=quoted(state.card(other).name))
    for other in contacts(state).get(id_, ()):
        if rank(other) > rank(id_):
            words = mark("{unit} touches its enemy {other} (M24.4)")
            pen.error((*place, "at"), words, **told, other=quoted(state.card(other).name))
    if unit.formation is Formation.SQUARE and not may_square(state, unit):
        words = mark("{unit} cannot be in square on this ground (M22.4)")
        pen.error((*place, "formation"), words, **told)
    elif (piece := barring(state, unit, firm(state, unit))) is not None:
        words = mark("{unit} could not go where it stands, {piece} (M22.2): it may leave (M22.8)")
        pen.warning((*place, "at"), words, **told, piece=quoted(piece.name or piece.id))

"""What a formation has lost, and how it bears it (T15)."""

from __future__ import annotations

from hexwar.engine import Table
from hexwar.systems.tlnb.events.turn import FormationDemoralized, FormationRecovered
from hexwar.systems.tlnb.rules.supply.supply import is_unsupplied
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId, Presence, Side, UnitId
from hexwar.table.pieces import Box

_LOST = (Box.UAR, Box.PEU, Box.RECOVERED)


def lost_sp(state: TlnbState, unit: UnitId) -> int:
    """What a unit has lost, SP (T15.7): all of it in a box, a step of it on the map.

    What it began reduced with is no loss.
    """
    card, record = state.card(unit), state.units[unit]
    if not card.is_combat_unit:
        return 0
    if record.box in _LOST or unit in state.losses.exited_unsupplied:
        return card.sp
    is_flipped = record.reduced and unit not in state.battle.reduced_at_start
    return card.sp - card.reduced_sp if record.hex is not None and is_flipped else 0


def losses_of(state: TlnbState, formation: FormationId) -> int:
    """What a formation has lost, SP (T15.1)."""
    return sum(lost_sp(state, unit) for unit in state.units_of(formation))


def level_of(state: TlnbState, formation: FormationId) -> int | None:
    """A formation's Demoralization Level as it is now, SP; None without one (T15.1, T15.5)."""
    level = state.battle.levels.get(formation)
    return None if level is None else max(level - state.spirit.lowered.get(formation, 0), 0)


def is_demoralized(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit's formation is demoralized (T15.1)."""
    return state.formation_of(unit).id in state.spirit.demoralized


def is_shaken(state: TlnbState, unit: UnitId) -> bool:
    """Whether a unit is demoralized or out of supply: the effects are one (T15.3, T19.4)."""
    return is_demoralized(state, unit) or is_unsupplied(state, unit)


def review(table: Table[TlnbState]) -> None:
    """T15.1, T15.4: the formations of both sides are tested (T2.11)."""
    state = table.state
    for formation in state.battle.levels:
        level, lost = level_of(state, formation), losses_of(state, formation)
        assert level is not None
        is_broken = formation in state.spirit.demoralized
        if lost >= level and lost > 0 and not is_broken:
            table.emit(FormationDemoralized(formation, lost, level))
        elif lost < level and is_broken:
            table.emit(FormationRecovered(formation, lost, level))


def is_collapsed(state: TlnbState, side: Side) -> bool:
    """Whether every formation of a side that counts is demoralized (T15.6, T15.8)."""
    counted = [f for f in state.battle.levels if counts(state, f, side)]
    return bool(counted) and all(f in state.spirit.demoralized for f in counted)


def counts(state: TlnbState, formation: FormationId, side: Side) -> bool:
    """Whether a formation with a level counts: alternates only once they are called (T15.8)."""
    card = state.battle.formations[formation]
    if card.side != side or not card.units:
        return False
    if card.presence in (Presence.START, Presence.REINFORCEMENT):
        return True
    return any(formation in group.formations for group in state.schedule.called)

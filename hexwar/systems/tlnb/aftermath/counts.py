"""What is added up over a whole game: losses."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.engine import Event
from hexwar.messages import mark
from hexwar.systems.tlnb.events.cards import UnitReplaced, UnitsMustered
from hexwar.systems.tlnb.events.losses import (
    RetreatBlocked,
    StepLost,
    StepRegained,
    UnitEliminated,
    UnitRetreated,
    UnitReturned,
)
from hexwar.systems.tlnb.events.movement import UnitExited
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Box
from hexwar.table.telling import Casualties, LossCount, LossCurve


class Losses(Casualties):
    """What each unit has lost to what, and what came back (T14, T15.1)."""

    def __init__(self) -> None:
        super().__init__()
        self._blocked: frozenset[UnitId] = frozenset()  # who have no way to retreat

    def see(self, state: TlnbState, event: Event, fight: str) -> None:
        """Take note of an event; `state` is the table before it, `fight` the kind under way."""
        match event:
            case RetreatBlocked(units=units):
                self._blocked = frozenset(units)
            case StepLost(unit=unit, sp=sp) | UnitEliminated(unit=unit, sp=sp):
                cause = mark("no way back") if unit in self._blocked else fight
                self.lose(unit, cause or mark("other causes"), sp)
            case UnitExited(units=units, is_supplied=False):
                for unit in (u for u in units if state.card(u).is_combat_unit):
                    self.lose(unit, mark("left the map out of supply"), state.sp(unit))
            case UnitReturned(unit=unit):
                card = state.card(unit)
                self.regain(unit, card.reduced_sp if card.steps > 1 else card.sp)
            case StepRegained(unit=unit, passed=True) | UnitReplaced(unit=unit):
                self.regain(unit, state.card(unit).sp - state.sp(unit))
            case UnitsMustered() | UnitRetreated():
                self._blocked = frozenset()


def start_sp(state: TlnbState, formation: FormationId) -> int:
    """The SP with which a formation came into the battle; 0 for one that has not."""
    weak = state.battle.reduced_at_start
    cards = [
        state.card(unit)
        for unit in state.units_of(formation)
        if state.units[unit].box not in (Box.RESERVE, Box.DUE)
    ]
    return sum(
        card.reduced_sp if card.id in weak else card.sp for card in cards if card.is_combat_unit
    )


# -- losses over the turns


def loss_curves(state: TlnbState, events: Iterable[Event]) -> tuple[LossCurve, ...]:
    """The losses of every formation that ever lost something, in the order of battle.

    The state, or a view, is that after the events, which are all of the game up to then.
    """
    count, number = LossCount(), 0
    for event in events:
        if isinstance(event, PlayerTurnBegan) and event.turn != number:
            count.turn()
            number = event.turn
        count.note(_losses_after(state, event))
    return count.curves(state.battle.formations, lambda unit: state.formation_of(unit).id)


def _losses_after(state: TlnbState, event: Event) -> dict[UnitId, int]:
    """What a unit counts as lost after an event, SP; nothing for an event that changes none."""
    match event:
        case UnitEliminated(unit=unit):
            return {unit: state.card(unit).sp}
        case UnitExited(units=units, is_supplied=False):
            return {unit: state.card(unit).sp for unit in units}
        case StepLost(unit=unit) | UnitReturned(unit=unit):
            card = state.card(unit)
            return {unit: card.sp - card.reduced_sp if card.steps > 1 else 0}
        case StepRegained(unit=unit, passed=True) | UnitReplaced(unit=unit):
            return {unit: 0}
    return {}

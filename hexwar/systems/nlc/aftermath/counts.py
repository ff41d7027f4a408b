"""What is added up over a whole game: losses and obedience."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from hexwar.cards.setup_facts import UnitReplaced
from hexwar.engine import Event
from hexwar.messages import mark
from hexwar.systems.nlc.events.arrivals import UnitExited
from hexwar.systems.nlc.events.losses import StepLost, StepRegained, UnitEliminated, UnitReturned
from hexwar.systems.nlc.events.movement import OverstackCured
from hexwar.systems.nlc.events.orders import (
    BadMoveTaken,
    ComplianceRolled,
    LocalDecisionRolled,
    LocalDecisionWanted,
    OrderDelivered,
    OrderDispatched,
    OrderInForce,
)
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.state import GameState
from hexwar.table.aftermath import Obedience
from hexwar.table.forces import FormationId
from hexwar.table.names import MapNames
from hexwar.table.telling import Casualties


class Losses(Casualties):
    """What each unit has lost to what, and what came back (N15.6)."""

    def see(self, state: GameState, event: Event) -> None:
        """Take note of an event; `state` is the table before it."""
        match event:
            case StepLost(unit=unit, sp=sp, cause=cause):
                self.lose(unit, cause, sp)
            case UnitEliminated(unit=unit, sp=sp, cause=cause):
                self.lose(unit, cause, sp)
            case UnitExited(unit=unit, supplied=False) if state.card(unit).is_combat_unit:
                self.lose(unit, mark("left the map out of supply"), state.sp(unit))
            case OverstackCured(unit=unit, hex=None):
                self.lose(unit, mark("no room"), state.sp(unit))
            case UnitReturned(unit=unit):
                card = state.card(unit)
                self.regain(unit, card.reduced_sp if card.steps > 1 else card.sp)
            case StepRegained(unit=unit) | UnitReplaced(unit=unit):
                self.regain(unit, state.card(unit).sp - state.sp(unit))


class Orders:
    """What became of orders, by formation (N12)."""

    def __init__(self) -> None:
        self._counts: dict[FormationId, Counter[str]] = defaultdict(Counter)

    def see(self, state: GameState, event: Event) -> None:
        """Take note of an event; `state` is the table before it."""
        match event:
            case OrderDispatched(line=line):
                self._note(line, "written")
            case OrderDelivered(line=line):
                self._note(line, "arrived")
            case OrderInForce(line=line, steps=steps, bad_until=0):
                rider = state.pad.dispatches.get(line)
                if rider is not None and rider.steps == steps:
                    self._note(line, "obeyed")
            case ComplianceRolled(line=line, result="D"):
                self._note(line, "delayed")
            case ComplianceRolled(line=line, result="X"):
                self._note(line, "refused")
            case LocalDecisionWanted(line=line, steps=steps) if steps:
                self._note(line, "wished")
            case LocalDecisionRolled(line=line, result="OK"):
                self._note(line, "decided")
            case BadMoveTaken(line=line):
                self._note(line, "bad")

    def _note(self, line: LineId, what: str) -> None:
        self._counts[formation_of_line(line)][what] += 1

    def obedience(self, names: MapNames) -> Iterator[Obedience]:
        """Every formation to which an order was written or that wanted one, in their order."""
        for card in names.battle.formations.values():
            counts = self._counts.get(card.id)
            if counts:
                yield Obedience(names.formation(card.id).plain, card.side, **counts)

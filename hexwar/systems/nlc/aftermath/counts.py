"""What is added up over a whole game: losses, obedience, marches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from hexwar.engine import Event
from hexwar.messages import mark
from hexwar.systems.nlc.events.arrivals import UnitExited
from hexwar.systems.nlc.events.cards import UnitReplaced
from hexwar.systems.nlc.events.losses import StepLost, StepRegained, UnitEliminated, UnitReturned
from hexwar.systems.nlc.events.movement import OverstackCured, UnitMoved
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
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, members, start_sp
from hexwar.systems.nlc.state import GameState
from hexwar.table.aftermath import March, Obedience, Toll
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.names import Names


class Losses:
    """What each unit has lost to what, and what came back (N15.6)."""

    def __init__(self) -> None:
        self._lost: dict[UnitId, Counter[str]] = defaultdict(Counter)
        self._back: Counter[UnitId] = Counter()

    def see(self, state: GameState, event: Event) -> None:
        """Take note of an event; `state` is the table before it."""
        match event:
            case StepLost(unit=unit, sp=sp, cause=cause):
                self._lost[unit][cause] += sp
            case UnitEliminated(unit=unit, sp=sp, cause=cause):
                self._lost[unit][cause] += sp
            case UnitExited(unit=unit, supplied=False) if state.card(unit).is_combat_unit:
                self._lost[unit][mark("left the map out of supply")] += state.sp(unit)
            case OverstackCured(unit=unit, hex=None):
                self._lost[unit][mark("no room")] += state.sp(unit)
            case UnitReturned(unit=unit):
                card = state.card(unit)
                self._back[unit] += card.reduced_sp if card.steps > 1 else card.sp
            case StepRegained(unit=unit) | UnitReplaced(unit=unit):
                self._back[unit] += state.card(unit).sp - state.sp(unit)

    def tolls(self, view: GameState, names: Names) -> Iterator[Toll]:
        """The losses of each formation that is in play, in the order of battle."""
        causes: dict[FormationId, Counter[str]] = defaultdict(Counter)
        back: Counter[FormationId] = Counter()
        for unit, lost in self._lost.items():
            causes[counted_for(view, unit)] += lost
        for unit, sp in self._back.items():
            back[counted_for(view, unit)] += sp
        for card in view.battle.formations.values():
            if members(view, card.id) and start_sp(view, card.id):
                name = names.formation(card.id).plain
                start = start_sp(view, card.id)
                yield Toll(card.id, name, card.side, start, causes[card.id], back[card.id])


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

    def obedience(self, names: Names) -> Iterator[Obedience]:
        """Every formation to which an order was written or that wanted one, in their order."""
        for card in names.battle.formations.values():
            counts = self._counts.get(card.id)
            if counts:
                yield Obedience(names.formation(card.id).plain, card.side, **counts)


class Marches:
    """How far each unit has gone by its own moves."""

    def __init__(self) -> None:
        self._hexes: dict[UnitId, Counter[int]] = defaultdict(Counter)  # by turn

    def see(self, state: GameState, event: Event) -> None:
        """Take note of an event; `state` is the table before it."""
        if isinstance(event, UnitMoved):
            for unit in event.units:
                self._hexes[unit][state.turn] += len(event.path) - 1

    def longest(self, names: Names) -> Iterator[March]:
        """Every unit that has gone anywhere, the farthest first."""
        battle, found = names.battle, []
        for unit, turns in self._hexes.items():
            card = battle.units[unit]
            turn, most = max(turns.items(), key=lambda pair: (pair[1], -pair[0]))
            formation = names.formation(card.formation).plain
            if most:
                found.append(March(card.name, formation, card.side, turns.total(), most, turn))
        return iter(sorted(found, key=lambda march: (-march.hexes, -march.longest, march.name)))

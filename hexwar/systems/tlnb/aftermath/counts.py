"""What is added up over a whole game: losses and marches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
from hexwar.systems.tlnb.events.movement import UnitExited, UnitMoved
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.aftermath import March, Toll
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.names import Names
from hexwar.table.pieces import Box


class Losses:
    """What each unit has lost to what, and what came back (T14, T15.1)."""

    def __init__(self) -> None:
        self._lost: dict[UnitId, Counter[str]] = defaultdict(Counter)
        self._back: Counter[UnitId] = Counter()
        self._blocked: frozenset[UnitId] = frozenset()  # who have no way to retreat

    def see(self, state: TlnbState, event: Event, fight: str) -> None:
        """Take note of an event; `state` is the table before it, `fight` the kind under way."""
        match event:
            case RetreatBlocked(units=units):
                self._blocked = frozenset(units)
            case StepLost(unit=unit, sp=sp) | UnitEliminated(unit=unit, sp=sp):
                cause = mark("no way back") if unit in self._blocked else fight
                self._lost[unit][cause or mark("other causes")] += sp
            case UnitExited(units=units, is_supplied=False):
                for unit in (u for u in units if state.card(u).is_combat_unit):
                    self._lost[unit][mark("left the map out of supply")] += state.sp(unit)
            case UnitReturned(unit=unit):
                card = state.card(unit)
                self._back[unit] += card.reduced_sp if card.steps > 1 else card.sp
            case StepRegained(unit=unit, passed=True) | UnitReplaced(unit=unit):
                self._back[unit] += state.card(unit).sp - state.sp(unit)
            case UnitsMustered() | UnitRetreated():
                self._blocked = frozenset()

    def tolls(self, view: TlnbState, names: Names) -> Iterator[Toll]:
        """The losses of each formation that has come into play, in the order of battle."""
        causes: dict[FormationId, Counter[str]] = defaultdict(Counter)
        back: Counter[FormationId] = Counter()
        for unit, lost in self._lost.items():
            causes[view.formation_of(unit).id] += lost
        for unit, sp in self._back.items():
            back[view.formation_of(unit).id] += sp
        for card in view.battle.formations.values():
            start = sum(_start_sp(view, unit) for unit in view.units_of(card.id))
            if start:
                name = names.formation(card.id).plain
                yield Toll(card.id, name, card.side, start, causes[card.id], back[card.id])


def _start_sp(state: TlnbState, unit: UnitId) -> int:
    """The SP with which a unit came into the battle; 0 for one that has not."""
    card = state.card(unit)
    if not card.is_combat_unit or state.units[unit].box in (Box.RESERVE, Box.DUE):
        return 0
    return card.reduced_sp if unit in state.battle.reduced_at_start else card.sp


# -- losses over the turns


@dataclass(frozen=True, slots=True)
class LossCurve:
    """The losses of one formation."""

    formation: FormationId
    lost: tuple[int, ...]  # SP: before the first turn, at the end of each turn, and now


def loss_curves(state: TlnbState, events: Iterable[Event]) -> tuple[LossCurve, ...]:
    """The losses of every formation that ever lost something, in the order of battle.

    The state, or a view, is that after the events, which are all of the game up to then.
    """
    now: dict[UnitId, int] = {}
    turns: list[dict[UnitId, int]] = []
    number = 0
    for event in events:
        if isinstance(event, PlayerTurnBegan) and event.turn != number:
            turns.append(now.copy())
            number = event.turn
        now |= _losses_after(state, event)
    turns.append(now)
    sums: dict[FormationId, list[int]] = {}
    for place, turn in enumerate(turns):
        for unit, sp in turn.items():
            sums.setdefault(state.formation_of(unit).id, [0] * len(turns))[place] += sp
    order = (formation for formation in state.battle.formations if formation in sums)
    return tuple(LossCurve(formation, tuple(sums[formation])) for formation in order)


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


# -- marches


class Marches:
    """How far each unit has gone by its own moves."""

    def __init__(self) -> None:
        self._hexes: dict[UnitId, Counter[int]] = defaultdict(Counter)  # by turn

    def see(self, state: TlnbState, event: Event) -> None:
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

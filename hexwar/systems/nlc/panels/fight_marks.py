"""Leaves smoke and losses on the board while a fight is fresh."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QTimer

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.shell.face import Follower, Place
from hexwar.shell.map_table import MapTable
from hexwar.shell.preferences import Pace, Preferences
from hexwar.systems.nlc.events.combat import BombardmentResolved, FireResolved
from hexwar.systems.nlc.events.losses import StepLost, UnitEliminated
from hexwar.systems.nlc.events.turn import ActivationBegan, ActivationEnded
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.widgets.board.overlays.smoke import FRESH, FightTrace
from hexwar.widgets.panels.look import Look

THINS_MS = 3_000
"""How long smoke stands before it thins at the usual pace, milliseconds."""


class FightMarks(Follower):
    """Smoke thins and is gone; losses stay until the activation after the next fight's begins."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.controller = controller = place.table.controller
        pile = MapTable.of(place.table).board.board.pile
        self._layers = pile.smoke, pile.losses
        self._traces: dict[Hex, FightTrace] = {}
        self._is_stale = False  # an activation is over since
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._thin)
        self.apply(place.preferences, place.look)
        controller.show.live.applying.connect(self._see)
        controller.told.connect(lambda _: self._lay())
        controller.rewound.connect(self.clear)
        controller.handoverAsked.connect(lambda whom: None if whom is None else self.clear())
        controller.show.taken_back.connect(self.clear)

    @property
    def traces(self) -> tuple[FightTrace, ...]:
        """What lies on the board now."""
        return tuple(self._traces.values())

    def apply(self, preferences: Preferences, look: Look) -> None:  # noqa: ARG002
        """Without motion smoke does not thin: it is there, and then it is not."""
        self._thins = preferences.shows_motion

    def close(self) -> None:
        """The game is left."""
        self._timer.stop()

    def clear(self) -> None:
        """Nothing lies on the board any more."""
        self._traces.clear()
        self._lay()

    def _see(self) -> None:
        """An event is about to happen: those whom it strikes stand where they stood."""
        controller = self.controller
        event = controller.session.events[controller.told_of]
        if isinstance(event, ActivationBegan | ActivationEnded):
            self._is_stale = True
        elif controller.can_see(event):
            for trace in traces_of(controller.view, event):
                self._add(trace)

    def _add(self, trace: FightTrace) -> None:
        if self._is_stale:
            self._is_stale = False
            self._traces.clear()
        old = self._traces.get(trace.hex, FightTrace(trace.hex))
        smoke, lost = max(old.smoke, trace.smoke), old.lost + trace.lost
        is_gone = old.is_gone or trace.is_gone
        self._traces[trace.hex] = replace(old, smoke=smoke, lost=lost, is_gone=is_gone)

    def _lay(self) -> None:
        for layer in self._layers:
            layer.show_data(self.traces)
        has_smoke = any(trace.smoke for trace in self._traces.values())
        if has_smoke and not self._timer.isActive():
            speed = self.controller.show.live.pace.speed or Pace.NORMAL.speed
            self._timer.start(round(THINS_MS / speed))
        elif not has_smoke:
            self._timer.stop()

    def _thin(self) -> None:
        """Smoke is one thinner; a hex with nothing more to show goes."""
        for hex_, trace in list(self._traces.items()):
            left = trace.smoke - 1 if self._thins else 0
            self._traces[hex_] = replace(trace, smoke=max(left, 0))
            if left <= 0 and not trace.lost:
                del self._traces[hex_]
        self._lay()


def traces_of(view: GameState, event: Event) -> Iterable[FightTrace]:
    """What an event leaves on the board; the view is that of the table before it."""
    match event:
        case FireResolved(units=units) | BombardmentResolved(units=units):
            hexes = dict.fromkeys(filter(None, (_hex_of(view, unit) for unit in units)))
            return [FightTrace(hex_, FRESH) for hex_ in hexes]
        case StepLost(unit=unit, sp=sp) if (hex_ := _hex_of(view, unit)) is not None:
            return [FightTrace(hex_, lost=sp)]
        case UnitEliminated(unit=unit, sp=sp) if (hex_ := _hex_of(view, unit)) is not None:
            return [FightTrace(hex_, lost=sp, is_gone=True)]
    return ()


def _hex_of(view: GameState, unit: UnitId) -> Hex | None:
    """Where a unit stands, as far as the one who looks may see it."""
    found = view.units.get(unit)
    return None if found is None else found.hex

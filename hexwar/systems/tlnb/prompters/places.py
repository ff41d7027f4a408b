"""Questions that name a unit and where it goes: entries, retreats, returns, room in a full hex."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from hexwar.engine import Manner, refuse
from hexwar.hexes import Hex
from hexwar.messages import count, listed, say
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Answer, Button, Offer, PieceId, Response
from hexwar.systems.tlnb.prompters.common import D, Units, gestures, hexes_of, names_of
from hexwar.systems.tlnb.rules.arrivals.arrivals import (
    EnterForce,
    due_groups,
    group_name,
    group_of,
    waiting_units,
)
from hexwar.systems.tlnb.rules.combat.retreat import Flight, RetreatStack
from hexwar.systems.tlnb.rules.losses.recovery import ReturnUnit
from hexwar.systems.tlnb.rules.movement.stacking import DisplaceExcess
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays, Target, Track

# -- entries (T20.3)


class EnterPrompter(MapPrompter[EnterForce]):
    """Whether a force enters; where others are due behind it, one press has them all enter."""

    @cached_property
    def _waiting(self) -> tuple[str, ...]:
        """The forces that are still asked about, this one first, by their names."""
        groups = due_groups(self.view, Side(self.decision.side))
        groups = tuple(group for group in groups if waiting_units(self.view, group))
        keys = [group.key for group in groups]
        rest = groups[keys.index(self.decision.group) :]
        return tuple(group_name(self.view, group) for group in rest)

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """All of them, or this one; a force whose way is blocked is asked about in between."""
        enter, wait = super().buttons
        n = len(self._waiting)
        if n == 1:
            return (enter, wait)
        words, tip = count("{n} force enters", "All {n} forces enter", n), listed(self._waiting)
        every = (Answer(EnterForce, value=True),) * n
        first = Button("all", words, tip, every, manner=Manner.MAIN)
        return (first, replace(enter, manner=Manner.PLAIN), wait)

    @property
    def _entry(self) -> Hex:
        return group_of(self.view, self.decision.group).entry

    def offer(self) -> Offer:
        """With the hex where it enters."""
        place = self.view.battle.battlefield.name_of(self._entry)
        hint = say("It enters at {place}: click there, or press a button.", place=place)
        return Offer(hint, self.buttons, Overlays(targets=(Target(self._entry),)))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """It enters."""
        if hex_ == self._entry:
            return self.give(value=True)
        place = self.view.battle.battlefield.name_of(self._entry)
        return refuse("T20.1", "It enters at {place}.", place=place)


# -- retreats (T11.82)


class RetreatPrompter(MapPrompter[RetreatStack]):
    """Click where the stack goes; choose units in the Stack panel to send them apart."""

    def __init__(self, view: TlnbState, decision: RetreatStack, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        found: Flight = self.options[0]
        self._units: Units = found.units
        self._over: Hex | None = None

    @cached_property
    def _is_whole(self) -> bool:
        return any(flight.units == self.decision.units for flight in self.options)

    @property
    def _flights(self) -> Mapping[Hex, Flight]:
        """The ways of those who are chosen by their ends, the best first."""
        found = [f for f in self.options if set(f.units) == set(self._units)]
        if not found and self._units:
            asked = RetreatStack(
                self.decision.side,
                self._units,
                self.decision.hexes,
                self.decision.threats,
                self.decision.may_ride,
                self.decision.is_through,
            )
            listed = asked.options(self.view)
            found = [f for f in listed if set(f.units) == set(self._units)]
        return {flight.path[-1]: flight for flight in found}

    def offer(self) -> Offer:
        """Where they can go, and the way there; the best has a button."""
        flights = self._flights
        shown = Overlays(
            selection=hexes_of(self.view, self._units),
            chosen=frozenset(self._units),
            targets=tuple(Target(hex_) for hex_ in flights),
            tracks=self._track(),
        )
        pickable = frozenset(self.decision.units if len(self.decision.units) > 1 else ())
        return Offer(self._hint(), self._buttons(), shown, pickable, self._units)

    def _hint(self) -> str:
        if len(self.decision.units) == 1:
            return say("Click where they go.")
        return say("Click where they go; in the Stack panel choose those who go another way.")

    def _track(self) -> tuple[Track, ...]:
        flight = self._flights.get(self._over) if self._over is not None else None
        flight = flight or next(iter(self._flights.values()), None)
        return () if flight is None else (Track(Side(self.decision.side), flight.path),)

    def _buttons(self) -> tuple[Button, ...]:
        name_of, found = self.view.battle.battlefield.name_of, []
        for place, (hex_, flight) in enumerate(self._flights.items()):
            names, way = names_of(self.view, flight.units), ", ".join(flight.path[1:])
            tip = say("{names} by {hexes}", names=names, hexes=way)
            manner = Manner.PLAIN if place else Manner.MAIN
            gives, name = self.law(flight), name_of(hex_)
            found.append(Button(f"to-{hex_}", name, tip, gives, manner=manner, spots=(hex_,)))
        return tuple(found)

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """They go there."""
        flight = self._flights.get(hex_)
        if flight is None:
            return refuse("T11.52", "They cannot retreat to {hex}.", hex=hex_)
        return self.law(flight)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """These go next."""
        self._units = tuple(u for u in self.decision.units if u in pieces)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Point at an end."""
        self._over = hex_

    def back(self) -> bool:
        """All of them again."""
        usual: Units = self.options[0].units
        had, self._units = self._units != usual, usual
        return had

    def cycle(self, step: int) -> Hex | None:
        """Point at the next end."""
        ends = list(self._flights)
        if not ends:
            return None
        place = ends.index(self._over) + step if self._over in ends else 0
        self._over = ends[place % len(ends)]
        return self._over


# -- a unit, then its hex


class UnitPlacePrompter(MapPrompter[D]):
    """Choose a unit by its button, or in the Stack panel; then click its hex."""

    def __init__(self, view: TlnbState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._unit = self._units[0]

    @cached_property
    def _ways(self) -> Sequence[Any]:
        """The answers that name a unit."""
        return [option for option in self.options if option is not None]

    @cached_property
    def _units(self) -> Units:
        return tuple(dict.fromkeys(way.unit for way in self._ways))

    @property
    def _ends(self) -> Mapping[Hex, Any]:
        return {way.hex: way for way in self._ways if way.unit == self._unit and way.hex}

    def offer(self) -> Offer:
        """Where the unit that is chosen can go, and the others."""
        sources = tuple(sorted(hexes_of(self.view, (self._unit,))))
        shown = Overlays(
            selection=frozenset(sources),
            chosen=frozenset({self._unit}),
            targets=tuple(Target(hex_, sources=sources) for hex_ in self._ends),
        )
        name = self.view.card(self._unit).name
        hint = say("Click where {name} goes.", name=name)
        on_map = frozenset(u for u in self._units if self.view.units[u].hex is not None)
        return Offer(hint, (*self._buttons(), *self.end()), shown, on_map, (self._unit,))

    def _buttons(self) -> tuple[Button, ...]:
        name_of = self.view.battle.battlefield.name_of
        card = self.view.card(self._unit)
        found = []
        for place, (hex_, way) in enumerate(self._ends.items()):
            text = say("{name} to {hex}", name=card.name, hex=name_of(hex_))
            manner = Manner.PLAIN if place else Manner.MAIN
            found.append(
                Button(f"to-{hex_}", text, "", self.give(way), manner=manner, spots=(hex_,))
            )
        if not found:
            out = next(way for way in self._ways if way.unit == self._unit)
            text = say("{name} is eliminated", name=card.name)
            found.append(Button("out", text, say("There is no room for it (T9.6)"), self.give(out)))
        for unit in self._units:
            if unit != self._unit:
                text = say("Rather {name}", name=self.view.card(unit).name)
                found.append(Button(f"unit-{unit}", text, say("Choose this unit"), picks=(unit,)))
        return tuple(found)

    @abstractmethod
    def end(self) -> tuple[Button, ...]:
        """The button that names nobody."""

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The unit goes there."""
        way = self._ends.get(hex_)
        if way is None:
            name = self.view.card(self._unit).name
            return refuse(self.decision.rule, "{name} cannot go to {hex}.", name=name, hex=hex_)
        return self.give(way)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """This unit is chosen."""
        found = [u for u in self._units if u in pieces and u != self._unit]
        self._unit = found[-1] if found else self._unit
        return None

    def cycle(self, step: int) -> Hex | None:
        """Choose the next unit."""
        place = self._units.index(self._unit) + step
        self._unit = self._units[place % len(self._units)]
        return None


class ReturnPrompter(UnitPlacePrompter[ReturnUnit]):
    """Which unit comes back with an officer, and where (T14.10)."""

    def end(self) -> tuple[Button, ...]:
        """No other."""
        words = say("No other"), say("Those who have recovered wait for a later turn")
        return (Button("none", *words, self.law(None), manner=Manner.END),)


class RoomPrompter(UnitPlacePrompter[DisplaceExcess]):
    """Which unit makes room in a hex that is too full, and where it goes (T9.5)."""

    def end(self) -> tuple[Button, ...]:
        """Somebody must go."""
        return ()


GESTURES = gestures(
    {
        EnterForce: EnterPrompter,
        RetreatStack: RetreatPrompter,
        ReturnUnit: ReturnPrompter,
        DisplaceExcess: RoomPrompter,
    }
)

"""Which cavalry pursues which fugitives, and by which way (N11.73)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, PieceId, Prompter, Response
from hexwar.systems.nlc.prompters.plain import passing_words
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.rules.losses.morale import morale_report
from hexwar.systems.nlc.rules.losses.pursuit import DeclarePursuit, Pursuit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Aim, Overlays, Target

Units = tuple[UnitId, ...]


class PursuitPrompter(Prompter[DeclarePursuit]):
    """Click the fugitives, or the hex next to them where the pursuit ends; or draw its way.

    Another stack is chosen by a click on it, its buttons or N; some of a stack in its panel.
    """

    def __init__(
        self, view: GameState, decision: DeclarePursuit, options: Sequence[Pursuit | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._pursuits = [option for option in options if option is not None]
        self._parties = self._largest()
        self._picked: Units = self._parties[0]
        self._over: Hex | None = None
        self._drawn: tuple[Hex, ...] = ()

    def _largest(self) -> list[Units]:
        """The largest party of each stack that can pursue."""
        found: dict[Hex, Units] = {}
        for pursuit in self._pursuits:
            known = found.get(pursuit.path[0], ())
            found[pursuit.path[0]] = max(known, pursuit.units, key=len)
        return list(found.values())

    # -- what is chosen

    @property
    def _open(self) -> list[Pursuit]:
        """Where the chosen units can go, the shortest way first."""
        chosen = set(self._picked)
        able = [p for p in self._pursuits if chosen and chosen <= set(p.units)]
        least = min((len(p.units) for p in able), default=0)
        own = [replace(p, units=self._picked) for p in able if len(p.units) == least]
        return sorted(own, key=lambda p: len(p.path))

    @property
    def _shown(self) -> Pursuit | None:
        """The pursuit that a click would begin, else the nearest one."""
        found = self._open
        over = [p for p in found if self._over in (p.path[-1], p.fugitives)]
        return next(iter((*over, *found)), None)

    @property
    def _start(self) -> Hex | None:
        return next((p.path[0] for p in self._open), None)

    # -- what is offered

    def offer(self) -> Offer:
        """The fugitives, where the chosen units would end, and their way."""
        shown, fled = self._shown, attacking_hexes(self.view, self._on_map)
        ways = {shown.fugitives: shown.path} if shown is not None else {}
        if len(self._drawn) > 1:
            ways = dict.fromkeys(fled[:1], self._drawn)
        ends = {p.path[-1] for p in self._open} - {self._start}
        start = {self._start} if self._start is not None else set[Hex]()
        return Offer(
            self._hint(shown),
            (self._nobody(), *(self._button(party) for party in self._parties)),
            Overlays(
                selection=frozenset(start),
                chosen=frozenset(self._picked),
                ready=frozenset(p.path[0] for p in self._pursuits),
                targets=(
                    *(Target(hex_, Aim.CHARGE, way=self._to(ways, hex_)) for hex_ in fled),
                    *(Target(end) for end in sorted(ends)),
                ),
            ),
            frozenset(unit for p in self._pursuits for unit in p.units),
            self._picked,
            sources=frozenset(start),
        )

    @property
    def _on_map(self) -> Units:
        return tuple(u for u in self.decision.fugitives if self.view.units[u].hex is not None)

    def _to(self, ways: dict[Hex, tuple[Hex, ...]], hex_: Hex) -> tuple[Hex, ...]:
        """The way that is drawn to a hex of fugitives, that hex included."""
        return (*ways[hex_], hex_) if hex_ in ways else ()

    def _hint(self, shown: Pursuit | None) -> str:
        if shown is None:
            return "These units cannot pursue together: choose others."
        names = ", ".join(self.name(unit) for unit in self._picked)
        if self._over not in (shown.path[-1], shown.fugitives):
            return f"Click the fugitives to pursue them with {names}, or a marked hex next to them."
        where = f"to {self.place(shown.path[-1])}" if len(shown.path) > 1 else "from where they are"
        return f"Click to pursue {where} with {names}, if morale shows {self._dice(self._picked)}."

    def _dice(self, units: Units) -> str:
        return passing_words(self.view, morale_report(self.view, units))

    def _nobody(self) -> Button:
        return Button(
            "nobody",
            "Nobody pursues",
            "All stay where they are",
            self.give(None),
            manner=Manner.MAIN,
        )

    def _button(self, party: Units) -> Button:
        names = ", ".join(self.name(unit) for unit in party)
        first = min((p for p in self._pursuits if p.units == party), key=lambda p: len(p.path))
        text = f"{names} pursues" if len(party) == 1 else f"All of {first.path[0]} pursue"
        dice = self._dice(party)
        tip = f"{names} after those in {self.place(first.fugitives)}, if morale shows {dice}"
        return Button("+".join(party), text, tip, self.give(first), hexes=(first.path[0],))

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Pursue to a hex; choose the stack of another one."""
        other = next((p for p in self._parties if self._stack_of(p) == hex_), None)
        if other is not None and hex_ != self._start:
            self._picked = other
            return None
        found = next((p for p in self._open if hex_ in (p.path[-1], p.fugitives)), None)
        if found is not None:
            return self.law(found)
        return Refusal("A pursuit ends in a marked hex next to the fugitives.", "N11.73")

    def _stack_of(self, party: Units) -> Hex:
        return next(p.path[0] for p in self._pursuits if p.units == party)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose who pursues."""
        able = {unit for p in self._pursuits for unit in p.units}
        self._picked = tuple(UnitId(p) for p in pieces if p in able)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Show the way to an end."""
        self._over = hex_

    def draw(self, path: tuple[Hex, ...]) -> None:
        """Show a way of one's own."""
        self._drawn = path

    def drop(self, path: tuple[Hex, ...]) -> Response:
        """Pursue by a way of one's own: it ends next to the fugitives, or on them."""
        self._drawn = ()
        fled = attacking_hexes(self.view, self._on_map)
        ridden = path[:-1] if path and path[-1] in fled else path
        if not ridden or not self._picked:
            return None
        grid = self.view.battle.battlefield.grid
        near = sorted(fled, key=lambda hex_: grid.distance(hex_, path[-1]))
        return self.law(Pursuit(self._picked, near[0], ridden))

    def cycle(self, step: int) -> Hex | None:
        """Choose the next stack."""
        places = [self._stack_of(party) for party in self._parties]
        last = -1 if step > 0 else 0
        at = places.index(self._start) if self._start in places else last
        self._picked = self._parties[(at + step) % len(places)]
        return self._start

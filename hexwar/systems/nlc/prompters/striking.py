"""What assaults and bombardments share: lit targets, units of one's own, and the sheet."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, TypeVar

from hexwar.engine import Decision, Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import (
    Button,
    Gesture,
    Manner,
    Offer,
    PieceId,
    Prompter,
    Report,
    Response,
    Sheet,
)
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Aim, Overlays, Target

Units = tuple[UnitId, ...]
D = TypeVar("D", bound=Decision[Any])


@dataclass(frozen=True, slots=True)
class Strike:
    """How a way to hit the enemy is called and marked."""

    verb: str  # as a button begins: `Assault`
    noun: str  # `an assault on`
    aim: Aim
    end: str  # the words of the button that ends the segment
    end_tip: str


class StrikePrompter(Prompter[D]):
    """Click a target that is lit to see its sheet; the sheet gives the order.

    Some of the units are chosen by a click on their hex, or in the stack panel. A hex of the enemy
    that is no target says why when it is pointed at, and again when it is clicked.
    """

    strike: ClassVar[Strike]

    def __init__(self, view: GameState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._targets: dict[Hex, Units] = {}
        for option in options:
            if option is not None:
                known = self._targets.get(option.target, ())
                self._targets[option.target] = max(known, option.units, key=len)
        self._picked: Units = ()
        self._over: Hex | None = None

    # -- what subclasses know

    @abstractmethod
    def declared(self, target: Hex, units: Units) -> Any:
        """The answer that names these units and this target."""

    @abstractmethod
    def report(self, target: Hex, units: Units) -> Report:
        """The sheet of it."""

    @abstractmethod
    def why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex with enemies is no target; None where the law cannot say."""

    def gesture(self, target: Hex, units: Units) -> Gesture:
        """What the sheet gives away."""
        return self.give(self.declared(target, units))

    # -- what is offered

    def offer(self) -> Offer:
        """The targets, with arrows from those who can strike them."""
        return Offer(
            self._hint(),
            self._buttons(),
            self._overlays(),
            self._pickable,
            self._picked,
        )

    @property
    def _pickable(self) -> frozenset[str]:
        return frozenset(unit for units in self._targets.values() for unit in units)

    def _overlays(self) -> Overlays:
        able = tuple(UnitId(unit) for unit in sorted(self._pickable))
        return Overlays(
            selection=frozenset(attacking_hexes(self.view, self._picked)),
            chosen=frozenset(self._picked),
            ready=frozenset(attacking_hexes(self.view, able)),
            targets=tuple(self._aim(hex_) for hex_ in self._targets),
        )

    def _aim(self, hex_: Hex) -> Target:
        lit = self._over in (hex_, None) or self._over not in self._targets
        sources = attacking_hexes(self.view, self._able(hex_)) if lit else ()
        return Target(hex_, self.strike.aim, sources)

    def _hint(self) -> str:
        if self._over in self._targets:
            units = ", ".join(self.name(u) for u in self._able(self._over))
            where = self.place(self._over)
            return f"{self.strike.verb} {where} with {units}: click to see the chances."
        refusal = None if self._over is None else self._refusal_at(self._over)
        if refusal is not None:
            return f"{refusal.sentence} ({refusal.rule})"
        return "Click a target that is ringed to see the chances before you decide."

    def _buttons(self) -> tuple[Button, ...]:
        targets = tuple(self._button(hex_) for hex_ in self._targets)
        end = Button("end", self.strike.end, self.strike.end_tip, self.law(None), manner=Manner.END)
        return (*targets, end)

    def _button(self, hex_: Hex) -> Button:
        where, strike = self.place(hex_), self.strike
        tip = f"See the chances of {strike.noun} {where}"
        return Button(hex_, f"{strike.verb} {where}", tip, self.sheet(hex_), hexes=(hex_,))

    def _able(self, hex_: Hex) -> Units:
        """Those of the chosen units who can strike a target; without a choice, all who can."""
        units = self._targets[hex_]
        return tuple(u for u in units if u in self._picked) or units

    def sheet(self, target: Hex) -> Response:
        """The sheet of a strike on a target."""
        return Sheet(
            target,
            self._targets[target],
            self._able(target),
            partial(self.report, target),
            lambda units: self.decision.refusal(self.view, self.declared(target, units)),
            lambda units: self.gesture(target, units),
        )

    # -- what the player does

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Look at the sheet of a target; choose units of one's own."""
        if hex_ in self._targets:
            return self.sheet(hex_)
        here = tuple(u for u in self.view.units_in(hex_) if u in self._pickable)
        if here:
            self._picked = here if here != self._picked else ()
            return None
        return self._refusal_at(hex_)

    def _refusal_at(self, hex_: Hex) -> Refusal | None:
        """Why a hex of the enemy is no target; nothing for another hex."""
        enemy = self.view.battle.enemy(Side(self.decision.side))
        if hex_ in self._targets or not self.view.holders_of(hex_, enemy):
            return None
        return self.why_not(hex_)

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the units that shall strike."""
        self._picked = tuple(UnitId(p) for p in pieces if p in self._pickable)
        return None

    def hover(self, hex_: Hex | None) -> None:
        """Tell who can strike a target."""
        self._over = hex_

    def back(self) -> bool:
        """Give up the chosen units."""
        was, self._picked = self._picked, ()
        return bool(was)

    def cycle(self, step: int) -> Hex | None:
        """Go to the next target."""
        targets = list(self._targets)
        if not targets:
            return None
        last = -1 if step > 0 else 0
        place = targets.index(self._over) if self._over in self._targets else last
        self._over = targets[(place + step) % len(targets)]
        return self._over

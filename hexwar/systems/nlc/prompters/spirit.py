"""Forced marches, and what comes back to a formation in Reserve (N20.81, N13.2, N13.5)."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Gesture, Manner, Offer, PieceId, Prompter, Response
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.prompters.plain import dice_words, passing_words
from hexwar.systems.nlc.rules.combat.fight import hex_of
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.rules.command.command import rating_of
from hexwar.systems.nlc.rules.losses.morale import Circumstances, morale_report
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, Recovery, RestoreStep
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.pieces import Box


def places_of(view: GameState, formation: FormationId) -> frozenset[Hex]:
    """The hexes where a formation has units."""
    hexes = (view.units[unit].hex for unit in view.units_of(formation))
    return frozenset(hex_ for hex_ in hexes if hex_ is not None)


def _nobody(gesture: Gesture) -> Button:
    """The button of a formation that tries for no unit."""
    tip = "The next formation is asked"
    return Button("nobody", "Nobody", tip, gesture, manner=Manner.MAIN)


class ForcedMarchPrompter(Prompter[DeclareForcedMarch]):
    """Two buttons; what a forced march may cost is said."""

    def offer(self) -> Offer:
        """Both answers."""
        formation = self.decision.formation
        name = self.view.battle.formations[formation].name
        return Offer(
            f"{self._price()} Press one of the buttons.",
            (
                Button(
                    "usual",
                    "At the usual pace",
                    f"{name} marches as far as its units can",
                    self.give(False),  # noqa: FBT003
                    manner=Manner.MAIN,
                ),
                Button(
                    "forced",
                    "Forced march",
                    f"{name} marches half as far again. {self._price()}",
                    self.give(True),  # noqa: FBT003
                ),
            ),
            Overlays(ready=places_of(self.view, formation)),
        )

    def _price(self) -> str:
        """Which dice leave stragglers behind, and which exhaust (N20.82)."""
        formation = self.decision.formation
        rules = numbers_of(self.view.battle).exhaustion
        limit = rating_of(self.view, LineId(formation), Verb.MARCH) + rules.straggler_margin
        straggles = dice_words(die for die in FACES if die > limit)
        words = f"A forced march loses a step to stragglers on {straggles}"
        if self.view.forced_hours.get(formation, 0) + 1 < rules.hard_hours:
            return f"{words}."
        return f"{words} and exhausts on {dice_words(d for d in FACES if d >= rules.hard_die)}."


class RecoveryPrompter(Prompter[ChooseRecovery]):
    """Choose the unit by its button, then click the hex where it shall appear."""

    def __init__(
        self, view: GameState, decision: ChooseRecovery, options: Sequence[Recovery | None]
    ) -> None:
        super().__init__(view, decision, options)
        self._hexes: dict[UnitId, list[Hex]] = {}
        for option in options:
            if option is not None:
                self._hexes.setdefault(option.unit, []).append(option.hex)
        self._unit = next(iter(self._hexes))

    def offer(self) -> Offer:
        """The units in the box, and the hexes of the chosen one."""
        units = tuple(self._button(unit) for unit in self._hexes)
        none = _nobody(self.give(None))
        return Offer(
            f"Click a marked hex for {self.name(self._unit)}{self._odds(self._unit)}.",
            (*units, none),
            Overlays(targets=tuple(Target(hex_) for hex_ in self._hexes[self._unit])),
        )

    def _button(self, unit: UnitId) -> Button:
        hex_ = self._hexes[unit][0]
        if unit != self._unit:
            tip = f"Choose {self.name(unit)}, then a hex for it"
            return Button(unit, self.name(unit), tip, picks=(unit,))
        tip = f"{self.name(unit)} comes back to {self.place(hex_)}{self._odds(unit)}"
        text = f"{self.name(unit)} to {hex_}"
        return Button(unit, text, tip, self.give(Recovery(unit, hex_)))

    def _odds(self, unit: UnitId) -> str:
        """The dice by which a unit comes back; one in the Recovered box needs none (N13.3)."""
        if self.view.units[unit].box is not Box.UAR:
            return ""
        most = numbers_of(self.view.battle).recovery.returns_die
        return f": it returns on {dice_words(d for d in FACES if d <= most)}, else it is lost"

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Bring the chosen unit back to a hex."""
        if hex_ in self._hexes[self._unit]:
            return self.give(Recovery(self._unit, hex_))
        return Refusal(f"{self.name(self._unit)} cannot appear in {self.place(hex_)}.", "N13.7")

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Choose the unit that shall come back."""
        chosen = [UnitId(p) for p in pieces if p in self._hexes]
        self._unit = chosen[-1] if chosen else self._unit
        return None

    def cycle(self, step: int) -> Hex | None:
        """Choose the next unit."""
        units = list(self._hexes)
        self._unit = units[(units.index(self._unit) + step) % len(units)]
        return self._hexes[self._unit][0]


class RestorePrompter(Prompter[RestoreStep]):
    """A button for each reduced unit; a click on its counter does the same."""

    def offer(self) -> Offer:
        """The reduced units, with the dice by which each regains its step."""
        units = [unit for unit in self.options if unit is not None]
        none = _nobody(self.give(None))
        return Offer(
            "Click a counter, or its button.",
            (*(self._button(unit) for unit in units), none),
            Overlays(
                chosen=frozenset(units),
                targets=tuple(Target(h) for h in sorted({hex_of(self.view, u) for u in units})),
            ),
            frozenset(units),
            decides=True,
        )

    def _button(self, unit: UnitId) -> Button:
        report = morale_report(self.view, (unit,), Circumstances(night=True))
        dice, name = passing_words(self.view, report), self.name(unit)
        tip = f"{name} regains its step if the die shows {dice}"
        return Button(unit, f"{name} ({dice})", tip, self.give(unit))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """The only reduced unit of a hex tries."""
        here = [u for u in self.options if u is not None and hex_of(self.view, u) == hex_]
        return self.give(here[0]) if len(here) == 1 else None

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """The chosen unit tries."""
        chosen = [UnitId(p) for p in pieces if p in self.options]
        return self.give(chosen[-1]) if chosen else None

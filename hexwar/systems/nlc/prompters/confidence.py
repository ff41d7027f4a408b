"""Whether an assault is rolled for or dropped, and whether it goes on (N8.33, N8.34, N8.10)."""

from __future__ import annotations

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Button, Manner, Offer, Prompter, Response, Sheet
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.prompters.plain import dice_words
from hexwar.systems.nlc.rules.combat.assault import Assault, RepeatAssault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault, confidence_report, passes
from hexwar.systems.nlc.rules.combat.fight import attacking_hexes, hexes_to_fire_at
from hexwar.systems.nlc.rules.combat.fire import FACES
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Aim, Overlays, Target
from hexwar.table.reports import CombatReport

Units = tuple[UnitId, ...]


def confidence_dice(view: GameState, target: Hex, units: Units, *, second_round: bool) -> str:
    """The dice by which attackers go on: `1-4` (N8.31, N8.32)."""
    rules = numbers_of(view.battle).confidence
    report = confidence_report(view, target, units, second_round=second_round)
    return dice_words(die for die in FACES if passes(rules, report.value, die))


def confidence_words(view: GameState, target: Hex, units: Units, *, second_round: bool) -> str:
    """The Attack Confidence with its lines, one below the other."""
    report = confidence_report(view, target, units, second_round=second_round)
    lines = [f"{pips:+d}  {reason}" for reason, pips, _ in report.lines]
    return "\n".join([f"Attack Confidence {report.value}", *lines, ""])


class ConfidencePrompter(Prompter[ConfirmAssault]):
    """Roll, by a click on the target too, or drop the assault."""

    def offer(self) -> Offer:
        """Both answers; the one to drop it says why it cannot be had."""
        target, units = self.decision.target, self.decision.units
        sources = attacking_hexes(self.view, units)
        return Offer(
            f"Click {self.place(target)} to roll, or press a button.",
            (self._roll(), self._drop()),
            Overlays(
                selection=frozenset(sources),
                chosen=frozenset(units),
                targets=(Target(target, Aim.ASSAULT, sources),),
            ),
        )

    def _roll(self) -> Button:
        target, units = self.decision.target, self.decision.units
        dice = confidence_dice(self.view, target, units, second_round=False)
        return Button(
            "roll",
            f"Roll: {dice} goes on",
            confidence_words(self.view, target, units, second_round=False),
            self.give(True),  # noqa: FBT003
            manner=Manner.MAIN,
            hexes=(target,),
        )

    def _drop(self) -> Button:
        return Button(
            "drop",
            "Drop the assault",
            f"No assault on {self.place(self.decision.target)} in this activation",
            self.law(False),  # noqa: FBT003
        )

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Roll, by a click on the target."""
        if hex_ == self.decision.target:
            return self.give(True)  # noqa: FBT003
        if not self.view.units_in(hex_, self.view.side_of(self.decision.units[0])):
            return Refusal("The assault is declared: roll for it, or drop it.", "N8.34")
        return None


class RepeatPrompter(Prompter[RepeatAssault]):
    """Stop, or look at the sheet of the second round and go on."""

    def offer(self) -> Offer:
        """Both answers."""
        target, units = self.decision.target, self.decision.units
        sources = attacking_hexes(self.view, units)
        return Offer(
            f"Click {self.place(target)} to see the chances of a second round.",
            (self._stop(), self._again()),
            Overlays(
                selection=frozenset(sources),
                chosen=frozenset(units),
                targets=(Target(target, Aim.ASSAULT, sources),),
            ),
        )

    def _stop(self) -> Button:
        tip = "Both sides stay in contact"
        return Button("stop", "Stop", tip, self.give(False), manner=Manner.MAIN)  # noqa: FBT003

    def _again(self) -> Button:
        target, units = self.decision.target, self.decision.units
        dice = confidence_dice(self.view, target, units, second_round=True)
        tip = confidence_words(self.view, target, units, second_round=True)
        text = f"Second round ({dice} goes on)"
        return Button("again", text, tip, self.give(True), hexes=(target,))  # noqa: FBT003

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Look at the second round."""
        target, units = self.decision.target, self.decision.units
        if hex_ != target:
            return None
        return Sheet(
            target,
            units,
            units,
            self._report,
            self._refusal,
            lambda _: self.give(True),  # noqa: FBT003
        )

    def _report(self, units: Units) -> CombatReport:
        hit_hex = hexes_to_fire_at(self.view, units)[0]
        assault = Assault(self.decision.target, units)
        return combat_report(self.view, assault, hit_hex, second_round=True)

    def _refusal(self, units: Units) -> Refusal | None:
        """The same units go on, less those that left (N8.93)."""
        if set(units) == set(self.decision.units):
            return None
        return Refusal("The same units go on, or the assault stops.", "N8.93")

"""Squares: whether to form one when charged, and whether to leave it (N10.32, N10.33)."""

from __future__ import annotations

from hexwar.shell.prompter import Button, Manner, Offer, Prompter
from hexwar.systems.nlc.prompters.plain import passing_words
from hexwar.systems.nlc.rules.combat.square import (
    ChooseFormSquare,
    RemoveSquare,
    is_near_cavalry,
    square_report,
)
from hexwar.table.overlays import Aim, Overlays, Target


class SquarePrompter(Prompter[ChooseFormSquare]):
    """Two buttons; the charge is drawn as it comes."""

    def offer(self) -> Offer:
        """Both answers, with the dice by which the square is formed."""
        charge = self.decision.charge
        dice = passing_words(self.view, square_report(self.view, charge))
        names = ", ".join(self.name(unit) for unit in self.decision.units)
        return Offer(
            f"A square is formed by {dice}. Press one of the buttons.",
            (
                Button(
                    "square",
                    f"Form square ({dice})",
                    f"{names}: in square when the die shows {dice}, else out of square",
                    self.give(True),  # noqa: FBT003
                    manner=Manner.MAIN,
                ),
                Button(
                    "stand",
                    "Stand as they are",
                    f"{names}: out of square when the charge comes",
                    self.give(False),  # noqa: FBT003
                ),
            ),
            Overlays(
                selection=frozenset({charge.target}),
                chosen=frozenset(self.decision.units),
                targets=(Target(charge.target, Aim.CHARGE, way=charge.path),),
            ),
        )


class SquareEndPrompter(Prompter[RemoveSquare]):
    """Two buttons; whether enemy cavalry is near is said."""

    def offer(self) -> Offer:
        """Both answers."""
        names = ", ".join(self.name(unit) for unit in self.decision.units)
        near = is_near_cavalry(self.view, self.decision.units[0])
        hint = "Enemy cavalry is near." if near else "No enemy cavalry is near."
        return Offer(
            f"{hint} Press one of the buttons.",
            (
                Button(
                    "leave",
                    "Leave the square",
                    f"{names}: free to move and assault, and out of square if charged",
                    self.give(True),  # noqa: FBT003
                    manner=Manner.MAIN,
                ),
                Button(
                    "stay",
                    "Stay in square",
                    f"{names}: no movement and no assault in this activation",
                    self.give(False),  # noqa: FBT003
                ),
            ),
            Overlays(
                selection=frozenset({self.decision.hex}), chosen=frozenset(self.decision.units)
            ),
        )

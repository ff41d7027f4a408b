"""Whether cavalry or guns get out of the way of a charge (N10.41)."""

from __future__ import annotations

from hexwar.shell.prompter import Button, Manner, Offer, Prompter
from hexwar.systems.nlc.prompters.plain import passing_words
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion
from hexwar.systems.nlc.rules.losses.morale import Circumstances, morale_report
from hexwar.table.overlays import Aim, Overlays, Target


class EvasionPrompter(Prompter[ChooseEvasion]):
    """Two buttons; the charge is drawn as it comes."""

    def offer(self) -> Offer:
        """Both answers, with the dice by which they get away."""
        charge, units = self.decision.charge, self.decision.units
        report = morale_report(self.view, units, Circumstances(defending=True))
        dice = passing_words(self.view, report)
        names = ", ".join(self.name(unit) for unit in units)
        act = "Limber and go" if self.decision.limbers else "Evade"
        return Offer(
            f"They get away by {dice}. Press one of the buttons.",
            (
                Button(
                    "stand",
                    "Stand",
                    f"{names}: met at the halt",
                    self.give(False),  # noqa: FBT003
                    manner=Manner.MAIN,
                ),
                Button(
                    "go",
                    f"{act} ({dice})",
                    f"{names}: away when the die shows {dice}, else met at the halt",
                    self.give(True),  # noqa: FBT003
                ),
            ),
            Overlays(
                selection=frozenset({charge.target}),
                chosen=frozenset(units),
                targets=(Target(charge.target, Aim.CHARGE, way=charge.path),),
            ),
        )

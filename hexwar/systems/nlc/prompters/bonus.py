"""Whether Napoleon or Ney leads his troops himself (N7.5, N7.7)."""

from __future__ import annotations

from hexwar.shell.prompter import Button, Manner, Offer, Prompter
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.command.bonuses import NAPOLEON_BONUS, ChooseLeaderBonus
from hexwar.table.overlays import Overlays


class BonusPrompter(Prompter[ChooseLeaderBonus]):
    """Two buttons; what it costs him is said."""

    def offer(self) -> Offer:
        """Both answers."""
        card = self.view.battle.leaders[self.decision.leader]
        percent = numbers_of(self.view.battle).assault.leader_bonus
        price = (
            "gives no orders in the next turn"
            if NAPOLEON_BONUS in card.special
            else "checks no compliance in the next turn"
        )
        return Offer(
            f"If he leads them, {card.name} {price}. Press one of the buttons.",
            (
                Button(
                    "keep",
                    f"{card.name} holds back",
                    "He may lead in a later combat of this turn",
                    self.give(False),  # noqa: FBT003
                    manner=Manner.MAIN,
                ),
                Button(
                    "lead",
                    f"{card.name} leads (+{percent} %)",
                    f"+{percent} % for the troops that he leads; he {price}",
                    self.give(True),  # noqa: FBT003
                ),
            ),
            Overlays(
                selection=frozenset({self.decision.hex}), chosen=frozenset({self.decision.leader})
            ),
        )

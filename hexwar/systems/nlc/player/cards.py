"""Which cards the greedy player plays, and which of its dice it throws again (N23)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.cards.library import card
from hexwar.cards.records import CardId
from hexwar.messages import mark
from hexwar.systems.nlc.player.outlook import Question
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard, targets
from hexwar.table.forces import Side

HELP: Mapping[CardId, int] = MappingProxyType(
    {
        CardId(name): worth
        for name, worth in {
            "emperor-napoleon": 4,
            "bluecher": 3,
            "marshal-ney": 3,
            "marshal-marmont": 3,
            "gneisenau": 3,
            "arrives-early": 3,
            "general-advance": 3,
            "last-push": 3,
            "approach-march": 2,
            "forced-march": 2,
            "sound-of-guns": 2,
            "cossacks": 2,
            "untrained-enemy-cavalry": 2,
            "artillery-cover-fire": 2,
            "cavalry-pursuit": 2,
            "counter-charge": 2,
            "jaws-of-death": 2,
            "another-chance": 2,
            "aide-de-camp": 2,
            "area-defense": 1,
            "mobile-defense": 1,
        }.items()
    }
)
"""What a card is worth to it in VP, before what the card costs; the others help it not at all."""

LOW_IS_GOOD = (
    "morale",
    mark("Attack Confidence"),
    "compliance",
    mark("local decision"),
    "coordination",
    "pursuit",
    mark("counter charge"),
)
"""How the purposes of those dice begin of which it wants a low one."""

HIGH_IS_GOOD = (
    "attackers' fire",
    "defenders' fire",
    "chargers' fire",
    mark("fire at the chargers"),
    "reactors' fire",
    "bombardment",
    mark("initial action"),
)
"""And a high one."""

BAD = 5
"""The die from which a low one is missed, and its mirror image where a high one is wanted."""


def worth_of(id_: CardId) -> int:
    """What it gains by a card, VP."""
    return HELP.get(id_, 0) + card(id_).vp


def choose_card(question: Question[ChooseCard, CardId | None]) -> CardId | None:
    """The card of most worth that has a use now; none that costs more than it helps."""
    side = Side(question.asked.side)
    useful = [x for x in question.options if x and targets(question.state, side, x)]
    best = max(useful, key=worth_of, default=None)
    return best if best is not None and worth_of(best) > 0 else None


def window_card(question: Question[PlayWindowCard, CardId | None]) -> CardId | None:
    """The card of most worth that fits this moment, if it is worth its price."""
    best = max((x for x in question.options if x), key=worth_of)
    return best if worth_of(best) > 0 else None


def reroll(question: Question[ChooseReroll, CardId | None]) -> CardId | None:
    """A die that could hardly be worse is thrown again, by what costs least."""
    purpose, die = question.asked.purpose, question.asked.die
    wants_low = purpose.startswith(LOW_IS_GOOD) and die >= BAD
    wants_high = purpose.startswith(HIGH_IS_GOOD) and die <= 7 - BAD
    return question.options[1] if wants_low or wants_high else None

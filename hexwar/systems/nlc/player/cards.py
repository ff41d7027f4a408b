"""Which cards the greedy player plays, and which of its dice it throws again (N23)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.ai.chapters import deeds, promising
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
        for worth, names in (
            (4, ("emperor-napoleon",)),
            (3, ("bluecher", "gneisenau", "marshal-ney", "marshal-marmont")),
            (3, ("arrives-early", "general-advance", "last-push")),
            (2, ("approach-march", "forced-march", "aide-de-camp", "another-chance")),
            (2, ("cossacks", "cavalry-pursuit", "counter-charge", "untrained-enemy-cavalry")),
            (2, ("artillery-cover-fire", "jaws-of-death", "sound-of-guns")),
            (1, ("area-defense", "mobile-defense")),
        )
        for name in names
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
    """The card of most worth that has a use now; none that costs more than it helps.

    Where it must play, one of no use costs it nothing; lacking that, what costs least.
    """
    side, cards = Side(question.asked.side), deeds(question.options)
    useful = [x for x in cards if targets(question.state, side, x)]
    wanted = promising(useful, worth_of)
    if wanted is not None or None in question.options:
        return wanted
    idle = (card for card in cards if card not in useful)
    return next(idle, None) or max(useful, key=worth_of)


def window_card(question: Question[PlayWindowCard, CardId | None]) -> CardId | None:
    """The card of most worth that fits this moment, if it is worth its price."""
    return promising(deeds(question.options), worth_of)


def reroll(question: Question[ChooseReroll, CardId | None]) -> CardId | None:
    """A die that could hardly be worse is thrown again, by what costs least."""
    purpose, die = question.asked.purpose, question.asked.die
    wants_low = purpose.startswith(LOW_IS_GOOD) and die >= BAD
    wants_high = purpose.startswith(HIGH_IS_GOOD) and die <= 7 - BAD
    return question.options[1] if wants_low or wants_high else None

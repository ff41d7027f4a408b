"""What decisions about cards ask of the player, in words."""

from __future__ import annotations

from typing import Any

from hexwar.cards.records import CardId, Pile, Window
from hexwar.engine import CHANCE, Decision
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.cards import windows
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from tests.systems.nlc.cases import each
from tests.systems.nlc.decks import with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH

FIRE = CardId("fire")
CASES: list[tuple[Decision[Any], str]] = [
    (
        windows.DrawCard(CHANCE, FRENCH, Pile.DECK),
        "Draw a card from the deck of the French, and enter which it is.",
    ),
    (
        windows.DrawCard(CHANCE, ALLIED, Pile.MODE),
        "Draw a card from the mode deck of the Coalition, and enter which it is.",
    ),
    (
        windows.DrawCardTarget(CHANCE, FRENCH, CardId("formation-scattered")),
        "Draw at random whom the card Formation Scattered of the French befalls, and enter it.",
    ),
    (ChooseCard(FRENCH), "The French may play a card of their hand in this Card Phase."),
    (windows.ChooseCardTarget(FRENCH, FIRE), "The French must choose whom the card Fire names."),
    (
        windows.PlayWindowCard(FRENCH, Window.ASSAULT, "the assault on 0303"),
        "The French may play a card that they hold for this moment: the assault on 0303.",
    ),
    (
        windows.PlayWindowCard(FRENCH, Window.ORDERS),
        "The French may play a card that they hold for this moment: orders.",
    ),
    (
        ChooseReroll(FRENCH, "pursuit", 6),
        "The French may throw the die for pursuit again, which shows 6; the last result binds.",
    ),
    (
        ChooseNeyDie(FRENCH, Hex("0303")),
        "The French must choose what Marshal Ney does at 0303: raise the die of his own side,"
        " or lower the enemy's.",
    ),
]


@each("asked sentence", *CASES)
def test_a_question_is_put_in_a_sentence(asked: Decision[Any], sentence: str) -> None:
    assert asked.sentence(with_cards("full", french="fire")) == sentence

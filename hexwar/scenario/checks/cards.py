"""The decks that a scenario names, and the cards that it takes out of them (18.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.schema import ScenarioFile


def check_cards(scenario: ScenarioFile, decks: Mapping[str, Mapping[str, int]], pen: Pen) -> None:
    """Decks are known, and no more cards of a kind are taken out than a deck has.

    Args:
        scenario: The scenario.
        decks: The decks of the rules by id: of each kind of card how many.
        pen: Where faults are written down.
    """
    for side, deck in scenario.cards.decks.items():
        if deck not in decks:
            pen.error(("cards", "decks", side), f"there is no deck {quoted(deck)}", deck, decks)
    taken: Counter[tuple[str, str]] = Counter()
    for i, removal in enumerate(scenario.cards.removals):
        deck = scenario.cards.decks.get(removal.side, "")
        held = decks.get(deck, {}).get(removal.card, 0)
        taken[removal.side, removal.card] += removal.count
        if not deck:
            pen.error(("cards", "removals", i, "side"), f"{quoted(removal.side)} has no deck")
        elif deck in decks and taken[removal.side, removal.card] > held:
            sentence = f"the deck {deck} has {held} of {quoted(removal.card)}, and no more"
            pen.error(("cards", "removals", i, "card"), sentence)

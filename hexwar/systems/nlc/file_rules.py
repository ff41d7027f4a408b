"""The rules as the checks of scenario files ask for them."""

from __future__ import annotations

from functools import lru_cache

from hexwar.cards.library import decks
from hexwar.scenario.standards import Rules
from hexwar.systems.nlc.numbers import number_fault, printed
from hexwar.systems.nlc.rules.command.special_rules import KNOWN


@lru_cache(maxsize=1)
def file_rules() -> Rules:
    """Numbers, special rules and decks of Napoleon's Later Campaigns."""
    held = {d.id: {str(card): count for card, count in d.cards} for d in decks().values()}
    return Rules(printed(), number_fault, KNOWN, held)

"""The rules as the checks of scenario files ask for them."""

from __future__ import annotations

from functools import lru_cache

from hexwar.cards.library import decks
from hexwar.scenario.section import Sections
from hexwar.systems.nlc.numbers import number_fault, printed
from hexwar.systems.nlc.rules.command.special_rules import KNOWN
from hexwar.systems.nlc.section import NLC, section_of
from hexwar.systems.nlc.section.rules import Rules


@lru_cache(maxsize=1)
def sections() -> Sections:
    """NLC's section of a scenario, judged by its rules."""
    return {NLC: section_of(file_rules())}


@lru_cache(maxsize=1)
def file_rules() -> Rules:
    """Numbers, special rules and decks of Napoleon's Later Campaigns."""
    held = {d.id: {str(card): count for card, count in d.cards} for d in decks().values()}
    return Rules(printed(), number_fault, KNOWN, held)

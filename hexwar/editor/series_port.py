"""What the games of the series have in common to the editor: their fields, words and estimates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from hexwar.cards.library import cards, decks
from hexwar.editor.document import Json
from hexwar.editor.port import Editing
from hexwar.editor.proposals import strength
from hexwar.messages import mark, say
from hexwar.table.options import Group

FIELD_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "weather.start": mark("Weather at the start"),
        "weather.turns": mark("Rolled on turns"),
        "weather.historical": mark("As it was"),
        "arrivals": mark("Arrivals"),
        "arrivals.formations": mark("Headquarters and wings"),
        "alternates": mark("Alternate reinforcements"),
        "alternates.list": mark("List"),
        "alternates.from_turn": mark("From turn"),
        "alternates.to_turn": mark("To turn"),
        "cumulative_alternates": mark("Any open list"),
        "exits": mark("Where sides may leave"),
        "supply_sources": mark("Sources of supply"),
        "supply_sources.from_turn": mark("From turn"),
        "supply_sources.to_turn": mark("To turn"),
        "improved_positions": mark("Improved position"),
        "damaged_spans": mark("Damaged at the start"),
        "reduced": mark("Starts reduced"),
        "cards": mark("Cards"),
        "cards.mode_cards": mark("Mode cards at the start"),
        "cards.bonus_cards": mark("Bonus cards"),
        "cards.bonus_turn": mark("Turn of the bonus cards"),
        "cards.removals": mark("Cards taken out of the decks"),
        "special_rules": mark("Special rules"),
        "special_rules.text": mark("What players read"),
        "mini_campaign": mark("Mini-campaign"),
    }
)
"""What players call the fields of `series.schema`."""


def option_words(groups: Iterable[Group], place: str) -> Mapping[str, str]:
    """What the dialog of a new game calls some options and their values.

    Args:
        groups: The options.
        place: The dotted name of the field of a scenario in which they stand.
    """
    found: dict[str, str] = {}
    for option in (option for group in groups for option in group.options):
        name = f"{place}.{option.name}"
        found |= {name: option.title, f"{name}.": mark("as the players like")}
        found |= {f"{name}.{value}": words for value, words in option.values.items()}
    return found


def card_choices(place: str) -> Mapping[str, Mapping[str, str]]:
    """Decks and cards by their titles, for the field in which a scenario names them."""
    return {
        f"{place}.decks": {deck.id: say(deck.title) for deck in decks().values()},
        f"{place}.removals.card": {
            str(card.id): f"{say(card.title)} ({card.number})" for card in cards().values()
        },
    }


class SeriesEditing(Editing):
    """The editor's side of a game of the series."""

    def strength(self, unit: Json) -> Mapping[str, int | None]:
        """As the battles of hexwar have it."""
        return strength(unit)

"""The cards of a side for one battle: a deck, less what the scenario takes out (18.2, N23.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwar.model.cards import Allotment, CardId, CardKind, Stock
from hexwar.rules.cards.library import card as printed
from hexwar.rules.cards.library import decks


class DeckError(ValueError):
    """A deck that cannot be made up; the sentence says why."""


def stock_of(allotment: Allotment) -> Stock:
    """The cards that an allotment leaves to a side.

    Raises:
        DeckError: there is no such deck, or more is taken out of it than is in it.
    """
    left = Counter(dict(_listed(allotment.deck)))
    for id_, count in allotment.removals:
        if count > left[id_]:
            raise DeckError(f"the deck {allotment.deck} has {left[id_]} cards {id_}, not {count}")
        left[id_] -= count
    every = [id_ for id_, count in left.items() for _ in range(count)]
    mode = [id_ for id_ in every if printed(id_).kind is CardKind.MODE]
    return Stock(
        main=tuple(id_ for id_ in every if id_ not in mode),
        mode=tuple(mode),
        mode_draws=allotment.mode_draws,
        bonus_draws=allotment.bonus_draws,
        bonus_turn=allotment.bonus_turn,
    )


def _listed(deck: str) -> Iterator[tuple[CardId, int]]:
    if deck not in decks():
        raise DeckError(f"there is no deck {deck} (there are: {', '.join(decks())})")
    yield from decks()[deck].cards

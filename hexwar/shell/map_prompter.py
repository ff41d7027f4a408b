"""Prompters of a game on a map of hexes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Generic, TypeVar

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.shell.prompter import Prompter
from hexwar.shell.shortlist import Shortlist, Subjects, Title
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.overlays import Overlays, Target, overlays_of
from hexwar.widgets.words import plain

D = TypeVar("D", bound=Decision[Any])


class MapPrompter(Prompter[D, Hex], Generic[D]):
    """Mouse and keys for one question; the places that are clicked are hexes."""

    @cached_property
    def marks(self) -> Overlays:
        """What the map shows meanwhile: by default where a click is an answer."""
        return overlays_of(super().marks)


def hexes_of(view: Any, subjects: Iterable[str]) -> tuple[Hex, ...]:
    """Where those stand whom a card names, as far as the map shows them."""
    found: list[Hex | None] = []
    for id_ in subjects:
        formation = id_.partition("/")[0]
        if id_ in view.units:
            found.append(view.units[UnitId(id_)].hex)
        elif id_ in view.leaders:
            found.append(view.leaders[LeaderId(id_)].hex)
        elif id_ in view.battle.battlefield.grid:
            found.append(Hex(id_))
        elif formation in view.battle.formations:
            units = view.units_of(FormationId(formation))
            found += [view.units[unit].hex for unit in units]
    return tuple(dict.fromkeys(hex_ for hex_ in found if hex_ is not None))


class MapShortlist(Shortlist):
    """Choices that name hexes, or what stands in them."""

    def __init__(self, view: Any, every: Iterable[Subjects], title: Title) -> None:
        super().__init__(view, every, title, hexes_of)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes that a click can name something in."""
        return tuple(Hex(spot) for spot in self.spots)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The same for the map."""
        return tuple(map(Target, self.hexes))

    @property
    def selection(self) -> frozenset[Hex]:
        """The hexes of what is pointed at, where that is one choice."""
        return frozenset(Hex(spot) for spot in self.pointed_spots)


def find_hex(field: Battlefield, words: str) -> Hex | None:
    """The hex of a number, or of a place whose name contains the words; None for neither.

    Neither capitals nor accents matter.
    """
    asked = plain(words.strip())
    number = asked[-5:-1] if asked.endswith(")") else asked
    if Hex(number) in field.grid:
        return Hex(number)
    found = (place.hex for place in field.places if asked and asked in plain(place.name))
    return next(found, None)

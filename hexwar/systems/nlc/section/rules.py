"""What the section needs of the rules, which are read only where a scenario is judged by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexwar.ground.numbers import GroundNumbers
from hexwar.table.numbers import leaves, record_of, with_own


@dataclass(frozen=True, slots=True)
class RuleNeeds:
    """The data without which a special rule cannot be played."""

    hexes: bool = False
    steps: bool = False
    numbers: tuple[str, ...] = ()  # their names


def _none(key: str, value: object) -> str:  # noqa: ARG001
    return ""


@dataclass(frozen=True)
class Rules:
    """The rules as a check of files knows them; what is None or empty is not checked.

    Args:
        tables: The numbers, grouped as the rulebook's chapters.
        number_fault: Why a scenario cannot give the number of a key a value; empty if it can.
        special_rules: What each special rule needs, by id; None accepts any.
        decks: The decks of cards, of each kind of card how many; None accepts any.
    """

    tables: Mapping[str, Any] = field(default_factory=dict)
    number_fault: Callable[[str, object], str] = _none
    special_rules: Mapping[str, RuleNeeds] | None = None
    decks: Mapping[str, Mapping[str, int]] | None = None

    @cached_property
    def numbers(self) -> Mapping[str, Any]:
        """The numbers by their dotted keys."""
        return dict(leaves(self.tables))

    def ground(self, own: Mapping[str, object]) -> GroundNumbers | None:
        """The ground's numbers with a scenario's own among them; None where there are no tables.

        Args:
            own: The scenario's own numbers by dotted key; what the rules refuse is left out.
        """
        if not self.tables:
            return None
        fit = {k: v for k, v in own.items() if k in self.numbers and not self.number_fault(k, v)}
        return record_of(GroundNumbers, with_own(self.tables, fit))

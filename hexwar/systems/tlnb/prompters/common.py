"""What the prompters of all chapters share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.messages import listed
from hexwar.shell.map_prompter import MapPrompter
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import UnitId

Units = tuple[UnitId, ...]
D = TypeVar("D", bound=Decision[Any])

Gestures = Mapping[type[Decision[Any]], Callable[..., MapPrompter[Any]]]
"""The prompters of a chapter by the questions that they answer."""


def gestures(found: Gestures) -> Gestures:
    """The prompters of a chapter, not to be changed."""
    return MappingProxyType(dict(found))


def hexes_of(view: TlnbState, pieces: Iterable[str]) -> frozenset[Hex]:
    """Where pieces stand."""
    units = (view.units[UnitId(p)].hex for p in pieces if p in view.units)
    return frozenset(hex_ for hex_ in units if hex_ is not None)


def names_of(view: TlnbState, units: Iterable[UnitId]) -> str:
    """Some units by their names."""
    return listed(view.card(unit).name for unit in units)

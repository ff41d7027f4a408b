"""Traces as they are shown: how far, by which way, from which point of supply, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hexwar.hexes import Hex
from hexwar.model.forces import UnitId


@dataclass(frozen=True, slots=True)
class Trace:
    """A command trace from a hex to a hex, or why there is none (N12.4)."""

    is_in: bool  # there is one, within the limit that was asked for
    halves: int | None  # half hexes, beyond the limit too; None where no trace leads
    path: tuple[Hex, ...]  # from the first hex to the last; empty where no trace leads
    reason: str  # one sentence
    rule: str
    blocked_at: tuple[Hex, ...] = ()  # the hex, or the two of the hexside, that is in the way


class PointKind(StrEnum):
    """What gives supply (N16.2, N16.3)."""

    SOURCE = "supply source"
    TRAIN = "baggage train"  # the formation's own
    ENTRY = "entry hex of the baggage train"  # which is still to come
    BORROWED = "baggage train of another formation"


@dataclass(frozen=True, slots=True)
class SupplyPoint:
    """A hex that gives supply to a formation."""

    hex: Hex
    kind: PointKind
    train: UnitId | None = None  # every kind but a source


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """Whether a unit, or a hex, is in supply: the line that is traced, or why there is none."""

    in_supply: bool
    line: tuple[Hex, ...]  # from the hex to the point; of a march column from its supplied unit
    road: tuple[Hex, ...]  # from the train to its source, along roads and trails
    point: SupplyPoint | None
    distance: int | None  # hexes of the line
    reason: str  # one sentence
    rule: str
    blocked_at: tuple[Hex, ...] = ()  # the hex, or the two of the hexside, that cuts the line

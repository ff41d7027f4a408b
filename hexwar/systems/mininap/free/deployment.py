"""Where an army stands at the start of a free battle if nobody places it by hand (M24.3).

Brigades stand beside one another, each in two rows with its commander between them; commanders of
divisions and of the corps stand behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from hexwar.systems.mininap.battle import Arm, Formation, Kind, Placed, UnitCard
from hexwar.systems.mininap.free.army import Army, Brigade
from hexwar.systems.mininap.numbers import PRINTED, Size
from hexwar.table.forces import UnitId
from hexwar.tabletop.pose import Pose

GAP: Final = 30
"""Hundredths of a cm between neighbours, and between the first row and the edge of the zone."""

FIRST_ROW: Final = 3
"""Units that stand in the first row at most."""

ROW: Final = 400
"""Hundredths of a cm that a row is deep: an attack column, or cavalry in line."""


def deployment(
    army: Army, width: int, height: int, zone: int, *, is_north: bool
) -> dict[UnitId, Placed]:
    """Where everybody stands, in the order of rank.

    Args:
        army: Who.
        width: Of the table, hundredths of a cm.
        height: The same.
        zone: How deep the zone is in which a side sets up.
        is_north: Whether it stands in the north, facing south.
    """
    found = dict[UnitId, Placed]()
    sector = width // len(army.brigades)
    for place, brigade in enumerate(army.brigades):
        found |= _brigade(brigade, sector * place + sector // 2, zone - GAP)
    found |= _commanders(army, width, zone)
    if is_north:
        found = {unit: _turned(placed, width, height) for unit, placed in found.items()}
    return {card.id: found[card.id] for card in army.cards}


def _brigade(brigade: Brigade, middle: int, front: int) -> Iterator[tuple[UnitId, Placed]]:
    """A brigade about the middle of its stretch; rows close on the commander between them."""
    count = min(FIRST_ROW, (len(brigade.units) + 1) // 2)
    ranked = sorted(brigade.units, key=_rank)
    disc = _hundredths(PRINTED.with_own({}).stands.command)
    rear = front - ROW
    second = rear - 2 * GAP - disc
    for cards, is_first in ((ranked[:count], True), (ranked[count:], False)):
        for card, x in _row(cards, middle):
            half = size_of(card, formation_of(card))[1] // 2
            y = rear + half if is_first else second - half
            yield card.id, _placed(card, x, y)
    yield brigade.commander.id, _placed(brigade.commander, middle, rear - GAP - disc // 2)


def _rank(card: UnitCard) -> tuple[int, str]:
    """Foot guns and light infantry stand in front, horse behind."""
    order = {Arm.ARTILLERY: 4 if card.is_horse else 0, Arm.INFANTRY: 2, Arm.CAVALRY: 3}
    place = 1 if card.arm is Arm.INFANTRY and card.kind is Kind.LIGHT else order[card.arm]
    return place, ""


def _row(cards: Sequence[UnitCard], middle: int) -> Iterator[tuple[UnitCard, int]]:
    """Units beside one another, and where the middle of each is."""
    widths = [size_of(card, formation_of(card))[0] for card in cards]
    x = middle - (sum(widths) + GAP * (len(cards) - 1)) // 2
    for card, width in zip(cards, widths, strict=True):
        yield card, x + width // 2
        x += width + GAP


def _commanders(army: Army, width: int, zone: int) -> Iterator[tuple[UnitId, Placed]]:
    """Behind the middle of what each commands."""
    disc = _hundredths(PRINTED.with_own({}).stands.command)
    y = zone - GAP - 2 * ROW - 2 * disc - 3 * GAP + disc // 2
    divisions = [card for card in army.higher if card.kind is Kind.DIVISION]
    for place, card in enumerate(divisions):
        yield card.id, _placed(card, width * (2 * place + 1) // (2 * len(divisions)), y)
    for card in army.higher:
        if card.kind is Kind.CORPS:
            yield card.id, _placed(card, width // 2, y)


def formation_of(card: UnitCard) -> Formation:
    """Infantry in columns, cavalry in lines, light infantry as skirmishers."""
    if card.is_single or (card.arm is Arm.INFANTRY and card.kind is Kind.LIGHT):
        return Formation.SKIRMISH
    return Formation.COLUMN if card.arm is Arm.INFANTRY else Formation.LINE


def size_of(card: UnitCard, formation: Formation) -> tuple[int, int]:
    """How wide and how deep a unit is, hundredths of a cm (M4.2)."""
    stands = PRINTED.with_own({}).stands
    if card.is_command:
        return _hundredths(stands.command), _hundredths(stands.command)
    size: Size = getattr(stands, card.arm)
    width, depth = _hundredths(size.width), _hundredths(size.depth)
    if card.is_single:
        return width, depth
    return (width, 2 * depth) if formation is Formation.COLUMN else (2 * width, depth)


def _hundredths(length: float) -> int:
    return round(length * 100)


def _placed(card: UnitCard, x: int, y: int) -> Placed:
    """Facing north; horse guns are limbered, foot guns are not (M4.8)."""
    return Placed(Pose(x, y), formation_of(card), is_limbered=card.is_horse)


def _turned(placed: Placed, width: int, height: int) -> Placed:
    """Half a turn about the middle of the table."""
    pose = placed.pose
    return replace(placed, pose=Pose(width - pose.x, height - pose.y, 1800))

"""What the enemy does not see of a side's pieces (N20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hexwar.hexes import Hex
from hexwar.table.battle import Battle
from hexwar.table.forces import Side, UnitId

DUMMY: Final = "-dummy-"
"""What stands between side and number in the id of a dummy stack, such as `french-dummy-1`."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What a side believes of a hex that the enemy has won unseen: that it still holds it."""

    holder: Side
    last_in: UnitId | None = None  # the unit that won it for the holder, if it is known by which
    by: UnitId | None = None  # the unseen unit that has won it since


@dataclass(frozen=True, slots=True)
class Hiding:
    """Which pieces are out of the enemy's sight; their records keep their true hexes (N20).

    A view has the reader's own pieces here, and of the enemy's no more than his flags.
    """

    hidden: frozenset[str] = frozenset()  # units and leaders under a flag on the map (N20.2)
    lifted: frozenset[str] = frozenset()  # that move off the map, as the enemy sees it (N20.1)
    dummies: Mapping[str, Hex] = field(default_factory=dict)  # stacks of cover markers, by id
    reports: Mapping[str, int] = field(default_factory=dict)
    # turns until a report arrives (N20.3): by a piece of the force; in the enemy's view by hex
    gains: Mapping[Hex, Belief] = field(default_factory=dict)
    # hexes won unseen, each with what the enemy believes of it
    flags: Mapping[Hex, Side] = field(default_factory=dict)
    # in a view: where the enemy shows no more than a flag

    @property
    def is_empty(self) -> bool:
        """Whether everything can be seen."""
        return not (self.hidden or self.lifted or self.dummies or self.gains)

    @property
    def unseen(self) -> frozenset[str]:
        """All pieces that the enemy does not see."""
        return self.hidden | self.lifted if self.lifted else self.hidden


def won(hiding: Hiding, hex_: Hex, unit: UnitId | None, held: Belief | None) -> Hiding:
    """The same once a unit has won a hex: the enemy does not know of it if he does not see it.

    Args:
        hiding: As it was.
        hex_: The hex.
        unit: Who won it, if it is known.
        held: What the enemy believes of it, if he thinks that he holds it.
    """
    gains = {at: belief for at, belief in hiding.gains.items() if at != hex_}
    if held is not None and unit in hiding.unseen:
        gains[hex_] = hiding.gains.get(hex_, held)
    return hiding if gains == hiding.gains else replace(hiding, gains=gains)


def control_seen(control: Mapping[Hex, Side], hiding: Hiding, side: Side) -> Mapping[Hex, Side]:
    """Who holds which hex as a side knows it: what the enemy has won unseen is still its own."""
    gains = {hex_: belief.holder for hex_, belief in hiding.gains.items() if belief.holder == side}
    return {**control, **gains} if gains else control


def last_in_seen(
    units: Mapping[Hex, UnitId], hiding: Hiding, side: Side, unseen: frozenset[str]
) -> Mapping[Hex, UnitId]:
    """By whom hexes are held as a side knows it that does not see some pieces."""
    gains = {hex_: belief.last_in for hex_, belief in hiding.gains.items() if belief.holder == side}
    if not gains and unseen.isdisjoint(units.values()):
        return units
    known = {**units, **gains}.items()
    return {hex_: unit for hex_, unit in known if unit is not None and unit not in unseen}


SEEN: Final = Hiding()
"""Nothing is hidden."""


def side_of_piece(battle: Battle, piece: str) -> Side:
    """The side of a unit, a leader or a dummy stack."""
    card = battle.piece(piece)
    return Side(piece.partition(DUMMY)[0]) if card is None else card.side


def unseen_by(battle: Battle, hiding: Hiding, side: Side) -> frozenset[str]:
    """The enemy's pieces that a side does not see."""
    if not hiding.unseen:
        return frozenset()
    return frozenset(p for p in hiding.unseen if side_of_piece(battle, p) != side)


def without_pieces(hiding: Hiding, pieces: Iterable[str]) -> Hiding:
    """The same once some pieces are seen, or no longer on the map; what they won is known too."""
    gone = frozenset(pieces)
    if gone.isdisjoint(hiding.unseen):
        return hiding
    return replace(
        hiding,
        hidden=hiding.hidden - gone,
        lifted=hiding.lifted - gone,
        reports={piece: turns for piece, turns in hiding.reports.items() if piece not in gone},
        gains={hex_: belief for hex_, belief in hiding.gains.items() if belief.by not in gone},
    )

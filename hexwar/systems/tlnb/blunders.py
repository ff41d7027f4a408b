"""What a player may regret: attacks forced at poor odds, trains in reach, victory hexes left.

Everything is judged on what the side knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.messages import listed, say
from hexwar.systems.tlnb.rules.combat.duties import duties_of, eligible, matched
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, MoveUnits
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side, UnitId
from hexwar.table.peril import Peril, Warning

POOR: Final = "1:3"
"""The best column at which an attack that is forced is a blunder; worse ones are too."""

MOST: Final = 3
"""So many warnings of a kind are told."""

Reply = tuple[type[Decision[Any]], Any]
"""An answer to the next question of a class."""


def blunders(
    view: TlnbState, decision: Decision[Any], answers: Sequence[Reply]
) -> Iterator[Warning]:
    """What a side would risk by answers to a question and to those that follow from it."""
    given, side = dict(answers), Side(decision.side)
    march = given.get(ChoosePath)
    units = decision.units if isinstance(decision, ChoosePath) else given.get(MoveUnits)
    if isinstance(march, March) and isinstance(units, tuple):
        yield from _left(view, side, units, march)
    elif MoveUnits in given and given[MoveUnits] is None:
        yield from list(_forced(view))[:MOST]
        yield from list(_trains(view, side))[:MOST]


# -- the end of movement


def _forced(view: TlnbState) -> Iterator[Warning]:
    """T10.1: who has run into contact, and can only attack at poor odds when all do their duty."""
    columns, must = view.numbers.combat.columns, set(duties_of(view)[0])
    best: dict[UnitId, int] = {}
    for target, units in shared_out(view).items():
        column = odds_of(view, units, target).column
        best |= dict.fromkeys(must.intersection(units), column)
    poor = {unit for unit, column in best.items() if column <= columns.index(POOR)}
    for hex_ in sorted({h for u in poor if (h := view.units[u].hex) is not None}):
        here = [unit for unit in sorted(poor) if view.units[unit].hex == hex_]
        words = say(
            "{names} in {hex} must attack, at {column} at best.",
            names=listed(view.card(unit).name for unit in here),
            hex=view.battle.battlefield.name_of(hex_),
            column=columns[max(best[unit] for unit in here)],
        )
        yield Warning(Peril.ODDS, words, "T10.1", (hex_,))


def shared_out(view: TlnbState) -> Mapping[Hex, tuple[UnitId, ...]]:
    """Who attacks what, all duties met and the worst odds as good as they can be (T10.12).

    From one unit for each hex that must be attacked it goes on by single steps: the others join
    where the odds are worst, then each goes over, or changes places, where that is better.
    """
    goals = _goals(view)
    sides = sorted({unit for units in goals.values() for unit in units})
    able = {unit: [hex_ for hex_ in goals if unit in goals[hex_]] for unit in sides}
    sharing = _Sharing(view, goals, dict(matched(list(goals), goals)))
    for unit in sorted(able, key=lambda u: (len(able[u]), u)):
        if unit not in sharing.share:
            sharing.share[unit] = min(able[unit], key=lambda hex_: (sharing.column(hex_), hex_))
    for _ in range(_ROUNDS):
        gains = [sharing.improve(unit, able[unit]) for unit in sides]
        if not any(gains):
            break
    return {hex_: units for hex_ in goals if (units := sharing.units(hex_))}


_ROUNDS: Final = 8
"""So often each unit is asked whether it had better go over to another attack."""


def _goals(view: TlnbState) -> dict[Hex, tuple[UnitId, ...]]:
    """The hexes that must be attacked, and those of units that must attack another."""
    open_hexes, (must, owed) = eligible(view), duties_of(view)
    found = {hex_ for hex_ in open_hexes if hex_ in owed}
    bound = {unit for hex_ in found for unit in open_hexes[hex_]}
    free = set(must) - bound
    found |= {hex_ for hex_, units in open_hexes.items() if not free.isdisjoint(units)}
    return {hex_: open_hexes[hex_] for hex_ in sorted(found)}


@dataclass
class _Sharing:
    """Which unit attacks which hex."""

    view: TlnbState
    goals: Mapping[Hex, tuple[UnitId, ...]]
    share: dict[UnitId, Hex]
    known: dict[tuple[Hex, tuple[UnitId, ...]], int] = field(default_factory=dict)

    def units(self, hex_: Hex) -> tuple[UnitId, ...]:
        """Who attacks a hex."""
        return tuple(unit for unit in self.goals[hex_] if self.share.get(unit) == hex_)

    def column(self, hex_: Hex) -> int:
        """At what odds; -1 where nobody does."""
        units = self.units(hex_)
        if units and (hex_, units) not in self.known:
            self.known[hex_, units] = odds_of(self.view, units, hex_).column
        return self.known[hex_, units] if units else -1

    def improve(self, unit: UnitId, able: Sequence[Hex]) -> bool:
        """Let a unit go over, or change places, if the worse of both attacks then is better."""
        own = self.share[unit]
        for other in able:
            if other == own:
                continue
            before = sorted((self.column(own), self.column(other)))
            partners = [u for u in self.units(other) if u in self.goals[own]]
            for partner in (None, *partners):
                changed = {unit: other} if partner is None else {unit: other, partner: own}
                kept, self.share = self.share, self.share | changed
                if sorted((self.column(own), self.column(other))) > before:
                    return True
                self.share = kept
        return False


def _trains(view: TlnbState, side: Side) -> Iterator[Warning]:
    """T19.6: trains that stand alone where the enemy may come next."""
    for record in view.on_map(side):
        hex_, is_train = record.hex, view.card(record.id).arm.is_train
        if hex_ is None or not is_train or view.combat_units_in(hex_, side):
            continue
        if _in_reach(view, side, hex_):
            words = say(
                "{what} would be left alone in {where}, in the enemy's reach.",
                what=view.card(record.id).name,
                where=view.battle.battlefield.name_of(hex_),
            )
            yield Warning(Peril.TRAIN, words, "T19.6", (hex_,))


def _in_reach(view: TlnbState, side: Side, hex_: Hex) -> bool:
    """Whether an enemy combat unit could come next to a hex with all MP that its counter has."""
    distance = view.battle.battlefield.grid.distance
    enemies = view.on_map(view.battle.enemy(side))
    fighters = (u for u in enemies if view.card(u.id).is_combat_unit and u.hex is not None)
    return any(
        distance(u.hex, hex_) <= view.card(u.id).movement for u in fighters if u.hex is not None
    )


# -- a march


def _left(
    view: TlnbState, side: Side, units: tuple[UnitId, ...], march: March
) -> Iterator[Warning]:
    """T23.6: a victory hex that the last of its side leave, where the enemy may come."""
    start = march.path[0]
    stay = set(view.combat_units_in(start, side)) - set(units)
    is_worth = view.battle.vp_hexes.get(start, 0) > 0
    if not is_worth or stay or march.path[-1] == start or not _in_reach(view, side, start):
        return
    where, vp = view.battle.battlefield.name_of(start), view.battle.vp_hexes[start]
    words = say("{where}, worth {vp} VP, would be left empty.", where=where, vp=vp)
    yield Warning(Peril.PLACE, words, "T23.6", (start,))

"""What a player may regret: attacks forced at poor odds, trains in reach, victory hexes left.

Everything is judged on what the side knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hexwar.engine import Decision
from hexwar.hexes import Hex
from hexwar.messages import listed, say
from hexwar.systems.tlnb.rules.combat.duties import duties_of, eligible
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
    """T10.1: who has run into contact, and can only attack at poor odds."""
    columns = view.numbers.combat.columns
    open_hexes, must = eligible(view), set(duties_of(view)[0])
    best: dict[UnitId, int] = {}
    for target, units in open_hexes.items():
        column = odds_of(view, units, target).column
        for unit in must.intersection(units):
            best[unit] = max(best.get(unit, 0), column)
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

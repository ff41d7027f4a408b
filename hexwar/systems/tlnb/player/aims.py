"""Where each formation is to go: hexes that count VP, and the enemy who can be beaten (T32.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hexwar.ground.costs import gait_of
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.outlook import Outlook, march_costs
from hexwar.table.forces import FormationId

PREY: Final = 0.7
"""VP that an enemy SP in the field is worth to go after it."""

NEAR: Final = 3
"""Hexes around an aim whose enemies must be beaten for it."""

THREAT: Final = 6
"""Hexes from which an enemy threatens a hex that is held."""

KEEPING: Final = 1.3
"""By how much the aim of the turn before is liked better than a new one."""

HOUR: Final = 9.0
"""Half MP that a formation makes in a turn on its way."""

LATE: Final = 1.5
"""Turns that halve what an aim is worth, about."""

ENOUGH: Final = 1.4
"""SP to SP of the enemies at an aim, beyond which more troops add little."""

ROUND: Final = 3
"""Hexes by which a way past an enemy may be longer, who lies on it then."""

OPEN: Final = 0.5
"""What part of the enemies around an aim must be beaten if none is in it: one goes into it."""

PASSED: Final = 0.3
"""SP that are needed for each SP of an enemy on the way."""

SAFER: Final = 0.15
"""What a VP of an own source is worth that is threatened: it counts for who is fed there alone."""

SPARE: Final = 0.35
"""What part of an aim is worth going for where enough have been sent."""

BESIDE: Final = 3
"""Hexes around an aim in which others that count are won with it."""

GARRISON: Final = 4
"""SP that hold a hex where no enemy is near."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a formation is to go, and why."""

    hex: Hex
    worth: float
    is_prize: bool


def aims(outlook: Outlook, before: Mapping[FormationId, Hex]) -> Mapping[FormationId, Aim]:
    """An aim for each formation, the strongest first; what is taken care of counts less.

    Args:
        outlook: The table.
        before: The aims of the turn before, which nobody gives up lightly.
    """
    sent: dict[Hex, float] = {}
    found: dict[FormationId, Aim] = {}
    state = outlook.state
    strength = {f: sum(state.sp(u) for u in units) for f, units in outlook.places.items()}
    values = {**_prey(outlook), **_trains(outlook), **places(outlook)}
    for formation in sorted(strength, key=lambda f: (-strength[f], f)):
        best: Aim | None = None
        for hex_, value in values.items():
            needed = _needed(outlook, formation, hex_)
            share = _share(needed, sent.get(hex_, 0.0), strength[formation])
            worth = value * share / (LATE + turns_to(outlook, formation, hex_))
            worth *= KEEPING if before.get(formation) == hex_ else 1.0
            if best is None or worth > best.worth:
                best = Aim(hex_, worth, hex_ in outlook.prizes)
        if best is not None:
            found[formation] = best
            soon = LATE / (LATE + turns_to(outlook, formation, best.hex))
            sent[best.hex] = sent.get(best.hex, 0.0) + 1.5 * soon * strength[formation]
    return found


def places(outlook: Outlook) -> dict[Hex, float]:
    """The hexes that count, those of the enemy twice; own ones as far as they are threatened.

    What lies beside a hex is half won with it.
    """
    found = {hex_: _place(outlook, hex_) for hex_ in outlook.prizes}
    return {hex_: value + 0.5 * _beside(outlook, hex_, found) for hex_, value in found.items()}


def _beside(outlook: Outlook, hex_: Hex, values: Mapping[Hex, float]) -> float:
    """What the hexes count together that are the enemy's beside one of his."""
    if outlook.is_ours(hex_):
        return 0.0
    near = (h for h in values if h != hex_ and outlook.distance(h, hex_) <= BESIDE)
    return sum(values[h] for h in near if not outlook.is_ours(h))


def _place(outlook: Outlook, hex_: Hex) -> float:
    """What a hex that counts is worth as an aim by itself."""
    state, vp = outlook.state, outlook.prizes[hex_]
    is_source = hex_ in state.battle.sources_on(state.turn) and hex_ not in state.battle.vp_hexes
    if outlook.is_ours(hex_) and hex_ not in outlook.enemies:
        foes = outlook.enemies_within(hex_, THREAT)
        share = (SAFER if is_source else 1.2) * min(foes / 8, 1.0)
        return vp * share + 0.02 * vp
    is_held = state.holding.control.get(hex_) is not None
    return (2.0 if is_held and not is_source else 1.0) * vp


def _prey(outlook: Outlook) -> dict[Hex, float]:
    """The enemy's stacks, for what stands around each."""
    return {hex_: PREY * outlook.enemies_within(hex_, 2) * 0.6 for hex_ in outlook.enemies}


def _trains(outlook: Outlook) -> dict[Hex, float]:
    """The enemy's trains that nobody guards (T19.6)."""
    vp, units = outlook.state.numbers.victory.baggage_train, outlook.state.units
    hexes = (units[train].hex for train in outlook.spoils)
    return {hex_: float(vp) for hex_ in hexes if hex_ is not None}


def _needed(outlook: Outlook, formation: FormationId, hex_: Hex) -> float:
    """SP that win an aim: against those around it and those who lie on the way."""
    distance = outlook.distance
    hexes = sorted(outlook.places[formation].values(), key=lambda h: (distance(h, hex_), h))
    start = hexes[len(hexes) // 2]
    way = distance(start, hex_) + ROUND
    total, around = 0.0, ENOUGH * (1.0 if hex_ in outlook.enemies else OPEN)
    for foe, sp in outlook.enemies.items():
        if distance(foe, hex_) <= NEAR:
            total += around * sp
        elif distance(start, foe) + distance(foe, hex_) <= way:
            total += PASSED * sp
    return max(total, GARRISON)


def _share(needed: float, sent: float, strength: int) -> float:
    """What a formation adds to those who are sent to an aim already, 0 to 1."""
    if sent >= needed:
        return SPARE
    able = min((sent + strength) / needed, 1.0)
    return able if sent else max(able, 0.1) ** 1.2


def turns_to(outlook: Outlook, formation: FormationId, hex_: Hex) -> float:
    """The turns that most of a formation takes to a hex; very many if it comes too late."""
    state = outlook.state
    index, found = state.battle.battlefield.grid.index, list[int | None]()
    for unit, start in outlook.places[formation].items():
        gait = gait_of(state.card(unit).arm)
        found.append(march_costs(state, hex_, gait).get(index[start]))
    reached = sorted(cost for cost in found if cost is not None)
    if not reached:
        return _NEVER
    left, turns = reached[len(reached) // 2] / HOUR, 0.0
    for share in outlook.hours:
        if left <= share:
            return turns + left / share
        left -= share
        turns += 1
    return 10 * (turns + left)


_NEVER: Final = 999.0
"""Turns to a hex to which no way is known."""

"""Bombardments, charges and attacks: what each promises, and which go together (T32.3-T32.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from hexwar.ai.chapters import deeds
from hexwar.ai.policy import Reason
from hexwar.hexes import Hex
from hexwar.systems.tlnb.player.outlook import Question
from hexwar.systems.tlnb.player.telling import of_attack, of_end, of_ride, of_shot
from hexwar.systems.tlnb.player.worth import gain
from hexwar.systems.tlnb.rules.combat.bombardment import DeclareBombardment
from hexwar.systems.tlnb.rules.combat.charge import DeclareCharge
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack
from hexwar.systems.tlnb.rules.combat.duties import declaration_refusal, duties_of, eligible
from hexwar.systems.tlnb.rules.combat.outcomes import (
    FACES,
    End,
    ends_of_attack,
    ends_of_charge,
    ends_of_shot,
)
from hexwar.systems.tlnb.rules.combat.pursuit import Pursue
from hexwar.systems.tlnb.state import Blow, Ride, Shot, TlnbState
from hexwar.table.forces import Side, UnitId

OWED: Final = 4.0
"""VP that a plan of attacks loses for a hex that must be attacked and is not."""

IDLE: Final = 0.5
"""VP that it loses for a unit that must attack and does not."""

FREE: Final = 0.15
"""VP that an attack must promise which nobody must make."""

RIDE: Final = 0.4
"""VP that a charge must promise."""

_GROUPS: Final = 14
"""Groups of units that are weighed against one hex."""

_WIDTH: Final = 30
"""Plans that are kept while hexes are gone through."""


def mean(state: TlnbState, side: Side, ends: Sequence[End]) -> float:
    """What a combat promises a side on average, VP."""
    return sum(end.faces * gain(state, end.state, side) for end in ends) / FACES


# -- attacks


@dataclass(frozen=True, slots=True)
class Plan:
    """Attacks that go together, and what they promise."""

    blows: tuple[tuple[float, Blow], ...] = ()
    worth: float = 0.0

    @property
    def units(self) -> frozenset[UnitId]:
        """Who attacks."""
        return frozenset(unit for _, blow in self.blows for unit in blow.units)

    def ranked(self) -> list[Blow]:
        """The attacks, the one that promises most first."""
        return [blow for _, blow in sorted(self.blows, key=lambda pair: -pair[0])]

    def on(self, target: Hex) -> float:
        """What the attack on a hex promises; 0 where there is none."""
        return next((worth for worth, blow in self.blows if blow.target == target), 0.0)


class Attacks:
    """The attacks that a side can make now: each is weighed once."""

    def __init__(self, state: TlnbState, side: Side) -> None:
        self.state, self.side = state, side
        self.open = eligible(state)
        self.owing, self.owed = duties_of(state)
        self._worth: dict[Blow, float] = {}

    def worth(self, blow: Blow) -> float:
        """What an attack promises, VP."""
        if blow not in self._worth:
            self._worth[blow] = mean(self.state, self.side, ends_of_attack(self.state, blow))
        return self._worth[blow]

    @property
    def weighed(self) -> Mapping[Blow, float]:
        """All that has been weighed so far."""
        return self._worth

    def why(self, blow: Blow) -> Reason:
        """Why an attack is made."""
        is_owed = blow.target in self.owed and self.worth(blow) <= FREE
        weighed = {**self._worth, blow: self.worth(blow)}
        return of_attack(self.state, blow, weighed, is_owed=is_owed)

    def plan(self, without: Collection[UnitId] = (), spared: Collection[Hex] = ()) -> Plan:
        """The best attacks together, some units and hexes left out."""
        plans = [Plan()]
        left = {u for u in self.owing if u not in without}
        for target in self._in_order(spared):
            grown = [
                Plan((*plan.blows, (worth, blow)), plan.worth + worth)
                for worth, blow in self._on(target, without)
                for plan in plans
                if plan.units.isdisjoint(blow.units)
            ]
            toll = OWED if target in self.owed else 0.0
            idle = [Plan(plan.blows, plan.worth - toll) for plan in plans]
            plans = sorted([*grown, *idle], key=lambda plan: -plan.worth)[:_WIDTH]
        return max(plans, key=lambda plan: plan.worth - IDLE * len(left - plan.units))

    def _in_order(self, spared: Collection[Hex]) -> list[Hex]:
        """The hexes that fewest can attack come first."""
        targets = [hex_ for hex_ in self.open if hex_ not in spared]
        return sorted(targets, key=lambda hex_: (len(self.open[hex_]), hex_))

    def _on(self, target: Hex, without: Collection[UnitId]) -> Iterator[tuple[float, Blow]]:
        """The attacks on a hex that may be of use, with what they promise."""
        units = [u for u in self.open[target] if u not in without]
        is_owed = target in self.owed or not set(self.owing).isdisjoint(units)
        for group in groups_of(self.state, units):
            blow = Blow(group, target)
            worth = self.worth(blow)
            if is_owed or worth > FREE:
                yield worth, blow


def groups_of(state: TlnbState, units: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """Groups of units worth weighing: all subsets of few; else the strongest, and single ones."""
    ranked = sorted(units, key=lambda u: (-state.sp(u), u))
    if len(ranked) <= 3:
        sizes = range(len(ranked), 0, -1)
        found = [group for n in sizes for group in combinations(ranked, n)]
    else:
        found = [tuple(ranked[:n]) for n in range(len(ranked), 0, -1)]
        found += [(unit,) for unit in ranked[1:]]
        found += list(combinations(ranked[:4], 2))
    return [tuple(sorted(group)) for group in dict.fromkeys(found)][:_GROUPS]


def attack(question: Question[DeclareAttack, Blow | None]) -> Blow | None:
    """T32.4: the surest attack of the best plan; the end where none promises anything."""
    state = question.state
    attacks = Attacks(state, question.outlook.side)
    plan = attacks.plan()
    legal = (blow for blow in plan.ranked() if declaration_refusal(state, blow) is None)
    chosen = next(legal, None)
    if chosen is None and None in question.options:
        return question.because(None, lambda: of_end(state, attacks.weighed))
    blow = chosen or max(deeds(question.options), key=attacks.worth)
    return question.because(blow, lambda: attacks.why(blow))


# -- bombardments


def bombard(question: Question[DeclareBombardment, Shot | None]) -> Shot | None:
    """T32.5: guns fire at what the attack does not need, where they do most harm."""
    state, side = question.state, question.outlook.side
    attacks = Attacks(state, side)
    whole = attacks.plan()
    best, most = None, 0.0
    for shot in deeds(question.options):
        worth = mean(state, side, ends_of_shot(state, shot)) + _spared(attacks, whole, shot)
        if worth > most:
            best, most = shot, worth
    if best is None:
        return None
    chosen = best
    return question.because(chosen, lambda: of_shot(state, chosen))


def _spared(attacks: Attacks, whole: Plan, shot: Shot) -> float:
    """What the attacks lose or gain when batteries fire instead of joining them, VP."""
    state = attacks.state
    distance = state.battle.battlefield.grid.distance
    hexes = [h for u in shot.units if (h := state.units[u].hex) is not None]
    near = any(distance(hex_, shot.target) == 1 for hex_ in hexes)
    changed = 0.0
    if near or not whole.units.isdisjoint(shot.units):
        is_needed = whole.on(shot.target) > FREE
        spared = () if is_needed or not near else (shot.target,)
        changed = attacks.plan(shot.units, spared).worth - whole.worth
    moved = sum(end.faces for end in ends_of_shot(state, shot) if end.is_won) / FACES
    return changed - moved * max(whole.on(shot.target), 0.0)


# -- charges


def charge(question: Question[DeclareCharge, Ride | None]) -> Ride | None:
    """T32.5: the charge that promises most beyond what the same cavalry would do in attacks."""
    state, side = question.state, question.outlook.side
    attacks = Attacks(state, side)
    whole = attacks.plan()
    best, most = None, RIDE
    for ride in deeds(question.options):
        worth = mean(state, side, ends_of_charge(state, ride))
        if not whole.units.isdisjoint(ride.units):
            worth += attacks.plan(ride.units, (ride.target,)).worth - whole.worth
        if worth > most:
            best, most = ride, worth
    if best is None:
        return None
    chosen = best
    return question.because(chosen, lambda: of_ride(state, chosen))


def pursue(question: Question[Pursue, Ride]) -> Ride:
    """The pursuit that promises most."""
    state, side = question.state, question.outlook.side
    return max(question.options, key=lambda ride: mean(state, side, ends_of_charge(state, ride)))

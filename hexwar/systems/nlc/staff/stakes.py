"""What everything is worth to the staff: one currency, the VP that it expects at the end (N22).

How much losses and hexes count by the turns that are left was read off 220 games of the staff
against itself: what each entry of the ledger was, and by how much the game ended.

The ledger of a side adds up a table in this currency: what both have lost and what will be made of
it, spirits, who holds what, and how each stack stands. What a temper minds more or less is weighed
here, so that replies, plans and searches mind it alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum, sqrt
from types import MappingProxyType
from typing import Final

from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.player.outlook import SHAKEN_SHARE, Outlook
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.losses.demoralization import (
    counted_for,
    is_corps,
    level_of,
    levelled,
    lost_by,
)
from hexwar.systems.nlc.rules.supply.lines import is_hex_supplied
from hexwar.systems.nlc.rules.victory.victory import is_napoleon
from hexwar.systems.nlc.staff.characters import Temper
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, LeaderCard, Role, Side, UnitId
from hexwar.table.pieces import Box


@dataclass(frozen=True, slots=True)
class Stakes:
    """The rows of the table, in VP unless told otherwise."""

    sp: float = 0.2  # an SP lost (N22.2), of a unit with initiative 3
    initiative: float = 0.1  # what each point of initiative adds to that, as a share
    breaking: float = 0.7  # what a corps about to break counts of one that has broken
    useless: float = 0.2  # what a broken formation costs beside, as a share of what it counts
    small: float = 0.8  # a broken formation that counts nothing by itself (N15.1, N15.4)
    shaken: float = 0.06  # a Disrupted SP
    pressed: float = 0.05  # each SP that the enemy next to a stack has more than it can stand
    stand: float = 1.3  # enemy SP that an SP can stand
    worst: float = 2.0  # how often its own SP a stack can be pressed
    napoleon: float = 60.0  # his capture ends the game (N22)
    leader: float = 0.8  # a corps commander captured, who has a successor (N14.6)
    headquarters: float = 1.0  # the HQ counter lost
    grip: float = 0.6  # what the strength near a hex counts, early, to who holds it now
    near: int = 3  # hexes from a hex that gives VP within which troops are near it
    empty: float = 0.5  # how likely a hex is lost that its holder leaves empty, all near it hostile
    settled: int = 8  # turns before the end from which on who holds it counts more and more
    crowd: float = 6.0  # SP near a hex from which on they count in full
    astray: float = 0.015  # each SP for each hex beyond its commander's range
    unsupplied: float = 0.05  # each SP that will be out of supply
    harried: float = 0.03  # each Disrupted SP in the open near enemy cavalry
    riders: int = 4  # hexes from enemy cavalry within which it is near
    brief: float = 2.0  # turns left before the end below which what passes counts less
    missed: float = 0.2  # what a loss costs more for each turn left, as a share: who is lost is
    most_missed: float = 3.0  # missed in every later fight; and how often its VP at most
    kept: float = 0.8  # what a hex that is held counts of its VP in the last turn
    fickle: float = 0.08  # and less for each turn left: it may change hands again
    least_kept: float = 0.5


STAKES: Final = Stakes()

STEADY: Final = Temper()
"""Minds everything at its VP."""

NOBODY: Final[Mapping[Hex, Side]] = MappingProxyType({})
"""No hex that is taken in thought."""


class Ledger:
    """The account of a side: what a table is worth to it more than the one it was opened on, VP.

    It reads tables that come of that one; what the enemy loses is gained.
    """

    def __init__(
        self, state: GameState, side: Side, temper: Temper = STEADY, stakes: Stakes = STAKES
    ) -> None:
        self.side, self.enemy = side, state.battle.enemy(side)
        self.stakes, self.temper = stakes, temper
        self.turns_left = max(0, len(state.battle.turns) - state.turn)
        self.fade = min(1.0, (self.turns_left + 0.5) / stakes.brief)
        self._missed = min(stakes.most_missed, 1 + stakes.missed * self.turns_left)
        self._kept = max(stakes.least_kept, stakes.kept - stakes.fickle * self.turns_left)
        self.sp = stakes.sp * self._missed  # what the loss of an SP costs as the game now stands
        self._numbers = numbers_of(state.battle)
        self._levels = {f: level_of(state, f) for f in levelled(state)}
        self._prizes = {f: self._prize(state, f) for f in self._levels}
        self._owners: dict[UnitId, FormationId] = {}
        self._shelters: dict[Hex, float] = {}
        self._hexes = Outlook(state, side).prizes
        self._opening = fsum(self.entries(state).values())

    def _prize(self, state: GameState, formation: FormationId) -> float:
        """What a broken formation costs its side."""
        vp = self._numbers.victory.demoralized_formation if is_corps(state, formation) else 0
        return vp * (1 + self.stakes.useless) or self.stakes.small

    def price(self, side: Side) -> float:
        """What a VP of cost to a side is worth to this one: what hurts itself is below 0."""
        return -self.temper.losses if side == self.side else self.temper.attack

    def price_of_gain(self, side: Side) -> float:
        """What a VP of gain to a side is worth to this one."""
        return self.temper.attack if side == self.side else -self.temper.losses

    def worth(self, state: GameState, taken: Mapping[Hex, Side] = NOBODY) -> float:
        """What a table is worth more than that of the opening, VP.

        Args:
            state: The table.
            taken: Hexes that a side is about to enter.
        """
        return fsum((*self.entries(state, taken).values(), -self._opening))

    def entries(self, state: GameState, taken: Mapping[Hex, Side] = NOBODY) -> dict[str, float]:
        """What a table is worth more to this side than to the enemy, entry by entry, VP."""
        strengths = {side: self._strengths(state, side) for side in (self.side, self.enemy)}
        return {
            "losses": self._losses(state),
            "order": self._order(state),
            "contact": self._contact(state, strengths),
            "hexes": self._held(state, strengths, taken),
            "captures": self._captures(state),
        }

    # -- losses and spirits

    def _losses(self, state: GameState) -> float:
        """SP lost, and how near that brings each formation to its end."""
        stakes, lost, found = self.stakes, dict.fromkeys(self._levels, 0), list[float]()
        for id_, card in state.battle.units.items():
            if card.is_combat_unit and (sp := lost_by(state, id_)):
                share = 1 + stakes.initiative * (card.initiative - 3)
                found.append(self.price(card.side) * self.sp * share * sp)
                owner = self._owner(state, id_)
                lost[owner] = lost.get(owner, 0) + sp
        for formation, sp in lost.items():
            if sp and formation in self._levels:
                side = state.battle.formations[formation].side
                found.append(self.price(side) * self._broken(formation, sp))
        return fsum(found)

    def _broken(self, formation: FormationId, sp: int) -> float:
        share = sp / max(1, self._levels[formation])
        nearing = 1.0 if share >= 1 else self.stakes.breaking * share * sqrt(share)
        return self._missed * self._prizes[formation] * nearing

    def _owner(self, state: GameState, unit: UnitId) -> FormationId:
        if unit not in self._owners:
            self._owners[unit] = counted_for(state, unit)
        return self._owners[unit]

    def _order(self, state: GameState) -> float:
        """Who is Disrupted."""
        shaken = (unit.id for unit in state.units.values() if unit.disrupted and unit.hex)
        rate = self.stakes.shaken * self.fade
        return fsum(rate * self.price(state.side_of(u)) * state.sp(u) for u in shaken)

    def _captures(self, state: GameState) -> float:
        """Trains and leaders in the enemy's hands."""
        units, leaders, cards = state.units.values(), state.leaders.values(), state.battle.leaders
        train = self._numbers.victory.baggage_train
        lost = [
            self.price(state.side_of(unit.id)) * train
            for unit in units
            if unit.box is Box.CAPTURED and state.card(unit.id).arm is Arm.BAGGAGE_TRAIN
        ]
        taken = (cards[x.id] for x in leaders if x.box is Box.CAPTURED)
        return fsum((*lost, *(self.price(x.side) * self.ransom(x) for x in taken)))

    def ransom(self, leader: LeaderCard) -> float:
        """What the capture of a leader costs his side."""
        if is_napoleon(leader):
            return self.stakes.napoleon
        if leader.role is Role.HQ:
            return self.stakes.headquarters
        return self.stakes.leader + (leader.rating if leader.role is Role.OVERALL else 0)

    # -- where the armies stand

    def _strengths(self, state: GameState, side: Side) -> dict[Hex, float]:
        found: dict[Hex, float] = {}
        for unit in state.on_map(side):
            if unit.hex is not None and state.battle.units[unit.id].is_combat_unit:
                share = SHAKEN_SHARE if unit.disrupted else 1.0
                found[unit.hex] = found.get(unit.hex, 0.0) + share * state.sp(unit.id)
        return found

    def shelter(self, state: GameState, hex_: Hex) -> float:
        """What part of an assault's fire the ground of a hex takes away, 0 to 1."""
        if hex_ in state.positions or hex_ not in self._shelters:
            found = Outlook(state, self.side).shelter(hex_)
            if hex_ in state.positions:
                return found
            self._shelters[hex_] = found
        return self._shelters[hex_]

    def _contact(self, state: GameState, strengths: Mapping[Side, Mapping[Hex, float]]) -> float:
        """What each stack has against it more than it can stand."""
        rate, found = self.stakes.pressed * self.fade, list[float]()
        for side, held in strengths.items():
            others = strengths[state.battle.enemy(side)]
            for hex_, own in held.items():
                against = [others[near] for near in contact_hexes(state, hex_) if near in others]
                if against:
                    stand = self.stakes.stand * own / max(0.25, 1 - self.shelter(state, hex_))
                    excess = min(fsum(against) - stand, self.stakes.worst * own)
                    found.append(self.price(side) * rate * max(0.0, excess))
        return fsum(found)

    def _held(
        self,
        state: GameState,
        strengths: Mapping[Side, Mapping[Hex, float]],
        taken: Mapping[Hex, Side],
    ) -> float:
        """Hexes that give VP: who holds them, and who is likely to at the end."""
        control, sources = state.holding.control, state.battle.sources_on(state.turn)
        found: list[float] = []
        for hex_, vp in self._hexes.items():
            holder = taken.get(hex_, control.get(hex_))
            mine = self._grip(state, hex_, holder, strengths, is_coming=hex_ in taken)
            theirs = 0.0 if holder is None else 1 - mine
            owner = sources.get(hex_) if hex_ not in state.battle.vp_hexes else None
            own = self.temper.attack * mine if owner != self.side else 0.0
            lost = self.temper.losses * theirs if owner != self.enemy else 0.0
            found.append(self._kept * vp * (own - lost))
        return fsum(found)

    def _grip(
        self,
        state: GameState,
        hex_: Hex,
        holder: Side | None,
        strengths: Mapping[Side, Mapping[Hex, float]],
        *,
        is_coming: bool,
    ) -> float:
        """How likely it is that this side has a hex at the end, 0 to 1."""
        stakes, distance = self.stakes, state.battle.battlefield.grid.distance
        mine, theirs = (
            fsum(sp for h, sp in strengths[side].items() if distance(h, hex_) <= stakes.near)
            for side in (self.side, self.enemy)
        )
        now = 1.0 if holder == self.side else 0.0
        if holder is None or not mine + theirs:
            return now
        if not is_coming and hex_ not in strengths[holder]:
            foes = theirs if holder == self.side else mine
            risk = stakes.empty * foes / (mine + theirs)
            now += -risk if holder == self.side else risk
        early = min(1.0, self.turns_left / stakes.settled)
        weight = stakes.grip * early * min(1.0, (mine + theirs) / stakes.crowd)
        mine, theirs = mine * sqrt(mine), theirs * sqrt(theirs)
        share = mine / (mine + theirs)
        return (1 - weight) * now + weight * share

    # -- how some units stand

    def post(self, state: GameState, units: Iterable[UnitId]) -> float:
        """How the places of some own units serve them: command, supply, cover; 0 or less, VP."""
        found = (self._post(state, unit) for unit in units if state.units[unit].hex is not None)
        return self.temper.losses * self.fade * fsum(found)

    def _post(self, state: GameState, unit: UnitId) -> float:
        stakes, sp, card = self.stakes, state.sp(unit), state.card(unit)
        hex_ = state.units[unit].hex
        assert hex_ is not None
        cost = 0.0 if is_hex_supplied(state, card.formation, hex_) else stakes.unsupplied
        centre = centre_of(state, state.line_id_of(unit))
        distance = state.battle.battlefield.grid.distance
        if centre is not None:
            beyond = distance(hex_, centre) - self._numbers.leader.command_range
            cost += stakes.astray * max(0, beyond)
        if state.units[unit].disrupted and self._is_open_to_cavalry(state, card.side, hex_):
            cost += stakes.harried * (1 - self.shelter(state, hex_))
        return -cost * sp

    def _is_open_to_cavalry(self, state: GameState, side: Side, hex_: Hex) -> bool:
        distance = state.battle.battlefield.grid.distance
        return any(
            unit.hex is not None
            and not unit.disrupted
            and distance(unit.hex, hex_) <= self.stakes.riders
            and state.card(unit.id).arm.is_cavalry
            for unit in state.on_map(state.battle.enemy(side))
        )

"""Where headquarters, commanders and trains go: by what they are of use for, and by who could come.

Nobody goes where he would stand alone within the enemy's reach, unless there is nowhere better.
Everything is weighed in VP: what a capture costs, by how likely it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

from hexwar.ai.chapters import deeds
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.combat.fight import MainArm, arms_of
from hexwar.systems.nlc.rules.command.bonuses import NAPOLEON_BONUS
from hexwar.systems.nlc.rules.command.command import centre_of
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut, task_ends
from hexwar.systems.nlc.rules.losses.retreat import ChooseLeaderStay
from hexwar.systems.nlc.rules.orders.pad import troops_under
from hexwar.systems.nlc.rules.orders.permissions import unit_row
from hexwar.systems.nlc.rules.supply.lines import is_linked
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.rules.victory.victory import is_napoleon
from hexwar.systems.nlc.staff.desk import Desk
from hexwar.systems.nlc.staff.raids import risk_alone
from hexwar.systems.nlc.staff.replies import ledger_of
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.staff.weighing import Weighed, best_of, either
from hexwar.table.forces import Arm, FormationId, LeaderId, Role, UnitId
from hexwar.table.words import hex_name, leader_name, unit_name

BETTER = 0.06
"""VP by which another hex must be better before a piece goes there."""

SUPPLY = 0.04
"""VP for each SP of a corps that loses its supply with its train."""

LEAVES, STAYS = 0.35, 0.05
"""How likely the troops of a hex are to march off, by whether their order lets them rest there."""

BEATEN = 0.12
"""How likely troops with the enemy next to them are to be driven out, though they can stand."""

CARRIED_OFF = 0.25
"""How likely it is to be caught for who goes back with the troops that are driven out."""

AT_HAND = 0.6
"""VP of a headquarters with its commander: all his orders, not one (N12.43)."""

COURIER = 0.035
"""VP lost for each hex, on the mean, that couriers ride farther than they need."""

PARTED = 0.1
"""VP lost for each hex that a commander is farther from his headquarters than he may be."""

NEARBY = 0.1
"""VP of a commander next to a corps, which obeys him more readily (N12.51)."""

INSPIRES = 0.15
"""VP of a commander with infantry that he may lead in person (N7.5)."""

STRAY = 0.08
"""VP for each SP beyond the range of its commander."""

APART = 0.06
"""VP for each hex, on the mean, that a corps is from its commander."""

COMPANY = 0.03
"""VP for each SP that stands with its commander, as far as they are enough."""

ENOUGH = 8.0
"""SP that are company enough."""

BEHIND = 0.04
"""VP for each hex by which a train is farther behind its corps than it wants to be."""

GAP = 5
"""Hexes behind its corps where a train wants to be."""

SHORT = 2
"""Hexes of a ride that does no more than an order wants."""

ROAD = 0.05
"""VP of a road under a headquarters or a train."""


# -- who goes where at the end of an activation, and of a turn


def journey(question: Desk[MoveLeaderOrTrain | MoveCommand, Journey | None]) -> Journey | None:
    """The first piece that has a better place to go to, HQ counters before the others; the end."""
    rear, options = Rear(question.outlook, ledger_of(question)), question.options
    by_piece: dict[str, list[Journey]] = {}
    for ride in deeds(options):
        by_piece.setdefault(ride.piece, []).append(ride)
    for piece in by_piece:
        by_piece[piece] += short_rides(rear, piece)
    counters = rear.counters
    must = None not in options
    for piece in sorted(by_piece, key=lambda one: one not in counters):
        here = by_piece[piece][0].hexes[0]
        weighed = [
            Weighed[Journey | None](ride, rear.worth(piece, ride.hexes[-1]), rear.told(piece, ride))
            for ride in by_piece[piece]
        ]
        stay = rear.worth(piece, here)
        if max(one.worth for one in weighed) > stay + BETTER or must:
            words = say("stay in {hex}", hex=hex_name(question.state, here))
            rest = [] if must else [Weighed[Journey | None](None, stay, words)]
            return best_of(question, [*weighed, *rest], rear.why(piece, here))
    return None


def short_rides(rear: Rear, piece: str) -> list[Journey]:
    """The shortest rides by which a wing commander obeys an order to go somewhere (N14.53).

    He need not ride ahead of his troops. A headquarters hurries on: couriers ride from it.
    """
    state, away = rear.state, rear.outlook.distance
    if piece not in state.leaders or state.battle.leaders[LeaderId(piece)].role is not Role.WING:
        return []
    ends = task_ends(state, LeaderId(piece))
    return [Journey(piece, path) for end, path in ends.items() if away(path[0], end) <= SHORT]


def hq_out(question: Desk[MoveHqOut, tuple[Hex, ...] | None]) -> tuple[Hex, ...] | None:
    """Out of the zone, to where it is of most use and least in reach."""
    rear, hq = Rear(question.outlook, ledger_of(question)), question.asked.hq
    start = question.state.leaders[hq].hex
    assert start is not None
    weighed = [
        Weighed(
            path,
            rear.worth(hq, (path or (start,))[-1]),
            hex_name(question.state, (path or (start,))[-1]),
        )
        for path in question.options
    ]
    return best_of(question, weighed, rear.why(hq, start))


def leader_stays(question: Desk[ChooseLeaderStay, bool]) -> bool:
    """He goes with his troops, unless enough others stay whom he is better with."""
    state, asked = question.state, question.asked
    rear, leader = Rear(question.outlook, ledger_of(question)), asked.leader
    hex_ = state.leaders[leader].hex
    if hex_ is None or len(question.options) == 1:
        return question.default
    others = tuple(u for u in state.combat_units_in(hex_, rear.side) if u not in asked.units)
    price = rear.price(leader)
    if others:
        stay = -price * rear.risk_with(hex_, others)
    else:
        stay = -price * min(1.0, 0.5 + risk_alone(state, rear.side, hex_))
    go = -price * CARRIED_OFF * BEATEN
    own = rear.own_troops(leader)
    go += COMPANY * min(ENOUGH, question.outlook.sum_of(u for u in asked.units if u in own))
    stay += COMPANY * min(ENOUGH, question.outlook.sum_of(u for u in others if u in own))
    return either(question, (go, say("go along")), (stay, say("stay")), rear.why(leader, hex_))


# -- the worth of a place


class Rear:
    """What places are worth to the pieces that do not fight."""

    def __init__(self, outlook: Outlook, ledger: Ledger) -> None:
        self.outlook, self.ledger = outlook, ledger
        self.state, self.side = outlook.state, outlook.side
        self._numbers = numbers_of(outlook.state.battle)

    @property
    def counters(self) -> frozenset[str]:
        """The HQ counters of both sides."""
        cards = self.state.battle.leaders.values()
        return frozenset(card.id for card in cards if card.role is Role.HQ)

    def worth(self, piece: str, hex_: Hex) -> float:
        """What it is worth to a piece to end in a hex, VP."""
        return self.use(piece, hex_) - self.price(piece) * self.risk(piece, hex_)

    def told(self, piece: str, ride: Journey) -> str:
        """A ride in a few words."""
        where = hex_name(self.state, ride.hexes[-1])
        return say("{piece} to {hex}", piece=self.name(piece), hex=where)

    def why(self, piece: str, here: Hex) -> str:
        """Why a piece goes or stays."""
        percent = round(100 * self.risk(piece, here))
        if not percent:
            return say("It is of more use there, and as safe.")
        words = mark("Where {piece} is now, the enemy comes {n} times in 100.")
        return say(words, piece=self.name(piece), n=percent)

    def name(self, piece: str) -> str:
        """What a piece is called."""
        if piece in self.state.leaders:
            return leader_name(self.state, LeaderId(piece))
        return unit_name(self.state, UnitId(piece))

    # -- what may befall it

    def price(self, piece: str) -> float:
        """What it costs when the enemy comes over a piece that is alone, VP."""
        losses = self.ledger.temper.losses
        if piece not in self.state.leaders:
            card = self.state.card(UnitId(piece))
            if card.arm is not Arm.BAGGAGE_TRAIN:
                return 0.5 * losses
            troops = self.state.units_of(card.formation)
            corps = fsum(self.outlook.strength(u) for u, _ in self._where(troops))
            train = self._numbers.victory.baggage_train
            return losses * (train + SUPPLY * self.ledger.fade * corps)
        leader, limits = self.state.battle.leaders[LeaderId(piece)], self._numbers.leader
        die = limits.napoleon_capture_die if is_napoleon(leader) else limits.capture_die
        caught = 1.0 if leader.role is Role.HQ else die / 6
        return losses * caught * self.ledger.ransom(leader)

    def risk(self, piece: str, hex_: Hex) -> float:
        """How likely the enemy is to come over a piece in a hex, 0 to 1."""
        guard = self._guard(self.state.combat_units_in(hex_, self.side))
        if not guard:
            close = 0.3 if hex_ in self.outlook.pressure else 0.0
            return min(1.0, close + risk_alone(self.state, self.side, hex_))
        share = CARRIED_OFF if piece in self.state.leaders else 1.0
        return self.risk_with(hex_, guard, share)

    def _guard(self, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
        """Troops that keep the enemy off: guns alone are the first to be ridden down (N10.61)."""
        found = tuple(units)
        is_held = any(not self.state.card(unit).arm.is_artillery for unit in found)
        return found if is_held else ()

    def risk_with(self, hex_: Hex, guard: Iterable[UnitId], share: float = CARRIED_OFF) -> float:
        """The same for a hex with troops: they may be driven out, or march off."""
        units, pressure = tuple(guard), self.outlook.pressure.get(hex_, 0.0)
        strength = self.outlook.sum_of(units)
        stand = self.ledger.stakes.stand * strength / max(0.25, 1 - self.outlook.shelter(hex_))
        beaten = 0.0
        if pressure:
            beaten = min(0.8, BEATEN + 0.1 * max(0.0, pressure - stand) / max(1.0, strength))
        rests = any(unit_row(self.state, unit).keeps_ground for unit in units)
        goes = STAYS if rests else LEAVES
        return share * beaten + goes * risk_alone(self.state, self.side, hex_)

    def left_behind(self, hex_: Hex, leaving: Iterable[UnitId]) -> float:
        """What it costs, VP, that commanders and counters in a hex lose the troops with them."""
        gone = set(leaving)
        here = self.state.combat_units_in(hex_, self.side)
        guard = self._guard(unit for unit in here if unit not in gone)
        high = (Role.OVERALL, Role.HQ, Role.WING)
        leaders = self.state.leaders_in(hex_, self.side)
        staff = [x for x in leaders if self.state.battle.leaders[x].role in high]
        if not staff:
            return 0.0
        alone = min(1.0, 0.3 + risk_alone(self.state, self.side, hex_))
        risk = self.risk_with(hex_, guard) if guard else alone
        return fsum(self.price(leader) * risk for leader in staff)

    # -- what it is there for

    def use(self, piece: str, hex_: Hex) -> float:
        """What a piece is good for in a hex, VP."""
        if piece not in self.state.leaders:
            return self._use_of_train(UnitId(piece), hex_)
        leader = LeaderId(piece)
        role = self.state.battle.leaders[leader].role
        if role is Role.HQ:
            return self._reaches(hex_, 4) + self._road(hex_) + self._with_staff(leader, hex_, 6)
        if role is Role.OVERALL:
            limit = self._numbers.dispatch.headquarters_distance
            return (
                self._reaches(hex_, 2)
                + self._with_staff(leader, hex_, limit)
                + self._led(leader, hex_)
            )
        return self._among(leader, hex_)

    def _road(self, hex_: Hex) -> float:
        return ROAD if hex_ in self.state.battle.battlefield.way_hexes else 0.0

    def _reaches(self, hex_: Hex, free: int) -> float:
        """How near it is to the corps, those that are to fight first."""
        found, weights = list[float](), list[float]()
        near = self._numbers.compliance.near_distance
        gain = 0.0
        for centre, weight in self._corps():
            away = self.outlook.distance(hex_, centre)
            found.append(weight * max(0, away - free))
            weights.append(weight)
            gain += NEARBY * weight / 10 if away <= near else 0.0
        return min(0.3, gain) - (COURIER * fsum(found) / fsum(weights) if weights else 0.0)

    def _corps(self) -> list[tuple[Hex, float]]:
        """Where each corps of the side is commanded from, with its weight."""
        found: list[tuple[Hex, float]] = []
        for card in self.state.battle.formations.values():
            if card.side == self.side and card.has_chit:
                units = [u for u, _ in self._where(card.units)]
                centre = centre_of(self.state, LineId(card.id)) if units else None
                if centre is not None:
                    effort = 1.5 if unit_row(self.state, units[0]).engages else 1.0
                    found.append((centre, effort * self.outlook.sum_of(units)))
        return found

    def _with_staff(self, leader: LeaderId, hex_: Hex, limit: int) -> float:
        """A commander and his headquarters near one another."""
        formation = self.state.battle.formations[self.state.battle.leaders[leader].formation]
        others = (self.state.leaders[x].hex for x in formation.leaders if x != leader)
        away = [self.outlook.distance(hex_, other) for other in others if other is not None]
        if not away:
            return 0.0
        return AT_HAND if min(away) <= limit else -PARTED * (min(away) - limit)

    def _led(self, leader: LeaderId, hex_: Hex) -> float:
        """Infantry that a commander may lead in person."""
        is_able = NAPOLEON_BONUS in self.state.battle.leaders[leader].special
        here = self.state.combat_units_in(hex_, self.side) if is_able else ()
        return INSPIRES if here and MainArm.INFANTRY in arms_of(self.state, here) else 0.0

    def own_troops(self, leader: LeaderId) -> frozenset[UnitId]:
        """The units that a leader commands; of an OC all of his side."""
        card = self.state.battle.leaders[leader]
        if card.role in (Role.OVERALL, Role.HQ):
            return frozenset(unit.id for unit in self.state.on_map(self.side))
        return frozenset(troops_under(self.state, LineId(card.formation)))

    def _among(self, leader: LeaderId, hex_: Hex) -> float:
        """With strong troops of his own, all of them in his range."""
        card, reach = self.state.battle.leaders[leader], self._numbers.leader
        limit = reach.wing_range if card.role is Role.WING else reach.command_range
        where = self._where(troops_under(self.state, LineId(card.formation)))
        if not where:
            return 0.0
        apart = [(self.outlook.distance(hex_, h), self.outlook.strength(u)) for u, h in where]
        beyond = fsum(sp for far, sp in apart if far > limit)
        with_him = fsum(sp for far, sp in apart if far == 0)
        mean = fsum(far for far, _ in apart) / len(apart)
        return COMPANY * min(ENOUGH, with_him) - STRAY * beyond - APART * mean

    def _use_of_train(self, train: UnitId, hex_: Hex) -> float:
        """Not far behind its corps, on a road that leads to a source."""
        formation = FormationId(self.state.formation_of(train).id)
        where = self._where(self.state.units_of(formation))
        away = [self.outlook.distance(hex_, place) for _, place in where]
        behind = -BEHIND * max(0.0, fsum(away) / len(away) - GAP) if away else 0.0
        if is_linked(self.state, self.side, hex_):
            return behind + ROAD
        corps = self.outlook.sum_of(unit for unit, _ in where)
        return behind - SUPPLY * self.ledger.fade * corps

    def _where(self, troops: Iterable[UnitId]) -> list[tuple[UnitId, Hex]]:
        """The combat units among some troops, with the hexes where they stand."""
        places = ((unit, self.state.units[unit].hex) for unit in troops)
        return [(u, h) for u, h in places if h is not None and self.state.card(u).is_combat_unit]

"""What a side did in a game, counted from its events: losses, obedience, and its habits.

The habits are those by which a poor general is known: troops left idle, a commander and trains
alone before the enemy, assaults by single units and without infantry, silent guns, an empty order
pad, marches back and forth, a corps strewn over the map. A count says nothing of why.

Each game has a clerk of its own (`conduct_nlc`, `conduct_player_turn`), who knows its events.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any, Final

from hexwar.engine import Session
from hexwar.hexes import Hex
from hexwar.table.forces import Arm, FormationId, FormationKind, LeaderId, Role, Side, UnitId
from hexwar.table.pieces import Box

CLERKS: Final[Mapping[str, str]] = {
    "nlc": "tools.trials.conduct_nlc",
    "tlnb": "tools.trials.conduct_player_turn",
}
"""The module of each game's clerk, `CLERK` there."""

IDLE = 5
"""Hexes from the nearest enemy beyond which troops are idle."""

REACH = 7
"""Hexes from an enemy within which a leader or a train is in his reach: a ride of light horse."""

AWAY = 2
"""Hexes from his troops beyond which a wing commander rides alone."""

RANGE = 3
"""Hexes from an enemy within which guns could be used."""

TAKEN = (Box.CAPTURED, Box.UAR, Box.PEU)
"""Where a train is that the enemy has."""

FAR = 999
"""Hexes to an enemy where there is none."""


@dataclass(slots=True)
class Conduct:
    """What a side did in one game or many; turns are counted as they ended."""

    games: int = 0
    lost: int = 0  # SP
    broken: int = 0  # formations demoralized at the end
    obedience: Counter[str] = field(default_factory=Counter)  # compliance rolls by result (N12.5)

    sp_turns: int = 0  # SP of combat units on the map
    idle: int = 0  # of them more than IDLE hexes from any enemy
    oc_turns: int = 0  # of the overall commander on the map
    oc_alone: int = 0  # with no combat unit in his hex, in the enemy's reach
    train_turns: int = 0
    trains_alone: int = 0  # with no combat unit in their hex, in the enemy's reach
    assaults: int = 0
    assaulting: int = 0  # units that were declared for them
    no_infantry: int = 0  # assaults without any
    returned: int = 0  # assaults against one who had attacked this turn or the turn before
    charges: int = 0
    gun_turns: int = 0  # of batteries within RANGE hexes of an enemy
    guns_used: int = 0  # of them those that bombarded or took part in an assault
    near_guns: int = 0  # turns of batteries within IDLE hexes of an enemy
    bare_guns: int = 0  # of them those with no foot or horse in their hex or next to it
    wing_turns: int = 0  # of wing commanders who have troops on the map
    wings_alone: int = 0  # of them those farther than AWAY hexes from all of their troops
    capacity: int = 0  # orders that the givers could have sent (N12.12)
    orders: int = 0  # that they sent
    offers: int = 0  # leaders who could have decided for themselves (N12.61)
    decisions: int = 0  # that tried
    moves: int = 0  # units that ended a turn elsewhere than the turn before
    back: int = 0  # of them those that stood there two turns before
    corps_sp: int = 0  # SP of corps with two combat units or more on the map, turn by turn
    strewn: int = 0  # SP times hexes from the middle of the corps
    demoralizations: int = 0
    trains_lost: int = 0
    ocs_lost: int = 0

    def add(self, other: Conduct) -> None:
        """Count what another has counted."""
        for one in fields(self):
            found = getattr(self, one.name)
            setattr(self, one.name, found + getattr(other, one.name))


def conduct(session: Session[Any]) -> Mapping[Side, Conduct]:
    """What the sides did in a game of the series that is over; of another game nothing."""
    if session.system.id not in CLERKS:
        return {}
    table = session.system.start(session.header)
    clerk: Clerk = import_module(CLERKS[session.system.id]).CLERK(table)
    for event in session.events:
        clerk.see(event)
        event.happen(table)
        clerk.look_after(event)
    clerk.end_turn()
    clerk.close()
    return clerk.found


class Clerk(ABC):
    """Counts while the events of a game are walked; the table is as it was before each."""

    def __init__(self, table: Any) -> None:
        self.found = {side: Conduct(games=1) for side in table.battle.sides}
        self._table = table
        self._attacked: dict[UnitId, int] = {}  # the turn in which a unit attacked last
        self._used: set[UnitId] = set()  # guns, this turn
        self._stood: list[dict[UnitId, Hex]] = []  # where the units were, turn by turn
        self._has_begun = False

    @abstractmethod
    def see(self, event: Any) -> None:
        """Count what one event says; most say nothing."""

    def look_after(self, event: Any) -> None:  # noqa: B027
        """Count what is seen on the table after an event."""

    @abstractmethod
    def lost_sp(self, unit: UnitId) -> int:
        """What a unit has lost, SP."""

    @abstractmethod
    def lost_leaders(self) -> Iterable[LeaderId]:
        """The leaders who were lost."""

    def wing_of(self, solid: Mapping[UnitId, Hex], wing: FormationId) -> list[UnitId]:  # noqa: ARG002
        """Who of some foot and horse are under a wing; nobody in a game without wings."""
        return []

    # -- what a game's events say

    def turn_begins(self) -> None:
        """A turn begins: the one before is over."""
        if self._has_begun:
            self.end_turn()
        self._has_begun = True

    def assault(self, units: tuple[UnitId, ...], target: Hex) -> None:
        """Some units were declared to assault a hex."""
        table, found = self._table, self._of(units)
        found.assaults += 1
        found.assaulting += len(units)
        found.no_infantry += all(table.card(u).arm is not Arm.INFANTRY for u in units)
        enemy = table.battle.enemy(table.side_of(units[0]))
        targets = table.units_in(target, enemy)
        found.returned += any(self._attacked.get(u, -9) >= table.turn - 1 for u in targets)
        self._attack(units)
        self._used.update(units)

    def charge(self, units: tuple[UnitId, ...]) -> None:
        """Some units set out to charge."""
        self._of(units).charges += 1
        self._attack(units)

    def bombard(self, units: tuple[UnitId, ...]) -> None:
        """Some units fire from afar."""
        self._used.update(units)

    def demoralize(self, formation: FormationId) -> None:
        """A formation was demoralized."""
        self.found[self._table.battle.formations[formation].side].demoralizations += 1

    def _of(self, units: tuple[UnitId, ...]) -> Conduct:
        return self.found[self._table.side_of(units[0])]

    def _attack(self, units: Iterable[UnitId]) -> None:
        self._attacked.update(dict.fromkeys(units, self._table.turn))

    # -- once a turn

    def end_turn(self) -> None:
        """Look at the table when a turn is over."""
        stands = {unit.id: unit.hex for unit in self._table.on_map() if unit.hex is not None}
        for side, found in self.found.items():
            fighters = self._fighters(side)
            away = self._distance_to(self._fighters(self._table.battle.enemy(side)).values())
            self._count_troops(found, fighters, away)
            self._count_escorts(side, found, fighters, away)
            self._count_rear(side, found, set(fighters.values()), away)
            self._count_corps(side, found, fighters)
            self._count_moves(found, fighters, stands)
        self._stood.append(stands)
        self._used.clear()

    def _fighters(self, side: Side) -> dict[UnitId, Hex]:
        table = self._table
        return {
            unit.id: unit.hex
            for unit in table.on_map(side)
            if unit.hex is not None and table.card(unit.id).is_combat_unit
        }

    def _distance_to(self, hexes: Iterable[Hex]) -> Callable[[Hex], int]:
        distance, places = self._table.battle.battlefield.grid.distance, frozenset(hexes)
        return lambda hex_: min((distance(hex_, place) for place in places), default=FAR)

    def _count_troops(
        self, found: Conduct, fighters: Mapping[UnitId, Hex], away: Callable[[Hex], int]
    ) -> None:
        for unit, hex_ in fighters.items():
            far, sp = away(hex_), self._table.sp(unit)
            found.sp_turns += sp
            found.idle += sp if far > IDLE else 0
            if self._table.card(unit).arm.is_artillery:
                is_used = unit in self._used
                found.gun_turns += is_used or far <= RANGE
                found.guns_used += is_used

    def _count_escorts(
        self,
        side: Side,
        found: Conduct,
        fighters: Mapping[UnitId, Hex],
        away: Callable[[Hex], int],
    ) -> None:
        """Guns without foot or horse, and wing commanders without their wing."""
        table, distance = self._table, self._table.battle.battlefield.grid.distance
        guns = {unit for unit in fighters if table.card(unit).arm.is_artillery}
        solid = {unit: hex_ for unit, hex_ in fighters.items() if unit not in guns}
        for unit in guns:
            here = fighters[unit]
            is_near = away(here) <= IDLE
            found.near_guns += is_near
            found.bare_guns += is_near and all(distance(here, h) > 1 for h in solid.values())
        for card in table.leaders_on_map(side):
            here_ = table.leaders[card.id].hex
            if card.role is not Role.WING or here_ is None:
                continue
            wing = self.wing_of(solid, card.formation)
            found.wing_turns += bool(wing)
            found.wings_alone += bool(wing) and all(distance(here_, solid[u]) > AWAY for u in wing)

    def _count_rear(
        self, side: Side, found: Conduct, held: set[Hex], away: Callable[[Hex], int]
    ) -> None:
        table = self._table
        for card in table.leaders_on_map(side):
            hex_ = table.leaders[card.id].hex
            if card.role is Role.OVERALL and hex_ is not None:
                found.oc_turns += 1
                found.oc_alone += hex_ not in held and away(hex_) <= REACH
        for unit in table.on_map(side):
            if unit.hex is not None and table.card(unit.id).arm.is_train:
                found.train_turns += 1
                found.trains_alone += unit.hex not in held and away(unit.hex) <= REACH

    def _count_corps(self, side: Side, found: Conduct, fighters: Mapping[UnitId, Hex]) -> None:
        table, distance = self._table, self._table.battle.battlefield.grid.distance
        for card in table.battle.formations.values():
            own = [unit for unit in card.units if unit in fighters]
            if card.side != side or card.kind is not FormationKind.CORPS or len(own) < 2:
                continue
            places = [(fighters[unit], table.sp(unit)) for unit in own]
            found.corps_sp += sum(sp for _, sp in places)
            found.strewn += min(
                sum(sp * distance(middle, hex_) for hex_, sp in places) for middle, _ in places
            )

    def _count_moves(
        self, found: Conduct, fighters: Iterable[UnitId], stands: Mapping[UnitId, Hex]
    ) -> None:
        last, before = ([{}, {}, *self._stood][at] for at in (-1, -2))
        for unit in fighters:
            has_moved = unit in last and last[unit] != stands[unit]
            found.moves += has_moved
            found.back += has_moved and before.get(unit) == stands[unit]

    # -- at the end

    def close(self) -> None:
        """Count what is seen on the table at the end."""
        table = self._table
        for card in table.battle.units.values():
            found = self.found[card.side]
            found.lost += self.lost_sp(card.id)
            found.trains_lost += card.arm.is_train and table.units[card.id].box in TAKEN
        for formation in table.spirit.demoralized:
            self.found[table.battle.formations[formation].side].broken += 1
        for leader in self.lost_leaders():
            lost = table.battle.leaders[leader]
            self.found[lost.side].ocs_lost += lost.role is Role.OVERALL


# -- the habits


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit as a figure: one count to another, or to the games."""

    name: str
    what: str
    of: str = "games"
    is_share: bool = False  # told in per cent

    def told(self, found: Conduct) -> str:
        """The figure; a dash where there was no occasion."""
        count, occasions = getattr(found, self.what), getattr(found, self.of)
        if not occasions:
            return "-"
        return f"{100 * count / occasions:.0f} %" if self.is_share else f"{count / occasions:.1f}"


HABITS = (
    Habit("idle: SP-turns more than 5 hexes from any enemy", "idle", "sp_turns", is_share=True),
    Habit("commander alone within 7 hexes of an enemy", "oc_alone", "oc_turns", is_share=True),
    Habit("commanders lost a game", "ocs_lost"),
    Habit("trains alone within 7 hexes of an enemy", "trains_alone", "train_turns", is_share=True),
    Habit("trains lost a game", "trains_lost"),
    Habit("assaults a game", "assaults"),
    Habit("units an assault", "assaulting", "assaults"),
    Habit("assaults without infantry", "no_infantry", "assaults", is_share=True),
    Habit("counter-attacks a game", "returned"),
    Habit("charges a game", "charges"),
    Habit("battery-turns within 3 hexes of an enemy, a game", "gun_turns"),
    Habit("of these the guns were used in", "guns_used", "gun_turns", is_share=True),
    Habit("batteries near an enemy without foot or horse", "bare_guns", "near_guns", is_share=True),
    Habit("wing commanders away from their wing", "wings_alone", "wing_turns", is_share=True),
    Habit("orders that could be written, a game", "capacity"),
    Habit("orders written a game", "orders"),
    Habit("Local Decisions that could be tried, a game", "offers"),
    Habit("Local Decisions tried a game", "decisions"),
    Habit("moves back to the hex left two turns before", "back", "moves", is_share=True),
    Habit("hexes of an SP from the middle of its corps", "strewn", "corps_sp"),
    Habit("demoralizations a game", "demoralizations"),
    Habit("SP lost a game", "lost"),
)
"""What is counted of a player, a game being one side of it."""

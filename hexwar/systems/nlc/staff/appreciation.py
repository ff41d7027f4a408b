"""What a staff makes of the table: who is where, how strong and how fast, and what is at stake.

The table is read once, from what the side may see, and put into a few plain records on which
whole plans can be played (`corps.py`). Cells are the hexes of the grid by their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import fsum
from typing import NamedTuple

from hexwar.ground.costs import Gait, gait_of
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.command.command import is_detached, is_pontoon_line, units_under
from hexwar.systems.nlc.rules.losses.demoralization import (
    is_demoralized,
    is_led,
    is_small,
    level_of,
    lost_of,
)
from hexwar.systems.nlc.rules.orders.goals import objective_of, supported_by
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, OrderStep, Side, UnitId
from hexwar.table.pieces import Box

PACE = 7
"""Quarters of half an MP that a corps makes of each MP of its slowest troops: it is no column."""


RAIDED = 0.4
"""What a source of supply counts for to who takes it from the enemy, of its VP: he is often out of
supply and command at the end, and then it counts nothing (N22.2)."""


class Kind(IntEnum):
    """What a corps does in a plan."""

    WAIT = 0  # stays where it is, in Reserve
    HOLD = 1  # goes to a place and keeps it
    ATTACK = 2  # goes for a place and fights whoever is in the way
    DELAY = 3  # stands, and gives way to the stronger


class Mission(NamedTuple):
    """What a line is to do, and where."""

    kind: Kind
    cell: int


class Course(NamedTuple):
    """What a line does now, and what it will do from a turn on."""

    now: Mission
    then: Mission
    at: int  # the turn from which on `then` counts


@dataclass(frozen=True, slots=True)
class Host:
    """A corps or division: what binds its bodies together."""

    line: LineId
    is_ours: bool
    lost: float  # SP
    level: float  # SP that demoralize it
    price: float  # VP if it is demoralized
    is_broken: bool


@dataclass(frozen=True, slots=True)
class Body:
    """Troops of a host that march together: those on the map, or a group that is due."""

    host: int
    sp: float
    cell: int
    due: int  # the turn from which on it is there
    gait: Gait
    pace: int  # half MP an hour


@dataclass(frozen=True, slots=True)
class Place:
    """A hex that gives VP."""

    hex: Hex
    cell: int
    to_us: float  # VP for us while we hold it
    to_him: float  # VP for the enemy while he does
    is_ours: bool


@dataclass(frozen=True)
class Appreciation:
    """What a side makes of a view.

    Args:
        outlook: The view.
        seen: Where each enemy formation was seen last, for those that are lost from sight.
    """

    outlook: Outlook
    seen: Mapping[str, Hex]

    @property
    def state(self) -> GameState:
        """The view."""
        return self.outlook.state

    @cached_property
    def cells(self) -> Mapping[Hex, int]:
        """The cell of each hex."""
        return self.state.battle.battlefield.grid.index

    # -- the troops

    @cached_property
    def hosts(self) -> tuple[Host, ...]:
        """The corps and divisions of both sides that have troops or will have."""
        return tuple(self._host(line) for line in self._muster)

    @cached_property
    def place_of(self) -> Mapping[LineId, int]:
        """The index of each host by its line."""
        return {host.line: index for index, host in enumerate(self.hosts)}

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """The bodies of all hosts."""
        return tuple(
            body
            for index, groups in enumerate(self._muster.values())
            for units, cell, due in groups
            if (body := self._body(index, units, cell, due)) is not None
        )

    @cached_property
    def _muster(self) -> Mapping[LineId, list[tuple[list[UnitId], int, int]]]:
        """The troops of each line in groups, with the cell and the turn of each."""
        found = {}
        for line in self._lines():
            groups = list(self._groups(line))
            if groups:
                found[line] = groups
        return found

    def _lines(self) -> Iterator[LineId]:
        """Own lines with troops; of the enemy every formation."""
        state, side = self.state, self.outlook.side
        for line in state.pad.lines:
            if state.side_of_line(line) == side and not is_pontoon_line(state, line):
                yield line
        formations = state.battle.formations.values()
        yield from (LineId(f.id) for f in formations if f.side != side and f.has_chit)

    def _groups(self, line: LineId) -> Iterator[tuple[list[UnitId], int, int]]:
        state, side = self.state, self.outlook.side
        is_ours = state.side_of_line(line) == side
        units = units_under(state, line) if is_ours else state.units_of(formation_of_line(line))
        fighters = [unit for unit in units if state.card(unit).is_combat_unit]
        here = [unit for unit in fighters if state.units[unit].hex is not None]
        centre = self._centre(here)
        hidden = [unit for unit in fighters if state.units[unit].box is Box.UNSEEN]
        if hidden and centre is None:
            centre = self._believed(formation_of_line(line))
        if centre is not None:
            yield [*here, *hidden], self.cells[centre], 0
        for arrival in state.schedule.arrivals:
            due = [u for u in arrival.units if u in fighters and state.units[u].box is Box.DUE]
            if due:
                yield due, self.cells[arrival.entry], max(state.turn, arrival.turn)

    def _centre(self, units: Sequence[UnitId]) -> Hex | None:
        """The hex of some units that is nearest to all of them, by strength."""
        distance, sp = self.outlook.distance, self.outlook.strength
        places = [(hex_, sp(u)) for u in units if (hex_ := self.state.units[u].hex) is not None]

        def away(hex_: Hex) -> tuple[float, Hex]:
            return fsum(weight * distance(hex_, other) for other, weight in places), hex_

        return min((hex_ for hex_, _ in places), key=away, default=None)

    def _believed(self, formation: FormationId) -> Hex | None:
        """Where a formation is thought to be that is out of sight: where it was, or at home."""
        if formation in self.seen:
            return self.seen[formation]
        enemy, held = self.outlook.enemy, self.state.holding.control
        homes = [h for h in sorted(self.outlook.prizes) if held.get(h) == enemy]
        near = self._centre([u.id for u in self.state.on_map(self.outlook.side)])
        return min(homes, key=lambda h: self.outlook.distance(h, near or h), default=None)

    def _body(self, host: int, units: Sequence[UnitId], cell: int, due: int) -> Body | None:
        state = self.state
        sp = self.outlook.sum_of(units)
        cards = [state.card(unit) for unit in units]
        if sp <= 0:
            return None
        feet = [card for card in cards if not card.arm.is_artillery] or cards
        gait = gait_of(*(card.arm for card in feet))
        return Body(host, sp, cell, due, gait, PACE * min(card.movement for card in feet) // 4)

    def _host(self, line: LineId) -> Host:
        state, formation = self.state, formation_of_line(line)
        is_ours = state.side_of_line(line) == self.outlook.side
        counts = not is_detached(line) and is_led(state, formation)
        counts = counts and not is_small(state, formation)
        price = float(numbers_of(state.battle).victory.demoralized_formation) if counts else 0.0
        lost, level = float(lost_of(state, formation)), float(max(1, level_of(state, formation)))
        return Host(line, is_ours, lost, level, price, is_demoralized(state, formation))

    # -- the places

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The hexes that give VP, the sources of supply among them."""
        battle = self.state.battle
        sources = battle.sources_on(self.state.turn)
        return tuple(self._place(h) for h in sorted({*sources, *battle.vp_hexes}))

    def _place(self, hex_: Hex) -> Place:
        outlook, battle = self.outlook, self.state.battle
        vp = float(battle.vp_hexes.get(hex_, 0))
        owner = battle.sources_on(self.state.turn).get(hex_)
        source = RAIDED * numbers_of(battle).victory.supply_source
        to_us = vp + (source if self._may_raid(outlook.side, owner, hex_) else 0.0)
        to_him = vp + (source if self._may_raid(outlook.enemy, owner, hex_) else 0.0)
        holder = self.state.holding.control.get(hex_, owner)
        return Place(hex_, self.cells[hex_], to_us, to_him, holder == outlook.side)

    def _may_raid(self, side: Side, owner: Side | None, hex_: Hex) -> bool:
        """Whether a hex is a source of a side's enemy, and one where its troops could have supply.

        Farther away a source is no aim, ours as little as his: who rides there is lost to the
        battle, and holds nothing by it (N16.2, N22.2).
        """
        if owner is None or owner == side:
            return False
        limit = numbers_of(self.state.battle).trace.supply
        return any(self.outlook.distance(hex_, point) <= limit for point in self._supplies[side])

    @cached_property
    def _supplies(self) -> Mapping[Side, Sequence[Hex]]:
        """The sources of each side, and those of its trains that are seen."""
        state = self.state
        sources, sides = state.battle.sources_on(state.turn), state.battle.sides
        found = {side: [h for h, owner in sources.items() if owner == side] for side in sides}
        for side in sides:
            for unit in state.on_map(side):
                if unit.hex is not None and state.card(unit.id).arm is Arm.BAGGAGE_TRAIN:
                    found[side].append(unit.hex)
        return found

    # -- the orders

    def mission_of(self, steps: Sequence[OrderStep]) -> Mission | None:
        """What the steps of an order come to; None where they lead nowhere."""
        state = self.state
        if not steps:
            return None
        step, row = steps[-1], row_of(state, steps[-1])
        place = self._goal(step)
        if place is None:
            return None
        if row.fights or row.supports:
            return Mission(Kind.ATTACK, self.cells[place])
        fights = next((one for one in steps if row_of(state, one).fights), None)
        if fights is not None and (goal := self._goal(fights)) is not None:
            return Mission(Kind.ATTACK, self.cells[goal])
        if row.ends == "outnumbered":
            return Mission(Kind.DELAY, self.cells[place])
        return Mission(Kind.WAIT if row.rests and len(steps) == 1 else Kind.HOLD, self.cells[place])

    def _goal(self, step: OrderStep) -> Hex | None:
        """Where a step leads; of a Support where the supported attack."""
        state = self.state
        if row_of(state, step).supports:
            for friend in supported_by(state, self.outlook.side, step):
                held = state.pad.lines.get(LineId(friend))
                attacks = [s for s in (held.steps if held else ()) if row_of(state, s).fights]
                if attacks:
                    return objective_of(state, attacks[-1])
        return objective_of(state, step)

    def course_of(self, line: LineId) -> Course | None:
        """What an own line is about: its order in force, and the one on its way to it."""
        pad, here = self.state.pad, self._cell_of(line)
        if here is None:
            return None
        now = self.mission_of(pad.lines[line].steps) or Mission(Kind.WAIT, here)
        sent = pad.dispatches.get(line)
        if sent is None:
            return Course(now, now, self.state.turn)
        then = self.mission_of(sent.steps) or now
        return Course(now, then, max(self.state.turn, sent.due))

    def _cell_of(self, line: LineId) -> int | None:
        index = self.place_of.get(line)
        return next((body.cell for body in self.bodies if body.host == index), None)

    def own_lines(self) -> Iterable[LineId]:
        """The own lines that have troops."""
        return (host.line for host in self.hosts if host.is_ours)


def sighted(outlook: Outlook, before: Mapping[str, Hex]) -> dict[str, Hex]:
    """Where each enemy formation was seen last, told what was known before."""
    state, found = outlook.state, dict(before)
    best: dict[str, float] = {}
    for unit in state.on_map(outlook.enemy):
        formation, sp = state.battle.formation_of[unit.id].id, outlook.strength(unit.id)
        if unit.hex is not None and sp > best.get(formation, 0.0):
            best[formation], found[formation] = sp, unit.hex
    return found

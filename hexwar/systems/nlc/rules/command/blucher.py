"""Blücher: his charges, his presence near an attack, and his duty to stay near it (N7.6, N7.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hexwar.engine import Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.costs import Gait
from hexwar.ground.traces import is_near_any
from hexwar.hexes import Hex
from hexwar.messages import mark
from hexwar.systems.nlc.events.orders import CommanderTied
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    is_in_range,
    range_of,
    seat_at,
    units_under,
)
from hexwar.systems.nlc.rules.command.leaders import leader_ends
from hexwar.systems.nlc.rules.orders.goals import FAR, remaining
from hexwar.systems.nlc.rules.orders.pad import is_under
from hexwar.systems.nlc.rules.orders.permissions import line_row
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, Side, UnitId

# -- blücher stays near those who attack, once he has been near them (N7.6, N7.8)
#
# From the Turn End in which a unit under an Attack order is in his command range until no Attack
# order is left, he may not ride out of range of all such units; where none is in range he rides
# toward the nearest commander of an attack. His range is counted as ever: from his HQ while he is
# with it or within two hexes of it.


DUTY = "N7.8"


# -- who attacks


def attacking_lines(state: GameState, leader: LeaderId) -> Iterator[LineId]:
    """The lines under a leader whose order in force is Attack, in the order of the pad."""
    lines = (line for line in state.pad.lines if line_row(state, line).attacks)
    return (line for line in lines if is_under(state, leader, formation_of_line(line)))


@kept
def attacking_hexes(state: GameState, leader: LeaderId) -> tuple[Hex, ...]:
    """The hexes of the combat units that attack under an Attack order of his, by id."""
    lines = attacking_lines(state, leader)
    units = (unit for line in lines for unit in units_under(state, line))
    hexes = {state.units[unit].hex for unit in units if state.card(unit).is_combat_unit}
    return tuple(sorted(hex_ for hex_ in hexes if hex_ is not None))


def would_be_near(state: GameState, leader: LeaderId, place: Hex) -> bool:
    """Whether any unit that attacks would be in his range if he stood in a hex."""
    seat, side = seat_at(state, leader, place), state.battle.leaders[leader].side
    return is_near_any(state, side, seat, attacking_hexes(state, leader), range_of(state, leader))


# -- the duty


def tie_commander(table: Table[GameState], side: Side) -> None:
    """N7.6: in Turn End it is seen whether a side's Blücher must stay near an attack."""
    leader = blucher_of(table.state, side)
    if leader is None:
        return
    place, is_tied = table.state.leaders[leader].hex, leader in table.state.pad.tied
    assert place is not None
    if is_tied and not attacking_hexes(table.state, leader):
        table.emit(CommanderTied(side, leader, is_tied=False))
    elif not is_tied and would_be_near(table.state, leader, place):
        table.emit(CommanderTied(side, leader, is_tied=True))


@dataclass(frozen=True, slots=True)
class Tie:
    """What a commander who must stay near an attack may do in his move."""

    leader: LeaderId
    nearest: Hex | None = None  # out of range of all: where a ride brings him nearest to one
    left: Mapping[int, int] = field(default_factory=dict)  # of his ride there, by cell, half MP

    def refusal(self, state: GameState, end: Hex | None) -> Refusal | None:
        """Why he may not ride to a hex, or stay (`end` is None), or None (N7.6, N7.8)."""
        index, name = state.battle.battlefield.grid.index, state.battle.leaders[self.leader].name
        if self.nearest is None:
            if end is None or would_be_near(state, self.leader, end):
                return None
            return refuse(DUTY, "{name} must stay in range of a unit that attacks.", name=name)
        best = self.left[index[self.nearest]]
        if end is not None and self.left.get(index[end], FAR) <= best:
            return None  # as near as can be
        if end is not None and would_be_near(state, self.leader, end):
            return None
        words = mark("{name} must ride toward those who attack, as far as he may.")
        return refuse(DUTY, words, name=name)


def tie_of(state: GameState, leader: LeaderId) -> Tie | None:
    """What a leader owes those who attack, or None: he goes where he likes, or can do nothing."""
    record = state.leaders[leader]
    if leader not in state.pad.tied or record.hex is None or record.moved:
        return None
    if not attacking_hexes(state, leader):
        return None
    is_near = would_be_near(state, leader, record.hex)
    return Tie(leader) if is_near else _tie_from_afar(state, leader, record.hex)


def _tie_from_afar(state: GameState, leader: LeaderId, start: Hex) -> Tie | None:
    """The ride toward the nearest commander of an attack; None where no ride brings him nearer."""
    centres = [centre_of(state, line) for line in attacking_lines(state, leader)]
    goals = [hex_ for hex_ in centres if hex_ is not None]
    left, index = remaining(state, Gait.LEADER, goals), state.battle.battlefield.grid.index
    before = left.get(index[start], FAR)
    ends = leader_ends(state, leader, lambda hex_: left.get(index[hex_], FAR) < before)
    nearest = min(ends, key=lambda hex_: (left[index[hex_]], hex_), default=None)
    return None if nearest is None else Tie(leader, nearest, left)


# -- his charges, and his presence near an attack (N7.6)


BLUCHER = "blucher-charge"
"""The special rule of a leader who drives cavalry and attacks on (N7.6)."""


def blucher_of(state: GameState, side: Side) -> LeaderId | None:
    """A side's leader on the map who drives its attacks on as Blücher does, or None."""
    found = (card.id for card in state.leaders_on_map(side) if BLUCHER in card.special)
    return next(found, None)


def leads_charge(state: GameState, units: Sequence[UnitId]) -> bool:
    """Whether Blücher leads charging cavalry: it is under him and in his range (N7.6, N2.32).

    His reaction charges check at +1, and a square against his cavalry at -1.

    Args:
        state: The table.
        units: Cavalry of one hex and formation, as it charges.
    """
    hex_, leader = state.units[units[0]].hex, blucher_of(state, state.side_of(units[0]))
    if leader is None or hex_ is None or not is_in_range(state, leader, hex_):
        return False
    return is_under(state, leader, state.formation_of(units[0]).id)


def commands_near(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether a hex is in the command range of a side's Blücher (N7.6, N8.31)."""
    leader = blucher_of(state, side)
    return leader is not None and is_in_range(state, leader, hex_)

"""The General Retreat: when it may be ordered, by whom, and where it leads (N12.29)."""

from __future__ import annotations

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.model.forces import Role, Side
from hexwar.model.orders import LineId, formation_of_line
from hexwar.model.state import GameState
from hexwar.rules.nlc.arrivals import place_of_line
from hexwar.rules.nlc.cards.decision_effects import may_retreat_alone
from hexwar.rules.nlc.command import commander_of, overall_commander, wing_of
from hexwar.rules.nlc.nearest import nearest, way_from


def exits_of(state: GameState, side: Side) -> tuple[Hex, ...]:
    """The hexes by which a side may leave the map (N5.61), in map order."""
    exits = state.battle.exits_on(state.turn)
    return tuple(sorted(hex_ for hex_, owner in exits.items() if owner == side))


def nearest_exit(state: GameState, line: LineId) -> Hex | None:
    """Where a line's troops leave the map soonest; None where their side has no way out."""
    ways_out = exits_of(state, state.side_of_line(line))
    here = place_of_line(state, line)
    if here is None or not ways_out:
        return next(iter(ways_out), None)
    return nearest(state, way_from(state, line, here), ways_out) or ways_out[0]


def retreat_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why a line cannot be ordered to retreat off the map, or None (N12.29)."""
    side = state.side_of_line(line)
    if side not in state.retreating:
        return Refusal("A General Retreat needs its card, which nobody has played.", "N12.29")
    if not exits_of(state, side):
        return Refusal("Your side has no hex by which to leave the map.", "N12.29")
    return None


def goal_refusal(state: GameState, line: LineId, goal: Hex | None) -> Refusal | None:
    """Why a hex cannot be where a General Retreat leads, or None; no hex means the nearest."""
    if goal is None or goal in exits_of(state, state.side_of_line(line)):
        return None
    return Refusal("A General Retreat leads to a hex by which your side leaves the map.", "N12.29")


def alone_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why a leader may not retreat off the map by his own decision, or None (N12.29, N12.66).

    A WC may while there is no OC on the map, another leader while he has no WC there either. A
    card may leave it to the OC (N23.8).
    """
    formation = formation_of_line(line)
    if not may_retreat_alone(state, state.side_of_line(line)):
        return Refusal("The card lets the overall commander alone order it.", "N23.8")
    overall = overall_commander(state, state.side_of_line(line))
    if overall is not None:
        name = state.battle.leaders[overall].name
        return Refusal(f"{name} is on the map: the General Retreat is his to order.", "N12.29")
    wing = wing_of(state, formation)
    above = None if wing is None else commander_of(state, LineId(wing))
    if above is None or state.leaders[above].hex is None or _is_wing(state, line):
        return None
    name = state.battle.leaders[above].name
    return Refusal(f"{name} is on the map: the General Retreat is his to decide.", "N12.29")


def _is_wing(state: GameState, line: LineId) -> bool:
    leader = commander_of(state, line)
    return leader is not None and state.battle.leaders[leader].role is Role.WING

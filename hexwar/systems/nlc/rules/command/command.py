"""Who commands, how well, and how far (N14): commanders, ratings, command range.

Distances of command are counted as N12.4 says: steps along a road or trail count half, and a
trace does not go through an EZOC. A detached division obeys its corps commander from afar: it has
a line of its own, and its senior unit stands for the commander (N12.92). A pontoon train has a line
of its own too, and obeys who commands its corps (N16.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hexwar.ground.traces import PLAIN, command_field
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.rules.cards.order_effects import raised_rating
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Arm, FormationId, LeaderId, Role, Side, UnitId
from hexwar.table.pieces import Box

OTHER_ORDERS = "other"
"""The key of a split rating for the types of order that it does not name (N12.53)."""

GONE = (Box.CAPTURED, Box.EXITED)


# -- who


def leader_of(state: GameState, formation: FormationId) -> LeaderId | None:
    """The commander printed for a formation, wherever he is; None for a leaderless division."""
    return _printed_leader(state.battle, formation)


@lru_cache(maxsize=512)
def _printed_leader(battle: NlcBattle, formation: FormationId) -> LeaderId | None:
    leaders = battle.formations[formation].leaders
    return next((x for x in leaders if battle.leaders[x].role is not Role.HQ), None)


def commander_of(state: GameState, line: LineId) -> LeaderId | None:
    """The leader who commands under a line of the order pad (N14.1).

    A formation whose units are still to come has one too, off the map. None where he has been
    captured (N14.6), for a leaderless division (N4.47) and for a detached one (N12.92).
    """
    if is_detached(line):
        return None
    leader = leader_of(state, formation_of_line(line))
    return None if leader is None or state.leaders[leader].box in GONE else leader


def overall_commander(state: GameState, side: Side) -> LeaderId | None:
    """A side's OC on the map, or None without one (N4.25)."""
    found = (card.id for card in state.leaders_on_map(side) if card.role is Role.OVERALL)
    return next(found, None)


def wing_of(state: GameState, formation: FormationId) -> FormationId | None:
    """The wing that a formation is assigned to (N12.7); None for one directly under its OC.

    A wing whose commander is captured has no say: its corps answer to the next superior (N14.71).
    """
    wing = state.pad.wings.get(formation)
    return wing if wing is not None and commander_of(state, LineId(wing)) is not None else None


def is_detached(line: LineId) -> bool:
    """Whether a line is a detached division's (N12.92)."""
    return "/" in line


def is_pontoon_line(state: GameState, line: LineId) -> bool:
    """Whether a line is a pontoon train's: it has orders of its own (N16.4).

    Never where a view does not show the line.
    """
    if not is_detached(line):
        return False
    units = units_under(state, line)
    return bool(units) and all(state.card(unit).arm is Arm.PONTOON_TRAIN for unit in units)


def units_under(state: GameState, line: LineId) -> tuple[UnitId, ...]:
    """The units that a line binds, trains too, wherever they are."""
    if is_detached(line):
        found = state.pad.lines.get(line)
        return found.units if found is not None else ()
    units, detached = state.units_of(formation_of_line(line)), state.pad.detached
    return tuple(unit for unit in units if unit not in detached) if detached else units


def senior_unit(state: GameState, units: Iterable[UnitId]) -> UnitId | None:
    """Of some units the combat unit on the map with most SP, then the lowest id (N4.47)."""
    on_map = (unit for unit in units if state.units[unit].hex is not None)
    fighters = (unit for unit in on_map if state.card(unit).is_combat_unit)
    return min(fighters, key=lambda unit: (-state.sp(unit), unit), default=None)


# -- how well


def rating_of(state: GameState, line: LineId, verb: str | None = None) -> int:
    """The rating with which a line is commanded.

    It is the commander's; 1 without one on the map (N14.6, N4.47). A detached division uses its
    corps commander's, or 1 out of his range (N12.92).

    Args:
        state: The table.
        line: Whose.
        verb: The type of order that a split rating goes by (N12.53); None where none matters.
    """
    alone = numbers_of(state.battle).leader.rating_without_commander
    if is_detached(line):
        corps = LineId(formation_of_line(line))
        return rating_of(state, corps, verb) if _is_near_corps(state, line) else alone
    leader = commander_of(state, line)
    is_away = leader is not None and state.leaders[leader].hex is None
    if leader is None or (is_away and senior_unit(state, units_under(state, line)) is not None):
        return alone
    return leader_rating(state, leader, verb)


def leader_rating(state: GameState, leader: LeaderId, verb: str | None = None) -> int:
    """A leader's own rating; a successor's is lower (N14.71), a split one goes by the order.

    A card may raise it (N23.4).
    """
    card, numbers = state.battle.leaders[leader], numbers_of(state.battle).leader
    raised = raised_rating(state, card.side, leader) if state.cards.effects else None
    if raised is not None:
        return raised
    split, losses = dict(card.ratings), state.leaders[leader].successor
    rating = card.rating if verb is None else split.get(verb, split.get(OTHER_ORDERS, card.rating))
    lowered = max(numbers.rating_without_commander, rating - losses * numbers.lost_rating)
    return lowered if losses else rating


def overall_rating(state: GameState, side: Side) -> int:
    """The rating of a side's OC; 0 without one on the map (N4.25)."""
    leader = overall_commander(state, side)
    return 0 if leader is None else leader_rating(state, leader)


# -- where and how far


def centre_of(state: GameState, line: LineId) -> Hex | None:
    """The hex that a line is commanded from: its commander's, else its senior unit's (N14.6).

    Of a pontoon train it is the train's own. None where nothing of it is on the map.
    """
    if is_pontoon_line(state, line):
        return state.units[units_under(state, line)[0]].hex
    leader = commander_of(state, line)
    hex_ = None if leader is None else state.leaders[leader].hex
    if hex_ is not None:
        return hex_
    senior = senior_unit(state, units_under(state, line))
    return None if senior is None else state.units[senior].hex


def seat_of(state: GameState, leader: LeaderId) -> Hex | None:
    """The hex that a leader's range is counted from (N12.18, N12.43).

    An OC's is counted from his HQ while he is within two hexes of it; everybody else's, and that
    of an OC who is away from his HQ, from the leader himself. None where he is not on the map.
    """
    hex_ = state.leaders[leader].hex
    return None if hex_ is None else seat_at(state, leader, hex_)


def seat_at(state: GameState, leader: LeaderId, hex_: Hex) -> Hex:
    """The hex that a leader's range would be counted from if he stood in a hex (N12.18, N12.43)."""
    is_overall = state.battle.leaders[leader].role is Role.OVERALL
    return (is_overall and _headquarters_near(state, leader, hex_)) or hex_


def headquarters_of(state: GameState, leader: LeaderId) -> Hex | None:
    """The hex of an OC's HQ counter if he is with it or within two hexes (N12.43), else None."""
    hex_ = state.leaders[leader].hex
    return None if hex_ is None else _headquarters_near(state, leader, hex_)


def _headquarters_near(state: GameState, leader: LeaderId, hex_: Hex) -> Hex | None:
    cards, distance = state.battle.leaders, state.battle.battlefield.grid.distance
    limit = numbers_of(state.battle).dispatch.headquarters_distance
    staff = state.battle.formations[cards[leader].formation].leaders
    places = (state.leaders[other].hex for other in staff if cards[other].role is Role.HQ)
    return next((x for x in places if x is not None and distance(hex_, x) <= limit), None)


def range_of(state: GameState, leader: LeaderId) -> int:
    """A leader's command range in hexes: of an OC or WC, or of a formation commander (N14.3)."""
    leading = numbers_of(state.battle).leader
    is_high = state.battle.leaders[leader].role in (Role.OVERALL, Role.WING, Role.HQ)
    return leading.wing_range if is_high else leading.command_range


def is_in_range(state: GameState, leader: LeaderId, hex_: Hex) -> bool:
    """Whether a hex is within a leader's command range, as his range is counted (N14.3)."""
    seat, side = seat_of(state, leader), state.battle.leaders[leader].side
    return seat is not None and _reaches(state, side, seat, hex_, range_of(state, leader))


def _reaches(state: GameState, side: Side, start: Hex, end: Hex, limit: int) -> bool:
    if start == end:
        return True
    if state.battle.battlefield.grid.distance(start, end) > limit * PLAIN:
        return False  # farther than the best of roads leads
    halves = command_field(state, side, start, limit).halves(end)
    return halves is not None and halves <= limit * PLAIN


def _is_near_corps(state: GameState, line: LineId) -> bool:
    """Whether a detached division's senior unit is in its corps commander's range."""
    hex_, corps = centre_of(state, line), LineId(formation_of_line(line))
    leader = commander_of(state, corps)
    return hex_ is not None and leader is not None and is_in_range(state, leader, hex_)


# -- who is in command


def is_in_command(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is in command (N14.31).

    In an activation of its formation that is what step a has marked; else it is counted now.
    """
    acting = state.activation
    if acting is not None and state.formation_of(unit).id in acting.formations:
        return unit not in acting.out_of_command
    return is_in_command_range(state, unit)


def is_in_command_range(state: GameState, unit: UnitId) -> bool:
    """Whether a unit is near enough to its commander now (N14.3).

    Trains, detached divisions (N12.92) and units off the map need no command.
    """
    hex_, card = state.units[unit].hex, state.card(unit)
    if hex_ is None or not card.is_combat_unit or unit in state.pad.detached:
        return True
    centre = centre_of(state, state.line_id_of(unit))
    assert centre is not None  # the unit itself may be the senior one
    return _reaches(state, card.side, centre, hex_, numbers_of(state.battle).leader.command_range)


def out_of_command(state: GameState, formations: Iterable[FormationId]) -> Iterator[UnitId]:
    """The units of some formations that step a of an activation marks (N4.5, N14.31)."""
    units = (unit for formation in formations for unit in state.units_of(formation))
    return (unit for unit in units if not is_in_command_range(state, unit))

"""The lens of orders: arrows, couriers and chains of command, as far as a view knows them (N12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from hexwar.ground.traces import command_field
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.further import reach_of
from hexwar.systems.nlc.lenses.glance import Glance
from hexwar.systems.nlc.orders import Dispatch, LineId, formation_of_line
from hexwar.systems.nlc.pad_view.arrows import chain
from hexwar.systems.nlc.pad_words import due_words, order_line
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    overall_commander,
    seat_of,
    wing_of,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, Role, Side
from hexwar.table.overlays import Bond, OrderArrow, Reach, Ride, Stage
from hexwar.table.pieces import Segment

_RANKS = {Role.OVERALL: 3, Role.WING: 2}


def marked_of(glance: Glance) -> FormationId | None:
    """The own formation that is pointed at, picked or acting; None where none is."""
    formation = glance.formation(glance.over, glance.looked)
    if formation is None or glance.view.battle.formations[formation].side != glance.viewer:
        return None
    return formation


def order_arrows(view: GameState, marked: FormationId | None = None) -> tuple[OrderArrow, ...]:
    """An arrow for each step of every order that a view knows; a blank pad has none.

    Args:
        view: The table as the player may see it.
        marked: The formation whose orders stand out; None if none does.
    """
    return tuple(
        arrow
        for line in view.pad.lines
        for arrow in _arrows_of(view, line, is_pale=_is_pale(line, marked))
    )


def _is_pale(line: LineId, marked: FormationId | None) -> bool:
    return marked is not None and formation_of_line(line) != marked


def _arrows_of(view: GameState, line: LineId, *, is_pale: bool) -> Iterator[OrderArrow]:
    start, side = centre_of(view, line), view.side_of_line(line)
    if start is None:
        return
    yield from chain(view, side, start, view.pad.lines[line].steps, Stage.IN_FORCE, is_pale=is_pale)
    coming = view.pad.dispatches.get(line)
    if coming is not None:
        yield from chain(view, side, start, coming.steps, Stage.COMING, is_pale=is_pale)


# -- couriers


def rides(view: GameState) -> tuple[Ride, ...]:
    """The ways of all couriers that are under way, as far as a view knows of them (N12.4)."""
    found = (_ride(view, line, dispatch) for line, dispatch in view.pad.dispatches.items())
    return tuple(ride for ride in found if ride is not None)


def _ride(view: GameState, line: LineId, dispatch: Dispatch) -> Ride | None:
    """The way of one courier; None when he has arrived, or no way is left."""
    start, end = seat_of(view, dispatch.giver), centre_of(view, line)
    if dispatch.due <= view.turn or start is None or end is None:
        return None
    path = command_field(view, view.side_of_line(line), start).path(end)
    return Ride(path, say("due {due}", due=due_words(view, dispatch.due))) if path else None


# -- the chain of command


def bonds(view: GameState, formation: FormationId) -> tuple[Bond, ...]:
    """From the OC by the WC to a formation's commander, and from him to his units."""
    line = LineId(formation)
    links = [*_superiors(view, formation), (1, centre_of(view, line))]
    steps = [(rank, hex_) for rank, hex_ in links if hex_ is not None]
    chain = [Bond(a, b, rank) for (rank, a), (_, b) in pairwise(steps)]
    middle = steps[-1][1] if steps else None
    units = dict.fromkeys(view.units[unit].hex for unit in view.units_of(formation))
    if middle is not None:
        chain += [Bond(middle, hex_, 1) for hex_ in units if hex_ is not None]
    return tuple(bond for bond in chain if bond.start != bond.end)


def _superiors(view: GameState, formation: FormationId) -> Iterator[tuple[int, Hex | None]]:
    """The hexes of those above a formation, the highest first, each with his rank."""
    side = view.battle.formations[formation].side
    own, overall = commander_of(view, LineId(formation)), overall_commander(view, side)
    if overall is not None and overall != own:
        yield _RANKS[Role.OVERALL], seat_of(view, overall)
    wing = wing_of(view, formation)
    if wing is not None:
        yield _RANKS[Role.WING], centre_of(view, LineId(wing))


# -- the reach of whoever acts


def acting_reach(view: GameState, viewer: Side) -> Reach | None:
    """Where the units that act can still go under their orders; None for nobody.

    It is shown to the side that acts alone, and only while its pad is open.
    """
    acting = view.activation
    if acting is None or acting.side != viewer or acting.segment is not Segment.MOVEMENT:
        return None
    if not any(_is_known(view, formation) for formation in acting.formations):
        return None
    left: dict[Hex, int] = {}
    for hex_ in _ready_hexes(view, acting.formations):
        reach = reach_of(view, hex_)
        for end, halves in {} if reach is None else reach.left.items():
            left[end] = max(halves, left.get(end, halves))
    return Reach(left) if left else None


def _is_known(view: GameState, formation: FormationId) -> bool:
    line = view.pad.lines.get(LineId(formation))
    return line is not None and bool(line.steps)


def _ready_hexes(view: GameState, formations: Iterable[FormationId]) -> list[Hex]:
    units = (view.units[unit] for one in formations for unit in view.units_of(one))
    ready = (u.hex for u in units if not u.moved and u.hex is not None)
    return list(dict.fromkeys(ready))


# -- in words


def why_order(glance: Glance, formation: FormationId | None) -> Reason | None:
    """The order of the formation that is pointed at, as its pad has it."""
    view = glance.view
    lines = [line for line in view.pad.lines if formation_of_line(line) == formation]
    told = [words for line in lines if (words := order_line(view, line))]
    return Reason(" ".join(told), "N12.1") if told else None

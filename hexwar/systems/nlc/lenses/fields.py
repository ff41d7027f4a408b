"""How far command and supply reach, and the orders of the pad (N12, N14.31, N16.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexwar.ground.traces import PLAIN, command_field, command_trace
from hexwar.hexes import Hex, Hexside
from hexwar.messages import say
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.sights import Glance, reach_of
from hexwar.systems.nlc.orders import Dispatch, LineId, formation_of_line
from hexwar.systems.nlc.prompters.pad import chain
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    overall_commander,
    range_of,
    seat_of,
    wing_of,
)
from hexwar.systems.nlc.rules.supply.lines import side_supply, supply_field, supply_line, why_supply
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import due_words, hex_name, order_line
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitId
from hexwar.table.overlays import Bond, Distances, OrderArrow, Reach, Ride, Stage, Task, TraceLine
from hexwar.table.pieces import Segment
from hexwar.table.sight import SupplyLine
from hexwar.table.spans import Spans

# -- how far a leader's command reaches, and by which way (N12.4, N14.31)


@dataclass(frozen=True, slots=True)
class Command:
    """A leader on the map and the range of his command."""

    leader: LeaderId
    side: Side
    hex: Hex  # that his range is counted from: an OC's HQ, else his own
    range: int  # hexes


def command_of(glance: Glance) -> Command | None:
    """The picked leader, else the one who commands what is picked, looked at or acting."""
    leader = next(iter(glance.leaders), None) or _commander(glance)
    if leader is None:
        return None
    view = glance.view
    seat = seat_of(view, leader)
    if seat is None:
        return None
    return Command(leader, view.battle.leaders[leader].side, seat, range_of(view, leader))


def _commander(glance: Glance) -> LeaderId | None:
    formation = glance.formation(glance.looked, None if glance.looked else glance.over)
    if formation is None:
        return None
    return commander_of(glance.view, LineId(formation))


def command_distances(view: GameState, command: Command) -> Distances:
    """The half hexes to every hex in range; crossed out are units of his that are not."""
    field = command_field(view, command.side, command.hex, command.range)
    near = field.distances()
    formation = view.battle.leaders[command.leader].formation
    return Distances(Task.COMMAND, near, _astray(view, formation, near))


def _astray(view: GameState, formation: FormationId, near: dict[Hex, int]) -> frozenset[Hex]:
    hexes = (view.units[unit].hex for unit in view.units_of(formation))
    return frozenset(hex_ for hex_ in hexes if hex_ is not None and hex_ not in near)


def command_line(glance: Glance, command: Command) -> TraceLine | None:
    """The trace to the hex that is pointed at; None where none leads."""
    if glance.over is None:
        return None
    trace = command_trace(glance.view, command.side, command.hex, glance.over, command.range)
    is_near = trace.halves is not None and trace.halves <= command.range * PLAIN * 2
    return TraceLine(Task.COMMAND, trace.path) if is_near else None


def why_command_range(glance: Glance, command: Command | None) -> Reason | None:
    """Whether the hex that is pointed at is within command range, and what is in the way."""
    if glance.over is None:
        return None
    if command is None:
        return Reason(say("No commander on the map is chosen or acts."), "N14.31")
    view, name = glance.view, glance.view.battle.leaders[command.leader].name
    trace = command_trace(view, command.side, command.hex, glance.over, command.range)
    verdict = say("in command of") if trace.is_in else say("out of command of")
    where = hex_name(view, glance.over)
    return Reason(f"{where}: {verdict} {name}. {trace.reason}", trace.rule)


# -- how far hexes are from what feeds a formation (N16.2, N16.6)


def supplied_formation(glance: Glance) -> FormationId | None:
    """The formation whose supply is shown: of what is picked, pointed at, looked at, or acting."""
    return glance.formation(glance.over, glance.looked)


def supply_distances(view: GameState, formation: FormationId) -> Distances:
    """The hexes in supply with their distance; crossed out are the side's units without."""
    near = supply_field(view, formation).distances()
    side = view.battle.formations[formation].side
    supplied = side_supply(view, side)
    hexes = (view.units[unit].hex for unit, is_in in supplied.items() if not is_in)
    lacking = frozenset(hex_ for hex_ in hexes if hex_ is not None)
    return Distances(Task.SUPPLY, {h: 2 * steps for h, steps in near.items()}, lacking)


def line_of(glance: Glance, formation: FormationId) -> SupplyLine | None:
    """The supply line of the unit that is pointed at, or of its formation if it stood there."""
    if glance.over is None:
        return None
    unit = _unit_of(glance.view, formation, glance.over)
    if unit is not None:
        return supply_line(glance.view, unit)
    return why_supply(glance.view, formation, glance.over)


def _unit_of(view: GameState, formation: FormationId, hex_: Hex) -> UnitId | None:
    here = (u for u in view.combat_units_in(hex_) if view.formation_of(u).id == formation)
    return next(here, None)


def supply_trace(line: SupplyLine) -> TraceLine:
    """A supply line as it is drawn, with the road from the train to its source."""
    return TraceLine(Task.SUPPLY, line.line, line.road)


def why_supplied(glance: Glance, formation: FormationId | None) -> Reason | None:
    """Whether the hex that is pointed at is in supply, from where, and what cuts it off."""
    line = None if formation is None else line_of(glance, formation)
    if line is None or formation is None or glance.over is None:
        return None
    name = glance.view.battle.formations[formation].name
    verdict = say("in supply") if line.in_supply else say("out of supply")
    where = hex_name(glance.view, glance.over)
    return Reason(
        say(
            "{where}: {verdict} for {name}. {reason}",
            where=where,
            verdict=verdict,
            name=name,
            reason=line.reason,
        ),
        line.rule,
    )


# -- what if a bridge falls: supply with other spans (N16.6)


NAMED = 6
"""How many units a sentence names; of the others it gives the number."""

Supposed = frozenset[Hexside]
"""Whole spans that are supposed to fall, and damaged ones that are supposed to be repaired."""


def spans_of(view: GameState, hex_: Hex | None = None) -> tuple[Hexside, ...]:
    """The spans of the map and the pontoon bridges, of one hex if asked, by their hexes."""
    spans = {*view.battle.battlefield.span_at, *view.spans.pontoons}
    return tuple(sorted(span for span in spans if hex_ is None or hex_ in span))


def next_supposed(view: GameState, hex_: Hex | None, now: Supposed) -> Supposed:
    """What a key supposes next: the spans of a hex one after another, then none."""
    nothing: Supposed = frozenset()
    spans = () if hex_ is None else spans_of(view, hex_)
    turns = [nothing, *(frozenset({span}) for span in spans)]
    place = turns.index(now) if now in turns else 0
    return turns[(place + 1) % len(turns)]


def supposing(view: GameState, spans: Supposed) -> GameState:
    """The view as it would be if some bridges fell, and some damaged ones were repaired."""
    after, now = view.copy(), view.spans
    printed = spans.intersection(view.battle.battlefield.span_at)
    after.put_spans(Spans(now.damaged ^ printed, now.pontoons - spans))
    return after


def supposed_marks(view: GameState, spans: Supposed) -> TraceLine:
    """The marks of the bridges that are supposed to be otherwise than the view has them."""
    damaged = view.spans.damaged
    fallen, mended = sorted(spans - damaged), sorted(spans & damaged)
    return TraceLine(Task.SUPPLY, (), fallen=tuple(fallen), mended=tuple(mended))


def why_supposed(view: GameState, after: GameState, spans: Supposed) -> Reason:
    """Who of both sides would be out of supply then, and who in it again."""
    fates = say(" and ").join(_fate(view, span) for span in sorted(spans))
    was, would = both_supplies(view), both_supplies(after)
    lost = [unit for unit, is_in in would.items() if was[unit] and not is_in]
    found = [unit for unit, is_in in would.items() if is_in and not was[unit]]
    parts = [*_part(view, lost, say("out of supply")), *_part(view, found, say("in supply again"))]
    result = say(", and ").join(parts) or say("all supply would stay as it is")
    return Reason(say("If {fates}: {result}.", fates=fates, result=result), "N16.6")


def both_supplies(view: GameState) -> dict[UnitId, bool]:
    """Whether each combat unit on the map is in supply, the first player's first."""
    first, second = view.battle.sides
    return side_supply(view, first) | side_supply(view, second)


def _fate(view: GameState, span: Hexside) -> str:
    verb = say("is repaired") if span in view.spans.damaged else say("falls")
    name = view.battle.battlefield.span_name(span)
    return say(
        "the {name} between {a} and {b} {verb}",
        name=name,
        a=span[0],
        b=span[1],
        verb=verb,
    )


def _part(view: GameState, units: Sequence[UnitId], how: str) -> Iterator[str]:
    names = [view.card(unit).name for unit in units]
    if len(names) > NAMED:
        names = [*names[: NAMED - 1], say("{n} more units", n=len(names) - NAMED + 1)]
    if names:
        *before, last = names
        yield (
            say("{before} and {last}", before=", ".join(before), last=last) if before else last
        ) + say(" would be {how}", how=how)


# -- orders: arrows, couriers and chains of command, as far as a view knows them (N12)


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
        for arrow in _arrows_of(view, line, is_pale=marked not in (None, formation_of_line(line)))
    )


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

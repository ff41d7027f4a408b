"""The lenses that are laid over the board: how far command and supply reach, orders, and the rest.

Which are on, what they show and what they say (N12, N14.31, N16.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from hexwar.engine import Event
from hexwar.ground.traces import PLAIN, command_field, command_trace
from hexwar.hexes import Hex, Hexside
from hexwar.messages import listed, mark, say
from hexwar.shell import map_lenses
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.sights import (
    Glance,
    field_from,
    further,
    last_moves,
    line_from,
    ray_of,
    reach_of,
    viewpoint,
    why_acting,
    why_further,
    why_sight,
    why_zone,
    zones,
)
from hexwar.systems.nlc.orders import LineId, formation_of_line
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
from hexwar.systems.nlc.words import due_words, order_line
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitId
from hexwar.table.overlays import (
    Bond,
    Distances,
    OrderArrow,
    Overlays,
    Reach,
    Ride,
    Stage,
    Task,
    TraceLine,
    Track,
)
from hexwar.table.pieces import Phase, Segment
from hexwar.table.reports import SightLine, SupplyLine
from hexwar.table.words import hex_name

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
    view, leader = glance.view, next(iter(glance.leaders), None)
    if leader is None:
        formation = glance.formation(glance.looked, None if glance.looked else glance.over)
        leader = None if formation is None else commander_of(view, LineId(formation))
    seat = None if leader is None else seat_of(view, leader)
    if leader is None or seat is None:
        return None
    return Command(leader, view.battle.leaders[leader].side, seat, range_of(view, leader))


def command_distances(view: GameState, command: Command) -> Distances:
    """The half hexes to every hex in range; crossed out are units of his that are not."""
    near = command_field(view, command.side, command.hex, command.range).distances()
    formation = view.battle.leaders[command.leader].formation
    hexes = {view.units[unit].hex for unit in view.units_of(formation)}
    astray = frozenset(hex_ for hex_ in hexes if hex_ is not None and hex_ not in near)
    return Distances(Task.COMMAND, near, astray)


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
    view, hex_ = glance.view, glance.over
    if hex_ is None:
        return None
    for unit in view.combat_units_in(hex_):
        if view.formation_of(unit).id == formation:
            return supply_line(view, unit)
    return why_supply(view, formation, hex_)


def supply_trace(line: SupplyLine) -> TraceLine:
    """A supply line as it is drawn, with the road from the train to its source."""
    return TraceLine(Task.SUPPLY, line.line, line.road)


def why_supplied(glance: Glance, formation: FormationId | None) -> Reason | None:
    """Whether the hex that is pointed at is in supply, from where, and what cuts it off."""
    line = None if formation is None else line_of(glance, formation)
    if line is None or formation is None or glance.over is None:
        return None
    name = glance.view.battle.formations[formation].name
    told = say("in supply") if line.in_supply else say("out of supply")
    where, words = hex_name(glance.view, glance.over), mark("{where}: {told} for {name}. {reason}")
    return Reason(say(words, where=where, told=told, name=name, reason=line.reason), line.rule)


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
    fallen, laid = now.damaged ^ printed, now.pontoons - spans
    after.put_spans(replace(now, damaged=fallen, pontoons=laid))
    return after


def supposed_marks(view: GameState, spans: Supposed) -> TraceLine:
    """The marks of the bridges that are supposed to be otherwise than the view has them."""
    damaged = view.spans.damaged
    fallen, mended = sorted(spans - damaged), sorted(spans & damaged)
    return TraceLine(Task.SUPPLY, (), fallen=tuple(fallen), mended=tuple(mended))


def why_supposed(view: GameState, after: GameState, spans: Supposed) -> Reason:
    """Who of both sides would be out of supply then, and who in it again."""
    first, second = view.battle.sides
    fates = say(" and ").join(_fate(view, span) for span in sorted(spans))
    was = side_supply(view, first) | side_supply(view, second)
    would = side_supply(after, first) | side_supply(after, second)
    lost = [unit for unit, is_in in would.items() if was[unit] and not is_in]
    found = [unit for unit, is_in in would.items() if is_in and not was[unit]]
    parts = [*_part(view, lost, say("out of supply")), *_part(view, found, say("in supply again"))]
    result = say(", and ").join(parts) or say("all supply would stay as it is")
    return Reason(say("If {fates}: {result}.", fates=fates, result=result), "N16.6")


def _fate(view: GameState, span: Hexside) -> str:
    words = mark("the {name} between {a} and {b} falls")
    if span in view.spans.damaged:
        words = mark("the {name} between {a} and {b} is repaired")
    return say(words, name=view.battle.battlefield.span_name(span), a=span[0], b=span[1])


def _part(view: GameState, units: Sequence[UnitId], how: str) -> Iterator[str]:
    names = [view.card(unit).name for unit in units]
    if len(names) > NAMED:
        names = [*names[: NAMED - 1], say("{n} more units", n=len(names) - NAMED + 1)]
    if names:
        yield say("{names} would be {how}", names=listed(names), how=how)


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
    found = []
    for line, dispatch in view.pad.dispatches.items():
        start, end = seat_of(view, dispatch.giver), centre_of(view, line)
        if dispatch.due > view.turn and start is not None and end is not None:
            path = command_field(view, view.side_of_line(line), start).path(end)
            words = say("due {due}", due=due_words(view, dispatch.due))
            found += [Ride(path, words)] if path else []
    return tuple(found)


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


def chain_above(glance: Glance) -> tuple[Bond, ...]:
    """From the OC by the WC and the commander to the chosen units of the player's own."""
    view, hex_ = glance.view, glance.selected
    formation = glance.formation() if glance.units and hex_ is not None else None
    if formation is None or view.battle.formations[formation].side != glance.viewer:
        return ()
    links = [*_superiors(view, formation), (1, centre_of(view, LineId(formation))), (1, hex_)]
    steps = [(rank, at) for rank, at in links if at is not None]
    return tuple(Bond(a, b, rank, is_quiet=True) for (rank, a), (_, b) in pairwise(steps) if a != b)


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
    lines = (view.pad.lines.get(LineId(formation)) for formation in acting.formations)
    if not any(line is not None and line.steps for line in lines):
        return None
    units = (view.units[unit] for one in acting.formations for unit in view.units_of(one))
    left: dict[Hex, int] = {}
    for hex_ in dict.fromkeys(unit.hex for unit in units if not unit.moved):
        reach = None if hex_ is None else reach_of(view, hex_)
        for end, halves in {} if reach is None else reach.left.items():
            left[end] = max(halves, left.get(end, halves))
    return Reach(left) if left else None


# -- in words


def why_order(glance: Glance, formation: FormationId | None) -> Reason | None:
    """The order of the formation that is pointed at, as its pad has it."""
    view = glance.view
    lines = [line for line in view.pad.lines if formation_of_line(line) == formation]
    told = [words for line in lines if (words := order_line(view, line))]
    return Reason(" ".join(told), "N12.1") if told else None


# -- which lenses are on


POINT: Final = Reason(
    mark(
        "Point at a unit to see how its formation is supplied; click a bridge to suppose "
        "that it falls"
    ),
    "N16.2",
)
"""What the lens of supply says where it has nothing to show."""


class Looking(map_lenses.MapLenses[Glance]):
    """Which lenses are on, and how the player looks through them."""

    ids = (
        "sight",
        "further",
        "command",
        "supply",
        "zones-own",
        "zones-enemy",
        "moves",
        "orders",
        "sites",
    )
    first = ("sites",)
    glance = Glance
    sight = "sight"

    def __init__(self) -> None:
        super().__init__()
        self.tracks: tuple[Track, ...] = ()
        """The moves of the last turn."""
        self._acted: tuple[GameState, Reach | None] | None = None
        self._shows_acting = False  # whether that is what the dotted edge shows
        self.supposed: Supposed = frozenset()
        """The bridges of which the lens of supply supposes that they fall, or are repaired."""
        self._after: tuple[GameState, Supposed, GameState] | None = None

    def switch(self, lens: str, *, on: bool) -> None:
        """Show or hide one of the lenses."""
        super().switch(lens, on=on)
        if lens == "supply":
            self.supposed = frozenset()

    def follow(self, view: GameState, told: Callable[[], Sequence[Event]]) -> None:
        """The table has changed."""
        if self.is_on("moves"):
            self.tracks = last_moves(view, told())

    def spans(self, view: GameState) -> Sequence[Hexside]:
        """The spans that can be supposed to fall."""
        return spans_of(view) if self.is_on("supply") else ()

    def click_span(self, span: Hexside) -> None:
        """Suppose that a bridge falls, or a damaged one is repaired; or no more."""
        self.supposed ^= {span}

    def suppose_next(self, view: GameState, hex_: Hex | None) -> None:
        """Suppose that the next bridge of a hex falls; after the last one that none does."""
        self.supposed = next_supposed(view, hex_, self.supposed)

    def origin(self, glance: Glance) -> Hex | None:
        """The hex that lines of sight begin in; None while nobody looks along any."""
        if self.anchor is not None:
            return self.anchor
        return viewpoint(glance) if self.is_on("sight") else None

    # -- what is shown

    def over_map(self, glance: Glance, overlays: Overlays) -> Overlays:
        """Some overlays with those of the lenses."""
        view, line, origin = glance.view, self.line(glance), self.origin(glance)
        distances, traces = self._fields(glance)
        shows_pad, marked = self._shows_pad(glance), marked_of(glance)
        return replace(
            overlays,
            zones=zones(view, *self._zone_sides(glance)),
            tracks=overlays.tracks or (self.tracks if self.is_on("moves") else ()),
            orders=(*overlays.orders, *(order_arrows(view, marked) if shows_pad else ())),
            rides=(*overlays.rides, *(rides(view) if shows_pad else ())),
            bonds=bonds(view, marked) if marked and self.is_on("command") else chain_above(glance),
            shows_sites=self.is_on("sites"),
            further=self._further(glance, overlays),
            sight=field_from(glance, origin) if origin and self.is_on("sight") else overlays.sight,
            ray=None if line is None else ray_of(line),
            distances=distances,
            traces=traces,
        )

    def line(self, glance: Glance) -> SightLine | None:
        """The line of sight to the hex that is pointed at; None while there is none to show."""
        origin = self.origin(glance)
        return None if origin is None else line_from(glance, origin)

    def _shows_pad(self, glance: Glance) -> bool:
        """Orders are shown while the lens is on, and always while they are written."""
        return self.is_on("orders") or glance.view.phase is Phase.ORDERS

    def _further(self, glance: Glance, overlays: Overlays) -> Reach | None:
        """What the key asks for; else, before anybody is picked, where those who act can go."""
        self._shows_acting = False
        if self.is_on("further"):
            return further(glance)
        if glance.picked or overlays.reach is not None or not overlays.ready:
            return None
        self._shows_acting = True
        if self._acted is None or self._acted[0] is not glance.view:  # once for each view
            self._acted = (glance.view, acting_reach(glance.view, glance.viewer))
        return self._acted[1]

    def _zone_sides(self, glance: Glance) -> list[Side]:
        sides = {"zones-own": glance.viewer, "zones-enemy": glance.view.battle.enemy(glance.viewer)}
        return [side for lens, side in sides.items() if self.is_on(lens)]

    def _fields(self, glance: Glance) -> tuple[tuple[Distances, ...], tuple[TraceLine, ...]]:
        """The fields of command and of supply, and the lines of the hex that is pointed at."""
        fields: list[Distances] = []
        lines: list[TraceLine | None] = []
        command = command_of(glance) if self.is_on("command") else None
        if command is not None:
            fields.append(command_distances(glance.view, command))
            lines.append(command_line(glance, command))
        formation = supplied_formation(glance) if self.is_on("supply") else None
        if formation is not None:
            after = self._supposing(glance)
            fields.append(supply_distances(after.view, formation))
            traced = line_of(after, formation)
            lines.append(None if traced is None else supply_trace(traced))
        if self.supposed:
            lines.append(supposed_marks(glance.view, self.supposed))
        return tuple(fields), tuple(line for line in lines if line is not None)

    def _supposing(self, glance: Glance) -> Glance:
        """A glance at what would be if bridges fell; made once for each view."""
        view, spans = glance.view, self.supposed
        if not spans:
            return glance
        if self._after is None or self._after[0] is not view or self._after[1] != spans:
            self._after = (view, spans, supposing(view, spans))
        return replace(glance, view=self._after[2])

    # -- what is said

    def reasons(self, glance: Glance) -> tuple[Reason, ...]:
        """Why the hex that is pointed at is in or out of what is shown, a sentence a lens."""
        return tuple(reason for reason in self._reasons(glance) if reason is not None)

    def _reasons(self, glance: Glance) -> Iterator[Reason | None]:
        origin = self.origin(glance)
        if origin is not None:
            yield why_sight(glance, origin)
        if self.is_on("further"):
            yield why_further(glance, further(glance))
        elif self._shows_acting and self._acted is not None:
            yield why_acting(glance, self._acted[1])
        if self._shows_pad(glance):
            yield why_order(glance, marked_of(glance))
        if self.is_on("command"):
            yield why_command_range(glance, command_of(glance))
        if self.is_on("supply"):
            formation = supplied_formation(glance)
            if self.supposed:
                yield why_supposed(glance.view, self._supposing(glance).view, self.supposed)
            yield why_supplied(self._supposing(glance), formation)
            if formation is None and not self.supposed:
                yield POINT
        if glance.over is not None:
            for side in self._zone_sides(glance):
                yield why_zone(glance.view, side, glance.over)

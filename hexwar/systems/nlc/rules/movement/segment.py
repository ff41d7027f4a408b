"""The Movement Segment of an activation: who moves or works, and when it ends (N4.5, N5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexwar.engine import Choice, Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.hiding import spot, uncover_halt
from hexwar.ground.movement import Movers, can_step, exit_to, movers, steps_freely, tail_of
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.arrivals import ArrivalDelayed, UnitEntered
from hexwar.systems.nlc.events.leaders import LeaderEntered
from hexwar.systems.nlc.events.movement import ColumnFormed, UnitMoved, UnitStopped
from hexwar.systems.nlc.events.orders import CommandMarked, DutyWaived
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.arrivals import (
    commander_due,
    due_units,
    entry_hexes,
    schedule,
)
from hexwar.systems.nlc.rules.arrivals.departures import can_exit, exit_unmoved, offer_exit
from hexwar.systems.nlc.rules.cards.effects import disclose_arrival, secret_arrival, use
from hexwar.systems.nlc.rules.combat.reaction import react_to_move
from hexwar.systems.nlc.rules.combat.screening import free_fire
from hexwar.systems.nlc.rules.combat.square import leave_squares, square_refusal
from hexwar.systems.nlc.rules.command.command import out_of_command
from hexwar.systems.nlc.rules.command.leaders import move_leader, overrun
from hexwar.systems.nlc.rules.movement.exhaustion import (
    Hurry,
    declare_forced_march,
    force_refusal,
)
from hexwar.systems.nlc.rules.movement.hidden_forces import (
    march_halt,
    repulse,
    shortened,
    uncover_passed,
)
from hexwar.systems.nlc.rules.movement.hidden_ground import without_lifted
from hexwar.systems.nlc.rules.movement.hidden_movement import offer_hiding
from hexwar.systems.nlc.rules.movement.routes import (
    ChoosePath,
    Group,
    Route,
    choices,
    companions,
    last_choices,
    quote_route,
)
from hexwar.systems.nlc.rules.movement.stacks import cure_overstacks
from hexwar.systems.nlc.rules.movement.vedettes import (
    Deployment,
    deploy_or_gather,
    deployment_refusal,
    deployments,
    screens,
    vedettes_of_body,
)
from hexwar.systems.nlc.rules.movement.works import Labour, labour_refusal, span_tasks, work_at_span
from hexwar.systems.nlc.rules.orders.courses import watches_undone
from hexwar.systems.nlc.rules.orders.duties import Duty
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.orders.steps import (
    TurnBack,
    turn_back,
    turn_back_refusal,
    turn_backs,
)
from hexwar.systems.nlc.rules.turn.activation import (
    active,
    body_names,
    body_of,
    has_finished,
    units_of_body,
)
from hexwar.systems.nlc.rules.victory.victory import control_events
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.pieces import Activation, Segment
from hexwar.table.reports import PathQuote
from hexwar.table.words import hex_name

Turn = Group | Labour | Deployment | Hurry | TurnBack | None
"""What comes next: units of one hex move, a unit works at a span or spreads out, or the end.

Before any of them a formation may march forced (N20.81), or end its Delay or Probe (N12.32).
"""


@dataclass(frozen=True, slots=True)
class ActivateUnit(Question[Turn], rule="N4.52"):
    """N4.52: which unit, or units of one hex, to move next, or which one works at a span.

    Or whose vedettes spread out or gather (N20.31). None ends the Movement Segment.
    """

    formation: FormationId  # the first of those who act (N4.35)

    def options(self, state: GameState) -> Sequence[Turn]:
        """Each unit alone, each whole stack, each that may enter, each at work, and the end."""
        found: list[Turn] = []
        for stack in _stacks(state, self.formation):
            found += [(u,) for u in stack]
            if len(stack) > 1 and self._move_refusal(state, stack) is None:
                found.append(stack)
        found += [(u,) for u in due_units_of(state, self.formation) if _may_enter(state, u)]
        found += [Labour(u) for u in workers(state, self.formation)]
        for screen in screens(state, self.formation):
            found += [*((v,) for v in screen), *([screen] if len(screen) > 1 else [])]
        found += deployments(state, self.formation)
        if found:
            found += hurries(state, self.formation)
            found += turn_backs(state, body_of(state, self.formation))
        return found if self._end_refusal(state) is not None else [*found, None]

    def refusal(self, state: GameState, answer: Turn) -> Refusal | None:
        """Any units of the formation that stand in one hex and have not moved (N5.9).

        Or one that can work at a span (N5.72).
        """
        if answer is None:
            return self._end_refusal(state)
        if isinstance(answer, Labour):
            return labour_refusal(state, answer.unit)
        if isinstance(answer, Deployment):
            return deployment_refusal(state, self.formation, answer)
        if isinstance(answer, Hurry):
            return force_refusal(state, answer.formation)
        if isinstance(answer, TurnBack):
            return turn_back_refusal(state, answer.line)
        if not answer or len(set(answer)) != len(answer):
            return refuse("N5.9", "Choose at least one unit, each once.")
        if len(answer) == 1 and answer[0] in due_units_of(state, self.formation):
            if _may_enter(state, answer[0]):
                return None
            return refuse("N5.82", "No entry hex is open: the unit waits.")
        return self._move_refusal(state, answer)

    def _end_refusal(self, state: GameState) -> Refusal | None:
        """The segment lasts while an unmoved unit owes a duty that it can do (N27.4)."""
        owed = next(duties_owed(state, self.formation), None)
        return None if owed is None else Refusal(owed.sentence, owed.rule)

    def is_forced(self, state: GameState, options: Sequence[Turn]) -> bool:
        """A unit is never chosen by itself, even where it is the last and must move (N27.4).

        Nor does the segment end by itself after a move where what is hidden is looked for behind
        it: the move could not be taken back any more (N4.55).
        """
        return list(options) == [None] and not (
            _is_looked_about(state) and any(_has_begun(state, self.formation))
        )

    def _move_refusal(self, state: GameState, units: Group) -> Refusal | None:
        for unit in units:
            if (refusal := _unit_refusal(state, self.formation, unit)) is not None:
                return refusal
        if len({state.units[u].hex for u in units}) > 1:
            return refuse("N5.9", "Units that move together start in one hex.")
        if len({state.line_id_of(u) for u in units}) > 1:
            return refuse("N4.35", "Units that move together act under one order.")
        if len({state.card(u).is_vedette for u in units}) > 1:
            return refuse("N20.31", "Vedettes move by themselves.")
        order = permissions(state, units[0])
        may_leave = all(can_exit(state, unit) for unit in units)
        if not may_leave and not can_step(state, movers(state, units), order):
            return refuse("N6.6", "These units have no hex to go to.")
        return None

    def kind(self, answer: Turn) -> str:
        """`end`, `work`, `deploy`, `gather`, `force`, `turn` or `move`; who enters moves too."""
        if isinstance(answer, Hurry | TurnBack):
            return "force" if isinstance(answer, Hurry) else "turn"
        if isinstance(answer, Deployment):
            return "gather" if answer.gathers else "deploy"
        return "work" if isinstance(answer, Labour) else "end" if answer is None else "move"

    def sentence(self, view: GameState) -> str:
        """Whose chit was drawn."""
        words = mark("{who} may move {body}: choose a unit or a stack, then the hex where it goes.")
        if self.formation in view.chits.drawn:
            words = mark(
                "{who} may move {body}, whose chit was drawn: choose a unit or a stack, then the"
                " hex where it goes."
            )
        return self.told(view, words, body=body_names(view, self.formation))

    @property
    def ends_for(self) -> FormationId:
        """None ends the segment of those who act."""
        return self.formation


def _is_looked_about(state: GameState) -> bool:
    """Whether each side looks for what the other hides when a segment begins (N20.2)."""
    return state.battle.has_hidden_forces or state.battle.has_hidden_movement


def _has_begun(state: GameState, formation: FormationId) -> Iterator[bool]:
    """Of each unit of those who act, whether it has moved, stayed or worked."""
    for unit in units_of_body(state, formation):
        record = state.units[unit]
        yield record.moved or record.spent > 0


def _unit_refusal(state: GameState, formation: FormationId, unit: UnitId) -> Refusal | None:
    acting = units_of_body(state, formation)
    if unit not in acting and unit not in vedettes_of_body(state, formation):
        return refuse("N4.43", "That unit does not act on this chit.")
    record, card = state.units[unit], state.card(unit)
    if record.hex is None:
        return refuse("N5.4", "{card} is not on the map.", card=card.name)
    if record.moved:
        return refuse("N5.4", "{card} has moved already.", card=card.name)
    if card.arm.is_train:
        return refuse("N4.5", "Trains move at the end of the activation.")
    if not card.is_vedette and has_finished(state, unit):
        return refuse("N4.52", "{card} has finished: others have acted since.", card=card.name)
    return square_refusal(state, unit)


@kept
def _stacks(state: GameState, formation: FormationId) -> Sequence[Group]:
    """The units that may still move, by hex and order, in the order of the army list."""
    by_hex: dict[tuple[Hex, LineId], list[UnitId]] = {}
    for unit in units_of_body(state, formation):
        hex_, has_moved = state.units[unit].hex, state.units[unit].moved
        if hex_ is None or has_moved or _unit_refusal(state, formation, unit) is not None:
            continue
        if _can_go(state, unit):
            by_hex.setdefault((hex_, state.line_id_of(unit)), []).append(unit)
    return [tuple(stack) for stack in by_hex.values()]


def _can_go(state: GameState, unit: UnitId) -> bool:
    """Whether there is a hex that a unit can go to, or it can leave the map."""
    return (
        steps_freely(state, unit)
        or can_step(state, movers(state, (unit,)), permissions(state, unit))
        or can_exit(state, unit)
    )


def due_units_of(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The units of those who act that may enter the map now (N5.81)."""
    return tuple(u for one in body_of(state, formation) for u in due_units(state, one))


def _may_enter(state: GameState, unit: UnitId) -> bool:
    return not state.units[unit].moved and bool(entry_hexes(state, unit))


def hurries(state: GameState, formation: FormationId) -> tuple[Hurry, ...]:
    """The forced marches that those who act can still declare (N20.81)."""
    acting = body_of(state, formation)
    return tuple(Hurry(one) for one in acting if force_refusal(state, one) is None)


def workers(state: GameState, formation: FormationId) -> tuple[UnitId, ...]:
    """The units of those who act that can work at a span now (N5.72)."""
    return tuple([unit for unit in units_of_body(state, formation) if span_tasks(state, unit)])


@dataclass(frozen=True, slots=True)
class ChooseEntryHex(Question[Hex], rule="N5.82", continues=True):
    """N5.82: where a unit enters when its entry hex is closed."""

    clue = mark("Click an entry hex that is marked.")
    unit: UnitId

    def options(self, state: GameState) -> Sequence[Hex]:
        """The nearest free road or trail hexes of the same edge."""
        return entry_hexes(state, self.unit)

    def sentence(self, view: GameState) -> str:
        """Who enters, and what is barred."""
        words = mark("{who} must choose where {unit} enters the map, because the enemy bars {hex}.")
        return self.told(view, words, hex=hex_name(view, schedule(view)[self.unit].entry))

    def choices(self, view: GameState, options: Sequence[Hex]) -> Sequence[Choice[Hex]]:
        """The open entry hexes."""
        return [
            Choice(h, (name := hex_name(view, h)), say("Enter at {hex}", hex=name), h, spots=(h,))
            for h in options
        ]

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """The law's word."""
        return self.refusal(view, spot)

    def marks(self, view: GameState) -> Overlays:
        """The open entry hexes."""
        return Overlays(targets=tuple(Target(hex_) for hex_ in self.options(view)))


# -- the flow


async def command_segment(table: Table[GameState]) -> None:
    """N4.5 a: units out of command range are marked for the whole activation (N14.31).

    Enemies who move hidden are off the map and close no way of command (N20.11).
    Squares may be taken off (N10.33). Who goes out of sight, or shows himself, says so (N20.11).
    """
    acting = active(table.state)
    out = tuple(out_of_command(without_lifted(table.state, acting.side), acting.formations))
    if out:
        table.emit(CommandMarked(out))
    await leave_squares(table, acting.side, units_of_body(table.state, acting.formation))
    await offer_hiding(table)
    table.emit(SegmentEnded(Segment.COMMAND, Segment.MOVEMENT))
    spot(table)


async def movement_segment(table: Table[GameState]) -> None:
    """N4.5 b: one unit, or units of one hex, move or work; or the segment ends."""
    acting = active(table.state)
    if (chosen := await ActivateUnit(acting.side, acting.formation)) is None:
        await end_movement(table)
    elif isinstance(chosen, Labour):
        await work_at_span(table, acting.side, chosen.unit)
    elif isinstance(chosen, Deployment):
        deploy_or_gather(table, chosen)
    elif isinstance(chosen, Hurry):
        await declare_forced_march(table, chosen.formation)
    elif isinstance(chosen, TurnBack):
        await turn_back(table, chosen.line)
    else:
        await move_units(table, chosen)


async def move_units(table: Table[GameState], units: Group) -> None:
    """N5.4, N5.82: units enter where they may, and go where their side wants.

    Enemy cavalry may charge infantry and artillery that has come near (N10.25). Those who then
    stand where their order leads off the map may leave it (N5.61).
    """
    side, entry = active(table.state).side, None
    if table.state.units[units[0]].hex is None:
        entry = await ChooseEntryHex(side, units[0])
    route = await ChoosePath(side, units, entry)
    waived: Sequence[Duty] = ()
    if table.tells:
        waived = choices(knowledge(table.state, side), units, entry).undone(route)
    if route.hexes:
        await walk(table, units, route, entry)
    else:
        table.emit(UnitStopped(units, "stays"))
    _waive(table, units[0], waived)
    if table.state.card(units[0]).is_vedette:
        return
    if route.hexes and table.state.hiding.lifted.isdisjoint(units):
        await react_to_move(table, units)
    if entry is None:
        leaders = route.leaders if route.hexes else companions(table.state, units)
        await offer_exit(table, units, leaders)


async def walk(table: Table[GameState], units: Group, route: Route, entry: Hex | None) -> None:
    """N5.9: units and those who go along follow the route; what they meet happens at once."""
    side = table.state.side_of(units[0])
    known = knowledge(table.state, side)
    group, quoted = movers(known, units, entry), quote_route(known, units, entry, route)
    assert isinstance(quoted, PathQuote)
    halt = march_halt(table.state, group, route.hexes)
    if halt is not None:
        route, quoted = shortened(route, quoted, halt, entering=entry is not None)
        if not route.hexes:
            uncover_halt(table, side, halt)
            return
    going = set_out(table, group, route, quoted)
    entered = route.hexes if entry is not None else route.hexes[1:]
    uncover_passed(table, side, entered, halt)
    if all(table.state.card(u).is_combat_unit for u in units):
        for event in control_events(table.state, going, route.hexes):
            table.emit(event)
        starts = (None, *route.hexes) if entry is not None else route.hexes
        for start, hex_ in pairwise(starts):
            assert hex_ is not None
            await free_fire(table, going, hex_)
            await overrun(table, side, hex_, start)
    if halt is not None and halt.foe is not None:
        await repulse(table, units, halt)


def set_out(table: Table[GameState], group: Movers, route: Route, quoted: PathQuote) -> Group:
    """N5.9: the counters go along a route, whatever they may meet there; who comes to its end."""
    units, leaders = group.units, route.leaders
    if group.entering:
        leaders = _enter(table, units, group.start)
    tail = tail_of(table.state, group, route.hexes) if route.column else None
    if group.exits and len(route.hexes) > 1:
        way = exit_to(table.state, group.side, group.exits, route.hexes[1])
        if way is not None:  # the card is shown (N23.2)
            own = (e for e in table.state.cards.effects if e.side == group.side)
            use(table, next(e for e in own if e.number == way.cause))
    going = _leave_behind(table, units, route, quoted)
    table.emit(UnitMoved(going, route.hexes, quoted.halves, route.column))
    if route.column:
        table.emit(ColumnFormed(units[0], tail))
    if len(route.hexes) > 1:
        for leader in leaders:
            move_leader(table, leader, route.hexes)
    return going


def _leave_behind(table: Table[GameState], units: Group, route: Route, quoted: PathQuote) -> Group:
    """N5.9: those who stay behind on the way have moved; the others go on."""
    for place, hex_ in enumerate(route.hexes):
        here = tuple(drop.unit for drop in route.drops if drop.hex == hex_)
        if here:
            spent = sum(step.halves for step in quoted.steps[:place])
            table.emit(UnitMoved(here, route.hexes[: place + 1], spent, column=False))
    dropped = {drop.unit for drop in route.drops}
    return tuple(unit for unit in units if unit not in dropped)


def _enter(table: Table[GameState], units: Group, entry: Hex) -> tuple[LeaderId, ...]:
    """N5.81: the units stand on the entry hex; the commander comes with the first of them."""
    for unit in units:
        table.emit(UnitEntered(unit, entry))
        disclose_arrival(table, unit)
    if (commander := commander_due(table.state, table.state.formation_of(units[0]).id)) is None:
        return ()
    table.emit(LeaderEntered(commander, entry))
    return (commander,)


async def end_movement(table: Table[GameState]) -> None:
    """N5.10, N5.81: overstacks are cured, units that did not enter wait, the segment is over.

    Those in General Retreat who have stayed where they can leave the map do so (N12.29).
    """
    acting = active(table.state)
    exit_unmoved(table, tuple(unmoved_on_map(table.state, acting.formation)))
    if table.tells:
        _waive_of_unmoved(table, acting)
    await cure_overstacks(table, acting.side)
    waiting = due_units_of(table.state, acting.formation)
    if waiting:
        # Where some may come unseen the enemy is not told who did not come (N20.41).
        unseen = acting.side if table.state.battle.has_hidden_movement else None
        table.emit(ArrivalDelayed(waiting, secret_arrival(table.state, waiting) or unseen))
    table.emit(SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT))


def _waive_of_unmoved(table: Table[GameState], acting: Activation) -> None:
    """N27.4: what those who have not moved left undone, and what nobody of a line did for all."""
    for unit in unmoved_on_map(table.state, acting.formation):
        known = knowledge(table.state, acting.side)
        _waive(table, unit, last_choices(known, unit).undone(Route()))
    for unit, watch in watches_undone(table.state, units_of_body(table.state, acting.formation)):
        _waive(table, unit, (watch,))


def _waive(table: Table[GameState], unit: UnitId, duties: Iterable[Duty]) -> None:
    """N27.4: what no legal answer could do is waived, and the own side can read it."""
    side, formation = table.state.side_of(unit), table.state.formation_of(unit).id
    for duty in duties:
        table.emit(DutyWaived(side, formation, duty.sentence))


def duties_owed(state: GameState, formation: FormationId) -> Iterator[Duty]:
    """What unmoved units of those who act still owe to their orders and can do (N27.4)."""
    for stack in _stacks(state, formation):
        for unit in stack:
            if (duty := last_choices(state, unit).owed) is not None:
                yield duty


def unmoved_on_map(state: GameState, formation: FormationId) -> Iterator[UnitId]:
    """The combat units on the map, of those who act, that have not moved."""
    for unit in units_of_body(state, formation):
        record = state.units[unit]
        if record.hex is not None and not record.moved and state.card(unit).is_combat_unit:
            yield unit


def unmoved(state: GameState, formation: FormationId) -> Iterable[UnitId]:
    """Units of a formation that could still move or enter: what `end` would leave undone."""
    for stack in _stacks(state, formation):
        yield from stack
    yield from (u for u in due_units_of(state, formation) if _may_enter(state, u))

"""The end of an activation: leaders and trains move (N4.5 f, N14.51, N16.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hexwar.engine import Refusal, Table, refuse
from hexwar.engine.derived import kept, kept_by
from hexwar.ground.costs import ground_of
from hexwar.ground.hiding import uncover_halt
from hexwar.ground.movement import movers, quote
from hexwar.ground.zones import standing
from hexwar.hexes import Hex
from hexwar.messages import listed, mark
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.turn import ActivationEnded, CommandMoved
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.departures import offer_exit, offer_exits, offer_leader_exit
from hexwar.systems.nlc.rules.cards.effects import is_asleep
from hexwar.systems.nlc.rules.command.blucher import tie_commander, tie_of
from hexwar.systems.nlc.rules.command.headquarters import (
    best_end,
    escape,
    idle_refusal,
    is_last_chance,
    ride_refusal,
    task_ends,
)
from hexwar.systems.nlc.rules.command.leaders import (
    leader_ends,
    leader_path_refusal,
    move_leader,
    ridden,
    rides_with,
)
from hexwar.systems.nlc.rules.movement.exhaustion import end_forced_marches
from hexwar.systems.nlc.rules.movement.hidden_forces import (
    cover_forces,
    march_halt,
    ride_up_to_unseen,
    shortened,
)
from hexwar.systems.nlc.rules.movement.hidden_movement import watch
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.stacks import cure_overstacks
from hexwar.systems.nlc.rules.movement.works import rested_trains
from hexwar.systems.nlc.rules.orders.steps import test_contact
from hexwar.systems.nlc.rules.supply.trains import (
    idle_train_refusal,
    movable_trains,
    train_ends,
    train_path_refusal,
    waive_train_duties,
)
from hexwar.systems.nlc.rules.turn.activation import active, body_names, body_of
from hexwar.systems.nlc.state import GameState, knowledge
from hexwar.table.forces import FormationId, LeaderId, Role, Side, UnitId
from hexwar.table.pieces import Leader
from hexwar.table.reports import PathQuote
from hexwar.table.words import leader_name, unit_name


@dataclass(frozen=True, slots=True)
class Journey:
    """A leader, an HQ counter or a train, and the hexes it goes over from where it stands."""

    piece: str
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class MoveLeaderOrTrain(Question[Journey | None], rule="N14.51"):
    """N4.5 f: a leader or train of those who act moves; None ends the activation (N4.55)."""

    kinds = ("move", "end")
    formation: FormationId  # the first of those who act

    def options(self, state: GameState) -> Sequence[Journey | None]:
        """Leaders to friends of theirs, trains along their roads, and the end."""
        found: list[Journey | None] = []
        for leader in movable_leaders(state, self.formation):
            found += _leader_journeys(state, leader)
        for train in movable_trains(state, self.formation):
            found += [Journey(train, path) for path in train_ends(state, train).values()]
        return found if self.refusal(state, None) is not None else [*found, None]

    def refusal(self, state: GameState, answer: Journey | None) -> Refusal | None:
        """Any legal path of a piece that may move now.

        A WC goes where his order says (N14.53), a train where its duty lies (N14.3, N16.4).
        """
        if answer is None:
            body, leaders = body_of(state, self.formation), movable_leaders(state, self.formation)
            idle = idle_refusal(state, [x for x in leaders if is_last_chance(state, x, body)])
            return idle or idle_train_refusal(state, self.formation)
        if answer.piece in movable_leaders(state, self.formation):
            return ridden_refusal(state, LeaderId(answer.piece), answer.hexes)
        if answer.piece in movable_trains(state, self.formation):
            return train_path_refusal(state, UnitId(answer.piece), answer.hexes)
        return refuse(self.rule, "This piece may not move now.")

    def is_forced(self, state: GameState, options: Sequence[Journey | None]) -> bool:  # noqa: ARG002
        """Never: an activation ends by its player's word alone (N4.55)."""
        return False

    def sentence(self, view: GameState) -> str:
        """Who may still move; or that nobody is left to."""
        leaders = [leader_name(view, leader) for leader in movable_leaders(view, self.formation)]
        trains = [unit_name(view, unit) for unit in movable_trains(view, self.formation)]
        pieces, body = listed([*leaders, *trains]), body_names(view, self.formation)
        words = mark("{who} may still move {pieces} before the activation of {body} ends.")
        if not pieces:
            words = mark("{who} may end the activation of {body}: nobody is left to move.")
        return self.told(view, words, pieces=pieces, body=body)

    @property
    def ends_for(self) -> FormationId:
        """None ends the segment of those who act."""
        return self.formation


@dataclass(frozen=True, slots=True)
class MoveCommand(Question[Journey | None], rule="N4.71"):
    """N4.71, N14.51: in Turn End a side's OC and HQ move; None when they have."""

    kinds = ("move", "end")

    def options(self, state: GameState) -> Sequence[Journey | None]:
        """OC and HQ to friends and named places, and the end."""
        found: list[Journey | None] = []
        for piece in movable_command(state, Side(self.side)):
            rides, tie = _leader_journeys(state, piece), tie_of(state, piece)
            found += [j for j in rides if tie is None or tie.refusal(state, j.hexes[-1]) is None]
        return found if self.refusal(state, None) is not None else [*found, None]

    def refusal(self, state: GameState, answer: Journey | None) -> Refusal | None:
        """Any legal path of the OC or the HQ counter, the HQ's as its order says (N14.53).

        Blücher stays near those who attack (N7.8).
        """
        if answer is None:
            pieces = movable_command(state, Side(self.side))
            ties = (tie for piece in pieces if (tie := tie_of(state, piece)) is not None)
            left = (tie.refusal(state, None) for tie in ties)
            return idle_refusal(state, pieces) or next(filter(None, left), None)
        if answer.piece not in movable_command(state, Side(self.side)):
            if answer.piece in state.leaders and is_asleep(state, LeaderId(answer.piece)):
                name = state.battle.leaders[LeaderId(answer.piece)].name
                return refuse(
                    "N4.24", "{name} has overslept: he does not move this turn.", name=name
                )
            return refuse(self.rule, "Only the overall commander and his HQ move now.")
        refusal = ridden_refusal(state, LeaderId(answer.piece), answer.hexes)
        tie = tie_of(state, LeaderId(answer.piece))
        return refusal if tie is None else refusal or tie.refusal(state, answer.hexes[-1])

    def is_forced(self, state: GameState, options: Sequence[Journey | None]) -> bool:
        """Where nobody could move from the first; who has moved says when it is enough (N4.55)."""
        return list(options) == [None] and not any(
            leader.moved for leader in _command_on_map(state, Side(self.side))
        )

    def sentence(self, view: GameState) -> str:
        """Who may move; or that nobody is left to."""
        pieces = listed(leader_name(view, x) for x in movable_command(view, Side(self.side)))
        words = mark("{who} may move {pieces}, because the turn ends.")
        if not pieces:
            words = mark("{who} may end the moves of the command: nobody is left to move.")
        return self.told(view, words, pieces=pieces)


@kept
def movable_leaders(state: GameState, formation: FormationId) -> list[LeaderId]:
    """The leaders on the map who may move alone in a formation's activation (N4.35)."""
    body = body_of(state, formation)
    return [
        leader.id
        for leader in state.leaders.values()
        if leader.hex is not None and any(rides_with(state, leader.id, one) for one in body)
    ]


def ridden_refusal(state: GameState, leader: LeaderId, path: Sequence[Hex]) -> Refusal | None:
    """Why a leader may not ride a path, or None: how he rides, and where his order sends him."""
    return leader_path_refusal(state, leader, path) or ride_refusal(state, leader, path)


def movable_command(state: GameState, side: Side) -> list[LeaderId]:
    """The OC and the HQ counter of a side that have not moved this turn; no OC who oversleeps."""
    return [
        leader.id
        for leader in _command_on_map(state, side)
        if not leader.moved and not is_asleep(state, leader.id)
    ]


def _command_on_map(state: GameState, side: Side) -> Iterator[Leader]:
    """The OC and the HQ counter of a side that are on the map."""
    cards = state.battle.leaders
    for leader in state.leaders.values():
        card = cards[leader.id]
        if leader.hex is not None and card.side == side and card.role in (Role.OVERALL, Role.HQ):
            yield leader


def _leader_journeys(state: GameState, leader: LeaderId) -> Sequence[Journey]:
    """The listed rides: to friendly combat units, to named places, and on an order's way."""
    start, bound, tie = state.leaders[leader].hex, task_ends(state, leader), tie_of(state, leader)
    if bound:
        is_listed = _listing(state, leader, best_end(state, leader, bound))
        return [Journey(leader, path) for hex_, path in bound.items() if is_listed(hex_)]
    return _free_rides(state, leader, start, None if tie is None else tie.nearest)


@kept_by(lambda state, *_: (*standing(state), ground_of(state)))
def _free_rides(
    state: GameState, leader: LeaderId, _start: Hex | None, best: Hex | None
) -> Sequence[Journey]:
    rides = leader_ends(state, leader, _listing(state, leader, best))
    return [Journey(leader, path) for path in rides.values()]


def _listing(state: GameState, leader: LeaderId, best: Hex | None) -> Callable[[Hex], bool]:
    """Tells of a hex whether a ride there is listed."""
    units, on_map = state.battle.units, state.on_map(state.battle.leaders[leader].side)
    troops = {unit.hex for unit in on_map if units[unit.id].is_combat_unit}
    return {best, *troops, *state.battle.battlefield.place_names}.__contains__


async def consolidation_segment(table: Table[GameState]) -> None:
    """N4.5 f, N4.55: a leader or train moves, or the activation ends; forced marches cost (N20.82).

    Those who stand where their order leads off the map may leave it (N5.61). Who moves hidden may
    be noticed (N20.12).
    """
    acting = active(table.state)
    if (journey := await MoveLeaderOrTrain(acting.side, acting.formation)) is not None:
        await _go(table, journey)
        return
    resting = movable_trains(table.state, acting.formation)
    await offer_exits(table, resting, movable_leaders(table.state, acting.formation))
    await cure_overstacks(table, acting.side)
    await escape(table, table.state.battle.enemy(acting.side))
    await end_forced_marches(table)
    waive_train_duties(table, acting.formation)
    await test_contact(table, acting.formations)
    await watch(table)
    trains = rested_trains(table.state, acting.formation)
    table.emit(ActivationEnded(acting.formation, trains))


async def _go(table: Table[GameState], journey: Journey) -> None:
    """A leader, an HQ counter or a train goes, and off the map if it may and its side wants it."""
    if journey.piece in table.state.leaders:
        rider = LeaderId(journey.piece)
        path = ride_up_to_unseen(table, rider, journey.hexes)
        if len(path) > 1:
            spent = ridden(table.state, rider, path)
            move_leader(table, rider, path)
            await offer_leader_exit(table, rider, spent)
        return
    train = UnitId(journey.piece)
    side = table.state.side_of(train)
    known = knowledge(table.state, side)
    group = movers(known, (train,))
    quoted = quote(known, group, journey.hexes, column=False)
    assert isinstance(quoted, PathQuote)
    halt = march_halt(table.state, group, journey.hexes)
    if halt is not None:
        _, quoted = shortened(Route(journey.hexes), quoted, halt, entering=False)
        uncover_halt(table, side, halt)
    table.emit(UnitMoved((train,), quoted.hexes, quoted.halves, column=False))
    await offer_exit(table, (train,))


async def command_moves(table: Table[GameState]) -> None:
    """N4.71: one side moves its OC or HQ, or has done so; the first player's side first."""
    side = next(s for s in table.state.battle.sides if s not in table.state.commanded)
    tie_commander(table, side)
    if (journey := await MoveCommand(side)) is None:
        await offer_exits(table, (), movable_command(table.state, side))
        await cover_forces(table, side)
        table.emit(CommandMoved(side))
    else:
        await _go(table, journey)

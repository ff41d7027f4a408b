"""The basic game, without chits and written orders (N1.4, N26.1).

The side that wins the roll of the Initial Action acts with all its formations, one after another,
then the other side does. Each formation is told what to do when it acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from hexwar.engine import Choice, Manner, Refusal, Table, refuse
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.orders import TaskChosen
from hexwar.systems.nlc.events.turn import FirstSideRolled, PhaseBegan, SideActed
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.arrivals import due_units, place_of_line
from hexwar.systems.nlc.rules.orders.forms import steps_refusal
from hexwar.systems.nlc.rules.turn.actions import (
    begin_activations,
    fighting_hexes,
    pieces_of,
    throw_for_initiative,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import order_sentence
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, OrderStep, Side
from hexwar.table.overlays import Overlays
from hexwar.table.pieces import Phase
from hexwar.table.words import formation_name

NEAREST = 3
"""Of each kind, how many objectives are listed; the law accepts every hex."""


@dataclass(frozen=True, slots=True)
class Task:
    """A formation that acts, and what it does: March, Attack or Defend with an objective."""

    formation: FormationId
    step: OrderStep


# -- who may act, and with which task


def able(state: GameState, side: Side) -> tuple[FormationId, ...]:
    """The formations of a side that have not acted yet, in the order of the army list."""
    own = (f.id for f in state.battle.formations.values() if f.side == side)
    return tuple(f for f in own if acting_refusal(state, side, f) is None)


def acting_refusal(state: GameState, side: Side, formation: FormationId) -> Refusal | None:
    """Why a formation may not act now, or None: it acts once a turn (N4.43, N26.1)."""
    card = state.battle.formations.get(formation)
    if card is None or card.side != side or not card.has_chit:
        return refuse("N26.1", "Choose a formation of your own.")
    if formation in state.chits.acted:
        return refuse("N4.43", "{card} has acted this turn.", card=card.name)
    on_map = any(state.units[unit].hex is not None for unit in state.units_of(formation))
    if on_map or due_units(state, formation):
        return None
    return refuse("N4.42", "No unit of {card} is left.", card=card.name)


def task_refusal(state: GameState, side: Side, task: Task) -> Refusal | None:
    """Why a formation may not act with a task now, or None (N26.1)."""
    refusal = acting_refusal(state, side, task.formation)
    return refusal or verb_refusal(state, task.step.verb) or _step_refusal(state, task)


def verb_refusal(state: GameState, verb: str) -> Refusal | None:
    """Why no formation may be told to do this now, whatever the objective."""
    row = order_types().get(verb)
    if row is None or not row.basic:
        return refuse("N26.1", "In the basic game a formation marches, attacks or defends.")
    if state.turn_card.kind is TurnKind.NIGHT_AM and not row.by_night:
        return refuse("N17.2", "After midnight formations only march.")
    return None


def _step_refusal(state: GameState, task: Task) -> Refusal | None:
    if task.step.target is None or task.step.target_formation is not None:
        return refuse("N26.1", "Name the hex that is the objective.")
    return steps_refusal(state, LineId(task.formation), (task.step,))


@dataclass(frozen=True, slots=True)
class ChooseTask(Question[Task | None], rule="N26.1", is_open=True):
    """N26.1: which formation acts next, and with which task; None: no more of the side act."""

    words = mark("{who} may let one more formation act, because the turn is theirs.")
    clue = mark(
        "Click the troops of a formation, then where it shall go: an enemy to attack, its own hex"
        " to defend, any other to march there."
    )

    def options(self, state: GameState) -> Sequence[Task | None]:
        """For each formation its last task and a few others; and that no more act."""
        side = Side(self.side)
        found = (task for formation in able(state, side) for task in _tasks(state, formation))
        legal = (task for task in found if task_refusal(state, side, task) is None)
        return [*dict.fromkeys(legal), None]

    def refusal(self, state: GameState, answer: Task | None) -> Refusal | None:
        """The law of N26.1."""
        return None if answer is None else task_refusal(state, Side(self.side), answer)

    def choices(
        self, view: GameState, options: Sequence[Task | None]
    ) -> Sequence[Choice[Task | None]]:
        """Each formation with its task, and the end."""
        found = [self._choice(view, place, task) for place, task in enumerate(options) if task]
        tip = say("The formations that have not acted stay where they are")
        return (*found, Choice("end", say("No more act"), tip, None, Manner.END))

    def _choice(self, view: GameState, place: int, task: Task) -> Choice[Task | None]:
        name, order = formation_name(view, task.formation), order_sentence(view.battle, [task.step])
        pieces = pieces_of(view, task.formation)
        return Choice(str(place), f"{name}: {order}", say("It acts now"), task, pieces=pieces)

    def marks(self, view: GameState) -> Overlays:
        """Where those are who may act."""
        return Overlays(ready=fighting_hexes(view, able(view, Side(self.side))))


def _tasks(state: GameState, formation: FormationId) -> Iterator[Task]:
    """What a formation does already, to defend where it is, and the nearest things to do."""
    line, here = LineId(formation), place_of_line(state, LineId(formation))
    held = state.pad.lines.get(line)
    if held is not None and held.steps:
        yield Task(formation, held.step)
    if here is None:
        return
    side = state.battle.formations[formation].side
    yield Task(formation, OrderStep(Verb.DEFEND, here))
    for hex_ in _nearest(state, here, enemy_hexes(state, side)):
        yield Task(formation, OrderStep(Verb.ATTACK, hex_))
    for hex_ in _nearest(state, here, (h for h in state.battle.vp_hexes if h != here)):
        yield Task(formation, OrderStep(Verb.MARCH, hex_))


def _nearest(state: GameState, here: Hex, hexes: Iterable[Hex]) -> Iterator[Hex]:
    distance = state.battle.battlefield.grid.distance
    return islice(sorted(hexes, key=lambda hex_: (distance(here, hex_), hex_)), NEAREST)


def task_now(state: GameState, side: Side, formation: FormationId) -> Task | None:
    """What a formation did last, where it may do so again."""
    held = state.pad.lines[LineId(formation)]
    task = Task(formation, held.step) if held.steps else None
    return task if task is not None and task_refusal(state, side, task) is None else None


# -- the flow


async def action_phase(table: Table[GameState]) -> None:
    """N26.1: the sides roll; all formations of the winner act one by one, then those of the other.

    With equal totals the first player's side is first.
    """
    to_act = table.state.chits.to_act
    if to_act is None:
        await _roll(table)
    elif not to_act:
        table.emit(PhaseBegan(Phase.RALLY))
    elif not able(table.state, to_act[0]) or (task := await ChooseTask(to_act[0])) is None:
        table.emit(SideActed(to_act[0]))
    else:
        table.emit(TaskChosen(LineId(task.formation), (task.step,)))
        await begin_activations(table, (task.formation,))


async def _roll(table: Table[GameState]) -> None:
    dice, totals, winner = await throw_for_initiative(table)
    battle = table.state.battle
    first = battle.first_player if winner is None else winner
    table.emit(FirstSideRolled(dice, totals, (first, battle.enemy(first))))

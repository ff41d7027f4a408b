"""HQ counters and wing commanders: out of the enemy's zone, and on to their goals (N14.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Refusal, Table, refuse
from hexwar.engine.derived import kept
from hexwar.ground.costs import Gait
from hexwar.ground.zones import enemy_hexes, enemy_zone, is_in_enemy_zone
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.leaders import HqMoved
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.command.leaders import leader_ends, leader_step
from hexwar.systems.nlc.rules.orders.goals import (
    FAR,
    objective_name,
    objective_of,
    remaining,
    remaining_from,
)
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.rules.turn.actions import has_chit
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Role, Side
from hexwar.table.overlays import Overlays, Target
from hexwar.table.words import hex_name, leader_name

Path = tuple[Hex, ...]
"""Hexes from where a counter stands."""


# -- out of an enemy zone


@dataclass(frozen=True, slots=True)
class MoveHqOut(Question[Path | None], rule="N14.51", is_open=True):
    """N14.51: where an HQ in an EZOC goes when the enemy's activation ends; None: it stays."""

    words = mark("{who} may move {hq} out of the enemy's zone of control.")
    hq: LeaderId

    def options(self, state: GameState) -> Sequence[Path | None]:
        """To stay, and the paths out of the zone, by length, then by hex."""
        return [None, *escapes(state, self.hq)]

    def hint(self, view: GameState) -> str:
        """Where to click."""
        words = mark("Click a marked hex: {hq} goes there, out of the enemy's zone of control.")
        return self.told(view, words)

    def choices(
        self, view: GameState, options: Sequence[Path | None]
    ) -> Sequence[Choice[Path | None]]:
        """The hexes where it is safe; and to stay."""
        ways = [self._choice(view, path) for path in options if path is not None]
        stay = self.told(view, mark("{hq} stays in the enemy's zone"))
        return (*ways, Choice("end", say("Stay here"), stay, None))

    def _choice(self, view: GameState, path: Path) -> Choice[Path | None]:
        end, where = path[-1], hex_name(view, path[-1])
        tip = self.told(view, mark("{hq} goes to {hex}"), hex=where)
        return Choice(end, where, tip, path, spots=(end,))

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:  # noqa: ARG002
        """No way out ends there."""
        name = leader_name(view, self.hq)
        return refuse(self.rule, "{hq} cannot go there: choose a marked hex.", hq=name)

    def marks(self, view: GameState) -> Overlays:
        """The ways out."""
        start = view.leaders[self.hq].hex
        return Overlays(
            selection=frozenset({start} if start else ()),
            chosen=frozenset({self.hq}),
            targets=tuple(Target(path[-1]) for path in self.options(view) if path is not None),
        )


def escapes(state: GameState, hq: LeaderId) -> list[Path]:
    """The ways of an HQ counter out of an EZOC, at most two hexes long (N14.51).

    It passes no enemy; the first of two hexes may lie in the zone, the end may not (house rule).
    """
    start = state.leaders[hq].hex
    assert start is not None
    zone = enemy_zone(state, state.battle.leaders[hq].side)
    paths: list[Path] = [(start,)]
    found: dict[Hex, Path] = {start: (start,)}
    for _ in range(numbers_of(state.battle).leader.headquarters_escape):
        paths = [(*path, b) for path in paths for b in _onward(state, hq, path) if b not in found]
        for path in paths:
            found.setdefault(path[-1], path)
    return [path for end, path in found.items() if end not in zone]


def _onward(state: GameState, hq: LeaderId, path: Path) -> Iterator[Hex]:
    """The hexes that an HQ counter can step to, in map order, but for those with enemies."""
    side, here = state.battle.leaders[hq].side, path[-1]
    closed, enemy = enemy_hexes(state, side), state.battle.enemy(side)
    for near in state.battle.battlefield.grid.neighbours[here]:
        step = leader_step(state, hq, here, near, is_first=len(path) == 1)
        if step is not None and near not in closed and not state.units_in(near, enemy):
            yield near


def endangered(state: GameState, side: Side) -> list[LeaderId]:
    """A side's HQ counters in an EZOC that have a way out."""
    zone = enemy_zone(state, side)
    staffs = (card.id for card in state.leaders_on_map(side) if card.role is Role.HQ)
    return [hq for hq in staffs if state.leaders[hq].hex in zone and escapes(state, hq)]


async def escape(table: Table[GameState], side: Side) -> None:
    """N14.51: after an enemy activation each HQ of a side in an EZOC may go out of it."""
    for hq in endangered(table.state, side):
        path = await MoveHqOut(side, hq)
        if path is not None:
            table.emit(HqMoved(hq, path, free=True))


# -- under orders


@dataclass(frozen=True, slots=True)
class Task:
    """The goal that its order obliges an HQ counter or a WC to move toward (N14.53)."""

    goal: Hex
    name: str  # of the goal, as a sentence says it
    left: Mapping[int, int]
    """What is left of the ride, half MP, for each cell from where no more is left than now."""


def task_of(state: GameState, leader: LeaderId) -> Task | None:
    """What an HQ counter or WC owes his order; None where it is done, or where he has none.

    Like a unit (N12.33) he owes nothing in an EZOC or within two hexes of the goal (house rule).
    Nor does he under Defend: that is what is left when a goal has been reached, and what an HQ has
    to which the scenario gives no order (N12.16).
    """
    card, record = state.battle.leaders[leader], state.leaders[leader]
    line = state.pad.lines.get(LineId(card.formation))
    if card.role not in (Role.HQ, Role.WING) or line is None or not line.steps:
        return None
    goal = objective_of(state, line.step)
    if record.hex is None or goal is None or row_of(state, line.step).defends:
        return None
    radius = numbers_of(state.battle).duty.goal_radius
    is_there = state.battle.battlefield.grid.distance(record.hex, goal) <= radius
    if is_there or is_in_enemy_zone(state, card.side, record.hex):
        return None
    name = objective_name(state, line.step, goal)
    left = remaining_from(state, Gait.LEADER, (goal,), record.hex)
    return Task(goal, name, left or remaining(state, Gait.LEADER, (goal,)))


@kept
def task_ends(state: GameState, leader: LeaderId) -> dict[Hex, Path]:
    """Each hex nearer to the goal of his task where a leader can end, with his path.

    Empty where he owes nothing, or where he can go no nearer.
    """
    task, start = task_of(state, leader), state.leaders[leader].hex
    if task is None or start is None:
        return {}
    index, left = state.battle.battlefield.grid.index, task.left
    before = left.get(index[start], FAR)
    return leader_ends(state, leader, lambda hex_: left.get(index[hex_], FAR) < before)


def best_end(state: GameState, leader: LeaderId, ends: Iterable[Hex]) -> Hex:
    """Of the ends that a leader's task leaves him the one nearest to his goal."""
    task, index = task_of(state, leader), state.battle.battlefield.grid.index
    assert task is not None
    return min(ends, key=lambda hex_: (task.left[index[hex_]], hex_))


def ride_refusal(state: GameState, leader: LeaderId, path: Sequence[Hex]) -> Refusal | None:
    """Why an HQ counter or WC may not ride a path that is legal else, or None (N14.53)."""
    ends = task_ends(state, leader)
    return _sent_elsewhere(state, leader) if ends and path[-1] not in ends else None


def company_refusal(state: GameState, leader: LeaderId, path: Sequence[Hex]) -> Refusal | None:
    """Why an HQ counter or WC may not ride along with units, or None (N14.53).

    Their way may lead him farther off than he could ride alone; it must bring him nearer.
    """
    task, index = task_of(state, leader), state.battle.battlefield.grid.index
    if task is None or not task_ends(state, leader):
        return None
    before, after = (task.left.get(index[hex_], FAR) for hex_ in (path[0], path[-1]))
    return None if after < before else _sent_elsewhere(state, leader)


def idle_refusal(state: GameState, leaders: Sequence[LeaderId]) -> Refusal | None:
    """Why leaders may not stay where they are, or None: one on a task can go on (N14.53)."""
    idle = next((leader for leader in leaders if task_ends(state, leader)), None)
    return None if idle is None else _sent_elsewhere(state, idle)


def _sent_elsewhere(state: GameState, leader: LeaderId) -> Refusal:
    task, name = task_of(state, leader), state.battle.leaders[leader].name
    assert task is not None
    words = mark("{name} has orders to go to {task}: move nearer to it.")
    return refuse("N14.53", words, name=name, task=task.name)


def is_last_chance(state: GameState, leader: LeaderId, body: Sequence[FormationId]) -> bool:
    """Whether a WC rides with none but those who act now in what is left of the turn (N14.51)."""
    card = state.battle.leaders[leader]
    if card.role is not Role.WING:
        return False
    others = (f for f, wing in state.pad.wings.items() if wing == card.formation and f not in body)
    return not any(f not in state.chits.acted and has_chit(state, f) for f in others)

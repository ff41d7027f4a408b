"""Objectives, broken armies, victory points (M23)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hexwar.engine import Table, YesNo
from hexwar.messages import mark, say
from hexwar.systems.mininap.battle import Arm, Kind, Objective
from hexwar.systems.mininap.events import GameEnded, MarkersCleared, ObjectiveTaken
from hexwar.systems.mininap.rules.losses import lost_units
from hexwar.systems.mininap.state import MiniState
from hexwar.table.forces import Side
from hexwar.table.words import whom


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score."""

    side: Side  # who has it
    words: str
    vp: int
    what: str = ""  # a unit or an objective


def score(state: MiniState) -> list[Line]:
    """The victory points of both sides as they stand (M23.6)."""
    found, numbers = [], state.numbers.victory
    ranks = {
        Kind.BRIGADE: numbers.brigade,
        Kind.DIVISION: numbers.division,
        Kind.CORPS: numbers.corps,
    }
    for lost in state.lost:
        card = state.card(lost.unit)
        vp = ranks[card.kind] if card.is_command else card.sp * numbers.unit_sp
        found.append(Line(state.battle.enemy(card.side), mark("broken"), vp, card.name))
    for objective in state.battle.objectives:
        holder = holder_of(state, objective)
        if holder is not None:
            found.append(Line(holder, mark("held"), objective.vp, objective.id))
    return found


def points(state: MiniState, side: Side) -> int:
    """The victory points of a side."""
    return sum(line.vp for line in score(state) if line.side == side)


def holder_of(state: MiniState, objective: Objective) -> Side | None:
    """Who holds an objective, as phase 7 last found it."""
    return state.holders.get(objective.id, objective.holder)


def claimed_by(state: MiniState, objective: Objective) -> Side | None:
    """The side that alone has infantry or cavalry in an objective; None: nobody or both (M23.5)."""
    ground, here = state.battle.ground, set[Side]()
    for unit in state.in_play():
        card, pose = state.card(unit.id), unit.pose
        if card.arm not in (Arm.INFANTRY, Arm.CAVALRY) or pose is None:
            continue
        if any(piece.id == objective.piece for piece in ground.under(pose.point)):
            here.add(card.side)
    return here.pop() if len(here) == 1 else None


def is_broken(state: MiniState, side: Side) -> bool:
    """Whether an army is broken (M23.4): more than half of its units, or as many as are said."""
    units = [u for u in state.battle.units_of(side) if not state.card(u).is_command]
    limit = state.battle.break_at.get(side)
    lost = lost_units(state, units)
    return lost >= limit if limit is not None else 2 * lost > len(units)


async def determine_victory(table: Table[MiniState]) -> None:
    """M23.2: objectives change hands; broken armies; the last turn; markers off."""
    state, battle = table.state, table.state.battle
    for objective in battle.objectives:
        side = claimed_by(state, objective)
        if side is not None and side != holder_of(state, objective):
            table.emit(ObjectiveTaken(objective.id, side))
    first, second = battle.sides
    broken = [side for side in battle.sides if is_broken(state, side)]
    vp = points(state, first), points(state, second)
    if len(broken) == 1:
        winner = battle.enemy(broken[0])
        table.emit(GameEnded(winner, "", points_of(state), mark("the enemy's army is broken")))
    elif broken:
        leader = first if vp[0] > vp[1] else second if vp[1] > vp[0] else None
        level = mark("draw") if leader is None else ""
        table.emit(GameEnded(leader, level, points_of(state), mark("both armies are broken")))
    elif state.turn >= len(battle.turns):
        table.emit(GameEnded(*_at_the_end(state, vp), points_of(state), mark("points")))
    else:
        await resign(table)
    if not state.over:
        table.emit(MarkersCleared())


@dataclass(frozen=True, slots=True)
class Resign(YesNo):
    """M23.8: whether a side that is far behind gives the battle up."""

    rule: ClassVar[str] = "M23.8"
    is_open: ClassVar[bool] = True
    default: ClassVar[bool] = False
    kinds: ClassVar[tuple[str, str]] = ("end", "fight on")
    labels: ClassVar[tuple[str, str]] = (mark("Resign"), mark("Fight on"))
    behind: int  # VP

    def sentence(self, view: MiniState) -> str:
        """Who is how far behind."""
        words = mark("{who} are {n} VP behind. Do they resign?")
        return say(words, who=whom(view, self.side), n=self.behind)


async def resign(table: Table[MiniState]) -> None:
    """M23.8: a side may resign in phase 7. It is asked while a great victory of the enemy is near.

    Asked of both in each turn, the question would be one to be clicked away.
    """
    state, numbers = table.state, table.state.numbers.victory
    for side in state.battle.sides:
        enemy = state.battle.enemy(side)
        behind = points(state, enemy) - points(state, side)
        if behind >= numbers.great and await Resign(side, behind):
            table.emit(GameEnded(enemy, "", points_of(state), mark("the enemy resigned")))
            return


def points_of(state: MiniState) -> tuple[tuple[Side, int], ...]:
    """The victory points of each side."""
    return tuple((side, points(state, side)) for side in state.battle.sides)


def verdict_now(state: MiniState) -> tuple[Side | None, str]:
    """Who would win by points if the battle ended now, and by how much (M23.7)."""
    first, second = state.battle.sides
    return _at_the_end(state, (points(state, first), points(state, second)))


def _at_the_end(state: MiniState, vp: tuple[int, int]) -> tuple[Side | None, str]:
    """M23.7: who has won after the last turn, and by how much: a victory may be a great one."""
    numbers, (first, second) = state.numbers.victory, state.battle.sides
    lead = abs(vp[0] - vp[1])
    if lead < numbers.margin:
        return None, mark("draw")
    winner = first if vp[0] > vp[1] else second
    is_great = lead >= numbers.great and max(vp) >= 2 * min(vp)
    return winner, mark("great") if is_great else ""

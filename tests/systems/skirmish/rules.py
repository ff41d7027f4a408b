"""A small second game: two phases a side, one odds table, one card.

Each turn each side moves its units, up to two hexes each, and then attacks with them. An attack is
looked up on the odds table. A side has one card, for one more column. Who must give way chooses
where to. Hexes of victory and lost units count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar

from hexwar.engine import CHANCE, Choice, Event, Flow, Manner, Roll, Table
from hexwar.engine.records import OPEN
from hexwar.hexes import Hex
from hexwar.messages import mark, say, tell
from hexwar.table.battle import MapBattle
from hexwar.table.fact import COMBAT, LOSSES, MOVEMENT, VICTORY, Fact, Heading, Scene, Shows
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Box, Leader, Outcome, Unit
from hexwar.table.question import Question
from hexwar.table.state import MapState
from hexwar.text import Text

REACH = 2  # hexes
COLUMNS = (0.5, 1.0, 1.5, 2.0, 3.0)
ODDS = ("AABRRD", "ABBRRD", "ABRRDD", "BRRRDD", "RRRDDE", "RRDDEE")
"""By column, the last one for the card, and die: A attacker loses a step, B nothing, R the
defender retreats, D he loses a step, E he is eliminated."""


class Phase(StrEnum):
    MOVE = "movement"
    FIGHT = "combat"


@dataclass(slots=True, kw_only=True)
class Skirmish(MapState):
    side: Side = field(metadata=OPEN)
    phase: Phase = field(default=Phase.MOVE, metadata=OPEN)
    done: tuple[UnitId, ...] = field(
        default=(), metadata=OPEN
    )  # that have moved or attacked in this phase
    cards: tuple[Side, ...] = field(default=(), metadata=OPEN)  # who still has his
    fled: tuple[UnitId, Hex] | None = field(
        default=None, metadata=OPEN
    )  # who must retreat, and from whom

    def free(self) -> list[Unit]:
        units = self.on_map(self.side)
        return [u for u in units if u.id not in self.done and self.card(u.id).is_combat_unit]


def set_up(battle: MapBattle) -> Skirmish:
    units, leaders = dict(battle.unit_hexes), dict(battle.leader_hexes)
    state = Skirmish(
        battle=battle,
        units={id_: Unit(id_, box=Box.RESERVE) for id_ in units},
        leaders={id_: Leader(id_, box=Box.RESERVE) for id_ in leaders},
        side=battle.first_player,
        cards=battle.sides,
        turn=1,
    )
    for unit, hex_ in units.items():
        state.put_unit(Unit(unit, hex_))
    for leader, hex_ in leaders.items():
        state.put_leader(Leader(leader, hex_))
    return state


def ends(state: Skirmish, unit: Unit) -> dict[Hex, tuple[Hex, ...]]:
    """Each hex that a unit can reach, with the path; nobody passes another unit."""
    assert unit.hex is not None
    found: dict[Hex, tuple[Hex, ...]] = {unit.hex: (unit.hex,)}
    edge = [unit.hex]
    for _ in range(REACH):
        steps = [(a, b) for a in edge for b in state.battle.battlefield.crossable_neighbours[a]]
        edge = []
        for a, b in steps:
            if b not in found and not state.occupants.get(b):
                found[b] = (*found[a], b)
                edge.append(b)
    return {hex_: path for hex_, path in found.items() if hex_ != unit.hex}


def result(state: Skirmish, attacker: UnitId, hex_: Hex, die: int, *, card: bool) -> str:
    """What the odds table says."""
    defence = sum(state.sp(unit) for unit in state.units_in(hex_)) or 1
    column = sum(state.sp(attacker) / defence >= least for least in COLUMNS[1:]) + card
    return ODDS[column][die - 1]


# -- questions


@dataclass(frozen=True, slots=True)
class Move:
    unit: UnitId
    to: Hex


@dataclass(frozen=True, slots=True)
class MoveUnit(Question[Move | None], rule="S1", is_open=True):
    """Answered by pointing at a unit, then at a hex: its prompter is the game's own."""

    words = mark("{who} may move a unit.")

    def options(self, state: Skirmish) -> Sequence[Move | None]:
        return [*(Move(unit.id, hex_) for unit in state.free() for hex_ in ends(state, unit)), None]


@dataclass(frozen=True, slots=True)
class Attack(Question[Move | None], rule="S2", is_open=True):
    """Answered by buttons: a unit of the phasing side attacks a hex next to it."""

    words = mark("{who} may attack.")

    def options(self, state: Skirmish) -> Sequence[Move | None]:
        near = state.battle.battlefield.crossable_neighbours
        enemy = state.battle.enemy(Side(self.side))
        pairs = [(unit.id, hex_) for unit in state.free() if unit.hex for hex_ in near[unit.hex]]
        return [*(Move(*pair) for pair in pairs if state.units_in(pair[1], enemy)), None]

    def choices(self, view: Skirmish, options: Sequence[Move | None]) -> Sequence[Choice[Any]]:
        end = Choice("end", say("End attacks"), "", None, manner=Manner.END)
        found = [
            Choice(str(place), f"{view.card(o.unit).name}: {o.to}", "", o, spots=(o.to,))
            for place, o in enumerate(options)
            if o is not None
        ]
        return [*found, end]


@dataclass(frozen=True, slots=True)
class PlayCard(Question[bool], rule="S3", is_open=True):
    words = mark("Play your card for one more column?")

    def options(self, state: Skirmish) -> Sequence[bool]:
        return [True, False] if self.side in state.cards else [False]


@dataclass(frozen=True, slots=True)
class Retreat(Question[Hex], rule="S4", is_open=True):
    """The reply of the other side; answered by pointing at a hex."""

    words = mark("Where does {unit} retreat to?")

    def options(self, state: Skirmish) -> Sequence[Hex]:
        assert state.fled is not None
        unit, attacker = state.units[state.fled[0]], state.fled[1]
        grid = state.battle.battlefield.grid
        near = [path[-1] for path in ends(state, unit).values() if len(path) == 2]
        return [hex_ for hex_ in near if grid.distance(hex_, attacker) > 1]

    def sentence(self, view: Skirmish) -> str:
        assert view.fled is not None
        return self.told(view, self.words, unit=view.card(view.fled[0]).name)


# -- events


@dataclass(frozen=True, slots=True)
class UnitMoved(Fact, is_open=True):
    topic: ClassVar = MOVEMENT
    shows: ClassVar = Shows(units="unit", to="path")
    unit: UnitId
    path: tuple[Hex, ...]

    def apply(self, state: Skirmish) -> None:
        state.put_unit(replace(state.units[self.unit], hex=self.path[-1]))
        state.done += (self.unit,)
        state.fled = None

    def sentence(self, scene: Scene) -> Text:
        unit, way = scene.names.unit(self.unit), scene.on_map.way(self.path)
        return tell("{unit} goes {way}.", unit=unit, way=way)


@dataclass(frozen=True, slots=True)
class CardPlayed(Fact, is_open=True):
    topic: ClassVar = COMBAT
    side: Side

    def apply(self, state: Skirmish) -> None:
        state.cards = tuple(side for side in state.cards if side != self.side)

    def sentence(self, scene: Scene) -> Text:
        return tell("The {side} play their card.", side=scene.names.side(self.side))


@dataclass(frozen=True, slots=True)
class Attacked(Fact, is_open=True):
    topic: ClassVar = COMBAT
    rest: ClassVar = 600
    shows: ClassVar = Shows(units="unit", spots="hex")
    unit: UnitId
    hex: Hex
    die: int
    result: str
    fled: tuple[UnitId, Hex] | None = None

    def apply(self, state: Skirmish) -> None:
        state.done += (self.unit,)
        state.fled = self.fled

    def sentence(self, scene: Scene) -> Text:
        unit, hex_ = scene.names.unit(self.unit), scene.names.spot(self.hex)
        words = "{unit} attacks {hex}: {die}, {result}."
        return tell(words, unit=unit, hex=hex_, die=self.die, result=self.result)


@dataclass(frozen=True, slots=True)
class StepLost(Fact, is_open=True):
    topic: ClassVar = LOSSES
    unit: UnitId
    is_out: bool

    def apply(self, state: Skirmish) -> None:
        lost = replace(state.units[self.unit], reduced=True)
        state.put_unit(replace(lost, hex=None, box=Box.PEU) if self.is_out else lost)
        state.fled = None

    def sentence(self, scene: Scene) -> Text:
        unit = scene.names.unit(self.unit)
        return (
            tell("{unit} is lost.", unit=unit)
            if self.is_out
            else tell("{unit} weakens.", unit=unit)
        )


@dataclass(frozen=True, slots=True)
class PhaseEnded(Fact, is_open=True):
    topic: ClassVar = MOVEMENT
    side: Side
    phase: Phase
    turn: int

    def apply(self, state: Skirmish) -> None:
        state.side, state.phase, state.turn, state.done = self.side, self.phase, self.turn, ()

    def sentence(self, scene: Scene) -> Text:
        return tell("{side}: {phase}.", side=scene.names.side(self.side), phase=self.phase.value)

    def heading(self) -> Heading:
        return Heading(turn=self.turn, title=self.phase.value, side=self.side)


@dataclass(frozen=True, slots=True)
class GameEnded(Fact, is_open=True):
    topic: ClassVar = VICTORY
    outcome: Outcome

    def apply(self, state: Skirmish) -> None:
        state.outcome = self.outcome

    def sentence(self, scene: Scene) -> Text:
        return tell("The skirmish is over.")


EVENTS: tuple[type[Event], ...] = (UnitMoved, CardPlayed, Attacked, StepLost, PhaseEnded, GameEnded)
DECISIONS = (Roll, MoveUnit, Attack, PlayCard, Retreat)

# -- flows


def sequence(table: Table[Skirmish]) -> Flow:
    state = table.state
    return move(table) if state.phase is Phase.MOVE else fight(table)


async def move(table: Table[Skirmish]) -> None:
    state = table.state
    answer = await MoveUnit(state.side)
    if answer is None:
        table.emit(PhaseEnded(state.side, Phase.FIGHT, state.turn))
    else:
        path = ends(state, state.units[answer.unit])[answer.to]
        table.emit(UnitMoved(answer.unit, path))


async def fight(table: Table[Skirmish]) -> None:
    state = table.state
    side, enemy = state.side, state.battle.enemy(state.side)
    answer = await Attack(side)
    if answer is None:
        is_last = side != state.battle.first_player
        if is_last and state.turn == len(state.battle.turns):
            table.emit(GameEnded(outcome_of(state)))
        else:
            table.emit(PhaseEnded(enemy, Phase.MOVE, state.turn + is_last))
        return
    has_card = await PlayCard(side)
    if has_card:
        table.emit(CardPlayed(side))
    die = await Roll(CHANCE, "the attack")
    (target, *_), attacker = state.units_in(answer.to), state.units[answer.unit]
    found = result(state, answer.unit, answer.to, die, card=has_card)
    fled = (target, attacker.hex) if found == "R" and attacker.hex is not None else None
    table.emit(Attacked(answer.unit, answer.to, die, found, fled))
    if found == "A":
        table.emit(lost(state, answer.unit))
    elif found in "DE":
        table.emit(StepLost(target, is_out=True) if found == "E" else lost(state, target))
    elif fled is not None:
        asked = Retreat(enemy)
        if asked.options(state):
            table.emit(UnitMoved(target, (answer.to, await asked)))
        else:
            table.emit(lost(state, target))


def lost(state: Skirmish, unit: UnitId) -> StepLost:
    """The loss of a step; who has no other is out."""
    return StepLost(unit, is_out=state.units[unit].reduced or state.card(unit).steps < 2)


def outcome_of(state: Skirmish) -> Outcome:
    vp = dict.fromkeys(state.battle.sides, 0)
    for side in vp:
        held = (vp for hex_, vp in state.battle.vp_hexes.items() if state.units_in(hex_, side))
        vp[side] = sum(held) + 2 * len(state.in_box(Box.PEU, state.battle.enemy(side)))
    one, other = state.battle.sides
    winner = None if vp[one] == vp[other] else max(vp, key=lambda side: vp[side])
    return Outcome(winner, "draw" if winner is None else "", tuple(vp.items()), "points")

"""The table as a computer player sees it, and what a question is when it lies before him."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, Generic, TypeVar

from hexwar.ai.chapters import Notes
from hexwar.ai.policy import Dice, Look, Reason
from hexwar.engine import Decision
from hexwar.grid.reach import Reach, Row, Steps, reach
from hexwar.ground.costs import Gait, steps_of
from hexwar.ground.zones import contact_hexes, enemy_hexes
from hexwar.hexes import Hex
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.player.levels import Level
from hexwar.systems.tlnb.rules.arrivals.arrivals import due_groups, waiting_units
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Arm, FormationId, Side, UnitId
from hexwar.table.spans import Spans

FAR: Final = 99
"""Hexes to an enemy where there is none."""

NIGHT: Final = 0.25
"""What part of a march by day is made by night, near the officers (T22.6)."""

_MOST: Final = 400
"""Half MP up to which ways to an aim are looked for."""


@dataclass(frozen=True)
class Outlook:
    """What a side makes of a view; every field is worked out when it is first asked for."""

    state: TlnbState
    side: Side

    @property
    def enemy(self) -> Side:
        """The other side."""
        return self.state.battle.enemy(self.side)

    @cached_property
    def distance(self) -> Callable[[Hex, Hex], int]:
        """How many hexes one is from another."""
        return self.state.battle.battlefield.grid.distance

    @cached_property
    def enemies(self) -> Mapping[Hex, int]:
        """The enemy's SP in each hex that he holds."""
        return strengths(self.state, self.enemy)

    @cached_property
    def friends(self) -> Mapping[Hex, int]:
        """The own SP in each hex that the side holds."""
        return strengths(self.state, self.side)

    @cached_property
    def pressure(self) -> Mapping[Hex, int]:
        """The enemy SP that stand next to each hex."""
        return pressures(self.state, self.enemy)

    @cached_property
    def prizes(self) -> Mapping[Hex, int]:
        """The VP that hang on each hex: those of the battle, and of sources of supply (T23.1)."""
        return prizes(self.state)

    @cached_property
    def spoils(self) -> Mapping[UnitId, frozenset[Hex]]:
        """The enemy's baggage trains that nobody guards, and from where each is taken (T19.6)."""
        state, found = self.state, dict[UnitId, frozenset[Hex]]()
        for train in state.battle.trains_of(self.enemy):
            record = state.units.get(train)
            hex_ = None if record is None else record.hex
            if hex_ is None or state.card(train).arm is not Arm.BAGGAGE_TRAIN:
                continue
            if not state.combat_units_in(hex_, self.enemy):
                found[train] = frozenset((hex_, *contact_hexes(state, hex_)))
        return found

    @cached_property
    def spoil_hexes(self) -> frozenset[Hex]:
        """The hexes from which any of them is taken."""
        return frozenset[Hex]().union(*self.spoils.values())

    def is_ours(self, hex_: Hex) -> bool:
        """Whether a hex that counts VP is held by the side."""
        return self.state.holding.control.get(hex_) == self.side

    def enemy_distance(self, hex_: Hex) -> int:
        """How many hexes away the nearest enemy combat unit is."""
        enemies = enemy_hexes(self.state, self.side)
        return min((self.distance(hex_, h) for h in enemies), default=FAR)

    def enemies_within(self, hex_: Hex, radius: int) -> int:
        """The enemy's SP near a hex."""
        return sum(sp for h, sp in self.enemies.items() if self.distance(h, hex_) <= radius)

    def friends_within(self, hex_: Hex, radius: int) -> int:
        """The own SP near a hex."""
        return sum(sp for h, sp in self.friends.items() if self.distance(h, hex_) <= radius)

    def troops(self, formation: FormationId) -> tuple[UnitId, ...]:
        """The combat units of a formation that are on the map."""
        state = self.state
        return tuple(
            u
            for u in state.units_of(formation)
            if state.units[u].hex is not None and state.card(u).is_combat_unit
        )

    @cached_property
    def comers(self) -> Mapping[FormationId, Mapping[UnitId, Hex]]:
        """The own combat units that are due by now, by formation, and where each enters."""
        state, found = self.state, dict[FormationId, dict[UnitId, Hex]]()
        for group in due_groups(state, self.side):
            for unit in waiting_units(state, group):
                if state.card(unit).is_combat_unit:
                    found.setdefault(state.formation_of(unit).id, {})[unit] = group.entry
        return found

    @cached_property
    def places(self) -> Mapping[FormationId, Mapping[UnitId, Hex]]:
        """Where the combat units of each own formation are, those too that are about to enter."""
        found = {formation: dict(units) for formation, units in self.comers.items()}
        for record in self.state.on_map(self.side):
            if record.hex is not None and self.state.card(record.id).is_combat_unit:
                formation = self.state.formation_of(record.id).id
                found.setdefault(formation, {})[record.id] = record.hex
        return found

    @cached_property
    def formations(self) -> Mapping[FormationId, tuple[UnitId, ...]]:
        """The own formations with combat units on the map, and who they are."""
        cards = self.state.battle.formations.values()
        found = {card.id: self.troops(card.id) for card in cards if card.side == self.side}
        return {formation: units for formation, units in found.items() if units}

    @cached_property
    def hours(self) -> tuple[float, ...]:
        """What part of a day's march each own Player-Turn to come allows, this one too."""
        state = self.state
        turns = range(state.turn, state.last_turn + 1)
        kinds = (state.battle.turn(turn).kind for turn in turns)
        return tuple(1.0 if kind is TurnKind.DAY else NIGHT for kind in kinds) or (1.0,)

    @property
    def turns_left(self) -> int:
        """The own Player-Turns still to come, this one too."""
        return max(self.state.last_turn - self.state.turn + 1, 1)


def strengths(state: TlnbState, side: Side) -> dict[Hex, int]:
    """The SP of a side in each hex."""
    found: dict[Hex, int] = {}
    for unit in state.on_map(side):
        if unit.hex is not None and state.card(unit.id).is_combat_unit:
            found[unit.hex] = found.get(unit.hex, 0) + state.sp(unit.id)
    return found


def pressures(state: TlnbState, side: Side) -> dict[Hex, int]:
    """The SP of a side that are in contact with each hex."""
    found: dict[Hex, int] = {}
    for hex_, strength in strengths(state, side).items():
        for near in contact_hexes(state, hex_):
            found[near] = found.get(near, 0) + strength
    return found


def prizes(state: TlnbState) -> dict[Hex, int]:
    """The VP that hang on each hex."""
    battle: TlnbBattle = state.battle
    source = state.numbers.victory.supply_source
    found = dict.fromkeys(battle.sources_on(state.turn), source)
    for hex_, vp in battle.vp_hexes.items():
        found[hex_] = max(found.get(hex_, 0), vp)
    return found


# -- how far it is to march


def march_costs(state: TlnbState, aim: Hex, gait: Gait = Gait.FOOT) -> Mapping[int, int]:
    """What the way to an aim costs from each cell, half MP, by road where one leads there.

    In mud roads are worth more to horse and guns, who pay double beside them (T3.3).
    """
    return _march(state, aim, gait).cost


def _march(state: TlnbState, aim: Hex, gait: Gait) -> Reach:
    key = "tlnb.player.march", aim, gait
    found: Reach | None = state.cache.get(key)
    if found is None:
        cell = state.battle.battlefield.grid.index[aim]
        found = state.cache[key] = _costs(_Ways.of(state, gait), cell)
    return found


@dataclass(frozen=True, eq=False)
class _Ways:
    steps: Steps

    @staticmethod
    def of(state: TlnbState, gait: Gait) -> _Ways:
        """The steps of a gait, by road where that is cheaper; the same again while spans last."""
        plain, column = steps_of(state, gait), steps_of(state, gait.in_column())
        return _mixed(_Same(plain), _Same(column), state.spans)


class _Same:
    """Stands for steps by what they are: the tables are kept by the ground."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps

    def __hash__(self) -> int:
        return id(self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.steps is self.steps


@lru_cache(maxsize=16)
def _mixed(plain: _Same, column: _Same, _spans: Spans) -> _Ways:
    rows: dict[int, Row] = {}
    for cell, road in enumerate(column.steps):
        if road:
            cheapest = dict(plain.steps[cell])
            for to, cost in road:
                cheapest[to] = min(cost, cheapest.get(to, cost))
            rows[cell] = tuple(cheapest.items())
    return _Ways(plain.steps.altered(rows))


@lru_cache(maxsize=256)
def _costs(ways: _Ways, cell: int) -> Reach:
    return reach(ways.steps, cell, _MOST)


# -- questions


D = TypeVar("D", bound=Decision[Any])
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question(Generic[D, T]):
    """A question, its listed answers, and all that a player has before him to answer it."""

    asked: D
    options: Sequence[T]
    outlook: Outlook
    look: Look
    dice: Dice
    level: Level
    notes: Notes

    @property
    def state(self) -> TlnbState:
        """The view of the side that is asked."""
        return self.outlook.state

    @property
    def default(self) -> T:
        """The answer of the rules where nobody chooses."""
        answer: T = self.asked.fallback(self.state, self.options)
        return answer

    def because(self, answer: T, reason: Reason | Callable[[], Reason]) -> T:
        """An answer, with the reason for it put down."""
        self.notes.reason = reason
        return answer

    def listed(self, answer: T) -> bool:
        """Whether an answer is legal, listed or not."""
        return self.asked.refusal(self.state, answer) is None

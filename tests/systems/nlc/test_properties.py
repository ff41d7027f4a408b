"""The rules on random maps and positions, and on the maps that are played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar import resources
from hexwar.engine import CHANCE, Decision, Session, Table
from hexwar.grid.reach import Reach
from hexwar.ground.movement import (
    Movers,
    can_end,
    can_step,
    ends,
    movers,
    path_refusal,
    path_to,
    quote,
)
from hexwar.ground.stacking import has_room, is_overstacked, stack_in
from hexwar.ground.zones import enemy_zone
from hexwar.hexes import Hex
from hexwar.scenario.build import build_battlefield
from hexwar.scenario.schema import MapFile
from hexwar.systems.nlc.events.combat import ReactionDeclared
from hexwar.systems.nlc.rules.combat.reaction import react_to_move
from hexwar.systems.nlc.rules.command.leaders import leader_ends, leader_path_refusal
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.nlc.system import nlc
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Activation, Segment
from hexwar.table.reports import PathQuote
from tests.systems.nlc import slow_rules
from tests.systems.nlc.cases import each
from tests.systems.nlc.melees import FIGHTS, fought, in_order, run, tables
from tests.systems.nlc.orders import ATTACK
from tests.systems.nlc.positions import ALLIED, FRENCH, battle_of, units
from tests.systems.nlc.positions import position as laid
from tests.systems.nlc.slow_rules import March, Sheet, group_of, slow_rides

# -- the rules on random maps and positions, set against slow rules typed again


FIGHTERS = ("infantry", "light", "heavy", "battery", "horse")
COLUMNS = tuple((arm,) for arm in FIGHTERS)
TRAINS = (("train",), ("pontoon",))

MARCHES = (*COLUMNS, *TRAINS, ("infantry", "light"), ("light", "heavy"), ("infantry", "horse"))
"""Arms that stand in one hex and move together; those of `COLUMNS` in road movement too."""

WEATHERS = ("fair", "rain", "mud", "snowstorm")
FRIENDS, ENEMIES = ("infantry", "light"), ("infantry", "light", "horse")

STORY = 25
"""Answers of a game that are looked at."""

MANY = 30
"""Of more options than this every second is asked about, or fewer."""


@dataclass(frozen=True)
class Position:
    """A map and a line for each piece."""

    sheet: Sheet
    lines: tuple[str, ...]

    def state(self) -> GameState:
        """The position in the Movement Segment of the French corps FI."""
        state = laid(self.sheet.text(), *self.lines, **self.sheet.features())
        segment = Segment.MOVEMENT
        state.activation = Activation(FormationId("FI"), FRENCH, segment, had_contact=False)
        return state


@st.composite
def sheets(draw: st.DrawFn, least: int = 2, most: int = 5) -> Sheet:
    """Maps of at most five by five hexes, up to half of their hexsides with something on them."""
    columns, rows = draw(st.integers(least, most)), draw(st.integers(least, most))
    bare = Sheet(columns, rows, {}, {}, {}, frozenset())
    letters = st.sampled_from("....wwmtc")
    pairs = bare.pairs()
    some = st.lists(st.sampled_from(pairs), max_size=len(pairs) // 2, unique=True)
    waters = st.sampled_from(tuple(slow_rules.WATERS))
    return Sheet(
        columns,
        rows,
        terrain={hex_: draw(letters) for hex_ in bare.hexes},
        water={frozenset(pair): draw(waters) for pair in draw(some)},
        ways={frozenset(pair): draw(st.sampled_from(("road", "trail"))) for pair in draw(some)},
        slopes=frozenset(pair if draw(st.booleans()) else pair[::-1] for pair in draw(some)),
        improved=frozenset(draw(st.lists(st.sampled_from(bare.hexes), max_size=2))),
        weather=draw(st.sampled_from(WEATHERS)),
    )


@st.composite
def positions(draw: st.DrawFn, together: Sequence[str] = ()) -> Position:
    """A map with some arms together in one hex, and some friends and enemies about them."""
    sheet = draw(sheets())
    pick = st.sampled_from
    start = draw(pick(sheet.hexes))
    lines, ours = [], {start}
    for number, arm in enumerate(together, 1):
        mark = draw(pick(("", " disrupted", " spent:2"))) if arm in FIGHTERS else ""
        lines.append(f"F{number} {_counter(draw, arm)} {start}{mark}")
    for number in range(5, 5 + draw(st.integers(0, 3))):
        arm, hex_ = draw(pick((*FRIENDS, "train", "pontoon", "leader"))), draw(pick(sheet.hexes))
        words = f"of:{draw(pick(('FI', 'FII')))}{draw(pick(('', ' moved', ' division:1st')))}"
        tail = _tail(draw, sheet, hex_) if arm in FRIENDS else ""
        lines.append(f"F{number} {_counter(draw, arm)} {hex_} {words}{tail}")
        ours |= {hex_, tail[-4:]}
    free = [hex_ for hex_ in sheet.hexes if hex_ not in ours]
    for number in range(1, 1 + draw(st.integers(0, 3 if free else 0))):
        arm, hex_ = draw(pick((*ENEMIES, "train", "leader"))), draw(pick(free))
        mark = draw(pick(("", " disrupted"))) if arm in FIGHTERS else ""
        tail = _tail(draw, sheet, hex_) if arm in ENEMIES else ""
        mark += tail if tail[-4:] not in ours else ""
        lines.append(f"A{number} {_counter(draw, arm)} {hex_}{mark}")
    return Position(sheet, tuple(lines))


def _tail(draw: st.DrawFn, sheet: Sheet, hex_: str) -> str:
    """Now and then a tail in the next hex, as of a strong unit in road column."""
    near = sheet.neighbours(hex_)
    return f" tail:{draw(st.sampled_from(near))}" if draw(st.integers(0, 3)) == 3 else ""


def _counter(draw: st.DrawFn, arm: str) -> str:
    """The arm with SP, initiative and MA."""
    if arm not in FIGHTERS:
        return arm
    return f"{arm} {draw(st.sampled_from((1, 3, 5, 8, 9)))}-3-{draw(st.integers(1, 6))}"


@st.composite
def marches(draw: st.DrawFn) -> tuple[Position, tuple[UnitId, ...], bool]:
    """A position, who moves in it, and whether by road movement."""
    column = draw(st.booleans())
    together = draw(st.sampled_from(COLUMNS if column else MARCHES))
    units = tuple(UnitId(f"F{number}") for number, _ in enumerate(together, 1))
    return draw(positions(together)), units, column


@pytest.mark.rule("N5.1", "N5.3", "N5.4", "N5.9", "N5.31", "N16.4", "T18.32")
@pytest.mark.rule("N6.4", "N6.5", "N6.6", "N6.10")
@given(marches())
def test_the_reach_is_that_of_the_slow_rules_and_its_paths_are_legal(
    drawn: tuple[Position, tuple[UnitId, ...], bool],
) -> None:
    position, units, column = drawn
    state = position.state()
    group = movers(state, units)
    found = ends(state, group, ATTACK, column=column)
    march = March(position.sheet, state, group_of(state, units), column=column)
    assert costs(state, found) == march.ends()
    _check_paths(state, group, found, column=column)
    for near in state.battle.battlefield.grid.neighbours[group.start]:
        path = (group.start, near)
        is_legal = path_refusal(state, group, ATTACK, path, column=column) is None
        if is_legal and can_end(state, group, near, column=column):
            assert near in found


@pytest.mark.rule("N5.81")
@given(data=st.data())
def test_the_reach_of_an_arrival_is_that_of_the_slow_rules(data: st.DataObject) -> None:
    column = data.draw(st.booleans())
    arm = data.draw(st.sampled_from(FIGHTERS if column else (*FIGHTERS, "train")))
    position = data.draw(positions())
    counter = arm if arm == "train" else f"{arm} 5-3-{data.draw(st.integers(1, 6))}"
    state = Position(position.sheet, (*position.lines, f"F1 {counter} due")).state()
    entry, units = data.draw(st.sampled_from(_ways_in(position.sheet, state))), (UnitId("F1"),)
    group = movers(state, units, Hex(entry))
    found = ends(state, group, ATTACK, column=column)
    march = March(position.sheet, state, group_of(state, units, entry), column=column)
    assert costs(state, found) == march.ends()
    _check_paths(state, group, found, column=column)


def _ways_in(sheet: Sheet, state: GameState) -> list[str]:
    """Hexes with a road or trail and without enemies."""
    hexes = sorted({hex_ for pair in sheet.ways for hex_ in pair})
    free = [hex_ for hex_ in hexes if not state.units_in(Hex(hex_), ALLIED)]
    assume(free)
    return free


def costs(state: GameState, found: Mapping[Hex, Reach]) -> dict[str, int]:
    index = state.battle.battlefield.grid.index
    return {str(hex_): reach.cost[index[hex_]] for hex_, reach in found.items()}


def _check_paths(
    state: GameState, group: Movers, found: Mapping[Hex, Reach], *, column: bool
) -> None:
    """Each end's path is legal and costs what the reach says."""
    for end, reach in found.items():
        path = path_to(state, reach, end)
        assert (path[0], path[-1]) == (group.start, end)
        assert path_refusal(state, group, ATTACK, path, column=column) is None
        quoted = quote(state, group, path, column=column)
        assert isinstance(quoted, PathQuote)
        assert quoted.halves == reach.cost[state.battle.battlefield.grid.index[end]]


@st.composite
def walks(draw: st.DrawFn, sheet: Sheet, start: str) -> tuple[str, ...]:
    """A path of neighbours, seldom broken."""
    path = [start]
    for _ in range(draw(st.integers(0, 5))):
        near = sheet.neighbours(path[-1])
        astray = draw(st.integers(0, 9)) == 9
        path.append(draw(st.sampled_from(sheet.hexes if astray else near)))
    return tuple(path)


@pytest.mark.rule("N5.4", "N5.31", "N6.5", "N6.6", "N6.10", "N16.4")
@given(drawn=marches(), data=st.data())
def test_the_law_of_any_path_is_that_of_the_slow_rules(
    drawn: tuple[Position, tuple[UnitId, ...], bool], data: st.DataObject
) -> None:
    position, units, column = drawn
    state = position.state()
    march = March(position.sheet, state, group_of(state, units), column=column)
    path = data.draw(walks(position.sheet, march.group.start))
    hexes = tuple(Hex(hex_) for hex_ in path)
    refusal = path_refusal(state, movers(state, units), ATTACK, hexes, column=column)
    assert (refusal is None) == (march.cost(path) is not None), refusal


@pytest.mark.rule("N4.52", "N5.4")
@given(marches())
def test_who_is_asked_to_move_can_move(drawn: tuple[Position, tuple[UnitId, ...], bool]) -> None:
    position, units, _ = drawn
    state = position.state()
    group = group_of(state, units)
    is_possible = any(
        March(position.sheet, state, group, column=column).walk((group.start, near)) is not None
        for near in position.sheet.neighbours(group.start)
        for column in ((False,) if len(units) > 1 or group.is_train else (False, True))
    )
    assert can_step(state, movers(state, units), ATTACK) == is_possible


@pytest.mark.rule("N14.5", "N14.51", "N6.8")
@given(data=st.data(), role=st.sampled_from(("leader", "hq", "overall")))
def test_a_leader_rides_where_the_slow_rules_let_him(data: st.DataObject, role: str) -> None:
    position = data.draw(positions())
    hex_ = data.draw(st.sampled_from(position.sheet.hexes))
    state = Position(position.sheet, (*position.lines, f"F9 {role} {hex_}")).state()
    assume(not state.units_in(Hex(hex_), ALLIED))
    leader = LeaderId("F9")
    found = leader_ends(state, leader)
    rides = slow_rides(position.sheet, state, leader)
    assert set(found) == set(rides)
    for end, path in found.items():
        assert leader_path_refusal(state, leader, path) is None
        limit = state.battle.leaders[leader].movement * 2
        assert slow_rules.ride_cost(position.sheet, path, limit) == rides[end]


@pytest.mark.rule("N6.3")
@given(position=positions(("infantry",)))
def test_zones_are_those_of_the_slow_rules(position: Position) -> None:
    state = position.state()
    for side in (FRENCH, ALLIED):
        assert enemy_zone(state, side) == slow_rules.enemy_zone(position.sheet, state, side)


@pytest.mark.rule("N6.1")
@given(position=positions(("infantry", "battery")))
def test_room_is_that_of_the_slow_rules(position: Position) -> None:
    state = position.state()
    french = [unit for unit in state.units if state.side_of(unit) == FRENCH]
    for size in (1, 2, 3, 4, 5):
        some = french[:size]
        assert is_overstacked(state, some) == (not slow_rules.has_room(state, some))
    for hex_ in state.battle.battlefield.grid.hexes:
        both = [u for u in french if hex_ in (state.units[u].hex, state.units[u].tail)]
        both = [u for u in both if u not in french[:1]] + french[:1]
        assert has_room(state, hex_, FRENCH, french[:1]) == slow_rules.has_room(state, both)


class Drawn:
    """Dice and chits that Hypothesis chooses."""

    seed = None

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        del number
        return self.data.draw(st.integers(0, len(options) - 1), label=f"{decision.about()}")


LINES = (
    "F1 infantry 5-3 {0}",
    "F2 light 3-4 {0}",
    "F3 battery 2-3 {1}",
    "F4 train {2}",
    "F8 leader {0}",
    "F9 infantry 4-2 {1} of:FII",
    "A1 infantry 4-3 {3}",
    "A2 heavy 3-4 {4}",
    "A3 horse 2-3 {4}",
    "A8 leader {3}",
    "A9 overall {4} of:AHQ",
)


@st.composite
def sessions(draw: st.DrawFn, data: st.DataObject) -> Session[GameState]:
    """A game of two small armies, close together."""
    sheet = draw(sheets(least=3))
    places = draw(st.lists(st.sampled_from(sheet.hexes), min_size=5, max_size=5, unique=True))
    lines = tuple(line.format(*places) for line in LINES)
    battle = laid(sheet.text(), *lines, **sheet.features()).battle
    return Session.begin(nlc(lambda _: battle), {}, Drawn(data))


@given(data=st.data())
def test_every_question_can_be_answered_as_it_lists_and_finds_the_table_in_order(
    data: st.DataObject,
) -> None:
    session = data.draw(sessions(data))
    for _ in range(STORY):
        decision, state = session.pending, session.state
        if decision is None:
            break
        assert decision.side != CHANCE
        seen = view(state, Side(decision.side))
        options = list(session.options)
        assert options
        assert list(decision.options(state)) == options == list(decision.options(seen))
        for option in options[:: len(options) // MANY + 1]:
            assert decision.refusal(state, option) is None
            assert decision.refusal(seen, option) is None
        assert state.occupants == _where(state.units)
        assert state.leaders_at == _where(state.leaders)
        for hex_ in state.occupants:
            assert len({state.side_of(u) for u in state.combat_units_in(hex_)}) < 2
        _check_stacks(session.marks[-1].state)
        session.answer(data.draw(st.sampled_from(options), label=type(decision).__name__))


def _check_stacks(state: GameState) -> None:
    """N6.2: the limits bind between two procedures, but for the side that is acting."""
    for side in (FRENCH, ALLIED):
        if state.activation is None or state.activation.side != side:
            for hex_ in (*state.occupants, *state.tails):
                assert not is_overstacked(state, stack_in(state, hex_, side))


def _where(records: Any) -> dict[str, tuple[str, ...]]:
    """Who is in each hex, made anew."""
    found: dict[str, tuple[str, ...]] = {}
    for record in records.values():
        assert (record.hex is None) != (record.box is None)
        if record.hex is not None:
            found[record.hex] = tuple(sorted((*found.get(record.hex, ()), record.id)))
    return found


# -- whole activations of combat on random tables, with random dice and random legal answers
#
# Whatever is assaulted, charged, bombarded, met and pursued: no unit is lost or in two places, and
# what a side has lost is what its boxes and its reduced units lack.


@pytest.mark.rule("N4.5", "N8.35", "N9.6", "N10.13", "N11.5", "N2.43")
@given(tables(), st.sampled_from(list(FIGHTS)), st.data())
def test_the_fights_of_an_activation_leave_the_table_in_order(
    state: GameState, first: Segment, data: st.DataObject
) -> None:
    in_order(state, fought(state, first, data))


@pytest.mark.rule("N10.22", "N10.25", "N10.4", "N10.7")
@given(tables(), st.data())
def test_a_reaction_to_a_move_leaves_the_table_in_order(
    state: GameState, data: st.DataObject
) -> None:
    movers = tuple(record.id for record in state.on_map(FRENCH))
    table = Table(state.copy())
    run(lambda table: react_to_move(table, movers), table, data)
    in_order(state, table)
    tries = sum(isinstance(event, ReactionDeclared) for event in table.events)
    assert tries <= 1


# -- the reach on the maps that are played, set against the slow rules typed again


MAPS = ("brienne", "montmirail", "proving-ground")
OURS = ("infantry 8-3-4", "infantry 5-3-4", "light 4-3-6", "battery 3-3-4", "horse 3-3-6", "train")
THEIRS = ("infantry 5-3", "light 4-3", "horse 3-3", "train")


@lru_cache(maxsize=3)
def field_of(name: str) -> Battlefield:
    text = (resources.scenarios() / "maps" / f"{name}.json").read_text("utf-8")
    return build_battlefield(MapFile.model_validate(json.loads(text)), name)


@lru_cache(maxsize=3)
def sheet_of(name: str) -> Sheet:
    return slow_rules.sheet_of(field_of(name))


def strewn(name: str, seed: str, weather: str) -> GameState:
    """Six French and eight Allied pieces near each other, on roads and off them."""
    field, chance = field_of(name), Random(seed)
    centre = chance.choice(sorted(field.way_hexes))
    near = [
        h for h in field.grid.within(centre, 5) if h in field.way_hexes or chance.random() < 0.4
    ]
    chance.shuffle(near)
    ours = [f"F{n} {arm} {near.pop()}" for n, arm in enumerate(OURS, 1)]
    theirs = [f"A{n} {arm} {near.pop()}" for n, arm in enumerate((*THEIRS, *THEIRS), 1)]
    _, state = battle_of(field, *ours, *theirs[: chance.randint(0, 8)], weather=weather)
    state.activation = Activation(FormationId("FI"), FRENCH, Segment.MOVEMENT, had_contact=False)
    return state


@pytest.mark.rule("N5.1", "N5.2", "N5.3", "N6.3", "N6.5", "N6.10")
@each("seed weather", ("1", "mud"), ("2", "fair"), ("3", "mud"))
@each("name", *MAPS)
def test_the_reach_on_a_map_is_that_of_the_slow_rules(name: str, seed: str, weather: str) -> None:
    state = strewn(name, f"{name} {seed}", weather)
    sheet = replace(sheet_of(name), weather=weather)
    for who in units("F1 F2 F3 F4 F5 F6"):
        for column in (False, True)[: 1 if state.card(who).arm.is_train else 2]:
            found = ends(state, movers(state, (who,)), ATTACK, column=column)
            march = March(sheet, state, group_of(state, (who,)), column=column)
            assert costs(state, found) == march.ends(), (who, column)

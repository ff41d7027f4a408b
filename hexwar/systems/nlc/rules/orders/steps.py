"""How the steps of an order end and follow each other (N12.3): tests without a new roll.

A line is tested when its formation's activation begins, so that the new step governs it, and in
Turn End (N12.31). Beyond them the owner may end a step: he has said so on his pad beforehand, or
says so when the line acts. Nobody asks him, and the enemy hears nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hexwar.engine import Choice, Manner, Refusal, Table, YesNo, refuse
from hexwar.ground.zones import contact_hexes, enemy_hexes, is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.orders import DivisionRejoined, OrderStepChanged
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Offer, Verb, Wish, formation_of_line
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    commander_of,
    is_detached,
    is_in_range,
    is_pontoon_line,
    units_under,
)
from hexwar.systems.nlc.rules.orders.forms import filled
from hexwar.systems.nlc.rules.orders.goals import objective_of
from hexwar.systems.nlc.rules.orders.permissions import line_row, row_of
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import line_name, order_sentence
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.pieces import Phase

HERE = mark("an order without objective means where it is")
IN_CONTACT = mark("it is in contact with the enemy")
MARCH_ENDS = mark("arrival or contact")


@dataclass(frozen=True, slots=True)
class BeginFallBack(Question[bool], YesNo, rule="N12.32", is_secret=True):
    """N12.32: whether a delaying formation begins the Fall Back that its order names next."""

    kinds = ("begin", "pass")
    default = False
    line: LineId

    def sentence(self, view: GameState) -> str:
        """Who delays."""
        words = mark("{who} may let {name} begin to fall back, or go on delaying.")
        return self.told(view, words, name=_name(view, self.line))

    def _next(self, view: GameState) -> str:
        """What the order says next."""
        steps = view.pad.lines[self.line].steps[1:]
        return order_sentence(view.battle, steps) if steps else say("Fall Back")

    def hint(self, view: GameState) -> str:
        """What would begin."""
        words = mark("{name} goes on delaying, or begins what its order says next: {order}.")
        return say(words, name=_name(view, self.line), order=self._next(view))

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Hold on, or begin."""
        stay = say("{name} holds on", name=_name(view, self.line))
        return (
            Choice("stay", say("Go on delaying"), stay, answer=False),
            Choice("begin", say("Begin to fall back"), f"{self._next(view)}.", answer=True),
        )

    def marks(self, view: GameState) -> Overlays:
        """Where they are."""
        return _where(view, self.line)


@dataclass(frozen=True, slots=True)
class StopProbe(Question[bool], YesNo, rule="N12.23", is_secret=True):
    """N12.23: whether a formation that has lost two steps this turn stops its Probe."""

    kinds = ("stop", "pass")
    default = False
    line: LineId

    def sentence(self, view: GameState) -> str:
        """Who has lost how much."""
        words = mark(
            "{who} may stop the probe of {name}, because it has lost two steps in this turn."
        )
        return self.told(view, words, name=_name(view, self.line))

    def hint(self, view: GameState) -> str:
        """What both mean."""
        words = mark("{name} goes on with its Probe, or stops and defends where it is.")
        return say(words, name=_name(view, self.line))

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """Go on, or stop."""
        name = _name(view, self.line)
        go, stop = say("{name} goes on", name=name), say("{name} defends from now on", name=name)
        return (
            Choice("stay", say("Go on"), go, answer=False, manner=Manner.MAIN),
            Choice("stop", say("Stop the Probe"), stop, answer=True),
        )

    def marks(self, view: GameState) -> Overlays:
        """Where they are."""
        return _where(view, self.line)


@dataclass(frozen=True, slots=True)
class TurnBack:
    """A line that acts is to fall back, or to stop its Probe, before anybody of it moves."""

    line: LineId


def turn_back_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why the owner of a line cannot end its step now, or None (N12.23, N12.32)."""
    acting = state.activation
    if acting is None or line not in lines_of(state, acting.formations):
        return refuse("N12.31", "Only who acts can be told so.")
    if not may_fall_back(state, line) and not may_stop_probe(state, line):
        words = mark("Only a Delay before a Fall Back is ended, or a Probe that has cost too much.")
        return refuse("N12.31", words)
    units = units_under(state, line)
    if any(state.units[unit].moved or unit in acting.acting for unit in units):
        return refuse("N12.31", "{name} has begun to move already.", name=_name(state, line))
    return None


def turn_backs(state: GameState, formations: Iterable[FormationId]) -> tuple[TurnBack, ...]:
    """The lines of those who act whose owner may end their step now."""
    lines = lines_of(state, formations)
    return tuple(TurnBack(line) for line in lines if turn_back_refusal(state, line) is None)


@dataclass(frozen=True, slots=True)
class Change:
    """What a test brings: the steps that are left, and why."""

    steps: tuple[OrderStep, ...]
    reason: str  # as a clause: it has arrived


# -- the flow


async def test_steps(table: Table[GameState], formations: Iterable[FormationId]) -> None:
    """N12.31: test the orders of formations, of their detached divisions and of their wings.

    Before step a of an activation it is called with the formations that act.
    """
    for line in lines_of(table.state, formations):
        await _test_line(table, line)


async def test_contact(table: Table[GameState], formations: Iterable[FormationId]) -> None:
    """N12.21: at the end of an activation a March in contact is over for those who acted.

    One that goes on with an attack, or has arrived, is left to the next test (N12.31, N12.32).
    """
    for line in lines_of(table.state, formations):
        if centre_of(table.state, line) is None or not is_halted(table.state, line):
            continue
        _take(table, line, Change((_defend_here(table.state, line),), IN_CONTACT))


def is_halted(state: GameState, line: LineId) -> bool:
    """Whether contact ends a line's March, and no attack that it names follows (N12.21)."""
    steps = state.pad.lines[line].steps
    if not steps or row_of(state, steps[0]).ends != MARCH_ENDS or has_arrived(state, line):
        return False
    follows = steps[1:] and row_of(state, steps[1]).engages
    return not follows and any(is_in_contact(state, unit) for unit in fighters(state, line))


async def test_all_steps(table: Table[GameState]) -> None:
    """N4.71: the arrival and contact checks of Turn End, of the first player's orders first."""
    formations = table.state.battle.formations.values()
    for side in table.state.battle.sides:
        await test_steps(table, [f.id for f in formations if f.side == side])


def lines_of(state: GameState, formations: Iterable[FormationId]) -> tuple[LineId, ...]:
    """The lines that are tested with formations: a wing acts with its corps (N14.51).

    In the basic game what a formation was told holds until it acts again (N26.1).
    """
    if state.battle.is_basic:
        return ()
    tested, pad = dict.fromkeys(formations), state.pad
    wings = dict.fromkeys(pad.wings[f] for f in tested if f in pad.wings)
    own = [LineId(f) for f in wings | tested]
    detached = (x for x in pad.lines if is_detached(x) and formation_of_line(x) in tested)
    return tuple(line for line in (*own, *sorted(detached)) if line in pad.lines)


async def _test_line(table: Table[GameState], line: LineId) -> None:
    """Change steps until the one in force stays, then do what its owner has said beforehand.

    An order without objective takes the hex of its commander first (N12.16).
    """
    if centre_of(table.state, line) is None:
        return
    steps = table.state.pad.lines[line].steps
    if steps and steps[0].target is None and steps[0].target_formation is None:
        _write(table, line, filled(table.state, line, steps), HERE)
    while (change := change_of(table.state, line)) is not None:
        _take(table, line, change)
        if line not in table.state.pad.lines:
            return
    state, side = table.state, table.state.side_of_line(line)
    if may_fall_back(state, line) and state.pad.has_wish(side, Wish(Offer.FALL_BACK, line)):
        _fall_back_now(table, line)
    elif may_stop_probe(state, line) and state.pad.has_wish(side, Wish(Offer.STOP, line)):
        _stop_probe(table, line)


async def turn_back(table: Table[GameState], line: LineId) -> None:
    """N12.23, N12.32: the owner of a line that acts begins its Fall Back, or stops its Probe."""
    side = table.state.side_of_line(line)
    if may_fall_back(table.state, line):
        if await BeginFallBack(side, line):
            _fall_back_now(table, line)
    elif await StopProbe(side, line):
        _stop_probe(table, line)


def _fall_back_now(table: Table[GameState], line: LineId) -> None:
    rest = table.state.pad.lines[line].steps[1:]
    _take(table, line, Change(rest, mark("its side wants it so")))


def _stop_probe(table: Table[GameState], line: LineId) -> None:
    here = (_defend_here(table.state, line),)
    _take(table, line, Change(here, mark("it lost too many steps")))


def _take(table: Table[GameState], line: LineId, change: Change) -> None:
    """Write a change; a detached division whose order is done rejoins if it can (N12.92).

    After the last step comes Defend its objective (N12.21, N12.22, N12.26).
    """
    state = table.state
    may_rejoin = is_detached(line) and not is_pontoon_line(state, line)
    if not change.steps and may_rejoin and is_near_commander(state, line):
        table.emit(DivisionRejoined(state.side_of_line(line), line, change.reason))
        return
    place = objective_of(state, state.pad.lines[line].step) or centre_of(state, line)
    _write(table, line, change.steps or (OrderStep(Verb.DEFEND, place),), change.reason)


def _write(
    table: Table[GameState], line: LineId, steps: tuple[OrderStep, ...], reason: str
) -> None:
    table.emit(OrderStepChanged(table.state.side_of_line(line), line, steps, reason))


def _defend_here(state: GameState, line: LineId) -> OrderStep:
    return OrderStep(Verb.DEFEND, centre_of(state, line))


# -- the tests


def change_of(state: GameState, line: LineId) -> Change | None:
    """What a test of a line brings now, or None where its step goes on (N12.31).

    No steps left means: it defends where it has got to, or rejoins its corps. Nothing is changed,
    and what the owner may choose (`turn_back`) is not done here.
    """
    steps = state.pad.lines[line].steps
    if not steps:
        return None
    test = _TESTS.get(row_of(state, steps[0]).ends)
    return None if test is None else test(state, line, steps)


Steps = tuple[OrderStep, ...]


def _march(state: GameState, line: LineId, steps: Steps) -> Change | None:
    """N12.21, N12.32: done on arrival; contact ends it too.

    At the beginning of its activation a formation with no attack to follow may still step out of
    an EZOC, so it turns to Defend at the end of the activation (`test_contact`) and in Turn End.
    """
    if has_arrived(state, line):
        return Change(steps[1:], mark("it has arrived"))
    if not any(is_in_contact(state, unit) for unit in fighters(state, line)):
        return None
    if steps[1:] and row_of(state, steps[1]).engages:
        return Change(steps[1:], IN_CONTACT)
    if state.phase is Phase.TURN_END:
        return Change((_defend_here(state, line),), IN_CONTACT)
    return None


def _attack(state: GameState, line: LineId, steps: Steps) -> Change | None:
    """N12.22: done when the objective is taken and no enemy is within two hexes of it."""
    goal = objective_of(state, steps[0])
    if goal is None or is_enemy_near(state, line, goal):
        return None
    taken = state.holders_of(goal, state.side_of_line(line))
    return Change(steps[1:], mark("the objective is taken")) if taken else None


def _probe(state: GameState, line: LineId, steps: Steps) -> Change | None:
    """N12.23: as an Attack, or when it has arrived and found nobody (house rule)."""
    goal, taken = objective_of(state, steps[0]), _attack(state, line, steps)
    if taken is not None or goal is None or is_enemy_near(state, line, goal):
        return taken
    return Change(steps[1:], mark("it found no enemy")) if has_arrived(state, line) else None


def _fall_back(state: GameState, line: LineId, steps: Steps) -> Change | None:
    """N12.26: done on arrival."""
    return Change(steps[1:], mark("it has arrived")) if has_arrived(state, line) else None


def _delay(state: GameState, line: LineId, steps: Steps) -> Change | None:
    """N12.25, N12.32: a stack outnumbered in contact forces the Fall Back that is named next."""
    if not is_before_fall_back(state, line) or not outnumbered_stacks(state, line):
        return None
    return Change(steps[1:], mark("it is outnumbered"))


_TESTS: Mapping[str, Callable[[GameState, LineId, Steps], Change | None]] = MappingProxyType(
    {
        MARCH_ENDS: _march,
        "taken": _attack,
        mark("taken or empty"): _probe,
        "arrival": _fall_back,
        "outnumbered": _delay,
    }
)


# -- questions


def fighters(state: GameState, line: LineId) -> tuple[UnitId, ...]:
    """The combat units on the map that a line binds."""
    units = (unit for unit in units_under(state, line) if state.units[unit].hex is not None)
    return tuple(unit for unit in units if state.card(unit).is_combat_unit)


def has_arrived(state: GameState, line: LineId) -> bool:
    """Whether the goal of a line's step is reached (N12.31).

    The commander, or lacking him the senior unit, and half the combat units on the map are within
    two hexes of it. Of a headquarters every counter on the map, of a wing its commander. A pontoon
    train is in the hex itself (house rule).
    """
    goal, centre = objective_of(state, state.pad.lines[line].step), centre_of(state, line)
    if goal is None or centre is None:
        return False
    if is_pontoon_line(state, line):
        return centre == goal
    distance = state.battle.battlefield.grid.distance
    radius = numbers_of(state.battle).duty.goal_radius
    places = [state.units[unit].hex for unit in fighters(state, line)]
    there = [h for h in places if h is not None and distance(h, goal) <= radius]
    staff = [hex_ for hex_ in _staff(state, line) if distance(hex_, goal) > radius]
    return distance(centre, goal) <= radius and 2 * len(there) >= len(places) and not staff


def _staff(state: GameState, line: LineId) -> list[Hex]:
    """Where the counters of a headquarters stand; nothing for other lines."""
    formation = state.battle.formations[formation_of_line(line)]
    leaders = () if formation.has_chit else formation.leaders
    places = (state.leaders[leader].hex for leader in leaders)
    return [hex_ for hex_ in places if hex_ is not None]


def is_enemy_near(state: GameState, line: LineId, goal: Hex) -> bool:
    """Whether an enemy combat unit is within two hexes of an objective (N12.22)."""
    distance = state.battle.battlefield.grid.distance
    radius = numbers_of(state.battle).duty.zone_radius
    return any(distance(goal, h) <= radius for h in enemy_hexes(state, state.side_of_line(line)))


def outnumbered_stacks(state: GameState, line: LineId) -> tuple[Hex, ...]:
    """The hexes with units of a line where enemies in contact outnumber the stack (N12.25)."""
    side = state.side_of_line(line)
    places = dict.fromkeys(state.units[unit].hex for unit in fighters(state, line))
    return tuple(h for h in places if h is not None and is_outnumbered(state, side, h))


def is_outnumbered(state: GameState, side: Side, hex_: Hex) -> bool:
    """Whether enemies in contact outnumber a side's stack 3:2, by face SP (N12.25, N12.34)."""
    enemy = state.battle.enemy(side)
    met = [unit for near in contact_hexes(state, hex_) for unit in state.holders_of(near, enemy)]
    own = sum(state.sp(unit) for unit in state.combat_units_in(hex_, side))
    against = sum(state.sp(unit) for unit in dict.fromkeys(met))
    return against >= numbers_of(state.battle).duty.outnumbered * own


def is_before_fall_back(state: GameState, line: LineId) -> bool:
    """Whether a line delays, and falls back in its next step (N12.25)."""
    rows = [row_of(state, step) for step in state.pad.lines[line].steps[:2]]
    return len(rows) == 2 and rows[0].ends == "outnumbered" and rows[1].retires


def may_fall_back(state: GameState, line: LineId) -> bool:
    """Whether the owner may begin a Fall Back now: in an activation, not in Turn End (N12.32)."""
    return state.phase is not Phase.TURN_END and is_before_fall_back(state, line)


def is_probe(state: GameState, line: LineId) -> bool:
    """Whether a line has a Probe, which its owner may stop when it costs too much (N12.23)."""
    return bool(state.pad.lines[line].steps) and bool(line_row(state, line).stoppable)


def may_stop_probe(state: GameState, line: LineId) -> bool:
    """Whether the owner may stop a Probe: its formation has lost two steps this turn (N12.23)."""
    if not is_probe(state, line):
        return False
    lost = state.losses.steps_lost.get(formation_of_line(line), 0)
    return lost >= numbers_of(state.battle).duty.probe_losses


def is_near_commander(state: GameState, line: LineId) -> bool:
    """Whether a detached division is wholly within its corps commander's range (N12.92)."""
    leader = commander_of(state, LineId(formation_of_line(line)))
    if leader is None:
        return False
    places = {state.units[unit].hex for unit in fighters(state, line)}
    return all(hex_ is not None and is_in_range(state, leader, hex_) for hex_ in places)


# -- lines as they are put to the player


def _name(state: GameState, line: LineId) -> str:
    return line_name(state.battle, line, state.pad.lines[line].units)


def _where(state: GameState, line: LineId) -> Overlays:
    """Where a line's commander and troops are."""
    units = units_under(state, line)
    hexes = [centre_of(state, line), *(state.units[unit].hex for unit in units)]
    return Overlays(selection=frozenset(hex_ for hex_ in hexes if hex_ is not None))

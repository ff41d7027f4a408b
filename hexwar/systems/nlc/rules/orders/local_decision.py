"""Local Decision: a leader changes his own order without his superior (N12.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hexwar.engine import Refusal, Table, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.orders import (
    BadMoveTaken,
    LocalDecisionRolled,
    LocalDecisionWanted,
)
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Verb, formation_of_line
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.decision_effects import (
    decision_shifts,
    follows_guns,
    guns_heard,
    may_try_again,
    put_retreat_away,
)
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.command.command import centre_of, commander_of, is_detached, rating_of
from hexwar.systems.nlc.rules.command.special_rules import first_bad_move, rule_of, waiting_refusal
from hexwar.systems.nlc.rules.losses.demoralization import weariness
from hexwar.systems.nlc.rules.orders.forms import alone_refusal, filled, steps_refusal
from hexwar.systems.nlc.rules.orders.goals import (
    enemies_within,
    nearest,
    nearest_enemy,
    objective_of,
    way_from,
)
from hexwar.systems.nlc.rules.orders.pad import put_in_force
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.rules.supply.lines import sources
from hexwar.systems.nlc.rules.victory.victory import is_napoleon
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import line_name
from hexwar.table.forces import FormationKind, LeaderId, OrderStep, Role, Side
from hexwar.table.words import leader_name

Steps = tuple[OrderStep, ...]

NEAR_NAPOLEON = "ney-near-napoleon"
"""The special rule that binds Ney's objectives to Napoleon (N12.62)."""

NAPOLEON = "Napoleon"


@dataclass(frozen=True, slots=True)
class TryLocalDecision(Question[Steps | None], rule="N12.61", is_secret=True):
    """N12.62: the order that a leader wants to give himself; None: he does not try."""

    kinds = ("try", "pass")
    line: LineId

    def options(self, state: GameState) -> Sequence[Steps | None]:
        """Not to try, a few orders of one step near him, and to march to the guns he has heard."""
        plain = ((step,) for step in _plain_wishes(state, self.line))
        return [None, *plain, *_ways_to_guns(state, self.line)]

    def refusal(self, state: GameState, answer: Steps | None) -> Refusal | None:
        """Any order whose objectives are near enough."""
        return None if answer is None else wish_refusal(state, self.line, answer)

    def is_forced(self, state: GameState, options: Sequence[Steps | None]) -> bool:  # noqa: ARG002
        """Never: more is legal than is listed."""
        return False

    def sentence(self, view: GameState) -> str:
        """Which leader."""
        leader, name = commander_of(view, self.line), line_name(view.battle, self.line)
        who = name if leader is None else f"{leader_name(view, leader)} ({name})"
        return self.told(
            view, mark("{who} may let {leader} try to change his own order."), leader=who
        )


@dataclass(frozen=True, slots=True)
class LocalReport:
    """What a try is up against; the roll itself uses it (N12.63)."""

    rating: int
    shifts: tuple[tuple[str, int], ...]  # by name, columns to the right
    column: int
    chances: tuple[tuple[str, int], ...]  # OK, NE, BM: in sixths


# -- the flow


async def try_local_decision(table: Table[GameState], side: Side, line: LineId) -> None:
    """N12.62, N12.63: a leader whom his side has named says what he wants, and rolls for it."""
    steps = await TryLocalDecision(side, line) or ()
    state, held = table.state, None
    if steps and not row_of(state, steps[0]).leaves and _may_still_retreat(state, line):
        held = may_try_again(state, side)  # who wants another order gives it up (N12.29)
    table.emit(LocalDecisionWanted(side, line, steps))
    if held is not None:
        put_retreat_away(table, held)
    await roll_for_wishes(table)


async def roll_for_wishes(table: Table[GameState]) -> None:
    """N12.63: whoever wants another order rolls for it."""
    for line in tuple(sorted(table.state.pad.wanted, key=_order_of(table.state))):
        await _roll(table, line)


async def _roll(table: Table[GameState], line: LineId) -> None:
    """N12.63: the Local Initiative Table; on OK the wanted order is in force now."""
    state, side = table.state, table.state.side_of_line(line)
    wanted = state.pad.wanted[line]
    report = local_report(state, line, wanted)
    die = await throw(table, side, f"local decision of {_name(state, line)}", is_secret=True)
    result = numbers_of(state.battle).local.table[die - 1][report.column]
    if result == "BM" and follows_guns(state, line, wanted):
        result = "NE"  # N12.67
    table.emit(LocalDecisionRolled(side, line, report.column, die, result))
    if result == "OK":
        put_in_force(table, line, filled(state, line, wanted))
    elif result == "BM":
        await _bad_move(table, line)


async def _bad_move(table: Table[GameState], line: LineId) -> None:
    """N12.65: he does something else, and stands by it for two turns.

    Where a special rule says what his first one is, no die is rolled for it.
    """
    side, step = table.state.side_of_line(line), first_bad_move(table.state, line)
    die = 0
    if step is None:
        purpose = say("bad move of {name}", name=_name(table.state, line))
        die = await throw(table, side, purpose, is_secret=True)
    table.emit(BadMoveTaken(side, line, die))
    until = table.state.turn + numbers_of(table.state.battle).local.bad_move_turns
    put_in_force(table, line, (step or bad_move(table.state, line, die),), until)


def _name(state: GameState, line: LineId) -> str:
    leader = commander_of(state, line)
    assert leader is not None
    return state.battle.leaders[leader].name


def _order_of(state: GameState) -> Callable[[LineId], int]:
    """The place of a line on the pads: sides, then formations as the army list has them."""
    sides = state.battle.sides
    formations = sorted(state.battle.formations.values(), key=lambda f: sides.index(f.side))
    places = {LineId(formation.id): place for place, formation in enumerate(formations)}
    return places.__getitem__


# -- who


def may_try(state: GameState, side: Side) -> tuple[LineId, ...]:
    """The lines of a side whose leaders are still to be asked in this step (N12.61)."""
    return tuple(
        line
        for formation in state.battle.formations.values()
        if formation.side == side
        and (line := LineId(formation.id)) not in state.pad.asked
        and try_refusal(state, line) is None
    )


def try_refusal(state: GameState, line: LineId) -> Refusal | None:
    """Why a leader may not try a Local Decision this turn, or None where he may (N12.66)."""
    formation = state.battle.formations[formation_of_line(line)]
    if is_detached(line) or formation.kind is FormationKind.HEADQUARTERS:
        return refuse("N12.66", "Only commanders of corps and wings decide for themselves.")
    leader, held = commander_of(state, line), state.pad.lines[line]
    if leader is None or state.leaders[leader].hex is None:
        words = mark("{formation} has no commander on the map.")
        return refuse("N12.66", words, formation=formation.name)
    name = state.battle.leaders[leader].name
    if not held.steps or held.step.fixed:
        return refuse("N12.66", "The order of {name} may not be changed.", name=name)
    if held.bad_until > state.turn and not _may_still_retreat(state, line):
        words = mark("{name} stands by his Bad Move until turn {bad_until}.")
        return refuse("N12.65", words, name=name, bad_until=held.bad_until)
    if (waiting_for := waiting_refusal(state, line)) is not None:
        return waiting_for
    if bounds(state, leader)[0] is None:
        words = mark("{name} decides only near Napoleon, who is not on the map.")
        return refuse("N12.62", words, name=name)
    waiting = state.pad.dispatches.get(line)
    if line in state.pad.addressed or (waiting is not None and waiting.due <= state.turn):
        return refuse("N12.61", "{name} has an order from his superior.", name=name)
    return None


def _may_still_retreat(state: GameState, line: LineId) -> bool:
    """N12.29: who decides alone may try for a General Retreat each turn, after a Bad Move too."""
    side = state.side_of_line(line)
    return may_try_again(state, side) is not None and alone_refusal(state, line) is None


# -- what


def wish_refusal(state: GameState, line: LineId, steps: Steps) -> Refusal | None:
    """Why a leader cannot want an order, or None where he can (N12.62)."""
    refusal = try_refusal(state, line) or steps_refusal(state, line, steps)
    if refusal is not None:
        return refusal
    held = state.pad.lines[line].bad_until
    if held > state.turn and not all(row_of(state, step).leaves for step in steps):
        words = mark("Until turn {held} he may try for nothing but a General Retreat.")
        return refuse("N12.65", words, held=held)
    leader = commander_of(state, line)
    assert leader is not None
    centre, radius, whom = bounds(state, leader)
    distance = state.battle.battlefield.grid.distance
    for step in filled(state, line, steps):
        goal = objective_of(state, step)
        if row_of(state, step).leaves:
            refusal = alone_refusal(state, line)
            if refusal is not None:
                return refusal
        elif centre is None or goal is None or distance(centre, goal) > radius:
            words = mark("The objective must be within {radius} hexes of {whom}.")
            return refuse("N12.62", words, radius=radius, whom=whom)
    return None


def bounds(state: GameState, leader: LeaderId) -> tuple[Hex | None, int, str]:
    """The hex round which a leader's objectives must lie, how near, and who is there (N12.62).

    Ney's lie round Napoleon; while he is off the map there is no such hex.
    """
    card, radius = state.battle.leaders[leader], numbers_of(state.battle).local.radius
    if NEAR_NAPOLEON not in card.special:
        return state.leaders[leader].hex, radius, card.name
    rule = rule_of(state.battle, NEAR_NAPOLEON)
    if rule is not None:
        radius = dict(rule.numbers)["hexes_from_leader"]
    for other in state.battle.leaders.values():
        if other.side == card.side and is_napoleon(other):
            return state.leaders[other.id].hex, radius, other.name
    return None, radius, NAPOLEON


def _plain_wishes(state: GameState, line: LineId) -> Iterator[OrderStep]:
    """Orders that are listed for a leader: hold, wait, and what to do about the next enemy."""
    here, side = centre_of(state, line), state.side_of_line(line)
    assert here is not None
    near = enemies_within(state, side, here, numbers_of(state.battle).local.radius)[:1]
    offered = [
        *([OrderStep(Verb.GENERAL_RETREAT)] if side in state.pad.retreating else []),
        OrderStep(Verb.DEFEND, here),
        OrderStep(Verb.RESERVE, here),
        *(OrderStep(verb, enemy) for enemy in near for verb in (Verb.ATTACK, Verb.PROBE)),
        *([OrderStep(Verb.DELAY, here)] if near else []),
        *(OrderStep(Verb.MARCH, place) for place in state.battle.vp_hexes),
    ]
    return (step for step in offered if wish_refusal(state, line, (step,)) is None)


def _ways_to_guns(state: GameState, line: LineId) -> Iterator[Steps]:
    """To march to each hex whose guns have been heard, and to attack it (N12.67)."""
    for hex_ in guns_heard(state, line) if state.cards.effects else ():
        steps = (OrderStep(Verb.MARCH, hex_), OrderStep(Verb.ATTACK, hex_))
        if follows_guns(state, line, steps) and wish_refusal(state, line, steps) is None:
            yield steps


# -- how likely


def local_report(state: GameState, line: LineId, wanted: Steps) -> LocalReport:
    """The rating, the shifts by name, the column and the chances of a try (N12.63, N12.64)."""
    numbers = numbers_of(state.battle).local
    rating = rating_of(state, line, wanted[0].verb)
    shifts = (*_shifts(state, line, wanted[0]), *decision_shifts(state, line, wanted))
    column = max(0, min(numbers.highest_column, rating + sum(by for _, by in shifts)))
    cells = [row[column] for row in numbers.table]
    if follows_guns(state, line, wanted):
        cells = ["NE" if cell == "BM" else cell for cell in cells]
    chances = tuple((result, cells.count(result)) for result in ("OK", "NE", "BM"))
    return LocalReport(rating, shifts, column, chances)


def _shifts(state: GameState, line: LineId, wanted: OrderStep) -> Iterator[tuple[str, int]]:
    """N12.64: the shifts that hold now; an enemy within three hexes counts nothing."""
    numbers, formation = numbers_of(state.battle).local, formation_of_line(line)
    here, far = centre_of(state, line), numbers.lonely_distance
    if formation in state.assaults.hit and row_of(state, wanted).shelters:
        yield say("assaulted since its last activation"), numbers.hit_and_defensive
    if here is not None and not enemies_within(state, state.side_of_line(line), here, far):
        yield say("no enemy within {far} hexes", far=far), numbers.lonely
    weary = weariness(state, formation)
    if weary is not None:
        yield weary, numbers.demoralized


# -- the Bad Move


def bad_move(state: GameState, line: LineId, die: int) -> OrderStep:
    """The order that a Bad Move is (N12.65); what is impossible is Defend where he is."""
    here = centre_of(state, line)
    assert here is not None
    return _BAD_MOVES[die](state, line, here) or OrderStep(Verb.DEFEND, here)


def _back_to_supply(state: GameState, line: LineId, here: Hex) -> OrderStep | None:
    """Fall Back five hexes along the cheapest way to the nearest source of supply."""
    grid, way = state.battle.battlefield.grid, way_from(state, line, here)
    goal = nearest(state, way, [point.hex for point in sources(state, state.side_of_line(line))])
    if goal is None or goal == here:
        return None
    path = way.path(grid.index[goal])
    far = min(numbers_of(state.battle).local.fall_back_hexes, len(path) - 1)
    return OrderStep(Verb.FALL_BACK, grid.hexes[path[far]])


def _delay(state: GameState, line: LineId, here: Hex) -> OrderStep | None:
    """Keep the nearest enemy from where he is."""
    return None if nearest_enemy(state, line, here) is None else OrderStep(Verb.DELAY, here)


def _to_a_friend(state: GameState, line: LineId, here: Hex) -> OrderStep | None:
    """March to the nearest other corps commander of the side."""
    own, side = formation_of_line(line), state.side_of_line(line)
    friends = (x for x in state.leaders_on_map(side) if x.role is Role.CORPS and x.formation != own)
    at = {state.leaders[card.id].hex: card.formation for card in friends}
    friend = nearest(state, way_from(state, line, here), filter(None, at))
    return None if friend is None else OrderStep(Verb.MARCH, target_formation=at[friend])


def _go_for(verb: str) -> Callable[[GameState, LineId, Hex], OrderStep | None]:
    """Attack or probe the nearest enemy."""

    def step(state: GameState, line: LineId, here: Hex) -> OrderStep | None:
        enemy = nearest_enemy(state, line, here)
        return None if enemy is None else OrderStep(verb, enemy)

    return step


_BAD_MOVES: Mapping[int, Callable[[GameState, LineId, Hex], OrderStep | None]] = {
    1: _back_to_supply,
    2: lambda _, __, here: OrderStep(Verb.DEFEND, here),
    3: _delay,
    4: _to_a_friend,
    5: _go_for(Verb.PROBE),
    6: _go_for(Verb.ATTACK),
}

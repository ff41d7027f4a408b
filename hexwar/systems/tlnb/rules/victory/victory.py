"""Victory: what scores, and who has won (T23)."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.tlnb.events.turn import GameEnded, HexControlled
from hexwar.systems.tlnb.rules.command.command import in_command_range
from hexwar.systems.tlnb.rules.command.leaders import is_napoleon
from hexwar.systems.tlnb.rules.losses.demoralization import counts, is_collapsed, lost_sp
from hexwar.systems.tlnb.rules.special.points import points_of
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, Side
from hexwar.table.pieces import Box
from hexwar.table.reports import ScoreLine


def score_lines(state: TlnbState) -> tuple[ScoreLine, ...]:
    """All that both sides score now, line by line (T23.1)."""
    return tuple(line for side in state.battle.sides for line in _lines(state, side))


def _lines(state: TlnbState, side: Side) -> Iterator[ScoreLine]:
    enemy, numbers = state.battle.enemy(side), state.numbers.victory
    lost = sum(lost_sp(state, u) for u, card in state.battle.units.items() if card.side == enemy)
    if lost:
        yield ScoreLine(side, lost * numbers.sp, say("enemy losses"), rule="T23.1")
    broken = sum(counts(state, f, enemy) for f in state.spirit.demoralized)
    if broken:
        words = count("{n} enemy formation demoralized", "{n} enemy formations demoralized", broken)
        yield ScoreLine(side, broken * numbers.demoralized_formation, words, rule="T23.1")
    taken = (t for t in state.losses.trains if state.side_of(t) == enemy)
    trains = sum(state.card(train).arm is Arm.BAGGAGE_TRAIN for train in taken)
    if trains:
        words = count("{n} enemy train taken", "{n} enemy trains taken", trains)
        yield ScoreLine(side, trains * numbers.baggage_train, words, rule="T23.1")
    yield from _places(state, side)
    for leader in state.losses.captured:
        if state.battle.leaders[leader].side == enemy:
            is_commander = leader in state.battle.commanders
            vp = numbers.commander if is_commander else numbers.officer
            name = state.battle.leaders[leader].name
            yield ScoreLine(side, vp, say("{name} captured", name=name), rule="T23.1")
    guard = state.losses.guard_vp.get(side, 0)
    if guard:
        yield ScoreLine(side, guard, say("the enemy's Old Guard gave way"), rule="T11.3")
    gone = _withdrawn(state, side)
    if gone:
        yield ScoreLine(side, gone, say("units that left the map"), rule="T23.1")
    for vp, words in points_of(state, side):
        yield ScoreLine(side, vp, words, rule="T34.6")
    cards = sum(score.vp for score in state.cards.scores if score.side == side)
    if cards:
        yield ScoreLine(side, cards, say("cards played"), rule="T24.2")


def _withdrawn(state: TlnbState, side: Side) -> int:
    """VP of a side's units that left the map by a card, no more than for enemies lost (T23.1)."""
    numbers, enemy = state.numbers.victory, state.battle.enemy(side)
    own = [u for u in state.losses.withdrawn if state.side_of(u) == side]
    trains = sum(state.card(u).arm.is_train for u in own)
    total = trains * numbers.train_exited + (len(own) - trains) // numbers.units_exited
    boxes = (Box.UAR, Box.PEU, Box.RECOVERED)
    lost = sum(
        c.sp
        for u, c in state.battle.units.items()
        if c.side == enemy and c.is_combat_unit and state.units[u].box in boxes
    )
    return min(total, lost * numbers.sp)


def _places(state: TlnbState, side: Side) -> Iterator[ScoreLine]:
    """Victory hexes and the enemy's sources, for a holder in supply or command (T23.2, T23.6)."""
    battle = state.battle
    names = battle.battlefield.place_names
    for hex_, vp in battle.vp_hexes.items():
        if vp and state.holding.control.get(hex_) == side and is_held(state, hex_):
            yield ScoreLine(side, vp, names.get(hex_, str(hex_)), rule="T23.6")
    for hex_, owner in battle.sources_on(state.turn).items():
        holder = state.holding.last_in.get(hex_)
        is_taken = owner != side and state.holding.control.get(hex_) == side
        if is_taken and holder is not None and is_supplied(state, holder):
            words = say("the enemy's source of supply in {hex}", hex=hex_)
            yield ScoreLine(side, state.numbers.victory.supply_source, words, rule="T23.1")


def is_held(state: TlnbState, hex_: Hex) -> bool:
    """Whether who holds a victory hex has supply or is in command range (T23.2)."""
    unit = state.holding.last_in.get(hex_)
    if unit is None or state.units[unit].hex is None:
        return unit is None
    return is_supplied(state, unit) or in_command_range(state, unit)


def totals(state: TlnbState) -> dict[Side, int]:
    """The points of both sides (T23.1)."""
    found = dict.fromkeys(state.battle.sides, 0)
    for line in score_lines(state):
        found[line.side] += line.points
    return found


def take_hexes(table: Table[TlnbState]) -> None:
    """T23.6: who was last in a victory hex or a source holds it."""
    state = table.state
    watched = dict.fromkeys((*state.battle.vp_hexes, *state.battle.sources_on(state.turn)))
    for hex_ in watched:
        units = state.combat_units_in(hex_)
        if not units:
            continue
        best = max(units, key=lambda u: (state.sp(u), u))
        side = state.side_of(best)
        last = state.holding.last_in.get(hex_)
        if state.holding.control.get(hex_) != side or (last not in units):
            table.emit(HexControlled(hex_, side, best))


def level(state: TlnbState, vp: dict[Side, int]) -> tuple[Side | None, str]:
    """Who has won by points, and how (T23.4, T23.10)."""
    low, high = sorted(vp, key=lambda side: vp[side])
    lift = max(1 - vp[low], 0) if vp[low] < 0 else 0
    least, most = max(vp[low] + lift, 1), max(vp[high] + lift, 1)
    for row in state.numbers.victory.levels:
        if most / least > row.ratio or (row.ratio > _MARGINAL and most / least >= row.ratio):
            return high, row.name
    return None, "draw"


_MARGINAL = 1.1
"""Up to this ratio it is a draw; the other levels begin at their ratio (T23.4)."""


def end_by_collapse(table: Table[TlnbState]) -> bool:
    """T15.6, T15.8: a side of which every formation is demoralized has lost, unless both are."""
    state = table.state
    broken = [side for side in state.battle.sides if is_collapsed(state, side)]
    if len(broken) != 1:
        return False
    vp = tuple(totals(state).items())
    table.emit(GameEnded(state.battle.enemy(broken[0]), "decisive", vp, mark("collapse")))
    return True


def end_by_capture(table: Table[TlnbState]) -> bool:
    """T23.7: where the scenario says so, who captures Napoleon has won."""
    state = table.state
    taken = [x for x in state.losses.captured if is_napoleon(state, x)]
    if not taken or not state.numbers.victory.emperor_wins:
        return False
    winner = state.battle.enemy(state.battle.leaders[taken[0]].side)
    table.emit(GameEnded(winner, "decisive", tuple(totals(state).items()), mark("capture")))
    return True


def end_by_points(table: Table[TlnbState]) -> None:
    """T23.4: the game is over, and points decide."""
    vp = totals(table.state)
    winner, name = level(table.state, vp)
    table.emit(GameEnded(winner, name, tuple(vp.items()), mark("points")))

"""What the board shows beside pieces and works, and why a marker lies where it lies."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.ground.sight import light_of, state_sight_limit
from hexwar.ground.traces import command_trace
from hexwar.hexes import Hex, hexside
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.command.command import centre_of, is_in_command_range
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, level_of, lost_of
from hexwar.systems.nlc.rules.supply.lines import supply_line
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, Side, UnitId
from hexwar.table.overlays import Entry, Sites
from hexwar.table.pieces import Box, Unit
from hexwar.table.reports import Remark
from hexwar.table.spans import Crossing, crossing
from hexwar.widgets.board.contents import Markers, Plight, SkyView
from hexwar.widgets.panels.parts import signed


def markers_of(state: GameState) -> Markers:
    """All of it, as the view of a side has it."""
    plights = {unit: plight_of(state, unit) for unit in state.units}
    fires = tuple(sorted(state.law.blaze(state).towns))
    return Markers(plights, sites_of(state), fires, sky_of(state))


def plight_of(state: GameState, unit: UnitId) -> Plight:
    """What is not in a unit's record (N15, N20.83, N16.5, N14.4, N4.43)."""
    acting = state.activation
    formation = counted_for(state, unit) if state.battle.units[unit].is_combat_unit else None
    return Plight(
        formation in state.spirit.demoralized,
        formation in state.spirit.exhausted,
        unit in state.supply.unsupplied,
        acting is not None and unit in acting.out_of_command,
        state.formation_of(unit).id in state.chits.acted,
    )


def sites_of(state: GameState) -> Sites:
    """The sites of a battle as they stand: VP, who holds what, what is still to arrive."""
    battle = state.battle
    due = {unit.id for unit in state.units.values() if unit.box is Box.DUE}
    turns: dict[tuple[Hex, Side], int] = {}
    for arrival in state.schedule.arrivals:
        for unit in arrival.units:
            if unit in due:
                key = (arrival.entry, battle.units[unit].side)
                turns[key] = min(turns.get(key, arrival.turn), arrival.turn)
    entries = tuple(Entry(hex_, side, str(turn)) for (hex_, side), turn in sorted(turns.items()))
    sources = battle.sources_on(state.turn)
    return Sites(battle.vp_hexes, dict(state.holding.control), sources, entries)


def sky_of(state: GameState) -> SkyView:
    """The sky over a state, or over the view that a side has of it.

    Where one sees but a hex or two it closes in round the pieces that are shown: it tells nothing
    that the counters do not tell.
    """
    limit, light = state_sight_limit(state), light_of(state)
    if limit > numbers_of(state.battle).sight.adjacent:
        return SkyView(state.sky.weather, light)
    units = (unit.hex for unit in state.on_map())
    leaders = (leader.hex for leader in state.leaders.values())
    watchers = frozenset(hex_ for hex_ in (*units, *leaders) if hex_ is not None)
    return SkyView(state.sky.weather, light, limit, watchers)


# -- why a marker lies there, and what it does: units, formations and hexes in remarks


def unit_remarks(state: GameState, unit: UnitId) -> tuple[Remark, ...]:
    """Why each marker lies on a unit, with its rule; empty for a unit in order."""
    return tuple(_unit_remarks(state, unit))


def _unit_remarks(state: GameState, unit: UnitId) -> Iterator[Remark]:
    record, acting = state.units[unit], state.activation
    if record.disrupted:
        percent = signed(numbers_of(state.battle).assault.disrupted)
        words = mark(
            "Disrupted until it rallies: fires at {signed} %, half its MP, no zone of "
            "control, no assault, no charge"
        )
        yield Remark(say(words, signed=percent), "N11.8")
    if state.card(unit).is_combat_unit:
        yield from formation_remarks(state, counted_for(state, unit))
    if unit in state.hiding.lifted:
        yield Remark(say("Moves hidden: the enemy does not see it"), "N20.1")
    if record.hex is not None and unit in state.supply.unsupplied:
        yield _supply_remark(state, unit)
    if record.hex is not None and acting is not None and unit in acting.out_of_command:
        yield _command_remark(state, unit)
    yield from _shape(state, record)


def formation_remarks(state: GameState, formation: FormationId) -> Iterator[Remark]:
    """Why a whole formation is demoralized or exhausted (N15.2, N20.83)."""
    name = state.battle.formations[formation].name
    if formation in state.spirit.demoralized:
        lost, most = lost_of(state, formation), level_of(state, formation) - 1
        words = mark("{name} is demoralized: it has lost {lost} SP, and bears {n}")
        yield Remark(say(words, name=name, lost=lost, n=most), "N15.2")
    if formation in state.spirit.exhausted:
        hours = numbers_of(state.battle).exhaustion.rest_hours
        words = mark(
            "{name} is exhausted by forced marches until it has rested in Reserve for "
            "{hours} hours in a row"
        )
        yield Remark(say(words, name=name, hours=hours), "N20.83")


def _supply_remark(state: GameState, unit: UnitId) -> Remark:
    """It stays what the last check found it to be (N16.5)."""
    line = supply_line(state, unit)
    why, words = line.reason.rstrip("."), mark("Out of supply: {why}")
    if line.in_supply:
        words = mark("Out of supply until the next check, though there is a line now: {why}")
    return Remark(say(words, why=why), "N16.5" if line.in_supply else line.rule)


def _command_remark(state: GameState, unit: UnitId) -> Remark:
    """It is fixed for the activation, wherever the commander goes (N14.31)."""
    centre, hex_ = centre_of(state, state.line_id_of(unit)), state.units[unit].hex
    if centre is None or hex_ is None or is_in_command_range(state, unit):
        words = say("Out of command when the activation began, and so until it ends")
        return Remark(words, "N14.31")
    limit = numbers_of(state.battle).leader.command_range
    trace = command_trace(state, state.side_of(unit), centre, hex_, limit)
    return Remark(say("Out of command: {rstrip}", rstrip=trace.reason.rstrip(".")), trace.rule)


def _shape(state: GameState, record: Unit) -> Iterator[Remark]:
    """How it stands: in square, in column, with its tail behind it, as a bridge."""
    numbers = numbers_of(state.battle)
    if record.square:
        words = mark(
            "In square: charges on it at {signed} %, but it may not move or assault; it "
            "ends in its next activation, or in the Rally Phase with no enemy cavalry "
            "within {far} hexes"
        )
        percent, far = signed(numbers.charge.at_square), numbers.square.clear_distance
        yield Remark(say(words, signed=percent, far=far), "N10.31")
    if record.column:
        words = mark(
            "In road column until it acts again or retreats: fires at {signed} %, no "
            "bombardment, no charge"
        )
        yield Remark(say(words, signed=signed(numbers.assault.road_column)), "N5.32")
    if record.tail is not None:
        words = mark("Its tail is in {tail}: who assaults there assaults it")
        yield Remark(say(words, tail=record.tail), "N5.33")
    if record.bridging is not None:
        a, b = record.bridging
        yield Remark(say("It is the pontoon bridge between {a} and {b}", a=a, b=b), "T18.2")


# -- hexes


def hex_remarks(state: GameState, hex_: Hex) -> Iterator[Remark]:
    """What was built or broken in a hex and on its hexsides, and what that does."""
    field, spans, numbers = state.battle.battlefield, state.spans, numbers_of(state.battle)
    if (turns := state.hiding.reports.get(hex_)) is not None:
        one, many = mark("{n} turn"), mark("{n} turns")
        words = say("A vedette's report on it takes {turns}", turns=count(one, many, turns))
        yield Remark(words, "N20.3")
    if hex_ in state.positions:
        words = mark(
            "Improved position, for either side: assaults on it at {signed} %, no "
            "charge, no zone of control reaches into it"
        )
        yield Remark(say(words, signed=signed(numbers.assault.improved_position)), "N21")
    words = mark("+{cost} MP to cross, none in road movement, not for baggage trains")
    toll = say(words, cost=numbers.movement.damaged_bridge)
    for other in field.grid.neighbours[hex_]:
        side = hexside(hex_, other)
        what = say("The {span} to {other} is damaged", span=field.span_name(side), other=other)
        if side in spans.pontoons:
            words = say("Pontoon bridge to {other}: {toll}", other=other, toll=toll)
            yield Remark(words, "N5.71")
        elif side in spans.found:
            yield Remark(say("Scouts found a ford to {other}", other=other), "T18.34")
        elif side in spans.damaged and crossing(field, spans, hex_, other) is Crossing.STREAM:
            yield Remark(say("{what}: only the stream is left", what=what), "N5.71")
        elif side in spans.damaged:
            gone = say("zones, fire, supply, command and retreats do not pass it")
            yield Remark(f"{what}: {toll}; {gone}", "N5.71")

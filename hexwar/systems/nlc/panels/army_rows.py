"""What the panels of every game show of NLC: forces in lines, the rows of a hex, what is left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from types import MappingProxyType

from hexwar.ground.hiding import flag_words
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.panels.describe import (
    ROLE_WORDS,
    chit_of,
    formation_title,
    ground_words,
    leader_face_of,
    leader_numbers,
    leader_tooltip,
    number_words,
    stake_words,
    state_words,
    strength_of,
    total_sp,
    unit_face,
    unit_tooltip,
    way_words,
    works_words,
)
from hexwar.systems.nlc.panels.markers import formation_remarks, hex_remarks
from hexwar.systems.nlc.panels.whatis import rule_of_hex, rule_of_piece
from hexwar.systems.nlc.rules.losses.demoralization import level_of, lost_of, members
from hexwar.systems.nlc.rules.losses.morale import PLAIN, unit_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box, Leader, Unit
from hexwar.widgets.panels.army_panel import Line, LineKind, Lines, Losses
from hexwar.widgets.panels.parts import remark_html, rule_link
from hexwar.widgets.panels.score import Strength
from hexwar.widgets.panels.stack_panel import HexStack, Row, RowKind

Levels = Mapping[FormationId, Losses]
"""The losses of the formations that have a level."""

# -- the order of battle


def levels_of(state: GameState) -> Levels:
    """What each formation in play has lost, and what it can bear (N15.1)."""
    return {
        formation: Losses(lost_of(state, formation), level_of(state, formation))
        for formation in state.battle.formations
        if members(state, formation)
    }


def army_lines(state: GameState, levels: Levels) -> Lines:
    """The lines of the order of battle.

    Args:
        state: the view of the side that looks.
        levels: what formations have lost, and how much makes them demoralized.
    """
    lines: Mapping[LineKind, Callable[[str], Line]] = {
        LineKind.SIDE: lambda id_: _side_line(state, Side(id_)),
        LineKind.FORMATION: lambda id_: _formation_line(
            state, FormationId(id_), levels.get(FormationId(id_))
        ),
        LineKind.LEADER: lambda id_: _leader_line(state, LeaderId(id_)),
        LineKind.UNIT: lambda id_: _unit_line(state, UnitId(id_)),
    }
    return lambda kind, id_: lines[kind](id_)


def _side_line(state: GameState, side: Side) -> Line:
    cards, records = state.battle.units, state.units
    own = [u for u in cards if cards[u].side == side and not cards[u].is_vedette]
    units = [u for u in own if records[u].box is not Box.RESERVE]
    sp, full = strength_of(state, units)
    name = state.battle.side_names[side]
    present = _present(state, units)
    about = _strength_tip(present, sp, full)
    title = f"side:{side}"
    return Line(LineKind.SIDE, title, name, present, sp=sp, full_sp=full, tip=lambda: about)


def _strength_tip(present: str, sp: int, full: int) -> str:
    """What the bar of a line says: SP left of all that were there at first or are still to come."""
    words = mark("{present}: {sp} SP left of {full}, those counted that are still to come.")
    return escape(say(words, present=present, sp=sp, full=full)) if full else f"{escape(present)}."


def _formation_line(state: GameState, formation: FormationId, losses: Losses | None) -> Line:
    battle = state.battle
    card = battle.formations[formation]
    sp, full = strength_of(state, card.units)
    acting = state.activation is not None and formation in state.activation.formations
    has_acted = formation in state.chits.acted and not acting
    plights = formation_states(state, formation)
    done = (say("acts now"),) if acting else (say("has acted"),) if has_acted else ()
    return Line(
        LineKind.FORMATION,
        f"formation:{formation}",
        formation_title(battle, formation),
        _present(state, card.units),
        None,
        ", ".join((*plights, *done)),
        sp,
        full,
        losses if full else None,
        is_bad=bool(plights),
        face=chit_of(battle, formation, spent=has_acted),
        tip=lambda: _formation_tip(state, formation, losses),
    )


def formation_states(state: GameState, formation: FormationId) -> tuple[str, ...]:
    """What weighs on a whole formation (N15.2, N20.83), in words."""
    lists = (("demoralized", state.spirit.demoralized), ("exhausted", state.spirit.exhausted))
    words = [word for word, those in lists if formation in those]
    out = [unit for unit in state.units_of(formation) if unit in state.supply.unsupplied]
    if out:
        units = count("{n} unit", "{n} units", len(out))
        words.append(say("{units} out of supply", units=units))
    return tuple(words)


def _formation_tip(state: GameState, formation: FormationId, losses: Losses | None) -> str:
    """Its note, what weighs on it, and how far it is from being demoralized."""
    card = state.battle.formations[formation]
    strength = strength_of(state, card.units)
    lines = [_strength_tip(_present(state, card.units), *strength), escape(card.note)]
    lines += [remark_html(remark) for remark in formation_remarks(state, formation)]
    if losses is not None:
        far = max(losses.level - losses.lost, 0)
        rest = say(", {far} SP from now.", far=far) if far else "."
        words = mark("Lost {lost} SP; demoralized at {level} SP (N15.2){rest}")
        lines.append(say(words, lost=losses.lost, level=losses.level, rest=rest))
    return "<br>".join(line for line in lines if line)


def _leader_line(state: GameState, leader: LeaderId) -> Line:
    card, record = state.battle.leaders[leader], state.leaders[leader]
    return Line(
        LineKind.LEADER,
        f"leader:{leader}",
        card.name,
        _where(state, record),
        record.hex,
        leader_numbers(state, leader),
        face=leader_face_of(state, leader),
        tip=lambda: leader_tooltip(state, leader),
        help=f"rule:{rule_of_piece(state, leader)}",
    )


def _unit_line(state: GameState, unit: UnitId) -> Line:
    card, record, face = state.card(unit), state.units[unit], unit_face(state, unit)
    return Line(
        LineKind.UNIT,
        f"unit:{unit}",
        card.name,
        _where(state, record),
        record.hex,
        ", ".join(state_words(state, unit)),
        *strength_of(state, [unit]),
        face=face,
        tip=lambda: unit_tooltip(state, unit),
        help=f"rule:{rule_of_piece(state, unit)}",
    )


def _present(state: GameState, units: Sequence[UnitId]) -> str:
    """How much of a force is on the map; of one that is wholly elsewhere, where."""
    if not units:
        return say("no units of its own")
    boxes = {state.units[unit].box for unit in units}
    elsewhere = next(iter(boxes))
    if len(boxes) == 1 and elsewhere is not None:
        wholly = mark("all in the {box} box")
        return say(_BOX_WORDS.get(elsewhere, wholly), box=say(elsewhere.value))
    on_map = sum(state.units[unit].hex is not None for unit in units)
    return say("{on_map} of {n} units on the map", on_map=on_map, n=len(units))


def _where(state: GameState, piece: Unit | Leader) -> str:
    if piece.hex is not None:
        return state.battle.battlefield.name_of(piece.hex)
    if piece.box is None:
        return say("nowhere")
    return say(_BOX_WORDS.get(piece.box, mark("{box} box")), box=say(piece.box.value))


_BOX_WORDS = {
    Box.DUE: mark("due"),
    Box.RESERVE: mark("not in play"),
    Box.EXITED: mark("exited"),
    Box.CAPTURED: mark("captured"),
    Box.UNSEEN: mark("out of sight"),
    Box.WITH_UNIT: mark("with its unit"),
    Box.SPREAD: mark("spread out in vedettes"),
}


# -- what is in a hex


_NO_MORALE: Mapping[UnitId, int] = MappingProxyType({})


def morale_in(state: GameState, hex_: Hex) -> Mapping[UnitId, int]:
    """The morale of the combat units of a hex, as they stand."""
    return {unit: unit_report(state, unit, PLAIN).value for unit in state.combat_units_in(hex_)}


def stack_of(
    state: GameState,
    hex_: Hex,
    eligible: Collection[str] = (),
    morale: Mapping[UnitId, int] = _NO_MORALE,
) -> HexStack:
    """A hex as the stack panel shows it.

    Args:
        state: the view of the side that looks.
        hex_: which hex.
        eligible: ids of units and leaders that may be chosen.
        morale: the morale of units, where it is known.
    """
    ways = escape(way_words(state.battle.battlefield, hex_))
    works = [remark_html(remark) for remark in hex_remarks(state, hex_)]
    works += [_sentence(f"{words}.") for words in flag_words(state, hex_)]
    ground = (ground_words(state.battle.battlefield, hex_), works_words(state, hex_))
    return HexStack(
        state.battle,
        hex_,
        ". ".join(_sentence(part) for part in ground if part),
        "<br>".join(line for line in (ways, *works) if line),
        _sentence(stake_words(state, hex_) or say("no victory points, no supply source")),
        tuple(_rows(state, hex_, eligible, morale)),
        rule_of_hex(state, hex_),
    )


def _sentence(words: str) -> str:
    return escape(words[:1].upper() + words[1:])


_STACKING = "rule:N6.1"


def _rows(
    state: GameState,
    hex_: Hex,
    eligible: Collection[str],
    morale: Mapping[UnitId, int],
) -> list[Row]:
    """All that is in a hex: for each side a heading, its units, its tails and its leaders."""
    rows = []
    for side in state.battle.sides:
        units, leaders = state.units_in(hex_, side), state.leaders_in(hex_, side)
        tails = [u for u in state.tails.get(hex_, ()) if state.side_of(u) == side]
        if units or leaders or tails:
            number = count("{n} unit", "{n} units", len(units))
            words = say("{units}, {sp} SP", units=number, sp=total_sp(state, units))
            about = say(
                "Who of this side stands in the hex: its combat units and their SP together"
            )
            name = state.battle.side_names[side]
            rows.append(Row(RowKind.SIDE, side, name, numbers=words, tooltip=about, help=_STACKING))
        rows += [_unit_row(state, unit, eligible, morale) for unit in units]
        for unit in tails:  # of units that stand in the next hex (N5.33)
            words = say("tail of the unit in {hex}", hex=state.units[unit].hex)
            rows.append(replace(_unit_row(state, unit, eligible, morale), states=(words,)))
        rows += [_leader_row(state, leader, eligible) for leader in leaders]
    return rows


def _unit_row(
    state: GameState, unit: UnitId, eligible: Collection[str], morale: Mapping[UnitId, int]
) -> Row:
    card, record, face = state.card(unit), state.units[unit], unit_face(state, unit)
    return Row(
        RowKind.UNIT,
        unit,
        card.name,
        f"{formation_title(state.battle, card.formation)} · {say(card.arm)}",
        number_words(card, record, morale.get(unit)),
        number_words(card, record),
        tuple(state_words(state, unit)),
        say("strength: estimate") if card.estimate and card.is_combat_unit else "",
        morale.get(unit),
        face,
        tooltip=unit_tooltip(state, unit, morale.get(unit)),
        help=f"rule:{rule_of_piece(state, unit)}",
        eligible=unit in eligible,
    )


def _leader_row(state: GameState, leader: LeaderId, eligible: Collection[str]) -> Row:
    card = state.battle.leaders[leader]
    formation = state.battle.formations[card.formation].name
    return Row(
        RowKind.LEADER,
        leader,
        card.name,
        f"{formation} · {say(ROLE_WORDS[card.role])}",
        leader_numbers(state, leader),
        face=leader_face_of(state, leader),
        tooltip=leader_tooltip(state, leader),
        help=f"rule:{rule_of_piece(state, leader)}",
        eligible=leader in eligible,
        picture=state.battle.pictures.get(leader),
    )


# -- points, and what is left at the end


def points_note() -> str:
    """How victory points are counted, as HTML."""
    law, lines = rule_link("N22"), rule_link("N22.2")
    return say("Points are counted once, at the end: {law}, {lines}.", law=law, lines=lines)


def strengths_of(state: GameState) -> list[Strength]:
    """What is left of each formation that had units in play."""
    found = []
    for card in state.battle.formations.values():
        units = [u for u in card.units if state.units[u].box is not Box.RESERVE]
        left, full = strength_of(state, units)
        if full:
            found.append(Strength(card.id, formation_title(state.battle, card.id), left, full))
    return found

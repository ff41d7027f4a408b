"""Who commands whom, as HTML: commanders with their capacity, officers, who is out and why."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hexwar.messages import listed, mark, say
from hexwar.systems.tlnb.panels.words import formation_title, place_link, spirit_words
from hexwar.systems.tlnb.rules.cards.effects import capacity
from hexwar.systems.tlnb.rules.command.command import (
    field_of,
    initiative,
    led_by,
    officer_initiative,
    officers_in_reach,
)
from hexwar.systems.tlnb.rules.command.marches import is_near_goal
from hexwar.systems.tlnb.rules.special.leading import check_refusal, commander_range, why_less
from hexwar.systems.tlnb.rules.special.registry import KNOWN
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.reports import points
from hexwar.widgets.panels.parts import rule_link


def command_html(state: TlnbState, side: Side) -> str:
    """The whole page of a side."""
    parts = [*_commanders(state, side), *_officers(state, side)]
    if not parts:
        return say("No leader of this side is on the map.")
    return "".join(parts)


def _commanders(state: TlnbState, side: Side) -> Iterator[str]:
    own = [x for x in state.battle.commanders if state.battle.leaders[x].side == side]
    found = [x for x in own if state.leaders[x].hex is not None]
    if found:
        yield f"<h3>{escape(say('Commanders'))} {rule_link('T5.5')}</h3>"
    for leader in found:
        named, most = state.command.named.get(leader), capacity(state, leader)
        head = f"<b>{_leader(state, leader)}</b> [{most}]"
        yield f"<div>{head}, {place_link(state, state.leaders[leader].hex)}"
        less = why_less(state, leader)
        if less is not None:
            title = escape(say(KNOWN[less].title))
            yield f"<br>&nbsp;&nbsp;<i>{title}</i> {rule_link('T34.6')}"
        if named is not None:
            names = listed(state.battle.leaders[x].name for x in named) or say("nobody")
            yield f"<br>&nbsp;&nbsp;{escape(say('has named {names}', names=names))}"
        yield from _in_reach(state, leader)
        yield "</div>"


def _in_reach(state: TlnbState, leader: LeaderId) -> Iterator[str]:
    """The officers within his range, with their distances."""
    field = field_of(state, leader, commander_range(state))
    near = officers_in_reach(state, leader)
    if field is None or not near:
        words = say("no officer of his is within {n} hexes", n=_range(state))
        yield f"<br>&nbsp;&nbsp;<i>{escape(words)}</i>"
        return
    for officer in near:
        hex_ = state.leaders[officer].hex
        halves = None if hex_ is None else field.halves(hex_)
        words = mark("{far} hex") if halves in (1, 2) else mark("{far} hexes")
        far = "" if halves is None else say(words, far=points(halves))
        yield f"<br>&nbsp;&nbsp;{_leader(state, officer)}, {escape(far)}"


def _range(state: TlnbState) -> int:
    return commander_range(state)


def _officers(state: TlnbState, side: Side) -> Iterator[str]:
    cards = [f for f in state.battle.formations.values() if f.side == side]
    shown = [f.id for f in cards if _on_map(state, f.id)]
    if shown:
        yield f"<h3>{escape(say('Formations'))} {rule_link('T5.6')}</h3>"
    for formation in shown:
        yield "<div style='margin-bottom: 6px'>"
        yield f"<b>{escape(formation_title(state, formation))}</b>"
        spirit = spirit_words(state, formation)
        if spirit and formation in state.spirit.demoralized:
            yield f" <small><b>{escape(spirit)}</b> {rule_link('T15.1')}</small>"
        elif spirit:
            yield f" <small>{escape(spirit)}</small>"
        yield _march(state, formation)
        yield f"<br>&nbsp;&nbsp;{_standing(state, side, formation)}"
        yield from _astray(state, side, formation)
        yield "</div>"


def _march(state: TlnbState, formation: FormationId) -> str:
    """Its March Order: where to, and how many are there (T7.5); nothing without one."""
    order = state.marches.orders.get(formation)
    if order is None:
        return ""
    units = _on_map(state, formation)
    there = sum(is_near_goal(state, order, unit) for unit in units)
    words = mark("March Order to {place}: {there} of {n} units are there")
    told = say(words, place=place_link(state, order.goal), there=there, n=len(units))
    return f"<br>&nbsp;&nbsp;{told} {rule_link('T7.58')}"


def _on_map(state: TlnbState, formation: FormationId) -> list[UnitId]:
    units = state.battle.formations[formation].units
    return [u for u in units if state.units[u].hex is not None and state.card(u).is_combat_unit]


def _standing(state: TlnbState, side: Side, formation: FormationId) -> str:
    """How its officer stands: named, by his die, failed, or not yet asked."""
    officer = state.battle.officer_of.get(formation)
    if officer is None or state.leaders[officer].hex is None:
        return escape(say("no officer on the map: each unit rolls for itself"))
    command = state.command
    value, barred = officer_initiative(state, officer), check_refusal(state, officer)
    if formation in state.marches.orders:
        words = say("his units are in command by their March Order")
    elif side != state.phasing:
        words = say("officer ({n})", n=value)
    elif any(officer in named for named in command.named.values()):
        words = say("in command: named")
    elif officer in command.officers:
        words = say("in command: by his own die")
    elif officer in command.failed:
        words = say("not in command: his die was above {n}", n=value)
    elif command.is_settled:
        words = say("not in command: nobody named him, and he did not roll")
    elif barred is not None:
        words = barred.sentence
    else:
        words = say("not named: in command by his own die on 1 to {n}", n=value)
    return f"{_leader(state, officer)}: {escape(words)}"


def _astray(state: TlnbState, side: Side, formation: FormationId) -> Iterator[str]:
    """The units that the officer does not reach; once command is settled, those who are out."""
    units, officer = _on_map(state, formation), state.battle.officer_of.get(formation)
    if side == state.phasing and state.command.is_settled:
        out = [u for u in units if u not in state.command.units]
        words = mark("{name} {place}: out of command")
    else:
        near = led_by(state, officer) if officer is not None else frozenset()
        out = [u for u in units if u not in near]
        words = mark("{name} {place}: beyond his officer, by its own die on 1 to {n}")
    for unit in out:
        name = f"<a href='unit:{unit}'>{escape(state.card(unit).name)}</a>"
        place, n = place_link(state, state.units[unit].hex), initiative(state, (unit,))
        yield f"<br>&nbsp;&nbsp;<small>{say(words, name=name, place=place, n=n)}</small>"


def _leader(state: TlnbState, leader: LeaderId) -> str:
    name = state.battle.leaders[leader].name
    return f"<a href='leader:{leader}'>{escape(name)}</a>"

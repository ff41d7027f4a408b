"""A unit and an army as HTML: what they are, what is left of them, who commands them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hexwar.messages import count, mark, say
from hexwar.systems.mininap.battle import UnitCard
from hexwar.systems.mininap.panels.sheets import line, link, rows_html, title
from hexwar.systems.mininap.rules.combat import basic_value
from hexwar.systems.mininap.rules.fire import reach_of
from hexwar.systems.mininap.rules.losses import is_shaken, lost_units
from hexwar.systems.mininap.rules.moving import allowance_of
from hexwar.systems.mininap.rules.standing import gap_to, in_command, index
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.mininap.words import (
    form_words,
    ground_words,
    kind_words,
    marker_words,
    near_words,
    wind,
)
from hexwar.table.forces import Side, UnitId
from hexwar.widgets.panels.parts import rule_link

_FULL, _LEFT = "&#9632;", "&#9633;"


def pips(left: int, full: int) -> str:
    """Strength as boxes: filled what is left."""
    left = max(0, left)
    return f"<font color='#2f6f3a'>{_FULL * left}</font>{_LEFT * max(0, full - left)}"


# -- a unit


def unit_html(state: MiniState, unit: UnitId) -> str:
    """All that there is to know of a unit."""
    card, record = state.card(unit), state.units[unit]
    side = escape(state.battle.side_names[card.side])
    head = f"<h3>{escape(card.name)}</h3>"
    if record.pose is None:
        if record.lost_by is None:
            return head + line(f"{side}, {escape(kind_words(card))}: {escape(say('to be placed'))}")
        cause = escape(say(record.lost_by))
        return head + line(f"{side}: {escape(say('lost'))} ({cause})")
    what = ", ".join(part for part in (kind_words(card), form_words(state, record)) if part)
    sp = say("{sp} of {full} SP", sp=state.sp(unit), full=card.sp)
    parts = [head, line(f"{side}, {escape(what)}")]
    parts.append(line(f"{pips(state.sp(unit), card.sp)} <b>{escape(sp)}</b> {rule_link('M3.5')}"))
    parts.append(line(escape(_place_words(state, unit))))
    parts += [line(escape(words)) for words in marker_words(state, record)]
    parts.append(rows_html(_abilities(state, unit)))
    parts.append(_command_html(state, unit))
    return "".join(parts)


def _place_words(state: MiniState, unit: UnitId) -> str:
    facing = say("facing {wind}", wind=wind(state.pose(unit).bearing))
    parts = (facing, ground_words(state, unit), near_words(state, unit))
    told = ", ".join(part for part in parts if part)
    return told[:1].upper() + told[1:]


def _abilities(state: MiniState, unit: UnitId) -> Iterator[tuple[str, str, str]]:
    """How far it moves, charges and fires, and how it fights."""
    record = state.units[unit]
    row, reach = allowance_of(state, record), reach_of(state, unit)
    can = (
        (mark("move"), row.move, "M16.2"),
        (mark("double-time"), row.double, "M16.6"),
        (mark("charge"), row.charge, "M18.1"),
        (mark("fires"), reach, "M9.9"),
    )
    for words, cm, rule in can:
        if cm:
            yield say(words), say("{cm} cm", cm=f"{cm:g}"), rule
    yield say("combat value"), str(basic_value(state, unit)), "M12.11"


def _command_html(state: MiniState, unit: UnitId) -> str:
    """The commanders of its chain with their distances; of a commander those whom he reaches."""
    card = state.card(unit)
    if card.is_command:
        return _commands_html(state, card)
    numbers = state.numbers.command
    words = say("In command") if in_command(state, unit) else say("Out of command")
    parts = [title(escape(words), "M5.3")]
    here = index(state).areas(unit)
    for commander in state.battle.chain_of[unit]:
        theirs = state.card(commander)
        if state.units[commander].pose is None:
            parts.append(line(f"{link(state, commander)}: {escape(say('lost'))}"))
            continue
        far, reach = gap_to(state, here, commander), float(getattr(numbers, theirs.kind))
        told = say("{cm} of {reach} cm", cm=f"{far:.1f}", reach=f"{reach:g}")
        parts.append(line(f"{link(state, commander)}: {escape(told)}"))
    return "".join(parts)


def _commands_html(state: MiniState, card: UnitCard) -> str:
    reached, others = list[str](), list[str]()
    for unit in state.in_play(card.side):
        if card.id in state.battle.chain_of.get(unit.id, ()):
            (reached if _is_near(state, card, unit.id) else others).append(link(state, unit.id))
    parts = [title(escape(say("In his reach")), "M5.3")]
    parts.append(line(", ".join(reached) or escape(say("Nobody"))))
    if others:
        parts.append(line(f"{escape(say('Out of his reach:'))} {', '.join(others)}"))
    return "".join(parts)


def _is_near(state: MiniState, card: UnitCard, unit: UnitId) -> bool:
    reach = float(getattr(state.numbers.command, card.kind))
    return gap_to(state, index(state).areas(unit), card.id) <= reach


# -- an army


def army_html(state: MiniState, side: Side) -> str:
    """The brigades of a side with their units, their losses, and when they are shaken."""
    battle = state.battle
    units = [u for u in battle.units_of(side) if not state.card(u).is_command]
    lost = lost_units(state, units)
    limit = battle.break_at.get(side, len(units) // 2 + 1)
    words = mark("{lost} of {all} units lost; the army breaks at {limit}")
    told = say(words, lost=lost, all=len(units), limit=limit)
    parts = [f"<h2>{escape(battle.side_names[side])}</h2>"]
    parts.append(line(f"{escape(told)} {rule_link('M23.4')}"))
    higher = [u for u in battle.units_of(side) if _is_higher(state.card(u))]
    parts += [line(_unit_line(state, unit)) for unit in higher]
    for brigade, members in battle.brigades.items():
        if state.card(members[0]).side == side:
            parts += _brigade(state, brigade, members)
    loose = [u for u in units if not state.card(u).brigade]
    if loose:
        parts.append(title(escape(say("Of no brigade")), "M5.2"))
        parts += [line(_unit_line(state, unit)) for unit in loose]
    return "".join(parts)


def _is_higher(card: UnitCard) -> bool:
    return card.is_command and card.kind != "brigade"


def _brigade(state: MiniState, brigade: str, members: tuple[UnitId, ...]) -> Iterator[str]:
    lost = lost_units(state, members)
    body = state.battle.body(brigade)
    name = brigade if body is None else body.name
    yield title(escape(name), "M13.5")
    if lost:
        told = count("{n} of {all} unit lost", "{n} of {all} units lost", lost, all=len(members))
        shaken = f" <b>{escape(say('shaken'))}</b>" if is_shaken(state, brigade) else ""
        yield line(escape(told) + shaken)
    for unit in state.battle.units.values():
        if unit.is_command and unit.kind == "brigade" and brigade in unit.commands:
            yield line(_unit_line(state, unit.id))
    for member in members:
        yield line(_unit_line(state, member))


def _unit_line(state: MiniState, unit: UnitId) -> str:
    card, record = state.card(unit), state.units[unit]
    name = link(state, unit)
    if record.pose is None:
        return f"<s>{escape(card.name)}</s> <i>{escape(say('lost'))}</i>"
    what = escape(form_words(state, record) or kind_words(card))
    led = "" if card.is_command or in_command(state, unit) else f", {escape(say('out of command'))}"
    return f"{pips(state.sp(unit), card.sp)} {name}: {what}{led}"

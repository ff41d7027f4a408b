"""What the board says of a hex and of a counter: as a tip, and aloud."""

from __future__ import annotations

from html import escape

from hexwar.hexes import Hex
from hexwar.systems.nlc.markers import hex_remarks, unit_remarks
from hexwar.systems.nlc.pad_words import order_lines
from hexwar.systems.nlc.rules.supply.trains import train_remarks
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.reports import Remark
from hexwar.widgets.panels.ground import ground_words, stake_words, tail_words, works_words
from hexwar.widgets.panels.parts import remark_html
from hexwar.widgets.panels.pieces import (
    leader_numbers,
    number_words,
    state_words,
)


def hex_tip(view: GameState, hex_: Hex) -> str:
    """Everything in a hex, as HTML: ground, stakes, every counter with its numbers.

    What is the reason of several markers is said once.
    """
    field = view.battle.battlefield
    lines = [f"<b>{escape(field.name_of(hex_))}</b>", escape(ground_words(field, hex_))]
    lines += [remark_html(remark) for remark in hex_remarks(view, hex_)]
    lines.append(escape(stake_words(view, hex_)))
    said: set[Remark] = set()
    for unit in view.units_in(hex_):
        lines.append(_unit_line(view, unit))
        remarks = (*unit_remarks(view, unit), *train_remarks(view, unit))
        lines += [f"&nbsp;&nbsp;{remark_html(one)}" for one in remarks if one not in said]
        said.update(remarks)
    lines += [f"<i>{escape(words)}</i>" for words in tail_words(view, hex_)]
    lines += [_leader_line(view, leader) for leader in view.leaders_in(hex_)]
    lines += [f"<i>{escape(words)}</i>" for words in order_lines(view, hex_)]
    return "<br>".join(line for line in lines if line)


def hex_words(view: GameState, hex_: Hex) -> str:
    """A hex as it is spoken: its name, its ground, and who stands there by side."""
    field = view.battle.battlefield
    parts = [field.name_of(hex_), ground_words(field, hex_), works_words(view, hex_)]
    parts += [stake_words(view, hex_)]
    for side in view.battle.sides:
        units = view.units_in(hex_, side)
        names = [view.card(u).name for u in units]
        names += [view.battle.leaders[x].name for x in view.leaders_in(hex_, side)]
        if names:
            strength = sum(view.sp(u) for u in units)
            parts.append(f"{view.battle.side_names[side]}, {strength} SP: {', '.join(names)}")
    parts += tail_words(view, hex_)
    parts += [words.rstrip(".") for words in order_lines(view, hex_)]
    return ". ".join(part for part in parts if part)


def piece_words(view: GameState, piece: str) -> str:
    """A counter as it is spoken: its name, its numbers and its state."""
    if piece in view.leaders:
        leader = LeaderId(piece)
        return f"{view.battle.leaders[leader].name}, {leader_numbers(view, leader)}"
    unit = UnitId(piece)
    card, record = view.card(unit), view.units[unit]
    states = ", ".join(state_words(view, unit))
    words = f"{card.name}, {card.arm}, {number_words(card, record)}"
    return f"{words}, {states}" if states else words


def _unit_line(view: GameState, unit: UnitId) -> str:
    card, record = view.card(unit), view.units[unit]
    states = ", ".join(state_words(view, unit))
    numbers = number_words(card, record)
    end = f" <i>{escape(states)}</i>" if states else ""
    return f"{escape(card.name)} <small>{escape(numbers)}</small>{end}"


def _leader_line(view: GameState, leader: LeaderId) -> str:
    name = view.battle.leaders[leader].name
    return f"{escape(name)} <small>{escape(leader_numbers(view, leader))}</small>"

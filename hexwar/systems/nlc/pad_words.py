"""The order pad in words, as far as a view knows it: for tips, lenses and buttons (N12.1)."""

from __future__ import annotations

from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import line_name, order_sentence


def order_line(view: GameState, line: LineId) -> str:
    """A line of the pad in words; empty where the view does not know it."""
    order = view.pad.lines.get(line)
    if order is None or not order.steps:
        return ""
    name = line_name(view.battle, line, order.units)
    words = f"{name}: {order_sentence(view.battle, order.steps)}."
    coming = view.pad.dispatches.get(line)
    if coming is None:
        return words
    when = (
        "waits" if coming.due <= view.turn else say("is due {due}", due=due_words(view, coming.due))
    )
    return f"{words} {order_sentence(view.battle, coming.steps)} {when}."


def order_lines(view: GameState, hex_: Hex) -> list[str]:
    """The lines of the pad that bind the units of a hex, as far as the view knows them."""
    lines = dict.fromkeys(view.line_id_of(unit) for unit in view.units_in(hex_))
    leaders = view.leaders_in(hex_)
    lines |= dict.fromkeys(LineId(view.battle.leaders[x].formation) for x in leaders)
    return [words for line in lines if (words := order_line(view, line))]


def due_words(view: GameState, turn: int) -> str:
    """The time of a turn; its number beyond the turn track."""
    battle = view.battle
    return battle.when(turn) if turn <= len(battle.turns) else say("turn {turn}", turn=turn)

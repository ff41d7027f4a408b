"""What decisions about cards ask, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision
from hexwar.model.cards import Pile
from hexwar.model.state import GameState
from hexwar.rules.cards.library import card as printed
from hexwar.rules.nlc.cards.drawing import DrawCard
from hexwar.rules.nlc.cards.free_orders import WriteFreeOrder, free_order_words
from hexwar.rules.nlc.cards.full import ChooseCard
from hexwar.rules.nlc.cards.marshal import ChooseNeyDie
from hexwar.rules.nlc.cards.playing import ChooseCardTarget, DrawCardTarget
from hexwar.rules.nlc.cards.rerolls import ChooseReroll
from hexwar.rules.nlc.cards.windows import PlayWindowCard
from hexwar.rules.nlc.order_words import line_name
from hexwar.rules.nlc.prompt_words import hex_name, side_name, whom


def _draw_card(state: GameState, asked: DrawCard) -> str:
    deck = "mode deck" if asked.pile is Pile.MODE else "deck"
    owner = side_name(state, asked.owner)
    return f"Draw a card from the {deck} of {owner}, and enter which it is."


def _draw_card_target(state: GameState, asked: DrawCardTarget) -> str:
    owner, title = side_name(state, asked.owner), printed(asked.card).title
    return f"Draw at random whom the card {title} of {owner} befalls, and enter it."


def _choose_card(state: GameState, asked: ChooseCard) -> str:
    return f"{whom(state, asked)} may play a card of their hand in this Card Phase."


def _choose_card_target(state: GameState, asked: ChooseCardTarget) -> str:
    return f"{whom(state, asked)} must choose whom the card {printed(asked.card).title} names."


def _play_window_card(state: GameState, asked: PlayWindowCard) -> str:
    moment = asked.about_what or asked.window.value
    return f"{whom(state, asked)} may play a card that they hold for this moment: {moment}."


def _choose_reroll(state: GameState, asked: ChooseReroll) -> str:
    return (
        f"{whom(state, asked)} may throw the die for {asked.purpose} again, which shows"
        f" {asked.die}; the last result binds."
    )


def _choose_ney_die(state: GameState, asked: ChooseNeyDie) -> str:
    return (
        f"{whom(state, asked)} must choose what Marshal Ney does at"
        f" {hex_name(state, asked.target)}: raise the die of his own side, or lower the enemy's."
    )


def _write_free_order(state: GameState, asked: WriteFreeOrder) -> str:
    who = line_name(state.battle, asked.line)
    return f"{whom(state, asked)} may give {who} {free_order_words(asked.card)}."


CARD_PROMPTS: Mapping[type[Decision[Any]], Callable[[GameState, Any], str]] = MappingProxyType(
    {
        DrawCard: _draw_card,
        DrawCardTarget: _draw_card_target,
        ChooseCard: _choose_card,
        ChooseCardTarget: _choose_card_target,
        PlayWindowCard: _play_window_card,
        ChooseReroll: _choose_reroll,
        ChooseNeyDie: _choose_ney_die,
        WriteFreeOrder: _write_free_order,
    }
)
"""How each class of decision about cards is put to the player."""

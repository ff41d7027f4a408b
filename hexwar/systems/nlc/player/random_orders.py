"""Orders that nobody listed, written at random: the law says which of them are any good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hexwar.ai.policy import IDLE_ONE_IN, Dice, Look, RandomPlayer, pick
from hexwar.engine import Decision
from hexwar.ground.zones import enemy_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import Offer, Wish
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch, Hurry
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, Turn
from hexwar.systems.nlc.rules.orders.divisions import Detail, IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.steps import TurnBack
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper, Writ
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationKind, OrderStep, Side

OWN_ORDER_ONE_IN = 3
"""An order is made up rather than taken from the list one time in this many, if it is legal."""

TRIES_ONE_NOT_IN = 10
"""A leader tries to decide for himself, as long as one may, all but one time in this many."""

ORDERS_ONE_NOT_IN = 2
"""An order is written, while one can be, all but one time in this many: there are more offers."""

MOST_STEPS = 3
"""Steps of an order that is made up: of any type, to any place worth a name."""

ASSIGNS_ONE_IN = 6
"""An order assigns its recipient to a wing one time in this many (N12.7)."""


class RandomWriter(RandomPlayer):
    """The random player of this game: where an order is written, any order at all now and then."""

    def answer(
        self, decision: Decision[Any], options: Sequence[Any], look: Look, dice: Dice
    ) -> Any:
        """Any of the listed answers, or an order of his own that the law allows."""
        if isinstance(decision, IssueOrder):
            chosen = _writ(options, dice)
        elif isinstance(decision, ActivateUnit):
            chosen = super().answer(decision, _forced_or_not(options, dice), look, dice)
        else:
            if isinstance(decision, IssueDivisionalOrder | DeclareForcedMarch):
                options = [one for one in options if one]  # it has asked for it
            chosen = super().answer(decision, options, look, dice)
        if not has_order(chosen) or dice.below(OWN_ORDER_ONE_IN):
            return chosen
        view = look()
        made = other_order(chosen, view, Side(decision.side), dice)
        return made if decision.refusal(view, made) is None else chosen


def _forced_or_not(options: Sequence[Turn], dice: Dice) -> Sequence[Turn]:
    """What is said before anybody moves alone, or everything but that."""
    hurries = [one for one in options if isinstance(one, Hurry | TurnBack)]
    if hurries and dice.below(IDLE_ONE_IN):
        return hurries
    return [one for one in options if one not in hurries]


def _writ(options: Sequence[Writ], dice: Dice) -> Writ:
    """One of the listed answers: leaders who try first, then orders, at last what stands aside.

    All that is listed is used about as often as if each were asked for by itself.
    """
    wishes = [one for one in options if isinstance(one, Wish)]
    tries = [one for one in wishes if one.offer is Offer.LOCAL]
    if tries and dice.below(TRIES_ONE_NOT_IN):
        return pick(tries, dice)
    if Wish(Offer.FIRST) in wishes:
        firsts = [one for one in wishes if one.offer is Offer.FIRST]
        return Wish(Offer.FIRST) if dice.below(IDLE_ONE_IN) else pick(firsts, dice)
    papers = [one for one in options if isinstance(one, Paper)]
    if papers and dice.below(ORDERS_ONE_NOT_IN):
        return pick(papers, dice)
    if Wish(Offer.DIVISION) in wishes and dice.below(IDLE_ONE_IN):
        return Wish(Offer.DIVISION)
    if Wish(Offer.RALLY) in wishes and (None not in options or not dice.below(IDLE_ONE_IN)):
        return Wish(Offer.RALLY)
    said = [one for one in wishes if one.offer.is_of_order]
    if said and dice.below(IDLE_ONE_IN):
        return pick(said, dice)
    return None if None in options else pick(options, dice)


def has_order(answer: Any) -> bool:
    """Whether an answer is a paper, a divisional order, or the steps of a Local Decision."""
    is_steps = isinstance(answer, tuple) and bool(answer) and isinstance(answer[0], OrderStep)
    return is_steps or isinstance(answer, Paper | Detail)


def other_order(answer: Any, state: GameState, side: Side, dice: Dice) -> Any:
    """An answer of the same kind with another order in it; other answers come back as they are.

    Args:
        answer: A paper, a divisional order, or the steps of a Local Decision.
        state: What the side may know.
        side: Who writes.
        dice: The player's own.
    """
    if not has_order(answer):
        return answer
    formations = state.battle.formations.values()
    heads = [f.id for f in formations if f.side == side and f.kind in _OVER_OTHERS]
    if isinstance(answer, Paper) and heads and dice.below(ASSIGNS_ONE_IN) == 0:
        return replace(answer, steps=(), wing=pick(heads, dice))
    steps = tuple(_any_step(state, side, dice) for _ in range(1 + dice.below(MOST_STEPS)))
    return replace(answer, steps=steps) if isinstance(answer, Paper | Detail) else steps


def _any_step(state: GameState, side: Side, dice: Dice) -> OrderStep:
    places = _places(state, side)
    step = OrderStep(pick(tuple(order_types()), dice), pick(places, dice))
    if dice.below(4) == 0 or order_types()[step.verb].supports:
        friends = [f.id for f in state.battle.formations.values() if f.side == side]
        step = replace(step, target=None, target_formation=pick(friends, dice))
    if dice.below(4) == 0:
        step = replace(step, route=(pick(places, dice),))
    return step


def _places(state: GameState, side: Side) -> Sequence[Hex]:
    """Where the pieces are, the hexes that count, and any hex at all."""
    named = (*state.occupants, *enemy_hexes(state, side), *state.battle.vp_hexes)
    return tuple(dict.fromkeys((*sorted(named), *state.battle.battlefield.grid.hexes[::7])))


_OVER_OTHERS = (FormationKind.WING, FormationKind.HEADQUARTERS)

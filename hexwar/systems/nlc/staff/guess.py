"""What a side takes for true of what it does not see: a view completed to a whole state.

A guess contradicts nothing that its side knows: the view of the guessed state is the view that it
was made from. It follows from that view and a seed alone; another number is another guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from hexwar.ai.policy import CounterDice, Dice, pick
from hexwar.cards.records import COVERED, CardId, Pile, Piles
from hexwar.engine import CHANCE, Decision, SeededChance, System
from hexwar.engine.foresight import Foresight, Past, foresight
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.orders import Line, LineId, Offer, Verb, Wish
from hexwar.systems.nlc.rules.orders.forms import filled
from hexwar.systems.nlc.rules.turn.actions import DrawChit, cup_of, has_chit
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.staff.guess_hidden import place_unseen
from hexwar.systems.nlc.state import BLANK, HIDDEN, GameState, Pad, knowledge
from hexwar.systems.nlc.system import nlc
from hexwar.systems.nlc.words import coordinated_chit
from hexwar.table.forces import FormationCard, FormationId, OrderStep, Side
from hexwar.table.hearsay import texts_in

T = TypeVar("T")

CLOSE = 4
"""Hexes within which a formation is thought to be about to fight."""

PRINTED_TURNS = 3
"""Turns for which an order of the start is the likeliest, while nothing speaks against it."""


def games(past: Past[GameState], seed: str, count: int = 1) -> Iterator[Foresight[GameState]]:
    """Games in thought that stand at a question, each with another guess and other dice.

    Where nothing is hidden but orders and chits they differ in little.

    Raises:
        Astray: A guess does not lead to the question.
    """
    for number in range(count):
        guess = StaffGuess(seed, number)
        yield foresight(_system(past.view.battle), past, guess, SeededChance(f"{seed}/{number}"))


@lru_cache(maxsize=4)
def _system(battle: NlcBattle) -> System[GameState]:
    return nlc(lambda _: battle)


@dataclass(frozen=True, slots=True)
class StaffGuess:
    """A guess of what the enemy hides; the first is the likeliest, others stray from it."""

    seed: str
    number: int = 0

    def completed(self, past: Past[GameState]) -> GameState:
        """A whole state of which the side that is asked may have had its view."""
        view = past.view
        state, of = view.copy(), view.battle.enemy(Side(past.asked.side))
        dice = CounterDice(f"{self.seed}/{self.number}/state")
        place_unseen(state, of, dice)
        state.pad = _pad(state, of, None if self.number == 0 else dice)
        state.chits = replace(state.chits, cups=_cups(state, of, dice, _drawn_since(past)))
        state.cards = replace(state.cards, piles=_piles(state, of, dice, _played_since(past)))
        return state

    def answer(self, decision: Decision[Any], state: GameState) -> Any:
        """A die, a card drawn, or what a player does who has no idea."""
        known = knowledge(state, decision.side)
        options = list(decision.options(known))
        if decision.side == CHANCE:
            return pick(options, CounterDice(f"{self.seed}/{self.number}/{decision!r}"))
        return decision.fallback(known, options)


# -- the orders of the enemy (N12)


@lru_cache(maxsize=4)
def _pad_at_start(battle: NlcBattle) -> Pad:
    return set_up(battle).pad


def _pad(state: GameState, of: Side, dice: Dice | None) -> Pad:
    """The pad with an order on each line that is blank, and with divisions as at the start."""
    start, seen = _pad_at_start(state.battle), state.pad
    cards = [card for card in state.battle.formations.values() if card.side == of]
    blank = [card for card in cards if seen.lines.get(LineId(card.id)) == BLANK]
    if not blank:
        return seen
    detached = {
        unit: line
        for unit, line in start.detached.items()
        if state.side_of(unit) == of and unit not in seen.detached
    }
    divisions = {line: start.lines[line] for line in detached.values() if line not in seen.lines}
    orders = {LineId(card.id): _order(state, start, card, dice) for card in blank}
    pad = replace(seen, lines={**seen.lines, **orders, **divisions})
    pad = replace(pad, detached={**seen.detached, **detached})
    near = _nearest_formation(state, cards)
    wishes = () if near is None else (Wish(Offer.FIRST, LineId(near)),)
    return replace(pad, wishes={**pad.wishes, of: wishes}) if wishes else pad


def _order(state: GameState, start: Pad, card: FormationCard, dice: Dice | None) -> Line:
    """The order that a formation of the enemy's may hold, from where it is and what it did."""
    line = LineId(card.id)
    held = start.lines[line]
    places = _places(state, card)
    if not places or not held.steps:
        return held
    prize = _prize(state, card.side, places[0])
    attack = OrderStep(Verb.ATTACK, prize) if prize is not None else OrderStep(Verb.DEFEND)
    defend = OrderStep(Verb.DEFEND, places[0])
    if any(unit in state.hiding.lifted for unit in card.units):
        return _filled(state, line, OrderStep(Verb.MARCH, prize or places[0]))
    is_old = state.turn > PRINTED_TURNS
    weights: list[tuple[OrderStep | None, int]] = [
        (None, 1 if is_old else 6),
        (attack, _zeal(state, card, places)),
        (defend, 4 if any(h in state.battle.vp_hexes for h in places) else 1),
    ]
    step = max(weights, key=lambda row: row[1])[0] if dice is None else _drawn(weights, dice)
    return held if step is None else _filled(state, line, step)


def _zeal(state: GameState, card: FormationCard, places: Sequence[Hex]) -> int:
    """How likely it is that a formation attacks: it just did, or stands close to whom it could."""
    if card.id in state.assaults.struck:
        return 9
    away = _away(state, state.battle.enemy(card.side), places)
    return 5 if away <= CLOSE else 3


def _filled(state: GameState, line: LineId, step: OrderStep) -> Line:
    since = max(state.turn - 1, 0)
    return Line(filled(state, line, (step,)), since)


def _drawn(weights: Sequence[tuple[T, int]], dice: Dice) -> T:
    """One of some things, by their weights."""
    at = dice.below(sum(weight for _, weight in weights))
    for one, weight in weights:
        if at < weight:
            return one
        at -= weight
    raise AssertionError


def _prize(state: GameState, side: Side, near: Hex) -> Hex | None:
    """The nearest hex that a side does not hold and that gives VP."""
    battle, distance = state.battle, state.battle.battlefield.grid.distance
    worth = dict.fromkeys((*battle.vp_hexes, *battle.sources_on(state.turn)))
    wanted = [hex_ for hex_ in worth if state.holding.control.get(hex_) != side]
    return min(wanted, key=lambda hex_: (distance(near, hex_), hex_), default=None)


def _places(state: GameState, card: FormationCard) -> tuple[Hex, ...]:
    """Where the combat units of a formation stand."""
    units = (state.units[unit] for unit in card.units if state.card(unit).is_combat_unit)
    return tuple(unit.hex for unit in units if unit.hex is not None)


def _away(state: GameState, side: Side, places: Sequence[Hex]) -> int:
    """How far some hexes are from the nearest unit of a side."""
    distance = state.battle.battlefield.grid.distance
    theirs = {unit.hex for unit in state.on_map(side) if unit.hex is not None}
    return min((distance(one, other) for one in places for other in theirs), default=99)


def _nearest_formation(state: GameState, cards: Sequence[FormationCard]) -> FormationId | None:
    """The formation that is nearest to the other side: it would act first."""
    found = [
        (_away(state, state.battle.enemy(card.side), places), card.id)
        for card in cards
        if (places := _places(state, card))
    ]
    return min(found)[1] if found else None


# -- the chits in his cup (N4.4)


def _drawn_since(past: Past[GameState]) -> list[FormationId]:
    """The chits that have been drawn since the mark: they were in a cup."""
    return [entry.answer for entry in past.answers if entry.asked == DrawChit.__name__]


def _cups(
    state: GameState, of: Side, dice: Dice, drawn: Sequence[FormationId]
) -> Mapping[Side, tuple[FormationId, ...]]:
    """The cups with a chit for each that cannot be seen: of those who have not been drawn."""
    chits = state.chits
    out = {*chits.drawn, *chits.waiting}
    cups = dict(chits.cups)
    for side, cup in chits.cups.items():
        if HIDDEN not in cup:
            continue
        cards = [f for f in state.battle.formations.values() if cup_of(state, f.side) == side]
        able = [f for f in cards if f.id not in out and has_chit(state, f.id)]
        sure = [f.id for f in able if f.id not in chits.acted and f.side != of]
        likely = _shuffled([f.id for f in able if f.id not in chits.acted and f.side == of], dice)
        bodies = [coordinated_chit(s) for s in state.battle.sides if cup_of(state, s) == side]
        spare = [chit for chit in bodies if chit not in out]
        rest = [f.id for f in cards if f.id not in {*sure, *likely}]
        known = [chit for chit in drawn if chit in {*sure, *likely, *spare, *rest}]
        cups[side] = tuple(dict.fromkeys((*known, *sure, *likely, *spare, *rest)))[: len(cup)]
    return cups


def _shuffled(items: Sequence[T], dice: Dice) -> list[T]:
    left = list(items)
    return [left.pop(dice.below(len(left))) for _ in items]


# -- his cards (N23)


def _played_since(past: Past[GameState]) -> list[CardId]:
    """The cards that the enemy has shown since the mark: they were in his hand."""
    told = (e.answer for e in past.answers if e.side not in (past.asked.side, CHANCE))
    return [CardId(name) for answer in told for name in texts_in(answer)]


def _piles(
    state: GameState, of: Side, dice: Dice, played: Sequence[CardId]
) -> Mapping[Side, Piles]:
    """The enemy's covered cards, drawn from those of his that lie nowhere open.

    What he has played since is in his hand, or held for this turn.
    """
    piles = state.cards.piles
    if of not in piles:
        return piles
    stock, lying = state.battle.stocks[of], piles[of].lying
    seen = [card for cards in lying.values() for card in cards if card != COVERED]
    main, mode = _without(stock.main, seen), _without(stock.mode, seen)
    rest = _without(main, played)
    others = [*_shuffled(rest, dice), *_without(main, rest)]
    left = {Pile.MODE: _shuffled(mode, dice)}
    guessed: dict[Pile, tuple[CardId, ...]] = {}
    for pile in sorted(lying, key=lambda pile: (pile not in (Pile.HAND, Pile.HELD), pile)):
        source = left.get(pile, others)
        guessed[pile] = tuple(
            card if card != COVERED else source.pop() if source else pick(stock.main, dice)
            for card in lying[pile]
        )
    return {**piles, of: Piles({pile: guessed[pile] for pile in lying})}


def _without(cards: Sequence[CardId], gone: Sequence[CardId]) -> list[CardId]:
    """Some cards without others, each as often as it is there."""
    left = sorted(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left

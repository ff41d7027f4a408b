"""The Card Phase in each way of playing, and what becomes of cards in the Turn End Phase.

Rules: N4, N23.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hexwar.cards.events import CardDiscarded, CardDrawn
from hexwar.cards.library import TABLE_A, TABLE_B, decks, event_tables
from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, CardKind, Pile, Window
from hexwar.engine import CHANCE, Flow, Refusal, Roll, Table, refuse
from hexwar.messages import mark
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.events.cards import CardEventRolled, CardHeld, FateRolled
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.cards.effects import end_due
from hexwar.systems.nlc.rules.cards.ways import PASSING, Way, is_card_turn, way_of
from hexwar.systems.nlc.rules.cards.windows import (
    TACTICS,
    DrawCard,
    draw,
    make_up_decks,
    play_card,
    put_away,
    targets,
)
from hexwar.systems.nlc.rules.turn.actions import odd_side
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side

# -- full play: hands, and a card of each side in the Card Phase (N23.2, N23.7)


@dataclass(frozen=True, slots=True)
class ChooseCard(Question[CardId | None], rule="N23.7"):
    """N23.7: the card that a side plays in the Card Phase."""

    kinds = ("play", "pass")

    def options(self, state: GameState) -> Sequence[CardId | None]:
        """Each card that has a use now, then those that can only go under the deck.

        None comes first where the side may play no card.
        """
        side = Side(self.side)
        cards, none = in_phase(state, side), () if must_play(state, side) else (None,)
        useful = [id_ for id_ in cards if targets(state, side, id_)]
        return (*none, *useful, *(id_ for id_ in cards if id_ not in useful))

    def refusal(self, state: GameState, answer: CardId | None) -> Refusal | None:
        """Who holds a card for this phase plays one."""
        if answer is None and must_play(state, Side(self.side)):
            words = mark("Each side plays a card in the Card Phase, be it one of no use.")
            return refuse(self.rule, words)
        return self.unlisted(self.options(state), answer)

    def sentence(self, view: GameState) -> str:
        """Whether one must be played."""
        must = mark("{who} must play a card of their hand in this Card Phase.")
        may = mark("{who} may play a card of their hand in this Card Phase.")
        return self.told(view, must if must_play(view, Side(self.side)) else may)


def in_phase(state: GameState, side: Side) -> tuple[CardId, ...]:
    """The kinds of card in a side's hand that can be played in the Card Phase."""
    hand = dict.fromkeys(state.cards.piles[side].of(Pile.HAND))
    return tuple(id_ for id_ in hand if Window.CARDS in printed(id_).windows)


def must_play(state: GameState, side: Side) -> bool:
    """Whether a side must play a card in the Card Phase (N23.7, 18.35).

    It need not where it holds but Tactics cards (18.36), or where the players agreed on passing.
    """
    if state.battle.options.get(PASSING) == "on":
        return False
    return any(id_ not in TACTICS for id_ in in_phase(state, side))


async def full_phase(table: Table[GameState]) -> None:
    """N23.7, N4.8: both draw; each chooses unseen by the other; the first player's card is first.

    Who holds cards only that have their moment later plays none (18.36).
    """
    sides = [side for side in table.state.battle.sides if side in table.state.cards.piles]
    for side in sides:
        for _ in range(draws(table.state, side)):
            await draw(table, side)
    chosen = [(side, await ChooseCard(side)) for side in sides if in_phase(table.state, side)]
    for side, id_ in chosen:
        if id_ is not None:
            await play_card(table, side, id_, Pile.HAND)


def draws(state: GameState, side: Side) -> int:
    """How many cards a side draws on the present turn (18.31-18.33)."""
    if state.turn < 2:
        return 0
    stock, rules = state.battle.stocks[side], numbers_of(state.battle).card
    is_bonus_turn = _last_draw(state) < stock.bonus_turn <= state.turn
    bonus = max(stock.bonus_draws, rules.least_bonus) if is_bonus_turn else 0
    return rules.draws + bonus + replaced(state, side)


def replaced(state: GameState, side: Side) -> int:
    """The Tactics cards that a side played since its last draw: it draws as many more (18.33)."""
    turns = range(_last_draw(state), state.turn)
    own = (score for score in state.cards.scores if score.side == side)
    return sum(score.turn in turns and score.card in TACTICS for score in own)


def _last_draw(state: GameState) -> int:
    """The last turn before this on which cards were drawn or mode cards played (N17.3)."""
    before = state.battle.turns[: state.turn - 1]
    return max((t.number for t in before if t.kind is not TurnKind.NIGHT_AM), default=0)


# -- restricted play: a card and a die each turn, no hands (N23.3, N23.8)


DELAY = CardId("delay")
"""The card that is passed on to the other player when it is a bonus card (N23.3 c)."""


async def restricted_phase(table: Table[GameState]) -> None:
    """N23.3: bonus cards and mode cards before turn 1; on each card turn a card and a die."""
    sides = [side for side in table.state.battle.sides if side in table.state.cards.piles]
    if table.state.turn == 1:
        for side in sides:
            await play_bonus_cards(table, side)
        await play_mode_cards(table, by_chance=True)
    for side in sides:
        await draw_for_the_turn(table, side)


async def play_bonus_cards(table: Table[GameState], side: Side) -> None:
    """N23.3 c: of a side's bonus cards those of arrivals take effect, on its own forces.

    A delay the other player plays on his own forces, and it counts for him.
    """
    rules, enemy = numbers_of(table.state.battle).card, table.state.battle.enemy(side)
    for _ in range(max(table.state.battle.stocks[side].bonus_draws, rules.least_bonus)):
        id_ = await draw(table, side)
        if id_ is None:
            return
        if printed(id_).kind is not CardKind.ARRIVAL:
            put_away(table, side, id_, Pile.HAND, shown=False)
            continue
        serves, vp = (enemy, -printed(id_).vp) if id_ == DELAY else (None, None)
        await play_card(table, side, id_, Pile.HAND, by_chance=True, serves=serves, vp=vp)


async def draw_for_the_turn(table: Table[GameState], side: Side) -> None:
    """N23.3 e: a side draws a card and rolls: odd it acts or is held, even it is put away."""
    id_ = await draw(table, side)
    if id_ is None:
        return
    die = await Roll(CHANCE, mark("whether the card acts"))
    table.emit(FateRolled(side, die))
    if die % 2 == 0:
        put_away(table, side, id_, Pile.HAND, shown=False)
    else:
        await play_or_hold(table, side, id_, Pile.HAND)


async def play_or_hold(
    table: Table[GameState], side: Side, id_: CardId, source: Pile, *, shown: bool = False
) -> None:
    """N23.3, N23.8: a card acts at once, or is held for its moment until the turn ends."""
    if Window.CARDS in printed(id_).windows:
        await play_card(table, side, id_, source, by_chance=True)
    else:
        table.emit(CardHeld(side, id_, source, Pile.HELD, is_shown=shown))


# -- alone with one deck: a card each turn, and a die that says whom it befalls (N23.3 g)


async def solitaire_phase(table: Table[GameState]) -> None:
    """N23.3 g: mode cards on turn 1; each turn a card is drawn for one of the sides.

    The first player's deck is the one that is drawn from; the other's stands for the same cards,
    and loses each of them with it.
    """
    if table.state.turn == 1:
        await play_mode_cards(table, by_chance=True)
    first, second = table.state.battle.sides
    if not {first, second} <= table.state.cards.piles.keys():
        return
    id_ = await draw(table, first, shown=True)
    if id_ is None:
        return
    side = await _befallen(table, mark("whom the card befalls"))
    twin = twin_of(table.state, second, id_)
    if twin is not None:
        table.emit(CardDrawn(second, twin, Pile.DECK, Pile.HAND, is_shown=True))
    for other, card in ((first, id_), (second, twin)):
        if card is not None and other != side:
            put_away(table, other, card, Pile.HAND, shown=True)
    card = id_ if side == first else twin
    if card is not None:
        await play_or_hold(table, side, card, Pile.HAND, shown=True)


def twin_of(state: GameState, side: Side, id_: CardId) -> CardId | None:
    """The same card in a side's deck, or its own card of that number; None where it has none."""
    deck = state.cards.piles[side].of(Pile.DECK)
    if id_ in deck:
        return id_
    number = printed(id_).number
    return next((own for own in deck if printed(own).number == number), None)


# -- random events: tables instead of decks (N23.5)


LAST_OF_A = 3
"""The highest die for table A."""


async def events_phase(table: Table[GameState]) -> None:
    """N23.5: a die for the table, two for the event, and one that says whom it befalls."""
    name = TABLE_A if await Roll(CHANCE, "the table of random events") <= LAST_OF_A else TABLE_B
    purpose = mark("the random event")
    d66 = 10 * await Roll(CHANCE, purpose) + await Roll(CHANCE, purpose)
    side = await _befallen(table, mark("whom the random event befalls"))
    id_ = event_card(table.state, side, name, d66)
    table.emit(CardEventRolled(name, d66, side, id_))
    if id_ is None:
        return
    source = place_of(table.state, side, id_)
    assert source is not None
    if not is_for_now(id_):
        table.emit(CardHeld(side, id_, source, Pile.HELD, is_shown=True))
        return
    vp = -printed(id_).vp if event_tables()[name][d66].is_reversed else None
    await play_card(table, side, id_, source, by_chance=True, vp=vp)


async def _befallen(table: Table[GameState], purpose: str) -> Side:
    """The side that a die names: odd the French, even the Coalition (N20.5)."""
    die, odd = await Roll(CHANCE, purpose), odd_side(table.state)
    return odd if die % 2 else table.state.battle.enemy(odd)


def event_card(state: GameState, side: Side, name: str, d66: int) -> CardId | None:
    """The card of an event for a side; None where there is none, or none of use (N23.5)."""
    row = event_tables()[name].get(d66)
    if row is None or side not in state.cards.piles:
        return None
    own = [id_ for id_ in row.cards if place_of(state, side, id_) is not None]
    own = [id_ for id_ in own if counts(state.battle, side, id_, name, d66)]
    useful = (id_ for id_ in own if targets(state, side, id_) or not is_for_now(id_))
    return next(useful, next(iter(own), None))


def is_for_now(id_: CardId) -> bool:
    """Whether a card acts in the Card Phase, and is not held for its moment (N23.6)."""
    return Window.CARDS in printed(id_).windows


def counts(battle: NlcBattle, side: Side, id_: CardId, name: str, d66: int) -> bool:
    """Whether an event stands for a side of whose cards some were taken out (N23.5).

    With one of two gone only table A counts, with two of four only even numbers.
    """
    allotment = battle.allotments.get(side)
    if allotment is None:
        return True
    whole = dict(decks()[allotment.deck].cards).get(id_, 0)
    gone = sum(count for removed, count in allotment.removals if removed == id_)
    if (whole, gone) == (2, 1):
        return name == TABLE_A
    if (whole, gone) == (4, 2):
        return d66 % 2 == 0
    return gone < whole


def place_of(state: GameState, side: Side, id_: CardId) -> Pile | None:
    """Where a side's copy of a card lies that an event may use; None where it has none.

    The tables know of no deck that runs out: a card that was used may come again.
    """
    piles = state.cards.piles[side]
    places = (Pile.DECK, Pile.BOTTOM, Pile.DISCARD)
    return next((pile for pile in places if id_ in piles.of(pile)), None)


# -- mode cards on the first turn (N23.6, 18.5)


async def play_mode_cards(table: Table[GameState], *, by_chance: bool = False) -> None:
    """18.51: on turn 1 the first player draws and plays his mode cards, then the other.

    The lowest number is first; the cards that were not drawn are out of the game (18.53).

    Args:
        table: The table.
        by_chance: Whether chance picks a force that a card names (N23.3).
    """
    for side in table.state.battle.sides:
        if side not in table.state.cards.piles:
            continue
        stock, drawn = table.state.battle.stocks[side], list[CardId]()
        for _ in range(min(stock.mode_draws, len(stock.mode))):
            drawn.append(await DrawCard(CHANCE, side, Pile.MODE))
            table.emit(CardDrawn(side, drawn[-1], Pile.MODE, Pile.HAND, is_shown=False))
        for id_ in sorted(drawn, key=lambda id_: printed(id_).number):
            await play_card(table, side, id_, Pile.HAND, by_chance=by_chance)
        for id_ in table.state.cards.piles[side].of(Pile.MODE):
            table.emit(CardDiscarded(side, id_, Pile.MODE, Pile.ASIDE, is_shown=True))


# -- the Card Phase, and what becomes of cards in the Turn End Phase (N4, N23)


async def play_cards(table: Table[GameState]) -> None:
    """N23: what the way of play asks of both sides in this phase; nothing without cards.

    In Night AM no cards are played (N17.3).
    """
    if not table.state.cards.piles:
        return
    way = way_of(table.state.battle)
    if is_card_turn(table.state):
        await PHASES[way](table)
    elif way is Way.FULL:
        make_up_decks(table)


async def _full(table: Table[GameState]) -> None:
    """N23.2: mode cards on turn 1, and hands from turn 2 on (18.31, 18.32)."""
    if table.state.turn == 1:
        await play_mode_cards(table)
    await full_phase(table)


PHASES: Mapping[Way, Callable[[Table[GameState]], Flow]] = {
    Way.FULL: _full,
    Way.RESTRICTED: restricted_phase,
    Way.SOLITAIRE: solitaire_phase,
    Way.EVENTS: events_phase,
}


def end_cards(table: Table[GameState]) -> None:
    """N4.71: cards that were held for this turn are put away, and effects of it end (N23.3)."""
    is_open = way_of(table.state.battle) is not Way.RESTRICTED
    for side, piles in table.state.cards.piles.items():
        for id_ in piles.of(Pile.HELD):
            put_away(table, side, id_, Pile.HELD, shown=is_open)
    end_due(table)

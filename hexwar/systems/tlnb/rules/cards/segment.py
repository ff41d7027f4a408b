"""The Card Segment: draws, mode cards, one card, and the movement allowance (18.3-18.5, A-2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.cards.events import CardDiscarded, CardDrawn
from hexwar.cards.library import card
from hexwar.cards.readings import Allowance, numbers, reading
from hexwar.cards.records import CardId, Pile, Piles
from hexwar.engine import CHANCE, Choice, Table
from hexwar.messages import mark, say
from hexwar.systems.tlnb.battle import TlnbBattle
from hexwar.systems.tlnb.events.cards import (
    BonusDealt,
    CardTurnedUp,
    DayTallied,
    HandFilled,
    MainDeckShuffled,
)
from hexwar.systems.tlnb.events.command import LeaderWoke
from hexwar.systems.tlnb.events.turn import AllowanceSet
from hexwar.systems.tlnb.rules.cards.acts import play
from hexwar.systems.tlnb.rules.cards.naming import targets
from hexwar.systems.tlnb.rules.cards.piles import (
    end_all,
    give_back,
    is_tactics,
    last_day,
)
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.rules.victory.victory import level, totals
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side
from hexwar.table.question import Question
from hexwar.text import signed

# -- before the game


def piles_at_start(battle: TlnbBattle) -> dict[Side, Piles]:
    """18.2: the decks of each side lie face down; with one deck for both it is the first's."""
    way, first = battle.cards_way, battle.sides[0]
    if way == "none":
        return {}
    found: dict[Side, Piles] = {}
    for side in battle.sides:
        stock = battle.stocks[side]
        main = stock.main if way == "full" or side == first else ()
        lying = {Pile.DECK: tuple(sorted(main)), Pile.MODE: tuple(sorted(stock.mode))}
        found[side] = Piles(lying)
    return found


# -- how cards are drawn (18.3)


@dataclass(frozen=True, slots=True)
class DrawStormCard(Question[CardId], rule="T24.2"):
    """18.3: the card that comes off a shuffled deck."""

    words = mark("Draw a card of {to} side, and enter which it is.")
    owner: Side
    pile: Pile
    to: Side  # whose hand it goes into

    def options(self, state: TlnbState) -> Sequence[CardId]:
        """Every card in it, each copy by itself."""
        return sorted(state.cards.piles[self.owner].of(self.pile))

    def about(self) -> str:
        """What is drawn."""
        return say("the card that is drawn")

    def seen_by(self) -> Side:
        """The hand is its owner's secret."""
        return self.to


async def draw(table: Table[TlnbState], side: Side, source: Pile = Pile.DECK) -> CardId | None:
    """18.3: a side draws a card, if there is one; what lies under the deck comes last, in order."""
    piles = table.state.cards.piles[side]
    if piles.of(source):
        id_ = await DrawStormCard(CHANCE, side, source, side)
    elif source is Pile.DECK and piles.of(Pile.BOTTOM):
        source, id_ = Pile.BOTTOM, piles.of(Pile.BOTTOM)[0]
    else:
        return None
    is_shown = table.state.battle.cards_way == "solitaire"
    table.emit(CardDrawn(side, id_, source, Pile.HAND, is_shown=is_shown))
    return id_


async def fill_hand(table: Table[TlnbState], side: Side) -> None:
    """18.32, 18.33: one card, one for each Tactics card played since, and the bonus cards.

    They are dealt once in a battle: in a campaign again on the morning of each later one.
    """
    state = table.state
    count = numbers().draw + state.deal.owed.get(side, 0)
    dealt = state.deal.dealt.count(side)
    begun = [state.battle.stocks[side].bonus_turn, *state.battle.later_battles]
    if dealt < len(begun) and state.turn >= begun[dealt]:
        bonus = bonus_cards(state, side, is_first=not dealt)
        table.emit(BonusDealt(side, bonus))
        count += bonus
    for _ in range(count):
        await draw(table, side)
    table.emit(HandFilled(side))


def bonus_cards(state: TlnbState, side: Side, *, is_first: bool) -> int:
    """T23.5: three bonus cards, or as many as the scenario says; later more for who leads."""
    least = numbers().least_bonus
    if is_first:
        return max(state.battle.stocks[side].bonus_draws, least)
    winner, name = level(state, totals(state))
    return least + (numbers().bonus.get(name, 0) if winner == side else 0)


# -- one card (18.35, 18.36, 18.83)


@dataclass(frozen=True, slots=True)
class PlayOneCard(Question[CardId | None], rule="T24.2"):
    """18.35: the card of this Card Segment."""

    words = mark("{who} side plays the card of its Card Segment.")

    def options(self, state: TlnbState) -> Sequence[CardId | None]:
        """Every card but a Tactics card, and a Tactics card of no use to spend for its MP.

        None where the hand has nothing but Tactics cards (18.36): there nobody must spend one.
        """
        side = Side(self.side)
        hand = dict.fromkeys(state.cards.piles[side].of(Pile.HAND))
        usual = [id_ for id_ in hand if not is_tactics(id_)]
        spent = [id_ for id_ in hand if is_tactics(id_) and not targets(state, side, id_)]
        return [*usual, *spent] if usual else [None, *spent]

    def choices(self, view: TlnbState, options: Sequence[CardId | None]) -> Sequence[Choice[Any]]:
        """A button for each, with its text and what it counts."""
        return [self._choice(view, id_) for id_ in options]

    def _choice(self, view: TlnbState, id_: CardId | None) -> Choice[Any]:
        if id_ is None:
            return Choice("none", say("No card"), "", None)
        useless = not targets(view, Side(self.side), id_)
        foot, horse = allowance_of(id_, is_spent=is_tactics(id_))
        words = mark("{title}: {foot}/{horse} MP, {vp} VP")
        void = mark("{title}: {foot}/{horse} MP, of no use now")
        printed = card(id_)
        title = say(printed.title)
        vp = signed(printed.vp) if printed.vp else "0"
        label = say(void if useless else words, title=title, foot=foot, horse=horse, vp=vp)
        return Choice(id_, label, say(reading(id_).text), id_)


def allowance_of(id_: CardId | None, *, is_spent: bool = False) -> Allowance:
    """The MP of a card, of a Tactics card that is spent, or of none (T7.41, T7.43)."""
    if is_spent:
        return numbers().spent_tactics
    printed = None if id_ is None else card(id_).allowance
    return printed or numbers().only_tactics


async def play_one(table: Table[TlnbState], side: Side) -> None:
    """18.35, 18.36, 18.83: one card is played, and whatever it does, its allowance holds."""
    id_ = await PlayOneCard(side)
    is_spent = id_ is not None and is_tactics(id_)
    await set_allowance(table, side, id_, allowance_of(id_, is_spent=is_spent))
    if id_ is not None and is_spent:
        give_back(table, side, id_)
    elif id_ is not None:
        await play(table, side, id_)


async def set_allowance(
    table: Table[TlnbState], side: Side, id_: CardId | None, allowance: Allowance
) -> None:
    """18.4: the MP of this Player-Turn, for foot and for horse, where cards set it (T7.47)."""
    if table.state.battle.flag("allowance") == "cards":
        table.emit(AllowanceSet(side, *allowance, id_))


async def roll_allowance(table: Table[TlnbState], side: Side) -> None:
    """T7.44: the die sets the movement allowance where cards do not."""
    die = await throw(table, side, mark("the movement allowance"))
    foot, horse = table.state.numbers.allowance.roll[die - 1]
    table.emit(AllowanceSet(side, foot, horse))


# -- mode cards (18.31, 18.5)


async def mode_cards(table: Table[TlnbState], side: Side) -> None:
    """18.31, 18.5: mode cards are drawn and all played, the lowest number first.

    The last of them sets the allowance. Those that were not drawn are out of the game.
    """
    for _ in range(table.state.battle.stocks[side].mode_draws):
        await draw(table, side, Pile.MODE)
    hand = table.state.cards.piles[side].of(Pile.HAND)
    await set_allowance(table, side, None, numbers().only_tactics)
    for id_ in sorted(hand, key=lambda id_: card(id_).number):
        await set_allowance(table, side, id_, allowance_of(id_))
        await play(table, side, id_)
    for id_ in table.state.cards.piles[side].of(Pile.MODE):
        table.emit(CardDiscarded(side, id_, Pile.MODE, Pile.ASIDE, is_shown=True))


# -- one deck for both sides (T24.8)


async def turn_up(table: Table[TlnbState], side: Side) -> None:
    """T24.8: the top card of the one deck is played at once, or only its allowance counts.

    A Tactics card lies ready for the side's Combat Phases to its next Card Segment.
    """
    for id_ in table.state.cards.piles[side].of(Pile.HAND):
        give_back(table, side, id_)
    owner = table.state.battle.sides[0]
    if table.state.cards.piles[owner].of(Pile.DECK):
        id_ = await DrawStormCard(CHANCE, owner, Pile.DECK, side)
        table.emit(CardTurnedUp(side, owner, id_))
    else:
        drawn = await draw(table, side)
        if drawn is None:
            await set_allowance(table, side, None, numbers().only_tactics)
            return
        id_ = drawn
    await set_allowance(table, side, id_, allowance_of(id_))
    if not is_tactics(id_):
        await play(table, side, id_)


# -- the segment


async def card_segment(table: Table[TlnbState]) -> None:
    """A-2, 18.3: draws, and one card that sets the allowance; on turn 1 the mode cards."""
    state = table.state
    way, allowance = state.battle.cards_way, state.battle.flag("allowance")
    if allowance == "roll" or (allowance == "cards" and way == "none"):
        await roll_allowance(table, state.phasing)
    if way != "none":
        end_old(table)
        if state.turn == 1:
            for side in state.battle.sides if not state.player else ():
                await mode_cards(table, side)
        elif way == "full":
            await fill_hand(table, state.phasing)
            await play_one(table, state.phasing)
        else:
            await turn_up(table, state.phasing)
    next_step(table)


def end_old(table: Table[TlnbState]) -> None:
    """18.37: effects last to the next friendly Card Segment."""
    state = table.state
    end_all(table, lambda e: e.side == state.phasing and e.until < state.turn)


def night_cards(table: Table[TlnbState]) -> None:
    """18.34, 18.23: no cards at night; at Night AM the day is tallied and all is shuffled.

    Who sleeps awakes then (T22.8).
    """
    state = table.state
    if state.battle.cards_way == "none":
        return
    end_old(table)
    if state.turn_card.kind is not TurnKind.NIGHT_AM or state.player:
        return
    for leader in sorted(state.command.asleep):
        table.emit(LeaderWoke(leader))
    end_all(table, lambda effect: card(effect.card).is_enduring)  # 18.38
    tally(table)
    for side in state.battle.sides:
        is_one = state.battle.cards_way == "solitaire"
        table.emit(MainDeckShuffled(side, state.battle.sides[0] if is_one else side))


def tally(table: Table[TlnbState]) -> None:
    """18.23: what the cards count that each side played on the day that is over."""
    if table.state.battle.cards_way == "none":
        return
    day = last_day(table.state)
    for side in table.state.battle.sides:
        table.emit(DayTallied(side, day, day_total(table.state, side, day)))


def day_total(state: TlnbState, side: Side, day: int) -> int:
    """VP of the cards that a side played on a day; cards in hand count nothing (18.23)."""
    return sum(score.vp for score in state.cards.scores if (score.side, score.day) == (side, day))

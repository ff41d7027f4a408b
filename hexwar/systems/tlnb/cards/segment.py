"""The Card Segment: mode cards, draws, one card, and the movement allowance (18.3, 18.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hexwar.cards.events import CardDiscarded
from hexwar.cards.library import card
from hexwar.cards.readings import Allowance, numbers
from hexwar.cards.records import CardId, Pile
from hexwar.engine import Decision, Table
from hexwar.messages import say
from hexwar.systems.tlnb.cards.draws import draw
from hexwar.systems.tlnb.cards.effects import end_enduring, end_old
from hexwar.systems.tlnb.cards.events import (
    AllowanceSet,
    BonusDealt,
    DayTallied,
    HandFilled,
    MainDeckShuffled,
    StepBegan,
)
from hexwar.systems.tlnb.cards.playing import give_back, play
from hexwar.systems.tlnb.cards.records import Step, StormState
from hexwar.systems.tlnb.cards.targets import is_tactics, targets
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class PlayOneCard(Decision[CardId | None]):
    """18.35: the card of this Card Segment."""

    rule: ClassVar[str] = "T24.2"

    def options(self, state: StormState) -> Sequence[CardId | None]:
        """Every card but a Tactics card, and a Tactics card of no use to spend for its MP.

        None where the hand has nothing but Tactics cards (18.36): there nobody must spend one.
        """
        side = Side(self.side)
        hand = dict.fromkeys(state.cards.piles[side].of(Pile.HAND))
        usual = [id_ for id_ in hand if not is_tactics(id_)]
        spent = [id_ for id_ in hand if is_tactics(id_) and not targets(state, side, id_)]
        return [*usual, *spent] if usual else [None, *spent]

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Who plays."""
        return say("The {side} side plays the card of its Card Segment.", side=self.side)


async def card_segment(table: Table[StormState]) -> None:
    """18.3: draws, and one card that sets the allowance; on the first turn the mode cards."""
    state = table.state
    end_old(table, state.phasing)
    if state.hour.is_night:
        night_segment(table)
    elif state.turn > 1:
        await fill_hand(table, state.phasing)
        await play_one(table, state.phasing)
    elif not state.player:
        for side in state.course.sides:
            await mode_cards(table, side)
    table.emit(StepBegan(state.turn, state.player, Step.ENTRY))


async def mode_cards(table: Table[StormState], side: Side) -> None:
    """18.31, 18.5: mode cards are drawn and all played, the lowest number first.

    The last of them sets the allowance. Those that were not drawn are out of the game.
    """
    for _ in range(table.state.course.stocks[side].mode_draws):
        await draw(table, side, Pile.MODE)
    hand = table.state.cards.piles[side].of(Pile.HAND)
    set_allowance(table, side, None, numbers().only_tactics)
    for id_ in sorted(hand, key=lambda id_: card(id_).number):
        set_allowance(table, side, id_, card(id_).allowance or numbers().only_tactics)
        await play(table, side, id_)
    for id_ in table.state.cards.piles[side].of(Pile.MODE):
        table.emit(CardDiscarded(side, id_, Pile.MODE, Pile.ASIDE, is_shown=True))


async def fill_hand(table: Table[StormState], side: Side) -> None:
    """18.32, 18.33: one card, one for each Tactics card played since, and once the bonus cards."""
    state = table.state
    count = numbers().draw + state.owed.get(side, 0)
    if side not in state.dealt:
        bonus = max(state.course.stocks[side].bonus_draws, numbers().least_bonus)
        table.emit(BonusDealt(side, bonus))
        count += bonus
    for _ in range(count):
        await draw(table, side)
    table.emit(HandFilled(side))


async def play_one(table: Table[StormState], side: Side) -> None:
    """18.35, 18.36, 18.83: one card is played, and whatever it does, its allowance holds."""
    id_ = await PlayOneCard(side)
    if id_ is None:
        set_allowance(table, side, None, numbers().only_tactics)
    elif is_tactics(id_):
        set_allowance(table, side, id_, numbers().spent_tactics)
        give_back(table, side, id_)
    else:
        set_allowance(table, side, id_, card(id_).allowance or numbers().only_tactics)
        await play(table, side, id_)


def night_segment(table: Table[StormState]) -> None:
    """18.34, 18.23: no cards at night; at Night AM the day is tallied and all is shuffled."""
    state = table.state
    set_allowance(table, state.phasing, None, numbers().night)
    if state.hour.kind is TurnKind.NIGHT_AM and not state.player:
        end_enduring(table)
        for side in state.course.sides:
            tally(table, side)
            table.emit(MainDeckShuffled(side))


def tally(table: Table[StormState], side: Side) -> None:
    """18.23: what the cards that a side played on the day that is over count."""
    day = last_day(table.state)
    table.emit(DayTallied(side, day, day_total(table.state, side, day)))


def last_day(state: StormState) -> int:
    """The day of the last turn by daylight so far; Night AM may belong to the day after."""
    light = [hour.day for hour in state.course.hours[: state.turn] if not hour.is_night]
    return light[-1] if light else state.hour.day


def day_total(state: StormState, side: Side, day: int) -> int:
    """VP of the cards that a side played on a day; cards in hand count nothing (18.23)."""
    return sum(score.vp for score in state.cards.scores if (score.side, score.day) == (side, day))


def set_allowance(
    table: Table[StormState], side: Side, id_: CardId | None, allowance: Allowance
) -> None:
    """18.4: the MP of this player-turn, for foot and for horse."""
    foot, horse = allowance
    table.emit(AllowanceSet(side, foot, horse, id_))

"""The Card Segment and the Combat Phase: draws, one card, Tactics cards (18.3, 18.4, 18.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from hexwar.cards.events import CardDiscarded
from hexwar.cards.library import card
from hexwar.cards.readings import Allowance, Lasting, Moment, numbers, reading
from hexwar.cards.records import CardId, Effect, Pile, Window
from hexwar.engine import Decision, Table
from hexwar.messages import mark, say
from hexwar.systems.tlnb.cards.events import (
    AllowanceSet,
    BonusDealt,
    ChargeCountered,
    CombatFought,
    DayTallied,
    HandFilled,
    MainDeckShuffled,
    StepBegan,
    StormEnded,
    TacticsCounted,
)
from hexwar.systems.tlnb.cards.playing import (
    begin,
    draw,
    end,
    end_all,
    give_back,
    is_of,
    is_tactics,
    play,
    show,
    spend,
    suits_turn,
    targets,
    throw,
)
from hexwar.systems.tlnb.cards.records import Combat, Step, StormState
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
    end_all(table, lambda e: e.side == state.phasing and e.until < state.turn)  # 18.37
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
    if id_ is not None and is_tactics(id_):
        set_allowance(table, side, id_, numbers().spent_tactics)
        give_back(table, side, id_)
        return
    allowance = None if id_ is None else card(id_).allowance
    set_allowance(table, side, id_, allowance or numbers().only_tactics)
    if id_ is not None:
        await play(table, side, id_)


def night_segment(table: Table[StormState]) -> None:
    """18.34, 18.23: no cards at night; at Night AM the day is tallied and all is shuffled."""
    state = table.state
    set_allowance(table, state.phasing, None, numbers().night)
    if state.hour.kind is TurnKind.NIGHT_AM and not state.player:
        end_all(table, lambda effect: card(effect.card).is_enduring)  # 18.38
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
    table.emit(AllowanceSet(side, *allowance, id_))


# -- the Combat Phase: Tactics cards, one a side, each in one combat (18.8)


COUNTER_CHARGE = CardId("counter-charge")
COVER_FIRE = CardId("artillery-cover-fire")
PURSUIT = CardId("cavalry-pursuit")
SECOND_DAY = CardId("second-day")


@dataclass(frozen=True, slots=True)
class Stroke:
    """A card brought into a combat."""

    card: CardId
    effect: int = 0  # the number of the effect in force that is used; 0: it comes from the hand


@dataclass(frozen=True, slots=True)
class PlayTactics(Decision[Stroke | None]):
    """18.8: whether a side brings a card into a combat."""

    rule: ClassVar[str] = "T24.2"
    kinds: ClassVar[tuple[str, str]] = ("play", "pass")
    combat: str
    moment: Moment

    def options(self, state: StormState) -> Sequence[Stroke | None]:
        """None, a card of the hand, or one in force that may be used once."""
        return (None, *strokes(state, Side(self.side), combat_of(state, self.combat), self.moment))

    def sentence(self, view: StormState) -> str:  # noqa: ARG002
        """Which combat."""
        words = mark("The {side} side may bring a card into {combat}.")
        return say(words, side=self.side, combat=self.combat)


def combat_of(state: StormState, id_: str) -> Combat:
    """A combat of the phasing side by its id."""
    return next(c for c in state.hour.combats[state.phasing] if c.id == id_)


def strokes(state: StormState, side: Side, combat: Combat, moment: Moment) -> list[Stroke]:
    """Every card that a side can bring into a combat now."""
    hand = dict.fromkeys(state.cards.piles[side].of(Pile.HAND))
    played = [Stroke(id_) for id_ in hand if _is_ready(state, side, id_)]
    used = [Stroke(e.card, e.number) for e in state.cards.effects if e.side == side and e.left]
    found = [stroke for stroke in (*played, *used) if _fits(state, side, combat, stroke.card)]
    timely = [stroke for stroke in found if moment in reading(stroke.card).moments]
    return [s for s in timely if not s.effect or _is_there(state, side, combat, s.effect)]


def _is_ready(state: StormState, side: Side, id_: CardId) -> bool:
    """Whether a card in hand may be played in this Combat Phase at all."""
    if is_tactics(id_):
        return state.cards.tactics.count(side) < numbers().most_tactics
    return Window.COMBAT in card(id_).windows


def _fits(state: StormState, side: Side, combat: Combat, id_: CardId) -> bool:
    read = reading(id_)
    facts = all(combat.holds(side, fact) for fact in read.combat)
    own = not read.die or side == state.phasing  # the die of an attack
    return facts and own and suits_turn(state, read) and (id_ != COUNTER_CHARGE or _meets(combat))


def _meets(combat: Combat) -> bool:
    return len(combat.strength) == 2 and all(sp > 0 for sp in combat.strength.values())


def _is_there(state: StormState, side: Side, combat: Combat, number: int) -> bool:
    """Whether the leader whom an effect names is with the attackers."""
    effect = _own(state, side, number)
    return not reading(effect.card).names or not combat.named.isdisjoint(effect.subjects)


def _own(state: StormState, side: Side, number: int) -> Effect:
    """An effect of a side by its number."""
    return next(e for e in state.cards.effects if (e.side, e.number) == (side, number))


async def combat_phase(table: Table[StormState]) -> None:
    """18.8: the combats of the phasing side; then the other player-turn, or the next turn."""
    state = table.state
    for combat in () if state.hour.is_night else state.hour.combats.get(state.phasing, ()):
        await fight(table, combat)
        end_all(table, partial(is_of, combat))  # 18.81
    end_all(table, lambda effect: reading(effect.card).lasts is Lasting.PHASE)
    go_on(table)


async def fight(table: Table[StormState], combat: Combat) -> None:
    """18.81: cards before a combat, the phasing side first, and after a retreat."""
    state = table.state
    phasing, enemy = state.phasing, state.course.enemy(state.phasing)
    for side in (phasing, enemy):
        while await offer(table, side, combat, Moment.BEFORE) is not None:
            pass  # a card that was in force may come besides one of the hand
    if combat.is_charge and await counter(table, enemy, combat):
        return
    table.emit(CombatFought(combat.id))
    is_retreat = any("retreats" in facts for facts in combat.facts.values())
    for side in (phasing, enemy) if is_retreat else ():
        if await offer(table, side, combat, Moment.AFTER) == PURSUIT:
            await answer_pursuit(table, state.course.enemy(side), combat)


async def answer_pursuit(table: Table[StormState], side: Side, combat: Combat) -> None:
    """18.82: guns may call a pursuit off, and cavalry may ride against it."""
    id_ = await offer(table, side, combat, Moment.PURSUIT)
    is_stopped = id_ == COUNTER_CHARGE and await roll_counter(table, side, combat)
    if id_ == COVER_FIRE or is_stopped:
        for effect in table.state.cards.effects:
            if effect.card == PURSUIT and effect.side != side:
                end(table, effect)


async def counter(table: Table[StormState], side: Side, combat: Combat) -> bool:
    """18.82: whether a Counter Charge stops the charge."""
    played = await offer(table, side, combat, Moment.CHARGE) == COUNTER_CHARGE
    return played and await roll_counter(table, side, combat)


async def roll_counter(table: Table[StormState], side: Side, combat: Combat) -> bool:
    """18.82: Pr stops the charge, Ae1 lets it go on."""
    charging = combat.strength[table.state.course.enemy(side)]
    die = await throw(table, side, mark("counter charge"))
    is_stopped = die <= highest_stop(combat.strength[side], charging)
    table.emit(ChargeCountered(side, combat.id, die, is_stopped))
    return is_stopped


def highest_stop(countering: int, charging: int) -> int:
    """The highest die of a Counter Charge that stops the charge, by the SP of both."""
    ratio = Fraction(countering, charging)
    rows = [Fraction(str(least)) for least in numbers().ratios]
    row = sum(ratio >= least for least in rows) - 1
    return numbers().stops[0 if ratio == rows[1] else row]


async def offer(
    table: Table[StormState], side: Side, combat: Combat, moment: Moment
) -> CardId | None:
    """A side that has a card for this moment may bring it in: the card, now in force; or None."""
    if not strokes(table.state, side, combat, moment):
        return None
    stroke = await PlayTactics(side, combat.id, moment)
    if stroke is None:
        return None
    if stroke.effect:
        spend(table, _own(table.state, side, stroke.effect))
    else:
        show(table, side, stroke.card, (combat.id,))
        if is_tactics(stroke.card):
            table.emit(TacticsCounted(side, combat.id))
    is_whole_phase = reading(stroke.card).lasts is Lasting.PHASE
    begin(table, side, stroke.card, () if is_whole_phase else (combat.id,))
    return stroke.card


def go_on(table: Table[StormState]) -> None:
    """The other player-turn, the next turn, or the end of the battle."""
    state = table.state
    if not state.player:
        table.emit(StepBegan(state.turn, 1, Step.CARDS))
    elif is_last(state):
        for side in state.course.sides:
            tally(table, side)
        table.emit(StormEnded())
    else:
        table.emit(StepBegan(state.turn + 1, 0, Step.CARDS))


def is_last(state: StormState) -> bool:
    """Whether the battle ends with this turn; Second Day of Battle prolongs it (24.92)."""
    hours = state.course.hours
    if state.turn == len(hours):
        return True
    coming = hours[state.turn]
    is_day_two = not coming.is_night and coming.day != last_day(state)
    goes_on = any(effect.card == SECOND_DAY for effect in state.cards.effects)
    return state.course.is_one_day and is_day_two and not goes_on

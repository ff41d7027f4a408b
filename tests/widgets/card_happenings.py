"""One event of every class of cards, as they could happen in the skirmish."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from hexwar.cards import events, setup_facts
from hexwar.cards.records import CardId, CardScore, Effect, Pile, Piles, Stock
from hexwar.hexes import Hex
from hexwar.series.battle import ArrivalChange
from hexwar.systems.nlc.events import arrivals, cards, combat, movement, orders
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import OrderStep
from tests.widgets import skirmish as s

PROBE, FIRE, DELAY = CardId("probe"), CardId("fire"), CardId("delay")
COUNTER, BLUECHER, AREA = CardId("counter-charge"), CardId("bluecher"), CardId("area-defense")
PURSUIT, COVER, COLUMN = (
    CardId("cavalry-pursuit"),
    CardId("artillery-cover-fire"),
    CardId("road-column"),
)
SCATTERED = CardId("formation-scattered")

SECRET = Effect(1, s.FRENCH, AREA, 1, (s.CAVALRY,), is_secret=True)
REROLLS = Effect(2, s.ALLIED, BLUECHER, 1, ("rerolls",), left=3)
PLAYED = CardScore(s.FRENCH, FIRE, -1, 29, 1)
BEYOND = Hex("0404")

CARD_SAMPLES = s.told_as(
    (
        events.CardDrawn(s.FRENCH, PROBE, Pile.DECK, Pile.HAND, is_shown=False),
        "The French drew Probe (12).",
    ),
    (
        events.CardPlayed(
            s.FRENCH, COUNTER, Pile.HAND, Pile.SECRET, is_shown=False, subjects=(s.CAVALRY,)
        ),
        "The French played Counter Charge (18) on [V Cavalry], face down.",
    ),
    (
        events.CardPlayed(
            s.FRENCH, COUNTER, Pile.HAND, Pile.DISCARD, True, (s.CAVALRY, s.NINTH, BEYOND)
        ),
        "The French played Counter Charge (18) on [V Cavalry] and [IX Corps] at 0404.",
    ),
    (cards.CardLaidDown(s.FRENCH), "The French played a card, which lies face down."),
    (
        cards.CardHeld(s.FRENCH, COUNTER, Pile.HAND, Pile.HELD, is_shown=False),
        "The French hold Counter Charge (18) until the turn ends.",
    ),
    (
        events.CardDiscarded(s.FRENCH, COUNTER, Pile.HAND, Pile.SECRET, is_shown=False),
        "The French put Counter Charge (18) away unseen.",
    ),
    (
        events.CardReturned(s.FRENCH, COUNTER, Pile.HAND, Pile.BOTTOM, is_shown=True),
        "Counter Charge (18) of the French was of no use and went under the deck; it counts"
        " nothing.",
    ),
    (
        cards.CardRevealed(s.FRENCH, PROBE, Pile.SECRET, Pile.DISCARD, is_shown=True),
        "The French showed Probe (12), which had lain face down.",
    ),
    (cards.DeckShuffled(s.FRENCH), "The French made up their deck anew."),
    (
        cards.CardEventRolled("A", 43, s.FRENCH, FIRE),
        "Random event of table A, 43: Fire (16) for the French.",
    ),
    (cards.FateRolled(s.FRENCH, 4), "The French rolled 4 for their card: it is put away."),
    (
        events.EffectBegan(Effect(3, s.FRENCH, AREA, 1, (s.CAVALRY,))),
        "In force for the French: Area Defense (20) on [V Cavalry], to the end of 16:00.",
    ),
    (
        events.EffectChanged(replace(REROLLS, left=2)),
        "Blücher (7) acted for the Coalition; it can act twice more.",
    ),
    (events.EffectEnded(SECRET), "Area Defense (20) of the French is over."),
    (
        events.CardScored(CardScore(s.FRENCH, DELAY, -2, 29, 1)),
        "Delay – March Confusion (27) counts −2 VP for the French.",
    ),
    (
        events.DieRerolled(s.ALLIED, BLUECHER, "morale", 2),
        "The Coalition threw their 2 for morale again by Blücher (7).",
    ),
    (
        combat.TacticsPlayed(s.FRENCH),
        "The French have played their Tactics card of this activation.",
    ),
    (
        combat.NeyDieChosen(s.FRENCH, s.BRIENNE, on_enemy=True),
        "Marshal Ney leads the French at [Brienne]: the enemy's die is 1 lower.",
    ),
    (
        combat.CheckWaived(PURSUIT, (s.PIRE,), "pursuit"),
        "By Cavalry Pursuit (17) [Piré] passes the check for pursuit without a die.",
    ),
    (
        combat.PursuitCancelled(COVER, (s.PIRE,)),
        "Artillery Cover Fire (3) held [Piré] back from pursuit.",
    ),
    (
        combat.RetreatCancelled(BLUECHER, (s.UDOM, s.KORNILOV), s.BRIENNE),
        "By Blücher (7) [Udom] and [Kornilov] stay in [Brienne] instead of retreating.",
    ),
    (combat.CaptureCancelled(s.OLSUFIEV), "An aide de camp got Olsufiev away: he is not captured."),
    (combat.UnitsRecovered(s.NINTH, (s.UDOM,)), "Of [IX Corps] [Udom] went to the Recovered box."),
    (
        arrivals.ArrivalChanged(s.FRENCH, s.DUHESME, ArrivalChange(DELAY, 1, 3, s.ENTRY, 1, 2)),
        "[Duhesme] comes at 18:00 in 0101, by Delay – March Confusion (27) (die 2).",
    ),
    (
        setup_facts.DirectionRolled((s.UDOM,), 2, "NE", (s.BRIENNE, BEYOND)),
        "[Udom] scattered to the NE (die 2), from [Brienne] to 0404.",
    ),
    (
        cards.UnitRedeployed(s.UDOM, COLUMN, BEYOND, column=True),
        "By Road Column (1) [Udom] begins in 0404 in road column.",
    ),
    (
        setup_facts.LeaderRedeployed(s.MILHAUD, COLUMN, s.BRIENNE),
        "By Road Column (1) Milhaud begins in [Brienne].",
    ),
    (setup_facts.UnitReplaced(s.UDOM), "[Udom] is at full strength again."),
    (
        movement.PopulaceActed(s.FRENCH, (s.MAIZIERES, s.BRIENNE), is_damaged=True),
        "The people damaged the pontoon bridge between 0202 and 0303 for the French.",
    ),
    (
        orders.OrderReaimed(s.FRENCH, LineId(s.CAVALRY), (OrderStep("march", s.MAIZIERES),)),
        "The order of [V Cavalry] now reads: March to [Maizières].",
    ),
)
"""Each with the sentence that tells it at the beginning of the skirmish."""


def with_cards(state: GameState) -> GameState:
    """The skirmish with a few cards on the table, so that every sample can be applied."""
    hand = (PROBE, COUNTER, PROBE)
    stocks = {s.FRENCH: Stock((PROBE, FIRE), ()), s.ALLIED: Stock((PROBE,), ())}
    state.battle = replace(state.battle, stocks=MappingProxyType(stocks))
    state.cards = replace(
        state.cards,
        piles=(
            {
                s.FRENCH: Piles(
                    {Pile.DECK: (DELAY, PROBE), Pile.HAND: hand, Pile.SECRET: (PROBE,)}
                ),
                s.ALLIED: Piles({Pile.DECK: (PROBE,), Pile.HAND: (FIRE, BLUECHER)}),
            }
        ),
    )
    state.cards = replace(state.cards, effects=(SECRET, REROLLS), scores=(PLAYED,))
    return state

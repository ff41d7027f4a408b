"""What each event of the cards changes, for the test of all events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from hexwar.cards.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardReturned,
    CardScored,
    DieRerolled,
    EffectBegan,
    EffectChanged,
    EffectEnded,
)
from hexwar.cards.records import CardId, CardScore, Effect, Pile, Piles, Stock
from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import cards, combat
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Box
from tests.model.combats import Change, all_of, with_units
from tests.model.pads import with_fields
from tests.systems.nlc.positions import ALLIED, FRENCH, units

FIRE, PROBE, DELAY, NEY = (CardId(id_) for id_ in ("fire", "probe", "delay", "marshal-ney"))
LATE, EARLY = CardId("late-start"), CardId("early-arrival")
STOCKS: Mapping[Side, Stock] = MappingProxyType({FRENCH: Stock((), (LATE, EARLY))})
"""Which of the French cards are mode cards."""

LYING: Mapping[Pile, tuple[CardId, ...]] = {
    Pile.DECK: (FIRE, PROBE),
    Pile.BOTTOM: (DELAY,),
    Pile.HAND: (FIRE, NEY),
    Pile.HELD: (NEY,),
    Pile.SECRET: (PROBE, LATE),
    Pile.DISCARD: (EARLY,),
    Pile.ENDURING: (FIRE,),
}
FIRST = Effect(1, FRENCH, NEY, until=2, left=2, is_secret=True)
SECOND = Effect(2, ALLIED, FIRE, until=9, subjects=("0303",))
SEEN = CardScore(FRENCH, FIRE, -1, 29, 1)
UNSEEN = CardScore(FRENCH, PROBE, 0, 29, 1, is_shown=False)
SCORES = (SEEN, UNSEEN, UNSEEN)


def put_cards(state: GameState) -> None:
    """The French have cards everywhere; two effects are in force, one card counts."""
    state.cards = replace(
        state.cards,
        piles={FRENCH: Piles(LYING)},
        effects=(FIRST, SECOND),
        begun=2,
        scores=SCORES,
        tactics=(ALLIED,),
    )


def with_piles(changes: Mapping[Pile, tuple[CardId, ...]]) -> Change:
    """The table with other cards in some piles of the French."""
    return with_fields(piles={FRENCH: Piles({**LYING, **changes})})


DRAWN = with_piles({Pile.DECK: (FIRE,), Pile.HAND: (FIRE, NEY, PROBE)})
PLAYED = with_piles({Pile.HAND: (NEY,), Pile.ENDURING: (FIRE, FIRE)})
HELD = with_piles({Pile.HAND: (FIRE,), Pile.HELD: (NEY, NEY)})
UNUSED = with_piles({Pile.HELD: (), Pile.SECRET: (PROBE, LATE, NEY)})
RETURNED = with_piles({Pile.HAND: (NEY,), Pile.BOTTOM: (DELAY, FIRE)})
REVEALED = with_piles({Pile.SECRET: (LATE,), Pile.DISCARD: (EARLY, PROBE)})
SHUFFLED = with_fields(
    piles={
        FRENCH: Piles(
            {
                Pile.HAND: (FIRE, NEY),
                Pile.HELD: (NEY,),
                Pile.DECK: (DELAY, FIRE, FIRE, PROBE, PROBE),
                Pile.ASIDE: (EARLY, LATE),
            }
        )
    }
)
NOTHING = with_fields()
USED = replace(FIRST, left=1)
NEW = Effect(3, FRENCH, FIRE, until=1)
LEADER, TARGET = LeaderId("F8"), Hex("0303")

CASES: list[tuple[Event, Change]] = [
    (CardDrawn(FRENCH, PROBE, Pile.DECK, Pile.HAND, is_shown=False), DRAWN),
    (CardPlayed(FRENCH, FIRE, Pile.HAND, Pile.ENDURING, is_shown=True), PLAYED),
    (cards.CardLaidDown(FRENCH), NOTHING),
    (cards.CardHeld(FRENCH, NEY, Pile.HAND, Pile.HELD, is_shown=False), HELD),
    (CardDiscarded(FRENCH, NEY, Pile.HELD, Pile.SECRET, is_shown=False), UNUSED),
    (CardReturned(FRENCH, FIRE, Pile.HAND, Pile.BOTTOM, is_shown=True), RETURNED),
    (
        cards.CardRevealed(FRENCH, PROBE, Pile.SECRET, Pile.DISCARD, is_shown=True),
        all_of(
            REVEALED,
            with_fields(scores=(SEEN, replace(UNSEEN, is_shown=True), UNSEEN)),
        ),
    ),
    (cards.DeckShuffled(FRENCH), SHUFFLED),
    (cards.CardEventRolled("A", 41, FRENCH, DELAY), NOTHING),
    (cards.FateRolled(FRENCH, 3), NOTHING),
    (EffectBegan(NEW), with_fields(effects=(FIRST, SECOND, NEW), begun=3)),
    (EffectChanged(USED), with_fields(effects=(USED, SECOND))),
    (EffectEnded(FIRST), with_fields(effects=(SECOND,))),
    (CardScored(SEEN), with_fields(scores=(*SCORES, SEEN))),
    (CardScored(UNSEEN, is_void=True), with_fields(scores=(SEEN, UNSEEN))),
    (DieRerolled(FRENCH, NEY, "morale", 6), NOTHING),
    (combat.TacticsPlayed(FRENCH), with_fields(tactics=(ALLIED, FRENCH))),
    (combat.NeyDieChosen(FRENCH, TARGET, on_enemy=True), NOTHING),
    (combat.CheckWaived(NEY, units("F1"), "pursuit"), NOTHING),
    (combat.PursuitCancelled(NEY, units("F1")), NOTHING),
    (combat.RetreatCancelled(NEY, units("F1"), TARGET), NOTHING),
    (combat.CaptureCancelled(LEADER), NOTHING),
    (combat.UnitsRecovered(FormationId("FI"), units("F3")), with_units("F3", box=Box.RECOVERED)),
]
"""Each event with what it changes on the table."""

HIDDEN: list[Event] = [
    CardDrawn(FRENCH, PROBE, Pile.DECK, Pile.HAND, is_shown=False),
    cards.FateRolled(FRENCH, 3),
    EffectBegan(FIRST),
    EffectChanged(FIRST),
    EffectEnded(FIRST),
    CardScored(UNSEEN),
    DieRerolled(FRENCH, NEY, "compliance", 6, is_secret=True),
]
"""Events that the enemy does not see."""

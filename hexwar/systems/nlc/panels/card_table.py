"""The cards of a game as the panel shows them: what one may see of each side's piles (N23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from hexwar.cards.library import card as printed
from hexwar.cards.records import COVERED, OPEN, CardId, Effect, Pile
from hexwar.engine import Refusal
from hexwar.messages import mark, say
from hexwar.shell.prompter import CardsOffer
from hexwar.shell.seats import Viewer
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.card_reasons import card_refusal
from hexwar.systems.nlc.panels.describe import nation_of
from hexwar.systems.nlc.rules.cards.ways import Way, way_of
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.forces import Side
from hexwar.table.names import until_words
from hexwar.widgets.cards.records import (
    EffectNote,
    HandCard,
    Heap,
    SideCards,
    Suit,
    Tableau,
)
from hexwar.widgets.panels.look import Look

WAYS: Mapping[Way, str] = MappingProxyType(
    {
        Way.FULL: mark("Full play: a hand, and one card of each side in the Card Phase."),
        Way.RESTRICTED: mark(
            "Restricted play: each day turn a card and a die; held cards last a turn."
        ),
        Way.SOLITAIRE: mark(
            "Alone: one deck for both sides, and a die that says whom a card befalls."
        ),
        Way.EVENTS: mark("Random events: two tables instead of decks."),
    }
)
"""How cards are used, in a sentence."""

_PLACES = (Pile.DECK, Pile.MODE, Pile.BOTTOM, Pile.SECRET, Pile.DISCARD, Pile.ENDURING, Pile.ASIDE)
_ALWAYS = frozenset({Pile.DECK, Pile.DISCARD, Pile.ENDURING})
"""The piles that have their place even while nothing lies there."""


def tableau(view: GameState, eyes: Viewer, offer: CardsOffer | None, look: Look) -> Tableau | None:
    """The cards of a game as the one who looks may see them; None where none are played with."""
    way = way_of(view.battle)
    if way is Way.NONE or not (view.cards.piles or view.cards.effects or way is Way.EVENTS):
        return None
    sides = [side for side in view.battle.sides if side in view.cards.piles or _effects(view, side)]
    own = eyes.side if eyes.side in sides else None
    mine = None if own is None else _side_cards(view, eyes, own, offer, look)
    others = tuple(
        _side_cards(view, eyes, side, None, look, is_other=True) for side in sides if side != own
    )
    asks = "" if offer is None else offer.how or say("A card can be played now.")
    return Tableau(WAYS[way], mine, others, None if offer is None else offer.taken, asks)


def _side_cards(
    view: GameState,
    eyes: Viewer,
    side: Side,
    offer: CardsOffer | None,
    look: Look,
    *,
    is_other: bool = False,
) -> SideCards:
    hand = [*_lying(view, side, Pile.HELD), *_lying(view, side, Pile.HAND)]
    seen = [(pile, id_) for pile, id_ in hand if id_ != COVERED]
    reasons = _reasons(view, eyes, side, offer, [id_ for _, id_ in seen])
    cards = tuple(_hand_card(pile, id_, reasons, offer) for pile, id_ in seen)
    is_open = len(seen) == len(hand)
    faces = tuple(printed(id_) for _, id_ in seen) if is_open else ()
    first = (Heap(Pile.HAND, len(hand), faces),) if is_other and hand else ()
    return SideCards(
        suit_of(view.battle, side, look),
        cards,
        len(hand) - len(seen),
        (*first, *_heaps(view, side)),
        tuple(_note(view, effect) for effect in _effects(view, side)),
        sum(score.vp for score in view.cards.scores if score.side == side),
    )


def _lying(view: GameState, side: Side, pile: Pile) -> list[tuple[Pile, CardId]]:
    piles = view.cards.piles.get(side)
    return [] if piles is None else [(pile, id_) for id_ in piles.of(pile)]


def _reasons(
    view: GameState, eyes: Viewer, side: Side, offer: CardsOffer | None, ids: Sequence[CardId]
) -> Mapping[CardId, Refusal]:
    """Why each card of a hand cannot be played, where that is to be told."""
    if offer is not None:
        return offer.refusals
    return {id_: card_refusal(view, side, id_) for id_ in ids} if side == eyes.side else {}


def _hand_card(
    pile: Pile, id_: CardId, reasons: Mapping[CardId, Refusal], offer: CardsOffer | None
) -> HandCard:
    is_ready = offer is not None and id_ in offer.ready
    why = None if is_ready else reasons.get(id_)
    how = offer.how if offer is not None and offer.taken == id_ else ""
    if why is None:
        return HandCard(printed(id_), pile, is_ready, how=how)
    is_barred = offer is not None
    return HandCard(printed(id_), pile, is_ready, is_barred, why.sentence, why.rule, how)


def _heaps(view: GameState, side: Side) -> tuple[Heap, ...]:
    piles = view.cards.piles.get(side)
    if piles is None:
        return ()
    return tuple(
        Heap(
            pile,
            len(piles.of(pile)),
            tuple(printed(id_) for id_ in piles.of(pile)) if pile in OPEN else (),
        )
        for pile in _PLACES
        if piles.of(pile) or pile in _ALWAYS
    )


def _effects(view: GameState, side: Side) -> list[Effect]:
    return [effect for effect in view.cards.effects if effect.side == side]


def _note(view: GameState, effect: Effect) -> EffectNote:
    on = NlcNames(view.battle).subjects(effect.subjects).plain
    until = until_words(view.battle, effect.until, view.turn)
    times = say(", {left} more", left=effect.left) if effect.left else ""
    return EffectNote(printed(effect.card), f"{until}{times}", on, effect.is_secret)


def suit_of(battle: NlcBattle, side: Side, look: Look) -> Suit:
    """What a side's cards wear."""
    own, enemy = _nations(battle, side)
    return Suit(side, battle.side_names[side], look.side(battle, side).name(), own, enemy)


@lru_cache(maxsize=8)
def _nations(battle: NlcBattle, side: Side) -> tuple[str, str]:
    return nation_of(battle, side), nation_of(battle, battle.enemy(side))

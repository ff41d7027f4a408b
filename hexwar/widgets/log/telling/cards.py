"""Cards drawn, played and put away; what they put in force, and when that is over."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwar.cards.library import cards
from hexwar.cards.records import CardId, Effect, Pile
from hexwar.systems.nlc.events import (
    CardDiscarded,
    CardDrawn,
    CardEventRolled,
    CardHeld,
    CardLaidDown,
    CardPlayed,
    CardReturned,
    CardRevealed,
    CardScored,
    DeckShuffled,
    DieRerolled,
    EffectBegan,
    EffectChanged,
    EffectEnded,
    FateRolled,
)
from hexwar.table.battle import Battle
from hexwar.table.fact import Scene
from hexwar.table.forces import Side
from hexwar.text import Text, die, link, signed, text

_PLACES: Mapping[Pile, str] = MappingProxyType(
    {
        Pile.DECK: "deck",
        Pile.BOTTOM: "bottom of the deck",
        Pile.MODE: "mode deck",
        Pile.HAND: "hand",
        Pile.HELD: "cards held",
        Pile.SECRET: "cards that lie face down",
        Pile.DISCARD: "discard pile",
        Pile.ENDURING: "enduring cards",
        Pile.ASIDE: "cards out of the game",
    }
)


def card_title(id_: CardId) -> str:
    """What a card is called; a card that nobody knows, modestly."""
    card = cards().get(id_)
    return "a card" if card is None else card.title


def card_words(id_: CardId) -> Text:
    """A card as a link: `Sound of Guns (15)`."""
    card = cards().get(id_)
    return text("a card") if card is None else link(f"{card.title} ({card.number})", f"card:{id_}")


def until_words(battle: Battle, until: int, turn: int = 0) -> str:
    """How long something is in force: to the end of this turn, of a later one, or for good.

    Args:
        battle: gives the hours.
        until: the last turn on which it is.
        turn: the present one; 0 where that is not known.
    """
    if until > len(battle.turns):
        return "until something ends it"
    if until == turn:
        return "to the end of the turn"
    return f"to the end of {battle.when(until)}"


def _whose(side: Side, scene: Scene) -> str:
    return f"The {scene.names.side(side)}"


def card_drawn(event: CardDrawn, scene: Scene) -> Text:
    """The French drew Sound of Guns (15)."""
    source = "" if event.source is Pile.DECK else f" from the {_PLACES[event.source]}"
    return f"{_whose(event.side, scene)} drew " + card_words(event.card) + f"{source}."


def card_played(event: CardPlayed, scene: Scene) -> Text:
    """The French played Probe (12) on II Corps (Victor), face down."""
    who = scene.names.side(Side(event.by)) if event.by else ""
    player = f"The {who}" if who else _whose(event.side, scene)
    whom = scene.names.subjects(event.subjects)
    on = " on " + whom if whom else text("")
    down = "" if event.is_shown else ", face down"
    return f"{player} played " + card_words(event.card) + on + f"{down}."


def card_laid_down(event: CardLaidDown, scene: Scene) -> Text:
    """The French played a card, which lies face down."""
    return text(f"{_whose(event.side, scene)} played a card, which lies face down.")


def card_held(event: CardHeld, scene: Scene) -> Text:
    """The French hold Counter Charge (18) until the turn ends."""
    return f"{_whose(event.side, scene)} hold " + card_words(event.card) + " until the turn ends."


def card_discarded(event: CardDiscarded, scene: Scene) -> Text:
    """The French put Probe (12) away unseen."""
    start = f"{_whose(event.side, scene)} put " + card_words(event.card)
    if event.target is Pile.SECRET:
        return start + " away unseen."
    if event.target is Pile.ASIDE:
        return start + " aside: it is out of the game."
    return start + f" into the {_PLACES[event.target]}."


def card_returned(event: CardReturned, scene: Scene) -> Text:
    """Fire (16) of the French was of no use and went under the deck."""
    where = "is out of the game" if event.target is Pile.ASIDE else "went under the deck"
    whose = f" of the {scene.names.side(event.side)} was of no use and {where}; it counts nothing."
    return card_words(event.card) + whose


def card_revealed(event: CardRevealed, scene: Scene) -> Text:
    """The French showed Probe (12), which had lain face down."""
    shown = f"{_whose(event.side, scene)} showed " + card_words(event.card)
    return shown + ", which had lain face down."


def deck_shuffled(event: DeckShuffled, scene: Scene) -> Text:
    """The French made up their deck anew."""
    return text(f"{_whose(event.side, scene)} made up their deck anew.")


def card_event_rolled(event: CardEventRolled, scene: Scene) -> Text:
    """Random event of table A, 43: Alternate Reinforcements (29) for the French."""
    start = f"Random event of table {event.table}, " + die(event.d66)
    if event.card is None:
        return start + ": nothing happens."
    return start + ": " + card_words(event.card) + f" for the {scene.names.side(event.side)}."


def fate_rolled(event: FateRolled, scene: Scene) -> Text:
    """The French rolled 3 for their card: it acts."""
    result = "it acts, or is held for its moment" if event.die % 2 else "it is put away"
    return f"{_whose(event.side, scene)} rolled " + die(event.die) + f" for their card: {result}."


def effect_began(event: EffectBegan, scene: Scene) -> Text:
    """In force for the French: Area Defense (20) on II Corps (Victor), to the end of 15:00."""
    return "In force for " + _effect(event.effect, scene) + "."


def effect_changed(event: EffectChanged, scene: Scene) -> Text:
    """Blücher (7) acted for the Coalition; it can act twice more."""
    effect = event.effect
    acted = card_words(effect.card) + f" acted for the {scene.names.side(effect.side)}"
    if not effect.left:
        return acted + "."
    times = {1: "once", 2: "twice"}.get(effect.left, f"{effect.left} times")
    return acted + f"; it can act {times} more."


def effect_ended(event: EffectEnded, scene: Scene) -> Text:
    """Area Defense (20) of the French is over."""
    effect = event.effect
    return card_words(effect.card) + f" of the {scene.names.side(effect.side)} is over."


def _effect(effect: Effect, scene: Scene) -> Text:
    whom = scene.names.subjects(effect.subjects)
    on = " on " + whom if whom else text("")
    until = until_words(scene.names.battle, effect.until)
    whose = f"the {scene.names.side(effect.side)}: "
    return whose + card_words(effect.card) + on + f", {until}"


def card_scored(event: CardScored, scene: Scene) -> Text:
    """Probe (12) counts −1 VP for the French."""
    score = event.score
    whose = f" for the {scene.names.side(score.side)}"
    if event.is_void:
        return "What " + card_words(score.card) + f" counted{whose} is void."
    worth = f"{signed(score.vp)} VP" if score.vp else "nothing"
    return card_words(score.card) + f" counts {worth}{whose}."


def die_rerolled(event: DieRerolled, scene: Scene) -> Text:
    """The Coalition threw their 2 for morale again by Blücher (7)."""
    thrown = f"{_whose(event.side, scene)} threw their " + die(event.die)
    return thrown + f" for {event.purpose} again by " + card_words(event.card) + "."

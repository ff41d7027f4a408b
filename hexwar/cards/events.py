"""Cards that go from pile to pile, what they put in force and count, in any game of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from hexwar.cards.library import card_words
from hexwar.cards.records import CardId, CardScore, CardsInPlay, Effect, Pile
from hexwar.engine import Remark
from hexwar.messages import mark, say, tell
from hexwar.table.fact import CARDS, Fact, Scene
from hexwar.table.forces import Side
from hexwar.table.names import until_words
from hexwar.text import Text, signed

_PILES: Mapping[Pile, str] = {
    Pile.DECK: mark("deck"),
    Pile.BOTTOM: mark("bottom of the deck"),
    Pile.MODE: mark("mode deck"),
    Pile.HAND: mark("hand"),
    Pile.HELD: mark("cards held"),
    Pile.SECRET: mark("cards that lie face down"),
    Pile.DISCARD: mark("discard pile"),
    Pile.ENDURING: mark("enduring cards"),
    Pile.ASIDE: mark("cards out of the game"),
}


class HasCards(Protocol):
    """A state in which cards lie."""

    cards: CardsInPlay


@dataclass(frozen=True, slots=True)
class CardMoved(Fact, rule="N23.7", topic=CARDS):
    """A card went from a pile to another; who may see it depends on the piles."""

    side: Side  # whose card
    card: CardId
    source: Pile
    target: Pile
    is_shown: bool  # whether the enemy sees which card it is

    def is_known_to(self, side: str) -> bool:
        """To the enemy only a card that lies open."""
        return self.is_shown or side == self.side

    def apply(self, state: HasCards) -> None:
        """Move it."""
        state.cards = state.cards.moved(self.side, self.card, self.source, self.target)


@dataclass(frozen=True, slots=True)
class CardDrawn(CardMoved, rest=500):
    """A side drew a card (18.3)."""

    def sentence(self, scene: Scene) -> Text:
        """The French drew Sound of Guns (15)."""
        if self.source is Pile.DECK:
            return self.told(scene, mark("The {side} drew {card}."))
        pile = say(_PILES[self.source])
        return self.told(scene, mark("The {side} drew {card} from the {pile}."), pile=pile)


@dataclass(frozen=True, slots=True)
class CardPlayed(CardMoved, rest=1200):
    """A side played a card, on whom it names (N23.7)."""

    subjects: tuple[str, ...] = ()
    by: str = ""  # the side that decided it, if it is not the card's own

    def sentence(self, scene: Scene) -> Text:
        """The French played Probe (12) on II Corps (Victor), face down."""
        whom = scene.names.subjects(self.subjects)
        return self.told(
            scene,
            mark("The {side} played {card}{on}{down}."),
            side=scene.names.side(Side(self.by) if self.by else self.side),
            on=tell(" on {whom}", whom=whom) if whom else "",
            down="" if self.is_shown else say(", face down"),
        )


@dataclass(frozen=True, slots=True)
class CardDiscarded(CardMoved, rest=400):
    """A card was put away without effect, or when its effect was over."""

    def sentence(self, scene: Scene) -> Text:
        """The French put Probe (12) away unseen."""
        if self.target is Pile.SECRET:
            return self.told(scene, mark("The {side} put {card} away unseen."))
        if self.target is Pile.ASIDE:
            return self.told(scene, mark("The {side} put {card} aside: it is out of the game."))
        pile = say(_PILES[self.target])
        return self.told(scene, mark("The {side} put {card} into the {pile}."), pile=pile)


@dataclass(frozen=True, slots=True)
class CardReturned(CardMoved, rest=600):
    """A card that was of no use went under the deck; it counts nothing (18.35)."""

    def sentence(self, scene: Scene) -> Text:
        """Fire (16) of the French was of no use and went under the deck; it counts nothing."""
        words = mark("{card} of the {side} was of no use and {where}; it counts nothing.")
        under, out = mark("went under the deck"), mark("is out of the game")
        return self.told(scene, words, where=say(out if self.target is Pile.ASIDE else under))


@dataclass(frozen=True, slots=True)
class EffectFact(Fact, rule="N23.6", topic=CARDS):
    """What a card does begins, changes or ends (N23.6)."""

    effect: Effect

    def is_known_to(self, side: str) -> bool:
        """A secret one only to whom it serves."""
        return not self.effect.is_secret or side == self.effect.side


@dataclass(frozen=True, slots=True)
class EffectBegan(EffectFact):
    """What a card does is in force (N23.6)."""

    def sentence(self, scene: Scene) -> Text:
        """In force for the French: Area Defense (20) on II Corps (Victor), to the end of 15:00."""
        effect, names = self.effect, scene.names
        whom = names.subjects(effect.subjects)
        return tell(
            "In force for the {side}: {card}{on}, {until}.",
            side=names.side(effect.side),
            card=card_words(effect.card),
            on=tell(" on {whom}", whom=whom) if whom else "",
            until=until_words(names.battle, effect.until),
        )

    def apply(self, state: HasCards) -> None:
        """Keep it."""
        effects = (*state.cards.effects, self.effect)
        state.cards = replace(state.cards, effects=effects)


@dataclass(frozen=True, slots=True)
class EffectChanged(EffectFact):
    """An effect was used, shown or prolonged: the record as it is now."""

    def sentence(self, scene: Scene) -> Text:
        """Blücher (7) acted for the Coalition; it can act twice more."""
        effect = self.effect
        card, side = card_words(effect.card), scene.names.side(effect.side)
        if not effect.left:
            return tell("{card} acted for the {side}.", card=card, side=side)
        times = {1: mark("once"), 2: mark("twice")}.get(effect.left, mark("{n} times"))
        left = say(times, n=effect.left)
        words = mark("{card} acted for the {side}; it can act {times} more.")
        return tell(words, card=card, side=side, times=left)

    def apply(self, state: HasCards) -> None:
        """Keep it in its place."""
        held = state.cards.effects
        effects = tuple(self.effect if e.is_same(self.effect) else e for e in held)
        state.cards = replace(state.cards, effects=effects)


@dataclass(frozen=True, slots=True)
class EffectEnded(EffectFact):
    """What a card did is over (N23.6)."""

    def sentence(self, scene: Scene) -> Text:
        """Area Defense (20) of the French is over."""
        side = scene.names.side(self.effect.side)
        return tell("{card} of the {side} is over.", card=card_words(self.effect.card), side=side)

    def apply(self, state: HasCards) -> None:
        """Drop it."""
        effects = tuple(e for e in state.cards.effects if not e.is_same(self.effect))
        state.cards = replace(state.cards, effects=effects)


@dataclass(frozen=True, slots=True)
class CardScored(Fact, rule="N22", topic=CARDS):
    """A card that was played counts its VP, or what it counted is void (18.23, 18.73)."""

    score: CardScore
    is_void: bool = False

    def sentence(self, scene: Scene) -> Text:
        """Probe (12) counts −1 VP for the French."""
        score, card = self.score, card_words(self.score.card)
        side = scene.names.side(score.side)
        if self.is_void:
            return tell("What {card} counted for the {side} is void.", card=card, side=side)
        if not score.vp:
            return tell("{card} counts nothing for the {side}.", card=card, side=side)
        words, vp = mark("{card} counts {vp} VP for the {side}."), signed(score.vp)
        return tell(words, card=card, vp=vp, side=side)

    def is_known_to(self, side: str) -> bool:
        """What was played face down counts in the open when it is shown."""
        return self.score.is_shown or side == self.score.side

    def apply(self, state: HasCards) -> None:
        """Write it down, or strike it out."""
        scores = [*state.cards.scores]
        if self.is_void:
            scores.remove(self.score)
        else:
            scores.append(self.score)
        state.cards = replace(state.cards, scores=tuple(scores))


@dataclass(frozen=True, slots=True)
class DieRerolled(Fact, Remark, rule="N23.4", topic=CARDS, rest=700):
    """A die was thrown again; the last result binds (N23.4)."""

    words = mark("The {side} threw their {die} for {purpose} again by {card}.")
    side: Side
    card: CardId
    purpose: str
    die: int  # that no longer counts
    is_secret: bool = False  # a die that the enemy does not see, such as a compliance

    def is_known_to(self, side: str) -> bool:
        """A secret one only to who threw it."""
        return not self.is_secret or side == self.side

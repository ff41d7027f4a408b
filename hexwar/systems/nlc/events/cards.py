"""Cards drawn, played and put away; effects that begin and end; mode cards (N23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from hexwar.cards.library import card_words
from hexwar.cards.records import CardId, CardScore, Effect, Pile, Piles
from hexwar.engine import Remark
from hexwar.hexes import Hex
from hexwar.messages import mark, say, tell
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import until_words
from hexwar.table.fact import CARDS, LOSSES, MOVEMENT, Fact, Scene, Shows, Topic
from hexwar.table.forces import LeaderId, Side, UnitId
from hexwar.text import Text, die, signed

_PILES: Mapping[Pile, str] = MappingProxyType(
    {
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
)


def _move(state: GameState, side: Side, card: CardId, source: Pile, target: Pile) -> None:
    state.cards = replace(
        state.cards,
        piles={**state.cards.piles, side: state.cards.piles[side].moved(card, source, target)},
    )


def _shown(scores: tuple[CardScore, ...], side: Side, card: CardId) -> tuple[CardScore, ...]:
    """The scores, of which the first secret one of a card is secret no more."""
    for place, score in enumerate(scores):
        if (score.side, score.card, score.is_shown) == (side, card, False):
            return (*scores[:place], replace(score, is_shown=True), *scores[place + 1 :])
    return scores


@dataclass(frozen=True, slots=True)
class CardMoved(Fact):
    """A card went from a pile to another; who may see it depends on the piles."""

    rule: ClassVar[str] = "N23.7"
    topic: ClassVar[Topic] = CARDS
    side: Side  # whose card
    card: CardId
    source: Pile
    target: Pile
    is_shown: bool  # whether the enemy sees which card it is

    def is_known_to(self, side: str) -> bool:
        """To the enemy only a card that lies open."""
        return self.is_shown or side == self.side

    def apply(self, state: GameState) -> None:
        """Move it."""
        _move(state, self.side, self.card, self.source, self.target)


@dataclass(frozen=True, slots=True)
class CardDrawn(CardMoved):
    """A side drew a card (18.3)."""

    def sentence(self, scene: Scene) -> Text:
        """The French drew Sound of Guns (15)."""
        side, card = scene.names.side(self.side), card_words(self.card)
        if self.source is Pile.DECK:
            return tell("The {side} drew {card}.", side=side, card=card)
        pile = say(_PILES[self.source])
        return tell("The {side} drew {card} from the {pile}.", side=side, card=card, pile=pile)

    rest: ClassVar[int] = 500


@dataclass(frozen=True, slots=True)
class CardPlayed(CardMoved):
    """A side played a card, on whom it names (N23.7)."""

    rest: ClassVar[int] = 1200

    subjects: tuple[str, ...] = ()
    by: str = ""  # the side that decided it, if it is not the card's own

    def sentence(self, scene: Scene) -> Text:
        """The French played Probe (12) on II Corps (Victor), face down."""
        whom = scene.names.subjects(self.subjects)
        return tell(
            "The {side} played {card}{on}{down}.",
            side=scene.names.side(Side(self.by) if self.by else self.side),
            card=card_words(self.card),
            on=tell(" on {whom}", whom=whom) if whom else "",
            down="" if self.is_shown else say(", face down"),
        )


@dataclass(frozen=True, slots=True)
class CardLaidDown(Fact, Remark):
    """Full play: the enemy sees that a side played a card, which lies face down (N23.2)."""

    rule: ClassVar[str] = "N23.2"
    topic: ClassVar[Topic] = CARDS
    rest: ClassVar[int] = 900
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French played a card, which lies face down."""
        side = scene.names.side(self.side)
        return tell("The {side} played a card, which lies face down.", side=side)

    def is_known_to(self, side: str) -> bool:
        """To the side itself the event before it says more."""
        return side != self.side

    def apply(self, state: GameState) -> None:
        """Nothing moves: that the card was played has moved it."""


@dataclass(frozen=True, slots=True)
class CardHeld(CardMoved):
    """Restricted play: a card is kept for its window, until the turn ends (N23.3)."""

    rule: ClassVar[str] = "N23.3"

    def sentence(self, scene: Scene) -> Text:
        """The French hold Counter Charge (18) until the turn ends."""
        side, card = scene.names.side(self.side), card_words(self.card)
        return tell("The {side} hold {card} until the turn ends.", side=side, card=card)

    rest: ClassVar[int] = 500


@dataclass(frozen=True, slots=True)
class CardDiscarded(CardMoved):
    """A card was put away without effect, or when its effect was over."""

    def sentence(self, scene: Scene) -> Text:
        """The French put Probe (12) away unseen."""
        side, card = scene.names.side(self.side), card_words(self.card)
        if self.target is Pile.SECRET:
            return tell("The {side} put {card} away unseen.", side=side, card=card)
        if self.target is Pile.ASIDE:
            return tell("The {side} put {card} aside: it is out of the game.", side=side, card=card)
        pile = say(_PILES[self.target])
        return tell("The {side} put {card} into the {pile}.", side=side, card=card, pile=pile)

    rest: ClassVar[int] = 400


@dataclass(frozen=True, slots=True)
class CardReturned(CardMoved):
    """A card that was of no use went under the deck; it counts nothing (18.35)."""

    def sentence(self, scene: Scene) -> Text:
        """Fire (16) of the French was of no use and went under the deck; it counts nothing."""
        side, card = scene.names.side(self.side), card_words(self.card)
        words = mark(
            "{card} of the {side} was of no use and went under the deck; it counts nothing."
        )
        if self.target is Pile.ASIDE:
            words = mark(
                "{card} of the {side} was of no use and is out of the game; it counts nothing."
            )
        return tell(words, side=side, card=card)

    rest: ClassVar[int] = 600


@dataclass(frozen=True, slots=True)
class CardRevealed(CardMoved):
    """What was played face down is shown (N23.2)."""

    rule: ClassVar[str] = "N23.2"
    rest: ClassVar[int] = 900

    def sentence(self, scene: Scene) -> Text:
        """The French showed Probe (12), which had lain face down."""
        side, card = scene.names.side(self.side), card_words(self.card)
        return tell("The {side} showed {card}, which had lain face down.", side=side, card=card)

    def apply(self, state: GameState) -> None:
        """Move it; what it counts is known from now on."""
        _move(state, self.side, self.card, self.source, self.target)
        state.cards = replace(state.cards, scores=_shown(state.cards.scores, self.side, self.card))


@dataclass(frozen=True, slots=True)
class DeckShuffled(Fact):
    """Night AM: discards and enduring cards go back into the deck (18.23, 18.38)."""

    rule: ClassVar[str] = "N23.7"
    topic: ClassVar[Topic] = CARDS
    side: Side

    def sentence(self, scene: Scene) -> Text:
        """The French made up their deck anew."""
        return tell("The {side} made up their deck anew.", side=scene.names.side(self.side))

    def apply(self, state: GameState) -> None:
        """All cards but those in hand, mode cards and those out of the game are in the deck."""
        piles = state.cards.piles[self.side]
        gone = (Pile.DECK, Pile.BOTTOM, Pile.DISCARD, Pile.SECRET, Pile.ENDURING)
        mode = state.battle.stocks[self.side].mode
        every = [card for pile in gone for card in piles.of(pile)]
        back = tuple(sorted(card for card in every if card not in mode))
        aside = (*piles.of(Pile.ASIDE), *(card for card in every if card in mode))
        lying = {pile: cards for pile, cards in piles.lying.items() if pile not in gone}
        shuffled = Piles({**lying, Pile.DECK: back, Pile.ASIDE: aside})
        state.cards = replace(state.cards, piles={**state.cards.piles, self.side: shuffled})


@dataclass(frozen=True, slots=True)
class CardEventRolled(Fact, Remark):
    """A random event was rolled for, and whom it befalls (N23.5)."""

    rule: ClassVar[str] = "N23.5"
    topic: ClassVar[Topic] = CARDS
    rest: ClassVar[int] = 900
    table: str  # A or B
    d66: int
    side: Side
    card: CardId | None  # None: no event

    def sentence(self, scene: Scene) -> Text:
        """Random event of table A, 43: Alternate Reinforcements (29) for the French."""
        rolled = die(self.d66)
        if self.card is None:
            words = mark("Random event of table {table}, {die}: nothing happens.")
            return tell(words, table=self.table, die=rolled)
        words = mark("Random event of table {table}, {die}: {card} for the {side}.")
        side = scene.names.side(self.side)
        return tell(words, table=self.table, die=rolled, card=card_words(self.card), side=side)

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


@dataclass(frozen=True, slots=True)
class FateRolled(Fact, Remark):
    """Restricted play: the die that says whether a drawn card acts (N23.3)."""

    rule: ClassVar[str] = "N23.3"
    topic: ClassVar[Topic] = CARDS
    rest: ClassVar[int] = 700
    side: Side
    die: int

    def sentence(self, scene: Scene) -> Text:
        """The French rolled 3 for their card: it acts, or is held for its moment."""
        acts = mark("The {side} rolled {die} for their card: it acts, or is held for its moment.")
        not_so = mark("The {side} rolled {die} for their card: it is put away.")
        side = scene.names.side(self.side)
        return tell(acts if self.die % 2 else not_so, side=side, die=die(self.die))

    def is_known_to(self, side: str) -> bool:
        """The enemy sees neither card nor die (N23.8)."""
        return side == self.side

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""


@dataclass(frozen=True, slots=True)
class EffectBegan(Fact):
    """What a card does is in force (N23.6)."""

    rule: ClassVar[str] = "N23.6"
    topic: ClassVar[Topic] = CARDS
    effect: Effect

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

    def is_known_to(self, side: str) -> bool:
        """A secret one only to whom it serves."""
        return not self.effect.is_secret or side == self.effect.side

    def apply(self, state: GameState) -> None:
        """Keep it."""
        state.cards = replace(state.cards, effects=(*state.cards.effects, self.effect))
        state.cards = replace(state.cards, begun=self.effect.number)


@dataclass(frozen=True, slots=True)
class EffectChanged(Fact):
    """An effect was used, shown or prolonged: the record as it is now."""

    rule: ClassVar[str] = "N23.6"
    topic: ClassVar[Topic] = CARDS
    effect: Effect

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

    def is_known_to(self, side: str) -> bool:
        """A secret one only to whom it serves."""
        return not self.effect.is_secret or side == self.effect.side

    def apply(self, state: GameState) -> None:
        """Keep it in its place."""
        number = self.effect.number
        state.cards = replace(
            state.cards,
            effects=tuple(self.effect if e.number == number else e for e in state.cards.effects),
        )


@dataclass(frozen=True, slots=True)
class EffectEnded(Fact):
    """What a card did is over (N23.6)."""

    rule: ClassVar[str] = "N23.6"
    topic: ClassVar[Topic] = CARDS
    effect: Effect

    def sentence(self, scene: Scene) -> Text:
        """Area Defense (20) of the French is over."""
        side = scene.names.side(self.effect.side)
        return tell("{card} of the {side} is over.", card=card_words(self.effect.card), side=side)

    def is_known_to(self, side: str) -> bool:
        """A secret one only to whom it served."""
        return not self.effect.is_secret or side == self.effect.side

    def apply(self, state: GameState) -> None:
        """Drop it."""
        state.cards = replace(
            state.cards,
            effects=tuple(e for e in state.cards.effects if e.number != self.effect.number),
        )


@dataclass(frozen=True, slots=True)
class CardScored(Fact):
    """A card that was played counts its VP, or what it counted is void (18.23, 18.73)."""

    rule: ClassVar[str] = "N22"
    topic: ClassVar[Topic] = CARDS
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

    def apply(self, state: GameState) -> None:
        """Write it down, or strike it out."""
        if self.is_void:
            kept = list(state.cards.scores)
            kept.remove(self.score)
            state.cards = replace(state.cards, scores=tuple(kept))
        else:
            state.cards = replace(state.cards, scores=(*state.cards.scores, self.score))


@dataclass(frozen=True, slots=True)
class DieRerolled(Fact, Remark):
    """A die was thrown again; the last result binds (N23.4)."""

    rule: ClassVar[str] = "N23.4"
    topic: ClassVar[Topic] = CARDS
    rest: ClassVar[int] = 700
    side: Side
    card: CardId
    purpose: str
    die: int  # that no longer counts
    is_secret: bool = False  # a die that the enemy does not see, such as a compliance

    def sentence(self, scene: Scene) -> Text:
        """The Coalition threw their 2 for morale again by Blücher (7)."""
        return tell(
            "The {side} threw their {die} for {purpose} again by {card}.",
            side=scene.names.side(self.side),
            die=die(self.die),
            purpose=self.purpose,
            card=card_words(self.card),
        )

    def is_known_to(self, side: str) -> bool:
        """A secret one only to who threw it."""
        return not self.is_secret or side == self.side

    def apply(self, state: GameState) -> None:
        """What follows is told by the event that the die is for."""


@dataclass(frozen=True, slots=True)
class UnitRedeployed(Fact):
    """A mode card has set a unit up somewhere else before the battle begins (18.52)."""

    rule: ClassVar[str] = "N23.6"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(units="unit", to="hex")
    unit: UnitId
    card: CardId
    hex: Hex
    column: bool = False  # in road column (N5.32)
    tail: Hex | None = None  # the second hex of a strong unit in it (N5.33)

    def sentence(self, scene: Scene) -> Text:
        """By Road Column (1) Duhesme begins in 0913 in road column."""
        names = scene.names
        column = say(" in road column") if self.column else ""
        tail = "" if self.tail is None else tell(", its tail in {hex}", hex=names.hex(self.tail))
        return tell(
            "By {card} {unit} begins in {hex}{column}{tail}.",
            card=card_words(self.card),
            unit=names.unit(self.unit),
            hex=names.hex(self.hex),
            column=column,
            tail=tail,
        )

    def apply(self, state: GameState) -> None:
        """Set it down; that is no move."""
        old = state.units[self.unit]
        state.put_unit(replace(old, hex=self.hex, column=self.column, tail=self.tail))


@dataclass(frozen=True, slots=True)
class LeaderRedeployed(Fact):
    """A commander goes to the head of the column that a mode card has formed (18.52)."""

    rule: ClassVar[str] = "N23.6"
    topic: ClassVar[Topic] = MOVEMENT
    shows: ClassVar[Shows] = Shows(leaders="leader", to="hex")
    leader: LeaderId
    card: CardId
    hex: Hex

    def sentence(self, scene: Scene) -> Text:
        """By Road Column (1) Victor begins in 0913."""
        leader, where = scene.names.leader(self.leader), scene.names.hex(self.hex)
        card = card_words(self.card)
        return tell("By {card} {leader} begins in {hex}.", card=card, leader=leader, hex=where)

    def apply(self, state: GameState) -> None:
        """Set him down; that is no move."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex))


@dataclass(frozen=True, slots=True)
class UnitReplaced(Fact):
    """A mode card has made a reduced unit full again (T24.3)."""

    rule: ClassVar[str] = "N23.4"
    topic: ClassVar[Topic] = LOSSES
    rest: ClassVar[int] = 400
    shows: ClassVar[Shows] = Shows(units="unit")
    unit: UnitId

    def sentence(self, scene: Scene) -> Text:
        """Duhesme is at full strength again."""
        return tell("{unit} is at full strength again.", unit=scene.names.unit(self.unit))

    def apply(self, state: GameState) -> None:
        """It shows its full side."""
        state.put_unit(replace(state.units[self.unit], reduced=False))


@dataclass(frozen=True, slots=True)
class DirectionRolled(Fact, Remark):
    """A scattered stack rolled for where it has gone (18.56)."""

    rule: ClassVar[str] = "N23.4"
    topic: ClassVar[Topic] = MOVEMENT
    rest: ClassVar[int] = 500
    shows: ClassVar[Shows] = Shows(units="units")
    units: tuple[UnitId, ...]
    die: int
    points: str  # of the compass, such as NE
    path: tuple[Hex, ...]  # from the hex where it stood; longer than one if it went

    def sentence(self, scene: Scene) -> Text:
        """Duhesme scattered to the NE (die 2), from 0913 to 1012."""
        units, rolled = scene.names.units(self.units), die(self.die)
        if len(self.path) > 1:
            way = scene.names.way(self.path)
            words = mark("{units} scattered to the {to} (die {die}), {way}.")
            return tell(words, units=units, to=self.points, die=rolled, way=way)
        words = mark("{units} scattered to the {to} (die {die}) and could not go that way.")
        return tell(words, units=units, to=self.points, die=rolled)

    def apply(self, state: GameState) -> None:
        """What follows are events of their own."""

"""Cards: which is played in the Card Segment and on whom, which is brought into a fight (T24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from hexwar.cards.library import card as printed
from hexwar.cards.readings import reading, readings
from hexwar.cards.records import Card, CardId, Pile
from hexwar.engine import Manner, Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.map_prompter import MapPrompter, MapShortlist, hexes_of
from hexwar.shell.prompter import Answer, Button, CardsOffer, Offer, PieceId, Response
from hexwar.shell.shortlist import Subjects
from hexwar.systems.tlnb.prompters.common import D, gestures
from hexwar.systems.tlnb.rules.cards.acts import NameSubjects, subject_words
from hexwar.systems.tlnb.rules.cards.naming import targets
from hexwar.systems.tlnb.rules.cards.piles import is_tactics
from hexwar.systems.tlnb.rules.cards.segment import PlayOneCard, allowance_of
from hexwar.systems.tlnb.rules.cards.tactics import PlayTactics, Stroke
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays

_CARD, _BACK = "card:", "back"
NO_TARGET = Refusal(mark("The card cannot name anything there."), "T24.3")
TAKE_FIRST = Refusal(mark("Take a card from your hand first."), "T24.2")
PRESS_PLAY = Refusal(mark("This card names nobody on the map: press its button."), "T24.3")


# -- cards as this game reads them, and why one cannot be played


def face_of(id_: CardId) -> Card:
    """A card with the words that this game reads on it (T24.3)."""
    found = printed(id_)
    read = readings().get(id_)
    if read is None:
        return found
    return Card(
        *(found.id, found.number, found.title, found.kind, found.vp, found.allowance),
        found.windows,
        say(read.text),
        say(read.condition) if read.condition else "",
        *(found.is_enduring, found.is_hidden, found.checks_supply, found.sides),
    )


def card_refusal(view: TlnbState, side: Side, id_: CardId) -> Refusal:
    """Why a side cannot play a card of its hand while none is asked for."""
    title = say(printed(id_).title)
    if is_tactics(id_) and view.cards.tactics.count(side):
        return refuse("T24.2", "You have played your Tactics card of this Combat Phase.")
    if reading(id_).moments:
        words = mark("{title} is played in a fight that it fits, before its die.")
        return refuse("T24.9", words, title=title)
    return refuse("T24.2", "{title} is played in your Card Segment.", title=title)


def use_refusal(view: TlnbState, side: Side, id_: CardId) -> Refusal:
    """Why a card does not fit the moment at which one is asked for."""
    title, why = say(printed(id_).title), reading(id_).condition
    if is_tactics(id_) and targets(view, side, id_):
        words = mark("{title} is kept for a fight; only where it is of no use are its MP spent.")
        return refuse("T24.2", words, title=title)
    if why and not targets(view, side, id_):
        return refuse("T24.2", "{title} is of no use now. {why}", title=title, why=say(why))
    return card_refusal(view, side, id_)


# -- the card of the Card Segment


class HandPrompter(MapPrompter[D]):
    """Take a card of the hand, by a click on it or by its button."""

    def __init__(self, view: TlnbState, decision: D, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self.side = Side(decision.side)
        self.taken: CardId | None = None
        """The card that is chosen, and not played yet."""

    @cached_property
    def ready(self) -> tuple[CardId, ...]:
        """The cards of the hand that fit."""
        return tuple(id_ for id_ in self.options if id_ is not None)

    @cached_property
    def refusals(self) -> Mapping[CardId, Refusal]:
        """Why the others do not."""
        piles = self.view.cards.piles.get(self.side)
        hand = () if piles is None else dict.fromkeys(piles.of(Pile.HAND))
        others = (id_ for id_ in hand if id_ not in self.ready)
        return {id_: use_refusal(self.view, self.side, id_) for id_ in others}

    def hand(self, how: str = "") -> CardsOffer:
        """What the panel of cards shows to be playable."""
        return CardsOffer(frozenset(self.ready), self.refusals, self.taken, how)

    def take(self, card: CardId) -> Response:
        """Choose a card; chosen again, it goes back."""
        if card not in self.ready:
            return self.refusals.get(card) or card_refusal(self.view, self.side, card)
        self.hold(None if card == self.taken else card)
        return None

    def hold(self, card: CardId | None) -> None:
        """Have a card in the fingers from now on, or none."""
        self.taken = card

    def back(self) -> bool:
        """Give up the card."""
        had = self.taken is not None
        self.hold(None)
        return had

    def cycle(self, step: int) -> Hex | None:
        """Take the next card."""
        if self.ready:
            start = -1 if step > 0 else 0
            place = self.ready.index(self.taken) if self.taken in self.ready else start
            self.hold(self.ready[(place + step) % len(self.ready)])
        return None


class CardPrompter(HandPrompter[PlayOneCard]):
    """The card of the Card Segment: take it, then name on the map whom it befalls, or play it."""

    def __init__(self, view: TlnbState, decision: PlayOneCard, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._list = MapShortlist(view, (), subject_words)

    def offer(self) -> Offer:
        """The cards; of the one that is taken whom it can name."""
        if self.taken is None:
            hint = say("Take a card from your hand in the Cards panel, or press its button.")
            return Offer(hint, self.buttons, extra=self.hand())
        how, words = self._how(), self._list.pointed_words
        if words:
            told = mark("Play {title} on {words}")
            words = say(told, title=say(printed(self.taken).title), words=words)
        shown = Overlays(selection=self._list.selection, targets=self._list.targets)
        return Offer(words or how, self._taken_buttons(), shown, extra=self.hand(how))

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """A button for each card, which takes it; none is played by a button of its own."""
        return tuple(
            Button(c.id, c.label, c.tip, self.give(None), manner=Manner.MAIN)
            if c.answer is None
            else Button(c.id, c.label, c.tip, word=f"{_CARD}{c.answer}")
            for c in self.choices
        )

    def _how(self) -> str:
        assert self.taken is not None
        if not targets(self.view, self.side, self.taken):
            return say("It is of no use now: it goes under the deck, and only its MP count.")
        if self._list.is_narrowed:
            return say("Several are there: press one of the buttons.")
        if self._list.hexes and self._list.common:
            words = mark("{who}: click the place on the map, or press a button.")
            return say(words, who=self._list.common)
        if self._list.hexes:
            return say("Click whom it names on the map, or press a button.")
        return say("Press Play, or drag the card onto the map.")

    def _taken_buttons(self) -> tuple[Button, ...]:
        assert self.taken is not None
        title, tip = say(printed(self.taken).title), say("Choose another card")
        back = Button(_BACK, say("Put it back"), tip, word=_BACK)
        if len(self._list.left) > 1:
            return (*self._list.buttons(say("play it on")), back)
        foot, horse = allowance_of(self.taken, is_spent=is_tactics(self.taken))
        words = mark("Play {title}: {foot}/{horse} MP")
        text = say(words, title=title, foot=foot, horse=horse)
        gives = self._play(self._list.left)
        return (Button("play", text, face_of(self.taken).text, gives, manner=Manner.MAIN), back)

    # -- what the player does

    def hold(self, card: CardId | None) -> None:
        """With the card, whom it can name."""
        super().hold(card)
        found = () if card is None else targets(self.view, self.side, card)
        self._list = MapShortlist(self.view, found, subject_words)

    def hover(self, hex_: Hex | None) -> None:
        """Show on whom a click would play it."""
        self._list.over = hex_

    def write(self, word: str) -> Response:
        """A button that takes a card, puts it back, or says whom it names."""
        if word.startswith(_CARD):
            self.hold(CardId(word.removeprefix(_CARD)))
            return None
        if word == _BACK:
            self.hold(None)
            return None
        chosen = self._list.press(word)
        return None if chosen is None else self._play((chosen,))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Play the card on who is there; of several there, choose among them."""
        if self.taken is None:
            return TAKE_FIRST
        if not self._list.hexes:
            return self._play(self._list.left) if joins else PRESS_PLAY
        near = self._list.at(hex_)
        if len(near) == 1:
            return self._play(near)
        self._list.left = near or self._list.left
        return None if near else NO_TARGET

    def back(self) -> bool:
        """Give up the choice among several, then the card."""
        return self._list.back() or super().back()

    def _play(self, found: Sequence[Subjects]) -> Response:
        aims = [Answer(NameSubjects, one) for one in found if one and len(found) == 1]
        return (*self.give(self.taken), *aims)


# -- whom a card names


class SubjectsPrompter(MapPrompter[NameSubjects]):
    """Whom a card names, by a click on the map or by a button."""

    def __init__(self, view: TlnbState, decision: NameSubjects, options: Sequence[Any]) -> None:
        super().__init__(view, decision, options)
        self._list = MapShortlist(view, self.options, subject_words)

    def offer(self) -> Offer:
        """Every choice, or those that are left."""
        words, title = self._list.pointed_words, say(printed(self.decision.card).title)
        common = self._list.common
        if words:
            hint = say("Name {words}", words=words)
        elif common and self._list.hexes and not self._list.is_narrowed:
            told = mark("{title} names {who}: click the place on the map, or press a button.")
            hint = say(told, title=title, who=common)
        elif self._list.is_narrowed:
            hint = say("Several are left: press one of the buttons.")
        elif self._list.hexes:
            hint = say("Click on the map, or press a button: what does {title} name?", title=title)
        else:
            hint = say("Press a button: what does {title} name?", title=title)
        shown = Overlays(selection=self._list.selection, targets=self._list.targets)
        return Offer(hint, self._list.buttons(say("name")), shown)

    def take(self, card: CardId) -> Response:
        """No card is taken now, and least of all the one that is being played."""
        if card != self.decision.card:
            return card_refusal(self.view, Side(self.decision.side), card)
        words = mark("{title} is being played: choose whom or what it names.")
        return refuse("T24.3", words, title=say(printed(card).title))

    def hover(self, hex_: Hex | None) -> None:
        """Show who would be named by a click."""
        self._list.over = hex_

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Name who is there; of several there, choose among them."""
        near = self._list.at(hex_)
        if len(near) == 1:
            return self.law(near[0])
        self._list.left = near or self._list.left
        return None if near else NO_TARGET

    def pick(self, pieces: Sequence[PieceId]) -> Response:
        """Name a piece."""
        found = [one for piece in pieces for one in self.options if one == (piece,)]
        return self.law(found[-1]) if found else None

    def write(self, word: str) -> Response:
        """The button of a choice."""
        chosen = self._list.press(word)
        return None if chosen is None else self.law(chosen)

    def back(self) -> bool:
        """Show all choices again."""
        return self._list.back()


# -- cards in fights (T24.9)


class TacticsPrompter(HandPrompter[PlayTactics]):
    """A card for a fight, beside the sheet of that fight: by a button, or taken and played."""

    @cached_property
    def ready(self) -> tuple[CardId, ...]:
        """The cards of the hand that fit this fight."""
        return tuple(s.card for s in self.options if s is not None and not s.effect)

    def offer(self) -> Offer:
        """The cards that fit, and those in force that may be used; or none."""
        hint = say("The Combat panel shows what each card would change.")
        how = ""
        if self.taken is not None:
            how = say("Press Play, or drag the card onto the map.")
        shown = Overlays(
            selection=frozenset({self.decision.hex}),
            ready=frozenset(hexes_of(self.view, self.decision.units)),
        )
        return Offer(how or hint, self._buttons(), shown, extra=self.hand(how))

    def _buttons(self) -> tuple[Button, ...]:
        strokes = [stroke for stroke in self.options if stroke is not None]
        shown = [s for s in strokes if self.taken is None or s == Stroke(self.taken)]
        words, used = mark("Play {title}"), mark("Use {title}")
        found = []
        for stroke in shown:
            title, tip = say(printed(stroke.card).title), face_of(stroke.card).text
            text = say(used if stroke.effect else words, title=title)
            id_ = f"{stroke.card}-{stroke.effect}"
            found.append(Button(id_, text, tip, self.give(stroke)))
        tip = say("The fight goes on without another card of yours")
        return (*found, Button("none", say("No card"), tip, self.give(None), manner=Manner.MAIN))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """A card that falls onto the map is played."""
        if self.taken is None:
            return TAKE_FIRST
        return self.give(Stroke(self.taken)) if joins else PRESS_PLAY


GESTURES = gestures(
    {PlayOneCard: CardPrompter, NameSubjects: SubjectsPrompter, PlayTactics: TacticsPrompter}
)

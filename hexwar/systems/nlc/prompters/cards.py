"""Cards in hand: which one is played, at what moment, and on whom (N23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, Pile
from hexwar.engine import Decision, Manner, Refusal, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.map_prompter import MapShortlist, hexes_of
from hexwar.shell.prompter import Answer, Button, CardsOffer, Offer, Response
from hexwar.systems.nlc.prompters.common import NlcPrompter, following, use_refusal
from hexwar.systems.nlc.rules.cards.arrival_cards import ELSEWHERE
from hexwar.systems.nlc.rules.cards.order_effects import ORDER, TRACE
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import (
    ChooseCardTarget,
    DrawCardTarget,
    PlayWindowCard,
    Subjects,
    targets,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import NlcNames
from hexwar.table.overlays import Overlays

_USES: Mapping[str, str] = MappingProxyType(
    {ORDER: mark("One order more"), TRACE: mark("Command through an EZOC")}
)
"""What choices that name no piece are called."""


def subjects_title(view: GameState, subjects: Sequence[str]) -> str:
    """Whom a card names, in words; of a choice without pieces, the choice itself."""
    named = NlcNames(view.battle).subjects(subjects).plain
    return named or ", ".join(_USES.get(id_, id_.replace("-", " ")) for id_ in subjects) or "nobody"


D = TypeVar("D", bound=Decision[Any])

NO_TARGET = Refusal(mark("The card cannot name anything there."), "N23.4")
PRESS_PLAY = Refusal(mark("This card names nobody on the map: press a button to play it."), "N23.4")
TAKE_FIRST = Refusal(mark("Take a card from your hand first."), "N23.7")

_CARD, _BACK = "card:", "back"


class HandPrompter(NlcPrompter[D]):
    """Take a card from the hand, then play it: on a hex, on whom a button names, or as it is."""

    hint_words = mark("Take a card from your hand in the Cards panel, or press a button.")
    pass_words = mark("Play no card")
    pass_tip = mark("Keep your cards")

    def _begin(self) -> None:
        self._ready = [id_ for id_ in self.options if id_ is not None]
        self._taken: CardId | None = None
        self._choices = MapShortlist(self.view, (), subjects_title)  # whom the chosen card can name
        self._found: dict[CardId, tuple[Subjects, ...]] = {}  # whom each card can name

    # -- what is shown

    def offer(self) -> Offer:
        """The cards that can be played, or what the chosen one can name."""
        ready = frozenset(id_ for id_ in self._ready if self._is_ready(id_))
        if self._taken is None:
            hand = CardsOffer(ready, self._refusals)
            return Offer(say(self.hint_words), self._card_buttons(), extra=hand)
        choices, how = self._choices, self._how()
        words = choices.pointed_words
        if words:
            title = printed(self._taken).title
            words = say("Play {title} on {words}", title=title, words=words)
        shown = Overlays(selection=choices.selection, targets=choices.targets)
        hand = CardsOffer(ready, self._refusals, self._taken, how)
        return Offer(words or how, self._taken_buttons(), shown, extra=hand)

    @cached_property
    def _refusals(self) -> Mapping[CardId, Refusal]:
        held = self.view.cards.piles.get(self.side)
        cards = () if held is None else (*held.of(Pile.HELD), *held.of(Pile.HAND))
        others = (id_ for id_ in dict.fromkeys(cards) if not self._is_ready(id_))
        return {id_: use_refusal(self.view, self.side, id_) for id_ in others}

    def _is_ready(self, id_: CardId) -> bool:
        return id_ in self._ready

    def _targets(self, id_: CardId) -> tuple[Subjects, ...]:
        if id_ not in self._found:  # the offer is made anew with every move of the pointer
            self._found[id_] = tuple(targets(self.view, self.side, id_))
        return self._found[id_]

    def _how(self) -> str:
        if self._choices.is_narrowed:
            return say("Several are there: press one of the buttons.")
        if self._choices.hexes:
            return say("Click its target on the map, or drag the card there.")
        return say("Press Play, or drag the card onto the map.")

    def _card_buttons(self) -> tuple[Button, ...]:
        ready = [(f"{_CARD}{id_}", printed(id_)) for id_ in self._ready if self._is_ready(id_)]
        cards = (Button(word, card.title, card.text, word=word) for word, card in ready)
        return (*cards, self.nothing("pass", self.pass_words, self.pass_tip))

    def _taken_buttons(self) -> tuple[Button, ...]:
        assert self._taken is not None
        card, tip = printed(self._taken), mark("Keep {title} in hand")
        back = Button("back", say("Put it back"), say(tip, title=card.title), word=_BACK)
        if len(self._choices.left) > 1:
            return (*self._choices.buttons(say("play it on")), back)
        is_ready, play = self._is_ready(self._taken), self._play(self._choices.left)
        words = mark("Play {title}") if is_ready else mark("Put {title} under the deck")
        text = say(words, title=card.title)
        return (Button("play", text, card.text, play, manner=Manner.MAIN), back)

    # -- what the player does

    def hover(self, hex_: Hex | None) -> None:
        """Show on whom a click or a card that falls here would be played."""
        self._choices.over = hex_

    def take(self, card: CardId) -> Response:
        """Choose a card; chosen again, it goes back."""
        if card not in self._ready:
            return use_refusal(self.view, self.side, card)
        self._hold(None if card == self._taken else card)
        return None

    def _hold(self, card: CardId | None) -> None:
        self._taken = card
        self._choices = MapShortlist(
            self.view, () if card is None else self._targets(card), subjects_title
        )

    def write(self, word: str) -> Response:
        """A button that chooses: a card, or whom it names."""
        if word.startswith(_CARD):
            return self.take(CardId(word.removeprefix(_CARD)))
        if word == _BACK:
            self._hold(None)
            return None
        chosen = self._choices.press(word)
        return None if chosen is None else self._play((chosen,))

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Play the chosen card on a hex; where several may be named there, choose among them.

        What names nobody on the map is played by a card that falls there (`joins`), not by a click.
        """
        if self._taken is None:
            return TAKE_FIRST
        if not self._is_ready(self._taken):
            return use_refusal(self.view, self.side, self._taken)
        if not self._choices.hexes:
            return self._play(self._choices.left) if joins else PRESS_PLAY
        near = self._choices.at(hex_)
        if len(near) == 1:
            return self._play(near)
        if not near:
            return NO_TARGET
        self._choices.left = near
        return None

    def back(self) -> bool:
        """Give up the choice among several, then the card."""
        if self._choices.back():
            return True
        was_taken = self._taken is not None
        self._hold(None)
        return was_taken

    def cycle(self, step: int) -> Hex | None:
        """Take the next card that can be played."""
        ready = [id_ for id_ in self._ready if self._is_ready(id_)]
        if ready:
            self._hold(following(ready, self._taken, step))
        return None

    def _play(self, found: Sequence[Subjects]) -> Response:
        aims = [Answer(ChooseCardTarget, one) for one in found if one and len(found) == 1]
        return (*self.give(self._taken), *aims)


class CardPrompter(HandPrompter[ChooseCard]):
    """The card of the Card Phase; one that is of no use may go under the deck."""

    def _is_ready(self, id_: CardId) -> bool:
        return id_ in self._ready and bool(self._targets(id_))

    def _card_buttons(self) -> tuple[Button, ...]:
        """Who must play may put a card of no use under the deck, and cannot pass."""
        buttons = super()._card_buttons()
        if None in self.options:
            return buttons
        tip = say("It is of no use now: it goes under the deck and counts nothing")
        idle = [(f"{_CARD}{x}", printed(x).title) for x in self._ready if not self._is_ready(x)]
        return (*buttons[:-1], *(Button(word, title, tip, word=word) for word, title in idle))


class WindowPrompter(HandPrompter[PlayWindowCard]):
    """A card that is held for this moment."""

    pass_words = mark("Let it pass")
    pass_tip = mark("Keep your cards; Preferences can pass every such moment for you")


class RerollPrompter(HandPrompter[ChooseReroll]):
    """A die of one's own lies there: keep it, or throw it again."""

    hint_words = mark(
        "The last result binds. Keep the die, or press the card that throws it again."
    )

    def _begin(self) -> None:
        super()._begin()
        die, purpose = self.decision.die, self.decision.purpose
        self.pass_words = say("Keep the {die}", die=die)
        self.pass_tip = say("The {die} for {purpose} stands", die=die, purpose=purpose)

    def _card_buttons(self) -> tuple[Button, ...]:
        *_, keep = super()._card_buttons()
        words, purpose = mark("Throw again: {title}"), self.decision.purpose
        tip = say("Throw the die for {purpose} again; the last result binds", purpose=purpose)
        ready = [(id_, say(words, title=printed(id_).title)) for id_ in self._ready]
        return (*(Button(f"{_CARD}{id_}", text, tip, self.give(id_)) for id_, text in ready), keep)

    def _targets(self, id_: CardId) -> tuple[Subjects, ...]:  # noqa: ARG002
        return ((),)


class TargetPrompter(NlcPrompter[ChooseCardTarget | DrawCardTarget]):
    """Whom a card names, by a button or by a click on the map: by choice, or as chance has it."""

    def _begin(self) -> None:
        self._choices = MapShortlist(self.view, self.options, subjects_title)
        self._wished: Subjects | None = None

    def aim(self, subjects: Subjects) -> None:
        """The player has said it when he chose the card."""
        if subjects in self.options:
            self._wished = subjects

    def offer(self) -> Offer:
        """Every choice, or those that are left."""
        choices = self._choices
        aimed = () if self._wished is None else hexes_of(self.view, self._wished)
        shown = Overlays(selection=choices.selection or frozenset(aimed), targets=choices.targets)
        words = choices.pointed_words
        hint = say("Name {words}", words=words) if words else self._hint()
        return Offer(hint, (*self._wish(), *choices.buttons("name")), shown)

    def _force(self) -> str:
        """The one force for which only the entry hex is open; empty where more is to be chosen."""
        if self.decision.card != ELSEWHERE or len({key for key, _ in self._choices.left}) != 1:
            return ""
        return subjects_title(self.view, self._choices.left[0][:1])

    def _hint(self) -> str:
        title, force = printed(self.decision.card).title, self._force()
        if force:
            words = mark(
                "Choose where {force} comes, by {title}: click on the map, or press a button."
            )
            return say(words, force=force, title=title)
        if self._choices.is_narrowed:
            return say("Several are left: press one of the buttons.")
        where = say("Press a button")
        if self._choices.hexes:
            where = say("Click on the map, or press a button")
        return say("{where}: what does {title} name?", where=where, title=title)

    def _wish(self) -> tuple[Button, ...]:
        if self._wished is None:
            return ()
        title = subjects_title(self.view, self._wished)
        tip = say("As you aimed the card: {title}", title=title)
        words, gives = say("As aimed: {title}", title=title), self.law(self._wished)
        return (Button("aimed", words, tip, gives, manner=Manner.MAIN),)

    def take(self, card: CardId) -> Response:
        """No card is taken now, and least of all the one that is being played."""
        if card != self.decision.card:
            return super().take(card)
        words = mark("{title} is being played: choose whom or what it names.")
        return refuse("N23.4", words, title=printed(card).title)

    def hover(self, hex_: Hex | None) -> None:
        """Show who would be named by a click."""
        self._choices.over = hex_

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Name who is there; where several are, choose among them."""
        near = self._choices.at(hex_)
        if len(near) == 1:
            return self.law(near[0])
        self._choices.left = near or self._choices.left
        return None if near else NO_TARGET

    def write(self, word: str) -> Response:
        """The button of a choice."""
        chosen = self._choices.press(word)
        return None if chosen is None else self.law(chosen)

    def back(self) -> bool:
        """Show all choices again."""
        return self._choices.back()

"""Cards in hand: which one is played, at what moment, and on whom (N23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from hexwar.cards.library import card as printed
from hexwar.cards.records import CardId, Pile
from hexwar.engine import Decision, Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer, Button, HandOffer, Manner, Offer, Prompter, Response
from hexwar.systems.nlc.card_reasons import use_refusal
from hexwar.systems.nlc.prompters.shortlist import Shortlist, hexes_of, subjects_title
from hexwar.systems.nlc.rules.cards.arrival_cards import ELSEWHERE
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie, NeyDie
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import (
    ChooseCardTarget,
    DrawCard,
    DrawCardTarget,
    PlayWindowCard,
    Subjects,
    targets,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.overlays import Overlays

D = TypeVar("D", bound=Decision[Any])
T = TypeVar("T", bound=ChooseCardTarget | DrawCardTarget)

NO_TARGET = Refusal("The card cannot name anything there.", "N23.4")
PRESS_PLAY = Refusal("This card names nobody on the map: press a button to play it.", "N23.4")
TAKE_FIRST = Refusal("Take a card from your hand first.", "N23.7")
_CARD, _BACK = "card:", "back"


class HandPrompter(Prompter[D]):
    """Take a card from the hand, then play it: on a hex, on whom a button names, or as it is."""

    pass_words = "Play no card"
    pass_tip = "Keep your cards"

    def __init__(self, view: GameState, decision: D, options: Sequence[CardId | None]) -> None:
        super().__init__(view, decision, options)
        self._side = Side(decision.side)
        self._ready = [id_ for id_ in self.options if id_ is not None]
        self._taken: CardId | None = None
        self._choices = Shortlist(view, ())  # whom the chosen card can name
        self._found: dict[CardId, tuple[Subjects, ...]] = {}  # whom each card can name
        self._refusals: Mapping[CardId, Refusal] | None = None  # of cards in hand, once asked for

    # -- what is shown

    def offer(self) -> Offer:
        """The cards that can be played, or what the chosen one can name."""
        if self._taken is None:
            return Offer(self.hint(), self._card_buttons(), hand=self._hand())
        choices = self._choices
        words = choices.pointed_words
        hint = f"Play {printed(self._taken).title} on {words}" if words else self._how()
        shown = Overlays(selection=choices.selection, targets=choices.targets)
        return Offer(hint, self._taken_buttons(), shown, hand=self._hand())

    def hint(self) -> str:
        """What to do before a card is chosen."""
        return "Take a card from your hand in the Cards panel, or press a button."

    def _hand(self) -> HandOffer:
        if self._refusals is None:
            self._refusals = self._read_refusals()
        ready = frozenset(id_ for id_ in self._ready if self._is_ready(id_))
        how = "" if self._taken is None else self._how()
        return HandOffer(ready, self._refusals, self._taken, how)

    def _read_refusals(self) -> Mapping[CardId, Refusal]:
        held = self.view.piles.get(self._side)
        cards = () if held is None else (*held.of(Pile.HELD), *held.of(Pile.HAND))
        others = (id_ for id_ in dict.fromkeys(cards) if not self._is_ready(id_))
        return {id_: use_refusal(self.view, self._side, id_) for id_ in others}

    def _is_ready(self, id_: CardId) -> bool:
        """Whether a card does something when it is played now."""
        return id_ in self._ready

    def _targets(self, id_: CardId) -> tuple[Subjects, ...]:
        if id_ not in self._found:  # the offer is made anew with every move of the pointer
            self._found[id_] = tuple(targets(self.view, self._side, id_))
        return self._found[id_]

    def _how(self) -> str:
        if self._choices.is_narrowed:
            return "Several are there: press one of the buttons."
        if self._choices.hexes:
            return "Click its target on the map, or drag the card there."
        return "Press Play, or drag the card onto the map."

    def _card_buttons(self) -> tuple[Button, ...]:
        cards = (
            Button(f"{_CARD}{id_}", printed(id_).title, printed(id_).text, word=f"{_CARD}{id_}")
            for id_ in self._ready
            if self._is_ready(id_)
        )
        none = Button("pass", self.pass_words, self.pass_tip, self.give(None), manner=Manner.END)
        return (*cards, none)

    def _taken_buttons(self) -> tuple[Button, ...]:
        assert self._taken is not None
        title = printed(self._taken).title
        back = Button("back", "Put it back", f"Keep {title} in hand", word=_BACK)
        if len(self._choices.left) > 1:
            return (*self._choices.buttons("play it on"), back)
        words = f"Play {title}" if self._is_ready(self._taken) else f"Put {title} under the deck"
        play = self._play(self._choices.left)
        tip = printed(self._taken).text
        return (Button("play", words, tip, play, manner=Manner.MAIN), back)

    # -- what the player does

    def hover(self, hex_: Hex | None) -> None:
        """Show on whom a click or a card that falls here would be played."""
        self._choices.over = hex_

    def take(self, card: CardId) -> Response:
        """Choose a card; chosen again, it goes back."""
        if card not in self._ready:
            return use_refusal(self.view, self._side, card)
        self._hold(None if card == self._taken else card)
        return None

    def _hold(self, card: CardId | None) -> None:
        self._taken = card
        self._choices = Shortlist(self.view, () if card is None else self._targets(card))

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
            return use_refusal(self.view, self._side, self._taken)
        if not self._choices.hexes:
            return self._play(self._choices.left) if joins else PRESS_PLAY
        near = self._choices.at(hex_)
        if len(near) == 1:
            return self._play(near)
        if not near:
            return NO_TARGET
        self._choices.narrow(near)
        return None

    def back(self) -> bool:
        """Give up the choice among several, then the card."""
        if self._choices.back():
            return True
        was = self._taken
        self._hold(None)
        return was is not None

    def cycle(self, step: int) -> Hex | None:
        """Take the next card that can be played."""
        ready = [id_ for id_ in self._ready if self._is_ready(id_)]
        if ready:
            at = ready.index(self._taken) if self._taken in ready else (-1 if step > 0 else 0)
            self._hold(ready[(at + step) % len(ready)])
        return None

    def _play(self, found: Sequence[Subjects]) -> Response:
        """Play the chosen card, on the only one of some choices."""
        gesture = self.give(self._taken)
        if len(found) != 1 or not found[0]:
            return gesture
        return (*gesture, Answer(ChooseCardTarget, found[0]))


class CardPrompter(HandPrompter[ChooseCard]):
    """The card of the Card Phase; one that is of no use may go under the deck."""

    def _is_ready(self, id_: CardId) -> bool:
        return id_ in self._ready and bool(self._targets(id_))


class WindowPrompter(HandPrompter[PlayWindowCard]):
    """A card that is held for this moment."""

    pass_words = "Let it pass"
    pass_tip = "Keep your cards; Preferences can pass every such moment for you"


class RerollPrompter(HandPrompter[ChooseReroll]):
    """A die of one's own lies there: keep it, or throw it again."""

    def __init__(
        self, view: GameState, decision: ChooseReroll, options: Sequence[CardId | None]
    ) -> None:
        super().__init__(view, decision, options)
        self.pass_words = f"Keep the {decision.die}"
        self.pass_tip = f"The {decision.die} for {decision.purpose} stands"

    def hint(self) -> str:
        """What a throw would mean."""
        return "The last result binds. Keep the die, or press the card that throws it again."

    def _card_buttons(self) -> tuple[Button, ...]:
        *_, keep = super()._card_buttons()
        again = (
            Button(
                f"{_CARD}{id_}",
                f"Throw again: {printed(id_).title}",
                f"Throw the die for {self.decision.purpose} again; the last result binds",
                self.give(id_),
            )
            for id_ in self._ready
        )
        return (*again, keep)

    def _targets(self, id_: CardId) -> tuple[Subjects, ...]:  # noqa: ARG002
        return ((),)


class _SubjectPrompter(Prompter[T]):
    """Whom a card names: by a button, or by a click on the map."""

    def __init__(self, view: GameState, decision: T, options: Sequence[Subjects]) -> None:
        super().__init__(view, decision, options)
        self._choices = Shortlist(view, options)
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
        hint = f"Name {words}" if words else self._hint()
        return Offer(hint, (*self._wish(), *choices.buttons("name")), shown)

    def _force(self) -> str:
        """The one force for which only the entry hex is open; empty where more is to be chosen."""
        if self.decision.card != ELSEWHERE or len({key for key, _ in self._choices.left}) != 1:
            return ""
        return subjects_title(self.view, self._choices.left[0][:1])

    def _hint(self) -> str:
        if self._choices.is_narrowed and not self._force():
            return "Several are left: press one of the buttons."
        title = printed(self.decision.card).title
        force = self._force()
        if force:
            return f"Choose where {force} comes, by {title}: click on the map, or press a button."
        where = "Click on the map, or press a button" if self._choices.hexes else "Press a button"
        return f"{where}: what does {title} name?"

    def _wish(self) -> tuple[Button, ...]:
        """What the player has aimed at, to be confirmed."""
        if self._wished is None:
            return ()
        title = subjects_title(self.view, self._wished)
        tip = f"As you aimed the card: {title}"
        return (
            Button("aimed", f"As aimed: {title}", tip, self.law(self._wished), manner=Manner.MAIN),
        )

    def take(self, card: CardId) -> Response:
        """No card is taken now, and least of all the one that is being played."""
        if card != self.decision.card:
            return super().take(card)
        title = printed(card).title
        return Refusal(f"{title} is being played: choose whom or what it names.", "N23.4")

    def hover(self, hex_: Hex | None) -> None:
        """Show who would be named by a click."""
        self._choices.over = hex_

    def click(self, hex_: Hex, *, joins: bool = False, adds: bool = False) -> Response:  # noqa: ARG002
        """Name who is there; where several are, choose among them."""
        near = self._choices.at(hex_)
        if not near:
            return NO_TARGET
        if len(near) == 1:
            return self.law(near[0])
        self._choices.narrow(near)
        return None

    def write(self, word: str) -> Response:
        """The button of a choice."""
        chosen = self._choices.press(word)
        return None if chosen is None else self.law(chosen)

    def back(self) -> bool:
        """Show all choices again."""
        return self._choices.back()


class TargetPrompter(_SubjectPrompter[ChooseCardTarget]):
    """Whom a card names, as its player chooses."""


class DrawnTargetPrompter(_SubjectPrompter[DrawCardTarget]):
    """Real dice: the player enters whom chance has picked."""


class DrawnCardPrompter(Prompter[DrawCard]):
    """Real cards: the player enters what he drew; each kind once."""

    def offer(self) -> Offer:
        """The cards by their titles, with how many of them are left."""
        left: Mapping[CardId, int] = {
            id_: self.options.count(id_) for id_ in dict.fromkeys(self.options)
        }
        buttons = tuple(
            Button(
                f"{_CARD}{id_}",
                f"{printed(id_).number} {printed(id_).title}" + (f" ({n})" if n > 1 else ""),
                f"{printed(id_).title} was drawn",
                self.give(id_),
            )
            for id_, n in left.items()
        )
        return Offer("Draw a card and press which it is.", buttons)


class NeyPrompter(Prompter[ChooseNeyDie]):
    """Whether Ney raises his own die or lowers the enemy's."""

    def offer(self) -> Offer:
        """Both answers."""
        texts = {NeyDie.OWN: "Own die +1", NeyDie.ENEMY: "Enemy die −1"}
        tips = {
            NeyDie.OWN: "The die of your fire is 1 higher",
            NeyDie.ENEMY: "The die of the enemy's fire is 1 lower",
        }
        buttons = tuple(
            Button(
                answer.value,
                texts[answer],
                tips[answer],
                self.give(answer),
                manner=Manner.MAIN if answer is NeyDie.OWN else Manner.PLAIN,
            )
            for answer in self.options
        )
        where = self.place(self.decision.target)
        shown = Overlays(selection=frozenset({self.decision.target}))
        return Offer(f"Marshal Ney's card acts in the fight for {where}.", buttons, shown)

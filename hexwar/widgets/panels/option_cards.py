"""The options of a game in the dialog that begins one: a card a group, a box an option (N3.8)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

from hexwar.messages import say
from hexwar.table.options import Group, Option, Trait, options_of
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import HELP, ChoiceBox, bar, card, label, rule_link, spaced
from hexwar.widgets.words import capital, rich

DECKS = "decks"
"""The address of the link to the decks of cards."""


class OptionCards(QObject):
    """The boxes of one game's options; what closes which is data of the game."""

    linkActivated = Signal(str)
    """A link to a rule, or to the decks of cards."""

    def __init__(self, look: Look, groups: Sequence[Group]) -> None:
        """Make a box for each option, and a card for each group; they are laid out elsewhere."""
        super().__init__()
        self._look = look
        self._options = tuple(options_of(groups))
        self._traits: Collection[Trait] = ()
        self._displaced: dict[str, str] = {}  # what was chosen before it was closed
        self._is_minding = False
        self.boxes = {option.name: self._box(option) for option in self._options}
        """By the names of the options."""
        self.decks: QLabel | None = None
        """The link to the decks, in a game of cards."""
        self.titles: list[QLabel] = []
        """What stands before the boxes."""
        self.frames = [self._frame(group) for group in groups]
        """The cards, in order."""

    @property
    def chosen(self) -> dict[str, str]:
        """The value of each option."""
        return {name: str(box.currentData()) for name, box in self.boxes.items()}

    def propose(self, values: Mapping[str, str], traits: Collection[Trait], weather: str) -> None:
        """Begin with the values of a battle, of which some may be closed; of others the usual.

        `weather` is what is recorded of its day; empty: nothing is.
        """
        self._is_minding, self._traits = True, traits
        self._displaced.clear()
        for option in self._options:
            box = self.boxes[option.name]
            box.setCurrentIndex(max(box.findData(values.get(option.name)), 0))
            for value, words in option.as_it_was.items():
                told = say(words, weather=say(weather)) if weather else say(option.values[value])
                box.setItemText(box.findData(value), told)
        self._is_minding = False
        self._mind()

    # -- parts

    def _box(self, option: Option) -> ChoiceBox:
        box = ChoiceBox(self._look, {key: say(words) for key, words in option.values.items()})
        box.currentIndexChanged.connect(lambda _: self._choose(option.name))
        return box

    def _frame(self, group: Group) -> QWidget:
        """The options of a group: a box each, beside a link to its rule."""
        form = spaced(QFormLayout(), 0, 8)
        for option in group.options:
            box, words, advice = self.boxes[option.name], say(option.title), _advice(option)
            title = self._linked(label("", f"{words} {rule_link(option.rule)}"))
            title.setWordWrap(False)
            self.titles.append(title)
            box.setAccessibleName(words)
            for part in (title, box):
                part.setProperty(HELP, f"rule:{option.rule}")
                part.setToolTip(rich(advice))
                part.setAccessibleDescription(say(option.advice) if option.advice else "")
            form.addRow(title, box)
        below: list[QWidget] = []
        if group.has_decks:
            link = say('<a href="decks">Look through the decks</a>')
            self.decks = self._linked(label("quiet", link))
            below.append(self.decks)
        return card(label("heading", say(group.title)), form, *below)[0]

    def _linked(self, made: QLabel) -> QLabel:
        made.linkActivated.connect(self.linkActivated)
        return made

    # -- what closes what

    def _choose(self, name: str) -> None:
        if not self._is_minding:
            self._displaced.pop(name, None)
            self._mind()

    def _mind(self) -> None:
        """Close what cannot be chosen now; what was open before comes back."""
        self._is_minding = True
        for option in self._options:
            self._close(option)
        self._is_minding = False

    def _close(self, option: Option) -> None:
        box, chosen = self.boxes[option.name], self.chosen
        was = self._displaced.pop(option.name, chosen[option.name])
        found = [one for one in option.closed if one.holds(chosen, self._traits)]
        whole = next((one for one in found if not one.values), None)
        bar(box, _sentence(whole.why) if whole else "")
        refused = {value: _sentence(one.why) for one in found for value in one.values}
        usual = next(iter(option.values))
        wanted = (whole.stays or usual) if whole else was
        if wanted in refused:
            wanted = next((value for value in option.values if value not in refused), usual)
        for value in option.values:
            box.allow(value, refused.get(value, ""))
        box.setCurrentIndex(box.findData(wanted))
        if wanted != was:
            self._displaced[option.name] = was


def _sentence(why: str) -> str:
    return f"{capital(say(why))}."


def _advice(option: Option) -> str:
    """The advice on an option as a tip, which breaks its lines; of none, nothing."""
    return f"<span>{escape(say(option.advice))}</span>" if option.advice else ""

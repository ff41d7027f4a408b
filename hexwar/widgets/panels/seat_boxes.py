"""The two boxes by which a side's player is chosen: who plays it, and how that one is minded."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from hexwar.messages import say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import ChoiceBox, row
from hexwar.widgets.words import capital

_SHORTEST = 6  # letters of a box where two stand side by side


@dataclass(frozen=True, slots=True)
class Temper:
    """How a computer player is minded that differs from another in that only."""

    level: str  # the id of the other one, who is even-tempered; it may be its own
    words: str
    about: str = ""  # what it means, as the rest of a sentence


class SeatBoxes(QWidget):
    """Who plays a side: `player` lists the able and less able, `temper` the tempers of one."""

    changed = Signal()
    """Somebody else is chosen."""

    def __init__(
        self, look: Look, players: Mapping[str, str], tempers: Mapping[str, Temper]
    ) -> None:
        """Offer players by id, each with its name; some differ from another in temper only."""
        super().__init__()
        self._tempers = tempers
        self._known: Collection[str] | None = None
        listed = {id_: name for id_, name in players.items() if self._level(id_) == id_}
        self.player, self.temper = ChoiceBox(look, listed), ChoiceBox(look, {})
        self.player.setMinimumContentsLength(_SHORTEST)
        self.temper.setMinimumContentsLength(_SHORTEST)
        self.temper.setAccessibleName(say("Temper"))
        self.temper.setToolTip(say("How the computer player is minded"))
        self._line = row(6, (self.player, 2), (self.temper, 1), on=self)
        self._list_tempers()
        self.player.currentIndexChanged.connect(lambda _: self._list_tempers())
        self.temper.currentIndexChanged.connect(lambda _: self.changed.emit())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where the name of who is chosen has room there, else one below the other."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Choose how the boxes stand.

        What is beside the words of a box is known by what it wants for so many letters.
        """
        self.player.ensurePolished()
        letters, words = self.player.fontMetrics(), self.player.currentText()
        beside = self.player.minimumSizeHint().width() - letters.horizontalAdvance("X" * _SHORTEST)
        needed = letters.horizontalAdvance(words) + beside
        is_narrow = 3 * needed > 2 * (self.width() - self._line.spacing())
        way = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        if way is not self._line.direction():
            self._line.setDirection(way)
            self.updateGeometry()

    @property
    def value(self) -> str:
        """The id of the player that is chosen."""
        chosen = self.temper.currentData() if self.temper.count() else None
        return str(self.player.currentData() if chosen is None else chosen)

    def offer(self, known: Collection[str] | None) -> None:
        """List only the tempers of these players, whom a game knows; None: all."""
        if known != self._known:
            self._known, chosen = known, self.value
            self._list_tempers()
            if known is None or chosen in known:
                self.choose(chosen)

    def reword(self, words: Mapping[str, tuple[str, str]]) -> None:
        """Call players by the words of the game that is chosen: each its name, and what it does."""
        for id_, (name, about) in words.items():
            if (at := self.player.findData(id_)) >= 0:
                self.player.setItemText(at, name)
                self.player.explain(id_, f"{capital(about)}.")
        self._arrange()

    def choose(self, player: str) -> None:
        """Choose a player; the first where it is not among them."""
        self.player.setCurrentIndex(max(self.player.findData(self._level(player)), 0))
        self.temper.setCurrentIndex(max(self.temper.findData(player), 0))

    def _level(self, id_: str) -> str:
        return self._tempers[id_].level if id_ in self._tempers else id_

    def _knows(self, id_: str) -> bool:
        return self._known is None or id_ in self._known

    def _list_tempers(self) -> None:
        """Those of the player that is chosen; who has none shows no box."""
        level = self.player.currentData()
        tempers = self._tempers.items()
        found = {id_: one for id_, one in tempers if one.level == level and self._knows(id_)}
        with QSignalBlocker(self.temper):
            self.temper.clear()
            for id_, one in found.items():
                self.temper.addItem(one.words, id_)
                if one.about:
                    self.temper.explain(id_, f"{capital(one.about)}.")
            self.temper.setCurrentIndex(max(self.temper.findData(level), 0))
        self.temper.setVisible(len(found) > 1)
        self._arrange()
        self.changed.emit()

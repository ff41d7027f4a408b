"""The preferences, applied while the player looks on."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from hexwar.cards.records import Window
from hexwar.messages import mark, say
from hexwar.shell.preferences import SCALES, Pace, Preferences
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Body, button, card, label, spaced

_THEMES = {
    "light": mark("Light paper"),
    "dark": mark("Dark leather"),
    "light-safe": mark("Light paper, for the colour-blind"),
    "dark-safe": mark("Dark leather, for the colour-blind"),
}
_STYLES = {CounterStyle.PERIOD: mark("Period figures"), CounterStyle.NATO: mark("NATO symbols")}
_PACES = {
    Pace.OFF: mark("Off: show the end at once"),
    Pace.SLOW: mark("Slow"),
    Pace.NORMAL: mark("Normal"),
    Pace.FAST: mark("Fast"),
}
_WINDOWS = {
    Window.ASSAULT: mark("before an assault"),
    Window.BOMBARDMENT: mark("before a bombardment"),
    Window.CHARGE: mark("at a charge"),
    Window.RETREAT: mark("when you must retreat"),
    Window.PURSUIT: mark("before your pursuit"),
    Window.ENEMY_PURSUIT: mark("when the enemy pursues"),
    Window.DIE: mark("after a die of yours"),
    Window.CAPTURE: mark("when a leader is captured"),
    Window.ORDERS: mark("while you write orders"),
}


class PreferencesDialog(QDialog):
    """Tells of every change at once; Esc or Cancel brings back what was there before."""

    changed = Signal(object)
    """The `Preferences` as they now are."""

    def __init__(self, look: Look, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Preferences"))
        self._before = self._now = preferences
        self.theme, self.scale = QComboBox(), QComboBox()
        self.counters, self.pace = QComboBox(), QComboBox()
        self.results = QCheckBox(say("Open the combat sheet when the dice have fallen"))
        self.fans = QCheckBox(say("Fan out a stack that is clicked"))
        self.weather = QCheckBox(say("Show weather and night on the map"))
        self.rushes = QCheckBox(say("Animate advance, retreat, charge and pursuit"))
        self.asks = {window: QCheckBox(say(_WINDOWS[window])) for window in _WINDOWS}
        self.done_button, self.cancel = button(say("Done"), "main"), button(say("Cancel"))
        self._fill()
        self._show(preferences)
        self._arrange(look)
        self._connect()

    @property
    def preferences(self) -> Preferences:
        """What is chosen now."""
        return self._now

    def reject(self) -> None:
        """Bring back what was there before."""
        if self._now != self._before:
            self._now = self._before
            self.changed.emit(self._before)
        super().reject()

    def _fill(self) -> None:
        for name, words in _THEMES.items():
            self.theme.addItem(say(words), name)
        for scale in SCALES:
            self.scale.addItem(f"{scale:.0%}", scale)
        for style, words in _STYLES.items():
            self.counters.addItem(say(words), style)
        for pace, words in _PACES.items():
            self.pace.addItem(say(words), pace)

    def _show(self, preferences: Preferences) -> None:
        self.theme.setCurrentIndex(list(_THEMES).index(preferences.theme))
        self.scale.setCurrentIndex(SCALES.index(preferences.scale))
        self.counters.setCurrentIndex(list(_STYLES).index(preferences.counters))
        self.pace.setCurrentIndex(list(_PACES).index(preferences.pace))
        self.results.setChecked(preferences.shows_results)
        self.fans.setChecked(preferences.fans)
        self.weather.setChecked(preferences.shows_weather)
        self.rushes.setChecked(preferences.shows_rushes)
        for window, check in self.asks.items():
            check.setChecked(window.value not in preferences.passes)

    def _arrange(self, look: Look) -> None:
        body = Body(look)
        inside = spaced(QVBoxLayout(body), 20, 12)
        inside.addWidget(label("heading", say("Preferences")))
        form = spaced(QFormLayout(), 0, 8)
        form.addRow(say("&Colours"), self.theme)
        form.addRow(say("&Size of text and panels"), self.scale)
        form.addRow(say("C&ounters"), self.counters)
        form.addRow(say("&Pace of the show"), self.pace)
        inside.addLayout(form)
        for check in (self.weather, self.results, self.rushes, self.fans):
            inside.addWidget(check)
        inside.addWidget(self._card_moments())
        inside.addStretch(1)
        row = spaced(QHBoxLayout(), 0, 8)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.done_button)
        inside.addLayout(row)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(body)
        body.settle()
        self.setMinimumWidth(look.px(440))

    def _card_moments(self) -> QWidget:
        """When a held card is offered; at the other moments the cards are kept."""
        frame, inside = card()
        inside.addWidget(label("", say("Offer a card that fits")))
        note = say("At the other moments your cards are kept without a question.")
        grid = spaced(QGridLayout(), 0, 4)
        for place, check in enumerate(self.asks.values()):
            grid.addWidget(check, place // 2, place % 2)
        inside.addLayout(grid)
        inside.addWidget(label("quiet", note))
        return frame

    def _connect(self) -> None:
        for box in (self.theme, self.scale, self.counters, self.pace):
            box.currentIndexChanged.connect(self._change)
        for check in (self.weather, self.results, self.fans, self.rushes, *self.asks.values()):
            check.toggled.connect(self._change)
        self.done_button.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.done_button.setDefault(True)

    def _change(self) -> None:
        self._now = replace(
            self._now,
            theme=list(_THEMES)[self.theme.currentIndex()],
            scale=SCALES[self.scale.currentIndex()],
            counters=list(_STYLES)[self.counters.currentIndex()],
            pace=list(_PACES)[self.pace.currentIndex()],
            shows_results=self.results.isChecked(),
            fans=self.fans.isChecked(),
            shows_weather=self.weather.isChecked(),
            shows_rushes=self.rushes.isChecked(),
            passes=frozenset(w.value for w, check in self.asks.items() if not check.isChecked()),
        )
        self.changed.emit(self._now)

"""What the player likes: kept between games, chosen in a dialog, applied while he watches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QByteArray, QDate, QRect, QSettings, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFormLayout, QGridLayout, QWidget

from hexwar.cards.records import Window
from hexwar.engine.budget import OverBudget, read_bytes
from hexwar.messages import mark, say
from hexwar.shell.prompter import Questions
from hexwar.table.peril import PERILS
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    HELP,
    Body,
    WholeArea,
    bar,
    button,
    card,
    column,
    explain,
    fill,
    label,
    row,
    spaced,
)
from hexwar.widgets.sounds import why_silent

SCALES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
"""Sizes of text and panels, 1.0 is 100 %."""

COUNTER_SIZES = (0.8, 0.9, 1.0, 1.1, 1.2, 1.3)
"""Sizes of counters, 1.0 as printed for the map."""

PASSABLE = frozenset(
    window.value for window in Window if window not in (Window.MODE, Window.CARDS, Window.COMBAT)
)
"""The moments for a held card that a player may let pass without a question (N23.6, T24.9)."""


class Pace(StrEnum):
    """How fast events are shown."""

    OFF = "off"
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"

    @property
    def speed(self) -> float:
        """How many times as fast as usual; 0 shows everything at once."""
        return {Pace.OFF: 0.0, Pace.SLOW: 0.5, Pace.NORMAL: 1.0, Pace.FAST: 2.5}[self]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player has come in a lesson."""

    step: int = 0  # where he goes on, from 0
    is_learnt: bool = False  # to the end, at least once


@dataclass(frozen=True, slots=True)
class Preferences:
    """The player's choices. They change nothing of a game."""

    theme: str = "light"  # one of `widgets.theme.NAMES`
    scale: float = 1.0  # of text and panels, one of `SCALES`
    counters: CounterStyle = CounterStyle.PERIOD
    counter_size: float = 1.0  # on the map, one of `COUNTER_SIZES`
    pace: Pace = Pace.NORMAL
    shows_results: bool = True  # the combat sheet opens when dice have fallen
    fans: bool = True  # a click on a stack fans it out
    shows_weather: bool = True  # weather and night lie over the map
    shows_rushes: bool = True  # advances, retreats, charges and pursuits are walked on the board
    passes: frozenset[str] = frozenset()  # windows in which no card is asked for, by their values
    shows_motion: bool = True  # dice roll, cards turn up, smoke drifts
    follows: bool = True  # the map goes along with what the other side does
    sounds: bool = False  # what is shown is heard too
    pauses: bool = False  # the show waits after each activation of a computer player's
    proposes: bool = False  # moves are proposed as soon as they are asked for
    shows_seasons: bool = True  # the land looks as on the day; else always as in summer
    explains: bool = False  # why a computer player does something is told at once: coach mode
    warns: frozenset[str] = frozenset(PERILS)  # the blunders that the player is warned of


# -- what there is to choose

_BOXES: Mapping[str, tuple[str, Mapping[Any, str]]] = {
    "theme": (
        mark("&Colours"),
        {
            "light": mark("Light paper"),
            "dark": mark("Dark leather"),
            "light-safe": mark("Light paper, for the colour-blind"),
            "dark-safe": mark("Dark leather, for the colour-blind"),
        },
    ),
    "scale": (mark("&Size of text and panels"), {scale: f"{scale:.0%}" for scale in SCALES}),
    "counters": (
        mark("C&ounters"),
        {CounterStyle.PERIOD: mark("Period figures"), CounterStyle.NATO: mark("NATO symbols")},
    ),
    "counter_size": (
        mark("Size of counters on the &map"),
        {size: f"{size:.0%}" for size in COUNTER_SIZES},
    ),
    "pace": (
        mark("&Pace of the show"),
        {
            Pace.OFF: mark("Off: show the end at once"),
            Pace.SLOW: mark("Slow"),
            Pace.NORMAL: mark("Normal"),
            Pace.FAST: mark("Fast"),
        },
    ),
}
_CHECKS = {
    "shows_weather": mark("Show weather and night on the map"),
    "shows_seasons": mark("Show the land as the season had it; else always as in summer"),
    "shows_results": mark("Open the combat sheet when the dice have fallen"),
    "shows_rushes": mark("Animate advance, retreat, charge and pursuit"),
    "shows_motion": mark("Let dice roll, cards turn up and smoke drift"),
    "fans": mark("Fan out a stack that is clicked"),
    "sounds": mark("Play sounds"),
    "follows": mark("Follow the other side's moves with the map"),
    "proposes": mark("Propose a march as soon as a formation acts"),
    "pauses": mark("Wait after each activation of the computer's"),
    "explains": mark("Say at once why the computer does it"),
}

_TIPS = {
    "theme": mark(
        "The paper of map and panels; two of them tell sides apart without red and green"
    ),
    "scale": mark("How large words, buttons and panels are; the map has its own zoom"),
    "counters": mark("A figure of the time, or the symbol of staff maps"),
    "counter_size": mark("How large counters are beside a hex; large ones cover more of the map"),
    "pace": mark("How fast the other side's moves and all dice are shown"),
    "shows_weather": mark("Rain, snow, mud and the dark lie over the map; all stays legible"),
    "shows_seasons": mark("Bare woods and snow in winter, colours in autumn"),
    "shows_results": mark("Else F8 opens it"),
    "shows_rushes": mark("Else units of a fight stand at once where it leaves them"),
    "shows_motion": mark("Else what happened is shown at once, without a movement"),
    "fans": mark("Its counters lie side by side for a click; else the Stack panel has them"),
    "sounds": mark("Steps, hooves, guns and dice, made for this program"),
    "follows": mark("The map scrolls to what happens; else it stays where you have put it"),
    "proposes": mark("Its moves lie on the map to be taken or changed; else A proposes them"),
    "explains": mark("A card tells each reason and what was weighed, as far as you may know"),
    "pauses": mark("It goes on when you press > or the button of the bar"),
}
"""What each of them is good for, as its tip."""


# -- the settings, kept as an INI file of the player's

FORMAT: Final = 1
"""Rises when a key changes its meaning; keys of another format are not read."""

RECENT: Final = 8
"""How many saved games are remembered."""

LARGEST: Final = 1 << 20
"""Bytes of a file of settings that is read; a long list of bookmarks has 20 kB."""

_DIGITS: Final = 9

_LEARNT: Final = "learnt"

BOOKMARKS: Final = 200
"""How many bookmarks of one game are kept."""

PLAYED: Final = 50
"""Of how many battles it is remembered when they were begun last."""


class Settings:
    """Reads and writes the file; what is missing or senseless there counts as not set."""

    def __init__(self) -> None:
        _set_unfit_aside()
        self._file = QSettings(
            QSettings.Format.IniFormat, QSettings.Scope.UserScope, "hexwar", "hexwar"
        )
        if self._text("format", str(FORMAT)) != str(FORMAT):
            self._file.clear()
        self._file.setValue("format", FORMAT)

    def preferences(self) -> Preferences:
        """The player's choices; the usual ones where nothing sensible is kept."""
        usual, found = Preferences(), dict[str, Any]()
        for name, (_, choices) in _BOXES.items():
            text, otherwise = self._text(name, ""), getattr(usual, name)
            found[name] = next((value for value in choices if str(value) == text), otherwise)
        for name in _CHECKS:
            found[name] = self._text(name, str(getattr(usual, name))).lower() == "true"
        passes = frozenset(self._text("passes", "").split(",")) & PASSABLE
        warns = frozenset(self._text("warns", ",".join(PERILS)).split(",")) & frozenset(PERILS)
        return Preferences(**found, passes=passes, warns=warns)

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return Path(self._file.fileName())

    def read_again(self) -> None:
        """Take up what another window has written."""
        self._file.sync()

    def keep(self, preferences: Preferences) -> None:
        """Keep other choices."""
        kept = asdict(preferences) | {
            "counters": preferences.counters.value,
            "pace": preferences.pace.value,
            "passes": ",".join(sorted(preferences.passes)),
            "warns": ",".join(sorted(preferences.warns)),
        }
        for name, value in kept.items():
            self._file.setValue(name, value)

    def recent(self) -> list[Path]:
        """Saved games that were opened or written last, the latest first; those still there."""
        return [path for path in self._recent() if path.is_file()]

    def add_recent(self, path: Path) -> None:
        """Note that a saved game was opened or written."""
        whole = path.absolute()
        others = [other for other in self._recent() if other != whole]
        self._file.setValue("recent", "\n".join(str(p) for p in [whole, *others][:RECENT]))

    def played(self) -> Mapping[str, str]:
        """The day when each battle was begun last, such as 2026-11-21; the latest first."""
        lines = self._text("played", "").splitlines()
        days = (line.partition(" ") for line in lines[:PLAYED])
        return {
            battle: day
            for day, _, battle in days
            if battle and QDate.fromString(day, Qt.DateFormat.ISODate).isValid()
        }

    def seated(self) -> Mapping[str, str]:
        """Who played each side in the game that was begun last: a player by the side's id."""
        pairs = (line.partition(" ") for line in self._text("seated", "").splitlines()[:PLAYED])
        return {side: player for side, _, player in pairs if player}

    def keep_seated(self, players: Mapping[str, str]) -> None:
        """Note who plays each side of a game that begins."""
        lines = [f"{side} {player}" for side, player in players.items()]
        self._file.setValue("seated", "\n".join(lines))

    def add_played(self, battle: str) -> None:
        """Note that a battle is begun today."""
        today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
        days = {battle: today, **{b: day for b, day in self.played().items() if b != battle}}
        lines = [f"{day} {b}" for b, day in days.items()]
        self._file.setValue("played", "\n".join(lines[:PLAYED]))

    def lessons(self) -> Mapping[str, Progress]:
        """How far the player has come in each lesson."""
        rows = (line.split() for line in self._text("lessons", "").splitlines())
        return {
            row[0]: Progress(int(row[1]), row[2:] == [_LEARNT])
            for row in rows
            if len(row) in (2, 3) and _is_count(row[1])
        }

    def keep_lesson(self, lesson: str, progress: Progress) -> None:
        """Note how far he has come; what is learnt stays learnt."""
        known = dict(self.lessons())
        before = known.pop(lesson, Progress())
        known[lesson] = replace(progress, is_learnt=progress.is_learnt or before.is_learnt)
        lines = (f"{n} {p.step} {_LEARNT if p.is_learnt else ''}" for n, p in known.items())
        self._file.setValue("lessons", "\n".join(lines))

    def layout(self) -> tuple[bytes, bytes]:
        """The window's geometry and its docks, as Qt writes them; empty at first."""
        return self._bytes("geometry"), self._bytes("docks")

    def keep_layout(self, geometry: bytes, docks: bytes) -> None:
        """Keep the window's geometry and its docks."""
        self._file.setValue("geometry", QByteArray(geometry))
        self._file.setValue("docks", QByteArray(docks))

    def layout_of(self, window: str) -> tuple[bytes, bytes]:
        """The same of another window, by its name."""
        return self._bytes(f"windows/{window}/geometry"), self._bytes(f"windows/{window}/docks")

    def keep_layout_of(self, window: str, geometry: bytes, docks: bytes) -> None:
        """Keep where another window stands."""
        self._file.setValue(f"windows/{window}/geometry", QByteArray(geometry))
        self._file.setValue(f"windows/{window}/docks", QByteArray(docks))

    def place(self, name: str) -> QRect | None:
        """Where a dialog was left, from the corner of its window; None where it was not moved."""
        found = self._file.value(f"places/{name}")
        return found if isinstance(found, QRect) and found.isValid() else None

    def keep_place(self, name: str, place: QRect) -> None:
        """Note where a dialog is left."""
        self._file.setValue(f"places/{name}", place)

    def bookmarks(self, game: str) -> Sequence[tuple[int, str]]:
        """The bookmarks of a game, by its key: how many events there were, and what is noted."""
        lines = (line.partition(" ") for line in self._text(f"bookmarks/{game}", "").splitlines())
        return [(int(told), words) for told, _, words in lines if _is_count(told)]

    def keep_bookmarks(self, game: str, marks: Sequence[tuple[int, str]]) -> None:
        """Keep others; of none nothing stays."""
        lines = [f"{told} {' '.join(words.split())}" for told, words in marks[:BOOKMARKS]]
        if lines:
            self._file.setValue(f"bookmarks/{game}", "\n".join(lines))
        else:
            self._file.remove(f"bookmarks/{game}")

    def _recent(self) -> list[Path]:
        return [Path(line) for line in self._text("recent", "").splitlines() if line]

    def _text(self, key: str, usual: str) -> str:
        return str(self._file.value(key, usual))

    def _bytes(self, key: str) -> bytes:
        value = self._file.value(key)
        return bytes(value.data()) if isinstance(value, QByteArray) else b""


def _is_count(word: str) -> bool:
    return word.isdecimal() and len(word) <= _DIGITS


def _set_unfit_aside() -> None:
    """Put a file aside that is no file of settings, or far too large: Qt would read all of it."""
    beside = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "hexwar", "none")
    path = Path(beside.fileName()).with_name("hexwar.ini")
    with suppress(OSError):
        try:
            read_bytes(path, LARGEST)
        except OverBudget:
            path.replace(path.with_name(f"{path.name}.unfit"))


# -- the dialog

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


_AROUND = 140
"""The height of title, buttons and margins, pixels at 100 %."""

_LEFT = 6
"""How many of the checks stand below the boxes; the others beside them: the dialog keeps low."""


class PreferencesDialog(QDialog):
    """Tells of every change at once; Esc or Cancel brings back what was there before."""

    changed = Signal(object)
    """The `Preferences` as they now are."""

    def __init__(
        self,
        look: Look,
        preferences: Preferences,
        parent: QWidget | None = None,
        moments: str = Questions.moments_rule,
    ) -> None:
        """Show them; `moments` is the rule of the game that says when cards are played."""
        super().__init__(parent)
        self._moments = moments
        self.setWindowTitle(say("Preferences"))
        self.setProperty(HELP, "help:preferences")
        self._before = self.preferences = preferences
        self.boxes = {name: QComboBox() for name in _BOXES}
        self.checks = {name: QCheckBox(say(words)) for name, words in _CHECKS.items()}
        self.asks = {window: QCheckBox(say(words)) for window, words in _WINDOWS.items()}
        self.perils = {peril: QCheckBox(say(words)) for peril, words in PERILS.items()}
        """The blunders to be warned of."""
        self.done_button, self.cancel = button(say("Done"), "main"), button(say("Cancel"))
        for name, part in (*self.boxes.items(), *self.checks.items()):
            part.setToolTip(say(_TIPS[name]))
        for ask in self.asks.values():
            explain(ask, say("Ask whether to play a held card at this moment"), moments)
        for check in self.perils.values():
            check.setToolTip(say("Said before an answer is given; the same answer again gives it"))
        bar(self.checks["sounds"], why_silent())
        self._show(preferences)
        self._arrange(look)
        for box in self.boxes.values():
            box.currentIndexChanged.connect(self._change)
        for check in (*self.checks.values(), *self.asks.values(), *self.perils.values()):
            check.toggled.connect(self._change)
        self.done_button.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.done_button.setDefault(True)

    def reject(self) -> None:
        """Bring back what was there before."""
        if self.preferences != self._before:
            self.preferences = self._before
            self.changed.emit(self._before)
        super().reject()

    def _show(self, preferences: Preferences) -> None:
        for name, box in self.boxes.items():
            choices = _BOXES[name][1]
            box.addItems([say(words) for words in choices.values()])
            box.setCurrentIndex(list(choices).index(getattr(preferences, name)))
        for name, check in self.checks.items():
            check.setChecked(getattr(preferences, name))
        for window, check in self.asks.items():
            check.setChecked(window.value not in preferences.passes)
        for peril, check in self.perils.items():
            check.setChecked(peril in preferences.warns)

    def _arrange(self, look: Look) -> None:
        body, ground, form = Body(look), QWidget(), spaced(QFormLayout(), 0, 4)
        for name, box in self.boxes.items():
            form.addRow(say(_BOXES[name][0]), box)
        checks = [*self.checks.values()]
        left = column(None, 0, 6, form, *checks[:_LEFT], None)
        right = column(None, 0, 6, *checks[_LEFT:], self._card_moments(), None)
        buttons = row(8, None, self.cancel, self.done_button)
        column(ground, 0, 10, row(28, (left, 1), (right, 1)), self._warnings(), None)
        area = WholeArea(ground, look.px(_AROUND))
        column(body, 16, 10, (area, 1), buttons)
        fill(self, body)
        self.setMinimumWidth(look.px(820))

    def _warnings(self) -> QWidget:
        """What is said before it is too late."""
        made, _ = card(row(12, label("", say("Warn me of:")), *self.perils.values(), None))
        explain(made, say("What an answer would leave alone in the enemy's reach, or open to him"))
        return made

    def _card_moments(self) -> QWidget:
        """When a held card is offered; at the other moments the cards are kept."""
        grid = spaced(QGridLayout(), 0, 4)
        for place, check in enumerate(self.asks.values()):
            grid.addWidget(check, place // 2, place % 2)
        note = say("At the other moments your cards are kept without a question.")
        made, _ = card(label("", say("Offer a card that fits")), grid, label("quiet", note))
        explain(made, say("When you hold a card that could be played"), self._moments)
        return made

    def _change(self) -> None:
        chosen: dict[str, Any] = {name: check.isChecked() for name, check in self.checks.items()}
        for name, box in self.boxes.items():
            chosen[name] = list(_BOXES[name][1])[box.currentIndex()]
        passes = frozenset(w.value for w, check in self.asks.items() if not check.isChecked())
        warns = frozenset(peril for peril, check in self.perils.items() if check.isChecked())
        self.preferences = Preferences(**chosen, passes=passes, warns=warns)
        self.changed.emit(self.preferences)

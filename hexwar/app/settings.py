"""The player's settings, kept as an INI file of his."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from PySide6.QtCore import QByteArray, QDate, QSettings, Qt

from hexwar.shell.preferences import PASSABLE, SCALES, Pace, Preferences
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.theme import NAMES

FORMAT: Final = 1
"""Rises when a key changes its meaning; keys of another format are not read."""

RECENT: Final = 8
"""How many saved games are remembered."""

PLAYED: Final = 50
"""Of how many battles it is remembered when they were begun last."""


class Settings:
    """Reads and writes the file; what is missing or senseless there counts as not set."""

    def __init__(self) -> None:
        self._file = QSettings(
            QSettings.Format.IniFormat, QSettings.Scope.UserScope, "hexwar", "hexwar"
        )
        if self._text("format", str(FORMAT)) != str(FORMAT):
            self._file.clear()
        self._file.setValue("format", FORMAT)

    def preferences(self) -> Preferences:
        """The player's choices; the usual ones where nothing sensible is kept."""
        usual = Preferences()
        theme, style = self._text("theme", usual.theme), self._text("counters", "")
        pace = self._text("pace", "")
        return Preferences(
            theme=theme if theme in NAMES else usual.theme,
            scale=self._scale(usual.scale),
            counters=CounterStyle(style) if style in set(CounterStyle) else usual.counters,
            pace=Pace(pace) if pace in set(Pace) else usual.pace,
            shows_results=self._flag("shows_results", usual=usual.shows_results),
            fans=self._flag("fans", usual=usual.fans),
            shows_weather=self._flag("shows_weather", usual=usual.shows_weather),
            shows_rushes=self._flag("shows_rushes", usual=usual.shows_rushes),
            passes=frozenset(self._text("passes", "").split(",")) & PASSABLE,
        )

    def keep(self, preferences: Preferences) -> None:
        """Keep other choices."""
        self._file.setValue("theme", preferences.theme)
        self._file.setValue("scale", preferences.scale)
        self._file.setValue("counters", preferences.counters.value)
        self._file.setValue("pace", preferences.pace.value)
        self._file.setValue("shows_results", preferences.shows_results)
        self._file.setValue("fans", preferences.fans)
        self._file.setValue("shows_weather", preferences.shows_weather)
        self._file.setValue("shows_rushes", preferences.shows_rushes)
        self._file.setValue("passes", ",".join(sorted(preferences.passes)))

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

    def add_played(self, battle: str) -> None:
        """Note that a battle is begun today."""
        today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
        days = {battle: today, **{b: day for b, day in self.played().items() if b != battle}}
        lines = [f"{day} {b}" for b, day in days.items()]
        self._file.setValue("played", "\n".join(lines[:PLAYED]))

    def layout(self) -> tuple[bytes, bytes]:
        """The window's geometry and its docks, as Qt writes them; empty at first."""
        return self._bytes("geometry"), self._bytes("docks")

    def keep_layout(self, geometry: bytes, docks: bytes) -> None:
        """Keep the window's geometry and its docks."""
        self._file.setValue("geometry", QByteArray(geometry))
        self._file.setValue("docks", QByteArray(docks))

    def _recent(self) -> list[Path]:
        return [Path(line) for line in self._text("recent", "").splitlines() if line]

    def _text(self, key: str, usual: str) -> str:
        return str(self._file.value(key, usual))

    def _scale(self, usual: float) -> float:
        text = self._text("scale", "")
        return next((scale for scale in SCALES if str(scale) == text), usual)

    def _flag(self, key: str, *, usual: bool) -> bool:
        return self._text(key, str(usual)).lower() == "true"

    def _bytes(self, key: str) -> bytes:
        value = self._file.value(key)
        return bytes(value.data()) if isinstance(value, QByteArray) else b""


def saves_folder() -> Path:
    """The user's folder for saved games; autosaves lie beside his own.

    Raises:
        RuntimeError: The user has no home folder.
    """
    return user_data_path("hexwar", appauthor=False) / "saves"

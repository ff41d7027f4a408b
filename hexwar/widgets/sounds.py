"""The sounds of the table: worked out here, played where the system can.

They need QtMultimedia, which is an extra of the installation; without it nothing is heard, and
`why_silent` says so.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QUrl

from hexwar.messages import say
from hexwar.table.fact import Sound

RATE: Final = 22_050
"""Samples a second."""

Wave = NDArray[np.float64]

_LOUD: Final = 0.55  # of what the system allows


def _time(seconds: float) -> Wave:
    return np.arange(int(RATE * seconds)) / RATE


def _noise(seconds: float, seed: int) -> Wave:
    return np.random.default_rng(seed).uniform(-1.0, 1.0, int(RATE * seconds))


def _dull(sound: Wave, width: int) -> Wave:
    """A sound without its high notes: the mean of so many samples."""
    return np.convolve(sound, np.ones(width) / width, mode="same")


def _at(parts: list[tuple[float, Wave]], seconds: float) -> Wave:
    """Sounds that begin at given seconds, together."""
    whole = np.zeros(int(RATE * seconds))
    for start, part in parts:
        first = int(RATE * start)
        room = part[: max(0, len(whole) - first)]
        whole[first : first + len(room)] += room
    return whole


def _knock(seed: int, pitch: float, fall: float) -> Wave:
    time = _time(0.12)
    body = np.sin(2 * np.pi * pitch * time) + 0.6 * _noise(0.12, seed)
    return np.asarray(body * np.exp(-fall * time))


def _dice() -> Wave:
    beats = (0.0, 0.09, 0.16, 0.26, 0.31, 0.42, 0.55)
    return _at(
        [(t, _knock(n, 900 + 130 * (n % 3), 70) * 0.8**n) for n, t in enumerate(beats)], 0.75
    )


def _shot(seed: int, seconds: float, width: int, fall: float) -> Wave:
    return np.asarray(_dull(_noise(seconds, seed), width) * np.exp(-fall * _time(seconds)))


def _volley() -> Wave:
    starts = np.sort(np.random.default_rng(5).uniform(0.0, 0.45, 16))
    return _at([(float(t), _shot(n, 0.35, 5, 22)) for n, t in enumerate(starts)], 0.95)


def _gun() -> Wave:
    time = _time(1.3)
    boom = np.sin(2 * np.pi * (70 - 25 * time) * time) * np.exp(-4 * time)
    return np.asarray(boom + 2.4 * _shot(8, 1.3, 24, 5))


def _hooves() -> Wave:
    gallop = [t + 0.34 * n for n in range(3) for t in (0.0, 0.09, 0.18)]
    return _at([(t, _dull(_knock(n, 190, 55), 6)) for n, t in enumerate(gallop)], 1.15)


def _steps() -> Wave:
    return _at([(0.27 * n, 0.7 * _shot(20 + n, 0.16, 14, 38)) for n in range(4)], 1.05)


def _drum() -> Wave:
    roll = [0.045 * n for n in range(9)] + [0.5, 0.62]
    return _at([(t, _knock(40 + n, 165, 42)) for n, t in enumerate(roll)], 0.85)


def _paper() -> Wave:
    rustle = _noise(0.5, 60) - _dull(_noise(0.5, 60), 4)
    return np.asarray(rustle * np.sin(np.pi * _time(0.5) / 0.5) ** 2 * 0.6)


def _card() -> Wave:
    return _at([(0.0, 0.5 * _shot(70, 0.14, 3, 30)), (0.1, _knock(71, 420, 90))], 0.32)


def _cup() -> Wave:
    beats = (0.0, 0.07, 0.13, 0.22, 0.27)
    return _at([(t, 0.7 * _knock(80 + n, 620, 85)) for n, t in enumerate(beats)], 0.5)


_MAKERS: Final[Mapping[Sound, Callable[[], Wave]]] = {
    Sound.DICE: _dice,
    Sound.VOLLEY: _volley,
    Sound.GUN: _gun,
    Sound.HOOVES: _hooves,
    Sound.STEPS: _steps,
    Sound.DRUM: _drum,
    Sound.PAPER: _paper,
    Sound.CARD: _card,
    Sound.CUP: _cup,
}


def sound_file(sound: Sound) -> bytes:
    """A sound as a WAV file: one channel, 16 bits, at most 1.5 seconds.

    Raises:
        KeyError: `Sound.NONE` has none.
    """
    made = _MAKERS[sound]()
    ends = np.minimum(1.0, np.arange(len(made), 0, -1) / (0.02 * RATE))  # no click at its end
    level = made * ends / max(1e-9, float(np.abs(made).max()))
    held = io.BytesIO()
    with wave.open(held, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((level * 32_000).astype("<i2").tobytes())
    return held.getvalue()


def why_silent() -> str:
    """Why nothing can be heard, in a sentence; empty where sounds can be played."""
    if find_spec("PySide6.QtMultimedia") is not None:
        return ""
    return say("Sounds need the extra named sound of the installation.")


class Speaker(QObject):
    """Plays sounds; each is made when it is first wanted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder: TemporaryDirectory[str] | None = None
        self._effects: dict[Sound, Any] = {}

    def play(self, sound: Sound) -> None:
        """Play a sound from its beginning; nothing where the system plays none."""
        if sound is Sound.NONE or why_silent():
            return
        effect = self._effects.get(sound)
        if effect is None:
            effect = self._effects[sound] = self._made(sound)
        effect.play()

    def close(self) -> None:
        """Play no more, and leave no file."""
        for effect in self._effects.values():
            effect.stop()
        self._effects.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _made(self, sound: Sound) -> Any:
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="hexwar-sounds-", ignore_cleanup_errors=True)
        path = Path(self._folder.name) / f"{sound}.wav"
        path.write_bytes(sound_file(sound))
        effect = import_module("PySide6.QtMultimedia").QSoundEffect(self)
        effect.setSource(QUrl.fromLocalFile(str(path)))
        effect.setVolume(_LOUD)
        return effect

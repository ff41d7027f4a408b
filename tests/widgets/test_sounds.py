"""The sounds of the table: made here, heard only where the player wants it."""

from __future__ import annotations

import io
import wave

import numpy as np
import pytest

from hexwar.table.fact import Sound
from hexwar.widgets import sounds
from hexwar.widgets.sounds import RATE, Speaker, sound_file

HEARD = [sound for sound in Sound if sound is not Sound.NONE]


def samples(sound: Sound) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    with wave.open(io.BytesIO(sound_file(sound))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")


@pytest.mark.parametrize("sound", HEARD)
def test_every_sound_is_short_loud_enough_and_the_same_each_time(sound: Sound) -> None:
    heard = samples(sound)
    assert 0.2 * RATE < len(heard) <= 1.5 * RATE
    assert int(np.abs(heard).max()) > 20_000
    assert abs(int(heard[-1])) < 2_000  # it ends without a click
    assert sound_file(sound) == sound_file(sound)


def test_no_two_sounds_are_the_same() -> None:
    assert len({sound_file(sound) for sound in HEARD}) == len(HEARD)


def test_without_the_extra_nothing_is_played_and_it_is_said_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sounds, "find_spec", lambda name: None)
    speaker = Speaker()
    speaker.play(Sound.GUN)
    speaker.close()
    assert "extra" in sounds.why_silent()

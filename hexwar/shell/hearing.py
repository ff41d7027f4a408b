"""What is heard of a game, for a player who likes it."""

from __future__ import annotations

from hexwar.shell.face import Follower, Place
from hexwar.shell.playback import Beat
from hexwar.shell.preferences import Pace, Preferences
from hexwar.table.fact import Fact, Sound
from hexwar.widgets.panels.look import Look
from hexwar.widgets.sounds import Speaker


class Hearing(Follower):
    """Plays the sound of what is shown, as far as the one who looks may know of it."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self._controller = place.table.controller
        self.speaker = Speaker(self)
        self._is_on = False
        self._controller.playback.begun.connect(self._hear)
        self.apply(place.preferences, place.look)

    def apply(self, preferences: Preferences, look: Look) -> None:  # noqa: ARG002
        """Nothing is heard where the player wants it so, or where nothing is shown either."""
        self._is_on = preferences.sounds and preferences.pace is not Pace.OFF

    def close(self) -> None:
        """The game is left."""
        self.speaker.close()

    def _hear(self, beat: Beat) -> None:
        if not self._is_on:
            return
        for event in beat.events:
            sound = event.sound if isinstance(event, Fact) else Sound.NONE
            if sound is not Sound.NONE and self._controller.can_see(event):
                self.speaker.play(sound)
                return

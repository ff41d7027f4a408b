"""The weather as it is rolled for (N18.1, T3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.messages import mark, say
from hexwar.table.fact import Fact, Scene, Sound
from hexwar.table.state import MapState, Sky
from hexwar.text import Text, link


@dataclass(frozen=True, slots=True)
class WeatherRolled(Fact, rest=900, sound=Sound.DICE):
    """The weather was rolled for; a game says its rule and the topic."""

    die: int
    was: str
    weather: str
    is_wet: bool  # fords cost all MP for the rest of the day (T18.33)
    is_dark_dawn: bool = False

    def sentence(self, scene: Scene) -> Text:
        """The weather turned from cloudy to snow (die 5)."""
        stayed = mark("The weather stayed {weather} (die {die}).")
        turned = mark("The weather turned from {was} to {weather} (die {die}).")
        sky = link(say(self.weather), f"sky:{self.weather}")
        words = self.told(scene, stayed if self.weather == self.was else turned, weather=sky)
        if self.is_wet:
            words += say(" Fords cost all MP until the day ends.")
        if self.is_dark_dawn:
            words += say(" The dawn is dark.")
        return words

    def apply(self, state: MapState) -> None:
        """It applies at once."""
        state.put_sky(Sky(self.weather, state.sky.is_wet or self.is_wet, self.is_dark_dawn))

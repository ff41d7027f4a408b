"""What a game on a map of hexes is to the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hexwar.hexes import Layout
from hexwar.kit import Kit
from hexwar.shell.face import Face
from hexwar.shell.map_lenses import MapWords
from hexwar.shell.map_table import MapTable
from hexwar.shell.pictures import Pictures
from hexwar.shell.table import Setting
from hexwar.table.aftermath import Aftermath
from hexwar.table.battle import on_map
from hexwar.widgets.aftermath.picture import Picture
from hexwar.widgets.aftermath.pictures import Counters, grounds_of
from hexwar.widgets.mapart.painter import MapPainter


class MapPictures(Pictures):
    """The map of one battle with its counters."""

    def __init__(self, state: Any, words: MapWords) -> None:
        field = state.battle.battlefield
        self._painter, self._words = MapPainter(field, Layout(field.grid)), words

    def grounds(self, told: Aftermath) -> Sequence[Picture]:
        """The ground alone, where most of the armies are."""
        return grounds_of(told, self._painter)

    def lay(self, told: Aftermath, grounds: Sequence[Picture]) -> Iterator[Sequence[Picture]]:
        """With works and counters, strip by strip."""
        counters, made = Counters(on_map(told.battle)), list[Picture]()
        for ground in grounds:
            made.append(ground)
            for picture in counters.lay(ground, self._words.markers(ground.moment.state)):
                made[-1] = picture
                yield made


class MapFace(Face):
    """What such a game is to one window."""

    words: MapWords

    def __init__(self, kit: Kit[Any]) -> None:
        super().__init__(kit)
        self.words = MapWords()

    def table(self, setting: Setting) -> MapTable:
        """The map, with its controller."""
        return MapTable(setting, self.questions, self.words)

    def pictures(self, state: Any) -> Pictures:
        """Maps for a report."""
        return MapPictures(state, self.words)

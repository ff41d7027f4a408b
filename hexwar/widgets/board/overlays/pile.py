"""All overlays of a board, one above the other."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QGraphicsScene

from hexwar.hexes import Hex, Layout
from hexwar.widgets.board.overlays.areas import ReachDrawing, SelectionDrawing, ZonesDrawing
from hexwar.widgets.board.overlays.arrows import PathDrawing, TargetsDrawing, TracksDrawing
from hexwar.widgets.board.overlays.inks import Inks
from hexwar.widgets.board.overlays.layer import Layer
from hexwar.widgets.board.overlays.pointers import CursorDrawing, EmphasisDrawing
from hexwar.widgets.board.overlays.records import Overlays, Sites
from hexwar.widgets.board.overlays.sites import SitesDrawing

# Below the counters: areas, sites, what is past. Above them: what the player is about to do.
_Z: Final = {
    "zones": 10.0,
    "reach": 20.0,
    "tracks": 30.0,
    "sites": 40.0,
    "selection": 70.0,
    "targets": 80.0,
    "path": 90.0,
    "cursor": 100.0,
    "emphasis": 110.0,
}


class Pile:
    """The overlays of a scene, one item each."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, inks: Inks) -> None:
        none = Overlays()
        self.zones = Layer(layout, inks, ZonesDrawing, none.zones)
        self.reach = Layer(layout, inks, ReachDrawing, none.reach)
        self.tracks = Layer(layout, inks, TracksDrawing, none.tracks)
        self.sites = Layer(layout, inks, SitesDrawing, Sites())
        self.selection = Layer(layout, inks, SelectionDrawing, none.selection)
        self.targets = Layer(layout, inks, TargetsDrawing, none.targets)
        self.path = Layer(layout, inks, PathDrawing, none.path)
        self.cursor = Layer[Hex | None](layout, inks, CursorDrawing, None)
        self.emphasis = Layer[tuple[Hex, ...]](layout, inks, EmphasisDrawing, ())
        for name, z in _Z.items():
            layer = getattr(self, name)
            layer.setZValue(z)
            scene.addItem(layer)

    def show(self, overlays: Overlays) -> None:
        """Shows what a controller has set; only what differs is drawn again."""
        self.zones.show_data(overlays.zones)
        self.reach.show_data(overlays.reach)
        self.tracks.show_data(overlays.tracks)
        self.selection.show_data(overlays.selection)
        self.targets.show_data(overlays.targets)
        self.path.show_data(overlays.path)
        self.sites.setVisible(overlays.shows_sites)

    def clear(self) -> None:
        """Takes everything off."""
        self.show(Overlays())
        self.sites.show_data(Sites())
        self.cursor.show_data(None)
        self.emphasis.show_data(())

    def set_inks(self, inks: Inks) -> None:
        """Draws in other colours from now on."""
        for name in _Z:
            getattr(self, name).set_inks(inks)

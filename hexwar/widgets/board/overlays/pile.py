"""All overlays of a board, one above the other."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QGraphicsScene

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import Overlays, Sites
from hexwar.table.state import TableState
from hexwar.widgets.board.contents import Markers, SkyView, SpanWorks, span_works_of
from hexwar.widgets.board.overlays import areas
from hexwar.widgets.board.overlays.arrows import PathDrawing, TargetsDrawing, TracksDrawing
from hexwar.widgets.board.overlays.distances import (
    BondsDrawing,
    DistancesDrawing,
    RidesDrawing,
    TracesDrawing,
)
from hexwar.widgets.board.overlays.layer import Layer
from hexwar.widgets.board.overlays.order_arrows import OrdersDrawing
from hexwar.widgets.board.overlays.pens import Inks
from hexwar.widgets.board.overlays.sight import RayDrawing, SightDrawing
from hexwar.widgets.board.overlays.sky import SkyDrawing
from hexwar.widgets.board.overlays.works import fires_drawing, positions_drawing, spans_drawing

# Below the counters: the sky, areas, sites, what is past.
# Above them: fires, and what the player is about to do.
_Z: Final = {
    "sky": 5.0,
    "zones": 10.0,
    "distances": 15.0,
    "reach": 20.0,
    "further": 25.0,
    "tracks": 30.0,
    "positions": 35.0,
    "sites": 40.0,
    "spans": 45.0,
    "fires": 58.0,
    "sight": 60.0,
    "bonds": 64.0,
    "orders": 66.0,
    "rides": 68.0,
    "selection": 70.0,
    "targets": 80.0,
    "traces": 85.0,
    "tail": 88.0,
    "path": 90.0,
    "stays": 94.0,
    "ray": 96.0,
    "cursor": 100.0,
    "emphasis": 110.0,
}
_OF_THE_STATE: Final = ("sky", "positions", "fires", "sites", "spans")
_SHOWN: Final = tuple(name for name in _Z if name not in (*_OF_THE_STATE, "cursor", "emphasis"))
"""The layers that bear the name of what they show of `Overlays`."""


class Pile:
    """The overlays of a scene, one item each."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, inks: Inks) -> None:
        none = Overlays()
        self.sky = Layer(layout, inks, SkyDrawing, SkyView())
        self.zones = Layer(layout, inks, areas.ZonesDrawing, none.zones)
        self.distances = Layer(layout, inks, DistancesDrawing, none.distances)
        self.reach = Layer(layout, inks, areas.ReachDrawing, none.reach)
        self.further = Layer(layout, inks, areas.FurtherDrawing, none.further)
        self.tracks = Layer(layout, inks, TracksDrawing, none.tracks)
        self.positions = Layer[tuple[Hex, ...]](layout, inks, positions_drawing, ())
        self.fires = Layer[tuple[Hex, ...]](layout, inks, fires_drawing, ())
        self.sites = Layer(layout, inks, areas.sites_drawing, Sites())
        self.spans = Layer(layout, inks, spans_drawing, SpanWorks())
        self.bonds = Layer(layout, inks, BondsDrawing, none.bonds)
        self.orders = Layer(layout, inks, OrdersDrawing, none.orders)
        self.rides = Layer(layout, inks, RidesDrawing, none.rides)
        self.selection = Layer(layout, inks, areas.SelectionDrawing, none.selection)
        self.targets = Layer(layout, inks, TargetsDrawing, none.targets)
        self.sight = Layer(layout, inks, SightDrawing, none.sight)
        self.traces = Layer(layout, inks, TracesDrawing, none.traces)
        self.tail = Layer(layout, inks, areas.TailDrawing, none.tail)
        self.path = Layer(layout, inks, PathDrawing, none.path)
        self.stays = Layer(layout, inks, areas.stays_drawing, none.stays)
        self.ray = Layer(layout, inks, RayDrawing, none.ray)
        self.cursor = Layer[Hex | None](layout, inks, areas.CursorDrawing, None)
        self.emphasis = Layer[tuple[Hex, ...]](layout, inks, areas.EmphasisDrawing, ())
        for name, z in _Z.items():
            layer = getattr(self, name)
            layer.setZValue(z)
            scene.addItem(layer)

    def show(self, overlays: Overlays) -> None:
        """Shows what a controller has set; only what differs is drawn again."""
        for name in _SHOWN:
            getattr(self, name).show_data(getattr(overlays, name))
        self.sites.setVisible(overlays.shows_sites)

    def show_ground(self, state: TableState, markers: Markers) -> None:
        """Shows what the hexes are worth, and what was done to the ground."""
        self.sites.show_data(markers.sites)
        self.spans.show_data(span_works_of(state))
        self.positions.show_data(tuple(sorted(state.positions)))
        self.fires.show_data(markers.fires)

    def clear(self) -> None:
        """Takes everything off."""
        self.show(Overlays())
        self.sky.show_data(SkyView())
        self.positions.show_data(())
        self.fires.show_data(())
        self.sites.show_data(Sites())
        self.spans.show_data(SpanWorks())
        self.cursor.show_data(None)
        self.emphasis.show_data(())

    def set_inks(self, inks: Inks) -> None:
        """Draws in other colours from now on."""
        for name in _Z:
            getattr(self, name).set_inks(inks)

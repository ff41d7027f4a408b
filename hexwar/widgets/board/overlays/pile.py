"""All overlays of a board, one above the other."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QGraphicsScene

from hexwar.hexes import Hex, Layout
from hexwar.table.overlays import Overlays, Sites, Target
from hexwar.table.state import MapState
from hexwar.widgets.board.contents import Markers, SkyView, SpanWorks, span_works_of
from hexwar.widgets.board.overlays import areas
from hexwar.widgets.board.overlays.arrows import (
    declared_drawing,
    grounds_drawing,
    path_drawing,
    targets_drawing,
    tracks_drawing,
)
from hexwar.widgets.board.overlays.distances import (
    bonds_drawing,
    distances_drawing,
    rides_drawing,
    traces_drawing,
)
from hexwar.widgets.board.overlays.ghosts import badges_drawing, ways_drawing
from hexwar.widgets.board.overlays.layer import Layer
from hexwar.widgets.board.overlays.order_arrows import orders_drawing
from hexwar.widgets.board.overlays.pens import Inks
from hexwar.widgets.board.overlays.sight import ray_drawing, sight_drawing
from hexwar.widgets.board.overlays.sky import sky_drawing
from hexwar.widgets.board.overlays.smoke import FightTrace, losses_drawing, smoke_drawing
from hexwar.widgets.board.overlays.works import fires_drawing, positions_drawing, spans_drawing

# Below the counters: the sky, areas, sites, what is past.
# Above them: fires, and what the player is about to do.
_Z: Final = {
    "sky": 5.0,
    "zones": 10.0,
    "distances": 15.0,
    "reach": 20.0,
    "grounds": 22.0,
    "further": 25.0,
    "tracks": 30.0,
    "positions": 35.0,
    "sites": 40.0,
    "spans": 45.0,
    "ghost_ways": 48.0,
    "ghost_badges": 57.5,
    "smoke": 47.0,
    "fires": 58.0,
    "sight": 60.0,
    "bonds": 64.0,
    "orders": 66.0,
    "rides": 68.0,
    "selection": 70.0,
    "declared": 78.0,
    "targets": 80.0,
    "traces": 85.0,
    "tail": 88.0,
    "path": 90.0,
    "stays": 94.0,
    "ray": 96.0,
    "cursor": 100.0,
    "losses": 105.0,
    "emphasis": 110.0,
}
_OF_THE_STATE: Final = ("sky", "positions", "fires", "sites", "spans", "declared")
_OF_GHOSTS: Final = ("ghost_ways", "ghost_badges")
_APART: Final = (*_OF_THE_STATE, *_OF_GHOSTS, "grounds", "cursor", "smoke", "losses", "emphasis")
_SHOWN: Final = tuple(name for name in _Z if name not in _APART)
"""The layers that bear the name of what they show of `Overlays`."""


class Pile:
    """The overlays of a scene, one item each."""

    def __init__(self, scene: QGraphicsScene, layout: Layout, inks: Inks) -> None:
        none = Overlays()
        self.sky = Layer(layout, inks, sky_drawing, SkyView())
        self.zones = Layer(layout, inks, areas.zones_drawing, none.zones)
        self.distances = Layer(layout, inks, distances_drawing, none.distances)
        self.reach = Layer(layout, inks, areas.reach_drawing, none.reach)
        self.further = Layer(layout, inks, areas.further_drawing, none.further)
        self.tracks = Layer(layout, inks, tracks_drawing, none.tracks)
        self.positions = Layer[tuple[Hex, ...]](layout, inks, positions_drawing, ())
        self.fires = Layer[tuple[Hex, ...]](layout, inks, fires_drawing, ())
        self.sites = Layer(layout, inks, areas.sites_drawing, Sites())
        self.spans = Layer(layout, inks, spans_drawing, SpanWorks())
        self.bonds = Layer(layout, inks, bonds_drawing, none.bonds)
        self.orders = Layer(layout, inks, orders_drawing, none.orders)
        self.rides = Layer(layout, inks, rides_drawing, none.rides)
        self.selection = Layer(layout, inks, areas.selection_drawing, none.selection)
        self.grounds = Layer(layout, inks, grounds_drawing, none.targets)
        self.declared = Layer[tuple[Target, ...]](layout, inks, declared_drawing, ())
        self.targets = Layer(layout, inks, targets_drawing, none.targets)
        self.sight = Layer(layout, inks, sight_drawing, none.sight)
        self.traces = Layer(layout, inks, traces_drawing, none.traces)
        self.tail = Layer(layout, inks, areas.tail_drawing, none.tail)
        self.path = Layer(layout, inks, path_drawing, none.path)
        self.stays = Layer(layout, inks, areas.stays_drawing, none.stays)
        self.ghost_ways = Layer(layout, inks, ways_drawing, none.ghosts)
        self.ghost_badges = Layer(layout, inks, badges_drawing, none.ghosts)
        self.ray = Layer(layout, inks, ray_drawing, none.ray)
        self.cursor = Layer[Hex | None](layout, inks, areas.cursor_drawing, None)
        self.smoke = Layer[tuple[FightTrace, ...]](layout, inks, smoke_drawing, ())
        self.losses = Layer[tuple[FightTrace, ...]](layout, inks, losses_drawing, ())
        self.emphasis = Layer[tuple[Hex, ...]](layout, inks, areas.emphasis_drawing, ())
        for name, z in _Z.items():
            layer = getattr(self, name)
            layer.setZValue(z)
            scene.addItem(layer)

    def show(self, overlays: Overlays) -> None:
        """Shows what a controller has set; only what differs is drawn again."""
        for name in _SHOWN:
            getattr(self, name).show_data(getattr(overlays, name))
        for name in _OF_GHOSTS:
            getattr(self, name).show_data(overlays.ghosts)
        self.grounds.show_data(overlays.targets)
        self.sites.setVisible(overlays.shows_sites)

    def show_ground(self, state: MapState, markers: Markers) -> None:
        """Shows what the hexes are worth, and what was done to the ground."""
        self.sites.show_data(markers.sites)
        self.spans.show_data(span_works_of(state))
        self.positions.show_data(tuple(sorted(state.positions)))
        self.fires.show_data(markers.fires)
        self.declared.show_data(markers.declared)

    def set_inks(self, inks: Inks) -> None:
        """Draws in other colours from now on."""
        for name in _Z:
            getattr(self, name).set_inks(inks)

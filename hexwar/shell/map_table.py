"""The map of hexes of one game, with its counters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Self

from PySide6.QtCore import QPoint, QRect, QRectF

from hexwar.hexes import Hex, Hexside
from hexwar.kit import Coming
from hexwar.messages import mark
from hexwar.shell.board import Meant
from hexwar.shell.lenses import Glance
from hexwar.shell.map_briefing import BriefingMap
from hexwar.shell.map_lenses import MapGlance, MapLenses, MapWords
from hexwar.shell.map_prompter import find_hex
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import PieceId, Questions
from hexwar.shell.table import Setting, Table
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.laid import Laid
from hexwar.table.overlays import Overlays, overlays_of
from hexwar.table.pieces import Leader, Unit
from hexwar.table.spot import Spot
from hexwar.widgets.board.camera import Camera
from hexwar.widgets.board.geometry import hex_rect, hexes_rect
from hexwar.widgets.board.legend import Legend, rows_of
from hexwar.widgets.board.minimap import MiniMap
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.board.profile import SightProfile
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.cards.drop import CardDrop
from hexwar.widgets.panels.look import Look
from hexwar.widgets.theme import theme

_COSTS = mark("Rule: costs of the ground")
_ZONES = mark("Rule: zones of control")
_GAP = 10  # pixels from the profile to the edge of the board


class MapTable(Table):
    """A map with its counters, fans, spans and lines of sight; its spots are hexes."""

    title = mark("Map")
    way_to = mark("To the map")

    board: BoardView
    words: MapWords
    lenses: MapLenses[Any]

    def __init__(self, setting: Setting, questions: Questions, words: MapWords) -> None:
        self._fans = setting.preferences.fans
        super().__init__(setting, questions, words)

    @classmethod
    def of(cls, table: Table) -> Self:
        """A table that is known to be a map."""
        assert isinstance(table, cls), table
        return table

    def make_board(self, setting: Setting) -> tuple[BoardView, Camera]:
        """The map, and the profile of the line of sight that is shown."""
        preferences, battle = setting.preferences, setting.session.state.battle
        field, colours = battle.battlefield, theme(preferences.theme)
        board = BoardView(field, colours, preferences.counters, cache=setting.cache, parent=self)
        self.profile = SightProfile(colours, preferences.scale, board)
        """The profile of the line of sight that is shown."""
        return board, board.camera

    def connect_board(self) -> None:
        """Clicks, drags, lines of sight and cards that fall on the map."""
        board, controller, words = self.board, self.controller, self.words
        board.hexClicked.connect(self.click_spot)
        board.spanClicked.connect(lambda a, b: self._click_span((Hex(a), Hex(b))))
        board.spans = lambda: tuple(self.lenses.spans(self.view))
        board.unitClicked.connect(self.click_piece)
        board.leaderClicked.connect(self.click_piece)
        board.hexHovered.connect(self.hover)
        board.rayDrawn.connect(self._draw_ray)
        board.rayDropped.connect(self._drop_ray)
        board.dragPath.connect(controller.draw)
        board.dragDropped.connect(controller.drop)
        board.dragCancelled.connect(lambda: controller.draw(()))
        board.contextRequested.connect(self.open_menu)
        board.tooltip = lambda hex_: words.spot_tip(controller.view, hex_)
        board.describe = self._describe
        board.help_for = lambda piece, hex_: words.help_for(controller.view, piece, hex_)
        board.describe_piece = lambda piece: words.piece_words(controller.view, piece)
        CardDrop(board, controller.hover, partial(controller.click, joins=True))
        controller.taken.connect(board.board.fans.close)

    def dress(self, preferences: Preferences) -> None:
        """Theme, counters, seasons, weather, fans."""
        colours, scene = theme(preferences.theme), self.board.board
        self.board.set_theme(colours)
        self.profile.set_look(colours, preferences.scale)
        scene.set_style(preferences.counters)
        scene.set_counter_size(preferences.counter_size)
        scene.set_weather(on=preferences.shows_weather)
        scene.set_seasons(on=preferences.shows_seasons)
        scene.moves.speed = preferences.pace.speed
        self._fans = preferences.fans
        self.board.fans_on_click = self._fans

    def close_board(self) -> None:
        """Nothing of the map runs on."""
        self.board.close_board()

    @property
    def is_painted(self) -> bool:
        """Whether the tiles in view are painted."""
        return self.board.board.map.is_settled

    @property
    def field(self) -> Battlefield:
        """The ground."""
        return self.board.board.battlefield

    # -- the stage

    def walk(self, pieces: Sequence[str], path: tuple[Spot, ...], done: Callable[[], None]) -> None:
        """Let counters walk over the map."""
        leaders = self.controller.view.leaders
        ids: list[PieceId] = [LeaderId(p) if p in leaders else UnitId(p) for p in pieces]
        self.board.board.animate_move(ids, tuple(Hex(spot) for spot in path), done)

    def hurry(self) -> None:
        """Bring to their goal all counters that walk."""
        self.board.board.moves.finish()

    def show_pieces(self, *, on: bool) -> None:
        """Take the counters off the map for a moment."""
        self.board.board.show_counters(on=on)

    # -- where things are

    def spot_of(self, piece: str) -> Hex | None:
        """The hex of a counter."""
        view = self.controller.view
        found: Leader | Unit | None = view.leaders.get(piece) or view.units.get(piece)
        return None if found is None else found.hex

    def knows(self, spot: Spot) -> bool:
        """Whether a hex is on the map."""
        return spot in self.field.grid

    def area(self, spots: Collection[Spot]) -> QRectF:
        """The box round some hexes."""
        return hexes_rect(self.board.board.sheet, [Hex(spot) for spot in self.known(spots)])

    def standing(self) -> Sequence[QRectF]:
        """The hexes with counters."""
        sheet, occupied = self.board.board.sheet, self.controller.view.occupants
        return [hex_rect(sheet, hex_) for hex_ in sorted(occupied)]

    def meant(self, laid: Laid) -> Meant:
        """The hexes of overlays."""
        over = overlays_of(laid)
        return Meant(
            ready=tuple(over.ready),
            chosen=tuple(over.selection),
            targets=tuple(target.hex for target in over.targets),
            ways=tuple(hex_ for ghost in over.ghosts for hex_ in ghost.path),
        )

    def bring(self, spots: Sequence[Spot]) -> None:
        """From nearer, as far as they fit, where counters are blocks."""
        if hexes := self._hexes(spots):
            self.board.bring(hexes)

    def point_out(self, spots: Sequence[Spot]) -> None:
        """The hexes are ringed for a moment."""
        self.board.show_hexes(self._hexes(spots))

    def centre_on(self, spots: Sequence[Spot]) -> None:
        """The hexes are ringed for a moment."""
        self.board.centre_on(self._hexes(spots))

    def _hexes(self, spots: Sequence[Spot]) -> list[Hex]:
        return [Hex(spot) for spot in self.known(spots)]

    @property
    def cursor_spot(self) -> Hex | None:
        """The hex of the hex cursor."""
        return self.board.board.pile.cursor.shown

    def menu_rules(self) -> Sequence[tuple[str, str]]:
        """Costs and zones."""
        cited = self.controller.view.battle.cited
        return ((_COSTS, cited("N5.1")), (_ZONES, cited("N6.3")))

    def joins(self, piece: str) -> bool:
        """A leader goes with the units that are chosen."""
        return piece in self.controller.view.leaders and bool(self.controller.offer.picked)

    # -- beside the map

    def small_board(self) -> MiniMap:
        """The whole map in small."""
        return MiniMap(self.board)

    def briefing_board(self, look: Look, comings: Sequence[Coming]) -> BriefingMap:
        """The whole map with arrows where others will enter."""
        return BriefingMap(self.board, look, self.controller.view.battle, comings)

    def key_card(self, look: Look) -> Legend:
        """The key to all overlays."""
        legend, scene = Legend(look, self.board), self.board.board

        def explain(overlays: Overlays) -> None:
            state = scene.state
            if state is not None:
                sites, declared = scene.pile.sites.shown, scene.pile.declared.shown
                rows = rows_of(overlays, sites, state.battle, declared)
                legend.show_rows(rows, inks_of(scene.theme, state.battle))

        scene.overlaid.connect(explain)
        return legend

    def place_names(self) -> Sequence[str]:
        """The places of the map, each with its hex."""
        return sorted(self.field.name_of(place.hex) for place in self.field.places)

    def spot_named(self, words: str) -> Hex | None:
        """The hex of a number, or of a place whose name contains the words."""
        return find_hex(self.field, words)

    # -- lenses and lines of sight

    def mind_held(self, lens: str, *, on: bool) -> None:
        """That of sight lets the mouse draw lines while its key is held."""
        if lens == self.lenses.sight:
            self.board.set_sighting(on=on)
            if not on:
                self._drop_ray()

    def _click_span(self, span: Hexside) -> None:
        self.lenses.click_span(span)
        self.lay()

    def hover(self, spot: Spot | None) -> None:
        """The pointer or the hex cursor is elsewhere.

        While the hex cursor moves with the key of sight held, the line begins where it was. As
        long as a line of sight is fixed, the planned path stays as it is.
        """
        looking, cursor = self.lenses, self.cursor_spot
        if looking.holds(looking.sight) and cursor is not None and looking.anchor is None:
            looking.anchor = looking.origin(self.glance())
        if looking.anchor is None:
            super().hover(spot)
        else:
            self.over = spot
            self.lay()

    def _draw_ray(self, start: str, end: str) -> None:
        """A line of sight is drawn with the mouse."""
        if (self.lenses.anchor, self.over) != (start, end):
            self.lenses.anchor, self.over = Hex(start), Hex(end)
            self.lay()

    def _drop_ray(self) -> None:
        """The line of sight is let go."""
        if self.lenses.anchor is not None:
            self.lenses.anchor = None
            self.hover(self.over)

    def glance(self) -> MapGlance[Any]:
        """Where the player looks now."""
        offer = self.controller.offer
        overlays = overlays_of(offer.overlays)
        glance: MapGlance[Any] = self.lenses.glance(
            view=self.view,
            viewer=self.controller.viewer.side,
            over=self.over,
            looked=self.spot,
            picked=offer.picked,
            selected=min(overlays.selection, default=None),
            path=overlays.path,
            drops=offer.march.drops,
        )
        return glance

    def _describe(self, hex_: Hex) -> str:
        """A hex as it is spoken: what is there, where a click leads, and what the lenses say."""
        offer = self.controller.offer
        glance = replace(self.glance(), over=hex_)
        reasons = [reason.sentence for reason in self.lenses.reasons(glance)]
        hints = [offer.hint] if offer.picked and self.lenses.anchor is None else []
        return " ".join([f"{self.words.spot_words(self.view, hex_)}.", *hints, *reasons])

    # -- what is shown

    def show_view(self, view: Any) -> None:
        """Counters and markers."""
        self.board.show_state(view, self.words.markers(view))

    def lay_over(self, laid: Laid, glance: Glance[Any]) -> None:
        """Overlays, and the profile of the line of sight."""
        offer = self.controller.offer
        writes = offer.pad.form is not None  # a click names an objective
        self.board.fans_on_click = self._fans and not writes
        self.board.sources = frozenset(Hex(spot) for spot in offer.sources)
        self.board.board.show_overlays(overlays_of(laid))
        self.profile.show_line(self.lenses.line(glance))
        self._place_profile()

    def _place_profile(self) -> None:
        """Put the profile into a corner of the board where it does not cover the line's ends."""
        line = self.profile.line
        if line is None:
            return
        ends = [self.board.box_of(hex_).toAlignedRect() for hex_ in (line.a, line.b)]
        room = self.board.rect().adjusted(_GAP, _GAP, -_GAP, -_GAP)
        box = QRect(QPoint(0, 0), self.profile.size())
        places = [
            QPoint(
                min(corner.x(), room.right() - box.width() + 1),
                min(corner.y(), room.bottom() - box.height() + 1),
            )
            for corner in (room.bottomLeft(), room.bottomRight(), room.topLeft(), room.topRight())
        ]
        free = (p for p in places if not any(box.translated(p).intersects(end) for end in ends))
        self.profile.move(next(free, places[0]))

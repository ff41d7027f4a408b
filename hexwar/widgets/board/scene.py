"""The board as a scene: map, counters, overlays; and pictures of it without a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QGraphicsScene

from hexwar.hexes import Hex, Layout
from hexwar.table.battle import TurnKind
from hexwar.table.battlefield import Battlefield
from hexwar.table.overlays import Overlays
from hexwar.table.state import MapState
from hexwar.widgets.board.contents import NO_MARKERS, Contents, Markers, PieceId, SkyView
from hexwar.widgets.board.fans import Fans
from hexwar.widgets.board.ghosts import Ghosts
from hexwar.widgets.board.labels import Labels
from hexwar.widgets.board.overlays.pens import inks_of
from hexwar.widgets.board.overlays.pile import Pile
from hexwar.widgets.board.pieces import Moves, Stacks
from hexwar.widgets.brushwork import finely
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.counters.stacks import Piece
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.palette import Season, season_of
from hexwar.widgets.mapart.tiles import MapLayer
from hexwar.widgets.theme import Theme

# -- the board as a scene: the map, the counters, and what is laid over them for a while


EMPHASIS_MS: Final = 1600
"""How long a hex stays ringed that a sentence speaks of."""


class BoardScene(QGraphicsScene):
    """Everything on the board, in the pixels of a `Layout` at 100 %.

    A folder `cache` makes the next start quicker; None keeps nothing. `is_direct` paints the map
    at once when asked, without a thread: for pictures.
    """

    overlaid = Signal(object)
    """`Overlays` were laid over the board."""

    def __init__(
        self,
        battlefield: Battlefield,
        theme: Theme,
        style: CounterStyle,
        *,
        cache: Path | None = None,
        is_direct: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.battlefield = battlefield
        self.sheet = Layout(battlefield.grid)
        self.theme, self._style = theme, style
        self._contents: Contents | None = None
        self.state: MapState | None = None
        """The state on show."""
        self._markers = NO_MARKERS
        self._shows_weather = self._shows_seasons = True
        self._art = CounterArt(style, theme)
        self.map = MapLayer(
            MapPainter(battlefield, self.sheet, has_labels=False), cache, is_direct=is_direct
        )
        self.addItem(self.map)
        self.labels = Labels(self.map)
        self.addItem(self.labels)
        self.setSceneRect(self.map.boundingRect())
        self.pile = Pile(self, self.sheet, inks_of(theme, None))
        self.stacks = Stacks(self, self.sheet, self._art)
        self.ghosts = Ghosts(self, self.sheet, self._art)
        self.moves = Moves(self, self.sheet, self.stacks)
        self.fans = Fans(self, self.sheet, self.stacks, self._art)
        self._emphasis = QTimer(self, singleShot=True)
        self._emphasis.timeout.connect(self.end_emphasis)

    def hex_at(self, point: QPointF) -> Hex | None:
        """The hex at a scene point, or None off the sheet."""
        return self.sheet.hex_at(point.x(), point.y())

    # -- what is shown

    def show_state(self, state: MapState, markers: Markers = NO_MARKERS) -> None:
        """Shows a state, or the view of it that the player has; only what differs is drawn."""
        if self._contents is None or self._contents.battle is not state.battle:
            self._contents = Contents(state.battle)
            self.state = state
            self._dress_pile()
        self.state, self._markers, contents = state, markers, self._contents
        self.stacks.show(contents.stacks(state, markers))
        self.stacks.show_others(contents.tails(state, markers), contents.bridges(state, markers))
        self._show_sky()
        self.pile.show_ground(state, markers)
        self.labels.keep_clear([*self.stacks.boxes(), *self.pile.sites.marks])
        self.fans.refresh()

    def show_overlays(self, overlays: Overlays) -> None:
        """Lays this over the board, and nothing else."""
        self.pile.show(overlays)
        self.overlaid.emit(overlays)
        self.stacks.mark_ready(overlays.ready)
        self.fans.set_chosen(frozenset(overlays.chosen))
        self.ghosts.show(overlays.ghosts, self._piece)
        self.fans.set_targets([target.hex for target in overlays.targets])

    def _piece(self, id_: PieceId) -> Piece:
        assert self._contents is not None, "only what a state has is proposed to move"
        assert self.state is not None
        return self._contents.piece(self.state, id_, self._markers)

    def set_weather(self, *, on: bool) -> None:
        """Sets whether weather and light lie over the land."""
        self._shows_weather = on
        self._show_sky()

    def set_seasons(self, *, on: bool) -> None:
        """Sets whether the land looks as it did on the day, or always as in summer."""
        self._shows_seasons = on
        self._show_sky()

    def _show_sky(self) -> None:
        sky = self._markers.sky if self._shows_weather else SkyView()
        self.pile.sky.show_data(sky)
        season = Season.SUMMER
        if self._shows_seasons and self.state is not None:
            turn = self.state.turn_card
            is_frozen = self.state.battle.is_frozen
            season = Season.ICE if is_frozen else season_of(turn.month, turn.day, sky.weather)
        season = season if sky.light is TurnKind.DAY else season.by_night
        self.map.set_season(season)

    def emphasise(self, hexes: Sequence[Hex]) -> None:
        """Rings some hexes for a moment."""
        self.pile.emphasis.show_data(tuple(hexes))
        self._emphasis.start(EMPHASIS_MS)

    def end_emphasis(self) -> None:
        """Takes the rings off."""
        self._emphasis.stop()
        self.pile.emphasis.show_data(())

    def animate_move(
        self, pieces: Sequence[PieceId], hexes: Sequence[Hex], done: Callable[[], None]
    ) -> None:
        """Moves counters along hexes, then calls `done`, which is to show the new state.

        Counters that are not on the map, as arrivals, appear at the first hex.
        """
        self.fans.close()
        moved: list[Piece] = []
        if self._contents is not None and self.state is not None:
            moved = [self._contents.piece(self.state, id_, self._markers) for id_ in pieces]
        self.moves.start(self._art, moved, hexes, done)

    def close(self) -> None:
        """Ends all that goes on by itself, the map's thread too; it can still be looked at."""
        self.rest()
        self.map.close()

    def rest(self) -> None:
        """Ends moves, fans and rings."""
        self.moves.finish()
        self.fans.close()
        self.end_emphasis()

    # -- how it is drawn

    def set_theme(self, theme: Theme) -> None:
        """Draws in other colours from now on."""
        self.theme = theme
        self._dress_pile()
        self._dress_counters()

    def set_style(self, style: CounterStyle) -> None:
        """Draws counters in another style from now on."""
        self._style = style
        self._dress_counters()

    def set_counter_size(self, size: float) -> None:
        """Draws counters larger or smaller from now on; 1 is as printed for the map."""
        self.stacks.set_size(size)
        self.fans.set_size(size)
        self.ghosts.set_size(size)

    def show_counters(self, *, on: bool) -> None:
        """Lays the counters on the map, or takes all of them off so that the ground is seen."""
        self.fans.close()
        self.ghosts.put_away(on=not on)
        self.stacks.put_away(on=not on)

    def _dress_pile(self) -> None:
        battle = None if self.state is None else self.state.battle
        self.pile.set_inks(inks_of(self.theme, battle))

    def _dress_counters(self) -> None:
        self._art = CounterArt(self._style, self.theme)
        self.stacks.set_art(self._art)
        self.fans.set_art(self._art)
        self.ghosts.set_art(self._art)


# -- pictures of a board, without a window


MOST_PIXELS: Final = 64 * 2**20
"""The most pixels a picture may have: a quarter of a gigabyte in memory."""


def render_board(
    battlefield: Battlefield,
    state: MapState | None,
    markers: Markers = NO_MARKERS,
    *,
    size: tuple[int, int] | None,
    theme: Theme,
    centre: Hex | None = None,
    zoom: float | None = None,
    overlays: Overlays | None = None,
    style: CounterStyle = CounterStyle.PERIOD,
) -> QImage:
    """A picture of a board. Needs a QApplication.

    Without a state it shows the map alone, without a centre the middle of the sheet, without a zoom
    the whole of it. Without a size it is as large as the sheet at the zoom, or at 100 %.

    Raises:
        ValueError: the picture would be larger than `MOST_PIXELS`, or has no pixel at all.
    """
    scene = BoardScene(battlefield, theme, style, is_direct=True)
    if state is not None:
        scene.show_state(state, markers)
    if overlays is not None:
        scene.show_overlays(overlays)
    sheet = scene.sceneRect()
    image = _blank(QSize(*size) if size else (sheet.size() * (zoom or 1.0)).toSize(), theme)
    if zoom is None:
        zoom = min(image.width() / sheet.width(), image.height() / sheet.height())
    middle = sheet.center() if centre is None else QPointF(*scene.sheet.centre(centre))
    target = QRectF(image.rect())
    source = QRectF(QPointF(0.0, 0.0), target.size() / zoom)
    source.moveCenter(middle)
    painter = finely(image)
    scene.render(painter, target, source)
    painter.end()
    scene.close()
    return image


def _blank(size: QSize, theme: Theme) -> QImage:
    if size.isEmpty() or size.width() * size.height() > MOST_PIXELS:
        raise ValueError(
            f"a picture of {size.width()} x {size.height()} pixels cannot be made: "
            f"it must have 1 to {MOST_PIXELS} pixels"
        )
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window.leather).darker(130))
    return image

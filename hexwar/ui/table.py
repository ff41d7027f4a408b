"""The board of one game with what belongs to it: clicks become choices, choices become overlays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from hexwar.engine import Session
from hexwar.hexes import Hex
from hexwar.model.forces import FormationId, LeaderId, Side, UnitId
from hexwar.model.state import GameState
from hexwar.ui import lenses
from hexwar.ui.controller import Controller
from hexwar.ui.preferences import Preferences
from hexwar.ui.prompters.base import Offer, PieceId
from hexwar.ui.seats import Seats
from hexwar.ui.tips import hex_tip, hex_words, piece_words
from hexwar.widgets.board.overlays.records import Overlays, Track
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.theme import theme

Modifier = Qt.KeyboardModifier


class Table(QWidget):
    """A board and its controller. It is the stage on which the controller's playback walks."""

    looked = Signal(object)
    """The hex that the player looks at; None for none."""
    ruleAsked = Signal(str)
    """The rule that a menu of the board leads to."""

    def __init__(
        self,
        session: Session[GameState],
        seats: Seats,
        preferences: Preferences,
        cache: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Lay out a game.

        Args:
            session: The game.
            seats: Who plays it.
            preferences: How it is shown.
            cache: A folder for pictures of the map, kept between games; None keeps none.
            parent: The widget that it is on.
        """
        super().__init__(parent)
        battlefield = session.state.battle.battlefield
        colours = theme(preferences.theme)
        self.board = BoardView(battlefield, colours, preferences.counters, cache=cache, parent=self)
        self.controller = Controller(session, seats, self, self)
        self.hex: Hex | None = None
        """The hex that the player looks at."""
        self._lenses: set[str] = {"sites"}
        self._is_move = False  # the right click that is under way
        self._tracks: tuple[Track, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.board)
        self.setFocusProxy(self.board)
        self._connect()
        self.apply(preferences)

    def _connect(self) -> None:
        board, controller = self.board, self.controller
        board.installEventFilter(self)
        board.hexClicked.connect(self._click_hex)
        board.unitClicked.connect(self._click_piece)
        board.leaderClicked.connect(self._click_piece)
        board.hexHovered.connect(controller.hover)
        board.dragPath.connect(controller.draw)
        board.dragDropped.connect(controller.drop)
        board.dragCancelled.connect(lambda: controller.draw(()))
        board.contextRequested.connect(self._open_menu)
        board.tooltip = lambda hex_: hex_tip(controller.view, hex_)
        board.describe = lambda hex_: hex_words(controller.view, hex_)
        board.describe_piece = lambda piece: piece_words(controller.view, piece)
        controller.shown.connect(self._show)
        controller.asked.connect(lambda _, offer: self._lay(offer))
        controller.offered.connect(self._lay)

    def apply(self, preferences: Preferences) -> None:
        """Show everything as the player likes it from now on."""
        self.board.set_theme(theme(preferences.theme))
        self.board.set_style(preferences.counters)
        self.board.set_speed(preferences.pace.speed)
        self.board.fans_on_click = preferences.fans
        self.controller.set_pace(preferences.pace)

    def stop(self) -> None:
        """Leave the table: nothing runs on."""
        self.controller.stop()
        self.board.close_board()

    def open_view(self) -> None:
        """Show the map across the whole width, with those who can act in the middle."""
        camera, sheet = self.board.camera, self.board.board.sceneRect()
        camera.zoom_to(self.board.viewport().width() / sheet.width())
        overlays = self.controller.offer.overlays
        hexes = overlays.ready or {target.hex for target in overlays.targets}
        places = [self.board.board.sheet.centre(hex_) for hex_ in sorted(hexes)]
        if places:
            x = sum(place[0] for place in places) / len(places)
            y = sum(place[1] for place in places) / len(places)
            camera.centre_on(_within(sheet, camera.seen(), QPointF(x, y)))

    # -- the stage

    def walk(self, pieces: Sequence[str], path: tuple[Hex, ...], done: Callable[[], None]) -> None:
        """Let counters walk over the board."""
        ids: list[PieceId] = [
            LeaderId(p) if p in self.controller.view.leaders else UnitId(p) for p in pieces
        ]
        self.board.animate_move(ids, path, done)

    def hurry(self) -> None:
        """Bring to their goal all counters that walk."""
        self.board.finish_moves()

    # -- where the player looks

    def look(self, hex_: Hex | None) -> None:
        """Look at a hex: the stack panel shows it."""
        self.hex = hex_
        self.looked.emit(hex_)

    def show_hex(self, hex_: Hex) -> None:
        """Bring a hex into view and look at it."""
        if hex_ in self.board.board.battlefield.grid:
            self.board.show_hexes([hex_])
            self.look(hex_)

    def show_piece(self, piece: str) -> bool:
        """Bring a piece into view; False when it is not on the map."""
        hex_ = self.hex_of(piece)
        if hex_ is not None:
            self.show_hex(hex_)
        return hex_ is not None

    def show_formation(self, formation: str) -> None:
        """Bring all units of a formation into view."""
        units = self.controller.view.units_of(FormationId(formation))
        hexes = {hex_ for unit in units if (hex_ := self.hex_of(unit)) is not None}
        self.board.show_hexes(sorted(hexes))

    def hex_of(self, piece: str) -> Hex | None:
        """Where a piece stands, as far as the player can see."""
        view = self.controller.view
        if piece in view.leaders:
            return view.leaders[LeaderId(piece)].hex
        unit = view.units.get(UnitId(piece))
        return None if unit is None else unit.hex

    def cycle(self, step: int) -> None:
        """Choose the next or the last of those who can act, and bring them into view."""
        hex_ = self.controller.cycle(step)
        if hex_ is not None:
            self.show_hex(hex_)

    def centre(self) -> None:
        """Bring those who can act, or what is chosen, into view."""
        overlays = self.controller.offer.overlays
        hexes = overlays.selection or overlays.ready or {t.hex for t in overlays.targets}
        self.board.show_hexes(sorted(hexes))

    def switch(self, lens: str, *, on: bool) -> None:
        """Show or hide one of zones-own, zones-enemy, moves, sites."""
        (self._lenses.add if on else self._lenses.discard)(lens)
        self._read_tracks()
        self._lay(self.controller.offer)

    def shows(self, lens: str) -> bool:
        """Whether something that can be switched is shown."""
        return lens in self._lenses

    # -- what the player does

    def choose(self, units: Sequence[UnitId], leaders: Sequence[LeaderId]) -> None:
        """Choose these pieces of a hex, as the stack panel has them."""
        self.controller.pick([*units, *leaders])

    def activate(self, piece: str) -> None:
        """A piece was entered in a panel: show it, and choose it where that decides nothing."""
        offer = self.controller.offer
        if piece in offer.pickable and not offer.decides:
            self._pick(UnitId(piece), adds=False)
        self.show_piece(piece)

    def gives_up(self, event: QKeyEvent) -> bool:
        """Whether a key has given up the last choice; Esc does."""
        return event.key() == Qt.Key.Key_Escape and self.controller.back()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave to the board the keys of the keypad, and Space while its hex cursor is in use."""
        if watched is self.board and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride:
                if self._is_boards(event):
                    event.accept()
                    return True
            elif event.type() is QEvent.Type.KeyPress:
                # A digit answers a question; where none does, it shall not zoom either.
                return event.key() == Qt.Key.Key_1 and not _is_keypad(event)
        return super().eventFilter(watched, event)

    def _is_boards(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Space:
            return self.board.board.pile.cursor.shown is not None
        return _is_keypad(event) and event.key() not in (Qt.Key.Key_Plus, Qt.Key.Key_Minus)

    def _click_hex(self, hex_: str, modifiers: Modifier, button: Qt.MouseButton) -> None:
        is_right = button is Qt.MouseButton.RightButton
        self._is_move = is_right and bool(self.controller.offer.picked)
        if is_right and not self._is_move:
            return
        joins = is_right or bool(modifiers & Modifier.AltModifier)
        adds = bool(modifiers & Modifier.ShiftModifier)
        self.look(Hex(hex_))
        self.controller.click(Hex(hex_), joins=joins, adds=adds)

    def _click_piece(self, piece: str, modifiers: Modifier) -> None:
        """A counter that may be chosen is chosen; any other stands for its hex."""
        hex_ = self.hex_of(piece)
        self.look(hex_)
        if piece in self.controller.offer.pickable:
            is_leader = piece in self.controller.view.leaders
            follows = is_leader and bool(self.controller.offer.picked)
            adds = follows or bool(modifiers & Modifier.ShiftModifier)
            self._pick(LeaderId(piece) if is_leader else UnitId(piece), adds=adds)
        elif hex_ is not None:
            self.controller.click(hex_)

    def _pick(self, piece: PieceId, *, adds: bool) -> None:
        picked = self.controller.offer.picked if adds else ()
        others = [p for p in picked if p != piece]
        self.controller.pick(others if piece in picked else [*others, piece])

    def _open_menu(self, hex_: str, where: QPoint) -> None:
        """What can be asked of a hex; a right click with something chosen is a move instead."""
        if self._is_move:
            return
        menu = QMenu(self)
        place = self.board.board.battlefield.name_of(Hex(hex_))
        menu.addAction(f"Show {place}", lambda: self.show_hex(Hex(hex_)))
        menu.addAction("Rule: costs of the ground", lambda: self.ruleAsked.emit("N5.1"))
        menu.addAction("Rule: zones of control", lambda: self.ruleAsked.emit("N6.3"))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    # -- what is shown

    def _show(self, view: GameState) -> None:
        self._read_tracks()
        self.board.show_state(view)
        if not self.controller.is_asking:
            self._lay(self.controller.offer)

    def _lay(self, offer: Offer) -> None:
        self.board.set_drag_sources(offer.sources)
        self.board.show_overlays(self._with_lenses(offer.overlays))

    def _with_lenses(self, overlays: Overlays) -> Overlays:
        view = self.controller.view
        tracks = overlays.tracks or (self._tracks if "moves" in self._lenses else ())
        return replace(
            overlays,
            zones=lenses.zones(view, *self._zone_sides(view)),
            tracks=tracks,
            shows_sites="sites" in self._lenses,
        )

    def _zone_sides(self, view: GameState) -> list[Side]:
        own = self.controller.viewer
        sides = {"zones-own": own, "zones-enemy": view.battle.enemy(own)}
        return [side for lens, side in sides.items() if lens in self._lenses]

    def _read_tracks(self) -> None:
        if "moves" in self._lenses:
            told = self.controller.session.events[: self.controller.playback.told]
            self._tracks = lenses.last_moves(self.controller.view, told)


def _is_keypad(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Modifier.KeypadModifier)


def _within(sheet: QRectF, seen: QRectF, point: QPointF) -> QPointF:
    """The centre nearest to a point from which no more is seen beside the sheet than must be."""

    def nearest(value: float, low: float, high: float, size: float) -> float:
        if high - low <= size:
            return (low + high) / 2
        return min(max(value, low + size / 2), high - size / 2)

    return QPointF(
        nearest(point.x(), sheet.left(), sheet.right(), seen.width()),
        nearest(point.y(), sheet.top(), sheet.bottom(), seen.height()),
    )

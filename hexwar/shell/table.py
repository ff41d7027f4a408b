"""The board of one game with what belongs to it: what the shell asks of a board of any kind."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGraphicsView, QMenu, QWidget

from hexwar.engine import Refusal, Session
from hexwar.messages import say
from hexwar.shell.beside import Beside
from hexwar.shell.board import Board
from hexwar.shell.controller import Controller
from hexwar.shell.lenses import BoardWords, Glance
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Acting, Offer, PieceId, Questions
from hexwar.shell.seats import Seats
from hexwar.table.forces import UnitId
from hexwar.table.laid import NOTHING, Laid
from hexwar.table.spot import Spot
from hexwar.widgets.board.camera import Camera, Opening
from hexwar.widgets.words import keyless, speak
from hexwar.widgets.worker import Chores

Modifier = Qt.KeyboardModifier

BARE = "bare"
"""The action that takes the pieces off the board while its key is held."""

_LULL = 700  # milliseconds after which the board may be painted


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table is laid out for."""

    session: Session[Any]
    seats: Seats
    preferences: Preferences
    cache: Path | None = None  # a folder that keeps pictures of the board for the next time
    screening: Callable[[Table], Controller] | None = None
    """Makes another controller, such as that of a recorded game."""


class Table(Board):
    """A board and its controller. It is the stage on which the controller's playback walks.

    A kind of board is a subclass: `MapTable` has a map of hexes, `MeasuredTable` a table on which
    one measures. It makes its board (`make_board`), hands clicks to `click_spot`, `click_piece`,
    `hover` and `open_menu` (`connect_board`), and is a `Board` beyond that.
    """

    looked = Signal(object)
    """The place that the player looks at; None for none."""
    clicked = Signal(str)
    """A place was clicked, or the place of a piece."""
    ruleAsked = Signal(str)
    """The rule that a menu of the board leads to."""
    explained = Signal(object, bool)
    """Why the place that is pointed at is in or out of what the lenses show: a tuple of `Reason`,
    and whether what a click does need not be said beside it."""

    def __init__(self, setting: Setting, questions: Questions, words: BoardWords) -> None:
        """Lay out a game; what its board says are `words`."""
        super().__init__()
        self.board, self.camera = self.make_board(setting)
        if setting.screening is None:
            seats = setting.seats
            self.controller = Controller(setting.session, seats, questions, self, self)
        else:
            self.controller = setting.screening(self)
        self.spot: Spot | None = None
        """The place that the player looks at."""
        self.lenses = words.lenses()
        """What is laid over the board."""
        self.words = words
        """What the board says."""
        self.view: Any = self.controller.view
        """The table as shown; kept, so that its fields are reckoned only once."""
        self.over: Spot | None = None
        """The place under the pointer or the cursor."""
        self.advised: Laid = NOTHING
        """What is laid over the board beside the offer: an answer that is advised."""
        self._chores: Chores | None = None
        self._lull = QTimer(self, singleShot=True, interval=_LULL)
        self._lull.timeout.connect(self._begin_chores)
        self._lull.start()
        self._entering: tuple[int, Acting, tuple[Spot, ...]] | None = None  # shown last
        self._opening = Opening(self.camera, self.board)
        self._is_move = False  # the right click that is under way
        self._has_ghosts = False  # of a proposal, which is brought into view once
        self._taken: str | None = None  # the card of the hand whose targets were brought into view
        self.beside = Beside(self)
        """What stands beside the board for a while."""
        self.setFocusProxy(self.board)
        self.board.installEventFilter(self)
        self.connect_board()
        self.controller.shown.connect(self._show)
        self.controller.asked.connect(lambda _, offer: self._take_up(offer))
        self.controller.offered.connect(self._lay)
        self.apply(setting.preferences)

    # -- for a kind of board

    @abstractmethod
    def make_board(self, setting: Setting) -> tuple[QGraphicsView, Camera]:
        """The board of a game, with nothing on it yet, and what moves it."""

    @abstractmethod
    def connect_board(self) -> None:
        """Hear what the player does on it; all else is there."""

    # -- begin and end

    def apply(self, preferences: Preferences) -> None:
        """Show everything as the player likes it from now on."""
        self.dress(preferences)
        self.controller.show.set_pace(preferences.pace)
        self.controller.standing.passes = preferences.passes
        self.controller.standing.proposes = preferences.proposes
        self.controller.show.set_rushes(shown=preferences.shows_rushes)

    def stop(self) -> None:
        """Leave the table: nothing runs on."""
        self.controller.stop()
        self._lull.stop()
        if self._chores is not None:
            self._chores.stop()
        self.close_board()

    def _begin_chores(self) -> None:
        """Reckon beforehand what lenses will ask for, once the board is painted: it goes first."""
        if self.is_painted:
            self._chores = Chores(self.words.fields(self.controller.view.copy()), self)
        else:
            self._lull.start()

    def open_view(self) -> None:
        """Show the board across the whole width, with those who can act or enter in the middle.

        While nobody can act yet, all pieces are what one wants to see.
        """
        offer = self.controller.offer
        spots = self.meant(offer.overlays).ready or offer.march.entries
        boxes = [self.area([spot]) for spot in sorted(spots)] or self.standing()
        middle = self.camera.sheet.center()
        if boxes:
            x = sum(box.center().x() for box in boxes) / len(boxes)
            middle = QPointF(x, sum(box.center().y() for box in boxes) / len(boxes))
        self._opening.show(middle)

    # -- where the player looks

    def look(self, spot: Spot | None) -> None:
        """Look at a place: a panel shows more of it."""
        self.spot = spot
        self.looked.emit(spot)
        self.lay()

    def show_spot(self, spot: Spot) -> None:
        """Bring a place into view and look at it."""
        if self.knows(spot):
            self.point_out([spot])
            self.look(spot)

    def show_piece(self, piece: str) -> bool:
        """Bring a piece into view; False when it is not on the board."""
        spot = self.spot_of(piece)
        if spot is not None:
            self.show_spot(spot)
        return spot is not None

    def spots_of(self, body: str) -> list[Spot]:
        """Where the pieces of a body stand."""
        found = (self.spot_of(piece) for piece in self.controller.view.battle.members(body))
        return sorted({spot for spot in found if spot is not None})

    def show_formation(self, formation: str) -> None:
        """Bring all pieces of a formation into view."""
        self.point_out(self.spots_of(formation))

    def cycle(self, step: int) -> None:
        """Choose the next or the last of those who can act, and bring them into view."""
        spot = self.controller.cycle(step)
        if spot is not None:
            self.show_spot(spot)

    def centre(self) -> None:
        """Bring what is chosen, or those who can act, into the middle; else what is looked at."""
        meant = self.meant(self.controller.offer.overlays)
        spots = meant.chosen or meant.ready or meant.targets
        looked = [] if self.spot is None else [self.spot]
        self.centre_on(sorted(spots) or looked or self._acting_spots())

    def _acting_spots(self) -> list[Spot]:
        """Where those stand whose turn it is."""
        acting = self.controller.questions.acting(self.controller.view)
        return [] if acting is None or acting.body is None else self.spots_of(acting.body)

    # -- lenses

    def switch(self, lens: str, *, on: bool) -> None:
        """Show or hide one of the lenses."""
        self.lenses.switch(lens, on=on)
        self._follow()
        self.lay()

    def hold(self, lens: str, *, on: bool) -> None:
        """Show one of the lenses while its key is held.

        The key of `BARE` takes the pieces off the board.
        """
        if lens == BARE:
            self.show_pieces(on=not on)
            return
        self.lenses.hold(lens, on=on)
        self.mind_held(lens, on=on)
        self.lay()
        if on and self.cursor_spot is not None:
            self.say_reasons()

    def mind_held(self, lens: str, *, on: bool) -> None:
        """The key of a lens has gone down or up: what the board does beside showing it."""

    def lay(self) -> None:
        """Show the lenses as they now are."""
        self._lay(self.controller.offer)

    def say_reasons(self) -> None:
        """Say aloud why the place that is pointed at is in or out of what the lenses show."""
        speak(self.board, " ".join(r.sentence for r in self.lenses.reasons(self.glance())))

    def glance(self) -> Glance[Any]:
        """Where the player looks now."""
        glance: Glance[Any] = self.lenses.glance(
            view=self.view,
            viewer=self.controller.viewer.side,
            over=self.over,
            looked=self.spot,
            picked=self.controller.offer.picked,
        )
        return glance

    # -- what the player does

    def hover(self, spot: Spot | None) -> None:
        """The pointer or the cursor is elsewhere."""
        self.over = spot
        if self.controller.is_asking:
            self.controller.hover(spot)
        else:
            self.lay()

    def activate(self, piece: str) -> None:
        """A piece was entered in a panel: show it, and choose it where that decides nothing."""
        offer = self.controller.offer
        if piece in offer.pickable and not offer.decides:
            self._pick(UnitId(piece), adds=False)
        self.show_piece(piece)

    def gives_up(self, event: QKeyEvent) -> bool:
        """Whether a key has given up the last choice, or what is beside the board; Esc does."""
        if event.key() != Qt.Key.Key_Escape:
            return False
        return self.controller.back() or self.beside.dismiss()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave to the board the keys of the keypad, and Space while its cursor is in use."""
        if watched is self.board and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride:
                if self.is_boards(event):
                    event.accept()
                    return True
            elif event.type() is QEvent.Type.KeyPress and self._accepts(event):
                self.controller.confirm()
                return True
            elif event.type() is QEvent.Type.KeyPress:
                # A digit answers a question; where none does, it shall not zoom either.
                return event.key() == Qt.Key.Key_1 and not _is_keypad(event)
        return super().eventFilter(watched, event)

    def _accepts(self, event: QKeyEvent) -> bool:
        """Whether Enter accepts the ghosts on the board; with the cursor in use it clicks."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return is_enter and self.cursor_spot is None and bool(self.controller.offer.ghosts)

    def is_boards(self, event: QKeyEvent) -> bool:
        """Whether a key is the board's own, and no shortcut of the window."""
        if event.key() == Qt.Key.Key_Space:
            return self.cursor_spot is not None
        return _is_keypad(event) and event.key() not in (Qt.Key.Key_Plus, Qt.Key.Key_Minus)

    def click_spot(self, spot: Spot, modifiers: Modifier, button: Qt.MouseButton) -> None:
        """A place was clicked where no piece is meant."""
        is_right = button is Qt.MouseButton.RightButton
        self.clicked.emit(spot)
        if is_right and spot in self.controller.offer.ghosts:
            self._is_move = True  # and no menu
            self.controller.strike(spot)
            return
        self._is_move = is_right and bool(self.controller.offer.picked)
        if is_right and not self._is_move:
            return
        if modifiers & Modifier.ControlModifier and self.controller.offer.picked:
            self.leave_at(spot)
            return
        joins = is_right or bool(modifiers & Modifier.AltModifier)
        adds = bool(modifiers & Modifier.ShiftModifier)
        self.look(spot)
        self.controller.click(spot, joins=joins, adds=adds)

    def click_piece(self, piece: str, modifiers: Modifier) -> None:
        """A piece that may be chosen is chosen; any other stands for its place."""
        spot, chosen = self.spot_of(piece), self.meant(self.controller.offer.overlays).chosen
        passes = bool(modifiers & Modifier.ControlModifier and chosen)
        if passes and spot is not None and spot not in chosen:
            self.leave_at(spot)
            return
        self.look(spot)
        if piece in self.controller.offer.pickable:
            adds = self.joins(piece) or bool(modifiers & Modifier.ShiftModifier)
            self._pick(UnitId(piece), adds=adds)
        elif spot is not None:
            self.controller.click(spot)

    def _pick(self, piece: PieceId, *, adds: bool) -> None:
        picked = self.controller.offer.picked if adds else ()
        others = [p for p in picked if p != piece]
        self.controller.pick(others if piece in picked else [*others, piece])

    def leave_here(self) -> None:
        """Lead the way through the place of the pointer or the cursor, and ask who stays there."""
        if self.over is not None:
            self.leave_at(self.over)

    def leave_at(self, spot: Spot) -> None:
        """Lead the way of the chosen units through a place, and ask who stays there."""
        corner = self.box_of(spot).center().toPoint()
        where = self.board.viewport().mapToGlobal(corner)
        ask_who_stays(self.controller, spot, self, where)

    def open_menu(self, spot: Spot, where: QPoint) -> None:
        """What can be asked of a place; a right click with something chosen is a move instead."""
        if self._is_move:
            return
        menu = QMenu(self)
        place = self.controller.view.battle.name_of(spot)
        menu.addAction(keyless(say("Show {place}", place=place)), lambda: self.show_spot(spot))
        for words, rule in self.menu_rules():
            menu.addAction(say(words), partial(self.ruleAsked.emit, rule))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    # -- what is shown

    def _show(self, view: Any) -> None:
        self.view = view
        self._follow()
        self.show_view(view)
        if not self.controller.is_asking:
            self.lay()

    def _take_up(self, offer: Offer) -> None:
        """Lay out a question; where arrivals enter is brought into view once for each chit.

        Of those who can act one at least is to be seen.
        """
        self._lay(offer)
        self.bring_one(sorted(self.meant(offer.overlays).ready))
        acting = self.controller.questions.acting(self.controller.view)
        if acting is None or not offer.march.entries:
            return
        entering = (self.controller.view.turn, acting, offer.march.entries)
        if entering != self._entering:
            self._entering = entering
            self.point_out(offer.march.entries[:1])

    def advise(self, laid: Laid) -> None:
        """Draw an answer that is advised, and bring it into view; `NOTHING` takes it away."""
        self.advised = laid
        if aims := self.meant(laid).aims:
            self.bring(sorted(aims))
        self.lay()

    def _lay(self, offer: Offer) -> None:
        if offer.ghosts and not self._has_ghosts:
            self.bring(sorted({*offer.ghosts, *self.meant(offer.overlays).ways}))
        self._has_ghosts = bool(offer.ghosts)
        taken = None if offer.cards is None else offer.cards.taken
        if taken is not None and taken != self._taken:
            self.bring_one(sorted(self.meant(offer.overlays).targets))
        self._taken = taken
        glance = self.glance()
        self.lay_over(self.lenses.laid(glance, offer.overlays).beside(self.advised), glance)
        stands_alone = self.lenses.is_glancing or not offer.picked
        self.explained.emit(self.lenses.reasons(glance), stands_alone)

    def _follow(self) -> None:
        events, told = self.controller.session.events, self.controller.playback.told
        self.lenses.follow(self.view, lambda: events[:told])


def _is_keypad(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Modifier.KeypadModifier)


# -- who stays behind in a place on the way (N5.9, T7.8)


def ask_who_stays(controller: Controller, spot: Spot, parent: QWidget, where: QPoint) -> None:
    """Lead the way of the chosen units through a place; ask who stays there, if anybody can."""
    able = controller.leavable(spot)
    if isinstance(able, Refusal):
        controller.refused.emit(able)
    elif able:
        _leaving_menu(controller, spot, able, parent).popup(where)
    else:
        controller.leave(spot, ())


def _leaving_menu(
    controller: Controller, spot: Spot, able: tuple[PieceId, ...], parent: QWidget
) -> QMenu:
    menu, battle = QMenu(parent), controller.view.battle
    menu.setObjectName("leave")
    for piece in able:
        card = battle.piece(piece)
        words = say("Leave here: {name}", name=piece if card is None else card.name)
        menu.addAction(keyless(words), partial(controller.leave, spot, (piece,)))
    menu.addSeparator()
    menu.addAction(say("Nobody: only go by here"), partial(controller.leave, spot, ()))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu

"""The board of one game with what belongs to it: clicks become choices, choices become overlays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from hexwar.engine import Refusal, Session
from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark, say
from hexwar.shell.beside import Beside
from hexwar.shell.controller import Controller
from hexwar.shell.lenses import BoardWords, Glance
from hexwar.shell.preferences import Preferences
from hexwar.shell.prompter import Acting, Offer, PieceId, Questions
from hexwar.shell.seats import Seats
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.pieces import Leader, Unit
from hexwar.widgets.board.camera import Opening
from hexwar.widgets.board.profile import SightProfile
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.cards.drop import CardDrop
from hexwar.widgets.theme import theme
from hexwar.widgets.words import keyless, speak
from hexwar.widgets.worker import Chores

Modifier = Qt.KeyboardModifier

BARE = "bare"
"""The action that takes the counters off the map while its key is held."""

_COSTS = mark("Rule: costs of the ground")
_ZONES = mark("Rule: zones of control")
_LULL = 700  # milliseconds after which the map may be painted
_GAP = 10  # pixels from the profile to the edge of the board


class Table(QWidget):
    """A board and its controller. It is the stage on which the controller's playback walks."""

    looked = Signal(object)
    """The hex that the player looks at; None for none."""
    ruleAsked = Signal(str)
    """The rule that a menu of the board leads to."""
    explained = Signal(object, bool)
    """Why the hex that is pointed at is in or out of what the lenses show: a tuple of `Reason`,
    and whether what a click does need not be said beside it."""

    def __init__(
        self,
        session: Session[Any],
        seats: Seats,
        questions: Questions,
        words: BoardWords,
        preferences: Preferences,
        cache: Path | None = None,
        screening: Callable[[Table], Controller] | None = None,
    ) -> None:
        """Lay out a game; a folder `cache` keeps pictures of its map for the next.

        A `screening` makes another controller, such as that of a recorded game.
        """
        super().__init__()
        battlefield = session.state.battle.battlefield
        colours = theme(preferences.theme)
        self.board = BoardView(battlefield, colours, preferences.counters, cache=cache, parent=self)
        if screening is None:
            self.controller = Controller(session, seats, questions, self, self)
        else:
            self.controller = screening(self)
        self.hex: Hex | None = None
        """The hex that the player looks at."""
        self.profile = SightProfile(colours, preferences.scale, self.board)
        """The profile of the line of sight that is shown."""
        self.lenses = words.lenses()
        """What is laid over the board."""
        self._words = words
        self._chores: Chores | None = None
        self._lull = QTimer(self, singleShot=True, interval=_LULL)
        self._lull.timeout.connect(self._begin_chores)
        self._lull.start()
        self._view: Any = self.controller.view  # kept, so that its fields are reckoned only once
        self._fans = preferences.fans
        self._entering: tuple[int, Acting, tuple[Hex, ...]] | None = None  # shown last
        self._over: Hex | None = None  # under the pointer or the hex cursor
        self._opening = Opening(self.board.camera, self.board)
        self._is_move = False  # the right click that is under way
        self.advised = Overlays()
        """What is laid over the board beside the offer: an answer that is advised."""
        self._has_ghosts = False  # of a proposal, which is brought into view once
        self._taken: str | None = None  # the card of the hand whose targets were brought into view
        self.beside = Beside(self, self.board)
        """What stands beside the board for a while."""
        self.setFocusProxy(self.board)
        self._connect()
        self.apply(preferences)

    def _connect(self) -> None:
        board, controller = self.board, self.controller
        board.installEventFilter(self)
        board.hexClicked.connect(self._click_hex)
        board.spanClicked.connect(lambda a, b: self._click_span((Hex(a), Hex(b))))
        board.spans = lambda: tuple(self.lenses.spans(self._view))
        board.unitClicked.connect(self._click_piece)
        board.leaderClicked.connect(self._click_piece)
        board.hexHovered.connect(self._hover)
        board.rayDrawn.connect(self._draw_ray)
        board.rayDropped.connect(self._drop_ray)
        board.dragPath.connect(controller.draw)
        board.dragDropped.connect(controller.drop)
        board.dragCancelled.connect(lambda: controller.draw(()))
        board.contextRequested.connect(self._open_menu)
        board.tooltip = lambda hex_: self._words.hex_tip(controller.view, hex_)
        board.describe = self._describe
        board.help_for = lambda piece, hex_: self._words.help_for(controller.view, piece, hex_)
        board.describe_piece = lambda piece: self._words.piece_words(controller.view, piece)
        CardDrop(board, controller.hover, partial(controller.click, joins=True))
        controller.shown.connect(self._show)
        controller.asked.connect(lambda _, offer: self._take_up(offer))
        controller.offered.connect(self._lay)
        controller.taken.connect(board.board.fans.close)

    def apply(self, preferences: Preferences) -> None:
        """Show everything as the player likes it from now on."""
        self.board.set_theme(theme(preferences.theme))
        self.profile.set_look(theme(preferences.theme), preferences.scale)
        self.board.board.set_style(preferences.counters)
        self.board.board.set_counter_size(preferences.counter_size)
        self.board.board.set_weather(on=preferences.shows_weather)
        self.board.board.set_seasons(on=preferences.shows_seasons)
        self.board.board.moves.speed = preferences.pace.speed
        self._fans = preferences.fans
        self.board.fans_on_click = self._fans
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
        self.board.close_board()

    def _begin_chores(self) -> None:
        """Reckon beforehand what lenses will ask for, once the map is painted: it goes first."""
        if self.board.board.map.is_settled:
            self._chores = Chores(self._words.fields(self.controller.view.copy()), self)
        else:
            self._lull.start()

    def open_view(self) -> None:
        """Show the map across the whole width, with those who can act or enter in the middle.

        While nobody on the map can act yet, all counters are what one wants to see.
        """
        offer = self.controller.offer
        hexes = offer.overlays.ready or offer.march.entries or self.controller.view.occupants
        places = [self.board.board.sheet.centre(hex_) for hex_ in sorted(hexes)]
        middle = self.board.board.sceneRect().center()
        if places:
            x, y = (sum(one) / len(places) for one in zip(*places, strict=True))
            middle = QPointF(x, y)
        self._opening.show(middle)

    # -- the stage

    def walk(self, pieces: Sequence[str], path: tuple[Hex, ...], done: Callable[[], None]) -> None:
        """Let counters walk over the board."""
        ids: list[PieceId] = [
            LeaderId(p) if p in self.controller.view.leaders else UnitId(p) for p in pieces
        ]
        self.board.board.animate_move(ids, path, done)

    def hurry(self) -> None:
        """Bring to their goal all counters that walk."""
        self.board.board.moves.finish()

    # -- where the player looks

    def look(self, hex_: Hex | None) -> None:
        """Look at a hex: the stack panel shows it."""
        self.hex = hex_
        self.looked.emit(hex_)
        self._lay(self.controller.offer)

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
        found: Leader | Unit | None = view.leaders.get(piece) or view.units.get(piece)
        return None if found is None else found.hex

    def cycle(self, step: int) -> None:
        """Choose the next or the last of those who can act, and bring them into view."""
        hex_ = self.controller.cycle(step)
        if hex_ is not None:
            self.show_hex(hex_)

    def centre(self) -> None:
        """Bring what is chosen, or those who can act, into the middle; else what is looked at."""
        overlays = self.controller.offer.overlays
        hexes = overlays.selection or overlays.ready or {t.hex for t in overlays.targets}
        looked = [] if self.hex is None else [self.hex]
        self.board.centre_on(sorted(hexes) or looked or sorted(self._acting_hexes()))

    def _acting_hexes(self) -> set[Hex]:
        """Where those stand whose turn it is."""
        acting = self.controller.questions.acting(self.controller.view)
        if acting is None or acting.body is None:
            return set()
        units = self.controller.view.units_of(FormationId(acting.body))
        return {hex_ for unit in units if (hex_ := self.hex_of(unit)) is not None}

    # -- lenses

    def switch(self, lens: str, *, on: bool) -> None:
        """Show or hide one of the lenses."""
        self.lenses.switch(lens, on=on)
        self._follow()
        self.lay()

    def hold(self, lens: str, *, on: bool) -> None:
        """Show one of the lenses while its key is held; that of sight lets the mouse draw lines.

        The key of `BARE` takes the counters off the map.
        """
        if lens == BARE:
            self.board.board.show_counters(on=not on)
            return
        self.lenses.hold(lens, on=on)
        if lens == self.lenses.sight:
            self.board.set_sighting(on=on)
            if not on:
                self._drop_ray()
        self.lay()
        if on and self.board.board.pile.cursor.shown:
            self.say_reasons()

    def lay(self) -> None:
        """Show the lenses as they now are."""
        self._lay(self.controller.offer)

    def say_reasons(self) -> None:
        """Say aloud why the hex that is pointed at is in or out of what the lenses show."""
        speak(self.board, " ".join(r.sentence for r in self.lenses.reasons(self.glance())))

    def _click_span(self, span: Hexside) -> None:
        self.lenses.click_span(span)
        self.lay()

    def _hover(self, hex_: Hex | None) -> None:
        """The pointer or the hex cursor is elsewhere.

        While the hex cursor moves with the key of sight held, the line begins where it was. As
        long as a line of sight is fixed, the planned path stays as it is.
        """
        looking, cursor = self.lenses, self.board.board.pile.cursor.shown
        if looking.holds(looking.sight) and cursor is not None and looking.anchor is None:
            looking.anchor = looking.origin(self.glance())
        self._over = hex_
        if looking.anchor is None and self.controller.is_asking:
            self.controller.hover(hex_)
        else:
            self._lay(self.controller.offer)

    def _draw_ray(self, start: str, end: str) -> None:
        """A line of sight is drawn with the mouse."""
        if (self.lenses.anchor, self._over) != (start, end):
            self.lenses.anchor, self._over = Hex(start), Hex(end)
            self._lay(self.controller.offer)

    def _drop_ray(self) -> None:
        """The line of sight is let go."""
        if self.lenses.anchor is not None:
            self.lenses.anchor = None
            self._hover(self._over)

    def glance(self) -> Glance[Any]:
        """Where the player looks now."""
        offer = self.controller.offer
        glance: Glance[Any] = self.lenses.glance(
            view=self._view,
            viewer=self.controller.viewer.side,
            over=self._over,
            looked=self.hex,
            picked=offer.picked,
            selected=min(offer.overlays.selection, default=None),
            path=offer.overlays.path,
            drops=offer.march.drops,
        )
        return glance

    def _describe(self, hex_: Hex) -> str:
        """A hex as it is spoken: what is there, where a click leads, and what the lenses say."""
        offer = self.controller.offer
        glance = replace(self.glance(), over=hex_)
        reasons = [reason.sentence for reason in self.lenses.reasons(glance)]
        hints = [offer.hint] if offer.picked and self.lenses.anchor is None else []
        return " ".join([f"{self._words.hex_words(self._view, hex_)}.", *hints, *reasons])

    # -- what the player does

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
        """Leave to the board the keys of the keypad, and Space while its hex cursor is in use."""
        if watched is self.board and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride:
                if self._is_boards(event):
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
        """Whether Enter accepts the ghosts on the board; with the hex cursor in use it clicks."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        cursor = self.board.board.pile.cursor.shown
        return is_enter and cursor is None and bool(self.controller.offer.ghosts)

    def _is_boards(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Space:
            return self.board.board.pile.cursor.shown is not None
        return _is_keypad(event) and event.key() not in (Qt.Key.Key_Plus, Qt.Key.Key_Minus)

    def _click_hex(self, hex_: str, modifiers: Modifier, button: Qt.MouseButton) -> None:
        is_right = button is Qt.MouseButton.RightButton
        if is_right and hex_ in self.controller.offer.ghosts:
            self._is_move = True  # and no menu
            self.controller.strike(Hex(hex_))
            return
        self._is_move = is_right and bool(self.controller.offer.picked)
        if is_right and not self._is_move:
            return
        if modifiers & Modifier.ControlModifier and self.controller.offer.picked:
            self.leave_at(Hex(hex_))
            return
        joins = is_right or bool(modifiers & Modifier.AltModifier)
        adds = bool(modifiers & Modifier.ShiftModifier)
        self.look(Hex(hex_))
        self.controller.click(Hex(hex_), joins=joins, adds=adds)

    def _click_piece(self, piece: str, modifiers: Modifier) -> None:
        """A counter that may be chosen is chosen; any other stands for its hex."""
        hex_, selection = self.hex_of(piece), self.controller.offer.overlays.selection
        passes = bool(modifiers & Modifier.ControlModifier and selection)
        if passes and hex_ is not None and hex_ not in selection:
            self.leave_at(hex_)
            return
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

    def leave_here(self) -> None:
        """Lead the way through the hex of the pointer or the cursor, and ask who stays there."""
        if self._over is not None:
            self.leave_at(self._over)

    def leave_at(self, hex_: Hex) -> None:
        """Lead the way of the chosen units through a hex, and ask who stays there."""
        corner = self.board.box_of(hex_).center().toPoint()
        where = self.board.viewport().mapToGlobal(corner)
        ask_who_stays(self.controller, hex_, self, where)

    def _open_menu(self, hex_: str, where: QPoint) -> None:
        """What can be asked of a hex; a right click with something chosen is a move instead."""
        if self._is_move:
            return
        menu = QMenu(self)
        place = self.board.board.battlefield.name_of(Hex(hex_))
        menu.addAction(keyless(say("Show {place}", place=place)), lambda: self.show_hex(Hex(hex_)))
        cited = self.controller.view.battle.cited
        for words, rule in ((_COSTS, cited("N5.1")), (_ZONES, cited("N6.3"))):
            menu.addAction(say(words), partial(self.ruleAsked.emit, rule))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    # -- what is shown

    def _show(self, view: Any) -> None:
        self._view = view
        self._follow()
        self.board.show_state(view, self._words.markers(view))
        if not self.controller.is_asking:
            self._lay(self.controller.offer)

    def _take_up(self, offer: Offer) -> None:
        """Lay out a question; where arrivals enter is brought into view once for each chit.

        Of those who can act one at least is to be seen.
        """
        self._lay(offer)
        self.board.bring_one(sorted(offer.overlays.ready))
        acting = self.controller.questions.acting(self.controller.view)
        if acting is None or not offer.march.entries:
            return
        entering = (self.controller.view.turn, acting, offer.march.entries)
        if entering != self._entering:
            self._entering = entering
            self.board.show_hexes(offer.march.entries[:1])

    def advise(self, overlays: Overlays) -> None:
        """Draw an answer that is advised, and bring it into view; of none, take it away."""
        self.advised = overlays
        hexes = {hex_ for ghost in overlays.ghosts for hex_ in ghost.path}
        hexes |= {target.hex for target in overlays.targets}
        if hexes:
            self.board.bring(sorted(hexes))
        self._lay(self.controller.offer)

    def _lay(self, offer: Offer) -> None:
        if offer.ghosts and not self._has_ghosts:
            ways = (hex_ for ghost in offer.overlays.ghosts for hex_ in ghost.path)
            self.board.bring(sorted({*offer.ghosts, *ways}))
        self._has_ghosts = bool(offer.ghosts)
        taken = None if offer.cards is None else offer.cards.taken
        if taken is not None and taken != self._taken:
            self.board.bring_one(sorted(target.hex for target in offer.overlays.targets))
        self._taken = taken
        writes = offer.pad.form is not None  # a click names an objective
        self.board.fans_on_click = self._fans and not writes
        self.board.sources = offer.sources
        glance = self.glance()
        laid = self.lenses.laid(glance, offer.overlays).beside(self.advised)
        self.board.board.show_overlays(laid)
        self.profile.show_line(self.lenses.line(glance))
        self._place_profile()
        stands_alone = self.lenses.is_glancing or not offer.picked
        self.explained.emit(self.lenses.reasons(glance), stands_alone)

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

    def _follow(self) -> None:
        events, told = self.controller.session.events, self.controller.playback.told
        self.lenses.follow(self._view, lambda: events[:told])


def _is_keypad(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Modifier.KeypadModifier)


# -- who stays behind in a hex on the way (N5.9, T7.8)


def ask_who_stays(controller: Controller, hex_: Hex, parent: QWidget, where: QPoint) -> None:
    """Lead the way of the chosen units through a hex; ask who stays there, if anybody can."""
    able = controller.leavable(hex_)
    if isinstance(able, Refusal):
        controller.refused.emit(able)
    elif able:
        _leaving_menu(controller, hex_, able, parent).popup(where)
    else:
        controller.leave(hex_, ())


def _leaving_menu(
    controller: Controller, hex_: Hex, able: tuple[PieceId, ...], parent: QWidget
) -> QMenu:
    menu, battle = QMenu(parent), controller.view.battle
    menu.setObjectName("leave")
    for piece in able:
        unit = battle.units.get(UnitId(piece))
        name = battle.leaders[LeaderId(piece)].name if unit is None else unit.name
        words = say("Leave here: {name}", name=name)
        menu.addAction(keyless(words), partial(controller.leave, hex_, (piece,)))
    menu.addSeparator()
    menu.addAction(say("Nobody: only go by here"), partial(controller.leave, hex_, ()))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu

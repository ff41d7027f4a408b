"""The page of the set-up: who stands where when the first turn begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any, ClassVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QMenu, QSplitter, QWidget

from hexwar.editor.board_place import BoardPlace
from hexwar.editor.desk import Desk, Page
from hexwar.editor.document import Draft, Part
from hexwar.editor.pages.piece_list import PieceList, PieceRow
from hexwar.editor.pages.set_board import SetBoard
from hexwar.editor.pages.toggles import Toggle, covered, toggles_at
from hexwar.editor.placing import entry_at, moved, put_down, shifted, taken_up, texts
from hexwar.editor.table_top import TableTop, Waits, table_top_of, wait_words
from hexwar.hexes import Hex, is_hex_id
from hexwar.messages import count, mark, say
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import FormationCard, FormationId, LeaderCard
from hexwar.table.overlays import Overlays, Target
from hexwar.widgets.board.contents import Contents
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import bar, button, column, plain_label, row
from hexwar.widgets.words import keyless

Modifier = Qt.KeyboardModifier

_ALL_PLACED = mark("Every counter has its place.")
_NO_COUNTERS = mark("First make counters on the page Forces.")
_LEFT = 330  # width of the lists, pixels at 100 %


class SetupPage(Page):
    """A board with the counters where they start, and a tray with those that have no place yet.

    Counters are dragged from the tray to a hex, from hex to hex, and back into the tray. By
    keyboard Enter takes chosen counters in hand, and puts them down in the hex of the cursor.
    """

    title = mark("Set-up")
    key = "setup"
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {"scenario": ("setup",)}

    def __init__(self, desk: Desk) -> None:
        """Lay out an empty page; it fills when it is seen."""
        super().__init__(desk)
        look = desk.look
        self.top: TableTop | None = None
        self.board: SetBoard | None = None
        self._contents: Contents | None = None
        self.hand: tuple[str, ...] = ()
        """The pieces that the next click on a hex puts down."""
        self.hexes: tuple[Hex, ...] = ()
        """The hexes that are looked at."""
        self.search, self.only = QLineEdit(), QCheckBox(say("Without a place only"))
        self.tray = PieceList(look, say("Counters without a place"), _ALL_PLACED)
        nothing = mark("Click a hex to see who stands there.")
        self.stack = PieceList(look, say("Counters in the chosen hexes"), nothing)
        self.sums, self.ground = plain_label("quiet"), plain_label("heading")
        self.take, self.remove = button(say("Take in hand")), button(say("Take off the map"))
        self._place = BoardPlace(self._make_board)
        self._lay()
        self._connect()
        self.settle()

    # -- how it is made

    def _lay(self) -> None:
        self.search.setPlaceholderText(say("Find a counter or a formation"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(say("Find in the tray"))
        self.search.setToolTip(say("Only counters with these words are shown"))
        self.only.setToolTip(say("Leave out those who come later, or not at all"))
        self.take.setToolTip(say("The next click on a hex puts the chosen down there (Enter)"))
        self.remove.setToolTip(say("The chosen counters go back to the tray (Del)"))
        upper, lower = QWidget(), QWidget()
        finder = row(8, (self.search, 1), self.only)
        column(upper, 8, 6, finder, (self.tray, 1), self.sums)
        buttons = row(6, self.take, self.remove, None)
        column(lower, 8, 6, self.ground, (self.stack, 1), buttons)
        self._lists = QSplitter(Qt.Orientation.Vertical)
        self._halves = QSplitter(Qt.Orientation.Horizontal)
        for part, share in ((upper, 3), (lower, 2)):
            self._lists.addWidget(part)
            self._lists.setStretchFactor(self._lists.count() - 1, share)
        for part, share in ((self._lists, 0), (self._place, 1)):
            self._halves.addWidget(part)
            self._halves.setStretchFactor(self._halves.count() - 1, share)
        for splitter in (self._lists, self._halves):
            splitter.setChildrenCollapsible(False)
        self._lists.setMinimumWidth(self.look.px(220))
        column(self, 0, 0, (self._halves, 1))
        self._halves.setSizes([self.look.px(_LEFT), self.look.px(1000)])
        self.setFocusProxy(self.tray)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.only.toggled.connect(self._filter)
        self.tray.entered_on.connect(self.take_in_hand)
        self.stack.entered_on.connect(self.take_in_hand)
        self.stack.deleted.connect(self.take_off)
        self.tray.returned.connect(self.take_off)
        self.stack.chosenChanged.connect(self._mark)
        self.take.clicked.connect(lambda: self.take_in_hand(self.stack.chosen))
        self.remove.clicked.connect(lambda: self.take_off(self.stack.chosen))

    def _filter(self) -> None:
        self.tray.model_.set_filter(self.search.text(), only_waiting=self.only.isChecked())

    def _make_board(self, battlefield: Battlefield) -> SetBoard:
        board = self.board = SetBoard(battlefield, self.desk)
        board.setAccessibleName(say("Board of the set-up"))
        board.hexClicked.connect(self._click)
        board.unitClicked.connect(self._click_piece)
        board.leaderClicked.connect(self._click_piece)
        board.contextRequested.connect(self._show_menu)
        board.carried.connect(self._show_goal)
        board.fallen.connect(self.place)
        board.pickedOut.connect(self._pick_out)
        board.takenOut.connect(self._take_out)
        board.dragPath.connect(lambda path: self._show_goal(path[-1], path[0]))
        board.dragDropped.connect(self._drop)
        board.dragCancelled.connect(self._mark)
        board.spoken.connect(self.desk.told)
        board.describe = self._describe
        board.describe_piece = self._name
        board.tooltip = lambda hex_: escape(self._describe(hex_))
        return board

    def close_board(self) -> None:
        """End what paints the map; to be called before the page is given up."""
        self._place.close_board()

    def closeEvent(self, event: Any) -> None:
        """End what paints the map."""
        self.close_board()
        super().closeEvent(event)

    def dress(self) -> None:
        """Lists and board follow the look."""
        for one in (self.tray, self.stack):
            one.set_look(self.look)
        if self.board is not None:
            self.board.set_theme(self.look.theme)

    # -- what is shown

    def holds(self, part: Part, path: Sequence[str | int]) -> bool:
        """The set-up, and what the game lays out with it."""
        is_own = part == "scenario" and bool(path) and path[0] in covered(self.desk.kit)
        return is_own or super().holds(part, path)

    def show_draft(self, before: Draft | None, after: Draft) -> None:
        """Show the counters of a draft where they start."""
        known = None if before is None else self.top
        self.top = top = table_top_of(after, self.desk.kit, known)
        self._place.show_map(after.map, top.battle.battlefield, is_other=before is None)
        board = self.board
        assert board is not None, "a place that shows a map has a board"
        if self._contents is None or self._contents.battle is not top.battle:
            self._contents = Contents(top.battle)
        board.show_state(top.state, top.markers())
        board.sources = frozenset(top.hexes.values())
        self.hand = tuple(piece for piece in self.hand if piece in top.kinds)
        self.hexes = tuple(hex_ for hex_ in self.hexes if hex_ in top.battle.battlefield.grid)
        self.tray.nothing = _ALL_PLACED if top.kinds else _NO_COUNTERS
        self.tray.show_rows(tuple(self._waiting()))
        self._show_sums()
        self._show_stack()

    def _waiting(self) -> Iterator[PieceRow]:
        top = self._table
        said = ""
        for card, pieces in top.waiting():
            if card.side != said:
                said = card.side
                yield PieceRow(
                    *(f"side:{said}", top.battle.side_names[card.side], ()),
                    side=said,
                    colour=self.look.side(top.battle, card.side),
                )
            yield self._heading(card, pieces)
            yield from (self._row(piece, is_placed=False) for piece in pieces)

    def _heading(self, card: FormationCard, pieces: Sequence[str]) -> PieceRow:
        below = count("{n} counter", "{n} counters", len(pieces))
        key = f"formation:{card.id}"
        return PieceRow(key, card.name, tuple(pieces), card.side, card.id, below)

    def _row(self, piece: str, *, is_placed: bool) -> PieceRow:
        top = self._table
        card, formation = top.card(piece), top.formation(piece)
        assert self._contents is not None, "a row is made of what is shown"
        face = self._contents.piece(top.state, piece).face
        wait, turn = (Waits.PLACE, 0) if is_placed else top.wait_of(piece)
        below = self._numbers(piece)
        if is_placed:
            below = f"{formation.name}, {below}"
        return PieceRow(
            *(piece, card.name, (piece,), card.side, formation.id, below),
            note=wait_words(wait, turn),
            face=face,
            is_pale=wait is not Waits.PLACE,
        )

    def _numbers(self, piece: str) -> str:
        top = self._table
        card = top.card(piece)
        if isinstance(card, LeaderCard):
            return say("leader {rating}", rating=card.shown_rating)
        if card.arm.is_train:
            return say(card.arm.value)
        unit = top.state.units[card.id]
        strength = top.state.sp(card.id)
        words = mark("{arm}, {n} SP, reduced") if unit.reduced else mark("{arm}, {n} SP")
        return say(words, arm=say(card.arm.value), n=strength)

    def _show_sums(self) -> None:
        top = self._table
        waits = [top.wait_of(piece)[0] for _, pieces in top.waiting() for piece in pieces]
        placed = count("{n} placed", "{n} placed", len(top.hexes))
        left = say("{n} without a place", n=waits.count(Waits.PLACE))
        later = say("{n} come later", n=len(waits) - waits.count(Waits.PLACE))
        self.sums.setText(", ".join((placed, left, later)))

    def _show_stack(self) -> None:
        top = self._table
        pieces = [piece for hex_ in self.hexes for piece in top.pieces_in(hex_)]
        self.stack.show_rows([self._row(piece, is_placed=True) for piece in pieces])
        field = top.battle.battlefield
        words = ", ".join(field.name_of(hex_) for hex_ in self.hexes)
        strength = sum(top.state.sp(u) for u in top.battle.units if u in pieces)
        total = say(": {n} SP", n=strength) if pieces else ""
        self.ground.setText(f"{words}{total}" if words else say("Chosen hex"))
        self._mark()

    def _mark(self) -> None:
        """Ring the chosen hexes, and say what can be done with the chosen counters."""
        why = "" if self.stack.chosen else say("Choose counters in the list first.")
        bar(self.take, why)
        bar(self.remove, why)
        self._lay_over(())

    def _lay_over(self, goals: Sequence[Hex]) -> None:
        if self.board is None:
            return
        chosen: Any = frozenset(self.stack.chosen)
        targets = tuple(Target(hex_) for hex_ in goals)
        over = Overlays(selection=frozenset(self.hexes), chosen=chosen, targets=targets)
        self.board.board.show_overlays(over)

    def _show_goal(self, hex_: Hex | None, start: Hex | None = None) -> None:
        """Mark where dragged pieces would come to stand."""
        if start is not None and hex_ is not None:
            goals = self._shift(start, hex_) or {}
            self._lay_over(tuple(dict.fromkeys(goals.values())))
        else:
            self._lay_over(() if hex_ is None else (hex_,))

    @property
    def _table(self) -> TableTop:
        """The table that is shown; one of an empty draft before there is any."""
        if self.top is None:
            self.top = table_top_of(self.desk.draft, self.desk.kit)
        return self.top

    def _name(self, piece: str) -> str:
        return self._table.card(piece).name if piece in self._table.kinds else ""

    def _describe(self, hex_: Hex) -> str:
        top = self._table
        names = [self._name(piece) for piece in top.pieces_in(hex_)]
        return ": ".join(filter(None, (top.battle.battlefield.name_of(hex_), ", ".join(names))))

    # -- what the player does

    def look_at(self, hexes: Sequence[Hex], chosen: Sequence[str] | None = None) -> None:
        """Show who stands in some hexes; without a choice all of them are chosen."""
        self.hexes = tuple(dict.fromkeys(hexes))
        self._show_stack()
        here = [piece for hex_ in self.hexes for piece in self._table.pieces_in(hex_)]
        self.stack.choose(here if chosen is None else chosen)
        self._mark()

    def take_in_hand(self, pieces: Sequence[str]) -> None:
        """The next click on a hex, or Enter there, puts these down."""
        self.hand = tuple(piece for piece in pieces if piece in self._table.kinds)
        if self.hand:
            who = self._who(self.hand)
            words = mark("In hand: {who}. Click a hex, or go there by the arrow keys and Enter.")
            self.desk.told.emit(say(words, who=who))
            if self.board is not None:
                self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def place(self, pieces: Sequence[str], hex_: Hex) -> None:
        """Put pieces down in a hex."""
        top, desk = self._table, self.desk
        kinds = top.kinds_of(pieces)
        scenario = put_down(desk.draft.scenario, desk.order("scenario"), kinds, hex_)
        words = say("Place {who} in {hex}", who=self._who(tuple(kinds)), hex=hex_)
        self.hand = ()
        desk.do(words, desk.draft.having("scenario", scenario))
        if self.isVisible():
            self.look_at((hex_,), tuple(kinds))

    def take_off(self, pieces: Sequence[str]) -> None:
        """Take pieces off the map, back into the tray."""
        desk = self.desk
        scenario = taken_up(desk.draft.scenario, desk.order("scenario"), set(pieces))
        words = say("Take {who} off the map", who=self._who(pieces))
        desk.do(words, desk.draft.having("scenario", scenario))

    def _who(self, pieces: Sequence[str]) -> str:
        if len(pieces) == 1:
            return self._name(pieces[0])
        return count("{n} counter", "{n} counters", len(pieces))

    def _click(self, hex_: Hex, modifiers: Modifier, which: Qt.MouseButton) -> None:
        if which is not Qt.MouseButton.LeftButton:
            if hex_ not in self.hexes:
                self.look_at((hex_,))
        elif self.hand:
            self.place(self.hand, hex_)
        elif modifiers & (Modifier.ShiftModifier | Modifier.ControlModifier):
            others = [one for one in self.hexes if one != hex_]
            self.look_at(others if hex_ in self.hexes else (*self.hexes, hex_))
        else:
            self.look_at((hex_,))

    def _click_piece(self, piece: str, modifiers: Modifier) -> None:
        """A counter of a fan is chosen alone; with Ctrl beside those that are."""
        hex_ = self._table.hexes.get(piece)
        if hex_ is None:
            return
        known = set(self.stack.chosen) if modifiers & Modifier.ControlModifier else set()
        hexes = self.hexes if hex_ in self.hexes else (*self.hexes, hex_) if known else (hex_,)
        self.look_at(hexes, tuple(known ^ {piece}))

    def _pick_out(self, piece: str) -> None:
        if self.stack.is_lent or piece not in self.stack.chosen:
            self.stack.choose((piece,))

    def _shift(self, start: Hex, end: Hex) -> dict[str, Hex] | None:
        """Where the pieces come to stand that a drag from a hex takes along."""
        top = self._table
        chosen = [piece for piece in self.stack.chosen if piece in top.hexes]
        here = top.pieces_in(start)
        if not set(chosen) & set(here):
            chosen = here
        grid = top.battle.battlefield.grid
        stands = {piece: top.hexes[piece] for piece in chosen if top.hexes[piece] in grid}
        return shifted(grid, stands, start, end)

    def _drop(self, path: tuple[Hex, ...]) -> None:
        """A drag from hex to hex: the chosen counters go as far, else all of the first hex."""
        top, desk = self._table, self.desk
        goals = self._shift(path[0], path[-1])
        if goals is None:
            desk.told.emit(say("Some of the chosen counters would leave the map."))
            self._mark()
            return
        scenario = moved(desk.draft.scenario, desk.order("scenario"), goals, top.kinds)
        words = say("Move {who} to {hex}", who=self._who(tuple(goals)), hex=path[-1])
        desk.do(words, desk.draft.having("scenario", scenario))
        self.look_at(tuple(goals.values()), tuple(goals))

    def _take_out(self, start: Hex, where: QPoint) -> None:
        """Counters that are dragged to the lists leave the map."""
        lists = self._lists
        if lists.rect().contains(lists.mapFromGlobal(where)):
            here = self._table.pieces_in(start)
            chosen = [piece for piece in self.stack.chosen if piece in here] or here
            self.take_off(chosen)
        else:
            self._mark()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the chosen counters off the map; Esc lays those in hand back."""
        if event.key() == Qt.Key.Key_Delete and self.stack.chosen:
            self.take_off(self.stack.chosen)
        elif event.key() == Qt.Key.Key_Escape and self.hand:
            self.hand = ()
            self.desk.told.emit(say("Nothing is in hand any more."))
        else:
            super().keyPressEvent(event)

    # -- the menu of a hex

    def toggles(self, hex_: Hex) -> Sequence[Toggle]:
        """What can be switched on and off in a hex."""
        here = self._table.pieces_in(hex_)
        chosen = [piece for piece in self.stack.chosen if piece in here]
        return toggles_at(self._table, self.desk, hex_, chosen or here)

    def switch(self, toggle: Toggle) -> None:
        """Switch something on or off: a step."""
        self.desk.do(toggle.step, self.desk.draft.having("scenario", toggle.scenario))

    def menu(self, hex_: Hex) -> QMenu:
        """The menu of a hex."""
        made = QMenu(self)
        made.setToolTipsVisible(True)
        here = self._table.pieces_in(hex_)
        chosen = tuple(piece for piece in self.stack.chosen if piece in here) or tuple(here)
        if self.hand:
            words = say("Put {who} down here", who=self._who(self.hand))
            made.addAction(keyless(words), partial(self.place, self.hand, hex_))
        if chosen:
            words = say("Take {who} in hand", who=self._who(chosen))
            made.addAction(keyless(words), partial(self.take_in_hand, chosen))
            words = say("Take {who} off the map", who=self._who(chosen))
            made.addAction(keyless(words), partial(self.take_off, chosen))
        group = ""
        for toggle in self.toggles(hex_):
            if toggle.group != group:
                group = toggle.group
                made.addSeparator()
            words = say("{what}: {words}", what=toggle.group, words=toggle.words)
            action = made.addAction(keyless(words))
            action.setCheckable(True)
            action.setChecked(toggle.is_on)
            action.triggered.connect(partial(self._press, toggle))
        return made

    def _press(self, toggle: Toggle, _: bool = False) -> None:
        self.switch(toggle)

    def _show_menu(self, hex_: Hex, where: QPoint) -> None:
        made = self.menu(hex_)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        made.popup(where)

    # -- to where a problem leads

    def go_to(self, part: Part, path: Sequence[str | int]) -> bool:
        """Show the hex that a place of the scenario is about."""
        if not self.holds(part, path):
            return False
        hex_, pieces = self._meant(path)
        top = self._table
        if hex_ in top.battle.battlefield.grid:
            self.look_at((hex_,), pieces)
            if self.board is not None:
                self.board.show_hexes((hex_,))
        elif pieces:
            self.tray.choose(pieces)
        return True

    def _meant(self, path: Sequence[str | int]) -> tuple[Hex, list[str]]:
        """The hex that a path leads to, and the pieces in it that it is about."""
        scenario, top = self.desk.draft.scenario, self._table
        entry = entry_at(scenario, path)
        if entry is not None:
            hex_ = Hex(str(entry.get("hex", "")))
            named = [*texts(entry, "units"), *texts(entry, "leaders")]
            if len(path) > 3 and isinstance(entry.get(str(path[2])), list):
                listed, place = entry[str(path[2])], path[3]
                is_there = isinstance(place, int) and place < len(listed)
                named = [str(listed[place])] if is_there and isinstance(place, int) else named
            return hex_, named
        found = scenario.get(str(path[0]))
        at = path[1] if len(path) > 1 else None
        is_there = isinstance(found, list) and isinstance(at, int) and at < len(found)
        value = found[at] if is_there and isinstance(found, list) and isinstance(at, int) else ""
        text = value.get("hex", "") if isinstance(value, dict) else str(value)
        if is_hex_id(str(text)[:4]):
            return Hex(str(text)[:4]), []
        card = top.battle.formations.get(FormationId(str(text)))
        pieces = [*card.leaders, *card.units] if card is not None else [str(text)]
        stands = [top.hexes[piece] for piece in pieces if piece in top.hexes]
        return (stands[0] if stands else Hex("")), list(pieces)

    def set_look(self, look: Look) -> None:
        """Dress anew, with other faces."""
        super().set_look(look)
        if self.top is not None and self.isVisible():
            self.show_draft(self.top.draft, self.desk.draft)

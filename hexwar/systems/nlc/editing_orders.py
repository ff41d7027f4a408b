"""The page of the orders at the start: the list and the composer of the game beside its board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QSplitter, QWidget

from hexwar.editor.board_place import BoardPlace
from hexwar.editor.desk import Desk, Page
from hexwar.editor.document import Draft, Json, Part, put
from hexwar.editor.errand import Errand
from hexwar.editor.table_top import TableTop, table_top_of
from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.editing_marches import BestMarch, best_marches
from hexwar.systems.nlc.editing_pad import (
    STEP,
    StartPrompter,
    held_in,
    ordered,
    ordered_apart,
    records_of,
    step_records,
)
from hexwar.systems.nlc.editing_state import Start, start_of
from hexwar.systems.nlc.lenses.looking import order_arrows
from hexwar.systems.nlc.orders import LineId, formation_of_line
from hexwar.systems.nlc.panels.describe import hex_tip, hex_words, piece_words
from hexwar.systems.nlc.panels.markers import markers_of
from hexwar.systems.nlc.panels.order_form import LINE, OrderRow, Word
from hexwar.systems.nlc.panels.order_rows import order_rows
from hexwar.systems.nlc.panels.orders_panel import OrdersPanel
from hexwar.systems.nlc.words import division_name, line_name
from hexwar.table.battlefield import Battlefield
from hexwar.table.forces import FormationId, Side
from hexwar.table.overlays import Track, overlays_of
from hexwar.widgets.board.view import BoardView
from hexwar.widgets.panels.parts import ChoiceBox, box_sheet, column, line_label, plain_label, row
from hexwar.widgets.words import keyless, literal

Modifier = Qt.KeyboardModifier

_LEFT = 400  # width of the list, pixels at 100 %
_FARTHEST = 9  # hexes of a zone that can be chosen here


class OrdersPage(Page):
    """Chooses a formation in the list or on the map, and writes the order that it starts with.

    Below each order stands when it would be carried out if no enemy stood in the way.
    """

    title = mark("Orders")
    key = "orders"
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {
        "scenario": ("orders", "divisional_orders"),
    }

    def __init__(self, desk: Desk) -> None:
        """Lay out an empty page; it fills when it is seen."""
        super().__init__(desk)
        self.top: TableTop | None = None
        self.start: Start | None = None
        self.board: BoardView | None = None
        self.prompter: StartPrompter | None = None
        self.marches: dict[LineId, BestMarch] = {}
        """The best march of each order, as far as they are worked out."""
        self.errand = Errand(self)
        self.errand.found.connect(self._note)
        self.errand.ended.connect(self._show)
        self.orders = OrdersPanel(desk.look)
        self.orders.open_only.hide()  # no order is on its way before the battle
        self.orders.foot.done.setToolTip("")  # no pad is closed, so its key is not told of
        self.refusal = plain_label("refusal")
        self.fixed = QCheckBox(say("May not be changed"))
        self.fixed.setToolTip(say("No side and no leader may change it (N12.11, N12.66)"))
        zones = {"": say("no zones")} | {str(far): str(far) for far in range(_FARTHEST + 1)}
        self.zone = ChoiceBox(desk.look, zones)
        self.zone.setAccessibleName(say("How far from its objective it may enter zones"))
        tip = say("Hexes round its objective in which it may enter zones and attack (N12.24)")
        self.zone.setToolTip(literal(tip))
        self._leave = QWidget()
        self._place = BoardPlace(self._make_board)
        self._halves = QSplitter(Qt.Orientation.Horizontal)
        self._halves.setChildrenCollapsible(False)
        left = QWidget()
        words = line_label(say("May attack within"))
        words.setBuddy(self.zone)
        column(self._leave, 8, 4, row(8, self.fixed, None, words, self.zone))
        said = column(None, 8, 4, self.refusal)
        first = mark("Make formations on the page Forces: then write here what each is to do.")
        self.advice = QWidget()
        column(self.advice, 8, 0, plain_label("prompt", say(first)))
        column(left, 0, 0, self.advice, (self.orders, 1), self._leave, said)
        for part, share in ((left, 0), (self._place, 1)):
            self._halves.addWidget(part)
            self._halves.setStretchFactor(self._halves.count() - 1, share)
        column(self, 0, 0, (self._halves, 1))
        self._halves.setSizes([self.look.px(_LEFT), self.look.px(1000)])
        self.orders.told.connect(self.write)
        self.orders.linkActivated.connect(self._follow_link)
        self.fixed.clicked.connect(self._fix)
        self.zone.activated.connect(self._set_zone)
        self.refusal.hide()
        self._leave.hide()
        self.setFocusProxy(self.orders)
        self.settle()

    def _make_board(self, battlefield: Battlefield) -> BoardView:
        look = self.look
        style, cache = look.art.style, self.desk.cache
        board = self.board = BoardView(battlefield, look.theme, style, cache=cache)
        board.setAccessibleName(say("Board of the orders"))
        board.fans_on_click = False
        board.hexClicked.connect(self._click)
        board.contextRequested.connect(self._show_menu)
        board.spoken.connect(self.desk.told)
        board.describe = lambda hex_: hex_words(self._start.state, hex_)
        board.describe_piece = lambda piece: piece_words(self._start.state, piece)
        board.tooltip = lambda hex_: hex_tip(self._start.state, hex_)
        return board

    def close_board(self) -> None:
        """End what paints the map and what is worked out; before the page is given up."""
        self.errand.rest()
        self._place.close_board()

    def closeEvent(self, event: Any) -> None:
        """End all that goes on by itself."""
        self.close_board()
        super().closeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is worked out while nobody looks."""
        super().hideEvent(event)
        self.errand.rest()

    def showEvent(self, event: QShowEvent) -> None:
        """Go on with what is left."""
        super().showEvent(event)
        self.errand.go_on()

    def dress(self) -> None:
        """List and board follow the look."""
        self.orders.set_look(self.look)
        self.setStyleSheet(box_sheet(self.look))
        if self.board is not None:
            self.board.set_theme(self.look.theme)

    # -- what is shown

    def show_draft(self, before: Draft | None, after: Draft) -> None:
        """Show the orders of a draft."""
        known = None if before is None else self.top
        self.top = top = table_top_of(after, self.desk.kit, known)
        self.start = start = start_of(top)
        self._place.show_map(after.map, top.battle.battlefield, is_other=before is None)
        board = self.board
        assert board is not None, "a place that shows a map has a board"
        board.show_state(start.state, markers_of(start.state))
        self.advice.setVisible(not start.state.pad.lines)
        names = start.state.battle.battlefield.place_names.values()
        self.orders.composer.set_places([name for name in names if name])
        old = None if self.prompter is None else self.prompter.draft
        side = Side("") if self.prompter is None else self.prompter.side
        sides = start.state.battle.sides
        self._ask(side if side in sides else sides[0])
        line = None if old is None else old.line
        if line is not None and line in start.state.pad.lines and self.prompter is not None:
            self.prompter.choose(line)
        self.marches = {}
        self.errand.begin(partial(best_marches, start))
        self._show()

    @property
    def _start(self) -> Start:
        if self.start is None:
            self.start = start_of(table_top_of(self.desk.draft, self.desk.kit))
        return self.start

    def _ask(self, side: Side) -> StartPrompter:
        state = self._start.state
        held = held_in(state, self.desk.draft.scenario)
        self.prompter = StartPrompter(state, side, held)
        return self.prompter

    def _show(self) -> None:
        """The rows, the order that is being written, and its way on the map."""
        self.orders.show_rows(tuple(self._rows()))
        self._show_form()

    def _show_form(self) -> None:
        prompter = self.prompter
        if prompter is None:
            return
        offer = prompter.offer()
        line = LineId(offer.pad.line)
        self.orders.show_form(offer.pad.form, line)
        self._show_leave(prompter)
        if self.board is not None:
            marked = formation_of_line(line) if line else None
            arrows = order_arrows(self._start.state, marked)
            # What is written takes the place of what the line holds.
            laid = overlays_of(offer.overlays)
            own = laid.orders
            at = own[0].hexes[0] if own else None
            kept = [one for one in arrows if not own or one.is_pale or one.hexes[0] != at]
            over = replace(laid, orders=(*kept, *own), tracks=tuple(self._tracks(line)))
            self.board.board.show_overlays(over)

    def _show_leave(self, prompter: StartPrompter) -> None:
        """What only the scenario may say of an order that it gives."""
        steps = self._held(prompter)
        self._leave.setVisible(bool(steps))
        if steps:
            zone = steps[-1].get("zone")
            self.fixed.setChecked(all(step.get("fixed") is True for step in steps))
            self.zone.setCurrentIndex(max(self.zone.findData("" if zone is None else str(zone)), 0))

    def _held(self, prompter: StartPrompter) -> Sequence[Json]:
        """The records of the order that the chosen line holds."""
        line = prompter.draft.line
        if line is None or prompter.is_new:
            return ()
        scenario = self.desk.draft.scenario
        return records_of(scenario, formation_of_line(line), prompter.draft.units)

    def _fix(self) -> None:
        fixed = self.fixed.isChecked() or None
        self._give_leave(lambda steps: [put(step, {"fixed": fixed}, STEP) for step in steps])

    def _set_zone(self) -> None:
        zone = self.zone.currentData()
        fields = {"zone": int(zone) if zone else None}
        self._give_leave(lambda steps: [*steps[:-1], put(steps[-1], fields, STEP)])

    def _give_leave(self, change: Callable[[Sequence[Json]], list[Json]]) -> None:
        """Change the records of the order that the chosen line holds: a step."""
        prompter = self.prompter
        steps = () if prompter is None else self._held(prompter)
        if prompter is None or prompter.draft.line is None or not steps:
            return
        formation, units = formation_of_line(prompter.draft.line), prompter.draft.units
        scenario, order = self.desk.draft.scenario, self.desk.order("scenario")
        if units:
            after = ordered_apart(scenario, order, formation, units, change(steps))
        else:
            after = ordered(scenario, order, formation, change(steps))
        self.desk.do(say("What an order allows"), self.desk.draft.having("scenario", after))

    def _tracks(self, line: LineId) -> Iterator[Track]:
        """The best way of the chosen line."""
        march = self.marches.get(line)
        if march is not None and march.path:
            side = self._start.state.side_of_line(line)
            yield Track(side, (march.start, *march.path))

    def _rows(self) -> Iterator[OrderRow]:
        state = self._start.state
        prompter = self.prompter
        held = {} if prompter is None else prompter.held
        free = tuple(state.pad.lines)
        for one in order_rows(state, state.battle.sides, free):
            line = LineId(one.line)
            march = self.marches.get(line)
            since = say("by the scenario") if line in held else say("nothing is written")
            doing = "" if march is None else march.words
            yield replace(one, since=since, doing=doing, is_free=line in held)

    def _note(self, march: BestMarch) -> None:
        self.marches[march.line] = march

    # -- what the player does

    def write(self, word: str) -> None:
        """Something was pressed in the list or in the composer."""
        prompter = self.prompter
        if prompter is None:
            return
        what, _, name = word.partition(":")
        if what == Word.LINE and name in self._start.state.pad.lines:
            prompter = self._turn_to(LineId(name))
        self._take(prompter, prompter.write(word))
        if word.startswith(LINE):
            self._bring()

    def _turn_to(self, line: LineId) -> StartPrompter:
        """Ask the side that a line is of."""
        side, prompter = self._start.state.side_of_line(line), self.prompter
        return prompter if prompter is not None and prompter.side == side else self._ask(side)

    def _bring(self) -> None:
        prompter, board = self.prompter, self.board
        if prompter is not None and board is not None:
            places = overlays_of(prompter.offer().overlays).selection
            if places:
                board.bring(sorted(places))

    def _click(self, hex_: Hex, modifiers: Modifier, which: Qt.MouseButton) -> None:
        """A hex of the map: who is there, or the objective."""
        prompter = self.prompter
        if which is not Qt.MouseButton.LeftButton or prompter is None:
            return
        if prompter.draft.line is None:  # whose troops are there is asked
            state = self._start.state
            there = [state.side_of(unit) for unit in state.units_in(hex_)]
            there += [state.battle.leaders[x].side for x in state.leaders_in(hex_)]
            if there and prompter.side not in there:
                prompter = self._ask(there[0])
        adds = bool(modifiers & Modifier.ShiftModifier)
        self._take(prompter, prompter.click(hex_, adds=adds))

    def _take(self, prompter: StartPrompter, response: Any) -> None:
        """Show what has come of a press: more words, an order, or why not."""
        is_refused = isinstance(response, Refusal)
        words = f"{response.sentence} ({response.rule})" if is_refused else ""
        self.refusal.setText(words)
        self.refusal.setVisible(bool(words))
        if words:
            self.desk.told.emit(words)
        elif response:
            self._set(prompter, response[0].value)
            return
        self._show_form()

    def _set(self, prompter: StartPrompter, steps: Any) -> None:
        """Write an order into the scenario: a step."""
        draft, desk, state = prompter.draft, self.desk, self._start.state
        line = draft.line
        if line is None:
            return
        formation = formation_of_line(line)
        scenario, order = desk.draft.scenario, desk.order("scenario")
        before = () if prompter.is_new else records_of(scenario, formation, draft.units)
        made = step_records(state, steps, before)
        if draft.units:
            after = ordered_apart(scenario, order, formation, draft.units, made)
            name = division_name(state.battle, draft.units)
        else:
            after, name = ordered(scenario, order, formation, made), line_name(state.battle, line)
        words = mark("Order of {name}") if steps else mark("No order for {name}")
        desk.do(say(words, name=name), desk.draft.having("scenario", after))
        self._show_form()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc takes back what was said last."""
        prompter = self.prompter
        if event.key() == Qt.Key.Key_Escape and prompter is not None and prompter.back():
            self._show_form()
            return
        super().keyPressEvent(event)

    def _show_menu(self, hex_: Hex, where: QPoint) -> None:
        """Whose order is written, where several stand in a hex."""
        state = self._start.state
        cards = state.battle.leaders
        lines = [LineId(cards[leader].formation) for leader in state.leaders_in(hex_)]
        lines += [state.line_id_of(unit) for unit in state.units_in(hex_)]
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for line in dict.fromkeys(lines):
            name = line_name(state.battle, line, state.pad.lines[line].units)
            words = say("Write to {name}", name=name)
            action = made.addAction(keyless(words))
            action.setData(f"{LINE}{line}")
        made.triggered.connect(lambda action: self.write(action.data()))
        if made.actions():
            made.popup(where)
        else:
            made.deleteLater()

    def _follow_link(self, address: str) -> None:
        kind, _, name = address.partition(":")
        if kind == "hex" and self.board is not None:
            self.board.show_hexes((Hex(name),))
        else:
            self.linkActivated.emit(address)

    # -- to where a problem leads

    def go_to(self, part: Part, path: Sequence[str | int]) -> bool:
        """Choose the formation whose order a place of the scenario is."""
        if not self.holds(part, path):
            return False
        found = self.desk.draft.scenario.get(str(path[0]))
        at = path[1] if len(path) > 1 else None
        is_there = isinstance(found, list) and isinstance(at, int) and at < len(found)
        one = found[at] if is_there and isinstance(found, list) and isinstance(at, int) else {}
        line = self._line_of(one) if isinstance(one, dict) else None
        if line is not None:
            self.write(f"{LINE}{line}")
        return True

    def _line_of(self, record: Json) -> LineId | None:
        pad, formation = self._start.state.pad.lines, record.get("formation")
        units = record.get("units")
        if isinstance(units, list):
            found = (line for line, entry in pad.items() if entry.units and entry.units[0] in units)
            return next(found, None)
        is_known = isinstance(formation, str) and formation in pad
        return LineId(FormationId(str(formation))) if is_known else None

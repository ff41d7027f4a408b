"""The orders dock: the order pad of a side, and the order that is being written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from hexwar.messages import mark, say
from hexwar.systems.nlc.panels.order_form import (
    BESIDE,
    LINE,
    VERB,
    WING,
    Aside,
    Choice,
    Odds,
    OrderForm,
    OrderRow,
    VerbChoice,
    Visit,
    Word,
)
from hexwar.systems.nlc.panels.orders_list import OrdersList, WrittenForm
from hexwar.widgets.panels.bars import ChanceBar, chance_words
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Item,
    Panel,
    button,
    column,
    label,
    plain_label,
    row,
    rule_link,
    scrolled,
    signed,
)
from hexwar.widgets.words import keyless, literal, speak

# -- the composer: an order is written verb by verb, and says at once how it would fare


_SHORT = (5, 4)  # verbs in each row


class OrderComposer(WrittenForm):
    """Verbs, the sentence as it grows, the courier, the chances, and why it may not be sent."""

    told = Signal(str)
    """What was pressed: a `Word`, or `verb:attack`, `beside:FR-2`, `wing:FR-GRO`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.title, self.giver, self.hint = label("heading"), label("quiet"), label("quiet")
        self.sentence, self.chances = label(), label()
        self.courier, self.odds = label(), label()
        self.refusal = label("refusal")
        self.bar = ChanceBar(look)
        body = QWidget()
        self.area = scrolled(body)
        self.verbs: dict[str, QPushButton] = {}
        self._rows = [row(3) for _ in _SHORT]
        self.then = self._tool(say("then …"), Word.THEN, say("Add a further step (Alt+T)"))
        self.then.setShortcut("Alt+T")
        tip = say("The next hex that you click is on the way (Alt+B)")
        self.by = self._tool(say("by way of"), Word.BY, tip)
        self.by.setCheckable(True)
        self.by.setShortcut("Alt+B")
        self.back = self._tool(say("Take back"), Word.BACK, say("Take the last part back (Esc)"))
        tip = say("A friendly formation is the objective")
        self.beside = _menu_button(say("with a formation"), tip)
        self.wing = _menu_button(say("put under"), say("Assign the recipient to a wing"))
        self.local = _tool_button("", "")
        self.local.setCheckable(True)
        self.local.clicked.connect(self._press_local)
        self.ends = _tool_button("", "")
        self.ends.setCheckable(True)
        self.ends.clicked.connect(self._press_ends)
        tip = say("An order of its own for a division, or back to its corps (Alt+D)")
        self.divisions = _menu_button(say("divisions"), tip)
        self.divisions.setShortcut("Alt+D")
        self.goal = QLineEdit()
        self.goal.setPlaceholderText(say("Objective: a hex, a place, or a click on the map"))
        self.goal.setAccessibleName(say("Objective"))
        self.goal.setToolTip(say("Where the order leads: type it, or click it on the map"))
        self.goal.returnPressed.connect(self._take_goal)
        self.send, self.none = button("", "main"), button("")
        self._lay(body)
        self.send.clicked.connect(lambda: self.told.emit(Word.SEND))
        self.none.clicked.connect(lambda: self.told.emit(Word.NONE))
        self.settle()

    def show_form(self, form: OrderForm) -> None:
        """Show an order as far as it is written."""
        self._again = lambda: self.show_form(form)
        _put(self.title, escape(form.title))
        _put(self.giver, escape(form.giver))
        self._show_verbs(form.verbs)
        self._show_sentence(form)
        _put(self.hint, escape(form.hint) if form.is_open else "")
        for tool in (self.then, self.by, self.back, self.goal):
            tool.setVisible(bool(form.verbs))
        self._show_asides(form.asides)
        self.then.setEnabled(form.can_go_on)
        self.by.setEnabled(form.can_go_by)
        self.by.setChecked(form.is_by)
        self.back.setEnabled(form.can_go_back)
        self._fill(self.beside, BESIDE, form.formations)
        self._fill(self.wing, WING, form.wings)
        courier, refusal, odds = form.courier, form.refusal, form.odds
        rides = f"{escape(courier.words)} {rule_link(courier.rule)}" if courier else ""
        _put(self.courier, rides)
        # No line ends between a number and its sign.
        chances = "" if odds is None else escape(chance_words(odds.chances))
        _put(self.chances, f"<b>{chances.replace(' %', '&nbsp;%')}</b>" if chances else "")
        _put(self.odds, "" if odds is None else _odds_words(odds))
        self.bar.setVisible(odds is not None)
        self.bar.show_chances(() if odds is None else odds.chances)
        why = f"{escape(refusal.sentence)} {rule_link(refusal.rule)}" if refusal else ""
        _put(self.refusal, why)
        self.send.setText(keyless(form.send))
        self.send.setVisible(bool(form.can_send or form.verbs or form.sentence))
        self.send.setEnabled(form.can_send)
        self.none.setText(keyless(form.none))
        self.none.setVisible(bool(form.none))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the line of the objective is not meant for the list as well."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def dress(self) -> None:
        """The sentence is written in the letters of a rulebook; the verbs are small."""
        look = self.look
        self.setStyleSheet(
            f"QToolButton {{ padding: {look.px(3)}px {look.px(7)}px; }}"
            f' QPushButton[role="verb"] {{ padding: {look.px(3)}px {look.px(2)}px;'
            f" font-size: {look.px(13)}px; }}"
            f' QPushButton[barred="true"] {{ color: {look.theme.window.faint};'
            f" background: {look.theme.window.sunken}; border-style: dashed; }}"
        )
        self.sentence.setFont(self.look.serif(15, bold=False))
        self.bar.set_look(self.look)

    # -- how it is made

    def _lay(self, body: QWidget) -> None:
        """What may grow is scrolled; the buttons that end the writing always stay in sight."""
        said = (self.sentence, self.hint, self.refusal, self.chances, self.bar)
        menus = row(4, self.beside, self.wing, None)
        tools = row(4, self.then, self.by, self.back, None)
        asides, ends = row(4, self.local, self.divisions, None), row(4, self.ends, None)
        below = (*said, tools, self.courier, self.odds, menus, None)
        above: tuple[Item, ...] = (self.title, asides, ends, self.giver, *self._rows, self.goal)
        upper = column(body, 6, 4, *above, *below)
        for line in (self.courier, self.odds, self.refusal):
            line.linkActivated.connect(self.linkActivated)
        foot = column(None, 6, 4, row(6, (self.send, 1), self.none))
        self._parts = (upper, foot)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column(self, 0, 0, (self.area, 1), foot)

    def _tool(self, words: str, word: str, tip: str) -> QToolButton:
        made = _tool_button(words, tip)
        made.clicked.connect(lambda: self.told.emit(word))
        return made

    def height_for(self, width: int) -> int:
        """What its parts need; the bar at the side is shown only where that is too much."""
        upper, foot = self._parts
        upper.invalidate()
        return int(upper.totalHeightForWidth(width) + foot.sizeHint().height()) + 2

    # -- what is shown

    def set_places(self, names: Sequence[str]) -> None:
        """The names that can be typed for an objective."""
        completer = QCompleter(sorted(names), self.goal)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.goal.setCompleter(completer)

    def _take_goal(self) -> None:
        """Enter names the objective; with nothing typed it sends what is ready."""
        words = self.goal.text()
        self.goal.clear()
        if words:
            self.told.emit(f"{Word.GOAL}:{words}")
        elif self.send.isEnabled():
            self.told.emit(Word.SEND)

    def _press_local(self) -> None:
        self.local.setChecked(not self.local.isChecked())  # the form says whether it is chosen
        self.told.emit(Word.LOCAL)

    def _press_ends(self) -> None:
        self.ends.setChecked(not self.ends.isChecked())
        self.told.emit(self.ends.property("word"))

    def _show_asides(self, asides: Sequence[Aside]) -> None:
        """The leader's own will as a button, the divisions in a menu."""
        own = next((one for one in asides if one.word == Word.LOCAL), None)
        self.local.setVisible(own is not None)
        if own is not None:
            self.local.setText(keyless(own.name))
            self.local.setShortcut("Alt+L")  # a new text takes it away
            self.local.setChecked(own.chosen)
            self.local.setEnabled(own.barred is None)
            why = f"{own.barred.sentence} ({own.barred.rule})" if own.barred else own.tip
            self.local.setToolTip(literal(say("{why} (Alt+L)", why=why)))
        ends = next((one for one in asides if one.word.startswith(Word.ENDS)), None)
        self.ends.setVisible(ends is not None)
        if ends is not None:
            self.ends.setText(keyless(ends.name))
            self.ends.setToolTip(literal(say("{why} (Alt+E)", why=ends.tip)))
            self.ends.setShortcut("Alt+E")
            self.ends.setChecked(ends.chosen)
            self.ends.setProperty("word", ends.word)
        menu = self.divisions.menu()
        menu.clear()
        menu.setToolTipsVisible(True)
        others = [one for one in asides if one not in (own, ends)]
        for one in others:
            action = menu.addAction(keyless(one.name))
            action.setToolTip(literal(one.tip))
            action.setCheckable(one.chosen)
            action.setChecked(one.chosen)
            action.triggered.connect(partial(self._tell_aside, one.word))
        self.divisions.setVisible(bool(others))

    def _tell_aside(self, word: str) -> None:
        self.told.emit(word)

    def _show_verbs(self, choices: Sequence[VerbChoice]) -> None:
        """Reuse the buttons where the verbs are the same, so that the keyboard stays there."""
        if [c.verb for c in choices] != list(self.verbs):
            self._make_verbs(choices)
        for choice in choices:
            made = self.verbs[choice.verb]
            made.setChecked(choice.chosen)
            is_barred = choice.barred is not None  # it can still be pressed, to be told why
            if made.property("barred") != is_barred:
                made.setProperty("barred", is_barred)
                made.style().unpolish(made)
                made.style().polish(made)
            place = list(self.verbs).index(choice.verb) + 1
            why = f"{choice.barred.sentence} ({choice.barred.rule})" if choice.barred else ""
            made.setToolTip(
                literal(why or say("{choice} ({place})", choice=choice.name, place=place))
            )

    def _make_verbs(self, choices: Sequence[VerbChoice]) -> None:
        for old in self.verbs.values():
            for line in self._rows:
                line.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.verbs = {}
        for place, choice in enumerate(choices):
            made = button(choice.name)
            made.setCheckable(True)
            made.setProperty("role", "verb")
            made.setShortcut(QKeySequence(f"Alt+{place + 1}"))
            made.clicked.connect(partial(self._choose_verb, choice.verb))
            digit = QShortcut(QKeySequence(str(place + 1)), made)
            digit.activated.connect(partial(self._type_verb, choice.verb))
            self._rows[place >= _SHORT[0]].addWidget(made, len(choice.name))
            made.show()
            self.verbs[choice.verb] = made

    def _choose_verb(self, verb: str) -> None:
        self.verbs[verb].setChecked(True)  # the form says what is chosen; a press alone unsets it
        self.told.emit(f"{VERB}{verb}")

    def _type_verb(self, verb: str) -> None:
        """A type of order by its digit; then its objective can be typed."""
        self._choose_verb(verb)
        self.goal.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_sentence(self, form: OrderForm) -> None:
        end = " \N{HORIZONTAL ELLIPSIS}" if form.is_open else "."
        words = f"{form.sentence}{end}" if form.sentence else ""
        if self.sentence.text() != escape(words):
            speak(self.sentence, words)
        _put(self.sentence, escape(words))

    def _fill(self, made: QToolButton, before: str, choices: Sequence[Choice]) -> None:
        menu = made.menu()
        menu.clear()
        for choice in choices:
            action = menu.addAction(keyless(choice.name))
            action.setCheckable(True)
            action.setChecked(choice.chosen)
            action.triggered.connect(partial(self._choose, action, choice, before))
        made.setVisible(bool(choices))

    def _choose(self, action: QAction, choice: Choice, before: str) -> None:
        action.setChecked(choice.chosen)  # the form says what is chosen; a press alone turns it
        self.told.emit(f"{before}{choice.id}")


def _tool_button(words: str, tip: str) -> QToolButton:
    made = QToolButton()
    made.setText(keyless(words))
    made.setToolTip(literal(tip))
    return made


def _menu_button(words: str, tip: str) -> QToolButton:
    made = _tool_button(words, tip)
    made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    made.setMenu(QMenu(made))
    return made


def _put(line: QLabel, html: str) -> None:
    """Show words; without any the line takes no room."""
    line.setText(html)
    line.setVisible(bool(html))


def _odds_words(odds: Odds) -> str:
    parts = [escape(odds.base)]
    parts += [
        f"{signed(columns)} {escape(reason)} {rule_link(rule)}"
        for reason, columns, rule in odds.shifts
    ]
    words, rule = mark("{title} in column <b>{column}</b> {rule}"), rule_link(odds.rule)
    title = say(words, title=escape(odds.title), column=odds.column, rule=rule)
    return f"{title}: {', '.join(parts)}."


# -- the orders dock: the order pad of a side, and the order that is being written


_LOW = 380  # the height, pixels at 100 %, below which the line that finds a row gives way


class Foot(Panel):
    """What stands below a side's page: who acts first, how hexes rally, and the end of it."""

    told = Signal(str)
    """What was pressed: a `Word`, or `first:FR-2`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.first, self.rally = QComboBox(), QCheckBox(say("I order my rallies"))
        tip = say("You choose which hex rallies first; else they go by their numbers (N13.6)")
        self.rally.setToolTip(literal(tip))
        tip = say("Who takes the Initial Action if you win it, until you change it (N4.2)")
        self.first.setToolTip(literal(tip))
        self.first.setAccessibleName(say("Acts first if the Initial Action is won"))
        self.done = button("", "main")
        self.done.setToolTip(say("Send what is ready, and close the pad (E)"))
        words = plain_label("quiet")
        words.setText(say("Acts first if won:"))
        words.setToolTip(literal(tip))
        column(self, 0, 4, row(6, words, (self.first, 1)), row(6, self.rally, (self.done, 1)))
        self.first.activated.connect(self._choose)
        self.rally.clicked.connect(lambda: self.told.emit(Word.RALLY))
        self.done.clicked.connect(lambda: self.told.emit(Word.NONE))
        self.settle()

    def show_visit(self, visit: Visit) -> None:
        """Show how the visit stands."""
        self._again = lambda: self.show_visit(visit)
        self.first.clear()
        for choice in visit.first:
            self.first.addItem(choice.name, choice.id)
        chosen = (place for place, one in enumerate(visit.first) if one.chosen)
        self.first.setCurrentIndex(next(chosen, 0))
        self.rally.setChecked(visit.orders_rally)
        self.done.setText(keyless(visit.done))

    def _choose(self, place: int) -> None:
        self.told.emit(f"{Word.FIRST}:{self.first.itemData(place)}")


class OrdersPanel(Panel):
    """All formations on one page; an order is written below the row of its recipient."""

    told = Signal(str)
    """What was pressed in the composer, or `line:ID` for a row that was chosen meanwhile."""
    peeked = Signal(bool)
    """The player wants to look at his closed pad, or to close it again."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.search, self.open_only = QLineEdit(), QCheckBox(say("On the way"))
        self.search.setPlaceholderText(say("Find a formation, leader or place"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(say("Find in the orders"))
        self.search.setToolTip(say("Only formations with these words are shown"))
        self.open_only.setToolTip(say("Only formations to which an order is on its way"))
        self.list = OrdersList(look)
        self.composer, self.foot = OrderComposer(look), Foot(look)
        self.peek = button("")
        self.peek.setCheckable(True)
        self.peek.hide()
        self.peek.clicked.connect(self.peeked)
        self.list.hold(self.composer)
        self._form: OrderForm | None = None
        self._marked = ""
        self._lay()
        self.search.textChanged.connect(self._filter)
        self.open_only.toggled.connect(self._filter)
        self.list.chosen.connect(self._choose)
        self.list.entered_on.connect(self._enter)
        self.list.hexAsked.connect(lambda hex_: self.linkActivated.emit(f"hex:{hex_}"))
        self.composer.told.connect(self.told)
        self.composer.linkActivated.connect(self.linkActivated)
        self.foot.told.connect(self.told)
        self.foot.hide()
        self.settle()

    def show_rows(self, rows: Sequence[OrderRow]) -> None:
        """Show the lines of the pad, in this order."""
        self._again = lambda: self.show_rows(rows)
        self.list.rows.show_rows(rows)
        self.list.mark(self._marked)
        self.list.fit_form()

    def show_form(self, form: OrderForm | None, line: str = "") -> None:
        """Show the order that is being written; None while none may be.

        Args:
            form: what the composer shows.
            line: the line that it is written to; empty while none is chosen.
        """
        if form == self._form and line == self._marked:
            return
        self._form = form
        visit = None if form is None else form.visit
        self.foot.setVisible(visit is not None)
        self._make_room()
        if visit is not None:
            self.foot.show_visit(visit)
        if form is not None:
            self.composer.show_form(form)
        if line != self._marked:
            self.composer.area.verticalScrollBar().setValue(0)
        self._marked = line
        # A page without a chosen line needs no more than its foot.
        is_written = form is not None and (bool(line) or visit is None)
        self.list.rows.set_form(line if is_written else None)
        self.list.mark(line)
        self.list.fit_form()

    def show_peek(self, *, can_open: bool, is_open: bool) -> None:
        """Offer to look at a pad that is closed before the eyes of both."""
        self.peek.setVisible(can_open or is_open)
        self.peek.setChecked(is_open)
        self.peek.setText(say("Close my orders") if is_open else say("Look at my orders"))
        tip = mark("The screen is handed to you alone, and back when you close them")
        self.peek.setToolTip(say(tip))

    def show_nothing(self) -> None:
        """There is no game."""
        self.show_rows(())
        self.show_form(None)
        self._again = None

    def dress(self) -> None:
        """List and composer follow the look."""
        self.list.set_look(self.look)
        self.composer.set_look(self.look)
        self.foot.set_look(self.look)
        self.list.fit_form()

    def _lay(self) -> None:
        below = (self.peek, (self.list, 1), self.foot)
        self._finder = QWidget()
        row(6, (self.search, 1), self.open_only, on=self._finder)
        column(self, 8, 8, self._finder, *below)
        self.setFocusProxy(self.list)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """On a side's page Tab goes from formation to formation, Shift+Tab back."""
        is_page = self._form is not None and self._form.visit is not None
        if not is_page or not (self.list.hasFocus() or self.composer.goal.hasFocus()):
            return super().focusNextPrevChild(forward)
        self.told.emit(f"{Word.NEXT}:{1 if forward else -1}")
        self.list.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little height the list gets all of it while orders are written."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        is_low = self.height() < self.look.px(_LOW)
        self._finder.setVisible(not is_low or self._form is None)

    def _filter(self) -> None:
        self.list.rows.set_filter(self.search.text(), only_open=self.open_only.isChecked())
        self.list.mark(self._marked)

    def _choose(self, line: str) -> None:
        """A row is clicked."""
        if self._form is None:
            self._marked = line
        else:
            self.told.emit(f"{LINE}{line}")

    def _enter(self, line: str) -> None:
        """Enter on a row opens it; then it sends the order that is ready below it."""
        if self._form is not None and line == self._marked and self._form.can_send:
            self.told.emit(Word.SEND)
        else:
            self._choose(line)

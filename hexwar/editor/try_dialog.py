"""The dialog in which a battle is tried out: who plays from which turn, and how even it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from hexwar.editor.balance import LEAST_FOR_PAR, Balance, par_bar, rows_of, with_par
from hexwar.editor.desk import Desk
from hexwar.editor.trying import MOST_GAMES, PERSON, Trials
from hexwar.messages import say
from hexwar.widgets.panels.parts import (
    Body,
    ChoiceBox,
    bar,
    box_sheet,
    button,
    card,
    column,
    fill,
    label,
    line_label,
    plain_label,
    row,
    spaced,
)
from hexwar.widgets.words import literal

_ROW = 28  # high, pixels at 100 %


class TryDialog(QDialog):
    """Lets a battle be played from the editor, by persons or by computer players."""

    def __init__(self, desk: Desk, trials: Trials, parent: QWidget | None = None) -> None:
        """Offer what the game of the battle has.

        Args:
            desk: Where the battle lies.
            trials: What plays it; it outlasts the dialog.
            parent: The window above which it stands.
        """
        super().__init__(parent)
        self._desk, self._trials = desk, trials
        self._balance: Balance | None = None
        self._players: Mapping[str, str] = {}  # who played what was measured
        look = desk.look
        self.setWindowTitle(say("Try the battle out"))
        names = trials.sides or {"": say("no side yet")}
        self.rules = ChoiceBox(look, trials.games)
        self.rules.setAccessibleName(say("The game by whose rules it is played"))
        self.rules.setCurrentIndex(max(0, self.rules.findData(trials.kit.id)))
        self.boxes = {side: self._box(trials.players, name) for side, name in names.items()}
        self.rivals = {side: self._box(self._computers(), name) for side, name in names.items()}
        self.turn, self.games = QSpinBox(), QSpinBox()
        self.play, self.measure = (
            button(say("Play"), "main"),
            button(say("Play {n} games", n=LEAST_FOR_PAR)),
        )
        self.cancel, self.write = button(say("Stop")), button(say("Write as par"))
        self.progress, self.table = QProgressBar(), QTableWidget(0, 3)
        self.told, self.note = plain_label("quiet"), plain_label("quiet")
        self.ahead = plain_label("quiet", say("Quick computer players play up to there."))
        self._dress_parts(names)
        body = Body(look)
        body.setStyleSheet(box_sheet(look))
        close = button(say("Close"))
        close.clicked.connect(self.close)
        parts = (self._playing(names), self._measuring(names), row(8, None, close))
        column(body, 18, 14, self._ruling(), *parts)
        fill(self, body)
        self.setMinimumWidth(look.px(620))
        self._connect()
        self._show_state()

    # -- how it is made

    def _ruling(self) -> QWidget:
        """By whose rules it is played; asked where there is a choice."""
        named = line_label(say("Played by"))
        named.setBuddy(self.rules)
        frame, _ = card(row(8, named, (self.rules, 1)))
        frame.setVisible(self.rules.count() > 1)
        return frame

    def _change_rules(self) -> None:
        """Offer the players of another game."""
        self._trials.rules = str(self.rules.currentData())
        for boxes, choices in (
            (self.boxes, self._trials.players),
            (self.rivals, self._computers()),
        ):
            for box in boxes.values():
                box.clear()
                for id_, name in choices.items():
                    box.addItem(name, id_)
        self._seat(list(self.boxes))

    def _seat(self, sides: Sequence[str]) -> None:
        """Propose who plays: a person on the first side, and computer players."""
        for side in sides:
            usual = PERSON if side == sides[0] else self._trials.opponent
            self.boxes[side].setCurrentIndex(max(0, self.boxes[side].findData(usual)))
            self.rivals[side].setCurrentIndex(max(0, self.rivals[side].findData(self._quick)))

    def _computers(self) -> Mapping[str, str]:
        return {id_: name for id_, name in self._trials.players.items() if id_ != PERSON}

    def _box(self, choices: Mapping[str, str], side: str) -> ChoiceBox:
        made = ChoiceBox(self._desk.look, choices)
        made.setAccessibleName(say("Who plays {side}", side=side))
        return made

    def _dress_parts(self, names: Mapping[str, str]) -> None:
        self._seat(list(names))
        self.turn.setRange(1, max(1, self._trials.turns))
        self.turn.setAccessibleName(say("The turn in which the game begins"))
        self.games.setRange(1, MOST_GAMES)
        self.games.setValue(LEAST_FOR_PAR)
        self.games.setAccessibleName(say("How many games are played"))
        self.progress.setAccessibleName(say("Games that are over"))
        self.table.setAccessibleName(say("What the games tell"))
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.table.setHorizontalHeaderLabels(["", *names.values(), ""][:3])
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setShowGrid(False)

    @property
    def _quick(self) -> str:
        return self._trials.kit.quick

    def _grid(self, boxes: Mapping[str, ChoiceBox], names: Mapping[str, str]) -> QGridLayout:
        grid = spaced(QGridLayout(), 0, 8)
        for place, (side, box) in enumerate(boxes.items()):
            named = line_label(names[side])
            named.setBuddy(box)
            grid.addWidget(named, place, 0)
            grid.addWidget(box, place, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _playing(self, names: Mapping[str, str]) -> QWidget:
        begins = line_label(say("From turn"))
        begins.setBuddy(self.turn)
        frame, _ = card(
            label("heading", say("Play it")),
            self._grid(self.boxes, names),
            row(8, begins, self.turn, (self.ahead, 9), (None, 1), self.play),
            self.told,
        )
        return frame

    def _measuring(self, names: Mapping[str, str]) -> QWidget:
        often: QLabel = line_label(say("Games"))
        often.setBuddy(self.games)
        frame, _ = card(
            label("heading", say("How even is it?")),
            plain_label("quiet", say("Computer players fight it out in the background.")),
            self._grid(self.rivals, names),
            row(8, often, self.games, (self.progress, 1), self.cancel, None, self.measure),
            self.table,
            row(8, (self.note, 9), (None, 1), self.write),
        )
        return frame

    def _connect(self) -> None:
        trials = self._trials
        self.play.clicked.connect(self._play)
        self.measure.clicked.connect(self._measure)
        self.rules.currentIndexChanged.connect(lambda _at: self._change_rules())
        self.cancel.clicked.connect(trials.cancel)
        self.write.clicked.connect(self._write)
        self.turn.valueChanged.connect(self._show_state)
        self.games.valueChanged.connect(self._show_state)
        trials.begun.connect(self._tell)
        trials.failed.connect(self._tell)
        trials.opened.connect(partial(self._tell, say("The game is open.")))
        trials.closed.connect(partial(self._tell, ""))
        trials.progressed.connect(self._show_progress)
        trials.measured.connect(self._show)
        for made, tip in (
            (self.play, say("Open the battle as it is now; nothing has to be saved")),
            (self.cancel, say("Play no more; what is over counts")),
            (self.write, say("Put the figures into the briefing, as a step")),
        ):
            made.setToolTip(literal(tip))

    # -- what is done

    def chosen(self, boxes: Mapping[str, ChoiceBox]) -> dict[str, str]:
        """Who is chosen for each side."""
        return {side: str(box.currentData()) for side, box in boxes.items()}

    def _play(self) -> None:
        self._tell("")
        self._trials.play(self.chosen(self.boxes), self.turn.value())

    def _measure(self) -> None:
        self.note.setText("")
        self._players = self.chosen(self.rivals)
        self._trials.measure(self._players, self.games.value())
        self._show_state()

    def _write(self) -> None:
        if self._balance is not None:
            player = next(iter(self._players.values()))
            draft = with_par(self._desk.draft, self._balance, player)
            self._desk.do(say("Write the par"), draft)
            self.note.setText(say("The par stands in the briefing."))
            self._show_state()

    def _tell(self, sentence: str) -> None:
        self.told.setText(sentence)
        self._show_state()
        layout = self.layout()
        if layout is not None and self.isVisible():  # a long sentence takes no room from the rest
            layout.activate()
            high = layout.totalHeightForWidth(self.width())
            self.resize(self.width(), max(self.height(), high))

    # -- what is shown

    def _show_state(self, *_: object) -> None:
        is_busy = self._trials.is_measuring
        self.progress.setVisible(is_busy)
        self.cancel.setVisible(is_busy)
        self.measure.setEnabled(not is_busy and len(self._trials.sides) == 2)
        self.measure.setText(say("Play {n} games", n=self.games.value()))
        self.table.setVisible(self._balance is not None)
        self.write.setVisible(self._balance is not None)
        self.ahead.setVisible(self.turn.value() > 1)
        for line in (self.told, self.note):
            line.setVisible(bool(line.text()))

    def _show_progress(self, done: int, wanted: int) -> None:
        self.progress.setRange(0, wanted)
        self.progress.setValue(done)
        self.progress.setFormat(say("{n} of {all}", n=done, all=wanted))
        self._show_state()

    def _show(self, balance: Balance) -> None:
        self._balance = balance
        rows = rows_of(balance, self._trials.sides)
        self.table.clearSpans()
        self.table.setRowCount(len(rows))
        for at, words in enumerate(rows):
            for place, text in enumerate(words):
                item = QTableWidgetItem(text)
                if place:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.table.setItem(at, place, item)
            if len(words) == 2:
                self.table.setSpan(at, 1, 1, 2)
        row_height = self._desk.look.px(_ROW)
        for at in range(len(rows)):
            self.table.setRowHeight(at, row_height)
        high = row_height * len(rows)
        self.table.setFixedHeight(high + self.table.horizontalHeader().sizeHint().height() + 4)
        why = par_bar(balance, self._players, self._desk.draft)
        bar(self.write, why)
        self.note.setText(why)
        self._show_state()
        self.adjustSize()

    def done(self, result: int) -> None:
        """What is played goes on; games in the background are stopped, by Esc too."""
        self._trials.cancel()
        super().done(result)

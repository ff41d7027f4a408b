"""The panel of problems: what is wrong with the draft, where it is, and ways out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QListView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from hexwar.editor.checks import Problem
from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft, Part
from hexwar.editor.fixes import Fix, fixed, fixes_of
from hexwar.editor.port import editing_of
from hexwar.messages import count, mark, say
from hexwar.widgets.brushwork import kept, take_up
from hexwar.widgets.panels.look import Look, wrapped
from hexwar.widgets.panels.parts import (
    Panel,
    bar,
    button,
    column,
    label,
    paint_ground,
    paint_nothing,
    row,
    scroll_by_lines,
    write_cut,
)
from hexwar.widgets.words import keyless, literal

Index = QModelIndex | QPersistentModelIndex

PARTS: Final[dict[Part, str]] = {
    "map": mark("Map"),
    "forces": mark("Forces"),
    "scenario": mark("Scenario"),
}
"""What the files are called."""

_ROLE: Final = Qt.ItemDataRole.UserRole
_MOST_LINES: Final = 2  # of a sentence
_FITTED: Final = 200  # rows that are as high as their sentences
_NAMES: Final = ("name", "id", "hex", "hexside", "formation", "turn")
"""The fields by which an item of a list is told from the others, the best first."""


def place_words(draft: Draft, problem: Problem, words: dict[str, str] | None = None) -> str:
    """Where a problem is, for a person: `Map: roads, Chaussée, hexes 3`.

    Args:
        draft: What it is a problem of.
        problem: It.
        words: What fields of the scenario are called that are not called by their name with spaces.
    """
    found: list[str] = []
    value: Any = draft.part(problem.part)
    for step in problem.path:
        value = _inside(value, step)
        if isinstance(step, int):
            named = _name_of(value)
            found.append(named if named else str(step + 1))
        else:
            own = words if words and problem.part == "scenario" else {}
            found.append(say(own.get(step, step)).replace("_", " "))
    part = say(PARTS[problem.part])
    return say("{part}: {place}", part=part, place=", ".join(found)) if found else part


def _inside(value: Any, step: str | int) -> Any:
    try:
        return value[step]
    except (KeyError, IndexError, TypeError):
        return None


def _name_of(value: Any) -> str:
    """By what an item of a list is known; empty where it has no name."""
    if not isinstance(value, dict):
        return ""
    told = (value.get(name) for name in _NAMES)
    return next((str(name) for name in told if isinstance(name, str | int) and name != ""), "")


class Problems(QAbstractListModel):
    """The problems as rows, errors first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: Sequence[Problem] = ()
        self.draft = Draft()
        self.words: dict[str, str] = {}

    def show(self, rows: Sequence[Problem], draft: Draft) -> None:
        """Show others."""
        self.beginResetModel()
        self.rows, self.draft = rows, draft
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt calls it
        """How many there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The sentence, or the problem itself."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        problem = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return problem.sentence
            case Qt.ItemDataRole.ToolTipRole:
                return literal(f"{problem.sentence}\n{self.place(problem)}")
            case Qt.ItemDataRole.AccessibleTextRole:
                kind = say("Error") if problem.is_error else say("Warning")
                return f"{kind}: {problem.sentence}. {self.place(problem)}"
            case _ if role == _ROLE:
                return problem
        return None

    def place(self, problem: Problem) -> str:
        """Where one is, in words."""
        return place_words(self.draft, problem, self.words)


class Rows(QStyledItemDelegate):
    """Paints a row: a sign, the sentence in two lines, and where it is."""

    def __init__(self, look: Look, view: QListView) -> None:
        super().__init__(view)
        self.look, self._view = look, view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        """As high as the sentence; of many rows all are as high."""
        look, lines, model = self.look, _MOST_LINES, index.model()
        if model.rowCount() <= _FITTED:
            room = self._view.viewport().width() - look.px(16 + 8 + 8 + 8)
            words = _capital(str(index.data() or ""))
            lines = len(wrapped(words, look.sans(), room, _MOST_LINES))
        line = QFontMetricsF(look.sans()).height()
        small = QFontMetricsF(look.sans(12)).height()
        return QSize(look.px(200), round(line * lines + small + look.px(13)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The row."""
        problem, look = index.data(_ROLE), self.look
        if not isinstance(problem, Problem):
            return
        with kept(painter):
            paint_ground(painter, look, option)
            box = QRectF(option.rect).adjusted(look.px(8), look.px(5), -look.px(8), -look.px(5))
            size = look.px(16)
            sign = QRectF(box.left(), box.top() + look.px(1), size, size)
            paint_sign(painter, look, sign, is_error=problem.is_error)
            words = box.adjusted(size + look.px(8), 0, 0, 0)
            letters, small = look.sans(), look.sans(12)
            high = QFontMetricsF(letters).height()
            lines = wrapped(_capital(problem.sentence), letters, words.width(), _MOST_LINES)
            for place, line in enumerate(lines):
                at = QRectF(words.left(), words.top() + place * high, words.width(), high)
                write_cut(painter, at, line, letters, look.colour("ink"))
            model = index.model()
            if isinstance(model, Problems):
                low = QRectF(words.left(), words.top() + len(lines) * high, words.width(), high)
                write_cut(painter, low, model.place(problem), small, look.colour("faint"))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def paint_sign(painter: QPainter, look: Look, box: QRectF, *, is_error: bool) -> None:
    """A cross on a disc for an error, a stroke on a triangle for a warning."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        take_up(painter, None, look.colour("accent" if is_error else "warning"))
        pen = QPen(look.colour("on_accent"), max(1.5, box.width() * 0.12))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        if is_error:
            painter.drawEllipse(box)
            painter.setPen(pen)
            inner = box.adjusted(*(box.width() * part for part in (0.3, 0.3, -0.3, -0.3)))
            painter.drawLine(inner.topLeft(), inner.bottomRight())
            painter.drawLine(inner.topRight(), inner.bottomLeft())
            return
        top = box.center().x()
        painter.drawPolygon([_at(top, box.top()), _at(box.right(), box.bottom()), box.bottomLeft()])
        painter.setPen(pen)
        painter.drawLine(
            _at(top, box.top() + box.height() * 0.38), _at(top, box.top() + box.height() * 0.62)
        )
        painter.drawPoint(_at(top, box.top() + box.height() * 0.82))


def _at(x: float, y: float) -> Any:
    return QRectF(x, y, 0, 0).topLeft()


class ListOfProblems(QListView):
    """The rows; Enter goes to one, F4 takes its first way out."""

    entered_ = Signal(QModelIndex)
    fixAsked = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(say("Problems"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to a row, or mend it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered_.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_F4:
            self.fixAsked.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows, or that there are none."""
        super().paintEvent(event)
        if self.model() is not None and not self.model().rowCount():
            paint_nothing(self, self.look, say("Nothing is wrong: the battle can be played."))


class ProblemsPanel(Panel):
    """What is wrong with the draft on a desk; it follows the desk's `checked`."""

    titled = Signal(str)
    """Its title, with the counts."""

    wide, least = QSize(420, 220), QSize(240, 120)

    def __init__(self, desk: Desk) -> None:
        """Show what is told from now on."""
        super().__init__(desk.look)
        self._desk = desk
        self.heading = label("heading", say("Problems"))
        self.list = ListOfProblems(desk.look)
        self.model = Problems(self)
        self.list.setModel(self.model)
        self._rows = Rows(desk.look, self.list)
        self.list.setItemDelegate(self._rows)
        self.go, self.fix, self.more = button(say("Show")), button(say("Mend")), button("…")
        column(self, 8, 6, self.heading, (self.list, 1), row(6, self.go, (self.fix, 1), self.more))
        self.title = ""
        self._fixes: tuple[Fix, ...] = ()
        self._connect()
        self.settle()
        self.show_problems(())

    def dress(self) -> None:
        """The rows follow the scale."""
        self._rows.look = self.list.look = self.look
        scroll_by_lines(self.list, self.look)
        self.list.doItemsLayout()

    @property
    def problem(self) -> Problem | None:
        """The one that is chosen."""
        found = self.list.currentIndex().data(_ROLE)
        return found if isinstance(found, Problem) else None

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show others; the one that was chosen stays chosen, or who stands in its place."""
        before, at = self.problem, self.list.currentIndex().row()
        self.model.words = dict(editing_of(self._desk.kit).words)
        self.list.setUniformItemSizes(len(problems) > _FITTED)
        self.model.show(problems, self._desk.draft)
        if problems and at >= 0:
            same = [i for i, p in enumerate(problems) if p == before]
            row_ = same[0] if same else min(at, len(problems) - 1)
            self.list.setCurrentIndex(self.model.index(row_))
        self._show_title()
        self._show_fixes()

    def _connect(self) -> None:
        self._desk.checked.connect(self.show_problems)
        self.list.clicked.connect(self._go)
        self.list.entered_.connect(self._go)
        self.list.fixAsked.connect(self._mend)
        self.list.selectionModel().currentChanged.connect(self._show_fixes)
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.go.clicked.connect(lambda: self._go(self.list.currentIndex()))
        self.fix.clicked.connect(self._mend)
        self.more.clicked.connect(lambda: self._open_menu(None))
        self.go.setToolTip(literal(say("Lead to where it is (Enter)")))
        self.more.setAccessibleName(say("Other ways out"))
        self.more.setToolTip(literal(say("Other ways out")))

    # -- what is shown

    def _show_title(self) -> None:
        errors = sum(problem.is_error for problem in self.model.rows)
        warnings = len(self.model.rows) - errors
        told = [
            count("{n} error", "{n} errors", errors) if errors else "",
            count("{n} warning", "{n} warnings", warnings) if warnings else "",
        ]
        counts = ", ".join(filter(None, told))
        self.title = say("Problems: {counts}", counts=counts) if counts else say("Problems")
        self.heading.setText(self.title)
        self.titled.emit(self.title)

    def _show_fixes(self, *_: object) -> None:
        problem = self.problem
        self._fixes = () if problem is None else self.fixes(problem)
        bar(self.go, "" if problem is not None else say("Choose a problem first."))
        first = self._fixes[0].words if self._fixes else say("Mend")
        self.fix.setText(keyless(first))
        none = say("Nothing obvious would mend it.")
        bar(self.fix, "" if self._fixes else none)
        if self._fixes:
            self.fix.setToolTip(literal(say("Mend it; undo takes that back (F4)")))
        self.more.setVisible(len(self._fixes) > 1 or len(self._alike()) > 1)

    def fixes(self, problem: Problem) -> tuple[Fix, ...]:
        """The ways out of one."""
        folder = self._desk.folder
        name = "" if folder is None else folder.name
        return fixes_of(self._desk.draft, problem, self._desk.kit.form.schema, name)

    # -- what is done

    def _go(self, index: QModelIndex) -> None:
        problem = index.data(_ROLE)
        if isinstance(problem, Problem):
            if problem.hexes:
                self._desk.shown.emit(problem.hexes)
            self._desk.asked.emit(problem.part, problem.path)

    def _mend(self) -> None:
        if self._fixes:
            self._take(self._fixes[0])

    def _take(self, fix: Fix) -> None:
        draft = fixed(self._desk.draft, fix)
        if draft is None:
            self._desk.told.emit(say("That mends nothing any more."))
            return
        self._desk.do(fix.words, draft)

    def _alike(self) -> list[Problem]:
        """The problems whose first way out is of the same kind as that of the chosen one."""
        problem = self.problem
        if problem is None or not self._fixes or not self._fixes[0].kind:
            return []
        kind, near = self._fixes[0].kind, _pattern(problem)
        same = [p for p in self.model.rows if _pattern(p) == near]
        return [p for p in same if any(fix.kind == kind for fix in self.fixes(p)[:1])]

    def _mend_all(self) -> None:
        """Mend all that are alike, the last first: so the places of the others stay."""
        kind = self._fixes[0].kind
        draft, words = self._desk.draft, self._fixes[0].words
        folder = self._desk.folder
        name, schema = "" if folder is None else folder.name, self._desk.kit.form.schema
        for problem in sorted(self._alike(), key=_order, reverse=True):
            ways = fixes_of(draft, problem, schema, name)
            fix = next((fix for fix in ways if fix.kind == kind), None)
            draft = (fixed(draft, fix) or draft) if fix is not None else draft
        self._desk.do(words, draft)

    def _open_menu(self, at: QPoint | None) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.problem is None:
            return
        menu.addAction(say("Show"), lambda: self._go(self.list.currentIndex()))
        if self._fixes:
            menu.addSeparator()
        for fix in self._fixes:
            menu.addAction(keyless(fix.words), partial(self._take, fix))
        alike = len(self._alike())
        if alike > 1:
            menu.addSeparator()
            words = say("{words}: all {n} alike", words=self._fixes[0].words, n=alike)
            menu.addAction(keyless(words), self._mend_all)
        where = self.more.mapToGlobal(QPoint(0, 0)) if at is None else None
        menu.popup(where if where is not None else self.list.viewport().mapToGlobal(at or QPoint()))


def _pattern(problem: Problem) -> tuple[object, ...]:
    """What alike problems have in common: the fields that lead there."""
    return problem.part, *(None if isinstance(s, int) else s for s in problem.path)


def _order(problem: Problem) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in problem.path)

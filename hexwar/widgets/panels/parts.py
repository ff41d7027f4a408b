"""What all panels are made of: labels, links, boxes that unfold, and marks that are painted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from html import escape
from string import Template
from typing import ClassVar, TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from hexwar.messages import mark, say
from hexwar.table.reports import Remark
from hexwar.table.spot import Spot
from hexwar.widgets.brushwork import Align, elided, kept, polygon, smooth, take_up, write
from hexwar.widgets.panels.look import Look
from hexwar.widgets.theme import Tint
from hexwar.widgets.words import keyless, literal, rich

# -- small things that all panels are made of: labels by their role, links, and the panel itself


Box = TypeVar("Box", bound=QLayout)
Line = TypeVar("Line", bound=QBoxLayout)


HELP = "help"
"""The property of a widget that bears the address of its help, such as `rule:N12.2`."""

HELP_ROLE = Qt.ItemDataRole.UserRole + 40
"""The role under which the row of a list gives the address of its help."""


class Panel(QWidget):
    """A part of the window that can be dressed anew while it is shown."""

    wide: ClassVar[QSize] = QSize()
    """Its usual size, pixels at 100 %, where its parts do not say it."""
    least: ClassVar[QSize] = QSize()
    """Its least size, likewise."""

    linkActivated = Signal(str)
    """An address that was clicked or entered: `hex:0913`, `unit:ID`, `leader:ID`, `formation:ID`,
    `rule:N8.5` and others."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look  # what it is dressed in
        self._again: Callable[[], None] | None = None  # shows once more what is shown

    def set_look(self, look: Look) -> None:
        """Change theme and scale; what is shown stays."""
        self.look = look
        self.settle()
        if self._again is not None:
            self._again()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Its usual size in this look."""
        return self._scaled(self.wide) if self.wide.isValid() else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Its least size in this look."""
        return self._scaled(self.least) if self.least.isValid() else super().minimumSizeHint()

    def _scaled(self, size: QSize) -> QSize:
        return QSize(self.look.px(size.width()), self.look.px(size.height()))

    def settle(self) -> None:
        """Space out all layouts and dress; a panel does this last in its `__init__`."""
        for layout in self.findChildren(QLayout):
            _space_out(layout, self.look)
        self.dress()

    def dress(self) -> None:
        """Set what hangs on theme and scale; panels that paint themselves need nothing."""


class Body(Panel):
    """The ground of a dialog: what is on it is spaced out by the scale."""


class Divider(Panel):
    """A thin line across a card."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.setFixedHeight(1)

    def paintEvent(self, _: QPaintEvent) -> None:
        """The line."""
        QPainter(self).fillRect(self.rect(), self.look.colour("line"))


_WHEEL_LINE = 22
"""How far one of the wheel's lines turns a list, pixels at 100 %."""


def spaced(layout: Box, edge: int, gap: int) -> Box:
    """A layout with margins and gaps, pixels at 100 %, that follow the scale of its panel."""
    layout.setProperty("edge", edge)
    layout.setProperty("gap", gap)
    return layout


Part = QWidget | QLayout
Item = Part | int | tuple[Part | None, int | Qt.AlignmentFlag] | None
"""What a row holds: a part, with its stretch or place; so many pixels; None, which gives way."""


def column(on: QWidget | None, edge: int, gap: int, *items: Item) -> QVBoxLayout:
    """Items below one another on a widget; margins and gaps as `spaced` has them."""
    return _filled(spaced(QVBoxLayout() if on is None else QVBoxLayout(on), edge, gap), items)


def row(gap: int, *items: Item, on: QWidget | None = None) -> QHBoxLayout:
    """Items side by side, without a margin."""
    return _filled(spaced(QHBoxLayout() if on is None else QHBoxLayout(on), 0, gap), items)


def _filled(layout: Line, items: Iterable[Item]) -> Line:
    for item in items:
        part, how = item if isinstance(item, tuple) else (item, 0)
        # An alignment is a whole number too, so it is asked for first.
        place = how if isinstance(how, Qt.AlignmentFlag) else _WHOLE
        stretch = 0 if isinstance(how, Qt.AlignmentFlag) else how
        if part is None:
            layout.addStretch(stretch or 1)
        elif isinstance(part, int):
            layout.addSpacing(part)
        elif isinstance(part, QWidget):
            layout.addWidget(part, stretch, place)
        else:
            layout.addLayout(part, stretch)
    return layout


_WHOLE = Qt.AlignmentFlag(0)


def bare(on: QWidget, *items: Item) -> QVBoxLayout:
    """Items below one another on a widget, without margins and gaps."""
    layout = _filled(QVBoxLayout(on), items)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout


def fill(dialog: QWidget, body: Panel) -> None:
    """Spread a body over a whole dialog."""
    bare(dialog, body)
    body.settle()


def bar(widget: QWidget | QAction, why: str) -> None:
    """Grey a control and say why in its tip; an empty reason frees it and brings its tip back."""
    if widget.isEnabled():
        widget.setProperty("tip", widget.toolTip())
    widget.setEnabled(not why)
    widget.setToolTip(literal(why) if why else rich(str(widget.property("tip") or "")))


def tip_of(widget: QWidget | QAction) -> str:
    """The tip of a control, also while it is greyed and tells why."""
    kept = None if widget.isEnabled() else widget.property("tip")
    return widget.toolTip() if kept is None else str(kept)


def scrolled(ground: QWidget) -> QScrollArea:
    """A frameless view of a ground that scrolls where there is little room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidget(ground)
    return area


class WholeArea(QScrollArea):
    """Shows a ground whole where the screen has the height for it; where not, it scrolls."""

    def __init__(self, ground: QWidget, around: int) -> None:
        """Leave some height of the screen, in pixels, to what stands round it."""
        super().__init__()
        self._ground, self._around = ground, around
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(ground)

    def sizeHint(self) -> QSize:
        """All of it."""
        return self._ground.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """All of it too, as far as the screen goes."""
        whole, screen = self._ground.sizeHint(), self.window().screen().availableGeometry()
        high = min(whole.height(), max(screen.height() - self._around, _LEAST_HEIGHT))
        bar = self.verticalScrollBar().sizeHint().width() if high < whole.height() else 0
        return QSize(self._ground.minimumSizeHint().width() + bar, high)


_LEAST_HEIGHT = 100  # of what scrolls, pixels


def scroll_by_lines(view: QAbstractItemView, look: Look) -> None:
    """Let the wheel turn a few lines of a list, however high its rows are."""
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.verticalScrollBar().setSingleStep(look.px(_WHEEL_LINE))


def _space_out(layout: QLayout, look: Look) -> None:
    edge, gap = layout.property("edge"), layout.property("gap")
    if edge is None:
        return
    margin = look.px(edge) if edge else 0
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(look.px(gap) if gap else 0)


def label(role: str = "", words: str = "") -> QLabel:
    """A line of HTML that wraps; its links work by mouse and by keyboard.

    The role is its manner in the style sheet. Names from files must have been escaped.
    """
    made = QLabel()
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setWordWrap(True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
    made.setOpenExternalLinks(False)
    fill_label(made, words)
    if role:
        made.setProperty("role", role)
    return made


def fill_label(made: QLabel, words: str) -> None:
    """Write a label that was made empty: long texts are laid out once more for each new parent."""
    made.setText(words)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus if "<a " not in words else Qt.FocusPolicy.TabFocus)


def plain_label(role: str, words: str = "") -> QLabel:
    """A line of plain text that wraps: whatever stands in it is shown as it is."""
    made = label(role)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(words)
    return made


def line_label(words: str = "") -> QLabel:
    """A short line of plain text that does not wrap."""
    made = QLabel(words)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def button(words: str, role: str = "", parent: QWidget | None = None) -> QPushButton:
    """A push button; the role `main` is for the one that goes on."""
    made = QPushButton(keyless(words), parent)
    if role:
        made.setProperty("role", role)
    return made


def card(*items: Item) -> tuple[QFrame, QVBoxLayout]:
    """A framed ground of lighter paper with items on it, and its layout."""
    frame = QFrame()
    frame.setProperty("role", "card")
    return frame, column(frame, 12, 6, *items)


def rule_link(rule: str) -> str:
    """The HTML of a link to a rule; of none, nothing.

    >>> rule_link("N8.5")
    '<a href="rule:N8.5">N8.5</a>'
    """
    return f'<a href="rule:{escape(rule)}">{escape(rule)}</a>' if rule else ""


def remark_html(remark: Remark) -> str:
    """A remark with its rule, as a line of a tip.

    >>> remark_html(Remark("Nobody charges", "N17.2"))
    'Nobody charges <small>N17.2</small>'
    """
    return f"{escape(say(remark.words))} <small>{escape(remark.rule)}</small>"


def explain(part: QWidget, words: str, rule: str = "") -> None:
    """Give a row or a number its tip, and the rule that F1 opens over it, where there is one."""
    part.setToolTip(rich(f"<span>{remark_html(Remark(words, rule))}</span>"))
    if rule:
        part.setProperty(HELP, f"rule:{rule}")


def hex_link(hex_: str, words: str) -> str:
    """The HTML of a link to a hex."""
    return f'<a href="hex:{escape(hex_)}">{escape(words)}</a>'


def spot_link(spot: Spot, words: str) -> str:
    """The HTML of a link to a place on the board."""
    return f'<a href="spot:{escape(spot)}">{escape(words)}</a>'


def small(look: Look, html: str) -> str:
    """The HTML of details under a line."""
    return f'<span style="font-size:{look.px(12.5)}px">{html}</span>'


def signed(number: int, unit: str = "") -> str:
    """A number with its sign, as it is printed: `+1`, `−25 %`."""
    sign = "\N{MINUS SIGN}" if number < 0 else "+"
    return f"{sign}{abs(number)}{unit}"


# -- small marks that panels paint themselves: check boxes, chips of state, bars, dice


def paint_arrow(painter: QPainter, at: QPointF, size: float, ink: QColor, turn: float) -> None:
    """A small triangle that points to the right, or turned clockwise by so many degrees."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(at)
        painter.rotate(turn)
        painter.scale(size, size)
        take_up(painter, None, ink)
        painter.drawPolygon(polygon(((-0.6, -1), (0.8, 0), (-0.6, 1))))


def paint_check(painter: QPainter, look: Look, box: QRectF, *, checked: bool) -> None:
    """A check box; checked it is filled and bears a tick."""
    painter.setPen(QPen(look.colour("accent" if checked else "faint"), look.px(1.4)))
    painter.setBrush(look.colour("accent" if checked else "base"))
    painter.drawRoundedRect(box, look.px(3), look.px(3))
    if not checked:
        return
    tick = QPainterPath(box.topLeft() + QPointF(box.width() * 0.22, box.height() * 0.52))
    tick.lineTo(box.topLeft() + QPointF(box.width() * 0.42, box.height() * 0.74))
    tick.lineTo(box.topLeft() + QPointF(box.width() * 0.80, box.height() * 0.26))
    take_up(painter, QPen(look.colour("on_accent"), look.px(1.8)))
    painter.drawPath(tick)


def paint_chip(
    painter: QPainter, look: Look, words: str, start: QPointF, tint: Tint | None = None
) -> float:
    """A word on a rounded ground; `start` is the middle of its left end.

    Gives the x where the next may begin.
    """
    window = look.theme.window
    field, ink = (window.sunken, window.faint) if tint is None else (tint.field, tint.ink)
    letters = _chip_letters(look)
    width = chip_width(look, words)
    height = look.px(17)
    box = QRectF(start.x(), start.y() - height / 2, width, height)
    take_up(painter, QPen(look.colour("line"), 1), QColor(field))
    painter.drawRoundedRect(box, height / 2, height / 2)
    painter.setFont(letters)
    painter.setPen(QColor(ink))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
    return box.right() + look.px(5)


def chip_width(look: Look, words: str) -> float:
    """The width of a chip, pixels."""
    return QFontMetricsF(_chip_letters(look)).horizontalAdvance(words) + look.px(12)


def _chip_letters(look: Look) -> QFont:
    return look.sans(11, bold=True)


def paint_bar(painter: QPainter, look: Look, box: QRectF, share: float, colour: QColor) -> None:
    """A bar filled to a share from 0 to 1, on a sunken ground."""
    radius = min(box.height() / 2, look.px(3))
    take_up(painter, QPen(look.colour("line"), 1), look.colour("sunken"))
    painter.drawRoundedRect(box, radius, radius)
    if share <= 0:
        return
    with kept(painter):
        painter.setClipRect(
            QRectF(box.left(), box.top(), box.width() * min(share, 1.0), box.height())
        )
        take_up(painter, None, colour)
        painter.drawRoundedRect(box, radius, radius)


_MORALES = 5  # the highest that there is


def paint_pips(painter: QPainter, look: Look, middle: QPointF, morale: int) -> None:
    """A morale, 1 to 5, as so many of five spots in a row, the rest hollow; low is red (N2.3)."""
    ink = look.colour("accent" if morale <= 2 else "warning" if morale == 3 else "good")
    radius, apart = look.px(3), look.px(10)
    painter.setPen(QPen(ink, look.px(1.2)))
    for place in range(_MORALES):
        painter.setBrush(QBrush(ink) if place < morale else Qt.BrushStyle.NoBrush)
        across = (place - (_MORALES - 1) / 2) * apart
        painter.drawEllipse(middle + QPointF(across, 0), radius, radius)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def paint_die(painter: QPainter, box: QRectF, pips: int) -> None:
    """A die with its pips, 1 to 6."""
    radius = box.width() * 0.2
    take_up(painter, QPen(QColor("#8a7757"), max(1.0, box.width() * 0.05)), QColor("#fffaf0"))
    painter.drawRoundedRect(box, radius, radius)
    take_up(painter, None, QColor("#2b2118"))
    step, spot = box.width() * 0.26, box.width() * 0.095
    for across, down in _PIPS[pips]:
        painter.drawEllipse(box.center() + QPointF(across, down) * step, spot, spot)


# -- a box that unfolds, as dialogs with many choices use it


_SHORTEST = 12  # letters that a box has room for at least


class ChoiceBox(QComboBox):
    """A box that unfolds, with an arrow that follows the scale."""

    def __init__(self, look: Look, choices: Mapping[str, str]) -> None:
        """Make the box: values with what is read of each, in order."""
        super().__init__()
        self._look = look
        self.setItemDelegate(QStyledItemDelegate(self))  # it heeds the style sheet
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_SHORTEST)
        self._tips: dict[str, str] = {}
        for value, words in choices.items():
            self.addItem(words, value)

    def explain(self, value: str, tip: str) -> None:
        """Say what a value means where the list is open."""
        self._tips[value] = tip
        self.setItemData(self.findData(value), literal(tip), Qt.ItemDataRole.ToolTipRole)

    def allow(self, value: str, refusal: str = "") -> None:
        """Let a value be chosen, or not; if it is the chosen one, the first takes its place.

        The first can always be chosen. The refusal says in a tip why a value cannot.
        """
        at, model = self.findData(value), self.model()
        if not isinstance(model, QStandardItemModel):  # a combo box makes one
            return
        item = model.item(at)
        item.setEnabled(not refusal)
        item.setToolTip(literal(refusal or self._tips.get(value, "")))
        if refusal and at == self.currentIndex():
            self.setCurrentIndex(0)

    def showPopup(self) -> None:
        """The list is as wide as its longest words, whatever room the box has."""
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + self._look.px(24))
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel moves the page: it shall not change a choice in passing."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The box as every style paints it, and the arrow."""
        super().paintEvent(event)
        look, painter = self._look, smooth(self)
        painter.translate(self.width() - look.px(14), self.height() / 2)
        painter.scale(look.px(5), look.px(5))
        take_up(painter, None, look.colour("faint"))
        painter.drawPolygon(QPolygonF([QPointF(-1, -0.5), QPointF(1, -0.5), QPointF(0, 0.7)]))


_SIZES = {"round": 4, "high": 5, "wide": 8, "arrow": 24}  # pixels at 100 %
_BOX_SHEET = Template(
    mark(
        "\n    QComboBox { background: $raised; color: $ink; border: 1px solid $line; }\n    "
        "QComboBox { border-radius: ${round}px; padding: ${high}px ${wide}px; }\n    "
        "QComboBox::drop-down { border: none; width: ${arrow}px; }\n    "
        "QComboBox::down-arrow { image: none; }\n    QComboBox:hover, "
        "QComboBox:focus { border-color: $focus; background: $base; }\n    "
        "QComboBox:disabled { color: $faint; background: $sunken; }\n    "
    )
)


def box_sheet(look: Look) -> str:
    """A style sheet that gives boxes that unfold the manner of buttons."""
    sizes = {name: look.px(size) for name, size in _SIZES.items()}
    return _BOX_SHEET.substitute(sizes, **asdict(look.theme.window))


# -- lists that paint their rows


Index = QModelIndex | QPersistentModelIndex


def paint_band(painter: QPainter, look: Look, box: QRectF, colour: QColor | None) -> None:
    """The colour of a side down the left edge of a row."""
    band = QRectF(box.left(), box.top(), look.px(5), box.height())
    painter.fillRect(band, colour or look.colour("faint"))


def paint_ground(
    painter: QPainter, look: Look, option: QStyleOptionViewItem, edge: QColor | None = None
) -> None:
    """The ground of a row as it is selected, a line below it, and a ring for the keyboard.

    An edge is a colour down its left side.
    """
    box = QRectF(option.rect)
    if option.state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, look.colour("chosen"))
    if edge is not None:
        painter.fillRect(QRectF(box.left(), box.top(), look.px(4), box.height()), edge)
    painter.setPen(look.colour("line"))
    painter.drawLine(box.bottomLeft(), box.bottomRight())
    if option.state & QStyle.StateFlag.State_HasFocus:
        take_up(painter, QPen(look.colour("focus"), look.px(2)))
        painter.drawRect(box.adjusted(1, 1, -1, -1))


def paint_nothing(view: QAbstractItemView, look: Look, words: str) -> None:
    """What a list without rows says at its top."""
    box = QRectF(view.viewport().rect().adjusted(0, look.px(24), 0, 0))
    flags, ink = Align.AlignHCenter | Align.AlignTop, look.colour("faint")
    write(QPainter(view.viewport()), box, words, look.sans(), ink, flags)


def write_cut(
    painter: QPainter,
    box: QRectF,
    words: str,
    letters: QFont,
    ink: QColor,
    at: Align = Align.AlignLeft,
) -> float:
    """Write a line into the middle of a row, cut where room ends; the x where its words end."""
    shown = elided(words, letters, box.width())
    write(painter, box, shown, letters, ink, Align.AlignVCenter | at)
    return box.left() + QFontMetricsF(letters).horizontalAdvance(shown)

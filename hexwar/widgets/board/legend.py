"""The key to what is laid over the board: each mark as it is drawn there, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QToolButton, QWidget

from hexwar.hexes import Grid, Hex, Layout
from hexwar.messages import say
from hexwar.table.battle import MapBattle
from hexwar.table.forces import Side
from hexwar.table.overlays import (
    Distances,
    Entry,
    OrderArrow,
    Overlays,
    Reach,
    Sight,
    Sites,
    Stage,
    Target,
    Task,
)
from hexwar.widgets.board.geometry import centre, outline
from hexwar.widgets.board.overlays import areas
from hexwar.widgets.board.overlays.arrows import (
    declared_drawing,
    grounds_drawing,
    targets_drawing,
    tracks_drawing,
)
from hexwar.widgets.board.overlays.distances import bonds_drawing, distances_drawing
from hexwar.widgets.board.overlays.layer import Canvas, Drawing, Stamps
from hexwar.widgets.board.overlays.order_arrows import orders_drawing
from hexwar.widgets.board.overlays.pens import Inks
from hexwar.widgets.board.overlays.sight import sight_drawing
from hexwar.widgets.brushwork import kept, smooth
from hexwar.widgets.mapart.palette import Season, inks_of
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, label, row, scrolled

SAMPLE: Final = Layout(Grid(3, 3), 17.0)
"""The hexes on which a mark is shown."""

_MIDDLE: Final = Hex("0202")
_FIELD: Final = frozenset({_MIDDLE, Hex("0201"), Hex("0102")})  # of a sample
_ACROSS: Final = Hex("0102"), Hex("0302")  # the ends of a line in a sample
_SIZE: Final = QSize(62, 32)  # pixels at 100 %
_WIDTH: Final = 290  # of the whole key, likewise
_SIDES: Final = QColor("#b9a582")


@dataclass(frozen=True, slots=True)
class Row:
    """A mark and its meaning."""

    words: str
    draw: Callable[[Layout, Inks], Drawing]
    is_line: bool = False  # from one hex to another
    is_low: bool = False  # at the foot of its hex


def rows_of(
    overlays: Overlays, sites: Sites, battle: MapBattle, declared: tuple[Target, ...] = ()
) -> list[Row]:
    """What is to be explained now: a row for each kind of mark that is laid over the board."""
    return [
        *_reach_rows(overlays),
        *_declared_rows(declared),
        *_field_rows(overlays, battle),
        *_line_rows(overlays),
        *(_site_rows(sites) if overlays.shows_sites else ()),
    ]


def _reach_rows(overlays: Overlays) -> Iterator[Row]:
    left = dict.fromkeys(_FIELD, 4)
    if overlays.reach is not None:
        words = say("In reach of who is chosen; the number is the MP left there")
        yield Row(words, lambda layout, inks: areas.reach_drawing(layout, inks, Reach(left)))
        if overlays.reach.stops:
            stops = Reach(left, stops=frozenset({_MIDDLE}))
            words = say("They must stop where this sign stands")
            yield Row(words, lambda layout, inks: areas.reach_drawing(layout, inks, stops))
        if overlays.reach.by_road:
            road = Reach(left, by_road=frozenset({_MIDDLE}))
            words = say("Reached by road movement only")
            yield Row(words, lambda layout, inks: areas.reach_drawing(layout, inks, road))
    if overlays.further is not None:
        words = say(
            "Red dots: how far those who act could go, or the stack that is pointed at, or who "
            "is chosen from the end of the path; the number is the MP left there"
        )
        yield Row(words, lambda layout, inks: areas.further_drawing(layout, inks, Reach(left)))
    if overlays.targets:
        targets = (replace(overlays.targets[0], hex=_MIDDLE, sources=(), way=()),)
        words = say("May be chosen now: click it")
        yield Row(words, _targets(targets))


def _targets(targets: tuple[Target, ...]) -> Callable[[Layout, Inks], Drawing]:
    def drawn(layout: Layout, inks: Inks) -> Drawing:
        ground, marks = (one(layout, inks, targets) for one in (grounds_drawing, targets_drawing))

        def draw(canvas: Canvas) -> None:
            ground.draw(canvas)
            marks.draw(canvas)

        return Drawing(marks.box, draw)

    return drawn


def _declared_rows(declared: tuple[Target, ...]) -> Iterator[Row]:
    if declared:
        shown = (replace(declared[0], hex=_MIDDLE, sources=(), way=()),)
        words = say("Declared, and still to be fought")
        yield Row(words, lambda layout, inks: declared_drawing(layout, inks, shown))


def _field_rows(overlays: Overlays, battle: MapBattle) -> Iterator[Row]:
    for side in overlays.zones:
        words = say("Zones of control: {side}", side=battle.side_names.get(side, side))
        yield Row(words, _zones_of(side))
    for field in overlays.distances:
        words = say("How far a leader commands, in hexes; paler is farther")
        if field.task is Task.SUPPLY:
            words = say("How far supply reaches, in hexes; paler is farther")
        yield Row(words, _distances_of(field.task, lacks=False))
        if field.lacking:
            yield Row(say("Own units that are out of it"), _distances_of(field.task, lacks=True))
    if overlays.sight is not None:
        words = say("Shaded: not seen from there. A light edge: troops are spotted in it")
        seen = Sight(_MIDDLE, _FIELD - {_MIDDLE}, frozenset())
        yield Row(words, lambda layout, inks: sight_drawing(layout, inks, seen))


def _zones_of(side: Side) -> Callable[[Layout, Inks], Drawing]:
    return lambda layout, inks: areas.zones_drawing(layout, inks, {side: _FIELD})


def _distances_of(task: Task, *, lacks: bool) -> Callable[[Layout, Inks], Drawing]:
    near = {hex_: 2 * place for place, hex_ in enumerate(sorted(_FIELD), start=1)}
    lacking = frozenset({_MIDDLE}) if lacks else frozenset()
    field = Distances(
        task, {hex_: far for hex_, far in near.items() if hex_ not in lacking}, lacking
    )
    return lambda layout, inks: distances_drawing(layout, inks, (field,))


_STAGES: Final = {Stage.IN_FORCE: 0, Stage.NEXT: 1, Stage.COMING: 2}


def _line_rows(overlays: Overlays) -> Iterator[Row]:
    if overlays.tracks:
        track = replace(overlays.tracks[0], hexes=_ACROSS)
        words = say("Moves of the last turn")
        yield Row(words, lambda layout, inks: tracks_drawing(layout, inks, (track,)), is_line=True)
    told = {
        Stage.IN_FORCE: say("An order in force; the letter is its type"),
        Stage.NEXT: say("A later step of an order"),
        Stage.COMING: say("An order on its way, or not obeyed yet"),
    }
    shown = {arrow.stage: arrow for arrow in overlays.orders if not arrow.is_pale}
    for stage in sorted(shown, key=_STAGES.__getitem__):
        yield Row(told[stage], _order(replace(shown[stage], hexes=_ACROSS)), is_line=True)
    if overlays.bonds:
        bond = replace(overlays.bonds[0], start=_ACROSS[0], end=_ACROSS[1])
        words = say("Chain of command; more strokes across are a higher rank")
        yield Row(words, lambda layout, inks: bonds_drawing(layout, inks, (bond,)), is_line=True)


def _order(arrow: OrderArrow) -> Callable[[Layout, Inks], Drawing]:
    return lambda layout, inks: orders_drawing(layout, inks, (arrow,))


def _site_rows(sites: Sites) -> Iterator[Row]:
    side = next(iter((*sites.control.values(), *sites.sources.values())), None)
    if sites.points:
        seal = Sites(points={_MIDDLE: max(sites.points.values())})
        yield Row(say("Victory points of a hex"), _sites(seal))
    if sites.control and side is not None:
        yield Row(say("Who holds it"), _sites(Sites(control={_MIDDLE: side})))
    if sites.sources and side is not None:
        yield Row(say("A source of supply"), _sites(Sites(sources={_MIDDLE: side})), is_low=True)
    if sites.entries:
        first = sites.entries[0]
        entry = Entry(_MIDDLE, first.side, first.text)
        words = say("Forces enter here; the number is the turn")
        yield Row(words, _sites(Sites(entries=(entry,))), is_low=True)


def _sites(shown: Sites) -> Callable[[Layout, Inks], Drawing]:
    return lambda layout, inks: areas.sites_drawing(layout, inks, shown)


class _Sample(QWidget):
    """A mark on a piece of map."""

    def __init__(self, look: Look, inks: Inks, shown: Row) -> None:
        super().__init__()
        self._look, self._drawing = look, shown.draw(SAMPLE, inks)
        self._centre = centre(SAMPLE, _MIDDLE) + QPointF(0.0, SAMPLE.radius * 0.4 * shown.is_low)
        if shown.is_line:
            self._centre = (centre(SAMPLE, _ACROSS[0]) + centre(SAMPLE, _ACROSS[1])) / 2
        size = QSize(look.px(_SIZE.width()), look.px(_SIZE.height()))
        self.setFixedSize(size)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paper, the sides of the hexes, the mark."""
        painter = smooth(self)
        painter.fillRect(self.rect(), inks_of(Season.SUMMER).ground[0])
        zoom = self._look.scale
        with kept(painter):
            painter.translate(QRectF(self.rect()).center())
            painter.scale(zoom, zoom)
            painter.translate(-self._centre)
            painter.setPen(QPen(_SIDES, 0.8))
            for hex_ in SAMPLE.grid.hexes:
                painter.drawPath(outline(SAMPLE, {hex_}))
            exposed = QRectF(QPointF(0, 0), QSize(*map(round, SAMPLE.size)).toSizeF())
            self._drawing.draw(Canvas(painter, exposed, zoom, Stamps()))
        painter.setPen(QPen(self._look.colour("line"), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


Sample = Callable[[], QWidget]
"""Makes a widget that shows a mark as it is drawn on the board."""


class KeySlip(Panel):
    """Lies in the upper left corner of the board: a small tab, and the key when it is pressed.

    It goes to another corner where something lies that it must `avoid`.
    """

    def __init__(self, look: Look, board: QWidget) -> None:
        super().__init__(look, board)
        self._entries: Sequence[tuple[str, Sample]] = ()
        self.tab = QToolButton()
        self.tab.setText(say("Key"))
        self.tab.setToolTip(say("What the marks on the board mean (Shift+K)"))
        self.tab.setCheckable(True)
        self.tab.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tab.toggled.connect(lambda _: self._lay_out())
        self._ground = QWidget()
        self._grid = QGridLayout(self._ground)
        self._grid.setColumnStretch(1, 1)
        self._area = scrolled(self._ground)
        self._parts: list[QWidget] = []
        self._whole = column(self, 0, 4, row(0, self.tab, None), self._area)
        self.setAccessibleName(say("Key"))
        self._board, self._shunned = board, QRect()
        board.installEventFilter(self)
        self.settle()
        self.hide()

    @property
    def words(self) -> list[str]:
        """What is explained, or would be."""
        return [words for words, _ in self._entries]

    def explain(self, entries: Sequence[tuple[str, Sample]]) -> None:
        """Explain these from now on; without any it is not there."""
        is_same = [words for words, _ in entries] == self.words
        self._entries = entries
        self.setVisible(bool(entries))
        if not is_same or (self.tab.isChecked() and not self._parts):
            self._lay_out()

    def toggle(self) -> None:
        """Open it, or close it."""
        self.tab.toggle()

    def avoid(self, box: QRect) -> None:
        """Keep clear of a box of the board from now on; of an empty one, of nothing."""
        if box != self._shunned:
            self._shunned = QRect(box)
            self._place()

    def dress(self) -> None:
        """Follow theme and scale."""
        edge = self.look.px(6)
        self._whole.setContentsMargins(1, 1, 1, 1)  # its frame stays free
        self._grid.setContentsMargins(edge, 0, edge, edge)
        self._grid.setHorizontalSpacing(self.look.px(10))
        self._grid.setVerticalSpacing(self.look.px(4))
        self._lay_out()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep within the board."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _: QPaintEvent) -> None:
        """A slip of paper behind the open key."""
        if self.tab.isChecked():
            painter = QPainter(self)
            painter.fillRect(self.rect(), self.look.colour("base"))
            painter.setPen(self.look.colour("line"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _lay_out(self) -> None:
        for part in self._parts:
            self._grid.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts = []
        if self.tab.isChecked():
            for place, (meaning, make) in enumerate(self._entries):
                words = label("quiet", meaning)
                words.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
                sample = make()
                self._parts += [sample, words]
                self._grid.addWidget(sample, place, 0)
                self._grid.addWidget(words, place, 1)
        for part in self._parts:
            part.show()  # what is hidden has no height
        self._place()

    def _place(self) -> None:
        """Stand in a corner, no larger than what is shown and than the board."""
        gap, tab = self.look.px(8), self.tab.sizeHint()
        size = tab + QSize(2, 2)
        self._area.setVisible(bool(self._parts))
        if self._parts:
            wide = min(self.look.px(_WIDTH), self._board.width() - 2 * gap)
            inner = wide - self.look.px(14)  # a bar may stand beside it
            high = self._grid.heightForWidth(inner) + tab.height() + gap
            size = QSize(wide, min(high, self._board.height() - 2 * gap))
        right, low = self._board.width() - gap - size.width(), self._board.height() - gap
        corners = (QPoint(gap, gap), QPoint(right, gap), QPoint(gap, low - size.height()))
        boxes = [QRect(corner, size) for corner in corners]
        free = (box for box in boxes if not box.intersects(self._shunned))
        self.setGeometry(next(free, boxes[0]))
        self.raise_()


class Legend(KeySlip):
    """The key to what is laid over a map."""

    def __init__(self, look: Look, board: QWidget) -> None:
        self.rows: Sequence[Row] = ()
        """What is explained, or would be."""
        super().__init__(look, board)

    def show_rows(self, rows: Sequence[Row], inks: Inks) -> None:
        """Explain these from now on."""
        self.rows = rows
        self.explain([(one.words, partial(_Sample, self.look, inks, one)) for one in rows])

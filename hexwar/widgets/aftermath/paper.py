"""A report as a paper: A4 pages with numbers, as a PDF or painted one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    QUrl,
)
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
    QTextTableCellFormat,
)

from hexwar.messages import say
from hexwar.resources import assets
from hexwar.widgets.aftermath.charts import picture
from hexwar.widgets.aftermath.page import Report, body, title_of
from hexwar.widgets.brushwork import Align, kept, write
from hexwar.widgets.fonts import SERIF, font

INCH: Final = 96  # of the units of a page to the inch
_SHEET = QSizeF(210 / 25.4 * INCH, 297 / 25.4 * INCH)  # A4
_SIDE, _TOP, _FOOT = 64.0, 62.0, 74.0  # margins
_DOTS = 300  # to the inch, of the PDF
_FINE = 4.0  # pixels of a chart to each unit of the page
_LINE = 20.0  # of text
_SLIGHT = 10.0  # too low for a line
_TRIES = 200  # headings and rows that may be moved to the next page


class Paper:
    """The pages of a report. Needs a QGuiApplication."""

    def __init__(self, report: Report) -> None:
        self.title = title_of(report.told)
        self._document = QTextDocument()
        letters = font(SERIF, 14)
        letters.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        self._document.setDefaultFont(letters)
        self._document.setUseDesignMetrics(True)
        self._document.setDocumentMargin(0)
        style = assets() / "report" / "paper.css"
        self._document.setDefaultStyleSheet(style.read_text(encoding="utf-8"))
        self._charts = 0
        for at, map_ in enumerate(report.maps):
            self._keep(f"map:{at}", map_.image)
        there = Report(report.told, report.maps, report.viewer, image=self._chart)
        self._document.setHtml(f"<body>{body(there)}</body>")
        self._lay_out()
        self._settle()

    @property
    def pages(self) -> int:
        """How many there are."""
        return self._document.pageCount()

    @property
    def lonely_headings(self) -> int:
        """How many headings stand at the foot of a page, with what they head on the next."""
        layout = self._document.documentLayout()
        return sum(self._is_torn(layout, block) for block in _blocks(self._document))

    @property
    def torn_rows(self) -> int:
        """How many rows of tables are cut by the end of a page."""
        return sum(1 for _ in self._torn_rows())

    @property
    def _room(self) -> float:
        return _SHEET.height() - _TOP - _FOOT

    def paint(self, painter: QPainter, page: int) -> None:
        """Paint a page, from 0 on, in units of 1/96 inch."""
        seen = QRectF(0, page * self._room, _SHEET.width() - 2 * _SIDE, self._room)
        with kept(painter):
            painter.translate(QPointF(_SIDE, _TOP - seen.top()))
            painter.setClipRect(seen)
            context = QAbstractTextDocumentLayout.PaintContext()
            context.clip = seen
            context.palette.setColor(QPalette.ColorRole.Text, QColor("#1d1710"))
            self._document.documentLayout().draw(painter, context)
        self._paint_foot(painter, page)

    def pdf(self) -> bytes:
        """All pages as a PDF file."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setTitle(self.title)
        writer.setCreator("hexwar")
        writer.setResolution(_DOTS)
        margins, upright = QMarginsF(0, 0, 0, 0), QPageLayout.Orientation.Portrait
        writer.setPageLayout(QPageLayout(QPageSize(QPageSize.PageSizeId.A4), upright, margins))
        painter = QPainter(writer)
        painter.scale(_DOTS / INCH, _DOTS / INCH)
        for page in range(self.pages):
            if page:
                writer.newPage()
            self.paint(painter, page)
        painter.end()
        buffer.close()
        return bytes(data.data())

    def _paint_foot(self, painter: QPainter, page: int) -> None:
        box = QRectF(_SIDE, _SHEET.height() - _FOOT + 18, _SHEET.width() - 2 * _SIDE, 20)
        words = say("Page {n} of {all}", n=page + 1, all=self.pages)
        small, ink = font(SERIF, 12), QColor("#75664f")
        write(painter, box, words, small, ink, Align.AlignRight | Align.AlignVCenter)
        write(painter, box, self.title, small, ink, Align.AlignLeft | Align.AlignVCenter)

    def _chart(self, svg: str, size: QSize) -> str:
        """A chart as a picture of the document."""
        name = f"chart:{self._charts}"
        self._charts += 1
        self._keep(name, picture(svg, size, _FINE))
        return f'<img src="{name}" width="{size.width()}" height="{size.height()}">'

    def _keep(self, name: str, image: object) -> None:
        kind = QTextDocument.ResourceType.ImageResource.value
        self._document.addResource(kind, QUrl(name), image)

    def _lay_out(self) -> None:
        """Set all pages anew: a change in the middle would leave the rest as it was."""
        size = QSizeF(_SHEET.width() - 2 * _SIDE, self._room)
        self._document.setPageSize(size + QSizeF(1, 0))
        self._document.setPageSize(size)
        self._document.documentLayout().documentSize()

    def _settle(self) -> None:
        """No heading stands alone at the foot of a page, no row of a table is cut.

        What is moved moves all behind it, so the pages are gone through from the front.
        """
        layout = self._document.documentLayout()
        for _ in range(_TRIES):
            torn = next((b for b in _blocks(self._document) if self._is_torn(layout, b)), None)
            row = None if torn is not None else next(self._torn_rows(), None)
            if torn is not None:
                broken = QTextBlockFormat()
                broken.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                QTextCursor(torn).mergeBlockFormat(broken)
            elif row is not None:
                _push_down(*row)
            else:
                return
            self._lay_out()

    def _torn_rows(self) -> Iterator[tuple[QTextTable, int, float]]:
        """Rows that begin on one page and end on another, and what is left of the first."""
        layout = self._document.documentLayout()
        for table in self._document.rootFrame().childFrames():
            if not isinstance(table, QTextTable):
                continue
            for row in range(1 + table.format().headerRowCount(), table.rows()):
                cells = [table.cellAt(row, column) for column in range(table.columns())]
                first = tuple(cell.firstCursorPosition().block() for cell in cells)
                last = (cell.lastCursorPosition().block() for cell in cells)
                top = min(layout.blockBoundingRect(block).top() for block in first)
                foot = max(layout.blockBoundingRect(block).bottom() for block in last)
                if int(top // self._room) != int((foot - 1) // self._room):
                    yield table, row, self._room - top % self._room

    def _is_torn(self, layout: QAbstractTextDocumentLayout, block: QTextBlock) -> bool:
        after = block.next()
        if not block.blockFormat().headingLevel() or not after.isValid():
            return False
        here, there = layout.blockBoundingRect(block), layout.blockBoundingRect(after)
        lines = after.layout()
        foot = there.top() + (lines.lineAt(0).rect().bottom() if lines.lineCount() else _LINE)
        table = QTextCursor(after).currentTable()
        if table is not None:
            whole = layout.frameBoundingRect(table)
            if whole.bottom() - here.top() < self._room:  # a table that fits is not torn
                foot = whole.bottom()
        return int(here.top() // self._room) != int((foot - 1) // self._room)


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _push_down(table: QTextTable, row: int, room: float) -> None:
    """Let a row begin on the next page, by an empty row on what is left of this one."""
    table.insertRows(row, 1)
    for column in range(table.columns()):
        cell, shape = table.cellAt(row, column), QTextTableCellFormat()
        shape.setFontPointSize(1)
        shape.setTopPadding(max(room - _SLIGHT, 0.0))
        cell.setFormat(shape)
        cursor = cell.firstCursorPosition()
        cursor.setBlockCharFormat(shape)

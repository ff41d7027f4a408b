"""Maps and battles for the printer: at true scale, of a size that is told before.

A map is painted in bands, so that a sheet of any size costs no more memory than one band of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter, QPen

from hexwar import resources
from hexwar.editor.checks import AT_WORK, path_of
from hexwar.editor.document import Draft
from hexwar.editor.export_files import MM, PAPERS, PngBands, Work, pdf, saved
from hexwar.editor.files import NAMES
from hexwar.engine import Refusal
from hexwar.hexes import Layout
from hexwar.kit import Kit
from hexwar.messages import count, mark, say
from hexwar.scenario.build import build, build_battlefield
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.files import Loaded, OpenFiles
from hexwar.scenario.schema import ForcesFile, MapFile, ScenarioFile
from hexwar.table.battle import MapBattle
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.brushwork import kept
from hexwar.widgets.fonts import SANS, font
from hexwar.widgets.mapart.painter import MapPainter
from hexwar.widgets.mapart.palette import Season

SHEET: Final = "sheet"
"""Instead of a kind of paper: one page as large as the map."""

LEAST_HEX, USUAL_HEX, MOST_HEX = 4.0, 16.0, 80.0
"""Millimetres from the centre of a hex to the next one's: printed games have about 16."""

LEAST_DPI, USUAL_DPI, MOST_DPI = 36, 150, 600
SCREEN_DPI: Final = 96

MOST_PIXELS: Final = 1_000_000_000
MOST_SIDE: Final = 60_000
MOST_SHEET: Final = 5_000.0
MOST_PAGES: Final = 400
"""The most that is written: pixels of a picture, of its longer side, mm of a page, and pages."""

MARGIN, OVERLAP = 10.0, 8.0
"""Of a page: mm that printers leave white, and that a page shows of the next one too."""

_BAND: Final = 3_000_000  # pixels that are painted at a time
_PNG_BYTES, _PDF_BYTES = 1.25, 0.5  # of a pixel of map, about
_ROW: Final = math.sqrt(3) * 32  # pixels of the painter from hex to hex


@dataclass(frozen=True, slots=True)
class MapPrint:
    """How a map is to be printed."""

    hex_mm: float = USUAL_HEX
    dpi: int = USUAL_DPI
    paper: str = "a4"  # a name of `PAPERS`, or `SHEET`
    overlap: float = OVERLAP  # mm
    season: Season = Season.SUMMER

    @classmethod
    def at(cls, scale: float) -> MapPrint:
        """A picture as the board shows it at a zoom, 1.0 being 100 %."""
        return cls(hex_mm=_ROW * scale / SCREEN_DPI * MM, dpi=SCREEN_DPI, paper=SHEET)

    @property
    def scale(self) -> float:
        """Dots to a pixel of the painter."""
        return self.hex_mm / MM * self.dpi / _ROW

    @property
    def ratio(self) -> float:
        """Dots to a pixel of a screen: names are as large on paper as they would be there."""
        return self.dpi / SCREEN_DPI

    @property
    def refusal(self) -> Refusal | None:
        """Why nothing can be printed so."""
        if not LEAST_HEX <= self.hex_mm <= MOST_HEX:
            words = mark("A hex can be {least:g} to {most:g} mm wide.")
            return Refusal(say(words, least=LEAST_HEX, most=MOST_HEX), "")
        if not LEAST_DPI <= self.dpi <= MOST_DPI:
            words = mark("There can be {least} to {most} dots to the inch.")
            return Refusal(say(words, least=LEAST_DPI, most=MOST_DPI), "")
        return None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a map will come to, before it is painted."""

    path: Path
    print_: MapPrint
    bounds: QRectF  # pixels of the painter
    width: int
    height: int  # dots of the whole map
    pages: tuple[QRectF, ...] = ()  # what each shows, dots of the whole map; none of a picture
    columns: int = 1  # of pages
    page: tuple[float, float] = (0.0, 0.0)  # mm

    @property
    def is_pdf(self) -> bool:
        """Whether it is pages, and no picture."""
        return bool(self.pages)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the whole map on paper."""
        return self.width / self.print_.dpi * MM, self.height / self.print_.dpi * MM

    @property
    def megabytes(self) -> float:
        """How large the file will be, about."""
        each = _PDF_BYTES if self.is_pdf else _PNG_BYTES
        return self.width * self.height * each / 1e6

    @property
    def words(self) -> str:
        """What it will come to, as a player reads it."""
        wide, high = (round(side / 10) for side in self.size_mm)
        size = round(self.megabytes) if self.megabytes >= 1 else 1
        told: dict[str, object] = {"wide": wide, "high": high, "size": size}
        if self.is_pdf:
            pages = count("{n} page", "{n} pages", len(self.pages))
            words = mark("{pages}; the whole map is {wide} × {high} cm, the file about {size} MB")
            return say(words, pages=pages, **told)
        words = mark("{x} × {y} pixels; printed {wide} × {high} cm, the file about {size} MB")
        return say(words, x=self.width, y=self.height, **told)

    @property
    def refusal(self) -> Refusal | None:
        """Why it is not written: it would be too large."""
        if self.print_.refusal is not None:
            return self.print_.refusal
        if len(self.pages) > MOST_PAGES:
            words = mark("That would be {n} pages; {most} is the limit.")
            return Refusal(say(words, n=len(self.pages), most=MOST_PAGES), "")
        if self.is_pdf and max(self.page) > MOST_SHEET:
            words = mark("A page can be {most:g} m long at most.")
            return Refusal(say(words, most=MOST_SHEET / 1000), "")
        is_wide = max(self.width, self.height) > MOST_SIDE
        if is_wide or (not self.is_pdf and self.width * self.height > MOST_PIXELS):
            words = mark("That would be {x} × {y} pixels: choose smaller hexes, or fewer dots.")
            return Refusal(say(words, x=self.width, y=self.height), "")
        return None


def plan_of(battlefield: Battlefield, path: Path, print_: MapPrint) -> Plan:
    """What a map will come to; `.pdf` makes pages, anything else a PNG."""
    bounds, scale = MapPainter(battlefield, Layout(battlefield.grid)).bounds, print_.scale
    width, height = (max(1, round(side * scale)) for side in (bounds.width(), bounds.height()))
    bare = Plan(path, print_, bounds, width, height)
    if path.suffix.lower() != ".pdf":
        return bare
    paper = PAPERS.get(print_.paper)
    if paper is None:
        wide, high = bare.size_mm
        whole = (QRectF(0, 0, width, height),)
        page = (wide + 2 * MARGIN, high + 2 * MARGIN)
        return Plan(path, print_, bounds, width, height, whole, 1, page)
    ways = [_tiled(bare, page) for page in (paper, paper[::-1])]
    pages, columns, page = min(ways, key=lambda way: len(way[0]))
    return Plan(path, print_, bounds, width, height, pages, columns, page)


def _tiled(
    plan: Plan, page: tuple[float, float]
) -> tuple[tuple[QRectF, ...], int, tuple[float, float]]:
    """The whole map cut into pages of a size in mm, row by row."""
    dots = plan.print_.dpi / MM
    room = [max(1, int((side - 2 * MARGIN) * dots)) for side in page]
    over = min(int(plan.print_.overlap * dots), min(room) // 2)
    across, down = (
        [at * (have - over) for at in range(max(1, math.ceil((need - over) / (have - over))))]
        for need, have in zip((plan.width, plan.height), room, strict=True)
    )
    whole = QRectF(0, 0, plan.width, plan.height)
    pages = tuple(QRectF(x, y, room[0], room[1]) & whole for y in down for x in across)
    return pages, len(across), page


def write_map(battlefield: Battlefield, plan: Plan) -> Work:
    """Write a map as a plan has it; any thread may.

    Raises:
        SaveError: It cannot be written.
        ScenarioError: It would be too large.
    """
    if plan.refusal is not None:
        raise ScenarioError(plan.refusal.sentence, plan.path)
    painter = MapPainter(battlefield, Layout(battlefield.grid))
    yield 0.0
    painter.prepare()
    yield 0.02
    written = _write_pages if plan.is_pdf else _write_picture
    for done in written(painter, plan):
        yield 0.02 + 0.98 * done


def _write_picture(art: MapPainter, plan: Plan) -> Work:
    dots = round(plan.print_.dpi / MM * 1000)
    with saved(plan.path) as file:
        bands = PngBands(file, plan.width, plan.height, dots)
        whole = QRectF(0, 0, plan.width, plan.height)
        for part in _bands_of(whole):
            bands.add(_painted(art, plan, part))
            yield part.bottom() / plan.height
        bands.end()


def _bands_of(rect: QRectF) -> Iterator[QRectF]:
    """A rectangle of dots cut into bands that are painted at a time."""
    step = max(16, int(_BAND / rect.width()))
    for top in range(int(rect.top()), int(rect.bottom()), step):
        yield QRectF(rect.left(), top, rect.width(), min(step, rect.bottom() - top))


def _painted(art: MapPainter, plan: Plan, part: QRectF) -> QImage:
    """A part of the map, dots of the whole."""
    scale, bounds = plan.print_.scale, plan.bounds
    rect = QRectF(part.topLeft() / scale + bounds.topLeft(), part.size() / scale)
    return art.picture(rect, scale, plan.print_.season, plan.print_.ratio)


def _write_pages(art: MapPainter, plan: Plan) -> Work:
    done, whole = 0.0, sum(page.height() for page in plan.pages)
    name = art.battlefield.name
    with pdf(plan.path, name, plan.page, plan.print_.dpi) as (writer, painter):
        for place, shown in enumerate(plan.pages):
            if place:
                writer.newPage()
            edge = round(MARGIN / MM * plan.print_.dpi)
            for part in _bands_of(shown):
                # A row more below: else readers show a white line between two bands.
                more = part.adjusted(0, 0, 0, 1) & shown
                at = QPointF(part.left() - shown.left() + edge, part.top() - shown.top() + edge)
                painter.drawImage(at, _painted(art, plan, more))
                done += part.height()
                yield done / whole
            _mark_page(painter, writer, plan, place, name)


def _mark_page(painter: QPainter, writer: QPdfWriter, plan: Plan, place: int, name: str) -> None:
    """Crop marks at the corners, where the next pages begin, and what page this is."""
    dots, shown = plan.print_.dpi / MM, plan.pages[place]
    edge, over = round(MARGIN * dots), plan.print_.overlap * dots
    box = QRectF(edge, edge, shown.width(), shown.height())
    long, gap = 5.0 * dots, 1.0 * dots
    column, row = place % plan.columns, place // plan.columns
    rows = len(plan.pages) // plan.columns
    across = [box.left(), box.right(), *([box.right() - over] if column + 1 < plan.columns else [])]
    down = [box.top(), box.bottom(), *([box.bottom() - over] if row + 1 < rows else [])]
    with kept(painter):
        painter.setPen(QPen(QColor("black"), 0.15 * dots))
        for x in across:
            painter.drawLine(QPointF(x, box.top() - gap), QPointF(x, box.top() - gap - long))
            painter.drawLine(QPointF(x, box.bottom() + gap), QPointF(x, box.bottom() + gap + long))
        for y in down:
            painter.drawLine(QPointF(box.left() - gap, y), QPointF(box.left() - gap - long, y))
            painter.drawLine(QPointF(box.right() + gap, y), QPointF(box.right() + gap + long, y))
        painter.setFont(font(SANS, max(1, round(2.8 * dots))))
        told = {"name": name, "column": column + 1, "row": row + 1, "mm": plan.print_.hex_mm}
        words = mark("{name} · sheet {row}.{column} of {rows}.{columns} · {mm:g} mm to the hex")
        line = say(words, **told, rows=rows, columns=plan.columns)
        foot = QRectF(edge + long, box.bottom() + gap, writer.width() - 2 * (edge + long), 6 * dots)
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, line)


# -- what a draft makes


def battlefield_of(draft: Draft) -> Battlefield:
    """The battlefield of a draft, as well as it can be built.

    Raises:
        ScenarioError: There is no map in it.
    """
    files = _files(draft)
    opened = files.open(AT_WORK / NAMES["map"], MapFile) if draft.map else None
    if opened is None or opened.record is None:
        raise ScenarioError(say("there is no map that could be painted"))
    return build_battlefield(opened.record, sha256=opened.sha256)


def battle_of(draft: Draft, kit: Kit[Any]) -> MapBattle:
    """The battle of a draft, as its game builds it, or as well as it can be built.

    Raises:
        ScenarioError: It lacks what a battle needs.
    """
    files = _files(draft, kit)
    scenario = _scenario_of(draft, files, kit)
    forces = files.open(AT_WORK / NAMES["forces"], ForcesFile).record
    map_ = files.open(AT_WORK / NAMES["map"], MapFile).record
    if not isinstance(scenario, ScenarioFile) or forces is None or map_ is None:
        first = next((found for found in files.findings if found.is_error), None)
        why = "" if first is None else first.sentence
        raise ScenarioError(say("the battle is not complete yet: {why}", why=why))
    loaded = Loaded(scenario, forces, map_)
    try:
        made: MapBattle = kit.form.build(scenario, loaded)
    except (LookupError, ValueError, TypeError, StopIteration, AttributeError):
        made = _plain(loaded)  # its section has faults: without it there are no arrivals
    return made


def _scenario_of(draft: Draft, files: OpenFiles, kit: Kit[Any]) -> ScenarioFile | None:
    """The scenario of a draft: without its section where that has faults, and without fields."""
    path = AT_WORK / NAMES["scenario"]
    found: ScenarioFile | None = files.open(path, kit.form.schema).record
    if found is None:
        wrong = {path_of(finding.place)[:1] for finding in files.findings}
        kept = {name: value for name, value in draft.scenario.items() if (name,) not in wrong}
        found = _files(draft.having("scenario", kept)).open(path, ScenarioFile).record
    return found


def _plain(loaded: Loaded) -> MapBattle:
    """What the envelope of a scenario makes.

    Raises:
        ScenarioError: Even that has faults.
    """
    try:
        return build(loaded)
    except (LookupError, ValueError, StopIteration) as fault:
        words = mark("the battle has faults that keep it from being set up: mend them first")
        raise ScenarioError(say(words)) from fault


def _files(draft: Draft, kit: Kit[Any] | None = None) -> OpenFiles:
    """The files of a draft, as if they lay in a folder."""
    trees = {NAMES[part]: draft.part(part) for part in NAMES}
    drafts = {(AT_WORK / name).absolute(): tree for name, tree in trees.items() if tree}
    forms = {} if kit is None else {kit.id: kit.form.schema}
    return OpenFiles(resources.scenarios(), forms, drafts)

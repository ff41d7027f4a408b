"""The dialog by which a battle leaves the editor: to the printer, to friends, to other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QSize, QThreadPool, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QGridLayout,
    QProgressBar,
    QSpinBox,
    QWidget,
)

from hexwar.editor import export, tiled
from hexwar.editor.desk import Desk
from hexwar.editor.export import SHEET, MapPrint, battle_of, battlefield_of, plan_of, write_map
from hexwar.editor.export_counters import LEAST, MOST, CounterPrint, plan_words, write_counters
from hexwar.editor.export_counters import USUAL as USUAL_EDGE
from hexwar.editor.export_files import Work, save_bytes
from hexwar.editor.export_lists import order_of_battle, order_sheets, write_list
from hexwar.editor.portraits import folders_of
from hexwar.engine import SaveError
from hexwar.messages import count, mark, say
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.pack import SUFFIX, beside, pictures_of, write_pack
from hexwar.table.battle import MapBattle
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.panels.parts import (
    HELP,
    Body,
    ChoiceBox,
    bar,
    button,
    column,
    fill,
    line_label,
    plain_label,
    row,
    spaced,
)

WAYS: Final[Mapping[str, str]] = {
    "map": mark("Map, at true scale"),
    "counters": mark("Counter sheets"),
    "forces": mark("Order of battle"),
    "orders": mark("Order pads, for play by hand"),
    "package": mark("Package, to be given away"),
    "tiled": mark("Terrain for Tiled"),
}
"""What can be written."""

ENDINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "map": {".pdf": mark("PDF, in pages"), ".png": mark("PNG, one picture")},
    "counters": {".pdf": mark("PDF, front and back")},
    "forces": {".pdf": mark("PDF, to print"), ".html": mark("HTML, a page to read")},
    "orders": {".pdf": mark("PDF, to print"), ".html": mark("HTML, a page to read")},
    "package": {SUFFIX: mark("hexwar package")},
    "tiled": {tiled.TMX: mark("TMX"), tiled.TMJ: mark("TMJ (JSON)")},
}
"""In which forms each of them can be written, by how their names end."""

PAPERS: Final = {"a4": mark("A4"), "a3": mark("A3"), "letter": mark("Letter")}

_BARE_PAPER: Final = ("package", "tiled")  # what is on no paper
_SIZE: Final = QSize(620, 380)  # at 100 %


class Runner(QObject):
    """Does the work of an export, in a thread or between the events of the window."""

    told = Signal(float)
    """How much of it is done, from 0 to 1."""
    ended = Signal(object)
    """It is over: None, or the exception that ended it. One that is given up ends silently."""
    _came = Signal(int, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Do nothing yet."""
        super().__init__(parent)
        self._pool, self._number = QThreadPool(self), 0
        self._own: Work = iter(())  # that is done in the thread of the window
        self._pool.setMaxThreadCount(1)
        self.is_busy = False
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._slice)
        self._came.connect(self._take)

    def start(self, work: Work, *, in_thread: bool) -> None:
        """Begin; what cannot leave the thread of the window is done there, in pieces."""
        self.stop()
        self.is_busy = True
        if in_thread:
            number = self._number
            self._pool.start(partial(self._run, number, work))
        else:
            self._own = work
            self._slices.start()

    def stop(self) -> None:
        """Give up what is under way; it leaves no file. Waits for the piece that is at work."""
        self._number += 1
        self.is_busy = False
        self._pool.waitForDone()
        if self._slices.isActive():
            self._slices.stop()
            _close(self._own)

    def _run(self, number: int, work: Work) -> None:
        fault: Exception | None = None
        try:
            for done in work:
                if number != self._number:
                    _close(work)
                    return
                self._came.emit(number, done, None)
        except Exception as found:
            fault = found
        with suppress(RuntimeError):  # who waited for it is gone
            self._came.emit(number, None, fault)

    def _slice(self) -> None:
        try:
            done = next(self._own, None)
        except (SaveError, ScenarioError) as fault:
            self._take(self._number, None, fault)
            return
        self._take(self._number, done, None)

    def _take(self, number: int, done: float | None, fault: Exception | None) -> None:
        if number != self._number or not self.is_busy:
            return
        if done is not None:
            self.told.emit(done)
            return
        self.is_busy = False
        self._slices.stop()
        self.ended.emit(fault)


def _close(work: Work) -> None:
    """End work before its end, so that it tidies up."""
    end = getattr(work, "close", None)
    if end is not None:
        end()


class ShareDialog(QDialog):
    """Chooses what is written of the battle on the desk, tells how large it will be, writes it."""

    written = Signal(object)
    """The path of a file that was written."""

    def __init__(self, desk: Desk, parent: QWidget | None = None, first: str = "map") -> None:
        """Offer all; the first is a key of `WAYS`."""
        super().__init__(parent)
        self.desk, look = desk, desk.look
        self.setWindowTitle(say("Share"))
        self.setProperty(HELP, "help:your-scenarios")
        self.runner = Runner(self)
        self._path = Path()
        self.what = ChoiceBox(look, {key: say(words) for key, words in WAYS.items()})
        self.form = ChoiceBox(look, {})
        papers = {name: say(words) for name, words in PAPERS.items()}
        papers[SHEET] = say("one sheet as large as the map")
        self.paper = ChoiceBox(look, papers)
        self.hex_mm = _length(export.LEAST_HEX, export.MOST_HEX, export.USUAL_HEX)
        self.dpi = QSpinBox(minimum=export.LEAST_DPI, maximum=export.MOST_DPI)
        self.dpi.setValue(export.USUAL_DPI)
        self.overlap = _length(0.0, 50.0, export.OVERLAP)
        self.edge = _length(LEAST, MOST, USUAL_EDGE)
        self.chits = QCheckBox(say("With the chits of the formations"))
        self.chits.setChecked(True)
        self.plan = plain_label("heading")
        self.remark = plain_label("quiet")
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(look.px(8))
        room = self.progress.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(room)
        self.progress.hide()
        self.progress.setAccessibleName(say("How much is written"))
        self.write_button, self.close_button = button(say("Write …"), "main"), button(say("Close"))
        self.write_button.setToolTip(say("Choose a name, and write it (Enter)"))
        self.close_button.setToolTip(say("Close, or give up what is being written (Esc)"))
        self._rows: dict[str, tuple[QWidget, QWidget]] = {}
        body, buttons = Body(look), row(8, (self.progress, 1), self.close_button, self.write_button)
        column(body, 18, 12, self._grid(), self.plan, self.remark, None, buttons)
        fill(self, body)
        self._connect()
        self.what.setCurrentIndex(list(WAYS).index(first))
        self._show_way()
        self.resize(QSize(look.px(_SIZE.width()), look.px(_SIZE.height())))

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        spaced(grid, 0, 8)
        rows: dict[str, tuple[str, QWidget]] = {
            "what": (say("What"), self.what),
            "form": (say("Form"), self.form),
            "paper": (say("Paper"), self.paper),
            "hex": (say("From hex to hex"), self.hex_mm),
            "dpi": (say("Dots to the inch"), self.dpi),
            "overlap": (say("Pages overlap by"), self.overlap),
            "edge": (say("Edge of a counter"), self.edge),
            "chits": ("", self.chits),
        }
        for at, (key, (words, part)) in enumerate(rows.items()):
            name = line_label(words)
            name.setBuddy(part)
            if words:
                part.setAccessibleName(words)
            grid.addWidget(name, at, 0)
            grid.addWidget(part, at, 1)
            self._rows[key] = name, part
        grid.setColumnStretch(1, 1)
        return grid

    def _connect(self) -> None:
        self.what.currentIndexChanged.connect(self._show_way)
        for box in (self.form, self.paper):
            box.currentIndexChanged.connect(self.show_plan)
        for number in (self.hex_mm, self.overlap, self.edge):
            number.valueChanged.connect(self.show_plan)
        self.dpi.valueChanged.connect(self.show_plan)
        self.chits.toggled.connect(self.show_plan)
        self.write_button.clicked.connect(self.ask)
        self.write_button.setDefault(True)
        self.close_button.clicked.connect(self.reject)
        self.runner.told.connect(lambda done: self.progress.setValue(round(1000 * done)))
        self.runner.ended.connect(self._end)

    # -- what is chosen

    @property
    def way(self) -> str:
        """What is to be written: a key of `WAYS`."""
        return str(self.what.currentData())

    @property
    def ending(self) -> str:
        """How its name ends."""
        return str(self.form.currentData())

    @property
    def map_print(self) -> MapPrint:
        """How the map is to be printed."""
        paper, over = str(self.paper.currentData()), self.overlap.value()
        return MapPrint(self.hex_mm.value(), self.dpi.value(), paper, over)

    @property
    def counter_print(self) -> CounterPrint:
        """How counters are to be printed."""
        return CounterPrint(self.edge.value(), self._page, self.chits.isChecked())

    @property
    def _page(self) -> str:
        paper = str(self.paper.currentData())
        return paper if paper in PAPERS else "a4"

    def _show_way(self) -> None:
        """Show what can be chosen of what is to be written."""
        self.form.blockSignals(True)  # noqa: FBT003
        self.form.clear()
        for ending, words in ENDINGS[self.way].items():
            self.form.addItem(say(words), ending)
        self.form.blockSignals(False)  # noqa: FBT003
        self.show_plan()

    def show_plan(self) -> None:
        """Tell what it will come to, or why it cannot be written."""
        self._show_rows()
        words, refusal = "", ""
        try:
            words, refusal = self._planned()
        except ScenarioError as fault:
            refusal = str(fault)
        self.plan.setText(words)
        self.remark.setText(refusal or say(_REMARKS[self.way]))
        self.remark.setProperty("role", "refusal" if refusal else "quiet")
        self.remark.style().polish(self.remark)
        bar(self.write_button, refusal)

    def _show_rows(self) -> None:
        is_map = self.way == "map"
        is_pdf = is_map and self.ending == ".pdf"
        is_tiled = is_pdf and self.paper.currentData() != SHEET
        has_paper = self.way not in _BARE_PAPER and self.ending == ".pdf"
        shown = {"form": len(ENDINGS[self.way]) > 1, "paper": has_paper, "hex": is_map}
        shown |= {"dpi": is_map, "overlap": is_tiled}
        shown |= dict.fromkeys(("edge", "chits"), self.way == "counters")
        for key, is_shown in shown.items():
            for part in self._rows[key]:
                part.setVisible(is_shown)
        self.paper.allow(SHEET, "" if is_map else say("Only the map can be one sheet."))

    def _planned(self) -> tuple[str, str]:
        """What it will come to, and why it cannot be written.

        Raises:
            ScenarioError: The draft lacks what is to be written.
        """
        if self.way == "map":
            plan = plan_of(self._battlefield(), Path(f"x{self.ending}"), self.map_print)
            return ("", plan.refusal.sentence) if plan.refusal else (plan.words, "")
        if self.way == "counters":
            refusal = self.counter_print.refusal
            words = "" if refusal else plan_words(self._battle(), self.counter_print)
            return words, refusal.sentence if refusal else ""
        if self.way in ("forces", "orders"):
            battle = self._battle()
            formations = len(battle.formations)
            return count("{n} formation", "{n} formations", formations), ""
        if self.way == "package":
            files = 3 + len(self._others())
            return count("{n} file in a package", "{n} files in a package", files), ""
        grid = self._battlefield().grid
        words = mark("{columns} × {rows} hexes; the picture of the tiles is written beside it")
        return say(words, columns=grid.columns, rows=grid.rows), ""

    def _battlefield(self) -> Battlefield:
        return battlefield_of(self.desk.draft)

    def _battle(self) -> MapBattle:
        return battle_of(self.desk.draft, self.desk.kit)

    def _others(self) -> dict[str, Path]:
        """What lies beside the battle and is packed with it."""
        folder = self.desk.folder
        pictures = folders_of(self.desk.files, self.desk.state)
        shown = pictures_of(self.desk.draft.forces, pictures)
        return shown if folder is None else shown | dict(beside(folder))

    # -- what is done

    def ask(self) -> None:
        """Let the user choose a name, and write."""
        usual = self._usual_name()
        kinds = f"*{self.ending}"
        name, _ = QFileDialog.getSaveFileName(self, say("Write"), str(usual), kinds)
        if name:
            path = Path(name)
            self.write(path if path.suffix else path.with_suffix(self.ending))

    def _usual_name(self) -> Path:
        id_ = self.desk.draft.scenario.get("id")
        stem = id_ if isinstance(id_, str) and id_.replace("-", "").isalnum() else "battle"
        what = "" if self.way == "package" else f"-{self.way}"
        return (self.desk.folder or Path.home()) / f"{stem}{what}{self.ending}"

    def write(self, path: Path) -> None:
        """Write what is chosen; `written` follows, or a sentence."""
        self._path = path
        self.progress.setValue(0)
        self.progress.show()
        bar(self.write_button, say("Something is being written."))
        self.close_button.setText(say("Cancel"))
        try:
            work = self._work(path)
        except ScenarioError as fault:
            self._end(fault)
            return
        self.runner.start(work, in_thread=self.way in ("map", "package"))

    def _work(self, path: Path) -> Work:
        """What has to be done to write it.

        Raises:
            ScenarioError: The draft lacks what is to be written.
        """
        draft, look = self.desk.draft, self.desk.look
        if self.way == "map":
            field = self._battlefield()
            return write_map(field, plan_of(field, path, self.map_print))
        if self.way == "counters":
            return write_counters(self._battle(), path, self.counter_print, look.art)
        if self.way == "package":
            parts = draft.scenario, draft.map, draft.forces
            return _at_once(partial(write_pack, path, *parts, self._others()))
        if self.way == "tiled":
            return _at_once(partial(_write_tiled, path, tiled.written(draft.map, path)))
        battle, kit, page = self._battle(), self.desk.kit, self._page
        html = order_of_battle(battle, kit) if self.way == "forces" else order_sheets(battle)
        return _at_once(partial(write_list, path, battle.name, html, page))

    def _end(self, fault: Exception | None) -> None:
        """Tell how it went.

        Raises:
            Exception: the fault, if it is one of the program.
        """
        self.close_button.setText(say("Close"))
        self.show_plan()
        if fault is None:
            self.progress.setValue(self.progress.maximum())
            self.remark.setText(say("Written: {path}", path=self._path))
            self.desk.told.emit(say("Written: {path}", path=self._path))
            self.written.emit(self._path)
            return
        self.progress.setValue(0)
        if not isinstance(fault, (SaveError, ScenarioError)):
            raise fault
        self.progress.hide()
        self.remark.setProperty("role", "refusal")
        self.remark.style().polish(self.remark)
        self.remark.setText(str(fault))

    def reject(self) -> None:
        """Give up what is being written; with nothing under way, close."""
        if self.runner.is_busy:
            self.runner.stop()
            self.close_button.setText(say("Close"))
            self.progress.hide()
            self.show_plan()
            return
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave nothing under way."""
        self.runner.stop()
        super().closeEvent(event)


_REMARKS: Final[Mapping[str, str]] = {
    "map": mark("Marks show where pages are cut; each shows a strip of the next one too."),
    "counters": mark("Print on both sides, turned over the long edge, without scaling."),
    "forces": mark("Formations with leaders, units, strengths and arrivals."),
    "orders": mark("For each formation lines to write on; each side begins a page of its own."),
    "package": mark("Scenario, map and forces, with the pictures and notes that lie beside them."),
    "tiled": mark("Terrain and levels as layers, places as points. Roads and waters stay here."),
}


def _length(least: float, most: float, usual: float) -> QDoubleSpinBox:
    """A box for millimetres."""
    box = QDoubleSpinBox(minimum=least, maximum=most, decimals=1, singleStep=0.5)
    box.setSuffix(say(" mm"))
    box.setValue(usual)
    return box


def _at_once(deed: Callable[[], object]) -> Work:
    """Work that is one piece."""
    yield 0.1
    deed()


def _write_tiled(path: Path, text: str) -> None:
    save_bytes(path, text.encode())
    save_bytes(tiled.tiles_of(path), tiled.tile_picture())


def take_terrain(desk: Desk, path: Path) -> str:
    """Take terrain, levels and places from a file of Tiled's, in one step.

    Returns:
        Why not, in a sentence; empty where it was done.
    """
    try:
        found = tiled.read(path)
    except ScenarioError as fault:
        return str(fault)
    is_other = desk.do_map(say("Terrain from Tiled"), tiled.merged(desk.draft.map, found))
    words = mark("Terrain, levels and places are those of {name}.")
    same = mark("{name} says what the map says already.")
    desk.told.emit(say(words if is_other else same, name=path.name))
    return ""


def ask_terrain(desk: Desk, parent: QWidget) -> str:
    """Let the user choose a file of Tiled's, and take its terrain; why not, in a sentence."""
    kinds = f"Tiled (*{tiled.TMX} *{tiled.TMJ} *.json)"
    name, _ = QFileDialog.getOpenFileName(parent, say("Terrain from Tiled"), "", kinds)
    return take_terrain(desk, Path(name)) if name else ""

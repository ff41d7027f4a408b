"""The panel of the picture beneath the map: what lies there, its pins, and tracing from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QSlider,
)

from hexwar.editor.scan import vassal
from hexwar.editor.scan.choosing import BoardDialog
from hexwar.editor.scan.scan import COLOURS, PINS, REGIONS, SAMPLES, Scan, kinds
from hexwar.editor.scan.source import PictureError
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Body,
    ChoiceBox,
    Panel,
    bar,
    bare,
    box_sheet,
    button,
    card,
    column,
    explain,
    line_label,
    plain_label,
    row,
    scroll_by_lines,
    scrolled,
)
from hexwar.widgets.words import capital

_NO_PICTURE: Final = mark("Open a picture first")
_LOCKED: Final = mark("The picture is locked")
_NO_PINS: Final = mark("Pin the picture first")
_FEW_ROWS: Final = 5
_MOST_ROWS: Final = 300


ENDINGS = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".gif", vassal.ENDING)
"""How the names of pictures and modules end."""


class PicturePanel(Panel):
    """What lies beneath the map, for the dock at the right."""

    wide = QSize(320, 640)
    least = QSize(260, 300)

    def __init__(self, look: Look, scan: Scan, letters: Callable[[], Mapping[Hex, str]]) -> None:
        """Show a scan.

        Args:
            look: How it is drawn.
            scan: What is shown.
            letters: The letters of terrain that the map has now.
        """
        super().__init__(look)
        self.scan, self._letters = scan, letters
        self._body = Body(look)
        parts = (self._picture_card(), self._pins_card(), self._trace_card(), None)
        column(self._body, 10, 10, *parts)
        bare(self, scrolled(self._body))
        self._again = self._show
        scan.changed.connect(self._show)
        scan.progressed.connect(self._progress)
        scan.failed.connect(self._say_fault)
        self.settle()
        self._show()

    # -- what it is made of

    def _picture_card(self) -> QFrame:
        self.open_button = _button(
            say("Open picture …"), self.ask_file, say("A PNG, JPEG or TIFF of a map, or a .vmod")
        )
        self.remove_button = _button(
            say("Take off"), self.scan.remove, say("The file of the picture stays where it is")
        )
        self.name = plain_label("faint")
        self.fault = plain_label("warning")
        self.fault.hide()
        self.bar = QProgressBar()
        self.bar.setAccessibleName(say("How far the picture is read"))
        self.stop_button = _button(say("Stop"), self.scan.cancel, say("Read no further"))
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(0, 100)
        self.opacity.setPageStep(10)
        self.opacity.setAccessibleName(say("Opacity of the picture"))
        self.opacity.setToolTip(say("How much of the picture is seen over the map"))
        self.opacity.valueChanged.connect(lambda value: self.scan.set_opacity(value / 100))
        self.percent = line_label()
        self.shown = _check(say("Show"), lambda on: self.scan.set_shown(on=on))
        self.shown.setToolTip(say("Show the picture or hide it"))
        self.locked = _check(say("Lock"), lambda on: self.scan.set_locked(on=on))
        self.locked.setToolTip(say("Let no click change a pin"))
        frame, _ = card(
            plain_label("heading", say("Picture beneath")),
            self.name,
            self.fault,
            row(6, self.open_button, self.remove_button, None),
            row(6, (self.bar, 1), self.stop_button),
            row(6, line_label(say("Opacity")), (self.opacity, 1), self.percent),
            row(16, self.shown, self.locked, None),
        )
        return frame

    def _pins_card(self) -> QFrame:
        self.corners_button = _button(
            say("Four corners"),
            self.scan.ask_corners,
            say("Begin anew: click on the centres of the four corner hexes in the picture"),
        )
        self.pins_button = _toggle(
            say("Set pins"),
            lambda on: self.scan.set_mode(PINS if on else ""),
            say("Click on the centre of any hex in the picture; the more pins, the better it lies"),
        )
        self.fit = plain_label("")
        self.pins = self._list(say("Pins, the worst first"))
        self.again_button = _button(
            say("Set again"), self._aim, say("The next click shows where this hex is")
        )
        self.unpin_button = _button(say("Remove pin"), self._unpin, say("Take this pin out"))
        self.pins.itemSelectionChanged.connect(self._bar_pins)
        frame, _ = card(
            plain_label("heading", say("Pins")),
            row(6, self.corners_button, self.pins_button, None),
            self.fit,
            self.pins,
            row(6, self.again_button, self.unpin_button, None),
        )
        return frame

    def _trace_card(self) -> QFrame:
        self.kind = ChoiceBox(self.look, {key: capital(name) for key, name in kinds().items()})
        self.kind.setAccessibleName(say("What the next samples are"))
        self.kind.setCurrentIndex(max(0, self.kind.findData(self.scan.sample)))
        self.kind.currentIndexChanged.connect(self._choose_kind)
        self.samples_button = _toggle(
            say("Click samples"),
            lambda on: self.scan.set_mode(SAMPLES if on else ""),
            say("Click on hexes that you know; a second click forgets one"),
        )
        self.samples = plain_label("faint")
        self.propose_button = _button(
            say("Propose"),
            lambda: self.scan.propose(self._letters()),
            say("Find the hexes that look like the samples"),
        )
        self.regions = self._list(say("Proposed regions, the largest first"))
        self.regions.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.regions.itemSelectionChanged.connect(self._choose_regions)
        self.accept_button = _button(
            say("Accept"), self.scan.accept, say("Paint the chosen regions on the map")
        )
        self.refuse_button = _button(
            say("Refuse"), self.scan.refuse, say("Let the chosen regions be")
        )
        self.all_button = _button(say("Accept all"), self._accept_all, say("Paint all regions"))
        self.sides = plain_label("")
        self.sides_button = _button(
            say("Accept water"), self.scan.accept_sides, say("Draw water along these hexsides")
        )
        self.no_sides_button = _button(
            say("Refuse water"), self.scan.refuse_sides, say("Let these hexsides be")
        )
        self._trace_row = row(6, self.sides_button, self.no_sides_button, None)
        frame, _ = card(
            plain_label("heading", say("Trace by colour")),
            self.kind,
            row(6, self.samples_button, self.propose_button, None),
            self.samples,
            self.regions,
            row(6, self.accept_button, self.refuse_button, self.all_button, None),
            self.sides,
            self._trace_row,
        )
        return frame

    def _list(self, name: str) -> QListWidget:
        made = QListWidget()
        made.setAccessibleName(name)
        made.setUniformItemSizes(True)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return made

    def dress(self) -> None:
        """Set what hangs on the scale."""
        self._body.look = self.look
        self.setStyleSheet(box_sheet(self.look))
        letters = self.look.sans()
        for made in (self.pins, self.regions):
            made.setFont(letters)
            made.setFixedHeight(self.look.px(26) * _FEW_ROWS + 2)
            made.setIconSize(QSize(self.look.px(14), self.look.px(14)))
            scroll_by_lines(made, self.look)
        self.percent.setMinimumWidth(self.look.px(40))

    # -- what is done

    def ask_file(self) -> None:
        """Let the user choose a picture or a module."""
        kinds_ = say("Maps (*.png *.jpg *.jpeg *.tif *.tiff *.gif *.vmod)")
        name, _ = QFileDialog.getOpenFileName(self, say("Open a picture of a map"), "", kinds_)
        if name:
            self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        """Lay a picture beneath the map; which one of a module with several maps is asked first."""
        self.fault.hide()
        boards: Sequence[vassal.Board] = ()
        if path.suffix.lower() == vassal.ENDING:
            with suppress(PictureError):  # which is told when it is loaded
                boards = vassal.boards(path)
        if len(boards) < 2:
            self.scan.load(path)
            return
        chosen = BoardDialog(self.look, boards, self)
        chosen.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chosen.accepted.connect(lambda: self.scan.load(path, chosen.board))
        chosen.open()

    def _aim(self) -> None:
        pin = self._chosen_pin()
        if pin is not None:
            self.scan.aim(pin)

    def _unpin(self) -> None:
        pin = self._chosen_pin()
        if pin is not None:
            self.scan.remove_pin(pin)

    def _chosen_pin(self) -> Hex | None:
        items = self.pins.selectedItems()
        return Hex(str(items[0].data(Qt.ItemDataRole.UserRole))) if items else None

    def _choose_kind(self) -> None:
        self.scan.sample = str(self.kind.currentData())

    def _choose_regions(self) -> None:
        rows = {self.regions.row(item) for item in self.regions.selectedItems()}
        self.scan.choose(frozenset(rows))

    def _accept_all(self) -> None:
        self.scan.accept(frozenset(range(len(self.scan.regions))))

    # -- what is shown

    def _progress(self, share: float) -> None:
        self.bar.setValue(round(100 * share))

    def _say_fault(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.show()

    def _show(self) -> None:
        scan = self.scan
        self._show_picture()
        self._show_pins()
        self._show_tracing()
        self.pins_button.setChecked(scan.mode == PINS)
        self.samples_button.setChecked(scan.mode == SAMPLES)
        why = "" if scan.pyramid is not None else say(_NO_PICTURE)
        locked = say(_LOCKED) if scan.beneath.is_locked else ""
        bare_ = "" if scan.alignment is not None else say(_NO_PINS)
        for made in (self.remove_button, self.opacity, self.shown, self.locked):
            bar(made, why)
        for made in (self.corners_button, self.pins_button):
            bar(made, why or locked)
        for made in (self.samples_button, self.propose_button):
            bar(made, why or bare_)
        self._bar_pins()

    def _show_picture(self) -> None:
        scan, beneath = self.scan, self.scan.beneath
        if scan.pyramid is not None:
            name = Path(beneath.picture).name or say("a picture")
            wide, high = scan.pyramid.wide, scan.pyramid.high
            self.name.setText(
                say("{name}, {wide} x {high} pixels", name=name, wide=wide, high=high)
            )
            self.fault.setVisible(self.fault.isVisible() and not scan.is_loading)
        else:
            self.name.setText(
                say("Reading …") if scan.is_loading else say("Nothing lies beneath the map.")
            )
        for made in (self.bar, self.stop_button):
            made.setVisible(scan.is_loading)
        if not scan.is_loading:
            self.bar.setValue(0)
        with QSignalBlocker(self.opacity), QSignalBlocker(self.shown), QSignalBlocker(self.locked):
            self.opacity.setValue(round(100 * beneath.opacity))
            self.shown.setChecked(beneath.is_shown)
            self.locked.setChecked(beneath.is_locked)
        self.percent.setText(say("{share} %", share=round(100 * beneath.opacity)))

    def _show_pins(self) -> None:
        scan, chosen = self.scan, self._chosen_pin()
        rows = scan.residuals
        self.fit.setText(self._fit_words())
        for made in (self.pins, self.again_button, self.unpin_button):
            made.setVisible(bool(rows))
        self.fit.setVisible(scan.pyramid is not None)
        with QSignalBlocker(self.pins):
            self.pins.clear()
            for pin, off in rows:
                words = say("{hex}   {off:.1f} pixels", hex=pin.hex, off=off)
                is_worst = pin == scan.worst
                item = QListWidgetItem(say("{pin}, the worst", pin=words) if is_worst else words)
                item.setData(Qt.ItemDataRole.UserRole, pin.hex)
                if is_worst:
                    item.setForeground(self.look.colour("accent"))
                self.pins.addItem(item)
                item.setSelected(pin.hex == chosen)

    def _fit_words(self) -> str:
        scan = self.scan
        if scan.pyramid is None:
            return ""
        if scan.awaited is not None:
            return say("Click on the centre of hex {hex} in the picture.", hex=scan.awaited)
        if scan.alignment is None:
            return say("Not pinned yet: begin with the four corners.")
        if len(scan.residuals) <= 4:
            return say("Four pins lay it flat; more show how well it fits.")
        return say("The worst pin is off by {off:.1f} pixels.", off=scan.residuals[0][1])

    def _bar_pins(self) -> None:
        locked = say(_LOCKED) if self.scan.beneath.is_locked else ""
        why = locked or ("" if self._chosen_pin() else say("Choose a pin in the list first"))
        for made in (self.again_button, self.unpin_button):
            bar(made, why)

    def _show_tracing(self) -> None:
        scan, names = self.scan, kinds()
        seen = len(scan.samples) + len(scan.side_samples)
        self.samples.setText(count("{n} sample", "{n} samples", seen))
        with QSignalBlocker(self.regions):
            self.regions.clear()
            for place, found in enumerate(scan.regions[:_MOST_ROWS]):
                hexes = count("{n} hex", "{n} hexes", len(found.hexes))
                kind = capital(names.get(found.letter, found.letter))
                words = say(
                    "{kind}, {hexes} at {hex}", kind=kind, hexes=hexes, hex=min(found.hexes)
                )
                item = QListWidgetItem(_swatch(self.look, COLOURS.get(found.letter, "")), words)
                self.regions.addItem(item)
                item.setSelected(place in scan.chosen)
        why = "" if scan.chosen else say("Choose regions in the list or on the map first")
        bar(self.accept_button, why)
        bar(self.refuse_button, why)
        bar(self.all_button, "" if scan.regions else say("Nothing is proposed"))
        wet = count("Water along {n} hexside", "Water along {n} hexsides", len(scan.sides))
        self.sides.setText(wet)
        for made in (self.sides, self.sides_button, self.no_sides_button):
            made.setVisible(bool(scan.sides))
        is_open = bool(scan.regions) or scan.mode == REGIONS
        for part in (self.regions, self.accept_button, self.refuse_button, self.all_button):
            part.setVisible(is_open)


def _button(words: str, done: Callable[[], object], tip: str) -> QPushButton:
    made = button(words)
    made.clicked.connect(lambda _: done())
    explain(made, tip)
    return made


def _toggle(words: str, done: Callable[[bool], object], tip: str) -> QPushButton:
    made = button(words)
    made.setCheckable(True)
    made.clicked.connect(done)
    explain(made, tip)
    return made


def _check(words: str, done: Callable[[bool], object]) -> QCheckBox:
    made = QCheckBox(words)
    made.toggled.connect(done)
    return made


def _swatch(look: Look, colour: str) -> QIcon:
    made = QPixmap(look.px(14), look.px(14))
    made.fill(QColor(colour) if colour else look.colour("faint"))
    return QIcon(made)

"""The picture beneath a map as the editor knows it: one object for the board and for the panel."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QPointF, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsScene
from shiboken6 import isValid

from hexwar.editor.align import Alignment, Pin
from hexwar.editor.files import is_shipped
from hexwar.editor.scan import beneath, trace, vassal
from hexwar.editor.scan.beneath import Beneath
from hexwar.editor.scan.laid import Fitted, Way, is_sound
from hexwar.editor.scan.layer import Mark, PictureLayer, Pins, Proposals
from hexwar.editor.scan.loading import Loaded, Loader, Wish
from hexwar.editor.scan.pyramid import Pyramid
from hexwar.editor.scan.source import PictureError
from hexwar.engine import Refusal, SaveError
from hexwar.hexes import Grid, Hex, Hexside, Layout, hexside
from hexwar.messages import say
from hexwar.scenario.schema import TERRAIN_LETTERS
from hexwar.widgets.panels.look import Look

PINS, SAMPLES, REGIONS = "pins", "samples", "regions"
"""What a click on the map does: it pins a hex, shows what a sample is, or chooses a region."""

WET, DRY = "~", "-"
"""Beside the letters of terrain: a hexside with water along it, and one without."""

ABOVE_MAP, ABOVE_ALL = 5.0, 900.0
"""How high in the scene the picture lies, and its pins and proposals."""

_SAVING_MS: Final = 600  # after a change
_WRONG: Final = 3.0  # pixels of the picture from which the worst pin is marked
_MORE: Final = 2.5  # and how many times worse than the usual one it is then

COLOURS: Final[Mapping[str, str]] = {
    ".": "#d8b24a",
    "w": "#2f8f3a",
    "m": "#2fa7a0",
    "t": "#c0392b",
    "c": "#8e44ad",
    WET: "#1f6fd0",
    DRY: "#a0622d",
}
"""In which samples and proposals are shown over a printed map, whatever the theme."""


@dataclass(frozen=True, slots=True)
class _Pinning:
    """How far the pinning is, for a step back to lead here."""

    pins: tuple[Pin, ...]
    corners: tuple[Pin, ...]  # that were clicked, while not all are
    awaited: tuple[Hex, ...]  # the other corners


class Scan(QObject):
    """A picture, its pins and the tracing; it knows no document."""

    changed = Signal()
    """The picture, its pins, its looks, samples or proposals are others: for the panel."""
    told = Signal(str)
    """A sentence for the line at the foot."""
    failed = Signal(str)
    """A sentence that says what could not be done."""
    progressed = Signal(float)
    """The share of the picture that has been read, 0 to 1."""
    mode_changed = Signal(str)
    """What a click on the map does now; empty where it is the map's own again."""
    accepted = Signal(object)
    """A `Mapping[Hex, str]`: letters of terrain that the user takes over."""
    sides_accepted = Signal(object)
    """A `frozenset[Hexside]`: hexsides along which the user takes water over."""
    stepped = Signal(str, object, object)
    """A step that can be taken back: its words, what takes it back and what does it again."""
    replaced = Signal()
    """The picture is another one, or gone: no step leads back to the pins of the one before."""

    def __init__(self, look: Look, cache: Path | None, parent: QObject | None = None) -> None:
        """Make it without a picture.

        Args:
            look: How all is drawn.
            cache: A folder for tiles; with None they go at the end.
            parent: Whose it is.
        """
        super().__init__(parent)
        self.look = look
        """How all is drawn where it is laid next."""
        self._own = None if cache is not None else tempfile.TemporaryDirectory()
        self._cache = cache if cache is not None else Path(self._own.name if self._own else "")
        self.beneath = Beneath()
        self.pyramid: Pyramid | None = None
        self.mode = ""
        self.sample = "w"
        """What the next samples are: a letter of terrain, `WET` or `DRY`."""
        self.samples: dict[Hex, str] = {}
        self.side_samples: dict[Hexside, bool] = {}
        self.regions: tuple[trace.Region, ...] = ()
        self.chosen: frozenset[int] = frozenset()
        """The places in `regions` of those that are chosen."""
        self.sides: frozenset[Hexside] = frozenset()
        self._path: Path | None = None  # of the picture
        self._home: tuple[Path, str] | None = None
        self._layout: Layout | None = None
        self._items: tuple[PictureLayer, Pins, Proposals] | None = None
        self._scene: QGraphicsScene | None = None
        self._loader: Loader | None = None
        self._way: Way | None = None
        self._awaited: list[Hex] = []
        self._draft: dict[Hex, Pin] = {}  # corners, until there are four
        self._saving = QTimer(self, singleShot=True, interval=_SAVING_MS)
        self._saving.timeout.connect(self.save)

    # -- where it is

    def attach(self, scene: QGraphicsScene, layout: Layout) -> None:
        """Lie in a scene whose pixels are those of a layout; again for another sheet."""
        self.detach()
        layer = PictureLayer(layout)
        focus, wrong = self.look.colour("focus"), self.look.colour("accent")
        pins = Pins(layout, focus, wrong)
        proposals = Proposals(layout, focus, QColor(COLOURS[WET]))
        layer.setZValue(ABOVE_MAP)
        proposals.setZValue(ABOVE_ALL)
        pins.setZValue(ABOVE_ALL + 1)
        for item in (layer, pins, proposals):
            scene.addItem(item)
        self._items, self._layout, self._scene = (layer, pins, proposals), layout, scene
        self._lay()

    def detach(self) -> None:
        """Leave the scene."""
        if self._items is not None:
            for item in self._items:
                if isValid(item) and item.scene() is not None:  # a scene may be gone before
                    item.scene().removeItem(item)
            if isValid(self._items[0]):
                self._items[0].close()
        self._items = self._scene = None

    def close(self) -> None:
        """Save what is to be saved, and let nothing run on."""
        if self._saving.isActive():
            self.save()
        self.cancel()
        self.detach()
        if self._own is not None:
            self._own.cleanup()
            self._own = None

    @property
    def layer(self) -> PictureLayer | None:
        """The picture in the scene."""
        return None if self._items is None else self._items[0]

    # -- the picture

    def open_beside(self, folder: Path | None, stem: str = "map") -> None:
        """Another scenario lies on the desk: show the picture beneath its map, if there is one."""
        if self._saving.isActive():
            self.save()
        self.forget()
        self._home = None if folder is None else (folder, stem)
        if folder is None:
            return
        found, fault = beneath.read(beneath.place(folder, stem))
        if fault:
            self.failed.emit(fault)
        if found is None:
            return
        self.beneath = found
        try:
            path = beneath.picture_of(folder, found)
        except PictureError as why:
            self.failed.emit(say("The picture beneath the map is not shown: {why}.", why=why))
            return
        self._begin(path, None)

    def keep_at(self, folder: Path, stem: str = "map") -> Refusal | None:
        """The scenario has been saved in a folder: the picture goes with it."""
        if self._path is None:
            self._home = folder, stem
            return None
        try:
            name = beneath.bring(self._path, folder)
        except PictureError as why:
            return Refusal(say("The picture is not saved: {why}.", why=why), "")
        self._home, self._path = (folder, stem), folder / name
        self.beneath = replace(self.beneath, picture=name)
        return self.save()

    def load(self, path: Path, board: vassal.Board | None = None) -> None:
        """Lay a picture beneath the map, or the map of a VASSAL module by its grid."""
        if path.suffix.lower() == vassal.ENDING and board is None:
            try:
                board = vassal.boards(path)[0]
            except PictureError as why:
                self.failed.emit(say("{name} cannot be used: {why}.", name=path.name, why=why))
                return
        if self._home is not None and is_shipped(self._home[0] / "map.json"):
            self._home = None  # what comes with hexwar stays as it is
        self._begin(path, board, is_new=True)

    def _begin(self, path: Path, board: vassal.Board | None, *, is_new: bool = False) -> None:
        self.cancel()
        grid = self._layout.grid if self._layout is not None else Grid(1, 1)
        folder = None if self._home is None else self._home[0]
        loader = Loader(Wish(path, self._cache, folder, grid, board), self)
        loader.progressed.connect(self.progressed)
        loader.failed.connect(self._fail)
        loader.done.connect(self._receive_new if is_new else self._receive)
        self._loader = loader
        loader.start()
        self.changed.emit()

    @property
    def is_loading(self) -> bool:
        """Whether a picture is being read."""
        return self._loader is not None

    def cancel(self) -> None:
        """Read no further."""
        loader, self._loader = self._loader, None
        if loader is not None:
            loader.disconnect(self)
            loader.close()
            loader.deleteLater()
            self.changed.emit()

    def _fail(self, sentence: str) -> None:
        self.cancel()
        self.failed.emit(sentence)

    def _receive_new(self, found: Loaded) -> None:
        """A picture that was not there before has no pins but those of its module."""
        looks = Beneath(opacity=self.beneath.opacity)
        self.beneath = replace(looks, picture=found.name, pins=found.pins or ())
        self._receive(found)
        self._save_soon()
        self.replaced.emit()
        if found.remark:
            self.told.emit(found.remark)
        if not found.pins:
            self._begin_corners()

    def _receive(self, found: Loaded) -> None:
        self.cancel()
        self._path, self.pyramid = found.path, found.pyramid
        self.clear_tracing()
        self._lay()

    def forget(self) -> None:
        """Take the picture off; its file stays where it is."""
        self.cancel()
        self._saving.stop()
        self.beneath, self.pyramid, self._path = Beneath(), None, None
        self.clear_tracing()
        self.set_mode("")
        self._lay()
        self.replaced.emit()

    def remove(self) -> None:
        """Take the picture off for good: the next start does not show it either."""
        self.forget()
        self.save()

    # -- looks

    @property
    def opacity(self) -> float:
        """How much of the picture is seen, 0 to 1."""
        return self.beneath.opacity

    def set_opacity(self, opacity: float) -> None:
        """Show more of it, or less."""
        self._look_otherwise(replace(self.beneath, opacity=min(1.0, max(0.0, opacity))))

    def set_shown(self, *, on: bool) -> None:
        """Show it or not."""
        self._look_otherwise(replace(self.beneath, is_shown=on))

    def set_locked(self, *, on: bool) -> None:
        """Let no click change a pin."""
        self._look_otherwise(replace(self.beneath, is_locked=on))
        if on and self.mode == PINS:
            self.set_mode("")

    def _look_otherwise(self, after: Beneath) -> None:
        if after != self.beneath:
            self.beneath = after
            self._save_soon()
            self._show()

    # -- pins

    @property
    def alignment(self) -> Alignment | None:
        """How the pins lay the picture; None where they cannot."""
        return self._way if isinstance(self._way, Alignment) else None

    @property
    def residuals(self) -> tuple[tuple[Pin, float], ...]:
        """The pins with their misfit in pixels of the picture, the worst first."""
        laid = self.alignment
        if laid is None:
            return tuple((pin, 0.0) for pin in self.beneath.pins)
        rows = zip(laid.pins, laid.residuals, strict=True)
        return tuple(sorted(rows, key=lambda row: (-row[1], row[0].hex)))

    @property
    def worst(self) -> Pin | None:
        """The pin that is to be looked at again, if one is."""
        rows = self.residuals
        if not rows:
            return None
        usual = rows[len(rows) // 2][1]
        pin, off = rows[0]
        return pin if off > max(_WRONG, _MORE * usual) else None

    @property
    def awaited(self) -> Hex | None:
        """The hex whose centre the next click is to show; None lets the click choose."""
        return self._awaited[0] if self._awaited and self.mode == PINS else None

    def ask_corners(self) -> None:
        """Ask for the centres of the four corner hexes in the picture, which lies as it is."""
        before = self._pinning
        self._begin_corners()
        self._note(say("Begin the corners anew"), before)

    def _begin_corners(self) -> None:
        if self.pyramid is None or self._layout is None or self.beneath.is_locked:
            return
        grid = self._layout.grid
        first, last = grid.hexes[0], grid.hexes[-1]
        corners = (first, Hex(last[:2] + first[2:]), last, Hex(first[:2] + last[2:]))
        self._awaited = list(dict.fromkeys(corners))
        self._draft = {}
        self.beneath = replace(self.beneath, pins=())
        self._lay()
        self.set_mode(PINS)

    def aim(self, hex_: Hex) -> None:
        """Let the next click show where the centre of a hex is in the picture."""
        self._awaited = [hex_]
        self.set_mode(PINS)

    def remove_pin(self, hex_: Hex) -> None:
        """Take a pin out."""
        if not self.beneath.is_locked:
            before = self._pinning
            self.beneath = self.beneath.without(hex_)
            self._save_soon()
            self._lay()
            self._note(say("Remove pin {hex}", hex=hex_), before)

    @property
    def _pinning(self) -> _Pinning:
        corners = tuple(self._draft.values())
        awaited = () if self.beneath.pins else tuple(self._awaited)
        return _Pinning(self.beneath.pins, corners, awaited)

    def _note(self, words: str, before: _Pinning) -> None:
        """Tell of a step that led from there to what is now; it may come to nothing."""
        after = self._pinning
        if after != before:
            back, again = (partial(self._return_to, then) for then in (before, after))
            self.stepped.emit(words, back, again)

    def _return_to(self, then: _Pinning) -> None:
        """Let the pins be as they were; corners that are still wanted are asked for again."""
        self.beneath = replace(self.beneath, pins=then.pins)
        self._awaited, self._draft = list(then.awaited), {pin.hex: pin for pin in then.corners}
        self._save_soon()
        self._lay()
        if then.awaited:
            self.set_mode(PINS)

    def _pin(self, point: QPointF, hex_: Hex | None) -> None:
        where = self.awaited or hex_
        if where is None or self._way is None or self.beneath.is_locked:
            return
        before, words = self._pinning, say("Pin {hex}", hex=where)
        (x, y), *_ = self._way.to_picture([(point.x(), point.y())])
        pin = Pin(where, float(x), float(y))
        is_corner = self.alignment is None and bool(self._awaited or self._draft)
        if is_corner:
            self._draft[where] = pin
            self._awaited = self._awaited[1:]
            if self._awaited:
                self._show()
                self._note(words, before)
                self._say_next()
                return
            after = replace(self.beneath, pins=tuple(self._draft.values()))
            self._draft = {}
        else:
            self._awaited = []
            after = self.beneath.with_pin(pin)
        if len(after.pins) >= 2 and self._way_of(after.pins) is None:
            self.failed.emit(
                say("These pins do not lie like their hexes: the picture would be folded.")
            )
            if is_corner:
                self._begin_corners()
                self._note(say("Begin the corners anew"), before)
            else:
                self._show()
            return
        self.beneath = after
        self._save_soon()
        self._lay()
        self._note(words, before)
        self._say_next()

    def _say_next(self) -> None:
        if self.mode != PINS:
            return
        if self.awaited is not None:
            words = say("Click on the centre of hex {hex} in the picture.", hex=self.awaited)
        elif self.worst is not None:
            pin, off = self.residuals[0]
            words = say("Pin {hex} fits worst: {off:.1f} pixels.", hex=pin.hex, off=off)
        else:
            words = say("Click on the centre of any hex in the picture to pin it there.")
        self.told.emit(words)

    def _way_of(self, pins: tuple[Pin, ...]) -> Alignment | None:
        """How pins lay the picture; None where they lie in no way that paper can."""
        assert self._layout is not None, "pins are set on a sheet"
        known = [pin for pin in pins if pin.hex in self._layout.grid]
        try:
            laid = Alignment(self._layout, known)
        except ValueError:
            return None
        return laid if is_sound(laid, self._layout) else None

    # -- clicks

    def set_mode(self, mode: str) -> None:
        """Say what a click on the map does: `PINS`, `SAMPLES`, `REGIONS`, or nothing of ours."""
        if self.pyramid is None or (mode == PINS and self.beneath.is_locked):
            mode = ""
        if mode != PINS:
            self._awaited, self._draft = [], {}
        if mode != self.mode:
            self.mode = mode
            self.mode_changed.emit(mode)
        self._show()
        self._say_next()

    def click(self, point: QPointF, hex_: Hex | None) -> bool:
        """Take a click at a point of the scene, in a hex; False where it is not ours."""
        if not self.mode or self.pyramid is None:
            return False
        if self.mode == PINS:
            self._pin(point, hex_)
        elif hex_ is not None and self.mode == SAMPLES:
            self._sample(point, hex_)
        elif hex_ is not None:
            at = next((i for i, found in enumerate(self.regions) if hex_ in found.hexes), None)
            if at is not None:
                self.choose(self.chosen ^ {at})
        return True

    # -- tracing

    def _sample(self, point: QPointF, hex_: Hex) -> None:
        """A hex or hexside is known; the same click again forgets it."""
        if self.sample not in (WET, DRY):
            if self.samples.get(hex_) == self.sample:
                del self.samples[hex_]
            else:
                self.samples[hex_] = self.sample
        else:
            side, is_wet = self._side_at(point, hex_), self.sample == WET
            if side is None:
                return
            if self.side_samples.get(side) is is_wet:
                del self.side_samples[side]
            else:
                self.side_samples[side] = is_wet
        self._show()

    def _side_at(self, point: QPointF, hex_: Hex) -> Hexside | None:
        assert self._layout is not None, "a click is in a sheet"
        layout, at = self._layout, (point.x(), point.y())

        def away(near: Hex) -> float:
            x, y = layout.centre(near)
            return (x - at[0]) ** 2 + (y - at[1]) ** 2

        around = layout.grid.neighbours[hex_]
        return hexside(hex_, min(around, key=away)) if around else None

    def propose(self, now: Mapping[Hex, str]) -> None:
        """Liken all hexes to the samples, and hexsides too; `now` are the letters of the map."""
        if self.pyramid is None or self.alignment is None or self._layout is None:
            self.failed.emit(say("Pin the picture first: then its hexes can be told apart."))
            return
        wet = set(self.side_samples.values())
        if len(set(self.samples.values())) < 2 and len(wet) < 2:
            self.failed.emit(say("Show samples of two kinds at least, such as woods and clear."))
            return
        looks = trace.hex_looks(self.pyramid, self.alignment, self._layout)
        found = trace.likened(looks, self.samples)
        known = {hex_: (letter, 0.0) for hex_, letter in self.samples.items()}
        self.regions = trace.regions(self._layout, {**found, **known}, now)
        self.sides = frozenset()
        if len(wet) == 2:
            edges = trace.side_looks(self.pyramid, self.alignment, self._layout)
            pinned = {side for side, is_wet in self.side_samples.items() if is_wet}
            self.sides = trace.watered(edges, self.side_samples) | pinned
        self.chosen = frozenset()
        self.set_mode(REGIONS if self.regions else "")
        if not self.regions and not self.sides:
            self.told.emit(say("Nothing is proposed that the map does not say already."))

    def choose(self, places: frozenset[int]) -> None:
        """Choose regions by their places in `regions`."""
        self.chosen = frozenset(i for i in places if 0 <= i < len(self.regions))
        self._show()

    def accept(self, places: frozenset[int] | None = None) -> None:
        """Take regions over: those that are chosen, or those told."""
        taken = self.chosen if places is None else places
        letters = trace.letters_of([self.regions[i] for i in sorted(taken)])
        self.refuse(taken)
        if letters:
            self.accepted.emit(letters)

    def refuse(self, places: frozenset[int] | None = None) -> None:
        """Let regions be: those that are chosen, or those told."""
        gone = self.chosen if places is None else places
        self.regions = tuple(found for i, found in enumerate(self.regions) if i not in gone)
        self.chosen = frozenset()
        self._show()

    def accept_sides(self) -> None:
        """Take the water along hexsides over."""
        sides, self.sides = self.sides, frozenset()
        self._show()
        if sides:
            self.sides_accepted.emit(sides)

    def refuse_sides(self) -> None:
        """Let the hexsides be."""
        self.sides = frozenset()
        self._show()

    def clear_tracing(self) -> None:
        """Forget samples and proposals."""
        self.samples, self.side_samples = {}, {}
        self.regions, self.chosen, self.sides = (), frozenset(), frozenset()

    # -- what is shown, and kept

    def _lay(self) -> None:
        """Find how the picture lies, and show it so: from the same pins that are saved."""
        self._way = None
        if self.pyramid is not None and self._layout is not None:
            laid = self._way_of(self.beneath.pins) if len(self.beneath.pins) > 1 else None
            self._way = laid or Fitted(self._layout, self.pyramid.wide, self.pyramid.high)
        if self._items is not None:
            self._items[0].show_picture(self.pyramid, self._way)
        self._show()

    def _show(self) -> None:
        """Show pins, proposals and looks as they are now."""
        if self._items is not None:
            layer, pins, proposals = self._items
            layer.setOpacity(self.beneath.opacity)
            layer.setVisible(self.beneath.is_shown)
            pins.setVisible(self.mode == PINS)
            pins.show_marks(self._marks(), self.awaited)
            proposals.show_hexes(self.proposed_colours(), self._chosen_hexes(), self._wet_sides())
        self.changed.emit()

    def _marks(self) -> list[Mark]:
        if self._way is None or self._layout is None:
            return []
        pins = [*self.beneath.pins, *self._draft.values()]
        pins = [pin for pin in pins if pin.hex in self._layout.grid]
        if not pins:
            return []
        seen = self._way.to_sheet([(pin.x, pin.y) for pin in pins])
        worst, found = self.worst, []
        for pin, (x, y) in zip(pins, seen, strict=True):
            at = QPointF(float(x), float(y))
            is_draft = pin.hex in self._draft
            centre = at if is_draft else QPointF(*self._layout.centre(pin.hex))
            found.append(Mark(pin.hex, centre, at, pin == worst))
        return found

    def proposed_colours(self) -> dict[Hex, QColor]:
        """The hexes that are proposed, and the samples, in the colour of what they may be."""
        letters = {hex_: found.letter for found in self.regions for hex_ in found.hexes}
        if self.mode == SAMPLES:
            letters |= self.samples
        return {hex_: QColor(COLOURS.get(letter, "#808080")) for hex_, letter in letters.items()}

    def _chosen_hexes(self) -> frozenset[Hex]:
        return frozenset(hex_ for i in self.chosen for hex_ in self.regions[i].hexes)

    def _wet_sides(self) -> frozenset[Hexside]:
        wet = {side for side, is_wet in self.side_samples.items() if is_wet}
        return self.sides | (wet if self.mode == SAMPLES else frozenset())

    def _save_soon(self) -> None:
        if self._home is not None:
            self._saving.start()

    def save(self) -> Refusal | None:
        """Write the file beside the scenario, if it has a folder; why not, where that fails."""
        self._saving.stop()
        if self._home is None or is_shipped(self._home[0] / "map.json"):
            return None
        path = beneath.place(*self._home)
        if not self.beneath.picture and not path.exists():
            return None
        try:
            beneath.write(path, self.beneath)
        except SaveError as fault:
            self.failed.emit(str(fault))
            return Refusal(str(fault), "")
        return None


def kinds() -> Mapping[str, str]:
    """What a sample can be, and what it is called."""
    found = {letter: say(str(terrain)) for letter, terrain in TERRAIN_LETTERS.items()}
    return {**found, WET: say("water along a hexside"), DRY: say("hexside without water")}

"""The tool that chooses hexes, and takes a piece of the map elsewhere with all that is on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from hexwar.editor import shapes
from hexwar.editor.clip import Clip, copied, pasted
from hexwar.editor.document import Json
from hexwar.editor.sheet import blank, grid_of, letter_at, level_at
from hexwar.editor.tools.tool import Bench, Hint, Option, Spot, Tool
from hexwar.hexes import Hex, Point
from hexwar.messages import mark, say

FORMS: Final = {"rectangle": mark("Rectangle"), "lasso": mark("Lasso"), "alike": mark("All alike")}


class SelectTool(Tool):
    """Chooses hexes; copies, cuts, pastes, turns, mirrors and moves them."""

    id: ClassVar[str] = "select"
    title: ClassVar[str] = mark("Select")
    tip: ClassVar[str] = mark(
        "Drag to choose hexes, with Shift to add, with Ctrl to take out. Drag what is chosen to "
        "move it. Ctrl+C, Ctrl+X, Ctrl+V copy, cut and paste; while a part of the map hangs at the "
        "pointer, , and . turn it and M mirrors it."
    )
    shortcut: ClassVar[str] = "V"
    options: ClassVar[Sequence[Option]] = (Option("form", mark("Shape"), FORMS),)

    def __init__(self, bench: Bench) -> None:
        """Stand ready."""
        super().__init__(bench)
        self.form = "rectangle"
        self.clip: Clip | None = None  # what was copied
        self.held: Clip | None = None  # what hangs at the pointer
        self._start: Hex | None = None
        self._outline: list[Point] = []
        self._moves = False
        self._here: Hex | None = None

    # -- what is asked by keys and menus

    def copy(self) -> bool:
        """Copy what is chosen; False where nothing is."""
        chosen = self._chosen()
        if not chosen:
            self.bench.say(say("No hex is chosen: drag over some first."))
            return False
        self.clip = copied(self.map, chosen, _middle(chosen))
        return True

    def cut(self) -> bool:
        """Copy what is chosen, and leave clear ground."""
        return self.copy() and self.delete()

    def paste(self) -> bool:
        """Hang what was copied at the pointer; a click puts it down."""
        if self.clip is None:
            self.bench.say(say("Nothing was copied yet."))
            return False
        self.held = self.clip
        self._show_held(self._here)
        return True

    def turn(self, times: int = 1) -> None:
        """Turn what hangs at the pointer by sixths, or what is chosen where it lies."""
        self._change(lambda clip: clip.turned(times), say("Turn"))

    def mirror(self) -> None:
        """Mirror it, left for right."""
        self._change(Clip.mirrored, say("Mirror"))

    def _change(self, how: Callable[[Clip], Clip], words: str) -> None:
        if self.held is not None:
            self.held = how(self.held)
            self._show_held(self._here)
            return
        chosen = self._chosen()
        if chosen:
            middle = _middle(chosen)
            self.begin()
            self._put(how(copied(self.map, chosen, middle)), middle, self._cleared(), words)

    def delete(self) -> bool:
        """Make clear ground of what is chosen."""
        if not self._chosen():
            return False
        self.begin()
        return self.do(self._cleared(), say("Clear"))

    def _cleared(self) -> Json:
        chosen = self._chosen()
        middle = _middle(chosen)
        grid = grid_of(self.map)
        nothing = blank("", grid)
        return pasted(self.map, copied(nothing, chosen, middle), middle)

    # -- the pointer

    def press(self, spot: Spot) -> None:
        """Put down what is held, grip what is chosen, or begin to choose."""
        if self.held is not None:
            if spot.hex is not None:
                self.begin()
                self._put(self.held, spot.hex, self.map, say("Paste"))
                if not spot.shift:
                    self.held = None
                    self.show(Hint())
            return
        self._start, self._outline = spot.hex, [spot.point]
        plain = not (spot.shift or spot.ctrl)
        self._moves = plain and spot.hex is not None and spot.hex in self.bench.selection

    def move(self, spot: Spot) -> None:
        """Show what would be chosen, or where it would come to lie."""
        self._outline.append(spot.point)
        if self._start is None:
            return
        if self._moves and spot.hex is not None:
            clip = copied(self.map, self._chosen(), self._start)
            self.show(Hint(frozenset(_landing(self.bench, clip, spot.hex))))
        elif self.form == "lasso":
            self.show(Hint(outline=tuple(self._outline)))
        else:
            self.show(Hint(frozenset(self._taken(spot))))

    def release(self, spot: Spot) -> None:
        """Choose, or move."""
        start, self._start = self._start, None
        if self._moves and start is not None:
            self._moves = False
            if spot.hex is not None and spot.hex != start:
                clip = copied(self.map, self._chosen(), start)
                self.begin()
                self._put(clip, spot.hex, self._cleared(), say("Move"))
            self.show(Hint())
            return
        if start is None and self.form != "lasso":
            return
        self._start = start
        self._choose(frozenset(self._taken(spot)), spot)
        self._start = None
        self.show(Hint())

    def hover(self, spot: Spot) -> None:
        """Remember where the pointer is; what is held follows it."""
        self._here = spot.hex
        if self.held is not None:
            self._show_held(spot.hex)

    def cancel(self) -> bool:
        """Let go of what is held, else choose nothing."""
        if self.held is not None:
            self.held = None
            return super().cancel() or True
        was = bool(self.bench.selection)
        self.bench.select(())
        self._start, self._moves = None, False
        return super().cancel() or was

    def _taken(self, spot: Spot) -> Sequence[Hex]:
        if self.form == "lasso":
            return shapes.lasso(self.layout, self._outline)
        if self._start is None:
            return ()
        if self.form == "alike":
            return shapes.alike(self.bench.grid, self._start, self._look)
        return shapes.rectangle(self.bench.grid, self._start, spot.hex or self._start)

    def _look(self, hex_: Hex) -> object:
        return letter_at(self.map, hex_), level_at(self.map, hex_)

    def _choose(self, found: frozenset[Hex], spot: Spot) -> None:
        before = self.bench.selection
        if spot.ctrl:
            found = before - found
        elif spot.shift:
            found |= before
        elif len(found) == 1 and found == before:
            found = frozenset()
        self.bench.select(found)

    def _chosen(self) -> list[Hex]:
        return sorted(hex_ for hex_ in self.bench.selection if hex_ in self.bench.grid)

    def _put(self, clip: Clip, at: Hex, map_: Json, words: str) -> None:
        self.do(pasted(map_, clip, at), words)
        self.bench.select(frozenset(_landing(self.bench, clip, at)))

    def _show_held(self, at: Hex | None) -> None:
        if self.held is not None and at is not None:
            self.show(Hint(frozenset(_landing(self.bench, self.held, at))))


def _middle(hexes: Sequence[Hex]) -> Hex:
    """The hex that a piece is held by: one near its middle."""
    return sorted(hexes)[len(hexes) // 2]


def _landing(bench: Bench, clip: Clip, at: Hex) -> list[Hex]:
    """The hexes where a piece comes to lie."""
    grid = bench.grid
    q, r = grid.cube(at)
    found = (grid.from_cube(q + dq, r + dr) for (dq, dr), _, _ in clip.hexes)
    return [hex_ for hex_ in found if hex_ is not None]

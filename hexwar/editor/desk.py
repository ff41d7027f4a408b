"""The desk: what all parts of the editor's window work on together, and how they hear of it.

A page, a tool or a dialog knows the desk and nothing of its neighbours. It reads the draft, makes
another one of it and gives that to `do`; then all are told what was and what is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Signal

from hexwar.editor import sheet
from hexwar.editor.document import Document, Draft, Json, Part, put
from hexwar.editor.files import ORDER as SCENARIO_ORDER
from hexwar.editor.files import Files
from hexwar.editor.ground import battlefield_of, size_of
from hexwar.hexes import Grid, Hex
from hexwar.kit import Kit
from hexwar.scenario.schema import FIRST_SYSTEM, ForcesFile, Record
from hexwar.table.battlefield import Battlefield
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel

ORDERS: Mapping[Part, tuple[str, ...]] = {
    "map": sheet.ORDER,
    "forces": tuple(ForcesFile.model_fields),
    "scenario": SCENARIO_ORDER,
}
"""The order of the fields in each file."""


class Desk(QObject):
    """A document with its files, who looks at it, and what is chosen in it."""

    changed = Signal(object, object)
    """The draft before a change, and after it."""
    opened = Signal()
    """Another document lies on the desk."""
    checked = Signal(object)
    """The `Problem`s that the draft has now."""
    asked = Signal(str, object)
    """Somebody wants to see a place of a part: its name, and the path that leads there."""
    shown = Signal(object)
    """Somebody wants to see hexes on the map."""
    told = Signal(str)
    """A sentence for the line at the foot."""
    chosen = Signal(object)
    """Other hexes are chosen on the map: a frozenset."""

    def __init__(
        self,
        kits: Mapping[str, Kit[Any]],
        look: Look,
        state: Path,
        cache: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Lay an empty document on it.

        Args:
            kits: The games by their ids, the usual one first.
            look: How all is drawn.
            state: The folder of the user in which steps, sessions and the like are kept.
            cache: A folder for pictures; None keeps none.
            parent: Whose it is.
        """
        super().__init__(parent)
        self.kits, self.look, self.state, self.cache = kits, look, state, cache
        self.document, self.files = Document(Draft()), Files()
        self.selection: frozenset[Hex] = frozenset()

    # -- what lies on it

    @property
    def draft(self) -> Draft:
        """What is at work."""
        return self.document.draft

    @property
    def grid(self) -> Grid:
        """The sheet of hexes."""
        return size_of(self.draft.map)

    @property
    def battlefield(self) -> Battlefield:
        """The map as far as it can be drawn."""
        return battlefield_of(self.draft.map)

    @property
    def kit(self) -> Kit[Any]:
        """The game that the scenario is for; the usual one where it names none that is known."""
        named = self.draft.scenario.get("system", FIRST_SYSTEM)
        usual = next(iter(self.kits.values()))
        return self.kits.get(named, usual) if isinstance(named, str) else usual

    @property
    def folder(self) -> Path | None:
        """Where the document lies; None while it lies nowhere."""
        home = next(iter(self.files.homes.values()), None)
        home = self.files.homes.get("scenario", self.files.homes.get("map", home))
        return None if home is None else home.path.parent

    def open(self, document: Document, files: Files) -> None:
        """Lay another document on it."""
        self.document.watchers.clear()
        self.document, self.files = document, files
        document.watchers.append(self._tell)
        self.select(())
        self.opened.emit()

    # -- what is done to it

    def do(self, words: str, draft: Draft, stroke: object = None) -> bool:
        """Take a step, see `Document.do`."""
        return self.document.do(words, draft, stroke)

    def put(self, words: str, part: Part, fields: Mapping[str, Any], stroke: object = None) -> bool:
        """Change fields of one of the files; what is None is left out."""
        changed = put(self.draft.part(part), fields, self.order(part))
        return self.do(words, self.draft.having(part, changed), stroke)

    def order(self, part: Part) -> tuple[str, ...]:
        """The order of the fields of a file; a scenario's by the section of its game."""
        if part == "scenario":
            schema: type[Record] = self.kit.form.schema
            return schema.layout()
        return ORDERS[part]

    def do_map(self, words: str, map_: Json, stroke: object = None) -> bool:
        """Take a step that changes the map alone."""
        return self.do(words, self.draft.having("map", map_), stroke)

    def select(self, hexes: Sequence[Hex] | frozenset[Hex]) -> None:
        """Choose hexes on the map."""
        selection = frozenset(hexes)
        if selection != self.selection:
            self.selection = selection
            self.chosen.emit(selection)

    def say(self, sentence: str) -> None:
        """Tell the user something at the foot of the window."""
        self.told.emit(sentence)

    def _tell(self, before: Draft, after: Draft) -> None:
        self.changed.emit(before, after)


class Page(Panel):
    """A tab of the editor's window. It follows the desk while it is seen, and catches up after.

    A page overrides `show_draft`, and `go_to` where a problem can lead into it. Its class says
    what it is called and which fields it answers for.
    """

    title: ClassVar[str] = ""  # marked; the page says it
    key: ClassVar[str] = ""  # by which sessions know it
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {}
    """The fields of each file that are edited here; `*` is all that no other page names."""

    def __init__(self, desk: Desk) -> None:
        """Follow a desk."""
        super().__init__(desk.look)
        self.desk = desk
        self._known: Draft | None = None
        desk.changed.connect(self._follow)
        desk.opened.connect(self._begin)

    def show_draft(self, before: Draft | None, after: Draft) -> None:
        """Show a draft; `before` is the one that is shown, None where that is of another document.

        Parts that are the same object have not changed.
        """

    def go_to(self, part: Part, path: Sequence[str | int]) -> bool:  # noqa: ARG002
        """Lead to a place of a part; False where it is not here."""
        return False

    @cached_property
    def _fields(self) -> Mapping[Part, frozenset[str]]:
        return {part: frozenset(names) for part, names in self.covers.items()}

    def holds(self, part: Part, path: Sequence[str | int]) -> bool:
        """Whether a place of a part is edited here."""
        names = self._fields.get(part, frozenset())
        return bool(path) and path[0] in names

    def _begin(self) -> None:
        self._known = None
        self._follow()

    def _follow(self, *_: object) -> None:
        if not self.isVisible():
            return
        before, self._known = self._known, self.desk.draft
        if before is not self._known:
            self.show_draft(before, self._known)

    def showEvent(self, event: Any) -> None:
        """Catch up."""
        super().showEvent(event)
        self._follow()

"""Pages that are made of forms: parts below one another, which follow the draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from hexwar.editor.desk import Desk, Page
from hexwar.editor.document import Draft, Part
from hexwar.editor.forms import Block, FieldBlock, RecordForm, block_of, tell
from hexwar.editor.scribe import Path, Scribe, fields_on
from hexwar.scenario.form import Field
from hexwar.scenario.schema import Record
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import box_sheet, card, column, plain_label, scrolled

WIDEST = 1180
"""A page of forms is no wider, pixels at 100 %."""


class FormPage(Page):
    """A page of a scenario made of the fields that stand on it, in one column that scrolls."""

    own: ClassVar[tuple[str, ...]] = ()
    """The fields that stand here for every game."""

    has_rest: ClassVar[bool] = False
    """Whether what no other page names stands here."""

    taken: ClassVar[tuple[str, ...]] = ()
    """Where it has the rest: what other pages have."""

    pickAsked = Signal(object)
    """A hex of the map is asked for: what is to be called with its id."""

    def __init__(self, desk: Desk) -> None:
        """Make no form before it is seen."""
        super().__init__(desk)
        self.scribe = self.make_scribe()
        self.scribe.pickAsked.connect(self.pickAsked)
        self._schema: type[Record] | None = None
        self._kit: object = None
        self.blocks: list[Block] = []
        self._area: QScrollArea | None = None
        self._whole: QWidget | None = None
        self.advice = plain_label("prompt")
        """What is to be done first."""
        self._around = column(self, 0, 0)
        self._around.setContentsMargins(0, 0, 0, 0)

    def make_scribe(self) -> Scribe:
        """Who writes what is entered."""
        return Scribe(self.desk, parent=self)

    # -- what stands on it

    def fields(self) -> Sequence[Field]:
        """The fields that stand here, in order."""
        return fields_on(self.desk, self.key, self.own, self.taken if self.has_rest else ())

    def holds(self, part: Part, path: Sequence[str | int]) -> bool:
        """Whether a place is edited here."""
        if part != "scenario" or not path:
            return super().holds(part, path)
        return any(told.name == path[0] for told in self.fields())

    def build(self, ground: QWidget) -> None:
        """Put the forms onto the ground: the plain fields in one, the others below it."""
        blocks = [self.block_for(told) for told in self.fields()]
        self.blocks = [block for block in blocks if block is not None]
        column(ground, 16, 12, *stacked(self.scribe, self.blocks), None)

    def block_for(self, told: Field) -> Block | None:
        """The part that asks for a field; None for one that the page shows otherwise."""
        return block_of(self.scribe, told, (), told.name)

    # -- what it shows

    def show_draft(self, before: Draft | None, after: Draft) -> None:
        """Show the fields of a draft."""
        self._ready()
        if before is None or any(
            getattr(before, part) is not getattr(after, part)
            for part in ("scenario", "forces", "map")
        ):
            self._fill(after)

    def advice_for(self, draft: Draft) -> str:  # noqa: ARG002
        """What a newcomer does first, in a line; empty where he has done it."""
        return ""

    def _fill(self, draft: Draft) -> None:
        self.show_fields(draft)
        tell(self.advice, self.advice_for(draft))

    def show_fields(self, draft: Draft) -> None:
        """Fill the forms."""
        for block in self.blocks:
            block.show_in(draft.scenario)

    def _ready(self) -> None:
        if self._schema is self.scribe.record and self._kit is self.desk.kit:
            return
        self._schema, self._kit = self.scribe.record, self.desk.kit
        if self._whole is not None:
            self._around.removeWidget(self._whole)
            self._whole.hide()
            self._whole.deleteLater()
        ground = QWidget()
        ground.setMaximumWidth(self.look.px(WIDEST))
        self.advice = plain_label("prompt")
        self.build(ground)
        layout = ground.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(0, self.advice)
        self._whole = self.area_of(ground)
        self._around.addWidget(self._whole)
        self.settle()
        self._whole.show()  # a layout would show it later, and nothing could be led to before

    def area_of(self, ground: QWidget) -> QWidget:
        """The ground, which scrolls, with what a page has beside it."""
        self._area = scrolled(ground)
        return self._area

    def dress(self) -> None:
        """Boxes that unfold follow the scale."""
        self.setStyleSheet(box_sheet(self.look))

    def set_look(self, look: Look) -> None:
        """Make all anew in another theme or scale."""
        self._schema = None
        super().set_look(look)
        if self.isVisible():
            self.show_draft(None, self.desk.draft)

    # -- what leads into it

    def go_to(self, part: Part, path: Sequence[str | int]) -> bool:
        """Give the keyboard to a field, and bring it into sight."""
        if not self.holds(part, path):
            return False
        self._ready()
        self._fill(self.desk.draft)
        found = self.lead_to(tuple(path))
        focused = self.focusWidget()
        ground = None if self._area is None else self._area.widget()
        layout = None if ground is None else ground.layout()
        if found and self._area is not None and focused is not None and layout is not None:
            self._around.activate()
            layout.activate()
            self._area.ensureWidgetVisible(focused, 0, self.look.px(60))
        return found

    def lead_to(self, path: Path) -> bool:
        """The part that has a place."""
        return any(block.go_to(path[1:]) for block in self.blocks if block.path[:1] == path[:1])


def stacked(scribe: Scribe, blocks: Sequence[Block]) -> list[QWidget]:
    """The widgets of blocks: plain fields that follow one another stand in one form."""
    made: list[QWidget] = []
    plain: list[FieldBlock] = []
    for block in blocks:
        if isinstance(block, FieldBlock):
            plain.append(block)
            continue
        if plain:
            made.append(gathered(scribe, plain))
            plain = []
        if isinstance(block, QWidget):
            made.append(block)
    if plain:
        made.append(gathered(scribe, plain))
    return made


def gathered(scribe: Scribe, blocks: Sequence[FieldBlock]) -> QWidget:
    """Fields that stand by themselves, in a card."""
    form = RecordForm(scribe, (), ())
    for block in blocks:
        form.take(block)
    frame, _ = card(form)
    return frame

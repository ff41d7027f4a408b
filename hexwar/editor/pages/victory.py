"""The page of what wins: victory hexes, who holds them, exits, sources of supply, works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtWidgets import QGridLayout, QWidget

from hexwar.editor.document import Draft, Json, Part
from hexwar.editor.forms import Block, Framed, GroupBlock
from hexwar.editor.pages.formed import FormPage, stacked
from hexwar.editor.scribe import Pieces, records_of
from hexwar.messages import count, mark, say
from hexwar.scenario.form import Field
from hexwar.widgets.panels.parts import column, plain_label, spaced

NOBODY = ""
"""Stands for a side where nobody holds a hex."""


def points_of(scenario: Json) -> Mapping[str, int]:
    """The VP of the hexes that each side holds at the start; those that nobody holds too."""
    control, victory = scenario.get("control"), scenario.get("victory")
    held = {
        record.get("hex"): record.get("side") for record in records_of(control) if _is_told(record)
    }
    hexes = records_of(victory.get("hexes")) if isinstance(victory, dict) else []
    found: dict[str, int] = {}
    for record in hexes:
        hex_, vp = record.get("hex"), record.get("vp")
        if isinstance(hex_, str) and isinstance(vp, int) and not isinstance(vp, bool):
            side = str(held.get(hex_, NOBODY))
            found[side] = found.get(side, 0) + vp
    return found


def _is_told(record: Json) -> bool:
    return isinstance(record.get("hex"), str) and isinstance(record.get("side"), str)


def points_words(scenario: Json, pieces: Pieces) -> str:
    """The sums in a line; empty where no hex is worth anything."""
    found = points_of(scenario)
    if not found:
        return ""
    named = [
        say("{side} {n} VP", side=pieces.sides.get(side, side), n=found[side])
        for side in dict.fromkeys((*pieces.sides, *found))
        if side and side in found
    ]
    if NOBODY in found:
        named.append(say("held by nobody {n} VP", n=found[NOBODY]))
    total = sum(found.values())
    told = count("{n} VP in all", "{n} VP in all", total)
    return say("{total}; at the start: {sides}.", total=told, sides=", ".join(named))


class VictoryPage(FormPage):
    """What each side fights for."""

    title = mark("Victory")
    key = "victory"
    own = ("victory", "control")
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {"scenario": own}

    def build(self, ground: QWidget) -> None:
        """The sums, then the tables two by two, for they are narrow; then the rest."""
        self.sums = plain_label("prompt")
        blocks = [self.block_for(told) for told in self.fields()]
        self.blocks = [block for block in blocks if block is not None]
        tables = [block for block in self.blocks if isinstance(block, Framed)]
        grid = spaced(QGridLayout(), 0, 12)
        for place, table in enumerate(tables):
            table.inside.addStretch(1)
            grid.addWidget(table, *divmod(place, 2))
            grid.setColumnStretch(place % 2, 1)
        rest = [block for block in self.blocks if not isinstance(block, Framed)]
        column(ground, 16, 12, self.sums, grid, *stacked(self.scribe, rest), None)

    def block_for(self, told: Field) -> Block | None:
        """A list alone in a record needs no frame of its own."""
        block = super().block_for(told)
        if isinstance(block, GroupBlock) and len(block.form.blocks) == 1:
            block.bare()
        return block

    def advice_for(self, draft: Draft) -> str:
        """Without hexes that are worth something there is nothing to fight for."""
        if points_of(draft.scenario):
            return ""
        return say("Add the hexes that are worth VP, then say who holds each of them at the start.")

    def show_fields(self, draft: Draft) -> None:
        """The forms, and the sums."""
        super().show_fields(draft)
        words = points_words(draft.scenario, self.scribe.pieces)
        self.sums.setText(words)
        self.sums.setVisible(bool(words))

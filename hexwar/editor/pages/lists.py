"""The lists of the map: every field of each water, road, bridge, place, area and exit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from hexwar.editor.desk import Desk
from hexwar.editor.document import Draft, Part
from hexwar.editor.pages.formed import FormPage
from hexwar.editor.scribe import Scribe
from hexwar.messages import mark, say
from hexwar.scenario.form import Field, field_of
from hexwar.scenario.schema import MapFile


class ListsPage(FormPage):
    """What the map page draws as tables, for what is read better than seen."""

    title: ClassVar[str] = mark("Names")
    key: ClassVar[str] = "lists"
    own: ClassVar[tuple[str, ...]] = (
        *("name", "places", "areas", "exits", "roads", "rivers", "spans"),
        *("estimates", "sources", "notes"),
    )
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {"map": ("estimates", "sources", "notes")}

    def __init__(self, desk: Desk) -> None:
        """Make no form before it is seen."""
        super().__init__(desk)
        self.scribe = Scribe(desk, "map", parent=self)
        self.scribe.pickAsked.connect(self.pickAsked)

    def fields(self) -> Sequence[Field]:
        """The fields of a map that are no hexes alone."""
        found = (field_of(MapFile, name) for name in self.own)
        return [told for told in found if told is not None]

    def holds(self, part: Part, path: Sequence[str | int]) -> bool:
        """Whether a place is edited here and nowhere else."""
        return part == "map" and bool(path) and path[0] in self.covers["map"]

    def advice_for(self, draft: Draft) -> str:
        """What is drawn comes into the tables by itself."""
        if any(draft.map.get(name) for name in ("places", "areas", "roads", "rivers", "spans")):
            return ""
        return say("Draw roads, waters and places on the page Map: then they stand here by name.")

    def show_fields(self, draft: Draft) -> None:
        """Fill the forms."""
        for block in self.blocks:
            block.show_in(draft.map)

"""The editor's side of the game: its page, what its fields are called, what is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtWidgets import QWidget

from hexwar.editor.desk import Desk, Page
from hexwar.editor.document import Draft, Part
from hexwar.editor.forms import Block, FieldBlock, Framed, RecordForm, block_of, value_in
from hexwar.editor.pages.formed import FormPage, stacked
from hexwar.editor.pages.rules import NumbersBlock, SpecialRulesBlock
from hexwar.editor.port import Basis, SpecialRule
from hexwar.editor.scribe import Path, Scribe
from hexwar.editor.series_port import FIELD_WORDS, SeriesEditing, card_choices, option_words
from hexwar.kit import Kit
from hexwar.messages import mark, say
from hexwar.scenario.form import Field, Kind, Shape, fields_of
from hexwar.scenario.schema import Record
from hexwar.systems.tlnb.numbers import PRINTED
from hexwar.systems.tlnb.options import GROUPS
from hexwar.systems.tlnb.rules.special.registry import KNOWN, Row
from hexwar.systems.tlnb.section.schema import TlnbRecord
from hexwar.table.options import Option
from hexwar.widgets.panels.parts import column

SECTION = "tlnb"
"""The object of a scenario that is this game's."""


def options() -> Sequence[Option]:
    """The options that players are offered, in the order of the dialog of a new game."""
    return [option for group in GROUPS for option in group.options]


class TlnbEditing(SeriesEditing):
    """What the player turn adds to the editor."""

    fields: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "setup": ("reduced", "improved_positions", "damaged_spans"),
        "calendar": ("weather", "arrivals", "alternates", "cumulative_alternates"),
        "victory": ("exits", "supply_sources"),
        "rules": ("cards", "special_rules", "mini_campaign", "orders"),
        "tlnb": ("tlnb",),
    }
    section: ClassVar[Mapping[str, type[Record]]] = {SECTION: TlnbRecord}
    begun: ClassVar[Mapping[str, Any]] = {SECTION: {"ratings": "tlnb"}}
    words: ClassVar[Mapping[str, str]] = {
        **FIELD_WORDS,
        "orders": mark("Orders of the other game, of which marches are read"),
        "tlnb": mark("Player turn"),
        "tlnb.ratings": mark("Ratings of the forces"),
        "tlnb.ratings.nlc": mark("Of the other game: they are converted"),
        "tlnb.ratings.tlnb": mark("Of this game"),
        "tlnb.leaders": mark("Ratings of leaders"),
        "tlnb.leaders.commander": mark("Commander [n]"),
        "tlnb.leaders.officer": mark("Officer (n)"),
        "tlnb.reach": mark("Whom commanders may name"),
        "tlnb.options": mark("Options that the battle proposes"),
        "tlnb.weather": mark("Weather of this game"),
        "tlnb.weather.turns": mark("Rolled on turns"),
        "tlnb.weather.table": mark("Weather table"),
        "tlnb.weather.by_turn": mark("As it was, by turn"),
        "tlnb.weather.die": mark("Added to the die, by turn"),
        "tlnb.march_orders": mark("March Orders"),
        "tlnb.march_orders.from_turn": mark("From turn"),
        "tlnb.not_varied_turns": mark("Turns that are not varied"),
        "tlnb.supply": mark("Supply"),
        "tlnb.supply.hexes": mark("Length of a line"),
        "tlnb.supply.road_half": mark("Roads half"),
        "tlnb.supply.shared_trains": mark("Trains that are shared"),
        "tlnb.victory_hexes": mark("Victory hexes of this game"),
        "tlnb.special_rules": mark("Special rules of this game"),
        "tlnb.special_rules.text": mark("What players read"),
        "tlnb.numbers": mark("Numbers of this game"),
        "tlnb.decks": mark("Decks"),
        "tlnb.mode_cards": mark("Mode cards at the start"),
        "tlnb.bonus_cards": mark("Bonus cards"),
        "tlnb.removals": mark("Cards taken out of the decks"),
        "tlnb.second_day_by_card": mark("Second day by card only"),
        "tlnb.later_battles": mark("Turns on which the later battles begin"),
        **option_words(GROUPS, "tlnb.options"),
    }

    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """Decks and cards by their titles, special rules by theirs."""
        rules = {id_: say(row.title) for id_, row in KNOWN.items()}
        return {
            **card_choices("cards"),
            **card_choices(SECTION),
            "special_rules.id": rules,
            f"{SECTION}.special_rules.id": rules,
        }

    def pages(self, desk: Desk) -> Sequence[Page]:
        """What this game alone asks for."""
        return (PlayerTurnPage(desk),)

    def guest_pages(self, desk: Desk) -> Sequence[Page]:
        """The same, beside a battle of the other game of the series."""
        return (PlayerTurnPage(desk),)

    printed_numbers = PRINTED
    basis: ClassVar[Basis | None] = Basis(
        mark(
            "600 infantry, 500 cavalry or 8 guns to an SP, rounded, at least 1; the reduced side"
            " has half of it, rounded up."
        ),
        mark("No rule tells it: this is the estimate by which the battles of hexwar are made."),
    )

    def special_rules(self) -> Mapping[str, SpecialRule]:
        """Those of which the rules know what to do, in their order."""
        return {id_: _rule(row) for id_, row in KNOWN.items()}


def _rule(row: Row) -> SpecialRule:
    """What a special rule asks for."""
    return SpecialRule(
        row.title,
        row.does or row.title,
        dict.fromkeys(row.numbers, 1),
        hexes="hexes" in row.lists,
        formations="formations" in row.lists,
        others=tuple(name for name in row.lists if name not in ("hexes", "formations")),
    )


# -- the page


class SectionScribe(Scribe):
    """Writes this game's object, also into a battle of another game that this one plays."""

    @property
    def kit(self) -> Kit[Any]:
        """This game, whatever the battle was made for."""
        from hexwar.systems.tlnb.kit import TLNB

        return TLNB


class FlagsBlock(Framed):
    """The options of the game: each with its values in words, and when to choose what."""

    def __init__(self, scribe: Scribe, told: Field, above: Path, name: str) -> None:
        """Ask for every option that players are offered."""
        super().__init__(scribe, told, above, name)
        fields = [
            Field(
                option.name,
                Shape(Kind.CHOICE, str, choices=tuple(option.values), is_open=True),
                option.advice,
                is_needed=False,
            )
            for option in options()
        ]
        self.form = RecordForm(scribe, fields, self.path, name)
        for block in self.form.blocks:
            if isinstance(block, FieldBlock):
                block.tell_about()
        self.inside.addWidget(self.form)

    def show_in(self, parent: Any) -> None:
        """What the battle proposes."""
        is_fit = self.judge(parent, dict, is_deep=False)
        self.form.show_tree(value_in(parent, self.told.name))
        self.form.setVisible(is_fit)

    def go_to(self, path: Path) -> bool:
        """An option, or the first."""
        return self.form.go_to(path) or any(block.go_to(()) for block in self.form.blocks[:1])


class PlayerTurnPage(FormPage):
    """All that the battle says to this game alone; each field has a usual value (T34.2)."""

    title = mark("Player turn")
    key = SECTION
    covers: ClassVar[Mapping[Part, tuple[str, ...]]] = {"scenario": (SECTION,)}

    def make_scribe(self) -> Scribe:
        """One that knows this game's fields in any battle."""
        return SectionScribe(self.desk, parent=self)

    def fields(self) -> Sequence[Field]:
        """The fields of the object."""
        return fields_of(TlnbRecord)

    def holds(self, part: Part, path: Sequence[str | int]) -> bool:
        """Whether a place is in the object."""
        return part == "scenario" and path[:1] in ((SECTION,), [SECTION])

    def build(self, ground: QWidget) -> None:
        """Put the forms onto the ground."""
        self.blocks = [self._block(told) for told in self.fields()]
        column(ground, 16, 12, *stacked(self.scribe, self.blocks), None)

    def _block(self, told: Field) -> Block:
        name = f"{SECTION}.{told.name}"
        if told.name == "options":
            return FlagsBlock(self.scribe, told, (SECTION,), name)
        if told.name == "special_rules":
            return SpecialRulesBlock(self.scribe, told, (SECTION,), name)
        if told.name == "numbers":
            return NumbersBlock(self.scribe, told, (SECTION,), name)
        return block_of(self.scribe, told, (SECTION,), name)

    def advice_for(self, draft: Draft) -> str:
        """A battle of the other game needs none of it."""
        if draft.scenario.get(SECTION):
            return ""
        if self.desk.kit.id == SECTION:
            return say("All is as usual: enter only what is otherwise in this battle.")
        return say(
            "This battle can be played by the player turn too, with ratings, orders and victory"
            " hexes converted: enter only what is to be otherwise there."
        )

    def show_fields(self, draft: Draft) -> None:
        """Fill the forms."""
        for block in self.blocks:
            block.show_in(draft.scenario.get(SECTION, {}))

    def lead_to(self, path: Path) -> bool:
        """The part that has a place."""
        if len(path) < 2:
            return any(block.go_to(()) for block in self.blocks[:1])
        return any(block.go_to(path[2:]) for block in self.blocks if block.path == path[:2])

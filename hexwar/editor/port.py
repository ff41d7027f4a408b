"""What a game is to the editor: where the fields of its section stand, and pages of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from hexwar.editor.document import Json
from hexwar.kit import Kit
from hexwar.scenario.form import with_guests
from hexwar.scenario.numbers import RuleNumbers
from hexwar.scenario.schema import Record
from hexwar.table.numbers import leaves

if TYPE_CHECKING:
    from hexwar.editor.desk import Desk, Page
    from hexwar.editor.table_top import TableTop


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A special rule that a game knows, with the data that it needs and what it tells players."""

    title: str  # marked, as the text is
    text: str  # what a scenario says of it where it says nothing else
    numbers: Mapping[str, int] = field(default_factory=dict)  # usual values by their names
    hexes: bool = False
    steps: bool = False
    formations: bool = False
    others: tuple[str, ...] = ()  # further fields of its record that it needs


@dataclass(frozen=True, slots=True)
class Basis:
    """By what men and guns are reckoned into SP, as it is told before it is done."""

    text: str  # marked, as the source is
    source: str = ""
    is_estimate: bool = True


class Editing:
    """The editor's side of a game. What has a body here does for a game that adds no fields."""

    fields: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The fields that its section adds to a scenario, by the key of the page on which they stand:
    `setup`, `calendar`, `victory` or `rules`. Those that are named nowhere stand on `rules`."""

    section: ClassVar[Mapping[str, type[Record]]] = {}
    """The object that it keeps in scenarios of other games too (`Kit.also_reads`): its form by its
    name. So ids are followed into it, whatever game a battle is of."""

    words: ClassVar[Mapping[str, str]] = {}
    """What players call a field or a value of it, marked, where it is not its name with spaces:
    `weather.start`, or a name alone for that field wherever it stands."""

    begun: ClassVar[Mapping[str, Any]] = {}
    """What a battle of this game says when it is begun, beside what its schema needs."""

    def __init__(self, kit: Kit[Any]) -> None:
        """Know the game."""
        self.kit = kit

    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """What fields of text may say: by the dotted name of a field its values, in words."""
        return {}

    def special_rules(self) -> Mapping[str, SpecialRule]:
        """The special rules that a scenario may list, by their ids."""
        return {}

    printed_numbers: ClassVar[RuleNumbers[Any] | None] = None
    """The numbers to which a scenario may give values of its own; None where there are none."""

    def numbers(self) -> Mapping[str, object]:
        """Those numbers as the rules print them, by dotted key."""
        return {} if self.printed_numbers is None else dict(leaves(self.printed_numbers.tables))

    def number_refusal(self, key: str, value: object) -> str:
        """Why a number may not have a value; empty where it may."""
        return "" if self.printed_numbers is None else self.printed_numbers.refusal(key, value)

    basis: ClassVar[Basis | None] = None
    """By what it reckons SP from men and guns; None where they are entered by hand alone."""

    def strength(self, unit: Json) -> Mapping[str, int | None]:  # noqa: ARG002
        """The fields of a unit's strength by its arm, men and guns; None for one without use.

        Nothing of a unit of which it cannot be told, whatever stands in its record.
        """
        return {}

    def marches(self, top: TableTop) -> Iterator[tuple[str, str]]:  # noqa: ARG002
        """When those who are to come can be where they are sent, if no enemy stands in the way.

        It gives the id of each unit or formation on the calendar with some words, such as `reaches
        Brienne on turn 4`; one after another, for it may take a second.
        """
        return iter(())

    def pages(self, desk: Desk) -> Sequence[Page]:  # noqa: ARG002
        """Pages of its own, which stand between the set-up and the calendar."""
        return ()

    def guest_pages(self, desk: Desk) -> Sequence[Page]:  # noqa: ARG002
        """Pages beside a battle of another game that this one plays too (`Kit.also_reads`)."""
        return ()


def guests_of(desk: Desk) -> Iterator[Editing]:
    """The editor's side of each other game by which the battle on a desk can be played."""
    return (editing_of(one) for one in desk.kits.values() if desk.kit.id in one.also_reads)


def followed(desk: Desk) -> type[Record]:
    """The form of the scenario on a desk, with the objects of all games that read it."""
    sections = {name: record for one in guests_of(desk) for name, record in one.section.items()}
    return with_guests(desk.kit.form.schema, sections)


def editing_of(kit: Kit[Any]) -> Editing:
    """The editor's side of a game.

    Raises:
        TypeError: The game has made something else.
    """
    made = kit.editing()
    if made is None:
        return Editing(kit)
    if not isinstance(made, Editing):
        raise TypeError(f"the editing of {kit.id} is a {type(made).__name__}")
    return made

"""What a game is to the editor: where the fields of its section stand, and pages of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hexwar.kit import Kit

if TYPE_CHECKING:
    from hexwar.editor.desk import Desk, Page


class Editing:
    """The editor's side of a game. What has a body here does for a game that adds no fields."""

    fields: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The fields that its section adds to a scenario, by the key of the page on which they stand:
    `setup`, `calendar`, `victory` or `rules`. Those that are named nowhere stand on `rules`."""

    words: ClassVar[Mapping[str, str]] = {}
    """What players call a field or a value of it, marked, where it is not its name with spaces:
    `weather.start`, or a name alone for that field wherever it stands."""

    def __init__(self, kit: Kit[Any]) -> None:
        """Know the game."""
        self.kit = kit

    def pages(self, desk: Desk) -> Sequence[Page]:  # noqa: ARG002
        """Pages of its own, which stand between the set-up and the calendar."""
        return ()


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

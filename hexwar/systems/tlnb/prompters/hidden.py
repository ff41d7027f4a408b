"""Hidden forces: click what is hidden, and where a dummy lies (T16)."""

from __future__ import annotations

from functools import cached_property

from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Button
from hexwar.systems.tlnb.prompters.common import D, gestures
from hexwar.systems.tlnb.rules.movement.hidden import HideStacks, PlaceDummy


class HexPrompter(MapPrompter[D]):
    """Hexes are clicked; only what has no hex of its own has a button."""

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """The answers that name no hex, or several."""
        made = MapPrompter(self.view, self.decision, self.options).buttons
        return tuple(button for button in made if len(button.spots) != 1)


GESTURES = gestures({HideStacks: HexPrompter, PlaceDummy: HexPrompter})

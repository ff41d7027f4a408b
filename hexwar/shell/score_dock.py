"""The dock of the score; a game says what its rows are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexwar.shell.face import Dock
from hexwar.table.reports import ScoreLine
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.score import VpPanel


@dataclass(frozen=True, slots=True)
class Score:
    """Where the points come from, and what they come to."""

    lines: Sequence[ScoreLine]
    outlook: str  # how the game would end now
    note: str  # how points are reckoned


class ScoreDock(Dock):
    """The points of both sides."""

    id = "victory"
    title = "VP"
    kinds = ("vp",)

    def __init__(self, look: Look) -> None:
        self.victory = VpPanel(look)
        super().__init__(self.victory)

    @abstractmethod
    def score(self, view: Any) -> Score:
        """What a view tells of the score."""

    def renew(self) -> None:
        """Show the points, and what they come to."""
        if self.controller is not None:
            view = self.controller.view
            found = self.score(view)
            self.victory.show_score(view.battle, found.lines, found.outlook, found.note)

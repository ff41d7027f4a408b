"""Mini-Nap 2 as the window knows it: its questions, its table, its panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexwar.engine import Event
from hexwar.kit import Kit
from hexwar.messages import mark
from hexwar.shell.face import Chip, Dock, Ending
from hexwar.shell.measured_face import MeasuredFace
from hexwar.shell.measured_table import MeasuredWords
from hexwar.shell.table import Table
from hexwar.systems.mininap.actions import OWN_ACTIONS
from hexwar.systems.mininap.aftermath import loss_curves
from hexwar.systems.mininap.lenses import MiniLenses
from hexwar.systems.mininap.numbers import PRINTED
from hexwar.systems.mininap.panels.docks import ArmyDock, FightDock, UnitDock, VictoryDock
from hexwar.systems.mininap.panels.strip import address_of, count_of, progress_of, when_words
from hexwar.systems.mininap.prompters import MiniQuestions
from hexwar.systems.mininap.prompters.common import Word
from hexwar.systems.mininap.score import score_lines
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.mininap.words import blocks, cloth, piece_tip, piece_words, posts
from hexwar.table.forces import FormationId
from hexwar.table.spot import Spot
from hexwar.table.stands import Block, Cloth, Post
from hexwar.widgets.mapart.palette import season_of
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.phase_ribbon import PhaseRibbon
from hexwar.widgets.panels.score import Strength
from hexwar.widgets.panels.turn_row import TurnRow

_NUMBERS = PRINTED.with_own({})

TICKS = tuple(
    sorted(
        {
            *(band.to for band in _NUMBERS.fire.bands),
            _NUMBERS.fire.muskets,
            _NUMBERS.movement.double_clear,
            _NUMBERS.movement.square_clear,
            _NUMBERS.joining.reach,
        }
    )
)
"""cm that rules ask for, as the rulebook prints them (M32.4)."""


class MiniBoard(MeasuredWords):
    """What the table shows and says."""

    ticks = TICKS

    def lenses(self) -> MiniLenses:
        """The lenses of one game."""
        return MiniLenses()

    def cloth(self, state: MiniState) -> Cloth:
        """The table with its ground, as it looked on the day."""
        return replace(cloth(state), season=season_of(*state.battle.day).value)

    def posts(self, view: MiniState) -> Sequence[Post]:
        """The flags of those who hold objectives."""
        return posts(view)

    def blocks(self, view: MiniState) -> Sequence[Block]:
        """Every unit in play."""
        return blocks(view)

    def piece_tip(self, view: MiniState, piece: str) -> str:
        """A unit with its numbers, its command, its nearest enemy."""
        return piece_tip(view, piece)

    def piece_words(self, view: MiniState, piece: str) -> str:
        """The same in a sentence."""
        return piece_words(view, piece)

    def help_for(self, view: MiniState, piece: str, spot: Spot) -> str:  # noqa: ARG002
        """The rule of units, or of the ground."""
        return "rule:M2.5" if piece else "rule:M22.1"


class MiniFace(MeasuredFace):
    """The table and the panels."""

    actions = OWN_ACTIONS
    first_rule = "M7.1"
    keys = (
        (mark("Click an enemy twice"), mark("Look at a charge, then go through with it")),
        (mark("Right click"), mark("Take back what was thought of last")),
    )

    def __init__(self, kit: Kit[MiniState]) -> None:
        """Make it for a kit."""
        super().__init__(kit)
        self.questions = MiniQuestions(kit)
        self.words = MiniBoard()

    def chips(self, look: Look) -> Sequence[Chip]:
        """The turns with the points, and the phases."""
        row, ribbon = TurnRow(look), PhaseRibbon(look)

        def show_progress(view: MiniState) -> None:
            ribbon.show_progress(view.battle, progress_of(view))

        return (
            Chip(ribbon, show_progress, ribbon.activated, address_of, "rule:M7.1"),
            Chip(
                row,
                lambda view: row.show_count(count_of(view)),
                row.activated,
                _address,
                "rule:M23.6",
            ),
        )

    def docks(self, look: Look) -> Sequence[Dock]:
        """Unit, combat, armies, points."""
        return [kind(look) for kind in (UnitDock, FightDock, ArmyDock, VictoryDock)]

    def act(self, action: str, table: Table) -> None:
        """The brigade goes along; turns by keys."""
        left, right = f"{Word.TURN}:-50", f"{Word.TURN}:50"
        words = {"brigade": Word.BRIGADE, "turn-left": left, "turn-right": right}
        if action not in words:
            super().act(action, table)
        table.controller.write(words[action])

    def when(self, view: MiniState) -> str:
        """Turn and phase."""
        return when_words(view)

    def ending(self, state: MiniState, events: Sequence[Event]) -> Ending:
        """The score of both sides with its reasons, and how they lost."""
        return Ending(score_lines(state), strengths_of(state), loss_curves(state, events))


def strengths_of(state: MiniState) -> list[Strength]:
    """What is left of each brigade."""
    found = []
    for brigade, units in state.battle.brigades.items():
        full = sum(state.card(unit).sp for unit in units)
        here = (unit for unit in units if state.units[unit].pose is not None)
        left = sum(max(0, state.sp(unit)) for unit in here)
        body = state.battle.body(brigade)
        title = brigade if body is None else body.name
        found.append(Strength(FormationId(brigade), title, left, full))
    return found


def _address(spot: str) -> str:
    """Where a click on the strip leads."""
    if spot.isdecimal():
        return f"turn:{spot}"
    return spot if spot.startswith(("rule:", "vp:")) else ""

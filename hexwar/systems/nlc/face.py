"""Napoleon's Later Campaigns as the window knows it: its questions, its board, its panels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QDialog, QWidget

from hexwar.engine import Decision, Event
from hexwar.ground.sight import sightlines_of
from hexwar.ground.traces import trace_ground
from hexwar.hexes import Hex
from hexwar.kit import Kit
from hexwar.messages import mark
from hexwar.shell.card_table import deck_browser
from hexwar.shell.face import Chip, Dock, Ending, Follower, Place, RealDice
from hexwar.shell.map_face import MapFace
from hexwar.shell.map_lenses import MapWords
from hexwar.shell.map_table import MapTable
from hexwar.shell.table import Table
from hexwar.systems.nlc.announcing import News
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.lenses.looking import Looking
from hexwar.systems.nlc.lenses.sights import reach_of, zones
from hexwar.systems.nlc.panels.actions import OWN_ACTIONS
from hexwar.systems.nlc.panels.army_rows import strengths_of
from hexwar.systems.nlc.panels.combat_reports import CombatReports
from hexwar.systems.nlc.panels.describe import chit_of, hex_tip, hex_words, piece_words
from hexwar.systems.nlc.panels.docks import (
    ArmyDock,
    BoxesDock,
    CardsDock,
    NlcStackDock,
    OrdersDock,
    VictoryDock,
)
from hexwar.systems.nlc.panels.fight_marks import FightMarks
from hexwar.systems.nlc.panels.markers import markers_of
from hexwar.systems.nlc.panels.strip import ChitCup, progress_of, track_of
from hexwar.systems.nlc.panels.turning_up import TurningUp
from hexwar.systems.nlc.panels.whatis import rule_of_hex, rule_of_piece
from hexwar.systems.nlc.prompters import NlcQuestions
from hexwar.systems.nlc.prompters.proposing import Word
from hexwar.systems.nlc.rules.losses.demoralization import loss_curves
from hexwar.systems.nlc.rules.turn.actions import DrawChit
from hexwar.systems.nlc.rules.victory.victory import score_sheet, totals
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import chit_name, phase_words
from hexwar.table.forces import Side
from hexwar.table.names import turn_words
from hexwar.table.overlays import Reach
from hexwar.table.reports import Prompt
from hexwar.table.spot import Spot
from hexwar.widgets.board.contents import Markers
from hexwar.widgets.panels.dice import ChitChoice, ChitDialog
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.phase_ribbon import PhaseRibbon
from hexwar.widgets.panels.turn_track import TurnTrack


class NlcBoard(MapWords):
    """What the board says."""

    def lenses(self) -> Looking:
        """The lenses of one game."""
        return Looking()

    def hex_tip(self, view: GameState, hex_: Hex) -> str:
        """Ground, stakes, every counter with its numbers."""
        return hex_tip(view, hex_)

    def hex_words(self, view: GameState, hex_: Hex) -> str:
        """Its name, its ground, and who stands there by side."""
        return hex_words(view, hex_)

    def piece_words(self, view: GameState, piece: str) -> str:
        """Its name, its numbers and its state."""
        return piece_words(view, piece)

    def help_for(self, view: GameState, piece: str, spot: Spot) -> str:
        """The rule of a counter's state or arm; of a marker; of the ground."""
        return f"rule:{rule_of_piece(view, piece) if piece else rule_of_hex(view, Hex(spot))}"

    def markers(self, view: GameState) -> Markers:
        """What lies on the map beside the counters."""
        return markers_of(view)

    def zones(self, state: GameState) -> Mapping[Side, frozenset[Hex]]:
        """The zones of control of both sides."""
        return zones(state, *state.battle.sides)

    def reach(self, state: GameState, hex_: Hex) -> Reach | None:
        """Where the stack in a hex could go."""
        return reach_of(state, hex_)

    def fields(self, state: GameState) -> Iterator[Callable[[], object]]:
        """Lines of sight, traces, the costs of steps; the sheet of the end."""
        yield lambda: sightlines_of(state.battle.battlefield)
        yield lambda: trace_ground(state)
        yield from NLC.readied(state)  # made already, unless the game came in another way
        yield lambda: sightlines_of(state.battle.battlefield).pairs  # guns of a proposal ask it
        yield partial(import_module, "hexwar.widgets.panels.end_sheet")  # nobody waits at the end


class RealChits(RealDice):
    """Asks for chits that are drawn from a real cup."""

    def made(self, pending: Decision[Any], prompt: Prompt) -> tuple[QDialog, SignalInstance] | None:
        """A dialog with the chits that may be drawn."""
        if not isinstance(pending, DrawChit):
            return None
        battle = self.controller.view.battle
        chits = [
            ChitChoice(chit, chit_name(battle, chit), chit_of(battle, chit))
            for chit in self.controller.session.options
        ]
        dialog = ChitDialog(self.look, prompt.text, chits, self.place.table)
        return dialog, dialog.drawn


class NlcFace(MapFace):
    """The panels, and what goes on beside the board."""

    actions = OWN_ACTIONS
    first_rule = "N4"
    turns_up = ("card", "sky")
    keys = (
        (mark("Right drag, or drag with L held"), mark("Draw a line of sight, with its profile")),
        (
            mark("Click a bridge while U is on"),
            mark("Show supply as if it had fallen; click again to go back"),
        ),
        (
            mark("A dotted edge round hexes"),
            mark("How far those who act can go, with the MP left in each hex at its foot"),
        ),
        (mark("Arrows with L held"), mark("Lead the line of sight to the hex of the cursor")),
    )

    def __init__(self, kit: Kit[GameState]) -> None:
        super().__init__(kit)
        self.questions, self.words = NlcQuestions(kit), NlcBoard()

    def chips(self, look: Look) -> Sequence[Chip]:
        """Turn track, phase ribbon and chit cups."""
        track, ribbon, cups = TurnTrack(look), PhaseRibbon(look), ChitCup(look)

        def show_turns(view: GameState) -> None:
            track.show_track(track_of(view, totals(view)))

        def show_progress(view: GameState) -> None:
            ribbon.show_progress(view.battle, progress_of(view))

        return (
            Chip(track, show_turns, track.activated, _address, "rule:N4.9"),
            Chip(ribbon, show_progress, help="rule:N4.5"),
            Chip(cups, cups.show_chits, cups.activated, _address, "rule:N4.41"),
        )

    def docks(self, look: Look) -> Sequence[Dock]:
        """Stack, orders, cards, army, boxes, points."""
        kinds = (NlcStackDock, OrdersDock, CardsDock, ArmyDock, BoxesDock, VictoryDock)
        return [kind(look) for kind in kinds]

    def followers(self, place: Place) -> Sequence[Follower]:
        """Chits to be drawn, cards as they are played, combats laid open, news."""
        controller = place.table.controller
        return (
            RealChits(place),
            TurningUp(place),
            CombatReports(place),
            FightMarks(place),
            News(controller),
        )

    def act(self, action: str, table: Table) -> None:
        """Road march, leaving units behind, supposing that bridges fall."""
        if action == "road":
            table.controller.switch_road()
        elif action == "propose":
            table.controller.propose()
        elif action == "propose-all":
            table.controller.write(Word.ACCEPT_ALL)
        elif action == "leave":
            table.leave_here()
        elif action == "suppose" and isinstance(table.lenses, Looking):
            if not table.lenses.is_on("supply"):
                table.switch("supply", on=True)
            glance = MapTable.of(table).glance()
            table.lenses.suppose_next(glance.view, glance.over)
            table.lay()
            table.say_reasons()

    def switches(self, table: Table) -> Mapping[str, bool]:
        """The lenses, and the road march."""
        return {**super().switches(table), "road": table.controller.offer.march.road}

    def when(self, view: GameState) -> str:
        """Turn, hour and phase."""
        return f"{turn_words(view.battle, view.turn)}, {phase_words(view.phase)}"

    def ending(self, state: GameState, events: Sequence[Event]) -> Ending:
        """The score of both sides with its reasons, and how they lost."""
        return Ending(score_sheet(state), strengths_of(state), loss_curves(state, events))

    def dialog(
        self, address: str, table: Table | None, look: Look, parent: QWidget
    ) -> QDialog | None:
        """The decks of cards."""
        if address.partition(":")[0] not in ("deck", "card"):
            return None
        battle = None if table is None else table.controller.session.state.battle
        return deck_browser(address, battle, look, parent)


def _address(spot: str) -> str:
    """Where a click on the strip leads: a chit to its formation, the sky to its rule."""
    if spot.isdecimal():
        return f"turn:{spot}"
    return spot if spot.startswith(("formation:", "rule:", "vp:")) else ""

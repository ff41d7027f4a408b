"""The player-turn game as the window knows it: its questions, its board, its panels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtWidgets import QDialog, QWidget

from hexwar.engine import Event
from hexwar.ground.sight import sightlines_of
from hexwar.ground.traces import trace_ground
from hexwar.hexes import Hex
from hexwar.kit import Kit
from hexwar.messages import mark
from hexwar.shell.card_table import deck_browser
from hexwar.shell.face import Chip, Dock, Ending, Follower, Place, RealDice
from hexwar.shell.map_face import MapFace
from hexwar.shell.map_lenses import MapWords
from hexwar.shell.table import Table
from hexwar.systems.tlnb.actions import OWN_ACTIONS
from hexwar.systems.tlnb.aftermath.counts import loss_curves
from hexwar.systems.tlnb.lenses import TlnbLenses, reach_of, zones
from hexwar.systems.tlnb.panels.cards import CardsDock, TurningUp
from hexwar.systems.tlnb.panels.docks import (
    BoxesDock,
    CommandDock,
    TlnbStackDock,
    VictoryDock,
)
from hexwar.systems.tlnb.panels.fights import CombatDock
from hexwar.systems.tlnb.panels.news import News
from hexwar.systems.tlnb.panels.strip import progress_of, track_of, when_words
from hexwar.systems.tlnb.panels.words import (
    formation_title,
    hex_tip,
    hex_words,
    markers_of,
    piece_words,
)
from hexwar.systems.tlnb.prompters import TlnbQuestions
from hexwar.systems.tlnb.prompters.cards import face_of
from hexwar.systems.tlnb.rules.losses.demoralization import lost_sp
from hexwar.systems.tlnb.rules.victory.victory import score_lines
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.overlays import Reach
from hexwar.table.pieces import Box
from hexwar.table.spot import Spot
from hexwar.widgets.board.contents import Markers
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.phase_ribbon import PhaseRibbon
from hexwar.widgets.panels.score import Strength
from hexwar.widgets.panels.turn_track import TurnTrack


class TlnbBoard(MapWords):
    """What the board says."""

    def lenses(self) -> TlnbLenses:
        """The lenses of one game."""
        return TlnbLenses()

    def hex_tip(self, view: TlnbState, hex_: Hex) -> str:
        """Ground, stakes, every counter with its numbers."""
        return hex_tip(view, hex_)

    def hex_words(self, view: TlnbState, hex_: Hex) -> str:
        """Its name, its ground, and who stands there."""
        return hex_words(view, hex_)

    def piece_words(self, view: TlnbState, piece: str) -> str:
        """Its name, its numbers and its state."""
        return piece_words(view, piece)

    def help_for(self, view: TlnbState, piece: str, spot: Spot) -> str:  # noqa: ARG002
        """The rule of leaders, of counters, or of the ground."""
        if piece in view.leaders:
            return "rule:T5.4"
        return "rule:T1.5" if piece else "rule:T7.3"

    def markers(self, view: TlnbState) -> Markers:
        """What lies on the map beside the counters."""
        return markers_of(view)

    def zones(self, state: TlnbState) -> Mapping[Side, frozenset[Hex]]:
        """The zones of control of both sides."""
        return zones(state, *state.battle.sides)

    def reach(self, state: TlnbState, hex_: Hex) -> Reach | None:
        """Where the stack in a hex could go."""
        return reach_of(state, hex_)

    def fields(self, state: TlnbState) -> Iterator[Callable[[], object]]:
        """Lines of sight and traces."""
        yield lambda: sightlines_of(state.battle.battlefield)
        yield lambda: trace_ground(state)


class TlnbFace(MapFace):
    """The panels, and what goes on beside the board."""

    actions = OWN_ACTIONS
    first_rule = "T2"
    turns_up = ("card", "sky")
    keys = (
        (mark("Right drag, or drag with L held"), mark("Draw a line of sight, with its profile")),
        (mark("Click a target twice"), mark("Look at its chances, then go through with it")),
    )

    def __init__(self, kit: Kit[TlnbState]) -> None:
        """Make it for a kit."""
        super().__init__(kit)
        self.questions, self.words = TlnbQuestions(kit), TlnbBoard()

    def chips(self, look: Look) -> Sequence[Chip]:
        """The turn track, and the segments of the Player-Turn."""
        track, ribbon = TurnTrack(look), PhaseRibbon(look)

        def show_progress(view: TlnbState) -> None:
            ribbon.show_progress(view.battle, progress_of(view))

        return (
            Chip(
                track,
                lambda view: track.show_track(track_of(view)),
                track.activated,
                _address,
                "rule:T2.1",
            ),
            Chip(ribbon, show_progress, help="rule:T2.3"),
        )

    def docks(self, look: Look) -> Sequence[Dock]:
        """Stack, combat, cards, command, off map, points."""
        kinds = (TlnbStackDock, CombatDock, CardsDock, CommandDock, BoxesDock, VictoryDock)
        return [kind(look) for kind in kinds]

    def followers(self, place: Place) -> Sequence[Follower]:
        """Real dice are asked for; cards and weather turn up; news are told in passing."""
        return (RealDice(place), TurningUp(place), News(place.table.controller))

    def act(self, action: str, table: Table) -> None:
        """Road March, leaving units behind."""
        if action == "road":
            table.controller.switch_road()
        elif action == "leave":
            table.leave_here()
        else:
            super().act(action, table)

    def switches(self, table: Table) -> Mapping[str, bool]:
        """The lenses, and Road March."""
        return {**super().switches(table), "road": table.controller.offer.march.road}

    def when(self, view: TlnbState) -> str:
        """Turn, Player-Turn and segment."""
        return when_words(view)

    def ending(self, state: TlnbState, events: Sequence[Event]) -> Ending:
        """The score of both sides with its reasons, and how they lost."""
        return Ending(score_lines(state), strengths_of(state), loss_curves(state, events))

    def dialog(
        self, address: str, table: Table | None, look: Look, parent: QWidget
    ) -> QDialog | None:
        """The decks of cards."""
        if address.partition(":")[0] not in ("deck", "card"):
            return None
        battle = None if table is None else table.controller.session.state.battle
        return deck_browser(address, battle, look, parent, face_of)


def strengths_of(state: TlnbState) -> list[Strength]:
    """What is left of each formation that had units in play."""
    found = []
    for card in state.battle.formations.values():
        units = [u for u in card.units if state.units[u].box is not Box.RESERVE]
        full = sum(state.card(u).sp for u in units if state.card(u).is_combat_unit)
        if full:
            lost = sum(lost_sp(state, u) for u in units)
            title = formation_title(state, card.id)
            found.append(Strength(card.id, title, full - lost, full))
    return found


def _address(spot: str) -> str:
    """Where a click on the strip leads."""
    if spot.isdecimal():
        return f"turn:{spot}"
    return spot if spot.startswith(("rule:", "vp:")) else ""

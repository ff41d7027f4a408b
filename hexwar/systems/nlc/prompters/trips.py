"""The journeys open to one leader, HQ counter or train, and what they cost (N14.5, N16.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise

from hexwar.ground.costs import Gait, gait_of, ground_of
from hexwar.hexes import Hex
from hexwar.shell.prompter import PieceId
from hexwar.systems.nlc.preview import journeys
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.turn.consolidation import Journey
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.overlays import Reach
from hexwar.table.reports import PathQuote, StepCost


class Trip:
    """The journeys open to one piece."""

    def __init__(self, view: GameState, piece: PieceId) -> None:
        self.view, self.piece = view, piece
        self.start = start_of(view, piece)

    @cached_property
    def ends(self) -> Mapping[Hex, Journey]:
        """The hexes that it can go to."""
        return journeys(self.view, self.piece)

    @cached_property
    def reach(self) -> Reach:
        """The overlay of all ends."""
        quotes = {hex_: self.quote(journey.hexes) for hex_, journey in self.ends.items()}
        return Reach({h: max(q.allowance - q.halves, 0) for h, q in quotes.items()})

    def quote(self, path: tuple[Hex, ...]) -> PathQuote:
        """What a path costs hex by hex; a step that cannot be made costs nothing here."""
        view, ground = self.view, ground_of(self.view)
        if self.piece in view.leaders:
            gait, most = Gait.LEADER, view.battle.leaders[LeaderId(self.piece)].movement * 2
        else:
            unit = UnitId(self.piece)
            gait, most = gait_of(view.card(unit).arm), allowance(view, unit)
        steps = [ground.step(gait, a, b) or StepCost(b, 0, ()) for a, b in pairwise(path)]
        return PathQuote(path, column=False, steps=tuple(steps), allowance=most)


def start_of(view: GameState, piece: PieceId) -> Hex:
    """The hex of a piece that is on the map."""
    record = view.leaders.get(LeaderId(piece)) or view.units[UnitId(piece)]
    assert record.hex is not None
    return record.hex

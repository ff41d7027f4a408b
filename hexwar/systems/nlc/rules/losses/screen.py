"""Vedettes give way: they fall back before who enters their hex, or are lost (N20.31, T17.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine import Choice, Manner, Refusal, Table, YesNo
from hexwar.ground.vedettes import bereft, closed_to_vedettes, screen_of, vedettes_in
from hexwar.ground.vedettes import paths_back as ways_back
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.losses import UnitEliminated
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.losses.demoralization import counted_for, note_losses
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.overlays import Overlays, Target
from hexwar.table.pieces import Box
from hexwar.table.vedette_facts import VedettesFellBack, VedettesLost
from hexwar.table.words import hex_name, unit_list

Path = tuple[Hex, ...]
Units = tuple[UnitId, ...]


# -- where they go


def paths_back(state: GameState, side: Side, start: Hex, threats: Sequence[Hex]) -> list[Path]:
    """Every way of vedettes from a hex before threats (N20.31)."""
    return ways_back(state, side, start, threats, numbers_of(state.battle).vedette.hexes)


@dataclass(frozen=True, slots=True)
class ChooseWayBack(Question[Path], rule="N20.31", is_open=True):
    """N20.31: along which hexes vedettes fall back before an enemy."""

    words = mark("{who} must choose where {vedettes} fall back to from {hex}.")
    clue = mark("Click the hex where they go.")
    vedettes: Units
    hex: Hex
    threats: tuple[Hex, ...]

    def options(self, state: GameState) -> Sequence[Path]:
        """A way to each hex where they may end, the farthest from the enemy first."""
        ends: dict[Hex, Path] = {}
        for way in self._ways(state):
            ends.setdefault(way[-1], way)
        return list(ends.values())

    def refusal(self, state: GameState, answer: Path) -> Refusal | None:
        """Any way that leads on as far as it can."""
        return self.unlisted(self._ways(state), answer)

    def _ways(self, state: GameState) -> list[Path]:
        return paths_back(state, Side(self.side), self.hex, self.threats)

    def choices(self, view: GameState, options: Sequence[Path]) -> Sequence[Choice[Path]]:
        """The hexes where they may end."""
        names = {way: hex_name(view, way[-1]) for way in options}
        return [
            Choice(
                way[-1],
                name,
                say("Fall back to {hex}", hex=name),
                way,
                spots=(way[-1],),
                manner=Manner.PLAIN if place else Manner.MAIN,
            )
            for place, (way, name) in enumerate(names.items())
        ]

    def marks(self, view: GameState) -> Overlays:
        """Where they are, and where they may go."""
        targets = tuple(Target(way[-1]) for way in self.options(view))
        return Overlays(selection=frozenset({self.hex}), targets=targets)


@dataclass(frozen=True, slots=True)
class ChooseVedettesGo(Question[bool], YesNo, rule="N20.31", is_open=True):
    """N11.12, N20.31: whether the vedettes of a hex go with the units that leave it."""

    words = mark("{who} must choose whether {vedettes} go with {units} or stay in {hex}.")
    clue = mark("Press one of the buttons.")
    kinds = ("go", "stay")
    vedettes: Units
    units: Units  # who leave
    hex: Hex

    def choices(self, view: GameState, options: Sequence[bool]) -> Sequence[Choice[bool]]:  # noqa: ARG002
        """They go along, or they stay."""
        names = unit_list(view, self.vedettes)
        along = say("{names} go with the units", names=names)
        alone = say("{names} stay, and fall back when the enemy comes", names=names)
        return (
            Choice("goes", say("They go along"), along, answer=True, manner=Manner.MAIN),
            Choice("stays", say("They stay"), alone, answer=False),
        )

    def marks(self, view: GameState) -> Overlays:  # noqa: ARG002
        """Where they are."""
        return Overlays(selection=frozenset({self.hex}))


# -- the flows


async def vedettes_who_go(table: Table[GameState], side: Side, hex_: Hex, units: Units) -> Units:
    """N11.12: the vedettes in a hex that go with units which leave it: all or none."""
    here = vedettes_in(table.state, hex_, side)
    return here if here and await ChooseVedettesGo(side, here, units, hex_) else ()


async def fall_back(
    table: Table[GameState], side: Side, hex_: Hex, threats: tuple[Hex, ...]
) -> None:
    """N20.31: the vedettes that hold a hex alone go two hexes away; with no way they are lost."""
    here = screen_of(table.state, hex_, side)
    if not here:
        return
    if not paths_back(table.state, side, hex_, threats):
        lose_vedettes(table, here)
        return
    path = await ChooseWayBack(side, here, hex_, threats)
    closed, index = closed_to_vedettes(table.state, side), table.state.battle.battlefield.grid.index
    met = (n for n, on_way in enumerate(path) if n and index[on_way] in closed)
    if (stop := next(met, len(path))) == 1:  # into an enemy whom they did not see
        lose_vedettes(table, here)
        return
    table.emit(VedettesFellBack(here, path[:stop]))


def lose_vedettes(table: Table[GameState], vedettes: Units) -> None:
    """T17.9: vedettes are lost; with the last of those that stand for it their unit is too."""
    table.emit(VedettesLost(vedettes))
    for unit in bereft(table.state, vedettes):
        cause = say("its vedettes are lost")
        table.emit(UnitEliminated(unit, Box.UAR, table.state.sp(unit), cause))
        note_losses(table, counted_for(table.state, unit))

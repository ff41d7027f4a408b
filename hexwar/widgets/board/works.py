"""What was done to the ground, as records: spans broken down, bridges laid, earthworks, fires."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.ground.costs import burning_towns
from hexwar.hexes import Hex, Hexside
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side


@dataclass(frozen=True, slots=True)
class Pontoon:
    """A pontoon bridge."""

    span: Hexside
    owner: Side | None  # None where no train is known to be the bridge


@dataclass(frozen=True, slots=True)
class SpanWorks:
    """The spans that differ from the printed map (N5.71, T18.2)."""

    damaged: tuple[Hexside, ...] = ()
    pontoons: tuple[Pontoon, ...] = ()


def span_works_of(state: GameState) -> SpanWorks:
    """The damaged spans and the pontoon bridges of a state, by their hexsides."""
    owners = {
        unit.bridging: state.side_of(unit.id)
        for unit in state.on_map()
        if unit.bridging is not None
    }
    pontoons = (Pontoon(span, owners.get(span)) for span in sorted(state.spans.pontoons))
    return SpanWorks(tuple(sorted(state.spans.damaged)), tuple(pontoons))


def positions_of(state: GameState) -> tuple[Hex, ...]:
    """The hexes with an improved position (N21)."""
    return tuple(sorted(state.positions))


def fires_of(state: GameState) -> tuple[Hex, ...]:
    """The towns that burn (N23.4)."""
    return tuple(sorted(burning_towns(state)))

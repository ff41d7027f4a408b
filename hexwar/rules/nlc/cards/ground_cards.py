"""Cards that change the ground: fires and bridges (N23.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.engine import Table
from hexwar.hexes import Hex, Hexside
from hexwar.model.battle import TurnKind
from hexwar.model.battlefield import Terrain
from hexwar.model.cards import CardId
from hexwar.model.events import PopulaceActed
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.common.costs import FIRE, burning_towns
from hexwar.rules.common.zones import enemy_zone
from hexwar.rules.nlc.cards.effects import ALWAYS, begin
from hexwar.rules.nlc.cards.plays import Play, Subjects
from hexwar.rules.nlc.numbers import numbers_of

POPULACE = CardId("populace")


# -- Fire


def towns_to_burn(state: GameState, side: Side) -> Sequence[Subjects]:  # noqa: ARG001
    """Every town hex of the map that does not burn yet, in map order (N23.9)."""
    burning = burning_towns(state)
    return [(hex_,) for hex_ in _towns(state) if hex_ not in burning]


async def burn(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """N23.4: until the first day turn of tomorrow the town costs more MP."""
    begin(table, side, FIRE, subjects=subjects, until=_until_tomorrow(table.state))


def _until_tomorrow(state: GameState) -> int:
    """The last turn before the first day turn of a later day."""
    today, later = state.turn_card.day, state.battle.turns[state.turn :]
    light = (t.number for t in later if t.day != today and t.kind is TurnKind.DAY)
    return next(light, ALWAYS + 1) - 1


def _towns(state: GameState) -> list[Hex]:
    field = state.battle.battlefield
    return [hex_ for hex_ in field.grid.hexes if field.terrain_at(hex_) is Terrain.TOWN]


# -- Populace


def spans_of_the_people(state: GameState, side: Side) -> Sequence[Subjects]:
    """The bridges and trestles near a town that is in no EZOC (T24.3), each by its two hexes."""
    field, zone = state.battle.battlefield, enemy_zone(state, side)
    limit = numbers_of(state.battle).card.populace_distance
    free = [town for town in _towns(state) if town not in zone]

    def is_near(span: Hexside) -> bool:
        return any(field.grid.distance(town, end) <= limit for town in free for end in span)

    return [span for span in sorted(field.span_at) if is_near(span)]


async def rouse(table: Table[GameState], side: Side, subjects: Subjects) -> None:
    """T24.3: a whole span is broken down, or a damaged one is made whole."""
    a, b = subjects
    span = (Hex(a), Hex(b))
    table.emit(PopulaceActed(side, span, is_damaged=span not in table.state.spans.damaged))


PLAYS: Mapping[CardId, Play] = {
    FIRE: Play(burn, towns_to_burn),
    POPULACE: Play(rouse, spans_of_the_people),
}

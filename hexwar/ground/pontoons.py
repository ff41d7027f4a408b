"""Pontoon bridges: where a train may lay one, and what becomes of bridge and train (T18.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.engine import Refusal, refuse
from hexwar.ground.law import GroundState
from hexwar.ground.zones import enemy_hexes, is_in_enemy_zone
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.messages import mark
from hexwar.table.fact import MOVEMENT, Fact, Scene, Shows
from hexwar.table.forces import Arm, Side, UnitId
from hexwar.table.spans import Crossing, crossing
from hexwar.text import Text


def place_refusal(state: GroundState, train: UnitId) -> Refusal | None:
    """Why a train lays or takes up no bridge where it is, or None."""
    record, card = state.units[train], state.card(train)
    if card.arm is not Arm.PONTOON_TRAIN or record.hex is None:
        return refuse("T18.2", "{card} is no pontoon train on the map.", card=card.name)
    if is_in_enemy_zone(state, card.side, record.hex):
        return refuse("T18.2", "No pontoon bridge is laid or taken up in an enemy zone.")
    return None


def site_refusal(state: GroundState, owner: Side, hex_: Hex, side: Hexside) -> Refusal | None:
    """Why no bridge is laid across a hexside from a hex, or None: weather, water, the enemy."""
    weather, field = state.sky.weather, state.battle.battlefield
    if weather in state.numbers.weather.no_pontoons:
        return refuse("T18.2", "No pontoon bridge is laid in {weather}.", weather=weather)
    other = next((b for b in field.grid.neighbours[hex_] if hexside(hex_, b) == side), None)
    if other is None:
        return refuse("T18.2", "The train in {hex} does not stand at that hexside.", hex=hex_)
    if crossing(field, state.spans, hex_, other) not in (Crossing.RIVER, Crossing.FORD):
        words = mark("No river without a span lies between {hex} and {other}.")
        return refuse("T18.2", words, hex=hex_, other=other)
    if other in enemy_hexes(state, owner):
        return refuse("T18.2", "The enemy holds the other bank in {other}.", other=other)
    return None


def lay_bridge(state: GroundState, span: Hexside) -> None:
    """Put a pontoon bridge on the map."""
    state.put_spans(replace(state.spans, pontoons=state.spans.pontoons | {span}))


def lift_bridge(state: GroundState, train: UnitId) -> None:
    """Take away the bridge that a train is, if it is one."""
    span = state.units[train].bridging
    if span is not None:
        state.put_spans(replace(state.spans, pontoons=state.spans.pontoons - {span}))


@dataclass(frozen=True, slots=True)
class PontoonDeployed(
    Fact,
    rule="T18.2",
    topic=MOVEMENT,
    rest=500,
    shows=Shows(units="train", spots="span"),
    is_open=True,
):
    """A pontoon train became a bridge (T18.2)."""

    train: UnitId
    span: Hexside

    def sentence(self, scene: Scene) -> Text:
        """The pontoon train laid a bridge between 1010 and 1110."""
        where = scene.on_map.between(self.span)
        return self.told(scene, mark("{train} laid a bridge {between}."), between=where)

    def apply(self, state: GroundState) -> None:
        """Lay the bridge; the train stays where it is."""
        lay_bridge(state, self.span)
        state.put_unit(replace(state.units[self.train], bridging=self.span, moved=True))
        state.stir(self.train)


@dataclass(frozen=True, slots=True)
class PontoonTakenUp(
    Fact,
    rule="T18.2",
    topic=MOVEMENT,
    rest=500,
    shows=Shows(units="train", spots="span"),
    is_open=True,
):
    """A pontoon bridge was taken up: it is a train again (T18.2)."""

    train: UnitId
    span: Hexside

    def sentence(self, scene: Scene) -> Text:
        """The pontoon train took up its bridge between 1010 and 1110."""
        where = scene.on_map.between(self.span)
        return self.told(scene, mark("{train} took up its bridge {between}."), between=where)

    def apply(self, state: GroundState) -> None:
        """Take the bridge away; the work takes all that the train may do."""
        lift_bridge(state, self.train)
        state.put_unit(replace(state.units[self.train], bridging=None, moved=True))
        state.stir(self.train)

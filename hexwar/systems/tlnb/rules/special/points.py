"""VP that special rules count: losses that weigh more, and a road that pays (T34.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.engine import Refusal, Table, refuse
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.special import UnitsDeparted
from hexwar.systems.tlnb.rules.losses.demoralization import lost_sp
from hexwar.systems.tlnb.rules.special.registry import CROWN_PRINCE, KNOWN, LUCKAU
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Arm, Side, UnitId


def points_of(state: TlnbState, side: Side) -> Iterator[tuple[int, str]]:
    """VP of a side, each with what it is for."""
    prince, road = (state.battle.special.get(id_) for id_ in (CROWN_PRINCE, LUCKAU))
    if prince is not None and _side_of(state, prince.formations) != side:
        units = (u for f in prince.formations for u in state.units_of(f))
        foot = (u for u in units if state.card(u).arm is Arm.INFANTRY)
        more = prince.number("vp_per_sp") - state.numbers.victory.sp
        lost = sum(lost_sp(state, u) for u in foot)
        if lost and more:
            yield lost * more, say("infantry that the Crown Prince spares was lost")
    if road is not None and _side_of(state, road.formations) == side:
        sp = sum(state.special.departed.values())
        if sp:
            vp = min(sp * road.number("vp_per_sp"), road.number("most"))
            yield vp, say(KNOWN[LUCKAU].title)


def _side_of(state: TlnbState, formations: Sequence[str]) -> Side:
    cards = state.battle.formations
    return next(card.side for id_, card in cards.items() if id_ == formations[0])


# -- the road


def roads_of(state: TlnbState, side: Side) -> frozenset[Hex]:
    """The exits that a special rule opens to a side on this turn."""
    rule = state.battle.special.get(LUCKAU)
    if rule is None or state.turn < rule.number("from_turn"):
        return frozenset()
    return frozenset(rule.hexes) if _side_of(state, rule.formations) == side else frozenset()


def road_refusal(state: TlnbState, units: Sequence[UnitId], hex_: Hex) -> Refusal | None:
    """Why units may not leave by an exit of a special rule, or None: who is in supply only."""
    if hex_ not in roads_of(state, state.side_of(units[0])):
        return None
    for unit in units:
        if not is_supplied(state, unit):
            words = mark("{name} is out of supply, and does not leave by this road.")
            return refuse("T34.6", words, name=state.card(unit).name)
    return None


def depart(table: Table[TlnbState], units: Sequence[UnitId], hex_: Hex | None) -> None:
    """T34.6: before they leave by such a road the SP of infantry and cavalry are counted."""
    state = table.state
    if hex_ is None or hex_ not in roads_of(state, state.side_of(units[0])):
        return
    arms = {u: state.card(u).arm for u in units}
    counted = tuple(u for u, arm in arms.items() if arm.is_cavalry or arm is Arm.INFANTRY)
    if counted:
        table.emit(UnitsDeparted(counted, sum(state.sp(u) for u in counted)))

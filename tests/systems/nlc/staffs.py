"""A chain of command on an open strip of land, for tests of the order pad.

The French OC sits with his HQ in 0102. He has I Corps (FI) in 0302, a wing commander in 0402 and
II Corps (FII) in 0502, which is in no wing unless `wings` says so. The Coalition's OC sits in 2802,
his corps (AI) stands in 2602. From one column to the next is a hex.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.orders import Dispatch, LineId
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, FormationKind, LeaderId, OrderStep, UnitId
from hexwar.table.pieces import Leader, Phase, Writing
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import position

STRIP = "\n".join([" ".join(["."] * 30)] * 4)

PIECES = {
    "FOC": "FOC overall 0102 of:FHQ rating:3",
    "FQ": "FQ hq 0102 of:FHQ",
    "FWL": "FWL wing 0402 of:FW rating:2",
    "F1": "F1 infantry 6-3 0302",
    "FL": "FL leader 0302 rating:3",
    "F2": "F2 infantry 6-3 0502 of:FII",
    "FIIL": "FIIL leader 0502 of:FII rating:2",
    "AOC": "AOC overall 2802 of:AHQ rating:1",
    "AQ": "AQ hq 2802 of:AHQ",
    "A1": "A1 infantry 6-3 2602",
    "AL": "AL leader 2602 rating:2",
}
KINDS = dict.fromkeys(("FHQ", "AHQ"), FormationKind.HEADQUARTERS) | {"FW": FormationKind.WING}
DEFENCE = "FHQ: defend 0102; FW: defend 0402; FI: defend 0302; FII: defend 0502; "
DEFENCE += "AHQ: defend 2802; AI: defend 2602"


def staff(
    *more: str,
    orders: str = "",
    wings: str = "",
    changes: dict[str, dict[str, Any]] | None = None,
    **words: Any,
) -> GameState:
    """The staffs at the start of step (4) of the Orders Phase on turn 1.

    Args:
        more: further pieces; one of a known id takes its place.
        orders: lines that differ from a defence where each stands.
        wings: corps under the wing, such as ``FII``.
        changes: fields of formations.
        words: passed on to `position`.
    """
    pieces = PIECES | {line.split()[0]: line for line in more}
    formations: dict[str, dict[str, Any]] = {name: {"kind": kind} for name, kind in KINDS.items()}
    for name, fields in (changes or {}).items():
        formations[name] = formations.get(name, {}) | fields
    turns = tuple(TurnCard(n, 29, 11 + n, words.pop("kind", TurnKind.DAY)) for n in range(1, 7))
    rows = words.pop("rows", STRIP)
    text = DEFENCE + (f"; {orders}" if orders else "")
    state = position(
        rows, *pieces.values(), formations=formations, orders=text, turns=turns, **words
    )
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.ORDERS)
    under = dict.fromkeys(map(FormationId, wings.split()), FormationId("FW"))
    state.pad = replace(state.pad, wings={**state.pad.wings, **under})
    return state


def line(text: str) -> LineId:
    return LineId(text)


def leader(text: str) -> LeaderId:
    return LeaderId(text)


def order(text: str) -> tuple[OrderStep, ...]:
    """Steps of an order, as `tests.systems.nlc.orders` writes them."""
    return steps(text)


def on_its_way(
    state: GameState,
    to: str,
    text: str,
    *,
    giver: str = "FOC",
    sent: int = 1,
    due: int = 1,
    waited: int = 0,
) -> GameState:
    """The same position with an order on its way to a line."""
    courier = Dispatch(order(text), leader(giver), sent, due, waited)
    state.pad = replace(state.pad, dispatches={**state.pad.dispatches, line(to): courier})
    return state


def put(state: GameState, name: str, **place: Any) -> GameState:
    """Set a leader down elsewhere: ``hex="0505"`` or ``box=Box.DUE``."""
    if "hex" in place:
        place["hex"] = Hex(place["hex"])
    state.put_leader(Leader(leader(name), **place))
    return state


def move(state: GameState, name: str, hex_: str) -> GameState:
    """Set a unit down elsewhere."""
    unit = UnitId(name)
    state.put_unit(replace(state.units[unit], hex=Hex(hex_)))
    return state


def with_leader(state: GameState, name: str, **fields: Any) -> GameState:
    """The same position with another text on a leader's counter."""
    cards = dict(state.battle.leaders)
    cards[leader(name)] = replace(cards[leader(name)], **fields)
    state.battle = replace(state.battle, leaders=cards)
    return state

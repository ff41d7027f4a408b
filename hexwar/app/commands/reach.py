"""``hexwar reach``: where a unit can go, by which path and with how many MP left."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexwar.app.commands import UsageError, UserError
from hexwar.messages import count, say

if TYPE_CHECKING:
    from hexwar.hexes import Hex
    from hexwar.systems.nlc.preview import End
    from hexwar.systems.nlc.state import GameState
    from hexwar.table.forces import UnitId

_NAMED = 5
"""So many units are named where a word fits several."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where one unit can go from where it stands."""

    state: GameState
    unit: UnitId
    hex: Hex
    allowance: int  # half MP
    ends: Mapping[Hex, End]
    stops: frozenset[Hex]  # the ends in which it must halt


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: the position, the unit and the form of the answer."""
    parser.add_argument(
        "game", metavar="SCENARIO|SAVE", help=say("a scenario by id or path, or a saved game")
    )
    parser.add_argument("unit", metavar="UNIT", help=say("a unit by its id or a part of its name"))
    parser.add_argument("--json", action="store_true", help=say("print the answer as JSON"))


def run(args: Namespace) -> int:
    """Prints every hex in which the unit can end, by the cheapest path, plain or by road."""
    from hexwar.app.opening import open_named

    state = open_named(args.game).state
    found = reach_of(state, unit_named(state, args.unit))
    if args.json:
        print(json.dumps(as_json(found), indent=2, ensure_ascii=False))
    else:
        print(as_text(found))
    return 0


def unit_named(state: GameState, word: str) -> UnitId:
    """A unit by its id, its name, or a part of its name that no other has.

    Raises:
        UsageError: The word fits none or several; the sentence names some.
    """
    wanted = word.casefold()
    cards = state.battle.units.values()
    exact = [c for c in cards if wanted in (c.id.casefold(), c.name.casefold())]
    found = exact or [card for card in cards if wanted in card.name.casefold()]
    if len(found) == 1:
        return found[0].id
    if not found:
        raise UsageError(f"no unit of {state.battle.name} is called {word!r}")
    some = ", ".join(f"{card.id} {card.name}" for card in found[:_NAMED])
    more = say(" and others") if len(found) > _NAMED else ""
    raise UsageError(f"{word!r} fits {len(found)} units: {some}{more}")


def reach_of(state: GameState, unit: UnitId) -> Found:
    """Where a unit can go, by the cheaper of the usual movement and road movement.

    Raises:
        UserError: The unit is not on the map.
    """
    from hexwar.ground.movement import movers
    from hexwar.ground.zones import enemy_zone
    from hexwar.systems.nlc.preview import move_ends

    hex_ = state.units[unit].hex
    if hex_ is None:
        raise UserError(f"{state.card(unit).name} is not on the map{_due(state, unit)}")
    group = movers(state, (unit,))
    ends = dict(move_ends(state, (unit,)))
    by_road = {} if group.is_train else move_ends(state, (unit,), column=True)
    for end, found in by_road.items():
        if end not in ends or found.spent < ends[end].spent:
            ends[end] = found
    zone = enemy_zone(state, group.side) if group.heeds_zones else frozenset()
    return Found(state, unit, hex_, group.allowance, ends, zone.intersection(ends))


def _due(state: GameState, unit: UnitId) -> str:
    for arrival in state.schedule.arrivals:
        if unit in arrival.units and state.turn <= arrival.turn:
            return say(
                ": it is due on turn {turn} at {entry}", turn=arrival.turn, entry=arrival.entry
            )
    return ""


# -- as text


def as_text(found: Found) -> str:
    """Who moves, and a line for each end, near ones first."""
    from hexwar.table.reports import points

    field = found.state.battle.battlefield
    name = found.state.card(found.unit).name
    hexes = count("{n} hex", "{n} hexes", len(found.ends))
    head = say(
        "{name} ({unit}) in {place}, {points} MP: {hexes} within reach.",
        name=name,
        unit=found.unit,
        place=field.name_of(found.hex),
        points=points(max(found.allowance, 0)),
        hexes=hexes,
    )
    return "\n".join([head, *_lines(found)])


def _lines(found: Found) -> Iterator[str]:
    from hexwar.table.reports import points

    for hex_, end in sorted(found.ends.items(), key=lambda item: (item[1].spent, item[0])):
        notes = [say("by road")] if end.route.column else []
        notes += [say("must stop")] if hex_ in found.stops else []
        note = f"  ({', '.join(notes)})" if notes else ""
        spent, left = (
            say("{mp:>5} MP", mp=points(end.spent)),
            say("{mp:>5} left", mp=points(end.left)),
        )
        yield f"{hex_}  {spent}  {left}  {' '.join(end.route.hexes)}{note}"


# -- as JSON


def as_json(found: Found) -> dict[str, Any]:
    """The answer as JSON has it: movement in MP."""
    return {
        "unit": found.unit,
        "hex": found.hex,
        "allowance": _mp(found.allowance),
        "ends": {
            hex_: {
                "mp": _mp(end.spent),
                "left": _mp(end.left),
                "path": end.route.hexes,
                "column": end.route.column,
                "stops": hex_ in found.stops,
            }
            for hex_, end in sorted(found.ends.items())
        },
    }


def _mp(halves: int) -> float:
    """Half MP as MP; whole numbers stay whole."""
    return halves / 2 if halves % 2 else halves // 2

"""``hexwar reach``: where a unit can go, by which path and with how many MP left."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexwar.app.commands import UsageError, UserError
from hexwar.messages import count, say

if TYPE_CHECKING:
    from hexwar.app.opening import Opened
    from hexwar.kit import Reach
    from hexwar.table.battle import MapBattle
    from hexwar.table.battlefield import Battlefield
    from hexwar.table.forces import UnitId

_NAMED = 5
"""So many units are named where a word fits several."""


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: the position, the unit and the form of the answer."""
    parser.add_argument(
        "game", metavar="SCENARIO|SAVE", help=say("a scenario by id or path, or a saved game")
    )
    parser.add_argument("unit", metavar="UNIT", help=say("a unit by its id or a part of its name"))
    parser.add_argument("--json", action="store_true", help=say("print the answer as JSON"))


def run(args: Namespace) -> int:
    """Prints every hex in which the unit can end, by the cheapest path, plain or by road."""
    from hexwar.app.opening import on_map, open_named

    opened = open_named(args.game)
    battle = on_map(opened.state.battle)
    found = reach_of(opened, unit_named(battle, args.unit))
    if args.json:
        print(json.dumps(as_json(found), indent=2, ensure_ascii=False))
    else:
        print(as_text(battle.battlefield, found))
    return 0


def unit_named(battle: MapBattle, word: str) -> UnitId:
    """A unit by its id, its name, or a part of its name that no other has.

    Raises:
        UsageError: The word fits none or several; the sentence names some.
    """
    wanted = word.casefold()
    cards = battle.units.values()
    exact = [c for c in cards if wanted in (c.id.casefold(), c.name.casefold())]
    found = exact or [card for card in cards if wanted in card.name.casefold()]
    if len(found) == 1:
        return found[0].id
    if not found:
        raise UsageError("no unit of {name} is called {word!r}", name=battle.name, word=word)
    some = ", ".join(f"{card.id} {card.name}" for card in found[:_NAMED])
    more = say(" and others") if len(found) > _NAMED else ""
    raise UsageError(
        "{word!r} fits {found} units: {some}{more}",
        word=word,
        found=len(found),
        some=some,
        more=more,
    )


def reach_of(opened: Opened, unit: UnitId) -> Reach:
    """Where a unit can go.

    Raises:
        UserError: The unit is not on the map.
    """
    found = opened.kit.reach(opened.state, unit)
    if found is None:
        name, where = opened.state.battle.units[unit].name, opened.kit.absence(opened.state, unit)
        raise UserError("{name} is not on the map{where}", name=name, where=where)
    return found


# -- as text


def as_text(field: Battlefield, found: Reach) -> str:
    """Who moves, and a line for each end, near ones first."""
    from hexwar.table.reports import points

    hexes = count("{n} hex", "{n} hexes", len(found.ends))
    head = say(
        "{name} ({unit}) in {place}, {points} MP: {hexes} within reach.",
        name=found.name,
        unit=found.unit,
        place=field.name_of(found.hex),
        points=points(max(found.allowance, 0)),
        hexes=hexes,
    )
    return "\n".join([head, *_lines(found)])


def _lines(found: Reach) -> Iterator[str]:
    from hexwar.table.reports import points

    for hex_, end in sorted(found.ends.items(), key=lambda item: (item[1].spent, item[0])):
        notes = [say("by road")] if end.column else []
        notes += [say("must stop")] if end.stops else []
        note = f"  ({', '.join(notes)})" if notes else ""
        spent, left = (
            say("{mp:>5} MP", mp=points(end.spent)),
            say("{mp:>5} left", mp=points(end.left)),
        )
        yield f"{hex_}  {spent}  {left}  {' '.join(end.path)}{note}"


# -- as JSON


def as_json(found: Reach) -> dict[str, Any]:
    """The answer as JSON has it: movement in MP."""
    return {
        "unit": found.unit,
        "hex": found.hex,
        "allowance": _mp(found.allowance),
        "ends": {
            hex_: {
                "mp": _mp(end.spent),
                "left": _mp(end.left),
                "path": end.path,
                "column": end.column,
                "stops": end.stops,
            }
            for hex_, end in sorted(found.ends.items())
        },
    }


def _mp(halves: int) -> float:
    """Half MP as MP; whole numbers stay whole."""
    return halves / 2 if halves % 2 else halves // 2

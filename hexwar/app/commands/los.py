"""``hexwar los``: whether one hex sees another, with the profile of the line and the reason."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexwar.app.commands import UsageError, UserError
from hexwar.hexes import Hex
from hexwar.messages import say

if TYPE_CHECKING:
    from hexwar.table.battlefield import Battlefield
    from hexwar.table.reports import Obstacle, SightHex, SightLine, SightSide, SightStep, SightWay
    from hexwar.table.state import MapState

Row = tuple[str, str, str, str, str]


def add_arguments(parser: ArgumentParser) -> None:
    """Describes the arguments: the map, the two hexes, the weather and the form of the answer."""
    parser.add_argument(
        "game", metavar="SCENARIO|SAVE", help=say("a scenario by id or path, or a saved game")
    )
    parser.add_argument("a", metavar="A", help=say("the hex of the viewer, as 0913"))
    parser.add_argument("b", metavar="B", help=say("the hex looked at"))
    parser.add_argument("--weather", help=say("another weather than that of the scenario, as snow"))
    parser.add_argument("--json", action="store_true", help=say("print the answer as JSON"))


def run(args: Namespace) -> int:
    """Prints the answer; the status is 0 whether the line is clear or not.

    Raises:
        UserError: The game has no rule of sight.
        UsageError: It knows no weather of that name.
    """
    from hexwar.app.opening import on_map, open_named

    opened = open_named(args.game)
    state, kit = opened.state, opened.kit
    field = on_map(state.battle).battlefield
    if args.weather is not None and args.weather not in kit.weathers:
        known = ", ".join(kit.weathers)
        raise UsageError(
            "--weather: there is no {weather!r}; there are {known}",
            weather=args.weather,
            known=known,
        )
    line = kit.line_of_sight(state, _hex(state, args.a), _hex(state, args.b), args.weather)
    if line is None:
        raise UserError("{title} has no rule of sight", title=kit.title)
    print(
        json.dumps(as_json(line), indent=2, ensure_ascii=False)
        if args.json
        else as_text(field, line)
    )
    return 0


def _hex(state: MapState, word: str) -> Hex:
    """A hex of the map.

    Raises:
        UsageError: It is none.
    """
    if word not in state.battle.battlefield.grid:
        where = say("the map of {battle}", battle=state.battle.name)
        last = state.battle.battlefield.grid.hexes[-1]
        raise UsageError(
            "{word!r} is not on {where}, whose hexes run from 0101 to {last}",
            word=word,
            where=where,
            last=last,
        )
    return Hex(word)


# -- as text


def as_text(field: Battlefield, line: SightLine) -> str:
    """The verdict, and the profile of the line as a table."""
    unspotted = say("visible, not spotted") if line.visible else say("not visible")
    seen = say("visible") if line.spotted else unspotted
    return "\n".join(
        (
            say(
                "{name} from {start}: {seen}.",
                name=field.name_of(line.b),
                start=field.name_of(line.a),
                seen=seen,
            ),
            f"{line.reason} ({line.rule})",
            say(
                "Distance in hexes: {distance} of {limit}. Eye at level {eye}.",
                distance=line.distance,
                limit=line.limit,
                eye=line.eye,
            ),
            "",
            *_table([(say("hex"), say("terrain"), say("level"), say("hexside"), ""), *_rows(line)]),
        )
    )


def _rows(line: SightLine) -> Iterator[Row]:
    for step in line.steps:
        if step.is_tie:
            for which, way in zip((say("one way"), say("other way")), step.ways, strict=True):
                yield _way_row(way, f"{which}: {_note(way.obstacle) or say('open')}")
        sides = "" if step.is_tie else ", ".join(map(_sides, step.ways))
        yield (*_hex_cells(step.hex), sides, _note(step.obstacle))


def _way_row(way: SightWay, note: str) -> Row:
    """A way round on a line of its own, set in by two."""
    if way.hexes:
        hex_, terrain, level = _hex_cells(way.hexes[0])
        return f"  {hex_}", terrain, level, _sides(way), note
    if way.sides:
        return say("  direct"), "", "", _sides(way), note
    return say("  off map"), "", "", "", note


def _hex_cells(hex_: SightHex) -> tuple[str, str, str]:
    return hex_.hex, say(hex_.terrain.value), str(hex_.level)


def _sides(way: SightWay) -> str:
    return ", ".join(filter(None, (_side(side) for side in way.sides)))


def _side(side: SightSide) -> str:
    slope = "" if side.slope is None else say("slope to level {slope}", slope=side.slope)
    return say(" and ").join(filter(None, (slope, say("crest") if side.is_crest else "")))


def _note(obstacle: Obstacle | None) -> str:
    return "" if obstacle is None else say("blocked by {kind}", kind=say(obstacle.kind))


def _table(rows: list[Row]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


# -- as JSON


def as_json(line: SightLine) -> dict[str, Any]:
    """The answer as JSON has it. Distances are in hexes, heights in levels."""
    return {
        "visible": line.visible,
        "spotted": line.spotted,
        "range": line.limit,
        "distance": line.distance,
        "hexes": line.hexes,
        "blocked_by": _obstacle_json(line.blocked_by),
        "rule": line.rule,
        "reason": line.reason,
        "eye": line.eye,
        "profile": [_step_json(step) for step in line.steps],
    }


def _obstacle_json(obstacle: Obstacle | None) -> dict[str, Any] | None:
    if obstacle is None:
        return None
    found: dict[str, Any] = {"kind": obstacle.kind, "hexes": obstacle.hexes, "rule": obstacle.rule}
    if obstacle.ways:
        found["ways"] = [_obstacle_json(way) for way in obstacle.ways]
    return found


def _step_json(step: SightStep) -> dict[str, Any]:
    return {
        **_hex_json(step.hex),
        "is_blocked": step.obstacle is not None,
        "ways": [_way_json(way) for way in step.ways],
    }


def _way_json(way: SightWay) -> dict[str, Any]:
    return {
        "hexes": [_hex_json(hex_) for hex_ in way.hexes],
        "hexsides": [
            {"hexes": side.hexes, "slope": side.slope, "crest": side.is_crest} for side in way.sides
        ],
        "blocked_by": _obstacle_json(way.obstacle),
    }


def _hex_json(hex_: SightHex) -> dict[str, Any]:
    return {"hex": hex_.hex, "terrain": hex_.terrain.value, "level": hex_.level}

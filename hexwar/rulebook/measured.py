"""Lays out the tables of games on a measured table: allowances, ranges, ground (M10 to M22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hexwar.messages import mark, say
from hexwar.rulebook.reading import RulebookError
from hexwar.rulebook.values import (
    MAX_ROWS,
    Numbers,
    look_up,
    markdown_table,
    number,
    rows_of,
    signed,
    whole,
)

Row = Mapping[str, object]

_DASH: Final = "\N{EN DASH}"


def _records(key: str, numbers: Numbers) -> Iterator[Row]:
    for row in rows_of(look_up(key, numbers), key):
        if not isinstance(row, Mapping):
            raise RulebookError(f"the table '{key}' is not a list of rows.")
        yield row


def _size(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RulebookError(f"the table '{name}' needs numbers.")
    return value


# -- how far units move (M16.2)


_MOVERS: Final[Mapping[str, str]] = {
    "line": mark("Infantry in line"),
    "column": mark("Infantry in column"),
    "skirmish_line": mark("Infantry in skirmish line"),
    "square": mark("Infantry in square"),
    "aside": mark("Infantry, back or aside"),
    "light_cavalry": mark("Light cavalry"),
    "medium_cavalry": mark("Medium cavalry"),
    "heavy_cavalry": mark("Heavy cavalry"),
    "prolong": mark("Unlimbered artillery (prolong)"),
    "foot_artillery": mark("Limbered foot artillery"),
    "horse_artillery": mark("Limbered horse artillery"),
    "command": mark("Commander"),
}
_PACES: Final = ("move", "double", "charge")


def _moves(numbers: Numbers) -> str:
    """The allowances of each kind of unit in cm; 0 is told as what it cannot do."""
    key = "movement.allowances"
    kinds = look_up(key, numbers)
    if not isinstance(kinds, Mapping) or not 0 < len(kinds) <= MAX_ROWS:
        raise RulebookError("the table 'moves' is not a list of rows.")
    rows = [[_mover(str(kind)), *_allowances(f"{key}.{kind}", numbers)] for kind in kinds]
    return markdown_table(say("Unit | Move | Double-time | Charge"), rows, "<:::")


def _allowances(key: str, numbers: Numbers) -> list[str]:
    told = (number(f"{key}.{pace}", numbers) for pace in _PACES)
    return [_DASH if cm == "0" else cm for cm in told]


def _mover(kind: str) -> str:
    return say(_MOVERS[kind]) if kind in _MOVERS else say(kind.replace("_", " ")).capitalize()


# -- the dice of guns by range (M10.6)


_WEIGHTS: Final = ("light", "medium", "heavy")


def _bands(numbers: Numbers) -> str:
    """A row for each band of range, a column for each weight of guns."""
    rows, near = [], 0.0
    canister = _size(look_up("fire.canister", numbers), "bands")
    for band in _records("fire.bands", numbers):
        far = _size(band.get("to"), "bands")
        told = {"a": f"{near:g}", "b": f"{far:g}"}
        cm = say("over {a} to {b}", **told) if near else say("up to {b}", **told)
        shot = say("canister") if far <= canister else say("roundshot")
        rows.append([cm, shot, *(_dice(band, weight, near, numbers) for weight in _WEIGHTS)])
        near = far
    return markdown_table(say("cm | Shot | Light | Medium | Heavy"), rows, "<<:::")


def _dice(band: Row, weight: str, near: float, numbers: Numbers) -> str:
    """The dice of a weight in a band, as far as it fires (M9.9)."""
    reach = _size(look_up(f"fire.guns.{weight}", numbers), "bands")
    dice = signed(whole(band.get(weight), "bands"))
    if reach <= near:
        return _DASH
    return (
        dice
        if reach >= _size(band.get("to"), "bands")
        else say("{n}, to {cm}", n=dice, cm=f"{reach:g}")
    )


# -- the ground (M22)


_ARMS: Final = ("infantry", "square", "cavalry", "artillery", "command")
_COSTS: Final[Mapping[str, str]] = {"no": mark("closed"), "1": _DASH, "2": mark("twice")}
_ATTACKS: Final[Mapping[str, str]] = {
    "village": mark("The enemy is in a village, the attacker is not"),
    "hill": mark("The enemy is on a hill, the attacker is not"),
    "stream": mark("The attacker stands in a stream, off bridge and ford"),
    "wall": mark("The enemy is beyond a wall"),
    "hedge": mark("The enemy is beyond a hedge"),
}


def _kind(row: Row) -> str:
    return say(str(row.get("kind", ""))[:40]).capitalize()


def _ground(numbers: Numbers) -> str:
    """What each kind of ground costs each arm, or whom it is closed to."""
    rows = [
        [_kind(row), *(_cost(str(row.get(arm, "1"))) for arm in _ARMS)]
        for row in _records("terrain.rows", numbers)
    ]
    heads = say("Ground | Infantry | Square | Cavalry | Artillery | Commander")
    return markdown_table(heads, rows, "<:::::")


def _cost(word: str) -> str:
    return say(_COSTS[word]) if word in _COSTS else word[:10]


def _fire(numbers: Numbers) -> str:
    """Which ground hides what is beyond it, and what it takes from fire at who is in it."""
    rows = []
    for row in _records("terrain.rows", numbers):
        dice, hides = whole(row.get("fire", 0), "terrain"), row.get("blocks") == "yes"
        if dice or hides:
            rows.append([_kind(row), say("yes") if hides else _DASH, signed(dice)])
    heads = say("Ground | Hides what is beyond | Dice at a target in it, or behind it")
    return markdown_table(heads, rows, "<::")


def _combat(numbers: Numbers) -> str:
    """What ground takes from the value of who attacks."""
    rows = []
    for row in _records("terrain.rows", numbers):
        value, kind = whole(row.get("combat", 0), "terrain"), str(row.get("kind", ""))
        if value:
            words = say(_ATTACKS[kind]) if kind in _ATTACKS else _kind(row)
            rows.append([words, signed(value)])
    return markdown_table(say("The attack | CV"), rows, "<:")


MEASURED: Final[Mapping[str, Callable[[Numbers], str]]] = {
    "moves": _moves,
    "bands": _bands,
    "ground": _ground,
    "ground and fire": _fire,
    "ground and combat": _combat,
}
"""By what stands behind `table` in a placeholder."""

"""What numbers a unit may have: proposals from its men, its guns and its arm.

No rule says how many men a strength point stands for. The battles of the program were reckoned by
the figures below (docs/scenarios.md), so they are estimates, as those are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from hexwar.editor.army import inside, number, sums_of, text
from hexwar.editor.document import Json


@dataclass(frozen=True, slots=True)
class Usual:
    """What units of an arm have in the battles of the program."""

    movement: int  # MP
    initiative: int | None = None  # trains have none
    men: int = 0  # to an SP
    guns: int = 0  # to an SP, which then hangs on them alone
    vedettes: bool = False  # as many as SP, at most 4


USUAL: Final[Mapping[str, Usual]] = MappingProxyType(
    {
        "infantry": Usual(movement=4, initiative=3, men=600),
        "light cavalry": Usual(movement=7, initiative=3, men=500, vedettes=True),
        "heavy cavalry": Usual(movement=6, initiative=4, men=500),
        "foot artillery": Usual(movement=4, initiative=3, guns=8),
        "horse artillery": Usual(movement=6, initiative=3, guns=8),
        "baggage train": Usual(movement=4),
        "pontoon train": Usual(movement=4),
    }
)
"""By the arm."""

INITIATIVES: Final[Mapping[str, int]] = MappingProxyType(
    {"old_guard": 5, "young_guard": 3, "guard": 5, "grenadier": 4, "cossack": 2, "conscripts": 1}
)
"""By the first of these flags that a unit has, whatever its arm."""

COSSACK_MOVEMENT: Final = 8  # MP
MOST_VEDETTES: Final = 4

RATINGS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"overall": (3, 8), "wing": (2, 8), "corps": (2, 8), "division": (1, 8), "hq": (0, 5)}
)
"""Rating and MP of a leader by his role."""


def strength(unit: Json) -> dict[str, int | None]:
    """The fields of a unit's strength: SP, reduced SP and steps, None for a field without use.

    Nothing of a unit whose arm is not known, or without men and guns.
    """
    usual = USUAL.get(text(unit, "arm"))
    if usual is None:
        return {}
    if not (usual.men or usual.guns):
        return {"sp": 0, "reduced_sp": None, "steps": 0}
    is_artillery = usual.guns > 0
    have, each = (number(unit, "guns"), usual.guns) if is_artillery else (0, usual.men)
    have = have if is_artillery else number(unit, "men")
    if have <= 0:
        return {}
    sp = max(1, (2 * have + each) // (2 * each))  # a half counts as a whole
    return {"sp": sp, **sides_of(unit, sp)}


def sides_of(unit: Json, sp: int) -> dict[str, int | None]:
    """Reduced SP and steps of a unit of so many SP (N2.21, N2.22)."""
    is_single = sp <= 1 or "artillery" in text(unit, "arm")
    return (
        {"reduced_sp": None, "steps": 1} if is_single else {"reduced_sp": -(-sp // 2), "steps": 2}
    )


def quality(unit: Json) -> dict[str, int | None]:
    """Initiative, MP and vedettes of a unit, by its arm and its flags."""
    usual = USUAL.get(text(unit, "arm"))
    if usual is None:
        return {}
    flags = [flag for flag in inside(unit, "flags") if isinstance(flag, str)]
    of_flags = next((told for flag, told in INITIATIVES.items() if flag in flags), None)
    initiative = usual.initiative
    if initiative is not None and of_flags is not None:
        initiative = of_flags
    is_cossack = "cossack" in flags and usual.vedettes
    vedettes = min(number(unit, "sp"), MOST_VEDETTES) if usual.vedettes else 0
    return {
        "initiative": initiative,
        "movement": COSSACK_MOVEMENT if is_cossack else usual.movement,
        "vedettes": vedettes or None,
    }


def completed_unit(told: Json) -> Json:
    """A new unit: what is told of it, and a proposal for all else that it needs."""
    arm = told.get("arm") or "infantry"
    unit: Json = {"name": "", **told, "arm": arm}
    if "sp" not in unit:
        usual = USUAL.get(arm) if isinstance(arm, str) else None
        is_train = usual is not None and not (usual.men or usual.guns)
        sp = 0 if is_train else 1
        unit |= {"sp": sp, **(strength(unit) or {"steps": 0 if is_train else 1})}
    sp_told = unit["sp"]
    if "steps" not in unit and isinstance(sp_told, int):
        unit |= {"steps": 0} if sp_told <= 0 else sides_of(unit, sp_told)
    for name, value in quality(unit).items():
        unit.setdefault(name, value)
    return {name: value for name, value in unit.items() if value is not None}


def completed_leader(told: Json, role: str) -> Json:
    """A new leader: what is told of him, and a proposal for all else that he needs."""
    whole: Json = {"name": "", "role": role, **told}
    own = whole["role"]
    rating, movement = RATINGS.get(own if isinstance(own, str) else role, RATINGS["corps"])
    return {
        **whole,
        "rating": told.get("rating", rating),
        "movement": told.get("movement", movement),
    }


PERCENT: Final = 40
LEAST: Final = 5  # SP


def demoralization(formation: Json, numbers: Any) -> int | None:
    """The SP at whose loss a formation is demoralized if nothing is told (N15.1); None of staff.

    Args:
        formation: The formation.
        numbers: The scenario's own numbers of the rules, by dotted key.
    """
    sp = sums_of(inside(formation, "units")).sp
    if not sp:
        return None
    own = numbers if isinstance(numbers, dict) else {}
    percent, least = own.get("demoralization.percent", PERCENT), own.get("demoralization.least")
    percent = percent if isinstance(percent, int) and 0 <= percent <= 100 else PERCENT
    least = least if isinstance(least, int) and least >= 0 else LEAST
    return max(least, -(-sp * percent // 100))


def leadership(leader: Json) -> dict[str, int | None]:
    """Rating and MP of a leader by his role; nothing where that is not known."""
    told = RATINGS.get(text(leader, "role"))
    return {} if told is None else {"rating": told[0], "movement": told[1]}

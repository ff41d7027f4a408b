"""Its part of scenario files: units, where they stand, when an army breaks (M24, M27).

A list of scenarios reads the form alone: what judges and builds brings the geometry of the table
along, and is imported when it is wanted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from hexwar.scenario.findings import Pen
from hexwar.scenario.section import Facts, Section
from hexwar.systems.mininap.section.schema import MiniForces, MiniScenario

if TYPE_CHECKING:
    from hexwar.scenario.files import LoadedTable
    from hexwar.systems.mininap.battle import MiniBattle
    from hexwar.systems.mininap.section.checks import MiniCase
    from hexwar.tabletop.ground import Ground


def _case(*told: Any) -> MiniCase:
    from hexwar.systems.mininap.section.checks import MiniCase

    return MiniCase(*told)


def _check_forces(forces: MiniForces, pen: Pen) -> None:
    from hexwar.systems.mininap.section.checks import check_forces

    check_forces(forces, pen)


def _check_alone(scenario: MiniScenario, ground: Ground | None, pen: Pen) -> None:
    from hexwar.systems.mininap.section.checks import check_alone

    check_alone(scenario, ground, pen)


def _check_together(case: MiniCase, ground: Ground | None, is_thorough: bool) -> None:  # noqa: ARG001
    """Who is named is there, and stands in a formation that he may take."""
    from hexwar.systems.mininap.section.checks import check_together

    check_together(case)


def _with_rules(case: MiniCase, ground: Ground | None, is_thorough: bool) -> None:
    """The same, and the rules say whether everybody can stand where he does."""
    from hexwar.systems.mininap.section.standing import check_standing

    _check_together(case, ground, is_thorough)
    if ground is not None:
        check_standing(case, ground)


def _build(scenario: MiniScenario, loaded: LoadedTable) -> MiniBattle:
    from hexwar.systems.mininap.section.build import build

    return build(scenario, loaded)


FORM: Final[Section[MiniScenario, MiniBattle]] = Section(
    schema=MiniScenario,
    case=_case,
    check_alone=_check_alone,
    check_together=_check_together,
    build=_build,
    facts=lambda scenario: Facts(scenario.options),
    forces=MiniForces,
    check_forces=_check_forces,
)
"""How its scenarios are read and listed; no rule is asked."""

SECTION: Final = replace(FORM, check_together=_with_rules)
"""The same with all that the rules know to check."""

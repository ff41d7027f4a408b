"""The options of the rules, and what players read of them (M25, M24.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwar.messages import mark
from hexwar.table.options import SWITCH, Group, Option

GROUPS: Final[Sequence[Group]] = (
    Group(
        mark("Game"),
        (
            Option(
                "setup",
                mark("Set-up"),
                rule="M24.3",
                values={"placed": mark("As the scenario says"), "free": mark("By the players")},
                advice=mark(
                    "By the players: brigade by brigade in turn, each side in its own zone."
                    " House rule."
                ),
            ),
            Option(
                "secret_fire",
                mark("Secret fire orders"),
                rule="M25.3",
                values=SWITCH,
                advice=mark(
                    "Neither side knows what the other will shoot at until the shots fall."
                    " House rule."
                ),
            ),
        ),
    ),
    Group(
        mark("Rules"),
        (
            Option(
                "veterans",
                mark("Veterans"),
                rule="M25.1",
                values=SWITCH,
                advice=mark("Units that the scenario marks as veterans hold longer."),
            ),
            Option(
                "opportunity_fire",
                mark("Opportunity fire"),
                rule="M25.2",
                values=SWITCH,
                advice=mark(
                    "Who holds his fire may shoot once at an enemy that comes near. House rule."
                ),
            ),
            Option(
                "commander_risk",
                mark("Commanders at risk"),
                rule="M25.4",
                values=SWITCH,
                advice=mark("A commander who is hit by fire may fall at once. House rule."),
            ),
            Option(
                "initiative_tilt",
                mark("Loss of the commander"),
                rule="M25.5",
                values=SWITCH,
                advice=mark(
                    "A side that has lost its highest commander has the initiative less often."
                    " House rule."
                ),
            ),
        ),
    ),
)
"""The options, the usual value of each first."""

FLAGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {option.name: tuple(option.values) for group in GROUPS for option in group.options}
)
"""The values of each option, the usual one first."""

USUAL: Final[Mapping[str, str]] = MappingProxyType(
    {name: values[0] for name, values in FLAGS.items()}
)
"""The options of a game about which neither scenario nor players say anything."""

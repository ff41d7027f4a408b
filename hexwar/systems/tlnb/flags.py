"""The options of the rules, the usual value of each first (T25.1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

FLAGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "sequence": ("2022", "2010"),
        "charts": ("4lb5", "rev8"),
        "charge_who": ("by_charts", "heavy", "all"),
        "charge_target": ("by_charts", "no_cavalry", "any"),
        "charge_ae": ("step", "eliminate"),
        "overrun": ("eliminate", "step"),
        "shock_diagonal": ("1R", "exchange"),
        "bombard_loss": ("1R", "1E"),
        "zoc_exit": ("cavalry", "none"),
        "mandatory": ("on", "off"),
        "declare": ("charges", "all", "none"),
        "friend_cancels_zone": ("on", "off"),
        "retreat_blocked": ("eliminate", "step"),
        "town_defence": ("none", "third"),
        "night_attack": ("off", "on"),
        "span_destroy": ("off", "on"),
        "hidden": ("off", "on"),
        "cards": ("full", "solitaire", "none"),
        "allowance": ("cards", "roll", "printed"),
        "weather": ("rolled", "historical"),
        "arrivals": ("fixed", "varied"),
    }
)
"""What is played so far; a value that a table of T25.1 has besides is not offered yet."""

USUAL: Final[Mapping[str, str]] = MappingProxyType({k: v[0] for k, v in FLAGS.items()})

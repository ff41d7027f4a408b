"""The special rules that this game knows, and the data that each needs (T34.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Needs:
    """The data that a special rule needs."""

    numbers: tuple[str, ...] = ()  # their names
    lists: tuple[str, ...] = ()  # fields that may not be empty: formations, hexes ...


TOLD: Final = (
    *("grouchy-cavalry-only", "wing-orders-own-corps", "blucher-orders-ag"),
    *("blucher-orders-bohemia", "barclay-alone", "local-decision-until-oc"),
)
"""Rules that only tell players what other fields of a scenario do: whom a commander may name."""

COMMON: Final[Mapping[str, Needs]] = MappingProxyType(
    {
        **dict.fromkeys(TOLD, Needs()),
        **dict.fromkeys(("napoleon-infantry-bonus", "ney-attack-bonus"), Needs()),
        "ney-near-napoleon": Needs(numbers=("hexes_from_leader",)),
        "blucher-charge": Needs(),
        "olsufiev-baye": Needs(lists=("hexes",)),
        "yorck-exhausted": Needs(),
    }
)
"""Rules of 1814 that both games of the series know; a battle of the other lends them."""

KNOWN: Final[Mapping[str, Needs]] = MappingProxyType(
    {
        **COMMON,
        "frozen-waters": Needs(numbers=("stream_mp", "marsh_mp")),
        "snow-blindness": Needs(numbers=("left_on", "right_on")),
        "murat-charge": Needs(numbers=("range", "path", "moved_mp", "drm"), lists=("formations",)),
        "guard-in-hand": Needs(
            numbers=("until_turn", "radius", "release"), lists=("formations", "hexes")
        ),
        "lestocq-behind-the-line": Needs(numbers=("march_bonus",), lists=("formations", "hexes")),
        "evening-by-moonlight": Needs(numbers=("first_turn", "last_turn")),
        "ammunition-runs-low": Needs(numbers=("from_turn", "drm"), lists=("formations",)),
        "ahe-banks": Needs(numbers=("infantry_mp",), lists=("hexsides",)),
        "bulow-waits": Needs(numbers=("turn", "hexes"), lists=("formations",)),
        "ney-in-the-smoke": Needs(numbers=("die", "rating"), lists=("formations",)),
        "oudinot-to-the-letter": Needs(numbers=("hexes",), lists=("formations",)),
        "dust-in-the-wind": Needs(numbers=("die", "range"), lists=("turns",)),
        "crown-prince": Needs(numbers=("turn", "vp_per_sp"), lists=("formations",)),
        "road-to-luckau": Needs(numbers=("from_turn", "vp_per_sp", "most"), lists=("hexes",)),
    }
)
"""Every special rule that a scenario may list, with the data that it needs."""

"""Every special rule that this game knows: what it is called, what it does, what it needs (T34.6).

A new one is a row here, and a function in the file of this folder whose subject it changes. The
checks of scenario files ask these rows; a battle's own data stand in its `special_rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hexwar.messages import mark


@dataclass(frozen=True, slots=True)
class Row:
    """A special rule."""

    title: str
    does: str = ""  # what players read of it where a scenario of this game has no text of its own
    numbers: tuple[str, ...] = ()  # the names of the numbers that it needs
    lists: tuple[str, ...] = ()  # fields that may not be empty: formations, hexes ...
    is_of_spans: bool = False  # whether its hexsides are spans of the map


NAPOLEON: Final = "napoleon-infantry-bonus"
NEY: Final = "ney-attack-bonus"
NEAR_NAPOLEON: Final = "ney-near-napoleon"
BLUCHER: Final = "blucher-charge"
OLSUFIEV: Final = "olsufiev-baye"
EXHAUSTED: Final = "yorck-exhausted"

_REACH: Final = mark("Whom he may name is told by the list of his formations.")

COMMON: Final[Mapping[str, Row]] = MappingProxyType(
    {
        NAPOLEON: Row(
            mark("Napoléon leads the infantry"),
            mark(
                "Once a Player-Turn Napoléon may lead one combat with infantry in his hex: one"
                " column in its favour. He names nobody in the next Command Segment."
            ),
        ),
        NEY: Row(
            mark("Ney leads the attack"),
            mark(
                "Once a Player-Turn Ney may lead one attack with units in his hex: one column in"
                " its favour. In the next Command Segment he is in command only if he is named."
            ),
        ),
        NEAR_NAPOLEON: Row(
            mark("Ney near Napoléon"),
            mark("Ney rolls his initiative only within 8 hexes of Napoléon."),
            numbers=("hexes_from_leader",),
        ),
        "grouchy-cavalry-only": Row(
            mark("Grouchy leads cavalry"), mark("Grouchy may name only officers of cavalry.")
        ),
        "wing-orders-own-corps": Row(mark("A wing of his own"), _REACH),
        "blucher-orders-ag": Row(mark("Blücher and the AG Corps"), _REACH),
        "blucher-orders-bohemia": Row(mark("Blücher and the Army of Bohemia"), _REACH),
        "barclay-alone": Row(
            mark("Barclay alone"),
            mark("The officers of III and V Corps are named by Barclay only."),
        ),
        BLUCHER: Row(
            mark("Marschall Vorwärts"),
            mark("Charges that start within 4 hexes of Blücher have −1 to the die."),
        ),
        "local-decision-until-oc": Row(
            mark("Alone until the commander comes"),
            mark("Without a commander on the map officers rely on their initiative."),
        ),
        OLSUFIEV: Row(
            mark("Olsufiev holds to his orders"),
            mark(
                "Olsufiev does not roll his initiative before a hex of Baye has been attacked or"
                " bombarded."
            ),
            lists=("hexes",),
        ),
        EXHAUSTED: Row(
            mark("Exhausted"),
            mark(
                "Units of Yorck's corps have initiative −1 in checks and 1 MP less, until none of"
                " them has marched for 3 turns."
            ),
        ),
    }
)
"""Rules of 1814 that both games of the series know; a battle of the other lends them."""

WAITS: Final = "bulow-waits"
IN_HAND: Final = "guard-in-hand"
CROWN_PRINCE: Final = "crown-prince"
FROZEN: Final = "frozen-waters"
BLIND: Final = "snow-blindness"
MURAT: Final = "murat-charge"
LESTOCQ: Final = "lestocq-behind-the-line"
MOONLIGHT: Final = "evening-by-moonlight"
AMMUNITION: Final = "ammunition-runs-low"
BANKS: Final = "ahe-banks"
SMOKE: Final = "ney-in-the-smoke"
TO_THE_LETTER: Final = "oudinot-to-the-letter"
DUST: Final = "dust-in-the-wind"
LUCKAU: Final = "road-to-luckau"

KNOWN: Final[Mapping[str, Row]] = MappingProxyType(
    {
        **COMMON,
        FROZEN: Row(mark("Frozen waters"), numbers=("stream_mp", "marsh_mp")),
        BLIND: Row(mark("Blinded by the snow"), numbers=("left_on", "right_on")),
        MURAT: Row(
            mark("The great charge"),
            numbers=("range", "path", "moved_mp", "drm"),
            lists=("formations",),
        ),
        IN_HAND: Row(
            mark("The Guard in hand"),
            numbers=("until_turn", "radius", "release"),
            lists=("formations", "hexes"),
        ),
        LESTOCQ: Row(
            mark("Behind the line"), numbers=("march_bonus",), lists=("formations", "hexes")
        ),
        MOONLIGHT: Row(mark("Evening by moonlight"), numbers=("first_turn", "last_turn")),
        AMMUNITION: Row(
            mark("Ammunition runs low"), numbers=("from_turn", "drm"), lists=("formations",)
        ),
        BANKS: Row(
            mark("The banks of the Ahe"),
            numbers=("infantry_mp",),
            lists=("hexsides",),
            is_of_spans=True,
        ),
        WAITS: Row(mark("Bülow waits"), numbers=("turn", "hexes"), lists=("formations",)),
        SMOKE: Row(mark("Ney in the smoke"), numbers=("die", "rating"), lists=("formations",)),
        TO_THE_LETTER: Row(
            mark("Oudinot to the letter"), numbers=("hexes",), lists=("formations",)
        ),
        DUST: Row(mark("Dust in the wind"), numbers=("die", "range"), lists=("turns",)),
        CROWN_PRINCE: Row(
            mark("The Crown Prince holds back"),
            numbers=("turn", "vp_per_sp"),
            lists=("formations",),
        ),
        LUCKAU: Row(
            mark("The road to Luckau"),
            numbers=("from_turn", "vp_per_sp", "most"),
            lists=("formations", "hexes"),
        ),
    }
)
"""Every special rule that a scenario may list."""

"""The colours of the silhouettes: what each nation's soldiers, horses and guns wear."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from PySide6.QtGui import QColor

from hexwar.widgets.counters.faces import FigureKind as Kind
from hexwar.widgets.counters.strokes import Tone

_PLAIN = {
    Tone.INK: "#1e1813",
    Tone.COAT: "#6b665c",
    Tone.FACING: "#a8332a",
    Tone.LEGS: "#ece5d5",
    Tone.BOOTS: "#231d19",
    Tone.BELT: "#f8f3e5",
    Tone.PACK: "#8b6a45",
    Tone.SKIN: "#dbaa80",
    Tone.HAT: "#26211d",
    Tone.HELMET: "#c89f40",
    Tone.CREST: "#1b1714",
    Tone.BRASS: "#cba248",
    Tone.STEEL: "#cdd2d6",
    Tone.HORSE: "#754729",
    Tone.FAR_HORSE: "#55331d",
    Tone.MANE: "#281b13",
    Tone.CLOTH: "#6b665c",
    Tone.WOOD: "#8b6138",
    Tone.FAR_WOOD: "#664522",
    Tone.CARRIAGE: "#68724b",
    Tone.CANVAS: "#e2d6b4",
}

_NATIONS: dict[str, dict[Tone, str]] = {
    "french": {Tone.COAT: "#2b4a8b", Tone.CLOTH: "#2b4a8b"},
    "russian": {
        Tone.COAT: "#2f5f40",
        Tone.CLOTH: "#2f5f40",
        Tone.HELMET: "#2a241f",
        Tone.CARRIAGE: "#7d9450",
        Tone.BRASS: "#d1ab54",
    },
    "prussian": {
        Tone.COAT: "#2c3d66",
        Tone.CLOTH: "#2c3d66",
        Tone.LEGS: "#a3a4a3",
        Tone.HELMET: "#2a241f",
        Tone.CARRIAGE: "#7c94a6",
    },
    "austrian": {
        Tone.COAT: "#f0eadd",
        Tone.CLOTH: "#b03a2f",
        Tone.LEGS: "#8ea4c6",
        Tone.PACK: "#7a5a3a",
        Tone.HELMET: "#2a241f",
        Tone.CREST: "#d3a93c",
        Tone.CARRIAGE: "#d0a04a",
    },
    "bavarian": {Tone.COAT: "#7ba6d6", Tone.CLOTH: "#7ba6d6", Tone.CARRIAGE: "#8c9aa0"},
    "wurttemberg": {
        Tone.COAT: "#2e3c66",
        Tone.CLOTH: "#2e3c66",
        Tone.FACING: "#d8b23e",
        Tone.CARRIAGE: "#b08c4c",
    },
}

_BRANCHES: dict[tuple[str, Kind], dict[Tone, str]] = {
    ("french", Kind.YOUNG_GUARD): {Tone.FACING: "#3f7f41"},
    ("french", Kind.HUSSAR): {Tone.COAT: "#35694a", Tone.CLOTH: "#35694a"},
    ("french", Kind.LANCER): {
        Tone.COAT: "#2a3768",
        Tone.CLOTH: "#2a3768",
        Tone.FACING: "#b02f4c",
        Tone.LEGS: "#2a3768",
    },
    ("french", Kind.DRAGOON): {Tone.COAT: "#3d6d48", Tone.CLOTH: "#3d6d48"},
    ("french", Kind.CUIRASSIER): {Tone.HELMET: "#c6cbd0"},
    ("french", Kind.EMPEROR): {Tone.COAT: "#33573f", Tone.CLOTH: "#24407e"},
    ("french", Kind.FOOT_GUN): {Tone.COAT: "#26355f", Tone.LEGS: "#26355f"},
    ("french", Kind.HORSE_GUN): {Tone.COAT: "#26355f", Tone.LEGS: "#26355f"},
    ("russian", Kind.HUSSAR): {Tone.COAT: "#7c2f2c", Tone.CLOTH: "#2c4a80", Tone.LEGS: "#7d8288"},
    ("russian", Kind.LANCER): {Tone.COAT: "#2a3768", Tone.CLOTH: "#2a3768", Tone.LEGS: "#7d8288"},
    ("russian", Kind.COSSACK): {
        Tone.COAT: "#27375f",
        Tone.CLOTH: "#27375f",
        Tone.LEGS: "#27375f",
        Tone.BELT: "#a8332a",
        Tone.CREST: "#5a3c22",
    },
    ("russian", Kind.CUIRASSIER): {Tone.COAT: "#efe9dc", Tone.STEEL: "#4d4a48"},
    ("austrian", Kind.HUSSAR): {Tone.COAT: "#3c5890", Tone.CLOTH: "#b03a2f"},
    ("austrian", Kind.FOOT_GUN): {Tone.COAT: "#7a5638", Tone.LEGS: "#ece5d5"},
    ("austrian", Kind.HORSE_GUN): {Tone.COAT: "#7a5638", Tone.LEGS: "#ece5d5"},
}

_HORSES: dict[Kind, dict[Tone, str]] = {
    Kind.HUSSAR: {Tone.HORSE: "#8a5731", Tone.FAR_HORSE: "#653d20", Tone.MANE: "#3a2415"},
    Kind.COSSACK: {Tone.HORSE: "#b08a5a", Tone.FAR_HORSE: "#86653c", Tone.MANE: "#3d2b1a"},
    Kind.CUIRASSIER: {Tone.HORSE: "#4c3122", Tone.FAR_HORSE: "#362117", Tone.MANE: "#191210"},
    Kind.LANCER: {Tone.HORSE: "#8f8a83", Tone.FAR_HORSE: "#69655f", Tone.MANE: "#d9d4c9"},
}


# Generals of every nation wear gold and red on dark cloth; white plumes.
_GENERALS = {
    "french": {Tone.COAT: "#24355f"},
    "russian": {Tone.COAT: "#2c4e38"},
    "prussian": {Tone.COAT: "#28344f"},
    "austrian": {Tone.COAT: "#f0eadd", Tone.BELT: "#4d7a4a"},
    "bavarian": {Tone.COAT: "#5f8cc0"},
    "wurttemberg": {Tone.COAT: "#2e3c66"},
}


@cache
def uniform(nation: str, kind: Kind) -> Mapping[Tone, QColor]:
    """The colour of each tone of a silhouette."""
    tones = {
        **_PLAIN,
        **_NATIONS.get(nation, {}),
        **_HORSES.get(kind, {}),
        **(_GENERALS.get(nation, {}) if kind is Kind.GENERAL else {}),
        **_BRANCHES.get((nation, kind), {}),
    }
    return MappingProxyType({tone: QColor(colour) for tone, colour in tones.items()})

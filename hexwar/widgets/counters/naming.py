"""Short names, as a counter has room for: formations, units and their size."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hexwar.table.forces import FormationCard, FormationId, FormationKind, Side, UnitCard


@dataclass(frozen=True, slots=True)
class FormationMark:
    """How a formation marks its counters."""

    stripe: int  # place in the theme's stripes
    short: str  # such as `II`, `YG` or `V Cav`


def formation_marks(formations: Iterable[FormationCard]) -> dict[FormationId, FormationMark]:
    """The mark of each formation: stripes in the order of each side's list.

    Headquarters and wings have no units; they take their stripes after those that have.
    """
    places: dict[Side, int] = {}
    marks: dict[FormationId, FormationMark] = {}
    for formation in sorted(formations, key=lambda f: not f.has_chit):
        place = places.get(formation.side, 0)
        places[formation.side] = place + 1
        marks[formation.id] = FormationMark(place, formation_name(formation))
    return marks


_SHORT = {
    "cavalry": "Cav",
    "reserve": "Res",
    "guard": "Gd",
    "young guard": "YG",
    "old guard": "OG",
    "grenadier": "Gren",
    "cuirassier": "Cuir",
    "bavarian": "Bav",
}
_DROPPED = re.compile(
    r"\([^)]*\)|,.*|\b(?:corps|division|infantry|brigade|wing|army of \w+|imperial|of|the|"
    r"french|russo-prussian|russian|prussian|austrian)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_CORPS = re.compile(r"\b([IVX]+) Corps\b")


def formation_name(formation: FormationCard) -> str:
    """A formation's name as its stripe shows it.

    Numbers stay as they are written, the words that all formations share are left out. A
    division on its own adds its corps: `7/VII`.
    """
    if formation.kind is FormationKind.HEADQUARTERS:
        return "HQ"
    text = _ORDINAL.sub(r"\1", _DROPPED.sub(" ", formation.name))
    for long in sorted(_SHORT, key=len, reverse=True):
        text = re.sub(rf"\b{long}\b", _SHORT[long], text, flags=re.IGNORECASE)
    short = " ".join(text.split()) or formation.name.split()[0]
    corps = _CORPS.search(formation.name)
    if formation.kind is FormationKind.DIVISION and corps and corps[1] != short:
        return f"{short}/{corps[1]}"
    return short


def unit_name(card: UnitCard) -> str:
    """A unit's own name as its stripe shows it: its commander, or its number.

    The arm and the formation stand elsewhere on the counter and are left out. Empty where
    nothing else is left.
    """
    if card.arm.is_train:
        return ""
    inside = re.search(r"\(([^)]*)\)", card.name)
    if inside and _is_own(first := re.split(r"[,/]", inside[1])[0].strip()):
        return _fitting(first)
    words = re.sub(r"\([^)]*\)", "", card.name).replace(",", "").split()
    numbers = [n[1] for word in words if (n := _ORDINAL.fullmatch(word) or _NUMBER.fullmatch(word))]
    names = [word for word in words if word[0].isupper() and not _is_common(word)]
    return " ".join([*map(_fitting, names[:1]), *(["/".join(numbers)] if numbers else [])])


_NUMBER = re.compile(r"(\d+)")
_LONGEST_NAME = 14  # letters


def _is_common(word: str) -> bool:
    return word.casefold() in _COMMON or re.fullmatch("[IVX]+", word) is not None


def _is_own(text: str) -> bool:
    """Whether a bracket names a commander or a regiment and not a corps, an army or the Guard."""
    return text[0].isupper() and not {word.casefold() for word in text.split()} & _COMMON


def _fitting(name: str) -> str:
    """A name; of a long double name its first half."""
    return name if len(name) <= _LONGEST_NAME else re.split("[- ]", name)[0]


_COMMON = {
    "corps", "army", "guard", "guards", "division", "brigade", "cavalry", "horse", "foot", "young",
    "old", "reserve", "light", "heavy", "battery", "no.", "hussar", "hussars", "dragoon", "jäger",
    "uhlans", "grenadier", "cuirassier", "tirailleur", "voltigeur", "advance", "cossacks",
    "french", "russian", "prussian", "austrian", "bavarian", "württemberg", "paris",
}  # fmt: skip


def leader_name(name: str) -> str:
    """A leader's name as the ribbon of his medallion shows it.

    >>> leader_name("Kronprinz von Württemberg")
    'Kronprinz'
    """
    return _fitting(name)


def size_mark(card: UnitCard) -> str:
    """The size of a unit as on a map: XX division, X brigade, III regiment, II, I battery.

    By the word of its name, else by its men; artillery by its guns. Trains have none.
    """
    name = card.name.casefold()
    if card.arm.is_train:
        return ""
    if card.arm.is_artillery:
        return "II" if card.guns > _GUNS_OF_A_BATTERY else "I"
    if "division" in name:
        return "XX"
    if "brigade" in name:
        return "X"
    return "XX" if card.men > _MEN_OF_A_BRIGADE else "X" if card.men > _MEN_OF_A_REGIMENT else "III"


_GUNS_OF_A_BATTERY = 8
_MEN_OF_A_BRIGADE = 3000
_MEN_OF_A_REGIMENT = 1000

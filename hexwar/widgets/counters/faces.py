"""What a counter shows, as records: everything that its picture depends on, and nothing else.

Names are short, as a counter has room for them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from hexwar.table.battle import MapBattle
from hexwar.table.forces import (
    Arm,
    FormationCard,
    FormationId,
    FormationKind,
    LeaderCard,
    Role,
    Side,
    UnitCard,
)
from hexwar.table.pieces import Leader, Unit


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
    return text[:1].isupper() and not {word.casefold() for word in text.split()} & _COMMON


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

    By the word of its name, else by its men; artillery by its guns. Trains have none,
    vedettes the number of the piece.
    """
    name = card.name.casefold()
    if card.is_vedette:
        return card.id.rpartition("-v")[2]
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


# -- faces


class State(StrEnum):
    """A state that a counter shows by a badge of its own shape, letter and colour."""

    DISRUPTED = "disrupted"
    DEMORALIZED = "demoralized"
    EXHAUSTED = "exhausted"
    OUT_OF_SUPPLY = "out_of_supply"
    OUT_OF_COMMAND = "out_of_command"
    SQUARE = "square"
    COLUMN = "column"


class FigureKind(StrEnum):
    """The silhouettes."""

    INFANTRY = "infantry"
    YOUNG_GUARD = "young guard"
    GRENADIERS = "grenadiers"
    HUSSAR = "hussar"
    LANCER = "lancer"
    COSSACK = "cossack"
    DRAGOON = "dragoon"
    CUIRASSIER = "cuirassier"
    FOOT_GUN = "foot gun"
    HORSE_GUN = "horse gun"
    BAGGAGE_TRAIN = "baggage train"
    PONTOON_TRAIN = "pontoon train"
    GENERAL = "general"
    EMPEROR = "emperor"


@dataclass(frozen=True, slots=True)
class CounterFace:
    """The face of a unit's counter."""

    livery: str  # key of the theme's liveries, such as `french` or `young_guard`
    nation: str  # key of the uniform, such as `french`
    arm: Arm
    figure: FigureKind
    mark: FormationMark
    name: str  # short, such as `Duhesme`; may be empty
    size: str  # XX, X, III, II, I or empty
    strength: int  # SP of the side that lies up
    initiative: int
    movement: int  # MP
    steps: int  # 0 (trains), 1 or 2
    guard: bool = False
    reduced: bool = False
    disrupted: bool = False
    demoralized: bool = False
    exhausted: bool = False
    out_of_supply: bool = False
    out_of_command: bool = False
    square: bool = False
    column: bool = False  # road column
    moved: bool = False  # this activation
    done: bool = False  # acts no more this activation

    @property
    def states(self) -> tuple[State, ...]:
        """The states that hold, in the order of `State`."""
        return tuple(state for state in State if getattr(self, state))

    @property
    def printed(self) -> CounterFace:
        """The face without what lies on the counter, badges and tick."""
        return replace(
            self,
            disrupted=False,
            demoralized=False,
            exhausted=False,
            out_of_supply=False,
            out_of_command=False,
            square=False,
            column=False,
            moved=False,
            done=False,
        )

    @property
    def has_strength(self) -> bool:
        """Whether strength and initiative mean anything: not for a train or a vedette."""
        return self.arm.fights

    def from_afar(self) -> CounterFace:
        """The face as far zoom shows it: colour and strength alone."""
        arm, mp = (Arm.INFANTRY, 0) if self.has_strength else (Arm.BAGGAGE_TRAIN, self.movement)
        bare, strength = FormationMark(0, ""), self.strength
        kind = FigureKind.INFANTRY
        return CounterFace(
            self.livery, "", arm, kind, bare, "", "", strength, 0, mp, 0, done=self.done
        )


@dataclass(frozen=True, slots=True)
class LeaderFace:
    """The face of a leader's or an HQ's counter."""

    livery: str
    nation: str
    role: Role
    name: str
    rating: str  # with its brackets, such as `[3]` or `(3)`
    movement: int  # MP
    mark: FormationMark
    moved: bool = False  # this turn

    @property
    def printed(self) -> LeaderFace:
        """The face without what lies on the counter, the tick."""
        return replace(self, moved=False)

    def from_afar(self) -> LeaderFace:
        """The face as far zoom shows it: colour and rating alone."""
        return replace(self, nation="", name="", movement=0, mark=FormationMark(0, ""), moved=False)


@dataclass(frozen=True, slots=True)
class ChitFace:
    """A formation's chit."""

    livery: str
    nation: str
    mark: FormationMark
    spent: bool = False  # its formation has acted


@dataclass(frozen=True, slots=True)
class CountFace:
    """How many counters a stack holds, and how strong they are together."""

    count: int
    strength: int = 0  # SP of all of them; 0 where none fights


@dataclass(frozen=True, slots=True)
class UnderFace:
    """A counter that lies under another: only its edge is seen."""

    livery: str
    stripe: int  # place in the theme's stripes

    def from_afar(self) -> UnderFace:
        """The same without its stripe."""
        return replace(self, stripe=0)


@dataclass(frozen=True, slots=True)
class FlagFace:
    """A flag that covers a force: whose it is, and no more (N20.2)."""

    nation: str


Face = CounterFace | LeaderFace | ChitFace | CountFace | UnderFace | FlagFace


def under_face(face: Face) -> Face:
    """What is seen of a counter that lies under another of the same shape."""
    return UnderFace(face.livery, face.mark.stripe) if isinstance(face, CounterFace) else face


def face_of(
    card: UnitCard,
    unit: Unit,
    mark: FormationMark,
    *,
    demoralized: bool = False,
    exhausted: bool = False,
    out_of_supply: bool = False,
    out_of_command: bool = False,
) -> CounterFace:
    """The face of a unit as it lies on the map, with the states that its record does not tell."""
    return CounterFace(
        livery=livery_key(card),
        nation=nation_key(card.nation),
        arm=card.arm,
        figure=figure_kind(card),
        mark=mark,
        name=unit_name(card),
        size=size_mark(card),
        strength=card.reduced_sp if unit.reduced else card.sp,
        initiative=card.initiative,
        movement=card.movement,
        steps=card.steps,
        guard="guard" in card.flags,
        reduced=unit.reduced,
        disrupted=unit.disrupted,
        demoralized=demoralized,
        exhausted=exhausted,
        out_of_supply=out_of_supply,
        out_of_command=out_of_command,
        square=unit.square,
        column=unit.column,
        moved=unit.moved or unit.assaulted or unit.charged or unit.bombarded is not None,
        done=unit.done,
    )


def leader_face(
    card: LeaderCard, leader: Leader, mark: FormationMark, rating: str | None = None
) -> LeaderFace:
    """The face of a leader or an HQ counter as it lies on the map; its rating as printed."""
    return LeaderFace(
        livery=nation_key(card.nation),
        nation=nation_key(card.nation),
        role=card.role,
        name=leader_name(card.name),
        rating=card.shown_rating if rating is None else rating,
        movement=card.movement,
        mark=mark,
        moved=leader.moved,
    )


def chit_face(formation: FormationCard, mark: FormationMark, *, spent: bool = False) -> ChitFace:
    """The chit of a formation."""
    nation = nation_key(formation.nation)
    return ChitFace(nation, nation, mark, spent)


def flag_face(battle: MapBattle, side: Side) -> FlagFace:
    """The flag under which a side hides forces: that of most of its units."""
    nations = Counter(card.nation for card in battle.units.values() if card.side == side)
    return FlagFace(nation_key(nations.most_common(1)[0][0]) if nations else "")


_FURTHER: Final = re.compile(r",| and ")
"""Behind it a formation of several nations names further ones."""


def nation_key(nation: str) -> str:
    """A nation's key in themes and uniforms: small letters without accents; of several the first.

    >>> nation_key("Württemberg"), nation_key("French, Italian and Saxon")
    ('wurttemberg', 'french')
    """
    plain = unicodedata.normalize("NFD", _FURTHER.split(nation, maxsplit=1)[0])
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def livery_key(card: UnitCard) -> str:
    """The livery of a unit: its nation's, or that of its part of the Guard."""
    for flag in ("old_guard", "young_guard", "guard"):
        if flag in card.flags and nation_key(card.nation) == "french":
            return flag
    return nation_key(card.nation)


_FIGURES = {
    Arm.INFANTRY: FigureKind.INFANTRY,
    Arm.LIGHT_CAVALRY: FigureKind.HUSSAR,
    Arm.HEAVY_CAVALRY: FigureKind.CUIRASSIER,
    Arm.FOOT_ARTILLERY: FigureKind.FOOT_GUN,
    Arm.HORSE_ARTILLERY: FigureKind.HORSE_GUN,
    Arm.BAGGAGE_TRAIN: FigureKind.BAGGAGE_TRAIN,
    Arm.PONTOON_TRAIN: FigureKind.PONTOON_TRAIN,
    Arm.VEDETTE: FigureKind.HUSSAR,
}


def figure_kind(card: UnitCard) -> FigureKind:
    """The silhouette of a unit, by its arm, its flags and the words of its name."""
    name = card.name.casefold()
    if card.arm is Arm.INFANTRY and "guard" in card.flags:
        young = "young_guard" in card.flags
        return FigureKind.YOUNG_GUARD if young else FigureKind.GRENADIERS
    if card.arm is Arm.LIGHT_CAVALRY and "cossack" in card.flags:
        return FigureKind.COSSACK
    if card.arm is Arm.LIGHT_CAVALRY and any(word in name for word in ("lancer", "uhlan")):
        return FigureKind.LANCER
    if card.arm is Arm.HEAVY_CAVALRY and "dragoon" in name:
        return FigureKind.DRAGOON
    return _FIGURES[card.arm]

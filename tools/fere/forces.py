"""The forces of Fère-Champenoise: units reckoned from men and guns as in the battles of 1814."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexwar.editor.document import Json

INFANTRY, LIGHT, HEAVY = "infantry", "light cavalry", "heavy cavalry"
FOOT, HORSE, TRAIN = "foot artillery", "horse artillery", "baggage train"

FOR_AN_SP: Final = {INFANTRY: 600, LIGHT: 500, HEAVY: 500}
"""Men; of artillery it is 8 guns."""

MOVES: Final = {INFANTRY: 4, LIGHT: 7, HEAVY: 6, FOOT: 4, HORSE: 6, TRAIN: 4}


@dataclass(frozen=True)
class Unit:
    """A unit as it is known: the rest of its counter is reckoned from this."""

    slug: str
    name: str
    arm: str
    men: int = 0
    guns: int = 0
    initiative: int = 0
    division: str = ""
    flags: tuple[str, ...] = ()
    movement: int = 0
    note: str = ""

    @property
    def sp(self) -> int:
        """Its strength points."""
        if self.arm == TRAIN:
            return 0
        share = self.men / FOR_AN_SP[self.arm] if self.arm in FOR_AN_SP else self.guns / 8
        return max(round(share), 1)

    def record(self, id_: str) -> Json:
        """Its record in the file of forces."""
        has_two = self.arm in FOR_AN_SP and self.sp > 1
        told: dict[str, Any] = {
            "id": id_,
            "slug": self.slug,
            "name": self.name,
            "arm": self.arm,
            "division": self.division or (self.name.partition(" (")[0] if has_two else None),
            "men": self.men,
            "guns": self.guns,
            "sp": self.sp,
            "reduced_sp": -(-self.sp // 2) if has_two else None,
            "steps": 0 if self.arm == TRAIN else 1 + has_two,
            "initiative": self.initiative,
            "movement": self.movement or MOVES[self.arm],
            "vedettes": min(self.sp, 4) if self.arm == LIGHT else None,
            "flags": list(self.flags),
            "estimate": True,
            "source": "EST",
            "note": self.note,
        }
        kept = {"sp", "steps"}
        return {name: value for name, value in told.items() if value or name in kept}


@dataclass(frozen=True)
class Corps:
    """A formation with its commander."""

    id: str
    name: str
    nation: str
    leader: str
    rating: int
    units: Sequence[Unit] = ()
    is_rated: bool = False  # by the module (N14.2), not by us
    presence: str = "start"
    note: str = ""

    def record(self) -> Json:
        """Its record in the file of forces."""
        commander: Json = {
            "id": f"{self.id}-L",
            "name": self.leader,
            "role": "corps" if self.units else "overall",
            "rating": self.rating,
            "movement": 8,
        } | ({} if self.is_rated else {"estimate": True})
        staff: Json = {
            "id": f"{self.id}-HQ",
            "name": self.name,
            "role": "hq",
            "rating": 0,
            "movement": 5,
        }
        strength = sum(unit.sp for unit in self.units)
        return {
            "id": self.id,
            "name": self.name,
            "side": "french" if self.id.startswith("FR") else "allied",
            "kind": "corps" if self.units else "headquarters",
            "nation": self.nation,
            "presence": self.presence,
            **({"demoralization_sp": max(-(-strength * 2 // 5), 5)} if self.units else {}),
            "leaders": [commander] if self.units else [commander, staff],
            **({"units": [*self._units()]} if self.units else {}),
            **({"note": self.note} if self.note else {}),
        }

    def _units(self) -> Iterator[Json]:
        for number, unit in enumerate(self.units, 1):
            yield unit.record(f"{self.id}-{number:02}")


GUARD: Final = ("guard",)
YOUNG: Final = ("guard", "young_guard")

FRENCH: Final = (
    Corps(
        *("FR-HQ", "Headquarters of the marshals", "French", "Marmont", 3),
        is_rated=True,
        note="Neither marshal was over the other; in the game Marmont leads both. (estimate)",
    ),
    Corps(
        *("FR-6", "VI Corps", "French", "Ricard", 2),
        units=(
            Unit("fr-6-ricard", "8th Division (Ricard)", INFANTRY, 1900, 0, 2),
            Unit("fr-6-lagrange", "3rd Division (Lagrange)", INFANTRY, 2300, 0, 2),
            Unit(
                *("fr-6-arrighi", "Reserve of Paris Division (Arrighi)", INFANTRY, 1900, 0, 1),
                flags=("conscripts",),
            ),
            Unit("fr-6-fa", "VI Corps foot artillery", FOOT, 300, 24, 3),
            Unit("fr-6-train", "VI Corps baggage train", TRAIN),
        ),
        note="12,700 infantry in the six divisions of both marshals; each has its share.",
    ),
    Corps(
        *("FR-YG", "Young Guard Corps", "French", "Mortier", 2),
        is_rated=True,
        units=(
            Unit(
                *("fr-og2-michel", "2nd Old Guard Division (Christiani)", INFANTRY, 2300, 0, 4),
                flags=("guard", "old_guard"),
            ),
            Unit(
                *("fr-yg-2nd-voltigeurs", "2nd Young Guard Division (Curial)", INFANTRY),
                *(1900, 0, 3),
                flags=YOUNG,
            ),
            Unit(
                *("fr-yg-charpentier", "7th Young Guard Division (Charpentier)", INFANTRY),
                *(2400, 0, 3),
                flags=YOUNG,
            ),
            Unit("fr-yg-fa", "Young Guard foot artillery", FOOT, 300, 24, 4, flags=GUARD),
            Unit("fr-yg-train", "Young Guard Corps baggage train", TRAIN),
        ),
    ),
    Corps(
        *("FR-C", "Cavalry of the marshals", "French", "Belliard", 2),
        units=(
            Unit(
                *("fr-1c-cuirassiers", "1st Heavy Cavalry Division (Bordesoulle)", HEAVY),
                *(1400, 0, 4),
            ),
            Unit("fr-1c-merlin", "1st Light Cavalry Division (Merlin)", LIGHT, 900, 0, 3),
            Unit("fr-c-roussel", "6th Dragoon Division (Roussel)", HEAVY, 1700, 0, 4),
            Unit("fr-1c-ha", "I Cavalry horse artillery", HORSE, 150, 12, 3),
        ),
        note="4,000 horse in all.",
    ),
    Corps(
        *("FR-NG", "National Guards", "French", "Pacthod", 2),
        presence="reinforcement",
        units=(
            Unit(
                *("fr-ng-pacthod", "National Guard Division (Pacthod)", INFANTRY, 2900, 0, 2),
                flags=("untrained",),
            ),
            Unit(
                *("fr-ng-amey", "National Guard Division (Amey)", INFANTRY, 1400, 0, 1),
                flags=("untrained",),
            ),
            Unit("fr-ng-fa", "National Guard artillery", FOOT, 200, 16, 2),
            Unit(
                *("fr-ng-convoy", "Convoy from Bergères", TRAIN),
                note="bread and shells for the Emperor's army",
            ),
        ),
        note="Some 4,300 men and 16 guns.",
    ),
)

COALITION: Final = (
    Corps(
        *("CO-HQ", "Allied field command", "Württemberg", "Kronprinz von Württemberg", 2),
        is_rated=True,
        note="He led the horse of two corps until the Russian Guard and the sovereigns came.",
    ),
    Corps(
        *("CO-AG", "Cavalry of VI Corps", "Russian", "Pahlen", 3),
        is_rated=True,
        units=(
            Unit("al-ag-hussars", "Pahlen hussars", LIGHT, 1800, 0, 4),
            Unit(
                *("al-ag-uhlans-cossacks", "Chuguev Uhlans and Cossacks", LIGHT, 1200, 0, 3),
                flags=("cossack",),
                movement=8,
            ),
            Unit("al-cu-2nd", "2nd Cuirassier Division (Kretov)", HEAVY, 1600, 0, 4),
            Unit("al-ag-ha", "Pahlen's horse artillery", HORSE, 200, 18, 3),
            Unit("al-ag-train", "Pahlen's baggage train", TRAIN),
        ),
    ),
    Corps(
        *("CO-4", "Cavalry of IV Corps", "Württemberg", "Adam von Württemberg", 2),
        units=(
            Unit(
                *("al-4-cavalry", "Württemberg cavalry (Jett, Walsleben)", LIGHT, 1900, 0, 3),
            ),
            Unit("al-4-ha", "Württemberg horse artillery", HORSE, 100, 12, 3),
            Unit("al-4-train", "Württemberg baggage train", TRAIN),
        ),
    ),
    Corps(
        *("CO-A", "Austrian cuirassiers", "Austrian", "Nostitz", 2),
        units=(
            Unit("al-a-cuirassiers-1", "1st Cuirassier Brigade (Nostitz)", HEAVY, 1200, 0, 4),
            Unit("al-a-cuirassiers-2", "2nd Cuirassier Brigade (Nostitz)", HEAVY, 1200, 0, 4),
            Unit("al-a-ha", "Austrian horse artillery", HORSE, 80, 6, 3),
        ),
    ),
    Corps(
        *("CO-GC", "Russian Guard Cavalry", "Russian", "Depreradovich", 2),
        presence="reinforcement",
        units=(
            Unit(
                *("al-gd-cuirassiers", "1st Cuirassier Division (Guard)", HEAVY, 1600, 0, 5),
                flags=GUARD,
            ),
            Unit(
                *("al-gd-ozharovski", "Guard Light Cavalry (Ozharovski)", LIGHT, 1300, 0, 5),
                flags=GUARD,
            ),
            Unit("al-gd-ha", "Guard horse artillery", HORSE, 150, 12, 5, flags=GUARD),
        ),
    ),
    Corps(
        *("CO-C", "Cavalry of the Army of Silesia", "Russian", "Vasilchikov", 2),
        is_rated=True,
        presence="reinforcement",
        units=(
            Unit("al-c-lanskoy", "2nd Hussar Division (late Lanskoy)", LIGHT, 1300, 0, 4),
            Unit("al-c-panchulidzev", "3rd Dragoon Division (Panchulidzev)", HEAVY, 1000, 0, 3),
            Unit("al-c-ha", "Cavalry Corps horse artillery", HORSE, 150, 12, 3),
        ),
        note="Behind Pacthod since the forenoon, with Korff's horse, which is not in the game.",
    ),
)


def forces() -> Json:
    """The file of forces."""
    return {
        "format": 1,
        "kind": "forces",
        "side_names": {"french": "French", "allied": "Coalition"},
        "formations": [corps.record() for corps in (*FRENCH, *COALITION)],
        "estimates": ["initiative", "movement", "steps", "vedettes", "guns", "demoralization_sp"],
        "sources": {
            "EST": "estimate: share of a known total, rounded to 100; no state consulted",
        },
    }

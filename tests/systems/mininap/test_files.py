"""Its scenario files load as the rules say they stand, and every fault is told (M24.4, M34)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexwar import resources
from hexwar.scenario.validate import validate
from hexwar.systems.mininap.battle import Formation, own
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.mininap.points import cost_of_side
from hexwar.systems.mininap.rules.standing import firm, index
from hexwar.systems.mininap.section import SECTION
from hexwar.table.forces import UnitId
from hexwar.tabletop.pose import Pose
from tests.boards import TABLES
from tests.systems.mininap.positions import FRENCH, RUSSIAN
from tests.systems.nlc.cases import each

Raw = dict[str, Any]
FILES = {
    "table": "tables/mininap-small.json",
    "forces": "mininap-small/forces.json",
    "scenario": "mininap-small/scenario.json",
}


class Copy:
    """The files of the small battle, to be changed and judged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.raw = {
            name: json.loads((resources.scenarios() / file).read_text("utf-8"))
            for name, file in FILES.items()
        }

    def told(self) -> list[str]:
        """What the validator says: file, place, severity and sentence."""
        for name, file in FILES.items():
            path = self.folder / file
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(self.raw[name]), "utf-8")
        found = validate([self.folder / FILES["scenario"]], {"mininap": SECTION})
        return [str(one).removeprefix(f"{self.folder.as_posix()}/") for one in found]


@pytest.fixture
def small(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@each("name", *TABLES)
@pytest.mark.rule("M24.4", "M34.2")
def test_the_battles_that_come_with_it_have_no_fault(name: str) -> None:
    folder = resources.scenarios()
    assert validate([folder / name / "scenario.json"], {"mininap": SECTION}) == ()


@each(
    "name turns units points break_at",
    ("mininap-small", 9, (8, 7), (113, 97), (5, 4)),
    ("mininap-medium", 10, (16, 16), (257, 253), (9, 9)),
)
@pytest.mark.rule("M34.3", "M34.4", "M24.1", "M27.2")
def test_a_battle_has_the_strength_that_the_rules_tell(
    name: str,
    turns: int,
    units: tuple[int, int],
    points: tuple[int, int],
    break_at: tuple[int, int],
) -> None:
    battle = own(MININAP.battle(name))
    state = MININAP.set_up(battle)
    assert len(battle.turns) == turns
    assert battle.sides == (FRENCH, RUSSIAN)
    sides = [battle.units[unit].side for unit in battle.units]
    assert sides == sorted(sides, key=battle.sides.index)
    for side, count, cost, limit in zip(battle.sides, units, points, break_at, strict=True):
        fighting = [u for u in battle.units_of(side) if not battle.units[u].is_command]
        assert len(fighting) == count
        assert cost_of_side(battle.units.values(), side, battle.figures) == cost
        assert battle.break_at[side] == limit
    for unit in state.in_play():
        assert index(state).overlapped(firm(state, unit), (unit.id,)) == []


@pytest.mark.rule("M34.1", "M34.3")
def test_the_small_battle_stands_as_it_is_written() -> None:
    battle = own(MININAP.battle("mininap-small"))
    assert (battle.ground.width, battle.ground.height) == (6000, 4500)
    guns, foot = battle.placed[UnitId("R6")], battle.placed[UnitId("F3")]
    assert (guns.pose, guns.is_limbered) == (Pose(950, 3100, 1800), False)
    assert (foot.pose, foot.formation) == (Pose(2800, 1500, 0), Formation.SKIRMISH)
    assert [(o.piece, o.vp, o.holder) for o in battle.objectives] == [
        ("farm", 6, RUSSIAN),
        ("knoll", 4, RUSSIAN),
    ]
    assert battle.division_of == {"F-1": "F-I", "F-2": "F-I", "R-1": "R-I", "R-2": "R-I"}
    assert battle.chain_of[UnitId("R3")] == ("RB1", "RD")
    brigade = battle.body("F-1")
    assert brigade is not None
    assert (brigade.name, brigade.side) == ("Brigade Aubertin", FRENCH)


def unit(raw: Mapping[str, Raw], id_: str) -> Raw:
    return next(one for one in raw["forces"]["units"] if one["id"] == id_)


def standing(raw: Mapping[str, Raw], id_: str) -> Raw:
    return next(one for one in raw["scenario"]["setup"] if one["unit"] == id_)


def put(*path: Any) -> Callable[[Mapping[str, Raw]], None]:
    """A change: all but the last word lead to what the last one becomes."""

    def change(raw: Mapping[str, Any]) -> None:
        *way, key, value = path
        at: Any = raw
        for word in way:
            at = at(raw) if callable(at) else at[word]
        at[key] = value

    return change


def of_unit(id_: str, **values: Any) -> Callable[[Mapping[str, Raw]], None]:
    return lambda raw: unit(raw, id_).update(values)


def of_place(id_: str, **values: Any) -> Callable[[Mapping[str, Raw]], None]:
    return lambda raw: standing(raw, id_).update(values)


def without(id_: str) -> Callable[[Mapping[str, Raw]], None]:
    """Take a unit out of forces and set-up."""

    def change(raw: Mapping[str, Raw]) -> None:
        raw["forces"]["units"].remove(unit(raw, id_))
        raw["scenario"]["setup"].remove(standing(raw, id_))

    return change


def piece(at: int, **values: Any) -> Callable[[Mapping[str, Raw]], None]:
    return lambda raw: raw["table"]["pieces"][at].update(values)


SQUARE_OF_HILL = [[400, 2800], [1900, 2800], [400, 3600], [1900, 3600]]

FAULTS = [
    (
        of_place("F2", at=[1900, 1300]),
        "mininap-small/scenario.json: setup[0].at: error: "
        '"1st/12th Line" overlaps "2nd/12th Line" (M6.11)',
    ),
    (
        of_place("F7", at=[5300, 150]),
        "mininap-small/scenario.json: setup[6].at: error: "
        '"5th Hussars" reaches over the edge of the table by 0.5 cm',
    ),
    (
        of_place("F1", at=[1450, 2750]),
        "mininap-small/scenario.json: setup[0].at: error: "
        '"1st/12th Line" touches its enemy "I Odessa" (M24.4)',
    ),
    (
        of_place("F7", at=[5200, 2200]),
        "mininap-small/scenario.json: setup[6].at: warning: "
        '"5th Hussars" could not go where it stands, "Les Grenaux copse" (M22.2): '
        "it may leave (M22.8)",
    ),
    (
        of_place("F1", at=[2750, 2850], formation="square"),
        "mininap-small/scenario.json: setup[0].at: error: "
        '"1st/12th Line" overlaps "10th Jäger" (M6.11)',
    ),
    (
        of_place("R4", at=[5200, 2300], formation="square"),
        "mininap-small/scenario.json: setup[14].formation: error: "
        '"I Vilna" cannot be in square on this ground (M22.4)',
    ),
    (
        of_place("R1", formation="skirmish_line"),
        "mininap-small/scenario.json: setup[11].formation: error: "
        '"I Odessa" cannot be in skirmish line (M4.1)',
    ),
    (
        of_place("F7", limbered=True),
        "mininap-small/scenario.json: setup[6].limbered: error: only guns are limbered (M4.8)",
    ),
    (
        of_place("F1", unit="F9"),
        'mininap-small/scenario.json: setup[0].unit: error: there is no unit "F9"',
    ),
    (
        lambda raw: raw["scenario"]["setup"].pop(0),
        'mininap-small/scenario.json: setup: error: "F1" stands nowhere',
    ),
    (
        of_unit("F6", sp=5),
        "mininap-small/forces.json: units[5].sp: error: "
        "artillery has from 2 to 4 SP at the start (M3.2, M3.3)",
    ),
    (
        of_unit("FB1", sp=3),
        "mininap-small/forces.json: units[8].sp: error: command has 2 SP at the start (M3.4)",
    ),
    (
        of_unit("F1", men=540),
        "mininap-small/forces.json: units[0].sp: warning: men and guns would make it 5 SP (M3.7)",
    ),
    (
        of_unit("F6", kind="heavy", horse=True),
        "mininap-small/forces.json: units[5].kind: error: there is no heavy horse artillery (M2.5)",
    ),
    (
        of_unit("F1", kind="medium"),
        "mininap-small/forces.json: units[0].kind: error: "
        "infantry is none of medium: it is one of line, light (M2.5)",
    ),
    (
        of_unit("R7", lancer=True),
        "mininap-small/forces.json: units[17].lancer: error: only light cavalry are lancers (M2.8)",
    ),
    (
        of_unit("F1", brigade="F-3"),
        "mininap-small/forces.json: units[0].brigade: error: "
        'the brigade "F-3" has no commander (M5.1); did you mean "F-2"?',
    ),
    (
        of_unit("F1", brigade=None),
        "mininap-small/forces.json: units[0]: error: "
        "a unit is in one brigade, or in a division directly (M5.2)",
    ),
    (
        of_unit("FB1", commands=["F-1", "F-2"]),
        "mininap-small/forces.json: units[8].commands: error: "
        "a brigade commander commands one brigade (M5.1)",
    ),
    (
        of_unit("FD", commands=["F-1", "R-1"]),
        'mininap-small/forces.json: units[18].commands[0]: error: "R-1" is of the other side',
    ),
    (
        put("scenario", "objectives", 0, "piece", "fram"),
        "mininap-small/scenario.json: objectives[0].piece: error: "
        'the table has no piece of ground "fram"; did you mean "farm"?',
    ),
    (
        put("scenario", "objectives", 0, "held", "prussian"),
        "mininap-small/scenario.json: objectives[0].held: error: "
        'there is no side "prussian"; the sides are french and russian',
    ),
    (
        put("scenario", "options", {"setup": "anyhow"}),
        "mininap-small/scenario.json: options.setup: error: "
        "the option should be one of placed, free",
    ),
    (
        put("scenario", "numbers", {"fire.hit": "two"}),
        'mininap-small/scenario.json: numbers["fire.hit"]: error: '
        'the value should be a whole number, not "two"',
    ),
    (
        put("scenario", "break_at", {"french": 9}),
        "mininap-small/scenario.json: break_at.french: warning: "
        "it would never break: it has 8 units",
    ),
    (
        put("scenario", "date", "1814-02-30"),
        'mininap-small/scenario.json: date: error: there is no day "1814-02-30"',
    ),
    (
        put("scenario", "zones", 0, "ring", [[0, 0], [10, 10], [10, 0], [0, 10]]),
        "mininap-small/scenario.json: zones[0].ring: error: "
        "the edge of the area crosses or touches itself",
    ),
    (
        piece(2, ring=SQUARE_OF_HILL),
        "tables/mininap-small.json: pieces[2].ring: error: "
        "the edge of the area crosses or touches itself",
    ),
    (
        piece(0, ring=[[2400, 2600], [3100, 2600], [3100, 4700], [2400, 3100]]),
        "tables/mininap-small.json: pieces[0].ring[2]: error: "
        "3100, 4700 is off the table, which ends at 6000, 4500",
    ),
    (
        piece(1, line=[[10, 10], [20, 20]]),
        "tables/mininap-small.json: pieces[1]: error: "
        "a piece of ground has either a ring or a line",
    ),
    (
        piece(1, id="farm"),
        'tables/mininap-small.json: pieces[1].id: error: the id "farm" is listed twice',
    ),
    (
        piece(1, kind="jungle"),
        "mininap-small/scenario.json: map: error: "
        'the rules know no ground "jungle", which "copse" is (M22.2)',
    ),
    (
        piece(1, kind="wall"),
        'mininap-small/scenario.json: map: error: "copse" is "wall": that is a line, not an area',
    ),
    (
        piece(1, kind="ford"),
        'mininap-small/scenario.json: map: warning: "copse" is "ford", and lies on no stream '
        "(M22.2)",
    ),
    (
        put("scenario", "forces", "../mininap-small/forces.json"),
        'mininap-small/scenario.json: forces: error: "../mininap-small/forces.json" is no path of '
        "a .json file below the folder of scenarios, such as maps/brienne.json",
    ),
    (
        put("table", "width", 100),
        "tables/mininap-small.json: width: error: 100 is too small: at least 1000",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), FAULTS, ids=[s[:60] for _, s in FAULTS])
@pytest.mark.rule("M24.4", "M2.5", "M3.2", "M3.3", "M3.4", "M5.1", "M5.2", "M22.8")
def test_a_fault_is_told_in_one_sentence_with_its_place(
    small: Copy, change: Callable[[Mapping[str, Raw]], Any], sentence: str
) -> None:
    change(small.raw)
    assert sentence in small.told()


def test_an_army_of_two_divisions_has_a_corps_commander(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    unit(copy.raw, "FD")["commands"] = ["F-1"]
    second = {**unit(copy.raw, "FD"), "id": "FD2", "division": "F-II", "commands": ["F-2"]}
    copy.raw["forces"]["units"].append(second)
    copy.raw["scenario"]["setup"].append({"unit": "FD2", "at": [4600, 500], "bearing": 0})
    wanted = '"french" has more than one division, and no corps commander (M5.1)'
    assert any(wanted in told for told in copy.told())


@pytest.mark.rule("M24.2")
def test_a_free_game_is_of_equal_points_fit_brigades_and_infantry(small: Copy) -> None:
    small.raw["scenario"]["options"] = {"setup": "free"}
    at = "mininap-small/scenario.json: options.setup: warning: "
    unequal = '"russian" costs 97 points, "french" 113 (M24.1): a free game is of equal'
    assert f"{at}{unequal}" in small.told()
    without("R4")(small.raw)
    told = small.told()
    assert f'{at}"R-2" has 2 units: a brigade of a free game has 3 to 6 (M24.2)' in told
    for id_ in ("R1", "R2"):
        without(id_)(small.raw)
    wanted = f'{at}less than half of the SP of "russian" are infantry (M24.2)'
    assert wanted not in small.told()  # 9 of 16
    without("R5")(small.raw)
    assert wanted in small.told()


def test_forces_of_hexes_are_refused(small: Copy) -> None:
    other = resources.scenarios() / "first-steps" / "forces.json"
    small.raw["forces"] = json.loads(other.read_text("utf-8"))
    wanted = "mininap-small/scenario.json: forces: error: the forces are those of another game"
    assert wanted in small.told()


def test_a_map_is_no_table(small: Copy) -> None:
    other = resources.scenarios() / "maps" / "first-steps.json"
    small.raw["table"] = json.loads(other.read_text("utf-8"))
    wanted = "kind: error: this is a file of kind map; table is needed"
    assert f"tables/mininap-small.json: {wanted}" in small.told()

"""A mini-campaign out of two battles: who comes, under which id, when, and with what orders."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from hexwar.scenario.schema import ForcesFile
from hexwar.systems.nlc.section.schema import NlcScenario
from tests.systems.nlc.cases import each
from tools.history import ImportFaultError, campaigns
from tools.history.campaigns import campaign_raw, plans_of, weather_turns

Raw = dict[str, Any]
Made = tuple[Raw, Raw]
MERGED = [{"unit": "a-guns", "battle": "two", "from": ["a-foot", "a-horse"]}]


def unit(id_: str, slug: str, sp: int, **more: Any) -> Raw:
    fields = {"name": slug, "arm": "infantry", "steps": 1, "movement": 4, "source": "S"}
    return {"id": id_, "slug": slug, "sp": sp, **fields, **more}


def corps(id_: str, side: str, presence: str, *units: Raw, **more: Any) -> Raw:
    leader = {"id": f"{id_}-L", "name": id_, "role": "corps", "rating": 2, "movement": 8}
    head = {"id": id_, "name": id_, "side": side, "kind": "corps", "nation": "French"}
    rest = {"presence": presence, "leaders": [leader], "units": list(units)}
    return {**head, **rest, **more}


def wing(id_: str, presence: str, *special: str, **more: Any) -> Raw:
    made = corps(id_, "allied", presence, **more) | {"kind": "wing", "units": []}
    made["leaders"][0] |= {"role": "wing", "special": list(special)}
    return made


def forces(*formations: Raw, source: str = "a book") -> Raw:
    head = {"format": 1, "kind": "forces", "formations": list(formations)}
    names = {"side_names": {"french": "French", "allied": "Coalition"}}
    return {**head, **names, "estimates": ["steps"], "sources": {"S": source}}


def scenario(id_: str, day: int, **more: Any) -> Raw:
    head = {"format": 1, "kind": "scenario", "id": id_, "name": id_, "date": f"1814-01-{day}"}
    files = {"map": "maps/land.json", "forces": "forces.json", "first_player": "french"}
    lists: Raw = {
        name: [] for name in ("turns", "setup", "supply_sources", "special_rules", "control")
    }
    rest = {"weather": {"start": "cloudy"}, "victory": {"hexes": []}}
    return {**head, **files, **lists, **rest, **more}


ONE = (
    scenario(
        "one",
        30,
        setup=[
            {"hex": "0303", "units": ["F1-02"], "leaders": ["F1-L"]},
            {"hex": "0505", "units": ["A1-01", "A1-02"], "leaders": ["A1-L", "W-L"]},
        ],
        arrivals=[{"turn": 2, "entry": "0101", "units": ["F1-01"], "note": "late"}],
        orders=[{"formation": "F1", "steps": [{"verb": "attack", "target": "0505"}]}],
        divisional_orders=[
            {"formation": "A1", "units": ["A1-02"], "steps": [{"verb": "defend", "target": "0505"}]}
        ],
        special_rules=[{"id": "old-rule", "text": "Less."}],
        victory={"hexes": [{"hex": "0505", "vp": 3}]},
        control=[{"hex": "0505", "side": "allied"}],
        reduced=["A1-02"],
    ),
    forces(
        corps("F1", "french", "start", unit("F1-01", "f-late", 4), unit("F1-02", "f-first", 5)),
        corps(
            "A1",
            "allied",
            "start",
            unit("A1-01", "a-foot", 3),
            unit("A1-02", "a-horse", 6, attached_from="A2"),
            assigned_to="W",
        ),
        wing("W", "start", "old-rule", may_order=["A1"]),
        corps("A2", "allied", "alternate", unit("A2-01", "a-reserve", 2)),
    ),
)
TWO = (
    scenario(
        "two",
        31,
        setup=[{"hex": "0404", "units": ["F1-01"], "leaders": ["F9-L"]}],
        orders=[
            {"formation": "F9", "steps": [{"verb": "march", "target": "0404"}]},
            {
                "formation": "B2",
                "steps": [{"verb": "support", "target": "0303", "target_formation": "F9"}],
            },
        ],
        victory={"hexes": [{"hex": "0505", "vp": 2}, {"hex": "0606", "vp": 1}]},
        control=[{"hex": "0505", "side": "french"}, {"hex": "0606", "side": "french"}],
        exhausted=["B2"],
    ),
    forces(
        corps("F1", "french", "start", unit("F1-01", "f-first", 2), unit("F1-02", "f-late", 1)),
        corps("F9", "french", "start", unit("F9-01", "f-new", 1)),
        corps("B2", "allied", "start", unit("B2-01", "a-reserve", 4), unit("B2-02", "a-guns", 2)),
        corps("A9", "allied", "alternate", unit("A9-01", "a-guard", 9)),
        source="another book",
    ),
)


def turn(number: int, day: int, hour: int, kind: str = "day") -> Raw:
    return {"turn": number, "month": 1, "day": day, "hour": hour, "kind": kind}


NOTES: Raw = {
    "id": "both",
    "name": "One - Two",
    "battles": [{"id": "one"}, {"id": "two"}],
    "start_battle": "one",
    "turns": [
        *(turn(1, 30, 14), turn(2, 30, 15), turn(3, 30, 18, "night_pm")),
        *(turn(4, 31, 0, "night_am"), turn(5, 31, 8), turn(6, 31, 12)),
    ],
    "arrivals": [
        {"turn": 5, "entry_hex": "0707", "side": "allied", "from_battle": "two"}
        | {"formations": ["A2"], "units": ["a-reserve", "a-guns"]},
        {"turn": 6, "entry_hex": "0101", "side": "french", "from_battle": "two"}
        | {"formations": ["F9"], "units": ["f-first", "f-new"]},
    ],
    "alternates": {
        "cumulative": True,
        "lists": [
            {"side": "allied", "battle": "one", "from_day": 30, "entry_hex": "0701", "list": 1}
            | {"formations": ["A2"]},
            {"side": "allied", "battle": "two", "from_day": 31, "entry_hex": "0702", "list": 1}
            | {"formations": ["A1", "A9"]},
        ],
    },
    "supply_sources": [
        {"hex": "0101", "side": "french"},
        {"hex": "0707", "side": "allied", "to_day": 30, "to_hour": 20},
        {"hex": "0707", "side": "french", "from_day": 31, "from_hour": 0},
    ],
    "command": [{"formation": "W", "may_order": ["A1", "A2"], "special": ["new-rule"]}],
    "start_variants": [
        {"id": "second", "battle": "two", "turn": 5, "presence": ["start", "reinforcement"]}
    ],
    "formations": [
        {"formation": formation, "battles": dict(pair.split("=") for pair in battles.split())}
        for formation, battles in {
            "F1": "one=F1 two=F1",
            "F9": "two=F9",
            "A1": "one=A1",
            "W": "one=W",
            "A2": "one=A2 two=B2",
            "A9": "two=A9",
        }.items()
    ],
    "merged": [],
    "special_rules": {"new-rule": {"text": "More."}},
}


def make(folder: Path, notes: Raw, which: int = 0, before: Raw | None = None) -> Made:
    for name, files in (("one", ONE), ("two", TWO)):
        (folder / name).mkdir(exist_ok=True)
        for file, raw in zip(("scenario", "forces"), files, strict=True):
            (folder / name / f"{file}.json").write_text(json.dumps(raw), "utf-8")
    return campaign_raw(plans_of(notes, folder, {})[which], before or {})


@pytest.fixture(autouse=True)
def holders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(campaigns.LATER_HEXES, "both", "allied")
    monkeypatch.setitem(campaigns.LATER_HEXES, "second", "french")
    monkeypatch.setitem(campaigns.NAMES, "second", "{} (later)")


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return make(tmp_path, NOTES)


def formation(made: Made, id_: str) -> Raw:
    return next(f for f in made[0]["formations"] if f["id"] == id_)


def test_both_files_fit_the_schema_with_orders_command_lists_and_victory(made: Made) -> None:
    ForcesFile.from_raw(made[0])
    NlcScenario.from_raw(made[1])
    assert (made[1]["id"], made[1]["name"], made[1]["date"]) == ("both", "One - Two", "1814-01-30")
    assert made[1]["orders"] == [
        {"formation": "F1", "steps": [{"verb": "attack", "target": "0505"}]},
        {"formation": "F9", "steps": [{"verb": "march", "target": "0404"}]},
        {
            "formation": "A2",
            "steps": [{"verb": "support", "target": "0303", "target_formation": "F9"}],
        },
    ]
    assert [o["units"] for o in made[1]["divisional_orders"]] == [["A1-02"]]
    assert formation(made, "W")["may_order"] == ["A1", "A2"]
    assert formation(made, "W")["leaders"][0]["special"] == ["old-rule", "new-rule"]
    assert [rule["id"] for rule in made[1]["special_rules"]] == ["old-rule", "new-rule"]
    assert made[1]["alternates"] == [
        {"side": "allied", "list": 1, "entry": "0701", "formations": ["A2"]},
        {"side": "allied", "list": 2, "entry": "0702", "formations": ["A9"], "from_turn": 4},
    ]
    assert made[1]["supply_sources"] == [
        {"hex": "0101", "side": "french"},
        {"hex": "0707", "side": "allied", "to_turn": 3},
        {"hex": "0707", "side": "french", "from_turn": 4},
    ]
    assert made[1]["victory"]["hexes"] == [{"hex": "0505", "vp": 3}, {"hex": "0606", "vp": 1}]
    assert [held["side"] for held in made[1]["control"]] == ["allied", "allied"]


def test_a_unit_comes_as_its_first_battle_has_it_under_new_ids(made: Made) -> None:
    units = {
        f["id"]: [(u["id"], u["slug"], u["sp"]) for u in f["units"]]
        for f in made[0]["formations"]
        if f["kind"] == "corps"
    }
    assert units == {
        "F1": [("F1-01", "f-first", 5), ("F1-02", "f-late", 4)],
        "F9": [("F9-01", "f-new", 1)],
        "A1": [("A1-01", "a-foot", 3), ("A1-02", "a-horse", 6)],
        "A2": [("A2-01", "a-reserve", 4), ("A2-02", "a-guns", 2)],
        "A9": [("A9-01", "a-guard", 9)],
    }
    presences = {f["id"]: f["presence"] for f in made[0]["formations"]}
    assert presences == {
        **dict.fromkeys(("F1", "A1", "W"), "start"),
        **dict.fromkeys(("F9", "A2"), "reinforcement"),
        "A9": "alternate",
    }
    assert made[1]["setup"][0] == {"hex": "0303", "units": ["F1-01"], "leaders": ["F1-L"]}
    assert made[1]["arrivals"] == [
        {"turn": 2, "entry": "0101", "units": ["F1-02"], "note": "late"},
        {"turn": 5, "entry": "0707", "units": ["A2-01", "A2-02"]},
        {"turn": 6, "entry": "0101", "units": ["F9-01"]},
    ]
    assert made[1]["exhausted"] == ["A2"]
    assert made[1]["reduced"] == ["A1-02"]
    levels = {f["id"]: f.get("demoralization_sp") for f in made[0]["formations"]}
    assert levels == {"F1": 5, "F9": 5, "A1": 5, "A2": 5, "A9": 5, "W": None}  # A2: 6 and 6 SP
    assert made[0]["sources"] == {"S": "a book", "S-2": "another book"}
    keys = {u["slug"]: u["source"] for f in made[0]["formations"] for u in f.get("units", [])}
    assert (keys["f-first"], keys["f-new"]) == ("S", "S-2")


def test_lists_that_replace_each_other_end_in_turn_and_hand_writing_stays(tmp_path: Path) -> None:
    notes = deepcopy(NOTES)
    notes["alternates"]["cumulative"] = False
    first, second = make(tmp_path, notes)[1]["alternates"]
    assert (first["to_turn"], second["from_turn"]) == (3, 4)
    assert "to_turn" not in second
    before = {"notes": ["By hand."], "turns": [], "name": "Old"}
    made = make(tmp_path, NOTES, 0, before)
    assert (made[1]["notes"], made[1]["name"]) == (["By hand."], "One - Two")


def test_a_later_start_begins_with_its_battle(tmp_path: Path) -> None:
    notes = deepcopy(NOTES)
    notes["alternates"]["lists"] = []
    notes["command"] = []
    made = make(tmp_path, notes, 1)
    assert (made[1]["id"], made[1]["name"], len(made[1]["turns"])) == (
        "second",
        "One - Two (later)",
        2,
    )
    assert made[1]["arrivals"] == [
        {"turn": 1, "entry": "0707", "units": ["A2-01", "A2-02"]},
        {"turn": 2, "entry": "0101", "units": ["F9-01"]},
    ]
    assert formation(made, "F1")["units"][0]["sp"] == 2
    assert made[1]["supply_sources"] == [
        {"hex": "0101", "side": "french"},
        {"hex": "0707", "side": "french"},
    ]


@each(
    "changes fault",
    ({"merged": MERGED}, "a-guns takes part beside"),
    ({"special_rules": {}}, "nothing tells what new-rule is"),
)
def test_what_cannot_be_right_is_a_fault(tmp_path: Path, changes: Raw, fault: str) -> None:
    with pytest.raises(ImportFaultError, match=fault):
        make(tmp_path, NOTES | changes)


@pytest.mark.rule("N18.1")
def test_weather_turns() -> None:
    """37.4: no roll on the mornings after the first."""
    track = [turn(1, 30, 10), turn(2, 30, 12), turn(3, 30, 15), turn(4, 31, 0, "night_am")]
    assert weather_turns([*track, turn(5, 31, 8), turn(6, 31, 12)]) == [1, 2, 3, 6]

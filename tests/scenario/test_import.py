"""The conversion of historical notes, from a small source made up here."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexwar.app.games import sections
from hexwar.scenario.validate import validate
from hexwar.systems.nlc.section import FILES_ONLY
from tests.scenario.small import MAP
from tools.history import ImportFaultError
from tools.history.battles import map_raw
from tools.import_history import convert, main

Raw = dict[str, Any]


def leader(name: str, kind: str, hex_: str | None, **command: Any) -> Raw:
    head: Raw = {"name": name, "kind": kind, "special": [], "setup_hex": hex_}
    return {**head, "command": {"bracket": kind in ("overall", "wing"), **command}}


def unit(id_: str, hex_: str | None, **fields: Any) -> Raw:
    head: Raw = {"id": id_, "unit": id_.lower(), "name": f"Brigade {id_}", "arm": "infantry"}
    marks: Raw = {"division": None, "men": 3000, "guns": 0, "initiative": 3, "movement": 4}
    steps: Raw = {"sp": 5, "steps": 2, "reduced_sp": 3, "vedettes": 0, "flags": []}
    return head | marks | steps | {"setup_hex": hex_, "source": "EST", "estimate": True} | fields


def formation(id_: str, kind: str, presence: str, **fields: Any) -> Raw:
    head: Raw = {"id": id_, "name": f"Corps {id_}", "kind": kind, "nation": "French"}
    orders: Raw = {"start_order": None, "divisional_orders": [], "demoralization_sp": None}
    rest: Raw = {"presence": presence, "leader": None, "units": [], "note": "", "totals": {}}
    return head | rest | orders | fields


def comes(entry: str, units: list[str], formations: list[str], **when: int) -> Raw:
    """A group that arrives, or can be called."""
    times: Raw = dict.fromkeys(("turn", "day", "hour"))
    who = {"entry_hex": entry, "formations": formations, "units": units, "note": ""}
    return times | who | when


VICTORY: Raw = {
    "loss_sp_per_vp": 5,
    "demoralized_formation": 4,
    "captured_baggage_train": 2,
    "enemy_supply_source": 4,
    "captured_overall_commander": "rating",
    "cards": True,
    "captured_napoleon": "allied_win",
    "all_demoralized": "enemy_win",
    "general_retreat": {"own_train_exited": 4, "units_exited_per_vp": 5},
}
OOB: Raw = {
    "battle": "Battle of Bourg, 29 January 1814",
    "map": "map_bourg.json",
    "side_names": {"french": "French", "allied": "Coalition"},
    "sides": {
        "french": {
            "formations": [
                formation(
                    "FR-HQ",
                    "headquarters",
                    "reinforcement",
                    leader=leader("Napoléon", "overall", None, rating=3),
                    hq={"hex": None},
                ),
                formation(
                    "FR-GRO",
                    "wing",
                    "start",
                    leader=leader(
                        "Grouchy",
                        "wing",
                        "0103",
                        ratings={"march": 3, "attack": 3, "probe": 3, "other": 1},
                    ),
                ),
                formation(
                    "FR-1",
                    "corps",
                    "start",
                    assigned_to="FR-GRO",
                    demoralization_sp=4,
                    leader=leader("Gérard", "corps", "0103", rating=2, estimate=True),
                    units=[
                        unit("FR-1-01", "0103"),
                        unit("FR-1-02", None, attached_from="FR-6", note="the seed has it [EST]"),
                    ],
                    start_order={
                        "steps": [
                            {"type": "attack", "route": ["0503"], "target": "0603", "zone": 2},
                            {"type": "support", "target_formation": "FR-HQ", "target": "0603"},
                        ]
                    },
                    divisional_orders=[
                        {"units": ["FR-1-02"], "steps": [{"type": "march", "target": "0703"}]}
                    ],
                ),
            ],
            "reinforcements": [comes("0103", ["FR-1-02"], ["FR-HQ"], turn=2, day=29, hour=13)],
            "alternate_reinforcements": [],
            "off_map": [{"id": "FR-6", "name": "VI Corps"}],
        },
        "allied": {
            "formations": [
                formation(
                    "CO-1",
                    "corps",
                    "start",
                    leader=leader("Kleist", "corps", "0603", rating=3),
                    units=[unit("CO-1-01", "0603")],
                ),
                formation("CO-2", "division", "alternate", units=[unit("CO-2-01", None)]),
            ],
            "reinforcements": [],
            "alternate_reinforcements": [comes("0803", [], ["CO-2"], list=1)],
        },
    },
    "scenario": {
        "year": 1814,
        "month": 1,
        "day": 29,
        "first_player": "french",
        "turn_list": [
            {"turn": n, "time": "", "day": 29, "hour": 11 + n, "kind": "day"} for n in range(1, 7)
        ],
        "weather_start": "snow",
        "weather_turns": [1, 4],
        "historical_weather": "mud",
        "mode_cards_at_start": {"french": 1, "allied": 2},
        "bonus_cards_turn2": {"french": 3, "allied": 3},
        "card_removals": [],
        "vp_hexes": [
            {"hex": "0603", "name": "Bourg", "vp": 4},
            {"hex": "0403", "name": "road junction", "vp": 1},
        ],
        "supply_sources": [{"hex": "0103", "side": "french"}],
        "exits": [{"hex": "0103", "side": "french"}, {"hex": "0803", "side": "allied"}],
        "control": [{"hex": "0603", "side": "allied"}, {"hex": "0403", "side": "allied"}],
        "victory": VICTORY,
    },
    "special_rules": {
        "olsufiev-baye": {
            "text": "The corps waits.",
            "hexes": ["0603"],
            "first_bad_move": {"type": "defend", "target": "0703"},
            "hours": 3,
        }
    },
    "sources": {"EST": "estimate: a share"},
    "notes": ["The seed says so. [EST]"],
}


def source_map() -> Raw:
    """The small map in the form of the notes."""
    rivers = [
        {
            **{key: river[key] for key in ("name", "kind")},
            "hexsides": [[side[:4], side[5:]] for side in river["hexsides"]],
        }
        for river in MAP["rivers"]
    ]
    joined = {"name": "Joined", "kind": "stream", "hexsides": [["0301", "0302"], ["0202", "0302"]]}
    return {
        "name": "Bourg",
        "columns": 8,
        "rows": 6,
        "hex_metres": 480,
        "places": [
            {"name": "Bourg", "hex": "0603", "terrain": "town", "basis": "anchor (seed)"},
            {"name": "ford 0404", "hex": "0404", "terrain": "clear", "basis": "EST"},
        ],
        "terrain": {"0102": "woods", "0603": "town", "0806": "marsh"},
        "elevation": {"0705": 1},
        "slopes": [[slope[:4], slope[5:]] for slope in MAP["slopes"]],
        "rivers": [*rivers, joined],
        "roads": [{key: MAP["roads"][0][key] for key in ("name", "kind", "hexes")}],
        "bridges": [
            {"name": "Sud bridge", "kind": "bridge", "hexA": "0503", "hexB": "0403"},
            {"name": "Rû trestle (road)", "kind": "trestle", "hexA": "0203", "hexB": "0303"},
        ],
        "exits": [
            {"hex": "0103", "name": "west road", "edge": "W"},
            {"hex": "0803", "name": "east road", "edge": "E"},
        ],
        "named_areas": [{"name": "Bois", "kind": "woods", "hexes": ["0102"]}],
    }


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "map_bourg.json").write_text(json.dumps(source_map()), "utf-8")
    write_oob(folder, OOB)
    return folder


def write_oob(folder: Path, oob: Raw) -> None:
    (folder / "oob_bourg.json").write_text(json.dumps(oob), "utf-8")


def imported(source: Path) -> dict[str, Raw]:
    out = source.parent / "out"
    files = convert(source, out, ["bourg"])
    assert [path.relative_to(out).as_posix() for path in files] == [
        *("bourg/forces.json", "bourg/scenario.json", "maps/bourg.json")
    ]
    return {path.stem: json.loads(path.read_text("utf-8")) for path in files}


def test_the_map_whose_streams_end_where_the_river_begins(source: Path) -> None:
    raw = imported(source)["bourg"]
    assert raw["terrain"] == MAP["terrain"]
    assert raw["elevation"] == MAP["elevation"]
    assert raw["slopes"] == sorted(MAP["slopes"])
    estimate = {"estimate": True}
    ford = {"name": "ford", "hex": "0404", "terrain": "clear", "basis": "estimate"}
    junction = {"name": "road junction", "hex": "0403", "terrain": "clear", "basis": "victory hex"}
    assert raw["spans"] == [
        {"name": "Sud bridge", "kind": "bridge", "hexside": "0403-0503"},
        {"name": "Rû trestle (road)", "kind": "trestle", "hexside": "0203-0303"} | estimate,
    ]
    assert raw["places"] == [
        {"name": "Bourg", "hex": "0603", "terrain": "town", "basis": "anchor (module)"},
        *(ford | estimate, junction | estimate),
    ]
    joined = imported(source)["bourg"]["rivers"][2]
    stream = {"name": "Joined", "kind": "stream", "estimate": True}
    assert joined == stream | {"hexsides": ["0301-0302"]}
    assert map_raw(source_map(), "bourg")["grid"]["north"] == "top"
    turned = map_raw(source_map(), "montmirail")["grid"]
    assert (turned["north"], turned["north_degrees"]) == ("right", 71.2)


def test_a_map_alone_and_one_beside_its_battle_with_its_victory_places(source: Path) -> None:
    out = source.parent / "out"
    (path,) = convert(source, out, [], ["bourg"])
    assert path == out / "maps" / "bourg.json"
    assert [p for p in out.rglob("*") if p.is_file()] == [path]
    raw = json.loads(path.read_text("utf-8"))
    assert [place["name"] for place in raw["places"]] == ["Bourg", "ford"]  # no victory hexes
    assert validate([path], FILES_ONLY) == ()
    files = convert(source, source.parent / "out", ["bourg"], ["bourg"])
    assert [path.stem for path in files] == ["forces", "scenario", "bourg"]
    raw = json.loads(files[-1].read_text("utf-8"))
    assert "road junction" in [place["name"] for place in raw["places"]]


def test_the_command_line(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> int:
        monkeypatch.setattr("sys.argv", ["import_history", str(source), *words])
        return main()

    out = source.parent / "out"
    assert run("--out", str(out), "--map", "bourg") == 0
    assert capsys.readouterr().out == f"{out / 'maps' / 'bourg.json'}\n"
    assert run("--map", "nowhere") == 1
    assert "map_nowhere.json" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run()
    assert "--battle NAME, --map NAME" in capsys.readouterr().err


def test_the_forces_and_the_scenario_without_a_fault(source: Path) -> None:
    raw = imported(source)["forces"]
    headquarters, wing, corps, *_ = raw["formations"]
    assert headquarters["leaders"] == [
        {"id": "FR-HQ-L", "name": "Napoléon", "role": "overall", "rating": 3, "movement": 8},
        {"id": "FR-HQ-HQ", "name": "Corps FR-HQ", "role": "hq", "rating": 0, "movement": 5},
    ]
    (grouchy,) = wing["leaders"]
    assert (grouchy["rating"], grouchy["ratings"]) == (1, {"march": 3, "attack": 3, "probe": 3})
    assert corps["leaders"][0]["estimate"] is True
    names = {"id": "FR-1-02", "slug": "fr-1-02", "name": "Brigade FR-1-02", "arm": "infantry"}
    numbers = {"men": 3000, "sp": 5, "reduced_sp": 3, "steps": 2, "initiative": 3, "movement": 4}
    rest = {"attached_from": "FR-6", "estimate": True, "source": "EST"}
    note = {"note": "the module has it (estimate)"}
    assert corps["units"][1] == {**names, **numbers, **rest, **note}
    assert raw["off_map"] == [{"id": "FR-6", "name": "VI Corps", "side": "french"}]
    raw = imported(source)["scenario"]
    assert (raw["id"], raw["name"], raw["date"], raw["map"]) == (
        *("bourg", "Bourg", "1814-01-29", "maps/bourg.json"),
    )
    assert raw["setup"] == [
        {"hex": "0103", "units": ["FR-1-01"], "leaders": ["FR-GRO-L", "FR-1-L"]},
        {"hex": "0603", "units": ["CO-1-01"], "leaders": ["CO-1-L"]},
    ]
    assert raw["arrivals"] == [
        {"turn": 2, "entry": "0103", "units": ["FR-1-02"], "formations": ["FR-HQ"]}
    ]
    (order,) = raw["orders"]
    assert order["steps"] == [
        {"verb": "attack", "target": "0603", "route": ["0503"], "zone": 2},
        {"verb": "support", "target": "0603", "target_formation": "FR-HQ"},
    ]
    assert raw["exits"] == [{"hex": "0103", "side": "french"}, {"hex": "0803", "side": "allied"}]
    assert "exits" in raw["estimates"]
    rule = {"id": "olsufiev-baye", "text": "The corps waits.", "numbers": {"hours": 3}}
    steps = [{"verb": "defend", "target": "0703"}]
    assert raw["special_rules"] == [{**rule, "hexes": ["0603"], "steps": steps}]
    assert raw["notes"] == ["The module says so. (estimate)"]
    imported(source)
    assert validate([source.parent / "out"], sections()) == ()


def test_a_briefing_that_is_there_is_kept(source: Path, tmp_path: Path) -> None:
    words = dict.fromkeys(("situation", "forces", "victory", "history"), "Words.")
    sides = {"aims": {"french": "Words."}, "difficulty": {"french": "fair"}}
    page = {**words, **sides, "minutes": 60}
    (path,) = (p for p in convert(source, tmp_path, ["bourg"]) if p.name == "scenario.json")
    raw = json.loads(path.read_text("utf-8"))
    assert "briefing" not in raw
    path.write_text(json.dumps({**raw, "briefing": page}), "utf-8")
    convert(source, tmp_path, ["bourg"])
    assert json.loads(path.read_text("utf-8")) == {**raw, "briefing": page}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda oob: oob["scenario"]["victory"].update(loss_sp_per_vp=3), "victory conditions"),
        (
            lambda oob: oob["sides"]["french"]["reinforcements"][0].update(hour=14),
            "turn 2 is not at 14:00",
        ),
    ],
    ids=["other victory conditions", "an arrival at another hour"],
)
def test_nothing_is_lost_in_silence(
    source: Path, change: Callable[[Raw], object], fault: str
) -> None:
    oob = copy.deepcopy(OOB)
    change(oob)
    write_oob(source, oob)
    with pytest.raises(ImportFaultError, match=fault):
        imported(source)

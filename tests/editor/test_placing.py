"""Pieces are put down, moved and taken up; nothing else of a scenario changes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.app.games import kit_named, on_maps
from hexwar.editor import placing
from hexwar.editor.document import Draft, is_same
from hexwar.editor.files import Files
from hexwar.editor.placing import held, holder_of, listed, moved, put_down, shifted, taken_up, where
from hexwar.editor.table_top import Waits, table_top_of
from hexwar.hexes import Grid, Hex
from hexwar.resources import scenarios
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.salvage import salvage
from hexwar.scenario.schema import ScenarioFile

ORDER = ("setup", "reduced", "control", "notes")

BASE: dict[str, Any] = {
    "id": "a",
    "setup": [
        {"hex": "0101", "units": ["A-1", "A-2"], "leaders": ["A-L"]},
        {"hex": "0203", "units": ["B-1"], "remark": "kept"},
    ],
    "notes": [],
}


def read(name: str) -> Draft:
    return Files.read(scenarios() / name)[0]


def test_a_piece_is_put_down_in_its_place_of_the_list() -> None:
    made = put_down(BASE, ORDER, {"C-1": "units", "C-L": "leaders"}, Hex("0102"))
    assert made["setup"][1] == {"hex": "0102", "units": ["C-1"], "leaders": ["C-L"]}
    assert made["setup"][0] is BASE["setup"][0]
    assert list(made) == ["id", "setup", "notes"]


def test_who_moves_leaves_his_hex_and_an_empty_hex_is_gone() -> None:
    made = put_down(BASE, ORDER, {"A-1": "units", "A-2": "units", "A-L": "leaders"}, Hex("0203"))
    assert [entry["hex"] for entry in made["setup"]] == ["0203"]
    assert made["setup"][0]["units"] == ["B-1", "A-1", "A-2"]
    assert made["setup"][0]["leaders"] == ["A-L"]
    left = taken_up(BASE, ORDER, {"B-1"})
    assert left["setup"][1] == {"hex": "0203", "remark": "kept"}


def test_who_stands_there_already_is_no_step() -> None:
    assert put_down(BASE, ORDER, {"A-2": "units"}, Hex("0101")) is BASE
    assert taken_up(BASE, ORDER, {"X"}) is BASE


def test_a_piece_that_stands_twice_stands_once_after() -> None:
    twice = BASE | {"setup": [*BASE["setup"], {"hex": "0505", "units": ["B-1"]}]}
    assert where(twice)["B-1"] == "0203"
    made = put_down(twice, ORDER, {"B-1": "units"}, Hex("0606"))
    assert [hex_ for piece, hex_ in placing.placements(made) if piece == "B-1"] == ["0606"]


@pytest.mark.parametrize("setup", [None, 7, "x", [1, {"hex": 3}, {"hex": "0101", "units": 5}]])
def test_whatever_stands_in_the_set_up_a_piece_is_put_down(setup: Any) -> None:
    made = put_down(BASE | {"setup": setup}, ORDER, {"A-1": "units"}, Hex("0101"))
    assert where(made) == {"A-1": "0101"}
    if isinstance(setup, list):
        assert all(one in made["setup"] for one in setup)


def test_all_go_as_far_as_one_and_none_leaves_the_sheet() -> None:
    grid = Grid(6, 6)
    stands = {"a": Hex("0202"), "b": Hex("0303")}
    found = shifted(grid, stands, Hex("0202"), Hex("0302"))
    assert found is not None
    assert found["a"] == "0302"
    assert grid.distance(found["a"], found["b"]) == grid.distance(Hex("0202"), Hex("0303"))
    assert shifted(grid, stands, Hex("0303"), Hex("0606")) is not None
    assert shifted(grid, stands, Hex("0202"), Hex("0606")) is None


def test_lists_and_holders_come_and_go() -> None:
    made = listed(BASE, ORDER, "reduced", ["B-1", "A-1"], is_on=True)
    assert made["reduced"] == ["A-1", "B-1"]
    assert list(made) == ["id", "setup", "reduced", "notes"]
    assert is_same(listed(made, ORDER, "reduced", ["A-1", "B-1"], is_on=False), BASE)
    mine = held(BASE, ORDER, Hex("0101"), "french")
    assert holder_of(mine, Hex("0101")) == "french"
    assert holder_of(held(mine, ORDER, Hex("0101"), "allied"), Hex("0101")) == "allied"
    assert is_same(held(mine, ORDER, Hex("0101"), None), BASE)


PIECES = st.dictionaries(st.sampled_from(["A-1", "A-2", "B-1", "C-9"]), st.just("units"))
HEXES = st.sampled_from([Hex("0101"), Hex("0102"), Hex("0203"), Hex("0909")])


@given(st.lists(st.tuples(PIECES, HEXES | st.none())))
def test_each_piece_stands_where_it_was_put_last(steps: list[tuple[Any, Hex | None]]) -> None:
    scenario, known = BASE, where(BASE)
    for pieces, hex_ in steps:
        if hex_ is None:
            scenario = taken_up(scenario, ORDER, set(pieces))
            known = {piece: at for piece, at in known.items() if piece not in pieces}
        else:
            scenario = put_down(scenario, ORDER, pieces, hex_)
            known |= dict.fromkeys(pieces, hex_)
    assert where(scenario) == known
    assert sorted(dict(placing.placements(scenario))) == sorted(known)
    assert scenario["notes"] is BASE["notes"]


# -- the table


def test_the_table_of_a_shipped_battle_is_that_of_the_game() -> None:
    draft, kit = read("brienne"), kit_named("nlc")
    top = table_top_of(draft, kit)
    state = kit.set_up(kit.battle("brienne"))
    assert {u.id: u.hex for u in top.state.on_map()} == {u.id: u.hex for u in state.on_map()}
    assert {x: one.hex for x, one in top.state.leaders.items()} == {
        x: one.hex for x, one in state.leaders.items()
    }
    waits = {piece: top.wait_of(piece)[0] for _, pieces in top.waiting() for piece in pieces}
    assert Waits.PLACE not in waits.values()
    assert waits["FR-GC-01"] is Waits.TURN
    assert top.wait_of("FR-2-03") == (Waits.TURN, 1)


def test_a_step_changes_only_what_it_moves() -> None:
    draft, kit = read("first-steps"), kit_named("nlc")
    top = table_top_of(draft, kit)
    piece, hex_ = next((p, h) for p, h in top.hexes.items() if p in top.battle.units)
    goal = next(iter(top.battle.battlefield.grid.neighbours[hex_]))
    after = draft.having("scenario", moved(draft.scenario, ORDER, {piece: goal}, top.kinds))
    new = table_top_of(after, kit, top)
    assert new.battle is top.battle
    changed = [u for u in new.state.units.values() if u is not top.state.units[u.id]]
    assert [unit.id for unit in changed] == [piece]
    assert piece in new.pieces_in(goal)
    assert table_top_of(after, kit, new) is new


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["0101", "A-1", "french", "x", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["hex", "units", "leaders", "id", "side", "name", "turn", "entry"]),
            inner,
        )
    ),
    max_leaves=8,
)


@given(st.sampled_from(["map", "forces", "scenario"]), st.data())
def test_a_table_is_laid_whatever_is_wrong(part: Any, data: st.DataObject) -> None:
    draft, kit = read("first-steps"), kit_named("nlc")
    fields = sorted(draft.part(part))
    broken = {name: data.draw(JSON) for name in data.draw(st.sets(st.sampled_from(fields)))}
    kept = {k: v for k, v in draft.part(part).items() if data.draw(st.booleans()) or k in broken}
    top = table_top_of(draft.having(part, kept | broken), kit)
    assert len(top.battle.sides) == 2
    assert list(top.waiting()) is not None
    assert top.markers() is not None
    assert all(unit.hex in top.battle.battlefield.grid for unit in top.state.on_map())


@pytest.mark.parametrize("game", on_maps())
def test_an_empty_draft_has_a_table(game: str) -> None:
    top = table_top_of(Draft(), kit_named(game))
    assert not top.kinds
    assert list(top.battle.sides) == ["blue", "red"]


@pytest.mark.parametrize("value", [[], {}, 3, None, ["0101"], "9999"])
def test_a_value_of_any_kind_does_no_harm(value: Any) -> None:
    draft = read("first-steps")
    odd = [{"hex": value, "side": value, "entry": value, "turn": value, "units": [value, "FR-1"]}]
    names = ("setup", "control", "supply_sources", "arrivals", "orders")
    draft = draft.having("scenario", draft.scenario | dict.fromkeys(names, odd))
    formations = [{**one, "side": value} for one in draft.forces["formations"]]
    for forces in (draft.forces, draft.forces | {"formations": formations, "side_names": value}):
        top = table_top_of(draft.having("forces", forces), kit_named("nlc"))
        assert not top.markers().sites.control
        assert not top.hexes


@pytest.mark.parametrize("player", [1.5, True, [], {}, None, "No Slug"])
def test_a_fault_among_several_types_is_told_at_its_place(player: Any) -> None:
    raw, found = read("brienne").scenario, list[Finding]()
    par = {"side": "french", "vp": 1, "spread": 1, "games": 20, "player": player}
    raw = raw | {"briefing": raw["briefing"] | {"par": par}}
    assert salvage(ScenarioFile, raw, Pen("s", found)).record is not None
    assert [finding.place for finding in found][:1] == ["briefing.par.player"]


def test_half_a_file_of_forces_gives_half_the_counters() -> None:
    draft = read("first-steps")
    formations = [dict(one) for one in draft.forces["formations"]]
    formations[0]["units"] = [{"id": 7}, *formations[0]["units"][1:]]
    top = table_top_of(draft.having("forces", {"formations": formations}), kit_named("nlc"))
    whole = table_top_of(draft, kit_named("nlc"))
    assert len(top.battle.units) == len(whole.battle.units) - 1


def test_ids_twice_and_dates_that_never_were_do_no_harm() -> None:
    draft = read("first-steps")
    formations = [*draft.forces["formations"], *draft.forces["formations"]]
    draft = draft.having("forces", draft.forces | {"formations": formations})
    draft = draft.having("scenario", draft.scenario | {"date": "0000-99-99"})
    top = table_top_of(draft, kit_named("nlc"))
    assert len(top.kinds) == len(set(top.kinds))

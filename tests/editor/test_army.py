"""What is done to forces: ids, sums, the tree, and every place that names what changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.app.games import sections
from hexwar.editor import proposals
from hexwar.editor.army import (
    LEADERS,
    OFF_MAP,
    UNITS,
    Line,
    at,
    blank,
    formations,
    ids,
    outline,
    places,
    put_at,
    sums_of,
    superiors,
    text,
)
from hexwar.editor.borrow import borrowed, read_forces, shipped
from hexwar.editor.checks import Checks
from hexwar.editor.counterfaces import faces_at
from hexwar.editor.document import Draft
from hexwar.editor.files import Files
from hexwar.editor.mentions import mentions
from hexwar.editor.muster import (
    added,
    added_formation,
    changed,
    duplicated,
    moved_formation,
    moved_rows,
    names_at,
    put_under,
    removed,
    shifted,
)
from hexwar.engine import Refusal
from hexwar.resources import scenarios
from hexwar.scenario.form import Kind
from hexwar.systems.nlc.kit import NLC
from hexwar.widgets.counters.faces import CounterFace, LeaderFace

SCHEMA = NLC.form.schema


def battle(name: str) -> Draft:
    """A battle of the program."""
    return Files.read(scenarios() / name)[0]


def errors(draft: Draft) -> list[str]:
    """What is wrong, but for new forces that are set up nowhere yet."""
    found = [p.sentence for p in Checks(sections()).problems(draft) if p.is_error]
    return [told for told in found if " is nowhere: " not in told]


def said(draft: Draft) -> str:
    return json.dumps([draft.forces, draft.scenario], ensure_ascii=False)


def place_of(draft: Draft, id_: str) -> tuple[str | int, ...]:
    every = [*places(draft.forces, UNITS), *places(draft.forces, LEADERS)]
    every += [("formations", i) for i, _ in formations(draft.forces)]
    return next(place for place in every if at(draft.forces, place)["id"] == id_)


# -- ids wherever they are named


@pytest.mark.parametrize(("name", "roll"), [("brienne", UNITS), ("champaubert", LEADERS)])
def test_a_renamed_piece_is_renamed_everywhere_and_the_battle_stays_valid(
    name: str, roll: Any
) -> None:
    draft = battle(name)
    assert errors(draft) == []
    for place in places(draft.forces, roll)[:2]:
        old = at(draft.forces, place)["id"]
        after, refused = changed(draft, SCHEMA, [(place, "id", "ZZ-99")])
        assert refused == ()
        assert f'"{old}"' not in said(after)
        assert said(after) == said(draft).replace(f'"{old}"', '"ZZ-99"')
        assert errors(after) == []


def test_a_renamed_formation_keeps_those_under_it_and_its_orders() -> None:
    draft = battle("brienne")
    for id_ in ("FR-GRO", "CO-SAC", "FR-2"):
        after, _ = changed(draft, SCHEMA, [(place_of(draft, id_), "id", "ZZ")])
        assert said(after) == said(draft).replace(f'"{id_}"', '"ZZ"')
    assert changed(draft, SCHEMA, [(place_of(draft, "FR-2"), "id", "FR-2")])[0].is_same(draft)


def test_two_ids_can_be_exchanged_in_one_step() -> None:
    draft = battle("brienne")
    one, two = places(draft.forces, UNITS)[:2]
    a, b = (at(draft.forces, place)["id"] for place in (one, two))
    after, refused = changed(draft, SCHEMA, [(one, "id", b), (two, "id", a)])
    assert refused == ()
    swapped = said(draft).replace(f'"{a}"', "?").replace(f'"{b}"', f'"{a}"').replace("?", f'"{b}"')
    assert said(after) == swapped


def test_an_id_that_is_taken_or_missing_is_not_given() -> None:
    draft = battle("brienne")
    one, two = places(draft.forces, UNITS)[:2]
    taken = at(draft.forces, two)["id"]
    after, refused = changed(draft, SCHEMA, [(one, "id", taken), (one, "men", 7)])
    assert refused == (f"The id {taken} is taken.",)
    assert at(after.forces, one)["men"] == 7
    assert at(after.forces, one)["id"] == at(draft.forces, one)["id"]
    assert changed(draft, SCHEMA, [(one, "id", None)])[1] == ("Nothing goes without an id.",)


def test_of_two_records_with_one_id_the_other_keeps_what_names_it() -> None:
    draft = battle("brienne")
    one, two = places(draft.forces, UNITS)[:2]
    id_ = at(draft.forces, one)["id"]
    doubled = draft.having("forces", put_at(draft.forces, (*two, "id"), id_))
    after, refused = changed(doubled, SCHEMA, [(two, "id", "NEW")])
    assert refused == ()
    assert after.scenario == doubled.scenario
    assert at(after.forces, one)["id"] == id_
    assert removed(doubled, SCHEMA, [two]).scenario == doubled.scenario


@pytest.mark.parametrize("name", ["brienne", "champaubert", "la-rothiere"])
def test_a_removed_unit_is_nowhere_any_more(name: str) -> None:
    draft = battle(name)
    for place in places(draft.forces, UNITS):
        id_ = at(draft.forces, place)["id"]
        after = removed(draft, SCHEMA, [place])
        assert f'"{id_}"' not in said(after)
        assert all(
            spot.get("units") or spot.get("leaders") for spot in after.scenario.get("setup", [])
        )


def test_a_removed_formation_takes_its_pieces_orders_and_bonds_along() -> None:
    draft = battle("brienne")
    place = place_of(draft, "CO-SAC")
    count = mentions(draft, SCHEMA, names_at(draft.forces, [place]))
    assert count["setup"] == 1  # its leader
    assert count["formations"] == 3  # two corps are under it, and the army's commander may order it
    after = removed(draft, SCHEMA, [place])
    assert "CO-SAC" not in said(after)
    assert "assigned_to" not in at(after.forces, place_of(after, "CO-6"))
    assert len(formations(after.forces)) == len(formations(draft.forces)) - 1


def test_a_step_of_an_order_outlives_the_formation_that_it_aims_at() -> None:
    draft = battle("brienne")
    steps = [{"verb": "attack", "target": "0913", "target_formation": "FR-GC"}]
    orders = [{"formation": "CO-9", "steps": steps}, {"formation": "FR-GC", "steps": steps}]
    rule = {"id": "some-rule", "text": "x", "formations": ["FR-GC"]}
    scenario = draft.scenario | {"orders": orders, "special_rules": [rule], "exhausted": ["FR-GC"]}
    after = removed(draft.having("scenario", scenario), SCHEMA, [place_of(draft, "FR-GC")])
    assert after.scenario["orders"] == [
        {"formation": "CO-9", "steps": [{"verb": "attack", "target": "0913"}]}
    ]
    assert after.scenario["special_rules"] == [{"id": "some-rule", "text": "x"}]
    assert "exhausted" not in after.scenario


# -- records come and go


def test_new_units_get_ids_and_lasting_names_of_their_own() -> None:
    forces = battle("brienne").forces
    index = place_of(Draft(forces=forces), "FR-2")[1]
    assert isinstance(index, int)
    rows = [
        proposals.completed_unit({"name": name, "men": 2500}) for name in ("A (Ney)", "A (Ney)")
    ]
    made = added(forces, UNITS, index, rows)
    assert not isinstance(made, Refusal)
    after, where = made
    first, second = (at(after, place) for place in where)
    assert (first["id"], second["id"]) == ("FR-2-07", "FR-2-08")
    assert (first["slug"], second["slug"]) == ("fr-2-ney", "fr-2-ney-2")
    assert list(first)[:4] == ["id", "slug", "name", "arm"]
    assert (first["sp"], first["reduced_sp"], first["steps"]) == (4, 2, 2)
    assert errors(battle("brienne").having("forces", after)) == []
    many = [{"name": "x"}] * 100
    assert added(forces, UNITS, index, many) == Refusal(
        "There would be too many units: at most 100.", ""
    )


def test_new_leaders_and_formations_fit_the_battle() -> None:
    draft = battle("brienne")
    made = added_formation(draft.forces, "allied", beside=12)
    assert not isinstance(made, Refusal)
    forces, index = made
    new = forces["formations"][index]
    assert (index, new["id"], new["side"], new["nation"]) == (13, "CO-1", "allied", "Russian")
    rows = [proposals.completed_leader({"name": "Toll"}, "corps")]
    with_leader = added(forces, LEADERS, index, rows)
    assert not isinstance(with_leader, Refusal)
    assert at(with_leader[0], with_leader[1][0])["id"] == "CO-1-L"
    assert errors(draft.having("forces", with_leader[0])) == []


def test_a_copy_of_a_formation_has_ids_of_its_own() -> None:
    draft = battle("brienne")
    made = duplicated(draft.forces, 4)
    assert not isinstance(made, Refusal)
    forces, index = made
    old, new = forces["formations"][4], forces["formations"][index]
    assert [u["id"] for u in new["units"]][:2] == ["FR-2-2-01", "FR-2-2-02"]
    assert new["leaders"][0]["id"] == "FR-2-2-L"
    assert [u["name"] for u in new["units"]] == [u["name"] for u in old["units"]]
    assert max(ids(forces).values()) == 1
    assert errors(draft.having("forces", forces)) == []


def test_rows_change_places_and_formations() -> None:
    forces = battle("brienne").forces
    first, second, third = places(forces, UNITS, {4})[:3]
    after, where = shifted(forces, [second, third], -1)
    assert where == (first, second)
    assert [at(after, p)["id"] for p in (first, second, third)] == ["FR-2-02", "FR-2-03", "FR-2-01"]
    assert shifted(forces, [first, second], -1) == (forces, (first, second))
    moved = moved_rows(forces, UNITS, [first, third], 5)
    assert not isinstance(moved, Refusal)
    assert [at(moved[0], p)["id"] for p in moved[1]] == ["FR-2-01", "FR-2-03"]
    assert ids(moved[0]) == ids(forces)


def test_formations_change_places_and_superiors() -> None:
    forces = battle("brienne").forces
    after, index = moved_formation(forces, 4, -1)
    assert after["formations"][index]["id"] == "FR-2"
    assert after["formations"][4]["id"] == "FR-GC"  # FR-5C between is under a wing
    wing = Line("", sums_of(()), (), formation=1, side="french")
    under = put_under(forces, 4, wing)
    assert not isinstance(under, Refusal)
    assert under["formations"][4]["assigned_to"] == "FR-GRO"
    assert isinstance(put_under(under, 1, Line("", sums_of(()), (), 4, "french")), Refusal)
    free = put_under(under, 4, Line("", sums_of(()), (), side="allied", army="bohemia"))
    assert not isinstance(free, Refusal)
    assert text(free["formations"][4], "army") == "bohemia"
    assert "assigned_to" not in free["formations"][4]


# -- the tree


def _walk(lines: tuple[Line, ...]) -> list[Line]:
    return [one for line in lines for one in (line, *_walk(line.lines))]


@pytest.mark.parametrize("name", ["brienne", "la-rothiere", "three-battles", "first-steps"])
def test_the_tree_has_every_formation_once_and_sums_that_agree(name: str) -> None:
    forces = battle(name).forces
    lines = outline(forces)
    assert [line.title for line in lines] == ["French", "Coalition"]
    found = [line.formation for line in _walk(lines) if line.formation is not None]
    assert sorted(found) == list(range(len(forces["formations"])))
    units = [at(forces, place) for place in places(forces, UNITS)]
    assert lines[0].sums + lines[1].sums == sums_of(units)


def test_wings_and_armies_stand_over_their_formations() -> None:
    forces = battle("brienne").forces
    allied = outline(forces)[1]
    assert [line.title for line in allied.lines] == ["Army: Silesia", "Army: Bohemia"]
    wing = next(line for line in _walk((allied,)) if line.title == "Sacken wing")
    assert [line.title for line in wing.lines] == ["VI Corps", "XI Corps"]
    assert wing.sums.sp == 30


def test_a_circle_of_formations_hides_none() -> None:
    forces = blank({"a": "A", "b": "B"})
    ring = [
        {"id": "X", "side": "a", "assigned_to": "Y"},
        {"id": "Y", "side": "a", "assigned_to": "X"},
        {"id": "Z", "side": "a", "assigned_to": "Y"},
        {"id": "X", "side": "a", "assigned_to": "X"},
    ]
    forces = forces | {"formations": ring}
    assert superiors(forces)[2] is not None
    found = [line.formation for line in _walk(outline(forces)) if line.formation is not None]
    assert sorted(found) == [0, 1, 2, 3]


# -- proposals


def test_strengths_are_proposed_as_the_battles_of_the_program_have_them() -> None:
    wrong = []
    for id_, folder in shipped():
        forces = read_forces(folder)
        assert not isinstance(forces, Refusal)
        for place in places(forces[1], UNITS):
            unit = at(forces[1], place)
            told = proposals.strength(unit)
            if told and told["sp"] != unit["sp"]:
                wrong.append((id_, unit["id"], told))
    assert wrong == []
    assert proposals.strength({"arm": "infantry", "men": 899})["sp"] == 1
    assert proposals.strength({"arm": "infantry", "men": 900}) == {
        "sp": 2,
        "reduced_sp": 1,
        "steps": 2,
    }
    assert proposals.strength({"arm": "infantry", "men": 3000})["reduced_sp"] == 3
    assert proposals.strength({"arm": "foot artillery", "men": 900, "guns": 12})["sp"] == 2
    assert proposals.strength({"arm": "foot artillery", "guns": 12})["steps"] == 1
    assert proposals.strength({"arm": "baggage train"}) == {"sp": 0, "reduced_sp": None, "steps": 0}
    assert proposals.strength({"arm": "infantry"}) == {}


def test_the_level_of_demoralization_is_proposed_by_its_rule() -> None:
    units = [{"sp": 13}, {"sp": 8}]
    assert proposals.demoralization({"units": units}, None) == 9  # 8.4, rounded up
    assert proposals.demoralization({"units": [{"sp": 2}]}, {}) == 5
    assert proposals.demoralization({"units": units}, {"demoralization.percent": 50}) == 11
    assert proposals.demoralization({"units": []}, None) is None


# -- another battle's formations


def test_formations_of_another_battle_come_with_what_they_need() -> None:
    draft, other = battle("brienne"), battle("champaubert").forces
    chosen = tuple(i for i, _ in formations(other))
    made = borrowed(draft.forces, other, chosen, {"french": "french", "allied": "allied"})
    assert not isinstance(made, Refusal)
    forces, where = made
    assert len(where) == len(chosen)
    assert max(ids(forces).values()) == 1
    told = errors(draft.having("forces", forces))
    assert all(" has no special rule " in one for one in told)  # these are the scenario's own
    again = borrowed(blank({}), other, chosen, {})
    assert not isinstance(again, Refusal)
    assert at(again[0], ("side_names",)) == other["side_names"]
    assert [f["id"] for f in again[0]["formations"]] == [f["id"] for f in other["formations"]]


def test_what_holds_no_forces_is_told_in_a_sentence(tmp_path: Any) -> None:
    (tmp_path / "forces.json").write_text("[1,")
    for path in (
        tmp_path / "forces.json",
        tmp_path / "none.json",
        scenarios() / "maps/brienne.json",
    ):
        told = read_forces(path)
        assert isinstance(told, Refusal)
        assert "holds no forces" in told.sentence


# -- counters, and drafts with any fault


def test_counters_look_as_in_the_game() -> None:
    forces = battle("brienne").forces
    full, reduced = faces_at(forces, place_of(Draft(forces=forces), "FR-2-01"))
    assert isinstance(full, CounterFace)
    assert isinstance(reduced, CounterFace)
    assert (full.name, full.mark.short, full.strength, full.reduced) == ("Jamin", "II", 5, False)
    assert (reduced.strength, reduced.reduced) == (3, True)
    (ney,) = faces_at(forces, place_of(Draft(forces=forces), "FR-YG-L"))
    assert isinstance(ney, LeaderFace)
    assert (ney.name, ney.rating) == ("Ney", "(4)")
    assert len(faces_at(forces, place_of(Draft(forces=forces), "FR-2-04"))) == 1  # one step


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 200)
    | st.sampled_from(["", "FR-2", "()", "x", "a"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "side", "units", "name", "arm", "formations", "leaders"]), inner
        )
    ),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_no_fault_of_a_draft_stops_the_editor(data: st.DataObject) -> None:
    draft = battle("first-steps")
    spots = [("formations",), ("formations", 0), ("side_names",), ("off_map",), ("formations", 1)]
    spots += [("formations", 0, f) for f in (*draft.forces["formations"][0], "x")]
    spots += [
        ("formations", 0, "units", 0, f) for f in ("name", "arm", "flags", "sp", "id", "steps")
    ]
    spots += [("formations", 0, "leaders", 0, f) for f in ("name", "role", "ratings", "special")]
    forces = draft.forces
    for spot in data.draw(st.lists(st.sampled_from(spots), max_size=4)):
        if at(forces, spot[:-1]) is not None:
            forces = put_at(forces, spot, data.draw(JUNK))
    broken = draft.having("forces", forces)
    outline(forces)
    for roll in (UNITS, LEADERS, OFF_MAP):
        for place in places(forces, roll):
            faces_at(forces, place)
            changed(broken, SCHEMA, [(place, "id", "NEW"), (place, "men", "many")])
            removed(broken, SCHEMA, [place])
    for index, formation in formations(forces):
        added(forces, UNITS, index, [{}])
        duplicated(forces, index)
        moved_formation(forces, index, 1)
        proposals.demoralization(formation, [])
        removed(broken, SCHEMA, [("formations", index)])
        borrowed(forces, draft.forces, [0], {})
        borrowed(draft.forces, forces, [index], {})


def test_unknown_fields_and_the_order_of_keys_stay() -> None:
    draft = battle("first-steps")
    place = places(draft.forces, UNITS)[0]
    odd = put_at(draft.forces, (*place, "colour"), {"of": ["coats"]})
    after, _ = changed(
        draft.having("forces", odd), SCHEMA, [(place, "guns", 2), (place, "id", "N")]
    )
    unit = at(after.forces, place)
    assert unit["colour"] == {"of": ["coats"]}
    keys = [key for key in UNITS.record.model_fields if key in unit]
    assert [key for key in unit if key != "colour"] == keys
    assert mentions(draft, SCHEMA, frozenset({(Kind.UNIT, "nobody")})) == {}

"""Steps that are kept over a restart: the same to the last byte, and never of another file."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.editor import history
from hexwar.editor.document import Document, Draft
from hexwar.editor.history import document_of, keep, name_of, patch, patched
from hexwar.scenario.writing import to_text
from tests.editor.test_document import ACTS, STROKES, Act, shipped

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON, JSON)
@settings(max_examples=200, deadline=None)
def test_a_change_turns_one_value_into_the_other(before: Any, after: Any) -> None:
    found = patched(before, json.loads(json.dumps(patch(before, after))))
    assert json.dumps(found) == json.dumps(after)  # the order of keys too


def noted(number: int) -> Act:
    """A long note, which is another for each number."""
    return lambda map_: map_ | {"notes": [f"{number} " * 300]}


def worked_on(plan: list[tuple[Act, int | None]], back: int) -> Document:
    """A document with some steps, a few of them taken back."""
    document = Document(Draft(map=shipped("proving-ground")))
    for act, stroke in plan:
        document.do("a step", document.draft.having("map", act(document.draft.map)), stroke)
    for _ in range(back):
        document.undo()
    return document


@given(st.lists(st.tuples(ACTS, STROKES), min_size=1, max_size=12), st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_undo_survives_a_restart(
    tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[Act, int | None]], back: int
) -> None:
    folder = tmp_path_factory.mktemp("history")
    first = worked_on(plan, back)
    keep(first, folder)
    second = document_of(Draft(map=json.loads(to_text(first.draft.map))), folder)
    assert [step.words for step in second.done] == [step.words for step in first.done]
    for way in ("undo", "redo"):
        while getattr(first, way)() is None:
            assert getattr(second, way)() is None
            assert to_text(second.draft.map) == to_text(first.draft.map)
        assert getattr(second, way)() is not None


def test_steps_beside_the_files_are_taken_back_in_turn_and_not_kept(tmp_path: Path) -> None:
    document, told = worked_on([(noted(1), None)], 0), list[str]()
    acts = (partial(told.append, "back"), partial(told.append, "again"))
    document.do_beside("beside", *acts)
    document.do("a step", document.draft.having("map", noted(2)(document.draft.map)))
    document.do_beside("beside", *acts)
    for _ in range(3):
        assert document.undo() is None
    assert told == ["back", "back"]
    assert document.redo() is None
    assert told == ["back", "back", "again"]
    keep(document, tmp_path)
    kept = document_of(document.draft, tmp_path)
    assert ([s.words for s in kept.done], len(kept.undone)) == (["a step"], 1)
    document.forget_beside()
    assert ([s.words for s in document.done], len(document.undone)) == (["a step"], 1)


def test_a_history_of_another_file_or_a_broken_one_is_not_taken_up(tmp_path: Path) -> None:
    document = worked_on([(noted(1), None)], 0)
    keep(document, tmp_path)
    assert document_of(document.draft, tmp_path).done
    changed = document.draft.having("map", document.draft.map | {"name": "A third"})
    assert not document_of(changed, tmp_path).done
    path = tmp_path / name_of(document.draft)
    whole = json.loads(path.read_text("utf-8"))
    for broken in (
        "",
        "[]",
        "{}",
        json.dumps(whole | {"done": 7}),
        json.dumps(whole | {"steps": 1}),
    ):
        path.write_text(broken, "utf-8")
        assert not document_of(document.draft, tmp_path).done
    other = whole | {"steps": [{"words": "x", "parts": {"map": {"in": {"no": {"in": {}}}}}}]}
    path.write_text(json.dumps(other), "utf-8")
    assert not document_of(document.draft, tmp_path).done


def test_a_history_stays_within_its_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_BYTES", 30_000)
    monkeypatch.setattr(history, "MOST_KEPT", 2)
    for count in (1, 2, 3):
        document = worked_on([(noted(n), None) for n in range(40 + count)], 0)
        keep(document, tmp_path)
        path = tmp_path / name_of(document.draft)
        assert path.stat().st_size <= 30_000
        again = document_of(document.draft, tmp_path)
        assert 5 < len(again.done) < 40
    assert len(list(tmp_path.glob("*.json"))) == 2

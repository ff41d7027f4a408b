"""A whole battle that was made with the tools of the editor, from a blank sheet on."""

from __future__ import annotations

from hexwar.editor.sheet import blank
from hexwar.editor.ways import bare_crossings
from hexwar.resources import scenarios
from hexwar.scenario.writing import to_text
from tools.fere.drawing import GRID, drawn
from tools.make_fere import known_par, made, texts


def test_the_files_are_those_that_the_tools_make() -> None:
    for name, text in texts(known_par(scenarios())).items():
        assert text == (scenarios() / name).read_text("utf-8"), f"run tools/make_fere.py: {name}"


def test_no_tool_had_anything_to_object_and_every_crossing_has_its_trestle() -> None:
    hand = drawn()
    assert hand.said == []
    assert bare_crossings(hand.draft.map) == ()


def test_each_stroke_is_a_step_that_goes_back_to_the_blank_sheet() -> None:
    document = made(None)
    end = document.draft
    count = len(document.done)
    while document.undo() is None:
        pass
    assert to_text(document.draft.map) == to_text(blank("Fère-Champenoise", GRID))
    assert (document.draft.forces, document.draft.scenario) == ({}, {})
    while document.redo() is None:
        pass
    assert document.draft is end
    assert len(document.done) == count > 50

"""Words in lines: every word is set, within the width, and the count of lines is the truth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication

from hexwar.messages import joined
from hexwar.text import Run, Text, die, link, text
from hexwar.widgets.fonts import SANS, font
from hexwar.widgets.log.layout import Typesetter, count_lines

DIE = 20.0


@pytest.fixture(scope="module")
def setter(qapp: QGuiApplication) -> Typesetter:
    return Typesetter(font(SANS, 14), DIE)


words = st.text(
    st.characters(max_codepoint=0x17F, exclude_categories=["C"])
    | st.sampled_from("–−½→…\u2009\u3000"),
    max_size=30,
)
"""Of scripts that the log writes: those that it does not have Qt must look for in other fonts."""
runs = st.one_of(
    words.map(Run),
    words.map(lambda told: Run(told, "hex:0101")),
    st.integers(1, 6).map(lambda pips: Run(str(pips), is_die=True)),
)
texts = st.lists(runs, max_size=8).map(lambda made: Text(tuple(made)))


@given(told=texts, width=st.floats(20, 600))
def test_lines_are_counted_as_they_are_set(setter: Typesetter, told: Text, width: float) -> None:
    lines = setter.lay_out(told, width)

    assert lines.count == count_lines(setter.spans(told), width)
    assert "".join(piece.words for piece in lines.pieces).split() == told.plain.split()


@given(told=texts, width=st.floats(20, 600))
def test_no_line_is_too_long_that_could_break(setter: Typesetter, told: Text, width: float) -> None:
    lines = setter.lay_out(told, width)

    for number in range(lines.count):
        here = [piece for piece in lines.pieces if piece.line == number]
        if here and here[-1].left + here[-1].width > width + 0.01:
            assert " " not in "".join(piece.words for piece in here).strip()


def test_a_stop_stays_with_its_word_and_what_is_under_a_point_is_found(setter: Typesetter) -> None:
    told = "to the " + link("1708", "hex:1708") + ": 4 MP"
    narrow = setter.lay_out(told, setter.lay_out(text("to the 1708"), 1000).pieces[0].width + 1)

    second = next(piece for piece in narrow.pieces if piece.line == 1)
    assert second.words.startswith("1708")

    lines = setter.lay_out("Die " + die(4) + " at " + link("0101", "hex:0101"), 1000)
    last = lines.pieces[-1]

    found = lines.piece_at(last.left + last.width / 2, 0)
    assert found is not None
    assert found.run.link == "hex:0101"
    assert lines.piece_at(last.left + last.width + 5, 0) is None
    assert lines.piece_at(last.left, 1) is None


def test_texts_are_joined_as_lists_are_written() -> None:
    assert joined([]).plain == ""
    assert joined(["a"]).plain == "a"
    assert joined(["a", "b", "c"]).plain == "a, b and c"
    assert not Text()
    assert ("x" + text("y")).plain == "xy"

"""Maps that come with hexwar, drawn again from a blank sheet by the editor's tools."""

from __future__ import annotations

import pytest

from hexwar.resources import scenarios
from hexwar.scenario.writing import to_text
from tests.editor.rebuild import Draughtsman
from tests.editor.test_document import shipped


@pytest.mark.parametrize("name", sorted(p.stem for p in (scenarios() / "maps").glob("*.json")))
def test_a_map_drawn_again_with_the_tools_is_the_same_file(name: str) -> None:
    drawn = Draughtsman(shipped(name)).draw()
    assert to_text(drawn) == (scenarios() / "maps" / f"{name}.json").read_text("utf-8")

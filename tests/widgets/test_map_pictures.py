"""The small pictures of the maps: each map has one, of its present state, and none is large."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImageReader

from hexwar.resources import scenarios
from hexwar.scenario.files import OpenFiles
from hexwar.scenario.schema import MapFile
from hexwar.scenario.summaries import summaries
from hexwar.systems.nlc.section import FILES_ONLY

MAPS = sorted((scenarios() / "maps").glob("*.json"))


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_the_picture_is_small_and_of_the_map_as_it_is(path: Path) -> None:
    """If it is not, tools/make_map_pictures.py paints it anew."""
    picture = path.with_suffix(".png")
    reader = QImageReader(str(picture))
    assert reader.text("Map") == OpenFiles().open(path, MapFile).sha256
    assert max(reader.size().width(), reader.size().height()) == 256
    assert picture.stat().st_size < 150_000


def test_every_battle_has_a_picture_and_counts_its_units() -> None:
    for summary in summaries(FILES_ONLY):
        assert summary.picture is not None
        assert summary.picture.is_file()
        assert all(count > 0 for count in summary.units.values())
    counts = {summary.id: dict(summary.units) for summary in summaries(FILES_ONLY)}
    assert counts["proving-ground"] == {"french": 13, "allied": 17}

"""Pictures of a measured table: `hexwar show`, and those of a report."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from hexwar.app.games import kit_named, new_game
from hexwar.app.main import main
from hexwar.engine import SeededChance
from hexwar.shell.face import face_of
from hexwar.shell.measured_face import MeasuredFace
from hexwar.table.aftermath import Aftermath, Moment

SMALL = "mininap-small"


def shown(path: Path, *words: str) -> QImage:
    """The picture that the command writes."""
    assert main(["show", SMALL, "-o", str(path), *words]) == 0
    return QImage(str(path))


def test_a_table_is_shown_whole_or_from_near(tmp_path: Path) -> None:
    whole = shown(tmp_path / "whole.png", "--size", "320x240")
    near = shown(tmp_path / "near.png", "--size", "320x240", "--center", "18,13", "--zoom", "2")
    assert (whole.width(), whole.height()) == (320, 240)
    assert whole != near


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--center", "0913"), "is not fought on a map of hexes"),
        (("--overlay", "vp"), "is not fought on a map of hexes"),
        (("--center", "9;13"), "a hex as 0913 is needed, or cm as 45,30"),
        (("--size", "16000x16000"), "cannot be made"),
    ],
)
def test_what_a_table_cannot_show_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert main(["show", SMALL, "-o", str(tmp_path / "x.png"), *words]) != 0
    assert sentence in capsys.readouterr().err


def test_a_point_of_a_table_is_no_hex_of_a_map(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["show", "brienne", "-o", str(tmp_path / "x.png"), "--center", "45,30"]
    assert main(words) != 0
    assert "--center" in capsys.readouterr().err


@pytest.mark.usefixtures("qapp")
def test_a_report_has_the_table_at_some_moments() -> None:
    kit, session = kit_named("mininap"), new_game(SMALL, SeededChance("1"))
    state, none = session.state, ()
    moments = (Moment(0, "The beginning", state), Moment(1, "The end", state))
    told = Aftermath(
        state.battle, 1, None, none, none, moments, none, none, none, none, None, none, none, none
    )
    face = face_of(kit)
    assert isinstance(face, MeasuredFace)
    pictures = face.pictures(session.state)
    grounds = pictures.grounds(told)
    bare = [QImage(ground.image) for ground in grounds]
    made = list(pictures.lay(told, grounds))[-1]
    assert len(made) == len(grounds) > 0
    assert all(picture.image != ground for picture, ground in zip(made, bare, strict=True))
    assert grounds[0].image == bare[0]  # it stays bare for the next who asks
    assert made[0].jpeg[:2] == b"\xff\xd8"

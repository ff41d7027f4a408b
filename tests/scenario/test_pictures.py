"""Pictures of leaders: a name in the forces, a file in assets, and nothing that a rule reads."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.scenario.library import load_battle
from hexwar.scenario.pack import contents, install, pack_folder
from hexwar.scenario.pictures import (
    MOST_BYTES,
    MOST_EDGE,
    PictureFault,
    is_picture_name,
    names_in,
    picture_at,
    picture_of,
)
from hexwar.scenario.schema import ForcesFile
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.table.forces import LeaderId
from tests.scenario.drawn import chunk, jpeg, png
from tests.scenario.small import SECTIONS, Small
from tests.systems.nlc.cases import each

PLACE = "formations[3].leaders[0].picture"
LEADER = LeaderId("CO-1-L")


def put(small: Small, data: bytes = b"", name: str = "ney.png", file: str = "") -> Path:
    """Name a picture, and lay one down."""
    small.change("forces", PLACE, name)
    folder = small.folder / "bourg" / "assets"
    folder.mkdir(parents=True, exist_ok=True)
    if data:
        (folder / (file or name)).write_bytes(data)
    return folder


def test_a_leader_has_a_picture_and_nothing_is_said_of_it(small: Small) -> None:
    folder = put(small, png())
    assert small.sentences() == []
    battle = load_battle(small.write(), SECTIONS)
    assert battle.pictures == {LEADER: folder / "ney.png"}


def test_without_the_field_all_is_as_it_was(small: Small) -> None:
    before = load_battle(small.write(), SECTIONS)
    assert before.pictures == {}
    record = ForcesFile.from_raw(small.raw["forces"])
    assert record.to_raw() == json.loads(json.dumps(small.raw["forces"]))
    put(small, png())
    with_one = load_battle(small.write(), SECTIONS).sha256
    put(small, png(9, 9))
    assert load_battle(small.write(), SECTIONS).sha256 == with_one  # of the names, not of pixels


@each(
    "data sentence",
    (b"", 'there is no picture "ney.png" in the folder assets'),
    (b"GIF89a" + b"\0" * 40, "it is no PNG or JPEG picture"),
    (png()[:-20], "it is damaged, its end is missing"),
    (png().replace(b"IDAT", b"IDAX"), "it is damaged"),
    (png()[:8] + png()[33:], "it is damaged"),
    (b"\x89PNG\r\n\x1a\n", "it is damaged, its end is missing"),
    (png(said=(MOST_EDGE + 1, 9)), "it has 2049 x 9 pixels, where 2048 x 2048 is the limit"),
    (png(said=(2**31, 2**31)), "it has 2147483648 x 2147483648 pixels, where 2048 x 2048"),
    (png(said=(0, 9)), "it is damaged"),
    (jpeg(30_000, 30_000), "it has 30000 x 30000 pixels, where 2048 x 2048 is the limit"),
    (jpeg()[:-2], "it is damaged, its end is missing"),
    (jpeg(passes=200), "it is damaged"),
    (b"\xff\xd8" + b"\0" * 40, "it is damaged"),
    (b"\xff\xd8\xff\xe0", "it is damaged, its end is missing"),
    (png() + b"\0" * MOST_BYTES, "the file is too large"),
)
def test_a_broken_picture_is_warned_of(small: Small, data: bytes, sentence: str) -> None:
    put(small, data)
    (told,) = small.sentences()
    assert told.startswith(f"bourg/forces.json: {PLACE}: warning: ")
    assert sentence in told
    assert load_battle(small.write(), SECTIONS).id == "bourg"  # and is played all the same


def test_a_picture_that_is_a_folder_is_none(small: Small) -> None:
    (put(small) / "ney.png").mkdir()
    assert "there is no picture" in small.sentences()[0]


@each(
    "name",
    *("../ney.png", "assets/ney.png", "/etc/ney.png", "C:ney.png", "..png", ".ney.png", "ney.gif"),
    *("ney", "", " ney.png", "nul.png", "COM1.jpg", "n\\ey.png", "e\u0301.png"),
    "n" * 100 + ".png",
)
def test_a_name_that_is_a_path_leads_nowhere(small: Small, name: str) -> None:
    assert not is_picture_name(name)
    assert picture_at(name, (small.folder,)) is None
    small.change("forces", PLACE, name)
    (told,) = small.sentences()
    assert told.startswith(f"bourg/forces.json: {PLACE}: warning: ")
    assert "is no plain name of a PNG or JPEG file" in told


@each("name", "ney.png", "Ney.JPG", "ney-3.jpeg", "Ney d'Elchingen (1812).png", "Né.jpg")
def test_a_plain_name_is_one(name: str) -> None:
    assert is_picture_name(name)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_link_leads_out(small: Small, tmp_path: Path) -> None:
    outside = tmp_path / "secret.png"
    outside.write_bytes(png())
    (put(small) / "ney.png").symlink_to(outside)
    assert "there is no picture" in small.sentences()[0]


def test_what_no_pixel_needs_is_not_given_to_the_decoder() -> None:
    bomb = chunk(b"zTXt", b"x\0\0" + b"bomb" * 50)
    picture = picture_of(png(more=bomb))
    assert (picture.form, picture.wide, picture.high) == ("png", 6, 8)
    assert picture.data == png()


@given(
    st.binary(max_size=200),
    st.sampled_from((b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8", png(), jpeg())),
)
def test_whatever_the_bytes_are_there_is_a_picture_or_a_sentence(data: bytes, head: bytes) -> None:
    with suppress(PictureFault):
        picture = picture_of(head + data)
        assert 0 < min(picture.wide, picture.high) <= max(picture.wide, picture.high) <= MOST_EDGE


def test_names_are_found_in_forces_with_faults() -> None:
    leaders = [
        {"picture": "a.png"},
        3,
        {"picture": 4},
        {"picture": "../b.png"},
        {"picture": "a.png"},
    ]
    assert list(names_in({"formations": [None, {"leaders": leaders}, {"leaders": "x"}]})) == [
        "a.png"
    ]
    assert list(names_in({})) == []


def test_a_picture_travels_in_a_package(small: Small, tmp_path: Path) -> None:
    data = png()
    put(small, data)
    path = tmp_path / "bourg.hexpack"
    pieces = pack_folder(small.write().parent, path)
    assert "assets/ney.png" in [piece.name for piece in pieces]
    told = contents(path, FILES_ONLY)
    assert [str(finding) for finding in told.findings] == []
    folder = install(path, tmp_path / "library").folder
    assert (folder / "assets" / "ney.png").read_bytes() == data
    assert load_battle(folder, SECTIONS).pictures == {LEADER: folder / "assets" / "ney.png"}


def test_a_package_tells_of_a_broken_picture(small: Small, tmp_path: Path) -> None:
    put(small, png()[:-9])
    path = tmp_path / "bourg.hexpack"
    pack_folder(small.write().parent, path)
    told = contents(path, FILES_ONLY)
    assert [(f.file, f.place, f.is_error) for f in told.findings] == [("forces.json", PLACE, False)]
    assert told.is_playable


def test_pictures_beside_forces_of_another_folder_travel_too(small: Small, tmp_path: Path) -> None:
    put(small, png())
    small.change("scenario", "forces", "bourg/forces.json")
    other = small.write().parent.parent / "other"
    other.mkdir()
    small.write().replace(other / "scenario.json")
    pieces = pack_folder(other, tmp_path / "other.hexpack")
    assert "assets/ney.png" in [piece.name for piece in pieces]

"""Packages: what is packed comes back, and nothing of a bad one reaches the library."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexwar import resources
from hexwar.app.games import sections
from hexwar.scenario import pack
from hexwar.scenario.errors import ScenarioError
from hexwar.scenario.pack import Contents, Installed, contents, install, pack_folder, write_pack
from hexwar.scenario.summaries import scenario_ids
from hexwar.scenario.validate import validate
from tests.scenario.small import SECTIONS, Small
from tests.systems.nlc.cases import each

Files = dict[str, bytes]


@pytest.fixture
def packed(small: Small, tmp_path: Path) -> Path:
    """The small scenario as a package, with a picture and a note beside it."""
    folder = small.write().parent
    (folder / "scan.jpg").write_bytes(b"a picture" * 100)
    (folder / "assets").mkdir()
    (folder / "assets" / "Né.svg").write_text("<svg/>", "utf-8")
    (folder / "forces.json.bak").write_text("old", "utf-8")
    (folder / ".hidden.json").write_text("{}", "utf-8")
    path = tmp_path / "bourg.hexpack"
    pack_folder(folder, path)
    return path


def files_of(path: Path) -> Files:
    with zipfile.ZipFile(path) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def written(path: Path, files: Files, /, *, lists: bool = True, **head: Any) -> Path:
    """A package of files; its manifest lists them as they are unless it has been told to lie."""
    listed = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
        if name != pack.MANIFEST
    ]
    told = {"format": 1, "kind": "hexpack", "id": "bourg", "name": "Bourg", "system": "nlc"}
    manifest = json.dumps({**told, "files": listed, **head}).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        if lists:
            zipped.writestr(pack.MANIFEST, manifest)
        for name, data in files.items():
            if name != pack.MANIFEST:
                zipped.writestr(name, data)
    return path


def refused(path: Path, library: Path) -> str:
    """What is said of a bad package; nothing of it is left in the library."""
    sentences = set()
    for tried in (lambda: contents(path, SECTIONS), lambda: install(path, library)):
        with pytest.raises(ScenarioError) as raised:
            tried()
        assert str(path) in str(raised.value)
        sentences.add(str(raised.value).removeprefix(f"{path}: "))
        assert not library.exists() or not list(library.iterdir())
    assert len(sentences) == 1
    return sentences.pop()


# -- there and back


def test_a_package_tells_what_it_contains(packed: Path) -> None:
    found = contents(packed, SECTIONS)
    names = ["assets/Né.svg", "forces.json", "map.json", "scan.jpg", "scenario.json"]
    assert [piece.name for piece in found.pieces] == names
    assert found.size == sum(len(data) for name, data in files_of(packed).items()) - len(
        files_of(packed)[pack.MANIFEST]
    )
    assert (found.id, found.system, found.findings) == ("bourg", "nlc", ())
    assert found.date.endswith("1814")
    assert (found.turns > 0, found.units > 0, len(found.side_names)) == (True, True, 2)
    assert found.is_playable


def test_what_is_added_is_what_was_packed(packed: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    done = install(packed, library)
    assert (done.is_done, done.folder) == (True, library / "bourg")
    laid = {
        file.relative_to(done.folder).as_posix(): file.read_bytes()
        for file in done.folder.rglob("*")
        if file.is_file()
    }
    before = files_of(packed)
    del before[pack.MANIFEST]
    assert laid == before
    assert not [finding for finding in validate([done.folder], SECTIONS) if finding.is_error]
    assert [path.name for path in library.iterdir()] == ["bourg"]


def test_the_same_files_make_the_same_bytes(packed: Path, small: Small, tmp_path: Path) -> None:
    folder = small.folder / "bourg"
    os.utime(folder / "scan.jpg", (1, 1))
    again = tmp_path / "again.hexpack"
    pack_folder(folder / "scenario.json", again)
    assert again.read_bytes() == packed.read_bytes()
    assert zipfile.ZipFile(again).namelist()[0] == pack.MANIFEST
    assert not list(tmp_path.glob("*.tmp"))


def test_what_is_packed_of_an_added_battle_is_the_package_again(
    packed: Path, tmp_path: Path
) -> None:
    done = install(packed, tmp_path / "library")
    pack_folder(done.folder, tmp_path / "again.hexpack")
    assert (tmp_path / "again.hexpack").read_bytes() == packed.read_bytes()


@pytest.mark.parametrize("name", scenario_ids())
def test_every_scenario_can_be_packed_and_added(name: str, tmp_path: Path) -> None:
    shelf, path = resources.scenarios(), tmp_path / "it.hexpack"
    pack_folder(shelf / name, path, shelf)
    found = contents(path, sections())
    assert (found.id, found.findings) == (name, ())
    assert "map.png" in [piece.name for piece in found.pieces]
    assert install(path, tmp_path / "library").is_done


def test_another_battle_is_not_overwritten_unasked(packed: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    (library / "bourg").mkdir(parents=True)
    (library / "bourg" / "mine.txt").write_text("mine", "utf-8")
    done = install(packed, library)
    assert (done.is_done, done.folder) == (False, library / "bourg")
    assert [file.name for file in (library / "bourg").iterdir()] == ["mine.txt"]
    assert install(packed, library, replaces=True).is_done
    assert not (library / "bourg" / "mine.txt").exists()
    assert [path.name for path in library.iterdir()] == ["bourg"]


def test_both_are_kept_under_names_of_their_own(packed: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    assert install(packed, library, keeps_both=True).folder == library / "bourg"
    first = (library / "bourg" / "scenario.json").read_bytes()
    for number in (2, 3):
        done = install(packed, library, keeps_both=True)
        assert done == Installed(library / f"bourg-{number}")
        told = json.loads((done.folder / "scenario.json").read_text("utf-8"))
        assert told == json.loads(first) | {"id": f"bourg-{number}"}
        assert (done.folder / "map.json").read_bytes() == (library / "bourg/map.json").read_bytes()
    assert (library / "bourg" / "scenario.json").read_bytes() == first
    for number in range(4, 12):
        (library / f"bourg-{number}").mkdir()
    assert install(packed, library, keeps_both=True).folder == library / "bourg-12"
    assert pack._free_id("a" * 64, library) == "a" * 64
    (library / ("a" * 64)).mkdir()
    assert pack._free_id("a" * 64, library) == "a" * 62 + "-2"


def test_what_stood_there_stays_where_it_cannot_be_replaced(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library"
    (library / "bourg").mkdir(parents=True)
    (library / "bourg" / "mine.txt").write_text("mine", "utf-8")
    rename = Path.rename

    def fails(path: Path, target: Path) -> Path:
        if path.name == "bourg" and path.parent != library:
            raise OSError(28, "no space left")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(ScenarioError, match="cannot be added: no space left"):
        install(packed, library, replaces=True)
    monkeypatch.undo()
    assert (library / "bourg" / "mine.txt").read_text("utf-8") == "mine"
    assert [path.name for path in library.iterdir()] == ["bourg"]


def test_faults_of_the_battle_are_told_and_it_can_still_be_added(
    small: Small, tmp_path: Path
) -> None:
    small.change("scenario", "setup[0].hex", "9999")
    path = tmp_path / "bourg.hexpack"
    pack_folder(small.write(), path)
    found = contents(path, SECTIONS)
    assert not found.is_playable
    assert {finding.file for finding in found.findings} == {"scenario.json"}
    assert install(path, tmp_path / "library").is_done


def test_a_battle_whose_date_is_none_is_told_without_it(small: Small, tmp_path: Path) -> None:
    small.change("scenario", "date", "1814-45-99")
    pack_folder(small.write(), tmp_path / "bourg.hexpack")
    assert contents(tmp_path / "bourg.hexpack", SECTIONS).date == ""


# -- what cannot be packed


@each(
    "id_ others words",
    ("con", {}, "no id"),
    ("Brienne!", {}, "no id"),
    ("bourg", {"../x.png": "x.png"}, "cannot be called so"),
    ("bourg", {"run.exe": "x.png"}, "no files of this kind"),
    ("bourg", {"x.png": "missing.png"}, "cannot be read"),
    ("bourg", {"x.png": "."}, "this is no file"),
)
def test_what_cannot_be_packed_is_told(
    tmp_path: Path, id_: str, others: dict[str, str], words: str
) -> None:
    (tmp_path / "x.png").write_bytes(b"x")
    path = tmp_path / "it.hexpack"
    files = {name: tmp_path / file for name, file in others.items()}
    with pytest.raises(ScenarioError, match=words):
        write_pack(path, {"id": id_}, {}, {}, files)
    assert not path.exists()
    assert not list(tmp_path.glob("*.tmp"))


def test_a_scenario_whose_map_is_missing_is_not_packed(small: Small, tmp_path: Path) -> None:
    folder = small.write().parent
    (small.folder / "maps" / "bourg.json").unlink()
    with pytest.raises(ScenarioError, match="there is no file"):
        pack_folder(folder, tmp_path / "it.hexpack")


# -- hostile ones


def changed(files: Files, name: str, data: bytes) -> Files:
    return {**files, name: data}


@each(
    "name",
    *("../x.json", "/etc/x.json", "C:/x.json", "C:x.json", "a\\..\\x.json", "a/b/c.json"),
    *("other/x.json", "assets/", "assets/../x.json", "./x.json", ".x.json", "assets/.x.json"),
    *("con.json", "assets/NUL.png", "x.json ", "x.exe", "x", "x\n.json", "e\u0301.json"),
    *("\u202e.json", "x:y.json", "a" * 90 + ".json"),
)
def test_a_name_that_leads_elsewhere_is_refused(packed: Path, tmp_path: Path, name: str) -> None:
    files = changed(files_of(packed), name, b"{}")
    words = refused(written(tmp_path / "bad.hexpack", files), tmp_path / "library")
    assert "\n" not in words
    assert not (tmp_path / "x.json").exists()


@each("one other", ("Scan.jpg", "scan.JPG"), ("assets/a.png", "assets/A.png"), ("ß.txt", "SS.txt"))
def test_names_that_clash_are_refused(packed: Path, tmp_path: Path, one: str, other: str) -> None:
    files = files_of(packed) | {one: b"1", other: b"2"}
    words = refused(written(tmp_path / "bad.hexpack", files), tmp_path / "library")
    assert "two files" in words


def test_one_name_twice_is_refused(packed: Path, tmp_path: Path) -> None:
    path = written(tmp_path / "bad.hexpack", files_of(packed))
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(path, "a") as zipped:
        zipped.writestr("scan.jpg", b"other")
    assert "two files" in refused(path, tmp_path / "library")


@each("kind", stat.S_IFLNK, stat.S_IFIFO, stat.S_IFDIR, stat.S_IFCHR)
def test_links_and_devices_are_refused(packed: Path, tmp_path: Path, kind: int) -> None:
    path, files = tmp_path / "bad.hexpack", files_of(packed)
    with zipfile.ZipFile(path, "w") as zipped:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            is_odd = name == "scan.jpg"
            entry.external_attr = ((kind if is_odd else stat.S_IFREG) | 0o777) << 16
            zipped.writestr(entry, data)
    assert "link or a device" in refused(path, tmp_path / "library")


def test_a_file_that_was_exchanged_is_refused(packed: Path, tmp_path: Path) -> None:
    files = files_of(packed)
    path = tmp_path / "bad.hexpack"
    with zipfile.ZipFile(path, "w") as zipped:
        for name, data in files.items():
            zipped.writestr(name, data[::-1] if name == "scan.jpg" else data)
    assert "scan.jpg: the file is not the one that was packed" in refused(path, tmp_path / "l")


@each(
    "head words",
    ({"format": 2}, "format 2 is newer"),
    ({"format": True}, "the format should be"),
    ({"format": "1"}, "the format should be"),
    ({"kind": "zip"}, "no manifest"),
    ({"id": "../up"}, "id, name, system"),
    ({"id": "nul"}, "id, name, system"),
    ({"id": 7}, "id, name, system"),
    ({"name": "a\u202eb"}, "id, name, system"),
    ({"files": {}}, "id, name, system"),
    ({"files": []}, "the same files"),
    ({"files": [{"name": "scenario.json", "size": True, "sha256": "0" * 64}]}, "name, size and"),
    ({"files": [7]}, "name, size and"),
    ({"id": "other"}, "scenario is called"),
    ({"padding": "x" * 70_000}, "too large"),
    ({"deep": [[[[[[[[[[[]]]]]]]]]]]}, "deep"),
)
def test_a_bad_manifest_is_refused(
    packed: Path, tmp_path: Path, head: dict[str, Any], words: str
) -> None:
    path = written(tmp_path / "bad.hexpack", files_of(packed), **head)
    assert words in refused(path, tmp_path / "library")


def test_a_package_without_manifest_or_scenario_is_refused(packed: Path, tmp_path: Path) -> None:
    files, library = files_of(packed), tmp_path / "library"
    bare = written(tmp_path / "bare.hexpack", files, lists=False)
    assert "no manifest" in refused(bare, library)
    del files["scenario.json"]
    assert "holds no scenario.json" in refused(written(tmp_path / "e.hexpack", files), library)


def test_a_bomb_is_refused_in_bounded_memory(packed: Path, tmp_path: Path) -> None:
    files = files_of(packed)
    bomb = written(tmp_path / "bomb.hexpack", changed(files, "scan.jpg", bytes(64 << 20)))
    tracemalloc.start()
    try:
        assert "times as large" in refused(bomb, tmp_path / "library")
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()
    large = written(tmp_path / "large.hexpack", changed(files, "note.txt", os.urandom(2 << 20)))
    assert "too large" in refused(large, tmp_path / "library")


def test_a_file_that_lies_about_its_size_is_refused(packed: Path, tmp_path: Path) -> None:
    """The heads of the zip say few bytes, and more come."""
    files = changed(files_of(packed), "scan.jpg", bytes(5_000_000))
    path = written(tmp_path / "bad.hexpack", files)
    data = path.read_bytes().replace((5_000_000).to_bytes(4, "little"), (900).to_bytes(4, "little"))
    path.write_bytes(data)
    words = refused(path, tmp_path / "library")
    assert words.startswith(("scan.jpg: ", "manifest.json: "))


def test_too_many_files_are_refused_before_their_list_is_read(packed: Path, tmp_path: Path) -> None:
    files = files_of(packed) | {f"n{i}.txt": b"" for i in range(5_000)}
    assert "more than 200 files" in refused(written(tmp_path / "b.hexpack", files), tmp_path / "l")


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def locked(data: bytes) -> bytes:
    """Every head says that its file is encrypted."""
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data = data[: at + place] + b"\1" + data[at + place + 1 :]
            at = data.find(mark, at + 4)
    return data


def zip64(data: bytes) -> bytes:
    return data[:-14] + b"\xff\xff\xff\xff" + data[-10:]


def with_locator(data: bytes) -> bytes:
    return data[:-22] + b"PK\6\7" + bytes(16) + data[-22:]


def moved(data: bytes) -> bytes:
    return data[:-6] + b"\xff\xff\xff\x0f" + data[-2:]


@each(
    "spoil words",
    (cut, "cut off"),
    (locked, "password"),
    (zip64, "zip64"),
    (with_locator, "zip64"),
    (moved, "damaged"),
    (lambda data: data + b"more", "behind its end"),
    (lambda data: b"#!/bin/sh\n" + data, "no package"),
    (lambda data: b"PK" + data, "damaged"),
    (lambda data: b"", "no package"),
    (lambda data: b"PK", "no package"),
    (lambda data: b"not a zip at all, but long enough to be looked at " * 9, "no package"),
    (lambda data: data[:-22] + b"PK\5\6" + bytes(18), "damaged"),
)
def test_what_is_no_sound_zip_is_refused(
    packed: Path, tmp_path: Path, spoil: Callable[[bytes], bytes], words: str
) -> None:
    path = tmp_path / "bad.hexpack"
    path.write_bytes(spoil(packed.read_bytes()))
    assert words in refused(path, tmp_path / "library")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.hexpack").mkdir()
    assert "no file" in refused(tmp_path / "folder.hexpack", tmp_path / "library")
    assert "cannot be read" in refused(tmp_path / "none.hexpack", tmp_path / "library")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(places=st.lists(st.tuples(st.floats(0, 1), st.integers(1, 255)), min_size=1, max_size=4))
def test_a_spoilt_package_is_read_as_it_was_or_refused(
    packed: Path, tmp_path: Path, places: list[tuple[float, int]]
) -> None:
    data = bytearray(packed.read_bytes())
    for share, other in places:
        data[min(int(share * len(data)), len(data) - 1)] ^= other
    path = tmp_path / "spoilt.hexpack"
    path.write_bytes(data)
    found: Contents | None = None
    with suppress(ScenarioError):
        found = contents(path, SECTIONS)
    if found is not None:
        whole = contents(packed, SECTIONS)
        assert [p.size for p in found.pieces] == [p.size for p in whole.pieces]

"""A battle in one file, to be given away: scenario, map, forces, pictures, and what lies beside.

A package is a zip whose first file is a manifest: its names, sizes and hashes. One that comes from
a stranger is looked at before anything of it is unpacked, and unpacked in pieces that are counted.
Nothing of it lies in the library before all of it has been found to be what the manifest says.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from io import BufferedReader
from itertools import chain
from itertools import count as naturals
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, Final

from hexwar.engine.budget import NOTE, SCENARIO, OverBudget, open_plain, weigh
from hexwar.messages import mark, say
from hexwar.scenario.build import date_of, date_text, is_day, turns_of
from hexwar.scenario.errors import ScenarioError, quoted
from hexwar.scenario.files import SCENARIO_FILE, OpenFiles
from hexwar.scenario.findings import Finding, Pen
from hexwar.scenario.pictures import FOLDER, names_in, picture_at
from hexwar.scenario.reading import Json, read_object
from hexwar.scenario.schema import FIRST_SYSTEM, AnyForces, Envelope
from hexwar.scenario.section import Sections
from hexwar.scenario.validate import Inspection
from hexwar.scenario.writing import to_text

SUFFIX: Final = ".hexpack"
"""How the name of a package ends."""

FORMAT: Final = 1
"""The number of the form in which packages are written."""

MANIFEST: Final = "manifest.json"
MAP_FILE: Final = "map.json"
FORCES_FILE: Final = "forces.json"
PICTURES: Final = (".png", ".jpg", ".jpeg", ".tif", ".tiff")
TEXTS: Final = (".json", ".svg", ".md", ".txt")

MOST_FILES: Final = 200
MOST_OF_TEXT: Final = SCENARIO.size
MOST_OF_PICTURE: Final = 256 << 20
MOST_BYTES: Final = 512 << 20
"""How much a package may hold: files, bytes of a text, of a picture, and of all together."""

_LONGEST_ID: Final = 64

MOST_RATIO: Final = 200
"""How many bytes one packed byte may become, where it is more than a few: a map takes 40."""

_FEW: Final = 256 << 10  # bytes that may have been packed as tightly as they like
_PIECE: Final = 1 << 18  # bytes that are read at a time
_MOST_OF_DIRECTORY: Final = 64 << 10

_PART: Final = re.compile(r"\w[\w .()'+-]{0,79}")
_DEVICE: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHA: Final = re.compile(r"[0-9a-f]{64}")

_FAULTS: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError),
    *(RuntimeError, ValueError, OSError),
)
"""What unpacking a damaged file may raise; `RuntimeError` tells also of a compression that zipfile
does not know."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of a package."""

    name: str
    size: int  # bytes
    sha256: str


@dataclass(frozen=True, slots=True)
class Contents:
    """What a package holds, as a person is told before it is added."""

    path: Path
    id: str
    name: str
    system: str  # the game that it is for
    pieces: tuple[Piece, ...]
    date: str = ""  # such as 29 January 1814; empty where it cannot be read
    turns: int = 0
    side_names: tuple[str, ...] = ()
    units: int = 0
    findings: tuple[Finding, ...] = ()  # what the checks say; their files are those of the package

    @property
    def size(self) -> int:
        """Bytes of all its files together."""
        return sum(piece.size for piece in self.pieces)

    @property
    def is_playable(self) -> bool:
        """Whether no fault keeps it from being played."""
        return not any(finding.is_error for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Installed:
    """What came of adding a package: it lies in the folder, or another battle stands there."""

    folder: Path
    is_done: bool = True


# -- written


def pack_folder(scenario: Path, path: Path, shelf: Path | None = None) -> tuple[Piece, ...]:
    """Pack a scenario, by its file or folder, with all that lies beside it and can be packed.

    Args:
        scenario: Its file, or the folder of it.
        path: Where the package goes.
        shelf: A second folder of scenarios, in which its map may lie.

    Raises:
        ScenarioError: A file of it cannot be read, or the package not be written.
    """
    file = scenario / SCENARIO_FILE if os.path.isdir(scenario) else scenario
    found: list[Finding] = []
    pen = Pen(file.as_posix(), found)
    scenario_, others = _read(file, found), dict(beside(file.parent))
    opened, trees = OpenFiles(shelf, findings=found), dict[str, Json]()
    for part in ("map", "forces"):
        name = scenario_.get(part)
        where = opened.follow(file, name, (part,), pen) if isinstance(name, str) else None
        trees[part] = {} if where is None else _read(where, found)
        picture = None if where is None else where.with_suffix(".png")
        if part == "map" and picture is not None and os.path.isfile(picture):
            others["map.png"] = picture
        if part == "forces" and where is not None:
            others = pictures_of(trees[part], (where.parent / FOLDER,)) | others
    if found:
        raise ScenarioError(found[0].sentence, found[0].file, found[0].place)
    return write_pack(path, scenario_, trees["map"], trees["forces"], others)


def _read(path: Path, found: list[Finding]) -> Json:
    return read_object(path, Pen(path.as_posix(), found)) or {}


def beside(folder: Path) -> Iterator[tuple[str, Path]]:
    """What lies beside a scenario and can be packed with it, by the names in a package.

    The scenario's own files, hidden ones and those of kinds that no package holds are left out.
    """
    for home, before in ((folder, ""), (folder / FOLDER, f"{FOLDER}/")):
        with suppress(OSError):
            for path in sorted(home.iterdir()):
                name = unicodedata.normalize("NFC", before + path.name)
                is_own = name in (SCENARIO_FILE, MAP_FILE, FORCES_FILE, MANIFEST)
                is_kept = not is_own and not _name_fault(name)
                if is_kept and os.path.isfile(path) and not path.is_symlink():
                    yield name, path


def pictures_of(forces: Json, folders: Sequence[Path]) -> dict[str, Path]:
    """The pictures of leaders that lie in some folders, by their names in a package."""
    found = ((name, picture_at(name, folders)) for name in names_in(forces))
    return {f"{FOLDER}/{name}": path for name, path in found if path is not None}


def write_pack(
    path: Path, scenario: Json, map_: Json, forces: Json, others: Mapping[str, Path]
) -> tuple[Piece, ...]:
    """Write a package: the same files make the same bytes.

    Args:
        path: Where it goes.
        scenario: The scenario as an object of JSON; it finds map and forces in the package.
        map_: Its map.
        forces: Its forces.
        others: Further files, by their names in the package.

    Returns:
        What the package holds, in the order of the names.

    Raises:
        ScenarioError: A part cannot be packed, or the package not be written.
    """
    named = {**scenario, "map": MAP_FILE, "forces": FORCES_FILE}
    trees = {SCENARIO_FILE: named, MAP_FILE: map_, FORCES_FILE: forces}
    sources: dict[str, bytes | Path] = {name: to_text(t).encode() for name, t in trees.items() if t}
    sources |= {name: file for name, file in others.items() if name not in sources}
    for name in sources:
        if fault := _name_fault(name):
            raise ScenarioError(fault, path, name)
    pieces = tuple(_piece_of(name, sources[name]) for name in sorted(sources))
    _refuse_much(path, pieces)
    head = _manifest_text(scenario, pieces)
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with zipfile.ZipFile(draft, "w") as zipped:
            zipped.writestr(_entry(MANIFEST), head)
            for piece in pieces:
                _add(zipped, piece, sources[piece.name])
        draft.replace(path)
    except OSError as fault:
        words = mark("the package cannot be written: {why}")
        raise ScenarioError(say(words, why=fault.strerror or fault), path) from fault
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return pieces


def _manifest_text(scenario: Json, pieces: Sequence[Piece]) -> str:
    id_, name = scenario.get("id"), scenario.get("name")
    if not isinstance(id_, str) or not _is_id(id_):
        raise ScenarioError(say("the battle has no id that a folder can be called by"), "", "id")
    files = [{"name": p.name, "size": p.size, "sha256": p.sha256} for p in pieces]
    head = {"format": FORMAT, "kind": "hexpack", "id": id_, "name": name or id_}
    return to_text({**head, "system": scenario.get("system", FIRST_SYSTEM), "files": files})


def _entry(name: str) -> zipfile.ZipInfo:
    """A file's head in the zip: of no day, and plain."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
    is_packed = Path(name).suffix.lower() in (".png", ".jpg", ".jpeg")
    entry.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
    return entry


def _piece_of(name: str, source: bytes | Path) -> Piece:
    size, sha = 0, hashlib.sha256()
    for data in _data_of(name, source):
        size += len(data)
        sha.update(data)
    return Piece(name, size, sha.hexdigest())


def _add(zipped: zipfile.ZipFile, piece: Piece, source: bytes | Path) -> None:
    entry, sha = _entry(piece.name), hashlib.sha256()
    entry.file_size = piece.size
    with zipped.open(entry, "w") as into:
        for data in _data_of(piece.name, source):
            sha.update(data)
            into.write(data)
    if sha.hexdigest() != piece.sha256:
        raise ScenarioError(say("the file was changed while it was packed"), str(source))


def _data_of(name: str, source: bytes | Path) -> Iterator[bytes]:
    """What is packed, in pieces; never more than a package may hold of it."""
    if isinstance(source, bytes):
        yield source
        return
    try:
        with open_plain(source) as file:
            if os.fstat(file.fileno()).st_size > _most_of(name):
                raise ScenarioError(_too_large(name, _most_of(name)), source)
            while data := file.read(_PIECE):
                yield data
    except OverBudget as fault:
        raise ScenarioError(str(fault), source) from fault
    except OSError as fault:
        words = mark("the file cannot be read: {why}")
        raise ScenarioError(say(words, why=fault.strerror or fault), source) from fault


# -- read


def contents(path: Path, sections: Sections[Any], shelf: Path | None = None) -> Contents:
    """What a package holds; every file in it has been compared with the manifest.

    Args:
        path: The package.
        sections: What each game asks of its scenarios, for the checks.
        shelf: A second folder of scenarios, in which its map may lie.

    Raises:
        ScenarioError: It is no package, or a bad one; the sentence names package and place.
    """
    with _opened(path) as pack, TemporaryDirectory(prefix="hexwar-") as place:
        folder = Path(place) / pack.id
        folder.mkdir()
        checked = [p for p in pack.pieces if p.name.endswith(".json") and "/" not in p.name]
        for piece in checked:
            pack.unpack(piece, folder / piece.name)
        shown = {f"{FOLDER}/{name}" for name in names_in(_read(folder / FORCES_FILE, []))}
        for piece in pack.pieces:
            if piece not in checked:
                pack.unpack(piece, folder / piece.name if piece.name in shown else None)
        pack.compare_id(folder)
        return _told(pack, folder, sections, shelf)


def _told(pack: _Pack, folder: Path, sections: Sections[Any], shelf: Path | None) -> Contents:
    """What the files say, and what the checks say of them."""
    inspection = Inspection(sections, shelf, is_thorough=False)
    file = folder / SCENARIO_FILE
    inspection.inspect_scenario(file)
    findings = tuple(_of_package(finding, folder) for finding in inspection.files.findings)
    bare = Contents(pack.path, pack.id, pack.name, pack.system, pack.pieces, findings=findings)
    scenario = inspection.files.open(file, Envelope).record
    if scenario is None:
        return bare
    year, month, day = date_of(scenario.date)
    date = date_text(scenario.date) if is_day(year, month, day) else ""
    told = replace(bare, name=scenario.name, date=date, turns=turns_of(scenario))
    opened = inspection.files.opened.get((folder / scenario.forces).absolute())
    forces = None if opened is None else opened.record
    if not isinstance(forces, AnyForces):
        return told
    units = sum(1 for _ in forces.strengths())
    return replace(told, side_names=tuple(forces.side_names.values()), units=units)


def _of_package(finding: Finding, folder: Path) -> Finding:
    """A finding that calls the file as the package does."""
    inside = Path(finding.file)
    if inside.is_relative_to(folder):
        return replace(finding, file=inside.relative_to(folder).as_posix())
    return finding


def install(
    path: Path, library: Path, *, replaces: bool = False, keeps_both: bool = False
) -> Installed:
    """Add a package to a library: a folder called by its id, all of it or nothing.

    Args:
        path: The package; it is looked at anew.
        library: The folder that holds one folder a battle.
        replaces: Whether what stands there may be taken away.
        keeps_both: Whether it gets a new id where its own is taken: `name-2`, in its scenario too.

    Returns:
        The folder; where another battle stands there and is not replaced, nothing was done.

    Raises:
        ScenarioError: It is no package, or a bad one, or it cannot be written.
    """
    with _opened(path) as pack:
        id_ = _free_id(pack.id, library) if keeps_both else pack.id
        target = library / id_
        if os.path.lexists(target) and not replaces:
            return Installed(target, is_done=False)
        staging = library / ".adding"
        try:
            staging.mkdir(parents=True, exist_ok=True)
            draft = Path(mkdtemp(dir=staging))
            try:
                made = draft / pack.id
                made.mkdir()
                for piece in pack.pieces:
                    pack.unpack(piece, made / piece.name)
                pack.compare_id(made)
                if id_ != pack.id:
                    _rename(made / SCENARIO_FILE, id_)
                _put(made, target, draft / "before")
            finally:
                shutil.rmtree(draft, ignore_errors=True)
                with suppress(OSError):
                    staging.rmdir()
        except OSError as fault:
            words = mark("it cannot be added: {why}")
            raise ScenarioError(say(words, why=fault.strerror or fault), path) from fault
    return Installed(target)


def _free_id(id_: str, library: Path) -> str:
    """An id like another whose folder is not there: itself, or with a number at its end."""
    ids = chain((id_,), (f"{id_[: _LONGEST_ID - 1 - len(str(n))]}-{n}" for n in naturals(2)))
    return next(one for one in ids if not os.path.lexists(library / one))


def _rename(scenario: Path, id_: str) -> None:
    """Give a scenario another id; one that cannot be read stays as it is, and its folder tells."""
    found: list[Finding] = []
    told = _read(scenario, found)
    if "id" in told:
        with scenario.open("w", encoding="utf-8", newline="\n") as file:
            file.write(to_text({**told, "id": id_}))


def _put(made: Path, target: Path, aside: Path) -> None:
    """Let a folder take its place in one step; what stood there goes, or stays where that fails."""
    if not os.path.lexists(target):
        made.rename(target)
        return
    target.rename(aside)
    try:
        made.rename(target)
    except OSError:
        aside.rename(target)
        raise


@dataclass(frozen=True, slots=True)
class _Pack:
    """A package that is open: its names and sizes are known to be sound, its files are not."""

    path: Path
    zipped: zipfile.ZipFile
    id: str
    name: str
    system: str
    pieces: tuple[Piece, ...]

    def unpack(self, piece: Piece, target: Path | None) -> None:
        """Compare a file with the manifest, and write it where it shall go.

        Raises:
            ScenarioError: It is not what the manifest says.
        """
        sha, size = hashlib.sha256(), 0
        if target is not None:
            target.parent.mkdir(exist_ok=True)
        with nullcontext() if target is None else target.open("xb") as into:
            for data in _unpacked(self.path, self.zipped, piece.name, piece.size):
                sha.update(data)
                size += len(data)
                if into is not None:
                    into.write(data)
        if size != piece.size or sha.hexdigest() != piece.sha256:
            words = mark("the file is not the one that was packed: it was damaged, or exchanged")
            raise ScenarioError(say(words), self.path, piece.name)

    def compare_id(self, folder: Path) -> None:
        """See that the scenario is called as the manifest says.

        Raises:
            ScenarioError: It is not.
        """
        found: list[Finding] = []
        scenario = _read(folder / SCENARIO_FILE, found)
        if scenario.get("id", self.id) != self.id:
            words = mark("the scenario is called {id}, the package {other}")
            told = say(words, id=quoted(scenario["id"]), other=quoted(self.id))
            raise ScenarioError(told, self.path, SCENARIO_FILE)


@contextmanager
def _opened(path: Path) -> Iterator[_Pack]:
    """A package whose names, sizes and manifest have been looked at.

    Raises:
        ScenarioError: Something is wrong with them.
    """
    try:
        file = open_plain(path)
    except OverBudget as fault:
        raise ScenarioError(str(fault), path) from fault
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or say("its name cannot be one")
        raise ScenarioError(say("the file cannot be read: {why}", why=why), path) from fault
    with file:
        _look_at_end(path, file)
        try:
            zipped = zipfile.ZipFile(file)
        except _FAULTS as fault:
            raise ScenarioError(say("the package is damaged"), path) from fault
        with zipped:
            sizes = _sizes(path, zipped.infolist())
            yield _with_manifest(path, zipped, sizes)


_END: Final = struct.Struct("<4s4H2LH")


def _look_at_end(path: Path, file: BufferedReader) -> None:
    """See that a file ends as a plain zip does, with a short list of what is in it.

    Python's reader takes the list into memory, however long it is, looks for a second one of
    larger numbers, and forgives what stands before and behind: so that is refused here.
    """
    size = os.fstat(file.fileno()).st_size
    if size > MOST_BYTES:
        raise ScenarioError(_too_large("", MOST_BYTES), path)
    file.seek(max(0, size - _END.size - 20))
    tail = file.read(_END.size + 20)
    file.seek(0)
    if len(tail) < _END.size or not file.read(2) == b"PK":
        raise ScenarioError(say("this is no package of hexwar"), path)
    marks, disk, first, here, all_, long, start, note = _END.unpack(tail[-_END.size :])
    if marks != b"PK\5\6" or note:
        raise ScenarioError(say("the package is cut off, or something stands behind its end"), path)
    if tail[:4] == b"PK\6\7" or disk or first or here != all_ or 0xFFFF in (here, all_):
        raise ScenarioError(say("the package is of a kind that is not read: zip64 or split"), path)
    if here > MOST_FILES + 1 or long > _MOST_OF_DIRECTORY:
        words = mark("the package holds more than {most} files")
        raise ScenarioError(say(words, most=MOST_FILES), path)
    if start + long + _END.size != size:
        raise ScenarioError(say("the package is damaged"), path)


def _sizes(path: Path, entries: Sequence[zipfile.ZipInfo]) -> Mapping[str, int]:
    """The sizes that files claim to have, by name; every bound is kept.

    Raises:
        ScenarioError: A name or a size is not to be had.
    """
    known: set[str] = set()
    for entry in entries:
        name = entry.orig_filename
        fault = "" if name == MANIFEST else _name_fault(name)
        kind = stat.S_IFMT(entry.external_attr >> 16)
        alike = unicodedata.normalize("NFKC", name).casefold()
        if not fault and kind not in (0, stat.S_IFREG):
            fault = say("this is a link or a device, not a file")
        elif not fault and alike in known:
            fault = say("two files of the package have this name")
        elif not fault and entry.flag_bits & 0x1:
            fault = say("the file is locked by a password")
        elif not fault and entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            fault = say("the file is packed in a way that is not read")
        fault = fault or _size_fault(entry)
        if fault:
            raise ScenarioError(fault, path, name if name.isprintable() else quoted(name))
        known.add(alike)
    folders = {name.partition("/")[0] for name in known if "/" in name}
    if folders & known:
        raise ScenarioError(say("a file and a folder have this name"), path, FOLDER)
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise ScenarioError(_too_large("", MOST_BYTES), path)
    return {entry.filename: entry.file_size for entry in entries}


def _size_fault(entry: zipfile.ZipInfo) -> str:
    name = entry.filename
    most = NOTE.size if name == MANIFEST else _most_of(name)
    if entry.file_size > most:
        return _too_large(name, most)
    if entry.file_size > _FEW and entry.file_size > MOST_RATIO * max(entry.compress_size, 1):
        return say("the file would become more than {n} times as large", n=MOST_RATIO)
    return ""


def _with_manifest(path: Path, zipped: zipfile.ZipFile, sizes: Mapping[str, int]) -> _Pack:
    """A package with what its manifest says, which says all of it."""
    if MANIFEST not in sizes:
        raise ScenarioError(say("this is no package of hexwar: it has no manifest"), path)
    raw = _manifest(path, b"".join(_unpacked(path, zipped, MANIFEST, sizes[MANIFEST])))
    pieces = tuple(_piece(path, told) for told in raw["files"])
    told_sizes = {piece.name: piece.size for piece in pieces}
    others = {name: size for name, size in sizes.items() if name != MANIFEST}
    if len(told_sizes) != len(pieces) or told_sizes != others:
        odd = sorted({*told_sizes.items()} ^ {*others.items()})
        words = mark("the manifest and the package do not hold the same files")
        raise ScenarioError(say(words), path, odd[0][0] if odd else MANIFEST)
    if SCENARIO_FILE not in told_sizes:
        raise ScenarioError(say("the package holds no {name}", name=SCENARIO_FILE), path)
    return _Pack(path, zipped, raw["id"], raw["name"], raw["system"], pieces)


def _manifest(path: Path, data: bytes) -> dict[str, Any]:
    """What a manifest says, in the form that it should have.

    Raises:
        ScenarioError: It has another.
    """
    try:
        weigh(data, NOTE)
        raw = json.loads(data.decode("utf-8-sig"))
    except OverBudget as fault:
        raise ScenarioError(str(fault), path, MANIFEST) from fault
    except (ValueError, RecursionError) as fault:
        raise ScenarioError(say("this is no JSON"), path, MANIFEST) from fault
    if not isinstance(raw, dict) or raw.get("kind") != "hexpack":
        raise ScenarioError(say("this is no manifest of a package"), path, MANIFEST)
    number = raw.get("format")
    if isinstance(number, int) and number > FORMAT:
        words = mark("format {n} is newer than this program reads ({newest})")
        raise ScenarioError(say(words, n=number, newest=FORMAT), path, MANIFEST)
    if number != FORMAT or isinstance(number, bool):
        words = mark("the format should be a whole number such as {n}")
        raise ScenarioError(say(words, n=FORMAT), path, MANIFEST)
    texts = [raw.get(name) for name in ("id", "name", "system")]
    are_texts = all(isinstance(t, str) and t.isprintable() and len(t) <= 120 for t in texts)
    if not are_texts or not _is_id(raw["id"]) or not isinstance(raw.get("files"), list):
        words = mark("the manifest should tell id, name, system and files")
        raise ScenarioError(say(words), path, MANIFEST)
    return raw


def _piece(path: Path, told: object) -> Piece:
    """A file as the manifest tells of it."""
    raw = told if isinstance(told, dict) else {}
    name, size, sha = raw.get("name"), raw.get("size"), raw.get("sha256")
    is_sound = isinstance(name, str) and isinstance(size, int) and not isinstance(size, bool)
    if not is_sound or not (isinstance(sha, str) and _SHA.fullmatch(sha)):
        words = mark("the manifest should tell name, size and sha256 of each file")
        raise ScenarioError(say(words), path, MANIFEST)
    return Piece(str(name), int(str(size)), sha)


def _unpacked(path: Path, zipped: zipfile.ZipFile, name: str, size: int) -> Iterator[bytes]:
    """A file in pieces, one more byte than it claims to have at most.

    Raises:
        ScenarioError: It cannot be unpacked.
    """
    left = size + 1
    try:
        with zipped.open(name) as file:
            while left and (data := file.read(min(_PIECE, left))):
                left -= len(data)
                yield data
    except _FAULTS as fault:
        raise ScenarioError(say("the file is damaged in the package"), path, name) from fault


# -- names


def is_pack(path: Path) -> bool:
    """Whether a file is meant as a package, by its name."""
    return path.suffix.lower() == SUFFIX


def _name_fault(name: str) -> str:
    """What is wrong with the name of a file in a package; empty where nothing is.

    Names are plain: no way up, no drive, nothing hidden, one folder at most.
    """
    parts = name.split("/")
    is_plain = (
        len(parts) <= 2
        and (len(parts) == 1 or parts[0] == FOLDER)
        and all(_PART.fullmatch(part) and part[-1] not in " ." for part in parts)
        and unicodedata.normalize("NFC", name) == name
    )
    if not is_plain or any(_DEVICE.fullmatch(part) for part in parts) or name == MANIFEST:
        return say("a file of a package cannot be called so")
    if Path(name).suffix.lower() not in (*PICTURES, *TEXTS):
        known = ", ".join((*PICTURES, *TEXTS))
        return say("a package holds no files of this kind, only {known}", known=known)
    return ""


def _is_id(text: str) -> bool:
    return len(text) <= _LONGEST_ID and bool(_ID.fullmatch(text)) and not _DEVICE.fullmatch(text)


def _most_of(name: str) -> int:
    """The bytes that a file may have, by its kind."""
    return MOST_OF_PICTURE if Path(name).suffix.lower() in PICTURES else MOST_OF_TEXT


def _too_large(name: str, most: int) -> str:
    mib = most >> 20
    if not name:
        return say("the package is too large: {most} MiB is the limit", most=mib)
    return say("the file is too large: {most:g} MiB is the limit", most=max(mib, 1 / 16))


def _refuse_much(path: Path, pieces: Sequence[Piece]) -> None:
    """See that what is packed can be read again.

    Raises:
        ScenarioError: It is too much.
    """
    for piece in pieces:
        if piece.size > _most_of(piece.name):
            raise ScenarioError(_too_large(piece.name, _most_of(piece.name)), path, piece.name)
    if len(pieces) > MOST_FILES:
        words = mark("the package holds more than {most} files")
        raise ScenarioError(say(words, most=MOST_FILES), path)
    if sum(piece.size for piece in pieces) > MOST_BYTES:
        raise ScenarioError(_too_large("", MOST_BYTES), path)

"""Pictures of leaders: PNG and JPEG files in the folder `assets` beside the forces that name them.

They come from strangers and no rule reads them. What one says of its size is read, and bounded,
before anybody makes pixels of it; one that is missing or broken is warned of and not shown.
"""

from __future__ import annotations

import os
import re
import struct
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from hexwar.engine.budget import OverBudget, read_bytes
from hexwar.engine.files import reason
from hexwar.messages import ToldError, mark
from hexwar.scenario.errors import quoted
from hexwar.scenario.findings import Pen
from hexwar.scenario.reading import Json
from hexwar.scenario.schema import ForcesFile

FOLDER: Final = "assets"
"""The folder of the pictures, beside the forces; a package has it too."""

MOST_BYTES: Final = 8 << 20
"""Bytes of a picture."""

MOST_EDGE: Final = 2048
"""Its longest side, pixels."""

_PASSES: Final = 100  # of a JPEG, each over all its pixels; usual are ten
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_NEEDED: Final = frozenset((b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"))
_NAME: Final = re.compile(r"\w[\w .()'+-]{0,74}[.](png|jpe?g)", re.IGNORECASE)
_DEVICE: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)[.].*", re.IGNORECASE)

_DAMAGED: Final = mark("it is damaged")
_ENDS_EARLY: Final = mark("it is damaged, its end is missing")


class PictureFault(ToldError):  # noqa: N818
    """A picture that cannot be used: the end of a sentence says why."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture whose head has been read: its bytes can be given to a decoder."""

    form: str  # png or jpeg
    wide: int  # pixels
    high: int
    data: bytes


def is_picture_name(name: object) -> bool:
    """Whether a picture may be called so: a plain name that is no path and no device.

    >>> is_picture_name("ney.png"), is_picture_name("../ney.png"), is_picture_name("nul.png")
    (True, False, False)
    """
    if not isinstance(name, str) or unicodedata.normalize("NFC", name) != name:
        return False
    return _NAME.fullmatch(name) is not None and _DEVICE.fullmatch(name) is None


def picture_at(name: str, folders: Sequence[Path]) -> Path | None:
    """The file of a picture in the first of some folders that has it; no link leads out."""
    if not is_picture_name(name):
        return None
    for folder in folders:
        path = folder / name
        if os.path.isfile(path) and path.resolve().is_relative_to(folder.parent.resolve()):
            return path
    return None


def read_picture(path: Path) -> Picture:
    """A picture with what its head says.

    Raises:
        PictureFault: It is none that can be used.
    """
    try:
        data = read_bytes(path, MOST_BYTES)
    except OverBudget as fault:
        raise PictureFault("{why}", why=fault) from fault
    except (OSError, ValueError) as fault:
        raise PictureFault("{why}", why=reason(fault)) from fault
    return picture_of(data)


def picture_of(data: bytes, most: int = MOST_EDGE) -> Picture:
    """A picture by its bytes.

    Args:
        data: The whole file.
        most: Pixels of the longest side.

    Raises:
        PictureFault: It is none that can be used.
    """
    try:
        if data.startswith(_SIGNATURE):
            found = _png(data)
        elif data.startswith(b"\xff\xd8"):
            found = _jpeg(data)
        else:
            raise PictureFault("it is no PNG or JPEG picture")
    except struct.error as fault:
        raise PictureFault(_ENDS_EARLY) from fault
    if min(found.wide, found.high) < 1:
        raise PictureFault(_DAMAGED)
    if max(found.wide, found.high) > most:
        words = mark("it has {wide} x {high} pixels, where {most} x {most} is the limit")
        raise PictureFault(words, wide=found.wide, high=found.high, most=most)
    return found


def _png(data: bytes) -> Picture:
    """A PNG without the parts that no pixel needs: packed texts can be bombs."""
    kept, at, name = [_SIGNATURE], len(_SIGNATURE), b""
    while name != b"IEND":
        length, name = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        (sum_,) = struct.unpack_from(">I", data, end - 4)
        if zlib.crc32(memoryview(data)[at + 4 : end - 4]) != sum_:
            raise PictureFault(_DAMAGED)
        if (len(kept) == 1) != (name == b"IHDR"):
            raise PictureFault(_DAMAGED)
        if name in _NEEDED:
            kept.append(data[at:end])
        at = end
    wide, high = struct.unpack_from(">II", kept[1], 8)
    return Picture("png", wide, high, b"".join(kept))


def _jpeg(data: bytes) -> Picture:
    """A JPEG; its end must be there too, and its passes are counted."""
    at, size = 2, (0, 0)
    while True:
        sign, code, length = struct.unpack_from(">BBH", data, at)
        if sign != 0xFF or length < 2:
            raise PictureFault(_DAMAGED)
        if code == 0xDA:
            break
        if 0xC0 <= code <= 0xCF and code not in (0xC4, 0xC8, 0xCC):
            high, wide = struct.unpack_from(">HH", data, at + 5)
            size = wide, high
        at += 2 + length
    if data.find(b"\xff\xd9", at) < 0:
        raise PictureFault(_ENDS_EARLY)
    if data.count(b"\xff\xda", at) > _PASSES:
        raise PictureFault(_DAMAGED)
    return Picture("jpeg", *size, data)


# -- the pictures that forces name


def check_pictures(forces: ForcesFile, folders: Sequence[Path], pen: Pen) -> None:
    """Warns of each picture of a leader that cannot be shown."""
    for i, formation in enumerate(forces.formations):
        for j, leader in enumerate(formation.leaders):
            if leader.picture is None:
                continue
            place = ("formations", i, "leaders", j, "picture")
            path, name = picture_at(leader.picture, folders), quoted(leader.picture)
            if not is_picture_name(leader.picture):
                words = mark("{name} is no plain name of a PNG or JPEG file, such as ney.jpg")
                pen.warning(place, words, name=name)
            elif path is None:
                words = mark("there is no picture {name} in the folder {folder}")
                pen.warning(place, words, name=name, folder=FOLDER)
            elif why := _fault_at(path):
                pen.warning(place, "the picture {name} cannot be shown: {why}", name=name, why=why)


def _fault_at(path: Path) -> str:
    """Why a picture cannot be used; empty where it can."""
    try:
        told = path.stat()
    except OSError as fault:
        return reason(fault)
    return _fault_of(path, told.st_mtime_ns, told.st_size)


@lru_cache(maxsize=256)  # a draft is checked after every step
def _fault_of(path: Path, _changed: int, _size: int) -> str:
    try:
        read_picture(path)
    except PictureFault as fault:
        return str(fault)
    return ""


def names_in(forces: Json) -> Iterator[str]:
    """The names of pictures in forces of whatever faults, each once."""
    known: set[str] = set()
    for formation in _objects(forces.get("formations")):
        for leader in _objects(formation.get("leaders")):
            name = leader.get("picture")
            if isinstance(name, str) and is_picture_name(name) and name not in known:
                known.add(name)
                yield name


def _objects(value: object) -> Iterator[Json]:
    if isinstance(value, list):
        yield from (one for one in value if isinstance(one, dict))

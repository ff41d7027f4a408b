"""Pictures of leaders for a draft: chosen ones are kept in the user's state until it is saved.

So a draft that lies nowhere yet, or is never saved, leaves no file behind and loses none. A picture
is called by what is in it: two that are different never have one name, and undo finds each again.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImageWriter

from hexwar.editor.army import formations, inside, text
from hexwar.editor.document import Json
from hexwar.editor.export_files import save_bytes
from hexwar.editor.files import Files, is_shipped
from hexwar.engine import Refusal, SaveError
from hexwar.engine.budget import OverBudget, read_bytes
from hexwar.engine.files import reason
from hexwar.messages import mark, say
from hexwar.scenario.pack import beside
from hexwar.scenario.pictures import (
    FOLDER,
    MOST_BYTES,
    PictureFault,
    names_in,
    picture_at,
    picture_of,
)
from hexwar.widgets.portraits import image_of

EDGE: Final = 1024
"""The longest side of a picture that is taken as it is, pixels; a larger one is scaled down."""

MOST_KEPT: Final = 300
"""Pictures that are kept for drafts; those chosen longest ago go first."""

_MOST_CHOSEN: Final = 64 << 20  # bytes of a file that is chosen
_MOST_EDGE: Final = 20_000  # its longest side, pixels
_MOST_PIXELS: Final = 24_000_000
_QUALITY: Final = 90  # of a JPEG, of 100
_LONGEST: Final = 40  # letters of a name


def store_in(state: Path) -> Path:
    """The folder of pictures that were chosen, in that of the user's state."""
    return state / "pictures"


def folders_of(files: Files, state: Path) -> tuple[Path, ...]:
    """Where the pictures of a document are: beside its forces, then among those chosen."""
    home = files.homes.get("forces")
    own = () if home is None else (home.path.parent / FOLDER,)
    return (*own, store_in(state))


# -- one that is chosen


def taken(path: Path, state: Path) -> str | Refusal:
    """Keep a picture that was chosen; the name that it has from now on, or why it cannot be had."""
    try:
        data, ending = _fitting(path)
    except PictureFault as fault:
        return Refusal(say("{name} cannot be taken: {why}.", name=path.name, why=fault), "")
    name = f"{_stem(path, data)}{ending}"
    place = store_in(state) / name
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.is_file():
            os.utime(place)  # it is wanted again
        else:
            save_bytes(place, data)
            _sweep(place.parent)
    except SaveError as fault:
        return Refusal(str(fault), "")
    except OSError as fault:
        return _unwritten(place, fault)
    return name


def _fitting(path: Path) -> tuple[bytes, str]:
    """The bytes of a picture that is small enough, and how its name ends.

    Raises:
        PictureFault: It is no picture that can be used.
    """
    try:
        data = read_bytes(path, _MOST_CHOSEN)
    except OverBudget as fault:
        raise PictureFault("{why}", why=fault) from fault
    except (OSError, ValueError) as fault:
        raise PictureFault("{why}", why=reason(fault)) from fault
    picture = picture_of(data, _MOST_EDGE)
    if picture.wide * picture.high > _MOST_PIXELS:
        words = mark("it has {wide} x {high} pixels, which is too much: make it smaller first")
        raise PictureFault(words, wide=picture.wide, high=picture.high)
    is_small = max(picture.wide, picture.high) <= EDGE and len(data) <= MOST_BYTES
    size = QSize(picture.wide, picture.high) if is_small else QSize(EDGE, EDGE)
    image = image_of(picture, size)
    if image.isNull():
        raise PictureFault("it is damaged")
    if is_small:
        return data, ".png" if picture.form == "png" else ".jpg"
    form = "png" if image.hasAlphaChannel() else "jpg"
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(form.encode()))
    if form == "jpg":
        writer.setQuality(_QUALITY)
    writer.write(image)
    return bytes(buffer.data().data()), f".{form}"


def _stem(path: Path, data: bytes) -> str:
    """A plain name for a picture: that of its file, and a mark of what is in it."""
    sign = hashlib.sha256(data).hexdigest()[:8]
    plain = unicodedata.normalize("NFKD", path.stem).encode("ascii", "ignore").decode()
    words = re.findall("[a-z0-9]+", plain.lower())
    if words[-1:] == [sign]:
        words.pop()
    stem = "-".join(words)[:_LONGEST].rstrip("-")
    return "-".join(filter(None, (stem, sign)))


def _sweep(folder: Path) -> None:
    with suppress(OSError):
        kept = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[MOST_KEPT:]:
            path.unlink(missing_ok=True)


def _unwritten(path: Path, fault: OSError) -> Refusal:
    return Refusal(say("{path} cannot be written: {why}.", path=path, why=reason(fault)), "")


# -- where a draft goes, its pictures go


def carried(forces: Json, folders: Sequence[Path], into: Path) -> Refusal | None:
    """Put the pictures that forces name into a folder; why not, where one cannot be written.

    One that is there already stays, one that is nowhere is let be: the checks tell of both.
    """
    for name in names_in(forces):
        path = picture_at(name, folders)
        if path is not None and path.parent != into:
            refusal = _put(path, into / name)
            if refusal is not None:
                return refusal
    return None


def saved_beside(forces: Json, files: Files, state: Path) -> Refusal | None:
    """Put the pictures of forces beside their file, before that is written there."""
    home = files.homes.get("forces") or files.homes.get("scenario")
    if home is None or is_shipped(home.path):
        return None
    into = home.path.parent / FOLDER
    return carried(forces, (into, store_in(state)), into)


def taken_along(before: Sequence[Path], folder: Path) -> Refusal | None:
    """Put what else lay in the folder of pictures into the one of another place, as far as free."""
    for old in before:
        for name, path in beside(old.parent):
            target = folder / name
            is_wanted = path.parent == old and not target.exists()
            refusal = _put(path, target) if is_wanted and _is_modest(path) else None
            if refusal is not None:
                return refusal
    return None


def _is_modest(path: Path) -> bool:
    try:
        return path.stat().st_size <= MOST_BYTES
    except OSError:
        return False


def _put(path: Path, target: Path) -> Refusal | None:
    try:
        data = read_bytes(path, MOST_BYTES)
        if target.is_file() and read_bytes(target, MOST_BYTES) == data:
            return None
        target.parent.mkdir(parents=True, exist_ok=True)
        save_bytes(target, data)
    except (SaveError, OverBudget) as fault:
        return Refusal(str(fault), "")
    except OSError as fault:
        return _unwritten(target, fault)
    return None


def adopted(other: Json, chosen: Collection[int], folder: Path, state: Path) -> Json:
    """Another battle's forces, with the pictures of some formations kept under names of our own."""
    found = list(inside(other, "formations"))
    for index, formation in formations(other):
        if index in chosen:
            leaders = [_adopted(leader, folder, state) for leader in inside(formation, "leaders")]
            found[index] = {**formation, "leaders": leaders} if leaders else formation
    return {**other, "formations": found}


def _adopted(leader: Json, folder: Path, state: Path) -> Json:
    path = picture_at(text(leader, "picture"), (folder,))
    name = None if path is None else taken(path, state)
    return {**leader, "picture": name} if isinstance(name, str) else leader

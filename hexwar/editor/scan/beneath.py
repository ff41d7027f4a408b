"""What is known of the picture beneath a map: a file beside the scenario, never in the map.

It names the picture, which lies in the same folder, its pins, and how it is shown.
"""

from __future__ import annotations

import filecmp
import json
import math
import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from hexwar.editor.align import Pin
from hexwar.editor.document import Json
from hexwar.editor.scan.source import EDGE, FILE, PictureError
from hexwar.engine.budget import Budget, OverBudget, open_plain, read_bytes, weigh
from hexwar.engine.files import reason, write_file
from hexwar.hexes import Hex, is_hex_id
from hexwar.messages import mark, say

FORMAT: Final = 1
ENDING: Final = ".scan.json"

RECORD: Final = Budget(256 << 10, values=10_000, depth=8, text=4 << 10)
"""The most that such a file may hold."""

MOST_PINS: Final = 500

USUAL_OPACITY: Final = 0.6


@dataclass(frozen=True, slots=True)
class Beneath:
    """A picture, its pins and its looks."""

    picture: str = ""  # its path from the folder of the scenario
    pins: tuple[Pin, ...] = ()
    opacity: float = USUAL_OPACITY  # 0 to 1
    is_locked: bool = False  # pins cannot be changed
    is_shown: bool = True
    others: Json = field(default_factory=dict)  # fields of the file that are not known here

    def with_pin(self, pin: Pin) -> Beneath:
        """The same with a pin more, or with another one in its hex."""
        others = [old for old in self.pins if old.hex != pin.hex]
        return replace(self, pins=(*others, pin))

    def without(self, hex_: Hex) -> Beneath:
        """The same without the pin of a hex."""
        return replace(self, pins=tuple(pin for pin in self.pins if pin.hex != hex_))


def place(folder: Path, stem: str) -> Path:
    """Where the file lies: beside the map, whose name without its ending is told."""
    return folder / f"{stem}{ENDING}"


# -- the file


def read(path: Path) -> tuple[Beneath | None, str]:
    """What a file tells of a picture; what does not fit in it is let be.

    Returns:
        None where there is no such file or it cannot be read, and then a sentence that says why.
    """
    try:
        data = read_bytes(path, RECORD.size)
        weigh(data, RECORD)
        told = json.loads(data)
    except FileNotFoundError:
        return None, ""
    except (OSError, OverBudget) as fault:
        why = reason(fault) if isinstance(fault, OSError) else str(fault)
        return None, say("{path} cannot be read: {why}.", path=path, why=why)
    except (ValueError, RecursionError):
        return None, say("{path} cannot be read: {why}.", path=path, why=say("this is no JSON"))
    if not isinstance(told, dict):
        return None, say("{path} cannot be read: {why}.", path=path, why=say("this is no JSON"))
    return from_json(told), ""


def from_json(told: Json) -> Beneath:
    """What an object tells of a picture."""
    name, opacity = told.get("picture"), _number(told.get("opacity"))
    pins = told.get("pins")
    known = {"format", "kind", "picture", "pins", "opacity", "locked", "shown"}
    return Beneath(
        name if isinstance(name, str) else "",
        _pins(pins if isinstance(pins, list) else ()),
        USUAL_OPACITY if opacity is None else min(1.0, max(0.0, opacity)),
        told.get("locked") is True,
        told.get("shown") is not False,
        {key: value for key, value in told.items() if key not in known},
    )


def to_json(beneath: Beneath) -> Json:
    """The object of a file."""
    return {
        "format": FORMAT,
        "kind": "scan",
        "picture": beneath.picture,
        "opacity": beneath.opacity,
        "locked": beneath.is_locked,
        "shown": beneath.is_shown,
        "pins": [{"hex": pin.hex, "x": pin.x, "y": pin.y} for pin in beneath.pins],
        **beneath.others,
    }


def write(path: Path, beneath: Beneath) -> None:
    """Write the file, a pin on a line.

    Raises:
        SaveError: It cannot be written.
    """
    told = to_json(beneath)
    pins = ",\n".join(f"    {json.dumps(pin)}" for pin in told["pins"])
    rows = [f"  {json.dumps(key)}: {json.dumps(told[key])}" for key in told if key != "pins"]
    rows.append(f'  "pins": [\n{pins}\n  ]' if pins else '  "pins": []')
    write_file(path, "{\n" + ",\n".join(rows) + "\n}\n")


def _pins(told: Sequence[Any]) -> tuple[Pin, ...]:
    found: dict[Hex, Pin] = {}
    for pin in told[:MOST_PINS]:
        if not isinstance(pin, dict):
            continue
        hex_, x, y = pin.get("hex"), _number(pin.get("x")), _number(pin.get("y"))
        if isinstance(hex_, str) and is_hex_id(hex_) and x is not None and y is not None:
            found[Hex(hex_)] = Pin(Hex(hex_), x, y)
    return tuple(found.values())


def _number(told: object) -> float | None:
    """A number that a place in a picture can have, or near it."""
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    return float(told) if abs(told) <= 4 * EDGE and math.isfinite(told) else None


# -- the picture


def picture_of(folder: Path, beneath: Beneath) -> Path:
    """Where the picture lies.

    Raises:
        PictureError: It is said to lie outside of the folder, or has no name.
    """
    name, home = beneath.picture, folder.resolve()
    try:
        found = (home / name).resolve()
        is_in = found.is_relative_to(home) and not Path(name).is_absolute() and "\\" not in name
    except (OSError, ValueError, RuntimeError):
        is_in = False
    if not name or not is_in or found == home:
        raise PictureError("the picture does not lie in the folder of the scenario")
    return found


def bring(path: Path, folder: Path) -> str:
    """The name of a picture from a folder; one that lies elsewhere is copied into it.

    Raises:
        PictureError: It cannot be copied.
    """
    home, picture = folder.resolve(), path.resolve()
    if picture.is_relative_to(home):
        return picture.relative_to(home).as_posix()
    try:
        with open_plain(picture) as file:
            if os.fstat(file.fileno()).st_size > FILE:
                raise PictureError("it is larger than 2 GiB")
        for name in _names(picture):
            target = home / name
            if not target.exists():
                return _copied(picture, target)
            if target.is_file() and filecmp.cmp(picture, target, shallow=False):
                return name
    except OverBudget as fault:
        raise PictureError("{why}", why=fault) from fault
    except OSError as fault:
        words = mark("it cannot be copied into {folder}: {why}")
        raise PictureError(words, folder=folder, why=reason(fault)) from fault
    raise PictureError("too many pictures of its name lie beside the scenario")


def _names(picture: Path) -> Iterable[str]:
    yield picture.name
    for number in range(2, 100):
        yield f"{picture.stem}-{number}{picture.suffix}"


def _copied(picture: Path, target: Path) -> str:
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        shutil.copyfile(picture, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return target.name

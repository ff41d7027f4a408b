"""Prints the Debian packages that Qt needs on this machine and that are not there.

Run by ``tools/setup.sh`` with the system's Python, before anything is installed. Nothing is
asked of a package manager: a library is there when it loads, whoever put it there.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Final

PACKAGE_OF: Final = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    # From here on: a window on an X11 screen.
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""The shared libraries that Qt's core and its X11 plugin load, each with its Debian package."""

FONT_PACKAGE: Final = "fonts-dejavu-core"

Loader = Callable[[str], ctypes.CDLL]


class _FontSet(ctypes.Structure):
    """The head of fontconfig's FcFontSet."""

    _fields_ = (("count", ctypes.c_int),)


def can_load(library: str, load: Loader = ctypes.CDLL) -> bool:
    """Tells whether the dynamic linker finds a shared library and all that it needs."""
    try:
        load(library)
    except OSError:
        return False
    return True


def has_font(load: Loader = ctypes.CDLL) -> bool:
    """Tells whether fontconfig knows any font; without one Qt draws empty labels."""
    try:
        fontconfig = load("libfontconfig.so.1")
    except OSError:
        return False
    system_fonts = 0
    fontconfig.FcInitLoadConfigAndFonts.restype = ctypes.c_void_p
    fontconfig.FcConfigGetFonts.restype = ctypes.POINTER(_FontSet)
    config = ctypes.c_void_p(fontconfig.FcInitLoadConfigAndFonts())
    fonts = fontconfig.FcConfigGetFonts(config, system_fonts)
    return bool(fonts) and fonts.contents.count > 0


def missing_packages(load: Loader = ctypes.CDLL) -> Iterator[str]:
    """Names each package to install once."""
    named = {package for library, package in PACKAGE_OF.items() if not can_load(library, load)}
    yield from (package for package in dict.fromkeys(PACKAGE_OF.values()) if package in named)
    if not has_font(load):
        yield FONT_PACKAGE


if __name__ == "__main__":
    print(*missing_packages(), sep="\n")

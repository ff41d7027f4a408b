"""Which Debian packages are said to be missing."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from tools import system_packages
from tools.system_packages import FONT_PACKAGE, PACKAGE_OF, missing_packages


def loads_all_but(*missing: str) -> system_packages.Loader:
    """The dynamic linker of a machine that lacks some libraries."""

    def load(library: str) -> ctypes.CDLL:
        if library in missing:
            raise OSError(f"{library}: cannot open shared object file")
        return ctypes.CDLL(None)

    return load


@pytest.fixture
def fonts_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_packages, "has_font", lambda load: True)


@pytest.mark.usefixtures("fonts_there")
def test_each_package_that_does_not_load_is_named_once() -> None:
    assert list(missing_packages(loads_all_but())) == []

    load = loads_all_but("libglib-2.0.so.0", "libgthread-2.0.so.0", "libxcb-icccm.so.4")

    assert list(missing_packages(load)) == ["libglib2.0-0", "libxcb-icccm4"]


def test_a_bare_machine_lacks_everything_and_this_one_nothing() -> None:
    named = list(missing_packages(loads_all_but(*PACKAGE_OF)))

    assert len(named) == len(set(named))
    assert {"libegl1", "libgl1", "libfontconfig1", "libdbus-1-3", "libxcb-cursor0"} < set(named)
    assert named[-1] == FONT_PACKAGE

    assert list(missing_packages()) == []


def test_a_machine_without_fonts_is_told_so(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fontconfig itself is asked, in a process of its own: it reads its settings only once."""
    folder = tmp_path_factory.mktemp("fonts")
    (folder / "fonts.conf").write_text(f"<fontconfig><dir>{folder}</dir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(folder / "fonts.conf"))

    told = subprocess.run(
        [sys.executable, system_packages.__file__], capture_output=True, text=True, check=True
    )

    assert told.stdout.split() == [FONT_PACKAGE]

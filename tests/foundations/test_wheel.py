"""The wheel carries all that a player needs, and its command works far from the checkout."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

import hexwar

CHECKOUT = Path(__file__).parents[2]
PYTHON = Path(sys.executable)

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the hatchling at hand: nothing is fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    run(PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=CHECKOUT)
    [wheel] = folder.iterdir()
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean virtual environment with the wheel; its dependencies are those of this one."""
    venv = tmp_path_factory.mktemp("venv")
    run(PYTHON, "-m", "venv", "--without-pip", venv, cwd=venv)
    pip: list[str | Path] = [PYTHON, "-m", "pip", "--python", venv / "bin" / "python"]
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=venv)
    [packages] = venv.glob("lib/python3*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return venv


def test_the_wheel_carries_what_is_played_and_read(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())

    assert wheel.name == f"hexwar-{hexwar.__version__}-py3-none-any.whl"
    folders = {"assets": "assets", "scenarios": "scenarios", "docs/rulebook": "rulebook"}
    for folder, files in folders.items():
        here = [p for p in (CHECKOUT / folder).rglob("*") if p.is_file()]
        carried = {f"hexwar/_data/{files}/{p.relative_to(CHECKOUT / folder)}" for p in here}
        assert carried
        assert carried <= names
    assert not [name for name in names if name.startswith(("tests/", "tools/"))]


def test_the_installed_command_lists_the_scenarios(installed: Path, tmp_path: Path) -> None:
    command = installed / "bin" / "hexwar"

    where = run(
        installed / "bin" / "python", "-c", "import hexwar; print(hexwar.__file__)", cwd=tmp_path
    )
    assert Path(where.strip()).is_relative_to(installed)
    assert run(command, "--version", cwd=tmp_path) == f"hexwar {hexwar.__version__}\n"
    assert "brienne" in run(command, "list", cwd=tmp_path)

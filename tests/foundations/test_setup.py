"""``./play`` and ``./test`` on machines in every state, played by stand-ins for their tools."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SCRIPTS = ["play", "test", ".ci/run", "tools/setup.sh", "tools/nightly", "packaging/lock.sh"]
GAMES = "tools/every_python.py"
TOOLS = [
    *("sh", "cat", "chmod", "cmp", "cp", "dirname", "env", "flock", "mkdir", "readlink"),
    *("rm", "true"),
]
"""What the scripts, and the stand-ins, may count on: Debian's essential packages have it."""

PYTHON = """#!/bin/sh
# The system's Python: new enough, and able to make a virtual environment.
case "$*" in
    *version_info*) exit "${OLD_PYTHON:-0}" ;;
    *system_packages.py) echo $MISSING_PACKAGES ;;
    *execv*)
        for venv; do :; done
        mkdir -p "$venv/bin" "$venv/lib/python3.11/site-packages"
        cp "$LOGS/venv_python" "$venv/bin/python"
        chmod +x "$venv/bin/python"
        echo "venv" >>"$LOGS/log" ;;
esac
"""

VENV_PYTHON = """#!/bin/sh
# The Python of .venv. What it was asked to run is logged.
echo "$*" >>"$LOGS/log"
case "$*" in
    *pip\\ install*)
        [ -z "${KILL_SETUP:-}" ] || kill -KILL $PPID
        exit "${PIP_STATUS:-0}" ;;
    *"${FAIL_AT:-nothing}"*) exit 9 ;;
esac
"""

APT_GET = """#!/bin/sh
echo "apt-get $*" >>"$LOGS/log"
[ "$1" != install ] || [ -z "${NO_LISTS:-}" ] || [ -e "$LOGS/updated" ] || exit 100
[ "$1" != update ] || : >"$LOGS/updated"
"""

SUDO = """#!/bin/sh
echo "sudo $*" >>"$LOGS/log"
[ "$1" = -n ] || exit 99
[ -n "${SUDO_ALLOWED:-}" ] || exit 1
shift
exec "$@"
"""

ID = """#!/bin/sh
echo "${USER_ID:-0}"
"""


@dataclass(frozen=True)
class Machine:
    """A machine with nothing on it but stand-ins, and a checkout with small lock files."""

    root: Path

    @property
    def checkout(self) -> Path:
        return self.root / "checkout"

    @property
    def venv(self) -> Path:
        return self.checkout / ".venv"

    def run(
        self, script: str | Path, *words: str, **state: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs a script from another folder, on a machine in the state that is described."""
        return subprocess.run(
            [self.checkout / script, *words],
            env={"PATH": str(self.root / "bin"), "LOGS": str(self.root), **state},
            cwd=self.root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def take_log(self) -> list[str]:
        """What the stand-ins were asked since the last look."""
        log = self.root / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line.replace(str(self.checkout), "CHECKOUT") for line in lines]

    def steps(self) -> list[str]:
        """The log in short: the last words of each line."""
        return [" ".join(line.split()[-2:]) for line in self.take_log()]


def write_script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    (machine.checkout / "tools").mkdir(parents=True)
    for script in ("play", "test", "tools/setup.sh"):
        shutil.copy(CHECKOUT / script, machine.checkout / script)
    (machine.checkout / "requirements.lock").write_text("numpy\n")
    (machine.checkout / "requirements-dev.lock").write_text("numpy\npytest\n")
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, f"{tool} is needed"
        (bin_folder / tool).symlink_to(found)
    stand_ins = {"python3": PYTHON, "apt-get": APT_GET, "sudo": SUDO, "id": ID}
    for name, text in stand_ins.items():
        write_script(bin_folder / name, text)
    (tmp_path / "venv_python").write_text(VENV_PYTHON)
    return machine


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_can_be_read_and_started(script: str) -> None:
    for shell in ("sh", "bash"):
        subprocess.run([shell, "-n", CHECKOUT / script], check=True)
    if script != "tools/setup.sh":  # the others read it
        assert os.access(CHECKOUT / script, os.X_OK)
        assert (CHECKOUT / script).read_text().startswith("#!/bin/sh\n")


def test_the_first_start_sets_up_and_the_second_does_not(machine: Machine) -> None:
    first = machine.run("play", "list", "a b")
    assert first.returncode == 0, first.stderr
    assert first.stdout == ""
    assert machine.take_log() == [
        "venv",
        "-m pip install --quiet --disable-pip-version-check --no-input "
        "--only-binary :all: --require-hashes -r CHECKOUT/requirements.lock",
        "-P -m hexwar list a b",
    ]

    second = machine.run("play", "--help")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert machine.take_log() == ["-P -m hexwar --help"]


def test_the_checkout_is_found_through_a_link_and_its_packages_wherever_it_is(
    machine: Machine,
) -> None:
    (machine.root / "hexwar").symlink_to(machine.checkout / "play")

    assert machine.run(machine.root / "hexwar", "list").returncode == 0
    assert machine.venv.is_dir()

    [link] = machine.venv.rglob("*.pth")
    assert (link.parent / link.read_text().strip()).resolve() == machine.checkout.resolve()


SET_UP = ["venv", "-r CHECKOUT/requirements.lock", "hexwar list"]


def test_an_interrupted_set_up_begins_again(machine: Machine) -> None:
    assert machine.run("play", KILL_SETUP="yes").returncode != 0
    (machine.venv / "half a package").touch()
    machine.take_log()

    assert machine.run("play", "list").returncode == 0
    assert not (machine.venv / "half a package").exists()
    assert machine.steps() == SET_UP


@pytest.mark.parametrize("event", ["an interrupted addition", "a new lock file", "no Python"])
def test_what_is_no_longer_whole_is_set_up_again(machine: Machine, event: str) -> None:
    machine.run("play")
    if event == "an interrupted addition":
        machine.run("test", KILL_SETUP="yes")
    elif event == "a new lock file":
        (machine.checkout / "requirements.lock").write_text("numpy, newer\n")
    else:
        (machine.venv / "bin" / "python").unlink()
    machine.take_log()

    assert machine.run("play", "list").returncode == 0
    assert machine.steps() == SET_UP


def test_a_failed_installation_is_told_and_tried_again(machine: Machine) -> None:
    failed = machine.run("play", PIP_STATUS="1")
    assert failed.returncode == 1
    assert "hexwar: the Python packages could not be installed" in failed.stderr
    assert "hexwar" not in machine.steps()

    assert machine.run("play", "list").returncode == 0
    assert machine.steps()[-1] == "hexwar list"


def test_tests_add_to_what_play_has_set_up(machine: Machine) -> None:
    machine.run("play")
    (machine.venv / "kept").touch()
    machine.take_log()

    assert machine.run("test").returncode == 0
    assert (machine.venv / "kept").exists()
    assert machine.steps()[0] == "-r CHECKOUT/requirements-dev.lock"
    machine.run("play", "list")
    assert machine.steps()[-1] == "hexwar list"
    machine.run("test")
    assert machine.steps()[0] == "ruff check"


def test_two_first_starts_at_once_set_up_once(machine: Machine) -> None:
    environment = {"PATH": str(machine.root / "bin"), "LOGS": str(machine.root)}
    starts = [
        subprocess.Popen(
            [machine.checkout / "play", "list"], env=environment, stderr=subprocess.DEVNULL
        )
        for _ in range(3)
    ]

    assert [start.wait() for start in starts] == [0, 0, 0]
    assert machine.steps().count("venv") == 1


def test_missing_libraries_are_installed_by_root_or_with_sudo(machine: Machine) -> None:
    assert machine.run("play", MISSING_PACKAGES="libegl1 libgl1").returncode == 0

    [install, *_] = machine.take_log()
    assert install.startswith("apt-get install ")
    assert install.endswith(" libegl1 libgl1")
    assert " -y " in install

    shutil.rmtree(machine.venv)
    machine.run("play", MISSING_PACKAGES="libegl1", NO_LISTS="yes")

    verbs = [line.split()[1] for line in machine.take_log() if line.startswith("apt-get")]
    assert verbs == ["install", "update", "install"]

    shutil.rmtree(machine.venv)
    machine.run("play", MISSING_PACKAGES="libegl1", USER_ID="1000", SUDO_ALLOWED="yes")

    sudo = [line for line in machine.take_log() if line.startswith("sudo")]
    assert all(line.startswith("sudo -n ") for line in sudo)
    assert sudo[-1].endswith(" libegl1")


def test_what_must_be_done_by_hand_is_said(machine: Machine) -> None:
    missing = "libegl1 libgl1"
    refused = machine.run("play", MISSING_PACKAGES=missing, USER_ID="1000")
    assert refused.returncode == 1
    install = f"apt-get install -y --no-install-recommends {missing}"
    line = f"sudo apt-get update && sudo {install}"
    assert refused.stderr.splitlines()[-1] == f"hexwar: please run:  {line}"
    assert machine.take_log() == ["sudo -n true"]

    refused = machine.run("play", OLD_PYTHON="1")
    assert refused.returncode == 1
    assert "Python 3.11 or newer is needed" in refused.stderr

    (machine.root / "bin" / "apt-get").unlink()
    refused = machine.run("play", MISSING_PACKAGES=missing)
    assert refused.returncode == 1
    assert f"please install what Debian calls: {missing}" in refused.stderr


def test_test_runs_every_check_and_stops_at_the_first_failure(machine: Machine) -> None:
    machine.run("play")
    machine.take_log()

    result = machine.run("test", "tests/engine", "-k", "undo")

    assert result.returncode == 0
    steps = ["-m ruff check", "-m ruff format --check", "-m mypy --strict"]
    steps += [".venv/bin/lint-imports", "-m pytest tests/engine -k undo"]
    assert machine.take_log()[1:] == steps
    assert [line for line in result.stdout.splitlines() if line] == [f"== {x}" for x in steps]

    result = machine.run("test", FAIL_AT="mypy")

    assert result.returncode == 9
    assert [step for step in machine.steps() if step != GAMES][-1] == "mypy --strict"


def test_test_runs_what_is_near_or_all_with_the_coverage_of_the_rulebook(machine: Machine) -> None:
    machine.run("test", "--quick", "-x")
    assert machine.steps()[-2:] == [".venv/bin/lint-imports", "tools/quick_tests.py -x"]

    machine.run("test")
    report = "CHECKOUT/.venv/rule-report.json"
    log = machine.take_log()
    assert log[:-1].count(GAMES) == 1  # beside the other checks, and done before the tests
    assert [line for line in log if line != GAMES][-4:] == [
        ".venv/bin/lint-imports",
        f"-m pytest --collect-only -q -q --rule-report={report}",
        f"tools/coverage_table.py --check {report}",
        "-m pytest --numprocesses=auto --dist=worksteal",
    ]


@pytest.mark.parametrize("check", ["collect-only", "every_python"])
def test_a_check_that_is_not_seen_stops_it_too(machine: Machine, check: str) -> None:
    result = machine.run("test", FAIL_AT=check)
    assert result.returncode == 9
    assert check in result.stdout
    assert not [line for line in machine.take_log() if "numprocesses" in line]

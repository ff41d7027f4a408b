"""Which tests are near to a change, what has changed, and which modules a change reaches."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tools.quick_tests import KERNEL, changed_paths, nearest, sources_of
from tools.reach_of_change import circles, imports_of, naming, texts_of

ROOT = Path(__file__).parents[2]

SOURCES = {
    "tests/ground/test_costs.py": "from house import maps\nfrom tests.ground.steps import step\n",
    "tests/ground/steps.py": "from hexwar.ground.costs import cost\n",
    "tests/systems/nlc/test_march.py": "import hexwar.ground.costs\n",
    "tests/systems/nlc/test_weather.py": "from hexwar.systems.nlc.rules import weather\n",
    "tests/systems/nlc/test_cards.py": "def late():\n    from hexwar.cards import deck\n",
    "tests/engine/test_undo.py": "from hexwar.engine import Session\n",
    "tests/widgets/test_board.py": "from hexwar.widgets.board import Board\n",
}


def test_a_test_is_near_that_imports_what_changed_or_a_helper_that_does() -> None:
    for changed, near in {
        "hexwar/ground/costs.py": ["ground/test_costs.py", "systems/nlc/test_march.py"],
        "hexwar/systems/nlc/rules/weather.py": ["systems/nlc/test_weather.py"],
        "hexwar/cards/deck.py": ["systems/nlc/test_cards.py"],
        "hexwar/widgets/board/__init__.py": ["widgets/test_board.py"],
        "tests/ground/steps.py": ["ground/test_costs.py"],
        "tests/widgets/test_board.py": ["widgets/test_board.py"],
        "hexwar/engine/undo.py": ["engine/test_undo.py"],  # by the name of its package
        "hexwar/hexes/line.py": [],
        "docs/saves.md": [],
    }.items():
        assert nearest([changed], SOURCES) == [f"tests/{path}" for path in near], changed


def test_what_changed_itself_comes_first_and_then_the_folder_of_its_layer() -> None:
    changed = ["hexwar/systems/nlc/rules/weather.py", "hexwar/ground/costs.py"]
    assert nearest([*changed, "tests/widgets/test_board.py"], SOURCES) == [
        "tests/widgets/test_board.py",
        "tests/systems/nlc/test_march.py",
        "tests/systems/nlc/test_weather.py",
        "tests/ground/test_costs.py",
    ]


def test_the_kernel_and_the_tests_stand_where_the_tool_says() -> None:
    for place in KERNEL:
        path, _, test = place.partition("::")
        assert (ROOT / path).exists(), place
        assert not test or f"def {test.partition('[')[0]}(" in (ROOT / path).read_text("utf-8")

    near = nearest(["hexwar/engine/session.py"], sources_of(ROOT))
    assert near[0].startswith("tests/engine/test_")


def test_the_change_is_told_by_git(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", tmp_path, *who, *words], check=True, capture_output=True)

    assert changed_paths(tmp_path) == []
    git("init", "--initial-branch=main")
    for name in ("one", "two"):
        (tmp_path / name).touch()
        git("add", ".")
        git("commit", "--message", name)
    assert changed_paths(tmp_path) == ["two"]  # nothing since: what came last
    (tmp_path / "three").touch()
    assert changed_paths(tmp_path) == ["three"]
    git("checkout", "-b", "march")
    git("add", ".")
    git("commit", "--message", "three")
    (tmp_path / "four").touch()
    assert changed_paths(tmp_path) == ["four", "three"]


MODULES = {
    "nlc/orders.py": '"""Tells of delay."""\nDELAY = "march"\n',
    "nlc/duties.py": "from house.nlc.orders import DELAY\n\n\ndef is_delayed():\n    return 1\n",
    "words.py": "# delay\ndef told(verb):\n    return {'delay order': 1}\n",
    "table.py": "from house import list_of\n",
    "list_of.py": "def games():\n    from house.nlc import orders\n    import house.table\n",
    "orders.toml": "[delay]\n",
}


def package(folder: Path) -> Path:
    for name, source in MODULES.items():
        path = folder / "house" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return folder / "house"


def test_a_module_names_things_in_code_and_strings_and_may_close_a_circle(tmp_path: Path) -> None:
    texts = texts_of(package(tmp_path))
    named = ["nlc/duties.py", "nlc/orders.py", "orders.toml", "words.py"]
    assert naming(texts, "delay") == named
    assert naming(texts, "nlc", own_folder=True) == ["list_of.py"]
    assert naming({"a": "FORCED_MARCH", "b": "forced marches"}, "forced-march") == ["a"]
    assert naming({"a": "ChooseEvasion", "b": "ChooseEvasions"}, "ChooseEvasion") == ["a"]

    house = package(tmp_path)
    assert circles(imports_of(house, lazy=False)) == []
    assert circles(imports_of(house, lazy=True)) == [["house.list_of", "house.table"]]

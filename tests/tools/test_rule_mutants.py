"""The tool that goes rule by rule: what it changes, where it looks, what counts as noticed."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.systems.nlc.cases import each
from tools.mutation import rules
from tools.mutation.bench import in_child, is_verdict
from tools.mutation.changes import changed_numbers, rule_changes_in
from tools.mutation.mutants import apply, living_functions, mutants_of
from tools.mutation.places import FIRST, HEAD, MODULE, NAMED, SPAN, Place, map_of
from tools.mutation.rules import Verdict, report_of, share_of

ROOT = Path(__file__).resolve().parents[2]


# -- what is changed


@each(
    "body changes",
    *(
        ("if x:\n  return refuse('N1.1', 'No.')", ["without return refuse('N1.1', 'No.')"]),
        ("if x:\n  table.emit(E(x))", ["if not (x)", "without table.emit(E(x))"]),
        ("return [y for y in x if y]", ["if not (y)"]),
        ("return say('Move {n}.', n=1)", []),
        ("return x < 3", ["Lt -> LtE", "3 -> 4", "3 -> 2"]),
        ("return any(x)", ["any -> all"]),
        ("return f(x, near={**x, **y})", ["without near={**x, **y}", "without y"]),
        ("'''Say it.'''", []),
    ),
)
def test_what_is_changed_in_a_function(body: str, changes: list[str]) -> None:
    source = "def rule(x):\n " + body.replace("\n", "\n ")
    made = []
    for index in range(len(rule_changes_in(ast.parse(source).body[0]))):
        function = ast.parse(source).body[0]
        before = ast.dump(function)
        made.append(rule_changes_in(function)[index][1]())
        assert ast.dump(function) != before
    for change in changes:
        assert change in made
    assert changes or not made


@each(
    "returns changed",
    *(
        ("bool", "return not x"),
        ("int", "return x + 1"),
        ("tuple[UnitId, ...]", "return ()"),
        ("frozenset[Hex]", "return frozenset()"),
        ("Hex | None", "return None"),
    ),
)
def test_a_result_is_another(returns: str, changed: str) -> None:
    function = ast.parse(f"def rule(x) -> {returns}:\n return x").body[0]
    rule_changes_in(function)[0][1]()
    assert ast.unparse(function).endswith(changed)


def test_each_number_of_a_line_of_the_data_file_is_one_up() -> None:
    lines = [changed for changed, _ in changed_numbers('cost = [1, 0.5, "M1"]  # 2 of them')]
    assert lines == [
        'cost = [2, 0.5, "M1"]  # 2 of them',
        'cost = [1, 1.0, "M1"]  # 2 of them',
        'cost = [1, 0.5, "-"]  # 2 of them',
    ]


# -- where the code of a rule stands

MODULE_TEXT = '''"""Rally (N13)."""


def rally(state):
    """N13.1: who rallies (N13.2)."""
    return state > 3


def other(state):
    """Another thing."""
    return refuse("N13.5", "No.")


class Asked(Question, rule="N13.6"):
    def options(self, state):
        """Both."""
        return [1, 2]

    def words(self):
        """N13.1 in words."""
        return 1
'''
NUMBERS_TEXT = """# all of them

[rally]  # N13.3-N13.6
distance = 3  # N13.1
dice = [1, 2]
"""
IDS = ["N13", "N13.1", "N13.2", "N13.3", "N13.4", "N13.4a", "N13.5", "N13.6", "N14.1", "N14.1a"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with one module of rules and a data file."""
    nlc = tmp_path / "hexwar" / "systems" / "nlc"
    (nlc / "rules").mkdir(parents=True)
    (nlc / "rules" / "rally.py").write_text(MODULE_TEXT, "utf-8")
    (nlc / "numbers.toml").write_text(NUMBERS_TEXT, "utf-8")
    return tmp_path


@pytest.mark.usefixtures("checkout")
@each(
    "id_ places",
    *(
        ("N13", [(MODULE, "rally"), (MODULE, "other"), (MODULE, "Asked.options")]),
        ("N13.1", [(FIRST, "rally"), (NAMED, 4)]),
        ("N13.2", [(NAMED, "rally")]),
        ("N13.3", [(HEAD, 4), (HEAD, 5)]),
        ("N13.4", [(SPAN, 4), (SPAN, 5)]),
        ("N13.5", [(NAMED, "other"), (SPAN, 4), (SPAN, 5)]),
        ("N13.6", [(HEAD, 4), (HEAD, 5), (HEAD, "Asked.options")]),
        ("N14.1a", []),
    ),
)
def test_the_places_of_a_rule(
    id_: str, places: list[tuple[int, str | int]], checkout: Path
) -> None:
    found = map_of(IDS, checkout)[id_]
    assert [(place.rank, place.name or place.line) for place in found] == places


def test_a_step_that_nothing_names_has_the_places_of_its_rule(checkout: Path) -> None:
    ids = [id_ for id_ in IDS if id_ != "N13.4a"]
    found = map_of([*ids, "N13.1a"], checkout)
    assert found["N13.1a"] == found["N13.1"] != []


# -- changes of a program that runs


@pytest.fixture
def program(checkout: Path) -> Iterator[ModuleType]:
    """The module of that checkout, imported, with another name for its function."""
    path = checkout / "hexwar" / "systems" / "nlc" / "rules" / "rally.py"
    path.write_text(f"{MODULE_TEXT.partition('class Asked')[0]}alias = rally\n", "utf-8")
    spec = importlib.util.spec_from_file_location("hexwar.systems.mutated_rally", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_a_change_reaches_every_name_of_a_function(program: ModuleType, checkout: Path) -> None:
    place = Place(FIRST, "hexwar/systems/nlc/rules/rally.py", 4, "rally")
    mutants = [m for m in mutants_of([place], checkout) if m.what == "3 -> 4"]
    assert (program.rally(4), program.alias(4)) == (True, True)
    apply(mutants[0], living_functions(checkout), checkout)
    assert (program.rally(4), program.alias(4)) == (False, False)


def test_a_changed_data_file_is_read_so(checkout: Path) -> None:
    file = checkout / "hexwar" / "systems" / "nlc" / "numbers.toml"
    place = Place(NAMED, "hexwar/systems/nlc/numbers.toml", 4, "")
    (mutant,) = mutants_of([place], checkout)

    def read() -> str:
        apply(mutant, {}, checkout)
        return file.read_text("utf-8").split("\n")[3]

    assert in_child(read, 5) == "distance = 4  # N13.1"
    assert file.read_text("utf-8") == NUMBERS_TEXT


# -- what counts as noticed


def loop() -> None:
    start = time.monotonic()
    while time.monotonic() < start + 60:
        pass


@each(
    "work answer",
    *(
        (lambda: "noticed", "noticed"),
        (lambda: os._exit(3), None),
        (lambda: str(int("no")), None),
        (loop, None),
    ),
)
def test_what_a_child_does_comes_back_or_does_not(work: Callable[[], str], answer: object) -> None:
    assert in_child(work, 0.1) == answer


def failed(test: Callable[[], object]) -> pytest.ExceptionInfo[BaseException]:
    with pytest.raises(BaseException) as error:
        test()
    return error


def expects() -> None:
    assert ROOT is None


def breaks_down() -> None:
    ast.parse("1 +")


def misses() -> None:
    with pytest.raises(ValueError, match="no"):
        int("1")


@each(
    "test is_one",
    *((expects, True), (misses, True), (lambda: IDS.index("here"), True), (breaks_down, False)),
)
def test_a_crash_of_the_program_is_no_verdict(test: Callable[[], object], is_one: bool) -> None:
    assert is_verdict(failed(test)) is is_one


MARKED = """
import pytest
from hexwar.systems.nlc.rules.losses import rally

@pytest.mark.rule("N13.1")
def test_it_says_so():
    assert rally.rally_phase is not None
"""


@each(
    "test line",
    *(
        ("tests/systems/nlc/test_recovery.py", "   1 proved"),
        (None, "   1 weak"),
    ),
)
def test_one_rule_is_examined(test: str | None, line: str, tmp_path: Path) -> None:
    if test is None:
        test = str(tmp_path / "test_marked.py")
        Path(test).write_text(MARKED, "utf-8")
    command = [sys.executable, "tools/mutants", "--rules", "N13.1", "--tests", test]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert line in done.stdout.split("\n"), done.stdout + done.stderr
    assert done.returncode == (0 if line.endswith(" proved") else 1)


# -- the report

VERDICTS = [
    Verdict("N8", "Assault", rules.HEADING, "no mark of its own"),
    Verdict("N8.1", "Who", rules.PROVED, "a.py:3: Lt -> LtE, by test_a"),
    Verdict("N8.2", "When", rules.WEAK, "", 2, 1, 0, 0, ["a.py:9: without emit() (survived)"]),
    Verdict("N9.1", "Guns", rules.TEXT, "a pointer"),
    Verdict("N9.2", "Range", rules.PROVED, "a.py:4: 1 -> 2, by test_b"),
]


def test_the_share_leaves_out_headings_and_text() -> None:
    assert share_of(VERDICTS) == pytest.approx(200 / 3)


def test_the_report_has_a_line_a_chapter_and_what_survived() -> None:
    lines = report_of(VERDICTS).split("\n")
    assert "N8           2       1" in lines
    assert "N9           1       1" in lines
    at = lines.index("N8.2 When (2 tests, 1 tried, 0 crashed, 0 hung)")
    assert lines[at + 1] == "    a.py:9: without emit() (survived)"

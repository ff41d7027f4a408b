"""Rule by rule: is there a change of its code that a test with its mark notices?

A rule is proved when a test that bears its id fails on one mutant of its code or of its numbers,
by what the test expects. A crash of the program, or a test that hangs, proves nothing.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import tempfile
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from hexwar import resources
from hexwar.rulebook import Rule, read_rules
from tools.coverage_table import tests_of
from tools.mutation.bench import CRASHED, HUNG, KILLED, Run, Watch, function_of, survey, try_out
from tools.mutation.mutants import Functions, Mutant, apply, living_functions, mutants_of
from tools.mutation.places import HEAD, ROOT, VISITED, Map, Place, map_of, rule_files

PROVED, WEAK, UNPLACED, BARE, TEXT, HEADING = (
    *("proved", "weak", "proved by code that nothing names", "nothing to change"),
    *("text", "heading"),
)
STATES: Final = (PROVED, UNPLACED, WEAK, BARE, TEXT, HEADING)
"""How it stands with a rule."""

WANTED: Final = 98
"""Per cent of the rules that must be proved."""

MOST: Final = 60
"""Mutants of one rule that are tried at most."""

SECONDS: Final = 40.0
"""Of the processor, for the tests of one rule when they are noted without a change."""

ROWS: Final = 30
"""Rows of one test function that try a mutant at most, the shortest."""

ROUNDS: Final = ((0, MOST // 6), (SECONDS / 10, MOST // 3), (SECONDS, MOST))
"""Seconds for tests that are not known yet, and mutants: most rules are proved in a moment."""

TEXTS: Final = Path(__file__).with_name("texts.toml")
"""Rules without behaviour of their own, each with the reason."""


@dataclass
class Verdict:
    """What was found of one rule."""

    id: str
    title: str
    state: str = WEAK
    because: str = ""  # the mutant and the test that noticed it, or why there is none
    tests: int = 0
    tried: int = 0
    crashed: int = 0
    hung: int = 0
    survivors: list[str] = field(default_factory=list)
    marks: int = 0  # test functions that bear the mark
    idle: list[str] = field(default_factory=list)  # those that noticed no change, where all try


@dataclass
class Examiner:
    """Examines one rule after another with the tests that pytest has collected."""

    rules: Mapping[str, Rule]
    items: Mapping[str, pytest.Item]  # by id of the test
    marks: Mapping[str, Sequence[str]]  # rule id to ids of tests
    places: Map
    texts: Mapping[str, str]
    functions: Functions
    watch: Watch
    every: bool = False  # whether each test function must notice a change
    runs: dict[str, Run] = field(default_factory=dict)

    def examine(self, id_: str) -> Verdict:
        """Try the mutants of a rule until one is killed."""
        rule = self.rules[id_]
        verdict = Verdict(id_, rule.title)
        if rule.is_chapter and id_ not in self.marks:
            verdict.state, verdict.because = HEADING, "its rules have marks of their own"
            return verdict
        if id_ in self.texts:
            verdict.state, verdict.because = TEXT, self.texts[id_]
            return verdict
        tests = self.marks[id_] if rule.is_chapter else tests_of(rule, self.marks)
        verdict.tests = len(tests)
        good: list[str] = []
        for seconds, most in ((SECONDS, MOST),) if self.every else ROUNDS:
            known, good = good, self._good(tests, seconds)
            if good == known:
                continue
            places = self.places.get(id_, ()) or self._visited(good)
            if self._is_killed(verdict, mutants_of(places)[: 5 * MOST], good, most):
                return verdict
        verdict.state = WEAK if verdict.tried else BARE
        verdict.because = verdict.because or _why_not(verdict, good)
        return verdict

    def _is_killed(
        self, verdict: Verdict, mutants: Iterable[Mutant], good: Sequence[str], most: int
    ) -> bool:
        verdict.survivors, verdict.tried = [], 0
        verdict.idle = sorted({function_of(test) for test in good})
        verdict.marks = len(verdict.idle)
        for mutant in mutants:
            near = self._near(mutant.place, good)
            tests = _few_of_each([test for test in near if function_of(test) in verdict.idle])
            if not tests or verdict.tried >= most:
                if mutant.place.rank <= HEAD and len(verdict.survivors) < MOST:
                    verdict.survivors.append(f"{mutant} (not reached)")
                continue
            verdict.tried += 1
            if self._try(verdict, mutant, tests) and not (self.every and verdict.idle):
                break
        return verdict.state in (PROVED, UNPLACED)

    def _try(self, verdict: Verdict, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Try one mutant and note how it ended; whether it was killed."""
        seconds = 5 + 5 * sum(self.runs[test].seconds for test in tests)
        change = partial(apply, mutant, self.functions)
        items = [self.items[test] for test in tests]
        end, killers = try_out(change, items, self.watch, seconds, every=self.every)
        verdict.crashed += end == CRASHED
        verdict.hung += end == HUNG
        if end != KILLED:
            verdict.survivors.append(f"{mutant} ({end})")
            return False
        if verdict.state == WEAK:
            verdict.state = PROVED if mutant.place.rank < VISITED else UNPLACED
            verdict.because = f"{mutant}, by {min(killers)}"
        noticed = {function_of(test) for test in killers}
        verdict.idle = [function for function in verdict.idle if function not in noticed]
        return True

    def _good(self, tests: Sequence[str], seconds: float) -> list[str]:
        """The tests of a rule that pass without a change, the shortest first.

        As many as there is time for are run, beside those that are known already.
        """
        new = [test for test in _mixed(tests) if test not in self.runs]
        if new and seconds:
            self.runs |= survey([self.items[test] for test in new], self.watch, seconds)
        known = [test for test in tests if test in self.runs and self.runs[test].passed]
        return sorted(known, key=lambda test: self.runs[test].seconds)

    def _near(self, place: Place, good: Sequence[str]) -> list[str]:
        """The tests that come by a place; what reads the data file is not told, so all of them."""
        if not place.name:
            return list(good)
        return [test for test in good if (place.path, place.line) in self.runs[test].visited]

    def _visited(self, good: Sequence[str]) -> list[Place]:
        """The rules' functions that tests come by, those that few come by first."""
        known = {(p.path, p.line): p for places in self.places.values() for p in places if p.name}
        count = Counter(visit for run in self.runs.values() for visit in run.visited)
        seen = {visit for test in good for visit in self.runs[test].visited} & known.keys()
        rare = sorted(seen, key=lambda visit: (count[visit], visit))[:10]
        return [Place(VISITED, *visit, known[visit].name) for visit in rare]


def _mixed(tests: Sequence[str]) -> list[str]:
    """Tests in an order in which each function comes once before one comes again."""
    seen: Counter[str] = Counter()
    turns = []
    for test in tests:
        function = function_of(test)
        turns.append((seen[function], test))
        seen[function] += 1
    return [test for _, test in sorted(turns)]


def _few_of_each(tests: Sequence[str]) -> list[str]:
    """The first rows of each test function."""
    seen: Counter[str] = Counter()
    few = []
    for test in tests:
        seen[function_of(test)] += 1
        if seen[function_of(test)] <= ROWS:
            few.append(test)
    return few


def _why_not(verdict: Verdict, good: Sequence[str]) -> str:
    if not good:
        return "no test of it passes without a change"
    return "" if verdict.tried else "its tests come by no code that names it"


# -- in pytest


class Examination:
    """The plugin that takes the place of pytest's own loop over the tests."""

    def __init__(self, wanted: Sequence[str], jobs: int, *, every: bool) -> None:
        self._wanted = wanted
        self._every = every
        self._jobs = jobs
        self.verdicts: list[Verdict] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Examine the rules instead of running the tests."""
        watch = Watch()
        session.config.pluginmanager.register(watch)
        for path in rule_files():
            if path.suffix == ".py" and path.name != "__init__.py":
                name = str(path.relative_to(ROOT)).removesuffix(".py").replace("/", ".")
                import_module(name)
        rules = read_rules(resources.rulebook())
        marks: dict[str, list[str]] = {}
        for item in session.items:
            for mark in item.iter_markers("rule"):
                for id_ in mark.args:
                    marks.setdefault(id_, []).append(item.nodeid)
        items = {item.nodeid: item for item in session.items}
        texts = tomllib.loads(TEXTS.read_text("utf-8"))
        functions, places = living_functions(), map_of(list(rules))
        examiner = Examiner(rules, items, marks, places, texts, functions, watch, self._every)
        gc.collect()
        gc.freeze()  # children look through what is new only, and share the rest
        ids = [id_ for id_ in built(rules) if _is_wanted(id_, self._wanted)]
        found = in_workers(ids, self._jobs, examiner.examine)
        self.verdicts = [found[id_] for id_ in ids]
        return True


def built(rules: Mapping[str, Rule]) -> list[str]:
    """The ids of the rules that are built, as the page on coverage counts them."""
    return [rule.id for rule in rules.values() if rule.built and not rule.background]


def _is_wanted(id_: str, wanted: Sequence[str]) -> bool:
    """Whether an id is asked for, by itself or by its chapter; all of them without a word."""
    return not wanted or id_ in wanted or id_.partition(".")[0] in wanted


def in_workers(
    ids: Sequence[str], jobs: int, examine: Callable[[str], Verdict]
) -> dict[str, Verdict]:
    """Examine rules in processes of their own, each taking the next rule when it is free."""
    read, write = os.pipe()
    os.write(write, b"".join(n.to_bytes(4, "big") for n in range(len(ids))))
    os.close(write)
    found: dict[str, Verdict] = {}
    with tempfile.TemporaryDirectory(prefix="verdicts-") as folder:
        files = [Path(folder, str(number)) for number in range(jobs)]
        workers = [_start(partial(_work, read, ids, examine, file)) for file in files]
        os.close(read)
        for worker, file in zip(workers, files, strict=True):
            os.waitpid(worker, 0)
            found |= {verdict.id: verdict for verdict in _told(file)}
    return found


def _start(work: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    return child


def _work(read: int, ids: Sequence[str], examine: Callable[[str], Verdict], told: Path) -> None:
    with told.open("wb") as file:
        while place := os.read(read, 4):
            verdict = examine(ids[int.from_bytes(place, "big")])
            print(verdict.id, verdict.state, verdict.because, file=sys.stderr, flush=True)
            pickle.dump(verdict, file)


def _told(path: Path) -> Iterator[Verdict]:
    with path.open("rb") as file:
        while file.peek(1):
            yield pickle.load(file)


def run(
    wanted: Sequence[str], tests: Sequence[str], jobs: int, *, every: bool = False
) -> list[Verdict]:
    """Collect the tests and examine the rules; those of a chapter, or all without a word.

    With `every` each test function that bears a mark must notice a change of that rule.

    Raises:
        RuntimeError: The tests cannot be collected.
    """
    examination = Examination(wanted, jobs, every=every)
    os.environ["CI"] = "1"  # the same examples for every mutant
    options = ["-q", "-s", "--no-header", "-p", "no:randomly"]
    status = pytest.main([*options, *tests], plugins=[examination])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError("the tests cannot be collected")
    return examination.verdicts


# -- the report


def share_of(verdicts: Sequence[Verdict]) -> float:
    """Per cent of the rules that are proved, of those that have behaviour."""
    counted = [verdict for verdict in verdicts if verdict.state not in (TEXT, HEADING)]
    return 100 * sum(v.state in (PROVED, UNPLACED) for v in counted) / max(len(counted), 1)


def report_of(verdicts: Sequence[Verdict], *, every: bool = False) -> str:
    """The report as text: the share, a line a chapter, and each rule by how it stands.

    With `every` it lists the marks that noticed nothing.
    """
    states = Counter(verdict.state for verdict in verdicts)
    lines = [f"{len(verdicts)} rules are built; {share_of(verdicts):.1f} % are proved, of those"]
    lines += ["that are neither a heading nor text only.", ""]
    lines += [f"{states[state]:4} {state}" for state in STATES]
    lines += ["", "chapter  rules  proved"]
    chapters: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        chapters.setdefault(verdict.id.partition(".")[0], []).append(verdict)
    for chapter, own in chapters.items():
        counted = [v for v in own if v.state not in (TEXT, HEADING)]
        proved = sum(v.state in (PROVED, UNPLACED) for v in counted)
        lines.append(f"{chapter:7}  {len(counted):5}  {proved:6}")
    marks, idle = sum(v.marks for v in verdicts), sum(len(v.idle) for v in verdicts)
    if every:
        lines += ["", f"{idle} of {marks} marks notice no change:", ""]
        lines += [f"{v.id} {test}" for v in verdicts for test in v.idle]
    for state in (WEAK, BARE, UNPLACED, TEXT, HEADING, PROVED):
        lines += ["", f"-- {state}", ""]
        lines += [line for v in verdicts if v.state == state for line in _lines_of(v)]
    return "\n".join(lines) + "\n"


def _lines_of(verdict: Verdict) -> list[str]:
    counts = f"{verdict.tests} tests, {verdict.tried} tried"
    ends = f", {verdict.crashed} crashed, {verdict.hung} hung" if verdict.tried else ""
    head = f"{verdict.id} {verdict.title} ({counts}{ends}): {verdict.because}"
    survivors = verdict.survivors if verdict.state == WEAK else ()
    return [head.rstrip(": "), *(f"    {survivor}" for survivor in survivors)]

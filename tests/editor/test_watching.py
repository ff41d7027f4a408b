"""The draft is judged while one works on it: soon, off the window's thread, and of the last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from hexwar.app.games import sections
from hexwar.editor import watching
from hexwar.editor.checks import Checks, Problem
from hexwar.editor.desk import Desk
from hexwar.editor.document import Document, Draft
from hexwar.editor.files import Files
from hexwar.editor.watching import Watcher
from tests.editor.desks import desk


@pytest.fixture
def at_work(tmp_path: Path, qtbot: QtBot) -> Desk:
    return desk(tmp_path, "first-steps")


@pytest.fixture
def watcher(at_work: Desk, qtbot: QtBot) -> Iterator[Watcher]:
    made = Watcher(at_work, sections())
    qtbot.waitUntil(lambda: made.is_current)
    yield made
    made.close()


def test_a_change_is_judged_and_told(watcher: Watcher, at_work: Desk, qtbot: QtBot) -> None:
    assert not any(problem.is_error for problem in watcher.problems)
    told: list[tuple[Problem, ...]] = []
    at_work.checked.connect(told.append)
    at_work.put("Name nobody", "scenario", {"first_player": "nobody"})
    assert not watcher.is_current
    qtbot.waitUntil(lambda: watcher.is_current)
    assert [problem.path for problem in told[-1] if problem.is_error] == [("first_player",)]
    at_work.document.undo()
    qtbot.waitUntil(lambda: watcher.is_current)
    assert not any(problem.is_error for problem in told[-1])


def test_many_changes_are_judged_once_and_in_another_thread(
    watcher: Watcher, at_work: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Draft, int]] = []
    judge = Checks.problems

    def counted(checks: Checks, draft: Draft, *rest: Any, **how: Any) -> tuple[Problem, ...]:
        seen.append((draft, get_ident()))
        return judge(checks, draft, *rest, **how)

    monkeypatch.setattr(Checks, "problems", counted)
    for name in "abcdef":
        at_work.put("Name it", "scenario", {"name": name})
    qtbot.waitUntil(lambda: watcher.is_current)
    assert [draft.scenario["name"] for draft, _ in seen] == ["f"]
    assert seen[0][1] != get_ident()


def test_what_is_stale_is_not_told(
    watcher: Watcher, at_work: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[Problem, ...]] = []
    at_work.checked.connect(told.append)
    at_work.put("Name nobody", "scenario", {"first_player": "nobody"})
    watcher._soon.stop()
    watcher._judge(is_thorough=False)
    at_work.document.undo()  # while the thread is at it
    watcher._worker._pool.waitForDone()
    qtbot.waitUntil(lambda: watcher.is_current)
    assert not any(problem.is_error for found in told for problem in found)


def test_a_march_too_long_is_found_when_nothing_has_changed_for_long(
    watcher: Watcher, at_work: Desk, qtbot: QtBot
) -> None:
    orders = [dict(order) for order in at_work.draft.scenario["orders"]]
    turns = at_work.draft.scenario["turns"][:1]
    steps = [{"verb": "march", "target": hex_} for hex_ in ("0101", at_work.grid.hexes[-1])]
    orders[0] = orders[0] | {"steps": steps}
    at_work.put("Hurry", "scenario", {"orders": orders, "turns": turns})

    def late() -> list[Problem]:
        return [p for p in watcher.problems if not p.is_error and p.path[:1] == ("orders",)]

    qtbot.waitUntil(lambda: bool(late()), timeout=10_000)
    at_work.put("Name it", "scenario", {"name": "Other"})
    qtbot.waitUntil(lambda: watcher.is_current)
    assert late(), "it is shown until the next thorough look"
    at_work.put("Without orders", "scenario", {"orders": None})
    qtbot.waitUntil(lambda: watcher.is_current)
    assert not late()


def test_another_document_begins_anew(watcher: Watcher, at_work: Desk, qtbot: QtBot) -> None:
    at_work.put("Name nobody", "scenario", {"first_player": "nobody"})
    qtbot.waitUntil(lambda: watcher.is_current)
    assert watcher.problems
    at_work.open(Document(Draft()), Files())
    assert watcher.problems == ()
    qtbot.waitUntil(lambda: watcher.is_current)
    assert watcher.problems == ()


def test_a_fault_of_the_checks_is_a_sentence(
    watcher: Watcher, at_work: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> tuple[Problem, ...]:
        raise ZeroDivisionError

    monkeypatch.setattr(Checks, "problems", broken)
    with qtbot.captureExceptions() as caught:
        for name in "ab":
            at_work.put("Name it", "scenario", {"name": name})
            qtbot.waitUntil(lambda: watcher.is_current)
            assert "ZeroDivisionError" in watcher.problems[0].sentence
    assert len(caught) == 1, "it is recorded once"


def test_nothing_runs_after_the_end(watcher: Watcher, at_work: Desk) -> None:
    watcher.close()
    at_work.put("Name it", "scenario", {"name": "Other"})
    assert not watcher._soon.isActive()
    assert not watcher._idle.isActive()
    assert watching.SOON_MS < watching.IDLE_MS

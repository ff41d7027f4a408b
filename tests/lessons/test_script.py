"""Lessons as files: what is wrong with one is told in a sentence, and each can be played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.kit import Kit
from hexwar.lessons.script import Lesson, LessonError, Pattern, fits, lessons, plain, read
from hexwar.lessons.tutor import ENEMY, Stand, Tutor
from hexwar.rulebook import Rulebook
from hexwar.systems.mininap.kit import MININAP
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.tlnb.kit import TLNB

HEAD = """
place = 1
title = "A"
about = "B"
minutes = 5
scenario = "first-steps"
side = "french"
seed = "1"
achieved = "C"
"""
STEP = """
[[steps]]
id = "one"
title = "T"
text = "X"
"""

FAULTS = {
    "no steps": (HEAD + "steps = []", "a.toml: steps: there must be steps"),
    "not TOML": ("place = ", "a.toml: "),
    "unknown field": (HEAD + "colour = 1" + STEP, "a.toml: colour: is not known."),
    "missing": (STEP, "a.toml: place: is missing."),
    "kind": (HEAD.replace("= 5", '= "five"') + STEP, "a.toml: minutes: should be of the kind int."),
    "unknown field of a step": (HEAD + STEP + "big = true", "a.toml: steps.0.big: is not known."),
    "target": (
        HEAD + STEP + 'targets = [{moon = "1"}]',
        "a.toml: steps.0.targets.0: a target names one of",
    ),
    "pattern": (
        HEAD + STEP + "expect = [{passes = true}]",
        "a.toml: steps.0.expect.0.asks: is missing.",
    ),
    "same id twice": (HEAD + STEP + STEP, "a.toml: steps: there must be steps, each with an id"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_a_file_is_told_in_one_sentence(name: str, tmp_path: Path) -> None:
    text, sentence = FAULTS[name]
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    with pytest.raises(LessonError) as fault:
        read(tmp_path / "a.toml")
    assert str(fault.value).startswith(sentence)


def test_a_pattern_names_only_what_matters() -> None:
    route = Route((Hex("0505"), Hex("0604")), column=True)
    assert fits({"to": "0604"}, plain(route))
    assert not fits({"to": "0505"}, plain(route))
    assert not fits({"to": "0604", "column": False}, plain(route))
    assert fits("~morale", "morale of the Guard")
    assert Pattern("X", passes=True).fits(None)
    assert Pattern("X", passes=True).fits(answer=False)
    assert not Pattern("X", passes=True).fits(route)


KITS: dict[str, Kit[Any]] = {"": NLC, "tlnb": TLNB, "mininap": MININAP}
"""The game of each lesson."""


def each() -> list[Lesson]:
    return list(lessons())


def test_each_game_is_taught() -> None:
    assert {lesson.game for lesson in lessons()} == set(KITS)
    assert [lesson.place for lesson in lessons()] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("lesson", each(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_played_to_its_end_by_its_own_script(lesson: Lesson) -> None:
    kit = KITS[lesson.game]
    tutor = Tutor(lesson, kit)
    tutor.play_to(len(lesson.steps) - 1)
    tutor.do_step()
    assert tutor.is_last
    assert tutor.stand() in (Stand.READ, Stand.DONE)
    stood = [(type(e).__name__, e) for e in tutor.session.events]
    again = Tutor(lesson, kit)
    again.play_to(len(lesson.steps) - 1)
    again.do_step()
    assert stood == [(type(e).__name__, e) for e in again.session.events]


@pytest.mark.parametrize("lesson", each(), ids=lambda lesson: lesson.id)
def test_a_lesson_says_short_things_and_names_rules_that_there_are(lesson: Lesson) -> None:
    book = KITS[lesson.game].rulebook({})
    assert isinstance(book, Rulebook)
    assert 5 <= lesson.minutes <= 10
    assert [step.id for step in lesson.steps if step.rule and step.rule not in book.rules] == []
    assert [step.id for step in lesson.steps if len(step.text) + len(step.why) > 340] == []
    assert ENEMY in NLC.players


def test_who_goes_astray_is_led_back_to_where_the_step_began() -> None:
    lesson = next(one for one in lessons() if one.place == 1)
    tutor = Tutor(lesson, NLC)
    tutor.play_to(1)
    before = tutor.session.digest()
    tutor.session.answer(("FR-1-05",))
    tutor.session.answer(Route((Hex("0505"), Hex("0604"))))
    assert tutor.stand() is Stand.ASTRAY
    assert tutor.take_back()
    assert tutor.session.digest() == before
    assert tutor.stand() is Stand.DO


def test_who_does_something_else_first_is_followed() -> None:
    lesson = next(one for one in lessons() if one.place == 1)
    tutor = Tutor(lesson, NLC)
    tutor.play_to(1)
    tutor.session.answer(("FR-1-02",))
    tutor.session.answer(Route((Hex("0305"), Hex("0404"), Hex("0504"))))
    assert tutor.stand() is Stand.DO
    assert tutor.has_strayed()

"""What the staff says of its answers: true to the dice, and other words for other reasons."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from hexwar.ai.minutes import REASON, minutes_of
from hexwar.ai.policy import Reason
from hexwar.app.games import new_match
from hexwar.engine import Decision, Session
from hexwar.engine.memos import Memos
from hexwar.engine.save import save
from hexwar.hexes import Hex
from hexwar.systems.nlc.player.fights import WON
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.previews import combat_report
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.staff.player import Staff
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.ai.asking import staff_answer
from tests.systems.nlc.assaults import terrain
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, units

FI = FormationId("FI")
ASKED = DeclareAssault(FRENCH, FI)


def fought(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """FI in its Assault Segment, in a long game."""
    return position(rows, *lines, active="FI", segment=Segment.ASSAULT, length=8, **more)


def said(state: GameState, asked: Decision[Any]) -> tuple[Any, Reason]:
    """What the staff answers, and why."""
    staff = Staff()
    given = staff_answer(state, asked, staff)
    why = staff.reason(asked, given, state)
    assert why is not None
    return given, why


def test_an_assault_is_told_with_its_odds() -> None:
    state = fought("F1 infantry 9-4 0404", "A1 infantry 3-2 0403 disrupted")
    given, why = said(state, ASKED)
    report = combat_report(state, given, Hex("0404"))
    won = round(100 * sum(chance for end, chance in report.outcomes if end in WON))
    assert why.sentence == f"9 SP against 1.5 SP, won {won} times in 100."
    assert [one.what for one in why.considered][1:] == ["no assault"]


def test_what_is_let_be_is_told_with_its_odds_too() -> None:
    # 6 SP of bad troops against 7 of good ones: fewer than half as many would be no odds
    state = fought("F1 infantry 6-2 0404", "A1 infantry 7-5 0403")
    given, why = said(state, ASKED)
    assert given is None
    assert why.sentence.startswith("Even the best assault, on 0403, costs too much: 6 SP against")
    assert len(why.considered) == 2
    hopeless = fought("F1 infantry 3-2 0404", "A1 infantry 9-5 0403", rows=terrain("c"))
    assert "twice as strong" in said(hopeless, ASKED)[1].sentence


def test_who_may_advance_is_told_what_waits_there() -> None:
    asked = ChooseAdvance(FRENCH, units("F1"), Hex("0403"))
    town = {"vp_hexes": {Hex("0403"): 3}, "control": {Hex("0403"): ALLIED}}
    free = fought("F1 infantry 8-4 0404", "A1 infantry 5-3 0401", rows=terrain("t"), **town)
    words = said(free, asked)[1].sentence
    assert words.startswith("The enemy is 2 hexes from 0403, which gives cover of ")
    assert words.endswith("3 VP hang on the hex.")
    around = [f"A{n} infantry 9-4 {hex_}" for n, hex_ in enumerate(("0402", "0303", "0503"))]
    words = said(fought("F1 infantry 3-4 0404", *around), asked)[1].sentence
    assert words == "27 SP of the enemy's could attack 0403."


@pytest.fixture(scope="module")
def game() -> Session[Any]:
    match = new_match("hold-the-bridge", dict.fromkeys((FRENCH, ALLIED), "normal"), "3")
    match.explains = True
    match.play()
    return match.session


def test_no_sentence_is_a_phrase_for_everything(game: Session[Any]) -> None:
    told, bare = Counter[str](), Counter[str]()
    fights = ("Assault", "Charge", "Retreat", "Pursuit", "Advance", "Target", "StepLoss", "Square")
    for minute in minutes_of(game, 0, len(game.events) + 1):
        asked, why = game.journal[minute.entry].asked, minute.reason
        if any(name in asked for name in fights):
            told[why.sentence] += 1
            bare[asked] += not re.search(r"\d|twice", why.sentence)
    assert sum(told.values()) > 10
    assert sum(bare.values()) == 0, bare
    assert told.most_common(1)[0][1] < sum(told.values()) / 3


def test_reasons_make_a_save_a_little_longer(game: Session[Any]) -> None:
    plain = game.fork()
    plain.memos = Memos(memo for memo in game.memos.rows if memo.topic != REASON)
    assert len(game.memos.rows) - len(plain.memos.rows) > 100
    assert len(save(plain)) < len(save(game)) < 1.4 * len(save(plain))

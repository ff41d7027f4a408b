"""The computer players' own process: it answers as a thread does, and what hangs in it is ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from time import sleep
from typing import Any, Final

import pytest
from pytestqt.qtbot import QtBot

from hexwar.ai.policy import Look, thought
from hexwar.ai.wire import Answer, Question, framed
from hexwar.app.thinking import COMMAND
from hexwar.engine import SeededChance, Session
from hexwar.engine.foresight import past_of
from hexwar.kit import Player
from hexwar.shell import engine as engines
from hexwar.shell import thinker as thinkers
from hexwar.shell.engine import Engine
from hexwar.shell.main_window import MainWindow
from hexwar.shell.thinker import Thinker
from hexwar.systems.nlc.kit import NLC
from hexwar.table.forces import Side
from tests.engine.harbour import HEADER, SYSTEM, ChoosePier, start
from tests.shell.hand import brienne

ODD: Final = """
import os, sys
from hexwar.ai.wire import Answer, framed, packed_answer, read_frame, unpacked_question
from tests.engine.harbour import HEADER, SYSTEM, start
asks, tells = sys.stdin.buffer, sys.stdout.buffer
read_frame(asks)
tells.write(framed(b""))
tells.flush()
while (data := read_frame(asks)) is not None:
    asked = unpacked_question(SYSTEM, start(HEADER), data)
    if asked.seed == "die":
        os._exit(3)
    while asked.seed == "hang":
        pass
    answer = Answer(asked.number, type(asked.decision).__name__, asked.options[-1])
    tells.write(packed_answer(SYSTEM, answer))
    tells.flush()
"""
"""A process that hangs or dies where the seed says so, else gives the last answer of the list."""

WAIT: Final = 60_000
"""How long a process may take to begin on a busy machine, milliseconds."""


@pytest.fixture
def game() -> Session[Any]:
    return NLC.new_game("brienne", SeededChance("3"), {"player.french": "greedy"})


@pytest.fixture
def thinker(qtbot: QtBot, game: Session[Any]) -> Iterator[Thinker]:
    made = Thinker({**NLC.players, "last": Player(Last, "")})
    made.speed = 0
    yield made
    made.close()


def odd(thinker: Thinker) -> Engine:
    made = Engine((sys.executable, "-P", "-c", ODD), "nlc", {}, SYSTEM, thinker)
    thinker.engage(made)
    return made


def ask(thinker: Thinker, seed: str) -> None:
    thinker.ask("greedy", ChoosePier("north"), [3, 7], start(HEADER), seed)


def answer_to(qtbot: QtBot, thinker: Thinker, seed: str) -> object:
    with qtbot.waitSignal(thinker.answered, timeout=WAIT) as told:
        ask(thinker, seed)
    return told.args[0]


class Last:
    """A player who gives the last answer of the list."""

    def answer(self, _: Any, options: Sequence[Any], *__: Any) -> Any:
        return options[-1]


class Here:
    """A player whose answer is the process that he thinks in."""

    def answer(self, *_: Any) -> int:
        return os.getpid()


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_process_answers_as_a_thread_would(qtbot: QtBot, game: Session[Any]) -> None:
    engine = Engine(COMMAND, NLC.id, game.header, NLC.system)
    for number in range(12):
        pending = game.pending
        assert pending is not None
        side, options = Side(pending.side), list(game.options)
        view = NLC.view(game.state, side)
        asked = Question(number, "greedy", pending, options, view, "a seed")
        with qtbot.waitSignal(engine.answered, timeout=WAIT) as told:
            assert engine.ask(asked)
        (answer,) = told.args
        policy = NLC.players["greedy"].make()
        wanted = thought(
            policy, pending, options, Look(partial(NLC.view, game.state, side)), "a seed"
        )
        kind = type(pending).__name__
        assert answer == Answer(number, kind, wanted.answer, wanted.reason), pending
        game.answer(answer.answer)
    process = engine.process
    engine.close()
    assert not is_running(process)


def test_what_hangs_or_dies_is_ended_and_the_next_answer_has_a_new_start(
    qtbot: QtBot, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "GRACE", 50)
    engine, told = odd(thinker), list[str]()
    thinker.overslept.connect(told.append)
    assert answer_to(qtbot, thinker, "") == 7
    first = engine.process

    thinker.longest = 50
    assert answer_to(qtbot, thinker, "hang") == 3
    assert not is_running(first)
    thinker.longest = WAIT
    assert answer_to(qtbot, thinker, "") == 7

    assert answer_to(qtbot, thinker, "die") == 3
    assert answer_to(qtbot, thinker, "") == 7
    assert len(told) == 2
    assert "took longer" in told[0]
    assert "broke down" in told[1]

    dropped = engine.process
    ask(thinker, "hang")
    thinker.drop()
    assert answer_to(qtbot, thinker, "") == 7
    assert not is_running(dropped)

    last = engine.process
    ask(thinker, "hang")
    thinker.close()
    assert not is_running(last)


def test_where_no_process_can_be_had_a_thread_thinks(qtbot: QtBot, thinker: Thinker) -> None:
    ends = (sys.executable, "-c", "raise SystemExit(3)")
    for command in ("/no/such/program",), ends, COMMAND:  # whose header names no battle
        thinker.engage(Engine(command, "nlc", {}, SYSTEM, thinker))
        with qtbot.waitSignal(thinker.answered, timeout=WAIT) as told:
            thinker.ask("last", ChoosePier("north"), [3, 7], start(HEADER), "")
        assert told.args == [7], command
        thinker.close()


def test_who_is_known_to_this_window_only_thinks_in_it(qtbot: QtBot, thinker: Thinker) -> None:
    odd(thinker)
    thinker.seat("greedy", Player(Here, ""))
    assert answer_to(qtbot, thinker, "hang") == os.getpid()


def test_what_cannot_be_sent_is_thought_about_here(qtbot: QtBot, thinker: Thinker) -> None:
    odd(thinker)
    with qtbot.waitSignal(thinker.answered) as told:
        thinker.ask("last", ChoosePier("north"), [3, 7], lambda: None, "hang")
    assert told.args == [7]


def test_a_game_with_a_computer_player_has_a_process_until_it_is_closed(
    window: MainWindow, game: Session[Any]
) -> None:
    window.thinking = (sys.executable, "-P", "-c", ODD)
    window.open_session(brienne(), None)
    assert window.game is not None
    assert window.game.controller.thinker.engine is None

    window.open_session(game, None)
    engine = window.game.controller.thinker.engine
    assert engine is not None
    process = engine.process
    assert is_running(process)
    window.close_game()
    assert not is_running(process)


PONDERS: Final = """
import time
from hexwar.app import thinking
from hexwar.kit import Player
from hexwar.systems.nlc.kit import NlcKit

class Ponderer:
    def answer(self, decision, options, look, dice):
        while not look.is_hurried():
            time.sleep(0.01)
        return options[-1]

class Odd(NlcKit):
    players = {"greedy": Player(Ponderer, "ponders", foresees=True)}

thinking.kit_named = lambda name: Odd()
thinking.main()
"""
"""The process with a player who thinks until he is hurried."""


def test_who_is_hurried_answers_from_what_he_has_in_a_process_and_in_a_thread(
    qtbot: QtBot, game: Session[Any], thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "HASTE", WAIT)  # nobody answers for him
    pending = game.pending
    assert pending is not None
    side, options = Side(pending.side), list(game.options)
    view, past = NLC.view(game.state, side), past_of(game, NLC.view)
    players = {**NLC.players, "greedy": Player(Ponderer, "")}
    monkeypatch.setattr(thinker, "_players", players)
    command = (sys.executable, "-P", "-c", PONDERS)
    far = Engine(command, NLC.id, game.header, NLC.system, thinker)
    for engine in (None, far):
        if engine is not None:
            thinker.engage(engine)
            qtbot.waitUntil(lambda: far.is_ready, timeout=WAIT)
        thinker.ask("greedy", pending, options, view, "a seed", past=past)
        qtbot.wait(50)
        assert thinker.is_thinking
        with qtbot.waitSignal(thinker.answered, timeout=WAIT) as told:
            thinker.play_now(NLC.quick)
        assert told.args == [options[-1]]


class Ponderer:
    """Thinks until he is hurried."""

    def answer(self, _: Any, options: Sequence[Any], look: Look, __: Any) -> Any:
        while not look.is_hurried():
            sleep(0.01)
        return options[-1]


def test_who_does_not_hear_that_he_is_hurried_is_replaced_and_at_a_second_call_at_once(
    qtbot: QtBot, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker, "_players", {"greedy": Player(Last, ""), "last": Player(Last, "")})
    odd(thinker)
    for haste, calls in ((10, 1), (WAIT, 2)):
        monkeypatch.setattr(thinkers, "HASTE", haste)
        ask(thinker, "hang")
        with qtbot.waitSignal(thinker.answered, timeout=WAIT) as told:
            for _ in range(calls):
                thinker.play_now("last")
        assert told.args == [7]


def test_the_process_ends_without_a_word_when_the_window_is_gone(game: Session[Any]) -> None:
    reads, writes = os.pipe()
    os.close(reads)  # nobody hears it
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=writes, stderr=subprocess.PIPE
    ) as process:
        os.close(writes)
        hello = framed(json.dumps({"kit": NLC.id, "header": dict(game.header)}).encode())
        _, told = process.communicate(hello, timeout=WAIT / 1_000)
    assert told == b""
    assert process.returncode == 0

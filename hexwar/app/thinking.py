"""The computer players' own process: it answers questions until nobody is there to ask any more.

The window starts it (`hexwar.shell.engine`) as `python -P -m hexwar.app.thinking`. It is told a
game's kit and header, then one question after the other. It never has more than the views of the
sides that are asked. What hangs in it is ended with it.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Final

from hexwar.ai.policy import thought
from hexwar.ai.wire import (
    Answer,
    Question,
    framed,
    packed_answer,
    read_frame,
    unpacked_hurry,
    unpacked_question,
)
from hexwar.app.games import kit_named
from hexwar.app.main import COLLECTION
from hexwar.engine import SaveError
from hexwar.kit import Kit

COMMAND: Final = (sys.executable, "-P", "-m", "hexwar.app.thinking")
"""How the process is started."""


def main() -> int:
    """Answer what standard input asks on standard output, until it ends.

    The status is 0 then, and 1 where the header does not name the battle by itself, as in a save
    with its scenario beside it.
    """
    gc.set_threshold(*COLLECTION)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), 1)  # a player that prints something does no harm
    questions = sys.stdin.buffer
    hello = read_frame(questions)
    if hello is None:
        return 0
    told = json.loads(hello)
    kit = kit_named(told["kit"])
    try:
        state = kit.set_up(kit.battle_of(told["header"]))
    except SaveError:
        return 1
    system = kit.system  # the rules are read before anybody waits for them
    _send(answers, framed(b""))
    inbox = _Inbox()
    Thread(target=inbox.listen, args=(questions,), daemon=True).start()
    while True:
        _send(answers, _answer(kit, unpacked_question(system, state, inbox.questions.get()), inbox))


class _Inbox:
    """What has come from the window: questions in their order, and which is to be answered now."""

    def __init__(self) -> None:
        self.questions: SimpleQueue[bytes] = SimpleQueue()
        self.hurried = -1
        """The number of the last question whose answer is wanted at once."""

    def listen(self, source: BinaryIO) -> None:
        """Take in; when the window is gone nobody wants an answer, whoever is thinking."""
        while (data := read_frame(source)) is not None:
            number = unpacked_hurry(data)
            if number is None:
                self.questions.put(data)
            else:
                self.hurried = number
        os._exit(0)


def _answer(kit: Kit[Any], asked: Question, inbox: _Inbox) -> bytes:
    kind = type(asked.decision).__name__
    policy = kit.players[asked.player].make()
    try:
        look = asked.look(lambda: inbox.hurried >= asked.number)
        found = thought(policy, asked.decision, asked.options, look, asked.seed, asked.memory)
        told = Answer(asked.number, kind, found.answer, found.reason, memory=found.memory)
        return packed_answer(kit.system, told)
    except Exception as fault:
        failed = Answer(asked.number, kind, None, fault=type(fault).__name__)
        return packed_answer(kit.system, failed)


def _send(answers: BinaryIO, data: bytes) -> None:
    """Send an answer; where nobody reads it any more the process ends, and says nothing of it."""
    try:
        answers.write(data)
        answers.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    sys.exit(main())

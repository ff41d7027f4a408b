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
    unpacked_question,
)
from hexwar.app.games import kit_named
from hexwar.app.main import COLLECTION
from hexwar.engine import SaveError
from hexwar.kit import Kit

COMMAND: Final = (sys.executable, "-P", "-m", "hexwar.app.thinking")
"""How the process is started."""


def main() -> int:
    """Answer what standard input asks on standard output; 0 at its end.

    1 where the header does not name the battle by itself, as in a save with its scenario beside it.
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
    inbox: SimpleQueue[bytes | None] = SimpleQueue()
    Thread(target=_listen, args=(questions, inbox), daemon=True).start()
    while (data := inbox.get()) is not None:
        _send(answers, _answer(kit, unpacked_question(system, state, data)))
    return 0


def _listen(questions: BinaryIO, inbox: SimpleQueue[bytes | None]) -> None:
    """Pass questions on; when the window is gone nobody wants an answer, whoever is thinking."""
    while (data := read_frame(questions)) is not None:
        inbox.put(data)
    os._exit(0)


def _answer(kit: Kit[Any], asked: Question) -> bytes:
    kind = type(asked.decision).__name__
    policy = kit.players[asked.player].make()
    try:
        found = thought(
            policy, asked.decision, asked.options, asked.look(), asked.seed, asked.memory
        )
        told = Answer(asked.number, kind, found.answer, found.reason, memory=found.memory)
        return packed_answer(kit.system, told)
    except Exception as fault:
        failed = Answer(asked.number, kind, None, fault=type(fault).__name__)
        return packed_answer(kit.system, failed)


def _send(answers: BinaryIO, data: bytes) -> None:
    answers.write(data)
    answers.flush()


if __name__ == "__main__":
    sys.exit(main())

"""What the enemy's Player-Turns have won him: whether he is somebody to reckon with (T32.9)."""

from __future__ import annotations

from typing import Any, Final

from hexwar.systems.tlnb.player.outlook import Outlook
from hexwar.systems.tlnb.rules.victory.victory import totals

MEMORY: Final = "feats"
"""What is remembered: the last own Player-Turn, the enemy's lead at its end, his good ones."""

GOOD: Final = 5
"""VP that a Player-Turn must win for one who knows what he does."""

OFTEN: Final = 2
"""Good Player-Turns that nobody has by chance."""


def note(memory: dict[str, Any], outlook: Outlook) -> None:
    """Put down how the enemy stands, when the own side is asked in its own Player-Turn.

    What his lead has grown since the own Player-Turn before, his own has won him.
    """
    state = outlook.state
    if state.phasing != outlook.side:
        return
    vp = totals(state)
    lead = vp[outlook.enemy] - vp[outlook.side]
    known = _known(memory)
    good = known["good"]
    if known["count"] not in (0, state.count):
        good += lead - known["lead"] >= GOOD
    memory[MEMORY] = {"count": state.count, "lead": lead, "good": good}


def fights_back(memory: dict[str, Any]) -> bool:
    """Whether the enemy's Player-Turns have won him too much for chance."""
    return bool(_known(memory)["good"] >= OFTEN)


def _known(memory: dict[str, Any]) -> dict[str, int]:
    found = memory.get(MEMORY)
    return found if isinstance(found, dict) else {"count": 0, "lead": 0, "good": 0}

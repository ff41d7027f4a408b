"""The greedy player: it follows its orders and takes what looks best at once.

Each of its files answers the questions of one topic, from what its side can see and nothing else.
"""

from __future__ import annotations

from hexwar.systems.nlc.player.player import GreedyPlayer

__all__ = ["GreedyPlayer"]

"""The computer players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from hexwar.ai.policy import Policy
from hexwar.messages import mark
from hexwar.systems.nlc.player import GreedyPlayer
from hexwar.systems.nlc.player.random_orders import RandomWriter

PLAYERS: Mapping[str, Callable[[], Policy]] = MappingProxyType(
    {"greedy": GreedyPlayer, "random": RandomWriter}
)
"""How each computer player is made."""

ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "greedy": mark("follows its orders, marches by road and fights where the odds are good"),
        "random": mark("makes any legal move: an opponent for a first look at the rules"),
    }
)
"""What a player is told of each, as the rest of a sentence."""

"""The computer players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from hexwar.ai.policy import Policy
from hexwar.ai.random_player import RandomPlayer

PLAYERS: Mapping[str, Callable[[], Policy]] = MappingProxyType({"random": RandomPlayer})
"""How each computer player is made."""

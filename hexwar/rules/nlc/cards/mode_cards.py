"""Mode cards: how the troops stand at the start (N23.6)."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.model.cards import CardId
from hexwar.rules.nlc.cards.plays import Play

PLAYS: Mapping[CardId, Play] = {}

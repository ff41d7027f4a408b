"""Cards of marches and orders (N23.4)."""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.model.cards import CardId
from hexwar.rules.nlc.cards.plays import Play

PLAYS: Mapping[CardId, Play] = {}

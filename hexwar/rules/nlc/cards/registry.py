"""How each card acts, gathered from the chapters of cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hexwar.model.cards import CardId
from hexwar.rules.nlc.cards.plays import Play


@cache
def plays() -> Mapping[CardId, Play]:
    """Each card that can be played under NLC.

    The chapters are imported here and not above: they use the procedures of the whole game, and
    some of these open windows for cards.
    """
    from hexwar.rules.nlc.cards import (
        arrival_cards,
        combat_cards,
        game_cards,
        ground_cards,
        leader_cards,
        march_cards,
        mode_cards,
    )

    chapters = (
        mode_cards,
        march_cards,
        game_cards,
        leader_cards,
        arrival_cards,
        ground_cards,
        combat_cards,
    )
    return {id_: play for chapter in chapters for id_, play in chapter.PLAYS.items()}

"""The staff answers alike whatever is hidden from it."""

from __future__ import annotations

from functools import partial
from random import Random

from hexwar.ai.policy import CounterDice
from hexwar.app.games import new_match
from hexwar.systems.nlc.staff.player import Staff
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from tests.systems.nlc.positions import ALLIED, FRENCH
from tools.trials.secrets import SECRETS, is_told

ORDERS = ("pad.lines", "pad.dispatches", "pad.wings", "pad.wishes", "pad.wanted")
"""What a battle without cards and flags hides."""

TURNED, ENOUGH = 5, 12
"""One question of so many is put once more with what is hidden otherwise; so many in all."""


def swapped(state: GameState, reader: Side, dice: Random) -> GameState:
    """The same table to a reader, with all that the enemy wrote otherwise."""
    other, owner = state.copy(), state.battle.enemy(reader)
    for name in ORDERS:
        if not is_told(name, state, reader):
            tried = other.copy()
            SECRETS[name](tried, owner, dice)
            if view(tried, reader) == view(state, reader):
                other = tried
    return other


def test_a_reply_does_not_hang_on_what_is_hidden() -> None:
    players = dict.fromkeys((FRENCH, ALLIED), "normal")
    match, dice, turned = new_match("first-steps", players, "5"), Random("5"), 0
    session = match.session
    while session.pending is not None and turned < ENOUGH:
        if match.answers % TURNED == 1 and len(session.options) > 1:
            asked, options = session.pending, session.options
            side = Side(asked.side)
            given = [
                Staff().answer(asked, options, partial(view, state, side), CounterDice("5"))
                for state in (session.state, swapped(session.state, side, dice))
            ]
            assert given[0] == given[1], asked
            turned += 1
        match.step()
    assert turned == ENOUGH

"""The computer player: games that it plays, and what it must not know."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from hexwar.ai.arena import Match
from hexwar.ai.minutes import memory_of
from hexwar.ai.policy import Look, thought
from hexwar.ai.wire import Question, packed_question, unpacked_question
from hexwar.cards.records import Pile, Piles
from hexwar.hexes import Hex, hexside
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.rules.combat.results import RideOn
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import Side
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, position, units


def match(battle: str, one: str, other: str, seed: str = "1") -> Match:
    """A game of two players, the first of whom has the first side."""
    first, second = TLNB.battle(battle).sides
    return TLNB.new_match(battle, {first: one, second: other}, seed)


@each("level", "easy", "normal", "hard")
def test_each_level_plays_a_game_to_its_end(level: str) -> None:
    assert match("cavalry-charge", level, "random", "s0").play().turns > 1


def test_the_same_seed_is_the_same_game() -> None:
    one, other = (match("cavalry-charge", "random", "normal").play() for _ in range(2))
    assert one == other


@pytest.mark.rule("T7.66", "T11.54")
def test_a_question_after_an_attack_over_a_bridge_can_be_sent() -> None:
    lines = "F1 infantry 9-3 0404", "A1 infantry 2-3 0405"
    state = position(OPEN, *lines, rivers=["0404-0405"], bridges=["0404-0405"], step=Step.COMBAT)
    bridge = hexside(Hex("0404"), Hex("0405"))
    fights = replace(state.fights, bridges=((bridge, Hex("0404")),), fled=(bridge, bridge))
    state.fights = fights
    asked = Question(1, "normal", RideOn(FRENCH, units("F1")), [None], state, "5")
    heard = unpacked_question(TLNB.system, state, packed_question(TLNB.system, asked)[4:])
    assert heard.view.fights == fights


def _scrambled(state: TlnbState, reader: Side, dice: Random) -> TlnbState:
    """The same table to a side; what the enemy holds in hand and deck is otherwise."""
    copy, enemy = state.copy(), state.battle.enemy(reader)
    found = copy.cards.piles.get(enemy)
    assert found is not None
    hidden = [pile for pile in (Pile.DECK, Pile.HAND, Pile.BOTTOM) if found.of(pile)]
    cards = [card for pile in hidden for card in found.of(pile)]
    dice.shuffle(cards)
    lying = dict(found.lying)
    for pile in hidden:
        lying[pile] = tuple(cards.pop() for _ in found.of(pile))
    copy.cards = replace(copy.cards, piles={**copy.cards.piles, enemy: Piles(lying)})
    copy.forget()
    return copy


def test_what_the_enemy_holds_changes_no_answer() -> None:
    game, dice, asked = match("champaubert", "hard", "hard"), Random(5), 0
    while asked < 20 and game.session.pending is not None:
        session, decision = game.session, game.session.pending
        side = Side(decision.side)
        if len(session.options) > 1 and session.state.turn > 1 and dice.random() < 0.3:
            other = _scrambled(session.state, side, dice)
            assert other.cards != session.state.cards
            memory = memory_of(session, side)
            found = [
                thought(
                    TLNB.players["hard"].make(),
                    decision,
                    session.options,
                    Look(partial(TLNB.view, state, side)),
                    "a seed",
                    memory,
                )
                for state in (session.state, other)
            ]
            assert found[0] == found[1], decision
            asked += 1
        game.step()
    assert asked == 20


def test_a_question_goes_to_its_own_process_and_back() -> None:
    game = match("champaubert", "hard", "random")
    for _ in range(40):
        session, decision = game.session, game.session.pending
        assert decision is not None
        view: Any = TLNB.view(session.state, Side(decision.side))
        memory = dict(memory_of(session, decision.side))
        asked = Question(1, "hard", decision, list(session.options), view, "s", memory)
        data = packed_question(TLNB.system, asked)[4:]
        told = unpacked_question(TLNB.system, TLNB.set_up(session.state.battle), data)
        ways = [
            thought(TLNB.players["hard"].make(), decision, one.options, one.look(), "s", one.memory)
            for one in (asked, told)
        ]
        assert ways[0] == ways[1]
        game.step()

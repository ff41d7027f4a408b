"""The staff answers alike whatever is hidden from it: the whole of it, by every question it is put.

At a question of a real game all is swapped that the side may not know. What a staff is handed must
be the same to the byte, and so must be its answer, its memory and its reason.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from operator import attrgetter
from random import Random
from typing import Any

import pytest

from hexwar.ai.arena import Match
from hexwar.ai.minutes import MEMORY, REASON, memory_of
from hexwar.ai.policy import Thought, thought
from hexwar.ai.wire import Question
from hexwar.app.games import battle_with, new_match
from hexwar.engine import CHANCE, Decision, SeededChance, Session
from hexwar.engine.foresight import past_of
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.staff.characters import character
from hexwar.systems.nlc.staff.player import Staff
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from tests.ai.asking import plain
from tests.systems.nlc.cases import each
from tools.trials.secrets import SECRETS, is_told

FOG = {"hidden_forces": "on", "hidden_movement": "on", "vedettes": "on", "cards": "full"}

GAMES: tuple[tuple[str, dict[str, str], int, int], ...] = (
    ("brienne", {}, 160, 8),
    ("montmirail", {"cards": "restricted", "cups": "common"}, 220, 12),
    ("champaubert", {"cards": "full", "passing": "on", "cups": "cover"}, 160, 6),
    ("brienne", FOG, 250, 15),
)
"""Scenario, options, answers that are played of each, and classes of questions among them."""

BRIEF = {"normal": {"plays": 40}, "hard": {"plays": 40, "forks": 12}}
"""So many questions of each class are put once more in each game, each to a staff of a level.

It does all that its level does, only not as often.
"""


def scrambled(state: GameState, reader: Side) -> set[str]:
    """Change all that a side may not know; what could be changed on this table."""
    before, owner = state.copy(), state.battle.enemy(reader)
    dice = Random(f"{state.turn}/{reader}")
    for name, scramble in SECRETS.items():
        if not is_told(name, state, reader):
            with suppress(LookupError):  # nothing of that kind is hidden here
                scramble(state, owner, dice)
    return {name for name in SECRETS if attrgetter(name)(state) != attrgetter(name)(before)}


def other_game(session: Session[GameState]) -> tuple[Session[GameState], set[str]]:
    """The same game to the side that is asked; all else is otherwise, dice and memory too."""
    asked = session.pending
    assert asked is not None
    side, twin = Side(asked.side), session.fork(SeededChance("other dice"))
    enemy, last = session.state.battle.enemy(side), twin.marks[-1]
    then = last.state.copy()
    changed = scrambled(twin.state, side) | scrambled(then, side)
    twin.marks[-1] = replace(last, state=then, known_digest="")
    for gesture, _ in session.since_mark():
        for decision, entry in gesture:
            is_drawn = decision.side == CHANCE and decision.seen_by() == enemy
            if is_drawn or (decision.is_secret and decision.side == enemy):
                at = next(n for n, one in enumerate(twin.journal) if one is entry)
                twin.journal[at] = replace(entry, answer="another")
                changed.add("answers")
    memory = {"plan": {"lines": {"nobody": "0101"}}}
    twin.memos.keep(len(twin.journal), enemy, {MEMORY: memory, REASON: {"says": "another"}})
    return twin, changed


def handed(session: Session[GameState], asked: Decision[Any]) -> Question:
    """What a staff is handed with a question, as the window hands it on."""
    side = Side(asked.side)
    known = NLC.system.knowledge(session.state, side)
    options, seen = list(asked.options(known)), view(session.state, side)
    mind, past = memory_of(session, side), past_of(session, view)
    return Question(1, "hard", asked, options, seen, "a seed", mind, past)


def answered(question: Question, level: str) -> Thought:
    """What a staff answers to it."""
    who = character(level)
    staff = Staff(replace(who, level=replace(who.level, **BRIEF[level])))
    look = question.look()
    return thought(staff, question.decision, question.options, look, question.seed, question.memory)


@each("scenario options answers least", *GAMES)
@pytest.mark.rule("N3.4")
def test_no_answer_hangs_on_what_is_hidden(
    scenario: str, options: dict[str, str], answers: int, least: int
) -> None:
    sides = battle_with(scenario, ()).sides
    match: Match = new_match(scenario, dict.fromkeys(sides, "easy"), "2", options)
    put, changed = Counter[str](), set[str]()
    for _ in range(answers):
        session, asked = match.session, match.session.pending
        assert asked is not None
        name = type(asked).__name__
        if len(session.options) > 1 and put[name] < len(BRIEF):
            twin, swaps = other_game(session)
            one, other = handed(session, asked), handed(twin, asked)
            assert plain(one) == plain(other), asked
            level = list(BRIEF)[put[name]]
            assert answered(one, level) == answered(other, level), (asked, level)
            put[name] += 1
            changed |= swaps
        match.step()
    assert len(put) >= least
    share = 0.9 if "hidden_forces" in options else 0.5
    assert len(changed & SECRETS.keys()) > share * len(SECRETS)

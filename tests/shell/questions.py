"""Takes up questions of positions, and reads what their prompters offer."""

from __future__ import annotations

from functools import cache
from typing import Any

from hexwar.ai.arena import Match
from hexwar.app.games import new_match
from hexwar.engine import CHANCE, Decision, Manner, Refusal
from hexwar.hexes import Hex
from hexwar.shell.prompter import Prompter
from hexwar.systems.nlc.prompters import prompter_for
from hexwar.systems.nlc.prompters.common import NlcPrompter
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from hexwar.table.overlays import overlays_of


def take_up(state: GameState, decision: Decision[Any]) -> NlcPrompter[Any]:
    """The prompter of a question on the view of the side that is asked; chance has the French."""
    seen = view(state, Side("french" if decision.side == CHANCE else decision.side))
    return prompter_for(seen, decision, list(decision.options(seen)))


def given(response: object) -> list[Any]:
    assert isinstance(response, tuple), response
    return [answer.value for answer in response]


def answers(prompter: Prompter[Any, Any]) -> dict[str, Any]:
    """What each button gives, by its words; the main one bears a star."""
    return {
        b.text + ("*" if b.manner is Manner.MAIN else ""): given(b.response)[0]
        for b in prompter.offer().buttons
        if isinstance(b.response, tuple)
    }


def sentence(response: object) -> str:
    assert isinstance(response, Refusal), response
    return response.sentence


def pointed(prompter: Prompter[Any, Any], hex_: str) -> str:
    prompter.hover(Hex(hex_))
    return prompter.offer().hint


def laid(prompter: Prompter[Any, Any]) -> Any:
    """What lies on the board for the question."""
    return overlays_of(prompter.offer().overlays)


def refused(response: object, rule: str) -> str:
    """The sentence of a refusal by a rule."""
    assert isinstance(response, Refusal), response
    assert response.rule == rule
    return response.sentence


def targets(prompter: Prompter[Any, Any]) -> list[str]:
    """The hexes that are marked as targets."""
    return [target.hex for target in overlays_of(prompter.offer().overlays).targets]


@cache
def played(seed: str) -> tuple[Match, tuple[tuple[GameState, Decision[Any], tuple[Any, ...]], ...]]:
    """A game between two random players, and every question of it as its side sees it."""
    sides = [Side("french"), Side("allied")]
    match = new_match("brienne", dict.fromkeys(sides, "random"), seed)
    found: list[Any] = []

    def note(now: Match) -> None:
        pending = now.session.pending
        assert pending is not None
        seen = view(now.session.state, Side(pending.side))
        found.append((seen, pending, tuple(now.session.options)))

    match.play(note)
    return match, tuple(found)

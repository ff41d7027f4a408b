"""Turns, phases, dice and points."""

from __future__ import annotations

from hexwar.messages import joined
from hexwar.systems.nlc.events import (
    CommandMoved,
    DieRolled,
    GameEnded,
    HexControlled,
    HexPassed,
    PhaseBegan,
    RallyEnded,
    TurnBegan,
    TurnEnded,
    VpScored,
)
from hexwar.table.fact import Scene
from hexwar.table.names import when_words
from hexwar.text import MINUS, Text, die, sum_of, text


def turn_began(event: TurnBegan, scene: Scene) -> Text:
    """Turn 3 began: 14:00, day."""
    when = when_words(scene.names.battle, event.turn)
    return text(f"Turn {event.turn} began: {when}." if when else f"Turn {event.turn} began.")


def phase_began(event: PhaseBegan, _: Scene) -> Text:
    """The Rally Phase began."""
    return text(f"The {event.phase.value.title()} Phase began.")


def turn_ended(event: TurnEnded, _: Scene) -> Text:
    """Turn 3 ended."""
    return text(f"Turn {event.turn} ended.")


def game_ended(event: GameEnded, scene: Scene) -> Text:
    """Winner, level and points of both sides."""
    score = joined(f"{scene.names.side(side)} {_points(vp)}" for side, vp in event.vp)
    verdict = "The game ended in a draw"
    if event.winner is not None:
        verdict = f"The game ended: {scene.names.side(event.winner)}, {event.level} victory"
    return text(f"{verdict} (") + score + f"; {event.reason})."


def _points(vp: int) -> str:
    return f"{MINUS}{-vp} VP" if vp < 0 else f"{vp} VP"


def die_rolled(event: DieRolled, _: Scene) -> Text:
    """Die for capture of Blücher: 4."""
    thrown = sum_of(die(event.die), event.modifiers, event.total)
    return f"Die for {event.purpose}: " + thrown + "."


def hex_controlled(event: HexControlled, scene: Scene) -> Text:
    """The French took control of Brienne-le-Château (0913)."""
    side = scene.names.side(event.side)
    return f"The {side} took control of " + scene.names.hex(event.hex) + "."


def hex_passed(event: HexPassed, scene: Scene) -> Text:
    """Brienne-le-Château (0913) now hangs on 2nd Guard Division."""
    return scene.names.hex(event.hex) + " now hangs on " + scene.names.unit(event.unit) + "."


def vp_scored(event: VpScored, scene: Scene) -> Text:
    """The French scored 4 VP: holds Brienne-le-Château (0913)."""
    verb = "scored" if event.delta >= 0 else "lost"
    side = scene.names.side(event.side)
    return text(f"The {side} {verb} {abs(event.delta)} VP: {event.reason}.")


def rally_ended(event: RallyEnded, scene: Scene) -> Text:
    """The French finished rallying."""
    return text(f"The {scene.names.side(event.side)} finished rallying.")


def command_moved(event: CommandMoved, scene: Scene) -> Text:
    """The French finished moving their commander and HQ."""
    return text(f"The {scene.names.side(event.side)} finished moving commander and HQ.")

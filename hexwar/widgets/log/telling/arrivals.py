"""Who comes earlier or later, who is called, and who leaves the map."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.messages import capital
from hexwar.systems.nlc.events import (
    AlternateCalled,
    ArrivalVaried,
    LeaderExited,
    RetreatAllowed,
    UnitExited,
)
from hexwar.table.battle import Battle
from hexwar.table.fact import Scene
from hexwar.table.forces import FormationId, UnitId
from hexwar.text import Text, die, sum_of, text
from hexwar.widgets.log.telling.cards import card_words
from hexwar.widgets.log.telling.scene import counted


def arrival_varied(event: ArrivalVaried, scene: Scene) -> Text:
    """Decouz and Meunier come a turn late, at 15:00 in 0101 (die 5)."""
    battle = scene.names.battle
    group = battle.arrivals[event.group]  # those called later do not roll
    thrown = sum_of(die(event.die), event.modifier, event.die + event.modifier)
    who = capital(group_words(scene, group.units, group.formations))
    verb = "comes" if len(group.units or group.formations) == 1 else "come"
    when = clock(battle, group.turn + event.shift)
    words = who + f" {verb} {shift_words(event.shift)}, {when} in " + scene.names.hex(group.entry)
    return words + " (die " + thrown + ")."


def group_words(scene: Scene, units: Sequence[UnitId], formations: Sequence[FormationId]) -> Text:
    """A group by its units; one of commanders only by its headquarters."""
    return scene.names.units(units) if units else scene.names.formation(formations[0])


def shift_words(shift: int) -> str:
    """How a shift of an arrival is told.

    >>> shift_words(0), shift_words(-1), shift_words(2)
    ('on time', '1 turn early', '2 turns late')
    """
    if not shift:
        return "on time"
    return f"{counted(abs(shift), 'turn')} {'late' if shift > 0 else 'early'}"


def clock(battle: Battle, turn: int) -> str:
    """When a turn is: `at 15:00`; after the last one, that it is too late."""
    return f"at {battle.when(turn)}" if turn <= len(battle.turns) else "after the last turn"


def alternate_called(event: AlternateCalled, scene: Scene) -> Text:
    """The French called VI Corps: it comes at 15:00 in 0401 (die 3)."""
    names, battle = scene.names, scene.names.battle
    group = next(a for a in battle.alternates if (a.side, a.number) == (event.side, event.number))
    units = () if group.formations else group.units
    who = group_words(scene, units, group.formations)
    came = f"The {names.side(event.side)} called " + who
    when = clock(battle, event.due)
    by = text("") if event.card is None else ", by " + card_words(event.card)
    return came + f" onto the field, {when} in " + names.hex(group.entry) + by + _with(event.die)


def _with(rolled: int) -> Text:
    return " (die " + die(rolled) + ")."


def unit_exited(event: UnitExited, scene: Scene) -> Text:
    """Piré left the map in 0101, out of supply: it counts as lost."""
    names = scene.names
    words = capital(names.unit(event.unit)) + " left the map in " + names.hex(event.hex)
    if event.supplied or not names.battle.units[event.unit].is_combat_unit:
        return words + "."
    return words + ", out of supply: it counts as lost."


def leader_exited(event: LeaderExited, scene: Scene) -> Text:
    """Milhaud left the map in 0101."""
    names = scene.names
    return capital(names.leader(event.leader)) + " left the map in " + names.hex(event.hex) + "."


def retreat_allowed(event: RetreatAllowed, scene: Scene) -> Text:
    """The French may order a General Retreat from now on."""
    side = scene.names.side(event.side)
    return text(f"The {side} may order a General Retreat from now on.")

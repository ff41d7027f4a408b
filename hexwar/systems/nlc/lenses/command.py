"""The lens of command: how far a leader's command reaches, and by which way (N12.4, N14.31)."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.ground.traces import PLAIN, command_field, why_command
from hexwar.hexes import Hex
from hexwar.messages import say
from hexwar.shell.lenses import Reason
from hexwar.systems.nlc.lenses.glance import Glance, place
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.command.command import commander_of, range_of, seat_of
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.overlays import Distances, Errand, TraceLine


@dataclass(frozen=True, slots=True)
class Command:
    """A leader on the map and the range of his command."""

    leader: LeaderId
    side: Side
    hex: Hex  # that his range is counted from: an OC's HQ, else his own
    range: int  # hexes


def command_of(glance: Glance) -> Command | None:
    """The picked leader, else the one who commands what is picked, looked at or acting."""
    leader = next(iter(glance.leaders), None) or _commander(glance)
    if leader is None:
        return None
    view = glance.view
    seat = seat_of(view, leader)
    if seat is None:
        return None
    return Command(leader, view.battle.leaders[leader].side, seat, range_of(view, leader))


def _commander(glance: Glance) -> LeaderId | None:
    formation = glance.formation(glance.looked, None if glance.looked else glance.over)
    if formation is None:
        return None
    return commander_of(glance.view, LineId(formation))


def command_distances(view: GameState, command: Command) -> Distances:
    """The half hexes to every hex in range; crossed out are units of his that are not."""
    field = command_field(view, command.side, command.hex, command.range)
    near = field.distances()
    formation = view.battle.leaders[command.leader].formation
    return Distances(Errand.COMMAND, near, _astray(view, formation, near))


def _astray(view: GameState, formation: FormationId, near: dict[Hex, int]) -> frozenset[Hex]:
    hexes = (view.units[unit].hex for unit in view.units_of(formation))
    return frozenset(hex_ for hex_ in hexes if hex_ is not None and hex_ not in near)


def command_line(glance: Glance, command: Command) -> TraceLine | None:
    """The trace to the hex that is pointed at; None where none leads."""
    if glance.over is None:
        return None
    trace = why_command(glance.view, command.side, command.hex, glance.over, command.range)
    is_near = trace.halves is not None and trace.halves <= command.range * PLAIN * 2
    return TraceLine(Errand.COMMAND, trace.path) if is_near else None


def why_command_range(glance: Glance, command: Command | None) -> Reason | None:
    """Whether the hex that is pointed at is within command range, and what is in the way."""
    if glance.over is None:
        return None
    if command is None:
        return Reason(say("No commander on the map is chosen or acts."), "N14.31")
    view, name = glance.view, glance.view.battle.leaders[command.leader].name
    trace = why_command(view, command.side, command.hex, glance.over, command.range)
    verdict = say("in command of") if trace.is_in else say("out of command of")
    where = place(view, glance.over)
    return Reason(f"{where}: {verdict} {name}. {trace.reason}", trace.rule)

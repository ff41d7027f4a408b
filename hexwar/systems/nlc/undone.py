"""What a player could still do before he ends a segment or an activation (N4.5, N4.52)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from hexwar.engine import Decision
from hexwar.messages import mark, say
from hexwar.systems.nlc.player.values import QUIET
from hexwar.systems.nlc.proposals.follow import goers, has_goers
from hexwar.systems.nlc.rules.arrivals.arrivals import entry_hexes
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.movement.segment import (
    ActivateUnit,
    due_units_of,
    duties_owed,
    unmoved,
    workers,
)
from hexwar.systems.nlc.rules.movement.vedettes import screens
from hexwar.systems.nlc.rules.movement.works import Act, span_tasks
from hexwar.systems.nlc.rules.orders.goals import enemy_distance
from hexwar.systems.nlc.rules.supply.trains import movable_trains
from hexwar.systems.nlc.rules.turn.basic import ChooseTask, able
from hexwar.systems.nlc.rules.turn.consolidation import (
    MoveCommand,
    MoveLeaderOrTrain,
    movable_command,
    movable_leaders,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side, UnitId
from hexwar.table.pieces import Segment
from hexwar.table.reports import Undone
from hexwar.table.words import formation_name, hex_name, piece_name, unit_list

_Strike = type[ChooseBombardment] | type[DeclareCharge] | type[DeclareAssault]

_STRIKES: tuple[tuple[Segment, _Strike, str], ...] = (
    (Segment.BOMBARDMENT, ChooseBombardment, mark("{place} may still be bombarded")),
    (Segment.CHARGE, DeclareCharge, mark("{place} may still be charged")),
    (Segment.ASSAULT, DeclareAssault, mark("{place} may still be assaulted")),
)
"""The segments in which the enemy is struck, in order, with their question."""

_SEGMENTS = tuple(Segment)


def left_undone(
    view: GameState, decision: Decision[Any], *, known: Collection[UnitId] = ()
) -> Iterator[Undone]:
    """What the side that is asked could still do, what would be lost first at the head.

    `known`: units of which it is said already that they stay.
    """
    if isinstance(decision, MoveCommand):
        yield from _riders(view, movable_command(view, Side(decision.side)), goers(view, decision))
    elif isinstance(decision, ChooseTask):
        for formation in able(view, Side(decision.side)):
            name = formation_name(view, formation)
            yield Undone(say("{name} has not acted yet", name=name), f"formation:{formation}")
    elif decision.ends_for is not None and view.activation is not None:
        formation = view.activation.formation
        if isinstance(decision, ActivateUnit):
            yield from _moves(view, decision, known)
        yield from _strikes(view)
        pieces = [*movable_leaders(view, formation), *movable_trains(view, formation)]
        now = goers(view, decision) if isinstance(decision, MoveLeaderOrTrain) else None
        yield from _riders(view, pieces, now)


def _moves(view: GameState, asked: ActivateUnit, known: Collection[UnitId]) -> Iterator[Undone]:
    """Duties, arrivals, moves by hex, works at spans and vedettes of those who act.

    Where nobody has a better place to go to, moves weigh nothing.
    """
    formation, weighs = asked.formation, has_goers(view, asked)
    for duty in duties_owed(view, formation):
        yield Undone(duty.sentence.removesuffix("."))
    idle = [unit for unit in unmoved(view, formation) if unit not in known]
    for unit in (unit for unit in due_units_of(view, formation) if unit in idle):
        entries = entry_hexes(view, unit)
        names = {"unit": piece_name(view, unit), "place": hex_name(view, entries[0])}
        yield Undone(say("{unit} may still enter at {place}", **names), f"hex:{entries[0]}")
    on_map = [unit for unit in idle if view.units[unit].hex is not None]
    yield from _by_hex(view, on_map, mark("{units} in {place} may still move"), weighs=weighs)
    others = [u for u in workers(view, formation) if u not in on_map and u not in known]
    for has_cause in (True, False):
        units = [unit for unit in others if _has_cause(view, unit) is has_cause]
        words = mark("{units} in {place} may still work at a span")
        yield from _by_hex(view, units, words, weighs=has_cause)
    vedettes = [unit for stack in screens(view, formation) for unit in stack]
    yield from _by_hex(view, vedettes, mark("{units} in {place} may still move"), weighs=weighs)


def _has_cause(view: GameState, unit: UnitId) -> bool:
    """Whether a unit that can work at spans has cause to.

    To break a bridge down is of no use where no enemy could come over it before long.
    """
    acts = {task.act for task in span_tasks(view, unit)}
    hex_ = view.units[unit].hex
    if acts != {Act.DAMAGE} or hex_ is None:
        return True
    return enemy_distance(view, view.side_of(unit), hex_, QUIET) is not None


def _by_hex(
    view: GameState, units: Iterable[UnitId], words: str, *, weighs: bool = True
) -> Iterator[Undone]:
    """A line for each hex with the units there; it leads to the first of them."""
    stacks: dict[str, list[UnitId]] = {}
    for unit in units:
        stacks.setdefault(view.units[unit].hex or "", []).append(unit)
    for stack in stacks.values():
        hex_ = view.units[stack[0]].hex
        assert hex_ is not None
        told = say(words, units=unit_list(view, stack), place=hex_name(view, hex_))
        yield Undone(told, f"unit:{stack[0]}", has_weight=weighs)


def _strikes(view: GameState) -> Iterator[Undone]:
    """What would be open now in segments that are under way or still to come."""
    activation = view.activation
    assert activation is not None
    now = _SEGMENTS.index(activation.segment)
    for segment, asked, words in _STRIKES:
        place = _SEGMENTS.index(segment)
        if place >= now:
            question = asked(activation.side, activation.formation)
            found = (option.target for option in question.options(view) if option is not None)
            for target in dict.fromkeys(found):
                told = say(words, place=hex_name(view, target))
                yield Undone(told, f"hex:{target}", is_now=place == now)


def _riders(
    view: GameState, pieces: Iterable[str], goers: Collection[str] | None
) -> Iterator[Undone]:
    """Leaders, HQ counters and trains that may still move; before their segment they can wait.

    In it only those who have a better place to go to weigh anything.
    """
    for piece in pieces:
        kind = "leader" if piece in view.leaders else "unit"
        told = say("{piece} may still move", piece=piece_name(view, piece))
        weighs = goers is not None and piece in goers
        yield Undone(told, f"{kind}:{piece}", is_now=goers is not None, has_weight=weighs)

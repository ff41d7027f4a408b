"""What each question says to the player: who must do what, and why (N31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision, Roll
from hexwar.model.forces import LeaderId, Side, UnitId
from hexwar.model.reports import Prompt
from hexwar.model.state import GameState
from hexwar.rules.nlc.acting import body_of
from hexwar.rules.nlc.activation import ActivateUnit, ChooseEntryHex
from hexwar.rules.nlc.arrivals import schedule
from hexwar.rules.nlc.card_prompts import CARD_PROMPTS
from hexwar.rules.nlc.cards.order_effects import extra_words
from hexwar.rules.nlc.chits import DrawChit
from hexwar.rules.nlc.combat_prompts import COMBAT_PROMPTS
from hexwar.rules.nlc.command import commander_of
from hexwar.rules.nlc.consolidation import (
    MoveCommand,
    MoveLeaderOrTrain,
    movable_command,
    movable_leaders,
)
from hexwar.rules.nlc.coordinated import ChooseCoordinatedFormations, most_together
from hexwar.rules.nlc.cups import cup_of
from hexwar.rules.nlc.departures import ExitMap
from hexwar.rules.nlc.divisions import IssueDivisionalOrder
from hexwar.rules.nlc.headquarters import MoveHqOut
from hexwar.rules.nlc.improved_positions import BuildImprovedPosition
from hexwar.rules.nlc.initial_action import ChooseInitialFormation
from hexwar.rules.nlc.local_decision import TryLocalDecision
from hexwar.rules.nlc.order_steps import BeginFallBack, StopProbe
from hexwar.rules.nlc.order_words import line_name
from hexwar.rules.nlc.pad import givers, most_orders
from hexwar.rules.nlc.pontoons import WorkPontoon
from hexwar.rules.nlc.prompt_words import (
    formation_name,
    hex_name,
    joined,
    side_name,
    unit_name,
    unit_names,
    whom,
)
from hexwar.rules.nlc.routes import ChoosePath
from hexwar.rules.nlc.spans import DamageOrRepairSpan, span_tasks
from hexwar.rules.nlc.stacks import ChooseOverstackCure
from hexwar.rules.nlc.supply_check import AssignTrain
from hexwar.rules.nlc.trains import movable_trains
from hexwar.rules.nlc.wings import CompleteWcDuty
from hexwar.rules.nlc.writing import IssueOrder


def prompt(state: GameState, decision: Decision[Any]) -> Prompt:
    """The sentence that puts a question to its side, in plain words without markup.

    Args:
        state: The table as the side may see it.
        decision: The question.

    Raises:
        KeyError: a decision of a class that is not in `PROMPTS`.
    """
    return Prompt(Side(decision.side), PROMPTS[type(decision)](state, decision), decision.rule)


# -- chance


def _roll(_: GameState, asked: Roll) -> str:
    faces = "" if asked.sides == 6 else f" with {asked.sides} sides"
    return f"Roll a die{faces} for {asked.purpose}, and enter what it shows."


def _draw_chit(state: GameState, asked: DrawChit) -> str:
    sides = state.battle.sides
    is_common = len({cup_of(state, side) for side in sides}) < len(sides)
    cup = "the cup" if is_common else f"the cup of {side_name(state, asked.cup)}"
    return f"Draw a chit from {cup}, and enter whose it is."


# -- who acts


def _choose_initial_formation(state: GameState, asked: ChooseInitialFormation) -> str:
    return (
        f"{whom(state, asked)} may let one formation act before any chit is drawn, or leave its"
        " chit in the cup."
    )


def _choose_coordinated_formations(state: GameState, asked: ChooseCoordinatedFormations) -> str:
    most = most_together(state, Side(asked.side))
    return (
        f"{whom(state, asked)} may choose up to {most} formations that act together, because the"
        " chit of the Coordinated Action was drawn."
    )


# -- movement


def _activate_unit(state: GameState, asked: ActivateUnit) -> str:
    who = joined(formation_name(state, one) for one in body_of(state, asked.formation))
    why = f" {who}, whose chit was drawn" if asked.formation in state.drawn else f" {who}"
    return (
        f"{whom(state, asked)} may move{why}: choose a unit or a stack, then the hex where it goes."
    )


def _choose_entry_hex(state: GameState, asked: ChooseEntryHex) -> str:
    listed = hex_name(state, schedule(state)[asked.unit].entry)
    return (
        f"{whom(state, asked)} must choose where {unit_name(state, asked.unit)} enters the map,"
        f" because the enemy bars {listed}."
    )


def _choose_path(state: GameState, asked: ChoosePath) -> str:
    units = unit_names(state, asked.units)
    if asked.entry is not None:
        where = hex_name(state, asked.entry)
        return f"{whom(state, asked)} must choose how far {units} moves on from {where}."
    return f"{whom(state, asked)} must choose where {units} will go, or that nobody moves."


def _damage_or_repair_span(state: GameState, asked: DamageOrRepairSpan) -> str:
    work = joined(
        f"{task.act.value} the {state.battle.battlefield.span_name(task.hexside)}"
        for task in span_tasks(state, asked.unit)
    )
    return (
        f"{whom(state, asked)} must choose what {unit_name(state, asked.unit)} works at:"
        f" it can {work}."
    )


def _work_pontoon(state: GameState, asked: WorkPontoon) -> str:
    train, hex_ = unit_name(state, asked.train), state.units[asked.train].hex
    where = f" at {hex_name(state, hex_)}" if hex_ else ""
    if state.units[asked.train].bridging is not None:
        return f"{whom(state, asked)} may take up the pontoon bridge{where} ({train})."
    return f"{whom(state, asked)} may bridge the river{where} with {train}."


def _assign_train(state: GameState, asked: AssignTrain) -> str:
    room = len(asked.options(state)[0])
    return (
        f"{whom(state, asked)} must choose which {room} of {len(asked.units)} units live on"
        f" {unit_name(state, asked.train)}, because their formations have no train on the map."
    )


def _build_improved_position(state: GameState, asked: BuildImprovedPosition) -> str:
    where = joined(hex_name(state, hex_) for hex_ in asked.hexes)
    return (
        f"{whom(state, asked)} may let infantry that stood still build an improved position in"
        f" {where}."
    )


def _exit_map(state: GameState, asked: ExitMap) -> str:
    leaders = state.battle.leaders
    who = joined(
        leaders[LeaderId(piece)].name if piece in leaders else unit_name(state, UnitId(piece))
        for piece in asked.pieces
    )
    return (
        f"{whom(state, asked)} may let {who} leave the map in {hex_name(state, asked.hex)} for"
        " good, because the order leads there."
    )


def _choose_overstack_cure(state: GameState, asked: ChooseOverstackCure) -> str:
    return (
        f"{whom(state, asked)} must choose a unit that leaves {hex_name(state, asked.hex)} for a"
        " hex next to it, because more stand there than stacking allows."
    )


def _move_leader_or_train(state: GameState, asked: MoveLeaderOrTrain) -> str:
    leaders = [state.battle.leaders[x].name for x in movable_leaders(state, asked.formation)]
    trains = [unit_name(state, unit) for unit in movable_trains(state, asked.formation)]
    who = joined([*leaders, *trains]) or "nobody"
    acting = joined(formation_name(state, one) for one in body_of(state, asked.formation))
    return f"{whom(state, asked)} may still move {who} before the activation of {acting} ends."


def _move_hq_out(state: GameState, asked: MoveHqOut) -> str:
    name = state.battle.leaders[asked.hq].name
    return f"{whom(state, asked)} may move {name} out of the enemy's zone of control."


def _move_command(state: GameState, asked: MoveCommand) -> str:
    pieces = movable_command(state, Side(asked.side))
    who = joined(state.battle.leaders[x].name for x in pieces) or "nobody"
    return f"{whom(state, asked)} may move {who}, because the turn ends."


# -- orders


def _try_local_decision(state: GameState, asked: TryLocalDecision) -> str:
    leader = commander_of(state, asked.line)
    name = line_name(state.battle, asked.line)
    who = name if leader is None else f"{state.battle.leaders[leader].name} ({name})"
    return f"{whom(state, asked)} may let {who} try to change his own order."


def _issue_order(state: GameState, asked: IssueOrder) -> str:
    left = [
        f"{state.battle.leaders[giver].name} has {number} of {most} left"
        for giver in givers(state, Side(asked.side))
        if (most := most_orders(state, giver))
        for number in [max(0, most - state.issued.get(giver, 0))]
    ]
    left += extra_words(state, Side(asked.side))
    return f"{whom(state, asked)} may write an order: {joined(left)}."


def _complete_wc_duty(state: GameState, asked: CompleteWcDuty) -> str:
    wing = formation_name(state, asked.wing)
    return (
        f"{whom(state, asked)} must choose who of the {wing} gets a copy of its order, because"
        " its commander has not ordered half of his corps to attack or probe in time."
    )


def _issue_divisional_order(state: GameState, asked: IssueDivisionalOrder) -> str:
    return (
        f"{whom(state, asked)} may give a division near its corps commander an order of its own,"
        " or recall one."
    )


def _begin_fall_back(state: GameState, asked: BeginFallBack) -> str:
    name = line_name(state.battle, asked.line, state.lines[asked.line].units)
    return f"{whom(state, asked)} may let {name} begin to fall back, or go on delaying."


def _stop_probe(state: GameState, asked: StopProbe) -> str:
    name = line_name(state.battle, asked.line, state.lines[asked.line].units)
    return (
        f"{whom(state, asked)} may stop the probe of {name}, because it has lost two steps in"
        " this turn."
    )


PROMPTS: Mapping[type[Decision[Any]], Callable[[GameState, Any], str]] = MappingProxyType(
    {
        **COMBAT_PROMPTS,
        **CARD_PROMPTS,
        Roll: _roll,
        TryLocalDecision: _try_local_decision,
        IssueOrder: _issue_order,
        CompleteWcDuty: _complete_wc_duty,
        IssueDivisionalOrder: _issue_divisional_order,
        BeginFallBack: _begin_fall_back,
        StopProbe: _stop_probe,
        DrawChit: _draw_chit,
        ChooseInitialFormation: _choose_initial_formation,
        ChooseCoordinatedFormations: _choose_coordinated_formations,
        ActivateUnit: _activate_unit,
        ChooseEntryHex: _choose_entry_hex,
        ChoosePath: _choose_path,
        DamageOrRepairSpan: _damage_or_repair_span,
        ChooseOverstackCure: _choose_overstack_cure,
        WorkPontoon: _work_pontoon,
        ExitMap: _exit_map,
        AssignTrain: _assign_train,
        BuildImprovedPosition: _build_improved_position,
        MoveLeaderOrTrain: _move_leader_or_train,
        MoveHqOut: _move_hq_out,
        MoveCommand: _move_command,
    }
)
"""How each class of decision is put to the player."""

"""What each question says to the player: who must do what, and why (N31)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from hexwar.engine import CHANCE, Decision, Roll
from hexwar.hexes import Hex
from hexwar.model.forces import FormationId, Side, UnitId
from hexwar.model.reports import Prompt
from hexwar.model.state import GameState
from hexwar.rules.nlc.acting import body_of
from hexwar.rules.nlc.activation import ActivateUnit, ChooseEntryHex
from hexwar.rules.nlc.advance import ChooseAdvance
from hexwar.rules.nlc.arrivals import schedule
from hexwar.rules.nlc.assault import ChooseDefenderTarget, DeclareAssault
from hexwar.rules.nlc.chits import DrawChit
from hexwar.rules.nlc.command import commander_of
from hexwar.rules.nlc.consolidation import (
    MoveCommand,
    MoveLeaderOrTrain,
    movable_command,
    movable_leaders,
    movable_trains,
)
from hexwar.rules.nlc.coordinated import ChooseCoordinatedFormations, most_together
from hexwar.rules.nlc.cups import cup_of
from hexwar.rules.nlc.displacement import DisplaceFriend
from hexwar.rules.nlc.divisions import IssueDivisionalOrder
from hexwar.rules.nlc.headquarters import MoveHqOut
from hexwar.rules.nlc.initial_action import ChooseInitialFormation
from hexwar.rules.nlc.local_decision import TryLocalDecision
from hexwar.rules.nlc.losses import ChooseStepLoss, is_on_last_step
from hexwar.rules.nlc.order_steps import BeginFallBack, StopProbe
from hexwar.rules.nlc.order_words import line_name
from hexwar.rules.nlc.pad import givers, most_orders
from hexwar.rules.nlc.pontoons import WorkPontoon
from hexwar.rules.nlc.rally import ChooseRallyOrder
from hexwar.rules.nlc.retreat import ChooseLeaderStay, ChooseRetreatPath, SplitRetreat
from hexwar.rules.nlc.routes import ChoosePath
from hexwar.rules.nlc.spans import DamageOrRepairSpan, span_tasks
from hexwar.rules.nlc.stacks import ChooseOverstackCure
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
    cup = "the cup" if is_common else f"the cup of {_side(state, asked.cup)}"
    return f"Draw a chit from {cup}, and enter whose it is."


# -- who acts


def _choose_initial_formation(state: GameState, asked: ChooseInitialFormation) -> str:
    return (
        f"{_asked(state, asked)} may let one formation act before any chit is drawn, or leave its"
        " chit in the cup."
    )


def _choose_coordinated_formations(state: GameState, asked: ChooseCoordinatedFormations) -> str:
    most = most_together(state, Side(asked.side))
    return (
        f"{_asked(state, asked)} may choose up to {most} formations that act together, because the"
        " chit of the Coordinated Action was drawn."
    )


# -- movement


def _activate_unit(state: GameState, asked: ActivateUnit) -> str:
    who = _joined(_formation(state, one) for one in body_of(state, asked.formation))
    why = f" {who}, whose chit was drawn" if asked.formation in state.drawn else f" {who}"
    return (
        f"{_asked(state, asked)} may move{why}: choose a unit or a stack, then the hex where it"
        " goes."
    )


def _choose_entry_hex(state: GameState, asked: ChooseEntryHex) -> str:
    listed = _hex(state, schedule(state.battle)[asked.unit].entry)
    return (
        f"{_asked(state, asked)} must choose where {_unit(state, asked.unit)} enters the map,"
        f" because the enemy bars {listed}."
    )


def _choose_path(state: GameState, asked: ChoosePath) -> str:
    units = _units(state, asked.units)
    if asked.entry is not None:
        where = _hex(state, asked.entry)
        return f"{_asked(state, asked)} must choose how far {units} moves on from {where}."
    return f"{_asked(state, asked)} must choose where {units} will go, or that nobody moves."


def _damage_or_repair_span(state: GameState, asked: DamageOrRepairSpan) -> str:
    work = _joined(
        f"{task.act.value} the {state.battle.battlefield.span_name(task.hexside)}"
        for task in span_tasks(state, asked.unit)
    )
    return (
        f"{_asked(state, asked)} must choose what {_unit(state, asked.unit)} works at:"
        f" it can {work}."
    )


def _work_pontoon(state: GameState, asked: WorkPontoon) -> str:
    train, hex_ = _unit(state, asked.train), state.units[asked.train].hex
    where = f" at {_hex(state, hex_)}" if hex_ else ""
    if state.units[asked.train].bridging is not None:
        return f"{_asked(state, asked)} may take up the pontoon bridge{where} ({train})."
    return f"{_asked(state, asked)} may bridge the river{where} with {train}."


def _choose_overstack_cure(state: GameState, asked: ChooseOverstackCure) -> str:
    return (
        f"{_asked(state, asked)} must choose a unit that leaves {_hex(state, asked.hex)} for a hex"
        " next to it, because more stand there than stacking allows."
    )


def _move_leader_or_train(state: GameState, asked: MoveLeaderOrTrain) -> str:
    leaders = [state.battle.leaders[x].name for x in movable_leaders(state, asked.formation)]
    trains = [_unit(state, unit) for unit in movable_trains(state, asked.formation)]
    who = _joined([*leaders, *trains]) or "nobody"
    return (
        f"{_asked(state, asked)} may still move {who} before the activation of"
        f" {_formation(state, asked.formation)} ends."
    )


def _move_hq_out(state: GameState, asked: MoveHqOut) -> str:
    name = state.battle.leaders[asked.hq].name
    return f"{_asked(state, asked)} may move {name} out of the enemy's zone of control."


def _move_command(state: GameState, asked: MoveCommand) -> str:
    pieces = movable_command(state, Side(asked.side))
    who = _joined(state.battle.leaders[x].name for x in pieces) or "nobody"
    return f"{_asked(state, asked)} may move {who}, because the turn ends."


# -- orders


def _try_local_decision(state: GameState, asked: TryLocalDecision) -> str:
    leader = commander_of(state, asked.line)
    name = line_name(state.battle, asked.line)
    who = name if leader is None else f"{state.battle.leaders[leader].name} ({name})"
    return f"{_asked(state, asked)} may let {who} try to change his own order."


def _issue_order(state: GameState, asked: IssueOrder) -> str:
    left = [
        f"{state.battle.leaders[giver].name} has {number} of {most} left"
        for giver in givers(state, Side(asked.side))
        if (most := most_orders(state, giver))
        for number in [max(0, most - state.issued.get(giver, 0))]
    ]
    return f"{_asked(state, asked)} may write an order: {_joined(left)}."


def _complete_wc_duty(state: GameState, asked: CompleteWcDuty) -> str:
    wing = _formation(state, asked.wing)
    return (
        f"{_asked(state, asked)} must choose who of the {wing} gets a copy of its order, because"
        " its commander has not ordered half of his corps to attack or probe in time."
    )


def _issue_divisional_order(state: GameState, asked: IssueDivisionalOrder) -> str:
    return (
        f"{_asked(state, asked)} may give a division near its corps commander an order of its own,"
        " or recall one."
    )


def _begin_fall_back(state: GameState, asked: BeginFallBack) -> str:
    name = line_name(state.battle, asked.line, state.lines[asked.line].units)
    return f"{_asked(state, asked)} may let {name} begin to fall back, or go on delaying."


def _stop_probe(state: GameState, asked: StopProbe) -> str:
    name = line_name(state.battle, asked.line, state.lines[asked.line].units)
    return (
        f"{_asked(state, asked)} may stop the probe of {name}, because it has lost two steps in"
        " this turn."
    )


# -- combat


def _declare_assault(state: GameState, asked: DeclareAssault) -> str:
    return (
        f"{_asked(state, asked)} may assault with {_formation(state, asked.formation)}: choose a"
        " hex of the enemy next to its units."
    )


def _choose_defender_target(state: GameState, asked: ChooseDefenderTarget) -> str:
    return (
        f"{_asked(state, asked)} must choose the hex to fire at, because"
        f" {_units(state, asked.units)} assault {_hex(state, asked.target)} from several."
    )


_CAUSES = {
    "fire": "the enemy's fire",
    "rout": "the rout",
    "zone of control": "retreat through an enemy zone of control",
    "no retreat": "a retreat cut short",
}


def _choose_step_loss(state: GameState, asked: ChooseStepLoss) -> str:
    cause = _CAUSES.get(asked.cause, asked.cause)
    last = [unit for unit in asked.units if is_on_last_step(state, unit)]
    warning = f" It would be the last of {_units(state, last)}." if last else ""
    return (
        f"{_asked(state, asked)} must choose who of {_units(state, asked.units)} loses a step to"
        f" {cause}.{warning}"
    )


def _split_retreat(state: GameState, asked: SplitRetreat) -> str:
    return (
        f"{_asked(state, asked)} must choose whether {_units(state, asked.units)} retreat together"
        " or foot and horse apart, each over its own distance."
    )


def _choose_leader_stay(state: GameState, asked: ChooseLeaderStay) -> str:
    leader = state.battle.leaders[asked.leader].name
    return (
        f"{_asked(state, asked)} must choose whether {leader} goes with"
        f" {_units(state, asked.units)} or stays where he is."
    )


def _choose_retreat_path(state: GameState, asked: ChooseRetreatPath) -> str:
    start = state.units[asked.units[0]].hex
    origin = f" from {_hex(state, start)}" if start else ""
    return (
        f"{_asked(state, asked)} must choose the way of {_units(state, asked.units)}, who retreat"
        f" {_counted(asked.hexes, 'hex', 'hexes')}{origin}."
    )


def _displace_friend(state: GameState, asked: DisplaceFriend) -> str:
    return (
        f"{_asked(state, asked)} must choose a friend who makes room in {_hex(state, asked.hex)}"
        f" for {_units(state, asked.arrived)}, and the hex next to it that he goes to."
    )


def _choose_advance(state: GameState, asked: ChooseAdvance) -> str:
    return (
        f"{_asked(state, asked)} may advance with {_units(state, asked.units)} into"
        f" {_hex(state, asked.target)}, which the enemy has left."
    )


def _choose_rally_order(state: GameState, asked: ChooseRallyOrder) -> str:
    where = _joined(_hex(state, hex_) for hex_ in asked.hexes)
    return f"{_asked(state, asked)} must choose which of {where} tries to rally first."


PROMPTS: Mapping[type[Decision[Any]], Callable[[GameState, Any], str]] = MappingProxyType(
    {
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
        DeclareAssault: _declare_assault,
        ChooseDefenderTarget: _choose_defender_target,
        ChooseStepLoss: _choose_step_loss,
        SplitRetreat: _split_retreat,
        ChooseLeaderStay: _choose_leader_stay,
        ChooseRetreatPath: _choose_retreat_path,
        DisplaceFriend: _displace_friend,
        ChooseAdvance: _choose_advance,
        WorkPontoon: _work_pontoon,
        MoveLeaderOrTrain: _move_leader_or_train,
        MoveHqOut: _move_hq_out,
        MoveCommand: _move_command,
        ChooseRallyOrder: _choose_rally_order,
    }
)
"""How each class of decision is put to the player."""


# -- names


def _asked(state: GameState, decision: Decision[Any]) -> str:
    """Who is asked, as a sentence begins: `The French`."""
    if decision.side == CHANCE:
        return "Chance"
    name = _side(state, Side(decision.side))
    return name[0].upper() + name[1:]


def _side(state: GameState, side: Side) -> str:
    return f"the {state.battle.side_names.get(side, side)}"


def _formation(state: GameState, formation: FormationId) -> str:
    """A formation with its commander: `V Cavalry Corps (Milhaud)`."""
    card = state.battle.formations[formation]
    leaders = [state.battle.leaders[x].name for x in card.leaders[:1]]
    return f"{card.name} ({leaders[0]})" if leaders else card.name


def _hex(state: GameState, hex_: Hex) -> str:
    return state.battle.battlefield.name_of(hex_)


def _unit(state: GameState, unit: UnitId) -> str:
    return state.card(unit).name


def _units(state: GameState, units: Iterable[UnitId]) -> str:
    return _joined(_unit(state, unit) for unit in units)


def _joined(words: Iterable[str]) -> str:
    """A list as it is written.

    >>> _joined(["Piré"]), _joined(["Piré", "Briche", "Lhéritier"])
    ('Piré', 'Piré, Briche and Lhéritier')
    """
    *front, last = [*words] or [""]
    return f"{', '.join(front)} and {last}" if front else last


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"

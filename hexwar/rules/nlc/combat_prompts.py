"""What the questions of combat, losses and rally say to the player (N27.3, N31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision
from hexwar.model.forces import FormationId
from hexwar.model.state import GameState
from hexwar.rules.nlc.acting import body_of
from hexwar.rules.nlc.advance import ChooseAdvance
from hexwar.rules.nlc.assault import ChooseDefenderTarget, DeclareAssault, RepeatAssault
from hexwar.rules.nlc.bombardment import ChooseBombardment
from hexwar.rules.nlc.bombardment_results import STEP_LOST, ChooseBombardmentVictim
from hexwar.rules.nlc.bonuses import ChooseLeaderBonus
from hexwar.rules.nlc.charge import DeclareCharge
from hexwar.rules.nlc.confidence import ConfirmAssault, must_roll
from hexwar.rules.nlc.displacement import DisplaceFriend
from hexwar.rules.nlc.evasion import ChooseEvasion
from hexwar.rules.nlc.exhaustion import DeclareForcedMarch
from hexwar.rules.nlc.losses import ChooseStepLoss, is_on_last_step
from hexwar.rules.nlc.prompt_words import (
    counted,
    formation_name,
    hex_name,
    joined,
    unit_names,
    whom,
)
from hexwar.rules.nlc.pursuit import DeclarePursuit
from hexwar.rules.nlc.rally import ChooseRallyOrder
from hexwar.rules.nlc.reaction import ChooseReactionCharge
from hexwar.rules.nlc.recovery import ChooseRecovery, RestoreStep
from hexwar.rules.nlc.retreat import ChooseLeaderStay, ChooseRetreatPath, SplitRetreat
from hexwar.rules.nlc.square import ChooseFormSquare, RemoveSquare
from hexwar.rules.nlc.withdrawal import ChooseRetreatBeforeAssault


def _body(state: GameState, formation: FormationId) -> str:
    """A formation that acts, and who acts with it (N4.32)."""
    return joined(formation_name(state, one) for one in body_of(state, formation))


def _their(state: GameState, formation: FormationId) -> str:
    """What belongs to those who act: `its` of one formation, `their` of several."""
    return "its" if len(body_of(state, formation)) == 1 else "their"


def _declare_assault(state: GameState, asked: DeclareAssault) -> str:
    return (
        f"{whom(state, asked)} may assault with {_body(state, asked.formation)}: choose a"
        f" hex of the enemy next to {_their(state, asked.formation)} units."
    )


def _choose_defender_target(state: GameState, asked: ChooseDefenderTarget) -> str:
    return (
        f"{whom(state, asked)} must choose the hex to fire at, because"
        f" {unit_names(state, asked.units)} assault {hex_name(state, asked.target)} from several."
    )


_CAUSES = {
    "fire": "the enemy's fire",
    "rout": "the rout",
    "zone of control": "retreat through an enemy zone of control",
    "no retreat": "a retreat cut short",
    "pursuit": "the pursuit",
    "stragglers": "straggling on the march",
}


def _choose_step_loss(state: GameState, asked: ChooseStepLoss) -> str:
    cause = _CAUSES.get(asked.cause, asked.cause)
    last = [unit for unit in asked.units if is_on_last_step(state, unit)]
    warning = f" It would be the last of {unit_names(state, last)}." if last else ""
    return (
        f"{whom(state, asked)} must choose who of {unit_names(state, asked.units)} loses a step to"
        f" {cause}.{warning}"
    )


def _split_retreat(state: GameState, asked: SplitRetreat) -> str:
    return (
        f"{whom(state, asked)} must choose whether {unit_names(state, asked.units)} retreat"
        " together or foot and horse apart, each over its own distance."
    )


def _choose_leader_stay(state: GameState, asked: ChooseLeaderStay) -> str:
    leader = state.battle.leaders[asked.leader].name
    return (
        f"{whom(state, asked)} must choose whether {leader} goes with"
        f" {unit_names(state, asked.units)} or stays where he is."
    )


def _choose_retreat_path(state: GameState, asked: ChooseRetreatPath) -> str:
    start = state.units[asked.units[0]].hex
    origin = f" from {hex_name(state, start)}" if start else ""
    return (
        f"{whom(state, asked)} must choose the way of {unit_names(state, asked.units)}, who retreat"
        f" {counted(asked.hexes, 'hex', 'hexes')}{origin}."
    )


def _displace_friend(state: GameState, asked: DisplaceFriend) -> str:
    return (
        f"{whom(state, asked)} must choose a friend who makes room in {hex_name(state, asked.hex)}"
        f" for {unit_names(state, asked.arrived)}, and the hex next to it that he goes to."
    )


def _choose_advance(state: GameState, asked: ChooseAdvance) -> str:
    return (
        f"{whom(state, asked)} may advance with {unit_names(state, asked.units)} into"
        f" {hex_name(state, asked.target)}, which the enemy has left."
    )


def _choose_rally_order(state: GameState, asked: ChooseRallyOrder) -> str:
    where = joined(hex_name(state, hex_) for hex_ in asked.hexes)
    return f"{whom(state, asked)} must choose which of {where} tries to rally first."


# -- assaults: before the dice


def _confirm_assault(state: GameState, asked: ConfirmAssault) -> str:
    must = "must" if must_roll(state, asked.units) else "may"
    return (
        f"{whom(state, asked)} {must} roll for Attack Confidence of"
        f" {unit_names(state, asked.units)} against {hex_name(state, asked.target)}"
        f"{'' if must == 'must' else ', or drop the assault'}."
    )


def _choose_retreat_before_assault(state: GameState, asked: ChooseRetreatBeforeAssault) -> str:
    return (
        f"{whom(state, asked)} may withdraw from {hex_name(state, asked.target)}, because"
        f" {unit_names(state, asked.attackers)} assault it."
    )


def _repeat_assault(state: GameState, asked: RepeatAssault) -> str:
    return (
        f"{whom(state, asked)} may assault {hex_name(state, asked.target)} once more with"
        f" {unit_names(state, asked.units)}, because both sides stayed."
    )


def _choose_leader_bonus(state: GameState, asked: ChooseLeaderBonus) -> str:
    leader = state.battle.leaders[asked.leader].name
    return (
        f"{whom(state, asked)} may let {leader} lead his troops in {hex_name(state, asked.hex)}"
        " himself, before any die falls."
    )


# -- bombardments


def _choose_bombardment(state: GameState, asked: ChooseBombardment) -> str:
    return (
        f"{whom(state, asked)} may bombard with {_body(state, asked.formation)}: choose a"
        f" hex of the enemy that {_their(state, asked.formation)} guns reach and see."
    )


def _choose_bombardment_victim(state: GameState, asked: ChooseBombardmentVictim) -> str:
    fate = "loses a step" if asked.result == STEP_LOST else "checks its morale"
    return (
        f"{whom(state, asked)} must choose which unit in {hex_name(state, asked.target)} {fate},"
        f" because the bombardment shows {asked.result}."
    )


# -- charges


def _declare_charge(state: GameState, asked: DeclareCharge) -> str:
    return (
        f"{whom(state, asked)} may charge with {_body(state, asked.formation)}: choose a"
        f" hex of the enemy that {_their(state, asked.formation)} cavalry can reach."
    )


def _choose_reaction_charge(state: GameState, asked: ChooseReactionCharge) -> str:
    units = unit_names(state, asked.units)
    if asked.charge is None:
        return (
            f"{whom(state, asked)} may try a reaction charge on {units}, who came to"
            f" {hex_name(state, asked.hex)}: one try in this activation."
        )
    return (
        f"{whom(state, asked)} may try to meet the charge of {units} on"
        f" {hex_name(state, asked.charge.target)} with cavalry."
    )


def _choose_evasion(state: GameState, asked: ChooseEvasion) -> str:
    act = "limber and go" if asked.limbers else "evade"
    return (
        f"{whom(state, asked)} may let {unit_names(state, asked.units)} in"
        f" {hex_name(state, asked.charge.target)} {act}, because"
        f" {unit_names(state, asked.charge.units)} charge them."
    )


def _choose_form_square(state: GameState, asked: ChooseFormSquare) -> str:
    return (
        f"{whom(state, asked)} must choose whether {unit_names(state, asked.units)} in"
        f" {hex_name(state, asked.charge.target)} try to form square, because"
        f" {unit_names(state, asked.charge.units)} charge them."
    )


def _remove_square(state: GameState, asked: RemoveSquare) -> str:
    return (
        f"{whom(state, asked)} may let {unit_names(state, asked.units)} in"
        f" {hex_name(state, asked.hex)} leave their square: in it they neither move nor assault."
    )


def _declare_pursuit(state: GameState, asked: DeclarePursuit) -> str:
    return (
        f"{whom(state, asked)} may pursue {unit_names(state, asked.fugitives)}, who fled, with"
        " one stack of cavalry."
    )


# -- marches and recovery


def _declare_forced_march(state: GameState, asked: DeclareForcedMarch) -> str:
    return (
        f"{whom(state, asked)} may let {formation_name(state, asked.formation)} make a forced"
        " march: half as far again, at a price."
    )


def _choose_recovery(state: GameState, asked: ChooseRecovery) -> str:
    return (
        f"{whom(state, asked)} may try to get a lost unit of"
        f" {formation_name(state, asked.formation)} back, because it is in Reserve."
    )


def _restore_step(state: GameState, asked: RestoreStep) -> str:
    return (
        f"{whom(state, asked)} may let a reduced unit of"
        f" {formation_name(state, asked.formation)} try to regain a step in the night."
    )


COMBAT_PROMPTS: Mapping[type[Decision[Any]], Callable[[GameState, Any], str]] = MappingProxyType(
    {
        DeclareAssault: _declare_assault,
        ChooseDefenderTarget: _choose_defender_target,
        ChooseStepLoss: _choose_step_loss,
        SplitRetreat: _split_retreat,
        ChooseLeaderStay: _choose_leader_stay,
        ChooseRetreatPath: _choose_retreat_path,
        DisplaceFriend: _displace_friend,
        ChooseAdvance: _choose_advance,
        ChooseRallyOrder: _choose_rally_order,
        ConfirmAssault: _confirm_assault,
        ChooseRetreatBeforeAssault: _choose_retreat_before_assault,
        RepeatAssault: _repeat_assault,
        ChooseLeaderBonus: _choose_leader_bonus,
        ChooseBombardment: _choose_bombardment,
        ChooseBombardmentVictim: _choose_bombardment_victim,
        DeclareCharge: _declare_charge,
        ChooseReactionCharge: _choose_reaction_charge,
        ChooseEvasion: _choose_evasion,
        ChooseFormSquare: _choose_form_square,
        RemoveSquare: _remove_square,
        DeclarePursuit: _declare_pursuit,
        DeclareForcedMarch: _declare_forced_march,
        ChooseRecovery: _choose_recovery,
        RestoreStep: _restore_step,
    }
)
"""How each class of decision of combat, losses and rally is put to the player."""

"""Napoleon's Later Campaigns as the kernel knows it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from hexwar.engine import Roll, System
from hexwar.model.battle import Battle
from hexwar.model.events import EVENTS
from hexwar.model.state import GameState
from hexwar.rules.nlc.activation import ActivateUnit, ChooseEntryHex
from hexwar.rules.nlc.advance import ChooseAdvance
from hexwar.rules.nlc.assault import ChooseDefenderTarget, DeclareAssault, RepeatAssault
from hexwar.rules.nlc.bombardment import ChooseBombardment
from hexwar.rules.nlc.bombardment_results import ChooseBombardmentVictim
from hexwar.rules.nlc.bonuses import ChooseLeaderBonus
from hexwar.rules.nlc.cards.drawing import DrawCard
from hexwar.rules.nlc.cards.free_orders import WriteFreeOrder
from hexwar.rules.nlc.cards.full import ChooseCard
from hexwar.rules.nlc.cards.marshal import ChooseNeyDie
from hexwar.rules.nlc.cards.playing import ChooseCardTarget, DrawCardTarget
from hexwar.rules.nlc.cards.rerolls import ChooseReroll
from hexwar.rules.nlc.cards.windows import PlayWindowCard
from hexwar.rules.nlc.charge import DeclareCharge
from hexwar.rules.nlc.chits import DrawChit
from hexwar.rules.nlc.confidence import ConfirmAssault
from hexwar.rules.nlc.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.rules.nlc.coordinated import ChooseCoordinatedFormations
from hexwar.rules.nlc.departures import ExitMap
from hexwar.rules.nlc.displacement import DisplaceFriend
from hexwar.rules.nlc.divisions import IssueDivisionalOrder
from hexwar.rules.nlc.evasion import ChooseEvasion
from hexwar.rules.nlc.exhaustion import DeclareForcedMarch
from hexwar.rules.nlc.headquarters import MoveHqOut
from hexwar.rules.nlc.improved_positions import BuildImprovedPosition
from hexwar.rules.nlc.initial_action import ChooseInitialFormation
from hexwar.rules.nlc.local_decision import TryLocalDecision
from hexwar.rules.nlc.losses import ChooseStepLoss
from hexwar.rules.nlc.order_steps import BeginFallBack, StopProbe
from hexwar.rules.nlc.pontoons import WorkPontoon
from hexwar.rules.nlc.pursuit import DeclarePursuit
from hexwar.rules.nlc.rally import ChooseRallyOrder
from hexwar.rules.nlc.reaction import ChooseReactionCharge
from hexwar.rules.nlc.recovery import ChooseRecovery, RestoreStep
from hexwar.rules.nlc.retreat import (
    ChooseLeaderStay,
    ChooseRetreatPath,
    SplitRetreat,
)
from hexwar.rules.nlc.routes import ChoosePath
from hexwar.rules.nlc.sequence import sequence
from hexwar.rules.nlc.setup import set_up
from hexwar.rules.nlc.spans import DamageOrRepairSpan
from hexwar.rules.nlc.square import ChooseFormSquare, RemoveSquare
from hexwar.rules.nlc.stacks import ChooseOverstackCure
from hexwar.rules.nlc.supply_check import AssignTrain
from hexwar.rules.nlc.wings import CompleteWcDuty
from hexwar.rules.nlc.withdrawal import ChooseRetreatBeforeAssault
from hexwar.rules.nlc.writing import IssueOrder

REVISION = 9
"""Rises with every change of a rule that an old journal could notice."""

DECISIONS = (
    Roll,
    DrawChit,
    DrawCard,
    ChooseCard,
    ChooseCardTarget,
    DrawCardTarget,
    PlayWindowCard,
    ChooseReroll,
    ChooseNeyDie,
    AssignTrain,
    TryLocalDecision,
    WriteFreeOrder,
    IssueOrder,
    IssueDivisionalOrder,
    CompleteWcDuty,
    BeginFallBack,
    StopProbe,
    ChooseInitialFormation,
    ChooseCoordinatedFormations,
    RemoveSquare,
    DeclareForcedMarch,
    ActivateUnit,
    ChooseEntryHex,
    ChoosePath,
    DamageOrRepairSpan,
    ChooseOverstackCure,
    ChooseBombardment,
    ChooseBombardmentVictim,
    DeclareCharge,
    ChooseReactionCharge,
    ChooseEvasion,
    ChooseFormSquare,
    DeclareAssault,
    ConfirmAssault,
    ChooseRetreatBeforeAssault,
    ChooseLeaderBonus,
    ChooseDefenderTarget,
    RepeatAssault,
    ChooseStepLoss,
    SplitRetreat,
    ChooseLeaderStay,
    ChooseRetreatPath,
    DisplaceFriend,
    ChooseAdvance,
    DeclarePursuit,
    WorkPontoon,
    ExitMap,
    BuildImprovedPosition,
    MoveLeaderOrTrain,
    MoveHqOut,
    MoveCommand,
    ChooseRallyOrder,
    ChooseRecovery,
    RestoreStep,
)
"""Every question of this release."""


def header_of(battle: Battle, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What a save keeps to set the same game up again."""
    return {
        "scenario": battle.id,
        "sha256": battle.sha256,
        "options": dict(options or {}),
    }


def digest(state: GameState) -> str:
    """A hash of all that matters of a state, the same on every machine."""
    parts = (
        state.turn,
        state.phase.value,
        state.weather,
        sorted(state.control.items()),
        sorted(state.last_in.items()),
        sorted((side, cup) for side, cup in state.cups.items()),
        state.drawn,
        state.acted,
        state.cup_in_turn,
        sorted(state.spans.damaged),
        sorted(state.spans.pontoons),
        sorted(state.positions),
        state.rallied,
        state.commanded,
        repr(state.activation),
        repr(state.outcome),
        [repr(unit) for unit in state.units.values()],
        [repr(leader) for leader in state.leaders.values()],
        sorted((line, repr(order)) for line, order in state.lines.items()),
        sorted((line, repr(order)) for line, order in state.dispatches.items()),
        sorted((line, repr(steps)) for line, steps in state.wanted.items()),
        sorted(state.detached.items()),
        sorted(state.wings.items()),
        sorted(state.issued.items()),
        sorted(state.struck.items()),
        state.lent,
        sorted(state.steps_lost.items()),
        sorted(state.lost_leaders.items()),
        (state.writing.value, state.served, state.asked, state.addressed, state.complied),
        (state.initiatives, state.hit),
        (state.demoralized, state.exhausted, state.dismayed, state.tied),
        sorted(state.forced_hours.items()),
        sorted(state.rested_hours.items()),
        sorted(state.inspired.items()),
        (state.is_wet, state.is_dark_dawn, repr(state.arrivals), repr(state.called)),
        sorted(state.unsupplied),
        sorted(state.trains_of.items()),
        (state.exited_unsupplied, state.retreating),
        sorted((side, repr(piles)) for side, piles in state.piles.items()),
        (repr(state.effects), repr(state.card_scores), state.tactics),
        (sorted(state.stormed), state.misled),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def nlc(load: Callable[[Mapping[str, Any]], Battle]) -> System[GameState]:
    """The system, given how the battle of a header is found.

    Args:
        load: From a save's header to its battle; reads files, so the caller owns it.
    """
    return System(
        id="nlc",
        revision=REVISION,
        start=lambda header: set_up(load(header)),
        sequence=sequence,
        events=EVENTS,
        decisions=DECISIONS,
        digest=digest,
    )

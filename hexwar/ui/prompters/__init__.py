"""How each question is answered with mouse and keys: one prompter a class of decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision, Roll
from hexwar.model.state import GameState
from hexwar.rules.nlc.activation import ActivateUnit, ChooseEntryHex
from hexwar.rules.nlc.advance import ChooseAdvance
from hexwar.rules.nlc.assault import ChooseDefenderTarget, DeclareAssault, RepeatAssault
from hexwar.rules.nlc.bombardment import ChooseBombardment, ChooseBombardmentVictim
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
from hexwar.rules.nlc.retreat import ChooseLeaderStay, ChooseRetreatPath, SplitRetreat
from hexwar.rules.nlc.routes import ChoosePath
from hexwar.rules.nlc.spans import DamageOrRepairSpan
from hexwar.rules.nlc.square import ChooseFormSquare, RemoveSquare
from hexwar.rules.nlc.stacks import ChooseOverstackCure
from hexwar.rules.nlc.supply_check import AssignTrain
from hexwar.rules.nlc.wings import CompleteWcDuty
from hexwar.rules.nlc.withdrawal import ChooseRetreatBeforeAssault
from hexwar.rules.nlc.writing import IssueOrder
from hexwar.ui.prompters.acting import BodyPrompter, InitialPrompter
from hexwar.ui.prompters.advance import AdvancePrompter
from hexwar.ui.prompters.assault import AssaultPrompter, FirePrompter
from hexwar.ui.prompters.base import Prompter
from hexwar.ui.prompters.bombardment import BombardmentPrompter, VictimPrompter
from hexwar.ui.prompters.bonus import BonusPrompter
from hexwar.ui.prompters.cards import (
    CardPrompter,
    DrawnCardPrompter,
    DrawnTargetPrompter,
    NeyPrompter,
    RerollPrompter,
    TargetPrompter,
    WindowPrompter,
)
from hexwar.ui.prompters.chance import ChitPrompter, RollPrompter
from hexwar.ui.prompters.charge import ChargePrompter
from hexwar.ui.prompters.confidence import ConfidencePrompter, RepeatPrompter
from hexwar.ui.prompters.deciding import DivisionPrompter, LocalPrompter
from hexwar.ui.prompters.digging import DiggingPrompter
from hexwar.ui.prompters.displacement import RoomPrompter
from hexwar.ui.prompters.escape import EscapePrompter
from hexwar.ui.prompters.evasion import EvasionPrompter
from hexwar.ui.prompters.free_orders import FreeOrderPrompter
from hexwar.ui.prompters.journeys import JourneyPrompter
from hexwar.ui.prompters.leaving import ExitPrompter
from hexwar.ui.prompters.lodging import LodgingPrompter
from hexwar.ui.prompters.losses import LossPrompter
from hexwar.ui.prompters.movement import EntryPrompter, MovePrompter, PathPrompter
from hexwar.ui.prompters.pursuit import PursuitPrompter
from hexwar.ui.prompters.rally import RallyPrompter
from hexwar.ui.prompters.reaction import ReactionPrompter
from hexwar.ui.prompters.retreat import LeaderPrompter, RetreatPrompter, SplitPrompter
from hexwar.ui.prompters.spans import PontoonPrompter, SpanPrompter
from hexwar.ui.prompters.spirit import ForcedMarchPrompter, RecoveryPrompter, RestorePrompter
from hexwar.ui.prompters.square import SquareEndPrompter, SquarePrompter
from hexwar.ui.prompters.turning import FallBackPrompter, StopPrompter
from hexwar.ui.prompters.withdrawal import WithdrawalPrompter
from hexwar.ui.prompters.writing import OrderPrompter, WingDutyPrompter

PROMPTERS: Mapping[type[Decision[Any]], Callable[..., Prompter[Any]]] = MappingProxyType(
    {
        Roll: RollPrompter,
        DrawChit: ChitPrompter,
        DrawCard: DrawnCardPrompter,
        DrawCardTarget: DrawnTargetPrompter,
        ChooseCard: CardPrompter,
        PlayWindowCard: WindowPrompter,
        ChooseCardTarget: TargetPrompter,
        ChooseReroll: RerollPrompter,
        ChooseNeyDie: NeyPrompter,
        WriteFreeOrder: FreeOrderPrompter,
        AssignTrain: LodgingPrompter,
        TryLocalDecision: LocalPrompter,
        IssueOrder: OrderPrompter,
        IssueDivisionalOrder: DivisionPrompter,
        CompleteWcDuty: WingDutyPrompter,
        BeginFallBack: FallBackPrompter,
        StopProbe: StopPrompter,
        ChooseInitialFormation: InitialPrompter,
        ChooseCoordinatedFormations: BodyPrompter,
        MoveHqOut: EscapePrompter,
        ActivateUnit: MovePrompter,
        ChooseEntryHex: EntryPrompter,
        ChoosePath: PathPrompter,
        DamageOrRepairSpan: SpanPrompter,
        ChooseOverstackCure: RoomPrompter,
        DeclareForcedMarch: ForcedMarchPrompter,
        RemoveSquare: SquareEndPrompter,
        ChooseBombardment: BombardmentPrompter,
        ChooseBombardmentVictim: VictimPrompter,
        DeclareCharge: ChargePrompter,
        ChooseReactionCharge: ReactionPrompter,
        ChooseEvasion: EvasionPrompter,
        ChooseFormSquare: SquarePrompter,
        ChooseLeaderBonus: BonusPrompter,
        DeclareAssault: AssaultPrompter,
        ConfirmAssault: ConfidencePrompter,
        ChooseRetreatBeforeAssault: WithdrawalPrompter,
        ChooseDefenderTarget: FirePrompter,
        RepeatAssault: RepeatPrompter,
        ChooseStepLoss: LossPrompter,
        SplitRetreat: SplitPrompter,
        ChooseLeaderStay: LeaderPrompter,
        ChooseRetreatPath: RetreatPrompter,
        DisplaceFriend: RoomPrompter,
        ChooseAdvance: AdvancePrompter,
        DeclarePursuit: PursuitPrompter,
        WorkPontoon: PontoonPrompter,
        ExitMap: ExitPrompter,
        BuildImprovedPosition: DiggingPrompter,
        MoveLeaderOrTrain: JourneyPrompter,
        MoveCommand: JourneyPrompter,
        ChooseRallyOrder: RallyPrompter,
        ChooseRecovery: RecoveryPrompter,
        RestoreStep: RestorePrompter,
    }
)
"""The prompter of each class of decision."""


def prompter_for(view: GameState, decision: Decision[Any], options: Sequence[Any]) -> Prompter[Any]:
    """The prompter that takes up a question.

    Raises:
        KeyError: a decision of a class that is not in `PROMPTERS`.
    """
    return PROMPTERS[type(decision)](view, decision, options)

"""How each question is answered with mouse and keys: one prompter a class of decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision, Roll
from hexwar.shell.prompter import Prompter
from hexwar.systems.nlc.prompters.acting import BodyPrompter, InitialPrompter
from hexwar.systems.nlc.prompters.advance import AdvancePrompter
from hexwar.systems.nlc.prompters.assault import AssaultPrompter, FirePrompter
from hexwar.systems.nlc.prompters.bombardment import BombardmentPrompter, VictimPrompter
from hexwar.systems.nlc.prompters.bonus import BonusPrompter
from hexwar.systems.nlc.prompters.cards import (
    CardPrompter,
    DrawnCardPrompter,
    DrawnTargetPrompter,
    NeyPrompter,
    RerollPrompter,
    TargetPrompter,
    WindowPrompter,
)
from hexwar.systems.nlc.prompters.chance import ChitPrompter, RollPrompter
from hexwar.systems.nlc.prompters.charge import ChargePrompter
from hexwar.systems.nlc.prompters.confidence import ConfidencePrompter, RepeatPrompter
from hexwar.systems.nlc.prompters.deciding import DivisionPrompter, LocalPrompter
from hexwar.systems.nlc.prompters.digging import DiggingPrompter
from hexwar.systems.nlc.prompters.displacement import RoomPrompter
from hexwar.systems.nlc.prompters.escape import EscapePrompter
from hexwar.systems.nlc.prompters.evasion import EvasionPrompter
from hexwar.systems.nlc.prompters.free_orders import FreeOrderPrompter
from hexwar.systems.nlc.prompters.journeys import JourneyPrompter
from hexwar.systems.nlc.prompters.leaving import ExitPrompter
from hexwar.systems.nlc.prompters.lodging import LodgingPrompter
from hexwar.systems.nlc.prompters.losses import LossPrompter
from hexwar.systems.nlc.prompters.movement import EntryPrompter, MovePrompter, PathPrompter
from hexwar.systems.nlc.prompters.pursuit import PursuitPrompter
from hexwar.systems.nlc.prompters.rally import RallyPrompter
from hexwar.systems.nlc.prompters.reaction import ReactionPrompter
from hexwar.systems.nlc.prompters.retreat import LeaderPrompter, RetreatPrompter, SplitPrompter
from hexwar.systems.nlc.prompters.spans import PontoonPrompter, SpanPrompter
from hexwar.systems.nlc.prompters.spirit import (
    ForcedMarchPrompter,
    RecoveryPrompter,
    RestorePrompter,
)
from hexwar.systems.nlc.prompters.square import SquareEndPrompter, SquarePrompter
from hexwar.systems.nlc.prompters.turning import FallBackPrompter, StopPrompter
from hexwar.systems.nlc.prompters.withdrawal import WithdrawalPrompter
from hexwar.systems.nlc.prompters.writing import OrderPrompter, WingDutyPrompter
from hexwar.systems.nlc.rules.arrivals.departures import ExitMap
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import (
    ChooseCardTarget,
    DrawCard,
    DrawCardTarget,
    PlayWindowCard,
)
from hexwar.systems.nlc.rules.combat.assault import (
    ChooseDefenderTarget,
    DeclareAssault,
    RepeatAssault,
)
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment, ChooseBombardmentVictim
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare, RemoveSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit
from hexwar.systems.nlc.rules.losses.rally import ChooseRallyOrder, ChooseRecovery, RestoreStep
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseLeaderStay,
    ChooseRetreatPath,
    DisplaceFriend,
    SplitRetreat,
)
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure
from hexwar.systems.nlc.rules.movement.works import (
    BuildImprovedPosition,
    DamageOrRepairSpan,
    WorkPontoon,
)
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.steps import BeginFallBack, StopProbe
from hexwar.systems.nlc.rules.orders.writing import CompleteWcDuty, IssueOrder
from hexwar.systems.nlc.rules.supply.check import AssignTrain
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
    DrawChit,
)
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState

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

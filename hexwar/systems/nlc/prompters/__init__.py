"""The questions that are answered by a gesture of their own; others have the common prompter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision
from hexwar.systems.nlc.prompters.cards import (
    CardPrompter,
    DrawnTargetPrompter,
    RerollPrompter,
    TargetPrompter,
    WindowPrompter,
)
from hexwar.systems.nlc.prompters.charging import ChargePrompter, ReactionPrompter
from hexwar.systems.nlc.prompters.common import NlcPrompter
from hexwar.systems.nlc.prompters.journeys import JourneyPrompter
from hexwar.systems.nlc.prompters.movement import MovePrompter, PathPrompter
from hexwar.systems.nlc.prompters.retreating import (
    AdvancePrompter,
    PursuitPrompter,
    RetreatPrompter,
    WithdrawalPrompter,
)
from hexwar.systems.nlc.prompters.shaping import (
    BodyPrompter,
    LodgingPrompter,
    RallyPrompter,
    RecoveryPrompter,
    RoomPrompter,
)
from hexwar.systems.nlc.prompters.striking import (
    AssaultPrompter,
    BombardmentPrompter,
    RepeatPrompter,
)
from hexwar.systems.nlc.prompters.writing import (
    DivisionPrompter,
    FreeOrderPrompter,
    LocalPrompter,
    OrderPrompter,
    WingDutyPrompter,
)
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, DrawCardTarget, PlayWindowCard
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault, RepeatAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit
from hexwar.systems.nlc.rules.losses.rally import ChooseRallyOrder, ChooseRecovery
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath, DisplaceFriend
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.writing import CompleteWcDuty, IssueOrder
from hexwar.systems.nlc.rules.supply.check import AssignTrain
from hexwar.systems.nlc.rules.turn.actions import ChooseCoordinatedFormations
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState

PROMPTERS: Mapping[type[Decision[Any]], Callable[..., NlcPrompter[Any]]] = MappingProxyType(
    {
        ChooseCard: CardPrompter,
        PlayWindowCard: WindowPrompter,
        ChooseCardTarget: TargetPrompter,
        DrawCardTarget: DrawnTargetPrompter,
        ChooseReroll: RerollPrompter,
        WriteFreeOrder: FreeOrderPrompter,
        TryLocalDecision: LocalPrompter,
        IssueOrder: OrderPrompter,
        IssueDivisionalOrder: DivisionPrompter,
        CompleteWcDuty: WingDutyPrompter,
        ActivateUnit: MovePrompter,
        ChoosePath: PathPrompter,
        MoveLeaderOrTrain: JourneyPrompter,
        MoveCommand: JourneyPrompter,
        DeclareCharge: ChargePrompter,
        ChooseReactionCharge: ReactionPrompter,
        ChooseBombardment: BombardmentPrompter,
        DeclareAssault: AssaultPrompter,
        RepeatAssault: RepeatPrompter,
        ChooseRetreatBeforeAssault: WithdrawalPrompter,
        ChooseRetreatPath: RetreatPrompter,
        ChooseAdvance: AdvancePrompter,
        DeclarePursuit: PursuitPrompter,
        AssignTrain: LodgingPrompter,
        ChooseCoordinatedFormations: BodyPrompter,
        ChooseOverstackCure: RoomPrompter,
        DisplaceFriend: RoomPrompter,
        ChooseRallyOrder: RallyPrompter,
        ChooseRecovery: RecoveryPrompter,
    }
)
"""The prompters of gestures: moving, striking, writing, playing cards, shaping an answer."""


def prompter_for(
    view: GameState, decision: Decision[Any], options: Sequence[Any]
) -> NlcPrompter[Any]:
    """The prompter that takes up a question."""
    return PROMPTERS.get(type(decision), NlcPrompter)(view, decision, options)

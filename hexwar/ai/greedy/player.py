"""The greedy player: which of its answers goes with which question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.ai.greedy import cards, fights, movement, orders, replies, staff
from hexwar.ai.greedy.outlook import Outlook
from hexwar.ai.greedy.question import Question
from hexwar.ai.policy import Dice
from hexwar.engine import Decision
from hexwar.model.forces import Side
from hexwar.model.state import GameState
from hexwar.rules.nlc.activation import ActivateUnit, ChooseEntryHex
from hexwar.rules.nlc.advance import ChooseAdvance
from hexwar.rules.nlc.assault import ChooseDefenderTarget, DeclareAssault, RepeatAssault
from hexwar.rules.nlc.bombardment import ChooseBombardment
from hexwar.rules.nlc.bombardment_results import ChooseBombardmentVictim
from hexwar.rules.nlc.bonuses import ChooseLeaderBonus
from hexwar.rules.nlc.cards.free_orders import WriteFreeOrder
from hexwar.rules.nlc.cards.full import ChooseCard
from hexwar.rules.nlc.cards.rerolls import ChooseReroll
from hexwar.rules.nlc.cards.windows import PlayWindowCard
from hexwar.rules.nlc.charge import DeclareCharge
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

Answerer = Callable[[Question[Any, Any]], Any]
"""From a question to its answer."""

ANSWERS: Mapping[type[Decision[Any]], Answerer] = MappingProxyType(
    {
        ChooseCard: cards.choose_card,
        PlayWindowCard: cards.window_card,
        ChooseReroll: cards.reroll,
        TryLocalDecision: orders.local_decision,
        WriteFreeOrder: orders.free_order,
        IssueOrder: orders.issue_order,
        IssueDivisionalOrder: orders.first,
        CompleteWcDuty: orders.first,
        BeginFallBack: orders.begin_fall_back,
        StopProbe: orders.stop_probe,
        ChooseInitialFormation: movement.initial_formation,
        ChooseCoordinatedFormations: movement.coordinated_formations,
        RemoveSquare: movement.remove_square,
        DeclareForcedMarch: movement.forced_march,
        ActivateUnit: movement.next_to_move,
        AssignTrain: orders.first,
        ChooseEntryHex: movement.entry_hex,
        ExitMap: movement.leave,
        ChoosePath: movement.path,
        DamageOrRepairSpan: orders.first,
        ChooseOverstackCure: movement.displacement,
        ChooseBombardment: fights.bombardment,
        ChooseBombardmentVictim: fights.bombardment_victim,
        DeclareCharge: fights.declare_charge,
        ChooseReactionCharge: replies.reaction_charge,
        ChooseEvasion: replies.evasion,
        ChooseFormSquare: replies.form_square,
        DeclareAssault: fights.declare_assault,
        ConfirmAssault: fights.confirm_assault,
        ChooseRetreatBeforeAssault: replies.retreat_before_assault,
        ChooseLeaderBonus: fights.leader_bonus,
        ChooseDefenderTarget: fights.defender_target,
        RepeatAssault: fights.repeat_assault,
        ChooseStepLoss: replies.step_loss,
        SplitRetreat: orders.first,
        ChooseLeaderStay: orders.first,
        ChooseRetreatPath: replies.retreat_path,
        DisplaceFriend: movement.displacement,
        ChooseAdvance: replies.advance,
        DeclarePursuit: fights.declare_pursuit,
        WorkPontoon: staff.pontoon,
        BuildImprovedPosition: replies.build,
        MoveLeaderOrTrain: staff.leader_or_train,
        MoveHqOut: staff.hq_out,
        MoveCommand: staff.command,
        ChooseRallyOrder: orders.first,
        ChooseRecovery: replies.recovery,
        RestoreStep: replies.restored,
    }
)
"""The answer to each class of question; to any other the first option is taken."""


class GreedyPlayer:
    """Follows its orders, and takes what looks best at once.

    It remembers nothing from one question to the next and draws no dice: the same view gets the
    same answer.
    """

    def answer(
        self,
        decision: Decision[Any],
        options: Sequence[Any],
        view: GameState,
        dice: Dice,  # noqa: ARG002
    ) -> Any:
        """The best answer, as far as one looks no further than this question."""
        outlook = Outlook(view, Side(decision.side))
        return ANSWERS.get(type(decision), orders.first)(Question(decision, options, outlook))

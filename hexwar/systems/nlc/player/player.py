"""The greedy player: which of its answers goes with which question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.ai.policy import Dice
from hexwar.engine import Decision
from hexwar.systems.nlc.player import cards, fights, movement, orders, replies, staff
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.player.question import Question
from hexwar.systems.nlc.rules.arrivals.departures import ExitMap
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import PlayWindowCard
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
from hexwar.systems.nlc.rules.losses.rally import ChooseRecovery, RestoreStep
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseRetreatPath,
    DisplaceFriend,
)
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure
from hexwar.systems.nlc.rules.movement.works import (
    BuildImprovedPosition,
    WorkPontoon,
)
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.steps import BeginFallBack, StopProbe
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
)
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side

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
        BeginFallBack: orders.begin_fall_back,
        StopProbe: orders.stop_probe,
        ChooseInitialFormation: movement.initial_formation,
        ChooseCoordinatedFormations: movement.coordinated_formations,
        RemoveSquare: movement.remove_square,
        DeclareForcedMarch: movement.forced_march,
        ActivateUnit: movement.next_to_move,
        ChooseEntryHex: movement.entry_hex,
        ExitMap: movement.leave,
        ChoosePath: movement.path,
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
        ChooseRetreatPath: replies.retreat_path,
        DisplaceFriend: movement.displacement,
        ChooseAdvance: replies.advance,
        DeclarePursuit: fights.declare_pursuit,
        WorkPontoon: staff.pontoon,
        BuildImprovedPosition: replies.build,
        MoveLeaderOrTrain: staff.leader_or_train,
        MoveHqOut: staff.hq_out,
        MoveCommand: staff.command,
        ChooseRecovery: replies.recovery,
        RestoreStep: replies.restored,
    }
)
"""The answer to each class of question of which it has an idea; to any other its own fallback."""


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
        answerer = ANSWERS.get(type(decision))
        if answerer is None:
            return decision.fallback(view, options)
        return answerer(Question(decision, options, Outlook(view, Side(decision.side))))

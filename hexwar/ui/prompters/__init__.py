"""How each question is answered with mouse and keys: one prompter a class of decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision, Roll
from hexwar.model.state import GameState
from hexwar.rules.nlc.activation import ActivateUnit, ChooseEntryHex
from hexwar.rules.nlc.advance import ChooseAdvance
from hexwar.rules.nlc.assault import ChooseDefenderTarget, DeclareAssault
from hexwar.rules.nlc.chits import DrawChit
from hexwar.rules.nlc.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.rules.nlc.displacement import DisplaceFriend
from hexwar.rules.nlc.losses import ChooseStepLoss
from hexwar.rules.nlc.pontoons import WorkPontoon
from hexwar.rules.nlc.rally import ChooseRallyOrder
from hexwar.rules.nlc.retreat import ChooseLeaderStay, ChooseRetreatPath, SplitRetreat
from hexwar.rules.nlc.routes import ChoosePath
from hexwar.rules.nlc.spans import DamageOrRepairSpan
from hexwar.rules.nlc.stacks import ChooseOverstackCure
from hexwar.ui.prompters.advance import AdvancePrompter
from hexwar.ui.prompters.assault import AssaultPrompter, FirePrompter
from hexwar.ui.prompters.base import Prompter
from hexwar.ui.prompters.chance import ChitPrompter, RollPrompter
from hexwar.ui.prompters.displacement import RoomPrompter
from hexwar.ui.prompters.journeys import JourneyPrompter
from hexwar.ui.prompters.losses import LossPrompter
from hexwar.ui.prompters.movement import EntryPrompter, MovePrompter, PathPrompter
from hexwar.ui.prompters.rally import RallyPrompter
from hexwar.ui.prompters.retreat import LeaderPrompter, RetreatPrompter, SplitPrompter
from hexwar.ui.prompters.spans import PontoonPrompter, SpanPrompter

PROMPTERS: Mapping[type[Decision[Any]], Callable[..., Prompter[Any]]] = MappingProxyType(
    {
        Roll: RollPrompter,
        DrawChit: ChitPrompter,
        ActivateUnit: MovePrompter,
        ChooseEntryHex: EntryPrompter,
        ChoosePath: PathPrompter,
        DamageOrRepairSpan: SpanPrompter,
        ChooseOverstackCure: RoomPrompter,
        DeclareAssault: AssaultPrompter,
        ChooseDefenderTarget: FirePrompter,
        ChooseStepLoss: LossPrompter,
        SplitRetreat: SplitPrompter,
        ChooseLeaderStay: LeaderPrompter,
        ChooseRetreatPath: RetreatPrompter,
        DisplaceFriend: RoomPrompter,
        ChooseAdvance: AdvancePrompter,
        WorkPontoon: PontoonPrompter,
        MoveLeaderOrTrain: JourneyPrompter,
        MoveCommand: JourneyPrompter,
        ChooseRallyOrder: RallyPrompter,
    }
)
"""The prompter of each class of decision."""


def prompter_for(view: GameState, decision: Decision[Any], options: Sequence[Any]) -> Prompter[Any]:
    """The prompter that takes up a question.

    Raises:
        KeyError: a decision of a class that is not in `PROMPTERS`.
    """
    return PROMPTERS[type(decision)](view, decision, options)

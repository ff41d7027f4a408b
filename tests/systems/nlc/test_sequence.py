"""The sequence of play (N4): phases, segments, turns, the end."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.engine import Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival, NlcBattle
from hexwar.systems.nlc.events.leaders import LeaderEntered
from hexwar.systems.nlc.events.orders import WritingBegan
from hexwar.systems.nlc.events.turn import (
    ActivationEnded,
    FlagsCleared,
    GameEnded,
    PhaseBegan,
    SegmentEnded,
    TurnBegan,
    TurnEnded,
)
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.system import nlc
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Phase, Segment, Writing
from tests.systems.nlc.games import game_of, pass_until
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import OPEN, battle_of, board, hexes, units


class FirstOption:
    """Dice that always show a 1 and draw the first chit."""

    seed = None

    def answer(self, number: int, decision: Any, options: Any) -> int:
        del number, decision, options
        return 0


def begin(*lines: str, **more: Any) -> Session[GameState]:
    battle, _ = battle_of(board(OPEN), *lines, **more)
    return begin_battle(battle)


def begin_battle(battle: NlcBattle) -> Session[GameState]:
    return Session.begin(nlc(lambda _: battle), {}, FirstOption())


def idle(session: Session[GameState]) -> None:
    """Answer everything with doing nothing."""
    while session.pending is not None:
        idle_answer = [o for o in session.options if o is None or o == Route()]
        session.answer(idle_answer[0])


def idle_until_turn_end(session: Session[GameState]) -> None:
    while not isinstance(session.pending, MoveCommand):
        session.answer(None)


APART = ("F1 infantry 5-3 0101", "A1 infantry 5-3 0707")


@pytest.mark.rule("N4")
def test_a_turn_goes_through_all_eight_phases_in_order() -> None:
    session = begin(*APART)
    idle(session)
    story = [e.phase for e in session.events if isinstance(e, PhaseBegan)]
    assert story[:7] == [
        Phase.CARDS,
        Phase.ORDERS,
        Phase.INITIAL,
        Phase.COORDINATED,
        Phase.CHITS,
        Phase.RALLY,
        Phase.TURN_END,
    ]
    assert isinstance(session.events[0], TurnBegan)


@pytest.mark.rule("N4.9")
def test_the_game_ends_after_the_turn_end_of_the_last_turn() -> None:
    session = begin(*APART)
    idle(session)
    turns = [type(e) for e in session.events if isinstance(e, TurnBegan | TurnEnded | GameEnded)]
    assert turns == [TurnBegan, TurnEnded, TurnBegan, TurnEnded, GameEnded]
    assert session.state.over
    assert session.pending is None


@pytest.mark.rule("N4")
def test_turns_follow_one_another() -> None:
    turns = tuple(TurnCard(n, 29, 11 + n, TurnKind.DAY) for n in range(1, 5))
    session = begin(*APART, turns=turns)
    idle(session)
    assert [e.turn for e in session.events if isinstance(e, TurnBegan)] == [1, 2, 3, 4]


@pytest.mark.rule("N5.83")
def test_a_commander_in_chief_arrives_as_the_orders_phase_of_his_turn_begins() -> None:
    arrivals = (Arrival(2, Hex("0401"), (), (FormationId("FHQ"),)),)
    session = begin(*APART, "F8 overall due of:FHQ", arrivals=arrivals)
    idle(session)
    story = session.events
    at = next(i for i, e in enumerate(story) if isinstance(e, LeaderEntered))
    assert story[at - 2 : at] == [PhaseBegan(Phase.ORDERS), WritingBegan(Writing.DELIVERY)]
    assert [e.turn for e in story[:at] if isinstance(e, TurnBegan)] == [1, 2]


@pytest.mark.rule("N4.7")
def test_turn_end_moves_the_command_and_advances_the_turn() -> None:
    session = begin(*APART, "F8 overall 0301 of:FHQ", "F2 infantry 5-3 0303")
    idle_until_turn_end(session)
    assert session.state.phase is Phase.TURN_END
    assert session.state.turn == 1
    session.answer(None)
    assert session.state.turn == 2


@pytest.mark.rule("N4.5")
def test_the_segments_of_an_activation_come_in_order() -> None:
    session = begin(*APART)
    idle(session)
    ended = [e.segment for e in session.events if isinstance(e, SegmentEnded)][:5]
    assert ended == [
        Segment.COMMAND,
        Segment.MOVEMENT,
        Segment.BOMBARDMENT,
        Segment.CHARGE,
        Segment.ASSAULT,
    ]
    kinds = [type(e) for e in session.events]
    assert kinds.index(ActivationEnded) > kinds.index(SegmentEnded)


@pytest.mark.rule("N4.5a")
def test_the_command_segment_leaves_every_unit_in_command() -> None:
    session = begin(*APART)
    assert session.state.activation is not None
    assert session.state.activation.segment is Segment.MOVEMENT


@pytest.mark.rule("N4.5b")
def test_in_the_movement_segment_units_move_one_after_another() -> None:
    session = begin("F1 infantry 5-3 0101", "F2 infantry 5-3 0301", "A1 infantry 5-3 0707")
    session.answer(units("F2"))
    assert isinstance(session.pending, ChoosePath)
    session.answer(Route(hexes("0301 0302")))
    assert isinstance(session.pending, ActivateUnit)
    assert units("F2") not in session.options
    session.answer(units("F1"))
    session.answer(Route(hexes("0101 0102")))
    assert session.state.units[UnitId("F1")].hex == "0102"


@pytest.mark.rule("N4.5e")
def test_the_assault_segment_asks_while_there_is_something_to_assault() -> None:
    orders = {"FI": {"start_order": steps("probe 0304")}}
    session = begin("F1 infantry 5-3 0303", "A1 infantry 5-3 0304", formations=orders)
    session.answer(None)  # no movement
    assert isinstance(session.pending, DeclareAssault)
    session.answer(None)
    assert not isinstance(session.pending, DeclareAssault)


@pytest.mark.rule("N4.5f")
def test_leaders_and_trains_move_at_the_end_of_the_activation() -> None:
    session = begin("F1 infantry 5-3 0101", "F8 leader 0301", "F2 train 0501", APART[1])
    pass_until(session, ActivateUnit)
    session.answer(None)
    assert isinstance(session.pending, MoveLeaderOrTrain)
    pieces = {option.piece for option in session.options if option is not None}
    assert pieces == {"F8", "F2"}


@pytest.mark.rule("N4.52")
def test_a_segment_in_which_only_the_end_is_possible_is_not_asked() -> None:
    session = begin(*APART)
    session.answer(None)  # the French movement; no assault, no leader, no train
    assert isinstance(session.pending, ActivateUnit)
    assert session.pending.side == "allied"
    forced = [entry.asked for entry in session.journal if entry.forced]
    assert "DeclareAssault" in forced
    assert "MoveLeaderOrTrain" in forced


@pytest.mark.rule("N4.43")
def test_a_formation_acts_once_a_turn() -> None:
    session = begin(*APART)
    while session.state.turn == 1 and session.pending is not None:
        acted = session.state.chits.acted
        session.answer(session.options[-1])
    assert sorted(acted) == ["AI", "FI"]


@pytest.mark.rule("N4.46")
def test_marks_of_the_last_activation_stay_until_the_next_begins() -> None:
    session = begin(*APART)
    session.answer(units("F1"))
    session.answer(Route(hexes("0101 0102")))
    assert session.state.units[UnitId("F1")].moved
    while session.state.turn == 1:
        assert session.state.units[UnitId("F1")].moved
        session.answer(None)
    cleared = [e for e in session.events if isinstance(e, FlagsCleared)]
    assert len(cleared) == 3
    assert not session.state.units[UnitId("F1")].moved


@pytest.mark.rule("N4.8")
def test_the_first_player_is_asked_first_outside_activations() -> None:
    session = begin(
        *APART,
        "F8 overall 0301 of:FHQ",
        "F2 infantry 5-3 0303",
        "A8 overall 0505 of:AHQ",
    )
    idle_until_turn_end(session)
    assert session.pending is not None
    assert session.pending.side == "french"
    session.answer(None)
    assert isinstance(session.pending, MoveCommand)
    assert session.pending.side == "allied"


@pytest.mark.rule("N4.53")
def test_a_unit_in_road_column_does_not_assault() -> None:
    battle, _ = battle_of(
        board(OPEN, roads=["0301 0302 0303"]), "F1 infantry 5-3 0301", "A1 light 5-3 0707"
    )
    session = begin_battle(battle)
    session.answer(units("F1"))
    session.answer(Route(hexes("0301 0302"), column=True))
    assert session.state.units[UnitId("F1")].column
    asked = DeclareAssault("french", FormationId("FI"))
    assert list(asked.options(session.state)) == [None]


@pytest.mark.rule("N4.41")
def test_dice_are_answers_of_chance_in_the_journal() -> None:
    battle, _ = battle_of(board(OPEN), *APART)
    session = game_of(battle, [2])
    assert session.pending is not None
    assert session.pending.side == "allied"
    assert [e.answer for e in session.journal if e.asked == "Roll"] == [1, 1, 1, 1, 2]

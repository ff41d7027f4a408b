"""The turn, phase by phase, and the set-up of a battle (N4, N24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Session
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events import turn
from hexwar.systems.nlc.events.leaders import LeaderEntered
from hexwar.systems.nlc.events.orders import WritingBegan
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.system import nlc
from hexwar.table import forces
from hexwar.table.pieces import Box, Leader, Phase, Segment, Unit, Writing
from tests.systems.nlc.cases import each
from tests.systems.nlc.games import game_of, pass_until
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, battle_of, board, hexes, units

# -- the sequence of play (N4): phases, segments, turns, the end


APART = ("F1 infantry 5-3 0101", "A1 infantry 5-3 0707")
F1 = forces.UnitId("F1")
COMMANDERS = ("F8 overall 0301 of:FHQ", "F2 infantry 5-3 0303", "A8 overall 0505 of:AHQ")


class FirstOption:
    """Dice that always show a 1 and draw the first chit."""

    seed = None

    def answer(self, number: int, decision: Any, options: Any) -> int:
        del number, decision, options
        return 0


def begin(*lines: str, roads: Sequence[str] = (), **more: Any) -> Session[GameState]:
    battle, _ = battle_of(board(OPEN, roads=roads), *(lines or APART), **more)
    return Session.begin(nlc(lambda _: battle), {}, FirstOption())


def idle(*lines: str, **more: Any) -> Session[GameState]:
    """A game in which everything is answered with doing nothing."""
    session = begin(*lines, **more)
    while session.pending is not None:
        idle_answer = [o for o in session.options if o is None or o == Route()]
        session.answer(idle_answer[0])
    return session


def told(session: Session[GameState], *kinds: type[Any]) -> list[Any]:
    return [event for event in session.events if isinstance(event, kinds)]


@pytest.mark.rule("N4", "N4.5", "N4.9")
def test_a_game_goes_through_its_turns_phases_and_segments_in_order() -> None:
    session = idle()
    phases = "CARDS ORDERS INITIAL COORDINATED CHITS RALLY TURN_END"
    assert [e.phase.name for e in told(session, turn.PhaseBegan)][:7] == phases.split()
    assert isinstance(session.events[0], turn.TurnBegan)
    turns = [type(e) for e in told(session, turn.TurnBegan, turn.TurnEnded, turn.GameEnded)]
    assert turns == [turn.TurnBegan, turn.TurnEnded, turn.TurnBegan, turn.TurnEnded, turn.GameEnded]
    assert session.state.over
    segments = "COMMAND MOVEMENT BOMBARDMENT CHARGE ASSAULT"
    assert [e.segment.name for e in told(session, turn.SegmentEnded)][:5] == segments.split()
    kinds = [type(e) for e in session.events]
    assert kinds.index(turn.ActivationEnded) > kinds.index(turn.SegmentEnded)
    assert [e.turn for e in told(idle(length=4), turn.TurnBegan)] == [1, 2, 3, 4]


@pytest.mark.rule("N4.7", "N4.8", "N5.83")
def test_turn_end_moves_the_command_and_a_chief_arrives_in_the_orders_phase() -> None:
    session = begin(*APART, *COMMANDERS)
    pass_until(session, MoveCommand)
    assert (session.state.phase, session.state.turn) == (Phase.TURN_END, 1)
    for side in (FRENCH, ALLIED):
        assert isinstance(session.pending, MoveCommand)
        assert session.pending.side == side
        session.answer(None)
    assert session.state.turn == 2
    arrivals = (Arrival(2, Hex("0401"), (), (forces.FormationId("FHQ"),)),)
    story = idle(*APART, "F8 overall due of:FHQ", arrivals=arrivals).events
    at = next(i for i, e in enumerate(story) if isinstance(e, LeaderEntered))
    assert story[at - 2 : at] == [turn.PhaseBegan(Phase.ORDERS), WritingBegan(Writing.DELIVERY)]
    assert [e.turn for e in story[:at] if isinstance(e, turn.TurnBegan)] == [1, 2]


@pytest.mark.rule("N4.5a", "N4.52", "N4.41")
def test_all_are_in_command_an_empty_segment_is_not_asked_and_dice_are_answers_of_chance() -> None:
    activation = begin().state.activation
    assert activation is not None
    assert activation.segment is Segment.MOVEMENT
    session = begin()
    session.answer(None)  # the French movement; no charge, no assault
    assert isinstance(session.pending, MoveLeaderOrTrain)
    forced = {entry.asked for entry in session.journal if entry.forced}
    assert forced >= {"DeclareCharge", "DeclareAssault"}
    session.answer(None)
    assert isinstance(session.pending, ActivateUnit)
    assert session.pending.side == "allied"
    session = game_of(battle_of(board(OPEN), *APART)[0], [2])
    assert session.pending is not None
    assert session.pending.side == "allied"
    assert [e.answer for e in session.journal if e.asked == "Roll"] == [1, 1, 1, 1, 2]


@pytest.mark.rule("N4.55")
def test_an_activation_ends_by_a_word_and_until_then_the_last_move_can_be_taken_back() -> None:
    session = begin()
    before = session.digest()
    session.answer(units("F1"))
    session.answer(Route(hexes("0101 0102")))  # the last who could move; nobody can strike
    assert isinstance(session.pending, MoveLeaderOrTrain)
    assert session.options == [None]
    assert session.barrier() is None
    session.undo()
    assert session.digest() == before
    session.redo()
    session.answer(None)
    assert told(session, turn.ActivationEnded)
    assert session.barrier() is not None  # the next chit is drawn


@pytest.mark.rule("N4.55")
@each("hidden", "off", "on")
def test_movement_ends_by_a_word_where_hidden_troops_are_looked_for(hidden: str) -> None:
    session = begin(options={"hidden_forces": hidden})
    pass_until(session, ActivateUnit)
    session.answer(units("F1"))
    session.answer(Route(hexes("0101 0102")))
    asked = session.pending
    assert isinstance(asked, ActivateUnit if hidden == "on" else MoveLeaderOrTrain)
    assert session.options == [None]
    assert session.can_undo


@pytest.mark.rule("N4.55")
def test_a_side_that_has_moved_its_command_says_when_that_is_enough() -> None:
    session = begin(*APART, "F8 overall 0301 of:FHQ", "F2 infantry 5-3 0303")
    pass_until(session, MoveCommand)
    ride = next(option for option in session.options if option is not None)
    session.answer(ride)
    assert session.pending == MoveCommand(FRENCH)
    assert session.options == [None]
    assert session.can_undo
    session.answer(None)
    assert session.pending != MoveCommand(ALLIED)  # who has nobody to move is not asked


@pytest.mark.rule("N4.5b", "N4.5e", "N4.5f")
def test_segments_ask_units_one_after_another_then_assaults_then_leaders_and_trains() -> None:
    session = begin("F1 infantry 5-3 0101", "F2 infantry 5-3 0301", "A1 infantry 5-3 0707")
    session.answer(units("F2"))
    assert isinstance(session.pending, ChoosePath)
    session.answer(Route(hexes("0301 0302")))
    assert isinstance(session.pending, ActivateUnit)
    assert units("F2") not in session.options
    session.answer(units("F1"))
    session.answer(Route(hexes("0101 0102")))
    assert session.state.units[F1].hex == "0102"
    orders = {"FI": {"start_order": steps("probe 0304")}}
    session = begin("F1 infantry 5-3 0303", "A1 infantry 5-3 0304", formations=orders)
    assert isinstance(session.pending, DeclareAssault)  # nobody can move
    session.answer(None)
    assert isinstance(session.pending, MoveLeaderOrTrain)
    session = begin("F1 infantry 5-3 0101", "F8 leader 0301", "F2 train 0501", APART[1])
    pass_until(session, ActivateUnit)
    session.answer(None)
    assert isinstance(session.pending, MoveLeaderOrTrain)
    pieces = {option.piece for option in session.options if option is not None}
    assert pieces == {"F8", "F2"}


@pytest.mark.rule("N4.43", "N4.46", "N4.53")
def test_a_formation_acts_once_a_turn_and_its_marks_stay_until_the_next_begins() -> None:
    session = begin()
    while session.state.turn == 1 and session.pending is not None:
        acted = session.state.chits.acted
        session.answer(session.options[-1])
    assert sorted(acted) == ["AI", "FI"]
    session = begin()
    session.answer(units("F1"))
    session.answer(Route(hexes("0101 0102")))
    assert session.state.units[F1].moved
    while session.state.turn == 1:
        assert session.state.units[F1].moved
        session.answer(None)
    assert len(told(session, turn.FlagsCleared)) == 3
    assert not session.state.units[F1].moved
    lines = ("F1 infantry 5-3 0301", "A1 light 5-3 0707")
    session = begin(*lines, roads=["0301 0302 0303"])
    session.answer(units("F1"))
    session.answer(Route(hexes("0301 0302"), column=True))
    assert session.state.units[F1].column
    asked = DeclareAssault("french", forces.FormationId("FI"))
    assert list(asked.options(session.state)) == [None]


# -- setting a battle up (N24), and Brienne as its order of battle has it


LINES = (
    *("F1 infantry 5-3 0101", "F2 infantry 6/2-3 0202", "F3 infantry 4-3 due"),
    *("F4 infantry 3-3 due", "F8 leader 0101", "F9 leader due of:FII", "A1 infantry 5-3 0707"),
)

LED = ("F1 infantry 4-3 0101", "F9 leader 0203", "A1 infantry 5-3 0707")


def battle(*lines: str, **more: Any) -> NlcBattle:
    return battle_of(board(OPEN), *(lines or LINES), **more)[0]


def laid(*lines: str, **more: Any) -> GameState:
    return set_up(battle(*lines, **more))


@pytest.mark.rule("N24.1", "N24.2")
def test_pieces_stand_fresh_in_their_hexes_reduced_due_or_not_in_play() -> None:
    state = laid()
    assert state.units[F1] == Unit(F1, hex=Hex("0101"))
    assert state.leaders[forces.LeaderId("F8")] == Leader(forces.LeaderId("F8"), hex=Hex("0101"))
    assert state.units_in(Hex("0101")) == ("F1",)
    assert state.leaders_in(Hex("0101")) == ("F8",)
    arrivals = (Arrival(1, Hex("0401"), units("F3")),)
    state = laid(reduced_at_start=frozenset(units("F2 F3")), arrivals=arrivals)
    assert state.sp(forces.UnitId("F2")) == 2
    assert [u for u, record in state.units.items() if record.reduced] == ["F2", "F3"]
    state = laid(arrivals=arrivals)
    third, fourth = units("F3 F4")
    assert state.units[third] == Unit(third, box=Box.DUE)
    assert state.units[fourth] == Unit(fourth, box=Box.RESERVE)
    state = laid(weather_start="rain")
    assert (state.turn, state.phase, state.sky.weather) == (0, Phase.TURN_END, "rain")
    assert state.chits.cups == {FRENCH: (), ALLIED: ()}
    assert state.activation is None
    assert not state.over
    assert set(state.pad.lines) == {"FI", "FII", "AI"}
    for presence, box in (
        (forces.Presence.START, Box.DUE),
        (forces.Presence.REINFORCEMENT, Box.DUE),
        (forces.Presence.ALTERNATE, Box.RESERVE),
        (forces.Presence.CAMPAIGN, Box.RESERVE),
    ):
        state = laid(formations={"FII": {"presence": presence}})
        assert state.leaders[forces.LeaderId("F9")] == Leader(forces.LeaderId("F9"), box=box)


@pytest.mark.rule("N24.3", "N24.1")
def test_control_begins_as_listed_and_two_set_ups_share_nothing_that_moves() -> None:
    source, taken, town = hexes("0701 0107 0303")
    sources, control = {source: ALLIED, taken: ALLIED}, {taken: FRENCH, town: ALLIED}
    state = laid(supply_sources=sources, control=control)
    assert state.holding.control == {source: ALLIED, taken: FRENCH, town: ALLIED}
    held = {Hex("0303"): ALLIED}
    one = set_up(made := battle(control=MappingProxyType(held)))
    one.holding = replace(one.holding, control={**one.holding.control, Hex("0303"): FRENCH})
    one.pad = replace(one.pad, lines={})
    two = set_up(made)
    assert two.holding.control == held
    assert two.pad.lines


@pytest.fixture(scope="module")
def brienne() -> GameState:
    return set_up(battle_with("brienne", ()))


@pytest.mark.rule("N2.21", "N2.22")
def test_batteries_and_cavalry_of_one_sp_have_a_single_step(brienne: GameState) -> None:
    cards = brienne.battle.units.values()
    for card in cards:
        if card.arm.is_train:
            assert (card.sp, card.steps) == (0, 0)
        elif card.arm.is_artillery or (card.arm.is_cavalry and card.sp == 1):
            assert (card.reduced_sp, card.steps) == (0, 1)
        else:
            assert (card.reduced_sp, card.steps) == ((card.sp + 1) // 2, 2)
    assert sum(card.steps == 2 for card in cards) > 30


@pytest.mark.rule("N3.5", "N6.1", "N24.4")
def test_wings_and_detached_divisions_of_brienne(brienne: GameState) -> None:
    formation = {str(id_): card for id_, card in brienne.battle.formations.items()}
    names = ("CO-9", "CO-6", "CO-11", "CO-AG", "CO-C")  # Russian infantry corps as divisions
    as_one = [formation[name].stacks_as_division for name in names]
    assert as_one == [True, True, True, False, False]
    assert brienne.pad.wings == {"FR-5C": "FR-GRO", "CO-6": "CO-SAC", "CO-11": "CO-SAC"}
    assert brienne.pad.detached == {"CO-C-01": "CO-C/1"}
    in_play = {
        f.id
        for f in brienne.battle.formations.values()
        if f.presence is not forces.Presence.ALTERNATE
    }
    assert {line for line, _ in BRIENNE} == in_play | {"CO-C/1"}
    host = {
        u: brienne.line_id_of(forces.UnitId(u)) for u in ("FR-RES-02", "FR-RES-03", "FR-RES-04")
    }
    assert set(host.values()) == {"FR-RES"}
    assert {brienne.card(forces.UnitId(u)).attached_from for u in host} == {"FR-6"}


def pad(state: GameState, line: str) -> tuple[forces.OrderStep, ...]:
    return state.pad.lines[LineId(line)].steps


@pytest.mark.rule("N12.16")
def test_a_formation_without_an_order_defends_and_objectives_left_out_are_filled_in() -> None:
    led = laid(*LED)
    assert pad(led, "FI") == steps("defend 0203")
    assert pad(led, "AI") == steps("defend 0707")
    assert (led.pad.lines[LineId("FI")].since, led.turn) == (0, 0)
    # One that is still to come defends where it enters.
    arrivals = (Arrival(3, Hex("0401"), units("F3 F4")),)
    lines = ("F3 infantry 4-3 due", "F4 infantry 3-3 due", "A1 infantry 5-3 0707")
    assert pad(laid(*lines, arrivals=arrivals), "FI") == steps("defend 0401")
    order = steps("reserve, march 0505, attack, defend")
    state = laid(*LED, formations={"FI": {"start_order": order}})
    assert pad(state, "FI") == steps("reserve 0203, march 0505, attack 0505, defend 0505")


@pytest.mark.rule("N12.15", "N12.92")
def test_a_wing_s_order_passes_to_a_corps_without_one_and_divisional_orders_detach() -> None:
    lines = ("F1 infantry 4-3 0101", "F2 infantry 4-3 0202 of:FII", "F8 wing 0101 of:FW")
    wing, order = {"assigned_to": forces.FormationId("FW")}, steps("march 0505, probe 0707")
    changes: dict[str, dict[str, Any]] = {
        "FW": {"start_order": order, "kind": forces.FormationKind.WING},
        "FI": wing,
        "FII": wing | {"start_order": steps("reserve 0202")},
    }
    state = laid(*lines, APART[1], formations=changes)
    assert (pad(state, "FI"), pad(state, "FII")) == (order, steps("reserve 0202"))
    assert state.pad.wings == {"FI": "FW", "FII": "FW"}
    given = ((units("F2"), steps("march 0505")), (units("F1"), steps("defend")))
    lines = ("F1 infantry 4-3 0101", "F2 infantry 4-3 0202", "F9 leader 0303")
    state = laid(*lines, APART[1], formations={"FI": {"divisional_orders": given}})
    assert (pad(state, "FI/1"), pad(state, "FI/2")) == (steps("march 0505"), steps("defend 0101"))
    assert state.pad.detached == {"F2": "FI/1", "F1": "FI/2"}
    assert state.pad.lines[LineId("FI/1")].units == ("F2",)
    assert pad(state, "FI") == steps("defend 0303")


BRIENNE = [
    # as 37.17 lists them
    ("FR-GRO", "march 1803, probe 0913 via 1604"),
    ("FR-5C", "march 1803, probe 0913 via 1604"),
    ("FR-GC", "march 1803, march 1004, attack 1004"),
    ("FR-2", "march 1912 via 1803 1908 1912, attack 0913"),
    ("FR-YG", "march 1407 via 1803 1604, attack 0913"),
    ("FR-HQ", "march 1803"),
    ("FR-RES", "march 0403, reserve 0403"),
    ("CO-9", "defend 0913"),
    ("CO-AG", "delay 1008, fall back 1316"),
    ("CO-SAC", "march 1832"),
    ("CO-11", "reserve 0210"),
    ("CO-6", "march 1832"),
    ("CO-C/1", "march 1920"),
    ("CO-4AG", "march 2325, defend 2325"),
    # not listed there: Defend where their commanders stand
    ("CO-HQ", "defend 0812"),
    ("CO-C", "defend 0812"),
]


@pytest.mark.rule("N12.16")
@each("line order", *BRIENNE)
def test_orders_at_the_start_of_brienne(brienne: GameState, line: str, order: str) -> None:
    assert brienne.pad.lines[LineId(line)] == Line(
        steps(order), units=units("CO-C-01") if line == "CO-C/1" else ()
    )

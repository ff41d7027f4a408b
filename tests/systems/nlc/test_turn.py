"""The turn, phase by phase, and the set-up of a battle (N4, N24)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival, NlcBattle
from hexwar.systems.nlc.battles import battle_with
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
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.system import nlc
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import (
    Arm,
    FormationId,
    FormationKind,
    LeaderId,
    OrderStep,
    Presence,
    Role,
    UnitId,
)
from hexwar.table.pieces import Box, Leader, Phase, Segment, Unit, Writing
from tests.systems.nlc.games import game_of, pass_until
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, battle_of, board, hexes, units

# -- the sequence of play (N4): phases, segments, turns, the end


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


# -- setting a battle up (N24), and Brienne as its order of battle has it


LINES = (
    "F1 infantry 5-3 0101",
    "F2 infantry 6/2-3 0202",
    "F3 infantry 4-3 due",
    "F4 infantry 3-3 due",
    "F8 leader 0101",
    "F9 leader due of:FII",
    "A1 infantry 5-3 0707",
)


def battle(*lines: str, **more: Any) -> NlcBattle:
    return battle_of(board(OPEN), *(lines or LINES), **more)[0]


@pytest.mark.rule("N24.1")
def test_units_stand_in_their_set_up_hexes_and_begin_fresh() -> None:
    state = set_up(battle())
    assert state.units[UnitId("F1")] == Unit(UnitId("F1"), hex=Hex("0101"))
    assert state.leaders[LeaderId("F8")] == Leader(LeaderId("F8"), hex=Hex("0101"))
    assert state.units_in(Hex("0101")) == ("F1",)
    assert state.leaders_in(Hex("0101")) == ("F8",)


@pytest.mark.rule("N24.1")
def test_units_listed_as_reduced_begin_on_their_reduced_side() -> None:
    arrivals = (Arrival(1, Hex("0401"), units("F3")),)
    listed = frozenset({UnitId("F2"), UnitId("F3")})
    state = set_up(battle(reduced_at_start=listed, arrivals=arrivals))
    assert state.sp(UnitId("F2")) == 2
    assert [u for u, record in state.units.items() if record.reduced] == ["F2", "F3"]


@pytest.mark.rule("N24.2")
def test_units_of_the_schedule_are_due_and_others_not_in_play() -> None:
    state = set_up(battle(arrivals=(Arrival(3, Hex("0401"), units("F3")),)))
    assert state.units[UnitId("F3")] == Unit(UnitId("F3"), box=Box.DUE)
    assert state.units[UnitId("F4")] == Unit(UnitId("F4"), box=Box.RESERVE)


@pytest.mark.rule("N24.2")
@pytest.mark.parametrize(
    ("presence", "box"),
    [
        (Presence.START, Box.DUE),
        (Presence.REINFORCEMENT, Box.DUE),
        (Presence.ALTERNATE, Box.RESERVE),
        (Presence.CAMPAIGN, Box.RESERVE),
    ],
)
def test_a_leader_without_a_hex_waits_for_his_formation(presence: Presence, box: Box) -> None:
    state = set_up(battle(formations={"FII": {"presence": presence}}))
    assert state.leaders[LeaderId("F9")] == Leader(LeaderId("F9"), box=box)


@pytest.mark.rule("N24.3")
def test_sources_of_supply_begin_with_their_owner_and_victory_hexes_as_listed() -> None:
    source, taken, town = hexes("0701 0107 0303")
    state = set_up(
        battle(
            supply_sources=MappingProxyType({source: ALLIED, taken: ALLIED}),
            control=MappingProxyType({taken: FRENCH, town: ALLIED}),
        )
    )
    assert state.holding.control == {source: ALLIED, taken: FRENCH, town: ALLIED}


@pytest.mark.rule("N24.1")
def test_before_the_first_turn_nothing_has_happened() -> None:
    state = set_up(battle(weather_start="rain"))
    assert (state.turn, state.phase, state.sky.weather) == (0, Phase.TURN_END, "rain")
    assert state.chits.cups == {FRENCH: (), ALLIED: ()}
    assert state.activation is None
    assert not state.over
    assert set(state.pad.lines) == {"FI", "FII", "AI"}


@pytest.mark.rule("N24.1")
def test_two_set_ups_share_nothing_that_moves() -> None:
    held = {Hex("0303"): ALLIED}
    one = set_up(made := battle(control=MappingProxyType(held)))
    one.holding = replace(one.holding, control={**one.holding.control, Hex("0303"): FRENCH})
    one.pad = replace(one.pad, lines={})
    two = set_up(made)
    assert two.holding.control == held
    assert two.pad.lines


# -- Brienne, 29 January 1814


@pytest.fixture(scope="module")
def brienne() -> GameState:
    return set_up(battle_with("brienne", ()))


CARDS = [
    # id, arm, SP, reduced SP, initiative, MA, steps
    ("FR-5C-01", Arm.LIGHT_CAVALRY, 3, 2, 3, 7, 2),
    ("FR-5C-02", Arm.HEAVY_CAVALRY, 3, 2, 4, 6, 2),
    ("FR-5C-04", Arm.HORSE_ARTILLERY, 2, 0, 3, 6, 1),
    ("FR-2-03", Arm.INFANTRY, 6, 3, 2, 4, 2),
    ("FR-2-04", Arm.FOOT_ARTILLERY, 3, 0, 3, 4, 1),
    ("FR-GC-02", Arm.LIGHT_CAVALRY, 2, 1, 5, 7, 2),
    ("FR-RES-01", Arm.INFANTRY, 8, 4, 1, 4, 2),
    ("FR-OG-01", Arm.INFANTRY, 8, 4, 5, 4, 2),
    ("CO-9-01", Arm.INFANTRY, 5, 3, 3, 4, 2),
    ("CO-11-04", Arm.FOOT_ARTILLERY, 5, 0, 3, 4, 1),
    ("CO-AG-03", Arm.LIGHT_CAVALRY, 1, 0, 3, 7, 1),
    ("CO-AG-04", Arm.LIGHT_CAVALRY, 2, 1, 2, 8, 2),
    ("CO-4AG-01", Arm.INFANTRY, 3, 2, 3, 4, 2),
]


@pytest.mark.rule("N2.1")
@pytest.mark.parametrize(("name", "arm", "sp", "reduced", "initiative", "movement", "steps"), CARDS)
def test_counters_of_brienne(
    brienne: GameState,
    name: str,
    arm: Arm,
    sp: int,
    reduced: int,
    initiative: int,
    movement: int,
    steps: int,
) -> None:
    card = brienne.card(UnitId(name))
    assert (card.arm, card.sp, card.reduced_sp) == (arm, sp, reduced)
    assert (card.initiative, card.movement, card.steps) == (initiative, movement, steps)
    assert card.is_combat_unit


@pytest.mark.rule("N2.11")
@pytest.mark.parametrize(
    ("name", "movement"), [("FR-5C-05", 4), ("CO-9-04", 4), ("FR-GC-01", 7), ("CO-C-03", 8)]
)
def test_each_unit_has_the_allowance_of_its_counter(
    brienne: GameState, name: str, movement: int
) -> None:
    assert brienne.card(UnitId(name)).movement == movement


@pytest.mark.rule("N2.11")
def test_leaders_have_8_and_an_hq_5_movement_points(brienne: GameState) -> None:
    by_role: dict[bool, set[int]] = {True: set(), False: set()}
    for card in brienne.battle.leaders.values():
        by_role[card.role is Role.HQ].add(card.movement)
    assert by_role == {True: {5}, False: {8}}


@pytest.mark.rule("N2.22")
def test_batteries_and_cavalry_of_one_sp_have_a_single_step(brienne: GameState) -> None:
    for card in brienne.battle.units.values():
        if card.arm.is_train:
            assert (card.sp, card.steps) == (0, 0)
        elif card.arm.is_artillery or (card.arm.is_cavalry and card.sp == 1):
            assert (card.reduced_sp, card.steps) == (0, 1)
        else:
            assert card.steps == 2


@pytest.mark.rule("N2.21")
def test_reduced_strengths_of_brienne_are_half_rounded_up(brienne: GameState) -> None:
    doubled = [c for c in brienne.battle.units.values() if c.steps == 2]
    assert len(doubled) > 30
    assert all(card.reduced_sp == (card.sp + 1) // 2 for card in doubled)


@pytest.mark.rule("N24.1")
@pytest.mark.parametrize(
    ("name", "hex_"),
    [
        ("FR-5C-01", "1704"),
        ("FR-5C-02", "1803"),
        ("CO-9-01", "0913"),
        ("CO-9-02", "0912"),
        ("CO-AG-04", "1505"),
        ("CO-C-01", "1411"),
        ("CO-4AG-02", "2631"),
    ],
)
def test_places_of_brienne(brienne: GameState, name: str, hex_: str) -> None:
    assert brienne.units[UnitId(name)].hex == hex_


@pytest.mark.rule("N24.2")
def test_arrivals_and_alternates_of_brienne(brienne: GameState) -> None:
    boxes = {name: brienne.units[UnitId(name)].box for name in ("FR-YG-03", "FR-6-01", "CO-3-02")}
    assert boxes == {"FR-YG-03": Box.DUE, "FR-6-01": Box.RESERVE, "CO-3-02": Box.RESERVE}
    due = {a.turn: a.entry for a in brienne.battle.arrivals if UnitId("FR-RES-01") in a.units}
    assert due == {5: "0401"}
    headquarters = [leader for leader in brienne.leaders.values() if leader.hex == "0812"]
    assert {brienne.battle.leaders[leader.id].role for leader in headquarters} >= {
        Role.OVERALL,
        Role.HQ,
    }


@pytest.mark.rule("N24.3")
def test_control_at_the_start_of_brienne(brienne: GameState) -> None:
    battle = brienne.battle
    assert battle.first_player == FRENCH
    assert dict(battle.vp_hexes) == {"0812": 3, "0913": 4, "0912": 1, "1832": 2, "0921": 2}
    assert {brienne.holding.control[hex_] for hex_ in battle.vp_hexes} == {ALLIED}
    sources = {hex_: brienne.holding.control[hex_] for hex_ in battle.supply_sources}
    assert sources == {"2101": FRENCH, "0401": FRENCH, "2238": ALLIED, "3517": ALLIED}


@pytest.mark.rule("N24.3")
def test_the_nine_hours_of_brienne(brienne: GameState) -> None:
    turns = brienne.battle.turns
    assert [(turn.number, turn.hour) for turn in turns] == [(n, 11 + n) for n in range(1, 10)]
    assert [turn.kind.value for turn in turns] == ["day"] * 6 + ["night_pm"] * 3
    assert brienne.sky.weather == "cloudy"


@pytest.mark.rule("N3.5")
def test_formations_of_brienne(brienne: GameState) -> None:
    formation = brienne.battle.formations
    assert formation[FormationId("FR-5C")].assigned_to == "FR-GRO"
    assert formation[FormationId("CO-6")].assigned_to == "CO-SAC"
    assert not formation[FormationId("FR-GRO")].units
    assert not formation[FormationId("FR-HQ")].has_chit
    assert not formation[FormationId("CO-SAC")].has_chit
    assert formation[FormationId("CO-4AG")].leaders == ()
    assert formation[FormationId("CO-4AG")].has_chit
    attached = brienne.battle.formation_of[UnitId("FR-RES-02")]
    assert attached.id == "FR-RES"
    assert brienne.card(UnitId("FR-RES-02")).attached_from == "FR-6"


@pytest.mark.rule("N6.1")
@pytest.mark.parametrize(
    ("name", "as_one"),
    [("CO-9", True), ("CO-6", True), ("CO-11", True), ("CO-AG", False), ("CO-C", False)],
)
def test_russian_infantry_corps_stack_as_divisions(
    brienne: GameState, name: str, as_one: bool
) -> None:
    assert brienne.battle.formations[FormationId(name)].stacks_as_division is as_one


# -- the order pad


def pad(state: GameState, line: str) -> tuple[OrderStep, ...]:
    return state.pad.lines[LineId(line)].steps


@pytest.mark.rule("N12.16")
def test_a_formation_without_an_order_defends_its_commanders_hex_or_its_senior_units() -> None:
    led = set_up(battle("F1 infantry 4-3 0101", "F9 leader 0203", "A1 infantry 5-3 0707"))
    assert pad(led, "FI") == steps("defend 0203")
    assert pad(led, "AI") == steps("defend 0707")
    assert (led.pad.lines[LineId("FI")].since, led.turn) == (0, 0)


@pytest.mark.rule("N12.16")
def test_objectives_that_an_order_leaves_out_are_filled_in() -> None:
    order = steps("reserve, march 0505, attack, defend")
    lines = ("F1 infantry 4-3 0101", "F9 leader 0203", "A1 infantry 5-3 0707")
    state = set_up(battle(*lines, formations={"FI": {"start_order": order}}))
    assert pad(state, "FI") == steps("reserve 0203, march 0505, attack 0505, defend 0505")


@pytest.mark.rule("N12.16")
def test_a_formation_that_is_still_to_come_defends_where_it_enters() -> None:
    arrivals = (Arrival(3, Hex("0401"), units("F3 F4")),)
    lines = ("F3 infantry 4-3 due", "F4 infantry 3-3 due", "A1 infantry 5-3 0707")
    assert pad(set_up(battle(*lines, arrivals=arrivals)), "FI") == steps("defend 0401")


@pytest.mark.rule("N12.15")
def test_a_wing_commanders_order_passes_to_a_corps_without_one() -> None:
    lines = ("F1 infantry 4-3 0101", "F2 infantry 4-3 0202 of:FII", "F8 wing 0101 of:FW")
    changes: dict[str, dict[str, Any]] = {
        "FW": {"start_order": steps("march 0505, probe 0707"), "kind": FormationKind.WING},
        "FI": {"assigned_to": FormationId("FW")},
        "FII": {"assigned_to": FormationId("FW"), "start_order": steps("reserve 0202")},
    }
    state = set_up(battle(*lines, "A1 infantry 5-3 0707", formations=changes))
    assert pad(state, "FI") == steps("march 0505, probe 0707")
    assert pad(state, "FII") == steps("reserve 0202")
    assert state.pad.wings == {"FI": "FW", "FII": "FW"}


@pytest.mark.rule("N12.92")
def test_divisional_orders_at_the_start_detach_the_division() -> None:
    given = ((units("F2"), steps("march 0505")), (units("F1"), steps("defend")))
    lines = ("F1 infantry 4-3 0101", "F2 infantry 4-3 0202", "F9 leader 0303")
    state = set_up(
        battle(*lines, "A1 infantry 5-3 0707", formations={"FI": {"divisional_orders": given}})
    )
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
@pytest.mark.parametrize(("line", "order"), BRIENNE)
def test_orders_at_the_start_of_brienne(brienne: GameState, line: str, order: str) -> None:
    assert brienne.pad.lines[LineId(line)] == Line(
        steps(order), units=units("CO-C-01") if line == "CO-C/1" else ()
    )


@pytest.mark.rule("N24.4")
def test_wings_and_detached_divisions_of_brienne(brienne: GameState) -> None:
    assert brienne.pad.wings == {"FR-5C": "FR-GRO", "CO-6": "CO-SAC", "CO-11": "CO-SAC"}
    assert brienne.pad.detached == {"CO-C-01": "CO-C/1"}
    in_play = {
        f.id for f in brienne.battle.formations.values() if f.presence is not Presence.ALTERNATE
    }
    assert {line for line, _ in BRIENNE} == in_play | {"CO-C/1"}
    host = {u: brienne.line_id_of(UnitId(u)) for u in ("FR-RES-02", "FR-RES-03", "FR-RES-04")}
    assert set(host.values()) == {"FR-RES"}
    assert {brienne.card(UnitId(u)).attached_from for u in host} == {"FR-6"}


@pytest.mark.rule("N14.2")
@pytest.mark.parametrize(
    ("leader", "printed"),
    [
        ("FR-HQ-L", "[3]"),
        ("FR-GRO-L", "[3/1]"),
        ("FR-YG-L", "(4)"),
        ("CO-HQ-L", "[3]"),
        ("CO-SAC-L", "[2]"),
        ("CO-AG-L", "(3)"),
    ],
)
def test_ratings_of_the_command_arrangements_of_brienne(
    brienne: GameState, leader: str, printed: str
) -> None:
    assert brienne.battle.leaders[LeaderId(leader)].shown_rating == printed

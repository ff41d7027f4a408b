"""Who acts: chits, the Initial and the Coordinated Action (N4.2-N4.4)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import CHANCE, ScriptedChance, Session
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.turn import (
    ActivationBegan,
    ActivationEnded,
    ChitDiscarded,
    ChitDrawn,
    ChitPlaced,
    CoordinationRolled,
    CupChosen,
    FlagsCleared,
    InitialGranted,
    InitialRolled,
    PhaseBegan,
)
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.movement.routes import column_refusal
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.supply.trains import movable_trains
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
    DrawChit,
    determine_coordination,
    fill_cups,
    has_chit,
    has_fresh_order,
    initial_phase,
    initial_refusal,
    most_together,
    odd_side,
    pull_chit,
)
from hexwar.systems.nlc.rules.turn.consolidation import (
    MoveLeaderOrTrain,
    consolidation_segment,
    movable_leaders,
)
from hexwar.systems.nlc.rules.turn.sequence import coordinated_phase
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.nlc.system import nlc
from hexwar.systems.nlc.words import coordinated_chit, coordinated_side
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, FormationKind, LeaderId, Side, UnitId
from hexwar.table.pieces import Box, Phase, Segment, Unit
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Played,
    battle_of,
    board,
    hexes,
    play,
    position,
    units,
)

# -- chit pull (N4.4)


LINES = (
    "F1 infantry 5-3 0101",
    "F2 infantry 5-3 0202 of:FII",
    "A1 infantry 5-3 0705",
    "A2 infantry 5-3 0706 of:AII",
)


def cups(state: GameState) -> dict[str, tuple[str, ...]]:
    return {str(side): tuple(map(str, cup)) for side, cup in state.chits.cups.items()}


def ready(*lines: str, **more: Any) -> GameState:
    """Just before the Chit Pull Phase."""
    state = position(OPEN, *(lines or LINES), **more)
    state.phase = Phase.COORDINATED
    return state


def pulled(state: GameState, cup: str, *dice: int) -> Any:
    """Draw one chit; the chit drawn is the first by id."""
    del cup
    return play(state, pull_chit, Throws(dice))


class Throws:
    """Dice in order; of a cup always the first chit by id."""

    seed = None

    def __init__(self, dice: tuple[int, ...]) -> None:
        self.dice = list(dice)

    def answer(self, number: int, decision: Any, options: Any) -> int:
        del number
        if isinstance(decision, DrawChit):
            return 0
        return list(options).index(self.dice.pop(0))


@pytest.mark.rule("N4.44")
def test_each_formation_on_the_map_has_a_chit_in_its_sides_cup() -> None:
    played = play(ready(), fill_cups)
    assert cups(played.state) == {"french": ("FI", "FII"), "allied": ("AI", "AII")}
    assert played.state.phase is Phase.CHITS
    assert len(played.of(ChitPlaced)) == 4


@pytest.mark.rule("N4.44")
def test_headquarters_and_wings_have_no_chit() -> None:
    state = ready(
        *LINES,
        "F8 overall 0101 of:FHQ",
        "F9 wing 0101 of:FW",
        formations={
            "FHQ": {"kind": FormationKind.HEADQUARTERS},
            "FW": {"kind": FormationKind.WING},
        },
    )
    assert cups(play(state, fill_cups).state)["french"] == ("FI", "FII")


@pytest.mark.rule("N4.42")
def test_a_formation_without_units_on_the_map_or_due_has_no_chit() -> None:
    state = ready("F1 infantry 5-3 uar", "F2 infantry 5-3 0202 of:FII", "A1 infantry 5-3 0705")
    assert not has_chit(state, FormationId("FI"))
    assert cups(play(state, fill_cups).state) == {"french": ("FII",), "allied": ("AI",)}


@pytest.mark.rule("N4.42")
def test_reinforcements_get_their_chit_on_the_turn_of_arrival() -> None:
    arrival = (Arrival(2, hexes("0101")[0], units("F1")),)
    state = ready("F1 infantry 5-3 due", "A1 infantry 5-3 0705", arrivals=arrival)
    assert not has_chit(state, FormationId("FI"))
    state.turn = 2
    assert has_chit(state, FormationId("FI"))
    earlier = (replace(arrival[0], turn=1),)
    late = ready("F1 infantry 5-3 due", "A1 infantry 5-3 0705", arrivals=earlier)
    late.turn = 2
    assert has_chit(late, FormationId("FI"))


@pytest.mark.rule("N4.47")
def test_a_leaderless_division_has_its_own_chit() -> None:
    state = ready(*LINES, formations={"AII": {"kind": FormationKind.DIVISION}})
    assert has_chit(state, FormationId("AII"))


@pytest.mark.rule("N4.41")
@pytest.mark.parametrize(
    ("die", "cup", "chit"),
    [
        (1, "french", "FI"),
        (3, "french", "FI"),
        (5, "french", "FI"),
        (2, "allied", "AI"),
        (4, "allied", "AI"),
        (6, "allied", "AI"),
    ],
)
def test_an_odd_die_draws_from_the_french_cup(die: int, cup: str, chit: str) -> None:
    played = pulled(play(ready(), fill_cups).state, cup, die)
    assert played.of(CupChosen)[0].cup == cup
    assert played.of(ChitDrawn)[0].chit == chit
    assert played.state.activation.formation == chit
    assert played.state.chits.drawn == (chit,)
    assert chit not in played.state.chits.cups[cup]


@pytest.mark.rule("N4.41")
def test_an_odd_die_means_the_french_even_when_the_allies_are_first_player() -> None:
    state = ready(sides=(ALLIED, FRENCH))
    played = pulled(play(state, fill_cups).state, "french", 1)
    assert played.of(ChitDrawn)[0].chit == "FI"


@pytest.mark.rule("N4.44")
def test_when_one_cup_is_empty_the_other_side_pulls_without_a_die() -> None:
    state = play(ready(), fill_cups).state
    state.chits = replace(state.chits, cups={**state.chits.cups, FRENCH: ()})
    played = pulled(state, "allied")
    assert not played.of(CupChosen)
    assert played.of(ChitDrawn)[0].chit == "AI"


@pytest.mark.rule("N4.4")
def test_when_the_cups_are_empty_the_rally_phase_begins() -> None:
    state = ready()
    state.phase = Phase.CHITS
    played = play(state, pull_chit)
    assert played.events == [PhaseBegan(Phase.RALLY)]


@pytest.mark.rule("N4.45")
def test_with_one_common_cup_no_die_is_rolled() -> None:
    state = ready(options=MappingProxyType({"cups": "common"}))
    filled = play(state, fill_cups).state
    assert cups(filled) == {"french": ("FI", "FII", "AI", "AII"), "allied": ()}
    drawn = DrawChit(CHANCE, FRENCH)
    assert list(drawn.options(filled)) == ["AI", "AII", "FI", "FII"]
    played = pulled(filled, "french")
    assert not played.of(CupChosen)
    assert played.state.activation.side == ALLIED


@pytest.mark.rule("N4.45")
def test_the_scenario_may_say_which_cups_are_used_when_nothing_is_chosen() -> None:
    house = MappingProxyType({"cups.default": "common"})
    filled = play(ready(numbers=house), fill_cups).state
    assert cups(filled)["allied"] == ()
    chosen = ready(numbers=house, options=MappingProxyType({"cups": "two"}))
    assert cups(play(chosen, fill_cups).state)["allied"] == ("AI", "AII")


@pytest.mark.rule("N4.41")
@pytest.mark.parametrize(("die", "side"), [(1, "blue"), (3, "blue"), (2, "red"), (6, "red")])
def test_without_the_french_an_odd_die_means_the_first_player(die: int, side: str) -> None:
    state = ready()
    assert odd_side(state) == FRENCH
    renamed = replace(state.battle, sides=(Side("blue"), Side("red")))
    state.battle = renamed
    assert odd_side(state) == "blue"
    state.chits = replace(
        state.chits, cups={Side("blue"): (FormationId("FI"),), Side("red"): (FormationId("AI"),)}
    )
    assert pulled(state, side, die).of(CupChosen) == [CupChosen(Side(side), die)]


@pytest.mark.rule("N4.4")
def test_a_chit_is_drawn_by_name() -> None:
    state = play(ready(), fill_cups).state
    drawn = DrawChit(CHANCE, ALLIED)
    assert list(drawn.options(state)) == ["AI", "AII"]
    assert drawn.refusal(state, FormationId("FI")) is not None
    assert drawn.refusal(state, FormationId("AII")) is None
    assert drawn.about() == "chit"


@pytest.mark.rule("N4.44")
def test_the_chit_of_a_formation_without_a_unit_left_is_discarded() -> None:
    state = play(ready(), fill_cups).state
    lost = ready("F1 infantry 5-3 uar", *LINES[1:])
    lost.chits = replace(lost.chits, cups=state.chits.cups)
    lost.phase = Phase.CHITS
    played = pulled(lost, "french", 1)
    assert played.of(ChitDiscarded)[0].chit == "FI"
    assert played.state.activation is None
    assert not played.of(ActivationBegan)


@pytest.mark.rule("N4.44")
def test_the_chit_of_a_formation_that_has_acted_is_discarded() -> None:
    state = play(ready(), fill_cups).state
    state.chits = replace(state.chits, acted=(FormationId("FI"),))
    played = pulled(state, "french", 1)
    assert played.of(ChitDiscarded) == [ChitDiscarded(FormationId("FI"), "it has acted this turn")]
    assert played.state.activation is None
    assert played.state.chits.cups[FRENCH] == ("FII",)


@pytest.mark.rule("N4.42")
def test_one_unit_on_the_map_is_enough_for_a_chit() -> None:
    state = ready("F1 infantry 5-3 0101", "F2 infantry 5-3 uar", "A1 infantry 5-3 0705")
    assert has_chit(state, FormationId("FI"))


@pytest.mark.rule("N4.46")
def test_a_formation_has_acted_when_its_activation_begins_and_its_marks_go_off() -> None:
    state = play(
        ready(
            "F1 infantry 5-3 0101 moved assaulted done column",
            "F2 infantry 5-3 0202 of:FII moved",
            *LINES[2:],
        ),
        fill_cups,
    ).state
    played = pulled(state, "french", 1)
    assert played.state.chits.acted == ("FI",)
    assert played.of(FlagsCleared)[0].units == ("F1",)
    fresh, other = played.state.units[UnitId("F1")], played.state.units[UnitId("F2")]
    assert fresh == Unit(UnitId("F1"), hex=Hex("0101"))
    assert other.moved


@pytest.mark.rule("N5.81")
def test_units_that_waited_off_the_map_may_try_again_in_the_next_activation() -> None:
    arrival = (Arrival(1, Hex("0101"), units("F1")), Arrival(3, Hex("0101"), units("F3")))
    state = ready("F1 infantry 5-3 due", "F3 infantry 5-3 due", *LINES[1:], arrivals=arrival)
    for waiting in units("F1 F3"):
        state.put_unit(replace(state.units[waiting], moved=True))  # it stayed out last time
    played = pulled(play(state, fill_cups).state, "french", 1)
    assert played.of(FlagsCleared) == [FlagsCleared(units("F1"))]  # F3 is not due yet
    assert not played.state.units[UnitId("F1")].moved


@pytest.mark.rule("N5.34")
@pytest.mark.parametrize(("enemy", "contact"), [("0102", True), ("0705", False)])
def test_contact_at_the_start_of_the_activation_is_noted(enemy: str, contact: bool) -> None:
    lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0107", f"A1 infantry 5-3 {enemy}")
    state = play(ready(*lines), fill_cups).state
    played = pulled(state, "french", 1)
    assert played.state.activation.had_contact is contact


@pytest.mark.rule("N4.45")
def test_chits_left_are_known_in_number_and_drawn_ones_by_name() -> None:
    state = pulled(play(ready(), fill_cups).state, "french", 1).state
    seen = view(state, ALLIED)
    assert cups(seen) == {"french": ("?",), "allied": ("AI", "AII")}
    assert seen.chits.drawn == ("FI",)


# -- the Initial Action (N4.2)


STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
FI, FII, AI = FormationId("FI"), FormationId("FII"), FormationId("AI")
LINES_OF_INITIAL_ACTION = (
    "F1 infantry 5-3 0102",
    "F8 leader 0102",
    "F6 overall 0102 of:FHQ rating:3",
    "A1 infantry 5-3 1402",
    "A8 leader 1402",
    "A6 overall 1402 of:AHQ rating:2",
)
LATE = 9
"""A turn on which the orders of the start are no longer fresh."""


def before(*lines: str, turn: int = 1, **more: Any) -> GameState:
    """As the Initial Action Phase begins."""
    state = position(STRIP, *LINES_OF_INITIAL_ACTION, *lines, length=LATE, **more)
    state.phase, state.turn = Phase.INITIAL, turn
    return state


def rolled(state: GameState, *dice: int, answers: Any = None) -> Played[None]:
    return play(state, initial_phase, dice, answers)


def law(state: GameState, formation: FormationId, side: Side = FRENCH) -> str | None:
    refusal = initial_refusal(state, side, formation)
    assert (refusal is None) == (ChooseInitialFormation(side).refusal(state, formation) is None)
    return None if refusal is None else refusal.rule


# -- who has it


@pytest.mark.rule("N4.21")
@pytest.mark.parametrize(
    ("dice", "totals", "winner"),
    [
        ((3, 3), (6, 5), FRENCH),
        ((3, 4), (6, 6), None),
        ((3, 5), (6, 7), ALLIED),
        ((1, 6), (4, 8), ALLIED),
        ((6, 6), (9, 8), FRENCH),
    ],
)
def test_the_higher_total_of_die_and_rating_wins(
    dice: tuple[int, int], totals: tuple[int, int], winner: Side | None
) -> None:
    told = rolled(before(), *dice).of(InitialRolled)
    assert told == [
        InitialRolled(
            ((FRENCH, dice[0]), (ALLIED, dice[1])),
            ((FRENCH, totals[0]), (ALLIED, totals[1])),
            winner,
        )
    ]


@pytest.mark.rule("N4.21")
def test_a_tie_gives_nobody_an_initial_action() -> None:
    played = rolled(before(), 3, 4)
    assert played.questions(ChooseInitialFormation) == []
    assert played.events[1:] == [PhaseBegan(Phase.COORDINATED)]


@pytest.mark.rule("N4.25")
def test_without_an_oc_on_the_map_a_side_rolls_with_0() -> None:
    state = before()
    state.put_leader(replace(state.leaders[LeaderId("F6")], hex=None, box=Box.DUE))
    [told] = rolled(state, 5, 3).of(InitialRolled)
    assert told.totals == ((FRENCH, 5), (ALLIED, 5))
    assert told.winner is None


@pytest.mark.rule("N4.27")
def test_the_dice_are_rolled_even_if_nobody_can_act() -> None:
    state = before(turn=LATE)
    for unit in units("F1 A1"):
        state.put_unit(replace(state.units[unit], hex=None, box=Box.UAR))
    played = rolled(state, 6, 1)
    assert len(played.of(InitialRolled)) == 1
    assert [list(q.options(state)) for q in played.questions(ChooseInitialFormation)] == [[None]]


# -- what it does


@pytest.mark.rule("N4.22")
def test_the_winner_activates_a_formation_before_any_chit() -> None:
    played = rolled(before(), 6, 1, answers={ChooseInitialFormation: [FI]})
    assert played.story == ["InitialRolled", "InitialGranted", "FlagsCleared", "ActivationBegan"]
    assert played.of(InitialGranted) == [InitialGranted(FRENCH, FI)]
    assert played.of(ActivationBegan)[0].formation == FI
    assert played.state.chits.initiatives == ()
    assert played.state.phase is Phase.INITIAL


@pytest.mark.rule("N4.22")
def test_after_the_action_the_phase_is_over_without_new_dice() -> None:
    acted = rolled(before(), 6, 1, answers={ChooseInitialFormation: [FI]}).state
    acted.activation = None
    assert rolled(acted).events == [PhaseBegan(Phase.COORDINATED)]


@pytest.mark.rule("N4.22")
def test_the_chit_of_the_formation_that_acted_is_left_out() -> None:
    state = before("F2 infantry 5-3 0202 of:FII")
    acted = rolled(state, 6, 1, answers={ChooseInitialFormation: [FI]}).state
    acted.activation = None
    assert play(acted, fill_cups).state.chits.cups == {FRENCH: (FII,), ALLIED: (AI,)}


@pytest.mark.rule("N4.26")
def test_choosing_nobody_keeps_the_chits_in() -> None:
    played = rolled(before(), 1, 6, answers={ChooseInitialFormation: [None]})
    assert played.of(InitialGranted) == [InitialGranted(ALLIED, None)]
    assert played.state.phase is Phase.COORDINATED
    assert play(played.state, fill_cups).state.chits.cups == {FRENCH: (FI,), ALLIED: (AI,)}


@pytest.mark.rule("N4.26")
def test_sides_that_hold_one_act_one_after_the_other() -> None:
    state = before()
    state.chits = replace(state.chits, initiatives=(ALLIED, FRENCH))
    first = rolled(state, answers={ChooseInitialFormation: [AI]})
    assert first.of(ActivationBegan)[0].side == ALLIED
    assert first.state.chits.initiatives == (FRENCH,)
    first.state.activation = None
    second = rolled(first.state, answers={ChooseInitialFormation: [FI]})
    assert second.of(ActivationBegan)[0].side == FRENCH


def test_choosing_nobody_leaves_the_action_to_the_next_side() -> None:
    state = before()
    state.chits = replace(state.chits, initiatives=(ALLIED, FRENCH))
    played = rolled(state, answers={ChooseInitialFormation: [None, FI]})
    assert [event.side for event in played.of(InitialGranted)] == [ALLIED, FRENCH]
    assert played.of(ActivationBegan)[0].formation == FI


# -- who may act


@pytest.mark.rule("N4.23")
@pytest.mark.parametrize(("hex_", "rule"), [("1102", None), ("1202", "N4.23")])
def test_the_commander_must_be_in_range_of_the_oc(hex_: str, rule: str | None) -> None:
    state = before("F2 infantry 5-3 0102 of:FII", f"F9 leader {hex_} of:FII", turn=LATE)
    assert law(state, FII) == rule


@pytest.mark.rule("N4.23")
@pytest.mark.parametrize(("since", "rule"), [(7, None), (6, None), (5, "N4.23")])
def test_or_he_holds_an_order_of_the_last_three_turns(since: int, rule: str | None) -> None:
    state = before("F2 infantry 5-3 1302 of:FII", "F9 leader 1302 of:FII", turn=LATE)
    state.pad = replace(state.pad, lines={**state.pad.lines, LineId("FII"): Line((), since=since)})
    assert law(state, FII) == rule


@pytest.mark.rule("N4.26")
@pytest.mark.parametrize(("turn", "rule"), [(1, None), (3, None), (4, "N4.23")])
def test_an_order_of_the_start_counts_as_received_on_the_turn_before_the_first(
    turn: int, rule: str | None
) -> None:
    state = before("F2 infantry 5-3 1302 of:FII", "F9 leader 1302 of:FII", turn=turn)
    assert law(state, FII) == rule


@pytest.mark.rule("N4.26")
def test_a_wing_commanders_order_counts_for_his_corps() -> None:
    state = before(
        "F2 infantry 5-3 1302 of:FII",
        "F9 leader 1302 of:FII",
        "F5 wing 1402 of:FW",
        formations={"FII": {"assigned_to": FormationId("FW")}},
        turn=LATE,
    )
    assert law(state, FII) == "N4.23"
    state.pad = replace(state.pad, lines={**state.pad.lines, LineId("FW"): Line((), since=LATE)})
    assert law(state, FII) is None


def test_a_bad_move_is_no_order() -> None:
    state = before()
    state.pad = replace(
        state.pad, lines={**state.pad.lines, LineId("FI"): Line((), since=1, bad_until=3)}
    )
    assert not has_fresh_order(state, FI)
    state.pad = replace(state.pad, lines={**state.pad.lines, LineId("FI"): Line((), since=1)})
    assert has_fresh_order(state, FI)


@pytest.mark.rule("N4.27")
def test_a_formation_that_is_due_may_be_chosen() -> None:
    arrival = (Arrival(1, Hex("0105"), units("F2")),)
    state = before("F2 infantry 5-3 due of:FII", arrivals=arrival)
    assert law(state, FII) is None
    assert FII in ChooseInitialFormation(FRENCH).options(state)


def test_neither_the_enemys_nor_spent_nor_unknown_formations_may_act() -> None:
    state = before("F2 infantry 5-3 uar of:FII")
    assert law(state, AI) == "N4.22"
    assert law(state, FormationId("FX")) == "N4.22"
    assert law(state, FII) == "N4.44"
    assert law(state, FormationId("FHQ")) == "N4.44"  # it has no chit
    assert list(ChooseInitialFormation(FRENCH).options(state)) == [None, FI]
    state.chits = replace(state.chits, acted=(FI,))
    assert law(state, FI) == "N4.44"


def test_the_prompt_says_what_is_chosen_and_what_not_choosing_means() -> None:
    assert ChooseInitialFormation(FRENCH).sentence(before()) == (
        "The French may let one formation act before any chit is drawn, or leave its chit in the"
        " cup."
    )


def test_the_prompt_of_its_moves_speaks_of_no_chit() -> None:
    acted = rolled(before(), 6, 1, answers={ChooseInitialFormation: [FI]}).state
    assert ActivateUnit(FRENCH, FI).sentence(acted) == (
        "The French may move FI Corps (F8): choose a unit or a stack, then the hex where it goes."
    )


# -- in the course of a turn


@pytest.mark.rule("N4.22")
def test_in_a_game_the_action_comes_before_coordination_and_chits() -> None:
    turns = (TurnCard(1, 29, 12, TurnKind.DAY),)
    battle, _ = battle_of(board(STRIP), *LINES_OF_INITIAL_ACTION, turns=turns)
    dice = ScriptedChance([6, 1])
    session = Session.begin(nlc(lambda _: battle), {}, dice)
    while not isinstance(session.pending, ChooseInitialFormation):
        assert session.pending is not None
        session.answer(next(o for o in session.options if not o))
    assert session.state.phase is Phase.INITIAL
    session.answer(FI)
    assert session.state.activation is not None
    assert session.state.activation.formation == FI
    assert session.state.chits.drawn == ()


# -- the Coordinated Action: several formations act as one body (N4.3)


"""Fourteen columns of clear hexes: along a row a column is a hex."""
FI_OF_COORDINATED, FII_OF_COORDINATED, FIII, FIV = map(FormationId, ("FI", "FII", "FIII", "FIV"))
CHIT = FormationId("coordinated:french")
LINES_OF_COORDINATED = (
    "F6 overall 0102 of:FHQ rating:2",
    "F1 infantry 5-3 0102",
    "F2 infantry 5-3 0202 of:FII",
    "F3 infantry 5-3 0302 of:FIII",
    "F8 leader 0102",
    "F9 leader 0202 of:FII",
    "A1 infantry 5-3 1402",
    "A6 overall 1402 of:AHQ rating:3",
)


def turn(*lines: str, **more: Any) -> GameState:
    """As the phase of coordination begins."""
    state = position(STRIP, *LINES_OF_COORDINATED, *lines, **more)
    state.phase = Phase.COORDINATED
    return state


def rated(state: GameState, rating: int) -> GameState:
    """The same table with another rating of the French OC."""
    leaders = dict(state.battle.leaders)
    chief = LeaderId("F6")
    leaders[chief] = replace(leaders[chief], rating=rating)
    state.battle = replace(state.battle, leaders=leaders)
    return state


def law_coordinated(state: GameState, *formations: str, side: Side = FRENCH) -> str | None:
    body = tuple(map(FormationId, formations))
    refusal = ChooseCoordinatedFormations(side).refusal(state, body)
    return None if refusal is None else refusal.rule


class DrawsCoordination:
    """The chit of the Coordinated Action comes out of the cup."""

    seed = None

    def answer(self, number: int, decision: Any, options: Any) -> int:
        del number
        return list(options).index(CHIT) if isinstance(decision, DrawChit) else 0


def drawn(state: GameState, answer: tuple[FormationId, ...] | None) -> Played[None]:
    """The chit is drawn and its question answered."""
    state.phase = Phase.CHITS
    state.chits = replace(state.chits, cups={FRENCH: (FI_OF_COORDINATED, CHIT), ALLIED: ()})
    return play(state, pull_chit, DrawsCoordination(), {ChooseCoordinatedFormations: [answer]})


# -- who has it


@pytest.mark.rule("N4.31")
@pytest.mark.parametrize(
    ("dice", "cups"),
    [
        ((1, 4), (True, False)),
        ((2, 3), (True, True)),
        ((3, 3), (False, True)),
        ((6, 6), (False, False)),
    ],
)
def test_a_die_not_above_the_rating_puts_the_chit_in_the_cup(
    dice: tuple[int, int], cups: tuple[bool, bool]
) -> None:
    played = play(turn(), determine_coordination, dice)
    assert played.of(CoordinationRolled) == [
        CoordinationRolled(FRENCH, dice[0], 2, cups[0]),
        CoordinationRolled(ALLIED, dice[1], 3, cups[1]),
    ]
    sides = [side for side, has in zip((FRENCH, ALLIED), cups, strict=True) if has]
    assert played.of(ChitPlaced) == [ChitPlaced(s, coordinated_chit(s)) for s in sides]


@pytest.mark.rule("N4.31")
def test_rating_0_never_coordinates() -> None:
    state = turn()
    state.put_leader(replace(state.leaders[LeaderId("F6")], hex=None, box=Box.DUE))
    [french, _] = play(state, determine_coordination, (1, 6)).of(CoordinationRolled)
    assert french == CoordinationRolled(FRENCH, 1, 0, has_action=False)


@pytest.mark.rule("N4.44")
def test_the_chits_of_the_formations_follow() -> None:
    played = play(turn(), coordinated_phase, (2, 6))
    assert played.state.chits.cups[FRENCH] == (CHIT, FI_OF_COORDINATED, FII_OF_COORDINATED, FIII)
    assert played.state.phase is Phase.CHITS


@pytest.mark.rule("N4.45")
def test_in_a_common_cup_the_chit_still_tells_its_side() -> None:
    state = turn(options=MappingProxyType({"cups": "common"}))
    played = play(state, determine_coordination, (6, 1))
    assert played.state.chits.cups[FRENCH] == (coordinated_chit(ALLIED),)
    assert coordinated_side(coordinated_chit(ALLIED)) == ALLIED
    assert coordinated_side(FI_OF_COORDINATED) is None


# -- the choice


@pytest.mark.rule("N4.32")
def test_the_chosen_formations_act_in_one_activation() -> None:
    played = drawn(turn("F5 light 3-3 0303 of:FII moved"), (FI_OF_COORDINATED, FII_OF_COORDINATED))
    assert played.story == ["ChitDrawn", "FlagsCleared", "ActivationBegan"]
    assert played.of(ChitDrawn) == [ChitDrawn(FRENCH, CHIT)]
    assert played.of(FlagsCleared) == [FlagsCleared(units("F1 F2 F5"))]
    [began] = played.of(ActivationBegan)
    assert (began.formation, began.also, began.side) == (
        FI_OF_COORDINATED,
        (FII_OF_COORDINATED,),
        FRENCH,
    )
    assert played.state.chits.acted == (FI_OF_COORDINATED, FII_OF_COORDINATED)


@pytest.mark.rule("N4.32")
def test_their_own_chits_are_discarded_when_drawn() -> None:
    after = drawn(turn(), (FI_OF_COORDINATED, FII_OF_COORDINATED)).state
    after.activation = None
    played = play(after, pull_chit, DrawsFirst())
    assert played.of(ChitDiscarded) == [ChitDiscarded(FI_OF_COORDINATED, "it has acted this turn")]


class DrawsFirst:
    """Always the first chit by id."""

    seed = None

    def answer(self, number: int, decision: Any, options: Any) -> int:
        del number, decision, options
        return 0


@pytest.mark.rule("N4.34")
def test_the_player_may_pass() -> None:
    played = drawn(turn(), None)
    assert [event.chit for event in played.of(ChitDiscarded)] == [CHIT]
    assert played.state.activation is None
    assert played.state.chits.acted == ()


@pytest.mark.rule("N4.32")
@pytest.mark.parametrize(("rating", "most"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (5, 3)])
def test_as_many_as_the_rating_but_three_at_most(rating: int, most: int) -> None:
    state = rated(turn("F4 infantry 5-3 0402 of:FIV"), rating)
    assert most_together(state, FRENCH) == most
    bodies = [b for b in ChooseCoordinatedFormations(FRENCH).options(state) if b is not None]
    assert max((len(body) for body in bodies), default=0) == most
    everybody = ("FI", "FII", "FIII", "FIV")
    assert law_coordinated(state, *everybody[: most + 1]) == "N4.32"
    if most:
        assert law_coordinated(state, *everybody[:most]) is None


@pytest.mark.rule("N4.32")
def test_the_options_are_nobody_and_every_body() -> None:
    assert list(ChooseCoordinatedFormations(FRENCH).options(turn())) == [
        None,
        (FI_OF_COORDINATED,),
        (FII_OF_COORDINATED,),
        (FIII,),
        (FI_OF_COORDINATED, FII_OF_COORDINATED),
        (FI_OF_COORDINATED, FIII),
        (FII_OF_COORDINATED, FIII),
    ]


@pytest.mark.rule("N4.32")
@pytest.mark.parametrize(("hex_", "rule"), [("1102", None), ("1202", "N4.32")])
def test_the_commanders_must_be_in_range_of_the_oc(hex_: str, rule: str | None) -> None:
    state = turn("F4 infantry 5-3 0103 of:FIV", f"F5 leader {hex_} of:FIV")
    assert law_coordinated(state, "FI", "FIV") == rule


@pytest.mark.rule("N4.32")
def test_who_has_acted_or_has_no_unit_or_is_named_twice_may_not() -> None:
    state = turn("F4 infantry 5-3 uar of:FIV")
    assert law_coordinated(state, "FIV") == "N4.32"
    assert law_coordinated(state, "FI", "FI") == "N4.32"
    assert law_coordinated(state) == "N4.32"
    assert law_coordinated(state, "AI") == "N4.32"
    assert law_coordinated(state, "FX") == "N4.32"
    state.chits = replace(state.chits, acted=(FI_OF_COORDINATED,))
    assert law_coordinated(state, "FI", "FII") == "N4.32"


def test_the_prompts_name_the_number_and_then_all_who_act() -> None:
    assert ChooseCoordinatedFormations(FRENCH).sentence(turn()) == (
        "The French may choose up to 2 formations that act together, because the chit of the"
        " Coordinated Action was drawn."
    )
    both = body(*LINES_OF_COORDINATED, segment=Segment.MOVEMENT)
    assert ActivateUnit(FRENCH, FI_OF_COORDINATED).sentence(both) == (
        "The French may move FI Corps (F8) and FII Corps (F9): choose a unit or a stack, then the"
        " hex where it goes."
    )


@pytest.mark.rule("N4.35")
@pytest.mark.parametrize(
    ("asked", "what"),
    [
        (
            ChooseBombardment,
            "bombard with {}: choose a hex of the enemy that {} guns reach and see",
        ),
        (DeclareCharge, "charge with {}: choose a hex of the enemy that {} cavalry can reach"),
        (DeclareAssault, "assault with {}: choose a hex of the enemy next to {} units"),
    ],
)
def test_the_prompts_of_combat_name_all_who_act(
    asked: type[DeclareAssault | DeclareCharge | ChooseBombardment], what: str
) -> None:
    both = body(*LINES_OF_COORDINATED, segment=Segment.ASSAULT)
    alone = position(STRIP, *LINES_OF_COORDINATED, active="FI", segment=Segment.ASSAULT)
    told = what.format("FI Corps (F8) and FII Corps (F9)", "their")
    assert asked(FRENCH, FI_OF_COORDINATED).sentence(both) == f"The French may {told}."
    assert asked(FRENCH, FI_OF_COORDINATED).sentence(alone) == f"The French may {what}.".format(
        "FI Corps (F8)", "its"
    )


def test_the_prompt_before_the_end_names_all_who_act() -> None:
    both = body(*LINES_OF_COORDINATED, segment=Segment.CONSOLIDATION)
    assert (
        MoveLeaderOrTrain(FRENCH, FI_OF_COORDINATED)
        .sentence(both)
        .endswith("before the activation of FI Corps (F8) and FII Corps (F9) ends.")
    )


# -- one body


def body(*lines: str, segment: Segment, also: str = "FII", **more: Any) -> GameState:
    """FI acts in a segment, and with it others."""
    return position(STRIP, *lines, active="FI", segment=segment, also=also, **more)


@pytest.mark.rule("N4.35")
def test_units_of_all_of_them_move_in_one_segment() -> None:
    state = body(*LINES_OF_COORDINATED, segment=Segment.MOVEMENT)
    asked = ActivateUnit(FRENCH, FI_OF_COORDINATED)
    assert {u for o in asked.options(state) if isinstance(o, tuple) for u in o} == {"F1", "F2"}
    refusal = asked.refusal(state, units("F3"))
    assert refusal is not None
    assert refusal.rule == "N4.43"


@pytest.mark.rule("N4.35")
def test_each_keeps_its_own_order_so_a_stack_of_two_does_not_move_as_one() -> None:
    state = body("F1 infantry 5-3 0102", "F2 infantry 5-3 0102 of:FII", segment=Segment.MOVEMENT)
    asked = ActivateUnit(FRENCH, FI_OF_COORDINATED)
    refusal = asked.refusal(state, units("F1 F2"))
    assert refusal is not None
    assert refusal.rule == "N4.35"
    assert units("F1 F2") not in asked.options(state)
    assert asked.refusal(state, units("F2")) is None


@pytest.mark.rule("N4.32")
def test_they_may_assault_the_same_hex_together() -> None:
    lines = ("F1 infantry 5-3 0103", "F2 infantry 5-3 0202 of:FII", "A1 infantry 5-3 0203")
    together = Assault(Hex("0203"), units("F1 F2"))
    state = body(*lines, segment=Segment.ASSAULT)
    asked = DeclareAssault(FRENCH, FI_OF_COORDINATED)
    assert together in asked.options(state)
    assert asked.refusal(state, together) is None


@pytest.mark.rule("N4.33")
def test_else_units_of_two_formations_take_no_part_in_one_assault() -> None:
    lines = ("F1 infantry 5-3 0103", "F2 infantry 5-3 0202 of:FII", "A1 infantry 5-3 0203")
    state = body(*lines, segment=Segment.ASSAULT, also="")
    refusal = DeclareAssault(FRENCH, FI_OF_COORDINATED).refusal(
        state, Assault(Hex("0203"), units("F1 F2"))
    )
    assert refusal is not None
    assert refusal.rule == "N4.33"


@pytest.mark.rule("N4.35")
def test_leaders_and_trains_of_all_of_them_move_before_the_activation_ends() -> None:
    lines = ("F4 train 0404 of:FII", "F5 train 0504 of:FIII")
    state = body(*LINES_OF_COORDINATED, *lines, segment=Segment.CONSOLIDATION)
    assert movable_leaders(state, FI_OF_COORDINATED) == ["F8", "F9"]
    assert movable_trains(state, FI_OF_COORDINATED) == ["F4"]
    played = play(state, consolidation_segment, answers={MoveLeaderOrTrain: [None]})
    assert played.events == [ActivationEnded(FI_OF_COORDINATED)]
    assert played.state.activation is None


@pytest.mark.rule("N5.34")
@pytest.mark.parametrize(("who", "may_march"), [("F1", True), ("F2", False)])
def test_contact_at_the_beginning_counts_for_each_formation_alone(
    who: str, may_march: bool
) -> None:
    lines = ("F1 infantry 5-3 0102", "F2 infantry 5-3 0302 of:FII", "A1 infantry 5-3 0402")
    road = "0102 0202 0302"
    fresh = position(STRIP, *lines, "F6 overall 0102 of:FHQ rating:2", roads=[road])
    fresh = drawn(fresh, (FI_OF_COORDINATED, FII_OF_COORDINATED)).state
    assert fresh.activation is not None
    assert (fresh.activation.had_contact, fresh.activation.also_had_contact) == (
        False,
        (FII_OF_COORDINATED,),
    )
    assert (column_refusal(fresh, units(who), entering=False) is None) is may_march

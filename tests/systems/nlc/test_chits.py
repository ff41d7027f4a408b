"""Chit pull (N4.4)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import CHANCE
from hexwar.hexes import Hex
from hexwar.systems.nlc.battle import Arrival
from hexwar.systems.nlc.events.turn import (
    ActivationBegan,
    ChitDiscarded,
    ChitDrawn,
    ChitPlaced,
    CupChosen,
    FlagsCleared,
    PhaseBegan,
)
from hexwar.systems.nlc.rules.turn.actions import DrawChit, fill_cups, has_chit, odd_side, pull_chit
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, FormationKind, Side, UnitId
from hexwar.table.pieces import Phase, Unit
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, play, position, units

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

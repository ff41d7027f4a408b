"""The Coordinated Action: several formations act as one body (N4.3)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.turn import (
    ActivationBegan,
    ActivationEnded,
    ChitDiscarded,
    ChitDrawn,
    ChitPlaced,
    CoordinationRolled,
    FlagsCleared,
)
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.movement.routes import column_refusal
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.supply.trains import movable_trains
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    DrawChit,
    determine_coordination,
    most_together,
    pull_chit,
)
from hexwar.systems.nlc.rules.turn.consolidation import (
    MoveLeaderOrTrain,
    consolidation_segment,
    movable_leaders,
)
from hexwar.systems.nlc.rules.turn.sequence import coordinated_phase
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import coordinated_chit, coordinated_side
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Box, Phase, Segment
from tests.systems.nlc.positions import ALLIED, FRENCH, Played, play, position, units

STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
FI, FII, FIII, FIV = map(FormationId, ("FI", "FII", "FIII", "FIV"))
CHIT = FormationId("coordinated:french")
LINES = (
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
    state = position(STRIP, *LINES, *lines, **more)
    state.phase = Phase.COORDINATED
    return state


def rated(state: GameState, rating: int) -> GameState:
    """The same table with another rating of the French OC."""
    leaders = dict(state.battle.leaders)
    chief = LeaderId("F6")
    leaders[chief] = replace(leaders[chief], rating=rating)
    state.battle = replace(state.battle, leaders=leaders)
    return state


def law(state: GameState, *formations: str, side: Side = FRENCH) -> str | None:
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
    state.chits = replace(state.chits, cups={FRENCH: (FI, CHIT), ALLIED: ()})
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
    assert played.state.chits.cups[FRENCH] == (CHIT, FI, FII, FIII)
    assert played.state.phase is Phase.CHITS


@pytest.mark.rule("N4.45")
def test_in_a_common_cup_the_chit_still_tells_its_side() -> None:
    state = turn(options=MappingProxyType({"cups": "common"}))
    played = play(state, determine_coordination, (6, 1))
    assert played.state.chits.cups[FRENCH] == (coordinated_chit(ALLIED),)
    assert coordinated_side(coordinated_chit(ALLIED)) == ALLIED
    assert coordinated_side(FI) is None


# -- the choice


@pytest.mark.rule("N4.32")
def test_the_chosen_formations_act_in_one_activation() -> None:
    played = drawn(turn("F5 light 3-3 0303 of:FII moved"), (FI, FII))
    assert played.story == ["ChitDrawn", "FlagsCleared", "ActivationBegan"]
    assert played.of(ChitDrawn) == [ChitDrawn(FRENCH, CHIT)]
    assert played.of(FlagsCleared) == [FlagsCleared(units("F1 F2 F5"))]
    [began] = played.of(ActivationBegan)
    assert (began.formation, began.also, began.side) == (FI, (FII,), FRENCH)
    assert played.state.chits.acted == (FI, FII)


@pytest.mark.rule("N4.32")
def test_their_own_chits_are_discarded_when_drawn() -> None:
    after = drawn(turn(), (FI, FII)).state
    after.activation = None
    played = play(after, pull_chit, DrawsFirst())
    assert played.of(ChitDiscarded) == [ChitDiscarded(FI, "it has acted this turn")]


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
    assert law(state, *everybody[: most + 1]) == "N4.32"
    if most:
        assert law(state, *everybody[:most]) is None


@pytest.mark.rule("N4.32")
def test_the_options_are_nobody_and_every_body() -> None:
    assert list(ChooseCoordinatedFormations(FRENCH).options(turn())) == [
        None,
        (FI,),
        (FII,),
        (FIII,),
        (FI, FII),
        (FI, FIII),
        (FII, FIII),
    ]


@pytest.mark.rule("N4.32")
@pytest.mark.parametrize(("hex_", "rule"), [("1102", None), ("1202", "N4.32")])
def test_the_commanders_must_be_in_range_of_the_oc(hex_: str, rule: str | None) -> None:
    state = turn("F4 infantry 5-3 0103 of:FIV", f"F5 leader {hex_} of:FIV")
    assert law(state, "FI", "FIV") == rule


@pytest.mark.rule("N4.32")
def test_who_has_acted_or_has_no_unit_or_is_named_twice_may_not() -> None:
    state = turn("F4 infantry 5-3 uar of:FIV")
    assert law(state, "FIV") == "N4.32"
    assert law(state, "FI", "FI") == "N4.32"
    assert law(state) == "N4.32"
    assert law(state, "AI") == "N4.32"
    assert law(state, "FX") == "N4.32"
    state.chits = replace(state.chits, acted=(FI,))
    assert law(state, "FI", "FII") == "N4.32"


def test_the_prompts_name_the_number_and_then_all_who_act() -> None:
    assert ChooseCoordinatedFormations(FRENCH).sentence(turn()) == (
        "The French may choose up to 2 formations that act together, because the chit of the"
        " Coordinated Action was drawn."
    )
    both = body(*LINES, segment=Segment.MOVEMENT)
    assert ActivateUnit(FRENCH, FI).sentence(both) == (
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
    both = body(*LINES, segment=Segment.ASSAULT)
    alone = position(STRIP, *LINES, active="FI", segment=Segment.ASSAULT)
    told = what.format("FI Corps (F8) and FII Corps (F9)", "their")
    assert asked(FRENCH, FI).sentence(both) == f"The French may {told}."
    assert asked(FRENCH, FI).sentence(alone) == f"The French may {what}.".format(
        "FI Corps (F8)", "its"
    )


def test_the_prompt_before_the_end_names_all_who_act() -> None:
    both = body(*LINES, segment=Segment.CONSOLIDATION)
    assert (
        MoveLeaderOrTrain(FRENCH, FI)
        .sentence(both)
        .endswith("before the activation of FI Corps (F8) and FII Corps (F9) ends.")
    )


# -- one body


def body(*lines: str, segment: Segment, also: str = "FII", **more: Any) -> GameState:
    """FI acts in a segment, and with it others."""
    return position(STRIP, *lines, active="FI", segment=segment, also=also, **more)


@pytest.mark.rule("N4.35")
def test_units_of_all_of_them_move_in_one_segment() -> None:
    state = body(*LINES, segment=Segment.MOVEMENT)
    asked = ActivateUnit(FRENCH, FI)
    assert {u for o in asked.options(state) if isinstance(o, tuple) for u in o} == {"F1", "F2"}
    refusal = asked.refusal(state, units("F3"))
    assert refusal is not None
    assert refusal.rule == "N4.43"


@pytest.mark.rule("N4.35")
def test_each_keeps_its_own_order_so_a_stack_of_two_does_not_move_as_one() -> None:
    state = body("F1 infantry 5-3 0102", "F2 infantry 5-3 0102 of:FII", segment=Segment.MOVEMENT)
    asked = ActivateUnit(FRENCH, FI)
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
    asked = DeclareAssault(FRENCH, FI)
    assert together in asked.options(state)
    assert asked.refusal(state, together) is None


@pytest.mark.rule("N4.33")
def test_else_units_of_two_formations_take_no_part_in_one_assault() -> None:
    lines = ("F1 infantry 5-3 0103", "F2 infantry 5-3 0202 of:FII", "A1 infantry 5-3 0203")
    state = body(*lines, segment=Segment.ASSAULT, also="")
    refusal = DeclareAssault(FRENCH, FI).refusal(state, Assault(Hex("0203"), units("F1 F2")))
    assert refusal is not None
    assert refusal.rule == "N4.33"


@pytest.mark.rule("N4.35")
def test_leaders_and_trains_of_all_of_them_move_before_the_activation_ends() -> None:
    lines = ("F4 train 0404 of:FII", "F5 train 0504 of:FIII")
    state = body(*LINES, *lines, segment=Segment.CONSOLIDATION)
    assert movable_leaders(state, FI) == ["F8", "F9"]
    assert movable_trains(state, FI) == ["F4"]
    played = play(state, consolidation_segment, answers={MoveLeaderOrTrain: [None]})
    assert played.events == [ActivationEnded(FI)]
    assert played.state.activation is None


@pytest.mark.rule("N5.34")
@pytest.mark.parametrize(("who", "may_march"), [("F1", True), ("F2", False)])
def test_contact_at_the_beginning_counts_for_each_formation_alone(
    who: str, may_march: bool
) -> None:
    lines = ("F1 infantry 5-3 0102", "F2 infantry 5-3 0302 of:FII", "A1 infantry 5-3 0402")
    road = "0102 0202 0302"
    fresh = position(STRIP, *lines, "F6 overall 0102 of:FHQ rating:2", roads=[road])
    fresh = drawn(fresh, (FI, FII)).state
    assert fresh.activation is not None
    assert (fresh.activation.had_contact, fresh.activation.also_had_contact) == (False, (FII,))
    assert (column_refusal(fresh, units(who), entering=False) is None) is may_march

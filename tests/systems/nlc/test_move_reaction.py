"""Reaction charges against infantry and artillery that come near (N10.22, N10.25)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import (
    ChargeResolved,
    Evaded,
    FireResolved,
    PursuitResolved,
    ReactionDeclared,
    SquareFormed,
)
from hexwar.systems.nlc.events.losses import MoraleRolled, RetreatBegan
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.turn import ActivationBegan
from hexwar.systems.nlc.rules.combat.permits import has_advanced
from hexwar.systems.nlc.rules.combat.reaction import (
    ChooseReactionCharge,
    Reaction,
    provokers,
    react_to_move,
)
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import move_units
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import (
    ALLIED,
    FRENCH,
    OPEN,
    Answers,
    Played,
    hexes,
    play,
    position,
    unit,
    units,
)

# F1 has come to 0404; A1 stands two hexes from it.
F1 = "F1 infantry 5-2 0404"  # its morale is 3
A1 = "A1 light 6-3 0402"  # its morale is 4
RIDE = Reaction(units("A1"), hexes("0402 0403 0404"))

# 6 SP and 5 SP fire in the column 5-7: 1-2 no effect, 3-5 M, 6 M1.


def near(*lines: str, orders: str = "") -> GameState:
    return position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT, orders=orders)


def met(
    state: GameState,
    dice: Sequence[int] = (),
    answers: Answers | None = None,
    moved: str = "F1",
    chosen: Reaction = RIDE,
) -> Played[None]:
    """What follows a move; with dice somebody tries to charge."""
    pick: Answers = {ChooseReactionCharge: [chosen]} if dice else {}
    told = {**pick, **(answers or {})}
    return play(state, lambda table: react_to_move(table, units(moved)), dice, told)


# -- when the enemy is asked


@pytest.mark.rule("N10.25")
def test_the_enemy_is_asked_and_need_not_charge() -> None:
    played = met(near(F1, A1))
    question = played.questions(ChooseReactionCharge)[0]
    assert (question.side, question.hex, question.units) == (ALLIED, "0404", units("F1"))
    assert question.charge is None
    assert question.options(played.state) == [None, RIDE]
    assert played.events == []
    acting = played.state.activation
    assert acting is not None
    assert not acting.met_advance


@pytest.mark.rule("N10.25")
@pytest.mark.parametrize(
    ("mover", "cavalry", "asked"),
    [
        ("F1 infantry 5-3 0404", "A1 light 6-3 0402", True),
        ("F1 battery 5-3 0404", "A1 light 6-3 0402", True),
        ("F1 horse 5-3 0404", "A1 light 6-3 0403", True),
        ("F1 light 5-3 0404", "A1 light 6-3 0402", False),
        ("F1 train 0404", "A1 light 6-3 0402", False),
        ("F1 infantry 5-3 0404", "A1 light 6-3 0401", False),
        ("F1 infantry 5-3 0404", "A1 light 6-3 0402 disrupted", False),
        ("F1 infantry 5-3 0404", "A1 infantry 6-3 0402", False),
    ],
)
def test_who_provokes_whom(mover: str, cavalry: str, asked: bool) -> None:
    assert bool(met(near(mover, cavalry)).asked) is asked


@pytest.mark.rule("N10.25")
def test_infantry_and_artillery_provoke_and_who_stands_elsewhere_does_too() -> None:
    lines = (F1, "F2 battery 3-3 0505", "F3 light 3-3 0404", "F4 infantry 3-3 uar", A1)
    state = near(*lines)
    assert provokers(state, units("F1 F2 F3 F4")) == units("F1 F2")
    # a unit dropped on the way is met where it is
    dropped = near("F1 infantry 5-2 0707", "F2 battery 3-3 0404", A1)
    assert met(dropped, moved="F1 F2").questions(ChooseReactionCharge)[0].units == units("F2")


@pytest.mark.rule("N10.2", "N10.25")
def test_two_hexes_provoke_and_three_are_near_enough_to_charge() -> None:
    far = "A1 light 6-3 0704"
    assert met(near(F1, far)).asked == []
    question = met(near(F1, far, "A2 light 6-3 0303 column")).questions(ChooseReactionCharge)[0]
    state = near(F1, far, "A2 light 6-3 0303 column")
    assert [a.units for a in question.options(state) if a] == [units("A1")]


@pytest.mark.rule("N10.25", "N10.14")
def test_it_needs_the_way_of_a_charge() -> None:
    rows = OPEN.split("\n")
    rows[3] = ".  .  .  c  .  .  ."
    state = position("\n".join(rows), F1, A1, active="FI", segment=Segment.MOVEMENT)
    assert met(state).asked == []
    question = ChooseReactionCharge(ALLIED, Hex("0404"), units("F1"))
    refusal = question.refusal(state, RIDE)
    assert refusal is not None
    assert refusal.rule == "N10.11"
    far = question.refusal(near(F1, "A1 light 6-3 0702"), Reaction(units("A1"), hexes("0702")))
    assert far is not None
    assert far.sentence == "The cavalry in 0702 is too far away."


@pytest.mark.rule("N10.25")
def test_the_enemy_tries_once_in_an_activation() -> None:
    state = near(F1, A1, "A2 light 6-3 0504")
    played = met(state, [5])
    assert played.of(ReactionDeclared) == [
        ReactionDeclared(units("A1"), Hex("0404"), hexes("0402 0403"), against_move=True)
    ]
    assert played.of(MoraleRolled)[0].purpose == "reaction"
    assert met(played.state).asked == []
    ActivationBegan(FormationId("FI"), FRENCH, had_contact=False).apply(played.state)
    assert len(met(played.state).asked) == 1


@pytest.mark.rule("N10.25", "N5.9")
def test_every_move_is_followed_by_the_question() -> None:
    state = near("F1 infantry 5-2 0406", A1)
    route = Route(hexes("0406 0405 0404"))
    answers: Answers = {ChoosePath: [route], ChooseReactionCharge: [RIDE]}
    played = play(state, lambda table: move_units(table, units("F1")), [5], answers)
    assert played.story[:2] == ["UnitMoved", "ReactionDeclared"]
    assert played.of(UnitMoved)[0].path[-1] == "0404"
    stays = play(near(F1, A1), lambda table: move_units(table, units("F1")), (), {})
    assert stays.questions(ChooseReactionCharge) == []


# -- the charge with the roles reversed (N10.22)


@pytest.mark.rule("N10.22", "N10.25", "N10.3")
def test_the_infantry_forms_square_and_goes_on() -> None:
    # reaction 1, square 3; fires 1 and 1; check after the charge 1
    played = met(near(F1, A1), [1, 3, 1, 1, 1])
    assert played.questions(ChooseFormSquare)[0].side == "french"
    assert played.of(SquareFormed) == [SquareFormed(units("F1"), Hex("0404"))]
    # 6 SP at -50; 5 SP, and a square adds 1 to its die
    fires = played.of(FireResolved)
    assert [(e.side, e.strength, e.modifiers) for e in fires] == [
        ("allied", 3, 0),
        ("french", 5, 1),
    ]
    assert played.of(ChargeResolved)[0].outcome == "charge held"
    assert not has_advanced(played.state, played.state.formation_of(unit("F1")).id, unit("F1"))
    assert played.state.units[unit("A1")].hex == "0402"


@pytest.mark.rule("N10.22", "N10.25", "N10.6", "N8.11")
def test_who_is_driven_off_has_acted_and_the_cavalry_does_not_advance() -> None:
    # reaction 1, no square on 4; fires: 12 SP, a 1 is M, and 3 SP, nothing; morale 2: a 5 fails
    played = met(near(F1, A1), [1, 4, 1, 1, 5, 1])
    begun = played.of(RetreatBegan)[0]
    assert (begun.units, begun.hexes, begun.rout) == (units("F1"), 3, True)
    assert played.questions(ChooseAdvance) == []
    assert played.state.units[unit("A1")].hex == "0402"
    assert has_advanced(played.state, played.state.formation_of(unit("F1")).id, unit("F1"))


@pytest.mark.rule("N10.22", "N10.24", "N11.7")
def test_the_reactors_go_home_or_pursue() -> None:
    state = near(F1, A1)
    plain = met(state, [1, 4, 1, 1, 5, 1])
    question = plain.questions(DeclarePursuit)[0]
    assert [(group.units, group.hex) for group in question.riders] == [(units("A1"), "0403")]
    chosen = question.options(plain.state)[1]
    # pursuit 1, its die 1; then the check after the charge
    played = met(state, [1, 4, 1, 1, 5, 1, 1, 1], {DeclarePursuit: [chosen]})
    assert len(played.of(PursuitResolved)) == 1
    assert played.state.units[unit("A1")].hex == chosen.path[-1]


@pytest.mark.rule("N10.22", "N10.41")
def test_artillery_limbers() -> None:
    state = near("F1 battery 5-2 0404", A1, orders="FI: probe 0707")
    played = met(state, [1, 1, 1], {ChooseEvasion: [True]})
    assert played.of(Evaded)[0].units == units("F1")
    assert played.of(ChargeResolved)[0].outcome == "target gives way"
    assert played.questions(ChooseAdvance) == []
    assert played.state.units[unit("F1")].done


@pytest.mark.rule("N4.53", "N10.25")
def test_who_stands_keeps_his_own_action() -> None:
    played = met(near(F1, A1), [1, 3, 1, 1, 1])
    record = played.state.units[unit("F1")]
    assert (record.hex, record.done, record.assaulted) == ("0404", False, False)

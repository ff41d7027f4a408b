"""Whom the greedy player attacks, and whom it leaves alone."""

from __future__ import annotations

from typing import Any

from hexwar.hexes import Hex
from hexwar.systems.nlc.player.fights import step_of_unit
from hexwar.systems.nlc.rules.combat import assault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment, ChooseBombardmentVictim
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.ai.asking import answer
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

FI = FormationId("FI")
STRONG = ("F1 infantry 6-4 0303", "F2 infantry 5-4 0403")


def fight(*lines: str, order: str = "probe 0404", **more: Any) -> GameState:
    """FI in its Assault Segment."""
    return position(OPEN, *lines, active="FI", orders=f"FI: {order}", **more)


def test_who_is_assaulted_and_by_whom() -> None:
    state = fight(
        *STRONG, "A1 infantry 1-2 0304 disrupted", "A2 infantry 9-5 0302", "A3 infantry 9-5 0402"
    )
    assert answer(state, assault.DeclareAssault(FRENCH, FI)).target == "0304"
    weak, at = ("F1 infantry 2-2 0303", "A1 infantry 9-5 0304"), Hex("0304")
    for state, chosen in (
        (fight(*STRONG, "A1 infantry 4-2 0304"), assault.Assault(at, units("F1 F2"))),
        (fight(*weak), None),
        (fight(*weak, order="attack 0304"), assault.Assault(at, units("F1"))),  # it must try
    ):
        assert answer(state, assault.DeclareAssault(FRENCH, FI)) == chosen
    state = fight("F1 infantry 6-4 0303", "F2 infantry 2-4 0403", "A1 infantry 5-3 0304")
    asked = assault.ChooseDefenderTarget(ALLIED, Hex("0304"), units("F1 F2"))
    assert answer(state, asked) == "0303"


def test_an_assault_goes_on_while_it_promises_anything_and_weak_cavalry_makes_way() -> None:
    for lines, goes_on in ((STRONG, True), (("F1 infantry 2-2 0303",), False)):
        defender = "A1 infantry 3-2 0304" if goes_on else "A1 infantry 9-5 0304"
        state = fight(*lines, defender, order="probe 0304", assaulted="0304")
        target, who = Hex("0304"), units(" ".join(line.split()[0] for line in lines))
        assert answer(state, ConfirmAssault(FRENCH, target, who)) is goes_on
        assert answer(state, assault.RepeatAssault(FRENCH, target, who)) is goes_on
    for mine, goes in (("A1 light 1-2 0305", True), ("A1 heavy 9-5 0305", False)):
        state = riders("F1 heavy 5-4 0303", mine)
        charge = Charge(units("F1"), Hex("0305"), hexes("0303 0304 0305"))
        asked = ChooseEvasion(ALLIED, charge, units("A1"), limbers=False)
        assert answer(state, asked) is goes


def shelling(*lines: str) -> GameState:
    return position(
        OPEN, *lines, active="FI", segment=Segment.BOMBARDMENT, orders="FI: attack 0303"
    )


def test_guns_bombard_the_larger_target_and_hit_the_dearest_or_least_steady() -> None:
    more = ("A2 infantry 5-3 0503", "A3 infantry 5-3 0503")
    state = shelling("F1 battery 8-3 0303", "A1 infantry 1-3 0305", *more)
    assert answer(state, ChooseBombardment(FRENCH, FI)).target == "0503"
    for first, second, result in (("6/5-3", "5/1-3", "1"), ("6-4", "3-2", "d")):
        lines = (f"A1 infantry {first} 0305", f"A2 infantry {second} 0305")
        asked = ChooseBombardmentVictim(FRENCH, Hex("0305"), result)
        assert answer(shelling("F1 battery 8-3 0303", *lines), asked) == unit("A2")


def riders(*lines: str) -> GameState:
    return position(OPEN, *lines, active="FI", segment=Segment.CHARGE, orders="FI: attack 0303")


def test_cavalry_charges_shaken_infantry_which_forms_square_and_not_what_it_cannot_beat() -> None:
    state = riders("F1 heavy 5-4 0303", "A1 infantry 3-2 0305 disrupted", "A2 infantry 9-5 0505")
    assert answer(state, DeclareCharge(FRENCH, FI)).target == "0305"
    state = riders("F1 light 1-2 0303", "A1 infantry 6-5 0305", "A2 infantry 6-5 0305")
    assert answer(state, DeclareCharge(FRENCH, FI)) is None
    state = riders("F1 heavy 5-4 0303", "A1 infantry 6-4 0305")
    charge = Charge(units("F1"), Hex("0305"), hexes("0303 0304 0305"))
    assert answer(state, ChooseFormSquare(ALLIED, charge, units("A1"))) is True


def test_the_cheapest_step_is_lost_and_a_retreat_ends_away_from_the_enemy() -> None:
    state = fight("F1 infantry 6/3-4 0303", "F2 infantry 5/4-4 0303", "A1 infantry 5-3 0304")
    asked = ChooseStepLoss(FRENCH, units("F1 F2"), "fire")
    assert step_of_unit(state, unit("F1")) == 3
    assert step_of_unit(state, unit("F2")) == 1
    assert answer(state, asked) == unit("F2")
    state = fight("F1 infantry 6/3-4 0303 reduced", "A1 infantry 5-3 0304")
    assert step_of_unit(state, unit("F1")) == 3
    state = fight("F1 infantry 6-4 0303", "A1 infantry 5-3 0304", "A2 infantry 5-3 0501")
    way = ChooseRetreatPath(FRENCH, units("F1"), 2, hexes("0304"))
    end = answer(state, way)[-1]
    distance = state.battle.battlefield.grid.distance
    ends = [path[-1] for path in way.options(state)]
    assert distance(end, Hex("0501")) == max(distance(hex_, Hex("0501")) for hex_ in ends)


def test_who_retreats_stays_on_the_map_while_he_can() -> None:
    ours = {Hex("0302"): FRENCH}
    lines = ("F1 light 6-4 0303", "A1 infantry 5-3 0304")
    state = fight(*lines, supply_sources=ours, exits=ours)
    way = ChooseRetreatPath(FRENCH, units("F1"), 3, hexes("0304"))
    assert any(path[-1] == path[-2] for path in way.options(state))
    path = answer(state, way)
    assert path[-1] != path[-2]


@each("vp stays", ({}, False), ({Hex("0304"): 9}, True))
def test_weak_cavalry_leaves_before_an_assault_unless_the_hex_gives_points(
    vp: dict[Hex, int], stays: bool
) -> None:
    place, lines = Hex("0304"), ("F1 infantry 6-4 0303", "F2 infantry 6-4 0303")
    more, held = ("F3 infantry 6-4 0403", "A1 light 2-2 0304"), dict.fromkeys(vp, ALLIED)
    state = fight(*lines, *more, vp_hexes=vp, control=held)
    path = answer(state, ChooseRetreatBeforeAssault(ALLIED, place, units("F1 F2 F3")))
    assert (path is None) is stays

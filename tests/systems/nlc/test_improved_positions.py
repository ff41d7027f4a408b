"""Improved positions: those of a scenario, and building them (N21)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.ground.zones import contact_hexes, is_in_contact, zone, zone_makers
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import PositionBuilt, PositionFailed
from hexwar.systems.nlc.rules.combat.assault_law import target_refusal
from hexwar.systems.nlc.rules.combat.fire import attack_report
from hexwar.systems.nlc.rules.movement.works import build_positions, building_hexes
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId
from tests.systems.nlc.assaults import A1, F1, face, fight, terrain
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, Answers, play, position, unit

# -- improved positions that a scenario puts on the map (N21, N21.1)


def dug_in(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    """Pieces on a map with a position in 0403, the hex that `face` and `fight` attack."""
    return position(rows, *lines, positions=["0403"], **more)


def percents(state: GameState) -> dict[str, int]:
    """What lowers or raises the fire of F1 at 0403."""
    (line,) = attack_report(state, face(state)).lines
    return {reason: percent for reason, percent, _ in line.percents}


@pytest.mark.rule("N21", "N3.7", "N6.3")
def test_no_zone_reaches_into_a_position_which_may_be_assaulted() -> None:
    state = dug_in(F1, A1, active="FI")
    assert Hex("0403") not in zone(state, FRENCH)
    assert zone_makers(state, FRENCH, Hex("0403")) == ()
    assert not is_in_contact(state, unit("A1"))
    assert is_in_contact(position(OPEN, F1, A1), unit("A1"))
    assert Hex("0404") in zone(state, ALLIED)
    assert is_in_contact(state, unit("F1"))
    assert Hex("0403") in contact_hexes(state, Hex("0404"))
    assert target_refusal(state, FRENCH, Hex("0403")) is None


@pytest.mark.rule("N21.1", "N8.5", "N21", "N8.71")
def test_of_position_and_terrain_the_worse_counts_and_there_is_no_flank() -> None:
    for letter in ".twmc":
        state = dug_in(F1, A1, rows=terrain(letter))
        assert percents(state) == {"improved position": -50}, letter
    state = dug_in(F1, A1, rows=terrain("c"), numbers={"assault.chateau": -75})
    assert percents(state) == {"chateau": -75}
    state = dug_in(F1, A1, streams=["0403-0404"], slopes=["0404-0403"])
    assert percents(state) == {"improved position": -50, "stream": -25, "up a slope": -25}
    lines = ("F1 infantry 4-3 0402", "F2 infantry 4-3 0404", A1)
    assert face(position(OPEN, *lines), "F1 F2").flank
    assert not face(dug_in(*lines), "F1 F2").flank
    state = dug_in("A1 infantry 5-3 0404", "F1 infantry 5-3 0403", active="AI")
    assert Hex("0403") not in zone(state, ALLIED)
    (line,) = attack_report(state, face(state, "A1")).lines
    assert [percent for _, percent, _ in line.percents] == [-50]


@pytest.mark.rule("N21", "N2.32")
@each(
    "arm rows positions modifiers",
    # one for even strength, one for the position; M1 takes one off
    ("infantry", OPEN, ("0403",), 1),
    ("light", OPEN, ("0403",), 0),
    ("infantry", terrain("m"), (), 0),  # a marsh halves the fire as well
)
def test_who_stands_firmer_there(
    arm: str, rows: str, positions: tuple[str, ...], modifiers: int
) -> None:
    lines = ("F1 infantry 12-3 0404", f"A1 {arm} 6-2 0403")
    state = position(rows, *lines, positions=positions, active="FI")
    (check,) = fight(state, [5, 1, 1]).of("MoraleRolled")
    assert (check.morale, check.modifiers) == (3, modifiers)


# -- building improved positions (N21, N21.1)


GROUND = ".  .  .\n.  .  ."
TWO = ("F1 infantry 5-3 0202", "F2 infantry 4-3 0202")


def resting(*lines: str, orders: str = "FI:defend 0202", **more: Any) -> GameState:
    """The end of an activation of FI, in which nobody has moved."""
    return position(GROUND, *(lines or TWO), active="FI", orders=orders, **more)


def hexes(state: GameState) -> tuple[Hex, ...]:
    return building_hexes(state, FormationId("FI"))


@pytest.mark.rule("N21", "N21.1")
def test_two_infantry_units_under_defend_may_dig_in_soft_ground() -> None:
    assert hexes(resting()) == ("0202",)
    for others in ("", "F3 light 4-3 0202", "F2 infantry 4-3 0201"):
        assert hexes(resting(TWO[0], *filter(None, [others]))) == (), others
    for word in ("spent:2", "disrupted"):
        assert hexes(resting(f"{TWO[0]} {word}", TWO[1])) == (), word
    for weather in ("fair", "mud", "rain"):
        assert hexes(resting(weather=weather))


@pytest.mark.rule("N21", "N21.1", "N14.4")
@pytest.mark.parametrize(
    "more",
    [
        *(
            {"orders": f"FI:{o}"}
            for o in ("attack 0301", "reserve 0202", "delay 0202", "march 0301")
        ),
        {"out": "F1"},
        *({"weather": frozen} for frozen in ("frost", "snow", "snowstorm")),
        {"kind": TurnKind.NIGHT_PM},
        {"positions": ["0202"]},
    ],
    ids=str,
)
def test_what_keeps_them_from_it(more: dict[str, Any]) -> None:
    assert hexes(resting(**more)) == ()


@pytest.mark.rule("N21", "N21.1")
def test_a_one_builds_on_each_hex_that_is_rolled_for_once() -> None:
    dig: Answers = {"BuildImprovedPosition": [Hex("0202")]}
    built = play(resting(), build_positions, (1,), dig)
    assert built.of(PositionBuilt) == [PositionBuilt(Hex("0202"), 1)]
    assert built.state.positions == {"0202"}
    failed = play(resting(), build_positions, (2,), dig)
    assert failed.of(PositionFailed) == [PositionFailed(Hex("0202"), 2)]
    assert failed.state.positions == frozenset()
    lines = (*TWO, "F3 infantry 4-3 0102", "F4 infantry 3-3 0102")
    both: Answers = {"BuildImprovedPosition": [Hex("0202"), Hex("0102")]}
    played = play(resting(*lines), build_positions, (3, 1), both)
    assert played.state.positions == {"0102"}
    assert not play(resting(*lines), build_positions).events

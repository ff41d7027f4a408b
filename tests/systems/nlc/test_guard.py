"""La Garde: its bonus, who may send it in, and what its giving way does (N7.4)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.losses import GuardDismayed, MoraleRolled, UnitDisrupted
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import Bombardment, bombard
from hexwar.systems.nlc.rules.combat.fire import attack_report, defence_report
from hexwar.systems.nlc.rules.command.guard import dismay, dismayed_hexes, may_commit
from hexwar.systems.nlc.rules.losses.morale import Circumstances, morale_report
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, UnitId
from tests.systems.nlc.assaults import face, fight, on
from tests.systems.nlc.charges import ride
from tests.systems.nlc.positions import FRENCH, OPEN, Played, play, position, unit, units

OG = "F1 infantry 6-4 0404 old_guard guard"
A1 = "A1 infantry 5-3 0403"
MORTIER = "F-Mortier leader 0407"

WIDE = "\n".join([".  " * 9] * 9)


def table(*lines: str, rows: str = OPEN, **more: Any) -> GameState:
    return position(rows, *lines, active="FI", **more)


def shock(state: GameState, *dice: int, who: str = "F1") -> Played[None]:
    """Units fail a check."""
    return play(state, lambda at: dismay(at, units(who)), dice)


# -- a: morale and fire


@pytest.mark.rule("N7.4a", "N2.32")
def test_the_old_guard_has_one_more_morale() -> None:
    state = table("F1 infantry 6-2 0404 old_guard", "F2 infantry 6-2 0404 guard")
    assert morale_report(state, units("F1"), Circumstances()).value == 4
    assert morale_report(state, units("F2"), Circumstances()).value == 3


@pytest.mark.rule("N7.4a", "N8.5")
def test_the_old_guard_has_25_percent_more_in_assault_attacking_and_defending() -> None:
    state = table("F1 infantry 8-3 0404 old_guard", MORTIER, A1)
    assert attack_report(state, face(state)).strength == 10
    held = table("F1 infantry 6-3 0404", "A1 infantry 8-3 0403 old_guard")
    assert defence_report(held, face(held)).strength == 10


# -- c: who may send it in


@pytest.mark.rule("N7.4c")
@pytest.mark.parametrize(
    ("leader", "is_free"),
    [
        ("F9 overall 0408 of:FHQ napoleon", True),  # four hexes away
        ("F9 overall 0409 of:FHQ napoleon", False),
        ("F9 overall 0405 of:FHQ", False),  # an OC, but not Napoleon
        ("F9 leader 0408", True),  # its own commander
        ("F9 leader 0409", False),
        ("F9 leader 0405 of:FII", False),  # another corps' commander
        ("F9 hq 0405 of:FI", False),
        ("F9 leader due", False),
        ("A9 overall 0405 of:AHQ napoleon", False),
    ],
)
def test_napoleon_or_the_guard_commander_must_be_within_four_hexes(
    leader: str, *, is_free: bool
) -> None:
    state = table(OG, A1, leader, rows=WIDE)
    refusal = may_commit(state, unit("F1"))
    assert (refusal is None) is is_free
    if refusal is not None:
        assert refusal.rule == "N7.4"
        assert refusal.sentence == (
            "F1 attacks only with Napoleon or the Guard commander within 4 hexes."
        )


@pytest.mark.rule("N7.4c")
@pytest.mark.parametrize("line", ["F1 infantry 6-4 0404", "F1 infantry 6-4 0404 guard"])
def test_nobody_else_waits_for_them(line: str) -> None:
    assert may_commit(table(line, A1), unit("F1")) is None


@pytest.mark.rule("N7.4c")
def test_off_the_map_there_is_nothing_to_commit() -> None:
    assert may_commit(table(OG.replace("0404", "due"), A1), unit("F1")) is None


@pytest.mark.rule("N7.4c", "N8.35")
def test_an_assault_with_the_old_guard_is_refused_without_them() -> None:
    lines = (OG, "F2 infantry 5-3 0404", A1, "F9 leader 0101 of:FII")
    question = DeclareAssault(FRENCH, FormationId("FI"))
    refusal = question.refusal(table(*lines), on("0403", "F1 F2"))
    assert refusal is not None
    assert refusal.rule == "N7.4"
    assert question.refusal(table(*lines), on("0403", "F2")) is None
    assert question.refusal(table(*lines, MORTIER), on("0403", "F1 F2")) is None


# -- b: when it gives way


SPREAD = (
    "F2 infantry 4-3 0405",
    "F3 light 3-2 0401",
    "F4 infantry 3-3 0408 of:FII",  # four hexes away
    "F5 battery 2-3 0107 of:FII",  # four hexes away
    "F6 infantry 2-3 0604 of:FII",
)


@pytest.mark.rule("N7.4b")
def test_every_stack_of_its_side_within_three_hexes_checks_at_once() -> None:
    state = table(OG, A1, *SPREAD, rows=WIDE)
    played = shock(state, 4, 5, 6)
    assert played.of(GuardDismayed) == [GuardDismayed(unit("F1"), Hex("0404"))]
    checks = [(e.units, e.hex, e.purpose, e.passed) for e in played.of(MoraleRolled)]
    assert checks == [
        (units("F3"), "0401", "guard", False),
        (units("F2"), "0405", "guard", False),
        (units("F6"), "0604", "guard", False),
    ]
    assert [e.unit for e in played.of(UnitDisrupted)] == ["F3", "F2", "F6"]
    assert played.state.spirit.dismayed == 1


@pytest.mark.rule("N7.4b")
def test_who_passes_is_not_disrupted_and_a_miss_by_three_is_no_rout() -> None:
    state = table(OG, A1, "F2 infantry 4-2 0405", "F3 infantry 4-2 0504")
    played = shock(state, 3, 6)
    assert played.story == ["GuardDismayed", "MoraleRolled", "MoraleRolled", "UnitDisrupted"]
    assert played.of(MoraleRolled)[1].margin == 3


@pytest.mark.rule("N7.4b", "N2.45")
def test_a_stack_checks_as_one() -> None:
    state = table(OG, "F2 infantry 4-2 0405", "F3 battery 2-5 0405 disrupted", "FT train 0405")
    played = shock(state, 4)
    assert played.of(MoraleRolled)[0].units == units("F2 F3")
    assert played.of(UnitDisrupted) == [UnitDisrupted(unit("F2"))]


@pytest.mark.rule("N7.4b")
def test_stacks_that_do_not_see_it_do_not_check() -> None:
    rows = OPEN.splitlines()
    rows[4] = ".  .  .  w  .  .  ."
    state = table(OG, "F2 infantry 4-3 0406", "F3 infantry 4-3 0402", rows="\n".join(rows))
    assert dismayed_hexes(state, FRENCH, Hex("0404")) == ("0402",)


@pytest.mark.rule("N7.4b", "N17.1", "N18")
@pytest.mark.parametrize("more", [{"kind": TurnKind.NIGHT_PM}, {"weather": "fog"}])
def test_at_night_and_in_dim_weather_only_the_next_hexes_see_it(more: dict[str, Any]) -> None:
    state = table(OG, "F2 infantry 4-3 0406", "F3 infantry 4-3 0405", **more)
    assert dismayed_hexes(state, FRENCH, Hex("0404")) == ("0405",)


@pytest.mark.rule("N7.4b")
def test_neither_the_enemy_nor_trains_nor_disrupted_stacks_check() -> None:
    lines = ("A2 infantry 4-3 0402", "FT train 0405", "F3 infantry 4-3 0304 disrupted")
    assert dismayed_hexes(table(OG, *lines), FRENCH, Hex("0404")) == ()


@pytest.mark.rule("N7.4b")
def test_it_happens_once_a_turn() -> None:
    state = table(OG, "F2 infantry 4-3 0405", "F7 infantry 4-4 0504 old_guard")
    first = shock(state, 1, 1)
    again = shock(first.state, who="F7")
    assert again.events == []
    later = first.state
    later.turn = 2
    assert shock(later, 1, 1, who="F7").of(GuardDismayed)


@pytest.mark.rule("N7.4b")
@pytest.mark.parametrize("line", ["F1 infantry 6-4 0404 guard", "F1 infantry 6-4 uar old_guard"])
def test_others_who_fail_dismay_nobody(line: str) -> None:
    assert shock(table(line, "F2 infantry 4-3 0405")).events == []


@pytest.mark.rule("N7.4b")
def test_one_of_the_old_guard_in_a_stack_that_fails_is_enough() -> None:
    state = table("F0 infantry 9-2 0404", OG, "F2 infantry 4-3 0405")
    assert shock(state, 1, who="F0 F1").of(GuardDismayed) == [
        GuardDismayed(unit("F1"), Hex("0404"))
    ]


@pytest.mark.rule("N7.4b", "N8.9")
def test_in_an_assault_it_comes_before_the_retreat() -> None:
    lines = ("F1 infantry 6-2 0404 old_guard", "F2 infantry 4-3 0405", MORTIER, A1)
    state = table(*lines)
    # attack 8 SP, 1: nothing; defence 5 SP, 6: M1; morale 2 + 1 + 1 - 1, a 5 fails; F2 fails
    played = fight(state, [1, 6, 5, 6])
    story = played.story
    assert story.index("GuardDismayed") < story.index("RetreatBegan")
    assert played.of(UnitDisrupted)[0].unit == "F2"


def wavers(played: Played[Any]) -> list[tuple[str, tuple[UnitId, ...]]]:
    """What each check was for, and whose it was, if the Old Guard has dismayed anybody."""
    checks = [(event.purpose, event.units) for event in played.of(MoraleRolled)]
    return checks if played.of(GuardDismayed) else []


@pytest.mark.rule("N7.4b", "N8.9")
def test_old_guard_that_fails_in_defence_dismays_too() -> None:
    state = table("F1 infantry 12-3 0404", f"{A1} old_guard", "A2 infantry 4-3 0401")
    # 12 SP, 5: a step and a check; initiative 3 + 1, reduced -1, Old Guard +1
    played = fight(state, [5, 1, 5, 1])
    assert wavers(played) == [("retreat", units("A1")), ("guard", units("A2"))]


@pytest.mark.rule("N7.4b", "N8.9")
def test_old_guard_that_wins_but_fails_afterwards_dismays_too() -> None:
    guard = "F1 infantry 12-2 0404 old_guard"
    state = table(guard, "F2 infantry 4-3 0405", MORTIER, "A1 infantry 8/0-3 0403")
    # 15 SP, 5: a step; 8 SP, 6: a step
    played = fight(state, [5, 6, 6, 1])
    assert wavers(played) == [("advance", units("F1")), ("guard", units("F2"))]


@pytest.mark.rule("N7.4b", "N10.6")
def test_old_guard_that_fails_when_it_is_charged_dismays_too() -> None:
    state = table("F1 heavy 6-3 0406", f"{A1} old_guard square", "A2 infantry 4-3 0401")
    played = ride(state, [4, 1, 6, 1, 1])  # 3 SP, 4: M
    assert wavers(played)[:2] == [("retreat", units("A1")), ("guard", units("A2"))]


@pytest.mark.rule("N7.4b", "N10.61")
def test_old_guard_that_fails_in_a_charge_of_its_own_dismays_too() -> None:
    guard = "F1 heavy 6-2 0406 old_guard"
    state = table(guard, "F2 infantry 4-3 0407", "A1 infantry 8-3 0403 square")
    # 8 SP, 4 and 1 for the square: M1; initiative 2 + 1, Old Guard +1, shaken -1
    played = ride(state, [1, 4, 5, 1])
    assert wavers(played) == [("retreat", units("F1")), ("guard", units("F2"))]


@pytest.mark.rule("N7.4b", "N9.6")
def test_a_check_under_bombardment_dismays_nobody() -> None:
    state = position(
        OPEN,
        "F1 infantry 6-2 0404 old_guard",
        "F2 infantry 4-3 0405",
        "A1 battery 11-3 0402",
        active="AI",
    )
    guns = Bombardment(Hex("0404"), units("A1"))
    played = play(state, lambda at: bombard(at, state.side_of(unit("A1")), guns), [3, 6])
    assert played.of(UnitDisrupted) == [UnitDisrupted(unit("F1"))]
    assert played.of(GuardDismayed) == []

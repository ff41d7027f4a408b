"""Who may attack whom, what the ground does, and how results are carried out: T9, T10, T11."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from hexwar.engine import Table
from hexwar.ground.zones import zone
from hexwar.hexes import Hex, hexside
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack, attack
from hexwar.systems.tlnb.rules.combat.duties import declaration_refusal, duties_of, list_duties
from hexwar.systems.tlnb.rules.combat.odds import odds_of, shock_initiatives
from hexwar.systems.tlnb.rules.combat.results import Advance, ChooseLosses
from hexwar.systems.tlnb.rules.combat.retreat import Blame, all_paths, paths, retreat
from hexwar.systems.tlnb.rules.movement.stacking import (
    DisplaceExcess,
    Room,
    is_too_many,
    overfull,
    room_in,
    settle_stacks,
)
from hexwar.systems.tlnb.state import Blow, Fights, Spirit, TlnbState
from hexwar.table.forces import FormationId, UnitId
from hexwar.table.pieces import Box, Unit
from tests.systems.nlc.cases import each, rule_of
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Answers, Played, play, position, units


def strike(
    state: TlnbState, who: str, target: str, *dice: int, answers: Answers | None = None
) -> Played:
    blow = Blow(units(who), Hex(target))
    return play(state, lambda table: attack(table, blow), dice, answers)


def refused(state: TlnbState, who: str, target: str) -> str | None:
    """The rule that forbids an attack, or nothing."""
    return rule_of(declaration_refusal(state, Blow(units(who), Hex(target))))


def ground(letter: str) -> str:
    """Open country but for 0404."""
    rows = OPEN.split("\n")
    rows[3] = f".  .  .  {letter}  .  .  ."
    return "\n".join(rows)


def moved(state: TlnbState, unit: str, hex_: str) -> TlnbState:
    """The same with a unit elsewhere."""
    state.put_unit(Unit(UnitId(unit), hex=Hex(hex_)))
    return state


async def listed(table: Table[TlnbState]) -> None:
    list_duties(table)


# -- stacking


@pytest.mark.rule("T9.7", "T9.1")
def test_strength_counts_as_it_stands_and_the_officer_must_be_there() -> None:
    lines = ("F1 infantry 9/5-3 0304", "F2 infantry 6-3 0304")
    assert is_too_many(position(OPEN, *lines), Hex("0304"), units("F1 F2"))
    worn = position(OPEN, lines[0] + " reduced", lines[1])
    assert not is_too_many(worn, Hex("0304"), units("F1 F2"))
    led = position(OPEN, *lines, "FL leader 0304 rating:3")
    assert not is_too_many(led, Hex("0304"), units("F1 F2"))
    gone = position(OPEN, *lines, "FL leader 0305 rating:3")
    assert is_too_many(gone, Hex("0304"), units("F1 F2"))


@pytest.mark.rule("T9.6", "T9.5")
def test_excess_makes_room_next_to_it_and_is_lost_where_there_is_none() -> None:
    three = [f"F{n} infantry 4-3 0304" for n in (1, 2, 3)]
    done = play(position(OPEN, *three), lambda table: settle_stacks(table, FRENCH))
    assert len(done.state.units_in(Hex("0304"))) == 2
    assert overfull(done.state, FRENCH) is None
    ring = ("0303", "0305", "0203", "0204", "0403", "0404")
    guards = [f"A{n} infantry 4-3 {hex_}" for n, hex_ in enumerate(ring)]
    shut = position(OPEN, *three, *guards, bases=["french:0101"])
    assert {r.hex for r in DisplaceExcess(FRENCH, Hex("0304")).options(shut)} == {None}
    lost = play(
        shut,
        lambda table: settle_stacks(table, FRENCH),
        [],
        {DisplaceExcess: [Room(UnitId("F3"), None)]},
    )
    assert lost.state.units[UnitId("F3")].hex is None


@pytest.mark.rule("T9.8", "T9.4")
def test_a_retreat_ends_only_where_there_is_room() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "F2 infantry 4-3 0304", "F3 infantry 4-3 0303")
    assert not room_in(state, Hex("0304"), units("F3"))
    assert room_in(state, Hex("0305"), units("F3"))


# -- who may attack whom


@pytest.mark.rule("T10.1", "T10.11")
def test_who_stands_in_a_zone_must_attack_and_who_makes_one_must_be_attacked() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "A1 infantry 4-3 0404", "F2 infantry 4-3 0701")
    assert duties_of(state) == (units("F1"), frozenset({Hex("0404")}))
    gunner = position(OPEN, "F1 battery 4-3 0304 bombarded:0404", "A1 infantry 4-3 0404")
    assert duties_of(gunner) == ((), frozenset())


@pytest.mark.rule("T10.2", "T10.13")
def test_a_unit_fights_once_and_a_hex_is_attacked_once() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "F2 infantry 4-3 0303", "A1 infantry 4-3 0404")
    fought = position(OPEN, "F1 infantry 4-3 0304 assaulted", "A1 infantry 4-3 0404")
    assert refused(fought, "F1", "0404") == "T10.2"
    state.fights = Fights(attacked=frozenset({Hex("0404")}))
    assert refused(state, "F2", "0404") == "T10.2"


@pytest.mark.rule("T10.2")
def test_units_of_one_hex_attack_different_hexes_and_defenders_stand_together() -> None:
    state = position(
        OPEN,
        "F1 infantry 4-3 0404",
        "F2 infantry 4-3 0404",
        "A1 infantry 2-3 0403",
        "A2 infantry 3-3 0403",
        "A3 infantry 4-3 0405",
    )
    assert refused(state, "F1", "0403") is None
    assert refused(state, "F2", "0405") is None
    assert odds_of(state, units("F1"), Hex("0403")).defence == 5


@pytest.mark.rule("T10.3")
def test_formations_attack_together_and_everybody_from_the_next_hex() -> None:
    state = position(
        OPEN,
        "F1 infantry 4-3 0304",
        "F2 infantry 4-3 0403 of:FII",
        "F3 infantry 4-3 0302",
        "A1 infantry 4-3 0404",
    )
    assert refused(state, "F1 F2", "0404") is None
    assert refused(state, "F1 F3", "0404") == "T10.3"


@pytest.mark.rule("T10.13")
@each(
    "line rule",
    ("F1 infantry 4-3 0304 column", "T10.13"),
    ("F1 battery 4-3 0304 bombarded:0504", "T12.9"),
    ("F1 infantry 4-3 0304", None),
)
def test_who_marches_or_has_fired_does_not_attack(line: str, rule: str | None) -> None:
    assert refused(position(OPEN, line, "A1 infantry 4-3 0404"), "F1", "0404") == rule


@pytest.mark.rule("T10.20", "T10.13")
@each("line", "A1 train 0404", "AL leader 0404 rating:3")
def test_trains_and_leaders_alone_are_no_target(line: str) -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", line, "A9 infantry 1-3 0707")
    assert refused(state, "F1", "0404") == "T10.13"


@pytest.mark.rule("T10.21", "T7.65", "T8.6")
def test_across_a_damaged_bridge_there_is_no_duty_but_an_attack_and_no_guns() -> None:
    lines = ("F1 infantry 8-3 0304", "F2 battery 4-3 0304", "A1 infantry 4-3 0404")
    state = position(OPEN, *lines, bridges=["0304-0404"], damaged=["0304-0404"])
    assert duties_of(state) == ((), frozenset())
    assert "0304" not in zone(state, ALLIED)
    assert refused(state, "F1", "0404") is None
    assert refused(state, "F2", "0404") == "T10.13"
    odds = odds_of(state, units("F1"), Hex("0404"))
    assert odds.attack == 4
    assert {f.effect for f in odds.faces if f.result in ("Sk", "Ar*")} == {"1R"}
    whole = position(OPEN, *lines, bridges=["0304-0404"])
    assert duties_of(whole)[1] == {"0404"}
    assert "0304" in zone(whole, ALLIED)


@pytest.mark.rule("T10.22", "T8.1")
def test_who_sits_in_a_work_or_a_chateau_has_no_duty() -> None:
    lines = ("F1 infantry 4-3 0404", "A1 infantry 4-3 0304")
    assert duties_of(position(OPEN, *lines, positions=["0404"])) == ((), frozenset())
    assert duties_of(position(ground("c"), *lines)) == ((), frozenset())
    outside = position(ground("c"), "F1 infantry 4-3 0304", "A1 infantry 4-3 0404")
    assert duties_of(outside) == (units("F1"), frozenset({Hex("0404")}))


@pytest.mark.rule("T10.15")
def test_an_attack_is_shown_before_its_die_even_the_only_one() -> None:
    state = position(OPEN, "F1 infantry 4-3 0304", "A1 infantry 4-3 0404")
    state = play(state, listed).state
    asked = DeclareAttack(FRENCH)
    options = asked.options(state)
    assert options == [Blow(units("F1"), Hex("0404"))]
    assert not asked.is_forced(state, options)
    assert asked.is_forced(state, [None])


# -- the ground


@pytest.mark.rule("T10.6", "T10.18")
@each(
    "letter attack defence stars",
    (".", "10", "8", False),
    ("t", "10", "8", True),
    ("w", "8", "6", True),
    ("m", "6", "8", True),
    ("c", "10", "12", True),
)
def test_what_the_hex_does(letter: str, attack: str, defence: str, stars: bool) -> None:
    state = position(
        ground(letter),
        "F1 infantry 2-3 0304",
        "F2 light 4-3 0304",
        "F3 battery 4-3 0303",
        "A1 infantry 4-3 0404",
        "A2 light 4-3 0404",
    )
    odds = odds_of(state, units("F1 F2 F3"), Hex("0404"))
    assert (str(odds.attack), str(odds.defence)) == (attack, defence)
    starred = [face for face in odds.faces if face.result == "Ar*"]
    assert starred
    assert all((face.effect != "Ar") is stars for face in starred)


@pytest.mark.rule("T10.18", "T11.61")
@each("arm stays", ("light", False), ("battery", False), ("infantry", True))
def test_horse_and_guns_alone_give_a_chateau_up_before_the_die(arm: str, stays: bool) -> None:
    state = position(ground("c"), "F1 infantry 9-3 0403", f"A1 {arm} 1-3 0404")
    dice = (4,) if stays else ()
    done = strike(state, "F1", "0404", *dice, answers={Advance: [()]})
    assert bool(done.of("CombatResolved")) is stays
    assert done.state.units[UnitId("A1")].hex not in ("0404", None)


@pytest.mark.rule("T10.16")
@each("flag attack", ("none", "6"), ("third", "4"))
def test_a_town_has_strength_only_by_option(flag: str, attack: str) -> None:
    lines = ("F1 infantry 6-3 0304", "A1 infantry 4-3 0404")
    state = position(ground("t"), *lines, flags={"town_defence": flag})
    assert str(odds_of(state, units("F1"), Hex("0404")).attack) == attack


@pytest.mark.rule("T10.17")
def test_a_slope_turns_stars_only_if_all_attack_up_it() -> None:
    lines = ("F1 infantry 2-3 0304", "F2 infantry 2-3 0403", "A1 infantry 4-3 0404")
    state = position(OPEN, *lines, slopes=["0304-0404"], streams=["0304-0404"])
    alone = odds_of(state, units("F1"), Hex("0404"))
    assert all(face.effect != "Ar" for face in alone.faces if face.result == "Ar*")
    both = odds_of(state, units("F1 F2"), Hex("0404"))
    assert all(face.effect == "Ar" for face in both.faces if face.result == "Ar*")
    assert str(both.attack) == "10/3"  # the stream holds for the one who crosses it


@pytest.mark.rule("T10.10", "T10.9")
def test_a_lower_die_is_better_for_the_attacker() -> None:
    state = position(OPEN, "F1 infantry 5-3 0304 old_guard", "A1 infantry 5-3 0404")
    odds = odds_of(state, units("F1"), Hex("0404"))
    plain = position(OPEN, "F1 infantry 5-3 0304", "A1 infantry 5-3 0404")
    usual = odds_of(plain, units("F1"), Hex("0404"))
    assert odds.die_modifier == -1
    assert [f.result for f in odds.faces][1:] == [f.result for f in usual.faces][:-1]


@pytest.mark.rule("T4.8", "T10.6")
def test_strengths_stay_fractions_until_the_column_is_found() -> None:
    lines = "F1 infantry 4-3 0304", "F2 infantry 4-3 0403", "A1 infantry 5-3 0404"
    state = position(OPEN, *lines, streams=["0304-0404", "0403-0404"])
    odds = odds_of(state, units("F1 F2"), Hex("0404"))
    assert odds.attack == Fraction(16, 3)  # two thirds of 8, not 2 and 2 nor 3 and 3
    assert odds.column_name == "1:1"  # as 16:15; 4:5 would be 1:1.5
    assert odds_of(state, units("F1"), Hex("0404")).attack == Fraction(8, 3)


# -- Shock


@pytest.mark.rule("T11.22", "T11.93")
def test_shock_takes_the_best_named_and_of_the_demoralized_the_usual_initiative() -> None:
    state = position(
        OPEN,
        "F1 infantry 4-3 0304 reduced",
        "F2 light 3-4 0304",
        "A1 battery 4-4 0404",
    )
    pair = shock_initiatives(state, units("F1 F2"), units("A1"), 5)
    assert pair == (4, 1)
    assert shock_initiatives(state, units("F1"), units("A1"), 5) == (2, 1)
    state.spirit = Spirit(demoralized=frozenset({FormationId("FI")}))
    assert shock_initiatives(state, units("F1"), units("A1"), 5) == (2, 1)
    rode = position(
        OPEN, "F1 infantry 4-4 0304", "F2 heavy 3-2 0304 charged", "A1 infantry 4-3 0404"
    )
    assert shock_initiatives(rode, units("F1 F2"), units("A1"), 5) == (2, 3)


@pytest.mark.rule("T11.3a", "T11.3c", "T11.92")
def test_the_old_guard_pays_last() -> None:
    state = position(
        OPEN,
        "F1 infantry 6-4 0304 old_guard",
        "F2 infantry 6-3 0304",
        "A1 infantry 6-3 0404",
    )
    tolls = ChooseLosses(FRENCH, units("F1 F2"), 0).options(state)
    assert [toll.steps for toll in tolls] == [(0, 1)]
    alone = ChooseLosses(FRENCH, units("F1"), 0).options(state)
    assert [toll.steps for toll in alone] == [(1,)]


@pytest.mark.rule("T2.8", "T11.92")
def test_the_defender_chooses_his_loss_first() -> None:
    state = position(
        OPEN,
        "F1 infantry 4-3 0304",
        "F2 infantry 4-3 0304",
        "A1 infantry 4-3 0404",
        "A2 infantry 4-3 0404",
    )
    done = strike(state, "F1 F2", "0404", 4)
    assert [q.side for q in done.questions(ChooseLosses)] == [ALLIED, FRENCH]


# -- retreats


@pytest.mark.rule("T11.53")
@each("attacker ends", ("infantry", {"0506"}), ("light", set()))
def test_horse_slips_past_a_zone_when_only_foot_attacks(attacker: str, ends: set[str]) -> None:
    state = position(OPEN, "A1 light 3-4 0404", f"F1 {attacker} 4-3 0403", "F2 infantry 4-3 0604")
    may_ride = Blame((Hex("0403"),), (state.card(UnitId("F1")).arm,)).may_ride
    found = all_paths(state, units("A1"), 2, [Hex("0403")], may_ride)
    through = {path[-1] for path in found if path[1] in ("0505",)}
    assert (through >= ends) if ends else not through


@pytest.mark.rule("T11.54", "T11.82", "T11.83")
def test_the_way_toward_the_own_train_comes_first_and_each_end_once() -> None:
    state = position(OPEN, "A1 infantry 4-3 0404", "F1 infantry 4-3 0403", "AT train 0705")
    found = paths(state, units("A1"), 1, [Hex("0403")], may_ride=False)
    assert found[0][-1] == "0505"
    assert len({path[-1] for path in found}) == len(found) == 3


@pytest.mark.rule("T11.54")
def test_two_units_retreat_over_a_bridge_in_one_combat() -> None:
    lines = [f"A{n} infantry 2-3 0404" for n in (1, 2, 3)]
    state = position(
        OPEN,
        *lines,
        "F1 infantry 9-3 0403",
        rivers=["0404-0305", "0404-0405", "0404-0505"],
        bridges=["0404-0405"],
    )
    done = strike(state, "F1", "0404", 3, answers={Advance: [()]})
    went = [unit for event in done.of("UnitRetreated") for unit in event.units]
    assert {event.path for event in done.of("UnitRetreated")} == {("0404", "0405")}
    assert len(went) == 2
    assert [e.unit for e in done.of("UnitEliminated")] == sorted({"A1", "A2", "A3"} - set(went))
    # Of the next combat others may go over it.
    bridge = hexside(Hex("0404"), Hex("0405"))
    assert done.state.fights.fled == (bridge, bridge)
    state.fights = replace(state.fights, fled=(bridge, bridge))
    again = strike(state, "F1", "0404", 3, answers={Advance: [()]})
    assert again.state.fights.fled == (bridge, bridge)


@pytest.mark.rule("T11.56")
def test_lone_foot_guns_lose_a_step_before_horse() -> None:
    lines = ("A1 battery 4-3 0404", "F1 light 9-3 0403")
    done = strike(position(OPEN, *lines), "F1", "0404", 4, answers={Advance: [()]})
    assert [e.unit for e in done.of("StepLost")] == ["A1"]
    beside = position(OPEN, *lines, "A2 infantry 1-3 0404")
    spared = strike(beside, "F1", "0404", 6, answers={Advance: [()]})
    assert spared.of("StepLost") == []
    foot = position(OPEN, "A1 battery 4-3 0404", "F1 infantry 9-3 0403")
    assert strike(foot, "F1", "0404", 4, answers={Advance: [()]}).of("StepLost") == []


@pytest.mark.rule("T11.56")
def test_a_retreat_over_a_damaged_bridge_costs_a_step() -> None:
    state = position(
        OPEN,
        "A1 infantry 4-3 0404",
        "F1 infantry 9-3 0403",
        rivers=["0404-0305", "0404-0505"],
        bridges=["0404-0405"],
        damaged=["0404-0405"],
    )
    done = strike(state, "F1", "0404", 4, answers={Advance: [()]})
    assert [e.unit for e in done.of("StepLost")] == ["A1"]
    assert done.state.units[UnitId("A1")].hex == "0405"


@pytest.mark.rule("T11.84")
def test_a_result_is_over_for_who_is_no_more_there() -> None:
    state = position(OPEN, "A1 infantry 4-3 0404", "A2 infantry 4-3 0607", "F1 infantry 4-3 0403")
    blame = Blame((Hex("0403"),))
    done = play(state, lambda table: retreat(table, Hex("0404"), units("A1 A2"), 1, blame))
    assert [e.units for e in done.of("UnitRetreated")] == [units("A1")]


@pytest.mark.rule("T11.86")
@each("sp hexes left", ("4-3", "0506", True), ("1/0-3", None, False))
def test_with_steps_a_blocked_unit_walks_as_far_as_it_can(
    sp: str, hexes: str | None, left: bool
) -> None:
    lines = (
        f"A5 infantry {sp} 0505",
        "A6 infantry 4-3 0506",
        "F1 infantry 4-3 0504",
        "F2 infantry 4-3 0404",
        "F3 infantry 4-3 0406",
        "F4 infantry 4-3 0706",
    )
    state = position(OPEN, *lines, flags={"retreat_blocked": "step"})
    blame = Blame((Hex("0504"), Hex("0404")))
    done = play(state, lambda table: retreat(table, Hex("0505"), units("A5"), 2, blame))
    record = done.state.units[UnitId("A5")]
    assert (record.hex, record.reduced and record.hex is not None) == (hexes, left)


@pytest.mark.rule("T11.94", "T11.7")
def test_the_lost_are_lifted_and_boxed_before_the_advance() -> None:
    state = position(
        OPEN,
        "F1 infantry 9-3 0304",
        "F2 infantry 9-3 0403",
        "A1 infantry 3-3 0404",
        "AL leader 0404 rating:3",
        bases=["allied:0707"],
    )
    done = strike(state, "F1 F2", "0404", 1, 6, answers={Advance: [units("F1")]})
    told = [type(event).__name__ for event in done.found.events]
    order = [told.index(name) for name in ("UnitEliminated", "LeaderCaptured", "AdvanceMade")]
    assert order == sorted(order)
    assert done.state.units[UnitId("A1")].box is Box.UAR

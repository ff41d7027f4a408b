"""Vedettes: they spread out, gather, give way and fight each other (T17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.vedettes import paths_back
from hexwar.ground.zones import zone
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.events.combat import ExchangeDue
from hexwar.systems.tlnb.events.hidden import VedettesFought, VedettesRidden
from hexwar.systems.tlnb.events.losses import StepLost, UnitEliminated
from hexwar.systems.tlnb.rules.arrivals.arrivals import entry_segment
from hexwar.systems.tlnb.rules.combat.bombardment import ChooseVictim, bombard
from hexwar.systems.tlnb.rules.combat.charge import charge
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack, attack, combat_segment
from hexwar.systems.tlnb.rules.combat.duties import eligible, list_duties
from hexwar.systems.tlnb.rules.combat.results import Advance, carry_out, clash_of
from hexwar.systems.tlnb.rules.combat.screens import AttackVedettes, fight_screens, skirmishes
from hexwar.systems.tlnb.rules.command.command import is_in_command, unchecked_stacks
from hexwar.systems.tlnb.rules.losses.recovery import returns
from hexwar.systems.tlnb.rules.movement.reach import allowance, quote
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    leaders_free,
    movable_stacks,
    movement_segment,
)
from hexwar.systems.tlnb.rules.movement.stacking import DisplaceExcess, is_too_many
from hexwar.systems.tlnb.rules.movement.vedettes import (
    Deployment,
    VedettesGo,
    deployment_refusal,
)
from hexwar.systems.tlnb.state import Blow, Ride, Schedule, Shot, Step, TlnbState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.hiding import Hiding
from hexwar.table.pieces import Box
from hexwar.table.vedette_facts import (
    VedettesDeployed,
    VedettesFellBack,
    VedettesLost,
    VedettesRejoined,
)
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Answers, Played, play, position, units

ON: Mapping[str, str] = {"hidden": "on"}
HUSSARS = "F1 light 4-4 0303 vedettes:3"
SPREAD = "F1 light 4-4 spread vedettes:3"
OUT = ("F1-v1 vedette 0303", "F1-v2 vedette 0303", "F1-v3 vedette 0303")
SCREEN = ("A1 light 4-4 spread vedettes:2", "A1-v1 vedette 0403", "A1-v2 vedette 0403")
FAR = "A9 infantry 4-3 0707"


def at(*lines: str, **more: Any) -> TlnbState:
    step = more.pop("step", Step.MOVEMENT)
    flags = {**ON, **more.pop("flags", {})}
    return position(more.pop("rows", OPEN), *lines, step=step, flags=flags, **more)


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(Hex(word) for word in text.split())


def deploy(state: TlnbState, *, gathers: bool = False) -> Played:
    answer = Deployment(UnitId("F1"), gathers)
    return play(state, movement_segment, [], {MoveUnits: [answer]})


def refused(state: TlnbState, *, gathers: bool = False) -> str | None:
    refusal = deployment_refusal(state, FRENCH, Deployment(UnitId("F1"), gathers))
    return None if refusal is None else refusal.rule


def march(state: TlnbState, who: str, path: str, *dice: int, **more: Any) -> Played:
    answers: Answers = {MoveUnits: [units(who)], ChoosePath: [March(hexes(path))], **more}
    return play(state, movement_segment, dice, answers)


def cost(state: TlnbState, who: str, path: str) -> int | str:
    found = quote(state, units(who), hexes(path), column=False)
    return found.rule if isinstance(found, Refusal) else found.halves


# -- out and back (T17.1, T17.9)


@pytest.mark.rule("T17.1", "T17.9")
def test_a_light_cavalry_unit_is_replaced_by_its_vedettes_for_one_mp() -> None:
    played = deploy(at(HUSSARS))
    who = units("F1-v1 F1-v2 F1-v3")
    assert played.of(VedettesDeployed) == [
        VedettesDeployed(UnitId("F1"), who, Hex("0303"), 2, False)
    ]
    assert played.state.units[UnitId("F1")].box is Box.SPREAD
    for one in who:
        record = played.state.units[one]
        assert (record.hex, record.spent) == ("0303", 2)
        assert allowance(played.state, one) - record.spent == 12  # 7 MP less 1
    off = position(OPEN, HUSSARS, step=Step.MOVEMENT)
    assert MoveUnits(FRENCH).options(off) == [None, units("F1")]  # without the option


@pytest.mark.rule("T17.1")
def test_a_brigade_keeps_its_place_beside_its_extra_vedettes() -> None:
    played = deploy(at("F1 infantry 6-3 0303 own:2"))
    assert played.of(VedettesDeployed)[0].stays
    assert played.state.units[UnitId("F1")].hex == "0303"
    assert played.state.units[UnitId("F1-v2")].hex == "0303"


@pytest.mark.rule("T17.1", "T6.9")
def test_who_may_spread_out() -> None:
    assert refused(at(HUSSARS)) is None
    assert refused(at(HUSSARS, command="")) is None  # out of command too
    assert refused(at("F1 light 4-4 0303")) == "T17.1"  # no number of vedettes
    assert refused(at("F1 light 4-4 0303 vedettes:3 moved")) == "T17.1"
    assert refused(at(SPREAD, *OUT)) == "T17.1"  # it is not there


@pytest.mark.rule("T17.1", "T17.9")
def test_vedettes_that_stand_together_become_their_unit_again() -> None:
    state = at(SPREAD, *OUT)
    played = deploy(state, gathers=True)
    (event,) = played.of(VedettesRejoined)
    assert (event.hex, event.halves, event.stays) == ("0303", 2, False)
    record = played.state.units[UnitId("F1")]
    assert (record.hex, record.reduced, record.spent) == ("0303", False, 2)
    assert {played.state.units[u].box for u in units("F1-v1 F1-v2 F1-v3")} == {Box.WITH_UNIT}


@pytest.mark.rule("T17.9")
@each(
    "lost steps",
    (1, 0),  # the first costs nothing
    (2, 1),
)
def test_lost_vedettes_cost_a_step_each_from_the_second_on(lost: int, steps: int) -> None:
    state = at(SPREAD, *OUT[: 3 - lost])
    for number in range(4 - lost, 4):
        piece = UnitId(f"F1-v{number}")
        state.put_unit(type(state.units[piece])(piece, box=Box.UAR))
    played = deploy(state, gathers=True)
    assert len(played.of(StepLost)) == steps
    assert played.state.units[UnitId("F1")].reduced is bool(steps)


@pytest.mark.rule("T17.9")
def test_vedettes_apart_or_without_mp_do_not_gather() -> None:
    assert refused(at(SPREAD, *OUT[:2], "F1-v3 vedette 0404"), gathers=True) == "T17.9"
    assert refused(at(SPREAD, *OUT[:2], "F1-v3 vedette 0303 spent:13"), gathers=True) == "T17.1"
    assert refused(at(HUSSARS), gathers=True) == "T17.1"
    full = ("F2 infantry 6-3 0303", "F3 infantry 6-3 0303")
    assert refused(at(SPREAD, *OUT, *full), gathers=True) == "T9.1"


@pytest.mark.rule("T17.9")
def test_with_the_last_of_its_vedettes_a_unit_is_lost() -> None:
    state = at("F2 light 5-3 0303", "A1 light 4-4 spread vedettes:1", "A1-v1 vedette 0403")
    played = march(state, "F2", "0303 0403", 3)
    assert played.of(VedettesLost) == [VedettesLost(units("A1-v1"))]
    assert played.of(UnitEliminated) == [UnitEliminated(UnitId("A1"), 4, Box.UAR)]


@pytest.mark.rule("T17.1", "T16.9")
def test_who_comes_out_of_a_hidden_stack_is_hidden_too() -> None:
    state = at(HUSSARS, "F8 leader 0303 rating:3", FAR)
    state.hiding = Hiding(hidden=frozenset({"F1", "F8"}))
    assert deploy(state).state.hiding.hidden == {"F8", "F1-v1", "F1-v2", "F1-v3"}


# -- what they are (T17.2, T17.3)


@pytest.mark.rule("T17.2", "T8.1", "T6.36")
def test_a_vedette_counts_for_nothing_but_is_in_command() -> None:
    state = at(SPREAD, OUT[0], "F2 infantry 6-3 0303", "F3 infantry 6-3 0303", command="")
    assert not is_too_many(state, Hex("0303"), state.units_in(Hex("0303")))
    assert is_in_command(state, UnitId("F1-v1"))
    assert all(UnitId("F1-v1") not in stack for stack in unchecked_stacks(state, FRENCH))
    assert movable_stacks(state, FRENCH) == (units("F1-v1"),)
    assert not zone(at(SPREAD, *OUT), FRENCH)


@pytest.mark.rule("T17.2", "T8.7")
def test_vedettes_ignore_enemy_zones() -> None:
    state = at(SPREAD, OUT[0], "A1 infantry 4-3 0405", "A2 infantry 4-3 0403")
    assert cost(state, "F1-v1", "0303 0304 0404 0504") == 6  # clear hexes, all of them in zones
    assert cost(state, "F1-v1", "0303 0403") == "T17.3"  # but not where an enemy is


@pytest.mark.rule("T17.2")
def test_vedettes_pay_road_cost_on_roads() -> None:
    state = at(SPREAD, OUT[0], "F2 light 4-4 0303", roads=["0303 0403 0503"])
    assert cost(state, "F1-v1", "0303 0403 0503") == 2
    assert cost(state, "F2", "0303 0403 0503") == 4  # not in Road March


@pytest.mark.rule("T17.3", "T7.42")
def test_vedettes_have_their_printed_mp_whatever_the_card_says() -> None:
    state = at(SPREAD, OUT[0], "F2 light 4-4 0304", allowances=(2, 3))
    assert allowance(state, UnitId("F1-v1")) == 14
    assert allowance(state, UnitId("F2")) == 6


@pytest.mark.rule("T17.3")
@each("theirs", "A8 leader 0403 rating:3", "A4 train 0403", *SCREEN[1:2])
def test_vedettes_go_into_no_hex_with_an_enemy_piece(theirs: str) -> None:
    lines = [SPREAD, OUT[0], theirs] + (list(SCREEN[:1]) if "vedette" in theirs else [])
    assert cost(at(*lines), "F1-v1", "0303 0403") == "T17.3"


@pytest.mark.rule("T17.2", "T7.8")
def test_vedettes_move_by_themselves() -> None:
    refusal = MoveUnits(FRENCH).refusal(at(SPREAD, *OUT, "F2 light 4-4 0303"), units("F1-v1 F2"))
    assert refusal is not None
    assert refusal.rule == "T17.2"
    assert MoveUnits(FRENCH).refusal(at(SPREAD, *OUT), units("F1-v1 F1-v3")) is None


@pytest.mark.rule("T17.2", "T17.9", "T5.2")
def test_vedettes_take_no_leader_along_and_do_not_leave_the_map() -> None:
    lines = (SPREAD, OUT[0], "F2 light 4-4 0303", "F8 leader 0303 rating:3")
    state = at(*lines, exits={Hex("0303"): FRENCH})
    for who, leaders, rule in (("F2", (LeaderId("F8"),), None), ("F1-v1", (), "T17.9")):
        assert leaders_free(state, units(who)) == leaders
        asked = ChoosePath(FRENCH, units(who))
        refusal = asked.refusal(state, March(hexes("0303"), exits=True))
        assert (None if refusal is None else refusal.rule) == rule
    free = at(SPREAD, OUT[0], "F2 light 4-4 0303")
    free.marches = replace(free.marches, orders={FormationId("FI"): ORDER})
    assert cost(free, "F1-v1", "0303 0302 0301") == 4  # no order binds them


ORDER = MarchOrder(FormationId("FI"), hexes("0307"), Hex("0307"))

# -- before an enemy (T17.4)


@pytest.mark.rule("T17.4")
def test_vedettes_fall_back_two_hexes_and_the_mover_goes_on() -> None:
    state = at("F2 infantry 4-3 0303", *SCREEN)
    played = march(state, "F2", "0303 0403 0503", ChooseWayBack=[hexes("0403 0404 0405")])
    assert played.state.units[UnitId("F2")].hex == "0503"
    assert played.of(VedettesFellBack)[0].vedettes == units("A1-v1 A1-v2")
    assert played.state.units[UnitId("A1-v1")].hex == "0405"
    assert not played.of(VedettesRidden)  # infantry makes no attack


@pytest.mark.rule("T17.4")
@each("die hit", (3, True), (4, False))
def test_cavalry_that_enters_makes_a_free_attack(die: int, hit: bool) -> None:
    played = march(at("F2 light 4-4 0303", *SCREEN), "F2", "0303 0403", die)
    (event,) = played.of(VedettesRidden)
    assert (event.needed, event.hit) == (3, hit)
    lost = units("A1-v2") if hit else ()
    assert [e.vedettes for e in played.of(VedettesLost)] == ([lost] if lost else [])
    assert played.of(VedettesFellBack)
    if hit:
        assert played.state.units[UnitId("A1-v2")].box is Box.UAR


@pytest.mark.rule("T17.4")
def test_vedettes_with_no_way_back_are_lost() -> None:
    state = at(
        "F2 infantry 4-3 0101", "A1 light 4-4 spread vedettes:1", "A1-v1 vedette 0201", rows=". ."
    )
    assert paths_back(state, ALLIED, Hex("0201"), hexes("0101"), 2) == []
    assert march(state, "F2", "0101 0201").of(VedettesLost)


@pytest.mark.rule("T17.4")
def test_vedettes_with_a_combat_unit_keep_the_enemy_out() -> None:
    state = at("F2 infantry 4-3 0303", *SCREEN, "A2 infantry 1-3 0403")
    assert cost(state, "F2", "0303 0403") == "T7.1"


@pytest.mark.rule("T17.4", "T17.6")
def test_hidden_vedettes_give_way_and_repulse_nobody() -> None:
    state = at("F2 infantry 4-3 0203", *SCREEN)
    state.hiding = Hiding(hidden=frozenset({"A1-v1", "A1-v2"}))
    played = march(state, "F2", "0203 0303 0403 0503")
    assert played.state.units[UnitId("F2")].hex == "0503"
    assert played.found.story.index("ForceRevealed") < played.found.story.index("VedettesFellBack")


# -- with others (T17.5, T11.84)


@pytest.mark.rule("T17.5", "T11.84", "T11.57")
@each("goes", True, False)
def test_the_vedettes_of_a_stack_share_its_retreat_if_their_owner_wants(goes: bool) -> None:
    lines = ("F2 infantry 6-3 0303", *SCREEN, "A2 infantry 6-3 0403")
    state = at(*lines, step=Step.COMBAT)
    clash = clash_of(state, units("F2"), Hex("0403"))
    played = play(state, lambda table: carry_out(table, clash, "Dr"), [], {VedettesGo: [goes]})
    home = played.state.units[UnitId("A2")].hex
    assert played.state.units[UnitId("A1-v1")].hex == (home if goes else "0403")


@pytest.mark.rule("T17.5", "T17.4")
def test_vedettes_that_stay_fall_back_when_the_victor_comes() -> None:
    lines = ("F2 infantry 6-3 0303", *SCREEN, "A2 infantry 6-3 0403")
    state = at(*lines, step=Step.COMBAT)
    blow = Blow(units("F2"), Hex("0403"))
    answers: Answers = {VedettesGo: [False], Advance: [units("F2")]}
    played = play(state, lambda table: attack(table, blow), [3], answers)
    assert played.state.units[UnitId("F2")].hex == "0403"
    assert played.of(VedettesFellBack)


@pytest.mark.rule("T17.5", "T11.91")
def test_vedettes_are_ignored_by_exchanges_and_by_guns() -> None:
    lines = ("F2 infantry 6-3 0303", *SCREEN, "A2 infantry 9-3 0403")
    state = at(*lines, step=Step.COMBAT)
    clash = clash_of(state, units("F2"), Hex("0403"))
    assert clash.defenders == units("A2")
    played = play(state, lambda table: carry_out(table, clash, "Ex"))
    assert played.of(ExchangeDue)[0].sp == 6
    assert played.state.units[UnitId("A1-v1")].hex == "0403"
    guns = at("F3 battery 8-3 0303", *SCREEN, "A2 infantry 9-3 0403", step=Step.BOMBARDMENT)
    shot = Shot(units("F3"), Hex("0403"))
    fired = play(guns, lambda table: bombard(table, shot), [4])
    assert [q.units for q in fired.questions(ChooseVictim)] == [units("A2")]


@pytest.mark.rule("T13.15", "T17.4")
def test_vedettes_bar_no_charge_and_give_way_to_one() -> None:
    lines = ("F2 heavy 9-4 0303", *SCREEN, "A2 infantry 3-3 0403")
    state = at(*lines, step=Step.CHARGE)
    ride = Ride(units("F2"), Hex("0403"), hexes("0303"))
    played = play(state, lambda table: charge(table, ride), [1, 6])
    assert played.state.units[UnitId("F2")].hex == "0403"
    assert played.of(VedettesRidden)
    assert played.of(VedettesFellBack)


# -- vedette against vedette (T17.11)


@pytest.mark.rule("T17.11", "T17.2")
@each(
    "own die column effect",
    (2, 1, "1:1", "Dr2"),
    (2, 2, "1:1", "Dr"),
    (2, 4, "1:1", "1R"),  # Shock of equals
    (2, 5, "1:1", "Ar"),  # a star falls away
    (1, 3, "1:2", "1R"),
    (1, 5, "1:2", "Ar2"),
    (3, 3, "1.5:1", "Dr"),
)
def test_vedettes_fight_with_two_sp_each(own: int, die: int, column: str, effect: str) -> None:
    state = at(SPREAD, *OUT[:own], *SCREEN, step=Step.COMBAT)
    blow = Blow(units("F1-v1 F1-v2 F1-v3")[:own], Hex("0403"))
    played = play(state, fight_screens, [die], {AttackVedettes: [blow]})
    (event,) = played.of(VedettesFought)
    assert (event.column, event.effect) == (column, effect)
    moved = {v for e in played.of(VedettesFellBack) for v in e.vedettes}
    assert moved == {
        "Dr": set(units("A1-v1 A1-v2")),
        "Ar": set(blow.units),
    }.get(effect[:2], set())
    lost = [v for e in played.of(VedettesLost) for v in e.vedettes]
    assert lost == ([UnitId("A1-v2"), blow.units[-1]] if effect == "1R" else [])


@pytest.mark.rule("T17.11", "T10.11")
def test_nobody_must_attack_vedettes_and_only_vedettes_may() -> None:
    state = at(SPREAD, OUT[0], "F2 light 4-4 0303", *SCREEN, step=Step.COMBAT)
    assert skirmishes(state) == (Blow(units("F1-v1"), Hex("0403")),)
    assert not eligible(state)

    async def listed(table: Any) -> None:
        list_duties(table)

    fights = play(state, listed).state.fights
    assert not fights.duty_hexes
    assert not fights.duty_units
    played = play(state, combat_segment)
    assert [type(q) for q, _ in played.found.asked] == [AttackVedettes, DeclareAttack]
    held = at(SPREAD, OUT[0], *SCREEN, "A2 infantry 1-3 0403", step=Step.COMBAT)
    assert not skirmishes(held)


# -- where others come in (T20.1, T14.4, T9.5)


@pytest.mark.rule("T17.4", "T20.1")
def test_who_enters_the_map_drives_vedettes_off() -> None:
    lines = ("F2 infantry 4-3 due", "A1 light 4-4 spread vedettes:1", "A1-v1 vedette 0104")
    state = at(*lines, step=Step.ENTRY, roads=["0104 0204 0304"])
    group = Arrival(1, Hex("0104"), units("F2"))
    state.schedule = Schedule((group,))
    played = play(state, entry_segment)
    assert played.state.units[UnitId("F2")].hex == "0104"
    assert played.of(VedettesFellBack)[0].path[0] == "0104"


@pytest.mark.rule("T17.4", "T9.5", "T14.4")
def test_nobody_makes_room_or_comes_back_into_a_hex_of_vedettes() -> None:
    crowd = [f"F{n} infantry 4-3 0303" for n in (2, 3, 4)]
    screens = [f"A1-v{n} vedette {hex_}" for n, hex_ in enumerate(AROUND, start=1)]
    state = at(*crowd, "A1 light 4-4 spread vedettes:5", *screens)
    rooms = {room.hex for room in DisplaceExcess(FRENCH, Hex("0303")).options(state)}
    assert rooms == {Hex("0402")}
    lines = ("F8 leader 0303 rating:3", "F2 infantry 4-3 uar")
    back = at(*lines, "A1 light 4-4 spread vedettes:5", *screens)
    back.put_unit(replace(back.units[UnitId("F2")], box=Box.RECOVERED))
    assert {one.hex for one in returns(back, LeaderId("F8"))} == {Hex("0303"), Hex("0402")}


AROUND = ("0302", "0403", "0304", "0203", "0202")

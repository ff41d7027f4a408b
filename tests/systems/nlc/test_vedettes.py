"""Vedettes: what they are, how they go out and back, and what happens when the enemy comes."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from hexwar.app.games import battle_with
from hexwar.engine import Table
from hexwar.ground.costs import Gait
from hexwar.ground.movement import movers
from hexwar.ground.stacking import has_room
from hexwar.ground.vedettes import steps_owed
from hexwar.ground.zones import enemy_hexes, is_in_contact, zone
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.events.losses import StepLost, UnitDisrupted, UnitEliminated, UnitRetreated
from hexwar.systems.nlc.events.turn import HexControlled
from hexwar.systems.nlc.rules.combat.bombardment_fire import has_target
from hexwar.systems.nlc.rules.combat.screening import AttackVedettes, Skirmish, attack_vedettes
from hexwar.systems.nlc.rules.command.leaders import overrun
from hexwar.systems.nlc.rules.losses.demoralization import lost_of
from hexwar.systems.nlc.rules.losses.losses import Toll
from hexwar.systems.nlc.rules.losses.rally import hexes_to_rally
from hexwar.systems.nlc.rules.losses.retreat import retreat
from hexwar.systems.nlc.rules.losses.screen import ChooseVedettesGo, ChooseWayBack, paths_back
from hexwar.systems.nlc.rules.movement.law import allowance
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, choices
from hexwar.systems.nlc.rules.movement.segment import (
    ActivateUnit,
    duties_owed,
    move_units,
    movement_segment,
)
from hexwar.systems.nlc.rules.movement.vedettes import Deployment
from hexwar.systems.nlc.rules.turn.actions import begin_activation, begin_activations, has_chit
from hexwar.systems.nlc.rules.victory.victory import lost_sp
from hexwar.systems.nlc.state import GameState
from hexwar.table.battle import TurnKind, on_map
from hexwar.table.forces import Arm, FormationId, UnitId
from hexwar.table.pieces import Box, Segment
from hexwar.table.vedette_facts import (
    VedettesDeployed,
    VedettesFellBack,
    VedettesLost,
    VedettesRejoined,
)
from tests.systems.nlc.cases import each
from tests.systems.nlc.moves import moving, price, reached, refused, steps
from tests.systems.nlc.plays import Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

HUSSARS = "F1 light 4-4 0303 vedettes:3"
SPREAD = "F1 light 4-4 spread vedettes:3"
OUT = ("F1-v1 vedette 0303", "F1-v2 vedette 0303", "F1-v3 vedette 0303")
PIECES = units("F1-v1 F1-v2 F1-v3")
FAR = "A1 infantry 5-3 0707"
ASKED = ActivateUnit(FRENCH, FormationId("FI"))
DEPLOY, GATHER = Deployment(unit("F1")), Deployment(unit("F1"), gathers=True)


def acts(state: GameState, answer: Any, **more: Any) -> Played[None]:
    """One answer in the Movement Segment of FI."""
    return play(state, movement_segment, answers={ActivateUnit: [answer], **more})


def refusal_of(state: GameState, answer: Any) -> str | None:
    refusal = ASKED.refusal(state, answer)
    return None if refusal is None else refusal.sentence


# -- what they are


@pytest.mark.rule("N20.3", "T17.2", "N2.11")
def test_a_vedette_counts_for_nothing_but_itself() -> None:
    """37.11: no strength and no zone; 37.2: no stacking; cavalry costs, and road cost on roads."""
    state = moving(OPEN, SPREAD, *OUT, "F2 infantry 8-3 0302", "A1 infantry 5-3 0304")
    card = state.card(PIECES[0])
    assert (card.arm, card.sp, card.movement, card.vedette_of) == (Arm.VEDETTE, 0, 7, unit("F1"))
    assert not card.is_combat_unit
    assert Hex("0304") not in zone(position(OPEN, SPREAD, *OUT), FRENCH)
    assert not is_in_contact(position(OPEN, SPREAD, *OUT, "A2 infantry 1-3 0101"), unit("A2"))
    assert enemy_hexes(state, ALLIED) == {Hex("0302")}
    full = position(OPEN, SPREAD, *OUT, "F2 infantry 6-3 0303", "F3 infantry 6-3 0303")
    assert has_room(full, Hex("0303"), FRENCH, ())
    assert has_room(full, Hex("0303"), FRENCH, PIECES)
    assert lost_sp(state, FRENCH) == 0


@pytest.mark.rule("N20.3", "T17.2")
def test_vedettes_pay_road_cost_on_roads_and_horse_s_costs_elsewhere() -> None:
    """37.11: always the cost of road movement on a road, without being in road column."""
    rows = """
    .  .  .  .
    w  .  w  .
    .  .  .  .
    """
    lines = ("F1 light 4-4 spread vedettes:1", "F1-v1 vedette 0102", "F2 light 4-4 0102")
    state = moving(rows, *lines, roads=["0102 0202 0302 0402"])
    assert steps(state, "F1-v1", "0102 0202 0302 0402") == [0.5, 0.5, 0.5]
    assert steps(state, "F2", "0102 0202 0302 0402") == [1, 1, 1]
    off = moving(rows, *lines)
    path = "0102 0202 0302"
    assert price(off, "F1-v1", path) == price(off, "F2", path)
    assert movers(state, units("F1-v1")).gait is Gait.VEDETTE
    asked = ChoosePath(FRENCH, units("F1-v1"))
    refusal = asked.refusal(state, Route(hexes("0102 0202"), column=True))
    assert refusal is not None
    assert refusal.rule == "N20.31"


@pytest.mark.rule("N20.3", "N6.4", "T17.3")
def test_vedettes_ride_through_zones_but_into_no_hex_with_an_enemy() -> None:
    """37.11: zones mean nothing to them; only vedettes keep out of a hex of vedettes."""
    lines = ("F1 light 4-4 spread vedettes:1", "F1-v1 vedette 0301", "A1 infantry 5-3 0303")
    state = moving(OPEN, *lines, "A2 light 3-3 spread vedettes:1", "A2-v1 vedette 0501")
    assert {"0302", "0204", "0404", "0305"} <= reached(state, "F1-v1")
    assert refused(state, "F1-v1", "0301 0302 0303") == "N6.10"
    assert refused(state, "F1-v1", "0301 0401 0501") == "N20.3"
    trains = moving(OPEN, *lines, "A3 train 0501", "A-X leader 0101")
    assert refused(trains, "F1-v1", "0301 0401 0501") == "N20.3"
    assert refused(trains, "F1-v1", "0301 0201 0101") == "N20.3"


@pytest.mark.rule("N20.3", "T18.31")
def test_a_vedette_alone_wades_a_ford() -> None:
    lines = ("F1 light 4-4 spread vedettes:1", "F1-v1 vedette 0303")
    state = moving(OPEN, *lines, fords=["0303-0304"])
    assert refused(state, "F1-v1", "0303 0304") is None


@pytest.mark.rule("N20.3", "N27.4", "N14.31")
def test_vedettes_owe_no_duty_and_need_no_command() -> None:
    orders = "FI: attack 0707"
    state = moving(
        OPEN, SPREAD, *OUT, FAR, "F2 infantry 4-3 0101", "F-X leader 0101", orders=orders
    )
    assert [one.sentence for one in duties_owed(state, FormationId("FI"))]
    found = choices(state, PIECES[:1])
    assert found.duties == ()
    assert found.can_stay
    alone = moving(OPEN, SPREAD, *OUT, FAR, orders=orders)
    assert not list(duties_owed(alone, FormationId("FI")))
    assert None in ASKED.options(alone)
    assert allowance(state, PIECES[0]) == 14


# -- out and back


@pytest.mark.rule("N20.31", "T17.1", "T17.9")
def test_a_unit_is_replaced_by_its_vedettes_for_a_point() -> None:
    """37.11: the number on the counter, in the movement phase."""
    state = moving(OPEN, HUSSARS, FAR)
    assert DEPLOY in ASKED.options(state)
    played = acts(state, DEPLOY)
    assert played.of(VedettesDeployed) == [
        VedettesDeployed(unit("F1"), PIECES, Hex("0303"), 2, stays=False)
    ]
    after = played.state
    assert after.units[unit("F1")].box is Box.SPREAD
    assert [after.units[piece].hex for piece in PIECES] == ["0303"] * 3
    assert {movers(after, (piece,)).allowance for piece in PIECES} == {12}
    options = ASKED.options(after)
    assert PIECES in options
    assert all((piece,) in options for piece in PIECES)
    assert DEPLOY not in options


@pytest.mark.rule("N20.31")
@each(
    "line sentence",
    ("F1 light 4-4 0303 vedettes:3 moved", "F1 has moved or worked already."),
    ("F1 light 4-4 0303 vedettes:3 disrupted", "F1 is Disrupted."),
    ("F1 light 4-4 0303", "F1 has no vedettes."),
    ("F1 light 4-4 0303 vedettes:3 of:FII", "That unit does not act on this chit."),
    ("F1 light 4-4 uar vedettes:3", "F1 is not on the map."),
)
def test_who_cannot_spread_out(line: str, sentence: str) -> None:
    state = moving(OPEN, line, "F9 infantry 5-3 0101 own:1", FAR)
    assert refusal_of(state, DEPLOY) == sentence
    assert DEPLOY not in ASKED.options(state)


@pytest.mark.rule("N20.31", "T17.1")
def test_vedettes_that_stand_together_become_their_unit_again() -> None:
    state = moving(OPEN, SPREAD.replace("4-4 spread", "4-4 spread reduced"), *OUT, FAR)
    played = acts(state, GATHER)
    assert len(played.of(VedettesRejoined)) == 1
    back = played.state.units[unit("F1")]
    assert (back.hex, back.spent, back.moved, back.reduced) == ("0303", 2, False, True)
    assert {played.state.units[piece].box for piece in PIECES} == {Box.WITH_UNIT}
    assert DEPLOY not in ASKED.options(played.state)


@pytest.mark.rule("N22.2", "T17.9")
def test_a_unit_that_comes_back_where_its_vedettes_stand_holds_the_hex() -> None:
    held = {"control": MappingProxyType({Hex("0303"): ALLIED})}
    back = acts(moving(OPEN, SPREAD, *OUT, FAR, **held), GATHER)
    assert back.of(HexControlled) == [HexControlled(Hex("0303"), FRENCH, unit("F1"))]
    weak = SPREAD.replace("spread", "spread reduced")
    lost = ("F1-v1 vedette uar", "F1-v2 vedette uar", OUT[2])
    gone = acts(moving(OPEN, weak, *lost, FAR, **held), GATHER)
    assert gone.state.units[unit("F1")].box is Box.UAR
    assert gone.of(HexControlled) == []


@pytest.mark.rule("N20.31")
@each(
    "lines sentence",
    ((*OUT[:2], "F1-v3 vedette 0304"), "The vedettes of F1 do not stand together."),
    ((*OUT[:2], "F1-v3 vedette 0303 moved spent:13"), "The vedettes of F1 have no MP left."),
    ((), "No vedettes of F1 are out."),
    ((*OUT, "F2 infantry 6-3 0303", "F3 infantry 6-3 0303"), "There is no room for F1 in 0303."),
)
def test_when_vedettes_cannot_gather(lines: tuple[str, ...], sentence: str) -> None:
    state = moving(OPEN, SPREAD, *lines, "F9 infantry 5-3 0101", FAR)
    assert refusal_of(state, GATHER) == sentence
    assert GATHER not in ASKED.options(state)


@pytest.mark.rule("N20.31", "T17.1")
def test_a_unit_whose_vedettes_have_moved_has_moved() -> None:
    moved = tuple(f"{line} moved spent:8" for line in OUT)
    back = acts(moving(OPEN, SPREAD, *moved, FAR), GATHER).state.units[unit("F1")]
    assert (back.moved, back.spent) == (True, 10)


@pytest.mark.rule("N20.31", "T17.1")
def test_a_brigade_sends_its_own_vedettes_out_and_stays() -> None:
    """37.11: six Prussian brigades and one of Wuerttemberg keep their place."""
    state = moving(OPEN, "F1 infantry 5-3 0303 own:1 moved", FAR)
    piece = unit("F1-v1")
    played = acts(state, DEPLOY)
    after = played.state
    assert (after.units[unit("F1")].hex, after.units[piece].hex) == ("0303", "0303")
    back = acts(after, GATHER).state
    assert back.units[piece].box is Box.WITH_UNIT
    assert refusal_of(back, DEPLOY) == "The vedettes of F1 have come back in this activation."
    begun = play(back, lambda table: begin_activations(table, (FormationId("FI"),))).state
    begun.activation = state.activation
    assert refusal_of(begun, DEPLOY) is None
    gone = moving(OPEN, "F1 infantry 5-3 0303 own:1", "F1-v1 vedette uar", FAR)
    assert refusal_of(gone, DEPLOY) == "F1 has no more vedettes to send out."


@pytest.mark.rule("N20.31", "T17.9")
def test_vedettes_of_a_lost_brigade_do_not_bring_it_back() -> None:
    state = moving(OPEN, "F1 infantry 5-3 uar own:1", "F1-v1 vedette 0303", FAR)
    assert refusal_of(state, GATHER) == "F1 is no more: its vedettes stay out."
    assert GATHER not in ASKED.options(state)


@pytest.mark.rule("T17.1", "N20.31")
def test_the_battles_have_their_vedettes_only_with_the_option() -> None:
    """37.11: seven brigades own extra ones; the option is off by default."""
    plain = on_map(battle_with("la-rothiere", ()))
    assert not any(card.is_vedette for card in plain.units.values())
    wanted = (("la-rothiere", "Württemberg", 1), ("champaubert", "Prussian", 6))
    for scenario, nation, most in wanted:
        battle = on_map(battle_with(scenario, (("vedettes", "on"),)))
        pieces = [card for card in battle.units.values() if card.is_vedette]
        extra = [card for card in pieces if card.is_extra]
        assert pieces
        assert 0 < len(extra) <= most
        assert {card.nation for card in extra} == {nation}
        assert not any(card.id in f.units for f in battle.formations.values() for card in pieces)


@pytest.mark.rule("N20.31", "N4.44")
def test_a_formation_whose_units_are_all_spread_out_still_acts() -> None:
    assert has_chit(position(OPEN, SPREAD, *OUT, FAR), FormationId("FI"))
    lines = (SPREAD, *(f"{line} moved spent:9 assaulted" for line in OUT), FAR)
    begun = play(position(OPEN, *lines), lambda table: begin_activation(table, FormationId("FI")))
    records = [begun.state.units[piece] for piece in PIECES]
    assert {(r.moved, r.spent, r.assaulted) for r in records} == {(False, 0, False)}


# -- moving


@pytest.mark.rule("N20.31", "N4.52")
def test_vedettes_move_alone_or_several_but_not_with_others() -> None:
    state = moving(OPEN, SPREAD, *OUT, "F2 light 4-4 0303", FAR)
    assert refusal_of(state, PIECES) is None
    assert refusal_of(state, units("F1-v1 F2")) == "Vedettes move by themselves."
    route = Route(hexes("0303 0304 0305"))
    answers: dict[Any, list[Any]] = {ActivateUnit: [PIECES[:2]], ChoosePath: [route]}
    after = play(state, movement_segment, answers=answers).state
    assert [after.units[piece].hex for piece in PIECES] == ["0305", "0305", "0303"]
    assert refusal_of(after, PIECES[:1]) == "F1, vedette 1 has moved already."
    assert refusal_of(after, units("F2")) is None


# -- when the enemy comes


@pytest.mark.rule("N20.31", "N6.10", "T17.4")
def test_who_enters_goes_on_and_the_vedettes_fall_back_two_hexes() -> None:
    """37.11: enemies may enter, the vedettes retreat two hexes, and the march goes on."""
    lines = ("F1 infantry 4-3 0305", SPREAD.replace("F1", "A1"), "A1-v1 vedette 0304")
    state = moving(OPEN, *lines, "A1-v2 vedette 0304", "A2 infantry 3-3 0707")
    assert refused(state, "F1", "0305 0304 0303") is None
    route = Route(hexes("0305 0304 0303"))
    answers = {ChoosePath: [route]}
    played = play(state, lambda table: move_units(table, units("F1")), answers=answers)
    assert played.state.units[unit("F1")].hex == "0303"
    fell = played.of(VedettesFellBack)[0]
    assert (fell.vedettes, len(fell.path)) == (units("A1-v1 A1-v2"), 3)
    assert not played.of(FireResolved)
    for piece in units("A1-v1 A1-v2"):
        record = played.state.units[piece]
        assert record.hex != "0303"
        assert not record.disrupted


@pytest.mark.rule("N20.31", "N20.3")
def test_the_way_back_leads_away_through_zones_and_friends() -> None:
    lines = ("A1 light 4-4 spread vedettes:1", "A1-v1 vedette 0404", "F2 infantry 5-3 0402")
    state = position(OPEN, *lines, "F1 infantry 5-3 0405", "A2 infantry 6-3 0304 russian")
    ways = paths_back(state, ALLIED, Hex("0404"), (Hex("0405"),))
    assert ways
    distance = state.battle.battlefield.grid.distance
    for way in ways:
        assert [distance(hex_, Hex("0405")) for hex_ in way] == [1, 2, 3]
        assert Hex("0402") not in way
    assert any(Hex("0403") in way for way in ways)  # next to F2
    asked = ChooseWayBack(ALLIED, units("A1-v1"), Hex("0404"), (Hex("0405"),))
    assert len({way[-1] for way in asked.options(state)}) == len(asked.options(state))
    assert asked.refusal(state, hexes("0404 0403")) is not None


@pytest.mark.rule("N20.31", "T17.9")
def test_vedettes_with_no_way_back_are_lost_and_with_the_last_their_unit() -> None:
    lines = ("A1 light 4-4 spread vedettes:2", "A1-v1 vedette 0101", "A1-v2 vedette 0303")
    round_it = ["0101-0102", "0101-0201"]
    state = position(OPEN, *lines, "F1 infantry 5-3 0101", "A2 infantry 1-3 0707", rivers=round_it)
    played = play(state, lambda table: overrun(table, FRENCH, Hex("0101")))
    assert played.of(VedettesLost) == [VedettesLost(units("A1-v1"))]
    assert played.state.units[unit("A1-v1")].box is Box.UAR
    assert not played.of(UnitEliminated)
    last = position(OPEN, lines[0], lines[1], "A1-v2 vedette uar", "F1 infantry 5-3 0101",
                    "A2 infantry 1-3 0707", rivers=round_it)  # fmt: skip
    gone = play(last, lambda table: overrun(table, FRENCH, Hex("0101")))
    assert [(e.unit, e.box) for e in gone.of(UnitEliminated)] == [("A1", Box.UAR)]
    assert lost_of(gone.state, FormationId("AI")) == 4


@pytest.mark.rule("T17.9")
@each(
    "left lost steps_lost box",
    ("F1-v1 F1-v2", "F1-v3", 0, None),
    ("F1-v1", "F1-v2 F1-v3", 1, None),
)
def test_lost_vedettes_cost_a_step_each_from_the_second_on(
    left: str, lost: str, steps_lost: int, box: Box | None
) -> None:
    lines = [f"{piece} vedette 0303" for piece in units(left)]
    lines += [f"{piece} vedette uar" for piece in units(lost)]
    state = moving(OPEN, SPREAD, *lines, FAR)
    assert steps_owed(state, unit("F1")) == steps_lost
    played = acts(state, GATHER)
    assert len(played.of(StepLost)) == steps_lost
    assert played.state.units[unit("F1")].box is box
    assert {played.state.units[piece].box for piece in PIECES} == {Box.WITH_UNIT}


@pytest.mark.rule("T17.9")
def test_a_unit_of_one_step_does_not_come_back_without_two_vedettes() -> None:
    line = SPREAD.replace("4-4", "1/0-4")
    state = moving(OPEN, line, OUT[0], "F1-v2 vedette uar", "F1-v3 vedette uar", FAR)
    played = acts(state, GATHER)
    assert played.state.units[unit("F1")].box is Box.UAR


# -- cavalry, and vedettes against vedettes

HORSE = "F1 heavy 8-4 0305"
THEIRS = ("A1 light 4-4 spread vedettes:2", "A1-v1 vedette 0304", "A1-v2 vedette 0304")
ELSEWHERE = "A2 infantry 3-3 0707"


@pytest.mark.rule("N20.31", "T17.4")
@each("die lost", (6, ["A1-v2"]), (1, []))
def test_cavalry_that_enters_fires_once_at_half_strength(die: int, lost: list[str]) -> None:
    """37.11: an immediate free attack at half strength; we read it on the Fire Table."""
    state = moving(OPEN, HORSE, "F2 light 7-4 0305", *THEIRS, ELSEWHERE)
    route = Route(hexes("0305 0304"))
    played = play(
        state, lambda table: move_units(table, units("F1 F2")), [die], {ChoosePath: [route]}
    )
    (fired,) = played.of(FireResolved)
    assert (fired.strength, fired.side, fired.target) == (8, FRENCH, "0304")
    assert [piece for e in played.of(VedettesLost) for piece in e.vedettes] == lost
    left = [p for p in units("A1-v1 A1-v2") if p not in lost]
    assert [played.of(VedettesFellBack)[0].vedettes] == [tuple(left)]
    assert not played.of("MoraleRolled")


@pytest.mark.rule("N20.31")
def test_infantry_that_enters_fires_at_nobody() -> None:
    state = moving(OPEN, "F1 infantry 8-4 0305", *THEIRS, ELSEWHERE)
    answers = {ChoosePath: [Route(hexes("0305 0304"))]}
    played = play(state, lambda table: move_units(table, units("F1")), (), answers)
    assert not played.of(FireResolved)


def attacks(state: GameState, dice: list[int], *units_: UnitId) -> Played[None]:
    chosen = Skirmish(Hex("0304"), tuple(units_))

    async def flow(table: Table[GameState]) -> None:
        await attack_vedettes(table, FRENCH, FormationId("FI"))

    return play(state, flow, dice, {AttackVedettes: [chosen]})


@pytest.mark.rule("N20.31")
def test_cavalry_next_to_vedettes_may_attack_them_and_they_fall_back() -> None:
    state = position(OPEN, HORSE, *THEIRS, ELSEWHERE, active="FI", segment=Segment.ASSAULT)
    asked = AttackVedettes(FRENCH, FormationId("FI"))
    assert asked.options(state) == [None, Skirmish(Hex("0304"), units("F1"))]
    played = attacks(state, [6], unit("F1"))
    assert [e.strength for e in played.of(FireResolved)] == [4]
    assert len(played.of(VedettesFellBack)) == 1
    assert played.state.units[unit("F1")].hex == "0305"
    assert played.state.units[unit("F1")].assaulted
    guarded = position(OPEN, HORSE, *THEIRS, "A2 infantry 3-3 0304", active="FI")
    assert asked.options(guarded) == [None]


@pytest.mark.rule("N20.31", "T17.11")
@each(
    "dice checks fallen",
    ([1, 1], 0, []),
    ([6, 1, 1], 1, []),
    ([6, 1, 6], 1, ["A1-v1"]),
    ([6, 6, 6, 6], 2, ["A1-v1", "F1-v1"]),
)
def test_vedettes_fight_vedettes_with_two_points_each(
    dice: list[int], checks: int, fallen: list[str]
) -> None:
    """37.11: normally, with a strength of 2; the loser of a check goes back, Disrupted."""
    lines = ("F1 light 4-4 spread vedettes:1", "F1-v1 vedette 0305", *THEIRS[:2], ELSEWHERE)
    state = position(OPEN, *lines, active="FI", segment=Segment.ASSAULT)
    played = attacks(state, dice, unit("F1-v1"))
    assert [e.strength for e in played.of(FireResolved)] == [2, 2]
    assert len(played.of("MoraleRolled")) == checks
    assert [e.unit for e in played.of(UnitDisrupted)] == fallen
    assert [piece for e in played.of(VedettesFellBack) for piece in e.vedettes] == fallen


@pytest.mark.rule("N20.31", "T17.11")
def test_several_vedettes_add_up_and_nobody_attacks_after_midnight() -> None:
    lines = ("F1 light 4-4 spread vedettes:2", "F1-v1 vedette 0305", "F1-v2 vedette 0305")
    state = position(OPEN, *lines, *THEIRS[:2], ELSEWHERE, active="FI")
    played = attacks(state, [1, 1], *units("F1-v1 F1-v2"))
    assert [e.strength for e in played.of(FireResolved)] == [4, 2]
    pieces = (*lines, *THEIRS[:2], ELSEWHERE)
    night = position(OPEN, *pieces, active="FI", kind=TurnKind.NIGHT_AM)
    assert AttackVedettes(FRENCH, FormationId("FI")).options(night) == [None]


# -- with the units that they stand with


@pytest.mark.rule("N11.12", "N20.31")
@each("goes", True, False)
def test_the_vedettes_of_a_hex_share_a_retreat_or_stay(goes: bool) -> None:
    """37.11: in a stack that is attacked they stay or retreat with it."""
    lines = ("A1 infantry 5-3 0403", "A2 light 4-4 spread vedettes:1", "A2-v1 vedette 0403")
    state = position(OPEN, *lines, "F1 infantry 5-3 0404", active="FI")
    toll = Toll(ALLIED, units("A1"))

    async def flow(table: Table[GameState]) -> None:
        await retreat(table, toll, (Hex("0404"),), attacking=False, rout=False)

    played = play(state, flow, answers={ChooseVedettesGo: [goes]})
    gone = [e.unit for e in played.of(UnitRetreated)]
    assert gone == (["A1", "A2-v1"] if goes else ["A1"])
    piece = played.state.units[unit("A2-v1")]
    assert (piece.hex == "0403") is not goes
    assert piece.disrupted is goes
    assert (UnitDisrupted(unit("A2-v1")) in played.events) is goes


@pytest.mark.rule("N9.6", "N20.31")
def test_vedettes_are_no_target_of_guns() -> None:
    """37.11: what a bombardment disrupts is not them."""
    gun = "F1 battery 6-3 0304"
    lines = ("A1 light 4-4 spread vedettes:1", "A1-v1 vedette 0302", ELSEWHERE)
    assert not has_target(position(OPEN, gun, *lines, active="FI"), unit("F1"))
    both = position(OPEN, gun, *lines, "A3 infantry 4-3 0302", active="FI")
    assert both.combat_units_in(Hex("0302")) == units("A3")
    assert has_target(both, unit("F1"))


@pytest.mark.rule("N13.4")
def test_disrupted_vedettes_rally_whatever_the_order() -> None:
    """37.11: they are reorganized regardless of the formation's order."""
    for order in ("FI: attack 0707", "FI: march 0707", "FI: reserve 0101"):
        lines = (SPREAD, "F1-v1 vedette 0303 disrupted", "F1-v2 vedette 0505")
        state = position(OPEN, *lines, FAR, orders=order)
        assert hexes_to_rally(state, FRENCH) == hexes("0303")

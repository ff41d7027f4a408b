"""What each card changes: command, movement, works, losses, victory (T24.3, T24.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import DieRerolled
from hexwar.cards.records import CardId
from hexwar.engine import Refusal
from hexwar.hexes import Hex, hexside
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.events.cards import FordTried
from hexwar.systems.tlnb.rules.cards.acts import act
from hexwar.systems.tlnb.rules.cards.effects import capacity
from hexwar.systems.tlnb.rules.cards.modes import column_of, strongest
from hexwar.systems.tlnb.rules.cards.naming import (
    fed_commands,
    fed_marchers,
    newcomers,
    targets,
)
from hexwar.systems.tlnb.rules.cards.piles import end_all
from hexwar.systems.tlnb.rules.cards.segment import card_segment
from hexwar.systems.tlnb.rules.combat.duties import list_duties
from hexwar.systems.tlnb.rules.command.command import command_segment, nameable, settled
from hexwar.systems.tlnb.rules.command.leaders import leaders_fate, officer_rating, raise_alarm
from hexwar.systems.tlnb.rules.command.marches import Plan
from hexwar.systems.tlnb.rules.command.routes import goals_of
from hexwar.systems.tlnb.rules.dice import throw
from hexwar.systems.tlnb.rules.losses.recovery import recovery_modifiers, rolls_now
from hexwar.systems.tlnb.rules.movement.reach import allowance, ends, quote
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, movement_segment, wear_out
from hexwar.systems.tlnb.rules.movement.works import Act, Work, ford_sites, span_works
from hexwar.systems.tlnb.rules.turn.status import status_segment
from hexwar.systems.tlnb.rules.victory.victory import score_lines
from hexwar.systems.tlnb.state import Command, Fights, Marches, Step, TlnbState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Played, play, units
from tests.systems.tlnb.hands import calendar, dealt, in_force

pytestmark = pytest.mark.rule("T24.3")
F1, A1 = "F1 infantry 6-3 0304", "A1 infantry 6-3 0707"
FC, FL = "FC overall 0304 rating:2", "FL leader 0304 rating:3"
ROAD = ["0301 0302 0303 0304 0305 0306 0307"]
HOME: dict[str, Any] = {"bases": ["french:0301"], "vp_hexes": {Hex("0301"): 3, Hex("0307"): 3}}


def done(state: TlnbState, card: str, *subjects: str, dice: Any = (), **answers: Any) -> Played:
    """A card of the French that does what it does."""
    told = {k: [v] for k, v in answers.items()}
    return play(state, lambda t: act(t, FRENCH, CardId(card), subjects), dice, told)


# -- mode cards (18.5)


@pytest.mark.rule("T24.11")
def test_road_column_sets_the_strongest_force_on_the_road_with_its_interval() -> None:
    lines = "F1 infantry 9-3 0404", "F2 infantry 4-3 0404", "F3 infantry 4-3 0205 of:FX", A1
    state = dealt(*lines, "FL leader 0404 rating:3", roads=ROAD, **HOME)
    (force,) = strongest(state, FRENCH)
    assert force == units("F1 F2")
    after = done(state, "road-column", *force).state
    places = {p.unit: (p.hex, p.tail) for p in column_of(state, force)}
    # The head is at the nearest hex of the road; 9 SP take two hexes, then one stays free.
    assert places == {UnitId("F1"): ("0303", "0302")} or places[UnitId("F1")][1] is not None
    assert after.units[UnitId("F1")].column
    assert after.leaders[LeaderId("FL")].hex == after.units[UnitId("F1")].hex


@pytest.mark.rule("T24.11", "T7.56")
def test_a_column_keeps_a_free_hex_between_its_units() -> None:
    lines = "F1 infantry 5-3 0306", "F2 infantry 4-3 0306", "FL leader 0306 rating:3", A1
    state = dealt(*lines, roads=ROAD, **HOME)
    found = [(p.unit, p.hex) for p in column_of(state, units("F1 F2"))]
    assert found == [("F1", "0306"), ("F2", "0304")]


def test_road_column_is_of_no_use_without_a_road_to_a_source() -> None:
    state = dealt(F1, FL, A1, bases=["french:0301"])
    assert not targets(state, FRENCH, CardId("road-column"))


@pytest.mark.rule("T5.10")
def test_late_start_lets_all_commanders_sleep_and_early_arrival_wakes_them() -> None:
    state = dealt(F1, FC, "FW wing 0304 rating:1", A1, "AC overall 0707 rating:2")
    asleep = done(state, "late-start").state
    assert asleep.command.asleep == {"FC", "FW"}
    awake = done(asleep, "early-arrival")
    assert [e.leader for e in awake.of("LeaderWoke")] == ["FC", "FW"]
    assert not awake.state.command.asleep


@pytest.mark.rule("T5.10")
@each("die is_awake", (1, True), (2, False), (6, False))
def test_a_sleeper_is_called_once_each_command_segment(die: int, is_awake: bool) -> None:
    state = dealt(F1, FC, FL, A1, step=Step.COMMAND)
    state.command = Command(asleep=frozenset({LeaderId("FC")}))
    after = play(state, command_segment, [die] if is_awake else [die, 1])
    assert [e.is_awake for e in after.of("WakeRolled")] == [is_awake]
    assert bool(after.questions("NameOfficers")) is is_awake


@pytest.mark.rule("T5.10")
@each("hex wakes", ("0704", True), ("3004", False))
def test_a_fight_within_ten_hexes_wakes_him(hex: str, wakes: bool) -> None:
    rows = "\n".join([".  " * 30] * 8)
    state = dealt(F1, FC, A1, rows=rows)
    state.command = Command(asleep=frozenset({LeaderId("FC")}))
    state.player = 1

    async def alarm(table: Any) -> None:
        raise_alarm(table, Hex(hex))

    assert bool(play(state, alarm).of("LeaderWoke")) is wakes


def test_replacements_fill_up_to_two_reduced_units() -> None:
    lines = [f"F{n} infantry 5-3 0{n}04 reduced" for n in (1, 2, 3)]
    state = dealt(*lines, A1)
    found = ["".join(names) for names in targets(state, FRENCH, CardId("replacements"))]
    assert found == ["F1F2", "F1F3", "F2F3", "F1", "F2", "F3"]
    after = done(state, "replacements", "F1", "F3").state
    assert [after.units[u].reduced for u in units("F1 F2 F3")] == [False, True, False]


def test_early_arrival_puts_all_units_of_the_start_in_command() -> None:
    state = dealt(F1, "F2 infantry 4-3 0701", A1, turn=1, command="")
    state.command = Command()
    assert settled(state, FRENCH) == frozenset()
    assert settled(done(state, "early-arrival").state, FRENCH) == set(units("F1 F2"))


@pytest.mark.rule("T24.4")
@each("north die point", (0.0, 1, "N"), (0.0, 4, "S"), (30.0, 1, "NE"), (30.0, 6, "NW"))
def test_a_scattered_force_rolls_by_the_compass(north: float, die: int, point: str) -> None:
    state = dealt("F1 infantry 6-3 0404", A1)
    state.battle = replace(state.battle, battlefield=replace(state.battle.battlefield, north=north))
    (rolled,) = done(state, "formation-scattered", "F1", dice=[die]).of("DirectionRolled")
    assert rolled.points == point
    if north == 0 and die == 1:
        assert rolled.path == ("0404", "0403", "0402")


def test_who_is_scattered_stops_before_the_enemy() -> None:
    state = dealt("F1 infantry 6-3 0404", "A1 infantry 6-3 0401")
    (rolled,) = done(state, "formation-scattered", "F1", dice=[1]).of("DirectionRolled")
    assert rolled.path == ("0404", "0403")


# -- command


@pytest.mark.rule("T24.6")
def test_emperor_napoleon_is_rated_5_and_orders_a_march() -> None:
    lines = F1, FL, A1, "FC overall 0304 rating:3 name:Napoléon"
    state = dealt(*lines, roads=ROAD, **HOME)
    assert list(targets(state, FRENCH, CardId("emperor-napoleon"))) == [("FI",)]
    after = done(state, "emperor-napoleon", "FI", ChooseRoute=Plan(FormationId("FI"), Hex("0301")))
    assert [(e.formation, e.goal) for e in after.of("MarchOrderGiven")] == [("FI", "0301")]
    assert capacity(after.state, LeaderId("FC")) == 5
    gone = dealt(F1, FC, A1)
    assert not targets(gone, FRENCH, CardId("emperor-napoleon"))


def test_general_advance_ignores_capacity_and_a_chief_of_staff_adds_one() -> None:
    officers = [f"F{n}L leader 0304 rating:3 of:F{n}" for n in (1, 2, 3)]
    lines = [f"F{n} infantry 4-3 0{n}05 of:F{n}" for n in (1, 2, 3)]
    state = dealt(*lines, *officers, FC, A1)
    assert capacity(state, LeaderId("FC")) == 2
    assert list(targets(state, FRENCH, CardId("general-advance"))) == [("FC",)]
    assert capacity(done(state, "general-advance", "FC").state, LeaderId("FC")) >= 3
    staff = done(state, "new-chief-of-staff", "FC").state
    assert capacity(staff, LeaderId("FC")) == 3
    assert staff.cards.effects[0].until == 9  # to the end of the day
    assert capacity(done(state, "aide-de-camp", "capacity", "FC").state, LeaderId("FC")) == 3


@pytest.mark.rule("T6.4")
def test_bluecher_may_not_name_yorck_who_may_still_roll() -> None:
    lines = "AC overall 0707 rating:3 name:Blücher", "AL leader 0707 rating:3 name:Yorck"
    state = dealt(F1, A1, *lines, side=ALLIED)
    state.command = Command()
    assert nameable(state, LeaderId("AC")) == ("AL",)
    assert list(targets(state, FRENCH, CardId("reluctant-yorck"))) == [("AL",)]
    barred = in_force(state, FRENCH, "reluctant-yorck", "AL")
    assert nameable(barred, LeaderId("AC")) == ()
    after = play(replace_step(barred, Step.COMMAND), command_segment, [1])
    assert after.questions("CheckOfficer")


def replace_step(state: TlnbState, step: Step) -> TlnbState:
    state.step = step
    return state


def test_an_aide_de_camp_carries_command_through_a_zone() -> None:
    lines = "F1 infantry 4-3 0401", "A1 infantry 6-3 0604", "FL leader 0407 rating:3"
    walls = ["A2 infantry 6-3 0204", "F2 infantry 4-3 0407"]
    state = dealt(*lines, *walls, rows="\n".join([".  " * 7] * 7))
    state.command = Command(officers=frozenset({LeaderId("FL")}))
    far = in_force(state.copy(), FRENCH, "aide-de-camp", "trace")
    assert far.law.opens_zones(far, FRENCH)
    assert not state.law.opens_zones(state, FRENCH)


@pytest.mark.rule("T24.9")
@each("plays", True, False)
def test_an_aide_de_camp_keeps_a_leader_from_being_captured(plays: bool) -> None:
    lines = "FL leader 0404 rating:3", "F1 infantry 4-3 0402", "A1 infantry 6-3 0405"
    state = dealt(*lines, french="aide-de-camp")
    after = play(
        state, lambda t: leaders_fate(t, Hex("0404"), FRENCH), [1], {"SaveLeader": [plays]}
    )
    assert bool(after.of("LeaderCaptured")) is not plays
    assert bool(after.of("LeaderRescued")) is plays
    if plays:
        assert after.state.leaders[LeaderId("FL")].hex == "0402"


@pytest.mark.rule("T24.6")
def test_marmont_leads_with_5() -> None:
    state = dealt(F1, "FL leader 0304 rating:3 name:Marmont", A1)
    after = done(state, "marshal-marmont").state
    assert officer_rating(after, LeaderId("FL")) == 5
    assert [e.left for e in after.cards.effects] == [1, 0]


@each("card turns", ("commander-arrives-french", 1), ("commander-arrives-coalition", 4))
def test_a_commander_arrives_with_an_order_and_who_is_in_command(card: str, turns: int) -> None:
    lines = F1, FL, A1, "FC overall due rating:3"
    state = dealt(*lines, roads=ROAD, **HOME)
    state.command = Command()
    after = done(
        state, card, ChooseRoute=Plan(FormationId("FI"), Hex("0307")), NameSubjects=("FC",)
    )
    assert [(e.leader, e.hex) for e in after.of("CommanderPlaced")] == [("FC", "0301")]
    assert [e.formation for e in after.of("MarchOrderGiven")] == ["FI"]
    leads = next(e for e in after.state.cards.effects if e.subjects == ("FL",))
    assert leads.until == 2 + turns - 1
    assert UnitId("F1") in settled(after.state, FRENCH)
    rerolls = [e.left for e in after.state.cards.effects if e.subjects == ("reroll",)]
    assert rerolls == ([1] if turns == 4 else [])


def test_sound_of_guns_commands_a_formation_that_must_move_toward_them() -> None:
    state = dealt(F1, FL, A1, command="")
    assert not targets(state, FRENCH, CardId("sound-of-guns"))
    state.fights = Fights(last=(Hex("0604"),), before=(Hex("0301"),))
    found = list(targets(state, FRENCH, CardId("sound-of-guns")))
    assert found == [("FI", "0301"), ("FI", "0604")]
    after = done(state, "sound-of-guns", "FI", "0604").state
    assert UnitId("F1") in settled(after, FRENCH)
    distance = after.battle.battlefield.grid.distance
    assert ends(after, units("F1"))
    assert all(distance(hex_, Hex("0604")) < 3 for hex_ in ends(after, units("F1")))
    assert isinstance(quote(after, units("F1"), (Hex("0304"), Hex("0303")), column=False), Refusal)


@pytest.mark.rule("T7.57")
def test_a_card_orders_a_march_to_what_a_road_joins() -> None:
    rows = OPEN.split("\n")
    rows[0] = ".  .  t  .  .  .  ."
    lines = F1, FL, A1, "F2 infantry 4-3 0501 of:FX", "FX leader 0501 rating:3 of:FX"
    words: dict[str, Any] = {"exits": {Hex("0307"): FRENCH, Hex("0707"): FRENCH}}
    words["vp_hexes"] = {Hex("0302"): 1, Hex("0306"): 1, Hex("0701"): 1}
    road = [*ROAD, "0301 0401 0501"]
    state = dealt(*lines, rows="\n".join(rows), roads=road, **words)
    # A town, an own exit, a friendly leader; what is within 2 hexes or on no road is none.
    assert goals_of(state, FormationId("FI")) == ("0301", "0307", "0501")
    state.put_leader(replace(state.leaders[LeaderId("FL")], hex=None))
    assert goals_of(state, FormationId("FI")) == ("0301", "0307", "0501")


def test_commander_arrives_asks_for_those_in_supply() -> None:
    lines = F1, FL, "F2 infantry 4-3 0707 of:FX", "FX leader 0707 rating:3 of:FX"
    wall = [f"A{n} infantry 5-3 {hex_}" for n, hex_ in enumerate(("0706", "0606", "0607"), 2)]
    state = dealt(*lines, *wall, roads=ROAD, **HOME)
    assert fed_marchers(state, FRENCH) == [("FI",)]
    assert fed_commands(state, FRENCH) == [("FL",), ("F1",)]
    assert newcomers(state, FRENCH) == []
    more = dealt(F1, A1, "FC overall due rating:3", roads=ROAD, **HOME)
    assert newcomers(more, FRENCH) == [("FC",)]
    held = dealt(F1, "A1 infantry 6-3 0302", "FC overall due rating:3", roads=ROAD, **HOME)
    assert newcomers(held, FRENCH) == []  # an enemy zone lies on the source


@each("leader blocks", ("AL leader 0403 rating:3", True), ("AL leader 0706 rating:3", False))
def test_who_is_scattered_stops_before_an_enemy_leader(leader: str, blocks: bool) -> None:
    state = dealt("F1 infantry 6-3 0404", "A1 infantry 6-3 0707", leader)
    (rolled,) = done(state, "formation-scattered", "F1", dice=[1]).of("DirectionRolled")
    assert (len(rolled.path) == 1) is blocks


# -- movement


@pytest.mark.rule("T7.51")
def test_approach_march_gives_an_order_and_an_mp() -> None:
    state = dealt(F1, FL, A1, roads=ROAD, **HOME)
    after = done(
        state, "approach-march", "FI", ChooseRoute=Plan(FormationId("FI"), Hex("0307"))
    ).state
    assert after.marches.orders[FormationId("FI")].goal == "0307"
    assert allowance(after, UnitId("F1")) == allowance(state, UnitId("F1")) + 2
    near = dealt(F1, FL, "A1 infantry 6-3 0305", roads=ROAD, **HOME)
    assert not targets(near, FRENCH, CardId("approach-march"))


def test_forced_march_adds_two_mp_and_wears_units_out_on_a_6() -> None:
    lines = F1, "F2 infantry 4-3 0504", A1
    state = dealt(*lines)
    assert not targets(state, FRENCH, CardId("forced-march"))
    order = MarchOrder(FormationId("FI"), (), Hex("0301"))
    state.marches = Marches(orders={FormationId("FI"): order})
    assert list(targets(state, FRENCH, CardId("forced-march"))) == [("FI",)]
    after = done(state, "forced-march", "FI").state
    assert allowance(after, UnitId("F1")) == allowance(state, UnitId("F1")) + 4
    for unit in units("F1 F2"):
        after.put_unit(replace(after.units[unit], moved=True))
    after.marks = replace(after.marks, stirred=frozenset(units("F1 F2")))
    worn = play(after, lambda t: wear_out(t, FRENCH), [6, 5]).state
    assert [worn.units[u].reduced for u in units("F1 F2")] == [True, False]


@pytest.mark.rule("T8.3")
@each("card", "mobile-defense", "general-retreat")
def test_units_leave_a_zone_for_one_mp_more(card: str) -> None:
    state = dealt("F1 infantry 6-3 0304", "A1 infantry 6-3 0305")
    assert not ends(state, units("F1"))
    found = ends(in_force(state, FRENCH, card), units("F1"))
    assert found[Hex("0303")].spent == 4
    assert Hex("0204") not in found or found[Hex("0204")].spent >= 4
    told = quote(state, units("F1"), (Hex("0304"), Hex("0303")), column=False)
    assert not isinstance(told, Refusal)


@pytest.mark.rule("T8.3")
def test_infiltration_goes_from_zone_to_zone_one_hex() -> None:
    lines = "F1 infantry 6-3 0304", "F2 battery 4-3 0504", "A1 infantry 6-3 0404"
    state = in_force(dealt(*lines), FRENCH, "infiltration")
    found = ends(state, units("F1"))
    zone = {Hex("0305"), Hex("0403")}
    assert set(found) == zone
    assert {end.spent for end in found.values()} == {4}
    assert not ends(state, units("F2"))  # guns do not


@each("card", "tcs-turning-movement", "turning-movement")
def test_a_turning_movement_passes_two_hexes_as_without_zones(card: str) -> None:
    lines = "F1 infantry 6-3 0301", FL, "A1 infantry 6-3 0203", "A2 infantry 6-3 0404"
    state = dealt(*lines, allowances=(5, 6))
    assert Hex("0304") not in ends(state, units("F1"))
    assert list(targets(state, FRENCH, CardId(card))) == [("FI",)]
    found = ends(in_force(state, FRENCH, card, "FI"), units("F1"))
    assert found[Hex("0304")].path == ("0301", "0302", "0303", "0304")
    for end in found.values():
        assert not isinstance(quote(state, units("F1"), end.path, column=False), Refusal)
    # The third hex holds its zone again.
    path = tuple(map(Hex, ("0301", "0302", "0303", "0304", "0305")))
    assert isinstance(quote(state, units("F1"), path, column=False), Refusal)


def test_a_burning_town_costs_two_mp_more() -> None:
    rows = OPEN.split("\n")
    rows[2] = ".  .  t  .  .  .  ."
    state = dealt(F1, A1, rows="\n".join(rows))
    assert list(targets(state, FRENCH, CardId("fire"))) == [("0303",)]
    after = done(state, "fire", "0303").state
    before = ends(state, units("F1"))[Hex("0303")].spent
    assert ends(after, units("F1"))[Hex("0303")].spent == before + 4


@each("damaged", True, False)
def test_the_populace_damages_a_bridge_near_a_town_or_mends_it(damaged: bool) -> None:
    rows = OPEN.split("\n")
    rows[2] = ".  .  t  .  .  .  ."
    words: dict[str, Any] = {"rivers": ["0404-0504"], "bridges": ["0404-0504"]}
    state = dealt(F1, A1, rows="\n".join(rows), damaged=["0404-0504"] if damaged else [], **words)
    assert list(targets(state, FRENCH, CardId("populace"))) == [("0404", "0504")]
    after = done(state, "populace", "0404", "0504").state
    side = hexside(Hex("0404"), Hex("0504"))
    assert (side in after.spans.damaged) is not damaged
    held = dealt(F1, "A1 infantry 6-3 0302", rows="\n".join(rows), **words)
    assert not targets(held, FRENCH, CardId("populace"))  # an enemy zone reaches the town


# -- fords (T18.34)


def ford(**words: Any) -> TlnbState:
    lines = "F1 infantry 6-3 0404", "F2 light 4-3 0402", "F3 horse 4-3 0406", A1
    rivers = ["0404-0504", "0402-0502", "0406-0506"]
    return in_force(dealt(*lines, rivers=rivers, **words), FRENCH, "scouts-find-ford")


@pytest.mark.rule("T18.34", "T18.36")
@each(
    "die thundered found",
    *((4, False, True), (5, False, False), (2, True, True), (3, True, False)),
)
def test_scouts_find_a_ford(die: int, thundered: bool, found: bool) -> None:
    state, side = ford(step=Step.MOVEMENT), hexside(Hex("0404"), Hex("0504"))
    state.deal = replace(state.deal, has_thundered=thundered)
    assert ford_sites(state, UnitId("F1")) == (side,)
    assert not ford_sites(state, UnitId("F3"))  # only foot and cavalry
    work = Work(Act.FORD, side)
    assert work in span_works(state, UnitId("F1"))
    asked = ChoosePath(FRENCH, units("F1"))
    path = next(o for o in asked.options(state) if o.work == work)
    answers: dict[str, Any] = {"MoveUnits": [units("F1")], "ChoosePath": [path]}
    after = play(state, movement_segment, [die], answers)
    (tried,) = after.of(FordTried)
    assert (tried.needed, tried.is_found) == (2 if thundered else 4, found)
    assert crosses(after.state, "F1", "0404", "0504") is found
    assert after.state.units[UnitId("F1")].moved is not found
    if not found:  # 24.96: sure the next time
        later = after.state.copy()
        later.put_unit(replace(later.units[UnitId("F1")], moved=False))
        later.marks = replace(later.marks, tried=())
        (sure,) = play(later, movement_segment, (), answers).of(FordTried)
        assert (sure.die, sure.is_found) == (0, True)


def crosses(state: TlnbState, unit: str, *path: str) -> bool:
    """Whether a unit can go a way."""
    found = quote(state, units(unit), tuple(map(Hex, path)), column=False)
    return not isinstance(found, Refusal)


@pytest.mark.rule("T18.36")
def test_a_found_ford_is_the_cards_sides_and_lost_with_it() -> None:
    state, side = ford(), hexside(Hex("0404"), Hex("0504"))
    state.put_spans(replace(state.spans, found=frozenset({side})))
    other = dealt("A1 infantry 6-3 0504", "F1 infantry 6-3 0101", rivers=["0404-0504"], side=ALLIED)
    in_force(other, FRENCH, "scouts-find-ford")
    other.put_spans(replace(other.spans, found=frozenset({side})))
    assert crosses(state, "F1", "0404", "0504")
    assert not crosses(other, "A1", "0504", "0404")

    async def over(table: Any) -> None:
        end_all(table, lambda _: True)

    after = play(state, over)
    assert after.of("FordsLost")
    assert after.state.spans.found == frozenset()


@pytest.mark.rule("T18.34")
def test_a_ford_is_tried_alone_and_not_in_a_snowstorm() -> None:
    state = ford(weather="snowstorm")
    assert not ford_sites(state, UnitId("F1"))
    both = ford()
    both.put_unit(replace(both.units[UnitId("F2")], hex=Hex("0404")))
    assert not ford_sites(both, UnitId("F1"))


# -- duties, dice, recovery, victory


def test_after_a_probe_nobody_must_attack() -> None:
    for card, owed in (("probe", ()), ("infiltration", ("F1",))):
        state = in_force(dealt("F1 infantry 6-3 0304", "A1 infantry 6-3 0305"), FRENCH, card)

        async def listing(table: Any) -> None:
            list_duties(table)

        (told,) = play(state, listing).of("DutiesListed")
        assert told.units == owed


@pytest.mark.rule("T24.9")
@each("card uses", ("another-chance", 1), ("bluecher", 3), ("gneisenau", 3))
def test_own_dice_are_thrown_again_as_often_as_a_card_allows(card: str, uses: int) -> None:
    state = done(dealt(F1, A1, "FC overall 0304 rating:3 name:Blücher"), card).state
    assert [e.left for e in state.cards.effects] == [uses]
    after = play(
        state,
        lambda t: throw(t, FRENCH, "the attack"),
        list(range(6, 5 - uses, -1)),
        {"ThrowAgain": [True] * uses},
    )
    assert after.result == 6 - uses
    assert [e.die for e in after.of(DieRerolled)] == list(range(6, 6 - uses, -1))
    assert after.state.cards.effects == ()
    kept = play(state, lambda t: throw(t, FRENCH, "the attack"), [6], {"ThrowAgain": [False]})
    assert (kept.result, len(kept.state.cards.effects)) == (6, 1)
    assert not play(state, lambda t: throw(t, ALLIED, "the attack"), [6]).questions("ThrowAgain")


@pytest.mark.rule("T24.6", "T14.3")
def test_gneisenau_musters_a_formation() -> None:
    awaiting = "F2 infantry 4-3 uar", "F3 battery 1-3 uar"  # a battery of 1 SP has no reduced side
    lines = F1, *awaiting, A1, "FC overall 0304 rating:3 name:Blücher"
    state = dealt(*lines)
    assert list(targets(state, FRENCH, CardId("gneisenau"))) == [("FI",)]
    after = done(state, "gneisenau", "FI").state
    back = [after.units[UnitId(unit)] for unit in ("F2", "F3")]
    assert [unit.box for unit in back] == [Box.RECOVERED] * 2
    assert [unit.reduced for unit in back] == [True, False]


@pytest.mark.rule("T14.2")
@each("card opens", *((c, True) for c in ("approach-march", "probe")), ("infiltration", False))
def test_a_card_with_the_mark_opens_recovery(card: str, opens: bool) -> None:
    state = dealt(F1, FL, A1, roads=ROAD, **HOME, french=card)
    assert rolls_now(play(state, card_segment).state) is opens


@pytest.mark.rule("T14.3", "T14.7")
@each("card by", ("second-day", -2), ("general-retreat", -1))
def test_cards_lower_recovery_dice(card: str, by: int) -> None:
    state = dealt(F1, FL, A1)
    plain = recovery_modifiers(state, LeaderId("FL"), FormationId("FI"))
    lowered = in_force(state, FRENCH, card)
    assert recovery_modifiers(lowered, LeaderId("FL"), FormationId("FI")) == plain + by


@pytest.mark.rule("T2.12")
@each("prolonged", True, False)
def test_the_second_day_is_fought_only_with_its_card(prolonged: bool) -> None:
    state = calendar(dealt(F1, A1, step=Step.STATUS), "ddnmd")
    assert not targets(state, FRENCH, CardId("second-day"))  # two days anyhow
    state.last_turn = 2
    assert targets(state, FRENCH, CardId("second-day"))
    state.player = 1
    if prolonged:
        state = done(state, "second-day").state
    after = play(state, status_segment).state
    assert after.over is not prolonged
    assert (after.turn, after.last_turn) == ((3, 5) if prolonged else (2, 2))


@pytest.mark.rule("T23.1", "T7.9")
def test_units_that_left_the_map_by_a_card_count_no_more_than_enemies_lost() -> None:
    lines = [f"F{n} infantry 1-3 0301" for n in range(1, 6)]
    state = dealt(*lines, "FT train 0302", "A1 infantry 6-3 0707", "A2 infantry 9-3 uar")
    gone = (*units("F1 F2 F3 F4 F5"), UnitId("FT"))
    state.losses = replace(state.losses, withdrawn=gone)
    words = {line.reason: line.points for line in score_lines(state) if line.side == FRENCH}
    assert words["units that left the map"] == 4 + 1
    state.put_unit(replace(state.units[UnitId("A2")], box=Box.DUE))
    words = {line.reason: line.points for line in score_lines(state) if line.side == FRENCH}
    assert "units that left the map" not in words


@pytest.mark.rule("T7.9")
@each("card side counts", ("general-retreat", FRENCH, True), ("battle-ends", ALLIED, True))
@each("name", "F1")
def test_an_exit_is_counted_while_a_card_lets_it(
    card: str, side: Any, counts: bool, name: str
) -> None:
    lines = f"{name} infantry 4-3 0301", A1
    state = dealt(*lines, step=Step.MOVEMENT, exits={Hex("0301"): FRENCH}, bases=["french:0301"])
    answers: dict[str, Any] = {
        "MoveUnits": [units(name)],
        "ChoosePath": [March((Hex("0301"),), exits=True)],
    }
    plain = play(state, movement_segment, (), answers)
    assert plain.state.losses.withdrawn == ()
    after = play(in_force(state, side, card), movement_segment, (), answers)
    assert (after.state.losses.withdrawn == units(name)) is counts


def test_spies_see_a_card_of_the_enemys_hand() -> None:
    state = dealt(F1, A1, allied="probe infiltration mobile-defense")
    after = done(state, "spies-bring-news", dice=["mobile-defense"])
    (seen,) = after.of("CardSeen")
    assert (seen.side, seen.card) == (FRENCH, "mobile-defense")
    assert (seen.is_known_to(FRENCH), seen.is_known_to(ALLIED)) == (True, False)
    assert not targets(dealt(F1, A1), FRENCH, CardId("spies-bring-news"))

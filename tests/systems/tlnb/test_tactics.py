"""Cards in combats: Tactics cards, counter charge, pursuit, cards of one attack (T24.2, T24.9)."""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.cards.records import CardId, Pile
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.cards import ChargeCountered, TacticsCounted
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.rules.cards.effects import combat_rows
from hexwar.systems.tlnb.rules.cards.naming import targets
from hexwar.systems.tlnb.rules.cards.tactics import Stroke
from hexwar.systems.tlnb.rules.combat.bombardment import bombard
from hexwar.systems.tlnb.rules.combat.bombardment import report as barrage
from hexwar.systems.tlnb.rules.combat.charge import charge, highest_stop, ride_refusal
from hexwar.systems.tlnb.rules.combat.charge import report as onset
from hexwar.systems.tlnb.rules.combat.combat import attack, combat_segment
from hexwar.systems.tlnb.rules.combat.duties import declaration_refusal
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.combat.pursuit import pursuits
from hexwar.systems.tlnb.rules.combat.retreat import Blame, retreat
from hexwar.systems.tlnb.rules.combat.riding import is_straight, rides_on
from hexwar.systems.tlnb.state import Blow, Fights, Ride, Shot, Step, TlnbState
from hexwar.table.forces import FormationId, UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Played, play, units
from tests.systems.tlnb.hands import dealt, in_force, lying

pytestmark = pytest.mark.rule("T24.2")
COVER, POINT_BLANK = "artillery-cover-fire", "point-blank-fire"
F1, A1 = "F1 infantry 6-3 0304", "A1 infantry 6-3 0305"
GUNS = "F2 battery 5-3 0304"
TARGET = Hex("0305")


def stroke(card: str, effect: int = 0) -> Stroke:
    return Stroke(CardId(card), effect)


def table(*more: str, **words: Any) -> TlnbState:
    return dealt(*more, step=Step.COMBAT, **words)


def fought(
    state: TlnbState, who: str = "F1", target: str = "0305", dice: Any = (3,), **answers: Any
) -> Played:
    """An attack of the French; answers by question."""
    blow = Blow(units(who), Hex(target))
    return play(state, lambda t: attack(t, blow), dice, answers)


def listed(state: TlnbState, played: Played, at: int = 0) -> list[Stroke | None]:
    """What a question about cards offered, on the state before."""
    return list(played.questions("PlayTactics")[at].options(state))


# -- when, and how many (18.8, 18.81)


@pytest.mark.rule("T24.9")
def test_each_side_plays_one_tactics_card_in_a_phase_the_phasing_side_first() -> None:
    state = table(
        F1, GUNS, A1, "A2 battery 5-3 0305", french=f"{COVER} {POINT_BLANK}", allied=COVER
    )
    after = fought(state, "F1 F2", PlayTactics=[stroke(POINT_BLANK), stroke(COVER)])
    assert [q.side for q in after.questions("PlayTactics")] == [FRENCH, ALLIED]
    assert listed(state, after) == [None, stroke(COVER), stroke(POINT_BLANK)]
    counted = [TacticsCounted(FRENCH, TARGET), TacticsCounted(ALLIED, TARGET)]
    assert after.of(TacticsCounted) == counted
    assert lying(after.state, FRENCH, Pile.HAND) == (COVER,)
    assert after.state.deal.owed == {FRENCH: 1, ALLIED: 1}
    assert after.state.cards.effects == ()  # they end with their combat
    assert not fought(after.state, "F1 F2").questions("PlayTactics")


@pytest.mark.rule("T24.9")
def test_who_passes_keeps_his_card_for_the_next_combat() -> None:
    state = table(F1, GUNS, A1, french=COVER)
    passed = fought(state, PlayTactics=[None], dice=[4])
    assert lying(passed.state, FRENCH, Pile.HAND) == (COVER,)
    assert passed.questions("PlayTactics")
    assert not fought(table(F1, A1, french=COVER)).questions("PlayTactics")  # no guns


def test_a_new_player_turn_lets_each_side_play_again() -> None:
    state = table(F1, GUNS, A1, french=COVER)
    state.cards = type(state.cards)(state.cards.piles, tactics=(FRENCH,))
    PlayerTurnBegan(2, ALLIED, "day").happen(state)
    assert state.cards.tactics == ()


# -- what they add (18.8, T24.3)


@pytest.mark.rule("T24.3")
def test_cover_fire_shifts_a_column_and_those_of_both_sides_add_up() -> None:
    guns = "A2 battery 5-3 0305"
    state = table(F1, GUNS, A1, guns, french=COVER, allied=COVER)
    plain = odds_of(state, units("F1 F2"), TARGET)
    mine = in_force(state.copy(), FRENCH, COVER, "0305")
    told = odds_of(mine, units("F1 F2"), TARGET)
    assert told.column == plain.column + 1
    assert [shift.by for shift in told.shifts] == [1]
    both = in_force(mine, ALLIED, COVER, "0305")
    assert odds_of(both, units("F1 F2"), TARGET).column == plain.column
    assert odds_of(in_force(state, FRENCH, COVER, "0101"), units("F1 F2"), TARGET) == plain


@pytest.mark.rule("T24.3")
@each(
    "hex weather is_near",
    *(("0306", "fair", True), ("0507", "fair", True), ("0707", "fair", False)),
    *(("0507", "fog", False), ("0306", "fog", True)),
)
def test_guns_cover_next_to_the_target_or_in_range_and_sight(
    hex: str, weather: str, is_near: bool
) -> None:
    state = table(F1, A1, f"A2 battery 4-3 {hex}", allied=COVER, weather=weather)
    assert bool(fought(state).questions("PlayTactics")) is is_near
    woods = OPEN.split("\n")
    woods[5] = ".  .  w  w  .  .  ."
    hidden = table(F1, A1, "A2 battery 4-3 0307", allied=COVER, rows="\n".join(woods))
    assert not fought(hidden).questions("PlayTactics")


@pytest.mark.rule("T24.3")
def test_point_blank_fire_doubles_guns_and_heavy_cavalry_counts_twice_against_light() -> None:
    state = in_force(table(F1, GUNS, A1), FRENCH, POINT_BLANK, "0305")
    assert odds_of(state, units("F1 F2"), TARGET).attack == 6 + 10
    lines = "F1 infantry 6-3 0304", "F2 heavy 5-4 0304", "A1 light 6-3 0305"
    riding = table(*lines, french="heavy-against-light")
    after = fought(riding, "F1 F2", PlayTactics=[stroke("heavy-against-light")])
    assert after.of("CombatResolved")[0].attack == "16"
    foot = table(*lines[:2], A1, french="heavy-against-light")
    assert not fought(foot, "F1 F2").questions("PlayTactics")


@pytest.mark.rule("T24.3")
def test_heavy_cavalry_is_not_halved_over_a_bridge() -> None:
    water = {"rivers": ["0304-0305"], "bridges": ["0304-0305"]}
    state = table("F1 heavy 6-4 0304", A1, **water, french="heavy-cavalry-at-bridges")
    assert odds_of(state, units("F1"), TARGET).attack == 3
    brought = in_force(state.copy(), FRENCH, "heavy-cavalry-at-bridges", "0305")
    assert odds_of(brought, units("F1"), TARGET).attack == 6
    # It may charge over the bridge too, and the card is played with it.
    ride = Ride(units("F1"), TARGET, (Hex("0304"),))
    assert ride_refusal(state, ride) is None
    after = play(state, lambda t: charge(t, ride), [6])
    assert after.of(TacticsCounted) == [TacticsCounted(FRENCH, TARGET)]
    theirs = table(F1, "A1 heavy 6-4 0305", **water, allied="heavy-cavalry-at-bridges")
    assert not fought(theirs).questions("PlayTactics")  # it helps attacks only
    bare = table("F1 heavy 6-4 0304", A1, **water)
    assert ride_refusal(bare, ride) is not None


@pytest.mark.rule("T24.3")
def test_combined_arms_with_heavy_cavalry_shift_one_more() -> None:
    lines = F1, "F2 heavy 4-4 0304", "F3 battery 4-3 0304", A1
    card = "heavy-and-combined-arms"
    after = fought(table(*lines, french=card), "F1 F2 F3", PlayTactics=[stroke(card)])
    assert after.of("CombatResolved")
    plain = odds_of(table(*lines), units("F1 F2 F3"), TARGET)
    told = odds_of(in_force(table(*lines), FRENCH, card, "0305"), units("F1 F2 F3"), TARGET)
    assert told.column == plain.column + 1
    assert not fought(table(F1, A1, french=card)).questions("PlayTactics")


@pytest.mark.rule("T24.3", "T15.5")
def test_untrained_troops_cancel_combined_arms_besides_a_tactics_card() -> None:
    lines = F1, "F2 heavy 4-4 0304", "F3 battery 4-3 0304", A1, "A2 battery 4-3 0305"
    card = "untrained-enemy-troops"
    formations = {"FI": {"demoralization_sp": 9}}
    state = table(*lines, allied=f"{card} {COVER}", formations=formations)
    plain = odds_of(state, units("F1 F2 F3"), TARGET)
    strokes = [stroke(card), stroke(COVER)]
    after = fought(state, "F1 F2 F3", PlayTactics=strokes)
    assert [e.hex for e in after.of(TacticsCounted)] == [TARGET]  # it counts as none
    assert after.state.spirit.lowered == {FormationId("FI"): 2}
    shown = odds_of(in_force(state, ALLIED, card, "0305"), units("F1 F2 F3"), TARGET)
    assert (plain.shifts[0].by, shown.shifts) == (1, ())
    # Played in the Card Segment it is used once in a combat.
    ready = in_force(table(*lines), ALLIED, card, left=1)
    used = fought(ready, "F1 F2 F3", PlayTactics=[stroke(card, 1)])
    assert used.state.spirit.lowered == {FormationId("FI"): 2}
    assert used.state.cards.effects == ()


@pytest.mark.rule("T24.3")
def test_powder_wet_shifts_every_combat_with_infantry_on_the_other_side_only() -> None:
    lines = "F1 light 6-3 0304", "F2 infantry 6-3 0502", A1, "A2 infantry 6-3 0503"
    state = table(*lines, weather="rain", french="powder-wet")
    after = fought(state, PlayTactics=[stroke("powder-wet")], dice=[4])
    assert [e.card for e in after.state.cards.effects] == ["powder-wet"]  # for the whole phase
    rows = combat_rows(after.state, units("F1"), Hex("0503"))
    assert [(row.side, row.column) for row in rows] == [(FRENCH, 1)]
    assert combat_rows(after.state, units("F2"), Hex("0503")) == ()
    # The card serves who has none, whoever played it.
    theirs = in_force(table("F1 light 6-3 0304", A1, weather="rain"), ALLIED, "powder-wet")
    assert [(row.side, row.column) for row in combat_rows(theirs, units("F1"), TARGET)] == [
        (FRENCH, 1)
    ]
    end = after.state.copy()
    end.fights = Fights(has_duties=True)
    closed = play(end, combat_segment, (), {"DeclareAttack": [None]})
    assert closed.state.cards.effects == ()


@pytest.mark.rule("T24.3")
@each("card", "last-push", "fow-last-push")
def test_the_last_push_takes_2_from_the_die_of_one_attack_with_its_leader(card: str) -> None:
    lines = F1, A1, "FL leader 0304 rating:3", "F2 infantry 5-3 0502", "A2 infantry 5-3 0503"
    state = in_force(table(*lines), FRENCH, card, "FL", left=1)
    assert ("FL",) in list(targets(state, FRENCH, CardId(card)))
    assert not fought(state, "F2", "0503", [4]).questions("PlayTactics")
    after = fought(state, PlayTactics=[stroke(card, 1)])
    assert after.of("CombatResolved")[0].modifiers == -2
    assert after.state.cards.effects == ()


@pytest.mark.rule("T24.3")
def test_area_defense_stands_in_every_attack_on_its_formation_in_cover() -> None:
    rows = OPEN.split("\n")
    rows[4] = ".  .  w  .  .  .  ."
    state = table(F1, A1, "A2 infantry 5-3 0404", rows="\n".join(rows))
    assert list(targets(state, ALLIED, CardId("area-defense"))) == [("AI",)]
    held = in_force(state.copy(), ALLIED, "area-defense", "AI")
    assert (
        odds_of(held, units("F1"), TARGET).column == odds_of(state, units("F1"), TARGET).column - 1
    )
    open_ = Hex("0404")
    assert odds_of(held, units("F1"), open_) == odds_of(state, units("F1"), open_)
    assert not targets(table(F1, A1), ALLIED, CardId("area-defense"))


@pytest.mark.rule("T24.6")
def test_ney_lowers_the_die_of_attacks_and_charges_near_him() -> None:
    lines = "F1 heavy 6-4 0304", A1, "FL leader 0307 rating:3 name:Ney"
    state = in_force(table(*lines), FRENCH, "marshal-ney")
    assert odds_of(state, units("F1"), TARGET).die_modifier == -1
    ride = Ride(units("F1"), TARGET, (Hex("0304"),))
    assert onset(state, ride).die_modifier == -1
    for hex_, by in (("0704", -1), ("0707", 0)):  # 4 and 5 hexes away
        there = table(*lines[:2], f"FL leader {hex_} rating:3 name:Ney")
        in_force(there, FRENCH, "marshal-ney")
        assert odds_of(there, units("F1"), TARGET).die_modifier == by


@pytest.mark.rule("T24.6")
@each("card column", ("cossacks", -1), ("untrained-enemy-cavalry", 0))
def test_named_cavalry_may_not_charge_and_cossacks_shift_a_column(card: str, column: int) -> None:
    state = table("F1 heavy 9-4 0304 cossack", A1)
    (who,) = targets(state, ALLIED, CardId(card))
    assert who == ("F1",)
    plain = odds_of(state, units("F1"), TARGET).column
    barred = in_force(state.copy(), ALLIED, card, *who)
    ride = Ride(units("F1"), TARGET, (Hex("0304"),))
    assert ride_refusal(state, ride) is None
    refusal = ride_refusal(barred, ride)
    assert refusal is not None
    assert refusal.rule == "T24.3"
    assert odds_of(barred, units("F1"), TARGET).column == plain + column
    assert not targets(table(F1, A1), ALLIED, CardId(card))


@pytest.mark.rule("T24.6")
def test_marmont_adds_to_bombardments_and_one_stack_ignores_a_retreat() -> None:
    lines = "F1 battery 6-3 0304", "FL leader 0304 rating:3 name:Marmont", "A1 infantry 6-3 0306"
    state = in_force(table(*lines), FRENCH, "marshal-marmont")
    assert barrage(state, Shot(units("F1"), Hex("0306"))).die_modifier == 1
    guns = "F1 infantry 6-3 0304", "FL leader 0304 rating:3 name:Marmont", "A1 battery 6-3 0306"
    held = table(*guns, side=ALLIED)
    in_force(held, FRENCH, "marshal-marmont")
    in_force(held, FRENCH, "marshal-marmont", "stand", left=1)
    shot = Shot(units("A1"), Hex("0304"))
    stood = play(held, lambda t: bombard(t, shot), [4], {"StandFast": [True]})
    assert stood.of("StoodFast")
    assert not stood.of("UnitRetreated")
    assert [e.left for e in stood.state.cards.effects] == [0]
    went = play(held, lambda t: bombard(t, shot), [4], {"StandFast": [False]})
    assert went.of("UnitRetreated")


@pytest.mark.rule("T24.3")
def test_who_retreats_from_the_field_attacks_only_where_he_must() -> None:
    state = in_force(table(F1, A1), FRENCH, "general-retreat")
    blow = Blow(units("F1"), TARGET)
    refusal = declaration_refusal(state, blow)
    assert refusal is not None
    assert refusal.rule == "T24.3"
    state.fights = Fights(duty_hexes=frozenset({TARGET}), has_duties=True)
    state.forget()
    assert declaration_refusal(state, blow) is None


# -- who cuts his way through (24.93)


@pytest.mark.rule("T24.3", "T24.9")
@each("card", "cut-their-way", "jaws-of-death")
def test_a_retreating_stack_with_cavalry_cuts_its_way_through(card: str) -> None:
    ring = [f"A{n} infantry 5-3 {hex_}" for n, hex_ in enumerate(("0305", "0202", "0402"), 1)]
    lost = table("F1 light 4-3 0304", *ring, french=card, side=ALLIED)
    threats = Blame((TARGET,), (lost.card(UnitId("A1")).arm, lost.card(UnitId("F1")).arm))
    flow = lambda t: retreat(t, Hex("0304"), units("F1"), 1, threats)  # noqa: E731
    assert play(lost, flow, (), {"PlayTactics": [None]}).of("RetreatBlocked")
    saved = play(lost, flow, (), {"PlayTactics": [stroke(card)]})
    assert saved.of("UnitRetreated")
    assert saved.state.cards.effects == ()
    foot = table("F1 infantry 4-3 0304", *ring, french=card, side=ALLIED)
    assert not play(foot, flow).questions("PlayTactics")


# -- counter charge (13.11, 13.19, 18.82)


@pytest.mark.rule("T24.9")
def test_cover_fire_helps_in_a_charge_before_its_die() -> None:
    lines = "F1 heavy 6-4 0304", "F2 battery 4-3 0203", "A1 infantry 12-3 0305"
    state = table(*lines, french=COVER)
    assert onset(state, RIDE).column_name == "1:2"
    after = play(state, lambda t: charge(t, RIDE), [6], {"PlayTactics": [stroke(COVER)]})
    assert after.of("ChargeResolved")[0].column == "1:1"
    brought = in_force(table(*lines), ALLIED, COVER, "0305")
    assert onset(brought, RIDE).column_name == "1:3"


@pytest.mark.rule("T13.11")
def test_the_table_of_the_counter_charge() -> None:
    rows = "1:2 1, 1:5 1, 3:5 2, 9:10 2, 10:10 3, 14:10 3, 15:10 4, 19:10 4, 20:10 5, 50:10 5"
    for odds, highest in (row.split() for row in rows.split(", ")):
        assert highest_stop(*map(int, odds.split(":"))) == int(highest), odds


RIDER = "F1 heavy 6-4 0304"
RIDE = Ride(units("F1"), TARGET, (Hex("0304"),))


@pytest.mark.rule("T13.11", "T13.19", "T24.3", "T24.9")
@each("die is_stopped", (3, True), (4, False))
def test_a_counter_charge_stops_a_charge_or_loses_a_unit(die: int, is_stopped: bool) -> None:
    state = table(RIDER, A1, "A2 light 6-3 0505", allied="counter-charge")
    dice = [die] if is_stopped else [die, 6]
    answers = {"PlayTactics": [stroke("counter-charge")]}
    after = play(state, lambda t: charge(t, RIDE), dice, answers)
    assert after.of(ChargeCountered) == [ChargeCountered(units("A2"), "6:6", die, is_stopped)]
    lost = [e.unit for e in after.of("UnitEliminated")]
    if is_stopped:
        assert not after.of("ChargeResolved")
        assert after.state.units[UnitId("F1")].reduced
        assert after.state.units[UnitId("A2")].hex == "0505"
    else:
        assert lost[0] == "A2"
        assert after.of("ChargeResolved")[0].modifiers == 1
    assert after.state.cards.effects == ()


@pytest.mark.rule("T13.11")
def test_on_a_1_two_chargers_lose_a_step() -> None:
    lines = RIDER, "F2 heavy 5-4 0304", A1, "A2 light 6-3 0505"
    ride = Ride(units("F1 F2"), TARGET, (Hex("0304"),))
    answers = {"PlayTactics": [stroke("counter-charge")]}
    state = table(*lines, allied="counter-charge")
    after = play(state, lambda t: charge(t, ride), [1], answers).state
    assert [after.units[u].reduced for u in units("F1 F2")] == [True, True]


@pytest.mark.rule("T13.19")
@each("where arm", ("0707", "light"), ("0505", "infantry"))
def test_only_cavalry_within_three_hexes_rides_against_a_charge(where: str, arm: str) -> None:
    rows = "\n".join([".  " * 12] * 10)
    place = "1010" if where == "0707" else where
    state = table(RIDER, A1, f"A2 {arm} 6-3 {place}", allied="counter-charge", rows=rows)
    assert not play(state, lambda t: charge(t, RIDE), [6]).questions("PlayTactics")


# -- cavalry pursuit (18.82)


CHASE = "F1 infantry 9-3 0304", "F2 heavy 6-4 0204", "A1 infantry 4-3 0305"


def chased(dice: Any, *french: Any, allied: str = "", more: tuple[str, ...] = ()) -> Played:
    state = table(*CHASE, *more, french="cavalry-pursuit", allied=allied)
    return fought(state, dice=dice, PlayTactics=list(french))


@pytest.mark.rule("T24.3", "T24.9")
def test_a_pursuit_follows_a_retreat() -> None:
    after = chased([3, 6], stroke("cavalry-pursuit"))
    assert after.of("CombatResolved")[0].effect.startswith("Dr")
    (rode,) = after.of("ChargeBegan")
    assert rode.units == units("F2")
    assert after.of("ChargeResolved")
    assert after.state.cards.effects == ()
    held = table(*CHASE[:1], *CHASE[2:], french="cavalry-pursuit")
    assert not fought(held).questions("PlayTactics")  # no cavalry


@pytest.mark.rule("T24.3", "T24.9")
def test_guns_call_a_pursuit_off() -> None:
    guns = ("A2 battery 5-3 0307",)
    pass_, call_off = None, stroke(COVER)
    after = chased([3], pass_, stroke("cavalry-pursuit"), call_off, allied=COVER, more=guns)
    assert [q.moment.value for q in after.questions("PlayTactics")] == [
        "before",
        "after",
        "pursuit",
    ]
    assert not after.of("ChargeResolved")
    assert [e.effect.card for e in after.of("EffectEnded")] == [COVER, "cavalry-pursuit"]


@pytest.mark.rule("T24.3", "T24.9")
@each("die", 1, 6)
def test_cavalry_rides_against_a_pursuit(die: int) -> None:
    horse = ("A2 light 6-3 0507",)
    dice = [3, die] if die == 1 else [3, die, 6]
    strokes = stroke("cavalry-pursuit"), stroke("counter-charge")
    after = chased(dice, *strokes, allied="counter-charge", more=horse)
    (countered,) = after.of(ChargeCountered)
    assert countered.is_stopped is (die == 1)
    assert bool(after.of("ChargeResolved")) is (die != 1)
    assert after.state.cards.effects == ()


@pytest.mark.rule("T24.3")
@each(
    "rider flags words names",
    ("F2 heavy 6-4 0204", {}, "", ["F2"]),
    ("F2 light 6-4 0204", {}, "", []),
    ("F2 light 6-4 0204", {"charts": "rev8"}, "", ["F2"]),
    ("F2 infantry 6-4 0204", {"charts": "rev8"}, "", []),
    ("F2 heavy 6-4 0204", {}, "charged", []),
    ("F2 heavy 6-4 0204", {}, "column", []),
    ("F2 heavy 6-4 0704", {}, "", []),
)
def test_who_may_pursue(rider: str, flags: dict[str, str], words: str, names: list[str]) -> None:
    state = table(CHASE[0], f"{rider} {words}", "A1 infantry 4-3 0306", flags=flags)
    found = pursuits(state, units("F1"), (Hex("0304"), TARGET), units("A1"))
    assert [ride.units[0] for ride in found] == names


@pytest.mark.rule("T24.3")
def test_a_stack_pursues_together_or_a_unit_of_it() -> None:
    two = table(*CHASE[:2], "F3 heavy 4-4 0204", "A1 infantry 4-3 0306")
    found = pursuits(two, units("F1"), (Hex("0304"), TARGET), units("A1"))
    assert [ride.units for ride in found] == [units("F2 F3"), units("F2"), units("F3")]
    strong = table(*CHASE[:2], "A1 infantry 40-3 0306")
    assert not pursuits(strong, units("F1"), (Hex("0304"), TARGET), units("A1"))


@pytest.mark.rule("T13.14")
def test_cavalry_turns_by_60_degrees_and_stops_in_a_zone() -> None:
    state = table("F1 heavy 6-4 0304", "A1 infantry 6-3 0501", allied="")
    grid = state.battle.battlefield.grid
    way = Hex("0304"), Hex("0303")
    assert {b for b, _ in rides_on(state, FRENCH, way)} == {"0302", "0202", "0402"}
    assert is_straight((Hex("0304"), Hex("0303"), Hex("0402")), grid)
    assert not is_straight((Hex("0304"), Hex("0303"), Hex("0403")), grid)
    assert not list(rides_on(state, FRENCH, (Hex("0402"), Hex("0401"))))
    assert list(rides_on(state, FRENCH, (Hex("0401"),)))

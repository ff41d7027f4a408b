"""Cards of the ground, of conduct and of cavalry (N23.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.records import CardId, Pile
from hexwar.engine import Table
from hexwar.ground.costs import Gait, ground_of, steps_into, steps_of
from hexwar.ground.movement import can_step, ends, movers, path_to, quote
from hexwar.ground.zones import contact_hexes
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import combat
from hexwar.systems.nlc.events.leaders import LeaderDisplaced
from hexwar.systems.nlc.events.movement import PopulaceActed
from hexwar.systems.nlc.events.turn import DieRolled
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.cards.effects import end_due
from hexwar.systems.nlc.rules.cards.windows import targets
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault, assault_segment
from hexwar.systems.nlc.rules.combat.assault_law import end_refusal
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.charge_paths import Charge
from hexwar.systems.nlc.rules.combat.reaction import Reaction, react_to_charge, react_to_move
from hexwar.systems.nlc.rules.command.leaders import leaders_alone
from hexwar.systems.nlc.rules.losses.pursuit import Pursuit, pursue
from hexwar.systems.nlc.rules.movement.routes import Route, quote_route
from hexwar.systems.nlc.rules.movement.segment import walk
from hexwar.systems.nlc.rules.orders.goals import remaining_from
from hexwar.systems.nlc.rules.orders.permissions import permissions, step_of
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.pieces import Segment
from hexwar.table.reports import PathQuote
from tests.systems.nlc import chapters
from tests.systems.nlc.battle_cards import acting
from tests.systems.nlc.cases import case, each, rule_of
from tests.systems.nlc.charges import CLOSE
from tests.systems.nlc.hands import (
    DAYS,
    hand,
    holding,
    in_force,
    is_returned,
    later,
    named,
    pile,
    played,
    put,
    revealed,
    scores,
    vps,
)
from tests.systems.nlc.plays import Answers, Played, at_once, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units
from tests.systems.nlc.tasks import FI, FIELD, LANE, listed, refused

# -- cards that change the ground: Fire and Populace (N23.4, N23.9, T24.3)


TOWNS = """
.  .  .  .  .
.  .  t  .  .
.  .  .  .  .
.  t  .  .  .
.  .  .  .  .
"""
A, TOWN, OTHER = Hex("0301"), Hex("0302"), Hex("0204")
FIRE, POPULACE = CardId("fire"), CardId("populace")


def burning(**more: Any) -> GameState:
    """0302 is on fire."""
    state = hand(TOWNS, "F1 infantry 5-3-4 0301", "A1 light 3-3 0505", holds="fire", **more)
    return played(state, "fire", answers={"ChooseCardTarget": [(TOWN,)]}).state


def cost(state: GameState, gait: Gait, a: Hex = A, b: Hex = TOWN) -> float:
    step = ground_of(state).step(gait, a, b)
    assert step is not None
    assert step.halves == dict(steps_of(state, gait)[index(state, a)])[index(state, b)]
    return step.halves / 2


def index(state: GameState, hex_: Hex) -> int:
    return state.battle.battlefield.grid.index[hex_]


def into(state: GameState, gait: Gait, closed: bool) -> Any:
    """The steps into each hex, with the fire."""
    sheet, blaze = state.battle.battlefield, state.law.blaze(state)
    return steps_into(sheet, state.numbers, gait, state.spans, "fair", closed, blaze)


@pytest.mark.rule("N23.4", "N23.9")
def test_a_burning_town_costs_two_mp_more_as_every_path_tells() -> None:
    state = burning()
    for gait in (Gait.FOOT, Gait.HORSE, Gait.GUNS, Gait.TRAIN):
        assert cost(state, gait) == 1 + 2
        assert cost(state, gait, TOWN, A) == 1  # leaving it is no dearer
        assert cost(state, gait, Hex("0203"), OTHER) == 1  # nor is another town
    step = ground_of(state).step(Gait.FOOT, A, TOWN)
    assert step is not None
    assert step.parts == (("town", 2), ("fire", 4))
    state = burning(roads=["0301 0302 0303"])
    assert cost(state, Gait.COLUMN) == 0.5 + 2
    assert ground_of(state).entry(Gait.FOOT, TOWN).halves == 2 + 4
    assert cost(burning(), Gait.LEADER) == 1
    state, goal = burning(), Hex("0302")
    for seen in (state, view(state, ALLIED)):
        found = quote(seen, movers(seen, (unit("F1"),)), hexes("0301 0302 0303"), column=False)
        assert isinstance(found, PathQuote)
        assert found.halves == 2 * (3 + 1)
    for table, halves in ((chapters.changed(state, effects=()), 2), (state, 6)):
        assert remaining_from(table, Gait.FOOT, [goal], A)[index(table, A)] == halves
    back = into(state, Gait.FOOT, True)
    for a, row in enumerate(steps_of(state, Gait.FOOT)):
        for b, halves in row:
            assert (a, halves) in back[b]


@pytest.mark.rule("N23.4", "N5.71")
@each("gait", *list(Gait))
def test_every_step_is_priced_alike_however_it_is_asked_for(gait: Gait) -> None:
    """With a fire and a broken bridge at once."""
    more = {"bridges": ["0302-0303"], "damaged": ["0302-0303"], "roads": ["0301 0302 0303 0304"]}
    state = burning(**more)
    ground, grid = ground_of(state), state.battle.battlefield.grid
    back = into(state, gait, False)
    for a, row in zip(grid.hexes, steps_of(state, gait), strict=True):
        steps = ((b, ground.step(gait, a, b)) for b in grid.neighbours[a])
        priced = {grid.index[b]: step.halves for b, step in steps if step is not None}
        assert dict(row) == priced
        for b, halves in priced.items():
            assert (grid.index[a], halves) in back[b]


@pytest.mark.rule("N23.4", "N23.9")
def test_one_town_is_named_that_burns_until_tomorrow() -> None:
    state = hand(TOWNS, "F1 infantry 5-3 0301", holds="fire fire")
    assert targets(state, FRENCH, FIRE) == [(OTHER,), (TOWN,)]
    once = played(state, "fire", answers={"ChooseCardTarget": [(TOWN,)]})
    assert targets(once.state, FRENCH, FIRE) == [(OTHER,)]
    assert once.story[0] == "CardPlayed"
    assert pile(once.state, Pile.ENDURING) == ("fire",)
    told = [(s.side, s.card, s.vp, s.day) for s in scores(once)]
    assert told == [(FRENCH, "fire", -1, 29)]
    twice = played(once.state, "fire").state
    assert cost(twice, Gait.FOOT) == cost(twice, Gait.FOOT, Hex("0203"), OTHER) == 3
    back = twice.cards.piles[FRENCH].moved(FIRE, Pile.ENDURING, Pile.HAND)
    again = chapters.changed(twice, piles={**twice.cards.piles, FRENCH: back})
    assert is_returned(played(again, "fire"))
    # without a town there is nothing to burn
    done = played(hand(". .\n. c\n", "F1 infantry 5-3 0101", holds="fire"), "fire")
    assert is_returned(done)
    assert pile(done.state, Pile.BOTTOM) == ("fire",)
    for more in ({}, {"turns": FIRST_OF_A_MONTH}):
        # It is lit on the 29th; turn 5 is the first day turn of the 30th.
        state = burning(**more)
        for turn in (1, 2, 3, 4):
            state = at_once(later(state, turn), end_due).state
            assert cost(state, Gait.FOOT) == (3 if turn < 4 else 1)
        assert pile(state, Pile.DISCARD) == ("fire",)
        # on the last day it burns to the end
        last = later(hand(TOWNS, "F1 infantry 5-3 0301", holds="fire"), 6)
        (began,) = played(last, "fire").of("EffectBegan")
        assert began.effect.until > len(DAYS)


FIRST_OF_A_MONTH = tuple(replace(turn, day=31 if turn.day == 29 else 1) for turn in DAYS)


RIVER = """
t  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
"""
NEAR, FAR = ("0602", "0603"), ("0702", "0703")
"""Five hexes from the town, and six."""


def people(side: Side = FRENCH, **more: Any) -> GameState:
    lines = ("F1 infantry 5-3 0803", "A1 infantry 5-3 0804")
    bridges = ["0602-0603", "0702-0703"]
    return hand(RIVER, *lines, holds="populace", side=side, bridges=bridges, **more)


@pytest.mark.rule("N23.4", "T24.3", "N23.10")
def test_the_people_break_a_bridge_down_or_mend_it_but_in_no_ezoc() -> None:
    bridge = (Hex("0602"), Hex("0603"))
    done = played(people(), "populace")
    assert done.of("PopulaceActed") == [PopulaceActed(FRENCH, bridge, True)]
    assert done.state.spans.damaged == {NEAR}
    assert vps(done) == [-1]
    assert Hex("0603") in contact_hexes(people(), Hex("0602"))
    assert Hex("0603") not in contact_hexes(done.state, Hex("0602"))
    mended = played(people(damaged=["0602-0603"]), "populace")
    assert mended.of("PopulaceActed") == [PopulaceActed(FRENCH, bridge, False)]
    assert not mended.state.spans.damaged
    assert targets(people(), FRENCH, POPULACE) == [NEAR]  # within five hexes of the town
    for side, found in ((FRENCH, []), (ALLIED, [NEAR])):
        state = people(side=side)
        state.put_unit(replace(state.units[unit("A1")], hex=Hex("0102")))
        assert targets(state, side, POPULACE) == found
        if not found:
            assert is_returned(played(state, "populace"))


# -- cards of conduct: 12 Probe, 13 Infiltration, 19 Mobile Defense (N23.4, N23.8, N23.9)


PROBE, INFILTRATION, MOBILE = "probe", "infiltration", "mobile-defense"
ENEMY = "A1 infantry 6-3 0104"
BESIDE_IT = "F1 infantry 6-3 0105"
"""Next to the enemy on the lane; the way out leads to 0106."""


def in_segment(
    rows: str, orders: str, *lines: str, segment: Segment = Segment.MOVEMENT, **more: Any
) -> GameState:
    return position(rows, *lines, active="FI", segment=segment, orders=orders, **more)


def with_card(
    card: str,
    orders: str,
    *lines: str,
    rows: str = LANE,
    way: str = "full",
    subjects: tuple[str, ...] = (),
    **more: Any,
) -> GameState:
    """FI acts after its side has played a card."""
    state = in_segment(rows, orders, *lines, **more)
    return put(holding(state, card, way=way), card, *subjects).state


def parts(state: GameState, who: str, path: str, *, column: bool = False) -> list[tuple[str, int]]:
    """What the first step of a path costs, with the reasons, in half MP."""
    quoted = quote_route(state, units(who), None, Route(hexes(path), column))
    assert isinstance(quoted, PathQuote)
    return list(quoted.steps[0].parts)


def walked(state: GameState, who: str, path: str) -> Played[None]:
    async def flow(table: Table[GameState]) -> None:
        await walk(table, units(who), Route(hexes(path)), None)

    return play(state, flow)


def may_step(state: GameState) -> bool:
    return can_step(state, movers(state, units("F1")), permissions(state, unit("F1")))


def defending(*lines: str, order: str = "defend 0106", **more: Any) -> GameState:
    return with_card(MOBILE, f"FI: {order}", ENEMY, *(lines or (BESIDE_IT,)), **more)


@pytest.mark.rule("N6.6", "N23.4", "N5.4")
def test_a_mobile_defense_lets_leave_an_enemy_zone_at_the_price_of_the_search() -> None:
    plain = in_segment(LANE, "FI: defend 0106", ENEMY, BESIDE_IT)
    assert refused(plain, "F1", "0105 0106") == "N6.6"
    assert not may_step(plain)
    state = defending()
    assert may_step(state)
    assert parts(state, "F1", "0105 0106") == [("clear", 2), ("Mobile Defense", 2)]
    assert refused(state, "F1", "0105 0106") is None
    assert refused(state, "F1", "0105 0106 0107 0108") is None  # 2 + 1 + 1 of 4 MP
    assert refused(state, "F1", "0105 0106 0107 0108 0109") == "N5.4"
    assert listed(state, "F1") == {"stay", "0106", "0107", "0108"}
    assert listed(defending("F1 infantry 6-3-1 0105"), "F1") == {"stay", "0106"}
    spent = defending("F1 infantry 6-3 0105 spent:6")
    assert listed(spent, "F1") == {"stay"}
    assert not may_step(spent)
    for column in (False, True):
        road = "0105 0106 0107 0108 0109"
        state = defending(roads=[road])
        group = movers(state, units("F1"))
        found = ends(state, group, permissions(state, unit("F1")), column=column)
        assert found
        index = state.battle.battlefield.grid.index
        for hex_, reach in found.items():
            path = path_to(state, reach, hex_)
            quoted = quote_route(state, units("F1"), None, Route(path, column))
            assert isinstance(quoted, PathQuote)
            assert quoted.halves == reach.cost[index[hex_]]


@pytest.mark.rule("N16.4", "N23.4", "N12.2")
@each(
    "state column first",
    case(
        "trains leave for nothing as ever",
        defending("F1 train 0105", roads=["0105 0106 0107"]),
        False,
        [("road", 1)],
    ),
    case(
        "it is paid by road too",
        defending(roads=["0104 0105 0106 0107"]),
        True,
        [("road", 1), ("Mobile Defense", 2)],
    ),
    case("under Delay", defending(order="delay 0106"), False, [("clear", 2)]),
)
def test_who_pays_for_leaving(state: GameState, column: bool, first: list[tuple[str, int]]) -> None:
    assert parts(state, "F1", "0105 0106", column=column) == first
    train = defending("F1 train 0105", roads=["0105 0106 0107"])
    assert movers(train, units("F1")).exits == ()


@pytest.mark.rule("N23.2", "N23.7", "N23.10", "N23.4")
def test_it_is_secret_until_used_and_helps_no_other_order() -> None:
    state = defending()
    assert view(state, ALLIED).cards.effects == ()
    done = walked(state, "F1", "0105 0106")
    assert revealed(done) == [MOBILE]
    assert [effect.card for effect in view(done.state, ALLIED).cards.effects] == [MOBILE]
    assert in_force(done.state, MOBILE)  # and serves the others this turn
    plain = walked(defending("F1 infantry 6-3 0108"), "F1", "0108 0109")
    assert revealed(plain) == []
    assert view(plain.state, ALLIED).cards.effects == ()
    state = holding(position(LANE, BESIDE_IT, orders="FI: attack 0102"), MOBILE)
    assert named(state, MOBILE) == []
    assert is_returned(played(state, MOBILE))
    orders = "FI: attack 0102; FI/1st: defend 0106"
    division = position(LANE, BESIDE_IT, "F2 infantry 4-3 0106 division:1st", orders=orders)
    assert vps(put(holding(division, MOBILE), MOBILE)) == [0]
    for order in ("attack 0103", "probe 0103", "support FII"):
        orders = f"{order}; FII: defend 0112"
        state = defending(BESIDE_IT, "F2 infantry 6-3 0112 of:FII", order=orders)
        assert in_force(state, MOBILE)
        between = defending("A2 infantry 6-3 0107", BESIDE_IT)
        assert [refused(table, "F1", "0105 0106") for table in (state, between)] == ["N6.6", "N6.6"]


FLANK = "A1 infantry 6-3 0505"
BESIDE = "F1 infantry 6-3 0504"
"""In the zone of the enemy; so are 0404 and 0604 next to it."""


def infiltrating(*lines: str, order: str = "probe 0505", **more: Any) -> GameState:
    more = {"way": "restricted", "rows": FIELD} | more
    return with_card(INFILTRATION, f"FI: {order}", FLANK, *(lines or (BESIDE,)), **more)


@pytest.mark.rule("N23.8", "N6.6", "N12.2", "N6.5", "N23.4", "N23.2")
def test_in_restricted_play_infantry_alone_goes_from_zone_to_zone() -> None:
    state = infiltrating()
    assert parts(state, "F1", "0504 0404") == [("clear", 2), ("Infiltration", 2)]
    assert refused(state, "F1", "0504 0404") is None
    assert refused(state, "F1", "0504 0404 0405") == "N6.5"  # one such hex a turn
    assert refused(state, "F1", "0504 0503") == "N6.6"  # it opens no way out
    plain = in_segment(FIELD, "FI: probe 0505", FLANK, BESIDE)
    assert refused(plain, "F1", "0504 0404") == "N6.6"  # without the card
    # who may go from zone to zone anyway pays nothing
    assert parts(infiltrating(order="attack 0505"), "F1", "0504 0404") == [("clear", 2)]
    # it does not make an order enter zones
    assert refused(infiltrating(order="march 0112"), "F1", "0504 0404") == "N6.5"
    guns = infiltrating(BESIDE, "F2 battery 4-3-4 0504")
    assert [refused(guns, who, "0504 0404") for who in ("F2", "F1 F2")] == ["N6.6", "N6.6"]
    full = infiltrating("F1 infantry 6-3 0504", "F2 light 3-3 0503", way="full")
    assert refused(full, "F1", "0504 0404") == "N6.6"
    # it is shown when somebody goes so
    assert revealed(walked(infiltrating(), "F1", "0504 0404")) == [INFILTRATION]


def charging(*lines: str, order: str = "attack 0505", way: str = "full") -> GameState:
    """Units beside the enemy in their Assault Segment, under an Attack."""
    return with_card(
        INFILTRATION, f"FI: {order}", FLANK, *lines, rows=FIELD, segment=Segment.ASSAULT, way=way
    )


@pytest.mark.rule("N23.4", "N8.33", "N23.2", "N23.7", "N23.10")
def test_in_full_play_cavalry_that_attacks_may_decline_its_assault() -> None:
    state = charging("F1 light 3-3 0504")
    assert end_refusal(state, FI) is None
    assert None in DeclareAssault(FRENCH, FI).options(state)
    assert end_refusal(charging("F1 light 3-3 0504", way="restricted"), FI) is not None
    # infantry must still try
    assert rule_of(end_refusal(charging("F1 light 3-3 0504", "F2 infantry 5-3 0504"), FI)) == (
        "N8.33"
    )
    done = play(state, assault_segment, answers={"DeclareAssault": [None]})
    assert revealed(done) == [INFILTRATION]
    for line, orders in (
        ("F1 infantry 6-3 0504", "FI: attack 0505"),
        ("F1 light 3-3 0504", "FI: defend 0504"),
    ):
        state = holding(position(FIELD, FLANK, line, orders=orders), INFILTRATION)
        assert is_returned(played(state, INFILTRATION))
    horse = position(FIELD, FLANK, "F1 light 3-3 0504", orders="FI: probe 0505")
    state = holding(horse, INFILTRATION)
    assert vps(put(state, INFILTRATION)) == [-1]
    assert named(holding(state, INFILTRATION, way="restricted"), INFILTRATION) == [()]


def probing(*lines: str, segment: Segment = Segment.ASSAULT, **more: Any) -> GameState:
    """FI under an Attack that its card lets it take as a Probe."""
    orders = "FI: attack 0505" + more.pop("orders", "")
    return with_card(
        PROBE, orders, FLANK, *lines, rows=FIELD, segment=segment, subjects=("FI",), **more
    )


@pytest.mark.rule("N23.4", "N12.2", "N8.33", "N23.2")
def test_an_attack_is_carried_out_as_a_probe_that_may_decline() -> None:
    for way in ("full", "restricted"):
        state = probing(BESIDE, way=way)
        assert step_of(state, unit("F1")).verb == "probe"
        assert step_of(state, unit("F1")).target == "0505"
        assert permissions(state, unit("F1")).name == "Probe"
        assert state.pad.lines[LineId(FI)].step.verb == "attack"  # the order is as it was
    assert end_refusal(probing(BESIDE), FI) is None
    attack = position(FIELD, FLANK, BESIDE, active="FI", orders="FI: attack 0505")
    assert end_refusal(attack, FI) is not None
    state = probing(BESIDE)
    assert view(state, ALLIED).cards.effects == ()
    done = play(state, assault_segment, answers={"DeclareAssault": [None]})
    assert revealed(done) == [PROBE]
    declared = Assault(Hex("0505"), units("F1"))
    dropped: Answers = {"DeclareAssault": [declared], "ConfirmAssault": [False]}
    after = play(play(state, assault_segment, answers=dropped).state, assault_segment)
    assert revealed(after) == [PROBE]
    far = play(probing("F1 infantry 6-3 0501"), assault_segment)
    assert revealed(far) == []  # there was nothing to decline


@pytest.mark.rule("N23.7", "N23.9", "N23.10", "N12.23")
def test_it_names_one_formation_under_an_attack_that_need_not_come_near() -> None:
    orders = "FI: attack 0505; FII: probe 0505"
    state = position(FIELD, FLANK, BESIDE, "F2 infantry 6-3 0112 of:FII", orders=orders)
    assert named(state, PROBE) == [("FI",)]
    assert vps(put(holding(state, PROBE), PROBE, "FI")) == [0]
    idle = holding(position(FIELD, FLANK, BESIDE, orders="FI: defend 0504"), PROBE)
    assert is_returned(played(idle, PROBE))
    assert idle.cards.piles[FRENCH].of(Pile.HAND) == (PROBE,)
    far = "F1 infantry 6-3 0508"
    assert refused(probing(far, segment=Segment.MOVEMENT), "F1") is None
    assert refused(in_segment(FIELD, "FI: attack 0505", FLANK, far), "F1") == "N12.22"
    # and not for its detached divisions
    lines = ("F2 infantry 6-3 0604 of:FII", "F3 infantry 4-3 0404 division:1st", BESIDE)
    state = probing(*lines, orders="; FII: attack 0505; FI/1st: attack 0505")
    verbs = [step_of(state, unit(name)).verb for name in ("F1", "F2", "F3")]
    assert verbs == ["probe", "attack", "attack"]


# -- cards of cavalry and of leaders taken: 3, 17, 18, 23 and 31 (N23.4, N11.71, N10.12, N14.7)


CAVALRY_PURSUIT, COUNTER_CHARGE = CardId("cavalry-pursuit"), CardId("counter-charge")
COVER_FIRE, AIDE = CardId("artillery-cover-fire"), CardId("aide-de-camp")
A8 = LeaderId("A8")

# The Allies have left 0403 and fled to 0401; the French won from 0404.
HUNTERS = ("F1 light 5-3 0404", "A1 infantry 5-3 0401")
BY_0402 = Pursuit(units("F1"), Hex("0401"), hexes("0404 0403 0402"))


def won(*lines: str) -> GameState:
    return position(OPEN, *HUNTERS, *lines, active="FI")


def hunted(state: GameState, dice: Sequence[int], *cards: CardId | None) -> Played[tuple[Any, ...]]:
    """F1 pursues A1, with cards that are played as it does."""
    answers: Answers = {"DeclarePursuit": [BY_0402], "PlayWindowCard": list(cards)}
    left, fled = Hex("0403"), units("A1")
    return play(state, lambda t: pursue(t, FRENCH, left, fled, routed=False), dice, answers)


@pytest.mark.rule("N11.71", "N23.4", "N23.6", "N23.7")
def test_cavalry_pursuit_passes_the_check_without_a_die_once_a_turn() -> None:
    done = hunted(holding(won(), "cavalry-pursuit"), [1, 4], CAVALRY_PURSUIT)
    assert done.of("CheckWaived") == [combat.CheckWaived(CAVALRY_PURSUIT, units("F1"), "pursuit")]
    assert done.of("PursuitMade")
    assert [check.purpose for check in done.of("MoraleRolled")] == ["aftermath"]  # N10.7
    assert vps(done) == [-1]
    assert done.of("TacticsPlayed") == [combat.TacticsPlayed(FRENCH)]
    every = hunted(acting(won(), "cavalry-pursuit"), [1, 4])  # all of the turn
    assert every.of("PursuitMade")
    assert in_force(every.state, "cavalry-pursuit")
    theirs = hunted(acting(won(), "cavalry-pursuit", side=ALLIED), [6])
    assert not theirs.of("PursuitMade")  # not those of the enemy
    for card in ("cavalry-pursuit", "counter-charge"):
        assert is_returned(played(acting(holding(won(), card), card), card))


@pytest.mark.rule("N11.71", "N23.4", "N23.6")
def test_cover_fire_cancels_a_pursuit_that_goes_on_where_it_is_kept() -> None:
    state = holding(won("A2 battery 3-3 0101"), "artillery-cover-fire", side=ALLIED)
    done = hunted(state, (), COVER_FIRE)
    assert done.of("PursuitCancelled") == [combat.PursuitCancelled(COVER_FIRE, units("F1"))]
    assert (done.result, done.of("MoraleRolled"), vps(done)) == ((), [], [-1])
    assert done.state.units[unit("F1")].hex == "0404"
    assert not done.state.cards.effects
    kept = hunted(state, [1, 1, 1], None)
    assert kept.of("PursuitMade")
    assert pile(kept.state, Pile.HAND, ALLIED) == ("artillery-cover-fire",)


F1, A1, A2 = "F1 light 6-3 0406", "A1 infantry 5-3 0403", "A2 light 6-3 0504"
CHARGE = Charge(units("F1"), Hex("0403"), hexes("0406 0405 0404 0403"))
MEET = Reaction(units("A2"), hexes("0504 0404"))


def charged(*lines: str) -> GameState:
    return position(OPEN, F1, A1, A2, *lines, active="FI", segment=Segment.CHARGE)


def reacted(state: GameState, dice: Sequence[int], *cards: CardId | None) -> Played[Any]:
    """A2 tries to meet the charge of F1."""
    answers: Answers = {"ChooseReactionCharge": [MEET], "PlayWindowCard": list(cards)}
    return play(state, lambda t: react_to_charge(t, CHARGE), dice, answers)


@pytest.mark.rule("N10.2", "N23.4", "N23.6", "N10.25")
def test_counter_charge_passes_the_check_of_every_reaction() -> None:
    state = holding(charged(), "counter-charge", side=ALLIED)
    done = reacted(state, [1, 1], COUNTER_CHARGE)
    assert done.of("CheckWaived") == [combat.CheckWaived(COUNTER_CHARGE, units("A2"), "reaction")]
    assert done.of("ReactionResolved")
    assert not done.of("MoraleRolled")
    assert vps(done) == [-1]
    assert in_force(done.state, "counter-charge", ALLIED)
    without = reacted(state, [6], None)
    assert [check.passed for check in without.of("MoraleRolled")] == [False]
    assert not without.of("ReactionResolved")
    lines = ("F1 infantry 5-3 0404", "A2 light 6-3 0403")
    state = position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT)
    acting(state, "counter-charge", side=ALLIED)
    answers: Answers = {"ChooseReactionCharge": [Reaction(units("A2"), hexes("0403 0404"))]}
    done = play(state, lambda t: react_to_move(t, units("F1")), [1, 1, 1, 1, 1], answers)
    assert [event.purpose for event in done.of("CheckWaived")] == ["reaction"]
    assert "reaction" not in [check.purpose for check in done.of("MoraleRolled")]


COSSACKS, CAVALRY = "A1 light 3-3 0404 cossack", "untrained-enemy-cavalry"
RIDERS = (COSSACKS, "A2 heavy 4-3 0404", "A3 light 5-3 0101", "A4 battery 3-3 0101")
FOE = "F1 infantry 5-3 0403"
THEIRS = DeclareCharge(ALLIED, FormationId("AI"))


def stable(*lines: str) -> GameState:
    return position(OPEN, *(lines or RIDERS), FOE, active="AI", segment=Segment.CHARGE)


def barred(state: GameState, name: str) -> str | None:
    """The rule by which a unit may not charge F1."""
    return rule_of(THEIRS.refusal(state, Charge(units(name), Hex("0403"), CLOSE)))


@pytest.mark.rule("N23.4", "N10.12", "N7.2", "N23.7", "N10.23")
def test_the_cossacks_or_the_cavalry_of_a_stack_may_not_charge_but_react() -> None:
    state = holding(stable(), "cossacks")
    assert named(state, "cossacks") == [("A1",)]
    done = put(state, "cossacks", "A1")
    assert [barred(done.state, name) for name in ("A1", "A2")] == ["N10.12", None]
    offered = THEIRS.options(done.state)
    assert {c.units for c in offered if c is not None} == {units("A2")}
    state = holding(stable(), CAVALRY)
    assert named(state, CAVALRY) == [("A1", "A2"), ("A3",)]
    both = put(state, CAVALRY, "A1", "A2")
    assert [barred(both.state, name) for name in ("A1", "A2")] == ["N10.12", "N10.12"]
    (effect,) = in_force(both.state, CAVALRY)
    assert effect.until == both.state.turn
    assert vps(done) == vps(both) == [-1]
    line = "A1 light 3-3 0404"
    foot = "A1 infantry 3-3 0404"
    for card, enemy in (("cossacks", foot), (CAVALRY, foot), ("cossacks", line)):
        assert is_returned(played(holding(stable(enemy), card), card))
    state = acting(charged(), "untrained-enemy-cavalry", "A2")
    assert reacted(state, [1, 1, 1]).of("ReactionResolved")


def taken(state: GameState, dice: Sequence[int], *cards: CardId | None) -> Played[None]:
    """The leader in 0303 is alone, and the enemy comes; the Allies hold an aide."""
    holding(state, "aide-de-camp", side=ALLIED)
    answers: Answers = {"PlayWindowCard": list(cards)}
    return play(state, lambda table: leaders_alone(table, Hex("0303"), ALLIED), dice, answers)


ALONE = ("A8 leader 0303", "F1 infantry 5-3 0302")


@pytest.mark.rule("N14.7", "N23.4", "N23.6", "N23.7", "N14.71")
def test_an_aide_de_camp_gets_a_captured_leader_away_however_far() -> None:
    state = position(OPEN, *ALONE, "A1 infantry 5-3 0505", active="FI")
    done = taken(state, [1], AIDE)
    assert done.of("CaptureCancelled") == [combat.CaptureCancelled(A8)]
    assert done.of("LeaderDisplaced") == [LeaderDisplaced(A8, Hex("0505"))]
    assert not done.of("LeaderCaptured")
    assert vps(done) == [-1]
    assert pile(done.state, Pile.DISCARD, ALLIED) == ("aide-de-camp",)
    kept = taken(state, [2], None)
    assert kept.of("LeaderCaptured")
    assert kept.of("DieRolled") == [DieRolled("capture of A8", 2, 0, 2)]
    # nobody is asked where the leader escapes or has no friend left
    assert not taken(state, [3]).questions("PlayWindowCard")
    lonely = taken(position(OPEN, *ALONE, active="FI"), [1])
    assert not lonely.questions("PlayWindowCard")
    assert lonely.of("LeaderCaptured")
    rows = "\n".join([". " * 20] * 3)
    state = position(rows, *ALONE, "A1 infantry 5-3 1803", active="FI")
    assert taken(state, [6], AIDE).of("LeaderDisplaced") == [LeaderDisplaced(A8, Hex("1803"))]

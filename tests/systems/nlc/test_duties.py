"""What orders oblige units to do, and divisions with orders of their own (N12.33, N12.92)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.engine import Table
from hexwar.ground.costs import ground_of
from hexwar.ground.movement import Drop, can_end, movers, path_refusal, quote
from hexwar.ground.zones import enemy_hexes, enemy_zone
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.battles import battle_with
from hexwar.systems.nlc.events.orders import DivisionRejoined
from hexwar.systems.nlc.events.turn import TurnBegan
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.rules.combat.bombardment_fire import has_target
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, column_refusal
from hexwar.systems.nlc.rules.orders.divisions import (
    Detail,
    IssueDivisionalOrder,
    Recall,
    divisional_order,
    divisions,
)
from hexwar.systems.nlc.rules.orders.permissions import permissions
from hexwar.systems.nlc.rules.turn.setup import set_up
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import FormationId, FormationKind, LeaderId, OrderStep
from hexwar.table.pieces import Box, Leader, Phase, Writing
from hexwar.table.reports import PathQuote
from tests.systems.nlc.cases import each, rule_of, told
from tests.systems.nlc.orders import steps
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, hexes, position, unit, units
from tests.systems.nlc.tasks import (
    F1,
    FIELD,
    LANE,
    ROAD,
    end_refused,
    lane,
    listed,
    ordered,
    refused,
    sentence,
)

# -- what orders oblige units to do: half the MA toward the goal, places to stay at


OWED = """
half the MA on hexes that lower the remaining cost: march 0101 | F1 infantry 6-3 0109 | -
    | stay = N12.21; 0109 0108 = N12.21; 0109 0110 0111 = N12.21; 0109 0108 0107 = ok
what is spent going back does not count twice: march 0101 | F1 infantry 6-3 0109 | -
    | 0109 0108 0109 0108 = N12.21; 0109 0110 0109 0108 = N12.21; 0109 0108 0107 0108 = ok
in road movement twice as many hexes: march 0101 | F1 infantry 6-3 0109 | road
    | column 0109 0108 0107 0106 = N12.21; column 0109 0108 0107 0106 0105 = ok; 0109 0108 0107 = ok
within two hexes of the goal nothing is owed: march 0107 | F1 infantry 6-3 0109 | -
    | stay = ok; 0109 0110 = ok; end = ok
to come within two hexes is enough: march 0106 | F1 infantry 6-3 0109 | -
    | stay = N12.21; 0109 0108 = ok
a unit in an enemy zone first steps out: march 0601
    | F1 infantry 6-3 0606, A1 infantry 5-3 0605 | field
    | stay = N12.21; 0606 0607 = ok; end = N12.21
attack advances until in contact: attack 0101 | F1 infantry 6-3 0109, A1 infantry 5-3 0106 | -
    | stay = N12.22; 0109 0108 = N12.22; 0109 0108 0107 = ok
attack, one hex leads into contact: attack 0101 | F1 infantry 6-3 0109, A1 infantry 5-3 0107 | -
    | 0109 0108 = ok
attack, in contact: attack 0101 | F1 infantry 6-3 0109, A1 infantry 5-3 0108 | -
    | stay = ok; end = ok
an attack without an objective owes nothing: attack | F1 infantry 6-3 0109 | -
    | stay = ok; end = ok
probe goes within three hexes of an enemy near the objective: probe 0101
    | F1 infantry 6-3 0109, A1 infantry 5-3 0102 | - | stay = N12.23; 0109 0108 0107 = ok
probe is there: probe 0101 | F1 infantry 6-3 0105, A1 infantry 5-3 0102 | -
    | stay = ok; 0105 0106 = ok
probe without an enemy goes to its objective: probe 0101
    | F1 infantry 6-3 0104, A1 infantry 5-3 0112 | - | stay = N12.23; 0104 0103 = ok
a named route is followed: march 1001 via 0101 | F1 infantry 6-3 0110 | field
    | 0110 0109 0108 = ok; 0110 0210 0311 = N12.21
beyond its last hex: march 1001 via 0101 | F1 infantry 6-3 0103 | field | 0103 0202 0302 = ok
who cannot spend half the MA goes as far as it can: march 0101
    | F1 infantry 6-3 0109, A1 infantry 5-3 0106 | - | stay = N12.21; end = N12.21
a dearer way than the cheapest may do it: march 0101
    | F1 infantry 6-3 0105, A1 infantry 5-3 0102 | woods
    | 0105 0104 = N12.21; 0105 0104 0203 = N12.21; 0105 0204 0203 = ok; stay = N12.21
who cannot go at all may stay: march 0101 | F1 infantry 6-3 0109, A1 infantry 5-3 0107 | -
    | stay = ok; 0109 0110 = ok; end = ok
the way leads round an enemy who may not be met: march 0601
    | F1 infantry 6-3 0606, A1 infantry 5-3 0603 | field
    | 0606 0506 0505 0405 0404 = ok; 0606 0605 0606 0605 = N12.21
out of command, each hex leads toward the commander: attack 0112
    | F1 infantry 6-3 0109, FL leader 0102 | out | 0109 0110 = N14.41; stay = ok
out of command nothing is owed: march 0101 | F1 infantry 6-3 0109 | out | end = ok
who has moved owes nothing: march 0101 | F1 infantry 6-3 0109 moved | - | end = ok
trains owe nothing: march 0101 | FT train 0109 | road | end = ok
together they owe half the least MA: march 0101 | F1 infantry 6-3 0109, F2 light 4-3 0109 | -
    | both 0109 0108 = N12.21; both 0109 0108 0107 = ok
fall back goes toward its goal: fall back 0112 | F1 infantry 6-3 0106, A1 infantry 5-3 0102 | -
    | stay = N12.26; 0106 0105 = N12.26; 0106 0107 0108 = ok
fall back does not go nearer to the enemy: fall back 1206
    | F1 infantry 6-3 0506, A1 infantry 5-3 0703 | field
    | 0506 0606 0707 = ok; 0506 0605 0705 = N12.26
where there is no other way it does: fall back 0101
    | F1 infantry 6-3 0109, A1 infantry 5-3 0103 | - | 0109 0108 0107 = ok
fall back leaves an enemy zone: fall back 0112 | F1 infantry 6-3 0106, A1 infantry 5-3 0105 | -
    | stay = N12.26; 0106 0107 = ok
general retreat goes to its edge: general retreat 0112 | F1 infantry 6-3 0106 | -
    | stay = N12.29; 0106 0107 0108 = ok
defend stays within four hexes of the objective: defend 0106 | F1 infantry 6-3 0109 | -
    | stay = ok; 0109 0110 = ok; 0109 0110 0111 = N12.24; end = ok
who is outside must come back first: defend 0106 | F1 infantry 6-3 0111 | -
    | stay = N12.35; 0111 0110 = ok; end = N12.35
who cannot come back at once comes nearer: defend 0102 | F1 infantry 6-3 0112 | -
    | stay = N12.35; 0112 0111 = N12.35; 0112 0111 0110 = ok
reserve stays within two hexes of its place: reserve 0106
    | F1 infantry 6-3 0108, FL leader 0106 of:FII | -
    | stay = ok; 0108 0109 = N12.27; 0108 0107 0106 0105 0104 = ok
or of its leader: reserve FII | F1 infantry 6-3 0108, FL leader 0106 of:FII | -
    | stay = ok; 0108 0109 = N12.27; 0108 0107 0106 0105 0104 = ok
reserve is not in an enemy zone: reserve 0106 | F1 infantry 6-3 0107, A1 infantry 5-3 0106 | -
    | stay = N12.27; 0107 0108 = ok
support stays within three hexes of the troops supported: support FII
    | F1 infantry 6-3 0109, F2 infantry 6-3 0106 of:FII | - | stay = ok; 0109 0110 = N12.28
support comes nearer: support FII | F1 infantry 6-3 0112, F2 infantry 6-3 0106 of:FII | -
    | stay = N12.28; 0112 0111 0110 0109 = ok
support may stay near what the supported troops attack: support FII; FII: attack 0112
    | F1 infantry 6-3 0109, F2 infantry 6-3 0103 of:FII | - | stay = ok
but not between: support FII; FII: attack 0112
    | F1 infantry 6-3 0108, F2 infantry 6-3 0103 of:FII | - | stay = N12.28
support of an attack stays near those who make it: support 0112; FII: attack 0112
    | F1 infantry 6-3 0105, F2 infantry 6-3 0103 of:FII | - | stay = ok
or near the hex: support 0112; FII: attack 0112
    | F1 infantry 6-3 0110, F2 infantry 6-3 0103 of:FII | - | stay = ok
but not between them: support 0112; FII: attack 0112
    | F1 infantry 6-3 0108, F2 infantry 6-3 0103 of:FII | - | stay = N12.28
others attack elsewhere: support 0112; FII: attack 0109
    | F1 infantry 6-3 0105, F2 infantry 6-3 0103 of:FII | - | stay = N12.28
support in contact owes nothing: support FII
    | F1 light 4-3 0111, F2 infantry 6-3 0103 of:FII, A1 infantry 5-3 0112 | - | stay = ok
a detached division owes what its own order says: march 0101; FI/1st: defend 0109
    | F1 infantry 6-3 0109 division:1st, F2 infantry 6-3 0106 | - | stay = ok; F2 stay = N12.21
"""
"""The order of FI, the pieces, the ground, and what becomes of paths of F1, of staying, and of
ending the segment."""

GROUNDS: dict[str, dict[str, Any]] = {
    "-": {"rows": LANE},
    "field": {"rows": FIELD},
    "road": {"rows": LANE, "roads": ROAD},
    "out": {"rows": LANE, "out": "F1"},
    "woods": {"rows": ". . . . .\n. . . . .\n. w . . .\n. . w . .\n. . . . ."},
}


@pytest.mark.rule(
    "N12.21",
    "N12.33",
    "N12.22",
    "N12.23",
    "N27.4",
    "N14.41",
    "N5.9",
    "N12.26",
    "N12.29",
    "N12.24",
    "N12.35",
    "N12.27",
    "N12.28",
    "N12.92",
)
@each("order lines kind answers", *told(OWED))
def test_what_an_order_obliges_to(order: str, lines: str, kind: str, answers: str) -> None:
    words = dict(GROUNDS[kind])
    state = ordered(words.pop("rows"), f"FI: {order}", *lines.split(", "), **words)
    for answer in answers.split("; "):
        path, verdict = answer.split(" = ")
        rule = None if verdict == "ok" else verdict
        if path == "end":
            assert end_refused(state) == rule, answer
            continue
        who = "F1 F2" if "both" in path else "F2" if "F2" in path else "F1"
        steps_ = " ".join(word for word in path.split() if word.isdigit())
        assert refused(state, who, steps_, column="column" in path) == rule, answer


@pytest.mark.rule("N12.21", "N12.23", "N12.33", "N14.41", "N27.4")
def test_what_is_listed_and_said_in_points_and_not_in_hexes() -> None:
    for order, lines, words, expected in (
        ("march 0101", [F1], {}, "0107 0106 0105"),
        ("march 0101", [F1, "A1 infantry 5-3 0106"], {}, "0108"),
        # Who has worked goes as far as the rest of its MP leads.
        ("march 0101", ["F1 infantry 6-3 0109 spent:6"], {}, "0108"),
        ("attack 0112", [F1, "FL leader 0102"], {"out": "F1"}, "stay 0108 0107 0106 0105"),
    ):
        assert listed(lane(order, *lines, **words), "F1") == set(expected.split())
    out = ordered(FIELD, "FI: march 0601", "F1 infantry 6-3 0606", "A1 infantry 5-3 0605")
    assert sentence(out, "F1") == "F1 must step out of the enemy's zone."
    assert "the enemy near 0101" in sentence(lane("probe 0101", F1, "A1 infantry 5-3 0102"), "F1")
    beyond = ordered(FIELD, "FI: march 1001 via 0101", "F1 infantry 6-3 0103")
    assert "1001" in sentence(beyond, "F1")
    rows = "\n".join(["."] * 7 + ["w"] + ["."] * 4)
    assert refused(ordered(rows, "FI: march 0101", F1), "F1", "0109 0108") is None
    cut = lane("march 0101", F1, rivers=["0104-0105"])
    assert (refused(cut, "F1"), end_refused(cut)) == (None, None)
    places = ("0108", "0108", "0107", "0106", "0107", "0106")
    friends = [f"F{n} infantry 6-3 {hex_} moved" for n, hex_ in enumerate(places, start=10)]
    assert refused(lane("march 0101", F1, *friends, "A1 infantry 5-3 0104"), "F1") is None


@pytest.mark.rule("N12.33", "N5.11")
@each(
    "line least",
    ("F1 infantry 6-3-5 0109", "0106"),  # half of 5 is 2 1/2
    ("F1 light 4-3 0109", "0106"),  # half of 6
    ("F1 infantry 6-3 0109 disrupted", "0108"),  # half of half of 4
)
def test_half_the_ma_is_not_rounded_down(line: str, least: str) -> None:
    assert max(listed(lane("march 0101", line), "F1")) == least


@pytest.mark.rule("N5.9", "N27.4", "N5.81", "N5.3")
def test_who_is_dropped_arrives_or_is_in_reserve_owes_its_duty_too() -> None:
    state = lane("march 0101", F1, "F2 infantry 4-3 0109")
    for hex_, rule in (("0108", "N12.21"), ("0107", None)):
        drops = [Drop(unit("F2"), Hex(hex_))]
        assert refused(state, "F1 F2", "0109 0108 0107 0106", drops=drops) == rule
    state = lane("march 0101", "F1 infantry 6-3 due", roads=ROAD)
    options = ChoosePath(FRENCH, units("F1"), Hex("0112")).options(state)
    ends = {route.hexes[-1] if route.hexes else "stay" for route in options}
    assert ends & {"stay", "0112", "0111"} == {"stay", "0111"}
    for place, is_legal in (("0101", True), ("0107", False)):
        state = lane(f"reserve {place}", F1, "A1 infantry 5-3 0112", roads=ROAD)
        assert (column_refusal(state, units("F1"), entering=False) is None) is is_legal


# -- the law of duties set against every path of a small map, counted plainly (N12.33, N27.4)


SIZE = 5
HEXES = [f"{c:02}{r:02}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
ARMS = ("infantry 6-3", "light 4-3-4", "battery 3-3")
WAY = 12
"""Rounds in which the costs of all hexes become known, and more."""

FAR = 10**6

places = st.sampled_from(HEXES)
lands = st.lists(st.sampled_from("...wm"), min_size=SIZE * SIZE, max_size=SIZE * SIZE)


@st.composite
def tasks(draw: st.DrawFn) -> GameState:
    """A French unit under an order on a map of woods, marshes and a river, an enemy, friends."""
    land, here = draw(lands), draw(places)
    rows = "\n".join(" ".join(land[n : n + SIZE]) for n in range(0, SIZE * SIZE, SIZE))
    order = draw(st.sampled_from(["march", "attack"]))
    friends = [h for h in draw(st.lists(places, max_size=2, unique=True)) if h != here]
    enemies = [h for h in draw(st.lists(places, max_size=1)) if h not in (here, *friends)]
    lines = [f"F1 {draw(st.sampled_from(ARMS))} {here}"]
    lines += [f"F{n} infantry 12-3 {h} moved" for n, h in enumerate(friends, 2)]
    lines += [f"A{n} infantry 5-3 {h}" for n, h in enumerate(enemies, 1)]
    rivers = sorted({"-".join(hexside(Hex(a), Hex(b))) for a, b in draw(_sides())})
    return ordered(rows, f"FI: {order} {draw(places)}", *lines, rivers=rivers)


def _sides() -> st.SearchStrategy[list[tuple[str, str]]]:
    """A few hexsides between hexes of one column."""
    low = st.sampled_from([h for h in HEXES if not h.endswith(f"0{SIZE}")])
    return st.lists(low.map(lambda h: (h, f"{int(h) + 1:04}")), max_size=4)


def paths(state: GameState) -> Iterator[tuple[str, ...]]:
    """Every legal path of F1 that enters no hex twice and ends where there is room."""
    group, order = movers(state, units("F1")), permissions(state, units("F1")[0])
    around = state.battle.battlefield.grid.neighbours
    begun: list[tuple[Hex, ...]] = [(group.start,)]
    while begun:
        path = begun.pop()
        for hex_ in around[path[-1]]:
            longer = (*path, hex_)
            quoted = quote(state, group, longer, column=False)
            if hex_ in path or not isinstance(quoted, PathQuote):
                continue
            if quoted.halves > group.allowance and len(longer) > 2:
                continue
            begun.append(longer)
            if path_refusal(state, group, order, longer, column=False) is None and can_end(
                state, group, hex_, column=False
            ):
                yield longer


def left(state: GameState, goal: Hex) -> dict[Hex, int]:
    """The remaining path cost of each hex: round the enemy, and if need be through him."""
    group, order = movers(state, units("F1")), permissions(state, units("F1")[0])
    shut = set(enemy_hexes(state, FRENCH))
    if group.heeds_zones and not order.enter_zone:
        shut |= enemy_zone(state, FRENCH)
    found = _relaxed(state, goal, shut - {goal})
    return found if group.start in found else _relaxed(state, goal, set())


def _relaxed(state: GameState, goal: Hex, shut: set[Hex]) -> dict[Hex, int]:
    """The costs of all hexes, relaxed until nothing can change any more."""
    grid, ground = state.battle.battlefield.grid, ground_of(state)
    gait = movers(state, units("F1")).gait
    cost = {goal: 0}
    for _ in range(WAY):
        for a in grid.hexes:
            for b in grid.neighbours[a]:
                step = ground.step(gait, a, b)
                if b in cost and a not in shut and step is not None:
                    cost[a] = min(cost.get(a, FAR), cost[b] + step.halves)
    return cost


def shortfall(state: GameState, path: tuple[str, ...], goal: Hex, cost: dict[Hex, int]) -> int:
    """The half MP by which a path falls short of half the MA."""
    distance = state.battle.battlefield.grid.distance
    if any(distance(Hex(h), goal) <= 2 for h in path) or path[-1] in enemy_zone(state, FRENCH):
        return 0
    quoted = quote(state, movers(state, units("F1")), hexes(" ".join(path)), column=False)
    assert isinstance(quoted, PathQuote)
    lowest, spent = cost.get(Hex(path[0]), FAR), 0
    for step in quoted.steps:
        if cost.get(step.hex, FAR) < lowest:
            lowest, spent = cost[step.hex], spent + step.halves
    return max(0, state.card(units("F1")[0]).movement - spent)


@pytest.mark.rule("N12.33")
@pytest.mark.rule("N27.4")
@given(tasks())
def test_the_law_is_what_every_path_counted_plainly_makes_it(state: GameState) -> None:
    """Half the MA in half MP is the printed MA. Units in contact have a test of their own."""
    start = state.units[units("F1")[0]].hex
    step = state.pad.lines[LineId("FI")].step
    assert start is not None
    assert step.target is not None
    assume(start not in enemy_zone(state, FRENCH) and step.target != start)
    goal, question = step.target, ChoosePath(FRENCH, units("F1"))
    cost = left(state, goal)
    is_there = state.battle.battlefield.grid.distance(start, goal) <= 2
    short = {path: 0 if is_there else shortfall(state, path, goal, cost) for path in paths(state)}
    staying = 0 if is_there else state.card(units("F1")[0]).movement
    best = min([staying, *short.values()])
    for path, missing in short.items():
        refusal = question.refusal(state, Route(hexes(" ".join(path))))
        assert (refusal is None) == (missing <= best), (path, missing, best)
    may_stay = staying <= best or has_target(state, units("F1")[0])
    assert (question.refusal(state, Route()) is None) == may_stay


# -- divisional orders: divisions with an order of their own (N12.13, N12.92)


FIRST, DIVISION = LineId("FI/1"), LineId("FI/1st")
CORPS = (
    *("F9 leader 0101", "F1 infantry 4-3 0103 division:1st", "F2 infantry 4-3 0105 division:1st"),
    *("F3 infantry 4-3 0102 division:2nd", "F4 light 2-3 0102", "F5 battery 2-3 0102"),
    *("F6 train 0102", "A1 infantry 4-3 1111"),
)
ASK = IssueDivisionalOrder(FRENCH)


def corps(*lines: str, orders: str = "FI: march 0909", **more: Any) -> GameState:
    """A corps whose commander can give divisional orders now."""
    state = position(FIELD, *(lines or CORPS), orders=orders, **more)
    state.phase = Phase.ORDERS
    state.pad = replace(state.pad, writing=Writing.ORDERS)
    return state


def said(state: GameState, *answers: Detail | Recall | None) -> Played[None]:
    """What the French say, in order."""
    given_: Answers = {"IssueDivisionalOrder": answers}

    async def flow(table: Table[GameState]) -> None:
        for _ in answers:
            await divisional_order(table, FRENCH)

    return play(state, flow, answers=given_)


def marched(name: str = "F3") -> GameState:
    """The turn after a division was detached."""
    state = said(corps(), detail(name, "march 0505"), None).state
    TurnBegan(2, "day").apply(state)
    return state


def rule_against(state: GameState, answer: Detail | Recall) -> str | None:
    return rule_of(ASK.refusal(state, answer))


def detail(names: str, order: str) -> Detail:
    return Detail(units(names), steps(order))


@pytest.mark.rule("N12.13", "N12.92")
def test_a_division_gets_an_order_at_once_on_a_line_of_its_own() -> None:
    played = said(corps(), detail("F1 F2", "defend 0103"))
    after = played.state
    assert after.pad.lines[FIRST] == Line(steps("defend 0103"), since=1, units=units("F1 F2"))
    assert after.pad.lines[LineId("FI")].steps == steps("march 0909")
    assert [after.line_id_of(unit(name)) for name in ("F1", "F2", "F3")] == [FIRST, FIRST, "FI"]
    assert [permissions(after, unit(name)).name for name in ("F1", "F3")] == ["Defend", "March"]
    (event,) = played.of("DivisionDetached")
    assert event.giver == "F9"
    assert [event.is_known_to(side) for side in ("french", "allied")] == [True, False]
    played = said(corps(), detail("F3", "march 0505"), None)
    assert played.state.pad.issued == {LeaderId("F9"): 1}
    assert rule_against(played.state, detail("F1 F2", "defend 0103")) == "N12.13"
    assert [type(answer).__name__ for _, answer in played.asked] == ["Detail", "NoneType"]
    TurnBegan(2, "day").apply(played.state)
    assert rule_against(played.state, detail("F1 F2", "defend 0103")) is None
    again = said(marched(), detail("F3", "defend 0102"), None).state.pad.lines
    assert [line for line in again if "/" in line] == [FIRST]
    assert again[FIRST].steps == steps("defend 0102")
    both = said(marched(), detail("F4", "march 0606"), None).state.pad.lines
    units_of = {line: record.units for line, record in both.items() if "/" in line}
    assert units_of == {"FI/1": ("F3",), "FI/2": ("F4",)}


@pytest.mark.rule("N12.13", "N12.92")
def test_only_whole_own_divisions_on_the_map_in_range_get_an_order() -> None:
    for place, rule in (("0105", None), ("0106", "N12.13")):
        state = corps(*CORPS[:2], f"F2 infantry 4-3 {place} division:1st", *CORPS[3:])
        assert rule_against(state, detail("F1 F2", "defend 0103")) == rule
    for box in (Box.DUE, Box.CAPTURED):
        state = corps()
        state.put_leader(Leader(LeaderId("F9"), box=box))
        assert rule_against(state, detail("F1 F2", "defend 0103")) == "N12.13"
        assert not said(state).asked
    lines = ("F9 leader 0101", "F1 infantry 4-3 0103", "F2 infantry 4-3 due", "A9 leader 1111")
    state = corps(*lines, "A1 infantry 4-3 1110")
    options = ASK.options(state)
    assert {answer.units for answer in options if isinstance(answer, Detail)} == {units("F1")}
    assert rule_against(state, detail("F2", "defend 0101")) == "N12.13"
    assert rule_against(state, detail("A1", "defend 1110")) == "N12.92"
    # A side without a division in range is not asked.
    state = corps("F9 leader 0101", "F1 infantry 4-3 0909", "F5 battery 2-3 0101")
    assert not said(state).asked
    state = corps()
    found = divisions(state, state.battle.formations[FormationId("FI")])
    assert found == (units("F1 F2"), units("F3"), units("F4"))
    for names in ("F1", "F2 F1", "F1 F2 F3", "F5", "F6", "A1", "F0", ""):
        assert rule_against(state, detail(names, "defend 0103")) == "N12.92", names


@pytest.mark.rule("N12.92")
@each(
    "order rule",
    ("attack 1111", None),
    ("march 0505, reserve 0505", None),
    ("support AI", "N12.1"),
    ("general retreat 0101", "N12.29"),
    ("defend 0103 within 2", "N12.24"),
    ("march 9901", "N12.1"),
)
def test_any_type_of_order_that_can_be_written_is_legal(order: str, rule: str | None) -> None:
    assert rule_against(corps(), detail("F1 F2", order)) == rule


@pytest.mark.rule("N12.16", "N12.92")
@each(
    "names order written",
    ("F1 F2", "reserve, defend", "reserve 0103, defend 0103"),  # its senior unit's hex
    ("F3", "march 0505, defend 0505", "march 0505, defend 0505"),
    ("F3", "support FII, march 0909", "support FII, march 0909"),
)
def test_what_is_written_on_the_line_of_a_division(names: str, order: str, written: str) -> None:
    state = corps(*CORPS, "F8 leader 0707 of:FII")
    assert said(state, detail(names, order)).state.pad.lines[FIRST].steps == steps(written)


def away(place: str) -> GameState:
    """A detached division, its corps commander four or five hexes away."""
    divisions_ = ("F1 infantry 4-3 0105 division:1st", "F3 infantry 4-3 0101 division:2nd")
    orders = "FI: march 0909; FI/1st: defend 0105"
    return corps(f"F9 leader {place}", *divisions_, orders=orders)


@pytest.mark.rule("N12.92")
def test_a_division_in_range_is_recalled_free_but_not_by_the_enemy() -> None:
    played = said(away("0101"), Recall(DIVISION), None)
    assert played.of(DivisionRejoined) == [DivisionRejoined(FRENCH, DIVISION)]
    assert played.state.line_id_of(unit("F1")) == "FI"
    assert played.state.pad.issued == {}
    for line in ("FI/1st", "FI", "FI/7", "AI"):
        assert rule_against(away("0110"), Recall(LineId(line))) == "N12.92"
    state = away("0101")
    assert IssueDivisionalOrder(ALLIED).refusal(state, Recall(DIVISION)) is not None
    seen = view(state, ALLIED)
    assert "FI/1st" not in seen.pad.lines
    assert not seen.pad.detached


@pytest.mark.rule("N14.53", "N12.13")
def test_divisions_of_a_headquarters_are_not_told_to_fight() -> None:
    state = corps(*CORPS[:-1], "A1 infantry 4-3 0305")
    formations = state.battle.formations
    listed = {step.verb for step in first_orders(state)}
    assert listed == {"defend", "reserve", "attack", "probe"}
    staff = replace(formations[FormationId("FI")], kind=FormationKind.HEADQUARTERS)
    state.battle = replace(state.battle, formations={**formations, staff.id: staff})
    assert {step.verb for step in first_orders(state)} == {"defend", "reserve"}
    assert rule_against(state, detail("F3", "attack 0305")) == "N14.53"
    state = marched()
    options = ASK.options(state)
    assert [ASK.refusal(state, option) for option in options] == [None] * len(options)
    assert options[0] is None
    assert len(set(options)) == len(options)
    assert [ASK.kind(option) for option in options[:3]] == ["pass", "recall", "detail"]
    state = set_up(battle_with("brienne", ()))
    state.turn = 1
    for side in state.battle.sides:
        options = IssueDivisionalOrder(side).options(state)
        assert 2 < len(options) <= 60


def first_orders(state: GameState) -> list[OrderStep]:
    """The first steps of the divisional orders that are listed, each of them legal."""
    options = ASK.options(state)
    assert [ASK.refusal(state, option) for option in options] == [None] * len(options)
    return [option.steps[0] for option in options if isinstance(option, Detail)]

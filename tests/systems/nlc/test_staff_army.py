"""The model of corps by hand, and the plan of an army: triggers, orders on their way, repeats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

import pytest

from hexwar.ai.arena import Match
from hexwar.ai.policy import CounterDice, Look
from hexwar.engine import SeededChance
from hexwar.ground.costs import Gait
from hexwar.hexes import Hex, hexside
from hexwar.systems.nlc.events.movement import SpanDamaged
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player import GreedyPlayer
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper
from hexwar.systems.nlc.staff.appreciation import (
    Appreciation,
    Body,
    Course,
    Host,
    Kind,
    Mission,
    Place,
    sighted,
)
from hexwar.systems.nlc.staff.army import Army, Tellable
from hexwar.systems.nlc.staff.characters import TEMPERS, character
from hexwar.systems.nlc.staff.corps import RATES, Model, _spots
from hexwar.systems.nlc.staff.player import Staff
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side, UnitId

FRENCH, ALLIED = Side("french"), Side("allied")


@cache
def opening() -> GameState:
    """Brienne in its first turn, as the Coalition may see it."""
    session = NLC.new_game("brienne", SeededChance("3"))
    return view(session.state, ALLIED)


@dataclass(frozen=True)
class Drawn(Appreciation):
    """Two hosts as a test draws them: ours and his."""

    ours: Body | None = None
    his: Body | None = None
    place: Place | None = None

    @property
    def hosts(self) -> tuple[Host, ...]:
        """One of each side."""
        first = Host(LineId("CO-9"), True, 0.0, 5.0, 4.0, False)
        return first, replace(first, line=LineId("FR-2"), is_ours=False)

    @property
    def bodies(self) -> tuple[Body, ...]:
        """Those that are drawn."""
        return tuple(body for body in (self.ours, self.his) if body is not None)

    @property
    def places(self) -> tuple[Place, ...]:
        """The one that is drawn."""
        return () if self.place is None else (self.place,)


def cell(hex_: str) -> int:
    """Where a hex stands in the grid."""
    return opening().battle.battlefield.grid.index[Hex(hex_)]


def body(host: int, hex_: str, sp: float, due: int = 0) -> Body:
    """Infantry in a hex."""
    return Body(host, sp, cell(hex_), due, Gait.FOOT, 7)


def drawn(ours: Body, his: Body | None = None, place: str = "0913") -> Drawn:
    """A table with one body of each side and one place of 3 VP, which is the enemy's."""
    at = Place(opening().battle.battlefield.grid.hexes[cell(place)], cell(place), 3, 3, False)
    return Drawn(Outlook(opening(), ALLIED), {}, ours, his, at)


def courses(ours: Mission, his: Mission) -> list[Course]:
    """What both do from the first hour on."""
    return [Course(ours, ours, 1), Course(his, his, 1)]


def test_who_goes_to_an_empty_place_has_it() -> None:
    model = Model(drawn(body(0, "0915", 10)), TEMPERS["steady"])
    stay = Mission(Kind.WAIT, cell("0915"))
    there = Mission(Kind.ATTACK, cell("0913"))
    assert model.value(courses(there, stay)) == 3.0
    assert model.value(courses(stay, stay)) == -3.0


def test_attackers_of_twice_the_strength_wear_the_enemy_down_more() -> None:
    his = body(1, "0913", 6)
    known = drawn(body(0, "0914", 12), his)
    attack, hold = Mission(Kind.ATTACK, cell("0913")), Mission(Kind.HOLD, cell("0913"))
    field = Model(known, TEMPERS["steady"]).play(courses(attack, hold))
    assert field.lost[1] / 6 > 2 * field.lost[0] / 12
    weak = drawn(body(0, "0914", 3), his)
    other = Model(weak, TEMPERS["steady"]).play(courses(attack, hold))
    assert other.lost[1] < field.lost[1]


def test_the_first_hour_of_a_fight_by_hand() -> None:
    known = drawn(body(0, "0914", 12), body(1, "0913", 12))
    model = Model(known, TEMPERS["steady"])
    model._turns = model._turns[:1]
    attack, hold = Mission(Kind.ATTACK, cell("0913")), Mission(Kind.HOLD, cell("0913"))
    field = model.play(courses(attack, hold))
    odds = 1 - 0.25 / 2  # even, but for half of the 25 % of fire that a town takes away (N8.5)
    assert field.lost[1] == pytest.approx(12 * RATES.worn * odds / (odds + RATES.half))
    assert field.lost[0] == pytest.approx(12 * (RATES.spent + RATES.spent_more / odds))


@pytest.mark.rule("N5.71", "N8.51")
def test_a_bridge_costs_who_attacks_over_it_and_over_a_broken_one_nobody_does() -> None:
    state = view(NLC.new_game("hold-the-bridge", SeededChance("1")).state, ALLIED)
    grid = state.battle.battlefield.grid
    town, suburb = grid.index[Hex("0706")], grid.index[Hex("0806")]
    ours, his = Body(0, 12, suburb, 0, Gait.FOOT, 7), Body(1, 6, town, 0, Gait.FOOT, 7)
    missions = courses(Mission(Kind.ATTACK, town), Mission(Kind.HOLD, town))

    def lost(state: GameState) -> float:
        model = Model(Drawn(Outlook(state, ALLIED), {}, ours, his), TEMPERS["steady"])
        model._turns = model._turns[:1]
        return model.play(missions).lost[1]

    over = 12 * (1 - 0.5 / 2) / 6  # twice the strength, less half of the 50 % of the bridge
    assert lost(state) == pytest.approx(6 * RATES.worn * over / (over + RATES.half))
    broken = state.copy()
    SpanDamaged(UnitId("FR-1-01"), hexside(Hex("0706"), Hex("0806")), 1).apply(broken)
    assert lost(broken) == 0


def test_who_is_due_late_does_nothing_before() -> None:
    turns = len(opening().battle.turns)
    model = Model(drawn(body(0, "0914", 10, due=turns + 1)), TEMPERS["steady"])
    there = Mission(Kind.ATTACK, cell("0913"))
    assert model.value(courses(there, there)) == -3.0


def test_a_new_order_counts_from_its_turn_on() -> None:
    model = Model(drawn(body(0, "0915", 10)), TEMPERS["steady"])
    stay, go = Mission(Kind.WAIT, cell("0915")), Mission(Kind.ATTACK, cell("0913"))
    turns = len(opening().battle.turns)
    for at, worth in ((1, 3.0), (turns, 3.0), (turns + 1, -3.0)):
        assert model.value([Course(stay, go, at), Course(stay, stay, 1)]) == worth, at


def test_an_order_on_its_way_is_not_countermanded_without_gain() -> None:
    known = drawn(body(0, "0915", 10), body(1, "2101", 5, due=99))
    stay, go = Mission(Kind.HOLD, cell("0915")), Mission(Kind.ATTACK, cell("0913"))
    told = {LineId("CO-9"): Tellable(1, is_young=True)}
    army = Army(known, character(), told, CounterDice("x"))
    army.present[0] = Course(stay, go, 2)
    assert army.plan().missions[LineId("CO-9")] == go
    army.present[0] = Course(stay, stay, 1)
    assert army.plan().missions[LineId("CO-9")].kind is Kind.ATTACK  # six points are a gain


def test_a_careful_level_finds_no_worse_a_plan_than_the_orders_in_force() -> None:
    known = Appreciation(Outlook(opening(), ALLIED), {})
    told = {line: Tellable(1, is_young=False) for line in known.own_lines()}
    plain = replace(character("easy"), level=replace(character("easy").level, noise=0.0))
    army = Army(known, plain, told, CounterDice("x"))
    before = army.worth(army.present)
    assert army.plan().worth >= before


def asked_of(staff: Staff, seed: str = "3") -> tuple[Match, IssueOrder]:
    """A game of the staff up to its first question for an order."""
    session = NLC.new_game("brienne", SeededChance(seed))
    match = Match(session, {"french": GreedyPlayer(), "allied": staff}, NLC.view, seed)
    while True:
        pending = session.pending
        if isinstance(pending, IssueOrder) and pending.side == ALLIED:
            return match, pending
        match.step()


def test_a_plan_stands_until_something_happens() -> None:
    staff = Staff(character("easy"))
    match, pending = asked_of(staff)
    seen = NLC.view(match.session.state, ALLIED)
    match.step()
    first = dict(staff.notes.memory["plan"])
    staff.answer(pending, [None], Look(lambda: seen), CounterDice("other"))
    assert staff.notes.memory["plan"] == first
    staff.notes.memory["plan"] = {**first, "signs": {**first["signs"], "held": []}}
    staff.answer(pending, [None], Look(lambda: seen), CounterDice("other"))
    assert staff.notes.memory["plan"]["signs"]["held"] == first["signs"]["held"]


def test_without_memory_it_plans_anew_and_a_seed_repeats() -> None:
    match, pending = asked_of(Staff(character("easy")))
    seen = NLC.view(match.session.state, ALLIED)
    answers = []
    for _ in "ab":
        staff = Staff(character("easy"))
        answer = staff.answer(pending, [None], Look(lambda: seen), CounterDice("s"))
        answers.append((answer, staff.memory()))
    assert answers[0] == answers[1]


def test_an_order_has_a_reason_with_what_else_was_weighed() -> None:
    staff = Staff(character("easy"))
    match, pending = asked_of(staff)
    for _ in range(400):
        side, answer = pending.side, None
        asked = match.session.pending
        match.step()
        answer = next((e.answer for e in match.session.journal[-1:] if e.side == side), None)
        if isinstance(asked, IssueOrder) and asked.side == ALLIED and isinstance(answer, Paper):
            why = staff.reason(asked, answer, match.session.state)
            assert why is not None
            assert len(why.considered) > 1
            return
    raise AssertionError("no order was written")


def test_who_is_lost_from_sight_is_believed_where_he_was() -> None:
    state = opening()
    outlook = Outlook(state, ALLIED)
    before = {"FR-5C": Hex("0101"), "FR-RES": Hex("0401")}
    seen = sighted(outlook, before)
    assert seen["FR-RES"] == "0401"  # has not come yet
    assert seen["FR-5C"] != "0101"  # stands on the map


def test_the_enemys_orders_change_nothing() -> None:
    match, pending = asked_of(Staff(character("easy")))
    state = match.session.state.copy()
    lines = dict(state.pad.lines)
    swapped = dict(lines)
    theirs = [line for line in lines if state.side_of_line(line) == FRENCH]
    for line, other in zip(theirs, reversed(theirs), strict=True):
        swapped[line] = lines[other]
    given = []
    for pad in (lines, swapped):
        state.pad = replace(state.pad, lines=pad)
        staff = Staff(character("easy"))
        given.append(
            staff.answer(pending, [None], Look(partial(NLC.view, state, ALLIED)), CounterDice("s"))
        )
    assert given[0] == given[1]


def test_spots_tell_how_far_cells_are_apart() -> None:
    grid = opening().battle.battlefield.grid
    spots, far = _spots(grid)
    step = len(grid.hexes) // 37
    for a, b in product(range(0, len(grid.hexes), step), repeat=2):
        assert far[spots[a] - spots[b]] == grid.distance(grid.hexes[a], grid.hexes[b])


def test_a_plan_is_played_once() -> None:
    model = Model(drawn(body(0, "0915", 10), body(1, "0913", 6)), TEMPERS["steady"])
    there = Mission(Kind.ATTACK, cell("0913"))
    first = model.value(courses(there, there))
    assert (model.value(courses(there, there)), model.plays) == (first, 1)


def test_a_source_counts_only_where_who_takes_it_could_have_supply() -> None:
    def worths(state: GameState, side: Side) -> dict[Hex, tuple[float, float]]:
        known = Appreciation(Outlook(state, side), {})
        return {place.hex: (place.to_us, place.to_him) for place in known.places}

    state = opening()  # N16.2: 14 hexes from an own source or train; the trains are at Brienne
    assert worths(state, ALLIED)[Hex("2101")] == worths(state, FRENCH)[Hex("2101")] == (0, 0)
    assert worths(state, FRENCH)[Hex("2238")] == (0, 0)
    train = UnitId("CO-9-04")
    state.units[train] = replace(state.units[train], hex=Hex("1307"))
    assert worths(state, ALLIED)[Hex("2101")][0] > 0
    assert worths(state, FRENCH)[Hex("2101")][1] > 0  # he may come for it


def test_who_goes_by_a_plan_judges_it_as_it_was_judged() -> None:
    known = Appreciation(Outlook(opening(), ALLIED), {})
    told = {line: Tellable(1, is_young=False) for line in known.own_lines()}
    plan = Army(known, character("hard"), told, CounterDice("x")).plan()
    assert plan.replies
    other = Army(known, character("hard"), told, CounterDice("y"))
    other.go_by(plan)
    line = next(iter(plan.missions))
    worths = {mission: worth for worth, mission in other.alternatives(plan, line)}
    assert worths[plan.missions[line]] == plan.worth
    assert plan.worth == max(worths.values())


def test_a_plan_leaves_somebody_at_a_place_that_the_enemy_can_come_to() -> None:
    state = NLC.new_game("first-steps", SeededChance("1")).state
    known = Appreciation(Outlook(view(state, ALLIED), ALLIED), {})
    corps, orme = LineId("CO-1"), Hex("0804")
    told = {corps: Tellable(2, is_young=False)}
    army = Army(known, character("hard"), told, CounterDice("x"))
    mission = army.plan().missions[corps]
    goal = state.battle.battlefield.grid.hexes[mission.cell]
    assert known.outlook.distance(goal, orme) <= 3  # 5 VP, with 13 French SP an hour away
    index = known.place_of[corps]
    away = list(army.present)
    away[index] = Course(away[index].now, Mission(Kind.ATTACK, known.cells[Hex("0305")]), 1)
    assert army._bared(army.present) == pytest.approx(0.3 * 2)  # the farm, 1 VP to and fro
    assert army._bared(away) == pytest.approx(0.3 * (10 + 2))  # and Orme, 5

"""March Orders: given, kept, cancelled, ended (T7.45, T7.5, T8.8, T15.3, T34.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.systems.tlnb.battle import MarchOrder, own
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.rules.arrivals.arrivals import entry_segment
from hexwar.systems.tlnb.rules.combat.bombardment import bombardment_segment
from hexwar.systems.tlnb.rules.combat.combat import combat_segment
from hexwar.systems.tlnb.rules.command.command import (
    NameOfficers,
    next_commander,
    settled,
    unchecked_officers,
)
from hexwar.systems.tlnb.rules.command.marches import (
    CancelMarchOrder,
    GiveMarchOrder,
    Plan,
    cancellable,
    end_by_contact,
    end_marches,
    givers,
    march_order_segment,
    marches_at_start,
)
from hexwar.systems.tlnb.rules.command.routes import lay
from hexwar.systems.tlnb.rules.movement.marching import debtors, duty_of, marchers, owed
from hexwar.systems.tlnb.rules.movement.reach import quote
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    movement_segment,
)
from hexwar.systems.tlnb.rules.supply.supply import is_supplied
from hexwar.systems.tlnb.rules.turn.setup import set_up
from hexwar.systems.tlnb.state import Blow, Command, Fights, Marches, Shot, Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, Answers, Played, play, position, units
from tests.systems.tlnb.hands import calendar, dealt, group, in_force

FI, AI, FX = FormationId("FI"), FormationId("AI"), FormationId("FX")
ROWS = "\n".join([".  .  ."] * 24)
"""Three columns of clear hexes, 24 deep."""

BASE = ("french:0201", "allied:0324")
FC, FL = "FC overall 0202 rating:2", "FL leader 0202 rating:3"
FAR = "A1 infantry 5-3 0324"


def road(first: int, last: int) -> str:
    """The hexes of column 02 from a row to another, one after the other."""
    step = 1 if last >= first else -1
    return " ".join(f"02{row:02}" for row in range(first, last + step, step))


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(Hex(word) for word in text.split())


def at(*lines: str, **more: Any) -> TlnbState:
    words = {"step": Step.MOVEMENT, "roads": [road(1, 24)], "bases": BASE, "length": 9, **more}
    return position(ROWS, *lines, **words)


def ordered(state: TlnbState, goal: str = "0220", route: str = "", whose: str = "FI") -> TlnbState:
    """The same with a formation under a March Order along the road."""
    formation = FormationId(whose)
    path = hexes(route) or lay(state, formation, Hex(goal))
    order = MarchOrder(formation, path, Hex(goal))
    orders = {**state.marches.orders, formation: order}
    state.marches = replace(state.marches, orders=orders)
    state.forget()
    return state


def asked(*lines: str, **more: Any) -> TlnbState:
    """A position in A-3."""
    return at(*lines, step=Step.MARCH_ORDERS, **more)


def rule_of(found: Refusal | None) -> str:
    return "" if found is None else found.rule


def moved(state: TlnbState, *moves: tuple[str, str, bool]) -> Played:
    """B-2 played for some moves, to its end if it can be ended: unit, hexes, in Road March."""
    now, done = state, None
    for who, path, column in moves:
        answers: Answers = {
            MoveUnits: [units(who)],
            ChoosePath: [March(hexes(path), column)],
        }
        done = play(now, movement_segment, [], answers)
        now = done.state
    assert done is not None
    return done


# -- giving (T7.51, T7.52, T8.8, T15.3)


@pytest.mark.rule("T7.51", "T7.52")
def test_a_commander_orders_a_formation_in_range_along_a_road() -> None:
    state = asked("F1 infantry 4-3 0202", FC, FL, FAR, vp_hexes={Hex("0210"): 1})
    assert givers(state, FRENCH) == {FI: "FC"}
    plan = Plan(FI, Hex("0210"), by=LeaderId("FC"))
    assert GiveMarchOrder(FRENCH).options(state) == [None, plan]
    done = play(state, march_order_segment, [], {"GiveMarchOrder": [plan]})
    (given,) = done.of("MarchOrderGiven")
    assert (given.formation, given.by, given.goal) == (FI, "FC", "0210")
    assert given.route == hexes(road(2, 10))
    assert done.state.marches.given == {"FC": 1}
    assert done.state.step is Step.LEADERS


@pytest.mark.rule("T7.51", "T8.8", "T15.3")
@each(
    "lines shaken rule",
    (["F1 infantry 4-3 0202"], False, ""),
    (["F1 infantry 4-3 0202", "A2 infantry 4-3 0203"], False, "T8.8"),
    (["F1 infantry 4-3 0202"], True, "T15.3"),
    (["F1 infantry 4-3 0202", "F2 infantry 4-3 0120", "A2 infantry 9-3 0119"], False, "T8.8"),
)
def test_who_gets_no_order(lines: list[str], shaken: bool, rule: str) -> None:
    state = asked(*lines, FC, FL, FAR, vp_hexes={Hex("0210"): 1})
    if shaken:
        state.spirit = replace(state.spirit, demoralized=frozenset({FI}))
    plan = Plan(FI, Hex("0210"), by=LeaderId("FC"))
    assert rule_of(GiveMarchOrder(FRENCH).refusal(state, plan)) == rule
    assert bool(givers(state, FRENCH)) is not bool(rule)


@pytest.mark.rule("T7.51")
def test_a_formation_out_of_supply_gets_no_order() -> None:
    lines = "F1 infantry 4-3 0202", FC, FL, FAR
    state = asked(*lines, bases=["allied:0324"], vp_hexes={Hex("0210"): 1})
    plan = Plan(FI, Hex("0210"), by=LeaderId("FC"))
    assert rule_of(GiveMarchOrder(FRENCH).refusal(state, plan)) == "T7.51"
    assert not givers(state, FRENCH)


@pytest.mark.rule("T7.52")
@each("officer rule", ("FL leader 0202 rating:3", ""), ("FL leader 0124 rating:3", "T7.52"))
def test_the_officer_must_be_in_range_and_the_commander_awake(officer: str, rule: str) -> None:
    state = asked("F1 infantry 4-3 0202", FC, officer, FAR)
    plan = Plan(FI, Hex("0210"), by=LeaderId("FC"))
    assert rule_of(GiveMarchOrder(FRENCH).refusal(state, plan)) == rule
    state.command = Command(asleep=frozenset({LeaderId("FC")}))
    assert rule_of(GiveMarchOrder(FRENCH).refusal(state, plan)) == "T7.52"


@pytest.mark.rule("T7.52")
@each("kinds orders", ("ddd", 1), ("dnd", 2), ("nnd", 0))
def test_one_order_by_day_and_as_many_as_his_rank_before_night(kinds: str, orders: int) -> None:
    lines = [f"F{n} infantry 4-3 020{n} of:F{n}X" for n in (1, 2, 3)]
    leaders = [f"F{n}L leader 020{n} rating:3 of:F{n}X" for n in (1, 2, 3)]
    state = asked(*lines, *leaders, FC, FAR, vp_hexes={Hex("0212"): 1})
    calendar(state, kinds)
    plans = [Plan(FormationId(f"F{n}X"), Hex("0212"), by=LeaderId("FC")) for n in (1, 2, 3)]
    done = play(state, march_order_segment, [], {GiveMarchOrder: plans[:orders]})
    assert [e.formation for e in done.of("MarchOrderGiven")] == ["F1X", "F2X"][:orders]
    assert len(done.questions("GiveMarchOrder")) == orders


@pytest.mark.rule("T7.57")
def test_any_route_of_roads_is_legal_and_leads_by_its_hexes() -> None:
    loop = "0204 0104 0105 0106 0206"
    state = asked("F1 infantry 4-3 0202", FC, FL, FAR, roads=[road(1, 24), loop])
    ask, by = GiveMarchOrder(FRENCH), LeaderId("FC")
    assert ask.refusal(state, Plan(FI, Hex("0209"), by=by)) is None
    assert lay(state, FI, Hex("0209")) == hexes(road(2, 9))
    round_about = lay(state, FI, Hex("0209"), hexes("0105"))
    assert round_about == hexes("0202 0203 0204 0104 0105 0106 0206 0207 0208 0209")
    assert ask.refusal(state, Plan(FI, Hex("0209"), hexes("0105"), by)) is None
    assert rule_of(ask.refusal(state, Plan(FI, Hex("0309"), by=by))) == "T7.57"
    apart = asked("F1 infantry 4-3 0202", FC, FL, FAR, roads=[road(1, 6), road(9, 24)])
    assert rule_of(ask.refusal(apart, Plan(FI, Hex("0210"), by=by))) == "T7.57"


@pytest.mark.rule("T7.57", "T18.35")
def test_no_march_order_leads_over_a_ford() -> None:
    river = ["0106-0107", "0107-0206", "0206-0207", "0206-0307", "0306-0307"]
    goals = {Hex("0205"): 1, Hex("0210"): 1}
    lines = "F1 infantry 4-3 0202", FC, FL, FAR
    state = asked(*lines, vp_hexes=goals, rivers=river, fords=["0206-0207"])
    assert [p.goal for p in GiveMarchOrder(FRENCH).options(state) if p is not None] == ["0205"]
    over = Plan(FI, Hex("0210"), by=LeaderId("FC"))
    assert rule_of(GiveMarchOrder(FRENCH).refusal(state, over)) == "T7.57"
    dry = asked(*lines, vp_hexes=goals)
    listed = [p.goal for p in GiveMarchOrder(FRENCH).options(dry) if p is not None]
    assert listed == ["0205", "0210"]


@pytest.mark.rule("T7.57")
def test_the_cheapest_road_shuns_enemies_if_another_leads_there() -> None:
    loop = "0204 0104 0105 0106 0107 0108 0109 0209"
    lines = "F1 infantry 4-3 0202", FL, "A1 infantry 5-3 0306"
    state = at(*lines, roads=[road(1, 24), loop])
    assert lay(state, FI, Hex("0210"))[2:5] == hexes("0204 0104 0105")
    only = at(*lines)
    assert lay(only, FI, Hex("0210")) == hexes(road(2, 10))


@pytest.mark.rule("T7.57")
def test_a_column_on_the_road_follows_its_head() -> None:
    state = at("F1 infantry 4-3 0206", "F2 infantry 4-3 0204", "F3 infantry 4-3 0103", FAR)
    assert lay(state, FI, Hex("0212")) == hexes(road(4, 12))


# -- cancelling (T7.54)


@pytest.mark.rule("T7.54")
@each(
    "leaders unit ends",
    ([FC, FL], "0202", True),
    (["FC overall 0124 rating:2", FL], "0202", False),
    (["FC overall 0124 rating:2", FL], "0220", True),
    (["FC overall 0124 rating:2", FL], "0219", False),
)
def test_who_may_cancel(leaders: list[str], unit: str, ends: bool) -> None:
    lines = f"F1 infantry 4-3 {unit}", "F2 infantry 4-3 0203"
    state = ordered(asked(*lines, *leaders, "A1 infantry 5-3 0101"), route=road(2, 20))
    assert bool(cancellable(state, FRENCH)) is ends
    if ends:
        done = play(state, march_order_segment, [], {CancelMarchOrder: [FI]})
        assert [e.reason for e in done.of("MarchOrderEnded")] == ["cancelled"]
        assert FI not in done.state.marches.orders


@pytest.mark.rule("T22.6", "T7.52")
def test_at_night_orders_are_only_cancelled() -> None:
    lines = "F1 infantry 4-3 0202", FC, FL, FAR
    state = ordered(asked(*lines, kind=TurnKind.NIGHT_PM, vp_hexes={Hex("0210"): 1}))
    done = play(state, march_order_segment, [], {CancelMarchOrder: [FI]})
    assert done.of("MarchOrderEnded")
    assert not done.questions("GiveMarchOrder")


# -- command (T7.53)


@pytest.mark.rule("T7.53")
def test_who_marches_by_order_is_in_command_without_a_commander() -> None:
    state = at("F1 infantry 4-3 0202", "FL leader 0224 rating:3", FC, "A1 infantry 5-3 0101")
    state.command = Command()
    assert settled(state, FRENCH) == frozenset()
    assert unchecked_officers(state, FRENCH) == ("FL",)
    near = at("F1 infantry 4-3 0202", FL, FC, FAR)
    near.command = Command()
    assert next_commander(near, FRENCH) == "FC"
    ordered(state)
    assert settled(state, FRENCH) == {"F1"}
    assert unchecked_officers(state, FRENCH) == ()
    ordered(near)
    assert next_commander(near, FRENCH) is None
    assert NameOfficers(FRENCH, LeaderId("FC")).options(near)[0].officers == ()


# -- the duty (T7.53, T7.58, T7.45)


@pytest.mark.rule("T35.9", "T7.45")
@each(
    "lines trail reach",
    ([], "", 8),
    ([], "0204 0205", 7),
    (["F9 infantry 4-3 0206 of:FX"], "", 6),
)
def test_a_march_has_one_mp_more_along_its_route(lines: list[str], trail: str, reach: int) -> None:
    # 3 MP are 6 road hexes, 4 under a March Order 8; 7 with a trail hex, 6 past a friend.
    roads = [road(2, 24)] if not trail else [road(2, 4), road(5, 24)]
    drawn: dict[str, Any] = {"roads": roads, "trails": [trail] if trail else []}
    state = at("F1 infantry 4-3 0202", *lines, FAR, allowances=(3, 4), **drawn)
    ordered(state, "0222")
    path = road(2, 2 + reach)
    assert not isinstance(quote(state, units("F1"), hexes(path), column=True), Refusal)
    longer = quote(state, units("F1"), hexes(road(2, 3 + reach)), column=True)
    assert isinstance(longer, Refusal)
    duty = duty_of(state, UnitId("F1"))
    assert duty is not None
    (course,) = duty.legal
    assert (course.end.path, course.is_column) == (hexes(path), True)


@pytest.mark.rule("T7.45")
@each(
    "path column refused",
    (road(2, 10), True, False),  # the whole way in Road March along the route
    (road(2, 6), False, True),  # 4 MP on the road, but not in Road March
    (road(10, 2), True, True),  # against its direction
)
def test_the_bonus_is_for_road_march_along_the_route_only(
    path: str, column: bool, refused: bool
) -> None:
    start = path[:4]
    state = at(f"F1 infantry 4-3 {start}", FAR, allowances=(3, 4))
    found = quote(ordered(state, "0222", road(2, 22)), units("F1"), hexes(path), column=column)
    assert isinstance(found, Refusal) is refused


@pytest.mark.rule("T7.58", "T7.53")
def test_who_marches_goes_as_far_as_it_can_and_by_road_march() -> None:
    state = ordered(at("F1 infantry 4-3 0202", FAR, allowances=(3, 4)))
    ask = ChoosePath(FRENCH, units("F1"))
    assert [o.path for o in ask.options(state)] == [hexes(road(2, 10))]
    assert rule_of(ask.refusal(state, March(hexes("0202")))) == "T7.58"
    assert rule_of(ask.refusal(state, March(hexes(road(2, 9)), is_column=True))) == "T7.58"
    assert rule_of(ask.refusal(state, March(hexes("0202 0302")))) == "T7.58"
    assert ask.refusal(state, March(hexes(road(2, 10)), is_column=True)) is None
    assert rule_of(MoveUnits(FRENCH).refusal(state, None)) == "T7.58"
    done = moved(state, ("F1", road(2, 10), True))
    assert MoveUnits(FRENCH).refusal(done.state, None) is None


@pytest.mark.rule("T7.58", "T7.56")
def test_units_march_one_by_one_and_those_ahead_shorten_the_way() -> None:
    state = ordered(at("F1 infantry 4-3 0202", "F2 infantry 4-3 0202", FAR, allowances=(3, 4)))
    assert rule_of(MoveUnits(FRENCH).refusal(state, units("F1 F2"))) == "T7.58"
    assert MoveUnits(FRENCH).options(state)[:2] == [units("F1"), units("F2")]
    first = moved(state, ("F1", road(2, 10), True)).state
    assert list(debtors(first, FRENCH)) == ["F2"]
    options = ChoosePath(FRENCH, units("F2")).options(first)
    assert [o.path[-1] for o in options] == ["0208"]  # a hex stays free between the two


@pytest.mark.rule("T7.58", "T14.5")
def test_what_no_path_can_meet_is_waived_and_told() -> None:
    lines = "F1 infantry 4-3 0208", "F2 infantry 4-3 0203", "A1 infantry 5-3 0210"
    state = ordered(at(*lines), "0220", road(2, 20))
    state.marks = replace(state.marks, returned=frozenset(units("F2")))
    assert owed(state, UnitId("F1")) is None  # the next hex lies in an enemy zone
    assert [o.path for o in ChoosePath(FRENCH, units("F1")).options(state)] == [hexes("0208")]
    done = play(state, movement_segment, [], {MoveUnits: [None]})
    (waived,) = done.of("MarchWaived")
    assert waived.units == units("F1 F2")


@pytest.mark.rule("T7.53")
def test_who_marches_enters_no_enemy_zone_and_leaves_the_map_at_its_goal_only() -> None:
    free = at("F1 infantry 4-3 0206", "A1 infantry 5-3 0208", exits={Hex("0206"): FRENCH})
    assert not isinstance(quote(free, units("F1"), hexes("0206 0207"), column=False), Refusal)
    leave = March(hexes("0206"), exits=True)
    assert ChoosePath(FRENCH, units("F1")).refusal(free, leave) is None
    state = ordered(free, "0220", road(2, 20))
    found = quote(state, units("F1"), hexes("0206 0207"), column=False)
    assert isinstance(found, Refusal)
    assert found.rule == "T7.53"
    assert rule_of(ChoosePath(FRENCH, units("F1")).refusal(state, leave)) == "T7.53"


@pytest.mark.rule("T7.58")
def test_who_is_off_the_route_goes_to_its_nearest_hex() -> None:
    state = ordered(at("F1 infantry 4-3 0108", FAR, allowances=(2, 2)), "0220", road(2, 20))
    ends = {o.path[-1] for o in ChoosePath(FRENCH, units("F1")).options(state)}
    assert ends <= set(hexes(road(6, 10)))
    far = position(
        "\n".join([".  " * 7] * 9), "F1 infantry 4-3 0705", allowances=(2, 2), step=Step.MOVEMENT
    )
    ordered(far, "0209", " ".join(f"020{n}" for n in range(1, 10)))
    assert {o.path[-1][:2] for o in ChoosePath(FRENCH, units("F1")).options(far)} == {"05"}


@pytest.mark.rule("T7.58", "T7.54")
def test_who_is_within_two_hexes_of_the_goal_is_done_and_may_close_up() -> None:
    state = ordered(at("F1 infantry 4-3 0218", FAR.replace("0324", "0101")), "0220", road(2, 20))
    ask = ChoosePath(FRENCH, units("F1"))
    assert owed(state, UnitId("F1")) is None
    assert ask.refusal(state, March(hexes("0218"))) is None
    assert ask.refusal(state, March(hexes("0218 0219"))) is None
    assert rule_of(ask.refusal(state, March(hexes("0218 0217")))) == "T7.58"
    short = ordered(at("F1 infantry 4-3 0215", "A1 infantry 5-3 0101"), "0220", road(2, 20))
    done = moved(short, ("F1", road(15, 18), True))
    assert [e.unit for e in done.of("UnitArrived")] == ["F1"]


@pytest.mark.rule("T7.58")
def test_trains_follow_by_the_same_duty() -> None:
    state = ordered(at("F1 infantry 4-3 0208", "FT train 0202", FAR, allowances=(3, 4)))
    assert list(debtors(state, FRENCH)) == ["F1", "FT"]
    options = ChoosePath(FRENCH, units("FT")).options(state)
    assert [o.path[-1] for o in options] == ["0207"]  # 4 MP by road, and no room in 0208
    first = moved(state, ("F1", road(8, 16), True)).state
    options = ChoosePath(FRENCH, units("FT")).options(first)
    assert [o.path[-1] for o in options] == ["0210"]


@pytest.mark.rule("T7.53", "T7.67")
def test_who_must_march_works_at_nothing_before() -> None:
    lines = "F1 infantry 4-3 0204", FAR
    state = at(*lines, bridges=["0204-0304"])
    work = [o for o in ChoosePath(FRENCH, units("F1")).options(state) if o.work]
    assert work
    ordered(state, "0220", road(2, 20))
    assert not [o for o in ChoosePath(FRENCH, units("F1")).options(state) if o.work]
    assert rule_of(ChoosePath(FRENCH, units("F1")).refusal(state, work[0])) == "T7.67"


# -- how orders end (T7.54)


@pytest.mark.rule("T7.54")
def test_an_order_ends_at_once_by_contact() -> None:
    state = ordered(at("F1 infantry 4-3 0205", "A1 infantry 5-3 0206"), "0220", road(2, 20))
    done = play(state, _ending(end_by_contact))
    assert [e.reason for e in done.of("MarchOrderEnded")] == ["contact"]
    quiet = ordered(at("F1 infantry 4-3 0205", "A1 infantry 5-3 0207"), "0220", road(2, 20))
    assert not play(quiet, _ending(end_by_contact)).of("MarchOrderEnded")
    train = "F1 infantry 4-3 0202", "F2 train 0205", "A1 infantry 5-3 0206"
    threatened = ordered(at(*train), "0220", road(2, 20))
    assert [e.reason for e in play(threatened, _ending(end_by_contact)).of("MarchOrderEnded")] == [
        "contact"
    ]
    # before anybody has said so, the train must leave the zone (T19.7) and owes no march
    ends = {option.path[-1] for option in ChoosePath(FRENCH, units("F2")).options(threatened)}
    assert "0204" in ends
    assert "0205" not in ends
    enemy = ordered(
        at("F1 infantry 4-3 0202", "A1 infantry 5-3 0205", bases=()), "0210", road(5, 10), "AI"
    )
    went = moved(enemy, ("F1", "0202 0203 0204", False))
    assert [(e.formation, e.reason) for e in went.of("MarchOrderEnded")] == [("AI", "contact")]


def _ending(ends: Any) -> Any:
    async def flow(table: Any) -> None:
        ends(table)

    return flow


@pytest.mark.rule("T7.54")
def test_a_bombardment_ends_the_order_of_its_target() -> None:
    lines = "F1 battery 6-3 0204", "A1 infantry 5-3 0206"
    state = ordered(at(*lines, step=Step.BOMBARDMENT), "0220", road(6, 20), "AI")
    state.fights = Fights(shots=(Shot(units("F1"), Hex("0206")),))
    done = play(state, bombardment_segment, [1])
    assert [e.reason for e in done.of("MarchOrderEnded")] == ["fight"]


@pytest.mark.rule("T7.54")
def test_an_attack_at_night_ends_the_order_of_its_target() -> None:
    lines = "F1 infantry 4-3 0205", "A1 infantry 5-3 0206"
    dark = {"kind": TurnKind.NIGHT_PM, "flags": {"night_attack": "on"}, "step": Step.COMBAT}
    state = ordered(at(*lines, **dark), "0220", road(6, 20), "AI")
    state.fights = Fights(has_duties=True)
    blow = Blow(units("F1"), Hex("0206"))
    done = play(state, combat_segment, [1, 3], {"DeclareAttack": [blow]})
    assert [e.reason for e in done.of("MarchOrderEnded")] == ["fight"]


@pytest.mark.rule("T7.54", "T15.3")
@each(
    "lines shaken reason",
    (["F1 infantry 4-3 0218", "F2 infantry 4-3 0220"], False, ["arrived"]),
    (["F1 infantry 4-3 0217", "F2 infantry 4-3 0220"], False, []),
    (["F1 infantry 4-3 0206"], True, ["demoralized"]),
    (["F1 infantry 4-3 uar"], False, ["nobody"]),
    (["F1 infantry 4-3 due"], False, []),
)
def test_how_an_order_ends_in_its_owners_status_segment(
    lines: list[str], shaken: bool, reason: list[str]
) -> None:
    state = ordered(at(*lines, "A1 infantry 5-3 0101"), "0220", road(2, 20))
    if shaken:
        state.spirit = replace(state.spirit, demoralized=frozenset({FI}))
    done = play(state, _ending(end_marches))
    assert [e.reason for e in done.of("MarchOrderEnded")] == reason


@pytest.mark.rule("T7.54")
def test_an_order_does_not_end_as_done_in_the_enemys_status_segment() -> None:
    state = at("F1 infantry 4-3 0202", "A1 infantry 5-3 0218")
    ordered(state, "0220", road(10, 20), "AI")
    assert not play(state, _ending(end_marches)).of("MarchOrderEnded")


# -- orders of the scenario (T7.59, T34.4)


@pytest.mark.rule("T7.59", "T34.4")
def test_a_battle_begins_with_its_march_orders() -> None:
    battle = own(TLNB.battle("brienne"))
    told = {o.formation: (o.route, o.goal) for o in battle.march_orders}
    assert told[FormationId("FR-2")] == (hexes("1803 1908 1912"), "1912")
    state = set_up(battle)
    here = {f for f in told if any(state.units[u].hex for u in state.units_of(f))}
    assert set(state.marches.orders) <= here
    assert FormationId("CO-6") in state.marches.orders
    waiting = {o.formation for o in state.marches.waiting}
    assert FormationId("FR-2") in waiting  # still to come
    assert FormationId("FR-HQ") not in waiting  # an HQ has no part in this game


@pytest.mark.rule("T7.59")
def test_a_later_order_waits_for_its_turn() -> None:
    state = asked("F1 infantry 4-3 0202", FAR)
    late = MarchOrder(FI, (), Hex("0212"), from_turn=2)
    state.battle = replace(state.battle, march_orders=(late,))
    assert marches_at_start(state) == ({}, [late])
    state.marches = Marches(waiting=(late,))
    assert not play(state, march_order_segment).of("MarchOrderGiven")
    state.turn = 2
    done = play(state, march_order_segment)
    assert [e.by for e in done.of("MarchOrderGiven")] == [None]  # it needs no commander
    assert done.state.marches.waiting == ()


@pytest.mark.rule("T7.59", "T20.8", "T20.9")
@each("mp moved_on", (4, 4), (5, 5))
def test_a_force_enters_with_its_order_and_marches_on(mp: int, moved_on: int) -> None:
    # Of a corps that enters at one road hex four units come on with 4 MP, five with 5.
    ids = [f"F{n}" for n in range(1, 8)]
    lines = [f"{id_} infantry 4-3 due" for id_ in ids]
    state = at(*lines, FAR, step=Step.ENTRY, allowances=(mp - 1, mp))
    state.schedule = replace(state.schedule, arrivals=(group(1, "0201", " ".join(ids)),))
    state.marches = Marches(waiting=(MarchOrder(FI, (), Hex("0222")),))
    done = play(state, entry_segment, [], {"EnterForce": [True]})
    assert [e.route[0] for e in done.of("MarchOrderGiven")] == ["0201"]
    now, went = done.state, 0
    while list(debtors(now, FRENCH)):
        now = play(now, movement_segment).state
    went = sum(u.column for u in now.on_map(FRENCH))
    assert went == moved_on


# -- night (T22.3, T22.6)


@pytest.mark.rule("T22.3", "T22.6")
def test_by_night_a_march_goes_on_far_from_its_officer() -> None:
    lines = "F1 infantry 4-3 0202", "FL leader 0101 rating:3", FAR
    state = at(*lines, kind=TurnKind.NIGHT_PM)
    path = hexes(road(2, 8))
    found = quote(state, units("F1"), path[:5], column=True)
    assert isinstance(found, Refusal)
    assert found.rule == "T22.6"
    ordered(state, "0222")
    assert not isinstance(quote(state, units("F1"), path, column=True), Refusal)
    # 2 MP at night and the one of the march are 6 road hexes.
    assert [o.path[-1] for o in ChoosePath(FRENCH, units("F1")).options(state)] == ["0208"]
    near = ordered(at("F1 infantry 4-3 0202", "A1 infantry 4-3 0206", kind=TurnKind.NIGHT_PM))
    options = ChoosePath(FRENCH, units("F1")).options(near)
    assert [o.path[-1] for o in options] == ["0204"]  # not next to the enemy


# -- the sound of guns (card 15)


@pytest.mark.rule("T24.3")
def test_who_hears_guns_may_not_stand_still() -> None:
    rows, lines = OPEN, ("F1 infantry 6-3 0301", "A1 infantry 6-3 0707")
    state = dealt(*lines, rows=rows, step=Step.MOVEMENT)
    assert MoveUnits(FRENCH).refusal(state, None) is None
    in_force(state, FRENCH, "sound-of-guns", "FI", "0305")
    stay = March(hexes("0301"))
    assert rule_of(MoveUnits(FRENCH).refusal(state, None)) == "T24.3"
    assert rule_of(ChoosePath(FRENCH, units("F1")).refusal(state, stay)) == "T24.3"
    assert stay not in ChoosePath(FRENCH, units("F1")).options(state)
    done = moved(state, ("F1", "0301 0302", False))
    assert MoveUnits(FRENCH).refusal(done.state, None) is None
    near = in_force(
        dealt("F1 infantry 6-3 0304", lines[1], step=Step.MOVEMENT),
        FRENCH,
        "sound-of-guns",
        "FI",
        "0305",
    )
    assert MoveUnits(FRENCH).refusal(near, None) is None  # it has come to them


# -- supply of march columns (T19.3, T19.10)

WIDE = "\n".join([".  .  ."] * 40)


def fed(*lines: str, order: bool = True, **more: Any) -> dict[str, bool]:
    """Which units are fed on a long road with a train in 0202, whose source is 0201."""
    bases = ["french:0201"]
    state = position(WIDE, "FT train 0202", *lines, FAR, bases=bases, roads=[road(1, 40)], **more)
    if order:
        ordered(state, "0240", road(2, 40))
    found = (u.id for u in state.on_map(FRENCH) if state.card(u.id).is_combat_unit)
    return {unit: is_supplied(state, unit) for unit in found}


@pytest.mark.rule("T19.3", "T19.10")
@each(
    "second column order is_fed",
    ("0218", "", True, True),  # one free hex between the units
    ("0219", "", True, False),  # two
    ("0218", "", False, False),  # no column
    ("0218", " column", False, True),  # Road March is enough, without an order
)
def test_who_marches_in_a_column_is_fed_by_its_other_end(
    second: str, column: str, order: bool, is_fed: bool
) -> None:
    lines = f"F1 infantry 4-3 0216{column}", f"F2 infantry 4-3 {second}{column}"
    assert fed(*lines, order=order) == {"F1": True, "F2": is_fed}


@pytest.mark.rule("T19.3")
@each("entry is_fed", ("0230", True), ("0208", False))
def test_a_formation_is_fed_where_its_train_is_to_come(entry: str, is_fed: bool) -> None:
    lines = (
        "F1 infantry 4-3 0224",
        "FT train due",
        "F9 infantry 4-3 0203 of:FX",
        "FY train 0202 of:FX",
    )
    state = position(WIDE, *lines, FAR, bases=["french:0201"], roads=[road(1, 40)])
    assert not is_supplied(state, UnitId("F1"))
    state.schedule = replace(state.schedule, arrivals=(group(3, entry, "FT"),))
    state.forget()
    assert is_supplied(state, UnitId("F1")) is is_fed


# -- what the law refuses besides


@pytest.mark.rule("T7.52")
def test_a_second_order_on_a_turn_is_refused_and_by_night_of_the_last_day_none_counts() -> None:
    state = asked("F1 infantry 4-3 0202", FC, FL, FAR)
    state.marches = Marches(given={LeaderId("FC"): 1})
    plan = Plan(FI, Hex("0210"), by=LeaderId("FC"))
    assert rule_of(GiveMarchOrder(FRENCH).refusal(state, plan)) == "T7.52"
    calendar(state, "dn")
    assert GiveMarchOrder(FRENCH).refusal(state, plan) is None  # his [n] is 2 before a night
    state.last_turn = 1  # the battle ends with the day
    state.forget()
    assert rule_of(GiveMarchOrder(FRENCH).refusal(state, plan)) == "T7.52"


@pytest.mark.rule("T7.57")
def test_nobody_is_ordered_to_where_all_of_his_stand() -> None:
    state = asked("F1 infantry 4-3 0209", "F2 infantry 4-3 0202", FC, FL, FAR)
    plan = Plan(FI, Hex("0210"), by=LeaderId("FC"))
    assert GiveMarchOrder(FRENCH).refusal(state, plan) is None
    there = asked("F1 infantry 4-3 0209", "F2 infantry 4-3 0208", FC, FL, FAR)
    assert rule_of(GiveMarchOrder(FRENCH).refusal(there, plan)) == "T7.57"


@pytest.mark.rule("T7.58")
def test_who_is_done_closes_up_by_any_way_and_who_has_moved_owes_nothing() -> None:
    state = ordered(at("F1 infantry 4-3 0218", "A1 infantry 5-3 0101"), "0220", road(2, 20))
    around = March(hexes("0218 0119 0219"))
    assert ChoosePath(FRENCH, units("F1")).refusal(state, around) is None
    late = ordered(at("F1 infantry 4-3 0205 moved", "A1 infantry 5-3 0101"), "0220", road(2, 20))
    assert marchers(late, FRENCH) == ()
    assert owed(late, UnitId("F1")) is None


@pytest.mark.rule("T7.58")
def test_who_is_off_the_route_takes_any_way_to_where_it_must_go() -> None:
    state = ordered(at("F1 infantry 4-3 0108", FAR, allowances=(2, 2)), "0220", road(2, 20))
    ask = ChoosePath(FRENCH, units("F1"))
    (end,) = {o.path[-1] for o in ask.options(state)}
    ways = [o.path for o in ask.options(state)]
    grid = state.battle.battlefield.grid.neighbours
    others = [(Hex("0108"), mid, end) for mid in grid[Hex("0108")] if end in grid[mid]]
    assert set(others) - set(ways)
    assert all(ask.refusal(state, March(path)) is None for path in others)

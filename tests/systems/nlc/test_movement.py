"""Movement: where a group can go, the law of a path, what a march does (N4.5, N5, N6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal
from hexwar.ground.movement import Drop, movers, path_refusal
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events.leaders import HqMoved, LeaderMoved
from hexwar.systems.nlc.events.movement import ColumnFormed, UnitMoved, UnitStopped
from hexwar.systems.nlc.events.turn import HexControlled, SegmentEnded
from hexwar.systems.nlc.preview import move_ends
from hexwar.systems.nlc.rules.combat.bombardment import bombardment_segment
from hexwar.systems.nlc.rules.combat.charge import charge_segment
from hexwar.systems.nlc.rules.movement import segment
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route, quote_route
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from tests.systems.nlc.cases import case, each, rule_of
from tests.systems.nlc.games import game_of
from tests.systems.nlc.moves import moving, reached, refused, steps
from tests.systems.nlc.moves import price as price_drops
from tests.systems.nlc.orders import ATTACK, DELAY
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, battle_of, board, hexes, unit, units

# -- moving units: reach, zones on the way, the law of a path (N5, N6)


FI = FormationId("FI")
WIDE = "\n".join([". " * 15] * 9)


def within(state: GameState, centre: str, radius: int) -> set[str]:
    return {str(hex_) for hex_ in state.battle.battlefield.grid.within(Hex(centre), radius)} - {
        centre
    }


@each(
    "line words radius",
    case("its allowance in clear ground", "infantry 5-3", {}, 4, rules="N5.4"),
    case("disrupted: half of 4", "infantry 5-3-4 0804 disrupted", {}, 2, rules="N11.81"),
    case("half of 7, rounded up", "infantry 5-3-7 0804 disrupted", {}, 4, rules="N11.81"),
    case("half of 3, rounded up", "infantry 5-3-3 0804 disrupted", {}, 2, rules="N11.81"),
    case("what is spent is gone", "infantry 5-3-4 0804 spent:4", {}, 2, rules="N5.4"),
    case("artillery in mud", "battery 3-3", {"weather": "mud"}, 2, rules="N5.2"),
    case("infantry in mud", "infantry 3-3", {"weather": "mud"}, 4, rules="N5.2"),
)
def test_how_far_a_unit_reaches(line: str, words: dict[str, Any], radius: int) -> None:
    state = moving(WIDE, f"F1 {line}" if "0804" in line else f"F1 {line} 0804", **words)
    assert reached(state) == within(state, "0804", radius)


@pytest.mark.rule("N5.9", "N5.2", "N5.3", "N5.11")
def test_a_group_moves_at_the_highest_cost_also_of_mud_and_keeps_half_points() -> None:
    woods = ". . .\n. . .\nw w w\n. . ."
    state = moving(woods, "F1 infantry 3-3-4 0201", "F2 light 3-3-7 0201", "F3 battery 1-3-3 0201")
    assert "0203" in reached(state, "F1")  # 1 + 2
    assert "0203" in reached(state, "F2")  # 1 + 4
    assert "0203" not in reached(state, "F1 F2")  # 1 + 4 MP of 4
    assert "0202" in reached(state, "F1 F3")
    assert movers(state, units("F1 F2")).allowance == 8
    assert movers(state, units("F1 F2 F3")).allowance == 6
    state = moving(WIDE, "F1 battery 3-3-2 0101", roads=["0101 0201 0301 0401 0501"], weather="mud")
    assert reached(state, column=True) == {"0201", "0301"}
    assert refused(state, "F1", "0101 0201 0301 0401", column=True) == "N5.4"
    state = moving(WIDE, "F1 battery 3-3 0804", "F2 infantry 3-3 0804", weather="mud")
    assert reached(state, "F1 F2") == within(state, "0804", 2)
    road = ["0101 0201 0301 0401 0501 0601 0701 0801 0901"]
    state = moving(WIDE, "F1 infantry 5-3-4 0101", roads=road)
    assert "0901" in reached(state, column=True)
    assert refused(state, "F1", road[0], column=True) is None
    slow = moving(WIDE, "F1 infantry 5-3-3 0101", roads=road)
    assert "0801" not in reached(slow, column=True)
    assert "0701" in reached(slow, column=True)


FOREST = "w w w\nw w w\nw w w"


@pytest.mark.rule("N5.4", "N5.9")
def test_one_hex_is_always_possible_and_what_is_left_is_told() -> None:
    state = moving(FOREST, "F1 battery 3-3-3 0202", slopes=["0202-0201"])
    assert reached(state) == set(hexes("0201 0102 0103 0302 0303 0203"))
    assert refused(state, "F1", "0202 0201") is None
    assert refused(state, "F1", "0202 0201 0101") == "N5.4"
    for spent, rule in ((4, None), (6, "N5.4"), (8, "N5.4")):
        worked = moving(FOREST, f"F1 infantry 5-3-4 0202 spent:{spent}")
        assert refused(worked, "F1", "0202 0203") == rule
        assert bool(reached(worked)) == (rule is None)
    state = moving(FOREST, "F1 infantry 5-3-4 0202", "F2 light 3-3-6 0202 spent:6")
    assert refused(state, "F1 F2", "0202 0203") == "N5.4"
    assert refused(state, "F1", "0202 0203") is None
    fresh = moving(FOREST, "F1 infantry 5-3-2 0202", "F2 light 3-3-3 0202")
    assert refused(fresh, "F1 F2", "0202 0203") is None
    for half_mp, left in (("6", "1"), ("7", "1/2"), ("8", "0"), ("10", "0")):
        state = moving(WIDE, f"F1 infantry 5-3-4 0804 spent:{half_mp}")
        path = hexes("0804 0805 0806")
        refusal = path_refusal(state, movers(state, units("F1")), ATTACK, path, column=False)
        assert refusal is not None
        assert refusal.sentence == f"The path costs 2 MP, and the units have {left}."


MET = "A1 infantry 5-3 0304"
ZONE = set(hexes("0303 0403 0404 0305 0204 0203"))
RIDE = "0301 0302 0303 0203 0204 0305"


@each(
    "line path rule under_delay",
    case("a hex of the enemy", "light 3-3", "0303 0304", "N6.10", "N6.10", rules="N6.10"),
    *(
        row
        for arm in ("infantry", "battery", "horse")
        for row in (
            case(f"{arm} into", f"{arm} 3-3", "0301 0302 0303", None, "N6.5", rules="N6.5"),
            case(f"{arm} on", f"{arm} 3-3", "0301 0302 0303 0203", "N6.5", "N6.5", rules="N6.5"),
        )
    ),
    case("cavalry ignores zones", "light 3-3-6", RIDE, None, "N6.8", rules="N6.4"),
    case("disrupted too", "light 3-3-6 @ disrupted", "0302 0303 0403", None, "N6.8", rules="N6.11"),
    case("horse artillery does not", "horse 3-3-6", "0303 0302", "N6.6", None, rules="N6.11"),
    case("into another zone", "infantry 5-3", "0303 0403", None, "N6.5", rules="N6.6"),
    case("into the open", "infantry 5-3", "0303 0302", "N6.6", None, rules="N6.6"),
    case("by one hex only", "infantry 5-3", "0303 0403 0404", "N6.5", "N6.5", rules="N6.6"),
    case("cavalry ends in a zone", "light 5-3-6", "0302 0303", None, "N6.8", rules="N6.8"),
    case("through it", "light 5-3-6", "0302 0303 0203 0204 0205", None, None, rules="N6.8"),
    case("round it", "light 5-3-6", "0302 0303 0203 0204 0305 0306", None, None, rules="N6.8"),
)
def test_enemy_zones(line: str, path: str, rule: str | None, under_delay: str | None) -> None:
    place = path.split(maxsplit=1)[0]
    text = line.replace("@", place) if "@" in line else f"{line} {place}"
    state = moving(OPEN, f"F1 {text}", MET)
    assert refused(state, "F1", path) == rule
    assert refused(state, "F1", path, order=DELAY) == under_delay


@pytest.mark.rule("N5.11", "N6.4", "N6.5", "N6.6", "N6.8", "N6.10")
def test_whom_a_zone_stops_is_not_offered_what_lies_beyond() -> None:
    inside = moving(OPEN, "F1 infantry 5-3 0303", MET)
    assert reached(inside) == {"0403", "0203"}
    assert reached(inside, order=DELAY) & {"0302", "0403", "0203"} == {"0302"}
    rider = moving(OPEN, "F1 light 5-3-6 0302", MET)
    assert {"0304", "0305"} & reached(rider) == {"0305"}
    assert "0306" in reached(rider, order=DELAY)
    assert not reached(rider, order=DELAY) & ZONE
    for arm in ("infantry", "battery", "horse"):
        state = moving(OPEN, f"F1 {arm} 5-3-6 0301", MET)
        assert "0303" in reached(state)
        assert not reached(state, order=DELAY) & ZONE
        near = moving(OPEN, f"F1 {arm} 5-3-1 0302", MET, slopes=["0302-0303"])
        assert refused(near, "F1", "0302 0303", order=DELAY) == "N6.5"  # no hex however near
        assert refused(near, "F1", "0302 0303") is None


ROAD = ["0101 0201 0301 0401 0501 0601 0701"]


@pytest.mark.rule("N5.3", "N5.31")
def test_a_column_keeps_to_the_way_alone_and_out_of_enemy_zones() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0101", roads=ROAD)
    assert reached(state, column=True) == set(hexes("0201 0301 0401 0501 0601 0701"))
    assert refused(state, "F1", "0101 0102", column=True) == "N5.3"
    state = moving(
        OPEN, "F1 infantry 5-3-1 0101", "F2 infantry 5-3 0201", "F3 leader 0101", roads=ROAD
    )
    assert reached(state, column=True) == set()
    assert refused(state, "F1", "0101 0201", column=True) == "N5.31"
    roomy = moving(OPEN, "F1 infantry 5-3-2 0101", "F2 infantry 5-3 0201", roads=ROAD)
    assert reached(roomy, column=True) == {"0301", "0401"}
    assert refused(roomy, "F1", "0101 0201 0301 0401", column=True) is None
    assert refused(roomy, "F1", "0101 0201 0301 0401 0501", column=True) == "N5.4"

    leaders = moving(OPEN, "F1 infantry 5-3 0101", "F3 leader 0201", roads=ROAD)
    assert refused(leaders, "F1", "0101 0201", column=True) is None
    state = moving(OPEN, "F1 light 5-3 0101", "A1 infantry 5-3 0403", roads=ROAD)
    assert "0401" in reached(state, column=True)
    near = moving(OPEN, "F1 light 5-3 0101", "A1 infantry 5-3 0402", roads=ROAD)
    assert reached(near, column=True) == {"0201", "0301"}
    assert refused(near, "F1", "0101 0201 0301 0401", column=True) == "N5.31"
    state = moving(OPEN, "F1 infantry 5-3 0101", "F2 infantry 5-3 0101", roads=ROAD)
    assert law(state, Route(hexes("0101 0201"), column=True), "F1 F2") == "N5.31"
    assert law(state, Route(hexes("0101 0201"), column=True)) is None
    together = ChoosePath(FRENCH, units("F1 F2")).options(state)
    assert not any(route.column for route in together)


PATH, ACTIVATE = ChoosePath(FRENCH, units("F1")), segment.ActivateUnit(FRENCH, FI)


def law(state: GameState, route: Route, who: str = "F1") -> str | None:
    return rule_of(ChoosePath(FRENCH, units(who)).refusal(state, route))


@pytest.mark.rule("N5.3", "N5.34")
@each(
    "enemy had_contact rule",
    ("0303", False, None),  # before contact
    ("0103", True, "N5.34"),
    ("0702", True, None),  # after it six hexes from every enemy
    ("0602", True, "N5.34"),
)
def test_where_road_movement_is_open(enemy: str, had_contact: bool, rule: str | None) -> None:
    lines = ("F1 infantry 5-3 0101", f"A1 infantry 1-1 {enemy}")
    state = moving(OPEN, *lines, roads=ROAD, had_contact=had_contact)
    assert law(state, Route(hexes("0101 0201"), column=True)) == rule
    distance = state.battle.battlefield.grid.distance
    assert [distance(Hex("0101"), Hex(hex_)) for hex_ in ("0702", "0602")] == [6, 5]


@pytest.mark.rule("N5.4", "N5.10", "N6.2")
def test_a_path_hangs_together_and_ends_where_there_will_be_room() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0301")
    for path in ("0302 0303", "0301 0303", "0301", "0301 9999", "0301 0302 0303 0304 0305 0306"):
        assert law(state, Route(hexes(path))) == "N5.4"
    assert law(state, Route()) is None
    assert law(state, Route((), column=True)) == "N5.4"
    for mark, is_listed in (("", True), (" moved", False), (" of:FII", False)):
        state = moving(OPEN, "F1 infantry 7-3 0301", f"F2 infantry 8-3 0302{mark}")
        assert ("0302" in reached(state)) is is_listed
        assert refused(state, "F1", "0301 0302") is None  # the limits bind at the segment's end
        assert refused(state, "F1", "0301 0302 0303 0304") is None  # passing friends is free


@pytest.mark.rule("N4.52", "N5.9")
@each(
    "answer rule",
    ("F1 F3", "N5.9"),  # of two hexes
    ("F1 F1", "N5.9"),
    ("", "N5.9"),
    ("F4", "N5.4"),  # has moved
    ("F5", "N4.43"),  # of another formation
    ("F6", "N4.5"),  # a train
    ("F7", "N5.4"),  # not on the map
    ("F1 F2", None),
)
def test_who_may_move_together(answer: str, rule: str | None) -> None:
    state = moving(
        OPEN,
        *("F1 infantry 5-3 0301", "F2 infantry 5-3 0301", "F3 infantry 1-3 0303"),
        *("F4 infantry 1-3 0305 moved", "F5 infantry 1-3 0501 of:FII"),
        *("F6 train 0503", "F7 infantry 1-3 uar"),
    )
    assert rule_of(ACTIVATE.refusal(state, units(answer))) == rule
    offered = [*map(units, ("F1", "F2", "F1 F2", "F3")), None]
    assert list(ACTIVATE.options(state)) == offered


@pytest.mark.rule("N6.6", "N5.72", "N5.3")
def test_who_is_hemmed_in_is_not_offered_but_for_a_bridge() -> None:
    state = moving(OPEN, "F1 infantry 5-3 0101", "A1 infantry 5-3 0103", "A2 infantry 5-3 0202")
    assert units("F1") in ACTIVATE.options(state)
    lone = moving(OPEN, "F1 infantry 5-3 0101", "A1 infantry 5-3 0102", "A2 infantry 5-3 0201")
    assert list(ACTIVATE.options(lone)) == [None]
    assert ACTIVATE.refusal(lone, units("F1")) is not None
    # It was the last to act: it has worked at a span.
    way: dict[str, Any] = {"bridges": ["0202-0203"], "roads": ["0202 0203"]}
    rich, poor = (moving(FOREST, "F1 infantry 5-3-4 0202 spent:6", **words) for words in (way, {}))
    for state in (rich, poor):
        assert state.activation is not None
        state.activation = replace(state.activation, acting=units("F1"))
    assert refused(rich, "F1", "0202 0203") == "N5.4"
    assert refused(rich, "F1", "0202 0203", column=True) is None
    assert ACTIVATE.refusal(rich, units("F1")) is None
    assert units("F1") in ACTIVATE.options(rich)
    assert rule_of(ACTIVATE.refusal(poor, units("F1"))) == "N6.6"


def leaders(text: str) -> tuple[LeaderId, ...]:
    return tuple(LeaderId(word) for word in text.split())


@pytest.mark.rule("N5.4")
def test_every_listed_route_is_legal_and_costs_what_the_preview_says() -> None:
    state = moving(
        ". . w . .\n. m . t .\n. . w . c\n. . . . .",
        *("F1 infantry 5-3 0202", "A1 infantry 5-3 0404"),
        streams=["0202-0203"],
        slopes=["0302-0402"],
        roads=["0202 0302 0402"],
    )
    for column in (False, True):
        for end, found in move_ends(state, units("F1"), column=column).items():
            assert ChoosePath(FRENCH, units("F1")).refusal(state, found.route) is None
            quoted = quote_route(state, units("F1"), None, found.route)
            assert not isinstance(quoted, Refusal)
            assert quoted.halves == found.spent
            assert quoted.hexes[-1] == end
            assert found.left == max(quoted.allowance - quoted.halves, 0)
    assert ChoosePath(FRENCH, units("F1")).refusal(state, Route(hexes("0202 0204"))) is not None


# -- the Movement Segment: what is offered, what a march does, who comes along (N4.5, N5)


STRIP = ". . . . ."
"""Five hexes in a row: 0101 to 0501."""

WAY = ["0101 0201 0301 0401 0501"]


def march(state: GameState, who: str, route: Route) -> Played[None]:
    answers: Answers = {segment.ActivateUnit: [units(who)], ChoosePath: [route]}
    return play(state, segment.movement_segment, answers=answers)


@pytest.mark.rule("N5.4", "N5.9", "N5.31")
def test_staying_is_offered_first_then_each_end_alone_led_or_by_road() -> None:
    routes = list(PATH.options(moving(STRIP, "F1 infantry 5-3-2 0301")))
    assert routes[0] == Route()
    assert sorted(route.hexes[-1] for route in routes[1:]) == ["0101", "0201", "0401", "0501"]
    lines = ("F1 infantry 5-3-1 0301", "F8 leader 0301", "F9 leader 0301 of:FII")
    routes = list(PATH.options(moving(STRIP, *lines)))
    paths = (hexes("0301 0201"), hexes("0301 0401"))
    expected = [Route(path, leaders=who) for path in paths for who in ((), leaders("F8"))]
    assert sorted(routes[1:], key=repr) == sorted(expected, key=repr)
    led = moving(STRIP, "F1 infantry 5-3-1 0101", "F8 leader 0101", roads=WAY)
    routes, way = list(PATH.options(led)), hexes("0101 0201")
    for path in (way, hexes("0101 0201 0301")):
        assert Route(path, column=True, leaders=leaders("F8")) in routes
        assert (Route(path) in routes) is (path == way)
    assert not any(route.column for route in PATH.options(moving(STRIP, "F1 light 3-3 0101")))
    kinds = [PATH.kind(route) for route in (Route(), Route(way), Route(way, column=True))]
    assert kinds == ["stay", "move", "march"]
    assert [ACTIVATE.kind(answer) for answer in (None, units("F1"))] == ["end", "move"]


@pytest.mark.rule("N5.4", "N5.82")
@each("entry", None, "0701")
def test_undo_takes_unit_entry_hex_and_path_back_together(entry: str | None) -> None:
    place = "due" if entry else "0101"
    battle, _ = battle_of(
        board(OPEN, trails=["0101 0102", "0701 0702"]),
        *(f"F1 infantry 5-3 {place}", "F2 infantry 5-3 0505", "A1 infantry 5-3 0401"),
        arrivals=(Arrival(1, Hex("0401"), units("F1")),) if entry else (),
    )
    session = game_of(battle, [1])
    session.answer(units("F1"))
    if entry:
        assert isinstance(session.pending, segment.ChooseEntryHex)
        session.answer(Hex(entry))
    path = hexes("0701 0702" if entry else "0101 0102")
    session.answer(Route(path))
    assert session.state.units[unit("F1")].hex == path[-1]
    session.undo()
    assert isinstance(session.pending, segment.ActivateUnit)
    assert session.state.units[unit("F1")].hex == (None if entry else "0101")


@pytest.mark.rule("N5.9", "N4.6", "N5.81", "N14.51")
def test_units_walk_with_the_leaders_who_may_go_along() -> None:
    staff = ("F7 leader 0101", "F8 overall 0101 of:FHQ", "F9 hq 0101 of:FHQ")
    state = moving(STRIP, "F1 infantry 5-3 0101", "F2 infantry 5-3 0101", *staff)
    path = hexes("0101 0201 0301")
    played = march(state, "F1 F2", Route(path, leaders=leaders("F8 F9")))
    assert played.events == [
        UnitMoved(units("F1 F2"), path, 4, column=False),
        LeaderMoved(LeaderId("F8"), path),
        HqMoved(LeaderId("F9"), path),
    ]
    after = played.state
    assert after.units_in(Hex("0301")) == units("F1 F2")
    assert after.leaders_in(Hex("0301")) == leaders("F8 F9")
    assert after.leaders_in(Hex("0101")) == leaders("F7")
    assert [after.leaders[leader].moved for leader in leaders("F9 F7")] == [True, False]
    lines = ("F1 infantry 5-3 0301", "F8 overall 0301 of:FHQ", "F9 hq 0301 of:FHQ")
    state = moving(OPEN, *lines, MET)
    assert law(state, Route(hexes("0301 0302"), leaders=leaders("F8 F9"))) is None
    assert law(state, Route(hexes("0301 0302 0303"), leaders=leaders("F8"))) is None
    assert law(state, Route(hexes("0301 0302 0303"), leaders=leaders("F9"))) == "N14.51"
    arrivals = (Arrival(1, Hex("0101"), units("F1")),)
    state = moving(STRIP, "F1 infantry 5-3 due", "F8 leader due", roads=WAY, arrivals=arrivals)
    for way, has_moved in (("0101", False), ("0101 0201", True)):
        after = march(state, "F1", Route(hexes(way))).state
        assert after.leaders[LeaderId("F8")].moved is has_moved
    for way, rule in (("0301 0302", "N14.51"), ("0301 0201", None), ("0302 0301", None)):
        pair = (f"F1 light 5-3 {way[:4]}", f"F9 hq {way[:4]} of:FHQ")
        state = moving(OPEN, *pair, "A1 infantry 5-3 0303")
        assert law(state, Route(hexes(way), leaders=leaders("F9"))) == rule
    for who, rule in (("F8", None), ("F9", "N5.9"), ("F7", "N5.9"), ("F8 F8", "N14.51")):
        lines = ("F8 leader 0301", "F9 leader 0301 of:FII", "F7 leader 0303")
        state = moving(OPEN, "F1 infantry 5-3 0301", *lines)
        route = Route(hexes("0301 0302"), leaders=leaders(who))
        assert law(state, route) == rule
        options = PATH.options(state)
        assert (route in options) is (rule is None)
        assert Route(hexes("0301 0302")) in options


@pytest.mark.rule("N5.32", "N5.4", "N22.2")
def test_a_march_takes_all_it_passes_a_stay_is_a_move_a_road_makes_a_column() -> None:
    state, path = moving(STRIP, "F1 infantry 5-3 0101", roads=WAY), hexes("0101 0201 0301")
    played = march(state, "F1", Route(path, column=True))
    moved = UnitMoved(units("F1"), path, 2, column=True)
    assert played.events == [moved, ColumnFormed(unit("F1"))]
    assert played.state.units[unit("F1")].column
    walked = march(state, "F1", Route(path))
    assert not walked.state.units[unit("F1")].column
    assert walked.of(UnitMoved)[0].halves == 4
    played = march(moving(STRIP, "F1 infantry 5-3 0101"), "F1", Route())
    assert played.events == [UnitStopped(units("F1"), "stays")]
    assert played.state.units[unit("F1")].moved
    assert list(ACTIVATE.options(played.state)) == [None]
    held = dict.fromkeys(hexes("0201 0301 0401"), ALLIED)
    state = moving(STRIP, "F1 infantry 5-3 0101", control=held)
    played = march(state, "F1", Route(hexes("0101 0201 0301")))
    taken = [HexControlled(hex_, FRENCH, unit("F1")) for hex_ in hexes("0201 0301")]
    assert played.of(HexControlled) == taken


@pytest.mark.rule("N4.5", "N4.52")
@each(
    "flow ended then",
    (segment.command_segment, Segment.COMMAND, Segment.MOVEMENT),
    (segment.movement_segment, Segment.MOVEMENT, Segment.BOMBARDMENT),
    (bombardment_segment, Segment.BOMBARDMENT, Segment.CHARGE),
    (charge_segment, Segment.CHARGE, Segment.ASSAULT),
)
def test_segments_without_content_pass(flow: Any, ended: Segment, then: Segment) -> None:
    """But for the Movement Segment, which ends when its side says so."""
    answers: Answers = {segment.ActivateUnit: [None]} if flow is segment.movement_segment else {}
    played = play(moving(STRIP, "F1 infantry 5-3 0101"), flow, answers=answers)
    assert played.events == [SegmentEnded(ended, then)]


@pytest.mark.rule("N4.53", "N6.2")
def test_segments_pass_and_who_advanced_after_combat_has_moved() -> None:
    state = moving(STRIP, "F1 infantry 5-3 0101 moved done", "F2 infantry 5-3 0301")
    assert list(ACTIVATE.options(state)) == [units("F2"), None]
    lines = ("F1 infantry 7-3 0201", "F2 infantry 8-3 0101 moved", "F3 infantry 8-3 0301 moved")
    state = moving(". . .", *lines)
    options = list(PATH.options(state))
    assert options == [Route()]
    assert not PATH.is_forced(state, options)
    assert law(state, Route(hexes("0201 0101"))) is None


# -- groups that leave units behind on the way (N5.9)


WOODS = """
.  .  .
.  .  .
.  w  .
.  w  .
.  w  .
.  .  .
"""


def drop(text: str) -> tuple[Drop, ...]:
    """Drops from ``F1 0303 F2 0304``."""
    words = text.split()
    return tuple(Drop(unit(u), Hex(h)) for u, h in zip(words[::2], words[1::2], strict=True))


@pytest.mark.rule("N5.9", "N4.46")
def test_each_part_of_the_way_is_paid_by_who_walks_it_and_then_stands_there() -> None:
    state = moving(WOODS, "F1 infantry 3-3-4 0202", "F2 light 3-3-6 0202")
    for drops, paid in (("", [4, 4]), ("F2 0203", [4, 2]), ("F1 0203", [4, 4])):
        assert steps(state, "F1 F2", "0202 0203 0204", drops=drop(drops)) == paid
    # Artillery that is left behind no longer feels the mud.
    state = moving(OPEN, "F1 horse 3-3-6 0301", "F2 light 3-3-6 0301", weather="mud")
    for drops, paid in (("", [2, 2, 2]), ("F1 0302", [2, 1, 1])):
        assert steps(state, "F1 F2", "0301 0302 0303 0304", drops=drop(drops)) == paid
    state = moving(OPEN, "F1 infantry 3-3-3 0301", "F2 light 3-3-6 0301")
    far = "0301 0302 0303 0304 0305 0306"
    assert refused(state, "F1 F2", far) == "N5.4"
    assert refused(state, "F1 F2", far, drops=drop("F1 0304")) is None
    assert refused(state, "F1 F2", far, drops=drop("F1 0305")) == "N5.4"  # he cannot come so far
    assert refused(state, "F1 F2", far, drops=drop("F2 0304")) == "N5.4"
    assert price_drops(state, "F1 F2", far, drops=drop("F1 0304")) == 5
    lines = (f"F{n} infantry 1-3-{n + 1} 0301 division:1st" for n in (1, 2, 3))
    state, path = moving(OPEN, *lines), "0301 0302 0303 0304 0305"
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0303 F2 0304")) is None
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0304 F2 0303")) == "N5.4"
    assert refused(state, "F1 F2 F3", path, drops=drop("F1 0302 F2 0302")) is None
    state = moving(WOODS, "F1 infantry 3-3-4 0202", "F2 light 3-3-6 0202", "F8 leader 0202")
    route = Route(hexes("0202 0203 0103"), leaders=leaders("F8"), drops=drop("F1 0203"))
    assert law(state, route, "F1 F2") is None
    after = play(state, lambda table: segment.walk(table, units("F1 F2"), route, None)).state
    foot, horse = (after.units[name] for name in units("F1 F2"))
    assert (foot.hex, foot.moved, foot.spent) == ("0203", True, 8)
    assert (horse.hex, horse.moved, horse.spent) == ("0103", True, 10)
    assert after.leaders_in(Hex("0103")) == ("F8",)


@pytest.mark.rule("N5.9", "N6.4", "N6.5", "N6.6")
@each(
    "path drops rule",
    ("0302 0303 0203 0204", "", "N6.5"),
    ("0302 0303 0203 0204", "F1 0303", None),  # infantry stays in the zone, cavalry rides on
    ("0302 0303 0203 0204", "F1 0203", "N6.5"),
    ("0302 0303 0203 0204", "F2 0303", "N6.5"),
    ("0303 0302 0301", "F1 0302", "N6.6"),  # in a zone from the start it holds them back
    ("0303 0203 0202", "F1 0203", None),
)
def test_infantry_stays_in_an_enemy_zone(path: str, drops: str, rule: str | None) -> None:
    state = moving(OPEN, f"F1 infantry 3-3 {path[:4]}", f"F2 light 3-3-6 {path[:4]}", MET)
    assert refused(state, "F1 F2", path, drops=drop(drops)) == rule


@pytest.mark.rule("N5.9")
@each(
    "drops",
    "F1 0301",  # where they start: a unit that does not come along is not of the group
    "F1 0303",  # where they end
    "F1 0202",  # beside the way
    "F3 0302",  # not of the group
    "F1 0302 F1 0302",
    "F1 0302 F2 0302",  # nobody goes on
)
def test_what_is_no_drop(drops: str) -> None:
    state = moving(OPEN, "F1 infantry 3-3 0301", "F2 light 3-3 0301", "F3 light 1-3 0302")
    assert refused(state, "F1 F2", "0301 0302 0303", drops=drop(drops)) == "N5.9"

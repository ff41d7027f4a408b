"""Hidden movement: who goes out of sight, where he stays out of it, what betrays him (N20.1)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from hexwar.app.games import new_match
from hexwar.engine import CHANCE
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events.arrivals import ArrivalDelayed, UnitEntered
from hexwar.systems.nlc.events.hidden_movement import (
    FormationLifted,
    FormationPlaced,
    HiddenMarchRolled,
    HiddenMoved,
)
from hexwar.systems.nlc.events.losses import ForcedMarchDeclared
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.orders import CommandMarked
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge, reactor_refusal
from hexwar.systems.nlc.rules.movement.hidden_movement import (
    LiftFormation,
    RevealHidden,
    lift_refusal,
    next_to_place,
)
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import (
    ActivateUnit,
    command_segment,
    movement_segment,
)
from hexwar.systems.nlc.rules.supply.check import check_supply
from hexwar.systems.nlc.rules.turn.activation import active
from hexwar.systems.nlc.rules.turn.consolidation import consolidation_segment
from hexwar.systems.nlc.rules.turn.sequence import sequence
from hexwar.systems.nlc.state import GameState, knowledge, view
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.hearsay import Hearsay
from hexwar.table.hiding import unseen_by
from hexwar.table.pieces import Box, Segment
from tests.systems.nlc.cases import each
from tests.systems.nlc.orders import put_orders
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, hexes, position, unit, units
from tests.systems.nlc.tasks import LANE

FIELD = "\n".join([".  " * 5] * 24)
"""Five columns and twenty-four rows of clear hexes."""

ON = {"hidden_movement": "on"}
FI, LINE = FormationId("FI"), LineId("FI")
CORPS = ("F1 infantry 6-3 0320", "F2 light 3-3 0321", "F8 leader 0320")
END = Segment.CONSOLIDATION
SCOUTED = ("A1 infantry 5-3 0313", "A2 light 3-3 spread vedettes:1", "A2-v1 vedette 0314")
FAR = "A1 infantry 5-3 0309"  # eleven hexes from F1
ROUTE = ["0324 0323 0322 0321 0320 0319 0318 0317 0316 0315 0314 0313 0312 0311 0310"]


def corps(*lines: str, order: str = "march 0305", **more: Any) -> GameState:
    """FI in the south, under an order, and an enemy."""
    more = {"active": "FI", "segment": Segment.COMMAND, "options": ON, "rows": FIELD, **more}
    return position(more.pop("rows"), *lines, orders=f"FI: {order}", **more)


def hidden(*lines: str, segment: Segment = Segment.MOVEMENT, **more: Any) -> GameState:
    """The same once FI moves hidden."""
    state = corps(*lines, segment=segment, **more)
    card = state.battle.formations[FI]
    FormationLifted(FRENCH, card.units, card.leaders).happen(state)
    return state


def ended(state: GameState, *dice: int) -> Played[None]:
    """The end of the activation of those who act."""
    return play(state, consolidation_segment, dice, {"MoveLeaderOrTrain": [None]})


# -- who may be lifted (N20.11)


@pytest.mark.rule("N20.1")
def test_troops_go_out_of_sight_with_the_option_alone() -> None:
    told = play(corps(*CORPS, FAR), command_segment, (), {LiftFormation: [True]})
    assert told.state.hiding.lifted == {"F1", "F2", "F8"}
    assert told.of(FormationLifted) == [FormationLifted(FRENCH, units("F1 F2"), (LeaderId("F8"),))]
    without = play(corps(*CORPS, FAR, options={}), command_segment)
    assert not without.questions(LiftFormation)
    assert without.story == ["SegmentEnded"]


@pytest.mark.rule("N20.11")
@each(
    "order lines may",
    ("march 0305", (*CORPS, FAR), True),
    ("reserve", (*CORPS, FAR), True),
    ("fall back 0324", (*CORPS, FAR), True),
    ("attack 0305", (*CORPS, FAR), False),
    ("defend", (*CORPS, FAR), False),
    ("delay", (*CORPS, FAR), False),
    ("march 0305", (*CORPS, "A1 infantry 5-3 0315"), True),
    ("march 0305", (*CORPS, "A1 infantry 5-3 0316"), False),
    ("march 0305", (*CORPS, "A1 train 0316"), True),
    ("march 0305", (*CORPS, "F3 infantry 4-3 0313", FAR), False),
    ("march 0305", ("F1 infantry 6-3 0320", "F8 leader 0313", FAR), False),
    ("march 0305", ("F1 infantry 6-3 0320 square", FAR), False),
)
def test_a_march_a_reserve_or_a_fall_back_begins_far_from_the_enemy(
    order: str, lines: tuple[str, ...], may: bool
) -> None:
    state = corps(*lines, order=order)
    assert (lift_refusal(state, LINE) is None) == may
    assert LiftFormation(FRENCH, LINE).options(state) == ((False, True) if may else (False,))


@pytest.mark.rule("N20.11")
def test_who_is_seen_from_a_height_is_not_lifted() -> None:
    """Seven hexes away is far enough in the plain, and not below a hill with a leader on it."""
    lines = ("F1 infantry 6-3 0320", "A1 infantry 5-3 0313", "A8 leader 0313")
    assert lift_refusal(corps(*lines), LINE) is None
    heights = "\n".join([".  " * 5] * 12 + [".  .  1  .  ."] + [".  " * 5] * 11)
    refusal = lift_refusal(corps(*lines, elevation=heights), LINE)
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == ("N20.11", "The enemy sees a part of it.")


@pytest.mark.rule("N20.11")
def test_a_detached_division_goes_by_its_own_order() -> None:
    lines = ("F1 infantry 6-3 0320 division:1st", "F2 infantry 3-3 0312", "F8 leader 0312", FAR)
    state = corps(*lines)
    put_orders(state, "FI/1st: march 0305")
    told = play(state, command_segment, (), {LiftFormation: [True]})
    assert told.state.hiding.lifted == {"F1"}


@pytest.mark.rule("N20.11")
def test_the_enemy_sees_none_of_them_and_the_owner_all() -> None:
    state = hidden(*CORPS, FAR)
    seen = view(state, ALLIED)
    assert [(seen.units[u].hex, seen.units[u].box) for u in units("F1 F2")] == [
        (None, Box.UNSEEN),
        (None, Box.UNSEEN),
    ]
    assert seen.units_in(Hex("0320")) == () == seen.leaders_in(Hex("0320"))
    assert not seen.hiding.flags
    assert not seen.hiding.lifted
    own = view(state, FRENCH)
    assert own.units[unit("F1")].hex == "0320"
    assert own.hiding.lifted == state.hiding.lifted


@pytest.mark.rule("N20.11")
def test_the_chit_is_declared_and_no_action_is_seen() -> None:
    told = play(hidden(*CORPS, FAR, segment=Segment.COMMAND), command_segment)
    assert told.questions(RevealHidden)
    assert not told.questions(LiftFormation)
    assert told.of(HiddenMoved) == [HiddenMoved(FI)]
    in_sight = play(corps(*CORPS, FAR), command_segment, (), {LiftFormation: [False]})
    assert not in_sight.of(HiddenMoved)


# -- where they go (N20.11)


@pytest.mark.rule("N20.11")
def test_no_hex_within_two_of_an_enemy_is_entered() -> None:
    march = hidden("F1 infantry 6-3 0315", FAR, roads=ROUTE)
    path = ChoosePath(FRENCH, units("F1"))
    ends = {route.hexes[-1] for route in path.options(march) if route.hexes}
    assert "0312" in ends
    assert not ends & {"0311", "0310"}
    refusal = path.refusal(march, Route(hexes("0315 0314 0313 0312 0311")))
    assert refusal is not None
    assert refusal.rule == "N20.11"
    assert path.refusal(march, Route(hexes("0315 0314 0313 0312"))) is None
    openly = corps("F1 infantry 6-3 0315", FAR, roads=ROUTE, segment=Segment.MOVEMENT)
    assert path.refusal(openly, Route(hexes("0315 0314 0313 0312 0311"))) is None


@pytest.mark.rule("N20.11")
def test_who_moves_hidden_amid_woods_is_not_asked_to_move() -> None:
    """No hex next to them is open to them, though in sight they could step into the woods."""
    woods = "\n".join(
        [".  " * 5, "w  w  w  .  .", "w  .  w  .  .", "w  w  w  .  .", *[".  " * 5] * 20]
    )
    lines = ("F1 infantry 6-3 0203", "A1 infantry 5-3 0324")
    question = ActivateUnit(FRENCH, FI)
    unseen = hidden(*lines, rows=woods)
    assert question.options(unseen) == [None]
    assert question.refusal(unseen, units("F1")) is not None
    seen = corps(*lines, rows=woods, segment=Segment.MOVEMENT)
    assert units("F1") in question.options(seen)


@pytest.mark.rule("N20.11")
def test_they_keep_to_roads_and_clear_ground() -> None:
    wooded = "\n".join([".  " * 5] * 17 + [".  w  w  w  ."] + [".  " * 5] * 6)
    path = ChoosePath(FRENCH, units("F1"))
    through = Route(hexes("0320 0319 0318"))
    blind = hidden("F1 infantry 6-3 0320", FAR, rows=wooded)
    refusal = path.refusal(blind, through)
    assert refusal is not None
    assert refusal.rule == "N20.11"
    assert (
        path.refusal(hidden("F1 infantry 6-3 0320", FAR, rows=wooded, roads=ROUTE), through) is None
    )
    seen = corps("F1 infantry 6-3 0320", FAR, rows=wooded, segment=Segment.MOVEMENT)
    assert path.refusal(seen, through) is None


@pytest.mark.rule("N20.11")
def test_nobody_reacts_to_them_nor_they_to_anybody() -> None:
    lines = ("F1 infantry 6-3 0320", "F2 light 3-3 0320", "A2 light 4-3 0316", FAR)
    for state, asked in ((hidden(*lines), 0), (corps(*lines, segment=Segment.MOVEMENT), 1)):
        # A2 does not bar the way: it is out of sight too.
        state.hiding = replace(state.hiding, hidden=frozenset(units("A2")))
        route = Route(hexes("0320 0319 0318"))
        answers: Answers = {"ActivateUnit": [units("F1")], ChoosePath: [route]}
        told = play(state, movement_segment, (), answers)
        assert len(told.questions(ChooseReactionCharge)) == asked
    refusal = reactor_refusal(hidden(*lines, active="AI"), FRENCH, unit("F2"))
    assert refusal is not None
    assert refusal.rule == "N20.12"


@pytest.mark.rule("N20.11")
def test_they_are_off_the_map_and_cut_neither_supply_nor_command() -> None:
    """A corps on the lane is led and fed past F1, which stands between: as if it were not there."""
    lines = ("A1 infantry 5-3 0104", "A8 leader 0101", "F1 infantry 6-3 0103")
    more: dict[str, Any] = {"rows": LANE, "active": "AI", "segment": Segment.COMMAND}
    fed: dict[str, Any] = {"supply_sources": {Hex("0101"): ALLIED}}
    for seen in (True, False):
        state = corps(*lines, "AT train 0102", **more, **fed)
        if not seen:
            FormationLifted(FRENCH, units("F1")).happen(state)
        marked = play(state, command_segment).of(CommandMarked)
        assert [event.out for event in marked] == ([units("A1")] if seen else [])
        checked = play(state, lambda table: check_supply(table, ALLIED))
        assert ("A1" in checked.state.supply.unsupplied) == seen


# -- what betrays them (N20.12, N25.5)


@pytest.mark.rule("N25.5")
@each(
    "away die noticed",
    (3, 1, False),
    (3, 2, True),
    (4, 3, False),
    (4, 4, True),
    (6, 4, True),
    (7, 4, False),
    (7, 5, True),
    (9, 6, True),
)
def test_the_table_tells_by_die_and_distance(away: int, die: int, noticed: bool) -> None:
    """Column of the nearest enemy, row of the die; infantry alone, by day, in the open."""
    state = hidden("F1 infantry 6-3 0320", f"A1 infantry 5-3 03{20 - away}", segment=END)
    told = ended(state, die)
    rolled = told.of(HiddenMarchRolled)[0]
    assert (rolled.die, rolled.modifier, rolled.is_noticed) == (die, 0, noticed)
    assert bool(told.of(FormationPlaced)) == noticed
    assert told.state.hiding.lifted == (frozenset() if noticed else {"F1"})


@pytest.mark.rule("N25.5")
@each(
    "lines more modifier",
    (("F1 infantry 6-3 0320", "A2 light 4-3 0314"), {}, 1),
    (("F1 infantry 6-3 0320", "A2 light 4-3 0313"), {}, 0),
    (("F1 infantry 6-3 0320", *SCOUTED), {}, 1),
    (("F1 infantry 12-3 0320", "F2 infantry 8-3 0321", "A1 infantry 5-3 0312"), {}, 0),
    (("F1 infantry 12-3 0320", "F2 infantry 9-3 0321", "A1 infantry 5-3 0312"), {}, 1),
    (("F1 infantry 6-3 0320", "A1 infantry 5-3 0312"), {"weather": "fog"}, -1),
    (("F1 infantry 6-3 0320", "A1 infantry 5-3 0312"), {"weather": "rain"}, -1),
    (("F1 infantry 6-3 0320", "A1 infantry 5-3 0312"), {"weather": "snow"}, -1),
    (("F1 infantry 6-3 0320", "A1 infantry 5-3 0312"), {"weather": "frost"}, 0),
    (("F1 infantry 6-3 0320", "A1 infantry 5-3 0312"), {"rows": "WOODS"}, -1),
    (
        ("F1 infantry 6-3 0320", "F2 infantry 3-3 0321", "A1 infantry 5-3 0312"),
        {"rows": "WOODS"},
        0,
    ),
    (("F1 infantry 6-3 0320", "A1 infantry 5-3 0312"), {"kind": "night"}, -2),
)
def test_the_die_is_changed_by_horse_numbers_cover_and_night(
    lines: tuple[str, ...], more: dict[str, Any], modifier: int
) -> None:
    words = {
        "WOODS": "\n".join([".  " * 5] * 19 + [".  .  w  .  ."] + [".  " * 5] * 4),
        "night": TurnKind.NIGHT_PM,
    }
    fields = {key: words.get(value, value) for key, value in more.items()}
    told = ended(hidden(*lines, segment=END, **fields), 1)
    assert [event.modifier for event in told.of(HiddenMarchRolled)] == [modifier]


@pytest.mark.rule("N20.12")
def test_no_die_is_thrown_ten_hexes_away() -> None:
    told = ended(hidden("F1 infantry 6-3 0320", "A1 infantry 5-3 0310", segment=END))
    assert not told.of(HiddenMarchRolled)
    assert ended(hidden("F1 infantry 6-3 0320", "A1 infantry 5-3 0311", segment=END), 6).of(
        FormationPlaced
    )


@pytest.mark.rule("N20.12")
@each("near rolls", ("0311", 1), ("0310", 0))
def test_an_enemy_who_has_acted_nearby_may_notice_them(near: str, rolls: int) -> None:
    """Only those of the enemy who have acted count; others may stand nearer."""
    lines = ("F1 infantry 6-3 0320", f"A1 infantry 5-3 {near}", "A2 infantry 5-3 0312 of:AII")
    told = ended(hidden(*lines, segment=END, active="AI"), *[1] * rolls)
    assert len(told.of(HiddenMarchRolled)) == rolls


@pytest.mark.rule("N20.12")
def test_the_die_is_the_owner_s_alone_until_it_reveals() -> None:
    state = hidden("F1 infantry 6-3 0320", "A1 infantry 5-3 0312", segment=END)
    quiet, loud = (ended(state, die).of(HiddenMarchRolled)[0] for die in (4, 5))
    assert quiet.is_known_to(FRENCH)
    assert not quiet.is_known_to(ALLIED)
    assert loud.is_known_to(FRENCH)
    assert loud.is_known_to(ALLIED)


@pytest.mark.rule("N20.12")
def test_who_is_spotted_is_placed_before_anything_else() -> None:
    """The enemy comes within three hexes of one unit: the whole formation stands on the map."""
    state = hidden(*CORPS, "A1 infantry 5-3 0316", active="AI")
    assert next_to_place(state) is None
    nearer = hidden(*CORPS, "A1 infantry 5-3 0317", active="AI")
    told = play(nearer, sequence)
    placed = told.of(FormationPlaced)[0]
    assert (placed.units, placed.leaders) == (units("F1 F2"), ("F8",))
    assert placed.hexes == ("0320", "0321")
    assert told.state.hiding.is_empty
    assert view(told.state, ALLIED).units[unit("F2")].hex == "0321"


@pytest.mark.rule("N20.12")
def test_a_part_that_is_found_betrays_the_rest() -> None:
    state = hidden(*CORPS, FAR)
    state.hiding = replace(state.hiding, lifted=frozenset({"F1", "F8"}))
    told = play(state, sequence)
    assert told.of(FormationPlaced)[0].cause == "a part of it is in sight"


@pytest.mark.rule("N20.12")
def test_another_type_of_order_places_them() -> None:
    state = hidden(*CORPS, FAR)
    put_orders(state, "FI: reserve")
    assert next_to_place(state) is None
    put_orders(state, "FI: attack 0305")
    assert next_to_place(state) == (LINE, "its order is of another type")


@pytest.mark.rule("N20.12")
def test_the_owner_may_place_them_as_they_begin_to_act() -> None:
    state = hidden(*CORPS, FAR, segment=Segment.COMMAND)
    told = play(state, command_segment, (), {RevealHidden: [True]})
    assert told.of(FormationPlaced)[0].reveals
    assert told.state.hiding.is_empty
    assert not told.questions(LiftFormation)
    assert not told.of(HiddenMoved)
    assert play(state, command_segment).state.hiding == state.hiding


@pytest.mark.rule("N20.13")
def test_whom_a_die_reveals_lies_there_as_a_hidden_force() -> None:
    both = {**ON, "hidden_forces": "on"}
    lines = ("F1 infantry 6-3 0320", "A1 infantry 5-3 0313")
    told = ended(hidden(*lines, segment=END, options=both), 6)
    placed = told.of(FormationPlaced)[0]
    assert placed.under_flags
    assert placed.is_known_to(FRENCH)
    assert not placed.is_known_to(ALLIED)
    assert not told.state.hiding.lifted
    assert told.state.hiding.hidden == {"F1"}
    assert view(told.state, ALLIED).hiding.flags == {"0320": FRENCH}
    assert view(told.state, ALLIED).units[unit("F1")].hex is None
    near = ("F1 infantry 6-3 0320", "A1 infantry 5-3 0318")
    seen = ended(hidden(*near, segment=END, options=both), 6)
    assert not seen.of(FormationPlaced)[0].under_flags
    openly = ended(hidden(*lines, segment=END), 6)
    assert openly.state.hiding.is_empty


# -- arrivals in secret (N20.41)


@pytest.mark.rule("N20.41")
def test_reinforcements_may_come_onto_the_map_unseen() -> None:
    due = (Arrival(1, Hex("0324"), units("F1")),)
    state = corps(
        "F1 infantry 6-3 due", "F8 leader due", FAR, arrivals=due, roads=ROUTE, order="reserve"
    )
    told = play(state, command_segment, (), {LiftFormation: [True]})
    lifted = told.of(FormationLifted)[0]
    assert lifted.units == ("F1",)
    assert not lifted.is_known_to(ALLIED)
    answers: Answers = {"ActivateUnit": [units("F1")], ChoosePath: [Route(hexes("0324"))]}
    came = play(told.state, movement_segment, (), answers)
    assert came.of(UnitEntered)
    assert came.state.units[unit("F1")].hex == "0324"
    assert view(came.state, ALLIED).units[unit("F1")].hex is None
    assert knowledge(came.state, FRENCH).units[unit("F1")].hex == "0324"


@pytest.mark.rule("N20.41")
@pytest.mark.parametrize(("turn", "box"), [(1, Box.UNSEEN), (2, Box.DUE)])
def test_the_enemy_cannot_tell_who_has_come_unseen_from_who_has_not(turn: int, box: Box) -> None:
    """He knows the schedule: who is not due yet is due, and who may be there is out of sight."""
    due = (Arrival(turn, Hex("0324"), units("F1")),)
    waits = corps("F1 infantry 6-3 due", "F8 leader due", FAR, arrivals=due, roads=ROUTE)
    come = hidden("F1 infantry 6-3 0324", "F8 leader 0324", FAR, arrivals=due, roads=ROUTE)
    for state in (waits, come):
        seen = view(state, ALLIED)
        assert (seen.units[unit("F1")].hex, seen.units[unit("F1")].box) == (None, box)
        assert seen.leaders[LeaderId("F8")].box is box
    assert view(waits, FRENCH).units[unit("F1")].box is Box.DUE


@pytest.mark.rule("N20.41")
def test_who_stays_away_is_asked_again_and_the_enemy_does_not_hear_of_it() -> None:
    due = (Arrival(1, Hex("0324"), units("F1")),)
    state = corps("F1 infantry 6-3 due", FAR, arrivals=due, roads=ROUTE)
    lifted = play(state, command_segment, (), {LiftFormation: [True]}).state
    waited = play(lifted, movement_segment, (), {"ActivateUnit": [None]})
    assert not waited.of(ArrivalDelayed)[0].is_known_to(ALLIED)
    waited.state.activation = replace(active(waited.state), segment=END)
    assert not ended(waited.state).state.hiding.lifted


@pytest.mark.rule("N20.41")
def test_near_an_enemy_they_enter_in_sight() -> None:
    due = (Arrival(1, Hex("0324"), units("F1")),)
    lines = ("F1 infantry 6-3 due", "A1 infantry 5-3 0320")
    state = corps(*lines, arrivals=due, roads=ROUTE)
    assert not play(state, command_segment).questions(LiftFormation)


@pytest.mark.rule("N20.41")
def test_each_side_keeps_its_track_of_demoralization_for_itself() -> None:
    for options, known in ((ON, ()), ({}, (FI,))):
        state = corps(*CORPS, FAR, options=options)
        state.spirit = replace(state.spirit, demoralized=(FI,))
        assert view(state, ALLIED).spirit.demoralized == known
        assert view(state, FRENCH).spirit.demoralized == (FI,)


# -- nothing leaks (N27.7)


def _elsewhere(state: GameState, reader: Side, dice: Random) -> GameState:
    """Another game that a side cannot tell from this one: its enemies who move hidden differ."""
    other, hexes = state.copy(), state.battle.battlefield.grid.hexes
    for piece in sorted(unseen_by(state.battle, state.hiding, reader)):
        if piece in other.units:
            place = other.units[UnitId(piece)].driven_to(dice.choice(hexes))
            other.put_unit(replace(place, disrupted=not place.disrupted, reduced=True, spent=1))
        else:
            leader = other.leaders[LeaderId(piece)]
            other.put_leader(replace(leader, hex=dice.choice(hexes)))
    return other


@pytest.mark.rule("N20.1", "N20.11")
def test_who_moves_hidden_may_be_anywhere_and_the_enemy_can_do_and_see_the_same() -> None:
    """View, listed answers and the law's word of a side do not hang on where its enemies hide."""
    players = dict.fromkeys((FRENCH, ALLIED), "greedy")
    match, dice, tried = new_match("brienne", players, "5", ON), Random(5), 0
    for _ in range(120):
        state, asked = match.session.state, match.session.pending
        assert asked is not None
        if asked.side != CHANCE and unseen_by(state.battle, state.hiding, Side(asked.side)):
            reader = Side(asked.side)
            other = _elsewhere(state, reader, dice)
            assert view(other, reader) == view(state, reader)
            here, there = knowledge(state, reader), knowledge(other, reader)
            options = asked.options(here)
            assert options == asked.options(there)
            for answer in options[:5]:
                assert asked.refusal(there, answer) == asked.refusal(here, answer)
            tried += 1
        match.step()
    assert tried > 20


@pytest.mark.rule("N20.11")
def test_the_enemy_does_not_hear_how_hidden_troops_march_and_the_owner_does() -> None:
    state = corps(*CORPS, FAR)
    lifted = FormationLifted(FRENCH, units("F1 F2"), (LeaderId("F8"),))
    moved = UnitMoved(units("F2"), hexes("0321 0320"), 2, column=False)
    events = (ForcedMarchDeclared(FI), lifted, moved, ForcedMarchDeclared(FI), HiddenMoved(FI))
    hearsay = Hearsay(state.battle)
    hearsay.follow(events)
    known = {side: [hearsay.knows(event, side) for event in events] for side in (FRENCH, ALLIED)}
    assert known[FRENCH] == [True] * 5
    assert known[ALLIED] == [True, True, False, False, True]


@pytest.mark.rule("N6.7", "N20.12")
def test_an_enemy_who_runs_into_hidden_troops_is_stopped_and_they_stand_there() -> None:
    """The list and the law of the enemy know nothing of them; the march ends in the hex before."""
    lines = ("F1 infantry 6-3 0320", "A1 infantry 5-3 0323", "A2 light 3-3 0324")
    state = hidden(*lines, active="AI")
    path, through = ChoosePath(ALLIED, units("A2")), Route(hexes("0324 0323 0322 0321 0320 0319"))
    assert path.refusal(knowledge(state, ALLIED), through) is None
    answers: Answers = {"ActivateUnit": [units("A2")], ChoosePath: [through]}
    told = play(state, movement_segment, (1,), answers)
    assert told.state.units[unit("A2")].hex == "0321"
    assert not told.state.hiding.lifted
    assert view(told.state, ALLIED).units[unit("F1")].hex == "0320"

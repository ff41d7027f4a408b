"""Mode cards and random events (N23.5, N23.6, T24)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.events import CardPlayed
from hexwar.cards.library import card, event_tables
from hexwar.cards.records import Allotment, CardId, CardScore, Effect, Pile
from hexwar.cards.setup_facts import UnitReplaced
from hexwar.ground.scatter import direction_of, is_aligned
from hexwar.hexes import Direction, Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events.turn import HexControlled
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.cards.effects import is_in_force
from hexwar.systems.nlc.rules.cards.phase import end_cards, event_card, play_cards
from hexwar.systems.nlc.rules.cards.windows import targets
from hexwar.systems.nlc.rules.orders.pad import giver_refusal
from hexwar.systems.nlc.rules.turn.actions import initial_phase
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, movable_command
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId, LeaderId, UnitId
from tests.systems.nlc.cases import each, told
from tests.systems.nlc.decks import lying, with_cards
from tests.systems.nlc.hands import dealt, hand, is_returned, pile, played, scores
from tests.systems.nlc.plays import at_once
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, play, unit, units

# -- mode cards: the troops at the start (N23.6, 18.5, T24.3, T24.4)


COLUMN, SCATTERED = CardId("road-column"), CardId("formation-scattered")
REPLACEMENTS = CardId("replacements")


def at(state: GameState, *ids: str) -> list[Hex | None]:
    """Where units stand."""
    return [state.units[UnitId(id_)].hex for id_ in ids]


def found(state: GameState, text: str) -> str:
    """Where the units of ``F1:0501 F2:0502`` stand, in the same form."""
    names = [word[:2] for word in text.split()]
    return " ".join(f"{name}:{hex_}" for name, hex_ in zip(names, at(state, *names), strict=True))


ROAD = ["0501 0502 0503 0504 0505 0506 0507"]
"""It runs from north to south down the fifth column of the map."""


def on_the_road(*lines: str, way: str = "full", **more: Any) -> GameState:
    """The French hold the card; their source is at the south end of the road."""
    source = {"supply_sources": {Hex("0507"): FRENCH}, "roads": ROAD}
    return hand(OPEN, *lines, holds="road-column", way=way, **(source | more))


TROOPS = ("F1 infantry 5-3 0401", "F2 infantry 4-3 0401", "F3 light 3-3 0302")
CORPS = (*TROOPS, "F9 leader 0401", "A1 infantry 5-3 0101")


@pytest.mark.rule("N23.4", "T24.3", "N5.33", "N22.2")
def test_the_force_lines_up_from_its_commander_and_takes_what_it_passes() -> None:
    done = played(on_the_road(*CORPS), COLUMN)
    assert at(done.state, "F1", "F2", "F3") == ["0501", "0502", "0503"]
    assert all(done.state.units[u].column for u in units("F1 F2 F3"))
    assert not any(done.state.units[u].moved for u in units("F1 F2 F3"))
    assert done.state.leaders[LeaderId("F9")].hex == "0501"
    assert len(done.of("LeaderRedeployed")) == 1
    lines = ("F1 infantry 12-3 0401", "F2 infantry 4-3 0402", "F9 leader 0401")
    done = played(on_the_road(*lines), COLUMN)
    assert at(done.state, "F1", "F2") == ["0501", "0503"]
    assert done.state.units[unit("F1")].tail == "0502"
    assert done.state.tails == {"0502": units("F1")}
    held: dict[str, Any] = {"vp_hexes": {Hex("0502"): 2}, "control": {Hex("0502"): ALLIED}}
    done = played(on_the_road(*CORPS, **held), COLUMN)
    assert done.of(HexControlled) == [HexControlled(Hex("0502"), FRENCH, unit("F2"))]
    assert done.state.holding.control[Hex("0502")] == FRENCH


@pytest.mark.rule("T24.3", "N23.7")
def test_the_road_to_a_source_is_near_a_force_at_the_start() -> None:
    for column, is_near in (("02", True), ("01", False)):
        lines = (f"F1 infantry 5-3 {column}03", f"F9 leader {column}03", "A1 light 2-3 0707")
        state = on_the_road(*lines)
        assert bool(targets(state, FRENCH, COLUMN)) is is_near
        if not is_near:
            assert is_returned(played(state, COLUMN))
    others: tuple[dict[str, Any], ...] = ({"supply_sources": {}}, {"roads": ["0501 0502"]})
    for more in (*others, {"roads": []}):
        assert is_returned(played(on_the_road(*CORPS, **more), COLUMN))
    for id_ in (COLUMN, SCATTERED):
        state = on_the_road("F1 infantry 5-3 due", "F9 leader 0401", "A1 infantry 5-3 0404")
        assert is_returned(played(dealt(state, id_), id_))
        assert FormationId("FI") in state.battle.formations


FEW = ("F1 infantry 5-3 0502", "F2 infantry 4-3 0303", "F9 leader 0502")
FULL_ROAD = ("F1 infantry 5-3 0406", "F9 leader 0506")


COLUMNS = f"""
a commander on the road is its head: {", ".join(TROOPS)}, F9 leader 0503, A1 infantry 5-3 0101
    | *F1:0503 *F2:0504 *F3:0505
it leaves out hexes where others stand: {", ".join(CORPS)}, F6 train 0502, A9 leader 0504
    | *F1:0501 *F2:0503 *F3:0505 F6:0502
other corps too: {", ".join(CORPS)}, F6 train 0502, F7 infantry 2-3 0504 of:FII
    | *F1:0501 *F2:0503 *F3:0505 F7:0504
a zone beside the road: {", ".join(CORPS)}, A2 infantry 3-3 0702 | *F1:0501 *F2:0502 *F3:0503
it leaves out an EZOC, that is 0502 and 0503:
    F1 infantry 5-3 0502, F2 infantry 4-3 0402, F9 leader 0502, A2 light 3-3 0602
    | *F1:0504 *F2:0505
no wider gap than in a march column, and F2 may be two hexes away:
    {", ".join(FEW)}, F3 light 1-3 0503 of:FII | *F1:0502 *F2:0504
too wide a gap: {", ".join(FEW)}, F3 light 1-3 0503 of:FII, F4 light 1-3 0504 of:FII
    | *F1:0502 F2:0303
who finds no room on the road two hexes from its head stays where he is:
    {", ".join(FULL_ROAD)}, F2 infantry 4-3 0507, F3 light 2-3 0405 | *F1:0506 *F2:0507 F3:0405
who stands on the road goes before one who does not, though he came first:
    {", ".join(FULL_ROAD)}, F2 infantry 4-3 0506, F3 light 2-3 0507 | F1:0406 *F2:0506 *F3:0507
without a commander the senior unit stands for him: F1 infantry 3-3 0303, F2 infantry 6-3 0505
    | *F1:0505 *F2:0506
a stack out of command marches by itself, the senior unit at its head:
    F1 infantry 2-3 0101, F9 leader 0101, F3 infantry 4-3 0604, F4 infantry 5-3 0604,
    A1 infantry 5-3 0301 | F1:0101 *F3:0504 *F4:0505
"""
"""Pieces, and where units stand after the card, those in column with a star."""


@pytest.mark.rule("T24.3", "N5.31", "N16.7", "N14.6", "N23.3", "N14.3")
@each("lines where", *told(COLUMNS))
def test_where_units_of_a_column_stand(lines: str, where: str) -> None:
    done = played(on_the_road(*lines.split(", ")), COLUMN)
    columns = {u for u, record in done.state.units.items() if record.column}
    for word in where.split():
        name, hex_ = word.strip("*").split(":")
        assert (at(done.state, name), name in columns) == ([hex_], word.startswith("*"))
    if "F9 leader 0503" in lines or "F9 leader 0101" in lines:
        assert done.of("LeaderRedeployed") == []


TWO = (
    *("F1 infantry 5-3 0402", "F9 leader 0402", "F2 infantry 8-3 0303 of:FII"),
    *("F8 leader 0303 of:FII", "F3 infantry 9-3 due of:FIII", "A1 infantry 5-3 0101"),
)


@pytest.mark.rule("N23.3", "N14.3")
def test_the_strongest_force_or_by_chance_any_stack_is_picked() -> None:
    """One that is still to come is none at the start; of those as strong its player picks one."""
    for id_ in (COLUMN, SCATTERED):
        assert targets(on_the_road(*TWO), FRENCH, id_) == [("F2",)]
    lines = ("F1 infantry 8-3 0402", *TWO[1:])
    assert targets(on_the_road(*lines), FRENCH, SCATTERED) == [("F1",), ("F2",)]
    state = on_the_road(*TWO, way="restricted")
    assert targets(state, FRENCH, SCATTERED) == [("F2",), ("F1",)]
    done = played(state, COLUMN, [("F1",)], by_chance=True)
    assert len(done.questions("DrawCardTarget")) == 1
    assert at(done.state, "F1", "F2") == ["0502", "0303"]
    state = on_the_road(*TWO, "F4 light 1-3 0107 of:FIV", way="restricted")
    assert targets(state, FRENCH, COLUMN) == [("F2",), ("F1",)]
    assert ("F4",) in targets(state, FRENCH, SCATTERED)
    # F3 and F4 are six hexes from their commander, farther than his range.
    near = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0201", "F9 leader 0101")
    far = ("F3 infantry 4-3 0707", "F4 infantry 4-3 0707", "A1 infantry 5-3 0407")
    state = hand(OPEN, *near, *far, holds="formation-scattered", way="restricted")
    assert targets(state, FRENCH, SCATTERED) == [("F1", "F2"), ("F3", "F4")]


REDUCED = (
    *("F1 infantry 5-3 0101 reduced", "F2 infantry 5-3 0201", "F3 light 4-3 0301 reduced of:FII"),
    *("F4 infantry 4-3 0401 reduced", "F5 infantry 5-3 due reduced"),
    "A1 infantry 5-3 0707 reduced",
)


@pytest.mark.rule("N23.4", "T24.3", "N23.7", "N23.10", "N4.24")
def test_two_reduced_units_are_full_again_and_what_mode_cards_count() -> None:
    state = hand(OPEN, *REDUCED, holds="replacements")
    assert targets(state, FRENCH, REPLACEMENTS) == [("F1", "F3"), ("F1", "F4"), ("F3", "F4")]
    done = played(state, REPLACEMENTS, answers={"ChooseCardTarget": [("F1", "F4")]})
    assert done.of(UnitReplaced) == [UnitReplaced(unit("F1")), UnitReplaced(unit("F4"))]
    still = [u for u in units("F1 F2 F3 F4 F5 A1") if done.state.units[u].reduced]
    assert still == list(units("F3 F5 A1"))
    # Or one where there is one alone; where nobody is reduced they are of no use.
    state = hand(OPEN, *REDUCED[:2], holds="replacements")
    assert targets(state, FRENCH, REPLACEMENTS) == [("F1",)]
    assert not played(state, REPLACEMENTS).state.units[unit("F1")].reduced
    # Nobody becomes too strong for the hex that he shares, alone or with the other.
    pair = ("F1 infantry 8/4-3 0101 reduced", "F2 infantry 8/4-3 0101 reduced")
    assert targets(hand(OPEN, *pair, holds="replacements"), FRENCH, REPLACEMENTS) == [
        ("F1",),
        ("F2",),
    ]
    nobody = hand(OPEN, REDUCED[1], *REDUCED[4:], holds="replacements")
    assert is_returned(played(nobody, REPLACEMENTS))
    points = "road-column 2, late-start 4, replacements -2, early-arrival -4, formation-scattered 3"
    for id_, vp in (row.split() for row in points.split(", ")):
        state = on_the_road("F1 infantry 5-3 0402 reduced", "F9 leader 0402")
        dealt(state, CardId(id_))
        counted = scores(played(state, id_, [1] if id_ == SCATTERED else []))
        assert [(s.card, s.vp, s.is_shown) for s in counted] == [(id_, int(vp), True)]
    for id_ in ("late-start", "early-arrival"):
        done = played(hand(OPEN, "F1 infantry 5-3 0101", holds=id_), id_)
        (effect,) = (began.effect for began in done.of("EffectBegan"))
        assert (effect.side, effect.card) == (FRENCH, id_)
        assert (effect.until, effect.is_secret) == (1, False)
        assert pile(done.state, Pile.DISCARD) == (id_,)


@pytest.mark.rule("N4.24")
def test_early_arrival_wakes_who_overslept() -> None:
    """T24.3, T5.10: all commanders wake, so that the side is not barred from the Initial Action."""
    state = hand(OPEN, "F1 infantry 5-3 0101", "A1 infantry 5-3 0505", holds="late-start")
    late = played(state, "late-start").state
    assert is_in_force(late, FRENCH, CardId("late-start"))
    dealt(late, CardId("early-arrival"))
    other = Effect(7, ALLIED, CardId("late-start"), until=1)
    late.cards = replace(late.cards, effects=(*late.cards.effects, other))
    done = played(late, "early-arrival")
    assert [(e.side, e.card) for e in done.state.cards.effects] == [
        (ALLIED, "late-start"),  # the enemy sleeps on
        (FRENCH, "early-arrival"),
    ]
    (rolled,) = play(done.state, initial_phase, dice=[1, 1]).of("InitialRolled")
    assert (rolled.by_card, rolled.denied) == ((FRENCH,), (ALLIED,))


@pytest.mark.rule("N4.24")
def test_who_oversleeps_gives_no_orders_and_does_not_move() -> None:
    """T5.10: a commander who sleeps neither moves nor commands; on cards that is the OC (37.12)."""
    lines = (
        *("FO overall 0101 rating:3", "FH hq 0101", "FW wing 0102 of:FW rating:3"),
        *("F1 infantry 5-3 0201", "F9 leader 0201", "A1 infantry 5-3 0707"),
    )
    state = hand(OPEN, *lines, holds="late-start")
    late = played(state, "late-start").state
    napoleon, wing, corps = LeaderId("FO"), LeaderId("FW"), LineId("FI")
    assert giver_refusal(state, napoleon, corps) is None
    refusal = giver_refusal(late, napoleon, corps)
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == (
        "N4.24",
        "FO has overslept: he gives no orders this turn.",
    )
    assert giver_refusal(late, wing, corps) is None  # a WC is up
    assert [*movable_command(state, FRENCH)] == ["FO", "FH"]
    assert [*movable_command(late, FRENCH)] == ["FH"]
    ride = Journey("FO", (Hex("0101"), Hex("0102")))
    assert MoveCommand(FRENCH).refusal(state, ride) is None
    refused = MoveCommand(FRENCH).refusal(late, ride)
    assert refused is not None
    assert refused.rule == "N4.24"


def scattered(*lines: str, north: float = 0.0, **more: Any) -> GameState:
    state = hand(OPEN, *lines, holds="formation-scattered", **more)
    field = replace(state.battle.battlefield, north=north)
    state.battle = replace(state.battle, battlefield=field)
    return state


@pytest.mark.rule("T24.4")
@each(
    "north ends",
    (0, "N:0402 NE:0603 SE:0605 S:0406 SW:0205 NW:0203"),
    # 30 degrees to the right of the top of the sheet, where northeast is 60 degrees
    (30, "NE:0603 E:0605 SE:0406 SW:0205 W:0203 NW:0402"),
)
@each("die", *range(1, 7))
def test_a_stack_goes_two_hexes_where_the_die_says(north: int, ends: str, die: int) -> None:
    point, end = ends.split()[die - 1].split(":")
    lines = ("F1 infantry 5-3 0404", "F2 infantry 4-3 0404")
    done = played(scattered(*lines, north=north), SCATTERED, [die])
    assert at(done.state, "F1", "F2") == [end, end]
    (rolled,) = done.of("DirectionRolled")
    assert (rolled.units, rolled.die, rolled.points) == (units("F1 F2"), die, point)
    assert (rolled.path[0], rolled.path[-1], len(rolled.path)) == ("0404", end, 3)


@pytest.mark.rule("T24.4")
def test_which_column_is_used_and_where_a_one_leads() -> None:
    """In the first column a 1 is northeast, 30 degrees to the right of north."""
    aligned = {0: Direction.N, 10: Direction.N, -15: Direction.N, 60: Direction.NE}
    aligned |= {300: Direction.NW, 180: Direction.S}
    between = {20: Direction.NE, 40: Direction.NE, -20: Direction.N, 90: Direction.SE}
    for north, first in (aligned | between).items():
        assert is_aligned(north) is (north in aligned)
        turned = [Direction((first + turn) % 6) for turn in range(6)]
        assert [direction_of(north, die) for die in range(1, 7)] == turned


@pytest.mark.rule("N23.4", "T24.4", "T24.3", "N22.2", "T24.2")
def test_each_stack_of_the_force_rolls_and_stops_at_the_edge() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 light 3-3 0503", "F3 infantry 5-3 0404", "F9 leader 0404")
    done = played(
        scattered(*lines, "F6 train 0404", "F7 infantry 2-3 0303 of:FII"), SCATTERED, [4, 1]
    )
    assert at(done.state, "F1", "F2", "F3") == ["0406", "0501", "0406"]
    assert at(done.state, "F6", "F7") == ["0404", "0303"]  # other forces and trains stay
    assert done.state.leaders[LeaderId("F9")].hex == "0404"  # 18.39
    assert [rolled.die for rolled in done.of("DirectionRolled")] == [4, 1]
    assert at(played(scattered("F1 infantry 5-3 0402"), SCATTERED, [1]).state, "F1") == ["0401"]
    held: dict[str, Any] = {"vp_hexes": {Hex("0403"): 2}, "control": {Hex("0403"): ALLIED}}
    done = played(scattered("F1 infantry 5-3 0404", **held), SCATTERED, [1])
    assert done.state.holding.control[Hex("0403")] == FRENCH
    # Card 1 is played before card 6; both pick the strongest force.
    state = on_the_road(*CORPS)
    dealt(state, COLUMN, SCATTERED)
    done = played(played(state, COLUMN).state, SCATTERED, [1, 4, 3])
    assert at(done.state, "F1", "F2", "F3") == ["0501", "0504", "0704"]
    assert [done.state.units[u].column for u in units("F1 F2 F3")] == [True, False, False]


@pytest.mark.rule("T24.3")
@each(
    "lines more end",
    (("A1 infantry 5-3 0401",), {}, "0403"),  # before its zone
    (("A1 infantry 5-3 0402",), {}, "0404"),
    (("A6 train 0402",), {}, "0403"),  # trains and leaders are not overrun before the battle
    (("A9 leader 0403",), {}, "0404"),
    (("F2 infantry 12-3 0402 of:FII",), {"formations": {}}, "0403"),  # no room
    ((), {"rivers": ["0402-0403"]}, "0403"),
    ((), {"streams": ["0402-0403"]}, "0402"),
    ((), {"streams": ["0402-0403"], "bridges": ["0403-0404"]}, "0402"),
    ((), {"rivers": ["0403-0404"]}, "0404"),
)
def test_what_bars_its_way(lines: tuple[str, ...], more: dict[str, Any], end: str) -> None:
    state = scattered("F1 infantry 13-3 0404", *lines, **more)
    done = played(state, SCATTERED, [1])
    assert at(done.state, "F1") == [end]
    assert len(done.of("UnitRedeployed")) == (end != "0404")


# -- random events: the tables, whom they befall, and cards that were taken out (N23.5)


# the numbers of the cards as the two tables list them; a star reverses the points
A = """
    11 3    12 7    13 8    14 9    15 11   16 12   21 13   22 14   23 15   24 17   25 18
    26 19   31 20   32 22   33 23   34 25   35 26   36 26   41 27*  42 28   43 29   44 29   45 30
"""
B = """
    11 3    12 7    13 8    14 10   15 12   16 12   21 13   22 15   23 16   24 17   25 18
    26 19   31 21   32 23   33 24   34 25   35 26   36 27*  41 28   42 28   43 29   44 29   45 31
"""
ALL_D66 = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
FIRE, PURSUIT = CardId("fire"), CardId("cavalry-pursuit")


@pytest.mark.rule("N23.5")
def test_the_tables_are_those_of_the_rulebook_up_to_45() -> None:
    for name, text in (("A", A), ("B", B)):
        words = text.split()
        listed = {
            str(d66): "".join(sorted({str(card(id_).number) for id_ in row.cards}))
            + ("*" if row.is_reversed else "")
            for d66, row in event_tables()[name].items()
        }
        assert listed == dict(zip(words[::2], words[1::2], strict=True))
    assert event_tables()["A"][32].cards == ("jaws-of-death",)
    assert event_tables()["B"][33].cards == ("last-push",)
    state = with_cards("events", french="fire cavalry-pursuit")
    late = [d66 for d66 in ALL_D66 if d66 >= 46]
    assert {event_card(state, FRENCH, name, d66) for name in "AB" for d66 in late} == {None}


def rolled(state: GameState, *dice: int) -> tuple[str, int, str, str | None]:
    played = play(state, play_cards, dice=dice)
    [event] = played.of("CardEventRolled")
    return event.table, event.d66, event.side, event.card


@pytest.mark.rule("N23.5")
def test_dice_say_which_event_befalls_whom_when_and_for_what() -> None:
    for die, name in ((1, "A"), (3, "A"), (4, "B"), (6, "B")):
        assert rolled(with_cards("events", turn=2), die, 6, 6, 1) == (name, 66, FRENCH, None)
    state = with_cards("events", french="fire", allied="fire", turn=2)
    for die, side in ((1, FRENCH), (3, FRENCH), (2, ALLIED), (6, ALLIED)):
        assert rolled(state, 4, 2, 3, die) == ("B", 23, side, "fire")
    state = with_cards("events", french="fire", turn=2)
    played = play(state, play_cards, dice=[4, 2, 3, 1])
    assert [event.card for event in played.of(CardPlayed)] == [FIRE]
    assert played.state.cards.scores == (CardScore(FRENCH, FIRE, -1, 29, 2),)
    state = with_cards("events", allied="cavalry-pursuit", turn=2)
    played = play(state, play_cards, dice=[1, 2, 4, 2])
    assert [event.card for event in played.of("CardHeld")] == [PURSUIT]

    after = at_once(played.state, end_cards).state
    assert lying(after, ALLIED, Pile.DISCARD) == "cavalry-pursuit"
    again = play(after, play_cards, dice=[1, 2, 4, 2])
    assert [event.source for event in again.of("CardHeld")] == [Pile.DISCARD]
    lines = ("F1 infantry 5-3 0201", "F2 infantry 5-3 due", "A1 infantry 5-3 0707")
    arrivals = (Arrival(4, Hex("0101"), units("F2")),)
    state = with_cards("events", *lines, french="delay", arrivals=arrivals, turn=2)
    played = play(state, play_cards, dice=[1, 4, 1, 1, 6])
    assert played.state.cards.scores == (CardScore(FRENCH, CardId("delay"), 2, 29, 2),)
    assert [group.turn for group in played.state.schedule.arrivals] == [7]


@pytest.mark.rule("N23.5")
def test_a_side_has_its_own_card_of_a_number_none_at_night_or_of_mode() -> None:
    state = with_cards("events", french="marshal-ney", allied="another-chance", turn=2)
    assert event_card(state, FRENCH, "A", 22) == "marshal-ney"
    assert event_card(state, ALLIED, "A", 22) == "another-chance"
    lines = ("F1 infantry 5-3 0201", "A2 light 4-3 0705")
    state = with_cards("events", *lines, french="cossacks untrained-enemy-cavalry", turn=2)
    assert event_card(state, FRENCH, "A", 33) == "untrained-enemy-cavalry"
    night = with_cards("events", french="fire", turn=2, kinds="dm")
    assert play(night, play_cards).asked == []
    first = with_cards("events", french="late-start", mode=1)
    played = play(first, play_cards, dice=[1, 6, 6, 1])
    assert played.of(CardPlayed) == []


WHOLE = {"infiltration": 2, "probe": 4, "other-route": 3, "fire": 2}
"""How many of a kind a deck of La Patrie en Danger has."""


@pytest.mark.rule("N23.5")
@each(
    "id_ count expected",
    ("infiltration", 0, "A21 B21"),
    ("infiltration", 1, "A21"),
    ("infiltration", 2, ""),
    ("fire", 1, ""),  # it stands in table B only
    ("probe", 0, "A16 B15 B16"),
    ("probe", 1, "A16 B15 B16"),
    ("probe", 2, "A16 B16"),
    ("probe", 4, ""),
    ("other-route", 2, "A35 A36 B35"),
)
def test_entries_of_cards_taken_out_do_not_count(id_: str, count: int, expected: str) -> None:
    """The French have a deck less some cards of a kind."""
    removals = ((CardId(id_), count),) if count else ()
    left = WHOLE[id_] - count
    allotments = {FRENCH: Allotment("patrie-french", removals)}
    state = with_cards("events", french=f"{id_}*{left}" if left else "", allotments=allotments)
    entries = ((name, d66) for name in "AB" for d66 in ALL_D66)
    counting = [f"{n}{d66}" for n, d66 in entries if event_card(state, FRENCH, n, d66) == id_]
    assert counting == expected.split()

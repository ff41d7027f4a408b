"""How the computer player gets there: mud, night, March Orders, cards (T32.2, T32.6, T32.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.ground.costs import Gait
from hexwar.hexes import Hex
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.player.aims import aims
from hexwar.systems.tlnb.player.draft import draft_of
from hexwar.systems.tlnb.player.feats import GOOD, OFTEN, fights_back, note
from hexwar.systems.tlnb.player.feats import MEMORY as FEATS
from hexwar.systems.tlnb.player.levels import LEVELS
from hexwar.systems.tlnb.player.movement import MEMORY
from hexwar.systems.tlnb.player.outlook import Outlook, march_costs
from hexwar.systems.tlnb.player.replies import reply
from hexwar.systems.tlnb.player.styles import STEADY
from hexwar.systems.tlnb.rules.cards.segment import PlayOneCard
from hexwar.systems.tlnb.rules.command.leaders import MoveLeader
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, MoveUnits
from hexwar.systems.tlnb.state import Holding, Step, TlnbState
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, UnitId
from tests.systems.tlnb.cases import ALLIED, FRENCH, position, units
from tests.systems.tlnb.hands import dealt
from tests.systems.tlnb.players import answer, player

LINE = "\n".join([".  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ."] * 6)
ROAD = " ".join(f"{n:02}03" for n in range(1, 17))
BASES = ["french:0103", "allied:1606"]


def held(*hexes: str, vp: int = 10) -> dict[str, Any]:
    """Hexes of the enemy that count."""
    places = [Hex(hex_) for hex_ in hexes]
    return {"vp_hexes": dict.fromkeys(places, vp), "control": dict.fromkeys(places, ALLIED)}


def goals(state: TlnbState) -> dict[str, str]:
    """Where the plan of a Player-Turn wants each unit."""
    who = player()
    answer(state, MoveUnits(FRENCH), who)
    return dict(who.memory()[MEMORY]["goals"])


def by_night(*lines: str, step: Step = Step.MOVEMENT, **more: Any) -> TlnbState:
    """A position on the first of two night turns."""
    state = position(LINE, *lines, step=step, bases=BASES, roads=[ROAD], **more)
    kinds = (TurnKind.NIGHT_PM, TurnKind.NIGHT_AM)
    turns = tuple(TurnCard(n, 29, 18 + n, kind) for n, kind in enumerate(kinds, start=1))
    state.battle = replace(state.battle, turns=turns)
    state.turn, state.last_turn = 1, 2
    return state


# -- mud


@pytest.mark.rule("T3.3", "T32.2")
def test_in_mud_the_road_is_worth_more_to_horse_and_no_more_to_foot() -> None:
    """A hex beside the road costs horse 2 MP in mud, one of the road in column 1/2 MP."""
    for weather, horse in (("fair", 2), ("mud", 4)):
        state = position(LINE, "F1 light 4-4 0203", roads=[ROAD], bases=BASES, weather=weather)
        index = state.battle.battlefield.grid.index
        aside, along = index[Hex("0801")], index[Hex("0803")]
        costs = [march_costs(state, Hex("0803"), gait) for gait in (Gait.FOOT, Gait.HORSE)]
        assert [cost[aside] - cost[along] for cost in costs] == [4, 2 * horse], weather
        assert [cost[index[Hex("0403")]] for cost in costs] == [4, 4], weather


# -- March Orders


@pytest.mark.rule("T7.58", "T20.9")
def test_who_has_arrived_by_march_order_makes_room_for_those_behind() -> None:
    """He is within two hexes of his goal, and may go where the plan wants him near it."""
    state = position(
        LINE,
        "F1 infantry 5-3 0203 of:FI",
        "A1 infantry 5-3 1606",
        step=Step.MOVEMENT,
        bases=BASES,
        roads=[ROAD],
        **held("1203"),
    )
    order = MarchOrder(FormationId("FI"), tuple(map(Hex, ("0203", "0303", "0403"))), Hex("0403"))
    state.marches = replace(state.marches, orders={order.formation: order})
    who = player()
    assert answer(state, MoveUnits(FRENCH), who) == units("F1")
    path = answer(state, ChoosePath(FRENCH, units("F1")), who).path
    assert path[-1] == "0603"


# -- night


@pytest.mark.rule("T22.6", "T5.2")
def test_by_night_an_officer_rides_ahead_of_his_troops() -> None:
    """They may go 4 hexes by road, and only to within two hexes of him."""
    lines = ("FL leader 0203 rating:3 of:FI", "F1 infantry 4-3 0203 of:FI")
    state = by_night(*lines, "A1 infantry 5-3 1606", step=Step.LEADERS, **held("1203"))
    given = answer(state, MoveLeader(FRENCH))
    distance = state.battle.battlefield.grid.distance
    assert given.leader == "FL"
    assert distance(given.path[-1], Hex("0603")) <= 2
    assert distance(given.path[-1], Hex("0203")) <= 4


@pytest.mark.rule("T22.6", "T5.2")
def test_by_night_an_officer_stays_who_has_nowhere_to_lead_his_troops() -> None:
    """He is with them where they are to be, and does not go to another hex of his corps."""
    lines = ("FL leader 0203 rating:3 of:FI", "F1 infantry 4-3 0203 of:FI")
    more: dict[str, Any] = {"vp_hexes": {Hex("0203"): 10}, "control": {Hex("0203"): FRENCH}}
    state = by_night(*lines, "A1 infantry 5-3 0603", step=Step.LEADERS, **more)
    assert answer(state, MoveLeader(FRENCH)) is None


@pytest.mark.rule("T22.6", "T7.55")
def test_by_night_a_unit_moves_that_keeps_near_its_officer_by_road_march_only() -> None:
    """Beside the road horse makes one hex in mud, which is not within two hexes of him."""
    lines = ("FL leader 0603 rating:3 of:FI", "F1 light 4-4 0203 of:FI")
    state = by_night(*lines, "A1 infantry 5-3 1606", weather="mud", **held("0603"))
    assert goals(state)["F1"] == "0603"


@pytest.mark.rule("T22.3", "T32.3")
def test_nobody_plans_an_attack_by_night_that_is_not_to_be_made() -> None:
    """A weak enemy stands in the next hex, which counts; he is attacked where the night allows."""
    lines = ("FL leader 0503 rating:3 of:FI", "F1 infantry 6-4 0503 of:FI", "A1 infantry 1-2 0603")
    for flags, is_struck in (({}, False), ({"night_attack": "on"}, True)):
        who = player()
        answer(by_night(*lines, flags=flags, **held("0603")), MoveUnits(FRENCH), who)
        assert bool(who.memory()[MEMORY]["targets"]) == is_struck, flags


# -- aims


@pytest.mark.rule("T32.2", "T23.6")
def test_fewer_go_for_a_hex_that_the_enemy_has_left() -> None:
    """12 SP of his are around either hex; he stands in the one and only beside the other."""
    lines = ("F1 infantry 5-3 0203", "A1 infantry 6-3 1002", "A2 infantry 6-3 1004")
    state = position(LINE, *lines, bases=BASES, **held("1003"))
    taken = position(LINE, *lines[:2], "A2 infantry 6-3 1003", bases=BASES, **held("1003"))
    worth = [aims(Outlook(s, FRENCH), {}) for s in (state, taken)]
    left, inside = (next(iter(found.values())) for found in worth)
    assert left.hex == "1003"
    assert inside.hex != "1003" or left.worth > inside.worth


@pytest.mark.rule("T32.2", "T23.6")
def test_a_hex_draws_the_more_the_more_is_won_beside_it() -> None:
    """A hex of 3 VP draws troops as far as the one of 10 VP that lies two hexes on."""
    lines = ("F1 infantry 5-3 0203 of:FI", "A1 infantry 5-3 1606")
    pulls = []
    for hexes in ({Hex("1003"): 3}, {Hex("1003"): 3, Hex("1203"): 10}):
        control = dict.fromkeys(hexes, ALLIED)
        state = position(LINE, *lines, bases=BASES, vp_hexes=hexes, control=control)
        draft = draft_of(Outlook(state, FRENCH), {FormationId("FI"): Hex("1003")})
        pulls.append(draft.pull(UnitId("F1"), STEADY) - STEADY.away)
    assert pulls[1] > 2 * pulls[0] > 0


@pytest.mark.rule("T32.6", "T23.6")
def test_who_holds_a_hex_stays_though_he_is_behind_and_another_hex_is_near() -> None:
    """He does not press on while an enemy can walk into the hex behind him."""
    here, other = Hex("0603"), Hex("1603")
    more: dict[str, Any] = {
        "length": 9,
        "vp_hexes": {here: 10, other: 15},
        "control": {here: FRENCH, other: ALLIED},
    }
    lines = ("F1 infantry 5-3 0603", "A2 infantry 5-3 1606")
    near = position(LINE, *lines, "A1 light 3-3 0606", step=Step.MOVEMENT, bases=BASES, **more)
    assert goals(near)["F1"] == "0603"


# -- the enemy


@pytest.mark.rule("T32.9")
def test_an_enemy_whose_turns_win_him_much_is_one_who_fights_back() -> None:
    """A hex that changes hands in his Player-Turn, twice; once may be chance."""
    memory: dict[str, Any] = {}
    state = position(
        LINE, "F1 infantry 5-3 0203", bases=BASES, vp_hexes={Hex("0803"): GOOD}, length=5
    )
    for turn, owner in enumerate((FRENCH, ALLIED, FRENCH, ALLIED), start=1):
        assert not fights_back(memory), turn
        state.turn = turn
        state.holding = Holding({Hex("0803"): owner})
        note(memory, Outlook(state, FRENCH))
        note(memory, Outlook(state, FRENCH))
    assert memory[FEATS]["good"] == OFTEN
    assert fights_back(memory)


@pytest.mark.rule("T32.9", "T2.12")
def test_nobody_fears_a_reply_after_the_last_player_turn() -> None:
    """The second side moves last; the first is answered on the same turn."""
    for side, foe, is_feared in ((FRENCH, ALLIED, True), (ALLIED, FRENCH, False)):
        mine, his = ("F1", "A") if side == FRENCH else ("A1", "F")
        lines = [f"{mine} infantry 2-2 0503"]
        lines += [f"{his}{n} infantry 6-4 {h}" for n, h in ((2, "0703"), (3, "0704"), (4, "0702"))]
        state = position(LINE, *lines, side=side, bases=BASES)
        state.turn = state.last_turn
        assert (reply(state, foe, LEVELS["hard"]) > 0) == is_feared, side


# -- cards

FAR = (
    *("FC overall 0203 rating:2 of:FH", "FL leader 0203 of:FI"),
    *("F1 infantry 6-3 0203 of:FI", "A1 infantry 5-3 1606"),
)


@pytest.mark.rule("T32.7", "T7.41")
def test_mp_are_worth_more_to_an_army_on_the_way() -> None:
    """Forced March: 4 and 6 MP for -1 VP; Probe: 3 and 4 for nothing."""
    hand: dict[str, Any] = {"french": "forced-march probe", "bases": BASES, "rows": LINE}
    assert answer(dealt(*FAR, **held("1203"), **hand), PlayOneCard(FRENCH)) == "forced-march"


@pytest.mark.rule("T32.7", "T24.3")
def test_no_card_is_played_that_leads_a_formation_away_from_its_aim() -> None:
    """Approach March gives 4 and 6 MP: it is played where a road leads on, and nowhere else."""
    hand: dict[str, Any] = {"french": "approach-march probe", "bases": BASES, "rows": LINE}
    hexes: dict[str, Any] = {
        "vp_hexes": {Hex("1203"): 10, Hex("0206"): 1},
        "control": {Hex("1203"): ALLIED, Hex("0206"): FRENCH},
    }
    for roads, given in (([ROAD], "approach-march"), (["0203 0204 0205 0206"], "probe")):
        state = dealt(*FAR, **hexes, **hand, roads=roads)
        assert answer(state, PlayOneCard(FRENCH)) == given, roads


@pytest.mark.rule("T32.7", "T8.3")
def test_a_card_that_lets_troops_out_of_zones_is_worth_more_where_many_are_held() -> None:
    """Mobile Defense has 3 and 4 MP as Probe has, and comes second in the hand."""
    hand: dict[str, Any] = {"french": "probe mobile-defense", "bases": BASES, "rows": LINE}
    lines = ("F1 infantry 6-3 0503", "F2 infantry 6-3 0504")
    for foe, given in (("0903", "probe"), ("0604", "mobile-defense")):
        state = dealt(*lines, f"A1 infantry 9-3 {foe}", **hand)
        assert answer(state, PlayOneCard(FRENCH)) == given, foe

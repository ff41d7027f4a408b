"""Which cards the staff plays: what they change on this table, for their price (N23)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.app.games import new_match
from hexwar.cards.records import CardId, Pile, Window
from hexwar.engine import Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.player.outlook import Outlook
from hexwar.systems.nlc.rules.cards.effects import begin
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import ChooseCardTarget, PlayWindowCard
from hexwar.systems.nlc.rules.combat.assault import Assault
from hexwar.systems.nlc.staff import cards
from hexwar.systems.nlc.staff.cards import USES, Scene, kept
from hexwar.systems.nlc.staff.orders import Lack
from hexwar.systems.nlc.staff.player import Staff
from hexwar.systems.nlc.staff.rerolls import about_to_assault, gain_of_throw, values_of_faces
from hexwar.systems.nlc.staff.stakes import Ledger
from hexwar.systems.nlc.state import GameState
from hexwar.table.pieces import Segment
from tests.ai.asking import staff_answer
from tests.systems.nlc.cases import each
from tests.systems.nlc.decks import DEFAULT_LINES, TOWNS, put, with_cards
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, units

KNOWN = NLC.system.decisions
"""With the system the cards have come: each chapter has entered its own."""


def holding(hand: str, *lines: str, passing: str = "on", **more: Any) -> GameState:
    """A table with cards in the hand of the French, who may pass."""
    state = with_cards("full", *(lines or DEFAULT_LINES), french=hand, turn=3, **more)
    put(state, FRENCH, Pile.DECK, Pile.HAND, *hand.split())
    options = {**state.battle.options, "passing": passing}
    return replace(state, battle=replace(state.battle, options=options))


def test_a_card_of_no_use_is_not_paid_for() -> None:
    # Fire changes nothing and costs 1 VP; nobody has cavalry that could be held back
    assert staff_answer(holding("fire untrained-enemy-cavalry"), ChooseCard(FRENCH)) is None
    # it must: one that can do nothing goes under the deck for nothing
    must = holding("fire untrained-enemy-cavalry", passing="off")
    assert staff_answer(must, ChooseCard(FRENCH)) == "untrained-enemy-cavalry"
    # it must: Area Defense costs nothing, Delay 2 VP and its own troops
    cheap = holding("fire area-defense", passing="off", orders="FI: defend 0404")
    assert staff_answer(cheap, ChooseCard(FRENCH)) == "area-defense"


def test_blucher_holds_those_who_are_hard_pressed() -> None:
    """27 SP next to the enemy: 0.06 VP each, and three dice at 0.3, for a card of 2 VP; or none."""
    foes = ("F1 infantry 9-3 0303", "F2 infantry 9-3 0404", "F3 infantry 9-3 0505")
    for rows, plays in (("0707", False), ("0304 0405 0506", True)):
        own = [f"A{n} infantry 9-3 {hex_}" for n, hex_ in enumerate(rows.split(), 1)]
        lines = (*foes, *own, "A9 overall 0707 of:AHQ name:Blücher blucher")
        state = with_cards("full", *lines, allied="bluecher", turn=2, kinds="dd")
        put(state, ALLIED, Pile.DECK, Pile.HAND, "bluecher")
        options = {**state.battle.options, "passing": "on"}
        state = replace(state, battle=replace(state.battle, options=options))
        assert (staff_answer(state, ChooseCard(ALLIED)) == "bluecher") is plays


def test_a_pursuit_card_costs_more_than_it_brings() -> None:
    state = holding("cavalry-pursuit")
    assert staff_answer(state, PlayWindowCard(FRENCH, Window.PURSUIT)) is None


def test_an_aide_saves_a_commander_and_no_hour() -> None:
    lines = (*DEFAULT_LINES, "F9 overall 0606 of:FHQ rating:5", "A7 infantry 5-3 0607")
    state = holding("aide-de-camp", *lines)
    assert staff_answer(state, PlayWindowCard(FRENCH, Window.CAPTURE)) == "aide-de-camp"
    assert staff_answer(state, PlayWindowCard(FRENCH, Window.ORDERS)) is None


def test_the_strongest_who_hold_are_sheltered() -> None:
    lines = ("F1 infantry 9-3 0303", "F2 infantry 3-3 0505 of:FII")
    foes = ("A1 infantry 5-3 0304", "A2 infantry 5-3 0506")
    state = holding("area-defense", *lines, *foes, orders="FII: defend 0505; FI: defend 0303")
    asked = ChooseCardTarget(FRENCH, CardId("area-defense"))
    assert len(asked.options(state)) == 2
    assert staff_answer(state, asked) == ("FI",)


@each("lacks, whom", ("FI", "FI"), ("FII", "FII"), ("", "FIII"))
def test_a_card_that_gives_an_order_goes_to_whom_the_plan_wants_elsewhere(
    monkeypatch: pytest.MonkeyPatch, lacks: str, whom: str
) -> None:
    """FI has most that stands idle; where the plan lacks nothing the weakest leave their post."""
    lines = ("F1 infantry 9-3 0101", "F2 infantry 6-3 0303 of:FII", "F3 infantry 2-3 0505 of:FIII")
    orders = "FI: defend 0101; FII: defend 0303; FIII: defend 0505"
    state = holding("approach-march", *lines, "A1 infantry 5-3 0707", orders=orders)
    asked = ChooseCardTarget(FRENCH, CardId("approach-march"))
    assert {named[0] for named in asked.options(state)} == {"FI", "FII", "FIII"}
    lacking = [Lack(0.4, LineId(lacks), ())] if lacks else []
    monkeypatch.setattr(cards, "wanted", lambda _: lacking)
    assert staff_answer(state, asked) == (whom,)


@pytest.mark.rule("N23.4")
def test_fire_is_laid_where_it_is_in_the_enemys_way() -> None:
    """In 0101 and 0701 are towns; the first of the map is the French side's own."""
    for foes, town in (("0703", "0701"), ("0103", "0101")):
        own = "0701" if town == "0101" else "0101"
        lines = (f"F1 infantry 5-3 {own}", f"A1 infantry 9-3 {foes}")
        state = holding("fire", *lines)
        assert staff_answer(state, ChooseCardTarget(FRENCH, CardId("fire"))) == (town,)


def test_those_may_let_an_assault_be_who_are_outweighed() -> None:
    """Both attack: FI with 9 SP next to 3, FII with 3 next to 9."""
    lines = ("F1 infantry 9-3 0101", "F2 infantry 3-3 0505 of:FII")
    foes = ("A1 infantry 3-3 0102", "A2 infantry 9-3 0506")
    state = holding("probe", *lines, *foes, orders="FI: attack 0102; FII: attack 0506")
    scene = Scene(Outlook(state, FRENCH), Ledger(state, FRENCH))
    assert USES[CardId("probe")].now(scene, ("FI",)) == pytest.approx(0.1)
    assert USES[CardId("probe")].now(scene, ("FII",)) == pytest.approx(0.1 + 0.02 * 6)


def test_the_people_break_the_bridge_of_the_stronger() -> None:
    """In 0101 and 0701 are towns; 9 SP of the enemy's are at the bridge near the one."""
    lines = ("F1 infantry 5-3 0401", "A1 infantry 9-3 0703", "A2 infantry 9-3 0704")
    state = position(TOWNS, *lines, bridges=["0101-0102", "0701-0702"], length=8)
    scene = Scene(Outlook(state, FRENCH), Ledger(state, FRENCH))
    use = USES[CardId("populace")].now
    assert use(scene, ("0701", "0702")) > 0 > use(scene, ("0101", "0102"))


def test_the_faces_of_a_die_are_worth_what_they_do() -> None:
    """2 SP at 2 SP: the column of 1 SP has M on 5 and 6; at 8 SP or more there is more to it."""
    target = Hex("0403")
    lines = ("F1 infantry 2-3 0404 assaulted", "A1 infantry 2-3 0403")
    state = position(OPEN, *lines, active="FI", segment=Segment.ASSAULT, assaulted=target, length=8)
    scene = Scene(Outlook(state, FRENCH), Ledger(state, FRENCH))
    faces = values_of_faces(scene, "attackers' fire")
    # M: morale 4 and 1 for even strengths or so; who fails is driven back
    assert faces[:4] == [0.0] * 4
    assert faces[4] == faces[5] > 0
    assert gain_of_throw(scene, "attackers' fire", 1) == pytest.approx(2 * faces[5] / 6)
    assert gain_of_throw(scene, "attackers' fire", 6) < 0


def test_a_die_is_thrown_again_by_a_card_in_force_where_it_is_bad() -> None:
    state = with_cards("full", turn=3)
    table = Table(state.copy())
    begin(table, FRENCH, CardId("bluecher"), subjects=("rerolls",), uses=3)
    for die, again in ((1, False), (6, True)):
        asked = ChooseReroll(FRENCH, "target's morale", die)
        assert (staff_answer(table.state, asked) is not None) is again


@pytest.mark.rule("N8.31")
def test_a_die_of_confidence_is_worth_the_assault_of_those_who_are_to_make_it() -> None:
    """Who attacks is marked by that die; FII has assaulted there before and is not asked again."""
    target = Hex("0403")
    others = ("F2 infantry 5-3 0303 of:FII assaulted", "A1 infantry 3-2 0403 disrupted")
    around: dict[str, Any] = {
        "active": "FI",
        "segment": Segment.ASSAULT,
        "assaulted": target,
        "length": 8,
    }
    state = position(OPEN, "F1 infantry 9-4 0404", *others, **around)
    scene = Scene(Outlook(state, FRENCH), Ledger(state, FRENCH))
    faces = values_of_faces(scene, "Attack Confidence")
    assert faces[0] > 0 == faces[5]
    assert about_to_assault(state) == Assault(target, units("F1"))
    gone = position(OPEN, "F1 infantry 9-4 0101", *others, **around)  # nobody who acts is there
    assert about_to_assault(gone) is None
    scene = Scene(Outlook(gone, FRENCH), Ledger(gone, FRENCH))
    assert values_of_faces(scene, "Attack Confidence") == [0.0] * 6


CARDS = (ChooseCard, ChooseCardTarget, PlayWindowCard, ChooseReroll)


WAYS = ("full", "restricted", "solitaire", "events")


@each("way", *WAYS)
@pytest.mark.rule("N20.5", "N23.2", "N23.3", "N23.5")
def test_its_answers_are_legal_in_every_way_to_play_cards(way: str) -> None:
    sides, asked = (FRENCH, ALLIED), set[str]()
    for scenario, seed in (("champaubert", "3"), ("proving-ground", "5")):
        match = new_match(scenario, dict.fromkeys(sides, "greedy"), seed, {"cards": way})
        for _ in range(200):
            pending = match.session.pending
            if pending is None:
                break
            if isinstance(pending, CARDS) and len(match.session.options) > 1:
                staff, state = Staff(), match.session.state
                why = staff.reason(pending, staff_answer(state, pending, staff), state)
                assert why is not None
                assert len(why.considered) > 1
                asked.add(type(pending).__name__)
            match.step()
    assert asked >= ({"ChooseCard"} if way == "full" else {"ChooseCardTarget"})


@pytest.mark.rule("N20.5", "N23.3", "N23.5")
def test_a_card_that_is_put_away_at_the_end_of_the_turn_is_worth_nothing_later() -> None:
    card, later = CardId("another-chance"), dict[str, float]()
    for way in WAYS:
        state = with_cards(way, *DEFAULT_LINES, french=card, turn=1, kinds="d" * 8)
        put(state, FRENCH, Pile.DECK, Pile.HAND if way == "full" else Pile.HELD, card)
        later[way] = kept(Scene(Outlook(state, FRENCH), Ledger(state, FRENCH)), card)
    assert later.pop("full") > 0
    assert set(later.values()) == {0.0}


@pytest.mark.rule("N20.5")
def test_with_one_deck_a_held_card_is_used_where_it_gains_more_than_its_price() -> None:
    lines = (*DEFAULT_LINES, "F9 overall 0606 of:FHQ rating:5", "A7 infantry 5-3 0607")
    state = with_cards("solitaire", *lines, french="aide-de-camp", turn=3)
    put(state, FRENCH, Pile.DECK, Pile.HELD, "aide-de-camp")
    for window, used in ((Window.CAPTURE, "aide-de-camp"), (Window.ORDERS, None)):
        staff, asked = Staff(), PlayWindowCard(FRENCH, window)
        given = staff_answer(state, asked, staff)
        assert given == used
        why = staff.reason(asked, given, state)
        assert why is not None
        assert "−1 VP for playing it" in why.sentence

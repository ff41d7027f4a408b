"""Lenses and warnings of the player-turn game: duties, ways back, what a player may regret."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.readings import Moment
from hexwar.cards.records import Window
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.blunders import shared_out
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.lenses import Glance, TlnbLenses, duty_targets, ways_back
from hexwar.systems.tlnb.prompters import TlnbAnswers, TlnbQuestions
from hexwar.systems.tlnb.rules.cards.tactics import PlayTactics
from hexwar.systems.tlnb.rules.dice import ThrowAgain
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, March, MoveUnits
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.forces import FormationId
from hexwar.table.overlays import Overlays
from hexwar.table.peril import Peril, Warning
from tests.systems.tlnb.cases import FRENCH, OPEN, position, units

BASE = ("french:0101", "allied:0707")


def fields(*lines: str, **more: Any) -> TlnbState:
    return position(OPEN, *lines, bases=BASE, **more)


def pointed(state: TlnbState, hex_: str) -> Glance:
    return Glance(state, FRENCH, over=Hex(hex_))


@pytest.mark.rule("T10.11")
def test_a_lens_shows_who_must_attack_whom() -> None:
    lines = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0202", "A1 infantry 5-3 0505")
    state = fields(*lines, step=Step.MOVEMENT)
    (target,) = duty_targets(state)
    assert (target.hex, target.sources) == ("0505", ("0404",))
    lenses = TlnbLenses()
    lenses.switch("duties", on=True)
    assert lenses.laid(pointed(state, "0404"), Overlays()).targets == (target,)
    assert "F1 must attack" in lenses.reasons(pointed(state, "0404"))[0].sentence
    assert "must be attacked" in lenses.reasons(pointed(state, "0505"))[0].sentence
    state.step = Step.COMBAT
    assert duty_targets(state) == ()  # what is still owed: nothing has been listed


@pytest.mark.rule("T7.5")
def test_a_lens_shows_the_march_orders_that_are_in_force() -> None:
    state = fields("F1 infantry 4-3 0202", "A1 infantry 5-3 0606")
    route = Hex("0202"), Hex("0203")
    order = MarchOrder(FormationId("FI"), route, route[-1])
    state.marches = replace(state.marches, orders={order.formation: order})
    lenses, glance = TlnbLenses(), pointed(state, "0404")
    assert not lenses.laid(glance, Overlays()).orders
    lenses.switch("marches", on=True)
    (arrow,) = lenses.laid(glance, Overlays()).orders
    assert (arrow.side, arrow.hexes) == (FRENCH, route)


@pytest.mark.rule("T11.52")
def test_a_lens_shows_the_ways_back() -> None:
    state = fields("F1 infantry 5-3 0404", "A1 infantry 5-3 0505")
    side, found = ways_back(state, Hex("0404"))
    assert side == FRENCH
    assert found
    lenses = TlnbLenses()
    lenses.switch("ways-back", on=True)
    tracks = lenses.laid(pointed(state, "0404"), Overlays()).tracks
    assert {track.hexes for track in tracks} == set(found)
    assert "could retreat to" in lenses.reasons(pointed(state, "0404"))[0].sentence
    assert ways_back(state, Hex("0101")) == (None, [])


@pytest.mark.rule("T11.52")
def test_who_has_no_way_back_is_told_so() -> None:
    around = ("A1 infantry 5-3 0505", "A2 infantry 5-3 0303", "A3 infantry 5-3 0405")
    state = fields("F1 infantry 5-3 0404", *around, "A4 infantry 5-3 0403")
    lenses = TlnbLenses()
    lenses.switch("ways-back", on=True)
    assert "no way to retreat" in lenses.reasons(pointed(state, "0404"))[0].sentence


# -- warnings


def warned(state: TlnbState, *gesture: Answer) -> list[Warning]:
    return list(TlnbQuestions(TLNB).warnings(state, MoveUnits(FRENCH), gesture))


@pytest.mark.rule("T10.1")
def test_the_end_of_movement_warns_of_an_attack_forced_at_poor_odds() -> None:
    lines = ("F1 infantry 2-3 0404", "A1 infantry 8-3 0505")
    (warning,) = warned(fields(*lines, step=Step.MOVEMENT), Answer(MoveUnits, None))
    assert warning.peril is Peril.ODDS
    assert warning.sentence == "F1 in 0404 must attack, at 1:4 at best."
    strong = fields("F1 infantry 8-3 0404", "A1 infantry 8-3 0505", step=Step.MOVEMENT)
    assert warned(strong, Answer(MoveUnits, None)) == []


@pytest.mark.rule("T10.1", "T10.11", "T10.12")
def test_the_warning_reckons_with_all_who_must_attack_and_with_all_that_must_be_attacked() -> None:
    """Both against one hex are 6 SP to 9, which is 1:2; but each of two hexes wants one."""
    lines = ("F1 infantry 3-3 0404", "F2 infantry 3-3 0403", "A1 infantry 9-3 0304")
    both = fields(*lines, "A2 infantry 9-3 0504", step=Step.MOVEMENT)
    assert [w.sentence for w in warned(both, Answer(MoveUnits, None))] == [
        "F2 in 0403 must attack, at 1:3 at best.",
        "F1 in 0404 must attack, at 1:3 at best.",
    ]
    assert warned(fields(*lines, step=Step.MOVEMENT), Answer(MoveUnits, None)) == []
    who = "F1 infantry 6-3 0404", "F2 infantry 1-3 0403", "F3 infantry 1-3 0505"
    whom = "A1 infantry 5-3 0504", "A2 infantry 9-3 0304"
    shared = shared_out(fields(*who, *whom, step=Step.MOVEMENT))
    assert shared == {Hex("0304"): units("F1"), Hex("0504"): units("F2 F3")}  # 1:2 and 1:3


@pytest.mark.rule("T23.6")
def test_a_victory_hex_that_is_left_is_warned_of() -> None:
    state = fields("F1 infantry 5-3 0304", "A1 infantry 5-3 0506", step=Step.MOVEMENT)
    state.battle = replace(state.battle, vp_hexes={Hex("0304"): 5})
    path = (Hex("0304"), Hex("0303"))
    gesture = (Answer(MoveUnits, units("F1")), Answer(ChoosePath, March(path)))
    (warning,) = warned(state, *gesture)
    assert warning.peril is Peril.PLACE
    assert "worth 5 VP" in warning.sentence


@pytest.mark.rule("T24.9")
def test_moments_for_cards_can_pass_by_themselves() -> None:
    standing = TlnbAnswers()
    asked = PlayTactics(FRENCH, Hex("0404"), units("F1"), Moment.BEFORE)
    again = ThrowAgain(FRENCH, "the attack", 3)
    assert not standing.lets_pass(asked)
    assert not standing.lets_pass(again)
    standing.passes = {Window.ASSAULT.value, Window.DIE.value}
    assert standing.lets_pass(asked)
    assert standing.lets_pass(again)
    assert not standing.lets_pass(MoveUnits(FRENCH))


def test_advice_names_and_draws_a_move() -> None:
    state = fields("F1 infantry 5-3 0304", "A1 infantry 5-3 0707", step=Step.MOVEMENT)
    questions, chosen = TlnbQuestions(TLNB), units("F1")
    assert questions.words_of(state, MoveUnits(FRENCH), chosen) == "Move F1"
    asked = ChoosePath(FRENCH, chosen)
    path = (Hex("0304"), Hex("0303"))
    assert questions.words_of(state, asked, March(path)) == "to 0303"
    assert questions.words_of(state, asked, March(path[:1])) == "to stay"
    drawn = questions.drawn(state, asked, March(path))
    assert [track.hexes for track in drawn.tracks] == [path]
    assert questions.drawn(state, MoveUnits(FRENCH), chosen).selection == {"0304"}

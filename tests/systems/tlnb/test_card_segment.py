"""The Card Segment: mode cards, draws, one card, its allowance, the night (T24.2, T24.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.cards.library import card, decks
from hexwar.cards.readings import Moment, readings
from hexwar.cards.records import COVERED, OPEN, CardId, CardKind, CardScore, Pile, Window
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.cards import BonusDealt, DayTallied
from hexwar.systems.tlnb.events.turn import AllowanceSet
from hexwar.systems.tlnb.rules.cards.segment import card_segment, day_total, piles_at_start
from hexwar.systems.tlnb.rules.movement.reach import allowance
from hexwar.systems.tlnb.rules.turn.weather import weather_segment
from hexwar.systems.tlnb.state import Step, TlnbState, view
from hexwar.table.forces import LeaderId, UnitId
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, Played, play
from tests.systems.tlnb.hands import calendar, dealt, ids, in_force, lying, names

pytestmark = pytest.mark.rule("T24.2")
MODES = "road-column late-start replacements early-arrival formation-scattered"
F1, A1 = "F1 infantry 6-3 0304", "A1 infantry 6-3 0707"
FC, AC = "FC overall 0304 rating:3", "AC overall 0707 rating:3"
FL = "FL leader 0304 rating:3"


def segment(state: TlnbState, dice: Any = (), **answers: Any) -> Played:
    """A Card Segment to its end; answers by question."""
    return play(state, card_segment, dice, {k: [v] for k, v in answers.items()})


def test_mode_cards_are_played_by_number_the_first_player_first() -> None:
    road = ["0301 0302 0303 0304"]
    state = dealt(
        *(F1, A1, FC, AC, FL),
        modes=(MODES, MODES),
        draws=(3, 2),
        turn=1,
        roads=road,
        bases=["french:0301"],
    )
    drawn = ["formation-scattered", "late-start", "road-column", 2, "early-arrival", "late-start"]
    after = segment(state, drawn)
    assert [(e.side, e.card) for e in after.of("CardPlayed")] == [
        (FRENCH, "road-column"),
        (FRENCH, "late-start"),
        (FRENCH, "formation-scattered"),
        (ALLIED, "late-start"),
        (ALLIED, "early-arrival"),
    ]
    assert after.state.deal.allowances == {FRENCH: (2, 3), ALLIED: (4, 6)}
    assert lying(after.state, FRENCH, Pile.ASIDE) == ids("replacements early-arrival")
    assert lying(after.state, FRENCH, Pile.HAND) == ()
    assert len(lying(after.state, FRENCH, Pile.DISCARD)) == 3
    assert day_total(after.state, FRENCH, 29) == 2 + 4 + 3
    assert day_total(after.state, ALLIED, 29) == 4 - 4
    # The second player's own Card Segment of turn 1 has nothing left to do.
    later = after.state.copy()
    later.player, later.step = 1, Step.CARDS
    assert not segment(later).of("CardPlayed")


@pytest.mark.rule("T24.10")
def test_a_mode_card_of_no_use_sets_the_allowance_and_is_out_of_the_game() -> None:
    state = dealt(F1, A1, modes=("replacements", ""), draws=(1, 0), turn=1)
    after = segment(state, ["replacements"])
    assert names(after.of("CardReturned")) == ["replacements"]
    assert lying(after.state, FRENCH, Pile.ASIDE) == ids("replacements")
    assert after.state.cards.scores == ()
    told = after.of(AllowanceSet)
    assert told[1] == AllowanceSet(FRENCH, 3, 4, CardId("replacements"))


@each("listed drawn", (0, 4), (3, 4), (5, 6))
def test_bonus_cards_come_once_with_the_first_draw(listed: int, drawn: int) -> None:
    state = dealt(F1, A1, decks=("probe " * 9, ""), bonus=(listed, 0), has_bonus=True)
    after = segment(state, ["probe"] * drawn)
    assert after.of(BonusDealt) == [BonusDealt(FRENCH, max(listed, 3))]
    assert lying(after.state, FRENCH, Pile.HAND) == ids("probe " * (drawn - 1))
    again = after.state.copy()
    again.turn, again.step = 3, Step.CARDS
    assert not segment(again, ["probe"]).of(BonusDealt)


@pytest.mark.rule("T23.5")
@each(
    "french allied drawn",
    (10, 10, (3, 3)),  # a draw
    (13, 10, (4, 3)),  # marginal
    (15, 10, (4, 3)),  # tactical
    (10, 20, (3, 5)),  # substantial
    (30, 10, (6, 3)),  # strategic
    (10, 40, (3, 6)),  # decisive
)
def test_on_the_morning_of_a_later_battle_who_leads_draws_more(
    french: int, allied: int, drawn: tuple[int, int]
) -> None:
    deck = "probe " * 9
    state = dealt(F1, A1, decks=(deck, deck), turn=5, bases=["french:0304", "allied:0707"])
    worth = {Hex("0304"): french, Hex("0707"): allied}
    state.battle = replace(state.battle, later_battles=(5,), vp_hexes=worth)
    control = {**state.holding.control, Hex("0304"): FRENCH, Hex("0707"): ALLIED}
    state.holding = replace(state.holding, control=control)
    for player, (side, count) in enumerate(zip((FRENCH, ALLIED), drawn, strict=True)):
        morning = state.copy()
        morning.player = player
        after = segment(morning, ["probe"] * (count + 1))
        assert after.of(BonusDealt) == [BonusDealt(side, count)]
        again = after.state.copy()
        again.turn, again.step = 6, Step.CARDS
        assert not segment(again, ["probe"]).of(BonusDealt)


def test_then_one_a_turn_then_what_lies_under_the_deck_then_nothing() -> None:
    state = dealt(F1, A1, decks=("delay delay", ""))
    after = segment(state, ["delay"])
    assert names(after.of("CardReturned")) == ["delay"]
    assert lying(after.state, FRENCH, Pile.BOTTOM) == ids("delay")
    for n, dice in ((3, ["delay"]), (4, []), (5, [])):
        after.state.turn, after.state.step = n, Step.CARDS
        after = segment(after.state, dice)
        assert after.state.deal.allowances[FRENCH] == (3, 4)
    assert after.of("CardDrawn")[0].source is Pile.BOTTOM
    empty = segment(dealt(F1, A1))
    assert (empty.of("CardDrawn"), empty.of("CardPlayed")) == ([], [])


def test_a_card_is_drawn_for_each_tactics_card_played() -> None:
    state = dealt(F1, A1, decks=("probe " * 5, ""))
    state.deal = replace(state.deal, owed={FRENCH: 2})
    after = segment(state, ["probe"] * 3)
    assert len(after.of("CardDrawn")) == 3
    assert after.state.deal.owed[FRENCH] == 0


@pytest.mark.rule("T7.41")
def test_one_card_must_be_played_and_its_allowance_holds() -> None:
    state = dealt(F1, "F2 light 4-3 0404", A1, french="probe infiltration counter-charge")
    after = segment(state, PlayOneCard="infiltration")
    (question,) = after.questions("PlayOneCard")
    assert sorted(question.options(state)) == ["infiltration", "probe"]
    (played,) = ids("infiltration")
    assert AllowanceSet(FRENCH, 3, 5, played) in after.of(AllowanceSet)
    assert after.state.cards.scores == (CardScore(FRENCH, played, -1, day=29, turn=2),)
    assert (allowance(after.state, UnitId("F1")), allowance(after.state, UnitId("F2"))) == (6, 10)


@pytest.mark.rule("T7.43")
def test_a_hand_of_tactics_cards_plays_none() -> None:
    after = segment(dealt(F1, A1, french="counter-charge cavalry-pursuit"))
    assert after.of(AllowanceSet) == [AllowanceSet(FRENCH, 3, 4, None)]
    assert lying(after.state, FRENCH, Pile.DISCARD) == ()


def test_a_card_of_no_use_counts_its_allowance_only() -> None:
    after = segment(dealt(F1, A1, french="approach-march"))
    assert AllowanceSet(FRENCH, 4, 6, CardId("approach-march")) in after.of(AllowanceSet)
    assert lying(after.state, FRENCH, Pile.BOTTOM) == ids("approach-march")
    assert lying(after.state, FRENCH, Pile.DISCARD) == ()
    assert day_total(after.state, FRENCH, 29) == 0
    assert after.state.cards.effects == ()


@pytest.mark.rule("T7.43")
@each(
    "name weather bridge is_spent",
    ("heavy-cavalry-at-bridges", "fair", False, True),
    ("point-blank-fire", "snow", False, True),
    ("powder-wet", "fair", False, True),
    ("heavy-cavalry-at-bridges", "fair", True, False),
    ("point-blank-fire", "rain", False, False),
    ("powder-wet", "rain", False, False),
    ("powder-wet", "thunderstorm", False, False),
    ("heavy-cavalry-at-bridges", "fair", "damaged", True),
    ("heavy-cavalry-at-bridges", "fair", "trestle", True),
)
def test_a_tactics_card_of_no_use_may_be_spent(
    name: str, weather: str, bridge: bool | str, is_spent: bool
) -> None:
    water: dict[str, Any] = {"rivers": ["0404-0504"], "bridges": ["0404-0504"]} if bridge else {}
    if bridge == "damaged":
        water["damaged"] = ["0404-0504"]
    if bridge == "trestle":
        water = {"streams": ["0404-0504"], "trestles": ["0404-0504"]}
    state = dealt(F1, A1, french=f"{name} counter-charge", weather=weather, **water)
    if not is_spent:  # it could act
        assert not segment(state).of("CardReturned")
        return
    after = segment(state, PlayOneCard=name)
    assert AllowanceSet(FRENCH, 4, 6, CardId(name)) in after.of(AllowanceSet)
    assert lying(after.state, FRENCH, Pile.BOTTOM) == ids(name)
    assert after.state.cards.scores == ()


def test_an_effect_lasts_to_the_next_friendly_card_segment() -> None:
    state = in_force(dealt(F1, A1, turn=2), FRENCH, "probe")
    in_force(state, ALLIED, "mobile-defense")
    state.turn = 3
    after = segment(state)
    assert [(e.effect.side, e.effect.card) for e in after.of("EffectEnded")] == [(FRENCH, "probe")]


@pytest.mark.rule("T6.4")
def test_a_starred_card_lies_open_while_it_lasts() -> None:
    lines = F1, A1, "AC overall 0707 rating:3 name:Blücher", "AL leader 0707 rating:3 name:Yorck"
    after = segment(dealt(*lines, french="reluctant-yorck"))
    assert lying(after.state, FRENCH, Pile.ENDURING) == ids("reluctant-yorck")
    (effect,) = after.state.cards.effects
    assert (effect.subjects, effect.until) == (("AL",), 4)
    for turn in (3, 4, 5):
        after.state.turn, after.state.step = turn, Step.CARDS
        after = segment(after.state)
        pile = Pile.DISCARD if turn == 5 else Pile.ENDURING
        assert lying(after.state, FRENCH, pile) == ids("reluctant-yorck")
    assert after.state.cards.effects == ()


# -- the night (18.23, 18.34, 18.38)


@pytest.mark.rule("T7.46", "T22.1")
def test_no_cards_at_night() -> None:
    state = calendar(dealt(F1, A1, french="probe", step=Step.WEATHER), "ddnmd")
    state.turn = 3
    after = play(state, weather_segment)
    assert after.state.step is Step.MARCH_ORDERS
    assert lying(after.state, FRENCH, Pile.HAND) == ids("probe")
    assert allowance(after.state, UnitId("F1")) == 4


@pytest.mark.rule("T22.4", "T22.8", "T5.10")
def test_at_night_am_the_day_is_tallied_and_all_is_shuffled() -> None:
    state = calendar(dealt(F1, A1, FC, french="scouts-find-ford"), "ddmd")
    after = segment(state).state
    after.turn, after.step = 3, Step.WEATHER
    piles = after.cards.piles[FRENCH].lying
    piles_now = {**piles, Pile.DISCARD: ids("late-start delay"), Pile.DECK: ids("probe")}
    after.cards = after.cards.laid(FRENCH, type(after.cards.piles[FRENCH])(piles_now))
    after.command = replace(after.command, asleep=frozenset({LeaderId("FC")}))
    dawn = play(after, weather_segment)
    assert dawn.of(DayTallied) == [DayTallied(FRENCH, 29, -2), DayTallied(ALLIED, 29, 0)]
    assert lying(dawn.state, FRENCH, Pile.DECK) == ids("delay probe scouts-find-ford")
    assert lying(dawn.state, FRENCH, Pile.ASIDE) == ids("late-start")
    assert lying(dawn.state, FRENCH, Pile.ENDURING) == ()
    assert [e.effect.card for e in dawn.of("EffectEnded")] == ["scouts-find-ford"]
    assert [e.leader for e in dawn.of("LeaderWoke")] == ["FC"]


# -- one deck for both sides (T24.8)


@pytest.mark.rule("T24.8")
def test_with_one_deck_the_card_that_is_turned_up_is_played_at_once() -> None:
    deck = "probe delay counter-charge"
    state = dealt(F1, A1, decks=(deck, "general-advance"), way="solitaire")
    laid = piles_at_start(state.battle)
    assert [laid[side].of(Pile.DECK) for side in (FRENCH, ALLIED)] == [
        ids("counter-charge delay probe"),
        (),
    ]
    state.player = 1
    after = segment(state, ["probe"])
    assert [(e.side, e.card) for e in after.of("CardPlayed")] == [(ALLIED, "probe")]
    assert after.of(AllowanceSet) == [AllowanceSet(ALLIED, 3, 4, CardId("probe"))]
    # One of no use counts its allowance only; a Tactics card lies ready to the next segment.
    state.player = 0
    after = segment(state, ["delay"])
    assert names(after.of("CardReturned")) == ["delay"]
    after = segment(state, ["counter-charge"])
    assert lying(after.state, FRENCH, Pile.HAND) == ids("counter-charge")
    assert after.of(AllowanceSet) == [AllowanceSet(FRENCH, 3, 4, CardId("counter-charge"))]
    after.state.turn, after.state.step = 3, Step.CARDS
    assert names(segment(after.state, ["probe"]).of("CardReturned")) == ["counter-charge"]


@pytest.mark.rule("T7.47", "T7.44")
def test_cards_may_be_played_while_a_die_sets_the_allowance() -> None:
    state = dealt(F1, A1, french="infiltration", flags={"allowance": "roll"})
    after = segment(state, [1])
    assert after.state.deal.allowances[FRENCH] == (2, 3)
    assert names(after.of("CardPlayed")) == ["infiltration"]


# -- what one sees, and what every card has


def test_a_hand_is_in_nobody_elses_view() -> None:
    state = dealt(F1, A1, french="probe delay", decks=("infiltration", ""))
    seen = view(state, ALLIED).cards.piles[FRENCH]
    for pile, heap in seen.lying.items():
        assert pile in OPEN or set(heap) <= {COVERED}
    assert len(seen.of(Pile.HAND)) == 2
    assert view(state, FRENCH).cards.piles[FRENCH].of(Pile.HAND) == ids("probe delay")
    (drawn,) = segment(dealt(F1, A1, decks=("probe", "")), ["probe"]).of("CardDrawn")
    assert (drawn.is_known_to(FRENCH), drawn.is_known_to(ALLIED)) == (True, False)


@pytest.mark.rule("T24.3")
def test_every_moment_belongs_to_a_card_and_combat_to_those_with_a_moment() -> None:
    assert {moment for read in readings().values() for moment in read.moments} == set(Moment)
    for id_, read in readings().items():
        if Window.COMBAT in card(id_).windows:
            assert read.moments, id_


@pytest.mark.rule("T24.1", "T24.3", "T24.6")
@each("deck", *decks())
def test_every_card_of_the_series_has_a_reading(deck: str) -> None:
    for id_, _ in decks()[deck].cards:
        read, printed = readings()[id_], card(id_)
        assert read.text
        assert len(read.text) < 240
        is_tactics = printed.kind is CardKind.TACTICS and printed.allowance is None
        assert bool(read.moments) or not is_tactics, id_
        assert is_tactics or printed.allowance is not None, id_

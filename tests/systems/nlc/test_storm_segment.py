"""The Coming Storm: its Card Segment, arrival cards, and whole games of cards (T24.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hexwar.systems.tlnb.cards.events import (
    AllowanceSet,
    BonusDealt,
    CardSeen,
    CombatFought,
    DayTallied,
    ForceChanged,
    ForceEntered,
)
from hexwar.systems.tlnb.cards.records import Course, Force, Step, StormState, view
from hexwar.systems.tlnb.cards.segment import day_total
from hexwar.systems.tlnb.cards.system import storm
from hypothesis import given
from hypothesis import strategies as st

from hexwar.cards.events import (
    CardDrawn,
    CardPlayed,
    CardReturned,
    CardScored,
    EffectBegan,
    EffectEnded,
)
from hexwar.cards.library import CardNames, card, decks
from hexwar.cards.readings import Moment, readings
from hexwar.cards.records import COVERED, OPEN, CardId, CardKind, CardScore, Pile, Window
from hexwar.engine import CHANCE, SeededChance, Session, load, save
from hexwar.table.battle import TurnKind
from hexwar.table.forces import Side
from hexwar.table.story import Story
from tests.scripted import check_codec
from tests.systems.nlc.cases import each
from tests.systems.nlc.positions import battle_of, board
from tests.systems.nlc.storms import (
    COALITION,
    FRENCH,
    SIDES,
    Game,
    asked,
    cards,
    combat,
    course,
    force,
    game,
    hour,
    lying,
    named,
    pass_to,
    play_out,
    stock,
    whole_deck,
)

# -- the Card Segment of The Coming Storm: mode cards, draws, one card, and the allowance (T24.2)


pytestmark = pytest.mark.rule("T24.2")
MODES = ("road-column", "late-start", "replacements", "early-arrival", "formation-scattered")


def test_mode_cards_are_played_by_number_the_first_player_first() -> None:
    at_start = hour(names={FRENCH: {"force at the start": ("VI",)}})
    laid_out = course(
        french=stock(mode=MODES, draws=3), coalition=stock(mode=MODES, draws=2), first=at_start
    )
    drawn = ["formation-scattered", "late-start", "road-column", "early-arrival", "late-start"]
    session = game(laid_out, drawn)
    assert [(event.side, event.card) for event in named(session, CardPlayed)] == [
        (FRENCH, "road-column"),
        (FRENCH, "late-start"),
        (FRENCH, "formation-scattered"),
        (COALITION, "late-start"),
        (COALITION, "early-arrival"),
    ]
    assert session.state.allowances == {FRENCH: (2, 3), COALITION: (4, 6)}
    assert lying(session, FRENCH, Pile.ASIDE) == cards("replacements", "early-arrival")
    assert lying(session, FRENCH, Pile.HAND) == ()
    assert len(lying(session, FRENCH, Pile.DISCARD)) == 3
    assert session.pending is None
    assert day_total(session.state, FRENCH, 1) == 2 + 4 + 3
    assert day_total(session.state, COALITION, 1) == 4 - 4


def alone(*french: str, facts: Sequence[str] = (), **words: Any) -> Game:
    """A second turn, on which the French play from some cards."""
    return game(course(hour(*facts, **words), french=stock(*french)))


def returned(session: Game) -> list[str]:
    """The cards that were of no use."""
    return [event.card for event in named(session, CardReturned)]


def test_a_mode_card_of_no_use_counts_nothing_and_replacements_fill_two_units() -> None:
    session = game(course(french=stock(mode=["replacements"], draws=1)))
    assert returned(session) == ["replacements"]
    assert lying(session, FRENCH, Pile.ASIDE) == cards("replacements")
    assert session.state.cards.scores == ()
    assert named(session, AllowanceSet)[1] == AllowanceSet(FRENCH, 3, 4, cards("replacements")[0])
    at_start = hour(names={FRENCH: {"reduced unit": ("A", "B", "C")}})
    session = game(course(french=stock(mode=["replacements"], draws=1), first=at_start))
    assert asked(session) == "NameSubjects"
    assert list(map("".join, session.options)) == ["AB", "AC", "BC", "A", "B", "C"]


def test_bonus_cards_then_one_a_turn_then_what_lies_under_the_deck_then_nothing() -> None:
    for listed, drawn in ((0, 4), (3, 4), (5, 6)):
        session = game(course(hour(), french=stock(*["probe"] * 9, bonus=listed)))
        assert lying(session, FRENCH, Pile.HAND) == cards(*["probe"] * (drawn - 1))
        assert lying(session, FRENCH, Pile.DISCARD) == cards("probe")
        assert named(session, BonusDealt)[0] == BonusDealt(FRENCH, max(listed, 3))
    session = game(course(hour(), hour(), hour(), french=stock(*["probe"] * 9)))
    assert session.pending is None
    assert len(lying(session, FRENCH, Pile.DISCARD)) == 3
    assert len(lying(session, FRENCH, Pile.HAND)) == 4 + 1 + 1 - 3
    session = game(course(hour(), hour(), french=stock("delay", "delay")))
    assert returned(session) == ["delay", "delay"]
    assert lying(session, FRENCH, Pile.HAND) == cards("delay")
    assert lying(session, FRENCH, Pile.BOTTOM) == cards("delay")


def test_one_card_must_be_played_or_spent_of_use_or_not_and_asks_whom_it_names() -> None:
    session = alone("probe", "infiltration", "counter-charge")
    assert asked(session) == "PlayOneCard"
    assert sorted(session.options) == ["infiltration", "probe"]
    session.answer("infiltration")
    (played,) = cards("infiltration")
    assert AllowanceSet(FRENCH, 3, 5, played) in session.events
    assert session.state.cards.scores == (CardScore(FRENCH, played, -1, day=1, turn=2),)
    # A hand of tactics cards plays none.
    session = alone("counter-charge", "cavalry-pursuit")
    assert AllowanceSet(FRENCH, 3, 4, None) in named(session, AllowanceSet)[-2:]
    assert lying(session, FRENCH, Pile.DISCARD) == ()
    session = alone("probe", "heavy-cavalry-at-bridges")
    assert sorted(session.options) == ["heavy-cavalry-at-bridges", "probe"]
    session = alone("approach-march")
    assert AllowanceSet(FRENCH, 4, 6, cards("approach-march")[0]) in session.events
    assert lying(session, FRENCH, Pile.BOTTOM) == cards("approach-march")
    assert lying(session, FRENCH, Pile.DISCARD) == ()
    assert day_total(session.state, FRENCH, 1) == 0
    assert session.state.cards.effects == ()
    names = {FRENCH: {"formation out of EZOC": ("VI", "II")}}
    session = alone("approach-march", names=names)
    assert list(session.options) == [("VI",), ("II",)]
    session.answer(("II",))
    assert named(session, CardPlayed)[0].subjects == ("II",)
    assert session.state.cards.effects[0].subjects == ("II",)


@each(
    "card fact is_spent",
    ("heavy-cavalry-at-bridges", "", True),
    ("point-blank-fire", "snow", True),
    ("powder-wet", "fair", True),
    ("heavy-cavalry-at-bridges", "river bridge", False),
    ("point-blank-fire", "rain", False),
    ("powder-wet", "rain", False),
    ("powder-wet", "thunderstorm", False),
)
def test_a_tactics_card_of_no_use_may_be_spent(card: str, fact: str, is_spent: bool) -> None:
    session = alone(card, "counter-charge", facts=[fact] if fact else [])
    if not is_spent:  # it could act
        assert session.pending is None
        assert set(lying(session, FRENCH, Pile.HAND)) == {card, "counter-charge"}
        return
    assert list(session.options) == [None, card]
    session.answer(card)
    assert AllowanceSet(FRENCH, 4, 6, cards(card)[0]) in session.events
    assert lying(session, FRENCH, Pile.BOTTOM) == cards(card)
    assert session.state.cards.scores == ()


def test_an_effect_lasts_to_the_next_segment_or_while_its_starred_card_lies_open() -> None:
    session = game(course(hour(), hour(), french=stock("probe"), coalition=stock("mobile-defense")))
    ended = [(event.effect.side, event.effect.card) for event in named(session, EffectEnded)]
    assert ended == [(FRENCH, "probe"), (COALITION, "mobile-defense")]
    names = {FRENCH: {"Yorck": ("Yorck",)}}
    hours = [hour(names=names), hour(), hour(), hour()]
    main = ["reluctant-yorck", "probe", "probe", "infiltration", "infiltration", "probe", "probe"]
    session = game(course(*hours, french=stock(*main)), [*main, 1])
    session.answer("reluctant-yorck")
    assert lying(session, FRENCH, Pile.ENDURING) == cards("reluctant-yorck")
    pass_to(session, 4, FRENCH)
    assert lying(session, FRENCH, Pile.ENDURING) == cards("reluctant-yorck")
    pass_to(session, 5, FRENCH)
    until = [e.effect.until for e in named(session, EffectEnded) if e.effect.subjects]
    assert until == [4]
    assert "reluctant-yorck" in lying(session, FRENCH, Pile.DISCARD)
    assert lying(session, FRENCH, Pile.ENDURING) == ()


def test_no_cards_at_night_when_the_day_is_tallied() -> None:
    session = alone(*["probe"] * 6, kind=TurnKind.NIGHT_PM)
    assert lying(session, FRENCH, Pile.HAND) == ()
    assert session.state.allowances == {FRENCH: (2, 3), COALITION: (2, 3)}
    hand = ["alternate-reinforcements", "alternate-reinforcements", "probe", "general-advance"]
    session = game(course(hour(), french=whole_deck("coming-storm", draws=0)), hand)
    session.answer("probe")
    play_out(session)
    assert day_total(session.state, FRENCH, 1) == 0
    for date in (1, 2):
        dawn = hour(day=date, kind=TurnKind.NIGHT_AM)
        french = stock("probe", "scouts-find-ford", "approach-march", mode=["late-start"], draws=1)
        session = game(course(hour(), dawn, hour(day=2), french=french))
        session.answer("scouts-find-ford")
        tallied = [DayTallied(FRENCH, 1, 4 - 2), DayTallied(COALITION, 1, 0)]
        assert named(session, DayTallied)[:2] == tallied
        assert "late-start" in lying(session, FRENCH, Pile.ASIDE)
        assert lying(session, FRENCH, Pile.ENDURING) == ()
        ended = [event.effect.card for event in named(session, EffectEnded)]
        assert ended == ["late-start", "scouts-find-ford"]
        piles = (Pile.DECK, Pile.HAND, Pile.BOTTOM)
        assert any("scouts-find-ford" in lying(session, FRENCH, pile) for pile in piles)


@pytest.mark.rule("T24.3")
def test_the_second_day_is_fought_only_with_its_card_and_else_it_is_of_no_use() -> None:
    for prolonged, turns in ((True, 3), (False, 2)):
        french = stock("second-day", "probe") if prolonged else stock("probe", "probe")
        session = game(course(hour(), hour(day=2), french=french, is_one_day=True))
        if prolonged:
            session.answer("second-day")
        play_out(session)
        assert session.state.turn == turns
    for useless in ("second-day", "spies-bring-news"):
        assert returned(alone(useless)) == [useless]


@pytest.mark.rule("T24.3")
def test_spies_see_a_card_a_commander_acts_four_turns_a_chief_of_staff_a_day() -> None:
    theirs = ("probe", "infiltration", "mobile-defense", "general-retreat")
    french = stock("probe", "spies-bring-news")
    laid_out = course(hour(), hour(), french=french, coalition=stock(*theirs))
    session = game(laid_out, ["probe", *theirs[:3], "mobile-defense"])
    session.answer("probe")
    session.answer("infiltration")
    (seen,) = named(session, CardSeen)
    assert seen.card == "mobile-defense"
    assert (seen.is_known_to("french"), seen.is_known_to("coalition")) == (True, False)
    hours = [hour() for _ in range(6)]
    session = game(course(*hours, french=stock("commander-arrives-coalition")))
    ended = [(e.effect.until, e.effect.left) for e in named(session, EffectEnded)]
    assert ended == [(2, 1), (5, 0)]
    assert lying(session, FRENCH, Pile.DISCARD) == cards("commander-arrives-coalition")
    names = {FRENCH: {"commander": ("Berthier",)}}
    hours = [hour(names=names), hour(), hour(kind=TurnKind.NIGHT_AM), hour(day=2)]
    session = game(course(*hours, french=stock("new-chief-of-staff")))
    (ended,) = named(session, EffectEnded)
    assert (ended.effect.subjects, ended.effect.until) == (("Berthier",), 4)


# -- arrival cards, and several cards on one force (T24.2)


HOURS = [hour() for _ in range(9)]
HALF_ROUNDED_UP = [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)]


def play(
    *french: str,
    coalition: Sequence[str] = (),
    forces: Sequence[Force] = (),
    dice: Sequence[Any] = (),
    answers: Sequence[Any] = (),
) -> Game:
    """The French, and perhaps the Coalition, play cards from turn 2 of ten on."""
    ours, theirs, routes = stock(*french), stock(*coalition), {"2001": ("2003", "2010")}
    laid_out = course(*HOURS, french=ours, coalition=theirs, forces=forces, routes=routes)
    session = game(laid_out, dice)
    for answer in answers:
        session.answer(answer)
    return session


def one_card(card: str, *forces: Force, dice: tuple[int, ...] = ()) -> Game:
    """The French play a card on turn 2, of ten."""
    return play(card, forces=forces, dice=dice)


def spare(id_: str, side: Side = FRENCH) -> Force:
    """An alternate force."""
    return force(id_, None, side=side, is_alternate=True)


def entered(session: Game) -> dict[str, int]:
    """The turn on which each force came."""
    turn, found = 1, {}
    for event in session.events:
        turn = getattr(event, "turn", turn)
        if isinstance(event, ForceEntered):
            found[event.force] = turn
    return found


def history(session: Game, id_: str) -> list[tuple[str | None, int, int | None]]:
    """Card, die and the turn on which the force was due from then on."""
    return [(c.card, c.die, c.turn) for c in session.state.force(id_).history]


def test_forces_come_as_listed_or_wait_or_come_early() -> None:
    session = game(course(*HOURS, forces=[force("II", 3), force("I", 5, side=FRENCH)]))
    assert asked(session) == "KeepForceWaiting"
    assert session.state.turn == 3
    session.answer(True)
    assert session.state.turn == 4
    session.answer(False)
    play_out(session)
    assert entered(session) == {"II": 4, "I": 5}
    forces = [force("I", 6, side=FRENCH), force("II", 4, side=FRENCH), force("X", 3)]
    session = one_card("arrives-early", *forces)
    play_out(session)
    assert entered(session) == {"II": 2, "X": 3, "I": 6}
    assert day_total(session.state, FRENCH, 1) == -2


@each("card", "arrives-early", "other-route", "delay", "fow-delay", "cancel-one-force")
def test_an_arrival_card_is_of_no_use_when_nobody_is_due(card: str) -> None:
    session = one_card(card)
    assert set(returned(session)) == {card}
    assert day_total(session.state, FRENCH, 1) == 0
    if card == "arrives-early":  # a force that comes now cannot come early
        assert returned(one_card(card, force("I", 2, side=FRENCH))) != []


@pytest.mark.rule("T24.3")
@each("card", "delay", "fow-delay")
@each("die turns", *HALF_ROUNDED_UP)
def test_a_delay(card: str, die: int, turns: int) -> None:
    session = one_card(card, force("II", 3), force("III", 4), dice=(die,))
    play_out(session)
    assert entered(session) == {"II": 3 + turns, "III": 4}


@pytest.mark.rule("T24.3")
def test_who_delays_chooses_among_several_and_delays_later_parts_and_another_route() -> None:
    session = one_card("delay", force("II", 3), force("III", 3), force("IV", 5), dice=(1,))
    assert list(session.options) == [("II",), ("III",)]
    head, tail = force("head", 3, formation="II"), force("tail", 5, formation="II")
    other = force("other", 5, formation="III")
    session = one_card("delay", head, tail, other, dice=(6,))
    play_out(session)
    assert entered(session) == {"head": 6, "other": 5, "tail": 8}
    session = one_card("other-route", force("I", 3, side=FRENCH), force("X", 3))
    assert list(session.options) == [("I", "2003"), ("I", "2010")]
    session.answer(("I", "2010"))
    assert (session.state.force("I").entry, session.state.force("I").turn) == ("2010", 3)
    assert day_total(session.state, FRENCH, 1) == 1


@pytest.mark.rule("T24.3")
def test_alternates_come_in_order_until_none_is_left_and_a_force_is_cancelled() -> None:
    for die, turns in HALF_ROUNDED_UP:
        groups = (spare("A"), spare("B"), spare("C", COALITION))
        session = one_card("alternate-reinforcements", *groups, dice=(die,))
        play_out(session)
        assert entered(session) == {"A": 2 + turns}
        assert day_total(session.state, FRENCH, 1) == -5
    card = "alternate-reinforcements"
    session = play(card, card, forces=[spare("A")], dice=[card, 6])
    play_out(session)
    assert day_total(session.state, FRENCH, 1) == -5
    assert lying(session, FRENCH, Pile.DISCARD) == cards(card)
    assert entered(session) == {"A": 5}
    due, later = force("II", 2), force("III", 3)
    session = one_card("cancel-one-force", due, later)
    play_out(session)
    assert entered(session) == {"III": 3}
    assert history(session, "II") == [("cancel-one-force", 0, None)]
    assert day_total(session.state, FRENCH, 1) == -3


def test_several_cards_act_on_one_force_in_the_order_of_play() -> None:
    forces, dice = [force("II", 2)], ["probe", 4]
    session = play("probe", "delay", forces=forces, dice=dice, answers=["probe", True])
    play_out(session)
    assert entered(session) == {"II": 5}
    assert history(session, "II") == [(None, 0, 3), ("delay", 4, 5)]
    card = "alternate-reinforcements"
    session = play(card, "arrives-early", forces=[spare("A")], dice=[card, 6], answers=[card])
    play_out(session)
    assert history(session, "A") == [(card, 6, 5), ("arrives-early", 0, 3)]
    assert entered(session) == {"A": 3}
    forces, dice = [force("I", 5, side=FRENCH)], ["arrives-early", 3]
    french = ("arrives-early", "probe")
    session = play(*french, coalition=["delay"], forces=forces, dice=dice, answers=["probe"])
    play_out(session)
    assert history(session, "I") == [("delay", 3, 7), ("arrives-early", 0, 3)]
    changes = [event.change for event in named(session, ForceChanged)]
    assert [(change.side, change.at) for change in changes] == [(COALITION, 2), (FRENCH, 3)]


@pytest.mark.rule("T24.2")
def test_the_card_of_a_cancelled_alternate_goes_under_its_deck_and_calls_the_same_group() -> None:
    """18.35, 18.72: what it counted is void; it is drawn last, and the list has kept its order."""
    call = cards("alternate-reinforcements")[0]
    session = play(
        *("probe", "probe", "cancel-one-force"),
        coalition=[call],
        forces=[spare("A", COALITION), spare("B", COALITION)],
        dice=["probe", "probe", 1, 6],
        answers=["probe", "cancel-one-force"],
    )
    play_out(session)
    void = CardScored(CardScore(COALITION, call, -5, day=1, turn=2), is_void=True)
    told = [*session.events]
    back = CardReturned(COALITION, call, Pile.DISCARD, Pile.BOTTOM, is_shown=True)
    assert told.index(void) + 1 == told.index(back)
    drawn = [e.source for e in named(session, CardDrawn) if e.card == call]
    assert drawn == [Pile.DECK, Pile.BOTTOM]
    called = [e.force for e in named(session, ForceChanged) if e.change.card == call]
    assert called == ["A", "A"]
    assert entered(session) == {"A": 6}
    assert day_total(session.state, COALITION, 1) == -5  # of the second time


@pytest.mark.rule("T24.3")
def test_a_force_keeps_its_history() -> None:
    session = play(
        *("other-route", "probe"),
        coalition=["delay"],
        forces=[force("I", 4, side=FRENCH)],
        dice=["other-route", 1],
        answers=["other-route", ("I", "2003")],
    )
    play_out(session)
    found = session.state.force("I")
    assert [change.card for change in found.history] == ["other-route", "delay"]
    assert [(change.entry, change.turn) for change in found.history] == [("2003", 4), ("2003", 5)]


@pytest.mark.rule("T24.2")
def test_early_arrival_ends_a_late_start() -> None:
    laid_out = course(
        french=stock(mode=MODES, draws=2), coalition=stock(mode=["late-start"], draws=1)
    )
    session = game(laid_out, ["late-start", "early-arrival", "late-start"])
    ended = [(e.effect.side, e.effect.card) for e in named(session, EffectEnded)]
    assert ended[:1] == [(FRENCH, "late-start")]
    began = [(e.effect.side, e.effect.card) for e in named(session, EffectBegan)]
    assert began == [
        (FRENCH, "late-start"),
        (FRENCH, "early-arrival"),
        (COALITION, "late-start"),
    ]


# -- whole games of cards: nothing is lost, nothing is told, and chance answers every draw (T24.2)


NAMES = sorted({read.names for read in readings().values() if read.names})
FACTS = sorted({fact for read in readings().values() for fact in read.combat})
PEOPLE = {side: dict.fromkeys(NAMES, ("a", "b")) for side in SIDES}
DECKS = ("coming-storm", "four-lost-battles-french", "four-lost-battles-coalition")


def battle(french: str, coalition: str) -> Course:
    """Two days of seven turns each, with all that a card could ask for."""
    charge = combat([*FACTS, "infantry"], FACTS, named=["a"], charge=(8, 6))
    fights = [charge, combat(FACTS, FACTS, id_="1010", named=["b"])]
    day_1 = [hour("rain", "river bridge", names=PEOPLE, french=fights, coalition=fights)] * 4
    day_2 = [hour("snow", day=2, names=PEOPLE, french=fights, coalition=fights)] * 4
    night = [hour(kind=TurnKind.NIGHT_PM), hour(kind=TurnKind.NIGHT_AM)]
    forces = [force("I", 3, side=FRENCH), force("II", 4), force("III", 6, formation="II")]
    forces += [spare(f"A{n}") for n in range(3)] + [spare(f"B{n}", COALITION) for n in range(3)]
    return course(
        *day_1,
        *night,
        *day_2,
        french=whole_deck(french, 3),
        coalition=whole_deck(coalition, 2),
        forces=forces,
        routes={"2001": ("2003",)},
        is_one_day=True,
        first=hour(names=PEOPLE),
    )


def owned(state: StormState, side: Side) -> Counter[CardId]:
    lying = state.cards.piles[side].lying
    return Counter(card for pile in lying.values() for card in pile)


def step(session: Session[StormState], pick: int) -> None:
    assert session.pending is not None
    session.answer(session.options[pick % len(session.options)])


@given(
    st.sampled_from(DECKS),
    st.sampled_from(DECKS),
    st.integers(0, 10_000),
    st.lists(st.integers(0, 30), min_size=200, max_size=200),
)
def test_cards_are_never_lost_and_a_hand_is_in_nobody_elses_view(
    french: str, coalition: str, seed: int, picks: list[int]
) -> None:
    laid_out = battle(french, coalition)
    session = game(laid_out, chance=SeededChance(seed))
    before = {
        side: Counter(dict(decks()[id_].cards))
        for side, id_ in zip(SIDES, (french, coalition), strict=True)
    }
    for pick in picks:
        if session.pending is None:
            break
        step(session, pick)
        assert {side: owned(session.state, side) for side in SIDES} == before
        for side in SIDES:
            seen = view(session.state, laid_out.enemy(side)).cards.piles[side]
            for pile, heap in seen.lying.items():
                assert pile in OPEN or set(heap) <= {COVERED}
    assert session.pending is None
    drawn = [entry for entry in session.journal if entry.is_luck]
    assert drawn


@pytest.mark.slow
def test_every_card_is_played_in_some_of_a_thousand_games_and_none_is_lost() -> None:
    """No more games are played than it takes, but a hundred at least."""
    every = {id_ for name in DECKS for id_, _ in decks()[name].cards}
    played: set[CardId] = set()
    for seed in range(1000):
        if seed >= 100 and played == every:
            break
        ids = (DECKS[seed % 3], DECKS[seed // 3 % 3])
        session = game(battle(*ids), chance=SeededChance(seed))
        pick = seed
        while session.pending is not None:
            pick = (pick * 1_103_515_245 + 12_345) % 2**31
            step(session, pick >> 8)
        for side, id_ in zip(SIDES, ids, strict=True):
            assert owned(session.state, side) == Counter(dict(decks()[id_].cards))
        played |= {event.card for event in session.events if isinstance(event, CardPlayed)}
    assert played == every


def test_the_same_dice_give_the_same_game_a_save_goes_on_and_a_log_tells_it() -> None:
    laid_out = battle("coming-storm", "four-lost-battles-coalition")
    system = storm(lambda _: laid_out)
    session = Session.begin(system, {}, SeededChance("a"))
    for pick in range(12):
        step(session, pick)
    again = load(system, save(session))
    assert again.digest() == session.digest()
    for pick in range(5):
        step(session, pick)
        step(again, pick)
    assert again.digest() == session.digest()
    check_codec(storm(lambda _: battle("coming-storm", "coming-storm")))
    laid_out = battle("coming-storm", "four-lost-battles-coalition")
    session = Session.begin(storm(lambda _: laid_out), {}, SeededChance("a"))
    for pick in range(400):
        if session.pending is not None:
            step(session, pick)
    story = Story(CardNames(battle_of(board())[0]))
    story.follow(session.events)
    told = [story.text(index).plain for index in range(len(story.entries))]
    assert {type(event) for event in session.events} > {CardPlayed, ForceChanged, CombatFought}
    assert all(words[0].isupper() and words.endswith(".") for words in told)


def test_a_draw_is_never_taken_back_and_an_open_card_stays_in_a_view() -> None:
    session = game(battle("coming-storm", "coming-storm"))
    assert any(entry.side == CHANCE for entry in session.journal)
    assert session.barrier() is not None
    pass_to(session, 2, FRENCH)
    seen = view(session.state, COALITION)
    for pile in OPEN:
        assert seen.cards.piles[FRENCH].of(pile) == session.state.cards.piles[FRENCH].of(pile)
    assert seen.cards.piles[COALITION] == session.state.cards.piles[COALITION]
    counted = {pile: len(lying) for pile, lying in seen.cards.piles[FRENCH].lying.items()}
    assert counted == {p: len(x) for p, x in session.state.cards.piles[FRENCH].lying.items()}
    assert seen.cards.piles[FRENCH].of(Pile.DECK) == (COVERED,) * (45 - 4)


@pytest.mark.rule("T24.3", "T24.2")
def test_every_moment_and_step_belongs_to_a_card_and_combat_to_those_with_a_moment() -> None:
    asked = {moment for read in readings().values() for moment in read.moments}
    assert asked == set(Moment)
    steps = {"card segment", "reinforcement segment", "combat phase"}
    assert {step.value for step in Step} == steps
    for id_, read in readings().items():
        if Window.COMBAT in card(id_).windows:
            assert read.moments, id_


@pytest.mark.rule("T24.1", "T24.3")
@each("deck", *DECKS)
def test_every_card_of_the_series_has_a_reading(deck: str) -> None:
    for id_, _ in decks()[deck].cards:
        read, printed = readings()[id_], card(id_)
        assert read.text
        assert len(read.text) < 240
        is_tactics = printed.kind is CardKind.TACTICS
        assert bool(read.moments) or not is_tactics, id_
        assert is_tactics or printed.allowance is not None, id_

"""Who acts: chits, the Initial and the Coordinated Action (N4.2-N4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.engine import CHANCE, Decision, Session
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.systems.nlc.events.turn import (
    ActivationEnded,
    ChitDiscarded,
    ChitDrawn,
    ChitPlaced,
    CoordinationRolled,
    CoverDrawn,
    CupChosen,
    FlagsCleared,
    InitialGranted,
    InitialRolled,
    PhaseBegan,
)
from hexwar.systems.nlc.orders import Line, LineId, Offer, Wish
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.movement.routes import column_refusal
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.systems.nlc.rules.supply.trains import movable_trains
from hexwar.systems.nlc.rules.turn import actions, consolidation
from hexwar.systems.nlc.rules.turn.sequence import coordinated_phase
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.nlc.system import nlc
from hexwar.systems.nlc.words import coordinated_chit, coordinated_side
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, FormationKind, LeaderId, Side, UnitId
from hexwar.table.pieces import Activation, Box, Phase, Segment, Unit
from tests.scripted import ScriptedChance
from tests.systems.nlc import chapters
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.plays import Answers, Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, battle_of, board, position, units

# -- chit pull (N4.4)


LINES = (
    *("F1 infantry 5-3 0101", "F2 infantry 5-3 0202 of:FII"),
    *("A1 infantry 5-3 0705", "A2 infantry 5-3 0706 of:AII"),
)
FI, FII, FIII, FIV, AI = map(FormationId, ("FI", "FII", "FIII", "FIV", "AI"))
CHIT = FormationId("coordinated:french")


def cups(state: GameState) -> dict[str, tuple[str, ...]]:
    return {str(side): tuple(map(str, cup)) for side, cup in state.chits.cups.items()}


def ready(*lines: str, **more: Any) -> GameState:
    """Just before the Chit Pull Phase."""
    state = position(OPEN, *(lines or LINES), **more)
    state.phase = Phase.COORDINATED
    return state


def filled(*lines: str, **more: Any) -> GameState:
    """The same with the chits in their cups."""
    return play(ready(*lines, **more), actions.fill_cups).state


class Throws:
    """Dice in order; of a cup a chit that is named, else always the first by id."""

    seed = None

    def __init__(self, dice: Sequence[int] = (), chit: FormationId | None = None) -> None:
        self.dice, self.chit = list(dice), chit

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        if isinstance(decision, actions.DrawChit):
            return 0 if self.chit is None else list(options).index(self.chit)
        return list(options).index(self.dice.pop(0)) if self.dice else 0


class Covers(Throws):
    """Cover markers by their place in the third cup; of the side's cup the first chit."""

    def answer(self, number: int, decision: Decision[Any], options: Sequence[Any]) -> int:
        if isinstance(decision, actions.DrawCover):
            return self.dice.pop(0) % len(options)
        return super().answer(number, decision, options)


def pulled(state: GameState, *dice: int) -> Played[Any]:
    """Draw one chit; the chit drawn is the first by id."""
    return play(state, actions.pull_chit, Throws(dice))


def acting(played: Played[Any]) -> Activation:
    assert played.state.activation is not None
    return played.state.activation


@pytest.mark.rule("N4.44", "N4.42")
def test_each_formation_on_the_map_has_a_chit_in_its_sides_cup() -> None:
    played = play(ready(), actions.fill_cups)
    assert cups(played.state) == {"french": ("FI", "FII"), "allied": ("AI", "AII")}
    assert played.state.phase is Phase.CHITS
    assert len(played.of("ChitPlaced")) == 4
    kinds = {"FHQ": FormationKind.HEADQUARTERS, "FW": FormationKind.WING}
    staffs = {name: {"kind": kind} for name, kind in kinds.items()}
    lines = ("F8 overall 0101 of:FHQ", "F9 wing 0101 of:FW")
    assert cups(filled(*LINES, *lines, formations=staffs))["french"] == ("FI", "FII")
    gone = ("F1 infantry 5-3 uar", "F2 infantry 5-3 0202 of:FII", "A1 infantry 5-3 0705")
    assert cups(filled(*gone)) == {"french": ("FII",), "allied": ("AI",)}


@pytest.mark.rule("N4.42", "N4.47")
@each(
    "lines more formation has",
    (("F1 infantry 5-3 uar",), {}, "FI", False),
    (("F1 infantry 5-3 0101", "F2 infantry 5-3 uar"), {}, "FI", True),  # one is enough
    (("F1 infantry 5-3 due",), {"due": 3}, "FI", False),
    (("F1 infantry 5-3 due",), {"due": 2}, "FI", True),  # on the turn of arrival
    (("F1 infantry 5-3 due",), {"due": 1}, "FI", True),
    (LINES, {"formations": {"AII": {"kind": FormationKind.DIVISION}}}, "AII", True),
)
def test_having_a_chit(
    lines: tuple[str, ...], more: dict[str, Any], formation: str, has: bool
) -> None:
    words = dict(more)
    due = words.pop("due", None)
    if due is not None:
        words["arrivals"] = (Arrival(due, Hex("0101"), units("F1")),)
    state = ready(*lines, **words)
    state.turn = 2
    assert actions.has_chit(state, FormationId(formation)) is has


@pytest.mark.rule("N4.41")
def test_an_odd_die_draws_from_the_cup_of_the_french_or_the_first_player() -> None:
    for die in range(1, 7):
        cup, chit = (FRENCH, "FI") if die % 2 else (ALLIED, "AI")
        for sides in ((FRENCH, ALLIED), (ALLIED, FRENCH)):  # whoever is the first player
            played = pulled(filled(sides=sides), die)
            assert played.of("CupChosen")[0].cup == cup
            assert played.of("ChitDrawn")[0].chit == chit
            assert acting(played).formation == chit
            assert played.state.chits.drawn == (chit,)
            assert chit not in played.state.chits.cups[cup]
    for die, side in ((1, "blue"), (3, "blue"), (2, "red"), (6, "red")):
        state = ready()
        assert actions.odd_side(state) == FRENCH
        blue, red = Side("blue"), Side("red")
        state.battle = replace(state.battle, sides=(blue, red))
        assert actions.odd_side(state) == "blue"
        chapters.put(state, cups={blue: (FI,), red: (AI,)})
        assert pulled(state, die).of("CupChosen") == [CupChosen(Side(side), die)]


@pytest.mark.rule("N4.44", "N4.4", "N4.45")
def test_with_one_cup_no_die_is_rolled() -> None:
    state = filled()
    chapters.put(state, cups={**state.chits.cups, FRENCH: ()})
    played = pulled(state)
    assert not played.of("CupChosen")
    assert played.of("ChitDrawn")[0].chit == "AI"
    empty = chapters.changed(ready(), phase=Phase.CHITS)
    assert play(empty, actions.pull_chit).events == [PhaseBegan(Phase.RALLY)]
    state = filled(options=MappingProxyType({"cups": "common"}))
    assert cups(state) == {"french": ("FI", "FII", "AI", "AII"), "allied": ()}
    assert list(actions.DrawChit(CHANCE, FRENCH).options(state)) == ["AI", "AII", "FI", "FII"]
    played = pulled(state)
    assert not played.of("CupChosen")
    assert acting(played).side == ALLIED
    # the scenario may say which cups are used when nothing is chosen
    house = MappingProxyType({"cups.default": "common"})
    assert cups(filled(numbers=house))["allied"] == ()
    chosen = filled(numbers=house, options=MappingProxyType({"cups": "two"}))
    assert cups(chosen)["allied"] == ("AI", "AII")


COVERED = MappingProxyType({"cups": "cover"})


@pytest.mark.rule("N4.41", "N4.45")
def test_a_cover_marker_says_whose_cup_with_the_odds_of_the_chits_left() -> None:
    """37.1, the different option: a third cup holds as many markers of a side as it has chits."""
    lines = (*LINES, "A3 infantry 5-3 0707 of:AIII")
    state = filled(*lines, options=COVERED)
    markers = actions.DrawCover(CHANCE).options(state)  # every option is equally likely
    assert markers == [FRENCH, FRENCH, ALLIED, ALLIED, ALLIED]  # two in five, three in five
    assert actions.DrawCover(CHANCE).refusal(state, Side("red")) is not None
    assert [x.label for x in actions.DrawCover(CHANCE).choices(state, markers)] == [
        "French",
        "Coalition",
    ]
    for place, (cup, chit) in enumerate([(FRENCH, "FI")] * 2 + [(ALLIED, "AI")] * 3):
        played = play(state, actions.pull_chit, Covers([place]))
        assert not played.of("CupChosen")  # no die
        assert played.of("CoverDrawn") == [CoverDrawn(cup)]
        assert acting(played).formation == chit
        after = chapters.changed(played.state, activation=None)
        left = actions.DrawCover(CHANCE).options(after)  # the marker is put aside
        assert (left.count(FRENCH), left.count(ALLIED)) == ((1, 3) if cup == FRENCH else (2, 2))


@pytest.mark.rule("N4.41", "N4.44")
def test_without_a_choice_no_marker_is_drawn_and_every_chit_comes_out_once() -> None:
    state, first = filled(options=COVERED), 0
    drawn: list[str] = []
    while any(state.chits.cups.values()):
        played = play(state, actions.pull_chit, Covers([first]))
        both = all(state.chits.cups.values())
        assert len(played.of("CoverDrawn")) == both
        drawn += [event.chit for event in played.of("ChitDrawn")]
        state, first = chapters.changed(played.state, activation=None), -1
    assert sorted(drawn) == ["AI", "AII", "FI", "FII"]
    one = view(filled(options=COVERED), ALLIED)
    assert actions.DrawCover(CHANCE).options(one) == [FRENCH, FRENCH, ALLIED, ALLIED]
    assert cups(one)["french"] == ("?", "?")  # the number is known, not whose


@pytest.mark.rule("N4.4", "N4.45")
def test_a_chit_is_drawn_by_name_and_those_left_are_known_in_number() -> None:
    state, drawn = filled(), actions.DrawChit(CHANCE, ALLIED)
    assert list(drawn.options(state)) == ["AI", "AII"]
    assert drawn.refusal(state, FI) is not None
    assert drawn.refusal(state, FormationId("AII")) is None
    assert drawn.about() == "chit"
    seen = view(pulled(filled(), 1).state, ALLIED)
    assert cups(seen) == {"french": ("?",), "allied": ("AI", "AII")}
    assert seen.chits.drawn == ("FI",)


@pytest.mark.rule("N4.44", "N4.46", "N5.81")
def test_who_has_acted_or_is_gone_has_no_chit_left_and_marks_go_off() -> None:
    lost = ready("F1 infantry 5-3 uar", *LINES[1:])
    gone = pulled(chapters.changed(lost, cups=filled().chits.cups, phase=Phase.CHITS), 1)
    assert gone.of("ChitDiscarded")[0].chit == "FI"
    assert not gone.of("ActivationBegan")
    spent = pulled(chapters.changed(filled(), acted=(FI,)), 1)
    assert spent.of("ChitDiscarded") == [ChitDiscarded(FI, "it has acted this turn")]
    assert spent.state.chits.cups[FRENCH] == ("FII",)
    assert gone.state.activation is spent.state.activation is None
    lines = ("F1 infantry 5-3 0101 moved assaulted done column", f"{LINES[1]} moved")
    played = pulled(filled(*lines, *LINES[2:]), 1)
    assert played.state.chits.acted == ("FI",)
    assert played.of("FlagsCleared")[0].units == ("F1",)
    fresh, other = played.state.units[UnitId("F1")], played.state.units[UnitId("F2")]
    assert fresh == Unit(UnitId("F1"), hex=Hex("0101"))
    assert other.moved
    arrival = (Arrival(1, Hex("0101"), units("F1")), Arrival(3, Hex("0101"), units("F3")))
    state = ready("F1 infantry 5-3 due", "F3 infantry 5-3 due", *LINES[1:], arrivals=arrival)
    for waiting in units("F1 F3"):
        state.put_unit(replace(state.units[waiting], moved=True))  # it stayed out last time
    played = pulled(play(state, actions.fill_cups).state, 1)
    assert played.of("FlagsCleared") == [FlagsCleared(units("F1"))]  # F3 is not due yet
    assert not played.state.units[UnitId("F1")].moved


@pytest.mark.rule("N5.34")
def test_contact_at_the_start_is_noted_for_each_formation_alone() -> None:
    for enemy, contact in (("0102", True), ("0705", False)):
        lines = ("F1 infantry 5-3 0101", "F2 infantry 5-3 0107", f"A1 infantry 5-3 {enemy}")
        assert acting(pulled(filled(*lines), 1)).had_contact is contact
    for who, may_march in (("F1", True), ("F2", False)):
        lines = ("F1 infantry 5-3 0102", "F2 infantry 5-3 0302 of:FII", "A1 infantry 5-3 0402")
        road = "0102 0202 0302"
        fresh = position(STRIP, *lines, "F6 overall 0102 of:FHQ rating:2", roads=[road])
        done = drawn(fresh, (FI, FII))
        assert (acting(done).had_contact, acting(done).also_had_contact) == (False, (FII,))
        assert (column_refusal(done.state, units(who), entering=False) is None) is may_march


# -- the Initial Action (N4.2)


STRIP = "\n".join([". " * 14] * 5)
"""Fourteen columns of clear hexes: along a row a column is a hex."""
LINES_OF_INITIAL_ACTION = (
    *("F1 infantry 5-3 0102", "F8 leader 0102", "F6 overall 0102 of:FHQ rating:3"),
    *("A1 infantry 5-3 1402", "A8 leader 1402", "A6 overall 1402 of:AHQ rating:2"),
)
LATE = 9
"""A turn on which the orders of the start are no longer fresh."""


def before(*lines: str, turn: int = 1, **more: Any) -> GameState:
    """As the Initial Action Phase begins."""
    state = position(STRIP, *LINES_OF_INITIAL_ACTION, *lines, length=LATE, **more)
    state.phase, state.turn = Phase.INITIAL, turn
    return wishful(state)


def wishful(state: GameState, *, french: LineId | None = None) -> GameState:
    """The same after both sides have asked to choose, or the French have named who acts."""
    for side in (FRENCH, ALLIED):
        state.pad = state.pad.with_wishes(side, Offer.FIRST, Wish(Offer.FIRST))
    if french is not None:
        state.pad = state.pad.with_wishes(FRENCH, Offer.FIRST, Wish(Offer.FIRST, french))
    return state


def rolled(state: GameState, *dice: int, chosen: Sequence[FormationId | None] = ()) -> Played[None]:
    return play(state, actions.initial_phase, dice, {"ChooseInitialFormation": chosen})


def law(state: GameState, formation: FormationId) -> str | None:
    refusal = actions.initial_refusal(state, FRENCH, formation)
    assert (refusal is None) == (
        actions.ChooseInitialFormation(FRENCH).refusal(state, formation) is None
    )
    return rule_of(refusal)


def held(state: GameState, name: str, since: int, **more: Any) -> GameState:
    """The same position with an order held since a turn."""
    return chapters.changed(
        state, lines={**state.pad.lines, LineId(name): Line((), since=since, **more)}
    )


@pytest.mark.rule("N4.21")
@each(
    "dice totals winner",
    ((3, 3), (6, 5), FRENCH),
    ((3, 4), (6, 6), None),
    ((3, 5), (6, 7), ALLIED),
    ((1, 6), (4, 8), ALLIED),
    ((6, 6), (9, 8), FRENCH),
)
def test_the_higher_total_wins(
    dice: tuple[int, int], totals: tuple[int, int], winner: Side | None
) -> None:
    sides = (FRENCH, ALLIED)
    told = tuple(zip(sides, dice, strict=True)), tuple(zip(sides, totals, strict=True))
    played = rolled(before(), *dice)
    assert played.of("InitialRolled") == [InitialRolled(*told, winner)]
    if winner is None:
        assert played.questions("ChooseInitialFormation") == []
        assert played.events[1:] == [PhaseBegan(Phase.COORDINATED)]


@pytest.mark.rule("N4.25", "N4.27")
def test_without_an_oc_on_the_map_a_side_rolls_with_0_and_even_if_nobody_can_act() -> None:
    state = before()
    state.put_leader(replace(state.leaders[LeaderId("F6")], hex=None, box=Box.DUE))
    [told] = rolled(state, 5, 3).of("InitialRolled")
    assert (told.totals, told.winner) == (((FRENCH, 5), (ALLIED, 5)), None)
    state = before(turn=LATE)
    for unit in units("F1 A1"):
        state.put_unit(replace(state.units[unit], hex=None, box=Box.UAR))
    played = rolled(state, 6, 1)
    assert len(played.of("InitialRolled")) == 1
    asked = played.questions("ChooseInitialFormation")
    assert [list(question.options(state)) for question in asked] == [[None]]


@pytest.mark.rule("N4.22", "N4.26")
def test_the_winner_activates_a_formation_before_any_chit_or_keeps_them_in() -> None:
    played = rolled(before("F2 infantry 5-3 0202 of:FII"), 6, 1, chosen=[FI])
    assert played.story == ["InitialRolled", "InitialGranted", "FlagsCleared", "ActivationBegan"]
    assert played.of("InitialGranted") == [InitialGranted(FRENCH, FI)]
    assert played.of("ActivationBegan")[0].formation == FI
    assert played.state.chits.initiatives == ()
    assert played.state.phase is Phase.INITIAL
    # after it the phase is over without new dice, and its chit is left out
    acted = chapters.changed(played.state, activation=None)
    assert rolled(acted).events == [PhaseBegan(Phase.COORDINATED)]
    assert play(acted, actions.fill_cups).state.chits.cups == {FRENCH: (FII,), ALLIED: (AI,)}
    state = chapters.changed(before(), initiatives=(ALLIED, FRENCH))
    first = rolled(state, chosen=[AI])
    assert first.of("ActivationBegan")[0].side == ALLIED
    assert first.state.chits.initiatives == (FRENCH,)
    second = rolled(chapters.changed(first.state, activation=None), chosen=[FI])
    assert second.of("ActivationBegan")[0].side == FRENCH
    passed = rolled(state, chosen=[None, FI])
    assert [event.side for event in passed.of("InitialGranted")] == [ALLIED, FRENCH]
    assert passed.of("ActivationBegan")[0].formation == FI
    played = rolled(before(), 1, 6, chosen=[None])
    assert played.of("InitialGranted") == [InitialGranted(ALLIED, None)]
    assert played.state.phase is Phase.COORDINATED
    assert play(played.state, actions.fill_cups).state.chits.cups == {FRENCH: (FI,), ALLIED: (AI,)}


@pytest.mark.rule("N4.22", "N4.23")
def test_who_has_said_beforehand_who_acts_is_not_asked_nor_who_has_wished_for_nothing() -> None:
    played = rolled(wishful(before(), french=LineId("FI")), 6, 1)
    assert played.questions("ChooseInitialFormation") == []
    assert played.of("InitialGranted") == [InitialGranted(FRENCH, FI)]
    assert played.of("ActivationBegan")[0].formation == FI
    far = before(*FAR_CORPS, turn=LATE)  # FII is not near enough, and is asked for nobody else
    played = rolled(wishful(far, french=LineId("FII")), 6, 1)
    assert played.questions("ChooseInitialFormation") == []
    assert played.of("InitialGranted") == [InitialGranted(FRENCH, None)]
    state = before()
    state.pad = replace(state.pad, wishes={})
    silent = rolled(state, 6, 1)
    assert silent.questions("ChooseInitialFormation") == []
    assert silent.state.phase is Phase.COORDINATED


FAR_CORPS = ("F2 infantry 5-3 1302 of:FII", "F9 leader 1302 of:FII")


@pytest.mark.rule("N4.23", "N4.26", "N4.27")
def test_who_is_near_or_holds_a_fresh_order_or_is_due_may_be_chosen() -> None:
    for since, rule in ((7, None), (6, None), (5, "N4.23")):
        assert law(held(before(*FAR_CORPS, turn=LATE), "FII", since), FII) == rule
    # one of the start counts as received on the turn before the first
    for turn, rule in ((1, None), (3, None), (4, "N4.23")):
        assert law(before(*FAR_CORPS, turn=turn), FII) == rule
    # and a wing commander's for his corps
    under = {"FII": {"assigned_to": FormationId("FW")}}
    state = before(*FAR_CORPS, "F5 wing 1402 of:FW", formations=under, turn=LATE)
    assert law(state, FII) == "N4.23"
    assert law(held(state, "FW", LATE), FII) is None
    # but a bad move is no order
    assert not actions.has_fresh_order(held(before(), "FI", 1, bad_until=3), FI)
    assert actions.has_fresh_order(held(before(), "FI", 1), FI)
    arrival = (Arrival(1, Hex("0105"), units("F2")),)
    state = before("F2 infantry 5-3 due of:FII", arrivals=arrival)
    assert law(state, FII) is None
    assert FII in actions.ChooseInitialFormation(FRENCH).options(state)
    state = before("F2 infantry 5-3 uar of:FII")
    found = [law(state, FormationId(name)) for name in ("AI", "FX", "FII", "FHQ")]
    assert found == ["N4.22", "N4.22", "N4.44", "N4.44"]  # FHQ has no chit
    assert list(actions.ChooseInitialFormation(FRENCH).options(state)) == [None, FI]
    assert law(chapters.changed(state, acted=(FI,)), FI) == "N4.44"
    for hex_, rule in (("1102", None), ("1202", "N4.23")):
        state = before("F2 infantry 5-3 0102 of:FII", f"F9 leader {hex_} of:FII", turn=LATE)
        assert law(state, FII) == rule


def test_the_prompts_say_what_is_chosen_and_name_all_who_act() -> None:
    assert actions.ChooseInitialFormation(FRENCH).sentence(before()) == (
        "The French may let one formation act before any chit is drawn, or leave its chit in the"
        " cup."
    )
    acted = rolled(before(), 6, 1, chosen=[FI]).state
    assert ActivateUnit(FRENCH, FI).sentence(acted) == (
        "The French may move FI Corps (F8): choose a unit or a stack, then the hex where it goes."
    )
    assert actions.ChooseCoordinatedFormations(FRENCH).sentence(turn()) == (
        "The French may choose up to 2 formations that act together, because the chit of the"
        " Coordinated Action was drawn."
    )
    both = body(*LINES_OF_COORDINATED, segment=Segment.MOVEMENT)
    assert ActivateUnit(FRENCH, FI).sentence(both) == (
        "The French may move FI Corps (F8) and FII Corps (F9): choose a unit or a stack, then the"
        " hex where it goes."
    )
    both = body(*LINES_OF_COORDINATED, segment=Segment.CONSOLIDATION)
    words = "before the activation of FI Corps (F8) and FII Corps (F9) ends."
    assert consolidation.MoveLeaderOrTrain(FRENCH, FI).sentence(both).endswith(words)


@pytest.mark.rule("N4.22")
def test_in_a_game_the_action_comes_before_coordination_and_chits() -> None:
    turns = (TurnCard(1, 29, 12, TurnKind.DAY),)
    battle, _ = battle_of(board(STRIP), *LINES_OF_INITIAL_ACTION, turns=turns)
    dice = ScriptedChance([6, 1])
    session = Session.begin(nlc(lambda _: battle), {}, dice)
    wishes = [Wish(Offer.FIRST)]
    while not isinstance(session.pending, actions.ChooseInitialFormation):
        assert session.pending is not None
        writes = isinstance(session.pending, IssueOrder) and session.pending.side == FRENCH
        wish = wishes.pop() if writes and wishes else None
        session.answer(wish or next(o for o in session.options if not o))
    assert session.state.phase is Phase.INITIAL
    session.answer(FI)
    assert session.state.activation is not None
    assert session.state.activation.formation == FI
    assert session.state.chits.drawn == ()


# -- the Coordinated Action: several formations act as one body (N4.3)


LINES_OF_COORDINATED = (
    *("F6 overall 0102 of:FHQ rating:2", "F1 infantry 5-3 0102", "F2 infantry 5-3 0202 of:FII"),
    *("F3 infantry 5-3 0302 of:FIII", "F8 leader 0102", "F9 leader 0202 of:FII"),
    *("A1 infantry 5-3 1402", "A6 overall 1402 of:AHQ rating:3"),
)
CHOICE = actions.ChooseCoordinatedFormations(FRENCH)


def turn(*lines: str, **more: Any) -> GameState:
    """As the phase of coordination begins."""
    state = position(STRIP, *LINES_OF_COORDINATED, *lines, **more)
    state.phase = Phase.COORDINATED
    return state


def rated(state: GameState, rating: int) -> GameState:
    """The same table with another rating of the French OC."""
    chief = LeaderId("F6")
    leaders = dict(state.battle.leaders)
    leaders[chief] = replace(leaders[chief], rating=rating)
    state.battle = replace(state.battle, leaders=leaders)
    return state


def law_coordinated(state: GameState, *formations: str) -> str | None:
    return rule_of(CHOICE.refusal(state, tuple(map(FormationId, formations))))


def drawn(state: GameState, answer: tuple[FormationId, ...] | None) -> Played[None]:
    """The chit is drawn and its question answered."""
    chapters.put(state, phase=Phase.CHITS, cups={FRENCH: (FI, CHIT), ALLIED: ()})
    answers: Answers = {"ChooseCoordinatedFormations": [answer]}
    return play(state, actions.pull_chit, Throws(chit=CHIT), answers)


@pytest.mark.rule("N4.31", "N4.44", "N4.45")
def test_a_die_up_to_the_rating_gives_the_chit_and_which_chits_follow() -> None:
    for dice, cups in (
        ((1, 4), (True, False)),
        ((2, 3), (True, True)),
        ((3, 3), (False, True)),
        ((6, 6), (False, False)),
    ):
        played = play(turn(), actions.determine_coordination, dice)
        assert played.of("CoordinationRolled") == [
            CoordinationRolled(FRENCH, dice[0], 2, cups[0]),
            CoordinationRolled(ALLIED, dice[1], 3, cups[1]),
        ]
        sides = [side for side, has in zip((FRENCH, ALLIED), cups, strict=True) if has]
        assert played.of("ChitPlaced") == [ChitPlaced(s, coordinated_chit(s)) for s in sides]
    state = turn()
    state.put_leader(replace(state.leaders[LeaderId("F6")], hex=None, box=Box.DUE))
    [french, _] = play(state, actions.determine_coordination, (1, 6)).of("CoordinationRolled")
    assert french == CoordinationRolled(FRENCH, 1, 0, has_action=False)
    played = play(turn(), coordinated_phase, (2, 6))
    assert played.state.chits.cups[FRENCH] == (CHIT, FI, FII, FIII)
    assert played.state.phase is Phase.CHITS
    state = turn(options=MappingProxyType({"cups": "common"}))
    played = play(state, actions.determine_coordination, (6, 1))
    assert played.state.chits.cups[FRENCH] == (coordinated_chit(ALLIED),)
    assert coordinated_side(coordinated_chit(ALLIED)) == ALLIED
    assert coordinated_side(FI) is None


@pytest.mark.rule("N4.32", "N4.34")
def test_the_chosen_formations_act_in_one_activation_of_every_body() -> None:
    played = drawn(turn("F5 light 3-3 0303 of:FII moved"), (FI, FII))
    assert played.story == ["ChitDrawn", "FlagsCleared", "ActivationBegan"]
    assert played.of("ChitDrawn") == [ChitDrawn(FRENCH, CHIT)]
    assert played.of("FlagsCleared") == [FlagsCleared(units("F1 F2 F5"))]
    [began] = played.of("ActivationBegan")
    assert (began.formation, began.also, began.side) == (FI, (FII,), FRENCH)
    assert played.state.chits.acted == (FI, FII)
    # their own chits are discarded when drawn
    after = play(chapters.changed(played.state, activation=None), actions.pull_chit, Throws())
    assert after.of("ChitDiscarded") == [ChitDiscarded(FI, "it has acted this turn")]
    played = drawn(turn(), None)
    assert [event.chit for event in played.of("ChitDiscarded")] == [CHIT]
    assert played.state.activation is None
    assert played.state.chits.acted == ()
    pairs = [(FI, FII), (FI, FIII), (FII, FIII)]
    assert list(CHOICE.options(turn())) == [None, (FI,), (FII,), (FIII,), *pairs]
    for hex_, rule in (("1102", None), ("1202", "N4.32")):
        state = turn("F4 infantry 5-3 0103 of:FIV", f"F5 leader {hex_} of:FIV")
        assert law_coordinated(state, "FI", "FIV") == rule
    state = turn("F4 infantry 5-3 uar of:FIV")
    for named in ("FIV", "FI FI", "", "AI", "FX"):
        assert law_coordinated(state, *named.split()) == "N4.32"
    assert law_coordinated(chapters.changed(state, acted=(FI,)), "FI", "FII") == "N4.32"


@pytest.mark.rule("N4.32")
@each("rating most", (0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (5, 3))
def test_as_many_as_the_rating_but_three_at_most(rating: int, most: int) -> None:
    state = rated(turn("F4 infantry 5-3 0402 of:FIV"), rating)
    assert actions.most_together(state, FRENCH) == most
    bodies = [body for body in CHOICE.options(state) if body is not None]
    assert max((len(body) for body in bodies), default=0) == most
    everybody = ("FI", "FII", "FIII", "FIV")
    assert law_coordinated(state, *everybody[: most + 1]) == "N4.32"
    if most:
        assert law_coordinated(state, *everybody[:most]) is None


@pytest.mark.rule("N4.35")
@each(
    "asked what",
    (ChooseBombardment, "bombard with {}: choose a hex of the enemy that {} guns reach and see"),
    (DeclareCharge, "charge with {}: choose a hex of the enemy that {} cavalry can reach"),
    (DeclareAssault, "assault with {}: choose a hex of the enemy next to {} units"),
)
def test_the_prompts_of_combat_name_all_who_act(
    asked: type[DeclareAssault | DeclareCharge | ChooseBombardment], what: str
) -> None:
    both = body(*LINES_OF_COORDINATED, segment=Segment.ASSAULT)
    alone = position(STRIP, *LINES_OF_COORDINATED, active="FI", segment=Segment.ASSAULT)
    told = what.format("FI Corps (F8) and FII Corps (F9)", "their")
    assert asked(FRENCH, FI).sentence(both) == f"The French may {told}."
    assert asked(FRENCH, FI).sentence(alone) == f"The French may {what}.".format(
        "FI Corps (F8)", "its"
    )


def body(*lines: str, segment: Segment, also: str = "FII", **more: Any) -> GameState:
    """FI acts in a segment, and with it others."""
    return position(STRIP, *lines, active="FI", segment=segment, also=also, **more)


@pytest.mark.rule("N4.35", "N4.32", "N4.33")
def test_units_leaders_and_trains_of_all_of_them_move_and_assault() -> None:
    state, asked = body(*LINES_OF_COORDINATED, segment=Segment.MOVEMENT), ActivateUnit(FRENCH, FI)
    assert {u for o in asked.options(state) if isinstance(o, tuple) for u in o} == {"F1", "F2"}
    assert rule_of(asked.refusal(state, units("F3"))) == "N4.43"
    # each keeps its own order
    state = body("F1 infantry 5-3 0102", "F2 infantry 5-3 0102 of:FII", segment=Segment.MOVEMENT)
    assert rule_of(asked.refusal(state, units("F1 F2"))) == "N4.35"
    assert units("F1 F2") not in asked.options(state)
    assert asked.refusal(state, units("F2")) is None
    lines = ("F4 train 0404 of:FII", "F5 train 0504 of:FIII")
    state = body(*LINES_OF_COORDINATED, *lines, segment=Segment.CONSOLIDATION)
    assert consolidation.movable_leaders(state, FI) == ["F8", "F9"]
    assert movable_trains(state, FI) == ["F4"]
    played = play(state, consolidation.consolidation_segment, answers={"MoveLeaderOrTrain": [None]})
    assert played.events == [ActivationEnded(FI)]
    assert played.state.activation is None
    for also, rule in (("FII", None), ("", "N4.33")):
        near = ("F1 infantry 5-3 0103", "F2 infantry 5-3 0202 of:FII", "A1 infantry 5-3 0203")
        together = Assault(Hex("0203"), units("F1 F2"))
        state = body(*near, segment=Segment.ASSAULT, also=also)
        assert rule_of(DeclareAssault(FRENCH, FI).refusal(state, together)) == rule
        assert (together in DeclareAssault(FRENCH, FI).options(state)) is (rule is None)

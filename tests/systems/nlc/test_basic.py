"""The basic game: no chits, no written orders (N1.4, N26.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from hexwar.app.games import battle_with, new_game, new_match
from hexwar.engine import SeededChance
from hexwar.hexes import Hex
from hexwar.scenario.errors import ScenarioError
from hexwar.systems.nlc.events.orders import TaskChosen
from hexwar.systems.nlc.events.turn import FirstSideRolled, PhaseBegan, SideActed
from hexwar.systems.nlc.kit import NLC
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.combat.assault import Assault, DeclareAssault
from hexwar.systems.nlc.rules.combat.assault_law import targets
from hexwar.systems.nlc.rules.orders.permissions import step_of
from hexwar.systems.nlc.rules.turn.basic import ChooseTask, Task, able, action_phase
from hexwar.systems.nlc.rules.turn.consolidation import consolidation_segment
from hexwar.systems.nlc.rules.turn.sequence import card_phase, turn_end
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.forces import FormationId, OrderStep, Side, UnitId
from hexwar.table.pieces import Phase, Segment
from tests.systems.nlc import chapters
from tests.systems.nlc.cases import each, rule_of
from tests.systems.nlc.plays import Played, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, units
from tools.trials import contract_nlc

BASIC = MappingProxyType({"play": "basic"})
FI, FII, AI, AII = map(FormationId, ("FI", "FII", "AI", "AII"))
LINES = (
    *("F1 infantry 5-3 0101", "F2 infantry 5-3 0303 of:FII"),
    *("A1 infantry 5-3 0705", "A2 infantry 5-3 0706 of:AII"),
)


def task(formation: str, verb: str, target: str) -> Task:
    return Task(FormationId(formation), OrderStep(verb, Hex(target)))


def ready(*lines: str, to_act: Sequence[Side] | None = (FRENCH, ALLIED), **more: Any) -> GameState:
    """In the middle of the actions: the French are first, and nobody has acted."""
    state = position(OPEN, *(lines or LINES), options=BASIC, **more)
    chapters.put(state, phase=Phase.ACTIONS, to_act=None if to_act is None else tuple(to_act))
    return state


def acted(state: GameState, answer: Task | None) -> Played[None]:
    return play(state, action_phase, answers={"ChooseTask": [answer]})


@pytest.mark.rule("N26.1", "N1.4")
@each(
    "dice ratings order",
    ((5, 2), ("2", "3"), (FRENCH, ALLIED)),  # 7 to 5
    ((3, 3), ("2", "3"), (ALLIED, FRENCH)),  # 5 to 6: the rating of the OC counts
    ((4, 3), ("2", "3"), (FRENCH, ALLIED)),  # 6 to 6: the first player
)
def test_the_side_with_the_higher_total_acts_first(
    dice: tuple[int, int], ratings: tuple[str, str], order: tuple[Side, Side]
) -> None:
    chiefs = (
        f"F6 overall 0102 of:FHQ rating:{ratings[0]}",
        f"A6 overall 0704 of:AHQ rating:{ratings[1]}",
    )
    played = play(ready(*LINES, *chiefs, to_act=None), action_phase, dice)
    assert played.of(FirstSideRolled)[0].order == order
    assert played.state.chits.to_act == order
    assert not played.of("InitialRolled")
    assert not played.of("ChitPlaced")


@pytest.mark.rule("N26.1")
def test_all_formations_of_a_side_act_in_any_order_and_then_those_of_the_other() -> None:
    state, seen = ready(), list[str]()
    for answer in (task("FII", "march", "0404"), task("FI", "defend", "0101")):
        played = acted(state, answer)
        assert played.of(TaskChosen) == [TaskChosen(LineId(answer.formation), (answer.step,))]
        assert played.state.activation is not None
        seen.append(played.state.activation.formation)
        state = chapters.changed(played.state, activation=None)
    assert seen == ["FII", "FI"]
    assert able(state, FRENCH) == ()
    played = play(state, action_phase)
    assert played.of(SideActed) == [SideActed(FRENCH)]
    assert played.state.chits.to_act == (ALLIED,)
    played = acted(played.state, None)  # he lets nobody act
    assert played.of(SideActed) == [SideActed(ALLIED)]
    assert play(played.state, action_phase).events == [PhaseBegan(Phase.RALLY)]


@pytest.mark.rule("N26.1")
def test_who_may_be_told_what() -> None:
    state = chapters.changed(ready(*LINES[:3], "A2 infantry 5-3 uar of:AII"), acted=(FI,))

    def law(asked: Task | None, side: Side = FRENCH) -> str | None:
        return rule_of(ChooseTask(side).refusal(state, asked))

    assert law(None) is None
    for verb in ("march", "attack", "defend"):
        assert law(task("FII", verb, "0505")) is None
    for verb in ("probe", "delay", "fall back", "reserve", "support", "general retreat", "sing"):
        assert law(task("FII", verb, "0505")) == "N26.1"
    assert law(task("FI", "march", "0505")) == "N4.43"  # it has acted
    assert law(task("AI", "march", "0505")) == "N26.1"  # not his own
    assert law(task("AII", "march", "0505"), ALLIED) == "N4.42"  # nobody left
    assert law(Task(FII, OrderStep("march"))) == "N26.1"
    assert law(Task(FII, OrderStep("march", target_formation=FI))) == "N26.1"
    assert law(task("FII", "march", "9999")) == "N12.1"
    listed = ChooseTask(FRENCH).options(state)
    assert {one.formation for one in listed if one} == {FII}
    assert task("FII", "defend", "0303") in listed
    assert task("FII", "attack", "0705") in listed
    night = replace(state.battle, turns=(TurnCard(1, 29, 0, TurnKind.NIGHT_AM),))
    state.battle = night
    assert law(task("FII", "attack", "0505")) == "N17.2"
    assert law(task("FII", "march", "0505")) is None


@pytest.mark.rule("N26.1")
def test_what_was_chosen_governs_the_activation_and_is_open_to_both() -> None:
    lines = ("F1 infantry 5-3 0404", *LINES[1:3], "A2 infantry 5-3 0405 of:AII")
    played = acted(ready(*lines), task("FI", "march", "0101"))
    assert step_of(played.state, UnitId("F1")) == OrderStep("march", Hex("0101"))
    assert not played.of("OrderStepChanged")  # though it is in contact, it may march off
    seen = view(played.state, ALLIED)
    assert seen.pad.lines[LineId("FI")].step == OrderStep("march", Hex("0101"))
    assert TaskChosen(LineId("FI"), ()).is_known_to(ALLIED)
    acting = played.state.activation
    assert acting is not None
    closing = replace(acting, segment=Segment.CONSOLIDATION)  # nor by contact at its end
    ended = play(chapters.changed(played.state, activation=closing), consolidation_segment)
    assert ended.of("ActivationEnded")
    assert not ended.of("OrderStepChanged")
    after = chapters.changed(played.state, activation=None, commanded=(FRENCH, ALLIED))
    assert not play(after, turn_end).of("OrderStepChanged")


@pytest.mark.rule("N26.1")
def test_nothing_is_written_and_nobody_coordinates() -> None:
    state = ready(to_act=None)
    chapters.put(state, phase=Phase.CARDS)
    played = play(state, card_phase)
    phases = [event.phase for event in played.of(PhaseBegan)]
    assert phases == [Phase.ORDERS, Phase.ACTIONS]
    assert played.asked == []
    begun = NLC.set_up(battle_with("brienne", (("play", "basic"),)))
    assert {line.step.verb for line in begun.pad.lines.values()} == {"defend"}
    assert not begun.pad.detached


# -- units of all formations may combine


STRIP = ("F1 infantry 5-3 0404", "F2 infantry 5-3 0304 of:FII", "A1 infantry 5-3 0403")


def assaulting(state: GameState, by: str) -> GameState:
    """One formation attacks 0403, and its assaults are to be declared."""
    played = acted(state, task(by, "attack", "0403"))
    acting = played.state.activation
    assert acting is not None
    return chapters.changed(played.state, activation=replace(acting, segment=Segment.ASSAULT))


@pytest.mark.rule("N26.1")
def test_units_of_all_formations_assault_together() -> None:
    state = assaulting(ready(*STRIP, orders="FII: defend 0304"), "FI")  # of an earlier turn
    both = Assault(Hex("0403"), units("F1 F2"))
    assert targets(state, FI) == {Hex("0403"): units("F1 F2")}
    question = DeclareAssault(FRENCH, FI)
    assert question.refusal(state, both) is None
    assert rule_of(question.refusal(state, replace(both, units=units("F2")))) == "N12.36"
    full = replace(state.battle, options=MappingProxyType({}))
    state.battle = full  # in the whole game they fight apart
    assert rule_of(question.refusal(state, both)) == "N4.33"


@pytest.mark.rule("N26.1")
@each("verb joins", ("march", False), ("defend", False), ("attack", True))
def test_who_has_acted_joins_only_as_far_as_its_own_task_lets_it(verb: str, joins: bool) -> None:
    state = acted(ready(*STRIP), task("FII", verb, "0304" if verb == "defend" else "0403")).state
    state = assaulting(chapters.changed(state, activation=None), "FI")
    assert targets(state, FI) == {Hex("0403"): units("F1 F2" if joins else "F1")}


@pytest.mark.rule("N26.1")
def test_who_joined_an_assault_makes_no_other_this_turn() -> None:
    state = assaulting(ready(*STRIP), "FI")
    chapters.put(state, lent=units("F2"))
    assert targets(state, FI) == {Hex("0403"): units("F1")}


# -- the option, and whole games


@pytest.mark.rule("N26.1")
def test_the_basic_game_has_no_cards_and_no_secrets() -> None:
    assert battle_with("brienne", (("play", "basic"),)).options["orders"] == "open"
    assert battle_with("brienne", (("play", "basic"),)).options["cards"] == "none"
    for option in (("cards", "full"), ("hidden_forces", "on")):
        with pytest.raises(ScenarioError, match="the basic game has no cards"):
            battle_with("brienne", (option, ("play", "basic")))
    assert "play" not in battle_with("brienne", ()).options


@each("scenario", "first-steps", "cavalry-charge", "river-crossing")
def test_a_random_basic_game_keeps_the_contract(scenario: str) -> None:
    sides = battle_with(scenario, ()).sides
    match = new_match(scenario, dict.fromkeys(sides, "random"), "3", {"play": "basic"})
    while match.session.pending is not None:
        if match.answers % 25 == 0:
            contract_nlc.check_answer(match.session)
        match.step()
    contract_nlc.check_whole(match.session)


def test_the_greedy_player_lets_all_its_formations_act() -> None:
    session = new_game("brienne", SeededChance("1"), {"play": "basic"})
    match = new_match("brienne", dict.fromkeys((FRENCH, ALLIED), "greedy"), "1", {"play": "basic"})
    assert isinstance(session.pending, ChooseTask)
    while match.session.state.turn <= 2 and match.session.pending is not None:
        match.step()
    chosen = [event for event in match.session.events if isinstance(event, TaskChosen)]
    assert {step.verb for event in chosen for step in event.steps} >= {"attack", "defend"}
    ends = [event for event in match.session.events if isinstance(event, SideActed)]
    assert len(ends) == 4


def test_the_greedy_player_goes_on_with_what_the_scenario_had_it_attack() -> None:
    """In the first lesson nobody would fight otherwise: each side is as strong as the other."""
    match = new_match("first-steps", dict.fromkeys((FRENCH, ALLIED), "greedy"), "1", BASIC)
    while match.session.state.turn <= 1 and match.session.pending is not None:
        match.step()
    chosen = [event for event in match.session.events if isinstance(event, TaskChosen)]
    assert "attack" in {step.verb for event in chosen for step in event.steps}

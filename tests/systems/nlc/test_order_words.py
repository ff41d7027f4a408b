"""Orders in words: as a rulebook writes them, with every place named."""

from __future__ import annotations

from functools import cache

import pytest

from hexwar.hexes import Hex
from hexwar.scenario.library import load_battle
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.systems.nlc.numbers import order_types
from hexwar.systems.nlc.orders import LineId, Verb
from hexwar.systems.nlc.rules.orders.duties import DUTIES
from hexwar.systems.nlc.section import FILES_ONLY
from hexwar.systems.nlc.words import (
    UNKNOWN_ORDER,
    division_name,
    line_name,
    open_phrase,
    order_sentence,
    step_phrase,
)
from hexwar.table.forces import FormationId, OrderStep, UnitId

BRIENNE, MAIZIERES, BRIDGE, PERTHES = Hex("0913"), Hex("1803"), Hex("1604"), Hex("1004")


@cache
def battle() -> NlcBattle:
    return load_battle("brienne", FILES_ONLY)


def words(*steps: OrderStep) -> str:
    return order_sentence(battle(), steps)


@pytest.mark.rule("N12.1")
@pytest.mark.parametrize(
    ("formation", "sentence"),
    [
        ("FR-HQ", "March to Maizières (1803)"),
        (
            "FR-5C",
            "March to Maizières (1803), then Probe towards Brienne-le-Château (0913) by way of"
            " the bridge (1604)",
        ),
        (
            "FR-2",
            "March to Crespy (1912) by way of Maizières (1803) and Juzanvigny (1908), then Attack"
            " Brienne-le-Château (0913)",
        ),
        ("FR-RES", "March to the crossroads (0403) and act as Reserve"),
        ("CO-9", "Defend Brienne-le-Château (0913)"),
        ("CO-4AG", "March to and Defend the bridge (2325)"),
    ],
)
def test_at_start_orders_read_as_a_rulebook_writes_them(formation: str, sentence: str) -> None:
    card = battle().formations[FormationId(formation)]

    assert order_sentence(battle(), card.start_order) == sentence


@pytest.mark.rule("N12.1")
def test_a_delay_that_falls_back_is_one_sentence() -> None:
    steps = (OrderStep(Verb.DELAY, BRIENNE), OrderStep(Verb.FALL_BACK, Hex("1316")))

    assert words(*steps) == (
        "Delay the enemy approaching Brienne-le-Château (0913), then Fall Back to the crossroads"
        " (1316)"
    )


@pytest.mark.rule("N12.1")
def test_a_march_joins_only_the_step_to_the_same_place() -> None:
    march, attack = OrderStep(Verb.MARCH, PERTHES), OrderStep(Verb.ATTACK, PERTHES)
    onward = OrderStep(Verb.ATTACK, BRIENNE)

    assert words(march, attack) == "March to and Attack Perthes-en-Rothière (1004)"
    assert words(march, attack, onward) == (
        "March to and Attack Perthes-en-Rothière (1004), then Attack Brienne-le-Château (0913)"
    )
    assert words(march, onward) == (
        "March to Perthes-en-Rothière (1004), then Attack Brienne-le-Château (0913)"
    )
    assert words(march, march, attack) == (
        "March to Perthes-en-Rothière (1004), then March to and Attack Perthes-en-Rothière (1004)"
    )
    assert words(march, OrderStep(Verb.FALL_BACK, PERTHES)) == (
        "March to Perthes-en-Rothière (1004), then Fall Back to Perthes-en-Rothière (1004)"
    )


def test_the_way_is_named_but_not_the_objective_again() -> None:
    step = OrderStep(Verb.PROBE, BRIENNE, (MAIZIERES, BRIDGE, BRIENNE))

    assert words(step) == (
        "Probe towards Brienne-le-Château (0913) by way of Maizières (1803) and the bridge (1604)"
    )
    joined = (OrderStep(Verb.MARCH, BRIENNE, (MAIZIERES,)), OrderStep(Verb.ATTACK, BRIENNE))
    assert words(*joined) == (
        "March to and Attack Brienne-le-Château (0913) by way of Maizières (1803)"
    )


@pytest.mark.rule("N12.16")
def test_a_step_without_objective_says_here_or_there() -> None:
    assert words(OrderStep(Verb.DEFEND)) == "Defend here"
    steps = (OrderStep(Verb.MARCH, MAIZIERES), OrderStep(Verb.DEFEND))
    assert words(*steps) == "March to Maizières (1803), then Defend there"


@pytest.mark.rule("N12.28")
def test_a_friendly_formation_is_an_objective_too() -> None:
    def step(verb: Verb) -> OrderStep:
        return OrderStep(verb, target_formation=FormationId("FR-2"))

    assert words(step(Verb.SUPPORT)) == "Support II Corps"
    assert words(step(Verb.RESERVE)) == "Reserve with II Corps"
    assert words(step(Verb.MARCH), step(Verb.RESERVE)) == (
        "March to II Corps, then Reserve with II Corps"
    )
    assert words(OrderStep(Verb.SUPPORT, BRIENNE)) == (
        "Support the attack on Brienne-le-Château (0913)"
    )
    missing = OrderStep(Verb.SUPPORT, target_formation=FormationId("nobody"))
    assert words(missing) == "Support a formation"


@pytest.mark.rule("N12.24")
def test_leave_of_the_scenario_is_part_of_the_sentence() -> None:
    step = OrderStep(Verb.DEFEND, BRIENNE, zone=2, fixed=True)

    assert words(step) == (
        "Defend Brienne-le-Château (0913), with leave to enter zones of control and attack within"
        " 2 hexes, not to be changed"
    )
    assert "within 1 hex" in words(OrderStep(Verb.DEFEND, BRIENNE, zone=1))


@pytest.mark.rule("N3.4")
def test_an_order_that_is_not_known_says_nothing() -> None:
    assert words() == UNKNOWN_ORDER == "Order unknown"


@pytest.mark.parametrize("verb", list(Verb))
def test_every_type_of_order_has_words_and_a_letter_of_its_own(verb: Verb) -> None:
    phrases = [
        step_phrase(battle(), OrderStep(verb, BRIENNE)),
        step_phrase(battle(), OrderStep(verb)),
        step_phrase(battle(), OrderStep(verb), is_first=False),
        step_phrase(battle(), OrderStep(verb, target_formation=FormationId("FR-2"))),
    ]
    assert all(phrase.startswith(order_types()[verb].name) for phrase in phrases)
    assert "0913" in phrases[0]
    assert "II Corps" in phrases[3]
    assert phrases[0].startswith(open_phrase(verb))
    assert len({row.letter for row in order_types().values()}) == len(Verb)
    assert len(order_types()[verb].letter) == 1


def test_each_type_of_order_is_a_row_with_a_duty() -> None:
    assert list(order_types()) == list(Verb) == list(DUTIES)


@pytest.mark.rule("N12.92")
def test_a_line_is_named_after_its_formation_or_its_division() -> None:
    assert line_name(battle(), LineId("CO-C")) == "Cavalry Corps"
    assert line_name(battle(), LineId("CO-C/2")) == "detached division 2 of Cavalry Corps"
    hussars = UnitId("CO-C-01")
    assert line_name(battle(), LineId("CO-C/2"), (hussars,)) == "2nd Hussar Division (Lanskoy)"
    ricard = (UnitId("FR-RES-02"), UnitId("FR-RES-03"), UnitId("FR-RES-04"))
    assert division_name(battle(), ricard) == "8th Division"

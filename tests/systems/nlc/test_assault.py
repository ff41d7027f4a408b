"""Declaring an assault: who may, whom, and what the segment records (N8.1, N8.35)."""

from __future__ import annotations

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import AssaultDeclared
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.rules.combat import assault_law
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault, assault_segment
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.systems.nlc.assaults import A1, F1, F2, F3, on
from tests.systems.nlc.orders import MARCH
from tests.systems.nlc.positions import FRENCH, OPEN, hexes, play, position, units

ASK = DeclareAssault(FRENCH, FormationId("FI"))


# -- N8.35 (1): who may


@pytest.mark.rule("N8.35")
def test_all_units_of_each_hex_and_all_together_are_offered() -> None:
    state = position(OPEN, F1, F2, F3, A1, active="FI")
    assert ASK.options(state) == [
        on("0403", "F1 F2 F3"),
        on("0403", "F3"),
        on("0403", "F1 F2"),
        None,
    ]


@pytest.mark.rule("N8.35")
def test_each_target_is_offered_in_the_order_of_the_map() -> None:
    state = position(OPEN, F1, A1, "A2 infantry 3-3 0304", "A3 infantry 3-3 0405", active="FI")
    assert ASK.options(state) == [on("0304", "F1"), on("0403", "F1"), on("0405", "F1"), None]


@pytest.mark.rule("N8.1")
def test_without_an_enemy_in_contact_only_the_end_is_left() -> None:
    state = position(OPEN, F1, "A1 infantry 5-3 0402", active="FI")
    assert ASK.options(state) == [None]
    assert ASK.kind(None) == "end"


@pytest.mark.rule("N8.35")
@pytest.mark.parametrize("attackers", ["F1", "F2", "F3", "F1 F3", "F3 F1", "F2 F3", "F1 F2 F3"])
def test_any_part_of_the_units_is_legal(attackers: str) -> None:
    state = position(OPEN, F1, F2, F3, A1, active="FI")
    assert ASK.refusal(state, on("0403", attackers)) is None
    assert ASK.kind(on("0403", attackers)) == "assault"


@pytest.mark.rule("N8.35", "N8.1", "N4.53", "N4.33", "N11.8", "N8.92", "N16.4", "N3.7")
@pytest.mark.parametrize(
    ("line", "rule", "word"),
    [
        ("F2 infantry 4-3 0404 disrupted", "N11.8", "Disrupted"),
        ("F2 infantry 4-3 0404 column", "N4.53", "column"),
        ("F2 infantry 4-3 0404 assaulted", "N8.1", "already"),
        ("F2 infantry 4-3 0404 done", "N8.92", "advanced"),
        ("F2 infantry 4-3 uar", "N8.35", "not on the map"),
        ("F2 infantry 4-3 0405", "N3.7", "not in contact"),
        ("F2 infantry 4-3 0404 of:FII", "N4.33", "formation"),
        ("F2 train 0404", "N16.4", "no combat unit"),
    ],
)
def test_who_may_not_assault(line: str, rule: str, word: str) -> None:
    state = position(OPEN, F1, line, A1, active="FI")
    refusal = ASK.refusal(state, on("0403", "F1 F2"))
    assert refusal is not None
    assert refusal.rule == rule
    assert word in refusal.sentence
    assert ASK.options(state) == [on("0403", "F1"), None]


@pytest.mark.rule("N4.53")
def test_a_unit_that_has_moved_may_assault() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404 moved", A1, active="FI")
    assert ASK.options(state)[0] == on("0403", "F1")


@pytest.mark.rule("N12.2", "N14.4")
@pytest.mark.parametrize(("name", "rule"), [("permissions", "N12.2"), ("is_in_command", "N14.4")])
def test_order_and_command_must_allow_it(
    monkeypatch: pytest.MonkeyPatch, name: str, rule: str
) -> None:
    state = position(OPEN, F1, A1, active="FI")
    calm = MARCH
    monkeypatch.setattr(assault_law, name, lambda *_: calm if name == "permissions" else False)
    refusal = ASK.refusal(state, on("0403", "F1"))
    assert refusal is not None
    assert refusal.rule == rule
    assert ASK.options(state) == [None]


@pytest.mark.rule("N8.35")
@pytest.mark.parametrize("attackers", ["", "F1 F1"])
def test_at_least_one_unit_each_once(attackers: str) -> None:
    refusal = ASK.refusal(position(OPEN, F1, A1, active="FI"), on("0403", attackers))
    assert refusal is not None
    assert refusal.rule == "N8.35"


@pytest.mark.rule("N8.1")
@pytest.mark.parametrize(
    ("target", "more"),
    [
        ("0402", ()),
        ("9999", ()),
        ("0304", ("AT train 0304",)),
        ("0305", ("A-Olsufiev leader 0305",)),
        ("0405", ("F4 infantry 3-3 0405",)),
    ],
)
def test_a_target_holds_an_enemy_combat_unit(target: str, more: tuple[str, ...]) -> None:
    state = position(OPEN, F1, A1, *more, active="FI")
    refusal = ASK.refusal(state, on(target, "F1"))
    assert refusal is not None
    assert refusal.rule == "N8.1"
    assert ASK.options(state) == [on("0403", "F1"), None]


@pytest.mark.rule("N8.1")
def test_a_hex_is_assaulted_once_an_activation() -> None:
    state = position(OPEN, F1, A1, active="FI", assaulted="0403")
    refusal = ASK.refusal(state, on("0403", "F1"))
    assert refusal is not None
    assert refusal.rule == "N8.1"
    assert ASK.options(state) == [None]


@pytest.mark.rule("N3.7")
def test_an_unspanned_river_prevents_contact() -> None:
    assert ASK.options(position(OPEN, F1, A1, active="FI", rivers=["0403-0404"])) == [None]
    bridged = position(OPEN, F1, A1, active="FI", bridges=["0403-0404"])
    assert ASK.options(bridged) == [on("0403", "F1"), None]


@pytest.mark.rule("N3.7")
def test_a_disrupted_enemy_can_be_assaulted() -> None:
    state = position(OPEN, F1, f"{A1} disrupted", active="FI")
    assert ASK.options(state) == [on("0403", "F1"), None]


# -- the segment


@pytest.mark.rule("N4.52")
def test_the_end_of_the_segment() -> None:
    state = position(OPEN, F1, A1, active="FI")
    played = play(state, assault_segment, answers={DeclareAssault: [None]})
    assert played.events == [SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION)]


@pytest.mark.rule("N8.1")
def test_one_assault_marks_units_and_hex() -> None:
    state = position(OPEN, F1, F2, A1, active="FI")
    played = play(state, assault_segment, [1, 1, 1], {DeclareAssault: [on("0403", "F2 F1")]})
    assert played.events[0] == AssaultDeclared(units("F1 F2"), Hex("0403"))
    assert DeclareAssault(FRENCH, FormationId("FI")).options(played.state) == [None]
    assert played.state.activation is not None
    assert played.state.activation.assaulted == hexes("0403")


@pytest.mark.rule("N8.35")
def test_units_of_one_hex_may_take_different_targets() -> None:
    state = position(OPEN, F1, F2, A1, "A2 infantry 3-3 0405", active="FI")
    played = play(state, assault_segment, [1, 1, 1], {DeclareAssault: [on("0403", "F1")]})
    assert ASK.options(played.state) == [on("0405", "F2"), None]

"""Damage to bridges and trestles, and their repair (N5.7, N5.71, T7.6)."""

from __future__ import annotations

import pytest

from hexwar.engine import CHANCE, Refusal, Roll
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.movement import SpanDamaged, SpanRepaired, SpanRepairFailed
from hexwar.systems.nlc.events.turn import DieRolled
from hexwar.systems.nlc.preview import price
from hexwar.systems.nlc.rules.movement import works as chapter
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.works import repair_limit
from hexwar.table.spans import Crossing, crossing
from tests.systems.nlc.orders import MARCH
from tests.systems.nlc.positions import FRENCH, hexes, unit, units
from tests.systems.nlc.works import (
    BRIDGE,
    TRESTLE,
    damage,
    moving,
    repair,
    side,
    tasks,
    why_no_labour,
    why_not,
    work,
)

# -- damage


@pytest.mark.rule("T7.61")
@pytest.mark.rule("T7.62")
def test_infantry_damages_a_bridge_or_a_trestle_at_once() -> None:
    state = moving("F1 infantry 5-3 0303")
    assert tasks(state) == [damage(TRESTLE), damage(BRIDGE)]

    bridge = work(state, damage(BRIDGE))
    assert bridge.events == [SpanDamaged(unit("F1"), side(BRIDGE), 4)]
    assert bridge.state.spans.damaged == {side(BRIDGE)}
    assert bridge.state.units[unit("F1")].spent == 4

    trestle = work(state, damage(TRESTLE))
    assert trestle.events == [SpanDamaged(unit("F1"), side(TRESTLE), 2)]
    assert trestle.state.units[unit("F1")].spent == 2


@pytest.mark.rule("T7.62")
@pytest.mark.parametrize("line", ["light 5-3", "heavy 5-3", "battery 5-3", "horse 5-3"])
def test_any_arm_damages_a_trestle_and_only_infantry_a_bridge(line: str) -> None:
    state = moving(f"F1 {line} 0303")
    assert tasks(state) == [damage(TRESTLE)]
    rule, sentence = why_not(state, damage(BRIDGE))
    assert (rule, sentence) == ("T7.62", "Only infantry can damage a bridge; F1 is not.")


@pytest.mark.rule("T7.62")
def test_either_end_serves_and_no_other_hex() -> None:
    assert tasks(moving("F1 infantry 5-3 0304")) == [damage(BRIDGE)]
    aside = moving("F1 infantry 5-3 0403")
    assert tasks(aside) == []
    assert why_not(aside, damage(BRIDGE))[0] == "T7.62"
    assert why_no_labour(aside) == ("T7.62", "F1 stands at no end of a span.")


@pytest.mark.rule("T7.62")
def test_trains_work_at_no_span() -> None:
    state = moving("F1 train 0303", "F2 pontoon 0304")
    assert tasks(state) == tasks(state, "F2") == []
    assert why_no_labour(state)[0] == "T7.62"


@pytest.mark.rule("N5.7")
@pytest.mark.parametrize("arm", ["infantry", "light"])
def test_nobody_damages_a_span_in_an_enemy_zone_not_even_cavalry(arm: str) -> None:
    held = moving(f"F1 {arm} 5-3 0303", "A1 infantry 4-3 0403")
    assert tasks(held) == []
    assert why_not(held, damage(TRESTLE))[0] == "N5.7"

    shaken = moving(f"F1 {arm} 5-3 0303", "A1 infantry 4-3 0403 disrupted")
    assert damage(TRESTLE) in tasks(shaken)
    dug_in = moving(f"F1 {arm} 5-3 0303", "A1 infantry 4-3 0403", positions=["0303"])
    assert damage(TRESTLE) in tasks(dug_in)


@pytest.mark.rule("N5.7")
def test_the_zone_over_the_bridge_itself_bars_damage() -> None:
    state = moving("F1 infantry 5-3 0303", "A1 infantry 4-3 0304")
    assert why_not(state, damage(BRIDGE))[0] == "N5.7"


@pytest.mark.rule("N11.81")
def test_a_disrupted_unit_neither_damages_nor_repairs() -> None:
    state = moving("F1 infantry 5-3 0303 disrupted", damaged=[TRESTLE])
    assert tasks(state) == []
    assert why_not(state, damage(BRIDGE))[0] == "N11.81"
    assert why_not(state, repair(TRESTLE))[0] == "N11.81"
    assert why_no_labour(state)[0] == "N11.81"


@pytest.mark.rule("N5.71")
def test_there_is_no_second_damage() -> None:
    state = moving("F1 infantry 5-3 0303", damaged=[BRIDGE, TRESTLE])
    assert tasks(state) == [repair(TRESTLE), repair(BRIDGE)]
    assert why_not(state, damage(BRIDGE)) == ("N5.71", "The bridge is damaged already.")
    assert why_not(moving("F1 infantry 5-3 0303"), repair(TRESTLE)) == (
        "N5.71",
        "The trestle is not damaged.",
    )


@pytest.mark.rule("N5.71")
def test_after_damage_the_ground_is_another_at_once() -> None:
    state = moving("F1 infantry 5-3 0303", "F2 infantry 5-3 0303", "A1 infantry 4-3 0305")
    after = work(state, damage(BRIDGE)).state
    field = after.battle.battlefield
    assert crossing(field, after.spans, Hex("0303"), Hex("0304")) is Crossing.DAMAGED_BRIDGE
    quoted = price(after, units("F2"), None, Route(hexes("0303 0304")))
    assert not isinstance(quoted, Refusal)
    assert quoted.steps[0].parts == (("clear", 2), ("damaged bridge", 4))

    trestle = work(state, damage(TRESTLE)).state
    assert crossing(field, trestle.spans, Hex("0303"), Hex("0302")) is Crossing.STREAM


# -- repair


@pytest.mark.rule("T7.64")
@pytest.mark.parametrize(("span", "halves"), [(BRIDGE, 4), (TRESTLE, 2)])
@pytest.mark.parametrize(("die", "repaired"), [(1, True), (4, True), (5, False), (6, False)])
def test_a_die_of_four_or_less_repairs(span: str, halves: int, die: int, repaired: bool) -> None:
    state = moving("F1 infantry 5-3 0303", damaged=[span])
    played = work(state, repair(span), die)
    name = "bridge" if span == BRIDGE else "trestle"
    assert played.questions(Roll) == [Roll(CHANCE, f"repair of the {name}")]
    assert played.of(DieRolled) == [DieRolled(f"repair of the {name}", die, 0, die)]
    if repaired:
        assert played.events[1:] == [SpanRepaired(unit("F1"), side(span), halves)]
    else:
        assert played.events[1:] == [SpanRepairFailed(unit("F1"), side(span), halves, die)]
    assert (side(span) in played.state.spans.damaged) is not repaired
    assert played.state.units[unit("F1")].spent == halves


@pytest.mark.rule("T7.64")
@pytest.mark.parametrize(
    ("enemies", "limit"),
    [
        ((), 4),
        (("A1 infantry 4-3 0403",), 3),  # next to the near end
        (("A1 infantry 4-3 0305",), 3),  # next to the far end
        (("A1 infantry 4-3 0304",), 2),  # on the far end
        (("A1 infantry 4-3 0304", "A2 infantry 4-3 0403"), 2),  # the worse governs
        (("A1 infantry 4-3 0304 disrupted",), 2),  # it holds the hex all the same
        (("A1 infantry 4-3 0305 disrupted",), 4),  # it has no zone
        (("A1 train 0304",), 4),  # trains hold nothing
    ],
)
def test_enemies_at_the_ends_make_repair_harder(enemies: tuple[str, ...], limit: int) -> None:
    state = moving("F1 infantry 5-3 0303", *enemies, damaged=[BRIDGE])
    assert repair_limit(state, FRENCH, side(BRIDGE)) == limit
    assert work(state, repair(BRIDGE), limit).of(SpanRepaired)
    assert work(state, repair(BRIDGE), limit + 1).of(SpanRepairFailed)


@pytest.mark.rule("T7.64")
@pytest.mark.parametrize("arm", ["light", "battery", "horse"])
def test_only_infantry_repairs(arm: str) -> None:
    state = moving(f"F1 {arm} 5-3 0303", damaged=[TRESTLE, BRIDGE])
    assert tasks(state) == []
    assert why_not(state, repair(TRESTLE))[0] == "T7.64"
    assert why_no_labour(state)[0] == "T7.64"


@pytest.mark.rule("N5.72")
@pytest.mark.parametrize(
    ("enemy", "may"),
    [("0304", False), ("0403", False), ("0305", True), ("0505", True)],
)
def test_an_order_that_shuns_contact_forbids_repair_beside_the_enemy(
    enemy: str, may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = moving("F1 infantry 5-3 0303", f"A1 infantry 4-3 {enemy}", damaged=[BRIDGE])
    assert repair(BRIDGE) in tasks(state)
    monkeypatch.setattr(chapter, "permissions", lambda *_: MARCH)
    assert (repair(BRIDGE) in tasks(state)) is may
    if not may:
        assert why_not(state, repair(BRIDGE))[0] == "N5.72"


@pytest.mark.rule("N5.5")
def test_who_is_out_of_command_works_at_no_span(monkeypatch: pytest.MonkeyPatch) -> None:
    state = moving("F1 infantry 5-3 0303")
    monkeypatch.setattr(chapter, "is_in_command", lambda *_: False)
    assert tasks(state) == []
    assert why_not(state, damage(BRIDGE))[0] == "N5.5"

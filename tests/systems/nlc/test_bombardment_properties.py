"""The law of bombardments set against a plain count on random maps (N9)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.ground.sight import line_of_sight
from hexwar.hexes import Hex
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.rules.combat.bombardment import (
    Bombardment,
    ChooseBombardment,
    bombardment_report,
    has_target,
)
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import FormationId
from hexwar.table.pieces import Segment
from tests.systems.nlc.positions import FRENCH, position, units

SIZE = 5
HEXES = [f"{c:02}{r:02}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
ARMS = ("battery", "horse", "infantry")
TERRAIN = {"town": -75, "woods": -50, "marsh": -50}
ASKED = ChooseBombardment(FRENCH, FormationId("FI"))

places = st.sampled_from(HEXES)
lands = st.lists(st.sampled_from("....wmtc"), min_size=SIZE * SIZE, max_size=SIZE * SIZE)


@st.composite
def batteries(draw: st.DrawFn) -> GameState:
    """Up to three French units and a few Allies on a map of woods, towns and marshes."""
    land = draw(lands)
    rows = "\n".join(" ".join(land[n : n + SIZE]) for n in range(0, SIZE * SIZE, SIZE))
    enemies = draw(st.lists(places, min_size=1, max_size=3, unique=True))
    free = st.sampled_from([h for h in HEXES if h not in enemies])
    guns = draw(st.lists(free, min_size=1, max_size=3))
    lines = [f"F{n} {draw(_gun())}".replace("HEX", h) for n, h in enumerate(guns, 1)]
    marks = st.sampled_from(["", "disrupted", "column", "square"])
    lines += [f"A{n} infantry 5-3 {h} {draw(marks)}" for n, h in enumerate(enemies, 1)]
    weather = draw(st.sampled_from(["fair", "fair", "rain", "mud"]))
    return position(rows, *lines, active="FI", segment=Segment.BOMBARDMENT, weather=weather)


@st.composite
def _gun(draw: st.DrawFn) -> str:
    arm, sp = draw(st.sampled_from(ARMS)), draw(st.integers(1, 6))
    words = draw(st.sampled_from(["", "disrupted", "column", "spent:4", "spent:5"]))
    return f"{arm} {sp}-3-4 HEX {words}"


def is_aimed(state: GameState, gun: str, target: Hex) -> bool:
    """Whether a unit may fire at a hex with an enemy, counted plainly."""
    record, card = state.units[units(gun)[0]], state.card(units(gun)[0])
    start, field = record.hex, state.battle.battlefield
    assert start is not None
    limit = {"fair": 3, "rain": 1, "mud": 0}[state.sky.weather]
    mp = 2 if record.disrupted else 4
    has_rolled_far = card.arm.value == "foot artillery" and record.spent > mp
    touching = [h for h in state.occupants if field.grid.distance(start, h) == 1]
    is_pinned = any(
        name.startswith("A") and not state.units[name].disrupted
        for h in touching
        for name in state.occupants[h]
    )
    return (
        card.arm.is_artillery
        and not record.column
        and not has_rolled_far
        and field.grid.distance(start, target) <= (1 if is_pinned else limit)
        and field.grid.distance(start, target) <= limit
        and field.terrain_at(target).value != "chateau"
        and line_of_sight(field, start, target, numbers_of(state.battle), state.sky.weather).visible
    )


def plain_strength(state: GameState, guns: tuple[str, ...], target: Hex) -> int:
    """The strength in SP, from quarters of an SP."""
    quarters, field = 0, state.battle.battlefield
    for gun in guns:
        record = state.units[units(gun)[0]]
        assert record.hex is not None
        percent = 100 + TERRAIN.get(field.terrain_at(target).value, 0)
        percent -= 50 if field.grid.distance(record.hex, target) == 3 else 0
        percent -= 50 if record.disrupted else 0
        percent -= 25 if state.sky.weather == "rain" else 0
        quarters += state.card(record.id).sp * max(0, percent) // 25
    return (quarters + 2) // 4


def guns_of(state: GameState) -> list[str]:
    return [name for name in state.units if name.startswith("F")]


@pytest.mark.rule("N9.1", "N9.8")
@given(batteries())
def test_the_law_is_the_plain_count(state: GameState) -> None:
    enemies = sorted(h for h, names in state.occupants.items() if names[0].startswith("A"))
    guns = guns_of(state)
    groups = [g for n in range(1, len(guns) + 1) for g in combinations(guns, n)]
    for target in enemies:
        for group in groups:
            answer = Bombardment(target, units(" ".join(group)))
            expected = (
                all(is_aimed(state, gun, target) for gun in group)
                and plain_strength(state, group, target) > 0
            )
            assert (ASKED.refusal(state, answer) is None) is expected, answer


@pytest.mark.rule("N9.1", "N9.5")
@given(batteries())
def test_all_that_is_listed_is_legal_and_every_target_is_listed(state: GameState) -> None:
    listed = ASKED.options(state)
    assert listed[-1] is None
    assert len(set(listed)) == len(listed)
    shots = [answer for answer in listed if answer is not None]
    assert all(ASKED.refusal(state, answer) is None for answer in shots)
    for gun in guns_of(state):
        (unit,) = units(gun)
        alone = [h for h in HEXES if ASKED.refusal(state, Bombardment(Hex(h), (unit,))) is None]
        assert has_target(state, unit) is bool(alone)
        for hex_ in alone:
            assert any(unit in shot.units for shot in shots if shot.target == hex_)


@pytest.mark.rule("N9.6")
@given(batteries())
def test_the_chances_of_a_report_add_up(state: GameState) -> None:
    for answer in ASKED.options(state):
        if answer is not None:
            report = bombardment_report(state, answer)
            assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)
            assert report.fire.strength == plain_strength(state, answer.units, answer.target)

"""Whole assaults of any troops on any ground, with any dice and any legal answers."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import Decision, Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.events.losses import MoraleRolled, StepLost, UnitEliminated
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault, assault
from hexwar.systems.nlc.rules.combat.assault_preview import combat_report
from hexwar.systems.nlc.rules.combat.fight import hexes_to_fire_at
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.forces import Side
from tests.systems.nlc.positions import ALLIED, FRENCH, position

HEXES = ("0404", "0304", "0402", "0504")
ARMS = ("infantry", "infantry", "light", "heavy", "battery", "horse")
GUNS = ("battery", "horse")
WORDS = ("", "", "", "disrupted", "reduced", "column", "square", "old_guard", "guard", "russian")
ORDERS = ("attack 0401", "probe 0401", "defend 0403")
THEIRS = ("attack 0407", "delay 0401", "defend 0403", "fall back 0401")

lines = st.tuples(
    st.sampled_from(ARMS), st.integers(2, 6), st.integers(1, 5), st.sampled_from(WORDS)
)


def line(name: str, hex_: str, about: tuple[str, int, int, str]) -> str:
    arm, sp, initiative, word = about
    if (word == "square" and arm != "infantry") or (word == "reduced" and arm in GUNS):
        word = ""
    return f"{name} {arm} {sp}-{initiative} {hex_} {word}"


@st.composite
def fields(draw: st.DrawFn) -> GameState:
    """Up to four French units round 0403, one or two Allied in it, and some friends behind."""
    ours = [
        line(f"F{n}", draw(st.sampled_from(HEXES)), about)
        for n, about in enumerate(draw(st.lists(lines, min_size=1, max_size=4)), start=1)
    ]
    theirs = [
        line(f"A{n}", "0403", about)
        for n, about in enumerate(draw(st.lists(lines, min_size=1, max_size=2)), start=1)
    ]
    behind = draw(st.lists(st.sampled_from(["0302", "0303", "0401", "0503"]), max_size=2))
    theirs += [f"A{n} infantry 5-3 {hex_}" for n, hex_ in enumerate(behind, start=5)]
    rows = [[".  "] * 7 for _ in range(7)]
    for row, column in ((2, 3), (3, 3), (3, 2), (1, 3)):
        rows[row][column] = draw(st.sampled_from(["."] * 4 + list("wmtc"))) + "  "
    leaders = ["F-Nap overall 0404 of:FHQ napoleon", "A-Ols leader 0403"]
    return position(
        "\n".join("".join(row) for row in rows),
        *ours,
        *theirs,
        *draw(st.lists(st.sampled_from(leaders), unique=True)),
        active="FI",
        orders=f"FI: {draw(st.sampled_from(ORDERS))}; AI: {draw(st.sampled_from(THEIRS))}",
        weather=draw(st.sampled_from(["fair", "rain", "mud", "snowstorm"])),
        streams=draw(st.lists(st.sampled_from(["0403-0404", "0304-0403"]), unique=True)),
    )


def run(flow: Coroutine[Any, Any, Any], table: Table[GameState], data: st.DataObject) -> None:
    """Play a flow to its end; every question takes any of its listed answers."""
    answer: Any = None
    while True:
        try:
            question: Decision[Any] = flow.send(answer)
        except StopIteration:
            return
        options = list(question.options(table.state))
        for option in options:
            assert question.refusal(table.state, option) is None
        answer = options[data.draw(st.integers(0, len(options) - 1))]


def strength(state: GameState, side: Side) -> int:
    """The SP of a side on the map."""
    return sum(state.sp(record.id) for record in state.on_map(side))


@pytest.mark.rule("N8.35")
@given(fields(), st.data())
def test_an_assault_leaves_the_table_in_order(state: GameState, data: st.DataObject) -> None:
    ask = DeclareAssault(FRENCH, next(iter(state.battle.formations)))
    choices = [option for option in ask.options(state) if option is not None]
    if not choices:
        return
    chosen = data.draw(st.sampled_from(choices))
    table = Table(state.copy())
    run(assault(table, FRENCH, chosen), table, data)
    after = table.state
    for record in after.units.values():
        assert (record.hex is None) != (record.box is None)
    held = {side: {r.hex for r in after.on_map(side)} for side in (FRENCH, ALLIED)}
    assert not held[FRENCH] & held[ALLIED]
    lost = {FRENCH: 0, ALLIED: 0}
    for event in table.events:
        if isinstance(event, StepLost | UnitEliminated):
            assert event.sp > 0
            lost[after.side_of(event.unit)] += event.sp
        elif isinstance(event, MoraleRolled):
            assert 1 <= event.value <= 5
        elif isinstance(event, FireResolved):
            assert event.strength > 0
    for side, sp in lost.items():
        assert strength(state, side) - strength(after, side) == sp


@pytest.mark.rule("N8.35")
@given(fields(), st.data())
def test_a_report_of_any_assault_adds_up(state: GameState, data: st.DataObject) -> None:
    ask = DeclareAssault(FRENCH, next(iter(state.battle.formations)))
    choices = [option for option in ask.options(state) if option is not None]
    if not choices:
        return
    chosen = data.draw(st.sampled_from(choices))
    hit: Hex = data.draw(st.sampled_from(list(hexes_to_fire_at(state, chosen.units))))
    report = combat_report(view(state, FRENCH), chosen, hit)
    assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)
    for losses in report.losses:
        assert sum(chance for _, chance in losses.chances) == pytest.approx(1)
        assert all(0 <= sp <= strength(state, losses.side) for sp, _ in losses.chances)
    assert report.confidence is not None
    assert sum(pips for _, pips, _ in report.confidence.lines) == report.confidence.value
    assert 1 / 6 <= report.confidence.chance <= 5 / 6

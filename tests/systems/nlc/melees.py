"""Random tables of a fight, flows answered at random, and what must hold after them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from hexwar.engine import Decision, Table
from hexwar.hexes import Hex
from hexwar.systems.nlc.events.combat import FireResolved
from hexwar.systems.nlc.events.losses import MoraleRolled, StepLost, UnitEliminated
from hexwar.systems.nlc.rules.combat.assault import assault_segment
from hexwar.systems.nlc.rules.combat.bombardment import bombardment_segment
from hexwar.systems.nlc.rules.combat.charge import charge_segment
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import Side
from hexwar.table.pieces import Box, Segment
from tests.systems.nlc.positions import ALLIED, FRENCH, position

Flow = Callable[[Table[GameState]], Coroutine[Any, Any, Any]]

SIZE = 6
HEXES = [f"{column:02}{row:02}" for column in range(1, SIZE + 1) for row in range(1, SIZE + 1)]
ARMS = ("infantry", "infantry", "light", "light", "heavy", "battery", "horse")
WORDS = ("", "", "", "", "disrupted", "reduced", "column", "guard", "old_guard", "russian")
OURS = ("attack 0303", "probe 0303", "defend 0303", "support FII")
THEIRS = (
    "attack 0404",
    "probe 0404",
    "delay 0303",
    "defend 0303",
    "fall back 0101",
    "reserve 0101",
)
MIDDLE = [hex_ for hex_ in HEXES if hex_[1] in "2345" and hex_[3] in "2345"]

kinds = st.tuples(
    st.sampled_from(ARMS), st.integers(1, 6), st.integers(0, 5), st.sampled_from(WORDS)
)


def card(name: str, hex_: str, kind: tuple[str, int, int, str], *, square: bool = False) -> str:
    arm, sp, initiative, word = kind
    if word == "reduced" and arm in ("battery", "horse"):
        word = ""  # it has one step
    words = f"{word} square" if square and arm == "infantry" else word
    return f"{name} {arm} {sp}-{initiative} {hex_} {words}"


@st.composite
def tables(draw: st.DrawFn) -> GameState:
    """Up to five units a side, mixed up in the middle of a map of all kinds of ground."""
    places = draw(st.lists(st.sampled_from(MIDDLE), min_size=6, max_size=6, unique=True))
    lines = []
    for side, hexes in (("F", places[:3]), ("A", places[3:])):
        for number, kind in enumerate(draw(st.lists(kinds, min_size=2, max_size=5)), start=1):
            hex_ = draw(st.sampled_from(hexes))
            square = side == "A" and draw(st.booleans())
            lines.append(card(f"{side}{number}", hex_, kind, square=square))
    lines += [
        "F9 infantry 3-3 0101 of:FII",
        f"F8 leader {places[0]} ney name:Marmont",
        f"A8 leader {places[3]}",
    ]
    ground = draw(st.lists(st.sampled_from(".....wmtc"), min_size=SIZE**2, max_size=SIZE**2))
    rows = [" ".join(ground[n : n + SIZE]) for n in range(0, SIZE**2, SIZE)]
    return position(
        "\n".join(rows),
        *lines,
        active="FI",
        orders=f"FI: {draw(st.sampled_from(OURS))}; FII: attack 0303;"
        f" AI: {draw(st.sampled_from(THEIRS))}",
        weather=draw(st.sampled_from(["fair", "fair", "fair", "rain", "snow", "snowstorm", "mud"])),
        rivers=draw(st.lists(st.sampled_from(["0303-0304", "0302-0402"]), unique=True)),
        streams=draw(st.lists(st.sampled_from(["0403-0404", "0404-0503"]), unique=True)),
        formations={
            "FI": {"demoralization_sp": draw(st.integers(1, 12))},
            "AI": {"demoralization_sp": draw(st.integers(1, 12))},
        },
        supply_sources=draw(st.sampled_from([{}, {Hex("0101"): FRENCH, Hex("0606"): ALLIED}])),
    )


def run(flow: Flow, table: Table[GameState], data: st.DataObject) -> None:
    """Play a flow to its end; every question takes any of its listed answers, all of them legal."""
    running, answer = flow(table), None
    while True:
        try:
            question: Decision[Any] = running.send(answer)
        except StopIteration:
            return
        options = list(question.options(table.state))
        assert options, question
        for option in options:
            assert question.refusal(table.state, option) is None, (question, option)
        answer = options[data.draw(st.integers(0, len(options) - 1))]


def fought(state: GameState, first: Segment, data: st.DataObject) -> Table[GameState]:
    """The table after the fights of an activation, from one of its segments on."""
    assert state.activation is not None
    state.activation = replace(state.activation, segment=first)
    table = Table(state.copy())
    for _ in range(12):
        activation = table.state.activation
        assert activation is not None
        if activation.segment not in FIGHTS:
            break
        run(FIGHTS[activation.segment], table, data)
    return table


def lost(state: GameState, side: Side) -> int:
    """What boxes and reduced units of a side lack."""
    total = 0
    for record in state.units.values():
        unit = state.battle.units[record.id]
        if unit.side == side and record.box in (Box.UAR, Box.PEU):
            total += unit.sp
        elif unit.side == side and record.reduced:
            total += unit.sp - unit.reduced_sp
    return total


def in_order(before: GameState, table: Table[GameState]) -> None:
    """Nothing that a combat may not do has been done."""
    after = table.state
    assert list(after.units) == list(before.units)
    for record in after.units.values():
        assert (record.hex is None) != (record.box is None)
        assert after.sp(record.id) > 0
        assert not (record.square and record.hex is None)
        if record.hex is not None:
            assert record.id in after.units_in(record.hex, after.side_of(record.id))
    held = {side: {r.hex for r in after.on_map(side)} for side in (FRENCH, ALLIED)}
    assert not held[FRENCH] & held[ALLIED]
    taken = {FRENCH: 0, ALLIED: 0}
    for event in table.events:
        if isinstance(event, StepLost | UnitEliminated):
            assert event.sp >= 0  # a unit of 1 SP has 1 left on its reduced side (N2.21)
            taken[after.side_of(event.unit)] += event.sp
        elif isinstance(event, MoraleRolled):
            assert 1 <= event.value <= 5
            assert event.passed == (event.die == 1 or (event.die <= event.value and event.die < 6))
        elif isinstance(event, FireResolved):
            assert event.strength > 0
    for side, sp in taken.items():
        assert lost(after, side) - lost(before, side) == sp
        assert strength(before, side) - strength(after, side) == sp


def strength(state: GameState, side: Side) -> int:
    """The SP of a side on the map."""
    return sum(state.sp(record.id) for record in state.on_map(side))


FIGHTS: Mapping[Segment, Flow] = {
    Segment.BOMBARDMENT: bombardment_segment,
    Segment.CHARGE: charge_segment,
    Segment.ASSAULT: assault_segment,
}

"""What events show on the board: no piece that changed may be missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.app.games import new_game
from hexwar.engine import Event, SeededChance
from hexwar.systems.nlc.events.arrivals import UnitEntered
from hexwar.systems.nlc.events.leaders import LeaderCaptured
from hexwar.systems.nlc.events.losses import UnitEliminated
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.supply import TrainDestroyed
from hexwar.systems.nlc.events.turn import ChitDrawn, TurnBegan, TurnEnded
from hexwar.systems.nlc.orders import Dispatch, Line
from hexwar.systems.nlc.state import GameState
from hexwar.table.fact import display_of
from hexwar.table.pieces import Activation, Leader, Segment, Unit
from tests.systems.nlc.panels.opening import start
from tests.widgets.card_happenings import with_cards
from tests.widgets.happenings import DIVISION, ENEMY_LINE, LINE, MARCH, SAMPLES, STAND
from tests.widgets.skirmish import ALLIED, BRIENNE, CAVALRY, FRENCH, MILHAUD, PIRE, UDOM, VICTOR


def pieces_of(state: GameState) -> dict[str, Unit | Leader]:
    """Every piece, without what no counter shows: that a unit was assaulted this turn (N10.3)."""
    units = [replace(unit, attacked=False) for unit in state.units.values()]
    pieces: list[Unit | Leader] = [*units, *state.leaders.values()]
    return {str(piece.id): piece for piece in pieces}


def missing(before: GameState, event: Event, after: GameState) -> list[str]:
    """What an event changed and what it shows does not name."""
    shown = display_of(event)
    old, new = pieces_of(before), pieces_of(after)
    ends = {p: walk.path[-1] if walk.path else None for walk in shown.walks for p in walk.pieces}
    left_out = [p for p in new if new[p] != old[p] and p not in {*ends, *shown.units}]
    left_out += [p for p in new if new[p].hex != old[p].hex and ends.get(p, "") != new[p].hex]
    owners = before.holding.control
    left_out += [
        h
        for h in after.holding.control
        if after.holding.control[h] != owners.get(h) and h not in shown.hexes
    ]
    return [] if isinstance(event, TurnEnded) else left_out  # that leaders may move again


def prepared() -> GameState:
    """A skirmish in which every sample event can be applied."""
    state = with_cards(start())
    state.chits = replace(state.chits, initiatives=(FRENCH,), cups={FRENCH: (CAVALRY,), ALLIED: ()})
    state.activation = Activation(CAVALRY, FRENCH, Segment.ASSAULT, had_contact=True)
    state.put_unit(replace(state.units[UDOM], disrupted=False))
    state.put_unit(replace(state.units[PIRE], moved=True, column=False))
    state.put_leader(replace(state.leaders[MILHAUD], moved=True))
    state.pad = replace(
        state.pad, lines={LINE: Line(STAND), ENEMY_LINE: Line(STAND), DIVISION: Line(STAND)}
    )
    state.pad = replace(state.pad, dispatches={LINE: Dispatch(MARCH, VICTOR, 1, 1)})
    return state


@pytest.mark.parametrize("event", [s[0] for s in SAMPLES], ids=lambda event: type(event).__name__)
def test_an_effect_names_all_that_changes(event: Event) -> None:
    before = prepared()
    after = before.copy()
    event.apply(after)

    assert missing(before, event, after) == []


def test_an_effect_names_all_that_changes_in_a_whole_game() -> None:
    session = new_game("brienne", SeededChance(7))
    state = session.marks[0].state.copy()
    while session.pending is not None and len(session.journal) < 400:
        options = [a for a in session.options if session.pending.kind(a) not in ("end", "stay")]
        chosen = options or list(session.options)
        session.answer(chosen[len(session.journal) * 7 % len(chosen)])
    for event in session.events:
        before = state.copy()
        event.apply(state)
        assert missing(before, event, state) == [], event
    assert {UnitMoved, ChitDrawn, TurnBegan, UnitEntered} <= {type(e) for e in session.events}


def test_a_walk_leads_over_the_hexes_of_a_move_or_off_the_map() -> None:
    effect = display_of(UnitMoved((PIRE,), (BRIENNE, BRIENNE), 2, column=False))

    assert [(walk.path, walk.pieces) for walk in effect.walks] == [((BRIENNE, BRIENNE), (PIRE,))]

    events = {type(event): event for event, _ in SAMPLES}
    for kind in (UnitEliminated, TrainDestroyed, LeaderCaptured):
        (walk,) = display_of(events[kind]).walks
        assert walk.path == ()

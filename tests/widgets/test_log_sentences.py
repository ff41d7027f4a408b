"""Every event has its sentence, of units, hexes and dice, and shows all that it changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwar.app.games import new_game
from hexwar.engine import Event, SeededChance
from hexwar.systems.nlc.events import EVENTS, combat, leaders, losses, movement, orders, turn
from hexwar.systems.nlc.events.arrivals import UnitEntered
from hexwar.systems.nlc.events.movement import UnitMoved
from hexwar.systems.nlc.events.turn import ChitDrawn, TurnBegan, TurnEnded
from hexwar.systems.nlc.orders import Dispatch, Line, LineId
from hexwar.systems.nlc.rules.orders.writing import IssueOrder
from hexwar.systems.nlc.state import HIDDEN, GameState
from hexwar.systems.nlc.words import ORDERS, NlcNames
from hexwar.table.fact import MARKERS, Fact, Scene, display_of, told
from hexwar.table.forces import FormationId, LeaderId, OrderStep, UnitId
from hexwar.table.pieces import Activation, Box, Leader, Segment, Unit
from hexwar.text import Text
from tests.systems.nlc.cases import each
from tests.systems.nlc.panels.opening import start
from tests.widgets.card_happenings import with_cards
from tests.widgets.happenings import DIVISION, ENEMY_LINE, LINE, MARCH, SAMPLES, STAND
from tests.widgets.skirmish import (
    ALLIED,
    BRIENNE,
    CAVALRY,
    FRENCH,
    MILHAUD,
    OLSUFIEV,
    PIRE,
    SECOND,
    UDOM,
    VICTOR,
    battle,
)


def words_of(event: Event, **options: str) -> Text:
    assert isinstance(event, Fact)
    state = start(options)
    shown = display_of(event)
    pieces = [*(p for walk in shown.walks for p in walk.pieces), *shown.units]
    pieces_: list[Unit | Leader] = [*state.units.values(), *state.leaders.values()]
    places = {str(piece.id): piece.hex for piece in pieces_}
    place = places.get(pieces[0]) if pieces else None
    return told(event, Scene(NlcNames(state.battle), place))


def test_every_event_is_told() -> None:
    assert {type(event) for event, _ in SAMPLES} == set(EVENTS)


@pytest.mark.parametrize(("event", "words"), SAMPLES, ids=[type(s[0]).__name__ for s in SAMPLES])
def test_each_event_is_one_sentence(event: Event, words: str) -> None:
    assert words_of(event).plain == words


def test_units_hexes_dice_and_orders_can_be_followed() -> None:
    assault = words_of(combat.AssaultDeclared((PIRE,), BRIENNE))
    check = words_of(
        losses.MoraleRolled((UDOM,), BRIENNE, 4, 0, 4, 6, 2, passed=False, purpose="rally")
    )
    order = words_of(orders.OrderInForce(FRENCH, LINE, (OrderStep("attack", BRIENNE),)))
    assert assault.links == ("unit:FR-5C-01", "hex:0303")
    assert check.dice == ("6",)
    assert order.links == ("formation:FR-5C", "hex:0303")
    html = words_of(combat.StalemateReached(BRIENNE)).html
    assert '<a href="hex:0303">Brienne &lt;le&gt; Château (0303)</a>' in html


@each(
    "event words",
    (turn.ChitPlaced(ALLIED, HIDDEN), "The chit of a formation went into the Coalition cup."),
    (losses.UnitRallied(UnitId("CO-66")), "An unseen unit rallied."),
    (
        leaders.LeaderCaptured(LeaderId("X"), FRENCH),
        "An unseen leader was captured by the French.",
    ),
    (turn.ActivationEnded(FormationId("X")), "A formation finished acting."),
    (movement.UnitStopped((), "nobody is left"), "No unit did not move: nobody is left."),
)
def test_what_a_view_hides_is_told_without_its_name(event: Event, words: str) -> None:
    assert words_of(event).plain == words


OTHERS = (
    (turn.GameEnded(None, "draw", ((FRENCH, 3),), "points"), "in a draw (French 3 VP; points)."),
    (turn.VpScored(FRENCH, -2, "cards"), "The French lost 2 VP: cards."),
    (movement.UnitMoved((PIRE,), (BRIENNE,), 1, column=False), "halted in Brienne <le> Château"),
    (movement.OverstackCured(PIRE, None), "was lost for want of room in Maizières (0202) and went"),
    (losses.RetreatBegan((UDOM,), BRIENNE, 1, rout=False), "had to retreat 1 hex from"),
    (losses.UnitEliminated(UDOM, Box.PEU, 2, "fire"), "went to the PEU box: 2 SP, fire."),
    (turn.DieRolled("x", 3, 2, 5), "3 + 2 = 5"),
    (turn.DieRolled("x", 1, -3, -2), "1 − 3 = −2"),
    (turn.CupChosen(FRENCH, 1), "the next chit comes from the French cup."),
    (turn.InitialRolled(((FRENCH, 3),), ((FRENCH, 3),), None), "French 3: nobody may act first."),
    (
        turn.InitialRolled(((FRENCH, 3),), ((FRENCH, 3),), FRENCH, (ALLIED,), (FRENCH,)),
        "first. A card lets the Coalition act too. The French start late and may not.",
    ),
    (turn.InitialGranted(ALLIED, None), "The Coalition let their Initial Action go."),
    (turn.CoordinationRolled(FRENCH, 1, 5, has_action=True), "the French have a Coordinated"),
    (turn.ChitDrawn(FRENCH, FormationId("coordinated:french")), "The French Coordinated Action"),
    (
        orders.OrderDispatched(FRENCH, LINE, STAND, VICTOR, 2, SECOND),
        "turn 2 and put it under II C",
    ),
    (orders.OrderInForce(FRENCH, LINE, STAND, 4), "here; no Local Decision before turn 4."),
    (orders.OrderStepChanged(FRENCH, LINE, (), "it is there"), "is now done: it is there."),
    (orders.LocalDecisionWanted(FRENCH, LINE, ()), "tries no Local Decision."),
    (
        orders.DivisionDetached(ALLIED, DIVISION, (UDOM,), STAND),
        "began with a divisional order: Def",
    ),
    (orders.FormationAssigned(FRENCH, SECOND, None), "is under no wing any more."),
    (orders.CommandMarked(()), "Every unit is in command."),
    (
        combat.ConfidenceRolled((PIRE,), BRIENNE, 2, 5, passed=False, is_final=True),
        "5 against 2, no assault is made, and no other in this activation.",
    ),
    (
        combat.ReactionDeclared((UDOM,), BRIENNE, (BRIENNE,), against_move=True),
        "set out to meet those who moved to",
    ),
    (combat.ReactionResolved((PIRE,), (UDOM,), "chargers"), "was met by 9th Division (Udom): the"),
    (
        combat.ChargeDeclared((PIRE,), BRIENNE, (BRIENNE, BRIENNE)),
        "from Brienne <le> Château (0303).",
    ),
    (combat.PursuitResolved((PIRE,), (UDOM,), 1, -1, loss=False), "die 1 − 1 = 0, no loss."),
    (
        losses.ForcedMarchRolled(SECOND, 2, 5, 1, straggles=False, exhausts=False),
        "die 2, not above 5: no stragglers.",
    ),
    (losses.RestCounted(()), "No exhausted formation rests in Reserve."),
    (losses.RecoveryRolled(UDOM, 6, returns=False), "die 6, it is lost for good."),
    (losses.GuardDismayed(UnitId("X"), BRIENNE), "every stack that sees it"),
    (orders.CommanderTied(ALLIED, OLSUFIEV, is_tied=False), "Olsufiev may ride where he likes."),
    (orders.OrderLost(FRENCH, LineId("FR-9")), "The order for a formation is void"),
)


@each("event words", *OTHERS)
def test_other_cases(event: Event, words: str) -> None:
    assert words in words_of(event).plain


def test_one_cup_is_the_cup_late_turns_have_numbers_and_no_try_is_a_marker() -> None:
    assert words_of(turn.CupChosen(FRENCH, 1), cups="common").plain.endswith("comes from the cup.")
    assert words_of(turn.TurnBegan(9, "day")).plain == "Turn 9 began."
    assert battle().turns[-1].number == 3

    assert orders.LocalDecisionWanted(FRENCH, LINE, STAND).log_topic is ORDERS
    assert orders.LocalDecisionWanted(FRENCH, LINE, ()).log_topic is MARKERS


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
        if after.holding.control[h] != owners.get(h) and h not in shown.spots
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
        if isinstance(session.pending, IssueOrder) and len(session.journal) % 5 == 0:
            options = [None]  # who never ends may change his mind for ever
        chosen = options or list(session.options)
        session.answer(chosen[len(session.journal) * 7 % len(chosen)])
    for event in session.events:
        before = state.copy()
        event.apply(state)
        assert missing(before, event, state) == [], event
    assert {UnitMoved, ChitDrawn, TurnBegan, UnitEntered} <= {type(e) for e in session.events}

"""What if this bridge falls: supply with other spans, by click, key and menu (N16.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest

from hexwar.engine import SeededChance
from hexwar.hexes import Grid, Hex, Hexside, Layout
from hexwar.systems.nlc.lenses.looking import (
    POINT,
    Looking,
    next_supposed,
    spans_of,
    supposing,
    why_supposed,
)
from hexwar.systems.nlc.lenses.sights import Glance
from hexwar.systems.nlc.state import GameState
from hexwar.table.overlays import Distances, Overlays
from hexwar.table.spans import Spans
from hexwar.widgets.board.geometry import middle_of, span_at
from tests.shell.hand import Button, Hand, Key, Modifier, free_game
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, position, unit

RIVER = ["0103-0104", "0203-0104", "0203-0204", "0203-0304", "0403-0304", "0403-0404"]
RIVER += ["0403-0504", "0503-0504", "0603-0504", "0603-0604", "0603-0704", "0703-0704"]
BRIDGE: Hexside = (Hex("0303"), Hex("0304"))
FALLEN = frozenset({BRIDGE})


def beyond(*lines: str, **more: Any) -> GameState:
    """A river with one bridge; the French source lies north of it, F1 and F2 stand south."""
    units = ("F1 infantry 5-3 0305", "F2 infantry 4-3 0405 of:FII", "F3 light 3-3 0202")
    fed: dict[str, Any] = {"supply_sources": {Hex("0301"): FRENCH}, "bridges": ["0303-0304"]}
    fed |= {"rivers": RIVER}
    return position(OPEN, *units, "A1 infantry 5-3 0107", *lines, **(fed | more))


def told(state: GameState, spans: frozenset[Hexside] = FALLEN) -> str:
    return why_supposed(state, supposing(state, spans), spans).sentence


@pytest.mark.rule("N16.6", "N5.71", "T18.2")
def test_who_would_be_out_if_a_bridge_fell_or_back_if_it_were_repaired_is_said() -> None:
    state = beyond()
    assert told(state) == (
        "If the bridge between 0303 and 0304 falls: F1 and F2 would be out of supply."
    )
    assert why_supposed(state, supposing(state, FALLEN), FALLEN).rule == "N16.6"
    assert state.spans == Spans()  # the game itself has not changed
    assert told(beyond(damaged=["0303-0304"])) == (
        "If the bridge between 0303 and 0304 is repaired: F1 and F2 would be in supply again."
    )
    both = beyond(supply_sources={Hex("0301"): FRENCH, Hex("0101"): ALLIED})
    assert told(both).endswith("F1, F2 and A1 would be out of supply.")
    laid = beyond("FP pontoon 0303 bridging:0303-0304", bridges=[], rivers=[*RIVER, "0303-0304"])
    assert spans_of(laid) == (BRIDGE,)
    assert told(laid).startswith("If the pontoon bridge between 0303 and 0304 falls: F1 and F2")

    near = position(OPEN, "F1 infantry 5-3 0202", trestles=["0303-0304"])
    assert told(near).endswith("falls: all supply would stay as it is.")
    words = told(beyond(*(f"F{n} infantry 1-3 0{n - 1}06" for n in range(4, 9))))
    assert words.endswith("F1, F2, F4, F5, F6 and 2 more units would be out of supply.")


def test_the_spans_of_a_hex_are_gone_through_and_a_point_means_the_nearest() -> None:
    state = beyond(bridges=["0303-0304", "0202-0303"])
    first, second = frozenset({(Hex("0202"), Hex("0303"))}), FALLEN
    assert spans_of(state, Hex("0303")) == (*first, *second)
    here = Hex("0303")
    assert next_supposed(state, here, frozenset()) == first
    assert next_supposed(state, here, first) == second
    assert next_supposed(state, here, second) == frozenset()
    assert next_supposed(state, Hex("0101"), second) == frozenset()
    assert next_supposed(state, None, second) == frozenset()

    layout = Layout(Grid(7, 7), radius=40.0)
    other = (Hex("0303"), Hex("0402"))
    middle = middle_of(layout, BRIDGE)
    assert span_at(layout, (other, BRIDGE), middle + QPointF(4.0, 3.0)) == BRIDGE
    assert span_at(layout, (other, BRIDGE), middle + QPointF(0.0, 20.0)) is None
    assert span_at(layout, (), middle) is None


def supplying(over: str | None = "0305") -> tuple[Looking, Glance]:
    """The lens of supply over a hex."""
    looking = Looking()
    looking.switch("supply", on=True)
    return looking, Glance(view=beyond(), viewer=FRENCH, over=None if over is None else Hex(over))


@pytest.mark.rule("N16.2")
def test_the_lens_shows_the_field_without_the_bridge_or_with_it_repaired() -> None:
    looking, glance = supplying()
    assert Hex("0305") in looking.laid(glance, Overlays()).distances[0].halves
    looking.click_span(BRIDGE)
    laid = looking.laid(glance, Overlays())
    assert Hex("0305") not in laid.distances[0].halves
    assert laid.distances[0].lacking == {"0305", "0405"}
    assert (laid.traces[-1].fallen, laid.traces[-1].mended) == ((BRIDGE,), ())
    said = [reason.sentence for reason in looking.reasons(glance)]
    assert said[0].endswith("F1 and F2 would be out of supply.")
    assert said[1].startswith("0305: out of supply for FI Corps.")

    moved = glance.view.copy()  # which is supposed anew
    moved.put_unit(replace(moved.units[unit("F1")], hex=Hex("0302")))
    later = Glance(view=moved, viewer=FRENCH, over=Hex("0302"))
    assert "falls: F2 would be out of supply." in looking.reasons(later)[0].sentence

    looking.click_span(BRIDGE)
    assert looking.laid(glance, Overlays()).traces[-1].fallen == ()
    looking.click_span(BRIDGE)
    looking.switch("supply", on=False)
    assert looking.supposed == frozenset()

    looking, glance = supplying()
    looking.click_span(BRIDGE)
    laid = looking.laid(replace(glance, view=beyond(damaged=["0303-0304"])), Overlays())
    assert laid.distances[0].lacking == frozenset()
    assert (laid.traces[-1].fallen, laid.traces[-1].mended) == ((), (BRIDGE,))

    looking, nowhere = supplying(over=None)
    assert looking.reasons(nowhere) == (POINT,)
    assert Looking().reasons(nowhere) == ()
    looking.click_span(BRIDGE)
    assert POINT not in looking.reasons(nowhere)


CROSSING: Hexside = (Hex("0807"), Hex("0808"))


def crossing(hand: Hand) -> Hand:
    """The proving ground, where a French unit far in the south lives by one bridge."""
    hand.open(free_game("proving-ground", SeededChance("1"), places=(("FR-1-01", "1411"),)))
    hand.key(Key.Key_U)
    return hand


def field_of(hand: Hand) -> Distances:
    fields = hand.board.board.pile.distances.shown
    return fields[0]


def fallen(hand: Hand) -> list[Hexside]:
    """The bridges that are marked as supposed to fall."""
    return [span for trace in hand.board.board.pile.traces.shown for span in trace.fallen]


def click_span(hand: Hand, span: Hexside) -> None:
    hand.at(span[0])
    middle = middle_of(hand.board.board.sheet, span)
    where: QPoint = hand.board.mapFromScene(middle)
    QTest.mouseClick(hand.board.viewport(), Button.LeftButton, Modifier.NoModifier, where)


@pytest.mark.rule("N16.6")
def test_a_bridge_falls_by_a_click_or_a_key_and_another_goes_back(hand: Hand) -> None:
    crossing(hand).hover("1411")
    assert field_of(hand).lacking == frozenset()
    question, offer = hand.pending, hand.game.controller.offer
    click_span(hand, CROSSING)
    hand.hover("1411")
    assert fallen(hand) == [CROSSING]
    assert "1411" in field_of(hand).lacking
    assert "would be out of supply" in hand.window.hint.text()
    assert hand.pending is question
    assert hand.game.controller.offer.picked == offer.picked  # nobody was chosen by it
    click_span(hand, CROSSING)
    hand.hover("1411")
    assert fallen(hand) == []

    hand.key(Key.Key_U)  # without the lens a bridge is a part of its hex
    clicked: list[str] = []
    hand.board.hexClicked.connect(lambda hex_, *_: clicked.append(hex_))
    click_span(hand, CROSSING)
    assert clicked
    assert clicked[0] in CROSSING

    hand.hover("0807")
    hand.key(Key.Key_U, Modifier.ShiftModifier)
    assert hand.window.menus["supply"].isChecked()
    assert fallen(hand) == [CROSSING]
    for _ in spans_of(hand.game.controller.view, Hex("0807")):
        hand.key(Key.Key_U, Modifier.ShiftModifier)
    assert fallen(hand) == []
    hand.key(Key.Key_U)
    assert hand.board.board.pile.distances.shown == ()

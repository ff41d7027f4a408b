"""Work at bridges by mouse and keys: buttons, clicks, and what is told (N5.72, T18.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Refusal, SeededChance, Session
from hexwar.hexes import Hex, Hexside, hexside
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Button, Prompter
from hexwar.systems.nlc.orders import LineId
from hexwar.systems.nlc.rules.movement.routes import Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.works import (
    Act,
    DamageOrRepairSpan,
    Labour,
    PontoonAct,
    PontoonTask,
    SpanTask,
    WorkPontoon,
)
from hexwar.systems.nlc.rules.orders.writing import IssueOrder, Paper
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.undone import left_undone
from hexwar.table.forces import FormationId, OrderStep, Side
from hexwar.table.overlays import overlays_of
from hexwar.table.pieces import Segment
from tests.shell.hand import Hand, Key, Modifier, free_game
from tests.shell.questions import given, take_up, targets
from tests.systems.nlc.positions import FRENCH, OPEN, hexes, position, unit, units

FI = FormationId("FI")
F1, F2, F3 = units("F1 F2 F3")
BRIDGE, TRESTLE = "0303-0304", "0302-0303"


def side(text: str) -> Hexside:
    a, b = text.split("-")
    return hexside(Hex(a), Hex(b))


def moving(*lines: str, **more: Any) -> GameState:
    spans: dict[str, Any] = {"bridges": [BRIDGE], "trestles": [TRESTLE]}
    return position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT, **(spans | more))


def mover(state: GameState) -> MapPrompter[Any]:
    return take_up(state, ActivateUnit(FRENCH, FI))


OWN = ("propose", "go", "stay", "end", "leave", "road")
"""The buttons of a march itself."""


def works(prompter: Prompter[Any, Any]) -> list[Button]:
    return [b for b in prompter.offer().buttons if b.id not in OWN]


DAMAGE, REPAIR = (SpanTask(side(BRIDGE), act) for act in (Act.DAMAGE, Act.REPAIR))


@pytest.mark.rule("N5.72", "T7.64")
def test_a_chosen_unit_has_a_button_for_each_piece_of_work() -> None:
    prompter = mover(moving("F1 infantry 5-3 0303", damaged=[BRIDGE]))
    assert works(prompter) == []
    prompter.click(Hex("0303"))
    damage, repair = works(prompter)
    assert damage.text == "Damage the trestle (1 MP)"
    assert repair.text == "Repair the bridge (2 MP, succeeds on 1-4)"
    assert damage.spots == (Hex("0302"),)
    assert given(damage.response) == [Labour(F1), SpanTask(side(TRESTLE), Act.DAMAGE)]
    assert given(repair.response) == [Labour(F1), REPAIR]
    assert repair.tooltip == "F1 repairs the bridge to 0304 if the die shows 1-4"
    assert given(prompter.click(Hex("0403"))) == [(F1,), Route(hexes("0303 0403"))]

    hard = mover(moving("F1 infantry 5-3 0303", "A1 infantry 5-3 0304", damaged=[BRIDGE]))
    hard.click(Hex("0303"))
    assert "Repair the bridge (2 MP, succeeds on 1-2)" in [b.text for b in works(hard)]


@pytest.mark.rule("N5.72", "T18.21")
def test_of_a_stack_the_first_who_can_does_the_work_and_what_is_lost_is_said() -> None:
    prompter = mover(moving("F1 light 3-3 0303", "F2 infantry 3-3 0303"))
    prompter.click(Hex("0303"))
    assert {b.text: given(b.response)[0] for b in works(prompter)} == {
        "Damage the trestle (1 MP)": Labour(F1),
        "Damage the bridge (2 MP)": Labour(F2),
    }
    assert "F1 breaks down the trestle to 0302" in [b.tooltip for b in works(prompter)]
    prompter.pick([F2])
    assert all(given(b.response)[0] == Labour(F2) for b in works(prompter))

    pieces = ("F1 infantry 5-3 0304", "A1 pontoon 0303 bridging:0303-0304")
    prompter = mover(moving(*pieces, bridges=[], trestles=[], pontoons=[BRIDGE]))
    prompter.click(Hex("0304"))
    (work,) = works(prompter)
    assert work.text == "Damage the pontoon bridge (2 MP)"
    assert work.tooltip == "F1 breaks down the pontoon bridge to 0303, and its train is lost"


def halted(*others: str) -> MapPrompter[Any]:
    """F1 has moved and has MP left at the bridge."""
    state = moving("F1 infantry 5-3 0303 moved", *others)
    assert state.activation is not None
    state.activation = replace(state.activation, acting=(F1,))
    return mover(state)


@pytest.mark.rule("N4.55", "N5.72")
def test_to_break_a_bridge_down_holds_no_end_up_where_no_enemy_is_near() -> None:
    """To repair one does, wherever he is."""

    def weighs(*others: str, **more: Any) -> list[bool]:
        state = moving("F1 infantry 5-3 0303 moved", *others, **more)
        assert state.activation is not None
        state.activation = replace(state.activation, acting=(F1,))
        asked = ActivateUnit(FRENCH, FI)
        left = left_undone(state, asked)
        return [one.has_weight for one in left if "work at a span" in one.words]

    assert weighs() == [False]
    assert weighs("A1 infantry 5-3 0707") == [False]
    assert weighs("A1 infantry 5-3 0605") == [True]
    assert weighs(damaged=[BRIDGE]) == [True]
    asked = ActivateUnit(FRENCH, FI)
    state = moving("F1 infantry 5-3 0303 moved", "A1 infantry 5-3 0605")
    assert state.activation is not None
    state.activation = replace(state.activation, acting=(F1,))
    assert [*left_undone(state, asked, known=[F1])] == [], "of him it was said that he stays"


OTHERS = ("F2 infantry 5-3 0505", "F3 infantry 5-3 0707 moved")
"""F2 may still move; F3 is done."""


@pytest.mark.rule("N5.72", "N6.2")
def test_who_can_only_work_is_marked_and_chosen_by_a_click_a_key_or_in_the_list() -> None:
    assert halted().offer().hint.startswith("Nobody can move any more; a unit")
    prompter = halted(*OTHERS)
    offer = prompter.offer()
    assert overlays_of(offer.overlays).ready == {"0303", "0505"}
    assert offer.pickable == {F1, F2}
    assert offer.sources == {"0505"}

    assert prompter.click(Hex("0303")) is None
    offer = prompter.offer()
    assert offer.picked == (F1,)
    assert offer.hint == "F1 can work at a span: press a button."
    assert set(targets(prompter)) == {"0302", "0304"}
    words = [b.text for b in works(prompter)]
    assert words == ["Damage the trestle (1 MP)", "Damage the bridge (2 MP)"]
    assert given(prompter.click(Hex("0304"))) == [Labour(F1), DAMAGE]
    assert prompter.click(Hex("0606")) is None
    assert isinstance(prompter.click(Hex("0707")), Refusal)
    assert prompter.back()
    assert prompter.offer().picked == ()
    assert not prompter.back()

    prompter = halted(*OTHERS)
    assert [prompter.cycle(1) for _ in range(3)] == ["0505", "0303", "0505"]
    assert prompter.cycle(-1) == "0303"
    assert prompter.offer().picked == (F1,)
    for unit_ in (F2, F1):
        assert prompter.pick([unit_]) is None
        assert prompter.offer().picked == (unit_,)
    assert isinstance(prompter.pick([F3]), Refusal)
    prompter.pick([])
    assert prompter.offer().picked == ()

    prompter = halted("F2 infantry 5-3 0403")
    prompter.click(Hex("0403"))
    assert given(prompter.click(Hex("0303"))) == [(F2,), Route(hexes("0403 0303"))]


@pytest.mark.rule("N5.72", "T18.2")
def test_which_span_and_where_the_pontoon_bridge_leads() -> None:
    state = moving("F1 infantry 5-3 0303", damaged=[TRESTLE])
    prompter = take_up(state, DamageOrRepairSpan(FRENCH, F1))
    assert given(prompter.click(Hex("0304"))) == [DAMAGE]
    assert given(prompter.click(Hex("0302"))) == [SpanTask(side(TRESTLE), Act.REPAIR)]
    assert prompter.click(Hex("0707")) is None
    assert set(targets(prompter)) == {"0302", "0304"}
    assert prompter.decision.sentence(state) == (
        "The French must choose what F1 works at: it can repair the trestle and damage the bridge."
    )

    river = ["0303-0304", "0203-0304"]
    state = position(OPEN, "FP pontoon 0304 rested", active="FI", rivers=river)
    asked = WorkPontoon(FRENCH, unit("FP"))
    prompter = take_up(state, asked)
    offer = prompter.offer()
    words = [b.text for b in offer.buttons]
    assert words == ["Bridge to 0303", "Bridge to 0203", "Leave it as it is"]
    assert overlays_of(offer.overlays).selection == {"0304"}
    task = PontoonTask(side("0303-0304"), PontoonAct.DEPLOY)
    assert given(prompter.click(Hex("0303"))) == [task]
    assert given(offer.buttons[-1].response) == [None]
    assert prompter.click(Hex("0707")) is None
    assert asked.sentence(state) == ("The French may bridge the river at 0304 with FP.")

    state = position(OPEN, "FP pontoon 0304 bridging:0303-0304", active="FI", pontoons=[BRIDGE])
    asked = WorkPontoon(FRENCH, unit("FP"))
    prompter = take_up(state, asked)

    task = PontoonTask(side(BRIDGE), PontoonAct.TAKE_UP)
    assert [b.text for b in prompter.offer().buttons] == ["Take up the bridge", "Leave it as it is"]
    assert prompter.offer().hint.startswith("The bridge is gone at once")
    assert given(prompter.click(Hex("0303"))) == [task]
    assert asked.sentence(state) == "The French may take up the pontoon bridge at 0304 (FP)."


TRESTLE_OF_THE_ROAD = ("1005", "1105")
WOLFF, GUNS = unit("CO-1-01"), unit("CO-1-03")
ALLIES_FIRST = "8"
"""With this seed the first Allied corps is drawn first."""


@pytest.fixture
def at_the_trestle(hand: Hand) -> Hand:
    """The first Allied corps acts; two of its units stand at the trestle of the road."""
    hand.open(free_game("proving-ground", SeededChance(ALLIES_FIRST)))
    assert hand.pending == ActivateUnit(Side("allied"), FormationId("CO-1"))
    return hand


@pytest.mark.rule("N5.72")
def test_a_trestle_is_broken_down_by_its_button_or_a_digit(at_the_trestle: Hand) -> None:
    hand = at_the_trestle
    hand.window.docks.show_dock("log")
    hand.click("1105")
    hand.press("Damage the chaussée trestle (1 MP)")
    assert hand.session.state.spans.damaged >= {TRESTLE_OF_THE_ROAD}
    assert isinstance(hand.pending, ActivateUnit)
    assert hand.session.state.units[WOLFF].spent == 2
    told = "broke down the chaussée trestle between 1005 and 1105: 1 MP."
    assert told in hand.window.panes.log.log.exported("txt")
    hand.key(Key.Key_Z, Modifier.ControlModifier)
    assert TRESTLE_OF_THE_ROAD not in hand.session.state.spans.damaged
    assert hand.session.state.units[WOLFF].spent == 0

    hand.click("1105")
    hand.click("1105")
    hand.digit(Key.Key_3)  # 1 is to go by its order, 2 to stay
    assert hand.session.state.spans.damaged >= {TRESTLE_OF_THE_ROAD}
    hand.click("1105")
    hand.click("1105")
    assert not any("amage" in text or "epair" in text for text in hand.buttons)
    hand.click("1104")
    assert hand.session.state.units[WOLFF].hex == "1104"
    assert hand.session.state.units[GUNS].hex == "1105"


def at_the_bank() -> Session[GameState]:
    """Ordered to the river in turn 2, the French pontoon train rested there in turn 3: turn 4."""
    session = free_game("proving-ground", SeededChance(ALLIES_FIRST))
    order = Paper(LineId("FR-1/1"), (OrderStep("march", Hex("0308")),))
    to_the_bank = Journey("FR-1-07", hexes("0307 0308"))
    while session.state.turn < 4:
        asked, state = session.pending, session.state
        if isinstance(asked, MoveLeaderOrTrain) and asked.refusal(state, to_the_bank) is None:
            session.answer(to_the_bank)
        elif isinstance(asked, IssueOrder) and asked.side == "french" and not state.pad.issued:
            session.answer(order)
        else:
            session.answer(idle(session))
    assert session.state.units[unit("FR-1-07")].hex == "0308"
    return session


def idle(session: Session[GameState]) -> Any:
    """To do nothing, else the last of the answers."""
    return None if None in session.options else session.options[-1]


def is_french(session: Session[GameState]) -> bool:
    return session.state.activation is not None and session.state.activation.formation == "FR-1"


@pytest.mark.rule("T18.2")
def test_the_end_of_the_activation_asks_for_the_bridge_which_a_click_lays(hand: Hand) -> None:
    session = at_the_bank()
    while not (is_french(session) and isinstance(session.pending, ActivateUnit)):
        session.answer(idle(session))
    hand.open(session)
    hand.game.controller.end_activation()
    assert isinstance(hand.pending, WorkPontoon)
    assert "may bridge the river at 0308 with Pontoon train" in hand.sentence
    assert {"Bridge to 0309", "Leave it as it is"} <= set(hand.buttons)
    other = session.fork()
    hand.press("Leave it as it is")
    assert not is_french(session)
    assert session.state.spans.pontoons == frozenset()

    hand.open(other)
    hand.click("0309")
    assert other.state.spans.pontoons == {side("0308-0309")}
    assert not isinstance(hand.pending, WorkPontoon)

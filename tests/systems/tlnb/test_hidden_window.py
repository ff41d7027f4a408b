"""The window with hidden forces: gestures, hints, tips, and who may watch whom (T16, T17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.engine import Manner, SeededChance
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer
from hexwar.shell.seats import HotSeat, Seats
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.panels.words import hex_tip, hex_words, stack_of
from hexwar.systems.tlnb.prompters import GESTURES
from hexwar.systems.tlnb.prompters.fights import AttackPrompter
from hexwar.systems.tlnb.prompters.movement import MovePrompter
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack
from hexwar.systems.tlnb.rules.combat.retreat import RetreatStack
from hexwar.systems.tlnb.rules.command.command import NameOfficers
from hexwar.systems.tlnb.rules.movement.hidden import HideStacks, PlaceDummy, Sham, Veil
from hexwar.systems.tlnb.rules.movement.segment import ChoosePath, MoveUnits
from hexwar.systems.tlnb.rules.movement.vedettes import Deployment
from hexwar.systems.tlnb.state import Step, TlnbState, view
from hexwar.table.battle import secrecy_by
from hexwar.table.forces import Side, UnitId
from hexwar.table.hiding import Hiding
from hexwar.table.overlays import overlays_of
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, position, units

ON = {"hidden": "on"}
FIELD = "\n".join([".  " * 12] * 9)
FAR = "A9 infantry 4-3 1208"


def fog(*lines: str, hidden: str = "", dummies: str = "", **more: Any) -> TlnbState:
    state = position(FIELD, *lines, **{"step": Step.MOVEMENT, "flags": ON, **more})
    lying = {f"french-dummy-{n}": Hex(at) for n, at in enumerate(dummies.split(), start=1)}
    state.hiding = Hiding(hidden=frozenset(hidden.split()), dummies=lying)
    return state


def put(state: TlnbState, question: Any) -> Any:
    return GESTURES[type(question)](state, question, question.options(state))


# -- hiding and bluffing (T16.8, T16.10)


@pytest.mark.rule("T16.8")
def test_a_click_hides_a_stack_and_buttons_are_for_what_has_no_hex() -> None:
    lines = ("F1 infantry 4-3 0101", "F8 leader 0101 rating:3", "F2 infantry 1-3 0303", FAR)
    prompter = put(fog(*lines, step=Step.HIDDEN), HideStacks(FRENCH))
    buttons = {button.id: button for button in prompter.offer().buttons}
    assert set(buttons) == {"end", "all", "french-dummy-1"}
    assert buttons["all"].manner is Manner.MAIN
    assert overlays_of(prompter.offer().overlays).ready == {Hex("0101"), Hex("0303")}
    (given,) = prompter.click(Hex("0303"))
    assert given == Answer(HideStacks, Veil((Hex("0303"),)))


@pytest.mark.rule("T16.8")
def test_where_nobody_can_be_hidden_no_click_is_asked_for() -> None:
    lines = ("F1 infantry 4-3 0303", "F8 leader 0303 rating:3", FAR)
    one = put(fog(*lines, step=Step.HIDDEN), HideStacks(FRENCH)).offer().hint
    none = put(fog(*lines, step=Step.HIDDEN, hidden="F1 F8"), HideStacks(FRENCH)).offer().hint
    assert one.startswith("Click a stack")
    assert none.startswith("No other stack can be hidden")


@pytest.mark.rule("T16.10")
def test_a_click_sets_a_dummy_down() -> None:
    lines = ("F1 infantry 4-3 0303", "F8 leader 0303 rating:3", FAR)
    prompter = put(fog(*lines, step=Step.HIDDEN), PlaceDummy(FRENCH, "french-dummy-1"))
    assert [button.id for button in prompter.offer().buttons] == ["end"]
    assert {target.hex for target in overlays_of(prompter.offer().overlays).targets} >= {
        Hex("0302")
    }
    (given,) = prompter.click(Hex("0302"))
    assert given == Answer(PlaceDummy, Hex("0302"))


# -- movement (T16.6, T17.1, T16.9)


@pytest.mark.rule("T16.6")
def test_a_click_on_its_flag_moves_a_dummy() -> None:
    state = fog("F1 infantry 4-3 0101", "F8 leader 0101 rating:3", FAR, dummies="0502")
    prompter = put(state, MoveUnits(FRENCH))
    assert Hex("0502") in overlays_of(prompter.offer().overlays).ready
    assert prompter.click(Hex("0502")) == (Answer(MoveUnits, Sham("french-dummy-1")),)
    assert not prompter.offer().is_idle


@pytest.mark.rule("T17.1")
def test_vedettes_go_out_and_gather_by_the_button_of_who_is_chosen() -> None:
    state = fog("F1 light 4-4 0303 vedettes:2", "F2 infantry 4-3 0505", FAR)
    prompter = put(state, MoveUnits(FRENCH))
    assert [button.id for button in prompter.offer().buttons] == ["end"]
    prompter.click(Hex("0303"))
    button = next(b for b in prompter.offer().buttons if b.id == "F1-deploy")
    assert button.text == "Send vedettes out"
    assert button.response == (Answer(MoveUnits, Deployment(UnitId("F1"))),)
    prompter.click(Hex("0505"))
    prompter.back()
    prompter.click(Hex("0505"))
    assert "F1-deploy" not in [b.id for b in prompter.offer().buttons]


@pytest.mark.rule("T17.1", "T6.9")
def test_who_cannot_be_chosen_has_a_button_with_his_name() -> None:
    state = fog("F1 light 4-4 0303 vedettes:2", FAR, command="")
    (button, _) = put(state, MoveUnits(FRENCH)).offer().buttons
    assert button.id == "F1-deploy"
    assert button.text == "Spread F1 out in vedettes"


@pytest.mark.rule("T17.2")
def test_a_click_on_a_stack_chooses_its_units_and_not_its_vedettes() -> None:
    lines = ("F1 light 4-4 spread vedettes:1", "F1-v1 vedette 0303", "F2 infantry 4-3 0303", FAR)
    prompter = put(fog(*lines), MoveUnits(FRENCH))
    prompter.click(Hex("0303"))
    assert prompter.offer().picked == units("F2")
    prompter.pick(units("F1-v1"))
    assert prompter.offer().barred is None


@pytest.mark.rule("T16.9")
@each("flag told", ("0503", True), ("0907", False))
def test_a_preview_says_that_a_flag_nearby_may_make_it_wrong(flag: str, told: bool) -> None:
    state = fog("F1 infantry 4-3 0303", f"A1 infantry 1-3 {flag}", hidden="A1")
    prompter = put(view(state, FRENCH), MoveUnits(FRENCH))
    assert isinstance(prompter, MovePrompter)
    prompter.click(Hex("0303"))
    prompter.hover(Hex("0403"))
    assert ("flag" in prompter.offer().hint) is told
    lines = ("F1 infantry 4-3 0303", "A2 infantry 4-3 0403", f"A1 infantry 1-3 {flag}")
    fight = put(view(fog(*lines, hidden="A1", step=Step.COMBAT), FRENCH), DeclareAttack(FRENCH))
    assert isinstance(fight, AttackPrompter)
    fight.click(Hex("0403"))
    assert ("flags" in fight.offer().hint) is told


# -- what is told of flags


@pytest.mark.rule("T16.9")
def test_a_flag_is_told_to_the_enemy_and_its_stack_to_the_owner() -> None:
    state = fog("F1 infantry 4-3 0303", "A1 infantry 1-3 0907", hidden="A1 F1", dummies="0502")
    seen = view(state, FRENCH)
    for words in (hex_tip, hex_words):
        assert "A hidden force of the Coalition" in words(seen, Hex("0907"))
        assert "Hidden from the enemy" in words(seen, Hex("0303"))
        assert "A dummy stack of yours" in words(seen, Hex("0502"))
    assert "A hidden force" in stack_of(seen, Hex("0907"), ()).ground
    assert not stack_of(seen, Hex("0907"), ()).rows


# -- two at one machine


@pytest.mark.rule("T16.9")
@each(
    "options secret",
    ({"hidden": "on", "cards": "none"}, True),
    ({"hidden": "off", "cards": "full"}, True),
    ({"hidden": "off", "cards": "none"}, False),
)
def test_nobody_watches_moves_where_pieces_or_hands_are_secret(
    options: dict[str, str], secret: bool
) -> None:
    players = {FRENCH: "person", ALLIED: "person"}
    seat = HotSeat(Seats(players), (FRENCH, ALLIED), secrecy_by(options))
    for kind in (MoveUnits, ChoosePath, HideStacks, NameOfficers, DeclareAttack):
        assert seat.is_public(kind) is not secret
    assert seat.is_public(RetreatStack)


@pytest.mark.rule("T16.9")
def test_the_machine_is_handed_over_and_each_sees_his_own_alone() -> None:
    options = {"hidden": "on", "cards": "none"}
    session = TLNB.new_game("champaubert", SeededChance("1"), options)
    first = session.state.battle.sides[0]
    seats = Seats(dict.fromkeys((FRENCH, ALLIED), "person"))
    hot = HotSeat(seats, session.state.battle.sides, session.state.battle.secrecy)
    assert isinstance(session.pending, HideStacks)
    assert hot.awaited(session.pending) == first
    hot.sitting = first
    assert hot.look(session.pending).readers == (first,)
    veils = [o for o in session.options if isinstance(o, Veil)]
    session.answer(veils[0])
    session.answer(None)
    other = session.state.battle.enemy(first)
    assert session.pending.side == other
    assert hot.awaited(session.pending) == other
    assert first not in hot.look(session.pending).readers
    seen = view(session.state, other)
    assert set(seen.hiding.flags) == set(veils[0].hexes)
    assert set(seen.hiding.flags.values()) == {Side(first)}


@pytest.mark.rule("T25.1", "T16.1")
def test_the_option_is_offered_and_off_at_first() -> None:
    assert TLNB.options["hidden"] == ("off", "on")
    battle = TLNB.battle("champaubert", (("hidden", "on"),))
    assert battle.has_fog
    assert any(card.is_vedette for card in battle.units.values())
    plain = TLNB.battle("champaubert")
    assert not plain.has_fog
    assert not any(card.is_vedette for card in plain.units.values())
    assert replace(plain, options=battle.options).has_fog

"""What a click, a choice or a drawn path means, question by question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from hexwar.ai.policy import CounterDice, Look
from hexwar.engine import CHANCE, Decision, Manner, Refusal, Roll
from hexwar.hexes import Hex
from hexwar.series.battle import Arrival
from hexwar.shell.map_prompter import MapPrompter
from hexwar.shell.prompter import Prompter, Sheet
from hexwar.systems.nlc.orders import Line, LineId
from hexwar.systems.nlc.panels.describe import hex_tip, hex_words
from hexwar.systems.nlc.player import GreedyPlayer
from hexwar.systems.nlc.prompters import PROMPTERS, prompter_for
from hexwar.systems.nlc.rules.combat.assault import Assault, ChooseDefenderTarget, DeclareAssault
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance
from hexwar.systems.nlc.rules.losses.rally import ChooseRallyOrder
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseLeaderStay,
    ChooseRetreatPath,
    DisplaceFriend,
    SplitRetreat,
)
from hexwar.systems.nlc.rules.movement.routes import ChoosePath, Route
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure, Displacement
from hexwar.systems.nlc.rules.turn.actions import DrawChit
from hexwar.systems.nlc.rules.turn.consolidation import Journey, MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState, view
from hexwar.systems.nlc.system import DECISIONS as NLC
from hexwar.systems.tlnb.system import DECISIONS as TLNB
from hexwar.table.forces import FormationId, LeaderId, Side
from hexwar.table.overlays import overlays_of
from hexwar.table.pieces import Segment
from tests.shell.questions import given, laid, played, pointed, sentence, take_up, targets
from tests.systems.nlc.orders import steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

F1, F2, F3 = units("F1 F2 F3")
FI = FormationId("FI")


def button(prompter: Prompter[Any, Any], id_: str) -> Any:
    return next(b for b in prompter.offer().buttons if b.id == id_)


# -- nothing is missing


@pytest.mark.parametrize("asked", [*NLC, *TLNB], ids=lambda asked: asked.__name__)
def test_every_question_says_itself(asked: type[Decision[Any]]) -> None:
    """Its sentence is its own; so are its choices, unless a gesture answers it."""
    is_gesture = asked in PROMPTERS or asked in TLNB
    own = {"sentence"} if is_gesture else {"sentence", "hint", "choices"}
    if asked in (SplitRetreat, ChooseLeaderStay):
        own.remove("hint")  # the common one says it
    told = {"sentence"} if getattr(asked, "words", "") else set()
    told |= {"hint"} if "clue" in vars(asked) else set()
    assert own <= set(vars(asked)) | told
    assert set(PROMPTERS) <= set(NLC)


@dataclass(frozen=True, slots=True)
class Unheard(Decision[str | None]):
    """A question that nobody has written a word for."""

    def options(self, state: GameState) -> tuple[str | None, ...]:
        return ("0303", "F1", None)


def test_a_question_without_a_word_is_put_and_answered_without_a_gesture() -> None:
    state = position(OPEN, "F1 infantry 5-3 0101")
    prompter = take_up(state, Unheard(FRENCH))
    offer = prompter.offer()
    assert prompter.decision.sentence(state) == "French must answer: unheard."
    assert [(b.text, given(b.response)) for b in offer.buttons] == [
        ("0303", ["0303"]),
        ("F1", ["F1"]),
        ("Pass", [None]),
    ]
    assert [target.hex for target in overlays_of(offer.overlays).targets] == ["0303"]
    assert given(prompter.click(Hex("0303"))) == ["0303"]
    assert given(prompter.pick([unit("F1")])) == ["F1"]
    assert prompter.click(Hex("0101")) is None
    dice, (asked, listed) = CounterDice("1"), (prompter.decision, prompter.options)
    assert GreedyPlayer().answer(asked, listed, Look(lambda: state), dice) == "0303"

    state = position(OPEN, "F1 infantry 5-3 0101")
    plain: MapPrompter[Any] = MapPrompter(state, Roll(CHANCE, "nothing"), [1])

    assert plain.click(Hex("0101")) is None
    assert plain.pick([unit("F1")]) is None
    assert plain.drop(()) is None
    assert plain.cycle(1) is None
    assert not plain.back()


OFTEN = 25
"""How often the answers to a kind of question are tried in one game."""


@pytest.mark.parametrize("seed", ["2", "7"])
def test_whatever_is_put_in_a_whole_game_is_plain_and_legal(seed: str) -> None:
    asked_of, times = played(seed)[1], Counter[type]()
    ids = {*asked_of[0][0].units, *asked_of[0][0].leaders}
    for seen, decision, options in asked_of:
        asked = decision.sentence(seen)
        name = seen.battle.side_names[Side(decision.side)]
        assert asked.startswith(f"The {name} "), asked
        assert asked.endswith(".")
        assert not ids & set(asked.replace(",", " ").replace(".", " ").split())
        times[type(decision)] += 1
        if times[type(decision)] <= OFTEN:
            prompter = prompter_for(seen, decision, options)
            for response in responses(prompter, seed):
                check(prompter, seen, decision, response)


def responses(prompter: Prompter[Any, Any], seed: str) -> Iterator[Any]:
    """What buttons, marked hexes and a random click lead to."""
    offer = prompter.offer()
    assert offer.hint
    assert len({b.id for b in offer.buttons}) == len(offer.buttons)
    assert all(b.text and b.tooltip for b in offer.buttons)
    yield from (b.response for b in offer.buttons)
    for target in overlays_of(offer.overlays).targets[:4]:
        prompter.hover(target.hex)
        prompter.offer()
        yield prompter.click(target.hex)
    prompter.cycle(1)
    reach = overlays_of(prompter.offer().overlays).reach
    marked = sorted(reach.left)[:3] if reach else []
    dice = CounterDice(seed)
    everywhere = prompter.view.battle.battlefield.grid.hexes
    for hex_ in (*marked, everywhere[dice.below(len(everywhere))]):
        prompter.hover(hex_)
        prompter.offer()
        yield prompter.click(hex_, joins=bool(dice.below(2)))


def check(
    prompter: Prompter[Any, Any], seen: GameState, decision: Decision[Any], response: Any
) -> None:
    if isinstance(response, Sheet):
        assert response.refusal(response.ticked) is None
        report = response.report(response.ticked)
        assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)
        response = response.gesture(response.ticked)
    if isinstance(response, Refusal):
        assert response.sentence
        return
    if response:
        first = response[0]
        assert first.asked is type(decision)
        assert decision.refusal(seen, first.value) is None, first
        last = response[-1]
        if isinstance(last.value, Route):
            entry = next((a.value for a in response if a.asked is ChooseEntryHex), None)
            path = ChoosePath(decision.side, first.value, entry) if len(response) > 1 else decision
            assert path.refusal(seen, last.value) is None, last


# -- movement


def moving(*lines: str, **more: Any) -> MapPrompter[Any]:
    """F's formation moves."""
    state = position(OPEN, *lines, active="FI", segment=Segment.MOVEMENT, **more)
    return take_up(state, ActivateUnit(FRENCH, FI))


@pytest.mark.rule("N5.9", "N6.5")
def test_units_and_a_hex_are_one_gesture_and_the_path_under_the_pointer_has_its_price() -> None:
    prompter = moving("F1 infantry 5-3 0303", "F2 infantry 4-3 0303", "F3 light 3-3 0505")
    assert laid(prompter).ready == prompter.offer().sources == {"0303", "0505"}
    assert prompter.click(Hex("0303")) is None
    assert prompter.offer().picked == (F1, F2)
    assert laid(prompter).selection == {"0303"}
    assert given(prompter.click(Hex("0304"))) == [(F1, F2), Route(hexes("0303 0304"))]

    prompter = moving("F1 infantry 5-3 0303")
    prompter.click(Hex("0303"))
    assert "2 MP, 2 left" in pointed(prompter, "0305")
    path = laid(prompter).path
    assert path is not None
    assert [step.halves for step in path.steps] == [2, 2]
    assert pointed(prompter, "0707").startswith("Out of reach")
    assert laid(prompter).path is None

    prompter = moving("F1 infantry 5-3 0303", "A1 infantry 5-3 0306")
    prompter.click(Hex("0303"))
    assert "in an enemy zone of control" in pointed(prompter, "0305")
    reach = laid(prompter).reach
    assert reach is not None
    assert "0305" in reach.stops


def test_leaders_go_along_unless_left_out_and_cycling_goes_round() -> None:
    prompter = moving("F1 infantry 5-3 0303", "FL leader 0303")
    prompter.click(Hex("0303"))
    assert prompter.offer().picked == (F1, LeaderId("FL"))
    assert given(prompter.click(Hex("0304")))[1].leaders == ("FL",)
    prompter.pick([F1])
    assert given(prompter.click(Hex("0304")))[1].leaders == ()

    prompter = moving("F1 infantry 5-3 0303", "F2 infantry 4-3 0505", "F3 light 3-3 0606")
    assert [prompter.cycle(1) for _ in range(4)] == ["0303", "0505", "0606", "0303"]
    assert [prompter.cycle(-1) for _ in range(2)] == ["0606", "0505"]
    assert prompter.back()
    assert not prompter.back()


def test_a_drawn_path_is_walked_as_it_was_drawn_for_units_already_chosen_too() -> None:
    prompter = moving("F1 infantry 5-3 0303")
    path = hexes("0303 0304 0404 0405")
    prompter.draw(path[:2])
    assert laid(prompter).path is not None
    assert given(prompter.drop(path)) == [(F1,), Route(path)]
    assert isinstance(prompter.drop(hexes("0303 0304 0305 0306 0307 0207")), Refusal)
    assert prompter.drop(hexes("0303")) is None

    prompter = take_up(moving("F1 infantry 5-3 0303").view, ChoosePath(FRENCH, (F1,)))
    assert given(button(prompter, "stay").response) == [Route()]
    assert given(prompter.click(Hex("0304"))) == [Route(hexes("0303 0304"))]
    assert given(prompter.drop(hexes("0303 0302"))) == [Route(hexes("0303 0302"))]


@pytest.mark.rule("N5.81")
def test_an_arrival_is_chosen_by_its_entry_hex_or_enters_beside_it() -> None:
    due = (Arrival(1, Hex("0101"), (F1,)),)
    prompter = moving("F1 infantry 5-3 due", arrivals=due, trails=["0101 0201"])
    assert targets(prompter) == ["0101"]
    assert prompter.offer().march.entries == ("0101",)
    words = "Click the entry hex 0101 for F1, or the hex where the first of them goes."
    assert prompter.offer().hint == words
    assert prompter.click(Hex("0101")) is None
    assert given(prompter.click(Hex("0101"))) == [(F1,), "0101", Route(hexes("0101"))]
    assert given(prompter.click(Hex("0201"))) == [(F1,), "0101", Route(hexes("0101 0201"))]

    due, road = (Arrival(1, Hex("0301"), (F1,)),), "0101 0201 0301 0401 0501"
    state = moving("F1 infantry 5-3 due", "A1 infantry 5-3 0301", arrivals=due, roads=[road]).view
    prompter = take_up(state, ChooseEntryHex(FRENCH, F1))
    assert set(targets(prompter)) == {"0201", "0401"}
    assert given(prompter.click(Hex("0201"))) == ["0201"]
    assert isinstance(prompter.click(Hex("0707")), Refusal)


# -- assault and fire


ASSAULT = (
    "F1 infantry 5-3 0404",
    "F2 infantry 4-3 0404",
    "F3 light 3-3 0304",
    "A1 infantry 5-3 0403",
)


def assaulting(*more: str, **given_: Any) -> MapPrompter[Any]:
    state = position(OPEN, *ASSAULT, *more, active="FI", **given_)
    return take_up(state, DeclareAssault(FRENCH, FI))


@pytest.mark.rule("N8.35", "N8.1")
def test_a_target_opens_its_sheet_with_all_who_can_or_were_chosen_unless_it_was_assaulted() -> None:
    prompter = assaulting()
    assert targets(prompter) == ["0403"]
    assert set(laid(prompter).targets[0].sources) == {"0404", "0304"}
    sheet = prompter.click(Hex("0403"))
    assert isinstance(sheet, Sheet)
    assert sheet.eligible == sheet.ticked == (F1, F2, F3)
    assert given(sheet.gesture((F1,))) == [Assault(Hex("0403"), (F1,)), True]
    assert sheet.refusal(()) is not None
    assert given(button(prompter, "end").response) == [None]

    prompter.click(Hex("0304"))
    assert prompter.offer().picked == (F3,)
    sheet = prompter.click(Hex("0403"))
    assert isinstance(sheet, Sheet)
    assert sheet.ticked == (F3,)
    assert prompter.back()
    assert prompter.offer().picked == ()

    prompter = assaulting("A2 infantry 5-3 0405", assaulted="0403")
    assert "has been named for an assault" in sentence(prompter.click(Hex("0403")))
    assert prompter.click(Hex("0101")) is None
    assert prompter.cycle(1) == "0405"


@pytest.mark.rule("N8.6")
def test_whom_to_fire_at() -> None:
    state = position(OPEN, *ASSAULT, active="FI")
    prompter = take_up(state, ChooseDefenderTarget(ALLIED, Hex("0403"), (F1, F2, F3)))
    assert [b.text for b in prompter.offer().buttons] == ["0304: 3 SP", "0404: 9 SP"]
    assert given(prompter.click(Hex("0404"))) == ["0404"]
    assert isinstance(prompter.click(Hex("0403")), Refusal)


# -- losses and retreats


@pytest.mark.rule("N11.5", "N11.12", "N14.52")
def test_who_loses_a_step_goes_apart_or_stays() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404", "F2 battery 4-3 0404")
    prompter = take_up(state, ChooseStepLoss(FRENCH, (F1, F2), "fire"))
    first, second = prompter.offer().buttons
    assert first.text == "F1 (5 \N{RIGHTWARDS ARROW} 3 SP)"
    assert second.text == "F2 (eliminated)"
    assert given(prompter.pick([F2])) == [F2]
    assert prompter.click(Hex("0404")) is None
    assert given(first.response) == [F1]
    assert "It would be the last of F2." in prompter.decision.sentence(state)

    state = position(OPEN, "F1 infantry 5-3 0404", "F2 light 4-3 0404", "FL leader 0404")
    prompter = take_up(state, SplitRetreat(FRENCH, (F1, F2)))
    assert [given(b.response) for b in prompter.offer().buttons] == [[False], [True]]
    assert "First F1, then F2" in prompter.offer().buttons[1].tooltip

    prompter = take_up(state, ChooseLeaderStay(FRENCH, LeaderId("FL"), (F1,), must_go=False))
    assert [given(b.response) for b in prompter.offer().buttons] == [[True], [False]]
    assert laid(prompter).selection == {"0404"}


@pytest.mark.rule("N11.13")
def test_a_retreat_ends_where_it_is_clicked() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404", "A1 infantry 5-3 0403")
    prompter = take_up(state, ChooseRetreatPath(FRENCH, (F1,), 2, hexes("0403")))
    ends = targets(prompter)
    assert "0406" in ends
    assert prompter.offer().buttons[0].manner is Manner.MAIN
    assert "no loss" in pointed(prompter, "0406")
    assert laid(prompter).path.hexes[-1] == "0406"

    (path,) = given(prompter.click(Hex("0406")))
    assert (path[0], path[-1]) == ("0404", "0406")
    assert given(prompter.drop(path)) == [path]
    for hex_ in ("0402", "0403"):
        assert isinstance(prompter.click(Hex(hex_)), Refusal)
    assert isinstance(prompter.drop(hexes("0404 0405")), Refusal)
    assert prompter.cycle(1) in ends


@pytest.mark.rule("N11.41")
def test_a_button_leads_a_retreat_off_the_map() -> None:
    gate, ours = Hex("0405"), {Hex("0405"): Side("french")}
    lines = ("F1 infantry 5-3 0404", "A1 infantry 5-3 0403")
    state = position(OPEN, *lines, supply_sources=ours, exits=ours)
    prompter = take_up(state, ChooseRetreatPath(FRENCH, (F1,), 2, hexes("0403")))
    off = prompter.offer().buttons[-1]
    assert off.text == "Off the map at 0405"
    assert "gone for good" in off.tooltip
    assert given(off.response) == [hexes("0404 0405 0405")]
    assert off.manner is Manner.PLAIN

    around = enumerate(("0406", "0305", "0306", "0505", "0506"), 2)
    walls = [f"A{n} infantry 5-3 {hex_}" for n, hex_ in around]
    state = position(OPEN, "F1 infantry 5-3 0405", *walls, supply_sources=ours, exits=ours)
    prompter = take_up(state, ChooseRetreatPath(FRENCH, (F1,), 2, hexes("0404")))
    (off,) = prompter.offer().buttons
    assert off.manner is Manner.MAIN
    assert given(prompter.click(gate)) == given(off.response) == [hexes("0405 0405")]
    assert "Off the map" in pointed(prompter, "0405")
    assert laid(prompter).path.hexes == (gate,)


@pytest.mark.rule("N5.10", "N11.41")
def test_making_room_and_displacing_a_friend() -> None:
    state = position(OPEN, "F1 infantry 7-3 0303", "F2 infantry 6-3 0303")
    prompter = take_up(state, ChooseOverstackCure(FRENCH, Hex("0303")))
    assert prompter.offer().picked == (F1,)
    prompter.pick([F1, F2])
    assert prompter.offer().picked == (F2,)
    assert given(prompter.click(Hex("0304"))) == [Displacement(F2, Hex("0304"))]
    prompter.click(Hex("0303"))
    assert prompter.offer().picked == (F1,)
    assert isinstance(prompter.click(Hex("0707")), Refusal)

    prompter = take_up(state, DisplaceFriend(FRENCH, Hex("0303"), (F1,)))
    assert prompter.offer().picked == (F2,)
    assert given(prompter.click(Hex("0302"))) == [Displacement(F2, Hex("0302"))]


@pytest.mark.rule("N11.41")
def test_who_makes_room_is_ticked_and_each_hex_that_he_can_go_to_is_marked() -> None:
    state = position(OPEN, *(f"F{n} infantry 6-3 0303" for n in (1, 2, 3)))
    prompter = take_up(state, DisplaceFriend(FRENCH, Hex("0303"), (F1,)))
    assert [b.text for b in prompter.offer().buttons] == ["\N{CHECK MARK} F2", "F3"]
    assert not [b for b in prompter.offer().buttons if b.manner is Manner.MAIN]
    marked = overlays_of(prompter.offer().overlays).targets
    assert {target.hex for target in marked} == {*hexes("0202 0203 0302 0304 0402 0403")}
    assert not any(target.sources for target in marked)
    assert prompter.offer().hint == "Click a marked hex: F2 goes there. Or choose another unit."
    assert pointed(prompter, "0302") == "Click: F2 goes to 0302."
    ways = {target.hex: target.sources for target in overlays_of(prompter.offer().overlays).targets}
    assert [hex_ for hex_, way in ways.items() if way] == ["0302"]
    prompter.pick([F3])
    assert [b.text for b in prompter.offer().buttons] == ["F2", "\N{CHECK MARK} F3"]


# -- advance, leaders, rally, chance


@pytest.mark.rule("N8.92")
def test_who_advances() -> None:
    state = position(OPEN, "F1 infantry 5-3 0404", "F2 infantry 4-3 0404")
    prompter = take_up(state, ChooseAdvance(FRENCH, (F1, F2), Hex("0403")))
    words = [b.text for b in prompter.offer().buttons]
    assert words == ["All advance", "F1 advances", "F2 advances", "Nobody advances"]

    assert given(prompter.click(Hex("0403"))) == [(F1, F2)]
    prompter.pick([F2])
    assert given(prompter.click(Hex("0403"))) == [(F2,)]
    prompter.pick([])
    assert prompter.offer().barred is not None
    assert isinstance(prompter.click(Hex("0403")), Refusal)
    assert given(button(prompter, "nobody").response) == [None]


@pytest.mark.rule("N14.5", "N4.71")
def test_leaders_and_trains_go_one_by_one_and_the_command_at_the_end_of_the_turn() -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 0505",
        "F2 train 0101",
        "FL leader 0404",
        active="FI",
        segment=Segment.CONSOLIDATION,
        roads=["0101 0102 0103"],
    )
    prompter = take_up(state, MoveLeaderOrTrain(FRENCH, FI))
    assert overlays_of(prompter.offer().overlays).ready == {"0404", "0101"}

    prompter.click(Hex("0404"))
    assert prompter.offer().picked == ("FL",)
    prompter.hover(Hex("0505"))
    assert overlays_of(prompter.offer().overlays).path is not None
    (journey,) = given(prompter.click(Hex("0505")))
    assert isinstance(journey, Journey)
    assert (journey.piece, journey.hexes[-1]) == ("FL", "0505")

    prompter.pick([F2])
    (journey,) = given(prompter.click(Hex("0103")))
    assert journey == Journey("F2", hexes("0101 0102 0103"))
    assert isinstance(prompter.click(Hex("0707")), Refusal)
    assert given(prompter.drop(hexes("0101 0102"))) == [Journey("F2", hexes("0101 0102"))]
    assert prompter.back()

    state = position(OPEN, "F1 infantry 5-3 0505", "FO overall 0404 of:FI")
    prompter = take_up(state, MoveCommand(FRENCH))

    assert prompter.cycle(1) == "0404"
    (journey,) = given(prompter.click(Hex("0505")))
    assert journey.piece == "FO"
    assert button(prompter, "end").text == "Command stays"


@pytest.mark.rule("N13.6")
def test_the_order_of_rally_is_clicked_hex_by_hex() -> None:
    state = position(
        OPEN,
        "F1 infantry 5-3 0101 disrupted",
        "F2 infantry 5-3 0303 disrupted",
        "F3 infantry 5-3 0505 disrupted",
    )
    prompter = take_up(state, ChooseRallyOrder(FRENCH, hexes("0101 0303 0505")))

    assert prompter.click(Hex("0505")) is None
    assert prompter.click(Hex("0505")) is None
    assert given(prompter.click(Hex("0101"))) == [hexes("0505 0101 0303")]
    assert given(button(prompter, "order").response) == [hexes("0505 0101 0303")]
    assert prompter.back()
    assert given(button(prompter, "order").response) == [hexes("0101 0303 0505")]


def test_dice_and_chits_by_hand() -> None:
    state = position(OPEN, "F1 infantry 5-3 0101", "F2 infantry 5-3 0303 of:FII")
    state.chits = replace(
        state.chits,
        cups={**state.chits.cups, FRENCH: (state.formation_of(F2).id, state.formation_of(F1).id)},
    )

    die = take_up(state, Roll(CHANCE, "morale"))
    chit = prompter_for(state, DrawChit(CHANCE, FRENCH), ["FI", "FII"])

    assert [given(b.response) for b in die.offer().buttons] == [[n] for n in range(1, 7)]
    assert [b.text for b in chit.offer().buttons] == ["FI Corps", "FII Corps"]
    assert given(chit.offer().buttons[1].response) == ["FII"]
    assert "morale" in die.decision.sentence(state)
    assert "the French" in chit.decision.sentence(state)


def test_swapped_hidden_facts_change_no_word() -> None:
    """Other orders and another cup of the enemy's give the same prompts, offers and tips."""
    for seen, decision, options in played("2")[1][:160]:
        other, enemy = seen.copy(), seen.battle.enemy(Side(decision.side))
        hidden = [f.id for f in seen.battle.formations.values() if f.side == enemy]
        lines = {LineId(id_): Line(steps("probe 0101, fall back 0202")) for id_ in hidden}
        other.pad = replace(other.pad, lines={**other.pad.lines, **lines})
        drawn = tuple(reversed(hidden[: len(seen.chits.cups.get(enemy, ()))]))
        other.chits = replace(other.chits, cups={**other.chits.cups, enemy: drawn})
        swapped = view(other, Side(decision.side))

        assert decision.sentence(swapped) == decision.sentence(seen)
        assert words_of(swapped, decision, options) == words_of(seen, decision, options)


def words_of(seen: GameState, decision: Decision[Any], options: Sequence[Any]) -> list[Any]:
    """All that is said and shown of a question, and of three hexes."""
    offer = prompter_for(seen, decision, options).offer()
    buttons = [(b.id, b.text, b.tooltip) for b in offer.buttons]
    tips = [(hex_tip(seen, hex_), hex_words(seen, hex_)) for hex_ in list(seen.occupants)[:3]]
    return [offer.hint, overlays_of(offer.overlays), offer.picked, buttons, tips]


@pytest.mark.rule("N10.25")
def test_the_path_names_the_cavalry_that_may_meet_the_move() -> None:
    near = moving("F1 infantry 5-3 0303", "A1 heavy 5-3 0306")
    near.click(Hex("0303"))
    assert "A1 may charge them there" in pointed(near, "0304")

    riding = moving("F1 light 5-3 0303", "A1 heavy 5-3 0306")
    riding.click(Hex("0303"))
    assert "may charge" not in pointed(riding, "0304")


@pytest.mark.rule("N20.31")
def test_the_path_names_the_vedettes_that_cavalry_fires_at() -> None:
    lines = ("F1 light 5-3 0303", "A1 light 5-3 0707 vedettes:2", "A1-v1 vedette 0304")
    riding = moving(*lines)
    riding.click(Hex("0303"))
    assert "they fire at the vedettes in 0304" in pointed(riding, "0305")

"""Units and leaders who stay behind in a hex on the way of a stack (T7.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.app.games import load_game
from hexwar.engine import Refusal, SeededChance
from hexwar.engine.records import digest
from hexwar.engine.save import save
from hexwar.hexes import Hex
from hexwar.shell.prompter import Answer
from hexwar.systems.tlnb.events.hidden import VedettesRidden
from hexwar.systems.tlnb.events.movement import StayedBehind, UnitMoved
from hexwar.systems.tlnb.events.special import SnowRolled
from hexwar.systems.tlnb.kit import TLNB
from hexwar.systems.tlnb.lenses import Glance, TlnbLenses
from hexwar.systems.tlnb.prompters.movement import MovePrompter
from hexwar.systems.tlnb.rules.movement.dropping import Drop
from hexwar.systems.tlnb.rules.movement.reach import quote
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    WorkAtSpan,
    movement_segment,
)
from hexwar.systems.tlnb.state import Step, TlnbState
from hexwar.table.battle import TurnKind
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.hiding import Hiding
from hexwar.table.overlays import overlays_of
from hexwar.table.pieces import Box
from hexwar.table.reports import PathQuote
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import FRENCH, OPEN, Answers, Played, play, position, units
from tests.systems.tlnb.specials import ruled

NORTH = "0307 0306 0305 0304 0303 0302 0301"
FOOT, HORSE = "F1 infantry 4-3 0307", "F2 light 4-3 0307"


def at(*lines: str, rows: str = OPEN, **more: Any) -> TlnbState:
    return position(rows, *lines, step=Step.MOVEMENT, **more)


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(Hex(word) for word in text.split())


def drops(text: str) -> tuple[Drop, ...]:
    """From ``F1 0303 FL 0302``."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return tuple(Drop(UnitId(piece), Hex(hex_)) for piece, hex_ in pairs)


def marched(path: str, left: str, leaders: str = "", **more: Any) -> March:
    riding = tuple(LeaderId(x) for x in leaders.split())
    return March(hexes(path), leaders=riding, drops=drops(left), **more)


def law(state: TlnbState, who: str, march: March) -> str | None:
    """The rule that refuses a move of units together, or None."""
    refusal = ChoosePath(FRENCH, units(who)).refusal(state, march)
    return None if refusal is None else refusal.rule


def go(state: TlnbState, who: str, march: March, *dice: int, **more: Any) -> Played:
    answers: Answers = {"MoveUnits": [units(who)], "ChoosePath": [march], **more}
    return play(state, movement_segment, dice, answers)


def where(played: Played, *who: str) -> list[str | None]:
    table = played.state
    return [
        table.units[UnitId(one)].hex if one in table.units else table.leaders[LeaderId(one)].hex
        for one in who
    ]


def moves(played: Played) -> list[UnitMoved]:
    return [*played.of(StayedBehind), *played.of(UnitMoved)]


# -- what the rest pay, and how far they go


@pytest.mark.rule("T7.8")
@each(
    "end left rule",
    ("0303", "", None),  # 4 MP: as far as infantry goes
    ("0302", "", "T7.1"),
    ("0301", "F1 0303", None),  # 6 MP: the horse goes on
    ("0301", "F1 0304", None),
    ("0301", "F1 0302", "T7.1"),  # the foot does not come so far
    ("0302", "F2 0304", "T7.1"),  # the foot has 4 MP still
    ("0303", "F2 0304", None),
)
def test_the_rest_goes_on_with_the_allowance_of_the_slowest_with_it(
    end: str, left: str, rule: str | None
) -> None:
    path = NORTH[: NORTH.index(end) + 4]
    assert law(at(FOOT, HORSE), "F1 F2", marched(path, left)) == rule


@pytest.mark.rule("T7.8", "T7.3")
@each(
    "left steps",
    ("", [8, 8]),  # woods: 4 MP for horse, 2 for foot
    ("F2 0306", [8, 4]),
    ("F1 0306", [8, 8]),
)
def test_each_hex_costs_what_those_pay_who_enter_it(left: str, steps: list[int]) -> None:
    rows = OPEN.split("\n")
    for row in (4, 5):
        rows[row] = ".  .  w  .  .  .  ."
    state = at(FOOT, HORSE, rows="\n".join(rows), allowances=(8, 9))
    path = hexes("0307 0306 0305")
    found = quote(state, units("F1 F2"), path, column=False, drops=drops(left))
    assert isinstance(found, PathQuote)
    assert [step.halves for step in found.steps] == steps


@pytest.mark.rule("T7.8", "T7.2")
def test_who_lacks_the_mp_for_one_hex_goes_it_alone() -> None:
    state = at(FOOT, HORSE, allowances=(0, 6))
    assert law(state, "F1 F2", marched("0307 0306", "")) is None
    assert law(state, "F1 F2", marched("0307 0306 0305", "F1 0306")) == "T7.1"


@pytest.mark.rule("T7.8")
@each(
    "left",
    "F1 0306 F2 0305",  # somebody must go to the end
    "F1 0306 F1 0305",  # each once
    "F3 0306",  # he does not go with them
    "FL 0306",  # nor does he ride along
    "F1 0304",  # the end is no hex on the way
    "F1 0307",  # nor is the start
    "F1 0406",
)
def test_what_is_no_way_to_stay_behind(left: str) -> None:
    state = at(FOOT, HORSE, "F3 light 1-3 0307", "FL leader 0307 rating:3")
    assert law(state, "F1 F2", marched("0307 0306 0305 0304", left)) == "T7.8"


@pytest.mark.rule("T7.8", "T8.2")
def test_nobody_goes_on_from_an_enemy_zone() -> None:
    state = at(FOOT, HORSE, "A1 infantry 4-3 0204")
    assert law(state, "F1 F2", marched("0307 0306 0305 0304", "F1 0306")) == "T8.2"
    assert law(state, "F1 F2", marched("0307 0306 0305", "F1 0306")) is None


@pytest.mark.rule("T7.8", "T17.2")
def test_a_vedette_stays_in_an_enemy_zone_and_the_other_goes_on() -> None:
    lines = "F1 light 4-3 spread vedettes:2", "F1-v1 vedette 0307", "F1-v2 vedette 0307"
    state = at(*lines, "A1 infantry 4-3 0204", flags={"hidden": "on"})
    march = marched("0307 0306 0305 0304 0303", "F1-v1 0305")
    done = go(state, "F1-v1 F1-v2", march)
    assert where(done, "F1-v1", "F1-v2") == ["0305", "0303"]


@pytest.mark.rule("T7.8", "T22.6")
@each(
    "officer left rule",
    ("0307", "", "T22.6"),  # three hexes from the end
    ("0307", "F1 0305", None),  # two from where he stays
    ("0707", "F1 0305", "T22.6"),
)
def test_at_night_each_stays_near_his_own_officer(
    officer: str, left: str, rule: str | None
) -> None:
    lines = (
        "F1 infantry 4-3 0306",
        "F2 infantry 4-3 0306 of:FII",
        f"FL leader {officer} rating:3",
        "FM leader 0304 rating:3 of:FII",
    )
    state = at(*lines, kind=TurnKind.NIGHT_PM)
    assert law(state, "F1 F2", marched("0306 0305 0304", left)) == rule


# -- what happens


@pytest.mark.rule("T7.8")
def test_who_stays_behind_has_moved_and_paid_as_far_as_he_went() -> None:
    done = go(at(FOOT, HORSE), "F1 F2", marched(NORTH, "F1 0304"))
    assert where(done, "F1", "F2") == ["0304", "0301"]
    assert [done.state.units[u].spent for u in units("F1 F2")] == [6, 12]
    assert all(done.state.units[u].moved for u in units("F1 F2"))
    refusal = MoveUnits(FRENCH).refusal(done.state, units("F1"))
    assert refusal is not None
    assert refusal.rule == "T7.1"
    stayed, moved = moves(done)
    assert isinstance(stayed, StayedBehind)
    assert (stayed.rule, stayed.units, stayed.path) == ("T7.8", units("F1"), hexes(NORTH)[:4])
    assert (moved.units, moved.path, moved.halves) == (units("F2"), hexes(NORTH), 12)


@pytest.mark.rule("T7.8")
def test_two_stay_in_one_hex_and_one_in_another() -> None:
    more = "F3 infantry 1-3 0307", "F4 light 1-3 0307"
    march = marched(NORTH, "F1 0304 F3 0304 F2 0303")
    done = go(at(FOOT, HORSE, *more), "F1 F2 F3 F4", march)
    assert where(done, "F1", "F2", "F3", "F4") == ["0304", "0303", "0304", "0301"]
    assert [event.units for event in moves(done)] == [
        units("F1 F3"),
        units("F2"),
        units("F4"),
    ]


@pytest.mark.rule("T7.8", "T5.2")
def test_leaders_alight_with_a_unit_or_by_themselves() -> None:
    lines = FOOT, HORSE, "FL leader 0307 rating:3", "FM leader 0307 rating:3", "FN leader 0307"
    state = at(*lines)
    march = marched(NORTH, "F1 0304 FL 0304 FM 0305", "FL FM FN")
    done = go(state, "F1 F2", march)
    assert where(done, "F1", "F2", "FL", "FM", "FN") == ["0304", "0301", "0304", "0305", "0301"]
    assert done.state.command.moved >= {LeaderId("FL"), LeaderId("FM"), LeaderId("FN")}
    assert [(event.units, event.leaders) for event in moves(done)] == [
        ((), ("FM",)),
        (("F1",), ("FL",)),
        (("F2",), ("FN",)),
    ]
    alone = go(state, "F2", marched("0307 0306 0305", "FL 0306", "FL"))
    assert where(alone, "F2", "FL") == ["0305", "0306"]


@pytest.mark.rule("T7.8", "T9.8")
def test_in_a_full_hex_somebody_makes_room_when_the_segment_ends() -> None:
    state = at(FOOT, HORSE, "F3 infantry 6-3 0305", "F4 infantry 6-3 0305")
    march = marched("0307 0306 0305 0304", "F1 0305")
    assert law(state, "F1 F2", march) is None
    done = go(state, "F1 F2", march).state
    over = play(done, movement_segment, [], {"MoveUnits": [None], "BuildPosition": [None]})
    assert len(over.questions("DisplaceExcess")) == 1  # 4 + 6 + 6 SP
    assert over.questions("DisplaceExcess")[0].hex == "0305"


@pytest.mark.rule("T7.8", "T7.67")
def test_who_stays_behind_may_work_at_a_span_there() -> None:
    state = at(FOOT, HORSE, trestles=["0305-0306"], streams=["0305-0306"])
    march = marched("0307 0306 0206 0205", "F1 0306")
    asked = go(state, "F1 F2", march).questions(WorkAtSpan)
    assert [question.units for question in asked] == [units("F1")]


@pytest.mark.rule("T7.8", "T17.6")
@each(
    "left foot horse",
    ("F1 0306", "0306", "0305"),  # he is out of it before
    ("F1 0304", "0305", "0305"),  # nobody comes so far
)
def test_a_hidden_zone_halts_those_who_come_to_it(left: str, foot: str, horse: str) -> None:
    state = at(FOOT, HORSE, "A1 infantry 1-3 0404", flags={"hidden": "on"})
    state.hiding = Hiding(hidden=frozenset({"A1"}))
    done = go(state, "F1 F2", marched(NORTH, left))
    assert where(done, "F1", "F2") == [foot, horse]
    assert not done.state.hiding.hidden


@pytest.mark.rule("T7.8", "T17.4")
@each("left rides", ("F2 0306", 0), ("F2 0304", 1))
def test_only_cavalry_that_comes_to_them_rides_at_vedettes(left: str, rides: int) -> None:
    lines = "A1 light 4-3 spread vedettes:1", "A1-v1 vedette 0305", FOOT, HORSE
    state = at(*lines, flags={"hidden": "on"})
    dice = [4] * rides
    done = go(state, "F1 F2", marched("0307 0306 0305 0304 0303", left), *dice)
    assert len(done.of(VedettesRidden)) == rides


@pytest.mark.rule("T7.8", "T7.9")
def test_one_stays_and_the_other_leaves_the_map() -> None:
    state = at(FOOT, HORSE, exits={Hex("0305"): FRENCH}, bases=["french:0101"])
    march = marched("0307 0306 0305", "F1 0306", exits=True)
    assert law(state, "F1 F2", march) is None
    done = go(state, "F1 F2", march)
    assert where(done, "F1", "F2") == ["0306", None]
    assert done.state.units[UnitId("F2")].box is Box.EXITED
    dear = at(FOOT, HORSE, exits={Hex("0305"): FRENCH}, allowances=(4, 2))
    assert law(dear, "F1 F2", march) == "T7.9"


@pytest.mark.rule("T7.9", "T17.6")
def test_who_runs_into_the_enemy_on_his_way_out_stays() -> None:
    state = at(FOOT, "A1 infantry 1-3 0404", exits={Hex("0304"): FRENCH}, flags={"hidden": "on"})
    state.hiding = Hiding(hidden=frozenset({"A1"}))
    done = go(state, "F1", marched("0307 0306 0305 0304", "", exits=True))
    assert where(done, "F1") == ["0305"]


@pytest.mark.rule("T7.8", "T34.6")
def test_who_stays_behind_in_the_snow_is_not_driven_on_with_the_rest() -> None:
    state = at(FOOT, HORSE, weather="snowstorm", allowances=(6, 9))
    state = ruled(state, "snow-blindness", left_on=1, right_on=6)
    first, then = marched("0307 0306 0305 0304", "F1 0305"), March(hexes("0204"))
    answers: Answers = {"MoveUnits": [units("F1 F2")], "ChoosePath": [first, then]}
    done = play(state, movement_segment, [3, 1], answers)
    assert [event.units for event in done.of(SnowRolled)] == [units("F1 F2"), units("F2")]
    assert [question.units for question in done.questions(ChoosePath)][1] == units("F2")
    assert where(done, "F1", "F2") == ["0305", "0204"]


# -- one answer of a game


def at_moves(name: str) -> Any:
    session = TLNB.new_game(name, SeededChance("5"), {})
    while not isinstance(session.pending, MoveUnits):
        session.answer(session.options[0])
    return session


def parting(session: Any) -> tuple[tuple[UnitId, ...], March]:
    """A stack that moves, and a path on which its first unit stays behind."""
    for option in session.options:
        if not isinstance(option, tuple) or len(option) < 2:
            continue
        asked = ChoosePath(session.pending.side, option)
        far = (march for march in asked.options(session.state) if len(march.path) > 2)
        for march in far:
            longer = replace(march, drops=(Drop(option[0], march.path[1]),))
            if asked.refusal(session.state, longer) is None:
                return option, longer
    raise AssertionError(session.options)


@pytest.mark.rule("T7.8")
def test_it_is_undone_saved_and_replayed() -> None:
    session = at_moves("vauchamps")
    before = digest(session.state)
    stack, march = parting(session)
    session.answer(stack)
    session.answer(march)
    after = digest(session.state)
    assert session.state.units[stack[0]].hex == march.path[1]
    again = load_game(save(session), SeededChance("6"))
    assert digest(again.state) == after
    session.undo()
    assert digest(session.state) == before
    session.redo()
    assert digest(session.state) == after


# -- at the board


def chosen(*lines: str, leaders: str = "", **more: Any) -> MovePrompter:
    state, asked = at(*lines, **more), MoveUnits(FRENCH)
    prompter = MovePrompter(state, asked, asked.options(state))
    assert prompter.click(Hex("0307")) is None
    if leaders:
        prompter.pick((*prompter.offer().picked, *(LeaderId(x) for x in leaders.split())))
    return prompter


def answers(prompter: MovePrompter, hex_: str) -> tuple[Answer, ...]:
    given = prompter.click(Hex(hex_))
    assert isinstance(given, tuple)
    return given


@pytest.mark.rule("T7.8")
def test_a_unit_is_left_at_a_hex_and_the_reach_of_the_rest_goes_on_from_there() -> None:
    prompter = chosen(FOOT, HORSE)
    before = overlays_of(prompter.offer().overlays).reach
    assert before is not None
    assert "0301" not in before.left
    assert prompter.leavable(Hex("0304")) == units("F1 F2")
    assert prompter.leave(Hex("0304"), units("F1")) is None
    offer = prompter.offer()
    reach = overlays_of(offer.overlays).reach
    assert reach is not None
    assert reach.left[Hex("0301")] == 0  # 6 MP of the horse
    assert reach.left[Hex("0303")] == 4
    assert [(stay.hex, stay.text) for stay in overlays_of(offer.overlays).stays] == [
        ("0304", "F1 stays")
    ]
    prompter.hover(Hex("0301"))
    assert "6 MP, 0 left; F1 stays in 0304" in prompter.offer().hint
    given = prompter.click(Hex("0301"))
    assert given == (
        Answer(MoveUnits, units("F1 F2")),
        Answer(ChoosePath, marched(NORTH, "F1 0304")),
    )
    assert prompter.back()  # the hex on the way, then the stack
    assert overlays_of(prompter.offer().overlays).reach == before
    assert prompter.back()
    assert not prompter.back()


@pytest.mark.rule("T7.8")
def test_a_leader_is_left_and_a_hex_is_only_passed() -> None:
    prompter = chosen(FOOT, HORSE, "FL leader 0307 rating:3", leaders="FL")
    assert prompter.leavable(Hex("0406")) == (*units("F1 F2"), "FL")
    assert prompter.leave(Hex("0406"), ()) is None
    assert prompter.leave(Hex("0405"), (LeaderId("FL"),)) is None
    assert prompter.leavable(Hex("0404")) == units("F1 F2")
    (_, answer) = answers(prompter, "0404")
    path = "0307 0406 0405 0404"
    assert answer.value == marched(path, "FL 0405", "FL")
    alone = chosen(FOOT, "FL leader 0307 rating:3", leaders="FL")
    assert alone.leavable(Hex("0306")) == (LeaderId("FL"),)


@pytest.mark.rule("T7.8")
@each(
    "hex_ who rule",
    ("0307", "F1", "T7.8"),  # where they stand
    ("0306", "F1 F2", "T7.8"),  # nobody would go on
    ("0301", "F1", "T7.1"),  # out of reach
    ("0303", "F2", "T7.1"),  # the foot has no MP left there
    ("0405", "F1", "T8.2"),  # in the zone of A1
)
def test_why_nobody_is_left_somewhere(hex_: str, who: str, rule: str) -> None:
    prompter = chosen(FOOT, HORSE, "A1 infantry 4-3 0505")
    found = prompter.leave(Hex(hex_), units(who))
    assert isinstance(found, Refusal)
    assert found.rule == rule
    assert not prompter.offer().march.drops


@pytest.mark.rule("T7.8")
def test_two_who_are_at_the_end_of_their_mp_are_left_one_after_the_other() -> None:
    prompter = chosen(FOOT, HORSE, "F3 infantry 1-3 0307")
    assert prompter.leavable(Hex("0303")) == units("F1 F3")
    assert prompter.leave(Hex("0303"), units("F1")) is None
    assert prompter.leave(Hex("0303"), units("F3")) is None
    (_, answer) = answers(prompter, "0301")
    assert answer.value == marched(NORTH, "F1 0303 F3 0303")


def test_before_anybody_is_chosen_nobody_is_left() -> None:
    state, asked = at(FOOT), MoveUnits(FRENCH)
    found = MovePrompter(state, asked, asked.options(state)).leavable(Hex("0306"))
    assert isinstance(found, Refusal)
    assert "Choose the units first" in found.sentence


@pytest.mark.rule("T7.8")
def test_the_lens_shows_where_the_rest_could_go_on() -> None:
    prompter = chosen(FOOT, HORSE)
    prompter.leave(Hex("0305"), units("F1"))
    prompter.hover(Hex("0304"))
    offer = prompter.offer()
    glance = Glance(
        prompter.view,
        FRENCH,
        over=Hex("0304"),
        picked=offer.picked,
        path=overlays_of(offer.overlays).path,
        drops=offer.march.drops,
    )
    lenses = TlnbLenses()
    lenses.switch("further", on=True)
    reach = lenses.laid(glance, overlays_of(offer.overlays)).further
    assert reach is not None
    assert reach.left[Hex("0301")] == 0
    (reason,) = lenses.reasons(glance)
    assert "Beyond 0304, with 3 MP left" in reason.sentence


@pytest.mark.rule("T7.8", "T8.2")
@each("end rule words", ("0405", "T8.2", "halt in 0405"), ("0303", "T7.1", "go on from 0303"))
def test_the_lens_says_why_nobody_goes_on(end: str, rule: str, words: str) -> None:
    prompter = chosen(FOOT, "A1 infantry 4-3 0505")
    prompter.hover(Hex(end))
    offer = prompter.offer()
    glance = Glance(prompter.view, FRENCH, over=Hex(end), picked=offer.picked)
    lenses = TlnbLenses()
    lenses.switch("further", on=True)
    (reason,) = lenses.reasons(replace(glance, path=overlays_of(offer.overlays).path))
    assert reason.rule == rule
    assert words in reason.sentence

"""Hidden forces: flags, dummies, what reveals them, what the enemy is shown (T16, T17.6, T17.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from hexwar.ground.hiding import is_seen
from hexwar.hexes import Hex
from hexwar.systems.tlnb.events.command import LeaderMoved, OfficersNamed
from hexwar.systems.tlnb.events.hidden import ForcePushed, ForceRepulsed
from hexwar.systems.tlnb.events.losses import UnitEliminated, UnitRetreated
from hexwar.systems.tlnb.events.movement import UnitMoved, UnitStayed
from hexwar.systems.tlnb.events.turn import HexControlled, SegmentBegan, TrainCaptured
from hexwar.systems.tlnb.rules.combat.combat import DeclareAttack, attack
from hexwar.systems.tlnb.rules.combat.outcomes import ends_of_attack
from hexwar.systems.tlnb.rules.combat.retreat import Blame, Flight, RetreatStack, retreat
from hexwar.systems.tlnb.rules.command.leaders import LeaderMove, MoveLeader, leaders_segment
from hexwar.systems.tlnb.rules.movement.hidden import (
    HideStacks,
    PlaceDummy,
    Sham,
    Veil,
    bears_flag,
    betray,
    cover_forces,
    hidable_stacks,
    hidden_segment,
    is_betrayed,
)
from hexwar.systems.tlnb.rules.movement.repulse import PushBack, RevealForce
from hexwar.systems.tlnb.rules.movement.segment import (
    ChoosePath,
    March,
    MoveUnits,
    movement_segment,
)
from hexwar.systems.tlnb.rules.turn.sequence import sequence
from hexwar.systems.tlnb.rules.turn.status import begin_game
from hexwar.systems.tlnb.rules.turn.steps import next_step
from hexwar.systems.tlnb.state import Blow, Step, TlnbState, knowledge, view
from hexwar.table.battle import TurnKind
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.hearsay import Hearsay
from hexwar.table.hiding import Hiding
from hexwar.table.hiding_facts import DummyRemoved, DummySet, ForceHidden, ForceRevealed
from hexwar.table.pieces import Box
from tests.systems.nlc.cases import each
from tests.systems.tlnb.cases import ALLIED, FRENCH, OPEN, Answers, Played, play, position, units

STRIP = ". . . . . . . . ."
"""Nine hexes in a row: 0101 to 0901."""

FIELD = "\n".join([".  " * 16] * 7)
ON: Mapping[str, str] = {"hidden": "on"}


def fog(
    rows: str,
    *lines: str,
    hidden: str = "",
    dummies: str = "",
    step: Step = Step.MOVEMENT,
    **more: Any,
) -> TlnbState:
    """A position in which some pieces, and dummies of the Allies, lie under flags."""
    state = position(rows, *lines, step=step, flags={**ON, **more.pop("flags", {})}, **more)
    lying = {f"allied-dummy-{n}": Hex(at) for n, at in enumerate(dummies.split(), start=1)}
    state.hiding = Hiding(hidden=frozenset(hidden.split()), dummies=lying)
    return state


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(Hex(word) for word in text.split())


def march(state: TlnbState, path: str, *dice: int, who: str = "F1", **more: Any) -> Played:
    answers: Answers = {MoveUnits: [units(who)], ChoosePath: [March(hexes(path))], **more}
    return play(state, movement_segment, dice, answers)


def where(played: Played, *who: str) -> list[str | None]:
    return [played.state.units[UnitId(one)].hex for one in who]


# -- the option (T16.1), and who has a flag (T16.2, T1.12)


@pytest.mark.rule("T16.1", "T16.8")
def test_without_the_option_nobody_is_asked_and_nothing_is_hidden() -> None:
    lines = ("F8 leader 0101 rating:3", "A8 leader 0901 rating:3")
    off = position(STRIP, *lines)
    played = play(off, begin_game)
    assert not played.questions(HideStacks)
    on = position(STRIP, *lines, flags=ON)
    assert [q.side for q in play(on, begin_game).questions(HideStacks)] == [FRENCH, ALLIED]


@pytest.mark.rule("T16.2", "T1.12")
def test_leaders_vedettes_and_units_of_one_sp_have_a_flag() -> None:
    state = fog(
        STRIP,
        "F1 infantry 1-3 0101",
        "F2 infantry 2-3 0201",
        "F3 light 4-3 spread vedettes:1",
        "F3-v1 vedette 0301",
        "F8 leader 0401 rating:3",
        "F4 train 0501",
    )
    flags = {piece: bears_flag(state, piece) for piece in ("F1", "F2", "F3-v1", "F8", "F4")}
    assert flags == {"F1": True, "F2": False, "F3-v1": True, "F8": True, "F4": False}
    assert hidable_stacks(state, FRENCH) == hexes("0101 0301 0401")


@pytest.mark.rule("T16.8")
def test_only_a_stack_that_no_enemy_sees_may_be_hidden() -> None:
    lines = ("F1 infantry 4-3 0101", "F8 leader 0101 rating:3", "A1 infantry 4-3 {}")
    far = fog(STRIP, *(line.format("0501") for line in lines))
    near = fog(STRIP, *(line.format("0401") for line in lines))
    assert hidable_stacks(far, FRENCH) == hexes("0101")
    assert hidable_stacks(near, FRENCH) == ()
    refusal = HideStacks(FRENCH).refusal(near, Veil(hexes("0101")))
    assert refusal is not None
    assert refusal.rule == "T16.8"


@pytest.mark.rule("T16.8")
def test_both_sides_are_asked_in_b3_and_all_else_stays_as_it_is() -> None:
    lines = (
        "F1 infantry 4-3 0101",
        "F8 leader 0101 rating:3",
        "F2 infantry 1-3 0102",
        "A8 leader 1601 rating:3",
    )
    state = fog(FIELD, *lines, step=Step.HIDDEN)
    played = play(state, hidden_segment, [], {HideStacks: [Veil(hexes("0101")), None, None]})
    assert played.of(ForceHidden) == [ForceHidden(FRENCH, ("F1", "F8"), Hex("0101"))]
    assert [q.side for q in played.questions(HideStacks)] == [FRENCH, FRENCH, ALLIED]
    assert played.state.hiding.hidden == {"F1", "F8"}
    assert not is_betrayed(played.state)  # who comes out of sight does not hide by himself


# -- what reveals (T16.3)


@pytest.mark.rule("T16.3", "T17.8")
@each(
    "eyes place more seen",
    ("infantry 5-3", "0201", {}, True),  # next to it
    ("infantry 5-3", "0401", {}, True),  # three hexes in clear
    ("infantry 5-3", "0501", {}, False),  # four
    ("vedette", "0401", {}, True),
    ("vedette", "0501", {}, False),
    ("train", "0201", {}, False),
    ("infantry 5-3", "0301", {"weather": "fog"}, False),
)
def test_units_and_vedettes_see_three_hexes_far(
    eyes: str, place: str, more: dict[str, Any], seen: bool
) -> None:
    line = f"F1 {eyes} 0101"
    lines = (
        (line,) if eyes != "vedette" else ("F1 light 4-3 spread vedettes:1", "F1-v1 vedette 0101")
    )
    state = fog(STRIP, *lines, f"A1 infantry 1-3 {place}", hidden="A1", **more)
    assert is_seen(state, Hex(place), FRENCH) is seen


@pytest.mark.rule("T16.3", "T16.5")
def test_a_leader_on_a_hilltop_sees_twelve_hexes_far() -> None:
    rows, level = ". " * 15, "1 " + ". " * 14
    for place, seen in (("1301", True), ("1401", False)):
        state = fog(
            rows,
            "F8 leader 0101 rating:3",
            f"A1 infantry 1-3 {place}",
            hidden="A1",
            elevation=level,
        )
        assert is_seen(state, Hex(place), FRENCH) is seen


@pytest.mark.rule("T16.3")
@each(
    "before after",
    (Step.MOVEMENT, Step.HIDDEN),
    (Step.HIDDEN, Step.DECLARATION),
    (Step.DECLARATION, Step.BOMBARDMENT),
    (Step.BOMBARDMENT, Step.CHARGE),
    (Step.CHARGE, Step.COMBAT),
)
def test_both_sides_look_in_b3_and_as_each_combat_segment_begins(before: Step, after: Step) -> None:
    lines = ("F1 infantry 1-3 0101", "A1 infantry 1-3 0401")
    state = fog(STRIP, *lines, hidden="F1 A1", step=before)

    async def on(table: Any) -> None:
        next_step(table)

    played = play(state, on)
    assert played.of(SegmentBegan)[0].step is after
    assert {e.pieces for e in played.of(ForceRevealed)} == {("F1",), ("A1",)}
    assert not played.state.hiding.hidden


@pytest.mark.rule("T16.3")
def test_nobody_looks_while_units_move() -> None:
    lines = ("F1 infantry 4-3 0101", "A1 infantry 1-3 0501")
    state = fog(STRIP, *lines, hidden="A1")
    played = march(state, "0101 0201")
    assert not played.of(ForceRevealed)
    assert not is_betrayed(played.state)


@pytest.mark.rule("T16.3")
def test_contact_that_comes_of_a_fight_reveals_at_once() -> None:
    lines = ("F1 infantry 4-3 0101", "A1 infantry 1-3 0201")
    state = fog(STRIP, *lines, hidden="A1", step=Step.COMBAT)
    assert is_betrayed(state)
    assert play(state, betray).of(ForceRevealed)[0].pieces == ("A1",)
    assert not is_betrayed(fog(STRIP, *lines, hidden="A1", step=Step.LEADERS))


@pytest.mark.rule("T16.3")
def test_who_attacks_shows_himself_first() -> None:
    lines = ("F1 infantry 4-3 0304", "A1 infantry 4-3 0404")
    state = fog(OPEN, *lines, hidden="F1", step=Step.COMBAT)
    blow = Blow(units("F1"), Hex("0404"))
    played = play(state, lambda table: attack(table, blow), [1])
    story = played.found.story
    assert story.index("ForceRevealed") < story.index("AttackDeclared")


@pytest.mark.rule("T16.2")
def test_who_has_no_flag_left_lies_open() -> None:
    lines = ("F1 infantry 4-3 0101", "F8 leader 0301 rating:3", "A1 infantry 1-3 0901")
    state = fog(STRIP, *lines, hidden="F1 F8 A1")
    assert is_betrayed(state)
    played = play(state, betray)
    assert [(e.pieces, e.cause) for e in played.of(ForceRevealed)] == [(("F1",), "bare")]
    assert played.state.hiding.hidden == {"F8", "A1"}
    assert sequence.__module__  # the sequence of play asks this between two procedures


@pytest.mark.rule("T16.3")
@each("flags forced", (ON, False), ({"hidden": "off"}, True))
def test_the_segment_does_not_end_by_itself_before_it_is_looked_about(
    flags: dict[str, str], forced: bool
) -> None:
    state = position(STRIP, "F1 infantry 4-3 0101 moved", step=Step.MOVEMENT, flags=flags)
    asked = MoveUnits(FRENCH)
    assert asked.options(state) == [None]
    assert asked.is_forced(state, [None]) is forced


# -- what the enemy is shown (T16.9)


@pytest.mark.rule("T16.9")
def test_the_enemy_sees_a_flag_and_its_hex_and_neither_who_nor_how_many() -> None:
    theirs = ("A1 infantry 5-3 0701", "A2 light 1-3 0701", "A8 leader 0701 rating:3")
    state = fog(STRIP, "F1 infantry 5-3 0101", *theirs, hidden="A1 A2 A8")
    state.command = replace(state.command, units=frozenset(units("A1 F1")))
    state.supply = replace(state.supply, unsupplied=frozenset(units("A1")))
    seen = view(state, FRENCH)
    assert seen.hiding == Hiding(flags={Hex("0701"): ALLIED})
    for one in units("A1 A2"):
        assert (seen.units[one].hex, seen.units[one].box) == (None, Box.UNSEEN)
    assert seen.leaders[LeaderId("A8")].box is Box.UNSEEN
    assert seen.command.units == set(units("F1"))
    assert not seen.supply.unsupplied
    own = view(state, ALLIED)
    assert own.units == state.units
    assert own.command == state.command
    assert not own.hiding.flags


@pytest.mark.rule("T16.9")
def test_a_dummy_looks_like_a_force_and_questions_are_the_same() -> None:
    lines = ("F1 infantry 5-3 0101", "A1 infantry 1-3 0401", "A2 infantry 1-3 0801")
    force = fog(STRIP, *lines, hidden="A1 A2")
    dummy = fog(STRIP, lines[0], "A1 infantry 1-3 0801", lines[2], hidden="A1 A2", dummies="0401")
    known = [knowledge(state, FRENCH) for state in (force, dummy)]
    assert known[0].units == known[1].units
    assert known[0].hiding == known[1].hiding
    for question in (MoveUnits(FRENCH), ChoosePath(FRENCH, units("F1"))):
        assert question.options(known[0]) == question.options(known[1])
    far = March(hexes("0101 0201 0301 0401 0501"))
    assert ChoosePath(FRENCH, units("F1")).refusal(known[0], far) is None
    assert ChoosePath(FRENCH, units("F1")).refusal(force, far) is not None


@pytest.mark.rule("T16.9")
def test_the_zone_of_a_hidden_unit_stops_and_shows_nothing_before() -> None:
    lines = ("F1 infantry 5-3 0102", "A1 infantry 1-3 0402")
    state = fog("\n".join([STRIP] * 3), *lines, hidden="A1")
    path = "0102 0202 0302 0303"
    known = knowledge(state, FRENCH)
    assert ChoosePath(FRENCH, units("F1")).refusal(known, March(hexes(path))) is None
    played = march(state, path)
    assert where(played, "F1") == ["0302"]
    assert played.of(UnitMoved)[0].halves == 4  # two hexes of clear
    assert played.of(ForceRevealed)[0].cause == "met"
    assert not played.of(ForceRepulsed)


@pytest.mark.rule("T16.9")
def test_a_hex_that_a_hidden_unit_wins_seems_the_enemys_till_it_is_seen() -> None:
    lines = ("F1 infantry 5-3 0101", "A1 infantry 1-3 0701")
    state = fog(STRIP, *lines, hidden="A1", control={Hex("0701"): FRENCH})
    HexControlled(Hex("0701"), ALLIED, UnitId("A1")).happen(state)
    assert view(state, FRENCH).holding.control[Hex("0701")] == FRENCH
    assert UnitId("A1") not in view(state, FRENCH).holding.last_in.values()
    assert view(state, ALLIED).holding.control[Hex("0701")] == ALLIED
    ForceRevealed(ALLIED, ("A1",), Hex("0701"), "seen").happen(state)
    assert view(state, FRENCH).holding.control[Hex("0701")] == ALLIED


@pytest.mark.rule("T16.9")
def test_the_enemy_hears_nothing_of_what_hidden_pieces_do() -> None:
    state = fog(STRIP, "F1 infantry 5-3 0101", "A1 infantry 1-3 0801", "A8 leader 0801 rating:3")
    hearsay = Hearsay(state.battle)
    events = [
        ForceHidden(ALLIED, ("A1", "A8"), Hex("0801")),
        UnitMoved(units("A1"), hexes("0801 0701"), 2),
        LeaderMoved(LeaderId("A8"), hexes("0801 0701")),
        OfficersNamed(LeaderId("A8"), ()),
        DummySet(ALLIED, "allied-dummy-1", Hex("0901")),
        ForceRevealed(ALLIED, ("A1", "A8"), Hex("0701"), "seen"),
        UnitMoved(units("A1"), hexes("0701 0801"), 2),
    ]
    hearsay.follow(events)
    assert [hearsay.knows(event, FRENCH) for event in events] == [*[False] * 5, True, True]
    assert all(hearsay.knows(event, ALLIED) for event in events)


# -- dummies (T16.6, T16.10)


@pytest.mark.rule("T16.6", "T16.10")
def test_a_side_has_a_dummy_for_each_officer_on_the_map_next_to_its_stacks() -> None:
    lines = ("F1 infantry 4-3 0202", "F8 leader 0202 rating:3", "A1 infantry 4-3 1606")
    state = fog(FIELD, *lines, step=Step.HIDDEN)
    dummy = Sham("french-dummy-1")
    ends = {h for h in PlaceDummy(FRENCH, dummy.dummy).options(state) if h is not None}
    assert ends == set(state.battle.battlefield.grid.neighbours[Hex("0202")])
    answers: Answers = {HideStacks: [dummy, None], PlaceDummy: [Hex("0303")]}
    played = play(state, lambda table: cover_forces(table, FRENCH), [], answers)
    assert played.of(DummySet) == [DummySet(FRENCH, "french-dummy-1", Hex("0303"))]
    assert dummy not in HideStacks(FRENCH).options(played.state)  # one officer, one dummy
    lone = fog(FIELD, "F1 infantry 4-3 0202", step=Step.HIDDEN)
    assert HideStacks(FRENCH).options(lone) == [None]
    seen = view(played.state, ALLIED)
    assert seen.hiding.flags == {Hex("0303"): FRENCH}
    assert not seen.hiding.dummies


@pytest.mark.rule("T16.6", "T16.10")
def test_a_dummy_moves_six_mp_once_a_turn_and_never_into_an_enemy_zone() -> None:
    lines = ("F1 infantry 4-3 0101", "A1 infantry 4-3 1207", "A8 leader 1602 rating:3")
    state = fog(FIELD, *lines, dummies="0801", side=ALLIED)
    sham = Sham("allied-dummy-1")
    ends = PlaceDummy(ALLIED, sham.dummy).options(state)
    assert Hex("1401") in ends  # six hexes of clear
    assert Hex("1501") not in ends
    assert Hex("0201") not in ends  # the enemy's zone; nor where he sees it
    answers: Answers = {MoveUnits: [sham], PlaceDummy: [Hex("1401")]}
    played = play(state, movement_segment, [], answers)
    assert played.state.hiding.dummies == {sham.dummy: Hex("1401")}
    refusal = MoveUnits(ALLIED).refusal(played.state, sham)
    assert refusal is not None
    assert refusal.rule == "T16.10"


@pytest.mark.rule("T16.10", "T16.6")
def test_a_dummy_stops_nobody_and_is_gone_when_entered_or_seen() -> None:
    state = fog(STRIP, "F1 infantry 4-3 0101", "A1 infantry 4-3 0901", dummies="0301 0801")
    played = march(state, "0101 0201 0301 0401")
    assert where(played, "F1") == ["0401"]
    assert played.of(DummyRemoved) == [DummyRemoved(ALLIED, "allied-dummy-1", Hex("0301"))]

    async def on(table: Any) -> None:
        next_step(table)

    near = fog(STRIP, "F1 infantry 4-3 0501", "A1 infantry 4-3 0901", dummies="0801")
    assert play(near, on).of(DummyRemoved)[0].hex == "0801"


# -- running into a hidden force (T17.6)


@pytest.mark.rule("T17.6", "T17.10")
@each(
    "die ends",
    (3, "0301"),  # initiative 3: it stands
    (4, "0201"),  # one hex more
)
def test_a_mover_stops_before_a_hidden_force_and_rolls(die: int, ends: str) -> None:
    lines = ("F1 infantry 5-3 0101", "A1 infantry 1-3 0401")
    state = fog(STRIP, *lines, hidden="A1")
    played = march(state, "0101 0201 0301 0401 0501", die)
    (event,) = played.of(ForceRepulsed)
    assert (event.die, event.needed, event.back) == (die, 3, die == 4)
    assert played.of(ForceRevealed)[0].pieces == ("A1",)
    assert [q.side for q in played.questions(RevealForce)] == [ALLIED]
    assert RevealForce(ALLIED, Hex("0401")).options(state) == (True,)
    assert where(played, "F1") == [ends]
    assert played.state.units[UnitId("F1")].moved


@pytest.mark.rule("T17.6")
def test_who_is_repulsed_at_his_first_step_and_has_no_way_loses_a_step() -> None:
    lines = ("F1 infantry 5-3 0101", "A1 infantry 1-3 0201")
    state = fog(". .", *lines, hidden="A1")
    played = march(state, "0101 0201", 6)
    assert played.of(UnitStayed)
    assert where(played, "F1") == ["0101"]
    assert played.state.units[UnitId("F1")].reduced


@pytest.mark.rule("T17.10")
@each("theirs", "A8 leader 0401 rating:3", "A4 train 0401")
def test_leaders_and_trains_alone_repulse_nobody(theirs: str) -> None:
    state = fog(STRIP, "F1 infantry 5-3 0101", theirs, hidden=theirs[:2])
    dice = [6] if "leader" in theirs else []
    played = march(state, "0101 0201 0301 0401 0501", *dice)
    assert not played.of(ForceRepulsed)
    assert where(played, "F1") == ["0501"]
    assert played.of(ForceRevealed)[0].pieces == (theirs[:2],)


@pytest.mark.rule("T17.6", "T5.17")
def test_a_leader_who_rides_alone_stops_before_what_he_did_not_see() -> None:
    lines = ("F8 leader 0101 rating:3", "A1 infantry 1-3 0601")
    state = fog(STRIP, *lines, hidden="A1", step=Step.LEADERS)
    move = LeaderMove(LeaderId("F8"), hexes("0101 0201 0301 0401 0501 0601 0701"))
    played = play(state, leaders_segment, [], {MoveLeader: [move]})
    assert played.state.leaders[LeaderId("F8")].hex == "0401"  # before its zone
    assert played.of(ForceRevealed)[0].pieces == ("A1",)


@pytest.mark.rule("T17.6", "T11.52")
def test_a_retreat_turns_aside_from_what_nobody_saw() -> None:
    lines = ("F1 infantry 5-3 0304", "A1 infantry 5-3 0404", "A2 infantry 1-3 0104")
    state = fog(OPEN, *lines, hidden="A2", step=Step.COMBAT)
    first, other = Flight(units("F1"), hexes("0304 0204")), Flight(units("F1"), hexes("0304 0303"))
    flow = lambda table: retreat(table, Hex("0304"), units("F1"), 1, Blame(hexes("0404")))  # noqa: E731
    played = play(state, flow, [], {RetreatStack: [first, other]})
    assert where(played, "F1") == ["0303"]
    assert played.of(ForceRevealed)[0].pieces == ("A2",)
    assert len(played.of(UnitRetreated)) == 1


@pytest.mark.rule("T16.9")
def test_chances_count_whom_one_has_hidden_oneself_and_not_whom_the_enemy_has() -> None:
    """Behind the defender stands a unit under a flag: of mine it bars the retreat."""
    lines = ("F1 infantry 9-3 0101", "A1 infantry 3-3 0201")
    mine = fog(STRIP, *lines, "F2 infantry 1-3 0401", hidden="F2", step=Step.COMBAT)
    theirs = fog(STRIP, *lines, "A2 infantry 1-3 0401", hidden="A2", step=Step.COMBAT)
    blow = Blow(units("F1"), Hex("0201"))
    for state, is_lost in ((mine, True), (theirs, False)):
        ends = ends_of_attack(view(state, FRENCH), blow)
        gone = next(end for end in ends if end.result == "Dr")
        assert bool(gone.lost[1]) is is_lost


# -- pushing a weak stack back (T17.7)


def _outpost(sp: int = 3, own: int = 15, more: str = "", **words: Any) -> TlnbState:
    lines = [f"F1 infantry {own}-3 0303", f"A1 infantry {sp}-3 0503"]
    lines += [more] if more else []
    return fog(OPEN, *lines, **words)


@pytest.mark.rule("T17.7", "T17.10")
def test_a_stack_of_five_times_the_sp_pushes_an_outpost_back_and_goes_on() -> None:
    state = _outpost(allowances=(5, 6))
    played = march(state, "0303 0403", PushBack=[Hex("0503")])
    assert played.of(ForcePushed) == [ForcePushed(units("F1"), Hex("0503"), 4)]
    (fled,) = played.of(UnitRetreated)
    assert len(fled.path) == 3  # two hexes
    record = played.state.units[UnitId("F1")]
    assert (record.moved, record.spent) == (False, 6)  # a hex and 2 MP
    assert not played.state.fights.shaken
    again = march(played.state, "0403 0503")
    assert where(again, "F1") == ["0503"]
    assert not again.questions(PushBack)  # once in a Player-Turn


@pytest.mark.rule("T17.7")
@each(
    "sp own more words asked",
    (3, 15, "", {}, True),
    (3, 14, "", {}, False),  # not five times as strong
    (4, 24, "", {}, False),  # more than 3 SP
    (3, 15, "A2 infantry 4-3 0602", {}, False),  # it is not alone
    (3, 15, "", {"allowances": (2, 3)}, False),  # no 2 MP are left
    (3, 15, "", {"rivers": ["0403-0503"]}, False),  # a river between
    (3, 15, "", {"flags": {"hidden": "off"}}, False),  # T17.10
)
def test_when_a_weak_stack_can_be_pushed(
    sp: int, own: int, more: str, words: dict[str, Any], asked: bool
) -> None:
    flags = {**ON, **words.pop("flags", {})}
    lines = [f"F1 infantry {own}-3 0303", f"A1 infantry {sp}-3 0503"]
    lines += [more] if more else []
    state = position(OPEN, *lines, step=Step.MOVEMENT, flags=flags, **words)
    assert bool(march(state, "0303 0403").questions(PushBack)) is asked


@pytest.mark.rule("T17.7")
def test_an_outpost_that_cannot_go_two_hexes_is_eliminated() -> None:
    state = fog(". . . .", "F1 infantry 15-3 0101", "A1 infantry 3-3 0301")
    played = march(state, "0101 0201", PushBack=[Hex("0301")])
    assert played.of(UnitEliminated)[0].unit == "A1"


# -- pieces alone in a hex (T10.20, T8.7)


@pytest.mark.rule("T10.20", "T5.11")
@each("die box", (1, Box.CAPTURED), (2, None))
def test_a_leader_alone_whose_hex_is_entered_is_taken_or_gets_away(
    die: int, box: Box | None
) -> None:
    lines = ("F1 infantry 5-3 0303", "A8 leader 0403 rating:3", "A1 infantry 5-3 0703")
    state = position(OPEN, *lines, step=Step.MOVEMENT)
    played = march(state, "0303 0403 0503", die)
    leader = played.state.leaders[LeaderId("A8")]
    assert leader.box is box
    assert leader.hex == (None if box else "0703")


@pytest.mark.rule("T10.20", "T19.6")
def test_a_train_alone_whose_hex_is_entered_is_lost_at_once() -> None:
    lines = ("F1 infantry 5-3 0303", "A4 train 0403")
    played = march(position(OPEN, *lines, step=Step.MOVEMENT), "0303 0403 0503")
    assert played.of(TrainCaptured) == [TrainCaptured(UnitId("A4"))]
    assert where(played, "F1") == ["0503"]


@pytest.mark.rule("T10.20")
@each("theirs", "A8 leader 0403 rating:3", "A4 train 0403", "A2-v1 vedette 0403")
def test_who_is_alone_is_no_target_of_combat(theirs: str) -> None:
    lines = ["F1 infantry 5-3 0303", theirs]
    lines += ["A2 light 4-3 spread vedettes:1"] if "vedette" in theirs else []
    state = fog(OPEN, *lines, step=Step.COMBAT)
    assert DeclareAttack(FRENCH).options(state) == [None]
    refusal = DeclareAttack(FRENCH).refusal(state, Blow(units("F1"), Hex("0403")))
    assert refusal is not None
    assert refusal.rule == "T10.13"


# -- nights (T16.9, T22.6)


@pytest.mark.rule("T22.6", "T16.9")
def test_at_night_a_hidden_unit_has_no_zone_either() -> None:
    lines = ("F1 infantry 5-3 0102", "F8 leader 0102 rating:3", "A1 infantry 1-3 0402")
    state = fog("\n".join([STRIP] * 3), *lines, hidden="A1", kind=TurnKind.NIGHT_PM)
    assert where(march(state, "0102 0202 0302"), "F1") == ["0302"]

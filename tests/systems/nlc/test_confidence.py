"""Attack Confidence and retreat before assault (N8.2, N8.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexwar.hexes import Hex
from hexwar.systems.nlc.events import combat
from hexwar.systems.nlc.events.leaders import LeaderMoved
from hexwar.systems.nlc.events.turn import SegmentEnded
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault, assault, assault_segment
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault, confidence_report
from hexwar.systems.nlc.rules.combat.previews import combat_report
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseRetreatBeforeAssault
from hexwar.systems.nlc.state import GameState, view
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId
from hexwar.table.pieces import Segment
from hexwar.table.reports import ConfidenceReport
from tests.systems.nlc.assaults import A1, F1, F2, F3, fight, on, terrain
from tests.systems.nlc.cases import each, ints, rule_of, told
from tests.systems.nlc.plays import Answers, play
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, unit, units

# -- attack Confidence: its leader and every row (N8.3, N8.31, N8.36, N8.37)


NEY = "F-Ney leader 0506 rating:2"
PROBE = "FI: probe 0401"


def at(*lines: str, rows: str = OPEN, active: str = "FI", **more: Any) -> GameState:
    return position(rows, *lines, active=active, **{"orders": PROBE, **more})


def rolled(state: GameState, attackers: str = "F1", target: str = "0403") -> ConfidenceReport:
    return confidence_report(state, Hex(target), units(attackers))


def rows_of(report: ConfidenceReport) -> dict[str, int]:
    """The rows after the leader's."""
    return {reason: pips for reason, pips, _ in report.lines[1:]}


def found(*lines: str, attackers: str = "F1", **more: Any) -> dict[str, int]:
    """The rows after the leader's of a position."""
    return rows_of(rolled(at(*lines, **more), attackers))


@pytest.mark.rule("N8.3", "N8.31")
@each("rating", 0, 1, 2, 3, 4, 5)
def test_confidence_begins_with_the_commanders_rating(rating: int) -> None:
    report = rolled(at(F1, A1, f"F-Ney leader 0404 rating:{rating}"))
    assert report.lines == (("F-Ney", rating, "N8.31"),)
    assert report.value == rating


WING = "F-Gr wing 0404 of:FW rating:4"
NAP = "F-Nap overall 0404 of:FHQ rating:3"


LEADS = f"""
nobody: - | - | no commander 1
who is not here yet: F-Ney leader due rating:4 | - | no commander 1
his wing commander is with them: {NEY}, {WING} | FW | F-Gr 4
he is not: {NEY}, {WING.replace("0404", "0405")} | FW | F-Ney 2
the wing commander of others: {NEY}, {WING} | - | F-Ney 2
in person and near: {NEY}, {NAP} | - | F-Nap 3, F-Nap in command range 1
the better of commander and superior: F-Ney leader 0404 rating:4, {NAP} | -
    | F-Ney 4, F-Nap in command range 1
"""
"""The leaders, the wing of the corps, and the rows of confidence."""


@pytest.mark.rule("N8.31", "N14.6")
@each("leaders wing rows", *told(LEADS))
def test_who_leads(leaders: str, wing: str, rows: str) -> None:
    pieces = [] if leaders == "-" else leaders.split(", ")
    under = {} if wing == "-" else {"FI": {"assigned_to": FormationId(wing)}}
    report = rolled(at(F1, A1, *pieces, formations=under))
    assert ", ".join(f"{reason} {pips}" for reason, pips, _ in report.lines) == rows
    assert {rule for _, _, rule in report.lines} == {"N8.31"}


@pytest.mark.rule("N12.36", "N8.31", "N8.36", "N12.92", "N4.35")
def test_who_leads_of_several_formations_and_against_whom() -> None:
    state = at(
        F1,
        NEY,
        "F2 infantry 9-3 0304 of:FII",
        "F-Victor leader 0305 of:FII rating:4",
        A1,
        orders="FI: probe 0401; FII: support FI",
    )
    assert rolled(state, "F1 F2").lines[0] == ("F-Ney", 2, "N8.31")
    state = at(
        "F1 infantry 6-3 0404 reduced",
        F2,
        "A1 infantry 5-3 0403",
        "A2 battery 4-3 0403",
        "A3 infantry 3-3 0302 tail:0403",
    )
    assert list(rows_of(rolled(state, "F1"))) == ["3 SP against 12", "flank attack"]
    assert next(iter(rows_of(rolled(state, "F1 F2")))) == "7 SP against 12"
    for limit, row in ((4, ("F-Ney", 3, "N8.31")), (1, ("no commander", 1, "N8.31"))):
        state = at(
            "F1 infantry 5-3 0404 division:1st",
            A1,
            "F2 infantry 3-3 0707",
            "F-Ney leader 0406 rating:3",
            orders="FI: defend 0707; FI/1st: attack 0401",
            numbers={"leader.command_range": limit},
        )
        assert rolled(state).lines[:2] == (row, ("Attack order", 2, "N8.31"))
    for sp, who, order in ((4, "F-Ney", {}), (6, "F-Victor", {"Attack order": 2})):
        state = at(
            F1,
            NEY,
            f"F2 infantry {sp}-3 0304 of:FII",
            "F-Victor leader 0305 of:FII rating:3",
            "A1 infantry 12-3 0403",
            also="FII",
            orders="FI: probe 0401; FII: attack 0401",
        )
        report = rolled(state, "F1 F2")
        assert report.lines[0][0] == who
        assert {row: pips for row, pips in rows_of(report).items() if "order" in row} == order


@pytest.mark.rule("N8.31", "N8.36", "N8.37")
def test_orders_disorder_and_a_flank_count_once() -> None:
    assert found(F1, A1, orders="FI: attack 0401") == {"Attack order": 2}
    for order in ("probe 0401", "support FII", "defend 0403"):
        assert found(F1, A1, orders=f"FI: {order}") == {}
    assert found(F1, f"{A1} disrupted") == {"target Disrupted": 1}
    some = ("F1 infantry 8-3 0404", f"{A1} disrupted", "A2 infantry 3-3 0403")
    assert found(*some) == {}
    lines = (F1, "F2 infantry 1-3 0402", "A1 infantry 6-3 0403 disrupted")
    assert found(*lines, attackers="F1 F2") == {"flank attack": 1}
    state = at(F1, f"{F2} disrupted", "A1 infantry 9-3 0403")
    assert rows_of(rolled(state, "F1 F2")) == {"attackers Disrupted": -1}
    assert rows_of(rolled(state, "F1"))["5 SP against 9"] == -1


@pytest.mark.rule("N8.31", "N8.36")
@each(
    "own theirs pips",
    *ints("12 6 2, 12 5 2, 11 6 1, 9 6 1, 8 6 0, 6 6 0, 5 6 -1, 7 12 -1, 6 12 -3, 1 12 -3"),
)
def test_strength_against_strength(own: int, theirs: int, pips: int) -> None:
    expected = {f"{own} SP against {theirs}": pips} if pips else {}
    assert found(f"F1 infantry {own}-3 0404", f"A1 infantry {theirs}-3 0403") == expected


@pytest.mark.rule("N8.31", "N14.31", "N7.6")
def test_an_overall_commander_in_range_adds_one_and_blucher_one_more() -> None:
    near = {"F-Nap in command range": 1}
    far, beside = (f"F-Nap overall {hex_} of:FHQ" for hex_ in ("0101", "0507"))
    assert found(F1, A1, NEY, far) == near
    assert found(F1, A1, NEY, far, numbers={"leader.wing_range": 1}) == {}
    assert found(F1, A1, NEY, beside, numbers={"leader.wing_range": 1}) == near
    lines = ("A1 infantry 5-3 0404", "F1 infantry 5-3 0403")
    prussian: dict[str, Any] = {"attackers": "A1", "active": "AI", "orders": "AI: probe 0401"}
    drives = {"Blücher drives them on": 1}
    overall = found(*lines, "A-Bl overall 0405 of:AHQ blucher", **prussian)
    assert overall == {"A-Bl in command range": 1, **drives}
    assert found(*lines, "A-Bl leader 0405 blucher", **prussian) == drives


@pytest.mark.rule("N8.31", "N8.36")
def test_strong_ground_takes_one_once() -> None:
    strong = {"strong ground": -1}
    for letter in "tcw":
        assert found(F1, A1, rows=terrain(letter)) == strong
    for letter in ".m":
        assert found(F1, A1, rows=terrain(letter)) == {}
    works: dict[str, Any] = {"positions": ["0403"]}
    below: dict[str, Any] = {"slopes": ["0404-0403"]}
    assert found(F1, A1, **works) == strong
    assert found(F1, A1, **below) == strong
    assert found(F1, A1, rows=terrain("t"), **works, **below) == strong
    assert found(F1, A1, slopes=["0403-0404"]) == {}
    one_below = found(F1, F3, "A1 infantry 8-3 0403", attackers="F1 F3", slopes=["0304-0403"])
    assert one_below == strong


@pytest.mark.rule("N8.31", "N15.2", "N20.83")
@each(
    "demoralized exhausted rows",
    ((), (), {}),
    (("FI",), (), {"demoralized formation": -2}),
    ((), ("FI",), {"exhausted formation": -2}),
    (("FI",), ("FI",), {"demoralized formation": -2}),
    (("AI",), ("AI",), {}),
)
def test_a_demoralized_or_exhausted_formation_takes_two(
    demoralized: tuple[str, ...], exhausted: tuple[str, ...], rows: dict[str, int]
) -> None:
    state = at(F1, A1)
    state.spirit = replace(
        state.spirit,
        demoralized=tuple(FormationId(f) for f in demoralized),
        exhausted=tuple(FormationId(f) for f in exhausted),
    )
    assert rows_of(rolled(state)) == rows


@pytest.mark.rule("N8.31", "N17.1")
def test_nobody_is_less_sure_of_himself_by_night() -> None:
    """37.1: Night PM is a day turn but for sight and artillery."""
    assert found(F1, A1, kind=TurnKind.NIGHT_PM) == found(F1, A1) == {}


@pytest.mark.rule("N8.31", "N8.10", "N12.53")
def test_the_second_round_takes_one_and_split_ratings_go_by_order() -> None:
    report = confidence_report(at(F1, A1), Hex("0403"), units("F1"), second_round=True)
    assert report.lines == (("no commander", 1, "N8.31"), ("second round", -1, "N8.10"))
    assert report.value == 0
    lines = ("F1 infantry 12-3 0404", "A1 infantry 6-3 0403 disrupted", NEY)
    state = at(*lines, "F-Nap overall 0507 of:FHQ", rows=terrain("t"), orders="FI: attack 0401")
    report = rolled(state)
    assert [pips for _, pips, _ in report.lines] == [2, 2, 2, 1, 1, -1]
    assert report.value == 7
    seen = rolled(view(at(F1, A1, NEY, orders="FI: attack 0401"), ALLIED))
    assert (seen.value, seen.must_roll) == (4, False)
    for order, rating in (("probe 0401", 3), ("defend 0403", 1)):
        state = at(F1, A1, NEY, orders=f"FI: {order}")
        ney = LeaderId("F-Ney")
        split = replace(state.battle.leaders[ney], ratings=(("probe", 3), ("other", 1)))
        state.battle = replace(state.battle, leaders={**state.battle.leaders, ney: split})
        assert rolled(state).lines[0] == ("F-Ney", rating, "N8.31")


# -- the die of Attack Confidence, who may drop an assault, and who must try (N8.32-N8.36)


ASK = DeclareAssault(FRENCH, FormationId("FI"))
A2 = "A2 infantry 3-3 0405"
OTHER = "F2 infantry 4-3 0404 of:FII"


@pytest.mark.rule("N8.32")
@each(
    "rating faces meant",
    (0, 1, "1+ 2- 3!"),
    (2, 2, "2+ 3- 4- 5!"),
    (4, 4, "4+ 5-"),
    (5, 5, "5+ 6-"),
    (7, 5, "6-"),
)
def test_what_a_die_means(rating: int, faces: int, meant: str) -> None:
    """With + it passes, with ! it ends the assaults of the formation."""
    state = at(F1, A1, f"F-Ney leader 0404 rating:{rating}")
    assert rolled(state).chance == pytest.approx(faces / 6)
    for die, word in ((int(text[0]), text[1]) for text in meant.split()):
        dice = [1, 1] if word == "+" else []
        (event,) = fight(state, dice, confidence=die).of(combat.ConfidenceRolled)
        expected = (rating, die, word == "+", word == "!")
        assert event == combat.ConfidenceRolled(units("F1"), Hex("0403"), *expected)


@pytest.mark.rule("N8.32", "N8.36", "N4.35", "N12.64")
def test_what_a_failed_a_badly_failed_and_a_passed_check_leave() -> None:
    state = at(F1, F2, A1, "A2 infantry 3-3 0405", NEY)
    played = fight(state, [], confidence=3)
    assert played.story == ["AssaultDeclared", "ConfidenceRolled"]
    assert played.result is None
    assert ASK.options(played.state) == [on("0405", "F2"), None]
    assert not played.state.units[unit("A1")].attacked
    assert played.state.assaults.struck == {}
    ended = fight(at(F1, F2, A1, A2, NEY), [], confidence=5).state
    assert ASK.options(ended) == [None]
    assert rule_of(ASK.refusal(ended, on("0405", "F2"))) == "N8.32"
    state = at(F1, OTHER, A1, A2, also="FII", orders="FI: probe 0401; FII: probe 0401")
    assert ASK.options(fight(state, [], confidence=5).state) == [on("0405", "F2"), None]
    played = fight(at(F1, A1), [1, 1])
    assert played.state.units[unit("A1")].attacked
    assert played.state.assaults.hit == (FormationId("AI"),)
    assert played.state.assaults.struck == {FormationId("FI"): ((1, Hex("0403")),)}


CONFIRM = ConfirmAssault(FRENCH, Hex("0403"), units("F1"))


@pytest.mark.rule("N8.34", "N8.36")
def test_a_dropped_assault_uses_up_the_hex_only() -> None:
    state = at(F1, A1, A2)
    assert CONFIRM.options(state) == (True, False)
    assert [CONFIRM.kind(answer) for answer in (True, False)] == ["assault", "pass"]
    answers: Answers = {ConfirmAssault: [False]}
    played = play(state, lambda table: assault(table, FRENCH, on("0403", "F1")), [], answers)
    assert played.events == [
        combat.AssaultDeclared(units("F1"), Hex("0403")),
        combat.AssaultDropped(units("F1"), Hex("0403")),
    ]
    assert ASK.options(played.state) == [on("0405", "F1"), None]
    assert not played.state.units[unit("A1")].attacked


MUST = "FI: attack 0401"


@pytest.mark.rule("N8.33", "N8.35", "N4.35")
def test_an_attack_owes_one_roll_for_each_formation() -> None:
    state = at(F1, A1, orders=MUST)
    assert CONFIRM.options(state) == (True,)
    assert rule_of(CONFIRM.refusal(state, answer=False)) == "N8.33"
    assert rolled(state).must_roll
    assert ASK.options(state) == [on("0403", "F1")]
    assert rule_of(ASK.refusal(state, None)) == "N8.33"
    # The only assault is still declared by the player.
    assert not ASK.is_forced(state, ASK.options(state))
    assert ASK.is_forced(state, [None])
    assert ASK.refusal(fight(state, [], confidence=6).state, None) is None
    failed = fight(at(F1, F2, A1, A2, orders=MUST), [], confidence=6).state
    assert failed.activation is not None
    assert failed.activation.confident == (FormationId("FI"),)
    asked = ConfirmAssault(FRENCH, Hex("0405"), units("F2"))
    assert asked.options(failed) == (True, False)
    state = at(F1, OTHER, A1, A2, also="FII", orders="FI: attack 0401; FII: attack 0401")
    after = fight(state, [], confidence=6).state
    assert ASK.options(after) == [on("0405", "F2")]
    together = fight(state, [], "F1 F2", confidence=6).state
    assert ASK.options(together) == [None]


@pytest.mark.rule("N8.33", "N8.36")
@each(
    "line orders",
    *((F1, orders) for orders in (PROBE, "FI: defend 0403", "")),
    *((f"{F1} {mark}", MUST) for mark in ("disrupted", "column")),
    ("F1 infantry 5-3 0406", MUST),
)
def test_who_owes_nothing_or_cannot_may_end(line: str, orders: str) -> None:
    state = at(line, A1, orders=orders)
    assert ASK.refusal(state, None) is None
    played = play(state, assault_segment, answers={DeclareAssault: [None]})
    assert played.events == [SegmentEnded(Segment.ASSAULT, Segment.CONSOLIDATION)]
    # A target that has been named binds nobody.
    assert ASK.refusal(at(F1, A1, orders=MUST, assaulted="0403"), None) is None


@pytest.mark.rule("N8.35", "N8.1")
def test_confidence_comes_first_and_a_named_hex_is_not_named_again() -> None:
    played = fight(at(F1, "A1 light 5-3 0403", "F-Nap overall 0404 of:FHQ napoleon"), [1, 1])
    names = "ConfirmAssault Roll ChooseRetreatBeforeAssault ChooseLeaderBonus"
    names += " ChooseDefenderTarget Roll Roll"
    assert [type(question).__name__ for question, _ in played.asked] == names.split()
    assert played.story[:2] == ["AssaultDeclared", "ConfidenceRolled"]
    assert len(played.of("FireResolved")) == 2
    state = at(F1, F2, A1, assaulted="0403")
    assert state.activation is not None
    assert state.activation.assaulted == hexes("0403")
    assert rule_of(ASK.refusal(state, on("0403", "F2"))) == "N8.1"


HORSE = "A1 light 5-3 0403"
BACK = hexes("0403 0402 0401")
GOES: Answers = {ChooseRetreatBeforeAssault: [BACK], "ChooseAdvance": [None]}
GO = ChooseRetreatBeforeAssault(ALLIED, Hex("0403"), units("F1"))


def both_orders(order: str) -> str:
    return f"FI: probe 0401; AI: {order}"


DELAYING = both_orders("delay 0401")


@pytest.mark.rule("N8.2", "N4.51")
@each(
    "lines orders",
    ((HORSE,), PROBE),
    (("A1 heavy 5-3 0403",), PROBE),
    (("A1 horse 3-3 0403",), PROBE),
    ((HORSE, "A2 horse 3-3 0403"), PROBE),
    (("A1 battery 3-3 0403",), DELAYING),  # alone
)
def test_cavalry_and_artillery_may_go_without_a_check(lines: tuple[str, ...], orders: str) -> None:
    played = fight(at(F1, *lines, orders=orders), [], answers=GOES)
    assert played.story[2:] == ["RetreatedBeforeAssault"]
    assert played.result is None


@pytest.mark.rule("N8.2")
@each("lines", (A1,), (HORSE, "A2 infantry 3-3 0403"), (HORSE, "A2 battery 3-3 0403"))
@each("order", "attack 0407", "defend 0403", "march 0401", "support AII")
def test_others_stand_if_orders_do_not_pull_back(lines: tuple[str, ...], order: str) -> None:
    played = fight(at(F1, *lines, "A9 infantry 1-3 0701 of:AII", orders=both_orders(order)), [1, 1])
    assert played.questions(ChooseRetreatBeforeAssault) == []


@pytest.mark.rule("N8.2", "N12.2")
@each("order", "probe 0407", "delay 0401", "fall back 0401", "reserve 0403", "general retreat")
def test_infantry_may_go_under_orders_that_pull_back(order: str) -> None:
    played = fight(at(F1, A1, orders=both_orders(order)), [4], answers=GOES)
    assert played.story[2:] == ["MoraleRolled", "RetreatedBeforeAssault"]
    check = played.of("MoraleRolled")[0]
    assert (check.units, check.purpose, check.passed) == (units("A1"), "withdrawal", True)


@pytest.mark.rule("N8.2", "N2.44")
def test_every_unit_of_the_stack_checks_as_a_defender_and_stays_disrupted() -> None:
    lines = (F1, A1, "A2 infantry 3-3 0403 of:AII")
    some = at(*lines, orders=f"{DELAYING}; AII: defend 0403")
    assert GO.options(some) == [None]
    assert not assumed(some)  # one unit that must stand keeps the whole stack there
    assert len(GO.options(at(*lines, orders=f"{DELAYING}; AII: delay 0401"))) > 1
    lines = (F1, "A1 infantry 5-2 0403 russian", "F2 infantry 3-3 0402")
    ways: Answers = {ChooseRetreatBeforeAssault: [hexes("0403 0303")]}
    rolled = fight(at(*lines, orders=DELAYING), [4], "F1", ways)
    assert rolled.of("MoraleRolled")[0].value == 4  # initiative 2, 1, and 1 for a Russian defending
    for mark, marked in (("", ["A1", "A2"]), (" disrupted", ["A1"])):
        state = at(F1, A1, f"A2 battery 3-3 0403{mark}", orders=DELAYING)
        played = fight(state, [5, 1, 1], answers={ChooseRetreatBeforeAssault: [BACK]})
        assert [e.unit for e in played.of("UnitDisrupted")] == marked
        assert played.of("RetreatedBeforeAssault") == []
        defence = played.of("FireResolved")[1]
        assert (defence.side, defence.strength) == (ALLIED, 4)  # 8 SP at half
        assert played.state.units[unit("A1")].hex == "0403"


@pytest.mark.rule("N8.2", "N27.3")
def test_the_owner_may_stand_and_the_report_assumes_it_until_they_stood() -> None:
    state = at(F1, HORSE)
    played = fight(state, [1, 1])
    question = played.questions(ChooseRetreatBeforeAssault)[0]
    assert (question.side, question.options(state)[0]) == (ALLIED, None)
    assert [question.kind(answer) for answer in (None, BACK)] == ["stay", "withdraw"]
    assert len(played.of("FireResolved")) == 2
    # An assault without confidence drives nobody off.
    assert fight(state, [], confidence=6).questions(ChooseRetreatBeforeAssault) == []
    state = at(F1, A1, orders=DELAYING)
    assert len(GO.options(state)) > 1
    assert GO.options(view(state, FRENCH)) == [None]
    state = fight(at(F1, HORSE), [1, 1]).state
    assert not assumed(state)
    assert combat_report(state, on("0403", "F1"), Hex("0404")).confidence is None


@pytest.mark.rule("N8.2", "N8.21", "N11.13", "N5.33")
def test_one_or_two_hexes_away_from_the_attackers_out_of_contact() -> None:
    state = at(F1, HORSE)
    paths = [path for path in GO.options(state) if path is not None]
    assert {len(path) for path in paths} == {2, 3}
    assert {path[-1] for path in paths if len(path) == 2} == {"0303", "0402", "0503"}
    for path, rule in (
        ("0403 0402 0401", None),
        ("0403 0402", None),
        ("0403", "N8.2"),
        ("0403 0402 0401 0301", "N8.2"),
        ("0402 0401", "N11.1"),
        ("0403 0404", "N11.13"),
        ("0403 0402 0403", "N11.13"),
    ):
        assert rule_of(GO.refusal(state, hexes(path))) == rule, path
    beside = at(F1, HORSE, "F7 infantry 3-3 0202")  # controls 0303
    assert {path[1] for path in GO.options(beside) if path is not None} == {"0402", "0503"}
    assert rule_of(GO.refusal(beside, hexes("0403 0303"))) == "N11.13"
    rivers = ["0303-0403", "0402-0403", "0403-0503"]
    played = fight(at(F1, HORSE, rivers=rivers), [1, 1])
    assert played.questions(ChooseRetreatBeforeAssault) == []
    assert GO.options(at(F1, HORSE, "A2 light 3-3 0302 tail:0403")) == [None]


RING = ("F7 infantry 3-3 0202", "F8 infantry 3-3 0602", "F9 infantry 3-3 0401")
THROUGH: Answers = {ChooseRetreatBeforeAssault: [BACK[:2]], "ChooseAdvance": [None]}


@pytest.mark.rule("N8.21")
def test_a_stack_that_withdraws_through_an_enemy_zone_is_disrupted_and_loses_no_step() -> None:
    for lines, shaken in ((RING, True), ((), False)):
        played = fight(at(F1, HORSE, *lines), [], answers=THROUGH)
        record = played.state.units[unit("A1")]
        assert (record.hex, record.disrupted, record.reduced) == ("0402", shaken, False)
        assert played.of("StepLost") == []


@pytest.mark.rule("N8.21", "N10.3", "N12.64")
def test_who_goes_counts_as_assaulted_and_goes_once_an_activation() -> None:
    after = fight(at(F1, "F2 infantry 5-3 0707", HORSE), [], answers=GOES).state
    record = after.units[unit("A1")]
    assert (record.hex, record.attacked, record.disrupted) == ("0401", True, False)
    assert after.assaults.hit == (FormationId("AI"),)
    assert after.activation is not None
    assert after.activation.withdrew == units("A1")
    again = ChooseRetreatBeforeAssault(ALLIED, Hex("0401"), units("F1"))
    assert again.options(after) == [None]
    after.put_unit(replace(after.units[unit("F2")], hex=Hex("0502")))
    assert not assumed(after, "0401", "F2", "0502")


@pytest.mark.rule("N8.21", "N14.52")
def test_who_follows_those_who_go_leaders_and_one_attacking_stack() -> None:
    state, olsufiev = at(F1, HORSE, "A-Ols leader 0403"), LeaderId("A-Ols")
    assert fight(state, [], answers=GOES).of(LeaderMoved) == [
        LeaderMoved(olsufiev, BACK, free=True)
    ]
    stayed = fight(state, [], answers={**GOES, "ChooseLeaderStay": [False]})
    assert stayed.state.leaders[olsufiev].hex == "0403"
    state = at(F1, F3, HORSE)
    played = fight(state, [], "F1 F3", {**GOES, "ChooseAdvance": [units("F1")]})
    assert len(played.questions("ChooseAdvance")) == 1
    assert played.of(combat.AdvanceMade) == [combat.AdvanceMade(units("F1"), Hex("0403"))]
    assert played.state.units[unit("F1")].done
    second = fight(state, [], "F1 F3", {**GOES, "ChooseAdvance": [None, units("F3")]})
    assert second.of(combat.AdvanceMade)[0].units == units("F3")
    state = at(F1, F3, HORSE, orders="FI: attack 0401")
    played = fight(state, [], "F1 F3", {**GOES, "ChooseAdvance": [None, None]})
    assert played.of("FireResolved") == []
    assert played.questions("RepeatAssault") == []
    assert not any("Pursuit" in type(question).__name__ for question, _ in played.asked)


def assumed(state: GameState, target: str = "0403", who: str = "F1", hit: str = "0404") -> bool:
    """Whether the report takes for granted that the defenders stand."""
    sentence = "The defenders stand: they do not retreat before the assault."
    return sentence in combat_report(state, on(target, who), Hex(hit)).assumed


@pytest.mark.rule("N8.2")
@each(
    "line order own",
    (HORSE, "attack 0407", True),
    (A1, "delay 0401", True),
    (A1, "attack 0407", False),
    (f"{A1} column", "attack 0407", False),
)
def test_the_report_says_when_it_assumes_that_they_stand(line: str, order: str, own: bool) -> None:
    state = at(F1, line, orders=both_orders(order))
    assert assumed(state) is own
    assert assumed(view(state, FRENCH))

"""Tactics cards and other cards in combat, by the procedure of The Coming Storm (T24.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hexwar.systems.tlnb.cards.events import ChargeCountered, CombatFought, TacticsCounted
from hexwar.systems.tlnb.cards.playing import combat_rows
from hexwar.systems.tlnb.cards.records import Combat
from hexwar.systems.tlnb.cards.segment import PlayTactics, Stroke, combat_of, highest_stop

from hexwar.cards.events import CardPlayed, DieRerolled, EffectBegan, EffectEnded
from hexwar.cards.records import CardId, Pile
from hexwar.table.forces import Side
from tests.systems.nlc.cases import each
from tests.systems.nlc.storms import (
    COALITION,
    FRENCH,
    Game,
    asked,
    combat,
    course,
    game,
    hour,
    lying,
    named,
    play_out,
    stock,
)

pytestmark = pytest.mark.rule("T24.2")
COVER, POINT_BLANK = "artillery-cover-fire", "point-blank-fire"
GUNS, SECOND = combat(["artillery"], ["artillery"]), combat(["artillery"], id_="1010")
ROUT = combat(["cavalry", "enemy retreats"], ["cavalry", "retreats", "artillery", "cavalry near"])


def fought(
    *combats: Combat,
    french: Sequence[str] = (),
    coalition: Sequence[str] = (),
    facts: Sequence[str] = (),
    dice: Sequence[int] = (),
) -> Game:
    """The French Combat Phase of turn 2, when both sides have drawn their hands: up to four cards.

    The Coalition is the first player.
    """
    whom = {"leader awake": ("Ney",), "formation in cover": ("VI",)}
    there = hour(*facts, names={FRENCH: whom, COALITION: whom}, french=combats)
    laid_out = course(there, french=stock(*french), coalition=stock(*coalition))
    # The last card of a deck is no choice.
    script = [*coalition[:-1], *french[:-1], *dice]
    return game(replace(laid_out, sides=(COALITION, FRENCH)), script)


def ended(session: Game) -> list[str]:
    """The cards whose effect is over."""
    return [event.effect.card for event in named(session, EffectEnded)]


def counted(session: Game) -> list[tuple[Side, str]]:
    """Who counted a tactics card in which combat."""
    return [(event.side, event.combat) for event in named(session, TacticsCounted)]


def stroke(card: str, effect: int = 0) -> Stroke:
    return Stroke(CardId(card), effect)


def test_each_side_plays_one_tactics_card_in_a_phase_the_phasing_side_first() -> None:
    session = fought(GUNS, french=[COVER, POINT_BLANK], coalition=[COVER])
    assert session.pending is not None
    assert session.pending.side == FRENCH
    assert list(session.options) == [None, stroke(COVER), stroke(POINT_BLANK)]
    session.answer(stroke(POINT_BLANK))
    assert session.pending.side == COALITION
    session.answer(stroke(COVER))
    assert session.pending is None
    assert counted(session) == [(FRENCH, "0913"), (COALITION, "0913")]
    assert lying(session, FRENCH, Pile.HAND) == (COVER,)
    session = fought(GUNS, SECOND, french=[COVER, POINT_BLANK])
    session.answer(stroke(COVER))
    assert session.pending is None
    assert len(named(session, CombatFought)) == 2
    # Who passes keeps his card for the next combat.
    session = fought(GUNS, SECOND, french=[COVER])
    session.answer(None)
    session.answer(stroke(COVER))
    assert counted(session) == [(FRENCH, "1010")]
    session = fought(french=["artillery-cover-fire"])
    play_out(session)
    assert named(session, CardPlayed) == []


def test_a_tactics_card_ends_with_its_combat_and_is_replaced_with_the_next_draw() -> None:
    session = fought(GUNS, french=[COVER])
    session.answer(stroke(COVER))
    assert ended(session) == [COVER]
    assert session.state.cards.effects == ()
    assert session.state.allowances[FRENCH] == (3, 4)
    session = game(course(hour(french=[GUNS]), hour(), french=stock(*[COVER] * 9)))
    assert lying(session, FRENCH, Pile.HAND) == (COVER,) * 4
    session.answer(stroke(COVER))
    assert len(lying(session, FRENCH, Pile.HAND)) == 4 - 1 + 2
    assert session.state.owed[FRENCH] == 0


@pytest.mark.rule("T24.3")
def test_a_card_needs_its_combat_and_those_of_both_sides_add_up() -> None:
    for card, facts in (
        (COVER, ["artillery"]),
        (POINT_BLANK, ["artillery"]),
        ("heavy-cavalry-at-bridges", ["heavy cavalry", "over a bridge"]),
        ("heavy-against-light", ["heavy cavalry", "light cavalry only"]),
        ("heavy-and-combined-arms", ["heavy cavalry", "combined arms"]),
    ):
        hand = [card, "counter-charge"]
        there = fought(combat(facts), french=hand, facts=["river bridge"])
        assert list(there.options) == [None, stroke(card)]
        assert fought(combat(facts[:-1]), french=hand, facts=["river bridge"]).pending is None
    arms = ["heavy cavalry", "combined arms"]
    laid_out, coalition = combat(["artillery", *arms], arms), "heavy-and-combined-arms"
    session = fought(laid_out, french=[POINT_BLANK], coalition=[coalition, "counter-charge"])
    session.answer(stroke(POINT_BLANK))
    rows = combat_rows(session.state, laid_out)
    assert [(row.side, row.card, row.doubles) for row in rows] == [
        (FRENCH, POINT_BLANK, "artillery")
    ]
    assert list(session.options) == [None, stroke(coalition)]
    session = fought(GUNS, french=[COVER], coalition=[COVER])
    session.answer(stroke(COVER))
    assert [(r.side, r.column) for r in combat_rows(session.state, GUNS)] == [(FRENCH, 1)]


@pytest.mark.rule("T24.3")
def test_untrained_troops_may_be_played_at_any_time_besides_a_tactics_card() -> None:
    attack = combat(["enemy combined arms", "artillery"])
    hand = ["probe", "untrained-enemy-troops", "artillery-cover-fire"]
    session = fought(attack, french=hand)
    session.answer("probe")
    session.answer(stroke("untrained-enemy-troops"))
    assert named(session, TacticsCounted) == []
    assert lying(session, FRENCH, Pile.DISCARD) == ("probe", "untrained-enemy-troops")
    session.answer(stroke("artillery-cover-fire"))
    assert len(named(session, TacticsCounted)) == 1
    other = fought(combat(["artillery"]), french=hand)
    other.answer("probe")
    assert list(other.options) == [None, stroke("artillery-cover-fire")]
    attack = combat(["enemy combined arms"])
    session = fought(attack, attack, french=["probe", "untrained-enemy-troops"])
    session.answer("untrained-enemy-troops")
    assert session.state.allowances[FRENCH] == (3, 4)
    session.answer(stroke("untrained-enemy-troops", 1))
    assert session.pending is None


@pytest.mark.rule("T24.3")
def test_powder_wet_shifts_every_combat_with_infantry_on_the_other_side_only() -> None:
    theirs = ["infantry", "artillery"]
    first, third = combat(["cavalry"], theirs), combat(["cavalry"], theirs, id_="1111")
    combats = (first, combat(["infantry"], theirs, id_="1010"), third)
    session = fought(*combats, french=["powder-wet"], coalition=[COVER], facts=["rain"])
    session.answer(stroke("powder-wet"))
    found = []
    while isinstance(session.pending, PlayTactics):
        about = combat_of(session.state, session.pending.combat)
        found.append([(row.side, row.column) for row in combat_rows(session.state, about)])
        session.answer(None)
    assert found == [[(FRENCH, 1)], [], [(FRENCH, 1)]]
    assert session.state.cards.effects == ()


@pytest.mark.rule("T24.3")
@each("card", "last-push", "fow-last-push")
def test_the_last_push_takes_2_from_the_die_of_one_attack_with_its_leader(card: str) -> None:
    without, attack = combat(id_="0101"), combat(named=["Ney"])
    names = {FRENCH: {"leader awake": ("Ney",)}}
    session = game(course(hour(names=names, french=[without, attack, attack]), french=stock(card)))
    assert asked(session) == "PlayTactics"
    assert session.pending is not None
    used = session.options[1]
    assert (used.card, used.effect > 0) == (card, True)
    session.answer(used)
    assert session.pending is None
    ended = [event.effect.subjects for event in named(session, EffectEnded)]
    assert ended == [("Ney",), ("0913",)]
    attack = combat([], ["artillery"], named=["Ney"])
    session = fought(attack, french=[card], coalition=[COVER])
    assert combat_rows(session.state, attack) == ()
    session.answer(session.options[1])
    assert [(r.side, r.die) for r in combat_rows(session.state, attack)] == [(FRENCH, -2)]
    session.answer(stroke(COVER))
    assert session.pending is None


@pytest.mark.rule("T24.3")
def test_area_defense_stands_in_every_attack_on_its_formation() -> None:
    attacks = [combat(named=["VI"]), combat(named=["II"], id_="1010")]
    hours = (hour(names={COALITION: {"formation in cover": ("VI", "II")}}), hour(french=attacks))
    french, coalition = stock(COVER, "counter-charge"), stock("area-defense")
    session = game(course(*hours, french=french, coalition=coalition), [COVER])
    assert asked(session) == "NameSubjects"
    session.answer(("VI",))
    assert session.pending is None
    state = session.state.copy()
    state.cards = replace(state.cards, effects=(named(session, EffectBegan)[0].effect,))
    state.player = 0
    assert [(r.side, r.column) for r in combat_rows(state, attacks[0])] == [(COALITION, 1)]
    assert combat_rows(state, attacks[1]) == ()
    state.player = 1
    assert combat_rows(state, attacks[0]) == ()


@pytest.mark.rule("T24.3")
def test_a_counter_charge_stops_a_charge_by_its_table_with_cavalry_near() -> None:
    for die, is_stopped in ((3, True), (4, False)):
        charge = combat((), ["cavalry near"], charge=(10, 10))
        session = fought(charge, coalition=["counter-charge"], dice=[die])
        assert session.pending is not None
        assert session.pending.side == COALITION
        session.answer(stroke("counter-charge"))
        assert named(session, ChargeCountered) == [
            ChargeCountered(COALITION, "0913", die, is_stopped=is_stopped)
        ]
        assert len(named(session, CombatFought)) == (0 if is_stopped else 1)
    rows = "1:2 1, 1:5 1, 3:5 2, 9:10 2, 10:10 3, 14:10 3, 15:10 4, 19:10 4, 20:10 5, 50:10 5"
    for odds, highest in (row.split() for row in rows.split(", ")):
        assert highest_stop(*map(int, odds.split(":"))) == int(highest), odds
    for other in (combat((), ["cavalry near"]), combat(charge=(10, 10))):
        assert fought(other, coalition=["counter-charge"]).pending is None


@pytest.mark.rule("T24.3")
def test_a_pursuit_follows_a_retreat_unless_guns_call_it_off() -> None:
    session = fought(ROUT, french=["cavalry-pursuit"])
    session.answer(stroke("cavalry-pursuit"))
    kinds = [type(e) for e in session.events if isinstance(e, CombatFought | TacticsCounted)]
    assert kinds == [CombatFought, TacticsCounted]
    assert fought(combat(["cavalry"]), french=["cavalry-pursuit"]).pending is None
    session = fought(ROUT, french=["cavalry-pursuit"], coalition=[COVER])
    assert list(session.options) == [None, stroke(COVER)]
    session.answer(None)
    session.answer(stroke("cavalry-pursuit"))
    assert session.pending is not None
    assert list(session.options) == [None, stroke(COVER)]
    session.answer(stroke(COVER))
    assert ended(session) == ["cavalry-pursuit", COVER]
    session = fought(ROUT, coalition=["cut-their-way"])
    assert session.pending is not None
    assert session.pending.side == COALITION
    assert list(session.options) == [None, stroke("cut-their-way")]
    beaten = combat(["cavalry", "retreats"], ["cavalry", "enemy retreats"])
    assert fought(beaten, french=["cavalry-pursuit"]).pending is None


@pytest.mark.rule("T24.3")
def test_cavalry_rides_against_a_pursuit_and_another_chance_rolls_one_die_again() -> None:
    for die in (1, 6):
        rout = Combat(ROUT.id, ROUT.facts, {FRENCH: 10, COALITION: 10})
        session = fought(rout, french=["cavalry-pursuit"], coalition=["counter-charge"], dice=[die])
        session.answer(stroke("cavalry-pursuit"))
        session.answer(stroke("counter-charge"))
        (countered,) = named(session, ChargeCountered)
        assert countered.is_stopped is (die == 1)
        assert ended(session) == ["cavalry-pursuit", "counter-charge"]
    for again, dice in ((True, [6, 2]), (False, [2])):
        charge = combat(["cavalry near"], (), charge=(10, 10))
        laid_out = course(
            hour(coalition=[charge]), french=stock("another-chance", "counter-charge")
        )
        session = game(laid_out, ["another-chance", *dice])
        session.answer(stroke("counter-charge"))
        assert asked(session) == "ThrowAgain"
        session.answer(again)
        assert [event.die for event in named(session, DieRerolled)] == dice[:-1]
        assert named(session, ChargeCountered)[0].die == 2
        if again:
            assert session.state.cards.effects == ()

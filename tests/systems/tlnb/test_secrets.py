"""What each side may know in the player turn: a secret swapped, the other sees the same (T16.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter
from random import Random
from typing import Any

import pytest

from hexwar.app.games import kit_of_scenario
from hexwar.cards.records import OPEN, CardId, CardScore, Effect, Piles
from hexwar.hexes import Hex
from hexwar.systems.tlnb.battle import MarchOrder
from hexwar.systems.tlnb.state import TlnbState, conceals, view
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.hearsay import Hearsay, texts_in
from hexwar.table.hiding import DUMMY, Belief, Hiding, side_of_piece
from hexwar.table.state import place_of
from tests.systems.nlc.cases import each

OPTIONS = {"hidden": "on", "cards": "full"}
DERIVED = {"stances", "battle", "law", "occupants", "tails", "leaders_at", "cache"}
Scramble = Callable[[TlnbState, Side, Random], None]
"""Changes what only one side knows in a field."""


def _under_flags(state: TlnbState) -> TlnbState:
    """Every other stack of both sides lies under a flag, and each side has a dummy."""
    stacks = (hex_ for hex_ in sorted(state.occupants) if int(hex_) % 2)
    pieces = {p for hex_ in stacks for p in (*state.units_in(hex_), *state.leaders_in(hex_))}
    dummies = {
        f"{side}{DUMMY}1": Hex(state.battle.battlefield.grid.hexes[0])
        for side in state.battle.sides
    }
    state.hiding = Hiding(hidden=frozenset(pieces), dummies=dummies)
    return state


@pytest.fixture(scope="module")
def reached() -> list[TlnbState]:
    """Positions of a random game, from its beginning to near its end."""
    kit = kit_of_scenario("vauchamps", "tlnb")
    players = dict.fromkeys((Side("french"), Side("allied")), "random")
    match, states = kit.new_match("vauchamps", players, "4", OPTIONS), []
    for step in range(160):
        if match.session.pending is None:
            break
        if step % 40 == 5:
            states.append(_under_flags(match.session.state.copy()))
        match.step()
    return states


def _somebody(state: TlnbState, side: Side, dice: Random) -> UnitId:
    unseen = [u.id for u in state.on_map(side) if u.id in state.hiding.hidden]
    return dice.choice(unseen)


def _leader(state: TlnbState, side: Side, dice: Random) -> LeaderId:
    hidden = state.hiding.hidden
    leaders = [x.id for x in state.leaders_on_map(side) if x.id in hidden]
    return dice.choice(leaders)


def _formation(state: TlnbState, side: Side, dice: Random) -> FormationId:
    return state.formation_of(_somebody(state, side, dice)).id


def _other_place(state: TlnbState, side: Side, dice: Random) -> None:
    """Of two units under flags each is where the other was, and as the other was."""
    one, other = (state.units[_somebody(state, side, dice)] for _ in "12")
    state.put_unit(replace(other, id=one.id, reduced=not other.reduced, spent=2))
    state.put_unit(replace(one, id=other.id, column=not one.column, moved=not one.moved))


def _other_leader(state: TlnbState, side: Side, dice: Random) -> None:
    """A leader under a flag with others is under another one."""
    leader = state.leaders[_leader(state, side, dice)]
    assert leader.hex is not None
    others = {*state.units_in(leader.hex, side), *state.leaders_in(leader.hex, side)}
    if others - {leader.id}:
        place = state.units[_somebody(state, side, dice)].hex
        state.put_leader(replace(leader, hex=place))


def _other_gain(state: TlnbState, side: Side, dice: Random) -> None:
    """A hex that the enemy holds was won by a unit that he does not see."""
    enemy = state.battle.enemy(side)
    theirs = [hex_ for hex_, holder in state.holding.control.items() if holder == enemy]
    if theirs:
        won = dice.choice(theirs)
        belief = Belief(enemy, state.holding.last_in.get(won))
        state.holding = state.holding.of(won, side, _somebody(state, side, dice))
        state.hiding = replace(state.hiding, gains={won: belief})


def _dummy_for_units(state: TlnbState, side: Side, dice: Random) -> None:
    """A dummy lies under a flag together with the force there."""
    place = place_of(state, _somebody(state, side, dice))
    assert place is not None
    dummies = {**state.hiding.dummies, f"{side}{DUMMY}7": place}
    state.hiding = replace(state.hiding, dummies=dummies)


def _other(chapter: str, name: str, pick: Callable[..., Any]) -> Scramble:
    """A piece under a flag is, or is not, among those that a field of a chapter names."""

    def scramble(state: TlnbState, side: Side, dice: Random) -> None:
        record, who = getattr(state, chapter), pick(state, side, dice)
        held = getattr(record, name)
        other: object = held ^ {who} if isinstance(held, frozenset) else {**held, who: 99}
        setattr(state, chapter, replace(record, **{name: other}))

    return scramble


def _other_names(state: TlnbState, side: Side, dice: Random) -> None:
    leader = _leader(state, side, dice)
    named = {**state.command.named, leader: (leader,)}
    state.command = replace(state.command, named=named)


def _other_order(state: TlnbState, side: Side, dice: Random) -> None:
    whose: FormationId = state.formation_of(_somebody(state, side, dice)).id
    place = dice.choice(state.battle.battlefield.grid.hexes)
    order = MarchOrder(whose, (Hex(place),), Hex(place))
    state.marches = replace(state.marches, orders={**state.marches.orders, whose: order})


def _other_trains(state: TlnbState, side: Side, dice: Random) -> None:
    pair = {_somebody(state, side, dice): _somebody(state, side, dice)}
    state.supply = replace(state.supply, trains_of={**state.supply.trains_of, **pair})


def _other_feint(state: TlnbState, side: Side, _: Random) -> None:
    feinted = (*state.marks.feinted, f"{side}{DUMMY}1")
    state.marks = replace(state.marks, feinted=feinted)


def _other_cards(state: TlnbState, side: Side, dice: Random) -> None:
    kinds = list(state.battle.stocks[side].main)
    lying = {
        pile: cards if pile in OPEN else tuple(dice.choice(kinds) for _ in cards)
        for pile, cards in state.cards.piles[side].lying.items()
    }
    state.cards = replace(state.cards, piles={**state.cards.piles, side: Piles(lying)})


def _other_effect(state: TlnbState, side: Side, _: Random) -> None:
    effect = Effect(99, side, CardId("delay"), state.turn + 1, (), is_secret=True)
    state.cards = replace(state.cards, effects=(*state.cards.effects, effect))


def _other_score(state: TlnbState, side: Side, dice: Random) -> None:
    score = CardScore(side, CardId("delay"), dice.randint(1, 9), 14, state.turn, is_shown=False)
    state.cards = replace(state.cards, scores=(*state.cards.scores, score))


SECRETS: dict[str, Scramble] = {
    "hiding": _dummy_for_units,
    "command.named": _other_names,
    **{f"command.{n}": _other("command", n, _leader) for n in ("officers", "failed", "moved")},
    **{f"command.{n}": _other("command", n, _leader) for n in ("asleep", "displaced", "called")},
    **{f"command.{n}": _other("command", n, _somebody) for n in ("checked", "units")},
    "marches.orders": _other_order,
    "marches.given": _other("marches", "given", _leader),
    "marches.arrived": _other("marches", "arrived", _somebody),
    **{f"marks.{n}": _other("marks", n, _somebody) for n in ("returned", "held", "stirred")},
    **{
        f"marks.{n}": _other("marks", n, _somebody)
        for n in ("stirred_before", "stacked", "far", "pushed", "ended")
    },
    "marks.feinted": _other_feint,
    "special.blinded": _other("special", "blinded", _somebody),
    "special.rested": _other("special", "rested", _formation),
    "spirit.dismayed": _other("spirit", "dismayed", _somebody),
    "supply.unsupplied": _other("supply", "unsupplied", _somebody),
    "supply.trains_of": _other_trains,
    "holding.control": _other_gain,
    "holding.last_in": _other_gain,
    "cards.piles": _other_cards,
    "cards.effects": _other_effect,
    "cards.scores": _other_score,
}
"""Each field that is not for everybody, and another value of what one side alone knows of it."""

PLACES: dict[str, Scramble] = {"units": _other_place, "leaders": _other_leader}
"""What lies under flags is taken off the map of a view as a whole."""


def sides(states: list[TlnbState]) -> Iterator[tuple[TlnbState, Side, Side]]:
    """Each position with who looks and who has the secret."""
    for state in states:
        for reader in state.battle.sides:
            yield state, reader, state.battle.enemy(reader)


@pytest.mark.rule("T16.9", "T24.2")
def test_every_secret_field_is_known_here(reached: list[TlnbState]) -> None:
    state, found = reached[0], set[str]()
    for field in fields(state):
        record = getattr(state, field.name)
        found |= {field.name} if "shown" in field.metadata else set()
        if is_dataclass(record) and field.name not in DERIVED:
            secret = (part for part in fields(record) if "shown" in part.metadata)
            found |= {f"{field.name}.{part.name}" for part in secret}
    assert found == set(SECRETS)


@pytest.mark.rule("T16.9", "T24.2")
@each("name", *SECRETS, *PLACES)
def test_a_secret_can_be_any_other_and_the_enemy_sees_the_same(
    name: str, reached: list[TlnbState]
) -> None:
    dice, tried = Random(name), 0
    for state, reader, owner in sides(reached):
        other = state.copy()
        try:
            (SECRETS | PLACES)[name](other, owner, dice)
        except IndexError:  # he has nobody of that kind under a flag
            continue
        if attrgetter(name)(other) == attrgetter(name)(state):
            continue
        tried += 1
        assert view(other, reader) == view(state, reader)
        assert view(other, owner) != view(state, owner)
    assert tried


@pytest.mark.rule("T16.9")
def test_questions_and_refusals_are_the_same_whatever_lies_under_the_flags() -> None:
    """The same answers are given in two games that differ in what is under two flags alone."""
    kit = kit_of_scenario("vauchamps", "tlnb")
    players = dict.fromkeys((Side("french"), Side("allied")), "random")
    match, dice, tried = kit.new_match("vauchamps", players, "7", OPTIONS), Random(3), 0
    while match.session.pending is not None and tried < 25:
        asked, state = match.session.pending, match.session.state
        if asked.side in state.battle.sides and state.hiding.unseen:
            owner = state.battle.enemy(Side(asked.side))
            other = state.copy()
            try:
                _other_place(other, owner, dice)
            except IndexError:
                match.step()
                continue
            known, swapped = view(state, Side(asked.side)), view(other, Side(asked.side))
            options = list(asked.options(known))
            assert options == list(asked.options(swapped))
            assert [asked.refusal(swapped, o) for o in options] == [None] * len(options)
            assert asked.sentence(known) == asked.sentence(swapped)
            told = [c.label for c in asked.choices(known, options)]
            assert told == [c.label for c in asked.choices(swapped, options)]
            tried += 1
        match.step()
    assert tried == 25


@pytest.mark.rule("T16.9")
def test_no_event_that_a_side_may_know_of_names_what_it_does_not_see() -> None:
    kit = kit_of_scenario("champaubert", "tlnb")
    players = dict.fromkeys((Side("french"), Side("allied")), "random")
    match, told = kit.new_match("champaubert", players, "5", OPTIONS), 0
    session, hearsay = match.session, Hearsay(match.session.state.battle)
    begun = 0
    while session.pending is not None and not session.state.over and begun < 600:
        match.step()
        hearsay.follow(session.events)
        unseen, battle = session.state.hiding.unseen, session.state.battle
        for event in session.events[begun:]:
            for side in battle.sides:
                theirs = {p for p in unseen if side_of_piece(battle, p) != side}
                names = set(texts_in(event)) & theirs
                if names and not getattr(event, "reveals", False):
                    assert not hearsay.knows(event, side), event
                    told += 1
        begun = len(session.events)
    assert told


@pytest.mark.rule("T16.9")
def test_an_answer_that_names_a_hidden_piece_is_no_answer_for_the_other(
    reached: list[TlnbState],
) -> None:
    state = reached[0]
    for side in state.battle.sides:
        theirs = [p for p in state.hiding.hidden if side_of_piece(state.battle, p) != side]
        own = [p for p in state.hiding.hidden if side_of_piece(state.battle, p) == side]
        assert theirs
        assert conceals(state, side, (theirs[0],))
        assert conceals(state, side, f"{state.battle.enemy(side)}{DUMMY}1")
        assert not conceals(state, side, tuple(own[:1]))

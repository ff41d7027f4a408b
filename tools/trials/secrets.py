"""Every secret of a table, and how it could be otherwise without the enemy's noticing (N3.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from hexwar.cards.records import OPEN, CardId, CardScore, Effect, Piles
from hexwar.hexes import Hex
from hexwar.series.battle import ArrivalChange
from hexwar.systems.nlc.events.arrivals import AlternateCalled
from hexwar.systems.nlc.orders import Dispatch, Line, LineId, Offer, Verb, Wish
from hexwar.systems.nlc.state import GameState, reader_of
from hexwar.table.forces import FormationId, LeaderId, OrderStep, Side, UnitId
from hexwar.table.hiding import DUMMY, Belief
from hexwar.table.pieces import Box
from tests.systems.nlc.chapters import put

SOME_CARD = CardId("delay")
Scramble = Callable[[GameState, Side, Random], None]
"""Changes what only one side knows in a field."""


def _formations(state: GameState, side: Side) -> list[FormationId]:
    return [card.id for card in state.battle.formations.values() if card.side == side]


def _line(state: GameState, side: Side, dice: Random) -> LineId:
    return LineId(dice.choice(_formations(state, side)))


def _leader(state: GameState, side: Side, dice: Random) -> LeaderId:
    return dice.choice([card.id for card in state.battle.leaders.values() if card.side == side])


def _steps(state: GameState, dice: Random) -> tuple[OrderStep, ...]:
    hex_ = dice.choice(state.battle.battlefield.grid.hexes)
    return (OrderStep(dice.choice(list(Verb)), Hex(hex_)),)


def _other_lines(state: GameState, side: Side, dice: Random) -> None:
    lines = {
        line: Line(_steps(state, dice), state.turn, dice.randint(0, 9), held.units)
        for line, held in state.pad.lines.items()
        if state.side_of_line(line) == side
    }
    put(state, lines={**state.pad.lines, **lines})


def _other_division(state: GameState, side: Side, dice: Random) -> None:
    formation = state.battle.formations[FormationId(_line(state, side, dice))]
    line, some = LineId(f"{formation.id}/9"), formation.units[:1]
    put(
        state,
        detached={**state.pad.detached, **dict.fromkeys(some, line)},
        lines={**state.pad.lines, line: Line(_steps(state, dice), state.turn, units=some)},
    )


def _other_courier(state: GameState, side: Side, dice: Random) -> None:
    rider = Dispatch(_steps(state, dice), _leader(state, side, dice), state.turn, state.turn + 1)
    put(state, dispatches={**state.pad.dispatches, _line(state, side, dice): rider})


def _other_wing(state: GameState, side: Side, dice: Random) -> None:
    whose = FormationId(_line(state, side, dice))
    put(state, wings={**state.pad.wings, whose: dice.choice(_formations(state, side))})


def _other_wish(state: GameState, side: Side, dice: Random) -> None:
    put(state, wanted={**state.pad.wanted, _line(state, side, dice): _steps(state, dice)})


def _other_offer(state: GameState, side: Side, dice: Random) -> None:
    wishes = (Wish(Offer.FIRST, _line(state, side, dice)),)
    put(state, wishes={**state.pad.wishes, side: wishes})


def _other_orders_given(state: GameState, side: Side, dice: Random) -> None:
    put(state, issued={**state.pad.issued, _leader(state, side, dice): dice.randint(5, 9)})


def _other_names(name: str) -> Scramble:
    def scramble(state: GameState, side: Side, dice: Random) -> None:
        put(state, **{name: (*getattr(state.pad, name), _line(state, side, dice))})

    return scramble


def _other_ties(state: GameState, side: Side, dice: Random) -> None:
    put(state, tied=(*state.pad.tied, _leader(state, side, dice)))


def _other_cup(state: GameState, side: Side, dice: Random) -> None:
    chits = tuple(FormationId(_line(state, side, dice)) for _ in state.chits.cups[side])
    put(state, cups={**state.chits.cups, side: chits})


def _other_cards(state: GameState, side: Side, dice: Random) -> None:
    kinds = list(state.battle.stocks[side].main)
    lying = {
        pile: cards if pile in OPEN else tuple(dice.choice(kinds) for _ in cards)
        for pile, cards in state.cards.piles[side].lying.items()
    }
    put(state, piles={**state.cards.piles, side: Piles(lying)})


def _other_effect(state: GameState, side: Side, *subjects: str) -> None:
    effect = Effect(99, side, SOME_CARD, state.turn + 1, tuple(subjects), is_secret=True)
    put(state, effects=(*state.cards.effects, effect))


def _other_score(state: GameState, side: Side, dice: Random) -> None:
    score = CardScore(side, SOME_CARD, dice.randint(1, 9), 29, state.turn, is_shown=False)
    put(state, scores=(*state.cards.scores, score))


def _other_arrival(state: GameState, side: Side, dice: Random) -> None:
    """A card holds a group up that comes as printed, and the enemy does not know."""
    as_printed = [
        group
        for group in state.schedule.arrivals
        if group in state.battle.arrivals and group.units and state.side_of(group.units[0]) == side
    ]
    if as_printed:
        held_up = dice.choice(as_printed)
        told = ArrivalChange(SOME_CARD, state.turn, held_up.turn + 2, held_up.entry, shift=2)
        later = replace(held_up, turn=told.due, history=(told,))
        groups = state.schedule.arrivals
        put(state, arrivals=tuple(later if group is held_up else group for group in groups))
        _other_effect(state, side, held_up.key)


def _call(state: GameState, side: Side, _: Random) -> None:
    """A card calls alternates, and the enemy does not know."""
    for group in state.battle.alternates:
        formations = (state.battle.formations[f] for f in group.formations)
        leaders = [state.leaders[leader] for card in formations for leader in card.leaders]
        in_reserve = [state.units[unit] for unit in group.units] + leaders
        if group.side == side and all(piece.box is Box.RESERVE for piece in in_reserve):
            due = state.turn + 3
            called = AlternateCalled(side, group.number, 3, due, SOME_CARD, is_shown=False)
            called.happen(state)
            _other_effect(state, side, group.key)
            return


def _somebody(state: GameState, side: Side, dice: Random) -> UnitId:
    """A unit of a side on the map that lies under a flag and of which no report is on its way."""
    secret = state.hiding.hidden - state.hiding.reports.keys()
    unseen = [u.id for u in state.on_map(side) if u.id in secret]
    return dice.choice(unseen)


def _other_place(state: GameState, side: Side, dice: Random) -> None:
    """Of two units under flags each is where the other was, and as the other was."""
    one, other = (state.units[_somebody(state, side, dice)] for _ in "12")
    state.put_unit(replace(other, id=one.id, reduced=not other.reduced, disrupted=True, spent=2))
    state.put_unit(replace(one, id=other.id, column=not one.column, moved=not one.moved))


def _other_leader(state: GameState, side: Side, dice: Random) -> None:
    """A leader who is not alone under a flag is under another."""
    secret = state.hiding.hidden - state.hiding.reports.keys()
    leaders = [
        leader
        for leader in state.leaders_on_map(side)
        if leader.id in secret
        and (hex_ := state.leaders[leader.id].hex) is not None
        and not secret.isdisjoint(state.units_in(hex_, side))
    ]
    if leaders:
        leader = state.leaders[dice.choice(leaders).id]
        place = state.units[_somebody(state, side, dice)].hex
        state.put_leader(replace(leader, hex=place, moved=not leader.moved))


def _dummy_for_units(state: GameState, side: Side, dice: Random) -> None:
    """What lies under a flag is a dummy, and the units that lay there have been lifted."""
    place = state.units[_somebody(state, side, dice)].hex
    assert place is not None
    gone = frozenset((*state.units_in(place, side), *state.leaders_in(place, side)))
    if not gone <= state.hiding.hidden or gone & state.hiding.reports.keys():
        raise LookupError(f"not all that lies in {place} is under a flag")
    hiding, dummy = state.hiding, f"{side}{DUMMY}7"
    state.hiding = replace(
        hiding,
        hidden=hiding.hidden - gone,
        lifted=hiding.lifted | gone,
        dummies={**hiding.dummies, dummy: place},
    )


def _other_gain(state: GameState, side: Side, dice: Random) -> None:
    """A hex that the enemy holds was won by a unit that he does not see."""
    enemy = state.battle.enemy(side)
    control, gains = state.holding.control, state.hiding.gains
    theirs = [hex_ for hex_, holder in control.items() if holder == enemy and hex_ not in gains]
    if theirs:
        won = dice.choice(theirs)
        belief = Belief(enemy, state.holding.last_in.get(won))
        state.holding = state.holding.of(won, side, _somebody(state, side, dice))
        state.hiding = replace(state.hiding, gains={**state.hiding.gains, won: belief})


def _other_names_of(chapter: str, name: str) -> Scramble:
    """A formation under a flag is, or is not, among those that a chapter names."""

    def scramble(state: GameState, side: Side, dice: Random) -> None:
        whose = state.formation_of_piece(_somebody(state, side, dice))
        record = getattr(state, chapter)
        held = getattr(record, name)
        other: object = (*held, whose)
        if isinstance(held, Mapping):
            other = {**held, whose: dice.randint(1, 9)}
        setattr(state, chapter, replace(record, **{name: other}))

    return scramble


def _other_supply(state: GameState, side: Side, dice: Random) -> None:
    unsupplied = state.supply.unsupplied ^ {_somebody(state, side, dice)}
    state.supply = replace(state.supply, unsupplied=unsupplied)


def _other_train(state: GameState, side: Side, dice: Random) -> None:
    pair = {_somebody(state, side, dice): _somebody(state, side, dice)}
    state.supply = replace(state.supply, trains_of={**state.supply.trains_of, **pair})


def _other_action(state: GameState, side: Side, dice: Random) -> None:
    if state.activation is not None:
        acting, reacted = state.activation.acting, state.activation.reacted
        one = _somebody(state, side, dice)
        moved = replace(state.activation, acting=(*acting, one), reacted=(*reacted, one))
        state.activation = moved


def _in_turn(*scrambles: Scramble) -> Scramble:
    def scramble(state: GameState, side: Side, dice: Random) -> None:
        for one in scrambles:
            one(state, side, dice)

    return scramble


SECRETS: dict[str, Scramble] = {
    "hiding": _dummy_for_units,
    "units": _in_turn(_call, _other_place),
    "leaders": _in_turn(_call, _other_leader),
    "activation": _other_action,
    "losses.steps_lost": _other_names_of("losses", "steps_lost"),
    "spirit.demoralized": _other_names_of("spirit", "demoralized"),
    "spirit.exhausted": _other_names_of("spirit", "exhausted"),
    "spirit.forced_hours": _other_names_of("spirit", "forced_hours"),
    "spirit.rested_hours": _other_names_of("spirit", "rested_hours"),
    "supply.unsupplied": _other_supply,
    "supply.trains_of": _other_train,
    "holding.control": _other_gain,
    "holding.last_in": _other_gain,
    "pad.lines": _other_lines,
    "pad.detached": _other_division,
    "pad.dispatches": _other_courier,
    "pad.wings": _other_wing,
    "pad.wanted": _other_wish,
    "pad.issued": _other_orders_given,
    "pad.asked": _other_names("asked"),
    "pad.addressed": _other_names("addressed"),
    "pad.complied": _other_names("complied"),
    "pad.misled": _other_names("misled"),
    "pad.tied": _other_ties,
    "pad.wishes": _other_offer,
    "chits.cups": _other_cup,
    "schedule.arrivals": _other_arrival,
    "schedule.called": _call,
    "cards.piles": _other_cards,
    "cards.effects": lambda state, side, _: _other_effect(state, side),
    "cards.scores": _other_score,
}
"""Each field that is not for everybody, and another value of what one side alone knows of it."""


def is_told(name: str, state: GameState, reader: Side) -> bool:
    """Whether spies have told a side of a secret, or all lies open: it is none (N23.4, N26.1)."""
    is_read = state.battle.is_basic or bool(reader_of(state, reader).read)
    return name in ("pad.lines", "pad.detached") and is_read

"""How formations come to act: the Initial Action, the Coordinated Action, the chit pull.

Rules: N4.2-N4.46.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import Any

from hexwar.cards.records import CardId
from hexwar.engine import CHANCE, Choice, Manner, Refusal, Roll, Table, refuse
from hexwar.ground.vedettes import vedettes_under
from hexwar.ground.zones import is_in_contact
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.systems.nlc.events.turn import (
    ActivationBegan,
    ChitDiscarded,
    ChitDrawn,
    ChitPlaced,
    CoordinationRolled,
    CoverDrawn,
    CupChosen,
    Dice,
    FlagsCleared,
    InitialGranted,
    InitialRolled,
    PhaseBegan,
)
from hexwar.systems.nlc.numbers import numbers_of
from hexwar.systems.nlc.orders import LineId, Offer, formation_of_line
from hexwar.systems.nlc.question import Question
from hexwar.systems.nlc.rules.arrivals.arrivals import due_units
from hexwar.systems.nlc.rules.cards.effects import LATE_START, is_in_force
from hexwar.systems.nlc.rules.cards.order_effects import EMPEROR
from hexwar.systems.nlc.rules.cards.rerolls import throw
from hexwar.systems.nlc.rules.command.command import (
    centre_of,
    is_in_range,
    overall_commander,
    overall_rating,
    wing_of,
)
from hexwar.systems.nlc.rules.orders.permissions import row_of
from hexwar.systems.nlc.rules.orders.steps import test_steps
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import (
    COMMON,
    COVER,
    chit_name,
    coordinated_chit,
    coordinated_side,
    cups_in_use,
    order_line,
)
from hexwar.table.battle import TurnKind
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.overlays import Overlays
from hexwar.table.pieces import Phase
from hexwar.table.words import formation_name

# -- chits and cups: who has a chit, which cup it goes into, whether it has an effect (N4.4)


def has_chit(state: GameState, formation: FormationId) -> bool:
    """Whether a formation gets a chit this turn: a unit on the map or due (N4.42, N4.44).

    Vedettes on the map are enough (N20.31).
    """
    if not state.battle.formations[formation].has_chit:
        return False
    if state.turn_card.kind is TurnKind.NIGHT_AM:  # only who marches or rests acts by night
        line = state.pad.lines.get(LineId(formation))
        if line is not None and line.steps and not row_of(state, line.step).by_night:
            return False
    pieces = (*state.units_of(formation), *vedettes_under(state.battle, formation))
    on_map = any(state.units[u].hex is not None for u in pieces)
    return on_map or bool(due_units(state, formation))


def discard_reason(state: GameState, formation: FormationId) -> str | None:
    """Why a formation's chit has no effect, or None where the formation acts (N4.44)."""
    if formation in state.chits.acted:
        return say("it has acted this turn")
    return None if has_chit(state, formation) else say("no unit of it is left")


def cup_of(state: GameState, side: Side) -> Side:
    """The cup that a side's chits go into; the common cup is kept under the first player."""
    return state.battle.first_player if cups_in_use(state.battle) == COMMON else side


def odd_side(state: GameState) -> Side:
    """The side whose cup an odd die names: the French (N4.41), else the first player."""
    french = Side("french")
    return french if french in state.battle.sides else state.battle.first_player


# -- how an activation begins: alone on a chit, or several formations as one body (N4.46, N4.35)


async def begin_activation(table: Table[GameState], formation: FormationId) -> None:
    """N4.44: the formation of a drawn chit acts, unless the chit has no effect."""
    if (reason := discard_reason(table.state, formation)) is not None:
        table.emit(ChitDiscarded(formation, reason))
    else:
        await begin_activations(table, (formation,))


async def begin_activations(table: Table[GameState], formations: Sequence[FormationId]) -> None:
    """N4.35, N4.46: formations act as one body; marks of their last activation go off.

    First the steps of their orders are tested: what they find governs this activation (N12.31).
    """
    await test_steps(table, formations)
    state = table.state
    units: dict[FormationId, tuple[UnitId, ...]] = {}
    for formation in formations:  # also who stayed off the map may try again
        here, due = state.units_of(formation), due_units(state, formation)
        pieces = vedettes_under(state.battle, formation)
        out = (v for v in pieces if state.units[v].hex or state.units[v].spent)
        units[formation] = (*(u for u in here if state.units[u].hex or u in due), *out)
    table.emit(FlagsCleared(tuple(chain.from_iterable(units.values()))))
    contact = [f for f in formations if _is_near_enemy(state, units[f])]
    first, also = formations[0], tuple(formations[1:])
    met, side = tuple(f for f in also if f in contact), state.battle.formations[first].side
    table.emit(ActivationBegan(first, side, first in contact, also, met))


def _is_near_enemy(state: GameState, units: Iterable[UnitId]) -> bool:
    """Whether any of some units is in contact; vedettes are not asked (N5.34)."""
    return any(is_in_contact(state, u) and not state.card(u).is_vedette for u in units)


# -- the Initial Action: one formation acts before any chit is drawn (N4.2)


EARLY_ARRIVAL = CardId("early-arrival")


@dataclass(frozen=True, slots=True)
class ChooseInitialFormation(Question[FormationId | None], rule="N4.22", is_secret=True):
    """N4.22: which formation acts before any chit; None: the chits stay in."""

    words = mark(
        "{who} may let one formation act before any chit is drawn, or leave its chit in the cup."
    )
    clue = mark(
        "Click a formation that is marked, or its button; it acts before any chit is drawn."
    )

    def options(self, state: GameState) -> Sequence[FormationId | None]:
        """Nobody, and each formation that is near enough or has fresh orders."""
        side = Side(self.side)
        formations = state.battle.formations.values()
        own = [f.id for f in formations if f.side == side]
        return [None, *(f for f in own if initial_refusal(state, side, f) is None)]

    def refusal(self, state: GameState, answer: FormationId | None) -> Refusal | None:
        """The law of N4.23."""
        return None if answer is None else initial_refusal(state, Side(self.side), answer)

    def choices(
        self, view: GameState, options: Sequence[FormationId | None]
    ) -> Sequence[Choice[FormationId | None]]:
        """The formations with their orders, and nobody."""
        first = mark("It acts first. {order}")
        found = [formation_choice(view, one, first) for one in options if one is not None]
        tip = say("Every chit stays in its cup")
        return (*found, Choice("end", say("Nobody"), tip, None, Manner.END))

    def why_not(self, view: GameState, spot: Hex) -> Refusal | None:
        """Who is there may not act, or several may."""
        found = sole_formation(self, view, spot)
        return self.refusal(view, found) if isinstance(found, str) else found

    def marks(self, view: GameState) -> Overlays:
        """Where those are who may."""
        return Overlays(ready=fighting_hexes(view, filter(None, self.options(view))))


def initial_refusal(state: GameState, side: Side, formation: FormationId) -> Refusal | None:
    """Why a formation may not take its side's Initial Action, or None (N4.22, N4.23, N4.27)."""
    card = state.battle.formations.get(formation)
    if card is None or card.side != side:
        return refuse("N4.22", "Choose a formation of your own.")
    if (reason := discard_reason(state, formation)) is not None:
        return refuse("N4.44", "{card} cannot act: {reason}.", card=card.name, reason=reason)
    if _is_near(state, side, formation) or has_fresh_order(state, formation):
        return None
    turns = numbers_of(state.battle).initial.recent_turns
    words = mark(
        "{card} is out of command range of the overall commander and has received no "
        "order in the last {turns} turns."
    )
    return refuse("N4.23", words, card=card.name, turns=turns)


def _is_near(state: GameState, side: Side, formation: FormationId) -> bool:
    """Whether a formation's commander, or the unit in his place, is in range of the OC."""
    leader, hex_ = overall_commander(state, side), centre_of(state, LineId(formation))
    return leader is not None and hex_ is not None and is_in_range(state, leader, hex_)


def has_fresh_order(state: GameState, formation: FormationId) -> bool:
    """Whether a formation, or its wing, holds an order of the last turns (N4.23, N4.26).

    An order held at the start counts as received on the turn before the first; what a Bad Move
    brought about is no order.
    """
    recent = numbers_of(state.battle).initial.recent_turns
    wing = wing_of(state, formation)
    lines = [state.pad.lines.get(LineId(one)) for one in (formation, wing) if one is not None]
    return any(
        line is not None and not line.bad_until and state.turn - line.since <= recent
        for line in lines
    )


# -- the flow


async def initial_phase(table: Table[GameState]) -> None:
    """N4.2: the sides roll; the winner's choice acts; then coordination is determined.

    Before the chits only an Initial Action makes anybody act: it tells that the dice are cast.
    """
    if not table.state.chits.initiatives and not table.state.chits.acted:
        await _roll(table)
    for side in table.state.chits.initiatives:
        chosen = await _wished_formation(table.state, side)
        table.emit(InitialGranted(side, chosen))
        if chosen is not None:
            await begin_activation(table, chosen)
            return
    table.emit(PhaseBegan(Phase.COORDINATED))


async def _wished_formation(state: GameState, side: Side) -> FormationId | None:
    """N4.22: whom a side has named beforehand, if he may act; else it is asked if it wished so.

    Who has the action by a card has wished so by playing it (N4.24).
    """
    wish = state.pad.wish_of(side, Offer.FIRST)
    formation = None if wish is None or wish.line is None else formation_of_line(wish.line)
    if formation is not None and initial_refusal(state, side, formation) is None:
        return formation
    is_asked = wish is not None and wish.line is None
    by_card = any(is_in_force(state, side, card) for card in (EARLY_ARRIVAL, EMPEROR))
    return await ChooseInitialFormation(side) if is_asked or by_card else None


async def _roll(table: Table[GameState]) -> None:
    """N4.21, N4.25: a die and the rating of the OC; the higher total wins, a tie nobody.

    Cards give a side an action besides, or deny it one (N4.24).
    """
    battle, (dice, totals, winner) = table.state.battle, await throw_for_initiative(table)
    state = table.state
    grants = ((s, card) for s in battle.sides for card in (EARLY_ARRIVAL, EMPEROR))
    by_card = tuple(s for s, card in grants if is_in_force(state, s, card))
    denied = tuple(s for s in battle.sides if is_in_force(state, s, LATE_START))
    table.emit(InitialRolled(dice, totals, winner, by_card, denied))


async def throw_for_initiative(table: Table[GameState]) -> tuple[Dice, Dice, Side | None]:
    """N4.21, N4.25: the dice, the totals with the ratings of the OC, and who has the higher."""
    battle, dice = table.state.battle, []
    for side in battle.sides:
        die = await throw(table, side, f"initial action, {battle.side_names[side]}")
        dice.append((side, die))
    totals = tuple((side, die + overall_rating(table.state, side)) for side, die in dice)
    (first, mine), (second, theirs) = totals
    winner = None if mine == theirs else first if mine > theirs else second
    return tuple(dice), totals, winner


# -- the Coordinated Action: several formations act as one body (N4.3)


Body = tuple[FormationId, ...]
"""Formations that act as one body."""

LISTED = 400
"""How many answers are listed at most; the law accepts the others too."""


@dataclass(frozen=True, slots=True)
class ChooseCoordinatedFormations(Question[Body | None], rule="N4.32"):
    """N4.32: which formations act together; None: the chit has no effect (N4.34)."""

    def options(self, state: GameState) -> Sequence[Body | None]:
        """Nobody, and the formations that may act, alone and together."""
        side = Side(self.side)
        able = [f for f in state.battle.formations if member_refusal(state, side, f) is None]
        sizes = range(1, most_together(state, side) + 1)
        bodies = chain.from_iterable(combinations(able, size) for size in sizes)
        return [None, *islice(bodies, LISTED)]

    def refusal(self, state: GameState, answer: Body | None) -> Refusal | None:
        """The law of N4.32."""
        if answer is None:
            return None
        side = Side(self.side)
        if not answer or len(set(answer)) < len(answer):
            return refuse(self.rule, "Choose at least one formation, each once.")
        if len(answer) > (most := most_together(state, side)):
            return refuse(self.rule, "At most {most} formations may act together.", most=most)
        refusals = (member_refusal(state, side, formation) for formation in answer)
        return next((refusal for refusal in refusals if refusal is not None), None)

    def sentence(self, view: GameState) -> str:
        """How many may act together."""
        words = mark(
            "{who} may choose up to {most} formations that act together, because the chit of the"
            " Coordinated Action was drawn."
        )
        return self.told(view, words, most=most_together(view, Side(self.side)))


def most_together(state: GameState, side: Side) -> int:
    """How many formations a side may coordinate: the rating of its OC, three at most (N4.32)."""
    return min(overall_rating(state, side), numbers_of(state.battle).coordination.most)


def member_refusal(state: GameState, side: Side, formation: FormationId) -> Refusal | None:
    """Why a formation may not take part in a Coordinated Action now, or None (N4.32)."""
    card = state.battle.formations.get(formation)
    if card is None or card.side != side:
        return refuse("N4.32", "Choose formations of your own.")
    if (reason := discard_reason(state, formation)) is not None:
        return refuse("N4.32", "{card} cannot act: {reason}.", card=card.name, reason=reason)
    words = mark("{card} is out of the overall commander's command range.")
    return None if _is_near(state, side, formation) else refuse("N4.32", words, card=card.name)


# -- the flow


async def determine_coordination(table: Table[GameState]) -> None:
    """N4.31: a side whose die is not above the rating of its OC has its chit in the cup.

    By a card it has it without a die (N23.4).
    """
    for side in table.state.battle.sides:
        has_action = is_in_force(table.state, side, EMPEROR)
        if not has_action:
            die = await throw(table, side, f"coordination, {table.state.battle.side_names[side]}")
            rating = overall_rating(table.state, side)
            has_action = die <= rating
            table.emit(CoordinationRolled(side, die, rating, has_action))
        if has_action:
            table.emit(ChitPlaced(cup_of(table.state, side), coordinated_chit(side)))


# -- chit pull: the cups, the die or the marker that says whose cup, the draw (N4.4)


@dataclass(frozen=True, slots=True)
class DrawCover(Question[Side], rule="N4.41", is_open=True):
    """N4.41: which cover marker comes out of the third cup; an answer of chance."""

    words = mark("Draw a cover marker from the third cup, and enter whose it is.")
    clue = mark("Draw a cover marker and press whose it is.")

    def options(self, state: GameState) -> Sequence[Side]:
        """The markers in the cup: of each side as many as it has chits left."""
        cups = state.chits.cups
        return [side for side in state.battle.sides for _ in cups.get(side, ())]

    def about(self) -> str:
        """What is drawn."""
        return mark("cover marker")

    def choices(self, view: GameState, options: Sequence[Side]) -> Sequence[Choice[Side]]:
        """The sides of which a marker is left."""
        names = [(side, view.battle.side_names[side]) for side in dict.fromkeys(options)]
        tip = mark("A marker of the {name} was drawn")
        return [Choice(side, name, say(tip, name=name), side) for side, name in names]


@dataclass(frozen=True, slots=True)
class DrawChit(Question[FormationId], rule="N4.4", is_open=True):
    """N4.4: which chit comes out of a cup; an answer of chance."""

    clue = mark("Draw a chit and press whose it is.")
    cup: Side

    def options(self, state: GameState) -> Sequence[FormationId]:
        """The chits in the cup, by id."""
        return sorted(state.chits.cups[self.cup])

    def about(self) -> str:
        """What is drawn."""
        return mark("chit")

    def sentence(self, view: GameState) -> str:
        """From which cup."""
        words, sides = mark("Draw a chit from the cup, and enter whose it is."), view.battle.sides
        if len({cup_of(view, side) for side in sides}) == len(sides):
            words = mark("Draw a chit from the cup of {cup}, and enter whose it is.")
        return self.told(view, words)

    def choices(
        self, view: GameState, options: Sequence[FormationId]
    ) -> Sequence[Choice[FormationId]]:
        """The chits by the names of their formations."""
        names = [(chit, chit_name(view.battle, chit)) for chit in options]
        return [Choice(x, name, say("{name} was drawn", name=name), x) for x, name in names]


async def fill_cups(table: Table[GameState]) -> None:
    """N4.44: before the first draw the chit of each formation goes into its side's cup.

    Not that of the formation that took an Initial Action (N4.22).
    """
    table.emit(PhaseBegan(Phase.CHITS))
    for formation in table.state.battle.formations.values():
        if discard_reason(table.state, formation.id) is None:
            table.emit(ChitPlaced(cup_of(table.state, formation.side), formation.id))


async def pull_chit(table: Table[GameState]) -> None:
    """N4.4: draw a chit, and those whose it is act; with empty cups the rally begins."""
    if (chit := await draw_chit(table)) is None:
        table.emit(PhaseBegan(Phase.RALLY))
    else:
        await act_on_chit(table, chit)


async def act_on_chit(table: Table[GameState], chit: FormationId) -> None:
    """N4.4, N4.32, N4.34: those whose chit it is act; together, or nobody, by that of an army."""
    if (side := coordinated_side(chit)) is None:
        await begin_activation(table, chit)
    elif (chosen := await ChooseCoordinatedFormations(side)) is None:
        table.emit(ChitDiscarded(chit, mark("nobody was chosen to act together")))
    else:
        await begin_activations(table, chosen)


async def draw_chit(table: Table[GameState]) -> FormationId | None:
    """N4.41, N4.44: choose the cup and draw a chit; None where both cups are empty."""
    filled = [side for side in table.state.battle.sides if table.state.chits.cups.get(side)]
    if not filled:
        return None
    cup = filled[0] if len(filled) == 1 else await _choose_cup(table)
    chit = await DrawChit(CHANCE, cup)
    table.emit(ChitDrawn(cup, chit))
    return chit


async def _choose_cup(table: Table[GameState]) -> Side:
    """N4.41: whose chit is drawn while both have some: by a die, or by a marker."""
    if cups_in_use(table.state.battle) == COVER:
        cup = await DrawCover(CHANCE)
        table.emit(CoverDrawn(cup))
        return cup
    die = await Roll(CHANCE, mark("whose chit is drawn"))
    odd = odd_side(table.state)
    cup = odd if die % 2 else table.state.battle.enemy(odd)
    table.emit(CupChosen(cup, die))
    return cup


# -- formations as they are put to the player


def pieces_of(state: GameState, formation: FormationId) -> tuple[UnitId | LeaderId, ...]:
    """The pieces of a formation on the map, units first."""
    card = state.battle.formations[formation]
    units = (unit for unit in card.units if state.units[unit].hex is not None)
    leaders = (leader for leader in card.leaders if state.leaders[leader].hex is not None)
    return (*units, *leaders)


def formation_choice(view: GameState, formation: FormationId, tip: str) -> Choice[Any]:
    """A formation as a choice, by its name or its troops; the tip says its `{order}`."""
    name, order = formation_name(view, formation), order_line(view, LineId(formation))
    units = view.battle.formations[formation].units
    hexes = dict.fromkeys(h for unit in units if (h := view.units[unit].hex) is not None)
    words, pieces = say(tip, order=order).strip(), pieces_of(view, formation)
    return Choice(formation, name, words, formation, spots=tuple(hexes), pieces=pieces)


def sole_formation(
    question: Question[Any], view: GameState, spot: Hex
) -> FormationId | Refusal | None:
    """The formation in a hex that could be the answer, else the first there; several: a refusal."""
    units = view.units_in(spot, Side(question.side))
    here = list(dict.fromkeys(view.formation_of(unit).id for unit in units))
    able = [formation for formation in here if question.refusal(view, formation) is None]
    if len(able) > 1:
        words = mark("Troops of several formations stand there: press a button.")
        return refuse(question.rule, words)
    return next(iter((*able, *here)), None)


def fighting_hexes(state: GameState, formations: Iterable[FormationId]) -> frozenset[Hex]:
    """Where the combat units of some formations stand."""
    units = (unit for formation in formations for unit in state.units_of(formation))
    hexes = (state.units[unit].hex for unit in units if state.card(unit).is_combat_unit)
    return frozenset(hex_ for hex_ in hexes if hex_ is not None)

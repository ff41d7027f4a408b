"""What cards do, beside what every game with cards has (T24)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.cards import setup_facts
from hexwar.cards.library import card, card_words
from hexwar.cards.records import CardId, CardKind, Pile, Piles
from hexwar.engine import Remark
from hexwar.hexes import Hex, Hexside
from hexwar.messages import mark, say, tell_count
from hexwar.series.battle import Alternate, Arrival, ArrivalChange
from hexwar.series.variation import without_called
from hexwar.systems.tlnb.events.losses import recovered
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.fact import (
    CARDS,
    COMBAT,
    LEADERS,
    LOSSES,
    MARKERS,
    MOVEMENT,
    VICTORY,
    Fact,
    Scene,
    Shows,
    Sound,
)
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.pieces import Box
from hexwar.text import Text, signed

# -- draws, plays and counts (T24.2)


@dataclass(frozen=True, slots=True)
class BonusDealt(Fact, rule="T24.2", topic=CARDS, is_open=True):
    """A side draws its bonus cards (18.32)."""

    side: Side
    cards: int

    def sentence(self, scene: Scene) -> Text:
        """The French draw 2 bonus cards."""
        one, side = mark("The {side} draw {n} bonus card."), scene.names.side(self.side)
        return tell_count(one, "The {side} draw {n} bonus cards.", self.cards, side=side)

    def apply(self, state: TlnbState) -> None:
        """Once in a battle."""
        state.deal = replace(state.deal, dealt=(*state.deal.dealt, self.side))


@dataclass(frozen=True, slots=True)
class HandFilled(Fact, rule="T24.2", topic=MARKERS, is_open=True):
    """A side has drawn the cards of its Card Segment (18.33)."""

    words = mark("The {side} have drawn their cards.")
    side: Side

    def apply(self, state: TlnbState) -> None:
        """No Tactics card is owed for any more."""
        state.deal = replace(state.deal, owed={**state.deal.owed, self.side: 0})


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Fact, rule="T24.8", topic=CARDS, rest=500, is_open=True):
    """A side drew a card from the one deck that both have (T24.8)."""

    words = mark("The {side} drew {card} from the deck of both sides.")
    side: Side
    owner: Side  # whose deck it is
    card: CardId

    def apply(self, state: TlnbState) -> None:
        """Into the hand of who drew it."""
        piles = state.cards.piles
        deck = list(piles[self.owner].of(Pile.DECK))
        deck.remove(self.card)
        rest = Piles({**piles[self.owner].lying, Pile.DECK: tuple(deck)})
        cards = state.cards.laid(self.owner, rest)
        hand = (*cards.piles[self.side].of(Pile.HAND), self.card)
        state.cards = cards.laid(
            self.side, Piles({**cards.piles[self.side].lying, Pile.HAND: hand})
        )


@dataclass(frozen=True, slots=True)
class TacticsCounted(Fact, rule="T24.2", topic=MARKERS, is_open=True):
    """A side has played its Tactics card of the Combat Phase (18.8)."""

    words = mark("The {side} have played their Tactics card of this Combat Phase.")
    side: Side
    hex: Hex  # in the combat for which

    def apply(self, state: TlnbState) -> None:
        """It is replaced with the next draw (18.33)."""
        state.cards = replace(state.cards, tactics=(*state.cards.tactics, self.side))
        owed = {**state.deal.owed, self.side: state.deal.owed.get(self.side, 0) + 1}
        state.deal = replace(state.deal, owed=owed)


@dataclass(frozen=True, slots=True)
class CardSeen(Fact, Remark, rule="T24.3", topic=CARDS, reveals=True):
    """A side has seen a card of the enemy's hand."""

    words = mark("The {side} saw {card} in the enemy's hand.")
    side: Side  # who looked
    card: CardId

    def is_known_to(self, side: str) -> bool:
        """To who looked."""
        return side == self.side


@dataclass(frozen=True, slots=True)
class RecoveryMarked(Fact, rule="T14.2", topic=MARKERS, is_open=True):
    """A card with the mark was played: units awaiting recovery roll (T14.2)."""

    words = mark("By {card} units of the {side} that await recovery roll this turn.")
    side: Side
    card: CardId

    def apply(self, state: TlnbState) -> None:
        """In A-6 of this Player-Turn."""
        state.deal = replace(state.deal, recovery=True)


@dataclass(frozen=True, slots=True)
class DayTallied(Fact, Remark, rule="T24.2", topic=VICTORY, rest=700, is_open=True):
    """The VP of the cards that a side played on a day were added up (18.23)."""

    side: Side
    day: int
    vp: int

    def sentence(self, scene: Scene) -> Text:
        """The cards of the French counted -3 VP on day 1."""
        words = mark("The cards of the {side} counted {vp} VP on day {day}.")
        return self.told(scene, words, vp=signed(self.vp))


@dataclass(frozen=True, slots=True)
class MainDeckShuffled(Fact, rule="T24.2", topic=CARDS, is_open=True):
    """Night AM: discards and enduring cards are in the deck again, mode cards are not (18.23)."""

    words = mark("The {side} made up their deck anew.")
    side: Side
    deck: Side  # whose deck they go into: that of both where they have one (T24.8)

    def apply(self, state: TlnbState) -> None:
        """All but the hand and what is out of the game."""
        piles = state.cards.piles[self.side]
        gone = (Pile.DECK, Pile.BOTTOM, Pile.DISCARD, Pile.ENDURING)
        every = [id_ for pile in gone for id_ in piles.of(pile)]
        main = tuple(sorted(id_ for id_ in every if not _is_mode(id_)))
        aside = (*piles.of(Pile.ASIDE), *(id_ for id_ in every if _is_mode(id_)))
        kept = {pile: lying for pile, lying in piles.lying.items() if pile not in gone}
        cards = state.cards.laid(self.side, Piles({**kept, Pile.ASIDE: aside}))
        own = cards.piles[self.deck]
        deck = tuple(sorted((*own.of(Pile.DECK), *main)))
        state.cards = cards.laid(self.deck, Piles({**own.lying, Pile.DECK: deck}))


def _is_mode(id_: CardId) -> bool:
    return card(id_).kind is CardKind.MODE


@dataclass(frozen=True, slots=True)
class DayProlonged(Fact, rule="T2.12", topic=VICTORY, rest=700, is_open=True):
    """The battle goes on for a second day (T2.12, 24.92)."""

    words = mark("The battle goes on for a second day, to the end of turn {turn}.")
    turn: int

    def apply(self, state: TlnbState) -> None:
        """Its last turn is another."""
        state.last_turn = self.turn


# -- cards that act on arrivals (18.7, T20)


@dataclass(frozen=True, slots=True)
class ForceChanged(Fact, rule="T24.3", topic=MOVEMENT, is_open=True):
    """A card acted on a force that is due (18.7, 18.73)."""

    force: str  # the key of its group
    change: ArrivalChange

    def sentence(self, scene: Scene) -> Text:
        """By Early Arrival (4) Marmont comes on turn 3 at 0101."""
        change = self.change
        words = mark("By {card} {who} comes on turn {turn} at {hex}.")
        who, card = scene.names.subjects((self.force,)), card_words(change.card)
        return self.told(scene, words, who=who, card=card, turn=change.due, hex=change.entry)

    def apply(self, state: TlnbState) -> None:
        """Rewrite its line of the schedule."""
        change = self.change
        arrivals = tuple(
            replace(
                group,
                turn=change.due,
                shift=group.shift + change.shift,
                entry=change.entry,
                history=(*group.history, change),
            )
            if group.key == self.force
            else group
            for group in state.schedule.arrivals
        )
        state.schedule = replace(state.schedule, arrivals=arrivals)


@dataclass(frozen=True, slots=True)
class ForceCancelled(Fact, rule="T24.3", topic=MOVEMENT, rest=700, is_open=True):
    """A force that was due does not come (18.73)."""

    force: str
    card: CardId
    units: tuple[UnitId, ...]
    leaders: tuple[LeaderId, ...]

    def sentence(self, scene: Scene) -> Text:
        """By Cancel One Enemy Force (23) Marmont does not come."""
        who = scene.names.subjects((self.force,))
        return self.told(scene, mark("By {card} {who} does not come."), who=who)

    def apply(self, state: TlnbState) -> None:
        """It is off the schedule; an alternate group may be called again (18.72)."""
        for unit in self.units:
            state.put_unit(replace(state.units[unit], box=Box.RESERVE))
        for leader in self.leaders:
            state.put_leader(replace(state.leaders[leader], box=Box.RESERVE))
        arrivals = tuple(g for g in state.schedule.arrivals if g.key != self.force)
        called = tuple(g for g in state.schedule.called if g.key != self.force)
        state.schedule = replace(state.schedule, arrivals=arrivals, called=called)


@dataclass(frozen=True, slots=True)
class AlternateCalled(Fact, rule="T20.5", topic=MOVEMENT, rest=700, is_open=True):
    """An alternate group was called (T20.5).

    Of forces that are due by schedule as well those come who are not on the map yet.
    """

    force: str
    card: CardId
    turn: int  # on which it was called
    die: int
    due: int  # on which it comes

    def sentence(self, scene: Scene) -> Text:
        """By Alternate Reinforcements (29) Marmont comes on turn 5 (die 3)."""
        who = scene.names.subjects((self.force,))
        words = mark("By {card} {who} comes on turn {due} (die {die}).")
        return self.told(scene, words, who=who)

    def apply(self, state: TlnbState) -> None:
        """It is due."""
        group = next(a for a in state.battle.alternates if a.key == self.force)
        awaited = (Box.RESERVE, Box.DUE)
        units = tuple(unit for unit in group.units if state.units[unit].box in awaited)
        for unit in units:
            state.put_unit(replace(state.units[unit], box=Box.DUE))
        for leader in leaders_with(state, group):
            state.put_leader(replace(state.leaders[leader], box=Box.DUE))
        change = ArrivalChange(self.card, self.turn, self.due, group.entry, die=self.die)
        arrival = Arrival(
            self.due,
            group.entry,
            units,
            group.formations,
            group.note,
            rolled=True,
            history=(change,),
        )
        schedule = state.schedule
        state.schedule = replace(
            schedule,
            arrivals=(*without_called(schedule.arrivals, group), arrival),
            called=(*schedule.called, group),
        )


def leaders_with(state: TlnbState, group: Alternate | Arrival) -> tuple[LeaderId, ...]:
    """The leaders of the formations of a group who are not in play yet."""
    cards = state.battle.formations
    formations = dict.fromkeys(
        (*group.formations, *(state.formation_of(unit).id for unit in group.units))
    )
    leaders = (x for f in formations for x in cards[f].leaders)
    return tuple(x for x in leaders if state.leaders[x].box in (Box.RESERVE, Box.DUE))


# -- set-up cards (18.5)


@dataclass(frozen=True, slots=True)
class UnitRedeployed(
    Fact, rule="T24.3", topic=MOVEMENT, shows=Shows(units="unit", to="hex"), is_open=True
):
    """A mode card has set a unit up somewhere else (18.52)."""

    unit: UnitId
    card: CardId
    hex: Hex
    column: bool = False  # in Road March
    tail: Hex | None = None  # the second hex of a strong unit in it

    def sentence(self, scene: Scene) -> Text:
        """By Road Column (1) Duhesme begins in 0913 in Road March."""
        plain = mark("By {card} {unit} begins in {hex}.")
        march = mark("By {card} {unit} begins in {hex} in Road March.")
        return self.told(scene, march if self.column else plain)

    def apply(self, state: TlnbState) -> None:
        """Set it down; that is no move."""
        old = state.units[self.unit]
        state.put_unit(replace(old, hex=self.hex, column=self.column, tail=self.tail))


@dataclass(frozen=True, slots=True)
class LeaderRedeployed(setup_facts.LeaderRedeployed, rule="T24.3", is_open=True):
    """An officer goes to the head of the column that a mode card has formed (18.52)."""


@dataclass(frozen=True, slots=True)
class UnitReplaced(setup_facts.UnitReplaced, rule="T24.3", is_open=True):
    """A card has made a reduced unit full again (T24.3)."""


@dataclass(frozen=True, slots=True)
class DirectionRolled(setup_facts.DirectionRolled, rule="T24.4", is_open=True):
    """A scattered stack rolled for where it has gone (18.56)."""


# -- leaders (T5.10, T24.3, T24.6)


@dataclass(frozen=True, slots=True)
class WakeRolled(Fact, rule="T5.10", topic=LEADERS, rest=500, sound=Sound.DICE, is_open=True):
    """A commander who sleeps was called (T5.10)."""

    leader: LeaderId
    die: int
    is_awake: bool

    def sentence(self, scene: Scene) -> Text:
        """Blücher was called: die 1, he awoke."""
        words = mark("{leader} was called: die {die}, {end}.")
        end = say("he awoke") if self.is_awake else say("he sleeps on")
        return self.told(scene, words, end=end)

    def apply(self, state: TlnbState) -> None:
        """Once in a Player-Turn."""
        command = state.command
        asleep = command.asleep - {self.leader} if self.is_awake else command.asleep
        state.command = replace(command, asleep=asleep, called=command.called | {self.leader})


@dataclass(frozen=True, slots=True)
class CommanderPlaced(
    Fact,
    rule="T24.3",
    topic=LEADERS,
    rest=600,
    shows=Shows(leaders="leader", to="hex"),
    is_open=True,
):
    """A commander came by a card (24.91)."""

    words = mark("{leader} arrived in {hex}.")
    leader: LeaderId
    hex: Hex

    def apply(self, state: TlnbState) -> None:
        """He stands there."""
        state.put_leader(replace(state.leaders[self.leader], hex=self.hex, box=None))


@dataclass(frozen=True, slots=True)
class LeaderRescued(Fact, Remark, rule="T24.3", topic=LEADERS, rest=600, is_open=True):
    """A card kept a leader from being taken (T24.3)."""

    words = mark("By {card} {leader} was not captured.")
    leader: LeaderId
    card: CardId


@dataclass(frozen=True, slots=True)
class UnitsMustered(
    Fact, rule="T24.6", topic=LOSSES, rest=500, shows=Shows(units="units"), is_open=True
):
    """Units that awaited recovery are recovered by a card (T24.6)."""

    words = mark("Recovered: {units}.")
    units: tuple[UnitId, ...]

    def apply(self, state: TlnbState) -> None:
        """Into the box."""
        for unit in self.units:
            state.put_unit(recovered(state, unit))


@dataclass(frozen=True, slots=True)
class LevelLowered(Fact, rule="T15.5", topic=LOSSES, rest=500, is_open=True):
    """A formation is demoralized sooner from now on (T15.5)."""

    words = mark("{formation} bears {sp} SP less.")
    formation: FormationId
    sp: int

    def apply(self, state: TlnbState) -> None:
        """For good."""
        lowered = state.spirit.lowered
        total = lowered.get(self.formation, 0) + self.sp
        state.spirit = replace(state.spirit, lowered={**lowered, self.formation: total})


# -- the ground (T18.34, T24.3)


@dataclass(frozen=True, slots=True)
class FordTried(
    Fact,
    rule="T18.34",
    topic=MOVEMENT,
    rest=600,
    sound=Sound.DICE,
    shows=Shows(units="unit", spots="hexside"),
    is_open=True,
):
    """A unit looked for a ford (T18.34)."""

    unit: UnitId
    hexside: Hexside
    die: int  # 0: it had found one on its last turn
    needed: int
    is_found: bool

    def sentence(self, scene: Scene) -> Text:
        """Udom looked for a ford at 0913-1013: die 2 against 4, there is one."""
        words = mark("{unit} looked for a ford at {hexside}: die {die} against {needed}, {end}.")
        sure = mark("{unit} found the ford at {hexside}.")
        end = say("there is one") if self.is_found else say("in vain")
        return self.told(scene, words if self.die else sure, end=end)

    def apply(self, state: TlnbState) -> None:
        """There is a ford; or the unit stays, and finds it the next time."""
        record = state.units[self.unit]
        if self.is_found:
            found = state.spans.found | {self.hexside}
            state.put_spans(replace(state.spans, found=found))
            state.put_unit(replace(record, sought=None))
        else:
            state.put_unit(replace(record, moved=True, sought=self.hexside))
        state.marks = replace(state.marks, tried=(*state.marks.tried, self.hexside))


@dataclass(frozen=True, slots=True)
class FordsLost(Fact, rule="T18.36", topic=MOVEMENT, rest=300, is_open=True):
    """Fords that scouts have found are known no more (T18.36)."""

    words = mark("The fords that scouts have found are lost.")

    def apply(self, state: TlnbState) -> None:
        """As the map has it."""
        state.put_spans(replace(state.spans, found=frozenset()))
        for unit in list(state.units.values()):
            if unit.sought is not None:
                state.put_unit(replace(unit, sought=None))


@dataclass(frozen=True, slots=True)
class PopulaceHelped(
    Fact, rule="T24.3", topic=MOVEMENT, rest=500, shows=Shows(spots="hexside"), is_open=True
):
    """The people damaged or mended a span (T24.3)."""

    hexside: Hexside
    is_damaged: bool

    def sentence(self, scene: Scene) -> Text:
        """The people damaged the span at 0913-1013."""
        broke = mark("The people damaged the span at {hexside}.")
        mended = mark("The people mended the span at {hexside}.")
        return self.told(scene, broke if self.is_damaged else mended)

    def apply(self, state: TlnbState) -> None:
        """It is so from now on."""
        spans, one = state.spans, {self.hexside}
        damaged = spans.damaged | one if self.is_damaged else spans.damaged - one
        state.put_spans(replace(spans, damaged=damaged))


# -- cards that act in combat (13.11)


@dataclass(frozen=True, slots=True)
class ChargeCountered(
    Fact,
    Remark,
    rule="T13.11",
    topic=COMBAT,
    rest=900,
    sound=Sound.DICE,
    shows=Shows(units="units"),
    is_open=True,
):
    """Cavalry rode against a charge (13.11)."""

    units: tuple[UnitId, ...]
    column: str  # of the ratio
    die: int
    is_stopped: bool

    def sentence(self, scene: Scene) -> Text:
        """Vasilchikov rode against the charge (1:1, die 3): it is stopped."""
        words = mark("{units} rode against the charge ({column}, die {die}): {end}.")
        end = say("it is stopped") if self.is_stopped else say("it goes on")
        return self.told(scene, words, end=end)


@dataclass(frozen=True, slots=True)
class StoodFast(Fact, Remark, rule="T24.6", topic=COMBAT, rest=600, is_open=True):
    """A stack that should retreat stood fast by a card (T24.6)."""

    words = mark("By {card} {units} did not retreat.")
    units: tuple[UnitId, ...]
    card: CardId

"""The table of all events, and each event with what it alone changes there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hexwar.cards import events as dealt
from hexwar.cards import setup_facts
from hexwar.cards.records import CardId, CardScore, Effect, Pile, Piles, Stock
from hexwar.engine import Event
from hexwar.ground import pontoons
from hexwar.hexes import Hex
from hexwar.series.battle import Alternate, Arrival, ArrivalChange
from hexwar.systems.nlc.events import (
    arrivals,
    cards,
    combat,
    hidden_movement,
    leaders,
    losses,
    movement,
    orders,
    supply,
    turn,
    vedettes,
)
from hexwar.systems.nlc.orders import Dispatch, Offer
from hexwar.systems.nlc.state import GameState
from hexwar.table import hiding_facts, vedette_facts
from hexwar.table.hiding import Hiding
from hexwar.table.pieces import Activation, Box, Phase, Segment, Writing
from hexwar.table.spans import Spans
from tests.systems.nlc.chapters import put
from tests.systems.nlc.orders import put_orders, steps
from tests.systems.nlc.positions import ALLIED, FRENCH, OPEN, hexes, position, units

LINES = (
    *("F1 infantry 5/3-3 0101 disrupted column division:1st", "A1 infantry 4-3 0303"),
    *(
        "F2 light 3-3 0101 moved assaulted done column",
        "A2 train 0303",
        "F4 infantry 5-3 due of:FII",
    ),
    *("F8 leader 0101", "F9 hq due of:FHQ", "F5 pontoon 0701 of:FII"),
    *("F6 pontoon 0702 of:FII rested", "A3 pontoon 0705 bridging:0704-0705"),
    *("F7 infantry 5/3-3 uar of:FII", "A4 infantry 4-3 0606 square attacked reduced"),
    *("F3 light 3-3 due of:FIV", "F10 leader due of:FIV"),
)
F1, F2, F3, F4, F5, F6, F7, A1, A2, A3, A4 = units("F1 F2 F3 F4 F5 F6 F7 A1 A2 A3 A4")
HERE, THERE, TARGET, BEHIND, ENTRY, ELSEWHERE = hexes("0101 0103 0303 0304 0107 0501")
PATH = hexes("0101 0102 0103")
WHOLE: Any = hexes("0401 0402")
BROKEN: Any = hexes("0601 0602")
BRIDGED: Any = hexes("0704 0705")
F8: Any = "F8"
F9: Any = "F9"
F10: Any = "F10"
FI: Any = "FI"
FII: Any = "FII"
AI: Any = "AI"
FHQ: Any = "FHQ"
FIRST: Any = "FI/1st"
SECOND: Any = "FI/2nd"

HELD = "FI: march 0505, attack 0707; FII: defend 0202; FI/1st: fall back 0101; AI: probe 0101"
ATTACK = steps("attack 0404")
WET_DAY = "mud"
DUMMY = "allied-dummy-1"
VP = ((FRENCH, 3), (ALLIED, 9))

FIRE, PROBE, DELAY, NEY = map(CardId, ("fire", "probe", "delay", "marshal-ney"))
LATE, EARLY, COLUMN = map(CardId, ("late-start", "early-arrival", "road-column"))
ALTERNATE = CardId("alternate-reinforcements")
LYING: Mapping[Pile, tuple[CardId, ...]] = {
    Pile.DECK: (FIRE, PROBE),
    Pile.BOTTOM: (DELAY,),
    Pile.HAND: (FIRE, NEY),
    Pile.HELD: (NEY,),
    Pile.SECRET: (PROBE, LATE),
    Pile.DISCARD: (EARLY,),
    Pile.ENDURING: (FIRE,),
}
SECRET = Effect(1, FRENCH, NEY, until=2, left=2, is_secret=True)
LASTING = Effect(2, ALLIED, FIRE, until=9, subjects=("0303",))
NEW_EFFECT = Effect(3, FRENCH, FIRE, until=1)
USED = replace(SECRET, left=1)
SEEN = CardScore(FRENCH, FIRE, -1, 29, 1)
UNSEEN = CardScore(FRENCH, PROBE, 0, 29, 1, is_shown=False)

DUE = (Arrival(3, ENTRY, (F1,)), Arrival(1, ENTRY, (F1,)))
CALLED = Alternate(FRENCH, 1, ENTRY, (F3,), (), "by road")
LATER = ArrivalChange(DELAY, 1, 5, ENTRY, shift=2, die=4)
AROUND = ArrivalChange(CardId("other-route"), 1, 3, ELSEWHERE)


def table() -> GameState:
    """A table on which every event has something to change."""
    state = position(
        OPEN,
        *LINES,
        control=MappingProxyType({TARGET: ALLIED}),
        alternates=(CALLED,),
        stocks=MappingProxyType({FRENCH: Stock((), (LATE, EARLY))}),
    )
    state.put_spans(Spans(frozenset({BROKEN}), frozenset({BRIDGED})))
    state.put_unit(replace(state.units[F3], box=Box.RESERVE))
    state.put_leader(replace(state.leaders[F10], box=Box.RESERVE))
    state.put_leader(replace(state.leaders[F8], moved=True))
    put_orders(state, HELD)
    put(state, activation=Activation(FI, FRENCH, Segment.MOVEMENT, had_contact=False))
    put(state, cups={FRENCH: (FI, FII), ALLIED: (AI,)}, initiatives=(FRENCH, ALLIED))
    put(state, to_act=(FRENCH, ALLIED), waiting=(FI, FII))
    put(state, weather=WET_DAY, is_wet=True, is_dark_dawn=True, positions=frozenset({Hex("0505")}))
    put(state, hit=(FI,), lent=(A1,), steps_lost={FI: 1}, lost_leaders={F9: 0}, arrivals=DUE)
    put(state, demoralized=(FII,), exhausted=(FII,), rested_hours={FII: 1}, forced_hours={FI: 1})
    put(state, dispatches={FII: Dispatch(steps("march 0303"), F9, 0, 1)}, wanted={FI: ATTACK})
    put(state, issued={F9: 1}, wings={FII: FHQ}, addressed=(AI,), complied=(AI,), asked=(AI,))
    put(state, served=(ALLIED,), writing=Writing.LOCAL, unsupplied=frozenset({F1}))
    put(state, piles={FRENCH: Piles(LYING)}, effects=(SECRET, LASTING))
    state.hiding = Hiding(frozenset({F2, A4}), frozenset({A1}), {DUMMY: BEHIND}, {F2: 1})
    put(state, scores=(SEEN, UNSEEN, UNSEEN), tactics=(ALLIED,))
    return state


CASES: dict[Event, str] = {
    hiding_facts.ForceHidden(FRENCH, (F1, F8), HERE): "hiding.hidden [A4 F1 F2 F8]",
    hiding_facts.ForceRevealed(ALLIED, (A4,), Hex("0606"), "seen"): "hiding.hidden [F2]",
    hiding_facts.DummySet(ALLIED, DUMMY, THERE): f"hiding.dummies.{DUMMY} 0103",
    hiding_facts.DummyRemoved(ALLIED, DUMMY, BEHIND): f"hiding.dummies.{DUMMY} gone",
    hiding_facts.ReportSet(FRENCH, A4, Hex("0606"), 2): "hiding.reports.A4 2",
    hiding_facts.ReportsCounted(): "hiding.reports.F2 0",
    turn.TurnBegan(2, "day"): "turn 2; phase weather; issued.F9 gone; addressed []; complied []; "
    "waiting []; initiatives []; to_act None; lent []; steps_lost.FI gone",
    turn.PhaseBegan(Phase.RALLY): "phase rally",
    turn.TurnEnded(1): "A4.attacked no; F8.moved no",
    turn.GameEnded(ALLIED, "strategic", VP, "points"): "outcome (winner allied, level strategic, "
    "vp [[french 3] [allied 9]], reason points)",
    turn.DieRolled("luck", 3, 0, 3): "",
    turn.HexControlled(TARGET, FRENCH): "control.0303 french",
    turn.HexControlled(TARGET, FRENCH, F1): "control.0303 french; last_in.0303 F1",
    turn.HexPassed(TARGET, A1): "last_in.0303 A1",
    turn.VpScored(FRENCH, 2, "losses"): "",
    turn.RallyEnded(FRENCH): "rallied [french]",
    turn.CommandMoved(ALLIED): "commanded [allied]",
    turn.CupChosen(ALLIED, 4): "cup_in_turn allied",
    turn.CoverDrawn(FRENCH): "cup_in_turn french",
    turn.ChitPlaced(ALLIED, FI): "cups.allied [AI FI]",
    turn.ChitDrawn(FRENCH, FI): "cups.french [FII]; drawn [FI]",
    turn.ChitDiscarded(FI, "no unit of it is left"): "",
    turn.ActivationBegan(FII, FRENCH, had_contact=True): "activation.formation FII; "
    "activation.segment command; activation.had_contact yes; acted [FII]; tactics []",
    turn.ActivationBegan(
        FII, FRENCH, had_contact=False, also=(FI,), also_had_contact=(FI,)
    ): "activation.formation FII; activation.segment command; activation.also [FI]; "
    "activation.also_had_contact [FI]; acted [FII FI]; hit []; tactics []",
    turn.SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT): "activation.segment bombardment",
    turn.ActivationEnded(FI): "activation None; tactics []",
    turn.ActivationEnded(FII, (F5,)): "F5.rested yes; activation None; tactics []",
    turn.FlagsCleared((F1, F2)): "F1.column no; F2.column no; F2.moved no; F2.assaulted no; "
    "F2.done no",
    movement.UnitMoved((F1, F2), PATH, 4, column=False): "F1.hex 0103; F1.moved yes; F1.spent 4; "
    "F2.hex 0103; F2.spent 4; activation.acting [F1 F2]",
    movement.UnitMoved((F6,), hexes("0702 0703"), 1, column=False): "F6.hex 0703; F6.moved yes; "
    "F6.spent 1; F6.rested no; activation.acting [F6]",
    arrivals.UnitEntered(F4, THERE): "F4.hex 0103; F4.box None",
    movement.UnitStopped((F1,), "stays"): "F1.moved yes; activation.acting [F1]",
    movement.ColumnFormed(A1): "A1.column yes",
    movement.ColumnLeft(F1): "F1.column no",
    arrivals.ArrivalDelayed((F4,)): "",
    movement.OverstackCured(A1, THERE): "A1.hex 0103",
    movement.OverstackCured(A1, None): "A1.hex None; A1.box UAR; hiding.lifted []",
    movement.OverstackCured(F6, THERE): "F6.hex 0103; F6.rested no",
    movement.SpanDamaged(F1, WHOLE, 4): "F1.spent 4; spans.damaged [[0401 0402] [0601 0602]]; "
    "activation.acting [F1]; activation.tried [[0401 0402]]",
    movement.SpanDamaged(F1, BRIDGED, 4): "F1.spent 4; spans.pontoons []; activation.acting [F1]; "
    "activation.tried [[0704 0705]]",
    movement.SpanRepaired(F1, BROKEN, 2): "F1.spent 2; spans.damaged []; activation.acting [F1]; "
    "activation.tried [[0601 0602]]",
    movement.SpanRepairFailed(F1, BROKEN, 2, 5): "F1.spent 2; activation.acting [F1]; "
    "activation.tried [[0601 0602]]",
    movement.FordSought(F1, WHOLE, 3, is_found=True): "spans.found [[0401 0402]]; "
    "activation.acting [F1]; activation.tried [[0401 0402]]",
    movement.FordSought(F1, WHOLE, 5, is_found=False): "F1.moved yes; F1.sought [0401 0402]; "
    "activation.acting [F1]; activation.tried [[0401 0402]]",
    movement.FordsForgotten(): "",
    pontoons.PontoonDeployed(F6, WHOLE): "F6.moved yes; F6.rested no; F6.bridging [0401 0402]; "
    "spans.pontoons [[0401 0402] [0704 0705]]",
    pontoons.PontoonTakenUp(A3, BRIDGED): "A3.moved yes; A3.bridging None; spans.pontoons []",
    supply.TrainDestroyed(A2, FRENCH): "A2.hex None; A2.box captured",
    supply.TrainDestroyed(A3, FRENCH): "A3.hex None; A3.box captured; A3.bridging None; "
    "spans.pontoons []",
    supply.TrainCaptured(A3, FRENCH): "A3.hex None; A3.box captured; A3.bridging None; "
    "spans.pontoons []",
    supply.TrainCaptured(F6, ALLIED): "F6.hex None; F6.box captured; F6.rested no",
    combat.FireResolved(FRENCH, (F1,), TARGET, 5, 2, 3, 0, "M"): "",
    combat.StalemateReached(TARGET): "",
    combat.BombardmentDeclared((F1,), TARGET): "F1.bombarded 0303; activation.bombarded [0303]; "
    "hit [FI AI]; struck.FI [[1 0303]]",
    combat.BombardmentResolved(FRENCH, (F1,), TARGET, 5, 2, 3, 0, "d"): "",
    combat.BonusUsed(F8, HERE): "inspired.F8 1",
    losses.GuardDismayed(F1, HERE): "dismayed 1",
    orders.CommanderTied(FRENCH, F8, is_tied=True): "tied [F8]",
    combat.AdvanceMade((F1,), THERE): "F1.hex 0103; F1.column no; F1.moved yes; F1.done yes",
    losses.MoraleRolled((F1,), HERE, 4, -1, 3, 6, 3, False, "retreat"): "",
    losses.UnitDisrupted(A1): "A1.disrupted yes",
    losses.UnitRallied(F1): "F1.disrupted no",
    losses.RetreatBegan((F1,), HERE, 2, rout=False): "",
    losses.FriendDisplaced(F1, THERE): "F1.hex 0103; F1.column no",
    losses.FriendDisplaced(F6, THERE): "F6.hex 0103; F6.rested no",
    losses.StepLost(F1, 2, "fire"): "F1.reduced yes; steps_lost.FI 2",
    losses.UnitEliminated(F1, Box.UAR, 5, "fire"): "F1.hex None; F1.box UAR; F1.disrupted no; "
    "F1.column no; steps_lost.FI 3; unsupplied []",
    leaders.LeaderMoved(F8, PATH): "F8.hex 0103",
    leaders.LeaderEntered(F9, THERE): "F9.hex 0103; F9.box None",
    leaders.LeaderCaptured(F8, ALLIED): "F8.hex None; F8.box captured; lost_leaders.F8 1",
    leaders.LeaderDisplaced(F8, THERE): "F8.hex 0103",
    leaders.HqMoved(F9, PATH): "F9.hex 0103; F9.moved yes",
    leaders.HqMoved(F9, PATH, free=True): "F9.hex 0103",
    orders.WritingBegan(Writing.ORDERS): "asked []; writing orders; served []",
    orders.PadClosed(FRENCH): "served [allied french]",
    orders.OrderDispatched(FRENCH, FI, ATTACK, F9, 3, FHQ): "dispatches.FI (steps [(verb attack, "
    "target 0404)], giver F9, sent 1, due 3, wing FHQ); issued.F9 2",
    # one on its way is overtaken
    orders.OrderDispatched(FRENCH, FII, ATTACK, F8, 1): "dispatches.FII.steps.0.verb attack; "
    "dispatches.FII.steps.0.target 0404; dispatches.FII.giver F8; dispatches.FII.sent 1; "
    "issued.F8 1",
    orders.OrderDelivered(FRENCH, FII): "addressed [AI FII]",
    orders.ComplianceRolled(FRENCH, FII, 2, 3, "C"): "complied [AI FII]",
    orders.ComplianceRolled(FRENCH, FII, 2, 6, "X"): "complied [AI FII]",
    orders.ComplianceRolled(FRENCH, FII, 2, 5, "D"): "dispatches.FII.waited 1; complied [AI FII]",
    orders.OrderInForce(FRENCH, FII, ATTACK): "lines.FII.steps.0.verb attack; "
    "lines.FII.steps.0.target 0404; lines.FII.since 1; dispatches.FII gone",
    # a Bad Move stops no courier
    orders.OrderInForce(FRENCH, FII, ATTACK, bad_until=4): "lines.FII.steps.0.verb attack; "
    "lines.FII.steps.0.target 0404; lines.FII.since 1; lines.FII.bad_until 4",
    # a division stays detached
    orders.OrderInForce(FRENCH, FIRST, ATTACK): "lines.FI/1st.steps.0.verb attack; "
    "lines.FI/1st.steps.0.target 0404; lines.FI/1st.since 1",
    orders.OrderLost(FRENCH, FII): "dispatches.FII gone",
    orders.OrderDropped(FRENCH, FII): "dispatches.FII gone",
    orders.OrderStepChanged(
        FRENCH, FI, steps("attack 0707"), "0505 is reached"
    ): "lines.FI.steps.0.verb attack; lines.FI.steps.0.target 0707; lines.FI.steps.1 gone; "
    "lines.FI.stepped 1",
    orders.LocalDecisionWanted(FRENCH, FII, ATTACK): "wanted.FII [(verb attack, target 0404)]; "
    "asked [AI FII]",
    orders.LocalDecisionWanted(FRENCH, FII, ()): "asked [AI FII]",
    orders.LocalDecisionRolled(FRENCH, FI, 1, 2, "OK"): "wanted.FI gone",
    orders.BadMoveTaken(FRENCH, FI, 4): "misled [FI]",
    orders.DivisionDetached(FRENCH, SECOND, units("F2"), ATTACK, F9): "lines.FI/2nd (steps [(verb "
    "attack, target 0404)], since 1, units [F2]); detached.F2 FI/2nd; issued.F9 2",
    orders.DivisionDetached(FRENCH, SECOND, units("F2"), ATTACK): "lines.FI/2nd (steps [(verb "
    "attack, target 0404)], since 1, units [F2]); detached.F2 FI/2nd",
    orders.DivisionRejoined(FRENCH, FIRST): "lines.FI/1st gone; detached.F1 gone",
    orders.FormationAssigned(FRENCH, FI, FHQ): "wings.FI FHQ",
    orders.FormationAssigned(FRENCH, FII, None): "wings.FII gone",
    orders.CommandMarked(units("F2")): "activation.out_of_command [F2]",
    orders.DutyWaived(FRENCH, FI, "Nobody can come nearer."): "",
    turn.InitialRolled(
        ((FRENCH, 3), (ALLIED, 4)), ((FRENCH, 6), (ALLIED, 5)), FRENCH
    ): "initiatives [french]",
    turn.InitialRolled(
        ((FRENCH, 3), (ALLIED, 4)), ((FRENCH, 5), (ALLIED, 5)), None
    ): "initiatives []",
    turn.FirstSideRolled(
        ((FRENCH, 3), (ALLIED, 4)), ((FRENCH, 5), (ALLIED, 6)), (ALLIED, FRENCH)
    ): "to_act [allied french]",
    turn.ChitPlayed(FI): "waiting [FII]",
    turn.SideActed(FRENCH): "to_act [allied]",
    orders.WishNoted(FRENCH, Offer.RALLY): "wishes.french [(offer rally)]",
    orders.TaskChosen(FII, ATTACK): "lines.FII.steps.0.verb attack; "
    "lines.FII.steps.0.target 0404; lines.FII.since 1",
    turn.InitialGranted(FRENCH, FI): "initiatives [allied]",
    turn.InitialGranted(ALLIED, None): "initiatives [french]",
    turn.CoordinationRolled(FRENCH, 2, 4, has_action=True): "",
    leaders.LeaderReplaced(F9, Hex("0102")): "F9.hex 0102; F9.box None; F9.successor 1; "
    "lost_leaders.F9 gone",
    # it stays wet for the day
    turn.WeatherRolled(1, WET_DAY, "fair", is_wet=False): "weather fair; is_dark_dawn no",
    turn.WeatherRolled(4, WET_DAY, "rain", is_wet=True, is_dark_dawn=True): "weather rain",
    turn.DayBegan(30): "is_wet no; is_dark_dawn no; forced_hours.FI gone",
    movement.PositionBuilt(TARGET, 1): "positions [0303 0505]",
    movement.PositionFailed(TARGET, 4): "",
    supply.SupplyChanged(FRENCH, (F2,), (F1,)): "unsupplied [F2]",
    supply.TrainAssigned(units("F1 F2"), A2): "trains_of.F1 A2; trains_of.F2 A2",
    arrivals.ArrivalVaried(0, 5, -1, 2): "arrivals.0.turn 5; arrivals.0.shift 2; "
    "arrivals.0.rolled yes",
    # never before the first turn
    arrivals.ArrivalVaried(1, 1, 0, -2): "arrivals.1.shift -2; arrivals.1.rolled yes",
    arrivals.AlternateCalled(FRENCH, 1, 3, 2): "F3.box due; F10.box due; arrivals.2 (turn 2, "
    "entry 0107, units [F3], note by road, rolled yes); called [(side french, number 1, entry "
    "0107, units [F3], note by road)]",
    arrivals.UnitExited(F1, HERE, supplied=True): "F1.hex None; F1.box exited; F1.column no; "
    "F1.moved yes; unsupplied []",
    arrivals.UnitExited(F1, HERE, supplied=False): "F1.hex None; F1.box exited; F1.column no; "
    "F1.moved yes; exited_unsupplied [F1]; unsupplied []",
    arrivals.LeaderExited(F8, HERE): "F8.hex None; F8.box exited",
    orders.RetreatAllowed(ALLIED): "retreating [allied]",
    arrivals.ArrivalChanged(FRENCH, "F1", LATER): "arrivals.0.turn 5; arrivals.0.shift 2; "
    "arrivals.0.history [(card delay, turn 1, due 5, entry 0107, shift 2, die 4)]; "
    "arrivals.1.turn 5; arrivals.1.shift 2; arrivals.1.history [(card delay, turn 1, due 5, entry "
    "0107, shift 2, die 4)]",
    arrivals.ArrivalChanged(FRENCH, "F1", AROUND, is_shown=False): "arrivals.0.entry 0501; "
    "arrivals.0.history [(card other-route, turn 1, due 3, entry 0501)]; arrivals.1.turn 3; "
    "arrivals.1.entry 0501; arrivals.1.history [(card other-route, turn 1, due 3, entry 0501)]",
    arrivals.AlternateCalled(FRENCH, 1, 3, 2, ALTERNATE, is_shown=False): "F3.box due; F10.box "
    "due; arrivals.2 (turn 2, entry 0107, units [F3], note by road, rolled yes, history [(card "
    "alternate-reinforcements, turn 1, due 2, entry 0107, die 3)]); called [(side french, number "
    "1, entry 0107, units [F3], note by road)]",
    setup_facts.DirectionRolled(units("F1"), 1, "NE", hexes("0101 0201")): "",
    cards.UnitRedeployed(F1, COLUMN, TARGET, column=True, tail=BEHIND): "F1.hex 0303; F1.tail 0304",
    cards.UnitRedeployed(F2, CardId("formation-scattered"), TARGET): "F2.hex 0303; F2.column no",
    setup_facts.LeaderRedeployed(F8, COLUMN, TARGET): "F8.hex 0303",
    setup_facts.UnitReplaced(A4): "A4.reduced no",
    movement.PopulaceActed(FRENCH, WHOLE, is_damaged=True): "spans.damaged [[0401 0402] [0601 "
    "0602]]",
    movement.PopulaceActed(FRENCH, BROKEN, is_damaged=False): "spans.damaged []",
    orders.OrderReaimed(FRENCH, FI, ATTACK): "lines.FI.steps.0.verb attack; "
    "lines.FI.steps.0.target 0404; lines.FI.steps.1 gone",
    combat.AssaultDeclared((F1,), TARGET): "activation.assaulted [0303]",
    combat.AssaultDropped((F1,), TARGET): "",
    combat.AssaultRepeated((F1,), TARGET): "",
    combat.ConfidenceRolled((F1,), TARGET, 4, 3, passed=True, is_final=False): "A1.attacked yes; "
    "F1.assaulted yes; activation.confident [FI]; hit [FI AI]; struck.FI [[1 0303]]",
    combat.ConfidenceRolled((F1,), TARGET, 2, 5, passed=False, is_final=True): "F1.assaulted yes; "
    "activation.confident [FI]; activation.daunted [FI]",
    combat.RetreatedBeforeAssault((A1,), hexes("0303 0302")): "A1.hex 0302; activation.withdrew "
    "[A1]",
    combat.ChargeDeclared((F2,), TARGET, hexes("0101 0202 0303")): "F2.charged yes; hit [FI AI]; "
    "struck.FI [[1 0303]]",
    combat.ReactionDeclared((A1,), PATH[0], (TARGET,)): "activation.reacted [A1]",
    combat.ReactionDeclared((A1,), PATH[0], (TARGET,), against_move=True): "activation.reacted "
    "[A1]; activation.met_advance yes",
    combat.ReactionResolved((F2,), (A1,), "both"): "",
    # in its own move: it has acted then (N10.25)
    combat.Evaded((F1,), PATH): "F1.hex 0103; F1.column no; F1.done yes; activation.withdrew [F1]",
    combat.Evaded((A4,), hexes("0606 0605")): "A4.hex 0605; A4.square no; activation.withdrew [A4]",
    combat.SquareFormed((F1,), THERE): "F1.hex 0103; F1.column no; F1.square yes",
    combat.SquareRemoved((A4,)): "A4.square no",
    combat.ChargeResolved((F2,), TARGET, "charge held"): "",
    combat.PursuitMade((F2,), PATH): "F2.hex 0103; F2.column no",
    combat.PursuitMade((F1,), PATH): "F1.hex 0103; F1.column no; F1.done yes",
    combat.PursuitResolved((F2,), (A1,), 4, 1, loss=True): "",
    losses.UnitRetreated(F1, PATH): "F1.hex 0103; F1.column no; F1.done yes",
    losses.UnitRetreated(A4, hexes("0606 0605")): "A4.hex 0605; A4.square no",
    vedette_facts.VedettesDeployed(F1, (F4,), THERE, 2, stays=False): "F1.hex None; "
    "F1.box spread out in vedettes; F1.column no; F4.hex 0103; F4.box None; F4.spent 2; "
    "unsupplied []",
    vedette_facts.VedettesDeployed(F1, (F4,), THERE, 2, stays=True): "F4.hex 0103; F4.box None; "
    "F4.spent 2",
    vedette_facts.VedettesRejoined(
        F4, (F1,), THERE, 4, moved=True, disrupted=True, stays=False
    ): "F1.hex None; "
    "F1.box with its unit; F1.disrupted no; F4.hex 0103; F4.box None; F4.disrupted yes; "
    "F4.moved yes; F4.spent 4; unsupplied []",
    vedette_facts.VedettesRejoined(
        F4, (F1,), THERE, 4, moved=True, disrupted=True, stays=True
    ): "F1.hex None; F1.box with its unit; F1.disrupted no; unsupplied []",
    vedette_facts.VedettesFellBack(
        (F1, A4), PATH
    ): "A4.hex 0103; A4.square no; F1.hex 0103; F1.column no",
    vedettes.VedettesAttacked((F1,), THERE): "F1.assaulted yes",
    vedette_facts.VedettesLost((F1,)): "F1.hex None; F1.box UAR; F1.disrupted no; F1.column no; "
    "unsupplied []",
    losses.FriendDisplaced(A4, THERE): "A4.hex 0103; A4.square no",
    movement.OverstackCured(A4, THERE): "A4.hex 0103; A4.square no",
    losses.FormationDemoralized(FI, 5, 4): "demoralized [FII FI]",
    losses.FormationRecovered(FII, 3, 4): "demoralized []",
    losses.FormationExhausted(FI): "exhausted [FII FI]",
    losses.ExhaustionEnded(FII): "exhausted []; rested_hours.FII gone",
    losses.RestCounted(((FII, 2),)): "rested_hours.FII 2",
    hidden_movement.FormationLifted(FRENCH, (F1,), (F8,)): "hiding.lifted [A1 F1 F8]",
    hidden_movement.FormationPlaced(
        ALLIED, (A4, A1), (), (THERE,), "the enemy sees it"
    ): "hiding.hidden [F2]; hiding.lifted []",
    hidden_movement.HiddenMoved(FI): "",
    hidden_movement.HiddenMarchRolled(FRENCH, FI, 5, -2, "7-9", is_noticed=False): "",
    losses.ForcedMarchDeclared(FI): "activation.forced [FI]; forced_hours.FI 2",
    losses.ForcedMarchRolled(FI, 5, 4, 2, straggles=True, exhausts=False): "",
    losses.RecoveryRolled(F7, 3, returns=True): "",
    losses.UnitReturned(F7, THERE): "F7.hex 0103; F7.box None; F7.reduced yes; F7.disrupted yes",
    losses.UnitLostForGood(F7): "F7.box PEU",
    losses.StepRegained(A4): "A4.reduced no",
    dealt.CardDrawn(
        FRENCH, PROBE, Pile.DECK, Pile.HAND, is_shown=False
    ): "piles.french.lying.deck [fire]; piles.french.lying.hand [fire marshal-ney probe]",
    dealt.CardPlayed(
        FRENCH, FIRE, Pile.HAND, Pile.ENDURING, is_shown=True
    ): "piles.french.lying.enduring [fire fire]; piles.french.lying.hand [marshal-ney]",
    cards.CardLaidDown(FRENCH): "",
    cards.CardHeld(FRENCH, NEY, Pile.HAND, Pile.HELD, is_shown=False): "piles.french.lying.hand "
    "[fire]; piles.french.lying.held [marshal-ney marshal-ney]",
    dealt.CardDiscarded(
        FRENCH, NEY, Pile.HELD, Pile.SECRET, is_shown=False
    ): "piles.french.lying.held []; piles.french.lying.secret [probe late-start marshal-ney]",
    dealt.CardReturned(
        FRENCH, FIRE, Pile.HAND, Pile.BOTTOM, is_shown=True
    ): "piles.french.lying.bottom [delay fire]; piles.french.lying.hand [marshal-ney]",
    cards.CardRevealed(
        FRENCH, PROBE, Pile.SECRET, Pile.DISCARD, is_shown=True
    ): "piles.french.lying.discard [early-arrival probe]; piles.french.lying.secret [late-start]; "
    "scores.1.is_shown yes",
    cards.DeckShuffled(FRENCH): "piles.french.lying.aside [early-arrival late-start]; "
    "piles.french.lying.bottom gone; piles.french.lying.deck [delay fire fire probe probe]; "
    "piles.french.lying.discard gone; piles.french.lying.enduring gone; piles.french.lying.secret "
    "gone",
    cards.CardEventRolled("A", 41, FRENCH, DELAY): "",
    cards.FateRolled(FRENCH, 3): "",
    dealt.EffectBegan(NEW_EFFECT): "effects.2 (number 3, side french, card fire, until 1)",
    dealt.EffectChanged(USED): "effects.0.left 1",
    dealt.EffectEnded(SECRET): "effects.0.number 2; effects.0.side allied; effects.0.card fire; "
    "effects.0.until 9; effects.0.subjects [0303]; effects.0.left 0; effects.0.is_secret no; "
    "effects.1 gone",
    dealt.CardScored(SEEN): "scores.3 (side french, card fire, vp -1, day 29, turn 1)",
    dealt.CardScored(UNSEEN, is_void=True): "scores.2 gone",
    dealt.DieRerolled(FRENCH, NEY, "morale", 6): "",
    combat.TacticsPlayed(FRENCH): "tactics [allied french]",
    combat.NeyDieChosen(FRENCH, TARGET, on_enemy=True): "",
    combat.CheckWaived(NEY, units("F1"), "pursuit"): "",
    combat.PursuitCancelled(NEY, units("F1")): "",
    combat.RetreatCancelled(NEY, units("F1"), TARGET): "",
    combat.CaptureCancelled(F8): "",
    combat.UnitsRecovered(FI, units("F3")): "F3.box recovered",
}


HIDDEN: list[Event] = [
    dealt.CardDrawn(FRENCH, PROBE, Pile.DECK, Pile.HAND, is_shown=False),
    cards.FateRolled(FRENCH, 3),
    dealt.EffectBegan(SECRET),
    dealt.EffectChanged(SECRET),
    dealt.EffectEnded(SECRET),
    dealt.CardScored(UNSEEN),
    dealt.DieRerolled(FRENCH, NEY, "compliance", 6, is_secret=True),
]
"""Events that the enemy does not see."""

"""One event of every class, as they could happen in the skirmish."""

from __future__ import annotations

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import (
    arrivals,
    combat,
    leaders,
    losses,
    movement,
    orders,
    supply,
    turn,
)
from hexwar.systems.nlc.orders import LineId
from hexwar.table.forces import OrderStep
from hexwar.table.pieces import Box, Phase, Segment, Writing
from tests.widgets.card_happenings import CARD_SAMPLES
from tests.widgets.skirmish import (
    ALLIED,
    BRICHE,
    BRIENNE,
    CAVALRY,
    DUHESME,
    ENTRY,
    FRENCH,
    GUNS,
    KORNILOV,
    MAIZIERES,
    MILHAUD,
    NINTH,
    OLSUFIEV,
    PIRE,
    SECOND,
    UDOM,
    VICTOR,
    WAGONS,
)

BETWEEN, BEHIND, ASIDE = Hex("0203"), Hex("0304"), Hex("0404")
BRIDGED = (BETWEEN, BEHIND)
LINE, ENEMY_LINE, DIVISION = LineId(CAVALRY), LineId(NINTH), LineId(f"{NINTH}/1")
MARCH = (OrderStep("march", MAIZIERES), OrderStep("attack", BRIENNE))
ATTACK = MARCH[1:]
STAND = (OrderStep("defend"),)

SAMPLES: tuple[tuple[Event, str], ...] = (
    *CARD_SAMPLES,
    (turn.TurnBegan(2, "day"), "Turn 2 began: 17:00, day."),
    (turn.PhaseBegan(Phase.RALLY), "The Rally Phase began."),
    (turn.TurnEnded(2), "Turn 2 ended."),
    (
        turn.GameEnded(FRENCH, "tactical", ((FRENCH, 6), (ALLIED, -1)), "points"),
        "The game ended: French, tactical victory (French 6 VP and Coalition −1 VP; points).",
    ),
    (turn.DieRolled("capture of Olsufiev", 4, -1, 3), "Die for capture of Olsufiev: 4 − 1 = 3."),
    (
        turn.HexControlled(BRIENNE, FRENCH),
        "The French took control of Brienne <le> Château (0303).",
    ),
    (
        turn.HexPassed(BRIENNE, KORNILOV),
        "Brienne <le> Château (0303) now hangs on 15th Division (Kornilov).",
    ),
    (
        turn.VpScored(FRENCH, 4, "holds Brienne (0303)"),
        "The French scored 4 VP: holds Brienne (0303).",
    ),
    (turn.RallyEnded(ALLIED), "The Coalition finished rallying."),
    (turn.CommandMoved(FRENCH), "The French finished moving commander and HQ."),
    (
        turn.InitialRolled(((FRENCH, 3), (ALLIED, 4)), ((FRENCH, 8), (ALLIED, 7)), FRENCH),
        "Initial Action: French 3 + 5 = 8 and Coalition 4 + 3 = 7: the French may act first.",
    ),
    (
        turn.InitialGranted(FRENCH, CAVALRY),
        "V Cavalry Corps (Milhaud) took the Initial Action of the French.",
    ),
    (
        turn.CoordinationRolled(ALLIED, 5, 3, has_action=False),
        "Die 5 against rating 3: the Coalition have no Coordinated Action this turn.",
    ),
    (turn.CupChosen(ALLIED, 2), "Die 2: the next chit comes from the Coalition cup."),
    (
        turn.ChitPlaced(FRENCH, CAVALRY),
        "The chit of V Cavalry Corps (Milhaud) went into the French cup.",
    ),
    (
        turn.ChitDrawn(FRENCH, CAVALRY),
        "V Cavalry Corps (Milhaud) was drawn from the French cup.",
    ),
    (
        turn.ChitDiscarded(NINTH, "no unit of it is left"),
        "The chit of IX Corps (Olsufiev) had no effect: no unit of it is left.",
    ),
    (
        turn.ActivationBegan(CAVALRY, FRENCH, had_contact=True),
        "V Cavalry Corps (Milhaud) began to act, in contact with the enemy.",
    ),
    (
        turn.SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT),
        "The Movement Segment ended, the Bombardment Segment began.",
    ),
    (turn.ActivationEnded(CAVALRY), "V Cavalry Corps (Milhaud) finished acting."),
    (turn.FlagsCleared((PIRE,)), "Markers of the last activation came off 1 unit."),
    (
        movement.UnitMoved((PIRE, GUNS), (MAIZIERES, BETWEEN, BEHIND), 3, column=True),
        "9th Light Cavalry Division (Piré) and V Cavalry horse artillery moved from"
        " Maizières (0202) by 0203 to 0304: 1 1/2 MP, by road.",
    ),
    (orders.WritingBegan(Writing.COMPLIANCE), "Leaders were asked to obey."),
    (orders.PadClosed(FRENCH), "The French closed their order pad."),
    (
        orders.OrderDispatched(FRENCH, LINE, MARCH, VICTOR, 3),
        "Victor sent V Cavalry Corps (Milhaud) an order, due on turn 3: March to"
        " Maizières (0202), then Attack Brienne <le> Château (0303).",
    ),
    (
        orders.OrderDelivered(FRENCH, LINE),
        "The order on its way reached V Cavalry Corps (Milhaud).",
    ),
    (
        orders.ComplianceRolled(FRENCH, LINE, 3, 5, "D"),
        "Compliance of V Cavalry Corps (Milhaud) in column 3: die 5,"
        " D: he delays, and the order waits.",
    ),
    (
        orders.OrderInForce(FRENCH, LINE, ATTACK),
        "In force for V Cavalry Corps (Milhaud): Attack Brienne <le> Château (0303).",
    ),
    (
        orders.OrderLost(FRENCH, LINE),
        "The order for V Cavalry Corps (Milhaud) is void; the old one stays in force.",
    ),
    (
        orders.CommanderTied(ALLIED, OLSUFIEV, is_tied=True),
        "Olsufiev must stay in range of those who attack.",
    ),
    (
        orders.OrderDropped(FRENCH, LINE),
        "The order on its way to V Cavalry Corps (Milhaud) was cancelled by a newer one.",
    ),
    (
        orders.OrderStepChanged(FRENCH, LINE, ATTACK, "the march is done"),
        "The order of V Cavalry Corps (Milhaud) is now Attack Brienne <le> Château (0303):"
        " the march is done.",
    ),
    (
        orders.LocalDecisionWanted(FRENCH, LINE, STAND),
        "V Cavalry Corps (Milhaud) wants by Local Decision: Defend here.",
    ),
    (
        orders.LocalDecisionRolled(FRENCH, LINE, 2, 5, "NE"),
        "Local Decision of V Cavalry Corps (Milhaud) in column 2: die 5, NE: nothing changes.",
    ),
    (orders.BadMoveTaken(FRENCH, LINE, 4), "Bad Move of V Cavalry Corps (Milhaud): die 4."),
    (
        orders.BadMoveTaken(FRENCH, LINE, 0),
        "Bad Move of V Cavalry Corps (Milhaud): the battle's special rule says what it is.",
    ),
    (
        orders.DivisionDetached(ALLIED, DIVISION, (UDOM,), STAND, OLSUFIEV),
        "Olsufiev gave 9th Division (Udom) a divisional order: Defend here.",
    ),
    (
        orders.DivisionRejoined(ALLIED, DIVISION),
        "Detached division 1 of IX Corps is under the order of its corps again.",
    ),
    (
        orders.FormationAssigned(FRENCH, SECOND, CAVALRY),
        "II Corps (Victor) is now under V Cavalry Corps (Milhaud).",
    ),
    (
        orders.CommandMarked((UDOM,)),
        "9th Division (Udom): out of command for this activation.",
    ),
    (
        orders.DutyWaived(FRENCH, CAVALRY, "every unit must go toward 0303."),
        "Nobody of V Cavalry Corps (Milhaud) could do what its order demands:"
        " every unit must go toward 0303.",
    ),
    (
        arrivals.ArrivalVaried(0, 5, 0, 1),
        "3rd Division (Duhesme) and II Corps baggage train come 1 turn late, at 18:00 in 0101"
        " (die 5).",
    ),
    (
        arrivals.AlternateCalled(FRENCH, 1, 3, 3),
        "The French called II Corps (Victor) onto the field, at 18:00 in 0101 (die 3).",
    ),
    (
        arrivals.UnitExited(PIRE, MAIZIERES, supplied=True),
        "9th Light Cavalry Division (Piré) left the map in Maizières (0202).",
    ),
    (
        arrivals.UnitExited(PIRE, MAIZIERES, supplied=False),
        "9th Light Cavalry Division (Piré) left the map in Maizières (0202), out of supply: it"
        " counts as lost.",
    ),
    (arrivals.LeaderExited(MILHAUD, MAIZIERES), "Milhaud left the map in Maizières (0202)."),
    (orders.RetreatAllowed(FRENCH), "The French may order a General Retreat from now on."),
    (arrivals.UnitEntered(DUHESME, ENTRY), "3rd Division (Duhesme) entered the map in 0101."),
    (
        movement.UnitStopped((BRICHE,), "stays"),
        "5th Dragoon Division (Briche) stayed in Maizières (0202).",
    ),
    (
        movement.ColumnFormed(PIRE),
        "9th Light Cavalry Division (Piré) formed road column in Maizières (0202).",
    ),
    (
        movement.ColumnLeft(PIRE),
        "9th Light Cavalry Division (Piré) left road column in Maizières (0202).",
    ),
    (
        arrivals.ArrivalDelayed((DUHESME, WAGONS)),
        "3rd Division (Duhesme) and II Corps baggage train did not enter the map this turn.",
    ),
    (
        movement.OverstackCured(GUNS, BETWEEN),
        "V Cavalry horse artillery made room in Maizières (0202) and stands in 0203.",
    ),
    (
        movement.SpanDamaged(DUHESME, BRIDGED, 4),
        "3rd Division (Duhesme) broke down the pontoon bridge between 0203 and 0304: 2 MP.",
    ),
    (
        movement.SpanRepaired(DUHESME, BRIDGED, 2),
        "3rd Division (Duhesme) repaired the pontoon bridge between 0203 and 0304: 1 MP.",
    ),
    (
        movement.SpanRepairFailed(DUHESME, BRIDGED, 2, 5),
        "3rd Division (Duhesme) failed to repair the pontoon bridge between 0203 and 0304:"
        " die 5, 1 MP.",
    ),
    (
        movement.PontoonDeployed(WAGONS, BRIDGED),
        "II Corps baggage train laid a bridge between 0203 and 0304.",
    ),
    (
        movement.PontoonTakenUp(WAGONS, BRIDGED),
        "II Corps baggage train took up its bridge between 0203 and 0304.",
    ),
    (
        movement.PositionBuilt(MAIZIERES, 1),
        "Infantry built an improved position in Maizières (0202) (die 1).",
    ),
    (
        movement.PositionFailed(BETWEEN, 4),
        "Infantry dug in 0203 without success (die 4).",
    ),
    (turn.WeatherRolled(2, "fair", "fair", is_wet=False), "The weather stayed fair (die 2)."),
    (
        turn.WeatherRolled(5, "cloudy", "rain", is_wet=True, is_dark_dawn=True),
        "The weather turned from cloudy to rain (die 5). Fords cost all MP until the day ends."
        " The dawn is dark until 10:00.",
    ),
    (
        turn.DayBegan(30),
        "A new day began, the 30th: swollen fords have gone down, and forced marches count anew.",
    ),
    (
        supply.SupplyChanged(FRENCH, (PIRE, BRICHE), (DUHESME,)),
        "French supply: 9th Light Cavalry Division (Piré) and 5th Dragoon Division (Briche) are"
        " out of supply, 3rd Division (Duhesme) is in supply again.",
    ),
    (
        supply.SupplyChanged(ALLIED, (), (KORNILOV,)),
        "Coalition supply: 15th Division (Kornilov) is in supply again.",
    ),
    (
        supply.TrainAssigned((PIRE,), WAGONS),
        "9th Light Cavalry Division (Piré) lives on II Corps baggage train.",
    ),
    (
        supply.TrainAssigned((PIRE, DUHESME), WAGONS),
        "9th Light Cavalry Division (Piré) and 3rd Division (Duhesme) live on II Corps baggage"
        " train.",
    ),
    (supply.TrainDestroyed(WAGONS, ALLIED), "The Coalition destroyed II Corps baggage train."),
    (supply.TrainCaptured(WAGONS, ALLIED), "The Coalition captured II Corps baggage train."),
    (
        combat.AssaultDeclared((PIRE, BRICHE), BRIENNE),
        "9th Light Cavalry Division (Piré) and 5th Dragoon Division (Briche) assaulted"
        " Brienne <le> Château (0303).",
    ),
    (
        combat.FireResolved(FRENCH, (PIRE,), BRIENNE, 9, 3, 4, 1, "1M1"),
        "French fire on Brienne <le> Château (0303), 9 SP in column 4: die 4 + 1 = 5,"
        " 1M1: 1 step lost, morale check at −1.",
    ),
    (
        combat.StalemateReached(BRIENNE),
        "Both sides stayed in contact at Brienne <le> Château (0303).",
    ),
    (
        combat.AdvanceMade((PIRE,), BRIENNE),
        "9th Light Cavalry Division (Piré) advanced into Brienne <le> Château (0303).",
    ),
    (
        losses.MoraleRolled((UDOM,), BRIENNE, 4, -1, 3, 5, 2, passed=False, purpose="retreat"),
        "Morale of 9th Division (Udom) in Brienne <le> Château (0303) (retreat):"
        " die 5 against 3 (4 −1), failed by 2.",
    ),
    (
        losses.MoraleRolled((UDOM,), BRIENNE, 5, 1, 5, 3, -2, passed=True, purpose="retreat"),
        "Morale of 9th Division (Udom) in Brienne <le> Château (0303) (retreat):"
        " die 3 against 5 (5 +1, at most 5), passed.",
    ),
    (
        losses.MoraleRolled((UDOM,), BRIENNE, 2, -3, 1, 2, 1, passed=False, purpose="retreat"),
        "Morale of 9th Division (Udom) in Brienne <le> Château (0303) (retreat):"
        " die 2 against 1 (2 −3, at least 1), failed by 1.",
    ),
    (
        losses.UnitDisrupted(UDOM),
        "9th Division (Udom) was Disrupted in Brienne <le> Château (0303).",
    ),
    (losses.UnitRallied(UDOM), "9th Division (Udom) rallied in Brienne <le> Château (0303)."),
    (
        losses.RetreatBegan((UDOM, KORNILOV), BRIENNE, 3, rout=True),
        "9th Division (Udom) and 15th Division (Kornilov) routed and had to run 3 hexes from"
        " Brienne <le> Château (0303).",
    ),
    (
        losses.UnitRetreated(UDOM, (BRIENNE, BEHIND, ASIDE)),
        "9th Division (Udom) retreated from Brienne <le> Château (0303) by 0304 to 0404.",
    ),
    (
        losses.FriendDisplaced(KORNILOV, ASIDE),
        "15th Division (Kornilov) made room for friends in Brienne <le> Château (0303)"
        " and stands in 0404.",
    ),
    (
        losses.StepLost(UDOM, 3, "fire"),
        "9th Division (Udom) lost a step in Brienne <le> Château (0303): 3 SP, fire.",
    ),
    (
        losses.UnitEliminated(UDOM, Box.UAR, 2, "fire"),
        "9th Division (Udom) was eliminated in Brienne <le> Château (0303) and went to the"
        " UAR box: 2 SP, fire.",
    ),
    (
        combat.ConfidenceRolled((PIRE,), BRIENNE, 4, 3, passed=True, is_final=False),
        "Attack Confidence of 9th Light Cavalry Division (Piré) against"
        " Brienne <le> Château (0303): die 3 against 4, the assault goes on.",
    ),
    (
        combat.AssaultDropped((PIRE,), BRIENNE),
        "9th Light Cavalry Division (Piré) gave up the assault on Brienne <le> Château (0303).",
    ),
    (
        combat.AssaultRepeated((PIRE,), BRIENNE),
        "9th Light Cavalry Division (Piré) assaulted Brienne <le> Château (0303) a second time.",
    ),
    (
        combat.RetreatedBeforeAssault((UDOM, KORNILOV), (BRIENNE, BEHIND)),
        "9th Division (Udom) and 15th Division (Kornilov) withdrew before the assault from"
        " Brienne <le> Château (0303) to 0304.",
    ),
    (combat.BonusUsed(MILHAUD, MAIZIERES), "Milhaud led the troops in Maizières (0202) himself."),
    (
        combat.BombardmentDeclared((GUNS,), BRIENNE),
        "V Cavalry horse artillery bombarded Brienne <le> Château (0303).",
    ),
    (
        combat.BombardmentResolved(FRENCH, (GUNS,), BRIENNE, 2, 1, 6, -1, "d"),
        "French guns on Brienne <le> Château (0303), 2 SP in column 2: die 6 − 1 = 5,"
        " d: one unit checks morale.",
    ),
    (
        combat.ChargeDeclared((PIRE, BRICHE), BRIENNE, (MAIZIERES, BETWEEN, BRIENNE)),
        "9th Light Cavalry Division (Piré) and 5th Dragoon Division (Briche) charged"
        " Brienne <le> Château (0303) from Maizières (0202) by 0203.",
    ),
    (
        combat.ReactionDeclared((UDOM,), MAIZIERES, (BRIENNE, BETWEEN)),
        "9th Division (Udom) in Brienne <le> Château (0303) set out to meet the chargers from"
        " Maizières (0202).",
    ),
    (
        combat.ReactionResolved((PIRE, BRICHE), (UDOM,), "both"),
        "9th Light Cavalry Division (Piré) and 5th Dragoon Division (Briche) were met by"
        " 9th Division (Udom): both gave way.",
    ),
    (
        combat.Evaded((UDOM,), (BRIENNE, BEHIND, ASIDE)),
        "9th Division (Udom) got out of the way from Brienne <le> Château (0303) by 0304 to 0404.",
    ),
    (
        combat.SquareFormed((UDOM, KORNILOV), BRIENNE),
        "9th Division (Udom) and 15th Division (Kornilov) formed square in"
        " Brienne <le> Château (0303).",
    ),
    (
        combat.SquareRemoved((UDOM,)),
        "9th Division (Udom) left square in Brienne <le> Château (0303).",
    ),
    (
        combat.ChargeResolved((PIRE,), BRIENNE, "defenders rout"),
        "The charge of 9th Light Cavalry Division (Piré) on Brienne <le> Château (0303) was"
        " over: defenders rout.",
    ),
    (
        combat.PursuitMade((PIRE,), (MAIZIERES, BETWEEN, BEHIND)),
        "9th Light Cavalry Division (Piré) pursued from Maizières (0202) by 0203 to 0304.",
    ),
    (
        combat.PursuitResolved((PIRE,), (UDOM,), 4, 1, loss=True),
        "Pursuit of 9th Division (Udom) by 9th Light Cavalry Division (Piré): die 4 + 1 = 5,"
        " a step is lost.",
    ),
    (
        losses.FormationDemoralized(NINTH, 6, 5),
        "IX Corps (Olsufiev) is demoralized: 6 SP are lost, its level is 5.",
    ),
    (
        losses.FormationRecovered(NINTH, 4, 5),
        "IX Corps (Olsufiev) is no longer demoralized: 4 SP are lost, its level is 5.",
    ),
    (losses.FormationExhausted(SECOND), "II Corps (Victor) is exhausted by its forced march."),
    (losses.ExhaustionEnded(SECOND), "II Corps (Victor) has rested: no longer exhausted."),
    (losses.RestCounted(((SECOND, 2),)), "Rest in Reserve: II Corps (Victor) 2 hours in a row."),
    (
        losses.ForcedMarchDeclared(CAVALRY),
        "V Cavalry Corps (Milhaud) makes a forced march: its units go half as far again.",
    ),
    (
        losses.ForcedMarchRolled(CAVALRY, 6, 5, 3, straggles=True, exhausts=True),
        "Forced march of V Cavalry Corps (Milhaud), hour 3: die 6, above 5: a unit loses a step as"
        " stragglers and it is exhausted.",
    ),
    (
        losses.GuardDismayed(PIRE, MAIZIERES),
        "9th Light Cavalry Division (Piré) gave way in Maizières (0202): every French stack that"
        " sees it checks morale.",
    ),
    (
        losses.RecoveryRolled(UDOM, 3, returns=True),
        "Recovery of 9th Division (Udom): die 3, it returns.",
    ),
    (
        losses.UnitReturned(UDOM, BEHIND),
        "9th Division (Udom) came back from the UAR box to 0304, Disrupted.",
    ),
    (losses.UnitLostForGood(UDOM), "9th Division (Udom) went from the UAR box to the PEU box."),
    (
        losses.StepRegained(UDOM),
        "9th Division (Udom) regained a step in Brienne <le> Château (0303).",
    ),
    (
        leaders.LeaderMoved(MILHAUD, (MAIZIERES, BETWEEN)),
        "Milhaud rode from Maizières (0202) to 0203.",
    ),
    (leaders.LeaderEntered(VICTOR, ENTRY), "Victor entered the map in 0101."),
    (
        leaders.LeaderCaptured(OLSUFIEV, FRENCH),
        "Olsufiev was captured by the French in Brienne <le> Château (0303).",
    ),
    (
        leaders.LeaderDisplaced(OLSUFIEV, BEHIND),
        "Olsufiev escaped from Brienne <le> Château (0303) to 0304.",
    ),
    (
        leaders.LeaderReplaced(OLSUFIEV, BEHIND),
        "A successor took over from Olsufiev in 0304.",
    ),
    (
        leaders.HqMoved(OLSUFIEV, (BRIENNE, BEHIND)),
        "Olsufiev moved from Brienne <le> Château (0303) to 0304.",
    ),
)
"""Each with the sentence that tells it at the beginning of the skirmish."""

GAME: tuple[Event, ...] = (
    turn.TurnBegan(1, "day"),
    turn.PhaseBegan(Phase.CHITS),
    turn.ChitPlaced(FRENCH, CAVALRY),
    turn.ChitPlaced(ALLIED, NINTH),
    turn.CupChosen(FRENCH, 3),
    turn.ChitDrawn(FRENCH, CAVALRY),
    turn.ActivationBegan(CAVALRY, FRENCH, had_contact=False),
    movement.UnitMoved((PIRE, BRICHE), (MAIZIERES, BETWEEN), 2, column=False),
    combat.AssaultDeclared((PIRE, BRICHE), BRIENNE),
    combat.FireResolved(FRENCH, (PIRE, BRICHE), BRIENNE, 7, 2, 5, 0, "M"),
    losses.MoraleRolled((UDOM, KORNILOV), BRIENNE, 4, 0, 4, 5, 1, passed=False, purpose="retreat"),
    losses.UnitRetreated(UDOM, (BRIENNE, BEHIND)),
    losses.UnitRetreated(KORNILOV, (BRIENNE, BEHIND)),
    losses.UnitDisrupted(UDOM),
    combat.AdvanceMade((PIRE,), BRIENNE),
    turn.HexControlled(BRIENNE, FRENCH),
    turn.ActivationEnded(CAVALRY),
    turn.ChitDrawn(ALLIED, NINTH),
    turn.ActivationBegan(NINTH, ALLIED, had_contact=True),
    movement.UnitMoved((UDOM,), (BEHIND, ASIDE), 2, column=False),
    turn.ActivationEnded(NINTH),
    turn.PhaseBegan(Phase.RALLY),
    losses.UnitRallied(UDOM),
    turn.TurnEnded(1),
    turn.TurnBegan(2, "day"),
    arrivals.UnitEntered(DUHESME, ENTRY),
)
"""A turn of the skirmish and the beginning of the next."""

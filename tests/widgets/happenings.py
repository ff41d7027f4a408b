"""One event of every class, as they could happen in the skirmish."""

from __future__ import annotations

from hexwar.engine import Event
from hexwar.ground import pontoons
from hexwar.hexes import Hex
from hexwar.systems.nlc.events import (
    arrivals,
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
from hexwar.systems.nlc.orders import LineId, Offer
from hexwar.table import hiding_facts, vedette_facts
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
    told_as,
)

BETWEEN, BEHIND, ASIDE = Hex("0203"), Hex("0304"), Hex("0404")
BRIDGED = (BETWEEN, BEHIND)
LINE, ENEMY_LINE, DIVISION = LineId(CAVALRY), LineId(NINTH), LineId(f"{NINTH}/1")
MARCH = (OrderStep("march", MAIZIERES), OrderStep("attack", BRIENNE))
ATTACK = MARCH[1:]
STAND = (OrderStep("defend"),)

SAMPLES = told_as(
    *CARD_SAMPLES,
    (turn.TurnBegan(2, "day"), "Turn 2 began: 17:00, day."),
    (turn.PhaseBegan(Phase.RALLY), "The Rally Phase began."),
    (turn.TurnEnded(2), "Turn 2 ended."),
    (
        turn.GameEnded(FRENCH, "tactical", ((FRENCH, 6), (ALLIED, -1)), "points"),
        "The game ended: French, tactical victory (French 6 VP and Coalition −1 VP; points).",
    ),
    (turn.DieRolled("capture of Olsufiev", 4, -1, 3), "Die for capture of Olsufiev: 4 − 1 = 3."),
    (turn.HexControlled(BRIENNE, FRENCH), "The French took control of [Brienne]."),
    (turn.HexPassed(BRIENNE, KORNILOV), "[Brienne] now hangs on [Kornilov]."),
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
        turn.FirstSideRolled(
            ((FRENCH, 3), (ALLIED, 4)), ((FRENCH, 8), (ALLIED, 7)), (FRENCH, ALLIED)
        ),
        "French 3 + 5 = 8 and Coalition 4 + 3 = 7: the French act first with all their formations.",
    ),
    (turn.ChitPlayed(CAVALRY), "The chit of [V Cavalry] is played."),
    (turn.SideActed(ALLIED), "The Coalition have acted."),
    (orders.WishNoted(FRENCH, Offer.RALLY), "Which hex rallies first is asked."),
    (orders.TaskChosen(LINE, ATTACK), "[V Cavalry] acts: Attack [Brienne]."),
    (turn.InitialGranted(FRENCH, CAVALRY), "[V Cavalry] took the Initial Action of the French."),
    (
        turn.CoordinationRolled(ALLIED, 5, 3, has_action=False),
        "Die 5 against rating 3: the Coalition have no Coordinated Action this turn.",
    ),
    (turn.CupChosen(ALLIED, 2), "Die 2: the next chit comes from the Coalition cup."),
    (
        turn.CoverDrawn(ALLIED),
        "A cover marker, Coalition: the next chit comes from the Coalition cup.",
    ),
    (turn.ChitPlaced(FRENCH, CAVALRY), "The chit of [V Cavalry] went into the French cup."),
    (turn.ChitDrawn(FRENCH, CAVALRY), "[V Cavalry] was drawn from the French cup."),
    (
        turn.ChitDiscarded(NINTH, "no unit of it is left"),
        "The chit of [IX Corps] had no effect: no unit of it is left.",
    ),
    (
        turn.ActivationBegan(CAVALRY, FRENCH, had_contact=True),
        "[V Cavalry] began to act, in contact with the enemy.",
    ),
    (
        turn.SegmentEnded(Segment.MOVEMENT, Segment.BOMBARDMENT),
        "The Movement Segment ended, the Bombardment Segment began.",
    ),
    (turn.ActivationEnded(CAVALRY), "[V Cavalry] finished acting."),
    (turn.FlagsCleared((PIRE,)), "Markers of the last activation came off 1 unit."),
    (
        movement.UnitMoved((PIRE, GUNS), (MAIZIERES, BETWEEN, BEHIND), 3, column=True),
        "[Piré] and [guns] moved from [Maizières] by 0203 to 0304: 1 1/2 MP, by road.",
    ),
    (orders.WritingBegan(Writing.COMPLIANCE), "Leaders were asked to obey."),
    (orders.PadClosed(FRENCH), "The French closed their order pad."),
    (
        orders.OrderDispatched(FRENCH, LINE, MARCH, VICTOR, 3),
        "Victor sent [V Cavalry] an order, due on turn 3: March to [Maizières], then Attack"
        " [Brienne].",
    ),
    (orders.OrderDelivered(FRENCH, LINE), "The order on its way reached [V Cavalry]."),
    (
        orders.ComplianceRolled(FRENCH, LINE, 3, 5, "D"),
        "Compliance of [V Cavalry] in column 3: die 5, D: he delays, and the order waits.",
    ),
    (orders.OrderInForce(FRENCH, LINE, ATTACK), "In force for [V Cavalry]: Attack [Brienne]."),
    (
        orders.OrderLost(FRENCH, LINE),
        "The order for [V Cavalry] is void; the old one stays in force.",
    ),
    (
        orders.CommanderTied(ALLIED, OLSUFIEV, is_tied=True),
        "Olsufiev must stay in range of those who attack.",
    ),
    (
        orders.OrderDropped(FRENCH, LINE),
        "The order on its way to [V Cavalry] was cancelled by a newer one.",
    ),
    (
        orders.OrderStepChanged(FRENCH, LINE, ATTACK, "the march is done"),
        "The order of [V Cavalry] is now Attack [Brienne]: the march is done.",
    ),
    (
        orders.LocalDecisionWanted(FRENCH, LINE, STAND),
        "[V Cavalry] wants by Local Decision: Defend here.",
    ),
    (
        orders.LocalDecisionRolled(FRENCH, LINE, 2, 5, "NE"),
        "Local Decision of [V Cavalry] in column 2: die 5, NE: nothing changes.",
    ),
    (orders.BadMoveTaken(FRENCH, LINE, 4), "Bad Move of [V Cavalry]: die 4."),
    (
        orders.BadMoveTaken(FRENCH, LINE, 0),
        "Bad Move of [V Cavalry]: the battle's special rule says what it is.",
    ),
    (
        orders.DivisionDetached(ALLIED, DIVISION, (UDOM,), STAND, OLSUFIEV),
        "Olsufiev gave [Udom] a divisional order: Defend here.",
    ),
    (
        orders.DivisionRejoined(ALLIED, DIVISION),
        "Detached division 1 of IX Corps is under the order of its corps again.",
    ),
    (
        orders.DivisionRejoined(ALLIED, DIVISION, "it has arrived"),
        "Detached division 1 of IX Corps has done its order (it has arrived) and is under that of"
        " its corps again.",
    ),
    (orders.FormationAssigned(FRENCH, SECOND, CAVALRY), "[II Corps] is now under [V Cavalry]."),
    (orders.CommandMarked((UDOM,)), "[Udom]: out of command for this activation."),
    (
        orders.DutyWaived(FRENCH, CAVALRY, "every unit must go toward 0303."),
        "Nobody of [V Cavalry] could do what its order demands: every unit must go toward 0303.",
    ),
    (
        arrivals.ArrivalVaried(0, 5, 0, 1),
        "[Duhesme] and [wagons] come 1 turn late, at 18:00 in 0101 (die 5).",
    ),
    (
        arrivals.AlternateCalled(FRENCH, 1, 3, 3),
        "The French called [II Corps] onto the field, at 18:00 in 0101 (die 3).",
    ),
    (arrivals.UnitExited(PIRE, MAIZIERES, supplied=True), "[Piré] left the map in [Maizières]."),
    (
        arrivals.UnitExited(PIRE, MAIZIERES, supplied=False),
        "[Piré] left the map in [Maizières], out of supply: it counts as lost.",
    ),
    (
        arrivals.UnitExited(PIRE, MAIZIERES, supplied=True, retreating=True),
        "[Piré] retreated off the map in [Maizières].",
    ),
    (arrivals.LeaderExited(MILHAUD, MAIZIERES), "Milhaud left the map in [Maizières]."),
    (orders.RetreatAllowed(FRENCH), "The French may order a General Retreat from now on."),
    (arrivals.UnitEntered(DUHESME, ENTRY), "[Duhesme] entered the map in 0101."),
    (movement.UnitStopped((BRICHE,), "stays"), "[Briche] stayed in [Maizières]."),
    (movement.ColumnFormed(PIRE), "[Piré] formed road column in [Maizières]."),
    (movement.ColumnLeft(PIRE), "[Piré] left road column in [Maizières]."),
    (
        arrivals.ArrivalDelayed((DUHESME, WAGONS)),
        "[Duhesme] and [wagons] did not enter the map this turn.",
    ),
    (movement.OverstackCured(GUNS, BETWEEN), "[guns] made room in [Maizières] and stands in 0203."),
    (
        movement.SpanDamaged(DUHESME, BRIDGED, 4),
        "[Duhesme] broke down the pontoon bridge between 0203 and 0304: 2 MP.",
    ),
    (
        movement.SpanRepaired(DUHESME, BRIDGED, 2),
        "[Duhesme] repaired the pontoon bridge between 0203 and 0304: 1 MP.",
    ),
    (
        movement.SpanRepairFailed(DUHESME, BRIDGED, 2, 5),
        "[Duhesme] failed to repair the pontoon bridge between 0203 and 0304: die 5, 1 MP.",
    ),
    (
        movement.FordSought(DUHESME, BRIDGED, 3, is_found=True),
        "[Duhesme] found a ford between 0203 and 0304: die 3.",
    ),
    (
        movement.FordSought(DUHESME, BRIDGED, 0, is_found=True),
        "[Duhesme] found the ford between 0203 and 0304 that it had looked for.",
    ),
    (
        movement.FordSought(DUHESME, BRIDGED, 5, is_found=False),
        "[Duhesme] found no ford between 0203 and 0304: die 5. It does not move.",
    ),
    (movement.FordsForgotten(), "The fords that scouts had found are passable no more."),
    (pontoons.PontoonDeployed(WAGONS, BRIDGED), "[wagons] laid a bridge between 0203 and 0304."),
    (
        pontoons.PontoonTakenUp(WAGONS, BRIDGED),
        "[wagons] took up its bridge between 0203 and 0304.",
    ),
    (
        movement.PositionBuilt(MAIZIERES, 1),
        "Infantry built an improved position in [Maizières] (die 1).",
    ),
    (movement.PositionFailed(BETWEEN, 4), "Infantry dug in 0203 without success (die 4)."),
    (turn.WeatherRolled(2, "fair", "fair", is_wet=False), "The weather stayed fair (die 2)."),
    (
        turn.WeatherRolled(5, "cloudy", "rain", is_wet=True, is_dark_dawn=True),
        "The weather turned from cloudy to rain (die 5). Fords cost all MP until the day ends."
        " The dawn is dark.",
    ),
    (
        turn.DayBegan(30),
        "A new day began, the 30th: swollen fords have gone down, and forced marches count anew.",
    ),
    (
        supply.SupplyChanged(FRENCH, (PIRE, BRICHE), (DUHESME,)),
        "French supply: [Piré] and [Briche] are out of supply, [Duhesme] is in supply again.",
    ),
    (
        supply.SupplyChanged(ALLIED, (), (KORNILOV,)),
        "Coalition supply: [Kornilov] is in supply again.",
    ),
    (supply.TrainAssigned((PIRE,), WAGONS), "[Piré] lives on [wagons]."),
    (supply.TrainAssigned((PIRE, DUHESME), WAGONS), "[Piré] and [Duhesme] live on [wagons]."),
    (supply.TrainDestroyed(WAGONS, ALLIED), "The Coalition destroyed [wagons]."),
    (supply.TrainCaptured(WAGONS, ALLIED), "The Coalition captured [wagons]."),
    (combat.AssaultDeclared((PIRE, BRICHE), BRIENNE), "[Piré] and [Briche] assaulted [Brienne]."),
    (
        combat.FireResolved(FRENCH, (PIRE,), BRIENNE, 9, 3, 4, 1, "1M1"),
        "French fire on [Brienne], 9 SP in column 4: die 4 + 1 = 5, 1M1: 1 step lost, morale"
        " check at −1.",
    ),
    (combat.StalemateReached(BRIENNE), "Both sides stayed in contact at [Brienne]."),
    (combat.AdvanceMade((PIRE,), BRIENNE), "[Piré] advanced into [Brienne]."),
    (
        losses.MoraleRolled((UDOM,), BRIENNE, 4, -1, 3, 5, 2, passed=False, purpose="retreat"),
        "Morale of [Udom] in [Brienne] (retreat): die 5 against 3 (4 −1), failed by 2.",
    ),
    (
        losses.MoraleRolled((UDOM,), BRIENNE, 5, 1, 5, 3, -2, passed=True, purpose="retreat"),
        "Morale of [Udom] in [Brienne] (retreat): die 3 against 5 (5 +1, at most 5), passed.",
    ),
    (
        losses.MoraleRolled((UDOM,), BRIENNE, 2, -3, 1, 2, 1, passed=False, purpose="retreat"),
        "Morale of [Udom] in [Brienne] (retreat): die 2 against 1 (2 −3, at least 1), failed by 1.",
    ),
    (losses.UnitDisrupted(UDOM), "[Udom] was Disrupted in [Brienne]."),
    (losses.UnitRallied(UDOM), "[Udom] rallied in [Brienne]."),
    (
        losses.RetreatBegan((UDOM, KORNILOV), BRIENNE, 3, rout=True),
        "[Udom] and [Kornilov] routed and had to run 3 hexes from [Brienne].",
    ),
    (
        losses.UnitRetreated(UDOM, (BRIENNE, BEHIND, ASIDE)),
        "[Udom] retreated from [Brienne] by 0304 to 0404.",
    ),
    (
        vedette_facts.VedettesDeployed(PIRE, (UDOM, KORNILOV), BRIENNE, 2, stays=False),
        "[Piré] spread out in 2 vedettes in [Brienne].",
    ),
    (
        vedette_facts.VedettesDeployed(PIRE, (UDOM,), BRIENNE, 2, stays=True),
        "[Piré] sent 1 vedette out in [Brienne].",
    ),
    (
        vedette_facts.VedettesRejoined(
            PIRE, (UDOM,), BRIENNE, 4, moved=True, disrupted=False, stays=False
        ),
        "The vedettes of [Piré] gathered in [Brienne].",
    ),
    (
        vedette_facts.VedettesFellBack((UDOM,), (BRIENNE, BEHIND, ASIDE)),
        "[Udom] fell back from [Brienne] by 0304 to 0404.",
    ),
    (
        vedettes.VedettesAttacked((PIRE,), BRIENNE),
        "[Piré] attacked the vedettes in [Brienne].",
    ),
    (
        hiding_facts.ReportSet(FRENCH, UDOM, BRIENNE, 2),
        "A vedette of the French sees troops in [Brienne]: its report takes 2 turns.",
    ),
    (hiding_facts.ReportsCounted(), "The reports of vedettes are a turn nearer."),
    (vedette_facts.VedettesLost((UDOM,)), "[Udom] was lost in [Brienne]."),
    (
        losses.FriendDisplaced(KORNILOV, ASIDE),
        "[Kornilov] made room for friends in [Brienne] and stands in 0404.",
    ),
    (losses.StepLost(UDOM, 3, "fire"), "[Udom] lost a step in [Brienne]: 3 SP, fire."),
    (
        losses.UnitEliminated(UDOM, Box.UAR, 2, "fire"),
        "[Udom] was eliminated in [Brienne] and went to the UAR box: 2 SP, fire.",
    ),
    (
        combat.ConfidenceRolled((PIRE,), BRIENNE, 4, 3, passed=True, is_final=False),
        "Attack Confidence of [Piré] against [Brienne]: die 3 against 4, the assault goes on.",
    ),
    (combat.AssaultDropped((PIRE,), BRIENNE), "[Piré] gave up the assault on [Brienne]."),
    (combat.AssaultRepeated((PIRE,), BRIENNE), "[Piré] assaulted [Brienne] a second time."),
    (
        combat.RetreatedBeforeAssault((UDOM, KORNILOV), (BRIENNE, BEHIND)),
        "[Udom] and [Kornilov] withdrew before the assault from [Brienne] to 0304.",
    ),
    (combat.BonusUsed(MILHAUD, MAIZIERES), "Milhaud led the troops in [Maizières] himself."),
    (combat.BombardmentDeclared((GUNS,), BRIENNE), "[guns] bombarded [Brienne]."),
    (
        combat.BombardmentResolved(FRENCH, (GUNS,), BRIENNE, 2, 1, 6, -1, "d"),
        "French guns on [Brienne], 2 SP in column 2: die 6 − 1 = 5, d: one unit checks morale.",
    ),
    (
        combat.ChargeDeclared((PIRE, BRICHE), BRIENNE, (MAIZIERES, BETWEEN, BRIENNE)),
        "[Piré] and [Briche] charged [Brienne] from [Maizières] by 0203.",
    ),
    (
        combat.ReactionDeclared((UDOM,), MAIZIERES, (BRIENNE, BETWEEN)),
        "[Udom] in [Brienne] set out to meet the chargers from [Maizières].",
    ),
    (
        combat.ReactionResolved((PIRE, BRICHE), (UDOM,), "both"),
        "[Piré] and [Briche] were met by [Udom]: both gave way.",
    ),
    (
        combat.Evaded((UDOM,), (BRIENNE, BEHIND, ASIDE)),
        "[Udom] got out of the way from [Brienne] by 0304 to 0404.",
    ),
    (
        combat.SquareFormed((UDOM, KORNILOV), BRIENNE),
        "[Udom] and [Kornilov] formed square in [Brienne].",
    ),
    (combat.SquareRemoved((UDOM,)), "[Udom] left square in [Brienne]."),
    (
        combat.ChargeResolved((PIRE,), BRIENNE, "defenders rout"),
        "The charge of [Piré] on [Brienne] was over: defenders rout.",
    ),
    (
        combat.PursuitMade((PIRE,), (MAIZIERES, BETWEEN, BEHIND)),
        "[Piré] pursued from [Maizières] by 0203 to 0304.",
    ),
    (
        combat.PursuitResolved((PIRE,), (UDOM,), 4, 1, loss=True),
        "Pursuit of [Udom] by [Piré]: die 4 + 1 = 5, a step is lost.",
    ),
    (
        losses.FormationDemoralized(NINTH, 6, 5),
        "[IX Corps] is demoralized: 6 SP are lost, its level is 5.",
    ),
    (
        losses.FormationRecovered(NINTH, 4, 5),
        "[IX Corps] is no longer demoralized: 4 SP are lost, its level is 5.",
    ),
    (losses.FormationExhausted(SECOND), "[II Corps] is exhausted by its forced march."),
    (losses.ExhaustionEnded(SECOND), "[II Corps] has rested: no longer exhausted."),
    (
        hiding_facts.ForceHidden(FRENCH, (PIRE,), BRIENNE),
        "The French hid [Piré] in [Brienne].",
    ),
    (
        hiding_facts.ForceRevealed(FRENCH, (PIRE,), BRIENNE, "met"),
        "The enemy ran into [Piré] in [Brienne].",
    ),
    (
        hiding_facts.DummySet(FRENCH, "french-dummy-1", BRIENNE),
        "The French set a dummy stack down in [Brienne].",
    ),
    (
        hiding_facts.DummyRemoved(FRENCH, "french-dummy-1", BRIENNE),
        "Under the flag of the French in [Brienne] there was nobody.",
    ),
    (
        hidden_movement.FormationLifted(FRENCH, (PIRE,), (MILHAUD,)),
        "[Piré] went out of sight in [Maizières].",
    ),
    (
        hidden_movement.HiddenMarchRolled(FRENCH, CAVALRY, 5, -2, "7-9", is_noticed=False),
        "The enemy did not notice [V Cavalry]: die 5 − 2 = 3, 7-9 hexes away.",
    ),
    (
        hidden_movement.HiddenMarchRolled(FRENCH, CAVALRY, 5, 0, "4-6", is_noticed=True),
        "The enemy noticed [V Cavalry]: die 5, 4-6 hexes away.",
    ),
    (hidden_movement.HiddenMoved(CAVALRY), "No visible action of [V Cavalry]."),
    (
        hidden_movement.FormationPlaced(
            FRENCH, (PIRE,), (MILHAUD,), (BRIENNE,), "the enemy sees it"
        ),
        "[Piré] appeared on the map: the enemy sees it.",
    ),
    (
        hidden_movement.FormationPlaced(
            FRENCH, (PIRE,), (), (BRIENNE,), "the enemy noticed it", under_flags=True
        ),
        "[Piré] lie on the map as a hidden force: the enemy noticed it.",
    ),
    (losses.RestCounted(((SECOND, 2),)), "Rest in Reserve: [II Corps] 2 hours in a row."),
    (
        losses.ForcedMarchDeclared(CAVALRY),
        "[V Cavalry] makes a forced march: its units go half as far again.",
    ),
    (
        losses.ForcedMarchRolled(CAVALRY, 6, 5, 3, straggles=True, exhausts=True),
        "Forced march of [V Cavalry], hour 3: die 6, above 5: a unit loses a step as stragglers"
        " and it is exhausted.",
    ),
    (
        losses.GuardDismayed(PIRE, MAIZIERES),
        "[Piré] gave way in [Maizières]: every French stack that sees it checks morale.",
    ),
    (losses.RecoveryRolled(UDOM, 3, returns=True), "Recovery of [Udom]: die 3, it returns."),
    (losses.UnitReturned(UDOM, BEHIND), "[Udom] came back from the UAR box to 0304, Disrupted."),
    (losses.UnitLostForGood(UDOM), "[Udom] went from the UAR box to the PEU box."),
    (losses.StepRegained(UDOM), "[Udom] regained a step in [Brienne]."),
    (leaders.LeaderMoved(MILHAUD, (MAIZIERES, BETWEEN)), "Milhaud rode from [Maizières] to 0203."),
    (leaders.LeaderEntered(VICTOR, ENTRY), "Victor entered the map in 0101."),
    (leaders.LeaderCaptured(OLSUFIEV, FRENCH), "Olsufiev was captured by the French in [Brienne]."),
    (leaders.LeaderDisplaced(OLSUFIEV, BEHIND), "Olsufiev escaped from [Brienne] to 0304."),
    (leaders.LeaderReplaced(OLSUFIEV, BEHIND), "A successor took over from Olsufiev in 0304."),
    (leaders.HqMoved(OLSUFIEV, (BRIENNE, BEHIND)), "Olsufiev moved from [Brienne] to 0304."),
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

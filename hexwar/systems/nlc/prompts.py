"""What each question says to the player: who must do what, and why (N31)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from hexwar.cards.library import card as printed
from hexwar.cards.records import Pile
from hexwar.engine import CHANCE, Decision, Roll
from hexwar.hexes import Hex
from hexwar.systems.nlc.rules.arrivals.arrivals import schedule
from hexwar.systems.nlc.rules.arrivals.departures import ExitMap
from hexwar.systems.nlc.rules.cards.combat_windows import ChooseNeyDie
from hexwar.systems.nlc.rules.cards.march_cards import WriteFreeOrder, free_order_words
from hexwar.systems.nlc.rules.cards.order_effects import extra_words
from hexwar.systems.nlc.rules.cards.phase import ChooseCard
from hexwar.systems.nlc.rules.cards.rerolls import ChooseReroll
from hexwar.systems.nlc.rules.cards.windows import (
    ChooseCardTarget,
    DrawCard,
    DrawCardTarget,
    PlayWindowCard,
)
from hexwar.systems.nlc.rules.combat.assault import (
    ChooseDefenderTarget,
    DeclareAssault,
    RepeatAssault,
)
from hexwar.systems.nlc.rules.combat.bombardment import (
    STEP_LOST,
    ChooseBombardment,
    ChooseBombardmentVictim,
)
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.confidence import ConfirmAssault, must_roll
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.combat.square import ChooseFormSquare, RemoveSquare
from hexwar.systems.nlc.rules.combat.withdrawal import ChooseEvasion, ChooseRetreatBeforeAssault
from hexwar.systems.nlc.rules.command.bonuses import ChooseLeaderBonus
from hexwar.systems.nlc.rules.command.command import commander_of
from hexwar.systems.nlc.rules.command.headquarters import MoveHqOut
from hexwar.systems.nlc.rules.losses.losses import ChooseStepLoss, is_on_last_step
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit
from hexwar.systems.nlc.rules.losses.rally import ChooseRallyOrder, ChooseRecovery, RestoreStep
from hexwar.systems.nlc.rules.losses.retreat import (
    ChooseLeaderStay,
    ChooseRetreatPath,
    DisplaceFriend,
    SplitRetreat,
)
from hexwar.systems.nlc.rules.movement.exhaustion import DeclareForcedMarch
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit, ChooseEntryHex
from hexwar.systems.nlc.rules.movement.stacks import ChooseOverstackCure
from hexwar.systems.nlc.rules.movement.works import (
    BuildImprovedPosition,
    DamageOrRepairSpan,
    WorkPontoon,
    span_tasks,
)
from hexwar.systems.nlc.rules.orders.divisions import IssueDivisionalOrder
from hexwar.systems.nlc.rules.orders.local_decision import TryLocalDecision
from hexwar.systems.nlc.rules.orders.pad import givers, most_orders
from hexwar.systems.nlc.rules.orders.steps import BeginFallBack, StopProbe
from hexwar.systems.nlc.rules.orders.writing import CompleteWcDuty, IssueOrder
from hexwar.systems.nlc.rules.supply.check import AssignTrain
from hexwar.systems.nlc.rules.supply.trains import movable_trains
from hexwar.systems.nlc.rules.turn.actions import (
    ChooseCoordinatedFormations,
    ChooseInitialFormation,
    DrawChit,
    cup_of,
    most_together,
)
from hexwar.systems.nlc.rules.turn.activation import body_of
from hexwar.systems.nlc.rules.turn.consolidation import (
    MoveCommand,
    MoveLeaderOrTrain,
    movable_command,
    movable_leaders,
)
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import line_name
from hexwar.table.forces import FormationId, LeaderId, Side, UnitId
from hexwar.table.reports import Prompt

# -- how prompts name sides, formations, units and hexes: plain words without markup


def whom(state: GameState, decision: Decision[Any]) -> str:
    """Who is asked, as a sentence begins: `The French`."""
    if decision.side == CHANCE:
        return "Chance"
    name = side_name(state, Side(decision.side))
    return name[0].upper() + name[1:]


def side_name(state: GameState, side: Side) -> str:
    """A side within a sentence: `the French`."""
    return f"the {state.battle.side_names.get(side, side)}"


def formation_name(state: GameState, formation: FormationId) -> str:
    """A formation with its commander: `V Cavalry Corps (Milhaud)`."""
    card = state.battle.formations[formation]
    leaders = [state.battle.leaders[x].name for x in card.leaders[:1]]
    return f"{card.name} ({leaders[0]})" if leaders else card.name


def hex_name(state: GameState, hex_: Hex) -> str:
    """A hex with its place: `Brienne-le-Château (0913)`."""
    return state.battle.battlefield.name_of(hex_)


def unit_name(state: GameState, unit: UnitId) -> str:
    """A unit."""
    return state.card(unit).name


def unit_names(state: GameState, units: Iterable[UnitId]) -> str:
    """Units as a list."""
    return joined(unit_name(state, unit) for unit in units)


def joined(words: Iterable[str]) -> str:
    """A list as it is written.

    >>> joined(["Piré"]), joined(["Piré", "Briche", "Lhéritier"])
    ('Piré', 'Piré, Briche and Lhéritier')
    """
    *front, last = [*words] or [""]
    return f"{', '.join(front)} and {last}" if front else last


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: `1 hex`, `2 hexes`."""
    return f"{number} {one if number == 1 else many}"


# -- what decisions about cards ask, in words


def _draw_card(state: GameState, asked: DrawCard) -> str:
    deck = "mode deck" if asked.pile is Pile.MODE else "deck"
    owner = side_name(state, asked.owner)
    return f"Draw a card from the {deck} of {owner}, and enter which it is."


def _draw_card_target(state: GameState, asked: DrawCardTarget) -> str:
    owner, title = side_name(state, asked.owner), printed(asked.card).title
    return f"Draw at random whom the card {title} of {owner} befalls, and enter it."


def _choose_card(state: GameState, asked: ChooseCard) -> str:
    return f"{whom(state, asked)} may play a card of their hand in this Card Phase."


def _choose_card_target(state: GameState, asked: ChooseCardTarget) -> str:
    return f"{whom(state, asked)} must choose whom the card {printed(asked.card).title} names."


def _play_window_card(state: GameState, asked: PlayWindowCard) -> str:
    moment = asked.about_what or asked.window.value
    return f"{whom(state, asked)} may play a card that they hold for this moment: {moment}."


def _choose_reroll(state: GameState, asked: ChooseReroll) -> str:
    return (
        f"{whom(state, asked)} may throw the die for {asked.purpose} again, which shows"
        f" {asked.die}; the last result binds."
    )


def _choose_ney_die(state: GameState, asked: ChooseNeyDie) -> str:
    return (
        f"{whom(state, asked)} must choose what Marshal Ney does at"
        f" {hex_name(state, asked.target)}: raise the die of his own side, or lower the enemy's."
    )


def _write_free_order(state: GameState, asked: WriteFreeOrder) -> str:
    who = line_name(state.battle, asked.line)
    return f"{whom(state, asked)} may give {who} {free_order_words(asked.card)}."


CARD_PROMPTS: Mapping[type[Decision[Any]], Callable[[GameState, Any], str]] = MappingProxyType(
    {
        DrawCard: _draw_card,
        DrawCardTarget: _draw_card_target,
        ChooseCard: _choose_card,
        ChooseCardTarget: _choose_card_target,
        PlayWindowCard: _play_window_card,
        ChooseReroll: _choose_reroll,
        ChooseNeyDie: _choose_ney_die,
        WriteFreeOrder: _write_free_order,
    }
)
"""How each class of decision about cards is put to the player."""


# -- what the questions of combat, losses and rally say to the player (N27.3, N31)


def _body(state: GameState, formation: FormationId) -> str:
    """A formation that acts, and who acts with it (N4.32)."""
    return joined(formation_name(state, one) for one in body_of(state, formation))


def _their(state: GameState, formation: FormationId) -> str:
    """What belongs to those who act: `its` of one formation, `their` of several."""
    return "its" if len(body_of(state, formation)) == 1 else "their"


def _declare_assault(state: GameState, asked: DeclareAssault) -> str:
    return (
        f"{whom(state, asked)} may assault with {_body(state, asked.formation)}: choose a"
        f" hex of the enemy next to {_their(state, asked.formation)} units."
    )


def _choose_defender_target(state: GameState, asked: ChooseDefenderTarget) -> str:
    return (
        f"{whom(state, asked)} must choose the hex to fire at, because"
        f" {unit_names(state, asked.units)} assault {hex_name(state, asked.target)} from several."
    )


_CAUSES = {
    "fire": "the enemy's fire",
    "rout": "the rout",
    "zone of control": "retreat through an enemy zone of control",
    "no retreat": "a retreat cut short",
    "pursuit": "the pursuit",
    "stragglers": "straggling on the march",
}


def _choose_step_loss(state: GameState, asked: ChooseStepLoss) -> str:
    cause = _CAUSES.get(asked.cause, asked.cause)
    last = [unit for unit in asked.units if is_on_last_step(state, unit)]
    warning = f" It would be the last of {unit_names(state, last)}." if last else ""
    return (
        f"{whom(state, asked)} must choose who of {unit_names(state, asked.units)} loses a step to"
        f" {cause}.{warning}"
    )


def _split_retreat(state: GameState, asked: SplitRetreat) -> str:
    return (
        f"{whom(state, asked)} must choose whether {unit_names(state, asked.units)} retreat"
        " together or foot and horse apart, each over its own distance."
    )


def _choose_leader_stay(state: GameState, asked: ChooseLeaderStay) -> str:
    leader = state.battle.leaders[asked.leader].name
    return (
        f"{whom(state, asked)} must choose whether {leader} goes with"
        f" {unit_names(state, asked.units)} or stays where he is."
    )


def _choose_retreat_path(state: GameState, asked: ChooseRetreatPath) -> str:
    start = state.units[asked.units[0]].hex
    origin = f" from {hex_name(state, start)}" if start else ""
    return (
        f"{whom(state, asked)} must choose the way of {unit_names(state, asked.units)}, who retreat"
        f" {counted(asked.hexes, 'hex', 'hexes')}{origin}."
    )


def _displace_friend(state: GameState, asked: DisplaceFriend) -> str:
    return (
        f"{whom(state, asked)} must choose a friend who makes room in {hex_name(state, asked.hex)}"
        f" for {unit_names(state, asked.arrived)}, and the hex next to it that he goes to."
    )


def _choose_advance(state: GameState, asked: ChooseAdvance) -> str:
    return (
        f"{whom(state, asked)} may advance with {unit_names(state, asked.units)} into"
        f" {hex_name(state, asked.target)}, which the enemy has left."
    )


def _choose_rally_order(state: GameState, asked: ChooseRallyOrder) -> str:
    where = joined(hex_name(state, hex_) for hex_ in asked.hexes)
    return f"{whom(state, asked)} must choose which of {where} tries to rally first."


# -- assaults: before the dice


def _confirm_assault(state: GameState, asked: ConfirmAssault) -> str:
    must = "must" if must_roll(state, asked.units) else "may"
    return (
        f"{whom(state, asked)} {must} roll for Attack Confidence of"
        f" {unit_names(state, asked.units)} against {hex_name(state, asked.target)}"
        f"{'' if must == 'must' else ', or drop the assault'}."
    )


def _choose_retreat_before_assault(state: GameState, asked: ChooseRetreatBeforeAssault) -> str:
    return (
        f"{whom(state, asked)} may withdraw from {hex_name(state, asked.target)}, because"
        f" {unit_names(state, asked.attackers)} assault it."
    )


def _repeat_assault(state: GameState, asked: RepeatAssault) -> str:
    return (
        f"{whom(state, asked)} may assault {hex_name(state, asked.target)} once more with"
        f" {unit_names(state, asked.units)}, because both sides stayed."
    )


def _choose_leader_bonus(state: GameState, asked: ChooseLeaderBonus) -> str:
    leader = state.battle.leaders[asked.leader].name
    return (
        f"{whom(state, asked)} may let {leader} lead his troops in {hex_name(state, asked.hex)}"
        " himself, before any die falls."
    )


# -- bombardments


def _choose_bombardment(state: GameState, asked: ChooseBombardment) -> str:
    return (
        f"{whom(state, asked)} may bombard with {_body(state, asked.formation)}: choose a"
        f" hex of the enemy that {_their(state, asked.formation)} guns reach and see."
    )


def _choose_bombardment_victim(state: GameState, asked: ChooseBombardmentVictim) -> str:
    fate = "loses a step" if asked.result == STEP_LOST else "checks its morale"
    return (
        f"{whom(state, asked)} must choose which unit in {hex_name(state, asked.target)} {fate},"
        f" because the bombardment shows {asked.result}."
    )


# -- charges


def _declare_charge(state: GameState, asked: DeclareCharge) -> str:
    return (
        f"{whom(state, asked)} may charge with {_body(state, asked.formation)}: choose a"
        f" hex of the enemy that {_their(state, asked.formation)} cavalry can reach."
    )


def _choose_reaction_charge(state: GameState, asked: ChooseReactionCharge) -> str:
    units = unit_names(state, asked.units)
    if asked.charge is None:
        return (
            f"{whom(state, asked)} may try a reaction charge on {units}, who came to"
            f" {hex_name(state, asked.hex)}: one try in this activation."
        )
    return (
        f"{whom(state, asked)} may try to meet the charge of {units} on"
        f" {hex_name(state, asked.charge.target)} with cavalry."
    )


def _choose_evasion(state: GameState, asked: ChooseEvasion) -> str:
    act = "limber and go" if asked.limbers else "evade"
    return (
        f"{whom(state, asked)} may let {unit_names(state, asked.units)} in"
        f" {hex_name(state, asked.charge.target)} {act}, because"
        f" {unit_names(state, asked.charge.units)} charge them."
    )


def _choose_form_square(state: GameState, asked: ChooseFormSquare) -> str:
    return (
        f"{whom(state, asked)} must choose whether {unit_names(state, asked.units)} in"
        f" {hex_name(state, asked.charge.target)} try to form square, because"
        f" {unit_names(state, asked.charge.units)} charge them."
    )


def _remove_square(state: GameState, asked: RemoveSquare) -> str:
    return (
        f"{whom(state, asked)} may let {unit_names(state, asked.units)} in"
        f" {hex_name(state, asked.hex)} leave their square: in it they neither move nor assault."
    )


def _declare_pursuit(state: GameState, asked: DeclarePursuit) -> str:
    return (
        f"{whom(state, asked)} may pursue {unit_names(state, asked.fugitives)}, who fled, with"
        " one stack of cavalry."
    )


# -- marches and recovery


def _declare_forced_march(state: GameState, asked: DeclareForcedMarch) -> str:
    return (
        f"{whom(state, asked)} may let {formation_name(state, asked.formation)} make a forced"
        " march: half as far again, at a price."
    )


def _choose_recovery(state: GameState, asked: ChooseRecovery) -> str:
    return (
        f"{whom(state, asked)} may try to get a lost unit of"
        f" {formation_name(state, asked.formation)} back, because it is in Reserve."
    )


def _restore_step(state: GameState, asked: RestoreStep) -> str:
    return (
        f"{whom(state, asked)} may let a reduced unit of"
        f" {formation_name(state, asked.formation)} try to regain a step in the night."
    )


COMBAT_PROMPTS: Mapping[type[Decision[Any]], Callable[[GameState, Any], str]] = MappingProxyType(
    {
        DeclareAssault: _declare_assault,
        ChooseDefenderTarget: _choose_defender_target,
        ChooseStepLoss: _choose_step_loss,
        SplitRetreat: _split_retreat,
        ChooseLeaderStay: _choose_leader_stay,
        ChooseRetreatPath: _choose_retreat_path,
        DisplaceFriend: _displace_friend,
        ChooseAdvance: _choose_advance,
        ChooseRallyOrder: _choose_rally_order,
        ConfirmAssault: _confirm_assault,
        ChooseRetreatBeforeAssault: _choose_retreat_before_assault,
        RepeatAssault: _repeat_assault,
        ChooseLeaderBonus: _choose_leader_bonus,
        ChooseBombardment: _choose_bombardment,
        ChooseBombardmentVictim: _choose_bombardment_victim,
        DeclareCharge: _declare_charge,
        ChooseReactionCharge: _choose_reaction_charge,
        ChooseEvasion: _choose_evasion,
        ChooseFormSquare: _choose_form_square,
        RemoveSquare: _remove_square,
        DeclarePursuit: _declare_pursuit,
        DeclareForcedMarch: _declare_forced_march,
        ChooseRecovery: _choose_recovery,
        RestoreStep: _restore_step,
    }
)
"""How each class of decision of combat, losses and rally is put to the player."""


# -- what each question says to the player: who must do what, and why (N31)


def prompt(state: GameState, decision: Decision[Any]) -> Prompt:
    """The sentence that puts a question to its side, in plain words without markup.

    Args:
        state: The table as the side may see it.
        decision: The question.

    Raises:
        KeyError: a decision of a class that is not in `PROMPTS`.
    """
    return Prompt(Side(decision.side), PROMPTS[type(decision)](state, decision), decision.rule)


# -- chance


def _roll(_: GameState, asked: Roll) -> str:
    faces = "" if asked.sides == 6 else f" with {asked.sides} sides"
    return f"Roll a die{faces} for {asked.purpose}, and enter what it shows."


def _draw_chit(state: GameState, asked: DrawChit) -> str:
    sides = state.battle.sides
    is_common = len({cup_of(state, side) for side in sides}) < len(sides)
    cup = "the cup" if is_common else f"the cup of {side_name(state, asked.cup)}"
    return f"Draw a chit from {cup}, and enter whose it is."


# -- who acts


def _choose_initial_formation(state: GameState, asked: ChooseInitialFormation) -> str:
    return (
        f"{whom(state, asked)} may let one formation act before any chit is drawn, or leave its"
        " chit in the cup."
    )


def _choose_coordinated_formations(state: GameState, asked: ChooseCoordinatedFormations) -> str:
    most = most_together(state, Side(asked.side))
    return (
        f"{whom(state, asked)} may choose up to {most} formations that act together, because the"
        " chit of the Coordinated Action was drawn."
    )


# -- movement


def _activate_unit(state: GameState, asked: ActivateUnit) -> str:
    who = joined(formation_name(state, one) for one in body_of(state, asked.formation))
    why = f" {who}, whose chit was drawn" if asked.formation in state.drawn else f" {who}"
    return (
        f"{whom(state, asked)} may move{why}: choose a unit or a stack, then the hex where it goes."
    )


def _choose_entry_hex(state: GameState, asked: ChooseEntryHex) -> str:
    listed = hex_name(state, schedule(state)[asked.unit].entry)
    return (
        f"{whom(state, asked)} must choose where {unit_name(state, asked.unit)} enters the map,"
        f" because the enemy bars {listed}."
    )


def _choose_path(state: GameState, asked: ChoosePath) -> str:
    units = unit_names(state, asked.units)
    if asked.entry is not None:
        where = hex_name(state, asked.entry)
        return f"{whom(state, asked)} must choose how far {units} moves on from {where}."
    return f"{whom(state, asked)} must choose where {units} will go, or that nobody moves."


def _damage_or_repair_span(state: GameState, asked: DamageOrRepairSpan) -> str:
    work = joined(
        f"{task.act.value} the {state.battle.battlefield.span_name(task.hexside)}"
        for task in span_tasks(state, asked.unit)
    )
    return (
        f"{whom(state, asked)} must choose what {unit_name(state, asked.unit)} works at:"
        f" it can {work}."
    )


def _work_pontoon(state: GameState, asked: WorkPontoon) -> str:
    train, hex_ = unit_name(state, asked.train), state.units[asked.train].hex
    where = f" at {hex_name(state, hex_)}" if hex_ else ""
    if state.units[asked.train].bridging is not None:
        return f"{whom(state, asked)} may take up the pontoon bridge{where} ({train})."
    return f"{whom(state, asked)} may bridge the river{where} with {train}."


def _assign_train(state: GameState, asked: AssignTrain) -> str:
    room = len(asked.options(state)[0])
    return (
        f"{whom(state, asked)} must choose which {room} of {len(asked.units)} units live on"
        f" {unit_name(state, asked.train)}, because their formations have no train on the map."
    )


def _build_improved_position(state: GameState, asked: BuildImprovedPosition) -> str:
    where = joined(hex_name(state, hex_) for hex_ in asked.hexes)
    return (
        f"{whom(state, asked)} may let infantry that stood still build an improved position in"
        f" {where}."
    )


def _exit_map(state: GameState, asked: ExitMap) -> str:
    leaders = state.battle.leaders
    who = joined(
        leaders[LeaderId(piece)].name if piece in leaders else unit_name(state, UnitId(piece))
        for piece in asked.pieces
    )
    return (
        f"{whom(state, asked)} may let {who} leave the map in {hex_name(state, asked.hex)} for"
        " good, because the order leads there."
    )


def _choose_overstack_cure(state: GameState, asked: ChooseOverstackCure) -> str:
    return (
        f"{whom(state, asked)} must choose a unit that leaves {hex_name(state, asked.hex)} for a"
        " hex next to it, because more stand there than stacking allows."
    )


def _move_leader_or_train(state: GameState, asked: MoveLeaderOrTrain) -> str:
    leaders = [state.battle.leaders[x].name for x in movable_leaders(state, asked.formation)]
    trains = [unit_name(state, unit) for unit in movable_trains(state, asked.formation)]
    who = joined([*leaders, *trains]) or "nobody"
    acting = joined(formation_name(state, one) for one in body_of(state, asked.formation))
    return f"{whom(state, asked)} may still move {who} before the activation of {acting} ends."


def _move_hq_out(state: GameState, asked: MoveHqOut) -> str:
    name = state.battle.leaders[asked.hq].name
    return f"{whom(state, asked)} may move {name} out of the enemy's zone of control."


def _move_command(state: GameState, asked: MoveCommand) -> str:
    pieces = movable_command(state, Side(asked.side))
    who = joined(state.battle.leaders[x].name for x in pieces) or "nobody"
    return f"{whom(state, asked)} may move {who}, because the turn ends."


# -- orders


def _try_local_decision(state: GameState, asked: TryLocalDecision) -> str:
    leader = commander_of(state, asked.line)
    name = line_name(state.battle, asked.line)
    who = name if leader is None else f"{state.battle.leaders[leader].name} ({name})"
    return f"{whom(state, asked)} may let {who} try to change his own order."


def _issue_order(state: GameState, asked: IssueOrder) -> str:
    left = [
        f"{state.battle.leaders[giver].name} has {number} of {most} left"
        for giver in givers(state, Side(asked.side))
        if (most := most_orders(state, giver))
        for number in [max(0, most - state.issued.get(giver, 0))]
    ]
    left += extra_words(state, Side(asked.side))
    return f"{whom(state, asked)} may write an order: {joined(left)}."


def _complete_wc_duty(state: GameState, asked: CompleteWcDuty) -> str:
    wing = formation_name(state, asked.wing)
    return (
        f"{whom(state, asked)} must choose who of the {wing} gets a copy of its order, because"
        " its commander has not ordered half of his corps to attack or probe in time."
    )


def _issue_divisional_order(state: GameState, asked: IssueDivisionalOrder) -> str:
    return (
        f"{whom(state, asked)} may give a division near its corps commander an order of its own,"
        " or recall one."
    )


def _begin_fall_back(state: GameState, asked: BeginFallBack) -> str:
    name = line_name(state.battle, asked.line, state.lines[asked.line].units)
    return f"{whom(state, asked)} may let {name} begin to fall back, or go on delaying."


def _stop_probe(state: GameState, asked: StopProbe) -> str:
    name = line_name(state.battle, asked.line, state.lines[asked.line].units)
    return (
        f"{whom(state, asked)} may stop the probe of {name}, because it has lost two steps in"
        " this turn."
    )


PROMPTS: Mapping[type[Decision[Any]], Callable[[GameState, Any], str]] = MappingProxyType(
    {
        **COMBAT_PROMPTS,
        **CARD_PROMPTS,
        Roll: _roll,
        TryLocalDecision: _try_local_decision,
        IssueOrder: _issue_order,
        CompleteWcDuty: _complete_wc_duty,
        IssueDivisionalOrder: _issue_divisional_order,
        BeginFallBack: _begin_fall_back,
        StopProbe: _stop_probe,
        DrawChit: _draw_chit,
        ChooseInitialFormation: _choose_initial_formation,
        ChooseCoordinatedFormations: _choose_coordinated_formations,
        ActivateUnit: _activate_unit,
        ChooseEntryHex: _choose_entry_hex,
        ChoosePath: _choose_path,
        DamageOrRepairSpan: _damage_or_repair_span,
        ChooseOverstackCure: _choose_overstack_cure,
        WorkPontoon: _work_pontoon,
        ExitMap: _exit_map,
        AssignTrain: _assign_train,
        BuildImprovedPosition: _build_improved_position,
        MoveLeaderOrTrain: _move_leader_or_train,
        MoveHqOut: _move_hq_out,
        MoveCommand: _move_command,
    }
)
"""How each class of decision is put to the player."""

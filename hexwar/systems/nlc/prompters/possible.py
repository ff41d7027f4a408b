"""What a side can do now, by piece, with where: the list behind the key `?`.

Buttons tell of themselves. Of questions that are answered by pointing every listed answer is read
for the pieces that it names and the hexes that it leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any

from hexwar.engine import Decision, Manner
from hexwar.ground.movement import movers
from hexwar.hexes import Hex
from hexwar.messages import count, listed, mark, say
from hexwar.shell.prompter import Deed, Prompter
from hexwar.systems.nlc.preview import move_ends
from hexwar.systems.nlc.rules.combat.assault import DeclareAssault
from hexwar.systems.nlc.rules.combat.bombardment import ChooseBombardment
from hexwar.systems.nlc.rules.combat.charge import DeclareCharge
from hexwar.systems.nlc.rules.combat.reaction import ChooseReactionCharge
from hexwar.systems.nlc.rules.losses.pursuit import ChooseAdvance, DeclarePursuit
from hexwar.systems.nlc.rules.losses.retreat import ChooseRetreatPath
from hexwar.systems.nlc.rules.movement.routes import ChoosePath
from hexwar.systems.nlc.rules.movement.segment import ActivateUnit
from hexwar.systems.nlc.rules.movement.vedettes import Deployment
from hexwar.systems.nlc.rules.movement.works import Labour
from hexwar.systems.nlc.rules.turn.consolidation import MoveCommand, MoveLeaderOrTrain
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import LeaderId, UnitId
from hexwar.table.reports import points
from hexwar.table.words import hex_name

_NAMED = 6
"""How many places a line names; of more it gives the number."""

_WORDS: Mapping[type[Decision[Any]], str] = MappingProxyType(
    {
        DeclareAssault: mark("may assault {places}"),
        ChooseBombardment: mark("may bombard {places}"),
        DeclareCharge: mark("may charge {places}"),
        ChooseReactionCharge: mark("may charge in reaction: {places}"),
        ChooseRetreatPath: mark("may retreat to {places}"),
        ChooseAdvance: mark("may advance to {places}"),
        DeclarePursuit: mark("may pursue to {places}"),
        MoveLeaderOrTrain: mark("may move to {places}"),
        MoveCommand: mark("may move to {places}"),
        ChoosePath: mark("may go to {places}"),
    }
)
"""What the pieces of an answer can do, by the question that is answered by pointing."""


def possible(view: GameState, prompter: Prompter[Any, Any]) -> tuple[Deed, ...]:
    """What can be done now: by piece, then what stands on buttons."""
    decision = prompter.decision
    if isinstance(decision, ActivateUnit):
        found = [*_moves(view, decision, prompter.options)]
    elif type(decision) in _WORDS:
        found = [*_pointed(view, decision, prompter.options)]
    else:
        found = []
    return (*found, *_buttons(prompter))


def _buttons(prompter: Prompter[Any, Any]) -> Iterator[Deed]:
    """The buttons of the question: what they say, and what it means."""
    rule = prompter.decision.rule
    for button in prompter.offer().buttons:
        where = button.spots[0] if button.spots else None
        about = f"{button.text}. {button.tooltip}" if button.tooltip else button.text
        is_end = button.manner is Manner.END
        yield Deed(say("Or") if is_end else "", about, spot=where, rule=rule)


# -- who may move


def _moves(view: GameState, decision: ActivateUnit, options: tuple[Any, ...]) -> Iterator[Deed]:
    """Each unit that can move, how far; who can work, spread out or enter; and who cannot, why."""
    alone = [option for option in options if isinstance(option, tuple) and len(option) == 1]
    for (unit,) in alone:
        yield _move(view, unit)
    for option in options:
        if isinstance(option, Labour):
            words = say("may work at a bridge")
            yield _of_unit(view, option.unit, words, "N5.72")
        elif isinstance(option, Deployment):
            words = say("may gather") if option.gathers else say("may send out vedettes")
            yield _of_unit(view, option.owner, words, "N20.31")
    able = {unit for (unit,) in alone}
    for unit in view.units_of(decision.formation):
        refusal = decision.refusal(view, (unit,)) if unit not in able else None
        if refusal is not None and view.units[unit].hex is not None:
            yield _of_unit(view, unit, refusal.sentence, refusal.rule, is_open=False)


def _move(view: GameState, unit: UnitId) -> Deed:
    """How far one unit can go alone."""
    where = view.units[unit].hex
    if where is None:
        return _of_unit(view, unit, say("may enter the map"), "N5.82")
    ends = move_ends(view, (unit,))
    by_road = move_ends(view, (unit,), column=True)
    number = len(ends.keys() | by_road.keys())
    hexes = count("{n} hex within reach", "{n} hexes within reach", number)
    allowance = points(movers(view, (unit,)).allowance)
    words = say("may move: {hexes} with {mp} MP", hexes=hexes, mp=allowance)
    if by_road:
        words = say("{words}, by road too", words=words)
    return _of_unit(view, unit, words, "N5.1")


def _of_unit(view: GameState, unit: UnitId, words: str, rule: str, *, is_open: bool = True) -> Deed:
    where = view.units[unit].hex
    return Deed(view.card(unit).name, words, unit, where, rule, is_open)


# -- answers that are given by pointing


def _pointed(view: GameState, decision: Decision[Any], options: tuple[Any, ...]) -> Iterator[Deed]:
    """Each piece of the listed answers, with the hexes to which they lead."""
    places: dict[str, dict[Hex, None]] = {}
    for option in options:
        if option is None:
            continue
        pieces, hexes = _read(view, option)
        hexes = hexes or [Hex(h) for h in [getattr(decision, "target", None)] if h is not None]
        units: tuple[str, ...] = getattr(decision, "units", ())
        for piece in pieces or units or ("",):
            places.setdefault(piece, {}).update(dict.fromkeys(hexes))
    for piece, found in places.items():
        if not found:
            continue
        words = say(_WORDS[type(decision)], places=_named(view, list(found)))
        if piece in view.units:
            yield _of_unit(view, UnitId(piece), words, decision.rule)
        elif piece in view.leaders:
            leader = LeaderId(piece)
            name, where = view.battle.leaders[leader].name, view.leaders[leader].hex
            yield Deed(name, words, piece, where, decision.rule)
        else:
            yield Deed("", words, spot=next(iter(found)), rule=decision.rule)


def _named(view: GameState, hexes: list[Hex]) -> str:
    if len(hexes) > _NAMED:
        return count("{n} hex", "{n} hexes", len(hexes))
    return listed([hex_name(view, hex_) for hex_ in hexes], mark(" or "))


def _read(view: GameState, answer: Any) -> tuple[list[str], list[Hex]]:
    """The pieces that an answer names, and where it leads: its target, or the end of its path."""
    if isinstance(answer, str):
        if answer in view.units or answer in view.leaders:
            return [answer], []
        return [], [Hex(answer)] if answer in view.battle.battlefield.grid else []
    if is_dataclass(answer):
        parts = [getattr(answer, field.name) for field in fields(answer)]
    else:
        parts = list(answer) if isinstance(answer, tuple) else []
    if parts and all(part in view.battle.battlefield.grid for part in parts):
        return [], [parts[-1]]  # a path: its end counts
    read = [_read(view, part) for part in parts]
    return [p for pieces, _ in read for p in pieces], [h for _, hexes in read for h in hexes]

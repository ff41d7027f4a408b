"""What the window tells of answers: in words, drawn on the table, and what can be done at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwar.engine import Refusal
from hexwar.messages import listed, mark, say
from hexwar.shell.prompter import Deed, Prompter
from hexwar.systems.mininap.prompters.common import name_of
from hexwar.systems.mininap.prompters.drafts import Draft, outcome_of
from hexwar.systems.mininap.prompters.firing import FirePrompter, PivotPrompter, report_words
from hexwar.systems.mininap.prompters.moving import MovePrompter
from hexwar.systems.mininap.prompters.pictures import can_words, way_marks
from hexwar.systems.mininap.rules.charge import charger_refusal
from hexwar.systems.mininap.rules.choices import charges
from hexwar.systems.mininap.rules.fire import shot_report
from hexwar.systems.mininap.rules.firing import FireOrder, Pivot, turned
from hexwar.systems.mininap.rules.moving import Action, Orders
from hexwar.systems.mininap.state import MiniState
from hexwar.systems.mininap.words import block_of
from hexwar.table.forces import UnitId
from hexwar.table.stands import Arrow, Ghost, Hue, Marks


def draft_of(orders: Orders) -> Draft:
    """Orders as a player would have thought them out."""
    return Draft(
        orders.unit,
        kept=orders.steps,
        change=orders.change,
        is_first=orders.action is Action.CHANGE_THEN_MANOEUVRE,
        is_double=orders.is_double,
        switches=orders.action in _SWITCHES,
        turn=orders.turn,
        target=orders.target,
        leaves=orders.leaves,
    )


_SWITCHES = (Action.LIMBER, Action.LIMBER_AND_MOVE, Action.MOVE_AND_UNLIMBER)

# -- answers in words


def answer_words(view: MiniState, answer: Any) -> str:
    """An answer that is given on the table; empty for any other."""
    match answer:
        case Orders(unit=unit, target=target) if target is not None:
            words = mark("{name}: charge {target}")
            return say(words, name=name_of(view, unit), target=name_of(view, target))
        case Orders():
            return _move_words(view, answer)
        case FireOrder(unit=unit, shots=shots):
            targets = listed(name_of(view, shot.target) for shot in shots)
            return say("{name} fires at {targets}", name=name_of(view, unit), targets=targets)
        case Pivot(unit=unit):
            return say("Turn {name}", name=name_of(view, unit))
    return ""


def _move_words(view: MiniState, orders: Orders) -> str:
    name, found = name_of(view, orders.unit), outcome_of(view, draft_of(orders))
    if isinstance(found, Refusal) or not orders.steps:
        what = orders.change.formation if orders.change is not None else orders.action
        return say("{name}: {action}", name=name, action=say(what))
    words = mark("{name}: {action}, {cm} cm")
    return say(words, name=name, action=say(orders.action), cm=f"{found.spent:.1f}")


# -- answers on the table


def answer_marks(view: MiniState, answer: Any) -> Marks:
    """Where an answer leads, for advice; nothing for one that is a button."""
    match answer:
        case Orders(unit=unit):
            draft = draft_of(answer)
            found = outcome_of(view, draft)
            chosen = Marks(selected=frozenset({str(unit)}))
            if isinstance(found, Refusal):
                return chosen
            ghost = Ghost(block_of(view, found.after), Hue.DOUBT)
            return chosen.beside(way_marks(view, draft, found)).beside(Marks(ghosts=(ghost,)))
        case FireOrder(unit=unit, shots=shots):
            a = view.pose(unit).point
            arrows = tuple(Arrow((a, view.pose(s.target).point), Hue.DOUBT) for s in shots)
            return Marks(selected=frozenset({str(unit)}), arrows=arrows)
        case Pivot(unit=unit, bearing=bearing):
            after = turned(view.units[unit], bearing)
            return Marks(ghosts=(Ghost(block_of(view, after), Hue.DOUBT),))
        case str() if answer in view.units and view.units[UnitId(answer)].pose is not None:
            return Marks(selected=frozenset({answer}))
    return Marks()


# -- what can be done now


def deeds(view: MiniState, prompter: Prompter[Any, Any]) -> Iterator[Deed]:
    """What can be done at a question, a line a unit; nothing for questions of buttons alone."""
    if isinstance(prompter, MovePrompter):
        for unit in prompter.able:
            yield _deed(view, unit, can_words(view, unit), "M14.5")
            yield from _charges(view, unit)
    elif isinstance(prompter, FirePrompter):
        for unit, ways in prompter.ways.items():
            for way in ways:
                told = (report_words(view, shot_report(view, shot)) for shot in way.order.shots)
                yield _deed(view, unit, say("fires {shots}", shots="; ".join(told)), "M9.11")
    elif isinstance(prompter, PivotPrompter):
        for unit in prompter.listed:
            yield _deed(view, unit, say("could turn to a target that it has not"), "M9.8")


def _charges(view: MiniState, unit: UnitId) -> Iterator[Deed]:
    record = view.units[unit]
    if charger_refusal(view, record) is not None:
        return
    found = dict.fromkeys(orders.target for orders in charges(view, record))
    names = listed(name_of(view, enemy) for enemy in found if enemy is not None)
    if names:
        yield _deed(view, unit, say("can charge {names}", names=names), "M18.2")


def _deed(view: MiniState, unit: UnitId, words: str, rule: str) -> Deed:
    return Deed(name_of(view, unit), words, str(unit), rule=rule)

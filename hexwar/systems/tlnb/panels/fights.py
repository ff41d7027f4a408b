"""The fight beside the board: what is put together, or what is fought, with its die (T10.15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from hexwar.cards.library import card as printed
from hexwar.cards.readings import Moment, reading
from hexwar.cards.records import Effect
from hexwar.engine import Event
from hexwar.messages import mark, say
from hexwar.shell.controller import Controller
from hexwar.shell.page_dock import PageDock
from hexwar.shell.prompter import Offer
from hexwar.systems.tlnb.events.cards import ChargeCountered
from hexwar.systems.tlnb.events.combat import (
    AttackDeclared,
    AttackFailed,
    BombardmentResolved,
    ChargeBegan,
    ChargeResolved,
    CombatResolved,
)
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan
from hexwar.systems.tlnb.panels.sheets import Report, brief_html, sheet_html
from hexwar.systems.tlnb.panels.words import place_link
from hexwar.systems.tlnb.prompters.cards import face_of
from hexwar.systems.tlnb.rules.cards.tactics import NameFormation, PlayTactics, StandFast, Stroke
from hexwar.systems.tlnb.rules.combat import bombardment, charge
from hexwar.systems.tlnb.rules.combat.bombardment import ChooseVictim, FallBack
from hexwar.systems.tlnb.rules.combat.charge import CounterCharge, LoseRider
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.combat.pursuit import Pursue
from hexwar.systems.tlnb.rules.combat.results import Advance, ChooseLosses, RideOn
from hexwar.systems.tlnb.rules.combat.retreat import RetreatStack
from hexwar.systems.tlnb.rules.dice import ThrowAgain
from hexwar.systems.tlnb.rules.special.use_leader import UseLeader
from hexwar.systems.tlnb.state import Ride, Step, TlnbState
from hexwar.table.forces import Side
from hexwar.table.story import Story
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import rule_link

WITHIN = (
    *(PlayTactics, NameFormation, StandFast, ThrowAgain, CounterCharge, LoseRider, Pursue),
    *(UseLeader, ChooseVictim, FallBack, ChooseLosses, RetreatStack, Advance, RideOn),
)
"""The questions that are asked in the midst of a fight: its sheet stands beside them."""

# -- which fight it is


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight of this Player-Turn: where in the events it began, and where its die was thrown."""

    begun: int
    thrown: int | None = None
    die: int | None = None
    is_over: bool = False  # it came to no die, or something else has begun since


Begins = AttackDeclared | ChargeBegan | BombardmentResolved
Throws = CombatResolved | ChargeResolved | BombardmentResolved


def last_fight(events: Sequence[Event]) -> Fight | None:
    """The last fight of this Player-Turn; None where none was."""
    begun = _begun_at(events)
    if begun is None:
        return None
    for place in range(begun, len(events)):
        event = events[place]
        if isinstance(event, Throws):
            return Fight(begun, place, event.die)
        if isinstance(event, AttackFailed):
            return Fight(begun, is_over=True)
    return Fight(begun)


def _begun_at(events: Sequence[Event]) -> int | None:
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if isinstance(event, Begins):
            return place
        if isinstance(event, PlayerTurnBegan):
            return None
    return None


def report_of(table: TlnbState, begun: Event, *, is_countered: bool = False) -> Report | None:
    """A fight as it stands on a table before its die; None where nobody stands there any more."""
    if isinstance(begun, AttackDeclared):
        has_enemy = bool(table.combat_units_in(begun.target, table.waiting))
        units = tuple(u for u in begun.units if table.units[u].hex is not None)
        return odds_of(table, units, begun.target) if has_enemy and units else None
    if isinstance(begun, ChargeBegan):
        ride = Ride(begun.units, begun.target, tuple(begun.path))
        is_there = charge.column_of(table, ride.units, ride.target) is not None
        return charge.report(table, ride, is_countered=is_countered) if is_there else None
    shots = (s for s in table.fights.shots if s.target == getattr(begun, "target", None))
    shot = next(shots, None)
    return None if shot is None else bombardment.report(table, shot)


# -- the dock


class CombatDock(PageDock):
    """The fight that is put together, or the last one with its die; the duties that are owed."""

    id = "combat"
    title = mark("Combat")
    help = "rule:T10.9"
    needs_height = True

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._kept: tuple[object, str] = ((), "")  # the last fight as it was written

    def offer(self, offer: Offer) -> None:  # noqa: ARG002
        """Show what is put together."""
        self.renew()

    def wants(self, offer: Offer) -> bool:
        """While fights are declared, and to the end of one that is fought."""
        if offer.fight is not None:
            return True
        controller = self.controller
        pending = None if controller is None else controller.session.pending
        if controller is not None and isinstance(pending, ThrowAgain):  # it may be for anything
            fight = last_fight(controller.session.events[: controller.told_of])
            return fight is not None and fight.thrown is None and not fight.is_over
        return isinstance(pending, WITHIN)

    def html(self, controller: Controller) -> str:
        """The sheet of what is chosen, else of the last fight; then the duties."""
        view, fight = controller.view, controller.offer.fight
        duties = duties_html(view) if view.step is Step.COMBAT else ""
        if fight is not None and fight.report is not None:
            parts = [sheet_html(view, fight.report), duties]
        elif fight is not None:
            parts = [duties, self._last(controller)]
        else:
            parts = [self._last(controller), duties]
        if not any(parts):
            words = mark("Nobody has fought in this Player-Turn. A fight is shown before its die.")
            return say(words)
        return "".join(part for part in parts if part)

    def _last(self, controller: Controller) -> str:
        """The last fight; it is written anew when something has happened, not with each move."""
        key = (controller, controller.told_of, controller.session.pending, controller.viewer)
        if self._kept[0] != key:
            self._kept = (key, fight_html(controller))
        return self._kept[1]


def fight_html(controller: Controller) -> str:
    """The last fight with its die, with what cards would change, and with what came of it."""
    events, pending = controller.session.events[: controller.told_of], controller.session.pending
    fight = last_fight(events)
    if fight is None:
        return ""
    begun, die = events[fight.begun], fight.die
    if die is None and isinstance(pending, ThrowAgain):
        die = pending.die
    told = len(events) if fight.thrown is None else fight.thrown
    table = controller.viewer.view(controller.show.reel.at(told), controller.kit.view)
    countered = any(isinstance(e, ChargeCountered) for e in events[fight.begun : told])
    report = report_of(table, begun, is_countered=countered)
    since = _since(controller, events, fight.begun)
    if report is None:
        return since
    if isinstance(pending, PlayTactics):  # what is to be decided stands on top
        since += "".join(_cards(table, begun, pending, controller.session.options))
    return sheet_html(table, report, die, since=since)


def _since(controller: Controller, events: Sequence[Event], begun: int) -> str:
    """What the fight has come to, a line an event; empty as long as it was only begun."""
    story = Story(controller.kit.names(controller.session.state.battle))
    story.readers = controller.viewer.readers
    story.follow(events)
    places = (n for n in range(begun, len(events)) if story.is_told(n))
    lines = [story.text(n).html for n in places if story.entries[n].topic.is_usual]
    if len(lines) < 2:
        return ""
    return f"<div style='margin: 6px 0px'>{'<br>'.join(lines[1:])}</div>"


# -- what a card would change (T24.9)


def _cards(
    table: TlnbState, begun: Event, asked: PlayTactics, options: Sequence[Stroke | None]
) -> Iterator[str]:
    """Each card that can be brought in, with the column and the chances that it would make."""
    yield f"<h4>{escape(say('Cards for this fight'))} {rule_link('T24.9')}</h4>"
    for stroke in options:
        if stroke is None:
            continue
        title = f"<a href='card:{stroke.card}'>{escape(say(printed(stroke.card).title))}</a>"
        yield f"<div style='margin-bottom: 6px'><b>{title}</b>"
        report = with_card(table, begun, asked, stroke)
        if report is not None:
            yield f"<br>{brief_html(report)}"
        yield f"<br><small>{escape(face_of(stroke.card).text)}</small></div>"


def with_card(table: TlnbState, begun: Event, asked: PlayTactics, stroke: Stroke) -> Report | None:
    """The fight as it would be with a card; None for one that does something else (T10.15)."""
    read = reading(stroke.card)
    if asked.moment is not Moment.BEFORE or not (read.column or read.die or read.doubles):
        return None
    side, supposed = Side(asked.side), table.copy()
    number = supposed.cards.next_number(side)
    effect = Effect(number, side, stroke.card, supposed.turn, (asked.hex,))
    effects = (*supposed.cards.effects, effect)
    supposed.cards = replace(supposed.cards, effects=effects)
    return report_of(supposed, begun)


# -- what is owed (T10.11)


def duties_html(state: TlnbState) -> str:
    """Who must still attack, and whom (T10.11)."""
    hexes, units = sorted(state.fights.duty_hexes), sorted(state.fights.duty_units)
    if not hexes and not units:
        return ""
    lines = [f"<h4>{escape(say('Still owed'))} {rule_link('T10.11')}</h4>"]
    lines += [say("{place} must be attacked", place=place_link(state, h)) + "<br>" for h in hexes]
    for unit in units:
        name = f"<a href='unit:{unit}'>{escape(state.card(unit).name)}</a>"
        lines.append(say("{name} must attack", name=name) + "<br>")
    return "".join(lines)

"""The docks: the stack of a hex, the fight, command, who is off the map, the points."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from html import escape

from PySide6.QtWidgets import QWidget

from hexwar.engine import Event
from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.controller import Controller
from hexwar.shell.face import Dock
from hexwar.shell.prompter import Offer
from hexwar.shell.stack_dock import StackDock
from hexwar.systems.tlnb.events.combat import (
    AttackDeclared,
    BombardmentResolved,
    ChargeBegan,
    ChargeResolved,
    CombatResolved,
)
from hexwar.systems.tlnb.events.turn import PlayerTurnBegan, SegmentBegan
from hexwar.systems.tlnb.panels.command import command_html
from hexwar.systems.tlnb.panels.sheets import Report, sheet_html
from hexwar.systems.tlnb.panels.strip import due_html
from hexwar.systems.tlnb.panels.words import place_link, stack_of, total_sp
from hexwar.systems.tlnb.rules.combat import bombardment, charge
from hexwar.systems.tlnb.rules.combat.odds import odds_of
from hexwar.systems.tlnb.rules.victory.victory import level, score_lines, totals
from hexwar.systems.tlnb.state import Ride, Step, TlnbState
from hexwar.table.forces import Side
from hexwar.table.pieces import Box
from hexwar.table.reports import ScoreLine
from hexwar.table.story import Story
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, column, label, rule_link, scrolled
from hexwar.widgets.panels.score import VpPanel
from hexwar.widgets.panels.stack_panel import HexStack

# -- a dock that is a page of text


class Page(Panel):
    """A page of HTML that scrolls."""

    def __init__(self, look: Look, name: str) -> None:
        super().__init__(look)
        self.text = label()
        self.text.linkActivated.connect(self.linkActivated)
        ground = QWidget()
        column(ground, 10, 8, self.text, None)
        column(self, 0, 0, scrolled(ground))
        self.setAccessibleName(name)
        self.settle()

    def show_html(self, html: str) -> None:
        """Show other words."""
        if self.text.text() != html:
            self.text.setText(html)


class PageDock(Dock):
    """A dock that is a page: it is written anew when the table has changed."""

    def __init__(self, look: Look) -> None:
        self.page = Page(look, say(self.title))
        super().__init__(self.page)

    def renew(self) -> None:
        """Write it anew."""
        if self.controller is not None:
            self.page.show_html(self.html(self.controller))

    @abstractmethod
    def html(self, controller: Controller) -> str:
        """The page."""


# -- the docks


class TlnbStackDock(StackDock):
    """Who stands in the hex that the player looks at."""

    help = "rule:T9.1"

    def rows(self, view: TlnbState, hex_: Hex, pickable: frozenset[str]) -> HexStack:
        """Its rows."""
        return stack_of(view, hex_, pickable)


class CombatDock(PageDock):
    """The fight that is put together, or the last one with its die; the duties that are owed."""

    id = "combat"
    title = mark("Combat")
    help = "rule:T10.9"
    needs_height = True

    def offer(self, offer: Offer) -> None:  # noqa: ARG002
        """Show what is put together."""
        self.renew()

    def wants(self, offer: Offer) -> bool:
        """While fights are declared."""
        return offer.fight is not None

    def html(self, controller: Controller) -> str:
        """The sheet of what is chosen, else of the last fight; then the duties."""
        view, fight = controller.view, controller.offer.fight
        parts = []
        if fight is not None and fight.report is not None:
            parts.append(sheet_html(view, fight.report))
        else:
            parts.append(last_fight(controller))
        if view.step is Step.COMBAT:
            parts.append(duties_html(view))
        if not any(parts):
            return say("Nobody has fought yet. What a fight comes to is shown here before its die.")
        return "".join(part for part in parts if part)


class CommandDock(PageDock):
    """Commanders, whom they reach and have named; formations, who is in command and why not."""

    id = "command"
    title = mark("Command")
    help = "rule:T5.5"
    kinds = ("formation",)

    def html(self, controller: Controller) -> str:
        """The side of who looks, at his enemy's turn too."""
        viewer = controller.viewer.side
        side = viewer if viewer in controller.view.battle.sides else controller.view.phasing
        name = escape(controller.view.battle.side_names[side])
        return f"<h2>{name}</h2>{command_html(controller.view, side)}"

    def offer(self, offer: Offer) -> None:  # noqa: ARG002
        """Follow what is named."""
        self.renew()


class BoxesDock(PageDock):
    """Who is off the map, and who is to come."""

    id = "boxes"
    title = mark("Off map")
    help = "rule:T14.1"
    kinds = ("turn", "calendar")

    def html(self, controller: Controller) -> str:
        """The boxes of both sides, then the reinforcements."""
        return "".join((*boxes_html(controller.view), due_html(controller.view)))


class VictoryDock(Dock):
    """The score."""

    id = "victory"
    title = "VP"
    help = "rule:T23.1"
    kinds = ("vp",)

    def __init__(self, look: Look) -> None:
        self.victory = VpPanel(look)
        super().__init__(self.victory)

    def renew(self) -> None:
        """Show the points, and what they come to."""
        if self.controller is not None:
            view = self.controller.view
            law = say("Levels are by the ratio of points: {rule}.", rule=rule_link("T23.4"))
            self.victory.show_score(view.battle, score_sheet(view), outlook(view), law)


def score_sheet(state: TlnbState) -> list[ScoreLine]:
    """Every line of the score as panels show it."""
    return [ScoreLine(one.side, one.vp, one.words, rule=one.rule) for one in score_lines(state)]


def outlook(state: TlnbState) -> str:
    """How the game would end now."""
    winner, name = level(state, totals(state))
    if winner is None:
        return say("As it stands: {level}.", level=say(name))
    side = state.battle.side_names[winner]
    return say("As it stands: {side}, {level}.", side=side, level=say(name))


# -- the last fight


def last_fight(controller: Controller) -> str:
    """The last fight of this segment with its die and what came of it; empty where none was."""
    events = controller.session.events[: controller.told_of]
    first = _begun_at(events)
    if first is None:
        return ""
    die = next((_die(e) for e in events[first:] if _die(e)), None)
    report = _report_at(controller, events[first], first)
    sheet = "" if report is None else sheet_html(controller.view, report, die)
    story = Story(controller.kit.names(controller.session.state.battle))
    story.readers = controller.viewer.readers
    story.follow(events)
    told = [story.text(n).html for n in range(first, len(events)) if story.is_told(n)]
    return f"{sheet}<h4>{escape(say('What happened'))}</h4>{'<br>'.join(told)}"


def _begun_at(events: Sequence[Event]) -> int | None:
    """Where the last fight of this segment began, if one did."""
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if isinstance(event, AttackDeclared | ChargeBegan | BombardmentResolved):
            return place
        if isinstance(event, SegmentBegan | PlayerTurnBegan):
            return None
    return None


def _die(event: Event) -> int | None:
    kinds = (CombatResolved, ChargeResolved, BombardmentResolved)
    return event.die if isinstance(event, kinds) else None


def _report_at(controller: Controller, event: Event, place: int) -> Report | None:
    """The reckoning as it was before the die."""
    table: TlnbState = controller.show.reel.at(place)
    if isinstance(event, AttackDeclared):
        has_enemy = bool(table.combat_units_in(event.target, table.waiting))
        return odds_of(table, event.units, event.target) if has_enemy else None
    if isinstance(event, ChargeBegan):
        ride = Ride(event.units, event.target, tuple(event.path))
        column = charge.column_of(table, ride.units, ride.target)
        return None if column is None else charge.report(table, ride)
    shots = (s for s in table.fights.shots if s.target == getattr(event, "target", None))
    shot = next(shots, None)
    return None if shot is None else bombardment.report(table, shot)


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


# -- the boxes

_BOXES = (
    (Box.UAR, mark("Units awaiting recovery"), "T14.1"),
    (Box.RECOVERED, mark("Recovered: they come back with their officer"), "T14.4"),
    (Box.PEU, mark("Lost for good"), "T14.1"),
    (Box.EXITED, mark("Left the map"), "T7.9"),
    (Box.CAPTURED, mark("Captured"), "T5.11"),
)


def boxes_html(state: TlnbState) -> Iterator[str]:
    """Who lies in which box, side by side."""
    for side in state.battle.sides:
        yield f"<h2>{escape(state.battle.side_names[side])}</h2>"
        lines = list(_boxes_of(state, side))
        yield from lines or [f"<i>{escape(say('Nobody is off the map.'))}</i>"]


def _boxes_of(state: TlnbState, side: Side) -> Iterator[str]:
    for box, words, rule in _BOXES:
        units = state.in_box(box, side)
        own = (x for x, leader in state.leaders.items() if leader.box is box)
        leaders = [x for x in own if state.battle.leaders[x].side == side]
        if not units and not leaders:
            continue
        sp = say("{n} SP", n=total_sp(state, units)) if units else ""
        yield f"<b>{escape(say(words))}</b> {escape(sp)} {rule_link(rule)}"
        names = [
            f"<a href='unit:{u}'>{escape(state.card(u).name)}</a> {state.card(u).sp}" for u in units
        ]
        names += [escape(state.battle.leaders[x].name) for x in leaders]
        yield f"<div style='margin-bottom: 6px'>{'<br>'.join(names)}</div>"

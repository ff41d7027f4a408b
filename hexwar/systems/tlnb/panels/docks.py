"""The docks: the stack of a hex, the fight, command, who is off the map, the points."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hexwar.hexes import Hex
from hexwar.messages import mark, say
from hexwar.shell.controller import Controller
from hexwar.shell.page_dock import PageDock
from hexwar.shell.prompter import Offer
from hexwar.shell.score_dock import Score, ScoreDock
from hexwar.shell.stack_dock import StackDock
from hexwar.systems.tlnb.panels.command import command_html
from hexwar.systems.tlnb.panels.strip import due_html
from hexwar.systems.tlnb.panels.words import stack_of, total_sp
from hexwar.systems.tlnb.rules.command.command import NameOfficers
from hexwar.systems.tlnb.rules.victory.victory import level, score_lines, totals
from hexwar.systems.tlnb.state import TlnbState
from hexwar.table.forces import Side
from hexwar.table.pieces import Box
from hexwar.widgets.panels.parts import rule_link
from hexwar.widgets.panels.stack_panel import HexStack

# -- the docks


class TlnbStackDock(StackDock):
    """Who stands in the hex that the player looks at."""

    help = "rule:T9.1"

    def rows(self, view: TlnbState, hex_: Hex, pickable: frozenset[str]) -> HexStack:
        """Its rows."""
        return stack_of(view, hex_, pickable)


class CommandDock(PageDock):
    """Commanders, whom they reach and have named; formations, who is in command and why not."""

    id = "command"
    title = mark("Command")
    help = "rule:T5.5"
    kinds = ("formation",)

    def wants(self, offer: Offer) -> bool:  # noqa: ARG002
        """While a commander names: who is in whose reach stands there."""
        pending = None if self.controller is None else self.controller.session.pending
        return isinstance(pending, NameOfficers)

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


class VictoryDock(ScoreDock):
    """The score."""

    help = "rule:T23.1"

    def score(self, view: TlnbState) -> Score:
        """With where the levels of victory stand."""
        law = say("Levels are by the ratio of points: {rule}.", rule=rule_link("T23.4"))
        return Score(score_lines(view), outlook(view), law)


def outlook(state: TlnbState) -> str:
    """How the game would end now."""
    winner, name = level(state, totals(state))
    if winner is None:
        return say("As it stands: {level}.", level=say(name))
    side = state.battle.side_names[winner]
    return say("As it stands: {side}, {level}.", side=side, level=say(name))


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
        total = total_sp(state, units)
        sp = say("{n} SP", n=total) if total else ""
        yield f"<b>{escape(say(words))}</b> {escape(sp)} {rule_link(rule)}"
        names = [
            f"<a href='unit:{u}'>{escape(state.card(u).name)}</a> {total_sp(state, (u,)) or ''}"
            for u in units
        ]
        names += [escape(state.battle.leaders[x].name) for x in leaders]
        yield f"<div style='margin-bottom: 6px'>{'<br>'.join(names)}</div>"

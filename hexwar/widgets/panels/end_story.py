"""The story of a game on the sheet of its end: points over time, fights, obedience and dice."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from hexwar.messages import count, mark, say
from hexwar.table.aftermath import Aftermath, Fight, Obedience, turning_point
from hexwar.table.battle import Battle
from hexwar.table.dice import luck_of, tallies
from hexwar.table.forces import Side
from hexwar.text import signed
from hexwar.widgets.aftermath.charts import Inks, paint, score_chart
from hexwar.widgets.aftermath.page import luck_in_strength
from hexwar.widgets.brushwork import smooth
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import Panel, card, explain, label, spot_link
from hexwar.widgets.words import speak

_NAMED = 3  # fights of each side that are named as its best
_CONTRAST = 60  # of 255, between a curve and its ground


def seen_on(colour: QColor, look: Look) -> QColor:
    """A colour, moved away from that of the ground until it can be told from it."""
    ground = look.colour("base").lightness()
    for _ in range(8):
        if abs(colour.lightness() - ground) >= _CONTRAST:
            break
        colour = colour.lighter(125) if look.theme.is_dark else colour.darker(125)
    return colour


class Course(Panel):
    """The points of both sides over the turns, as the report has them."""

    wide, least = QSize(420, 230), QSize(300, 190)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._told: Aftermath | None = None
        policy = QSizePolicy.Policy.Expanding
        self.setSizePolicy(policy, policy)

    def show_told(self, told: Aftermath) -> None:
        """Show the points of a game."""
        self._told = told
        ends = [
            say("{side}: {vp} VP", side=told.battle.side_names[c.side], vp=c.values[-1])
            for c in told.vp
        ]
        speak(self, ", ".join(ends))
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        """The chart, in the colours of the look."""
        if self._told is None:
            return
        look, told = self.look, self._told
        sides = {s: seen_on(look.side(told.battle, s), look).name() for s in told.battle.sides}
        ink, faint, line = (look.colour(use).name() for use in ("ink", "faint", "line"))
        inks = Inks(ink, faint, line, sides)
        chart = score_chart(told.battle, told.vp, inks, self.size() / look.scale)
        paint(smooth(self), chart, QRectF(self.rect()))


_ABOUT = (
    mark("VP of both sides turn by turn; the turning point is where the balance moved most"),
    mark("The fights in which the other side lost most SP more than this one"),
    mark("How many orders of each side were obeyed, refused, or came to nothing"),
    mark("Pips that each side had beyond fair dice, in its own favour"),
)
"""What each card tells, as its tip."""

_OBEYED = 2
"""The place of the card of those who obeyed."""


class EndStory(Panel):
    """What the report tells, in cards that the sheet lays out: score, fights, obedience, dice."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.course, self.turned = Course(look), label("quiet")
        self.fights, self.obeyed, self.dice = label(), label(), label()
        self.fights.linkActivated.connect(self.linkActivated)
        heads = (say("The best fights"), say("Who obeyed"), say("The dice"))
        about = (self.fights, self.obeyed, self.dice)
        score = card(label("heading", say("Points over time")), (self.course, 1), self.turned)[0]
        cards = (card(label("heading", h), a, None)[0] for h, a in zip(heads, about, strict=True))
        self.parts: tuple[QWidget, ...] = (score, *cards)
        for part, tip in zip(self.parts, _ABOUT, strict=True):
            explain(part, tip)
        """The cards: score, fights, obedience, dice."""
        self.absent: tuple[QWidget, ...] = ()
        """Those of which the game tells nothing."""
        for words in (self.turned, *about):
            words.setText(say("is being told …"))
        self.hide()

    def leave_out(self, *parts: QWidget) -> None:
        """The game tells nothing of what these cards are about."""
        self.absent = (*self.absent, *parts)
        for part in parts:
            part.hide()

    def show_told(self, told: Aftermath) -> None:
        """Fill the cards."""
        self._again = lambda: self.show_told(told)
        self.course.show_told(told)
        found = turning_point(told)
        words = say("Turning point. {words}", words=found[1].plain) if found else ""
        self.turned.setText(escape(words))
        self.fights.setText(_fights_html(self.look, told))
        if told.obedience is None:  # there is nothing to obey in this game
            self.leave_out(self.parts[_OBEYED])
        else:
            self.obeyed.setText(_obeyed_html(self.look, told.battle, told.obedience))
        self.dice.setText(_dice_html(told))

    def dress(self) -> None:
        """The chart follows the look."""
        self.course.set_look(self.look)


def _fights_html(look: Look, told: Aftermath) -> str:
    """The fights in which each side took most from the other: the worst of that one."""
    parts = []
    for side in told.battle.sides:
        ranked = sorted(told.fights, key=lambda fight: -fight.swing(side))
        best = [fight for fight in ranked[:_NAMED] if fight.swing(side) > 0]
        if best:
            head = say("Best of the {side}", side=told.battle.side_names[side])
            colour = seen_on(look.side(told.battle, side), look).name()
            lines = "".join(f"<br>{_fight_html(told, fight, side)}" for fight in best)
            parts.append(f'<b><span style="color:{colour}">■</span> {escape(head)}</b>{lines}')
    return "<br>".join(parts) or escape(say("No fight cost one side more than the other."))


def _fight_html(told: Aftermath, fight: Fight, side: Side) -> str:
    """A fight in a line, with a link to its hex."""
    battle = told.battle
    link = spot_link(fight.spot, battle.name_of(fight.spot))
    words = say(
        "turn {turn}, {kind}: {verdict} ({n} SP)",
        turn=fight.turn,
        kind=say(fight.kind),
        verdict=fight.verdict,
        n=signed(fight.swing(side)),
    )
    return f"{link}, {escape(words)}"


def _obeyed_html(look: Look, battle: Battle, found: Sequence[Obedience]) -> str:
    """Sums of each side, and who was worst."""
    rows = []
    for side in battle.sides:
        mine = [one for one in found if one.side == side]
        colour = seen_on(look.side(battle, side), look).name()
        decided, bad = sum(one.decided for one in mine), sum(one.bad for one in mine)
        sums = (
            (say("written"), sum(one.written for one in mine)),
            (say("arrived"), sum(one.arrived for one in mine)),
            (say("obeyed"), sum(one.obeyed for one in mine)),
            (say("put off"), sum(one.delayed for one in mine)),
            (say("refused"), sum(one.refused for one in mine)),
            (count("own decision", "own decisions", decided), decided),
            (count("Bad Move", "Bad Moves", bad), bad),
        )
        cells = ", ".join(f"{n} {escape(words)}" for words, n in sums if n)
        name = escape(battle.side_names[side])
        none = escape(say("no orders are known"))
        rows.append(f'<span style="color:{colour}">■</span> <b>{name}</b>: {cells or none}')
    return "<br>".join(rows)


def _dice_html(told: Aftermath) -> str:
    """The luck of both sides, in pips and in SP."""
    found = tallies(told.throws, told.battle.sides)
    pips = say("; ").join(
        say("{side} {pips}", side=told.battle.side_names[s], pips=signed(round(luck_of(found, s))))
        for s in told.battle.sides
    )
    first = say("Pips beyond fair dice, in the own favour: {pips}.", pips=pips)
    return "<br>".join(map(escape, (first, *luck_in_strength(told))))

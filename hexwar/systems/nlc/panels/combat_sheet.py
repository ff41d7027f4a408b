"""A combat laid open: the preview before the dice, and the same sheet with the dice after."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from html import escape
from types import MappingProxyType

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from hexwar.engine import Refusal
from hexwar.hexes import Hex
from hexwar.messages import count, mark, say
from hexwar.systems.nlc.panels import combat_help as helps
from hexwar.systems.nlc.panels.describe import ground_words, works_words
from hexwar.systems.nlc.panels.fire_table import (
    CheckCard,
    FireCard,
    FireMark,
    FireTable,
    FireTableView,
    Share,
    bands,
)
from hexwar.systems.nlc.panels.question_foot import QuestionFoot
from hexwar.systems.nlc.state import GameState
from hexwar.systems.nlc.words import bombardment_words, fire_words
from hexwar.table.forces import UnitId
from hexwar.table.reports import BombardmentReport, CombatKind, CombatReport, FireLine, FireReport
from hexwar.widgets.panels.bars import OutcomeBars, percent
from hexwar.widgets.panels.dice import DiceRow
from hexwar.widgets.panels.look import Look
from hexwar.widgets.panels.parts import (
    Panel,
    button,
    card,
    column,
    hex_link,
    label,
    row,
    rule_link,
    scrolled,
    spaced,
)
from hexwar.widgets.words import literal

# -- the words of a combat sheet, and what its map shows, for each kind of combat


Report = CombatReport | BombardmentReport
"""What a combat sheet shows."""

ATTACK_DIE, DEFENCE_DIE = "attackers' fire", "defenders' fire"
CONFIDENCE_DIE, SQUARE_DIE, BOMBARDMENT_DIE = mark("Attack Confidence"), "square", "bombardment"
REACTION_DIE = mark("reaction charge")
"""How dice are named among a report's dice."""


_FIRE = mark("M: the stack checks morale; M1: at \N{MINUS SIGN}1; a number: steps lost. {rule}")
_GUNS = mark(
    "d: one unit checks morale; D: the whole stack does; 1: a step is lost, then D. {rule}"
)


@dataclass(frozen=True, slots=True)
class Manner:
    """The words of one kind of combat."""

    title: str  # `Assault on`, before `Brienne`
    button: str  # of the one who goes on
    role: str  # what the attackers do
    other: str = mark("defence")  # what those who are attacked do
    legend: str = _FIRE  # what the cells of the table mean
    rule: str = "N8.8"  # of that
    table: str = mark("Fire Table")
    result: Callable[[str], str] = fire_words  # a cell in words


_MANNERS: Mapping[CombatKind, Manner] = MappingProxyType(
    {
        CombatKind.ASSAULT: Manner(mark("Assault on"), mark("Assault"), mark("attack")),
        CombatKind.CHARGE: Manner(mark("Charge against"), mark("Charge"), mark("charge")),
        CombatKind.REACTION: Manner(mark("Reaction charge against"), mark("React"), mark("charge")),
    }
)
_BOMBARDMENT = Manner(
    mark("Bombardment of"),
    mark("Bombard"),
    mark("guns"),
    mark("target"),
    _GUNS,
    "N9.6",
    mark("Bombardment Table"),
    bombardment_words,
)


def manner_of(report: Report) -> Manner:
    """The words of the kind of combat that a report is about."""
    return _BOMBARDMENT if isinstance(report, BombardmentReport) else _MANNERS[report.kind]


def attackers_of(report: Report) -> tuple[UnitId, ...]:
    """The units that attack, charge or bombard."""
    return report.units if isinstance(report, BombardmentReport) else report.attackers


# -- the head


def about(state: GameState, report: Report) -> str:
    """How it is done, in a few sentences of HTML."""
    if isinstance(report, BombardmentReport):
        words = mark("the next hex") if report.range == 1 else mark("{range} hexes")
        hexes = say(words, range=report.range)
        return say("Range: {hexes} {rule}.", hexes=hexes, rule=rule_link("N9.1"))
    parts = [say("<b>Flank attack</b> {rule}.", rule=rule_link("N8.7"))] if report.flank else []
    if report.path:
        between = ", ".join(hex_link(hex_, hex_) for hex_ in report.path[1:-1])
        by = say(" by {between}", between=between) if between else ""
        first, far = report.path[0], count("{n} hex", "{n} hexes", len(report.path) - 1)
        words, rule = mark("They ride from {place}{by}, {hexes} {rule}."), rule_link("N10.1")
        parts.append(say(words, place=hex_link(first, first), by=by, hexes=far, rule=rule))
    else:
        place = hex_link(report.hit_hex, state.battle.battlefield.name_of(report.hit_hex))
        words, rule = mark("The defender fires at {fired_at} {rule}."), rule_link("N8.6")
        parts.append(say(words, fired_at=place, rule=rule))
    leaders = ", ".join(escape(state.battle.leaders[leader].name) for leader in report.leaders)
    if leaders:
        parts.append(say("Leaders present: {leaders}.", leaders=leaders))
    return " ".join(parts)


# -- the sides


def shares_of(
    state: GameState, report: Report, idle: tuple[UnitId, ...], eligible: tuple[UnitId, ...]
) -> tuple[Share, Share]:
    """What each side brings to the sheet.

    Args:
        state: the view of the side that looks.
        report: the combat.
        idle: units that might take part and do not.
        eligible: units that may be taken in or left out.
    """
    words = manner_of(report)
    role, other, name = say(words.role), say(words.other), say(words.table)
    if not isinstance(report, BombardmentReport):
        fire, morale = report.attack, report.morale_attacker
        attack = Share(role, fire, morale, ATTACK_DIE, idle, eligible, table=name)
        fire, morale = report.defence, report.morale_defender
        return attack, Share(other, fire, morale, DEFENCE_DIE, table=name)
    guns = Share(role, report.fire, None, BOMBARDMENT_DIE, idle, eligible, "", name, "N9.8")
    quiet = say("They do not fire back. {rule}", rule=rule_link("N9.9"))
    lines = tuple(FireLine(u, state.sp(u), (), float(state.sp(u))) for u in report.defenders)
    enemy, sp = state.battle.enemy(report.fire.side), sum(line.sp for line in lines)
    none = FireReport(enemy, lines, sp, None, ())  # a fire that never falls
    return guns, Share(other, none, report.morale, "", silence=quiet)


# -- the map


def place_words(state: GameState, hex_: Hex) -> str:
    """What a hex stands on, and what was made of it: `Brienne (0913): town, level 1`."""
    field = state.battle.battlefield
    parts = (ground_words(field, hex_), works_words(state, hex_))
    return f"{field.name_of(hex_)}: {', '.join(part for part in parts if part)}"


def fought_hexes(state: GameState, report: Report) -> tuple[Hex, ...]:
    """The hexes that the map must show, the target first."""
    path = () if isinstance(report, BombardmentReport) else report.path
    return (report.target, *path, *_sources(state, report))


def _sources(state: GameState, report: Report) -> tuple[Hex, ...]:
    hexes = {state.units[unit].hex for unit in attackers_of(report)}
    return tuple(sorted(hex_ for hex_ in hexes if hex_ is not None))


# -- the sheet


_CARD, _AROUND = 205, 70  # the least width of a side's card, and what is beside all, at 100 %
_LOW = 360  # the height below which there is no room for the question, at 100 %
_BETWEEN = ((0, 0, 1, 1), (0, 1, 1, 1), (0, 2, 1, 1))
_BELOW = ((0, 0, 1, 1), (1, 0, 1, 2), (0, 1, 1, 1))
_STACKED = ((0, 0, 1, 1), (2, 0, 1, 1), (1, 0, 1, 1))
"""Row, column and how many of each: of the attackers, the table and the defenders."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a combat has come to, as far as it has been shown."""

    headline: str = ""  # in capitals; empty while it is open
    lost: str = ""  # what both sides have lost, in a line
    story: tuple[str, ...] = ()  # what happened, as HTML sentences
    is_over: bool = True  # nothing more of it is to come


class CombatSheet(Panel):
    """The ground, both sides' fire, its table, each check, and what may happen or has happened.

    It fills in place: the preview, what the other side may do first, the question that is put
    meanwhile, the dice as they fall, and what they brought about.
    """

    attackersChanged = Signal(list)
    """Ids of the units that shall attack, after the player ticked or unticked one."""
    assaultAsked = Signal()
    """The player goes on with the combat."""
    closed = Signal()
    """The player gives it up, or has read the result."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._taking_part: list[UnitId] = []
        self._found = Told()  # of the combat that is shown
        self._fold_now: tuple[tuple[int, int, int, int], ...] = ()
        self.title, self.about = label("title"), label("quiet")
        self.headline, self.lost = label("title"), label("quiet")
        self.replies, self.check = label(), CheckCard(look)
        self.attack, self.defence = FireCard(look), FireCard(look)
        self.table, self.legend = FireTableView(look), label("quiet")
        self.bars, self.condition, self.assumed = OutcomeBars(look), label("quiet"), label("quiet")
        self.chances = label("heading")
        self.dice, self.story = DiceRow(look), label()
        self.question, self.refusal = QuestionFoot(look), label("refusal")
        self.shut = button("\N{MULTIPLICATION SIGN}")
        self.shut.setStyleSheet("padding: 0")
        self.shut.setToolTip(say("Put the sheet away (Esc)"))
        self.shut.setAccessibleName(say("Close"))
        self.go, self.close_button = button(say("Assault"), "main"), button(say("Cancel"))
        self.close_button.setToolTip(say("Put the sheet away; nothing is begun (Esc)"))
        self._arrange()
        self._explain()
        self._connect()
        self.settle()

    def show_report(
        self,
        state: GameState,
        report: Report,
        table: FireTable,
        eligible: Collection[UnitId] = (),
        told: Told | None = None,
        rolls_ms: int = 0,
    ) -> None:
        """Show a combat.

        Args:
            state: the view of the side that looks; after the dice, the state before them.
            report: the combat; with dice in it, they have fallen.
            table: the Fire Table; that of bombardments for one.
            eligible: units that may take part; the player ticks those that shall.
            told: once it has been declared, what it has come to.
            rolls_ms: how long dice that are new roll.
        """
        self._again = lambda: self.show_report(state, report, table, eligible, told)
        self._taking_part = list(attackers_of(report))
        place = hex_link(report.target, state.battle.battlefield.name_of(report.target))
        self.title.setText(f"{say(manner_of(report).title)} {place}")
        ground = escape(place_words(state, report.target))
        self.about.setText(f"{ground}. {about(state, report)}")
        self._show_replies(report, told)
        self._show_check(state, report)
        self._show_sides(state, report, table, eligible)
        self._show_chances(report, told)
        self._show_end(report, told, rolls_ms)
        self._fold()

    def show_refusal(self, refusal: Refusal | None) -> None:
        """Say why these units may not; None when they may."""
        words = "" if refusal is None else f"{escape(refusal.sentence)} {rule_link(refusal.rule)}"
        self.refusal.setText(words)
        self.refusal.setVisible(bool(words))
        self.go.setEnabled(refusal is None)
        self.go.setToolTip(
            literal(say("Begin it (Enter)") if refusal is None else refusal.sentence)
        )

    def lay_out(self) -> None:
        """Give every part its room at once: what is shown now is seen for a moment only."""
        self._ground.updateGeometry()
        for part in (self._result, self._ground):
            found = part.layout()
            if found is not None:
                found.activate()

    def offer_to_go_on(self, *, shown: bool) -> None:
        """While a computer player waits until the result has been read, a button lets it go on."""
        self.close_button.setText(say("Go on") if shown else say("Close"))
        self.close_button.setVisible(shown)
        self._ends.setVisible(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new size; a low sheet leaves the question to the line below it."""
        super().resizeEvent(event)
        self.question.set_low(low=self.height() < self.look.px(_LOW))
        self._fold()

    def dress(self) -> None:
        """All parts follow the look."""
        parts = (self.check, self.attack, self.defence, self.table, self.bars, self.dice)
        for part in (*parts, self.question):
            part.set_look(self.look)
        self.shut.setFixedSize(self.look.px(28), self.look.px(28))
        self._fold()

    # -- what is shown

    def _show_check(self, state: GameState, report: Report) -> None:
        """The check before the fire: of confidence, to react, to form square; else it goes."""
        thrown, combat = dict(report.dice), report if isinstance(report, CombatReport) else None
        checks = combat and (combat.confidence or combat.reaction or combat.square)
        self.check.setVisible(bool(checks))
        if combat and combat.confidence is not None:
            self.check.show_confidence(combat.confidence, thrown.get(CONFIDENCE_DIE))
        elif combat and combat.reaction is not None:
            self.check.show_reaction(state, combat.reaction, thrown.get(REACTION_DIE))
        elif combat and combat.square is not None:
            self.check.show_square(state, combat.square, thrown.get(SQUARE_DIE))

    def _show_sides(
        self, state: GameState, report: Report, table: FireTable, eligible: Collection[UnitId]
    ) -> None:
        thrown, names, words = dict(report.dice), bands(table), manner_of(report)
        idle = tuple(unit for unit in eligible if unit not in attackers_of(report))
        may_choose = () if report.dice else tuple(eligible)
        shares = shares_of(state, report, idle, may_choose)
        marks = []
        strength = helps.GUNS_STRENGTH if words.rule == "N9.6" else helps.STRENGTH
        for share, side in zip(shares, (self.attack, self.defence), strict=True):
            helps.explain(side.total, strength)
            helps.explain(self.legend, replace(helps.TABLE, rule=words.rule))
            side.show_share(state, share, names)
            if not share.silence:
                marks.append(self._mark(state, share, thrown.get(share.die)))
        self.table.setAccessibleName(say(words.table))
        self.table.show_fire(table, marks, words.result)
        self.legend.setText(say(words.legend, rule=rule_link(words.rule)))

    def _mark(self, state: GameState, share: Share, die: int | None) -> FireMark:
        fire, colour = share.fire, self.look.side(state.battle, share.fire.side)
        pips = sum(pips for _, pips, _ in fire.modifiers)
        return FireMark(share.title(state), colour, fire.column, pips, die)

    def _show_replies(self, report: Report, told: Told | None) -> None:
        """What the other side may do first, before the combat is declared."""
        lines = () if told is not None or report.dice else report.replies
        items = "".join(
            f"<br>\N{BULLET} {escape(reply.words)}. {rule_link(reply.rule)}" for reply in lines
        )
        self.replies.setText(f"<b>{say('Before it comes to that:')}</b>{items}" if items else "")
        self.replies.setVisible(bool(items))

    def _show_chances(self, report: Report, told: Told | None) -> None:
        is_done = bool(report.dice) and (told is None or told.is_over)
        words = mark("What might have happened") if is_done else mark("What may happen")
        self.chances.setText(say(words))
        self.bars.show_outcomes(report.outcomes)
        condition = _condition(report)
        self.condition.setText(condition)
        self.condition.setVisible(bool(condition))
        self.assumed.setText(escape(" ".join((say("Taken for granted:"), *report.assumed))))
        self.assumed.setVisible(bool(report.assumed))

    def _show_end(self, report: Report, told: Told | None, rolls_ms: int) -> None:
        """The dice and what they brought about; before them, the button that goes on."""
        found = told or Told()
        is_told = told is not None or bool(report.dice)
        self.dice.setVisible(bool(report.dice))
        self.dice.show_dice(report.dice, rolls_ms)
        self._found = found
        if not self.dice.is_rolling:  # what a die shows is not told before it lies
            self._tell()
        self._result.setVisible(is_told and bool(report.dice or found.story))
        self.go.setText(say(manner_of(report).button))
        self.go.setVisible(not is_told)
        self.close_button.setText(say("Close") if is_told else say("Cancel"))
        self.close_button.setVisible(not is_told)
        self._ends.setVisible(not is_told)
        self.shut.setVisible(is_told)
        if is_told:
            self.show_refusal(None)

    def _tell(self) -> None:
        """Say what the combat has come to, now that its dice lie."""
        found, ink = self._found, self.look.theme.window.accent
        self.headline.setText(f'<span style="color:{ink}">{escape(found.headline)}</span>')
        self.headline.setVisible(bool(found.headline))
        self.lost.setText(escape(found.lost))
        self.lost.setVisible(bool(found.lost))
        self.story.setText("<br>".join(found.story))

    # -- how it is laid out

    def _arrange(self) -> None:
        self._ground = QWidget()
        heading = label("heading", say("What happened"))
        heading.setToolTip(say("Every step of the combat as the log tells it"))
        self._result, _ = card(heading, self.dice, self.story)
        chances, _ = card(self.chances, self.condition, self.bars, self.assumed, None)
        head = row(6, (self.title, 1), (self.shut, Qt.AlignmentFlag.AlignTop))
        top = (head, self.headline, self.lost, self.about)
        parts = (*top, self._result, self.replies, chances, self._fire_row(), None)
        column(self._ground, 10, 8, *parts)
        self.area = scrolled(self._ground)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._ends = QWidget()
        ends = row(8, None, self.close_button, self.go)
        column(self._ends, 8, 6, self.refusal, ends)
        column(self, 0, 0, (self.area, 1), self.question, self._ends)
        self.setAccessibleName(say("Combat sheet"))

    def _fire_row(self) -> QGridLayout:
        """Why: each side's fire, and the table with the check before it, beside or below them."""
        self._middle = QWidget()
        column(self._middle, 0, 8, self.table, self.legend, self.check, None)
        self._fires = spaced(QGridLayout(), 0, 10)
        self._fold()
        return self._fires

    def _fold(self) -> None:
        """Put the table between both sides where there is room, else below; all in one column."""
        look, fires, width = self.look, self._fires, self.width()
        two = 2 * look.px(_CARD) + look.px(_AROUND)
        places = _STACKED
        if width >= two:
            places = _BETWEEN if width >= two + self.table.sizeHint().width() else _BELOW
        if fires.count() and places == self._fold_now:
            return
        self._fold_now = places
        parts = (self.attack, self._middle, self.defence)
        for part in parts:
            fires.removeWidget(part)
        for part, place in zip(parts, places, strict=True):
            fires.addWidget(part, *place)
        stretches = {_BETWEEN: (1, 0, 1), _BELOW: (1, 1, 0), _STACKED: (1, 0, 0)}[places]
        for at, stretch in enumerate(stretches):
            fires.setColumnStretch(at, stretch)

    def _explain(self) -> None:
        """What each row is, for a pointer that rests and for F1."""
        rows = (
            *((self.headline, helps.HEADLINE), (self.lost, helps.LOST)),
            *((self.replies, helps.REPLIES), (self.chances, helps.CHANCES)),
            *((self.condition, helps.CONDITION), (self.assumed, helps.ASSUMED)),
            *((self.table, helps.TABLE), (self.dice, helps.DICE)),
        )
        for part, about in rows:
            helps.explain(part, about)
        self.bars.tip_of = helps.end_tip
        for line in (self.check.title, self.check.reasons, self.check.verdict):
            helps.explain(line, helps.CHECK)
        for side in (self.attack, self.defence):
            helps.explain(side.morale, helps.MORALE)

    def _connect(self) -> None:
        lines = (self.title, self.about, self.legend, self.condition, self.story, self.refusal)
        for line in (*lines, self.replies):
            line.linkActivated.connect(self.linkActivated)
        for part in (self.check, self.attack, self.defence, self.question):
            part.linkActivated.connect(self.linkActivated)
        self.attack.ticked.connect(self._tick)
        self.go.clicked.connect(self.assaultAsked)
        self.close_button.clicked.connect(self.closed)
        self.shut.clicked.connect(self.closed)
        self.dice.settled.connect(self._tell)

    def _tick(self, unit: str, taken: bool) -> None:
        kept = [other for other in self._taking_part if other != unit]
        self._taking_part = [*kept, UnitId(unit)] if taken else kept
        self.attackersChanged.emit(list(self._taking_part))


def _condition(report: Report) -> str:
    """What must come first for the chances to hold, as HTML; empty for nothing."""
    if not isinstance(report, CombatReport) or report.confidence is None:
        return ""
    if report.dice:
        if any(name != CONFIDENCE_DIE for name, _ in report.dice):
            return say("Once the assault was made:")
        is_made = report.dice[0][1] <= round(6 * report.confidence.chance)  # of six faces
        return say("The assault is made:") if is_made else say("Had the assault been made:")
    words = mark("Once the assault is made, which is {likely} likely {rule}:")
    return say(words, likely=percent(report.confidence.chance), rule=rule_link("N8.3"))

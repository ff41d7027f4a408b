"""A fight laid open as HTML: the very report that the rules reckon with, and its six faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from types import MappingProxyType

from hexwar.messages import mark, say
from hexwar.systems.tlnb.events.combat import (
    charge_words,
    exact_words,
    gun_words,
    result_words,
)
from hexwar.systems.tlnb.panels.words import place_link
from hexwar.systems.tlnb.rules.combat.bombardment import Barrage
from hexwar.systems.tlnb.rules.combat.charge import Onset
from hexwar.systems.tlnb.rules.combat.odds import SHOCK, Odds, Part, Shift
from hexwar.systems.tlnb.state import TlnbState
from hexwar.widgets.panels.parts import rule_link, signed

Report = Odds | Barrage | Onset


def sheet_html(state: TlnbState, report: Report, die: int | None = None, *, since: str = "") -> str:
    """All of a fight: column and faces, then how they came about; with its die once thrown.

    Args:
        state: The table before the die.
        report: The fight as the rules reckon it.
        die: What was thrown, if it was.
        since: What has happened since, as HTML.
    """
    rows = _rows(report)
    if isinstance(report, Odds):
        lines = _odds(state, report)
    elif isinstance(report, Barrage):
        lines = _barrage(state, report)
    else:
        lines = _onset(state, report)
    title = next(lines)
    thrown = "" if die is None else _thrown(die, rows[die - 1])
    column = _line(say("Column <b>{column}</b>", column=escape(report.column_name)))
    chances = "" if die is not None else _line(chances_words([row.effect for row in rows]))
    faces = _faces(rows, die, report.die_modifier)
    return "".join((title, thrown, since, column, chances, faces, *lines))


def brief_html(report: Report) -> str:
    """A fight in a line: its column, and how many faces end how."""
    added = f" ({signed(report.die_modifier)})" if report.die_modifier else ""
    column = say("Column <b>{column}</b>", column=escape(report.column_name + added))
    return f"{column}: {chances_words([row.effect for row in _rows(report)])}"


_ENDS: Mapping[str, str] = MappingProxyType(
    {
        "D": mark("the enemy gives way on {n}"),
        "S": mark("Shock on {n}"),
        "1": mark("steps lost on {n}"),
        "E": mark("exchange on {n}"),
        "A": mark("own retreat or loss on {n}"),
        "-": mark("nothing on {n}"),
    }
)
"""What the faces of a die come to, by the first letter of the result (T11.4)."""


def chances_words(effects: Sequence[str]) -> str:
    """How many of the six faces end how: `the enemy gives way on 3, Shock on 1, ... of 6`."""
    count = Counter(_END_OF.get(effect[:1], effect[:1]) for effect in effects)
    parts = [say(words, n=count[key]) for key, words in _ENDS.items() if count[key]]
    words = say("{parts} of {all} faces", parts=", ".join(parts), all=len(effects))
    return escape(words[:1].upper() + words[1:])


_END_OF = {"O": "D"}  # an overrun


def _thrown(die: int, row: Row) -> str:
    words = mark("Die {die}: {result}, {words}")
    told = say(words, die=die, result=row.printed, words=row.words)
    return _line(f"<b>{escape(told)}</b>")


# -- the reckoning of each kind of fight


def _odds(state: TlnbState, odds: Odds) -> Iterator[str]:
    yield _title(say("Attack on {place}", place=place_link(state, odds.target)), "T10.9")
    yield _parts(state, say("Attackers"), odds.attackers, odds.attack)
    yield _parts(state, say("Defenders"), odds.defenders, odds.defence)
    first = state.numbers.combat.columns[odds.first_column]
    words = mark("{attack} to {defence} SP: column <b>{column}</b> {rule}")
    told = {"attack": exact_words(odds.attack), "defence": exact_words(odds.defence)}
    yield _line(say(words, column=first, rule=rule_link("T10.4"), **told))
    yield "".join(_shifts([s], _columns(s.by)) for s in odds.shifts)
    if odds.shifts:
        yield _line(say("So it is column <b>{column}</b>.", column=odds.column_name))
    yield _shifts(odds.modifiers, mark("to the die"))
    if any(face.result.startswith(SHOCK) or face.result.endswith("*") for face in odds.faces):
        yield _shock(odds.initiatives)


def _barrage(state: TlnbState, told: Barrage) -> Iterator[str]:
    yield _title(say("Bombardment of {place}", place=place_link(state, told.target)), "T12.3")
    yield _parts(state, say("Guns"), told.parts, sum((p.strength for p in told.parts), Fraction()))
    if told.town is not None:
        words = f"{told.town.words} \N{MULTIPLICATION SIGN} {exact_words(told.town.value)}"
        yield _line(f"{escape(words)} {rule_link(told.town.rule)}")
    words = say("{sp} SP: column", sp=exact_words(told.strength))
    yield _line(f"{words} <b>{escape(told.column_name)}</b>")
    yield _shifts(told.modifiers, mark("to the die"))


def _onset(state: TlnbState, told: Onset) -> Iterator[str]:
    yield _title(say("Charge on {place}", place=place_link(state, told.target)), "T13.4")
    words = mark("{charging} SP charge {standing} SP: column <b>{column}</b> {rule}")
    rule = rule_link("T13.22")
    sp = {"charging": told.charging, "standing": told.standing}
    yield _line(say(words, column=told.column_name, rule=rule, **sp))
    yield _shifts(told.modifiers, mark("to the die"))
    if SHOCK in told.results:
        yield _shock(told.initiatives)


def _title(words: str, rule: str) -> str:
    return f"<h3>{words} <small>{rule_link(rule)}</small></h3>"


def _line(html: str) -> str:
    return f"<div>{html}</div>"


def _parts(state: TlnbState, title: str, parts: Sequence[Part], total: Fraction) -> str:
    """What each unit adds, with every factor and its rule."""
    lines = [_part(state, part) for part in parts]
    words = say("{title}: {sp} SP", title=title, sp=exact_words(total))
    head = f"<b>{escape(words)}</b>"
    return _line("<br>".join((head, *lines)))


def _part(state: TlnbState, part: Part) -> str:
    name, sp = escape(state.card(part.unit).name), str(part.sp)
    factors = "".join(
        f" \N{MULTIPLICATION SIGN} {exact_words(f.value)} {escape(f.words)} {rule_link(f.rule)}"
        for f in part.factors
    )
    end = f" = {exact_words(part.strength)}" if part.factors else ""
    return f"&nbsp;&nbsp;<a href='unit:{part.unit}'>{name}</a> {sp}{factors}{end}"


def _columns(by: int) -> str:
    return mark("column") if abs(by) == 1 else mark("columns")


def _shifts(shifts: Sequence[Shift], what: str) -> str:
    return "".join(
        _line(f"{signed(s.by)} {escape(say(what))}: {escape(s.words)} {rule_link(s.rule)}")
        for s in shifts
    )


def _shock(initiatives: tuple[int, int]) -> str:
    words = mark("Shock: initiative {attacker} against {defender} {rule}")
    attacker, defender = initiatives
    rule = rule_link("T11.2")
    return _line(say(words, attacker=attacker, defender=defender, rule=rule))


# -- the faces of the die


@dataclass(frozen=True, slots=True)
class Row:
    """A face of the die."""

    printed: str  # as the chart has it
    effect: str  # what it comes to: a star fallen away, Shock resolved
    words: str  # the same in words


def _rows(report: Report) -> list[Row]:
    if isinstance(report, Odds):
        found = ((face.result, face.effect) for face in report.faces)
        return [Row(printed, effect, _shock_words(printed, effect)) for printed, effect in found]
    words = gun_words if isinstance(report, Barrage) else charge_words
    return [Row(one, one, words(one)) for one in report.results]


def _shock_words(printed: str, effect: str) -> str:
    is_shock = printed == SHOCK or (printed.endswith("*") and effect != printed.removesuffix("*"))
    words = result_words(effect)
    return say("Shock: {words}", words=words) if is_shock else words


def _faces(rows: Sequence[Row], die: int | None, added: int) -> str:
    """A line for each face: what the table says, and what it comes to; the thrown one marked."""
    head = say("Die")
    if added:
        head = say("Die ({signed} is in the table)", signed=signed(added))
    lines = [f"<tr><td colspan='3'><b>{escape(head)}</b></td></tr>"]
    for face, one in enumerate(rows, start=1):
        cells = (str(face), one.printed, one.words)
        if face == die:
            cells = (f"\N{BLACK RIGHT-POINTING TRIANGLE} {face}", one.printed, one.words)
        tag = "b" if face == die else "span"
        row = "".join(f"<td><{tag}>{escape(cell)}</{tag}>&nbsp;&nbsp;</td>" for cell in cells)
        lines.append(f"<tr>{row}</tr>")
    return f"<table cellspacing='2'>{''.join(lines)}</table>"

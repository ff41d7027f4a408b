"""Fire, combat and charges laid open as HTML: the very reports that the rules reckon with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from math import comb
from typing import Any

from hexwar.messages import mark, say
from hexwar.systems.mininap.battle import Arm
from hexwar.systems.mininap.prompters.drafts import Outcome
from hexwar.systems.mininap.prompters.firing import Volley
from hexwar.systems.mininap.rules.charge import Charge, defenders, firing_place
from hexwar.systems.mininap.rules.combat import (
    AttackReport,
    attack_report,
    basic_value,
    outflanked,
    strength_of,
)
from hexwar.systems.mininap.rules.fire import Row, ShotReport, band_of, shot_report
from hexwar.systems.mininap.rules.standing import touched_by
from hexwar.systems.mininap.state import Attack, MiniState
from hexwar.table.forces import UnitId
from hexwar.widgets.panels.parts import rule_link, signed


def sheet_html(state: MiniState, report: Any) -> str:
    """Whatever a question lays open; nothing for what has no sheet."""
    if isinstance(report, tuple):
        return "".join(sheet_html(state, one) for one in report)
    if isinstance(report, ShotReport):
        return shot_html(state, report)
    if isinstance(report, AttackReport):
        return attack_html(state, report)
    if isinstance(report, Volley):
        return volley_html(state, report)
    if isinstance(report, Outcome):
        return "" if report.charge is None else charge_html(state, report.charge)
    return charge_html(state, report) if isinstance(report, Charge) else ""


# -- pieces of a sheet


def title(words: str, rule: str) -> str:
    """A heading with its rule."""
    return f"<h4>{words} {rule_link(rule)}</h4>"


def line(words: str) -> str:
    """A line of its own."""
    return f"<div style='margin-bottom: 4px'>{words}</div>"


def link(state: MiniState, unit: UnitId) -> str:
    """A unit by its name, to be found by a click."""
    return f"<a href='unit:{unit}'>{escape(state.card(unit).name)}</a>"


def rows_html(rows: Iterable[tuple[str, str, str]]) -> str:
    """Lines of words, a number to the right of them, and the rule."""
    made = (
        f"<tr><td>{escape(words)}&nbsp;&nbsp;</td><td align='right'><b>{escape(number)}</b></td>"
        f"<td>&nbsp;&nbsp;{rule_link(rule) if rule else ''}</td></tr>"
        for words, number, rule in rows
    )
    return f"<table cellspacing='0' cellpadding='1'>{''.join(made)}</table>"


def told_rows(rows: Iterable[Row]) -> Iterator[tuple[str, str, str]]:
    """The rows of a report as the rules have them."""
    for row in rows:
        yield say(row.words), signed(row.value), row.rule


def chances(dice: int, faces: int) -> list[float]:
    """How likely 0, 1, 2 ... hits are with so many dice that hit on so many of six faces.

    >>> [round(chance, 2) for chance in chances(2, 2)]
    [0.44, 0.44, 0.11]
    """
    hit = max(0, min(6, faces)) / 6
    return [comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)]


def chances_html(dice: int, faces: int) -> str:
    """The chances as bars: so many hits or more are left out where nobody would see them."""
    found = [(n, chance) for n, chance in enumerate(chances(dice, faces)) if chance >= 0.005]
    cells = "".join(
        f"<tr><td align='right'>{n}&nbsp;</td>"
        f"<td><font color='#8a6a3a'>{'&#9608;' * round(20 * chance)}</font></td>"
        f"<td align='right'>&nbsp;{escape(say('{n} %', n=round(100 * chance)))}</td></tr>"
        for n, chance in found
    )
    head = say("Hits, of {dice} dice that hit on {faces} or less:", dice=dice, faces=faces)
    mean = say("{n} hits to be expected", n=f"{dice * max(0, min(6, faces)) / 6:.1f}")
    bars = f"<table cellspacing='0' cellpadding='0'>{cells}</table>"
    return line(escape(head)) + bars + line(f"<b>{escape(mean)}</b>")


# -- fire


def shot_html(state: MiniState, report: ShotReport) -> str:
    """The dice of a shot with every reason, what it may hit, and what bounces (M10, M11)."""
    shot, fire = report.shot, state.numbers.fire
    words = mark("{name} fires at {target}")
    head = say(words, name=link(state, shot.unit), target=link(state, shot.target))
    rows = [
        (_range_words(state, report), "", "M9.10"),
        (say("SP that fire"), str(shot.sp), "M9.15"),
        *told_rows(report.rows),
    ]
    if report.is_halved:
        rows.append((say("muskets of a column or square: halved"), "/ 2", "M10.5"))
    rows.append((say("dice"), str(report.pool), "M10.3"))
    parts = [title(head, "M10.3"), rows_html(rows), chances_html(report.pool, fire.hit)]
    if report.bounces_to is not None:
        parts.append(_bounce_html(state, report))
    return "".join(parts)


def volley_html(state: MiniState, volley: Volley) -> str:
    """All fire that is planned, a line a shot."""
    words = mark("{name} at {target}, {cm} cm: {dice} dice, {hits} hits to be expected")
    chance = state.numbers.fire.hit / 6
    lines = []
    for report in volley.reports:
        told = {"dice": report.pool, "hits": f"{chance * report.pool:.1f}"}
        name, target = link(state, report.shot.unit), link(state, report.shot.target)
        lines.append(
            line(say(words, name=name, target=target, cm=f"{report.range:.1f}", **told))
            + (_bounce_html(state, report) if report.bounces_to is not None else "")
        )
    return title(escape(say("Fire as it is planned")), "M9.7") + "".join(lines) if lines else ""


def _range_words(state: MiniState, report: ShotReport) -> str:
    if state.card(report.shot.unit).arm is not Arm.ARTILLERY:
        return say("muskets, {cm} cm", cm=f"{report.range:.1f}")
    band = band_of(state, report.range)
    words = mark("{kind}, {cm} cm (up to {to})")
    is_canister = report.range <= state.numbers.fire.canister
    kind = say("canister") if is_canister else say("roundshot")
    return say(words, kind=kind, cm=f"{report.range:.1f}", to=f"{band.to:g}")


def _bounce_html(state: MiniState, report: ShotReport) -> str:
    assert report.bounces_to is not None
    name = link(state, report.bounces_to)
    is_friend = state.side_of(report.bounces_to) == state.side_of(report.shot.unit)
    words = mark("What misses bounces on to {name}.")
    told = say(words, name=name)
    if is_friend:
        told = f"<font color='#b03020'>{told} <b>{escape(say('A friend!'))}</b></font>"
    return line(f"{told} {rule_link('M11.2')}")


# -- hand-to-hand combat


def attack_html(state: MiniState, report: AttackReport) -> str:
    """The combat value and the dice of an attack with every reason (M12.10 to M12.15)."""
    attack = report.attack
    words = mark("{name} attacks {target}")
    head = say(words, name=link(state, attack.unit), target=link(state, attack.target))
    rows = [
        (say("combat value of its kind"), str(basic_value(state, attack.unit)), "M12.11"),
        *told_rows(report.rows),
        (say("a die hits by"), say("{n} or less", n=report.value), "M12.13"),
        (say("SP"), str(attack.sp), "M12.10"),
    ]
    if report.outflanks:
        rows.append((say("outflanks: two dice for each SP"), "x 2", "M12.3"))
    rows.append((say("dice"), str(report.dice), "M12.13"))
    parts = [title(head, "M12.13"), rows_html(rows), chances_html(report.dice, report.value)]
    if report.may_throw_again:
        parts.append(line(escape(say("In command: one throw again.")) + " " + rule_link("M12.15")))
    return "".join(parts)


def attacks_of(state: MiniState, unit: UnitId) -> list[AttackReport]:
    """What a unit and its enemies in contact would do to one another, all strength on each."""
    found = []
    for enemy in touched_by(state, unit):
        found.append(attack_report(state, Attack(unit, enemy, strength_of(state, unit))))
        found.append(attack_report(state, Attack(enemy, unit, strength_of(state, enemy))))
    return found


# -- charges


def charge_html(state: MiniState, charge: Charge) -> str:
    """A charge: its run, the fire that may meet it, and the combat that would come of it."""
    words = mark("{name} charges {target}")
    head = say(words, name=link(state, charge.unit), target=link(state, charge.target))
    rows = [(say("run"), say("{cm} cm", cm=f"{charge.length:.1f}"), "M18.5")]
    if charge.spent:
        rows.append((say("turn"), say("{cm} cm", cm=f"{charge.spent:.1f}"), "M16.8"))
    parts = [title(head, "M18.5"), rows_html(rows), *_fire_on(state, charge)]
    twin = after_contact(state, charge)
    parts.append(title(escape(say("The fight in the next turn, as all stand")), "M18.14"))
    parts += [_brief(twin, report) for report in attacks_of(twin, charge.unit)]
    return "".join(parts)


def after_contact(state: MiniState, charge: Charge) -> MiniState:
    """The table as it would be if the charge came home."""
    twin = state.copy()
    pose = charge.turned.moved(charge.length)
    twin.put(replace(twin.units[charge.unit], pose=pose))
    twin.forget()
    twin.outflanked = outflanked(twin)
    return twin


def _fire_on(state: MiniState, charge: Charge) -> Iterator[str]:
    """Who could fire at the charger on its way, and with how many dice."""
    target = state.units[charge.target]
    shooters = [charge.target] if not target.has_fired else []
    found = []
    for unit in (*shooters, *defenders(state, charge)):
        place = firing_place(state, state.units[unit], charge)
        if place is None:
            continue
        charger = replace(state.units[charge.unit], pose=charge.turned.moved(place.at))
        report = shot_report(state, place.shot, instead=charger, is_suppressed=False)
        words = mark("{name}: {dice} dice after {cm} cm")
        told = {"name": link(state, unit), "dice": report.pool, "cm": f"{place.at:.1f}"}
        found.append(line(say(words, **told)))
    if found:
        yield title(escape(say("Fire that may meet it")), "M19.4")
        yield from found


def _brief(state: MiniState, report: AttackReport) -> str:
    """An attack in a line."""
    attack = report.attack
    words = mark("{name} at {target}: {dice} dice at {value}, {hits} hits to be expected")
    told = say(
        words,
        name=link(state, attack.unit),
        target=link(state, attack.target),
        dice=report.dice,
        value=report.value,
        hits=f"{report.dice * report.value / 6:.1f}",
    )
    more = f" <b>{escape(say('outflanks'))}</b>" if report.outflanks else ""
    return line(told + more)

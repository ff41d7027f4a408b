"""The words of a combat sheet, and what its map shows, for each kind of combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType

from hexwar.hexes import Hex
from hexwar.systems.nlc.state import GameState
from hexwar.table.forces import UnitId
from hexwar.table.overlays import Aim, Overlays, Target
from hexwar.table.reports import BombardmentReport, CombatKind, CombatReport, FireLine, FireReport
from hexwar.widgets.log.telling.bombardment import RESULTS
from hexwar.widgets.log.telling.fire import result_words
from hexwar.widgets.panels.fire_card import Share
from hexwar.widgets.panels.parts import hex_link, rule_link

Report = CombatReport | BombardmentReport
"""What a combat sheet shows."""

ATTACK_DIE, DEFENCE_DIE = "attackers' fire", "defenders' fire"
CONFIDENCE_DIE, SQUARE_DIE, BOMBARDMENT_DIE = "Attack Confidence", "square", "bombardment"
"""How dice are named among a report's dice."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The words of one kind of combat."""

    title: str  # `Assault on`, before `Brienne`
    button: str  # of the one who goes on
    role: str  # what the attackers do
    other: str  # what those who are attacked do
    legend: str  # what the cells of the table mean
    table: str  # its name
    result: Callable[[str], str]  # a cell in words


_FIRE = (
    f"M: the stack checks morale; M1: at \N{MINUS SIGN}1; a number: steps lost. {rule_link('N8.8')}"
)
_GUNS = (
    "d: one unit checks morale; D: the whole stack does; 1: a step is lost, then D."
    f" {rule_link('N9.6')}"
)
_MANNERS: Mapping[CombatKind, Manner] = MappingProxyType(
    {
        CombatKind.ASSAULT: Manner(
            "Assault on", "Assault", "attack", "defence", _FIRE, "Fire Table", result_words
        ),
        CombatKind.CHARGE: Manner(
            "Charge against", "Charge", "charge", "defence", _FIRE, "Fire Table", result_words
        ),
        CombatKind.REACTION: Manner(
            "Reaction charge against",
            "React",
            "charge",
            "defence",
            _FIRE,
            "Fire Table",
            result_words,
        ),
    }
)
_BOMBARDMENT = Manner(
    "Bombardment of",
    "Bombard",
    "guns",
    "target",
    _GUNS,
    "Bombardment Table",
    lambda cell: RESULTS.get(cell, cell),
)


def manner_of(report: Report) -> Manner:
    """The words of the kind of combat that a report is about."""
    return _BOMBARDMENT if isinstance(report, BombardmentReport) else _MANNERS[report.kind]


def attackers_of(report: Report) -> tuple[UnitId, ...]:
    """The units that attack, charge or bombard."""
    return report.units if isinstance(report, BombardmentReport) else report.attackers


# -- the head


def title_of(state: GameState, report: Report) -> str:
    """`Assault on Brienne (0913)`, as HTML."""
    place = hex_link(report.target, state.battle.battlefield.name_of(report.target))
    return f"{manner_of(report).title} {place}"


def about(state: GameState, report: Report) -> str:
    """How it is done, in a few sentences of HTML."""
    if isinstance(report, BombardmentReport):
        hexes = "the next hex" if report.range == 1 else f"{report.range} hexes"
        return f"Range: {hexes} {rule_link('N9.1')}."
    parts = []
    if report.flank:
        parts.append(f"<b>Flank attack</b> {rule_link('N8.7')}.")
    if report.path:
        parts.append(_ride(report.path))
    else:
        place = state.battle.battlefield.name_of(report.hit_hex)
        fired_at = hex_link(report.hit_hex, place)
        parts.append(f"The defender fires at {fired_at} {rule_link('N8.6')}.")
    leaders = [escape(state.battle.leaders[leader].name) for leader in report.leaders]
    if leaders:
        parts.append(f"Leaders present: {', '.join(leaders)}.")
    return " ".join(parts)


def _ride(path: tuple[Hex, ...]) -> str:
    """The way of a charge."""
    between = ", ".join(hex_link(hex_, hex_) for hex_ in path[1:-1])
    by = f" by {between}" if between else ""
    count = len(path) - 1
    hexes = f"{count} hex{'' if count == 1 else 'es'}"
    return f"They ride from {hex_link(path[0], path[0])}{by}, {hexes} {rule_link('N10.1')}."


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
    if isinstance(report, BombardmentReport):
        guns = Share(
            words.role,
            report.fire,
            None,
            BOMBARDMENT_DIE,
            idle,
            eligible,
            table=words.table,
            rule="N9.8",
        )
        quiet = f"They do not fire back. {rule_link('N9.9')}"
        fire = _silent(state, report)
        return guns, Share(words.other, fire, report.morale, "", silence=quiet)
    attack, defence = report.attack, report.defence
    return (
        Share(words.role, attack, report.morale_attacker, ATTACK_DIE, idle, eligible),
        Share(words.other, defence, report.morale_defender, DEFENCE_DIE),
    )


def _silent(state: GameState, report: BombardmentReport) -> FireReport:
    """Those who are bombarded, as a fire that never falls."""
    lines = tuple(FireLine(u, state.sp(u), (), float(state.sp(u))) for u in report.defenders)
    enemy = state.battle.enemy(report.fire.side)
    return FireReport(enemy, lines, sum(line.sp for line in lines), None, ())


# -- the map


def fought_hexes(state: GameState, report: Report) -> tuple[Hex, ...]:
    """The hexes that the map must show, the target first."""
    path = () if isinstance(report, BombardmentReport) else report.path
    return (report.target, *path, *_sources(state, report))


def overlays_of(state: GameState, report: Report) -> Overlays:
    """What the map shows of a combat: who goes for whom, and where the defender fires."""
    sources = _sources(state, report)
    if isinstance(report, BombardmentReport):
        return Overlays(targets=(Target(report.target, Aim.BOMBARD, sources),))
    if report.path:
        return Overlays(targets=(Target(report.target, Aim.CHARGE, way=report.path),))
    aim = Target(report.target, Aim.ASSAULT, sources)
    return Overlays(targets=(aim,), selection=frozenset({report.hit_hex}))


def _sources(state: GameState, report: Report) -> tuple[Hex, ...]:
    hexes = {state.units[unit].hex for unit in attackers_of(report)}
    return tuple(sorted(hex_ for hex_ in hexes if hex_ is not None))

"""A small battle for tests of panels and log, and the look that they are dressed in.

Six columns, five rows. The French V Cavalry Corps (Milhaud) stands at Maizières (0202); II Corps
(Victor) is due at 0101 on turn 2. The Coalition's IX Corps (Olsufiev) holds Brienne (0303).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeVar

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTextDocumentFragment, QWheelEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hexwar.engine import Event
from hexwar.hexes import Grid, Hex
from hexwar.series.battle import Alternate, Arrival
from hexwar.systems.nlc.battle import NlcBattle
from hexwar.table.battle import TurnCard, TurnKind
from hexwar.table.battlefield import Battlefield, Place, Road, Terrain, Way
from hexwar.table.forces import (
    Arm,
    FormationCard,
    FormationId,
    FormationKind,
    LeaderCard,
    LeaderId,
    Presence,
    Role,
    Side,
    UnitCard,
    UnitId,
)
from hexwar.table.pieces import Box, Leader, Unit
from hexwar.table.state import MapState
from hexwar.widgets.counters.art import CounterArt
from hexwar.widgets.counters.card import CounterStyle
from hexwar.widgets.panels.look import Look
from hexwar.widgets.theme import theme

FRENCH, ALLIED = Side("french"), Side("allied")
CAVALRY, SECOND, NINTH = FormationId("FR-5C"), FormationId("FR-2"), FormationId("CO-9")
PIRE, BRICHE, GUNS = UnitId("FR-5C-01"), UnitId("FR-5C-02"), UnitId("FR-5C-03")
DUHESME, WAGONS = UnitId("FR-2-01"), UnitId("FR-2-02")
UDOM, KORNILOV = UnitId("CO-9-01"), UnitId("CO-9-02")
MILHAUD, VICTOR, OLSUFIEV = LeaderId("FR-5C-L"), LeaderId("FR-2-L"), LeaderId("CO-9-L")
MAIZIERES, BRIENNE, ENTRY = Hex("0202"), Hex("0303"), Hex("0101")


def _unit(
    id_: UnitId, name: str, formation: FormationId, arm: Arm, sp: int, *, estimate: bool = False
) -> UnitCard:
    is_french = id_.startswith("FR")
    return UnitCard(
        id_,
        name,
        FRENCH if is_french else ALLIED,
        formation,
        "French" if is_french else "Russian",
        arm,
        sp,
        sp // 2,
        3 if sp else 0,
        4,
        2 if sp else 0,
        men=600 * sp,
        estimate=estimate,
        source="" if estimate else "Weil",
    )


UNITS = (
    _unit(PIRE, "9th Light Cavalry Division (Piré)", CAVALRY, Arm.LIGHT_CAVALRY, 3, estimate=True),
    _unit(BRICHE, "5th Dragoon Division (Briche)", CAVALRY, Arm.HEAVY_CAVALRY, 4),
    _unit(GUNS, "V Cavalry horse artillery", CAVALRY, Arm.HORSE_ARTILLERY, 2),
    _unit(DUHESME, "3rd Division (Duhesme)", SECOND, Arm.INFANTRY, 6),
    _unit(WAGONS, "II Corps baggage train", SECOND, Arm.BAGGAGE_TRAIN, 0),
    _unit(UDOM, "9th Division (Udom)", NINTH, Arm.INFANTRY, 5),
    _unit(KORNILOV, "15th Division (Kornilov)", NINTH, Arm.INFANTRY, 5),
)
LEADERS = (
    LeaderCard(MILHAUD, "Milhaud", FRENCH, CAVALRY, "French", Role.CORPS, 3, 8),
    LeaderCard(VICTOR, "Victor", FRENCH, SECOND, "French", Role.CORPS, 2, 8),
    LeaderCard(OLSUFIEV, "Olsufiev", ALLIED, NINTH, "Russian", Role.CORPS, 2, 8),
)


def _formation(id_: FormationId, name: str, presence: Presence, leader: LeaderId) -> FormationCard:
    units = tuple(unit.id for unit in UNITS if unit.formation == id_)
    side = FRENCH if id_.startswith("FR") else ALLIED
    nation = "French" if side == FRENCH else "Russian"
    kind = FormationKind.CORPS
    return FormationCard(id_, name, side, nation, kind, presence, units, (leader,))


FORMATIONS = (
    _formation(CAVALRY, "V Cavalry Corps", Presence.START, MILHAUD),
    _formation(SECOND, "II Corps", Presence.REINFORCEMENT, VICTOR),
    _formation(NINTH, "IX Corps", Presence.START, OLSUFIEV),
)


def battlefield() -> Battlefield:
    """Two named hexes and a road between them."""
    return Battlefield(
        name="Brienne",
        grid=Grid(6, 5),
        terrain={BRIENNE: Terrain.TOWN},
        elevation={BRIENNE: 1},
        slopes=frozenset(),
        roads=(Road("Brienne road", Way.ROAD, (MAIZIERES, BRIENNE)),),
        places=(
            Place("Maizières", MAIZIERES, Terrain.CLEAR),
            Place("Brienne <le> Château", BRIENNE, Terrain.TOWN),
        ),
    )


def battle(options: Mapping[str, str] = MappingProxyType({})) -> NlcBattle:
    """The battle; the name of Brienne contains what HTML would take for a tag."""
    return NlcBattle(
        id="skirmish",
        name="Skirmish at Brienne",
        battlefield=battlefield(),
        sides=(FRENCH, ALLIED),
        side_names={FRENCH: "French", ALLIED: "Coalition"},
        units={unit.id: unit for unit in UNITS},
        leaders={leader.id: leader for leader in LEADERS},
        formations={formation.id: formation for formation in FORMATIONS},
        unit_hexes={
            PIRE: MAIZIERES,
            BRICHE: MAIZIERES,
            GUNS: MAIZIERES,
            UDOM: BRIENNE,
            KORNILOV: BRIENNE,
        },
        leader_hexes={MILHAUD: MAIZIERES, OLSUFIEV: BRIENNE},
        turns=(
            TurnCard(1, 29, 16, TurnKind.DAY),
            TurnCard(2, 29, 17, TurnKind.DAY),
            TurnCard(3, 29, 18, TurnKind.NIGHT_PM),
        ),
        arrivals=(Arrival(2, ENTRY, (DUHESME, WAGONS)),),
        alternates=(Alternate(FRENCH, 1, ENTRY, (), (SECOND,)),),
        vp_hexes={BRIENNE: 4},
        supply_sources={ENTRY: FRENCH},
        control={BRIENNE: ALLIED},
        weather_start="cloudy",
        options=options,
        date="29 January 1814",
    )


S = TypeVar("S", bound=MapState)


def start() -> MapState:
    """The battle set up, turn 1, as every game has it."""
    return placed(MapState(battle=battle(), units=units_due(), leaders=leaders_due(), turn=1))


def units_due() -> dict[UnitId, Unit]:
    """All units, none of them on the map yet."""
    return {unit.id: Unit(unit.id, box=Box.DUE) for unit in UNITS}


def leaders_due() -> dict[LeaderId, Leader]:
    """All leaders likewise."""
    return {leader.id: Leader(leader.id, box=Box.DUE) for leader in LEADERS}


def placed(state: S) -> S:
    """A state with those on the map who begin there."""
    for unit, hex_ in state.battle.unit_hexes.items():
        state.put_unit(Unit(unit, hex=hex_))
    for leader, hex_ in state.battle.leader_hexes.items():
        state.put_leader(Leader(leader, hex=hex_))
    return state


TITLES = {
    "Piré": "9th Light Cavalry Division (Piré)",
    "Briche": "5th Dragoon Division (Briche)",
    "guns": "V Cavalry horse artillery",
    "Duhesme": "3rd Division (Duhesme)",
    "wagons": "II Corps baggage train",
    "Udom": "9th Division (Udom)",
    "Kornilov": "15th Division (Kornilov)",
    "V Cavalry": "V Cavalry Corps (Milhaud)",
    "II Corps": "II Corps (Victor)",
    "IX Corps": "IX Corps (Olsufiev)",
    "Brienne": "Brienne <le> Château (0303)",
    "Maizières": "Maizières (0202)",
}
"""What is written in brackets in the sentences of samples, as the log writes it."""


def told_as(*samples: tuple[Event, str]) -> tuple[tuple[Event, str], ...]:
    """Events with the sentences that tell them, their titles written out."""
    return tuple(
        (event, re.sub(r"\[(.+?)\]", lambda found: TITLES[found[1]], words))
        for event, words in samples
    )


W = TypeVar("W", bound=QWidget)


def hosted(qtbot: QtBot, panel: W, width: int, height: int) -> W:
    """Show a panel as it is shown in a window: inside another widget, at a size of our choice.

    Returns:
        The panel; it lives as long as the test.
    """
    host = QWidget()
    qtbot.addWidget(host, before_close_func=lambda _: host.hide())  # also keeps it till then
    host.resize(width, height)
    panel.setParent(host)
    panel.setGeometry(0, 0, width, height)
    host.show()
    return panel


def owned(qtbot: QtBot, window: W, *, shown: bool = False) -> W:
    """A window that is closed after the test."""
    qtbot.addWidget(window)
    if shown:
        window.show()
    return window


def plain(html: str) -> str:
    """The words of a page."""
    return QTextDocumentFragment.fromHtml(html).toPlainText()


def wheel(
    at: QPointF,
    angle: int,
    pixels: QPoint | None = None,
    phase: Qt.ScrollPhase = Qt.ScrollPhase.NoScrollPhase,
) -> QWheelEvent:
    """A turn of the wheel at a point of a widget, in eighths of a degree."""
    none, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    return QWheelEvent(at, at, pixels or QPoint(), QPoint(0, angle), none, keys, phase, False)


@cache
def look(scale: float = 1.0, name: str = "light") -> Look:
    """A look of a theme; needs a QApplication."""
    chosen = theme(name)
    return Look(chosen, CounterArt(CounterStyle.PERIOD, chosen), scale)

"""The silhouettes by name, and their painting into a rectangle."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from hexwar.widgets.counters import figures_bust, figures_foot, figures_horse, figures_train
from hexwar.widgets.counters.faces import FigureKind
from hexwar.widgets.counters.strokes import Figure, paint_passes
from hexwar.widgets.counters.uniforms import uniform

FIGURES: dict[FigureKind, Figure] = {
    FigureKind.INFANTRY: figures_foot.INFANTRY,
    FigureKind.YOUNG_GUARD: figures_foot.YOUNG_GUARD,
    FigureKind.GRENADIERS: figures_foot.GRENADIERS,
    FigureKind.HUSSAR: figures_horse.HUSSAR,
    FigureKind.LANCER: figures_horse.LANCER,
    FigureKind.COSSACK: figures_horse.COSSACK,
    FigureKind.DRAGOON: figures_horse.DRAGOON,
    FigureKind.CUIRASSIER: figures_horse.CUIRASSIER,
    FigureKind.FOOT_GUN: figures_train.FOOT_GUN,
    FigureKind.HORSE_GUN: figures_train.HORSE_GUN,
    FigureKind.BAGGAGE_TRAIN: figures_train.BAGGAGE_TRAIN,
    FigureKind.PONTOON_TRAIN: figures_train.PONTOON_TRAIN,
    FigureKind.GENERAL: figures_bust.GENERAL,
    FigureKind.EMPEROR: figures_bust.EMPEROR,
}

_EDGE_PX = 0.35  # device pixels of ink round a figure, at least


def paint_figure(
    painter: QPainter, kind: FigureKind, nation: str, rect: QRectF, unit: float
) -> None:
    """Paint a silhouette standing on the lower edge of a rectangle, as large as it fits.

    Args:
        painter: in scene units.
        kind: which silhouette.
        nation: key of the uniform; an unknown one wears grey.
        rect: where, scene units.
        unit: device pixels to a scene unit.
    """
    figure = FIGURES[kind]
    size = min(rect.width() / figure.width, rect.height() / figure.height)
    painter.save()
    painter.translate(rect.center().x() - figure.width * size / 2, rect.bottom())
    painter.scale(size, size)
    edge = max(0.9, _EDGE_PX / (size * unit))
    paint_passes(painter, figure, uniform(nation, kind), edge)
    painter.restore()

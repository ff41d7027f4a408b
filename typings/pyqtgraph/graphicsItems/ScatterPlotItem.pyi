"""The shapes of markers."""

from PySide6.QtGui import QColor, QPainter, QPen

def drawSymbol(
    painter: QPainter, symbol: str, size: float, pen: QPen, brush: QColor
) -> None: ...

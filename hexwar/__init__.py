"""hexwar: Napoleonic hex-and-counter battles without the bookkeeping."""

from __future__ import annotations

__version__ = "0.1.0"

"""Benchmarks: `.venv/bin/python -m pytest benchmarks`. They are not part of `./test`."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

"""Benchmarks: `.venv/bin/python -m pytest benchmarks`. They are not part of `./test`."""

from __future__ import annotations

import gc
import os

from hexwar.app.main import COLLECTION

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
gc.set_threshold(*COLLECTION)  # as in the program

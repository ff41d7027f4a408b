"""Starts the command line: ``python -m hexwar``."""

from __future__ import annotations

import sys

from hexwar.app.main import main

if __name__ == "__main__":
    sys.exit(main())

"""The tests of NLC, each file of which can be run alone."""

from __future__ import annotations

import hexwar.systems.nlc.system  # noqa: F401 - its chapters of cards enter how each card acts

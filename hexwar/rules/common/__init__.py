"""Ground rules that both game systems share: costs, movement, zones of control, stacking."""

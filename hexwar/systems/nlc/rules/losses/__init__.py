"""What combat brings: morale, losses, retreat, pursuit, rally (N2, N11, N13, N15)."""

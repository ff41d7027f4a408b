"""What a staff would propose: whole marches, and where headquarters and trains follow. No Qt."""

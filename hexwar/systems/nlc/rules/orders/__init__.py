"""Orders: what they permit and oblige, how they are written, carried and obeyed (N12)."""

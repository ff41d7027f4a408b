"""The parts of the window round the board: prompt, stack, tracks, boxes, sheets and dialogs."""

"""The scenario editor: the other window, over the same board, counters and checks as the game.

`document` holds what is edited and takes it back; `sheet` knows what can be done to a map. Both do
without a window.
"""

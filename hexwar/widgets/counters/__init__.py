"""Counters: their faces as records, their painting, and the stacks they lie in on the map.

`face_of`, `leader_face` and `chit_face` turn records of the model into faces; `CounterArt` paints
faces and keeps the pictures; `StackItem` and `StackFan` are the items of the board.
"""

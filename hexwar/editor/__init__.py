"""The scenario editor: a second application over the same widgets. Not built yet."""

"""The tabs of the editor's window, one class each."""

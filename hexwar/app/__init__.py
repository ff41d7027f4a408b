"""The composition root: command line, commands and crash bundle."""

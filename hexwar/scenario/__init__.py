"""What is on disk: the schema of maps, forces and scenarios, reading, checking and building.

`library` finds scenarios and loads one ready to play; `validate` writes the complete report.
"""

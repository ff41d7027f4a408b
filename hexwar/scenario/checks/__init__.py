"""Checks behind the schema: what no single field can show. Each module is one subject."""

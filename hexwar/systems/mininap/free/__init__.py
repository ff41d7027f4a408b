"""Free battles: two armies raised for points, on a table made by lot (M24). House rules all."""

"""The order pad in the window: what the orders dock shows, and the order that is being written."""

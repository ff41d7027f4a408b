"""Cards under Napoleon's Later Campaigns (N23)."""

"""Napoleon's Later Campaigns: chit pull, written orders, fire combat."""

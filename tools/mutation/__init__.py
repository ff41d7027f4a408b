"""Changes of the rules, and whether the tests notice them."""

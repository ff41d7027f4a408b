"""Qt parts that the windows share: they read model records and know no rule and no session."""

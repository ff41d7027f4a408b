"""Special rules of a battle (T34.6): `registry` lists them, a file for each thing they change."""

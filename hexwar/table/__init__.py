"""What any battle on a map has: the ground, the forces, the pieces, the score."""

"""What a shot or a dart means: the rules of every game, matches, records. Knows seats and shots, no people."""

"""Fast stretches of a match, in which its board changes in place and calls nobody."""
